/* regex/python_rewrite.c - from Python's regular expressions to PCRE2's.
 *
 * One pass over the expression. Characters, classes and anchors are spelled out, groups become
 * numbered, and a callout goes wherever matching can repeat or branch, so that a search can be
 * made to pay. What PCRE2 would match otherwise is refused with its place. Sources: CPython,
 * sre_parse; the PyPI package regex, _regex_core.
 */
#include "regex/python_reader.h"

#include "base/unicode.h"
#include "base/utf8.h"

#include <assert.h>

void cft_regex_place(chatfmt_error *error, cft_slice text, size_t at, size_t length)
{
    cft_error_place(error, text, at, length);
    if (error) error->line = error->column = 0;
}

chatfmt_status cft_regex_fail(regex_reader *r, chatfmt_status status, size_t at, const char *what)
{
    assert(at <= r->text.length);
    status = cft_fail(r->error, status, "%s: %s at byte %zu of the regular expression%s", r->where,
                      what, at,
                      status == CHATFMT_SYNTAX ? ""
                                               : " cannot be matched exactly as Python matches it");
    cft_regex_place(r->error, r->text, at, at < r->text.length);
    return status;
}

chatfmt_status cft_regex_put_number(regex_reader *r, uint32_t number)
{
    char digits[12];
    size_t at = sizeof digits;
    do digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    return cft_buffer_append(r->out, digits + at, sizeof digits - at);
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
    if (begin != 0 || off)
        return cft_regex_fail(r, CHATFMT_UNSUPPORTED, begin, "flags in the middle");
    return CHATFMT_OK;
}

static chatfmt_status regex_push(regex_reader *r, uint8_t flags, bool assertion, bool captures)
{
    if (r->depth == REGEX_DEPTH_MOST) return regex_refuse(r, "deeper nesting");
    r->levels[r->depth++] =
        (regex_level){r->flags, assertion, false, captures ? ++r->regex->groups : 0};
    if (r->regex->groups > 1000) return regex_refuse(r, "more groups");
    r->flags = flags;
    r->last = REGEX_NOTHING;
    return CHATFMT_OK;
}

/* The name of a group with r->at at its first letter; it is noted, and r->at is after the >. */
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
        return cft_regex_fail(r, r->dialect == CFT_REGEX_RE ? CHATFMT_SYNTAX : CHATFMT_UNSUPPORTED,
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
        CFT_TRY(regex_push(r, flags, i < 4, false));
        /* Python's re wants one length of all alternatives: so does PCRE2, of those of a group. */
        bool fixed = r->dialect == CFT_REGEX_RE && (i == 2 || i == 3);
        r->levels[r->depth - 1].fixed = fixed;
        return fixed ? regex_put(r, "(?:") : CHATFMT_OK;
    }
    if (regex_here(r, "(?#")) {
        while (regex_more(r) && regex_peek(r, 0) != ')') r->at++;
        if (!regex_more(r)) return regex_wrong(r, "a comment without end");
        r->at++;
        return CHATFMT_OK;
    }
    if (regex_here(r, "(?P=")) {
        r->at += 4;
        return cft_regex_named_reference(r, ')');
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
    return regex_put(r, level.fixed ? "))" : ")");
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
    if (bounds[0] > REGEX_REPEAT_MOST || bounds[1] > REGEX_REPEAT_MOST)
        return regex_refuse(r, "so many repetitions");
    if (given[1] && bounds[1] < bounds[0]) return regex_wrong(r, "a minimum above the maximum");
    *is = true;
    if (r->last == REGEX_NOTHING) return CHATFMT_OK;
    CFT_TRY(regex_put(r, "{"));
    CFT_TRY(cft_regex_put_number(r, bounds[0]));
    if (comma) CFT_TRY(regex_put(r, ","));
    if (given[1]) CFT_TRY(cft_regex_put_number(r, bounds[1]));
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
        return cft_regex_put_literal(r, '{');
    }
    if (r->last == REGEX_NOTHING)
        return cft_regex_fail(r, CHATFMT_SYNTAX, begin, "nothing to repeat");
    if (r->last == REGEX_REPEATED)
        return cft_regex_fail(r, CHATFMT_SYNTAX, begin, "a repetition of a repetition");
    if (r->last == REGEX_ASSERTION)
        return cft_regex_fail(r, CHATFMT_UNSUPPORTED, begin, "the repetition of an assertion");
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
    case '\\': return cft_regex_escape(r);
    case '[': return cft_regex_brackets(r);
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
    return cft_regex_put_literal(r, code);
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
