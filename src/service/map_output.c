/* service/map_output.c - the output of a data set: refused, begun, replaced or gone on with
 * (chatfmt/files.h). */
#include "base/json_out.h"
#include "base/output.h"
#include "base/report.h"
#include "chatfmt/files.h"

#include "api/api_check.h"

enum { OUTPUT_RECORD_MOST = 1 << 24, OUTPUT_PIECE = 1 << 12, OUTPUT_COUNTED = 1 << 14 };
enum { OUTPUT_NO_MEMORY = -1 }; /* beside the codes of <errno.h> */

struct chatfmt_map_output {
    chatfmt_allocator memory;
    uint32_t flags;
    char *given;            /* the path, NULL: standard output */
    char *path, *record_path; /* where output and record really are; NULL for no regular file */
    chatfmt_map_record *record, *was;
    const char *free_row, *free_value; /* a row of it may differ where it had that value */
    cft_fresh fresh;        /* a new file, until it takes the name */
    int locked;             /* the file that it replaces; -1: none */
    cft_writer writer;
    bool open;              /* lines can be put */
    chatfmt_output_info about;
};

/* "BEFORE" and "AFTER" in one text. */
static char *output_join(const chatfmt_map_output *o, cft_slice before, const char *after)
{
    size_t length = strlen(after) + 1;
    char *text = cft_allocate(&o->memory, before.length + length);
    if (!text) return NULL;
    memcpy(text, before.data, before.length);
    memcpy(text + before.length, after, length);
    return text;
}

static char *output_keep(const chatfmt_map_output *o, const char *text)
{
    return output_join(o, CFT_LIT(""), text);
}

static void output_drop(const chatfmt_map_output *o, char *text)
{
    if (text) cft_release(&o->memory, text, strlen(text) + 1);
}

chatfmt_status chatfmt_map_output_new(const char *path, uint32_t flags,
                                      const chatfmt_allocator *allocator, chatfmt_map_output **out,
                                      chatfmt_error *error)
{
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    cft_error_clear(error);
    if (out) *out = NULL;
    if (!out) return cft_fail_null(error, "out");
    CFT_TRY(cft_api_flags(flags, 7, "flags", error));
    if (!cft_output_supported())
        return cft_fail(error, CHATFMT_UNSUPPORTED,
                        "outputs of data sets need the locks and processes of POSIX");
    chatfmt_map_output *o = cft_allocate(&memory, sizeof *o);
    if (!o) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    *o = (chatfmt_map_output){.memory = memory, .flags = flags, .locked = -1, .fresh.file = -1};
    o->writer.in_blocks = (flags & CHATFMT_OUTPUT_BLOCKS) != 0;
    o->record = chatfmt_map_record_new(&memory);
    if (path) o->given = output_keep(o, path);
    if (o->record && (o->given || !path)) return *out = o, CHATFMT_OK;
    chatfmt_map_output_free(o);
    return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
}

void chatfmt_map_output_free(chatfmt_map_output *o)
{
    if (!o) return;
    chatfmt_allocator memory = o->memory;
    (void)chatfmt_map_output_close(o, 0, 0);
    cft_fresh_drop(&o->fresh, false);
    if (o->locked >= 0) cft_system_close(o->locked);
    chatfmt_map_record_free(o->record);
    chatfmt_map_record_free(o->was);
    output_drop(o, o->given);
    output_drop(o, o->path);
    output_drop(o, o->record_path);
    cft_release(&memory, o, sizeof *o);
}

const chatfmt_output_info *chatfmt_map_output_about(const chatfmt_map_output *o)
{
    return o ? &o->about : NULL;
}

chatfmt_map_record *chatfmt_map_output_record(chatfmt_map_output *o)
{
    return o ? o->record : NULL;
}

static chatfmt_output_state output_is(chatfmt_map_output *o, chatfmt_output_state state,
                                      const char *name, int code)
{
    o->about.state = state;
    o->about.name = name;
    o->about.code = code;
    return state;
}

static chatfmt_output_state output_fail(chatfmt_map_output *o, const char *name, int code)
{
    return output_is(o, CHATFMT_OUTPUT_FAILED, name, code);
}

/* ---- What a path names ---- */

