/* cli/cmd_parse.c - chatfmt parse: what a model wrote, back into a message. */
#define _POSIX_C_SOURCE 200809L
#include "batch.h"
#include "command.h"
#include "files.h"
#include "json_file.h"
#include "limits.h"
#include "opened_model.h"
#include "options.h"
#include "show.h"
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
    stops->texts[stops->count++] = chatfmt_slice_of(value);
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
    {0, "with a whole reply", NULL},
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
    bool chosen = s->reader && (!strcmp(s->reader, "auto") || !strcmp(s->reader, "learned"));
    *modes = what | (described  ? PARSE_BY_DESCRIPTION
                     : s->model ? PARSE_BY_MODEL
                                : PARSE_BY_READER) |
             (s->tokenizer ? PARSE_OF_IDS : PARSE_OF_TEXT);
    const option_conflict wrong[] = {
        {(what & (PARSE_BATCH | PARSE_LIST | PARSE_EXPLAIN)) && s->input,
         "--batch, --list-readers and --explain read no REPLY, so none can be named"},
        {s->model && s->reader && !chosen,
         "--model and --template are not used with a --reader that has a name: leave one of them "
         "out, or use --reader auto or learned"},
        {s->write && s->openai, "--openai is not used with --write, which takes what a reading "
                                "without it gives: use render --format internlm2"},
        {s->response_template && s->response_schema,
         "only one of --response-template and --response-schema can be given"},
        {s->response_schema && s->prompt,
         "--prompt is not used with --response-schema, which does not look at prompts"},
        {!s->model && chosen,
         "--reader auto and learned need --model PATH, whose template they look at"},
        {(what & (PARSE_REPLY | PARSE_STREAM | PARSE_EXPLAIN)) && !described && !s->reader &&
             !s->model && !s->conversation,
         s->write || s->openai ? "--write and --openai need --conversation FAMILY"
                               : "needs --reader NAME or --model PATH; --list-readers shows the "
                                 "names"},
    };
    return options_agree(&parse_table, wrong, sizeof wrong / sizeof *wrong);
}

#define OPTION_SETTINGS parse_settings
static const option_row parse_rows[] = {
#define PARSE OPTION_ROW
#include "options.def"
};

const option_table parse_table = {
    .command = "parse",
    .usage = "--reader NAME | --model PATH [OPTION]… [REPLY]",
    .summary = "Turns a model's reply (a file, or standard input) into a message in OpenAI's\n"
               "form.",
    .rows = parse_rows,
    .count = sizeof parse_rows / sizeof *parse_rows,
    .epilogue =
        "A line of --batch is {\"id\"?, \"reader\" or \"model\", \"text\" or\n"
        "\"chunks\": [text, …], \"prompt\"?, \"reasoning_open\"?, \"tools\"?,\n"
        "\"stop\"?: text or list, \"parallel_tool_calls\"?: false, \"unknown_calls\"?,\n"
        "\"reasoning_in_content\"?, \"close_arguments\"?, \"begun\"?: text,\n"
        "\"calls_before\"?, \"events\"?: true}; ? marks what may be left out. The answer is\n"
        "{\"id\", \"message\", \"events\"?} or {\"id\", \"error\"}. A line may instead have\n"
        "  \"ids\", \"tokenizer\" and \"control_tokens\"?, in place of the text;\n"
        "  \"actions\": true, for InternLM2's actions: the answer is {\"id\", \"result\"};\n"
        "  \"response_template\" or \"response_schema\", in place of the reader: it says how\n"
        "    the reply is read, and the answer has \"initial_events\" too;\n"
        "  \"conversation\": [message, …]; the model's template renders the last one, which\n"
        "    is then cut out and read back: {\"id\", \"reader\", \"outcome\", \"reply\",\n"
        "    \"message\", \"difference\", \"lost\"}.\n\n"
        "examples:\n"
        "  chatfmt parse --reader hermes reply.txt\n"
        "  generate | chatfmt parse --reader qwen3-coder --tools tools.json --stream\n",
    .words = "@file",
    .modes = parse_modes,
    .mode_count = sizeof parse_modes / sizeof *parse_modes,
    .mode = parse_mode,
    .asks = PARSE_REPLY | PARSE_STREAM | PARSE_BATCH | PARSE_CONVERSATION,
    .takes = WORDS(input, 1,
                   "one argument too many: there is one REPLY; a reader is given by --reader "
                   "NAME, a model by --model PATH"),
};

/* ---- One reply ---- */

/* What one run reads, and with what. */
typedef struct parse_work {
    const parse_settings *settings;
    chatfmt_reading_options how;
    chatfmt_reading *reading;
    const char *input; /* "-": standard input */
    bool stream, bad_reported; /* the user knows where the text is not UTF-8 */
    opened_tokenizer ids;
    writer out;
} parse_work;

/* The input is read whole, where nothing can be said before its end. */
static bool parse_is_whole(const parse_work *work)
{
    return !work->stream && !work->settings->tokenizer && work->how.reader;
}

