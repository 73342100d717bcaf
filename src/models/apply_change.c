/* models/apply_change.c - the changes to messages that users ask for by name, each on record.
 *
 * Nothing here runs without its flag: the reference passes messages on as they are.
 */
#include "models/apply.h"

#include "value/json_read.h"
#include "value/json_write.h"
#include "value/list.h"

/* JSON text to an object; what is not the JSON of an object stays. */
static chatfmt_status change_to_object(cft_apply *apply, cft_value *arguments, bool *done)
{
    cft_heap *heap = apply->heap;
    chatfmt_error *error = heap->error, ignored;
    cft_json_options options = {.base = 0x60000000 + (apply->read_bytes & 0x1FFFFFFF)};
    cft_value read;
    *done = false;
    if (arguments->kind != CFT_STRING) return CHATFMT_OK;
    heap->error = &ignored;
    chatfmt_status status = cft_json_read(heap, cft_text_of(*arguments), &options, &read, NULL);
    heap->error = error;
    if (status == CHATFMT_INPUT) return CHATFMT_OK;
    if (status != CHATFMT_OK) {
        if (error) *error = ignored;
        return status;
    }
    if (read.kind != CFT_DICT) return CHATFMT_OK;
    apply->read_bytes += arguments->length;
    *arguments = read;
    *done = true;
    return CHATFMT_OK;
}

/* The text is a value of its own, in the place of the object: what it was made of is not among the
 * messages any more, so that its bytes would have no path. */
static chatfmt_status change_to_text(cft_apply *apply, cft_value *arguments, bool *done)
{
    cft_heap *heap = apply->heap;
    cft_origins *origins = heap->origins;
    cft_builder b;
    *done = arguments->kind == CFT_DICT || arguments->kind == CFT_LIST;
    if (!*done) return CHATFMT_OK;
    heap->origins = NULL;
    chatfmt_status status = cft_build(&b, heap, 64);
    if (!status) status = cft_json_append(&b, *arguments, &cft_json_plain);
    if (!status) status = cft_build_end(&b, 0, arguments);
    heap->origins = origins;
    return status;
}

/* One tool call, in OpenAI's shape with "function" or flat. */
static chatfmt_status change_call(cft_apply *apply, size_t message, size_t number,
                                  cft_value *call)
{
    bool to_object = (apply->flags & CHATFMT_APPLY_ARGUMENTS_OBJECT) != 0, done;
    cft_value inner = cft_apply_member(*call, CFT_LIT("function"));
    cft_value holder = inner.kind == CFT_DICT ? inner : *call;
    cft_value arguments = cft_apply_member(holder, CFT_LIT("arguments"));
    if (arguments.kind == CFT_ABSENT) return CHATFMT_OK;
    CFT_TRY(to_object ? change_to_object(apply, &arguments, &done)
                      : change_to_text(apply, &arguments, &done));
    if (!done) return CHATFMT_OK;
    CFT_TRY(cft_apply_note(apply, to_object ? "arguments_to_object" : "arguments_to_text", message,
                           number));
    CFT_TRY(cft_apply_with(apply->heap, holder, CFT_LIT("arguments"), arguments, &holder));
    if (inner.kind != CFT_DICT) {
        *call = holder;
        return CHATFMT_OK;
    }
    return cft_apply_with(apply->heap, *call, CFT_LIT("function"), holder, call);
}

static chatfmt_status change_calls(cft_apply *apply, size_t number, cft_value *message)
{
    cft_value calls = cft_apply_member(*message, CFT_LIT("tool_calls")), made;
    cft_list_builder b;
    if (calls.kind != CFT_LIST) return CHATFMT_OK;
    CFT_TRY(cft_list_build(&b, apply->heap, calls.as.list->count));
    for (uint32_t i = 0; i < calls.as.list->count; i++) {
        cft_value call = calls.as.list->items[i];
        CFT_TRY(change_call(apply, number, i, &call));
        CFT_TRY(cft_list_push(&b, call));
    }
    CFT_TRY(cft_list_end(&b, CFT_LIST, &made));
    return cft_apply_with(apply->heap, *message, CFT_LIT("tool_calls"), made, message);
}

