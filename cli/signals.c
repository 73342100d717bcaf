/* cli/signals.c - signals wait. See the header. */
#define _POSIX_C_SOURCE 200809L
#include "signals.h"

#include <stddef.h>

void signals_hold(sigset_t *before)
{
#ifdef SIGHUP
    static const int ends[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ, SIGPIPE};
    sigset_t held;
    sigemptyset(&held);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) sigaddset(&held, ends[i]);
    sigprocmask(SIG_BLOCK, &held, before);
#else
    *before = 0;
#endif
}

void signals_let(const sigset_t *before)
{
#ifdef SIGHUP
    sigprocmask(SIG_SETMASK, before, NULL);
#else
    (void)before;
#endif
}
