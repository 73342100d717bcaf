/* chatfmt/tokens.h - from a conversation to token ids: what apply_chat_template(tokenize=True) of
 * transformers gives, and what it lacks: safe tokens, exact masks, and fitting a length without
 * breaking the template.
 *
 *     chatfmt_model *model;
 *     chatfmt_tokenizer *tokenizer;
 *     chatfmt_encoder *encoder;
 *     chatfmt_applier *applier;
 *     const chatfmt_prompt *prompt;
 *     chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
 *     options.policy = CHATFMT_TOKENS_CONTROL;
 *     chatfmt_model_open("./Qwen3-8B", NULL, &model, &error);
 *     chatfmt_model_tokenizer(model, NULL, &tokenizer, &error);
 *     chatfmt_encoder_new(tokenizer, NULL, &encoder, &error);
 *     chatfmt_applier_new(NULL, NULL, &applier, &error);
 *     chatfmt_applier_encode(applier, model, encoder, messages, NULL, &options, &prompt, &error);
 *     for (size_t i = 0; i < prompt->count; i++) printf("%u\n", prompt->ids[i]);
 *
 * Under a policy (chatfmt_token_policy) no byte of a message, a tool or a variable may be part of a
 * control token. The one exception are roles that are one of the usual words (system, developer,
 * user, assistant, tool, function, ipython, model, tool_call, tool_response, observation,
 * environment): some templates make control tokens of them. What tokenizer_config.json names as
 * chat_control_tokens is control as well.
 *
 * The text is encoded with add_special_tokens=False, as transformers does: a BOS is in the ids
 * when the template writes it, and never twice because of the tokenizer.
 */
#ifndef CHATFMT_TOKENS_H
#define CHATFMT_TOKENS_H

#include "chatfmt/models.h"
#include "chatfmt/tokenizer.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Load the tokenizer of a model: the tokenizer.json in its folder, or beside its file, else the
 * other files that chatfmt_tokenizer_load() looks for in a folder, with the tokens that
 * tokenizer_config.json adds to it (added_tokens_decoder, special tokens by name,
 * extra_special_tokens). Of a GGUF file it is the vocabulary in the file.
 *
 * It is the tokenizer that AutoTokenizer makes of the folder. Some classes (LlamaTokenizer,
 * BertTokenizer, T5Tokenizer, …) take the vocabulary from tokenizer.json and build normalizer,
 * pre-tokenizer and decoder themselves, and some add tokens; where these are others than
 * the file's, so that ids may differ, prompts have the finding CHATFMT_PROMPT_CLASS_IDS. With
 * CHATFMT_TOKENIZER_AS_FILE the file alone decides, as with PreTrainedTokenizerFast.
 *
 *   options  NULL for the defaults.
 *   out      receives an owned tokenizer, which does not need the model; free with
 *            chatfmt_tokenizer_free(). NULL on any error.
 *
 * Errors: those of chatfmt_tokenizer_load(); NOT_FOUND when the model came from no file.
 * Threads: safe. Cost: that of chatfmt_tokenizer_load().
 * Source: transformers 5.23, AutoTokenizer.from_pretrained, TokenizersBackend; llama.cpp for GGUF.
 */
CHATFMT_API chatfmt_status chatfmt_model_tokenizer(const chatfmt_model *model,
                                                   const chatfmt_tokenizer_options *options,
                                                   chatfmt_tokenizer **out,
                                                   chatfmt_error *error);

/* Flags of chatfmt_prompt_options. */
enum {
    CHATFMT_PROMPT_PLACES = 1,      /* report where each token is in the text                */
    CHATFMT_PROMPT_CODE_POINTS = 2, /* … in code points, as Python counts, instead of bytes    */
    CHATFMT_PROMPT_MESSAGES = 4,    /* tell the tokens of each message                         */
    CHATFMT_PROMPT_STOPS = 8,       /* tell the ids that end a turn                            */
    CHATFMT_PROMPT_NEEDS_LENGTH = 16 /* fitting and padding to max_length without a length is an
                                        error, not only the finding CHATFMT_PROMPT_NO_LENGTH   */
};

