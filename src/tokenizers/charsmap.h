/* tokenizers/charsmap.h - SentencePiece's map of characters, as trained models carry it: a
 * double array (Darts) of what is replaced, and the texts that replace it.
 */
#ifndef CFT_CHARSMAP_H
#define CFT_CHARSMAP_H

#include "base/arena.h"
#include "base/slice.h"
#include "base/try.h"

typedef struct cft_charsmap {
    const uint32_t *units;
    size_t count;
    cft_slice texts; /* each ends with a zero */
    bool ascii[128]; /* what the map says nothing of, as one character alone */
} cft_charsmap;

/* Read a map; it is copied to the arena. INPUT when it is cut off, or its texts are not UTF-8.
 */
chatfmt_status cft_charsmap_read(cft_charsmap *map, cft_arena *arena, cft_slice bytes);
/* The same of text in base64. */
chatfmt_status cft_charsmap_read_base64(cft_charsmap *map, cft_arena *arena, cft_slice text);

/* What the longest or the shortest beginning of a text that the map has becomes, and its
 * length; 0 when there is none. *looked, if it is not NULL, grows by the bytes that were looked at:
 * a hostile map goes on to the end of the text and finds nothing. */
size_t cft_charsmap_find(const cft_charsmap *map, const char *data, size_t length, bool longest,
                         cft_slice *text, size_t *looked);

#endif
