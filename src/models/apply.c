/* models/apply.c - apply_chat_template around the template: checks in its order and words,
 * messages as it normalises them, and the end of a message that is to be continued.
 *
 * Source: transformers 5.23, tokenization_utils_base.py, processing_utils.py and
 * utils/chat_template_utils.py.
 */
#include "models/apply.h"

#include "base/utf8.h"
#include "value/compare.h"
#include "value/list.h"
#include "value/text.h"

/* Names of a message's reasoning, the standard one first. */
static const cft_slice apply_reasoning_names[3] = {
    {"reasoning_content", 17}, {"thinking", 8}, {"reasoning", 9}};

cft_value cft_apply_member(cft_value dict, cft_slice key)
{
    if (dict.kind != CFT_DICT) return cft_absent();
    const cft_entry *entry = cft_dict_find_text(dict.as.dict, key);
    return entry ? entry->value : cft_absent();
}

bool cft_apply_is_text(cft_value value, cft_slice text)
{
    return value.kind == CFT_STRING && cft_slice_equal(cft_text_of(value), text);
}

static cft_value apply_key(cft_slice key)
{
    return cft_string(key.data, (uint32_t)key.length, CFT_STR_ASCII);
}

/* An empty dict that stands for `like` in the input. */
static chatfmt_status apply_dict_like(cft_heap *heap, const cft_dict *like, size_t extra,
                                      cft_dict **out)
{
    CFT_TRY(cft_dict_new(heap, like->count + extra, out));
    (*out)->origin = like->origin;
    return CHATFMT_OK;
}

chatfmt_status cft_apply_with(cft_heap *heap, cft_value dict, cft_slice key, cft_value value,
                              cft_value *out)
{
    cft_dict *made;
    CFT_TRY(apply_dict_like(heap, dict.as.dict, 1, &made));
    for (uint32_t i = 0; i < dict.as.dict->count; i++)
        CFT_TRY(cft_dict_put(heap, made, dict.as.dict->entries[i].key,
                             dict.as.dict->entries[i].value));
    CFT_TRY(cft_dict_put(heap, made, apply_key(key), value));
    *out = cft_dict_value(made);
    return CHATFMT_OK;
}

/* The bytes are copied, not joined by the value room: as an input of the render they are where
 * their origin is looked for. */
chatfmt_status cft_apply_join(cft_heap *heap, cft_value left, cft_slice right, cft_value *out)
{
    void *room;
    size_t length = (size_t)left.length + right.length;
    if (length > heap->limits.string_bytes)
        return cft_heap_limit(heap, "string_bytes", heap->limits.string_bytes, length);
    CFT_TRY(cft_charge_bytes(heap, length));
    CFT_TRY(cft_heap_take(heap, length + 1, &room));
    if (left.length) memcpy(room, left.as.text, left.length);
    if (right.length) memcpy((char *)room + left.length, right.data, right.length);
    *out = cft_string(room, (uint32_t)length, 0);
    return CHATFMT_OK;
}

chatfmt_status cft_apply_note(cft_apply *apply, const char *what, size_t message, size_t call)
{
    if (apply->change_count == apply->change_capacity) {
        size_t capacity = apply->change_capacity ? apply->change_capacity * 2 : 8;
        void *room;
        CFT_TRY(cft_heap_array(apply->heap, capacity, sizeof *apply->changes, &room));
        if (apply->change_count)
            memcpy(room, apply->changes, apply->change_count * sizeof *apply->changes);
        apply->changes = room;
        apply->change_capacity = capacity;
    }
    apply->changes[apply->change_count++] = (chatfmt_change){what, message, call};
    return CHATFMT_OK;
}

static chatfmt_status apply_not_iterable(cft_apply *apply, cft_value value)
{
    return cft_raise(apply->heap, CHATFMT_TYPE, "'%s' object is not iterable",
                     cft_type_name(value));
}

static chatfmt_status apply_no_items(cft_apply *apply, cft_value value)
{
    return cft_raise(apply->heap, CHATFMT_ATTRIBUTE, "'%s' object has no attribute 'items'",
                     cft_type_name(value));
}