static int output_look(const char *path, int standard, cft_system_about *about)
{
    uint64_t at;
    return path ? cft_system_look(path, about) : cft_output_look(standard, about, &at);
}

static const char *output_named(const char *path)
{
    return strcmp(path, "-") ? path : NULL;
}

static bool output_is_file(const chatfmt_map_output *o, const char *path)
{
    cft_system_about output, other;
    return !output_look(o->given, CFT_OUTPUT_STANDARD, &output) &&
           !output_look(output_named(path), 0, &other) && other.is_regular &&
           other.mark.device == output.mark.device && other.mark.node == output.mark.node;
}

int chatfmt_map_output_is(const chatfmt_map_output *o, const char *path)
{
    static const char *const read[] = {
        "tokenizer.json", "tokenizer_config.json", "chat_template.jinja", "chat_template.json",
        "special_tokens_map.json", "added_tokens.json", "config.json", "generation_config.json",
        "processor_config.json", "preprocessor_config.json", "tekken.json", "tokenizer.model",
        "tiktoken.model", "qwen.tiktoken",
    };
    if (!o || !path) return 0;
    int same = output_is_file(o, path);
    char *folder = output_join(o, cft_slice_of(path, strlen(path)), "/");
    for (size_t i = 0; folder && !same && i < sizeof read / sizeof *read; i++) {
        char *file = output_join(o, cft_slice_of(folder, strlen(folder)), read[i]);
        same = file && output_is_file(o, file) ? 2 : 0;
        output_drop(o, file);
    }
    output_drop(o, folder);
    return same;
}

/* ---- The record ---- */

/* FOLDER/NAME's is FOLDER/.NAME.chatfmt-run. */
static char *output_record_path(const chatfmt_map_output *o, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char *dotted = output_join(o, CFT_LIT("."), name);
    char *hidden = dotted ? output_join(o, cft_slice_of(dotted, strlen(dotted)), ".chatfmt-run")
                          : NULL;
    cft_slice folder = cft_slice_of(path, (size_t)(name - path));
    char *record = hidden ? output_join(o, folder, hidden) : NULL;
    output_drop(o, dotted);
    output_drop(o, hidden);
    return record;
}

/* A code, and whether there is a whole one. */
static int output_read_record(const char *path, chatfmt_map_record *record, bool *found)
{
    cft_system_about about;
    cft_buffer text;
    int file;
    *found = false;
    if (cft_system_look(path, &about)) return 0; /* there is none */
    int code = cft_system_open(path, false, &file, &about);
    if (code) return code;
    cft_buffer_init(&text, NULL);
    for (size_t got = 1; !code && got && text.length < OUTPUT_RECORD_MOST; text.length += got) {
        got = 0;
        code = cft_buffer_reserve(&text, OUTPUT_PIECE)
                   ? OUTPUT_NO_MEMORY
                   : cft_system_read(file, text.data + text.length, OUTPUT_PIECE, &got);
    }
    cft_system_close(file);
    *found = !code && !chatfmt_map_record_read(record, text.data, text.length, NULL);
    cft_buffer_free(&text);
    return code;
}

static bool output_keeps_record(const chatfmt_map_output *o)
{
    return o->record_path && !(o->flags & CHATFMT_OUTPUT_BLOCKS);
}

static int output_write_record(chatfmt_map_output *o)
{
    static const cft_system_replacement how = {.flush = true};
    chatfmt_slice json;
    if (!output_keeps_record(o)) return 0;
    o->about.record_code =
        chatfmt_map_record_json(o->record, &json)
            ? OUTPUT_NO_MEMORY
            : cft_system_replace(o->record_path, json.data, json.length, &how);
    return o->about.record_code;
}

static int output_remove_record(const chatfmt_map_output *o)
{
    cft_system_about about;
    bool there = output_keeps_record(o) && !cft_system_look(o->record_path, &about);
    return there ? cft_system_remove(o->record_path) : 0;
}

const char *chatfmt_map_output_recorded(chatfmt_map_output *o, const char *name)
{
    bool found;
    if (!o || !name || !o->given || !(o->flags & CHATFMT_OUTPUT_CONTINUE)) return NULL;
    char *path = o->was ? NULL : output_record_path(o, o->given);
    if (path && (o->was = chatfmt_map_record_new(&o->memory)) != NULL)
        (void)output_read_record(path, o->was, &found);
    output_drop(o, path);
    return chatfmt_map_record_find(o->was, name);
}