/* What is done with a conversation that is longer than max_length. */
typedef enum chatfmt_fit {
    CHATFMT_FIT_NONE = 0,     /* nothing: max_length is for padding alone                      */
    CHATFMT_FIT_TRUNCATE = 1, /* truncation=True: ids are cut off at the truncation side,
                                 whatever they are. `truncated` tells how many                 */
    CHATFMT_FIT_DROP = 2,     /* the oldest turns are left out and the rest is rendered again: a
                                 turn begins with a user message; system and developer messages
                                 at the beginning stay, and so does the last turn              */
    CHATFMT_FIT_CUT = 3,      /* the longest content is cut at its end and all is rendered again,
                                 until it fits: every byte of the template stays               */
    CHATFMT_FIT_REFUSE = 4    /* LIMIT                                                         */
} chatfmt_fit;

typedef enum chatfmt_pad {
    CHATFMT_PAD_NONE = 0,
    CHATFMT_PAD_LONGEST = 1,   /* padding=True: to the longest of the batch                     */
    CHATFMT_PAD_MAX_LENGTH = 2 /* padding="max_length"                                          */
} chatfmt_pad;

typedef enum chatfmt_side {
    CHATFMT_SIDE_MODEL = 0, /* as tokenizer_config.json says, else right */
    CHATFMT_SIDE_RIGHT = 1,
    CHATFMT_SIDE_LEFT = 2
} chatfmt_side;

typedef struct chatfmt_prompt_options {
    size_t struct_size;               /* set by CHATFMT_PROMPT_OPTIONS_INIT                    */
    uint32_t flags;                   /* CHATFMT_PROMPT_…; unknown bits are refused            */
    chatfmt_token_policy policy;      /* which added tokens data may not write                 */
    const chatfmt_mask_options *mask; /* what is in the loss; NULL: no mask                    */
    chatfmt_fit fit;
    chatfmt_pad padding;
    size_t max_length;                /* tokens; 0 = the model's own, and when it has none,
                                         there is nothing to fit or to pad to                  */
    size_t pad_multiple;              /* pad_to_multiple_of; 0 = 1                             */
    chatfmt_side padding_side, truncation_side;
} chatfmt_prompt_options;

#define CHATFMT_PROMPT_OPTIONS_INIT                                                             \
    {sizeof(chatfmt_prompt_options), 0, CHATFMT_TOKENS_ANY, NULL, CHATFMT_FIT_NONE,             \
     CHATFMT_PAD_NONE, 0, 0, CHATFMT_SIDE_MODEL, CHATFMT_SIDE_MODEL}

/* Tokens [begin, end) that share a byte with what a message says, its role included; what the
 * template writes around it is not counted. Empty when none of it is in the ids. */
typedef struct chatfmt_message_tokens {
    uint32_t begin, end;
} chatfmt_message_tokens;

/* Findings about a prompt's ids, as bits. */
enum {
    CHATFMT_PROMPT_ADDS_BOS = 1,  /* the template writes what the tokenizer's post-processor would
                                     add as well: whoever encodes the text with
                                     add_special_tokens=True gets it twice                     */
    CHATFMT_PROMPT_TWO_BOS = 2,   /* the ids begin with the BOS twice: the template or the
                                     conversation writes it so                                 */
    CHATFMT_PROMPT_NO_BOS = 4,    /* the post-processor would add a BOS and the template writes
                                     none, so there is none, as in transformers                */
    CHATFMT_PROMPT_CLASS_IDS = 8, /* the tokenizer is that of the model's class, which builds
                                     another one than tokenizer.json describes                 */
    CHATFMT_PROMPT_NO_LENGTH = 16 /* a fit or padding to max_length was asked for, and there is
                                     neither a max_length nor the model's own                  */
};

/* The ids of one conversation. The library's; all of it is borrowed until the applier or the
 * encoder is used again. May grow at its end. */
