/* replies/response_content.c - the content parsers: from the text of a field to its value.
 *
 * Source: transformers, utils/chat_parsing/content_parsers.py.
 */
#include "replies/response.h"

#include "base/utf8.h"
#include "builtins/number_text.h"
#include "value/json_read.h"
#include "value/json_write.h"
#include "value/list.h"
#include "value/text.h"

enum { CONTENT_DEPTH_MOST = 16 };

cft_response_content cft_response_content_named(cft_value name)
{
    static const char *const names[] = {"text", "int",        "float",   "bool",
                                        "json", "xml-inline", "kv-lines"};
    for (int i = 0; i < CFT_RESPONSE_CONTENTS; i++)
        if (cft_response_is(name, names[i])) return (cft_response_content)i;
    return CFT_RESPONSE_CONTENTS;
}

/* str.strip() unless the arguments say no. */
static chatfmt_status content_strip(const cft_response_reading *r, cft_value text, cft_value args,
                                    cft_value *out)
{
    *out = text;
    if (!cft_response_flag(args, "strip", true)) return CHATFMT_OK;
    return cft_text_strip_paid(r->heap, text, NULL, CFT_STRIP_BOTH, out);
}

/* What a word of the model's is in a message: no more of it than helps. */
static int content_shown(cft_value text) { return text.length < 120 ? (int)text.length : 120; }

/* ---- Scalars ---- */

static chatfmt_status content_number(const cft_response_reading *r, cft_value text, bool integer,
                                     cft_value *out)
{
    bool valid = false;
    double real = 0;
    if (integer) CFT_TRY(cft_int_parse(r->heap, cft_text_of(text), 10, out, &valid));
    else CFT_TRY(cft_float_parse(r->heap, cft_text_of(text), &real, &valid));
    if (!integer) *out = cft_float(real);
    return valid ? CHATFMT_OK
                 : cft_raise(r->heap, CHATFMT_VALUE, "not %s: '%.*s'",
                             integer ? "an integer" : "a number", content_shown(text),
                             text.as.text);
}

static chatfmt_status content_bool(const cft_response_reading *r, cft_value text, cft_value *out)
{
    cft_value lower;
    CFT_TRY(cft_text_case(r->heap, text, CFT_LOWER, &lower));
    *out = cft_bool(cft_response_is(lower, "true") || cft_response_is(lower, "1"));
    return CHATFMT_OK;
}

/* ---- JSON with a model's quirks ---- */

/* Replace the strings between one pair of delimiters by \x01 NUMBER \x02, and keep them. */
static chatfmt_status content_take_strings(const cft_response_reading *r, cft_slice open,
                                           cft_slice close, cft_value *working,
                                           cft_list_builder *taken)
{
    cft_slice text = cft_text_of(*working);
    cft_builder b;
    size_t at = 0;
    CFT_TRY(cft_build(&b, r->heap, text.length));
    for (;;) {
        size_t begin = cft_text_find(text, open, at), end;
        char mark[16];
        size_t length = sizeof mark;
        if (begin == SIZE_MAX) break;
        end = cft_text_find(text, close, begin + open.length);
        if (end == SIZE_MAX) break;
        CFT_TRY(cft_build_copy(&b, text.data + at, begin - at));
        begin += open.length;
        mark[--length] = '\x02';
        size_t number = taken->count;
        do mark[--length] = (char)('0' + number % 10);
        while ((number /= 10) != 0);
        mark[--length] = '\x01';
        CFT_TRY(cft_build_fresh(&b, mark + length, sizeof mark - length));
        CFT_TRY(cft_list_push(taken,
                              cft_string(text.data + begin, (uint32_t)(end - begin), 0)));
        at = end + close.length;
    }
    CFT_TRY(cft_build_copy(&b, text.data + at, text.length - at));
    return cft_build_end(&b, 0, working);
}

/* Where a run of word characters from `at` ends. */
static size_t content_word_end(cft_slice text, size_t at)
{
    while (at < text.length) {
        const char *next = text.data + at;
        if (!cft_regex_is_word(cft_utf8_next(&next))) break;
        at = (size_t)(next - text.data);
    }
    return at;
}

/* The expression (?<=[{,])(\w+): with "\1": for it. */
static chatfmt_status content_quote_keys(const cft_response_reading *r, cft_value *working)
{
    cft_slice text = cft_text_of(*working);
    cft_builder b;
    size_t told = 0, at, end;
    CFT_TRY(cft_build(&b, r->heap, text.length + 64));
    for (at = 1; at < text.length; at++) {
        if (text.data[at - 1] != '{' && text.data[at - 1] != ',') continue;
        end = content_word_end(text, at);
        if (end == at || end == text.length || text.data[end] != ':') continue;
        CFT_TRY(cft_build_copy(&b, text.data + told, at - told));
        CFT_TRY(cft_build_fresh(&b, "\"", 1));
        CFT_TRY(cft_build_copy(&b, text.data + at, end - at));
        CFT_TRY(cft_build_fresh(&b, "\":", 2));
        told = at = end + 1;
    }
    CFT_TRY(cft_build_copy(&b, text.data + told, text.length - told));
    return cft_build_end(&b, 0, working);
}

