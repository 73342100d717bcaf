/* tests/checks/check_failures_rooms.c - memory and fuel that run out in every other room: replies,
 * tokenizers, formats, conversations, models, prompts.
 *
 * Reads a request a line, {"id", "room", …} (tests/checks/rooms.py), and does all that the room
 * can do with it while allocations fail one after the other, and where limits can be given, while
 * fuel ends (support/failing.h). Prints `N passed, N failed` last.
 */
#include "support/labour.h"

/* ---- Replies ---- */

static bool reply_events(labour *l, chatfmt_reply_parser *reply, chatfmt_status status)
{
    const chatfmt_event *event;
    while ((event = chatfmt_reply_parser_next(reply))) {
        outcome_add(&l->out, event->text);
        l->out.hash += (uint64_t)event->kind * 31 + event->begin * 7 + event->end;
    }
    return ok(l, status);
}

static outcome work_reply(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_reply_parser *reply;
    chatfmt_slice text = text_of(&l, "text"), json;
    char family[64];
    options.allocator = &l.allocator;
    options.limits = limits;
    options.tools = member(&l, "tools");
    options.prompt = text_of(&l, "prompt");
    if (!ok(&l, chatfmt_reply_parser_new(string_of(text_of(&l, "family"), family, sizeof family), &options,
                                         &reply, &l.error)))
        return l.out;
    size_t cut = (size_t)chatfmt_value_as_int(member(&l, "cut"));
    bool going = true;
    for (size_t at = 0; going && at < text.length; at += cut) {
        size_t length = text.length - at < cut ? text.length - at : cut;
        going = reply_events(&l, reply,
                             chatfmt_reply_parser_feed(reply, text.data + at, length, &l.error));
    }
    if (going) going = reply_events(&l, reply, chatfmt_reply_parser_finish(reply, &l.error));
    if (going && ok(&l, chatfmt_reply_parser_message(reply, &json, &l.error))) outcome_add(&l.out, json);
    chatfmt_reply_parser_free(reply);
    return l.out;
}

static outcome work_actions(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_actions *actions;
    chatfmt_actions_options options = CHATFMT_ACTIONS_OPTIONS_INIT;
    chatfmt_slice text = text_of(&l, "text"), json;
    options.allocator = &l.allocator;
    options.limits = limits;
    if (!ok(&l, chatfmt_actions_open(&options, &actions, &l.error))) return l.out;
    bool going = true;
    size_t cut = (size_t)chatfmt_value_as_int(member(&l, "cut"));
    for (size_t at = 0; going && at < text.length; at += cut) {
        size_t length = text.length - at < cut ? text.length - at : cut;
        going = ok(&l, chatfmt_actions_feed(actions, text.data + at, length, &l.error)) &&
                ok(&l, chatfmt_actions_state(actions, &json, &l.error));
        if (going) outcome_add(&l.out, json);
    }
    if (going && ok(&l, chatfmt_actions_feed(actions, NULL, 0, &l.error)) &&
        ok(&l, chatfmt_actions_result(actions, &json, &l.error)))
        outcome_add(&l.out, json);
    chatfmt_actions_free(actions);
    return l.out;
}

/* ---- Tokenizers ---- */

static void encode(labour *l, chatfmt_encoder *encoder, chatfmt_slice text,
                   const chatfmt_encode_options *options)
{
    const chatfmt_tokens *tokens;
    chatfmt_slice decoded;
    if (!ok(l, chatfmt_encoder_encode(encoder, text.data, text.length, options, &tokens,
                                      &l->error)))
        return;
    outcome_add(&l->out, (chatfmt_slice){(const char *)tokens->ids, tokens->count * sizeof *tokens->ids});
    if (ok(l, chatfmt_encoder_decode(encoder, tokens->ids, tokens->count,
                                     options->flags ? CHATFMT_DECODE_SKIP_SPECIAL : 0, &decoded,
                                     &l->error)))
        outcome_add(&l->out, decoded);
}

