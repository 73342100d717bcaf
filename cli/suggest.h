/* cli/suggest.h - the name that a mistyped word was probably meant to be. */
#ifndef CLI_SUGGEST_H
#define CLI_SUGGEST_H

#include <stddef.h>

typedef struct suggestion {
    const char *word; /* what was typed; borrowed */
    size_t length;
    char name[64];  /* the nearest name so far, or "" */
} suggestion;

void suggestion_start(suggestion *s, const char *word, size_t length);
/* One of the names that there are. */
void suggestion_offer(suggestion *s, const char *name, size_t length);

#endif
