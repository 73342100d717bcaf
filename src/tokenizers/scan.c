/* tokenizers/scan.c - scanners.
 *
 * Each function is one regular expression with its backtracking worked out: what a greedy part
 * would give back is known from the classes of the characters, so none of them looks at a
 * character more than a few times.
 */
#include "tokenizers/scan.h"

#include "base/mask16.h"
#include "base/try.h"
#include "base/utf8.h"
#include "regex/char_class.h"

/* What scanners tell apart. */
enum {
    SCAN_UPPER = 1,   /* Lu Lt        */
    SCAN_LOWER = 2,   /* Ll           */
    SCAN_BOTH = 4,    /* Lm Lo        */
    SCAN_MARK = 8,
    SCAN_NUMBER = 16,
    SCAN_SPACE = 32,  /* but for …    */
    SCAN_LINE = 64,   /* \r \n        */
    SCAN_OTHER = 128,
    SCAN_LEADS = 256, /* ASCII that may stand before a word and begins nothing else */
    SCAN_BLANK = 512, /* the space itself */
    SCAN_LETTER = SCAN_UPPER | SCAN_LOWER | SCAN_BOTH,
    SCAN_WHITE = SCAN_SPACE | SCAN_LINE
};

static const uint8_t scan_of_kind[16] = {
    SCAN_OTHER, SCAN_UPPER, SCAN_LOWER, SCAN_UPPER, SCAN_BOTH, SCAN_BOTH, SCAN_MARK, SCAN_NUMBER,
    SCAN_NUMBER, SCAN_NUMBER, SCAN_OTHER, SCAN_OTHER, SCAN_OTHER, SCAN_SPACE, 0, 0};

#define SCAN_SIGN (SCAN_OTHER | SCAN_LEADS)
#define SCAN_TAB (SCAN_SPACE | SCAN_LEADS)
#define SCAN_X8(x) x, x, x, x, x, x, x, x
#define SCAN_O8 SCAN_X8(SCAN_SIGN)
#define SCAN_U8 SCAN_X8(SCAN_UPPER)
#define SCAN_L8 SCAN_X8(SCAN_LOWER)
/* By byte: what is not ASCII has no class of its own. */
static const uint16_t scan_ascii[256] = {
    /* 00 */ SCAN_O8,
    /* 08 */ SCAN_SIGN, SCAN_TAB, SCAN_LINE, SCAN_TAB, SCAN_TAB, SCAN_LINE, SCAN_SIGN, SCAN_SIGN,
    /* 10 */ SCAN_O8, SCAN_O8,
    /* 20 */ SCAN_TAB | SCAN_BLANK, SCAN_SIGN, SCAN_SIGN, SCAN_SIGN, SCAN_SIGN, SCAN_SIGN,
    SCAN_SIGN, SCAN_OTHER, SCAN_O8,
    /* 30 */ SCAN_X8(SCAN_NUMBER), SCAN_NUMBER, SCAN_NUMBER, SCAN_SIGN, SCAN_SIGN, SCAN_SIGN,
    SCAN_SIGN, SCAN_SIGN, SCAN_SIGN,
    /* 40 */ SCAN_SIGN, SCAN_U8, SCAN_U8, SCAN_U8, SCAN_UPPER, SCAN_UPPER, SCAN_SIGN, SCAN_SIGN,
    SCAN_SIGN, SCAN_SIGN, SCAN_SIGN,
    /* 60 */ SCAN_SIGN, SCAN_L8, SCAN_L8, SCAN_L8, SCAN_LOWER, SCAN_LOWER, SCAN_SIGN, SCAN_SIGN,
    SCAN_SIGN, SCAN_SIGN, SCAN_SIGN};

static unsigned scan_wide(const char *data, size_t at, size_t *next)
{
    const char *p = data + at;
    uint32_t code = cft_utf8_next(&p);
    *next = (size_t)(p - data);
    return scan_of_kind[cft_char_class(code) & CFT_CHAR_KIND];
}

