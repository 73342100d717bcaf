/* lang/literal.c - the values of string and number tokens (lang/lexer.h), as Python reads them.
 *
 * Keeps true: a string without escapes is a slice of the source, so its bytes keep their place.
 */
#include "base/number.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "lang/lexer.h"

/* ---- strings: str.encode("ascii", "backslashreplace").decode("unicode-escape") ----------- */

typedef struct literal_text {
    const char *at, *end; /* what is left between the quotes */
    char *out; /* the arena's; an escape is never shorter than what it stands for, but
                  for those of literal_unknown                                       */
    chatfmt_error *error;
} literal_text;

static int literal_hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* \xHH, \uHHHH, \UHHHHHHHH: CPython wants all the digits. */
static chatfmt_status literal_hex(literal_text *text, unsigned digits)
{
    uint32_t code = 0;
    for (unsigned i = 0; i < digits; i++) {
        int digit = text->at < text->end ? literal_hex_digit(*text->at) : -1;
        if (digit < 0)
            return cft_fail(text->error, CHATFMT_SYNTAX, "truncated \\%s escape",
                            digits == 2   ? "xXX"
                            : digits == 4 ? "uXXXX"
                                          : "UXXXXXXXX");
        code = code << 4 | (uint32_t)digit;
        text->at++;
    }
    if (code > 0x10FFFF)
        return cft_fail(text->error, CHATFMT_SYNTAX, "illegal Unicode character");
    text->out += cft_utf8_put(text->out, code);
    return CHATFMT_OK;
}

/* \N{NAME}: an unknown name and a missing one have different messages in CPython. */
static chatfmt_status literal_named(literal_text *text)
{
    const char *name = text->at + 1, *close = NULL;
    if (text->at < text->end && *text->at == '{')
        close = memchr(name, '}', (size_t)(text->end - name));
    if (!close || close == name)
        return cft_fail(text->error, CHATFMT_SYNTAX, "malformed \\N character escape");
    uint32_t code;
    if (!cft_unicode_by_name(name, (size_t)(close - name), &code))
        return cft_fail(text->error, CFT_NO_SUCH_NAME);
    text->at = close + 1;
    text->out += cft_utf8_put(text->out, code);
    return CHATFMT_OK;
}

static void literal_octal(literal_text *text, uint32_t code)
{
    for (int i = 0; i < 2 && text->at < text->end; i++) {
        if (*text->at < '0' || *text->at > '7') break;
        code = code * 8 + (uint32_t)(*text->at++ - '0');
    }
    text->out += cft_utf8_put(text->out, code);
}

/* Not an escape: the backslash stays. Before a character that is not ASCII it escapes the
 * backslash of that character's own ASCII form, so that form is what shows. */
static void literal_unknown(literal_text *text)
{
    static const char hex[] = "0123456789abcdef";
    *text->out++ = '\\';
    if ((unsigned char)*text->at < 0x80) {
        *text->out++ = *text->at++;
        return;
    }
    uint32_t code = cft_utf8_next(&text->at);
    *text->out++ = code < 0x100 ? 'x' : code < 0x10000 ? 'u' : 'U';
    for (int shift = code < 0x100 ? 4 : code < 0x10000 ? 12 : 28; shift >= 0; shift -= 4)
        *text->out++ = hex[code >> shift & 15];
}

/* The escape whose backslash has been read. */
static chatfmt_status literal_escape(literal_text *text)
{
    static const char from[] = "\\'\"bfnrtva", to[] = "\\'\"\b\f\n\r\t\v\a";
    char c = *text->at;
    const char *simple = c ? strchr(from, c) : NULL;
    if (simple) {
        *text->out++ = to[simple - from];
        text->at++;
    } else if (c == '\n') {
        text->at++;
    } else if (c >= '0' && c <= '7') {
        text->at++;
        literal_octal(text, (uint32_t)(c - '0'));
    } else if (c == 'x' || c == 'u' || c == 'U') {
        text->at++;
        return literal_hex(text, c == 'x' ? 2 : c == 'u' ? 4 : 8);
    } else if (c == 'N') {
        text->at++;
        return literal_named(text);
    } else {
        literal_unknown(text);
    }
    return CHATFMT_OK;
}

/* Bytes that decoding may need: literal_unknown makes up to 10 bytes of 3 or 4 (5 with the
 * backslash); everything else shrinks. */
static size_t literal_room(const char *at, const char *end)
{
    size_t room = (size_t)(end - at);
    while ((at = memchr(at, '\\', (size_t)(end - at))) != NULL) {
        if ((unsigned char)at[1] >= 0x80) room += 6;
        at += 2;
        if (at >= end) break;
    }
    return room;
}

chatfmt_status cft_literal_string(cft_arena *arena, cft_slice token, cft_value *out,
                                  chatfmt_error *error)
{
    const char *begin = token.data + 1, *end = token.data + token.length - 1;
    const char *escape = begin < end ? memchr(begin, '\\', (size_t)(end - begin)) : NULL;
    if (!escape) {
        size_t length = (size_t)(end - begin);
        uint8_t flags = cft_ascii_only(begin, length) ? CFT_STR_ASCII : 0;
        *out = cft_string(begin, (uint32_t)length, flags);
        return CHATFMT_OK;
    }
    char *decoded = cft_arena_take(arena, literal_room(begin, end) + 1);
    if (!decoded) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    literal_text text = {.at = begin, .end = end, .out = decoded, .error = error};
    while (escape) {
        size_t run = (size_t)(escape - text.at);
        memcpy(text.out, text.at, run);
        text.out += run;
        text.at = escape + 1;
        CFT_TRY(literal_escape(&text));
        escape = text.at < end ? memchr(text.at, '\\', (size_t)(end - text.at)) : NULL;
    }
    if (text.at < end) {
        memcpy(text.out, text.at, (size_t)(end - text.at));
        text.out += end - text.at;
    }
    size_t length = (size_t)(text.out - decoded);
    *text.out = '\0';
    *out = cft_string(decoded, (uint32_t)length,
                      cft_ascii_only(decoded, length) ? CFT_STR_ASCII : 0);
    return CHATFMT_OK;
}

