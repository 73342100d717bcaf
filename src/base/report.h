/* base/report.h - filling in a chatfmt_error. */
#ifndef CFT_REPORT_H
#define CFT_REPORT_H

#include "base/slice.h"
#include "base/try.h"

#include <stdarg.h>

/* Clear `error` (may be NULL) at an entry point. */
void cft_error_clear(chatfmt_error *error);

/* Set status and message, and return the status. The format knows %s %.*s %c %d %u %x %X with an
 * optional zero and width, l, ll and z before the last four, and %%; the text is cut at a code
 * point and its control characters and invalid UTF-8 stay as given (showing them safely is the
 * job of whoever prints). `error` may be NULL. */
chatfmt_status cft_fail(chatfmt_error *error, chatfmt_status status, const char *format, ...)
    CFT_PRINTF(3, 4) CFT_FAILS;
chatfmt_status cft_fail_list(chatfmt_error *error, chatfmt_status status, const char *format,
                             va_list arguments) CFT_PRINTF(3, 0) CFT_FAILS;

/* How many bytes of a caller's text a message shows: the precision of its "%.*s". */
static inline int cft_shown(cft_slice text)
{
    return (int)(text.length < 60 ? text.length : 60);
}

/* BAD_ARGUMENT: the argument of this name is NULL. */
chatfmt_status cft_fail_null(chatfmt_error *error, const char *argument);

/* Whether the size at the head of a caller's struct may be one: others are those of a struct that
 * was not initialised, of which nothing may be read or written. */
static inline bool cft_is_struct_size(size_t size)
{
    return size > sizeof size && size <= 4096 && size % sizeof size == 0;
}

/* BAD_ARGUMENT: the struct of this type, such as "chatfmt_limits", has no such size; its macro of
 * initial values is named. */
chatfmt_status cft_fail_struct_size(chatfmt_error *error, const char *type, size_t size) CFT_COLD;

/* The same for a struct with bytes after those of this version that are not zero. */
chatfmt_status cft_fail_struct_fields(chatfmt_error *error, const char *type) CFT_COLD;

/* Put the file's name, and the error's line and column, in front of its text. */
chatfmt_status cft_fail_in_file(chatfmt_error *error, chatfmt_status status, const char *path);

/* Set the status and exactly this text, which may hold NUL-free bytes of a template. */
chatfmt_status cft_fail_text(chatfmt_error *error, chatfmt_status status, cft_slice text)
    CFT_FAILS;

/* `status` as it is, with words of its own where what failed had none to give. */
chatfmt_status cft_error_explain(chatfmt_status status, chatfmt_error *error);

/* Set the path of an error, which may be NULL; one that is too long leaves it as it is. */
void cft_error_path(chatfmt_error *error, cft_slice path);

/* cft_fail() of the value at `path`, a literal. */
#define cft_fail_at(error, status, path, ...)                                                   \
    (cft_fail(error, status, __VA_ARGS__), cft_error_path(error, CFT_LIT(path)), (status))

/* What follows LIST[N] at the beginning of a path, and N; `list` ends with the bracket. NULL where
 * the path begins otherwise. */
static inline const char *cft_path_item(const char *path, const char *list, size_t *number)
{
    size_t length = strlen(list);
    if (strncmp(path, list, length)) return NULL;
    path += length;
    for (*number = 0; *path >= '0' && *path <= '9'; path++)
        *number = *number * 10 + (size_t)(*path - '0');
    return *path == ']' ? path + 1 : NULL;
}

static inline const char *cft_path_message(const char *path, size_t *number)
{
    return cft_path_item(path, "messages[", number);
}

/* Point the error at bytes [offset, offset + length) of `source`: line, column and excerpt. */
void cft_error_place(chatfmt_error *error, cft_slice source, size_t offset, size_t length)
    CFT_COLD;

#endif
