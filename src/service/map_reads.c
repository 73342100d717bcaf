/* service/map_reads.c - whether templates take what rows have: tools, documents, arguments. */
#include "service/map.h"

#include "dataset/request.h"
#include "dataset/row.h"

static bool reads_name(const chatfmt_survey *survey, cft_slice name)
{
    return !survey || chatfmt_survey_reads(survey, name);
}

chatfmt_status cft_map_reads_open(const chatfmt_model *model, cft_slice chosen,
                                  const chatfmt_allocator *memory, cft_map_reads *out)
{
    chatfmt_source_options options = CHATFMT_SOURCE_OPTIONS_INIT;
    chatfmt_model_template row;
    options.allocator = memory;
    *out = (cft_map_reads){.tools = {true, true}, .documents = {true, true}, .none = true};
    for (int tools = 0; tools < 2; tools++) {
        if (chatfmt_model_choose(model, chosen, tools, &row, NULL)) continue;
        chatfmt_survey **survey = &out->surveys[tools];
        if (chatfmt_survey_new(row.source.data, row.source.length, &options, survey, NULL) ==
            CHATFMT_NO_MEMORY)
            return CHATFMT_NO_MEMORY;
        out->none = false;
        out->tools[tools] = reads_name(*survey, CFT_LIT("tools"));
        out->documents[tools] = reads_name(*survey, CFT_LIT("documents"));
        cft_map_read_roles(out, tools);
    }
    return CHATFMT_OK;
}

void cft_map_reads_close(cft_map_reads *reads)
{
    for (int tools = 0; tools < 2; tools++) chatfmt_survey_free(reads->surveys[tools]);
}

cft_slice cft_map_unread_variable(const cft_map_reads *reads, bool tools, chatfmt_value variables)
{
    cft_value given = cft_unwrap(variables);
    for (uint32_t i = 0; given.kind == CFT_DICT && i < given.as.dict->count; i++) {
        cft_slice name = cft_text_of(given.as.dict->entries[i].key);
        if (!cft_request_has_parameter(name) && !reads_name(reads->surveys[tools], name))
            return name;
    }
    return (cft_slice){NULL, 0};
}

/* Whether it has role and content alone, as most messages do. */
static bool reads_is_plain(cft_value message)
{
    if (message.kind != CFT_DICT || message.as.dict->count != 2) return false;
    const cft_entry *entries = message.as.dict->entries;
    return entries[0].key.length == 4 && entries[1].key.length == 7 &&
           entries[1].key.kind == CFT_STRING && !memcmp(entries[1].key.as.text, "content", 7);
}

/* The member tool_calls. */
static chatfmt_value reads_calls(cft_value message)
{
    return reads_is_plain(message) ? cft_wrap(cft_absent())
                                   : chatfmt_value_get(cft_wrap(message), "tool_calls");
}

bool cft_map_lacks_content(chatfmt_value conversation, uint32_t *message)
{
    cft_value messages = cft_unwrap(conversation);
    uint32_t count = messages.kind == CFT_LIST ? messages.as.list->count : 0;
    for (*message = 0; *message < count; ++*message) {
        cft_value one = messages.as.list->items[*message];
        if (!reads_is_plain(one) && cft_row_lacks_content(one)) return true;
    }
    return false;
}

bool cft_map_has_text_calls(chatfmt_value conversation)
{
    cft_value messages = cft_unwrap(conversation);
    for (uint32_t i = 0; messages.kind == CFT_LIST && i < messages.as.list->count; i++) {
        chatfmt_value calls = reads_calls(messages.as.list->items[i]);
        for (size_t k = 0; k < chatfmt_value_count(calls); k++)
            if (cft_row_is_text_call(cft_unwrap(chatfmt_value_at(calls, k)))) return true;
    }
    return false;
}
