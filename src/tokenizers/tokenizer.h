/* tokenizers/tokenizer.h - a loaded tokenizer, and the encoder that works with it.
 *
 * The reference is tokenizers.Tokenizer.from_file(tokenizer.json) of the Hugging Face library
 * 0.23. A tokenizer is immutable and may be shared; an encoder serves one thread at a time.
 *
 * One encode: added tokens that are matched in raw text cut it into pieces; each piece is
 * normalised by itself and cut again by the added tokens that are matched in normalised text;
 * what is left goes through the pre-tokenizer's steps into words, and the words through BPE.
 */
#ifndef CFT_TOKENIZER_H
#define CFT_TOKENIZER_H

#include "tokenizers/added_window.h"
#include "tokenizers/bpe.h"
#include "tokenizers/normal_form.h"
#include "regex/oniguruma.h"
#include "tokenizers/scan.h"
#include "tokenizers/token_text.h"
#include "base/arena.h"
#include "base/budget.h"
#include "base/buffer.h"
#include "value/heap.h"

/* ---- normalizer ---- */

typedef enum cft_normalizer_kind {
    CFT_NORMALIZER_FORM,
    CFT_NORMALIZER_LOWERCASE,
    CFT_NORMALIZER_STRIP,
    CFT_NORMALIZER_STRIP_ACCENTS,
    CFT_NORMALIZER_REPLACE, /* `text` or `pattern` by `content` */
    CFT_NORMALIZER_PREPEND,
    CFT_NORMALIZER_BYTES,
    CFT_NORMALIZER_PREFIX_SPACE, /* of ByteLevel, when it comes first */
    CFT_NORMALIZER_METASPACE,    /* of Metaspace, when it comes first */
    CFT_NORMALIZER_CLEAN,        /* of BERT: controls go, white space becomes a space */
    CFT_NORMALIZER_IDEOGRAPHS,   /* … spaces around ideographs                        */
    CFT_NORMALIZER_MARKS,        /* … marks go                                        */
    CFT_NORMALIZER_NMT,
    CFT_NORMALIZER_MAP,          /* Precompiled: `map` */
    CFT_NORMALIZER_PIECES,       /* of a SentencePiece model: `rules` */
    CFT_NORMALIZER_LLAMA_WORDS   /* of BERT as llama.cpp does it: lower case (`left`), accents go
                                  * (`right`), and each word is "U+2581 word NUL"            */
} cft_normalizer_kind;

typedef enum cft_prepend { CFT_PREPEND_ALWAYS, CFT_PREPEND_FIRST, CFT_PREPEND_NEVER } cft_prepend;

typedef struct cft_normalizer {
    cft_normalizer_kind kind;
    cft_normal_form form;
    bool left, right;
    cft_slice text, content;
    cft_pattern *pattern;
    cft_prepend prepend;
    const struct cft_charsmap *map;
    const struct cft_piece_rules *rules;
} cft_normalizer;

/* ---- pre-tokenizer ---- */

typedef enum cft_split_kind {
    CFT_SPLIT_SCAN,
    CFT_SPLIT_PATTERN,
    CFT_SPLIT_TEXT,   /* a literal string                    */
    CFT_SPLIT_RANGES, /* a run of characters of given ranges */
    CFT_SPLIT_KINDS,  /* one character of a set of kinds     */
    CFT_SPLIT_WORDS,  /* \w+|[^\w\s]+                        */
    CFT_SPLIT_REWRITE, /* no split: rewrites every part      */
    CFT_SPLIT_SCRIPTS, /* where another script begins        */
    CFT_SPLIT_LENGTH   /* `range_count` characters a part    */
} cft_split_kind;

typedef enum cft_behavior {
    CFT_BEHAVIOR_REMOVED,
    CFT_BEHAVIOR_ISOLATED,
    CFT_BEHAVIOR_PREVIOUS,
    CFT_BEHAVIOR_NEXT,
    CFT_BEHAVIOR_CONTIGUOUS
} cft_behavior;

typedef struct cft_split {
    cft_split_kind kind;
    cft_behavior behavior;
    bool invert;
    const cft_scan *scan;
    cft_pattern *pattern;
    cft_slice text;
    const uint32_t *ranges; /* pairs, ends included, in order and apart */
    size_t range_count;
    bool skips_ascii;       /* no ASCII character is in the ranges */
    unsigned kinds;         /* set of character kinds */
    unsigned flags;         /* or flags of characters */
    bool ascii_punctuation; /* … and these */
    cft_normalizer rewrite;
} cft_split;

/* ---- decoder ---- */

