/* builtins/str_methods_case.c - str methods that change case or ask what a text is made of:
 * lower, title, isalnum, istitle and so on. CPython: unicode_isalnum_impl and its neighbours.
 */
#include "base/unicode.h"
#include "base/utf8.h"
#include "builtins/markup.h"
#include "builtins/tables.h"
#include "value/text.h"

static chatfmt_status case_change(cft_vm *vm, cft_args args, cft_case how, cft_value *out)
{
    CFT_TRY(cft_text_case(&vm->heap, args.at[0], how, out));
    *out = cft_markup_like(*out, args.at[0]);
    return CHATFMT_OK;
}

chatfmt_status cft_method_str_lower(cft_vm *vm, cft_args args, cft_value *out)
{
    return case_change(vm, args, CFT_LOWER, out);
}

chatfmt_status cft_method_str_upper(cft_vm *vm, cft_args args, cft_value *out)
{
    return case_change(vm, args, CFT_UPPER, out);
}

chatfmt_status cft_method_str_title(cft_vm *vm, cft_args args, cft_value *out)
{
    return case_change(vm, args, CFT_TITLE, out);
}

chatfmt_status cft_method_str_capitalize(cft_vm *vm, cft_args args, cft_value *out)
{
    return case_change(vm, args, CFT_CAPITALIZE, out);
}

chatfmt_status cft_method_str_swapcase(cft_vm *vm, cft_args args, cft_value *out)
{
    return case_change(vm, args, CFT_SWAP, out);
}

chatfmt_status cft_method_str_casefold(cft_vm *vm, cft_args args, cft_value *out)
{
    return case_change(vm, args, CFT_FOLD, out);
}

/* Asking the tables about a character costs much more than copying it. */
static chatfmt_status case_charge(cft_vm *vm, size_t bytes)
{
    return cft_charge(&vm->heap, 1 + bytes);
}

/* True when every code point has the property; `empty` is the answer for "". */
static chatfmt_status case_all(cft_vm *vm, cft_args args, bool (*has)(uint32_t), bool empty,
                               cft_value *out)
{
    cft_slice text = cft_text_of(args.at[0]);
    CFT_TRY(case_charge(vm, text.length));
    bool result = text.length ? true : empty;
    for (const char *at = text.data, *end = at + text.length; result && at < end;)
        result = has(cft_utf8_next(&at));
    *out = cft_bool(result);
    return CHATFMT_OK;
}

chatfmt_status cft_method_str_isalnum(cft_vm *vm, cft_args args, cft_value *out)
{
    return case_all(vm, args, cft_is_alnum, false, out);
}

chatfmt_status cft_method_str_isalpha(cft_vm *vm, cft_args args, cft_value *out)
{
    return case_all(vm, args, cft_is_alpha, false, out);
}

chatfmt_status cft_method_str_isdecimal(cft_vm *vm, cft_args args, cft_value *out)
{
    return case_all(vm, args, cft_is_decimal, false, out);
}

chatfmt_status cft_method_str_isdigit(cft_vm *vm, cft_args args, cft_value *out)
{
    return case_all(vm, args, cft_is_digit, false, out);
}

chatfmt_status cft_method_str_isnumeric(cft_vm *vm, cft_args args, cft_value *out)
{
    return case_all(vm, args, cft_is_numeric, false, out);
}

chatfmt_status cft_method_str_isspace(cft_vm *vm, cft_args args, cft_value *out)
{
    return case_all(vm, args, cft_is_space, false, out);
}

chatfmt_status cft_method_str_isprintable(cft_vm *vm, cft_args args, cft_value *out)
{
    return case_all(vm, args, cft_is_printable, true, out);
}

static bool case_is_ascii(uint32_t code)
{
    return code < 0x80;
}

chatfmt_status cft_method_str_isascii(cft_vm *vm, cft_args args, cft_value *out)
{
    return case_all(vm, args, case_is_ascii, true, out);
}

chatfmt_status cft_method_str_isidentifier(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_slice text = cft_text_of(args.at[0]);
    CFT_TRY(case_charge(vm, text.length));
    const char *at = text.data, *end = at + text.length;
    bool result = at < end && cft_is_identifier_start(cft_utf8_next(&at));
    while (result && at < end)
        result = cft_is_identifier_continue(cft_utf8_next(&at));
    *out = cft_bool(result);
    return CHATFMT_OK;
}

/* islower and isupper: something has the case and nothing has another. */
static chatfmt_status case_only(cft_vm *vm, cft_args args, bool (*wanted)(uint32_t),
                                bool (*other)(uint32_t), cft_value *out)
{
    cft_slice text = cft_text_of(args.at[0]);
    CFT_TRY(case_charge(vm, text.length));
    bool found = false, clean = true;
    for (const char *at = text.data, *end = at + text.length; clean && at < end;) {
        uint32_t code = cft_utf8_next(&at);
        clean = !other(code) && !cft_is_title(code);
        found = found || wanted(code);
    }
    *out = cft_bool(found && clean);
    return CHATFMT_OK;
}

chatfmt_status cft_method_str_islower(cft_vm *vm, cft_args args, cft_value *out)
{
    return case_only(vm, args, cft_is_lower, cft_is_upper, out);
}

chatfmt_status cft_method_str_isupper(cft_vm *vm, cft_args args, cft_value *out)
{
    return case_only(vm, args, cft_is_upper, cft_is_lower, out);
}

/* istitle: upper and title case only at the beginning of a word, lower case only inside. */
chatfmt_status cft_method_str_istitle(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_slice text = cft_text_of(args.at[0]);
    CFT_TRY(case_charge(vm, text.length));
    bool found = false, in_word = false;
    *out = cft_bool(false);
    for (const char *at = text.data, *end = at + text.length; at < end;) {
        uint32_t code = cft_utf8_next(&at);
        bool begins = cft_is_upper(code) || cft_is_title(code);
        bool goes_on = !begins && cft_is_lower(code);
        if ((begins && in_word) || (goes_on && !in_word)) return CHATFMT_OK;
        in_word = begins || goes_on;
        found = found || in_word;
    }
    *out = cft_bool(found);
    return CHATFMT_OK;
}
