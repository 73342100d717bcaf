/* models/hub_cache.c - repositories that the Hub's own client has downloaded.
 *
 * The cache is HF_HUB_CACHE, else HF_HOME/hub, else ~/.cache/huggingface/hub (XDG_CACHE_HOME is
 * heeded). A repository ORG/NAME is the folder models--ORG--NAME with refs/REVISION, which names
 * the commit, and snapshots/COMMIT. Source: huggingface_hub, file_download.
 */
#include "models/model.h"

static chatfmt_status hub_root(cft_model *model, char **out)
{
    const char *value = cft_file_environment("HF_HUB_CACHE");
    char *path;
    *out = NULL;
    if (!value) value = cft_file_environment("HUGGINGFACE_HUB_CACHE");
    if (value) return cft_model_join(model, value, "", out);
    value = cft_file_environment("HF_HOME");
    if (value) return cft_model_join(model, value, "hub", out);
    value = cft_file_environment("XDG_CACHE_HOME");
    if (value) return cft_model_join(model, value, "huggingface/hub", out);
    value = cft_file_environment("HOME");
    if (!value) return CHATFMT_OK;
    CFT_TRY(cft_model_join(model, value, ".cache/huggingface/hub", &path));
    *out = path;
    return CHATFMT_OK;
}

/* An id is NAME or ORG/NAME of letters, digits, '-', '_' and '.', never "..". */
static bool hub_is_id(const char *id)
{
    size_t slashes = 0, i;
    for (i = 0; id[i]; i++) {
        char c = id[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     c == '-' || c == '_' || c == '.';
        if (c == '/' && i && id[i + 1]) slashes++;
        else if (!plain) return false;
        if (c == '.' && (i == 0 || id[i - 1] == '/' || id[i + 1] == '.')) return false;
    }
    return i > 0 && slashes <= 1;
}

static chatfmt_status hub_folder_name(cft_model *model, const char *id, char **out)
{
    size_t length = strlen(id), at = 8, i;
    void *room;
    CFT_TRY(cft_heap_take(&model->heap, length + 16, &room));
    *out = room;
    memcpy(*out, "models--", 8);
    for (i = 0; i < length; i++) {
        if (id[i] == '/') (*out)[at++] = '-';
        (*out)[at++] = id[i] == '/' ? '-' : id[i];
    }
    (*out)[at] = '\0';
    return CHATFMT_OK;
}

/* The commit that a revision stands for: the text of refs/REVISION, or the revision itself. */
static chatfmt_status hub_commit(cft_model *model, const char *repository, const char *revision,
                                 char **out)
{
    cft_slice text;
    bool found;
    char *refs, *path;
    CFT_TRY(cft_model_join(model, repository, "refs", &refs));
    CFT_TRY(cft_model_join(model, refs, revision, &path));
    CFT_TRY(cft_model_file(model, path, &text, &found));
    if (!found) return cft_model_join(model, "", revision, out);
    while (text.length && (unsigned char)text.data[text.length - 1] <= ' ') text.length--;
    *out = cft_arena_copy(&model->heap.arena, text.data, text.length);
    return *out ? CHATFMT_OK : cft_raise(&model->heap, CHATFMT_NO_MEMORY, "out of memory");
}

static bool hub_is_revision(cft_slice revision)
{
    size_t i;
    for (i = 0; i < revision.length; i++)
        if (revision.data[i] == '\0' || (revision.data[i] == '.' && i + 1 < revision.length &&
                                         revision.data[i + 1] == '.'))
            return false;
    return revision.length == 0 || revision.data[0] != '/';
}

chatfmt_status cft_hub_find(cft_model *model, const char *id, cft_slice revision, char **out)
{
    char *root, *folder, *repository, *wanted, *commit, *snapshots;
    if (!hub_is_id(id))
        return cft_raise(&model->heap, CHATFMT_NOT_FOUND,
                         "no such file or folder: '%s', and it is not the id of a repository", id);
    if (!hub_is_revision(revision))
        return cft_raise(&model->heap, CHATFMT_BAD_ARGUMENT, "'%.*s' is not a revision",
                         (int)revision.length, revision.data);
    CFT_TRY(hub_root(model, &root));
    if (!root)
        return cft_raise(&model->heap, CHATFMT_NOT_FOUND,
                         "no such file or folder: '%s', and there is no Hub cache (HOME is unset)",
                         id);
    CFT_TRY(hub_folder_name(model, id, &folder));
    CFT_TRY(cft_model_join(model, root, folder, &repository));
    if (!cft_file_is_folder(repository))
        return cft_raise(&model->heap, CHATFMT_NOT_FOUND,
                         "no such file or folder: '%s', and no such repository in the Hub cache "
                         "(looked for '%s'); the network is not used",
                         id, repository);
    wanted = cft_arena_copy(&model->heap.arena, revision.length ? revision.data : "main",
                            revision.length ? revision.length : 4);
    if (!wanted) return cft_raise(&model->heap, CHATFMT_NO_MEMORY, "out of memory");
    CFT_TRY(hub_commit(model, repository, wanted, &commit));
    CFT_TRY(cft_model_join(model, repository, "snapshots", &snapshots));
    if (!hub_is_revision(cft_slice_of(commit, strlen(commit))))
        return cft_raise(&model->heap, CHATFMT_INPUT, "the reference '%s' of '%s' is malformed",
                         wanted, repository);
    CFT_TRY(cft_model_join(model, snapshots, commit, out));
    model->revision = cft_slice_of(commit, strlen(commit));
    if (!cft_file_is_folder(*out))
        return cft_raise(&model->heap, CHATFMT_NOT_FOUND,
                         "the Hub cache has '%s' but not its revision '%s' (looked for '%s')", id,
                         wanted, *out);
    return CHATFMT_OK;
}
