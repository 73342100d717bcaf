/* replies/response_value.c - what becomes of a field's parsed text: the transform of its template,
 * and the casts that the tools' schemas ask for.
 *
 * Source: transformers, utils/chat_parsing: _apply_transform, _coerce, _schema_types.
 */
#include "replies/response.h"

#include "base/utf8.h"
#include "builtins/number_text.h"
#include "value/list.h"
#include "value/text.h"

#include <math.h>

enum { VALUE_DEPTH_MOST = 64, VALUE_TYPES_MOST = 8 };

/* ---- Transforms ---- */

/* Bytes of a placeholder that is at `at`, {name.name}, or 0. */
static size_t value_placeholder(cft_slice text, size_t at)
{
    size_t begin = at++;
    if (text.data[begin] != '{') return 0;
    for (;;) {
        size_t word = at;
        while (at < text.length) {
            const char *next = text.data + at;
            if (!cft_regex_is_word(cft_utf8_next(&next))) break;
            at = (size_t)(next - text.data);
        }
        if (at == word || at == text.length) return 0;
        if (text.data[at] == '}') return at + 1 - begin;
        if (text.data[at++] != '.') return 0;
    }
}

chatfmt_status cft_response_check_transform(cft_heap *heap, cft_value transform, cft_value field,
                                            unsigned depth)
{
    if (depth > VALUE_DEPTH_MOST)
        return cft_heap_limit(heap, "transform depth", VALUE_DEPTH_MOST, depth);
    if (transform.kind == CFT_DICT)
        for (uint32_t i = 0; i < transform.as.dict->count; i++)
            CFT_TRY(cft_response_check_transform(heap, transform.as.dict->entries[i].value, field,
                                                 depth + 1));
    if (transform.kind == CFT_LIST)
        for (uint32_t i = 0; i < transform.as.list->count; i++)
            CFT_TRY(cft_response_check_transform(heap, transform.as.list->items[i], field,
                                                 depth + 1));
    if (transform.kind != CFT_STRING) return CHATFMT_OK;
    cft_slice text = cft_text_of(transform);
    for (size_t at = 0; at < text.length; at++) {
        size_t length = value_placeholder(text, at);
        if (length && length != text.length)
            return cft_raise(heap, CHATFMT_VALUE,
                             "Field '%.*s': a transform string mixes a placeholder with other text",
                             (int)field.length, field.as.text);
    }
    return CHATFMT_OK;
}

/* The values that placeholders may name: captures, and what they are overlaid with. */
typedef struct value_scope {
    cft_value captures;
    cft_value content; /* under the name `content`, or ABSENT */
    cft_value item;    /* a dict, or ABSENT */
} value_scope;

static cft_value value_root(const value_scope *scope, cft_slice name)
{
    const cft_entry *entry = NULL;
    if (scope->content.kind != CFT_ABSENT && cft_slice_equal(name, CFT_LIT("content")))
        return scope->content;
    if (scope->item.kind == CFT_DICT) entry = cft_dict_find_text(scope->item.as.dict, name);
    if (!entry && scope->captures.kind == CFT_DICT)
        entry = cft_dict_find_text(scope->captures.as.dict, name);
    return entry ? entry->value : cft_absent();
}

static chatfmt_status value_look_up(const cft_response_reading *r, const value_scope *scope,
                                    cft_slice path, cft_value *out)
{
    const char *dot = memchr(path.data, '.', path.length);
    size_t length = dot ? (size_t)(dot - path.data) : path.length;
    *out = value_root(scope, cft_slice_of(path.data, length));
    if (out->kind == CFT_ABSENT)
        return cft_raise(r->heap, CHATFMT_KEY, "transform placeholder '{%.*s}' is not defined",
                         (int)path.length, path.data);
    for (size_t at = length + 1; at <= path.length; at += length + 1) {
        const cft_entry *entry = NULL;
        dot = memchr(path.data + at, '.', path.length - at);
        length = dot ? (size_t)(dot - path.data) - at : path.length - at;
        if (out->kind == CFT_DICT)
            entry = cft_dict_find_text(out->as.dict, cft_slice_of(path.data + at, length));
        if (!entry)
            return cft_raise(r->heap, CHATFMT_VALUE,
                             "transform placeholder '{%.*s}' finds no key '%.*s' in a %s",
                             (int)path.length, path.data, (int)length, path.data + at,
                             cft_type_name(*out));
        *out = entry->value;
    }
    return CHATFMT_OK;
}