/* Put the strings back in place of their numbers, as json.dumps writes them. */
static chatfmt_status content_restore(const cft_response_reading *r, const cft_list_builder *taken,
                                      cft_value *working)
{
    static const cft_json_style ascii = {true,      false,     false, {"", 0},
                                         {", ", 2}, {": ", 2}, false, false};
    cft_slice text = cft_text_of(*working);
    cft_builder b;
    size_t told = 0;
    CFT_TRY(cft_build(&b, r->heap, text.length + 64));
    for (;;) {
        const char *mark = memchr(text.data + told, '\x01', text.length - told);
        size_t begin, at, number = 0;
        if (!mark) break;
        begin = (size_t)(mark - text.data);
        for (at = begin + 1; at < text.length && text.data[at] != '\x02'; at++)
            number = number * 10 + (size_t)(text.data[at] - '0');
        CFT_TRY(cft_build_copy(&b, text.data + told, begin - told));
        CFT_TRY(cft_json_append(&b, taken->items[number], &ascii));
        told = at + 1;
    }
    CFT_TRY(cft_build_copy(&b, text.data + told, text.length - told));
    return cft_build_end(&b, 0, working);
}

static chatfmt_status content_delimiters(const cft_response_reading *r, cft_value delimiters,
                                         cft_value *working, cft_list_builder *taken)
{
    cft_slice text = cft_text_of(*working);
    if (text.length && (memchr(text.data, '\x01', text.length) ||
                        memchr(text.data, '\x02', text.length)))
        return cft_raise(r->heap, CHATFMT_VALUE,
                         "json: the text holds one of the characters \\x01 and \\x02");
    for (uint32_t i = 0; i < delimiters.as.list->count; i++) {
        cft_value pair = delimiters.as.list->items[i];
        bool good = pair.kind == CFT_LIST && pair.as.list->count == 2 &&
                    pair.as.list->items[0].kind == CFT_STRING &&
                    pair.as.list->items[1].kind == CFT_STRING && pair.as.list->items[0].length &&
                    pair.as.list->items[1].length;
        if (!good)
            return cft_raise(r->heap, CHATFMT_VALUE,
                             "json: 'string_delims' must be pairs of strings that are not empty");
        CFT_TRY(content_take_strings(r, cft_text_of(pair.as.list->items[0]),
                                     cft_text_of(pair.as.list->items[1]), working, taken));
    }
    return CHATFMT_OK;
}

chatfmt_status cft_response_as_json(const cft_response_reading *r, cft_value text,
                                    cft_value delimiters, bool unquoted_keys, cft_value *out)
{
    cft_list_builder taken;
    *out = text;
    CFT_TRY(cft_list_build(&taken, r->heap, 0));
    if (cft_truth(delimiters)) {
        if (delimiters.kind != CFT_LIST)
            return cft_raise(r->heap, CHATFMT_TYPE, "json: 'string_delims' must be a list");
        CFT_TRY(content_delimiters(r, delimiters, out, &taken));
    }
    if (unquoted_keys) CFT_TRY(content_quote_keys(r, out));
    return taken.count ? content_restore(r, &taken, out) : CHATFMT_OK;
}

chatfmt_status cft_response_read_json(cft_heap *heap, cft_slice text, cft_value *out,
                                      chatfmt_error *aside)
{
    static const cft_json_options options = {0, false, false};
    chatfmt_error *error = heap->error;
    CFT_TRY(cft_charge_bytes(heap, text.length));
    cft_error_clear(aside);
    heap->error = aside;
    chatfmt_status status = cft_json_read(heap, text, &options, out, NULL);
    heap->error = error;
    if (status == CHATFMT_OK || status == CHATFMT_INPUT) return status;
    return cft_raise(heap, status, "%s", aside->text);
}

static chatfmt_status content_json(const cft_response_reading *r, cft_value text, cft_value args,
                                   cft_value *out)
{
    cft_value working;
    chatfmt_error aside;
    CFT_TRY(cft_response_as_json(r, text, cft_response_member(args, "string_delims"),
                                 cft_response_flag(args, "unquoted_keys", false), &working));
    chatfmt_status status = cft_response_read_json(r->heap, cft_text_of(working), out, &aside);
    if (status != CHATFMT_INPUT) return status;
    if (cft_response_flag(args, "allow_non_json", false)) return content_strip(r, text, args, out);
    return cft_raise(r->heap, CHATFMT_VALUE, "json: not JSON: %s: '%.*s'", aside.text,
                     content_shown(working), working.as.text);
}

