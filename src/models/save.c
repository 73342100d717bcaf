/* models/save.c - saving templates: new layout, old layout, and the one key in between. */
#include "models/save.h"

#include "base/file.h"
#include "base/utf8.h"
#include "models/model_text.h"
#include "value/json_read.h"

/* ---- One member of a JSON text ---- */

/* A member of the outer object: [begin, end) from its key to the end of its value. */
typedef struct save_member {
    size_t begin, value, end;
    bool found;
} save_member;

/* The text is that of an object and known to be valid, so that everything in it ends before it
 * does. */
static size_t save_skip_string(cft_slice json, size_t at)
{
    for (at++; json.data[at] != '"'; at++)
        if (json.data[at] == '\\') at++;
    return at + 1;
}

static bool save_is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

static size_t save_skip_space(cft_slice json, size_t at)
{
    while (save_is_space(json.data[at])) at++;
    return at;
}

/* Past the value of a member. */
static size_t save_skip_value(cft_slice json, size_t at)
{
    size_t depth = 0;
    for (;;) {
        char c = json.data[at];
        if (c == '"') {
            at = save_skip_string(json, at);
            if (!depth) return at;
            continue;
        }
        if (c == '{' || c == '[') depth++;
        if ((c == '}' || c == ']') && depth && --depth == 0) return at + 1;
        if (!depth && (c == ',' || c == '}' || save_is_space(c))) return at;
        at++;
    }
}

/* The last member with this key, which is the one that counts, and the end of the last member of
 * all. Keys with escapes are not taken for it. */
static save_member save_find(cft_slice json, cft_slice key, size_t *last_end, size_t *count)
{
    save_member found = {0, 0, 0, false};
    size_t at = save_skip_space(json, 0) + 1;
    *last_end = at;
    *count = 0;
    for (;;) {
        at = save_skip_space(json, at);
        if (json.data[at] != '"') return found;
        size_t begin = at, after = save_skip_string(json, at);
        cft_slice name = cft_slice_of(json.data + begin + 1, after - begin - 2);
        at = save_skip_space(json, after) + 1;
        size_t value = save_skip_space(json, at);
        at = *last_end = save_skip_value(json, value);
        ++*count;
        if (cft_slice_equal(name, key)) found = (save_member){begin, value, at, true};
        at = save_skip_space(json, at);
        if (json.data[at] == ',') at++;
    }
}

/* A new text of a few pieces. */
static chatfmt_status save_join(cft_heap *heap, const cft_slice *pieces, size_t count,
                                cft_slice *out)
{
    cft_model_text text;
    cft_model_text_begin(&text, heap, 256);
    for (size_t i = 0; i < count; i++)
        cft_model_text_bytes(&text, pieces[i].data, pieces[i].length);
    return cft_model_text_end(&text, out);
}

static cft_slice save_from(cft_slice json, size_t begin)
{
    return cft_slice_of(json.data + begin, json.length - begin);
}

/* Without a member: with the comma after it and the space up to the next, or, for the last,
 * from the comma before it. */
static chatfmt_status save_take_out(cft_heap *heap, cft_slice json, save_member member,
                                    cft_slice *out)
{
    size_t begin = member.begin, end = save_skip_space(json, member.end);
    if (json.data[end] == ',') {
        end = save_skip_space(json, end + 1);
    } else {
        end = member.end;
        while (save_is_space(json.data[begin - 1])) begin--;
        if (json.data[begin - 1] == ',') begin--;
    }
    const cft_slice pieces[] = {{json.data, begin}, save_from(json, end)};
    return save_join(heap, pieces, 2, out);
}

/* A new member at the end, indented as the first one is. */
static chatfmt_status save_append(cft_heap *heap, cft_slice json, cft_slice key, cft_slice value,
                                  size_t last_end, size_t count, cft_slice *out)
{
    size_t open = save_skip_space(json, 0) + 1, first = save_skip_space(json, open);
    const cft_slice pieces[] = {{json.data, last_end},
                                {",", count ? 1 : 0},
                                {json.data + open, count ? first - open : 0},
                                CFT_LIT("\""),
                                key,
                                CFT_LIT("\": "),
                                value,
                                save_from(json, last_end)};
    return save_join(heap, pieces, sizeof pieces / sizeof *pieces, out);
}

