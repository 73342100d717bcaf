/* tests/checks/check_failures_api.c - memory and limits that run out in the rest of the public API:
 * values made by hand, renders of several texts, surveys, pieces and sessions of tokens, compiled
 * tokenizers, saved models. Requests as in tests/checks/api.py (see support/labour.h).
 */
#include "support/labour.h"
#include "support/library.h"

/* ---- Values and renders ---- */

/* A copy of `from` made with the functions that make values one by one. */
static bool copy_value(labour *l, chatfmt_values *values, chatfmt_value from, chatfmt_value *out)
{
    size_t count = chatfmt_value_count(from);
    switch (chatfmt_value_kind_of(from)) {
    case CHATFMT_VALUE_STRING: {
        chatfmt_slice text = chatfmt_value_as_text(from);
        return ok(l, chatfmt_value_string(values, text.data, text.length, out, &l->error));
    }
    case CHATFMT_VALUE_INT: *out = chatfmt_value_int(values, chatfmt_value_as_int(from)); return true;
    case CHATFMT_VALUE_FLOAT:
        *out = chatfmt_value_float(values, chatfmt_value_as_float(from));
        return true;
    case CHATFMT_VALUE_BOOL: *out = chatfmt_value_bool(values, chatfmt_value_truth(from)); return true;
    case CHATFMT_VALUE_ARRAY:
        if (!ok(l, chatfmt_value_array(values, out, &l->error))) return false;
        for (size_t i = 0; i < count; i++) {
            chatfmt_value item;
            if (!copy_value(l, values, chatfmt_value_at(from, i), &item) ||
                !ok(l, chatfmt_value_push(values, *out, item, &l->error)))
                return false;
        }
        return true;
    case CHATFMT_VALUE_OBJECT:
        if (!ok(l, chatfmt_value_object(values, out, &l->error))) return false;
        for (size_t i = 0; i < count; i++) {
            chatfmt_slice key = chatfmt_value_key_at(from, i);
            chatfmt_value item;
            if (!copy_value(l, values, chatfmt_value_find(from, key.data, key.length), &item) ||
                !ok(l, chatfmt_value_set(values, *out, key.data, key.length, item, &l->error)))
                return false;
        }
        return true;
    default: *out = chatfmt_value_none(values); return true;
    }
}

static void render_values(labour *l, chatfmt_renderer *renderer, const chatfmt_template *compiled,
                          chatfmt_values *values)
{
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    const chatfmt_generation *generations;
    const chatfmt_span *spans;
    chatfmt_value made;
    chatfmt_slice text, json;
    size_t count;
    options.flags = CHATFMT_RENDER_SPANS | CHATFMT_RENDER_GENERATIONS;
    if (!copy_value(l, values, member(l, "context"), &made)) return;
    if (ok(l, chatfmt_value_write_json(values, made, &json, &l->error))) outcome_add(&l->out, json);
    for (int round = 0; round < 2; round++) {
        if (!ok(l, chatfmt_render_value(renderer, compiled, made, &options, &text, &l->error))) continue;
        outcome_add(&l->out, text);
        if (ok(l, chatfmt_renderer_spans(renderer, &spans, &count, &l->error)))
            for (size_t i = 0; i < count; i++) {
                outcome_add(&l->out, spans[i].path);
                l->out.hash += spans[i].offset;
            }
        if (ok(l, chatfmt_renderer_generations(renderer, &generations, &count, &l->error)))
            l->out.hash += count;
    }
}

static void render_texts(labour *l, chatfmt_renderer *renderer, const chatfmt_template *compiled)
{
    chatfmt_value list = member(l, "documents");
    chatfmt_document documents[8];
    size_t count = chatfmt_value_count(list);
    chatfmt_slice text;
    for (size_t i = 0; i < count && i < 8; i++) {
        chatfmt_value pair = chatfmt_value_at(list, i);
        documents[i].name = chatfmt_value_as_text(chatfmt_value_at(pair, 0));
        documents[i].json = chatfmt_value_as_text(chatfmt_value_at(pair, 1));
    }
    if (ok(l, chatfmt_render_documents(renderer, compiled, documents, count, NULL, &text, &l->error)))
        outcome_add(&l->out, text);
}