typedef struct chatfmt_prompt {
    const uint32_t *ids;                     /* input_ids                                      */
    size_t count;
    const unsigned char *attention;          /* attention_mask: 0 for padding, else 1          */
    const unsigned char *mask;               /* 1 for tokens in the loss; NULL without mask      */
    const chatfmt_token_place *places;       /* with PLACES; padding has [0, 0)                */
    const chatfmt_message_tokens *messages;  /* with MESSAGES: one for each message as rendered */
    size_t message_count;
    const uint32_t *stops;                   /* with STOPS: eos_token, those of
                                                generation_config.json, and the token that the
                                                template ends a turn with                      */
    size_t stop_count;
    const chatfmt_token_attempt *attempts;   /* control tokens in data, in bytes of the text   */
    size_t attempt_count, attempt_total;     /* in `attempts`, at most 256; all of them        */
    uint32_t findings;                       /* CHATFMT_PROMPT_…                               */
    size_t padding;                          /* ids that are padding                           */
    size_t truncated;                        /* ids that TRUNCATE cut off                      */
    size_t dropped, kept_head;               /* messages that DROP left out, after this many  */
    size_t cut_bytes, cut_message;           /* bytes that CUT took away in all, and from which
                                                message the most                               */
    const chatfmt_applied *applied;          /* the text and what else is known of it; its
                                                `spans` are NULL in a batch                    */
    const chatfmt_slice *attempt_paths;      /* of each of `attempts` the value that it is in, such
                                                as messages[2].content                         */
} chatfmt_prompt;

/*
 * Apply a model's template to one conversation and encode the text.
 *
 *   encoder       of the model's tokenizer, or of any.
 *   conversation  array of messages; borrowed for as long as the result is used.
 *   apply         how the template is applied; NULL for the defaults.
 *   options       NULL for the defaults: ids and attention mask as the reference gives them.
 *   out           receives the result; NULL on any error.
 *
 * Message numbers, in masks and spans as well, are those of the conversation that was rendered,
 * without dropped messages.
 *
 * The mask HF is the reference's with its faults: it is found by characters, and when the last
 * character of a range is in no token or in the first, the rest of the row is in the loss. For the
 * others these are the tokens that share a byte with a range.
 *
 * Errors: those of chatfmt_applier_apply(), chatfmt_applier_mask() and chatfmt_encoder_encode();
 *         under REJECT `error->path` is the value that the attempt is in, offset and length are
 *         its place in the text of the prompt; LIMIT when the conversation does not fit max_length,
 *         and for padding beyond output_bytes of the encoder; VALUE with transformers' words when
 *         there is no padding token, or when a fit and padding are asked for and max_length is not
 *         a multiple of pad_multiple; BAD_ARGUMENT when there is no length and the options need
 *         one.
 * Threads: one at a time for the applier and the encoder; the model and the tokenizer are shared.
 * Cost: that of applying and encoding, once for each time that DROP and CUT render again.
 * Source: transformers 5.23, PreTrainedTokenizerBase.apply_chat_template(tokenize=True,
 *         return_dict=True), _get_padding_truncation_strategies; Encoding.char_to_token.
 */
CHATFMT_API chatfmt_status chatfmt_applier_encode(chatfmt_applier *applier,
                                                  const chatfmt_model *model,
                                                  chatfmt_encoder *encoder,
                                                  chatfmt_value conversation,
                                                  const chatfmt_apply_options *apply,
                                                  const chatfmt_prompt_options *options,
                                                  const chatfmt_prompt **out,
                                                  chatfmt_error *error);

/*
 * The same for an array of conversations, which are padded to one length when padding is asked
 * for. Every conversation is encoded, or the call fails: error.path says which one,
 * "conversations[2].messages[0].content".
 *
 *   rows  receives an array of one pointer for each; borrowed until the applier is used again.
 */
CHATFMT_API chatfmt_status chatfmt_applier_encode_batch(chatfmt_applier *applier,
                                                        const chatfmt_model *model,
                                                        chatfmt_encoder *encoder,
                                                        chatfmt_value conversations,
                                                        const chatfmt_apply_options *apply,
                                                        const chatfmt_prompt_options *options,
                                                        const chatfmt_prompt *const **rows,
                                                        size_t *count,
                                                        chatfmt_error *error);

/*
 * Make the usual roles trusted in spans that the caller owns, as the calls above do for themselves
 * under a policy: for those who encode a rendered text with its spans. A role, which `origin` says
 * of a span, counts when it is one of the words above, whole. Any thread. O(count).
 */
CHATFMT_API void chatfmt_spans_trust_roles(chatfmt_slice text, chatfmt_span *spans, size_t count);

/* The path of the value that an attempt is in, such as messages[2].content: one of
 * `attempt_paths`; empty beyond the last. Borrowed as they are. Any thread, O(1). */
CHATFMT_API chatfmt_slice chatfmt_prompt_attempt_path(const chatfmt_prompt *prompt, size_t index);

#ifdef __cplusplus
}
#endif

#endif
