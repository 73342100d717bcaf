/* api/api_models.c - chatfmt/models.h: loading a model and looking at it. */
#include "api/api_chat.h"
#include "chat/formats.h"
#include "models/save.h"

static chatfmt_status models_new(const chatfmt_model_options *options,
                                 chatfmt_model_options *own, chatfmt_model **out,
                                 chatfmt_error *error)
{
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    CFT_TRY(cft_api_options(own, sizeof *own, options, "chatfmt_model_options", error));
    const uint32_t old = CHATFMT_MODEL_TRANSFORMERS_4_37;
    CFT_TRY(cft_api_flags(own->flags,
                          CHATFMT_MODEL_PROCESSOR | CHATFMT_MODEL_CLASS_TEMPLATE | old,
                          "chatfmt_model_options.flags", error));
    if ((own->flags & old) && (own->flags & CHATFMT_MODEL_PROCESSOR))
        return cft_fail(error, CHATFMT_UNSUPPORTED,
                        "processors have no chat templates in transformers 4.37");
    CFT_TRY(cft_api_text(own->revision.data, own->revision.length, "revision", error));
    chatfmt_allocator memory = cft_allocator_or_default(own->allocator);
    return cft_chat_model_new(&memory, own->flags, out, error);
}

chatfmt_status chatfmt_model_open(const char *where, const chatfmt_model_options *options,
                                  chatfmt_model **out, chatfmt_error *error)
{
    chatfmt_model_options own;
    if (out) *out = NULL;
    cft_error_clear(error);
    if (!where) return cft_fail_null(error, "where");
    CFT_TRY(models_new(options, &own, out, error));
    cft_model_options inner = {(*out)->processor, own.revision,
                               (own.flags & CHATFMT_MODEL_TRANSFORMERS_4_37) != 0};
    chatfmt_status status =
        cft_model_load(&(*out)->model, &(*out)->allocator, where, &inner, error);
    return cft_chat_model_made(status, own.default_template, out);
}

chatfmt_status chatfmt_model_from_template(const char *source, size_t length,
                                           const chatfmt_model_options *options,
                                           chatfmt_model **out, chatfmt_error *error)
{
    chatfmt_model_options own;
    CFT_TRY(models_new(options, &own, out, error));
    cft_model_begin(&(*out)->model, &(*out)->allocator, error);
    chatfmt_status status = cft_api_text(source, length, "source", error);
    own.default_template = cft_slice_of(source ? source : "", length);
    (*out)->model.kind = CFT_MODEL_TEMPLATE;
    (*out)->model.before_444 = (own.flags & CHATFMT_MODEL_TRANSFORMERS_4_37) != 0;
    return cft_chat_model_made(status, own.default_template, out);
}

/* ---- A format as a model ---- */

chatfmt_status chatfmt_model_from_format(const chatfmt_format *format, const char *program,
                                         const chatfmt_model_options *options,
                                         chatfmt_model **out, chatfmt_error *error)
{
    cft_format as;
    chatfmt_model_options own;
    if (out) *out = NULL;
    cft_error_clear(error);
    if (!format) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "format is NULL");
    cft_slice name = program ? cft_slice_of(program, strlen(program)) : CFT_LIT("");
    CFT_TRY(cft_format_with_program(format, name, &as, error));
    CFT_TRY(models_new(options, &own, out, error));
    return cft_chat_model_of_format(&as, out, error);
}

void chatfmt_model_free(chatfmt_model *model)
{
    if (model) cft_chat_model_free(model);
}

const chatfmt_model_info *chatfmt_model_about(const chatfmt_model *model)
{
    static const chatfmt_model_info none = {.kind = "", .path = {"", 0}};
    return model ? &model->info : &none;
}

static chatfmt_model_template models_row(const cft_model_template *row)
{
    return (chatfmt_model_template){row->name, row->source, row->place};
}

size_t chatfmt_model_template_count(const chatfmt_model *model)
{
    return model ? model->model.template_count : 0;
}

chatfmt_model_template chatfmt_model_template_at(const chatfmt_model *model, size_t index)
{
    if (index >= chatfmt_model_template_count(model))
        return (chatfmt_model_template){{"", 0}, {"", 0}, {"", 0}};
    return models_row(&model->model.templates[index]);
}

chatfmt_slice chatfmt_model_template_shown(const chatfmt_model *model, chatfmt_slice name)
{
    if (!name.data && name.length) return CFT_LIT("");
    for (size_t i = 0; i < chatfmt_model_template_count(model); i++)
        if (cft_slice_equal(model->model.templates[i].name, name))
            return model->model.templates[i].shown;
    return CFT_LIT("");
}

chatfmt_status chatfmt_model_choose(const chatfmt_model *model, chatfmt_slice wanted,
                                    int has_tools, chatfmt_model_template *out,
                                    chatfmt_error *error)
{
    const cft_model_template *row;
    cft_error_clear(error);
    if (!model || !out)
        return cft_fail_null(error, !model ? "model" : "out");
    *out = (chatfmt_model_template){{"", 0}, {"", 0}, {"", 0}};
    CFT_TRY(cft_model_choose(&model->model, wanted, has_tools != 0, model->processor, &row, error));
    if (row) *out = models_row(row);
    else out->source = wanted;
    return CHATFMT_OK;
}

size_t chatfmt_model_token_count(const chatfmt_model *model)
{
    return model ? model->model.token_count : 0;
}

chatfmt_model_token chatfmt_model_token_at(const chatfmt_model *model, size_t index)
{
    if (index >= chatfmt_model_token_count(model))
        return (chatfmt_model_token){{"", 0}, {"", 0}};
    return (chatfmt_model_token){model->model.tokens[index].name,
                                 model->model.tokens[index].text};
}

chatfmt_status chatfmt_model_save(const char *folder, const chatfmt_model_template *templates,
                                  size_t count, uint32_t flags, chatfmt_error *error)
{
    cft_model scratch;
    void *room;
    cft_error_clear(error);
    if (!folder || (count && !templates))
        return cft_fail_null(error, !folder ? "folder" : "templates");
    CFT_TRY(cft_api_flags(flags, CHATFMT_SAVE_CONFIG, "flags", error));
    if (!count) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "there are no templates to save");
    cft_model_begin(&scratch, NULL, error);
    scratch.heap.fuel = UINT64_MAX; /* the caller's own work is not metered */
    chatfmt_status status =
        cft_heap_array(&scratch.heap, count, sizeof(cft_model_template), &room);
    cft_model_template *rows = room;
    for (size_t i = 0; status == CHATFMT_OK && i < count; i++)
        rows[i] = (cft_model_template){
            .name = templates[i].name, .source = templates[i].source, .place = CFT_LIT("")};
    if (status == CHATFMT_OK)
        status = cft_save_templates(&scratch.heap, folder, rows, count,
                                    flags & CHATFMT_SAVE_CONFIG ? CFT_SAVE_CONFIG
                                                                : CFT_SAVE_FILES);
    cft_model_free(&scratch);
    return status;
}