typedef enum cft_decoder_kind {
    CFT_DECODER_BYTE_LEVEL,
    CFT_DECODER_REPLACE,
    CFT_DECODER_BYTE_FALLBACK,
    CFT_DECODER_FUSE,
    CFT_DECODER_STRIP,
    CFT_DECODER_METASPACE,
    CFT_DECODER_WORD_PIECE,
    CFT_DECODER_BPE,
    CFT_DECODER_START,  /* of SentencePiece: a space in front of the text goes */
    CFT_DECODER_PIECES, /* as llama.cpp does it, see decoder.c */
    CFT_DECODER_CTC /* `text` is the pad token, `content` the word delimiter */
} cft_decoder_kind;

typedef struct cft_decoder {
    cft_decoder_kind kind;
    cft_slice text, content;
    cft_pattern *pattern;
    size_t start, stop;
    bool prepended, cleanup;
    bool alphabet; /* pieces are of ByteLevel's characters */
} cft_decoder;

/* ---- post-processor ---- */

typedef enum cft_post_kind { CFT_POST_TRIM, CFT_POST_TEMPLATE } cft_post_kind;

typedef struct cft_post {
    cft_post_kind kind;
    bool prefix_space;     /* of ByteLevel: how offsets are trimmed */
    const uint32_t *before, *after; /* ids that a template puts around the text */
    size_t before_count, after_count;
    const uint32_t *types; /* type ids of those before, then of those after */
    uint32_t text_type;    /* and of the text */
    const struct cft_pair_template *pair; /* NULL: it says nothing of two texts */
} cft_post;

/* What a template puts around two texts: tokens in front of the first of them, between them and
 * after the second. */
typedef struct cft_pair_template {
    uint32_t *ids, *types; /* of all tokens that are put there            */
    size_t ends[3];        /* of those in front, between, and of all      */
    unsigned order[2];     /* which text comes first: 0 and 1, or 1 and 0 */
    uint32_t text_types[2]; /* by text */
} cft_pair_template;

/* ---- truncation and padding ---- */

typedef enum cft_truncation {
    CFT_TRUNCATE_LONGEST_FIRST,
    CFT_TRUNCATE_ONLY_FIRST,
    CFT_TRUNCATE_ONLY_SECOND
} cft_truncation;

typedef struct cft_lengths {
    bool truncates, truncate_left;
    bool pads, pad_left;
    cft_truncation strategy;
    size_t max_length, stride;
    size_t pad_length;   /* 0: the longest */
    size_t pad_multiple; /* 0: any */
    uint32_t pad_id, pad_type;
} cft_lengths;

enum { CFT_STEPS = 64, CFT_BYTE_TEXT_MOST = 512 /* bytes of a text looked up */ };

typedef struct cft_tokenizer {
    cft_budget budget;           /* of loading, and of adding tokens */
    chatfmt_allocator allocator; /* the budget's: a tokenizer stays where it was loaded */
    cft_arena arena; /* all small things of it */
    cft_bpe bpe;
    cft_vocab texts; /* model tokens as the file has them, when bpe.words has raw bytes */
    cft_vocab odd;   /* those of them that are not looked up by their bytes             */
    cft_added added;
    const uint32_t *names; /* by id: place of the token's entry, or CFT_NO_TOKEN for holes */
    uint32_t *own_names;   /* the same, when it is this tokenizer's to free */
    uint32_t name_count;
    uint32_t model_count; /* different tokens of the model's vocabulary */
    cft_normalizer normalizers[CFT_STEPS];
    size_t normalizer_count; /* the normalizer's own …                              */
    size_t rewrite_count;    /* … and after them what the pre-tokenizer does first */
    cft_split splits[CFT_STEPS];
    size_t split_count;
    cft_lengths lengths;     /* what the file says; nothing here heeds it by itself */
    cft_slice space;         /* what a normalizer writes for a space; empty: a space */
    bool needs_places;       /* some step asks where in the text it is */
    bool byte_level;         /* words go to the model through the byte alphabet */
    cft_decoder decoders[CFT_STEPS];
    size_t decoder_count;
    bool has_decoder;
    cft_post posts[CFT_STEPS];
    size_t post_count;
    cft_pattern *patterns[CFT_STEPS * 3]; /* owned */
    size_t pattern_count;
    struct cft_piece_rules *rules; /* of a SentencePiece model, or NULL */
    bool uses_text_of_vocab; /* whether `texts` is set */
    bool is_source;          /* not made of a tokenizer.json: it may have parts of our own */
    bool of_class;           /* transformers' class has built its pipeline */
    bool is_rebuilt;         /* and it is another one than the file's */
    bool is_mapped;          /* the tables are a compiled file's, and not trusted */
    cft_slice parts;         /* the file without its large members, as JSON; may be empty */
} cft_tokenizer;