/* The class of the character at `at` and where the next one begins; 0 at the end. */
static inline unsigned scan_class(const char *data, size_t at, size_t end, size_t *next)
{
    if (at >= end) {
        *next = at;
        return 0;
    }
    unsigned char byte = (unsigned char)data[at];
    if (CFT_LIKELY(byte < 0x80)) {
        *next = at + 1;
        return scan_ascii[byte];
    }
    return scan_wide(data, at, next);
}

/* The end of the run of characters of `set` from `at` on, at most `most` of them. */
static inline size_t scan_run(const char *data, size_t at, size_t end, unsigned set)
{
    for (;;) {
        while (at < end && (unsigned char)data[at] < 0x80) {
            if (!(scan_ascii[(unsigned char)data[at]] & set)) return at;
            at++;
        }
        if (at >= end) return at;
        size_t next;
        if (!(scan_wide(data, at, &next) & set)) return at;
        at = next;
    }
}

static size_t scan_numbers(const cft_scan *scan, const char *data, size_t at, size_t end)
{
    if (scan->digits == 255) return scan_run(data, at, end, SCAN_NUMBER);
    for (unsigned i = 0; i < scan->digits; i++) {
        size_t next;
        if (!(scan_class(data, at, end, &next) & SCAN_NUMBER)) break;
        at = next;
    }
    return at;
}

/* 's 't 'm 'd 're 've 'll after an apostrophe at `at`; `at` when it is none of them. Under (?i)
 * U+017F, the long s, is an s as well. */
static size_t scan_contraction(const char *data, size_t at, size_t end, unsigned any_case)
{
    if (end - at < 2) return at;
    unsigned char a = (unsigned char)data[at + 1];
    unsigned char b = end - at > 2 ? (unsigned char)data[at + 2] : 0;
    if (any_case) {
        if (a == 0xC5 && b == 0xBF && any_case == 1) return at + 3;
        if (a >= 'A' && a <= 'Z') a = (unsigned char)(a + 32);
        if (b >= 'A' && b <= 'Z') b = (unsigned char)(b + 32);
    }
    switch (a) {
    case 's': case 't': case 'm': case 'd': return at + 2;
    case 'r': case 'v': return b == 'e' ? at + 3 : at;
    case 'l': return b == 'l' ? at + 3 : at;
    default: return at;
    }
}

/* The end of a word that goes on with the ASCII letters in front of `at`. */
static inline size_t scan_rest(const char *data, size_t at, size_t end, unsigned word)
{
    return CFT_UNLIKELY(scan_ascii[(unsigned char)data[at]] & SCAN_LETTER ||
                        (unsigned char)data[at] >= 0x80)
               ? scan_run(data, at, end, word)
               : at;
}

/* Sixteen bytes after `at` may be looked at together, and one more. */
static inline bool scan_is_roomy(size_t at, size_t end) { return end - at > CFT_MASK_BYTES + 1; }

/* How many ASCII letters stand at `at`, up to sixteen. */
static inline size_t scan_letters(const char *data, size_t at)
{
    return cft_mask_first(~cft_mask_letters(data + at));
}

/* A match that begins with white space and is no part of a word: \s*[\r\n]+|\s+(?!\S)|\s+, or
 * without the first of them. */
static size_t scan_white(const cft_scan *scan, const char *data, size_t at, size_t end,
                         bool newlines)
{
    size_t last = at, line = at, p = at, next;
    for (;;) {
        if (end - p >= CFT_MASK_BYTES && data[p] == ' ') {
            p += cft_mask_first(~cft_mask_range(data + p, ' ', ' '));
            last = p - 1;
            continue;
        }
        unsigned kind = scan_class(data, p, end, &next);
        if (!(kind & SCAN_WHITE)) break;
        last = p;
        p = next;
        if (kind == SCAN_LINE) line = p;
    }
    if (scan->ends && p == end) return p;
    if (newlines && line > at) return line;
    if (p == end || last == at) return p;
    return last;
}

