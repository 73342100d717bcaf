/* api/api_reader.c - chatfmt/reader.h: the reader of a model's replies, what is known of it, and
 * round trips through it.
 */
#include "api/api_chat.h"
#include "api/api_reply.h"
#include "chat/reader.h"
#include "chat/response_open.h"

void chatfmt_reader_free(chatfmt_reader *reader) { cft_reader_free(reader); }

chatfmt_status chatfmt_reader_choose(const chatfmt_model *model,
                                     const chatfmt_reader_options *options, chatfmt_reader **out,
                                     chatfmt_error *error)
{
    chatfmt_reader_options all;
    chatfmt_limits limits;
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    CFT_TRY(cft_api_options(&all, sizeof all, options, "chatfmt_reader_options", error));
    CFT_TRY(cft_api_flags(all.flags, 0, "chatfmt_reader_options.flags", error));
    CFT_TRY(cft_api_at_most(all.reserved, 0, "chatfmt_reader_options.reserved", error));
    CFT_TRY(cft_api_text(all.wanted.data, all.wanted.length, "wanted", error));
    CFT_TRY(cft_api_text(all.chat_template.data, all.chat_template.length, "chat_template", error));
    CFT_TRY(cft_api_limits(all.limits, &cft_default_limits, &limits, error));
    return cft_reader_choose(model, &all, &limits, out, error);
}

chatfmt_status chatfmt_model_response_template(const chatfmt_model *model,
                                               const chatfmt_limits *limits,
                                               chatfmt_response_template **out,
                                               chatfmt_error *error)
{
    chatfmt_limits all;
    cft_error_clear(error);
    if (out) *out = NULL;
    if (!model || !out) return cft_fail_null(error, !model ? "model" : "out");
    CFT_TRY(cft_limits_fill(limits, &all, error));
    return cft_response_of_model(model, &all, out, error);
}

const chatfmt_reader_facts *chatfmt_reader_about(const chatfmt_reader *reader)
{
    static const chatfmt_reader_facts none = {.name = {"", 0}};
    return reader ? &reader->facts : &none;
}

chatfmt_status chatfmt_reply_parser_open(const chatfmt_reader *reader,
                                         const chatfmt_reply_options *options,
                                         chatfmt_reply_parser **out, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    if (!reader) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "reader is NULL");
    return cft_api_reply_new(&reader->row, options, out, error);
}

/* ---- Round trips ---- */

chatfmt_status chatfmt_applier_round_trip(chatfmt_applier *chat, const chatfmt_model *model,
                                          const chatfmt_reader *reader, chatfmt_value conversation,
                                          const chatfmt_apply_options *options,
                                          const chatfmt_round_trip **out, chatfmt_error *error)
{
    chatfmt_apply_options own;
    chatfmt_limits limits;
    cft_value list = cft_unwrap(conversation);
    cft_error_clear(error);
    if (out) *out = NULL;
    if (!chat || !model || !reader || !out)
        return cft_fail_null(error, !chat     ? "applier"
                                    : !model  ? "model"
                                    : !reader ? "reader"
                                              : "out");
    if (list.kind != CFT_LIST || !list.as.list->count)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "the conversation has no messages");
    CFT_TRY(cft_api_apply_options(options, chat, &own, &limits, error));
    CFT_TRY(cft_error_explain(
        cft_reader_round_trip(chat, model, reader, list, &own, &limits, &chat->trip), error));
    *out = &chat->trip;
    return CHATFMT_OK;
}
