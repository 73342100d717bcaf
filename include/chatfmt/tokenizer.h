/* chatfmt/tokenizer.h - tokenizers: text to ids and back, with a tokenizer.json or one of the other
 * files of chatfmt_tokenizer_load().
 *
 * The reference for a tokenizer.json is the tokenizers library of Hugging Face,
 * Tokenizer.from_file("tokenizer.json"). docs/tokenizers.md has the references for other files.
 * Load a tokenizer once and share it between all threads. Each thread encodes with an encoder of
 * its own. Rules for the parameters of all functions are at the beginning of chatfmt/base.h.
 *
 *     chatfmt_tokenizer *tokenizer;
 *     chatfmt_encoder *encoder;
 *     const chatfmt_tokens *tokens;
 *     chatfmt_tokenizer_load("model/tokenizer.json", NULL, &tokenizer, &error);
 *     chatfmt_encoder_new(tokenizer, NULL, &encoder, &error);
 *     chatfmt_encoder_encode(encoder, "Hello", 5, NULL, &tokens, &error);
 *     for (size_t i = 0; i < tokens->count; i++) printf("%u\n", tokens->ids[i]);
 *
 * Encode a rendered prompt with its spans and one of the policies CONTROL, ALL and REJECT
 * (chatfmt_token_policy). Then no text that a user typed becomes a control token. The policy
 * SPECIAL protects only tokens that the file marks as special. ANY and REPORT protect no token.
 */
#ifndef CHATFMT_TOKENIZER_H
#define CHATFMT_TOKENIZER_H

#include "chatfmt/base.h"
#include "chatfmt/template.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Loading ----------------------------------------------------------------------------- */

/* A loaded tokenizer. It is immutable: any number of threads may use it at once. */
typedef struct chatfmt_tokenizer chatfmt_tokenizer;

/* Flags of chatfmt_tokenizer_options. */
enum {
    CHATFMT_TOKENIZER_NO_CACHE = 1, /* do not read or write the compiled form of the file in
                                       the cache folder                                         */
    CHATFMT_TOKENIZER_AS_FILE = 2   /* for a model (chatfmt_model_tokenizer): use the parts
                                       that tokenizer.json describes, also where transformers'
                                       class of the model builds others. No effect elsewhere:
                                       chatfmt_tokenizer_load() always uses the file's parts    */
};

typedef struct chatfmt_tokenizer_options {
    size_t struct_size;                 /* set by CHATFMT_TOKENIZER_OPTIONS_INIT              */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                     */
    uint32_t flags;                     /* CHATFMT_TOKENIZER_…; default 0. Unknown bits are
                                           refused                                            */
    const char *cache_folder;           /* path that ends with a NUL; borrowed during the
                                           call. NULL = $CHATFMT_CACHE, else the folder
                                           chatfmt in $XDG_CACHE_HOME or ~/.cache             */
    const chatfmt_limits *limits;       /* for loading, see "What it may cost" below; copied.
                                           NULL, and fields that are 0: limits that depend on
                                           the size of the file                               */
    const char *encoding;               /* how a file of tiktoken ranks splits text, which the
                                           file does not say: one of the names r50k_base,
                                           p50k_base, cl100k_base, o200k_base, llama3, qwen,
                                           kimi, or a regular expression. A name also adds its
                                           special tokens.
                                           VALUE for another kind of file, and for a word of
                                           letters and digits that is not one of the names.
                                           NULL = by the hash of the file, or by the model.
                                           Ends with a NUL; borrowed during the call            */
} chatfmt_tokenizer_options;

#define CHATFMT_TOKENIZER_OPTIONS_INIT                                                         \
    {sizeof(chatfmt_tokenizer_options), NULL, 0, NULL, NULL, NULL}

