/* cli/options.h - a command's options: the rows of options.def, read into the command's settings.
 *
 * Parsing, help, man page, completions, and the check that an option has a meaning where it was
 * given, all come from the rows.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "chatfmt/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an option does to the settings. */
typedef enum option_kind {
    OPTION_FLAG,   /* a bool becomes true */
    OPTION_TEXT,   /* a const char * is the value */
    OPTION_BITS,   /* a uint32_t gets these bits */
    OPTION_WORD,   /* an int is the number of the value among the words of the row */
    OPTION_NUMBER, /* an option_number */
    OPTION_PICK,   /* an int is this number, which several options set */
    OPTION_REQUEST, /* a chatfmt_request * gets the option `name` of requests */
    OPTION_CALL    /* whatever the function does with the field */
} option_kind;

typedef struct option_number {
    bool given;
    uint64_t value;
} option_number;

typedef struct option_target {
    option_kind kind;
    size_t offset;           /* of the field in the settings */
    uint64_t least, most;    /* of a number; `least` are the bits, or the number, that is set */
    bool (*call)(void *field, const char *value); /* false: the value is none of its kind */
    const char *name;        /* of an option of requests */
} option_target;

#define FLAG(field) {OPTION_FLAG, offsetof(OPTION_SETTINGS, field), 0, 0, NULL, NULL}
#define TEXT(field) {OPTION_TEXT, offsetof(OPTION_SETTINGS, field), 0, 0, NULL, NULL}
#define BITS(field, bits) {OPTION_BITS, offsetof(OPTION_SETTINGS, field), bits, 0, NULL, NULL}
#define WORD(field) {OPTION_WORD, offsetof(OPTION_SETTINGS, field), 0, 0, NULL, NULL}
#define NUMBER(field, least, most) \
    {OPTION_NUMBER, offsetof(OPTION_SETTINGS, field), least, most, NULL, NULL}
#define PICK(field, number) {OPTION_PICK, offsetof(OPTION_SETTINGS, field), number, 0, NULL, NULL}
#define CALL(function, field) {OPTION_CALL, offsetof(OPTION_SETTINGS, field), 0, 0, function, NULL}

#define REQUEST(name, field) \
    {OPTION_REQUEST, offsetof(OPTION_SETTINGS, field), 0, 0, NULL, name}

typedef enum option_group {
    GROUP_SOURCE, GROUP_INPUT, GROUP_MESSAGES, GROUP_MASK, GROUP_TOKENS, GROUP_OUTPUT,
    GROUP_LAYOUT, GROUP_RUN
} option_group;

typedef struct option_row {
    const char *name;     /* "--template" */
    const char *value;    /* what the help calls the value: "FILE"; NULL: it takes none; "[=FIELD]":
                             it may be left out, and then is NULL */
    const char *values;   /* the words that it may be, "a|b|c", or ",a|b|c" for a list of them; or
                             their kind, "@file"; NULL: anything */
    option_target target;
    option_group group;
    uint32_t modes;       /* in which it has a meaning; 0: in all */
    const char *help;     /* NULL: another name of the row before */
} option_row;

#define OPTION_ROW(name, value, values, target, group, modes, help) \
    {name, value, values, target, group, modes, help},

/* One way in which a command may work. Modes of an axis exclude each other; an option that names
 * modes of an axis has a meaning in those of it alone. Bit i of a set of modes is row i. */
typedef struct option_mode {
    int axis;
    const char *name;   /* "with --batch" */
    const char *remedy; /* what brings the command into it: "--batch"; NULL: nothing has to */
} option_mode;

/* Words that are no options: they go into an array of const char *, of `most`, in the settings. */
typedef struct option_words {
    size_t offset;
    size_t most;
    const char *too_many; /* what is said of one more */
} option_words;

#define WORDS(field, most, too_many) {offsetof(OPTION_SETTINGS, field), most, too_many}

/* What a command's first word asks for: how many words there may be, with it, and what is said of
 * others. */
