/* cli/command.h - a command of the program is a row of a table. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

typedef struct command {
    const char *name;
    const char *summary;                  /* one line for the list of commands */
    int (*run)(int argc, char **argv);    /* argv[0] is the command's name; an exit code */
} command;

int command_render(int argc, char **argv);

int command_map(int argc, char **argv);
int command_template(int argc, char **argv);
int command_inspect(int argc, char **argv);
int command_lint(int argc, char **argv);
int command_fmt(int argc, char **argv);
int command_diff(int argc, char **argv);

int command_formats(int argc, char **argv);
int command_tokenize(int argc, char **argv);
int command_parse(int argc, char **argv);

struct chatfmt_formats;
/* `chatfmt render --batch`, which render hands over to; `formats` are the user's, or NULL. */
int batch_run(struct chatfmt_formats *formats);

#endif
