/* base/naive_time.h - times without zones, in seconds since 1970-01-01. */
#ifndef CFT_NAIVE_TIME_H
#define CFT_NAIVE_TIME_H

#include "base/slice.h"

/* "2026-01-02", "2026-01-02T03:04:05" or with a space, an optional fraction and "Z". */
bool cft_naive_time(cft_slice text, int64_t *out);

#endif