chatfmt_status cft_save_edit(cft_heap *heap, cft_slice json, cft_slice key, cft_slice value,
                             cft_slice *out)
{
    size_t last_end, count;
    save_member member = save_find(json, key, &last_end, &count);
    if (value.data && !member.found)
        return save_append(heap, json, key, value, last_end, count, out);
    if (value.data) {
        const cft_slice pieces[] = {{json.data, member.value}, value, save_from(json, member.end)};
        return save_join(heap, pieces, 3, out);
    }
    *out = json;
    while (member.found) { /* a key that is written twice has to go twice */
        CFT_TRY(save_take_out(heap, *out, member, out));
        member = save_find(*out, key, &last_end, &count);
    }
    return CHATFMT_OK;
}

/* ---- Files ---- */

static bool save_is_name(cft_slice name)
{
    if (!name.length || name.data[0] == '.') return false;
    for (size_t i = 0; i < name.length; i++)
        if (name.data[i] == '/' || name.data[i] == '\\' || (unsigned char)name.data[i] < ' ')
            return false;
    return true;
}

static chatfmt_status save_path(cft_heap *heap, const char *folder, const char *inner,
                                cft_slice name, const char *ending, char **out)
{
    size_t a = strlen(folder), b = strlen(inner), c = strlen(ending);
    void *room;
    CFT_TRY(cft_heap_take(heap, a + b + name.length + c + 3, &room));
    char *at = *out = room;
    memcpy(at, folder, a);
    at += a;
    *at++ = '/';
    memcpy(at, inner, b);
    at += b;
    if (name.length) *at++ = '/';
    memcpy(at, name.data, name.length);
    at += name.length;
    memcpy(at, ending, c + 1);
    return CHATFMT_OK;
}

#define SAVE_MAIN "chat_template.jinja"
#define SAVE_MORE "additional_chat_templates"
#define SAVE_CONFIG "tokenizer_config.json"
#define SAVE_PROCESSOR "processor_config.json"
#define SAVE_LEGACY "chat_template.json" /* a processor's alone */
#define SAVE_ENDING ".jinja"

static bool save_is_default(const cft_model_template *row)
{
    return cft_slice_equal(row->name, CFT_LIT("default"));
}

typedef struct save_cleaning {
    cft_heap *heap;
    const char *folder;
    const cft_model_template *templates;
    size_t count;
    bool all;
} save_cleaning;

/* Delete a file of an additional template that is not among those kept. */
static chatfmt_status save_clean(void *context, const char *name)
{
    save_cleaning *cleaning = context;
    size_t length = strlen(name), ending = sizeof SAVE_ENDING - 1;
    char *path;
    if (length <= ending || memcmp(name + length - ending, SAVE_ENDING, ending) != 0)
        return CHATFMT_OK;
    cft_slice stem = cft_slice_of(name, length - ending);
    for (size_t i = 0; !cleaning->all && i < cleaning->count; i++)
        if (!save_is_default(&cleaning->templates[i]) &&
            cft_slice_equal(cleaning->templates[i].name, stem))
            return CHATFMT_OK;
    CFT_TRY(save_path(cleaning->heap, cleaning->folder, SAVE_MORE, stem, SAVE_ENDING, &path));
    return cft_file_remove(path, cleaning->heap->error);
}

static chatfmt_status save_clean_folder(cft_heap *heap, const char *folder,
                                        const cft_model_template *templates, size_t count,
                                        bool all)
{
    save_cleaning cleaning = {heap, folder, templates, count, all};
    char *path;
    CFT_TRY(save_path(heap, folder, SAVE_MORE, CFT_LIT(""), "", &path));
    if (!cft_file_is_folder(path)) return CHATFMT_OK;
    return cft_file_each(&heap->arena.allocator, path, save_clean, &cleaning, heap->error);
}

