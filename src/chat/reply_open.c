/* chat/reply_open.c - a reply begun: what the prompt left open, what was asked, the parser of
 * its row. */
#include "chat/reply_ids.h"

#include "value/handle.h"

/* The prompt without what it holds of the message. */
static chatfmt_slice reply_without(chatfmt_slice prompt, chatfmt_slice begun)
{
    size_t rest = prompt.length - begun.length;
    if (!begun.length || begun.length > prompt.length ||
        memcmp(prompt.data + rest, begun.data, begun.length) != 0)
        return prompt;
    return cft_slice_of(prompt.data, rest);
}

/* That the reasoning is open may be said by either; the caller knows it better than the prompt. */
static cft_reply_start reply_start(const cft_reply_row *row, const chatfmt_reply_options *options,
                                   cft_slice prompt)
{
    if (options->flags & CHATFMT_REPLY_REASONING_OPEN) return CFT_START_REASONING;
    return prompt.length ? cft_reply_start_of(row, prompt) : CFT_START_CONTENT;
}

/* Reasoning that is content begins with what the prompt opened it with. */
static void reply_keep_opening(chatfmt_reply_parser *reply, chatfmt_slice prompt)
{
    chatfmt_slice opening = cft_reply_opening_of(&reply->row, prompt);
    if (!opening.length || opening.length > sizeof reply->opening || reply->asked.begun.length)
        return;
    memcpy(reply->opening, opening.data, opening.length);
    reply->asked.begun = cft_slice_of(reply->opening, opening.length);
    reply->start = CFT_START_CONTENT;
}

_Static_assert(CFT_ASK_UNKNOWN_CALLS == CHATFMT_REPLY_UNKNOWN_CALLS / CHATFMT_REPLY_UNKNOWN_CALLS &&
                   CFT_ASK_CLOSED_ARGUMENTS ==
                       CHATFMT_REPLY_CLOSED_ARGUMENTS / CHATFMT_REPLY_UNKNOWN_CALLS,
               "the request has the flags of the options, shifted");

chatfmt_status cft_reply_open(const cft_reply_row *row, const chatfmt_reply_options *options,
                              const chatfmt_allocator *memory, const chatfmt_limits *limits,
                              chatfmt_reply_parser **out, chatfmt_error *error)
{
    chatfmt_reply_parser *reply = cft_allocate(memory, sizeof *reply);
    if (!reply) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(reply, 0, sizeof *reply);
    reply->memory = *memory;
    reply->row = *row;
    reply->strict = (options->flags & CHATFMT_REPLY_CONTROL_TOKENS) != 0;
    reply->stop_ids = options->stop_ids;
    reply->stop_id_count = options->stop_id_count;
    cft_slice prompt = reply_without(options->prompt, options->begun);
    reply->start = reply_start(row, options, prompt);
    if (cft_reply_new(memory, limits, &reply->row, cft_unwrap(options->tools), reply->start,
                      &reply->parser)) {
        cft_release(memory, reply, sizeof *reply);
        return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    }
    cft_reply_asked asked = {.flags = options->flags / CHATFMT_REPLY_UNKNOWN_CALLS,
                             .calls_before = options->calls_before,
                             .begun = options->begun,
                             .stops = options->stops,
                             .stop_count = options->stop_count};
    reply->asked = asked;
    if ((asked.flags & CFT_ASK_REASONING_IN_CONTENT) && reply->start == CFT_START_REASONING)
        reply_keep_opening(reply, prompt);
    cft_reply_ask(reply->parser, &reply->asked, reply->start);
    reply->within = cft_budget_allocator(cft_reply_budget(reply->parser));
    cft_buffer_init(&reply->json, &reply->within);
    *out = reply;
    return CHATFMT_OK;
}
