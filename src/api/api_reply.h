/* api/api_reply.h - beginning a reply, for the functions that have chosen its row. */
#ifndef CFT_API_REPLY_H
#define CFT_API_REPLY_H

#include "chatfmt/reply.h"
#include "replies/reply.h"

/* Begin a reply with a row that outlives it; the options are checked here. */
chatfmt_status cft_api_reply_new(const cft_reply_row *row, const chatfmt_reply_options *options,
                                 chatfmt_reply_parser **out, chatfmt_error *error);

#endif
