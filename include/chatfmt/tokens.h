/* chatfmt/tokens.h - from a conversation to token ids.
 *
 * The ids are those of apply_chat_template(tokenize=True) of transformers. In addition there are
 * control tokens that data cannot forge, exact loss masks, and fitting to a length that keeps the
 * template's text whole. Rules for the parameters of all functions are at the beginning of
 * chatfmt/base.h.
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
 * A policy (chatfmt_token_policy) says which tokens data may write. With CHATFMT_TOKENS_CONTROL, no
 * byte of a message, a tool or a variable becomes part of a control token, with these exceptions:
 *
 * * values that the caller names in `trusted` of chatfmt_apply_options;
 * * a role that is one of the usual words, because some templates make control tokens of roles:
 *   system, developer, user, assistant, tool, function, ipython, model, tool_call, tool_response,
 *   observation and environment;
 * * text that a template chooses or computes from data, which chatfmt takes for the template's own
 *   text (docs/tokens.md, "Who is trusted").
 *
 * Tokens that tokenizer_config.json lists as chat_control_tokens are control tokens, too.
 *
 * The text is encoded with add_special_tokens=False, as in transformers. So a BOS (the token that
 * begins a text) is in the ids when the template writes it. The tokenizer never adds a second one.
 */
#ifndef CHATFMT_TOKENS_H
#define CHATFMT_TOKENS_H

#include "chatfmt/models.h"
#include "chatfmt/tokenizer.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Load the tokenizer of a model.
 *
 *   model    a folder, a GGUF file, or another model that came from a file.
 *   options  borrowed during the call; NULL for the defaults.
 *   out      receives a tokenizer, which the caller owns; free it with chatfmt_tokenizer_free().
 *            It does not need the model. NULL on any error.
 *   error    may be NULL.
 *
 * Where the tokenizer comes from:
 * * GGUF file: the vocabulary in the file.
 * * Other models: the tokenizer.json in the model's folder, or beside its file. Without one, the
 *   other files that chatfmt_tokenizer_load() looks for in a folder. The tokens that
 *   tokenizer_config.json adds (added_tokens_decoder, special tokens by name,
 *   extra_special_tokens) are added.
 *
 * The result is the tokenizer that AutoTokenizer makes of the folder. Some classes
 * (LlamaTokenizer, BertTokenizer, T5Tokenizer, …) read only the vocabulary from tokenizer.json
 * and build normalizer, pre-tokenizer and decoder themselves; some also add tokens. When the
 * class's parts differ from those of the file, the ids may differ, and prompts have the finding
 * CHATFMT_PROMPT_CLASS_IDS. With CHATFMT_TOKENIZER_AS_FILE in the options the file alone
 * decides, as with PreTrainedTokenizerFast.
 *
 * Errors: those of chatfmt_tokenizer_load(); NOT_FOUND when the model does not come from a file.
 * Threads: safe.
 * Cost: that of chatfmt_tokenizer_load().
 * Source: transformers 5.23, AutoTokenizer.from_pretrained, TokenizersBackend; llama.cpp for
 *         GGUF.
 */
CHATFMT_API chatfmt_status chatfmt_model_tokenizer(const chatfmt_model *model,
                                                   const chatfmt_tokenizer_options *options,
                                                   chatfmt_tokenizer **out,
                                                   chatfmt_error *error);

/* Flags of chatfmt_prompt_options. */
enum {
    CHATFMT_PROMPT_PLACES = 1,      /* report where each token is in the text, in bytes      */
    CHATFMT_PROMPT_CODE_POINTS = 2, /* as PLACES, but in code points, as Python counts,
                                       instead of bytes. With both flags this one counts       */
    CHATFMT_PROMPT_MESSAGES = 4,    /* report which tokens belong to each message              */
    CHATFMT_PROMPT_STOPS = 8,       /* report the ids that end a turn, and their texts as
                                       CHATFMT_APPLY_TURN does, which this flag sets           */
    CHATFMT_PROMPT_NEEDS_LENGTH = 16 /* when fitting or padding to max_length is asked for and
                                        there is no length, fail as BAD_ARGUMENT. Without this
                                        flag there is only the finding
                                        CHATFMT_PROMPT_NO_LENGTH                               */
};

