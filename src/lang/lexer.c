/* lang/lexer.c - template source to tokens (lang/lexer.h).
 *
 * Keeps true: every rule is Jinja's (Lexer.tokeniter), with its regular expressions written out
 * as scans that never go back further than the token they fail to make.
 */
#include "lang/lexer.h"

#include "base/unicode.h"
#include "base/utf8.h"

enum lexer_state { LEXER_TEXT, LEXER_TAG, LEXER_RAW, LEXER_BLOCK, LEXER_VARIABLE };

/* What a byte may begin or continue inside a tag. */
enum { LEXER_SPACE = 1, LEXER_NAME_START = 2, LEXER_DIGIT = 4, LEXER_HIGH = 8 };

static const uint8_t lexer_ascii_class[128] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1,
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0, 0, 0, 0, 0, 0,
    0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 2,
    0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0,
};

static inline uint8_t lexer_class(char c)
{
    unsigned char byte = (unsigned char)c;
    return byte < 0x80 ? lexer_ascii_class[byte] : LEXER_HIGH;
}

/* Marks that Python 3.11 takes in identifiers, but that are neither \w nor in Jinja's own list,
 * which was made with an older Unicode (jinja2/_identifier.py). First and last code points. */
static const uint32_t lexer_not_in_names[][2] = {
    {0x898, 0x89f},     {0x8ca, 0x8d2},     {0xb55, 0xb55},     {0xc3c, 0xc3c},
    {0xd81, 0xd81},     {0xeba, 0xeba},     {0x1715, 0x1715},   {0x180f, 0x180f},
    {0x1abf, 0x1ace},   {0x1dfa, 0x1dfa},   {0xa82c, 0xa82c},   {0x10eab, 0x10eac},
    {0x10f82, 0x10f85}, {0x11070, 0x11070}, {0x11073, 0x11074}, {0x110c2, 0x110c2},
    {0x111ce, 0x111cf}, {0x11930, 0x11935}, {0x11937, 0x11938}, {0x1193b, 0x1193e},
    {0x11940, 0x11940}, {0x11942, 0x11943}, {0x119d1, 0x119d7}, {0x119da, 0x119e0},
    {0x119e4, 0x119e4}, {0x16f4f, 0x16f4f}, {0x16f7f, 0x16f87}, {0x16fe4, 0x16fe4},
    {0x16ff0, 0x16ff1}, {0x1cf00, 0x1cf2d}, {0x1cf30, 0x1cf46}, {0x1e130, 0x1e136},
    {0x1e2ae, 0x1e2ae}, {0x1e2ec, 0x1e2ef},
};

static const char *const lexer_descriptions[] = {
#define TOKEN(kind, description) description,
#include "lang/token.def"
};

static const char *const lexer_words[] = {
    "",
#define WORD(kind, spelling) spelling,
#include "lang/token.def"
};

/* The first word of each length (lang/token.def is sorted by it). */
static const uint8_t lexer_first_word[15] = {
    [2] = CFT_WORD_AS,       [3] = CFT_WORD_AND,          [4] = CFT_WORD_CALL,
    [5] = CFT_WORD_BLOCK,    [6] = CFT_WORD_ENDFOR,       [7] = CFT_WORD_CONTEXT,
    [8] = CFT_WORD_CONTINUE, [9] = CFT_WORD_ENDFILTER,    [10] = CFT_WORD_AUTOESCAPE,
    [11] = CFT_WORD_ENDAUTOESCAPE, [12] = CFT_WORD_ENDAUTOESCAPE,
    [13] = CFT_WORD_ENDAUTOESCAPE, [14] = CFT_WORD_COUNT,
};

const char *cft_token_description(cft_token_kind kind)
{
    return lexer_descriptions[kind];
}

const char *cft_word_spelling(cft_word word)
{
    return lexer_words[word];
}

/* ---- the source ---------------------------------------------------------------------- */

