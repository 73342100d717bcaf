/* base/naive_time.c - reading times without zones. */
#include "base/naive_time.h"

/* Days from 1970-01-01 to a date of the Gregorian calendar, `year` and `month` from 1. Years are
 * shifted to begin in March, so that the leap day is the last of its year. */
static int64_t time_days(int64_t year, int64_t month, int64_t day)
{
    year -= month <= 2;
    int64_t era = year / 400;
    int64_t of_era = year - era * 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static bool time_digits(const char **at, const char *end, int count, int64_t *out)
{
    *out = 0;
    for (int i = 0; i < count; i++) {
        if (*at >= end || **at < '0' || **at > '9') return false;
        *out = *out * 10 + (*(*at)++ - '0');
    }
    return true;
}

static bool time_char(const char **at, const char *end, char c)
{
    if (*at >= end || **at != c) return false;
    ++*at;
    return true;
}

static int64_t time_month_days(int64_t year, int64_t month)
{
    return month == 12 ? 31 : time_days(year, month + 1, 1) - time_days(year, month, 1);
}

bool cft_naive_time(cft_slice text, int64_t *out)
{
    const char *at = text.data, *end = at + text.length;
    int64_t year, month, day, hour = 0, minute = 0, second = 0;
    if (!time_digits(&at, end, 4, &year) || !time_char(&at, end, '-') ||
        !time_digits(&at, end, 2, &month) || !time_char(&at, end, '-') ||
        !time_digits(&at, end, 2, &day))
        return false;
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > time_month_days(year, month))
        return false;
    if (at < end) {
        if (!time_char(&at, end, 'T') && !time_char(&at, end, ' ')) return false;
        if (!time_digits(&at, end, 2, &hour) || !time_char(&at, end, ':') ||
            !time_digits(&at, end, 2, &minute) || !time_char(&at, end, ':') ||
            !time_digits(&at, end, 2, &second) || hour > 23 || minute > 59 || second > 59)
            return false;
        if (time_char(&at, end, '.'))
            while (at < end && *at >= '0' && *at <= '9') at++;
        time_char(&at, end, 'Z');
    }
    *out = time_days(year, month, day) * 86400 + hour * 3600 + minute * 60 + second;
    return at == end;
}
