/* vm/big_integer.c - integers as long as limits.integer_digits allows.
 *
 * A big integer is decimal text, since printing is what usually happens to it. To compute, it is
 * read into limbs of nine digits. Memory comes from the heap and fuel is paid per product of two
 * limbs, so that no template can make this expensive.
 */
#include "vm/big_integer.h"

#include "base/number.h"
#include "lang/ast.h"
#include "value/builder.h"

#define BIG_BASE 1000000000u
#define BIG_DIGITS 9u

typedef struct big_number {
    bool negative;
    size_t count;   /* limbs in use, the highest is not 0; zero has none */
    uint32_t *limb; /* the lowest first */
} big_number;

static void big_trim(big_number *n)
{
    while (n->count && n->limb[n->count - 1] == 0) n->count--;
    if (n->count == 0) n->negative = false;
}

static chatfmt_status big_new(cft_vm *vm, size_t count, big_number *out)
{
    void *place;
    CFT_TRY(cft_heap_array(&vm->heap, count ? count : 1, sizeof(uint32_t), &place));
    *out = (big_number){.count = count, .limb = place};
    memset(out->limb, 0, (count ? count : 1) * sizeof(uint32_t));
    return CHATFMT_OK;
}

static chatfmt_status big_read(cft_vm *vm, cft_value value, big_number *out)
{
    char digits[CFT_NUMBER_ROOM];
    const char *text = value.as.text;
    size_t length = value.length, at = 0;
    bool negative;
    if (value.kind != CFT_BIGINT) {
        length = cft_int_to_text(cft_integer_of(value), digits);
        text = digits;
    }
    negative = length && text[0] == '-';
    if (negative) {
        text++;
        length--;
    }
    CFT_TRY(cft_charge_bytes(&vm->heap, length));
    CFT_TRY(big_new(vm, (length + BIG_DIGITS - 1) / BIG_DIGITS, out));
    out->negative = negative;
    while (length) {
        size_t begin = length > BIG_DIGITS ? length - BIG_DIGITS : 0;
        uint32_t limb = 0;
        for (size_t i = begin; i < length; i++) limb = limb * 10 + (uint32_t)(text[i] - '0');
        out->limb[at++] = limb;
        length = begin;
    }
    big_trim(out);
    return CHATFMT_OK;
}

/* CPython: the words of int.__str__ beyond sys.get_int_max_str_digits(). */
static chatfmt_status big_too_long(cft_vm *vm)
{
    return cft_vm_raise(vm, CHATFMT_VALUE,
                        "Exceeds the limit (%u digits) for integer string conversion; use "
                        "sys.set_int_max_str_digits() to increase the limit",
                        (unsigned)vm->heap.limits.integer_digits);
}

/* An INT where it fits, else decimal text. */
static chatfmt_status big_write(cft_vm *vm, const big_number *n, cft_value *out)
{
    size_t room = n->count * BIG_DIGITS + 2, at = room, first;
    char *text;
    void *place;
    int64_t small;
    CFT_TRY(cft_heap_take(&vm->heap, room, &place));
    text = place;
    for (size_t i = 0; i < n->count; i++) {
        uint32_t limb = n->limb[i];
        for (unsigned digit = 0; digit < BIG_DIGITS; digit++, limb /= 10)
            text[--at] = (char)('0' + limb % 10);
    }
    while (at < room && text[at] == '0') at++;
    if (at == room) text[--at] = '0';
    if (room - at > vm->heap.limits.integer_digits) return big_too_long(vm);
    first = at;
    if (n->negative) text[--first] = '-';
    if (cft_int_from_text(text + first, room - first, &small)) {
        *out = cft_int(small);
        return CHATFMT_OK;
    }
    /* Digits are the engine's own bytes, also where spans tell who wrote what. */
    CFT_TRY(cft_new_fresh(&vm->heap, text + first, room - first, out));
    out->kind = CFT_BIGINT;
    return CHATFMT_OK;
}