/*
 * Load a tokenizer.json. `text` is not needed afterwards; anything in it may be hostile.
 * `tokenizer` is cleared first and must be freed, also after a failure.
 * INPUT with the place in the file's structure, UNSUPPORTED for parts that are not (yet) exact.
 */
chatfmt_status cft_tokenizer_load(cft_tokenizer *tokenizer, const chatfmt_allocator *allocator,
                                  cft_slice text, chatfmt_error *error);
/* The same within limits; those that are 0 go by the size of the file. `parts`: what a class builds
 * in the place of the file's (tokenizers/rebuild.h), or without data. */
chatfmt_status cft_tokenizer_load_within(cft_tokenizer *tokenizer,
                                         const chatfmt_allocator *allocator,
                                         const chatfmt_limits *limits, cft_slice text,
                                         cft_slice parts, chatfmt_error *error);
/* Clear a tokenizer that is about to be loaded. */
void cft_tokenizer_begin(cft_tokenizer *tokenizer, const chatfmt_allocator *allocator,
                         const chatfmt_limits *limits);
void cft_tokenizer_free(cft_tokenizer *tokenizer);

/* load_more.c: add tokens to a tokenizer that no encoder uses yet, one after the other: content and
 * flags count, which replace those of a token that is there (special stays). NO_MEMORY, or what
 * normalising fails with; then nothing has changed. */
chatfmt_status cft_tokenizer_add(cft_tokenizer *t, const cft_added_token *more, size_t count);
/* The texts of the added tokens to their numbers in the table, with room for `count` more texts of
 * `bytes` bytes in all; to be freed in any case. */
chatfmt_status cft_tokenizer_seen(const cft_tokenizer *t, size_t count, size_t bytes,
                                  cft_vocab *seen);

/* The id of a token's text, added tokens first; CFT_NO_TOKEN when there is none. */
uint32_t cft_tokenizer_find(const cft_tokenizer *tokenizer, cft_slice text);
/* The same of the model alone. */
uint32_t cft_tokenizer_model_find(const cft_tokenizer *tokenizer, cft_slice text);
/* The text of a token as the file has it; data NULL when there is no such id. */
cft_slice cft_tokenizer_name(const cft_tokenizer *tokenizer, uint32_t id);
/* The same of the model's tokens alone. */
cft_slice cft_tokenizer_model_name(const cft_tokenizer *tokenizer, uint32_t id);
/* The model's tokens as the file has them. */
const cft_vocab *cft_tokenizer_texts(const cft_tokenizer *tokenizer);

/* ---- encoding ---- */

/* Of tokens that the post-processor or padding adds. */
#define CFT_NO_WORD UINT32_MAX

typedef struct cft_token {
    uint32_t id;
    uint32_t begin, end; /* bytes of the text; kept when the encoder tracks */
} cft_token;

/* White space, in characters, at the ends of the text that an added token was found as. */
typedef struct cft_blanks {
    uint32_t id;
    cft_place place; /* as it was found */
    size_t leading, trailing;
} cft_blanks;

/* Where encoding can begin again: a byte of the text, and how many tokens are in front of it. */
typedef struct cft_mark {
    size_t offset, token;
    bool continues; /* inside of a piece; else a piece begins there */
} cft_mark;

typedef struct cft_encoder {
    const cft_tokenizer *tokenizer;
    cft_budget *budget;          /* its own; while a tokenizer is loaded, the tokenizer's   */
    cft_budget own;
    chatfmt_allocator allocator; /* its own budget's: an encoder stays where it was made    */
    cft_bpe_work work;
    cft_pattern_work patterns;
    cft_form_scratch forms;
    cft_window_work windows; /* for added tokens                                         */
    cft_token_text texts[2]; /* normalisation goes from one to the other             */
    cft_token_text parts[2]; /* and so does what the pre-tokenizer rewrites at first */
    cft_token_text levels[CFT_STEPS]; /* for splits that rewrite */
    uint32_t *ids;
    cft_place *offsets;
    size_t count, capacity;  /* tokens */
    size_t offset_capacity;
    bool tracks;             /* offsets are kept */
    uint32_t *words;         /* the number of each token's word, or CFT_NO_WORD */
    size_t word_capacity;
    uint32_t word;           /* how many words there were */
    bool counts;             /* words are kept; whoever encodes says so before */
    const cft_guard *guard;  /* what may be matched as an added token; NULL: all */
    bool keeps_marks;        /* after added tokens matched in raw text */
    bool continues;          /* the piece at hand is the rest of one */
    cft_mark *marks;
    size_t mark_count, mark_capacity;
    cft_blanks *blanks;      /* of added tokens, in order, where their places are trimmed */
    size_t blank_count, blank_capacity;
    cft_buffer joined;       /* what decode makes */
    cft_buffer scratch;
} cft_encoder;

