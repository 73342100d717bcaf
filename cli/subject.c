/* cli/subject.c - opening what inspect and lint look at. */
#include "subject.h"

#include "show.h"

#include <string.h>

bool subject_open(subject *s, const char *command, const char *name,
                  const chatfmt_analysis_options *options)
{
    chatfmt_error error;
    chatfmt_analysis_options own = *options;
    if (file_is_stream(s->from.path)) s->from.template_path = s->from.path;
    if (!opened_model_open(&s->from, command) ||
        !model_choose_named(s->from.model, s->from.path, name, &own.chat_template))
        return false;
    if (!chatfmt_analysis_new(s->from.model, &own, &s->analysis, &error)) return true;
    bool rules = options->ignored.length && error.status == CHATFMT_NOT_FOUND;
    return show_failed(rules ? "--ignore" : s->from.path, &error);
}

void subject_close(subject *s)
{
    chatfmt_analysis_free(s->analysis);
    opened_model_close(&s->from);
}
