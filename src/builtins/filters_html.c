/* builtins/filters_html.c - the filters for HTML and addresses: escape, forceescape, safe,
 * striptags, urlencode, xmlattr. urlize has a file of its own.
 */
#include "builtins/filters.h"
#include "builtins/tables.h"

#include "base/utf8.h"
#include "value/dict.h"
#include "value/repr.h"

/* escape, e. Source: markupsafe.escape. */
chatfmt_status cft_filter_escape(cft_vm *vm, cft_args args, cft_value *out)
{
    return cft_markup_escape(vm, args.at[0], out);
}

/* forceescape: Markup is escaped again. Jinja: do_forceescape. */
chatfmt_status cft_filter_forceescape(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value text;
    CFT_TRY(cft_plain_str(vm, args.at[0], &text));
    return cft_markup_escape(vm, text, out);
}

/* safe: the text as Markup. Jinja: do_mark_safe. */
chatfmt_status cft_filter_safe(cft_vm *vm, cft_args args, cft_value *out)
{
    CFT_TRY(cft_to_str(&vm->heap, args.at[0], out));
    out->flags |= CFT_STR_MARKUP;
    return CHATFMT_OK;
}

/* striptags. Jinja: do_striptags. */
chatfmt_status cft_filter_striptags(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value text;
    CFT_TRY(cft_plain_str(vm, args.at[0], &text));
    return cft_markup_striptags(vm, text, out);
}

static bool quote_is_safe(unsigned char c, bool query)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_' || c == '.' || c == '-' || c == '~' || (c == '/' && !query);
}

/* Append the bytes, those not safe as %XX; in a query a space is a plus. Python:
 * urllib.parse.quote_from_bytes; Jinja: url_quote. */
static chatfmt_status quote_bytes(cft_builder *b, cft_slice text, bool query)
{
    static const char digits[] = "0123456789ABCDEF";
    for (size_t i = 0; i < text.length;) {
        size_t begin = i;
        while (i < text.length && quote_is_safe((unsigned char)text.data[i], query))
            i++;
        if (i > begin) CFT_TRY(cft_build_copy(b, text.data + begin, i - begin));
        if (i == text.length) break;
        unsigned char c = (unsigned char)text.data[i];
        const char quoted[3] = {'%', digits[c >> 4], digits[c & 15]};
        if (c == ' ' && query)
            CFT_TRY(cft_build_derived(b, "+", 1, text.data + i, 1));
        else
            CFT_TRY(cft_build_derived(b, quoted, 3, text.data + i, 1));
        i++;
    }
    return CHATFMT_OK;
}

static chatfmt_status quote_value(cft_vm *vm, cft_builder *b, cft_value value, bool query)
{
    if (value.kind == CFT_BYTES) return quote_bytes(b, cft_text_of(value), query);
    CFT_TRY(cft_plain_str(vm, value, &value));
    CFT_TRY(cft_charge_text(vm, value.length));
    if (cft_utf8_has_surrogate(value.as.text, value.length)) {
        return cft_vm_raise(vm, CHATFMT_VALUE,
                            "'utf-8' codec can't encode characters: surrogates not allowed");
    }
    return quote_bytes(b, cft_text_of(value), query);
}

/* The two parts of a pair, as `k, v = pair` takes it apart. */
static chatfmt_status quote_unpack(cft_vm *vm, cft_value pair, cft_value parts[2])
{
    cft_walk walk;
    chatfmt_status status = cft_walk_begin(&vm->heap, pair, &walk);
    if (status == CHATFMT_TYPE) {
        return cft_vm_raise(vm, CHATFMT_TYPE, "cannot unpack non-iterable %s object",
                            cft_type_name(pair));
    }
    CFT_TRY(status);
    for (int i = 0; i < 3; i++) {
        bool more;
        cft_value item;
        CFT_TRY(cft_walk_next(&walk, &item, &more));
        if (more && i < 2) parts[i] = item;
        if (!more && i < 2) {
            return cft_vm_raise(vm, CHATFMT_VALUE,
                                "not enough values to unpack (expected 2, got %d)", i);
        }
        if (more && i == 2) {
            return cft_vm_raise(vm, CHATFMT_VALUE, "too many values to unpack (expected 2)");
        }
    }
    return CHATFMT_OK;
}

