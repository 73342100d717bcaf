/* cli/cmd_parse.c - chatfmt parse: what a model wrote, back into a message. */
#define _POSIX_C_SOURCE 200809L
#include "batch.h"
#include "command.h"
#include "files.h"
#include "limits.h"
#include "options.h"
#include "parse_input.h"
#include "parse_response.h"
#include "show.h"
#include "suggest.h"
#include "writer.h"

#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PARSE_DO_READ, PARSE_DO_STREAM, PARSE_DO_EXPLAIN, PARSE_DO_BATCH, PARSE_DO_LIST };

/* Texts that end the reply. */
typedef struct parse_stops {
    chatfmt_slice texts[32];
    size_t count;
} parse_stops;

static bool parse_stop(void *field, const char *value)
{
    parse_stops *stops = field;
    if (!*value || stops->count == sizeof stops->texts / sizeof *stops->texts) return false;
    stops->texts[stops->count++] = (chatfmt_slice){value, strlen(value)};
    return true;
}

typedef struct parse_settings {
    const char *reader, *model, *prompt, *tools, *input;
    const char *response_template, *response_schema, *tokenizer, *conversation;
    const char *begun;
    bool write, openai;
    uint32_t flags; /* CHATFMT_REPLY_… */
    int what;       /* PARSE_DO_… */
    option_number chunk, calls_before;
    parse_stops stops;
    chatfmt_limits limits;
} parse_settings;

enum {
    PARSE_REPLY = 1 << 0,
    PARSE_STREAM = 1 << 1,
    PARSE_EXPLAIN = 1 << 2,
    PARSE_BATCH = 1 << 3,
    PARSE_LIST = 1 << 4,
    PARSE_CONVERSATION = 1 << 5,
    PARSE_BY_READER = 1 << 6,
    PARSE_BY_MODEL = 1 << 7,
    PARSE_BY_DESCRIPTION = 1 << 8,
    PARSE_OF_TEXT = 1 << 9,
    PARSE_OF_IDS = 1 << 10
};

/* In the order of the bits above. */
static const option_mode parse_modes[] = {
    {0, "with a whole reply", "a whole reply"},
    {0, "with --stream", "--stream"},
    {0, "with --explain", "--explain"},
    {0, "with --batch, where each line says what it wants", "--batch"},
    {0, "with --list-readers", "--list-readers"},
    {0, "with --conversation", "--conversation FAMILY"},
    {1, "with --reader", "--reader NAME"},
    {1, "with --model", "--model PATH"},
    {1, "with --response-template or --response-schema",
     "--response-template FILE or --response-schema FILE"},
    {2, "without --ids", "no --ids"},
    {2, "with --ids", "--ids TOKENIZER"},
};

/* What is done, as bit of the modes: --conversation is said by its family. */
static uint32_t parse_what(const parse_settings *s)
{
    static const uint32_t modes[] = {PARSE_REPLY, PARSE_STREAM, PARSE_EXPLAIN, PARSE_BATCH,
                                     PARSE_LIST};
    return s->what == PARSE_DO_READ && s->conversation ? PARSE_CONVERSATION : modes[s->what];
}

static bool parse_mode(const void *settings, uint32_t *modes)
{
    const parse_settings *s = settings;
    uint32_t what = parse_what(s);
    bool described = s->response_template || s->response_schema;
    *modes = what | (described  ? PARSE_BY_DESCRIPTION
                     : s->model ? PARSE_BY_MODEL
                                : PARSE_BY_READER) |
             (s->tokenizer ? PARSE_OF_IDS : PARSE_OF_TEXT);
    if ((what & (PARSE_BATCH | PARSE_LIST | PARSE_EXPLAIN)) && s->input)
        return options_missing(&parse_table, "--batch, --list-readers and --explain read no REPLY, "
                                             "so none can be named") == OPTIONS_OK;
    if (s->reader && s->model && strcmp(s->reader, "auto") && strcmp(s->reader, "learned"))
        return options_missing(&parse_table, "--model is not used with a --reader that has a name: "
                                             "leave one of them out, or use --reader auto or "
                                             "learned") == OPTIONS_OK;
    if (s->write && s->openai)
        return options_missing(&parse_table,
                               "--openai is not used with --write, which takes what a "
                               "reading without it gives: use render --format "
                               "internlm2") == OPTIONS_OK;
    if (s->response_template && s->response_schema)
        return options_missing(&parse_table, "only one of --response-template and "
                                             "--response-schema can be given") == OPTIONS_OK;
    if ((what & (PARSE_REPLY | PARSE_STREAM | PARSE_EXPLAIN)) && !described && !s->reader &&
        !s->model)
        return options_missing(&parse_table, "needs --reader NAME or --model PATH; --list-readers "
                                             "shows the names") == OPTIONS_OK;
    return true;
}

