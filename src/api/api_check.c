/* api/api_check.c - options structs, limits and handles as they cross the border. */
#include "api/api_check.h"

#include "value/heap.h"

chatfmt_status cft_api_options(void *out, size_t size, const void *in, const char *what,
                               chatfmt_error *error)
{
    size_t given;
    memset(out, 0, size);
    if (!in) return CHATFMT_OK;
    memcpy(&given, in, sizeof given);
    if (given < sizeof given)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "%s: struct_size is not set", what);
    memcpy(out, in, given < size ? given : size);
    for (size_t i = size; i < given; i++)
        if (((const unsigned char *)in)[i])
            return cft_fail(error, CHATFMT_BAD_ARGUMENT,
                            "%s: has fields that this version does not know", what);
    return CHATFMT_OK;
}

chatfmt_status cft_api_result(void *out, const void *own, size_t size, const char *what,
                              chatfmt_error *error)
{
    size_t given;
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "%s is NULL", what);
    memcpy(&given, out, sizeof given);
    if (given < sizeof given)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "%s: struct_size is not set", what);
    memset(out, 0, given);
    memcpy(out, own, given < size ? given : size);
    memcpy(out, &given, sizeof given);
    return CHATFMT_OK;
}

chatfmt_status cft_api_text(const char *text, size_t length, const char *what,
                            chatfmt_error *error)
{
    if (text || !length) return CHATFMT_OK;
    return cft_fail(error, CHATFMT_BAD_ARGUMENT, "%s is NULL", what);
}

chatfmt_status cft_api_limits(const chatfmt_limits *given, const chatfmt_limits *base,
                              chatfmt_limits *out, chatfmt_error *error)
{
    chatfmt_limits own;
    *out = *base;
    if (!given) return CHATFMT_OK;
    CFT_TRY(cft_api_options(&own, sizeof own, given, "limits", error));
    cft_limits_take(out, &own);
    return CHATFMT_OK;
}
