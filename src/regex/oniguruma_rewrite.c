/* regex/oniguruma_rewrite.c - from Oniguruma's regular expressions to PCRE2's.
 *
 * One pass over the expression. What both engines read alike is copied; classes are written out
 * as ranges from char_class.h; the rest is refused, because near-equal tokens are worse than none.
 */
#include "regex/oniguruma.h"

#include "base/buffer.h"
#include "base/utf8.h"
#include "regex/char_class.h"

#include <assert.h>

typedef struct pattern_reader {
    cft_slice text;
    size_t at;
    const char *where;
    cft_buffer *out;
    chatfmt_error *error;
    uint64_t groups;   /* bit 0: the innermost group ignores case */
    unsigned depth;
    size_t item;       /* where the last item begins in `out`; a group has callouts inside */
    bool is_group;
    size_t unpaid;     /* bytes of the expression since the last callout */
    struct pattern_written *written;
    struct pattern_shared *shared; /* NULL: everything is where it is used */
    size_t begins[64]; /* by depth: where the group is in `out`; SIZE_MAX: it looks around */
} pattern_reader;

enum { PATTERN_UNPAID = 256, PATTERN_FREE_COPIES = 64, PATTERN_SHARED = 200, PATTERN_CLASSES = 64 };

/* The texts of classes that were written, for the next time: each looks at all of Unicode. */
typedef struct pattern_written {
    cft_buffer text;
    struct {
        const struct pattern_class *class;
        bool negated;
        size_t begin, length;
    } classes[PATTERN_CLASSES];
    unsigned count;
} pattern_written;

/* Classes, and groups that are repeated a number of times, defined once and called wherever they
 * stand, because PCRE2 writes out each copy and takes 64 KiB at most. */
typedef struct pattern_shared {
    cft_buffer text; /* of the definitions */
    struct {
        size_t begin, length; /* of one definition, in `text` */
        bool ignores_case;
    } parts[PATTERN_SHARED];
    unsigned count;
} pattern_shared;

/* A class of characters: kinds, flags, or everything else. */
typedef struct pattern_class {
    const char *name;
    unsigned kinds, flag;
    bool cased; /* differs between letters that differ in case only */
} pattern_class;

static const pattern_class pattern_classes[] = {
    {"L", CFT_CHAR_SET_L, 0, false},        {"Letter", CFT_CHAR_SET_L, 0, false},
    {"Lu", 1u << CFT_CHAR_LU, 0, true},     {"Ll", 1u << CFT_CHAR_LL, 0, true},
    {"Lt", 1u << CFT_CHAR_LT, 0, true},     {"Lm", 1u << CFT_CHAR_LM, 0, false},
    {"Lo", 1u << CFT_CHAR_LO, 0, false},    {"M", CFT_CHAR_SET_M, 0, false},
    {"Mark", CFT_CHAR_SET_M, 0, false},     {"N", CFT_CHAR_SET_N, 0, false},
    {"Number", CFT_CHAR_SET_N, 0, false},   {"Nd", 1u << CFT_CHAR_ND, 0, false},
    {"Nl", 1u << CFT_CHAR_NL, 0, true},     {"No", 1u << CFT_CHAR_NO, 0, false},
    {"P", CFT_CHAR_SET_P, 0, false},        {"Punctuation", CFT_CHAR_SET_P, 0, false},
    {"Pc", 1u << CFT_CHAR_PC, 0, false},    {"S", CFT_CHAR_SET_S, 0, false},
    {"Symbol", CFT_CHAR_SET_S, 0, false},   {"Han", 0, CFT_CHAR_HAN, false},
};
static const pattern_class pattern_space = {"s", CFT_CHAR_SET_SPACE, 0, false};
static const pattern_class pattern_digit = {"d", 1u << CFT_CHAR_ND, 0, false};
static const pattern_class pattern_word = {"w", 0, CFT_CHAR_WORD, false};
static const pattern_class pattern_word_inside = {"w", 0, CFT_CHAR_WORD, false};

