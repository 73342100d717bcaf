/* tokenizers/load_lengths.c - "truncation" and "padding" of a tokenizer.json. Source:
 * TruncationParams, PaddingParams. */
#include "tokenizers/tokenizer.h"

#include "value/dict.h"

static chatfmt_status lengths_natural(cft_heap *heap, cft_value object, const char *name,
                                      const char *where, uint64_t *out)
{
    return cft_load_count(cft_load_field(object, name), out)
               ? CHATFMT_OK
               : cft_raise(heap, CHATFMT_INPUT, "%s.%s: expected a number", where, name);
}

static chatfmt_status lengths_number(cft_heap *heap, cft_value object, const char *name,
                                     const char *where, size_t *out)
{
    uint64_t number = 0;
    CFT_TRY(lengths_natural(heap, object, name, where, &number));
    *out = number > SIZE_MAX / 4 ? SIZE_MAX / 4 : (size_t)number;
    return CHATFMT_OK;
}

static chatfmt_status lengths_id(cft_heap *heap, cft_value object, const char *name,
                                 uint32_t *out)
{
    uint64_t number = 0;
    CFT_TRY(lengths_natural(heap, object, name, "padding", &number));
    if (number > UINT32_MAX)
        return cft_raise(heap, CHATFMT_INPUT, "padding.%s: expected an id", name);
    *out = (uint32_t)number;
    return CHATFMT_OK;
}

static chatfmt_status lengths_side(cft_heap *heap, cft_value object, const char *where,
                                   bool needed, bool *is_left)
{
    cft_value value = cft_load_field(object, "direction");
    *is_left = cft_load_is(value, "Left");
    if (*is_left || cft_load_is(value, "Right") || (!needed && value.kind == CFT_ABSENT))
        return CHATFMT_OK;
    return cft_raise(heap, CHATFMT_INPUT, "%s.direction: expected Left or Right", where);
}

static chatfmt_status lengths_truncation(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_value strategy = cft_load_field(part, "strategy");
    CFT_TRY(lengths_side(heap, part, "truncation", false, &t->lengths.truncate_left));
    CFT_TRY(lengths_number(heap, part, "max_length", "truncation", &t->lengths.max_length));
    CFT_TRY(lengths_number(heap, part, "stride", "truncation", &t->lengths.stride));
    if (cft_load_is(strategy, "OnlySecond")) t->lengths.strategy = CFT_TRUNCATE_ONLY_SECOND;
    else if (cft_load_is(strategy, "OnlyFirst")) t->lengths.strategy = CFT_TRUNCATE_ONLY_FIRST;
    else if (!cft_load_is(strategy, "LongestFirst"))
        return cft_raise(heap, CHATFMT_INPUT,
                         "truncation.strategy: expected LongestFirst, OnlyFirst or OnlySecond");
    t->lengths.truncates = true;
    return CHATFMT_OK;
}

static chatfmt_status lengths_padding(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_value strategy = cft_load_field(part, "strategy");
    cft_value multiple = cft_load_field(part, "pad_to_multiple_of");
    cft_slice token;
    if (strategy.kind == CFT_DICT)
        CFT_TRY(lengths_number(heap, strategy, "Fixed", "padding.strategy",
                               &t->lengths.pad_length));
    else if (!cft_load_is(strategy, "BatchLongest"))
        return cft_raise(heap, CHATFMT_INPUT,
                         "padding.strategy: expected BatchLongest or {\"Fixed\": …}");
    CFT_TRY(lengths_side(heap, part, "padding", true, &t->lengths.pad_left));
    if (multiple.kind != CFT_ABSENT && multiple.kind != CFT_NONE)
        CFT_TRY(lengths_number(heap, part, "pad_to_multiple_of", "padding",
                               &t->lengths.pad_multiple));
    CFT_TRY(lengths_id(heap, part, "pad_id", &t->lengths.pad_id));
    CFT_TRY(lengths_id(heap, part, "pad_type_id", &t->lengths.pad_type));
    CFT_TRY(cft_load_text(heap, part, "pad_token", "padding", &token));
    t->lengths.pads = true;
    return CHATFMT_OK;
}

chatfmt_status cft_load_lengths(cft_tokenizer *t, cft_heap *heap, cft_value file)
{
    cft_value truncation = cft_load_field(file, "truncation");
    cft_value padding = cft_load_field(file, "padding");
    if (truncation.kind != CFT_ABSENT && truncation.kind != CFT_NONE)
        CFT_TRY(lengths_truncation(t, heap, truncation));
    if (padding.kind != CFT_ABSENT && padding.kind != CFT_NONE)
        CFT_TRY(lengths_padding(t, heap, padding));
    return CHATFMT_OK;
}
