/* cli/cmd_render.c - chatfmt render: a template and a conversation to a prompt. */
#define _POSIX_C_SOURCE 200809L
#include "batch.h"
#include "command.h"
#include "files.h"
#include "formats_file.h"
#include "json_file.h"
#include "remedies.h"
#include "render_options.h"
#include "limits.h"
#include "show.h"

#include "chatfmt/chatfmt.h"
#include "chatfmt/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What one run of the command owns. */
typedef struct render_work {
    file_text source, conversation, tools, documents;
    chatfmt_values *values;
    chatfmt_template *compiled;
    chatfmt_formats *formats; /* the user's, or NULL */
    chatfmt_format *format;   /* instead of a template */
    chatfmt_renderer *renderer;
    chatfmt_value variables, unwritten; /* the paths that the prompt lacks */
    bool misused; /* the command line is at fault */
} render_work;

/* ---- Variables ---- */

/* Set a variable to the JSON of a file. */
static bool render_set_file(render_work *work, chatfmt_value variables, const char *name,
                            const char *path, file_text *text)
{
    chatfmt_error error;
    chatfmt_value value;
    if (!path) return true;
    char option[16];
    snprintf(option, sizeof option, "--%s", name);
    if (!json_file_read(path, option, work->values, text, &value))
        return work->misused = json_file_is_text(path), false;
    if (chatfmt_value_put(work->values, variables, name, value, &error))
        return show_failed(path, &error);
    return true;
}

static bool render_set_words(render_work *work, chatfmt_value variables, const char *setting,
                             bool has_messages)
{
    chatfmt_error error;
    chatfmt_value value;
    size_t length = strcspn(setting, "=");
    const char *json = setting + length + 1;
    if (chatfmt_value_read_json(work->values, json, strlen(json), &value, &error)) {
        show_error("--set", &error);
        remedy_of_set(setting);
        work->misused = true;
        return false;
    }
    if (has_messages && length == 8 && !memcmp(setting, "messages", 8))
        return work->misused = true,
               fputs("chatfmt: messages is given twice, by --set and by CONVERSATION: leave one of "
                     "them out\n", stderr), false;
    if (chatfmt_value_set(work->values, variables, setting, length, value, &error))
        return show_failed("--set", &error);
    return true;
}

/* Whether the template reads messages, so that nothing would come of a conversation without. */
static bool render_reads_messages(const render_work *work)
{
    chatfmt_survey *survey;
    if (chatfmt_survey_new(work->source.data, work->source.length, NULL, &survey, NULL))
        return true;
    bool reads = chatfmt_survey_reads(survey, chatfmt_slice_of("messages"));
    chatfmt_survey_free(survey);
    return reads;
}

/* False when there are no messages where they are `wanted`, and it can be said what is there. */
static bool render_check_messages(const char *path, chatfmt_value conversation, bool wanted)
{
    char *remark;
    if (chatfmt_report_conversation(conversation, &remark, NULL, NULL)) return true;
    bool known = remark[0] != '\0';
    if (known)
        fprintf(stderr, "chatfmt: %s: %sthere are no \"messages\": %s\n", file_name(path),
                wanted ? "" : "note: ", remark);
    chatfmt_text_free(remark);
    return !known || !wanted;
}

/* Whether the argument `conversation` of a model is what its `messages` would be. */
static bool render_has_messages(const render_settings *s, chatfmt_value object)
{
    chatfmt_value of = chatfmt_value_get(object, "conversation");
    chatfmt_value role = chatfmt_value_get(chatfmt_value_at(of, 0), "role");
    return s->model.from.path && (chatfmt_applier_is_batch(of) || chatfmt_value_as_text(role).data);
}

/* Whether there have to be messages, among what an object holds. */
static bool render_wants_messages(const render_settings *s, const render_work *work,
                                  chatfmt_value object)
{
    if (!s->model.from.path) return work->format || render_reads_messages(work);
    return !chatfmt_value_count(chatfmt_value_get(object, "conversation"));
}

/* The conversation as an object of variables; an array becomes its `messages`. What an option gives
 * is left out. */
