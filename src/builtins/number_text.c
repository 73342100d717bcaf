/* builtins/number_text.c - int(text, base) and float(text) as CPython reads them.
 *
 * Text is first brought to ASCII: decimal digits of any script become 0-9, spaces outside ASCII
 * become spaces. CPython: _PyUnicode_TransformDecimalAndSpaceToASCII, PyLong_FromString,
 * float_from_string_inner.
 */
#include "builtins/number_text.h"

#include "base/number.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "value/builder.h"

#include <math.h>

/* CPython refuses longer decimal text as a ValueError: sys.get_int_max_str_digits. */
#define NUMBER_TEXT_DIGITS 4300

static bool numtext_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The text in ASCII without the white space around it; *valid false when it holds anything else. */
static chatfmt_status numtext_plain(cft_heap *heap, cft_slice text, cft_slice *out, bool *valid)
{
    CFT_TRY(cft_charge(heap, 1 + text.length / 16));
    *valid = true;
    *out = text;
    if (!cft_ascii_only(text.data, text.length)) {
        void *room;
        CFT_TRY(cft_heap_take(heap, text.length, &room));
        char *plain = room;
        size_t length = 0;
        const char *at = text.data, *end = text.data + text.length;
        while (at < end) {
            uint32_t code = cft_utf8_next(&at);
            int digit = code < 127 ? -1 : cft_decimal_value(code);
            if (code < 127)
                plain[length++] = (char)code;
            else if (cft_is_space(code))
                plain[length++] = ' ';
            else if (digit >= 0)
                plain[length++] = (char)('0' + digit);
            else
                *valid = false;
            if (!*valid) return CHATFMT_OK;
        }
        *out = (cft_slice){plain, length};
    }
    while (out->length && numtext_is_blank(out->data[0])) {
        out->data++;
        out->length--;
    }
    while (out->length && numtext_is_blank(out->data[out->length - 1]))
        out->length--;
    return CHATFMT_OK;
}

/* The value of a digit in bases up to 36, or 99. */
static unsigned numtext_digit(char c)
{
    if (c >= '0' && c <= '9') return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'z') return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'Z') return (unsigned)(c - 'A') + 10;
    return 99;
}

static bool numtext_take_sign(cft_slice *text)
{
    if (!text->length || (text->data[0] != '-' && text->data[0] != '+')) return false;
    bool negative = text->data[0] == '-';
    text->data++;
    text->length--;
    return negative;
}

/* The base that a prefix such as 0x names, or 0. */
static int64_t numtext_prefix(cft_slice text)
{
    if (text.length < 2 || text.data[0] != '0') return 0;
    char letter = text.data[1];
    if (letter == 'x' || letter == 'X') return 16;
    if (letter == 'o' || letter == 'O') return 8;
    if (letter == 'b' || letter == 'B') return 2;
    return 0;
}

/* Settle the base and step over its prefix; false for what base 0 refuses, such as 010. */
static bool numtext_settle_base(cft_slice *text, int64_t *base)
{
    int64_t prefix = numtext_prefix(*text);
    if (prefix && (*base == 0 || *base == prefix)) {
        *base = prefix;
        text->data += 2;
        text->length -= 2;
        if (text->length && text->data[0] == '_') {
            text->data++;
            text->length--;
        }
        return true;
    }
    if (*base != 0) return true;
    *base = 10;
    if (!text->length || text->data[0] != '0') return true;
    for (size_t i = 0; i < text->length; i++) {
        if (text->data[i] != '0' && text->data[i] != '_') return false;
    }
    return true;
}

/* Digits with single underscores between them; how many digits, or 0 when malformed. */
static size_t numtext_count_digits(cft_slice text, int64_t base)
{
    size_t digits = 0;
    bool after_digit = false;
    for (size_t i = 0; i < text.length; i++) {
        bool digit = (int64_t)numtext_digit(text.data[i]) < base;
        if (!digit && !(text.data[i] == '_' && after_digit)) return 0;
        digits += digit;
        after_digit = digit;
    }
    return after_digit ? digits : 0;
}

/* A big integer of these digits; like the sum of two integers it counts as made by the
 * template. */
