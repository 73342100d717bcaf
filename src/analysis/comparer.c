/* analysis/comparer.c - two templates over the same conversation, and where their prompts
 * differ. */
#include "analysis/comparer.h"

#include "base/suggest.h"
#include "chat/applier.h"
#include "value/store.h"

enum { COMPARE_NOW = 1767322800 }; /* one moment for both: 2026-01-02 03:00 */

static chatfmt_status compare_open(cft_compare_side *side, const chatfmt_compare_side *given,
                                   const chatfmt_comparer *c, chatfmt_error *error)
{
    side->model = given->model;
    side->format = given->format;
    side->chat_template = given->chat_template;
    if (side->format) return cft_renderer_new(&c->allocator, &c->limits, &side->renderer, error);
    CFT_TRY(cft_applier_new(&c->allocator, &c->limits, &side->chat, error));
    return cft_request_new(&c->allocator, &side->request, error);
}

/* Conversations that follow from the template of a side that has one. */
static chatfmt_status compare_derive(chatfmt_comparer *c, const cft_compare_side *side,
                                     chatfmt_error *error)
{
    const cft_model_template *row;
    chatfmt_error none;
    if (side->format || cft_model_choose(&side->model->model, side->chat_template, false,
                                         side->model->processor, &row, &none))
        return CHATFMT_OK; /* refused in every conversation */
    return cft_compare_derive(c, row ? row->source : side->chat_template, error);
}

const cft_compare_row *cft_comparer_row(const chatfmt_comparer *comparer, size_t index)
{
    if (index < cft_compare_row_count) return &cft_compare_rows[index];
    index -= cft_compare_row_count;
    return index < comparer->row_count ? &comparer->rows[index] : NULL;
}

chatfmt_status cft_comparer_new(const chatfmt_compare_side *sides, const chatfmt_allocator *memory,
                                const chatfmt_limits *limits, chatfmt_comparer **out,
                                chatfmt_error *error)
{
    chatfmt_comparer *made = cft_allocate(memory, sizeof *made);
    *out = NULL;
    if (!made) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(made, 0, sizeof *made);
    made->allocator = *memory;
    made->limits = *limits;
    cft_out_begin(&made->json, &made->allocator);
    cft_arena_init(&made->arena, &made->allocator);
    chatfmt_status status = cft_store_new(memory, limits, &made->values, error);
    for (int i = 0; i < 2 && status == CHATFMT_OK; i++)
        status = compare_open(&made->sides[i], &sides[i], made, error);
    for (int i = 0; i < 2 && status == CHATFMT_OK; i++)
        status = compare_derive(made, &made->sides[i], error);
    if (status == CHATFMT_OK) *out = made;
    else cft_comparer_free(made);
    return status;
}

void cft_comparer_free(chatfmt_comparer *comparer)
{
    chatfmt_allocator memory = comparer->allocator;
    for (int i = 0; i < 2; i++) {
        cft_request_free(comparer->sides[i].request);
        cft_applier_free(comparer->sides[i].chat);
        cft_renderer_free(comparer->sides[i].renderer);
    }
    cft_out_free(&comparer->json);
    cft_arena_free(&comparer->arena);
    if (comparer->values) cft_store_free(comparer->values);
    cft_release(&memory, comparer, sizeof *comparer);
}

/* ---- One side ---- */

static const char compare_tokens[] = "{\"bos_token\":\"<s>\",\"eos_token\":\"</s>\"}";

/* A format has no tokens either: those of the model beside it, or the same as a template. */
static chatfmt_status compare_format_tokens(const chatfmt_comparer *c, const cft_model *beside,
                                            const cft_dict *given, cft_dict **out)
{
    cft_heap *heap = &c->values->heap;
    cft_value tokens;
    CFT_TRY(cft_dict_copy(heap, given, 2, out));
    CFT_TRY(cft_store_json(c->values, cft_slice_of(compare_tokens, sizeof compare_tokens - 1),
                           &tokens));
    for (uint32_t i = 0; i < tokens.as.dict->count; i++) {
        cft_entry *entry = &tokens.as.dict->entries[i];
        cft_slice name = cft_text_of(entry->key);
        for (size_t k = 0; beside && k < beside->token_count; k++)
            if (cft_slice_equal(beside->tokens[k].name, name))
                entry->value = cft_string(beside->tokens[k].text.data,
                                          (uint32_t)beside->tokens[k].text.length, 0);
        if (!cft_dict_find_text(given, name))
            CFT_TRY(cft_dict_put(heap, *out, entry->key, entry->value));
    }
    return CHATFMT_OK;
}

static chatfmt_status compare_format(const chatfmt_comparer *c, cft_compare_side *side,
                                     cft_value arguments, cft_slice *text)
{
    const chatfmt_model *beside = c->sides[side == &c->sides[0]].model;
    cft_dict *variables;
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    options.flags = CHATFMT_RENDER_NOW;
    options.now = COMPARE_NOW;
    cft_renderer_forget(side->renderer);
    CFT_TRY(cft_render_begin(side->renderer, &options, &side->renderer->limits, &side->error));
    if (arguments.kind != CFT_DICT)
        return cft_fail(&side->error, CHATFMT_BAD_ARGUMENT, "the variables are not an object");
    CFT_TRY(compare_format_tokens(c, beside && beside->model.token_count ? &beside->model : NULL,
                                  arguments.as.dict, &variables));
    return cft_format_render(side->renderer, side->format, CFT_LIT(""), variables, text,
                             &side->error);
}

