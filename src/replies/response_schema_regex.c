/* replies/response_schema_regex.c - the regular expressions of a response_schema: search, all
 * matches, substitution. Source: transformers 5.14, utils/chat_parsing_utils.py; CPython,
 * re.sub.
 */
#include "replies/response.h"

#include "value/builder.h"
#include "value/list.h"
#include "value/text.h"

#include <assert.h>

chatfmt_status cft_schema_compile(cft_response_template *template, cft_value pattern,
                                  const char *where)
{
    if (pattern.kind == CFT_ABSENT || pattern.kind == CFT_NONE) return CHATFMT_OK;
    if (pattern.kind != CFT_STRING)
        return cft_raise(&template->heap, CHATFMT_TYPE, "%s: an expression must be a string",
                         where);
    return cft_response_add_pattern(template, cft_text_of(pattern), CFT_REGEX_RE, where);
}

static chatfmt_status schema_regex(const cft_response_reading *r, cft_value pattern,
                                   const cft_regex **regex)
{
    *regex = pattern.kind == CFT_STRING
                 ? cft_response_pattern_of(r->template, cft_text_of(pattern))
                 : NULL;
    return *regex ? CHATFMT_OK : cft_raise(r->heap, CHATFMT_TYPE, "an expression is not a string");
}

/* The next match from *at on, as re.finditer goes: an empty one does not follow an empty one at
 * the same place. */
static chatfmt_status schema_next(const cft_response_reading *r, const cft_regex *regex,
                                  cft_value text, size_t at, bool advance, cft_regex_match *match)
{
    memset(match, 0, sizeof *match);
    assert(at <= text.length);
    return cft_response_search(r->heap, regex, r->work, cft_text_of(text), at,
                               advance ? CFT_REGEX_ADVANCE : 0u, match);
}

/* transformers: _parse_re_match. A dict of the named groups, or the only group. */
static chatfmt_status schema_groups(const cft_response_reading *r, const cft_regex *regex,
                                    cft_value text, cft_value *out)
{
    size_t count = cft_regex_name_count(regex);
    cft_slice captured;
    cft_dict *dict;
    *out = cft_none();
    if (!count) {
        if (regex->groups != 1)
            return cft_raise(r->heap, CHATFMT_VALUE, "an expression without named groups must have "
                                                     "one group, not %u", (unsigned)regex->groups);
        if (cft_regex_capture(r->work, text.as.text, 1, &captured))
            *out = cft_string(captured.data, (uint32_t)captured.length, 0);
        return CHATFMT_OK;
    }
    CFT_TRY(cft_dict_new(r->heap, count, &dict));
    for (size_t i = 0; i < count; i++) {
        const cft_regex_name *name = &cft_regex_names(regex)[i];
        if (!cft_regex_capture(r->work, text.as.text, name->number, &captured)) continue;
        CFT_TRY(cft_dict_put(r->heap, dict,
                             cft_string(name->name.data, (uint32_t)name->name.length, 0),
                             cft_string(captured.data, (uint32_t)captured.length, 0)));
    }
    *out = cft_dict_value(dict);
    return CHATFMT_OK;
}

/* ---- Substitution ---- */

/* \g<name> and \g<1> after the g. */
static chatfmt_status schema_group_named(const cft_response_reading *r, const cft_regex *regex,
                                         cft_slice text, size_t *at, uint32_t *number)
{
    size_t begin = *at + 1, end = begin;
    while (end < text.length && text.data[end] != '>') end++;
    if (*at >= text.length || text.data[*at] != '<' || end >= text.length || end == begin)
        return cft_raise(r->heap, CHATFMT_VALUE, "a replacement has a group without a name");
    *number = 0;
    bool digits = true;
    for (size_t i = begin; i < end; i++) {
        digits = digits && text.data[i] >= '0' && text.data[i] <= '9';
        if (digits && *number < 100000) *number = *number * 10 + (uint32_t)(text.data[i] - '0');
    }
    if (!digits) *number = cft_regex_group(regex, cft_slice_of(text.data + begin, end - begin));
    *at = end + 1;
    return digits || *number ? CHATFMT_OK
                             : cft_raise(r->heap, CHATFMT_KEY, "a replacement names no group");
}

