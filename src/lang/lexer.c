/* lang/lexer.c - template source to tokens (lang/lexer.h).
 *
 * Keeps true: every rule is Jinja's (Lexer.tokeniter), with its regular expressions written out
 * as scans that never go back further than the token they fail to make.
 */
#include "base/unicode.h"
#include "base/utf8.h"
#include "lang/lexer_scan.h"

/* ---- the source ---------------------------------------------------------------------- */

chatfmt_status cft_lexer_normalize(cft_arena *arena, cft_slice source,
                                   bool keep_trailing_newline, cft_slice *out,
                                   chatfmt_error *error)
{
    size_t valid = cft_utf8_check(source.data, source.length);
    if (cft_utf8_is_utf16(source.data, source.length))
        return cft_fail(error, CHATFMT_INPUT, "the template is UTF-16, and templates are UTF-8");
    if (valid != source.length)
        return cft_fail(error, CHATFMT_INPUT,
                        "the template is not valid UTF-8: bad byte at offset %zu", valid);
    char *text = cft_arena_take(arena, source.length + 1);
    if (!text) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    const char *from = source.length ? source.data : "", *end = from + source.length;
    char *to = text;
    while (from < end) {
        const char *cr = memchr(from, '\r', (size_t)(end - from));
        size_t run = (size_t)((cr ? cr : end) - from);
        memcpy(to, from, run);
        to += run;
        from += run;
        if (!cr) break;
        *to++ = '\n';
        from += from + 1 < end && from[1] == '\n' ? 2 : 1;
    }
    size_t length = (size_t)(to - text);
    if (!keep_trailing_newline && length && text[length - 1] == '\n') length--;
    text[length] = '\0';
    *out = cft_slice_of(text, length);
    return CHATFMT_OK;
}

void cft_lexer_init(cft_lexer *lexer, cft_arena *arena, cft_slice source, bool trim_blocks,
                    bool lstrip_blocks, uint32_t integer_digits, chatfmt_error *error)
{
    *lexer = (cft_lexer){.arena = arena,
                         .error = error,
                         .text = source.data,
                         .length = (uint32_t)source.length,
                         .line = 1,
                         .digits = integer_digits,
                         .state = LEXER_TEXT,
                         .trim_blocks = trim_blocks,
                         .lstrip_blocks = lstrip_blocks,
                         .line_starting = true};
}

/* The line of `offset`, which must not lie before that of the last call. */
static uint32_t lexer_line_of(cft_lexer *lexer, uint32_t offset)
{
    const char *at = lexer->text + lexer->line_end, *end = lexer->text + offset;
    while (at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        lexer->line++;
        at++;
    }
    if (offset > lexer->line_end) lexer->line_end = offset;
    return lexer->line;
}

chatfmt_status cft_lexer_fail_at(cft_lexer *lexer, chatfmt_status status, uint32_t offset,
                                 uint32_t length)
{
    cft_error_place(lexer->error, cft_slice_of(lexer->text, lexer->length), offset, length);
    return status;
}

chatfmt_status cft_lexer_token(cft_lexer *lexer, cft_token_kind kind, uint32_t begin,
                               uint32_t end, cft_lexeme *out)
{
    out->kind = (uint8_t)kind;
    out->word = CFT_WORD_OTHER;
    out->place = (cft_lex_place){lexer_line_of(lexer, begin), begin, end - begin};
    return CHATFMT_OK;
}

/* ---- white space and tags' ends ---------------------------------------------------------- */

uint32_t cft_lexer_skip_space(const cft_lexer *lexer, uint32_t at)
{
    while (at < lexer->length) {
        uint8_t class = lexer_class(lexer->text[at]);
        if (class & LEXER_SPACE) {
            at++;
        } else if (class & LEXER_HIGH) {
            const char *next = lexer->text + at;
            if (!cft_is_space(cft_utf8_next(&next))) break;
            at = (uint32_t)(next - lexer->text);
        } else {
            break;
        }
    }
    return at;
}

/* The end of [begin, end) without the white space before `end`. */
static uint32_t lexer_strip_right(const cft_lexer *lexer, uint32_t begin, uint32_t end)
{
    while (end > begin) {
        uint8_t class = lexer_class(lexer->text[end - 1]);
        if (class & LEXER_SPACE) {
            end--;
        } else if (class & LEXER_HIGH) {
            const char *before = lexer->text + end;
            if (!cft_is_space(cft_utf8_previous(&before))) break;
            end = (uint32_t)(before - lexer->text);
        } else {
            break;
        }
    }
    return end;
}

