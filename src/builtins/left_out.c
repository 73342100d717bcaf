/* builtins/left_out.c - in a build without builtins/rare/, what the tables name in its place: each
 * fails when it is called and says what is missing. The names stay known, so `is filter` and the
 * compiler answer as in a whole build.
 */
#include "builtins/filters.h"
#include "builtins/tables.h"

#ifdef CHATFMT_NO_RARE_BUILTINS

static chatfmt_status left_out(cft_vm *vm, const char *what)
{
    return cft_vm_raise(vm, CHATFMT_UNSUPPORTED,
                        "%s was left out of this build (CHATFMT_RARE_BUILTINS=OFF)", what);
}

#define LEFT_OUT(function, what)                                                               \
    chatfmt_status function(cft_vm *vm, cft_args args, cft_value *out)                         \
    {                                                                                          \
        (void)args;                                                                            \
        (void)out;                                                                             \
        return left_out(vm, what);                                                             \
    }
LEFT_OUT(cft_filter_urlize, "the filter urlize")
LEFT_OUT(cft_filter_wordwrap, "the filter wordwrap")
LEFT_OUT(cft_global_lipsum, "the function lipsum")
LEFT_OUT(cft_method_str_encode, "the method encode")
LEFT_OUT(cft_method_bytes_decode, "the method decode")
LEFT_OUT(cft_method_bytes_hex, "the method hex of bytes")
LEFT_OUT(cft_method_bytes_refused, "the methods of bytes")
LEFT_OUT(cft_method_int_to_bytes, "the method to_bytes")
LEFT_OUT(cft_method_int_from_bytes, "the method from_bytes")
#undef LEFT_OUT

chatfmt_status cft_pformat(cft_vm *vm, cft_value value, cft_value *out)
{
    (void)value;
    (void)out;
    return left_out(vm, "the filter pprint");
}

chatfmt_status cft_markup_unescape(cft_vm *vm, cft_value text, cft_value *out)
{
    *out = text;
    out->flags &= (uint8_t)~CFT_STR_MARKUP;
    if (!text.length || !memchr(text.as.text, '&', text.length)) return CHATFMT_OK;
    return left_out(vm, "html.unescape, for texts with '&' in striptags and unescape,");
}

#endif