/* What happens to a conversation that has more tokens than max_length. */
typedef enum chatfmt_fit {
    CHATFMT_FIT_NONE = 0,     /* nothing: max_length counts only for padding                   */
    CHATFMT_FIT_TRUNCATE = 1, /* truncation=True: ids are cut off at the truncation side,
                                 whatever they are. `truncated` of the result is their number  */
    CHATFMT_FIT_DROP = 2,     /* the oldest turns are left out, and the rest is rendered
                                 again. A turn begins with a user message. System and
                                 developer messages at the beginning stay, and so does the
                                 last turn                                                     */
    CHATFMT_FIT_CUT = 3,      /* the longest content is cut at its end, and the conversation
                                 is rendered again, until it fits. Every byte that the
                                 template writes stays                                         */
    CHATFMT_FIT_REFUSE = 4    /* the call fails as LIMIT                                       */
} chatfmt_fit;

/* To which length ids are padded. */
typedef enum chatfmt_pad {
    CHATFMT_PAD_NONE = 0,      /* no padding                                                    */
    CHATFMT_PAD_LONGEST = 1,   /* padding=True: to the longest conversation of the batch        */
    CHATFMT_PAD_MAX_LENGTH = 2 /* padding="max_length": to max_length                           */
} chatfmt_pad;

/* The side at which ids are padded or cut off. MODEL is, for padding, padding_side of
 * tokenizer_config.json, else the side of the model's tokenizer class, else right; for truncation,
 * truncation_side of tokenizer_config.json, else right. A GGUF file has neither: right. */
typedef enum chatfmt_side {
    CHATFMT_SIDE_MODEL = 0, /* the side of the model, see above                       */
    CHATFMT_SIDE_RIGHT = 1,
    CHATFMT_SIDE_LEFT = 2
} chatfmt_side;

typedef struct chatfmt_prompt_options {
    size_t struct_size;               /* set by CHATFMT_PROMPT_OPTIONS_INIT                    */
    uint32_t flags;                   /* CHATFMT_PROMPT_…; default 0. Unknown bits are refused */
    chatfmt_token_policy policy;      /* which added tokens data may not write; default
                                         CHATFMT_TOKENS_ANY: data may write all                */
    const chatfmt_mask_options *mask; /* how to find the tokens in the loss; borrowed during
                                         the call. NULL: no mask                               */
    chatfmt_fit fit;                  /* default CHATFMT_FIT_NONE                              */
    chatfmt_pad padding;              /* default CHATFMT_PAD_NONE                              */
    size_t max_length;                /* tokens, for `fit` and for CHATFMT_PAD_MAX_LENGTH. 0 =
                                         model_max_length of tokenizer_config.json. Without
                                         either, as for a GGUF file, nothing is fitted or
                                         padded to a length                                    */
    size_t pad_multiple;              /* round the padded length up to a multiple of this
                                         (pad_to_multiple_of); 0 = 1. Without padding it has
                                         no effect                                             */
    chatfmt_side padding_side, truncation_side; /* default CHATFMT_SIDE_MODEL                  */
} chatfmt_prompt_options;

#define CHATFMT_PROMPT_OPTIONS_INIT                                                             \
    {sizeof(chatfmt_prompt_options), 0, CHATFMT_TOKENS_ANY, NULL, CHATFMT_FIT_NONE,             \
     CHATFMT_PAD_NONE, 0, 0, CHATFMT_SIDE_MODEL, CHATFMT_SIDE_MODEL}

/* Tokens [begin, end) that share a byte with the values of a message, including its role. Text
 * that the template writes around them does not count. Empty when none of the message is in the
 * ids. */
