/* chat/format_train.c - a sample as FastChat's trainers see it: prompt, then mask. */
#include "chat/formats.h"

/* Who a turn is from: "from" as in ShareGPT, or the role of an OpenAI message under its name
 * there. */
static cft_slice train_from(cft_value turn)
{
    static const cft_slice roles[][2] = {{{"user", 4}, {"human", 5}},
                                         {{"assistant", 9}, {"gpt", 3}}};
    if (turn.kind != CFT_DICT) return CFT_LIT("");
    cft_value from = cft_format_field(turn.as.dict, CFT_LIT("from"));
    cft_value role = cft_format_field(turn.as.dict, CFT_LIT("role"));
    if (from.kind == CFT_STRING) return cft_text_of(from);
    for (int i = 0; role.kind == CFT_STRING && i < 2; i++)
        if (cft_slice_equal(cft_text_of(role), roles[i][0])) return roles[i][1];
    return role.kind == CFT_STRING ? cft_text_of(role) : CFT_LIT("");
}

/* roles[from] of the trainers: human and gpt. KeyError otherwise. */
static chatfmt_status train_role(cft_chat *chat, cft_value turn, cft_value *out)
{
    cft_slice name = train_from(turn);
    if (turn.kind != CFT_DICT)
        return cft_raise(chat->heap, CHATFMT_KEY, "unknown_from: a turn is not an object");
    if (cft_slice_equal(name, CFT_LIT("human"))) return cft_chat_role(chat, 0, out);
    if (cft_slice_equal(name, CFT_LIT("gpt"))) return cft_chat_role(chat, 1, out);
    return cft_raise(chat->heap, CHATFMT_KEY,
                     "unknown_from: a turn is from human or gpt, not '%.*s'", (int)name.length,
                     name.data);
}

static bool train_same_role(cft_value a, cft_value b)
{
    return a.kind == CFT_STRING && b.kind == CFT_STRING &&
           cft_slice_equal(cft_text_of(a), cft_text_of(b));
}

/* A turn, which must be that of this role. */
static chatfmt_status train_append(cft_chat *chat, cft_value turn, size_t number)
{
    cft_value role, wanted;
    CFT_TRY(train_role(chat, turn, &role));
    CFT_TRY(cft_chat_role(chat, number, &wanted));
    if (!train_same_role(role, wanted))
        return cft_format_fail(chat->heap, CHATFMT_VALUE, "role_order",
                               "the turns do not alternate");
    cft_value text = cft_format_field(turn.as.dict, CFT_LIT("value"));
    if (text.kind == CFT_ABSENT) text = cft_format_field(turn.as.dict, CFT_LIT("content"));
    if (text.kind != CFT_STRING && text.kind != CFT_NONE)
        return cft_raise(chat->heap, CHATFMT_INPUT, "a turn has no text \"value\"");
    return cft_chat_append(chat, role, text);
}

/* The sample's turns as messages: a first turn that is not human is dropped, then the roles must
 * alternate. */
static chatfmt_status train_messages(cft_chat *chat, const cft_list *source)
{
    cft_value role, wanted;
    uint32_t at = 0, first = 0;
    chatfmt_status status = CHATFMT_OK;
    if (!source->count) return CHATFMT_OK;
    status = train_role(chat, source->items[0], &role);
    if (!status) status = cft_chat_role(chat, 0, &wanted);
    if (!status && !train_same_role(role, wanted)) at = first = 1;
    for (; !status && at < source->count; at += !status)
        status = train_append(chat, source->items[at], (at - first) % 2);
    if (!status) return CHATFMT_OK;
    return cft_format_blame_item(chat->heap->error, status, "conversations", at, "");
}

chatfmt_status cft_format_train_prompt(chatfmt_renderer *renderer, const chatfmt_format *format,
                                       const cft_list *source, cft_slice system, cft_slice *prompt)
{
    cft_chat chat;
    cft_heap *heap = cft_machine_heap(renderer->machine);
    CFT_TRY(cft_chat_begin(&chat, heap, &format->format));
    chat.count = 0; /* few-shot messages are no part of a sample */
    CFT_TRY(train_messages(&chat, source));
    if (system.data && system.length)
        CFT_TRY(cft_chat_text(&chat, system, &chat.system_message));
    return cft_format_run_style(renderer, &chat, format->compiled, prompt);
}

chatfmt_status cft_format_train(chatfmt_renderer *renderer, const chatfmt_format *format,
                                   cft_train_options *options, const cft_list *source,
                                   cft_slice system, const chatfmt_training **training)
{
    cft_train_result result;
    cft_heap *heap = cft_machine_heap(renderer->machine);
    void *room;
    CFT_TRY(cft_heap_array(heap, 1, sizeof(chatfmt_training), &room));
    chatfmt_training *out = room;
    CFT_TRY(cft_format_train_prompt(renderer, format, source, system, &out->prompt));
    CFT_TRY(cft_train_mask(heap, out->prompt, format->format.fields, options, &result));
    CFT_TRY(cft_heap_array(heap, result.count, sizeof(chatfmt_range), &room));
    chatfmt_range *learned = room;
    for (size_t i = 0; i < result.count; i++)
        learned[i] = (chatfmt_range){result.learned[i].begin, result.learned[i].end};
    out->learned = learned;
    out->count = result.count;
    out->mismatch = result.mismatch;
    out->counted = result.counted;
    out->tokens = result.tokens;
    *training = out;
    return CHATFMT_OK;
}
