/* api/api_reply.c - chatfmt/reply.h over the parsers of src/replies. */
#include "api/api_reply.h"
#include "api/api_check.h"
#include "chat/reply_ids.h"
#include "chatfmt/reply.h"
#include "replies/reply.h"

static chatfmt_slice reply_static(const char *text)
{
    return (chatfmt_slice){text, strlen(text)};
}

size_t chatfmt_reader_count(void)
{
    return cft_reply_row_count;
}

chatfmt_reader_info chatfmt_reader_at(size_t index)
{
    static const char *const shapes[] = {"none", "object", "array",  "named",
                                         "tags", "python", "custom", "channel"};
    chatfmt_reader_info info = {{"", 0}, {"", 0}, {"", 0}};
    if (index >= cft_reply_row_count) return info;
    info.name = reply_static(cft_reply_rows[index].name);
    info.aliases = reply_static(cft_reply_rows[index].aliases);
    info.shape = reply_static(shapes[cft_reply_rows[index].shape]);
    return info;
}

chatfmt_slice chatfmt_reader_detect(const char *source, size_t length)
{
    const cft_reply_row *row = source ? cft_reply_detect(cft_slice_of(source, length)) : NULL;
    return reply_static(row ? row->name : "");
}

static chatfmt_status reply_check_options(const chatfmt_reply_options *given,
                                          chatfmt_reply_options *all, chatfmt_error *error)
{
    CFT_TRY(cft_api_options(all, sizeof *all, given, "chatfmt_reply_options", error));
    CFT_TRY(cft_api_flags(all->flags, 2 * CHATFMT_REPLY_CLOSED_ARGUMENTS - 1,
                          "chatfmt_reply_options.flags", error));
    CFT_TRY(cft_api_at_most(all->reserved, 0, "chatfmt_reply_options.reserved", error));
    if (all->stop_count && !all->stops)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "stops is NULL");
    CFT_TRY(cft_reply_check_stops(all->stops, all->stop_count, error));
    CFT_TRY(cft_reply_check_tools(cft_unwrap(all->tools), error));
    if (all->stop_id_count && !all->stop_ids)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "stop_ids is NULL");
    CFT_TRY(cft_api_text(all->begun.data, all->begun.length, "begun", error));
    return cft_api_text(all->prompt.data, all->prompt.length, "prompt", error);
}

chatfmt_status cft_api_reply_new(const cft_reply_row *row, const chatfmt_reply_options *options,
                                 chatfmt_reply_parser **out, chatfmt_error *error)
{
    chatfmt_reply_options all;
    chatfmt_limits limits;
    CFT_TRY(reply_check_options(options, &all, error));
    CFT_TRY(cft_api_options(&limits, sizeof limits, all.limits, "chatfmt_limits", error));
    chatfmt_allocator memory = cft_allocator_or_default(all.allocator);
    return cft_reply_open(row, &all, &memory, &limits, out, error);
}

chatfmt_status chatfmt_reply_parser_new(const char *family, const chatfmt_reply_options *options,
                                        chatfmt_reply_parser **out, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    if (!family) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "family is NULL");
    const cft_slice name = cft_slice_of(family, strlen(family));
    const cft_reply_row *row = cft_reply_find(name);
    return row ? cft_api_reply_new(row, options, out, error) : cft_reply_unknown(name, error);
}

void chatfmt_reply_parser_free(chatfmt_reply_parser *reply)
{
    if (!reply) return;
    chatfmt_allocator memory = reply->memory;
    cft_reply_ids_free(reply->ids);
    cft_buffer_free(&reply->json);
    cft_reply_free(reply->parser);
    cft_release(&memory, reply, sizeof *reply);
}

void chatfmt_reply_parser_restart(chatfmt_reply_parser *reply)
{
    if (!reply) return;
    cft_reply_ask(reply->parser, &reply->asked, reply->start);
    cft_reply_ids_restart(reply->ids);
    reply->finished = false;
}

/* What went wrong, in the words of the budget that was spent: the reply's, or that of the encoder
 * of `ids`, which lives while ids are read; NULL where none were. */
