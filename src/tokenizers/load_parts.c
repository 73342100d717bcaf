/* tokenizers/load_parts.c - normalizer, pre-tokenizer, decoder and post-processor of a file.
 *
 * Each kind of part is a row of a table: the name in "type" and the function that reads it. A
 * name without a row is UNSUPPORTED. Sequences are laid out flat; nesting is bounded.
 */
#include "tokenizers/tokenizer.h"

#include "base/utf8.h"
#include "tokenizers/char_class.h"
#include "value/dict.h"

enum { PART_DEPTH = 8 };

typedef chatfmt_status part_reader(cft_tokenizer *t, cft_heap *heap, cft_value part);

typedef struct part_row {
    const char *type;
    part_reader *read;
} part_row;

/* Read a part, or each part of a sequence, which stands in one of `members`. */
static chatfmt_status part_read(cft_tokenizer *t, cft_heap *heap, cft_value part,
                                const char *where, const char *members, const part_row *rows,
                                unsigned depth)
{
    if (part.kind == CFT_ABSENT || part.kind == CFT_NONE) return CHATFMT_OK;
    if (part.kind != CFT_DICT)
        return cft_raise(heap, CHATFMT_INPUT, "%s: expected an object", where);
    cft_value type = cft_load_field(part, "type");
    if (type.kind != CFT_STRING)
        return cft_raise(heap, CHATFMT_INPUT, "%s.type: expected a string", where);
    if (cft_load_is(type, "Sequence")) {
        cft_value list = cft_load_field(part, members);
        if (list.kind != CFT_LIST)
            return cft_raise(heap, CHATFMT_INPUT, "%s.%s: expected an array", where, members);
        if (depth == PART_DEPTH)
            return cft_raise(heap, CHATFMT_LIMIT, "%s: sequences are nested too deep", where);
        for (uint32_t i = 0; i < list.as.list->count; i++)
            CFT_TRY(part_read(t, heap, list.as.list->items[i], where, members, rows, depth + 1));
        return CHATFMT_OK;
    }
    for (; rows->type; rows++)
        if (cft_load_is(type, rows->type)) return rows->read(t, heap, part);
    return cft_raise(heap, CHATFMT_UNSUPPORTED, "%s.type: %.*s is not supported", where,
                     (int)(type.length < 40 ? type.length : 40), type.as.text);
}

static chatfmt_status part_pattern(cft_tokenizer *t, cft_heap *heap, cft_slice expression,
                                   const char *where, cft_pattern **out)
{
    if (t->pattern_count == sizeof t->patterns / sizeof *t->patterns)
        return cft_raise(heap, CHATFMT_LIMIT, "%s: too many regular expressions", where);
    CFT_TRY(cft_pattern_compile(&t->allocator, expression, where, out, heap->error));
    t->patterns[t->pattern_count++] = *out;
    return CHATFMT_OK;
}

/* {"String": …} or {"Regex": …}: a text, or else a regular expression. */
static chatfmt_status part_text_or_regex(cft_tokenizer *t, cft_heap *heap, cft_value part,
                                         const char *where, cft_slice *text, cft_slice *regex)
{
    cft_value pattern = cft_load_field(part, "pattern");
    cft_value string = cft_load_field(pattern, "String");
    cft_value expression = cft_load_field(pattern, "Regex");
    *text = *regex = (cft_slice){NULL, 0};
    if (string.kind == CFT_STRING && string.length)
        return cft_load_keep(t, heap, cft_text_of(string), text);
    if (expression.kind == CFT_STRING)
        return cft_load_keep(t, heap, cft_text_of(expression), regex);
    return cft_raise(heap, CHATFMT_INPUT,
                     "%s.pattern: expected {\"String\": …}, not empty, or {\"Regex\": …}", where);
}

/* One of a list of words, the first of which is the default; -1 when it is none. */
static int part_word(cft_value value, const char *const *words)
{
    if (value.kind == CFT_ABSENT || value.kind == CFT_NONE) return 0;
    for (int i = 0; words[i]; i++)
        if (cft_load_is(value, words[i])) return i;
    return -1;
}