static chatfmt_status quote_pair(cft_vm *vm, cft_builder *b, cft_value key, cft_value value)
{
    if (b->length) CFT_TRY(cft_build_fresh(b, "&", 1));
    CFT_TRY(quote_value(vm, b, key, true));
    CFT_TRY(cft_build_fresh(b, "=", 1));
    return quote_value(vm, b, value, true);
}

/* The kinds that Python would iterate rather than quote as text. */
static bool quote_is_iterable(cft_value value)
{
    switch ((cft_kind)value.kind) {
    case CFT_UNDEFINED:
    case CFT_BYTES:
    case CFT_LIST:
    case CFT_TUPLE:
    case CFT_RANGE:
    case CFT_VIEW:
    case CFT_ITERATOR: return true;
    default: return false;
    }
}

/* urlencode: a string as part of a path, a dict or pairs as a query. Jinja: do_urlencode. */
chatfmt_status cft_filter_urlencode(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value value = args.at[0];
    cft_builder b;
    CFT_TRY(cft_build(&b, &vm->heap, 64));
    if (value.kind == CFT_DICT) {
        const cft_dict *dict = value.as.dict;
        for (uint32_t i = 0; i < dict->count; i++) {
            CFT_TRY(cft_charge(&vm->heap, 1));
            CFT_TRY(quote_pair(vm, &b, dict->entries[i].key, dict->entries[i].value));
        }
        return cft_build_end(&b, 0, out);
    }
    if (!quote_is_iterable(value)) {
        CFT_TRY(quote_value(vm, &b, value, false));
        return cft_build_end(&b, 0, out);
    }
    cft_walk walk;
    CFT_TRY(cft_walk_begin(&vm->heap, value, &walk));
    for (;;) {
        cft_value item, pair[2];
        bool more;
        CFT_TRY(cft_walk_next(&walk, &item, &more));
        if (!more) return cft_build_end(&b, 0, out);
        CFT_TRY(quote_unpack(vm, item, pair));
        CFT_TRY(quote_pair(vm, &b, pair[0], pair[1]));
    }
}

/* An attribute's name must not hold what would end it. HTML: attribute name state. */
static chatfmt_status xmlattr_check(cft_vm *vm, cft_value key)
{
    if (key.kind != CFT_STRING) {
        return cft_vm_raise(vm, CHATFMT_TYPE, "expected string or bytes-like object, got '%s'",
                            cft_type_name(key));
    }
    CFT_TRY(cft_charge_text(vm, key.length));
    for (uint32_t i = 0; i < key.length; i++) {
        char c = key.as.text[i];
        if (c == ' ' || (c >= '\t' && c <= '\r') || c == '/' || c == '>' || c == '=') {
            cft_value shown;
            CFT_TRY(cft_to_repr(&vm->heap, key, &shown));
            return cft_vm_raise(vm, CHATFMT_VALUE, "Invalid character in attribute name: %.*s",
                                (int)shown.length, shown.as.text);
        }
    }
    return CHATFMT_OK;
}

/* xmlattr(autospace=true): key="value" of a dict, escaped. Jinja: do_xmlattr. */
chatfmt_status cft_filter_xmlattr(cft_vm *vm, cft_args args, cft_value *out)
{
    if (args.at[0].kind != CFT_DICT) return cft_raise_no_attribute(vm, args.at[0], "items");
    const cft_dict *dict = args.at[0].as.dict;
    cft_builder b;
    bool space = cft_arg_truth_or(args, 1, true);
    CFT_TRY(cft_build(&b, &vm->heap, 64));
    for (uint32_t i = 0; i < dict->count; i++) {
        cft_value key = dict->entries[i].key, value = dict->entries[i].value;
        CFT_TRY(cft_charge(&vm->heap, 1));
        if (value.kind == CFT_NONE || value.kind == CFT_UNDEFINED) continue;
        CFT_TRY(xmlattr_check(vm, key));
        CFT_TRY(cft_markup_escape(vm, key, &key));
        CFT_TRY(cft_markup_escape(vm, value, &value));
        if (space) CFT_TRY(cft_build_fresh(&b, " ", 1));
        space = true;
        CFT_TRY(cft_build_copy(&b, key.as.text, key.length));
        CFT_TRY(cft_build_fresh(&b, "=\"", 2));
        CFT_TRY(cft_build_copy(&b, value.as.text, value.length));
        CFT_TRY(cft_build_fresh(&b, "\"", 1));
    }
    return cft_build_end(&b, vm->autoescape ? CFT_STR_MARKUP : 0, out);
}
