/* tests/unit/test_capabilities.c - what the program can do is there for C: checks and probes of templates,
 * two compared, rows of data sets, labels, packs, options by name, answers as JSON, suggestions, times.
 */
#include "chatfmt/chatfmt.h"
#include "support/counting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define SLICE(text) ((chatfmt_slice){text, sizeof(text) - 1})
#define FINE(call)  assert_int_equal(call, CHATFMT_OK)

static const char one[] = "{% for m in messages %}<{{ m.role }}>\n{{ m.content }}</s>\n{% endfor %}";
static const char other[] =
    "{% for m in messages %}<{{ m.role }}>\n{{ m.content|trim }}</s>\n{% endfor %}"
    "{% if tools %}{{ raise_exception('no tools') }}{% endif %}";

typedef struct world {
    chatfmt_model *a, *b;
    chatfmt_values *values;
    chatfmt_applier *chat;
} world;

static int world_open(void **state)
{
    static world w;
    FINE(chatfmt_model_from_template(one, sizeof one - 1, NULL, &w.a, NULL));
    FINE(chatfmt_model_from_template(other, sizeof other - 1, NULL, &w.b, NULL));
    FINE(chatfmt_values_new(NULL, NULL, &w.values, NULL));
    FINE(chatfmt_applier_new(NULL, NULL, &w.chat, NULL));
    *state = &w;
    return 0;
}

static int world_close(void **state)
{
    world *w = *state;
    chatfmt_applier_free(w->chat);
    chatfmt_values_free(w->values);
    chatfmt_model_free(w->b);
    chatfmt_model_free(w->a);
    return 0;
}

static void assert_text(chatfmt_slice text, const char *want)
{
    assert_non_null(text.data); /* of an empty text too */
    if (text.length != strlen(want) || memcmp(text.data, want, text.length))
        fail_msg("%.*s\nand not\n%s", (int)text.length, text.data, want);
}

static chatfmt_value read_json(world *w, const char *json)
{
    chatfmt_value value;
    FINE(chatfmt_value_read_json(w->values, json, strlen(json), &value, NULL));
    return value;
}

/* lint, and the probes of what a template can do */
static void test_analysis(void **state)
{
    world *w = *state;
    chatfmt_analysis *analysis;
    FINE(chatfmt_analysis_new(w->b, NULL, &analysis, NULL));
    assert_true(chatfmt_analysis_finding_count(analysis) > 0);
    assert_true(chatfmt_analysis_findings_json(analysis).length > 100);
    assert_int_equal(chatfmt_analysis_can(analysis, "tools"), 0);
    assert_true(chatfmt_analysis_json(analysis).length > 100);
    char *sarif;
    FINE(chatfmt_analysis_sarif(w->b, analysis, "a b.jinja", &sarif, NULL, NULL));
    assert_non_null(strstr(sarif, "{\"uri\": \"a%20b.jinja\"}"));
    assert_non_null(strstr(sarif, "\"level\": \"warning\""));
    chatfmt_text_free(sarif);
    chatfmt_analysis_free(analysis);
}

static void sides_of(const world *w, chatfmt_compare_side *a, chatfmt_compare_side *b)
{
    *a = *b = (chatfmt_compare_side)CHATFMT_COMPARE_SIDE_INIT;
    a->model = w->a;
    b->model = w->b;
}

static void test_compare(void **state)
{
    world *w = *state;
    chatfmt_compare_side a, b;
    chatfmt_comparer *comparer;
    const chatfmt_compared *found;
    size_t same = 0, different = 0;
    sides_of(w, &a, &b);
    FINE(chatfmt_comparer_new(&a, &b, NULL, NULL, &comparer, NULL));
    FINE(chatfmt_comparer_run(comparer, SLICE("x"), SLICE("{\"messages\": [{\"role\": \"u\", \"content\": \" a\"}]}"),
                              &found, NULL));
    assert_true(!found->same && found->rendered[0] && found->rendered[1] && found->at == 4);
    assert_text(found->json, "{\"name\": \"x\", \"same\": false, \"at\": 4, \"a\": {\"text\": \"<u>\\n a</s>\\n\"}, "
                             "\"b\": {\"text\": \"<u>\\na</s>\\n\"}, \"conversation\": "
                             "{\"messages\": [{\"role\": \"u\", \"content\": \" a\"}]}}");
    assert_int_equal(chatfmt_comparer_run(comparer, SLICE("y"), SLICE("[]"), &found, NULL), CHATFMT_INPUT);
    assert_int_equal(chatfmt_comparer_run(comparer, SLICE("y"), SLICE("{"), &found, NULL), CHATFMT_INPUT);
    FINE(chatfmt_comparer_run(comparer, SLICE("y"), SLICE("{\"messages\": 3}"), &found, NULL));
    assert_true(found->same && found->refused && found->errors[0]->status && found->errors[1]->status);
    for (size_t i = 0; i < chatfmt_comparer_count(comparer); i++) {
        FINE(chatfmt_comparer_run(comparer, chatfmt_comparer_name(comparer, i), chatfmt_comparer_arguments(comparer, i), &found, NULL));
        same += found->same != 0;
        different += !found->same;
        if (!found->rendered[1]) assert_int_not_equal(found->errors[1]->status, CHATFMT_OK);
    }
    assert_true(same > 10 && different > 5);
    assert_int_equal(chatfmt_comparer_arguments(comparer, chatfmt_comparer_count(comparer)).length, 0);
    chatfmt_comparer_free(comparer);
    a.model = NULL;
    assert_int_equal(chatfmt_comparer_new(&a, &b, NULL, NULL, &comparer, NULL), CHATFMT_BAD_ARGUMENT);
    assert_null(comparer);
}