/* A JSON file with its templates set to `value`, or taken out; made where there is none. */
static chatfmt_status save_config(cft_heap *heap, const char *folder, const char *name,
                                  cft_slice value)
{
    cft_buffer buffer;
    cft_slice json, edited;
    cft_value read;
    char *path;
    CFT_TRY(save_path(heap, folder, name, CFT_LIT(""), "", &path));
    cft_buffer_init(&buffer, &heap->arena.allocator);
    bool exists = cft_file_is_regular(path);
    chatfmt_status status = CHATFMT_OK;
    if (exists) status = cft_file_read(path, CFT_MODEL_FILE_BYTES, &buffer, heap->error);
    json = exists ? cft_slice_of(buffer.data ? buffer.data : "", buffer.length) : CFT_LIT("{}\n");
    if (status == CHATFMT_OK) status = cft_json_read(heap, json, NULL, &read, NULL);
    if (status == CHATFMT_OK && read.kind != CFT_DICT)
        status = cft_raise(heap, CHATFMT_INPUT, "%s: not a JSON object", path);
    if (status == CHATFMT_OK)
        status = cft_save_edit(heap, json, CFT_LIT("chat_template"), value, &edited);
    if (status == CHATFMT_OK && edited.data != json.data)
        status = cft_file_replace(path, edited.data, edited.length, heap->error);
    cft_buffer_free(&buffer);
    return status;
}

/* ---- Processors ---- */

static chatfmt_status save_has(cft_heap *heap, const char *folder, const char *name, bool *has)
{
    char *path;
    CFT_TRY(save_path(heap, folder, name, CFT_LIT(""), "", &path));
    *has = cft_file_is_regular(path);
    return CHATFMT_OK;
}

static chatfmt_status save_remove(cft_heap *heap, const char *folder, const char *name)
{
    char *path;
    CFT_TRY(save_path(heap, folder, name, CFT_LIT(""), "", &path));
    return cft_file_remove(path, heap->error);
}

/* A processor reads its own two files first and then those of the tokenizer, so its own have to
 * go. Its legacy file holds nothing else, and must not be beside additional ones. */
static chatfmt_status save_processor_files(cft_heap *heap, const char *folder)
{
    CFT_TRY(save_config(heap, folder, SAVE_PROCESSOR, cft_slice_of(NULL, 0)));
    return save_remove(heap, folder, SAVE_LEGACY);
}

/* The JSON file in which the processor of this folder keeps its template, where
 * tokenizer_config.json is not read; NULL when the folder holds no processor. */
static chatfmt_status save_processor_place(cft_heap *heap, const char *folder, const char **out)
{
    bool own, legacy, images;
    CFT_TRY(save_has(heap, folder, SAVE_PROCESSOR, &own));
    CFT_TRY(save_has(heap, folder, SAVE_LEGACY, &legacy));
    CFT_TRY(save_has(heap, folder, "preprocessor_config.json", &images));
    *out = own ? SAVE_PROCESSOR : legacy || images ? SAVE_LEGACY : NULL;
    return CHATFMT_OK;
}

static chatfmt_status save_main_file(cft_heap *heap, const char *folder,
                                     const cft_model_template *row)
{
    char *path;
    CFT_TRY(save_path(heap, folder, SAVE_MAIN, CFT_LIT(""), "", &path));
    return cft_file_replace(path, row->source.data, row->source.length, heap->error);
}

static chatfmt_status save_more_file(cft_heap *heap, const char *folder,
                                     const cft_model_template *row)
{
    char *path;
    CFT_TRY(save_path(heap, folder, SAVE_MORE, CFT_LIT(""), "", &path));
    CFT_TRY(cft_file_make_folder(path, heap->error));
    CFT_TRY(save_path(heap, folder, SAVE_MORE, row->name, SAVE_ENDING, &path));
    return cft_file_replace(path, row->source.data, row->source.length, heap->error);
}

/* The default one first: while named ones come and go there is always a template. */
static chatfmt_status save_files(cft_heap *heap, const char *folder,
                                 const cft_model_template *templates, size_t count)
{
    bool has_default = false;
    for (size_t i = 0; i < count; i++) {
        if (!save_is_default(&templates[i])) continue;
        has_default = true;
        CFT_TRY(save_main_file(heap, folder, &templates[i]));
    }
    CFT_TRY(save_processor_files(heap, folder));
    for (size_t i = 0; i < count; i++)
        if (!save_is_default(&templates[i])) CFT_TRY(save_more_file(heap, folder, &templates[i]));
    CFT_TRY(save_clean_folder(heap, folder, templates, count, false));
    if (!has_default) CFT_TRY(save_remove(heap, folder, SAVE_MAIN));
    return save_config(heap, folder, SAVE_CONFIG, cft_slice_of(NULL, 0));
}

