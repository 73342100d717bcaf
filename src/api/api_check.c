/* api/api_check.c - options structs, limits and handles as they cross the border. */
#include "api/api_check.h"

#include "value/heap.h"

chatfmt_status cft_api_options(void *out, size_t size, const void *in, const char *type,
                               chatfmt_error *error)
{
    size_t given;
    memset(out, 0, size);
    if (!in) return CHATFMT_OK;
    memcpy(&given, in, sizeof given);
    if (!cft_is_struct_size(given)) return cft_fail_struct_size(error, type, given);
    memcpy(out, in, given < size ? given : size);
    for (size_t i = size; i < given; i++)
        if (((const unsigned char *)in)[i]) return cft_fail_struct_fields(error, type);
    return CHATFMT_OK;
}

chatfmt_status cft_api_result(void *out, const void *own, size_t size, const char *type,
                              chatfmt_error *error)
{
    size_t given;
    if (!out) return cft_fail_null(error, "out");
    memcpy(&given, out, sizeof given);
    if (!cft_is_struct_size(given)) return cft_fail_struct_size(error, type, given);
    memset(out, 0, given);
    memcpy(out, own, given < size ? given : size);
    memcpy(out, &given, sizeof given);
    return CHATFMT_OK;
}

chatfmt_status cft_api_text(const char *text, size_t length, const char *what,
                            chatfmt_error *error)
{
    return text || !length ? CHATFMT_OK : cft_fail_null(error, what);
}

chatfmt_status cft_api_flags(uint32_t flags, uint32_t known, const char *what,
                             chatfmt_error *error)
{
    if (!(flags & ~known)) return CHATFMT_OK;
    return cft_fail(error, CHATFMT_BAD_ARGUMENT, "%s: unknown bits 0x%x", what,
                    (unsigned)(flags & ~known));
}

chatfmt_status cft_api_at_most(uint32_t value, uint32_t most, const char *what,
                               chatfmt_error *error)
{
    if (value <= most) return CHATFMT_OK;
    return cft_fail(error, CHATFMT_BAD_ARGUMENT, "%s is %u, at most %u", what, (unsigned)value,
                    (unsigned)most);
}

chatfmt_status cft_api_limits(const chatfmt_limits *given, const chatfmt_limits *base,
                              chatfmt_limits *out, chatfmt_error *error)
{
    chatfmt_limits own;
    *out = *base;
    if (!given) return CHATFMT_OK;
    CFT_TRY(cft_api_options(&own, sizeof own, given, "chatfmt_limits", error));
    cft_limits_take(out, &own);
    return CHATFMT_OK;
}
