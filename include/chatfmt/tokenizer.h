/* chatfmt/tokenizer.h - Hugging Face tokenizers: tokenizer.json, text to ids and back.
 *
 * The reference is the tokenizers library, Tokenizer.from_file("tokenizer.json"). A tokenizer is
 * loaded once and shared by all threads; every thread encodes with an encoder of its own.
 *
 *     chatfmt_tokenizer *tokenizer;
 *     chatfmt_encoder *encoder;
 *     const chatfmt_tokens *tokens;
 *     chatfmt_tokenizer_load("model/tokenizer.json", NULL, &tokenizer, &error);
 *     chatfmt_encoder_new(tokenizer, NULL, &encoder, &error);
 *     chatfmt_encoder_encode(encoder, "Hello", 5, NULL, &tokens, &error);
 *     for (size_t i = 0; i < tokens->count; i++) printf("%u\n", tokens->ids[i]);
 *
 * A rendered prompt is encoded with its spans and a policy, and then nothing that a user typed
 * can become a control token.
 */
#ifndef CHATFMT_TOKENIZER_H
#define CHATFMT_TOKENIZER_H

#include "chatfmt/base.h"
#include "chatfmt/template.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Loading ----------------------------------------------------------------------------- */

/* A loaded tokenizer: immutable, may be used from any number of threads at once. */
typedef struct chatfmt_tokenizer chatfmt_tokenizer;

/* Flags of chatfmt_tokenizer_options. */
enum {
    CHATFMT_TOKENIZER_NO_CACHE = 1, /* neither read nor keep a compiled file                    */
    CHATFMT_TOKENIZER_AS_FILE = 2   /* of a model: the pipeline that tokenizer.json has, also where
                                       transformers' class of the model builds another one      */
};

typedef struct chatfmt_tokenizer_options {
    size_t struct_size;                 /* set by CHATFMT_TOKENIZER_OPTIONS_INIT              */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                     */
    uint32_t flags;                     /* CHATFMT_TOKENIZER_…; unknown bits are refused      */
    const char *cache_folder;           /* NULL = $CHATFMT_CACHE, or chatfmt in the user's
                                           cache folder ($XDG_CACHE_HOME or ~/.cache)         */
    const chatfmt_limits *limits;       /* of loading, see "What it may cost" below; copied.
                                           NULL = by the size of the file                     */
    const char *encoding;               /* of a file of tiktoken ranks, which do not say how text
                                           is split: r50k_base, p50k_base, cl100k_base, o200k_base,
                                           llama3, qwen, kimi, which have special tokens too, or
                                           else a regular expression; VALUE for another kind of
                                           file, and for a word of letters and digits that is no
                                           such name. NULL = as the file's hash or the model says */
} chatfmt_tokenizer_options;

#define CHATFMT_TOKENIZER_OPTIONS_INIT                                                         \
    {sizeof(chatfmt_tokenizer_options), NULL, 0, NULL, NULL, NULL}

/*
 * Load a tokenizer.
 *
 *   path     a tokenizer.json, a GGUF file, of which the vocabulary alone is read, a SentencePiece
 *            model, a tekken.json, a file of tiktoken ranks, or a folder that holds a
 *            tokenizer.json, else a tekken.json, else a tokenizer.model, a tiktoken.model or a
 *            qwen.tiktoken; NUL-terminated.
 *   options  NULL for the defaults.
 *   out      receives an owned tokenizer; free with chatfmt_tokenizer_free(). NULL on any error.
 *   error    may be NULL.
 *
 * Errors: NOT_FOUND, IO; INPUT with the place in the file, such as model.merges[12]; UNSUPPORTED
 *         for a kind of model or a part that is not known, or a regular expression that
 *         could not be matched exactly as the reference does, or names in a GGUF that are not
 *         known; LIMIT; NO_MEMORY; BAD_ARGUMENT.
 * Threads: safe. The file may be hostile.
 * Cost: O(size of the file) for the first time. Files of at least 64 KiB are then kept in a
 * compiled form in the cache folder, under the hash of their content, and open within milliseconds
 * as long as the file is the same one by device, node, size and times; its content decides
 * otherwise. A damaged or foreign compiled file is ignored. $CHATFMT_NO_CACHE turns this off as
 * the flag does. Both files are read, not mapped: what becomes of them afterwards changes nothing.
 */
