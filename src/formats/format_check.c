/* formats/format_check.c - names and kinds of fields, and styles, in rows of the user's.
 *
 * A field is known when the library reads it, when built-in rows have it, or when the format's
 * program has its name as a word.
 */
#include "formats/format_check.h"

#include "base/report.h"
#include "base/suggest.h"
#include "formats/formats_data.h"

/* What a file has beside its rows; `source` and `styles` are in the built-in ones. */
static const char *const check_file_keys[] = {
    "system", "defaults", "formats", "conv", "warning", "source", "styles",
};

/* What a row may have whatever its program is: FastChat's and XTuner's fields, and others of
 * built-in rows that no program has as words. */
static const char *const check_row_keys[] = {
    "name", "program", "template", "source", "system_template", "system_message",
    "system_message_vision", "roles", "messages", "offset", "sep_style", "sep", "sep2",
    "stop_str", "stop_token_ids", "max_image_size_mb", "SYSTEM", "INSTRUCTION", "SUFFIX",
    "SUFFIX_AS_EOS", "SEP", "STOP_WORDS", "presets", "stop_words", "prepare", "special_tokens",
    "class", "model_types", "versions", "warning", "agent_system", "image_context_token",
    "video_context_token", "image_start_token", "image_end_token", "image_token_index",
    "function_token", "function_call", "function_result", "code_interpreter_token",
    "code_interpreter_call", "code_interpreter_result", "action_start_token",
    "action_end_token",
};

enum {
    CHECK_FILE_KEYS = sizeof check_file_keys / sizeof *check_file_keys,
    CHECK_ROW_KEYS = sizeof check_row_keys / sizeof *check_row_keys,
    CHECK_MOST = 64,   /* names to suggest from */
    CHECK_LONGEST = 32 /* name of a style */
};

static cft_slice check_slice(const char *text) { return cft_slice_of(text, strlen(text)); }

static bool check_listed(const char *const *names, size_t count, cft_slice key)
{
    for (size_t i = 0; i < count; i++)
        if (cft_slice_equal(check_slice(names[i]), key)) return true;
    return false;
}

