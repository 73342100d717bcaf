/* tokenizers/load_parts.c - what the readers of the parts of a file share. */
#include "tokenizers/load_parts.h"

#include "base/utf8.h"

enum { PART_DEPTH = 8 };

chatfmt_status cft_part_read(cft_tokenizer *t, cft_heap *heap, cft_value part,
                             const char *where, const char *members, const cft_part_row *rows,
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
            CFT_TRY(cft_part_read(t, heap, list.as.list->items[i], where, members, rows,
                                  depth + 1));
        return CHATFMT_OK;
    }
    for (; rows->type; rows++)
        if (cft_load_is(type, rows->type)) return rows->read(t, heap, part);
    return cft_raise(heap, CHATFMT_UNSUPPORTED, "%s.type: %.*s is not supported", where,
                     (int)(type.length < 40 ? type.length : 40), type.as.text);
}

chatfmt_status cft_part_pattern(cft_tokenizer *t, cft_heap *heap, cft_slice expression,
                                const char *where, cft_pattern **out)
{
    if (t->pattern_count == sizeof t->patterns / sizeof *t->patterns)
        return cft_raise(heap, CHATFMT_LIMIT, "%s: too many regular expressions", where);
    CFT_TRY(cft_pattern_compile(&t->allocator, expression, where, out, heap->error));
    t->patterns[t->pattern_count++] = *out;
    return CHATFMT_OK;
}

chatfmt_status cft_part_text_or_regex(cft_tokenizer *t, cft_heap *heap, cft_value part,
                                      const char *where, cft_slice *text, cft_slice *regex)
{
    cft_value pattern = cft_load_field(part, "pattern");
    cft_value string = cft_load_field(pattern, "String");
    cft_value expression = cft_load_field(pattern, "Regex");
    *text = *regex = (cft_slice){NULL, 0};
    if (string.kind == CFT_STRING && string.length)
        return cft_load_keep(t, heap, cft_text_of(string), text);
    /* A string is an expression that matches it; of none, one that matches everywhere. */
    if (string.kind == CFT_STRING) return cft_load_keep(t, heap, CFT_LIT(""), regex);
    if (expression.kind == CFT_STRING)
        return cft_load_keep(t, heap, cft_text_of(expression), regex);
    return cft_raise(heap, CHATFMT_INPUT,
                     "%s.pattern: expected {\"String\": …} or {\"Regex\": …}", where);
}

int cft_part_word(cft_value value, const char *const *words)
{
    if (value.kind == CFT_ABSENT || value.kind == CFT_NONE) return 0;
    for (int i = 0; words[i]; i++)
        if (cft_load_is(value, words[i])) return i;
    return -1;
}

chatfmt_status cft_part_character(cft_tokenizer *t, cft_heap *heap, cft_value part,
                                  const char *name, const char *where, cft_slice *out)
{
    cft_slice text;
    CFT_TRY(cft_load_text(heap, part, name, where, &text));
    if (!text.length || cft_utf8_width((unsigned char)text.data[0]) != text.length)
        return cft_raise(heap, CHATFMT_INPUT, "%s.%s: expected one character", where, name);
    return cft_load_keep(t, heap, text, out);
}

bool cft_part_is_set(cft_value part, const char *name)
{
    return cft_truth(cft_load_field(part, name));
}

int cft_part_scheme(cft_value value)
{
    static const char *const schemes[] = {"always", "first", "never", NULL};
    return cft_part_word(value, schemes);
}
