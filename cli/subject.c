/* cli/subject.c - opening what inspect and lint look at. */
#include "subject.h"

#include "files.h"
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

bool subject_open(subject *s, const char *path, const char *name, uint32_t model_flags)
{
    chatfmt_error error;
    chatfmt_slice wanted = {name, name ? strlen(name) : 0};
    memset(s, 0, sizeof *s);
    if (!subject_model(s, path, model_flags, &error) ||
        chatfmt_model_choose(s->model, wanted, 0, &s->chosen, &error)) {
        if (error.status) show_error(NULL, &error);
        return false;
    }
    if (chatfmt_template_compile(s->chosen.source.data, s->chosen.source.length, NULL,
                                 &s->compiled, &s->refused) == CHATFMT_OK)
        s->source = chatfmt_template_source(s->compiled);
    if (!chatfmt_survey_new(s->chosen.source.data, s->chosen.source.length, NULL, &s->survey,
                            &error))
        s->facts = chatfmt_survey_facts(s->survey, &s->fact_count);
    if (!s->compiled || probes_run(s->model, wanted, &s->probes, &error)) return true;
    show_error(path, &error);
    return false;
}

void subject_close(subject *s)
{
    probes_free(&s->probes);
    chatfmt_survey_free(s->survey);
    chatfmt_template_free(s->compiled);
    chatfmt_model_free(s->model);
}
