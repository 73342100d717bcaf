/* cli/subject.c - opening what inspect and lint look at. */
#include "subject.h"

#include "files.h"
#include "model_uses.h"
#include "show.h"

#include <string.h>

static bool subject_model(subject *s, const char *path, uint32_t flags, chatfmt_error *error)
{
    chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
    file_text file;
    options.flags = flags;
    if (strcmp(path, "-")) return !chatfmt_model_open(path, &options, &s->model, error);
    memset(error, 0, sizeof *error);
    if (!file_read(path, &file)) return false;
    bool ok = !chatfmt_model_from_template(file.data, file.length, &options, &s->model, error);
    file_free(&file);
    return ok;
}

bool subject_open(subject *s, const char *command, const char *path, const char *name,
                  uint32_t model_flags, const chatfmt_analysis_options *options)
{
    chatfmt_error error;
    chatfmt_analysis_options own = *options;
    memset(s, 0, sizeof *s);
    if (name) own.chat_template = (chatfmt_slice){name, strlen(name)};
    bool ok = subject_model(s, path, model_flags, &error);
    s->misused = ok && !model_uses(s->model, command, path, model_flags, NULL);
    if (s->misused) return false;
    if (ok && !chatfmt_analysis_new(s->model, &own, &s->analysis, &error))
        return true;
    if (error.status) show_error(NULL, &error);
    return false;
}

void subject_close(subject *s)
{
    chatfmt_analysis_free(s->analysis);
    chatfmt_model_free(s->model);
}