/* Requests for memory fail, alone and with all later ones. */
static void test_compare_memory(void **state)
{
    world *w = *state;
    chatfmt_compare_side a, b;
    chatfmt_comparer *comparer;
    const chatfmt_compared *found;
    chatfmt_line_diff *diff;
    sides_of(w, &a, &b);
    for (size_t n = 1, failed = 1; failed; n++) {
        counting memory = {.fail_at = n, .fail_after = n & 1};
        chatfmt_allocator allocator = counting_allocator(&memory);
        chatfmt_status status = chatfmt_comparer_new(&a, &b, &allocator, NULL, &comparer, NULL);
        if (!status)
            status = chatfmt_comparer_run(comparer, SLICE("x"), chatfmt_comparer_arguments(comparer, 1), &found, NULL);
        if (!status) status = found->rendered[0] ? CHATFMT_OK : found->errors[0]->status;
        if (!status) status = found->rendered[1] ? CHATFMT_OK : found->errors[1]->status;
        failed = status != CHATFMT_OK;
        if (failed) assert_int_equal(status, CHATFMT_NO_MEMORY);
        chatfmt_comparer_free(comparer);
        assert_int_equal(memory.live, 0);
    }
    for (size_t n = 1, failed = 1; failed; n++) {
        counting memory = {.fail_at = n, .fail_after = n & 1};
        chatfmt_allocator allocator = counting_allocator(&memory);
        failed = chatfmt_line_diff_new(SLICE("a\nb\n"), SLICE("b\nc\n"), 3, &allocator, &diff, NULL) != CHATFMT_OK;
        chatfmt_line_diff_free(diff);
        assert_int_equal(memory.live, 0);
    }
}

static void test_lines(void **state)
{
    chatfmt_line_diff *diff;
    char marks[16] = "";
    size_t count;
    (void)state;
    FINE(chatfmt_line_diff_new(SLICE("a\nb\nc\nd\ne\nf"), SLICE("a\nb\nx\nd\ne\nf\n"), 1, NULL, &diff, NULL));
    const chatfmt_diff_line *lines = chatfmt_line_diff_lines(diff, &count);
    for (size_t i = 0; i < count; i++) marks[i] = lines[i].mark;
    assert_string_equal(marks, "@ -+  -+");
    assert_int_equal(lines[0].begin[1], 1);
    assert_int_equal(lines[0].end[1], 6);
    assert_text(lines[2].text, "c\n");
    chatfmt_line_diff_free(diff);
    FINE(chatfmt_line_diff_new(SLICE("a\n"), SLICE("a\n"), 3, NULL, &diff, NULL));
    assert_int_equal((chatfmt_line_diff_lines(diff, &count), count), 0);
    chatfmt_line_diff_free(diff);
}

/* layouts, labels, packs */
static void test_rows(void **state)
{
    world *w = *state;
    chatfmt_row row = CHATFMT_ROW_INIT;
    chatfmt_packer *packer;
    chatfmt_packer_options options = CHATFMT_PACKER_OPTIONS_INIT;
    const uint32_t ids[] = {7, 8};
    const unsigned char mask[] = {0, 1};
    int64_t labels[2];
    FINE(chatfmt_row_read(w->values, read_json(w, "{\"conversations\": [{\"from\": \"human\", \"value\": \"a\"}]}"),
                          NULL, &row, NULL));
    chatfmt_value message = chatfmt_value_at(row.conversation, 0);
    assert_text(chatfmt_value_as_text(chatfmt_value_find(message, "role", 4)), "user");
    options.size = 4;
    FINE(chatfmt_packer_new(&options, &packer, NULL));
    FINE(chatfmt_packer_add(packer, 1, ids, mask, 2, NULL));
    chatfmt_packer_finish(packer);
    FINE(chatfmt_pack_column(chatfmt_packer_next(packer), CHATFMT_COLUMN_LABELS, 0, 2, labels));
    assert_true(labels[0] == -100 && labels[1] == 8);
    chatfmt_packer_free(packer);
}

