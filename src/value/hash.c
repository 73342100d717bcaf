/* value/hash.c - Python's hash(): equal values have equal hashes, across 1, 1.0 and True.
 *
 * Strings are hashed with SipHash-1-3 under the caller's seed, because keys come from
 * strangers. Numbers are reduced modulo the prime 2^61 - 1, by which an integer and the equal
 * float meet (Python: "Hashing of numeric types").
 */
#include "value/hash.h"

#include "value/compare.h"
#include "value/iterate.h"

#include <math.h>

#define HASH_PRIME ((UINT64_C(1) << 61) - 1)

static inline uint64_t hash_rotate(uint64_t x, unsigned bits)
{
    return x << bits | x >> (64 - bits);
}

typedef struct hash_state {
    uint64_t a, b, c, d;
} hash_state;

static inline void hash_round(hash_state *s)
{
    s->a += s->b;
    s->c += s->d;
    s->b = hash_rotate(s->b, 13) ^ s->a;
    s->d = hash_rotate(s->d, 16) ^ s->c;
    s->a = hash_rotate(s->a, 32);
    s->c += s->b;
    s->a += s->d;
    s->b = hash_rotate(s->b, 17) ^ s->c;
    s->d = hash_rotate(s->d, 21) ^ s->a;
    s->c = hash_rotate(s->c, 32);
}

/* SipHash-1-3 by Aumasson and Bernstein, with the seed as both halves of the key. */
uint64_t cft_hash_bytes(const char *data, size_t length, uint64_t seed)
{
    hash_state s = {seed ^ 0x736f6d6570736575u, ~seed ^ 0x646f72616e646f6du,
                    seed ^ 0x6c7967656e657261u, ~seed ^ 0x7465646279746573u};
    uint64_t word;
    size_t left = length;
    for (; left >= 8; left -= 8, data += 8) {
        memcpy(&word, data, 8);
        s.d ^= word;
        hash_round(&s);
        s.a ^= word;
    }
    word = 0;
    if (left) memcpy(&word, data, left);
    word |= (uint64_t)length << 56;
    s.d ^= word;
    hash_round(&s);
    s.a ^= word;
    s.c ^= 0xff;
    hash_round(&s);
    hash_round(&s);
    hash_round(&s);
    return s.a ^ s.b ^ s.c ^ s.d;
}

static uint64_t hash_mix(uint64_t x)
{
    x = (x ^ (x >> 32)) * 0x9FB21C651E98DF25u;
    return x ^ (x >> 29);
}

/* x * 2^bits modulo the prime; x is below it, bits below 61. */
static uint64_t hash_shift(uint64_t x, unsigned bits)
{
    return bits ? ((x << bits) & HASH_PRIME) | x >> (61 - bits) : x;
}

static uint64_t hash_signed(uint64_t magnitude, bool negative)
{
    magnitude %= HASH_PRIME;
    return negative ? (uint64_t)0 - magnitude : magnitude;
}

static uint64_t hash_integer(int64_t x)
{
    return hash_signed(x < 0 ? (uint64_t)0 - (uint64_t)x : (uint64_t)x, x < 0);
}

static uint64_t hash_decimal(const char *text, size_t length)
{
    bool negative = length > 0 && text[0] == '-';
    uint64_t x = 0;
    for (size_t i = negative; i < length; i++) {
        /* 10 x = 8 x + 2 x */
        x = (hash_shift(x, 3) + hash_shift(x, 1) + (uint64_t)(text[i] - '0')) % HASH_PRIME;
    }
    return hash_signed(x, negative);
}

/* CPython: _Py_HashDouble. */
static uint64_t hash_float(double real)
{
    bool negative = real < 0;
    int exponent;
    uint64_t x = 0;
    double rest;
    if (isnan(real)) return 271828;
    if (isinf(real)) return negative ? (uint64_t)-314159 : 314159;
    rest = frexp(negative ? -real : real, &exponent);
    while (rest > 0) {
        uint64_t digit;
        x = hash_shift(x, 28);
        rest *= 268435456.0; /* 2^28 */
        exponent -= 28;
        digit = (uint64_t)rest;
        rest -= (double)digit;
        x += digit;
        if (x >= HASH_PRIME) x -= HASH_PRIME;
    }
    exponent = exponent >= 0 ? exponent % 61 : 60 - (-1 - exponent) % 61;
    return hash_signed(hash_shift(x, (unsigned)exponent), negative);
}