static chatfmt_status part_character(cft_tokenizer *t, cft_heap *heap, cft_value part,
                                     const char *name, const char *where, cft_slice *out)
{
    cft_slice text;
    CFT_TRY(cft_load_text(heap, part, name, where, &text));
    if (!text.length || cft_utf8_width((unsigned char)text.data[0]) != text.length)
        return cft_raise(heap, CHATFMT_INPUT, "%s.%s: expected one character", where, name);
    return cft_load_keep(t, heap, text, out);
}

/* ---- normalizers ---- */

static chatfmt_status normalizer_add(cft_tokenizer *t, cft_heap *heap, cft_normalizer step)
{
    if (t->normalizer_count == CFT_STEPS)
        return cft_raise(heap, CHATFMT_LIMIT, "normalizer: more than %d steps", CFT_STEPS);
    t->normalizers[t->normalizer_count++] = step;
    return CHATFMT_OK;
}

#define NORMALIZER_FORM(name, value)                                                      \
    static chatfmt_status name(cft_tokenizer *t, cft_heap *heap, cft_value part)          \
    {                                                                                     \
        (void)part;                                                                       \
        return normalizer_add(                                                            \
            t, heap, (cft_normalizer){.kind = CFT_NORMALIZER_FORM, .form = value});       \
    }
NORMALIZER_FORM(normalizer_nfc, CFT_NFC)
NORMALIZER_FORM(normalizer_nfd, CFT_NFD)
NORMALIZER_FORM(normalizer_nfkc, CFT_NFKC)
NORMALIZER_FORM(normalizer_nfkd, CFT_NFKD)

static chatfmt_status normalizer_lowercase(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    (void)part;
    return normalizer_add(t, heap, (cft_normalizer){.kind = CFT_NORMALIZER_LOWERCASE});
}

static chatfmt_status normalizer_accents(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    (void)part;
    return normalizer_add(t, heap, (cft_normalizer){.kind = CFT_NORMALIZER_STRIP_ACCENTS});
}

static chatfmt_status normalizer_bytes(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    (void)part;
    return normalizer_add(t, heap, (cft_normalizer){.kind = CFT_NORMALIZER_BYTES});
}

static chatfmt_status normalizer_strip(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_normalizer step = {.kind = CFT_NORMALIZER_STRIP};
    CFT_TRY(cft_load_flag(heap, part, "strip_left", "normalizer", true, &step.left));
    CFT_TRY(cft_load_flag(heap, part, "strip_right", "normalizer", true, &step.right));
    return normalizer_add(t, heap, step);
}

static chatfmt_status normalizer_prepend(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_normalizer step = {.kind = CFT_NORMALIZER_PREPEND};
    CFT_TRY(cft_load_text(heap, part, "prepend", "normalizer", &step.content));
    CFT_TRY(cft_load_keep(t, heap, step.content, &step.content));
    return normalizer_add(t, heap, step);
}

static chatfmt_status normalizer_replace(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_normalizer step = {.kind = CFT_NORMALIZER_REPLACE};
    cft_slice regex;
    CFT_TRY(part_text_or_regex(t, heap, part, "normalizer", &step.text, &regex));
    if (regex.data)
        CFT_TRY(part_pattern(t, heap, regex, "normalizer.pattern.Regex", &step.pattern));
    CFT_TRY(cft_load_text(heap, part, "content", "normalizer", &step.content));
    CFT_TRY(cft_load_keep(t, heap, step.content, &step.content));
    if (cft_slice_equal(step.text, CFT_LIT(" "))) t->space = step.content;
    return normalizer_add(t, heap, step);
}

static const part_row normalizer_rows[] = {
    {"NFC", normalizer_nfc},
    {"NFD", normalizer_nfd},
    {"NFKC", normalizer_nfkc},
    {"NFKD", normalizer_nfkd},
    {"Lowercase", normalizer_lowercase},
    {"Strip", normalizer_strip},
    {"StripAccents", normalizer_accents},
    {"Replace", normalizer_replace},
    {"Prepend", normalizer_prepend},
    {"ByteLevel", normalizer_bytes},
    {NULL, NULL},
};

chatfmt_status cft_load_normalizer(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    return part_read(t, heap, part, "normalizer", "normalizers", normalizer_rows, 0);
}

/* ---- pre-tokenizers ---- */