static chatfmt_status value_apply(const cft_response_reading *r, const value_scope *scope,
                                  cft_value transform, cft_value *out)
{
    CFT_TRY(cft_charge(r->heap, 1));
    *out = transform;
    if (transform.kind == CFT_STRING) {
        cft_slice text = cft_text_of(transform);
        if (!text.length || value_placeholder(text, 0) != text.length) return CHATFMT_OK;
        return value_look_up(r, scope, cft_slice_of(text.data + 1, text.length - 2), out);
    }
    if (transform.kind == CFT_LIST) {
        cft_list_builder list;
        CFT_TRY(cft_list_build(&list, r->heap, transform.as.list->count));
        for (uint32_t i = 0; i < transform.as.list->count; i++) {
            cft_value item;
            CFT_TRY(value_apply(r, scope, transform.as.list->items[i], &item));
            CFT_TRY(cft_list_push(&list, item));
        }
        return cft_list_end(&list, CFT_LIST, out);
    }
    if (transform.kind != CFT_DICT) return CHATFMT_OK;
    cft_dict *dict;
    CFT_TRY(cft_dict_new(r->heap, transform.as.dict->count, &dict));
    for (uint32_t i = 0; i < transform.as.dict->count; i++) {
        cft_value item;
        CFT_TRY(value_apply(r, scope, transform.as.dict->entries[i].value, &item));
        CFT_TRY(cft_dict_put(r->heap, dict, transform.as.dict->entries[i].key, item));
    }
    *out = cft_dict_value(dict);
    return CHATFMT_OK;
}

static chatfmt_status value_transform(const cft_response_reading *r,
                                      const cft_response_field *field, cft_value value,
                                      cft_value captures, cft_value *out)
{
    value_scope scope = {captures, value, cft_absent()};
    cft_list_builder list;
    if (!field->each) return value_apply(r, &scope, field->transform, out);
    scope.content = cft_absent();
    if (value.kind != CFT_LIST)
        return cft_raise(r->heap, CHATFMT_VALUE,
                         "Field '%.*s': transform_each needs a list, not a %s",
                         (int)field->name.length, field->name.as.text, cft_type_name(value));
    CFT_TRY(cft_list_build(&list, r->heap, value.as.list->count));
    for (uint32_t i = 0; i < value.as.list->count; i++) {
        cft_value item;
        scope.item = value.as.list->items[i];
        if (scope.item.kind != CFT_DICT)
            return cft_raise(r->heap, CHATFMT_VALUE,
                             "Field '%.*s': transform_each needs dicts in its list, not a %s",
                             (int)field->name.length, field->name.as.text,
                             cft_type_name(scope.item));
        CFT_TRY(value_apply(r, &scope, field->transform, &item));
        CFT_TRY(cft_list_push(&list, item));
    }
    return cft_list_end(&list, CFT_LIST, out);
}

/* ---- Types of arguments ---- */

typedef enum value_type {
    VALUE_STRING, VALUE_INTEGER, VALUE_NUMBER, VALUE_BOOLEAN, VALUE_NULL, VALUE_OBJECT,
    VALUE_ARRAY, VALUE_UNKNOWN
} value_type;

/* The types of a schema in the order in which they are tried, each once. */
typedef struct value_types {
    uint8_t at[VALUE_TYPES_MOST];
    size_t count;
} value_types;

static bool value_has(const value_types *types, value_type type)
{
    for (size_t i = 0; i < types->count; i++)
        if (types->at[i] == type) return true;
    return false;
}

static void value_add_type(value_types *types, cft_value name)
{
    static const char *const names[] = {"string", "integer", "number", "boolean",
                                        "null",   "object",  "array"};
    value_type type = VALUE_UNKNOWN;
    if (name.kind != CFT_STRING) return;
    for (int i = 0; i < VALUE_UNKNOWN; i++)
        if (cft_response_is(name, names[i])) type = (value_type)i;
    if (!value_has(types, type)) types->at[types->count++] = (uint8_t)type;
}

/* transformers: _schema_types */
static void value_schema_types(cft_value schema, unsigned depth, value_types *types)
{
    static const char *const unions[] = {"anyOf", "oneOf"};
    cft_value declared = cft_response_member(schema, "type");
    if (schema.kind != CFT_DICT || depth > VALUE_DEPTH_MOST) return;
    value_add_type(types, declared);
    if (declared.kind == CFT_LIST)
        for (uint32_t i = 0; i < declared.as.list->count; i++)
            value_add_type(types, declared.as.list->items[i]);
    for (size_t u = 0; u < 2; u++) {
        cft_value list = cft_response_member(schema, unions[u]);
        if (list.kind != CFT_LIST) continue;
        for (uint32_t i = 0; i < list.as.list->count; i++)
            value_schema_types(list.as.list->items[i], depth + 1, types);
    }
    if (cft_response_flag(schema, "nullable", false) && !value_has(types, VALUE_NULL))
        types->at[types->count++] = VALUE_NULL;
}

