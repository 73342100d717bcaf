/* models/hub_cache.c - repositories that the Hub's own client has downloaded.
 *
 * The cache is HF_HUB_CACHE, else HF_HOME/hub, else ~/.cache/huggingface/hub (XDG_CACHE_HOME is
 * used); "~" and variables in these are replaced. A repository ORG/NAME is the folder
 * models--ORG--NAME with refs/REVISION, which names the commit, and snapshots/COMMIT. Source:
 * huggingface_hub, file_download.
 */
#include "models/model.h"

/* The bytes of a variable's name in "$NAME" or "${NAME}" at text[at], 0 when none is there. */
static size_t hub_variable(const char *text, size_t *skip)
{
    size_t i = text[1] == '{' ? 2 : 1, from = i;
    while ((text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z') ||
           (text[i] >= '0' && text[i] <= '9') || text[i] == '_')
        i++;
    *skip = from == 2 ? i + 1 : i;
    return from == 2 && text[i] != '}' ? 0 : i - from;
}

static chatfmt_status hub_append(cft_model *model, char **path, const char *text, size_t length)
{
    size_t had = strlen(*path);
    void *room;
    CFT_TRY(cft_heap_take(&model->heap, had + length + 1, &room));
    memcpy(room, *path, had);
    memcpy((char *)room + had, text, length);
    ((char *)room)[had + length] = '\0';
    *path = room;
    return CHATFMT_OK;
}

/* Variables that are not set stay as they are. Source: os.path.expanduser, os.path.expandvars. */
static chatfmt_status hub_expand(cft_model *model, const char *value, char **out)
{
    const char *home = cft_file_environment("HOME");
    *out = cft_arena_copy(&model->heap.arena, "", 0);
    if (!*out) return cft_raise(&model->heap, CHATFMT_NO_MEMORY, "out of memory");
    if (value[0] == '~' && (value[1] == '/' || !value[1]) && home) {
        CFT_TRY(hub_append(model, out, home, strlen(home)));
        value++;
    }
    while (*value) {
        size_t length = strcspn(value + 1, "$") + 1, skip, name;
        if (*value == '$' && (name = hub_variable(value, &skip)) != 0) {
            char *copy = cft_arena_copy(&model->heap.arena, value + (value[1] == '{' ? 2 : 1),
                                        name);
            if (!copy) return cft_raise(&model->heap, CHATFMT_NO_MEMORY, "out of memory");
            const char *found = cft_file_environment(copy);
            CFT_TRY(hub_append(model, out, found ? found : value, found ? strlen(found) : skip));
            value += skip;
            continue;
        }
        CFT_TRY(hub_append(model, out, value, length));
        value += length;
    }
    return CHATFMT_OK;
}

static chatfmt_status hub_root(cft_model *model, char **out)
{
    static const struct {
        const char *variable, *below;
    } places[] = {
        {"HF_HUB_CACHE", ""},
        {"HUGGINGFACE_HUB_CACHE", ""},
        {"HF_HOME", "hub"},
        {"XDG_CACHE_HOME", "huggingface/hub"},
        {"HOME", ".cache/huggingface/hub"},
    };
    *out = NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const char *value = cft_file_environment(places[i].variable);
        char *path;
        if (!value) continue;
        CFT_TRY(hub_expand(model, value, &path));
        return cft_model_join(model, path, places[i].below, out);
    }
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
    return i > 0 && id[0] != '-' && slashes <= 1;
}

/* A name that ends as those of files do is no repository's. */
static bool hub_is_file_name(const char *id)
{
    static const char *const ends[] = {".jinja", ".jinja2", ".j2", ".gguf", ".json", ".jsonl"};
    size_t length = strlen(id);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t end = strlen(ends[i]);
        if (length > end && !strcmp(id + length - end, ends[i])) return true;
    }
    return false;
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

/* A commit is the name of a folder in snapshots/. Source: huggingface_hub,
 * try_to_load_from_cache. */
static bool hub_is_folder_name(const char *commit)
{
    return *commit && strcmp(commit, ".") != 0 && strcmp(commit, "..") != 0 && !strchr(commit, '/');
}

chatfmt_status cft_hub_find(cft_model *model, const char *id, cft_slice revision, char **out)
{
    char *root, *folder, *repository, *wanted, *commit, *snapshots;
    if (strstr(id, "://"))
        return cft_raise(&model->heap, CHATFMT_NOT_FOUND,
                         "'%s' is an address, and the network is not used: download the repository "
                         "with hf download ORG/NAME, then name it as ORG/NAME", id);
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
    if (!cft_file_is_folder(repository) && hub_is_file_name(id))
        return cft_raise(&model->heap, CHATFMT_NOT_FOUND, "no such file: '%s'", id);
    if (!cft_file_is_folder(repository))
        return cft_raise(&model->heap, CHATFMT_NOT_FOUND,
                         "no such file or folder: '%s', and no such repository in the Hub cache "
                         "(looked for '%s'); the network is not used: hf download %s puts it there",
                         id, repository, strchr(id, '/') ? id : "ORG/NAME");
    wanted = cft_arena_copy(&model->heap.arena, revision.length ? revision.data : "main",
                            revision.length ? revision.length : 4);
    if (!wanted) return cft_raise(&model->heap, CHATFMT_NO_MEMORY, "out of memory");
    CFT_TRY(hub_commit(model, repository, wanted, &commit));
    CFT_TRY(cft_model_join(model, repository, "snapshots", &snapshots));
    bool is_name = hub_is_folder_name(commit);
    if (!is_name && strcmp(commit, wanted) != 0)
        return cft_raise(&model->heap, CHATFMT_INPUT, "the reference '%s' of '%s' is malformed",
                         wanted, repository);
    CFT_TRY(cft_model_join(model, snapshots, commit, out));
    model->revision = cft_slice_of(commit, strlen(commit));
    if (!is_name || !cft_file_is_folder(*out))
        return cft_raise(&model->heap, CHATFMT_NOT_FOUND,
                         "the Hub cache has '%s' but not its revision '%s' (looked for '%s')", id,
                         wanted, *out);
    return CHATFMT_OK;
}