/*
 * Load a tokenizer from a file.
 *
 *   path     path that ends with a NUL; one of those below.
 *   options  borrowed during the call; NULL for the defaults.
 *   out      receives a tokenizer, which the caller owns; free it with chatfmt_tokenizer_free().
 *            NULL on any error.
 *   error    may be NULL.
 *
 * `path` may be:
 * * a tokenizer.json;
 * * a GGUF file, of which only the metadata is read;
 * * a SentencePiece model;
 * * a tekken.json;
 * * a file of tiktoken ranks;
 * * a folder. The first of these files in it is loaded: tokenizer.json, tekken.json,
 *   tokenizer.model, tiktoken.model, qwen.tiktoken.
 *
 * Loading is safe for files from untrusted sources.
 *
 * The first load of a file takes O(size of the file). For files of at least 64 KiB a compiled
 * form is then kept in the cache folder, under the hash of the content. With the compiled form,
 * the file opens within milliseconds. A file is the same as before when device, node, size and
 * times are the same; otherwise its content decides. A damaged or foreign compiled file is
 * ignored. When the cache folder cannot be read or written, the load succeeds without it.
 * CHATFMT_TOKENIZER_NO_CACHE and $CHATFMT_NO_CACHE turn the cache off. Files are read,
 * not mapped: later changes to them have no effect.
 *
 * Errors: NOT_FOUND, IO; INPUT with the place in the file, such as model.merges[12]; UNSUPPORTED
 *         for an unknown kind of model or part, for a regular expression that could not be
 *         matched exactly as the reference does, and for unknown names in a GGUF file; LIMIT;
 *         NO_MEMORY; BAD_ARGUMENT.
 * Threads: safe.
 * Cost: as above.
 */
CHATFMT_API chatfmt_status chatfmt_tokenizer_load(const char *path,
                                                  const chatfmt_tokenizer_options *options,
                                                  chatfmt_tokenizer **out, chatfmt_error *error);

/*
 * Load a tokenizer from the bytes of a file. Nothing is cached.
 *
 *   json     the content of a file that chatfmt_tokenizer_load() can load; borrowed during the
 *            call. It need not be JSON. Of a GGUF file the metadata is enough.
 *   length   bytes of `json`.
 *   options  borrowed during the call; NULL for the defaults.
 *   out      receives a tokenizer, which the caller owns; free it with chatfmt_tokenizer_free().
 *            NULL on any error.
 *   error    may be NULL.
 *
 * Errors: those of chatfmt_tokenizer_load(), except NOT_FOUND and IO.
 * Threads: any.
 */
CHATFMT_API chatfmt_status chatfmt_tokenizer_read(const char *json, size_t length,
                                                  const chatfmt_tokenizer_options *options,
                                                  chatfmt_tokenizer **out, chatfmt_error *error);

/* Free a tokenizer. Its encoders must have been freed before. NULL is allowed. */
CHATFMT_API void chatfmt_tokenizer_free(chatfmt_tokenizer *tokenizer);

/* The id of the token whose text in the file is `text` (`length` bytes; borrowed during the
 * call); -1 when there is no such token. With ByteLevel this text is in the alphabet of ByteLevel:
 * a space is U+0120. Any thread. */
CHATFMT_API int64_t chatfmt_tokenizer_id(const chatfmt_tokenizer *tokenizer, const char *text,
                                         size_t length);

/* The text of token `id` as the file has it (with ByteLevel, in the alphabet of ByteLevel).
 * `data` is NULL when there is no such id. Borrowed until the tokenizer is freed. Any thread,
 * O(1). */
CHATFMT_API chatfmt_slice chatfmt_tokenizer_text(const chatfmt_tokenizer *tokenizer, uint32_t id);

/* ---- What it may cost -------------------------------------------------------------------- */

/*
 * A tokenizer.json can turn one byte into any amount of work and of text. So there are limits for
 * loading a tokenizer, for each text that is encoded, and for each array of ids that is decoded.
 * They are fields of chatfmt_limits. Reaching a limit is the error LIMIT with the limit's name, its
 * value and the value reached; it is checked before memory grows.
 *
 * A limit that is 0 has a default, which depends on the size n of the work. n is the number of
 * bytes of the file or of the text, or the number of ids. Where the table has two values, the
 * larger one counts.
 *
 *                  loading               encoding               decoding
 *   fuel           50000000 + 64 n       50000000 + 105 n       50000000 + 512 n
 *   string_bytes   64 MiB, 4 n           160 MiB, 32 n          224 MiB, 256 n
 *   heap_bytes     240 MiB, 48 n         240 MiB, 280 n         240 MiB, 512 n
 *   output_bytes                         160 MiB, 40 n          224 MiB, 256 n
 *
 * - A unit of fuel is about 20 ns of work, whatever the regular expressions are.
 * - string_bytes bounds a text that is in a normalizer or a decoder.
 * - heap_bytes bounds all memory of the work, except the word cache.
 * - output_bytes bounds the ids, of four bytes each, or the decoded text.
 * - value_depth bounds the nesting of the file; its default is 64.
 *
 * The other fields of chatfmt_limits have no effect here.
 *
 * In a session (chatfmt_token_session) n is the number of bytes that have to be encoded again; for
 * heap_bytes it is the number of bytes of the whole text. In a decode stream each id adds 2048
 * units to the fuel limit.
 */

