/* chatfmt/conversation.h - FastChat's Conversation: a format, a system message, messages, and the
 * prompt that comes of them.
 */
#ifndef CHATFMT_CONVERSATION_H
#define CHATFMT_CONVERSATION_H

#include "chatfmt/formats.h"
#include "chatfmt/tokenizer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Serves one thread at a time; copies share nothing that changes. */
typedef struct chatfmt_conversation chatfmt_conversation;

/*
 * Begin a conversation with the few-shot messages of a format that is one of FastChat's or has a
 * style of FastChat's. The format must outlive it.
 * Errors: UNSUPPORTED for other formats; NO_MEMORY; BAD_ARGUMENT.
 */
CHATFMT_API chatfmt_status chatfmt_conversation_new(const chatfmt_format *format,
                                                    const chatfmt_allocator *allocator,
                                                    chatfmt_conversation **out,
                                                    chatfmt_error *error);

/*
 * The same from a request: {"template": NAME} or {"conv": {…a whole record…}}, and "set_system",
 * "append": [{"role_index" or "role", "content"}], or "messages" as OpenAI has them; "update_last"
 * replaces the content of the last of them all. `formats`
 * (may be NULL) must outlive it; `request` is borrowed until the conversation is freed.
 * Also reads what chatfmt_conversation_save() wrote.
 * Errors: NOT_FOUND, INPUT, VALUE, NO_MEMORY.
 */
CHATFMT_API chatfmt_status chatfmt_conversation_read(const chatfmt_formats *formats,
                                                     chatfmt_value request,
                                                     const chatfmt_allocator *allocator,
                                                     chatfmt_conversation **out,
                                                     chatfmt_error *error);

/* A deep copy: nothing that either does afterwards is seen by the other. */
CHATFMT_API chatfmt_status chatfmt_conversation_copy(const chatfmt_conversation *conversation,
                                                     const chatfmt_allocator *allocator,
                                                     chatfmt_conversation **out,
                                                     chatfmt_error *error);
/* Free a conversation and all that was borrowed from it; NULL is allowed. */
CHATFMT_API void chatfmt_conversation_free(chatfmt_conversation *conversation);

/* ---- State ------------------------------------------------------------------------------ */

/* Set the system message; text is copied. */
CHATFMT_API chatfmt_status chatfmt_conversation_set_system(chatfmt_conversation *conversation,
                                                           const char *text, size_t length,
                                                           chatfmt_error *error);
/* The system message; borrowed until it is set. O(1). */
CHATFMT_API chatfmt_slice chatfmt_conversation_system(const chatfmt_conversation *conversation);
/* The system message for when images are sent; borrowed until it is set. O(1). */
CHATFMT_API chatfmt_slice
chatfmt_conversation_system_vision(const chatfmt_conversation *conversation);

/* Append a message of role number `role` (0 user, 1 assistant). `text` is copied; NULL means "to
 * be generated". */
CHATFMT_API chatfmt_status chatfmt_conversation_append(chatfmt_conversation *conversation,
                                                       size_t role, const char *text,
                                                       size_t length, chatfmt_error *error);
/* The same of any role, with content as JSON means it: text, null, {"text", "images"} or
 * [text, images]. Copied. INPUT for another. */
CHATFMT_API chatfmt_status chatfmt_conversation_append_json(chatfmt_conversation *conversation,
                                                            chatfmt_slice role,
                                                            chatfmt_slice content,
                                                            chatfmt_error *error);
/* Replace the content of the last message. Errors: BAD_ARGUMENT when there is none. */
CHATFMT_API chatfmt_status chatfmt_conversation_update_last(chatfmt_conversation *conversation,
                                                            const char *text, size_t length,
                                                            chatfmt_error *error);
/* How many messages there are, few-shot ones included. */
CHATFMT_API size_t chatfmt_conversation_count(const chatfmt_conversation *conversation);

/*
 * Replace FastChat's date markers in the system message by a date: {{currentDateTime}}
 * (2024-05-01), {{currentDateTimev2}} (01 May 2024), {{currentDateTimev3}} (May 2024). `now`
 * counts seconds of the local clock since 1970. FastChat: the web server, on a fresh
 * conversation.
 */
CHATFMT_API chatfmt_status chatfmt_conversation_set_date(chatfmt_conversation *conversation,
                                                         int64_t now, chatfmt_error *error);

/* ---- Results ---------------------------------------------------------------------------- */

/* The prompt: FastChat's get_prompt(). `options` as in chatfmt_render_value(); `text` is borrowed
 * until the renderer's next render. Errors have a kind: chatfmt_format_error_kind(). */
CHATFMT_API chatfmt_status chatfmt_conversation_prompt(const chatfmt_conversation *conversation,
                                                       chatfmt_renderer *renderer,
                                                       const chatfmt_render_options *options,
                                                       chatfmt_slice *text,
                                                       chatfmt_error *error);

/* The messages in the shape of a provider's API, as JSON: "openai", "openai_seed", "openai_vision",
 * "openai_vision_mistral", "anthropic_vision", "gemini", "vertex", "reka", "metagen", "yandex",
 * "gradio", "images", "system_vision", "dict". Borrowed until the renderer's next render, as are
 * its spans, by which chatfmt_unwritten() tells what the shape does not have. */
