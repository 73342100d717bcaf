/* replies/reply_typed.c - raw text to JSON by the types that a tool's schema allows.
 *
 * Tried in the order integer, number, boolean, null, object or array; what is none of the
 * allowed ones stays a string. Source: transformers, ResponseParser's coercion of arguments.
 * Beyond it, "$ref" is looked up in the tool's own schema, types have the names that other
 * languages give them, and objects and arrays may be Python's literals, as models write them.
 */
#include "replies/reply_parser.h"

#include "value/dict.h"

enum {
    TYPE_STRING = 1,
    TYPE_INTEGER = 2,
    TYPE_NUMBER = 4,
    TYPE_BOOLEAN = 8,
    TYPE_NULL = 16,
    TYPE_OBJECT = 32,
    TYPE_ARRAY = 64
};

static cft_value typed_member(cft_value object, const char *key)
{
    const cft_entry *entry;
    if (object.kind != CFT_DICT) return cft_absent();
    entry = cft_dict_find_text(object.as.dict, cft_slice_of(key, strlen(key)));
    return entry ? entry->value : cft_absent();
}

static unsigned typed_named(cft_value name)
{
    static const struct {
        const char *name;
        unsigned type;
    } names[] = {{"string", TYPE_STRING},   {"integer", TYPE_INTEGER}, {"number", TYPE_NUMBER},
                 {"boolean", TYPE_BOOLEAN}, {"null", TYPE_NULL},       {"object", TYPE_OBJECT},
                 {"array", TYPE_ARRAY},     {"str", TYPE_STRING},      {"int", TYPE_INTEGER},
                 {"float", TYPE_NUMBER},    {"double", TYPE_NUMBER},   {"bool", TYPE_BOOLEAN},
                 {"dict", TYPE_OBJECT},     {"list", TYPE_ARRAY}};
    size_t i;
    if (name.kind != CFT_STRING) return 0;
    for (i = 0; i < sizeof names / sizeof *names; i++)
        if (cft_slice_equal(cft_text_of(name),
                            cft_slice_of(names[i].name, strlen(names[i].name))))
            return names[i].type;
    return 0;
}

#define TYPED_REFERENCES 8
#define TYPED_SCHEMAS 64

/* What {"$ref": "#/$defs/NAME"} refers to in the tool's schema; the schema itself when it does
 * not. */
