/* cli/signals.h - signals that end a program wait while files are replaced. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include <signal.h>
#include <sys/types.h>

/* Before and after. */
void signals_hold(sigset_t *before);
void signals_let(const sigset_t *before);

#endif
