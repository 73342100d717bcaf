/* formats/format.h - a chat format: a row of data, and a template that reads the row's fields.
 *
 * Rows and templates are data (the .json and .jinja files of this room); nothing here knows a
 * format by name. A format is found in the built-in rows or in a registry made from the user's.
 */
#ifndef CFT_FORMAT_H
#define CFT_FORMAT_H

#include "value/dict.h"

/* What a template of this room reads. */
typedef enum cft_program_kind {
    CFT_PROGRAM_STYLE,      /* `conversation` and `system`: one of FastChat's separator styles  */
    CFT_PROGRAM_CONVERSION, /* `conversation`; writes JSON for a provider's API                 */
    CFT_PROGRAM_MESSAGES    /* `messages` or what its opening comment says                      */
} cft_program_kind;

typedef struct cft_format_program {
    cft_slice name; /* "style/chatml", "openai", "xtuner" */
    cft_slice text;
    cft_program_kind kind;
} cft_format_program;

/* One format, ready to be rendered with. The fields live in the heap it was opened in, in the
 * registry, or in the built-in data. */
typedef struct cft_format {
    cft_slice system, name;            /* "fastchat", "vicuna_v1.1"                            */
    cft_slice warning;                 /* what a user is warned of, or "" */
    const cft_dict *fields;            /* defaults and the row's own, the row's `name` included */
    const cft_format_program *program; /* NULL when `text` is the row's own or there is none    */
    cft_slice text;                    /* template source, or "" when the style is invalid      */
    cft_program_kind kind;
} cft_format;

/* The user's formats: rows read from JSON. Immutable once it is shared. */
typedef struct cft_format_registry cft_format_registry;

/* A row as a list shows it. */
typedef struct cft_format_info {
    cft_slice system, name, program, warning;
} cft_format_info;

/* ---- Built-in data ---- */

size_t cft_format_builtin_count(void);
cft_format_info cft_format_builtin_info(size_t index);
/* The template with this name, or NULL. */
const cft_format_program *cft_format_program_find(cft_slice name);
/* NOT_FOUND: there is no such program, conversion or format, and what was probably meant; for a
 * format that is `near`, unless it is "". */
chatfmt_status cft_format_no_program(cft_slice name, chatfmt_error *error);
chatfmt_status cft_format_no_conversion(cft_slice name, chatfmt_error *error);
chatfmt_status cft_format_no_format(cft_slice name, cft_slice near, chatfmt_error *error);
/* The style with FastChat's number (1 …) or name, or NULL. */
const cft_format_program *cft_format_style(cft_value style);
/* FastChat's ordered rules from model to format, and XTuner's table, as JSON. */
cft_slice cft_format_rules_json(void);
cft_slice cft_format_models_json(void);

/* ---- The user's ---- */

chatfmt_status cft_format_registry_new(const chatfmt_allocator *allocator,
                                       cft_format_registry **out);
void cft_format_registry_free(cft_format_registry *registry);
/*
 * Add the formats of a JSON text {"system", "defaults", "formats": [{"name", …}]}, or {"conv": {…}}
 * as conversations are saved, which is copied. EXISTS when a name is taken, here or among the
 * built-in ones of that system, unless `override`; INPUT with a place or a name when it is
 * malformed. On failure nothing is added.
 */
chatfmt_status cft_format_registry_add(cft_format_registry *registry, cft_slice json,
                                       bool override, chatfmt_error *error);
size_t cft_format_registry_count(const cft_format_registry *registry);
cft_format_info cft_format_registry_info(const cft_format_registry *registry, size_t index);

/*
 * Find `name`, either "system/name" or a name alone, which is looked for among the user's formats
 * first and then system by system. Fields are read into `heap`. `registry` may be NULL and must
 * outlive the format. NOT_FOUND.
 */
chatfmt_status cft_format_open(const cft_format_registry *registry, cft_heap *heap,
                               cft_slice name, cft_format *out);

/* The same from fields at hand: a whole FastChat record, defaults filled in. */
chatfmt_status cft_format_of_record(cft_heap *heap, const cft_dict *record, cft_format *out);

/* A field, or a value of kind CFT_ABSENT. */
cft_value cft_format_field(const cft_dict *fields, cft_slice name);
/* Whether the field `prepare` asks for this: "tool_arguments", texts of arguments are read. */
bool cft_format_prepares(const cft_dict *fields, cft_slice what);

/* ---- Errors with a kind ---- */

/* Fail with "KIND: message"; the kinds are those that the recordings of FastChat use. */
chatfmt_status cft_format_fail(cft_heap *heap, chatfmt_status status, const char *kind,
                               const char *message) CFT_FAILS;
/* The status; the path of its error, which may be NULL, is LIST[NUMBER] and then `member`. */
chatfmt_status cft_format_blame_item(chatfmt_error *error, chatfmt_status status, const char *list,
                                     size_t number, const char *member);
/* Set the path of an error: the message with this number, and ".role" or another member of it. */
void cft_format_blame(chatfmt_error *error, size_t number, const char *member);
/* The same for an unknown_role without a path: that of the first message without a role, or with
 * the one that the text ends in. */
void cft_format_blame_role(chatfmt_error *error, cft_value messages);
/* The kind of an error that a format caused: its text up to ": " when that is a kind, or what a
 * type error of a style's `+` means. "" when it has none. Static. */
const char *cft_format_error_kind(const chatfmt_error *error);

#endif
