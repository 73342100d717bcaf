/* cli/wasi.h - what WASI lacks of POSIX and the program uses; each file is compiled with it there.
 *
 * There is one process, so nothing sends signals.
 */
#ifndef CLI_WASI_H
#define CLI_WASI_H

#define _GNU_SOURCE
#define _WASI_EMULATED_SIGNAL
#include <__typedef_sigset_t.h>
#include <signal.h>

enum { SIG_BLOCK, SIG_SETMASK };
#define sigemptyset(set) ((void)(*(set) = 0))
#define sigaddset(set, signal) ((void)(set), (void)(signal))
#define sigprocmask(how, set, before) ((void)(how), (void)(set), (void)(before))

#endif
