/* chatfmt/value.h - the variables of a render: read from JSON, or built by the caller.
 *
 * A chatfmt_value is a small handle that may be copied freely. Its content lives in the
 * chatfmt_values in which it was made, until that is reset or freed.
 *
 * A value may be put into any number of arrays and objects. Text that a render writes from it is
 * reported with the path of the first of these places. A value may also be put into arrays and
 * objects of another chatfmt_values; its own chatfmt_values must then live as long as the other
 * one. Its text is data as any other under every policy, but its path in spans, attempts and errors
 * may be "".
 *
 * Rules for the parameters of all functions are at the beginning of chatfmt/base.h.
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

/* A value. Its fields are private. A value of all zeros is "absent". */
typedef struct chatfmt_value {
    uint64_t bits[2];
} chatfmt_value;

typedef enum chatfmt_value_kind {
    CHATFMT_VALUE_ABSENT = 0,  /* no value: a key that is not there                            */
    CHATFMT_VALUE_NONE = 1,    /* null                                                         */
    CHATFMT_VALUE_BOOL = 2,
    CHATFMT_VALUE_INT = 3,     /* an integer of 64 bits                                        */
    CHATFMT_VALUE_FLOAT = 4,
    CHATFMT_VALUE_BIG_INT = 5, /* an integer beyond 64 bits, kept as decimal text              */
    CHATFMT_VALUE_STRING = 6,
    CHATFMT_VALUE_ARRAY = 7,
    CHATFMT_VALUE_OBJECT = 8,
    CHATFMT_VALUE_TUPLE = 9    /* an array that prints and compares as Python's tuple          */
} chatfmt_value_kind;

/* The memory in which values live. One thread at a time may build values in it. Values that are
 * built may be read by any number of threads, so several appliers may use them at once. */
typedef struct chatfmt_values chatfmt_values;

/*
 * Make an empty chatfmt_values.
 *
 *   allocator  copied; NULL = the C library's.
 *   limits     copied; NULL, and fields that are 0 = the defaults of chatfmt_limits. Only
 *              string_bytes, heap_bytes, value_depth and integer_digits have an effect.
 *              heap_bytes bounds all values together, from chatfmt_values_new() or the last
 *              chatfmt_values_reset() on.
 *   out        receives a chatfmt_values, which the caller owns; free it with
 *              chatfmt_values_free(). NULL on any error.
 *   error      may be NULL.
 *
 * Strings of JSON without escapes are borrowed, and no limit counts their bytes. Strings of
 * chatfmt_value_string_borrowed() count for string_bytes.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT.
 * Threads: safe.
 */
CHATFMT_API chatfmt_status chatfmt_values_new(const chatfmt_allocator *allocator,
                                              const chatfmt_limits *limits,
                                              chatfmt_values **out, chatfmt_error *error);

/* Forget all values. Up to 8 MiB of their memory is kept for the next ones, and the scratch memory
 * of reading JSON, which grows with the longest array or object (docs/embedding.md, "Memory and
 * limits"). Cost: O(1). */
CHATFMT_API void chatfmt_values_reset(chatfmt_values *values);

/* Free all values and the chatfmt_values itself; NULL is allowed. */
CHATFMT_API void chatfmt_values_free(chatfmt_values *values);

/* ---- Reading and writing JSON ----------------------------------------------------------- */

/*
 * Read one JSON text as Python's json.loads does. The order of keys is kept. Of equal keys the
 * last value counts. NaN and Infinity are numbers. Big integers stay exact.
 *
 *   values  the value is made in it.
 *   text    UTF-8; borrowed until `values` is reset or freed.
 *   length  bytes of `text`.
 *   out     receives the value; absent on any error.
 *   error   may be NULL; has line, column and offset in `text`.
 *
 * Errors: INPUT (malformed, not UTF-8, lone surrogate), LIMIT, NO_MEMORY, BAD_ARGUMENT.
 * Threads: one at a time for `values`.
 * Cost: O(length), one pass.
 */