static chatfmt_status pattern_refuse(pattern_reader *r, const char *what)
{
    return cft_fail(r->error, CHATFMT_UNSUPPORTED,
                    "%s: %s at byte %zu of the regular expression cannot be matched exactly as "
                    "the reference matches it",
                    r->where, what, r->at);
}

static chatfmt_status pattern_write(pattern_reader *r, const char *data, size_t length)
{
    return cft_buffer_append(r->out, data, length);
}

static chatfmt_status pattern_write_code(pattern_reader *r, uint32_t code)
{
    return cft_buffer_append_code(r->out, code);
}

static bool pattern_is_member(const pattern_class *class, bool negated, uint32_t code)
{
    unsigned value = cft_char_class(code);
    /* Oniguruma's \w is not quite that of Rust, which the flag stands for: no joiners, but, outside
     * of brackets, the numbers of Latin-1. */
    if (class == &pattern_word || class == &pattern_word_inside) {
        bool latin = code == 0xB2 || code == 0xB3 || code == 0xB9 || (code >= 0xBC && code <= 0xBE);
        latin = latin && class == &pattern_word;
        bool joiner = code == 0x200C || code == 0x200D;
        return (latin || ((value & CFT_CHAR_WORD) != 0 && !joiner)) != negated;
    }
    bool is = class->flag ? (value & class->flag) != 0
                          : (class->kinds >> (value & CFT_CHAR_KIND) & 1u) != 0;
    return is != negated;
}

static chatfmt_status pattern_write_members(pattern_reader *r, const pattern_class *class,
                                            bool negated)
{
    /* Code points of one class are members all or none: those that \w treats apart are runs. */
    for (uint32_t code = 0; code < 0x110000;) {
        uint32_t begin = code;
        while (code < 0x110000 && pattern_is_member(class, negated, code))
            code = cft_char_run_end(code);
        if (code == begin) {
            code = cft_char_run_end(code);
            continue;
        }
        uint32_t last = code - 1;
        /* Surrogates are no characters: a range may pass over them but not begin or end there. They
         * are of one class with what is beside them. */
        assert((begin < 0xD800 || begin >= 0xE000) && (last < 0xD800 || last >= 0xE000));
        CFT_TRY(pattern_write_code(r, begin));
        if (last > begin) {
            CFT_TRY(pattern_write(r, "-", 1));
            CFT_TRY(pattern_write_code(r, last));
        }
    }
    return CHATFMT_OK;
}

/* The members of a class as ranges, without brackets. */
static chatfmt_status pattern_write_class(pattern_reader *r, const pattern_class *class,
                                          bool negated)
{
    pattern_written *w = r->written;
    size_t begin = r->out->length;
    for (unsigned i = 0; i < w->count; i++)
        if (w->classes[i].class == class && w->classes[i].negated == negated)
            return pattern_write(r, w->text.data + w->classes[i].begin, w->classes[i].length);
    CFT_TRY(pattern_write_members(r, class, negated));
    assert(w->count < PATTERN_CLASSES); /* there are fewer, each twice */
    w->classes[w->count].class = class;
    w->classes[w->count].negated = negated;
    w->classes[w->count].begin = w->text.length;
    w->classes[w->count++].length = r->out->length - begin;
    return cft_buffer_append(&w->text, r->out->data + begin, r->out->length - begin);
}

/* The number of the definition of what is in `out` from `begin` on; `count` when there is none. */
static unsigned pattern_find_shared(const pattern_reader *r, size_t begin)
{
    const pattern_shared *shared = r->shared;
    size_t length = r->out->length - begin;
    unsigned i = 0;
    for (; i < shared->count; i++)
        if (shared->parts[i].length == length &&
            shared->parts[i].ignores_case == (r->groups & 1) &&
            memcmp(shared->text.data + shared->parts[i].begin, r->out->data + begin, length) == 0)
            break;
    return i;
}