/* ---- Dicts ---- */

/* A dict that may gather the values of one key in a list. */
typedef struct content_dict {
    cft_heap *heap;
    cft_dict *dict;
    cft_list_builder *lists; /* beside the entries; .heap NULL = not a list of ours */
    size_t room;
} content_dict;

static chatfmt_status content_lists(content_dict *d)
{
    size_t room = d->room ? d->room * 2 : 16;
    void *lists;
    if (d->dict->count <= d->room) return CHATFMT_OK;
    CFT_TRY(cft_heap_array(d->heap, room, sizeof *d->lists, &lists));
    memset(lists, 0, room * sizeof *d->lists);
    if (d->room) memcpy(lists, d->lists, d->room * sizeof *d->lists);
    d->lists = lists;
    d->room = room;
    return CHATFMT_OK;
}

static chatfmt_status content_put(content_dict *d, cft_value key, cft_value value, bool merge)
{
    const cft_entry *entry;
    CFT_TRY(cft_dict_find(d->heap, d->dict, key, &entry));
    if (!entry || !merge) {
        CFT_TRY(cft_dict_put(d->heap, d->dict, key, value));
        return content_lists(d);
    }
    cft_list_builder *list = &d->lists[entry - d->dict->entries];
    if (!list->heap) {
        cft_value had = entry->value;
        CFT_TRY(cft_list_build(list, d->heap, 4));
        if (had.kind != CFT_LIST) CFT_TRY(cft_list_push(list, had));
        else
            for (uint32_t i = 0; i < had.as.list->count; i++)
                CFT_TRY(cft_list_push(list, had.as.list->items[i]));
    }
    return cft_list_push(list, value);
}

static chatfmt_status content_end(content_dict *d, cft_value *out)
{
    for (uint32_t i = 0; i < d->dict->count && i < d->room; i++)
        if (d->lists[i].heap)
            CFT_TRY(cft_list_end(&d->lists[i], CFT_LIST, &d->dict->entries[i].value));
    *out = cft_dict_value(d->dict);
    return CHATFMT_OK;
}

/* A value inside of a field: as it is, or by another content parser. */
static chatfmt_status content_inner(const cft_response_reading *r, cft_value raw, cft_value args,
                                    unsigned depth, cft_value *out)
{
    cft_value parser = cft_response_member(args, "value_parser"), name, inner;
    *out = raw;
    if (parser.kind == CFT_ABSENT || parser.kind == CFT_NONE) return CHATFMT_OK;
    name = cft_response_member(parser, "name");
    inner = cft_response_member(parser, "args");
    cft_response_content content =
        name.kind == CFT_ABSENT ? CFT_RESPONSE_TEXT : cft_response_content_named(name);
    if (parser.kind != CFT_DICT || content == CFT_RESPONSE_CONTENTS)
        return cft_raise(r->heap, CHATFMT_KEY, "value_parser: no content parser of that name");
    if (raw.kind != CFT_STRING)
        return cft_raise(r->heap, CHATFMT_TYPE, "value_parser: there is no text to parse");
    return cft_response_parse(r, raw, content, inner, depth + 1, out);
}

static chatfmt_status content_xml(const cft_response_reading *r, cft_value text, cft_value args,
                                  unsigned depth, cft_value *out)
{
    cft_value pattern = cft_response_member(args, "tag_pattern");
    bool merge = cft_response_flag(args, "merge_duplicates", false);
    content_dict d = {r->heap, NULL, NULL, 0};
    const cft_regex *regex = NULL;
    cft_regex_match match;
    unsigned how = 0;
    if (pattern.kind == CFT_STRING)
        regex = cft_response_pattern_of(r->template, cft_text_of(pattern));
    if (!regex)
        return cft_raise(r->heap, CHATFMT_VALUE, "xml-inline: 'tag_pattern' is required");
    uint32_t key_group = cft_regex_group(regex, CFT_LIT("key"));
    uint32_t value_group = cft_regex_group(regex, CFT_LIT("value"));
    CFT_TRY(cft_dict_new(r->heap, 4, &d.dict));
    for (size_t at = 0; at <= text.length; at = match.end, how = match.end == match.begin) {
        cft_slice key, raw = {cft_empty_text, 0};
        cft_value value;
        CFT_TRY(cft_response_search(r->heap, regex, r->work, cft_text_of(text), at,
                                    how ? CFT_REGEX_ADVANCE : 0u, &match));
        if (!match.found) break;
        if (!key_group || !cft_regex_capture(r->work, text.as.text, key_group, &key))
            return cft_raise(r->heap, CHATFMT_VALUE,
                             "xml-inline: tag_pattern must have a named group 'key'");
        bool has = !value_group || cft_regex_capture(r->work, text.as.text, value_group, &raw);
        value = has ? cft_string(raw.data, (uint32_t)raw.length, 0) : cft_none();
        CFT_TRY(content_inner(r, value, args, depth, &value));
        CFT_TRY(content_put(&d, cft_string(key.data, (uint32_t)key.length, 0), value, merge));
    }
    return content_end(&d, out);
}

