/* chat/plain_jinja.c - the environment of templates before transformers 4.44. */
#include "chat/plain_jinja.h"

#include "builtins/builtins.h"
#include "builtins/filters.h"
#include "builtins/tables.h"
#include "lang/ast.h"
#include "value/json_write.h"
#include "value/text.h"

/* ---- tojson ---- */

/* tojson(indent=none). */
static chatfmt_status plain_tojson(cft_vm *vm, cft_args args, cft_value *out)
{
    static const struct {
        const char *letter, *escape;
    } escapes[] = {{"<", "\\u003c"}, {">", "\\u003e"}, {"&", "\\u0026"}, {"'", "\\u0027"}};
    cft_json_style style = cft_json_plain;
    style.ensure_ascii = style.sort_keys = true;
    CFT_TRY(cft_tojson_indent(vm, args.at[1], &style));
    if (style.pretty) style.item_separator = CFT_LIT(",");
    CFT_TRY(cft_json_text(&vm->heap, args.at[0], &style, out));
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
        cft_value escape;
        CFT_TRY(cft_new_fresh(&vm->heap, escapes[i].escape, 6, &escape));
        CFT_TRY(cft_text_replace(&vm->heap, *out, cft_slice_of(escapes[i].letter, 1), escape, -1,
                                 out));
    }
    out->flags |= CFT_STR_MARKUP;
    return CHATFMT_OK;
}

/* ---- The environment ---- */

static chatfmt_status plain_rows(cft_plain_jinja *plain, const chatfmt_allocator *memory,
                                 chatfmt_error *error)
{
    const cft_callable_table *table = &cft_builtins_default.filters;
    if (plain->filters) return CHATFMT_OK;
    plain->filters = cft_allocate(memory, table->count * sizeof *plain->filters);
    if (!plain->filters) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    plain->count = table->count;
    for (size_t i = 0; i < table->count; i++) {
        plain->filters[i] = table->rows[i];
        if (!strcmp(table->rows[i].name, "tojson"))
            plain->filters[i] =
                (cft_callable){"tojson", plain_tojson, 0, 1, CFT_PURE, "indent"};
    }
    return CHATFMT_OK;
}

void cft_plain_jinja_free(cft_plain_jinja *plain, const chatfmt_allocator *memory)
{
    cft_release(memory, plain->filters, plain->count * sizeof *plain->filters);
    *plain = (cft_plain_jinja){NULL, 0};
}

chatfmt_status cft_plain_jinja_compile(cft_plain_jinja *plain, const chatfmt_allocator *memory,
                                       cft_slice source, const chatfmt_limits *limits,
                                       chatfmt_template **out, chatfmt_error *error)
{
    const cft_syntax_options syntax = {
        .trim_blocks = true, .lstrip_blocks = true, .plain_tags = true};
    cft_builtins builtins = cft_builtins_default;
    *out = NULL;
    CFT_TRY(plain_rows(plain, memory, error));
    builtins.filters = (cft_callable_table){plain->filters, plain->count};
    builtins.globals.count--; /* strftime_now, the last by name */
    return cft_template_in(memory, source, &syntax, limits, &builtins, out, error);
}
