/* cli/command.h - a command of the program is a row of a table. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

struct option_table;

typedef struct command {
    const char *name;
    const char *summary;                  /* one line for the list of commands */
    int (*run)(int argc, char **argv);    /* argv[0] is the command's name; an exit code */
    const struct option_table *options;
} command;

/* In the order in which the help lists them. */
extern const command commands[];
extern const int command_count;

#define COMMAND(name)                        \
    int command_##name(int argc, char **argv); \
    extern const struct option_table name##_table
COMMAND(render);
COMMAND(parse);
COMMAND(tokenize);
COMMAND(map);
COMMAND(template);
COMMAND(inspect);
COMMAND(lint);
COMMAND(fmt);
COMMAND(diff);
COMMAND(formats);
COMMAND(conversation);
#undef COMMAND

/* `chatfmt complete WORD…`: what the last word may become, a line each; for the shells. */
int command_complete(int argc, char **argv);

#endif
