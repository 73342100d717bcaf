/* replies/response_schema.c - replies read by a `response_schema`: a JSON schema whose nodes say
 * with x-… keys how to extract their text.
 *
 * A node sees the whole text, so nothing is known before the reply has ended. Source: transformers
 * 5.14.1, utils/chat_parsing_utils.py, the newest release that has it; x-mapping and
 * x-mapping-regex as in 5.0.0, which had them.
 */
#include "replies/response.h"

#include "builtins/number_text.h"
#include "replies/jmespath.h"
#include "value/list.h"
#include "value/text.h"

enum { SCHEMA_DEPTH_MOST = 48 };

static bool schema_has(cft_value schema, const char *key)
{
    return cft_response_member(schema, key).kind != CFT_ABSENT;
}

/* ---- Reading the schema ---- */

static chatfmt_status schema_load_node(cft_response_template *t, cft_value schema, unsigned depth);

/* The schemas that are members of a dict, or items of a list. */
static chatfmt_status schema_load_all(cft_response_template *t, cft_value many, unsigned depth)
{
    if (many.kind == CFT_DICT)
        for (uint32_t i = 0; i < many.as.dict->count; i++)
            CFT_TRY(schema_load_node(t, many.as.dict->entries[i].value, depth + 1));
    if (many.kind == CFT_LIST)
        for (uint32_t i = 0; i < many.as.list->count; i++)
            CFT_TRY(schema_load_node(t, many.as.list->items[i], depth + 1));
    return CHATFMT_OK;
}

static chatfmt_status schema_load_substitutions(cft_response_template *t, cft_value schema)
{
    cft_value subs = cft_response_member(schema, "x-regex-substitutions");
    cft_value mapping = cft_response_member(schema, "x-mapping-regex");
    if (subs.kind != CFT_ABSENT && subs.kind != CFT_LIST)
        return cft_raise(&t->heap, CHATFMT_TYPE, "x-regex-substitutions must be a list");
    for (uint32_t i = 0; subs.kind == CFT_LIST && i < subs.as.list->count; i++) {
        cft_value pair = subs.as.list->items[i];
        if (pair.kind != CFT_LIST || pair.as.list->count < 2)
            return cft_raise(&t->heap, CHATFMT_TYPE, "x-regex-substitutions must hold pairs");
        CFT_TRY(cft_schema_compile(t, pair.as.list->items[0], "x-regex-substitutions"));
    }
    if (mapping.kind != CFT_ABSENT && mapping.kind != CFT_DICT)
        return cft_raise(&t->heap, CHATFMT_TYPE, "x-mapping-regex must be an object");
    for (uint32_t i = 0; mapping.kind == CFT_DICT && i < mapping.as.dict->count; i++)
        CFT_TRY(cft_schema_compile(t, mapping.as.dict->entries[i].key, "x-mapping-regex"));
    return CHATFMT_OK;
}

static chatfmt_status schema_load_node(cft_response_template *t, cft_value schema, unsigned depth)
{
    cft_value args = cft_response_member(schema, "x-parser-args");
    cft_value transform = cft_response_member(args, "transform");
    if (schema.kind != CFT_DICT)
        return cft_raise(&t->heap, CHATFMT_TYPE, "a node of the schema is not an object");
    if (depth > SCHEMA_DEPTH_MOST)
        return cft_heap_limit(&t->heap, "schema depth", SCHEMA_DEPTH_MOST, depth);
    if (schema_has(schema, "const")) return CHATFMT_OK;
    CFT_TRY(schema_load_substitutions(t, schema));
    CFT_TRY(cft_schema_compile(t, cft_response_member(schema, "x-regex"), "x-regex"));
    CFT_TRY(cft_schema_compile(t, cft_response_member(schema, "x-regex-iterator"),
                               "x-regex-iterator"));
    CFT_TRY(cft_schema_compile(t, cft_response_member(schema, "x-regex-key-value"),
                               "x-regex-key-value"));
    if (transform.kind == CFT_STRING) CFT_TRY(cft_jmespath_check(&t->heap, cft_text_of(transform)));
    CFT_TRY(schema_load_all(t, cft_response_member(schema, "properties"), depth));
    CFT_TRY(schema_load_all(t, cft_response_member(schema, "prefixItems"), depth));
    if (schema_has(schema, "items"))
        CFT_TRY(schema_load_node(t, cft_response_member(schema, "items"), depth + 1));
    cft_value more = cft_response_member(schema, "additionalProperties");
    return more.kind == CFT_DICT ? schema_load_node(t, more, depth + 1) : CHATFMT_OK;
}

