/* cli/main.c - entry of the program chatfmt: finds the command and runs it. */
#include "command.h"

#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <string.h>

static const command commands[] = {
    {"render", "conversation in, prompt out", command_render},
    {"parse", "a model's reply back into a message", command_parse},
    {"tokenize", "text to token ids, and back", command_tokenize},
    {"map", "a data set in, prompts and masks out", command_map},
    {"template", "a model's templates: show, set, replace, save", command_template},
    {"inspect", "what a template can do, with the evidence", command_inspect},
    {"lint", "what is wrong with a template", command_lint},
    {"fmt", "templates laid out anew, rendering as before", command_fmt},
    {"diff", "where the prompts of two templates part", command_diff},
    {"formats", "formats by name: list, show, export, match", command_formats},
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void print_help(FILE *to)
{
    fprintf(to, "usage: chatfmt COMMAND [OPTION]…\n\n"
                "Turns a conversation into exactly the prompt a chat model was trained on.\n\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].summary);
    fprintf(to, "\n"
                "  chatfmt COMMAND --help    options and an example\n"
                "  chatfmt --version         the version\n\n"
                "example:\n"
                "  echo '[{\"role\": \"user\", \"content\": \"Hi\"}]' |\n"
                "      chatfmt render --template chatml.jinja --add-generation-prompt\n");
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        print_help(stdout);
        return EXIT_DONE;
    }
    if (!strcmp(argv[1], "--version")) {
        printf("chatfmt %s\n", chatfmt_version());
        return EXIT_DONE;
    }
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (!strcmp(argv[1], commands[i].name)) return commands[i].run(argc - 1, argv + 1);
    fprintf(stderr, "chatfmt: there is no such command; chatfmt --help lists them\n");
    return EXIT_USAGE;
}