static int big_compare(const big_number *a, const big_number *b)
{
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (size_t i = a->count; i-- > 0;)
        if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

/* |a| + |b| */
static chatfmt_status big_add(cft_vm *vm, const big_number *a, const big_number *b,
                              big_number *out)
{
    size_t count = (a->count > b->count ? a->count : b->count) + 1;
    uint32_t carry = 0;
    CFT_TRY(big_new(vm, count, out));
    for (size_t i = 0; i < count; i++) {
        uint32_t sum = carry + (i < a->count ? a->limb[i] : 0) + (i < b->count ? b->limb[i] : 0);
        carry = sum >= BIG_BASE;
        out->limb[i] = carry ? sum - BIG_BASE : sum;
    }
    big_trim(out);
    return CHATFMT_OK;
}

/* |a| - |b|, where |a| is not the smaller one */
static chatfmt_status big_subtract(cft_vm *vm, const big_number *a, const big_number *b,
                                   big_number *out)
{
    uint32_t borrow = 0;
    CFT_TRY(big_new(vm, a->count, out));
    for (size_t i = 0; i < a->count; i++) {
        uint32_t take = borrow + (i < b->count ? b->limb[i] : 0);
        borrow = a->limb[i] < take;
        out->limb[i] = a->limb[i] + (borrow ? BIG_BASE : 0) - take;
    }
    big_trim(out);
    return CHATFMT_OK;
}

static chatfmt_status big_sum(cft_vm *vm, const big_number *a, const big_number *b,
                              big_number *out)
{
    bool negative = a->negative;
    if (a->negative == b->negative) {
        CFT_TRY(big_add(vm, a, b, out));
    } else if (big_compare(a, b) >= 0) {
        CFT_TRY(big_subtract(vm, a, b, out));
    } else {
        CFT_TRY(big_subtract(vm, b, a, out));
        negative = b->negative;
    }
    out->negative = negative && out->count;
    return CHATFMT_OK;
}

static chatfmt_status big_multiply(cft_vm *vm, const big_number *a, const big_number *b,
                                   big_number *out)
{
    if ((a->count + b->count) * BIG_DIGITS >
        (size_t)vm->heap.limits.integer_digits + 3 * BIG_DIGITS)
        return big_too_long(vm);
    CFT_TRY(cft_charge(&vm->heap, 2 + (uint64_t)a->count * b->count / 5));
    CFT_TRY(big_new(vm, a->count + b->count, out));
    for (size_t i = 0; i < a->count; i++) {
        uint64_t carry = 0;
        for (size_t j = 0; j < b->count; j++) {
            carry += (uint64_t)a->limb[i] * b->limb[j] + out->limb[i + j];
            out->limb[i + j] = (uint32_t)(carry % BIG_BASE);
            carry /= BIG_BASE;
        }
        out->limb[i + b->count] = (uint32_t)carry;
    }
    big_trim(out);
    out->negative = out->count && a->negative != b->negative;
    return CHATFMT_OK;
}

/* n = n * factor; there is room for one limb more. Returns what n was divided by before. */
static void big_scale(big_number *n, uint32_t factor)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < n->count; i++) {
        carry += (uint64_t)n->limb[i] * factor;
        n->limb[i] = (uint32_t)(carry % BIG_BASE);
        carry /= BIG_BASE;
    }
    if (carry) n->limb[n->count++] = (uint32_t)carry;
}

