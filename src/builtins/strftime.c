/* builtins/strftime.c - datetime.strftime as CPython 3.11 does it on glibc, in the C locale.
 *
 * CPython replaces %f, %z and %Z (the time is naive, so the zones are empty) and leaves the
 * rest to the C library. Here the whole is done by hand: no clock, no locale, no zone files.
 *
 *     %[flags _-0^#][width][E or O]letter
 *
 * glibc: time/strftime_l.c; CPython: wrap_strftime, time_strftime.
 */
#include "builtins/strftime.h"

#include "base/number.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "builtins/pad.h"

#include <assert.h>

/* A moment taken apart. */
typedef struct strftime_time {
    int64_t seconds; /* since 1970 */
    int year, month, day, hour, minute, second;
    int weekday; /* 0 = Sunday */
    int yearday; /* 0 = January 1st */
} strftime_time;

typedef enum strftime_kind {
    STRFTIME_NUMBER, /* padded with zeros to `digits` or the width                  */
    STRFTIME_SPACED, /* padded with spaces                                          */
    STRFTIME_EPOCH,  /* not padded, but for the width                               */
    STRFTIME_NAME,   /* words                                                       */
    STRFTIME_SUB,    /* another format                                              */
    STRFTIME_NOTHING /* %z of a naive time: nothing, not even the width             */
} strftime_kind;

enum { STRFTIME_E = 1, STRFTIME_O = 2 };

typedef struct strftime_row {
    char letter;
    uint8_t kind, digits;
    uint8_t refuses;  /* modifiers with which the directive is unknown */
    const char *text; /* of SUB, or of a NAME that is always the same */
} strftime_row;

static const strftime_row strftime_rows[] = {
    {'%', STRFTIME_NAME, 0, 0, "%"},
    {'A', STRFTIME_NAME, 0, STRFTIME_E | STRFTIME_O, NULL},
    {'B', STRFTIME_NAME, 0, STRFTIME_E, NULL},
    {'C', STRFTIME_NUMBER, 1, 0, NULL},
    {'D', STRFTIME_SUB, 0, STRFTIME_E | STRFTIME_O, "%m/%d/%y"},
    {'F', STRFTIME_SUB, 0, STRFTIME_E | STRFTIME_O, "%Y-%m-%d"},
    {'G', STRFTIME_NUMBER, 1, STRFTIME_E, NULL},
    {'H', STRFTIME_NUMBER, 2, STRFTIME_E, NULL},
    {'I', STRFTIME_NUMBER, 2, STRFTIME_E, NULL},
    {'M', STRFTIME_NUMBER, 2, STRFTIME_E, NULL},
    {'P', STRFTIME_NAME, 0, 0, NULL},
    {'R', STRFTIME_SUB, 0, 0, "%H:%M"},
    {'S', STRFTIME_NUMBER, 2, STRFTIME_E, NULL},
    {'T', STRFTIME_SUB, 0, 0, "%H:%M:%S"},
    {'U', STRFTIME_NUMBER, 2, STRFTIME_E, NULL},
    {'V', STRFTIME_NUMBER, 2, STRFTIME_E, NULL},
    {'W', STRFTIME_NUMBER, 2, STRFTIME_E, NULL},
    {'X', STRFTIME_SUB, 0, STRFTIME_O, "%H:%M:%S"},
    {'Y', STRFTIME_NUMBER, 1, STRFTIME_O, NULL},
    {'Z', STRFTIME_NAME, 0, 0, ""},
    {'a', STRFTIME_NAME, 0, STRFTIME_E | STRFTIME_O, NULL},
    {'b', STRFTIME_NAME, 0, STRFTIME_E, NULL},
    {'c', STRFTIME_SUB, 0, STRFTIME_O, "%a %b %e %H:%M:%S %Y"},
    {'d', STRFTIME_NUMBER, 2, STRFTIME_E, NULL},
    {'e', STRFTIME_SPACED, 2, STRFTIME_E, NULL},
    {'g', STRFTIME_NUMBER, 2, STRFTIME_E, NULL},
    {'h', STRFTIME_NAME, 0, STRFTIME_E, NULL},
    {'j', STRFTIME_NUMBER, 3, STRFTIME_E, NULL},
    {'k', STRFTIME_SPACED, 2, STRFTIME_E, NULL},
    {'l', STRFTIME_SPACED, 2, STRFTIME_E, NULL},
    {'m', STRFTIME_NUMBER, 2, STRFTIME_E, NULL},
    {'n', STRFTIME_NAME, 0, 0, "\n"},
    {'p', STRFTIME_NAME, 0, 0, NULL},
    {'r', STRFTIME_SUB, 0, 0, "%I:%M:%S %p"},
    {'s', STRFTIME_EPOCH, 1, 0, NULL},
    {'t', STRFTIME_NAME, 0, 0, "\t"},
    {'u', STRFTIME_NUMBER, 1, 0, NULL},
    {'w', STRFTIME_NUMBER, 1, STRFTIME_E, NULL},
    {'x', STRFTIME_SUB, 0, STRFTIME_O, "%m/%d/%y"},
    {'y', STRFTIME_NUMBER, 2, 0, NULL},
    {'z', STRFTIME_NOTHING, 0, 0, NULL},
};