static outcome work_values(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_renderer_options options = CHATFMT_RENDERER_OPTIONS_INIT;
    chatfmt_compile_options compile = CHATFMT_COMPILE_OPTIONS_INIT;
    chatfmt_slice source = text_of(&l, "source");
    chatfmt_renderer *renderer = NULL;
    chatfmt_template *compiled = NULL;
    chatfmt_values *values = NULL;
    compile.allocator = options.allocator = &l.allocator;
    options.limits = limits;
    if (ok(&l, chatfmt_template_compile(source.data, source.length, &compile, &compiled, &l.error)) &&
        ok(&l, chatfmt_renderer_new(&options, &renderer, &l.error)) &&
        ok(&l, chatfmt_values_new(&l.allocator, limits, &values, &l.error))) {
        render_values(&l, renderer, compiled, values);
        render_texts(&l, renderer, compiled);
    }
    chatfmt_values_free(values);
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
    return l.out;
}

static outcome work_once(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_slice source = text_of(&l, "source"), json = text_of(&l, "json");
    size_t length;
    char *text;
    (void)limits;
    library_begin(memory);
    if (ok(&l, chatfmt_render_once(source.data, source.length, json.data, json.length, &text, &length,
                                   &l.error))) {
        outcome_add(&l.out, (chatfmt_slice){text, length});
        chatfmt_text_free(text);
    }
    library_end();
    return l.out;
}

/* ---- Sources ---- */

static outcome work_survey(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_source_options options = CHATFMT_SOURCE_OPTIONS_INIT;
    chatfmt_slice source = text_of(&l, "source");
    chatfmt_survey *survey;
    size_t count;
    options.allocator = &l.allocator;
    options.limits = limits;
    if (!ok(&l, chatfmt_survey_new(source.data, source.length, &options, &survey, &l.error)))
        return l.out;
    const chatfmt_fact *facts = chatfmt_survey_facts(survey, &count);
    for (size_t i = 0; i < count; i++) {
        outcome_add(&l.out, facts[i].text);
        outcome_add(&l.out, facts[i].name);
        l.out.hash += facts[i].kind * 31 + facts[i].flags;
    }
    chatfmt_survey_free(survey);
    return l.out;
}

/* ---- Tokens ---- */

static void token_pieces(labour *l, chatfmt_encoder *encoder, chatfmt_slice text)
{
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    chatfmt_length_options lengths = CHATFMT_LENGTH_OPTIONS_INIT;
    const chatfmt_token_piece *pieces;
    size_t count;
    options.flags = CHATFMT_ENCODE_OFFSETS | CHATFMT_ENCODE_ADD_SPECIAL | CHATFMT_ENCODE_WORDS;
    for (uint32_t flags = 0; flags < 16; flags += 5) {
        lengths.flags = flags;
        lengths.max_length = 7;
        lengths.stride = 2;
        lengths.pad_multiple = 4;
        if (!ok(l, chatfmt_encoder_encode_pieces(encoder, text.data, text.length, &options, &lengths,
                                                 &pieces, &count, &l->error)))
            return;
        for (size_t i = 0; i < count; i++)
            outcome_add(&l->out, (chatfmt_slice){(const char *)pieces[i].ids,
                                                 pieces[i].count * sizeof *pieces[i].ids});
    }
}

static void token_session(labour *l, chatfmt_encoder *encoder, chatfmt_slice text)
{
    chatfmt_token_session *session;
    const chatfmt_tokens *tokens;
    size_t half = text.length / 2, same;
    while (half && ((unsigned char)text.data[half] & 0xC0) == 0x80) half--;
    if (!ok(l, chatfmt_token_session_new(encoder, CHATFMT_ENCODE_OFFSETS, &session, &l->error)))
        return;
    for (int step = 0; step < 3 && !l->out.status; step++) {
        chatfmt_status status =
            step == 1 ? chatfmt_token_session_append(session, text.data + half, text.length - half,
                                                     &tokens, &same, &l->error)
                      : chatfmt_token_session_set(session, text.data, step ? half / 2 : half, &tokens,
                                                  &same, &l->error);
        if (status == CHATFMT_INPUT) break; /* a character was cut */
        if (ok(l, status))
            outcome_add(&l->out, (chatfmt_slice){(const char *)tokens->ids,
                                                 tokens->count * sizeof *tokens->ids});
    }
    chatfmt_token_session_free(session);
}

