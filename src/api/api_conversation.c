/* api/api_conversation.c - chatfmt/conversation.h: FastChat's Conversation. */
#include "api/api_check.h"
#include "api/api_render.h"
#include "chat/formats.h"
#include "value/store.h"

/* ---- Making and freeing ---- */

void chatfmt_conversation_free(chatfmt_conversation *conversation)
{
    if (conversation) cft_conversation_free(conversation);
}

chatfmt_status chatfmt_conversation_new(const chatfmt_format *format,
                                        const chatfmt_allocator *allocator,
                                        chatfmt_conversation **out, chatfmt_error *error)
{
    if (out) *out = NULL;
    cft_error_clear(error);
    if (!format) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "format is NULL");
    CFT_TRY(cft_format_check_style(&format->format, "a conversation", "", error));
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    return cft_conversation_new(format, allocator, out, error);
}

chatfmt_status chatfmt_conversation_read(const chatfmt_formats *formats, chatfmt_value request,
                                         const chatfmt_allocator *allocator,
                                         chatfmt_conversation **out, chatfmt_error *error)
{
    cft_value object = cft_unwrap(request);
    if (out) *out = NULL;
    cft_error_clear(error);
    if (object.kind != CFT_DICT)
        return cft_fail(error, CHATFMT_INPUT, "a conversation is a JSON object");
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    return cft_conversation_read(formats ? formats->registry : NULL, object.as.dict, allocator, out,
                                 error);
}

chatfmt_status chatfmt_conversation_copy(const chatfmt_conversation *conversation,
                                         const chatfmt_allocator *allocator,
                                         chatfmt_conversation **out, chatfmt_error *error)
{
    if (out) *out = NULL;
    cft_error_clear(error);
    if (!conversation) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "conversation is NULL");
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    return cft_conversation_copy(conversation, allocator, out, error);
}

/* ---- State ---- */

static chatfmt_status conversation_enter(chatfmt_conversation *conversation,
                                         chatfmt_error *error)
{
    cft_error_clear(error);
    if (!conversation) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "conversation is NULL");
    conversation->heap.error = error;
    return CHATFMT_OK;
}

static chatfmt_status conversation_leave(chatfmt_conversation *conversation,
                                         chatfmt_status status)
{
    conversation->heap.error = NULL;
    return status;
}

chatfmt_status chatfmt_conversation_set_system(chatfmt_conversation *conversation,
                                               const char *text, size_t length,
                                               chatfmt_error *error)
{
    cft_value value;
    CFT_TRY(conversation_enter(conversation, error));
    chatfmt_status status = cft_api_text(text, length, "text", error);
    if (status == CHATFMT_OK)
        status = cft_conversation_content(conversation, text ? text : "", length, &value);
    if (status == CHATFMT_OK) conversation->chat.system_message = value;
    return conversation_leave(conversation, status);
}

static cft_slice conversation_text(cft_value value)
{
    return value.kind == CFT_STRING ? cft_text_of(value) : CFT_LIT("");
}

chatfmt_slice chatfmt_conversation_system(const chatfmt_conversation *conversation)
{
    return conversation ? conversation_text(conversation->chat.system_message) : CFT_LIT("");
}

chatfmt_slice chatfmt_conversation_system_vision(const chatfmt_conversation *conversation)
{
    if (!conversation) return CFT_LIT("");
    cft_slice own = conversation_text(conversation->chat.system_vision);
    return own.length ? own : chatfmt_conversation_system(conversation);
}

chatfmt_status chatfmt_conversation_append(chatfmt_conversation *conversation, size_t role,
                                           const char *text, size_t length,
                                           chatfmt_error *error)
{
    cft_value name, content;
    CFT_TRY(conversation_enter(conversation, error));
    chatfmt_status status = cft_chat_role(&conversation->chat, role, &name);
    if (status == CHATFMT_OK)
        status = cft_conversation_content(conversation, text, length, &content);
    if (status == CHATFMT_OK) status = cft_chat_append(&conversation->chat, name, content);
    return conversation_leave(conversation, status);
}