CHATFMT_API chatfmt_status chatfmt_tokenizer_load(const char *path,
                                                  const chatfmt_tokenizer_options *options,
                                                  chatfmt_tokenizer **out, chatfmt_error *error);

/* The same from the bytes of a file of any of these kinds, borrowed during the call; nothing is
 * cached. The same errors, but for those of files. Threads: any. */
CHATFMT_API chatfmt_status chatfmt_tokenizer_read(const char *json, size_t length,
                                                  const chatfmt_tokenizer_options *options,
                                                  chatfmt_tokenizer **out, chatfmt_error *error);

/* Free a tokenizer whose encoders are gone; NULL is allowed. */
CHATFMT_API void chatfmt_tokenizer_free(chatfmt_tokenizer *tokenizer);

/* The id of a token by its text as the file has it, or -1. Any thread. */
CHATFMT_API int64_t chatfmt_tokenizer_id(const chatfmt_tokenizer *tokenizer, const char *text,
                                         size_t length);

/* The text of a token as the file has it (with ByteLevel, in its alphabet); `data` is NULL when
 * there is no such id. Borrowed until the tokenizer is freed. Any thread. O(1). */
CHATFMT_API chatfmt_slice chatfmt_tokenizer_text(const chatfmt_tokenizer *tokenizer, uint32_t id);

/* ---- What it may cost -------------------------------------------------------------------- */

/*
 * A tokenizer.json can make any amount of work and of text from one byte. So loading it, each text
 * that is encoded and each array of ids that is decoded have limits, which are those of
 * chatfmt_limits under the same names; reaching one is the error LIMIT with the limit's name, its
 * value and the value reached. Every growth is checked first. A limit that is 0 goes by
 * the size n of the work: the bytes of the file or of the text, or the number of ids.
 *
 *                  loading               encoding               decoding
 *   fuel           50000000 + 64 n       50000000 + 105 n       50000000 + 512 n
 *   string_bytes   64 MiB, 4 n           160 MiB, 32 n          224 MiB, 256 n
 *   heap_bytes     240 MiB, 48 n         240 MiB, 280 n         240 MiB, 512 n
 *   output_bytes                         160 MiB, 40 n          224 MiB, 256 n
 *
 * The larger of two counts. A unit of fuel is about 20 ns of work, whatever the regular
 * expressions; string_bytes bounds a text on its way through a normalizer or a decoder;
 * heap_bytes all memory that is held for the work, but for the word cache; output_bytes the ids,
 * of four bytes each, or the text. value_depth is the nesting of the file, 64. The other fields
 * do not matter here.
 *
 * The text of a session is charged as it is encoded: n is what has to be encoded again, for
 * memory all of the text. Each id of a decode stream adds 2048 units to its fuel.
 */

/* What the last work took, and what it might have taken at most. */
typedef struct chatfmt_usage {
    size_t struct_size; /* set by CHATFMT_USAGE_INIT                         */
    uint64_t fuel, fuel_limit;
    size_t string_bytes, string_limit; /* of the longest text on its way */
    size_t heap_bytes, heap_limit;
    size_t output_bytes, output_limit;
} chatfmt_usage;

#define CHATFMT_USAGE_INIT {sizeof(chatfmt_usage), 0, 0, 0, 0, 0, 0, 0, 0}

/* ---- Encoding ---------------------------------------------------------------------------- */

/* What encodes and decodes, and owns the memory for it and a cache of words. Serves one thread
 * at a time; must be freed before its tokenizer. */
typedef struct chatfmt_encoder chatfmt_encoder;

typedef struct chatfmt_encoder_options {
    size_t struct_size;                 /* set by CHATFMT_ENCODER_OPTIONS_INIT                */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                     */
    size_t cache_bytes;                 /* of the word cache; 0 = 4 MiB                       */
    const chatfmt_limits *limits;       /* of each text and each decoding, see above; copied.
                                           NULL = by their size                               */
} chatfmt_encoder_options;

#define CHATFMT_ENCODER_OPTIONS_INIT {sizeof(chatfmt_encoder_options), NULL, 0, NULL}