chatfmt_status cft_schema_load(cft_response_template *template, cft_value schema)
{
    template->schema = schema;
    return schema_load_node(template, schema, 0);
}

/* ---- Parsers ---- */

/* [["<|\"|>", "<|\"|>"]] */
static chatfmt_status schema_gemma_quotes(const cft_response_reading *r, cft_value *out)
{
    static const char quote[] = "<|\"|>";
    cft_value mark = cft_string(quote, sizeof quote - 1, CFT_STR_ASCII), pair[2] = {mark, mark};
    cft_value one;
    CFT_TRY(cft_list_copy(r->heap, CFT_LIST, pair, 2, &one));
    return cft_list_copy(r->heap, CFT_LIST, &one, 1, out);
}

static chatfmt_status schema_parser(const cft_response_reading *r, cft_value schema,
                                    cft_value *content)
{
    cft_value parser = cft_response_member(schema, "x-parser"), quotes, value;
    cft_value args = cft_response_member(schema, "x-parser-args");
    cft_value transform = cft_response_member(args, "transform");
    bool gemma = cft_response_is(parser, "gemma4-tool-call");
    chatfmt_error aside;
    if (!gemma && !cft_response_is(parser, "json"))
        return cft_raise(r->heap, CHATFMT_VALUE, "no parser of that name in x-parser");
    if (content->kind != CFT_STRING)
        return cft_raise(r->heap, CHATFMT_TYPE, "x-parser needs text, not a %s",
                         cft_type_name(*content));
    if (gemma) {
        CFT_TRY(schema_gemma_quotes(r, &quotes));
        CFT_TRY(cft_response_as_json(r, *content, quotes, true, content));
    }
    chatfmt_status status = cft_response_read_json(r->heap, cft_text_of(*content), &value, &aside);
    if (status == CHATFMT_INPUT && !cft_response_flag(args, "allow_non_json", false))
        return cft_raise(r->heap, CHATFMT_VALUE, "x-parser: not JSON: %s", aside.text);
    if (status == CHATFMT_OK) *content = value;
    else if (status != CHATFMT_INPUT) return status;
    if (transform.kind == CFT_ABSENT || transform.kind == CFT_NONE) return CHATFMT_OK;
    if (transform.kind != CFT_STRING)
        return cft_raise(r->heap, CHATFMT_TYPE, "x-parser-args: 'transform' is not a string");
    return cft_jmespath_search(r->heap, cft_text_of(transform), *content, content);
}

/* transformers 5.0.0: x-mapping and x-mapping-regex. */
static chatfmt_status schema_mappings(const cft_response_reading *r, cft_value schema,
                                      cft_value *content)
{
    cft_value mapping = cft_response_member(schema, "x-mapping");
    cft_value regexes = cft_response_member(schema, "x-mapping-regex");
    if (mapping.kind == CFT_ABSENT && regexes.kind == CFT_ABSENT) return CHATFMT_OK;
    if (content->kind != CFT_STRING)
        return cft_raise(r->heap, CHATFMT_TYPE, "x-mapping needs text, not a %s",
                         cft_type_name(*content));
    if (mapping.kind == CFT_DICT) {
        const cft_entry *entry = cft_dict_find_text(mapping.as.dict, cft_text_of(*content));
        if (entry) *content = entry->value;
    }
    for (uint32_t i = 0; regexes.kind == CFT_DICT && i < regexes.as.dict->count; i++) {
        if (content->kind != CFT_STRING)
            return cft_raise(r->heap, CHATFMT_TYPE, "x-mapping-regex needs text");
        CFT_TRY(cft_schema_substitute(r, regexes.as.dict->entries[i].key,
                                      regexes.as.dict->entries[i].value, content));
    }
    return CHATFMT_OK;
}

/* ---- Objects and arrays ---- */

/* The node's members out of text: every property looks for its own. */
static chatfmt_status schema_from_text(const cft_response_reading *r, cft_value content,
                                       cft_value properties, unsigned depth, cft_dict *out)
{
    if (properties.kind != CFT_DICT)
        return cft_raise(r->heap, CHATFMT_VALUE,
                         "a node of type object has text but nothing to read it with");
    for (uint32_t i = 0; i < properties.as.dict->count; i++) {
        const cft_entry *entry = &properties.as.dict->entries[i];
        cft_value value;
        CFT_TRY(cft_schema_parse(r, content, entry->value, depth + 1, &value));
        if (value.kind != CFT_NONE) CFT_TRY(cft_dict_put(r->heap, out, entry->key, value));
    }
    return CHATFMT_OK;
}