static bool check_in_word(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether the key is a word of the program. */
static bool check_reads(cft_slice text, cft_slice key)
{
    for (size_t i = 0; key.length && i + key.length <= text.length; i++) {
        if (text.data[i] != key.data[0] || memcmp(text.data + i, key.data, key.length)) continue;
        size_t end = i + key.length;
        if ((!i || !check_in_word(text.data[i - 1])) &&
            (end == text.length || !check_in_word(text.data[end])))
            return true;
    }
    return false;
}

static chatfmt_status check_unknown(cft_heap *heap, const char *what, cft_slice name,
                                    const cft_slice *known, size_t count)
{
    const int length = (int)(name.length < 100 ? name.length : 100);
    size_t near = cft_suggest(name, known, count);
    if (near == count)
        return cft_raise(heap, CHATFMT_INPUT, "unknown %s '%.*s'", what, length, name.data);
    return cft_raise(heap, CHATFMT_INPUT, "unknown %s '%.*s'; did you mean '%.*s'?", what, length,
                     name.data, (int)known[near].length, known[near].data);
}

static chatfmt_status check_unlisted(cft_heap *heap, const char *what, cft_slice key,
                                     const char *const *names, size_t count)
{
    cft_slice known[CHECK_MOST];
    for (size_t i = 0; i < count; i++) known[i] = check_slice(names[i]);
    return check_unknown(heap, what, key, known, count);
}

/* Whether one of all programs reads it. Whatever a file's rows are, its defaults are for them. */
static bool check_read_by_any(cft_slice key)
{
    const cft_format_program *program;
    for (size_t i = 0; (program = cft_format_program_at(i)) != NULL; i++)
        if (check_reads(program->text, key)) return true;
    return false;
}

/* ---- What a field may be ---- */

#define CHECK_KIND(kind) (1u << (kind))

enum {
    CHECK_NULL = CHECK_KIND(CFT_NONE),
    CHECK_TEXT = CHECK_KIND(CFT_STRING) | CHECK_NULL,
    CHECK_LIST = CHECK_KIND(CFT_LIST) | CHECK_NULL,
    CHECK_OBJECT = CHECK_KIND(CFT_DICT) | CHECK_NULL,
    CHECK_NUMBER = CHECK_KIND(CFT_INT) | CHECK_KIND(CFT_FLOAT) | CHECK_NULL
};

typedef struct check_kind {
    const char *name;
    uint32_t kinds, items; /* of the value, and of those of a list */
    const char *words;
} check_kind;

/* What the library reads itself, whatever the template is. */
static const check_kind check_kinds_read[] = {
    {"program", CHECK_TEXT, 0, "a text"},
    {"template", CHECK_TEXT, 0, "a text"},
    {"warning", CHECK_TEXT, 0, "a text"},
    {"stop_str", CHECK_TEXT | CHECK_LIST, CHECK_TEXT, "a text or a list of texts"},
    {"stop_token_ids", CHECK_LIST, CHECK_KIND(CFT_INT), "a list of ids"},
    {"STOP_WORDS", CHECK_LIST, CHECK_TEXT, "a list of texts"},
    {"stop_words", CHECK_LIST, CHECK_TEXT, "a list of texts"},
};
/* What the library's programs read; a template of the row's own may mean something else by them. */
static const check_kind check_kinds_programs[] = {
    {"system_template", CHECK_TEXT, 0, "a text"},
    {"system_message", CHECK_TEXT, 0, "a text"},
    {"system_message_vision", CHECK_TEXT, 0, "a text"},
    {"roles", CHECK_KIND(CFT_LIST), CHECK_TEXT, "a list of texts"},
    {"messages", CHECK_LIST, UINT32_MAX, "a list"},
    {"offset", CHECK_KIND(CFT_INT) | CHECK_NULL, 0, "a whole number"},
    {"sep", CHECK_TEXT, 0, "a text"},
    {"sep2", CHECK_TEXT, 0, "a text"},
    {"max_image_size_mb", CHECK_NUMBER, 0, "a number"},
    {"SYSTEM", CHECK_TEXT, 0, "a text"},
    {"INSTRUCTION", CHECK_TEXT, 0, "a text"},
    {"SUFFIX", CHECK_TEXT, 0, "a text"},
    {"SUFFIX_AS_EOS", CHECK_KIND(CFT_BOOL) | CHECK_NULL, 0, "true or false"},
    {"SEP", CHECK_TEXT, 0, "a text"},
    {"presets", CHECK_OBJECT, 0, "an object"},
};
static const check_kind check_kinds_file[] = {
    {"system", CHECK_TEXT, 0, "a text"},
    {"warning", CHECK_TEXT, 0, "a text"},
    {"defaults", CHECK_OBJECT, 0, "an object"},
    {"conv", CHECK_OBJECT, 0, "an object"},
};

static bool check_is(const check_kind *row, cft_value value)
{
    if (!(row->kinds & CHECK_KIND(value.kind))) return false;
    for (uint32_t i = 0; value.kind == CFT_LIST && i < value.as.list->count; i++)
        if (!(row->items & CHECK_KIND(value.as.list->items[i].kind))) return false;
    return true;
}

static chatfmt_status check_kinds(cft_heap *heap, const cft_dict *fields, const check_kind *rows,
                                  size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cft_value value = cft_format_field(fields, check_slice(rows[i].name));
        if (value.kind && !check_is(&rows[i], value))
            return cft_raise(heap, CHATFMT_INPUT, "the field '%s' must be %s", rows[i].name,
                             rows[i].words);
    }
    return CHATFMT_OK;
}

#define CHECK_KINDS(heap, fields, rows) check_kinds(heap, fields, rows, sizeof rows / sizeof *rows)

/* ---- A file, its defaults and its rows ---- */

