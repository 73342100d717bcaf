/* chat/format_render.c - rendering with a format: its fields and the user's variables joined. */
#include "chat/formats.h"
#include "value/json_read.h"
#include "value/list.h"

chatfmt_status cft_format_name_kind(chatfmt_status status, chatfmt_error *error)
{
    if (status == CHATFMT_OK || !error) return status;
    const char *kind = cft_format_error_kind(error);
    size_t length = strlen(kind);
    if (!length || strncmp(error->text, kind, length) == 0) return status;
    char words[CHATFMT_ERROR_TEXT];
    chatfmt_error place = *error;
    memcpy(words, error->text, sizeof words);
    (void)cft_fail(error, status, "%s: %s", kind, words);
    memcpy(place.text, error->text, sizeof place.text);
    *error = place;
    return status;
}

/* Trust, besides what is trusted already, the `fields` of a format that `variables` still holds. */
static chatfmt_status format_trust_fields(chatfmt_renderer *renderer, const cft_dict *fields,
                                          const cft_dict *variables)
{
    if (!renderer->has_spans || !fields) return CHATFMT_OK;
    cft_heap *heap = cft_machine_heap(renderer->machine);
    size_t count = renderer->trusted_count;
    void *room;
    CFT_TRY(cft_heap_array(heap, count + fields->count, sizeof(cft_slice), &room));
    cft_slice *names = room;
    for (size_t i = 0; i < count; i++) names[i] = renderer->trusted[i];
    for (uint32_t i = 0; i < fields->count; i++) {
        cft_slice name = cft_text_of(fields->entries[i].key);
        const cft_entry *now = cft_dict_find_text(variables, name);
        if (now && memcmp(&now->value, &fields->entries[i].value, sizeof now->value) == 0)
            names[count++] = name;
    }
    renderer->trusted = names;
    renderer->trusted_count = count;
    return CHATFMT_OK;
}

chatfmt_status cft_format_run_style(chatfmt_renderer *renderer, const cft_chat *chat,
                                 const cft_program *compiled, chatfmt_slice *text)
{
    cft_heap *heap = cft_machine_heap(renderer->machine);
    cft_dict *variables;
    CFT_TRY(cft_chat_variables(chat, heap, true, renderer->has_marks, &variables));
    if (!compiled)
        return cft_format_fail(heap, CHATFMT_VALUE, "invalid_style",
                               "the format has no separator style");
    CFT_TRY(format_trust_fields(renderer, chat->format.fields, variables));
    return cft_render_run(renderer, compiled, variables, text);
}

/* ---- Formats that read messages ---- */

/* Arguments of calls that are JSON text, read, in copies of what holds them: lmdeploy. */
static chatfmt_status prepare_call(cft_heap *heap, cft_value call, uint32_t *base, cft_value *out)
{
    static const char key[] = "function", inner[] = "arguments";
    *out = call;
    if (call.kind != CFT_DICT) return CHATFMT_OK;
    cft_value function = cft_format_field(call.as.dict, CFT_LIT("function"));
    if (function.kind != CFT_DICT) return CHATFMT_OK;
    cft_value arguments = cft_format_field(function.as.dict, CFT_LIT("arguments"));
    if (arguments.kind != CFT_STRING) return CHATFMT_OK;
    cft_json_options options = {.base = *base};
    *base += arguments.length; /* no two have the same numbers */
    chatfmt_status status =
        cft_json_read(heap, cft_text_of(arguments), &options, &arguments, NULL);
    if (status != CHATFMT_OK && status != CHATFMT_INPUT) return status;
    if (status == CHATFMT_INPUT)
        return cft_format_fail(heap, CHATFMT_INPUT, "bad_arguments",
                               "the arguments of a call are not JSON");
    cft_dict *new_function, *new_call;
    CFT_TRY(cft_dict_new(heap, function.as.dict->count, &new_function));
    for (uint32_t i = 0; i < function.as.dict->count; i++)
        CFT_TRY(cft_dict_put(heap, new_function, function.as.dict->entries[i].key,
                             function.as.dict->entries[i].value));
    CFT_TRY(cft_dict_put(heap, new_function, cft_string(inner, sizeof inner - 1, 0), arguments));
    CFT_TRY(cft_dict_new(heap, call.as.dict->count, &new_call));
    for (uint32_t i = 0; i < call.as.dict->count; i++)
        CFT_TRY(cft_dict_put(heap, new_call, call.as.dict->entries[i].key,
                             call.as.dict->entries[i].value));
    CFT_TRY(cft_dict_put(heap, new_call, cft_string(key, sizeof key - 1, 0),
                         cft_dict_value(new_function)));
    *out = cft_dict_value(new_call);
    return CHATFMT_OK;
}