chatfmt_status cft_lexer_normalize(cft_arena *arena, cft_slice source,
                                   bool keep_trailing_newline, cft_slice *out,
                                   chatfmt_error *error)
{
    size_t valid = cft_utf8_check(source.data, source.length);
    if (valid != source.length)
        return cft_fail(error, CHATFMT_INPUT,
                        "the template is not valid UTF-8: bad byte at offset %zu", valid);
    char *text = cft_arena_take(arena, source.length + 1);
    if (!text) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    const char *from = source.data, *end = source.data + source.length;
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

static chatfmt_status lexer_fail_at(cft_lexer *lexer, chatfmt_status status, uint32_t offset,
                                    uint32_t length)
{
    cft_error_place(lexer->error, cft_slice_of(lexer->text, lexer->length), offset, length);
    return status;
}

static chatfmt_status lexer_token(cft_lexer *lexer, cft_token_kind kind, uint32_t begin,
                                  uint32_t end, cft_token *out)
{
    out->kind = (uint8_t)kind;
    out->word = CFT_WORD_OTHER;
    out->line = lexer_line_of(lexer, begin);
    out->offset = begin;
    out->length = end - begin;
    return CHATFMT_OK;
}

/* ---- white space, which is Python's \s ------------------------------------------------- */

static uint32_t lexer_skip_space(const cft_lexer *lexer, uint32_t at)
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

static void lexer_matched(cft_lexer *lexer, uint32_t end)
{
    lexer->position = end;
    lexer->line_starting = end > 0 && lexer->text[end - 1] == '\n';
}

/* ---- tags' ends ------------------------------------------------------------------------ */

/* Past a tag's end "%}" or "#}" at `at` with an optional sign before it and what it eats after
 * it; 0 when there is none. */
static uint32_t lexer_block_end(const cft_lexer *lexer, uint32_t at, char mark)
{
    const char *text = lexer->text;
    char sign = text[at];
    if (sign == '-' || sign == '+') at++;
    if (text[at] != mark || text[at + 1] != '}' || at + 2 > lexer->length) return 0;
    at += 2;
    if (sign == '-') return lexer_skip_space(lexer, at);
    if (sign != '+' && lexer->trim_blocks && text[at] == '\n') at++;
    return at;
}

/* Past the "%}" or "-%}" of a raw tag's beginning and, at `at`, 0 when there is none. */
static uint32_t lexer_raw_begin(const cft_lexer *lexer, uint32_t at)
{
    const char *text = lexer->text;
    at = lexer_skip_space(lexer, at);
    if (at + 5 > lexer->length || memcmp(text + at, "raw", 3) != 0) return 0;
    at = lexer_skip_space(lexer, at + 3);
    if (text[at] == '-')
        return text[at + 1] == '%' && text[at + 2] == '}' ? lexer_skip_space(lexer, at + 3) : 0;
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
            lexer_matched(lexer, lexer_block_end(lexer, close, '#'));
            return CHATFMT_OK;
        }
        at++;
    }
    cft_fail(lexer->error, CHATFMT_SYNTAX, "Missing end of comment tag");
    return lexer_fail_at(lexer, CHATFMT_SYNTAX, tag, begin - tag);
}

/* Text up to the next tag. Sets *made when it gave a token: text that is left, or the tag's
 * beginning; comments and raw tags give none. */
static chatfmt_status lexer_text(cft_lexer *lexer, cft_token *out, bool *made)
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
    if (tag > begin) return lexer_token(lexer, CFT_TOKEN_DATA, begin, tag, out);
    if (*made) return lexer_token(lexer, CFT_TOKEN_END, tag, tag, out);
    return CHATFMT_OK;
}

/* The beginning of a tag at the position, the text before it has been dealt with. */
static chatfmt_status lexer_tag(cft_lexer *lexer, cft_token *out, bool *made)
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
    return lexer_token(lexer, mark == '%' ? CFT_TOKEN_BLOCK_BEGIN : CFT_TOKEN_VARIABLE_BEGIN,
                       begin, end, out);
}

/* Past "{% endraw %}" at `at`, with its sign in *sign; 0 when it is not there. */
static uint32_t lexer_raw_end(const cft_lexer *lexer, uint32_t at, char *sign)
{
    at += 2;
    *sign = lexer_sign_at(lexer, at);
    at = lexer_skip_space(lexer, *sign ? at + 1 : at);
    if (at + 8 > lexer->length || memcmp(lexer->text + at, "endraw", 6) != 0) return 0;
    return lexer_block_end(lexer, lexer_skip_space(lexer, at + 6), '%');
}