static chatfmt_status pattern_define(pattern_reader *r, size_t begin, const char name[2])
{
    pattern_shared *shared = r->shared;
    const char *opening = r->groups & 1 ? ">(?i:" : ">(?-i:";
    size_t length = r->out->length - begin;
    CFT_TRY(cft_buffer_append(&shared->text, "(?<", 3));
    CFT_TRY(cft_buffer_append(&shared->text, name, 2));
    CFT_TRY(cft_buffer_append(&shared->text, opening, strlen(opening)));
    shared->parts[shared->count].begin = shared->text.length;
    shared->parts[shared->count].length = length;
    shared->parts[shared->count++].ignores_case = r->groups & 1;
    CFT_TRY(cft_buffer_append(&shared->text, r->out->data + begin, length));
    return cft_buffer_append(&shared->text, "))", 2);
}

/* Put what is in `out` from `begin` on among the definitions, and a call in its place. */
static chatfmt_status pattern_share(pattern_reader *r, size_t begin)
{
    if (!r->shared || begin == SIZE_MAX) return CHATFMT_OK;
    unsigned number = pattern_find_shared(r, begin);
    if (number == PATTERN_SHARED) return CHATFMT_OK;
    char call[] = "(?&aa)";
    call[3] = (char)('a' + number / 26);
    call[4] = (char)('a' + number % 26);
    if (number == r->shared->count) CFT_TRY(pattern_define(r, begin, call + 3));
    r->out->length = begin;
    return pattern_write(r, call, sizeof call - 1);
}

static char pattern_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

static const pattern_class *pattern_named(cft_slice name)
{
    for (size_t i = 0; i < sizeof pattern_classes / sizeof *pattern_classes; i++) {
        const char *have = pattern_classes[i].name;
        size_t at = 0;
        while (at < name.length && have[at] && pattern_lower(have[at]) ==
               pattern_lower(name.data[at]))
            at++;
        if (at == name.length && !have[at]) return &pattern_classes[i];
    }
    return NULL;
}

/* \p{…}, \P{…}, \p{^…} with r->at after the letter. */
static chatfmt_status pattern_property(pattern_reader *r, bool negated,
                                       const pattern_class **class, bool *is_negated)
{
    const char *data = r->text.data;
    if (r->at >= r->text.length || data[r->at] != '{')
        return pattern_refuse(r, "a property without braces");
    size_t begin = r->at + 1;
    *is_negated = negated;
    if (begin < r->text.length && data[begin] == '^') {
        begin++;
        *is_negated = !negated;
    }
    size_t end = begin;
    while (end < r->text.length && data[end] != '}') end++;
    *class = end < r->text.length ? pattern_named(cft_slice_of(data + begin, end - begin)) : NULL;
    if (!*class) return pattern_refuse(r, "a property that is not known here");
    if ((*class)->cased && (r->groups & 1)) return pattern_refuse(r, "a case under (?i)");
    r->at = end + 1;
    return CHATFMT_OK;
}

