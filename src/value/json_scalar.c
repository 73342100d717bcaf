/* value/json_scalar.c - strings, numbers and words of JSON, and the errors with their place.
 *
 * Strings without escapes are slices of the text; others are decoded into the arena.
 */
#include "value/json_reader.h"

#include "base/number.h"
#include "base/utf8.h"
#include "value/json_scan.h"

#include <math.h>

static chatfmt_status json_place(cft_json_reader *r, const char *at, chatfmt_status status)
{
    size_t offset = (size_t)(at - r->begin), length = (size_t)(r->end - r->begin);
    if (r->heap->error) {
        cft_error_place(r->heap->error, cft_slice_of(r->begin, length), offset,
                        offset < length ? 1 : 0);
    }
    return status;
}

chatfmt_status cft_json_fail(cft_json_reader *r, const char *at, const char *message)
{
    cft_raise(r->heap, CHATFMT_INPUT, "malformed JSON: %s", message);
    return json_place(r, at, CHATFMT_INPUT);
}

chatfmt_status cft_json_limit(cft_json_reader *r, const char *at, const char *name,
                              uint64_t allowed, uint64_t reached)
{
    return json_place(r, at, cft_heap_limit(r->heap, name, allowed, reached));
}

/* Four hexadecimal digits at `at`, or -1. CPython: no sign, no blanks. */
static int32_t json_hex4(const char *at, const char *end)
{
    int32_t code = 0;
    if (end - at < 4) return -1;
    for (int i = 0; i < 4; i++) {
        char c = at[i];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0) return -1;
        code = code << 4 | digit;
    }
    return code;
}

/* The code of \uXXXX at `*at`, with its other half where it is half of a pair. */
static chatfmt_status json_unicode_escape(cft_json_reader *r, const char **at, const char *end,
                                          uint32_t *out)
{
    const char *escape = *at;
    int32_t code = json_hex4(escape + 2, end), low;
    *at += 6;
    *out = (uint32_t)code;
    if (code < 0xD800 || code > 0xDFFF) return CHATFMT_OK;
    low = end - *at >= 6 && (*at)[0] == '\\' && (*at)[1] == 'u' ? json_hex4(*at + 2, end) : -1;
    if (code > 0xDBFF || low < 0xDC00 || low > 0xDFFF) {
        return cft_json_fail(r, escape, "lone surrogate escape in a string");
    }
    *at += 6;
    *out = 0x10000u + (((uint32_t)code & 0x3FF) << 10) + ((uint32_t)low & 0x3FF);
    return CHATFMT_OK;
}

/* What the escape with this letter stands for; 0 for none. */
static const char json_escapes[256] = {
    ['"'] = '"',  ['\\'] = '\\', ['/'] = '/',  ['b'] = '\b',
    ['f'] = '\f', ['n'] = '\n',  ['r'] = '\r', ['t'] = '\t',
};

static inline char json_simple_escape(char letter)
{
    return json_escapes[(unsigned char)letter];
}

/* Write the string between `begin` and `end`, whose escapes have been seen, to the arena. */
static chatfmt_status json_decode(cft_json_reader *r, const char *begin, const char *end,
                                  bool ascii, cft_value *out)
{
    size_t room = (size_t)(end - begin);
    const char *at = begin;
    char *data, *write;
    void *place;
    if (room > r->heap->limits.string_bytes) {
        return cft_json_limit(r, begin, "string_bytes", r->heap->limits.string_bytes, room);
    }
    CFT_TRY(cft_heap_take(r->heap, room, &place));
    data = write = place;
    for (;;) {
        const char *escape = memchr(at, '\\', (size_t)(end - at));
        size_t plain = (size_t)((escape ? escape : end) - at);
        uint32_t code;
        memcpy(write, at, plain);
        write += plain;
        if (!escape) break;
        at = escape;
        if (at[1] == 'u') {
            CFT_TRY(json_unicode_escape(r, &at, end, &code));
            if (code >= 0x80) ascii = false;
            write += cft_utf8_put(write, code);
        } else {
            *write++ = json_simple_escape(at[1]);
            at += 2;
        }
    }
    cft_heap_trim(r->heap, place, room, (size_t)(write - data));
    *out = cft_string(data, (uint32_t)(write - data), ascii ? CFT_STR_ASCII : 0);
    return CHATFMT_OK;
}

/* Bytes of the valid sequence at `at`, which is not ASCII; 0 when there is none. RFC 3629. */
static inline size_t json_sequence(const char *at, const char *end)
{
    const unsigned char *p = (const unsigned char *)at;
    size_t left = (size_t)(end - at);
    if (p[0] < 0xE0) return p[0] >= 0xC2 && left >= 2 && (p[1] & 0xC0) == 0x80 ? 2 : 0;
    if (left < 3 || (p[1] & 0xC0) != 0x80 || (p[2] & 0xC0) != 0x80) return 0;
    if (p[0] < 0xF0) {
        if ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F)) return 0;
        return 3;
    }
    if (left < 4 || (p[3] & 0xC0) != 0x80 || p[0] > 0xF4) return 0;
    if ((p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] > 0x8F)) return 0;
    return 4;
}

