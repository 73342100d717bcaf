/* cli/parse_response.c - replies read by a response_template or a response_schema.
 *
 * Events are printed as transformers gives them, so that the two can be compared and exchanged.
 */
#define _POSIX_C_SOURCE 200809L
#include "parse_response.h"

#include "command.h"
#include "files.h"
#include "show.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool parse_response_config(const char *model, char *path, size_t room)
{
    static const char json[] = ".json";
    struct stat about;
    size_t name = strlen(model);
    int length;
    if (stat(model, &about) == 0 && !S_ISDIR(about.st_mode)) { /* a template or a GGUF file */
        if (name < sizeof json - 1 || strcmp(model + name - (sizeof json - 1), json) != 0)
            return false;
        length = snprintf(path, room, "%s", model);
    } else if (stat(model, &about) == 0) {
        length = snprintf(path, room, "%s/tokenizer_config.json", model);
    } else { /* the id of a repository, perhaps */
        chatfmt_model *found;
        if (chatfmt_model_open(model, NULL, &found, NULL)) return false;
        chatfmt_slice folder = chatfmt_model_about(found)->path;
        length = snprintf(path, room, "%.*s/tokenizer_config.json", (int)folder.length,
                          folder.data);
        chatfmt_model_free(found);
    }
    return length > 0 && (size_t)length < room;
}

/* ---- Events ---- */

static void region_write(writer *w, const chatfmt_region_event *event)
{
    static const char *const kinds[] = {"region_open", "region_chunk", "region_close"};
    write_text(w, "{\"type\": \"");
    write_text(w, kinds[event->kind]);
    write_text(w, "\", \"field\": ");
    write_json_string(w, event->field.data, event->field.length);
    if (event->kind == CHATFMT_REGION_CHUNK) {
        write_text(w, ", \"text\": ");
        write_json_string(w, event->text.data, event->text.length);
        write_text(w, event->dirty ? ", \"dirty\": true" : ", \"dirty\": false");
    } else if (event->kind == CHATFMT_REGION_CLOSE) {
        write_text(w, ", \"value\": ");
        write_bytes(w, event->value.data, event->value.length);
    }
    write_text(w, "}");
}

/* The events at hand, as lines or (list) separated by commas. */
static void region_write_all(writer *w, chatfmt_response *response, bool list, bool *first)
{
    const chatfmt_region_event *event;
    while ((event = chatfmt_response_next(response))) {
        if (event->kind == CHATFMT_REGION_SKIPPED) continue;
        if (list && !*first) write_text(w, ", ");
        region_write(w, event);
        if (!list) write_text(w, "\n");
        *first = false;
    }
}

static bool region_message(writer *w, chatfmt_response *response, chatfmt_error *error)
{
    chatfmt_slice json;
    if (chatfmt_response_message(response, &json, error)) return false;
    write_bytes(w, json.data, json.length);
    return true;
}

/* ---- One reply ---- */

static bool region_failed(const char *where, const chatfmt_error *error)
{
    show_error(where, error);
    return false;
}

static bool region_stream(const parse_response_job *job, chatfmt_response *response, int file,
                          writer *w)
{
    enum { MOST = 1 << 20 };
    size_t room = job->chunk ? (size_t)job->chunk : 65536;
    char *chunk = malloc(MOST);
    chatfmt_error error;
    bool first = true, ok = chunk != NULL;
    if (job->stream) region_write_all(w, response, false, &first);
    while (ok) {
        ssize_t got = read(file, chunk, room);
        if (got < 0) perror("chatfmt: cannot read the reply");
        if (got <= 0) {
            ok = got == 0;
            break;
        }
        ok = !chatfmt_response_feed(response, chunk, (size_t)got, &error) ||
             region_failed("reply", &error);
        if (!job->stream) continue;
        region_write_all(w, response, false, &first);
        ok = writer_flush(w) && ok;
    }
    free(chunk);
    ok = ok && (!chatfmt_response_finish(response, &error) || region_failed("reply", &error));
    if (job->stream) region_write_all(w, response, false, &first);
    if (!ok) return false;
    if (job->stream) write_text(w, "{\"message\": ");
    ok = region_message(w, response, &error) || region_failed("reply", &error);
    write_text(w, job->stream ? "}\n" : "\n");
    return ok;
}

