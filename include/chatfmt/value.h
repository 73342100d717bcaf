/* chatfmt/value.h - the variables of a render: read from JSON, or built by the caller.
 *
 * A chatfmt_value is a small handle that may be copied freely. What it stands for lives in the
 * chatfmt_values it was made in, and dies with it. A value may be put into any number of arrays and
 * objects; what a render writes of it is reported under the first of its places. One of another
 * chatfmt_values, which then has to live as long, may be put there too: its text is data like any
 * other, under every policy. Only its path, in spans, attempts and errors, may be "".
 *
 *     chatfmt_value variables, messages, message, text;
 *     chatfmt_value_object(values, &variables, NULL);
 *     chatfmt_value_array(values, &messages, NULL);
 *     chatfmt_value_object(values, &message, NULL);
 *     chatfmt_value_text(values, "Hi", &text, NULL);
 *     chatfmt_value_put(values, message, "content", text, NULL);
 *     chatfmt_value_push(values, messages, message, NULL);
 *     chatfmt_value_put(values, variables, "messages", messages, NULL);
 */
#ifndef CHATFMT_VALUE_H
#define CHATFMT_VALUE_H

#include "chatfmt/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A value. Its fields are private; all zero is "absent". */
typedef struct chatfmt_value {
    uint64_t bits[2];
} chatfmt_value;

typedef enum chatfmt_value_kind {
    CHATFMT_VALUE_ABSENT = 0,  /* no value: a key that is not there                            */
    CHATFMT_VALUE_NONE = 1,    /* null                                                         */
    CHATFMT_VALUE_BOOL = 2,
    CHATFMT_VALUE_INT = 3,     /* of 64 bits                                                   */
    CHATFMT_VALUE_FLOAT = 4,
    CHATFMT_VALUE_BIG_INT = 5, /* an integer beyond 64 bits, kept as decimal text              */
    CHATFMT_VALUE_STRING = 6,
    CHATFMT_VALUE_ARRAY = 7,
    CHATFMT_VALUE_OBJECT = 8,
    CHATFMT_VALUE_TUPLE = 9    /* an array that prints and compares as Python's tuple          */
} chatfmt_value_kind;

/* The memory that values live in. Serves one thread at a time while it is built in; what is
 * built may be read by any number of threads, and so be given to several appliers at once. */
typedef struct chatfmt_values chatfmt_values;

/*
 * Make an empty chatfmt_values.
 *
 *   allocator  copied; NULL for the C library's.
 *   limits     string_bytes, heap_bytes, value_depth and integer_digits count; copied; NULL for
 *              the defaults of chatfmt/base.h. Strings of JSON without escapes, which are
 *              borrowed, do not count; those of chatfmt_value_string_borrowed() do, as
 *              string_bytes.
 *   out        receives it, owned; free with chatfmt_values_free(). NULL on any error.
 *   error      may be NULL.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT. Threads: safe.
 */
CHATFMT_API chatfmt_status chatfmt_values_new(const chatfmt_allocator *allocator,
                                              const chatfmt_limits *limits,
                                              chatfmt_values **out, chatfmt_error *error);

/* Forget all values, keep the memory for the next ones. O(1). */
CHATFMT_API void chatfmt_values_reset(chatfmt_values *values);

/* Free all values and the chatfmt_values itself; NULL is allowed. */
CHATFMT_API void chatfmt_values_free(chatfmt_values *values);

/* ---- Reading and writing JSON ----------------------------------------------------------- */

/*
 * Read one JSON text as Python's json.loads reads it: key order is kept, the last of equal keys
 * wins, NaN and Infinity are numbers, big integers stay exact.
 *
 *   text   `length` bytes of UTF-8; borrowed until `values` is reset or freed.
 *   out    receives the value; absent on any error.
 *   error  may be NULL; has line, column and offset in `text`.
 *
 * Errors: INPUT (malformed, not UTF-8, lone surrogate), LIMIT, NO_MEMORY.
 * Cost: O(length), one pass.
 */
CHATFMT_API chatfmt_status chatfmt_value_read_json(chatfmt_values *values, const char *text,
                                                   size_t length, chatfmt_value *out,
                                                   chatfmt_error *error);