typedef struct chatfmt_message_tokens {
    uint32_t begin, end;
} chatfmt_message_tokens;

/* Findings about a prompt's ids, as bits. */
enum {
    CHATFMT_PROMPT_ADDS_BOS = 1,  /* the template writes a token that the tokenizer's
                                     post-processor would add, too: a program that encodes the
                                     text with add_special_tokens=True gets it twice           */
    CHATFMT_PROMPT_TWO_BOS = 2,   /* the ids begin with two BOS tokens, because the template
                                     or the conversation writes two                            */
    CHATFMT_PROMPT_NO_BOS = 4,    /* the ids have no BOS, as in transformers: the template
                                     does not write one, although the post-processor would add
                                     one                                                       */
    CHATFMT_PROMPT_CLASS_IDS = 8, /* ids may differ from tokenizer.json: the tokenizer is that
                                     of the model's class, which builds other parts than the
                                     file describes                                            */
    CHATFMT_PROMPT_NO_LENGTH = 16 /* fitting or padding to max_length was asked for, but
                                     neither max_length nor a maximum of the model is there    */
};

/* The ids of one conversation. Everything in it is borrowed until the applier or the encoder is
 * used again. The library makes this struct, and it may grow at its end. */
typedef struct chatfmt_prompt {
    const uint32_t *ids;                     /* input_ids, with padding                        */
    size_t count;                            /* number of ids                                  */
    const unsigned char *attention;          /* attention_mask, one for each id: 0 for
                                                padding, else 1                                */
    const unsigned char *mask;               /* one for each id: 1 for ids in the loss, else 0;
                                                NULL when the options have no mask              */
    const chatfmt_token_place *places;       /* with CHATFMT_PROMPT_PLACES or CODE_POINTS, one
                                                for each id; else NULL. Padding has [0, 0)     */
    const chatfmt_message_tokens *messages;  /* with CHATFMT_PROMPT_MESSAGES, one for each
                                                message that was rendered; else NULL            */
    size_t message_count;                    /* number of `messages`                           */
    const uint32_t *stops;                   /* with CHATFMT_PROMPT_STOPS the ids, not texts, at
                                                which generation ends; else NULL. They are:
                                                - the model's eos_token;
                                                - the ids of eos_token_id in
                                                generation_config.json, which a GGUF file lacks;
                                                - each text of `stops` of `applied` that is one
                                                added token. Other texts have no id here       */
    size_t stop_count;                       /* number of `stops`                              */
    const chatfmt_token_attempt *attempts;   /* texts of control tokens in data; places in
                                                bytes of the text. None with
                                                CHATFMT_TOKENS_ANY                             */
    size_t attempt_count, attempt_total;     /* number of `attempts`, at most 256;
                                                attempt_total counts all                       */
    uint32_t findings;                       /* CHATFMT_PROMPT_…                               */
    size_t padding;                          /* number of ids that are padding                 */
    size_t truncated;                        /* number of ids that CHATFMT_FIT_TRUNCATE cut
                                                off                                            */
    size_t dropped, kept_head;               /* number of messages that CHATFMT_FIT_DROP left
                                                out, and of messages before those             */
    size_t cut_bytes, cut_message;           /* bytes that CHATFMT_FIT_CUT cut in all, and the
                                                number of the message that lost most           */
    const chatfmt_applied *applied;          /* the text and the rest of the result of
                                                applying. In a batch its `spans` are NULL      */
    const chatfmt_slice *attempt_paths;      /* for each of `attempts` the value that contains
                                                it, such as messages[2].content                */
} chatfmt_prompt;

