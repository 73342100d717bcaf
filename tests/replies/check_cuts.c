/* tests/replies/check_cuts.c - a reply is read the same however it arrives: whole, byte by
 * byte, cut at random a number of times, token by token and in random groups of tokens.
 *
 *     check_cuts CUTS [TOKENIZER.json]
 *
 * One request a line, {"reader" or "model", "text", "tools"?, "prompt"?, "reasoning_open"?,
 * "reasoning_in_content"?, "close_arguments"?, "stop"?}; one answer a line, {"message",
 * "reasons", "stops", "cuts", "tokens", "failed"}: `reasons` of the events that are flagged,
 * `stops` the events that end the reply, `cuts` and `tokens` how often the reply was read in
 * chunks and in tokens, `failed` what differed, or "".
 */
#include "support/lines.h"

#include "chatfmt/chatfmt.h"

#include <string.h>

typedef struct cuts_text {
    char *data;
    size_t length, capacity;
} cuts_text;

/* What one reading gave. */
typedef struct cuts_reading {
    cuts_text events;  /* kinds, flags and texts, fragments joined; then the message */
    cuts_text reasons; /* of flagged events, as members of a JSON array               */
    size_t message;    /* where in `events` the message begins                        */
    int last_kind;
    uint32_t last_call;
    uint64_t told;
    unsigned stops;
    const char *failed;
} cuts_reading;

typedef struct cuts_run {
    unsigned count, seed;
    chatfmt_values *values;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder; /* NULL without a tokenizer */
    chatfmt_reply_parser *reply;
    bool begun; /* the reply begins with what the prompt holds of it */
    chatfmt_reader *reader;
    char wanted[512]; /* what `reader` was made for */
} cuts_run;

static void cuts_put(cuts_text *t, const char *data, size_t length)
{
    if (t->length + length > t->capacity) {
        t->capacity = (t->length + length) * 2 + 256;
        t->data = realloc(t->data, t->capacity);
        if (!t->data) exit(1);
    }
    if (length) memcpy(t->data + t->length, data, length);
    t->length += length;
}

static void cuts_flagged(cuts_reading *r, const chatfmt_event *event)
{
    if (r->reasons.length) cuts_put(&r->reasons, ", ", 2);
    cuts_put(&r->reasons, "\"", 1);
    for (const char *at = event->reason ? event->reason : "?"; *at; at++) {
        if (*at == '"' || *at == '\\') cuts_put(&r->reasons, "\\", 1);
        cuts_put(&r->reasons, at, 1);
    }
    cuts_put(&r->reasons, "\"", 1);
}

static void cuts_take(cuts_reading *r, chatfmt_reply_parser *reply)
{
    const chatfmt_event *e;
    while ((e = chatfmt_reply_parser_next(reply))) {
        char head[3] = {(char)('A' + e->kind), (char)('0' + e->flags), (char)e->call};
        int fragment = e->kind == CHATFMT_EVENT_CONTENT || e->kind == CHATFMT_EVENT_REASONING ||
                       e->kind == CHATFMT_EVENT_ARGUMENTS || e->kind == CHATFMT_EVENT_CODE;
        if (e->begin != r->told || e->end < e->begin)
            r->failed = "the events do not follow each other";
        r->told = e->end;
        if (e->flags) cuts_flagged(r, e);
        r->stops += e->kind == CHATFMT_EVENT_STOP;
        if (e->kind == CHATFMT_EVENT_FRAME && !e->flags) continue;
        if (!fragment || e->flags || r->last_kind != (int)e->kind || r->last_call != e->call)
            cuts_put(&r->events, head, 3);
        r->last_kind = e->flags ? -1 : (int)e->kind;
        r->last_call = e->call;
        cuts_put(&r->events, e->text.data, e->text.length);
        cuts_put(&r->events, e->id.data, e->id.length);
    }
}

/* A number in 1 … most, small ones more often. */
static size_t cuts_step(cuts_run *run, size_t most)
{
    run->seed = run->seed * 1103515245u + 12345u;
    unsigned number = run->seed >> 16;
    size_t range = number & 3 ? 5 : number & 12 ? 40 : most;
    run->seed = run->seed * 1103515245u + 12345u;
    return 1 + (run->seed >> 16) % (range < most ? range : most);
}