/* [\r\n]* or [\r\n/]* after punctuation. */
static inline size_t scan_tail(const cft_scan *scan, const char *data, size_t at, size_t end)
{
    if (scan->newlines)
        while (at < end && (data[at] == '\r' || data[at] == '\n' ||
                            (scan->slashes && data[at] == '/')))
            at++;
    return at;
}

/* The most frequent matches of scan_words: a word of which the first characters are ASCII, and what
 * is before it; else `at`. */
static inline size_t scan_words_ascii(const cft_scan *scan, const char *data, size_t at,
                                      size_t end)
{
    if (CFT_UNLIKELY(!scan_is_roomy(at, end))) return at;
    size_t letters = scan_letters(data, at + 1);
    unsigned first = SCAN_LETTER, lead = scan->space_only ? SCAN_BLANK : SCAN_LEADS;
    if (letters) first |= lead;
    if (!(scan_ascii[(unsigned char)data[at]] & first)) return at;
    return scan_rest(data, at + 1 + letters, end,
                     scan->marks ? SCAN_LETTER | SCAN_MARK : SCAN_LETTER);
}

/* gpt2, cl100k and their kin:
 * contraction | [^\r\n\p{L}\p{N}]?\p{L}+ | \p{N}{1,k} | ?[^\s\p{L}\p{N}]+[\r\n]* | white space */
static size_t scan_words(const cft_scan *scan, const char *data, size_t at, size_t end)
{
    const unsigned word = scan->marks ? SCAN_LETTER | SCAN_MARK : SCAN_LETTER;
    const unsigned other = scan->marks ? SCAN_OTHER : SCAN_OTHER | SCAN_MARK;
    size_t next, after;
    unsigned kind = scan_class(data, at, end, &next);
    if (kind & word) return scan_run(data, next, end, word);
    if (data[at] == '\'' && scan->contractions) {
        size_t stop = scan_contraction(data, at, end, scan->any_case);
        if (stop > at) return stop;
    }
    if (kind == SCAN_NUMBER) return scan_numbers(scan, data, at, end);
    unsigned second = scan_class(data, next, end, &after);
    bool lead = scan->space_only ? data[at] == ' ' : kind != SCAN_LINE;
    if (lead && (second & word)) return scan_run(data, after, end, word);
    /* gpt2 alone lets a space stand before numbers. */
    if (scan->space_only && data[at] == ' ' && second == SCAN_NUMBER)
        return scan_run(data, after, end, SCAN_NUMBER);
    if (kind & other) return scan_tail(scan, data, scan_run(data, next, end, other), end);
    if (data[at] == ' ' && (second & other))
        return scan_tail(scan, data, scan_run(data, after, end, other), end);
    return scan_white(scan, data, at, end, scan->newlines);
}

/* [U]*[l]+ from `at` on, with U = Lu Lt Lm Lo M and l = Ll Lm Lo M: `at` when there is none. A
 * run of U that no Ll follows ends at its last character that is in both. */
static size_t scan_mixed(const char *data, size_t at, size_t end, size_t *upper_end)
{
    size_t p = at, last_both = at, next;
    unsigned kind;
    while ((kind = scan_class(data, p, end, &next)) & (SCAN_UPPER | SCAN_BOTH | SCAN_MARK)) {
        p = next;
        if (kind != SCAN_UPPER) last_both = p;
    }
    *upper_end = p;
    if (kind == SCAN_LOWER)
        return scan_run(data, next, end, SCAN_LOWER | SCAN_BOTH | SCAN_MARK);
    return last_both;
}