/* {k: v for k, v in message.items() if v is not None} */
static chatfmt_status apply_drop_nulls(cft_apply *apply, cft_value *message)
{
    const cft_dict *from = message->as.dict;
    cft_dict *made;
    uint32_t nulls = 0;
    CFT_TRY(cft_charge(apply->heap, 1 + from->count));
    for (uint32_t i = 0; i < from->count; i++) nulls += from->entries[i].value.kind == CFT_NONE;
    if (!nulls) return CHATFMT_OK;
    CFT_TRY(apply_dict_like(apply->heap, from, 0, &made));
    for (uint32_t i = 0; i < from->count; i++)
        if (from->entries[i].value.kind != CFT_NONE)
            CFT_TRY(cft_dict_put(apply->heap, made, from->entries[i].key,
                                 from->entries[i].value));
    *message = cft_dict_value(made);
    return CHATFMT_OK;
}

/* OpenAI's {"type": "image_url", "image_url": {"url": …}} as {"type": "image", "url": …}. */
static chatfmt_status apply_image_part(cft_apply *apply, cft_value *part)
{
    cft_value image = cft_apply_member(*part, CFT_LIT("image_url"));
    cft_dict *made;
    if (image.kind == CFT_ABSENT ||
        !cft_apply_is_text(cft_apply_member(*part, CFT_LIT("type")), CFT_LIT("image_url")))
        return CHATFMT_OK;
    if (image.kind == CFT_DICT) {
        image = cft_apply_member(image, CFT_LIT("url"));
        if (image.kind == CFT_ABSENT) image = cft_empty_string();
    }
    CFT_TRY(cft_dict_new(apply->heap, 2, &made));
    made->origin = part->as.dict->origin;
    CFT_TRY(cft_dict_put(apply->heap, made, apply_key(CFT_LIT("type")),
                         apply_key(CFT_LIT("image"))));
    CFT_TRY(cft_dict_put(apply->heap, made, apply_key(CFT_LIT("url")), image));
    *part = cft_dict_value(made);
    return CHATFMT_OK;
}

/* A list of copied items that can be changed before `out` is used. */
static chatfmt_status apply_copy_list(cft_heap *heap, const cft_list *from, cft_value **items,
                                      cft_value *out)
{
    void *room;
    cft_list *list;
    CFT_TRY(cft_charge(heap, 1 + from->count));
    CFT_TRY(cft_heap_array(heap, (size_t)from->count + 1, sizeof **items, &room));
    *items = room;
    if (from->count) memcpy(room, from->items, from->count * sizeof **items);
    CFT_TRY(cft_heap_take(heap, sizeof *list, &room));
    list = room;
    *list = (cft_list){.count = from->count, .origin = from->origin, .items = *items};
    *out = (cft_value){.kind = CFT_LIST, .as = {.list = list}};
    return CHATFMT_OK;
}

static chatfmt_status apply_processor_parts(cft_apply *apply, cft_value *message)
{
    cft_value content = cft_apply_member(*message, CFT_LIT("content")), made, *items;
    if (content.kind != CFT_LIST) return CHATFMT_OK;
    CFT_TRY(apply_copy_list(apply->heap, content.as.list, &items, &made));
    for (uint32_t i = 0; i < made.as.list->count; i++) CFT_TRY(apply_image_part(apply, &items[i]));
    return cft_apply_with(apply->heap, *message, CFT_LIT("content"), made, message);
}

/* What cft_apply_change_message does anything for. */
#define APPLY_CHANGES                                                                          \
    (CHATFMT_APPLY_ARGUMENTS_OBJECT | CHATFMT_APPLY_ARGUMENTS_TEXT | CHATFMT_APPLY_NULL_TO_EMPTY)

static chatfmt_status apply_one_message(cft_apply *apply, size_t number, cft_value *message)
{
    if (message->kind != CFT_DICT)
        return apply->flags & CHATFMT_APPLY_RAW_MESSAGES ? CHATFMT_OK
                                                         : apply_no_items(apply, *message);
    if (apply->flags & APPLY_CHANGES) CFT_TRY(cft_apply_change_message(apply, number, message));
    if (!(apply->flags & (CHATFMT_APPLY_RAW_MESSAGES | CHATFMT_APPLY_KEEP_NULLS)))
        CFT_TRY(apply_drop_nulls(apply, message));
    return apply->processor ? apply_processor_parts(apply, message) : CHATFMT_OK;
}

