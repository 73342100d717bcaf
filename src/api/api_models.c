/* api/api_models.c - chatfmt/models.h: loading a model and looking at it. */
#include "api/api_chat.h"
#include "api/api_format.h"
#include "formats/export_template.h"
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

static void models_describe(chatfmt_model *made)
{
    const cft_model *model = &made->model;
    made->info = (chatfmt_model_info){
        .kind = cft_model_kind_name(model->kind),
        .path = model->path,
        .name = model->name,
        .architecture = model->architecture,
        .revision = model->revision,
        .looked = cft_slice_of(model->looked.data ? model->looked.data : "", model->looked.length),
        .named = !model->single && model->template_count > 0,
    };
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
    models_describe(made);
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

/* ---- A format as a model ---- */

/* The format, or another program with its fields. */
static chatfmt_status models_program(const chatfmt_format *format, const char *program,
                                     cft_format *out, chatfmt_error *error)
{
    *out = format->format;
    if (!program) return CHATFMT_OK;
    out->program = cft_format_program_find(cft_slice_of(program, strlen(program)));
    if (!out->program) return cft_fail(error, CHATFMT_NOT_FOUND, "no program named '%s'", program);
    out->text = out->program->text;
    out->kind = out->program->kind;
    return CHATFMT_OK;
}

/* Fields that are a model's: special tokens, and that texts of arguments are read. */
static chatfmt_status models_fields(const cft_format *format, chatfmt_model *made)
{
    const cft_dict *fields = format->fields;
    for (size_t i = 0; i < CFT_SPECIAL_NAMES; i++) {
        cft_value token = cft_format_field(fields, cft_special_names[i]);
        if (token.kind != CFT_STRING) continue;
        char *copy = cft_arena_copy(&made->model.heap.arena, token.as.text, token.length);
        if (!copy) return CHATFMT_NO_MEMORY;
        CFT_TRY(cft_model_set_token(&made->model, cft_special_names[i],
                                    cft_slice_of(copy, token.length)));
    }
    if (cft_format_prepares(fields, CFT_LIT("tool_arguments")))
        made->flags |= CHATFMT_APPLY_ARGUMENTS_OBJECT;
    return CHATFMT_OK;
}

chatfmt_status chatfmt_model_from_format(const chatfmt_format *format, const char *program,
                                         const chatfmt_model_options *options,
                                         chatfmt_model **out, chatfmt_error *error)
{
    cft_format as;
    cft_buffer text;
    chatfmt_model_options own;
    chatfmt_limits limits = cft_api_default_limits();
    if (out) *out = NULL;
    cft_error_clear(error);
    if (!format) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "format is NULL");
    CFT_TRY(models_program(format, program, &as, error));
    CFT_TRY(models_new(options, &own, out, error));
    cft_model_begin(&(*out)->model, &(*out)->allocator, error);
    cft_heap_reset(&(*out)->model.heap, &limits, error);
    (*out)->model.kind = CFT_MODEL_TEMPLATE;
    cft_buffer_init(&text, &(*out)->allocator);
    chatfmt_status status = cft_format_export(&(*out)->model.heap, &as, &text);
    if (status == CHATFMT_OK) status = models_fields(&as, *out);
    if (status == CHATFMT_NO_MEMORY) (void)cft_fail(error, status, "out of memory");
    own.default_template = cft_slice_of(text.data, text.length);
    status = models_made(status, &own, out);
    cft_buffer_free(&text);
    return status;
}

void chatfmt_model_free(chatfmt_model *model)
{
    if (!model) return;
    chatfmt_allocator memory = model->allocator;
    cft_model_free(&model->model);
    cft_release(&memory, model, sizeof *model);
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
