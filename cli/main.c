/* cli/main.c - entry of the program chatfmt: finds the command and runs it. */
#include "command.h"
#include "suggest.h"

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

static const command *command_named(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (!strcmp(name, commands[i].name)) return &commands[i];
    return NULL;
}

static int command_unknown(const char *name)
{
    suggestion near;
    fprintf(stderr, "chatfmt: %s: there is no such command; chatfmt --help lists them\n", name);
    suggestion_start(&near, name, strlen(name));
    for (int i = 0; i < COMMAND_COUNT; i++)
        suggestion_offer(&near, commands[i].name, strlen(commands[i].name));
    suggestion_tell(&near);
    return EXIT_USAGE;
}

/* `chatfmt help`, and `chatfmt help COMMAND`. */
static int command_help(const char *name)
{
    char help[] = "--help", *words[] = {NULL, help, NULL};
    const command *found;
    if (!name) {
        print_help(stdout);
        return EXIT_DONE;
    }
    found = command_named(name);
    return found ? found->run(2, words) : command_unknown(name);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help"))
        return command_help(argc > 2 ? argv[2] : NULL);
    if (!strcmp(argv[1], "--version")) {
        printf("chatfmt %s\n", chatfmt_version());
        return EXIT_DONE;
    }
    const command *found = command_named(argv[1]);
    return found ? found->run(argc - 1, argv + 1) : command_unknown(argv[1]);
}
