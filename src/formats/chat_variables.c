/* formats/chat_variables.c - what a conversation looks like to the template of its style. */
#include "formats/chat.h"
#include "value/builder.h"
#include "value/list.h"
#include "value/repr.h"

chatfmt_status cft_chat_fill(cft_heap *heap, cft_slice template_text, cft_value message,
                             cft_value *out)
{
    static const char marker[] = "{system_message}";
    const size_t marker_length = sizeof marker - 1;
    const char *at = template_text.data, *end = at + template_text.length;
    cft_builder b;
    CFT_TRY(cft_build(&b, heap, template_text.length + 64));
    while (at < end) {
        const char *plain = at;
        while (at < end && *at != '{' && *at != '}') at++;
        if (at > plain) CFT_TRY(cft_build_copy(&b, plain, (size_t)(at - plain)));
        if (at == end) break;
        if (end - at >= 2 && at[0] == at[1]) {
            CFT_TRY(cft_build_copy(&b, at, 1));
            at += 2;
        } else if ((size_t)(end - at) >= marker_length && !memcmp(at, marker, marker_length)) {
            if (message.kind == CFT_STRING)
                CFT_TRY(cft_build_copy(&b, message.as.text, message.length));
            else if (message.kind == CFT_NONE)
                CFT_TRY(cft_build_from(&b, "None", 4, message));
            else /* as str.format() has it */
                CFT_TRY(cft_repr_append(&b, message));
            at += marker_length;
        } else {
            return cft_format_fail(heap, CHATFMT_VALUE, "bad_system_template",
                                   "only {system_message} may be used in braces");
        }
    }
    return cft_build_end(&b, 0, out);
}

/* Whether the model writes the message: its role is the second one, or, where both roles read
 * the same or it is a third one, its place is odd. Of OpenAI messages it is known. */
static bool chat_is_generated(cft_value roles, const cft_chat_message *message, size_t index)
{
    cft_value role = message->role;
    if (message->author != CFT_CHAT_ANYBODY) return message->author == CFT_CHAT_MODEL;
    if ((roles.kind == CFT_LIST || roles.kind == CFT_TUPLE) && roles.as.list->count >= 2 &&
        role.kind == CFT_STRING) {
        cft_value first = roles.as.list->items[0], second = roles.as.list->items[1];
        if (first.kind == CFT_STRING && second.kind == CFT_STRING) {
            bool is_first = cft_slice_equal(cft_text_of(role), cft_text_of(first));
            bool is_second = cft_slice_equal(cft_text_of(role), cft_text_of(second));
            if (is_first != is_second) return is_second;
        }
    }
    return index % 2 == 1;
}

/* The list of turns: the chat's own, or with what the model writes marked. */
static chatfmt_status chat_conversation(const cft_chat *chat, cft_heap *heap, bool marks,
                                        cft_value *out)
{
    void *room;
    if (!marks) return cft_list_copy(heap, CFT_LIST, chat->turns, chat->count, out);
    cft_value roles = cft_format_field(chat->format.fields, CFT_LIT("roles"));
    CFT_TRY(cft_heap_array(heap, chat->count, 5 * sizeof(cft_value), &room));
    cft_value *turns = room, *tuples = turns + chat->count;
    CFT_TRY(cft_heap_array(heap, chat->count, sizeof(cft_list), &room));
    cft_list *lists = room;
    for (size_t i = 0; i < chat->count; i++) {
        cft_value *tuple = tuples + 4 * i;
        tuple[0] = chat->messages[i].role;
        tuple[1] = chat->messages[i].content;
        tuple[2] = cft_bool(i % 2 == 1);
        tuple[3] = cft_bool(chat_is_generated(roles, &chat->messages[i], i));
        lists[i] = (cft_list){.count = 4, .items = tuple};
        turns[i] = (cft_value){.kind = CFT_TUPLE, .as = {.list = &lists[i]}};
    }
    return cft_list_of(heap, CFT_LIST, turns, chat->count, out);
}