static chatfmt_status prepare_message(cft_heap *heap, cft_value message, uint32_t *base,
                                      cft_value *out)
{
    static const char key[] = "tool_calls";
    *out = message;
    if (message.kind != CFT_DICT) return CHATFMT_OK;
    cft_value calls = cft_format_field(message.as.dict, CFT_LIT("tool_calls"));
    if (calls.kind != CFT_LIST) return CHATFMT_OK;
    cft_list_builder made;
    cft_dict *copy;
    CFT_TRY(cft_list_build(&made, heap, calls.as.list->count));
    for (uint32_t i = 0; i < calls.as.list->count; i++) {
        cft_value call;
        CFT_TRY(prepare_call(heap, calls.as.list->items[i], base, &call));
        CFT_TRY(cft_list_push(&made, call));
    }
    CFT_TRY(cft_list_end(&made, CFT_LIST, &calls));
    CFT_TRY(cft_dict_new(heap, message.as.dict->count, &copy));
    for (uint32_t i = 0; i < message.as.dict->count; i++)
        CFT_TRY(cft_dict_put(heap, copy, message.as.dict->entries[i].key,
                             message.as.dict->entries[i].value));
    CFT_TRY(cft_dict_put(heap, copy, cft_string(key, sizeof key - 1, 0), calls));
    *out = cft_dict_value(copy);
    return CHATFMT_OK;
}

static chatfmt_status prepare_messages(cft_heap *heap, cft_dict *variables)
{
    static const char key[] = "messages";
    cft_value messages = cft_format_field(variables, CFT_LIT("messages"));
    if (messages.kind != CFT_LIST) return CHATFMT_OK;
    cft_list_builder made;
    uint32_t base = 0x60000000;
    CFT_TRY(cft_list_build(&made, heap, messages.as.list->count));
    for (uint32_t i = 0; i < messages.as.list->count; i++) {
        cft_value message;
        CFT_TRY(prepare_message(heap, messages.as.list->items[i], &base, &message));
        CFT_TRY(cft_list_push(&made, message));
    }
    CFT_TRY(cft_list_end(&made, CFT_LIST, &messages));
    return cft_dict_put(heap, variables, cft_string(key, sizeof key - 1, 0), messages);
}

static chatfmt_status format_run_messages(chatfmt_renderer *renderer, const cft_dict *fields,
                                          const cft_program *compiled, const cft_dict *given,
                                          chatfmt_slice *text)
{
    cft_heap *heap = cft_machine_heap(renderer->machine);
    cft_dict *variables;
    CFT_TRY(cft_dict_new(heap, (fields ? fields->count : 0) + given->count, &variables));
    for (uint32_t i = 0; fields && i < fields->count; i++)
        CFT_TRY(cft_dict_put(heap, variables, fields->entries[i].key, fields->entries[i].value));
    for (uint32_t i = 0; i < given->count; i++)
        CFT_TRY(cft_dict_put(heap, variables, given->entries[i].key, given->entries[i].value));
    if (fields && cft_format_prepares(fields, CFT_LIT("tool_arguments")))
        CFT_TRY(prepare_messages(heap, variables));
    CFT_TRY(format_trust_fields(renderer, fields, variables));
    return cft_render_run(renderer, compiled, variables, text);
}

/* ---- Styles ---- */

static chatfmt_status format_run_style(chatfmt_renderer *renderer, const chatfmt_format *format,
                                       const cft_program *compiled, const cft_dict *given,
                                       chatfmt_slice *text)
{
    cft_chat chat;
    cft_heap *heap = cft_machine_heap(renderer->machine);
    cft_value messages = cft_format_field(given, CFT_LIT("messages"));
    cft_value pending = cft_format_field(given, CFT_LIT("add_generation_prompt"));
    CFT_TRY(cft_chat_begin(&chat, heap, &format->format));
    CFT_TRY(cft_chat_apply_openai(&chat, messages));
    if (pending.kind != CFT_ABSENT && cft_truth(pending)) {
        cft_value role;
        CFT_TRY(cft_chat_role(&chat, 1, &role));
        CFT_TRY(cft_chat_append(&chat, role, cft_none()));
    }
    return cft_format_run_style(renderer, &chat, compiled, text);
}

static chatfmt_status format_run(chatfmt_renderer *renderer, const chatfmt_format *format,
                                 const cft_program *compiled, cft_program_kind kind,
                                 const cft_dict *given, chatfmt_slice *text,
                                 chatfmt_error *error)
{
    const cft_dict *fields = format ? format->format.fields : NULL;
    if (kind == CFT_PROGRAM_MESSAGES)
        return format_run_messages(renderer, fields, compiled, given, text);
    if (!format)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "this program needs a format");
    return format_run_style(renderer, format, compiled, given, text);
}

/* The kind and the message of an error. */
static chatfmt_status format_tell(chatfmt_status status, const cft_dict *given,
                                  chatfmt_error *error)
{
    if (status) cft_format_blame_role(error, cft_format_field(given, CFT_LIT("messages")));
    return cft_format_name_kind(status, error);
}

chatfmt_status cft_format_render(chatfmt_renderer *renderer, const chatfmt_format *format,
                                 cft_slice program, const cft_dict *given, chatfmt_slice *text,
                                 chatfmt_error *error)
{
    if (!program.length)
        return format_tell(format_run(renderer, format, format->compiled, format->format.kind,
                                      given, text, error),
                           given, error);
    const cft_format_program *found = cft_format_program_find(program);
    if (!found) return cft_format_no_program(program, error);
    CFT_TRY(cft_format_compile(&renderer->allocator, found->kind, found->text, &renderer->kept,
                               error));
    return format_tell(format_run(renderer, format, renderer->kept, found->kind, given, text,
                                  error),
                       given, error);
}
