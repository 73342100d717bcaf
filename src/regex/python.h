/* regex/python.h - Python's regular expressions by way of PCRE2, with partial matches.
 *
 * Two dialects: the PyPI package `regex`, which transformers' response templates use, and the
 * module `re`, which its older response schemas use. An expression is rewritten so that PCRE2
 * cannot mean anything else (python_rewrite.c); what would differ is refused with its place. Every
 * search pays for its steps, so that no expression and no text can make it run for long.
 */
#ifndef CFT_REGEX_H
#define CFT_REGEX_H

#include "base/buffer.h"
#include "base/report.h"
#include "regex/pcre.h"

typedef enum cft_regex_dialect { CFT_REGEX_MODULE, CFT_REGEX_RE } cft_regex_dialect;

/* A named group: bytes of the expression, and its number. */
typedef struct cft_regex_name {
    cft_slice name;
    uint32_t number;
} cft_regex_name;

/* Immutable once compiled; any number of threads may search with it. */
typedef struct cft_regex {
    chatfmt_allocator memory;
    void *code;           /* pcre2_code */
    cft_buffer names;     /* cft_regex_name, in the order of the expression */
    cft_buffer text;      /* what the names point into: the expression */
    uint32_t groups;      /* how many groups capture */
    size_t size;          /* bytes that PCRE2 was given */
    uint32_t behind;      /* characters that it may look at before a match */
    bool has_first;       /* every match begins with one of these bytes, and is not empty */
    bool first[256];
} cft_regex;

/* What one thread needs to match with; all zero to begin. Its memory is the first expression's
 * allocator's, which it may outlive. */
typedef struct cft_regex_work {
    cft_pcre_work pcre;
    const size_t *places;  /* of the last match: begin and end of every group, SIZE_MAX = unset */
    uint64_t *fuel;        /* paid from while a search runs */
    size_t start, at;      /* of the last step */
} cft_regex_work;

typedef enum cft_regex_how {
    CFT_REGEX_PARTIAL = 1,  /* when there is no match, one that the end cuts counts as `partial` */
    CFT_REGEX_ADVANCE = 2   /* an empty match where the search begins does not count */
} cft_regex_how;

typedef struct cft_regex_match {
    bool found, partial;
    size_t begin, end;
} cft_regex_match;

/* Compile with DOTALL, as transformers does everywhere. `where` names its place for messages.
 * SYNTAX or UNSUPPORTED with the byte of the expression; NO_MEMORY. */
chatfmt_status cft_regex_compile(const chatfmt_allocator *allocator, cft_slice expression,
                                 cft_regex_dialect dialect, const char *where, cft_regex **out,
                                 chatfmt_error *error);
void cft_regex_free(cft_regex *regex);
void cft_regex_work_free(cft_regex_work *work);

/* Number of a named group, or 0. */
uint32_t cft_regex_group(const cft_regex *regex, cft_slice name);
static inline size_t cft_regex_name_count(const cft_regex *regex)
{
    return regex->names.length / sizeof(cft_regex_name);
}
static inline const cft_regex_name *cft_regex_names(const cft_regex *regex)
{
    return (const cft_regex_name *)(const void *)regex->names.data;
}

/* The leftmost match in data[from, length), which may look back to data[0]; `data` is valid UTF-8
 * and `how` is made of CFT_REGEX_…. LIMIT when *fuel does not suffice; NO_MEMORY. */
chatfmt_status cft_regex_search(const cft_regex *regex, cft_regex_work *work, const char *data,
                                size_t length, size_t from, unsigned how, uint64_t *fuel,
                                cft_regex_match *match);
/* What group `number` of the last match captured; false when it took no part. */
bool cft_regex_capture(const cft_regex_work *work, const char *data, uint32_t number,
                       cft_slice *text);

/* For python.c: the expression as PCRE2 reads it, appended to `out`; names and groups are filled
 * in. `places` receives pairs of uint32_t: a byte of `out` and the byte of the expression that it
 * stands for. */
chatfmt_status cft_regex_rewrite(cft_regex *regex, cft_regex_dialect dialect, const char *where,
                                 cft_buffer *out, cft_buffer *places, chatfmt_error *error);

/* ---- python_set.c: sets of characters as ranges ---- */

typedef struct cft_regex_set {
    cft_buffer ranges; /* pairs of uint32_t: first and last */
    bool ascii;        /* \w, \d and \s stand for ASCII alone */
    cft_regex_dialect dialect;
} cft_regex_set;

chatfmt_status cft_regex_set_add(cft_regex_set *set, uint32_t first, uint32_t last);
/* Add what `kind`, one of w d s W D S, stands for. */
chatfmt_status cft_regex_set_class(cft_regex_set *set, char kind);
/* Add a general category such as "Lu" or "L", or its opposite; *known is false for other names. */
chatfmt_status cft_regex_set_category(cft_regex_set *set, cft_slice name, bool negated,
                                      bool *known);
/* Add the other case of every letter; false when that is not known exactly: beyond ASCII. */
chatfmt_status cft_regex_set_cases(cft_regex_set *set, bool *exact);
/* Append "[…]" or "[^…]". */
chatfmt_status cft_regex_set_write(const cft_regex_set *set, bool negated, cft_buffer *out);
/* Append a character as a literal. */
chatfmt_status cft_regex_put_code(cft_buffer *out, uint32_t code);
/* \w of the PyPI package. */
bool cft_regex_is_word(uint32_t code);

#endif
