/* tests/checks/check_failures_replies.c - memory, fuel and room that run out while replies are read
 * by descriptions and by readers that templates teach, with token ids, and as whole conversations.
 *
 * Requests as in tests/checks/readers.py (see support/labour.h).
 */
#include "support/labour.h"
#include "support/library.h"

/* ---- By a description ---- */

static bool response_regions(labour *l, chatfmt_response *response, chatfmt_status status)
{
    const chatfmt_region_event *event;
    while ((event = chatfmt_response_next(response))) {
        outcome_add(&l->out, event->field);
        outcome_add(&l->out, event->text);
        outcome_add(&l->out, event->value);
        l->out.hash += (uint64_t)event->kind * 31 + event->begin * 7 + event->end;
    }
    return ok(l, status);
}

/* A whole reply in pieces; true when all went well. */
static bool response_reads(labour *l, chatfmt_response *response)
{
    chatfmt_slice text = text_of(l, "text"), json;
    size_t cut = (size_t)chatfmt_value_as_int(member(l, "cut"));
    bool going = true;
    for (size_t at = 0; going && at < text.length; at += cut) {
        size_t length = text.length - at < cut ? text.length - at : cut;
        going = response_regions(l, response,
                                 chatfmt_response_feed(response, text.data + at, length, &l->error));
    }
    if (going)
        going = response_regions(l, response, chatfmt_response_finish(response, &l->error));
    if (going && ok(l, chatfmt_response_message(response, &json, &l->error)))
        outcome_add(&l->out, json);
    return going;
}

static outcome work_response(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_response_options options = CHATFMT_RESPONSE_OPTIONS_INIT;
    chatfmt_response_template *description;
    chatfmt_response *response;
    chatfmt_slice json = text_of(&l, "description");
    chatfmt_response_source source =
        (chatfmt_response_source)chatfmt_value_as_int(member(&l, "source"));
    options.allocator = &l.allocator;
    options.limits = limits;
    options.prompt = text_of(&l, "prompt");
    options.tools = member(&l, "tools");
    if (!ok(&l, chatfmt_response_template_new(json.data, json.length, source, &l.allocator, limits,
                                              &description, &l.error)))
        return l.out;
    if (ok(&l, chatfmt_response_new(description, &options, &response, &l.error))) {
        if (response_regions(&l, response, CHATFMT_OK) && response_reads(&l, response) &&
            response_regions(&l, response,
                             chatfmt_response_restart(response, "<a>", 3, &l.error)))
            response_reads(&l, response);
        chatfmt_response_free(response);
    }
    chatfmt_response_template_free(description);
    return l.out;
}

/* ---- By what a template teaches ---- */

static void reader_reads(labour *l, const chatfmt_reader *reader)
{
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_slice text = text_of(l, "text"), json;
    chatfmt_reply_parser *reply;
    options.allocator = &l->allocator;
    if (!ok(l, chatfmt_reply_parser_open(reader, &options, &reply, &l->error))) return;
    for (int round = 0; round < 2; round++) {
        if (ok(l, chatfmt_reply_parser_feed(reply, text.data, text.length, &l->error)) &&
            ok(l, chatfmt_reply_parser_finish(reply, &l->error)) &&
            ok(l, chatfmt_reply_parser_message(reply, &json, &l->error)))
            outcome_add(&l->out, json);
        chatfmt_reply_parser_restart(reply);
    }
    chatfmt_reply_parser_free(reply);
}

static void reader_trips(labour *l, const chatfmt_reader *reader, const chatfmt_model *model,
                         const chatfmt_limits *limits)
{
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    const chatfmt_round_trip *trip;
    chatfmt_applier *chat;
    chatfmt_value list = member(l, "conversations");
    options.tools = member(l, "tools");
    if (!ok(l, chatfmt_applier_new(&l->allocator, limits, &chat, &l->error))) return;
    for (size_t i = 0; i < chatfmt_value_count(list); i++)
        if (ok(l, chatfmt_applier_round_trip(chat, model, reader, chatfmt_value_at(list, i), &options,
                                             &trip, &l->error))) {
            outcome_add(&l->out, trip->prompt);
            outcome_add(&l->out, trip->reply);
            outcome_add(&l->out, trip->message);
            outcome_add(&l->out, trip->difference);
            outcome_add(&l->out, trip->lost);
            l->out.hash += (uint64_t)trip->outcome;
        }
    chatfmt_applier_free(chat);
}

