/* replies/reply_typed.c - raw text to JSON by the types that a tool's schema allows.
 *
 * Tried in the order integer, number, boolean, null, object or array; what is none of the allowed
 * ones stays a string. Source: transformers, ResponseParser's coercion of arguments.
 */
#include "replies/reply_parser.h"

#include "value/dict.h"

enum { TYPE_STRING = 1, TYPE_INTEGER = 2, TYPE_NUMBER = 4, TYPE_BOOLEAN = 8, TYPE_NULL = 16,
       TYPE_OBJECT = 32, TYPE_ARRAY = 64 };

static cft_value typed_member(cft_value object, const char *key)
{
    const cft_entry *entry;
    if (object.kind != CFT_DICT) return cft_absent();
    entry = cft_dict_find_text(object.as.dict, cft_slice_of(key, strlen(key)));
    return entry ? entry->value : cft_absent();
}

static unsigned typed_named(cft_value name)
{
    static const char *const names[] = {"string", "integer", "number", "boolean",
                                        "null",   "object",  "array"};
    size_t i;
    if (name.kind != CFT_STRING) return 0;
    for (i = 0; i < 7; i++)
        if (cft_slice_equal(cft_text_of(name), cft_slice_of(names[i], strlen(names[i]))))
            return 1u << i;
    return 0;
}

static unsigned typed_of_value(cft_value value)
{
    switch (value.kind) {
    case CFT_STRING: return TYPE_STRING;
    case CFT_BOOL: return TYPE_BOOLEAN;
    case CFT_INT:
    case CFT_BIGINT: return TYPE_INTEGER;
    case CFT_FLOAT: return TYPE_NUMBER;
    case CFT_NONE: return TYPE_NULL;
    case CFT_DICT: return TYPE_OBJECT;
    case CFT_LIST: return TYPE_ARRAY;
    default: return 0;
    }
}

/* The types that a schema allows; 0 when it does not say. */
static unsigned typed_schema(cft_value schema, unsigned depth)
{
    static const char *const unions[] = {"anyOf", "oneOf", "allOf"};
    cft_value type = typed_member(schema, "type"), list;
    unsigned types = typed_named(type);
    uint32_t i;
    size_t u;
    if (type.kind == CFT_LIST)
        for (i = 0; i < type.as.list->count; i++) types |= typed_named(type.as.list->items[i]);
    for (u = 0; u < 3 && depth < 8; u++) {
        list = typed_member(schema, unions[u]);
        if (list.kind != CFT_LIST) continue;
        for (i = 0; i < list.as.list->count; i++)
            types |= typed_schema(list.as.list->items[i], depth + 1);
    }
    list = typed_member(schema, "enum");
    if (!types && list.kind == CFT_LIST)
        for (i = 0; i < list.as.list->count; i++) types |= typed_of_value(list.as.list->items[i]);
    if (cft_truth(typed_member(schema, "nullable"))) types |= TYPE_NULL;
    return types;
}

cft_value cft_reply_schema_member(cft_value schema, cft_slice key)
{
    cft_value properties = typed_member(schema, "properties");
    const cft_entry *entry;
    if (properties.kind != CFT_DICT) return cft_absent();
    entry = cft_dict_find_text(properties.as.dict, key);
    return entry ? entry->value : cft_absent();
}

cft_value cft_reply_schema_items(cft_value schema) { return typed_member(schema, "items"); }

cft_value cft_reply_schema(const cft_reply *p, cft_slice key)
{
    const cft_reply_call *call;
    cft_slice name;
    uint32_t i;
    if (p->tools.kind != CFT_LIST || p->call_count == 0) return cft_absent();
    call = (const cft_reply_call *)(const void *)p->calls.data + (p->call_count - 1);
    name = cft_slice_of(p->said.data + call->name, call->name_length);
    for (i = 0; i < p->tools.as.list->count; i++) {
        cft_value tool = p->tools.as.list->items[i], function = typed_member(tool, "function");
        cft_value its;
        if (function.kind == CFT_DICT) tool = function;
        its = typed_member(tool, "name");
        if (its.kind == CFT_STRING && cft_slice_equal(cft_text_of(its), name))
            return cft_reply_schema_member(typed_member(tool, "parameters"), key);
    }
    return cft_absent();
}