static void cuts_end(cuts_run *run, cuts_reading *r, size_t length)
{
    chatfmt_error error;
    chatfmt_slice json = {"", 0};
    if (chatfmt_reply_parser_finish(run->reply, &error)) r->failed = "it does not end";
    cuts_take(r, run->reply);
    if (run->begun ? r->told < length : r->told != length)
        r->failed = "the events do not cover the reply";
    if (chatfmt_reply_parser_message(run->reply, &json, &error)) r->failed = "there is no message";
    r->message = r->events.length;
    cuts_put(&r->events, json.data, json.length);
}

/* In chunks of `step` bytes, or for 0 of random ones. */
static cuts_reading cuts_read(cuts_run *run, chatfmt_slice text, size_t step)
{
    cuts_reading r = {.last_kind = -1};
    chatfmt_error error;
    chatfmt_reply_parser_restart(run->reply);
    cuts_take(&r, run->reply); /* what the prompt has begun */
    for (size_t at = 0; at < text.length;) {
        size_t part = step ? step : cuts_step(run, text.length);
        if (part > text.length - at) part = text.length - at;
        if (chatfmt_reply_parser_feed(run->reply, text.data + at, part, &error)) r.failed = "refused";
        cuts_take(&r, run->reply);
        at += part;
    }
    cuts_end(run, &r, text.length);
    return r;
}

static cuts_reading cuts_read_ids(cuts_run *run, const uint32_t *ids, size_t count,
                                  size_t length, size_t step)
{
    cuts_reading r = {.last_kind = -1};
    chatfmt_error error;
    chatfmt_reply_parser_restart(run->reply);
    cuts_take(&r, run->reply); /* what the prompt has begun */
    for (size_t at = 0; at < count;) {
        size_t part = step ? step : cuts_step(run, count);
        if (part > count - at) part = count - at;
        if (chatfmt_reply_parser_feed_ids(run->reply, run->encoder, ids + at, part, &error))
            r.failed = "refused";
        cuts_take(&r, run->reply);
        at += part;
    }
    cuts_end(run, &r, length);
    return r;
}

/* Frees `r`; NULL when it is as `whole`. */
static const char *cuts_compare(const cuts_reading *whole, cuts_reading r, const char *what)
{
    const char *failed = r.failed;
    if (!failed && (r.events.length != whole->events.length ||
                    memcmp(r.events.data, whole->events.data, r.events.length) != 0))
        failed = what;
    free(r.events.data);
    free(r.reasons.data);
    return failed;
}

static const char *cuts_by_token(cuts_run *run, chatfmt_slice text, const cuts_reading *whole,
                                 unsigned *read)
{
    const chatfmt_tokens *tokens;
    chatfmt_error error;
    const char *failed = NULL;
    if (chatfmt_encoder_encode(run->encoder, text.data, text.length, NULL, &tokens, &error))
        return "it cannot be encoded";
    uint32_t *ids = malloc((tokens->count + 1) * sizeof *ids);
    if (!ids) exit(1);
    if (tokens->count) memcpy(ids, tokens->ids, tokens->count * sizeof *ids);
    for (unsigned i = 0; i < 3 && !failed; i++, ++*read)
        failed = cuts_compare(whole, cuts_read_ids(run, ids, tokens->count, text.length, i == 0),
                              "other events token by token");
    free(ids);
    return failed;
}

static void cuts_answer(const cuts_reading *whole, unsigned cuts, unsigned tokens,
                        const char *failed)
{
    printf("{\"message\": ");
    fwrite(whole->events.data + whole->message, 1, whole->events.length - whole->message,
           stdout);
    printf(", \"reasons\": [");
    if (whole->reasons.length) fwrite(whole->reasons.data, 1, whole->reasons.length, stdout);
    printf("], \"stops\": %u, \"cuts\": %u, \"tokens\": %u, \"failed\": \"%s\"}\n", whole->stops,
           cuts, tokens, failed ? failed : "");
}

