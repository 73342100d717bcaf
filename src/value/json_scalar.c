/* value/json_scalar.c - numbers and words of JSON, and the errors with their place. */
#include "value/json_reader.h"

#include "base/number.h"

#include <math.h>

void cft_json_place(cft_json_reader *r, const char *at)
{
    size_t offset = (size_t)(at - r->begin), length = (size_t)(r->end - r->begin);
    if (r->heap->error) {
        cft_error_place(r->heap->error, cft_slice_of(r->begin, length), offset,
                        offset < length ? 1 : 0);
    }
}

chatfmt_status cft_json_fail(cft_json_reader *r, const char *at, const char *message)
{
    cft_raise(r->heap, CHATFMT_INPUT, "malformed JSON: %s", message);
    cft_json_place(r, at);
    return CHATFMT_INPUT;
}

static inline bool json_is_digit(const char *at, const char *end)
{
    return at < end && *at >= '0' && *at <= '9';
}

/* Where the fraction and exponent that may follow at `at` end; `at` itself when there are
 * none. "1." and "1e" are the integer 1 with something after it. */
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
            r->at = begin;
            return cft_heap_limit(r->heap, "integer_digits", r->heap->limits.integer_digits,
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
