/* cli/limits.c - limits by name. */
#include "limits.h"

#include "chatfmt/request.h"

#include <stdlib.h>
#include <string.h>

bool limits_set(chatfmt_limits *limits, chatfmt_slice name, uint64_t value)
{
    return !chatfmt_limits_set(limits, name, value, NULL);
}

bool limits_has(chatfmt_slice name)
{
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    return limits_set(&limits, name, 1);
}

bool limits_option(void *limits, const char *value)
{
    size_t length = strcspn(value, "=");
    char *end;
    if (!value[length] || value[length + 1] < '0' || value[length + 1] > '9') return false;
    unsigned long long number = strtoull(value + length + 1, &end, 10);
    return !*end && limits_set(limits, (chatfmt_slice){value, length}, number);
}

chatfmt_tokenizer_options limits_of_tokenizer(const chatfmt_limits *limits)
{
    chatfmt_tokenizer_options options = CHATFMT_TOKENIZER_OPTIONS_INIT;
    options.limits = limits;
    return options;
}

chatfmt_encoder_options limits_of_encoder(const chatfmt_limits *limits)
{
    chatfmt_encoder_options options = CHATFMT_ENCODER_OPTIONS_INIT;
    options.limits = limits;
    return options;
}