static const char *parse_word(void *settings, const char *value)
{
    parse_settings *s = settings;
    if (s->input)
        return "one word too many: there is one REPLY; a reader is given by --reader NAME, a model "
               "by --model PATH";
    s->input = value;
    return NULL;
}

#define OPTION_SETTINGS parse_settings
static const option_row parse_rows[] = {
#define PARSE OPTION_ROW
#include "options.def"
};

const option_table parse_table = {
    .command = "parse",
    .usage = "--reader NAME | --model PATH [OPTION]… [REPLY]",
    .summary = "Reads a model's reply (a file, or standard input) into a message in OpenAI's\n"
               "form.",
    .rows = parse_rows,
    .count = sizeof parse_rows / sizeof *parse_rows,
    .epilogue =
        "A line of --batch is {\"id\", \"reader\"?, \"model\"?, \"text\" or\n"
        "\"chunks\": [text, …], \"prompt\"?, \"reasoning_open\"?, \"tools\"?,\n"
        "\"stop\"?: text or list, \"parallel_tool_calls\"?: false, \"unknown_calls\"?,\n"
        "\"reasoning_in_content\"?, \"close_arguments\"?, \"begun\"?: text,\n"
        "\"calls_before\"?, \"events\"?: true}; the answer is {\"id\", \"message\", "
        "\"events\"?} or\n"
        "{\"id\", \"error\"}. Instead of a text it may have \"ids\", with \"tokenizer\" and\n"
        "\"control_tokens\"?. With \"actions\": true the text is read as InternLM2's actions,\n"
        "and the answer is {\"id\", \"result\"}. With \"response_template\" or\n"
        "\"response_schema\" instead of \"reader\" the reply is read as it says, and the\n"
        "answer has \"initial_events\" too. With \"conversation\" its last message is\n"
        "rendered by the model's template, cut out and read back: {\"id\", \"reader\",\n"
        "\"outcome\", \"reply\", \"message\", \"difference\", \"lost\"}.\n\n"
        "examples:\n"
        "  chatfmt parse --reader hermes reply.txt\n"
        "  generate | chatfmt parse --reader qwen3-coder --tools tools.json --stream\n",
    .words = "@file",
    .modes = parse_modes,
    .mode_count = sizeof parse_modes / sizeof *parse_modes,
    .mode = parse_mode,
    .word = parse_word,
};

/* ---- One reply ---- */

static int parse_fail(const char *where, const chatfmt_error *error)
{
    show_error(where, error);
    return EXIT_FAILED;
}

/* The events at hand, a line each where they are wanted. */
static void parse_write_events(writer *w, chatfmt_reply *reply)
{
    const chatfmt_event *event;
    while ((event = chatfmt_reply_next(reply))) {
        char *json;
        size_t length;
        if (chatfmt_event_json(event, &json, &length, NULL)) {
            w->failed = true;
            return;
        }
        write_bytes(w, json, length);
        write_text(w, "\n");
        chatfmt_text_free(json);
    }
}

static bool parse_message(writer *w, chatfmt_reply *reply, chatfmt_error *error)
{
    chatfmt_slice json;
    if (chatfmt_reply_message(reply, &json, error)) return false;
    write_bytes(w, json.data, json.length);
    return true;
}

static int parse_stream(const parse_settings *s, chatfmt_reply *reply, int file)
{
    enum { MOST = 1 << 20 };
    size_t room = s->chunk.given ? (size_t)s->chunk.value : 65536;
    char *chunk = malloc(MOST);
    chatfmt_error error;
    bool ok = chunk != NULL;
    utf8_watch watch = {0};
    writer w;
    if (!chunk) fputs("chatfmt: out of memory\n", stderr);
    writer_open(&w, STDOUT_FILENO);
    while (ok) {
        ssize_t got = read(file, chunk, room);
        if (got < 0) perror("chatfmt: cannot read the reply");
        if (got <= 0) {
            ok = got == 0;
            break;
        }
        utf8_watch_next(&watch, s->input, chunk, (size_t)got);
        ok = !chatfmt_reply_feed(reply, chunk, (size_t)got, &error);
        if (!ok) parse_fail("reply", &error);
        parse_write_events(&w, reply);
        ok = writer_flush(&w) && ok;
    }
    free(chunk);
    utf8_watch_end(&watch, s->input);
    if (ok && chatfmt_reply_finish(reply, &error)) ok = parse_fail("reply", &error) == EXIT_DONE;
    parse_write_events(&w, reply);
    if (ok) {
        write_text(&w, "{\"message\": ");
        ok = parse_message(&w, reply, &error);
        write_text(&w, "}\n");
    }
    return writer_close(&w) && ok ? EXIT_DONE : EXIT_FAILED;
}

