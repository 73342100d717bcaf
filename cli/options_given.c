/* cli/options_given.c - walks over a command line as options_read() does. */
#include "options_given.h"

#include <string.h>

static const option_row *given_row(const option_table *table, const char *word, size_t length)
{
    for (int i = 0; i < table->count; i++)
        if (strlen(table->rows[i].name) == length && !strncmp(table->rows[i].name, word, length))
            return &table->rows[i];
    return NULL;
}

void options_each(const option_table *table, int argc, char **argv, options_visit *visit,
                  void *context)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        size_t length = strcspn(argv[i], "=");
        const option_row *row = given_row(table, argv[i], length);
        const char *value = argv[i][length] ? argv[i] + length + 1 : NULL;
        if (!row) continue; /* a word */
        if (!value && row->value && row->value[0] != '[' && i + 1 < argc) value = argv[++i];
        visit(context, row->name, value ? value : "");
    }
}
