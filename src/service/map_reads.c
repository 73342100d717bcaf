/* service/map_reads.c - whether templates take what rows have: tools, documents, arguments. */
#include "service/map.h"

static bool reads_is_name(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Whether a name is a word of the source, wherever that is: a template that mentions it in a
 * comment alone counts as one that reads it. */
static bool reads_word(cft_slice source, cft_slice name)
{
    for (size_t i = 0; i + name.length <= source.length; i++) {
        const char *at = source.data + i, *after = at + name.length;
        if (*at == *name.data && !memcmp(at, name.data, name.length) &&
            (i == 0 || !reads_is_name(at[-1])) &&
            (i + name.length == source.length || !reads_is_name(*after)))
            return true;
    }
    return false;
}

cft_map_reads cft_map_reads_of(const chatfmt_model *model, cft_slice chosen)
{
    cft_map_reads reads = {{true, true}, {true, true}};
    chatfmt_model_template row;
    for (int tools = 0; tools < 2; tools++)
        if (!chatfmt_model_choose(model, chosen, tools, &row, NULL)) {
            reads.tools[tools] = reads_word(row.source, CFT_LIT("tools"));
            reads.documents[tools] = reads_word(row.source, CFT_LIT("documents"));
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

bool cft_map_has_text_calls(chatfmt_value conversation)
{
    for (size_t i = 0; i < chatfmt_value_count(conversation); i++) {
        chatfmt_value calls = chatfmt_value_get(chatfmt_value_at(conversation, i), "tool_calls");
        if (chatfmt_value_kind_of(calls) != CHATFMT_VALUE_ARRAY) continue;
        for (size_t k = 0; k < chatfmt_value_count(calls); k++)
            if (reads_text_call(chatfmt_value_at(calls, k))) return true;
    }
    return false;
}