/* ---- numbers ----------------------------------------------------------------------------- */

/* The digits of `text` as ASCII without underscores and other scripts' forms; returns how many.
 * CPython's int() takes any decimal digit. */
static size_t literal_plain(cft_slice text, char *out)
{
    const char *at = text.data, *end = text.data + text.length;
    size_t length = 0;
    while (at < end) {
        uint32_t code = cft_utf8_next(&at);
        if (code == '_') continue;
        out[length++] = code < 0x80 ? (char)code : (char)('0' + cft_decimal_value(code));
    }
    return length;
}

static chatfmt_status literal_too_long(chatfmt_error *error, uint32_t most, size_t digits)
{
    /* CPython: _PyLong_FromString, in its words */
    return cft_fail(
        error, CHATFMT_VALUE,
        "Exceeds the limit (%u digits) for integer string conversion: value has %zu "
        "digits; use sys.set_int_max_str_digits() to increase the limit",
        (unsigned)most, digits);
}

/* Binary, octal or hex digits as decimal text, by repeated multiplication in parts of nine
 * decimal digits; `most` bounds the work. */
static chatfmt_status literal_to_decimal(cft_arena *arena, const char *digits, size_t count,
                                         unsigned bits, uint32_t most, cft_value *out,
                                         chatfmt_error *error)
{
    size_t capacity = (size_t)most / 9 + 2, used = 1;
    uint32_t *parts = cft_arena_array(arena, capacity, sizeof *parts);
    char *text = cft_arena_take(arena, capacity * 9 + 1);
    if (!parts || !text) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    parts[0] = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t carry = (uint64_t)literal_hex_digit(digits[i]);
        for (size_t k = 0; k < used; k++) {
            carry += (uint64_t)parts[k] << bits;
            parts[k] = (uint32_t)(carry % 1000000000u);
            carry /= 1000000000u;
        }
        if (!carry) continue;
        if (used == capacity)
            return cft_fail(error, CHATFMT_LIMIT,
                            "limit integer_digits: an integer literal has more than %u decimal "
                            "digits",
                            (unsigned)most);
        parts[used++] = (uint32_t)carry;
    }
    size_t length = used * 9, skip = 0;
    for (size_t k = 0; k < used; k++) {
        uint32_t part = parts[used - 1 - k];
        for (size_t i = 9; i-- > 0; part /= 10)
            text[k * 9 + i] = (char)('0' + part % 10);
    }
    while (skip + 1 < length && text[skip] == '0')
        skip++;
    *out = (cft_value){
        .kind = CFT_BIGINT, .length = (uint32_t)(length - skip), .as = {.text = text + skip}};
    return CHATFMT_OK;
}

static chatfmt_status literal_with_base(cft_arena *arena, char *digits, size_t count,
                                        unsigned bits, uint32_t most, cft_value *out,
                                        chatfmt_error *error)
{
    while (count > 1 && *digits == '0')
        digits++, count--;
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++) {
        if (value > (uint64_t)INT64_MAX >> bits)
            return literal_to_decimal(arena, digits, count, bits, most, out, error);
        value = value << bits | (uint64_t)literal_hex_digit(digits[i]);
    }
    *out = cft_int((int64_t)value);
    return CHATFMT_OK;
}

chatfmt_status cft_literal_integer(cft_arena *arena, cft_slice token, uint32_t most_digits,
                                   cft_value *out, chatfmt_error *error)
{
    if (token.length == 1) {
        *out = cft_int(token.data[0] - '0');
        return CHATFMT_OK;
    }
    char mark = token.data[0] == '0' ? (char)(token.data[1] | 0x20) : '\0';
    unsigned bits = mark == 'b' ? 1 : mark == 'o' ? 3 : mark == 'x' ? 4 : 0;
    char small[CFT_NUMBER_ROOM];
    char *plain = token.length < sizeof small ? small : cft_arena_take(arena, token.length + 1);
    if (!plain) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    size_t count = literal_plain(token, plain);
    if (bits)
        return literal_with_base(arena, plain + 2, count - 2, bits, most_digits, out, error);
    int64_t value;
    if (count > most_digits) return literal_too_long(error, most_digits, count);
    if (plain[0] == '0') { /* zeros only */
        *out = cft_int(0);
    } else if (cft_int_from_text(plain, count, &value)) {
        *out = cft_int(value);
    } else {
        char *text = cft_arena_copy(arena, plain, count);
        if (!text) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
        *out = (cft_value){.kind = CFT_BIGINT, .length = (uint32_t)count, .as = {.text = text}};
    }
    return CHATFMT_OK;
}

chatfmt_status cft_literal_float(cft_arena *arena, cft_slice token, cft_value *out,
                                 chatfmt_error *error)
{
    char small[CFT_NUMBER_ROOM];
    char *plain = token.length < sizeof small ? small : cft_arena_take(arena, token.length + 1);
    if (!plain) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    /* Jinja finds other scripts' digits, but then Python's own parser refuses them. */
    if (!cft_ascii_only(token.data, token.length))
        return cft_fail(error, CHATFMT_SYNTAX, "invalid decimal literal");
    size_t count = literal_plain(token, plain);
    *out = cft_float(cft_float_from_text(plain, count));
    return CHATFMT_OK;
}
