/* base/status.c - the words of a status, the version, and what was built. */
#include "chatfmt/base.h"

const char *chatfmt_status_text(chatfmt_status status)
{
    switch (status) {
    case CHATFMT_OK: return "ok";
#define STATUS_TEXT_ROW(name, value, text) \
    case CHATFMT_##name: return text;
        CHATFMT_STATUS_MAP(STATUS_TEXT_ROW)
#undef STATUS_TEXT_ROW
    }
    return "unknown status"; /* a number from a newer or a faulty caller */
}

const char *chatfmt_status_kind(chatfmt_status status)
{
    switch (status) {
    case CHATFMT_OK: return "ok";
    case CHATFMT_SYNTAX:
    case CHATFMT_UNKNOWN_FILTER:
    case CHATFMT_UNKNOWN_TEST: return "syntax";
    case CHATFMT_UNDEFINED: return "undefined";
    case CHATFMT_RAISED: return "raised";
    case CHATFMT_SECURITY: return "security";
    case CHATFMT_RUNTIME:
    case CHATFMT_TYPE:
    case CHATFMT_VALUE:
    case CHATFMT_KEY:
    case CHATFMT_INDEX:
    case CHATFMT_ZERO_DIVISION:
    case CHATFMT_OVERFLOW:
    case CHATFMT_ATTRIBUTE:
    case CHATFMT_UNSUPPORTED: return "runtime";
    case CHATFMT_LIMIT:
    case CHATFMT_NO_MEMORY: return "limit";
    case CHATFMT_BAD_ARGUMENT:
    case CHATFMT_INPUT:
    case CHATFMT_IO:
    case CHATFMT_NOT_FOUND:
    case CHATFMT_EXISTS: break;
    }
    return "input";
}

const char *chatfmt_version(void)
{
    return CHATFMT_VERSION;
}

uint32_t chatfmt_version_number(void)
{
    return CHATFMT_VERSION_NUMBER;
}

uint32_t chatfmt_build_features(void)
{
    uint32_t features = 0;
#if defined(CFT_WITH_PCRE2)
    features |= CHATFMT_FEATURE_PCRE2;
#endif
#if defined(CFT_STRESS)
    features |= CHATFMT_FEATURE_STRESS;
#endif
#if !defined(CHATFMT_NO_RARE_BUILTINS)
    features |= CHATFMT_FEATURE_RARE_BUILTINS;
#endif
#if !defined(CHATFMT_NO_UNICODE_NAMES)
    features |= CHATFMT_FEATURE_UNICODE_NAMES;
#endif
#if !defined(CHATFMT_NO_RESPONSE_SCHEMA)
    features |= CHATFMT_FEATURE_RESPONSE_SCHEMA;
#endif
#if !defined(NDEBUG)
    features |= CHATFMT_FEATURE_ASSERTS;
#endif
    return features;
}
