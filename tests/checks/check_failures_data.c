/* tests/checks/check_failures_data.c - memory and limits that run out while rows and requests are
 * read and answered, conversations are packed, samples become ids as trainers see them, and templates
 * are analysed and compared.
 *
 * Requests as in tests/checks/data.py (see support/labour.h).
 */
#include "support/labour.h"
#include "support/library.h"

static bool read_json(labour *l, chatfmt_values *values, const char *name, chatfmt_value *out)
{
    chatfmt_slice json = text_of(l, name);
    *out = (chatfmt_value){{0, 0}};
    return !json.length ||
           ok(l, chatfmt_value_read_json(values, json.data, json.length, out, &l->error));
}

static void add_value(labour *l, chatfmt_values *values, chatfmt_value value)
{
    chatfmt_slice json;
    if (given(value) && ok(l, chatfmt_value_write_json(values, value, &json, &l->error)))
        outcome_add(&l->out, json);
}

/* ---- Rows ---- */

static outcome work_row(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_row_options options = CHATFMT_ROW_OPTIONS_INIT;
    chatfmt_row row = CHATFMT_ROW_INIT;
    chatfmt_values *values;
    chatfmt_value object;
    options.layout = text_of(&l, "layout");
    options.column = text_of(&l, "column");
    if (!ok(&l, chatfmt_values_new(&l.allocator, limits, &values, &l.error))) return l.out;
    if (read_json(&l, values, "json", &object) &&
        ok(&l, chatfmt_row_read(values, object, &options, &row, &l.error))) {
        add_value(&l, values, row.conversation);
        add_value(&l, values, row.tools);
        add_value(&l, values, row.documents);
        l.out.hash += (uint64_t)row.strange_role.length * 7 + (uint64_t)row.preference;
    }
    chatfmt_values_free(values);
    return l.out;
}

/* ---- Requests ---- */

typedef struct answering {
    chatfmt_values *values;
    chatfmt_request *request;
    chatfmt_model *model;
    chatfmt_applier *chat;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
} answering;

static bool answering_begin(labour *l, answering *a, const chatfmt_limits *limits)
{
    chatfmt_model_options model = CHATFMT_MODEL_OPTIONS_INIT;
    chatfmt_tokenizer_options tokenizer = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_encoder_options encoder = CHATFMT_ENCODER_OPTIONS_INIT;
    chatfmt_slice source = text_of(l, "template"), json = text_of(l, "tokenizer");
    model.allocator = tokenizer.allocator = encoder.allocator = &l->allocator;
    return ok(l, chatfmt_values_new(&l->allocator, limits, &a->values, &l->error)) &&
           ok(l, chatfmt_model_from_template(source.data, source.length, &model, &a->model,
                                             &l->error)) &&
           ok(l, chatfmt_applier_new(&l->allocator, limits, &a->chat, &l->error)) &&
           ok(l, chatfmt_request_new(&l->allocator, &a->request, &l->error)) &&
           (!json.length ||
            (ok(l, chatfmt_tokenizer_read(json.data, json.length, &tokenizer, &a->tokenizer,
                                          &l->error)) &&
             ok(l, chatfmt_encoder_new(a->tokenizer, &encoder, &a->encoder, &l->error))));
}

static void answering_end(answering *a)
{
    chatfmt_request_free(a->request);
    chatfmt_applier_free(a->chat);
    chatfmt_encoder_free(a->encoder);
    chatfmt_tokenizer_free(a->tokenizer);
    chatfmt_model_free(a->model);
    chatfmt_values_free(a->values);
}

static outcome work_request(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    answering a = {NULL, NULL, NULL, NULL, NULL, NULL};
    chatfmt_value arguments, options;
    chatfmt_slice json;
    if (answering_begin(&l, &a, limits) && read_json(&l, a.values, "arguments", &arguments) &&
        read_json(&l, a.values, "options", &options) &&
        ok(&l, chatfmt_request_read(a.request, a.values, arguments, CHATFMT_FROM_CALLER,
                                    &l.error)) &&
        (!given(options) || ok(&l, chatfmt_request_options(a.request, options, &l.error))) &&
        ok(&l, chatfmt_request_answer(a.request, a.chat, a.model, a.encoder, a.tokenizer,
                                      CHATFMT_ANSWER_TEMPLATE, &json, &l.error))) {
        outcome_add(&l.out, json);
        add_value(&l, a.values, a.request->unwritten);
    }
    answering_end(&a);
    return l.out;
}

/* ---- Packs ---- */