/* The body of a raw block, whose tag ended at the position. */
static chatfmt_status lexer_raw(cft_lexer *lexer, cft_token *out, bool *made)
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
            if (*made) lexer_token(lexer, CFT_TOKEN_DATA, begin, tag, out);
            return CHATFMT_OK;
        }
        at++;
    }
    cft_fail(lexer->error, CHATFMT_SYNTAX, "Missing end of raw directive");
    return lexer_fail_at(lexer, CHATFMT_SYNTAX, begin, 1);
}

/* ---- inside of tags -------------------------------------------------------------------- */

static bool lexer_in_names(uint32_t code)
{
    if (cft_is_word(code)) return true;
    if (!cft_is_identifier_continue(code)) return false;
    for (size_t i = 0; i < sizeof lexer_not_in_names / sizeof lexer_not_in_names[0]; i++)
        if (code >= lexer_not_in_names[i][0] && code <= lexer_not_in_names[i][1]) return false;
    return true;
}

static cft_word lexer_find_word(const char *name, uint32_t length)
{
    if (length < 2 || length > 13) return CFT_WORD_OTHER;
    for (unsigned word = lexer_first_word[length]; word < lexer_first_word[length + 1]; word++)
        if (lexer_words[word][0] == name[0] && memcmp(lexer_words[word], name, length) == 0)
            return (cft_word)word;
    return CFT_WORD_OTHER;
}

/* A name at the position; *made stays false when there is none. Jinja: name_re, then
 * str.isidentifier. */
static chatfmt_status lexer_name(cft_lexer *lexer, cft_token *out, bool *made)
{
    const char *text = lexer->text;
    uint32_t begin = lexer->position, at = begin;
    bool is_identifier = true;
    for (;;) {
        uint8_t class = lexer_class(text[at]);
        if (class & (LEXER_NAME_START | LEXER_DIGIT)) {
            at++;
        } else if (class & LEXER_HIGH && at < lexer->length) {
            const char *next = text + at;
            uint32_t code = cft_utf8_next(&next);
            if (!lexer_in_names(code)) break;
            if (at == begin ? !cft_is_identifier_start(code) : !cft_is_identifier_continue(code))
                is_identifier = false;
            at = (uint32_t)(next - text);
        } else {
            break;
        }
    }
    if (at == begin) return CHATFMT_OK;
    if (!is_identifier) {
        cft_fail(lexer->error, CHATFMT_SYNTAX, "Invalid character in identifier");
        return lexer_fail_at(lexer, CHATFMT_SYNTAX, begin, at - begin);
    }
    *made = true;
    lexer_matched(lexer, at);
    lexer_token(lexer, CFT_TOKEN_NAME, begin, at, out);
    out->word = (uint8_t)lexer_find_word(text + begin, at - begin);
    return CHATFMT_OK;
}

/* Past the digit at `at`, of any script as Python's \d; `at` itself when it is none. */
static uint32_t lexer_digit(const cft_lexer *lexer, uint32_t at)
{
    uint8_t class = lexer_class(lexer->text[at]);
    if (class & LEXER_DIGIT) return at + 1;
    if (!(class & LEXER_HIGH) || at >= lexer->length) return at;
    const char *next = lexer->text + at;
    return cft_is_decimal(cft_utf8_next(&next)) ? (uint32_t)(next - lexer->text) : at;
}

/* Past digits with single underscores between them, (_?\d)* when `inside`, else \d(_?\d)*. */
static uint32_t lexer_digits(const cft_lexer *lexer, uint32_t at, bool inside)
{
    for (;; inside = true) {
        uint32_t from = inside && lexer->text[at] == '_' ? at + 1 : at;
        uint32_t next = lexer_digit(lexer, from);
        if (next == from) return at;
        at = next;
    }
}