/* Walking over a dict gives its keys and over a string its characters: neither has items(). */
static chatfmt_status apply_odd_conversation(cft_apply *apply, cft_value conversation,
                                             cft_value *out)
{
    bool empty;
    if (conversation.kind == CFT_DICT) empty = conversation.as.dict->count == 0;
    else if (conversation.kind == CFT_STRING) empty = conversation.length == 0;
    else return apply_not_iterable(apply, conversation);
    if (!empty) return apply_no_items(apply, cft_empty_string());
    return cft_list_of(apply->heap, CFT_LIST, NULL, 0, out);
}

static chatfmt_status apply_empty(const cft_apply *apply)
{
    chatfmt_status status = apply->processor ? CHATFMT_INDEX : CHATFMT_VALUE;
    cft_raise(apply->heap, status, "%s",
              apply->processor ? "list index out of range"
                               : "Cannot apply chat template to an empty conversation. Provide "
                                 "at least one message.");
    cft_error_path(apply->heap->error, CFT_LIT("messages"));
    return status;
}

chatfmt_status cft_apply_messages(cft_apply *apply, cft_value conversation, cft_value *out)
{
    cft_value *items = NULL;
    bool listed = conversation.kind == CFT_LIST || conversation.kind == CFT_TUPLE;
    if (listed && conversation.as.list->count == 0 && !(apply->flags & CHATFMT_APPLY_IN_BATCH))
        return apply_empty(apply);
    if (!listed) return apply_odd_conversation(apply, conversation, out);
    const cft_list *list = conversation.as.list;
    *out = conversation;
    if (conversation.kind == CFT_TUPLE) CFT_TRY(apply_copy_list(apply->heap, list, &items, out));
    CFT_TRY(cft_charge(apply->heap, 1 + list->count));
    for (uint32_t i = 0; i < list->count; i++) {
        cft_value message = list->items[i];
        CFT_TRY(apply_one_message(apply, i, &message));
        if (message.as.dict == list->items[i].as.dict) continue;
        if (!items) CFT_TRY(apply_copy_list(apply->heap, list, &items, out));
        items[i] = message;
    }
    return CHATFMT_OK;
}

/* ---- Tools and documents ---- */

/* True in *all when every item is a dict. */
static chatfmt_status apply_all_dicts(cft_apply *apply, cft_value value, bool *all)
{
    *all = true;
    if (value.kind == CFT_DICT) {
        *all = value.as.dict->count == 0;
    } else if (value.kind == CFT_STRING) {
        *all = value.length == 0;
    } else if (value.kind == CFT_LIST || value.kind == CFT_TUPLE) {
        CFT_TRY(cft_charge(apply->heap, 1 + value.as.list->count));
        for (uint32_t i = 0; i < value.as.list->count; i++)
            if (value.as.list->items[i].kind != CFT_DICT) *all = false;
    } else {
        return apply_not_iterable(apply, value);
    }
    return CHATFMT_OK;
}

static bool apply_is_none(cft_value value)
{
    return value.kind == CFT_ABSENT || value.kind == CFT_NONE;
}

/* The error that was raised is about this value. */
static chatfmt_status apply_about(cft_apply *apply, const char *path, chatfmt_status status)
{
    cft_error_path(apply->heap->error, cft_slice_of(path, strlen(path)));
    return status;
}

chatfmt_status cft_apply_tools(cft_apply *apply, cft_value tools, cft_value *out)
{
    bool all;
    *out = cft_none();
    if (apply_is_none(tools)) return CHATFMT_OK;
    chatfmt_status status = apply_all_dicts(apply, tools, &all);
    if (status) return apply_about(apply, "tools", status);
    if (!all)
        return apply_about(
            apply, "tools",
            cft_raise(apply->heap, CHATFMT_VALUE,
                      "Tools should either be a JSON schema, or a callable function with type "
                      "hints and a docstring suitable for auto-conversion to a schema."));
    *out = tools;
    /* What is not a list and yet has no item that is wrong becomes an empty list. */
    return tools.kind == CFT_LIST ? CHATFMT_OK : cft_list_of(apply->heap, CFT_LIST, NULL, 0, out);
}

chatfmt_status cft_apply_documents(cft_apply *apply, cft_value documents, cft_value *out)
{
    bool all;
    *out = cft_none();
    if (apply_is_none(documents)) return CHATFMT_OK;
    chatfmt_status status = apply_all_dicts(apply, documents, &all);
    if (status) return apply_about(apply, "documents", status);
    if (!all)
        return apply_about(
            apply, "documents",
            cft_raise(apply->heap, CHATFMT_TYPE,
                      "Documents should be a list of dicts with 'title' and 'text' keys!"));
    *out = documents;
    return CHATFMT_OK;
}

