/* api/api_template.c - chatfmt/template.h: compiling and rendering. */
#include "api/api_check.h"
#include "api/api_render.h"
#include "base/utf8.h"
#include "value/json_read.h"

/* ---- Templates ---- */

static chatfmt_status template_flags(uint32_t flags, cft_syntax_options *out,
                                     chatfmt_error *error)
{
    const uint32_t known = CHATFMT_COMPILE_NO_TRIM_BLOCKS | CHATFMT_COMPILE_NO_LSTRIP_BLOCKS |
                           CHATFMT_COMPILE_KEEP_TRAILING_NEWLINE;
    CFT_TRY(cft_api_flags(flags, known, "chatfmt_compile_options.flags", error));
    *out = (cft_syntax_options){
        .trim_blocks = !(flags & CHATFMT_COMPILE_NO_TRIM_BLOCKS),
        .lstrip_blocks = !(flags & CHATFMT_COMPILE_NO_LSTRIP_BLOCKS),
        .keep_trailing_newline = (flags & CHATFMT_COMPILE_KEEP_TRAILING_NEWLINE) != 0};
    return CHATFMT_OK;
}

chatfmt_status chatfmt_template_compile(const char *source, size_t length,
                                        const chatfmt_compile_options *options,
                                        chatfmt_template **out, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!out) return cft_fail_null(error, "out");
    *out = NULL;
    chatfmt_compile_options own;
    chatfmt_limits limits;
    cft_syntax_options syntax;
    CFT_TRY(cft_api_text(source, length, "source", error));
    CFT_TRY(cft_api_options(&own, sizeof own, options, "chatfmt_compile_options", error));
    CFT_TRY(template_flags(own.flags, &syntax, error));
    CFT_TRY(cft_api_limits(own.limits, &cft_default_limits, &limits, error));
    chatfmt_allocator memory = cft_allocator_or_default(own.allocator);
    return cft_template_new(&memory, cft_slice_of(source ? source : "", length), &syntax,
                            &limits, out, error);
}

void chatfmt_template_free(chatfmt_template *compiled) { cft_template_free(compiled); }

chatfmt_slice chatfmt_template_source(const chatfmt_template *compiled)
{
    return compiled ? cft_program_source(compiled->program) : (chatfmt_slice){"", 0};
}

/* ---- Renderers ---- */

chatfmt_status chatfmt_renderer_new(const chatfmt_renderer_options *options,
                                    chatfmt_renderer **out, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!out) return cft_fail_null(error, "out");
    *out = NULL;
    chatfmt_renderer_options own;
    chatfmt_limits limits;
    CFT_TRY(cft_api_options(&own, sizeof own, options, "chatfmt_renderer_options", error));
    CFT_TRY(cft_api_limits(own.limits, &cft_default_limits, &limits, error));
    chatfmt_allocator memory = cft_allocator_or_default(own.allocator);
    return cft_renderer_new(&memory, &limits, out, error);
}

void chatfmt_renderer_free(chatfmt_renderer *renderer) { cft_renderer_free(renderer); }

chatfmt_slice chatfmt_renderer_raised(const chatfmt_renderer *renderer)
{
    return cft_renderer_raised(renderer);
}

uint64_t chatfmt_renderer_fuel_used(const chatfmt_renderer *renderer)
{
    return renderer ? cft_machine_fuel_used(renderer->machine) : 0;
}

/* ---- One render ---- */

chatfmt_status cft_api_render_begin(chatfmt_renderer *renderer,
                                    const chatfmt_render_options *options, chatfmt_slice *text,
                                    chatfmt_error *error)
{
    const uint32_t known = CHATFMT_RENDER_SPANS | CHATFMT_RENDER_NOW | CHATFMT_RENDER_SEED |
                           CHATFMT_RENDER_GENERATIONS | CHATFMT_RENDER_STRICT_NAMES;
    cft_error_clear(error);
    if (text) *text = (chatfmt_slice){"", 0};
    if (!renderer || !text)
        return cft_fail_null(error, !renderer ? "renderer" : "text");
    cft_renderer_forget(renderer);
    chatfmt_render_options own;
    chatfmt_limits limits;
    CFT_TRY(cft_api_options(&own, sizeof own, options, "chatfmt_render_options", error));
    CFT_TRY(cft_api_flags(own.flags, known, "chatfmt_render_options.flags", error));
    CFT_TRY(cft_api_limits(own.limits, &renderer->limits, &limits, error));
    return cft_render_begin(renderer, &own, &limits, error);
}

/* The same for a public template, which may be NULL. */
static chatfmt_status render_begin(chatfmt_renderer *renderer, const chatfmt_template *compiled,
                                   const chatfmt_render_options *options, chatfmt_slice *text,
                                   chatfmt_error *error)
{
    CFT_TRY(cft_api_render_begin(renderer, options, text, error));
    return compiled ? CHATFMT_OK
                    : cft_fail_null(error, "compiled");
}

static chatfmt_status render_run(chatfmt_renderer *renderer, const chatfmt_template *compiled,
                                 const cft_dict *variables, chatfmt_slice *text)
{
    return cft_render_run(renderer, compiled->program, variables, text);
}

/* Read one JSON text with origin numbers after `*base`, and move it on. */
static chatfmt_status render_read(cft_heap *heap, cft_slice json, uint32_t *base,
                                  cft_value *out)
{
    CFT_TRY(cft_api_text(json.data, json.length, "json", heap->error));
    if (json.length >= UINT32_MAX - *base)
        return cft_raise(heap, CHATFMT_LIMIT, "limit exceeded: input_bytes is %u, reached %zu",
                         UINT32_MAX, json.length);
    cft_json_options options = {.base = *base};
    CFT_TRY(cft_json_read(heap, json, &options, out, NULL));
    *base += (uint32_t)json.length + 1;
    return CHATFMT_OK;
}

