/* cli/parse_response.c - replies read by a response_template or a response_schema.
 *
 * Events are printed as transformers gives them, so that the two can be compared and exchanged.
 */
#define _POSIX_C_SOURCE 200809L
#include "parse_response.h"

#include "command.h"
#include "files.h"
#include "parse_input.h"
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

/* The events at hand, a line each. */
static void region_write_all(writer *w, chatfmt_response *response)
{
    const chatfmt_region_event *event;
    while ((event = chatfmt_response_next(response))) {
        char *json;
        size_t length;
        if (chatfmt_region_event_json(event, &json, &length, NULL)) {
            w->failed = true;
            return;
        }
        write_bytes(w, json, length);
        if (length) write_text(w, "\n");
        chatfmt_text_free(json);
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

/* Text for the reply; events of a stream are printed as they come. */
static bool region_feed(const parse_response_job *job, chatfmt_response *response, writer *w,
                        const char *data, size_t length)
{
    chatfmt_error error;
    bool ok = !chatfmt_response_feed(response, data, length, &error) ||
              region_failed("reply", &error);
    if (!job->stream) return ok;
    region_write_all(w, response);
    return writer_flush(w) && ok;
}

static bool region_text(const parse_response_job *job, chatfmt_response *response, int file,
                        writer *w)
{
    enum { MOST = 1 << 20 };
    size_t room = job->chunk ? (size_t)job->chunk : 65536;
    char *chunk = malloc(MOST);
    utf8_watch watch = {0};
    bool ok = chunk != NULL;
    while (ok) {
        ssize_t got = read(file, chunk, room);
        if (got < 0) perror("chatfmt: cannot read the reply");
        if (got <= 0) {
            ok = got == 0;
            break;
        }
        utf8_watch_next(&watch, job->input, chunk, (size_t)got);
        ok = region_feed(job, response, w, chunk, (size_t)got);
    }
    utf8_watch_end(&watch, job->input);
    free(chunk);
    return ok;
}

/* All ids of a list; free it. */
static bool region_list(FILE *file, uint32_t **ids, size_t *count)
{
    size_t room = 0;
    id_found found;
    uint32_t id;
    *ids = NULL;
    *count = 0;
    while ((found = id_next(file, &id)) == ID_FOUND) {
        if (*count == room) {
            room = room ? room * 2 : 1024;
            uint32_t *grown = realloc(*ids, room * sizeof **ids);
            if (!grown) return fputs("chatfmt: out of memory\n", stderr), false;
            *ids = grown;
        }
        (*ids)[(*count)++] = id;
    }
    if (found == ID_TOO_LARGE)
        fputs("chatfmt: a number is no token id: ids end at 4294967295\n", stderr);
    return found == ID_NONE;
}

/* Ids are decoded whole. Source: PreTrainedTokenizerBase.parse_response. */
static bool region_ids(const parse_response_job *job, chatfmt_response *response, int file,
                       writer *w)
{
    chatfmt_error error;
    chatfmt_slice text;
    uint32_t *ids = NULL;
    size_t count = 0;
    int own = dup(file);
    FILE *list = own < 0 ? NULL : fdopen(own, "r");
    if (!list) {
        perror("chatfmt: cannot read the reply");
        if (own >= 0) (void)close(own);
        return false;
    }
    bool ok = region_list(list, &ids, &count);
    if (ok && chatfmt_encoder_decode(job->encoder, ids, count, 0, &text, &error))
        ok = region_failed("reply", &error);
    ok = ok && region_feed(job, response, w, text.data, text.length);
    (void)fclose(list);
    free(ids);
    return ok;
}

static bool region_stream(const parse_response_job *job, chatfmt_response *response, int file,
                          writer *w)
{
    chatfmt_error error;
    if (job->stream) region_write_all(w, response);
    bool ok = job->encoder ? region_ids(job, response, file, w)
                           : region_text(job, response, file, w);
    ok = ok && (!chatfmt_response_finish(response, &error) || region_failed("reply", &error));
    if (job->stream) region_write_all(w, response);
    if (!ok) return false;
    if (job->stream) write_text(w, "{\"message\": ");
    ok = region_message(w, response, &error) || region_failed("reply", &error);
    write_text(w, job->stream ? "}\n" : "\n");
    return ok;
}

int parse_response_run(const parse_response_job *job,
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
    options.limits = job->limits;
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

bool parse_response_load(const parse_response_job *job, chatfmt_response_template **description)
{
    chatfmt_error error;
    file_text text;
    *description = NULL;
    if (job->optional && access(job->path, R_OK) != 0) return false;
    if (!file_read(job->path, &text)) return true;
    bool ok = !chatfmt_response_template_new(text.data, text.length, job->source, NULL, job->limits,
                                             description, &error);
    file_free(&text);
    if (ok) return true;
    if (job->optional && error.status == CHATFMT_NOT_FOUND) return false;
    show_error(job->path, &error);
    return true;
}
