/* cli/cmd_batch.c - chatfmt render --batch: JSON Lines in, JSON Lines out, one answer a request,
 * in order. What is wrong with one line never harms the next.
 *
 * Answers are written out whenever the input has to be waited for, so a program on the other end
 * of a pipe can ask and read in turn.
 */
#define _POSIX_C_SOURCE 200809L
#include "clock.h"
#include "command.h"
#include "files.h"
#include "format_requests.h"
#include "limits.h"
#include "model_cache.h"
#include "request_members.h"
#include "show.h"
#include "template_cache.h"
#include "unwritten.h"
#include "writer.h"

#include "chatfmt/chatfmt.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BATCH_READ = 1 << 18 };

typedef struct batch {
    chatfmt_values *values; /* of the request */
    chatfmt_renderer *renderer;
    template_cache cache;
    format_requests formats;
    model_cache models;
    chatfmt_chat *chat; /* of requests that name a model */
    bool strict;                  /* --strict */
    const chatfmt_request *trust; /* what the command line says about trust */
    chatfmt_request *apply; /* with a model; trust in any case */
    writer out;
    char *data;             /* input not yet answered */
    size_t length, capacity;
} batch;

/* One request, as read from its line. */
typedef struct batch_request {
    chatfmt_value id, context;
    chatfmt_value request; /* the whole of it, when it names a format; else absent */
    chatfmt_value model;   /* the path of a model; else absent */
    uint32_t model_flags;
    chatfmt_slice source;
    uint32_t compile_flags;
    bool spans, unwritten; /* members of the answer */
    chatfmt_limits limits;
    chatfmt_render_options options;
} batch_request;

/* ---- Answers ---- */

static void batch_write_id(batch *b, chatfmt_value id)
{
    chatfmt_slice text;
    write_text(&b->out, "{\"id\": ");
    if (chatfmt_value_kind_of(id) == CHATFMT_VALUE_STRING) {
        text = chatfmt_value_as_text(id);
        write_json_string(&b->out, text.data, text.length);
    } else if (chatfmt_value_kind_of(id) == CHATFMT_VALUE_ABSENT ||
               chatfmt_value_write_json(b->values, id, &text, NULL)) {
        write_text(&b->out, "null");
    } else {
        write_bytes(&b->out, text.data, text.length);
    }
}

static void batch_write_place(batch *b, const char *name, uint32_t number)
{
    write_text(&b->out, name);
    if (number)
        write_number(&b->out, number);
    else
        write_text(&b->out, "null");
}

/* What a template raised, of which the error keeps the beginning alone. */
static chatfmt_slice batch_raised(const batch *b, bool of_model, const chatfmt_error *error)
{
    chatfmt_slice whole = of_model ? chatfmt_chat_raised(b->chat)
                                   : chatfmt_renderer_raised(b->renderer);
    size_t length = strlen(error->text);
    bool begins = whole.length >= length && !memcmp(whole.data, error->text, length);
    return begins ? whole : (chatfmt_slice){error->text, length};
}

static void batch_fail(batch *b, const batch_request *r, bool of_format,
                       const chatfmt_error *error)
{
    chatfmt_value id = r->id;
    bool of_model = chatfmt_value_kind_of(r->model) != CHATFMT_VALUE_ABSENT;
    const char *words = error->text[0] ? error->text : chatfmt_status_text(error->status);
    chatfmt_slice message = {words, strlen(words)};
    if (error->status == CHATFMT_RAISED && !of_format) message = batch_raised(b, of_model, error);
    batch_write_id(b, id);
    write_text(&b->out, ", \"error\": {\"kind\": \"");
    const char *kind = chatfmt_format_error_kind(error);
    write_text(&b->out, of_format && kind[0] ? kind : chatfmt_status_kind(error->status));
    write_text(&b->out, "\", \"message\": ");
    write_json_string(&b->out, message.data, message.length);
    batch_write_place(b, ", \"line\": ", error->line);
    batch_write_place(b, ", \"column\": ", error->column);
    write_text(&b->out, "}}\n");
}

/* ---- Requests ---- */

static bool batch_bad(chatfmt_error *error, const char *message)
{
    memset(error, 0, sizeof *error);
    error->status = CHATFMT_INPUT;
    snprintf(error->text, sizeof error->text, "%s", message);
    return false;
}

static chatfmt_value batch_member(chatfmt_value object, const char *name)
{
    return chatfmt_value_find(object, name, strlen(name));
}

static bool batch_is(chatfmt_value value, chatfmt_value_kind kind)
{
    return chatfmt_value_kind_of(value) == kind;
}