static chatfmt_status load_split_add(cft_tokenizer *t, cft_heap *heap, cft_split split)
{
    if (t->split_count == CFT_STEPS)
        return cft_raise(heap, CHATFMT_LIMIT, "pre_tokenizer: more than %d steps", CFT_STEPS);
    t->splits[t->split_count++] = split;
    return CHATFMT_OK;
}

/* A step that rewrites. In front of all splits it is done once for the whole piece. */
static chatfmt_status split_rewrite(cft_tokenizer *t, cft_heap *heap, cft_normalizer step,
                                    bool may_lead)
{
    size_t at = t->normalizer_count + t->rewrite_count;
    if (!may_lead || t->split_count || at == CFT_STEPS)
        return load_split_add(t, heap, (cft_split){.kind = CFT_SPLIT_REWRITE, .rewrite = step});
    t->normalizers[at] = step;
    t->rewrite_count++;
    return CHATFMT_OK;
}

static const char *const split_behaviors[] = {"Removed", "Isolated", "MergedWithPrevious",
                                              "MergedWithNext", "Contiguous", NULL};

static chatfmt_status split_behavior(cft_heap *heap, cft_value part, cft_split *split)
{
    cft_value value = cft_load_field(part, "behavior");
    int word = part_word(value, split_behaviors);
    if (word < 0 || value.kind != CFT_STRING)
        return cft_raise(heap, CHATFMT_INPUT,
                         "pre_tokenizer.behavior: expected Removed, Isolated, "
                         "MergedWithPrevious, MergedWithNext or Contiguous");
    split->behavior = (cft_behavior)word;
    return CHATFMT_OK;
}

/* [a-bc-d…]+ with nothing in it but characters: the ranges; false for any other expression. */
static chatfmt_status split_ranges(cft_tokenizer *t, cft_heap *heap, cft_slice regex,
                                   cft_split *split, bool *is)
{
    *is = false;
    if (regex.length < 4 || regex.data[0] != '[' || regex.data[1] == '^' ||
        memcmp(regex.data + regex.length - 2, "]+", 2))
        return CHATFMT_OK;
    const char *at = regex.data + 1, *end = regex.data + regex.length - 2;
    uint32_t *ranges = cft_arena_array(&t->arena, regex.length, 2 * sizeof *ranges);
    if (!ranges) return cft_raise(heap, CHATFMT_NO_MEMORY, "out of memory");
    size_t count = 0;
    while (at < end) {
        if (memchr("[]\\^&-", *at, 6)) return CHATFMT_OK;
        uint32_t low = cft_utf8_next(&at), high = low;
        if (at < end && *at == '-') {
            at++;
            if (at >= end || memchr("[]\\^&-", *at, 6)) return CHATFMT_OK;
            high = cft_utf8_next(&at);
        }
        if (high < low) return CHATFMT_OK;
        ranges[count * 2] = low;
        ranges[count * 2 + 1] = high;
        count++;
    }
    split->kind = CFT_SPLIT_RANGES;
    split->ranges = ranges;
    split->range_count = count;
    *is = count > 0;
    return CHATFMT_OK;
}

static chatfmt_status split_split(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_split split = {.kind = CFT_SPLIT_TEXT};
    cft_slice regex;
    CFT_TRY(part_text_or_regex(t, heap, part, "pre_tokenizer", &split.text, &regex));
    CFT_TRY(split_behavior(heap, part, &split));
    CFT_TRY(cft_load_flag(heap, part, "invert", "pre_tokenizer", false, &split.invert));
    if (!regex.data) return load_split_add(t, heap, split);
    split.scan = cft_scan_find(regex);
    bool ranges = false;
    if (split.scan) split.kind = CFT_SPLIT_SCAN;
    else CFT_TRY(split_ranges(t, heap, regex, &split, &ranges));
    if (!split.scan && !ranges) {
        split.kind = CFT_SPLIT_PATTERN;
        CFT_TRY(part_pattern(t, heap, regex, "pre_tokenizer.pattern.Regex", &split.pattern));
    }
    return load_split_add(t, heap, split);
}