static void decode_stream(labour *l, chatfmt_encoder *encoder)
{
    chatfmt_decode_stream *stream;
    chatfmt_slice piece;
    if (!ok(l, chatfmt_decode_stream_new(encoder, 0, &stream, &l->error))) return;
    for (uint32_t id = 0; id < 40; id++)
        if (ok(l, chatfmt_decode_stream_push(stream, id, &piece, &l->error)))
            outcome_add(&l->out, piece);
        else break;
    chatfmt_decode_stream_free(stream);
}

/* The first two texts as two that belong together. */
static void encode_pair(labour *l, chatfmt_encoder *encoder, chatfmt_value texts)
{
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    chatfmt_slice both[2] = {chatfmt_value_as_text(chatfmt_value_at(texts, 0)),
                             chatfmt_value_as_text(chatfmt_value_at(texts, 1))};
    const chatfmt_token_piece *pair;
    if (chatfmt_value_count(texts) < 2) return;
    options.flags = CHATFMT_ENCODE_ADD_SPECIAL;
    if (ok(l, chatfmt_encoder_encode_pair(encoder, both, &options, NULL, &pair, &l->error)))
        outcome_add(&l->out, (chatfmt_slice){(const char *)pair->ids, pair->count * sizeof *pair->ids});
}

static void use_tokenizer(labour *l, const chatfmt_tokenizer *tokenizer,
                          const chatfmt_limits *limits)
{
    chatfmt_encoder_options options = CHATFMT_ENCODER_OPTIONS_INIT;
    chatfmt_encode_options encode_options = CHATFMT_ENCODE_OPTIONS_INIT;
    chatfmt_encoder *encoder;
    chatfmt_value texts = member(l, "texts");
    options.allocator = &l->allocator;
    options.limits = limits;
    options.cache_bytes = 4096;
    if (!ok(l, chatfmt_encoder_new(tokenizer, &options, &encoder, &l->error))) return;
    for (size_t i = 0; i < chatfmt_value_count(texts) && !l->out.status; i++) {
        encode_options.policy = (chatfmt_token_policy)(i % 4);
        encode_options.flags = i % 2 ? CHATFMT_ENCODE_OFFSETS | CHATFMT_ENCODE_ADD_SPECIAL : 0;
        encode(l, encoder, chatfmt_value_as_text(chatfmt_value_at(texts, i)), &encode_options);
    }
    if (!l->out.status) decode_stream(l, encoder);
    if (!l->out.status) encode_pair(l, encoder, texts);
    chatfmt_encoder_free(encoder);
}

static outcome work_tokenizer(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_tokenizer_options options = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_tokenizer *tokenizer;
    chatfmt_slice json = text_of(&l, "json");
    options.allocator = &l.allocator;
    options.limits = limits;
    /* Of other formats than JSON the request has the path of a file. */
    char path[1024];
    chatfmt_status status =
        json.length ? chatfmt_tokenizer_read(json.data, json.length, &options, &tokenizer, &l.error)
                    : chatfmt_tokenizer_load(string_of(text_of(&l, "path"), path, sizeof path),
                                             &options, &tokenizer, &l.error);
    if (!ok(&l, status)) return l.out;
    use_tokenizer(&l, tokenizer, limits);
    chatfmt_tokenizer_free(tokenizer);
    return l.out;
}

/* ---- Formats and conversations ---- */

static void use_format(labour *l, chatfmt_renderer *renderer, const chatfmt_formats *formats)
{
    chatfmt_slice name = text_of(l, "format"), text;
    chatfmt_format *format;
    chatfmt_values *values;
    if (!ok(l, chatfmt_format_open(formats, name.data, name.length, &l->allocator, &format,
                                   &l->error)))
        return;
    if (ok(l, chatfmt_format_render(renderer, format, NULL, member(l, "variables"), NULL, &text,
                                    &l->error)))
        outcome_add(&l->out, text);
    if (l->out.status != CHATFMT_NO_MEMORY &&
        ok(l, chatfmt_values_new(&l->allocator, NULL, &values, &l->error))) {
        if (ok(l, chatfmt_format_export(format, values, &text, &l->error)))
            outcome_add(&l->out, text);
        chatfmt_values_free(values);
    }
    chatfmt_value train = member(l, "train");
    const chatfmt_training *training;
    for (size_t i = 0; given(train) && i < chatfmt_value_count(train); i++) {
        char trainer[64];
        string_of(chatfmt_value_key_at(train, i), trainer, sizeof trainer);
        chatfmt_slice specials[2] = {{"</s>", 4}, {"<s>", 3}};
        if (ok(l, chatfmt_format_train(renderer, format, trainer, chatfmt_value_at(train, i),
                                       (chatfmt_slice){NULL, 0}, CHATFMT_TRAINING_BOS, specials, 2,
                                       &training, &l->error)))
            outcome_add(&l->out, training->prompt);
    }
    chatfmt_format_free(format);
}

