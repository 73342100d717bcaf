/* api/api_value_whole.c - chatfmt/value.h: arrays, tuples and objects made at once from values
 * that are there already, and text and numbers that a host language has in another form.
 */
#include "api/api_values.h"
#include "base/number.h"

chatfmt_status chatfmt_value_string_checked(chatfmt_values *values, const char *text,
                                            size_t length, int is_ascii, chatfmt_value *out,
                                            chatfmt_error *error)
{
    CFT_TRY(cft_api_values_enter(values, out, error));
    CFT_TRY(cft_api_text(text, length, "text", error));
    if (length > values->limits.string_bytes || length > UINT32_MAX)
        return cft_heap_limit(&values->heap, "string_bytes", values->limits.string_bytes,
                              length);
    *out = cft_wrap(text ? cft_string(text, (uint32_t)length, is_ascii ? CFT_STR_ASCII : 0)
                         : cft_empty_string());
    return CHATFMT_OK;
}

/* Cold: rare, so small rather than fast. */

/* -?[1-9][0-9]* or 0 */
static CFT_COLD bool whole_is_integer(const char *digits, size_t length)
{
    size_t at = length && digits[0] == '-';
    if (at == length || (digits[at] == '0' && length > 1)) return false;
    for (; at < length; at++)
        if (digits[at] < '0' || digits[at] > '9') return false;
    return true;
}

CFT_COLD chatfmt_status chatfmt_value_big_int(chatfmt_values *values, const char *digits,
                                              size_t length, chatfmt_value *out,
                                              chatfmt_error *error)
{
    int64_t small;
    void *copy;
    CFT_TRY(cft_api_values_enter(values, out, error));
    CFT_TRY(cft_api_text(digits, length, "digits", error));
    if (!whole_is_integer(digits, length))
        return cft_fail(error, CHATFMT_INPUT, "not an integer, or not in its shortest form");
    size_t count = length - (digits[0] == '-');
    if (count > CFT_SAFE_DIGITS && count > values->limits.integer_digits)
        return cft_heap_limit(&values->heap, "integer_digits", values->limits.integer_digits,
                              count);
    if (cft_int_from_text(digits, length, &small)) {
        cft_value number = cft_int(small);
        number.length = cft_store_origin(values);
        *out = cft_wrap(number);
        return CHATFMT_OK;
    }
    CFT_TRY(cft_heap_take(&values->heap, length + 1, &copy));
    memcpy(copy, digits, length);
    ((char *)copy)[length] = 0;
    *out = cft_wrap(
        (cft_value){.kind = CFT_BIGINT, .length = (uint32_t)length, .as = {.text = copy}});
    return CHATFMT_OK;
}

static chatfmt_status whole_check(chatfmt_values *values, const chatfmt_value *items,
                                  size_t count)
{
    if (!items && count)
        return cft_fail_null(values->heap.error, "items");
    if (count > UINT32_MAX / 4)
        return cft_heap_limit(&values->heap, "items", UINT32_MAX / 4, count);
    for (size_t i = 0; i < count; i++)
        if (cft_unwrap(items[i]).kind == CFT_ABSENT)
            return cft_raise(&values->heap, CHATFMT_BAD_ARGUMENT, "an item is absent");
    return CHATFMT_OK;
}

static chatfmt_status whole_list(chatfmt_values *values, cft_kind kind,
                                 const chatfmt_value *items, size_t count, chatfmt_value *out,
                                 chatfmt_error *error)
{
    void *room;
    CFT_TRY(cft_api_values_enter(values, out, error));
    CFT_TRY(whole_check(values, items, count));
    CFT_TRY(cft_heap_take(&values->heap, sizeof(cft_list) + count * sizeof(cft_value), &room));
    cft_list *list = room;
    *list = (cft_list){.count = (uint32_t)count,
                       .origin = cft_store_origin(values),
                       .items = (const cft_value *)(const void *)(list + 1)};
    if (count) memcpy(list + 1, items, count * sizeof *items);
    *out = cft_wrap((cft_value){.kind = (uint8_t)kind, .as = {.list = list}});
    return CHATFMT_OK;
}

chatfmt_status chatfmt_value_array_of(chatfmt_values *values, const chatfmt_value *items,
                                      size_t count, chatfmt_value *out, chatfmt_error *error)
{
    return whole_list(values, CFT_LIST, items, count, out, error);
}

chatfmt_status chatfmt_value_tuple_of(chatfmt_values *values, const chatfmt_value *items,
                                      size_t count, chatfmt_value *out, chatfmt_error *error)
{
    return whole_list(values, CFT_TUPLE, items, count, out, error);
}

chatfmt_status chatfmt_value_object_of(chatfmt_values *values, const chatfmt_value *items,
                                       size_t count, chatfmt_value *out, chatfmt_error *error)
{
    cft_dict *dict;
    bool done = true;
    CFT_TRY(cft_api_values_enter(values, out, error));
    CFT_TRY(whole_check(values, items, count < SIZE_MAX / 2 ? 2 * count : count));
    CFT_TRY(cft_dict_new(&values->heap, count, &dict));
    if (count) memcpy(dict->entries, items, count * sizeof(cft_entry));
    dict->count = (uint32_t)count;
    const cft_entry *entries = dict->entries;
    for (size_t i = 0; i < count; i++)
        done &= entries[i].key.kind == CFT_STRING;
    if (done) CFT_TRY(cft_store_index(values, dict, &done));
    if (!done) CFT_TRY(cft_store_put_all(values, entries, count, &dict));
    dict->origin = cft_store_origin(values);
    *out = cft_wrap(cft_dict_value(dict));
    return CHATFMT_OK;
}

chatfmt_value chatfmt_value_member_key(chatfmt_value object, size_t index)
{
    cft_value inner = cft_unwrap(object);
    if (inner.kind != CFT_DICT || index >= inner.as.dict->count) return (chatfmt_value){{0, 0}};
    return cft_wrap(inner.as.dict->entries[index].key);
}
