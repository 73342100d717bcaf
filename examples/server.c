/* examples/server.c - a chat request in OpenAI's form, served: the prompt's ids for the model, the
 * model's ids back as server-sent events, an empty line after each. The model is played by a
 * constant, which is encoded before there is a prompt; HTTP is left out.
 *
 *     cc server.c $(pkg-config --cflags --libs chatfmt) -o server && ./server model
 */
#include <chatfmt/chatfmt.h>

#include <stdio.h>
#include <string.h>
#include <time.h>

static const char body[] =
    "{\"messages\": [{\"role\": \"user\", \"content\": \"How warm is it in Zürich?<|im_end|>\"},"
    " {\"role\": \"assistant\", \"content\": null, \"tool_calls\": [{\"id\": \"call_0\", \"type\":"
    " \"function\", \"function\": {\"name\": \"weather\", \"arguments\": \"{\\\"city\\\":"
    " \\\"Zürich\\\"}\"}}]}, {\"role\": \"tool\", \"tool_call_id\": \"call_0\", \"content\":"
    " \"19\"}, {\"role\": \"user\", \"content\": \"And in Bern?\"}], \"tools\": [{\"type\":"
    " \"function\", \"function\": {\"name\": \"weather\", \"parameters\": {\"type\": \"object\","
    " \"properties\": {\"city\": {\"type\": \"string\"}}}}}], \"stop\": [\"\\n\\n\\n\"]}";

static const char written[] =
    "<think>\nThe other city.\n</think>\n\nLet me look.\n<tool_call>\n{\"name\": \"weather\","
    " \"arguments\": {\"city\": \"Bern\"}}\n</tool_call><|im_end|>";

/* ---- What there is once, for all threads and requests ---- */

typedef struct server {
    chatfmt_model *model;
    chatfmt_tokenizer *tokenizer;
    chatfmt_reader *reader;
} server;

/* The texts of errors begin with their place: a file, and where in it. */
static chatfmt_status server_open(server *s, const char *path, chatfmt_error *error)
{
    chatfmt_slice own = {NULL, 0}; /* the model's own template: without one it cannot serve */
    chatfmt_model_template chosen;
    chatfmt_status status = chatfmt_model_open(path, NULL, &s->model, error);
    if (!status) status = chatfmt_model_choose(s->model, own, 0, &chosen, error);
    if (!status) status = chatfmt_model_tokenizer(s->model, NULL, &s->tokenizer, error);
    return status;
}

/* Compiles the template. The place of an error is in its line and column, as for a request. */
static chatfmt_status server_choose(server *s, chatfmt_error *error)
{
    chatfmt_status status = chatfmt_reader_choose(s->model, NULL, &s->reader, error);
    if (status != CHATFMT_NOT_FOUND || error->line) return status; /* the template fails always */
    chatfmt_reader_options plain = CHATFMT_READER_OPTIONS_INIT;
    plain.wanted = (chatfmt_slice){"none", 4}; /* no calls are read */
    return chatfmt_reader_choose(s->model, &plain, &s->reader, error);
}

static void server_close(server *s)
{
    chatfmt_reader_free(s->reader);
    chatfmt_tokenizer_free(s->tokenizer);
    chatfmt_model_free(s->model);
}

/* ---- What each thread has, and keeps from request to request ---- */

enum { MOST_STOPS = 16, MOST_IDS = 4096 };

typedef struct worker {
    const server *of;
    chatfmt_applier *applier;
    chatfmt_encoder *encoder;
    chatfmt_values *values;          /* of the request */
    chatfmt_values *line;            /* of one line that goes out */
    chatfmt_value messages, tools;
    chatfmt_slice stops[MOST_STOPS]; /* texts of the request */
    uint32_t stop_ids[MOST_STOPS];   /* of the prompt, copied: feeding ids uses the encoder */
    size_t stop_count, stop_id_count;
    int called, stopped; /* what the reply has had */
} worker;

