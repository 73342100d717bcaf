/* value/store.c - values that are built one by one. */
#include "value/store.h"

#include <assert.h>

#include "base/utf8.h"
#include "value/json_read.h"
#include "value/json_write.h"

/* A list that can still grow. What JSON reading makes has no capacity and is distinguished by the
 * flag of its value. */
typedef struct store_array {
    cft_list list; /* first: the value points here */
    cft_value *items;
    uint32_t capacity;
} store_array;

enum { STORE_BUILT_ARRAY = 1 }; /* in the flags of a CFT_LIST; the engine ignores them */

chatfmt_status cft_store_new(const chatfmt_allocator *memory, const chatfmt_limits *limits,
                             chatfmt_values **out, chatfmt_error *error)
{
    chatfmt_values *values = cft_allocate(memory, sizeof *values);
    *out = NULL;
    if (!values) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    cft_heap_init(&values->heap, memory);
    values->limits = *limits;
    values->limits.fuel = UINT64_MAX; /* the caller's own work is not metered */
    cft_store_reset(values);
    *out = values;
    return CHATFMT_OK;
}

void cft_store_reset(chatfmt_values *values)
{
    cft_heap_reset(&values->heap, &values->limits, NULL);
    values->next_origin = 0;
    memset(values->seen, 0, sizeof values->seen);
}

void cft_store_free(chatfmt_values *values)
{
    if (!values) return;
    chatfmt_allocator memory = values->heap.arena.allocator;
    cft_heap_free(&values->heap);
    cft_release(&memory, values, sizeof *values);
}

uint32_t cft_store_origin(chatfmt_values *values)
{
    return values->next_origin < UINT32_MAX ? ++values->next_origin : values->next_origin;
}

chatfmt_status cft_store_json(chatfmt_values *values, cft_slice text, cft_value *out)
{
    if (text.length >= UINT32_MAX - values->next_origin)
        return cft_fail(values->heap.error, CHATFMT_LIMIT,
                        "limit exceeded: input_bytes is %u, reached %zu", UINT32_MAX, text.length);
    cft_json_options options = {.base = values->next_origin};
    CFT_TRY(cft_json_read(&values->heap, text, &options, out, NULL));
    values->next_origin += (uint32_t)text.length + 1;
    return CHATFMT_OK;
}

chatfmt_status cft_store_write(chatfmt_values *values, cft_value value, cft_slice *out)
{
    cft_builder b;
    cft_value text;
    CFT_TRY(cft_build(&b, &values->heap, 64));
    CFT_TRY(cft_json_append(&b, value, &cft_json_plain));
    CFT_TRY(cft_build_end(&b, 0, &text));
    *out = cft_text_of(text);
    return CHATFMT_OK;
}

chatfmt_status cft_store_check(chatfmt_values *values, cft_slice text)
{
    if (text.length > values->limits.string_bytes || text.length > UINT32_MAX)
        return cft_heap_limit(&values->heap, "string_bytes", values->limits.string_bytes,
                              text.length);
    size_t valid = cft_utf8_check(text.data, text.length);
    if (valid == text.length) return CHATFMT_OK;
    return cft_raise(&values->heap, CHATFMT_INPUT, "the string is not UTF-8 at byte %zu", valid);
}

chatfmt_status cft_store_string(chatfmt_values *values, cft_slice text, cft_value *out)
{
    void *copy;
    CFT_TRY(cft_store_check(values, text));
    CFT_TRY(cft_heap_take(&values->heap, text.length + 1, &copy));
    if (text.length) memcpy(copy, text.data, text.length);
    ((char *)copy)[text.length] = 0;
    *out = cft_string(copy, (uint32_t)text.length, 0);
    return CHATFMT_OK;
}

/* ---- Arrays and objects ---- */

chatfmt_status cft_store_array(chatfmt_values *values, cft_value *out)
{
    void *room;
    CFT_TRY(cft_heap_take(&values->heap, sizeof(store_array), &room));
    store_array *array = room;
    *array = (store_array){.list = {.origin = cft_store_origin(values)}};
    *out = (cft_value){.kind = CFT_LIST, .flags = STORE_BUILT_ARRAY, .as = {.list = &array->list}};
    return CHATFMT_OK;
}

bool cft_store_is_array(cft_value value)
{
    return value.kind == CFT_LIST && value.flags == STORE_BUILT_ARRAY;
}

static chatfmt_status store_grow(chatfmt_values *values, store_array *array)
{
    if (array->list.count < array->capacity) return CHATFMT_OK;
    if (array->capacity > UINT32_MAX / 2)
        return cft_raise(&values->heap, CHATFMT_LIMIT, "the array is too long");
    uint32_t capacity = array->capacity ? array->capacity * 2 : 4;
    void *room;
    CFT_TRY(cft_heap_array(&values->heap, capacity, sizeof(cft_value), &room));
    if (array->list.count) memcpy(room, array->items, array->list.count * sizeof(cft_value));
    array->items = room;
    array->list.items = room;
    array->capacity = capacity;
    return CHATFMT_OK;
}

chatfmt_status cft_store_push(chatfmt_values *values, cft_value array, cft_value item)
{
    assert(cft_store_is_array(array));
    store_array *grown = (store_array *)(uintptr_t)array.as.list;
    CFT_TRY(store_grow(values, grown));
    grown->items[grown->list.count++] = item;
    return CHATFMT_OK;
}

chatfmt_status cft_store_object(chatfmt_values *values, cft_value *out)
{
    cft_dict *dict;
    CFT_TRY(cft_dict_new(&values->heap, 4, &dict));
    dict->origin = cft_store_origin(values);
    *out = cft_dict_value(dict);
    return CHATFMT_OK;
}

chatfmt_status cft_store_set(chatfmt_values *values, cft_value object, cft_slice key,
                             cft_value value)
{
    cft_value name;
    assert(object.kind == CFT_DICT);
    CFT_TRY(cft_store_string(values, key, &name));
    return cft_dict_put(&values->heap, (cft_dict *)(uintptr_t)object.as.dict, name, value);
}

static bool store_same_keys(const cft_dict *seen, const cft_entry *entries, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!cft_slice_equal(cft_text_of(seen->entries[i].key), cft_text_of(entries[i].key)))
            return false;
    return true;
}

/* Text keys that all differ: nothing has to be looked up. *done is false when two are equal. */
chatfmt_status cft_store_index(chatfmt_values *values, cft_dict *dict, bool *done)
{
    const cft_dict **seen = dict->count <= CFT_STORE_SEEN ? &values->seen[dict->count] : NULL;
    *done = true;
    if (seen && *seen && store_same_keys(*seen, dict->entries, dict->count)) {
        dict->shape = *seen;
        return CHATFMT_OK;
    }
    CFT_TRY(cft_dict_reindex(&values->heap, dict, done));
    if (seen && *done) *seen = dict->shape = dict;
    return CHATFMT_OK;
}

CFT_COLD chatfmt_status cft_store_put_all(chatfmt_values *values, const cft_entry *entries,
                                          size_t count, cft_dict **out)
{
    CFT_TRY(cft_dict_new(&values->heap, count, out));
    for (size_t i = 0; i < count; i++)
        CFT_TRY(cft_dict_put(&values->heap, *out, entries[i].key, entries[i].value));
    return CHATFMT_OK;
}
