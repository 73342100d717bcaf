/* service/format_base.c - the format of an adapter, which is that of its base model. */
#include "service/service.h"

#include "api/api_check.h"
#include "base/report.h"

/* FastChat's PeftModelAdapter refuses a base model with "peft" in its name, too. */
static bool base_is_adapter(cft_slice base)
{
    for (size_t i = 0; i + 4 <= base.length; i++)
        if (!memcmp(base.data + i, "peft", 4)) return true;
    return false;
}

chatfmt_status chatfmt_format_match_base(const char *config, size_t length, chatfmt_values *values,
                                         chatfmt_format_match *match, chatfmt_error *error)
{
    chatfmt_value read;
    const chatfmt_format_match *found;
    cft_error_clear(error);
    if (!match) return cft_fail_null(error, "match");
    CFT_TRY(cft_api_text(config, length, "config", error));
    CFT_TRY(chatfmt_value_read_json(values, config, length, &read, error));
    cft_slice base = chatfmt_value_as_text(chatfmt_value_get(read, "base_model_name_or_path"));
    if (!base.length || base_is_adapter(base))
        return cft_fail(error, CHATFMT_NOT_FOUND,
                        "names no base model, or one that is an adapter itself");
    CFT_TRY(chatfmt_formats_match(base.data, base.length, 0, values, &found, error));
    cft_slice adapter = match->adapter;
    *match = *found;
    match->adapter = adapter;
    return CHATFMT_OK;
}
