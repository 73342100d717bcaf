/* analysis/lint_source.c - rules over the source: what the survey has found. */
#include "analysis/lint.h"

#include "base/suggest.h"
#include "builtins/builtins.h"
#include "value/text.h"

enum { LINT_EVIDENCE = 240, LINT_FEW_WORDS = 3, LINT_MANY_WORDS = 8 };

/* Add as much of `text` as there is room for, cut at a code point. */
static void lint_add(char *out, cft_slice text)
{
    size_t at = strlen(out), room = LINT_EVIDENCE - 4 - at;
    size_t length = text.length < room ? text.length : room;
    while (length && length < text.length && ((unsigned char)text.data[length] & 0xC0) == 0x80)
        length--;
    if (length) memcpy(out + at, text.data, length);
    const char *rest = length < text.length ? "…" : "";
    memcpy(out + at + length, rest, strlen(rest) + 1);
}

/* After text of the template: where it is written. */
static const char lint_where[] = " — where a message contains ";

static void lint_report(lint_run *run, const cft_lint_rule *rule, const chatfmt_fact *fact,
                      cft_slice first, const char *between, cft_slice second)
{
    char evidence[LINT_EVIDENCE] = "";
    lint_add(evidence, first);
    if (between == lint_where) run->quoted = strlen(evidence);
    if (second.length) {
        lint_add(evidence, (cft_slice){between, strlen(between)});
        lint_add(evidence, second);
    }
    run->found(run, rule, fact->line, fact->column, evidence);
}

static const cft_slice lint_nothing = {"", 0};

/* ---- Names ---- */

enum { LINT_NAMES = 128 };

/* The filter or test with the nearest name; "" when none is near. */
static cft_slice lint_nearest(const chatfmt_fact *fact)
{
    cft_slice names[LINT_NAMES] = {{"", 0}};
    size_t count = 0;
    const cft_callable_table *table = fact->kind == CHATFMT_FACT_TEST
                                          ? &cft_builtins_default.tests
                                          : &cft_builtins_default.filters;
    for (; count < table->count && count < LINT_NAMES; count++)
        names[count] = (cft_slice){table->rows[count].name, strlen(table->rows[count].name)};
    size_t near = cft_suggest(fact->name, names, count);
    return near < count ? names[near] : lint_nothing;
}

/* The unknown name that keeps the template from compiling; NULL when something else does. */
static const chatfmt_fact *lint_refused_name(const lint_run *run)
{
    for (size_t i = 0; run->refused && i < run->fact_count; i++)
        if (run->facts[i].flags & CHATFMT_FACT_UNKNOWN &&
            run->facts[i].line == run->refused->line &&
            run->facts[i].column == run->refused->column)
            return &run->facts[i];
    return NULL;
}

void lint_does_not_compile(lint_run *run, const cft_lint_rule *rule)
{
    chatfmt_error evidence;
    const chatfmt_error *refused = run->refused;
    const chatfmt_fact *name = lint_refused_name(run);
    cft_slice near = name ? lint_nearest(name) : lint_nothing;
    if (!refused) return;
    (void)cft_fail(&evidence, refused->status, near.length ? "%s — did you mean %.*s?" : "%s",
                   refused->text, (int)near.length, near.data);
    run->quoted = strlen(refused->text);
    run->found(run, rule, refused->line, refused->column, evidence.text);
}

void lint_unknown_name(lint_run *run, const cft_lint_rule *rule)
{
    const chatfmt_fact *refused = lint_refused_name(run); /* already reported */
    for (size_t i = 0; i < run->fact_count; i++)
        if (run->facts[i].flags & CHATFMT_FACT_UNKNOWN && &run->facts[i] != refused)
            lint_report(run, rule, &run->facts[i],
                      run->facts[i].kind == CHATFMT_FACT_TEST ? (cft_slice){"test ", 5}
                                                              : (cft_slice){"filter ", 7},
                      "", run->facts[i].name);
}