void chatfmt_map_output_may_change(chatfmt_map_output *o, const char *name, const char *from)
{
    if (!o || !name || !from) return;
    o->free_row = name;
    o->free_value = from;
}

/* What "complete" says: "12 lines, 3456 bytes". */
static bool output_is_complete(const chatfmt_map_record *was, uint64_t bytes, uint64_t *lines)
{
    static const char between[] = " lines, ", end[] = " bytes";
    const char *at = chatfmt_map_record_find(was, "complete");
    uint64_t numbers[2] = {0, 0};
    for (int i = 0; at && i < 2; i++) {
        if (*at < '0' || *at > '9') return false;
        while (*at >= '0' && *at <= '9') numbers[i] = numbers[i] * 10 + (uint64_t)(*at++ - '0');
        const char *word = i ? end : between;
        if (strncmp(at, word, strlen(word)) != 0) return false;
        at += strlen(word);
    }
    *lines = numbers[0];
    return at && numbers[1] == bytes;
}

static chatfmt_output_state output_compare(chatfmt_map_output *o)
{
    const char *ignored[] = {"complete", NULL, NULL};
    const char *value = o->free_row ? chatfmt_map_record_find(o->was, o->free_row) : NULL;
    if (o->free_row && (!value || !strcmp(value, o->free_value))) ignored[1] = o->free_row;
    const char *name = chatfmt_map_record_differs(o->was, o->record, ignored);
    if (!name) return CHATFMT_OUTPUT_READY;
    o->about.was = chatfmt_map_record_find(o->was, name);
    o->about.is = chatfmt_map_record_find(o->record, name);
    return output_is(o, CHATFMT_OUTPUT_OTHER_RUN, name, 0);
}

static chatfmt_output_state output_check_record(chatfmt_map_output *o,
                                                const cft_system_about *about)
{
    bool found;
    chatfmt_map_record_free(o->was);
    o->was = chatfmt_map_record_new(&o->memory);
    int code = o->was ? output_read_record(o->record_path, o->was, &found)
                      : OUTPUT_NO_MEMORY;
    if (code) return output_fail(o, o->record_path, code);
    if (!found) return output_is(o, CHATFMT_OUTPUT_NO_RECORD, o->given, 0);
    chatfmt_output_state state = output_compare(o);
    if (state == CHATFMT_OUTPUT_READY &&
        output_is_complete(o->was, about->mark.size, &o->about.lines))
        return output_is(o, CHATFMT_OUTPUT_COMPLETE, o->given, 0);
    return state;
}

/* ---- Opening ---- */

/* Whole lines; `whole` is where the last one ends. */
static int output_count(int file, uint64_t *lines, uint64_t *whole)
{
    char buffer[OUTPUT_COUNTED];
    uint64_t at = 0;
    *lines = *whole = 0;
    for (size_t got = 1; got; at += got) {
        int code = cft_system_read_at(file, at, buffer, sizeof buffer, &got);
        if (code) return code;
        for (size_t i = 0; i < got; i++)
            if (buffer[i] == '\n') {
                ++*lines;
                *whole = at + i + 1;
            }
    }
    return 0;
}

/* Cuts off half a line, so that what follows begins on a new one. */
static chatfmt_output_state output_continue(chatfmt_map_output *o, int file,
                                            const cft_system_about *about)
{
    uint64_t whole;
    chatfmt_output_state state = output_check_record(o, about);
    if (state != CHATFMT_OUTPUT_READY) return state;
    int code = output_count(file, &o->about.lines, &whole);
    if (!code) code = cft_output_cut(file, whole);
    if (code) return output_fail(o, o->given, code);
    return output_write_record(o) ? output_fail(o, NULL, 0) : CHATFMT_OUTPUT_READY;
}

/* A record that is there is of another run. */
static chatfmt_output_state output_begin(chatfmt_map_output *o)
{
    cft_system_about about;
    int code = output_remove_record(o);
    if (code) return output_fail(o, o->record_path, code);
    if (output_write_record(o) && !cft_system_look(o->record_path, &about))
        return output_fail(o, NULL, 0);
    return CHATFMT_OUTPUT_READY;
}

