/* base/system_differences.h - what systems lack of POSIX, for the files that call it. Included
 * after the system's headers, some of which declare what no library has.
 */
#ifndef CFT_BASE_SYSTEM_DIFFERENCES_H
#define CFT_BASE_SYSTEM_DIFFERENCES_H

#ifdef __APPLE__
#define st_mtim st_mtimespec
#define st_ctim st_ctimespec
#endif

/* There is one process, so nothing holds locks, and files have no owners and no permissions. */
#ifdef __wasi__
#ifndef LOCK_EX
#define LOCK_EX 2
#define LOCK_NB 4
#endif
#define flock(file, how) ((void)(file), (void)(how), 0)
#define fchmod(file, mode) ((void)(file), (void)(mode), 0)
#define geteuid() ((uid_t)0)
#define getpid() ((pid_t)1)
#endif

#endif