void lint_loader(lint_run *run, const cft_lint_rule *rule)
{
    for (size_t i = 0; i < run->fact_count; i++)
        if (run->facts[i].kind == CHATFMT_FACT_LOADER)
            lint_report(run, rule, &run->facts[i], run->facts[i].name, "", lint_nothing);
}

void lint_mutator(lint_run *run, const cft_lint_rule *rule)
{
    for (size_t i = 0; i < run->fact_count; i++)
        if (run->facts[i].kind == CHATFMT_FACT_METHOD &&
            run->facts[i].flags & CHATFMT_FACT_REFUSED)
            lint_report(run, rule, &run->facts[i], run->facts[i].name, " of ",
                      run->facts[i].text);
}

void lint_hidden_attribute(lint_run *run, const cft_lint_rule *rule)
{
    for (size_t i = 0; i < run->fact_count; i++)
        if (run->facts[i].kind == CHATFMT_FACT_ATTRIBUTE)
            lint_report(run, rule, &run->facts[i], run->facts[i].with, ".", run->facts[i].name);
}

static void lint_function(lint_run *run, const cft_lint_rule *rule, uint32_t kind, const char *name)
{
    for (size_t i = 0; i < run->fact_count; i++)
        if (run->facts[i].kind == kind && cft_slice_is(run->facts[i].name, name)) {
            lint_report(run, rule, &run->facts[i], run->facts[i].name, "", lint_nothing);
            return;
        }
}

void lint_clock(lint_run *run, const cft_lint_rule *rule)
{
    lint_function(run, rule, CHATFMT_FACT_FUNCTION, "strftime_now");
}

void lint_random(lint_run *run, const cft_lint_rule *rule)
{
    lint_function(run, rule, CHATFMT_FACT_FILTER, "random");
    lint_function(run, rule, CHATFMT_FACT_FUNCTION, "lipsum");
}

/* ---- Words ---- */

static bool lint_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* The first byte of a code point of a script without spaces: U+3000 to U+9FFF. */
static bool lint_is_ideograph(char c)
{
    return (unsigned char)c >= 0xE3 && (unsigned char)c <= 0xE9;
}

/* Words of at least two letters that are not part of a <tag>, and of two ideographs. */
static size_t lint_words(cft_slice text)
{
    size_t count = 0, ideographs = 0;
    bool tag = false;
    for (size_t i = 0; i < text.length;) {
        size_t begin = i;
        char c = text.data[i];
        if (lint_is_ideograph(c)) {
            ideographs++;
            i += 3;
            continue;
        }
        if (c == '<') tag = true;
        if (c == '>' || c == ' ' || c == '\n') tag = false;
        while (i < text.length && lint_is_letter(text.data[i]) && !lint_is_ideograph(text.data[i]))
            i++;
        if (i - begin > 1 && !tag) count++;
        if (i == begin) i++;
    }
    return count + ideographs / 2;
}

/* <tag>, [TAG], a mark without letters: what templates put around things. */
static bool lint_is_marker(cft_slice text)
{
    while (text.length && (text.data[0] == ' ' || text.data[0] == '\n'))
        text.data++, text.length--;
    while (text.length &&
           (text.data[text.length - 1] == ' ' || text.data[text.length - 1] == '\n'))
        text.length--;
    if (!text.length) return true;
    char first = text.data[0], last = text.data[text.length - 1];
    if (first == '<' || first == '[' || first == '{') return true;
    if (last == '>' || last == ']') return true;
    for (size_t i = 0; i < text.length; i++)
        if (lint_is_letter(text.data[i])) return false;
    return true;
}

/* ---- What depends on content ---- */

/* The same comparison has been reported before. */
static bool lint_is_repeated(const lint_run *run, size_t index)
{
    const chatfmt_fact *fact = &run->facts[index];
    for (size_t i = 0; i < index; i++)
        if (run->facts[i].kind == fact->kind && run->facts[i].flags & CHATFMT_FACT_CONTENT &&
            cft_slice_equal(run->facts[i].with, fact->with))
            return true;
    return false;
}