typedef struct option_verb {
    size_t least, most;
    const char *missing;
    uint32_t reads; /* bits of the words that may be "-" for standard input */
} option_verb;

typedef struct option_table {
    const char *command; /* "render" */
    const char *usage;   /* "--template FILE [CONVERSATION]" */
    const char *summary;
    const option_row *rows;
    int count;
    const char *epilogue; /* what else is to say, and examples */
    const char *words;    /* the values of the first word, as in a row; "@file" */
    const option_mode *modes;
    int mode_count;
    uint32_t usual_modes; /* those that the command is in unless other options lead out of them */
    const uint32_t *within; /* for each mode those of other axes in which its remedy does bring the
                               command into it, 0 for all; NULL: all of all */
    /* The modes that the settings describe; false when they describe none, with the reason
     * reported. */
    bool (*mode)(const void *settings, uint32_t *modes);
    option_words takes;
    /* NULL: as `takes` says. Takes a word that is no option. */
    void (*word)(void *settings, const char *value);
    uint32_t asks; /* modes in which, without a word, standard input is read */
    const option_verb *verbs; /* by the first word's number; NULL: it does not say what to do */
} option_table;

typedef enum options_result { OPTIONS_OK, OPTIONS_HELP, OPTIONS_BAD } options_result;

/* Read argv[1] and on into `settings`. --help prints the help; mistakes are reported on stderr. */
options_result options_read(const option_table *table, int argc, char **argv, void *settings);

/* The same, with the rows that were given as bits. */
options_result options_read_given(const option_table *table, int argc, char **argv,
                                  void *settings, uint64_t *given);
/* Called for each option of a command line that was taken, with its value or "". */
typedef void options_visit(void *context, const char *name, const char *value);
void options_each(const option_table *table, int argc, char **argv, options_visit *visit,
                  void *context);
/* Whether one of the rows of a group was given. */
bool options_group_given(const option_table *table, uint64_t given, option_group group);

/* The same for a command that has nothing else to do on --help and mistakes: false with the exit
 * code then. */
bool options_ready(const option_table *table, int argc, char **argv, void *settings, int *code);

/* Whether an option, "--fix", could be added to the command line that was read last. */
bool options_may_have(const char *name);

/* Whether an option was given in the command line that was read last. */
bool options_was_given(const char *name);

/* How many words there are. */
size_t options_count_words(const option_table *table, const void *settings);
/* The number of a command's first word among `table->words`; -1 when it is none of them, when there
 * is none, or when it does not go with so many words, with that reported. */
int options_verb(const option_table *table, const void *settings);

/* On stderr: "chatfmt: WHAT: WHY", and where the options are explained. Returns false. */
bool options_missing(const option_table *table, const char *why);
/* The same for the first of what is wrong about the options together; true where nothing is. */
typedef struct option_conflict {
    bool is;
    const char *why;
} option_conflict;
bool options_agree(const option_table *table, const option_conflict *conflicts, size_t count);

/* ---- What the rows say (options_help.c) ---- */

const char *option_group_title(option_group group);
/* "a time, such as …" for the kinds of values that are no words; NULL when there is nothing to
 * say. */
const char *option_expectation(const char *values);
/* The next of the words "a|b|c" at *at; false at the end. Moves *at on. */
bool option_next_word(const char **at, const char **word, size_t *length);
/* Which of two names a mistyped word was more likely meant to be; `near` may have no bytes, and so
 * has the result for neither. */
chatfmt_slice option_nearer(chatfmt_slice word, chatfmt_slice near, chatfmt_slice name);
/* Whether another of the modes has a remedy that contains that of mode `i`: "--mask KIND" contains
 * "--mask derived". */
bool option_covered(const option_table *table, uint32_t modes, int i);
/* The help on standard output. */
void options_print_help(const option_table *table);
/* The table for programs: one JSON object for each option, mode, and so on. */
void options_print_json(const option_table *table);

#endif
