/* value/handle.h - public handles of values, and the values that they are. */
#ifndef CFT_HANDLE_H
#define CFT_HANDLE_H

#include "chatfmt/value.h"
#include "value/value.h"

/* A public handle is the private value in another coat: the same sixteen bytes. */
_Static_assert(sizeof(chatfmt_value) == sizeof(cft_value), "handles and values have one size");

static inline chatfmt_value cft_wrap(cft_value value)
{
    chatfmt_value handle;
    memcpy(&handle, &value, sizeof handle);
    return handle;
}

static inline cft_value cft_unwrap(chatfmt_value value)
{
    cft_value inner;
    memcpy(&inner, &value, sizeof inner);
    return inner;
}

#endif