/* Make an encoder; free with chatfmt_encoder_free(). Errors: NO_MEMORY, BAD_ARGUMENT. */
CHATFMT_API chatfmt_status chatfmt_encoder_new(const chatfmt_tokenizer *tokenizer,
                                               const chatfmt_encoder_options *options,
                                               chatfmt_encoder **out, chatfmt_error *error);
/* Free an encoder and all that was borrowed from it; NULL is allowed. */
CHATFMT_API void chatfmt_encoder_free(chatfmt_encoder *encoder);

/* Flags of chatfmt_encode_options. */
enum {
    CHATFMT_ENCODE_OFFSETS = 1,    /* report where each token is in the text                */
    CHATFMT_ENCODE_ADD_SPECIAL = 2, /* run the post-processor's template (adds a BOS …); never
                                      for a rendered prompt, which has its own               */
    CHATFMT_ENCODE_WORDS = 4       /* report which word each token is of                      */
};

/* Of tokens that ADD_SPECIAL or padding puts there. */
#define CHATFMT_NO_WORD UINT32_MAX

/* Which added tokens may not come from data, that is, from bytes whose span is DATA. */
typedef enum chatfmt_token_policy {
    CHATFMT_TOKENS_ANY = 0,     /* all may, as in the reference                               */
    CHATFMT_TOKENS_SPECIAL = 1, /* not those marked special in the file                       */
    CHATFMT_TOKENS_CONTROL = 2, /* not those, nor any that is in the template (its literals
                                   in the text, and `literals`), nor those that look like
                                   <|this|> or [THIS]                                         */
    CHATFMT_TOKENS_ALL = 3,     /* none may                                                   */
    CHATFMT_TOKENS_REJECT = 4,  /* as CONTROL, but an attempt fails the call                  */
    CHATFMT_TOKENS_REPORT = 5   /* as CONTROL, but attempts are only reported, and succeed        */
} chatfmt_token_policy;

typedef struct chatfmt_encode_options {
    size_t struct_size;          /* set by CHATFMT_ENCODE_OPTIONS_INIT                        */
    uint32_t flags;              /* CHATFMT_ENCODE_…; unknown bits are refused                */
    chatfmt_token_policy policy; /* needs spans, but for ANY                                  */
    const chatfmt_span *spans;   /* of the text, all of it, as chatfmt_renderer_spans() gives them;
                                    borrowed during the call. NULL: all of it is data         */
    size_t span_count;
    chatfmt_slice literals;      /* the template's source: added tokens in it are control     */
} chatfmt_encode_options;

#define CHATFMT_ENCODE_OPTIONS_INIT                                                            \
    {sizeof(chatfmt_encode_options), 0, CHATFMT_TOKENS_ANY, NULL, 0, {NULL, 0}}

/* Bytes [begin, end) of the text. */
typedef struct chatfmt_token_place {
    uint32_t begin, end;
} chatfmt_token_place;

/* The text of a control token in data. There is a second kind, only with tokenizers that look for
 * added tokens in normalised text: data right after a control token of the template may change how
 * that is normalised, so that it is no longer found. Then [begin, end) reaches from the template's
 * token into the data, and the ids are the reference's. */
typedef struct chatfmt_token_attempt {
    uint32_t begin, end; /* bytes of the text */
    uint32_t id;
} chatfmt_token_attempt;

/* What an encode gives. The library's; borrowed until the next call with the encoder. May grow
 * at its end. */
typedef struct chatfmt_tokens {
    const uint32_t *ids;
    size_t count;
    const chatfmt_token_place *places;     /* one for each id; NULL without OFFSETS. Tokens of one
                                              character have its place each                    */
    const chatfmt_token_attempt *attempts; /* the first ones, at most 256                      */
    size_t attempt_count;                  /* in `attempts`                                    */
    size_t attempt_total;                  /* all of them                                      */
    const uint32_t *words; /* for each id the number of its word, from 0; NULL without WORDS.
                              A word is what the pre-tokenizer makes one of, or an added token;
                              words that no token came of are counted, too                     */
} chatfmt_tokens;

