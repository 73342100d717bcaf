/* cli/opened_model.c - a model as options name it (opened_model.h). */
#define _POSIX_C_SOURCE 200809L
#include "opened_model.h"

#include "show.h"

#include "chatfmt/formats.h"
#include "chatfmt/template.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* False, with that said, when an option has no meaning for the model: a revision for what is no
 * repository in the Hub cache, a processor for what is no folder. */
static bool model_uses(const opened_model *m, const char *command)
{
    const chatfmt_model_info *about = chatfmt_model_about(m->model);
    bool is_folder = !strcmp(about->kind, "folder");
    const char *option = m->revision && !about->revision.length ? "--revision"
                         : m->flags & CHATFMT_MODEL_PROCESSOR && !is_folder ? "--processor"
                                                                            : NULL;
    if (!option) return true;
    fprintf(stderr, "chatfmt: %s: %s has no meaning with '%s', which is %s: leave it out\n",
            command, option, m->path,
            is_folder ? "a folder and not a repository in the Hub cache" : "one file");
    return false;
}

static bool model_default(opened_model *m, chatfmt_model_options *options)
{
    if (!m->default_template) return true;
    if (!strcmp(m->default_template, "class")) {
        options->flags |= CHATFMT_MODEL_CLASS_TEMPLATE;
        return true;
    }
    if (!file_read_template(m->default_template, &m->fallback)) return false;
    options->default_template =
        (chatfmt_slice){m->fallback.data ? m->fallback.data : "", m->fallback.length};
    return true;
}

static bool model_open(opened_model *m, const chatfmt_model_options *options)
{
    chatfmt_error error;
    if (m->template_path && !file_read_template(m->template_path, &m->source)) return false;
    if (!(m->format          ? chatfmt_model_from_format(m->format, m->program, options, &m->model,
                                                         &error)
          : m->template_path ? chatfmt_model_from_template(m->source.data, m->source.length,
                                                           options, &m->model, &error)
                             : chatfmt_model_open(m->path, options, &m->model, &error)))
        return true;
    show_error(m->format ? m->path : NULL, &error);
    m->misused = m->format && m->program && error.status == CHATFMT_NOT_FOUND;
    return false;
}

static bool model_names_template(const chatfmt_model *model, const char *name)
{
    for (size_t i = 0; i < chatfmt_model_template_count(model); i++)
        if (chatfmt_slice_is(chatfmt_model_template_at(model, i).name, name)) return true;
    return false;
}

bool model_choose_named(const chatfmt_model *model, const char *path, const char *name,
                        chatfmt_slice *out)
{
    *out = chatfmt_slice_of(name);
    /* transformers knows a template that is alone by no name, and takes the name for a source. */
    if (name && !strcmp(name, "default") && chatfmt_model_template_count(model) == 1)
        *out = (chatfmt_slice){NULL, 0};
    if (!name || model_names_template(model, name)) return true;
    fprintf(stderr, "chatfmt: %s has no template '%s'; it has", path, name);
    for (size_t i = 0; i < chatfmt_model_template_count(model); i++) {
        chatfmt_slice other = chatfmt_model_template_at(model, i).name;
        fprintf(stderr, "%s %.*s", i ? "," : "", (int)other.length, other.data);
    }
    fputs(chatfmt_model_template_count(model) ? "\n" : " none; a file is taken, too\n", stderr);
    return false;
}

/* A name of the model's, else a file. */
static bool model_choose(opened_model *m)
{
    if (!m->chat_template) return true;
    if (model_names_template(m->model, m->chat_template) ||
        (strcmp(m->chat_template, "-") && access(m->chat_template, F_OK)))
        return model_choose_named(m->model, m->path, m->chat_template, &m->chosen);
    if (!file_read_template(m->chat_template, &m->own)) return false;
    m->chosen = (chatfmt_slice){m->own.data ? m->own.data : "", m->own.length};
    return true;
}

bool opened_model_open(opened_model *m, const char *command)
{
    chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
    options.flags = m->flags;
    options.revision = chatfmt_slice_of(m->revision);
    if (!model_default(m, &options) || !model_open(m, &options)) return false;
    m->misused = !m->format && !model_uses(m, command);
    return !m->misused && model_choose(m);
}

const char *opened_model_place(const opened_model *m, chatfmt_slice chosen, bool has_tools,
                               const chatfmt_error *error)
{
    chatfmt_model_template row;
    if (!error->line) return m->path;
    if (m->own.data && chosen.data == m->own.data) return m->chat_template;
    if (m->template_path) return m->template_path;
    if (chatfmt_model_choose(m->model, chosen, has_tools, &row, NULL)) return m->path;
    chatfmt_slice shown = chatfmt_model_template_shown(m->model, row.name);
    return shown.length ? shown.data : m->path;
}

bool opened_model_compiles(const opened_model *m, chatfmt_slice chosen)
{
    chatfmt_error error;
    chatfmt_model_template row;
    chatfmt_template *compiled;
    if (chatfmt_model_choose(m->model, chosen, 0, &row, NULL)) return true;
    if (chatfmt_template_compile(row.source.data, row.source.length, NULL, &compiled, &error))
        return show_failed(opened_model_place(m, chosen, false, &error), &error);
    chatfmt_template_free(compiled);
    return true;
}

void opened_model_close(opened_model *m)
{
    chatfmt_model_free(m->model);
    file_free(&m->source);
    file_free(&m->fallback);
    file_free(&m->own);
}

/* ---- What is looked at ---- */

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