/* Past the float at `at`; `at` itself when there is none. Jinja: float_re. */
static uint32_t lexer_float(const cft_lexer *lexer, uint32_t at)
{
    const char *text = lexer->text;
    if (at > 0 && text[at - 1] == '.') return at;
    uint32_t whole = lexer_digits(lexer, at, false);
    if (whole == at) return at;
    uint32_t end = whole;
    if (text[end] == '.') {
        uint32_t fraction = lexer_digits(lexer, end + 1, false);
        if (fraction == end + 1) return at;
        end = fraction;
    }
    if (text[end] == 'e' || text[end] == 'E') {
        uint32_t power = end + 1;
        if (text[power] == '+' || text[power] == '-') power++;
        uint32_t digits = lexer_digits(lexer, power, false);
        if (digits > power) return digits;
    }
    return end > whole ? end : at;
}

static bool lexer_is_digit_of(const cft_lexer *lexer, uint32_t at, unsigned base, uint32_t *next)
{
    char c = lexer->text[at];
    *next = at + 1;
    if (base < 16) return c >= '0' && c < (char)('0' + base);
    if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) return true;
    *next = lexer_digit(lexer, at);
    return *next > at;
}

/* Past the integer at `at`; `at` itself when there is none. Jinja: integer_re. */
static uint32_t lexer_integer(const cft_lexer *lexer, uint32_t at)
{
    const char *text = lexer->text;
    if (text[at] >= '1' && text[at] <= '9') return lexer_digits(lexer, at + 1, true);
    if (text[at] != '0') return at;
    char mark = (char)(text[at + 1] | 0x20);
    unsigned base = mark == 'b' ? 2 : mark == 'o' ? 8 : mark == 'x' ? 16 : 0;
    if (base) {
        uint32_t end = at + 2, next;
        while (lexer_is_digit_of(lexer, text[end] == '_' ? end + 1 : end, base, &next)) end = next;
        if (end > at + 2) return end;
    }
    at++;
    for (;;) {
        uint32_t zero = text[at] == '_' ? at + 1 : at;
        if (text[zero] != '0') return at;
        at = zero + 1;
    }
}

static chatfmt_status lexer_number(cft_lexer *lexer, cft_token *out, bool *made)
{
    uint32_t begin = lexer->position, end = lexer_float(lexer, begin);
    bool is_float = end > begin;
    if (!is_float) end = lexer_integer(lexer, begin);
    if (end == begin) return CHATFMT_OK;
    cft_slice text = cft_slice_of(lexer->text + begin, end - begin);
    chatfmt_status status =
        is_float ? cft_literal_float(lexer->arena, text, &out->value, lexer->error)
                 : cft_literal_integer(lexer->arena, text, lexer->digits, &out->value,
                                       lexer->error);
    if (status != CHATFMT_OK) return lexer_fail_at(lexer, status, begin, end - begin);
    *made = true;
    lexer_matched(lexer, end);
    return lexer_token(lexer, is_float ? CFT_TOKEN_FLOAT : CFT_TOKEN_INTEGER, begin, end, out);
}

/* A string literal; *made stays false when it does not end. Jinja: string_re. */
static chatfmt_status lexer_string(cft_lexer *lexer, cft_token *out, bool *made)
{
    const char *text = lexer->text, *end = text + lexer->length;
    uint32_t begin = lexer->position;
    char quote = text[begin];
    const char *at = text + begin + 1;
    while (at < end && *at != quote) at += *at == '\\' ? 2 : 1;
    if (at >= end) return CHATFMT_OK;
    uint32_t past = (uint32_t)(at + 1 - text);
    chatfmt_status status =
        cft_literal_string(lexer->arena, cft_slice_of(text + begin, past - begin), &out->value,
                           lexer->error);
    if (status != CHATFMT_OK) return lexer_fail_at(lexer, status, begin, past - begin);
    *made = true;
    lexer_matched(lexer, past);
    return lexer_token(lexer, CFT_TOKEN_STRING, begin, past, out);
}