static bool parse_failed(const parse_work *work, const chatfmt_error *error)
{
    return show_failed(file_name(work->input), error);
}

/* Says on stderr, once, where there is something else than UTF-8. */
static void parse_check_utf8(parse_work *work)
{
    uint64_t bad;
    if (work->bad_reported || chatfmt_reading_is_utf8(work->reading, &bad)) return;
    work->bad_reported = true;
    fprintf(stderr, "chatfmt: %s: the reply is not UTF-8 at byte %llu; it is read as U+FFFD\n",
            file_name(work->input), (unsigned long long)bad);
}

/* The events at hand: a line each of a stream; else why some are not as their family writes. */
static void parse_events(parse_work *work)
{
    const chatfmt_reading_event *event;
    while ((event = chatfmt_reading_next(work->reading))) {
        if (work->stream) {
            write_bytes(&work->out, event->json.data, event->json.length);
            write_text(&work->out, "\n");
        } else if (event->reason && parse_is_whole(work)) {
            fprintf(stderr, "chatfmt: %s: byte %llu: %s%s\n", file_name(work->input),
                    (unsigned long long)event->event->begin, event->reason,
                    strstr(event->reason, "not offered") ? "; --unknown-calls takes it" : "");
        }
    }
}

static bool parse_feed(parse_work *work, const char *data, size_t length)
{
    chatfmt_error error;
    bool ok = !(work->ids.encoder ? chatfmt_reading_feed_id_text(work->reading, work->ids.encoder,
                                                                 data, length, &error)
                                  : chatfmt_reading_feed(work->reading, data, length, &error));
    parse_check_utf8(work);
    if (!ok) parse_failed(work, &error);
    parse_events(work);
    return ok;
}

/* Feeds what has arrived by pieces of --chunk, and shows the events before it waits for more. */
static bool parse_text(parse_work *work, int file)
{
    static char block[1 << 20]; /* as many as --chunk may be */
    const option_number *chunk = &work->settings->chunk;
    size_t piece = chunk->given ? (size_t)chunk->value : 65536;
    size_t most = piece < 65536 ? 65536 - 65536 % piece : piece;
    ssize_t got = 1;
    bool ok = true;
    while (ok && (ok = writer_flush(&work->out)) && (got = read(file, block, most)) > 0)
        for (size_t at = 0, end = (size_t)got; ok && at < end; at += piece)
            ok = parse_feed(work, block + at, piece < end - at ? piece : end - at);
    if (got < 0) return file_failed(work->input);
    return ok && (!work->ids.encoder || parse_feed(work, block, 0));
}

/* What the input holds: text at once or as it comes, or ids. */
static bool parse_input(parse_work *work)
{
    file_text text;
    if (parse_is_whole(work)) {
        if (!file_read(work->input, &text)) return false;
        bool ok = parse_feed(work, text.data, text.length);
        file_free(&text);
        return ok;
    }
    int file = file_open(work->input);
    if (file < 0) return file_failed(work->input);
    bool ok = parse_text(work, file);
    if (file > STDIN_FILENO) close(file);
    return ok;
}

/* The reply has ended: its last events, and the message. */
static bool parse_finish(parse_work *work)
{
    chatfmt_error error;
    chatfmt_slice json;
    bool failed = chatfmt_reading_finish(work->reading, &error) != CHATFMT_OK;
    parse_check_utf8(work);
    parse_events(work);
    if (failed) return parse_failed(work, &error);
    if (chatfmt_reading_message(work->reading, &json, &error)) return parse_failed(work, &error);
    write_text(&work->out, work->stream ? "{\"message\": " : "");
    write_bytes(&work->out, json.data, json.length);
    write_text(&work->out, work->stream ? "}\n" : "\n");
    return true;
}

static bool parse_read(parse_work *work)
{
    chatfmt_error error;
    const parse_settings *s = work->settings;
    if (s->tokenizer && !tokenizer_open(&work->ids, s->tokenizer, NULL, NULL, &s->limits, 0,
                                         &error))
        return show_failed(s->tokenizer, &error);
    if (chatfmt_reading_new(&work->how, &work->reading, &error))
        return show_failed(!work->how.reader ? "prompt" : s->tools ? "--tools" : "--reader",
                           &error);
    parse_events(work); /* that the prompt has */
    return parse_input(work) && parse_finish(work);
}

static int parse_one(const parse_settings *s, const chatfmt_reading_options *how)
{
    parse_work work = {.settings = s, .how = *how, .input = s->input ? s->input : "-",
                       .stream = s->what == PARSE_DO_STREAM};
    writer_open(&work.out, STDOUT_FILENO);
    bool ok = parse_read(&work);
    chatfmt_reading_free(work.reading);
    tokenizer_close(&work.ids);
    return writer_close(&work.out) && ok ? EXIT_DONE : EXIT_FAILED;
}

/* ---- The command ---- */

static int parse_list(void)
{
    writer w;
    made_text made;
    writer_open(&w, STDOUT_FILENO);
    write_made(&w, chatfmt_report_readers(&made.data, &made.length, NULL), &made);
    return writer_close(&w) ? EXIT_DONE : EXIT_FAILED;
}