static outcome work_format(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_renderer_options options = CHATFMT_RENDERER_OPTIONS_INIT;
    chatfmt_renderer *renderer;
    chatfmt_formats *formats = NULL;
    chatfmt_slice user = text_of(&l, "user");
    options.allocator = &l.allocator;
    options.limits = limits;
    if (!ok(&l, chatfmt_renderer_new(&options, &renderer, &l.error))) return l.out;
    if (!user.length || (ok(&l, chatfmt_formats_new(&l.allocator, &formats, &l.error)) &&
                         ok(&l, chatfmt_formats_add(formats, user.data, user.length, 0, &l.error))))
        use_format(&l, renderer, formats);
    chatfmt_formats_free(formats);
    chatfmt_renderer_free(renderer);
    return l.out;
}

static void use_conversation(labour *l, chatfmt_conversation *c, chatfmt_renderer *renderer,
                             chatfmt_values *values)
{
    chatfmt_slice text;
    chatfmt_value conversions = member(l, "convert");
    if (!ok(l, chatfmt_conversation_set_system(c, "S {{currentDateTime}}", 21, &l->error)) ||
        !ok(l, chatfmt_conversation_append(c, 0, "more", 4, &l->error)) ||
        !ok(l, chatfmt_conversation_append_json(c, (chatfmt_slice){"user", 4},
                                                (chatfmt_slice){"{\"text\": \"t\", \"images\": [\"u\"]}", 30},
                                                &l->error)) ||
        !ok(l, chatfmt_conversation_append(c, 1, NULL, 0, &l->error)) ||
        !ok(l, chatfmt_conversation_set_date(c, 1714521600, &l->error)))
        return;
    if (ok(l, chatfmt_conversation_prompt(c, renderer, NULL, &text, &l->error)))
        outcome_add(&l->out, text);
    for (size_t i = 0; i < chatfmt_value_count(conversions); i++) {
        char to[64];
        string_of(chatfmt_value_as_text(chatfmt_value_at(conversions, i)), to, sizeof to);
        if (ok(l, chatfmt_conversation_convert(c, to, renderer, &text, &l->error)))
            outcome_add(&l->out, text);
    }
    if (ok(l, chatfmt_conversation_update_last(c, "done", 4, &l->error)) &&
        ok(l, chatfmt_conversation_save(c, values, &text, &l->error)))
        outcome_add(&l->out, text);
}

static outcome work_conversation(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_renderer_options options = CHATFMT_RENDERER_OPTIONS_INIT;
    chatfmt_renderer *renderer = NULL;
    chatfmt_values *values = NULL;
    chatfmt_conversation *c = NULL, *copy = NULL;
    options.allocator = &l.allocator;
    options.limits = limits;
    if (ok(&l, chatfmt_renderer_new(&options, &renderer, &l.error)) &&
        ok(&l, chatfmt_values_new(&l.allocator, NULL, &values, &l.error)) &&
        ok(&l, chatfmt_conversation_read(NULL, member(&l, "conversation"), &l.allocator, &c,
                                         &l.error)) &&
        ok(&l, chatfmt_conversation_copy(c, &l.allocator, &copy, &l.error))) {
        chatfmt_conversation_free(c);
        c = NULL;
        use_conversation(&l, copy, renderer, values);
    }
    chatfmt_conversation_free(c);
    chatfmt_conversation_free(copy);
    chatfmt_values_free(values);
    chatfmt_renderer_free(renderer);
    return l.out;
}

