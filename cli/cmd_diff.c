/* cli/cmd_diff.c - chatfmt diff: two templates over the same conversations, and where they part. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "files.h"
#include "model_cache.h"
#include "options.h"
#include "show.h"
#include "writer.h"

#include "apply_request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DIFF_CONTEXT = 40 };

#define DIFF_USER "{\"role\":\"user\",\"content\":\"Hello\"}"
#define DIFF_ANSWER "{\"role\":\"assistant\",\"content\":\"Hi, how can I help?\"}"
#define DIFF_TOOLS                                                                              \
    ",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"weather\",\"description\":"         \
    "\"The weather of a city\",\"parameters\":{\"type\":\"object\",\"properties\":{\"city\":"        \
    "{\"type\":\"string\"}},\"required\":[\"city\"]}}}]"

/* The conversations when none are given. Arguments of apply_chat_template; the tokens are those
 * of the model where it has its own. */
static const struct {
    const char *name, *json;
} diff_matrix[] = {
    {"user", "{\"messages\":[" DIFF_USER "]}"},
    {"user, open", "{\"messages\":[" DIFF_USER "],\"add_generation_prompt\":true}"},
    {"answered", "{\"messages\":[" DIFF_USER "," DIFF_ANSWER "]}"},
    {"two turns", "{\"messages\":[" DIFF_USER "," DIFF_ANSWER "," DIFF_USER "],"
                  "\"add_generation_prompt\":true}"},
    {"system", "{\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"}," DIFF_USER "],"
               "\"add_generation_prompt\":true}"},
    {"white space", "{\"messages\":[{\"role\":\"user\",\"content\":\"  a\\n\\n \"}," DIFF_ANSWER "]}"},
    {"empty", "{\"messages\":[{\"role\":\"user\",\"content\":\"\"},{\"role\":\"assistant\","
              "\"content\":\"\"}]}"},
    {"tools", "{\"messages\":[" DIFF_USER "],\"add_generation_prompt\":true" DIFF_TOOLS "}"},
    {"tool call", "{\"messages\":[" DIFF_USER ",{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":"
                  "[{\"id\":\"call00001\",\"type\":\"function\",\"function\":{\"name\":\"weather\","
                  "\"arguments\":{\"city\":\"Oslo\"}}}]},{\"role\":\"tool\",\"name\":\"weather\","
                  "\"tool_call_id\":\"call00001\",\"content\":\"3 degrees\"}],"
                  "\"add_generation_prompt\":true" DIFF_TOOLS "}"},
    {"reasoning", "{\"messages\":[" DIFF_USER ",{\"role\":\"assistant\",\"reasoning_content\":"
                  "\"They greet.\",\"content\":\"Hi\"}," DIFF_USER "],\"add_generation_prompt\":true}"},
    {"parts", "{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Hello\"}]}]}"},
};

typedef struct diff_command {
    const char *paths[2], *conversations;
    model_cache models;
    const chatfmt_model *sides[2];
    chatfmt_chat *chats[2];
    chatfmt_values *values;
    writer out;
    size_t same, different;
} diff_command;

static bool diff_set_conversations(void *c, const char *v)
{
    return ((diff_command *)c)->conversations = v, true;
}

static bool diff_set_word(void *c, const char *v)
{
    diff_command *d = c;
    if (d->paths[1]) return false;
    d->paths[d->paths[0] ? 1 : 0] = v;
    return true;
}

static const option_row diff_rows[] = {
    {"--conversations", "FILE", "JSON Lines of arguments, instead of those built in",
     diff_set_conversations},
};

static const option_table diff_table = {
    "chatfmt diff A B [OPTION]…",
    "Renders the same conversations with two models or templates and shows where the prompts part.\n"
    "Exit status 1 when they differ.",
    diff_rows, sizeof diff_rows / sizeof *diff_rows,
    "example:\n  chatfmt diff ./Qwen3-8B Qwen3-8B.gguf\n", diff_set_word,
};

/* One side's prompt, or its error as text. */
static bool diff_side(diff_command *d, int side, const char *json, size_t length,
                      chatfmt_slice *text, chatfmt_error *error)
{
    apply_request r;
    chatfmt_applied applied;
    chatfmt_value context;
    static const char tokens[] = "{\"bos_token\":\"<s>\",\"eos_token\":\"</s>\"}";
    apply_request_begin(&r);
    r.options.flags = CHATFMT_APPLY_NOW;
    r.options.now = 1767322800; /* one moment for both: 2026-01-02 03:00 */
    if (chatfmt_value_read_json(d->values, json, length, &context, error) ||
        (chatfmt_model_token_count(d->sides[side]) == 0 &&
         chatfmt_value_read_json(d->values, tokens, sizeof tokens - 1, &r.options.variables,
                                 error)) ||
        !apply_request_read(&r, d->values, context, error) ||
        chatfmt_chat_apply(d->chats[side], d->sides[side], r.conversation, &r.options, &applied,
                           error)) {
        *text = (chatfmt_slice){error->text, strlen(error->text)};
        return false;
    }
    *text = applied.text;
    return true;
}