static chatfmt_output_state output_write_to(chatfmt_map_output *o, int file)
{
    o->about.write_code = cft_writer_begin(&o->writer, file);
    o->open = !o->about.write_code;
    return o->about.write_code ? output_fail(o, NULL, 0)
                               : output_is(o, CHATFMT_OUTPUT_READY, NULL, 0);
}

/* In the process that writes, once the first lines are on their disk. While the old record is gone
 * and the new one not there, no run continues what is there. */
static int output_take_name(void *context)
{
    chatfmt_map_output *o = context;
    int code = output_remove_record(o);
    if (!code) code = cft_fresh_take(&o->fresh);
    if (!code) (void)output_write_record(o); /* the first process tries again at the end */
    return code;
}

static chatfmt_output_state output_replace(chatfmt_map_output *o, int old)
{
    o->locked = old;
    int code = cft_fresh_open(o->path, &o->fresh);
    if (code) return output_fail(o, o->given, code);
    o->writer.ready = output_take_name;
    o->writer.context = o;
    return output_write_to(o, o->fresh.file);
}

static chatfmt_output_state output_open_locked(chatfmt_map_output *o, int file,
                                               const cft_system_about *about)
{
    chatfmt_output_state state;
    if (about->mark.size && (o->flags & CHATFMT_OUTPUT_REPLACE)) return output_replace(o, file);
    if (!about->mark.size) state = output_begin(o);
    else if (o->flags & CHATFMT_OUTPUT_CONTINUE) state = output_continue(o, file, about);
    else state = output_is(o, CHATFMT_OUTPUT_EXISTS, o->given, 0);
    if (state == CHATFMT_OUTPUT_READY) return output_write_to(o, file);
    cft_system_close(file);
    return state;
}

/* A pipe or a device: nothing in it can be lost. */
static chatfmt_output_state output_open_device(chatfmt_map_output *o)
{
    int file;
    if (o->flags & CHATFMT_OUTPUT_CONTINUE)
        return output_is(o, CHATFMT_OUTPUT_NO_FILE, o->given, 0);
    int code = cft_output_open_device(o->given, &file);
    return code ? output_fail(o, o->given, code) : output_write_to(o, file);
}

/* Where the file, which exists, really is. */
static int output_find(chatfmt_map_output *o)
{
    char *real;
    if (o->path) return 0;
    int code = cft_output_real_path(o->given, &real);
    if (code) return code;
    o->path = output_keep(o, real);
    cft_output_path_free(real);
    if (o->path) o->record_path = output_record_path(o, o->path);
    o->about.record_path = output_keeps_record(o) ? o->record_path : NULL;
    return o->record_path ? 0 : OUTPUT_NO_MEMORY;
}

chatfmt_output_state chatfmt_map_output_check(chatfmt_map_output *o, const char *const *paths,
                                              size_t count)
{
    cft_system_about about;
    int code;
    if (!o) return CHATFMT_OUTPUT_FAILED;
    for (size_t i = 0; i < count; i++)
        if (!paths || !paths[i]) return output_fail(o, NULL, 0);
    for (size_t i = 0; i < count; i++)
        if (chatfmt_map_output_is(o, paths[i]))
            return output_is(o, CHATFMT_OUTPUT_SAME_FILE, paths[i], 0);
    if (o->given && !cft_system_look(o->given, &about) && about.is_regular && about.mark.size &&
        !(o->flags & (CHATFMT_OUTPUT_REPLACE | CHATFMT_OUTPUT_CONTINUE))) {
        code = output_find(o); /* whether it can be continued */
        return code ? output_fail(o, o->given, code)
                    : output_is(o, CHATFMT_OUTPUT_EXISTS, o->given, 0);
    }
    for (size_t i = 0; i < count; i++)
        if (output_named(paths[i]) && (code = cft_output_try(paths[i])) != 0)
            return output_fail(o, paths[i], code);
    return output_is(o, CHATFMT_OUTPUT_READY, NULL, 0);
}

