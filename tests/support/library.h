/* tests/support/library.h - the C library's memory that counts and fails, for functions that take
 * no allocator.
 *
 * The program is linked with --wrap for realloc and free. Between library_begin() and
 * library_end() what the linked code asks for counts as that memory; a block counts as one byte,
 * since the C library does not tell its size.
 */
#ifndef TEST_LIBRARY_H
#define TEST_LIBRARY_H

#include "support/counting.h"

void *__real_realloc(void *pointer, size_t size);
void __real_free(void *pointer);
void *__wrap_realloc(void *pointer, size_t size);
void __wrap_free(void *pointer);

static counting *library_memory;

static inline void library_begin(counting *memory) { library_memory = memory; }
static inline void library_end(void) { library_memory = NULL; }

void *__wrap_realloc(void *pointer, size_t size)
{
    counting *c = library_memory;
    if (!c) return __real_realloc(pointer, size);
    c->calls++;
    if (c->fail_at && (c->calls == c->fail_at || (c->fail_after && c->calls > c->fail_at)))
        return NULL;
    void *result = __real_realloc(pointer, size);
    if (result && !pointer) c->live++;
    return result;
}

void __wrap_free(void *pointer)
{
    if (pointer && library_memory) library_memory->live--;
    __real_free(pointer);
}

#endif