/*
 * Write a value as json.dumps(value, ensure_ascii=False) does.
 *
 *   out  receives the text; borrowed until `values` is reset or freed.
 *
 * Errors: LIMIT, NO_MEMORY, TYPE. Cost: O(size).
 */
CHATFMT_API chatfmt_status chatfmt_value_write_json(chatfmt_values *values,
                                                    chatfmt_value value, chatfmt_slice *out,
                                                    chatfmt_error *error);

/* ---- Building --------------------------------------------------------------------------- */

/* null. Cannot fail. O(1). */
CHATFMT_API chatfmt_value chatfmt_value_none(chatfmt_values *values);
/* true unless `truth` is 0. Cannot fail. O(1). */
CHATFMT_API chatfmt_value chatfmt_value_bool(chatfmt_values *values, int truth);
/* An integer. Cannot fail. O(1). */
CHATFMT_API chatfmt_value chatfmt_value_int(chatfmt_values *values, int64_t number);
/* A floating-point number. Cannot fail. O(1). */
CHATFMT_API chatfmt_value chatfmt_value_float(chatfmt_values *values, double number);

/*
 * A string of `length` bytes of UTF-8, copied.
 * Errors: INPUT when it is not UTF-8; LIMIT (string_bytes, heap_bytes); NO_MEMORY.
 * Cost: O(length).
 */
CHATFMT_API chatfmt_status chatfmt_value_string(chatfmt_values *values, const char *text,
                                                size_t length, chatfmt_value *out,
                                                chatfmt_error *error);
/* The same, borrowed until `values` is reset or freed: checked, but not copied. The bytes of two
 * values at one address have the path of one of them, in spans and errors. */
CHATFMT_API chatfmt_status chatfmt_value_string_borrowed(chatfmt_values *values,
                                                         const char *text, size_t length,
                                                         chatfmt_value *out,
                                                         chatfmt_error *error);

/* An empty array, to be filled with chatfmt_value_push(). Errors: NO_MEMORY, LIMIT. */
CHATFMT_API chatfmt_status chatfmt_value_array(chatfmt_values *values, chatfmt_value *out,
                                               chatfmt_error *error);
/* An empty object, to be filled with chatfmt_value_set(). Errors: NO_MEMORY, LIMIT. */
CHATFMT_API chatfmt_status chatfmt_value_object(chatfmt_values *values, chatfmt_value *out,
                                                chatfmt_error *error);

/*
 * Put `item` at the end of an array that chatfmt_value_array() made.
 * Errors: BAD_ARGUMENT when it is not such an array, or the item is absent; NO_MEMORY; LIMIT.
 * Cost: amortised O(1).
 */
CHATFMT_API chatfmt_status chatfmt_value_push(chatfmt_values *values, chatfmt_value array,
                                              chatfmt_value item, chatfmt_error *error);

/*
 * Set a member of an object, whether built or read; an equal key keeps its place.
 *
 *   key  `key_length` bytes of UTF-8; copied.
 *
 * Errors: BAD_ARGUMENT when it is not an object, or the value is absent; INPUT when the key is
 *         not UTF-8; NO_MEMORY; LIMIT. Cost: amortised O(1).
 */
CHATFMT_API chatfmt_status chatfmt_value_set(chatfmt_values *values, chatfmt_value object,
                                             const char *key, size_t key_length,
                                             chatfmt_value value, chatfmt_error *error);

/* ---- From another language's objects ----------------------------------------------------- */

/*
 * A string as chatfmt_value_string_borrowed() makes it, without looking at its bytes: for text
 * that is known to be UTF-8, such as that of a Python string. Anything else is undefined behaviour.
 *
 *   is_ascii  not 0 when all bytes are known to be below 0x80, which makes lengths and slices of
 *             the string cheaper.
 *
 * Errors: LIMIT (string_bytes). Cost: O(1).
 */
CHATFMT_API chatfmt_status chatfmt_value_string_checked(chatfmt_values *values,
                                                        const char *text, size_t length,
                                                        int is_ascii, chatfmt_value *out,
                                                        chatfmt_error *error);

/*
 * An integer of any size from its decimal digits, such as "-12345678901234567890"; copied. One that
 * fits 64 bits becomes an INT.
 * Errors: INPUT when it is not an integer or not in its shortest form: leading zeros, a plus sign,
 * minus zero; LIMIT (integer_digits); NO_MEMORY. Cost: O(length).
 */