static bool render_conversation(const render_settings *s, render_work *work, chatfmt_value *out)
{
    const char *path = s->conversation_path ? s->conversation_path : "-";
    chatfmt_error error;
    chatfmt_value value;
    if (!json_file_read(path, "CONVERSATION", work->values, &work->conversation, &value))
        return work->misused = json_file_is_text(path), false;
    bool is_object = chatfmt_value_kind_of(value) == CHATFMT_VALUE_OBJECT;
    if (!is_object && chatfmt_value_kind_of(value) != CHATFMT_VALUE_ARRAY) {
        fprintf(stderr, "chatfmt: %s: expected an array of messages, or an object\n",
                file_name(path));
        return false;
    }
    if (is_object && !render_has_messages(s, value) &&
        !render_check_messages(path, value, render_wants_messages(s, work, value)))
        return false;
    bool ok = !chatfmt_value_object(work->values, out, &error) &&
              (is_object || !chatfmt_value_put(work->values, *out, "messages", value, &error));
    for (size_t i = 0; ok && is_object && i < chatfmt_value_count(value); i++) {
        chatfmt_slice key = chatfmt_value_key_at(value, i);
        ok = option_giving(key) ||
             !chatfmt_value_set(work->values, *out, key.data, key.length,
                                chatfmt_value_at(value, i), &error);
    }
    return ok || show_failed(NULL, &error);
}

static bool render_variables(const render_settings *s, render_work *work, chatfmt_value *variables)
{
    chatfmt_error error;
    if (!render_conversation(s, work, variables) ||
        !render_set_file(work, *variables, "tools", s->tools_path, &work->tools) ||
        !render_set_file(work, *variables, "documents", s->documents_path, &work->documents))
        return false;
    if (s->add_generation_prompt &&
        chatfmt_value_put(work->values, *variables, "add_generation_prompt",
                          chatfmt_value_bool(work->values, 1), &error))
        return show_failed(NULL, &error);
    chatfmt_value messages = chatfmt_value_get(*variables, "messages");
    bool has = chatfmt_value_kind_of(messages) != CHATFMT_VALUE_ABSENT;
    for (int i = 0; i < s->sets.count; i++)
        if (!render_set_words(work, *variables, s->sets.rows[i], has)) return false;
    return s->plain || s->model.from.path ||
           !chatfmt_render_defaults(work->values, *variables, &error) || show_failed(NULL, &error);
}

/* ---- Output ---- */

static bool render_show_json(writer *w, const render_settings *s, render_work *work,
                             chatfmt_slice text, chatfmt_error *error)
{
    made_text made;
    if (chatfmt_rendered_json(work->renderer, text, work->format, work->variables, work->unwritten,
                            s->output == OUTPUT_SPANS, &made.data, &made.length, error))
        return false;
    write_made(w, CHATFMT_OK, &made);
    write_text(w, "\n");
    return true;
}

static bool render_is_coloured(const render_settings *s)
{
    if ((s->output != OUTPUT_TEXT && s->output != OUTPUT_TOKENS) || s->raw) return false;
    return s->colour == COLOUR_AUTO ? writer_has_colours(STDOUT_FILENO)
                                    : s->colour == COLOUR_ALWAYS;
}

static bool render_show_ids(writer *w, const render_settings *s, render_work *work,
                            chatfmt_slice text, chatfmt_error *error)
{
    const chatfmt_span *spans;
    size_t count;
    chatfmt_slice literals = {NULL, 0};
    if (work->compiled) literals = chatfmt_template_source(work->compiled);
    ids_settings ids = s->ids;
    ids.limits = &s->limits;
    ids.coloured = render_is_coloured(s);
    if (chatfmt_renderer_spans(work->renderer, &spans, &count, error)) return false;
    chatfmt_span *own = malloc((count + 1) * sizeof *own);
    if (!own) return false;
    if (count) memcpy(own, spans, count * sizeof *own);
    chatfmt_spans_trust_roles(text, own, count);
    bool ok = show_ids_json(w, &ids, s->output == OUTPUT_TOKENS, text, own, count, literals,
                            error);
    free(own);
    return ok;
}

static bool render_show_text(writer *w, const render_settings *s, bool coloured,
                             render_work *work, chatfmt_slice text, chatfmt_error *error)
{
    const chatfmt_span *spans = NULL;
    size_t count = 0;
    if (coloured && chatfmt_renderer_spans(work->renderer, &spans, &count, error)) return false;
    show_prompt(w, text, spans, count, s->raw);
    return true;
}

static bool render_show(const render_settings *s, bool coloured, render_work *work,
                        chatfmt_slice text)
{
    chatfmt_error error;
    writer out;
    writer_open(&out, STDOUT_FILENO);
    bool ok = s->output == OUTPUT_TEXT ? render_show_text(&out, s, coloured, work, text, &error)
              : s->output >= OUTPUT_IDS  ? render_show_ids(&out, s, work, text, &error)
                                         : render_show_json(&out, s, work, text, &error);
    if (!ok) show_error(NULL, &error);
    if (!writer_close(&out)) return false;
    if (ok && coloured) show_legend();
    return ok;
}