/* The reader of that name, or of the model at `path`; the last one is kept. */
static const chatfmt_reader *cuts_reader(cuts_run *run, chatfmt_slice name, chatfmt_slice path,
                                         chatfmt_error *error)
{
    chatfmt_reader_options options = CHATFMT_READER_OPTIONS_INIT;
    chatfmt_model *model = NULL;
    char wanted[512];
    int length = snprintf(wanted, sizeof wanted, "%.*s\f%.*s", (int)name.length, name.data,
                          (int)path.length, path.data);
    if (length < 0 || (size_t)length >= sizeof wanted) exit(1);
    if (run->reader && strcmp(run->wanted, wanted) == 0) return run->reader;
    chatfmt_reader_free(run->reader);
    run->reader = NULL;
    memcpy(run->wanted, wanted, (size_t)length + 1);
    options.wanted = name;
    if (path.length && chatfmt_model_open(wanted + name.length + 1, NULL, &model, error))
        exit(1);
    (void)chatfmt_reader_choose(model, &options, &run->reader, error);
    chatfmt_model_free(model);
    return run->reader;
}

static void cuts_request(void *context, const char *line, size_t length)
{
    cuts_run *run = context;
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_error error;
    chatfmt_value request;
    unsigned cuts = 0, tokens = 0;
    const chatfmt_reader *reader;
    chatfmt_values_reset(run->values);
    if (chatfmt_value_read_json(run->values, line, length, &request, &error)) exit(1);
    chatfmt_slice name = chatfmt_value_as_text(chatfmt_value_find(request, "reader", 6));
    chatfmt_slice text = chatfmt_value_as_text(chatfmt_value_find(request, "text", 4));
    options.tools = chatfmt_value_find(request, "tools", 5);
    options.prompt = chatfmt_value_as_text(chatfmt_value_find(request, "prompt", 6));
    if (chatfmt_value_truth(chatfmt_value_find(request, "reasoning_open", 14)))
        options.flags |= CHATFMT_REPLY_REASONING_OPEN;
    run->begun = chatfmt_value_truth(chatfmt_value_find(request, "reasoning_in_content", 20));
    if (run->begun) options.flags |= CHATFMT_REPLY_REASONING_IN_CONTENT;
    if (chatfmt_value_truth(chatfmt_value_find(request, "close_arguments", 15)))
        options.flags |= CHATFMT_REPLY_CLOSED_ARGUMENTS;
    chatfmt_slice stop = chatfmt_value_as_text(chatfmt_value_find(request, "stop", 4));
    options.stops = stop.length ? &stop : NULL;
    options.stop_count = stop.length > 0;
    reader = cuts_reader(
        run, name, chatfmt_value_as_text(chatfmt_value_find(request, "model", 5)), &error);
    if (!reader) {
        printf("{\"failed\": \"no reader\"}\n");
        return;
    }
    if (chatfmt_reply_parser_open(reader, &options, &run->reply, &error)) exit(1);

    cuts_reading whole = cuts_read(run, text, text.length + 1);
    const char *failed = whole.failed;
    if (!failed)
        failed = cuts_compare(&whole, cuts_read(run, text, 1), "other events byte by byte");
    for (; cuts < run->count && !failed; cuts++)
        failed = cuts_compare(&whole, cuts_read(run, text, 0), "other events after a cut");
    if (!failed && run->encoder) failed = cuts_by_token(run, text, &whole, &tokens);
    cuts_answer(&whole, cuts, tokens, failed);
    free(whole.events.data);
    free(whole.reasons.data);
    chatfmt_reply_parser_free(run->reply);
}

int main(int argc, char **argv)
{
    cuts_run run = {argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 200,
                    7,
                    NULL,
                    NULL,
                    NULL,
                    NULL,
                    false,
                    NULL,
                    ""};
    chatfmt_error error;
    if (chatfmt_values_new(NULL, NULL, &run.values, &error)) return 1;
    if (argc > 2 && (chatfmt_tokenizer_load(argv[2], NULL, &run.tokenizer, &error) ||
                     chatfmt_encoder_new(run.tokenizer, NULL, &run.encoder, &error))) {
        fprintf(stderr, "check_cuts: %s\n", error.text);
        return 1;
    }
    bool done = lines_each(cuts_request, &run);
    chatfmt_reader_free(run.reader);
    chatfmt_encoder_free(run.encoder);
    chatfmt_tokenizer_free(run.tokenizer);
    chatfmt_values_free(run.values);
    return done ? 0 : 1;
}
