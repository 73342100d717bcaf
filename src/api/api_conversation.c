/* api/api_conversation.c - chatfmt/conversation.h: FastChat's Conversation. */
#include "api/api_check.h"
#include "api/api_format.h"
#include "base/utf8.h"
#include "formats/format_names.h"
#include "value/json_read.h"
#include "value/json_write.h"
#include "value/text.h"

/* ---- Making and freeing ---- */

static chatfmt_status conversation_make(const chatfmt_allocator *allocator,
                                        chatfmt_conversation **out, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    *out = cft_allocate(&memory, sizeof **out);
    if (!*out) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(*out, 0, sizeof **out);
    (*out)->allocator = memory;
    chatfmt_limits limits = cft_api_default_limits();
    limits.fuel = UINT64_MAX; /* the caller's own work is not metered */
    cft_heap_init(&(*out)->heap, &memory);
    cft_heap_reset(&(*out)->heap, &limits, error);
    return CHATFMT_OK;
}

/* The end of each function that makes one: on failure nothing is left. */
static chatfmt_status conversation_made(chatfmt_status status, chatfmt_conversation **out)
{
    (*out)->heap.error = NULL;
    if (status == CHATFMT_OK) return CHATFMT_OK;
    chatfmt_conversation_free(*out);
    *out = NULL;
    return status;
}

void chatfmt_conversation_free(chatfmt_conversation *conversation)
{
    if (!conversation) return;
    chatfmt_allocator memory = conversation->allocator;
    if (conversation->own) cft_program_free(conversation->own);
    cft_heap_free(&conversation->heap);
    cft_release(&memory, conversation, sizeof *conversation);
}

chatfmt_status chatfmt_conversation_new(const chatfmt_format *format,
                                        const chatfmt_allocator *allocator,
                                        chatfmt_conversation **out, chatfmt_error *error)
{
    if (out) *out = NULL;
    cft_error_clear(error);
    if (!format) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "format is NULL");
    if (format->format.kind != CFT_PROGRAM_STYLE)
        return cft_fail(error, CHATFMT_UNSUPPORTED, "the format has no separator style");
    CFT_TRY(conversation_make(allocator, out, error));
    chatfmt_conversation *made = *out;
    made->compiled = format->compiled;
    return conversation_made(cft_chat_begin(&made->chat, &made->heap, &format->format), out);
}

static chatfmt_status conversation_compile(chatfmt_conversation *made, chatfmt_error *error)
{
    CFT_TRY(cft_api_compile_text(&made->allocator, made->chat.format.text, &made->own, error));
    made->compiled = made->own;
    return CHATFMT_OK;
}

/* What a saved conversation says beside its format. */
static chatfmt_status conversation_restore(chatfmt_conversation *made, const cft_dict *request)
{
    static const cft_slice names[] = {{"template_name", 13}, {"messages", 8}, {"append", 6}};
    cft_value messages = cft_format_field(request, names[1]);
    if (cft_format_field(request, names[0]).kind != CFT_STRING)
        return messages.kind == CFT_LIST ? cft_chat_apply_openai(&made->chat, messages)
                                         : CHATFMT_OK;
    cft_value system = cft_format_field(request, CFT_LIT("system_message"));
    if (system.kind != CFT_ABSENT) made->chat.system_message = system;
    if (messages.kind == CFT_LIST) {
        made->chat.count = 0;
        CFT_TRY(cft_chat_append_pairs(&made->chat, messages));
    }
    return CHATFMT_OK;
}

static chatfmt_status conversation_of_request(const chatfmt_formats *formats,
                                              chatfmt_conversation *made,
                                              const cft_dict *request, chatfmt_error *error)
{
    cft_format format;
    cft_value name = cft_format_field(request, CFT_LIT("template"));
    cft_value record = cft_format_field(request, CFT_LIT("conv"));
    if (name.kind != CFT_STRING) name = cft_format_field(request, CFT_LIT("template_name"));
    if (name.kind == CFT_STRING)
        CFT_TRY(cft_format_resolve(formats ? formats->registry : NULL, &made->heap,
                                   cft_text_of(name), true, &format));
    else if (record.kind == CFT_DICT)
        CFT_TRY(cft_format_of_record(&made->heap, record.as.dict, &format));
    else
        return cft_fail(error, CHATFMT_INPUT, "a conversation needs \"template\" or \"conv\"");
    if (format.kind != CFT_PROGRAM_STYLE)
        return cft_fail(error, CHATFMT_UNSUPPORTED, "the format has no separator style");
    CFT_TRY(cft_chat_begin(&made->chat, &made->heap, &format));
    CFT_TRY(conversation_restore(made, request));
    CFT_TRY(cft_chat_apply(&made->chat, request));
    return conversation_compile(made, error);
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
    CFT_TRY(conversation_make(allocator, out, error));
    return conversation_made(conversation_of_request(formats, *out, object.as.dict, error), out);
}

