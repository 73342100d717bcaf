/* cli/main.c - entry of the program chatfmt: finds the command and runs it. */
#include "command.h"
#include "options.h"

#include "chatfmt/chatfmt.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

const command commands[] = {
    {"render", "a conversation to a prompt", command_render, &render_table},
    {"parse", "a model's reply to a message", command_parse, &parse_table},
    {"tokenize", "text to token ids and back", command_tokenize, &tokenize_table},
#ifndef CLI_WITHOUT_MAP /* systems without POSIX */
    {"map", "prompts, masks and ids for each row of a data set", command_map, &map_table},
#endif
    {"template", "show, set, replace or save a model's templates", command_template,
     &template_table},
    {"inspect", "what a template can do, with the evidence", command_inspect, &inspect_table},
    {"lint", "what is wrong with a template", command_lint, &lint_table},
    {"fmt", "format templates; they render as before", command_fmt, &fmt_table},
    {"diff", "where the prompts of two templates differ", command_diff, &diff_table},
    {"formats", "formats by name: list, show, export or match them", command_formats,
     &formats_table},
    {"conversation", "keep a FastChat conversation in a file, message by message",
     command_conversation, &conversation_table},
};

const int command_count = sizeof commands / sizeof *commands;

static int print_help(FILE *to)
{
    fprintf(to, "usage: chatfmt COMMAND [OPTION]…\n\n"
                "Turns a conversation into exactly the prompt a chat model was trained on.\n\n");
    for (int i = 0; i < command_count; i++)
        fprintf(to, "  %-12s %s\n", commands[i].name, commands[i].summary);
    fprintf(to, "\n"
                "  chatfmt COMMAND --help    options and an example\n"
                "  chatfmt --version         the version, and what this build has\n\n"
                "Exit status: 0 for success, 1 when a file, template or conversation is at fault,\n"
                "2 when the command line is. diff, lint, fmt --check and fmt --diff: 0 when\n"
                "nothing is found, 1 when something is, 2 for every error. Notes of lint count\n"
                "only with --fail-on note.\n\n"
                "example:\n"
                "  echo '[{\"role\": \"user\", \"content\": \"Hi\"}]' |\n"
                "      chatfmt render --template chatml.jinja --add-generation-prompt\n");
    return EXIT_DONE;
}

static int command_of_python(int argc, char **argv)
{
    (void)argc;
    return fprintf(stderr, "chatfmt: %s is a command of the Python package: python -m chatfmt %s\n",
                   argv[0], argv[0]), EXIT_USAGE;
}

static int command_unknown(char *name)
{
    static const char *const others[2][3] = {{"chat", "serve", "help"}, {"--help", "--version"}};
    bool option = name[0] == '-';
    chatfmt_slice given = chatfmt_slice_of(name), near = {"", 0};
    for (int i = 0; !option && i < command_count; i++)
        near = option_nearer(given, near, chatfmt_slice_of(commands[i].name));
    for (int i = 0; i < 3 && others[option][i]; i++)
        near = option_nearer(given, near, chatfmt_slice_of(others[option][i]));
    if (!option && near.length && chatfmt_slice_is(near, name)) return command_of_python(1, &name);
    if (chatfmt_slice_is(near, name)) near.length = 0; /* `help --version` */
    fprintf(stderr, "chatfmt: %s: there is no such %s; ", *name ? name : "''",
            option ? "option" : "command");
    if (near.length)
        fprintf(stderr, "did you mean %.*s?\n", (int)near.length, near.data);
    else
        fputs("chatfmt --help lists them\n", stderr);
    return EXIT_USAGE;
}

static int command_too_many(const char *word)
{
    return fprintf(stderr, "chatfmt: %s: one argument too many\n", word), EXIT_USAGE;
}

static const command *command_named(const char *name)
{
    for (int i = 0; i < command_count; i++)
        if (!strcmp(name, commands[i].name)) return &commands[i];
    return NULL;
}

/* The options of all commands, for programs: tools/make_man.py and tests read them. */
static int print_tables(void)
{
    printf("[");
    for (int i = 0; i < command_count; i++)
        printf(i ? ",\n" : ""), options_print_json(commands[i].options);
    printf("]\n");
    return EXIT_DONE;
}

static int print_help_of_help(void)
{
    return printf("usage: chatfmt help [COMMAND | --json]\n\n"
                  "Prints what the commands are, or the help of one. --json prints all commands\n"
                  "with their options, groups, modes and values, for programs.\n"), EXIT_DONE;
}

/* `chatfmt help`, `chatfmt help COMMAND` and `chatfmt help --json`. */
static int command_help(int argc, char **argv)
{
    if (argc > 2) return command_too_many(argv[2]);
    if (argc < 2) return print_help(stdout);
    const char *word = argv[1] + strspn(argv[1], "-");
    if (!strcmp(word, "help") || !strcmp(argv[1], "-h")) return print_help_of_help();
    if (!strcmp(argv[1], "--json")) return print_tables();
    const command *found = command_named(argv[1]);
    if (found) options_print_help(found->options);
    return found ? EXIT_DONE : command_unknown(argv[1]);
}

/* '+' for a library that this build has, '-' for one that it lacks (chatfmt_report_build). */
#ifdef CHATFMT_WITH_ZLIB
#define VERSION_ZLIB_SIGN "+"
#else
#define VERSION_ZLIB_SIGN "-"
#endif
#ifdef CHATFMT_WITH_ZSTD
#define VERSION_ZSTD_SIGN "+"
#else
#define VERSION_ZSTD_SIGN "-"
#endif

static int command_version(int argc, char **argv)
{
    if (argc > 1) return command_too_many(argv[1]);
    static const char *const own[] = {VERSION_ZLIB_SIGN "zlib", VERSION_ZSTD_SIGN "zstd"};
    char *text;
    if (chatfmt_report_build(own, sizeof own / sizeof *own, &text, NULL, NULL)) return EXIT_FAILED;
    fputs(text, stdout);
    chatfmt_text_free(text);
    return EXIT_DONE;
}

#ifdef CLI_WITHOUT_MAP
static int command_map_missing(int argc, char **argv)
{
    (void)argc, (void)argv;
    fprintf(stderr,
            "chatfmt: map: needs the locks and signals of POSIX, which this system lacks; "
            "render --batch renders many conversations\n");
    return EXIT_USAGE;
}
#endif

/* What is no command but may be in its place. */
static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} others[] = {
    {"--help", command_help}, {"-h", command_help}, {"help", command_help},
    {"--version", command_version}, {"-V", command_version}, {"version", command_version},
    {"complete", command_complete}, {"chat", command_of_python}, {"serve", command_of_python},
#ifdef CLI_WITHOUT_MAP
    {"map", command_map_missing},
#endif
};

static int command_run(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(argv[0], others[i].name)) return others[i].run(argc, argv);
    const command *found = command_named(argv[0]);
    return found ? found->run(argc, argv) : command_unknown(argv[0]);
}

int main(int argc, char **argv)
{
    if (argc < 2) return print_help(stderr), EXIT_USAGE;
    int code = command_run(argc - 1, argv + 1);
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    fprintf(stderr, "chatfmt: the output could not be written: %s\n", strerror(errno));
    return EXIT_FAILED;
}
