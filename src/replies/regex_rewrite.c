/* replies/regex_rewrite.c - from Python's regular expressions to PCRE2's.
 *
 * One pass over the expression. Characters, classes and anchors are spelled out, groups become
 * numbered, and a callout goes wherever matching can repeat or branch, so that a search can be
 * made to pay. What PCRE2 would match otherwise is refused with its place. Sources: CPython,
 * sre_parse; the PyPI package regex, _regex_core.
 */
#include "replies/regex.h"

#include "base/unicode.h"
#include "base/utf8.h"

enum { REGEX_CASELESS = 1, REGEX_DOT_LINE = 2, REGEX_LINES = 4, REGEX_VERBOSE = 8,
       REGEX_ASCII = 16 };
enum { REGEX_DEPTH_MOST = 60, REGEX_OUT_MOST = 1 << 20, REGEX_REPEAT_MOST = 65535,
       REGEX_CATEGORIES_MOST = 16 };

/* What stands before a quantifier. */
typedef enum regex_last { REGEX_NOTHING, REGEX_ATOM, REGEX_REPEATED, REGEX_ASSERTION } regex_last;

typedef struct regex_level {
    uint8_t flags;      /* of what is outside of it */
    bool assertion;     /* a look-around, which is not repeated */
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

static chatfmt_status regex_fail(regex_reader *r, chatfmt_status status, size_t at,
                                 const char *what)
{
    if (at > r->text.length) at = r->text.length;
    status = cft_fail(r->error, status, "%s: %s at byte %zu of the regular expression%s", r->where,
                      what, at,
                      status == CHATFMT_SYNTAX ? ""
                                               : " cannot be matched exactly as Python matches it");
    cft_error_place(r->error, r->text, at, at < r->text.length);
    return status;
}

static chatfmt_status regex_refuse(regex_reader *r, const char *what)
{
    return regex_fail(r, CHATFMT_UNSUPPORTED, r->at, what);
}

static chatfmt_status regex_wrong(regex_reader *r, const char *what)
{
    return regex_fail(r, CHATFMT_SYNTAX, r->at, what);
}

static chatfmt_status regex_put(regex_reader *r, const char *text)
{
    return cft_buffer_append(r->out, text, strlen(text));
}

static chatfmt_status regex_put_number(regex_reader *r, uint32_t number)
{
    char digits[12];
    size_t at = sizeof digits;
    do digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    return cft_buffer_append(r->out, digits + at, sizeof digits - at);
}

static bool regex_more(const regex_reader *r) { return r->at < r->text.length; }

static char regex_peek(const regex_reader *r, size_t ahead)
{
    return r->at + ahead < r->text.length ? r->text.data[r->at + ahead] : '\0';
}

static bool regex_here(const regex_reader *r, const char *word)
{
    size_t length = strlen(word);
    return r->text.length - r->at >= length && memcmp(r->text.data + r->at, word, length) == 0;
}

static bool regex_is_digit(char c) { return c >= '0' && c <= '9'; }

static bool regex_is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static void regex_set_begin(regex_reader *r)
{
    r->set.ranges.length = 0;
    r->set.ascii = (r->flags & REGEX_ASCII) != 0;
    r->set.dialect = r->dialect;
}

/* Write the set that was gathered, with both cases where case does not count. */
static chatfmt_status regex_set_end(regex_reader *r, bool negated)
{
    bool exact = true;
    if (r->flags & REGEX_CASELESS) CFT_TRY(cft_regex_set_cases(&r->set, &exact));
    if (!exact) return regex_refuse(r, "(?i) on letters beyond ASCII");
    return cft_regex_set_write(&r->set, negated, r->out);
}

/* One of w d s W D S outside of brackets; they hold both cases of every letter. */
static chatfmt_status regex_put_class(regex_reader *r, char kind)
{
    regex_set_begin(r);
    CFT_TRY(cft_regex_set_class(&r->set, kind));
    return cft_regex_set_write(&r->set, false, r->out);
}

static chatfmt_status regex_put_literal(regex_reader *r, uint32_t code)
{
    r->last = REGEX_ATOM;
    if (!(r->flags & REGEX_CASELESS)) return cft_regex_put_code(r->out, code);
    regex_set_begin(r);
    CFT_TRY(cft_regex_set_add(&r->set, code, code));
    return regex_set_end(r, false);
}

/* ---- Escapes ---------------------------------------------------------------------------- */

static int regex_digit_value(char c)
{
    if (regex_is_digit(c)) return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* `most` hexadecimal digits with r->at in front of them. */
static chatfmt_status regex_hex(regex_reader *r, size_t most, uint32_t *code)
{
    *code = 0;
    for (size_t i = 0; i < most; i++) {
        int digit = regex_digit_value(regex_peek(r, 0));
        if (digit < 0) return regex_wrong(r, "an incomplete escape");
        *code = *code << 4 | (uint32_t)digit;
        r->at++;
    }
    if (*code > 0x10FFFF) return regex_wrong(r, "a character that does not exist");
    return *code >= 0xD800 && *code < 0xE000 ? regex_refuse(r, "a surrogate") : CHATFMT_OK;
}

/* \N{NAME} with r->at behind the N. */
static chatfmt_status regex_by_name(regex_reader *r, uint32_t *code)
{
    size_t begin = r->at + 1, end = begin;
    while (end < r->text.length && r->text.data[end] != '}') end++;
    if (regex_peek(r, 0) != '{' || end >= r->text.length ||
        !cft_unicode_by_name(r->text.data + begin, end - begin, code))
        return regex_wrong(r, "an unknown character name");
    r->at = end + 1;
    return CHATFMT_OK;
}

/* An escape that stands for one character; *is is false when it is another one. r->at is behind
 * the backslash, and moves only when it is. */
static chatfmt_status regex_character(regex_reader *r, bool in_set, uint32_t *code, bool *is)
{
    static const char from[] = "ntrfav", to[] = "\n\t\r\f\a\v";
    char c = regex_peek(r, 0);
    const char *simple = c ? strchr(from, c) : NULL;
    *is = true;
    if (!regex_more(r)) return regex_wrong(r, "a lone backslash");
    if (simple || (in_set && c == 'b')) {
        *code = simple ? (uint32_t)to[simple - from] : 8u;
        r->at++;
        return CHATFMT_OK;
    }
    if (c == 'x' || c == 'u' || c == 'U') {
        r->at++;
        return regex_hex(r, c == 'x' ? 2 : c == 'u' ? 4 : 8, code);
    }
    if (c == 'N') {
        r->at++;
        return regex_by_name(r, code);
    }
    bool octal = c == '0' || (in_set && regex_is_digit(c)) ||
                 (c >= '1' && c <= '3' && regex_peek(r, 1) >= '0' && regex_peek(r, 1) <= '7' &&
                  regex_peek(r, 2) >= '0' && regex_peek(r, 2) <= '7');
    if (octal) {
        *code = 0;
        for (size_t i = 0; i < 3 && regex_peek(r, 0) >= '0' && regex_peek(r, 0) <= '7'; i++)
            *code = *code * 8 + (uint32_t)(r->text.data[r->at++] - '0');
        return *code > 0xFF || regex_is_digit(regex_peek(r, 0)) ? regex_refuse(r, "an octal escape")
                                                                : CHATFMT_OK;
    }
    *is = !regex_is_letter(c) && !regex_is_digit(c);
    if (*is) {
        const char *at = r->text.data + r->at;
        *code = cft_utf8_next(&at);
        r->at = (size_t)(at - r->text.data);
    }
    return CHATFMT_OK;
}

/* \p{…} and \P{…} with r->at at the letter: general categories alone. */
static chatfmt_status regex_category(regex_reader *r)
{
    bool negated = regex_peek(r, 0) == 'P', known = false;
    size_t begin = r->at + 2, end;
    if (r->dialect == CFT_REGEX_RE) return regex_wrong(r, "a bad escape");
    if (++r->categories > REGEX_CATEGORIES_MOST) return regex_refuse(r, "one more property");
    if (regex_peek(r, 1) == '{' && regex_peek(r, 2) == '^') {
        negated = !negated;
        begin++;
    }
    for (end = begin; end < r->text.length && r->text.data[end] != '}'; end++) {
    }
    if (regex_peek(r, 1) == '{' && end < r->text.length)
        CFT_TRY(cft_regex_set_category(&r->set, cft_slice_of(r->text.data + begin, end - begin),
                                       negated, &known));
    if (!known || (r->flags & REGEX_CASELESS)) return regex_refuse(r, "this property");
    r->at = end + 1;
    return CHATFMT_OK;
}

/* A reference to group `number`. */
static chatfmt_status regex_reference(regex_reader *r, uint32_t number)
{
    if (number == 0 || number > r->regex->groups)
        return regex_wrong(r, "a reference to a group that is not there");
    for (unsigned i = 0; i < r->depth; i++)
        if (r->levels[i].number == number) return regex_refuse(r, "a reference to an open group");
    if (r->flags & REGEX_CASELESS) return regex_refuse(r, "(?i) on a reference");
    CFT_TRY(regex_put(r, "\\g{"));
    CFT_TRY(regex_put_number(r, number));
    r->last = REGEX_ATOM;
    return regex_put(r, "}(?C)");
}

/* (?P=name) and \g<name>, with r->at at the name. */
static chatfmt_status regex_named_reference(regex_reader *r, char closing)
{
    size_t begin = r->at, end = begin;
    uint32_t number = 0;
    while (end < r->text.length && r->text.data[end] != closing) end++;
    cft_slice name = cft_slice_of(r->text.data + begin, end - begin);
    for (size_t i = 0; i < name.length && number < 1000; i++)
        number = regex_is_digit(name.data[i]) ? number * 10 + (uint32_t)(name.data[i] - '0') : 1000;
    if (number == 1000) number = cft_regex_group(r->regex, name);
    CFT_TRY(regex_reference(r, number));
    r->at = end + 1;
    return CHATFMT_OK;
}

static chatfmt_status regex_edge(regex_reader *r, bool inside)
{
    static const char *const words[] = {"(?<=", ")(?!", ")|(?<!", ")(?="};
    static const char *const gaps[] = {"(?<=", ")(?=", ")|(?<!", ")(?!"};
    CFT_TRY(regex_put(r, "(?:"));
    for (int i = 0; i < 4; i++) {
        CFT_TRY(regex_put(r, inside ? gaps[i] : words[i]));
        CFT_TRY(regex_put_class(r, 'w'));
    }
    r->last = REGEX_ASSERTION;
    return regex_put(r, "))");
}

/* A backslash outside of brackets. */
static chatfmt_status regex_escape(regex_reader *r)
{
    uint32_t code = 0;
    bool is;
    r->at++;
    CFT_TRY(regex_character(r, false, &code, &is));
    if (is) return regex_put_literal(r, code);
    char c = regex_peek(r, 0);
    if (strchr("wdsWDS", c)) {
        r->at++;
        r->last = REGEX_ATOM;
        return regex_put_class(r, c);
    }
    if (c == 'p' || c == 'P') {
        regex_set_begin(r);
        CFT_TRY(regex_category(r));
        r->last = REGEX_ATOM;
        return cft_regex_set_write(&r->set, false, r->out);
    }
    if (regex_is_digit(c)) {
        uint32_t number = 0;
        for (int i = 0; i < 2 && regex_is_digit(regex_peek(r, 0)); i++)
            number = number * 10 + (uint32_t)(r->text.data[r->at++] - '0');
        return regex_reference(r, number);
    }
    if (c == 'g' && r->dialect == CFT_REGEX_MODULE && regex_peek(r, 1) == '<') {
        r->at += 2;
        return regex_named_reference(r, '>');
    }
    if (c == 'b' || c == 'B') {
        r->at++;
        return regex_edge(r, c == 'B');
    }
    if (c == 'A' || c == 'Z' || (c == 'z' && r->dialect == CFT_REGEX_MODULE)) {
        r->at++;
        r->last = REGEX_ASSERTION;
        return regex_put(r, c == 'A' ? "\\A" : "\\z");
    }
    if (r->dialect == CFT_REGEX_MODULE && strchr("GKLMRXhmgp", c)) return regex_refuse(r, "an escape");
    return regex_wrong(r, "a bad escape");
}

/* ---- Classes ---------------------------------------------------------------------------- */

/* One member of a class: a character in *code, or (*is false) a class that was added. */
static chatfmt_status regex_member(regex_reader *r, uint32_t *code, bool *is)
{
    const char *at = r->text.data + r->at;
    *is = true;
    if (*at != '\\') {
        if (r->dialect == CFT_REGEX_MODULE && regex_here(r, "[:"))
            return regex_refuse(r, "a POSIX class");
        *code = cft_utf8_next(&at);
        r->at = (size_t)(at - r->text.data);
        return CHATFMT_OK;
    }
    r->at++;
    CFT_TRY(regex_character(r, true, code, is));
    if (*is) return CHATFMT_OK;
    char c = regex_peek(r, 0);
    if (strchr("wdsWDS", c)) {
        r->at++;
        return cft_regex_set_class(&r->set, c);
    }
    if (c == 'p' || c == 'P') return regex_category(r);
    if (r->dialect == CFT_REGEX_MODULE && strchr("RXhN", c)) return regex_refuse(r, "an escape");
    return regex_wrong(r, "a bad escape");
}

/* […] with r->at at the bracket. */
static chatfmt_status regex_brackets(regex_reader *r)
{
    size_t begin = r->at++;
    bool negated = regex_peek(r, 0) == '^', first = true;
    r->at += negated;
    regex_set_begin(r);
    while (first || regex_peek(r, 0) != ']') {
        uint32_t low = 0, high = 0;
        bool is, is_high;
        size_t at = r->at;
        if (!regex_more(r)) return regex_fail(r, CHATFMT_SYNTAX, begin, "a class without end");
        CFT_TRY(regex_member(r, &low, &is));
        first = false;
        high = low;
        if (is && regex_peek(r, 0) == '-' && regex_peek(r, 1) != ']' && r->at + 1 < r->text.length) {
            r->at++;
            CFT_TRY(regex_member(r, &high, &is_high));
            if (!is_high && r->dialect == CFT_REGEX_RE)
                return regex_fail(r, CHATFMT_SYNTAX, at, "a bad range of characters");
            if (!is_high) { /* the hyphen stands for itself */
                CFT_TRY(cft_regex_set_add(&r->set, '-', '-'));
                high = low;
            }
        } else if (!is && regex_peek(r, 0) == '-' && regex_peek(r, 1) != ']' &&
                   r->dialect == CFT_REGEX_RE) {
            return regex_fail(r, CHATFMT_SYNTAX, at, "a bad range of characters");
        }
        if (high < low) return regex_fail(r, CHATFMT_SYNTAX, at, "a bad range of characters");
        if (is) CFT_TRY(cft_regex_set_add(&r->set, low, high));
    }
    r->at++;
    r->last = REGEX_ATOM;
    return regex_set_end(r, negated);
}

/* ---- Groups ----------------------------------------------------------------------------- */

static uint8_t regex_flag(char c)
{
    switch (c) {
    case 'i': return REGEX_CASELESS;
    case 's': return REGEX_DOT_LINE;
    case 'm': return REGEX_LINES;
    case 'x': return REGEX_VERBOSE;
    case 'a': return REGEX_ASCII;
    default: return 0;
    }
}

/* (?ims-x) and (?i: with r->at at the first letter. */
static chatfmt_status regex_flags(regex_reader *r, size_t begin, uint8_t *flags)
{
    bool off = false;
    for (; regex_more(r) && regex_peek(r, 0) != ')' && regex_peek(r, 0) != ':'; r->at++) {
        char c = regex_peek(r, 0);
        uint8_t flag = regex_flag(c);
        if (c == '-' && !off) off = true;
        else if (c == 'u' && !off) *flags &= (uint8_t)~REGEX_ASCII;
        else if (!flag || (off && flag == REGEX_ASCII)) return regex_refuse(r, "this group");
        else *flags = off ? (uint8_t)(*flags & ~flag) : (uint8_t)(*flags | flag);
    }
    if (!regex_more(r)) return regex_wrong(r, "a group without end");
    if (regex_peek(r, 0) == ':') return CHATFMT_OK;
    /* Flags for the whole expression, wherever they stand: only at its beginning is that clear. */
    if (begin != 0 || off) return regex_fail(r, CHATFMT_UNSUPPORTED, begin, "flags in the middle");
    return CHATFMT_OK;
}

static chatfmt_status regex_push(regex_reader *r, uint8_t flags, bool assertion, bool captures)
{
    if (r->depth == REGEX_DEPTH_MOST) return regex_refuse(r, "deeper nesting");
    r->levels[r->depth++] =
        (regex_level){r->flags, assertion, captures ? ++r->regex->groups : 0};
    if (r->regex->groups > 1000) return regex_refuse(r, "more groups");
    r->flags = flags;
    r->last = REGEX_NOTHING;
    return CHATFMT_OK;
}

/* The name of a group with r->at at its first letter; it is noted, and r->at is behind the >. */
static chatfmt_status regex_name_group(regex_reader *r)
{
    cft_regex_name name = {cft_slice_of(NULL, 0), r->regex->groups + 1};
    size_t begin = r->at;
    const char *at = r->text.data + begin;
    while (regex_more(r) && regex_peek(r, 0) != '>') {
        uint32_t code = cft_utf8_next(&at);
        if (!(r->at == begin ? cft_is_identifier_start(code) : cft_is_identifier_continue(code)))
            return regex_wrong(r, "a bad group name");
        r->at = (size_t)(at - r->text.data);
    }
    if (!regex_more(r) || r->at == begin) return regex_wrong(r, "a bad group name");
    name.name = cft_slice_of(r->regex->text.data + begin, r->at - begin);
    if (cft_regex_group(r->regex, name.name))
        return regex_fail(r, r->dialect == CFT_REGEX_RE ? CHATFMT_SYNTAX : CHATFMT_UNSUPPORTED,
                          begin, "a group name that is there already");
    r->at++;
    return cft_buffer_append(&r->regex->names, (const char *)&name, sizeof name);
}

/* ( and what follows it. */
static chatfmt_status regex_open(regex_reader *r)
{
    static const char *const plain[] = {"(?=", "(?!", "(?<=", "(?<!", "(?:", "(?>"};
    size_t begin = r->at;
    uint8_t flags = r->flags;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (!regex_here(r, plain[i])) continue;
        r->at += strlen(plain[i]);
        CFT_TRY(regex_put(r, plain[i]));
        return regex_push(r, flags, i < 4, false);
    }
    if (regex_here(r, "(?#")) {
        while (regex_more(r) && regex_peek(r, 0) != ')') r->at++;
        if (!regex_more(r)) return regex_wrong(r, "a comment without end");
        r->at++;
        return CHATFMT_OK;
    }
    if (regex_here(r, "(?P=")) {
        r->at += 4;
        return regex_named_reference(r, ')');
    }
    bool named = regex_here(r, "(?P<") ||
                 (r->dialect == CFT_REGEX_MODULE && regex_here(r, "(?<"));
    if (named) {
        r->at += regex_peek(r, 2) == 'P' ? 4 : 3;
        CFT_TRY(regex_name_group(r));
        CFT_TRY(regex_put(r, "("));
        return regex_push(r, flags, false, true);
    }
    if (regex_peek(r, 1) == '?') {
        r->at += 2;
        CFT_TRY(regex_flags(r, begin, &flags));
        bool whole = r->text.data[r->at++] == ')';
        if (whole) {
            r->flags = flags;
            return CHATFMT_OK;
        }
        CFT_TRY(regex_put(r, "(?:"));
        return regex_push(r, flags, false, false);
    }
    if (regex_peek(r, 1) == '*' && r->dialect == CFT_REGEX_MODULE)
        return regex_refuse(r, "a verb");
    r->at++;
    CFT_TRY(regex_put(r, "("));
    return regex_push(r, flags, false, true);
}

static chatfmt_status regex_close(regex_reader *r)
{
    if (!r->depth) return regex_wrong(r, "a parenthesis that nothing opens");
    regex_level level = r->levels[--r->depth];
    r->flags = level.flags;
    r->last = level.assertion ? REGEX_ASSERTION : REGEX_ATOM;
    r->at++;
    return regex_put(r, ")");
}

/* ---- Quantifiers ------------------------------------------------------------------------ */

/* {n}, {n,}, {,m}, {n,m} at r->at; *is is false when the brace stands for itself. */
static chatfmt_status regex_interval(regex_reader *r, bool *is)
{
    uint32_t bounds[2] = {0, 0};
    bool given[2] = {false, false}, comma = false, fuzzy = false, plain = true;
    size_t end = r->at + 1;
    *is = false;
    for (; end < r->text.length && r->text.data[end] != '}'; end++) {
        char c = r->text.data[end];
        fuzzy |= c == 'i' || c == 'd' || c == 's' || c == 'e';
        if (c == ',' && !comma) comma = true;
        else if (!regex_is_digit(c)) plain = false;
        else if (plain && bounds[comma] <= REGEX_REPEAT_MOST) {
            bounds[comma] = bounds[comma] * 10 + (uint32_t)(c - '0');
            given[comma] = true;
        }
        if (!plain && !strchr("idse0123456789<=,+: ", c)) return CHATFMT_OK;
    }
    if (end >= r->text.length) return CHATFMT_OK;
    if (!plain && fuzzy && r->dialect == CFT_REGEX_MODULE)
        return regex_refuse(r, "fuzzy matching");
    if (!plain || end == r->at + 1) return CHATFMT_OK;
    if (!given[0] && !comma) return CHATFMT_OK;
    if (bounds[0] > REGEX_REPEAT_MOST || bounds[1] > REGEX_REPEAT_MOST)
        return regex_refuse(r, "so many repetitions");
    if (given[1] && bounds[1] < bounds[0]) return regex_wrong(r, "a least above the most");
    *is = true;
    if (r->last == REGEX_NOTHING) return CHATFMT_OK;
    CFT_TRY(regex_put(r, "{"));
    CFT_TRY(regex_put_number(r, bounds[0]));
    if (comma) CFT_TRY(regex_put(r, ","));
    if (given[1]) CFT_TRY(regex_put_number(r, bounds[1]));
    r->at = end + 1;
    return regex_put(r, "}");
}

/* * + ? or an interval, and what follows it: lazy or possessive. */
static chatfmt_status regex_repeat(regex_reader *r)
{
    size_t begin = r->at;
    char c = regex_peek(r, 0), one[2] = {c, '\0'};
    bool is = true;
    if (c == '{') CFT_TRY(regex_interval(r, &is));
    if (!is) {
        r->at++;
        return regex_put_literal(r, '{');
    }
    if (r->last == REGEX_NOTHING) return regex_fail(r, CHATFMT_SYNTAX, begin, "nothing to repeat");
    if (r->last == REGEX_REPEATED)
        return regex_fail(r, CHATFMT_SYNTAX, begin, "a repetition of a repetition");
    if (r->last == REGEX_ASSERTION)
        return regex_fail(r, CHATFMT_UNSUPPORTED, begin, "the repetition of an assertion");
    if (c != '{') {
        r->at++;
        CFT_TRY(regex_put(r, one));
    }
    one[0] = regex_peek(r, 0);
    if (one[0] == '?' || one[0] == '+') {
        r->at++;
        CFT_TRY(regex_put(r, one));
    }
    r->last = REGEX_REPEATED;
    return regex_put(r, "(?C)");
}

/* ---- The expression --------------------------------------------------------------------- */

static chatfmt_status regex_anchor(regex_reader *r, char c)
{
    bool lines = (r->flags & REGEX_LINES) != 0;
    r->at++;
    r->last = REGEX_ASSERTION;
    if (c == '^') return regex_put(r, lines ? "(?:\\A|(?<=\\n))" : "\\A");
    return regex_put(r, lines ? "(?m:$)" : "$");
}

static bool regex_skip_verbose(regex_reader *r)
{
    size_t begin = r->at;
    while (regex_more(r) && strchr(" \t\n\r\f\v", regex_peek(r, 0)) && regex_peek(r, 0)) r->at++;
    if (regex_peek(r, 0) == '#')
        while (regex_more(r) && regex_peek(r, 0) != '\n') r->at++;
    return r->at != begin;
}

static chatfmt_status regex_item(regex_reader *r)
{
    char c = r->text.data[r->at];
    if ((r->flags & REGEX_VERBOSE) && regex_skip_verbose(r)) return CHATFMT_OK;
    switch (c) {
    case '\\': return regex_escape(r);
    case '[': return regex_brackets(r);
    case '(': return regex_open(r);
    case ')': return regex_close(r);
    case '*': case '+': case '?': case '{': return regex_repeat(r);
    case '^': case '$': return regex_anchor(r, c);
    case '.':
        r->at++;
        r->last = REGEX_ATOM;
        return regex_put(r, r->flags & REGEX_DOT_LINE ? "." : "[^\\n]");
    case '|':
        r->at++;
        r->last = REGEX_NOTHING;
        return regex_put(r, "|(?C)");
    default: break;
    }
    const char *at = r->text.data + r->at;
    uint32_t code = cft_utf8_next(&at);
    r->at = (size_t)(at - r->text.data);
    return regex_put_literal(r, code);
}

static chatfmt_status regex_items(regex_reader *r)
{
    while (regex_more(r)) {
        uint32_t pair[2] = {(uint32_t)r->out->length, (uint32_t)r->at};
        CFT_TRY(cft_buffer_append(r->places, (const char *)pair, sizeof pair));
        CFT_TRY(regex_item(r));
        if (r->out->length > REGEX_OUT_MOST) return regex_refuse(r, "so much");
    }
    return r->depth ? regex_wrong(r, "a group without end") : CHATFMT_OK;
}

chatfmt_status cft_regex_rewrite(cft_regex *regex, cft_regex_dialect dialect, const char *where,
                                 cft_buffer *out, cft_buffer *places, chatfmt_error *error)
{
    regex_reader r = {.regex = regex,
                      .text = cft_slice_of(regex->text.length ? regex->text.data : "",
                                           regex->text.length),
                      .dialect = dialect,
                      .where = where,
                      .out = out,
                      .places = places,
                      .error = error,
                      .flags = REGEX_DOT_LINE};
    chatfmt_status status;
    if (r.text.length > 65536) return regex_refuse(&r, "an expression beyond 64 KiB");
    if (cft_utf8_check(r.text.data, r.text.length) != r.text.length)
        return regex_wrong(&r, "invalid UTF-8");
    cft_buffer_init(&r.set.ranges, &regex->memory);
    status = regex_items(&r);
    regex->size = out->length;
    cft_buffer_free(&r.set.ranges);
    if (status == CHATFMT_NO_MEMORY) return cft_fail(error, status, "out of memory");
    return status;
}