/*
 * Encode a text.
 *
 *   text     `length` bytes of UTF-8, less than 4 GiB; borrowed during the call.
 *   options  NULL for the defaults: ids alone, the reference's with add_special_tokens=False.
 *   tokens   receives the result; NULL on any error.
 *   error    may be NULL.
 *
 * The ids are the reference's, whatever the policy, when no data has the text of a token that the
 * policy forbids. A forbidden text is encoded as the ordinary text that it is.
 *
 * Errors: INPUT when the text is not UTF-8, with the offset; SECURITY under REJECT, with the
 *         offset and length of the attempt; LIMIT; NO_MEMORY; BAD_ARGUMENT.
 * Source: Tokenizer.encode; Encoding.offsets in bytes, Encoding.words.
 * Cost: O(n log n) in the worst case of words, else linear whatever the tokenizer; the first
 * hostile text of an encoder costs the bytes of the added tokens once.
 */
CHATFMT_API chatfmt_status chatfmt_encoder_encode(chatfmt_encoder *encoder, const char *text,
                                                  size_t length,
                                                  const chatfmt_encode_options *options,
                                                  const chatfmt_tokens **tokens,
                                                  chatfmt_error *error);

/*
 * Places in code points instead of bytes, as Python counts them: `count` places of `text` into
 * `out` (which may be the same array). Does nothing when an argument is NULL. Any thread.
 * Cost: O(length + count log count).
 */
CHATFMT_API void chatfmt_places_in_code_points(const char *text, size_t length,
                                               const chatfmt_token_place *places, size_t count,
                                               chatfmt_token_place *out);

/* What the last text or ids of an encoder took, failed or not; of a session the last text that it
 * encoded. Does nothing when an argument is NULL. One thread at a time with the encoder. O(1). */
CHATFMT_API void chatfmt_encoder_usage(const chatfmt_encoder *encoder, chatfmt_usage *out);
/* What loading took; of one from the cache, nothing but the tokens that were added to it. Any
 * thread. O(1). */
CHATFMT_API void chatfmt_tokenizer_usage(const chatfmt_tokenizer *tokenizer, chatfmt_usage *out);

/* ---- Truncation and padding -------------------------------------------------------------- */

/* Flags of chatfmt_length_options. */
enum {
    CHATFMT_LENGTH_TRUNCATE = 1,      /* to max_length                                        */
    CHATFMT_LENGTH_TRUNCATE_LEFT = 2, /* … at the beginning of the text instead of its end    */
    CHATFMT_LENGTH_PAD = 4,
    CHATFMT_LENGTH_PAD_LEFT = 8       /* … in front of the tokens instead of after           */
};

/* What to leave out when a text is too long; with one text the first two are the same, and the
 * third fails. */
typedef enum chatfmt_truncation {
    CHATFMT_TRUNCATE_LONGEST_FIRST = 0,
    CHATFMT_TRUNCATE_ONLY_FIRST = 1,
    CHATFMT_TRUNCATE_ONLY_SECOND = 2
} chatfmt_truncation;

/* enable_truncation() and enable_padding() of the reference. */
typedef struct chatfmt_length_options {
    size_t struct_size; /* set by CHATFMT_LENGTH_OPTIONS_INIT                                 */
    uint32_t flags;     /* CHATFMT_LENGTH_…; unknown bits are refused                         */
    chatfmt_truncation strategy;
    size_t max_length;  /* with the tokens that ADD_SPECIAL puts around the text              */
    size_t stride;      /* how many tokens a piece shares with the one before                 */
    size_t pad_length;  /* 0 = the length of the first piece (a batch: give the longest)      */
    size_t pad_multiple; /* round up to a multiple of this; 0 = do not                        */
    uint32_t pad_id, pad_type_id;
} chatfmt_length_options;

#define CHATFMT_LENGTH_OPTIONS_INIT                                                            \
    {sizeof(chatfmt_length_options), 0, CHATFMT_TRUNCATE_LONGEST_FIRST, 0, 0, 0, 0, 0, 0}

/* The file's "truncation" and "padding", or flags 0; `out` begins as its _INIT. Any thread. */
CHATFMT_API chatfmt_status chatfmt_tokenizer_lengths(const chatfmt_tokenizer *tokenizer,
                                                     chatfmt_length_options *out,
                                                     chatfmt_error *error);

/* One piece of a text: `count` items in each array. */
typedef struct chatfmt_token_piece {
    const uint32_t *ids;
    const uint32_t *type_ids;
    const chatfmt_token_place *places;
    const unsigned char *attention; /* 0 for padding                                          */
    const unsigned char *special;   /* 1 for padding and for what ADD_SPECIAL put there       */
    const uint32_t *words;          /* as chatfmt_tokens has them                             */
    size_t count;
    const unsigned char *texts;     /* of two texts which one, 0 or 1; CHATFMT_NO_TEXT for
                                       padding and for what ADD_SPECIAL put there             */
} chatfmt_token_piece;

