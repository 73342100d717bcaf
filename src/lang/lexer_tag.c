/* lang/lexer_tag.c - tokens inside of {{ }} and {% %} (lang/lexer.h): names, numbers,
 * operators. */
#include "base/unicode.h"
#include "base/utf8.h"
#include "lang/lexer_scan.h"

/* 1 = white space, 2 = begins a name, 4 = a digit, 16 = begins the end of a tag; 0 = anything
 * else. */
const uint8_t cft_lexer_ascii_class[128] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 16, 0, 16,
    0, 0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0,
    0, 0, 0, 2, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 16, 0, 0,
};

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
    [2] = CFT_WORD_AS,
    [3] = CFT_WORD_AND,
    [4] = CFT_WORD_CALL,
    [5] = CFT_WORD_BLOCK,
    [6] = CFT_WORD_ENDFOR,
    [7] = CFT_WORD_CONTEXT,
    [8] = CFT_WORD_CONTINUE,
    [9] = CFT_WORD_ENDFILTER,
    [10] = CFT_WORD_AUTOESCAPE,
    [11] = CFT_WORD_ENDAUTOESCAPE,
    [12] = CFT_WORD_ENDAUTOESCAPE,
    [13] = CFT_WORD_ENDAUTOESCAPE,
    [14] = CFT_WORD_COUNT,
};

const char *cft_token_description(cft_token_kind kind)
{
    return lexer_descriptions[kind];
}

const char *cft_word_spelling(cft_word word)
{
    return lexer_words[word];
}

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
static chatfmt_status lexer_name(cft_lexer *lexer, cft_lexeme *out, bool *made)
{
    const char *text = lexer->text;
    uint32_t begin = lexer->position, at = begin;
    bool is_identifier = true;
    for (;;) {
        uint8_t class = lexer_class(text[at]);
        if (class & (LEXER_NAME_START | LEXER_DIGIT)) {
            at++;
        } else if (class & LEXER_HIGH) {
            const char *next = text + at;
            uint32_t code = cft_utf8_next(&next);
            if (!lexer_in_names(code)) break;
            if (at == begin ? !cft_is_identifier_start(code)
                            : !cft_is_identifier_continue(code))
                is_identifier = false;
            at = (uint32_t)(next - text);
        } else {
            break;
        }
    }
    if (at == begin) return CHATFMT_OK;
    if (!is_identifier) {
        cft_fail(lexer->error, CHATFMT_SYNTAX, "Invalid character in identifier");
        return cft_lexer_fail_at(lexer, CHATFMT_SYNTAX, begin, at - begin);
    }
    *made = true;
    lexer_matched(lexer, at);
    cft_lexer_token(lexer, CFT_TOKEN_NAME, begin, at, out);
    out->word = (uint8_t)lexer_find_word(text + begin, at - begin);
    return CHATFMT_OK;
}

/* Past the digit at `at`, of any script as Python's \d; `at` itself when it is none. */
static uint32_t lexer_digit(const cft_lexer *lexer, uint32_t at)
{
    uint8_t class = lexer_class(lexer->text[at]);
    if (class & LEXER_DIGIT) return at + 1;
    if (!(class & LEXER_HIGH)) return at;
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
    if (text[at - 1] == '.') return at;
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

static bool lexer_is_digit_of(const cft_lexer *lexer, uint32_t at, unsigned base,
                              uint32_t *next)
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
        while (lexer_is_digit_of(lexer, text[end] == '_' ? end + 1 : end, base, &next))
            end = next;
        if (end > at + 2) return end;
    }
    at++;
    for (;;) {
        uint32_t zero = text[at] == '_' ? at + 1 : at;
        if (text[zero] != '0') return at;
        at = zero + 1;
    }
}

static chatfmt_status lexer_number(cft_lexer *lexer, cft_lexeme *out, bool *made)
{
    uint32_t begin = lexer->position, end = lexer_float(lexer, begin);
    bool is_float = end > begin;
    if (!is_float) end = lexer_integer(lexer, begin);
    if (end == begin) return CHATFMT_OK;
    cft_slice text = cft_slice_of(lexer->text + begin, end - begin);
    chatfmt_status status =
        is_float
            ? cft_literal_float(lexer->arena, text, &out->value, lexer->error)
            : cft_literal_integer(lexer->arena, text, lexer->digits, &out->value, lexer->error);
    if (status != CHATFMT_OK) return cft_lexer_fail_at(lexer, status, begin, end - begin);
    *made = true;
    lexer_matched(lexer, end);
    return cft_lexer_token(lexer, is_float ? CFT_TOKEN_FLOAT : CFT_TOKEN_INTEGER, begin, end,
                           out);
}