static chatfmt_status split_byte_level(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    bool prefix, regex;
    CFT_TRY(cft_load_flag(heap, part, "add_prefix_space", "pre_tokenizer", true, &prefix));
    CFT_TRY(cft_load_flag(heap, part, "use_regex", "pre_tokenizer", true, &regex));
    if (prefix)
        CFT_TRY(split_rewrite(t, heap, (cft_normalizer){.kind = CFT_NORMALIZER_PREFIX_SPACE},
                              true));
    if (regex)
        CFT_TRY(load_split_add(t, heap,
                          (cft_split){.kind = CFT_SPLIT_SCAN,
                                      .behavior = CFT_BEHAVIOR_ISOLATED,
                                      .scan = cft_scan_gpt2()}));
    return split_rewrite(t, heap, (cft_normalizer){.kind = CFT_NORMALIZER_BYTES}, false);
}

static const char *const split_schemes[] = {"always", "first", "never", NULL};

/* Source: MetaspaceHelper: add_prefix_space false is the old way to say never. */
static chatfmt_status split_metaspace(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_normalizer step = {.kind = CFT_NORMALIZER_METASPACE};
    CFT_TRY(part_character(t, heap, part, "replacement", "pre_tokenizer", &step.content));
    cft_value scheme = cft_load_field(part, "prepend_scheme");
    cft_value old = cft_load_field(part, "add_prefix_space");
    int word = part_word(scheme, split_schemes);
    if (word < 0)
        return cft_raise(heap, CHATFMT_INPUT,
                         "pre_tokenizer.prepend_scheme: expected always, first or never");
    step.prepend = (cft_prepend)word;
    if (old.kind == CFT_BOOL && !old.as.boolean) {
        if (scheme.kind == CFT_STRING && step.prepend != CFT_PREPEND_NEVER)
            return cft_raise(heap, CHATFMT_INPUT,
                             "pre_tokenizer: add_prefix_space does not match prepend_scheme");
        step.prepend = CFT_PREPEND_NEVER;
    }
    bool splits;
    CFT_TRY(cft_load_flag(heap, part, "split", "pre_tokenizer", true, &splits));
    if (step.prepend == CFT_PREPEND_FIRST) t->needs_places = true;
    CFT_TRY(split_rewrite(t, heap, step, true));
    t->space = step.content;
    if (!splits) return CHATFMT_OK;
    return load_split_add(t, heap,
                     (cft_split){.kind = CFT_SPLIT_TEXT,
                                 .behavior = CFT_BEHAVIOR_NEXT,
                                 .text = step.content});
}

static chatfmt_status split_kinds(cft_tokenizer *t, cft_heap *heap, unsigned kinds,
                                  cft_behavior behavior)
{
    return load_split_add(
        t, heap,
        (cft_split){.kind = CFT_SPLIT_KINDS, .behavior = behavior, .kinds = kinds});
}

/* Source: is_punc of Punctuation, is_bert_punc: char::is_ascii_punctuation, and the crate
 * unicode_categories, which has Unicode 8.0. */
static chatfmt_status split_marks(cft_tokenizer *t, cft_heap *heap, cft_behavior behavior)
{
    return load_split_add(t, heap,
                     (cft_split){.kind = CFT_SPLIT_KINDS,
                                 .behavior = behavior,
                                 .flags = CFT_CHAR_PUNCTUATION,
                                 .ascii_punctuation = true});
}

static chatfmt_status split_digits(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    bool single;
    CFT_TRY(cft_load_flag(heap, part, "individual_digits", "pre_tokenizer", false, &single));
    return split_kinds(t, heap, CFT_CHAR_SET_N,
                       single ? CFT_BEHAVIOR_ISOLATED : CFT_BEHAVIOR_CONTIGUOUS);
}

static chatfmt_status split_punctuation(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_split split = {.behavior = CFT_BEHAVIOR_ISOLATED};
    if (cft_load_field(part, "behavior").kind != CFT_ABSENT)
        CFT_TRY(split_behavior(heap, part, &split));
    return split_marks(t, heap, split.behavior);
}

static chatfmt_status split_white(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    (void)part;
    return split_kinds(t, heap, CFT_CHAR_SET_SPACE, CFT_BEHAVIOR_REMOVED);
}