static bool batch_given(chatfmt_value value)
{
    return !batch_is(value, CHATFMT_VALUE_ABSENT) && !batch_is(value, CHATFMT_VALUE_NONE);
}

static bool batch_read_limits(chatfmt_value limits, batch_request *r, chatfmt_error *error)
{
    if (!batch_is(limits, CHATFMT_VALUE_OBJECT))
        return batch_bad(error, "options.limits is not an object");
    for (size_t i = 0; i < chatfmt_value_count(limits); i++) {
        chatfmt_value value = chatfmt_value_at(limits, i);
        if (!batch_is(value, CHATFMT_VALUE_INT) || chatfmt_value_as_int(value) < 1 ||
            !limits_set(&r->limits, chatfmt_value_key_at(limits, i),
                        (uint64_t)chatfmt_value_as_int(value)))
            return batch_bad(error, "options.limits has an unknown name or a bad number");
    }
    return true;
}

/* Options that are true or false; `when` is the value that sets `bit`. */
typedef struct batch_switch {
    const char *name;
    uint32_t bit;
    int when;
} batch_switch;

static const batch_switch batch_switches[] = {
    {"trim_blocks", CHATFMT_COMPILE_NO_TRIM_BLOCKS, 0},
    {"lstrip_blocks", CHATFMT_COMPILE_NO_LSTRIP_BLOCKS, 0},
    {"keep_trailing_newline", CHATFMT_COMPILE_KEEP_TRAILING_NEWLINE, 1},
};

static bool batch_read_options(batch *b, chatfmt_value options, batch_request *r,
                               chatfmt_error *error)
{
    if (!batch_given(options)) return true;
    if (!batch_is(options, CHATFMT_VALUE_OBJECT))
        return batch_bad(error, "options is not an object");
    for (size_t i = 0; i < sizeof batch_switches / sizeof *batch_switches; i++) {
        chatfmt_value value = batch_member(options, batch_switches[i].name);
        if (!batch_given(value)) continue;
        if (!batch_is(value, CHATFMT_VALUE_BOOL))
            return batch_bad(error, "an option is neither true nor false");
        if (chatfmt_value_truth(value) == batch_switches[i].when)
            r->compile_flags |= batch_switches[i].bit;
    }
    r->spans = chatfmt_value_truth(batch_member(options, "spans")) != 0;
    r->unwritten |= chatfmt_value_truth(batch_member(options, "unwritten")) != 0;
    chatfmt_value trusted = batch_member(options, "trusted");
    if (batch_given(trusted) &&
        chatfmt_request_set(b->apply, (chatfmt_slice){"trusted", 7}, trusted, error))
        return false;
    chatfmt_value limits = batch_member(options, "limits");
    return !batch_given(limits) || batch_read_limits(limits, r, error);
}

static bool batch_read_now(chatfmt_value now, batch_request *r, chatfmt_error *error)
{
    chatfmt_slice text = chatfmt_value_as_text(now);
    r->options.flags = CHATFMT_RENDER_NOW;
    if (!batch_given(now)) {
        r->options.now = clock_local();
        return true;
    }
    if (!batch_is(now, CHATFMT_VALUE_STRING) ||
        !clock_parse(text.data, text.length, &r->options.now))
        return batch_bad(error, "now is not a time such as 2026-01-02T03:04:05Z");
    return true;
}

/* Those that are of other requests are false here (request_members_check). */
static bool batch_set_options(batch *b, chatfmt_value options, chatfmt_error *error)
{
    for (size_t i = 0; i < chatfmt_value_count(options); i++) {
        chatfmt_status status = chatfmt_request_set(b->apply, chatfmt_value_key_at(options, i),
                                                    chatfmt_value_at(options, i), error);
        if (status && status != CHATFMT_NOT_FOUND) return false;
    }
    return true;
}

/* {"model": PATH, "processor": true, "context": {the arguments of apply_chat_template}} */
static bool batch_read_model(batch *b, chatfmt_value request, batch_request *r,
                             chatfmt_error *error)
{
    chatfmt_value options = batch_member(request, "options");
    chatfmt_value context = batch_member(request, "context");
    if (!batch_is(r->model, CHATFMT_VALUE_STRING))
        return batch_bad(error, "the key model is not a string");
    if (!batch_is(context, CHATFMT_VALUE_OBJECT) && !batch_is(context, CHATFMT_VALUE_ARRAY))
        return batch_bad(error, "the key context is missing, or not an object");
    if (chatfmt_value_truth(batch_member(request, "processor")))
        r->model_flags |= CHATFMT_MODEL_PROCESSOR;
    if (!batch_read_now(batch_member(request, "now"), r, error) ||
        !batch_read_options(b, options, r, error) ||
        chatfmt_request_read(b->apply, b->values, context, CHATFMT_FROM_DATA, error) ||
        !batch_set_options(b, options, error))
        return false;
    b->apply->apply->flags |= CHATFMT_APPLY_NOW;
    b->apply->wants_unwritten = r->unwritten;
    b->apply->apply->now = r->options.now;
    b->apply->apply->limits = &r->limits;
    return true;
}