static chatfmt_status conversation_copy_state(const chatfmt_conversation *from,
                                              chatfmt_conversation *made, chatfmt_error *error)
{
    CFT_TRY(cft_chat_copy(&from->chat, &made->chat, &made->heap));
    made->compiled = from->compiled;
    return from->own ? conversation_compile(made, error) : CHATFMT_OK;
}

chatfmt_status chatfmt_conversation_copy(const chatfmt_conversation *conversation,
                                         const chatfmt_allocator *allocator,
                                         chatfmt_conversation **out, chatfmt_error *error)
{
    if (out) *out = NULL;
    cft_error_clear(error);
    if (!conversation) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "conversation is NULL");
    CFT_TRY(conversation_make(allocator, out, error));
    return conversation_made(conversation_copy_state(conversation, *out, error), out);
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

static chatfmt_status conversation_content(chatfmt_conversation *conversation, const char *text,
                                           size_t length, cft_value *out)
{
    *out = cft_none();
    if (!text) return CHATFMT_OK;
    chatfmt_error *error = conversation->heap.error;
    if (cft_utf8_check(text, length) != length)
        return cft_fail(error, CHATFMT_INPUT, "the text is not UTF-8");
    return cft_chat_text(&conversation->chat, cft_slice_of(text, length), out);
}

chatfmt_status chatfmt_conversation_set_system(chatfmt_conversation *conversation,
                                               const char *text, size_t length,
                                               chatfmt_error *error)
{
    cft_value value;
    CFT_TRY(conversation_enter(conversation, error));
    chatfmt_status status = cft_api_text(text, length, "text", error);
    if (status == CHATFMT_OK)
        status = conversation_content(conversation, text ? text : "", length, &value);
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
        status = conversation_content(conversation, text, length, &content);
    if (status == CHATFMT_OK) status = cft_chat_append(&conversation->chat, name, content);
    return conversation_leave(conversation, status);
}

static chatfmt_status conversation_append_json(chatfmt_conversation *conversation,
                                               cft_slice role, cft_slice json)
{
    cft_heap *heap = &conversation->heap;
    cft_value name, text, content;
    cft_json_options options = {.base = 0};
    CFT_TRY(cft_api_text(role.data, role.length, "role", heap->error));
    CFT_TRY(conversation_content(conversation, role.data ? role.data : "", role.length, &name));
    CFT_TRY(cft_api_text(json.data, json.length, "content", heap->error));
    CFT_TRY(cft_chat_text(&conversation->chat, json, &text));
    CFT_TRY(cft_json_read(heap, cft_text_of(text), &options, &content, NULL));
    CFT_TRY(cft_chat_content(heap, content, &content));
    return cft_chat_append(&conversation->chat, name, content);
}

chatfmt_status chatfmt_conversation_append_json(chatfmt_conversation *conversation,
                                                chatfmt_slice role, chatfmt_slice content,
                                                chatfmt_error *error)
{
    CFT_TRY(conversation_enter(conversation, error));
    return conversation_leave(conversation,
                              conversation_append_json(conversation, role, content));
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
    chatfmt_status status = conversation_content(conversation, text, length, &content);
    if (status == CHATFMT_OK) status = cft_chat_replace_last(&conversation->chat, content);
    return conversation_leave(conversation, status);
}

size_t chatfmt_conversation_count(const chatfmt_conversation *conversation)
{
    return conversation ? conversation->chat.count : 0;
}

/* ---- Results ---- */

chatfmt_status chatfmt_conversation_prompt(const chatfmt_conversation *conversation,
                                           chatfmt_renderer *renderer,
                                           const chatfmt_render_options *options,
                                           chatfmt_slice *text, chatfmt_error *error)
{
    CFT_TRY(cft_api_render_begin(renderer, options, text, error));
    if (!conversation) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "conversation is NULL");
    return cft_api_name_kind(
        cft_api_run_style(renderer, &conversation->chat, conversation->compiled, text), error);
}

chatfmt_status chatfmt_conversation_convert(const chatfmt_conversation *conversation,
                                            const char *to, chatfmt_renderer *renderer,
                                            chatfmt_slice *json, chatfmt_error *error)
{
    CFT_TRY(cft_api_render_begin(renderer, NULL, json, error));
    if (!conversation || !to)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "an argument is NULL");
    const cft_format_program *found = cft_format_program_find(cft_slice_of(to, strlen(to)));
    if (!found || found->kind != CFT_PROGRAM_CONVERSION)
        return cft_fail(error, CHATFMT_NOT_FOUND, "no conversion to '%s'", to);
    cft_dict *variables;
    CFT_TRY(cft_api_compile_text(&renderer->allocator, found->text, &renderer->kept, error));
    CFT_TRY(cft_chat_variables(&conversation->chat, cft_machine_heap(renderer->machine), false,
                               false, &variables));
    return cft_api_name_kind(cft_render_run(renderer, renderer->kept, variables, json),
                             error);
}
