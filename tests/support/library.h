/* tests/support/library.h - the C library's memory that counts and fails, for functions that take
 * no allocator.
 *
 * The program is linked with --wrap for realloc, for malloc, which compilers make of it, and for free.
 * Between library_begin() and library_end() what the linked code asks for counts as that memory; a
 * block counts as one byte, since the C library does not tell its size.
 */
#ifndef TEST_LIBRARY_H
#define TEST_LIBRARY_H

#include "support/counting.h"

#include <stdbool.h>

void *__real_realloc(void *pointer, size_t size);
void *__real_malloc(size_t size);
void __real_free(void *pointer);
void *__wrap_realloc(void *pointer, size_t size);
void *__wrap_malloc(size_t size);
void __wrap_free(void *pointer);

static counting *library_memory;

static inline void library_begin(counting *memory) { library_memory = memory; }
static inline void library_end(void) { library_memory = NULL; }

/* Counts a request; false when it is to fail. */
static inline bool library_asks(void)
{
    return !library_memory || counting_asks(library_memory);
}

void *__wrap_realloc(void *pointer, size_t size)
{
    void *result = library_asks() ? __real_realloc(pointer, size) : NULL;
    if (result && !pointer && library_memory) library_memory->live++;
    return result;
}

void *__wrap_malloc(size_t size)
{
    void *result = library_asks() ? __real_malloc(size) : NULL;
    if (result && library_memory) library_memory->live++;
    return result;
}

void __wrap_free(void *pointer)
{
    if (pointer && library_memory) library_memory->live--;
    __real_free(pointer);
}

#endif
