/* chat/model_open.c - a model as chats see it: with its template, its special tokens and what is
 * known of it.
 */
#include "chat/applier.h"
#include "chat/formats.h"
#include "formats/class_names.h"
#include "formats/export_template.h"

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
static chatfmt_status models_default(cft_model *model, cft_slice source, cft_slice place)
{
    if (!source.data || model->template_count) return CHATFMT_OK;
    char *copy = cft_arena_copy(&model->heap.arena, source.data, source.length);
    if (!copy) return cft_raise(&model->heap, CHATFMT_NO_MEMORY, "out of memory");
    model->single = true;
    source.data = copy;
    if (!place.length) return cft_model_add_template(model, CFT_LIT("default"), source, place);
    return cft_model_add_part(model, CFT_LIT("default"), source, place, "default of the class");
}

/* ---- The template of a class ---- */

static cft_slice models_text(cft_value object, cft_slice name)
{
    cft_value text = cft_apply_member(object, name);
    return text.kind == CFT_STRING ? cft_text_of(text) : CFT_LIT("");
}

/* The type of the model's own configuration, which AutoTokenizer goes by where there is no
 * class. */
static chatfmt_status models_type(cft_model *model, cft_slice *out)
{
    char *path;
    cft_value config = cft_absent();
    *out = CFT_LIT("");
    if (model->kind != CFT_MODEL_FOLDER) return CHATFMT_OK;
    CFT_TRY(cft_model_join(model, model->path.data, "config.json", &path));
    CFT_TRY(cft_model_json(model, path, &config));
    *out = models_text(config, CFT_LIT("model_type"));
    return CHATFMT_OK;
}

/* The row of a class with what the tokenizer's configuration says of it. */
static chatfmt_status models_class_row(cft_model *model, cft_slice name, cft_format *out)
{
    const cft_slice key = CFT_LIT("use_default_system_prompt");
    cft_value own = cft_apply_member(model->config, key), made;
    CFT_TRY(cft_format_open(NULL, &model->heap, name, out));
    if (own.kind != CFT_BOOL) return CHATFMT_OK;
    CFT_TRY(cft_apply_with(&model->heap, cft_dict_value(out->fields), key, own,
                           &made));
    out->fields = made.as.dict;
    return CHATFMT_OK;
}

static chatfmt_status models_class_export(chatfmt_model *made, cft_slice place)
{
    cft_format format;
    cft_buffer text;
    cft_model *model = &made->model;
    cft_buffer_init(&text, &made->allocator);
    chatfmt_status status = models_class_row(model, place, &format);
    if (status == CHATFMT_OK) status = cft_format_export(&model->heap, &format, &text);
    if (status == CHATFMT_OK)
        status = models_default(model, cft_slice_of(text.data, text.length), place);
    if (status == CHATFMT_OK) model->of_class = model->templates[0].source.data;
    cft_buffer_free(&text);
    return status;
}

/* What the class of the model's tokenizer had. Source: transformers 4.37.2,
 * default_chat_template. */
static chatfmt_status models_class(chatfmt_model *made)
{
    cft_model *model = &made->model;
    cft_slice type, name, tokenizer = models_text(model->config, CFT_LIT("tokenizer_class"));
    cft_value place;
    bool wanted = made->class_template || model->before_444;
    if (!wanted || model->template_count) return CHATFMT_OK;
    CFT_TRY(models_type(model, &type));
    if (!tokenizer.length && !type.length && !model->before_444)
        return cft_raise(&model->heap, CHATFMT_INPUT,
                         "%.*s: neither tokenizer_class of tokenizer_config.json nor model_type of "
                         "config.json says whose default it is: give a template",
                         (int)model->path.length, model->path.data);
    CFT_TRY(cft_format_of_class(&model->heap, tokenizer, type, &name));
    CFT_TRY(cft_apply_join(&model->heap, cft_string("class/", 6, 0), name, &place));
    return models_class_export(made, cft_text_of(place));
}

chatfmt_status cft_chat_model_new(const chatfmt_allocator *memory, uint32_t flags,
                                  chatfmt_model **out, chatfmt_error *error)
{
    chatfmt_model *made = cft_allocate(memory, sizeof *made);
    *out = made;
    if (!made) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(made, 0, sizeof *made);
    made->allocator = *memory;
    made->processor = (flags & CHATFMT_MODEL_PROCESSOR) != 0;
    made->class_template = (flags & CHATFMT_MODEL_CLASS_TEMPLATE) != 0;
    if (flags & CHATFMT_MODEL_TRANSFORMERS_4_37)
        made->flags = CHATFMT_APPLY_RAW_MESSAGES | CHATFMT_APPLY_IN_BATCH;
    return CHATFMT_OK;
}

void cft_chat_model_free(chatfmt_model *model)
{
    chatfmt_allocator memory = model->allocator;
    cft_model_free(&model->model);
    cft_release(&memory, model, sizeof *model);
}

chatfmt_status cft_chat_model_made(chatfmt_status status, cft_slice default_template,
                                   chatfmt_model **out)
{
    chatfmt_model *made = *out;
    if (status == CHATFMT_OK) status = models_default(&made->model, default_template, CFT_LIT(""));
    if (status == CHATFMT_OK) status = models_class(made);
    if (status == CHATFMT_OK) status = models_special(made);
    made->model.heap.error = NULL; /* the caller's; it may be gone when the model is used */
    models_describe(made);
    if (status == CHATFMT_OK) return CHATFMT_OK;
    cft_chat_model_free(made);
    *out = NULL;
    return status;
}

/* ---- A format as a model ---- */

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

chatfmt_status cft_chat_model_of_format(const cft_format *format, chatfmt_model **out,
                                        chatfmt_error *error)
{
    cft_buffer text;
    chatfmt_model *made = *out;
    chatfmt_limits limits = cft_default_limits;
    cft_model_begin(&made->model, &made->allocator, error);
    cft_heap_reset(&made->model.heap, &limits, error);
    made->model.kind = CFT_MODEL_TEMPLATE;
    made->model.of_format = true;
    cft_buffer_init(&text, &made->allocator);
    chatfmt_status status = cft_format_export(&made->model.heap, format, &text);
    if (status == CHATFMT_OK) status = models_fields(format, made);
    if (status == CHATFMT_NO_MEMORY) (void)cft_fail(error, status, "out of memory");
    status = cft_chat_model_made(status, cft_slice_of(text.data, text.length), out);
    cft_buffer_free(&text);
    return status;
}