static const strftime_row *strftime_find(char letter)
{
    for (size_t i = 0; i < sizeof strftime_rows / sizeof *strftime_rows; i++)
        if (strftime_rows[i].letter == letter) return &strftime_rows[i];
    return NULL;
}

static const char *const strftime_weekdays[7] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                 "Thursday", "Friday", "Saturday"};
static const char *const strftime_months[12] = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};

static bool strftime_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* Seconds to a date of the proleptic Gregorian calendar, counting years from March so that the
 * leap day comes last. */
static strftime_time strftime_take_apart(int64_t seconds)
{
    int64_t days = seconds / 86400, left = seconds % 86400;
    if (left < 0) {
        left += 86400;
        days--;
    }
    int64_t since = days + 719468; /* from March 1st of year 0 */
    int64_t era = (since >= 0 ? since : since - 146096) / 146097;
    int64_t of_era = since - era * 146097;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
    int month = (int)((5 * of_year + 2) / 153);
    strftime_time t = {.seconds = seconds};
    t.day = (int)(of_year - (153 * month + 2) / 5) + 1;
    t.month = month < 10 ? month + 2 : month - 10; /* 0 = January */
    t.year = (int)(year + era * 400 + (t.month < 2));
    t.hour = (int)(left / 3600);
    t.minute = (int)(left / 60 % 60);
    t.second = (int)(left % 60);
    t.weekday = (int)((days % 7 + 11) % 7);
    t.yearday =
        t.month < 2 ? (int)of_year - 306 : (int)of_year + 59 + (strftime_leap(t.year) ? 1 : 0);
    return t;
}

/* ISO 8601 week and its year. */
static int strftime_iso_week(const strftime_time *t, int *year)
{
    int monday = (t->weekday + 6) % 7;
    int week = (t->yearday - monday + 10) / 7; /* of the Thursday of this week */
    *year = t->year;
    if (week < 1) {
        *year = t->year - 1;
        int last = t->yearday + (strftime_leap(*year) ? 366 : 365);
        return (last - monday + 10) / 7;
    }
    int days = strftime_leap(t->year) ? 366 : 365;
    if (t->yearday - monday + 3 >= days) {
        *year = t->year + 1;
        return 1;
    }
    return week;
}

static int64_t strftime_number(const strftime_time *t, char letter)
{
    int year, week = strftime_iso_week(t, &year);
    int half = t->hour % 12 ? t->hour % 12 : 12;
    switch (letter) {
    case 'C': return t->year / 100;
    case 'G': return year;
    case 'H':
    case 'k': return t->hour;
    case 'I':
    case 'l': return half;
    case 'M': return t->minute;
    case 'S': return t->second;
    case 'U': return (t->yearday - t->weekday + 7) / 7;
    case 'V': return week;
    case 'W': return (t->yearday - (t->weekday + 6) % 7 + 7) / 7;
    case 'Y': return t->year;
    case 'd':
    case 'e': return t->day;
    case 'g': return year % 100;
    case 'j': return t->yearday + 1;
    case 'm': return t->month + 1;
    case 's': return t->seconds;
    case 'u': return t->weekday ? t->weekday : 7;
    case 'w': return t->weekday;
    default: return t->year % 100; /* y */
    }
}

static cft_slice strftime_name(const strftime_time *t, const strftime_row *row)
{
    const char *text = row->text;
    size_t most = SIZE_MAX;
    switch (row->letter) {
    case 'A': text = strftime_weekdays[t->weekday]; break;
    case 'a': text = strftime_weekdays[t->weekday], most = 3; break;
    case 'B': text = strftime_months[t->month]; break;
    case 'b':
    case 'h': text = strftime_months[t->month], most = 3; break;
    case 'p': text = t->hour < 12 ? "AM" : "PM"; break;
    case 'P': text = t->hour < 12 ? "am" : "pm"; break;
    default: break;
    }
    size_t length = strlen(text);
    return cft_slice_of(text, length < most ? length : most);
}

/* The text being written and the place it comes from. */
typedef struct strftime_writer {
    cft_vm *vm;
    cft_builder b;
    bool unchanged;     /* the format read is that very text */
    cft_slice place;    /* what the text being written comes from: the format, or a directive */
    int64_t count, cap; /* characters written, and how many no longer fit */
    bool overflow;
} strftime_writer;

