/* service/service_render.c - requests to render: a template, a model, or what a format is for. */
#include "service/service.h"

#include "base/report.h"

/* One request, as read from its line. */
typedef struct render_request {
    chatfmt_value id, context;
    chatfmt_value whole; /* of it, when it names a format; else absent */
    chatfmt_value model; /* the path of a model, or the name of a format that is one; else absent */
    bool is_masked;      /* it is that name */
    uint32_t model_flags;
    cft_slice source;
    uint32_t compile_flags;
    bool spans, unwritten; /* members of the answer */
    bool lacks;            /* what the prompt does not have is the error */
    chatfmt_limits limits;
    chatfmt_render_options options;
} render_request;

/* ---- Errors ---- */

static void render_place(cft_json_out *out, const char *name, uint32_t number)
{
    cft_out_text(out, name);
    if (number) cft_out_number(out, number);
    else cft_out_text(out, "null");
}

/* What a template raised, of which the error keeps the beginning alone. */
static cft_slice render_raised(const chatfmt_service *s, bool of_model, const chatfmt_error *error)
{
    cft_slice whole =
        of_model ? chatfmt_applier_raised(s->chat) : chatfmt_renderer_raised(s->renderer);
    size_t length = strlen(error->text);
    bool begins = whole.length >= length && !memcmp(whole.data, error->text, length);
    return begins ? whole : cft_slice_of(error->text, length);
}

static void render_fail(chatfmt_service *s, const render_request *r, bool of_format,
                        const chatfmt_error *error)
{
    cft_json_out *out = &s->out;
    const char *words = error->text[0] ? error->text : chatfmt_status_text(error->status);
    bool may_name_kind = of_format || r->lacks;
    const char *kind = may_name_kind ? chatfmt_format_error_kind(error) : "";
    cft_slice message = cft_slice_of(words, strlen(words));
    if (error->status == CHATFMT_RAISED && !of_format)
        message = render_raised(s, !cft_service_is(r->model, CHATFMT_VALUE_ABSENT), error);
    cft_out_id(s, r->id);
    cft_out_text(out, ", \"error\": {\"kind\": \"");
    cft_out_text(out, kind[0] ? kind : chatfmt_status_kind(error->status));
    cft_out_member(out, "\", \"message\": ", message);
    render_place(out, ", \"line\": ", error->line);
    render_place(out, ", \"column\": ", error->column);
    if (error->path[0] && (of_format || !error->line))
        cft_out_member(out, ", \"path\": ", cft_slice_of(error->path, strlen(error->path)));
    cft_out_text(out, "}}\n");
}

/* ---- Options ---- */

static chatfmt_status render_bad(chatfmt_error *error, const char *message)
{
    return cft_fail(error, CHATFMT_INPUT, "%s", message);
}

static chatfmt_status render_read_limits(chatfmt_value limits, render_request *r,
                                         chatfmt_error *error)
{
    if (!cft_service_is(limits, CHATFMT_VALUE_OBJECT))
        return render_bad(error, "options.limits is not an object");
    for (size_t i = 0; i < chatfmt_value_count(limits); i++) {
        chatfmt_value value = chatfmt_value_at(limits, i);
        chatfmt_slice name = chatfmt_value_key_at(limits, i);
        if (!cft_service_is(value, CHATFMT_VALUE_INT) || chatfmt_value_as_int(value) < 1)
            return cft_fail(error, CHATFMT_INPUT, "options.limits.%.*s is not an integer above 0",
                            cft_shown(name), name.data);
        CFT_TRY(chatfmt_limits_set(&r->limits, name, (uint64_t)chatfmt_value_as_int(value), error));
    }
    return CHATFMT_OK;
}

/* Options that are true or false; `when` is the value that sets `bit`. */
static const struct {
    const char *name;
    uint32_t bit;
    int when;
} render_switches[] = {
    {"trim_blocks", CHATFMT_COMPILE_NO_TRIM_BLOCKS, 0},
    {"lstrip_blocks", CHATFMT_COMPILE_NO_LSTRIP_BLOCKS, 0},
    {"keep_trailing_newline", CHATFMT_COMPILE_KEEP_TRAILING_NEWLINE, 1},
};

static const cft_member render_members[] = {
    {"trim_blocks", CFT_TAKES_SWITCH, 0},
    {"lstrip_blocks", CFT_TAKES_SWITCH, 0},
    {"keep_trailing_newline", CFT_TAKES_SWITCH, 0},
    {"spans", CFT_TAKES_SWITCH, 0},
    {"unwritten", CFT_TAKES_SWITCH, 0},
};