static outcome work_tokens(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_tokenizer_options options = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_encoder_options encoder_options = CHATFMT_ENCODER_OPTIONS_INIT;
    chatfmt_length_options lengths = CHATFMT_LENGTH_OPTIONS_INIT;
    chatfmt_value texts = member(&l, "texts");
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    char path[512], cache[512];
    (void)limits;
    options.allocator = encoder_options.allocator = &l.allocator;
    options.cache_folder = string_of(text_of(&l, "cache"), cache, sizeof cache);
    if (!ok(&l, chatfmt_tokenizer_load(string_of(text_of(&l, "path"), path, sizeof path), &options,
                                       &tokenizer, &l.error)))
        return l.out;
    if (ok(&l, chatfmt_tokenizer_lengths(tokenizer, &lengths, &l.error))) l.out.hash += lengths.flags;
    if (ok(&l, chatfmt_encoder_new(tokenizer, &encoder_options, &encoder, &l.error))) {
        for (size_t i = 0; i < chatfmt_value_count(texts) && !l.out.status; i++) {
            chatfmt_slice text = chatfmt_value_as_text(chatfmt_value_at(texts, i));
            token_pieces(&l, encoder, text);
            if (!l.out.status) token_session(&l, encoder, text);
        }
        chatfmt_encoder_free(encoder);
    }
    chatfmt_tokenizer_free(tokenizer);
    return l.out;
}

/* ---- Models ---- */

/* What is in the file after the save counts. */
static void save_read(labour *l, const char *folder, const char *name)
{
    char path[600], text[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(text, 1, sizeof text, file) : 0;
    if (file) fclose(file);
    if (file) outcome_add(&l->out, (chatfmt_slice){text, length});
}

static outcome work_save(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_value list = member(&l, "templates");
    chatfmt_model_template templates[4];
    size_t count = chatfmt_value_count(list);
    char folder[512];
    (void)limits;
    string_of(text_of(&l, "folder"), folder, sizeof folder);
    for (size_t i = 0; i < count && i < 4; i++) {
        chatfmt_value pair = chatfmt_value_at(list, i);
        templates[i] = (chatfmt_model_template){chatfmt_value_as_text(chatfmt_value_at(pair, 0)),
                                                chatfmt_value_as_text(chatfmt_value_at(pair, 1)),
                                                {NULL, 0}};
    }
    library_begin(memory);
    chatfmt_status status = chatfmt_model_save(
        folder, templates, count, (uint32_t)chatfmt_value_as_int(member(&l, "flags")), &l.error);
    library_end();
    if (ok(&l, status)) {
        save_read(&l, folder, "tokenizer_config.json");
        save_read(&l, folder, "chat_template.jinja");
    }
    return l.out;
}

/* ---- Reports ---- */

static void report_add(labour *l, chatfmt_status status, char *text, size_t length)
{
    if (!ok(l, status)) return;
    outcome_add(&l->out, (chatfmt_slice){text, length});
    chatfmt_text_free(text);
}

/* Two texts compared, and a row of them in error. */
static outcome work_report(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_slice a = text_of(&l, "a"), b = text_of(&l, "b"), row = text_of(&l, "row");
    const chatfmt_compared compared = {.rendered = {1, 1}, .text = {a, b}};
    const chatfmt_error wrong = {.status = CHATFMT_TYPE, .text = "wrong", .line = 1, .column = 1};
    chatfmt_row_place place = CHATFMT_ROW_PLACE_INIT;
    char *text = NULL, name[512];
    size_t length = 0;
    (void)limits;
    string_of(text_of(&l, "name"), name, sizeof name);
    place.row = row;
    place.input = name;
    place.line = 2;
    library_begin(memory);
    chatfmt_status status = chatfmt_report_compared(name, &compared, 0, &text, &length, &l.error);
    report_add(&l, status, text, length);
    status = chatfmt_report_lines(a, b, CHATFMT_REPORT_PLACES, &text, &length, &l.error);
    report_add(&l, status, text, length);
    status = chatfmt_report_row(&place, &wrong, &text, &length, &l.error);
    report_add(&l, status, text, length);
    library_end();
    return l.out;
}

static const labour_kind works[] = {
    {"values", work_values, true},  {"once", work_once, false}, {"survey", work_survey, false},
    {"tokens", work_tokens, false}, {"save", work_save, false}, {"report", work_report, false},
    {NULL, NULL, false},
};

int main(int count, char **arguments) { return labour_run(works, count, arguments); }
