/* tests/support/counting.h - an allocator that counts, knows leaks, and fails when told to. */
#ifndef TEST_COUNTING_H
#define TEST_COUNTING_H

#include "chatfmt/base.h"

#include <stdlib.h>

typedef struct counting {
    size_t calls;     /* requests for new or more memory */
    size_t live;      /* bytes handed out and not given back */
    size_t fail_at;   /* the request with this number fails; 0 = none */
    int fail_after;   /* and all later ones, too */
} counting;

static void *counting_resize(void *context, void *pointer, size_t old_size, size_t new_size)
{
    counting *c = context;
    if (new_size == 0) {
        c->live -= old_size;
        free(pointer);
        return NULL;
    }
    c->calls++;
    if (c->fail_at && (c->calls == c->fail_at || (c->fail_after && c->calls > c->fail_at)))
        return NULL;
    void *result = realloc(pointer, new_size);
    if (result) c->live += new_size - old_size;
    return result;
}

static chatfmt_allocator counting_allocator(counting *c)
{
    chatfmt_allocator result = {counting_resize, c};
    return result;
}

#endif
