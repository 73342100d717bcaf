/* api/api_actions.c - the part of chatfmt/reply.h that reads InternLM2's actions. */
#include "api/api_check.h"
#include "chatfmt/reply.h"
#include "replies/actions.h"

struct chatfmt_actions {
    cft_actions reader;
    cft_heap heap; /* for reading payloads */
    chatfmt_limits limits;
    chatfmt_allocator memory;
    cft_buffer json;
};

chatfmt_status chatfmt_actions_open(const chatfmt_actions_options *options, chatfmt_actions **out,
                                    chatfmt_error *error)
{
    chatfmt_actions_options all;
    chatfmt_limits given, limits;
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    CFT_TRY(cft_api_options(&all, sizeof all, options, "chatfmt_actions_options", error));
    CFT_TRY(cft_api_options(&given, sizeof given, all.limits, "chatfmt_limits", error));
    CFT_TRY(cft_limits_fill(all.limits, &limits, error));
    chatfmt_allocator memory = cft_allocator_or_default(all.allocator);
    chatfmt_actions *actions = cft_allocate(&memory, sizeof *actions);
    if (!actions) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    actions->memory = memory;
    actions->limits = limits;
    cft_actions_init(&actions->reader, &memory, &given);
    chatfmt_allocator within = cft_budget_allocator(&actions->reader.budget);
    cft_heap_init(&actions->heap, &within);
    cft_buffer_init(&actions->json, &within);
    *out = actions;
    return CHATFMT_OK;
}

chatfmt_status chatfmt_actions_new(const chatfmt_allocator *allocator, chatfmt_actions **out,
                                   chatfmt_error *error)
{
    chatfmt_actions_options options = CHATFMT_ACTIONS_OPTIONS_INIT;
    options.allocator = allocator;
    return chatfmt_actions_open(&options, out, error);
}

void chatfmt_actions_free(chatfmt_actions *actions)
{
    if (!actions) return;
    chatfmt_allocator memory = actions->memory;
    cft_buffer_free(&actions->json);
    cft_heap_free(&actions->heap);
    cft_actions_free(&actions->reader);
    cft_release(&memory, actions, sizeof *actions);
}

chatfmt_status chatfmt_actions_feed(chatfmt_actions *actions, const char *data, size_t length,
                                    chatfmt_error *error)
{
    cft_error_clear(error);
    if (!actions) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "actions is NULL");
    CFT_TRY(cft_api_text(data, length, "data", error));
    if (data && actions->reader.final)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "the reply has ended");
    chatfmt_status status = data ? cft_actions_feed(&actions->reader, data, length)
                                 : cft_actions_finish(&actions->reader);
    return cft_budget_told(&actions->reader.budget, status, error);
}

/* Write with `say` into the json buffer. */
static chatfmt_status actions_say(chatfmt_actions *actions, chatfmt_slice *json,
                                  chatfmt_status (*say)(cft_actions *, cft_heap *, cft_buffer *),
                                  chatfmt_error *error)
{
    cft_error_clear(error);
    if (!actions || !json)
        return cft_fail_null(error, !actions ? "actions" : "json");
    *json = CFT_LIT("");
    actions->json.length = 0;
    cft_heap_reset(&actions->heap, &actions->limits, error);
    CFT_TRY(cft_budget_told(&actions->reader.budget,
                            say(&actions->reader, &actions->heap, &actions->json), error));
    cft_error_clear(error); /* of payloads that are no JSON, which is no error here */
    *json = cft_slice_of(actions->json.data, actions->json.length);
    return CHATFMT_OK;
}

chatfmt_status chatfmt_actions_result(chatfmt_actions *actions, chatfmt_slice *json,
                                      chatfmt_error *error)
{
    return actions_say(actions, json, cft_actions_result, error);
}

chatfmt_status chatfmt_actions_state(chatfmt_actions *actions, chatfmt_slice *json,
                                     chatfmt_error *error)
{
    return actions_say(actions, json, cft_actions_state, error);
}