CHATFMT_API chatfmt_status chatfmt_conversation_convert(const chatfmt_conversation *conversation,
                                                        const char *to,
                                                        chatfmt_renderer *renderer,
                                                        chatfmt_slice *json,
                                                        chatfmt_error *error);

/* The whole state as JSON that chatfmt_conversation_read() reads; made in `values`. */
CHATFMT_API chatfmt_status chatfmt_conversation_save(const chatfmt_conversation *conversation,
                                                     chatfmt_values *values, chatfmt_slice *json,
                                                     chatfmt_error *error);

/*
 * Make the conversation a format of its name in `formats`, as it is now, messages included: what
 * FastChat's register_conv_template() does. `flags`: CHATFMT_FORMATS_OVERRIDE. The conversation may
 * go on, or be freed. Errors: EXISTS when FastChat or the set has the name; INPUT for a name
 * that is empty or has a '/'; NO_MEMORY; BAD_ARGUMENT. Not thread-safe for the set.
 */
CHATFMT_API chatfmt_status chatfmt_formats_add_conversation(
    chatfmt_formats *formats, const chatfmt_conversation *conversation, uint32_t flags,
    chatfmt_error *error);

/* ---- Training --------------------------------------------------------------------------- */

enum {
    CHATFMT_TRAINING_BOS = 1,    /* the tokenizer puts a token before the text                  */
    CHATFMT_TRAINING_LEGACY = 2, /* its switch `legacy` is on, which train.py corrects for      */
    CHATFMT_TRAINING_INPUT = 4   /* XTuner's input_ids_with_output=False: the input alone       */
};

/* Bytes [begin, end) of a prompt. */
typedef struct chatfmt_range {
    size_t begin, end;
} chatfmt_range;

/* What of one sample a trainer has in the loss. The library's; borrowed until the renderer's next
 * render. May grow at its end. */
typedef struct chatfmt_training {
    chatfmt_slice prompt;
    const chatfmt_range *learned; /* sorted, apart from one another */
    size_t count;
    int mismatch;                 /* the trainer's token counts do not add up: no loss at all */
    size_t counted, tokens;       /* what it counted, and what there was                         */
} chatfmt_training;

/*
 * The training text of a ShareGPT sample, and which bytes are in the loss of a FastChat trainer.
 *
 *   format    train.py and train_baichuan.py use "vicuna_v1.1".
 *   trainer   "train", "train_baichuan" or "train_with_template".
 *   source    array of {"from": "human" or "gpt", "value": text}; borrowed as in
 *             chatfmt_render_json().
 *   system    a system message; with NULL data or no bytes the format's own.
 *   flags     CHATFMT_TRAINING_….
 *   specials  texts that are one token; any other code point is a token of its own.
 *
 * Errors have kinds: unknown_from, role_order, unsupported_style, null_separator,
 * empty_separator, invalid_style.
 * Source: FastChat, preprocess() of the three scripts, token arithmetic included.
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
    uint32_t flags;          /* LEGACY, INPUT; unknown bits are refused                      */
    chatfmt_slice system;    /* a system message; with no bytes the format's own             */
    size_t max_length;       /* model_max_length, where ids are cut off; 0: none             */
    chatfmt_slice bos_token; /* special tokens by their texts; with no bytes there is none   */
    chatfmt_slice eos_token;
    chatfmt_slice pad_token; /* ids of it do not count as the prompt's                       */
} chatfmt_training_options;

#define CHATFMT_TRAINING_OPTIONS_INIT                                                          \
    {sizeof(chatfmt_training_options), 0, {0, 0}, 0, {0, 0}, {0, 0}, {0, 0}}

/* A sample as a trainer's ids, without its padding. Borrowed until the renderer's next render. */
typedef struct chatfmt_training_ids {
    chatfmt_slice prompt;         /* the text; of "xtuner" its inputs and outputs as JSON        */
    const uint32_t *ids;
    const unsigned char *learned; /* 1 for ids that are labels; elsewhere the label is -100      */
    const unsigned char *attention; /* 0 for the padding token in the text of FastChat's, else 1 */
    size_t count;
    size_t truncated;             /* ids that max_length cut off                                 */
    int mismatch;                 /* the trainer's counts do not add up: no loss at all          */
    size_t counted, tokens;       /* what it counted, and what there was                         */
} chatfmt_training_ids;

/*
 * The same with a tokenizer: ids and labels as the trainer makes them, its arithmetic included.
 *
 *   trainer  one of the above, or "xtuner": its encode_fn over a format of XTuner's.
 *   source   as above, or OpenAI messages of user and assistant; for "xtuner" messages, or rounds
 *            {"system", "input", "output", "output_with_loss"}.
 *   options  NULL for the defaults. XTuner puts bos_token before a sample and after each eos_token;
 *            without bos_token nothing, as for Qwen's tokenizers.
 *   encoder  serves this call alone while it runs.
 *   out      receives the result; NULL on any error.
 *
 * Errors: as above, and those of encoding; NOT_FOUND for a special token that is not one of the
 *         tokenizer's. Threads: one for each renderer and encoder.
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
