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
    const char *words[FORMATS_WORDS + 1]; /* list, show NAME, export NAME, match MODEL… */
    const char *path;
    bool why, json;
} formats_settings;

/* What one run of the command owns. */
typedef struct formats_work {
    const formats_settings *settings;
    chatfmt_formats *formats;
    chatfmt_values *values;
    writer out;
    bool misused; /* by a name that no format has */
} formats_work;

enum {
    FORMATS_LIST = 1 << 0,
    FORMATS_SHOW = 1 << 1,
    FORMATS_EXPORT = 1 << 2,
    FORMATS_MATCH = 1 << 3,
    FORMATS_AS_TEXT = 1 << 4,
    FORMATS_AS_JSON = 1 << 5
};

/* In the order of the bits above. */
static const option_mode formats_modes[] = {
    {0, "by formats list", "formats list"},     {0, "by formats show", "formats show"},
    {0, "by formats export", "formats export"}, {0, "by formats match", "formats match"},
    {1, "without --json", "no --json"},         {1, "with --json", "--json"},
};

static const char formats_words[] = "list|show|export|match";

static const option_verb formats_verbs[] = {
    {1, 1, "list takes no name", 0},
    {2, 2, "show takes the NAME of one format; chatfmt formats list shows them", 0},
    {2, 2, "export takes the NAME of one format; chatfmt formats list shows them", 0},
    {2, FORMATS_WORDS, "match takes names of models, or - for names on standard input",
     UINT32_MAX},
};

static bool formats_mode(const void *settings, uint32_t *modes)
{
    int what = options_verb(&formats_table, settings);
    if (what < 0) return false;
    *modes = 1u << what |
             (((const formats_settings *)settings)->json ? FORMATS_AS_JSON : FORMATS_AS_TEXT);
    return true;
}

#define OPTION_SETTINGS formats_settings
static const option_row formats_rows[] = {
#define FORMATS OPTION_ROW
#include "options.def"
};

const option_table formats_table = {
    .command = "formats",
    .usage = "list | show NAME | export NAME | match MODEL… [OPTION]…",
    .summary = "Works with formats by name. show prints all fields of one as JSON; export writes\n"
               "it as a chat template for Hugging Face transformers; match shows FastChat's\n"
               "format for a model and, where its table has the model, XTuner's. With - for\n"
               "MODEL, names are read from standard input, one a line.",
    .rows = formats_rows,
    .count = sizeof formats_rows / sizeof *formats_rows,
    .epilogue = "examples:\n"
                "  chatfmt formats list\n"
                "  chatfmt formats export vicuna_v1.1 > vicuna.jinja\n"
                "  chatfmt formats match lmsys/vicuna-7b-v1.5 --why\n",
    .words = formats_words,
    .modes = formats_modes,
    .mode_count = sizeof formats_modes / sizeof *formats_modes,
    .mode = formats_mode,
    .verbs = formats_verbs,
    .takes = WORDS(words, FORMATS_WORDS, "one argument too many: with -, names are read"),
};

/* ---- list ---- */

/* A text of the library's; false, with that said, when it could not be made. */
static bool formats_give(formats_work *work, chatfmt_status status, char *json, size_t length,
                         const chatfmt_error *error)
{
    if (status) return show_failed(NULL, error);
    write_bytes(&work->out, json, length);
    chatfmt_text_free(json);
    return true;
}

static bool formats_list(formats_work *work)
{
    chatfmt_error error;
    char *text;
    size_t length;
    chatfmt_status status =
        work->settings->json ? chatfmt_formats_json(work->formats, &text, &length, &error)
                             : chatfmt_report_formats(work->formats, &text, &length, &error);
    return formats_give(work, status, text, length, &error);
}

/* ---- show and export ---- */

/* A format's fields, or the chat template that it exports. */
static bool formats_show(formats_work *work, const char *name, bool exported)
{
    chatfmt_error error;
    chatfmt_format *format;
    chatfmt_slice text;
    if (!formats_file_open(work->formats, name, false, &work->misused, &format)) return false;
    bool ok = !(exported ? chatfmt_format_export(format, work->values, &text, &error)
                         : chatfmt_value_write_json(work->values, chatfmt_format_fields(format),
                                                    &text, &error));
    if (!ok) show_error(name, &error);
    else write_bytes(&work->out, text.data, text.length);
    if (ok && !exported) write_text(&work->out, "\n");
    chatfmt_format_free(format);
    return ok;
}

/* ---- match ---- */

static bool formats_match_show(formats_work *work, chatfmt_slice model,
                               const chatfmt_format_match *match)
{
    chatfmt_error error;
    char *text;
    size_t length;
    const formats_settings *s = work->settings;
    chatfmt_status status =
        s->json ? chatfmt_format_match_json(model, match, &text, &length, &error)
                : chatfmt_report_match(model, match, s->why, &text, &length, &error);
    bool ok = formats_give(work, status, text, length, &error);
    if (s->json) write_text(&work->out, "\n");
    return ok;
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

/* An adapter's format is that of its base model, which its configuration names. */
static bool formats_match_base(formats_work *work, const char *path, chatfmt_format_match *match)
{
    chatfmt_error error;
    file_text text;
    if (!file_read(path, &text)) return false;
    chatfmt_status status = chatfmt_format_match_base(text.data ? text.data : "", text.length,
                                                      work->values, match, &error);
    file_free(&text);
    if (status == CHATFMT_NOT_FOUND) fprintf(stderr, "chatfmt: %s: %s\n", path, error.text);
    else if (status) show_error(path, &error);
    return !status;
}

static bool formats_match(formats_work *work, const char *model, size_t length)
{
    chatfmt_error error;
    const chatfmt_format_match *found;
    char path[4096];
    bool has_adapter = formats_adapter_path(model, length, path, sizeof path);
    chatfmt_values_reset(work->values);
    if (chatfmt_formats_match(model, length, has_adapter ? CHATFMT_MATCH_HAS_ADAPTER : 0,
                              work->values, &found, &error))
        return show_failed(model, &error);
    chatfmt_format_match match = *found;
    if (has_adapter && match.format.length && match.format.data[0] == '@' &&
        !formats_match_base(work, path, &match))
        return false;
    return formats_match_show(work, (chatfmt_slice){model, length}, &match);
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
    for (int i = 1; s->words[i] && ok; i++) {
        const char *word = s->words[i];
        if (strcmp(s->words[0], "match"))
            ok = formats_show(work, word, !strcmp(s->words[0], "export"));
        else
            ok = strcmp(word, "-") ? formats_match(work, word, strlen(word))
                                   : formats_match_lines(work);
    }
    return ok;
}

int command_formats(int argc, char **argv)
{
    int code;
    chatfmt_error error;
    formats_settings settings = {.path = NULL};
    formats_work work = {.settings = &settings};
    if (!options_ready(&formats_table, argc, argv, &settings, &code)) return code;
    writer_open(&work.out, STDOUT_FILENO);
    bool ok = formats_file_load(settings.path, &work.formats);
    if (ok && chatfmt_values_new(NULL, NULL, &work.values, &error))
        ok = show_failed(NULL, &error);
    ok = ok && formats_each(&work);
    if (!writer_close(&work.out)) ok = false;
    chatfmt_values_free(work.values);
    chatfmt_formats_free(work.formats);
    return ok ? EXIT_DONE : work.misused ? EXIT_USAGE : EXIT_FAILED;
}
