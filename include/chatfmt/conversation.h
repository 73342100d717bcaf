/* chatfmt/conversation.h - FastChat's Conversation: a format, a system message, messages, and the
 * prompt that is made of them.
 *
 * Rules for the parameters of all functions are at the beginning of chatfmt/base.h.
 */
#ifndef CHATFMT_CONVERSATION_H
#define CHATFMT_CONVERSATION_H

#include "chatfmt/formats.h"
#include "chatfmt/tokenizer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A conversation. It serves one thread at a time. Copies of it share nothing that changes. */
typedef struct chatfmt_conversation chatfmt_conversation;

/*
 * Begin a conversation with the few-shot messages of a format.
 *
 *   format     a format of FastChat, or one with a style (sep_style) of FastChat. It must
 *              outlive the conversation.
 *   allocator  copied; NULL = the C library's.
 *   out        receives a conversation, which the caller owns; free it with
 *              chatfmt_conversation_free(). NULL on any error.
 *   error      may be NULL.
 *
 * Errors: UNSUPPORTED for other formats; NO_MEMORY; BAD_ARGUMENT.
 */
CHATFMT_API chatfmt_status chatfmt_conversation_new(const chatfmt_format *format,
                                                    const chatfmt_allocator *allocator,
                                                    chatfmt_conversation **out,
                                                    chatfmt_error *error);

/*
 * Make a conversation from a request, or from what chatfmt_conversation_save() wrote.
 *
 *   formats    the user's formats, which must outlive the conversation; may be NULL.
 *   request    an object with the members below; borrowed until the conversation is freed.
 *   allocator  copied; NULL = the C library's.
 *   out        receives a conversation, which the caller owns; free it with
 *              chatfmt_conversation_free(). NULL on any error.
 *   error      may be NULL.
 *
 * Members of a request:
 * * "template": the name of a format; or "conv": a whole record of a format. One of the two is
 *   required; with both, "template" counts. Of several formats with one name, the first with a
 *   style of FastChat counts.
 * * "set_system": the system message.
 * * "messages": messages in OpenAI's form, which are added first.
 * * "append": [{"role_index" or "role", "content"}, …], messages that are added then.
 * * "update_last": replaces the content of the last message of all.
 * Other members have no effect.
 *
 * Errors: NOT_FOUND for an unknown format; UNSUPPORTED for a format without a style of FastChat;
 *         INPUT for a member of the wrong kind, which the text names, or a wrong item of
 *         "messages" or "append", in most cases with its path; VALUE; NO_MEMORY; BAD_ARGUMENT.
 */
CHATFMT_API chatfmt_status chatfmt_conversation_read(const chatfmt_formats *formats,
                                                     chatfmt_value request,
                                                     const chatfmt_allocator *allocator,
                                                     chatfmt_conversation **out,
                                                     chatfmt_error *error);

/*
 * Make a deep copy: later changes of one conversation do not change the other.
 *
 *   conversation  the original.
 *   allocator     copied; NULL = the C library's.
 *   out           receives the copy, which the caller owns; free it with
 *                 chatfmt_conversation_free(). NULL on any error.
 *   error         may be NULL.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT.
 */
CHATFMT_API chatfmt_status chatfmt_conversation_copy(const chatfmt_conversation *conversation,
                                                     const chatfmt_allocator *allocator,
                                                     chatfmt_conversation **out,
                                                     chatfmt_error *error);
/* Free a conversation. Everything that was borrowed from it becomes invalid. NULL is allowed. */
CHATFMT_API void chatfmt_conversation_free(chatfmt_conversation *conversation);

/* ---- State ------------------------------------------------------------------------------ */

/* Set the system message to `length` bytes of `text`, which is copied. Errors: NO_MEMORY,
 * BAD_ARGUMENT. */
CHATFMT_API chatfmt_status chatfmt_conversation_set_system(chatfmt_conversation *conversation,
                                                           const char *text, size_t length,
                                                           chatfmt_error *error);
