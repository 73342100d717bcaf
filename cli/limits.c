/* cli/limits.c - limits by name. */
#include "limits.h"

#include <stdlib.h>
#include <string.h>

typedef struct limit_row {
    const char *name;
    size_t offset, size; /* of the field */
} limit_row;

#define LIMIT_ROW(field) {#field, offsetof(chatfmt_limits, field), sizeof(((chatfmt_limits *)0)->field)}

static const limit_row limit_rows[] = {
    LIMIT_ROW(fuel),         LIMIT_ROW(source_bytes), LIMIT_ROW(output_bytes),
    LIMIT_ROW(string_bytes), LIMIT_ROW(heap_bytes),   LIMIT_ROW(depth),
    LIMIT_ROW(value_depth),  LIMIT_ROW(range_items),  LIMIT_ROW(integer_digits),
};

bool limits_set(chatfmt_limits *limits, chatfmt_slice name, uint64_t value)
{
    for (size_t i = 0; i < sizeof limit_rows / sizeof *limit_rows; i++) {
        const limit_row *row = &limit_rows[i];
        if (strlen(row->name) != name.length || memcmp(row->name, name.data, name.length))
            continue;
        if (value == 0 || (row->size == 4 && value > UINT32_MAX)) return false;
        uint32_t narrow = (uint32_t)value;
        memcpy((char *)limits + row->offset,
               row->size == 4 ? (const void *)&narrow : (const void *)&value, row->size);
        return true;
    }
    return false;
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