/* A template alone has no tokens, and most templates cannot do without. */
static chatfmt_status compare_template_tokens(const chatfmt_comparer *c, cft_compare_side *side)
{
    cft_value variables;
    if (side->model->model.token_count) return CHATFMT_OK;
    CFT_TRY(cft_store_json(c->values, cft_slice_of(compare_tokens, sizeof compare_tokens - 1),
                           &variables));
    side->request->apply.variables = cft_wrap(variables);
    return CHATFMT_OK;
}

static chatfmt_status compare_model(const chatfmt_comparer *c, cft_compare_side *side,
                                    cft_value arguments, cft_slice *text)
{
    cft_request *r = side->request;
    CFT_TRY(cft_request_read(r, c->values, arguments, CHATFMT_FROM_DATA, &side->error));
    r->apply.flags |= CHATFMT_APPLY_NOW;
    r->apply.now = COMPARE_NOW;
    if (side->chat_template.length) r->apply.chat_template = side->chat_template;
    CFT_TRY(cft_applier_apply(side->chat, side->model, cft_unwrap(r->shown.conversation), &r->apply,
                              &c->limits, &side->chat->result, &side->error));
    *text = side->chat->result.text;
    return CHATFMT_OK;
}

static chatfmt_status compare_side(const chatfmt_comparer *c, cft_compare_side *side,
                                   cft_slice json, cft_slice *text)
{
    cft_value arguments;
    cft_error_clear(&side->error);
    c->values->heap.error = &side->error;
    if (side->request) {
        cft_request_copy(side->request, NULL);
        side->request->shown.processor = side->model->processor;
        CFT_TRY(compare_template_tokens(c, side));
    }
    CFT_TRY(cft_store_json(c->values, json, &arguments));
    return side->format ? compare_format(c, side, arguments, text)
                        : compare_model(c, side, arguments, text);
}

/* ---- Both ---- */

static size_t compare_common(cft_slice a, cft_slice b)
{
    size_t at = 0;
    while (at < a.length && at < b.length && a.data[at] == b.data[at]) at++;
    return at;
}

static void compare_write(chatfmt_comparer *c, cft_slice name, cft_slice json)
{
    static const char *const names[] = {", \"a\": ", ", \"b\": "};
    const chatfmt_compared *r = &c->result;
    cft_json_out *out = &c->json;
    cft_out_text(out, "{\"name\": ");
    cft_out_string(out, name.data, name.length);
    cft_out_text(out, r->same ? ", \"same\": true" : ", \"same\": false");
    if (!r->same && r->rendered[0] && r->rendered[1]) {
        cft_out_text(out, ", \"at\": ");
        cft_out_number(out, r->at);
    }
    for (int i = 0; i < 2; i++) {
        cft_out_text(out, names[i]);
        cft_out_text(out, r->rendered[i] ? "{\"text\": " : "{\"error\": ");
        cft_out_string(out, r->text[i].data, r->text[i].length);
        cft_out_text(out, "}");
    }
    cft_out_text(out, ", \"conversation\": ");
    cft_out_bytes(out, json.data, json.length);
    cft_out_text(out, "}");
}

/* Nothing could come of it but a refusal of both. */
static chatfmt_status compare_no_messages(cft_value arguments, chatfmt_error *error)
{
    static const cft_slice messages = {"messages", 8};
    for (uint32_t i = 0; i < arguments.as.dict->count; i++) {
        cft_slice key = cft_text_of(arguments.as.dict->entries[i].key);
        if (cft_suggest(key, &messages, 1) == 0)
            return cft_fail(error, CHATFMT_INPUT,
                            "there are no \"messages\": the key \"%.*s\" looks like a misspelling",
                            cft_shown(key), key.data);
    }
    return cft_fail(error, CHATFMT_INPUT, "there are no \"messages\"");
}

chatfmt_status cft_comparer_run(chatfmt_comparer *comparer, cft_slice name, cft_slice json,
                                chatfmt_error *error)
{
    cft_value arguments;
    chatfmt_compared *r = &comparer->result;
    cft_store_reset(comparer->values);
    comparer->values->heap.error = error;
    CFT_TRY(cft_store_json(comparer->values, json, &arguments));
    if (arguments.kind != CFT_DICT)
        return cft_fail(error, CHATFMT_INPUT, "the arguments are not a JSON object");
    if (cft_apply_member(arguments, CFT_LIT("messages")).kind == CFT_ABSENT)
        return compare_no_messages(arguments, error);
    comparer->json.text.length = 0;
    memset(r, 0, sizeof *r);
    for (int i = 0; i < 2; i++) {
        cft_compare_side *side = &comparer->sides[i];
        chatfmt_status status = compare_side(comparer, side, json, &r->text[i]);
        if (status == CHATFMT_NO_MEMORY) return status;
        r->rendered[i] = status == CHATFMT_OK;
        r->errors[i] = status ? &side->error : NULL;
        if (status) r->text[i] = cft_slice_of(side->error.text, strlen(side->error.text));
    }
    r->at = compare_common(r->text[0], r->text[1]);
    r->refused = !r->rendered[0] && !r->rendered[1];
    r->same = r->refused || (r->rendered[0] && r->rendered[1] && r->at == r->text[0].length &&
                             r->at == r->text[1].length);
    compare_write(comparer, name, json);
    r->json = cft_slice_of(comparer->json.text.data, comparer->json.text.length);
    return comparer->json.status;
}
