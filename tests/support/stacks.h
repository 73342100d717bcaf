/* tests/support/stacks.h - which requests for memory, and payments of fuel, come by a way not seen
 * before.
 *
 * A way is a step from one call to the next in the stack of a request. When each request with a
 * new step in its stack fails once, every call that can end for want of memory does, however many
 * requests there are. Stacks are walked by frame pointers, so this works in builds that keep them
 * (CFT_STRESS); in others no way is new.
 */
#ifndef TEST_STACKS_H
#define TEST_STACKS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#if defined(CFT_STRESS) && defined(__GNUC__)

#define STACKS_STEPS ((size_t)1 << 20) /* a power of two, many more than a program has */
#define STACKS_DEEPEST 400

typedef struct stacks {
    uint64_t *seen;         /* hashes of steps, by their value; 0 is no step */
    const void *outermost;  /* the frame at which every walk ends */
} stacks;

static stacks stacks_known;

static inline bool stacks_add(uint64_t step)
{
    uint64_t *at = stacks_known.seen + (step >> 24) % STACKS_STEPS;
    for (size_t tries = 0; *at && tries < STACKS_STEPS; tries++) {
        if (*at == step) return false;
        at = at + 1 < stacks_known.seen + STACKS_STEPS ? at + 1 : stacks_known.seen;
    }
    *at = step;
    return true;
}

/* Call it in main: frames further out are not looked at. False without memory. */
static inline bool stacks_begin(const void *outermost)
{
    stacks_known.seen = calloc(STACKS_STEPS, sizeof *stacks_known.seen);
    stacks_known.outermost = outermost;
    return stacks_known.seen != NULL;
}

/* True when the stack from `frame` on has a step that no stack before had. */
static inline bool stacks_is_new(const void *frame)
{
    const uintptr_t *at = frame;
    uintptr_t inner = 0;
    bool is_new = false;
    if (!stacks_known.seen) return false;
    for (int depth = 0; depth < STACKS_DEEPEST; depth++) {
        const uintptr_t *outer = (const uintptr_t *)at[0];
        uint64_t step = (at[1] * 0x9E3779B97F4A7C15u ^ inner) * 0xD6E8FEB86659FD93u | 1;
        if (stacks_add(step)) is_new = true;
        inner = at[1];
        if (outer <= at || (const void *)outer >= stacks_known.outermost) break;
        at = outer;
    }
    return is_new;
}

/* src/value/heap.h: told of each payment of fuel. */
extern void (*cft_stress_charged)(uint64_t paid, uint64_t amount);

#define STACKS_LIST ((size_t)1 << 14)
static uint64_t stacks_fuel[STACKS_LIST]; /* amounts of fuel that end at a new way */
static size_t stacks_fuel_count;

static void stacks_charged(uint64_t paid, uint64_t amount)
{
    if (amount && stacks_fuel_count < STACKS_LIST && stacks_is_new(__builtin_frame_address(0)))
        stacks_fuel[stacks_fuel_count++] = paid + amount - 1;
}

/* Between these, payments that come by a new way are noted. */
static inline void stacks_note_fuel(void)
{
    stacks_fuel_count = 0;
    cft_stress_charged = stacks_charged;
}

static inline size_t stacks_noted(void)
{
    cft_stress_charged = NULL;
    return stacks_fuel_count;
}

/* The amount of fuel that ends at a payment that was noted. */
static inline uint64_t stacks_fuel_at(size_t i)
{
    return stacks_fuel[i];
}

#define STACKS_BEGIN() stacks_begin(__builtin_frame_address(0))
#define STACKS_IS_NEW() stacks_is_new(__builtin_frame_address(0))

#else

static inline void stacks_note_fuel(void) {}
static inline size_t stacks_noted(void) { return 0; }
static inline uint64_t stacks_fuel_at(size_t i) { return i; }

#define STACKS_BEGIN() true
#define STACKS_IS_NEW() false

#endif
#endif
