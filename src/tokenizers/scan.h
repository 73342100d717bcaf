/* tokenizers/scan.h - hand-written scanners for the regular expressions of pre-tokenizers.
 *
 * A scanner is a row of parameters of one of a few families; scan_table in scan.c tells which
 * regular expression each row stands for. Expressions that are not there go to regex/oniguruma.h.
 */
#ifndef CFT_SCAN_H
#define CFT_SCAN_H

#include "base/slice.h"

typedef enum cft_scan_family {
    CFT_SCAN_WORDS,    /* gpt2, cl100k, qwen: every position begins a match */
    CFT_SCAN_CASED,    /* o200k, tekken: words in which case counts; likewise */
    CFT_SCAN_DEEPSEEK, /* leaves gaps */
    CFT_SCAN_NUMBERS   /* \p{N}{1,k} alone; leaves gaps */
} cft_scan_family;

typedef struct cft_scan {
    cft_scan_family family;
    uint8_t digits;       /* \p{N}{1,digits}; 255 = + */
    bool contractions;    /* 's 't 're 've 'm 'll 'd */
    uint8_t any_case;     /* … in either case; 2: of ASCII letters alone */
    bool space_only;      /* gpt2: only a space may stand before a word */
    bool marks;           /* \p{M} counts as a letter */
    bool newlines;        /* [\r\n]* after punctuation, \s*[\r\n]+ */
    bool slashes;         /* [\r\n/]* after punctuation */
    bool ends;            /* white space at the end of the text is one match */
} cft_scan;

/* The scanner of a regular expression, or NULL. */
const cft_scan *cft_scan_find(cft_slice expression);
/* The scanner that ByteLevel uses by itself. */
const cft_scan *cft_scan_gpt2(void);

/* True when matches stand side by side from the first byte to the last. */
static inline bool cft_scan_is_total(const cft_scan *scan)
{
    return scan->family == CFT_SCAN_WORDS || scan->family == CFT_SCAN_CASED;
}

/* The end of the match that begins at `at` (before `end`), or `at` when there is none. Text
 * before `at` does not matter, and the text ends at `end`. Valid UTF-8 only. */
size_t cft_scan_match(const cft_scan *scan, const char *data, size_t at, size_t end);

/* Write the ends of matches and of the gaps between them, up to `room` (at least 2) from `at` on;
 * returns how many. */
size_t cft_scan_many(const cft_scan *scan, const char *data, size_t at, size_t end,
                     uint32_t *ends, size_t room);

#endif
