/* api/api_value.c - chatfmt/value.h: variables read from JSON or built by the caller. */
#include "api/api_values.h"

chatfmt_status chatfmt_values_new(const chatfmt_allocator *allocator,
                                  const chatfmt_limits *limits, chatfmt_values **out,
                                  chatfmt_error *error)
{
    cft_error_clear(error);
    if (!out) return cft_fail_null(error, "out");
    *out = NULL;
    chatfmt_limits all;
    CFT_TRY(cft_api_limits(limits, &cft_default_limits, &all, error));
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    return cft_store_new(&memory, &all, out, error);
}

void chatfmt_values_reset(chatfmt_values *values)
{
    if (values) cft_store_reset(values);
}

void chatfmt_values_free(chatfmt_values *values) { cft_store_free(values); }

chatfmt_status cft_api_values_enter(chatfmt_values *values, chatfmt_value *out,
                                    chatfmt_error *error)
{
    cft_error_clear(error);
    if (out) *out = (chatfmt_value){{0, 0}};
    if (!values || !out)
        return cft_fail_null(error, !values ? "values" : "out");
    values->heap.error = error;
    return CHATFMT_OK;
}

chatfmt_status chatfmt_value_read_json(chatfmt_values *values, const char *text,
                                       size_t length, chatfmt_value *out,
                                       chatfmt_error *error)
{
    cft_value value;
    CFT_TRY(cft_api_values_enter(values, out, error));
    CFT_TRY(cft_api_text(text, length, "text", error));
    CFT_TRY(cft_store_json(values, cft_slice_of(text, length), &value));
    *out = cft_wrap(value);
    return CHATFMT_OK;
}

chatfmt_status chatfmt_value_write_json(chatfmt_values *values, chatfmt_value value,
                                        chatfmt_slice *out, chatfmt_error *error)
{
    chatfmt_value unused;
    if (out) *out = (chatfmt_slice){"", 0};
    CFT_TRY(cft_api_values_enter(values, &unused, error));
    if (!out) return cft_fail_null(error, "out");
    if (chatfmt_value_kind_of(value) == CHATFMT_VALUE_ABSENT)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "the value is absent");
    return cft_store_write(values, cft_unwrap(value), out);
}

/* ---- Building ---- */

static chatfmt_value api_scalar(chatfmt_values *values, cft_value value)
{
    if (values) value.length = cft_store_origin(values);
    return cft_wrap(value);
}

chatfmt_value chatfmt_value_none(chatfmt_values *values)
{
    return api_scalar(values, cft_none());
}

chatfmt_value chatfmt_value_bool(chatfmt_values *values, int truth)
{
    return api_scalar(values, cft_bool(truth != 0));
}

chatfmt_value chatfmt_value_int(chatfmt_values *values, int64_t number)
{
    return api_scalar(values, cft_int(number));
}

chatfmt_value chatfmt_value_float(chatfmt_values *values, double number)
{
    return api_scalar(values, cft_float(number));
}

chatfmt_status chatfmt_value_string(chatfmt_values *values, const char *text, size_t length,
                                    chatfmt_value *out, chatfmt_error *error)
{
    cft_value value;
    CFT_TRY(cft_api_values_enter(values, out, error));
    CFT_TRY(cft_api_text(text, length, "text", error));
    CFT_TRY(cft_store_string(values, cft_slice_of(text, length), &value));
    *out = cft_wrap(value);
    return CHATFMT_OK;
}

chatfmt_status chatfmt_value_string_borrowed(chatfmt_values *values, const char *text,
                                             size_t length, chatfmt_value *out,
                                             chatfmt_error *error)
{
    CFT_TRY(cft_api_values_enter(values, out, error));
    CFT_TRY(cft_api_text(text, length, "text", error));
    CFT_TRY(cft_store_check(values, cft_slice_of(text, length)));
    *out = cft_wrap(text ? cft_string(text, (uint32_t)length, 0) : cft_empty_string());
    return CHATFMT_OK;
}

chatfmt_status chatfmt_value_array(chatfmt_values *values, chatfmt_value *out,
                                   chatfmt_error *error)
{
    cft_value value;
    CFT_TRY(cft_api_values_enter(values, out, error));
    CFT_TRY(cft_store_array(values, &value));
    *out = cft_wrap(value);
    return CHATFMT_OK;
}

chatfmt_status chatfmt_value_object(chatfmt_values *values, chatfmt_value *out,
                                    chatfmt_error *error)
{
    cft_value value;
    CFT_TRY(cft_api_values_enter(values, out, error));
    CFT_TRY(cft_store_object(values, &value));
    *out = cft_wrap(value);
    return CHATFMT_OK;
}

chatfmt_status chatfmt_value_push(chatfmt_values *values, chatfmt_value array,
                                  chatfmt_value item, chatfmt_error *error)
{
    chatfmt_value unused;
    CFT_TRY(cft_api_values_enter(values, &unused, error));
    if (!cft_store_is_array(cft_unwrap(array)))
        return cft_fail(error, CHATFMT_BAD_ARGUMENT,
                        cft_unwrap(array).kind == CFT_LIST
                            ? "array cannot grow: push its items into a new one"
                            : "array is not an array");
    if (chatfmt_value_kind_of(item) == CHATFMT_VALUE_ABSENT)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "item is absent");
    return cft_store_push(values, cft_unwrap(array), cft_unwrap(item));
}