/* ---- Stop strings, matches, formatted sources ---- */

static outcome work_stop(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_value stops = member(&l, "stops"), pieces = member(&l, "pieces");
    chatfmt_slice list[16], shown;
    chatfmt_stopper *stopper;
    size_t count = chatfmt_value_count(stops);
    int stop = -1;
    (void)limits;
    for (size_t i = 0; i < count; i++) list[i] = chatfmt_value_as_text(chatfmt_value_at(stops, i));
    if (!ok(&l, chatfmt_stopper_new(list, count, &l.allocator, &stopper, &l.error))) return l.out;
    for (size_t i = 0; i < chatfmt_value_count(pieces) && !l.out.status; i++) {
        chatfmt_slice piece = chatfmt_value_as_text(chatfmt_value_at(pieces, i));
        l.out.status = chatfmt_stopper_push(stopper, piece.data, piece.length, &shown, &stop);
        if (!l.out.status) outcome_add(&l.out, shown);
    }
    chatfmt_stopper_free(stopper);
    return l.out;
}

static outcome work_match(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_values *values;
    const chatfmt_format_match *match;
    chatfmt_slice model = text_of(&l, "model");
    if (!ok(&l, chatfmt_values_new(&l.allocator, limits, &values, &l.error))) return l.out;
    if (ok(&l, chatfmt_formats_match(model.data, model.length, 0, values, &match, &l.error))) {
        outcome_add(&l.out, match->format);
        outcome_add(&l.out, match->condition);
    }
    chatfmt_values_free(values);
    return l.out;
}

static outcome work_source(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_source_options options = CHATFMT_SOURCE_OPTIONS_INIT;
    chatfmt_slice source = text_of(&l, "source");
    size_t length;
    char *text;
    options.allocator = &l.allocator;
    options.limits = limits;
    options.width = 40;
    if (!ok(&l, chatfmt_source_format(source.data, source.length, &options, &text, &length,
                                      &l.error)))
        return l.out;
    outcome_add(&l.out, (chatfmt_slice){text, length});
    chatfmt_text_free(text);
    return l.out;
}

/* ---- Models and prompts ---- */

static void use_masks(labour *l, chatfmt_applier *chat)
{
    chatfmt_mask_options options = CHATFMT_MASK_OPTIONS_INIT;
    const chatfmt_mask_range *ranges;
    size_t count;
    for (uint32_t kind = 0; kind < 3; kind++) {
        options.kind = kind;
        if (!ok(l, chatfmt_applier_mask(chat, &options, &ranges, &count, &l->error))) continue;
        for (size_t i = 0; i < count; i++) l->out.hash += ranges[i].begin * 31 + ranges[i].end;
    }
}

static void use_prompt(labour *l, chatfmt_applier *chat, const chatfmt_model *model,
                       const chatfmt_apply_options *apply)
{
    chatfmt_tokenizer_options tokenizer_options = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_encoder_options encoder_options = CHATFMT_ENCODER_OPTIONS_INIT;
    chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
    chatfmt_mask_options mask = CHATFMT_MASK_OPTIONS_INIT;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    const chatfmt_prompt *prompt;
    const chatfmt_prompt *const *rows;
    size_t count;
    chatfmt_value messages = member(l, "messages");
    tokenizer_options.allocator = encoder_options.allocator = &l->allocator;
    if (!ok(l, chatfmt_model_tokenizer(model, &tokenizer_options, &tokenizer, &l->error))) return;
    if (ok(l, chatfmt_encoder_new(tokenizer, &encoder_options, &encoder, &l->error))) {
        mask.kind = CHATFMT_MASK_DERIVED;
        options.mask = &mask;
        options.flags = CHATFMT_PROMPT_PLACES | CHATFMT_PROMPT_CODE_POINTS |
                        CHATFMT_PROMPT_MESSAGES | CHATFMT_PROMPT_STOPS;
        options.policy = CHATFMT_TOKENS_CONTROL;
        for (int fit = CHATFMT_FIT_NONE; fit <= CHATFMT_FIT_REFUSE; fit++) {
            options.fit = (chatfmt_fit)fit;
            options.max_length = 12;
            if (ok(l, chatfmt_applier_encode(chat, model, encoder, messages, apply, &options, &prompt,
                                             &l->error)))
                l->out.hash += prompt->count * 7 + prompt->truncated + prompt->dropped;
        }
        if (given(member(l, "batch"))) {
            options.fit = CHATFMT_FIT_NONE;
            options.padding = CHATFMT_PAD_LONGEST;
            if (ok(l, chatfmt_applier_encode_batch(chat, model, encoder, member(l, "batch"), apply,
                                                   &options, &rows, &count, &l->error)))
                for (size_t i = 0; i < count; i++) l->out.hash += rows[i]->count * (i + 1);
        }
        chatfmt_encoder_free(encoder);
    }
    chatfmt_tokenizer_free(tokenizer);
}