static bool batch_read_request(batch *b, chatfmt_slice line, batch_request *r,
                               chatfmt_error *error)
{
    chatfmt_value request;
    if (chatfmt_value_read_json(b->values, line.data, line.length, &request, error)) {
        /* A request that is too deep or too large is as unreadable as one that is not JSON. */
        error->status = error->status == CHATFMT_NO_MEMORY ? CHATFMT_NO_MEMORY : CHATFMT_INPUT;
        return false;
    }
    if (!batch_is(request, CHATFMT_VALUE_OBJECT))
        return batch_bad(error, "the line is not a JSON object");
    r->id = batch_member(request, "id");
    if (batch_is(r->id, CHATFMT_VALUE_ABSENT)) return batch_bad(error, "the key id is missing");
    if (!request_members_check(request, error)) return false;
    if (format_requests_has(request)) {
        r->request = request;
        return batch_read_now(batch_member(request, "now"), r, error) &&
               batch_read_options(b, batch_member(request, "options"), r, error);
    }
    r->model = batch_member(request, "model");
    if (!batch_is(r->model, CHATFMT_VALUE_ABSENT)) return batch_read_model(b, request, r, error);
    chatfmt_value source = batch_member(request, "chat_template");
    if (!batch_is(source, CHATFMT_VALUE_STRING))
        return batch_bad(error, "the key chat_template is missing, or not a string");
    r->source = chatfmt_value_as_text(source);
    r->context = batch_member(request, "context");
    if (!batch_is(r->context, CHATFMT_VALUE_OBJECT))
        return batch_bad(error, "the key context is missing, or not an object");
    return batch_read_now(batch_member(request, "now"), r, error) &&
           batch_read_options(b, batch_member(request, "options"), r, error);
}

static bool batch_answer(batch *b, const batch_request *r, chatfmt_error *error)
{
    chatfmt_slice text;
    const chatfmt_template *compiled =
        template_cache_get(&b->cache, r->source, r->compile_flags, &r->limits, error);
    if (!compiled || chatfmt_render_value(b->renderer, compiled, r->context, &r->options, &text,
                                          error))
        return false;
    unwritten found = {b->values, r->context, false, {{0, 0}}};
    if (r->spans || r->unwritten) {
        const chatfmt_span *spans;
        size_t count;
        if (chatfmt_renderer_spans(b->renderer, &spans, &count, error)) return false;
        if (r->unwritten && (!unwritten_find(&found, spans, count, error) ||
                             !unwritten_accept(&found, text, b->strict, error)))
            return false;
    }
    batch_write_id(b, r->id);
    write_text(&b->out, ", \"text\": ");
    write_json_string(&b->out, text.data, text.length);
    if (r->spans) {
        write_text(&b->out, ", ");
        show_spans_json(&b->out, b->renderer, error);
    }
    unwritten_write(&found, &b->out);
    write_text(&b->out, "}\n");
    return true;
}

/* The beginning of an answer, for requests that name a format. */
typedef struct batch_opening {
    batch *b;
    chatfmt_value id;
} batch_opening;

static void batch_open_answer(void *context)
{
    batch_opening *opening = context;
    batch_write_id(opening->b, opening->id);
}

static bool batch_answer_format(batch *b, const batch_request *r, chatfmt_error *error)
{
    batch_opening opening = {b, r->id};
    format_answer answer = {&b->formats, b->renderer, &r->options, b->values, b->strict,
                            &b->out, batch_open_answer, &opening, error};
    if (!format_requests_answer(&answer, r->request)) return false;
    write_text(&b->out, "}\n");
    return true;
}

static bool batch_answer_model(batch *b, batch_request *r, chatfmt_error *error)
{
    const chatfmt_tokenizer *tokenizer = NULL;
    chatfmt_encoder *encoder = NULL;
    chatfmt_slice json;
    const chatfmt_model *model =
        model_cache_get(&b->models, chatfmt_value_as_text(r->model), r->model_flags, error);
    if (!model || (!b->chat && chatfmt_chat_new(NULL, NULL, &b->chat, error))) return false;
    if (b->apply->wants_ids) {
        encoder = model_cache_encoder(&b->models, model, &tokenizer, error);
        if (!encoder) return false;
    }
    if (chatfmt_request_answer(b->apply, b->chat, model, encoder, tokenizer, 0, &json, error))
        return false;
    unwritten found = {.paths = b->apply->unwritten};
    if (!unwritten_accept(&found, b->apply->text, b->strict, error)) return false;
    batch_write_id(b, r->id);
    write_text(&b->out, ", ");
    write_bytes(&b->out, json.data + 1, json.length - 1); /* the members, in the object of the id */
    write_text(&b->out, "\n");
    return true;
}

