/* api/api_unwritten.c - the part of chatfmt/template.h that finds what a prompt does not have. */
#include "chat/unwritten.h"
#include "api/api_check.h"
#include "value/store.h"

chatfmt_status chatfmt_unwritten(chatfmt_values *values, chatfmt_value variables,
                                 const chatfmt_span *spans, size_t count, uint32_t flags,
                                 chatfmt_value *paths, chatfmt_error *error)
{
    cft_error_clear(error);
    if (paths) *paths = (chatfmt_value){{0, 0}};
    if (!values || !paths || (count && !spans))
        return cft_fail_null(error, !values ? "values" : !paths ? "paths" : "spans");
    CFT_TRY(cft_api_flags(flags, CHATFMT_UNWRITTEN_MEDIA, "flags", error));
    cft_value given = cft_unwrap(variables);
    if (given.kind != CFT_DICT)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "the variables are not an object");
    cft_list_builder list;
    cft_value found;
    values->heap.error = error;
    CFT_TRY(cft_list_build(&list, &values->heap, 4));
    CFT_TRY(cft_unwritten(&values->heap, given.as.dict, spans, count,
                          (flags & CHATFMT_UNWRITTEN_MEDIA) != 0, &list));
    CFT_TRY(cft_list_end(&list, CFT_LIST, &found));
    *paths = cft_wrap(found);
    return CHATFMT_OK;
}
