/* cli/option_values.c - values of options that several commands have. */
#include "option_values.h"

#include "apply_request.h"
#include "clock.h"
#include "show_ids.h"

#include <string.h>

static chatfmt_slice option_slice(const char *text)
{
    return (chatfmt_slice){text, strlen(text)};
}

bool option_continue(void *request, const char *value)
{
    apply_request *r = request;
    r->options.flags |= CHATFMT_APPLY_CONTINUE;
    if (value) r->options.continue_field = option_slice(value);
    return true;
}

bool option_fix(void *request, const char *value)
{
    uint32_t flag = apply_request_flag(value, strlen(value));
    ((apply_request *)request)->options.flags |= flag;
    return flag != 0;
}

bool option_mask(void *request, const char *value)
{
    return apply_request_mask(request, option_slice(value));
}

bool option_roles(void *request, const char *value)
{
    return apply_request_roles(request, option_slice(value));
}

bool option_policy(void *request, const char *value)
{
    return token_request_policy(&((apply_request *)request)->tokens, option_slice(value));
}

bool option_fit(void *request, const char *value)
{
    return token_request_fit(&((apply_request *)request)->tokens, option_slice(value));
}

bool option_padding(void *request, const char *value)
{
    return token_request_padding(&((apply_request *)request)->tokens, option_slice(value));
}

bool option_trusted(void *request, const char *value)
{
    return apply_request_trust(request, option_slice(value));
}

bool option_allow(void *request, const char *value)
{
    return apply_request_allow(request, option_slice(value));
}

bool option_token_policy(void *policy, const char *value)
{
    return ids_policy(value, policy);
}

bool option_time_read(void *time, const char *value)
{
    option_time *t = time;
    t->given = clock_parse(value, strlen(value), &t->value);
    return t->given;
}

int64_t option_time_or_now(const option_time *time)
{
    return time->given ? time->value : clock_local();
}

bool option_set(void *sets, const char *value)
{
    option_sets *s = sets;
    if (value[0] == '=' || !strchr(value, '=') || s->count == OPTION_MOST_SETS) return false;
    s->names[s->count] = (chatfmt_slice){value, strcspn(value, "=")};
    s->rows[s->count++] = value;
    return true;
}