/* A string, or [{"name": …, "template": …}] */
static chatfmt_status save_value(cft_heap *heap, const cft_model_template *templates, size_t count,
                                 cft_slice *out)
{
    cft_model_text text;
    bool alone = count == 1 && save_is_default(&templates[0]);
    cft_model_text_begin(&text, heap, 1024);
    if (alone) cft_model_text_string(&text, templates[0].source);
    for (size_t i = 0; !alone && i < count; i++) {
        cft_model_text_put(&text, i ? ", {\"name\": " : "[{\"name\": ");
        cft_model_text_string(&text, templates[i].name);
        cft_model_text_put(&text, ", \"template\": ");
        cft_model_text_string(&text, templates[i].source);
        cft_model_text_put(&text, i + 1 < count ? "}" : "}]");
    }
    return cft_model_text_end(&text, out);
}

/* The files win over the configuration, so they go when it is ready. */
static chatfmt_status save_old_layout(cft_heap *heap, const char *folder,
                                      const cft_model_template *templates, size_t count)
{
    cft_slice value;
    const char *processor;
    CFT_TRY(save_value(heap, templates, count, &value));
    CFT_TRY(save_processor_place(heap, folder, &processor));
    if (processor && (count != 1 || !save_is_default(&templates[0])))
        return cft_raise(heap, CHATFMT_VALUE,
                         "a processor reads no more than one template, named 'default', from "
                         "%s; several go into files (the layout of chat_template.jinja)",
                         processor);
    CFT_TRY(save_config(heap, folder, SAVE_CONFIG, value));
    if (processor) CFT_TRY(save_config(heap, folder, processor, value));
    if (processor && strcmp(processor, SAVE_LEGACY) != 0)
        CFT_TRY(save_remove(heap, folder, SAVE_LEGACY));
    CFT_TRY(save_clean_folder(heap, folder, templates, count, true));
    return save_remove(heap, folder, SAVE_MAIN);
}

static chatfmt_status save_no_text(cft_heap *heap, size_t index, const char *member)
{
    return cft_raise(heap, CHATFMT_BAD_ARGUMENT, "templates[%zu].%s is NULL", index, member);
}

static bool save_is_twice(const cft_model_template *templates, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (cft_slice_equal(templates[i].name, templates[index].name)) return true;
    return false;
}

/* A row before anything is written. */
static chatfmt_status save_check(cft_heap *heap, const cft_model_template *templates, size_t index)
{
    cft_slice name = templates[index].name, source = templates[index].source;
    int shown = (int)(name.length > 200 ? 200 : name.length);
    if (!name.data && name.length) return save_no_text(heap, index, "name");
    if (!source.data && source.length) return save_no_text(heap, index, "source");
    if (name.length && memchr(name.data, '\0', name.length))
        return cft_raise(heap, CHATFMT_VALUE, "Invalid chat template name: '%.*s' and a NUL", shown,
                         name.data);
    if (!save_is_name(name))
        return cft_raise(heap, CHATFMT_VALUE, "Invalid chat template name: '%.*s'", shown,
                         name.data);
    if (save_is_twice(templates, index))
        return cft_raise(heap, CHATFMT_VALUE, "two chat templates are named '%.*s'", shown,
                         name.data);
    if (cft_utf8_check(name.data, name.length) != name.length)
        return cft_raise(heap, CHATFMT_INPUT, "the name of template %zu is not UTF-8", index);
    size_t good = cft_utf8_check(source.data, source.length);
    if (good == source.length) return CHATFMT_OK;
    return cft_raise(heap, CHATFMT_INPUT, "the template '%.*s' is not UTF-8 at byte %zu", shown,
                     name.data, good);
}

chatfmt_status cft_save_templates(cft_heap *heap, const char *folder,
                                  const cft_model_template *templates, size_t count,
                                  cft_save_layout layout)
{
    for (size_t i = 0; i < count; i++) CFT_TRY(save_check(heap, templates, i));
    if (cft_file_is_regular(folder))
        return cft_raise(heap, CHATFMT_NOT_FOUND, "'%s' is a file, not the folder of a model",
                         folder);
    if (!cft_file_is_folder(folder))
        return cft_raise(heap, CHATFMT_NOT_FOUND, "no such folder: '%s'", folder);
    return layout == CFT_SAVE_FILES ? save_files(heap, folder, templates, count)
                                    : save_old_layout(heap, folder, templates, count);
}
