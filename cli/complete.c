/* cli/complete.c - chatfmt complete WORD…: what the last of the words may become.
 *
 * The words are those after "chatfmt" on a command line, the last of them the one that is being
 * written, maybe "". What may follow is printed a line each; the line ":files" says that names of
 * files fit as well. The scripts for the shells (completion.bash and so on) know nothing else, so
 * that they cannot be out of date.
 */
#include "command.h"
#include "options.h"

#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <string.h>

typedef struct completion {
    const char *word; /* as far as it is written */
    const char *before; /* what comes before it in a list, such as "text," */
    int before_length;
} completion;

static void complete_offer(const completion *c, const char *text, size_t length)
{
    size_t written = strlen(c->word);
    if (written > length || memcmp(text, c->word, written)) return;
    printf("%.*s%.*s\n", c->before_length, c->before, (int)length, text);
}

static void complete_text(const completion *c, const char *text)
{
    complete_offer(c, text, strlen(text));
}

/* In a list the part after the last comma is completed. */
static void complete_list(completion *c)
{
    const char *comma = strrchr(c->word, ',');
    if (!comma) return;
    c->before = c->word;
    c->before_length = (int)(comma - c->word) + 1;
    c->word = comma + 1;
}

static void complete_formats(const completion *c)
{
    chatfmt_formats *formats = NULL;
    for (size_t i = 0; i < chatfmt_formats_count(formats); i++) {
        chatfmt_slice name = chatfmt_formats_info(formats, i).name;
        complete_offer(c, name.data, name.length);
    }
}

static void complete_readers(const completion *c)
{
    for (size_t i = 0; i < chatfmt_reader_count(); i++) {
        chatfmt_slice name = chatfmt_reader_at(i).name;
        complete_offer(c, name.data, name.length);
    }
    complete_text(c, "auto");
    complete_text(c, "learned");
}

static void complete_rules(const completion *c)
{
    for (size_t i = 0; i < chatfmt_lint_rule_count(); i++)
        complete_text(c, chatfmt_lint_rule_at(i)->id);
}

/* What a value may be: words, or a kind of them. */
static void complete_values(completion *c, const char *values)
{
    const char *word;
    size_t length;
    if (!values) return;
    if (values[0] != '@') {
        if (values[0] == ',') complete_list(c);
        for (const char *at = values + (values[0] == ','); option_next_word(&at, &word, &length);)
            complete_offer(c, word, length);
        return;
    }
    if (!strcmp(values, "@format")) complete_formats(c);
    if (!strcmp(values, "@reader")) complete_readers(c);
    if (!strcmp(values, "@rules")) {
        complete_list(c);
        complete_rules(c);
    }
    if (!strcmp(values, "@file") || !strcmp(values, "@model")) puts(":files");
}

static const option_row *complete_row(const option_table *table, const char *name, size_t length)
{
    for (int i = 0; i < table->count; i++)
        if (strlen(table->rows[i].name) == length && !memcmp(table->rows[i].name, name, length))
            return &table->rows[i];
    return NULL;
}

static void complete_switches(const completion *c, const option_table *table)
{
    for (int i = 0; i < table->count; i++)
        if (table->rows[i].help) complete_text(c, table->rows[i].name);
    complete_text(c, "--help");
}

/* The first word of formats and template says what to do; what follows are names and files. */
static void complete_word(completion *c, const option_table *table, int argc, char **argv)
{
    bool first = argc == 1;
    if (table->words[0] == '@' || first)
        complete_values(c, table->words);
    else if (!strcmp(argv[0], "show") || !strcmp(argv[0], "export"))
        complete_formats(c);
    if (table->words[0] != '@' && !first) puts(":files");
}

/* The words after the command's name. */
static void complete_command(completion *c, const option_table *table, int argc, char **argv)
{
    /* bash takes --name=value apart at the sign. */
    bool is_sign = !strcmp(c->word, "="), after_sign = argc > 2 && !strcmp(argv[argc - 2], "=");
    const char *before = argc > 1 + after_sign ? argv[argc - 2 - after_sign] : "";
    const char *equals = strchr(c->word, '=');
    const option_row *row = complete_row(table, before, strlen(before));
    if (is_sign && row) c->word = "";
    if (row && row->value && row->value[0] != '[') {
        complete_values(c, row->values);
    } else if (c->word[0] == '-' && equals) {
        row = complete_row(table, c->word, (size_t)(equals - c->word));
        c->before = c->word;
        c->before_length = (int)(equals - c->word) + 1;
        c->word = equals + 1;
        if (row) complete_values(c, row->values);
    } else if (c->word[0] == '-') {
        complete_switches(c, table);
    } else {
        complete_word(c, table, argc, argv);
    }
}

int command_complete(int argc, char **argv)
{
    completion c = {argc > 1 ? argv[argc - 1] : "", "", 0};
    for (int i = 0; i < command_count; i++) {
        if (argc < 3) complete_text(&c, commands[i].name);
        else if (!strcmp(argv[1], commands[i].name))
            complete_command(&c, commands[i].options, argc - 2, argv + 2);
    }
    if (argc > 3 || (argc == 3 && strcmp(argv[1], "help"))) return EXIT_DONE;
    for (int i = 0; i < command_count && argc == 3; i++) complete_text(&c, commands[i].name);
    if (argc < 3) {
        complete_text(&c, "help");
        complete_text(&c, "--help");
        complete_text(&c, "--version");
    }
    return EXIT_DONE;
}
