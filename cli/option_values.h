/* cli/option_values.h - values of options that several commands have, for CALL rows. False: the
 * value is none of its kind, which options.c reports. */
#ifndef CLI_OPTION_VALUES_H
#define CLI_OPTION_VALUES_H

#include "chatfmt/base.h"

#include <stdbool.h>
#include <stdint.h>

/* Into a request: the field is a chatfmt_request *. */
bool option_prompt(void *request, const char *value);
bool option_continue(void *request, const char *value);
bool option_fix(void *request, const char *value);

/* Into CHATFMT_MODEL_… flags: the release of transformers that is followed. */
bool option_reference(void *model_flags, const char *value);

/* Into a chatfmt_token_policy. */
bool option_token_policy(void *policy, const char *value);

typedef struct option_time {
    bool given;
    int64_t value;
} option_time;

bool option_time_read(void *time, const char *value);
/* What the local clock shows, in seconds since 1970 of a clock without zones. */
int64_t clock_now(void *context);
/* The time that was given, else the local clock's. */
int64_t option_time_or_now(const option_time *time);

/* The option of the command line that gives this argument of apply_chat_template; NULL: none. */
const char *option_giving(chatfmt_slice name);
/* False, with that said, when an option gives what `by`, another one, gives as `name`. */
bool option_gives_once(const char *by, chatfmt_slice name);

#define OPTION_FIXES_EXCLUDE                                                                      \
    "--fix takes one of fit-arguments, arguments-object and arguments-text, which exclude each "   \
    "other"

enum { OPTION_MOST_SETS = 64 };

/* --set NAME=JSON, as often as it was given. */
typedef struct option_sets {
    const char *rows[OPTION_MOST_SETS];
    chatfmt_slice names[OPTION_MOST_SETS];
    int count;
} option_sets;

bool option_set(void *sets, const char *value);

#endif
