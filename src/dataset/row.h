/* dataset/row.h - the conversation in a row of a data set (chatfmt/dataset.h). */
#ifndef CFT_ROW_H
#define CFT_ROW_H

#include "chatfmt/dataset.h"
#include "value/store.h"

extern const chatfmt_row_layout cft_row_layouts[];
extern const size_t cft_row_layout_count;

/* The member "role" of a message; absent where there is none, or no object. */
cft_value cft_row_role(cft_value message);
/* The role that was probably meant by one that is not usual: a name of ShareGPT's, or the nearest
 * usual role; "" when there is none. */
cft_slice cft_row_meant_role(cft_slice role);
/* Whether a message is an object with neither a member "content" nor tool calls. */
bool cft_row_lacks_content(cft_value message);
/* Whether the arguments of a tool call, in OpenAI's shape or flat, are text. */
bool cft_row_is_text_call(cft_value call);

/* Options are whole and checked; failures are reported to values->heap.error. */
chatfmt_status cft_row_read(chatfmt_values *values, cft_value row,
                            const chatfmt_row_options *options, chatfmt_row *out);

#endif