chatfmt_status chatfmt_value_set(chatfmt_values *values, chatfmt_value object,
                                 const char *key, size_t key_length, chatfmt_value value,
                                 chatfmt_error *error)
{
    chatfmt_value unused;
    CFT_TRY(cft_api_values_enter(values, &unused, error));
    if (cft_unwrap(object).kind != CFT_DICT)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "object is not an object");
    if (chatfmt_value_kind_of(value) == CHATFMT_VALUE_ABSENT)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "value is absent");
    CFT_TRY(cft_api_text(key, key_length, "key", error));
    return cft_store_set(values, cft_unwrap(object), cft_slice_of(key, key_length),
                         cft_unwrap(value));
}

/* ---- Looking inside ---- */

chatfmt_value_kind chatfmt_value_kind_of(chatfmt_value value)
{
    switch (cft_unwrap(value).kind) {
    case CFT_NONE: return CHATFMT_VALUE_NONE;
    case CFT_BOOL: return CHATFMT_VALUE_BOOL;
    case CFT_INT: return CHATFMT_VALUE_INT;
    case CFT_FLOAT: return CHATFMT_VALUE_FLOAT;
    case CFT_BIGINT: return CHATFMT_VALUE_BIG_INT;
    case CFT_STRING: return CHATFMT_VALUE_STRING;
    case CFT_LIST: return CHATFMT_VALUE_ARRAY;
    case CFT_TUPLE: return CHATFMT_VALUE_TUPLE;
    case CFT_DICT: return CHATFMT_VALUE_OBJECT;
    default: return CHATFMT_VALUE_ABSENT;
    }
}

int chatfmt_value_truth(chatfmt_value value)
{
    return chatfmt_value_kind_of(value) != CHATFMT_VALUE_ABSENT &&
           cft_truth(cft_unwrap(value));
}

int64_t chatfmt_value_as_int(chatfmt_value value)
{
    cft_value inner = cft_unwrap(value);
    return cft_is_integral(inner) ? cft_integer_of(inner) : 0;
}

double chatfmt_value_as_float(chatfmt_value value)
{
    cft_value inner = cft_unwrap(value);
    if (inner.kind == CFT_FLOAT) return inner.as.real;
    return cft_is_integral(inner) ? (double)cft_integer_of(inner) : 0.0;
}

chatfmt_slice chatfmt_value_as_text(chatfmt_value value)
{
    cft_value inner = cft_unwrap(value);
    if (inner.kind == CFT_STRING || inner.kind == CFT_BIGINT) return cft_text_of(inner);
    return (chatfmt_slice){NULL, 0};
}

size_t chatfmt_value_count(chatfmt_value value)
{
    cft_value inner = cft_unwrap(value);
    if (inner.kind == CFT_LIST || inner.kind == CFT_TUPLE) return inner.as.list->count;
    return inner.kind == CFT_DICT ? inner.as.dict->count : 0;
}

chatfmt_value chatfmt_value_at(chatfmt_value value, size_t index)
{
    cft_value inner = cft_unwrap(value);
    if (index >= chatfmt_value_count(value)) return (chatfmt_value){{0, 0}};
    return cft_wrap(inner.kind == CFT_DICT ? inner.as.dict->entries[index].value
                                           : inner.as.list->items[index]);
}

chatfmt_slice chatfmt_value_key_at(chatfmt_value object, size_t index)
{
    cft_value inner = cft_unwrap(object);
    if (inner.kind != CFT_DICT || index >= inner.as.dict->count) return (chatfmt_slice){"", 0};
    cft_value key = inner.as.dict->entries[index].key;
    return key.kind == CFT_STRING ? cft_text_of(key) : (chatfmt_slice){"", 0};
}

chatfmt_value chatfmt_value_find(chatfmt_value object, const char *key, size_t key_length)
{
    cft_value inner = cft_unwrap(object);
    if (inner.kind != CFT_DICT || (!key && key_length)) return (chatfmt_value){{0, 0}};
    const cft_entry *entry =
        cft_dict_find_text(inner.as.dict, cft_slice_of(key ? key : "", key_length));
    return entry ? cft_wrap(entry->value) : (chatfmt_value){{0, 0}};
}

/* ---- Texts that end with a NUL ---- */

chatfmt_slice chatfmt_slice_of(const char *text)
{
    return cft_slice_of(text, text ? strlen(text) : 0);
}

int chatfmt_slice_is(chatfmt_slice slice, const char *text)
{
    return text && (slice.data || !slice.length) &&
           cft_slice_equal(slice, cft_slice_of(text, strlen(text)));
}

chatfmt_value chatfmt_value_get(chatfmt_value object, const char *name)
{
    return chatfmt_value_find(object, name, name ? strlen(name) : 0);
}

chatfmt_status chatfmt_value_put(chatfmt_values *values, chatfmt_value object, const char *key,
                                 chatfmt_value value, chatfmt_error *error)
{
    return chatfmt_value_set(values, object, key, key ? strlen(key) : 1, value, error);
}

chatfmt_status chatfmt_value_text(chatfmt_values *values, const char *text, chatfmt_value *out,
                                  chatfmt_error *error)
{
    return chatfmt_value_string(values, text, text ? strlen(text) : 0, out, error);
}
