/* cli/cmd_formats.c - chatfmt formats: what formats there are, what one says, which one a model
 * uses. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "files.h"
#include "formats_file.h"
#include "options.h"
#include "show.h"
#include "writer.h"

#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FORMATS_WORDS = 64 };

typedef struct formats_settings {
    const char *words[FORMATS_WORDS]; /* list, show NAME, export NAME, match MODEL… */
    int word_count;
    const char *path;
    bool why, json;
} formats_settings;

/* What one run of the command owns. */
typedef struct formats_work {
    const formats_settings *settings;
    chatfmt_formats *formats;
    chatfmt_values *values;
    writer out;
} formats_work;

static bool set_why(void *settings, const char *value)
{
    (void)value;
    ((formats_settings *)settings)->why = true;
    return true;
}

static bool set_json(void *settings, const char *value)
{
    (void)value;
    ((formats_settings *)settings)->json = true;
    return true;
}

static bool set_path(void *settings, const char *value)
{
    ((formats_settings *)settings)->path = value;
    return true;
}

static bool set_formats_word(void *settings, const char *value)
{
    formats_settings *s = settings;
    if (s->word_count == FORMATS_WORDS) return false;
    s->words[s->word_count++] = value;
    return true;
}

static const option_row formats_rows[] = {
    {"--formats-file", "FILE", "JSON with formats of your own", set_path},
    {"--why", NULL, "match: show the rule that decided", set_why},
    {"--json", NULL, "list, match: one JSON object a line", set_json},
};

static const option_table formats_table = {
    "chatfmt formats list | show NAME | export NAME | match MODEL…",
    "Formats by name. show prints all fields of one as JSON, export writes it as a chat template\n"
    "for Hugging Face transformers, match tells which one FastChat and XTuner use for a model;\n"
    "with - for MODEL, the names are the lines of standard input.",
    formats_rows,
    sizeof formats_rows / sizeof *formats_rows,
    "examples:\n"
    "  chatfmt formats list\n"
    "  chatfmt formats export vicuna_v1.1 > vicuna.jinja\n"
    "  chatfmt formats match lmsys/vicuna-7b-v1.5 --why\n",
    set_formats_word,
};

static bool formats_told(const char *name, const chatfmt_error *error)
{
    show_error(name, error);
    return false;
}

/* ---- list ---- */

static void formats_write_member(writer *w, const char *name, chatfmt_slice text)
{
    write_text(w, name);
    write_json_string(w, text.data, text.length);
}

static bool formats_list(formats_work *work)
{
    writer *w = &work->out;
    for (size_t i = 0; i < chatfmt_formats_count(work->formats); i++) {
        chatfmt_format_info info = chatfmt_formats_info(work->formats, i);
        if (work->settings->json) {
            formats_write_member(w, "{\"system\": ", info.system);
            formats_write_member(w, ", \"name\": ", info.name);
            formats_write_member(w, ", \"program\": ", info.program);
            formats_write_member(w, ", \"warning\": ", info.warning);
            write_text(w, "}\n");
            continue;
        }
        write_bytes(w, info.system.data, info.system.length);
        write_text(w, "/");
        write_bytes(w, info.name.data, info.name.length);
        write_text(w, "\n");
    }
    return true;
}

/* ---- show and export ---- */

static bool formats_show(formats_work *work, const char *name)
{
    chatfmt_error error;
    chatfmt_format *format;
    chatfmt_slice text;
    if (!formats_file_open(work->formats, name, &format)) return false;
    bool ok = !chatfmt_value_write_json(work->values, chatfmt_format_fields(format), &text,
                                        &error);
    if (ok) {
        write_bytes(&work->out, text.data, text.length);
        write_text(&work->out, "\n");
    } else {
        formats_told(name, &error);
    }
    chatfmt_format_free(format);
    return ok;
}

static bool formats_export(formats_work *work, const char *name)
{
    chatfmt_error error;
    chatfmt_format *format;
    chatfmt_slice text;
    if (!formats_file_open(work->formats, name, &format)) return false;
    bool ok = !chatfmt_format_export(format, work->values, &text, &error);
    if (ok)
        write_bytes(&work->out, text.data, text.length);
    else
        formats_told(name, &error);
    chatfmt_format_free(format);
    return ok;
}

/* ---- match ---- */

static void formats_match_json(writer *w, const char *model, size_t length,
                               const chatfmt_format_match *m)
{
    formats_write_member(w, "{\"model\": ", (chatfmt_slice){model, length});
    formats_write_member(w, ", \"format\": ", m->format);
    formats_write_member(w, ", \"adapter\": ", m->adapter);
    formats_write_member(w, ", \"matched_on\": ", m->matched_on);
    write_text(w, ", \"condition\": ");
    write_bytes(w, m->condition.data, m->condition.length);
    if (m->choice.length) {
        write_text(w, ", \"choice\": ");
        write_bytes(w, m->choice.data, m->choice.length);
    }
    if (m->xtuner.length) {
        formats_write_member(w, ", \"xtuner\": ", m->xtuner);
        write_text(w, m->xtuner_starred ? ", \"starred\": true" : ", \"starred\": false");
    }
    write_text(w, "}\n");
}