/* Source: pre_tokenizers::BertPreTokenizer. */
static chatfmt_status split_bert(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    CFT_TRY(split_white(t, heap, part));
    return split_marks(t, heap, CFT_BEHAVIOR_ISOLATED);
}

/* Source: pre_tokenizers::Whitespace, \w+|[^\w\s]+. */
static chatfmt_status split_words(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    (void)part;
    return load_split_add(t, heap,
                     (cft_split){.kind = CFT_SPLIT_WORDS,
                                 .behavior = CFT_BEHAVIOR_REMOVED,
                                 .invert = true});
}

static chatfmt_status split_delimiter(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_split split = {.kind = CFT_SPLIT_TEXT, .behavior = CFT_BEHAVIOR_REMOVED};
    CFT_TRY(part_character(t, heap, part, "delimiter", "pre_tokenizer", &split.text));
    return load_split_add(t, heap, split);
}

static const part_row split_rows[] = {
    {"Split", split_split},
    {"ByteLevel", split_byte_level},
    {"Metaspace", split_metaspace},
    {"Digits", split_digits},
    {"Punctuation", split_punctuation},
    {"Whitespace", split_words},
    {"WhitespaceSplit", split_white},
    {"BertPreTokenizer", split_bert},
    {"CharDelimiterSplit", split_delimiter},
    {NULL, NULL},
};

chatfmt_status cft_load_pretokenizer(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    CFT_TRY(part_read(t, heap, part, "pre_tokenizer", "pretokenizers", split_rows, 0));
    if (!t->split_count) return CHATFMT_OK;
    size_t rewrites = 0;
    for (size_t i = 0; i < t->split_count; i++)
        rewrites += t->splits[i].kind == CFT_SPLIT_REWRITE &&
                    t->splits[i].rewrite.kind == CFT_NORMALIZER_BYTES;
    const cft_split *last = &t->splits[t->split_count - 1];
    t->byte_level = rewrites == 1 && last->kind == CFT_SPLIT_REWRITE &&
                    last->rewrite.kind == CFT_NORMALIZER_BYTES;
    return CHATFMT_OK;
}

/* ---- decoders ---- */

static chatfmt_status decoder_put(cft_tokenizer *t, cft_heap *heap, cft_decoder step)
{
    if (t->decoder_count == CFT_STEPS)
        return cft_raise(heap, CHATFMT_LIMIT, "decoder: more than %d steps", CFT_STEPS);
    t->decoders[t->decoder_count++] = step;
    return CHATFMT_OK;
}

#define DECODER_PLAIN(name, value)                                                        \
    static chatfmt_status name(cft_tokenizer *t, cft_heap *heap, cft_value part)          \
    {                                                                                     \
        (void)part;                                                                       \
        return decoder_put(t, heap, (cft_decoder){.kind = value});                        \
    }
DECODER_PLAIN(decoder_load_bytes, CFT_DECODER_BYTE_LEVEL)
DECODER_PLAIN(decoder_load_fallback, CFT_DECODER_BYTE_FALLBACK)
DECODER_PLAIN(decoder_load_fuse, CFT_DECODER_FUSE)
DECODER_PLAIN(decoder_load_unknown, CFT_DECODER_UNKNOWN)

static chatfmt_status decoder_load_replace(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_decoder step = {.kind = CFT_DECODER_REPLACE};
    cft_slice regex;
    CFT_TRY(part_text_or_regex(t, heap, part, "decoder", &step.text, &regex));
    if (regex.data) CFT_TRY(part_pattern(t, heap, regex, "decoder.pattern.Regex", &step.pattern));
    CFT_TRY(cft_load_text(heap, part, "content", "decoder", &step.content));
    CFT_TRY(cft_load_keep(t, heap, step.content, &step.content));
    return decoder_put(t, heap, step);
}

static chatfmt_status decoder_count(cft_heap *heap, cft_value part, const char *name, size_t *out)
{
    cft_value value = cft_load_field(part, name);
    if (value.kind != CFT_INT || value.as.integer < 0 || value.as.integer > 1 << 20)
        return cft_raise(heap, CHATFMT_INPUT, "decoder.%s: expected a small integer", name);
    *out = (size_t)value.as.integer;
    return CHATFMT_OK;
}