/* The operator at the position: its kind, and its length in *length; END when there is none. */
static cft_token_kind lexer_operator_kind(const char *at, uint32_t *length)
{
    char second = at[1];
    *length = 1;
    switch (*at) {
    case '+': return CFT_TOKEN_ADD;
    case '-': return CFT_TOKEN_SUB;
    case '%': return CFT_TOKEN_MOD;
    case '~': return CFT_TOKEN_TILDE;
    case '[': return CFT_TOKEN_LBRACKET;
    case ']': return CFT_TOKEN_RBRACKET;
    case '(': return CFT_TOKEN_LPAREN;
    case ')': return CFT_TOKEN_RPAREN;
    case '{': return CFT_TOKEN_LBRACE;
    case '}': return CFT_TOKEN_RBRACE;
    case '.': return CFT_TOKEN_DOT;
    case ':': return CFT_TOKEN_COLON;
    case '|': return CFT_TOKEN_PIPE;
    case ',': return CFT_TOKEN_COMMA;
    case ';': return CFT_TOKEN_SEMICOLON;
    case '*':
        *length = second == '*' ? 2 : 1;
        return second == '*' ? CFT_TOKEN_POW : CFT_TOKEN_MUL;
    case '/':
        *length = second == '/' ? 2 : 1;
        return second == '/' ? CFT_TOKEN_FLOORDIV : CFT_TOKEN_DIV;
    case '=':
        *length = second == '=' ? 2 : 1;
        return second == '=' ? CFT_TOKEN_EQ : CFT_TOKEN_ASSIGN;
    case '<':
        *length = second == '=' ? 2 : 1;
        return second == '=' ? CFT_TOKEN_LE : CFT_TOKEN_LT;
    case '>':
        *length = second == '=' ? 2 : 1;
        return second == '=' ? CFT_TOKEN_GE : CFT_TOKEN_GT;
    case '!':
        *length = 2;
        return second == '=' ? CFT_TOKEN_NE : CFT_TOKEN_END;
    default: return CFT_TOKEN_END;
    }
}

static chatfmt_status lexer_push_bracket(cft_lexer *lexer, char closing)
{
    if (lexer->bracket_count == lexer->bracket_capacity) {
        uint32_t capacity = lexer->bracket_capacity ? lexer->bracket_capacity * 2 : 32;
        char *grown = cft_arena_grow(lexer->arena, lexer->brackets, lexer->bracket_capacity,
                                     capacity);
        if (!grown) return cft_fail(lexer->error, CHATFMT_NO_MEMORY, "out of memory");
        lexer->brackets = grown;
        lexer->bracket_capacity = capacity;
    }
    lexer->brackets[lexer->bracket_count++] = closing;
    return CHATFMT_OK;
}

static chatfmt_status lexer_pop_bracket(cft_lexer *lexer, char closing)
{
    char expected = lexer->bracket_count ? lexer->brackets[--lexer->bracket_count] : '\0';
    if (expected == closing) return CHATFMT_OK;
    if (expected)
        cft_fail(lexer->error, CHATFMT_SYNTAX, "unexpected '%c', expected '%c'", closing,
                 expected);
    else
        cft_fail(lexer->error, CHATFMT_SYNTAX, "unexpected '%c'", closing);
    return lexer_fail_at(lexer, CHATFMT_SYNTAX, lexer->position, 1);
}

static chatfmt_status lexer_operator(cft_lexer *lexer, cft_token *out, bool *made)
{
    uint32_t begin = lexer->position, length;
    cft_token_kind kind = lexer_operator_kind(lexer->text + begin, &length);
    if (kind == CFT_TOKEN_END) return CHATFMT_OK;
    switch (kind) {
    case CFT_TOKEN_LBRACE: CFT_TRY(lexer_push_bracket(lexer, '}')); break;
    case CFT_TOKEN_LPAREN: CFT_TRY(lexer_push_bracket(lexer, ')')); break;
    case CFT_TOKEN_LBRACKET: CFT_TRY(lexer_push_bracket(lexer, ']')); break;
    case CFT_TOKEN_RBRACE:
    case CFT_TOKEN_RPAREN:
    case CFT_TOKEN_RBRACKET: CFT_TRY(lexer_pop_bracket(lexer, lexer->text[begin])); break;
    default: break;
    }
    *made = true;
    lexer_matched(lexer, begin + length);
    return lexer_token(lexer, kind, begin, begin + length, out);
}