uint64_t cft_hash_scalar(cft_value value, uint64_t seed)
{
    switch (value.kind) {
    case CFT_NONE: return hash_mix(seed ^ 0xfca86420);
    case CFT_BOOL:
    case CFT_INT: return hash_mix(seed ^ hash_integer(cft_integer_of(value)));
    case CFT_FLOAT: return hash_mix(seed ^ hash_float(value.as.real));
    case CFT_BIGINT: return hash_mix(seed ^ hash_decimal(value.as.text, value.length));
    case CFT_STRING:
    case CFT_BYTES: return cft_hash_bytes(value.as.text, value.length, seed);
    case CFT_UNDEFINED: return hash_mix(seed ^ 0x756e6465);
    case CFT_NAMESPACE: return hash_mix(seed ^ (uint64_t)(uintptr_t)value.as.names);
    case CFT_ITERATOR: return hash_mix(seed ^ (uint64_t)(uintptr_t)value.as.iterator);
    case CFT_FUNCTION: return hash_mix(seed ^ (uint64_t)(uintptr_t)value.as.function);
    case CFT_METHOD: return hash_mix(seed ^ (uint64_t)(uintptr_t)value.as.method->row);
    case CFT_OBJECT: return hash_mix(seed ^ (uint64_t)(uintptr_t)value.as.object);
    case CFT_VIEW: return hash_mix(seed ^ (uint64_t)(uintptr_t)value.as.view->dict);
    case CFT_RANGE: {
        const cft_range *range = value.as.range;
        uint64_t x = hash_mix(seed ^ (uint64_t)range->count);
        if (range->count > 0) x = hash_mix(x ^ (uint64_t)range->start);
        if (range->count > 1) x = hash_mix(x ^ (uint64_t)range->step);
        return x;
    }
    default: return 0;
    }
}

static chatfmt_status hash_refuse(cft_heap *heap, cft_value value)
{
    return cft_raise(heap, CHATFMT_TYPE, "unhashable type: '%s'", cft_type_name(value));
}

static bool hash_is_unhashable(cft_value value)
{
    /* Of the views only values() can be hashed: the others are sets. */
    return value.kind == CFT_LIST || value.kind == CFT_DICT ||
           (value.kind == CFT_VIEW && value.as.view->kind != CFT_VIEW_VALUES);
}

/* Tuples in tuples are walked with a stack of their own. */
/* Bytes that are hashed for a unit of fuel. */
#define HASH_UNIT 16u

static chatfmt_status hash_tuple(cft_heap *heap, cft_value tuple, uint64_t seed, uint64_t *out)
{
    cft_frames frames;
    uint64_t x = hash_mix(seed ^ 0x7475706c);
    CFT_TRY(cft_frames_begin(&frames, heap));
    CFT_TRY(cft_frames_push(&frames, tuple, tuple));
    while (frames.count) {
        cft_level *frame = cft_frames_top(&frames);
        const cft_list *list = frame->a.as.list;
        cft_value item;
        if (frame->index == list->count) {
            x = hash_mix(x ^ list->count) + 1;
            cft_frames_pop(&frames);
            continue;
        }
        item = list->items[frame->index++];
        CFT_TRY(cft_charge(heap, 2));
        if (item.kind == CFT_TUPLE) {
            CFT_TRY(cft_frames_push(&frames, item, item));
        } else {
            if (hash_is_unhashable(item)) return hash_refuse(heap, item);
            if (item.kind == CFT_STRING) CFT_TRY(cft_charge(heap, 1 + item.length / HASH_UNIT));
            x = hash_mix(hash_rotate(x, 5) ^ cft_hash_scalar(item, seed));
        }
    }
    cft_frames_end(&frames);
    *out = x;
    return CHATFMT_OK;
}

chatfmt_status cft_hash_seeded(cft_heap *heap, cft_value value, uint64_t seed, uint64_t *out)
{
    if (value.kind == CFT_TUPLE) return hash_tuple(heap, value, seed, out);
    if (hash_is_unhashable(value)) return hash_refuse(heap, value);
    if (value.kind == CFT_STRING || value.kind == CFT_BYTES || value.kind == CFT_BIGINT) {
        CFT_TRY(cft_charge(heap, 1 + value.length / HASH_UNIT));
    }
    *out = cft_hash_scalar(value, seed);
    return CHATFMT_OK;
}

chatfmt_status cft_hash(cft_heap *heap, cft_value value, uint64_t *out)
{
    return cft_hash_seeded(heap, value, (uint64_t)(uintptr_t)heap, out);
}