/* ---- The command ---- */

/* FastChat's formats, which have a separator style, read messages and no variables. */
static bool render_format_reads(const render_settings *s, render_work *work)
{
    chatfmt_value fields = chatfmt_format_fields(work->format);
    const char *unread = s->tools_path ? "--tools" : s->sets.count ? "--set" : NULL;
    if (!unread || s->program ||
        chatfmt_value_kind_of(chatfmt_value_get(fields, "sep_style")) == CHATFMT_VALUE_ABSENT)
        return true;
    fprintf(stderr, "chatfmt: %s is not used with --format %s, which reads no variables: leave it "
                    "out, or use another format\n", unread, s->format_name);
    work->misused = true;
    return false;
}

static bool render_open_format(const render_settings *s, render_work *work)
{
    return formats_file_load(s->formats_path, &work->formats) &&
           formats_file_open(work->formats, s->format_name, false, &work->misused,
                             &work->format) &&
           render_format_reads(s, work);
}

static bool render_compile(const render_settings *s, render_work *work)
{
    if (s->format_name) return render_open_format(s, work);
    chatfmt_error error;
    chatfmt_compile_options options = CHATFMT_COMPILE_OPTIONS_INIT;
    options.flags = s->compile_flags;
    options.limits = &s->limits;
    if (!file_read_template(s->template_path, &work->source)) return false;
    if (chatfmt_template_compile(work->source.data, work->source.length, &options,
                                 &work->compiled, &error))
        return show_failed(s->template_path, &error);
    return true;
}

static bool render_failed(const render_settings *s, render_work *work,
                          const chatfmt_error *error, chatfmt_value variables)
{
    show_error(work->format ? s->format_name : s->template_path, error);
    work->misused = s->program && error->status == CHATFMT_NOT_FOUND;
    remedy_of_render(error, variables, false);
    return false;
}

/* Whether all of the conversation is in the prompt, or what is not there is reported. */
static bool render_check_written(const render_settings *s, render_work *work,
                                 chatfmt_value variables, chatfmt_slice text)
{
    const char *name = work->format ? s->format_name : s->template_path;
    chatfmt_error error;
    work->variables = variables;
    if (chatfmt_rendered_unwritten(work->renderer, work->values, variables, text,
                                 work->format != NULL, &work->unwritten, &error) ||
        ((work->format || s->strict) &&
         chatfmt_unwritten_accept(work->unwritten, text, s->strict, &error)))
        return render_failed(s, work, &error, variables);
    if (work->format && !text.length) {
        fprintf(stderr, "chatfmt: %s: empty_prompt: there is nothing that the %s reads\n",
                name, s->program ? "program" : "format");
        return false;
    }
    show_unwritten(name, work->unwritten, false);
    return true;
}

/* Of what is given and not read. */
static void render_warn(const render_settings *s, const render_work *work)
{
    chatfmt_model *model;
    if (!(work->format ? chatfmt_model_from_format(work->format, s->program, NULL, &model, NULL)
                       : chatfmt_model_from_template(work->source.data, work->source.length, NULL,
                                                     &model, NULL)))
        remedy_of_variables("--set", s->sets.names, (size_t)s->sets.count, model, s->model.request);
    chatfmt_model_free(model);
}

static bool render_one(const render_settings *s, render_work *work)
{
    chatfmt_error error;
    chatfmt_value variables;
    chatfmt_slice text;
    bool coloured = render_is_coloured(s) && s->output == OUTPUT_TEXT;
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    options.flags = CHATFMT_RENDER_NOW | CHATFMT_RENDER_SPANS;
    if (s->seed.given) options.flags |= CHATFMT_RENDER_SEED;
    options.limits = &s->limits;
    options.now = option_time_or_now(&s->now);
    options.seed = s->seed.value;
    chatfmt_request *trust = s->model.request;
    for (int i = 0; i < s->sets.count; i++) chatfmt_request_supply(trust, s->sets.names[i]);
    options.trusted = trust->apply->trusted;
    options.trusted_count = trust->apply->trusted_count;
    if (!render_compile(s, work)) return false;
    if (chatfmt_values_new(NULL, &s->limits, &work->values, &error) ||
        chatfmt_renderer_new(NULL, &work->renderer, &error))
        return show_failed(NULL, &error);
    if (!render_variables(s, work, &variables)) return false;
    render_warn(s, work);
    if (work->format
            ? chatfmt_format_render(work->renderer, work->format, s->program, variables, &options,
                                    &text, &error)
            : chatfmt_render_value(work->renderer, work->compiled, variables, &options, &text,
                                   &error))
        return render_failed(s, work, &error, variables);
    return render_check_written(s, work, variables, text) && render_show(s, coloured, work, text);
}