chatfmt_status chatfmt_conversation_append_json(chatfmt_conversation *conversation,
                                                chatfmt_slice role, chatfmt_slice content,
                                                chatfmt_error *error)
{
    CFT_TRY(conversation_enter(conversation, error));
    chatfmt_status status = cft_api_text(role.data, role.length, "role", error);
    if (status == CHATFMT_OK) status = cft_api_text(content.data, content.length, "content", error);
    if (status == CHATFMT_OK) status = cft_conversation_append_json(conversation, role, content);
    return conversation_leave(conversation, status);
}

chatfmt_status chatfmt_conversation_update_last(chatfmt_conversation *conversation,
                                                const char *text, size_t length,
                                                chatfmt_error *error)
{
    cft_value content;
    CFT_TRY(conversation_enter(conversation, error));
    if (!conversation->chat.count)
        return conversation_leave(conversation, cft_fail(error, CHATFMT_BAD_ARGUMENT,
                                                         "the conversation is empty"));
    chatfmt_status status = cft_conversation_content(conversation, text, length, &content);
    if (status == CHATFMT_OK) status = cft_chat_replace_last(&conversation->chat, content);
    return conversation_leave(conversation, status);
}

size_t chatfmt_conversation_count(const chatfmt_conversation *conversation)
{
    return conversation ? conversation->chat.count : 0;
}

chatfmt_status chatfmt_conversation_set_date(chatfmt_conversation *conversation, int64_t now,
                                             chatfmt_error *error)
{
    CFT_TRY(conversation_enter(conversation, error));
    int64_t days = now / 86400 - (now % 86400 < 0);
    if (days < -719162 || days > 2932896)
        return conversation_leave(conversation, cft_fail(error, CHATFMT_VALUE,
                                                         "the year is not between 1 and 9999"));
    return conversation_leave(conversation, cft_conversation_date(conversation, days));
}

/* ---- Results ---- */

chatfmt_status chatfmt_conversation_save(const chatfmt_conversation *conversation,
                                         chatfmt_values *values, chatfmt_slice *json,
                                         chatfmt_error *error)
{
    cft_error_clear(error);
    if (!conversation || !values || !json)
        return cft_fail_null(error, !conversation ? "conversation" : !values ? "values" : "json");
    values->heap.error = error;
    return cft_conversation_save(conversation, values, json);
}

chatfmt_status chatfmt_formats_add_conversation(chatfmt_formats *formats,
                                                const chatfmt_conversation *conversation,
                                                uint32_t flags, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!formats || !conversation)
        return cft_fail_null(error, !formats ? "formats" : "conversation");
    CFT_TRY(cft_api_flags(flags, CHATFMT_FORMATS_OVERRIDE, "flags", error));
    return cft_conversation_register(conversation, formats->registry,
                                     (flags & CHATFMT_FORMATS_OVERRIDE) != 0, error);
}

chatfmt_status chatfmt_conversation_prompt(const chatfmt_conversation *conversation,
                                           chatfmt_renderer *renderer,
                                           const chatfmt_render_options *options,
                                           chatfmt_slice *text, chatfmt_error *error)
{
    CFT_TRY(cft_api_render_begin(renderer, options, text, error));
    if (!conversation) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "conversation is NULL");
    return cft_format_name_kind(
        cft_format_run_style(renderer, &conversation->chat, conversation->compiled, text), error);
}

chatfmt_status chatfmt_conversation_convert(const chatfmt_conversation *conversation,
                                            const char *to, chatfmt_renderer *renderer,
                                            chatfmt_slice *json, chatfmt_error *error)
{
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    options.flags = CHATFMT_RENDER_SPANS;
    cft_error_clear(error);
    if (!json) return cft_fail_null(error, "json");
    CFT_TRY(cft_api_render_begin(renderer, &options, json, error));
    if (!conversation || !to)
        return cft_fail_null(error, !conversation ? "conversation" : "to");
    const cft_slice name = cft_slice_of(to, strlen(to));
    const cft_format_program *found = cft_format_program_find(name);
    if (!found || found->kind != CFT_PROGRAM_CONVERSION)
        return cft_format_no_conversion(name, error);
    cft_dict *variables;
    CFT_TRY(cft_format_compile(&renderer->allocator, found->kind, found->text, &renderer->kept,
                               error));
    CFT_TRY(cft_chat_variables(&conversation->chat, cft_machine_heap(renderer->machine), false,
                               false, &variables));
    return cft_format_name_kind(cft_render_run(renderer, renderer->kept, variables, json),
                             error);
}
