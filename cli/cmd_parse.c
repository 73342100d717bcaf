/* cli/cmd_parse.c - chatfmt parse: what a model wrote, back into a message. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "files.h"
#include "options.h"
#include "parse_batch.h"
#include "parse_events.h"
#include "parse_response.h"
#include "parse_reader.h"
#include "show.h"
#include "suggest.h"
#include "writer.h"

#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct parse_settings {
    const char *reader, *model, *prompt, *tools, *input;
    const char *response_template, *response_schema, *tokenizer, *conversation;
    bool write, stream, batch, list, reasoning, explain, control;
    int chunk;
} parse_settings;

#define PARSE_TEXT(name, field)                                                                \
    static bool name(void *settings, const char *value)                                        \
    {                                                                                          \
        ((parse_settings *)settings)->field = value;                                           \
        return true;                                                                           \
    }
#define PARSE_FLAG(name, field)                                                                \
    static bool name(void *settings, const char *value)                                        \
    {                                                                                          \
        (void)value;                                                                           \
        ((parse_settings *)settings)->field = true;                                            \
        return true;                                                                           \
    }

PARSE_TEXT(parse_set_reader, reader)
PARSE_TEXT(parse_set_model, model)
PARSE_TEXT(parse_set_prompt, prompt)
PARSE_TEXT(parse_set_tools, tools)
PARSE_TEXT(parse_set_response_template, response_template)
PARSE_TEXT(parse_set_response_schema, response_schema)
PARSE_FLAG(parse_set_stream, stream)
PARSE_FLAG(parse_set_batch, batch)
PARSE_FLAG(parse_set_list, list)
PARSE_FLAG(parse_set_explain, explain)
PARSE_FLAG(parse_set_control, control)
PARSE_TEXT(parse_set_tokenizer, tokenizer)
PARSE_TEXT(parse_set_conversation, conversation)
PARSE_FLAG(parse_set_write, write)
PARSE_FLAG(parse_set_reasoning, reasoning)

static bool parse_set_chunk(void *settings, const char *value)
{
    char *end;
    long bytes = strtol(value, &end, 10);
    if (*end || bytes < 1 || bytes > 1 << 20) {
        fprintf(stderr, "chatfmt: --chunk takes a number of bytes from 1 to 1048576\n");
        return false;
    }
    ((parse_settings *)settings)->chunk = (int)bytes;
    return true;
}

static bool parse_set_word(void *settings, const char *value)
{
    parse_settings *s = settings;
    if (s->input) return false;
    s->input = value;
    return true;
}

static const option_row parse_rows[] = {
    {"--reader", "NAME", "a family, such as hermes or gpt-oss; or auto, or learned, with --model",
     parse_set_reader},
    {"--response-template", "FILE", "read as this response_template of Hugging Face says",
     parse_set_response_template},
    {"--response-schema", "FILE", "read as this response_schema, its older form, says",
     parse_set_response_schema},
    {"--model", "PATH", "as this model's response_template says, else by the reader that fits it",
     parse_set_model},
    {"--template", "FILE", "the same for a chat template", parse_set_model},
    {"--explain", NULL, "print which reader it is, and why, instead of reading", parse_set_explain},
    {"--prompt", "FILE", "the rendered prompt, which may have opened the reasoning",
     parse_set_prompt},
    {"--reasoning-open", NULL, "the prompt has opened the reasoning", parse_set_reasoning},
    {"--tools", "FILE", "JSON list of tools, which gives raw arguments their types",
     parse_set_tools},
    {"--ids", "TOKENIZER", "the reply is token ids, in decimal, of this tokenizer.json",
     parse_set_tokenizer},
    {"--control-tokens", NULL, "with --ids: text that only looks like a control token is content",
     parse_set_control},
    {"--stream", NULL, "print events as they come, one JSON object a line", parse_set_stream},
    {"--chunk", "BYTES", "with --stream: read so many bytes at a time", parse_set_chunk},
    {"--conversation", "FAMILY", "read a whole rendered conversation: internlm2, chatml, llama3 ...",
     parse_set_conversation},
    {"--write", NULL, "with --conversation: the way back, messages to their text", parse_set_write},
    {"--batch", NULL, "JSON Lines in, JSON Lines out (see below)", parse_set_batch},
    {"--list-readers", NULL, "print the families and their other names", parse_set_list},
};

static const option_table parse_table = {
    "chatfmt parse --reader NAME | --model PATH [REPLY]",
    "Reads a model's reply (a file, or standard input) into a message in OpenAI's form.",
    parse_rows,
    sizeof parse_rows / sizeof *parse_rows,
    "A line of --batch is {\"id\", \"reader\"?, \"model\"?, \"text\" or \"chunks\": [text, …], \"prompt\"?,\n"
    "\"reasoning_open\"?, \"tools\"?, \"events\"?: true}; the answer is {\"id\", \"message\",\n"
    "\"events\"?} or {\"id\", \"error\"}. Instead of a text it may have \"ids\", with \"tokenizer\" and\n"
    "\"control_tokens\"?. With \"actions\": true the text is read as InternLM2's\n"
    "actions, and the answer is {\"id\", \"result\"}. With \"response_template\" or\n"
    "\"response_schema\" instead of \"reader\" the reply is read as it says, and the answer has\n"
    "\"initial_events\" too. With \"conversation\" its last message is\n"
    "rendered by the model's template, cut out and read back: {\"id\", \"reader\", \"outcome\",\n"
    "\"reply\", \"message\", \"difference\", \"lost\"}.\n\n"
    "examples:\n"
    "  chatfmt parse --reader hermes reply.txt\n"
    "  generate | chatfmt parse --reader qwen3-coder --tools tools.json --stream\n",
    parse_set_word,
};

/* ---- One reply ---- */