static unsigned typed_parameter(const cft_reply *p, cft_slice key)
{
    return typed_schema(cft_reply_schema(p, key), 0);
}

bool cft_reply_only_string(const cft_reply *p, cft_slice key, int forced)
{
    unsigned types;
    if (forced >= 0) return forced == 1;
    types = typed_parameter(p, key);
    return types == 0 || types == TYPE_STRING;
}

static cft_slice typed_trim(cft_slice text)
{
    while (text.length && cft_reply_is_space(text.data[text.length - 1])) text.length--;
    while (text.length && cft_reply_is_space(*text.data)) {
        text.data++;
        text.length--;
    }
    return text;
}

static bool typed_is(cft_slice text, const char *word)
{
    size_t i;
    if (strlen(word) != text.length) return false;
    for (i = 0; i < text.length; i++) {
        char c = text.data[i];
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        if (c != word[i]) return false;
    }
    return true;
}

/* Text as a number of JSON, without a plus sign; an empty slice when it is none. */
static cft_slice typed_number(cft_slice text)
{
    bool plus = text.length > 1 && text.data[0] == '+' && text.data[1] != '-';
    if (plus) text = cft_slice_of(text.data + 1, text.length - 1);
    char c = text.length ? *text.data : '\0';
    bool number = (c == '-' || (c >= '0' && c <= '9')) && cft_reply_is_json(text);
    return number ? text : cft_slice_of(NULL, 0);
}

/* The whole number that a number is, such as 3 for 3.0; an empty slice when it has a fraction, or an
 * exponent. */
static cft_slice typed_integer(cft_slice number)
{
    const char *point = memchr(number.data, '.', number.length);
    if (memchr(number.data, 'e', number.length) || memchr(number.data, 'E', number.length))
        return cft_slice_of(NULL, 0);
    for (const char *at = point; at && ++at < number.data + number.length;)
        if (*at != '0') return cft_slice_of(NULL, 0);
    return point ? cft_slice_of(number.data, (size_t)(point - number.data)) : number;
}

/* The JSON that the text stands for under these types; an empty slice when it is a string. */
static cft_slice typed_as(cft_slice text, unsigned types)
{
    bool json = cft_reply_is_json(text);
    char c = text.length ? *text.data : '\0';
    cft_slice number = typed_number(text), integer = number.length ? typed_integer(number) : number;
    if ((types & TYPE_INTEGER) && integer.length) return integer;
    if ((types & TYPE_NUMBER) && number.length) return number;
    if (types & TYPE_BOOLEAN) {
        if (typed_is(text, "true") || typed_is(text, "1")) return CFT_LIT("true");
        if (typed_is(text, "false") || typed_is(text, "0")) return CFT_LIT("false");
    }
    if ((types & TYPE_NULL) && (cft_slice_equal(text, cft_slice_of("null", 4)) ||
                                cft_slice_equal(text, cft_slice_of("None", 4))))
        return CFT_LIT("null");
    if ((types & TYPE_OBJECT) && json && c == '{') return text;
    if ((types & TYPE_ARRAY) && json && c == '[') return text;
    return cft_slice_of(NULL, 0);
}

static chatfmt_status typed_put(unsigned types, cft_slice raw, cft_buffer *out)
{
    cft_slice json = typed_as(typed_trim(raw), types);
    if (json.length) return cft_buffer_append(out, json.data, json.length);
    return cft_reply_put_json_string(out, raw);
}

chatfmt_status cft_reply_typed_by(cft_value schema, cft_slice raw, cft_buffer *out)
{
    unsigned types = typed_schema(schema, 0);
    if (typed_trim(raw).length == 0) { /* nothing between two tags is all that is empty */
        if (types == TYPE_ARRAY) return cft_buffer_append(out, "[]", 2);
        if (types == TYPE_OBJECT) return cft_buffer_append(out, "{}", 2);
    }
    return typed_put(types, raw, out);
}

chatfmt_status cft_reply_typed(const cft_reply *p, cft_slice key, cft_slice raw, int forced,
                               cft_buffer *out)
{
    unsigned types = forced == 0   ? TYPE_INTEGER | TYPE_NUMBER | TYPE_BOOLEAN | TYPE_NULL |
                                         TYPE_OBJECT | TYPE_ARRAY
                     : forced == 1 ? TYPE_STRING
                                   : typed_parameter(p, key);
    return typed_put(types, raw, out);
}