chatfmt_output_state chatfmt_map_output_open(chatfmt_map_output *o)
{
    cft_system_about about;
    int file;
    if (!o || o->open) return CHATFMT_OUTPUT_FAILED;
    if (!o->given) return output_write_to(o, CFT_OUTPUT_STANDARD);
    if (!cft_system_look(o->given, &about) && !about.is_regular) return output_open_device(o);
    int code = cft_output_lock(o->given, &file, &about);
    if (code) return output_fail(o, o->given, code);
    code = output_find(o);
    if (!code) cft_fresh_clean(o->path);
    if (!code) return output_open_locked(o, file, &about);
    cft_system_close(file);
    return output_fail(o, o->given, code);
}

/* ---- Writing ---- */

int chatfmt_map_output_put(chatfmt_map_output *o, const char *data, size_t length)
{
    return o && o->open && (data || !length) && cft_writer_put(&o->writer, data, length);
}

char *chatfmt_map_output_room(chatfmt_map_output *o, size_t wanted)
{
    return o && o->open ? cft_writer_room(&o->writer, wanted) : NULL;
}

int chatfmt_map_output_flush(chatfmt_map_output *o)
{
    return o && o->open && cft_writer_flush(&o->writer);
}

/* Nothing came of it, so nothing is left of it. */
static void output_remove_empty(const chatfmt_map_output *o)
{
    cft_system_about about;
    if (!o->path || o->fresh.path || cft_system_look(o->path, &about) || !about.is_regular ||
        about.mark.size)
        return;
    (void)cft_system_remove(o->path);
    (void)output_remove_record(o);
}

static void output_tell_end(chatfmt_map_output *o)
{
    const cft_writer *w = &o->writer;
    chatfmt_output_info *about = &o->about;
    about->write_code = w->not_ready ? 0 : w->code;
    about->name_code = w->not_ready ? w->code : 0;
    about->killed = w->killed;
    about->lost = w->lost;
    about->gave_up = w->gave_up;
}

/* Whether the name is still that of the file that was to be replaced, not of the `new` one. */
static void output_tell_left(chatfmt_map_output *o, const cft_file_mark *new)
{
    cft_system_about about;
    if (!o->path) return;
    o->about.absent = cft_system_look(o->path, &about) != 0;
    o->about.kept = !o->about.absent && o->fresh.path &&
                    (about.mark.device != new->device || about.mark.node != new->node);
}

static void output_record_end(chatfmt_map_output *o, uint64_t lines, uint64_t bytes)
{
    cft_json_out text;
    cft_out_begin(&text, &o->memory);
    cft_out_number(&text, lines);
    cft_out_text(&text, " lines, ");
    cft_out_number(&text, bytes);
    cft_out_bytes(&text, " bytes", sizeof " bytes");
    if (!text.status) chatfmt_map_record_add(o->record, "complete", text.text.data);
    (void)output_write_record(o);
    cft_out_free(&text);
}

int chatfmt_map_output_close(chatfmt_map_output *o, int complete, uint64_t lines)
{
    cft_system_about about = {.is_regular = false};
    uint64_t at;
    if (!o || !o->open) return 0;
    o->open = false;
    if (o->fresh.path) (void)cft_output_look(o->writer.file, &about, &at);
    bool written = cft_writer_end(&o->writer, complete != 0), ok = written && complete;
    output_tell_end(o);
    if (!ok) output_remove_empty(o);
    if (!ok) output_tell_left(o, &about.mark);
    if (ok && output_keeps_record(o) && !cft_system_look(o->path, &about))
        output_record_end(o, lines, about.mark.size);
    return written;
}

int chatfmt_map_output_count(const chatfmt_map_output *o, uint64_t *lines)
{
    cft_system_about about;
    uint64_t whole;
    int file;
    if (!o || !lines || (o->flags & CHATFMT_OUTPUT_BLOCKS && o->path)) return 0;
    if (o->given && !o->path) return 0; /* a device or a pipe, which is not standard output */
    const char *path = o->path ? o->path : "/dev/fd/1";
    if (output_look(o->path, CFT_OUTPUT_STANDARD, &about) || !about.is_regular) return 0;
    if (cft_system_open(path, false, &file, &about)) return 0;
    int code = output_count(file, lines, &whole);
    cft_system_close(file);
    return !code;
}
