/* api/api_chat.h - the arguments of what applies a chat template. */
#ifndef CFT_API_CHAT_H
#define CFT_API_CHAT_H

#include "api/api_check.h"
#include "chat/applier.h"

/* The options, whole and checked, and the complete limits of the renders: those of the chat but
 * for what the options say. */
chatfmt_status cft_api_apply_options(const chatfmt_apply_options *options,
                                     const chatfmt_chat *chat, chatfmt_apply_options *own,
                                     chatfmt_limits *limits, chatfmt_error *error);

#endif
