/* cli/model_render.c - `chatfmt render --model`: loads, applies, prints. */
#define _POSIX_C_SOURCE 200809L
#include "model_render.h"
#include "limits.h"

#include "files.h"
#include "remedies.h"
#include "show.h"

#include "chatfmt/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct model_work {
    const chatfmt_model *model;
    chatfmt_applier *chat;
    opened_tokenizer ids;
    chatfmt_request *request;
    bool shown; /* in colours that want a legend */
    chatfmt_value context; /* what the conversation's file held */
    chatfmt_values *values; /* NULL: what the prompt lacks is not looked for */
    chatfmt_value unwritten; /* paths of it */
} model_work;

/* Of a render: the place is in the template that was chosen. */
static bool model_refused(model_settings *s, const chatfmt_error *error)
{
    const chatfmt_apply_options *apply = s->request->apply;
    bool has_tools = chatfmt_value_count(apply->tools) != 0;
    return show_failed(opened_model_place(&s->from, apply->chat_template, has_tools, error), error);
}

/* Says when the template is that of the tokenizer's class. */
static void model_tell_class(const model_settings *s, const chatfmt_model *model)
{
    static const char from[] = "class/";
    chatfmt_model_template row;
    const chatfmt_apply_options *o = s->request->apply;
    bool has_tools = chatfmt_value_count(o->tools) != 0;
    if (chatfmt_model_choose(model, o->chat_template, has_tools, &row, NULL) ||
        row.place.length < sizeof from || memcmp(row.place.data, from, sizeof from - 1))
        return;
    fprintf(stderr,
            "chatfmt: %s: no template: %.*s, the default of its class in transformers before "
            "4.44, is used; chatfmt formats export %.*s prints it\n",
            s->from.path, (int)row.place.length, row.place.data, (int)row.place.length,
            row.place.data);
}

/* Looks for what the prompt lacks, when it is watched. */
static bool model_check_written(const model_settings *s, model_work *work,
                                const chatfmt_applied *applied, chatfmt_error *error)
{
    return !work->values ||
           (!chatfmt_unwritten(work->values, work->context, applied->spans, applied->span_count, 0,
                               &work->unwritten, error) &&
            !chatfmt_unwritten_accept(work->unwritten, applied->text, s->strict, error));
}

/* --output ids and tokens; tokens in colours, and what a mask, policy or length gives besides. */
static bool model_print_ids(model_settings *s, model_work *work, writer *out, chatfmt_error *error)
{
    const chatfmt_prompt *prompt;
    chatfmt_request *r = work->request;
    chatfmt_slice json;
    if (r->has_mask) r->prompt->mask = r->mask;
    if (chatfmt_applier_encode(work->chat, work->model, work->ids.encoder, r->conversation,
                               r->apply, r->prompt, &prompt, error) ||
        !model_check_written(s, work, prompt->applied, error))
        return model_refused(s, error);
    show_changes(prompt->applied);
    if (s->coloured) {
        show_tokens_coloured(out, prompt->applied->text, prompt->places, prompt->count);
        if (!r->has_mask && !r->prompt->policy && !r->prompt->max_length) return true;
    }
    if (chatfmt_request_columns(r, work->ids.tokenizer, &prompt, 1, 0, &json, error))
        return model_refused(s, error);
    write_bytes(out, json.data, json.length);
    write_text(out, "\n");
    return true;
}

/* Where a format's answers end, as members after the others. */
static bool model_show_stops(const model_settings *s, model_work *work, writer *out,
                             chatfmt_error *error)
{
    char *json;
    size_t length;
    if (chatfmt_format_stops_json(s->from.format, work->context, &json, &length, error))
        return false;
    write_text(out, ", ");
    write_bytes(out, json + 1, length - 2);
    chatfmt_text_free(json);
    return true;
}

static bool model_print(model_settings *s, model_work *work, writer *out, chatfmt_error *error)
{
    const chatfmt_applied *a;
    chatfmt_request *r = work->request;
    chatfmt_slice json;
    bool batch = chatfmt_applier_is_batch(r->conversation) != 0;
    if (s->wants_ids && !batch) return model_print_ids(s, work, out, error);
    if (s->json || s->spans || r->has_mask || batch) {
        uint32_t flags = CHATFMT_ANSWER_TEMPLATE | (s->spans ? CHATFMT_ANSWER_SPANS : 0u);
        if (chatfmt_request_answer(r, work->chat, work->model, work->ids.encoder,
                                   work->ids.tokenizer, flags, &json, error))
            return model_refused(s, error);
        work->unwritten = r->unwritten;
        if (chatfmt_unwritten_accept(work->unwritten, r->text, s->strict, error))
            return model_refused(s, error);
        write_bytes(out, json.data, json.length - 1);
        if (s->from.format && !batch && !model_show_stops(s, work, out, error)) return false;
        write_text(out, "}\n");
        return true;
    }
    if (chatfmt_applier_apply(work->chat, work->model, r->conversation, r->apply, &a, error) ||
        !model_check_written(s, work, a, error))
        return model_refused(s, error);
    show_changes(a);
    work->shown = s->coloured;
    show_prompt(out, a->text, s->coloured ? a->spans : NULL, a->span_count, s->raw);
    return true;
}

