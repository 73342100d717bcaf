/* regex/python_escape.c - what stands for characters in a regular expression: literals, escapes
 * and classes. Sources: CPython, sre_parse; the PyPI package regex, _regex_core.
 */
#include "regex/python_reader.h"

#include "base/unicode.h"
#include "base/utf8.h"

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

chatfmt_status cft_regex_put_literal(regex_reader *r, uint32_t code)
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

/* \N{NAME} with r->at after the N. */
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

/* An escape that stands for one character; *is is false when it is another one. r->at is after
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
    if (++r->categories > REGEX_CATEGORIES_MOST) return regex_refuse(r, "a further property");
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
static chatfmt_status cft_regex_reference(regex_reader *r, uint32_t number)
{
    if (number == 0 || number > r->regex->groups)
        return regex_wrong(r, "a reference to a group that is not there");
    for (unsigned i = 0; i < r->depth; i++)
        if (r->levels[i].number == number) return regex_refuse(r, "a reference to an open group");
    if (r->flags & REGEX_CASELESS) return regex_refuse(r, "(?i) on a reference");
    CFT_TRY(regex_put(r, "(?:\\g{")); /* each repetition of it pays */
    CFT_TRY(cft_regex_put_number(r, number));
    r->last = REGEX_ATOM;
    return regex_put(r, "}(?C))");
}

chatfmt_status cft_regex_named_reference(regex_reader *r, char closing)
{
    size_t begin = r->at, end = begin;
    uint32_t number = 0;
    bool numbers = r->dialect == CFT_REGEX_MODULE; /* re takes names alone */
    while (end < r->text.length && r->text.data[end] != closing) end++;
    if (end == r->text.length) return regex_wrong(r, "a reference without end");
    cft_slice name = cft_slice_of(r->text.data + begin, end - begin);
    for (size_t i = 0; i < name.length && number < 1000; i++)
        number = numbers && regex_is_digit(name.data[i])
                     ? number * 10 + (uint32_t)(name.data[i] - '0')
                     : 1000;
    if (number == 1000) number = cft_regex_group(r->regex, name);
    CFT_TRY(cft_regex_reference(r, number));
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

chatfmt_status cft_regex_escape(regex_reader *r)
{
    uint32_t code = 0;
    bool is;
    r->at++;
    CFT_TRY(regex_character(r, false, &code, &is));
    if (is) return cft_regex_put_literal(r, code);
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
        return cft_regex_reference(r, number);
    }
    if (c == 'g' && r->dialect == CFT_REGEX_MODULE && regex_peek(r, 1) == '<') {
        r->at += 2;
        return cft_regex_named_reference(r, '>');
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
    if (r->dialect == CFT_REGEX_MODULE && strchr("GKLMRXhmgp", c))
        return regex_refuse(r, "an escape");
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

chatfmt_status cft_regex_brackets(regex_reader *r)
{
    size_t begin = r->at++;
    bool negated = regex_peek(r, 0) == '^', first = true;
    r->at += negated;
    regex_set_begin(r);
    while (first || regex_peek(r, 0) != ']') {
        uint32_t low = 0, high = 0;
        bool is, is_high;
        size_t at = r->at;
        if (!regex_more(r)) return cft_regex_fail(r, CHATFMT_SYNTAX, begin, "a class without end");
        CFT_TRY(regex_member(r, &low, &is));
        first = false;
        high = low;
        if (is && regex_peek(r, 0) == '-' && regex_peek(r, 1) != ']' &&
            r->at + 1 < r->text.length) {
            r->at++;
            CFT_TRY(regex_member(r, &high, &is_high));
            if (!is_high && r->dialect == CFT_REGEX_RE)
                return cft_regex_fail(r, CHATFMT_SYNTAX, at, "a bad range of characters");
            if (!is_high) { /* the hyphen stands for itself */
                CFT_TRY(cft_regex_set_add(&r->set, '-', '-'));
                high = low;
            }
        } else if (!is && regex_peek(r, 0) == '-' && regex_peek(r, 1) != ']' &&
                   r->dialect == CFT_REGEX_RE) {
            return cft_regex_fail(r, CHATFMT_SYNTAX, at, "a bad range of characters");
        }
        if (high < low) return cft_regex_fail(r, CHATFMT_SYNTAX, at, "a bad range of characters");
        if (is) CFT_TRY(cft_regex_set_add(&r->set, low, high));
    }
    r->at++;
    r->last = REGEX_ATOM;
    return regex_set_end(r, negated);
}