/* options by name, a call of apply_chat_template, its answer as JSON */
static void test_request(void **state)
{
    world *w = *state;
    chatfmt_request *request;
    chatfmt_slice json;
    FINE(chatfmt_request_new(NULL, &request, NULL));
    FINE(chatfmt_request_read(request, w->values, read_json(w, "{\"messages\": [{\"role\": \"u\", \"content\": \"a\"}]}"),
                              CHATFMT_FROM_DATA, NULL));
    FINE(chatfmt_request_options(request, read_json(w, "{\"spans\": true}"), NULL));
    FINE(chatfmt_request_answer(request, w->chat, w->a, NULL, NULL, 0, &json, NULL));
    assert_text((chatfmt_slice){json.data, 31}, "{\"text\": \"<u>\\na</s>\\n\", \"spans");
    chatfmt_request_free(request);
}

/* spans and attempts as JSON */
static void test_lists(void **state)
{
    const chatfmt_span spans[] = {{.end = 2, .kind = CHATFMT_SPAN_TEMPLATE},
                                  {.begin = 2, .end = 5, .kind = CHATFMT_SPAN_DATA, .flags = CHATFMT_SPAN_COPIED,
                                   .generation = 1, .offset = 4, .path = SLICE("a.\"b")}};
    const chatfmt_token_attempt attempt = {3, 4, 7};
    char *json;
    size_t length;
    (void)state;
    FINE(chatfmt_spans_json(spans, 2, &json, &length, NULL));
    assert_text((chatfmt_slice){json, length},
                "[{\"begin\": 0, \"end\": 2, \"kind\": \"template\"}, {\"begin\": 2, \"end\": 5, \"kind\": "
                "\"data\", \"path\": \"a.\\\"b\", \"offset\": 4, \"how\": \"copied\", \"generation\": 1}]");
    chatfmt_text_free(json);
    FINE(chatfmt_attempts_json(&attempt, 1, spans, 2, &json, NULL, NULL));
    assert_string_equal(json, "[{\"begin\": 3, \"end\": 4, \"id\": 7, \"path\": \"a.\\\"b\"}]");
    chatfmt_text_free(json);
    FINE(chatfmt_attempts_json(NULL, 0, NULL, 0, &json, NULL, NULL));
    assert_string_equal(json, "[]");
    chatfmt_text_free(json);
    assert_int_equal(chatfmt_spans_json(NULL, 1, &json, NULL, NULL), CHATFMT_BAD_ARGUMENT);
    assert_null(json);
}

static void test_names(void **state)
{
    const chatfmt_slice names[] = {SLICE("vicuna_v1.1"), SLICE("chatml"), SLICE("llama-3"), SLICE("llama-2")};
    int64_t now;
    (void)state;
    assert_text(chatfmt_suggest(SLICE("vicunna"), names, 4), "vicuna_v1.1");
    assert_text(chatfmt_suggest(SLICE("CHATML2"), names, 4), "chatml");
    assert_text(chatfmt_suggest(SLICE("llama_3"), names, 4), "llama-3");
    assert_text(chatfmt_suggest(SLICE("lalma"), names, 4), "llama-3"); /* one mistake: in each other's place */
    const chatfmt_slice alike[] = {SLICE("column"), SLICE("columns")}; /* as near: the last letter decides */
    assert_text(chatfmt_suggest(SLICE("colums"), alike, 2), "columns");
    assert_text(chatfmt_suggest(SLICE("colunm"), alike, 2), "column");
    assert_text(chatfmt_suggest(SLICE("zephyr"), names, 4), "");
    assert_text(chatfmt_suggest(SLICE("vima"), names, 4), ""); /* a mistake, and less than half of a name */
    assert_text(chatfmt_suggest(SLICE("vicu"), names, 4), "vicuna_v1.1");
    assert_text(chatfmt_suggest(SLICE("x"), NULL, 4), "");
    FINE(chatfmt_naive_time("2026-01-02", 10, &now, NULL));
    assert_int_equal(now, 1767312000);
}

static void test_version(void **state)
{
    char text[32];
    (void)state;
    assert_int_equal(chatfmt_version_number(), CHATFMT_VERSION_NUMBER);
    snprintf(text, sizeof text, "%d.%d.%d", CHATFMT_VERSION_NUMBER / 10000, CHATFMT_VERSION_NUMBER / 100 % 100,
             CHATFMT_VERSION_NUMBER % 100);
    assert_string_equal(text, chatfmt_version());
    assert_string_equal(text, CHATFMT_VERSION);
    assert_int_equal(chatfmt_build_features() >> 3, 7); /* nothing is left out of a build for tests */
}