static chatfmt_status schema_from_dict(const cft_response_reading *r, cft_value content,
                                       cft_value schema, unsigned depth, cft_dict *out)
{
    cft_value properties = cft_response_member(schema, "properties"), value;
    cft_value more = cft_response_member(schema, "additionalProperties");
    for (uint32_t i = 0; properties.kind == CFT_DICT && i < properties.as.dict->count; i++) {
        const cft_entry *child = &properties.as.dict->entries[i];
        const cft_entry *given = cft_dict_find_text(content.as.dict, cft_text_of(child->key));
        if (schema_has(child->value, "const")) {
            value = cft_response_member(child->value, "const");
        } else if (given) {
            CFT_TRY(cft_schema_parse(r, given->value, child->value, depth + 1, &value));
        } else {
            value = cft_response_member(child->value, "default");
            if (value.kind == CFT_ABSENT) continue;
        }
        CFT_TRY(cft_dict_put(r->heap, out, child->key, value));
    }
    if (more.kind == CFT_BOOL && !more.as.boolean) return CHATFMT_OK;
    for (uint32_t i = 0; i < content.as.dict->count; i++) {
        const cft_entry *given = &content.as.dict->entries[i];
        if (properties.kind == CFT_DICT &&
            cft_dict_find_text(properties.as.dict, cft_text_of(given->key)))
            continue;
        value = given->value;
        if (more.kind == CFT_DICT) CFT_TRY(cft_schema_parse(r, value, more, depth + 1, &value));
        CFT_TRY(cft_dict_put(r->heap, out, given->key, value));
    }
    return CHATFMT_OK;
}

static chatfmt_status schema_object(const cft_response_reading *r, cft_value content,
                                    cft_value schema, unsigned depth, cft_value *out)
{
    cft_value required = cft_response_member(schema, "required");
    cft_dict *dict;
    CFT_TRY(cft_dict_new(r->heap, 4, &dict));
    if (content.kind == CFT_STRING)
        CFT_TRY(schema_from_text(r, content, cft_response_member(schema, "properties"), depth,
                                 dict));
    else if (content.kind == CFT_DICT) CFT_TRY(schema_from_dict(r, content, schema, depth, dict));
    else
        return cft_raise(r->heap, CHATFMT_TYPE, "a node of type object needs an object or text, "
                                                "not a %s", cft_type_name(content));
    for (uint32_t i = 0; required.kind == CFT_LIST && i < required.as.list->count; i++) {
        const cft_entry *entry;
        CFT_TRY(cft_dict_find(r->heap, dict, required.as.list->items[i], &entry));
        if (!entry) return cft_raise(r->heap, CHATFMT_VALUE, "a required field is missing");
    }
    *out = cft_dict_value(dict);
    return CHATFMT_OK;
}

static chatfmt_status schema_array(const cft_response_reading *r, cft_value content,
                                   cft_value schema, unsigned depth, cft_value *out)
{
    cft_value items = cft_response_member(schema, "items");
    cft_value prefix = cft_response_member(schema, "prefixItems");
    cft_list_builder list;
    CFT_TRY(cft_list_build(&list, r->heap, 4));
    if (!cft_truth(content)) return cft_list_end(&list, CFT_LIST, out);
    if (items.kind == CFT_ABSENT && prefix.kind != CFT_LIST)
        return cft_raise(r->heap, CHATFMT_VALUE, "a node of type array has no items");
    if (content.kind != CFT_LIST && items.kind == CFT_ABSENT && prefix.as.list->count == 1)
        CFT_TRY(cft_list_copy(r->heap, CFT_LIST, &content, 1, &content));
    if (content.kind != CFT_LIST)
        return cft_raise(r->heap, CHATFMT_TYPE, "a node of type array needs a list, not a %s",
                         cft_type_name(content));
    if (items.kind == CFT_ABSENT && content.as.list->count != prefix.as.list->count)
        return cft_raise(r->heap, CHATFMT_VALUE, "items of an array: %u, of its schema: %u",
                         (unsigned)content.as.list->count, (unsigned)prefix.as.list->count);
    for (uint32_t i = 0; i < content.as.list->count; i++) {
        cft_value value;
        CFT_TRY(cft_schema_parse(r, content.as.list->items[i],
                                 items.kind == CFT_ABSENT ? prefix.as.list->items[i] : items,
                                 depth + 1, &value));
        CFT_TRY(cft_list_push(&list, value));
    }
    return cft_list_end(&list, CFT_LIST, out);
}