/* The system message; borrowed until the system message is set. O(1). */
CHATFMT_API chatfmt_slice chatfmt_conversation_system(const chatfmt_conversation *conversation);
/* The system message of conversations with images; borrowed until the system message is set.
 * O(1). */
CHATFMT_API chatfmt_slice
chatfmt_conversation_system_vision(const chatfmt_conversation *conversation);

/*
 * Append a message.
 *
 *   conversation  changed in place.
 *   role          number of the role in the format: 0 user, 1 assistant.
 *   text          `length` bytes; copied. NULL means "to be generated".
 *   length        bytes of `text`.
 *   error         may be NULL.
 *
 * Errors: BAD_ARGUMENT, also when the format has no such role; NO_MEMORY.
 */
CHATFMT_API chatfmt_status chatfmt_conversation_append(chatfmt_conversation *conversation,
                                                       size_t role, const char *text,
                                                       size_t length, chatfmt_error *error);
/*
 * Append a message of any role with content as JSON.
 *
 *   conversation  changed in place.
 *   role          the role; copied.
 *   content       a JSON text: a string, null, {"text", "images"} or [text, images]; copied. An
 *                 image is a text or an object (docs/formats.md, "What each format reads").
 *   error         may be NULL.
 *
 * Errors: INPUT for other content; NO_MEMORY, BAD_ARGUMENT.
 */
CHATFMT_API chatfmt_status chatfmt_conversation_append_json(chatfmt_conversation *conversation,
                                                            chatfmt_slice role,
                                                            chatfmt_slice content,
                                                            chatfmt_error *error);
/* Replace the content of the last message. `text` is as in chatfmt_conversation_append().
 * Errors: BAD_ARGUMENT when there are no messages; NO_MEMORY. */
CHATFMT_API chatfmt_status chatfmt_conversation_update_last(chatfmt_conversation *conversation,
                                                            const char *text, size_t length,
                                                            chatfmt_error *error);
/* The number of messages, including few-shot messages. */
CHATFMT_API size_t chatfmt_conversation_count(const chatfmt_conversation *conversation);

/*
 * Replace FastChat's date markers in the system message by a date: {{currentDateTime}}
 * (2024-05-01), {{currentDateTimev2}} (01 May 2024) and {{currentDateTimev3}} (May 2024).
 *
 *   conversation  changed in place.
 *   now           seconds of the local clock since 1970-01-01 00:00:00 of that clock.
 *   error         may be NULL.
 *
 * Errors: VALUE when the year is not between 1 and 9999; NO_MEMORY, BAD_ARGUMENT.
 * Source: FastChat, the web server, on a new conversation.
 */
CHATFMT_API chatfmt_status chatfmt_conversation_set_date(chatfmt_conversation *conversation,
                                                         int64_t now, chatfmt_error *error);

/* ---- Results ---------------------------------------------------------------------------- */

/*
 * Render the prompt: FastChat's get_prompt().
 *
 *   conversation  the conversation.
 *   renderer      forgets its last result.
 *   options       as in chatfmt_render_value(); NULL for the defaults.
 *   text          receives the prompt; borrowed until the renderer's next render.
 *   error         may be NULL.
 *
 * Errors: those of chatfmt_render_value(); chatfmt_format_error_kind() returns their kind.
 */
CHATFMT_API chatfmt_status chatfmt_conversation_prompt(const chatfmt_conversation *conversation,
                                                       chatfmt_renderer *renderer,
                                                       const chatfmt_render_options *options,
                                                       chatfmt_slice *text,
                                                       chatfmt_error *error);

/*
 * Write the messages as JSON in the form of a provider's API.
 *
 *   conversation  the conversation.
 *   to            the form, a text that ends with a NUL: "openai", "openai_seed",
 *                 "openai_vision", "openai_vision_mistral", "anthropic_vision", "gemini",
 *                 "vertex", "reka", "metagen", "yandex", "gradio", "images", "system_vision" or
 *                 "dict".
 *   renderer      forgets its last result.
 *   json          receives the JSON; borrowed until the renderer's next render.
 *   error         may be NULL.
 *
 * Afterwards the renderer has the spans of the JSON. With them chatfmt_unwritten() finds the
 * texts that the form lacks.
 *
 * Errors: NOT_FOUND for an unknown form; those of chatfmt_conversation_prompt().
 */