chatfmt_status cft_encoder_init(cft_encoder *encoder, const cft_tokenizer *tokenizer,
                                const chatfmt_allocator *allocator, size_t cache_bytes);
void cft_encoder_free(cft_encoder *encoder);
/* From here on another budget pays for what the encoder does: that of a tokenizer being loaded. */
void cft_encoder_charge(cft_encoder *encoder, cft_budget *budget);
/* Give all memory back but that which an encoder is made with; its tokens are gone. */
void cft_encoder_release(cft_encoder *encoder);

/*
 * Encode valid UTF-8. Tokens stay in encoder->ids (and ->offsets, when `tracks`, and ->words, when
 * the encoder counts) until the next call. `guard` may be NULL; it needs `tracks`. `add_special`
 * runs the post-processor's template.
 * LIMIT for texts of 4 GiB and more, and when the budget of the text does not suffice.
 */
chatfmt_status cft_encoder_encode(cft_encoder *encoder, cft_slice text, bool tracks,
                                  bool add_special, const cft_guard *guard,
                                  chatfmt_error *error);

/*
 * The tokens from a mark on, with places, without post-processing: those that encoding the whole
 * text would give there, if the mark is right. Marks after added tokens are in encoder->marks,
 * their token numbers counted from the mark on.
 */
chatfmt_status cft_encoder_resume(cft_encoder *encoder, cft_slice text, cft_mark from,
                                  const cft_guard *guard, chatfmt_error *error);
/* What the post-processor does with tokens that have places. */
chatfmt_status cft_encoder_post(cft_encoder *encoder, cft_slice text, bool add_special);
/* What the post-processor does to the places of the tokens, of which `before` others stand in
 * front. */
chatfmt_status cft_encoder_trim(cft_encoder *encoder, cft_slice text, size_t before);

/* normalize.c: apply steps to a piece; *view is the piece and then the result, which may stand
 * in one of the two texts. */
chatfmt_status cft_normalize(cft_encoder *encoder, const cft_normalizer *steps, size_t count,
                             cft_token_text texts[2], cft_token_view *view);
/* One step on any view into `out`; *same when nothing would change (then nothing is written). */
chatfmt_status cft_normalize_step(cft_encoder *encoder, const cft_normalizer *step,
                                  const cft_token_view *view, cft_token_text *out, bool *same);

/* pretokenize.c: words of a normalised piece to the model. */
chatfmt_status cft_pretokenize(cft_encoder *encoder, const cft_token_view *piece);
/* encoder.c: one word, bytes [begin, end) of the view, to tokens. */
chatfmt_status cft_encoder_word(cft_encoder *encoder, const cft_token_view *view, size_t begin,
                                size_t end);

/* The same for words side by side, one at least, the first of which begins at `begin`. */
chatfmt_status cft_encoder_words(cft_encoder *encoder, const cft_token_view *view, size_t begin,
                                 const uint32_t *ends, size_t count);

/* rates.c: what loading a file, encoding a text and decoding ids may cost by default. */
extern const cft_budget_rates cft_load_rates, cft_encode_rates, cft_decode_rates;

/* decoder.c: text of tokens in encoder->joined. Ids that are none are left out, as in the
 * reference; so are special ones when asked. */
chatfmt_status cft_decode(cft_encoder *encoder, const uint32_t *ids, size_t count,
                          bool skip_special, cft_slice *out);
/* What ids are of all that are decoded. What a whole text is cleaned of at the end (llama.cpp's
 * spaces in front of marks) a stream keeps, since it has given it away; and where others are in
 * front there is no beginning to take a space from. */
typedef enum cft_decode_part {
    CFT_DECODE_WHOLE,
    CFT_DECODE_FIRST,
    CFT_DECODE_LATER
} cft_decode_part;
/* The same, paid from *fuel unless that is NULL. */
chatfmt_status cft_decode_more(cft_encoder *encoder, const uint32_t *ids, size_t count,
                               bool skip_special, cft_decode_part part, uint64_t *fuel,
                               cft_slice *out);