static void pack_rows(labour *l, chatfmt_packer *packer)
{
    static const uint32_t ids[64] = {1, 2, 3};
    static const unsigned char mask[64] = {0, 1};
    const chatfmt_pack *pack;
    chatfmt_value lengths = member(l, "lengths");
    for (size_t i = 0; i <= chatfmt_value_count(lengths); i++) {
        size_t length = (size_t)chatfmt_value_as_int(chatfmt_value_at(lengths, i));
        if (i == chatfmt_value_count(lengths)) chatfmt_packer_finish(packer);
        else if (!ok(l, chatfmt_packer_add(packer, i, ids, i % 2 ? mask : NULL, length, &l->error)))
            return;
        while ((pack = chatfmt_packer_next(packer))) {
            outcome_add(&l->out, (chatfmt_slice){(const char *)pack->ids,
                                                 pack->count * sizeof *pack->ids});
            l->out.hash += pack->row_count * 31 + pack->length;
        }
    }
}

static outcome work_pack(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_packer_options options = CHATFMT_PACKER_OPTIONS_INIT;
    chatfmt_packer *packer;
    (void)limits;
    options.allocator = &l.allocator;
    options.size = (size_t)chatfmt_value_as_int(member(&l, "size"));
    options.open = (uint32_t)chatfmt_value_as_int(member(&l, "open"));
    options.pads = chatfmt_value_truth(member(&l, "pads"));
    if (!ok(&l, chatfmt_packer_new(&options, &packer, &l.error))) return l.out;
    pack_rows(&l, packer);
    chatfmt_packer_free(packer);
    return l.out;
}

/* ---- Samples as trainers see them ---- */

static void train_sample(labour *l, chatfmt_renderer *renderer, const chatfmt_format *format,
                         chatfmt_encoder *encoder)
{
    chatfmt_training_options options = CHATFMT_TRAINING_OPTIONS_INIT;
    const chatfmt_training_ids *ids;
    char trainer[64];
    options.flags = (uint32_t)chatfmt_value_as_int(member(l, "flags"));
    options.max_length = (size_t)chatfmt_value_as_int(member(l, "max_length"));
    options.bos_token = text_of(l, "bos");
    options.eos_token = text_of(l, "eos");
    options.pad_token = text_of(l, "pad");
    string_of(text_of(l, "trainer"), trainer, sizeof trainer);
    if (!ok(l, chatfmt_format_train_ids(renderer, format, trainer, member(l, "source"), &options,
                                        encoder, &ids, &l->error)))
        return;
    outcome_add(&l->out, ids->prompt);
    outcome_add(&l->out, (chatfmt_slice){(const char *)ids->ids, ids->count * sizeof *ids->ids});
    outcome_add(&l->out, (chatfmt_slice){(const char *)ids->learned, ids->count});
    outcome_add(&l->out, (chatfmt_slice){(const char *)ids->attention, ids->count});
    l->out.hash += ids->truncated * 31 + ids->counted * 7 + (uint64_t)ids->mismatch;
}

static outcome work_train(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_renderer_options options = CHATFMT_RENDERER_OPTIONS_INIT;
    chatfmt_tokenizer_options tokens = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_encoder_options encoding = CHATFMT_ENCODER_OPTIONS_INIT;
    chatfmt_slice name = text_of(&l, "format"), json = text_of(&l, "tokenizer");
    chatfmt_renderer *renderer = NULL;
    chatfmt_format *format = NULL;
    chatfmt_tokenizer *tokenizer = NULL;
    chatfmt_encoder *encoder = NULL;
    options.allocator = tokens.allocator = encoding.allocator = &l.allocator;
    options.limits = limits;
    if (ok(&l, chatfmt_renderer_new(&options, &renderer, &l.error)) &&
        ok(&l, chatfmt_format_open(NULL, name.data, name.length, &l.allocator, &format,
                                   &l.error)) &&
        ok(&l, chatfmt_tokenizer_read(json.data, json.length, &tokens, &tokenizer, &l.error)) &&
        ok(&l, chatfmt_encoder_new(tokenizer, &encoding, &encoder, &l.error)))
        train_sample(&l, renderer, format, encoder);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
    chatfmt_format_free(format);
    chatfmt_renderer_free(renderer);
    return l.out;
}

/* ---- Templates looked at, and beside each other ---- */

static chatfmt_model *model_of(labour *l, const char *name)
{
    chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
    chatfmt_slice source = text_of(l, name);
    chatfmt_model *model = NULL;
    options.allocator = &l->allocator;
    ok(l, chatfmt_model_from_template(source.data, source.length, &options, &model, &l->error));
    return model;
}

