/* builtins/filters_json.c - tojson as transformers has it: json.dumps with five of its
 * arguments, no HTML escapes, a plain string; and pprint.
 */
#include "builtins/filters.h"
#include "builtins/tables.h"

#include "lang/ast.h"
#include "value/json_write.h"

chatfmt_status cft_tojson_indent(cft_vm *vm, cft_value indent, cft_json_style *style)
{
    if (indent.kind == CFT_ABSENT || indent.kind == CFT_NONE) return CHATFMT_OK;
    if (indent.kind != CFT_STRING) {
        cft_value blank;
        CFT_TRY(cft_new_fresh(&vm->heap, " ", 1, &blank));
        CFT_TRY(cft_binary(vm, CFT_MUL, blank, indent, &indent));
    }
    style->pretty = true;
    style->indent = cft_text_of(indent);
    style->indent_is_data =
        cft_origins_is_data(vm->heap.origins, style->indent.data, style->indent.length);
    return CHATFMT_OK;
}

/* The separators: anything that unpacks into two strings. */
static chatfmt_status tojson_separators(cft_vm *vm, cft_value pair, cft_value parts[2])
{
    cft_walk walk;
    size_t count = 0;
    CFT_TRY(cft_walk_begin(&vm->heap, pair, &walk));
    for (;; count++) {
        cft_value item;
        bool more;
        CFT_TRY(cft_walk_next(&walk, &item, &more));
        if (!more) break;
        if (count == 2) {
            return cft_vm_raise(vm, CHATFMT_VALUE, "too many values to unpack (expected 2)");
        }
        parts[count] = item;
    }
    if (count == 2) return CHATFMT_OK;
    return cft_vm_raise(vm, CHATFMT_VALUE, "not enough values to unpack (expected 2, got %d)",
                        (int)count);
}

/* Separators of any type are taken; they fail as text only where one is needed. */
static chatfmt_status tojson_use_separators(cft_vm *vm, cft_value value,
                                            const cft_value parts[2], cft_json_style *style)
{
    bool is_text = parts[0].kind == CFT_STRING && parts[1].kind == CFT_STRING;
    if (!is_text && value.kind != CFT_STRING) {
        return cft_vm_raise(vm, CHATFMT_TYPE, "separators must be str, not %s",
                            cft_type_name(parts[parts[0].kind == CFT_STRING]));
    }
    if (!is_text) return CHATFMT_OK;
    style->item_separator = cft_text_of(parts[0]);
    style->key_separator = cft_text_of(parts[1]);
    for (int i = 0; i < 2; i++)
        style->separators_are_data =
            style->separators_are_data ||
            cft_origins_is_data(vm->heap.origins, parts[i].as.text, parts[i].length);
    return CHATFMT_OK;
}

/* tojson(ensure_ascii=false, indent=none, separators=none, sort_keys=false). transformers:
 * chat_template_utils, tojson. */
chatfmt_status cft_filter_tojson(cft_vm *vm, cft_args args, cft_value *out)
{
    cft_value value = args.at[0], parts[2];
    cft_json_style style = cft_json_plain;
    style.ensure_ascii = cft_arg_truth_or(args, 1, false);
    style.sort_keys = cft_arg_truth_or(args, 4, false);
    if (cft_arg_given(args, 3) && args.at[3].kind != CFT_NONE) {
        CFT_TRY(tojson_separators(vm, args.at[3], parts));
        CFT_TRY(tojson_use_separators(vm, value, parts, &style));
    } else if (cft_arg_given(args, 2) && args.at[2].kind != CFT_NONE) {
        style.item_separator = CFT_LIT(",");
    }
    if (value.kind != CFT_STRING) CFT_TRY(cft_tojson_indent(vm, args.at[2], &style));
    return cft_json_text(&vm->heap, value, &style, out);
}

/* pprint. Jinja: do_pprint. */
chatfmt_status cft_filter_pprint(cft_vm *vm, cft_args args, cft_value *out)
{
    return cft_pformat(vm, args.at[0], out);
}
