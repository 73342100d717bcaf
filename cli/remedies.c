/* cli/remedies.c - what a person can do about an error, in a line after it. */
#include "remedies.h"

#include "options.h"
#include "show.h"

#include "chatfmt/report.h"

#include <stdio.h>
#include <string.h>

static void remedy_variable(const chatfmt_error *error, bool has_model)
{
    chatfmt_slice name = chatfmt_error_variable(error);
    if (!name.length) return;
    bool token = strstr(name.data, "_token'");
    fprintf(stderr, "    --set '%.*s=%s' gives it a value%s\n", (int)name.length, name.data,
            token ? "\"<s>\"" : "…", token && !has_model ?
            "; --model PATH instead of --template or --format brings the model's" : "");
}

void remedy_of_render(const chatfmt_error *error, chatfmt_value context, bool has_model)
{
    char *cause;
    remedy_variable(error, has_model);
    if (chatfmt_report_cause(error, context, has_model, &cause, NULL, NULL)) return;
    fputs(cause, stderr);
    chatfmt_text_free(cause);
}

static void remedy_unread(const char *option, const chatfmt_slice *names, size_t count,
                          const chatfmt_model *model, chatfmt_slice chosen)
{
    char *text, before[32];
    snprintf(before, sizeof before, "warning: %s ", option);
    if (!chatfmt_report_variables(names, count, model, chosen, &text, NULL, NULL))
        show_lines(before, text);
}

void remedy_of_variables(const char *option, const chatfmt_slice *names, size_t count,
                         const chatfmt_model *model, const chatfmt_request *request)
{
    const chatfmt_apply_options *o = request->apply;
    remedy_unread(option, names, count, model, o->chat_template);
    remedy_unread("--trusted", o->trusted, o->trusted_count, model, o->chat_template);
}

/* The library serves other programs too, and names no option of this one. */
#define REMEDY(words, option, remedy) {words, option, remedy, NULL, NULL}
static const struct {
    const char *words, *option, *remedy; /* NULL: for commands without the options before */
    const char *with, *without; /* only where this option was given, this one not; NULL: any */
} remedy_rows[] = {
    REMEDY("Give one as `chat_template`", "--chat-template", "--chat-template FILE uses one"),
    REMEDY("Give one as `chat_t", "--default-template", "--default-template FILE|class uses one"),
    REMEDY("Give one as `chat_template`", "--format",
           "--format NAME instead of a model uses a format"),
    {"no chat template", NULL, "chatfmt template set MODEL FILE gives it one", NULL, "--reference"},
    REMEDY("but only processors read it", "--processor", "--processor reads it"),
    REMEDY("but only processors read it", NULL, "chatfmt render --processor reads it"),
    REMEDY("no family of replies", "--list-readers", "--list-readers shows their names"),
    REMEDY("which reader fits", "--reader", "--reader NAME instead of a model chooses one"),
    REMEDY("token ids are numbers", "--decode", "--batch reads lines such as {\"ids\": [1, 2, 3]}"),
    REMEDY("there is no rule '", "--ignore", "chatfmt lint --rules lists them"),
    {"empty_prompt: nothing is written of", "--add-generation-prompt",
     "XTuner's formats write a user's turn with its answer: --add-generation-prompt opens one",
     "--format", "--add-generation-prompt"},
    {"max_length is", "--max-length",
     "unless the data has a max_length, that is the tokenizer's; --max-length TOKENS sets it", NULL,
     "--max-length"},
    {"' is undefined", "--program", "--program may name one of other formats", "--program", NULL},
    {"no tokenizer", "--tokenizer", "--tokenizer FILE names one", NULL, "--tokenizer"},
    REMEDY("folder: '-'", "--default-template", "--template - instead of it reads standard input"),
    REMEDY("multiple chat templates", "--chat-template", "--chat-template NAME chooses one"),
    REMEDY("multiple chat templates", "--name", "--name NAME chooses one"),
    REMEDY("encoding: this option", "--encoding", "leave --encoding out"),
    REMEDY("differs from the model's", "--force", "--force replaces it"),
    REMEDY("has been registered", "--formats-file", "change the \"name\" in the file"),
    REMEDY("columns say what comes out", "--columns", "--columns NAMES says what comes out"),
};

void remedy_own_words(const chatfmt_error *error, chatfmt_error *shown)
{
    *shown = *error;
    char *python = strstr(shown->text, "\nGive one as `chat_template`");
    if (!python) python = strstr(shown->text, ". Please select a token");
    if (python) *python = 0;
    char *registered = strstr(shown->text, " has been registered.");
    if (registered) registered[strlen(" has been registered")] = 0; /* the row for it is ours */
}

static void remedy_after(writer *w, const chatfmt_error *error)
{
    chatfmt_slice limit = chatfmt_error_limit(error), name = chatfmt_error_variable(error);
    bool shown = false;
    if (limit.length && options_may_have("--limit")) {
        write_text(w, "    --limit ");
        write_bytes(w, limit.data, limit.length);
        write_text(w, "=NUMBER changes it\n");
    }
    if (name.length && options_may_have("--variables")) {
        write_text(w, "    --variables '{\"");
        write_bytes(w, name.data, name.length);
        write_text(w, "\": …}' gives it a value in all rows\n");
    }
    for (size_t i = 0; i < sizeof remedy_rows / sizeof *remedy_rows; i++) {
        const char *option = remedy_rows[i].option;
        if (!strstr(error->text, remedy_rows[i].words) ||
            (option ? !options_may_have(option) : shown) ||
            (remedy_rows[i].with && !options_was_given(remedy_rows[i].with)) ||
            (remedy_rows[i].without && options_was_given(remedy_rows[i].without)))
            continue;
        shown = true;
        write_text(w, "    ");
        write_text(w, remedy_rows[i].remedy);
        write_text(w, "\n");
    }
}

/* Names options of the text with --fit, where the library has `fit`. */
static void remedy_name_options(char *text, size_t length)
{
    char *end = text + length, *second;
    for (char *first = text; (first = memchr(first, '`', (size_t)(end - first))); first = second) {
        second = memchr(first + 1, '`', (size_t)(end - first) - 1);
        if (!second) return;
        for (char *at = first; (at = memchr(at, '_', (size_t)(second - at)));) *at = '-';
        memmove(first + 2, first + 1, (size_t)(second - first) - 1);
        memcpy(first, "--", 2);
    }
}

chatfmt_status remedy_hint(const chatfmt_error *of, chatfmt_value conversation, int nulls_lack,
                           char **text, size_t *length, chatfmt_error *error)
{
    chatfmt_status status = chatfmt_report_hint(of, conversation, nulls_lack, text, length, error);
    if (!status) remedy_name_options(*text, strlen(*text));
    return status;
}

void remedy_write_error(writer *w, chatfmt_status status, const made_text *made,
                        const chatfmt_error *error)
{
    const char *remedy = status ? NULL : chatfmt_error_remedy(error);
    char *at = remedy ? strstr(made->data, remedy) : NULL;
    if (at) remedy_name_options(at, strlen(remedy));
    write_made(w, status, made);
    remedy_after(w, error);
}

void remedy_of_set(const char *setting)
{
    const char *value = setting + strcspn(setting, "=") + 1;
    if (strcmp(value, "True") && strcmp(value, "False") && strcmp(value, "None"))
        fputs("    the value is JSON; a string needs its quotes: --set 'NAME=\"text\"'\n", stderr);
}
