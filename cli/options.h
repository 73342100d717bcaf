/* cli/options.h - command-line options as rows of a table, which is also their help. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>

typedef struct option_row {
    const char *name;     /* "--template" */
    const char *argument; /* "FILE" as the help shows it; NULL when it takes none; "[=FIELD]"
                             when it may be left out: then `value` is NULL */
    const char *help;
    bool (*set)(void *settings, const char *value); /* false: bad value, already told */
} option_row;

typedef struct option_table {
    const char *usage;    /* "chatfmt render --template FILE [CONVERSATION]" */
    const char *summary;
    const option_row *rows;
    int count;
    const char *epilogue; /* examples */
    /* Takes a word that is no option; false when there are too many. */
    bool (*word)(void *settings, const char *value);
} option_table;

typedef enum options_result { OPTIONS_OK, OPTIONS_HELP, OPTIONS_BAD } options_result;

/* Read argv[1] and on into `settings`. --help prints the help; mistakes are told on stderr. */
options_result options_read(const option_table *table, int argc, char **argv, void *settings);

#endif
