/* formats/chat.c - the state of a FastChat conversation and how requests change it. */
#include "formats/chat.h"

#include "value/json_read.h"
#include "value/json_write.h"
#include "value/list.h"

/* A list with more room: what a template was given of the old one stays as it is. */
static chatfmt_status chat_grow(cft_chat *chat, size_t capacity, size_t size, void *from,
                                void **out)
{
    CFT_TRY(cft_heap_array(chat->heap, capacity, size, out));
    if (chat->count) memcpy(*out, from, chat->count * size);
    return CHATFMT_OK;
}

/* The message at `index` as a tuple. Made once, as a prompt is asked for again and again. */
static chatfmt_status chat_make_turn(cft_chat *chat, size_t index)
{
    const cft_chat_message *message = &chat->messages[index];
    cft_value items[4] = {message->role, message->content, cft_bool(index % 2 == 1),
                          cft_bool(false)};
    return cft_list_copy(chat->heap, CFT_TUPLE, items, 4, &chat->turns[index]);
}

chatfmt_status cft_chat_append(cft_chat *chat, cft_value role, cft_value content)
{
    if (chat->count == chat->capacity) {
        size_t capacity = chat->capacity ? chat->capacity * 2 : 8;
        void *messages, *turns;
        CFT_TRY(chat_grow(chat, capacity, sizeof *chat->messages, chat->messages, &messages));
        CFT_TRY(chat_grow(chat, capacity, sizeof *chat->turns, chat->turns, &turns));
        chat->messages = messages;
        chat->turns = turns;
        chat->capacity = capacity;
    }
    chat->messages[chat->count] = (cft_chat_message){role, content, CFT_CHAT_ANYBODY};
    CFT_TRY(chat_make_turn(chat, chat->count));
    chat->count++;
    return CHATFMT_OK;
}

chatfmt_status cft_chat_replace_last(cft_chat *chat, cft_value content)
{
    cft_chat_message *last = &chat->messages[chat->count - 1];
    cft_value before = last->content;
    chatfmt_status status;
    last->content = content;
    status = chat_make_turn(chat, chat->count - 1);
    if (status != CHATFMT_OK) last->content = before;
    return status;
}

chatfmt_status cft_chat_text(cft_chat *chat, cft_slice text, cft_value *out)
{
    void *copy;
    if (text.length > UINT32_MAX)
        return cft_heap_limit(chat->heap, "string_bytes", UINT32_MAX, text.length);
    CFT_TRY(cft_heap_take(chat->heap, text.length + 1, &copy));
    if (text.length) memcpy(copy, text.data, text.length);
    *out = text.length ? cft_string(copy, (uint32_t)text.length, 0) : cft_empty_string();
    return CHATFMT_OK;
}

chatfmt_status cft_chat_role(cft_chat *chat, size_t index, cft_value *out)
{
    cft_value roles = cft_format_field(chat->format.fields, CFT_LIT("roles"));
    if (roles.kind != CFT_LIST && roles.kind != CFT_TUPLE)
        return cft_raise(chat->heap, CHATFMT_BAD_ARGUMENT,
                         "the format %.*s/%.*s has no roles, which FastChat's styles need",
                         (int)chat->format.system.length, chat->format.system.data,
                         (int)chat->format.name.length, chat->format.name.data);
    if (index >= roles.as.list->count)
        return cft_raise(chat->heap, CHATFMT_BAD_ARGUMENT, "the format has no role number %zu",
                         index);
    *out = roles.as.list->items[index];
    return out->kind == CFT_STRING
               ? CHATFMT_OK
               : cft_raise(chat->heap, CHATFMT_INPUT, "a role of the format is not a text");
}

/* ---- Contents ---- */

static chatfmt_status chat_tuple(cft_heap *heap, const cft_list *items, cft_value *out)
{
    return cft_list_copy(heap, CFT_TUPLE, items->items, items->count, out);
}

/* [text, images] */
static bool chat_is_pair(const cft_list *list)
{
    return list->count == 2 && list->items[0].kind == CFT_STRING &&
           list->items[1].kind == CFT_LIST;
}