static void lint_compared(lint_run *run, const cft_lint_rule *rule, bool markers)
{
    for (size_t i = 0; i < run->fact_count; i++) {
        const chatfmt_fact *fact = &run->facts[i];
        char how[64] = " ";
        if (fact->kind != CHATFMT_FACT_COMPARE || !(fact->flags & CHATFMT_FACT_CONTENT) ||
            !fact->with.length || lint_is_marker(fact->with) != markers ||
            lint_is_repeated(run, i))
            continue;
        size_t length = fact->name.length > 40 ? 40 : fact->name.length;
        if (length) memcpy(how + 1, fact->name.data, length);
        memcpy(how + 1 + length, " ", 2);
        lint_report(run, rule, fact, fact->text, how, fact->with);
    }
}

void lint_content_trigger(lint_run *run, const cft_lint_rule *rule)
{
    lint_compared(run, rule, false);
}

void lint_content_marker(lint_run *run, const cft_lint_rule *rule)
{
    lint_compared(run, rule, true);
}

void lint_hidden_text(lint_run *run, const cft_lint_rule *rule)
{
    for (size_t i = 0; i < run->fact_count; i++) {
        const chatfmt_fact *fact = &run->facts[i];
        if (fact->kind == CHATFMT_FACT_LITERAL && fact->flags & CHATFMT_FACT_CONTENT &&
            !(fact->flags & CHATFMT_FACT_RAISED) && lint_words(fact->text) >= LINT_FEW_WORDS)
            lint_report(run, rule, fact, fact->text, lint_where, fact->with);
    }
}

/* ---- What literals say ---- */

/* Unrequested instructions: in the prompts of conversations without tools and systems. */
void lint_instructions(lint_run *run, const cft_lint_rule *rule)
{
    for (size_t i = 0; run->probes && i < run->fact_count; i++) {
        const chatfmt_fact *fact = &run->facts[i];
        if (fact->kind == CHATFMT_FACT_LITERAL &&
            !(fact->flags & (CHATFMT_FACT_RAISED | CHATFMT_FACT_CONTENT)) &&
            lint_words(fact->text) >= LINT_MANY_WORDS &&
            cft_text_find(run->probes->alone, fact->text, 0) != SIZE_MAX)
            lint_report(run, rule, fact, fact->text, "", lint_nothing);
    }
}

void lint_address(lint_run *run, const cft_lint_rule *rule)
{
    for (size_t i = 0; i < run->fact_count; i++) {
        const chatfmt_fact *fact = &run->facts[i];
        if (fact->kind != CHATFMT_FACT_LITERAL || fact->flags & CHATFMT_FACT_RAISED) continue;
        for (size_t at = 0; at + 8 <= fact->text.length; at++) {
            const char *text = fact->text.data + at;
            if (memcmp(text, "http://", 7) && memcmp(text, "https://", 8)) continue;
            size_t length = 0;
            while (at + length < fact->text.length && (unsigned char)text[length] > ' ' &&
                   text[length] != '"' && text[length] != '\'' && text[length] != '<')
                length++;
            while (strchr(".,;:)", text[length - 1])) length--; /* the scheme stays */
            lint_report(run, rule, fact, (cft_slice){text, length}, "", lint_nothing);
            break;
        }
    }
}

/* Code points that show nothing: controls, bidirectional overrides, zero widths, tags. Joiners
 * are part of some scripts and of emoji. First and last. */
static const uint32_t lint_invisible_ranges[][2] = {
    {0x00, 0x08},     {0x0B, 0x0C},     {0x0E, 0x1F},       {0x7F, 0x9F},     {0xAD, 0xAD},
    {0x200B, 0x200B}, {0x200E, 0x200F}, {0x202A, 0x202E},   {0x2060, 0x2064}, {0x2066, 0x206F},
    {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F},
};

