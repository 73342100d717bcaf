/* value/json_reader.h - what the parts of the JSON reader share: containers in json_read.c,
 * strings in json_string.c, numbers and words in json_scalar.c.
 */
#ifndef CFT_JSON_READER_H
#define CFT_JSON_READER_H

#include "value/heap.h"

/* Objects in a row are usually alike: so many kinds of them are remembered. */
#define CFT_JSON_SEEN 16u

typedef struct cft_json_reader {
    cft_heap *heap;
    const char *begin, *at, *end;
    uint32_t base;
    bool strict;
    cft_value *stack; /* heap->scratch */
    size_t count, capacity;
    size_t mark;  /* of the innermost open container: its place on the stack, plus one */
    size_t depth; /* open containers */
    const cft_dict *seen[CFT_JSON_SEEN]; /* dicts read before, by their count */
    const cft_dict *last;    /* the dict closed last, if its keys are known to differ */
    const cft_dict *guess;   /* what the innermost open object has been like up to now, if it is */
    uint32_t guessed;        /* keys of it that came again */
} cft_json_reader;

static inline uint32_t cft_json_origin(const cft_json_reader *r, const char *at)
{
    return r->base + (uint32_t)(at - r->begin) + 1;
}

/* The place of the error, which a limit gets where the text is read. */
void cft_json_place(cft_json_reader *r, const char *at);
/* INPUT with the message and its place. */
chatfmt_status cft_json_fail(cft_json_reader *r, const char *at, const char *message) CFT_FAILS;

/* The string whose opening quote is at r->at, and what begins like a number or a word there;
 * each moves r->at after it. */
chatfmt_status cft_json_string(cft_json_reader *r, cft_value *out);
chatfmt_status cft_json_number(cft_json_reader *r, cft_value *out);
chatfmt_status cft_json_word(cft_json_reader *r, cft_value *out);

#endif