/* What the last work took, and its limits. The caller makes this struct with CHATFMT_USAGE_INIT. */
typedef struct chatfmt_usage {
    size_t struct_size; /* set by CHATFMT_USAGE_INIT                         */
    uint64_t fuel, fuel_limit;
    size_t string_bytes, string_limit; /* bytes of the longest text in a normalizer
                                          or decoder                                  */
    size_t heap_bytes, heap_limit;
    size_t output_bytes, output_limit;
} chatfmt_usage;

#define CHATFMT_USAGE_INIT {sizeof(chatfmt_usage), 0, 0, 0, 0, 0, 0, 0, 0}

/* ---- Encoding ---------------------------------------------------------------------------- */

/* Encodes and decodes, and owns the memory for that and a cache of words. It keeps what the longest
 * text took, and gives it back for a text that is much shorter: when it holds more than 8 MiB, and
 * more than 64 bytes for each byte of that text. It serves one thread at a time. Free it before its
 * tokenizer. */
typedef struct chatfmt_encoder chatfmt_encoder;

typedef struct chatfmt_encoder_options {
    size_t struct_size;                 /* set by CHATFMT_ENCODER_OPTIONS_INIT                */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                     */
    size_t cache_bytes;                 /* size of the word cache in bytes; 0 = 4 MiB. It is
                                           rounded down to a power of two, at least 8 KiB      */
    const chatfmt_limits *limits;       /* for each text and each decoding, see above;
                                           copied. NULL, and fields that are 0: limits that
                                           depend on their size                               */
} chatfmt_encoder_options;

#define CHATFMT_ENCODER_OPTIONS_INIT {sizeof(chatfmt_encoder_options), NULL, 0, NULL}

/*
 * Make an encoder.
 *
 *   tokenizer  must outlive the encoder.
 *   options    borrowed during the call; NULL for the defaults.
 *   out        receives an encoder, which the caller owns; free it with chatfmt_encoder_free().
 *              NULL on any error.
 *   error      may be NULL.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT.
 * Threads: safe. The encoder then serves one thread at a time.
 */
CHATFMT_API chatfmt_status chatfmt_encoder_new(const chatfmt_tokenizer *tokenizer,
                                               const chatfmt_encoder_options *options,
                                               chatfmt_encoder **out, chatfmt_error *error);
/* Free an encoder. Its sessions and decode streams must have been freed before. Everything that was
 * borrowed from it becomes invalid. NULL is allowed. */
CHATFMT_API void chatfmt_encoder_free(chatfmt_encoder *encoder);

/* Flags of chatfmt_encode_options. */
enum {
    CHATFMT_ENCODE_OFFSETS = 1,    /* report where each token is in the text                */
    CHATFMT_ENCODE_ADD_SPECIAL = 2, /* run the post-processor's template, which adds a BOS
                                       and the like. Do not use this for a rendered prompt:
                                       the chat template writes these tokens itself          */
    CHATFMT_ENCODE_WORDS = 4       /* report to which word each token belongs                 */
};

/* Number of a word, for tokens that CHATFMT_ENCODE_ADD_SPECIAL or padding adds. */
#define CHATFMT_NO_WORD UINT32_MAX

/* Which added tokens data may write. Data are bytes of spans of the kind DATA. Text of a token that
 * data may not write is encoded as ordinary text. docs/tokens.md, "Policies", says which tokens are
 * control tokens. */