/* ---- Reasoning ---- */

/* Few messages have any of these: one look at each key is enough for the others. */
static cft_value apply_reasoning_of(cft_value message)
{
    bool may = false;
    if (message.kind != CFT_DICT) return cft_absent();
    for (uint32_t i = 0; i < message.as.dict->count && !may; i++) {
        uint32_t length = message.as.dict->entries[i].key.length;
        may = length >= 8 && length <= 17;
    }
    for (int k = 0; may && k < 3; k++) {
        cft_value found = cft_apply_member(message, apply_reasoning_names[k]);
        if (!apply_is_none(found)) return found;
    }
    return cft_absent();
}

/* {"thinking": reasoning, **message, "reasoning_content": reasoning} */
static chatfmt_status apply_alias(cft_heap *heap, cft_value reasoning, cft_value *message)
{
    const cft_dict *from = message->as.dict;
    cft_dict *made;
    CFT_TRY(apply_dict_like(heap, from, 2, &made));
    CFT_TRY(cft_dict_put(heap, made, apply_key(apply_reasoning_names[1]), reasoning));
    for (uint32_t i = 0; i < from->count; i++)
        CFT_TRY(cft_dict_put(heap, made, from->entries[i].key, from->entries[i].value));
    CFT_TRY(cft_dict_put(heap, made, apply_key(apply_reasoning_names[0]), reasoning));
    *message = cft_dict_value(made);
    return CHATFMT_OK;
}

chatfmt_status cft_apply_reasoning(cft_apply *apply, cft_value messages, cft_value *out)
{
    cft_value *items = NULL;
    const cft_list *list = messages.as.list;
    *out = messages;
    if (apply->flags & CHATFMT_APPLY_RAW_MESSAGES) return CHATFMT_OK;
    CFT_TRY(cft_charge(apply->heap, 1 + list->count));
    for (uint32_t i = 0; i < list->count; i++) {
        cft_value reasoning = apply_reasoning_of(list->items[i]);
        if (reasoning.kind == CFT_ABSENT) continue;
        if (!items) CFT_TRY(apply_copy_list(apply->heap, list, &items, out));
        CFT_TRY(apply_alias(apply->heap, reasoning, &items[i]));
    }
    return CHATFMT_OK;
}

/* ---- continue_final_message ---- */

static bool apply_is_reasoning_name(cft_slice field)
{
    for (int i = 0; i < 3; i++)
        if (cft_slice_equal(field, apply_reasoning_names[i])) return true;
    return false;
}

/* The fields that hold the text: the one named, or all names of the same reasoning. */
static chatfmt_status apply_fields(cft_apply *apply, cft_value message, cft_slice fields[3],
                                   size_t *count)
{
    fields[0] = apply->field;
    *count = 1;
    if ((apply->flags & CHATFMT_APPLY_RAW_MESSAGES) || !apply_is_reasoning_name(apply->field))
        return CHATFMT_OK;
    *count = 0;
    for (int i = 0; i < 3; i++) {
        cft_value value = cft_apply_member(message, apply_reasoning_names[i]);
        bool same = false;
        if (value.kind != CFT_ABSENT) CFT_TRY(cft_equal(apply->heap, value, apply->final, &same));
        if (same) fields[(*count)++] = apply_reasoning_names[i];
    }
    return CHATFMT_OK;
}

static chatfmt_status apply_cannot_add(cft_apply *apply, cft_value value)
{
    if (value.kind == CFT_LIST)
        return cft_raise(apply->heap, CHATFMT_TYPE,
                         "can only concatenate list (not \"str\") to list");
    return cft_raise(apply->heap, CHATFMT_TYPE, "unsupported operand type(s) for +: '%s' and 'str'",
                     cft_type_name(value));
}

static chatfmt_status apply_path(cft_apply *apply, size_t message, cft_slice field, size_t part,
                                 bool has_part)
{
    /* Enough for both numbers; the field is copied after. */
    char text[96];
    cft_value path;
    chatfmt_error scratch;
    cft_fail(&scratch, CHATFMT_OK, "messages[%zu].", message);
    memcpy(text, scratch.text, sizeof text);
    CFT_TRY(cft_apply_join(apply->heap, cft_string(text, (uint32_t)strlen(text), 0), field, &path));
    if (has_part) {
        cft_fail(&scratch, CHATFMT_OK, "[%zu].text", part);
        CFT_TRY(cft_apply_join(apply->heap, path, cft_slice_of(scratch.text, strlen(scratch.text)),
                               &path));
    }
    apply->final_path = cft_text_of(path);
    return CHATFMT_OK;
}

