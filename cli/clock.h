/* cli/clock.h - the wall clock that templates see: naive, in seconds since 1970. */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Read "2026-01-02", "2026-01-02T03:04:05", with an optional fraction and "Z", neither of which
 * changes the result. */
bool clock_parse(const char *text, size_t length, int64_t *out);

/* What the local clock shows now. */
int64_t clock_local(void);

#endif