static int parse_fail(const char *where, const chatfmt_error *error)
{
    show_error(where, error);
    return EXIT_FAILED;
}

static int parse_stream(const parse_settings *s, chatfmt_reply *reply, int file)
{
    enum { MOST = 1 << 20 };
    size_t room = s->chunk ? (size_t)s->chunk : 65536;
    char *chunk = malloc(MOST);
    chatfmt_error error;
    bool first = true, ok = chunk != NULL;
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
        ok = !chatfmt_reply_feed(reply, chunk, (size_t)got, &error);
        if (!ok) parse_fail("reply", &error);
        parse_write_events(&w, reply, false, &first);
        ok = writer_flush(&w) && ok;
    }
    free(chunk);
    if (ok && chatfmt_reply_finish(reply, &error)) ok = parse_fail("reply", &error) == EXIT_DONE;
    parse_write_events(&w, reply, false, &first);
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
    chatfmt_event event;
    while (chatfmt_reply_next(reply, &event))
        if (event.reason)
            fprintf(stderr, "chatfmt: byte %llu: %s\n", (unsigned long long)event.begin,
                    event.reason);
}

static int parse_whole(chatfmt_reply *reply, const char *path)
{
    file_text text;
    chatfmt_error error;
    writer w;
    if (!file_read(path, &text)) return EXIT_FAILED;
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

/* The reader by name, or by the model. */
static const chatfmt_reader *parse_choose(const parse_settings *s, reader_cache *cache)
{
    chatfmt_slice wanted = {s->reader, s->reader ? strlen(s->reader) : 0};
    chatfmt_slice path = {s->model, s->model ? strlen(s->model) : 0};
    chatfmt_error error;
    const chatfmt_reader *reader = NULL;
    if (s->reader || s->model) {
        reader = reader_cache_get(cache, wanted, path, NULL, &error);
        if (!reader) show_error(s->model ? s->model : "--reader", &error);
        if (!reader && s->reader && !s->model && error.status == CHATFMT_NOT_FOUND)
            parse_suggest(s->reader);
        return reader;
    }
    fprintf(stderr, "chatfmt: parse needs --reader NAME or --model PATH; --list-readers shows the "
                    "names\n");
    return NULL;
}

/* By what tokenizer_config.json, or a file like a part of it, says. False: by a reader. */
static bool parse_by_description(const parse_settings *s, const chatfmt_reply_options *options,
                                 int *code)
{
    parse_response_job job = {.path = s->response_template, .stream = s->stream, .chunk = s->chunk,
                              .input = s->input, .prompt = options->prompt,
                              .tools = options->tools};
    char config[4096];
    bool described = true;
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
    if (!job.path) return false;
    *code = parse_response_run(&job, &described);
    return described;
}

/* Ids as they come, one after the other. */
static bool parse_feed_ids(const parse_settings *s, chatfmt_reply *reply, chatfmt_encoder *encoder,
                           FILE *file, writer *w, chatfmt_error *error)
{
    chatfmt_event event;
    bool first = true;
    unsigned id;
    int read;
    while ((read = fscanf(file, "%*[^0-9]%u", &id)) == 1 || fscanf(file, "%u", &id) == 1) {
        uint32_t one = id;
        if (chatfmt_reply_feed_ids(reply, encoder, &one, 1, error)) return false;
        if (s->stream) parse_write_events(w, reply, false, &first);
        else while (chatfmt_reply_next(reply, &event)) continue;
        if (s->stream && !writer_flush(w)) break;
    }
    if (chatfmt_reply_finish(reply, error)) return false;
    if (s->stream) parse_write_events(w, reply, false, &first);
    return true;
}

static int parse_ids(const parse_settings *s, chatfmt_reply *reply, const char *input)
{
    reader_cache cache = {0};
    chatfmt_error error;
    writer w;
    chatfmt_slice path = {s->tokenizer, strlen(s->tokenizer)};
    chatfmt_encoder *encoder = reader_cache_encoder(&cache, path, &error);
    FILE *file = strcmp(input, "-") ? fopen(input, "r") : stdin;
    bool ok = encoder && file;
    writer_open(&w, STDOUT_FILENO);
    if (!file) perror(input);
    if (!encoder) show_error(s->tokenizer, &error);
    if (ok && !(ok = parse_feed_ids(s, reply, encoder, file, &w, &error))) show_error(input, &error);
    if (ok && s->stream) write_text(&w, "{\"message\": ");
    if (ok) ok = parse_message(&w, reply, &error);
    if (ok) write_text(&w, s->stream ? "}\n" : "\n");
    if (file && file != stdin) fclose(file);
    reader_cache_close(&cache);
    return writer_close(&w) && ok ? EXIT_DONE : EXIT_FAILED;
}

static int parse_explain(const chatfmt_reader *reader)
{
    chatfmt_reader_facts facts = chatfmt_reader_about(reader);
    writer w;
    writer_open(&w, STDOUT_FILENO);
    write_bytes(&w, facts.json.data, facts.json.length);
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
    if (s->explain) return parse_explain(reader);
    if (chatfmt_reply_open(reader, options, &reply, &error)) return parse_fail("--reader", &error);
    if (s->tokenizer) {
        code = parse_ids(s, reply, input);
    } else if (!s->stream) {
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
    reader_cache cache = {0};
    int code;
    if (!s->explain && parse_by_description(s, options, &code)) return code;
    const chatfmt_reader *reader = parse_choose(s, &cache);
    if (reader) code = parse_one(s, reader, options);
    else code = s->reader || s->model ? EXIT_FAILED : EXIT_USAGE;
    reader_cache_close(&cache);
    return code;
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
    bool ok = !(s->write ? chatfmt_transcript_write : chatfmt_transcript_read)(
        s->conversation, file.data ? file.data : "", file.length, &text, &length, &error);
    file_free(&file);
    if (!ok) return parse_fail(input, &error);
    writer_open(&w, STDOUT_FILENO);
    write_bytes(&w, text, length);
    if (!s->write) write_text(&w, "\n");
    chatfmt_text_free(text);
    return writer_close(&w) ? EXIT_DONE : EXIT_FAILED;
}

int command_parse(int argc, char **argv)
{
    parse_settings s = {0};
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_values *values = NULL;
    chatfmt_error error;
    file_text prompt = {0}, tools = {0};
    int code = EXIT_FAILED;
    options_result result = options_read(&parse_table, argc, argv, &s);
    if (result != OPTIONS_OK) return result == OPTIONS_HELP ? EXIT_DONE : EXIT_USAGE;
    if (s.list) return parse_list();
    if (s.batch) return parse_batch();
    if (s.conversation) return parse_conversation(&s);
    if (s.reasoning) options.flags |= CHATFMT_REPLY_REASONING_OPEN;
    if (s.control) options.flags |= CHATFMT_REPLY_CONTROL_TOKENS;
    if (s.prompt && !file_read(s.prompt, &prompt)) return EXIT_FAILED;
    options.prompt = (chatfmt_slice){prompt.data, prompt.length};
    if (!s.tools) {
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
    return code;
}