#define CHATFMT_NO_TEXT 255

/*
 * Encode a text, truncate and pad it.
 *
 *   options  as in chatfmt_encoder_encode(); OFFSETS and WORDS are always on.
 *   lengths  NULL: what the file says.
 *   pieces   receives the first piece, which is what the reference returns, and after it those
 *            that it calls overflowing; borrowed until the next call with the encoder.
 *   count    receives how many, at least 1.
 *
 * Errors: those of chatfmt_encoder_encode(); VALUE where the reference fails: a stride that is not
 *         below the length that is left for the text, ONLY_SECOND when something must go.
 * Source: Tokenizer.enable_truncation, Tokenizer.enable_padding, Tokenizer.encode.
 */
CHATFMT_API chatfmt_status chatfmt_encoder_encode_pieces(
    chatfmt_encoder *encoder, const char *text, size_t length,
    const chatfmt_encode_options *options, const chatfmt_length_options *lengths,
    const chatfmt_token_piece **pieces, size_t *count, chatfmt_error *error);

/*
 * Encode two texts that belong together, such as a question and a passage: with ADD_SPECIAL as the
 * post-processor's template of two texts says, else one after the other.
 *
 *   texts    two texts of UTF-8, each less than 4 GiB; borrowed during the call.
 *   options  as in chatfmt_encoder_encode_pieces(), but without spans: all of both texts is data.
 *   lengths  NULL: what the file says.
 *   pair     receives all tokens as one piece, in which places and words are those of a token's
 *            own text; what the reference calls overflowing is left out. Borrowed until the next
 *            call with the encoder.
 *
 * Errors: those of chatfmt_encoder_encode_pieces(); VALUE also where the text to be truncated is
 *         too short; UNSUPPORTED for a post-processor without a template of two texts.
 * Source: Tokenizer.encode(sequence, pair).
 * Cost: that of encoding both texts twice.
 */
CHATFMT_API chatfmt_status chatfmt_encoder_encode_pair(
    chatfmt_encoder *encoder, const chatfmt_slice texts[2], const chatfmt_encode_options *options,
    const chatfmt_length_options *lengths, const chatfmt_token_piece **pair,
    chatfmt_error *error);

/* ---- Texts that grow --------------------------------------------------------------------- */

/*
 * A text that is encoded again and again while it grows or changes, such as a conversation: only
 * what lies after the last safe place is encoded, and the ids and places are always those of
 * encoding the whole text, as chatfmt_encoder_encode() with the policy ANY gives them. So control
 * tokens that a user types are control tokens: for text of strangers encode the whole prompt with
 * CHATFMT_TOKENS_CONTROL, whose ids may be others. Safe places are the ends of added tokens and,
 * for the usual pre-tokenizers, spaces after words; a tokenizer without either encodes everything
 * each time.
 *
 * A session works with its encoder's memory: one thread at a time for both, and it must be freed
 * before the encoder. Several sessions may share one encoder.
 */
typedef struct chatfmt_token_session chatfmt_token_session;

/* Make a session with an empty text; `flags` is 0 or CHATFMT_ENCODE_OFFSETS. Free it with
 * chatfmt_token_session_free(). Errors: NO_MEMORY, BAD_ARGUMENT. */
CHATFMT_API chatfmt_status chatfmt_token_session_new(chatfmt_encoder *encoder, uint32_t flags,
                                                     chatfmt_token_session **out,
                                                     chatfmt_error *error);
/* Free a session and the tokens that it lent, before its encoder. NULL does nothing. */
CHATFMT_API void chatfmt_token_session_free(chatfmt_token_session *session);

/*
 * Replace the text.
 *
 *   text    `length` bytes of UTF-8, less than 4 GiB; copied.
 *   tokens  receives all tokens of the text; borrowed until the next call with the session.
 *   same    receives how many tokens from the first on are those that the call before gave: what
 *           a model has computed for them stays right. May be NULL.
 *
 * Errors: INPUT when the text is not UTF-8 (then the text stays as it was); LIMIT; NO_MEMORY (then
 *         it is empty); BAD_ARGUMENT.
 * Cost: comparing the texts; encoding from the last safe place before the first difference on.
 */
