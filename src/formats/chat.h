/* formats/chat.h - a FastChat conversation as values: a format's fields, a system message,
 * messages.
 *
 * Message contents are text, none ("to be generated"), or a tuple (text, images). Everything
 * lives in the heap that the chat was begun in; a chat is copied by copying its values.
 */
#ifndef CFT_CHAT_H
#define CFT_CHAT_H

#include "formats/format.h"

/* Who writes a message, where its role's text does not say so. */
typedef enum cft_chat_author { CFT_CHAT_ANYBODY, CFT_CHAT_USER, CFT_CHAT_MODEL } cft_chat_author;

typedef struct cft_chat_message {
    cft_value role, content;
    cft_chat_author author;
} cft_chat_message;

typedef struct cft_chat {
    cft_heap *heap;            /* whose everything is                                           */
    cft_format format;         /* fields in this heap, the registry or the built-in data        */
    cft_value system_message;  /* the format's own until it is set                              */
    cft_value system_vision;   /* the one for when images are sent                              */
    cft_chat_message *messages;
    cft_value *turns;          /* each message as the template of a style sees it, see below     */
    size_t count, capacity;
    size_t few_shot;           /* the first messages that came with the format                  */
    cft_dict *shape;           /* the variables of a style, to be copied and filled in */
    struct {
        uint32_t messages, system_message, system_vision, conversation, system;
    } places;                  /* numbers of its entries that change */
    cft_value system_template;
    cft_value source;          /* the OpenAI messages that it was made of, or absent: spans name
                                  what came from them by its place there                       */
} cft_chat;

/* Begin in `heap` with a format's few-shot messages and system message. */
chatfmt_status cft_chat_begin(cft_chat *chat, cft_heap *heap, const cft_format *format);

/* Append one message; the values are in the chat's heap or outlive it. */
chatfmt_status cft_chat_append(cft_chat *chat, cft_value role, cft_value content);
/* Another content for the last message, which must exist. */
chatfmt_status cft_chat_replace_last(cft_chat *chat, cft_value content);
/* Append the messages of a record: a list of [role, content]. */
chatfmt_status cft_chat_append_pairs(cft_chat *chat, cft_value messages);
/* The role's text: roles[index] of the format. BAD_ARGUMENT when there is none. */
chatfmt_status cft_chat_role(cft_chat *chat, size_t index, cft_value *out);
/* A copy of text in the chat's heap. */
chatfmt_status cft_chat_text(cft_chat *chat, cft_slice text, cft_value *out);

/*
 * The content that JSON means: text, null, {"text", "images"}, [text, images], or the recordings'
 * {"__tuple__": […]}. INPUT otherwise.
 */
chatfmt_status cft_chat_content(cft_heap *heap, cft_value json, cft_value *out);

/* Apply what a request says beside the format: "set_system", "append", then "update_last". */
chatfmt_status cft_chat_apply(cft_chat *chat, const cft_dict *request);

/*
 * Append what an OpenAI request says: the last system message becomes the chat's, user and
 * assistant the format's roles, a list of parts an image message. VALUE "unknown_role: …".
 * FastChat: get_gen_params.
 */
chatfmt_status cft_chat_apply_openai(cft_chat *chat, cft_value messages);

/* Another chat with the same state in another heap, which shares nothing with this one. */
chatfmt_status cft_chat_copy(const cft_chat *from, cft_chat *chat, cft_heap *heap);

/* Make chat->shape, when the format is known. */
chatfmt_status cft_chat_make_shape(cft_chat *chat);

/*
 * The variables of a template: the format's fields, `system_message` as it is now, `conversation`,
 * a list of (role, message, odd, generated), and for a style `system`, the filled system template.
 * Unless `marks` are wanted nothing counts as generated, which spares the tags. Made in `heap`,
 * borrowing from the chat.
 */
chatfmt_status cft_chat_variables(const cft_chat *chat, cft_heap *heap, bool with_system,
                                  bool marks, cft_dict **out);

/* system_template with {system_message} replaced; doubled braces are one, any other brace is
 * bad_system_template. None is written as "None". Python: str.format. */
chatfmt_status cft_chat_fill(cft_heap *heap, cft_slice template_text, cft_value message,
                             cft_value *out);

#endif
