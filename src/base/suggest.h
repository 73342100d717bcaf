/* base/suggest.h - the name that a mistyped word was probably meant to be. */
#ifndef CFT_SUGGEST_H
#define CFT_SUGGEST_H

#include "base/slice.h"

/* The number of the nearest name; `count` when none is near. O(count * word * name). */
size_t cft_suggest(cft_slice word, const cft_slice *names, size_t count);

/* `name` where it is nearer to the word than `near`, which is the nearest so far or "". */
static inline cft_slice cft_nearer(cft_slice word, cft_slice near, cft_slice name)
{
    const cft_slice names[] = {near, name};
    return cft_suggest(word, names, 2) == 1 ? name : near;
}

#endif
