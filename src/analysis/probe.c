/* analysis/probe.c - rendering small conversations (analysis/probe.h). */
#include "analysis/probe.h"

#include "value/store.h"

chatfmt_status cft_probe_open(cft_probe *p, const chatfmt_model *model, cft_slice chat_template,
                              const chatfmt_limits *limits, const chatfmt_allocator *memory,
                              chatfmt_error *error)
{
    *p = (cft_probe){.model = model, .chat_template = chat_template, .limits = limits};
    CFT_TRY(cft_store_new(memory, limits, &p->values, error));
    CFT_TRY(cft_applier_new(memory, limits, &p->chat, error));
    p->fuel = (cft_applier_fuel){limits->fuel, limits->fuel};
    p->chat->fuel = &p->fuel;
    return CHATFMT_OK;
}

void cft_probe_close(cft_probe *p)
{
    cft_applier_free(p->chat);
    cft_store_free(p->values);
}

static chatfmt_status probe_read(cft_probe *p, const char *json, chatfmt_value *out)
{
    cft_value value;
    CFT_TRY(cft_store_json(p->values, cft_slice_of(json, strlen(json)), &value));
    *out = cft_wrap(value);
    return CHATFMT_OK;
}

static chatfmt_status probe_apply(cft_probe *p, const char *messages, const char *tools,
                                  chatfmt_apply_options *options)
{
    static const char tokens[] = "{\"bos_token\": \"<s>\", \"eos_token\": \"</s>\"}";
    cft_value conversation;
    if (!p->model->model.token_count) CFT_TRY(probe_read(p, tokens, &options->variables));
    if (tools) CFT_TRY(probe_read(p, tools, &options->tools));
    CFT_TRY(cft_store_json(p->values, cft_slice_of(messages, strlen(messages)), &conversation));
    return cft_applier_apply(p->chat, p->model, conversation, options, p->limits, &p->applied,
                             &p->error);
}

bool cft_probe_ask(cft_probe *p, const char *messages, const char *tools, uint32_t flags)
{
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    options.flags = (flags ^ CHATFMT_APPLY_NOW) | CHATFMT_APPLY_SPANS;
    options.chat_template = p->chat_template;
    memset(&p->applied, 0, sizeof p->applied);
    if (!p->is_limited) {
        cft_error_clear(&p->error);
        cft_store_reset(p->values);
        p->values->heap.error = &p->error;
        if (probe_apply(p, messages, tools, &options) == CHATFMT_OK) return true;
        p->no_memory |= p->error.status == CHATFMT_NO_MEMORY;
        p->is_limited = p->error.status == CHATFMT_LIMIT;
    }
    p->applied.text = CFT_LIT("");
    return false;
}

size_t cft_probe_message_at(const cft_probe *p, size_t at)
{
    size_t found = CHATFMT_NO_MESSAGE;
    for (size_t i = 0; i < p->applied.span_count; i++) {
        const chatfmt_span *span = &p->applied.spans[i];
        if (span->begin > at && found != CHATFMT_NO_MESSAGE) break;
        if (cft_span_has_message(span)) found = span->origin.message;
    }
    return found;
}