static outcome work_analysis(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_analysis_options options = CHATFMT_ANALYSIS_OPTIONS_INIT;
    chatfmt_analysis *analysis;
    chatfmt_model *model = model_of(&l, "template");
    options.allocator = &l.allocator;
    options.limits = limits;
    options.flags = (uint32_t)chatfmt_value_as_int(member(&l, "flags"));
    options.ignored = text_of(&l, "ignored");
    options.chat_template = text_of(&l, "wanted");
    if (model && ok(&l, chatfmt_analysis_new(model, &options, &analysis, &l.error))) {
        outcome_add(&l.out, chatfmt_analysis_findings_json(analysis));
        outcome_add(&l.out, chatfmt_analysis_json(analysis));
        chatfmt_analysis_free(analysis);
    }
    chatfmt_model_free(model);
    return l.out;
}

/* How a side words its refusal does not count. */
static void compare_add(labour *l, const chatfmt_compared *compared)
{
    for (int i = 0; i < 2; i++)
        if (compared->rendered[i]) outcome_add(&l->out, compared->text[i]);
        else l->out.hash += (uint64_t)compared->errors[i]->status;
    if (compared->rendered[0] && compared->rendered[1]) outcome_add(&l->out, compared->json);
}

static void compare_models(labour *l, const chatfmt_model *a, const chatfmt_model *b,
                           const chatfmt_limits *limits)
{
    chatfmt_compare_side sides[2] = {CHATFMT_COMPARE_SIDE_INIT, CHATFMT_COMPARE_SIDE_INIT};
    const chatfmt_compared *compared;
    chatfmt_comparer *comparer;
    sides[0].model = a;
    sides[1].model = b;
    if (!ok(l, chatfmt_comparer_new(&sides[0], &sides[1], &l->allocator, limits, &comparer,
                                    &l->error)))
        return;
    for (size_t i = 0; i < chatfmt_comparer_count(comparer) && !l->out.status; i += 3)
        if (ok(l, chatfmt_comparer_run(comparer, chatfmt_comparer_name(comparer, i),
                                       chatfmt_comparer_arguments(comparer, i), &compared, &l->error)))
            compare_add(l, compared);
    chatfmt_comparer_free(comparer);
}

static outcome work_compare(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    chatfmt_model *a = model_of(&l, "a"), *b = model_of(&l, "b");
    chatfmt_line_diff *diff;
    size_t count;
    if (a && b) compare_models(&l, a, b, limits);
    chatfmt_model_free(a);
    chatfmt_model_free(b);
    if (!ok(&l, chatfmt_line_diff_new(text_of(&l, "a"), text_of(&l, "b"), 1, &l.allocator, &diff,
                                      &l.error)))
        return l.out;
    const chatfmt_diff_line *lines = chatfmt_line_diff_lines(diff, &count);
    for (size_t i = 0; i < count; i++) outcome_add(&l.out, lines[i].text);
    chatfmt_line_diff_free(diff);
    return l.out;
}

/* ---- Spans ---- */

static outcome work_spans(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    static const chatfmt_span spans[] = {
        {.begin = 0, .end = 2, .kind = CHATFMT_SPAN_TEMPLATE, .flags = CHATFMT_SPAN_COPIED},
        {.begin = 2, .end = 9, .kind = CHATFMT_SPAN_DATA, .path = {"messages[0].\"a\"", 15}},
        {.begin = 9, .end = 12, .kind = CHATFMT_SPAN_TRUSTED, .path = {"x", 1}}};
    static const chatfmt_token_attempt attempts[] = {{3, 5, 7}, {20, 21, 9}};
    char *json;
    size_t length;
    (void)limits;
    library_begin(memory);
    if (ok(&l, chatfmt_spans_json(spans, 3, &json, &length, &l.error))) {
        outcome_add(&l.out, (chatfmt_slice){json, length});
        chatfmt_text_free(json);
    }
    if (ok(&l, chatfmt_attempts_json(attempts, 2, spans, 3, &json, &length, &l.error))) {
        outcome_add(&l.out, (chatfmt_slice){json, length});
        chatfmt_text_free(json);
    }
    library_end();
    return l.out;
}

static const labour_kind works[] = {
    {"row", work_row, true},           {"request", work_request, true},
    {"pack", work_pack, false},        {"train", work_train, true},
    {"analysis", work_analysis, false}, {"compare", work_compare, false},
    {"spans", work_spans, false},      {NULL, NULL, false},
};

int main(int count, char **arguments) { return labour_run(works, count, arguments); }