typedef enum chatfmt_token_policy {
    CHATFMT_TOKENS_ANY = 0,     /* data may write every added token, as in the reference      */
    CHATFMT_TOKENS_SPECIAL = 1, /* data may write every added token that the file does not
                                   mark as special                                            */
    CHATFMT_TOKENS_CONTROL = 2, /* data may write every added token that is not a control
                                   token. Control tokens are those that the file marks as
                                   special, those in the template (in its text in the prompt,
                                   or in `literals`), and those that look like <|this|> or
                                   [THIS]. A token of white space is a control token only if
                                   the file marks it as special                               */
    CHATFMT_TOKENS_ALL = 3,     /* data may write no added token                              */
    CHATFMT_TOKENS_REJECT = 4,  /* data may write the same tokens as with CONTROL. When data
                                   contains the text of a control token, the call fails as
                                   SECURITY                                                   */
    CHATFMT_TOKENS_REPORT = 5   /* data may write every added token. `attempts` of the result
                                   has the texts that CONTROL would encode as ordinary text   */
} chatfmt_token_policy;

typedef struct chatfmt_encode_options {
    size_t struct_size;          /* set by CHATFMT_ENCODE_OPTIONS_INIT                        */
    uint32_t flags;              /* CHATFMT_ENCODE_…; default 0. Unknown bits are refused     */
    chatfmt_token_policy policy; /* default CHATFMT_TOKENS_ANY. Every other policy uses
                                    `spans`                                                   */
    const chatfmt_span *spans;   /* spans that cover the text, as chatfmt_renderer_spans()
                                    returns them; borrowed during the call. NULL: the whole
                                    text is data                                              */
    size_t span_count;           /* number of spans                                           */
    chatfmt_slice literals;      /* source of the template: added tokens in it are control
                                    tokens. Borrowed during the call; empty: none             */
} chatfmt_encode_options;

#define CHATFMT_ENCODE_OPTIONS_INIT                                                            \
    {sizeof(chatfmt_encode_options), 0, CHATFMT_TOKENS_ANY, NULL, 0, {NULL, 0}}

/* Bytes [begin, end) of the text. */
typedef struct chatfmt_token_place {
    uint32_t begin, end;
} chatfmt_token_place;

/*
 * Text in data of a token that the policy does not allow. Under REPORT, text in data of a token
 * that CONTROL does not allow.
 *
 * There is a second kind, only with tokenizers that search for added tokens in normalised text.
 * Data directly after a control token of the template may change how that token is normalised,
 * so that it is not found any more. Then [begin, end) reaches from the template's token into the
 * data, and the ids are those of the reference.
 */
typedef struct chatfmt_token_attempt {
    uint32_t begin, end; /* bytes [begin, end) of the text                            */
    uint32_t id;         /* id of the control token                                   */
} chatfmt_token_attempt;

/* The result of encoding. Borrowed until the next call with the encoder. The library makes this
 * struct, and it may grow at its end. */
typedef struct chatfmt_tokens {
    const uint32_t *ids;                   /* `count` ids                                      */
    size_t count;
    const chatfmt_token_place *places;     /* one for each id; NULL without
                                              CHATFMT_ENCODE_OFFSETS. When several tokens make
                                              one character, each has the place of the
                                              character                                        */
    const chatfmt_token_attempt *attempts; /* the first attempts, at most 256                  */
    size_t attempt_count;                  /* number of `attempts`                             */
    size_t attempt_total;                  /* number of all attempts                           */
    const uint32_t *words; /* for each id the number of its word, from 0; NULL without
                              CHATFMT_ENCODE_WORDS. A word is a piece that the pre-tokenizer
                              makes, or an added token. Words from which no token was made are
                              counted, too                                                     */
} chatfmt_tokens;

/*
 * Encode a text.
 *
 *   encoder  forgets its last result.
 *   text     UTF-8, less than 4 GiB; borrowed during the call. NULL only with length 0.
 *   length   bytes of `text`.
 *   options  borrowed during the call; NULL for the defaults: only ids, as the reference returns
 *            them with add_special_tokens=False.
 *   tokens   receives the result, borrowed until the next call with the encoder; NULL on any
 *            error.
 *   error    may be NULL.
 *
 * When no data has the text of a token that the policy forbids, the ids are those of the
 * reference under every policy. A forbidden text is encoded as ordinary text.
 *
 * Errors: INPUT when the text is not UTF-8, with the offset; SECURITY under
 *         CHATFMT_TOKENS_REJECT, with offset and length of the attempt; LIMIT; NO_MEMORY;
 *         BAD_ARGUMENT.
 * Threads: one thread per encoder at a time.
 * Cost: O(n log n) in the worst case of words, else linear for every tokenizer. The first text
 *         of an encoder that contains an attempt also costs the bytes of the added tokens.
 * Source: Tokenizer.encode; Encoding.offsets in bytes, Encoding.words.
 */
