/* cli/cmd_template.c - chatfmt template: looking at a model's templates, and putting others in
 * their place. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "files.h"
#include "opened_model.h"
#include "options.h"
#include "show.h"
#include "signals.h"
#include "writer.h"

#include "chatfmt/models.h"
#include "chatfmt/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEMPLATE_WORDS = 3 };
enum { LAYOUT_UNSAID = -1, LAYOUT_FILES, LAYOUT_CONFIG };

typedef struct template_command {
    const char *words[TEMPLATE_WORDS]; /* what, model, file or folder */
    const char *name;
    int layout; /* LAYOUT_…: the number of the word */
    bool names, force;
    uint32_t model_flags;
    bool refused; /* templates would be lost without --force */
    chatfmt_model *model;
    file_text source;
    chatfmt_model_template *rows;
    size_t count;
} template_command;

enum {
    TEMPLATE_SHOW = 1 << 0,
    TEMPLATE_SET = 1 << 1,
    TEMPLATE_REPLACE = 1 << 2,
    TEMPLATE_SAVE = 1 << 3,
    TEMPLATE_ONE = 1 << 4,
    TEMPLATE_ALL = 1 << 5
};

/* In the order of the bits above. */
static const option_mode template_modes[] = {
    {0, "by template show", "template show"},       {0, "by template set", "template set"},
    {0, "by template replace", "template replace"}, {0, "by template save", "template save"},
    {1, "without --names", NULL},           {1, "with --names", "--names"},
};

static const option_verb template_verbs[] = {
    {2, 2, "show takes a MODEL", 0},
    {3, 3, "set takes a MODEL and the FILE of a template", 0},
    {3, 3, "replace takes a MODEL and the FILE of a template", 0},
    {3, 3, "save takes a MODEL and a FOLDER", 0},
};

static bool template_mode(const void *settings, uint32_t *modes)
{
    int what = options_verb(&template_table, settings);
    if (what < 0) return false;
    *modes = 1u << what |
             (((const template_command *)settings)->names ? TEMPLATE_ALL : TEMPLATE_ONE);
    return true;
}

#define OPTION_SETTINGS template_command
static const option_row template_rows[] = {
#define TEMPLATE OPTION_ROW
#include "options.def"
};

const option_table template_table = {
    .command = "template",
    .usage = "show|set|replace|save MODEL [FILE | FOLDER] [OPTION]…",
    .summary = "Reads and changes the chat templates of a model:\n"
               "  show MODEL          print a template\n"
               "  set MODEL FILE      add or replace one template and keep the others\n"
               "  replace MODEL FILE  make it the only template\n"
               "  save MODEL FOLDER   write all templates of a model, such as a GGUF file, into\n"
               "                      a folder\n"
               "Afterwards the tokenizer and the processor of a folder read the same templates.\n"
               "Each file is replaced completely or not at all; the rest of JSON files is kept.",
    .rows = template_rows,
    .count = sizeof template_rows / sizeof *template_rows,
    .epilogue = "examples:\n"
                "  chatfmt template show ./Qwen3-8B > qwen3.jinja\n"
                "  chatfmt template set ./Qwen3-8B better.jinja --name tool_use\n"
                "  chatfmt template save model.gguf ./folder\n",
    .words = "show|set|replace|save",
    .modes = template_modes,
    .mode_count = sizeof template_modes / sizeof *template_modes,
    .mode = template_mode,
    .verbs = template_verbs,
    .takes = WORDS(words, TEMPLATE_WORDS, "one argument too many"),
};

static bool template_open(template_command *t)
{
    chatfmt_error error;
    chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
    options.flags = t->model_flags;
    if (chatfmt_model_open(t->words[1], &options, &t->model, &error))
        return show_failed(NULL, &error);
    t->rows = calloc(chatfmt_model_template_count(t->model) + 1, sizeof *t->rows);
    if (!t->rows) return fprintf(stderr, "chatfmt: out of memory\n"), false;
    t->count = chatfmt_model_template_count(t->model);
    for (size_t i = 0; i < t->count; i++) t->rows[i] = chatfmt_model_template_at(t->model, i);
    return true;
}

static chatfmt_model_template *template_find(template_command *t)
{
    const char *name = t->name ? t->name : "default";
    for (size_t i = 0; i < t->count; i++)
        if (chatfmt_slice_is(t->rows[i].name, name)) return &t->rows[i];
    return NULL;
}

static bool template_show(template_command *t)
{
    writer out;
    made_text made;
    writer_open(&out, STDOUT_FILENO);
    chatfmt_model_template *row = template_find(t);
    if (t->names)
        write_made(&out, chatfmt_report_templates(t->model, &made.data, &made.length, NULL), &made);
    if (!t->names && row && writer_is_terminal(STDOUT_FILENO))
        write_terminal(&out, row->source.data, row->source.length, false);
    else if (!t->names && row) write_bytes(&out, row->source.data, row->source.length);
    chatfmt_slice chosen;
    if (!t->names && !row && t->count)
        model_choose_named(t->model, t->words[1], t->name ? t->name : "default", &chosen);
    else if (!t->names && !row) {
        chatfmt_slice looked = chatfmt_model_about(t->model)->looked;
        fprintf(stderr, "chatfmt: %s has no template '%s'%s%.*s\n", t->words[1],
                t->name ? t->name : "default", looked.length ? "; looked at:" : "",
                (int)looked.length, looked.data);
    }
    return writer_close(&out) && (t->names || row);
}