/* A number for `integer` and `number`; *done is false when the text is none. */
static chatfmt_status value_cast_number(const cft_response_reading *r, cft_value raw, bool integer,
                                        cft_value *out, bool *done)
{
    double real;
    bool whole;
    if (integer) {
        CFT_TRY(cft_int_parse(r->heap, cft_text_of(raw), 10, out, done));
        if (*done) return CHATFMT_OK;
    }
    CFT_TRY(cft_float_parse(r->heap, cft_text_of(raw), &real, done));
    if (!*done || !isfinite(real)) {
        *done = false;
        return CHATFMT_OK;
    }
    whole = !(real < floor(real)) && !(real > floor(real));
    *done = whole || !integer;
    if (!integer && (!whole || memchr(raw.as.text, '.', raw.length))) *out = cft_float(real);
    else if (*done) return cft_int_of_double(r->heap, real, out);
    return CHATFMT_OK;
}

static chatfmt_status value_cast_json(const cft_response_reading *r, cft_value raw, cft_kind kind,
                                      cft_value *out, bool *done)
{
    chatfmt_error aside;
    cft_value value;
    chatfmt_status status = cft_response_read_json(r->heap, cft_text_of(raw), &value, &aside);
    *done = status == CHATFMT_OK && value.kind == (uint8_t)kind;
    if (*done) *out = value;
    return status == CHATFMT_INPUT ? CHATFMT_OK : status;
}

static chatfmt_status value_cast_word(const cft_response_reading *r, cft_value raw, bool null,
                                      cft_value *out, bool *done)
{
    cft_value word = cft_text_strip(raw, NULL, CFT_STRIP_BOTH);
    if (null) {
        *done = cft_response_is(word, "null") || cft_response_is(word, "None");
        if (*done) *out = cft_none();
        return CHATFMT_OK;
    }
    CFT_TRY(cft_text_case(r->heap, word, CFT_LOWER, &word));
    bool yes = cft_response_is(word, "true") || cft_response_is(word, "1");
    *done = yes || cft_response_is(word, "false") || cft_response_is(word, "0");
    if (*done) *out = cft_bool(yes);
    return CHATFMT_OK;
}

/* transformers: _coerce */
static chatfmt_status value_cast(const cft_response_reading *r, const value_types *types,
                                 cft_value raw, cft_value *out)
{
    bool done = false;
    *out = raw;
    for (size_t i = 0; i < types->count && !done; i++) {
        switch ((value_type)types->at[i]) {
        case VALUE_INTEGER: CFT_TRY(value_cast_number(r, raw, true, out, &done)); break;
        case VALUE_NUMBER: CFT_TRY(value_cast_number(r, raw, false, out, &done)); break;
        case VALUE_BOOLEAN: CFT_TRY(value_cast_word(r, raw, false, out, &done)); break;
        case VALUE_NULL: CFT_TRY(value_cast_word(r, raw, true, out, &done)); break;
        case VALUE_OBJECT: CFT_TRY(value_cast_json(r, raw, CFT_DICT, out, &done)); break;
        case VALUE_ARRAY: CFT_TRY(value_cast_json(r, raw, CFT_LIST, out, &done)); break;
        case VALUE_STRING:
        case VALUE_UNKNOWN: break;
        }
        if (!done) *out = raw;
    }
    return CHATFMT_OK;
}

static chatfmt_status value_cast_items(const cft_response_reading *r, const value_types *types,
                                       cft_value list, cft_value *out)
{
    cft_list_builder items;
    CFT_TRY(cft_list_build(&items, r->heap, list.as.list->count));
    for (uint32_t i = 0; i < list.as.list->count; i++) {
        cft_value item = list.as.list->items[i];
        if (item.kind == CFT_STRING) CFT_TRY(value_cast(r, types, item, &item));
        CFT_TRY(cft_list_push(&items, item));
    }
    return cft_list_end(&items, CFT_LIST, out);
}

