/* cli/option_values.c - values of options that several commands have. */
#define _POSIX_C_SOURCE 200809L
#include "option_values.h"

#include "options.h"
#include "show.h"

#include "chatfmt/request.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static chatfmt_request *option_request(void *request) { return *(chatfmt_request **)request; }

bool option_continue(void *request, const char *value)
{
    chatfmt_request *r = option_request(request);
    r->apply->flags |= CHATFMT_APPLY_CONTINUE;
    if (value) r->apply->continue_field = chatfmt_slice_of(value);
    return true;
}

bool option_prompt(void *request, const char *value)
{
    (void)value;
    option_request(request)->apply->flags |= CHATFMT_APPLY_GENERATION_PROMPT;
    return true;
}

bool option_fix(void *request, const char *value)
{
    return !chatfmt_request_fix(option_request(request), value, NULL);
}

bool option_reference(void *model_flags, const char *value)
{
    uint32_t *flags = model_flags;
    if (!strcmp(value, "transformers-4.37")) *flags |= CHATFMT_MODEL_TRANSFORMERS_4_37;
    else if (strcmp(value, "transformers-5")) return false;
    return true;
}

bool option_token_policy(void *policy, const char *value)
{
    static const char *const names[] = {"any",    "special", "control", "all",
                                        "reject", "report",  "none"};
    int i = 0;
    while (i < 7 && strcmp(value, names[i]) != 0) i++;
    if (i < 7) *(chatfmt_token_policy *)policy = (chatfmt_token_policy)(i % 6);
    return i < 7;
}

bool option_time_read(void *time, const char *value)
{
    option_time *t = time;
    t->given = !chatfmt_naive_time(value, strlen(value), &t->value, NULL);
    return t->given;
}

int64_t clock_now(void *context)
{
    char text[64];
    int64_t clock;
    time_t now = time(NULL);
    struct tm local;
    (void)context;
    if (!localtime_r(&now, &local)) return (int64_t)now;
    if (local.tm_sec > 59) local.tm_sec = 59; /* a leap second */
    size_t length = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &local);
    return chatfmt_naive_time(text, length, &clock, NULL) ? (int64_t)now : clock;
}

int64_t option_time_or_now(const option_time *time)
{
    return time->given ? time->value : clock_now(NULL);
}

bool option_set(void *sets, const char *value)
{
    option_sets *s = sets;
    if (value[0] == '=' || !strchr(value, '=') || s->count == OPTION_MOST_SETS) return false;
    s->names[s->count] = (chatfmt_slice){value, strcspn(value, "=")};
    s->rows[s->count++] = value;
    return true;
}

const char *option_giving(chatfmt_slice name)
{
    static const char *const rows[][2] = {
        {"tools", "--tools"},
        {"documents", "--documents"},
        {"chat_template", "--chat-template"},
        {"add_generation_prompt", "--add-generation-prompt"},
        {"continue_final_message", "--continue-final-message"},
        {"max_length", "--max-length"},
        {"padding", "--padding"},
        {"padding", "--pad"},
        {"truncation", "--fit"},
        {"return_assistant_tokens_mask", "--mask"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (chatfmt_slice_is(name, rows[i][0]) && options_was_given(rows[i][1])) return rows[i][1];
    return NULL;
}

bool option_gives_once(const char *by, chatfmt_slice name)
{
    const char *option = option_giving(name);
    if (!option) return true;
    fprintf(stderr, "chatfmt: %.*s is given twice, by %s and by %s: leave one of them out\n",
            (int)name.length, name.data, by, option);
    return false;
}