CHATFMT_API chatfmt_status chatfmt_encoder_encode(chatfmt_encoder *encoder, const char *text,
                                                  size_t length,
                                                  const chatfmt_encode_options *options,
                                                  const chatfmt_tokens **tokens,
                                                  chatfmt_error *error);

/*
 * Convert places from bytes to code points, as Python counts them.
 *
 *   text    the text that was encoded; borrowed during the call.
 *   length  bytes of `text`.
 *   places  `count` places of the text, in bytes.
 *   count   number of places.
 *   out     receives `count` places; may be the same array as `places`.
 *
 * Does nothing when an argument is NULL.
 *
 * Threads: any.
 * Cost: O(length + count log count).
 */
CHATFMT_API void chatfmt_places_in_code_points(const char *text, size_t length,
                                               const chatfmt_token_place *places, size_t count,
                                               chatfmt_token_place *out);

/* What the last work of an encoder took, whether it failed or not. For a session it is the text
 * that was encoded last. Does nothing when an argument is NULL or out->struct_size is wrong. One
 * thread at a time with the encoder. O(1). */
CHATFMT_API void chatfmt_encoder_usage(const chatfmt_encoder *encoder, chatfmt_usage *out);
/* What loading a tokenizer took. For a tokenizer from the cache it is only the work for tokens
 * that were added to it. Does nothing when an argument is NULL or out->struct_size is wrong. Any
 * thread, O(1). */
CHATFMT_API void chatfmt_tokenizer_usage(const chatfmt_tokenizer *tokenizer, chatfmt_usage *out);

/* ---- Truncation and padding -------------------------------------------------------------- */

/* Flags of chatfmt_length_options. */
enum {
    CHATFMT_LENGTH_TRUNCATE = 1,      /* cut off ids at the end, down to max_length           */
    CHATFMT_LENGTH_TRUNCATE_LEFT = 2, /* with TRUNCATE: at the beginning instead of the end;
                                         alone it has no effect                               */
    CHATFMT_LENGTH_PAD = 4,           /* add padding after the tokens                         */
    CHATFMT_LENGTH_PAD_LEFT = 8       /* with PAD: before the tokens instead of after them;
                                         alone it has no effect                               */
};

/* What is cut off when a text, or a pair of texts, is too long. With one text LONGEST_FIRST and
 * ONLY_FIRST are the same, and ONLY_SECOND fails. */
typedef enum chatfmt_truncation {
    CHATFMT_TRUNCATE_LONGEST_FIRST = 0,
    CHATFMT_TRUNCATE_ONLY_FIRST = 1,
    CHATFMT_TRUNCATE_ONLY_SECOND = 2
} chatfmt_truncation;

/* The options of enable_truncation() and enable_padding() of the reference. */
typedef struct chatfmt_length_options {
    size_t struct_size; /* set by CHATFMT_LENGTH_OPTIONS_INIT                                 */
    uint32_t flags;     /* CHATFMT_LENGTH_…; default 0. Unknown bits are refused              */
    chatfmt_truncation strategy; /* default CHATFMT_TRUNCATE_LONGEST_FIRST                    */
    size_t max_length;  /* tokens, including those that CHATFMT_ENCODE_ADD_SPECIAL adds. Set
                           it with TRUNCATE: 0 leaves no tokens                               */
    size_t stride;      /* number of tokens that a piece shares with the piece before;
                           default 0                                                          */
    size_t pad_length;  /* tokens; 0 = the length of the first piece. For a batch set the
                           length of the longest                                              */
    size_t pad_multiple; /* round the length up to a multiple of this; 0 = do not round       */
    uint32_t pad_id, pad_type_id; /* id and type id of padding; default 0                     */
} chatfmt_length_options;

#define CHATFMT_LENGTH_OPTIONS_INIT                                                            \
    {sizeof(chatfmt_length_options), 0, CHATFMT_TRUNCATE_LONGEST_FIRST, 0, 0, 0, 0, 0, 0}

