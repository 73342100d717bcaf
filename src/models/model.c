/* models/model.c - what is the same for every source of a model, and the choice among them. */
#include "models/model.h"
#include "base/utf8.h"

#include "base/sha256.h"
#include "tokenizers/file_kind.h"
#include "tokenizers/gguf.h"
#include "value/dict.h"
#include "value/json_read.h"
#include "value/text.h"

static chatfmt_status model_no_memory(cft_model *model)
{
    return cft_raise(&model->heap, CHATFMT_NO_MEMORY, "out of memory");
}

void cft_model_free(cft_model *model)
{
    cft_buffer_free(&model->looked);
    cft_heap_free(&model->heap);
}

/* Room for one more item in a list of the model's heap. */
static chatfmt_status model_room(cft_model *model, void **items, size_t count, size_t *capacity,
                                 size_t size)
{
    void *grown;
    size_t wanted = *capacity ? *capacity * 2 : 8;
    if (count < *capacity) return CHATFMT_OK;
    CFT_TRY(cft_heap_array(&model->heap, wanted, size, &grown));
    if (count) memcpy(grown, *items, count * size);
    *items = grown;
    *capacity = wanted;
    return CHATFMT_OK;
}

static chatfmt_status model_add(cft_model *model, cft_model_template row)
{
    void *items = model->templates;
    size_t i;
    cft_sha256_hex(row.source, row.hash);
    for (i = 0; i < model->template_count; i++) {
        if (!cft_slice_equal(model->templates[i].name, row.name)) continue;
        model->templates[i] = row;
        return CHATFMT_OK;
    }
    CFT_TRY(model_room(model, &items, model->template_count, &model->template_capacity,
                       sizeof row));
    model->templates = items;
    model->templates[model->template_count++] = row;
    return CHATFMT_OK;
}

chatfmt_status cft_model_add_template(cft_model *model, cft_slice name, cft_slice source,
                                      cft_slice place)
{
    return model_add(model, (cft_model_template){
                                .name = name, .source = source, .place = place, .shown = place});
}

/* "PLACE (KEY)" or, for another than the default one, "PLACE (KEY "NAME")". */
chatfmt_status cft_model_add_part(cft_model *model, cft_slice name, cft_slice source,
                                  cft_slice place, const char *key)
{
    bool is_default = cft_slice_equal(name, CFT_LIT("default"));
    const cft_slice pieces[] = {
        place, CFT_LIT(" ("), cft_slice_of(key, strlen(key)), CFT_LIT(" \""), name, CFT_LIT("\""),
        CFT_LIT(")")};
    size_t length = 0;
    void *room;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) length += pieces[i].length;
    CFT_TRY(cft_heap_take(&model->heap, length + 1, &room));
    length = 0;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        if (is_default && i >= 3 && i <= 5) continue;
        memcpy((char *)room + length, pieces[i].data, pieces[i].length);
        length += pieces[i].length;
    }
    ((char *)room)[length] = '\0';
    return model_add(model, (cft_model_template){.name = name, .source = source, .place = place,
                                                 .shown = cft_slice_of(room, length)});
}

chatfmt_status cft_model_set_token(cft_model *model, cft_slice name, cft_slice text)
{
    void *items = model->tokens;
    size_t i;
    for (i = 0; i < model->token_count; i++) {
        if (!cft_slice_equal(model->tokens[i].name, name)) continue;
        model->tokens[i].text = text;
        return CHATFMT_OK;
    }
    CFT_TRY(model_room(model, &items, model->token_count, &model->token_capacity,
                       sizeof *model->tokens));
    model->tokens = items;
    model->tokens[model->token_count++] = (cft_model_token){name, text};
    return CHATFMT_OK;
}

cft_slice cft_model_token_text(const cft_model *model, cft_slice name)
{
    size_t i;
    for (i = 0; i < model->token_count; i++)
        if (cft_slice_equal(model->tokens[i].name, name)) return model->tokens[i].text;
    return cft_slice_of(NULL, 0);
}

