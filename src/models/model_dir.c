/* models/model_dir.c - a model directory in all the layouts that transformers reads.
 *
 * A tokenizer: chat_template.jinja and additional_chat_templates/ replace what
 * tokenizer_config.json holds. A processor: processor_config.json, then the legacy
 * chat_template.json, then the template files.
 * Source: PreTrainedTokenizerBase._from_pretrained, ProcessorMixin.get_processor_dict.
 */
#include "models/model.h"
#include "value/dict.h"

#define MODEL_MAIN_FILE "chat_template.jinja"
#define MODEL_MORE_FOLDER "additional_chat_templates"
#define MODEL_FILE_ENDING ".jinja"

typedef struct model_more {
    cft_model *model;
    const char *folder;
    bool any;
} model_more;

static chatfmt_status model_more_file(void *context, const char *name)
{
    model_more *more = context;
    cft_model *model = more->model;
    size_t length = strlen(name), ending = sizeof MODEL_FILE_ENDING - 1;
    cft_slice source, stem;
    char *path, *copy;
    bool found;
    if (length <= ending || memcmp(name + length - ending, MODEL_FILE_ENDING, ending) != 0)
        return CHATFMT_OK;
    CFT_TRY(cft_model_join(model, more->folder, name, &path));
    CFT_TRY(cft_model_file(model, path, &source, &found));
    if (!found) return CHATFMT_OK;
    CFT_TRY(cft_model_join(model, "", name, &copy));
    stem = cft_slice_of(copy, length - ending);
    more->any = true;
    return cft_model_add_template(model, stem, source, cft_slice_of(path, strlen(path)));
}

static chatfmt_status model_main_file(cft_model *model, const char *folder, bool *found)
{
    cft_slice source;
    char *path;
    CFT_TRY(cft_model_join(model, folder, MODEL_MAIN_FILE, &path));
    CFT_TRY(cft_model_file(model, path, &source, found));
    if (!*found) return cft_model_looked(model, path, "no such file");
    return cft_model_add_template(model, CFT_LIT("default"), source,
                                  cft_slice_of(path, strlen(path)));
}

/* The files of additional_chat_templates/; *any tells whether there are some. */
static chatfmt_status model_more_files(cft_model *model, const char *folder, bool *any)
{
    model_more more = {.model = model};
    char *path;
    *any = false;
    CFT_TRY(cft_model_join(model, folder, MODEL_MORE_FOLDER, &path));
    if (!cft_file_is_folder(path)) return cft_model_looked(model, path, "no such folder");
    more.folder = path;
    CFT_TRY(cft_file_each(&model->heap.arena.allocator, path, model_more_file, &more,
                          model->heap.error));
    *any = more.any;
    return more.any ? CHATFMT_OK : cft_model_looked(model, path, "no file that ends in .jinja");
}

/* The template files of the new layout. Any of them, additional ones alone too, replace the
 * templates that the model has. Of two files for "default" a tokenizer takes the additional one
 * and a processor the other. */
static chatfmt_status model_template_files(cft_model *model, const char *folder, bool processor)
{
    cft_model_template *kept = model->templates;
    size_t count = model->template_count, capacity = model->template_capacity;
    bool single = model->single, main = false, more = false;
    model->templates = NULL;
    model->template_count = model->template_capacity = 0;
    if (!processor) CFT_TRY(model_main_file(model, folder, &main));
    CFT_TRY(model_more_files(model, folder, &more));
    if (processor) CFT_TRY(model_main_file(model, folder, &main));
    model->single = model->template_count == 1 &&
                    cft_slice_equal(model->templates[0].name, CFT_LIT("default"));
    if (main || more) return CHATFMT_OK;
    model->templates = kept;
    model->template_count = count;
    model->template_capacity = capacity;
    model->single = single;
    return CHATFMT_OK;
}

/* The legacy file of tokens, which counts only when the configuration has no
 * added_tokens_decoder. */
static chatfmt_status model_legacy_tokens(cft_model *model, const char *folder, cft_value *map)
{
    char *path;
    *map = cft_absent();
    if (model->config.kind == CFT_DICT &&
        cft_dict_find_text(model->config.as.dict, CFT_LIT("added_tokens_decoder")))
        return CHATFMT_OK;
    CFT_TRY(cft_model_join(model, folder, "special_tokens_map.json", &path));
    return cft_model_json(model, path, map);
}

/* The tokenizer's configuration: its special tokens, and its templates where no files replace them,
 * whatever they are. *looked is the length of what has been said of the configuration alone. */