/* What is left of the text [begin, end) before a tag whose delimiter ends in `sign`. Jinja:
 * OptionalLStrip in Lexer.tokeniter. */
static uint32_t lexer_strip_before_tag(const cft_lexer *lexer, uint32_t begin, uint32_t end,
                                       char sign, bool is_variable)
{
    if (sign == '-') return lexer_strip_right(lexer, begin, end);
    if (sign == '+' || !lexer->lstrip_blocks || is_variable) return end;
    uint32_t stripped = end;
    while (stripped > begin && lexer->text[stripped - 1] != '\n') {
        const char *before = lexer->text + stripped;
        if (!cft_is_space(cft_utf8_previous(&before))) return end;
        stripped = (uint32_t)(before - lexer->text);
    }
    return stripped > begin || lexer->line_starting ? stripped : end;
}

uint32_t cft_lexer_block_end(const cft_lexer *lexer, uint32_t at, char mark)
{
    const char *text = lexer->text;
    char sign = text[at];
    if (sign == '-' || sign == '+') at++;
    if (text[at] != mark || text[at + 1] != '}') return 0; /* a NUL ends the text */
    at += 2;
    if (sign == '-') return cft_lexer_skip_space(lexer, at);
    if (sign != '+' && lexer->trim_blocks && text[at] == '\n') at++;
    return at;
}

/* Past the "%}" or "-%}" of a raw tag's beginning and, at `at`, 0 when there is none. */
static uint32_t lexer_raw_begin(const cft_lexer *lexer, uint32_t at)
{
    const char *text = lexer->text;
    at = cft_lexer_skip_space(lexer, at);
    if (at + 5 > lexer->length || memcmp(text + at, "raw", 3) != 0) return 0;
    at = cft_lexer_skip_space(lexer, at + 3);
    if (text[at] == '-')
        return text[at + 1] == '%' && text[at + 2] == '}' ? cft_lexer_skip_space(lexer, at + 3)
                                                          : 0;
    return text[at] == '%' && text[at + 1] == '}' ? at + 2 : 0;
}

/* ---- text ------------------------------------------------------------------------------ */

/* Where the next "{{", "{%" or "{#" is; the source's length when there is none. */
static uint32_t lexer_find_tag(const cft_lexer *lexer, uint32_t from)
{
    const char *text = lexer->text, *end = text + lexer->length, *at = text + from;
    while (at < end && (at = memchr(at, '{', (size_t)(end - at))) != NULL) {
        if (at[1] == '{' || at[1] == '%' || at[1] == '#') return (uint32_t)(at - text);
        at++;
    }
    return lexer->length;
}

static char lexer_sign_at(const cft_lexer *lexer, uint32_t at)
{
    char sign = lexer->text[at];
    return sign == '-' || sign == '+' ? sign : '\0';
}

/* A comment whose delimiter ends at `begin`: to its end. */
static chatfmt_status lexer_comment(cft_lexer *lexer, uint32_t begin, uint32_t tag)
{
    const char *text = lexer->text, *end = text + lexer->length, *at = text + begin;
    if (at == end) { /* Jinja does not miss the end when nothing at all follows */
        lexer_matched(lexer, begin);
        return CHATFMT_OK;
    }
    while (at < end && (at = memchr(at, '#', (size_t)(end - at))) != NULL) {
        if (at[1] == '}') {
            uint32_t close = (uint32_t)(at - text);
            if (close > begin && lexer_sign_at(lexer, close - 1)) close--;
            lexer_matched(lexer, cft_lexer_block_end(lexer, close, '#'));
            return CHATFMT_OK;
        }
        at++;
    }
    cft_fail(lexer->error, CHATFMT_SYNTAX, "Missing end of comment tag");
    return cft_lexer_fail_at(lexer, CHATFMT_SYNTAX, tag, begin - tag);
}

/* Text up to the next tag. Sets *made when it gave a token: text that is left, or the tag's
 * beginning; comments and raw tags give none. */