/* n = n / divisor; returns the rest. */
static uint32_t big_shrink(big_number *n, uint32_t divisor)
{
    uint64_t rest = 0;
    for (size_t i = n->count; i-- > 0;) {
        rest = rest * BIG_BASE + n->limb[i];
        n->limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    big_trim(n);
    return (uint32_t)rest;
}

/* One digit of the quotient: u[at ..] -= q * v. Knuth, volume 2, algorithm D, steps D3 to D6. */
static uint32_t big_divide_step(uint32_t *u, const big_number *v)
{
    size_t n = v->count;
    uint64_t top = (uint64_t)u[n] * BIG_BASE + u[n - 1], q = top / v->limb[n - 1],
             rest = top % v->limb[n - 1], carry = 0;
    int64_t borrow = 0;
    while (q >= BIG_BASE || q * v->limb[n - 2] > rest * BIG_BASE + u[n - 2]) {
        q--;
        rest += v->limb[n - 1];
        if (rest >= BIG_BASE) break;
    }
    for (size_t i = 0; i < n; i++) {
        carry += q * v->limb[i];
        borrow += (int64_t)u[i] - (int64_t)(carry % BIG_BASE);
        carry /= BIG_BASE;
        u[i] = (uint32_t)(borrow < 0 ? borrow + BIG_BASE : borrow);
        borrow = borrow < 0 ? -1 : 0;
    }
    borrow += (int64_t)u[n] - (int64_t)carry;
    u[n] = (uint32_t)(borrow < 0 ? borrow + BIG_BASE : borrow);
    if (borrow >= 0) return (uint32_t)q;
    carry = 0;
    for (size_t i = 0; i < n; i++) {
        carry += (uint64_t)u[i] + v->limb[i];
        u[i] = (uint32_t)(carry % BIG_BASE);
        carry /= BIG_BASE;
    }
    u[n] = (uint32_t)((u[n] + carry) % BIG_BASE);
    return (uint32_t)(q - 1);
}

/* |a| = |b| * quotient + rest */
static chatfmt_status big_divide(cft_vm *vm, const big_number *a, const big_number *b,
                                 big_number *quotient, big_number *rest)
{
    big_number divisor;
    uint32_t factor;
    CFT_TRY(cft_charge(&vm->heap, 2 + (uint64_t)a->count * b->count / 5));
    CFT_TRY(big_new(vm, a->count + 2, rest));
    memcpy(rest->limb, a->limb, a->count * sizeof *a->limb);
    rest->count = a->count;
    if (big_compare(a, b) < 0) return big_new(vm, 0, quotient);
    CFT_TRY(big_new(vm, a->count - b->count + 1, quotient));
    if (b->count == 1) {
        uint32_t last = big_shrink(rest, b->limb[0]);
        memcpy(quotient->limb, rest->limb, rest->count * sizeof *rest->limb);
        big_trim(quotient);
        rest->limb[0] = last;
        rest->count = 1;
        big_trim(rest);
        return CHATFMT_OK;
    }
    CFT_TRY(big_new(vm, b->count + 1, &divisor));
    memcpy(divisor.limb, b->limb, b->count * sizeof *b->limb);
    divisor.count = b->count;
    factor = BIG_BASE / (b->limb[b->count - 1] + 1);
    big_scale(&divisor, factor);
    big_scale(rest, factor);
    rest->limb[rest->count] = 0;
    for (size_t at = quotient->count; at-- > 0;)
        quotient->limb[at] = big_divide_step(rest->limb + at, &divisor);
    rest->count = b->count;
    big_trim(rest);
    (void)big_shrink(rest, factor);
    big_trim(quotient);
    return CHATFMT_OK;
}

/* // and %: the rest has the sign of the divisor. */
static chatfmt_status big_floor(cft_vm *vm, int operation, const big_number *a,
                                const big_number *b, big_number *out)
{
    uint32_t one_limb = 1;
    big_number one = {.count = 1, .limb = &one_limb}, quotient, rest, adjusted;
    bool opposite = a->negative != b->negative;
    if (!b->count)
        return cft_vm_raise(vm, CHATFMT_ZERO_DIVISION, "%s",
                            operation == CFT_MOD ? "integer modulo by zero"
                                                 : "integer division or modulo by zero");
    CFT_TRY(big_divide(vm, a, b, &quotient, &rest));
    if (operation == CFT_FLOORDIV) {
        if (opposite && rest.count) {
            CFT_TRY(big_add(vm, &quotient, &one, &adjusted));
            quotient = adjusted;
        }
        quotient.negative = opposite && quotient.count;
        *out = quotient;
        return CHATFMT_OK;
    }
    if (opposite && rest.count) {
        CFT_TRY(big_subtract(vm, b, &rest, &adjusted));
        rest = adjusted;
    }
    rest.negative = b->negative && rest.count;
    *out = rest;
    return CHATFMT_OK;
}

static chatfmt_status big_power(cft_vm *vm, big_number base, cft_value exponent, big_number *out)
{
    uint64_t times;
    CFT_TRY(big_new(vm, 1, out));
    out->limb[0] = 1;
    if (exponent.kind == CFT_BIGINT) {
        /* Only 0, 1 and -1 have such powers. */
        bool odd = ((exponent.as.text[exponent.length - 1] - '0') & 1) != 0;
        if (base.count > 1 || (base.count == 1 && base.limb[0] != 1)) return big_too_long(vm);
        if (base.count == 0) out->count = 0;
        out->negative = base.negative && odd && out->count;
        return CHATFMT_OK;
    }
    times = (uint64_t)cft_integer_of(exponent);
    while (times) {
        big_number product;
        if (times & 1) {
            CFT_TRY(big_multiply(vm, out, &base, &product));
            *out = product;
        }
        times >>= 1;
        if (!times) break;
        CFT_TRY(big_multiply(vm, &base, &base, &product));
        base = product;
    }
    return CHATFMT_OK;
}

chatfmt_status cft_big_binary(cft_vm *vm, int operation, cft_value a, cft_value b, cft_value *out)
{
    big_number left, right, result;
    CFT_TRY(big_read(vm, a, &left));
    CFT_TRY(big_read(vm, b, &right));
    switch (operation) {
    case CFT_SUB:
        right.negative = right.count && !right.negative;
        CFT_TRY(big_sum(vm, &left, &right, &result));
        break;
    case CFT_ADD: CFT_TRY(big_sum(vm, &left, &right, &result)); break;
    case CFT_MUL: CFT_TRY(big_multiply(vm, &left, &right, &result)); break;
    case CFT_POW: CFT_TRY(big_power(vm, left, b, &result)); break;
    default: CFT_TRY(big_floor(vm, operation, &left, &right, &result)); break;
    }
    return big_write(vm, &result, out);
}

chatfmt_status cft_big_double(cft_vm *vm, cft_value a, double *out)
{
    bool negative;
    if (a.kind != CFT_BIGINT) {
        *out = (double)cft_integer_of(a);
        return CHATFMT_OK;
    }
    negative = a.as.text[0] == '-';
    *out = cft_float_from_text(a.as.text + negative, a.length - negative);
    if (*out - *out != 0.0)
        return cft_vm_raise(vm, CHATFMT_OVERFLOW, "int too large to convert to float");
    if (negative) *out = -*out;
    return CHATFMT_OK;
}

/* The quotient's leading digits decide its double: 60 and more of them, with a 1 after where
 * something is left over. */
chatfmt_status cft_big_divide(cft_vm *vm, cft_value a, cft_value b, cft_value *out)
{
    big_number left, right, scaled, quotient, rest;
    size_t shift, length, digits_at;
    cft_value digits;
    char *text;
    void *place;
    CFT_TRY(big_read(vm, a, &left));
    CFT_TRY(big_read(vm, b, &right));
    if (!right.count) return cft_vm_raise(vm, CHATFMT_ZERO_DIVISION, "division by zero");
    shift = right.count + 8 > left.count ? right.count + 8 - left.count : 0;
    CFT_TRY(big_new(vm, left.count + shift, &scaled));
    memcpy(scaled.limb + shift, left.limb, left.count * sizeof *left.limb);
    big_trim(&scaled);
    CFT_TRY(big_divide(vm, &scaled, &right, &quotient, &rest));
    quotient.negative = false;
    CFT_TRY(big_write(vm, &quotient, &digits));
    CFT_TRY(cft_heap_take(&vm->heap, digits.length + 2 * CFT_NUMBER_ROOM, &place));
    text = place;
    if (digits.kind == CFT_BIGINT) {
        length = digits.length;
        memcpy(text, digits.as.text, length);
    } else {
        length = cft_int_to_text(digits.as.integer, text);
    }
    if (shift || rest.count) { /* d…d.1e-N, a point first so that the 1 counts for little */
        text[length++] = '.';
        text[length++] = rest.count ? '1' : '0';
        text[length++] = 'e';
        text[length++] = '-';
        digits_at = cft_int_to_text((int64_t)(shift * BIG_DIGITS), text + length);
        length += digits_at;
    }
    out->as.real = cft_float_from_text(text, length);
    if (out->as.real - out->as.real != 0.0)
        return cft_vm_raise(vm, CHATFMT_OVERFLOW,
                            "integer division result too large for a float");
    *out = cft_float(left.negative != right.negative ? -out->as.real : out->as.real);
    return CHATFMT_OK;
}