static cft_value typed_resolved(cft_value root, cft_value schema)
{
    unsigned i;
    for (i = 0; i < TYPED_REFERENCES; i++) {
        cft_value reference = typed_member(schema, "$ref");
        cft_slice path;
        if (reference.kind != CFT_STRING) return schema;
        path = cft_text_of(reference);
        if (path.length < 2 || memcmp(path.data, "#/", 2) != 0) return cft_absent();
        schema = root;
        while (path.length) { /* at '#' or '/' */
            const char *from = path.data + 1, *end = path.data + path.length;
            const char *slash = memchr(from, '/', (size_t)(end - from));
            const cft_entry *entry;
            cft_slice key = cft_slice_of(from, (size_t)((slash ? slash : end) - from));
            path = cft_slice_of(key.data + key.length, (size_t)(end - from) - key.length);
            if (!key.length) continue;
            if (schema.kind != CFT_DICT) return cft_absent();
            entry = cft_dict_find_text(schema.as.dict, key);
            schema = entry ? entry->value : cft_absent();
        }
    }
    return cft_absent();
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
/* `left` is how many schemas may still be looked at: they may refer to themselves. */
static unsigned typed_schema(cft_value root, cft_value schema, unsigned *left)
{
    static const char *const unions[] = {"anyOf", "oneOf", "allOf"};
    schema = typed_resolved(root, schema);
    cft_value type = typed_member(schema, "type"), list;
    unsigned types = typed_named(type);
    uint32_t i;
    size_t u;
    if (type.kind == CFT_LIST)
        for (i = 0; i < type.as.list->count; i++)
            types |= typed_named(type.as.list->items[i]);
    if (*left) --*left;
    for (u = 0; u < 3 && *left; u++) {
        list = typed_member(schema, unions[u]);
        if (list.kind != CFT_LIST) continue;
        for (i = 0; i < list.as.list->count && *left; i++)
            types |= typed_schema(root, list.as.list->items[i], left);
    }
    list = typed_member(schema, "enum");
    if (!types && list.kind == CFT_LIST)
        for (i = 0; i < list.as.list->count; i++)
            types |= typed_of_value(list.as.list->items[i]);
    if (cft_truth(typed_member(schema, "nullable"))) types |= TYPE_NULL;
    return types;
}

cft_value cft_reply_schema_member(const cft_reply *p, cft_value schema, cft_slice key)
{
    cft_value properties = typed_member(typed_resolved(p->tool, schema), "properties");
    const cft_entry *entry;
    if (properties.kind != CFT_DICT) return cft_absent();
    entry = cft_dict_find_text(properties.as.dict, key);
    return entry ? entry->value : cft_absent();
}

cft_value cft_reply_schema_items(const cft_reply *p, cft_value schema)
{
    return typed_member(typed_resolved(p->tool, schema), "items");
}

cft_value cft_reply_schema(const cft_reply *p, cft_slice key)
{
    return cft_reply_schema_member(p, p->tool, key);
}

static unsigned typed_parameter(const cft_reply *p, cft_slice key)
{
    unsigned left = TYPED_SCHEMAS;
    return typed_schema(p->tool, cft_reply_schema(p, key), &left);
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
    while (text.length && cft_reply_is_space(text.data[text.length - 1]))
        text.length--;
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

/* The whole number that a number is, such as 3 for 3.0; an empty slice when it has a fraction,
 * or an exponent. */
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
    cft_slice number = typed_number(text),
              integer = number.length ? typed_integer(number) : number;
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

/* An object or an array as Python writes it; false when it is none. */
static bool typed_python(unsigned types, cft_slice text, cft_buffer *out,
                         chatfmt_status *status)
{
    size_t before = out->length;
    char c = text.length ? *text.data : '\0';
    if (!((types & TYPE_OBJECT) && c == '{') && !((types & TYPE_ARRAY) && c == '['))
        return false;
    if (cft_reply_literal_to_json(text, out, status)) return true;
    out->length = before;
    return *status != CHATFMT_OK;
}

static chatfmt_status typed_put(unsigned types, cft_slice raw, cft_buffer *out)
{
    cft_slice json = typed_as(typed_trim(raw), types);
    chatfmt_status status = CHATFMT_OK;
    if (json.length) return cft_buffer_append(out, json.data, json.length);
    if (typed_python(types, typed_trim(raw), out, &status)) return status;
    return cft_reply_put_json_string(out, raw);
}

chatfmt_status cft_reply_typed_by(const cft_reply *p, cft_value schema, cft_slice raw,
                                  cft_buffer *out)
{
    unsigned left = TYPED_SCHEMAS, types = typed_schema(p->tool, schema, &left);
    if (typed_trim(raw).length == 0) { /* nothing between two tags is all that is empty */
        if (types == TYPE_ARRAY) return cft_buffer_append(out, "[]", 2);
        if (types == TYPE_OBJECT) return cft_buffer_append(out, "{}", 2);
    }
    return typed_put(types, raw, out);
}

chatfmt_status cft_reply_typed(const cft_reply *p, cft_slice key, cft_slice raw, int forced,
                               cft_buffer *out)
{
    unsigned types = forced == 0 ? TYPE_INTEGER | TYPE_NUMBER | TYPE_BOOLEAN | TYPE_NULL |
                                       TYPE_OBJECT | TYPE_ARRAY
                     : forced == 1 ? TYPE_STRING
                                   : typed_parameter(p, key);
    return typed_put(types, raw, out);
}