/* Says on stderr where a reply departs from what its family writes. */
static void parse_tell_reasons(chatfmt_reply *reply)
{
    const chatfmt_event *event;
    while ((event = chatfmt_reply_next(reply)))
        if (event->reason)
            fprintf(stderr, "chatfmt: byte %llu: %s\n", (unsigned long long)event->begin,
                    event->reason);
}

static int parse_whole(chatfmt_reply *reply, const char *path)
{
    file_text text;
    chatfmt_error error;
    utf8_watch watch = {0};
    writer w;
    if (!file_read(path, &text)) return EXIT_FAILED;
    utf8_watch_next(&watch, path, text.data, text.length);
    utf8_watch_end(&watch, path);
    bool ok = !chatfmt_reply_feed(reply, text.data, text.length, &error);
    if (ok) parse_tell_reasons(reply);
    ok = ok && !chatfmt_reply_finish(reply, &error);
    if (ok) parse_tell_reasons(reply);
    file_free(&text);
    writer_open(&w, STDOUT_FILENO);
    ok = ok && parse_message(&w, reply, &error);
    if (!ok) parse_fail(path, &error);
    write_text(&w, "\n");
    return writer_close(&w) && ok ? EXIT_DONE : EXIT_FAILED;
}

/* ---- The command ---- */

static int parse_list(void)
{
    writer w;
    writer_open(&w, STDOUT_FILENO);
    for (size_t i = 0; i < chatfmt_reader_count(); i++) {
        chatfmt_reader_info info = chatfmt_reader_at(i);
        write_bytes(&w, info.name.data, info.name.length);
        write_text(&w, "\t");
        write_bytes(&w, info.shape.data, info.shape.length);
        write_text(&w, "\t");
        for (size_t j = 0; j < info.aliases.length; j++)
            write_bytes(&w, info.aliases.data[j] == '\f' ? " " : info.aliases.data + j, 1);
        write_text(&w, "\n");
    }
    return writer_close(&w) ? EXIT_DONE : EXIT_FAILED;
}

/* The name or other name of a family that is nearest to the one asked for. */
static void parse_suggest(const char *name)
{
    suggestion near;
    suggestion_start(&near, name, strlen(name));
    for (size_t i = 0; i < chatfmt_reader_count(); i++) {
        chatfmt_reader_info info = chatfmt_reader_at(i);
        suggestion_offer(&near, info.name.data, info.name.length);
        for (size_t from = 0, to; from < info.aliases.length; from = to + 1) {
            for (to = from; to < info.aliases.length && info.aliases.data[to] != '\f';) to++;
            suggestion_offer(&near, info.aliases.data + from, to - from);
        }
    }
    suggestion_tell(&near);
}

/* A reader, and the model that it is for. Zeroed: none. */
typedef struct parse_reader {
    chatfmt_reader *reader;
    chatfmt_model *model;
} parse_reader;

/* The reader by name, or by the model. */
static bool parse_choose(const parse_settings *s, parse_reader *out)
{
    chatfmt_error error;
    chatfmt_reader_options options = CHATFMT_READER_OPTIONS_INIT;
    if (!s->reader && !s->model) return false;
    options.wanted = (chatfmt_slice){s->reader, s->reader ? strlen(s->reader) : 0};
    options.limits = &s->limits;
    if ((!s->model || !chatfmt_model_open(s->model, NULL, &out->model, &error)) &&
        !chatfmt_reader_choose(out->model, &options, &out->reader, &error))
        return true;
    show_error(s->model ? s->model : "--reader", &error);
    if (s->reader && !s->model && error.status == CHATFMT_NOT_FOUND) parse_suggest(s->reader);
    return false;
}

/* What a description has no use for, where the model says that there is one. */
static bool parse_is_described(const parse_settings *s)
{
    static const struct {
        uint32_t flag;
        const char *name;
    } flags[] = {{CHATFMT_REPLY_REASONING_OPEN, "--reasoning-open"},
                 {CHATFMT_REPLY_CONTROL_TOKENS, "--control-tokens"},
                 {CHATFMT_REPLY_ONE_CALL, "--one-call"},
                 {CHATFMT_REPLY_UNKNOWN_CALLS, "--unknown-calls"},
                 {CHATFMT_REPLY_REASONING_IN_CONTENT, "--reasoning-in-content"},
                 {CHATFMT_REPLY_CLOSED_ARGUMENTS, "--close-arguments"}};
    const char *option = NULL;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (s->flags & flags[i].flag) option = flags[i].name;
    if (s->begun) option = "--begun";
    if (s->stops.count) option = "--stop";
    if (s->calls_before.given) option = "--calls-before";
    if (!option) return true;
    fprintf(stderr, "chatfmt: parse: %s has no meaning where the response_template of %s reads the "
                    "reply: leave it out, or use --reader auto\n", option, s->model);
    return false;
}