/*
 * Get "truncation" and "padding" of the tokenizer's file.
 *
 *   tokenizer  the tokenizer.
 *   out        receives the options; set it to CHATFMT_LENGTH_OPTIONS_INIT before. Flags are 0
 *              when the file has neither.
 *   error      may be NULL.
 *
 * Errors: BAD_ARGUMENT.
 * Threads: any.
 */
CHATFMT_API chatfmt_status chatfmt_tokenizer_lengths(const chatfmt_tokenizer *tokenizer,
                                                     chatfmt_length_options *out,
                                                     chatfmt_error *error);

/* One piece of a text. Each array has `count` items. */
typedef struct chatfmt_token_piece {
    const uint32_t *ids;
    const uint32_t *type_ids;
    const chatfmt_token_place *places;
    const unsigned char *attention; /* 0 for padding, else 1                                  */
    const unsigned char *special;   /* 1 for padding and for tokens that
                                       CHATFMT_ENCODE_ADD_SPECIAL added, else 0               */
    const uint32_t *words;          /* as in chatfmt_tokens                                   */
    size_t count;
    const unsigned char *texts;     /* to which text of a pair the token belongs: 0 or 1;
                                       CHATFMT_NO_TEXT for padding and for tokens that
                                       ADD_SPECIAL added                                      */
} chatfmt_token_piece;

/* In chatfmt_token_piece: the token is of neither text. */
#define CHATFMT_NO_TEXT 255

/*
 * Encode a text, truncate it and pad it.
 *
 *   encoder  forgets its last result.
 *   text     UTF-8, less than 4 GiB; borrowed during the call. NULL only with length 0.
 *   length   bytes of `text`.
 *   options  as in chatfmt_encoder_encode(). CHATFMT_ENCODE_OFFSETS and CHATFMT_ENCODE_WORDS are
 *            always on.
 *   lengths  borrowed during the call; NULL: the options of the tokenizer's file.
 *   pieces   receives an array: first the piece that the reference returns, then those that the
 *            reference calls overflowing. Borrowed until the next call with the encoder; NULL on
 *            any error.
 *   count    receives the number of pieces: at least 1, but 0 on any error.
 *   error    may be NULL.
 *
 * Errors: those of chatfmt_encoder_encode(); VALUE when the reference fails: for a stride that
 *         is not smaller than the length left for the text, and for ONLY_SECOND when something
 *         has to be cut off.
 * Threads: one thread per encoder at a time.
 * Source: Tokenizer.enable_truncation, Tokenizer.enable_padding, Tokenizer.encode.
 */
CHATFMT_API chatfmt_status chatfmt_encoder_encode_pieces(
    chatfmt_encoder *encoder, const char *text, size_t length,
    const chatfmt_encode_options *options, const chatfmt_length_options *lengths,
    const chatfmt_token_piece **pieces, size_t *count, chatfmt_error *error);

/*
 * Encode two texts that belong together, such as a question and a passage. With
 * CHATFMT_ENCODE_ADD_SPECIAL they are joined by the post-processor's template for two texts,
 * else one follows the other.
 *
 *   encoder  forgets its last result.
 *   texts    two texts of UTF-8, each less than 4 GiB; borrowed during the call.
 *   options  as in chatfmt_encoder_encode_pieces(), but without spans: both texts are data.
 *   lengths  borrowed during the call; NULL: the options of the tokenizer's file.
 *   pair     receives all tokens as one piece. Places and words are those of the token's own
 *            text. Pieces that the reference calls overflowing are left out. Borrowed until the
 *            next call with the encoder; NULL on any error.
 *   error    may be NULL.
 *
 * Errors: those of chatfmt_encoder_encode_pieces(); VALUE also when the text to be truncated is
 *         too short; UNSUPPORTED for a post-processor without a template for two texts.
 * Threads: one thread per encoder at a time.
 * Cost: that of encoding both texts twice.
 * Source: Tokenizer.encode(sequence, pair).
 */
CHATFMT_API chatfmt_status chatfmt_encoder_encode_pair(
    chatfmt_encoder *encoder, const chatfmt_slice texts[2], const chatfmt_encode_options *options,
    const chatfmt_length_options *lengths, const chatfmt_token_piece **pair,
    chatfmt_error *error);

