/* value/text.h - string operations in code points, as Python's str. Results that are part of the
 * input are slices of it and keep its origin. */
#ifndef CFT_TEXT_H
#define CFT_TEXT_H

#include "value/builder.h"

bool cft_text_ascii(cft_value *string);        /* learns and remembers CFT_STR_ASCII          */
size_t cft_text_count(cft_value string);       /* code points                                  */
/* Code points [begin, end) of a string as a slice of it; bounds already clamped. */
cft_value cft_text_slice(cft_value string, size_t begin, size_t end);
/* Bytes [begin, end). */
cft_value cft_text_bytes(cft_value string, size_t begin, size_t end);

typedef enum cft_strip { CFT_STRIP_LEFT = 1, CFT_STRIP_RIGHT = 2, CFT_STRIP_BOTH = 3 } cft_strip;
/* str.strip family; `chars` NULL strips Unicode white space. A slice of the input. Takes time in
 * proportion to the product of both lengths, so `chars` has to be short; see below. */
cft_value cft_text_strip(cft_value string, const cft_slice *chars, cft_strip sides);
/* The same for `chars` of any length, in linear time, and with fuel paid. */
chatfmt_status cft_text_strip_paid(cft_heap *heap, cft_value string, const cft_slice *chars,
                                   cft_strip sides, cft_value *out);

/* First or last byte offset of `needle` in `hay` at or after `from`; SIZE_MAX when absent.
 * Linear time in the worst case. */
size_t cft_text_find(cft_slice hay, cft_slice needle, size_t from);
size_t cft_text_rfind(cft_slice hay, cft_slice needle);
/* The same with fuel paid for the work that it took. */
chatfmt_status cft_text_find_paid(cft_heap *heap, cft_slice hay, cft_slice needle, size_t from,
                                  size_t *out);
chatfmt_status cft_text_rfind_paid(cft_heap *heap, cft_slice hay, cft_slice needle, size_t *out);

/* str.lower, upper, title, capitalize, swapcase, casefold. */
typedef enum cft_case {
    CFT_LOWER, CFT_UPPER, CFT_TITLE, CFT_CAPITALIZE, CFT_SWAP, CFT_FOLD
} cft_case;
chatfmt_status cft_text_case(cft_heap *heap, cft_value string, cft_case how, cft_value *out);

/* str.replace; `limit` < 0 replaces all. */
chatfmt_status cft_text_replace(cft_heap *heap, cft_value string, cft_slice from, cft_value to,
                                int64_t limit, cft_value *out);

/* markupsafe.escape of a string's text. */
chatfmt_status cft_text_escape(cft_heap *heap, cft_value string, cft_value *out);

#endif