/* ---- Requests of one JSON object each ---- */

static int64_t noon(void *context)
{
    (void)context;
    return 12 * 60 * 60;
}

static void assert_answer(chatfmt_service *service, const char *line, const char *want)
{
    chatfmt_slice answer;
    FINE(chatfmt_service_answer(service, line, strlen(line), &answer, NULL));
    assert_text(answer, want);
}

static void test_service_render(void **state)
{
    chatfmt_service *service;
    chatfmt_service_options options = CHATFMT_SERVICE_OPTIONS_INIT;
    (void)state;
    options.now = noon;
    FINE(chatfmt_service_new(&options, &service, NULL));
    assert_answer(service, " \n", "");
    assert_answer(service,
                  "{\"id\": 1, \"chat_template\": \"{{ x }}{{ strftime_now('%H') }}\", "
                  "\"context\": {\"x\": \"a\"}, \"options\": {\"spans\": true}}",
                  "{\"id\": 1, \"text\": \"a12\", \"spans\": [{\"begin\": 0, \"end\": 1, \"kind\": "
                  "\"data\", \"path\": \"x\", \"offset\": 0, \"how\": \"copied\"}, {\"begin\": 1, "
                  "\"end\": 3, \"kind\": \"template\", \"offset\": 24, \"how\": \"derived\"}]}\n");
    assert_answer(service, "{\"id\": \"b\", \"stop_word\": {\"text\": \"ab\", \"word\": \"b\"}}",
                  "{\"id\": \"b\", \"met\": true}\n");
    assert_answer(service, "{\"id\": 2, \"chat_template\": \"x\", \"context\": {}, \"model\": null}",
                  "{\"id\": 2, \"error\": {\"kind\": \"input\", \"message\": \"chat_template is not "
                  "used with \\\"model\\\": leave it out\", \"line\": null, \"column\": null}}\n");
    chatfmt_service_free(service);
}

#define MASKED                                                                                 \
    "\"format\": \"internlm_chat\", \"context\": {\"messages\": [{\"role\": \"user\", \"content\": "     \
    "\"Hi\"}, {\"role\": \"assistant\", \"content\": \"Yes\"}, {\"role\": \"user\", \"content\": "      \
    "\"Bye\"}, {\"role\": \"assistant\", \"content\": \"So\"}]}, \"options\": {"
#define MASKED_TEXT                                                                            \
    "\"text\": \"<|User|>:Hi<eoh>\\n<|Bot|>:Yes<eoa>\\n<|User|>:Bye<eoh>\\n<|Bot|>:So<eoa>\\n\", "
#define MASKED_STOPS ", \"stops\": [\"<eoa>\"], \"stop_ids\": [], \"stops_at_eos\": true}\n"

/* What is learned of a format's prompt: the replies with what ends them. */
static void test_service_masks(void **state)
{
    chatfmt_service *service;
    (void)state;
    FINE(chatfmt_service_new(NULL, &service, NULL));
    assert_answer(service, "{\"id\": 1, " MASKED "\"mask\": \"derived\"}}",
                  "{\"id\": 1, " MASKED_TEXT "\"mask\": [[25, 33], [60, 67]], "
                  "\"mask_chars\": [[25, 33], [60, 67]]" MASKED_STOPS);
    assert_answer(service, "{\"id\": 2, " MASKED "\"mask\": \"derived\", \"last_turn\": true}}",
                  "{\"id\": 2, " MASKED_TEXT "\"mask\": [[60, 67]], "
                  "\"mask_chars\": [[60, 67]]" MASKED_STOPS);
    assert_answer(service, "{\"id\": 3, " MASKED "\"mask\": \"all\"}}",
                  "{\"id\": 3, \"error\": {\"kind\": \"input\", \"message\": \"options.mask is not "
                  "hf, generation or derived\", \"line\": null, \"column\": null, \"path\": "
                  "\"options.mask\"}}\n");
    assert_answer(service, "{\"id\": 4, " MASKED "\"last_turn\": true}}",
                  "{\"id\": 4, \"error\": {\"kind\": \"input\", \"message\": \"options.last_turn is "
                  "not used without \\\"mask\\\": leave it out, or ask for the mask\", "
                  "\"line\": null, \"column\": null}}\n");
    chatfmt_service_free(service);
}