CHATFMT_API chatfmt_status chatfmt_value_read_json(chatfmt_values *values, const char *text,
                                                   size_t length, chatfmt_value *out,
                                                   chatfmt_error *error);

/*
 * Write a value as json.dumps(value, ensure_ascii=False) does.
 *
 *   values  the text is made in it.
 *   value   the value, which may be of another chatfmt_values.
 *   out     receives the text; borrowed until `values` is reset or freed. Empty on any error.
 *   error   may be NULL.
 *
 * Errors: TYPE for a value that JSON does not have; LIMIT, also for an array or object that
 *         contains itself; NO_MEMORY; BAD_ARGUMENT, also for an absent value.
 * Threads: one at a time for `values`.
 * Cost: O(size).
 */
CHATFMT_API chatfmt_status chatfmt_value_write_json(chatfmt_values *values,
                                                    chatfmt_value value, chatfmt_slice *out,
                                                    chatfmt_error *error);

/* ---- Building --------------------------------------------------------------------------- */

/* Make null. Cannot fail. O(1). */
CHATFMT_API chatfmt_value chatfmt_value_none(chatfmt_values *values);
/* Make true, or false when `truth` is 0. Cannot fail. O(1). */
CHATFMT_API chatfmt_value chatfmt_value_bool(chatfmt_values *values, int truth);
/* Make an integer. Cannot fail. O(1). */
CHATFMT_API chatfmt_value chatfmt_value_int(chatfmt_values *values, int64_t number);
/* Make a floating-point number. Cannot fail. O(1). */
CHATFMT_API chatfmt_value chatfmt_value_float(chatfmt_values *values, double number);

/*
 * Make a string.
 *
 *   values  the string is made in it.
 *   text    UTF-8; copied. NULL only with length 0.
 *   length  bytes of `text`.
 *   out     receives the value; absent on any error.
 *   error   may be NULL.
 *
 * Errors: INPUT when `text` is not UTF-8; LIMIT (string_bytes, heap_bytes); NO_MEMORY.
 * Threads: one at a time for `values`.
 * Cost: O(length).
 */
CHATFMT_API chatfmt_status chatfmt_value_string(chatfmt_values *values, const char *text,
                                                size_t length, chatfmt_value *out,
                                                chatfmt_error *error);
/* Make a string as chatfmt_value_string() does, but without copying `text`: it is borrowed until
 * `values` is reset or freed. When two values have the same bytes at the same address, spans and
 * errors name the path of one of them. */
CHATFMT_API chatfmt_status chatfmt_value_string_borrowed(chatfmt_values *values,
                                                         const char *text, size_t length,
                                                         chatfmt_value *out,
                                                         chatfmt_error *error);

/* Make an empty array, to be filled with chatfmt_value_push(). Errors: NO_MEMORY, LIMIT. */
CHATFMT_API chatfmt_status chatfmt_value_array(chatfmt_values *values, chatfmt_value *out,
                                               chatfmt_error *error);
/* Make an empty object, to be filled with chatfmt_value_set() or chatfmt_value_put(). Errors:
 * NO_MEMORY, LIMIT. */
CHATFMT_API chatfmt_status chatfmt_value_object(chatfmt_values *values, chatfmt_value *out,
                                                chatfmt_error *error);

/*
 * Put `item` at the end of an array that chatfmt_value_array() made. An array that was read from
 * JSON cannot grow: push its items into a new one.
 *
 *   values  the chatfmt_values of the array.
 *   array   changed in place.
 *   item    any value but absent.
 *   error   may be NULL.
 *
 * Errors: BAD_ARGUMENT when `array` is not such an array, or `item` is absent; NO_MEMORY; LIMIT.
 * Threads: one at a time for `values`.
 * Cost: amortised O(1).
 */
