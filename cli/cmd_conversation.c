/* cli/cmd_conversation.c - chatfmt conversation: FastChat's Conversation in a file, grown a message
 * at a time. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "formats_file.h"
#include "json_file.h"
#include "option_values.h"
#include "options.h"
#include "show.h"
#include "writer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CONVERSATION_WORDS = 4 };

typedef struct conversation_settings {
    const char *words[CONVERSATION_WORDS + 1]; /* what, FILE, and what else it takes */
    const char *format, *formats_path, *system, *as;
    option_time now;
    bool json, force;
} conversation_settings;

/* What one run of the command owns. */
typedef struct conversation_work {
    const conversation_settings *settings;
    chatfmt_formats *formats;
    chatfmt_values *values;
    chatfmt_renderer *renderer;
    chatfmt_conversation *conversation;
    file_text file, given; /* the conversation borrows from the first */
    writer out;
    bool misused; /* by an unknown format, or a file that only --force replaces */
} conversation_work;

typedef bool (*conversation_step)(conversation_work *work);

enum {
    CONVERSATION_NEW = 1 << 0,
    CONVERSATION_LOAD = 1 << 1,
    CONVERSATION_APPEND = 1 << 2,
    CONVERSATION_UPDATE = 1 << 3,
    CONVERSATION_SHOW = 1 << 4,
    CONVERSATION_SAVE = 1 << 5,
    CONVERSATION_TALK = 1 << 6
};

/* In the order of the bits above. */
static const option_mode conversation_modes[] = {
    {0, "by conversation new", "conversation new"},
    {0, "by conversation load", "conversation load"},
    {0, "by conversation append", "conversation append"},
    {0, "by conversation update-last", "conversation update-last"},
    {0, "by conversation show", "conversation show"},
    {0, "by conversation save", "conversation save"},
    {0, "by conversation talk", "conversation talk"},
};

static const option_verb conversation_verbs[] = {
    {2, 2, "new takes the FILE that it makes", 0},
    {3, 3, "load takes the FILE that it makes and what was SAVED", 4},
    {3, 4, "append takes a FILE, a ROLE and the TEXT; without a TEXT the message is pending", 10},
    {2, 3, "update-last takes a FILE and the TEXT; without a TEXT the message is pending", 6},
    {2, 2, "show takes a FILE", 2},
    {3, 3, "save takes a FILE and the name of the one to save it in", 2},
    {2, 2, "talk takes a FILE", 2},
};

static bool conversation_mode(const void *settings, uint32_t *modes)
{
    int what = options_verb(&conversation_table, settings);
    if (what < 0) return false;
    *modes = 1u << what;
    return what || ((const conversation_settings *)settings)->format ||
           options_missing(&conversation_table, "new needs --format NAME");
}

#define OPTION_SETTINGS conversation_settings
static const option_row conversation_rows[] = {
#define CONVERSATION OPTION_ROW
#include "options.def"
};

const option_table conversation_table = {
    .command = "conversation",
    .usage = "WHAT FILE [WORD]… [OPTION]…",
    .summary = "FastChat's Conversation, kept in a file:\n"
               "  new FILE                 start a conversation with a format\n"
               "  append FILE ROLE [TEXT]  add a message of user, assistant or another role;\n"
               "                           without TEXT the message is pending\n"
               "  update-last FILE [TEXT]  replace the content of the last message\n"
               "  show FILE                print the prompt\n"
               "  save FILE SAVED          write what FastChat's !!save writes\n"
               "  load FILE SAVED          read such a file\n"
               "  talk FILE                ask for the user's text, print the prompt, ask for\n"
               "                           the model's answer, and so on\n"
               "FILE may be - (standard input and output), and TEXT too (standard input). FILE\n"
               "also works as --formats-file, which registers the conversation as a format.",
    .rows = conversation_rows,
    .count = sizeof conversation_rows / sizeof *conversation_rows,
    .epilogue = "examples:\n"
                "  chatfmt conversation new c.json --format vicuna_v1.1\n"
                "  chatfmt conversation append c.json user 'Hello!'\n"
                "  chatfmt conversation append c.json assistant\n"
                "  chatfmt conversation show c.json\n"
                "  chatfmt conversation update-last c.json 'Hi there!'\n",
    .words = "new|load|append|update-last|show|save|talk",
    .modes = conversation_modes,
    .mode_count = sizeof conversation_modes / sizeof *conversation_modes,
    .mode = conversation_mode,
    .verbs = conversation_verbs,
    .takes = WORDS(words, CONVERSATION_WORDS, "one argument too many: a TEXT with spaces needs "
                                              "quotes"),
};

/* ---- Files ---- */

