/* api/api_format_render.c - rendering with a format: its fields and the user's variables joined. */
#include "api/api_check.h"
#include "api/api_render.h"
#include "chat/formats.h"
#include "value/json_read.h"
#include "value/list.h"

/* ---- Styles ---- */

chatfmt_status chatfmt_format_render(chatfmt_renderer *renderer, const chatfmt_format *format,
                                     const char *program, chatfmt_value variables,
                                     const chatfmt_render_options *options, chatfmt_slice *text,
                                     chatfmt_error *error)
{
    CFT_TRY(cft_api_render_begin(renderer, options, text, error));
    cft_value given = cft_unwrap(variables);
    if (given.kind != CFT_DICT)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "the variables are not an object");
    if (!program && !format)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "neither a format nor a program is given");
    return cft_format_render(renderer, format,
                             program ? cft_slice_of(program, strlen(program)) : CFT_LIT(""),
                             given.as.dict, text, error);
}
