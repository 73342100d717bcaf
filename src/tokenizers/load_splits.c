/* tokenizers/load_splits.c - the pre-tokenizer of a file, as steps. */
#include "tokenizers/load_parts.h"

#include "base/utf8.h"
#include "regex/char_class.h"

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
    int word = cft_part_word(value, split_behaviors);
    if (word < 0 || value.kind != CFT_STRING)
        return cft_raise(heap, CHATFMT_INPUT,
                         "pre_tokenizer.behavior: expected Removed, Isolated, "
                         "MergedWithPrevious, MergedWithNext or Contiguous");
    split->behavior = (cft_behavior)word;
    return CHATFMT_OK;
}

typedef uint32_t split_range[2]; /* first and last */

static void split_sink(split_range *ranges, size_t at, size_t end)
{
    split_range sinking = {ranges[at][0], ranges[at][1]};
    for (size_t child; (child = at * 2 + 1) < end; at = child) {
        if (child + 1 < end && ranges[child + 1][0] > ranges[child][0]) child++;
        if (sinking[0] >= ranges[child][0]) break;
        memcpy(ranges[at], ranges[child], sizeof sinking);
    }
    memcpy(ranges[at], sinking, sizeof sinking);
}

/* Sort ranges and join those that overlap; returns how many are left. A heap sort, which no order
 * makes slow. */
static size_t split_order(split_range *ranges, size_t count)
{
    size_t kept = 0;
    for (size_t start = count / 2; start-- > 0;) split_sink(ranges, start, count);
    for (size_t end = count; end-- > 1;) {
        split_range last = {ranges[end][0], ranges[end][1]};
        memcpy(ranges[end], ranges[0], sizeof last);
        memcpy(ranges[0], last, sizeof last);
        split_sink(ranges, 0, end);
    }
    for (size_t i = 0; i < count; i++) {
        if (kept && ranges[i][0] <= ranges[kept - 1][1]) {
            if (ranges[i][1] > ranges[kept - 1][1]) ranges[kept - 1][1] = ranges[i][1];
            continue;
        }
        memmove(ranges[kept++], ranges[i], sizeof *ranges);
    }
    return kept;
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
    uint32_t lowest = UINT32_MAX;
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
        if (low < lowest) lowest = low;
        count++;
    }
    split->kind = CFT_SPLIT_RANGES;
    split->ranges = ranges;
    split->range_count = split_order((split_range *)(void *)ranges, count);
    split->skips_ascii = lowest >= 0x80;
    *is = count > 0;
    return CHATFMT_OK;
}

static chatfmt_status split_split(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_split split = {.kind = CFT_SPLIT_TEXT};
    cft_slice regex;
    CFT_TRY(cft_part_text_or_regex(t, heap, part, "pre_tokenizer", &split.text, &regex));
    CFT_TRY(split_behavior(heap, part, &split));
    CFT_TRY(cft_load_flag(heap, part, "invert", "pre_tokenizer", false, &split.invert));
    if (!regex.data) return load_split_add(t, heap, split);
    split.scan = cft_scan_find(regex);
    bool ranges = false;
    if (split.scan) split.kind = CFT_SPLIT_SCAN;
    else CFT_TRY(split_ranges(t, heap, regex, &split, &ranges));
    if (!split.scan && !ranges) {
        split.kind = CFT_SPLIT_PATTERN;
        CFT_TRY(cft_part_pattern(t, heap, regex, "pre_tokenizer.pattern.Regex", &split.pattern));
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

/* Source: MetaspaceHelper: add_prefix_space false is the old way to say never. */
static chatfmt_status split_metaspace(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_normalizer step = {.kind = CFT_NORMALIZER_METASPACE};
    CFT_TRY(cft_part_character(t, heap, part, "replacement", "pre_tokenizer", &step.content));
    cft_value scheme = cft_load_field(part, "prepend_scheme");
    cft_value old = cft_load_field(part, "add_prefix_space");
    int word = cft_part_scheme(scheme);
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
    CFT_TRY(cft_part_character(t, heap, part, "delimiter", "pre_tokenizer", &split.text));
    return load_split_add(t, heap, split);
}

static chatfmt_status split_scripts(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    (void)part;
    return load_split_add(t, heap, (cft_split){.kind = CFT_SPLIT_SCRIPTS});
}

static chatfmt_status split_length(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_value length = cft_load_field(part, "length");
    cft_split split = {.kind = CFT_SPLIT_LENGTH, .range_count = 5};
    if (length.kind != CFT_ABSENT) {
        uint64_t count;
        if (!cft_load_count(length, &count) || !count)
            return cft_raise(heap, CHATFMT_INPUT,
                             "pre_tokenizer.length: expected an integer from 1 on");
        split.range_count = count < UINT32_MAX ? (size_t)count : UINT32_MAX; /* no text is longer */
    }
    return load_split_add(t, heap, split);
}

static const cft_part_row split_rows[] = {
    {"Split", split_split},
    {"ByteLevel", split_byte_level},
    {"Metaspace", split_metaspace},
    {"Digits", split_digits},
    {"Punctuation", split_punctuation},
    {"Whitespace", split_words},
    {"WhitespaceSplit", split_white},
    {"BertPreTokenizer", split_bert},
    {"CharDelimiterSplit", split_delimiter},
    {"UnicodeScripts", split_scripts},
    {"FixedLength", split_length},
    {NULL, NULL},
};

chatfmt_status cft_load_pretokenizer(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    CFT_TRY(cft_part_read(t, heap, part, "pre_tokenizer", "pretokenizers", split_rows, 0));
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