/* By what tokenizer_config.json, or a file like a part of it, says. False: by a reader. */
static bool parse_by_description(const parse_settings *s, const chatfmt_reply_options *options,
                                 int *code)
{
    parse_response_job job = {.path = s->response_template, .stream = s->what == PARSE_DO_STREAM,
                              .chunk = (int)s->chunk.value,
                              .input = s->input, .prompt = options->prompt,
                              .tools = options->tools, .limits = &s->limits};
    chatfmt_response_template *description;
    chatfmt_error error;
    char config[4096];
    if (s->reader) return false;
    if (s->response_schema) {
        job.path = s->response_schema;
        job.source = CHATFMT_RESPONSE_SCHEMA;
    } else if (!job.path && s->model) {
        if (!parse_response_config(s->model, config, sizeof config)) return false;
        job.path = config;
        job.source = CHATFMT_RESPONSE_CONFIG;
        job.optional = true;
    }
    *code = EXIT_FAILED;
    if (!job.path || !parse_response_load(&job, &description)) return false;
    if (!description) return true;
    if (!parse_is_described(s)) {
        *code = EXIT_USAGE;
    } else if (!s->tokenizer) {
        *code = parse_response_run(&job, description);
    } else {
        opened_tokenizer ids = {NULL, NULL};
        if (tokenizer_open(&ids, s->tokenizer, NULL, &s->limits, 0, &error)) {
            job.encoder = ids.encoder;
            *code = parse_response_run(&job, description);
        } else {
            show_error(s->tokenizer, &error);
        }
        tokenizer_close(&ids);
    }
    chatfmt_response_template_free(description);
    return true;
}

static bool parse_no_id(chatfmt_error *error)
{
    *error = (chatfmt_error){.status = CHATFMT_INPUT};
    snprintf(error->text, sizeof error->text, "a number is no token id: ids end at 4294967295");
    return false;
}

/* Ids as they come, one after the other. */
static bool parse_feed_ids(const parse_settings *s, chatfmt_reply *reply, chatfmt_encoder *encoder,
                           FILE *file, writer *w, chatfmt_error *error)
{
    id_found found;
    uint32_t id;
    while ((found = id_next(file, &id)) == ID_FOUND) {
        if (chatfmt_reply_feed_ids(reply, encoder, &id, 1, error)) return false;
        if (s->what == PARSE_DO_STREAM) parse_write_events(w, reply);
        else while (chatfmt_reply_next(reply)) continue;
        if (s->what == PARSE_DO_STREAM && !writer_flush(w)) break;
    }
    if (found == ID_TOO_LARGE) return parse_no_id(error);
    if (chatfmt_reply_finish(reply, error)) return false;
    if (s->what == PARSE_DO_STREAM) parse_write_events(w, reply);
    return true;
}

static int parse_ids(const parse_settings *s, chatfmt_reply *reply, const char *input)
{
    chatfmt_error error;
    writer w;
    opened_tokenizer ids = {NULL, NULL};
    bool opened = tokenizer_open(&ids, s->tokenizer, NULL, &s->limits, 0, &error);
    FILE *file = strcmp(input, "-") ? fopen(input, "r") : stdin;
    bool ok = opened && file;
    writer_open(&w, STDOUT_FILENO);
    if (!file) perror(input);
    if (!opened) show_error(s->tokenizer, &error);
    if (ok && !(ok = parse_feed_ids(s, reply, ids.encoder, file, &w, &error)))
        show_error(input, &error);
    if (ok && s->what == PARSE_DO_STREAM) write_text(&w, "{\"message\": ");
    if (ok) ok = parse_message(&w, reply, &error);
    if (ok) write_text(&w, s->what == PARSE_DO_STREAM ? "}\n" : "\n");
    if (file && file != stdin) fclose(file);
    tokenizer_close(&ids);
    return writer_close(&w) && ok ? EXIT_DONE : EXIT_FAILED;
}

static int parse_explain(const chatfmt_reader *reader)
{
    const chatfmt_reader_facts *facts = chatfmt_reader_about(reader);
    writer w;
    writer_open(&w, STDOUT_FILENO);
    write_bytes(&w, facts->json.data, facts->json.length);
    write_text(&w, "\n");
    return writer_close(&w) ? EXIT_DONE : EXIT_FAILED;
}