static int pattern_hex(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c = pattern_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* \uHHHH, \xHH, \x{H…} with r->at after the letter. */
static chatfmt_status pattern_number(pattern_reader *r, char kind)
{
    size_t most = kind == 'u' ? 4 : 2, count = 0;
    bool braces = kind == 'x' && r->at < r->text.length && r->text.data[r->at] == '{';
    if (braces) {
        r->at++;
        most = 6;
    }
    uint32_t code = 0;
    for (; count < most && r->at < r->text.length; count++, r->at++) {
        int digit = pattern_hex(r->text.data[r->at]);
        if (digit < 0) break;
        code = code << 4 | (uint32_t)digit;
    }
    if (braces && (r->at >= r->text.length || r->text.data[r->at++] != '}')) count = 0;
    if (!count || (kind == 'u' && count < 4) || (kind == 'x' && !braces && code >= 0x80) ||
        code >= 0x110000 || (code >= 0xD800 && code < 0xE000))
        return pattern_refuse(r, "a numbered character");
    return pattern_write_code(r, code);
}

static chatfmt_status pattern_edge(pattern_reader *r, bool inside)
{
    static const char *const words[] = {"(?<=", ")(?!", ")|(?<!", ")(?="};
    static const char *const gaps[] = {"(?<=", ")(?=", ")|(?<!", ")(?!"};
    CFT_TRY(pattern_write(r, "(?:", 3));
    for (int i = 0; i < 4; i++) {
        const char *text = inside ? gaps[i] : words[i];
        CFT_TRY(pattern_write(r, text, strlen(text)));
        CFT_TRY(pattern_write(r, "[", 1));
        CFT_TRY(pattern_write_class(r, &pattern_word, false));
        CFT_TRY(pattern_write(r, "]", 1));
    }
    return pattern_write(r, "))", 2);
}

/* A backslash and what follows. `in_class`: between brackets. */
static chatfmt_status pattern_escape(pattern_reader *r, bool in_class)
{
    r->at++;
    if (r->at >= r->text.length) return pattern_refuse(r, "a lone backslash");
    char c = r->text.data[r->at];
    const pattern_class *class = NULL;
    bool negated = c == 'S' || c == 'D' || c == 'W';
    switch (c) {
    case 's': case 'S': class = &pattern_space; break;
    case 'd': case 'D': class = &pattern_digit; break;
    case 'w': case 'W': class = in_class ? &pattern_word_inside : &pattern_word; break;
    case 'r': case 'n': case 't': case 'f': case 'a': case 'e': {
        char text[2] = {'\\', c};
        r->at++;
        return pattern_write(r, text, 2);
    }
    case 'v': r->at++; return pattern_write_code(r, 0x0B);
    case 'u': case 'x': r->at++; return pattern_number(r, c);
    case 'p': case 'P':
        r->at++;
        CFT_TRY(pattern_property(r, c == 'P', &class, &negated));
        r->at--;
        break;
    case 'A': case 'z':
        if (in_class) return pattern_refuse(r, "an escape");
        r->at++;
        return pattern_write(r, c == 'A' ? "\\A" : "\\z", 2);
    case 'b': case 'B':
        if (in_class) return pattern_refuse(r, "an escape");
        r->at++;
        return pattern_edge(r, c == 'B');
    default: break;
    }
    if (class) {
        size_t begin = r->out->length;
        r->at++;
        if (!in_class) CFT_TRY(pattern_write(r, "[", 1));
        CFT_TRY(pattern_write_class(r, class, negated));
        cft_slice rest = {r->text.data + r->at, r->text.length - r->at};
        if (in_class && rest.length > 1 && rest.data[0] == '-' && rest.data[1] != ']')
            return pattern_refuse(r, "a range that begins with a class");
        if (in_class) return CHATFMT_OK;
        CFT_TRY(pattern_write(r, "]", 1));
        return pattern_share(r, begin);
    }
    if ((unsigned char)c >= 0x80 || (c >= '0' && c <= '9') || pattern_lower(c) != c ||
        (c >= 'a' && c <= 'z'))
        return pattern_refuse(r, "an escape");
    char text[2] = {'\\', c};
    r->at++;
    return pattern_write(r, text, 2);
}

static chatfmt_status pattern_literal(pattern_reader *r)
{
    size_t width = cft_utf8_width((unsigned char)r->text.data[r->at]);
    if (width > 1 && (r->groups & 1)) return pattern_refuse(r, "a letter under (?i)");
    CFT_TRY(pattern_write(r, r->text.data + r->at, width));
    r->at += width;
    return CHATFMT_OK;
}

/* ---- classes within classes, and intersections ---- */

/* Whether the class at r->at has another within, or an intersection. */
static bool pattern_is_nested(const pattern_reader *r)
{
    const char *data = r->text.data;
    for (size_t at = r->at + 1; at < r->text.length && data[at] != ']'; at++) {
        if (data[at] == '\\') at++;
        else if (data[at] == '[') return true;
        else if (data[at] == '&' && at + 1 < r->text.length && data[at + 1] == '&') return true;
    }
    return false;
}

static bool pattern_at_and(const pattern_reader *r)
{
    return r->at + 1 < r->text.length && r->text.data[r->at] == '&' &&
           r->text.data[r->at + 1] == '&';
}

static chatfmt_status pattern_set(pattern_reader *r);

/* Characters and ranges up to a class within, an intersection or the end, as a class of PCRE2. */
static chatfmt_status pattern_set_flat(pattern_reader *r)
{
    const char *data = r->text.data;
    size_t begin = r->at;
    CFT_TRY(pattern_write(r, data[r->at] == '^' ? "[\\" : "[", data[r->at] == '^' ? 2 : 1));
    while (r->at < r->text.length && data[r->at] != ']' && data[r->at] != '[' &&
           !pattern_at_and(r))
        CFT_TRY(data[r->at] == '\\' ? pattern_escape(r, true) : pattern_literal(r));
    if (data[begin] == '-' || data[r->at - 1] == '-')
        return pattern_refuse(r, "a range beside a class within a class");
    return pattern_write(r, "]", 1);
}

/* One side of an intersection: what is in any of its parts. */
static chatfmt_status pattern_set_side(pattern_reader *r)
{
    const char *data = r->text.data;
    size_t begin = r->at;
    CFT_TRY(pattern_write(r, "(?=", 3));
    while (r->at < r->text.length && data[r->at] != ']' && !pattern_at_and(r)) {
        if (r->at > begin) CFT_TRY(pattern_write(r, "|", 1));
        CFT_TRY(data[r->at] == '[' ? pattern_set(r) : pattern_set_flat(r));
    }
    if (r->at == begin) return pattern_refuse(r, "an intersection with nothing");
    return pattern_write(r, ")", 1);
}

/* […&&…] with r->at at the bracket: all sides look at the character that is then taken. */
static chatfmt_status pattern_set(pattern_reader *r)
{
    const char *data = r->text.data;
    bool negated = r->at + 1 < r->text.length && data[r->at + 1] == '^';
    if (r->depth >= 60 || (r->groups & 1)) return pattern_refuse(r, "a class within a class");
    r->depth++;
    r->at += negated ? 2 : 1;
    if (r->at < r->text.length && (data[r->at] == ':' || data[r->at] == ']'))
        return pattern_refuse(r, "a class of this kind");
    CFT_TRY(pattern_write(r, negated ? "(?:(?!" : "(?:", negated ? 6 : 3));
    for (bool more = true; more;) {
        CFT_TRY(pattern_set_side(r));
        more = pattern_at_and(r);
        if (more) r->at += 2;
    }
    if (r->at >= r->text.length) return pattern_refuse(r, "a class without end");
    r->at++;
    r->depth--;
    if (negated) CFT_TRY(pattern_write(r, ")", 1));
    return pattern_write(r, "[\0-\xF4\x8F\xBF\xBF])", 9);
}

/* […] with r->at at the bracket. */
static chatfmt_status pattern_brackets(pattern_reader *r)
{
    const char *data = r->text.data;
    size_t begin = r->out->length;
    if (pattern_is_nested(r)) {
        CFT_TRY(pattern_set(r));
        return pattern_share(r, begin);
    }
    CFT_TRY(pattern_write(r, "[", 1));
    r->at++;
    if (r->at < r->text.length && data[r->at] == '^') {
        CFT_TRY(pattern_write(r, "^", 1));
        r->at++;
    }
    if (r->at < r->text.length && data[r->at] == ']')
        return pattern_refuse(r, "a bracket in front of a class");
    while (r->at < r->text.length && data[r->at] != ']') {
        char c = data[r->at];
        if (c == '\\') {
            CFT_TRY(pattern_escape(r, true));
        } else {
            CFT_TRY(pattern_literal(r));
        }
    }
    if (r->at >= r->text.length) return pattern_refuse(r, "a class without end");
    r->at++;
    CFT_TRY(pattern_write(r, "]", 1));
    return pattern_share(r, begin);
}

/* A step, where matching may come from afar. */
static chatfmt_status pattern_callout(pattern_reader *r)
{
    r->unpaid = 0;
    return pattern_write(r, "(?C)", 4);
}

/* A step between items that all look at the next character: what come before it is no more than
 * what is paid for by its number. */
static chatfmt_status pattern_callout_between(pattern_reader *r)
{
    r->unpaid = 0;
    return pattern_write(r, "(?C3)", 5);
}

/* An item that has to be there `least` times is looked for that often without a step between:
 * in front of it goes a callout whose number says so. */
static chatfmt_status pattern_pay_copies(pattern_reader *r, size_t least)
{
    char callout[] = "(?C00)";
    unsigned number = 0;
    if (least < PATTERN_FREE_COPIES || r->is_group) return CHATFMT_OK;
    while (number < 15 && (size_t)1 << number < least / 8) number++;
    callout[3] = (char)('0' + number / 10);
    callout[4] = (char)('0' + number % 10);
    CFT_TRY(cft_buffer_reserve(r->out, sizeof callout));
    char *at = r->out->data + r->item;
    memmove(at + sizeof callout - 1, at, r->out->length - r->item);
    memcpy(at, callout, sizeof callout - 1);
    r->out->length += sizeof callout - 1;
    return CHATFMT_OK;
}

/* ( with what follows it: plain, non-capturing, look-around, atomic, (?i) and (?-i). */
static chatfmt_status pattern_open(pattern_reader *r)
{
    static const char *const openings[] = {"(?:",   "(?=",    "(?!", "(?<=", "(?<!",
                                           "(?>", "(?i:", "(?-i:"};
    if (r->depth >= 60) return pattern_refuse(r, "deep nesting");
    const char *rest = r->text.data + r->at;
    size_t left = r->text.length - r->at;
    const char *match = NULL;
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++)
        if (left >= strlen(openings[i]) && memcmp(rest, openings[i], strlen(openings[i])) == 0)
            match = openings[i];
    if (!match && left > 1 && (rest[1] == '?' || rest[1] == '*'))
        return pattern_refuse(r, "a group of this kind");
    if (!match) match = "(";
    bool repeats = match[1] != '?' || match[2] == ':' || match[2] == '>' || match[2] == 'i' ||
                   match[2] == '-';
    uint64_t inner = r->groups & 1u;
    if (match[1] == '?' && (match[2] == 'i' || match[2] == '-')) inner = match[2] == 'i';
    r->groups = r->groups << 1 | inner;
    r->begins[r->depth++] = repeats ? r->out->length : SIZE_MAX;
    r->at += strlen(match);
    CFT_TRY(pattern_write(r, match, strlen(match)));
    return repeats ? pattern_callout(r) : CHATFMT_OK;
}