/* False when an option is of one conversation, and there are several. */
static bool model_takes_several(model_settings *s)
{
    const chatfmt_request *r = s->request;
    const char *of_one = s->json ? "--output json" : s->spans ? "--output spans"
                         : r->has_mask && !r->wants_ids ? "--mask"
                         : s->forced ? "--color always" : NULL;
    s->from.misused = of_one && chatfmt_applier_is_batch(r->conversation);
    if (s->from.misused)
        fprintf(stderr, "chatfmt: %s is not used with several conversations: give them one at a "
                        "time, or leave it out\n", of_one);
    return !s->from.misused;
}

static bool model_open_encoder(const model_settings *s, model_work *work)
{
    chatfmt_error error;
    if (work->request->wants_ids && !tokenizer_open(&work->ids, s->tokenizer, work->model,
                                                    NULL, work->request->apply->limits, 0,
                                                    &error))
        return show_failed(s->tokenizer ? s->tokenizer : s->from.path, &error);
    return true;
}

/* What the prompt lacks is looked for, but where the conversation is made shorter on purpose. */
static void model_watch(const model_settings *s, chatfmt_values *values, model_work *work)
{
    chatfmt_request *r = work->request;
    if (s->spans || s->coloured) r->apply->flags |= CHATFMT_APPLY_SPANS;
    if (r->wants_ids && r->prompt->fit != CHATFMT_FIT_NONE) return;
    work->values = values;
    r->wants_unwritten = 1;
    if (!s->json) r->apply->flags |= CHATFMT_APPLY_SPANS;
}

static bool model_apply(model_settings *s, const chatfmt_limits *limits,
                        chatfmt_values *values, chatfmt_value context, model_work *work)
{
    chatfmt_error error;
    writer out;
    char *text;
    work->request = s->request;
    work->context = context;
    if (!opened_model_open(&s->from, "render")) return false;
    work->model = s->from.model;
    work->request->apply->chat_template = s->from.chosen;
    work->request->processor = (s->from.flags & CHATFMT_MODEL_PROCESSOR) != 0;
    if (chatfmt_request_read(work->request, values, context, CHATFMT_FROM_DATA, &error))
        return show_failed(s->from.path, &error);
    work->request->apply->limits = limits;
    if (s->wants_ids) work->request->wants_ids = 1; /* whatever `tokenize` says */
    if (!model_takes_several(s)) return false;
    if (!s->from.format) model_tell_class(s, work->model);
    remedy_of_variables("--set", s->sets->names, (size_t)s->sets->count, work->model, s->request);
    const chatfmt_mask_options *mask = work->request->mask;
    if (work->request->has_mask &&
        !chatfmt_report_roles(mask->roles, mask->role_count, work->request->conversation, &text,
                              NULL, NULL))
        show_lines("warning: --roles ", text);
    model_watch(s, values, work);
    if (s->json && !s->from.format) work->request->apply->flags |= CHATFMT_APPLY_TURN;
    if (!model_open_encoder(s, work)) return false;
    if (chatfmt_applier_new(NULL, limits, &work->chat, &error)) return show_failed(NULL, &error);
    writer_open(&out, STDOUT_FILENO);
    error.status = CHATFMT_OK;
    bool ok = model_print(s, work, &out, &error);
    if (!ok) remedy_of_render(&error, context, true);
    if (!ok) out.length = 0; /* half an answer is none */
    ok = writer_close(&out) && ok;
    bool emptied = work->request->apply->flags & CHATFMT_APPLY_NULL_TO_EMPTY;
    if (ok && work->values) show_unwritten(s->from.path, work->unwritten, emptied);
    if (ok && !s->from.format &&
        !chatfmt_report_applied(work->chat, work->model, work->request->conversation,
                                work->request->apply, "--fix fit-arguments", &text, NULL, NULL))
        show_lines("warning: ", text);
    if (ok && work->shown) show_legend();
    return ok;
}

bool model_render(model_settings *settings, const chatfmt_limits *limits,
                  chatfmt_values *values, chatfmt_value context)
{
    model_work work = {.model = NULL};
    bool ok = model_apply(settings, limits, values, context, &work);
    chatfmt_applier_free(work.chat);
    tokenizer_close(&work.ids);
    opened_model_close(&settings->from);
    return ok;
}