chatfmt_status cft_model_looked(cft_model *model, const char *place, const char *finding)
{
    cft_buffer *text = &model->looked;
    if (cft_buffer_append(text, "\n  ", 3) != CHATFMT_OK ||
        cft_buffer_append(text, place, strlen(place)) != CHATFMT_OK ||
        cft_buffer_append(text, ": ", 2) != CHATFMT_OK ||
        cft_buffer_append(text, finding, strlen(finding)) != CHATFMT_OK)
        return model_no_memory(model);
    return CHATFMT_OK;
}

chatfmt_status cft_model_need_template(const cft_model *model, chatfmt_error *error)
{
    const cft_buffer *looked = &model->looked;
    if (model->template_count || model->named) return CHATFMT_OK;
    return cft_fail(error, CHATFMT_VALUE, "there is no chat template. Looked at:%.*s",
                    (int)looked->length, looked->data ? looked->data : "");
}

chatfmt_status cft_model_join(cft_model *model, const char *folder, const char *name, char **out)
{
    size_t head = strlen(folder), tail = strlen(name);
    void *room;
    bool slash = head && folder[head - 1] != '/';
    CFT_TRY(cft_heap_take(&model->heap, head + slash + tail + 1, &room));
    *out = room;
    memcpy(*out, folder, head);
    if (slash) (*out)[head] = '/';
    memcpy(*out + head + slash, name, tail + 1);
    return CHATFMT_OK;
}

/* What a file is that was not downloaded. */
static chatfmt_status model_not_fetched(cft_model *model, cft_file_kind kind, const char *path)
{
    chatfmt_status status = cft_file_kind_refuse(kind, model->heap.error);
    return cft_fail_in_file(model->heap.error, status, path);
}

chatfmt_status cft_model_file(cft_model *model, const char *path, cft_slice *text, bool *found)
{
    cft_buffer buffer;
    chatfmt_status status;
    void *room;
    *found = false;
    *text = cft_slice_of("", 0);
    if (!cft_file_is_regular(path)) return CHATFMT_OK;
    cft_buffer_init(&buffer, &model->heap.arena.allocator);
    status = cft_file_read(path, CFT_MODEL_FILE_BYTES, &buffer, model->heap.error);
    if (status == CHATFMT_OK) status = cft_heap_take(&model->heap, buffer.length + 1, &room);
    if (status == CHATFMT_OK) {
        if (buffer.length) memcpy(room, buffer.data, buffer.length);
        *text = cft_slice_of(room, buffer.length);
        *found = true;
        if (cft_file_kind_of(*text) == CFT_FILE_LFS)
            status = model_not_fetched(model, CFT_FILE_LFS, path);
    }
    cft_buffer_free(&buffer);
    return status;
}

chatfmt_status cft_model_json(cft_model *model, const char *path, cft_value *out)
{
    cft_slice text;
    bool found;
    chatfmt_status status;
    *out = cft_absent();
    CFT_TRY(cft_model_file(model, path, &text, &found));
    if (!found) return CHATFMT_OK;
    status = cft_json_read(&model->heap, text, NULL, out, NULL);
    if (status != CHATFMT_OK) return cft_fail_in_file(model->heap.error, status, path);
    if (out->kind != CFT_DICT)
        return cft_raise(&model->heap, CHATFMT_INPUT,
                         "%s: this is %s, and a model's configuration is a JSON object; a model is "
                         "a folder, a GGUF file or a template", path,
                         out->kind == CFT_LIST ? "an array, such as a conversation" : "no object");
    return CHATFMT_OK;
}

bool cft_model_lacks_tags(cft_slice text)
{
    return cft_text_find(text, CFT_LIT("{{"), 0) == SIZE_MAX &&
           cft_text_find(text, CFT_LIT("{%"), 0) == SIZE_MAX;
}

#define MODEL_PACKED(by, command)                                                                \
    "compressed with " by,                                                                       \
        "this is compressed with " by "; to unpack it: " command " FILE > UNPACKED"

