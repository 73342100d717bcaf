/* bench/bench_memory.c - what each object of the library keeps, and takes at its greatest, for one
 * model: a table of Markdown.
 *
 *     bench_memory MODEL [TOKENIZER]        the model's own tokenizer unless another file is named
 *
 * Sizes are of what the allocator was asked for; times are of one first call, with the tokenizer read
 * from its file and then from the cache of compiled ones in the folder $CHATFMT_CACHE.
 */
#include <chatfmt/chatfmt.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct {
    size_t now, most;
} counted;

static void *count_resize(void *context, void *pointer, size_t old_size, size_t new_size)
{
    void *made = NULL;
    (void)context;
    if (new_size && !(made = realloc(pointer, new_size))) return NULL;
    if (!new_size) free(pointer);
    counted.now += new_size;
    if (counted.now > counted.most) counted.most = counted.now;
    counted.now -= old_size;
    return made;
}

static const chatfmt_allocator allocator = {count_resize, NULL};
static size_t begun;
static struct timespec began;

static void begin(void)
{
    begun = counted.most = counted.now;
    timespec_get(&began, TIME_UTC);
}

static void size(size_t bytes)
{
    if (bytes >= 1000000) printf(" %.1f MB |", (double)bytes / 1e6);
    else printf(" %.0f KB |", (double)bytes / 1e3);
}

static void row(const char *what)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    double took = (double)(now.tv_sec - began.tv_sec) * 1e3 +
                  (double)(now.tv_nsec - began.tv_nsec) / 1e6;
    printf("| %s |", what);
    size(counted.now - begun);
    size(counted.most - begun);
    printf(" %.*f ms |\n", took < 1 ? 2 : took < 10 ? 1 : 0, took);
}

/* A conversation of about 1,500 bytes. */
static const char *conversation(void)
{
    static char json[4096] = "[";
    for (int i = 0; i < 10; i++)
        snprintf(json + strlen(json), sizeof json - strlen(json),
                 "%s{\"role\": \"%s\", \"content\": \"This is message %d of a conversation about the "
                 "weather in Oslo, where it rains today, and perhaps tomorrow.\"}",
                 i ? ", " : "", i % 2 ? "assistant" : "user", i);
    strcat(json, "]");
    return json;
}

typedef struct objects {
    chatfmt_model *model;
    chatfmt_tokenizer *tokenizer;
    chatfmt_reader *reader;
    chatfmt_encoder *encoder;
    chatfmt_applier *applier;
    chatfmt_values *values;
    chatfmt_reply_parser *reply;
} objects;

static chatfmt_status open_tokenizer(objects *o, const char *file, chatfmt_error *error)
{
    chatfmt_tokenizer_options options = CHATFMT_TOKENIZER_OPTIONS_INIT;
    options.allocator = &allocator;
    return file ? chatfmt_tokenizer_load(file, &options, &o->tokenizer, error)
                : chatfmt_model_tokenizer(o->model, &options, &o->tokenizer, error);
}

/* Once for each model. */
static chatfmt_status shared(objects *o, const char *path, const char *file, chatfmt_error *error)
{
    chatfmt_model_options model = CHATFMT_MODEL_OPTIONS_INIT;
    chatfmt_reader_options reader = CHATFMT_READER_OPTIONS_INIT;
    model.allocator = reader.allocator = &allocator;
    begin();
    chatfmt_status status = chatfmt_model_open(path, &model, &o->model, error);
    if (!status) row("`chatfmt_model_open()`");
    if (!status) begin(), status = open_tokenizer(o, file, error);
    if (!status) row("`chatfmt_model_tokenizer()`, from its file");
    if (!status) {
        chatfmt_tokenizer_free(o->tokenizer);
        begin();
        status = open_tokenizer(o, file, error);
    }
    if (!status) row("the same, from the cache of compiled tokenizers");
    if (!status) begin(), status = chatfmt_reader_choose(o->model, &reader, &o->reader, error);
    if (!status) row("`chatfmt_reader_choose()`");
    return status;
}

/* Once for each thread. */
static chatfmt_status working(objects *o, chatfmt_error *error)
{
    chatfmt_encoder_options encoder = CHATFMT_ENCODER_OPTIONS_INIT;
    chatfmt_value messages;
    const chatfmt_prompt *prompt;
    char what[96];
    const char *json = conversation();
    chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
    encoder.allocator = &allocator;
    options.policy = CHATFMT_TOKENS_CONTROL;
    options.flags = CHATFMT_PROMPT_STOPS;
    begin();
    chatfmt_status status = chatfmt_encoder_new(o->tokenizer, &encoder, &o->encoder, error);
    if (!status) row("`chatfmt_encoder_new()`: the word cache, 4 MiB unless `cache_bytes` says otherwise");
    begin();
    if (!status) status = chatfmt_applier_new(&allocator, NULL, &o->applier, error);
    if (!status) status = chatfmt_values_new(&allocator, NULL, &o->values, error);
    if (!status)
        status = chatfmt_value_read_json(o->values, json, strlen(json), &messages, error);
    if (!status)
        status = chatfmt_applier_encode(o->applier, o->model, o->encoder, messages, NULL, &options,
                                        &prompt, error);
    if (status) return status;
    snprintf(what, sizeof what, "applier, values and the first prompt, %zu ids", prompt->count);
    row(what);
    begin();
    status = chatfmt_applier_encode(o->applier, o->model, o->encoder, messages, NULL, &options,
                                    &prompt, error);
    if (!status) row("the same prompt again");
    return status;
}

/* Once for each reply. */
static chatfmt_status replying(objects *o, chatfmt_error *error)
{
    static const char text[] = "It rains in Oslo.";
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_slice message;
    options.allocator = &allocator;
    begin();
    chatfmt_status status = chatfmt_reply_parser_open(o->reader, &options, &o->reply, error);
    if (!status) status = chatfmt_reply_parser_feed(o->reply, text, strlen(text), error);
    if (!status) status = chatfmt_reply_parser_finish(o->reply, error);
    if (!status) status = chatfmt_reply_parser_message(o->reply, &message, error);
    if (!status) row("a reply parser, and a short reply");
    return status;
}

int main(int argc, char **argv)
{
    objects o = {0};
    chatfmt_error error;
    if (argc < 2) return fputs("usage: bench_memory MODEL [TOKENIZER]\n", stderr), 2;
    printf("| | keeps | at most | takes |\n|---|---:|---:|---:|\n");
    int failed = shared(&o, argv[1], argc > 2 ? argv[2] : NULL, &error) || working(&o, &error) ||
                 replying(&o, &error);
    if (failed) fprintf(stderr, "%s\n", error.text);
    chatfmt_reply_parser_free(o.reply);
    chatfmt_values_free(o.values);
    chatfmt_applier_free(o.applier);
    chatfmt_encoder_free(o.encoder);
    chatfmt_reader_free(o.reader);
    chatfmt_tokenizer_free(o.tokenizer);
    chatfmt_model_free(o.model);
    if (counted.now) fprintf(stderr, "%zu bytes were not freed\n", counted.now);
    return failed || counted.now;
}