/*
 * Apply a model's template to one conversation and encode the text.
 *
 *   applier       forgets its last result.
 *   model         the model.
 *   encoder       an encoder, normally of the model's tokenizer.
 *   conversation  array of messages; borrowed for as long as the result is used. For an array of
 *                 conversations use chatfmt_applier_encode_batch().
 *   apply         how the template is applied; NULL for the defaults. Its values are borrowed as
 *                 the conversation is.
 *   options       NULL for the defaults: the ids and attention mask of the reference.
 *   out           receives the result, borrowed until the applier or the encoder is used again;
 *                 NULL on any error.
 *   error         may be NULL.
 *
 * Numbers of messages, also those in masks and spans, count the messages of the conversation
 * that was rendered: without messages that CHATFMT_FIT_DROP left out.
 *
 * CHATFMT_MASK_HF gives the reference's mask, including its mistakes. It is found by characters:
 * when the last character of a range is in no token, or is in the first token, the rest of the
 * row is in the loss. In the other masks, tokens that share a byte with a range are in the loss.
 *
 * Errors: those of chatfmt_applier_apply(), chatfmt_applier_mask() and chatfmt_encoder_encode(),
 *         and these:
 * * SECURITY under CHATFMT_TOKENS_REJECT: error->path is the value that contains the attempt;
 *   error->offset and error->length are its place in the text;
 * * LIMIT when the conversation does not fit into max_length, and when padding would exceed
 *   output_bytes of the encoder;
 * * VALUE with transformers' words when the model has no pad_token (one in `variables` does not
 *   count), and when max_length is not a multiple of pad_multiple although fitting and padding are
 *   asked for;
 * * BAD_ARGUMENT when the options need a length and there is none.
 *
 * Threads: one at a time for the applier and the encoder; the model and the tokenizer may be
 *         shared.
 * Cost: that of applying and encoding, once for each time that CHATFMT_FIT_DROP or
 *         CHATFMT_FIT_CUT renders again.
 *         CHATFMT_PROMPT_STOPS renders more (it sets CHATFMT_APPLY_TURN): at each call, with
 *         CHATFMT_APPLY_GENERATION_PROMPT the conversation without that prompt, then three
 *         conversations of two or three short messages, and up to three more with tools. With
 *         tools, or with CHATFMT_APPLY_FIT_ARGUMENTS, also two such conversations once for each
 *         template that the applier keeps (eight). Each render has the limits of one render.
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
 * Encode several conversations, as chatfmt_applier_encode() encodes one. With padding, all get
 * the same length.
 *
 *   conversations  array of conversations; borrowed as `conversation` of
 *                  chatfmt_applier_encode() is.
 *   rows           receives an array with one pointer for each conversation, borrowed until the
 *                  applier or the encoder is used again; NULL on any error.
 *   count          receives the number of conversations; 0 on any error.
 *
 * The other parameters, threads and source are those of chatfmt_applier_encode(). The call fails
 * when one conversation cannot be encoded; error->path then begins with its number:
 * "conversations[2].messages[0].content".
 *
 * Errors: those of chatfmt_applier_encode(); TYPE also when `conversations` is not an array.
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
 * Make roles trusted that are one of the usual words (listed at the beginning of this header),
 * in spans that the caller owns. chatfmt_applier_encode() does this itself under a policy. This
 * function is for programs that encode a rendered text with its spans.
 *
 *   text   the rendered text.
 *   spans  the spans of the text; changed in place. A span counts when its `origin` is a role,
 *          and the span holds one of the words, whole.
 *   count  number of spans.
 *
 * Threads: any.
 * Cost: O(count).
 */
CHATFMT_API void chatfmt_spans_trust_roles(chatfmt_slice text, chatfmt_span *spans, size_t count);

/* The path of the value that contains attempt number `index`, from 0, such as
 * messages[2].content. It is an item of `attempt_paths` and is borrowed as `attempt_paths` is.
 * Empty when there is no such attempt. Any thread, O(1). */
CHATFMT_API chatfmt_slice chatfmt_prompt_attempt_path(const chatfmt_prompt *prompt, size_t index);

#ifdef __cplusplus
}
#endif

#endif