/* The text of the file, which has to compile. */
static bool template_read(template_command *t)
{
    chatfmt_error error;
    chatfmt_template *compiled;
    if (!file_read_template(t->words[2], &t->source)) return false;
    if (t->force) return true;
    if (file_is_blank(t->source.data, t->source.length))
        return fprintf(stderr, "chatfmt: %s: is empty; --force makes it a template all the same\n",
                       file_name(t->words[2])), false;
    if (chatfmt_template_compile(t->source.data, t->source.length, NULL, &compiled, &error))
        return show_failed(t->words[2], &error);
    chatfmt_template_free(compiled);
    return true;
}

/* The layout that the folder has, unless another is asked for. */
static uint32_t template_layout(const template_command *t)
{
    if (t->layout != LAYOUT_UNSAID) return t->layout == LAYOUT_CONFIG ? CHATFMT_SAVE_CONFIG : 0;
    for (size_t i = 0; i < t->count; i++) {
        chatfmt_slice place = t->rows[i].place;
        const char *name = "tokenizer_config.json";
        size_t length = strlen(name);
        if (place.length >= length && !memcmp(place.data + place.length - length, name, length))
            return CHATFMT_SAVE_CONFIG;
    }
    return 0;
}

/* What a loader of the folder reads now would be gone: refused. `name`: of one that is replaced. */
static bool template_keeps(template_command *t, const char *folder, uint32_t flags,
                           const char *name)
{
    chatfmt_model *model;
    chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
    options.flags = flags;
    if (t->force || chatfmt_model_open(folder, &options, &model, NULL)) return true;
    bool is_folder = !strcmp(chatfmt_model_about(model)->kind, "folder"); /* a file holds none */
    size_t lost = !is_folder ? CHATFMT_NO_TEMPLATE
                  : chatfmt_model_lost(model, t->rows, t->count, chatfmt_slice_of(name));
    chatfmt_model_template row = chatfmt_model_template_at(model, lost);
    if (lost != CHATFMT_NO_TEMPLATE)
        fprintf(stderr,
                "chatfmt: %.*s: the template '%.*s' of the %s would be lost; --force replaces it\n",
                (int)row.place.length, row.place.data, (int)row.name.length, row.name.data,
                flags & CHATFMT_MODEL_PROCESSOR ? "processor" : "tokenizer");
    chatfmt_model_free(model);
    t->refused |= lost != CHATFMT_NO_TEMPLATE;
    return lost == CHATFMT_NO_TEMPLATE;
}

/* Signals wait until the folder is whole again. */
static bool template_write(template_command *t, const char *folder, uint32_t layout)
{
    chatfmt_error error;
    sigset_t before;
    signals_hold(&before);
    bool ok = !chatfmt_model_save(folder, t->rows, t->count, layout, &error) ||
              show_failed(NULL, &error);
    t->refused = !ok && t->name && error.status == CHATFMT_VALUE; /* as a name */
    signals_let(&before);
    return ok;
}

/* The folder that would be pushed, made when it is not there. */
static bool template_save(template_command *t, const char *folder, uint32_t layout)
{
    chatfmt_error error;
    if (!template_keeps(t, folder, 0, NULL) ||
        !template_keeps(t, folder, CHATFMT_MODEL_PROCESSOR, NULL))
        return false;
    if (chatfmt_model_copy(t->model, folder, t->force ? CHATFMT_COPY_REPLACE : 0, &error))
        return t->refused = error.status == CHATFMT_VALUE, show_failed(NULL, &error);
    if (!template_write(t, folder, layout)) return false;
    fprintf(stderr, "chatfmt: %s has the templates, ", folder);
    if (strcmp(chatfmt_model_about(t->model)->kind, "folder") != 0)
        return fputs("but not the vocabulary: only a folder's is copied\n", stderr), true;
    fprintf(stderr, "and the tokenizer if there is one; config.json, generation_config.json and "
                    "weights are not copied; to upload it: hf upload OWNER/NAME %s .\n", folder);
    return true;
}

static bool template_put(template_command *t, bool alone)
{
    uint32_t layout = template_layout(t);
    chatfmt_slice folder = chatfmt_model_about(t->model)->path;
    const char *name = t->name ? t->name : "default";
    if (!template_read(t)) return false;
    chatfmt_model_template *row = template_find(t);
    if (alone) t->count = 0;
    if (alone || !row) row = &t->rows[t->count++];
    row->name = chatfmt_slice_of(name);
    row->source = (chatfmt_slice){t->source.data ? t->source.data : "", t->source.length};
    char *path = malloc(folder.length + 1);
    if (!path) return fprintf(stderr, "chatfmt: out of memory\n"), false;
    memcpy(path, folder.data, folder.length);
    path[folder.length] = '\0';
    /* A tokenizer and a processor have one set of templates, so both are to be kept. */
    bool ok = (alone || template_keeps(t, path, t->model_flags ^ CHATFMT_MODEL_PROCESSOR, name)) &&
              template_write(t, path, layout);
    free(path);
    return ok;
}

static bool template_do(template_command *t)
{
    const char *what = t->words[0];
    if (!template_open(t)) return false;
    if (!strcmp(what, "show")) return template_show(t);
    if (strcmp(what, "save")) return template_put(t, !strcmp(what, "replace"));
    return template_save(t, t->words[2], t->layout == LAYOUT_CONFIG ? CHATFMT_SAVE_CONFIG : 0);
}

int command_template(int argc, char **argv)
{
    int code;
    template_command t = {.layout = LAYOUT_UNSAID};
    if (!options_ready(&template_table, argc, argv, &t, &code)) return code;
    bool ok = template_do(&t);
    free(t.rows);
    chatfmt_model_free(t.model);
    file_free(&t.source);
    return ok ? EXIT_DONE : t.refused ? EXIT_USAGE : EXIT_FAILED;
}