static bool conversation_read(conversation_work *work, const char *path)
{
    chatfmt_error error;
    chatfmt_value request;
    return json_file_read(path, "FILE", work->values, &work->file, &request) &&
           (!chatfmt_conversation_read(work->formats, request, NULL, &work->conversation, &error) ||
            show_failed(file_name(path), &error));
}

/* A new file, or one that is there where that is meant. */
static bool conversation_put(conversation_work *work, const char *path, chatfmt_slice json,
                             bool replaces)
{
    writer text;
    if (!strcmp(path, "-")) {
        write_bytes(&work->out, json.data, json.length);
        write_text(&work->out, "\n");
        return true;
    }
    struct stat about;
    bool there = !stat(path, &about);
    if (there && S_ISDIR(about.st_mode)) return errno = EISDIR, file_failed(path);
    work->misused = there && !replaces;
    if (work->misused)
        return fprintf(stderr, "chatfmt: %s: already exists; --force replaces it\n", path), false;
    writer_open(&text, -1);
    write_bytes(&text, json.data, json.length);
    write_text(&text, "\n");
    bool ok = there ? file_replace(path, text.data, text.length)
                    : file_create(path, text.data, text.length);
    text.length = 0;
    return writer_close(&text) && ok;
}

static bool conversation_write(conversation_work *work, const char *path, bool replaces)
{
    chatfmt_error error;
    chatfmt_slice json;
    if (chatfmt_conversation_save(work->conversation, work->values, &json, &error))
        return show_failed(path, &error);
    return conversation_put(work, path, json, replaces);
}

/* The TEXT, which may be standard input; NULL data without one. */
static bool conversation_text(conversation_work *work, int word, chatfmt_slice *out)
{
    const conversation_settings *s = work->settings;
    *out = (chatfmt_slice){NULL, 0};
    if (!s->words[word]) return true;
    *out = (chatfmt_slice){s->words[word], strlen(s->words[word])};
    if (strcmp(s->words[word], "-")) return true;
    if (!file_read("-", &work->given)) return false;
    *out = (chatfmt_slice){work->given.data, work->given.length};
    return true;
}

/* ---- What can be done ---- */

static bool conversation_new(conversation_work *work)
{
    chatfmt_error error;
    chatfmt_format *format;
    const conversation_settings *s = work->settings;
    if (!formats_file_open(work->formats, s->format, true, &work->misused, &format)) return false;
    bool ok = !chatfmt_conversation_new(format, NULL, &work->conversation, &error);
    if (ok && s->system)
        ok = !chatfmt_conversation_set_system(work->conversation, s->system, strlen(s->system),
                                              &error);
    if (ok && s->now.given)
        ok = !chatfmt_conversation_set_date(work->conversation, s->now.value, &error);
    if (!ok) show_error(s->format, &error);
    ok = ok && conversation_write(work, s->words[1], s->force);
    chatfmt_conversation_free(work->conversation);
    work->conversation = NULL;
    chatfmt_format_free(format);
    return ok;
}

static bool conversation_load(conversation_work *work)
{
    const conversation_settings *s = work->settings;
    return conversation_read(work, s->words[2]) && conversation_write(work, s->words[1], s->force);
}

/* A role by its own text; content as JSON, made of the TEXT unless that is JSON. */
static chatfmt_status conversation_add_json(conversation_work *work, const char *role,
                                            chatfmt_slice text, chatfmt_error *error)
{
    chatfmt_value value;
    chatfmt_slice name = {role, strlen(role)}, content = {"null", 4};
    if (work->settings->json && text.data) content = text;
    else if (text.data &&
             (chatfmt_value_string(work->values, text.data, text.length, &value, error) ||
              chatfmt_value_write_json(work->values, value, &content, error)))
        return error->status;
    return chatfmt_conversation_append_json(work->conversation, name, content, error);
}

/* Roles are known by what OpenAI calls them, and others by their own text. */
static chatfmt_status conversation_add(conversation_work *work, const char *role,
                                       chatfmt_slice text, chatfmt_error *error)
{
    static const char *const names[] = {"user", "assistant"};
    for (size_t i = 0; !work->settings->json && i < sizeof names / sizeof *names; i++)
        if (!strcmp(role, names[i]))
            return chatfmt_conversation_append(work->conversation, i, text.data, text.length,
                                               error);
    return conversation_add_json(work, role, text, error);
}

static bool conversation_append(conversation_work *work)
{
    chatfmt_error error;
    chatfmt_slice text;
    const conversation_settings *s = work->settings;
    if (!conversation_read(work, s->words[1]) || !conversation_text(work, 3, &text)) return false;
    if (conversation_add(work, s->words[2], text, &error))
        return work->misused = s->json && text.data, /* the JSON of the command line */
               show_failed(work->misused ? "TEXT" : s->words[1], &error);
    return conversation_write(work, s->words[1], true);
}

