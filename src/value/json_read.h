/* value/json_read.h - JSON text straight into values, as Python's json.loads reads it.
 *
 * One pass. Strings without escapes are slices of the text; others are decoded into the arena.
 * Numbers, literals, lists and objects get an origin number: their byte offset in the text plus
 * `base`, which identifies them again (models with several documents give each its own base).
 */
#ifndef CFT_JSON_READ_H
#define CFT_JSON_READ_H

#include "value/heap.h"

typedef struct cft_json_options {
    uint32_t base;        /* origin numbers begin at base + 1                          */
    bool allow_trailing;  /* stop after the first value instead of requiring the end   */
    bool strict;          /* duplicate keys are an error; otherwise the last one wins  */
} cft_json_options;

/*
 * Read one value. `text` is borrowed until the heap is reset; anything in it may be hostile.
 * INPUT with line, column and offset in the heap's error: malformed text, invalid UTF-8, lone
 * surrogate escapes. LIMIT, with the place too: value_depth, integer_digits, heap_bytes. No
 * recursion. `*used` (may be NULL) receives the bytes read.
 */
chatfmt_status cft_json_read(cft_heap *heap, cft_slice text, const cft_json_options *options,
                             cft_value *out, size_t *used);

#endif
