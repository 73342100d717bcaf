/* src/lock.c - the interpreter's lock, let go for the work of one call and taken again.
 *
 * A thread that finds the lock taken sleeps in PyEval_RestoreThread. To wake up takes longer than
 * most calls do, so when it is awake, the thread that let the lock go has it again. What our calls
 * do under the lock is short: a thread that comes back from its work while another one of ours has
 * the lock watches whether it is let go, and takes it then without a sleep.
 *
 * What is known is the turn, which is odd from when one of our calls has taken the lock until one
 * lets it go. The thread that took it may do other work since, or have let it go elsewhere.
 * So only what was taken while this thread was at work is watched, by one thread alone and for a
 * bounded time; when that was in vain, the next ones are not watched. A single thread never
 * watches, nor does the child of a fork, where the turn goes on as it was.
 *
 * There is one lock, for the module refuses to be imported where an interpreter has one of its
 * own; and there is none without it.
 */
#include "binding.h"

#if !defined Py_GIL_DISABLED && !defined _WIN32
#include <time.h>
#include <unistd.h>

#define LOCK_WATCH_NS 100000 /* what waking up takes, twice */
#define LOCK_SKIPPED  32    /* turns, after one that was watched in vain */
#define LOCK_LOOKS    8     /* between two looks at the clock */

static atomic_uint lock_turn, lock_watched, lock_skip;

static void lock_pause(void)
{
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#elif defined __aarch64__
    __asm__ volatile("isb");
#endif
}

static int64_t lock_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Whether a turn ended while it was watched. */
static bool lock_watch(unsigned turn)
{
    int64_t begin = lock_clock();
    do {
        for (int i = 0; i < LOCK_LOOKS; i++) {
            if (atomic_load(&lock_turn) != turn) return true;
            lock_pause();
        }
    } while (lock_clock() - begin < LOCK_WATCH_NS);
    return false;
}

/* With one processor, nothing happens while one watches. */
static bool lock_is_shared(void)
{
    static atomic_long processors;
    long count = atomic_load(&processors);
    if (!count) atomic_store(&processors, count = sysconf(_SC_NPROCESSORS_ONLN));
    return count > 1;
}

/* Wait for the end of a turn that began after `before`. */
static void lock_wait(unsigned before)
{
    unsigned turn = atomic_load(&lock_turn), skip;
    if (!(turn & 1) || turn == before || !lock_is_shared() ||
        atomic_exchange(&lock_watched, turn) == turn)
        return;
    skip = atomic_load(&lock_skip);
    if (skip) atomic_store(&lock_skip, skip - 1);
    else if (!lock_watch(turn)) atomic_store(&lock_skip, LOCK_SKIPPED);
}

binding_absence binding_leave(void)
{
    unsigned turn = atomic_load(&lock_turn);
    binding_absence absence = {PyEval_SaveThread(), turn | 1};
    /* Unless another thread has taken the lock already. */
    if (turn & 1) atomic_compare_exchange_strong(&lock_turn, &turn, turn + 1);
    return absence;
}

void binding_return(binding_absence absence)
{
    lock_wait(absence.turn);
    PyEval_RestoreThread(absence.thread);
    atomic_store(&lock_turn, (atomic_load(&lock_turn) + 2) | 1);
}

#else

binding_absence binding_leave(void)
{
    return (binding_absence){PyEval_SaveThread(), 0};
}

void binding_return(binding_absence absence)
{
    PyEval_RestoreThread(absence.thread);
}

#endif