/* A word of scan_cased in front of which or after which is nothing but ASCII; else `at`. */
static inline size_t scan_cased_ascii(const cft_scan *scan, const char *data, size_t at,
                                      size_t end)
{
    if (!scan_is_roomy(at, end)) return at;
    unsigned first = scan_ascii[(unsigned char)data[at]];
    if (!(first & (SCAN_LETTER | SCAN_SPACE | SCAN_OTHER))) return at;
    size_t begin = first & SCAN_LETTER ? at : at + 1;
    unsigned uppers = cft_mask_first(~cft_mask_range(data + begin, 'A', 'Z'));
    uint32_t others = ~cft_mask_range(data + begin, 'a', 'z') & ~(uint32_t)0 << uppers;
    size_t letters = cft_mask_first(others), stop = begin + letters;
    if (!letters || letters == CFT_MASK_BYTES || (unsigned char)data[stop] >= 0x80) return at;
    if (scan->contractions && data[stop] == '\'')
        return scan_contraction(data, stop, end, scan->any_case);
    return stop;
}

/* o200k and tekken:
 * x?[U]*[l]+c? | x?[U]+[l]*c? | \p{N}{1,k} | ?[^\s\p{L}\p{N}]+[\r\n/]* | white space
 * with x = [^\r\n\p{L}\p{N}] and c a contraction. */
static size_t scan_cased(const cft_scan *scan, const char *data, size_t at, size_t end)
{
    const unsigned word = SCAN_LETTER | SCAN_MARK;
    size_t next, after, upper_with = at, upper_without = at, stop = at;
    unsigned kind = scan_class(data, at, end, &next);
    bool lead = !(kind & (SCAN_LETTER | SCAN_NUMBER | SCAN_LINE));
    unsigned second = 0;
    after = next;
    if (kind == SCAN_NUMBER) return scan_numbers(scan, data, at, end);
    if (lead) second = scan_class(data, next, end, &after);
    if (lead && (second & word)) {
        stop = scan_mixed(data, next, end, &upper_with);
        if (stop == next) stop = at;
    }
    if (stop == at && (kind & word)) stop = scan_mixed(data, at, end, &upper_without);
    if (stop == at && lead && upper_with > next) stop = upper_with;
    if (stop == at) stop = upper_without;
    if (stop > at) {
        if (scan->contractions && stop < end && data[stop] == '\'')
            return scan_contraction(data, stop, end, scan->any_case);
        return stop;
    }
    if (kind & (SCAN_OTHER | SCAN_MARK))
        return scan_tail(scan, data, scan_run(data, next, end, SCAN_OTHER | SCAN_MARK), end);
    if (data[at] == ' ' && (second & (SCAN_OTHER | SCAN_MARK)))
        return scan_tail(scan, data, scan_run(data, after, end, SCAN_OTHER | SCAN_MARK), end);
    return scan_white(scan, data, at, end, scan->newlines);
}