static CFT_COLD chatfmt_status reply_explain(chatfmt_reply_parser *reply, cft_reply_ids *ids,
                                             chatfmt_status status, chatfmt_error *error)
{
    const cft_budget *budget = cft_reply_budget(reply->parser);
    if (!budget->broken && ids) budget = cft_reply_ids_budget(ids);
    return cft_budget_told(budget, status, error);
}

static inline chatfmt_status reply_result(chatfmt_reply_parser *reply, cft_reply_ids *ids,
                                        chatfmt_status status, chatfmt_error *error)
{
    return status == CHATFMT_OK ? status : reply_explain(reply, ids, status, error);
}

#define REPLY_ENDED "the reply has ended; restart begins another"

chatfmt_status chatfmt_reply_parser_feed(chatfmt_reply_parser *reply, const char *data,
                                         size_t length, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!reply) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "parser is NULL");
    CFT_TRY(cft_api_text(data, length, "data", error));
    if (reply->finished) return cft_fail(error, CHATFMT_BAD_ARGUMENT, REPLY_ENDED);
    return reply_result(reply, NULL, cft_reply_feed(reply->parser, data, length), error);
}

chatfmt_status chatfmt_reply_parser_finish(chatfmt_reply_parser *reply, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!reply) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "parser is NULL");
    CFT_TRY(reply_result(reply, reply->ids, cft_reply_ids_end(reply), error));
    reply->finished = true;
    return reply_result(reply, NULL, cft_reply_finish(reply->parser), error);
}

_Static_assert((int)CHATFMT_EVENT_FRAME == (int)CFT_REPLY_FRAME &&
                   (int)CHATFMT_EVENT_ARGUMENTS == (int)CFT_REPLY_ARGUMENTS &&
                   (int)CHATFMT_EVENT_STOP == (int)CFT_REPLY_STOP &&
                   (int)CHATFMT_EVENT_MALFORMED == (int)CFT_REPLY_MALFORMED &&
                   (int)CHATFMT_EVENT_TRUNCATED == (int)CFT_REPLY_TRUNCATED,
               "kinds and flags of events are those of the parsers");

const chatfmt_event *chatfmt_reply_parser_next(chatfmt_reply_parser *reply)
{
    cft_reply_event inner;
    if (!reply || !cft_reply_next(reply->parser, &inner)) return NULL;
    chatfmt_event *event = &reply->event;
    event->kind = (chatfmt_event_kind)inner.kind;
    event->flags = inner.flags;
    event->call = inner.call;
    event->text = inner.text;
    event->id = inner.id;
    event->reason = inner.reason;
    event->begin = inner.begin;
    event->end = inner.end;
    if (reply->ids) cft_reply_ids_event(reply->ids, event);
    return event;
}

chatfmt_status chatfmt_reply_parser_message(chatfmt_reply_parser *reply, chatfmt_slice *json,
                                            chatfmt_error *error)
{
    cft_error_clear(error);
    if (!reply || !json)
        return cft_fail_null(error, !reply ? "parser" : "json");
    *json = CFT_LIT("");
    reply->json.length = 0;
    CFT_TRY(reply_result(reply, NULL, cft_reply_message(reply->parser, &reply->json), error));
    *json = cft_slice_of(reply->json.data, reply->json.length);
    cft_reply_ids_unshield(reply->ids, json);
    return CHATFMT_OK;
}

chatfmt_status chatfmt_reply_parser_feed_ids(chatfmt_reply_parser *reply, chatfmt_encoder *encoder,
                                             const uint32_t *ids, size_t count,
                                             chatfmt_error *error)
{
    cft_error_clear(error);
    if (!reply || !encoder || (!ids && count))
        return cft_fail_null(error, !reply ? "parser" : !encoder ? "encoder" : "ids");
    if (reply->ids && !cft_reply_ids_uses(reply->ids, encoder))
        return cft_fail(error, CHATFMT_BAD_ARGUMENT,
                        "a parser keeps the encoder of its first ids, restarts included");
    if (reply->finished) return cft_fail(error, CHATFMT_BAD_ARGUMENT, REPLY_ENDED);
    chatfmt_status status = cft_reply_ids_feed(reply, encoder, ids, count);
    if (status == CHATFMT_VALUE || status == CHATFMT_UNSUPPORTED)
        return cft_fail(error, status, "the ids cannot be decoded one after the other");
    return reply_result(reply, reply->ids, status, error);
}