static chatfmt_status render_read_options(chatfmt_service *s, chatfmt_value options,
                                          render_request *r, chatfmt_error *error)
{
    if (!cft_service_given(options)) return CHATFMT_OK;
    if (!cft_service_is(options, CHATFMT_VALUE_OBJECT))
        return render_bad(error, "options is not an object");
    CFT_TRY(cft_members_check(options, "options.", render_members,
                              sizeof render_members / sizeof *render_members, error));
    for (size_t i = 0; i < sizeof render_switches / sizeof *render_switches; i++) {
        chatfmt_value value = cft_service_member(options, render_switches[i].name);
        if (!cft_service_given(value)) continue;
        if (chatfmt_value_truth(value) == render_switches[i].when)
            r->compile_flags |= render_switches[i].bit;
    }
    r->spans = cft_service_true(options, "spans");
    r->unwritten |= cft_service_true(options, "unwritten");
    chatfmt_value trusted = cft_service_member(options, "trusted");
    if (cft_service_given(trusted))
        CFT_TRY(chatfmt_request_set(s->apply, CFT_LIT("trusted"), trusted, error));
    chatfmt_value limits = cft_service_member(options, "limits");
    return cft_service_given(limits) ? render_read_limits(limits, r, error) : CHATFMT_OK;
}

static chatfmt_status render_read_now(const chatfmt_service *s, chatfmt_value now,
                                      render_request *r, chatfmt_error *error)
{
    cft_slice text = chatfmt_value_as_text(now);
    if (!cft_service_given(now)) {
        if (!s->options.now) return CHATFMT_OK;
        r->options.now = s->options.now(s->options.context);
    } else if (!cft_service_is(now, CHATFMT_VALUE_STRING) ||
               chatfmt_naive_time(text.data, text.length, &r->options.now, NULL)) {
        return render_bad(error, "now is not a time such as 2026-01-02T03:04:05Z");
    }
    r->options.flags = CHATFMT_RENDER_NOW;
    return CHATFMT_OK;
}

/* Those that are of other requests are false here (cft_request_members_check). */
static chatfmt_status render_set_options(chatfmt_service *s, chatfmt_value options,
                                         chatfmt_error *error)
{
    for (size_t i = 0; i < chatfmt_value_count(options); i++) {
        chatfmt_status status = chatfmt_request_set(s->apply, chatfmt_value_key_at(options, i),
                                                    chatfmt_value_at(options, i), error);
        if (status && status != CHATFMT_NOT_FOUND) return status;
    }
    return CHATFMT_OK;
}

/* ---- Requests ---- */

/* The release of transformers that is followed. */
static chatfmt_status render_read_reference(chatfmt_value reference, render_request *r,
                                            chatfmt_error *error)
{
    cft_slice name = chatfmt_value_as_text(reference);
    if (cft_service_is(reference, CHATFMT_VALUE_ABSENT)) return CHATFMT_OK;
    if (cft_slice_equal(name, CFT_LIT("transformers-4.37")))
        r->model_flags |= CHATFMT_MODEL_TRANSFORMERS_4_37;
    else if (!cft_slice_equal(name, CFT_LIT("transformers-5")))
        return render_bad(error,
                          "the key reference is neither transformers-5 nor transformers-4.37");
    return CHATFMT_OK;
}

/* {"model": PATH, "processor": true, "context": {the arguments of apply_chat_template}} */
static chatfmt_status render_read_model(chatfmt_service *s, chatfmt_value request,
                                        render_request *r, chatfmt_error *error)
{
    chatfmt_value options = cft_service_member(request, "options");
    chatfmt_value context = cft_service_member(request, "context");
    if (!cft_service_is(r->model, CHATFMT_VALUE_STRING))
        return render_bad(error, "the key model is not a string");
    if (!cft_service_is(context, CHATFMT_VALUE_OBJECT) &&
        !cft_service_is(context, CHATFMT_VALUE_ARRAY))
        return render_bad(error, "the key context is missing, or not an object");
    if (cft_service_true(request, "processor")) r->model_flags |= CHATFMT_MODEL_PROCESSOR;
    CFT_TRY(render_read_reference(cft_service_member(request, "reference"), r, error));
    CFT_TRY(render_read_now(s, cft_service_member(request, "now"), r, error));
    CFT_TRY(render_read_options(s, options, r, error));
    s->apply->processor = (r->model_flags & CHATFMT_MODEL_PROCESSOR) != 0;
    CFT_TRY(chatfmt_request_read(s->apply, s->values, context, CHATFMT_FROM_DATA, error));
    CFT_TRY(render_set_options(s, options, error));
    CFT_TRY(cft_request_needs_check(s->apply, options, error));
    if (r->options.flags & CHATFMT_RENDER_NOW) s->apply->apply->flags |= CHATFMT_APPLY_NOW;
    s->apply->wants_unwritten = r->unwritten;
    s->apply->apply->now = r->options.now;
    s->apply->apply->limits = &r->limits;
    return CHATFMT_OK;
}