CHATFMT_API chatfmt_status chatfmt_value_push(chatfmt_values *values, chatfmt_value array,
                                              chatfmt_value item, chatfmt_error *error);

/*
 * Set a member of an object, which may have been built or read. A member with this key keeps its
 * place and gets the new value. No function removes a member: copy the others into a new object.
 *
 *   values      the chatfmt_values of the object.
 *   object      changed in place.
 *   key         UTF-8; copied.
 *   key_length  bytes of `key`.
 *   value       any value but absent.
 *   error       may be NULL.
 *
 * Errors: BAD_ARGUMENT when `object` is not an object, or `value` is absent; INPUT when the key
 *         is not UTF-8; NO_MEMORY; LIMIT.
 * Threads: one at a time for `values`.
 * Cost: amortised O(1).
 */
CHATFMT_API chatfmt_status chatfmt_value_set(chatfmt_values *values, chatfmt_value object,
                                             const char *key, size_t key_length,
                                             chatfmt_value value, chatfmt_error *error);

/* ---- From another language's objects ----------------------------------------------------- */

/*
 * Make a string as chatfmt_value_string_borrowed() does, without checking its bytes. This is for
 * text that is known to be UTF-8, such as that of a Python string. Other text is undefined
 * behaviour.
 *
 *   is_ascii  not 0 when all bytes are known to be below 0x80, which makes lengths and slices of
 *             the string cheaper.
 *
 * The other parameters are those of chatfmt_value_string_borrowed().
 *
 * Errors: LIMIT (string_bytes).
 * Cost: O(1).
 */
CHATFMT_API chatfmt_status chatfmt_value_string_checked(chatfmt_values *values,
                                                        const char *text, size_t length,
                                                        int is_ascii, chatfmt_value *out,
                                                        chatfmt_error *error);

/*
 * Make an integer of any size.
 *
 *   values  the value is made in it.
 *   digits  decimal digits, such as "-12345678901234567890"; copied.
 *   length  bytes of `digits`.
 *   out     receives the value, an INT when it fits into 64 bits; absent on any error.
 *   error   may be NULL.
 *
 * Errors: INPUT when `digits` is not an integer, or is not in its shortest form (leading zeros,
 *         a plus sign, minus zero); LIMIT (integer_digits, which counts only above 18 digits,
 *         as in JSON); NO_MEMORY.
 * Threads: one at a time for `values`.
 * Cost: O(length).
 */
CHATFMT_API chatfmt_status chatfmt_value_big_int(chatfmt_values *values, const char *digits,
                                                 size_t length, chatfmt_value *out,
                                                 chatfmt_error *error);

/*
 * Make an array of given items.
 *
 *   values  the array is made in it.
 *   items   `count` values; copied. None may be absent. NULL only with count 0.
 *   count   number of items.
 *   out     receives the value; absent on any error. chatfmt_value_push() does not accept this
 *           array.
 *   error   may be NULL.
 *
 * Errors: BAD_ARGUMENT when an item is absent; LIMIT, also for more than 1073741823 items, which
 *         cannot be raised; NO_MEMORY.
 * Threads: one at a time for `values`.
 * Cost: O(count).
 */
CHATFMT_API chatfmt_status chatfmt_value_array_of(chatfmt_values *values,
                                                  const chatfmt_value *items, size_t count,
                                                  chatfmt_value *out, chatfmt_error *error);
/* Make a tuple of given items. Parameters, errors, threads and cost are those of
 * chatfmt_value_array_of(). */
CHATFMT_API chatfmt_status chatfmt_value_tuple_of(chatfmt_values *values,
                                                  const chatfmt_value *items, size_t count,
                                                  chatfmt_value *out, chatfmt_error *error);

