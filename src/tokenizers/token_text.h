/* tokenizers/token_text.h - text on its way through normalisation, and where its bytes came from.
 *
 * A text is either a slice of the original (no places: byte i of it is byte base + i) or a
 * rewritten copy in which every byte has its place: the range of original bytes that it is
 * for. The rules of moving places are the reference's (NormalizedString::transform_range).
 */
#ifndef CFT_TOKEN_TEXT_H
#define CFT_TOKEN_TEXT_H

#include "base/budget.h"
#include "base/slice.h"
#include "base/try.h"
#include "base/utf8.h"

typedef struct cft_place {
    uint32_t begin, end; /* bytes of the original */
} cft_place;

/* What is read: borrowed. */
typedef struct cft_token_view {
    const char *data;
    size_t length;
    const cft_place *places; /* one a byte, or NULL: a slice of the original at `base` */
    size_t base;
} cft_token_view;

/* What is written: grows and keeps its memory. */
typedef struct cft_token_text {
    chatfmt_allocator allocator;
    cft_budget *budget; /* bounds its length; NULL: nothing does */
    char *data;
    cft_place *places;
    size_t length, capacity, place_capacity;
    bool tracks; /* places are kept */
} cft_token_text;

void cft_token_text_init(cft_token_text *text, const chatfmt_allocator *allocator,
                         cft_budget *budget);
void cft_token_text_free(cft_token_text *text);
/* Empty. More memory than its budget now allows it is given back, so that what a text may become
 * does not depend on the one before. */
void cft_token_text_clear(cft_token_text *text, bool tracks);
chatfmt_status cft_token_text_more(cft_token_text *text, size_t extra);

static inline chatfmt_status cft_token_text_reserve(cft_token_text *text, size_t extra)
{
    if (CFT_LIKELY(extra <= text->capacity - text->length &&
                   (!text->tracks || extra <= text->place_capacity - text->length)))
        return CHATFMT_OK;
    return cft_token_text_more(text, extra);
}

cft_token_view cft_token_text_view(const cft_token_text *text);

/* The place of byte `index` of a view: for a slice of the original, its whole code point. */
cft_place cft_token_place(const cft_token_view *view, size_t index);

/* The range of the original that bytes [begin, end), not empty, of a view stand for. */
static inline cft_place cft_token_range(const cft_token_view *view, size_t begin, size_t end)
{
    bool ascii = !((view->data[begin] | view->data[end - 1]) & 0x80);
    if (CFT_LIKELY(!view->places && ascii))
        return (cft_place){(uint32_t)(view->base + begin), (uint32_t)(view->base + end)};
    return (cft_place){cft_token_place(view, begin).begin, cft_token_place(view, end - 1).end};
}

/* Part of a view. */
static inline cft_token_view cft_token_part(const cft_token_view *view, size_t begin, size_t end)
{
    return (cft_token_view){view->data + begin, end - begin,
                            view->places ? view->places + begin : NULL, view->base + begin};
}

/* Copy bytes [begin, end) of a view with their places. */
chatfmt_status cft_token_copy(cft_token_text *out, const cft_token_view *view, size_t begin,
                              size_t end);
/* Append bytes that all have one place. */
chatfmt_status cft_token_put(cft_token_text *out, const char *data, size_t length,
                             cft_place place);

/* The end of the run of plain ASCII, U+0020 to U+007E, that begins at `at`. */
size_t cft_token_ascii(const char *data, size_t at, size_t end);

/* One transformation of a view, code point by code point. */
typedef struct cft_rewrite {
    const cft_token_view *view;
    cft_token_text *out;
    size_t offset; /* the next byte of the view that is not yet replaced */
} cft_rewrite;

/* Emit a code point: change 0 replaces the next one of the view, +1 inserts, -n replaces one
 * and drops n more. */
chatfmt_status cft_rewrite_put(cft_rewrite *rewrite, uint32_t code, int32_t change);

#endif
