/* regex/python_reader.h - reading one regular expression, shared by the files that rewrite it. */
#ifndef CFT_REGEX_READER_H
#define CFT_REGEX_READER_H

#include "regex/python.h"

enum { REGEX_CASELESS = 1, REGEX_DOT_LINE = 2, REGEX_LINES = 4, REGEX_VERBOSE = 8,
       REGEX_ASCII = 16 };
enum { REGEX_DEPTH_MOST = 60, REGEX_OUT_MOST = 1 << 20, REGEX_REPEAT_MOST = 65535,
       REGEX_CATEGORIES_MOST = 16 };

/* What is before a quantifier. */
typedef enum regex_last { REGEX_NOTHING, REGEX_ATOM, REGEX_REPEATED, REGEX_ASSERTION } regex_last;

typedef struct regex_level {
    uint8_t flags;      /* of what is outside of it */
    bool assertion;     /* a look-around, which is not repeated */
    bool fixed;         /* a look-after whose alternatives have one length */
    uint32_t number;    /* of a capturing group, or 0 */
} regex_level;

typedef struct regex_reader {
    cft_regex *regex;
    cft_slice text;
    size_t at;
    cft_regex_dialect dialect;
    const char *where;
    cft_buffer *out, *places;
    cft_regex_set set;
    chatfmt_error *error;
    uint8_t flags;
    regex_last last;
    unsigned depth, categories;
    regex_level levels[REGEX_DEPTH_MOST];
} regex_reader;

/* The excerpt of the expression around a byte; no line, which would be read as one of the file that
 * the expression is in. */
void cft_regex_place(chatfmt_error *error, cft_slice text, size_t at, size_t length);
/* Fail with the place `at`, in bytes of the expression. */
chatfmt_status cft_regex_fail(regex_reader *r, chatfmt_status status, size_t at,
                              const char *what) CFT_FAILS;

static inline chatfmt_status regex_refuse(regex_reader *r, const char *what)
{
    return cft_regex_fail(r, CHATFMT_UNSUPPORTED, r->at, what);
}

static inline chatfmt_status regex_wrong(regex_reader *r, const char *what)
{
    return cft_regex_fail(r, CHATFMT_SYNTAX, r->at, what);
}

static inline chatfmt_status regex_put(regex_reader *r, const char *text)
{
    return cft_buffer_append(r->out, text, strlen(text));
}

static inline bool regex_more(const regex_reader *r) { return r->at < r->text.length; }

static inline char regex_peek(const regex_reader *r, size_t ahead)
{
    return r->at + ahead < r->text.length ? r->text.data[r->at + ahead] : '\0';
}

static inline bool regex_here(const regex_reader *r, const char *word)
{
    size_t length = strlen(word);
    return r->text.length - r->at >= length && memcmp(r->text.data + r->at, word, length) == 0;
}

static inline bool regex_is_digit(char c) { return c >= '0' && c <= '9'; }

chatfmt_status cft_regex_put_number(regex_reader *r, uint32_t number);

/* python_escape.c */
chatfmt_status cft_regex_put_literal(regex_reader *r, uint32_t code);
/* A backslash outside of brackets, with r->at at it. */
chatfmt_status cft_regex_escape(regex_reader *r);
/* (?P=name) and \g<name>, with r->at at the name. */
chatfmt_status cft_regex_named_reference(regex_reader *r, char closing);
/* […] with r->at at the bracket. */
chatfmt_status cft_regex_brackets(regex_reader *r);

#endif
