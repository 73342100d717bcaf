/* service/map_reads.c - whether templates take what rows have: tools, documents, arguments. */
#include "service/map.h"

#include "base/unicode.h"
#include "dataset/row.h"

static bool reads_is_word(char c) { return cft_is_word((unsigned char)c); }

bool cft_map_reads_word(cft_slice source, cft_slice name)
{
    for (size_t i = 0; i + name.length <= source.length; i++) {
        const char *at = source.data + i, *after = at + name.length;
        if (*at == *name.data && !memcmp(at, name.data, name.length) &&
            (i == 0 || !reads_is_word(at[-1])) &&
            (i + name.length == source.length || !reads_is_word(*after)))
            return true;
    }
    return false;
}

cft_map_reads cft_map_reads_of(const chatfmt_model *model, cft_slice chosen)
{
    cft_map_reads reads = {.tools = {true, true}, .documents = {true, true}, .none = true};
    chatfmt_model_template row;
    for (int tools = 0; tools < 2; tools++)
        if (!chatfmt_model_choose(model, chosen, tools, &row, NULL)) {
            reads.none = false;
            reads.tools[tools] = cft_map_reads_word(row.source, CFT_LIT("tools"));
            reads.documents[tools] = cft_map_reads_word(row.source, CFT_LIT("documents"));
            cft_map_read_roles(&reads, tools, row.source);
        }
    return reads;
}

static bool reads_text_call(chatfmt_value call)
{
    chatfmt_value function = chatfmt_value_get(call, "function");
    if (chatfmt_value_kind_of(function) == CHATFMT_VALUE_ABSENT) function = call;
    chatfmt_value arguments = chatfmt_value_get(function, "arguments");
    return chatfmt_value_kind_of(arguments) == CHATFMT_VALUE_STRING;
}

/* The member tool_calls; most messages have role and content alone. */
static cft_value reads_calls(cft_value message)
{
    if (message.kind != CFT_DICT) return cft_absent();
    const cft_dict *dict = message.as.dict;
    if (dict->count == 2 && dict->entries[0].key.length == 4 && dict->entries[1].key.length == 7)
        return cft_absent();
    for (uint32_t i = 0; i < dict->count; i++) {
        const cft_entry *entry = &dict->entries[i];
        if (entry->key.kind == CFT_STRING && entry->key.length == 10 &&
            !memcmp(entry->key.as.text, "tool_calls", 10))
            return entry->value;
    }
    return cft_absent();
}

bool cft_map_has_text_calls(chatfmt_value conversation)
{
    cft_value messages = cft_unwrap(conversation);
    for (uint32_t i = 0; messages.kind == CFT_LIST && i < messages.as.list->count; i++) {
        chatfmt_value calls = cft_wrap(reads_calls(messages.as.list->items[i]));
        for (size_t k = 0; k < chatfmt_value_count(calls); k++)
            if (reads_text_call(chatfmt_value_at(calls, k))) return true;
    }
    return false;
}