/* Fuel is not for it: what a template cannot show within it, a reader does not learn from. */
static outcome work_reader(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_model_options model_options = CHATFMT_MODEL_OPTIONS_INIT;
    chatfmt_reader_options options = CHATFMT_READER_OPTIONS_INIT;
    chatfmt_slice source = text_of(&l, "template");
    chatfmt_reader *reader;
    chatfmt_model *model;
    model_options.allocator = options.allocator = &l.allocator;
    options.limits = limits;
    options.wanted = text_of(&l, "wanted");
    if (!ok(&l, chatfmt_model_from_template(source.data, source.length, &model_options, &model,
                                            &l.error)))
        return l.out;
    if (ok(&l, chatfmt_reader_choose(model, &options, &reader, &l.error))) {
        outcome_add(&l.out, chatfmt_reader_about(reader)->json);
        reader_reads(&l, reader);
        reader_trips(&l, reader, model, limits);
        chatfmt_reader_free(reader);
    }
    chatfmt_model_free(model);
    return l.out;
}

/* ---- With token ids ---- */

static void ids_read(labour *l, chatfmt_encoder *encoder)
{
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_slice text = text_of(l, "text"), json;
    chatfmt_reply_parser *reply;
    const chatfmt_event *event;
    const chatfmt_tokens *tokens;
    char family[64];
    uint32_t ids[512];
    if (!ok(l, chatfmt_encoder_encode(encoder, text.data, text.length, NULL, &tokens, &l->error)))
        return;
    size_t count = tokens->count < 512 ? tokens->count : 512;
    memcpy(ids, tokens->ids, count * sizeof *ids);
    options.allocator = &l->allocator;
    options.flags = CHATFMT_REPLY_CONTROL_TOKENS * (uint32_t)chatfmt_value_as_int(member(l, "control"));
    if (!ok(l, chatfmt_reply_parser_new(string_of(text_of(l, "family"), family, sizeof family), &options,
                                        &reply, &l->error)))
        return;
    bool going = true;
    for (size_t at = 0; going && at < count; at += 3) {
        size_t some = count - at < 3 ? count - at : 3;
        going = ok(l, chatfmt_reply_parser_feed_ids(reply, encoder, ids + at, some, &l->error));
        while ((event = chatfmt_reply_parser_next(reply))) outcome_add(&l->out, event->text);
    }
    if (going && ok(l, chatfmt_reply_parser_finish(reply, &l->error)) &&
        ok(l, chatfmt_reply_parser_message(reply, &json, &l->error)))
        outcome_add(&l->out, json);
    chatfmt_reply_parser_free(reply);
}

static outcome work_ids(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_tokenizer_options options = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_encoder_options encoder_options = CHATFMT_ENCODER_OPTIONS_INIT;
    chatfmt_slice json = text_of(&l, "json");
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    (void)limits;
    options.allocator = encoder_options.allocator = &l.allocator;
    if (!ok(&l, chatfmt_tokenizer_read(json.data, json.length, &options, &tokenizer, &l.error)))
        return l.out;
    if (ok(&l, chatfmt_encoder_new(tokenizer, &encoder_options, &encoder, &l.error))) {
        ids_read(&l, encoder);
        chatfmt_encoder_free(encoder);
    }
    chatfmt_tokenizer_free(tokenizer);
    return l.out;
}

/* ---- Whole conversations ---- */

static outcome work_transcript(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_slice text = text_of(&l, "text");
    char family[64], *json, *back;
    size_t length;
    string_of(text_of(&l, "family"), family, sizeof family);
    library_begin(memory);
    if (ok(&l, chatfmt_transcript_read_within(family, text.data, text.length, limits, &json, &length,
                                              &l.error))) {
        outcome_add(&l.out, (chatfmt_slice){json, length});
        if (ok(&l, chatfmt_transcript_write_within(family, json, length, limits, &back, &length,
                                                   &l.error)))
            outcome_add(&l.out, (chatfmt_slice){back, length});
        chatfmt_text_free(json);
        chatfmt_text_free(back);
    }
    if (!strcmp(family, "internlm2") &&
        ok(&l, chatfmt_transcript_read_openai(family, text.data, text.length, limits, &json,
                                              &length, &l.error))) {
        outcome_add(&l.out, (chatfmt_slice){json, length});
        chatfmt_text_free(json);
    }
    library_end();
    return l.out;
}

static const labour_kind works[] = {
    {"response", work_response, true}, {"reader", work_reader, false}, {"ids", work_ids, false},
    {"transcript", work_transcript, true}, {NULL, NULL, false},
};

int main(int count, char **arguments) { return labour_run(works, count, arguments); }