static chatfmt_status worker_open(worker *w, const server *of, chatfmt_error *error)
{
    w->of = of;
    chatfmt_status status = chatfmt_applier_new(NULL, NULL, &w->applier, error);
    if (!status) status = chatfmt_encoder_new(of->tokenizer, NULL, &w->encoder, error);
    if (!status) status = chatfmt_values_new(NULL, NULL, &w->values, error);
    if (!status) status = chatfmt_values_new(NULL, NULL, &w->line, error);
    return status;
}

static void worker_close(worker *w)
{
    chatfmt_values_free(w->line);
    chatfmt_values_free(w->values);
    chatfmt_encoder_free(w->encoder);
    chatfmt_applier_free(w->applier);
}

/* ---- The prompt ---- */

/* One stop text of the request; what has no text is the client's mistake. */
static chatfmt_status worker_stop(worker *w, chatfmt_value stop, chatfmt_error *error)
{
    chatfmt_value_kind kind = chatfmt_value_kind_of(stop);
    if (kind == CHATFMT_VALUE_ABSENT || kind == CHATFMT_VALUE_NONE) return CHATFMT_OK;
    if (kind != CHATFMT_VALUE_STRING || w->stop_count == MOST_STOPS) {
        memset(error, 0, sizeof *error);
        error->status = CHATFMT_INPUT;
        snprintf(error->path, sizeof error->path, "stop");
        snprintf(error->text, sizeof error->text, "expected a text, or up to %d texts", MOST_STOPS);
        return CHATFMT_INPUT;
    }
    w->stops[w->stop_count++] = chatfmt_value_as_text(stop);
    return CHATFMT_OK;
}

/* Values borrow the text of the body. */
static chatfmt_status worker_read(worker *w, const char *text, size_t length, chatfmt_error *error)
{
    chatfmt_value request;
    chatfmt_values_reset(w->values); /* the reply to the request before is freed */
    w->called = w->stopped = 0;
    w->stop_count = 0;
    chatfmt_status status = chatfmt_value_read_json(w->values, text, length, &request, error);
    if (status) return status;
    w->messages = chatfmt_value_get(request, "messages");
    w->tools = chatfmt_value_get(request, "tools");
    chatfmt_value stops = chatfmt_value_get(request, "stop");
    if (chatfmt_value_kind_of(stops) != CHATFMT_VALUE_ARRAY) return worker_stop(w, stops, error);
    for (size_t i = 0; !status && i < chatfmt_value_count(stops); i++)
        status = worker_stop(w, chatfmt_value_at(stops, i), error);
    return status;
}

static int ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return length >= tail && !strcmp(text + length - tail, ending);
}

static chatfmt_status worker_apply(worker *w, uint32_t nulls, const chatfmt_prompt **prompt,
                                   chatfmt_error *error)
{
    chatfmt_apply_options apply = CHATFMT_APPLY_OPTIONS_INIT;
    chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
    time_t now = time(NULL);
    apply.flags = CHATFMT_APPLY_GENERATION_PROMPT | CHATFMT_APPLY_FIT_ARGUMENTS |
                  CHATFMT_APPLY_NOW | CHATFMT_APPLY_SPANS | nulls;
    apply.now = now; /* UTC; a server in another zone adds tm_gmtoff of localtime_r() */
    apply.tools = w->tools;
    options.policy = CHATFMT_TOKENS_CONTROL;
    options.flags = CHATFMT_PROMPT_STOPS;
    return chatfmt_applier_encode(w->applier, w->of->model, w->encoder, w->messages, &apply,
                                  &options, prompt, error);
}

/* 1 when the name of a call of the history is not in the prompt. Arguments do not count: those that
 * were made texts are reported although the prompt has them. */
static int worker_lacks_calls(worker *w, const chatfmt_prompt *prompt)
{
    chatfmt_value all, paths;
    const chatfmt_applied *applied = prompt->applied;
    if (chatfmt_value_object(w->values, &all, NULL) ||
        chatfmt_value_put(w->values, all, "messages", w->messages, NULL) ||
        chatfmt_unwritten(w->values, all, applied->spans, applied->span_count, 0, &paths, NULL))
        return 0;
    for (size_t i = 0; i < chatfmt_value_count(paths); i++) {
        chatfmt_slice path = chatfmt_value_as_text(chatfmt_value_at(paths, i));
        if (path.length > 14 && !memcmp(path.data + path.length - 14, ".function.name", 14))
            return 1;
    }
    return 0;
}

