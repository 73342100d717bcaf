/* chat/unwritten.h - which texts of a conversation a prompt does not have. */
#ifndef CFT_UNWRITTEN_H
#define CFT_UNWRITTEN_H

#include "chatfmt/template.h"
#include "value/list.h"

/*
 * Push the path of every string in the lists and objects among `variables` that no span names. What
 * is structure rather than text is left out: `role`, `type`, `id`, `tool_call_id`, the name of a
 * tool's result, white space. Reasoning counts under each of its names. Without `media`, parts that
 * are neither text nor files are left out. Paths are made in `heap`.
 */
chatfmt_status cft_unwritten(cft_heap *heap, const cft_dict *variables, const chatfmt_span *spans,
                             size_t count, bool media, cft_list_builder *out);

#endif
