/* builtins/str_methods_map.c - str methods that go character by character through a table:
 * translate, maketrans. CPython: _PyUnicode_TranslateCharmap, unicode_maketrans_impl.
 */
#include "base/utf8.h"
#include "builtins/arguments.h"
#include "builtins/markup.h"
#include "builtins/tables.h"
#include "value/dict.h"
#include "value/text.h"

/* table[code], *found = false where Python's look-up would raise a LookupError. */
static chatfmt_status map_look_up(cft_vm *vm, cft_value table, uint32_t code, cft_value *out,
                                  bool *found)
{
    const cft_entry *entry = NULL;
    *found = false;
    CFT_TRY(cft_charge(&vm->heap, 1));
    switch (table.kind) {
    case CFT_DICT:
        CFT_TRY(cft_dict_find(&vm->heap, table.as.dict, cft_int((int64_t)code), &entry));
        if (entry) *out = entry->value;
        *found = entry != NULL;
        return CHATFMT_OK;
    case CFT_LIST:
    case CFT_TUPLE:
        *found = code < table.as.list->count;
        if (*found) *out = table.as.list->items[code];
        return CHATFMT_OK;
    case CFT_STRING:
        CFT_TRY(cft_charge_bytes(&vm->heap, table.length));
        *found = code < cft_text_count(table);
        if (*found) *out = cft_text_slice(table, code, (size_t)code + 1);
        return CHATFMT_OK;
    case CFT_BYTES:
        *found = code < table.length;
        if (*found) *out = cft_byte_of(&vm->heap, table, code);
        return CHATFMT_OK;
    case CFT_RANGE:
        *found = (int64_t)code < table.as.range->count;
        if (*found)
            *out = cft_range_item(table.as.range, (int64_t)code);
        return CHATFMT_OK;
    case CFT_UNDEFINED: return cft_raise_undefined(&vm->heap, table);
    default:
        return cft_vm_raise(vm, CHATFMT_TYPE, "'%s' object is not subscriptable",
                            cft_type_name(table));
    }
}

/* Write what the character at `from` became: a code point, nothing for None, or a text. */
static chatfmt_status map_write(cft_vm *vm, cft_builder *b, cft_value to, const char *from,
                                size_t width)
{
    if (to.kind == CFT_NONE) return CHATFMT_OK;
    if (to.kind == CFT_STRING) return cft_build_copy(b, to.as.text, to.length);
    if (!cft_is_integral(to) && to.kind != CFT_BIGINT)
        return cft_vm_raise(vm, CHATFMT_TYPE,
                            "character mapping must return integer, None or str");
    int64_t code = to.kind == CFT_BIGINT ? -1 : cft_integer_of(to);
    if (code < 0 || code > 0x10FFFF)
        return cft_vm_raise(vm, CHATFMT_VALUE, "character mapping must be in range(0x110000)");
    char bytes[4];
    size_t length = cft_heap_put_code(&vm->heap, bytes, (uint32_t)code);
    /* A number out of the input counts more than the character it stands for. */
    return to.length ? cft_build_from(b, bytes, length, to)
                     : cft_build_derived(b, bytes, length, from, width);
}

chatfmt_status cft_method_str_translate(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value text = args.at[0];
    cft_builder b;
    CFT_TRY(cft_build(&b, &vm->heap, text.length));
    const char *kept = text.as.text, *end = kept + text.length;
    for (const char *at = kept; at < end;) {
        const char *from = at;
        uint32_t code = cft_utf8_next(&at);
        cft_value to;
        bool found;
        CFT_TRY(map_look_up(vm, args.at[1], code, &to, &found));
        if (!found) continue;
        CFT_TRY(cft_build_copy(&b, kept, (size_t)(from - kept)));
        CFT_TRY(map_write(vm, &b, to, from, (size_t)(at - from)));
        kept = at;
    }
    CFT_TRY(cft_build_copy(&b, kept, (size_t)(end - kept)));
    return cft_build_end(&b, text.flags & CFT_STR_MARKUP, out);
}

/* The code point of the character at *at, which moves on; as data where the character is. */
static cft_value map_code(cft_vm *vm, const char **at)
{
    const char *from = *at;
    cft_value code = cft_int((int64_t)cft_utf8_next(at));
    if (cft_origins_is_data(vm->heap.origins, from, (size_t)(*at - from)))
        code.length = cft_origins_number(vm->heap.origins, from, (size_t)(*at - from));
    return code;
}

/* maketrans(dict): one-character keys become their code points. */
static chatfmt_status map_from_dict(cft_vm *vm, cft_value from, cft_dict *to)
{
    if (from.kind != CFT_DICT)
        return cft_vm_raise(vm, CHATFMT_TYPE,
                            "if you give only one argument to maketrans it must be a dict");
    for (uint32_t i = 0; i < from.as.dict->count; i++) {
        cft_value key = from.as.dict->entries[i].key;
        CFT_TRY(cft_charge(&vm->heap, 1));
        if (key.kind == CFT_STRING) {
            if (key.length == 0 || key.length != cft_utf8_width((unsigned char)*key.as.text))
                return cft_vm_raise(vm, CHATFMT_VALUE,
                                    "string keys in translate table must be of length 1");
            const char *at = key.as.text;
            key = map_code(vm, &at);
        } else if (!cft_is_integral(key) && key.kind != CFT_BIGINT) {
            return cft_vm_raise(vm, CHATFMT_TYPE,
                                "keys in translate table must be strings or integers");
        }
        CFT_TRY(cft_dict_put(&vm->heap, to, key, from.as.dict->entries[i].value));
    }
    return CHATFMT_OK;
}

/* maketrans(from, to[, removed]): characters of the same number. */
static chatfmt_status map_from_texts(cft_vm *vm, cft_args args, cft_dict *to)
{
    cft_slice from, with, gone = {"", 0};
    if (args.at[1].kind != CFT_STRING)
        return cft_vm_raise(
            vm, CHATFMT_TYPE,
            "first maketrans argument must be a string if there is a second argument");
    from = cft_text_of(args.at[1]);
    CFT_TRY(cft_want_str(vm, args.at[2], "maketrans() argument 2", &with));
    if (cft_arg_given(args, 3))
        CFT_TRY(cft_want_str(vm, args.at[3], "maketrans() argument 3", &gone));
    CFT_TRY(cft_charge_bytes(&vm->heap, from.length + with.length + gone.length));
    if (cft_utf8_count(from.data, from.length) != cft_utf8_count(with.data, with.length))
        return cft_vm_raise(vm, CHATFMT_VALUE,
                            "the first two maketrans arguments must have equal length");
    const char *b = with.data;
    for (const char *a = from.data; a < from.data + from.length;) {
        cft_value key = map_code(vm, &a), value = map_code(vm, &b);
        CFT_TRY(cft_dict_put(&vm->heap, to, key, value));
    }
    for (const char *a = gone.data; a < gone.data + gone.length;) {
        CFT_TRY(cft_dict_put(&vm->heap, to, map_code(vm, &a), cft_none()));
    }
    return CHATFMT_OK;
}

/* maketrans is static: the receiver does not matter. */
chatfmt_status cft_method_str_maketrans(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_dict *table;
    CFT_TRY(cft_dict_new(&vm->heap, 8, &table));
    if (cft_arg_given(args, 2))
        CFT_TRY(map_from_texts(vm, args, table));
    else
        CFT_TRY(map_from_dict(vm, args.at[1], table));
    *out = cft_dict_value(table);
    return CHATFMT_OK;
}
