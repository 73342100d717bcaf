/* builtins/arguments.c - reading arguments as CPython's own functions do. */
#include "builtins/arguments.h"

chatfmt_status cft_arg_int_or(cft_vm *vm, cft_args args, size_t i, int64_t absent, int64_t *out)
{
    return cft_want_index_or(vm, args, i, absent, out);
}

chatfmt_status cft_want_str(cft_vm *vm, cft_value value, const char *where, cft_slice *out)
{
    if (value.kind == CFT_STRING) {
        *out = cft_text_of(value);
        return CHATFMT_OK;
    }
    return cft_vm_raise(vm, CHATFMT_TYPE, "%s must be str, not %s", where,
                        value.kind == CFT_NONE ? "None" : cft_type_name(value));
}

chatfmt_status cft_want_index(cft_vm *vm, cft_value value, int64_t *out)
{
    if (cft_is_integral(value)) {
        *out = cft_integer_of(value);
        return CHATFMT_OK;
    }
    if (value.kind == CFT_BIGINT)
        return cft_vm_raise(vm, CHATFMT_OVERFLOW,
                            "Python int too large to convert to C ssize_t");
    return cft_vm_raise(vm, CHATFMT_TYPE, "'%s' object cannot be interpreted as an integer",
                        cft_type_name(value));
}

chatfmt_status cft_want_index_or(cft_vm *vm, cft_args args, size_t i, int64_t absent,
                                 int64_t *out)
{
    if (cft_arg_given(args, i)) return cft_want_index(vm, args.at[i], out);
    *out = absent;
    return CHATFMT_OK;
}

chatfmt_status cft_want_int_or(cft_vm *vm, cft_args args, size_t i, int64_t absent,
                               int64_t *out)
{
    CFT_TRY(cft_want_index_or(vm, args, i, absent, out));
    if (*out > INT32_MAX || *out < INT32_MIN)
        return cft_vm_raise(vm, CHATFMT_OVERFLOW, "Python int too large to convert to C int");
    return CHATFMT_OK;
}

chatfmt_status cft_want_bound(cft_vm *vm, cft_args args, size_t i, int64_t absent, int64_t *out)
{
    if (!cft_arg_some(args, i)) {
        *out = absent;
        return CHATFMT_OK;
    }
    cft_value value = args.at[i];
    if (cft_is_integral(value)) {
        *out = cft_integer_of(value);
        return CHATFMT_OK;
    }
    if (value.kind == CFT_BIGINT) {
        *out = value.as.text[0] == '-' ? -INT64_MAX : INT64_MAX;
        return CHATFMT_OK;
    }
    return cft_vm_raise(vm, CHATFMT_TYPE,
                        "slice indices must be integers or None or have an __index__ method");
}

void cft_adjust_bounds(int64_t length, int64_t *begin, int64_t *end)
{
    if (*end > length) *end = length;
    if (*end < 0) *end = *end < -length ? 0 : *end + length;
    if (*begin < 0) *begin = *begin < -length ? 0 : *begin + length;
}