/* The error's place is the value in `json`, which is well formed. */
static chatfmt_status render_not_object(cft_heap *heap, cft_slice json)
{
    size_t at = 0;
    (void)cft_fail(heap->error, CHATFMT_INPUT, "the variables are not a JSON object");
    while (strchr(" \t\n\r", json.data[at])) at++;
    cft_error_place(heap->error, json, at, 1);
    return CHATFMT_INPUT;
}

chatfmt_status chatfmt_render_json(chatfmt_renderer *renderer, const chatfmt_template *compiled,
                                   const char *json, size_t length,
                                   const chatfmt_render_options *options, chatfmt_slice *text,
                                   chatfmt_error *error)
{
    CFT_TRY(render_begin(renderer, compiled, options, text, error));
    cft_heap *heap = cft_machine_heap(renderer->machine);
    uint32_t base = 0;
    cft_value variables;
    CFT_TRY(render_read(heap, cft_slice_of(json, length), &base, &variables));
    if (variables.kind != CFT_DICT) return render_not_object(heap, cft_slice_of(json, length));
    return render_run(renderer, compiled, variables.as.dict, text);
}

/* The status of an error, which is of this document. */
static CFT_COLD chatfmt_status render_blame(chatfmt_status status, size_t number,
                                            chatfmt_error *error)
{
    chatfmt_error path;
    (void)cft_fail(&path, status, "documents[%zu]", number);
    cft_error_path(error, cft_slice_of(path.text, strlen(path.text)));
    return status;
}

/* Add the members of `from` to `into`. */
static chatfmt_status render_add_members(cft_heap *heap, cft_dict *into, cft_value from)
{
    for (uint32_t i = 0; i < from.as.dict->count; i++)
        CFT_TRY(cft_dict_put(heap, into, from.as.dict->entries[i].key,
                             from.as.dict->entries[i].value));
    return CHATFMT_OK;
}

chatfmt_status chatfmt_render_documents(chatfmt_renderer *renderer,
                                        const chatfmt_template *compiled,
                                        const chatfmt_document *documents, size_t count,
                                        const chatfmt_render_options *options,
                                        chatfmt_slice *text, chatfmt_error *error)
{
    CFT_TRY(render_begin(renderer, compiled, options, text, error));
    if (!documents && count)
        return cft_fail_null(error, "documents");
    cft_heap *heap = cft_machine_heap(renderer->machine);
    cft_dict *variables;
    uint32_t base = 0;
    CFT_TRY(cft_dict_new(heap, count < 16 ? count : 16, &variables));
    for (size_t i = 0; i < count; i++) {
        cft_slice name = documents[i].name;
        cft_value value;
        CFT_TRY(cft_api_text(name.data, name.length, "a name", error));
        chatfmt_status status = render_read(heap, documents[i].json, &base, &value);
        if (!status && name.length == 0 && value.kind != CFT_DICT)
            status = render_not_object(heap, documents[i].json);
        if (status) return render_blame(status, i, error);
        if (name.length == 0)
            CFT_TRY(render_add_members(heap, variables, value));
        else if (name.length > UINT32_MAX ||
                 cft_utf8_check(name.data, name.length) != name.length)
            return cft_fail(error, CHATFMT_BAD_ARGUMENT, "a name is not UTF-8");
        else
            CFT_TRY(cft_dict_put(heap, variables,
                                 cft_string(name.data, (uint32_t)name.length, 0), value));
    }
    return render_run(renderer, compiled, variables, text);
}

chatfmt_status chatfmt_render_value(chatfmt_renderer *renderer, const chatfmt_template *compiled,
                                    chatfmt_value variables,
                                    const chatfmt_render_options *options, chatfmt_slice *text,
                                    chatfmt_error *error)
{
    CFT_TRY(render_begin(renderer, compiled, options, text, error));
    cft_value value = cft_unwrap(variables);
    if (value.kind != CFT_DICT)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "the variables are not an object");
    return render_run(renderer, compiled, value.as.dict, text);
}

/* ---- All at once ---- */

static chatfmt_status render_copy_out(chatfmt_slice text, char **out, size_t *length,
                                      chatfmt_error *error)
{
    chatfmt_allocator memory = cft_allocator_or_default(NULL);
    char *copy = cft_allocate(&memory, text.length + 1);
    if (!copy) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    if (text.length) memcpy(copy, text.data, text.length);
    copy[text.length] = 0;
    *out = copy;
    if (length) *length = text.length;
    return CHATFMT_OK;
}

chatfmt_status chatfmt_render_once(const char *source, size_t source_length, const char *json,
                                   size_t json_length, char **text, size_t *length,
                                   chatfmt_error *error)
{
    chatfmt_template *compiled = NULL;
    chatfmt_renderer *renderer = NULL;
    chatfmt_slice result;
    if (length) *length = 0;
    if (!text) {
        cft_error_clear(error);
        return cft_fail_null(error, "text");
    }
    *text = NULL;
    chatfmt_status status =
        chatfmt_template_compile(source, source_length, NULL, &compiled, error);
    if (status == CHATFMT_OK) status = chatfmt_renderer_new(NULL, &renderer, error);
    if (status == CHATFMT_OK)
        status = chatfmt_render_json(renderer, compiled, json, json_length, NULL, &result, error);
    if (status == CHATFMT_OK) status = render_copy_out(result, text, length, error);
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
    return status;
}

void chatfmt_text_free(char *text)
{
    chatfmt_allocator memory = cft_allocator_or_default(NULL);
    if (text) memory.resize(memory.context, text, strlen(text) + 1, 0);
}