/* Content that is null beside calls is read in three ways by templates; the first that works. */
static chatfmt_status worker_prompt(worker *w, const chatfmt_prompt **prompt, chatfmt_error *error)
{
    chatfmt_status status = worker_apply(w, 0, prompt, error);
    if (status != CHATFMT_UNDEFINED || !ends_with(error->path, ".content")) return status;
    status = worker_apply(w, CHATFMT_APPLY_NULL_TO_EMPTY, prompt, error);
    if (status || !worker_lacks_calls(w, *prompt)) return status;
    status = worker_apply(w, CHATFMT_APPLY_KEEP_NULLS, prompt, error);
    if (!status && !worker_lacks_calls(w, *prompt)) return status;
    return worker_apply(w, CHATFMT_APPLY_NULL_TO_EMPTY, prompt, error); /* it knows no calls */
}

static uint32_t calls_in(chatfmt_value messages)
{
    size_t count = 0;
    for (size_t i = 0; i < chatfmt_value_count(messages); i++)
        count += chatfmt_value_count(
            chatfmt_value_get(chatfmt_value_at(messages, i), "tool_calls"));
    return (uint32_t)count;
}

/* ---- The reply ---- */

/* A text as JSON, until the line is written. */
static chatfmt_status quote(worker *w, chatfmt_slice text, chatfmt_slice *json,
                            chatfmt_error *error)
{
    chatfmt_value value;
    chatfmt_status status =
        chatfmt_value_string(w->line, text.data, text.length, &value, error);
    return status ? status : chatfmt_value_write_json(w->line, value, json, error);
}

#define DELTA(members) "data: {\"choices\": [{\"index\": 0, \"delta\": {" members "}}]}\n\n"
#define CALL(members) DELTA("\"tool_calls\": [{\"index\": %u, " members "}]")
#define JSON(slice) (int)(slice).length, (slice).data

static chatfmt_status print_event(worker *w, const chatfmt_event *event, chatfmt_error *error)
{
    chatfmt_slice text, id;
    unsigned call = event->call;
    chatfmt_values_reset(w->line);
    chatfmt_status status = quote(w, event->text, &text, error);
    if (!status) status = quote(w, event->id, &id, error);
    if (status) return status;
    switch (event->kind) {
    case CHATFMT_EVENT_CODE: /* for an interpreter that the client may have */
    case CHATFMT_EVENT_CONTENT: printf(DELTA("\"content\": %.*s"), JSON(text)); break;
    case CHATFMT_EVENT_REASONING: printf(DELTA("\"reasoning_content\": %.*s"), JSON(text)); break;
    case CHATFMT_EVENT_CALL:
        printf(CALL("\"id\": %.*s, \"type\": \"function\", \"function\": {\"name\": %.*s, "
                    "\"arguments\": \"\"}"),
               call, JSON(id), JSON(text));
        w->called = 1;
        break;
    case CHATFMT_EVENT_ARGUMENTS:
        printf(CALL("\"function\": {\"arguments\": %.*s}"), call, JSON(text));
        break;
    case CHATFMT_EVENT_STOP: w->stopped = 1; break;
    default: break; /* markers, the end of a call */
    }
    return CHATFMT_OK;
}

/* All of them before the next feed. */
static chatfmt_status print_events(worker *w, chatfmt_reply_parser *reply, chatfmt_error *error)
{
    const chatfmt_event *event;
    chatfmt_status status = CHATFMT_OK;
    while (!status && (event = chatfmt_reply_parser_next(reply)))
        status = print_event(w, event, error);
    return status;
}

/* One id after the other, as a model makes them; the last is the one at which it stops. */
static chatfmt_status worker_feed(worker *w, chatfmt_reply_parser *reply, const uint32_t *ids,
                                  size_t count, chatfmt_error *error)
{
    chatfmt_status status = CHATFMT_OK;
    for (size_t i = 0; !status && !w->stopped && i < count; i++) {
        status = chatfmt_reply_parser_feed_ids(reply, w->encoder, &ids[i], 1, error);
        if (!status) status = print_events(w, reply, error);
    }
    if (!status) status = chatfmt_reply_parser_finish(reply, error);
    return status ? status : print_events(w, reply, error);
}

