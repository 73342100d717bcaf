/* value/builder.h - the one way to write a new string, so that bytes and origin arrive together.
 *
 * Any number of builders may be open; each ends in one string value. The cost of origins is one
 * test per call when nobody asked for spans.
 */
#ifndef CFT_BUILDER_H
#define CFT_BUILDER_H

#include "value/heap.h"
#include "value/origin.h"

typedef struct cft_builder {
    cft_heap *heap;
    cft_origins *origins; /* NULL unless spans are wanted, and now */
    char *data;           /* NULL when nothing is written, only reported where it comes from */
    size_t length, capacity;
    cft_run *runs, first; /* the array, or `first` while that is enough */
    size_t run_count, run_capacity;
    const cft_origins *watched; /* NULL once the writer of JSON meets what may be on record */
    bool ascii;    /* all bytes so far below 0x80 */
    bool unseen;   /* bytes were written by way of cft_build_room */
} cft_builder;

/* Begin with room for `expected` bytes (a guess; it grows). */
chatfmt_status cft_build(cft_builder *b, cft_heap *heap, size_t expected);

/* Room for `extra` bytes more, or LIMIT (string_bytes). */
chatfmt_status cft_build_grow(cft_builder *b, size_t extra);

/* Append bytes that stand at `text`, which is template, input or heap memory: the origin
 * follows, per byte. Charges fuel by length. */
chatfmt_status cft_build_copy(cft_builder *b, const char *text, size_t length);

/* The same so many times; each pays as one copy. */
chatfmt_status cft_build_repeat(cft_builder *b, const char *text, size_t length, size_t times);

/* Append bytes computed from the `from_length` bytes at `from` (case mapped, escaped …). */
chatfmt_status cft_build_derived(cft_builder *b, const char *text, size_t length,
                                 const char *from, size_t from_length);

/* Append bytes computed from `value` as a whole: a number's digits, a list's brackets. */
chatfmt_status cft_build_from(cft_builder *b, const char *text, size_t length, cft_value value);

/* The same for a few bytes below 0x80. */
chatfmt_status cft_build_marked(cft_builder *b, const char *text, size_t length, cft_value value);
static inline chatfmt_status cft_build_mark(cft_builder *b, const char *text, size_t length,
                                            cft_value value)
{
    if (CFT_UNLIKELY(b->origins != NULL || length > b->capacity - b->length)) {
        return cft_build_marked(b, text, length, value);
    }
    memcpy(b->data + b->length, text, length);
    b->length += length;
    return cft_charge(b->heap, 1);
}

/* Append bytes that the engine or the template made: padding, separators of its own. */
chatfmt_status cft_build_fresh(cft_builder *b, const char *text, size_t length);

/* `count` times the code point `fill` given as UTF-8, as made by the template. */
chatfmt_status cft_build_pad(cft_builder *b, size_t count, const char *fill, size_t width);

/* `count` bytes of room to be written by the caller at the returned place, labelled as computed
 * from `from`; for loops that map bytes one to one. */
chatfmt_status cft_build_room(cft_builder *b, size_t count, const char *from,
                              size_t from_length, char **out);

/* Finish: a string value with `flags` (CFT_STR_ASCII is set by itself). */
chatfmt_status cft_build_end(cft_builder *b, uint8_t flags, cft_value *out);

/* A builder that writes nothing and only notes where bytes come from, by the functions for copy,
 * derived, from and mark, or as runs; and what it noted, put on record for a string that is
 * there. */
void cft_build_notes(cft_builder *b, cft_heap *heap);
chatfmt_status cft_build_note(cft_builder *b, cft_run run);
chatfmt_status cft_build_record(cft_builder *b, const char *text, size_t length);

/* A new string of `length` bytes with one origin: shorthands for one-piece builders. */
chatfmt_status cft_new_fresh(cft_heap *heap, const char *text, size_t length, cft_value *out);
chatfmt_status cft_new_from(cft_heap *heap, const char *text, size_t length, cft_value value,
                            cft_value *out);

/* A big integer, and no other value, as computed from the scalar `from`. */
chatfmt_status cft_big_computed(cft_heap *heap, cft_value from, cft_value *number);

/* The status of a call of cft_origins_…, with its error reported. */
chatfmt_status cft_raise_origins(cft_heap *heap, chatfmt_status status) CFT_COLD;

/* left + right as one string. Appending again and again to the same left side is amortised O(1)
 * per byte: the result stays extensible in place while nobody else extended it. */
chatfmt_status cft_concat(cft_heap *heap, cft_value left, cft_value right, uint8_t flags,
                          cft_value *out);

#endif