chatfmt_status cft_chat_content(cft_heap *heap, cft_value json, cft_value *out)
{
    *out = json;
    if (json.kind == CFT_STRING || json.kind == CFT_NONE) return CHATFMT_OK;
    if (json.kind == CFT_TUPLE || (json.kind == CFT_LIST && chat_is_pair(json.as.list)))
        return chat_tuple(heap, json.as.list, out);
    if (json.kind == CFT_DICT) {
        cft_value tuple = cft_format_field(json.as.dict, CFT_LIT("__tuple__"));
        if (tuple.kind == CFT_LIST) return chat_tuple(heap, tuple.as.list, out);
        cft_value pair[2] = {cft_format_field(json.as.dict, CFT_LIT("text")),
                             cft_format_field(json.as.dict, CFT_LIT("images"))};
        if (pair[0].kind == CFT_STRING && pair[1].kind == CFT_LIST)
            return cft_list_copy(heap, CFT_TUPLE, pair, 2, out);
    }
    return cft_raise(heap, CHATFMT_INPUT,
                     "a message is a text, null, or an object with text and images");
}

/* ---- The format's own messages ---- */

/* A message of a record: [role, content], perhaps as the recordings write a tuple. */
static chatfmt_status chat_append_pair(cft_chat *chat, cft_value message)
{
    cft_value pair = message;
    if (pair.kind == CFT_DICT) pair = cft_format_field(pair.as.dict, CFT_LIT("__tuple__"));
    if ((pair.kind != CFT_LIST && pair.kind != CFT_TUPLE) || pair.as.list->count != 2)
        return cft_raise(chat->heap, CHATFMT_INPUT, "a message is a pair of role and content");
    cft_value content;
    if (pair.as.list->items[0].kind != CFT_STRING)
        return cft_raise(chat->heap, CHATFMT_INPUT, "the role of a message is not a text");
    CFT_TRY(cft_chat_content(chat->heap, pair.as.list->items[1], &content));
    return cft_chat_append(chat, pair.as.list->items[0], content);
}

chatfmt_status cft_chat_append_pairs(cft_chat *chat, cft_value messages)
{
    for (uint32_t i = 0; messages.kind == CFT_LIST && i < messages.as.list->count; i++)
        CFT_TRY(cft_format_blame_item(chat->heap->error,
                                      chat_append_pair(chat, messages.as.list->items[i]),
                                      "messages", i, ""));
    return CHATFMT_OK;
}

chatfmt_status cft_chat_begin(cft_chat *chat, cft_heap *heap, const cft_format *format)
{
    *chat = (cft_chat){.heap = heap, .format = *format};
    cft_value messages = cft_format_field(chat->format.fields, CFT_LIT("messages"));
    chat->system_message = cft_format_field(chat->format.fields, CFT_LIT("system_message"));
    chat->system_vision =
        cft_format_field(chat->format.fields, CFT_LIT("system_message_vision"));
    CFT_TRY(cft_chat_make_shape(chat));
    CFT_TRY(cft_chat_append_pairs(chat, messages));
    chat->few_shot = chat->count;
    return CHATFMT_OK;
}

/* ---- Requests ---- */

/* A number that data says is no argument. */
static chatfmt_status chat_request_role(cft_chat *chat, int64_t index, cft_value *role)
{
    if (index < 0) return cft_raise(chat->heap, CHATFMT_INPUT, "role_index is negative");
    chatfmt_status status = cft_chat_role(chat, (size_t)index, role);
    if (status != CHATFMT_BAD_ARGUMENT) return status;
    if (chat->heap->error) chat->heap->error->status = CHATFMT_INPUT;
    return CHATFMT_INPUT;
}

static chatfmt_status chat_append_request(cft_chat *chat, cft_value item, size_t number)
{
    chatfmt_error *error = chat->heap->error;
    if (item.kind != CFT_DICT)
        return cft_format_blame_item(
            error, cft_fail(error, CHATFMT_INPUT, "an item of \"append\" is not an object"),
            "append", number, "");
    cft_value index = cft_format_field(item.as.dict, CFT_LIT("role_index"));
    cft_value role = cft_format_field(item.as.dict, CFT_LIT("role"));
    cft_value content = cft_format_field(item.as.dict, CFT_LIT("content"));
    if (index.kind == CFT_INT) {
        chatfmt_status status = chat_request_role(chat, index.as.integer, &role);
        if (status) return cft_format_blame_item(error, status, "append", number, ".role_index");
    }
    if (role.kind != CFT_STRING)
        return cft_format_blame_item(
            error, cft_fail(error, CHATFMT_INPUT, "a message needs role_index or role"), "append",
            number, "");
    if (content.kind == CFT_ABSENT) content = cft_none();
    CFT_TRY(cft_format_blame_item(error, cft_chat_content(chat->heap, content, &content),
                                  "append", number, ".content"));
    return cft_chat_append(chat, role, content);
}