static chatfmt_status chat_put(cft_heap *heap, cft_dict *into, cft_slice name, cft_value value)
{
    return cft_dict_put(heap, into, cft_string(name.data, (uint32_t)name.length, CFT_STR_ASCII),
                        value);
}

/* The variable `name` of the shape, which is new or one of the fields; *place is its number. */
static chatfmt_status chat_shape_place(cft_chat *chat, cft_slice name, uint32_t *place)
{
    CFT_TRY(chat_put(chat->heap, chat->shape, name, cft_absent()));
    *place = (uint32_t)(cft_dict_find_text(chat->shape, name) - chat->shape->entries);
    return CHATFMT_OK;
}

chatfmt_status cft_chat_make_shape(cft_chat *chat)
{
    chat->system_template = cft_format_field(chat->format.fields, CFT_LIT("system_template"));
    CFT_TRY(cft_dict_copy(chat->heap, chat->format.fields, 4, &chat->shape));
    CFT_TRY(chat_shape_place(chat, CFT_LIT("messages"), &chat->places.messages));
    CFT_TRY(chat_shape_place(chat, CFT_LIT("system_message"), &chat->places.system_message));
    CFT_TRY(chat_shape_place(chat, CFT_LIT("conversation"), &chat->places.conversation));
    CFT_TRY(chat_shape_place(chat, CFT_LIT("system"), &chat->places.system));
    return chat_shape_place(chat, CFT_LIT("system_message_vision"), &chat->places.system_vision);
}

/* The system message; one that came with the messages as a text made of it, so that spans name its
 * place there and not the variable. A style, for which `as_text` is set, writes it and asks whether
 * it is empty; a conversion writes lists and objects as JSON. */
static chatfmt_status chat_system_message(const cft_chat *chat, cft_heap *heap, bool as_text,
                                          cft_value *out)
{
    cft_value own = cft_format_field(chat->format.fields, CFT_LIT("system_message"));
    cft_builder copy;
    *out = chat->system_message;
    bool text = out->kind == CFT_STRING;
    bool full = as_text && ((out->kind == CFT_LIST && out->as.list->count) ||
                            (out->kind == CFT_DICT && out->as.dict->count));
    if (!heap->origins || chat->source.kind != CFT_LIST || (!text && !full) ||
        (text && own.kind == CFT_STRING && own.as.text == out->as.text))
        return CHATFMT_OK;
    CFT_TRY(cft_build(&copy, heap, out->length));
    CFT_TRY(text ? cft_build_copy(&copy, out->as.text, out->length)
                 : cft_repr_append(&copy, *out));
    return cft_build_end(&copy, 0, out);
}

/* Most system templates are the message and nothing else. */
static chatfmt_status chat_system(const cft_chat *chat, cft_heap *heap, cft_value message,
                                  cft_value *out)
{
    cft_value text = chat->system_template;
    if (text.kind != CFT_STRING)
        return cft_format_fail(heap, CHATFMT_VALUE, "bad_system_template", "it is not a string");
    *out = message;
    if (out->kind == CFT_STRING && cft_slice_equal(cft_text_of(text), CFT_LIT("{system_message}")))
        return CHATFMT_OK;
    return cft_chat_fill(heap, cft_text_of(text), message, out);
}

chatfmt_status cft_chat_variables(const cft_chat *chat, cft_heap *heap, bool with_system,
                                  bool marks, cft_dict **out)
{
    CFT_TRY(cft_dict_copy(heap, chat->shape, 1, out));
    cft_entry *entries = (*out)->entries;
    /* The record's own messages are in the conversation; the name is the request's, or nobody's. */
    entries[chat->places.messages].value = chat->source;
    CFT_TRY(chat_system_message(chat, heap, with_system,
                                &entries[chat->places.system_message].value));
    CFT_TRY(chat_conversation(chat, heap, marks, &entries[chat->places.conversation].value));
    if (with_system)
        CFT_TRY(chat_system(chat, heap, entries[chat->places.system_message].value,
                            &entries[chat->places.system].value));
    entries[chat->places.system_vision].value = chat->system_vision;
    return CHATFMT_OK;
}