/* decode_stream.c: the text that each id adds. */
typedef struct cft_decode_stream {
    chatfmt_allocator allocator;
    bool skip_special;
    uint32_t *ids;       /* those that the text to come may depend on */
    size_t count, capacity;
    size_t prefix_index; /* ids that `prefix` is the text of          */
    cft_decode_part part; /* LATER when there is text of ids that are no longer here */
    cft_buffer prefix, text;
    uint64_t fuel, allowed; /* left, and all that there was for the ids so far */
} cft_decode_stream;

void cft_decode_stream_init(cft_decode_stream *stream, const chatfmt_allocator *allocator,
                            bool skip_special);
void cft_decode_stream_free(cft_decode_stream *stream);
/* Each id adds to the fuel of the stream, so that ids that never make a character come to an end.
 * Empty while a character is not complete; VALUE when the texts do not fit together. */
chatfmt_status cft_decode_stream_push(cft_decode_stream *stream, cft_encoder *encoder, uint32_t id,
                                      cft_slice *out);

/* byte_alphabet.c: ByteLevel's characters. */
uint32_t cft_byte_character(unsigned char byte);
/* The byte that a character stands for, or -1. */
int cft_character_byte(uint32_t code);
/* The raw bytes that characters stand for, into `out` with room for as many as the text has;
 * false when a character stands for none. */
bool cft_byte_text(cft_slice text, char *out, size_t *length);

/* load_parts.c: the parts of the file. `part` may be none or absent. */
chatfmt_status cft_load_normalizer(cft_tokenizer *t, cft_heap *heap, cft_value part);
chatfmt_status cft_load_pretokenizer(cft_tokenizer *t, cft_heap *heap, cft_value part);
chatfmt_status cft_load_decoder(cft_tokenizer *t, cft_heap *heap, cft_value part);
chatfmt_status cft_load_post(cft_tokenizer *t, cft_heap *heap, cft_value part);
/* load_model.c */
chatfmt_status cft_load_model(cft_tokenizer *t, cft_heap *heap, cft_value part);
/* The same in two steps: the model's tokens, which are the tokenizer's from here on whatever
 * comes of it, kept as bytes where the pre-tokenizer ends in bytes; and, when the merges are in
 * place, the tables that follow. */
chatfmt_status cft_load_tokens(cft_tokenizer *t, cft_heap *heap, const cft_vocab *texts,
                               uint32_t highest);
chatfmt_status cft_load_finish(cft_tokenizer *t, cft_heap *heap);
/* load_words.c: options, vocabulary with scores, and tables of the other models. */
chatfmt_status cft_load_other_options(cft_tokenizer *t, cft_heap *heap, cft_value model);
chatfmt_status cft_load_scored(cft_tokenizer *t, cft_heap *heap, cft_value model, cft_vocab *texts,
                               uint32_t *highest);
chatfmt_status cft_load_unigram(cft_tokenizer *t, cft_heap *heap, cft_value model);
chatfmt_status cft_load_words(cft_tokenizer *t, cft_heap *heap);
/* load_lengths.c */
chatfmt_status cft_load_lengths(cft_tokenizer *t, cft_heap *heap, cft_value file);
/* load_added.c */
chatfmt_status cft_load_added(cft_tokenizer *t, cft_heap *heap, cft_value part);

/* load.c: all of the file but vocabulary, merges and added tokens, which a compiled file has in
 * its own way. */
chatfmt_status cft_load_parts(cft_tokenizer *t, cft_heap *heap, cft_value file);
/* load_model.c: what `model` says besides vocabulary and merges. */
chatfmt_status cft_load_model_options(cft_tokenizer *t, cft_heap *heap, cft_value model);
/* Words stay bytes from here on; false when the pre-tokenizer has no such end. */
bool cft_load_enter_byte_space(cft_tokenizer *t);
/* load.c: reading fields. Failures are INPUT and name `where`. */
cft_value cft_load_field(cft_value object, const char *name);
chatfmt_status cft_load_text(cft_heap *heap, cft_value object, const char *name,
                             const char *where, cft_slice *out);
/* Whether the value is a number of 64 bits without a sign, usize of the reference, in *out. */
bool cft_load_count(cft_value value, uint64_t *out);
/* A prefix or suffix of pieces, kept. */
chatfmt_status cft_load_affix(cft_tokenizer *t, cft_heap *heap, const char *name, cft_slice text,
                              cft_slice *out);
chatfmt_status cft_load_flag(cft_heap *heap, cft_value object, const char *name,
                             const char *where, bool standard, bool *out);
/* A copy of a text in the tokenizer's arena. */
chatfmt_status cft_load_keep(cft_tokenizer *t, cft_heap *heap, cft_slice text, cft_slice *out);
/* True when `value` is the string `text`. */
bool cft_load_is(cft_value value, const char *text);

#endif