static void test_service_parse(void **state)
{
    chatfmt_service *service;
    chatfmt_service_options options = CHATFMT_SERVICE_OPTIONS_INIT;
    (void)state;
    options.kind = CHATFMT_SERVICE_PARSE;
    FINE(chatfmt_service_new(&options, &service, NULL));
    assert_answer(service, "{\"id\": 1, \"reader\": \"hermes\", \"text\": \"Hi\"}",
                  "{\"id\": 1, \"message\": {\"role\": \"assistant\", \"content\": \"Hi\"}}\n");
    chatfmt_service_free(service);
    options.kind = CHATFMT_SERVICE_ENCODE;
    assert_int_equal(chatfmt_service_new(&options, &service, NULL), CHATFMT_BAD_ARGUMENT);
    options.kind = 9;
    assert_int_equal(chatfmt_service_new(&options, &service, NULL), CHATFMT_BAD_ARGUMENT);
}

/* Memory that ends at any moment is an error or an answer that says so, and nothing is lost. */
/* Requests as bytes, cut anywhere: the answers are those to their lines. */
static void test_service_feed(void **state)
{
    static const char lines[] = "{\"id\": 1, \"reader\": \"hermes\", \"text\": \"a\"}\n\n"
                                "{\"id\": 2, \"reader\": \"hermes\", \"text\": \"b\"}";
    const size_t length = sizeof lines - 1;
    chatfmt_service_options options = CHATFMT_SERVICE_OPTIONS_INIT;
    char want[1024] = "", got[1024];
    (void)state;
    options.kind = CHATFMT_SERVICE_PARSE;
    for (size_t cut = 0; cut <= length; cut++) {
        chatfmt_service *service;
        chatfmt_slice answers[2];
        FINE(chatfmt_service_new(&options, &service, NULL));
        FINE(chatfmt_service_feed(service, lines, cut, 0, &answers[0], NULL));
        int used = snprintf(got, sizeof got, "%.*s", (int)answers[0].length, answers[0].data);
        FINE(chatfmt_service_feed(service, lines + cut, length - cut, 1, &answers[1], NULL));
        snprintf(got + used, sizeof got - (size_t)used, "%.*s", (int)answers[1].length, answers[1].data);
        chatfmt_service_free(service);
        if (!cut) memcpy(want, got, sizeof want);
        assert_string_equal(got, want);
    }
    assert_non_null(strstr(want, "{\"id\": 1, \"message\""));
    assert_non_null(strstr(want, "\n{\"id\": 2, \"message\""));
    assert_int_equal(chatfmt_service_feed(NULL, "", 0, 1, NULL, NULL), CHATFMT_BAD_ARGUMENT);
}

static void test_service_memory(void **state)
{
    static const char line[] = "{\"id\": 1, \"chat_template\": \"{{ x }}\", \"context\": {\"x\": 1}}";
    (void)state;
    for (size_t most = 1; most < 60; most++) {
        counting counts = {.fail_at = most};
        chatfmt_allocator memory = counting_allocator(&counts);
        chatfmt_service_options options = CHATFMT_SERVICE_OPTIONS_INIT;
        chatfmt_service *service;
        chatfmt_slice answer;
        options.allocator = &memory;
        if (!chatfmt_service_new(&options, &service, NULL)) {
            (void)chatfmt_service_answer(service, line, sizeof line - 1, &answer, NULL);
            chatfmt_service_free(service);
        }
        assert_int_equal(counts.live, 0);
    }
}