static int region_read(const parse_response_job *job,
                       const chatfmt_response_template *description)
{
    chatfmt_response_options options = CHATFMT_RESPONSE_OPTIONS_INIT;
    chatfmt_response *response;
    chatfmt_error error;
    bool standard = !job->input || strcmp(job->input, "-") == 0;
    int file = standard ? STDIN_FILENO : open(job->input, O_RDONLY);
    writer w;
    if (file < 0) {
        perror(job->input);
        return EXIT_FAILED;
    }
    options.prompt = job->prompt;
    options.tools = job->tools;
    bool ok = !chatfmt_response_new(description, &options, &response, &error) ||
              region_failed("prompt", &error);
    if (ok) {
        writer_open(&w, STDOUT_FILENO);
        ok = region_stream(job, response, file, &w);
        ok = writer_close(&w) && ok;
        chatfmt_response_free(response);
    }
    if (!standard) (void)close(file);
    return ok ? EXIT_DONE : EXIT_FAILED;
}

int parse_response_run(const parse_response_job *job, bool *described)
{
    chatfmt_response_template *description;
    chatfmt_error error;
    file_text text;
    int code = EXIT_FAILED;
    if (described) *described = true;
    if (job->optional && access(job->path, R_OK) != 0) {
        if (described) *described = false;
        return EXIT_FAILED;
    }
    if (!file_read(job->path, &text)) return EXIT_FAILED;
    if (!chatfmt_response_template_new(text.data, text.length, job->source, NULL, NULL,
                                       &description, &error)) {
        code = region_read(job, description);
        chatfmt_response_template_free(description);
    } else if (job->optional && error.status == CHATFMT_NOT_FOUND && described) {
        *described = false;
    } else {
        show_error(job->path, &error);
    }
    file_free(&text);
    return code;
}

/* ---- Batch ---- */

static chatfmt_value region_member(chatfmt_value object, const char *key)
{
    return chatfmt_value_find(object, key, strlen(key));
}

bool parse_response_asked(chatfmt_value row)
{
    return chatfmt_value_kind_of(region_member(row, "response_template")) !=
               CHATFMT_VALUE_ABSENT ||
           chatfmt_value_kind_of(region_member(row, "response_schema")) != CHATFMT_VALUE_ABSENT;
}

static bool region_row_feed(writer *w, chatfmt_response *response, chatfmt_value row, bool events,
                            chatfmt_error *error)
{
    chatfmt_value chunks = region_member(row, "chunks");
    size_t count = chatfmt_value_count(chunks);
    bool first = true, ok = true;
    if (events) {
        write_text(w, "\"initial_events\": [");
        region_write_all(w, response, true, &first);
        write_text(w, "], \"events\": [");
        first = true;
    }
    for (size_t i = 0; ok && i < (count ? count : 1); i++) {
        chatfmt_slice text = chatfmt_value_as_text(count ? chatfmt_value_at(chunks, i)
                                                         : region_member(row, "text"));
        ok = !chatfmt_response_feed(response, text.data, text.length, error);
        if (events) region_write_all(w, response, true, &first);
    }
    ok = ok && !chatfmt_response_finish(response, error);
    if (events) region_write_all(w, response, true, &first);
    if (events) write_text(w, "], ");
    return ok;
}

bool parse_response_row(writer *w, chatfmt_values *values, chatfmt_value row,
                        chatfmt_error *error)
{
    chatfmt_response_options options = CHATFMT_RESPONSE_OPTIONS_INIT;
    chatfmt_value description = region_member(row, "response_template");
    bool schema = chatfmt_value_kind_of(description) == CHATFMT_VALUE_ABSENT;
    bool events = chatfmt_value_truth(region_member(row, "events"));
    chatfmt_response_template *compiled;
    chatfmt_response *response;
    chatfmt_slice json;
    if (schema) description = region_member(row, "response_schema");
    if (chatfmt_value_write_json(values, description, &json, error) ||
        chatfmt_response_template_new(json.data, json.length,
                                      schema ? CHATFMT_RESPONSE_SCHEMA : CHATFMT_RESPONSE_TEMPLATE,
                                      NULL, NULL, &compiled, error))
        return false;
    options.prompt = chatfmt_value_as_text(region_member(row, "prompt"));
    options.tools = region_member(row, "tools");
    bool ok = !chatfmt_response_new(compiled, &options, &response, error);
    if (ok) {
        ok = region_row_feed(w, response, row, events, error);
        if (ok) write_text(w, "\"message\": ");
        ok = ok && region_message(w, response, error);
        if (ok) write_text(w, "}\n");
        chatfmt_response_free(response);
    }
    chatfmt_response_template_free(compiled);
    return ok;
}
