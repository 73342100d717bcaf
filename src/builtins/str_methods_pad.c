/* builtins/str_methods_pad.c - str methods that widen a text: center, ljust, rjust, zfill,
 * expandtabs. CPython: unicode_center_impl and its neighbours.
 */
#include "base/utf8.h"
#include "builtins/arguments.h"
#include "builtins/markup.h"
#include "builtins/pad.h"
#include "builtins/tables.h"
#include "value/text.h"

/* The fill character of argument 2; length 0 when not given. Markup escapes it first, so that
 * "<" becomes four characters and is refused. */
static chatfmt_status pad_fill(cft_vm *vm, cft_args args, cft_slice *out)
{
    *out = CFT_LIT("");
    if (!cft_arg_given(args, 2)) return CHATFMT_OK;
    cft_value fill = args.at[2];
    if (cft_markup_is(args.at[0])) CFT_TRY(cft_markup_escape(vm, fill, &fill));
    if (fill.kind != CFT_STRING)
        return cft_vm_raise(vm, CHATFMT_TYPE,
                            "The fill character must be a unicode character, not %s",
                            cft_type_name(fill));
    *out = cft_text_of(fill);
    if (out->length == 0 || out->length != cft_utf8_width((unsigned char)out->data[0]))
        return cft_vm_raise(vm, CHATFMT_TYPE,
                            "The fill character must be exactly one character long");
    return CHATFMT_OK;
}

/* How many characters are missing to the width in argument 1; 0 when none. */
static chatfmt_status pad_missing(cft_vm *vm, cft_args args, int64_t *width, int64_t *missing)
{
    CFT_TRY(cft_want_index(vm, args.at[1], width));
    CFT_TRY(cft_charge_bytes(&vm->heap, args.at[0].length));
    int64_t count = (int64_t)cft_text_count(args.at[0]);
    *missing = *width > count ? *width - count : 0;
    return CHATFMT_OK;
}

chatfmt_status cft_method_str_ljust(cft_vm *vm, cft_args args, cft_value *out)
{
    int64_t width, missing;
    cft_slice fill;
    CFT_TRY(pad_missing(vm, args, &width, &missing));
    CFT_TRY(pad_fill(vm, args, &fill));
    return cft_pad_string(vm, args.at[0], 0, missing, fill.length ? &fill : NULL, out);
}

chatfmt_status cft_method_str_rjust(cft_vm *vm, cft_args args, cft_value *out)
{
    int64_t width, missing;
    cft_slice fill;
    CFT_TRY(pad_missing(vm, args, &width, &missing));
    CFT_TRY(pad_fill(vm, args, &fill));
    return cft_pad_string(vm, args.at[0], missing, 0, fill.length ? &fill : NULL, out);
}

/* The odd space is left when the width is odd, right when it is even. */
chatfmt_status cft_method_str_center(cft_vm *vm, cft_args args, cft_value *out)
{
    int64_t width, missing;
    cft_slice fill;
    CFT_TRY(pad_missing(vm, args, &width, &missing));
    CFT_TRY(pad_fill(vm, args, &fill));
    int64_t left = missing / 2 + (missing & width & 1);
    return cft_pad_string(vm, args.at[0], left, missing - left, fill.length ? &fill : NULL,
                          out);
}

/* zfill(width): zeros after the sign. */
chatfmt_status cft_method_str_zfill(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value text = args.at[0];
    int64_t width, missing;
    CFT_TRY(pad_missing(vm, args, &width, &missing));
    size_t sign = text.length && (text.as.text[0] == '+' || text.as.text[0] == '-');
    *out = text;
    if (!missing) return CHATFMT_OK;
    cft_builder b;
    CFT_TRY(cft_build(&b, &vm->heap, text.length));
    CFT_TRY(cft_build_copy(&b, text.as.text, sign));
    CFT_TRY(cft_pad_append(&b, missing, CFT_LIT("0")));
    CFT_TRY(cft_build_copy(&b, text.as.text + sign, text.length - sign));
    return cft_build_end(&b, text.flags & CFT_STR_MARKUP, out);
}

/* expandtabs(tabsize=8): columns count from the last "\n" or "\r". */
chatfmt_status cft_method_str_expandtabs(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value text = args.at[0];
    int64_t size;
    CFT_TRY(cft_want_int_or(vm, args, 1, 8, &size));
    CFT_TRY(cft_charge(&vm->heap, 1 + text.length / 16));
    *out = text;
    if (!text.length || !memchr(text.as.text, '\t', text.length)) return CHATFMT_OK;
    cft_builder b;
    CFT_TRY(cft_build(&b, &vm->heap, text.length));
    const char *from = text.as.text, *end = from + text.length;
    int64_t column = 0;
    for (const char *at = from; at < end;) {
        if (*at != '\t') {
            column = *at == '\n' || *at == '\r' ? 0 : column + 1;
            at += cft_utf8_width((unsigned char)*at);
            continue;
        }
        CFT_TRY(cft_build_copy(&b, from, (size_t)(at - from)));
        int64_t blanks = size > 0 ? size - column % size : 0;
        CFT_TRY(cft_pad_append(&b, blanks, CFT_LIT(" ")));
        column += blanks;
        from = ++at;
    }
    CFT_TRY(cft_build_copy(&b, from, (size_t)(end - from)));
    return cft_build_end(&b, text.flags & CFT_STR_MARKUP, out);
}