chatfmt_status cft_chat_apply(cft_chat *chat, const cft_dict *request)
{
    cft_value system = cft_format_field(request, CFT_LIT("set_system"));
    cft_value append = cft_format_field(request, CFT_LIT("append"));
    if (system.kind == CFT_STRING || system.kind == CFT_NONE) chat->system_message = system;
    for (uint32_t i = 0; append.kind == CFT_LIST && i < append.as.list->count; i++)
        CFT_TRY(chat_append_request(chat, append.as.list->items[i], i));
    cft_value last = cft_format_field(request, CFT_LIT("update_last")), content;
    if (last.kind == CFT_ABSENT) return CHATFMT_OK;
    if (!chat->count)
        return cft_raise(chat->heap, CHATFMT_INPUT, "update_last: there is no message yet");
    CFT_TRY(cft_chat_content(chat->heap, last, &content));
    return cft_chat_replace_last(chat, content);
}

/* What a part has under the name of its type; absent when it is of another type. */
static cft_value chat_part_of(cft_value part, cft_slice type)
{
    cft_value own = cft_format_field(part.as.dict, CFT_LIT("type"));
    bool is_it = own.kind == CFT_STRING && cft_slice_equal(cft_text_of(own), type);
    return is_it ? cft_format_field(part.as.dict, type) : cft_absent();
}

/* A copy that is known as one, so that what is printed of it is traced to the message. */
static chatfmt_status chat_push_copy(cft_list_builder *list, cft_value text)
{
    cft_builder copy;
    CFT_TRY(cft_build(&copy, list->heap, text.length));
    CFT_TRY(cft_build_copy(&copy, text.as.text, text.length));
    CFT_TRY(cft_build_end(&copy, 0, &text));
    return cft_list_push(list, text);
}

/* A list of OpenAI parts as an image message: "<image>" lines for the images, then the texts. */
static chatfmt_status chat_parts(cft_heap *heap, const cft_list *parts, cft_value *out)
{
    cft_list_builder images;
    cft_builder text;
    CFT_TRY(cft_list_build(&images, heap, parts->count));
    CFT_TRY(cft_build(&text, heap, 64));
    for (uint32_t i = 0; i < parts->count; i++) {
        cft_value part = parts->items[i];
        if (part.kind != CFT_DICT ||
            cft_format_field(part.as.dict, CFT_LIT("type")).kind == CFT_ABSENT)
            return cft_raise(heap, CHATFMT_INPUT, "a part of a message's content has no \"type\"");
        cft_value image = chat_part_of(part, CFT_LIT("image_url"));
        if (image.kind == CFT_DICT) image = cft_format_field(image.as.dict, CFT_LIT("url"));
        if (image.kind != CFT_STRING) continue;
        CFT_TRY(chat_push_copy(&images, image));
        CFT_TRY(cft_build_fresh(&text, "<image>\n", 8));
    }
    bool first = true;
    for (uint32_t i = 0; i < parts->count; i++) {
        cft_value part = chat_part_of(parts->items[i], CFT_LIT("text"));
        if (part.kind != CFT_STRING) continue;
        if (!first) CFT_TRY(cft_build_fresh(&text, "\n", 1));
        first = false;
        CFT_TRY(cft_build_copy(&text, part.as.text, part.length));
    }
    cft_value pair[2];
    CFT_TRY(cft_build_end(&text, 0, &pair[0]));
    CFT_TRY(cft_list_end(&images, CFT_LIST, &pair[1]));
    return cft_list_copy(heap, CFT_TUPLE, pair, 2, out);
}