static chatfmt_status json_fail_utf8(cft_json_reader *r, const char *at)
{
    size_t left = (size_t)(r->end - at);
    /* A surrogate in its three-byte form has a message of its own. */
    if (left >= 2 && (unsigned char)at[0] == 0xED && (unsigned char)at[1] > 0x9F) {
        return cft_json_fail(r, at, "lone surrogate in a string");
    }
    return cft_json_fail(r, at, "invalid UTF-8");
}

/* Move past the escape at *at, which has to be one; pairs of surrogates are looked at when the
 * string is decoded. */
static chatfmt_status json_pass_escape(cft_json_reader *r, const char **at)
{
    const char *escape = *at;
    if (r->end - escape < 2) return cft_json_fail(r, r->at, "unterminated string");
    if (escape[1] == 'u') {
        if (json_hex4(escape + 2, r->end) < 0) {
            return cft_json_fail(r, escape + 1, "invalid \\uXXXX escape");
        }
        *at += 6;
        return CHATFMT_OK;
    }
    if (!json_simple_escape(escape[1])) return cft_json_fail(r, escape, "invalid \\escape");
    *at += 2;
    return CHATFMT_OK;
}

/* Any string, and the error of any that is none: seen first, decoded then. */
static chatfmt_status json_string_in_two(cft_json_reader *r, cft_value *out)
{
    const char *begin = r->at + 1, *at = begin, *end = r->end;
    bool ascii = true, escaped = false;
    for (;;) {
        size_t width;
        at = cft_json_scan_plain(at, end);
        if (at == end) return cft_json_fail(r, r->at, "unterminated string");
        if (*at == '"') break;
        if (*at == '\\') {
            escaped = true;
            CFT_TRY(json_pass_escape(r, &at));
            continue;
        }
        if ((unsigned char)*at < 0x20) {
            return cft_json_fail(r, at, "control character in a string");
        }
        ascii = false;
        do {
            width = json_sequence(at, end);
            if (!width) return json_fail_utf8(r, at);
            at += width;
        } while (at < end && (unsigned char)*at >= 0x80);
    }
    r->at = at + 1;
    if (escaped) return json_decode(r, begin, at, ascii, out);
    *out = cft_string(begin, (uint32_t)(at - begin), ascii ? CFT_STR_ASCII : 0);
    return CHATFMT_OK;
}

/* Bytes of the characters at `at` that are not ASCII, written to *out; NULL when they are not
 * valid, or the text might end among them. */
static inline const char *json_copy_wide(const char *at, const char *end, char **out)
{
    do {
        size_t width = end - at >= 8 ? json_sequence(at, end) : 0;
        if (!width) return NULL;
        memcpy(*out, at, 4);
        *out += width;
        at += width;
    } while ((unsigned char)*at >= 0x80);
    return at;
}

/* The escape at `at` written to *out; NULL when it is none. */
static inline const char *json_copy_escape(const char *at, const char *end, char **out,
                                           bool *ascii)
{
    char letter = end - at >= 2 ? json_simple_escape(at[1]) : 0;
    if (CFT_LIKELY(letter != 0)) {
        *(*out)++ = letter;
        return at + 2;
    }
    if (end - at < 6 || at[1] != 'u') return NULL;
    int32_t code = json_hex4(at + 2, end), low;
    if (code < 0) return NULL;
    at += 6;
    if (code >= 0xD800 && code <= 0xDFFF) {
        low = end - at >= 6 && at[0] == '\\' && at[1] == 'u' ? json_hex4(at + 2, end) : -1;
        if (code > 0xDBFF || low < 0xDC00 || low > 0xDFFF) return NULL;
        code = 0x10000 + ((code & 0x3FF) << 10) + (low & 0x3FF);
        at += 6;
    }
    if (code >= 0x80) *ascii = false;
    *out += cft_utf8_put(*out, (uint32_t)code);
    return at;
}

/* The string that begins at `begin` and has its first escape at `at`, decoded while its end is
 * looked for. False, and nothing has happened, when there is no room for all that it could be, or
 * when anything is wrong with it. */
static bool json_decode_on(cft_json_reader *r, const char *begin, const char *at, bool ascii,
                           cft_value *out)
{
    cft_heap *heap = r->heap;
    const char *end = r->end;
    size_t room = (size_t)(end - begin) + 16, length = (size_t)(at - begin);
    void *place;
    char *write;
    if (room > heap->limits.string_bytes ||
        room + 8 > (size_t)(heap->arena.limit - heap->arena.cursor) ||
        cft_heap_take(heap, room, &place) != CHATFMT_OK)
        return false;
    memcpy(place, begin, length);
    write = (char *)place + length;
    for (;;) {
        if (*at == '\\') {
            at = json_copy_escape(at, end, &write, &ascii);
        } else {
            ascii = false;
            at = json_copy_wide(at, end, &write);
        }
        if (!at) break;
        at = cft_json_copy_plain(at, end, &write);
        if (at == end || (unsigned char)*at < 0x20) break;
        if (*at == '"') {
            length = (size_t)(write - (char *)place);
            cft_heap_trim(heap, place, room, length);
            *out = cft_string(place, (uint32_t)length, ascii ? CFT_STR_ASCII : 0);
            r->at = at + 1;
            return true;
        }
    }
    cft_heap_trim(heap, place, room, 0);
    return false;
}

