/* api/api_version.c - which library this is. */
#include "chatfmt/base.h"

const char *chatfmt_version(void)
{
    return CHATFMT_VERSION;
}