CHATFMT_API chatfmt_status chatfmt_conversation_convert(const chatfmt_conversation *conversation,
                                                        const char *to,
                                                        chatfmt_renderer *renderer,
                                                        chatfmt_slice *json,
                                                        chatfmt_error *error);

/* Write the whole state as JSON that chatfmt_conversation_read() reads. The text is made in
 * `values` and borrowed until `values` is reset or freed. Errors: NO_MEMORY, LIMIT,
 * BAD_ARGUMENT. */
CHATFMT_API chatfmt_status chatfmt_conversation_save(const chatfmt_conversation *conversation,
                                                     chatfmt_values *values, chatfmt_slice *json,
                                                     chatfmt_error *error);

/*
 * Add the conversation, as it is now and with its messages, to a set of formats under its name:
 * FastChat's register_conv_template().
 *
 *   formats       the set; changed in place. No other thread may use it.
 *   conversation  may be changed or freed afterwards.
 *   flags         0, or CHATFMT_FORMATS_OVERRIDE: replace a format of the same name.
 *   error         may be NULL.
 *
 * Errors: EXISTS when FastChat or the set has the name; INPUT for a name that is empty or has a
 *         '/'; NO_MEMORY; BAD_ARGUMENT.
 * Threads: one at a time for the set.
 */
CHATFMT_API chatfmt_status chatfmt_formats_add_conversation(
    chatfmt_formats *formats, const chatfmt_conversation *conversation, uint32_t flags,
    chatfmt_error *error);

/* ---- Training --------------------------------------------------------------------------- */

/* Flags of chatfmt_format_train() and of chatfmt_training_options. */
enum {
    CHATFMT_TRAINING_BOS = 1,    /* the tokenizer puts a token before the text                  */
    CHATFMT_TRAINING_LEGACY = 2, /* the tokenizer's switch `legacy` is on; train.py allows for it */
    CHATFMT_TRAINING_INPUT = 4   /* XTuner's input_ids_with_output=False: only the input        */
};

/* Bytes [begin, end) of a prompt. */
typedef struct chatfmt_range {
    size_t begin, end;
} chatfmt_range;

/* The training text of one sample, and what is in the loss. Borrowed until the renderer's next
 * render. The library makes this struct, and it may grow at its end. */
typedef struct chatfmt_training {
    chatfmt_slice prompt;         /* the training text                                        */
    const chatfmt_range *learned; /* ranges in the loss, sorted and separate          */
    size_t count;                 /* number of ranges                                         */
    int mismatch;                 /* 1: the trainer's token counts do not add up, so nothing
                                     is in the loss                                           */
    size_t counted, tokens;       /* tokens that the trainer counted, and tokens that there are */
} chatfmt_training;

/*
 * Make the training text of a ShareGPT sample, and find the bytes that a FastChat trainer has in
 * the loss.
 *
 *   renderer       forgets its last result.
 *   format         the format; train.py and train_baichuan.py use "vicuna_v1.1".
 *   trainer        "train", "train_baichuan" or "train_with_template"; ends with a NUL.
 *   source         array of {"from": "human" or "gpt", "value": text}; borrowed as in
 *                  chatfmt_render_json().
 *   system         a system message. Empty: the format's own.
 *   flags          0, or CHATFMT_TRAINING_BOS and CHATFMT_TRAINING_LEGACY.
 *   specials       `special_count` texts that are one token each. Every other code point counts
 *                  as one token. NULL only with count 0.
 *   special_count  number of texts.
 *   out            receives the result, borrowed until the renderer's next render; NULL on any
 *                  error.
 *   error          may be NULL.
 *
 * Errors: NOT_FOUND for an unknown trainer; BAD_ARGUMENT, also for other flags; those of
 *         rendering. The kinds of these are unknown_from, role_order, unsupported_style,
 *         null_separator, empty_separator and invalid_style (chatfmt_format_error_kind).
 * Source: FastChat, preprocess() of the three scripts, including their token arithmetic.
 */
