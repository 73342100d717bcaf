/* api/api_reader.c - chatfmt/reader.h: the reader of a model's replies, what is known of it, and
 * round trips through it.
 */
#include "api/api_chat.h"
#include "api/api_reply.h"
#include "chat/reader.h"
#include "value/json_write.h"

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
    if (all.flags || all.reserved)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "unknown flags of chatfmt_reader_options");
    CFT_TRY(cft_api_text(all.wanted.data, all.wanted.length, "wanted", error));
    CFT_TRY(cft_api_text(all.chat_template.data, all.chat_template.length, "chat_template", error));
    CFT_TRY(cft_api_limits(all.limits, &cft_default_limits, &limits, error));
    return cft_reader_choose(model, &all, &limits, out, error);
}

/* ---- What the model's files say ---- */

static chatfmt_status reader_describe(const chatfmt_model *model, cft_value member,
                                      cft_response_source source, const chatfmt_limits *limits,
                                      chatfmt_response_template **out, chatfmt_error *error)
{
    cft_heap heap;
    cft_value json;
    cft_heap_init(&heap, &model->allocator);
    cft_heap_reset(&heap, limits, error);
    chatfmt_status status = cft_json_text(&heap, member, &cft_json_plain, &json);
    if (status == CHATFMT_OK)
        status = cft_api_response_template(cft_text_of(json), source, &model->allocator, limits,
                                           out, error);
    cft_heap_free(&heap);
    return cft_error_explain(status, error);
}

chatfmt_status chatfmt_model_response_template(const chatfmt_model *model,
                                               const chatfmt_limits *limits,
                                               chatfmt_response_template **out,
                                               chatfmt_error *error)
{
    static const struct {
        cft_slice name;
        cft_response_source source;
    } members[] = {{{"response_template", 17}, CFT_SOURCE_TEMPLATE},
                   {{"response_schema", 15}, CFT_SOURCE_SCHEMA}};
    chatfmt_limits all;
    cft_error_clear(error);
    if (out) *out = NULL;
    if (!model || !out) return cft_fail_null(error, !model ? "model" : "out");
    CFT_TRY(cft_limits_fill(limits, &all, error));
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        cft_value member = cft_apply_member(model->model.config, members[i].name);
        if (member.kind == CFT_DICT)
            return reader_describe(model, member, members[i].source, &all, out, error);
    }
    return CHATFMT_OK;
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