/* {"format": NAME, "program": NAME, "context": {…}, "options": {"mask": KIND}} */
static chatfmt_status render_read_masked(chatfmt_service *s, chatfmt_value request,
                                         render_request *r, chatfmt_error *error)
{
    r->whole = request;
    r->model = cft_service_member(request, "format");
    r->context = cft_service_member(request, "context");
    r->is_masked = r->unwritten = true;
    return render_read_model(s, request, r, error);
}

/* {"chat_template": TEXT, "context": {its variables}} */
static chatfmt_status render_read_template(chatfmt_value request, render_request *r,
                                           chatfmt_error *error)
{
    chatfmt_value source = cft_service_member(request, "chat_template");
    if (!cft_service_is(source, CHATFMT_VALUE_STRING))
        return render_bad(error,
                          cft_service_is(source, CHATFMT_VALUE_ABSENT)
                              ? "needs a chat_template, model, format, conversation, training or "
                                "stopping"
                              : "the key chat_template is not a string");
    r->source = chatfmt_value_as_text(source);
    r->context = cft_service_member(request, "context");
    return cft_service_is(r->context, CHATFMT_VALUE_OBJECT)
               ? CHATFMT_OK
               : render_bad(error, "the key context is missing, or not an object");
}

/* The others are refused by those that read them. */
static const cft_member render_tops[] = {
    {"processor", CFT_TAKES_SWITCH, 0},
    {"program", CFT_TAKES_TEXT, 0},
    {"format", CFT_TAKES_TEXT, 0},
};

/* Of what has no id by which it could be found. */
static chatfmt_status render_bad_line(const chatfmt_service *s, chatfmt_error *error,
                                      const char *message)
{
    (void)render_bad(error, message);
    error->line = s->number < UINT32_MAX ? (uint32_t)s->number : UINT32_MAX;
    error->column = 1;
    return CHATFMT_INPUT;
}

static chatfmt_status render_read_line(chatfmt_service *s, cft_slice line, render_request *r,
                                  chatfmt_error *error)
{
    chatfmt_value request;
    chatfmt_status status = cft_service_read(s, line, &request, error);
    if (status) {
        /* A request that is too deep or too large is as unreadable as one that is not JSON. */
        error->status = status == CHATFMT_NO_MEMORY ? status : CHATFMT_INPUT;
        return error->status;
    }
    if (!cft_service_is(request, CHATFMT_VALUE_OBJECT))
        return render_bad_line(s, error, "the line is not a JSON object");
    r->id = cft_service_member(request, "id");
    if (cft_service_is(r->id, CHATFMT_VALUE_ABSENT))
        return render_bad_line(s, error, "the key id is missing");
    CFT_TRY(cft_members_check(request, "the key ", render_tops,
                              sizeof render_tops / sizeof *render_tops, error));
    CFT_TRY(cft_request_members_check(request, s->apply->wants_ids != 0, error));
    cft_request_kind kind = cft_request_kind_of(request);
    r->model = cft_service_member(request, "model");
    if (kind == CFT_REQUEST_MODEL) return render_read_model(s, request, r, error);
    if (kind == CFT_REQUEST_MASKED) return render_read_masked(s, request, r, error);
    r->model = (chatfmt_value){{0, 0}};
    if (kind != CFT_REQUEST_TEMPLATE) r->whole = request;
    else CFT_TRY(render_read_template(request, r, error));
    CFT_TRY(render_read_now(s, cft_service_member(request, "now"), r, error));
    return render_read_options(s, cft_service_member(request, "options"), r, error);
}

/* ---- Answers ---- */

