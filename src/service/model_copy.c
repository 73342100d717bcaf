/* service/model_copy.c - what a model folder has beside its templates, and what saving would lose
 * (chatfmt/models.h). */
#include "api/api_check.h"
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

/* ---- Files that differ ---- */

#define COPY_CONFIG "tokenizer_config.json"

static bool copy_is_value(chatfmt_values *values, chatfmt_value a, chatfmt_value b)
{
    chatfmt_slice first, second;
    return !chatfmt_value_write_json(values, a, &first, NULL) &&
           !chatfmt_value_write_json(values, b, &second, NULL) && cft_slice_equal(first, second);
}

/* Whether an object has all members of another with the same values, but for the template. */
static bool copy_has(chatfmt_values *values, chatfmt_value object, chatfmt_value other)
{
    for (size_t i = 0; i < chatfmt_value_count(other); i++) {
        cft_slice key = chatfmt_value_key_at(other, i);
        chatfmt_value own = chatfmt_value_find(object, key.data, key.length);
        if (!cft_slice_is(key, "chat_template") &&
            (chatfmt_value_kind_of(own) == CHATFMT_VALUE_ABSENT ||
             !copy_is_value(values, own, chatfmt_value_at(other, i))))
            return false;
    }
    return true;
}

/* Two objects that are the same but for their templates and the order of members. */
static bool copy_is_config(chatfmt_values *values, chatfmt_value a, chatfmt_value b)
{
    return chatfmt_value_kind_of(a) == CHATFMT_VALUE_OBJECT &&
           chatfmt_value_kind_of(b) == CHATFMT_VALUE_OBJECT && copy_has(values, a, b) &&
           copy_has(values, b, a);
}

static bool copy_is_text(const cft_file_copy *a, const cft_file_copy *b)
{
    return a->length == b->length && (!a->length || !memcmp(a->data, b->data, a->length));
}

static bool copy_is_json(const cft_file_copy *a, const cft_file_copy *b)
{
    chatfmt_values *values;
    chatfmt_value first, second;
    if (chatfmt_values_new(NULL, NULL, &values, NULL)) return false;
    bool same = !chatfmt_value_read_json(values, a->data, a->length, &first, NULL) &&
                !chatfmt_value_read_json(values, b->data, b->length, &second, NULL) &&
                copy_is_config(values, first, second);
    chatfmt_values_free(values);
    return same;
}

/* ---- Copies ---- */

/* A file of the model and its place in the folder. */
typedef struct copy_one {
    const char *name, *from, *to;
    bool replace, looks; /* nothing is written, but what would be refused is found */
} copy_one;

/* Of a file that is there already: OK where it is the same, or replaced. */
static chatfmt_status copy_over(const copy_one *one, const cft_file_copy *file, bool *same,
                                chatfmt_error *error)
{
    cft_file_copy there;
    CFT_TRY(cft_file_load(one->to, NULL, &there, error));
    *same = copy_is_text(file, &there) ||
            (!strcmp(one->name, COPY_CONFIG) && copy_is_json(file, &there));
    cft_file_unload(&there);
    if (*same || one->replace) return CHATFMT_OK;
    return cft_fail(error, CHATFMT_VALUE,
                    "'%s' differs from the model's: delete it, or let it be replaced", one->to);
}

static chatfmt_status copy_from_to(const copy_one *one, chatfmt_error *error)
{
    cft_file_copy file;
    bool same = false;
    if (!cft_file_is_regular(one->from) || (one->looks && !cft_file_is_regular(one->to)))
        return CHATFMT_OK;
    CFT_TRY(cft_file_load(one->from, NULL, &file, error));
    chatfmt_status status = CHATFMT_OK;
    if (cft_file_is_regular(one->to)) status = copy_over(one, &file, &same, error);
    if (!status && !same && !one->looks)
        status = cft_file_replace(one->to, file.data, file.length, error);
    cft_file_unload(&file);
    return status;
}

static chatfmt_status copy_file(cft_slice from, cft_slice to, copy_one one, chatfmt_error *error)
{
    cft_json_out source, target;
    chatfmt_status status = copy_path(&source, from, one.name, error);
    if (!status) {
        status = copy_path(&target, to, one.name, error);
        one.from = source.text.data, one.to = target.text.data;
        if (!status) status = copy_from_to(&one, error);
        cft_out_free(&target);
    }
    cft_out_free(&source);
    return status;
}

/* All that push_to_hub sends. */
static chatfmt_status copy_files(cft_slice from, cft_slice to, bool replace, bool looks,
                                 chatfmt_error *error)
{
    static const char *const names[] = {
        COPY_CONFIG, "tokenizer.json", "special_tokens_map.json", "added_tokens.json",
        "vocab.json", "merges.txt", "vocab.txt", "tokenizer.model", "spiece.model"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CFT_TRY(copy_file(from, to, (copy_one){names[i], NULL, NULL, replace, looks}, error));
    return CHATFMT_OK;
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
    CFT_TRY(copy_path(&path, folder, COPY_CONFIG, error));
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

/* The folder itself is made, but not one that it is in. */
static chatfmt_status copy_make_folder(cft_slice folder, chatfmt_error *error)
{
    chatfmt_status status = cft_file_make_folder(folder.data, error);
    size_t end = folder.length;
    while (end && folder.data[end - 1] == '/') end--;
    while (end && folder.data[end - 1] != '/') end--;
    if (status != CHATFMT_NOT_FOUND || end < 2) return status;
    return cft_fail(error, status, "cannot make the folder '%s': there is no folder '%.*s'",
                    folder.data, (int)end - 1, folder.data);
}

chatfmt_status chatfmt_model_copy(const chatfmt_model *model, const char *folder, uint32_t flags,
                                  chatfmt_error *error)
{
    cft_error_clear(error);
    if (!model || !folder)
        return cft_fail_null(error, !model ? "model" : "folder");
    CFT_TRY(cft_api_flags(flags, CHATFMT_COPY_REPLACE, "flags", error));
    const chatfmt_model_info *about = chatfmt_model_about(model);
    cft_slice to = cft_slice_of(folder, strlen(folder));
    if (cft_file_is_regular(folder))
        return cft_fail(error, CHATFMT_NOT_FOUND, "'%s' is a file, not a folder", folder);
    bool replace = (flags & CHATFMT_COPY_REPLACE) != 0;
    if (!replace && !strcmp(about->kind, "folder"))
        CFT_TRY(copy_files(about->path, to, false, true, error));
    CFT_TRY(copy_make_folder(to, error));
    return strcmp(about->kind, "folder") ? copy_config(model, to, error)
                                         : copy_files(about->path, to, replace, false, error);
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