static bool scan_is_ascii_letter(const char *data, size_t at, size_t end)
{
    if (at >= end) return false;
    char c = data[at];
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Kind of the character at `at` in full, for expressions that tell P and S from the rest. */
static inline unsigned scan_kind(const char *data, size_t at, size_t end, size_t *next)
{
    if (at >= end) {
        *next = at;
        return 0;
    }
    if (CFT_LIKELY((unsigned char)data[at] < 0x80)) {
        *next = at + 1;
        return 1u << (cft_char_class((unsigned char)data[at]) & CFT_CHAR_KIND);
    }
    const char *p = data + at;
    uint32_t code = cft_utf8_next(&p);
    *next = (size_t)(p - data);
    return 1u << (cft_char_class(code) & CFT_CHAR_KIND);
}

static size_t scan_kinds(const char *data, size_t at, size_t end, unsigned set)
{
    size_t next;
    while (scan_kind(data, at, end, &next) & set) at = next;
    return at;
}

/* A word of scan_deepseek in front of which and in which is nothing but ASCII; else `at`. */
static inline size_t scan_deepseek_ascii(const char *data, size_t at, size_t end)
{
    if (CFT_UNLIKELY(!scan_is_roomy(at, end))) return at;
    unsigned char byte = (unsigned char)data[at];
    size_t letters = scan_letters(data, at + 1), stop = at + 1 + letters;
    bool mark = byte > ' ' && byte < 0x7F && (scan_ascii[byte] & SCAN_OTHER);
    bool good = scan_ascii[byte] & SCAN_LETTER || ((mark || byte == ' ') && letters);
    unsigned char behind = (unsigned char)data[stop];
    return good && behind < 0x80 && !(scan_ascii[behind] & SCAN_LETTER) ? stop : at;
}

/* DeepSeek V3, the third of its expressions:
 * [!-/:-~ punctuation][A-Za-z]+ | [^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+ | ?[\p{P}\p{S}]+[\r\n]* |
 * white space */
static size_t scan_deepseek(const cft_scan *scan, const char *data, size_t at, size_t end)
{
    const unsigned word = CFT_CHAR_SET_L | CFT_CHAR_SET_M;
    const unsigned other = CFT_CHAR_SET_P | CFT_CHAR_SET_S;
    size_t next, after;
    unsigned kind = scan_kind(data, at, end, &next);
    if ((kind & other) && (unsigned char)data[at] < 0x80 &&
        scan_is_ascii_letter(data, next, end)) {
        while (scan_is_ascii_letter(data, next, end)) next++;
        return next;
    }
    unsigned second = scan_kind(data, next, end, &after);
    bool line = data[at] == '\r' || data[at] == '\n';
    if (!line && !(kind & (CFT_CHAR_SET_L | other)) && (second & word))
        return scan_kinds(data, after, end, word);
    if (kind & word) return scan_kinds(data, next, end, word);
    if (kind & other) return scan_tail(scan, data, scan_kinds(data, next, end, other), end);
    if (data[at] == ' ' && (second & other))
        return scan_tail(scan, data, scan_kinds(data, after, end, other), end);
    return kind & CFT_CHAR_SET_SPACE ? scan_white(scan, data, at, end, true) : at;
}

size_t cft_scan_match(const cft_scan *scan, const char *data, size_t at, size_t end)
{
    switch (scan->family) {
    case CFT_SCAN_WORDS: return scan_words(scan, data, at, end);
    case CFT_SCAN_CASED: return scan_cased(scan, data, at, end);
    case CFT_SCAN_DEEPSEEK: return scan_deepseek(scan, data, at, end);
    case CFT_SCAN_NUMBERS: return scan_numbers(scan, data, at, end);
    }
    return at;
}

/* The next character that may be a number. */
static size_t scan_to_number(const char *data, size_t at, size_t end)
{
    for (; end - at >= CFT_MASK_BYTES; at += CFT_MASK_BYTES) {
        uint32_t mask = cft_mask_range(data + at, '0', '9') | cft_mask_high(data + at);
        if (mask) return at + cft_mask_first(mask);
    }
    return at;
}

/* Matches, and the gaps between them. */
static size_t scan_parts(const cft_scan *scan, const char *data, size_t at, size_t end,
                         uint32_t *ends, size_t room)
{
    size_t count = 0, done = at;
    while (at < end && count + 2 <= room) {
        if (scan->family == CFT_SCAN_NUMBERS) at = scan_to_number(data, at, end);
        if (at == end) break;
        size_t stop = at;
        if (scan->family == CFT_SCAN_DEEPSEEK) stop = scan_deepseek_ascii(data, at, end);
        if (stop == at) stop = cft_scan_match(scan, data, at, end);
        if (stop == at) {
            at += cft_utf8_width((unsigned char)data[at]);
            continue;
        }
        if (at > done) ends[count++] = (uint32_t)at;
        ends[count++] = (uint32_t)stop;
        done = at = stop;
    }
    if (at > done) ends[count++] = (uint32_t)at;
    return count;
}

size_t cft_scan_many(const cft_scan *scan, const char *data, size_t at, size_t end,
                     uint32_t *ends, size_t room)
{
    size_t count = 0;
    switch (scan->family) {
    case CFT_SCAN_WORDS:
        for (size_t stop; at < end && count < room; ends[count++] = (uint32_t)(at = stop)) {
            stop = scan_words_ascii(scan, data, at, end);
            if (stop == at) stop = scan_words(scan, data, at, end);
        }
        return count;
    case CFT_SCAN_CASED:
        for (size_t stop; at < end && count < room; ends[count++] = (uint32_t)(at = stop)) {
            stop = scan_cased_ascii(scan, data, at, end);
            if (stop == at) stop = scan_cased(scan, data, at, end);
        }
        return count;
    default: return scan_parts(scan, data, at, end, ends, room);
    }
}

/* ---- which expression is which ---- */

typedef struct scan_row {
    const char *expression;
    cft_scan scan;
} scan_row;

#define SCAN_CL100K_TAIL " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"
#define SCAN_O200K_TAIL " ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"
#define SCAN_GPT2_TAIL " ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"
#define SCAN_SHORT "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
#define SCAN_SHORT_ASCII "(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])"
#define SCAN_SHORT_OTHER "(?i:[sdmt]|ll|ve|re)"
#define SCAN_UPPERS "[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]"
#define SCAN_LOWERS "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]"
#define SCAN_LEAD "[^\\r\\n\\p{L}\\p{N}]?"
#define SCAN_CASED_WORDS(short)                                                           \
    SCAN_LEAD SCAN_UPPERS "*" SCAN_LOWERS "+" short "|" SCAN_LEAD SCAN_UPPERS "+" SCAN_LOWERS \
                          "*" short "|"

/* Escaped line ends are written as \r and \n in the left column, whichever way the file has
 * them. digits, contractions, any_case, space_only, marks, newlines, slashes, ends */
static const scan_row scan_table[] = {
    {"'s|'t|'re|'ve|'m|'ll|'d|" SCAN_GPT2_TAIL,
     {CFT_SCAN_WORDS, 255, true, false, true, false, false, false, false}},
    {"'(?:[sdmt]|ll|ve|re)|" SCAN_GPT2_TAIL,
     {CFT_SCAN_WORDS, 255, true, false, true, false, false, false, false}},
    {SCAN_SHORT "|" SCAN_LEAD "\\p{L}+|\\p{N}{1,3}|" SCAN_CL100K_TAIL,
     {CFT_SCAN_WORDS, 3, true, true, false, false, true, false, false}},
    {SCAN_SHORT "|" SCAN_LEAD "\\p{L}+|\\p{N}|" SCAN_CL100K_TAIL,
     {CFT_SCAN_WORDS, 1, true, true, false, false, true, false, false}},
    {SCAN_SHORT "|" SCAN_LEAD "\\p{L}+|\\p{N}{1}|" SCAN_CL100K_TAIL,
     {CFT_SCAN_WORDS, 1, true, true, false, false, true, false, false}},
    {SCAN_SHORT "|" SCAN_LEAD "\\p{L}+|\\p{N}{1,2}|" SCAN_CL100K_TAIL,
     {CFT_SCAN_WORDS, 2, true, true, false, false, true, false, false}},
    {SCAN_SHORT "|" SCAN_LEAD "\\p{L}+|\\p{N}+|" SCAN_CL100K_TAIL,
     {CFT_SCAN_WORDS, 255, true, true, false, false, true, false, false}},
    {SCAN_SHORT_ASCII "|" SCAN_LEAD "\\p{L}+|\\p{N}{1,3}|" SCAN_CL100K_TAIL,
     {CFT_SCAN_WORDS, 3, true, 2, false, false, true, false, false}},
    {SCAN_SHORT_ASCII "|" SCAN_LEAD "\\p{L}+|\\p{N}|" SCAN_CL100K_TAIL,
     {CFT_SCAN_WORDS, 1, true, 2, false, false, true, false, false}},
    {SCAN_SHORT_ASCII "|" SCAN_LEAD "\\p{L}+|\\p{N}+|" SCAN_CL100K_TAIL,
     {CFT_SCAN_WORDS, 255, true, 2, false, false, true, false, false}},
    {SCAN_SHORT_ASCII "|" SCAN_LEAD "[\\p{L}\\p{M}]+|\\p{N}|"
     " ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
     {CFT_SCAN_WORDS, 1, true, 2, false, true, true, false, false}},
    {SCAN_LEAD "\\p{L}+|\\p{N}|" SCAN_CL100K_TAIL,
     {CFT_SCAN_WORDS, 1, false, 0, false, false, true, false, false}},
    {"'" SCAN_SHORT_OTHER "|" SCAN_LEAD "\\p{L}+|\\p{N}{1,3}|" SCAN_CL100K_TAIL,
     {CFT_SCAN_WORDS, 3, true, true, false, false, true, false, false}},
    {SCAN_SHORT "|" SCAN_LEAD "[\\p{L}\\p{M}]+|\\p{N}|"
     " ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
     {CFT_SCAN_WORDS, 1, true, true, false, true, true, false, false}},
    {SCAN_CASED_WORDS(SCAN_SHORT "?") "\\p{N}{1,3}|" SCAN_O200K_TAIL,
     {CFT_SCAN_CASED, 3, true, true, false, false, true, true, false}},
    {SCAN_CASED_WORDS(SCAN_SHORT "?") "\\p{N}|" SCAN_O200K_TAIL,
     {CFT_SCAN_CASED, 1, true, true, false, false, true, true, false}},
    {SCAN_CASED_WORDS("") "\\p{N}|" SCAN_O200K_TAIL,
     {CFT_SCAN_CASED, 1, false, false, false, false, true, true, false}},
    {SCAN_CASED_WORDS("") "\\p{N}{1,3}|" SCAN_O200K_TAIL,
     {CFT_SCAN_CASED, 3, false, false, false, false, true, true, false}},
    {"[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|"
     "[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*|"
     "\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
     {CFT_SCAN_DEEPSEEK, 0, false, false, false, false, true, false, false}},
    {"\\p{N}{1,3}", {CFT_SCAN_NUMBERS, 3, false, false, false, false, false, false, false}},
    {"\\p{N}{1,2}", {CFT_SCAN_NUMBERS, 2, false, false, false, false, false, false, false}},
    {"\\p{N}", {CFT_SCAN_NUMBERS, 1, false, false, false, false, false, false, false}},
    {"\\p{N}+", {CFT_SCAN_NUMBERS, 255, false, false, false, false, false, false, false}},
    {"'" SCAN_SHORT_OTHER "|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|(?>\\p{N}{1,3})|"
     " ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*+|\\s++\\z|\\s*[\\r\\n]|\\s+(?!\\S)|\\s",
     {CFT_SCAN_WORDS, 3, true, 1, false, false, true, false, true}},
};

/* Compare an expression with a row; a line end itself equals its escape. */
static bool scan_same(cft_slice expression, const char *row)
{
    for (size_t i = 0; i < expression.length; i++) {
        char c = expression.data[i];
        if (c == '\r' || c == '\n') {
            if (row[0] != '\\' || row[1] != (c == '\r' ? 'r' : 'n')) return false;
            row += 2;
        } else if (*row++ != c || c == 0) {
            return false;
        }
    }
    return *row == 0;
}

const cft_scan *cft_scan_find(cft_slice expression)
{
    for (size_t i = 0; i < sizeof scan_table / sizeof *scan_table; i++)
        if (scan_same(expression, scan_table[i].expression)) return &scan_table[i].scan;
    return NULL;
}

const cft_scan *cft_scan_gpt2(void) { return &scan_table[0].scan; }