/* Some text around the first byte that differs. */
static void diff_show(diff_command *d, int side, bool ok, chatfmt_slice text, size_t at)
{
    size_t from = ok && at > DIFF_CONTEXT ? at - DIFF_CONTEXT : 0;
    while (from > 0 && ((unsigned char)text.data[from] & 0xC0) == 0x80) from--;
    size_t left = text.length - (from < text.length ? from : text.length);
    size_t shown = left > 2 * DIFF_CONTEXT ? 2 * DIFF_CONTEXT : left;
    write_text(&d->out, side ? "    + " : "    - ");
    if (!ok) write_text(&d->out, "error: ");
    if (from) write_text(&d->out, "…");
    if (shown) write_terminal(&d->out, text.data + from, shown, true);
    if (shown < left) write_text(&d->out, "…");
    write_text(&d->out, "\n");
}

static void diff_one(diff_command *d, const char *name, const char *json, size_t length)
{
    chatfmt_slice texts[2];
    chatfmt_error errors[2];
    bool ok[2];
    size_t at = 0;
    chatfmt_values_reset(d->values);
    for (int i = 0; i < 2; i++) ok[i] = diff_side(d, i, json, length, &texts[i], &errors[i]);
    while (at < texts[0].length && at < texts[1].length && texts[0].data[at] == texts[1].data[at])
        at++;
    bool same = (ok[0] && ok[1] && at == texts[0].length && at == texts[1].length) ||
                (!ok[0] && !ok[1]);
    d->same += same;
    d->different += !same;
    if (same) return;
    write_text(&d->out, name);
    write_text(&d->out, ": differ");
    if (ok[0] && ok[1]) {
        write_text(&d->out, " at byte ");
        write_number(&d->out, at);
    }
    write_text(&d->out, "\n");
    for (int i = 0; i < 2; i++) diff_show(d, i, ok[i], texts[i], at);
}

static bool diff_all(diff_command *d)
{
    file_text file;
    char name[32];
    size_t number = 0;
    for (size_t i = 0; !d->conversations && i < sizeof diff_matrix / sizeof *diff_matrix; i++)
        diff_one(d, diff_matrix[i].name, diff_matrix[i].json, strlen(diff_matrix[i].json));
    if (!d->conversations) return true;
    if (!file_read(d->conversations, &file)) return false;
    for (size_t at = 0; at < file.length;) {
        const char *newline = memchr(file.data + at, '\n', file.length - at);
        size_t length = newline ? (size_t)(newline - file.data) - at : file.length - at;
        snprintf(name, sizeof name, "line %lu", (unsigned long)++number);
        if (length) diff_one(d, name, file.data + at, length);
        at += length + 1;
    }
    file_free(&file);
    return true;
}

static bool diff_open(diff_command *d)
{
    chatfmt_error error;
    for (int i = 0; i < 2; i++) {
        chatfmt_slice path = {d->paths[i], strlen(d->paths[i])};
        d->sides[i] = model_cache_get(&d->models, path, 0, &error);
        if (!d->sides[i] || chatfmt_chat_new(NULL, NULL, &d->chats[i], &error)) {
            show_error(NULL, &error);
            return false;
        }
    }
    if (!chatfmt_values_new(NULL, NULL, &d->values, &error)) return true;
    show_error(NULL, &error);
    return false;
}

int command_diff(int argc, char **argv)
{
    diff_command d = {.same = 0};
    switch (options_read(&diff_table, argc, argv, &d)) {
    case OPTIONS_HELP: return EXIT_DONE;
    case OPTIONS_BAD: return EXIT_USAGE;
    case OPTIONS_OK: break;
    }
    if (!d.paths[1]) {
        fprintf(stderr, "chatfmt: diff needs two models or templates\nusage: %s\n",
                diff_table.usage);
        return EXIT_USAGE;
    }
    writer_open(&d.out, STDOUT_FILENO);
    bool ok = diff_open(&d) && diff_all(&d);
    if (ok) {
        write_number(&d.out, d.same);
        write_text(&d.out, " conversations alike, ");
        write_number(&d.out, d.different);
        write_text(&d.out, " different\n");
    }
    ok = writer_close(&d.out) && ok;
    for (int i = 0; i < 2; i++) chatfmt_chat_free(d.chats[i]);
    chatfmt_values_free(d.values);
    model_cache_close(&d.models);
    return ok && !d.different ? EXIT_DONE : EXIT_FAILED;
}