static void test_parts(void **state)
{
    world *w = *state;
    char *json, words[40];
    size_t length;
    chatfmt_format *format;
    chatfmt_error error;
    const chatfmt_event event = {.kind = CHATFMT_EVENT_CONTENT, .text = SLICE("a"), .end = 1};
    FINE(chatfmt_event_json(&event, &json, &length, NULL));
    assert_string_equal(json, "{\"event\": \"content\", \"text\": \"a\", \"begin\": 0, \"end\": 1}");
    chatfmt_text_free(json);
    FINE(chatfmt_format_open(NULL, "mpt-7b-chat", 11, NULL, &format, NULL));
    FINE(chatfmt_format_stops_json(format, read_json(w, "{\"eos_token\": \"</s>\"}"), &json, NULL, NULL));
    assert_string_equal(json, "{\"stops\": [], \"stop_ids\": [50278, 0]}");
    chatfmt_text_free(json);
    chatfmt_format_free(format);
    const chatfmt_format_match *match;
    FINE(chatfmt_formats_match("lmsys/vicuna-7b-v1.5", 20, 0, w->values, &match, NULL));
    FINE(chatfmt_format_match_json(SLICE("m"), match, &json, NULL, NULL));
    assert_non_null(strstr(json, "{\"model\": \"m\", \"format\": \"vicuna_v1.1\", "));
    chatfmt_text_free(json);
    FINE(chatfmt_formats_json(NULL, &json, NULL, NULL));
    assert_non_null(strstr(json, "{\"system\": \"fastchat\", \"name\": \"vicuna_v1.1\", "));
    chatfmt_text_free(json);
    chatfmt_renderer *renderer;
    chatfmt_template *compiled;
    chatfmt_slice text;
    chatfmt_value lacks, variables = read_json(w, "{\"messages\": [{\"content\": \"gone\"}], \"x\": 1}");
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    options.flags = CHATFMT_RENDER_SPANS;
    FINE(chatfmt_renderer_new(NULL, &renderer, NULL));
    FINE(chatfmt_template_compile("{{ x }}", 7, NULL, &compiled, NULL));
    FINE(chatfmt_render_value(renderer, compiled, variables, &options, &text, NULL));
    FINE(chatfmt_rendered_unwritten(renderer, w->values, variables, text, 0, &lacks, NULL));
    FINE(chatfmt_rendered_json(renderer, text, NULL, variables, lacks, 1, &json, NULL, NULL));
    assert_string_equal(json, "{\"text\": \"1\", \"spans\": [{\"begin\": 0, \"end\": 1, \"kind\": \"data\", "
                              "\"path\": \"x\", \"offset\": 0, \"how\": \"derived\"}], \"unwritten\": "
                              "[\"messages[0].content\"]}");
    chatfmt_text_free(json);
    chatfmt_template_free(compiled);
    chatfmt_renderer_free(renderer);
    chatfmt_value paths = read_json(w, "[\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\"]");
    chatfmt_unwritten_words(paths, words, sizeof words);
    assert_string_equal(words, "a, b, c, d, e, f and 1 more");
    FINE(chatfmt_unwritten_accept(paths, SLICE("text"), 0, &error));
    memset(&error, 'x', sizeof error); /* what a caller's error held before is none of its path */
    assert_int_equal(chatfmt_unwritten_accept(paths, SLICE("text"), 1, &error), CHATFMT_VALUE);
    assert_text(chatfmt_value_as_text(chatfmt_value_at(paths, 0)), error.path);
}

/* ---- Rows to lines ---- */

static void assert_row(chatfmt_mapper *mapper, const char *line, const char *want)
{
    chatfmt_slice out;
    FINE(chatfmt_mapper_row(mapper, line, strlen(line), 7, &out, NULL));
    assert_text(out, want);
}

static void test_mapper(void **state)
{
    static const char row[] = "{\"id\": \"r\", \"messages\": [{\"role\": \"user\", \"content\": \"a\\\"\"}, "
                              "{\"role\": \"assistant\", \"content\": \"b\"}]}";
    world *w = *state;
    chatfmt_mapper *mapper;
    chatfmt_map_losses losses;
    chatfmt_slice out, name;
    chatfmt_error error;
    chatfmt_map_options options = CHATFMT_MAP_OPTIONS_INIT;
    chatfmt_request *request;
    assert_int_equal(chatfmt_map_columns("text,nope", &options.columns, NULL), CHATFMT_NOT_FOUND);
    assert_int_equal(chatfmt_mapper_new(&options, &mapper, NULL), CHATFMT_BAD_ARGUMENT);
    FINE(chatfmt_map_columns("id,text,mask,turns", &options.columns, NULL));
    FINE(chatfmt_request_new(NULL, &request, NULL));
    FINE(chatfmt_request_word(request, "mask", "derived", NULL));
    options.model = w->a;
    options.request = request;
    FINE(chatfmt_mapper_new(&options, &mapper, NULL));
    assert_row(mapper, row,
               "{\"id\": \"r\", \"text\": \"<user>\\na\\\"</s>\\n<assistant>\\nb</s>\\n\", \"mask\": "
               "[[14, 31]], \"mask_chars\": [[14, 31]], \"turns\": [{\"message\": 1, \"begin\": 14, "
               "\"end\": 31}]}\n");
    assert_int_equal(chatfmt_mapper_row(mapper, "[1]", 3, 8, &out, &error), CHATFMT_INPUT);
    assert_int_equal(out.length, 0);
    assert_int_equal(chatfmt_mapper_place(mapper, &name), 1);
    FINE(chatfmt_mapper_error(mapper, 8, &error, &out, NULL));
    assert_text(out, "{\"line\": 8, \"error\": {\"kind\": \"input\", \"message\": \"the line is not a JSON "
                     "object\"}}\n");
    chatfmt_mapper_take_losses(mapper, &losses);
    assert_int_equal(losses.strange_roles + losses.dropped + losses.attempts, 0);
    chatfmt_mapper_free(mapper);
    chatfmt_request_free(request);
}