/* One directive's flags. */
typedef struct strftime_flags {
    char pad; /* _ - 0, or 0 for none */
    bool upper, change;
    int64_t width; /* -1 = none */
} strftime_flags;

static chatfmt_status strftime_put(strftime_writer *w, const char *text, size_t length,
                                   int64_t count)
{
    w->count += count;
    if (w->count >= w->cap) w->overflow = true;
    if (w->overflow || length == 0) return CHATFMT_OK;
    return cft_build_derived(&w->b, text, length, w->place.data, w->place.length);
}

static chatfmt_status strftime_pad(strftime_writer *w, int64_t count, char fill)
{
    if (count <= 0) return CHATFMT_OK;
    w->count += count;
    if (w->count >= w->cap) w->overflow = true;
    return w->overflow ? CHATFMT_OK : cft_pad_append(&w->b, count, cft_slice_of(&fill, 1));
}

/* Text padded to the width. glibc: cpy */
static chatfmt_status strftime_copy(strftime_writer *w, const strftime_flags *f, cft_slice text,
                                    bool upper, bool lower)
{
    int64_t count = (int64_t)cft_utf8_count(text.data, text.length);
    CFT_TRY(strftime_pad(w, f->width - count, f->pad == '0' ? '0' : ' '));
    for (const char *at = text.data, *end = at + text.length; at < end;) {
        uint32_t code = cft_utf8_next(&at), mapped[3];
        char piece[4];
        if ((lower ? cft_to_lower : cft_to_upper)(code, mapped) == 1 && (lower || upper))
            code = mapped[0];
        CFT_TRY(strftime_put(w, piece, cft_utf8_put(piece, code), 0));
    }
    return strftime_put(w, "", 0, count);
}

static chatfmt_status strftime_write_number(strftime_writer *w, const strftime_row *row,
                                            strftime_flags f, int64_t number)
{
    char digits[CFT_NUMBER_ROOM];
    size_t length = cft_int_to_text(number, digits);
    int64_t wanted = row->digits;
    if (row->kind != STRFTIME_EPOCH && f.width > wanted) wanted = f.width;
    if (row->kind == STRFTIME_SPACED && f.pad != '0' && f.pad != '-') f.pad = '_';
    if (f.pad != '-' && wanted > (int64_t)length) {
        CFT_TRY(strftime_pad(w, wanted - (int64_t)length, f.pad == '_' ? ' ' : '0'));
        f.width = -1;
    }
    return strftime_copy(w, &f, cft_slice_of(digits, length), false, false);
}

/* The text of a subformat: plain letters without flags. */
static cft_slice strftime_sub(const strftime_time *t, const char *format, char out[80])
{
    size_t length = 0;
    for (const char *at = format; *at; at++) {
        if (*at != '%') {
            out[length++] = *at;
            continue;
        }
        const strftime_row *row = strftime_find(*++at);
        assert(row); /* the formats are ours */
        if (row->kind == STRFTIME_NAME) {
            cft_slice name = strftime_name(t, row);
            memcpy(out + length, name.data, name.length);
            length += name.length;
            continue;
        }
        char digits[CFT_NUMBER_ROOM];
        size_t count = cft_int_to_text(strftime_number(t, row->letter), digits);
        for (size_t i = count; i < row->digits; i++)
            out[length++] = row->kind == STRFTIME_SPACED ? ' ' : '0';
        memcpy(out + length, digits, count);
        length += count;
    }
    return cft_slice_of(out, length);
}

static chatfmt_status strftime_write(strftime_writer *w, const strftime_time *t,
                                     const strftime_row *row, const strftime_flags *f)
{
    char room[80];
    switch (row->kind) {
    case STRFTIME_NAME: {
        bool lower = row->letter == 'P' || (row->letter == 'p' && f->change);
        bool upper = f->upper || (f->change && row->letter != 'Z');
        return strftime_copy(w, f, strftime_name(t, row), upper, lower);
    }
    case STRFTIME_SUB:
        return strftime_copy(w, f, strftime_sub(t, row->text, room), f->upper, false);
    case STRFTIME_NOTHING: return CHATFMT_OK;
    default: return strftime_write_number(w, row, *f, strftime_number(t, row->letter));
    }
}