static void batch_line(batch *b, chatfmt_slice line)
{
    chatfmt_error error;
    batch_request r = {.limits = CHATFMT_LIMITS_INIT, .options = CHATFMT_RENDER_OPTIONS_INIT};
    chatfmt_values_reset(b->values);
    chatfmt_request_copy(b->apply, b->trust);
    r.unwritten = b->strict;
    bool ok = batch_read_request(b, line, &r, &error);
    r.options.limits = &r.limits;
    r.options.trusted = b->apply->apply->trusted;
    r.options.trusted_count = b->apply->apply->trusted_count;
    if (r.spans || r.unwritten) r.options.flags |= CHATFMT_RENDER_SPANS;
    bool of_format = !batch_is(r.request, CHATFMT_VALUE_ABSENT);
    if (ok && !batch_is(r.model, CHATFMT_VALUE_ABSENT)) ok = batch_answer_model(b, &r, &error);
    else if (ok) ok = of_format ? batch_answer_format(b, &r, &error) : batch_answer(b, &r, &error);
    if (!ok) batch_fail(b, &r, of_format, &error);
}

/* ---- Lines ---- */

/* Answer all whole lines that are there, and at the end what is left without a newline. */
static void batch_lines(batch *b, size_t searched, bool at_end)
{
    size_t begin = 0;
    for (;;) {
        size_t from = begin > searched ? begin : searched;
        char *newline = from < b->length ? memchr(b->data + from, '\n', b->length - from) : NULL;
        if (!newline) break;
        chatfmt_slice line = {b->data + begin, (size_t)(newline - b->data) - begin};
        if (!file_is_blank(line.data, line.length)) batch_line(b, line);
        begin = (size_t)(newline - b->data) + 1;
    }
    chatfmt_slice rest = {b->data + begin, b->length - begin};
    if (at_end && rest.length && !file_is_blank(rest.data, rest.length)) batch_line(b, rest);
    b->length = at_end ? 0 : rest.length;
    if (b->length) memmove(b->data, rest.data, rest.length);
}

static bool batch_read(batch *b, ssize_t *count)
{
    if (b->capacity - b->length < BATCH_READ) {
        size_t capacity = b->capacity * 2 + BATCH_READ;
        char *grown = capacity > b->capacity ? realloc(b->data, capacity) : NULL;
        if (!grown) {
            fprintf(stderr, "chatfmt: out of memory for a line of the input\n");
            return false;
        }
        b->data = grown;
        b->capacity = capacity;
    }
    do
        *count = read(STDIN_FILENO, b->data + b->length, b->capacity - b->length);
    while (*count < 0 && errno == EINTR);
    if (*count < 0) fprintf(stderr, "chatfmt: standard input: %s\n", strerror(errno));
    return *count >= 0;
}

static bool batch_loop(batch *b)
{
    for (;;) {
        ssize_t count;
        size_t searched = b->length;
        if (!writer_flush(&b->out)) return true; /* writer_close says it */
        if (!batch_read(b, &count)) return false;
        b->length += (size_t)count;
        batch_lines(b, searched, count == 0);
        if (count == 0) return true;
    }
}

int batch_run(chatfmt_formats *formats, const chatfmt_request *trust, bool strict)
{
    chatfmt_error error;
    batch b = {0};
    bool ok = true;
    writer_open(&b.out, STDOUT_FILENO);
    template_cache_open(&b.cache);
    b.formats.formats = formats;
    b.trust = trust;
    b.strict = strict;
    if (chatfmt_values_new(NULL, NULL, &b.values, &error) ||
        chatfmt_request_new(NULL, &b.apply, &error) ||
        chatfmt_renderer_new(NULL, &b.renderer, &error)) {
        show_error(NULL, &error);
        ok = false;
    }
    if (ok) ok = batch_loop(&b);
    if (!writer_close(&b.out)) ok = false;
    chatfmt_request_free(b.apply);
    chatfmt_renderer_free(b.renderer);
    chatfmt_chat_free(b.chat);
    model_cache_close(&b.models);
    chatfmt_values_free(b.values);
    template_cache_close(&b.cache);
    format_requests_close(&b.formats);
    free(b.data);
    return ok ? EXIT_DONE : EXIT_FAILED;
}