/* ---- Scalars ---- */

static chatfmt_status schema_no_scalar(const cft_response_reading *r, cft_value content,
                                       const char *type)
{
    return cft_raise(r->heap, content.kind == CFT_STRING ? CHATFMT_VALUE : CHATFMT_TYPE,
                     "a node of type %s cannot be made of a %s", type, cft_type_name(content));
}

static chatfmt_status schema_number(const cft_response_reading *r, cft_value content, bool integer,
                                    cft_value *out)
{
    bool whole = cft_is_integral(content) || content.kind == CFT_BIGINT, valid = false;
    double real = 0;
    *out = content;
    if (integer && whole) return CHATFMT_OK;
    if (!integer && (whole || content.kind == CFT_FLOAT)) {
        real = content.kind == CFT_FLOAT ? content.as.real : cft_integer_to_double(content);
        *out = cft_float(real);
        return CHATFMT_OK;
    }
    if (content.kind != CFT_STRING)
        return schema_no_scalar(r, content, integer ? "integer" : "number");
    if (integer) CFT_TRY(cft_int_parse(r->heap, cft_text_of(content), 10, out, &valid));
    else CFT_TRY(cft_float_parse(r->heap, cft_text_of(content), &real, &valid));
    if (!integer) *out = cft_float(real);
    return valid ? CHATFMT_OK : schema_no_scalar(r, content, integer ? "integer" : "number");
}

static chatfmt_status schema_bool(const cft_response_reading *r, cft_value content, cft_value *out)
{
    cft_value lower;
    *out = content;
    if (content.kind == CFT_BOOL) return CHATFMT_OK;
    if (content.kind != CFT_STRING) return schema_no_scalar(r, content, "boolean");
    CFT_TRY(cft_text_case(r->heap, content, CFT_LOWER, &lower));
    bool yes = cft_response_is(lower, "true") || cft_response_is(lower, "1");
    if (!yes && !cft_response_is(lower, "false") && !cft_response_is(lower, "0"))
        return schema_no_scalar(r, content, "boolean");
    *out = cft_bool(yes);
    return CHATFMT_OK;
}

/* ---- Nodes ---- */

chatfmt_status cft_schema_parse(const cft_response_reading *r, cft_value content,
                                cft_value schema, unsigned depth, cft_value *out)
{
    cft_value type = cft_response_member(schema, "type");
    CFT_TRY(cft_charge(r->heap, 1));
    *out = cft_response_member(schema, "const");
    if (out->kind != CFT_ABSENT) return CHATFMT_OK;
    *out = cft_none();
    if (content.kind == CFT_NONE) return CHATFMT_OK;
    if (schema_has(schema, "x-regex") || schema_has(schema, "x-regex-iterator") ||
        schema_has(schema, "x-regex-key-value") || schema_has(schema, "x-regex-substitutions")) {
        if (content.kind != CFT_STRING)
            return cft_raise(r->heap, CHATFMT_TYPE, "an expression needs text, not a %s",
                             cft_type_name(content));
        CFT_TRY(cft_schema_match(r, schema, &content));
        if (content.kind == CFT_ABSENT) return CHATFMT_OK;
    }
    if (schema_has(schema, "x-parser")) CFT_TRY(schema_parser(r, schema, &content));
    CFT_TRY(schema_mappings(r, schema, &content));
    *out = content;
    if (type.kind == CFT_ABSENT || type.kind == CFT_NONE || cft_response_is(type, "any"))
        return CHATFMT_OK;
    if (cft_response_is(type, "object")) return schema_object(r, content, schema, depth, out);
    if (cft_response_is(type, "array")) return schema_array(r, content, schema, depth, out);
    if (cft_response_is(type, "integer")) return schema_number(r, content, true, out);
    if (cft_response_is(type, "number")) return schema_number(r, content, false, out);
    if (cft_response_is(type, "boolean")) return schema_bool(r, content, out);
    if (!cft_response_is(type, "string"))
        return cft_raise(r->heap, CHATFMT_TYPE, "a type of the schema is not known");
    return content.kind == CFT_STRING ? CHATFMT_OK : schema_no_scalar(r, content, "string");
}