/* ---- Texts that grow --------------------------------------------------------------------- */

/*
 * A text that is encoded again and again while it grows or changes, such as a conversation. Only
 * the part after the last safe place is encoded again. The ids and places are always those of
 * encoding the whole text with chatfmt_encoder_encode() and the policy CHATFMT_TOKENS_ANY.
 *
 * So control tokens that a user types are control tokens. For text of strangers encode the whole
 * prompt with CHATFMT_TOKENS_CONTROL; its ids may differ.
 *
 * Safe places are the ends of added tokens. With the usual pre-tokenizers, spaces after words
 * are safe places, too. With a tokenizer that has neither, the whole text is encoded each time.
 *
 * A session uses the memory of its encoder: one thread at a time for both, and the session must
 * be freed first. Several sessions may share one encoder.
 */
typedef struct chatfmt_token_session chatfmt_token_session;

/*
 * Make a session with an empty text.
 *
 *   encoder  must outlive the session.
 *   flags    0 or CHATFMT_ENCODE_OFFSETS.
 *   out      receives a session, which the caller owns; free it with
 *            chatfmt_token_session_free(). NULL on any error.
 *   error    may be NULL.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT.
 */
CHATFMT_API chatfmt_status chatfmt_token_session_new(chatfmt_encoder *encoder, uint32_t flags,
                                                     chatfmt_token_session **out,
                                                     chatfmt_error *error);
/* Free a session, before its encoder. Tokens that were borrowed from it become invalid. NULL is
 * allowed. */
CHATFMT_API void chatfmt_token_session_free(chatfmt_token_session *session);

/*
 * Replace the text of a session.
 *
 *   session  the session.
 *   text     UTF-8, less than 4 GiB; copied. NULL only with length 0.
 *   length   bytes of `text`.
 *   tokens   receives all tokens of the text; borrowed until the next call with the session. NULL
 *            on any error.
 *   same     receives how many tokens at the beginning are those of the last call. What a model
 *            has computed for them is still valid. May be NULL. 0 on any error.
 *   error    may be NULL.
 *
 * Errors: INPUT when the text is not UTF-8: then the session's text stays as it was; LIMIT and
 *         NO_MEMORY: then the session's text is empty; BAD_ARGUMENT.
 * Threads: one at a time for the session and its encoder.
 * Cost: comparing the texts, and encoding from the last safe place before the first difference.
 */
CHATFMT_API chatfmt_status chatfmt_token_session_set(chatfmt_token_session *session,
                                                     const char *text, size_t length,
                                                     const chatfmt_tokens **tokens, size_t *same,
                                                     chatfmt_error *error);
/*
 * Add text at the end of a session's text. Parameters are those of chatfmt_token_session_set();
 * `text` is the text to add.
 *
 * Errors: those of chatfmt_token_session_set(); the offset of INPUT is in the whole text of the
 *         session.
 * Threads: one at a time for the session and its encoder.
 * Cost: encoding from the last safe place.
 */
CHATFMT_API chatfmt_status chatfmt_token_session_append(chatfmt_token_session *session,
                                                        const char *text, size_t length,
                                                        const chatfmt_tokens **tokens, size_t *same,
                                                        chatfmt_error *error);

/* ---- Masks ------------------------------------------------------------------------------- */

/*
 * Write a mask: 1 for each token that shares a byte with one of the ranges of the text, else 0.
 *
 *   places       `count` places of tokens, in bytes.
 *   count        number of tokens.
 *   ranges       `range_count` ranges of bytes; NULL: none.
 *   range_count  number of ranges.
 *   mask         room for `count` bytes.
 *
 * Does nothing when `places` or `mask` is NULL.
 *
 * Threads: any.
 */
CHATFMT_API void chatfmt_mask_overlap(const chatfmt_token_place *places, size_t count,
                                      const chatfmt_token_place *ranges, size_t range_count,
                                      unsigned char *mask);