CHATFMT_API chatfmt_status chatfmt_token_session_set(chatfmt_token_session *session,
                                                     const char *text, size_t length,
                                                     const chatfmt_tokens **tokens, size_t *same,
                                                     chatfmt_error *error);
/* Put more after the text. Errors: as of chatfmt_token_session_set(), with the offset of INPUT in
 * the session's whole text. Cost: encoding from the last safe place on. */
CHATFMT_API chatfmt_status chatfmt_token_session_append(chatfmt_token_session *session,
                                                        const char *text, size_t length,
                                                        const chatfmt_tokens **tokens, size_t *same,
                                                        chatfmt_error *error);

/* ---- Masks ------------------------------------------------------------------------------- */

/*
 * One byte for each token: 1 when it shares a byte with one of the ranges of bytes of the text,
 * else 0. Without places or a mask it does nothing. Any thread.
 */
CHATFMT_API void chatfmt_mask_overlap(const chatfmt_token_place *places, size_t count,
                                      const chatfmt_token_place *ranges, size_t range_count,
                                      unsigned char *mask);

/*
 * The mask that return_assistant_tokens_mask of transformers up to 5.23 gives, with its faults:
 * ranges and places are in code points; a range that begins at no token ends the work; one whose
 * last character is in no token, or in the first, runs to the end of the row.
 *
 * Errors: OVERFLOW for an empty range at 0, as there; BAD_ARGUMENT. Any thread.
 * Source: PreTrainedTokenizerBase.apply_chat_template.
 */
CHATFMT_API chatfmt_status chatfmt_mask_reference(const chatfmt_token_place *places, size_t count,
                                                  const chatfmt_generation *ranges,
                                                  size_t range_count, unsigned char *mask,
                                                  chatfmt_error *error);

/* The first token whose place holds character `index` (in the unit of the places), or -1. */
CHATFMT_API int64_t chatfmt_place_to_token(const chatfmt_token_place *places, size_t count,
                                           size_t index);

/* ---- Decoding ---------------------------------------------------------------------------- */

/* Flags of decoding. */
enum { CHATFMT_DECODE_SKIP_SPECIAL = 1 /* leave special tokens out */ };

/*
 * The text of ids. Ids that are not tokens are left out; bytes that are not UTF-8 become U+FFFD.
 *
 *   out  receives the text; borrowed until the next call with the encoder.
 *
 * Errors: LIMIT; NO_MEMORY; BAD_ARGUMENT.
 * Source: Tokenizer.decode.
 */
CHATFMT_API chatfmt_status chatfmt_encoder_decode(chatfmt_encoder *encoder, const uint32_t *ids,
                                                  size_t count, uint32_t flags,
                                                  chatfmt_slice *out, chatfmt_error *error);

/* Decoding one id after the other, as a model makes them. Uses its encoder's memory: one thread
 * at a time for both. */
typedef struct chatfmt_decode_stream chatfmt_decode_stream;

/* Make a stream; free with chatfmt_decode_stream_free() before its encoder. `flags` as those of
 * chatfmt_encoder_decode(). Errors: NO_MEMORY, BAD_ARGUMENT. */
CHATFMT_API chatfmt_status chatfmt_decode_stream_new(chatfmt_encoder *encoder, uint32_t flags,
                                                     chatfmt_decode_stream **out,
                                                     chatfmt_error *error);
/* Free a stream and the text that it lent, before its encoder. NULL does nothing. */
CHATFMT_API void chatfmt_decode_stream_free(chatfmt_decode_stream *stream);

/*
 * The text that an id adds; empty while a character is not complete, and for an id that the
 * tokenizer does not have. Borrowed until the next call. With the vocabulary of a GGUF, spaces stay
 * that llama_detokenize() takes away in front of marks of a whole text.
 * Errors: VALUE when the text with the id does not begin with the text so far. NO_MEMORY.
 * Source: DecodeStream.step.
 */
CHATFMT_API chatfmt_status chatfmt_decode_stream_push(chatfmt_decode_stream *stream, uint32_t id,
                                                      chatfmt_slice *out, chatfmt_error *error);

#ifdef __cplusplus
}
#endif

#endif
