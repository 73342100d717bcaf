/* chat/response_open.h - descriptions of replies: from JSON, and from a model's files. */
#ifndef CFT_RESPONSE_OPEN_H
#define CFT_RESPONSE_OPEN_H

#include "chat/applier.h"
#include "replies/response.h"

struct chatfmt_response_template {
    cft_response_template *inner;
    chatfmt_limits limits;
    chatfmt_allocator memory;
};

/* `limits` are complete. *out is NULL on failure. */
chatfmt_status cft_response_open(cft_slice json, cft_response_source source,
                                 const chatfmt_allocator *memory, const chatfmt_limits *limits,
                                 chatfmt_response_template **out, chatfmt_error *error);
/* What the configuration of the model says, the newer kind first; *out is NULL, too, when that is
 * nothing. */
chatfmt_status cft_response_of_model(const chatfmt_model *model, const chatfmt_limits *limits,
                                     chatfmt_response_template **out, chatfmt_error *error);

#endif
