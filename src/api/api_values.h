/* api/api_values.h - how the functions of chatfmt/value.h begin. */
#ifndef CFT_API_VALUES_H
#define CFT_API_VALUES_H

#include "api/api_check.h"
#include "value/store.h"

/* For every function that may fail: `error` hears of it, `out` is absent. */
chatfmt_status cft_api_values_enter(chatfmt_values *values, chatfmt_value *out,
                                    chatfmt_error *error);

#endif
