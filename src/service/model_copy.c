/* service/model_copy.c - what a model folder has beside its templates, and what saving would lose
 * (chatfmt/models.h). */
#include "base/file.h"
#include "base/json_out.h"
#include "base/report.h"
#include "chatfmt/models.h"

/* FOLDER/NAME with a NUL at its end; free it with cft_out_free(). */
static chatfmt_status copy_path(cft_json_out *path, cft_slice folder, const char *name,
                                chatfmt_error *error)
{
    chatfmt_allocator memory = cft_allocator_or_default(NULL);
    cft_out_begin(path, &memory);
    cft_out_bytes(path, folder.data, folder.length);
    cft_out_text(path, "/");
    cft_out_bytes(path, name, strlen(name) + 1);
    return path->status ? cft_fail(error, path->status, "out of memory") : CHATFMT_OK;
}

/* A copy of a file, unless it is not there or the folder has one. */
static chatfmt_status copy_from_to(const char *from, const char *to, chatfmt_error *error)
{
    cft_file_copy file;
    if (!cft_file_is_regular(from) || cft_file_is_regular(to)) return CHATFMT_OK;
    chatfmt_status status = cft_file_load(from, NULL, &file, error);
    if (!status) status = cft_file_replace(to, file.data, file.length, error);
    cft_file_unload(&file);
    return status;
}

static chatfmt_status copy_file(cft_slice from, cft_slice to, const char *name,
                                chatfmt_error *error)
{
    cft_json_out source, target;
    chatfmt_status status = copy_path(&source, from, name, error);
    if (!status) {
        status = copy_path(&target, to, name, error);
        if (!status) status = copy_from_to(source.text.data, target.text.data, error);
        cft_out_free(&target);
    }
    cft_out_free(&source);
    return status;
}

static void copy_config_text(cft_json_out *out, const chatfmt_model *model)
{
    cft_out_text(out, "{");
    for (size_t i = 0; i < chatfmt_model_token_count(model); i++) {
        chatfmt_model_token token = chatfmt_model_token_at(model, i);
        cft_out_text(out, i ? ",\n  " : "\n  ");
        cft_out_exact(out, token.name.data, token.name.length);
        cft_out_text(out, ": ");
        cft_out_exact(out, token.text.data, token.text.length);
    }
    cft_out_text(out, "\n}\n");
}

/* tokenizer_config.json of a model that is no folder: its special tokens. */
static chatfmt_status copy_config(const chatfmt_model *model, cft_slice folder,
                                  chatfmt_error *error)
{
    cft_json_out path, text;
    CFT_TRY(copy_path(&path, folder, "tokenizer_config.json", error));
    cft_out_begin(&text, &path.text.allocator);
    chatfmt_status status = CHATFMT_OK;
    if (!cft_file_is_regular(path.text.data)) {
        copy_config_text(&text, model);
        status = text.status ? cft_fail(error, text.status, "out of memory")
                             : cft_file_replace(path.text.data, text.text.data, text.text.length,
                                                error);
    }
    cft_out_free(&text);
    cft_out_free(&path);
    return status;
}

chatfmt_status chatfmt_model_copy(const chatfmt_model *model, const char *folder,
                                  chatfmt_error *error)
{
    static const char *const names[] = {
        "tokenizer_config.json", "tokenizer.json", "special_tokens_map.json", "added_tokens.json",
        "vocab.json", "merges.txt", "vocab.txt", "tokenizer.model", "spiece.model"};
    cft_error_clear(error);
    if (!model || !folder)
        return cft_fail_null(error, !model ? "model" : "folder");
    const chatfmt_model_info *about = chatfmt_model_about(model);
    cft_slice to = cft_slice_of(folder, strlen(folder));
    CFT_TRY(cft_file_make_folder(folder, error));
    if (strcmp(about->kind, "folder")) return copy_config(model, to, error);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CFT_TRY(copy_file(about->path, to, names[i], error));
    return CHATFMT_OK;
}

/* ---- What would be lost ---- */

static bool lost_same(cft_slice a, cft_slice b)
{
    return a.length == b.length && (!a.length || !memcmp(a.data, b.data, a.length));
}

static bool lost_is(const chatfmt_model_template *old, const chatfmt_model_template *templates,
                    size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (lost_same(templates[i].name, old->name) && lost_same(templates[i].source, old->source))
            return false;
    return true;
}

size_t chatfmt_model_lost(const chatfmt_model *model, const chatfmt_model_template *templates,
                          size_t count, chatfmt_slice replaced)
{
    if (!templates) count = 0;
    for (size_t i = 0; i < chatfmt_model_template_count(model); i++) {
        chatfmt_model_template old = chatfmt_model_template_at(model, i);
        if (!(replaced.data && lost_same(replaced, old.name)) && lost_is(&old, templates, count))
            return i;
    }
    return CHATFMT_NO_TEMPLATE;
}
