/* tests/support/counting.h - an allocator that counts, knows leaks, and fails when told to. */
#ifndef TEST_COUNTING_H
#define TEST_COUNTING_H

#include "support/stacks.h"

#include "chatfmt/base.h"

#include <stdlib.h>

/* Numbers of requests. It does not grow, since growing might be counted. */
#define COUNTING_LIST 16384
typedef struct counting_list {
    size_t count;
    size_t numbers[COUNTING_LIST];
} counting_list;

typedef struct counting {
    size_t calls;     /* requests for new or more memory */
    size_t live;      /* bytes handed out and not given back */
    size_t peak;      /* the most that were */
    size_t fail_at;   /* the request with this number fails; 0 = none */
    int fail_after;   /* and all later ones, too */
    counting_list *fresh; /* collects the requests that come by a new way; NULL = nothing does */
} counting;

/* Counts a request, whose frame is the caller's; false when it is to fail. */
static inline bool counting_asks(counting *c)
{
    c->calls++;
    if (c->fresh && c->fresh->count < COUNTING_LIST && STACKS_IS_NEW())
        c->fresh->numbers[c->fresh->count++] = c->calls;
    return !c->fail_at || (c->calls != c->fail_at && (!c->fail_after || c->calls < c->fail_at));
}

static void *counting_resize(void *context, void *pointer, size_t old_size, size_t new_size)
{
    counting *c = context;
    if (new_size == 0) {
        c->live -= old_size;
        free(pointer);
        return NULL;
    }
    if (!counting_asks(c)) return NULL;
    void *result = realloc(pointer, new_size);
    if (result) c->live += new_size - old_size;
    if (c->live > c->peak) c->peak = c->live;
    return result;
}

static chatfmt_allocator counting_allocator(counting *c)
{
    chatfmt_allocator result = {counting_resize, c};
    return result;
}

#endif