/* A string literal; *made stays false when it does not end. Jinja: string_re. */
static chatfmt_status lexer_string(cft_lexer *lexer, cft_lexeme *out, bool *made)
{
    const char *text = lexer->text, *end = text + lexer->length;
    uint32_t begin = lexer->position;
    char quote = text[begin];
    const char *at = text + begin + 1;
    while (at < end && *at != quote)
        at += *at == '\\' ? 2 : 1;
    if (at >= end) return CHATFMT_OK;
    uint32_t past = (uint32_t)(at + 1 - text);
    chatfmt_status status = cft_literal_string(
        lexer->arena, cft_slice_of(text + begin, past - begin), &out->value, lexer->error);
    if (status != CHATFMT_OK) return cft_lexer_fail_at(lexer, status, begin, past - begin);
    *made = true;
    lexer_matched(lexer, past);
    return cft_lexer_token(lexer, CFT_TOKEN_STRING, begin, past, out);
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
    case '!': *length = 2; return second == '=' ? CFT_TOKEN_NE : CFT_TOKEN_END;
    default: return CFT_TOKEN_END;
    }
}

static chatfmt_status lexer_push_bracket(cft_lexer *lexer, char closing)
{
    if (lexer->bracket_count == lexer->bracket_capacity) {
        uint32_t capacity = (uint32_t)cft_grown(lexer->bracket_capacity, 32);
        char *grown =
            cft_arena_grow(lexer->arena, lexer->brackets, lexer->bracket_capacity, capacity);
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
    return cft_lexer_fail_at(lexer, CHATFMT_SYNTAX, lexer->position, 1);
}

static chatfmt_status lexer_operator(cft_lexer *lexer, cft_lexeme *out, bool *made)
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
    return cft_lexer_token(lexer, kind, begin, begin + length, out);
}

/* repr() of one character that is no white space, as Jinja's message shows it. `out` has room for
 * 12 bytes. */
static void lexer_show_char(uint32_t code, char out[16])
{
    static const char digits[] = "0123456789abcdef";
    size_t length = 0;
    unsigned shift = 4;
    out[length++] = code == '\'' ? '"' : '\'';
    if (code == '\\') {
        out[length++] = '\\';
        out[length++] = '\\';
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
    return cft_lexer_fail_at(lexer, CHATFMT_SYNTAX, lexer->position, (uint32_t)(next - at));
}

/* Past the end of the tag at the position; 0 when it is not there. */
static uint32_t lexer_tag_end(const cft_lexer *lexer)
{
    const char *text = lexer->text;
    uint32_t at = lexer->position;
    if (lexer->state == LEXER_BLOCK) return cft_lexer_block_end(lexer, at, '%');
    if (text[at] == '}') return text[at + 1] == '}' ? at + 2 : 0;
    if (text[at] != '-' || text[at + 1] != '}' || text[at + 2] != '}') return 0;
    return cft_lexer_skip_space(lexer, at + 3);
}

/* The next token inside of {{ }} or {% %}. */
chatfmt_status cft_lexer_inside(cft_lexer *lexer, cft_lexeme *out)
{
    bool made = false;
    char first;
    uint8_t class;
    for (;;) {
        uint32_t begin = lexer->position, end = 0;
        first = lexer->text[begin];
        class = lexer_class(first);
        if (begin == lexer->length)
            return cft_lexer_token(lexer, CFT_TOKEN_END, begin, begin, out);
        if (class & LEXER_TAG_END && !lexer->bracket_count) end = lexer_tag_end(lexer);
        if (end) {
            cft_token_kind kind =
                lexer->state == LEXER_BLOCK ? CFT_TOKEN_BLOCK_END : CFT_TOKEN_VARIABLE_END;
            lexer->state = LEXER_TEXT;
            lexer_matched(lexer, end);
            return cft_lexer_token(lexer, kind, begin, end, out);
        }
        if (!(class & (LEXER_SPACE | LEXER_HIGH))) break;
        end = cft_lexer_skip_space(lexer, begin);
        if (end == begin) break;
        lexer_matched(lexer, end);
    }
    if (class & (LEXER_DIGIT | LEXER_HIGH)) CFT_TRY(lexer_number(lexer, out, &made));
    if (!made && class & (LEXER_NAME_START | LEXER_HIGH))
        CFT_TRY(lexer_name(lexer, out, &made));
    if (!made && (first == '\'' || first == '"')) CFT_TRY(lexer_string(lexer, out, &made));
    if (!made) CFT_TRY(lexer_operator(lexer, out, &made));
    return made ? CHATFMT_OK : lexer_unexpected(lexer);
}