static bool render_model(render_settings *s, render_work *work)
{
    chatfmt_error error;
    chatfmt_value context;
    model_settings *m = &s->model;
    chatfmt_apply_options *o = m->request->apply;
    o->flags |= CHATFMT_APPLY_NOW;
    o->now = option_time_or_now(&s->now);
    if (s->seed.given) o->flags |= CHATFMT_APPLY_SEED;
    o->seed = s->seed.value;
    chatfmt_request_given(m->request, s->sets.names, (size_t)s->sets.count);
    m->sets = &s->sets;
    m->raw = s->raw;
    m->json = s->output == OUTPUT_JSON;
    m->spans = s->output == OUTPUT_SPANS;
    m->wants_tokens = s->output == OUTPUT_TOKENS;
    m->wants_ids = s->output == OUTPUT_IDS || m->wants_tokens;
    m->request->wants_ids = m->wants_ids || (m->json && s->token_option);
    m->request->wants_texts = m->wants_tokens;
    if (m->json || m->wants_tokens)
        m->request->prompt->flags |= CHATFMT_PROMPT_CODE_POINTS | CHATFMT_PROMPT_PLACES;
    if (m->json) m->request->prompt->flags |= CHATFMT_PROMPT_MESSAGES;
    if (m->json && !m->from.format) m->request->prompt->flags |= CHATFMT_PROMPT_STOPS;
    m->tokenizer = s->ids.tokenizer;
    m->coloured = render_is_coloured(s);
    m->forced = s->colour == COLOUR_ALWAYS;
    m->strict = s->strict;
    if (chatfmt_values_new(NULL, &s->limits, &work->values, &error))
        return show_failed(NULL, &error);
    return render_variables(s, work, &context) &&
           model_render(m, &s->limits, work->values, context);
}

/* With a format, what only models have: a mask, an open message, a length. */
static bool render_format_as_model(render_settings *s, render_work *work)
{
    if (!render_open_format(s, work)) return false;
    s->model.from.path = s->format_name;
    s->model.from.format = work->format;
    s->model.from.program = s->program;
    return render_model(s, work);
}

static int render_close(const render_settings *s, int code)
{
    chatfmt_request_free(s->model.request);
    return code;
}

static int render_batch(const render_settings *s)
{
    chatfmt_formats *formats = NULL;
    chatfmt_service_options options = CHATFMT_SERVICE_OPTIONS_INIT;
    if (!formats_file_load(s->formats_path, &formats)) return EXIT_FAILED;
    options.flags = s->strict ? CHATFMT_SERVICE_STRICT : 0;
    options.formats = formats;
    options.request = s->model.request;
    options.now = clock_now;
    int code = batch_run(&options, "-");
    chatfmt_formats_free(formats);
    return code;
}

int command_render(int argc, char **argv)
{
    render_settings settings;
    render_work work = {.values = NULL};
    switch (render_options_read(argc, argv, &settings)) {
    case OPTIONS_HELP: return render_close(&settings, EXIT_DONE);
    case OPTIONS_BAD: return render_close(&settings, EXIT_USAGE);
    case OPTIONS_OK: break;
    }
    if (settings.batch) return render_close(&settings, render_batch(&settings));
    if (settings.output >= OUTPUT_IDS && !settings.ids.tokenizer && !settings.model.from.path)
        return options_missing(&render_table,
                               "--output ids and tokens need --tokenizer FILE, or --model PATH"),
               render_close(&settings, EXIT_USAGE);
    bool ok = settings.model.from.path               ? render_model(&settings, &work)
              : render_options_of_models(&settings) ? render_format_as_model(&settings, &work)
                                                    : render_one(&settings, &work);
    chatfmt_format_free(work.format);
    chatfmt_formats_free(work.formats);
    chatfmt_renderer_free(work.renderer);
    chatfmt_template_free(work.compiled);
    chatfmt_values_free(work.values);
    file_free(&work.source);
    file_free(&work.conversation);
    file_free(&work.tools);
    file_free(&work.documents);
    bool misused = work.misused || settings.model.from.misused;
    return render_close(&settings, ok ? EXIT_DONE : misused ? EXIT_USAGE : EXIT_FAILED);
}