/* One directive; `at` follows the percent sign. Unknown ones stay as they are. */
static chatfmt_status strftime_directive(strftime_writer *w, const strftime_time *t,
                                         const char **at, const char *end)
{
    const char *p = *at, *begin = p - 1;
    strftime_flags f = {.width = -1};
    for (; p < end && memchr("_-0^#", *p, 5); p++) {
        if (*p == '^')
            f.upper = true;
        else if (*p == '#')
            f.change = true;
        else
            f.pad = *p;
    }
    if (p < end && *p >= '0' && *p <= '9') f.width = 0;
    for (; p < end && *p >= '0' && *p <= '9'; p++) {
        f.width = f.width * 10 + (*p - '0');
        if (f.width > INT32_MAX) f.width = INT32_MAX;
    }
    unsigned modifier = 0;
    if (p < end && (*p == 'E' || *p == 'O')) modifier = *p++ == 'E' ? STRFTIME_E : STRFTIME_O;
    const strftime_row *row = p < end ? strftime_find(*p) : NULL;
    if (p < end) p += cft_utf8_width((unsigned char)*p);
    *at = p;
    if (w->unchanged) w->place = cft_slice_of(begin, (size_t)(p - begin));
    if (row && !(row->refuses & modifier)) return strftime_write(w, t, row, &f);
    /* glibc looks at # before the modifier here, and keeps what it has set. */
    if (row && (row->letter == 'b' || row->letter == 'h')) f.upper = f.upper || f.change;
    return strftime_copy(w, &f, cft_slice_of(begin, (size_t)(p - begin)), f.upper, false);
}

static chatfmt_status strftime_run(strftime_writer *w, const strftime_time *t, cft_slice format)
{
    const char *at = format.data, *end = at + format.length;
    while (at < end && !w->overflow) {
        const char *percent = memchr(at, '%', (size_t)(end - at));
        const char *stop = percent ? percent : end;
        size_t length = (size_t)(stop - at);
        int64_t count = (int64_t)cft_utf8_count(at, length);
        if (w->unchanged) {
            w->count += count;
            if (w->count >= w->cap) w->overflow = true;
            CFT_TRY(cft_build_copy(&w->b, at, length));
        } else {
            CFT_TRY(strftime_put(w, at, length, count));
        }
        at = stop;
        if (!percent) break;
        at++;
        CFT_TRY(cft_charge(&w->vm->heap, 40));
        CFT_TRY(strftime_directive(w, t, &at, end));
    }
    return CHATFMT_OK;
}

/* The format that CPython hands to the C library: %f is six zeros (the clock counts seconds),
 * %z and %Z are gone, and a NUL ends it. CPython: wrap_strftime */
static chatfmt_status strftime_prepare(cft_vm *vm, cft_slice *format)
{
    size_t length = 0;
    bool changed = false;
    const char *text = format->data;
    const char *end = format->length ? memchr(text, '\0', format->length) : NULL;
    if (end) format->length = (size_t)(end - text);
    for (size_t i = 0; i + 1 < format->length; i++)
        if (text[i] == '%') changed = changed || memchr("fzZ", text[++i], 3);
    if (!changed) return CHATFMT_OK;
    void *room;
    CFT_TRY(cft_heap_array(&vm->heap, format->length, 3, &room));
    char *out = room;
    for (size_t i = 0; i < format->length; i++) {
        bool pair = text[i] == '%' && i + 1 < format->length;
        if (!pair) {
            out[length++] = text[i];
            continue;
        }
        char letter = text[++i];
        if (letter == 'f') {
            memcpy(out + length, "000000", 6);
            length += 6;
        } else if (letter != 'z' && letter != 'Z') {
            out[length++] = '%';
            out[length++] = letter;
        }
    }
    *format = cft_slice_of(out, length);
    return CHATFMT_OK;
}

chatfmt_status cft_strftime(cft_vm *vm, cft_value format, int64_t now, cft_value *out)
{
    /* Years 1 to 9999. */
    if (now < -62135596800 || now > 253402300799)
        return cft_vm_raise(vm, CHATFMT_VALUE, "year is out of range");
    if (cft_utf8_has_surrogate(format.as.text, format.length))
        return cft_vm_raise(vm, CHATFMT_VALUE,
                            "'utf-8' codec can't encode character: surrogates not allowed");
    strftime_time time = strftime_take_apart(now);
    strftime_writer w = {.vm = vm, .place = cft_text_of(format)};
    cft_slice prepared = w.place;
    CFT_TRY(cft_charge(&vm->heap, 8 + prepared.length / 16));
    CFT_TRY(strftime_prepare(vm, &prepared));
    w.unchanged = prepared.data == w.place.data;
    /* CPython doubles its buffer up to 256 times the format, then gives up with "". */
    int64_t length = (int64_t)cft_utf8_count(prepared.data, prepared.length);
    for (w.cap = 1024; w.cap < 256 * length;)
        w.cap *= 2;
    CFT_TRY(cft_build(&w.b, &vm->heap, prepared.length + 16));
    CFT_TRY(strftime_run(&w, &time, prepared));
    CFT_TRY(cft_build_end(&w.b, 0, out));
    if (w.overflow) *out = cft_empty_string();
    return CHATFMT_OK;
}