bool cft_apply_lacks_content(cft_value message)
{
    cft_value content = cft_apply_member(message, CFT_LIT("content"));
    bool calls = cft_apply_member(message, CFT_LIT("tool_calls")).kind == CFT_LIST;
    return content.kind == CFT_NONE || (content.kind == CFT_ABSENT && calls);
}

chatfmt_status cft_apply_change_message(cft_apply *apply, size_t number, cft_value *message)
{
    if (apply->flags & (CHATFMT_APPLY_ARGUMENTS_OBJECT | CHATFMT_APPLY_ARGUMENTS_TEXT))
        CFT_TRY(change_calls(apply, number, message));
    if ((apply->flags & CHATFMT_APPLY_NULL_TO_EMPTY) && cft_apply_lacks_content(*message)) {
        CFT_TRY(cft_apply_note(apply, "null_to_empty", number, 0));
        CFT_TRY(cft_apply_with(apply->heap, *message, CFT_LIT("content"), cft_empty_string(),
                               message));
    }
    return CHATFMT_OK;
}

/* ---- The system message ---- */

/* system + "\n\n" + content, for texts and for lists of parts. */
static chatfmt_status change_prepend(cft_heap *heap, cft_value system, cft_value content,
                                     cft_value *out)
{
    if (content.kind == CFT_STRING) {
        CFT_TRY(cft_apply_join(heap, system, CFT_LIT("\n\n"), out));
        return cft_apply_join(heap, *out, cft_text_of(content), out);
    }
    cft_dict *part;
    cft_list_builder b;
    CFT_TRY(cft_dict_new(heap, 2, &part));
    CFT_TRY(cft_dict_put(heap, part, cft_string("type", 4, 0), cft_string("text", 4, 0)));
    CFT_TRY(cft_apply_join(heap, system, CFT_LIT("\n\n"), &system));
    CFT_TRY(cft_dict_put(heap, part, cft_string("text", 4, 0), system));
    CFT_TRY(cft_list_build(&b, heap, content.as.list->count + 1));
    CFT_TRY(cft_list_push(&b, cft_dict_value(part)));
    for (uint32_t i = 0; i < content.as.list->count; i++)
        CFT_TRY(cft_list_push(&b, content.as.list->items[i]));
    return cft_list_end(&b, CFT_LIST, out);
}

chatfmt_status cft_apply_merge_system(cft_apply *apply, cft_value messages, cft_value *out,
                                      bool *merged)
{
    const cft_list *list = messages.as.list;
    cft_list_builder b;
    *merged = false;
    *out = messages;
    if (list->count == 0 ||
        !cft_apply_is_text(cft_apply_member(list->items[0], CFT_LIT("role")), CFT_LIT("system")))
        return CHATFMT_OK;
    cft_value system = cft_apply_member(list->items[0], CFT_LIT("content"));
    if (system.kind != CFT_STRING) return CHATFMT_OK;
    CFT_TRY(cft_list_build(&b, apply->heap, list->count));
    for (uint32_t i = 1; i < list->count; i++) {
        cft_value message = list->items[i];
        cft_value content = cft_apply_member(message, CFT_LIT("content"));
        if (!*merged && (content.kind == CFT_STRING || content.kind == CFT_LIST) &&
            cft_apply_is_text(cft_apply_member(message, CFT_LIT("role")), CFT_LIT("user"))) {
            *merged = true;
            CFT_TRY(change_prepend(apply->heap, system, content, &content));
            CFT_TRY(cft_apply_with(apply->heap, message, CFT_LIT("content"), content, &message));
        }
        CFT_TRY(cft_list_push(&b, message));
    }
    if (!*merged) return CHATFMT_OK;
    CFT_TRY(cft_apply_note(apply, "system_merged", 0, 0));
    return cft_list_end(&b, CFT_LIST, out);
}