static chatfmt_status pattern_close(pattern_reader *r)
{
    if (!r->depth) return pattern_refuse(r, "a parenthesis");
    r->groups >>= 1;
    r->depth--;
    CFT_TRY(pattern_write(r, ")", 1));
    bool is_counted = ++r->at < r->text.length && r->text.data[r->at] == '{';
    return is_counted ? pattern_share(r, r->begins[r->depth]) : CHATFMT_OK;
}

static bool pattern_is_repeat(const pattern_reader *r)
{
    return r->at < r->text.length && memchr("?*+{", r->text.data[r->at], 4);
}

/* A step after a repetition, once all that belongs to it is written. */
static chatfmt_status pattern_end_repeat(pattern_reader *r)
{
    return pattern_is_repeat(r) ? CHATFMT_OK : pattern_callout(r);
}

/* {n,m} and what may follow: Ruby reads {n}+ and {n}? otherwise than Perl. */
static chatfmt_status pattern_interval(pattern_reader *r)
{
    const char *data = r->text.data;
    size_t end = r->at + 1, least = 0;
    bool comma = false;
    for (size_t i = end; i < r->text.length && data[i] >= '0' && data[i] <= '9'; i++)
        least = least < 100000 ? least * 10 + (size_t)(data[i] - '0') : least;
    while (end < r->text.length && ((data[end] >= '0' && data[end] <= '9') || data[end] == ','))
        comma |= data[end++] == ',';
    bool plain = end < r->text.length && data[end] == '}' && end > r->at + 1 &&
                 data[r->at + 1] != ',';
    if (!plain) return pattern_refuse(r, "a brace");
    char next = end + 1 < r->text.length ? data[end + 1] : 0;
    if (next == '+' || (next == '?' && !comma) || next == '{' || next == '*')
        return pattern_refuse(r, "a repetition of a repetition");
    size_t length = end + 1 - r->at;
    CFT_TRY(pattern_pay_copies(r, least));
    CFT_TRY(pattern_write(r, data + r->at, length));
    r->at = end + 1;
    return pattern_end_repeat(r);
}