static chatfmt_status decoder_load_strip(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_decoder step = {.kind = CFT_DECODER_STRIP};
    CFT_TRY(part_character(t, heap, part, "content", "decoder", &step.content));
    CFT_TRY(decoder_count(heap, part, "start", &step.start));
    CFT_TRY(decoder_count(heap, part, "stop", &step.stop));
    return decoder_put(t, heap, step);
}

static chatfmt_status decoder_load_metaspace(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_decoder step = {.kind = CFT_DECODER_METASPACE, .prepended = true};
    CFT_TRY(part_character(t, heap, part, "replacement", "decoder", &step.text));
    int word = part_word(cft_load_field(part, "prepend_scheme"), split_schemes);
    cft_value old = cft_load_field(part, "add_prefix_space");
    if (word < 0) return cft_raise(heap, CHATFMT_INPUT, "decoder.prepend_scheme: unknown word");
    step.prepended = word != CFT_PREPEND_NEVER && !(old.kind == CFT_BOOL && !old.as.boolean);
    return decoder_put(t, heap, step);
}

static chatfmt_status decoder_load_words(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_decoder step = {.kind = CFT_DECODER_WORD_PIECE};
    CFT_TRY(cft_load_text(heap, part, "prefix", "decoder", &step.text));
    CFT_TRY(cft_load_keep(t, heap, step.text, &step.text));
    CFT_TRY(cft_load_flag(heap, part, "cleanup", "decoder", true, &step.cleanup));
    return decoder_put(t, heap, step);
}

static chatfmt_status decoder_load_bpe(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_decoder step = {.kind = CFT_DECODER_BPE};
    CFT_TRY(cft_load_text(heap, part, "suffix", "decoder", &step.text));
    CFT_TRY(cft_load_keep(t, heap, step.text, &step.text));
    return decoder_put(t, heap, step);
}

static const part_row decoder_rows[] = {
    {"ByteLevel", decoder_load_bytes},
    {"Replace", decoder_load_replace},
    {"ByteFallback", decoder_load_fallback},
    {"Fuse", decoder_load_fuse},
    {"Strip", decoder_load_strip},
    {"Metaspace", decoder_load_metaspace},
    {"WordPiece", decoder_load_words},
    {"BPEDecoder", decoder_load_bpe},
    {"CTC", decoder_load_unknown},
    {NULL, NULL},
};

chatfmt_status cft_load_decoder(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    t->has_decoder = part.kind == CFT_DICT;
    return part_read(t, heap, part, "decoder", "decoders", decoder_rows, 0);
}

/* ---- post-processors ---- */

static chatfmt_status post_add(cft_tokenizer *t, cft_heap *heap, cft_post post)
{
    if (t->post_count == CFT_STEPS)
        return cft_raise(heap, CHATFMT_LIMIT, "post_processor: more than %d steps", CFT_STEPS);
    t->posts[t->post_count++] = post;
    return CHATFMT_OK;
}

static chatfmt_status post_trim(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    bool trims;
    cft_post post = {.kind = CFT_POST_TRIM};
    CFT_TRY(cft_load_flag(heap, part, "trim_offsets", "post_processor", true, &trims));
    CFT_TRY(cft_load_flag(heap, part, "add_prefix_space", "post_processor", true,
                          &post.prefix_space));
    return trims ? post_add(t, heap, post) : CHATFMT_OK;
}

/* The type id of an item of a template; 0 when there is none. */
static uint32_t post_type(cft_value item)
{
    cft_value type = cft_load_field(item, "type_id");
    bool good = type.kind == CFT_INT && type.as.integer >= 0 && type.as.integer < UINT32_MAX;
    return good ? (uint32_t)type.as.integer : 0;
}

