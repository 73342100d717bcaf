/* api/api_format.h - a format and a conversation from inside: rows of floor 4 and programs of the
 * engine, joined.
 */
#ifndef CFT_API_FORMAT_H
#define CFT_API_FORMAT_H

#include "api/api_render.h"
#include "chatfmt/conversation.h"
#include "chatfmt/formats.h"
#include "formats/chat.h"

struct chatfmt_formats {
    chatfmt_allocator allocator;
    cft_format_registry *registry;
};

struct chatfmt_format {
    chatfmt_allocator allocator;
    cft_heap heap;
    cft_format format;
    cft_program *compiled; /* NULL when the format has no template: an invalid style */
};

struct chatfmt_conversation {
    chatfmt_allocator allocator;
    cft_heap heap; /* of the chat */
    cft_chat chat;
    cft_program *own;             /* compiled for this conversation alone, or NULL */
    const cft_program *compiled;  /* `own`, or the format's; NULL for an invalid style */
};

/* Compile the library's or a user's template text as transformers would; "" gives NULL. */
chatfmt_status cft_api_compile_text(const chatfmt_allocator *allocator, cft_slice text,
                                    cft_program **out, chatfmt_error *error);

/* Trust, besides what is trusted already, the `fields` of a format that `variables` still holds. */
chatfmt_status cft_api_trust_fields(chatfmt_renderer *renderer, const cft_dict *fields,
                                    const cft_dict *variables);

/* Run a style with the variables of a chat, made in the renderer's open heap. */
chatfmt_status cft_api_run_style(chatfmt_renderer *renderer, const cft_chat *chat,
                                 const cft_program *compiled, chatfmt_slice *text);

/* Put the kind of a failed render in front of its message. Returns `status`. */
chatfmt_status cft_api_name_kind(chatfmt_status status, chatfmt_error *error);

/* What every object here begins with: all limits at their defaults. */
chatfmt_limits cft_api_default_limits(void);

#endif