static chatfmt_status value_cast_arguments(const cft_response_reading *r, cft_value properties,
                                           cft_value arguments, cft_value *out)
{
    cft_dict *dict;
    CFT_TRY(cft_dict_new(r->heap, arguments.as.dict->count, &dict));
    for (uint32_t i = 0; i < arguments.as.dict->count; i++) {
        cft_value key = arguments.as.dict->entries[i].key;
        cft_value value = arguments.as.dict->entries[i].value;
        const cft_entry *schema = cft_dict_find_text(properties.as.dict, cft_text_of(key));
        value_types types = {{0}, 0};
        if (schema) value_schema_types(schema->value, 0, &types);
        if (types.count && value.kind == CFT_STRING)
            CFT_TRY(value_cast(r, &types, value, &value));
        else if (types.count && value.kind == CFT_LIST && !value_has(&types, VALUE_ARRAY))
            CFT_TRY(value_cast_items(r, &types, value, &value));
        CFT_TRY(cft_dict_put(r->heap, dict, key, value));
    }
    *out = cft_dict_value(dict);
    return CHATFMT_OK;
}

/* `dict` with another value for one of its keys. */
static chatfmt_status value_with(cft_heap *heap, cft_value dict, const char *key, cft_value value,
                                 cft_value *out)
{
    cft_dict *copy;
    CFT_TRY(cft_dict_new(heap, dict.as.dict->count, &copy));
    for (uint32_t i = 0; i < dict.as.dict->count; i++) {
        const cft_entry *entry = &dict.as.dict->entries[i];
        CFT_TRY(cft_dict_put(heap, copy, entry->key,
                             cft_response_is(entry->key, key) ? value : entry->value));
    }
    *out = cft_dict_value(copy);
    return CHATFMT_OK;
}

/* transformers: _coerce_tool_calls */
static chatfmt_status value_cast_calls(const cft_response_reading *r, cft_value value,
                                       unsigned depth, cft_value *out)
{
    *out = value;
    if (value.kind == CFT_LIST && depth < VALUE_DEPTH_MOST) {
        cft_list_builder items;
        CFT_TRY(cft_list_build(&items, r->heap, value.as.list->count));
        for (uint32_t i = 0; i < value.as.list->count; i++) {
            cft_value item;
            CFT_TRY(value_cast_calls(r, value.as.list->items[i], depth + 1, &item));
            CFT_TRY(cft_list_push(&items, item));
        }
        return cft_list_end(&items, CFT_LIST, out);
    }
    cft_value function = cft_response_member(value, "function");
    cft_value name = cft_response_member(function, "name");
    cft_value arguments = cft_response_member(function, "arguments");
    if (name.kind != CFT_STRING || arguments.kind != CFT_DICT) return CHATFMT_OK;
    const cft_entry *tool = cft_dict_find_text(r->tools.as.dict, cft_text_of(name));
    if (!tool || !tool->value.as.dict->count) return CHATFMT_OK;
    CFT_TRY(value_cast_arguments(r, tool->value, arguments, &arguments));
    CFT_TRY(value_with(r->heap, function, "arguments", arguments, &function));
    return value_with(r->heap, value, "function", function, out);
}

chatfmt_status cft_response_tools(cft_heap *heap, cft_value tools, cft_value *out)
{
    cft_dict *dict, *none;
    *out = cft_absent();
    if (tools.kind != CFT_LIST) return CHATFMT_OK;
    CFT_TRY(cft_dict_new(heap, tools.as.list->count, &dict));
    CFT_TRY(cft_dict_new(heap, 0, &none));
    for (uint32_t i = 0; i < tools.as.list->count; i++) {
        cft_value function = cft_response_member(tools.as.list->items[i], "function");
        if (function.kind == CFT_ABSENT) function = tools.as.list->items[i];
        cft_value name = cft_response_member(function, "name");
        cft_value properties =
            cft_response_member(cft_response_member(function, "parameters"), "properties");
        if (name.kind != CFT_STRING) continue;
        if (properties.kind != CFT_DICT) properties = cft_dict_value(none);
        CFT_TRY(cft_dict_put(heap, dict, name, properties));
    }
    if (dict->count) *out = cft_dict_value(dict);
    return CHATFMT_OK;
}

chatfmt_status cft_response_process(const cft_response_reading *r, const cft_response_field *field,
                                    cft_value body, cft_value captures, cft_value *out)
{
    cft_value value;
    CFT_TRY(cft_response_parse(r, body, field->content, field->args, 0, &value));
    if (field->transform.kind != CFT_ABSENT)
        CFT_TRY(value_transform(r, field, value, captures, &value));
    if (r->tools.kind == CFT_DICT) CFT_TRY(value_cast_calls(r, value, 0, &value));
    *out = value;
    return CHATFMT_OK;
}
