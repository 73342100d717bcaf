/* tests/support/failing.h - running out of memory and fuel at every place of some piece of work.
 *
 * A piece of work is a function that does it from beginning to end with a given allocator and
 * says what came of it. Each time something runs out the status must be the one of what did, or
 * the outcome the same as without; and nothing may leak.
 */
#ifndef TEST_FAILING_H
#define TEST_FAILING_H

#include "support/counting.h"

#include "chatfmt/value.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct outcome {
    chatfmt_status status;
    uint64_t hash, fuel;
} outcome;

typedef struct failing {
    size_t cases, failed, injected, survived;
    size_t fresh; /* requests and payments that came by a new way */
    size_t most; /* places tried of one case */
    chatfmt_slice id;
} failing;

typedef outcome failing_work(void *what, counting *memory, const chatfmt_limits *limits);

static void outcome_add(outcome *out, chatfmt_slice text)
{
    uint64_t hash = out->hash + text.length;
    for (size_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * 1099511628211u + 1;
    out->hash = hash;
}

static bool outcome_same(outcome a, outcome b)
{
    return a.status == b.status && (a.status || a.hash == b.hash);
}

static void failing_tell(failing *f, const char *what, uint64_t number, chatfmt_status status)
{
    if (f->failed++ < 40)
        printf("%.*s: %s %llu: status %d\n", (int)f->id.length, f->id.data, what,
               (unsigned long long)number, (int)status);
}

/* What came of running out: `expected` is the status that says so. */
static void failing_judge(failing *f, const char *what, uint64_t number, outcome got, outcome want,
                          chatfmt_status expected)
{
    f->injected++;
    if (outcome_same(got, want)) f->survived++;
    else if (got.status != expected) failing_tell(f, what, number, got.status);
}

/* Request `n` fails, alone or with all later ones. */
static void failing_allocation(failing *f, failing_work *work, void *what,
                               const chatfmt_limits *limits, outcome want, size_t n, int after)
{
    counting memory = {.fail_at = n, .fail_after = after};
    outcome got = work(what, &memory, limits);
    failing_judge(f, "allocation", n, got, want, CHATFMT_NO_MEMORY);
    if (memory.live) failing_tell(f, "leak after allocation", n, got.status);
}

/* Allocations fail one after the other, alone and with all later ones: of long pieces of work, a
 * sample of them, and all that come by a new way (support/stacks.h). Returns what comes of it when
 * none fails. */
static outcome failing_allocations(failing *f, failing_work *work, void *what,
                                   const chatfmt_limits *limits)
{
    static counting_list fresh;
    counting clean = {.fresh = &fresh};
    fresh.count = 0;
    outcome want = work(what, &clean, limits);
    if (clean.live) failing_tell(f, "leak, bytes", clean.live, want.status);
    size_t step = f->most ? clean.calls / f->most + 1 : clean.calls + 1;
    for (size_t n = 1 + f->cases % step; n <= clean.calls; n += step)
        failing_allocation(f, work, what, limits, want, n, (int)((n / step + f->cases) & 1));
    for (size_t i = 0; i < fresh.count; i++)
        for (int after = 0; after < 2; after++)
            failing_allocation(f, work, what, limits, want, fresh.numbers[i], after);
    f->fresh += fresh.count;
    return want;
}

/* Fuel ends after `n` units. */
static void failing_fuel_at(failing *f, failing_work *work, void *what, chatfmt_limits limits,
                            outcome want, uint64_t n)
{
    counting memory = {0};
    limits.fuel = n;
    failing_judge(f, "fuel", n, work(what, &memory, &limits), want, CHATFMT_LIMIT);
    if (memory.live) failing_tell(f, "leak after fuel", n, CHATFMT_LIMIT);
}

/* Fuel ends after every amount up to `fuel`: of long pieces of work, after a sample of them, and
 * wherever it is paid by a new way. */
static void failing_fuel(failing *f, failing_work *work, void *what, chatfmt_limits limits,
                         outcome want, uint64_t fuel)
{
    counting clean = {0};
    uint64_t step = f->most ? fuel / f->most + 1 : fuel + 1;
    stacks_note_fuel();
    work(what, &clean, &limits);
    size_t fresh = stacks_noted();
    for (uint64_t n = 1 + f->cases % step; n <= fuel; n += step)
        failing_fuel_at(f, work, what, limits, want, n);
    for (size_t i = 0; i < fresh; i++)
        if (stacks_fuel_at(i)) failing_fuel_at(f, work, what, limits, want, stacks_fuel_at(i));
    f->fresh += fresh;
}

static int failing_report(const failing *f)
{
    printf("failures: %zu injected, %zu of them survived; %zu new ways\n", f->injected,
           f->survived, f->fresh);
    printf("failures: %zu passed, %zu failed\n", f->cases - (f->failed < f->cases ? f->failed : f->cases),
           f->failed);
    return f->failed != 0;
}

#endif