/* The code point at `at` of valid UTF-8, and its length. */
static uint32_t lint_code_point(cft_slice text, size_t at, size_t *length)
{
    unsigned char first = (unsigned char)text.data[at];
    *length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (*length > text.length - at) *length = text.length - at;
    uint32_t code = *length == 1 ? first : first & (0xFFu >> (*length + 1));
    for (size_t i = 1; i < *length; i++)
        code = code << 6 | ((unsigned char)text.data[at + i] & 0x3F);
    return code;
}

/* "U+200B", in `room` of 16 bytes. */
static const char *lint_code_name(uint32_t code, char *room)
{
    size_t digits = code > 0xFFFF ? 5 : 4;
    memcpy(room, "U+", 2);
    for (size_t i = 0; i < digits; i++)
        room[2 + i] = "0123456789ABCDEF"[code >> 4 * (digits - 1 - i) & 15];
    room[2 + digits] = '\0';
    return room;
}

void lint_invisible(lint_run *run, const cft_lint_rule *rule)
{
    for (size_t i = 0; i < run->fact_count; i++) {
        const chatfmt_fact *fact = &run->facts[i];
        uint32_t found = UINT32_MAX;
        size_t length;
        char evidence[16];
        if (fact->kind != CHATFMT_FACT_LITERAL) continue;
        for (size_t at = 0; at < fact->text.length && found == UINT32_MAX; at += length) {
            uint32_t code = lint_code_point(fact->text, at, &length);
            for (size_t r = 0; r < sizeof lint_invisible_ranges / sizeof *lint_invisible_ranges;
                 r++)
                if (code >= lint_invisible_ranges[r][0] && code <= lint_invisible_ranges[r][1])
                    found = code;
        }
        if (found == UINT32_MAX) continue;
        run->found(run, rule, fact->line, fact->column, lint_code_name(found, evidence));
    }
}

/* ---- White space ---- */

static bool lint_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool lint_stands_at(cft_slice source, size_t at, const char *mark)
{
    return at + 2 <= source.length && !memcmp(source.data + at, mark, 2);
}

/* White space alone: an indentation, spaces before a newline, or spaces between two block tags.
 */
static bool lint_is_stray(cft_slice source, const chatfmt_fact *fact)
{
    cft_slice text = fact->text;
    bool newline = text.length && memchr(text.data, '\n', text.length);
    size_t end = fact->offset + text.length;
    for (size_t i = 0; i < text.length; i++)
        if (!lint_is_blank(text.data[i]) && text.data[i] != '\n') return false;
    if (newline)
        return lint_is_blank(text.data[0]) || lint_is_blank(text.data[text.length - 1]);
    return fact->offset == 0 || source.data[fact->offset - 1] == '\n' ||
           (fact->offset >= 2 && lint_stands_at(source, fact->offset - 2, "%}") &&
            lint_stands_at(source, end, "{%"));
}

void lint_stray_blanks(lint_run *run, const cft_lint_rule *rule)
{
    for (size_t i = 0; run->probes && run->probes->written && i < run->fact_count; i++) {
        const chatfmt_fact *fact = &run->facts[i];
        if (fact->kind == CHATFMT_FACT_LITERAL && fact->flags & CHATFMT_FACT_TEXT &&
            fact->offset < run->source.length && lint_is_stray(run->source, fact) &&
            run->probes->written[fact->offset])
            lint_report(run, rule, fact, fact->text, "", lint_nothing);
    }
}

/* ---- Tags ---- */

void lint_tags_captured(lint_run *run, const cft_lint_rule *rule)
{
    for (size_t i = 0; i < run->fact_count; i++)
        if (run->facts[i].kind == CHATFMT_FACT_GENERATION &&
            run->facts[i].flags & CHATFMT_FACT_CAPTURED)
            run->found(run, rule, run->facts[i].line, run->facts[i].column, "");
}