/* What reads a reply, and the model that it is for. Zeroed: none. */
typedef struct parse_reader {
    chatfmt_response_template *description;
    chatfmt_reader *reader;
    chatfmt_model *model;
} parse_reader;

/* What a description has no use for, where the model says that there is one. */
static bool parse_is_described(const parse_settings *s)
{
    static const char *const names[] = {
        "--reasoning-open", "--control-tokens", "--one-call", "--unknown-calls",
        "--reasoning-in-content", "--close-arguments", "--begun", "--stop", "--calls-before"};
    const char *option = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (options_was_given(names[i])) option = names[i];
    if (!option) return true;
    fprintf(stderr, "chatfmt: parse: %s has no meaning where the response_template of %s reads the "
                    "reply: leave it out, or use --reader auto\n", option, s->model);
    return false;
}

/* A description in a file of its own. */
static bool parse_describe(const parse_settings *s, parse_reader *out)
{
    bool schema = s->response_schema != NULL;
    const char *path = schema ? s->response_schema : s->response_template;
    chatfmt_error error;
    file_text text;
    if (!file_read(path, &text)) return false;
    bool ok = !chatfmt_response_template_new(
        text.data, text.length, schema ? CHATFMT_RESPONSE_SCHEMA : CHATFMT_RESPONSE_TEMPLATE, NULL,
        &s->limits, &out->description, &error);
    file_free(&text);
    if (!ok) show_error(file_name(path), &error);
    return ok;
}

/* The reader by name, or what the model says: its description, else the reader that fits. */
static bool parse_choose(const parse_settings *s, parse_reader *out, bool *misused)
{
    chatfmt_error error;
    chatfmt_reader_options options = CHATFMT_READER_OPTIONS_INIT;
    if (!s->reader && (s->response_template || s->response_schema)) return parse_describe(s, out);
    if (!s->reader && !s->model) return false;
    options.wanted = chatfmt_slice_of(s->reader);
    options.limits = &s->limits;
    if ((!s->model || !chatfmt_model_open(s->model, NULL, &out->model, &error)) &&
        (s->reader || !chatfmt_model_response_template(out->model, &s->limits, &out->description,
                                                       &error)) &&
        (out->description ||
         !chatfmt_reader_choose(out->model, &options, &out->reader, &error)))
        return true;
    opened_model from = {.path = s->model ? s->model : "--reader", .model = out->model};
    show_error(opened_model_place(&from, from.chosen, false, &error), &error);
    *misused = !s->model && error.status == CHATFMT_NOT_FOUND;
    return false;
}

static int parse_explain(const parse_reader *found)
{
    static const char described[] =
        "{\"reader\": null, \"how\": \"described\", \"evidence\": [\"tokenizer_config.json says "
        "how replies are written; --reader auto leaves that out\"]}";
    chatfmt_slice json = found->description ? chatfmt_slice_of(described)
                                            : chatfmt_reader_about(found->reader)->json;
    writer w;
    writer_open(&w, STDOUT_FILENO);
    write_bytes(&w, json.data, json.length);
    write_text(&w, "\n");
    return writer_close(&w) ? EXIT_DONE : EXIT_FAILED;
}

static int parse_with(const parse_settings *s, const parse_reader *found,
                      const chatfmt_reply_options *options)
{
    chatfmt_reading_options how = CHATFMT_READING_OPTIONS_INIT;
    if (s->what == PARSE_DO_EXPLAIN) return parse_explain(found);
    how.reply = options;
    how.reader = found->reader;
    how.description = found->description;
    return !found->description || parse_is_described(s) ? parse_one(s, &how) : EXIT_USAGE;
}

static int parse_chosen(const parse_settings *s, const chatfmt_reply_options *options)
{
    parse_reader found = {NULL, NULL, NULL};
    bool misused = false;
    bool chosen = parse_choose(s, &found, &misused);
    int code = chosen ? parse_with(s, &found, options) : misused ? EXIT_USAGE : EXIT_FAILED;
    chatfmt_response_template_free(found.description);
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
    if (status == CHATFMT_NOT_FOUND) return show_failed("--conversation", &error), EXIT_USAGE;
    if (status != CHATFMT_OK) return show_failed(file_name(input), &error), EXIT_FAILED;
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
    if (!options_ready(&parse_table, argc, argv, &s, &code)) return code;
    code = EXIT_FAILED;
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
    if (read && !s.tools) code = parse_chosen(&s, &options);
    else if (read && chatfmt_values_new(NULL, NULL, &values, &error)) show_error(NULL, &error);
    else if (read && json_file_read(s.tools, "--tools", values, &tools, &options.tools))
        code = parse_chosen(&s, &options);
    else if (read && json_file_is_text(s.tools)) code = EXIT_USAGE;
    chatfmt_values_free(values);
    file_free(&prompt);
    file_free(&tools);
    file_free(&begun);
    return code;
}