/* repr() of one character, as Jinja's message shows it. `out` has room for 12 bytes. */
static void lexer_show_char(uint32_t code, char out[16])
{
    static const char digits[] = "0123456789abcdef";
    size_t length = 0;
    unsigned shift = 4;
    out[length++] = code == '\'' ? '"' : '\'';
    if (code == '\\' || code == '\t' || code == '\n' || code == '\r') {
        out[length++] = '\\';
        out[length++] = code == '\\' ? '\\' : code == '\t' ? 't' : code == '\n' ? 'n' : 'r';
    } else if (cft_is_printable(code)) {
        length += cft_utf8_put(out + length, code);
    } else {
        out[length++] = '\\';
        out[length++] = code < 0x100 ? 'x' : code < 0x10000 ? 'u' : 'U';
        shift = code < 0x100 ? 4 : code < 0x10000 ? 12 : 28;
        for (;; shift -= 4) {
            out[length++] = digits[code >> shift & 15];
            if (shift == 0) break;
        }
    }
    out[length++] = out[0];
    out[length] = '\0';
}

static chatfmt_status lexer_unexpected(cft_lexer *lexer)
{
    const char *at = lexer->text + lexer->position, *next = at;
    char shown[16];
    lexer_show_char(cft_utf8_next(&next), shown);
    cft_fail(lexer->error, CHATFMT_SYNTAX, "unexpected char %s at %zu", shown,
             cft_utf8_count(lexer->text, lexer->position));
    return lexer_fail_at(lexer, CHATFMT_SYNTAX, lexer->position, (uint32_t)(next - at));
}

/* Past the end of the tag at the position; 0 when it is not there. */
static uint32_t lexer_tag_end(const cft_lexer *lexer)
{
    const char *text = lexer->text;
    uint32_t at = lexer->position;
    if (lexer->state == LEXER_BLOCK) return lexer_block_end(lexer, at, '%');
    if (text[at] == '}') return text[at + 1] == '}' ? at + 2 : 0;
    if (text[at] != '-' || text[at + 1] != '}' || text[at + 2] != '}') return 0;
    return lexer_skip_space(lexer, at + 3);
}

/* The next token inside of {{ }} or {% %}. */
static chatfmt_status lexer_inside(cft_lexer *lexer, cft_token *out)
{
    bool made = false;
    for (;;) {
        uint32_t begin = lexer->position;
        if (begin == lexer->length) return lexer_token(lexer, CFT_TOKEN_END, begin, begin, out);
        uint32_t end = lexer->bracket_count ? 0 : lexer_tag_end(lexer);
        if (end) {
            cft_token_kind kind =
                lexer->state == LEXER_BLOCK ? CFT_TOKEN_BLOCK_END : CFT_TOKEN_VARIABLE_END;
            lexer->state = LEXER_TEXT;
            lexer_matched(lexer, end);
            return lexer_token(lexer, kind, begin, end, out);
        }
        end = lexer_skip_space(lexer, begin);
        if (end == begin) break;
        lexer_matched(lexer, end);
    }
    char first = lexer->text[lexer->position];
    uint8_t class = lexer_class(first);
    if (class & (LEXER_DIGIT | LEXER_HIGH)) CFT_TRY(lexer_number(lexer, out, &made));
    if (!made && class & (LEXER_NAME_START | LEXER_HIGH)) CFT_TRY(lexer_name(lexer, out, &made));
    if (!made && (first == '\'' || first == '"')) CFT_TRY(lexer_string(lexer, out, &made));
    if (!made) CFT_TRY(lexer_operator(lexer, out, &made));
    return made ? CHATFMT_OK : lexer_unexpected(lexer);
}

chatfmt_status cft_lexer_next(cft_lexer *lexer, cft_token *out)
{
    for (;;) {
        bool made = false;
        switch ((enum lexer_state)lexer->state) {
        case LEXER_TEXT: CFT_TRY(lexer_text(lexer, out, &made)); break;
        case LEXER_TAG: CFT_TRY(lexer_tag(lexer, out, &made)); break;
        case LEXER_RAW: CFT_TRY(lexer_raw(lexer, out, &made)); break;
        case LEXER_BLOCK:
        case LEXER_VARIABLE: return lexer_inside(lexer, out);
        }
        if (made) return CHATFMT_OK;
    }
}