/* The string whose opening quote is at r->at. */
chatfmt_status cft_json_string(cft_json_reader *r, cft_value *out)
{
    const char *begin = r->at + 1, *end = r->end, *at = cft_json_scan_plain(begin, end);
    bool ascii = true;
    while (at < end && (unsigned char)*at >= 0x80) {
        size_t width = json_sequence(at, end);
        if (!width) break;
        ascii = false;
        at += width;
        if (at < end && (unsigned char)*at < 0x80) at = cft_json_scan_plain(at, end);
    }
    if (CFT_LIKELY(at < end && *at == '"')) {
        r->at = at + 1;
        *out = cft_string(begin, (uint32_t)(at - begin), ascii ? CFT_STR_ASCII : 0);
        return CHATFMT_OK;
    }
    if (at < end && *at == '\\' && json_decode_on(r, begin, at, ascii, out)) return CHATFMT_OK;
    return json_string_in_two(r, out);
}

static inline bool json_is_digit(const char *at, const char *end)
{
    return at < end && *at >= '0' && *at <= '9';
}

/* Where the fraction and exponent that may follow at `at` end; `at` itself when there are
 * none. "1." and "1e" are the integer 1 with something behind it. */
static const char *json_end_of_float(const char *at, const char *end)
{
    const char *after = at;
    if (end - at >= 2 && *at == '.' && json_is_digit(at + 1, end)) {
        for (after = at + 2; json_is_digit(after, end);)
            after++;
    }
    if (after < end && (*after | 0x20) == 'e') {
        const char *exponent = after + 1;
        if (exponent < end && (*exponent == '+' || *exponent == '-')) exponent++;
        if (json_is_digit(exponent, end)) {
            while (json_is_digit(exponent, end))
                exponent++;
            after = exponent;
        }
    }
    return after;
}

/* An integer of so many digits always fits in 64 bits. */
#define JSON_SAFE_DIGITS 18

chatfmt_status cft_json_number(cft_json_reader *r, cft_value *out)
{
    const char *begin = r->at, *at = begin, *end = r->end, *digits, *after;
    bool negative = *at == '-';
    uint64_t small = 0;
    size_t count;
    at += negative;
    digits = at;
    if (!json_is_digit(at, end)) return cft_json_fail(r, begin, "expecting value");
    if (*at == '0')
        at++;
    else
        for (; json_is_digit(at, end); at++)
            small = small * 10 + (uint64_t)(*at - '0');
    count = (size_t)(at - digits);
    after = json_end_of_float(at, end);
    r->at = after;
    if (after != at) {
        double real = cft_float_from_text(digits, (size_t)(after - digits));
        *out = cft_float(negative ? -real : real);
    } else if (count <= JSON_SAFE_DIGITS) {
        *out = cft_int(negative ? -(int64_t)small : (int64_t)small);
    } else {
        int64_t integer;
        size_t length = (size_t)(at - begin);
        if (count > r->heap->limits.integer_digits) {
            return cft_json_limit(r, begin, "integer_digits", r->heap->limits.integer_digits,
                                  count);
        }
        if (!cft_int_from_text(begin, length, &integer)) {
            *out = (cft_value){
                .kind = CFT_BIGINT, .length = (uint32_t)length, .as = {.text = begin}};
            return CHATFMT_OK; /* its address is its origin */
        }
        *out = cft_int(integer);
    }
    out->length = cft_json_origin(r, begin);
    return CHATFMT_OK;
}

typedef struct json_word {
    const char *text;
    uint8_t length, kind;
    bool truth;
    double real;
} json_word;

/* The words of JSON and those that json.loads takes besides. */
chatfmt_status cft_json_word(cft_json_reader *r, cft_value *out)
{
    static const json_word words[] = {
        {"null", 4, CFT_NONE, false, 0},
        {"true", 4, CFT_BOOL, true, 0},
        {"false", 5, CFT_BOOL, false, 0},
        {"NaN", 3, CFT_FLOAT, false, (double)NAN},
        {"Infinity", 8, CFT_FLOAT, false, (double)INFINITY},
        {"-Infinity", 9, CFT_FLOAT, false, -(double)INFINITY},
    };
    size_t left = (size_t)(r->end - r->at);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const json_word *word = &words[i];
        if (*r->at != word->text[0] || left < word->length ||
            memcmp(r->at, word->text, word->length) != 0) {
            continue;
        }
        *out = word->kind == CFT_FLOAT  ? cft_float(word->real)
               : word->kind == CFT_BOOL ? cft_bool(word->truth)
                                        : cft_none();
        out->length = cft_json_origin(r, r->at);
        r->at += word->length;
        return CHATFMT_OK;
    }
    return cft_json_fail(r, r->at, "expecting value");
}