/*
 * Write the mask that return_assistant_tokens_mask of transformers up to 5.23 returns, with its
 * mistakes: it stops at a range that begins at no token; a range whose last character is in no
 * token, or in the first token, runs to the end of the row.
 *
 *   places       `count` places of tokens, in code points.
 *   count        number of tokens.
 *   ranges       `range_count` ranges, in code points, as of chatfmt_renderer_generations().
 *   range_count  number of ranges.
 *   mask         room for `count` bytes.
 *   error        may be NULL.
 *
 * Errors: OVERFLOW for an empty range at 0, as in transformers; BAD_ARGUMENT.
 * Threads: any.
 * Source: PreTrainedTokenizerBase.apply_chat_template.
 */
CHATFMT_API chatfmt_status chatfmt_mask_reference(const chatfmt_token_place *places, size_t count,
                                                  const chatfmt_generation *ranges,
                                                  size_t range_count, unsigned char *mask,
                                                  chatfmt_error *error);

/* The number of the first token, from 0, whose place holds character `index` (from 0, in the
 * unit of the places); -1 when there is none. NULL is allowed: -1. Any thread. */
CHATFMT_API int64_t chatfmt_place_to_token(const chatfmt_token_place *places, size_t count,
                                           size_t index);

/* ---- Decoding ---------------------------------------------------------------------------- */

/* Flags of chatfmt_encoder_decode() and chatfmt_decode_stream_new(). */
enum { CHATFMT_DECODE_SKIP_SPECIAL = 1 /* leave special tokens out */ };

/*
 * Decode ids into text. Ids that are not tokens are left out. Bytes that are not UTF-8 become
 * U+FFFD.
 *
 *   encoder  forgets its last result.
 *   ids      `count` ids; borrowed during the call. NULL only with count 0.
 *   count    number of ids.
 *   flags    0 or CHATFMT_DECODE_SKIP_SPECIAL.
 *   out      receives the text, borrowed until the next call with the encoder. Empty on any error.
 *   error    may be NULL.
 *
 * A character may be made of several ids. To decode ids one by one, use a chatfmt_decode_stream.
 *
 * Errors: LIMIT; NO_MEMORY; BAD_ARGUMENT.
 * Threads: one thread per encoder at a time.
 * Source: Tokenizer.decode.
 */
CHATFMT_API chatfmt_status chatfmt_encoder_decode(chatfmt_encoder *encoder, const uint32_t *ids,
                                                  size_t count, uint32_t flags,
                                                  chatfmt_slice *out, chatfmt_error *error);

/* Decodes ids one after the other, as a model generates them. A stream uses the memory of its
 * encoder: one thread at a time for both. */
typedef struct chatfmt_decode_stream chatfmt_decode_stream;

/*
 * Make a stream.
 *
 *   encoder  must outlive the stream.
 *   flags    0 or CHATFMT_DECODE_SKIP_SPECIAL.
 *   out      receives a stream, which the caller owns; free it with
 *            chatfmt_decode_stream_free(). NULL on any error.
 *   error    may be NULL.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT.
 */
CHATFMT_API chatfmt_status chatfmt_decode_stream_new(chatfmt_encoder *encoder, uint32_t flags,
                                                     chatfmt_decode_stream **out,
                                                     chatfmt_error *error);
/* Free a stream, before its encoder. Text that was borrowed from it becomes invalid. NULL is
 * allowed. */
CHATFMT_API void chatfmt_decode_stream_free(chatfmt_decode_stream *stream);

/*
 * Decode the next id.
 *
 *   stream  the stream.
 *   id      the id.
 *   out     receives the text that the id adds; borrowed until the next call with the stream.
 *           Empty while a character is not complete, and for an id that the tokenizer does not
 *           have.
 *   error   may be NULL.
 *
 * A stream has no end: for a last character that is not complete it gives nothing, where
 * chatfmt_encoder_decode() gives U+FFFD. With the vocabulary of a GGUF file, spaces before
 * punctuation stay; llama_detokenize() removes them from a whole text.
 *
 * Errors: VALUE when the text with the id does not begin with the text so far; NO_MEMORY; LIMIT;
 *         BAD_ARGUMENT.
 * Threads: one at a time for the stream and its encoder.
 * Source: DecodeStream.step.
 */
CHATFMT_API chatfmt_status chatfmt_decode_stream_push(chatfmt_decode_stream *stream, uint32_t id,
                                                      chatfmt_slice *out, chatfmt_error *error);

#ifdef __cplusplus
}
#endif

#endif
