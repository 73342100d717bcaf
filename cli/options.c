/* cli/options.c - reading options by their table. */
#include "options.h"

#include "suggest.h"

#include <stdio.h>
#include <string.h>

static void options_help(const option_table *table)
{
    printf("usage: %s\n\n%s\n\n", table->usage, table->summary);
    for (int i = 0; i < table->count; i++) {
        char left[64];
        const option_row *row = &table->rows[i];
        snprintf(left, sizeof left, "%s%s%s", row->name,
                 row->argument && row->argument[0] != '[' ? " " : "",
                 row->argument ? row->argument : "");
        printf("  %-26s %s\n", left, row->help);
    }
    printf("  %-26s %s\n\n%s", "--help", "this help", table->epilogue);
}

/* The row that `word` names, and its value when it has the form --name=value. */
static const option_row *options_find(const option_table *table, const char *word,
                                      const char **value)
{
    size_t length = strcspn(word, "=");
    *value = word[length] ? word + length + 1 : NULL;
    for (int i = 0; i < table->count; i++)
        if (strlen(table->rows[i].name) == length &&
            !strncmp(table->rows[i].name, word, length))
            return &table->rows[i];
    return NULL;
}

static options_result options_bad(const option_table *table, const char *word, const char *why)
{
    fprintf(stderr, "chatfmt: %s: %s\nusage: %s\n", word, why, table->usage);
    return OPTIONS_BAD;
}

static options_result options_unknown(const option_table *table, const char *word)
{
    suggestion near;
    suggestion_start(&near, word, strcspn(word, "="));
    for (int i = 0; i < table->count; i++)
        suggestion_offer(&near, table->rows[i].name, strlen(table->rows[i].name));
    options_bad(table, word, "there is no such option");
    suggestion_tell(&near);
    return OPTIONS_BAD;
}

options_result options_read(const option_table *table, int argc, char **argv, void *settings)
{
    bool only_words = false;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i], *value;
        if (only_words || word[0] != '-' || !word[1]) {
            if (!table->word(settings, word)) return options_bad(table, word, "one word too many");
            continue;
        }
        if (!strcmp(word, "--")) {
            only_words = true;
            continue;
        }
        if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
            options_help(table);
            return OPTIONS_HELP;
        }
        const option_row *row = options_find(table, word, &value);
        if (!row) return options_unknown(table, word);
        if (!row->argument && value) return options_bad(table, word, "takes no value");
        if (row->argument && row->argument[0] != '[' && !value) {
            if (i + 1 == argc) return options_bad(table, word, "needs a value");
            value = argv[++i];
        }
        if (!row->set(settings, value)) return OPTIONS_BAD;
    }
    return OPTIONS_OK;
}