/* The ids of one special token of a template, appended to `ids`, and their type behind all. */
static chatfmt_status post_ids(cft_heap *heap, cft_value tokens, cft_value item, uint32_t *ids,
                               size_t *count, size_t room)
{
    cft_value name = cft_load_field(item, "id");
    cft_value list = cft_absent();
    if (name.kind == CFT_STRING && tokens.kind == CFT_DICT) {
        const cft_entry *entry = cft_dict_find_text(tokens.as.dict, cft_text_of(name));
        if (entry) list = cft_load_field(entry->value, "ids");
    }
    if (list.kind != CFT_LIST)
        return cft_raise(heap, CHATFMT_INPUT,
                         "post_processor.special_tokens: a token of the template is missing");
    for (uint32_t i = 0; i < list.as.list->count; i++) {
        cft_value id = list.as.list->items[i];
        if (id.kind != CFT_INT || id.as.integer < 0 || id.as.integer >= UINT32_MAX ||
            *count == room)
            return cft_raise(heap, CHATFMT_INPUT, "post_processor.special_tokens: bad ids");
        ids[room + *count] = post_type(item);
        ids[(*count)++] = (uint32_t)id.as.integer;
    }
    return CHATFMT_OK;
}

static chatfmt_status post_template(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    enum { POST_ROOM = 256 };
    cft_value single = cft_load_field(part, "single");
    cft_value tokens = cft_load_field(part, "special_tokens");
    if (single.kind != CFT_LIST)
        return cft_raise(heap, CHATFMT_INPUT, "post_processor.single: expected an array");
    uint32_t *ids = cft_arena_array(&t->arena, (size_t)POST_ROOM * 2, sizeof *ids), text_type = 0;
    if (!ids) return cft_raise(heap, CHATFMT_NO_MEMORY, "out of memory");
    size_t count = 0, before = 0, sequences = 0;
    for (uint32_t i = 0; i < single.as.list->count; i++) {
        cft_value item = single.as.list->items[i];
        cft_value special = cft_load_field(item, "SpecialToken");
        if (special.kind == CFT_DICT) {
            CFT_TRY(post_ids(heap, tokens, special, ids, &count, POST_ROOM));
            continue;
        }
        cft_value sequence = cft_load_field(item, "Sequence");
        if (!cft_load_is(cft_load_field(sequence, "id"), "A") || sequences++)
            return cft_raise(heap, CHATFMT_UNSUPPORTED,
                             "post_processor.single: expected the text exactly once");
        before = count;
        text_type = post_type(sequence);
    }
    if (!sequences)
        return cft_raise(heap, CHATFMT_UNSUPPORTED, "post_processor.single: no text in it");
    return post_add(t, heap,
                    (cft_post){.kind = CFT_POST_TEMPLATE,
                               .before = ids,
                               .before_count = before,
                               .after = ids + before,
                               .after_count = count - before,
                               .types = ids + POST_ROOM,
                               .text_type = text_type});
}

/* [text, id] of Bert and Roberta. */
static chatfmt_status post_pair(cft_heap *heap, cft_value part, const char *name, uint32_t *out)
{
    cft_value pair = cft_load_field(part, name);
    if (pair.kind != CFT_LIST || pair.as.list->count != 2 ||
        pair.as.list->items[1].kind != CFT_INT || pair.as.list->items[1].as.integer < 0 ||
        pair.as.list->items[1].as.integer >= UINT32_MAX)
        return cft_raise(heap, CHATFMT_INPUT, "post_processor.%s: expected [text, id]", name);
    *out = (uint32_t)pair.as.list->items[1].as.integer;
    return CHATFMT_OK;
}

static chatfmt_status post_bert(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    uint32_t *ids = cft_arena_array(&t->arena, 4, sizeof *ids);
    if (!ids) return cft_raise(heap, CHATFMT_NO_MEMORY, "out of memory");
    ids[2] = ids[3] = 0;
    CFT_TRY(post_pair(heap, part, "cls", &ids[0]));
    CFT_TRY(post_pair(heap, part, "sep", &ids[1]));
    return post_add(t, heap,
                    (cft_post){.kind = CFT_POST_TEMPLATE,
                               .before = ids,
                               .before_count = 1,
                               .after = ids + 1,
                               .after_count = 1,
                               .types = ids + 2});
}

static chatfmt_status post_roberta(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    CFT_TRY(post_trim(t, heap, part));
    return post_bert(t, heap, part);
}

static const part_row post_rows[] = {
    {"ByteLevel", post_trim},
    {"TemplateProcessing", post_template},
    {"BertProcessing", post_bert},
    {"RobertaProcessing", post_roberta},
    {NULL, NULL},
};

chatfmt_status cft_load_post(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    return part_read(t, heap, part, "post_processor", "processors", post_rows, 0);
}