/* Memory that ends at any moment: an error, and nothing is lost. */
/* Rows whose prompt lacks texts: a member, a count, an error; nothing for whoever does not ask. */
static void test_mapper_unwritten(void **state)
{
    static const char row[] = "{\"messages\": [{\"role\": \"user\", \"content\": \"a\", "
                              "\"name\": \"Ann\"}]}";
    static const struct {
        uint32_t flags;
        chatfmt_status status;
        size_t paths;
        const char *line;
    } rows[] = {{0, CHATFMT_OK, 0, "{\"line\": 7}\n"},
                {CHATFMT_MAP_WATCH, CHATFMT_OK, 1,
                 "{\"line\": 7, \"unwritten\": [\"messages[0].name\"]}\n"},
                {CHATFMT_MAP_STRICT, CHATFMT_VALUE, 0, ""}};
    world *w = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_mapper *mapper;
        chatfmt_map_losses losses;
        chatfmt_slice out;
        chatfmt_map_options options = CHATFMT_MAP_OPTIONS_INIT;
        options.model = w->a;
        options.columns = CHATFMT_MAP_LINE;
        options.flags = rows[i].flags;
        FINE(chatfmt_mapper_new(&options, &mapper, NULL));
        assert_int_equal(chatfmt_mapper_row(mapper, row, sizeof row - 1, 7, &out, NULL),
                         rows[i].status);
        assert_text(out, rows[i].line);
        assert_int_equal(chatfmt_value_count(chatfmt_mapper_unwritten(mapper)), rows[i].paths);
        chatfmt_mapper_take_losses(mapper, &losses);
        assert_int_equal(losses.unwritten, rows[i].paths);
        chatfmt_mapper_free(mapper);
    }
    assert_int_equal(chatfmt_value_count(chatfmt_mapper_unwritten(NULL)), 0);
}

static void test_mapper_memory(void **state)
{
    static const char row[] = "{\"messages\": [{\"role\": \"user\", \"content\": \"a\"}]}";
    world *w = *state;
    for (size_t n = 1; n < 60; n++) {
        counting counts = {.fail_at = n, .fail_after = n & 1};
        chatfmt_allocator memory = counting_allocator(&counts);
        chatfmt_map_options options = CHATFMT_MAP_OPTIONS_INIT;
        chatfmt_mapper *mapper;
        chatfmt_slice out;
        options.model = w->a;
        options.columns = CHATFMT_MAP_TEXT | CHATFMT_MAP_LENGTH;
        options.allocator = &memory;
        if (!chatfmt_mapper_new(&options, &mapper, NULL)) {
            (void)chatfmt_mapper_row(mapper, row, sizeof row - 1, 1, &out, NULL);
            chatfmt_mapper_free(mapper);
        }
        assert_int_equal(counts.live, 0);
    }
}

/* Records: heads of three numbers, then ids and mask, or the text of an error. */
static void test_map_packs(void **state)
{
    struct {
        uint64_t line, count, text_length;
        uint32_t ids[2];
        char mask[2];
    } row = {4, 2, 0, {5, 6}, {0, 1}};
    const size_t size = 3 * sizeof(uint64_t) + 2 * (sizeof(uint32_t) + 1);
    chatfmt_map_packs *packs;
    chatfmt_slice lines;
    chatfmt_packer_options packer = CHATFMT_PACKER_OPTIONS_INIT;
    (void)state;
    packer.size = 4;
    FINE(chatfmt_map_packs_new(&packer, CHATFMT_MAP_INPUT_IDS | CHATFMT_MAP_LABELS, NULL, NULL, &packs,
                               NULL));
    FINE(chatfmt_map_packs_take(packs, (const char *)&row, size, &lines, NULL));
    assert_int_equal(lines.length, 0);
    FINE(chatfmt_map_packs_finish(packs, &lines, NULL));
    assert_text(lines, "{\"lines\": [4], \"input_ids\": [5, 6], \"labels\": [-100, 6]}\n");
    assert_int_equal(chatfmt_map_packs_about(packs)->tokens, 2);
    chatfmt_map_packs_free(packs);
}

