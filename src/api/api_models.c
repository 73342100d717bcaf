/* api/api_models.c - chatfmt/models.h: loading a model and looking at it. */
#include "api/api_chat.h"
#include "models/save.h"

static chatfmt_status models_special(chatfmt_model *made)
{
    const cft_model *model = &made->model;
    size_t count = CFT_SPECIAL_NAMES + model->token_count;
    void *room;
    CFT_TRY(cft_heap_array(&made->model.heap, count, sizeof *made->special, &room));
    made->special = room;
    made->special_count = count;
    memcpy(room, cft_special_names, CFT_SPECIAL_NAMES * sizeof *made->special);
    for (size_t i = 0; i < model->token_count; i++)
        made->special[CFT_SPECIAL_NAMES + i] = model->tokens[i].name;
    return CHATFMT_OK;
}

/* The template for a model that has none, copied. */
static chatfmt_status models_default(cft_model *model, cft_slice source)
{
    if (!source.data || model->template_count) return CHATFMT_OK;
    char *copy = cft_arena_copy(&model->heap.arena, source.data, source.length);
    if (!copy) return cft_raise(&model->heap, CHATFMT_NO_MEMORY, "out of memory");
    model->single = true;
    return cft_model_add_template(model, CFT_LIT("default"), cft_slice_of(copy, source.length),
                                  CFT_LIT(""));
}

static chatfmt_status models_new(const chatfmt_model_options *options,
                                 chatfmt_model_options *own, chatfmt_model **out,
                                 chatfmt_error *error)
{
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    CFT_TRY(cft_api_options(own, sizeof *own, options, "model options", error));
    if (own->flags & ~(uint32_t)CHATFMT_MODEL_PROCESSOR)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "unknown flags of model options");
    CFT_TRY(cft_api_text(own->revision.data, own->revision.length, "revision", error));
    chatfmt_allocator memory = cft_allocator_or_default(own->allocator);
    chatfmt_model *made = cft_allocate(&memory, sizeof *made);
    if (!made) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(made, 0, sizeof *made);
    made->allocator = memory;
    made->processor = (own->flags & CHATFMT_MODEL_PROCESSOR) != 0;
    *out = made;
    return CHATFMT_OK;
}

static chatfmt_status models_made(chatfmt_status status, const chatfmt_model_options *options,
                                  chatfmt_model **out)
{
    chatfmt_model *made = *out;
    if (status == CHATFMT_OK) status = models_default(&made->model, options->default_template);
    if (status == CHATFMT_OK) status = models_special(made);
    made->model.heap.error = NULL; /* the caller's; it may be gone when the model is used */
    if (status == CHATFMT_OK) return CHATFMT_OK;
    chatfmt_model_free(made);
    *out = NULL;
    return status;
}

chatfmt_status chatfmt_model_open(const char *where, const chatfmt_model_options *options,
                                  chatfmt_model **out, chatfmt_error *error)
{
    chatfmt_model_options own;
    if (out) *out = NULL;
    cft_error_clear(error);
    if (!where) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "where is NULL");
    CFT_TRY(models_new(options, &own, out, error));
    cft_model_options inner = {(*out)->processor, own.revision};
    chatfmt_status status =
        cft_model_load(&(*out)->model, &(*out)->allocator, where, &inner, error);
    return models_made(status, &own, out);
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
    return models_made(status, &own, out);
}

void chatfmt_model_free(chatfmt_model *model)
{
    if (!model) return;
    chatfmt_allocator memory = model->allocator;
    cft_model_free(&model->model);
    cft_release(&memory, model, sizeof *model);
}

chatfmt_model_info chatfmt_model_about(const chatfmt_model *model)
{
    chatfmt_model_info info = {.kind = ""};
    if (!model) return info;
    info.kind = cft_model_kind_name(model->model.kind);
    info.path = model->model.path;
    info.name = model->model.name;
    info.architecture = model->model.architecture;
    info.revision = model->model.revision;
    info.looked = cft_slice_of(model->model.looked.data ? model->model.looked.data : "",
                               model->model.looked.length);
    info.named = !model->model.single && model->model.template_count > 0;
    return info;
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

chatfmt_status chatfmt_model_choose(const chatfmt_model *model, chatfmt_slice wanted,
                                    int has_tools, chatfmt_model_template *out,
                                    chatfmt_error *error)
{
    const cft_model_template *row;
    cft_error_clear(error);
    if (!model || !out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "an argument is NULL");
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
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "an argument is NULL");
    if (flags & ~(uint32_t)CHATFMT_SAVE_CONFIG)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "unknown flags of saving");
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
