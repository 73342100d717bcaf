/* builtins/rare/integer_bytes.c - int.to_bytes and int.from_bytes. */
#include "builtins/arguments.h"
#include "builtins/format_spec.h"
#include "builtins/number_text.h"
#include "builtins/pad.h"
#include "builtins/tables.h"
#include "value/iterate.h"
#include "value/list.h"

/* byteorder='big' in argument 2 and the keyword signed=False. */
static chatfmt_status octets_order(cft_vm *vm, cft_args args, bool *big, bool *is_signed)
{
    *big = true;
    *is_signed = false;
    if (cft_arg_given(args, 2)) {
        cft_slice order;
        CFT_TRY(cft_want_str(vm, args.at[2], "argument 'byteorder'", &order));
        *big = cft_slice_equal(order, CFT_LIT("big"));
        if (!*big && !cft_slice_equal(order, CFT_LIT("little")))
            return cft_vm_raise(vm, CHATFMT_VALUE,
                                "byteorder must be either 'little' or 'big'");
    }
    for (size_t i = 0; i < args.named_count; i++) {
        if (!cft_slice_equal(cft_text_of(args.names[i]), CFT_LIT("signed")))
            return cft_vm_raise(vm, CHATFMT_TYPE, "'%.*s' is an invalid keyword argument",
                                (int)args.names[i].length, args.names[i].as.text);
        *is_signed = cft_truth(args.named[i]);
    }
    return CHATFMT_OK;
}

static void octets_turn_round(unsigned char *bytes, size_t length)
{
    for (size_t i = 0, j = length; i + 1 < j; i++) {
        unsigned char swap = bytes[i];
        bytes[i] = bytes[--j];
        bytes[j] = swap;
    }
}

static void octets_negate(unsigned char *little, size_t length)
{
    unsigned carry = 1;
    for (size_t i = 0; i < length; i++) {
        carry += (unsigned char)~little[i];
        little[i] = (unsigned char)carry;
        carry >>= 8;
    }
}

/* Hexadecimal digits to `length` bytes, lowest first; false when they do not fit. */
static bool octets_fill(cft_slice digits, unsigned char *little, size_t length)
{
    if (length) memset(little, 0, length);
    for (size_t i = 0; i < digits.length; i++) {
        char c = digits.data[digits.length - 1 - i];
        unsigned value = (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
        if (value == 0) continue;
        if (i / 2 >= length) return false;
        little[i / 2] |= (unsigned char)(value << (i % 2 * 4));
    }
    return true;
}

/* to_bytes(length=1, byteorder='big', *, signed=False). CPython: int_to_bytes_impl */
chatfmt_status cft_method_int_to_bytes(cft_vm *vm, cft_args args, cft_value *out)
{
    int64_t length;
    bool big, is_signed, negative;
    cft_slice digits;
    void *room;
    CFT_TRY(cft_want_index_or(vm, args, 1, 1, &length));
    CFT_TRY(octets_order(vm, args, &big, &is_signed));
    if (length < 0)
        return cft_vm_raise(vm, CHATFMT_VALUE, "length argument must be non-negative");
    CFT_TRY(cft_pad_allowed(&vm->heap, (uint64_t)length));
    CFT_TRY(cft_integer_digits(&vm->heap, args.at[0], 16, &negative, &digits));
    if (negative && !is_signed)
        return cft_vm_raise(vm, CHATFMT_OVERFLOW, "can't convert negative int to unsigned");
    CFT_TRY(cft_heap_take(&vm->heap, (size_t)length, &room));
    unsigned char *bytes = room;
    bool fits = octets_fill(digits, bytes, (size_t)length);
    if (negative) octets_negate(bytes, (size_t)length);
    /* With a sign the highest bit must tell it. */
    bool top = length > 0 && bytes[length - 1] >> 7;
    bool zero = digits.length == 1 && digits.data[0] == '0';
    if (!fits || (is_signed && !zero && top != negative))
        return cft_vm_raise(vm, CHATFMT_OVERFLOW, "int too big to convert");
    if (big) octets_turn_round(bytes, (size_t)length);
    CFT_TRY(cft_new_from(&vm->heap, room, (size_t)length, args.at[0], out));
    out->kind = CFT_BYTES;
    out->flags = 0;
    return CHATFMT_OK;
}

/* from_bytes(bytes, byteorder='big', *, signed=False), up to 64 bits (docs/compatibility.md).
 */
chatfmt_status cft_method_int_from_bytes(cft_vm *vm, cft_args args, cft_value *out)
{
    bool big, is_signed;
    cft_value list;
    CFT_TRY(octets_order(vm, args, &big, &is_signed));
    if (args.at[1].kind == CFT_STRING)
        return cft_vm_raise(vm, CHATFMT_TYPE, "cannot convert 'str' object to bytes");
    CFT_TRY(cft_to_list(&vm->heap, args.at[1], CFT_LIST, &list));
    uint64_t number = 0;
    size_t count = list.as.list->count;
    uint64_t first = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t octet;
        CFT_TRY(cft_want_index(vm, list.as.list->items[big ? i : count - 1 - i], &octet));
        if (octet < 0 || octet > 255)
            return cft_vm_raise(vm, CHATFMT_VALUE, "bytes must be in range(0, 256)");
        if (number >> 56)
            return cft_vm_raise(vm, CHATFMT_UNSUPPORTED,
                                "integers of more than 64 bits are not made from bytes");
        if (i == 0) first = (uint64_t)octet;
        number = number << 8 | (uint64_t)octet;
    }
    bool negative = is_signed && count > 0 && first >> 7;
    if (negative && count < 8) number = ((uint64_t)1 << (8 * count)) - number;
    if (negative && count >= 8) number = 0 - number;
    CFT_TRY(cft_int_of_magnitude(&vm->heap, negative, number, out));
    /* A class method: bool makes a bool. */
    if (args.at[0].kind == CFT_BOOL) *out = cft_bool(number != 0);
    return CHATFMT_OK;
}