/* ? * + and what may follow: lazy, possessive. */
static chatfmt_status pattern_repeat(pattern_reader *r)
{
    CFT_TRY(pattern_literal(r));
    return pattern_end_repeat(r);
}

/* What no repetition can stand in front of begins; after many bytes without a step it is one. */
static chatfmt_status pattern_begin_item(pattern_reader *r)
{
    if (memchr("?*+{|)", r->text.data[r->at], 6)) {
        r->is_group |= r->text.data[r->at] == ')';
        return CHATFMT_OK;
    }
    if (r->unpaid > PATTERN_UNPAID) CFT_TRY(pattern_callout_between(r));
    r->item = r->out->length;
    r->is_group = false;
    return CHATFMT_OK;
}

static chatfmt_status pattern_items(pattern_reader *r)
{
    while (r->at < r->text.length) {
        size_t begin = r->at;
        CFT_TRY(pattern_begin_item(r));
        switch (r->text.data[begin]) {
        case '\\': CFT_TRY(pattern_escape(r, false)); break;
        case '[': CFT_TRY(pattern_brackets(r)); break;
        case '(': CFT_TRY(pattern_open(r)); break;
        case '{': CFT_TRY(pattern_interval(r)); break;
        case '?': case '*': case '+': CFT_TRY(pattern_repeat(r)); break;
        case ')': CFT_TRY(pattern_close(r)); break;
        default: CFT_TRY(pattern_literal(r)); break;
        }
        r->unpaid += r->at - begin;
        if (r->out->length <= (size_t)1 << 21) continue;
        if (r->shared) return pattern_refuse(r, "too much");
        return cft_fail(r->error, CHATFMT_LIMIT, "%s: the regular expression is too large",
                        r->where);
    }
    return CHATFMT_OK;
}