/* *member: what of the message an error is about, ".content", or "" for the whole of it. */
static chatfmt_status chat_apply_message(cft_chat *chat, cft_value message, const char **member)
{
    cft_heap *heap = chat->heap;
    *member = "";
    if (message.kind != CFT_DICT)
        return cft_raise(heap, CHATFMT_INPUT, "a message is not an object");
    cft_value role = cft_format_field(message.as.dict, CFT_LIT("role"));
    cft_value content = cft_format_field(message.as.dict, CFT_LIT("content"));
    cft_slice name = role.kind == CFT_STRING ? cft_text_of(role) : CFT_LIT("");
    if (content.kind == CFT_ABSENT) content = cft_none();
    if (cft_slice_equal(name, CFT_LIT("system"))) {
        chat->system_message = content;
        return CHATFMT_OK;
    }
    bool user = cft_slice_equal(name, CFT_LIT("user"));
    *member = ".role";
    if (!user && !cft_slice_equal(name, CFT_LIT("assistant")))
        return cft_raise(heap, CHATFMT_VALUE, "unknown_role: Unknown role: %.*s",
                         (int)name.length, name.data);
    *member = ".content";
    if (content.kind == CFT_LIST) CFT_TRY(chat_parts(heap, content.as.list, &content));
    if (content.kind != CFT_STRING && content.kind != CFT_NONE && content.kind != CFT_TUPLE)
        return cft_raise(heap, CHATFMT_INPUT, "a message's content is text, null or parts");
    CFT_TRY(cft_chat_role(chat, user ? 0 : 1, &role));
    CFT_TRY(cft_chat_append(chat, role, content));
    chat->messages[chat->count - 1].author = user ? CFT_CHAT_USER : CFT_CHAT_MODEL;
    return CHATFMT_OK;
}

chatfmt_status cft_chat_apply_openai(cft_chat *chat, cft_value messages)
{
    if (messages.kind != CFT_LIST)
        return cft_raise(chat->heap, CHATFMT_INPUT, "messages is %s",
                         messages.kind == CFT_ABSENT ? "missing" : "not a list");
    chat->source = messages;
    chatfmt_status status = CHATFMT_OK;
    for (uint32_t i = 0; !status && i < messages.as.list->count; i++) {
        const char *member;
        status = chat_apply_message(chat, messages.as.list->items[i], &member);
        if (status && status != CHATFMT_BAD_ARGUMENT) /* which is about the format's roles */
            cft_format_blame(chat->heap->error, i, member);
    }
    return status;
}

/* ---- Copies ---- */

/* The same value in another heap, by way of JSON: contents are JSON values and tuples of them. */
static chatfmt_status chat_copy_value(cft_heap *heap, cft_value value, cft_value *out)
{
    bool tuple = value.kind == CFT_TUPLE;
    cft_builder b;
    cft_value text;
    cft_json_options options = {.base = 0};
    CFT_TRY(cft_build(&b, heap, 64));
    CFT_TRY(cft_json_append(&b, value, &cft_json_plain));
    CFT_TRY(cft_build_end(&b, 0, &text));
    CFT_TRY(cft_json_read(heap, cft_text_of(text), &options, out, NULL));
    return tuple ? cft_list_copy(heap, CFT_TUPLE, out->as.list->items, out->as.list->count, out)
                 : CHATFMT_OK;
}

chatfmt_status cft_chat_copy(const cft_chat *from, cft_chat *chat, cft_heap *heap)
{
    cft_value fields;
    *chat = (cft_chat){.heap = heap, .format = from->format};
    CFT_TRY(chat_copy_value(heap, cft_dict_value(from->format.fields), &fields));
    chat->format.fields = fields.as.dict;
    CFT_TRY(cft_chat_make_shape(chat));
    cft_value name = cft_format_field(fields.as.dict, CFT_LIT("name"));
    cft_value own = cft_format_field(fields.as.dict, CFT_LIT("template"));
    if (name.kind == CFT_STRING) chat->format.name = cft_text_of(name);
    if (!chat->format.program && own.kind == CFT_STRING) chat->format.text = cft_text_of(own);
    CFT_TRY(chat_copy_value(heap, from->system_message, &chat->system_message));
    CFT_TRY(chat_copy_value(heap, from->system_vision, &chat->system_vision));
    chat->few_shot = from->few_shot;
    for (size_t i = 0; i < from->count; i++) {
        cft_value role, content;
        CFT_TRY(chat_copy_value(heap, from->messages[i].role, &role));
        CFT_TRY(chat_copy_value(heap, from->messages[i].content, &content));
        CFT_TRY(cft_chat_append(chat, role, content));
        chat->messages[i].author = from->messages[i].author;
    }
    return CHATFMT_OK;
}