/*
 * Make an object of given members.
 *
 *   values  the object is made in it.
 *   items   2 * count values, each key before its value; copied. A key may be any value that
 *           Python can hash: strings, numbers, null, tuples of these. Of equal keys (1, 1.0 and
 *           true are equal) the first keeps its place, and the last value counts. NULL only with
 *           count 0.
 *   count   number of members.
 *   out     receives the value; absent on any error.
 *   error   may be NULL.
 *
 * Errors: BAD_ARGUMENT when a value is absent; TYPE for a key that cannot be hashed; LIMIT;
 *         NO_MEMORY.
 * Threads: one at a time for `values`.
 * Cost: O(count). Objects with the same text keys in the same order are recognised, so that
 *         templates find their members without searching.
 */
CHATFMT_API chatfmt_status chatfmt_value_object_of(chatfmt_values *values,
                                                   const chatfmt_value *items, size_t count,
                                                   chatfmt_value *out, chatfmt_error *error);

/* ---- Looking inside --------------------------------------------------------------------- */

/* These functions cannot fail. For a value of another kind they return zero, absent or an empty
 * slice. They take O(1), except chatfmt_value_find() in a large object. They are safe in any thread
 * while no thread builds in the chatfmt_values. */

/* The kind of a value. */
CHATFMT_API chatfmt_value_kind chatfmt_value_kind_of(chatfmt_value value);
/* Python's bool(value): 0 for null, false, zero, and empty strings, arrays and objects; else 1. */
CHATFMT_API int chatfmt_value_truth(chatfmt_value value);
/* The number of an INT or BOOL: 1 for true. 0 for a BIG_INT and for a FLOAT. */
CHATFMT_API int64_t chatfmt_value_as_int(chatfmt_value value);
/* The number of a FLOAT, INT or BOOL. 0 for a BIG_INT. */
CHATFMT_API double chatfmt_value_as_float(chatfmt_value value);
/* The text of a STRING, or the digits of a BIG_INT; borrowed until the chatfmt_values is reset
 * or freed. Of another kind length 0 and data NULL, so that an absent member may be passed on to
 * an option such as chatfmt_apply_options.chat_template, where it means the default. */
CHATFMT_API chatfmt_slice chatfmt_value_as_text(chatfmt_value value);
/* The number of items of an ARRAY or TUPLE, or of members of an OBJECT. */
CHATFMT_API size_t chatfmt_value_count(chatfmt_value value);
/* Item number `index`, from 0, of an ARRAY or TUPLE, or the value of member number `index` of an
 * OBJECT. */
CHATFMT_API chatfmt_value chatfmt_value_at(chatfmt_value value, size_t index);
/* The key of member number `index`, from 0, of an OBJECT; empty when the key is not a string. */
CHATFMT_API chatfmt_slice chatfmt_value_key_at(chatfmt_value object, size_t index);
/* The key of member number `index`, from 0, of an OBJECT, as a value of any kind. */
CHATFMT_API chatfmt_value chatfmt_value_member_key(chatfmt_value object, size_t index);
/* The value of the member of an OBJECT with this key (`key_length` bytes of UTF-8); absent when
 * there is no such member. */
CHATFMT_API chatfmt_value chatfmt_value_find(chatfmt_value object, const char *key,
                                             size_t key_length);

/* ---- With names that end with a NUL ------------------------------------------------------ */

/* As chatfmt_value_find(), with a key that ends with a NUL. */
CHATFMT_API chatfmt_value chatfmt_value_get(chatfmt_value object, const char *name);
/* As chatfmt_value_set(), with a key that ends with a NUL; BAD_ARGUMENT when it is NULL. */
CHATFMT_API chatfmt_status chatfmt_value_put(chatfmt_values *values, chatfmt_value object,
                                             const char *key, chatfmt_value value,
                                             chatfmt_error *error);
/* As chatfmt_value_string(), with a text that ends with a NUL; copied. NULL makes an empty
 * string. */
CHATFMT_API chatfmt_status chatfmt_value_text(chatfmt_values *values, const char *text,
                                              chatfmt_value *out, chatfmt_error *error);

#ifdef __cplusplus
}
#endif

#endif