/* \1 … \99, \012 and \101 with *at at the first digit. */
static void schema_group_number(cft_slice text, size_t *at, uint32_t *number, bool *octal)
{
    const char *d = text.data + *at;
    size_t left = text.length - *at, digits = 1;
    bool second = left > 1 && d[1] >= '0' && d[1] <= '9';
    bool eights = second && d[0] <= '7' && d[1] <= '7' && left > 2 && d[2] >= '0' && d[2] <= '7';
    *octal = d[0] == '0' || eights;
    if (eights) digits = 3;
    else if (d[0] == '0') digits = second && d[1] <= '7' ? 2 : 1;
    else if (second) digits = 2;
    *number = 0;
    for (size_t i = 0; i < digits; i++)
        *number = *number * (*octal ? 8 : 10) + (uint32_t)(d[i] - '0');
    *at += digits;
}

/* An escape of a replacement, *at after the backslash. CPython: sre_parse.parse_template. */
static chatfmt_status schema_escape(const cft_response_reading *r, const cft_regex *regex,
                                    cft_slice text, size_t *at, cft_value subject,
                                    cft_builder *b)
{
    static const char from[] = "abfnrtv\\", to[] = "\a\b\f\n\r\t\v\\";
    char c = *at < text.length ? text.data[*at] : '\0';
    const char *simple = c ? strchr(from, c) : NULL;
    uint32_t number = 0;
    bool octal = false;
    cft_slice captured;
    if (simple) {
        (*at)++;
        return cft_build_fresh(b, to + (simple - from), 1);
    }
    if (c == 'g') {
        (*at)++;
        CFT_TRY(schema_group_named(r, regex, text, at, &number));
    } else if (c >= '0' && c <= '9') {
        schema_group_number(text, at, &number, &octal);
    } else {
        if (!c || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
            return cft_raise(r->heap, CHATFMT_VALUE, "a replacement has a bad escape");
        return cft_build_fresh(b, "\\", 1);
    }
    if (octal) {
        char bytes[4] = {(char)number};
        if (number > 0xFF)
            return cft_raise(r->heap, CHATFMT_VALUE, "a replacement has a bad escape");
        if (number >= 0x80) {
            bytes[0] = (char)(0xC0 | number >> 6);
            bytes[1] = (char)(0x80 | (number & 0x3F));
        }
        return cft_build_fresh(b, bytes, number < 0x80 ? 1 : 2);
    }
    if (number > regex->groups)
        return cft_raise(r->heap, CHATFMT_VALUE, "a replacement names no group");
    if (subject.kind != CFT_STRING ||
        !cft_regex_capture(r->work, subject.as.text, number, &captured))
        return CHATFMT_OK;
    return cft_build_copy(b, captured.data, captured.length);
}

/* Append what the replacement makes of the last match in `subject`; of none (ABSENT) it is only
 * checked. */
static chatfmt_status schema_replacement(const cft_response_reading *r, const cft_regex *regex,
                                         cft_slice text, cft_value subject, cft_builder *b)
{
    for (size_t at = 0; at < text.length;) {
        const char *escape = memchr(text.data + at, '\\', text.length - at);
        size_t end = escape ? (size_t)(escape - text.data) : text.length;
        CFT_TRY(cft_build_copy(b, text.data + at, end - at));
        at = end;
        if (!escape) break;
        at++;
        CFT_TRY(schema_escape(r, regex, text, &at, subject, b));
    }
    return CHATFMT_OK;
}

chatfmt_status cft_schema_substitute(const cft_response_reading *r, cft_value pattern,
                                     cft_value replacement, cft_value *text)
{
    const cft_regex *regex;
    cft_regex_match match = {false, false, 0, 0};
    cft_builder b;
    size_t told = 0;
    bool advance = false;
    CFT_TRY(schema_regex(r, pattern, &regex));
    if (replacement.kind != CFT_STRING)
        return cft_raise(r->heap, CHATFMT_TYPE, "a replacement is not a string");
    CFT_TRY(cft_build(&b, r->heap, replacement.length));
    CFT_TRY(schema_replacement(r, regex, cft_text_of(replacement), cft_absent(), &b));
    CFT_TRY(cft_build(&b, r->heap, text->length));
    for (;;) {
        CFT_TRY(schema_next(r, regex, *text, match.end, advance, &match));
        if (!match.found) break;
        advance = match.end == match.begin;
        CFT_TRY(cft_build_copy(&b, text->as.text + told, match.begin - told));
        CFT_TRY(schema_replacement(r, regex, cft_text_of(replacement), *text, &b));
        told = match.end;
    }
    CFT_TRY(cft_build_copy(&b, text->as.text + told, text->length - told));
    return cft_build_end(&b, 0, text);
}

/* ---- Matching ---- */

/* Every match of the node's iterator, as a list. */
static chatfmt_status schema_iterate(const cft_response_reading *r, cft_value pattern,
                                     cft_value *content)
{
    const cft_regex *regex;
    cft_regex_match match = {false, false, 0, 0};
    cft_list_builder items;
    bool advance = false;
    CFT_TRY(schema_regex(r, pattern, &regex));
    CFT_TRY(cft_list_build(&items, r->heap, 4));
    for (;;) {
        cft_value item;
        CFT_TRY(schema_next(r, regex, *content, match.end, advance, &match));
        if (!match.found) break;
        advance = match.end == match.begin;
        CFT_TRY(schema_groups(r, regex, *content, &item));
        CFT_TRY(cft_list_push(&items, item));
    }
    if (items.count) return cft_list_end(&items, CFT_LIST, content);
    *content = cft_none();
    return CHATFMT_OK;
}

/* Every match of the node's expression for keys and values, as a dict. */
static chatfmt_status schema_pairs(const cft_response_reading *r, cft_value pattern,
                                   cft_value *content)
{
    const cft_regex *regex;
    cft_regex_match match = {false, false, 0, 0};
    bool advance = false;
    cft_dict *dict;
    CFT_TRY(schema_regex(r, pattern, &regex));
    CFT_TRY(cft_dict_new(r->heap, 4, &dict));
    for (;;) {
        cft_value groups, key, value;
        CFT_TRY(schema_next(r, regex, *content, match.end, advance, &match));
        if (!match.found) break;
        advance = match.end == match.begin;
        CFT_TRY(schema_groups(r, regex, *content, &groups));
        key = cft_response_member(groups, "key");
        value = cft_response_member(groups, "value");
        if (key.kind == CFT_ABSENT || value.kind == CFT_ABSENT)
            return cft_raise(r->heap, CHATFMT_VALUE,
                             "x-regex-key-value must have groups named 'key' and 'value'");
        CFT_TRY(cft_dict_put(r->heap, dict, key, value));
    }
    *content = dict->count ? cft_dict_value(dict) : cft_none();
    return CHATFMT_OK;
}

static chatfmt_status schema_search(const cft_response_reading *r, cft_value pattern,
                                    cft_value *content, bool *found)
{
    const cft_regex *regex;
    cft_regex_match match;
    CFT_TRY(schema_regex(r, pattern, &regex));
    CFT_TRY(schema_next(r, regex, *content, 0, false, &match));
    *found = match.found;
    return match.found ? schema_groups(r, regex, *content, content) : CHATFMT_OK;
}

/* An iterating expression needs text, and a node of the type that it makes. */
static chatfmt_status schema_iterates(const cft_response_reading *r, cft_value schema,
                                      cft_value content, const char *type)
{
    if (content.kind == CFT_STRING && cft_response_is(cft_response_member(schema, "type"), type))
        return CHATFMT_OK;
    return cft_raise(r->heap, CHATFMT_TYPE, "an expression that iterates needs text and a node of "
                                            "the type %s", type);
}

chatfmt_status cft_schema_match(const cft_response_reading *r, cft_value schema,
                                cft_value *content)
{
    cft_value subs = cft_response_member(schema, "x-regex-substitutions");
    cft_value search = cft_response_member(schema, "x-regex");
    cft_value iterator = cft_response_member(schema, "x-regex-iterator");
    cft_value pairs = cft_response_member(schema, "x-regex-key-value");
    bool found = true;
    for (uint32_t i = 0; subs.kind == CFT_LIST && i < subs.as.list->count; i++) {
        const cft_list *pair = subs.as.list->items[i].as.list; /* checked when loaded */
        CFT_TRY(cft_schema_substitute(r, pair->items[0], pair->items[1], content));
    }
    if (search.kind != CFT_ABSENT && search.kind != CFT_NONE)
        CFT_TRY(schema_search(r, search, content, &found));
    if (!found) {
        *content = cft_absent();
        return CHATFMT_OK;
    }
    if (iterator.kind != CFT_ABSENT && iterator.kind != CFT_NONE) {
        CFT_TRY(schema_iterates(r, schema, *content, "array"));
        CFT_TRY(schema_iterate(r, iterator, content));
        if (content->kind == CFT_NONE) *content = cft_absent();
    }
    if (content->kind != CFT_ABSENT && pairs.kind != CFT_ABSENT && pairs.kind != CFT_NONE) {
        CFT_TRY(schema_iterates(r, schema, *content, "object"));
        CFT_TRY(schema_pairs(r, pairs, content));
        if (content->kind == CFT_NONE) *content = cft_absent();
    }
    return CHATFMT_OK;
}