static chatfmt_status pattern_read(pattern_reader *r)
{
    pattern_written written = {.count = 0};
    cft_buffer_init(&written.text, &r->out->allocator);
    r->written = &written;
    chatfmt_status status = pattern_items(r);
    cft_buffer_free(&written.text);
    r->written = NULL;
    return status;
}

chatfmt_status cft_pattern_rewrite(cft_slice expression, const char *where, cft_buffer *out,
                                   chatfmt_error *error)
{
    pattern_reader r = {.text = expression, .where = where, .out = out, .error = error};
    return pattern_read(&r);
}

chatfmt_status cft_pattern_rewrite_shared(cft_slice expression, const char *where,
                                          cft_buffer *out, chatfmt_error *error)
{
    pattern_shared shared = {.count = 0};
    cft_buffer_init(&shared.text, &out->allocator);
    pattern_reader r = {
        .text = expression, .where = where, .out = out, .error = error, .shared = &shared};
    chatfmt_status status = pattern_read(&r);
    if (!status) status = cft_buffer_append(out, "(?(DEFINE)", 10);
    if (!status) status = cft_buffer_append(out, shared.text.data, shared.text.length);
    if (!status) status = cft_buffer_append(out, ")", 1);
    cft_buffer_free(&shared.text);
    return status;
}