CHATFMT_API chatfmt_status chatfmt_format_train(chatfmt_renderer *renderer,
                                                const chatfmt_format *format,
                                                const char *trainer, chatfmt_value source,
                                                chatfmt_slice system, uint32_t flags,
                                                const chatfmt_slice *specials,
                                                size_t special_count,
                                                const chatfmt_training **out,
                                                chatfmt_error *error);

typedef struct chatfmt_training_options {
    size_t struct_size;      /* set by CHATFMT_TRAINING_OPTIONS_INIT                         */
    uint32_t flags;          /* CHATFMT_TRAINING_LEGACY and CHATFMT_TRAINING_INPUT; default
                                0. Unknown bits are refused                                  */
    chatfmt_slice system;    /* a system message. Empty: the format's own                    */
    size_t max_length;       /* tokens (model_max_length): ids after them are cut off. 0: no
                                limit                                                        */
    chatfmt_slice bos_token; /* text of the bos token. Empty: there is none                  */
    chatfmt_slice eos_token; /* text of the eos token. Empty: there is none                  */
    chatfmt_slice pad_token; /* text of the padding token. Its ids do not count as ids of
                                the prompt. Empty: there is none                             */
} chatfmt_training_options;

#define CHATFMT_TRAINING_OPTIONS_INIT                                                          \
    {sizeof(chatfmt_training_options), 0, {0, 0}, 0, {0, 0}, {0, 0}, {0, 0}}

/* A sample as the ids of a trainer, without padding after it. Borrowed until the renderer's next
 * render. */
typedef struct chatfmt_training_ids {
    chatfmt_slice prompt;         /* the training text; for "xtuner" its inputs and outputs as
                                     JSON                                                       */
    const uint32_t *ids;          /* `count` ids                                                */
    const unsigned char *learned; /* one for each id: 1 when the label is the id, 0 when the
                                     label is -100                                              */
    const unsigned char *attention; /* one for each id: 0 for the padding token in the text of
                                       FastChat's trainers, else 1                              */
    size_t count;
    size_t truncated;             /* number of ids that max_length cut off                      */
    int mismatch;                 /* 1: the trainer's token counts do not add up, so nothing is
                                     in the loss                                                */
    size_t counted, tokens;       /* tokens that the trainer counted, and tokens that there are */
} chatfmt_training_ids;

/*
 * Make ids and labels of a sample as a trainer makes them, including its token arithmetic.
 *
 *   renderer  forgets its last result.
 *   format    the format; for "xtuner" a format of XTuner.
 *   trainer   one of chatfmt_format_train(), or "xtuner" for XTuner's encode_fn; ends with a
 *             NUL.
 *   source    as in chatfmt_format_train(), or messages of user and assistant in OpenAI's form.
 *             For "xtuner" messages, or an array of rounds {"system", "input", "output",
 *             "output_with_loss"}.
 *   options   borrowed during the call; NULL for the defaults. XTuner puts bos_token before a
 *             sample and after each eos_token; without a bos_token, as for Qwen's tokenizers, it
 *             adds nothing.
 *   encoder   an encoder of the tokenizer; no other thread may use it during the call.
 *   out       receives the result, borrowed until the renderer's next render; NULL on any error.
 *   error     may be NULL.
 *
 * Errors: those of chatfmt_format_train() and chatfmt_encoder_encode(); NOT_FOUND for a special
 *         token that the tokenizer does not have.
 * Threads: one at a time for the renderer and the encoder.
 * Source: FastChat 0.2.36, preprocess() of the scripts; XTuner, encode_fn.
 */
CHATFMT_API chatfmt_status chatfmt_format_train_ids(
    chatfmt_renderer *renderer, const chatfmt_format *format, const char *trainer,
    chatfmt_value source, const chatfmt_training_options *options, chatfmt_encoder *encoder,
    const chatfmt_training_ids **out, chatfmt_error *error);

#ifdef __cplusplus
}
#endif

#endif