static void formats_match_text(writer *w, const char *model, size_t length, bool why,
                               const chatfmt_format_match *m)
{
    write_bytes(w, model, length);
    write_text(w, "\t");
    if (m->format.length && m->format.data[0] != '@') write_text(w, "fastchat/");
    write_bytes(w, m->format.data, m->format.length);
    if (m->xtuner.length) {
        write_text(w, "\txtuner/");
        write_bytes(w, m->xtuner.data, m->xtuner.length);
        if (m->xtuner_starred) write_text(w, " *");
    }
    write_text(w, "\n");
    if (!why) return;
    write_text(w, "  rule ");
    write_bytes(w, m->adapter.data, m->adapter.length);
    write_text(w, " on the ");
    write_bytes(w, m->matched_on.data, m->matched_on.length);
    write_text(w, ": ");
    write_bytes(w, m->condition.data, m->condition.length);
    if (m->choice.length) {
        write_text(w, "\n  its format chosen by ");
        write_bytes(w, m->choice.data, m->choice.length);
    }
    write_text(w, "\n");
}

/* The path of adapter_config.json in the model's folder, where there is one. */
static bool formats_adapter_path(const char *model, size_t length, char *path, size_t size)
{
    static const char name[] = "/adapter_config.json";
    if (length + sizeof name > size || memchr(model, 0, length)) return false;
    memcpy(path, model, length);
    memcpy(path + length, name, sizeof name);
    return access(path, R_OK) == 0;
}

/* An adapter's format is that of its base model, which its configuration names. FastChat:
 * PeftModelAdapter, which refuses a base model with "peft" in its name, too. */
static bool formats_match_base(formats_work *work, const char *path, chatfmt_format_match *match)
{
    static const char key[] = "base_model_name_or_path";
    chatfmt_error error;
    chatfmt_value config;
    file_text text;
    chatfmt_slice adapter = match->adapter;
    if (!file_read(path, &text)) return false;
    bool ok = !chatfmt_value_read_json(work->values, text.data, text.length, &config, &error);
    chatfmt_slice base = {"", 0};
    if (ok) base = chatfmt_value_as_text(chatfmt_value_find(config, key, sizeof key - 1));
    for (size_t i = 0; i + 4 <= base.length; i++)
        if (!memcmp(base.data + i, "peft", 4)) base.length = 0;
    if (ok && !base.length) {
        fprintf(stderr, "chatfmt: %s: names no base model, or one that is an adapter itself\n", path);
        ok = false;
    } else if (!ok || chatfmt_formats_match(base.data, base.length, 0, work->values, match, &error)) {
        ok = formats_told(path, &error);
    }
    match->adapter = adapter;
    file_free(&text);
    return ok;
}

static bool formats_match(formats_work *work, const char *model, size_t length)
{
    chatfmt_error error;
    chatfmt_format_match match;
    char path[4096];
    bool has_adapter = formats_adapter_path(model, length, path, sizeof path);
    chatfmt_values_reset(work->values);
    if (chatfmt_formats_match(model, length, has_adapter ? CHATFMT_MATCH_HAS_ADAPTER : 0,
                              work->values, &match, &error))
        return formats_told(model, &error);
    if (has_adapter && match.format.length && match.format.data[0] == '@' &&
        !formats_match_base(work, path, &match))
        return false;
    if (work->settings->json)
        formats_match_json(&work->out, model, length, &match);
    else
        formats_match_text(&work->out, model, length, work->settings->why, &match);
    return true;
}

static bool formats_match_lines(formats_work *work)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    bool ok = true;
    while (ok && (length = getline(&line, &capacity, stdin)) >= 0) {
        if (length && line[length - 1] == '\n') line[--length] = 0;
        ok = formats_match(work, line, (size_t)length);
    }
    free(line);
    return ok;
}

/* ---- The command ---- */

static bool formats_each(formats_work *work)
{
    const formats_settings *s = work->settings;
    bool ok = true;
    if (!strcmp(s->words[0], "list")) return formats_list(work);
    for (int i = 1; i < s->word_count && ok; i++) {
        const char *word = s->words[i];
        if (!strcmp(s->words[0], "show")) ok = formats_show(work, word);
        if (!strcmp(s->words[0], "export")) ok = formats_export(work, word);
        if (!strcmp(s->words[0], "match"))
            ok = strcmp(word, "-") ? formats_match(work, word, strlen(word))
                                   : formats_match_lines(work);
    }
    return ok;
}

/* Whether the words are one of the forms of the usage line. */
static bool formats_words_fit(const formats_settings *s)
{
    if (!s->word_count) return false;
    if (!strcmp(s->words[0], "list")) return s->word_count == 1;
    if (!strcmp(s->words[0], "match")) return s->word_count > 1;
    return s->word_count == 2 &&
           (!strcmp(s->words[0], "show") || !strcmp(s->words[0], "export"));
}

int command_formats(int argc, char **argv)
{
    chatfmt_error error;
    formats_settings settings = {.word_count = 0};
    formats_work work = {.settings = &settings};
    switch (options_read(&formats_table, argc, argv, &settings)) {
    case OPTIONS_HELP: return EXIT_DONE;
    case OPTIONS_BAD: return EXIT_USAGE;
    case OPTIONS_OK: break;
    }
    if (!formats_words_fit(&settings)) {
        fprintf(stderr, "usage: %s\n", formats_table.usage);
        return EXIT_USAGE;
    }
    writer_open(&work.out, STDOUT_FILENO);
    bool ok = formats_file_load(settings.path, &work.formats);
    if (ok && chatfmt_values_new(NULL, NULL, &work.values, &error))
        ok = formats_told(NULL, &error);
    ok = ok && formats_each(&work);
    if (!writer_close(&work.out)) ok = false;
    chatfmt_values_free(work.values);
    chatfmt_formats_free(work.formats);
    return ok ? EXIT_DONE : EXIT_FAILED;
}
