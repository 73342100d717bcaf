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

/* The template files of the new layout; *any tells whether there are some. */
static chatfmt_status model_template_files(cft_model *model, const char *folder, bool *any)
{
    cft_slice source;
    bool found;
    char *path;
    model_more more = {.model = model};
    CFT_TRY(cft_model_join(model, folder, MODEL_MAIN_FILE, &path));
    CFT_TRY(cft_model_file(model, path, &source, &found));
    if (found) {
        model->template_count = 0;
        model->single = true;
        CFT_TRY(cft_model_add_template(model, CFT_LIT("default"), source,
                                       cft_slice_of(path, strlen(path))));
    } else {
        CFT_TRY(cft_model_looked(model, path, "no such file"));
    }
    *any = found;
    CFT_TRY(cft_model_join(model, folder, MODEL_MORE_FOLDER, &path));
    if (!cft_file_is_folder(path)) return cft_model_looked(model, path, "no such folder");
    if (!found) {
        /* Additional files alone replace the configuration's templates too. */
        size_t kept = model->template_count;
        bool single = model->single;
        model->template_count = 0;
        more.folder = path;
        CFT_TRY(cft_file_each(&model->heap.arena.allocator, path, model_more_file, &more,
                              model->heap.error));
        if (!more.any) {
            model->template_count = kept;
            model->single = single;
            return cft_model_looked(model, path, "no file that ends in .jinja");
        }
    } else {
        more.folder = path;
        CFT_TRY(cft_file_each(&model->heap.arena.allocator, path, model_more_file, &more,
                              model->heap.error));
    }
    *any = *any || more.any;
    model->single = model->template_count == 1 &&
                    cft_slice_equal(model->templates[0].name, CFT_LIT("default"));
    return CHATFMT_OK;
}

/* Tokens of the legacy file, which counts only when the configuration has no
 * added_tokens_decoder. */
static chatfmt_status model_legacy_tokens(cft_model *model, const char *folder)
{
    char *path;
    cft_value map;
    if (model->config.kind == CFT_DICT &&
        cft_dict_find_text(model->config.as.dict, CFT_LIT("added_tokens_decoder")))
        return CHATFMT_OK;
    CFT_TRY(cft_model_join(model, folder, "special_tokens_map.json", &path));
    CFT_TRY(cft_model_json(model, path, &map));
    return cft_model_config_tokens(model, map);
}

static chatfmt_status model_tokenizer_config(cft_model *model, const char *folder)
{
    char *path;
    size_t before = model->template_count;
    CFT_TRY(cft_model_join(model, folder, "tokenizer_config.json", &path));
    CFT_TRY(cft_model_json(model, path, &model->config));
    if (model->config.kind == CFT_ABSENT) CFT_TRY(cft_model_looked(model, path, "no such file"));
    CFT_TRY(model_legacy_tokens(model, folder));
    CFT_TRY(cft_model_config_tokens(model, model->config));
    CFT_TRY(cft_model_config_templates(model, model->config, cft_slice_of(path, strlen(path))));
    if (model->config.kind != CFT_ABSENT && model->template_count == before)
        return cft_model_looked(model, path, "no chat_template");
    return CHATFMT_OK;
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

static chatfmt_status model_load_processor(cft_model *model, const char *folder)
{
    char *path;
    bool any;
    CFT_TRY(model_tokenizer_config(model, folder));
    model->template_count = 0; /* a processor does not read the tokenizer's templates */
    CFT_TRY(model_processor_json(model, folder, "processor_config.json"));
    if (model->template_count) return CHATFMT_OK;
    CFT_TRY(model_processor_json(model, folder, "chat_template.json"));
    if (model->template_count == 0) return model_template_files(model, folder, &any);
    CFT_TRY(cft_model_join(model, folder, MODEL_MORE_FOLDER, &path));
    if (cft_file_is_folder(path))
        return cft_raise(&model->heap, CHATFMT_VALUE,
                         "Cannot load chat template due to conflicting files - this checkpoint "
                         "combines a legacy chat_template.json file with separate template "
                         "files, which is not supported.");
    return CHATFMT_OK;
}

chatfmt_status cft_model_load_folder(cft_model *model, const char *folder, bool processor)
{
    char *path;
    bool any;
    model->kind = CFT_MODEL_FOLDER;
    if (processor) return model_load_processor(model, folder);
    CFT_TRY(model_tokenizer_config(model, folder));
    CFT_TRY(model_template_files(model, folder, &any));
    if (model->template_count) return CHATFMT_OK;
    CFT_TRY(cft_model_join(model, folder, "chat_template.json", &path));
    if (cft_file_is_regular(path))
        return cft_model_looked(model, path, "there, but only processors read it (--processor)");
    return CHATFMT_OK;
}
