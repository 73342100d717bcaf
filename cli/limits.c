/* cli/limits.c - limits by name, and tokenizers within them. */
#include "limits.h"

#include "chatfmt/request.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool limits_option(void *limits, const char *value)
{
    size_t length = strcspn(value, "=");
    char *end;
    if (!value[length] || value[length + 1] < '0' || value[length + 1] > '9') return false;
    unsigned long long number = strtoull(value + length + 1, &end, 10);
    return !*end && number < UINT64_MAX &&
           !chatfmt_limits_set(limits, (chatfmt_slice){value, length}, number, NULL);
}

bool limits_unknown(const char *value)
{
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    chatfmt_slice name = {value, strcspn(value, "=")};
    chatfmt_error error;
    if (!chatfmt_limits_set(&limits, name, 1, &error)) return false;
    fprintf(stderr, "chatfmt: --limit %s: %s\n", value, error.text);
    return true;
}

bool tokenizer_open(opened_tokenizer *t, const char *path, const chatfmt_model *model,
                    const char *encoding, const chatfmt_limits *limits, uint32_t flags,
                    chatfmt_error *error)
{
    chatfmt_tokenizer_options loading = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_encoder_options making = CHATFMT_ENCODER_OPTIONS_INIT;
    loading.flags = flags;
    loading.encoding = encoding;
    loading.limits = making.limits = limits;
    return !(path ? chatfmt_tokenizer_load(path, &loading, &t->tokenizer, error)
                  : chatfmt_model_tokenizer(model, &loading, &t->tokenizer, error)) &&
           !chatfmt_encoder_new(t->tokenizer, &making, &t->encoder, error);
}

void tokenizer_close(opened_tokenizer *t)
{
    chatfmt_encoder_free(t->encoder);
    chatfmt_tokenizer_free(t->tokenizer);
}