/* The last part of the content that has a text gets the marker. */
static chatfmt_status apply_mark_part(cft_apply *apply, cft_value list, cft_slice marker,
                                      size_t message, cft_value *out)
{
    cft_value *items;
    CFT_TRY(apply_copy_list(apply->heap, list.as.list, &items, out));
    for (uint32_t i = list.as.list->count; i-- > 0;) {
        bool has;
        cft_value text = cft_apply_member(items[i], CFT_LIT("text"));
        CFT_TRY(cft_contains(apply->heap, items[i], apply_key(CFT_LIT("text")), &has));
        if (!has) continue;
        if (items[i].kind == CFT_STRING)
            return cft_raise(apply->heap, CHATFMT_TYPE,
                             "string indices must be integers, not 'str'");
        if (items[i].kind != CFT_DICT)
            return cft_raise(apply->heap, CHATFMT_TYPE,
                             "list indices must be integers or slices, not str");
        if (text.kind != CFT_STRING) return apply_cannot_add(apply, text);
        apply->final = text;
        CFT_TRY(apply_path(apply, message, apply->field, i, true));
        CFT_TRY(cft_apply_join(apply->heap, text, marker, &text));
        return cft_apply_with(apply->heap, items[i], CFT_LIT("text"), text, &items[i]);
    }
    return cft_raise(apply->heap, CHATFMT_VALUE,
                     "continue_final_message is set but we could not find any text to continue in "
                     "the final message!");
}

static chatfmt_status apply_mark_fields(cft_apply *apply, const cft_slice *fields, size_t count,
                                        cft_slice marker, cft_value *message)
{
    for (size_t i = 0; i < count; i++) {
        cft_value text = cft_apply_member(*message, fields[i]);
        if (text.kind != CFT_STRING) return apply_cannot_add(apply, text);
        CFT_TRY(cft_apply_join(apply->heap, text, marker, &text));
        CFT_TRY(cft_apply_with(apply->heap, *message, fields[i], text, message));
    }
    return CHATFMT_OK;
}

chatfmt_status cft_apply_mark(cft_apply *apply, cft_value messages, cft_slice source,
                              cft_slice marker, cft_value *out)
{
    cft_slice fields[3], field = apply->field;
    size_t count, last;
    bool known = false;
    cft_value *items;
    CFT_TRY(apply_copy_list(apply->heap, messages.as.list, &items, out));
    if (out->as.list->count == 0)
        return cft_raise(apply->heap, CHATFMT_VALUE,
                         "continue_final_message is set but the conversation is empty!");
    last = out->as.list->count - 1;
    apply->final = cft_apply_member(items[last], field);
    if (apply_is_none(apply->final))
        return cft_raise(apply->heap, CHATFMT_VALUE,
                         "continue_final_message is set but the final message has no \"%.*s\" to "
                         "continue!",
                         (int)field.length, field.data);
    CFT_TRY(apply_fields(apply, items[last], fields, &count));
    for (size_t i = 0; i < count; i++)
        if (cft_text_find(source, fields[i], 0) != SIZE_MAX) known = true;
    if (!known)
        return cft_raise(apply->heap, CHATFMT_VALUE,
                         "continue_final_message is set to \"%.*s\" but this is not an accepted "
                         "field in the chat_template",
                         (int)field.length, field.data);
    if (apply->final.kind == CFT_LIST || apply->final.kind == CFT_TUPLE) {
        cft_value made;
        CFT_TRY(apply_mark_part(apply, apply->final, marker, last, &made));
        return cft_apply_with(apply->heap, items[last], field, made, &items[last]);
    }
    CFT_TRY(apply_path(apply, last, field, 0, false));
    return apply_mark_fields(apply, fields, count, marker, &items[last]);
}

/* A message of which nothing is left but its role. */
static chatfmt_status apply_role_alone(cft_heap *heap, cft_value *message)
{
    cft_value role = cft_apply_member(*message, CFT_LIT("role"));
    cft_dict *made;
    CFT_TRY(cft_dict_new(heap, 2, &made));
    CFT_TRY(cft_dict_put(heap, made, apply_key(CFT_LIT("role")), role));
    *message = cft_dict_value(made);
    return CHATFMT_OK;
}

