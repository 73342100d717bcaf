/* base/report.c - messages into a fixed struct, without the C library's printf, whose output may
 * depend on the locale and which may allocate.
 */
#include "base/report.h"

#include <assert.h>

/* Text on its way into a field of `room` bytes; what does not fit is dropped. */
typedef struct report_text {
    char *out;
    size_t length, room;
    bool full;
} report_text;

static void report_put(report_text *text, const char *data, size_t length)
{
    size_t space = text->room - 1 - text->length;
    if (text->full || length == 0) return;
    if (length > space) {
        length = space;
        text->full = true;
    }
    memcpy(text->out + text->length, data, length);
    text->length += length;
}

/* End the text, dropping the sequence that the cut went through. What is full has more than four
 * bytes. */
static void report_end(report_text *text)
{
    if (text->full) {
        size_t at = text->length, back = 0;
        while (back < 3 && ((unsigned char)text->out[at - 1] & 0xC0) == 0x80) {
            at--;
            back++;
        }
        if ((unsigned char)text->out[at - 1] >= 0xC0) {
            unsigned char lead = (unsigned char)text->out[at - 1];
            size_t width = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
            if (back + 1 < width) text->length = at - 1;
        }
    }
    text->out[text->length] = '\0';
}

static void report_put_number(report_text *text, bool negative, uint64_t value, unsigned base,
                              bool upper, size_t width, char pad)
{
    const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    char room[24];
    size_t at = sizeof room, used;
    do {
        room[--at] = digits[value % base];
        value /= base;
    } while (value);
    used = sizeof room - at + negative;
    if (negative && pad == '0') report_put(text, "-", 1);
    for (; used < width; used++) report_put(text, &pad, 1);
    if (negative && pad != '0') report_put(text, "-", 1);
    report_put(text, room + at, sizeof room - at);
}

static size_t report_bounded_length(const char *text, size_t most)
{
    const char *end = most ? memchr(text, '\0', most) : text;
    return end ? (size_t)(end - text) : most;
}

/* The arguments, in a struct so that they can be handed on by address: va_list may be an array. */
typedef struct report_arguments {
    va_list list;
} report_arguments;

typedef enum report_size { REPORT_INT, REPORT_LONG, REPORT_LONG_LONG, REPORT_SIZE } report_size;

static int64_t report_signed(report_arguments *arguments, report_size size)
{
    if (size == REPORT_LONG) return va_arg(arguments->list, long);
    if (size == REPORT_LONG_LONG) return va_arg(arguments->list, long long);
    if (size == REPORT_SIZE) return (int64_t)va_arg(arguments->list, size_t);
    return va_arg(arguments->list, int);
}

static uint64_t report_unsigned(report_arguments *arguments, report_size size)
{
    if (size == REPORT_LONG) return va_arg(arguments->list, unsigned long);
    if (size == REPORT_LONG_LONG) return va_arg(arguments->list, unsigned long long);
    if (size == REPORT_SIZE) return va_arg(arguments->list, size_t);
    return va_arg(arguments->list, unsigned);
}

/* One conversion, after its '%'; returns what follows it. */
static const char *report_conversion(report_text *text, const char *at, report_arguments *arguments)
{
    size_t width = 0, most = SIZE_MAX;
    char pad = ' ';
    report_size size = REPORT_INT;
    if (*at == '0') pad = '0', at++;
    while (*at >= '0' && *at <= '9') width = width * 10 + (size_t)(*at++ - '0');
    if (*at == '.') { /* ".*" */
        int given = va_arg(arguments->list, int);
        most = given < 0 ? SIZE_MAX : (size_t)given;
        at += 2;
    }
    if (*at == 'z') size = REPORT_SIZE, at++;
    if (*at == 'l') size = REPORT_LONG, at++;
    if (*at == 'l') size = REPORT_LONG_LONG, at++;
    switch (*at) {
    case 's': {
        const char *string = va_arg(arguments->list, const char *);
        report_put(text, string, most == SIZE_MAX ? strlen(string)
                                                  : report_bounded_length(string, most));
        break;
    }
    case 'c': {
        char c = (char)va_arg(arguments->list, int);
        report_put(text, &c, 1);
        break;
    }
    case 'd': {
        int64_t value = report_signed(arguments, size);
        report_put_number(text, value < 0, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 10,
                          false, width, pad);
        break;
    }
    case 'u':
    case 'x':
    case 'X':
        report_put_number(text, false, report_unsigned(arguments, size), *at == 'u' ? 10 : 16,
                          *at == 'X', width, pad);
        break;
    case '\0': return at;
    default: report_put(text, at, 1); /* "%%" */
    }
    return at + 1;
}

void cft_error_clear(chatfmt_error *error)
{
    if (!error) return;
    error->status = CHATFMT_OK;
    error->line = error->column = error->offset = error->length = error->excerpt_caret = 0;
    error->text[0] = error->excerpt[0] = error->path[0] = '\0';
}

void cft_error_path(chatfmt_error *error, cft_slice path)
{
    if (!error || path.length >= sizeof error->path) return;
    if (path.length) memcpy(error->path, path.data, path.length);
    error->path[path.length] = '\0';
}