CHATFMT_API chatfmt_status chatfmt_value_big_int(chatfmt_values *values, const char *digits,
                                                 size_t length, chatfmt_value *out,
                                                 chatfmt_error *error);

/* An array of `count` items, copied; chatfmt_value_push() refuses it. Errors: BAD_ARGUMENT when an
 * item is absent; LIMIT, also for more than 1073741823 items, which nothing raises; NO_MEMORY.
 * Cost: O(count). */
CHATFMT_API chatfmt_status chatfmt_value_array_of(chatfmt_values *values,
                                                  const chatfmt_value *items, size_t count,
                                                  chatfmt_value *out, chatfmt_error *error);
/* The same as a tuple. */
CHATFMT_API chatfmt_status chatfmt_value_tuple_of(chatfmt_values *values,
                                                  const chatfmt_value *items, size_t count,
                                                  chatfmt_value *out, chatfmt_error *error);

/*
 * An object of `count` members.
 *
 *   items  2 * count values, each key before its value; copied. Keys may be whatever Python can
 *          hash: strings, numbers, null, tuples of these. Of equal ones (1, 1.0 and true are) the
 *          first keeps its place and the last one's value counts.
 *
 * Errors: BAD_ARGUMENT when a value is absent; TYPE for a key without a hash; LIMIT; NO_MEMORY.
 * Cost: O(count). Objects with the same text keys in the same order are recognised, so that
 * templates find their members without searching.
 */
CHATFMT_API chatfmt_status chatfmt_value_object_of(chatfmt_values *values,
                                                   const chatfmt_value *items, size_t count,
                                                   chatfmt_value *out, chatfmt_error *error);

/* ---- Looking inside --------------------------------------------------------------------- */

/* These cannot fail: they give zero, absent or an empty slice when the value is of another kind.
 * O(1), except find in a large object; safe in any thread while nobody builds in the values. */

/* What the value is. */
CHATFMT_API chatfmt_value_kind chatfmt_value_kind_of(chatfmt_value value);
/* Python's bool(value): 0 for null, false, zero, and what is empty. */
CHATFMT_API int chatfmt_value_truth(chatfmt_value value);
/* The number of an INT or BOOL. */
CHATFMT_API int64_t chatfmt_value_as_int(chatfmt_value value);
/* The number of a FLOAT, INT or BOOL. */
CHATFMT_API double chatfmt_value_as_float(chatfmt_value value);
/* The text of a STRING, the digits of a BIG_INT; borrowed from the value's chatfmt_values. */
CHATFMT_API chatfmt_slice chatfmt_value_as_text(chatfmt_value value);
/* How many items an ARRAY or TUPLE, or members an OBJECT has. */
CHATFMT_API size_t chatfmt_value_count(chatfmt_value value);
/* Item number `index` of an ARRAY or TUPLE, or the value of that member of an OBJECT. */
CHATFMT_API chatfmt_value chatfmt_value_at(chatfmt_value value, size_t index);
/* The key of member number `index` of an OBJECT; empty when it is not a string. */
CHATFMT_API chatfmt_slice chatfmt_value_key_at(chatfmt_value object, size_t index);
/* The same as a value, of whatever kind. */
CHATFMT_API chatfmt_value chatfmt_value_member_key(chatfmt_value object, size_t index);
/* The member of an OBJECT with this key of `key_length` bytes; absent when there is none. */
CHATFMT_API chatfmt_value chatfmt_value_find(chatfmt_value object, const char *key,
                                             size_t key_length);

/* ---- With names that end with a NUL ------------------------------------------------------ */

/* As chatfmt_value_find(). */
CHATFMT_API chatfmt_value chatfmt_value_get(chatfmt_value object, const char *name);
/* As chatfmt_value_set(); BAD_ARGUMENT without a key. */
CHATFMT_API chatfmt_status chatfmt_value_put(chatfmt_values *values, chatfmt_value object,
                                             const char *key, chatfmt_value value,
                                             chatfmt_error *error);
/* As chatfmt_value_string(): a copy; of NULL the empty string. */
CHATFMT_API chatfmt_status chatfmt_value_text(chatfmt_values *values, const char *text,
                                              chatfmt_value *out, chatfmt_error *error);

#ifdef __cplusplus
}
#endif

#endif
