/* cli/clock.c - times in and out of the naive clock. */
#define _POSIX_C_SOURCE 200809L
#include "clock.h"

#include "chatfmt/request.h"

#include <time.h>

bool clock_parse(const char *text, size_t length, int64_t *out)
{
    return !chatfmt_naive_time(text, length, out, NULL);
}

int64_t clock_local(void)
{
    char text[64];
    int64_t clock;
    time_t now = time(NULL);
    struct tm local;
    if (!localtime_r(&now, &local)) return (int64_t)now;
    if (local.tm_sec > 59) local.tm_sec = 59; /* a leap second */
    size_t length = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &local);
    return clock_parse(text, length, &clock) ? clock : (int64_t)now;
}