static chatfmt_status content_line(const cft_response_reading *r, cft_value line, cft_slice sep,
                                   cft_value args, unsigned depth, content_dict *d)
{
    cft_value key, value;
    size_t at;
    CFT_TRY(content_strip(r, line, args, &line));
    if (!line.length) return CHATFMT_OK;
    if (!sep.length) return cft_raise(r->heap, CHATFMT_VALUE, "kv-lines: empty separator");
    at = cft_text_find(cft_text_of(line), sep, 0);
    if (at == SIZE_MAX) return CHATFMT_OK;
    CFT_TRY(content_strip(r, cft_text_bytes(line, 0, at), args, &key));
    CFT_TRY(content_strip(r, cft_text_bytes(line, at + sep.length, line.length), args, &value));
    CFT_TRY(content_inner(r, value, args, depth, &value));
    return content_put(d, key, value, false);
}

static chatfmt_status content_kv(const cft_response_reading *r, cft_value text, cft_value args,
                                 unsigned depth, cft_value *out)
{
    cft_value line_sep = cft_response_member(args, "line_sep");
    cft_value kv_sep = cft_response_member(args, "kv_sep");
    content_dict d = {r->heap, NULL, NULL, 0};
    bool good = (line_sep.kind == CFT_ABSENT || (line_sep.kind == CFT_STRING && line_sep.length)) &&
                (kv_sep.kind == CFT_ABSENT || kv_sep.kind == CFT_STRING);
    if (!good) return cft_raise(r->heap, CHATFMT_VALUE, "kv-lines: a separator is not a string");
    cft_slice line_mark = line_sep.kind == CFT_ABSENT ? CFT_LIT("\n") : cft_text_of(line_sep);
    cft_slice sep = kv_sep.kind == CFT_ABSENT ? CFT_LIT(":") : cft_text_of(kv_sep);
    CFT_TRY(cft_dict_new(r->heap, 4, &d.dict));
    for (size_t at = 0; at <= text.length;) {
        size_t end = cft_text_find(cft_text_of(text), line_mark, at);
        if (end == SIZE_MAX) end = text.length;
        CFT_TRY(cft_charge_bytes(r->heap, end - at));
        CFT_TRY(content_line(r, cft_text_bytes(text, at, end), sep, args, depth, &d));
        if (end == text.length) break;
        at = end + line_mark.length;
    }
    return content_end(&d, out);
}

chatfmt_status cft_response_parse(const cft_response_reading *r, cft_value text,
                                  cft_response_content content, cft_value args, unsigned depth,
                                  cft_value *out)
{
    bool scalar = content == CFT_RESPONSE_INT || content == CFT_RESPONSE_FLOAT ||
                  content == CFT_RESPONSE_BOOL;
    if (depth > CONTENT_DEPTH_MOST)
        return cft_heap_limit(r->heap, "value parsers", CONTENT_DEPTH_MOST, depth);
    if (args.kind != CFT_ABSENT && args.kind != CFT_DICT)
        return cft_raise(r->heap, CHATFMT_TYPE, "the arguments of a content parser are not a dict");
    if (scalar) CFT_TRY(content_strip(r, text, args, &text));
    switch (content) {
    case CFT_RESPONSE_TEXT: return content_strip(r, text, args, out);
    case CFT_RESPONSE_INT:
    case CFT_RESPONSE_FLOAT: return content_number(r, text, content == CFT_RESPONSE_INT, out);
    case CFT_RESPONSE_BOOL: return content_bool(r, text, out);
    case CFT_RESPONSE_JSON: return content_json(r, text, args, out);
    case CFT_RESPONSE_XML: return content_xml(r, text, args, depth, out);
    case CFT_RESPONSE_LINES: return content_kv(r, text, args, depth, out);
    case CFT_RESPONSE_CONTENTS: break;
    }
    return cft_raise(r->heap, CHATFMT_KEY, "no content parser of that name");
}