static bool conversation_update(conversation_work *work)
{
    chatfmt_error error;
    chatfmt_slice text;
    const char *path = work->settings->words[1];
    if (!conversation_read(work, path) || !conversation_text(work, 2, &text)) return false;
    if (chatfmt_conversation_update_last(work->conversation, text.data, text.length, &error))
        return show_failed(path, &error);
    return conversation_write(work, path, true);
}

static bool conversation_convert(conversation_work *work, const char *as, chatfmt_slice *json)
{
    chatfmt_error error;
    return !chatfmt_conversation_convert(work->conversation, as, work->renderer, json, &error) ||
           show_failed(work->settings->words[1], &error);
}

static bool conversation_prompt(conversation_work *work)
{
    chatfmt_error error;
    chatfmt_slice text;
    if (chatfmt_conversation_prompt(work->conversation, work->renderer, NULL, &text, &error))
        return show_failed(work->settings->words[1], &error);
    if (writer_is_terminal(work->out.file))
        write_terminal(&work->out, text.data, text.length, false), write_text(&work->out, "\n");
    else write_bytes(&work->out, text.data, text.length);
    return true;
}

static bool conversation_show(conversation_work *work)
{
    chatfmt_slice json;
    const conversation_settings *s = work->settings;
    if (!conversation_read(work, s->words[1])) return false;
    if (!s->as) return conversation_prompt(work);
    if (!conversation_convert(work, s->as, &json)) return false;
    write_bytes(&work->out, json.data, json.length);
    write_text(&work->out, "\n");
    return true;
}

static bool conversation_save(conversation_work *work)
{
    chatfmt_slice json;
    const conversation_settings *s = work->settings;
    return conversation_read(work, s->words[1]) && conversation_convert(work, "dict", &json) &&
           conversation_put(work, s->words[2], json, s->force);
}

/* ---- talk ---- */

/* A line without its end; an empty one ends the talk as the end of the input does. */
static bool talk_ask(const char *who, char **line, size_t *capacity, size_t *length)
{
    fprintf(stderr, "%s: ", who);
    ssize_t count = getline(line, capacity, stdin);
    while (count > 0 && ((*line)[count - 1] == '\n' || (*line)[count - 1] == '\r')) count--;
    *length = count > 0 ? (size_t)count : 0;
    return count > 0;
}

/* A turn is kept when it is whole. */
static bool talk_turn(conversation_work *work, char **line, size_t *capacity, bool *ended)
{
    chatfmt_error error;
    size_t length;
    const char *path = work->settings->words[1];
    *ended = !talk_ask("User", line, capacity, &length);
    if (*ended) return true;
    if (chatfmt_conversation_append(work->conversation, 0, *line, length, &error) ||
        chatfmt_conversation_append(work->conversation, 1, NULL, 0, &error))
        return show_failed(path, &error);
    if (!conversation_prompt(work)) return false;
    write_text(&work->out, "\n");
    if (!writer_flush(&work->out)) return false;
    *ended = !talk_ask("Assistant", line, capacity, &length);
    if (*ended) return true;
    if (chatfmt_conversation_update_last(work->conversation, *line, length, &error))
        return show_failed(path, &error);
    return conversation_write(work, path, true);
}

static bool conversation_talk(conversation_work *work)
{
    char *line = NULL;
    size_t capacity = 0;
    bool ended = false, ok = conversation_read(work, work->settings->words[1]);
    while (ok && !ended) ok = talk_turn(work, &line, &capacity, &ended);
    fputs("\n", stderr);
    free(line);
    return ok;
}

/* ---- The command ---- */

static bool conversation_do(conversation_work *work)
{
    static const conversation_step steps[] = {conversation_new,    conversation_load,
                                              conversation_append, conversation_update,
                                              conversation_show,   conversation_save,
                                              conversation_talk};
    chatfmt_error error;
    if (!formats_file_load(work->settings->formats_path, &work->formats)) return false;
    if (chatfmt_values_new(NULL, NULL, &work->values, &error) ||
        chatfmt_renderer_new(NULL, &work->renderer, &error))
        return show_failed(NULL, &error);
    return steps[options_verb(&conversation_table, work->settings)](work);
}

int command_conversation(int argc, char **argv)
{
    int code;
    conversation_settings settings = {.format = NULL};
    conversation_work work = {.settings = &settings};
    if (!options_ready(&conversation_table, argc, argv, &settings, &code)) return code;
    writer_open(&work.out, STDOUT_FILENO);
    bool ok = conversation_do(&work);
    ok = writer_close(&work.out) && ok;
    chatfmt_conversation_free(work.conversation);
    chatfmt_renderer_free(work.renderer);
    chatfmt_values_free(work.values);
    chatfmt_formats_free(work.formats);
    file_free(&work.file);
    file_free(&work.given);
    return ok ? EXIT_DONE : work.misused ? EXIT_USAGE : EXIT_FAILED;
}