/* A template or a model may be meant to write nothing; a format as a model is not. */
static chatfmt_status render_accept(const chatfmt_service *s, render_request *r,
                                    chatfmt_value paths, cft_slice text, chatfmt_error *error)
{
    bool strict = (s->options.flags & CHATFMT_SERVICE_STRICT) != 0;
    if (!strict && !r->is_masked) return CHATFMT_OK;
    chatfmt_status status = chatfmt_unwritten_accept(paths, text, strict, error);
    r->lacks = status != CHATFMT_OK;
    return status;
}

static chatfmt_status render_template(chatfmt_service *s, render_request *r,
                                      chatfmt_error *error)
{
    cft_slice text;
    chatfmt_value lacks = {{0, 0}};
    const chatfmt_template *compiled =
        cft_template_cache_get(&s->templates, r->source, r->compile_flags, &r->limits, error);
    if (!compiled) return error->status;
    CFT_TRY(chatfmt_render_value(s->renderer, compiled, r->context, &r->options, &text, error));
    if (r->unwritten) {
        CFT_TRY(chatfmt_rendered_unwritten(s->renderer, s->values, r->context, text, 0, &lacks,
                                           error));
        CFT_TRY(render_accept(s, r, lacks, text, error));
    }
    cft_out_id(s, r->id);
    cft_out_member(&s->out, ", \"text\": ", text);
    if (r->spans) CFT_TRY(cft_out_spans(&s->out, s->renderer, error));
    cft_out_unwritten(&s->out, lacks);
    cft_out_text(&s->out, "}\n");
    return CHATFMT_OK;
}

static chatfmt_status render_format(chatfmt_service *s, const render_request *r,
                                    chatfmt_error *error)
{
    const cft_format_answer answer = {
        s, &r->options, r->spans, (s->options.flags & CHATFMT_SERVICE_STRICT) != 0, r->id, error};
    CFT_TRY(cft_answer_format(&answer, r->whole));
    cft_out_text(&s->out, "}\n");
    return CHATFMT_OK;
}

static chatfmt_status render_model(chatfmt_service *s, render_request *r,
                                   chatfmt_error *error)
{
    cft_slice json;
    chatfmt_encoder *encoder = NULL;
    cft_slice name = chatfmt_value_as_text(r->model);
    cft_cached *model =
        r->is_masked ? cft_cache_format_model(&s->formats, s->options.formats, name,
                                              cft_service_text(r->whole, "program"), error)
                     : cft_cache_model(&s->models, name, r->model_flags, error);
    if (!model) return error->status;
    CFT_TRY(cft_service_chat(s, error));
    if (s->apply->wants_ids && !(encoder = cft_cache_encoder(model, error))) return error->status;
    CFT_TRY(chatfmt_request_answer(s->apply, s->chat, model->model, encoder, model->tokenizer,
                                   r->spans ? CHATFMT_ANSWER_SPANS : 0, &json, error));
    CFT_TRY(render_accept(s, r, s->apply->unwritten, s->apply->text, error));
    cft_out_id(s, r->id);
    cft_out_text(&s->out, ", ");
    cft_out_bytes(&s->out, json.data + 1,
                  json.length - 2); /* the members, in the object of the id */
    if (model->format) cft_out_stops(&s->out, ", ", model->format, r->context);
    cft_out_text(&s->out, "}\n");
    return CHATFMT_OK;
}

chatfmt_status cft_answer_render(chatfmt_service *s, cft_slice line)
{
    chatfmt_error error = {.status = CHATFMT_OK};
    render_request r = {.limits = CHATFMT_LIMITS_INIT, .options = CHATFMT_RENDER_OPTIONS_INIT};
    size_t begin = s->out.text.length;
    chatfmt_request_copy(s->apply, s->options.request ? s->options.request : s->base);
    r.unwritten = (s->options.flags & CHATFMT_SERVICE_STRICT) != 0;
    chatfmt_status status = cft_service_renderer(s, &error);
    if (!status) status = render_read_line(s, line, &r, &error);
    r.options.limits = &r.limits;
    r.options.trusted = s->apply->apply->trusted;
    r.options.trusted_count = s->apply->apply->trusted_count;
    if (r.spans || r.unwritten) r.options.flags |= CHATFMT_RENDER_SPANS;
    bool of_format = !cft_service_is(r.whole, CHATFMT_VALUE_ABSENT);
    if (!status)
        status = !cft_service_is(r.model, CHATFMT_VALUE_ABSENT) ? render_model(s, &r, &error)
                 : of_format                                    ? render_format(s, &r, &error)
                                                                : render_template(s, &r, &error);
    if (cft_out_or_back(&s->out, begin, status)) render_fail(s, &r, of_format, &error);
    return status;
}
