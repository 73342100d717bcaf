/* value/store.h - memory that values are built in: the inside of chatfmt_values.
 *
 * Every value gets an origin number of its own, counted up in its store, by which spans find it
 * again; JSON texts take as many numbers as they have bytes. Failures are reported to heap.error.
 */
#ifndef CFT_STORE_H
#define CFT_STORE_H

#include "value/dict.h"
#include "value/handle.h"

/* Objects of so many members are compared with the last one that had as many. */
#define CFT_STORE_SEEN 16

struct chatfmt_values {
    cft_heap heap;
    chatfmt_limits limits;
    uint32_t next_origin; /* the last number given */
    const cft_dict *seen[CFT_STORE_SEEN + 1]; /* by their number of members */
};

/* `limits` are complete; their fuel does not count. *out is NULL on failure. */
chatfmt_status cft_store_new(const chatfmt_allocator *memory, const chatfmt_limits *limits,
                             chatfmt_values **out, chatfmt_error *error);
void cft_store_reset(chatfmt_values *values);
void cft_store_free(chatfmt_values *values);

/* A number for a value that is made in this store. */
uint32_t cft_store_origin(chatfmt_values *values);
/* What a JSON text holds; LIMIT when its origins cannot be numbered. */
chatfmt_status cft_store_json(chatfmt_values *values, cft_slice text, cft_value *out);
/* A value as JSON text, in the store. */
chatfmt_status cft_store_write(chatfmt_values *values, cft_value value, cft_slice *out);
/* A copy of UTF-8 text as long as string_bytes allows; a byte 0 follows it. */
chatfmt_status cft_store_string(chatfmt_values *values, cft_slice text, cft_value *out);
/* LIMIT or INPUT unless the text may become a string of this store. */
chatfmt_status cft_store_check(chatfmt_values *values, cft_slice text);
/* An empty list that can grow, and an item for it. */
chatfmt_status cft_store_array(chatfmt_values *values, cft_value *out);
bool cft_store_is_array(cft_value value);
chatfmt_status cft_store_push(chatfmt_values *values, cft_value array, cft_value item);
/* An empty object, and a member for it; the key is copied. */
chatfmt_status cft_store_object(chatfmt_values *values, cft_value *out);
chatfmt_status cft_store_set(chatfmt_values *values, cft_value object, cft_slice key,
                             cft_value value);

/* An index for the keys of `dict`, which are texts. *done is false when two are equal. */
chatfmt_status cft_store_index(chatfmt_values *values, cft_dict *dict, bool *done);
/* An object of these members, later ones in the place of earlier ones. */
chatfmt_status cft_store_put_all(chatfmt_values *values, const cft_entry *entries, size_t count,
                                 cft_dict **out);

#endif
