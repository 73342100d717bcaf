/* base/try.h - passing a failure up. */
#ifndef CFT_TRY_H
#define CFT_TRY_H

#include "chatfmt/base.h"

#if defined(__GNUC__)
#define CFT_LIKELY(x) __builtin_expect(!!(x), 1)
#define CFT_UNLIKELY(x) __builtin_expect(!!(x), 0)
#if defined __MINGW32__ && !defined __clang__
#define CFT_PRINTF(string, first) __attribute__((format(gnu_printf, string, first)))
#else
#define CFT_PRINTF(string, first) __attribute__((format(printf, string, first)))
#endif
/* What only runs when something went wrong: compiled for size, and out of the way. */
#define CFT_COLD __attribute__((cold))
/* For functions that return a failure, never CHATFMT_OK. scripts/analyze finds them by this word
 * and tells the analysers, which see one file at a time. */
#define CFT_FAILS CFT_COLD
/* For functions that are written once and compiled for each value of a constant argument. */
#define CFT_ALWAYS_INLINE __attribute__((always_inline)) inline
#else
#define CFT_LIKELY(x) (x)
#define CFT_UNLIKELY(x) (x)
#define CFT_PRINTF(string, first)
#define CFT_COLD
#define CFT_FAILS
#define CFT_ALWAYS_INLINE inline
#endif

/* Return from the calling function with the status of `call` unless it is CHATFMT_OK. */
#define CFT_TRY(call)                                                                     \
    do {                                                                                  \
        chatfmt_status cft_try_status = (call);                                           \
        if (CFT_UNLIKELY(cft_try_status != CHATFMT_OK)) return cft_try_status;            \
    } while (0)

#endif