const cft_packed *cft_model_packed(cft_slice text)
{
    static const cft_packed kinds[] = {
        {{"\x1f\x8b", 2}, MODEL_PACKED("gzip", "gzip -dc")},
        {{"\x28\xb5\x2f\xfd", 4}, MODEL_PACKED("zstd", "zstd -dc")},
        {{"BZh", 3}, MODEL_PACKED("bzip2", "bzcat")},
        {{"\xfd" "7zXZ", 5}, MODEL_PACKED("xz", "xzcat")},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (text.length >= kinds[i].begins.length &&
            !memcmp(text.data, kinds[i].begins.data, kinds[i].begins.length))
            return &kinds[i];
    return NULL;
}

/* The metadata, if it is a GGUF file; `kind` is what it is. */
static chatfmt_status model_read_gguf(cft_model *model, const char *path, cft_gguf *out,
                                      cft_file_kind *kind)
{
    cft_file_pieces file;
    char head[64];
    CFT_TRY(cft_file_open_pieces(path, &file, model->heap.error));
    size_t length = file.length < sizeof head ? (size_t)file.length : sizeof head;
    chatfmt_status status = cft_file_read_piece(&file, 0, head, length, model->heap.error);
    *kind = status ? CFT_FILE_JSON : cft_file_kind_of(cft_slice_of(head, length));
    bool is = *kind == CFT_FILE_GGUF;
    if (is) status = cft_gguf_read_file(&model->heap.arena, &file, out, model->heap.error);
    cft_file_close_pieces(&file);
    return status == CHATFMT_OK || !is ? status
                                       : cft_fail_in_file(model->heap.error, status, path);
}

static chatfmt_status model_load_gguf(cft_model *model, const char *path, cft_gguf file)
{
    size_t i;
    model->kind = CFT_MODEL_GGUF;
    model->architecture = file.architecture;
    model->name = file.name;
    for (i = 0; i < file.template_count; i++)
        CFT_TRY(cft_model_add_part(model, file.templates[i].name, file.templates[i].text,
                                   model->path, "tokenizer.chat_template"));
    for (i = 0; i < file.token_count; i++)
        CFT_TRY(cft_model_set_token(model, file.tokens[i].name, file.tokens[i].text));
    model->single = file.template_count == 1 &&
                    cft_slice_equal(file.templates[0].name, CFT_LIT("default"));
    if (file.template_count == 0)
        return cft_model_looked(model, path, "no key tokenizer.chat_template");
    return CHATFMT_OK;
}

static bool model_path_ends(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length >= tail && memcmp(path + length - tail, ending, tail) == 0;
}

/* Data, such as a conversation or rows, where a template is expected: it would be the prompt. */
static chatfmt_status model_refuse_data(cft_model *model, const char *path, cft_slice text)
{
    cft_value value = cft_absent();
    const char *end = text.length ? memchr(text.data, '\n', text.length) : NULL;
    chatfmt_error *error = model->heap.error;
    if (!cft_model_lacks_tags(text)) return CHATFMT_OK;
    model->heap.error = NULL; /* text that is no JSON is no mistake */
    bool whole = !cft_json_read(&model->heap, text, NULL, &value, NULL);
    if (!whole && end)
        cft_json_read(&model->heap, cft_slice_of(text.data, (size_t)(end - text.data)), NULL,
                      &value, NULL);
    model->heap.error = error;
    if (value.kind != CFT_DICT && value.kind != CFT_LIST) return CHATFMT_OK;
    return cft_raise(&model->heap, CHATFMT_INPUT,
                     "%s: this is %s, without a template; a model is a folder, a GGUF file or a "
                     "template", path, whole ? "JSON" : "JSON Lines");
}

static chatfmt_status model_load_file(cft_model *model, const char *path)
{
    cft_slice text;
    bool found;
    cft_gguf gguf;
    cft_file_kind kind;
    CFT_TRY(model_read_gguf(model, path, &gguf, &kind));
    if (kind == CFT_FILE_GGUF) return model_load_gguf(model, path, gguf);
    if (model_path_ends(path, ".gguf"))
        return kind == CFT_FILE_LFS || kind == CFT_FILE_HTML
                   ? model_not_fetched(model, kind, path)
                   : cft_raise(&model->heap, CHATFMT_INPUT, "%s: does not begin with 'GGUF'", path);
    if (model_path_ends(path, ".json")) {
        model->kind = CFT_MODEL_JSON;
        CFT_TRY(cft_model_json(model, path, &model->config));
        CFT_TRY(cft_model_config_tokens(model, cft_absent(), model->path));
        CFT_TRY(cft_model_config_templates(model, model->config, model->path));
        if (model->template_count || model->named) return CHATFMT_OK;
        if (cft_dict_find_text(model->config.as.dict, CFT_LIT("messages")))
            return cft_raise(&model->heap, CHATFMT_INPUT,
                             "%s: this is an object with messages, such as a conversation; a model "
                             "is a folder, a GGUF file or a template", path);
        return cft_model_looked(model, path, "no chat_template; a model is its whole folder");
    }
    model->kind = CFT_MODEL_TEMPLATE;
    model->single = true;
    CFT_TRY(cft_model_file(model, path, &text, &found));
    size_t valid = cft_utf8_check(text.data, text.length);
    if (cft_utf8_is_utf16(text.data, text.length))
        return cft_raise(&model->heap, CHATFMT_INPUT,
                         "%s: the template is UTF-16, and templates are UTF-8", path);
    const cft_packed *packed = valid == text.length ? NULL : cft_model_packed(text);
    if (packed) return cft_raise(&model->heap, CHATFMT_INPUT, "%s: %s", path, packed->remedy);
    if (valid != text.length)
        return cft_raise(&model->heap, CHATFMT_INPUT,
                         "%s: neither a model nor a chat template: byte %zu is not UTF-8", path,
                         valid);
    CFT_TRY(model_refuse_data(model, path, text));
    return cft_model_add_template(model, CFT_LIT("default"), text, model->path);
}

void cft_model_begin(cft_model *model, const chatfmt_allocator *allocator, chatfmt_error *error)
{
    chatfmt_limits limits;
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    memset(model, 0, sizeof *model);
    model->path = model->name = model->architecture = model->revision = cft_slice_of("", 0);
    model->config = cft_absent();
    cft_heap_init(&model->heap, &memory);
    cft_buffer_init(&model->looked, &memory);
    limits = cft_default_limits;
    limits.heap_bytes = (size_t)1024 * 1024 * 1024;
    cft_heap_reset(&model->heap, &limits, error);
}

chatfmt_status cft_model_load(cft_model *model, const chatfmt_allocator *allocator,
                              const char *where, const cft_model_options *options,
                              chatfmt_error *error)
{
    char *path;
    cft_model_begin(model, allocator, error);
    model->before_444 = options->before_444;
    CFT_TRY(cft_model_join(model, where, "", &path));
    path[strlen(where)] = '\0'; /* a copy of `where` as it is */
    if (cft_file_is_stream(path)) return cft_file_fail_stream(error, path);
    if (!cft_file_is_folder(path) && !cft_file_is_regular(path))
        CFT_TRY(cft_hub_find(model, where, options->revision, &path));
    model->path = cft_slice_of(path, strlen(path));
    if (cft_file_is_folder(path)) return cft_model_load_folder(model, path, options->processor);
    return model_load_file(model, path);
}

static const cft_model_template *model_named(const cft_model *model, cft_slice name)
{
    size_t i;
    for (i = 0; i < model->template_count; i++)
        if (cft_slice_equal(model->templates[i].name, name)) return &model->templates[i];
    return NULL;
}

/* The template of that name in *out, NULL when there is none. */
static chatfmt_status model_take(const cft_model *model, cft_slice name,
                                 const cft_model_template **out, chatfmt_error *error)
{
    *out = model_named(model, name);
    for (const cft_model_name *bad = model->textless; bad && !*out; bad = bad->next)
        if (cft_slice_equal(bad->text, name))
            return cft_fail(error, CHATFMT_TYPE, "chat_template: the template '%.*s' is not a "
                                                 "string",
                            cft_shown(name), name.data);
    return CHATFMT_OK;
}

/* A name in the order of the model; those of templates that are no text count, too. */
static cft_slice model_name_at(const cft_model *model, size_t index)
{
    size_t left = model->textless_count;
    for (const cft_model_name *bad = model->textless; bad; bad = bad->next) {
        left--;
        if (index == bad->before + left) return bad->text;
        if (index > bad->before + left) return model->templates[index - left - 1].name;
    }
    return model->templates[index].name;
}

/* Write "a, b" or "'a', 'b'" into `out`, in the order of the model or sorted. */
static size_t model_name_list(const cft_model *model, bool quoted, char *out, size_t room)
{
    size_t used = 0, count = model->template_count + model->textless_count;
    cft_slice last = cft_slice_of("", 0);
    for (size_t i = 0; i < count; i++) {
        bool found = !quoted;
        cft_slice best = found ? model_name_at(model, i) : last;
        for (size_t j = 0; quoted && j < count; j++) {
            cft_slice name = model_name_at(model, j);
            if (i && cft_slice_compare(name, last) <= 0) continue;
            if (!found || cft_slice_compare(name, best) < 0) best = name;
            found = true;
        }
        if (!found || used + best.length + 6 > room) break;
        last = best;
        memcpy(out + used, ", ", 2);
        used += i ? 2 : 0;
        if (quoted) out[used++] = '\'';
        memcpy(out + used, last.data, last.length);
        used += last.length;
        if (quoted) out[used++] = '\'';
    }
    return used;
}

static chatfmt_status model_no_default(const cft_model *model, bool processor,
                                       chatfmt_error *error)
{
    char names[CHATFMT_ERROR_TEXT / 2];
    size_t used = model_name_list(model, !processor, names, sizeof names);
    if (processor)
        return cft_fail(error, CHATFMT_VALUE,
                        "The processor has multiple chat templates but none of them are named "
                        "\"default\". You need to specify which one to use by passing the "
                        "`chat_template` argument. Available templates are: %.*s",
                        (int)used, names);
    return cft_fail(error, CHATFMT_VALUE,
                    "This model has multiple chat templates with no default specified! Please "
                    "either pass a chat template or the name of the template you wish to use to "
                    "the `chat_template` argument. Available template names are [%.*s].",
                    (int)used, names);
}

#define MODEL_HELP                                                                              \
    "Give one as `chat_template`, or as `default_template`, which is used when a model has none."

static chatfmt_status model_no_template(const cft_model *model, bool processor,
                                        chatfmt_error *error)
{
    if (processor)
        return cft_fail(error, CHATFMT_VALUE,
                        "Cannot use apply_chat_template because this processor does not have a "
                        "chat template. Looked at:%.*s\n" MODEL_HELP,
                        (int)model->looked.length, model->looked.data ? model->looked.data : "");
    return cft_fail(error, CHATFMT_VALUE,
                    "Cannot use chat template functions because tokenizer.chat_template is not "
                    "set and no template argument was passed! Looked at:%.*s\n" MODEL_HELP,
                    (int)model->looked.length, model->looked.data ? model->looked.data : "");
}

chatfmt_status cft_model_choose(const cft_model *model, cft_slice wanted, bool has_tools,
                                bool processor, const cft_model_template **out,
                                chatfmt_error *error)
{
    *out = NULL;
    if (wanted.data) {
        /* A tokenizer with one string takes any argument for a template's source. */
        return model->single ? CHATFMT_OK : model_take(model, wanted, out, error);
    }
    /* For a processor an empty text is none. */
    bool empty = processor && model->single && !model->templates[0].source.length;
    if (empty || (model->template_count == 0 && !model->named))
        return model_no_template(model, processor, error);
    if (!model->single && has_tools && !processor)
        CFT_TRY(model_take(model, CFT_LIT("tool_use"), out, error));
    if (!*out) CFT_TRY(model_take(model, CFT_LIT("default"), out, error));
    return *out ? CHATFMT_OK : model_no_default(model, processor, error);
}

const char *cft_model_kind_name(cft_model_kind kind)
{
    static const char *const names[] = {"folder", "gguf", "template", "json"};
    return names[kind];
}