static int parse_one(const parse_settings *s, const chatfmt_reader *reader,
                     chatfmt_reply_options *options)
{
    chatfmt_reply *reply;
    chatfmt_error error;
    int code, file = STDIN_FILENO;
    const char *input = s->input ? s->input : "-";
    if (s->what == PARSE_DO_EXPLAIN) return parse_explain(reader);
    if (chatfmt_reply_open(reader, options, &reply, &error)) return parse_fail("--reader", &error);
    if (s->tokenizer) {
        code = parse_ids(s, reply, input);
    } else if (s->what != PARSE_DO_STREAM) {
        code = parse_whole(reply, input);
    } else {
        if (strcmp(input, "-") != 0 && !freopen(input, "r", stdin)) {
            perror(input);
            chatfmt_reply_free(reply);
            return EXIT_FAILED;
        }
        code = parse_stream(s, reply, file);
    }
    chatfmt_reply_free(reply);
    return code;
}

static int parse_chosen(const parse_settings *s, chatfmt_reply_options *options)
{
    parse_reader found = {NULL, NULL};
    int code = EXIT_FAILED;
    if ((s->what == PARSE_DO_EXPLAIN || !parse_by_description(s, options, &code)) &&
        parse_choose(s, &found))
        code = parse_one(s, found.reader, options);
    chatfmt_reader_free(found.reader);
    chatfmt_model_free(found.model);
    return code;
}

static int parse_batch(void)
{
    chatfmt_service_options options = CHATFMT_SERVICE_OPTIONS_INIT;
    options.kind = CHATFMT_SERVICE_PARSE;
    return batch_run(&options, "-");
}

/* A whole conversation, there or back. */
static int parse_conversation(const parse_settings *s)
{
    const char *input = s->input ? s->input : "-";
    file_text file;
    chatfmt_error error;
    char *text = NULL;
    size_t length = 0;
    writer w;
    if (!file_read(input, &file)) return EXIT_FAILED;
    const char *data = file.data ? file.data : "";
    chatfmt_status status =
        s->write    ? chatfmt_transcript_write_within(s->conversation, data, file.length,
                                                      &s->limits, &text, &length, &error)
        : s->openai ? chatfmt_transcript_read_openai(s->conversation, data, file.length, &s->limits,
                                                     &text, &length, &error)
                    : chatfmt_transcript_read_within(s->conversation, data, file.length,
                                                     &s->limits, &text, &length, &error);
    file_free(&file);
    if (status != CHATFMT_OK) return parse_fail(input, &error);
    writer_open(&w, STDOUT_FILENO);
    write_bytes(&w, text, length);
    if (!s->write) write_text(&w, "\n");
    chatfmt_text_free(text);
    return writer_close(&w) ? EXIT_DONE : EXIT_FAILED;
}

int command_parse(int argc, char **argv)
{
    parse_settings s = {.limits = CHATFMT_LIMITS_INIT};
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_values *values = NULL;
    chatfmt_error error;
    file_text prompt = {0}, tools = {0}, begun = {0};
    int code = EXIT_FAILED;
    options_result result = options_read(&parse_table, argc, argv, &s);
    if (result != OPTIONS_OK) return result == OPTIONS_HELP ? EXIT_DONE : EXIT_USAGE;
    if (s.what == PARSE_DO_LIST) return parse_list();
    if (s.what == PARSE_DO_BATCH) return parse_batch();
    if (s.conversation) return parse_conversation(&s);
    options.limits = &s.limits;
    options.flags = s.flags;
    options.calls_before = (uint32_t)s.calls_before.value;
    options.stops = s.stops.texts;
    options.stop_count = s.stops.count;
    bool read = (!s.prompt || file_read(s.prompt, &prompt)) &&
                (!s.begun || file_read(s.begun, &begun));
    options.prompt = (chatfmt_slice){prompt.data, prompt.length};
    options.begun = (chatfmt_slice){begun.data, begun.length};
    if (!read) {
        code = EXIT_FAILED;
    } else if (!s.tools) {
        code = parse_chosen(&s, &options);
    } else if (file_read(s.tools, &tools)) {
        if (chatfmt_values_new(NULL, NULL, &values, &error) ||
            chatfmt_value_read_json(values, tools.data, tools.length, &options.tools, &error))
            parse_fail(s.tools, &error);
        else code = parse_chosen(&s, &options);
    }
    chatfmt_values_free(values);
    file_free(&prompt);
    file_free(&tools);
    file_free(&begun);
    return code;
}
