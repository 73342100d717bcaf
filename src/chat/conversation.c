/* chat/conversation.c - FastChat's Conversation: made from a format or from what was saved, and
 * grown. */
#include "base/utf8.h"
#include "chat/formats.h"
#include "formats/format_names.h"
#include "value/json_read.h"

/* ---- Making and freeing ---- */

static chatfmt_status conversation_make(const chatfmt_allocator *allocator,
                                        chatfmt_conversation **out, chatfmt_error *error)
{
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    *out = cft_allocate(&memory, sizeof **out);
    if (!*out) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(*out, 0, sizeof **out);
    (*out)->allocator = memory;
    chatfmt_limits limits = cft_default_limits;
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
    cft_conversation_free(*out);
    *out = NULL;
    return status;
}

void cft_conversation_free(chatfmt_conversation *conversation)
{
    chatfmt_allocator memory = conversation->allocator;
    if (conversation->own) cft_program_free(conversation->own);
    cft_heap_free(&conversation->heap);
    cft_release(&memory, conversation, sizeof *conversation);
}

chatfmt_status cft_conversation_new(const chatfmt_format *format,
                                    const chatfmt_allocator *allocator,
                                    chatfmt_conversation **out, chatfmt_error *error)
{
    CFT_TRY(conversation_make(allocator, out, error));
    chatfmt_conversation *made = *out;
    made->compiled = format->compiled;
    return conversation_made(cft_chat_begin(&made->chat, &made->heap, &format->format), out);
}

static chatfmt_status conversation_compile(chatfmt_conversation *made, chatfmt_error *error)
{
    const cft_format *format = &made->chat.format;
    CFT_TRY(cft_format_compile(&made->allocator, format->kind, format->text, &made->own, error));
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

/* The kinds of what a request holds; null is as if it were left out. */
static const struct {
    cft_slice name;
    int kind;
    const char *words;
} conversation_kinds[] = {
    {{"template", 8}, CFT_STRING, "a text"},      {{"conv", 4}, CFT_DICT, "an object"},
    {{"template_name", 13}, CFT_STRING, "a text"}, {{"messages", 8}, CFT_LIST, "a list"},
    {{"set_system", 10}, CFT_STRING, "a text"},    {{"append", 6}, CFT_LIST, "a list"},
};

static chatfmt_status conversation_check(const cft_dict *request, chatfmt_error *error)
{
    for (size_t i = 0; i < sizeof conversation_kinds / sizeof *conversation_kinds; i++) {
        cft_slice name = conversation_kinds[i].name;
        int kind = cft_format_field(request, name).kind;
        if (kind == conversation_kinds[i].kind || kind == CFT_NONE || kind == CFT_ABSENT) continue;
        chatfmt_status status = cft_fail(error, CHATFMT_INPUT, "%s is not %s", name.data,
                                         conversation_kinds[i].words);
        cft_error_path(error, name);
        return status;
    }
    return CHATFMT_OK;
}

static chatfmt_status conversation_of_request(const cft_format_registry *registry,
                                              chatfmt_conversation *made,
                                              const cft_dict *request, chatfmt_error *error)
{
    cft_format format;
    cft_value name = cft_format_field(request, CFT_LIT("template"));
    cft_value record = cft_format_field(request, CFT_LIT("conv"));
    CFT_TRY(conversation_check(request, error));
    if (name.kind != CFT_STRING) name = cft_format_field(request, CFT_LIT("template_name"));
    if (name.kind == CFT_STRING)
        CFT_TRY(cft_format_resolve(registry, &made->heap, cft_text_of(name), true, &format));
    else if (record.kind == CFT_DICT)
        CFT_TRY(cft_format_of_record(&made->heap, record.as.dict, &format));
    else
        return cft_fail(error, CHATFMT_INPUT, "a conversation needs \"template\" or \"conv\"");
    CFT_TRY(cft_format_check_style(&format, "a conversation", "", error));
    CFT_TRY(cft_chat_begin(&made->chat, &made->heap, &format));
    CFT_TRY(conversation_restore(made, request));
    CFT_TRY(cft_chat_apply(&made->chat, request));
    return conversation_compile(made, error);
}

chatfmt_status cft_conversation_read(const cft_format_registry *registry, const cft_dict *request,
                                     const chatfmt_allocator *allocator,
                                     chatfmt_conversation **out, chatfmt_error *error)
{
    CFT_TRY(conversation_make(allocator, out, error));
    return conversation_made(conversation_of_request(registry, *out, request, error), out);
}

static chatfmt_status conversation_copy_state(const chatfmt_conversation *from,
                                              chatfmt_conversation *made, chatfmt_error *error)
{
    CFT_TRY(cft_chat_copy(&from->chat, &made->chat, &made->heap));
    made->compiled = from->compiled;
    return from->own ? conversation_compile(made, error) : CHATFMT_OK;
}

chatfmt_status cft_conversation_copy(const chatfmt_conversation *from,
                                     const chatfmt_allocator *allocator,
                                     chatfmt_conversation **out, chatfmt_error *error)
{
    CFT_TRY(conversation_make(allocator, out, error));
    return conversation_made(conversation_copy_state(from, *out, error), out);
}

/* ---- What is put in ---- */

chatfmt_status cft_conversation_content(chatfmt_conversation *conversation, const char *text,
                                        size_t length, cft_value *out)
{
    *out = cft_none();
    if (!text) return CHATFMT_OK;
    chatfmt_error *error = conversation->heap.error;
    if (cft_utf8_check(text, length) != length)
        return cft_fail(error, CHATFMT_INPUT, "the text is not UTF-8");
    return cft_chat_text(&conversation->chat, cft_slice_of(text, length), out);
}

chatfmt_status cft_conversation_append_json(chatfmt_conversation *conversation, cft_slice role,
                                            cft_slice json)
{
    cft_heap *heap = &conversation->heap;
    cft_value name, text, content;
    cft_json_options options = {.base = 0};
    CFT_TRY(cft_conversation_content(conversation, role.data ? role.data : "", role.length, &name));
    CFT_TRY(cft_chat_text(&conversation->chat, json, &text));
    CFT_TRY(cft_json_read(heap, cft_text_of(text), &options, &content, NULL));
    CFT_TRY(cft_chat_content(heap, content, &content));
    return cft_chat_append(&conversation->chat, name, content);
}