/* A name with a slash could not be looked up. */
static chatfmt_status check_system(cft_heap *heap, cft_value system)
{
    if (system.kind != CFT_STRING) return CHATFMT_OK;
    cft_slice text = cft_text_of(system);
    if (text.length && !memchr(text.data, '/', text.length)) return CHATFMT_OK;
    return cft_raise(heap, CHATFMT_INPUT, "the field 'system' must be a name without '/'");
}

chatfmt_status cft_format_check_file(cft_heap *heap, const cft_dict *file)
{
    CFT_TRY(CHECK_KINDS(heap, file, check_kinds_file));
    CFT_TRY(check_system(heap, cft_format_field(file, CFT_LIT("system"))));
    for (uint32_t i = 0; i < file->count; i++) {
        cft_slice key = cft_text_of(file->entries[i].key);
        if (!check_listed(check_file_keys, CHECK_FILE_KEYS, key))
            return check_unlisted(heap, "key", key, check_file_keys, CHECK_FILE_KEYS);
    }
    return CHATFMT_OK;
}

chatfmt_status cft_format_check_kinds(cft_heap *heap, const cft_dict *defaults,
                                      const cft_dict *row)
{
    const cft_dict *both[] = {defaults, row};
    for (size_t i = 0; i < 2; i++) {
        CFT_TRY(CHECK_KINDS(heap, both[i], check_kinds_read));
        if (cft_format_field(defaults, CFT_LIT("template")).kind != CFT_STRING &&
            cft_format_field(row, CFT_LIT("template")).kind != CFT_STRING)
            CFT_TRY(CHECK_KINDS(heap, both[i], check_kinds_programs));
    }
    return CHATFMT_OK;
}

chatfmt_status cft_format_check_defaults(cft_heap *heap, const cft_dict *defaults)
{
    for (uint32_t i = 0; defaults && i < defaults->count; i++) {
        cft_slice key = cft_text_of(defaults->entries[i].key);
        if (!check_listed(check_row_keys, CHECK_ROW_KEYS, key) && !check_read_by_any(key))
            return check_unlisted(heap, "field", key, check_row_keys, CHECK_ROW_KEYS);
    }
    return CHATFMT_OK;
}

/* "style/chatml" as FastChat's CHATML. */
static cft_slice check_style_name(cft_slice program, char *out)
{
    const size_t prefix = sizeof "style/" - 1, length = program.length - prefix;
    for (size_t i = 0; i < length && i < CHECK_LONGEST; i++) {
        char c = program.data[prefix + i];
        out[i] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    }
    return cft_slice_of(out, length < CHECK_LONGEST ? length : CHECK_LONGEST);
}

/* A style that there is not; null is FastChat's for none. */
static chatfmt_status check_style(cft_heap *heap, const cft_format *opened)
{
    cft_value style = cft_format_field(opened->fields, CFT_LIT("sep_style"));
    cft_slice names[CHECK_MOST];
    char capitals[CHECK_MOST][CHECK_LONGEST];
    size_t count = 0;
    if (!style.kind || style.kind == CFT_NONE || cft_format_style(style)) return CHATFMT_OK;
    if (style.kind != CFT_STRING)
        return cft_raise(heap, CHATFMT_INPUT, "sep_style is neither a style's name nor its number");
    for (const cft_format_program *program;
         (program = cft_format_program_at(count)) != NULL && program->kind == CFT_PROGRAM_STYLE &&
         count < CHECK_MOST; count++)
        names[count] = check_style_name(program->name, capitals[count]);
    return check_unknown(heap, "sep_style", cft_text_of(style), names, count);
}

chatfmt_status cft_format_check_row(cft_heap *heap, const cft_dict *row, const cft_format *opened)
{
    if (opened->text.length && !opened->program) return CHATFMT_OK;
    for (uint32_t i = 0; i < row->count; i++) {
        cft_slice key = cft_text_of(row->entries[i].key);
        if (!check_listed(check_row_keys, CHECK_ROW_KEYS, key) &&
            !check_reads(opened->text, key))
            return check_unlisted(heap, "field", key, check_row_keys, CHECK_ROW_KEYS);
    }
    return check_style(heap, opened);
}
