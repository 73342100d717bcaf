/* cli/clock.c - times in and out of the naive clock. */
#define _POSIX_C_SOURCE 200809L
#include "clock.h"

#include <time.h>

/* Days from 1970-01-01 to a date of the Gregorian calendar, `month` from 1. Years are shifted to
 * begin in March, so that the leap day is the last of its year. */
static int64_t clock_days(int64_t year, int64_t month, int64_t day)
{
    year -= month <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    int64_t of_era = year - era * 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static bool clock_digits(const char **at, const char *end, int count, int64_t *out)
{
    *out = 0;
    for (int i = 0; i < count; i++) {
        if (*at >= end || **at < '0' || **at > '9') return false;
        *out = *out * 10 + (*(*at)++ - '0');
    }
    return true;
}

static bool clock_char(const char **at, const char *end, char c)
{
    if (*at >= end || **at != c) return false;
    ++*at;
    return true;
}

static int64_t clock_month_days(int64_t year, int64_t month)
{
    return month == 12 ? 31 : clock_days(year, month + 1, 1) - clock_days(year, month, 1);
}

bool clock_parse(const char *text, size_t length, int64_t *out)
{
    const char *at = text, *end = text + length;
    int64_t year, month, day, hour = 0, minute = 0, second = 0;
    if (!clock_digits(&at, end, 4, &year) || !clock_char(&at, end, '-') ||
        !clock_digits(&at, end, 2, &month) || !clock_char(&at, end, '-') ||
        !clock_digits(&at, end, 2, &day))
        return false;
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > clock_month_days(year, month))
        return false;
    if (at < end) {
        if (!clock_char(&at, end, 'T') && !clock_char(&at, end, ' ')) return false;
        if (!clock_digits(&at, end, 2, &hour) || !clock_char(&at, end, ':') ||
            !clock_digits(&at, end, 2, &minute) || !clock_char(&at, end, ':') ||
            !clock_digits(&at, end, 2, &second) || hour > 23 || minute > 59 || second > 59)
            return false;
        if (clock_char(&at, end, '.'))
            while (at < end && *at >= '0' && *at <= '9') at++;
        clock_char(&at, end, 'Z');
    }
    *out = clock_days(year, month, day) * 86400 + hour * 3600 + minute * 60 + second;
    return at == end;
}

int64_t clock_local(void)
{
    time_t now = time(NULL);
    struct tm local;
    if (!localtime_r(&now, &local)) return (int64_t)now;
    return clock_days(local.tm_year + 1900, local.tm_mon + 1, local.tm_mday) * 86400 +
           local.tm_hour * 3600 + local.tm_min * 60 + local.tm_sec;
}