static chatfmt_status lexer_text(cft_lexer *lexer, cft_lexeme *out, bool *made)
{
    uint32_t begin = lexer->position, tag = lexer_find_tag(lexer, begin);
    if (tag < lexer->length) {
        lexer->state = LEXER_TAG;
        lexer->position = tag;
        char sign = lexer_sign_at(lexer, tag + 2);
        tag = lexer_strip_before_tag(lexer, begin, tag, sign, lexer->text[tag + 1] == '{');
    } else {
        lexer->position = tag;
    }
    *made = tag > begin || lexer->position == lexer->length;
    if (tag > begin) return cft_lexer_token(lexer, CFT_TOKEN_DATA, begin, tag, out);
    if (*made) return cft_lexer_token(lexer, CFT_TOKEN_END, tag, tag, out);
    return CHATFMT_OK;
}

/* The beginning of a tag at the position, the text before it has been dealt with. */
static chatfmt_status lexer_tag(cft_lexer *lexer, cft_lexeme *out, bool *made)
{
    uint32_t begin = lexer->position, end = begin + 2;
    char mark = lexer->text[begin + 1];
    if (lexer_sign_at(lexer, end)) end++;
    if (mark == '#') {
        lexer->state = LEXER_TEXT;
        return lexer_comment(lexer, end, begin);
    }
    uint32_t raw = mark == '%' ? lexer_raw_begin(lexer, end) : 0;
    if (raw) {
        lexer->state = LEXER_RAW;
        lexer_matched(lexer, raw);
        return CHATFMT_OK;
    }
    lexer->state = mark == '%' ? LEXER_BLOCK : LEXER_VARIABLE;
    lexer_matched(lexer, end);
    *made = true;
    return cft_lexer_token(
        lexer, mark == '%' ? CFT_TOKEN_BLOCK_BEGIN : CFT_TOKEN_VARIABLE_BEGIN, begin, end, out);
}

/* Past "{% endraw %}" at `at`, with its sign in *sign; 0 when it is not there. */
static uint32_t lexer_raw_end(const cft_lexer *lexer, uint32_t at, char *sign)
{
    at += 2;
    *sign = lexer_sign_at(lexer, at);
    at = cft_lexer_skip_space(lexer, *sign ? at + 1 : at);
    if (at + 8 > lexer->length || memcmp(lexer->text + at, "endraw", 6) != 0) return 0;
    return cft_lexer_block_end(lexer, cft_lexer_skip_space(lexer, at + 6), '%');
}

/* The body of a raw block, whose tag ended at the position. */
static chatfmt_status lexer_raw(cft_lexer *lexer, cft_lexeme *out, bool *made)
{
    const char *text = lexer->text, *end = text + lexer->length;
    uint32_t begin = lexer->position;
    const char *at = text + begin;
    if (at == end) {
        lexer->state = LEXER_TEXT;
        return CHATFMT_OK;
    }
    while (at < end && (at = memchr(at, '{', (size_t)(end - at))) != NULL) {
        uint32_t tag = (uint32_t)(at - text);
        char sign = '\0';
        uint32_t past = at[1] == '%' ? lexer_raw_end(lexer, tag, &sign) : 0;
        if (past) {
            tag = lexer_strip_before_tag(lexer, begin, tag, sign, false);
            lexer->state = LEXER_TEXT;
            lexer_matched(lexer, past);
            *made = tag > begin;
            if (*made) cft_lexer_token(lexer, CFT_TOKEN_DATA, begin, tag, out);
            return CHATFMT_OK;
        }
        at++;
    }
    cft_fail(lexer->error, CHATFMT_SYNTAX, "Missing end of raw directive");
    return cft_lexer_fail_at(lexer, CHATFMT_SYNTAX, begin, 1);
}

chatfmt_status cft_lexer_next(cft_lexer *lexer, cft_lexeme *out)
{
    for (;;) {
        bool made = false;
        switch ((enum lexer_state)lexer->state) {
        case LEXER_TEXT: CFT_TRY(lexer_text(lexer, out, &made)); break;
        case LEXER_TAG: CFT_TRY(lexer_tag(lexer, out, &made)); break;
        case LEXER_RAW: CFT_TRY(lexer_raw(lexer, out, &made)); break;
        case LEXER_BLOCK:
        case LEXER_VARIABLE: return cft_lexer_inside(lexer, out);
        }
        if (made) return CHATFMT_OK;
    }
}