chatfmt_status cft_apply_say(cft_apply *apply, cft_value messages, size_t number,
                             cft_slice content, bool alone, cft_value *out)
{
    cft_value *items, text;
    CFT_TRY(apply_copy_list(apply->heap, messages.as.list, &items, out));
    CFT_TRY(cft_apply_join(apply->heap, cft_string("", 0, 0), content, &text));
    if (alone) CFT_TRY(apply_role_alone(apply->heap, &items[number]));
    return cft_apply_with(apply->heap, items[number], CFT_LIT("content"), text, &items[number]);
}

chatfmt_status cft_apply_not_there(cft_apply *apply, cft_slice text)
{
    cft_slice wanted = cft_text_of(cft_text_strip(apply->final, NULL, CFT_STRIP_BOTH));
    return cft_raise(apply->heap, CHATFMT_VALUE,
                     "continue_final_message is set but the final message does not appear in the "
                     "chat after applying the chat template! This can happen if the chat template "
                     "deletes portions of the final message. Please verify the chat template and "
                     "final message in your chat to ensure they are compatible.Final message to "
                     "continue: %.*s\nRendered chat:\n%.*s",
                     (int)(wanted.length > 4096 ? 4096 : wanted.length), wanted.data,
                     (int)(text.length > 4096 ? 4096 : text.length), text.data);
}

chatfmt_status cft_apply_cut(cft_apply *apply, cft_slice text, size_t *length)
{
    cft_slice marker = CFT_LIT(CFT_APPLY_MARKER), bare = {marker.data, marker.length - 1};
    cft_slice wanted = cft_text_of(cft_text_strip(apply->final, NULL, CFT_STRIP_BOTH));
    CFT_TRY(cft_charge_bytes(apply->heap, text.length));
    size_t at = cft_text_rfind(text, bare);
    if (cft_text_find(text, wanted, 0) == SIZE_MAX || at == SIZE_MAX)
        return cft_apply_not_there(apply, text);
    *length = at;
    if (text.length - at >= marker.length && text.data[at + bare.length] == ' ')
        return CHATFMT_OK; /* the template keeps white space, so things are simple */
    cft_value kept = cft_string(text.data, (uint32_t)at, 0);
    *length = cft_text_strip(kept, NULL, CFT_STRIP_RIGHT).length;
    return CHATFMT_OK;
}

/* ---- All variables ---- */

/* A first entry, whose name differs from those before and for which there is room. */
static void apply_begin_with(cft_dict *into, cft_slice name, cft_value value)
{
    into->entries[into->count++] = (cft_entry){apply_key(name), value};
}

chatfmt_status cft_apply_context(cft_apply *apply, const cft_model *model, cft_value messages,
                                 cft_value tools, cft_value documents, cft_value variables,
                                 cft_dict **out)
{
    size_t extra = variables.kind == CFT_DICT ? variables.as.dict->count : 0;
    CFT_TRY(cft_dict_new(apply->heap, 4 + model->token_count + extra, out));
    CFT_TRY(cft_charge(apply->heap, 4));
    apply_begin_with(*out, CFT_LIT("messages"), messages);
    if (!model->before_444) {
        apply_begin_with(*out, CFT_LIT("tools"), tools);
        apply_begin_with(*out, CFT_LIT("documents"), documents);
    }
    apply_begin_with(*out, CFT_LIT("add_generation_prompt"),
                     cft_bool((apply->flags & CHATFMT_APPLY_GENERATION_PROMPT) != 0));
    for (size_t i = 0; i < model->token_count; i++) {
        cft_slice name = model->tokens[i].name, text = model->tokens[i].text;
        CFT_TRY(cft_dict_put(apply->heap, *out, cft_string(name.data, (uint32_t)name.length, 0),
                             cft_string(text.data, (uint32_t)text.length, 0)));
    }
    for (size_t i = 0; i < extra; i++) {
        cft_entry entry = variables.as.dict->entries[i];
        if (cft_apply_is_text(entry.key, CFT_LIT("messages")))
            return cft_fail_at(apply->heap->error, CHATFMT_TYPE, "variables.messages",
                               "jinja2.environment.Template.render() got multiple values for "
                               "keyword argument 'messages'");
        CFT_TRY(cft_dict_put(apply->heap, *out, entry.key, entry.value));
    }
    return CHATFMT_OK;
}