/* Records of runs: the same rows, others, and what is no record. */
static void test_map_record(void **state)
{
    static const char *const ignored[] = {"complete", NULL};
    world *w = *state;
    chatfmt_slice json;
    chatfmt_map_record *was = chatfmt_map_record_new(NULL), *is = chatfmt_map_record_new(NULL);
    chatfmt_map_record_add(was, "--fix", "a");
    chatfmt_map_record_add(was, "--fix", "b");
    chatfmt_map_record_add_hash(was, "the model", 0x1f);
    FINE(chatfmt_map_record_json(was, &json));
    assert_text(json, "{\n\"--fix\": \"a b\",\n\"the model\": \"000000000000001f\"\n}\n");
    FINE(chatfmt_map_record_read(is, json.data, json.length, NULL));
    assert_null(chatfmt_map_record_differs(was, is, NULL));
    chatfmt_map_record_add(is, "complete", "1 lines");
    assert_null(chatfmt_map_record_differs(was, is, ignored));
    assert_string_equal(chatfmt_map_record_differs(was, is, NULL), "complete");
    assert_string_equal(chatfmt_map_record_find(is, "--fix"), "a b");
    assert_null(chatfmt_map_record_find(is, "--fit"));
    assert_int_equal(chatfmt_map_record_read(is, "[1]", 3, NULL), CHATFMT_INPUT);
    assert_int_equal(chatfmt_map_record_read(is, "{}", 2, NULL), CHATFMT_OK);
    chatfmt_map_record_free(was);
    chatfmt_map_record_free(is);
    assert_int_not_equal(chatfmt_map_hash_model(w->a), chatfmt_map_hash_model(w->b));
    assert_int_not_equal(chatfmt_map_hash(CHATFMT_MAP_HASH_INIT, SLICE("ab")),
                         chatfmt_map_hash(CHATFMT_MAP_HASH_INIT, SLICE("a")));
}

static void test_map_record_memory(void **state)
{
    (void)state;
    for (size_t n = 1; n < 20; n++) {
        counting counts = {.fail_at = n, .fail_after = n & 1};
        chatfmt_allocator memory = counting_allocator(&counts);
        chatfmt_map_record *record = chatfmt_map_record_new(&memory);
        chatfmt_slice json;
        chatfmt_map_record_add(record, "a", "b");
        chatfmt_map_record_add(record, "a", "c");
        if (record && chatfmt_map_record_json(record, &json) == CHATFMT_OK)
            assert_text(json, "{\n\"a\": \"b c\"\n}\n");
        chatfmt_map_record_free(record);
        assert_int_equal(counts.live, 0);
    }
}

/* Templates that saving would lose. */
static void test_lost(void **state)
{
    world *w = *state;
    chatfmt_model_template row = chatfmt_model_template_at(w->a, 0);
    assert_int_equal(chatfmt_model_lost(w->a, &row, 1, (chatfmt_slice){NULL, 0}), CHATFMT_NO_TEMPLATE);
    assert_int_equal(chatfmt_model_lost(w->b, &row, 1, (chatfmt_slice){NULL, 0}), 0);
    assert_int_equal(chatfmt_model_lost(w->b, &row, 1, row.name), CHATFMT_NO_TEMPLATE);
    assert_int_equal(chatfmt_model_copy(NULL, "x", 0, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_model_copy(w->a, "/dev/null/x", 0, NULL), CHATFMT_NOT_FOUND);
}

/* Texts that end with a NUL. */
static void test_short_forms(void **state)
{
    world *w = *state;
    chatfmt_value object, text;
    assert_null(chatfmt_slice_of(NULL).data);
    assert_int_equal(chatfmt_slice_of("ab").length, 2);
    assert_true(chatfmt_slice_is(SLICE("ab"), "ab"));
    assert_false(chatfmt_slice_is(SLICE("ab"), "abc"));
    assert_true(chatfmt_slice_is((chatfmt_slice){NULL, 0}, ""));
    FINE(chatfmt_value_object(w->values, &object, NULL));
    FINE(chatfmt_value_text(w->values, "Hi", &text, NULL));
    FINE(chatfmt_value_put(w->values, object, "content", text, NULL));
    assert_text(chatfmt_value_as_text(chatfmt_value_get(object, "content")), "Hi");
    assert_int_equal(chatfmt_value_kind_of(chatfmt_value_get(object, "role")), CHATFMT_VALUE_ABSENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_analysis), cmocka_unit_test(test_compare), cmocka_unit_test(test_compare_memory),
        cmocka_unit_test(test_lines),    cmocka_unit_test(test_rows),    cmocka_unit_test(test_request),
        cmocka_unit_test(test_lists),    cmocka_unit_test(test_names),    cmocka_unit_test(test_version),
        cmocka_unit_test(test_service_render),
        cmocka_unit_test(test_service_masks), cmocka_unit_test(test_service_parse),
        cmocka_unit_test(test_service_memory), cmocka_unit_test(test_service_feed), cmocka_unit_test(test_parts),
        cmocka_unit_test(test_mapper), cmocka_unit_test(test_mapper_unwritten),
        cmocka_unit_test(test_mapper_memory),
        cmocka_unit_test(test_map_packs),         cmocka_unit_test(test_map_record),
        cmocka_unit_test(test_map_record_memory), cmocka_unit_test(test_lost), cmocka_unit_test(test_short_forms),
    };
    return cmocka_run_group_tests(tests, world_open, world_close);
}