chatfmt_status cft_fail_list(chatfmt_error *error, chatfmt_status status, const char *format,
                             va_list arguments)
{
    report_text text;
    report_arguments copy;
    if (!error) return status;
    text = (report_text){error->text, 0, sizeof error->text, false};
    va_copy(copy.list, arguments);
    while (*format && !text.full) {
        size_t plain = strcspn(format, "%");
        report_put(&text, format, plain);
        format += plain;
        if (*format == '%') format = report_conversion(&text, format + 1, &copy);
    }
    va_end(copy.list);
    report_end(&text);
    error->status = status;
    return status;
}

chatfmt_status cft_fail(chatfmt_error *error, chatfmt_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    cft_fail_list(error, status, format, arguments);
    va_end(arguments);
    return status;
}

chatfmt_status cft_fail_null(chatfmt_error *error, const char *argument)
{
    return cft_fail(error, CHATFMT_BAD_ARGUMENT, "%s is NULL", argument);
}

/* A struct chatfmt_x is initialised with CHATFMT_X_INIT. */
typedef struct report_macro {
    char name[64];
} report_macro;

static report_macro report_initial(const char *type)
{
    report_macro macro = {""};
    size_t length = strlen(type);
    assert(length + sizeof "_INIT" <= sizeof macro.name);
    for (size_t i = 0; i < length; i++)
        macro.name[i] = type[i] >= 'a' && type[i] <= 'z' ? (char)(type[i] - 'a' + 'A') : type[i];
    memcpy(macro.name + length, "_INIT", sizeof "_INIT");
    return macro;
}

chatfmt_status cft_fail_struct_size(chatfmt_error *error, const char *type, size_t size)
{
    const report_macro macro = report_initial(type);
    return cft_fail(error, CHATFMT_BAD_ARGUMENT, "%s.struct_size is %zu: begin with %s", type, size,
                    macro.name);
}

chatfmt_status cft_fail_struct_fields(chatfmt_error *error, const char *type)
{
    const report_macro macro = report_initial(type);
    return cft_fail(error, CHATFMT_BAD_ARGUMENT,
                    "%s: has fields that this version does not know, or was not begun with %s",
                    type, macro.name);
}

chatfmt_status cft_fail_in_file(chatfmt_error *error, chatfmt_status status, const char *path)
{
    char text[CHATFMT_ERROR_TEXT];
    if (!error) return status;
    memcpy(text, error->text, sizeof text);
    if (!error->line) return cft_fail(error, status, "%s: %s", path, text);
    return cft_fail(error, status, "%s:%u:%u: %s", path, (unsigned)error->line,
                    (unsigned)error->column, text);
}

chatfmt_status cft_fail_text(chatfmt_error *error, chatfmt_status status, cft_slice text)
{
    if (error) {
        report_text out = {error->text, 0, sizeof error->text, false};
        report_put(&out, text.data, text.length);
        report_end(&out);
        error->status = status;
    }
    return status;
}

static uint32_t report_clip(size_t value)
{
    return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

/* Lines end at "\n", "\r\n" or "\r", as Jinja's newline_re. */
static bool report_line_ends(cft_slice source, size_t at)
{
    char c = source.data[at];
    return c == '\n' || (c == '\r' && !(at + 1 < source.length && source.data[at + 1] == '\n'));
}

static bool report_continues(cft_slice source, size_t at)
{
    return ((unsigned char)source.data[at] & 0xC0) == 0x80;
}

/* Copy as much of the line [begin, end) as fits, with the place in its first two thirds, since
 * what is before a fault explains it better than what follows. */
static void report_excerpt(chatfmt_error *error, cft_slice source, size_t begin, size_t end,
                           size_t offset)
{
    size_t room = sizeof error->excerpt - 1;
    report_text text = {error->excerpt, 0, sizeof error->excerpt, false};
    if (end - begin > room && offset - begin > room * 2 / 3) {
        size_t last = end - room, wanted = offset - room * 2 / 3;
        begin = wanted < last ? wanted : last;
        while (begin < offset && report_continues(source, begin)) begin++;
    }
    report_put(&text, source.data + begin, end - begin);
    report_end(&text);
    error->excerpt_caret = report_clip(offset - begin);
}

void cft_error_place(chatfmt_error *error, cft_slice source, size_t offset, size_t length)
{
    size_t line = 1, begin = 0, end;
    if (!error) return;
    if (offset > source.length) offset = source.length;
    if (length > source.length - offset) length = source.length - offset;
    for (size_t i = 0; i < offset; i++) {
        if (!report_line_ends(source, i)) continue;
        line++;
        begin = i + 1;
    }
    end = offset;
    while (end < source.length && source.data[end] != '\n' && source.data[end] != '\r') end++;
    error->line = report_clip(line);
    error->column = report_clip(offset - begin + 1);
    error->offset = report_clip(offset);
    error->length = report_clip(length);
    report_excerpt(error, source, begin, end, offset);
}

chatfmt_status cft_error_explain(chatfmt_status status, chatfmt_error *error)
{
    if (!status || !error || error->status == status) return status;
    return cft_fail(error, status, "%s", chatfmt_status_text(status));
}