static chatfmt_status numtext_big_of(cft_heap *heap, const char *text, size_t length,
                                     cft_value *out)
{
    CFT_TRY(cft_new_fresh(heap, text, length, out));
    out->kind = CFT_BIGINT;
    out->flags = 0;
    return CHATFMT_OK;
}

/* The decimal text of an integer given in limbs of nine digits, lowest first. */
static chatfmt_status numtext_big(cft_heap *heap, bool negative, const uint32_t *limbs,
                                  size_t count, cft_value *out)
{
    void *room;
    CFT_TRY(cft_heap_take(heap, count * 9 + 1, &room));
    char *text = room;
    size_t length = 0;
    if (negative) text[length++] = '-';
    char first[CFT_NUMBER_ROOM];
    size_t first_length = cft_int_to_text(limbs[count - 1], first);
    memcpy(text + length, first, first_length);
    length += first_length;
    for (size_t i = count - 1; i-- > 0;) {
        uint32_t limb = limbs[i];
        for (size_t d = 9; d-- > 0; limb /= 10)
            text[length + d] = (char)('0' + limb % 10);
        length += 9;
    }
    return numtext_big_of(heap, text, length, out);
}

/* limbs = limbs * base + digit for every digit of the text. */
static chatfmt_status numtext_accumulate(cft_heap *heap, cft_slice text, int64_t base,
                                         bool negative, cft_value *out)
{
    /* A digit of base 36 is less than 1.6 decimal digits. */
    size_t most = text.length / 5 + 2, used = 1;
    void *room;
    CFT_TRY(cft_heap_array(heap, most, sizeof(uint32_t), &room));
    uint32_t *limbs = room;
    limbs[0] = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] == '_') continue;
        uint64_t carry = numtext_digit(text.data[i]);
        for (size_t k = 0; k < used; k++) {
            carry += (uint64_t)limbs[k] * (uint64_t)base;
            limbs[k] = (uint32_t)(carry % 1000000000u);
            carry /= 1000000000u;
        }
        if (carry) limbs[used++] = (uint32_t)carry;
        CFT_TRY(cft_charge(heap, 1 + used / 2));
        if ((used - 1) * 9 > heap->limits.integer_digits) {
            return cft_heap_limit(heap, "integer_digits", heap->limits.integer_digits,
                                  (used - 1) * 9 + 1);
        }
    }
    return numtext_big(heap, negative, limbs, used, out);
}

chatfmt_status cft_int_of_magnitude(cft_heap *heap, bool negative, uint64_t magnitude,
                                    cft_value *out)
{
    if (magnitude <= (uint64_t)INT64_MAX) {
        *out = cft_int(negative ? -(int64_t)magnitude : (int64_t)magnitude);
        return CHATFMT_OK;
    }
    if (negative && magnitude == (uint64_t)INT64_MAX + 1) {
        *out = cft_int(INT64_MIN);
        return CHATFMT_OK;
    }
    const uint32_t limbs[3] = {(uint32_t)(magnitude % 1000000000u),
                               (uint32_t)(magnitude / 1000000000u % 1000000000u),
                               (uint32_t)(magnitude / 1000000000u / 1000000000u)};
    return numtext_big(heap, negative, limbs, 3, out);
}

chatfmt_status cft_int_parse(cft_heap *heap, cft_slice text, int64_t base, cft_value *out,
                             bool *valid)
{
    cft_slice digits;
    *valid = false;
    if (base < 0 || base == 1 || base > 36) return CHATFMT_OK;
    CFT_TRY(numtext_plain(heap, text, &digits, valid));
    if (!*valid) return CHATFMT_OK;
    bool negative = numtext_take_sign(&digits);
    *valid = numtext_settle_base(&digits, &base);
    if (!*valid) return CHATFMT_OK;
    size_t count = numtext_count_digits(digits, base);
    *valid = count > 0 && (count <= NUMBER_TEXT_DIGITS || (base & (base - 1)) == 0);
    if (!*valid) return CHATFMT_OK;
    uint64_t magnitude = 0;
    for (size_t i = 0; i < digits.length; i++) {
        if (digits.data[i] == '_') continue;
        uint64_t digit = numtext_digit(digits.data[i]);
        if (magnitude > (UINT64_MAX - digit) / (uint64_t)base) {
            return numtext_accumulate(heap, digits, base, negative, out);
        }
        magnitude = magnitude * (uint64_t)base + digit;
    }
    return cft_int_of_magnitude(heap, negative, magnitude, out);
}