static chatfmt_status model_tokenizer(cft_model *model, const char *folder, size_t *looked)
{
    char *path;
    cft_value legacy;
    CFT_TRY(cft_model_join(model, folder, "tokenizer_config.json", &path));
    CFT_TRY(cft_model_json(model, path, &model->config));
    if (model->config.kind == CFT_ABSENT) CFT_TRY(cft_model_looked(model, path, "no such file"));
    CFT_TRY(model_legacy_tokens(model, folder, &legacy));
    CFT_TRY(cft_model_class_tokens(model, folder, legacy));
    CFT_TRY(cft_model_config_tokens(model, legacy, cft_slice_of(path, strlen(path))));
    bool has = model->config.kind == CFT_DICT &&
               cft_dict_find_text(model->config.as.dict, CFT_LIT("chat_template"));
    if (model->config.kind == CFT_DICT && !has)
        CFT_TRY(cft_model_looked(model, path, "no chat_template"));
    *looked = model->looked.length;
    if (!model->before_444) CFT_TRY(model_template_files(model, folder, false));
    if (model->template_count) return CHATFMT_OK;
    CFT_TRY(cft_model_config_templates(model, model->config, cft_slice_of(path, strlen(path))));
    return model->template_count || model->named || !has
               ? CHATFMT_OK
               : cft_model_looked(model, path, "chat_template is not a string, list or object");
}

/* The template of a processor's JSON file; it wins over the template files. */
static chatfmt_status model_processor_json(cft_model *model, const char *folder,
                                           const char *name)
{
    char *path;
    cft_value config;
    size_t before = model->template_count;
    CFT_TRY(cft_model_join(model, folder, name, &path));
    CFT_TRY(cft_model_json(model, path, &config));
    if (config.kind == CFT_ABSENT) return cft_model_looked(model, path, "no such file");
    CFT_TRY(cft_model_config_templates(model, config, cft_slice_of(path, strlen(path))));
    if (model->template_count == before) return cft_model_looked(model, path, "no chat_template");
    return CHATFMT_OK;
}

/* A legacy file beside additional ones is refused even where neither would be used. */
static chatfmt_status model_conflict(cft_model *model, const char *folder)
{
    model_more more = {.model = model};
    size_t count = model->template_count;
    char *path;
    CFT_TRY(cft_model_join(model, folder, "chat_template.json", &path));
    if (!cft_file_is_regular(path)) return CHATFMT_OK;
    CFT_TRY(cft_model_join(model, folder, MODEL_MORE_FOLDER, &path));
    if (!cft_file_is_folder(path)) return CHATFMT_OK;
    more.folder = path;
    CFT_TRY(cft_file_each(&model->heap.arena.allocator, path, model_more_file, &more,
                          model->heap.error));
    model->template_count = count;
    if (!more.any) return CHATFMT_OK;
    return cft_raise(&model->heap, CHATFMT_VALUE,
                     "Cannot load chat template due to conflicting files - this checkpoint "
                     "combines a legacy chat_template.json file with separate template files, "
                     "which is not supported. To resolve this error, replace the legacy "
                     "chat_template.json file with a modern chat_template.jinja file.");
}

static chatfmt_status model_load_processor(cft_model *model, const char *folder)
{
    size_t looked;
    CFT_TRY(model_tokenizer(model, folder, &looked));
    model->template_count = 0; /* a processor does not take the tokenizer's templates */
    model->single = model->named = false;
    model->textless = NULL;
    model->textless_count = 0;
    model->looked.length = looked;
    CFT_TRY(model_conflict(model, folder));
    CFT_TRY(model_processor_json(model, folder, "processor_config.json"));
    if (model->template_count) return CHATFMT_OK;
    CFT_TRY(model_processor_json(model, folder, "chat_template.json"));
    return model->template_count ? CHATFMT_OK : model_template_files(model, folder, true);
}

chatfmt_status cft_model_load_folder(cft_model *model, const char *folder, bool processor)
{
    char *path;
    size_t looked;
    model->kind = CFT_MODEL_FOLDER;
    if (processor) {
        CFT_TRY(model_load_processor(model, folder));
        return cft_model_load_ids(model, folder);
    }
    CFT_TRY(model_tokenizer(model, folder, &looked));
    CFT_TRY(cft_model_load_ids(model, folder));
    if (model->template_count || model->named) return CHATFMT_OK;
    CFT_TRY(cft_model_join(model, folder, "chat_template.json", &path));
    if (cft_file_is_regular(path))
        return cft_model_looked(model, path, "exists, but only processors read it");
    return CHATFMT_OK;
}
