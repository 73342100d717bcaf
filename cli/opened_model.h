/* cli/opened_model.h - a model as options name it: folder, GGUF file, template, repository or
 * format, with the template that is chosen of it. */
#ifndef CLI_OPENED_MODEL_H
#define CLI_OPENED_MODEL_H

#include "files.h"

#include "chatfmt/chatfmt.h"
#include "chatfmt/report.h"

typedef struct opened_model {
    /* What is wanted: */
    const char *path;
    const char *template_path;    /* or the file of a template alone */
    const chatfmt_format *format; /* or a format; `path` is its name then */
    const char *program;          /* of the format; NULL: its own */
    const char *revision;
    const char *default_template; /* file; "class": what its class had */
    const char *chat_template;    /* a name of the model's, or the file of a template */
    uint32_t flags;               /* CHATFMT_MODEL_… */
    /* What there is: */
    chatfmt_model *model;
    chatfmt_slice chosen; /* of `chat_template`: that name, or the source; else NULL data */
    file_text source, fallback, own; /* texts of the template, the default, the chosen one */
    bool misused; /* an option has no meaning for the model, or names what is not there */
} opened_model;

/* Open it for a command. False after saying why on stderr; close it all the same. */
bool opened_model_open(opened_model *m, const char *command);
void opened_model_close(opened_model *m);

/* Where an error of the template `chosen` is: its file, and which part of it the template is; the
 * model for an error without a line. The text is the model's. */
const char *opened_model_place(const opened_model *m, chatfmt_slice chosen, bool has_tools,
                               const chatfmt_error *error);

/* Whether the template `chosen`, of conversations without tools, compiles; false after saying why
 * not, with its place. True where the model has none. */
bool opened_model_compiles(const opened_model *m, chatfmt_slice chosen);

/* What chooses the template `name` of the model at `path` in the library, in *out; NULL data for
 * NULL. False after saying on stderr which names it has. */
bool model_choose_named(const chatfmt_model *model, const char *path, const char *name,
                        chatfmt_slice *out);

/* A template that is looked at, with all that is known about it. */
typedef struct subject {
    opened_model from;
    chatfmt_analysis *analysis;
} subject;

/*
 * Open `from`, or the template on standard input for the path "-", for `command`, and analyse the
 * template `name` (NULL: the one that transformers would choose). On failure says why on stderr and
 * returns false; close it all the same.
 */
bool subject_open(subject *s, const char *command, const char *name,
                  const chatfmt_analysis_options *options);
void subject_close(subject *s);

#endif