static size_t numtext_word(cft_slice text, const char *word)
{
    size_t n = strlen(word);
    if (text.length != n) return 0;
    for (size_t i = 0; i < n; i++) {
        char c = text.data[i];
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        if (c != word[i]) return 0;
    }
    return n;
}

/* Copy a decimal literal without its underscores, each of which must stand between digits. */
static bool numtext_drop_underscores(cft_slice text, char *to, size_t *length)
{
    *length = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] != '_') {
            to[(*length)++] = text.data[i];
            continue;
        }
        if (i == 0 || i + 1 == text.length || numtext_digit(text.data[i - 1]) > 9 ||
            numtext_digit(text.data[i + 1]) > 9) {
            return false;
        }
    }
    return true;
}

/* digits[.digits][e[sign]digits], with digits on at least one side of the point. */
static bool numtext_is_decimal(const char *text, size_t length)
{
    size_t i = 0, digits = 0;
    while (i < length && numtext_digit(text[i]) < 10)
        i++, digits++;
    if (i < length && text[i] == '.') {
        i++;
        while (i < length && numtext_digit(text[i]) < 10)
            i++, digits++;
    }
    if (!digits) return false;
    if (i == length) return true;
    if (text[i] != 'e' && text[i] != 'E') return false;
    i++;
    if (i < length && (text[i] == '+' || text[i] == '-')) i++;
    size_t begin = i;
    while (i < length && numtext_digit(text[i]) < 10)
        i++;
    return i == length && i > begin;
}

chatfmt_status cft_float_parse(cft_heap *heap, cft_slice text, double *out, bool *valid)
{
    cft_slice plain;
    CFT_TRY(numtext_plain(heap, text, &plain, valid));
    if (!*valid) return CHATFMT_OK;
    bool negative = numtext_take_sign(&plain);
    if (numtext_word(plain, "inf") || numtext_word(plain, "infinity")) {
        *out = (double)INFINITY;
    } else if (numtext_word(plain, "nan")) {
        *out = (double)NAN;
    } else {
        void *room;
        size_t length;
        CFT_TRY(cft_heap_take(heap, plain.length, &room));
        *valid =
            numtext_drop_underscores(plain, room, &length) && numtext_is_decimal(room, length);
        if (!*valid) return CHATFMT_OK;
        /* Rounding correctly takes time for each digit. */
        if (length > 32) CFT_TRY(cft_charge(heap, length));
        *out = cft_float_from_text(room, length);
    }
    if (negative) *out = -*out;
    return CHATFMT_OK;
}

chatfmt_status cft_int_of_double(cft_heap *heap, double x, cft_value *out)
{
    bool negative = x < 0;
    double whole = floor(fabs(x));
    if (whole < 9223372036854775808.0) {
        *out = cft_int(negative ? -(int64_t)whole : (int64_t)whole);
        return CHATFMT_OK;
    }
    /* Every double from 2^63 on is an integer of at most 309 digits. */
    void *room;
    CFT_TRY(cft_heap_take(heap, 320, &room));
    char *text = room;
    int exponent;
    size_t length = negative ? 1 : 0;
    if (negative) text[0] = '-';
    size_t digits = cft_float_digits(whole, 0, true, text + length, 318, &exponent);
    while (digits < (size_t)exponent)
        text[length + digits++] = '0';
    return numtext_big_of(heap, text, length + digits, out);
}

double cft_integer_to_double(cft_value value)
{
    if (value.kind != CFT_BIGINT) return (double)cft_integer_of(value);
    bool negative = value.as.text[0] == '-';
    double x = cft_float_from_text(value.as.text + negative, value.length - negative);
    return negative ? -x : x;
}
