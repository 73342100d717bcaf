/* failing.c - allocations that fail when they are told to: loaded before everything else (LD_PRELOAD).
 *
 * Only calls out of one shared object count, the extension module; failing_arm(n) makes the n-th of them
 * from then on give NULL, once. Used by test_failures.py.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static uintptr_t begin, end;
static long left, seen;

/* Calls from [first, last) count; the `number`-th fails, 0: none. */
void failing_arm(uintptr_t first, uintptr_t last, long number)
{
    begin = first;
    end = last;
    seen = 0;
    left = number;
}

/* How many counted since. */
long failing_seen(void)
{
    return seen;
}

static int fails(void *caller)
{
    uintptr_t at = (uintptr_t)caller;
    if (at < begin || at >= end) return 0;
    seen++;
    return left > 0 && --left == 0;
}

void *malloc(size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}