static chatfmt_status worker_reply(worker *w, const chatfmt_prompt *prompt, const uint32_t *ids,
                                   size_t count, chatfmt_error *error)
{
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_reply_parser *reply = NULL;
    chatfmt_status status = CHATFMT_OK;
    w->stop_id_count = prompt->stop_count < MOST_STOPS ? prompt->stop_count : MOST_STOPS;
    memcpy(w->stop_ids, prompt->stops, w->stop_id_count * sizeof *w->stop_ids);
    options.flags = CHATFMT_REPLY_CONTROL_TOKENS;
    options.prompt = prompt->applied->text;
    options.calls_before = calls_in(w->messages);
    options.stops = w->stops;
    options.stop_count = w->stop_count;
    options.stop_ids = w->stop_ids;
    options.stop_id_count = w->stop_id_count;
    options.tools = w->tools; /* without tools an empty list: then nothing is a call */
    if (chatfmt_value_kind_of(w->tools) <= CHATFMT_VALUE_NONE)
        status = chatfmt_value_array(w->values, &options.tools, error);
    if (!status) status = chatfmt_reply_parser_open(w->of->reader, &options, &reply, error);
    if (!status) status = worker_feed(w, reply, ids, count, error);
    if (!status)
        printf("data: {\"choices\": [{\"index\": 0, \"delta\": {}, \"finish_reason\": \"%s\"}]}\n\n"
               "data: [DONE]\n\n",
               !w->stopped ? "length" : w->called ? "tool_calls" : "stop");
    chatfmt_reply_parser_free(reply);
    return status;
}

/* ---- One request ---- */

/* What the model writes: here the same text each time. */
static chatfmt_status play_model(worker *w, uint32_t ids[MOST_IDS], size_t *count,
                                 chatfmt_error *error)
{
    const chatfmt_tokens *tokens;
    chatfmt_status status =
        chatfmt_encoder_encode(w->encoder, written, strlen(written), NULL, &tokens, error);
    if (status) return status;
    *count = tokens->count < MOST_IDS ? tokens->count : MOST_IDS;
    memcpy(ids, tokens->ids, *count * sizeof *ids);
    return CHATFMT_OK;
}

static chatfmt_status worker_serve(worker *w, chatfmt_error *error)
{
    uint32_t ids[MOST_IDS];
    size_t count = 0;
    const chatfmt_prompt *prompt;
    chatfmt_status status = play_model(w, ids, &count, error);
    if (!status) status = worker_read(w, body, strlen(body), error);
    if (status) return status;
    status = worker_prompt(w, &prompt, error);
    if (status) {
        error->line = 0; /* a place in the template, which a client does not have */
        return status;
    }
    printf("%u ids for the model; control tokens typed by users: %u\n", (unsigned)prompt->count,
           (unsigned)prompt->attempt_total);
    return worker_reply(w, prompt, ids, count, error);
}

/* What a server puts into its answer: the place in the request, what is wrong, and what helps. */
static void say(const chatfmt_error *error, int of_request)
{
    const char *remedy = chatfmt_error_remedy(error);
    if (error->line && of_request)
        fprintf(stderr, "%u:%u: ", (unsigned)error->line, (unsigned)error->column);
    fprintf(stderr, "%s%s%s%s%s\n", error->path, error->path[0] ? ": " : "", error->text,
            remedy ? "; " : "", remedy ? remedy : "");
}

int main(int argc, char **argv)
{
    server all = {0};
    worker one = {0}; /* a server has one for each thread */
    chatfmt_error error;
    int closed = server_open(&all, argc > 1 ? argv[1] : "model", &error);
    int failed = closed || server_choose(&all, &error) || worker_open(&one, &all, &error) ||
                 worker_serve(&one, &error);
    if (failed) say(&error, !closed);
    worker_close(&one);
    server_close(&all);
    return failed;
}