static void use_chat(labour *l, chatfmt_applier *chat, const chatfmt_model *model)
{
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    const chatfmt_applied *applied;
    options.flags = (uint32_t)chatfmt_value_as_int(member(l, "flags"));
    options.tools = member(l, "tools");
    options.documents = member(l, "documents");
    options.variables = member(l, "variables");
    if (given(member(l, "chat_template"))) options.chat_template = text_of(l, "chat_template");
    options.continue_field = text_of(l, "continue_field");
    if (ok(l, chatfmt_applier_apply(chat, model, member(l, "messages"), &options, &applied,
                                    &l->error))) {
        outcome_add(&l->out, applied->text);
        outcome_add(&l->out, applied->turn.opening);
        l->out.hash += applied->span_count + applied->change_count * 3;
        if (options.flags & CHATFMT_APPLY_SPANS) use_masks(l, chat);
    }
    if (chatfmt_value_truth(member(l, "encode"))) use_prompt(l, chat, model, &options);
}

static outcome work_model(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
    chatfmt_model *model;
    chatfmt_applier *chat;
    char path[512];
    options.allocator = &l.allocator;
    options.flags = chatfmt_value_truth(member(&l, "processor")) ? CHATFMT_MODEL_PROCESSOR : 0;
    if (!ok(&l, chatfmt_model_open(string_of(text_of(&l, "path"), path, sizeof path), &options,
                                   &model, &l.error)))
        return l.out;
    for (size_t i = 0; i < chatfmt_model_template_count(model); i++)
        outcome_add(&l.out, chatfmt_model_template_at(model, i).source);
    for (size_t i = 0; i < chatfmt_model_token_count(model); i++)
        outcome_add(&l.out, chatfmt_model_token_at(model, i).text);
    if (ok(&l, chatfmt_applier_new(&l.allocator, limits, &chat, &l.error))) {
        use_chat(&l, chat, model);
        chatfmt_applier_free(chat);
    }
    chatfmt_model_free(model);
    return l.out;
}

/* The tokenizer of a model, which its class may build anew. */
static outcome work_class(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
    chatfmt_tokenizer_options tokenizer_options = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_tokenizer *tokenizer;
    chatfmt_model *model;
    char path[512];
    options.allocator = tokenizer_options.allocator = &l.allocator;
    tokenizer_options.limits = limits;
    if (!ok(&l, chatfmt_model_open(string_of(text_of(&l, "path"), path, sizeof path), &options,
                                   &model, &l.error)))
        return l.out;
    if (ok(&l, chatfmt_model_tokenizer(model, &tokenizer_options, &tokenizer, &l.error))) {
        use_tokenizer(&l, tokenizer, limits);
        chatfmt_tokenizer_free(tokenizer);
    }
    chatfmt_model_free(model);
    return l.out;
}

/* ---- */

static const labour_kind works[] = {
    {"reply", work_reply, true},    {"actions", work_actions, true},
    {"tokenizer", work_tokenizer, true}, {"format", work_format, true},
    {"conversation", work_conversation, true}, {"stop", work_stop, false},
    {"match", work_match, true},   {"source", work_source, false},
    {"model", work_model, true},   {"class", work_class, true},
    {NULL, NULL, false},
};

int main(int count, char **arguments) { return labour_run(works, count, arguments); }
