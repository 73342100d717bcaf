/* tests/unit/test_misuse_data.c - wrong arguments of the functions of rows, requests, packs, analyses,
 * comparisons and training: refused, and nothing is handed out. Times by a table.
 */
#include "support/gives.h"

#include "chatfmt/chatfmt.h"

#include <stdio.h>

#define TEXT(literal) ((chatfmt_slice){literal, sizeof(literal) - 1})
#define NOWHERE ((chatfmt_slice){NULL, 1})
#define SOURCE "{% for m in messages %}{{ m.content }}{% endfor %}"

static chatfmt_value read_value(chatfmt_values *values, const char *json)
{
    chatfmt_value value;
    FINE(chatfmt_value_read_json(values, json, strlen(json), &value, NULL));
    return value;
}

/* ---- Rows, columns, packs ---- */

static void test_rows(void **state)
{
    chatfmt_row_options options = CHATFMT_ROW_OPTIONS_INIT;
    chatfmt_row row = CHATFMT_ROW_INIT;
    chatfmt_values *values;
    (void)state;
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    chatfmt_value object = read_value(values, "{\"messages\": []}");
    REFUSED(chatfmt_row_read(NULL, object, NULL, &row, e));
    REFUSED(chatfmt_row_read(values, object, NULL, NULL, e));
    options.layout = NOWHERE;
    REFUSED(chatfmt_row_read(values, object, &options, &row, e));
    options.layout = (chatfmt_slice){NULL, 0};
    options.column = NOWHERE;
    REFUSED(chatfmt_row_read(values, object, &options, &row, e));
    options.column = (chatfmt_slice){NULL, 0};
    options.reserved = 1;
    REFUSED(chatfmt_row_read(values, object, &options, &row, e));
    options.struct_size = 1;
    REFUSED(chatfmt_row_read(values, object, &options, &row, e));
    FINE(chatfmt_row_read(values, object, NULL, &row, NULL));
    assert_null(chatfmt_row_layout_at(chatfmt_row_layout_count()));
    chatfmt_values_free(values);
}

static void test_columns(void **state)
{
    static const uint32_t ids[] = {1, 2};
    static const unsigned char padding[] = {0, 0}, mask[] = {1, 1};
    chatfmt_prompt prompt = {.ids = ids, .count = 2, .attention = padding, .mask = mask};
    int64_t out[2];
    (void)state;
    assert_int_equal(chatfmt_prompt_column(NULL, 0, 0, 1, out), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_prompt_column(&prompt, 0, 3, 0, out), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_prompt_column(&prompt, 0, 1, 2, out), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_prompt_column(&prompt, 0, 0, 1, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_prompt_column(&prompt, (chatfmt_column)9, 0, 1, out),
                     CHATFMT_BAD_ARGUMENT);
    FINE(chatfmt_prompt_column(&prompt, 0, 2, 0, NULL));
    for (int c = 0; c < CHATFMT_COLUMN_COUNT; c++)
        FINE(chatfmt_prompt_column(&prompt, (chatfmt_column)c, 0, 2, out));
    assert_string_equal(chatfmt_column_name((chatfmt_column)9), "");
}

static void test_packs(void **state)
{
    static const uint32_t ids[] = {1, 2};
    chatfmt_packer_options options = CHATFMT_PACKER_OPTIONS_INIT;
    chatfmt_packer *packer = NULL;
    int64_t out[4];
    (void)state;
    options.size = 4;
    REFUSED(chatfmt_packer_new(&options, NULL, e));
    REFUSED(chatfmt_packer_new(NULL, &packer, e));
    options.size = SIZE_MAX;
    REFUSED(chatfmt_packer_new(&options, &packer, e));
    options.size = 4;
    options.struct_size = 1;
    REFUSED(chatfmt_packer_new(&options, &packer, e));
    options.struct_size = sizeof options;
    options.pads = 1;
    options.pad_id = 7;
    FINE(chatfmt_packer_new(&options, &packer, NULL));
    REFUSED(chatfmt_packer_add(NULL, 0, ids, NULL, 2, e));
    REFUSED(chatfmt_packer_add(packer, 0, NULL, NULL, 2, e));
    FINE(chatfmt_packer_add(packer, 0, NULL, NULL, 0, NULL));
    FINE(chatfmt_packer_add(packer, 1, ids, NULL, 2, NULL));
    chatfmt_packer_finish(packer);
    const chatfmt_pack *pack = chatfmt_packer_next(packer);
    assert_non_null(pack);
    assert_int_equal(chatfmt_pack_column(NULL, 0, 0, 1, out), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_pack_column(pack, 0, 0, 9, out), CHATFMT_BAD_ARGUMENT);
    for (int c = 0; c < CHATFMT_COLUMN_COUNT; c++)
        FINE(chatfmt_pack_column(pack, (chatfmt_column)c, 0, 4, out));
    assert_int_equal(out[3], 0); /* padding is of no conversation */
    FINE(chatfmt_pack_column(pack, CHATFMT_COLUMN_INPUT_IDS, 3, 1, out));
    assert_int_equal(out[0], 7);
    assert_null(chatfmt_packer_next(packer));
    chatfmt_packer_finish(NULL);
    assert_null(chatfmt_packer_next(NULL));
    chatfmt_packer_free(packer);
    chatfmt_packer_free(NULL);
}

/* ---- Requests ---- */

static void test_limits(void **state)
{
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    char name[80];
    (void)state;
    memset(name, 'x', sizeof name);
    REFUSED(chatfmt_limits_set(NULL, TEXT("fuel"), 1, e));
    REFUSED(chatfmt_limits_set(&limits, NOWHERE, 1, e));
    GIVES(CHATFMT_NOT_FOUND, chatfmt_limits_set(&limits, (chatfmt_slice){name, 80}, 1, e));
    GIVES(CHATFMT_VALUE, chatfmt_limits_set(&limits, TEXT("fuel"), 0, e));
    GIVES(CHATFMT_VALUE, chatfmt_limits_set(&limits, TEXT("depth"), UINT64_MAX, e));
    FINE(chatfmt_limits_set(&limits, TEXT("depth"), 9, NULL));
    assert_int_equal(limits.depth, 9);
    /* A caller whose struct ends before the limit. */
    limits.struct_size = offsetof(chatfmt_limits, source_bytes);
    GIVES(CHATFMT_NOT_FOUND, chatfmt_limits_set(&limits, TEXT("integer_digits"), 9, e));
    FINE(chatfmt_limits_set(&limits, TEXT("fuel"), 9, NULL));
    limits.struct_size = 1;
    REFUSED(chatfmt_limits_set(&limits, TEXT("fuel"), 9, e));
}

static void test_requests(void **state)
{
    chatfmt_request *request = NULL;
    chatfmt_values *values;
    (void)state;
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    chatfmt_value list = read_value(values, "[]"), none = {{0, 0}};
    chatfmt_value word = read_value(values, "\"left\"");
    REFUSED(chatfmt_request_new(NULL, NULL, e));
    FINE(chatfmt_request_new(NULL, &request, NULL));
    REFUSED(chatfmt_request_read(NULL, values, list, CHATFMT_FROM_DATA, e));
    REFUSED(chatfmt_request_read(request, NULL, list, CHATFMT_FROM_DATA, e));
    REFUSED(chatfmt_request_read(request, values, list, (chatfmt_from)7, e));
    REFUSED(chatfmt_request_options(NULL, list, e));
    FINE(chatfmt_request_options(request, none, NULL));
    FINE(chatfmt_request_options(request, chatfmt_value_none(values), NULL));
    GIVES(CHATFMT_INPUT, chatfmt_request_options(request, list, e));
    REFUSED(chatfmt_request_set(NULL, TEXT("fit"), word, e));
    REFUSED(chatfmt_request_set(request, NOWHERE, word, e));
    FINE(chatfmt_request_set(request, TEXT("padding-side"), word, NULL));
    assert_int_equal(request->prompt->padding_side, CHATFMT_SIDE_LEFT);
    REFUSED(chatfmt_request_word(NULL, "fit", NULL, e));
    REFUSED(chatfmt_request_word(request, NULL, NULL, e));
    chatfmt_request_supply(NULL, TEXT("x"));
    chatfmt_request_supply(request, NOWHERE);
    chatfmt_request_supply(request, (chatfmt_slice){NULL, 0});
    chatfmt_request_supply(request, TEXT("x"));
    chatfmt_request_given(NULL, NULL, 0);
    chatfmt_request_given(request, NULL, 3);
    chatfmt_request_copy(NULL, request);
    chatfmt_request_copy(request, request);
    chatfmt_request_free(request);
    chatfmt_request_free(NULL);
    chatfmt_values_free(values);
}

static void test_answers(void **state)
{
    chatfmt_request *request;
    chatfmt_model *model;
    chatfmt_applier *chat;
    chatfmt_slice json;
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    (void)state;
    FINE(chatfmt_request_new(NULL, &request, NULL));
    FINE(chatfmt_applier_new(NULL, NULL, &chat, NULL));
    FINE(chatfmt_model_from_template("x", 1, NULL, &model, NULL));
    REFUSED(chatfmt_request_answer(NULL, chat, model, NULL, NULL, 0, &json, e));
    REFUSED(chatfmt_request_answer(request, NULL, model, NULL, NULL, 0, &json, e));
    REFUSED(chatfmt_request_answer(request, chat, NULL, NULL, NULL, 0, &json, e));
    REFUSED(chatfmt_request_answer(request, chat, model, NULL, NULL, 0, NULL, e));
    REFUSED(chatfmt_request_answer(request, chat, model, NULL, NULL, 8, &json, e));
    limits.struct_size = 1;
    request->apply->limits = &limits;
    REFUSED(chatfmt_request_answer(request, chat, model, NULL, NULL, 0, &json, e));
    request->apply->limits = NULL;
    request->wants_texts = 1;
    request->wants_ids = 1;
    REFUSED(chatfmt_request_answer(request, chat, model, NULL, NULL, 0, &json, e));
    REFUSED(chatfmt_request_columns(NULL, NULL, NULL, 0, 0, &json, e));
    REFUSED(chatfmt_request_columns(request, NULL, NULL, 0, 0, NULL, e));
    REFUSED(chatfmt_request_columns(request, NULL, NULL, 1, 0, &json, e));
    REFUSED(chatfmt_request_columns(request, NULL, NULL, 0, 0, &json, e));
    assert_int_equal(json.length, 0);
    FINE(chatfmt_request_columns(request, NULL, NULL, 0, 1, &json, NULL));
    REFUSED(chatfmt_applier_apply(chat, NULL, (chatfmt_value){{0, 0}}, NULL, NULL, e));
    assert_int_equal(chatfmt_applier_is_batch((chatfmt_value){{0, 0}}), 0);
    chatfmt_model_free(model);
    chatfmt_applier_free(chat);
    chatfmt_request_free(request);
}

static void test_lists(void **state)
{
    chatfmt_span span = {.begin = 0, .end = 1};
    chatfmt_token_attempt attempt = {0, 1, 2};
    chatfmt_values *values;
    chatfmt_value found;
    char *json;
    (void)state;
    REFUSED(chatfmt_spans_json(&span, 1, NULL, NULL, e));
    REFUSED(chatfmt_spans_json(NULL, 1, &json, NULL, e));
    REFUSED(chatfmt_attempts_json(&attempt, 1, NULL, 0, NULL, NULL, e));
    REFUSED(chatfmt_attempts_json(NULL, 1, NULL, 0, &json, NULL, e));
    REFUSED(chatfmt_attempts_json(&attempt, 1, NULL, 1, &json, NULL, e));
    FINE(chatfmt_spans_json(NULL, 0, &json, NULL, NULL));
    assert_string_equal(json, "[]");
    chatfmt_text_free(json);
    FINE(chatfmt_attempts_json(NULL, 0, NULL, 0, &json, NULL, NULL));
    chatfmt_text_free(json);
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    chatfmt_value object = read_value(values, "{\"a\": \"b\"}");
    REFUSED(chatfmt_unwritten(NULL, object, &span, 1, 0, &found, e));
    REFUSED(chatfmt_unwritten(values, object, NULL, 1, 0, &found, e));
    REFUSED(chatfmt_unwritten(values, object, &span, 1, 0, NULL, e));
    REFUSED(chatfmt_unwritten(values, object, &span, 1, 1u << 20, &found, e));
    REFUSED(chatfmt_unwritten(values, read_value(values, "[]"), &span, 1, 0, &found, e));
    FINE(chatfmt_unwritten(values, object, NULL, 0, 0, &found, NULL));
    chatfmt_values_free(values);
}

/* Values of several stores, which number them alike, are all looked at. */
static void test_unwritten_of_several(void **state)
{
    chatfmt_values *stores[2];
    (void)state;
    for (int i = 0; i < 2; i++) FINE(chatfmt_values_new(NULL, NULL, &stores[i], NULL));
    for (int mix = 0; mix < 8; mix++) { /* which store has the items, the array and the object */
        chatfmt_values *const of_items = stores[mix & 1], *const of_array = stores[mix >> 1 & 1], *const of_object = stores[mix >> 2];
        chatfmt_value array, object, found;
        for (int i = 0; i < 2; i++) chatfmt_values_reset(stores[i]);
        FINE(chatfmt_value_object(of_object, &object, NULL));
        FINE(chatfmt_value_array(of_array, &array, NULL));
        FINE(chatfmt_value_put(of_object, object, "messages", array, NULL));
        for (int i = 0; i < 300; i++)
            FINE(chatfmt_value_push(of_array, array, read_value(of_items, "{\"content\": [\"a\", [\"b\"]]}"), NULL));
        FINE(chatfmt_unwritten(of_object, object, NULL, 0, 0, &found, NULL));
        assert_int_equal(chatfmt_value_count(found), 600);
        if (of_items == of_array) continue;
        FINE(chatfmt_value_push(of_array, array, array, NULL)); /* one that contains itself is walked once */
        FINE(chatfmt_unwritten(of_object, object, NULL, 0, 0, &found, NULL));
        assert_int_equal(chatfmt_value_count(found), 600);
    }
    for (int i = 0; i < 2; i++) chatfmt_values_free(stores[i]);
}

/* ---- Analyses and comparisons ---- */

static void test_analyses(void **state)
{
    chatfmt_analysis_options options = CHATFMT_ANALYSIS_OPTIONS_INIT;
    chatfmt_analysis *analysis = NULL;
    const chatfmt_error *refused;
    chatfmt_model *model, *broken;
    size_t count;
    (void)state;
    FINE(chatfmt_model_from_template(SOURCE, sizeof SOURCE - 1, NULL, &model, NULL));
    FINE(chatfmt_model_from_template("{{", 2, NULL, &broken, NULL));
    options.reserved = 1;
    REFUSED(chatfmt_analysis_new(model, &options, &analysis, e));
    options.reserved = 0;
    options.chat_template = NOWHERE;
    REFUSED(chatfmt_analysis_new(model, &options, &analysis, e));
    options.chat_template = (chatfmt_slice){NULL, 0};
    options.ignored = NOWHERE;
    REFUSED(chatfmt_analysis_new(model, &options, &analysis, e));
    options.ignored = (chatfmt_slice){NULL, 0};
    REFUSED(chatfmt_analysis_new(NULL, &options, &analysis, e));
    REFUSED(chatfmt_analysis_new(model, &options, NULL, e));
    options.flags = CHATFMT_ANALYSIS_REPLIES;
    FINE(chatfmt_analysis_new(model, &options, &analysis, NULL));
    chatfmt_analysis_reader(analysis, NULL);
    chatfmt_analysis_reader(analysis, &refused);
    assert_int_equal(chatfmt_analysis_can(analysis, NULL), -1);
    assert_int_equal(chatfmt_analysis_can(analysis, "fly"), -1);
    assert_null(chatfmt_analysis_finding(analysis, SIZE_MAX));
    assert_null(chatfmt_analysis_capability(analysis, SIZE_MAX));
    assert_int_equal(chatfmt_analysis_is_first(analysis, SIZE_MAX), 0);
    assert_non_null(chatfmt_analysis_facts(analysis, NULL));
    chatfmt_analysis_control_texts(analysis, NULL);
    chatfmt_analysis_free(analysis);
    FINE(chatfmt_analysis_new(broken, NULL, &analysis, NULL));
    assert_int_equal(chatfmt_analysis_can(analysis, "system"), -1);
    assert_int_equal(chatfmt_analysis_json(analysis).length, 0);
    assert_int_equal(chatfmt_analysis_capability_count(analysis), 0);
    assert_non_null(chatfmt_analysis_refused(analysis));
    chatfmt_analysis_free(analysis);
    assert_null(chatfmt_analysis_reader(NULL, &refused));
    assert_null(refused);
    assert_int_equal(chatfmt_analysis_can(NULL, "system"), -1);
    assert_int_equal(chatfmt_analysis_json(NULL).length, 0);
    assert_int_equal(chatfmt_analysis_findings_json(NULL).length, 0);
    assert_null(chatfmt_analysis_facts(NULL, &count));
    assert_null(chatfmt_analysis_control_texts(NULL, &count));
    assert_null(chatfmt_analysis_finding(NULL, 0));
    assert_int_equal(chatfmt_analysis_is_first(NULL, 0), 0);
    chatfmt_analysis_free(NULL);
    assert_string_equal(chatfmt_lint_level_name((chatfmt_lint_level)9), "");
    assert_null(chatfmt_lint_rule_at(chatfmt_lint_rule_count()));
    chatfmt_model_free(model);
    chatfmt_model_free(broken);
}

static void test_comparers(void **state)
{
    chatfmt_compare_side side = CHATFMT_COMPARE_SIDE_INIT, none = CHATFMT_COMPARE_SIDE_INIT;
    chatfmt_compare_side nowhere = CHATFMT_COMPARE_SIDE_INIT;
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    const chatfmt_compared *compared;
    chatfmt_comparer *comparer = NULL;
    chatfmt_model *model;
    (void)state;
    FINE(chatfmt_model_from_template(SOURCE, sizeof SOURCE - 1, NULL, &model, NULL));
    side.model = nowhere.model = model;
    nowhere.chat_template = NOWHERE;
    REFUSED(chatfmt_comparer_new(&side, &side, NULL, NULL, NULL, e));
    REFUSED(chatfmt_comparer_new(&none, &side, NULL, NULL, &comparer, e));
    REFUSED(chatfmt_comparer_new(&side, &none, NULL, NULL, &comparer, e));
    REFUSED(chatfmt_comparer_new(&side, &nowhere, NULL, NULL, &comparer, e));
    none.struct_size = 1;
    REFUSED(chatfmt_comparer_new(&none, &side, NULL, NULL, &comparer, e));
    limits.struct_size = 1;
    REFUSED(chatfmt_comparer_new(&side, &side, NULL, &limits, &comparer, e));
    FINE(chatfmt_comparer_new(&side, &side, NULL, NULL, &comparer, NULL));
    REFUSED(chatfmt_comparer_run(NULL, TEXT("n"), TEXT("{}"), &compared, e));
    REFUSED(chatfmt_comparer_run(comparer, TEXT("n"), TEXT("{}"), NULL, e));
    REFUSED(chatfmt_comparer_run(comparer, NOWHERE, TEXT("{}"), &compared, e));
    REFUSED(chatfmt_comparer_run(comparer, TEXT("n"), NOWHERE, &compared, e));
    assert_int_equal(chatfmt_comparer_run(comparer, TEXT("n"), TEXT("5"), &compared, NULL), CHATFMT_INPUT);
    assert_null(compared);
    FINE(chatfmt_comparer_run(comparer, TEXT("n"), TEXT("{\"messages\": 5}"), &compared, NULL));
    assert_true(compared->refused);
    chatfmt_comparer_free(comparer);
    side.chat_template = TEXT("{% if %}"); /* fails when it is run, and leaves no error before */
    chatfmt_error said;
    FINE(chatfmt_comparer_new(&side, &side, NULL, NULL, &comparer, &said));
    assert_string_equal(said.text, "");
    chatfmt_comparer_free(comparer);
    chatfmt_comparer_free(NULL);
    chatfmt_model_free(model);
    assert_int_equal(chatfmt_comparer_name(NULL, 0).length, 0);
    assert_int_equal(chatfmt_comparer_arguments(NULL, 0).length, 0);
}

static void test_line_diffs(void **state)
{
    chatfmt_line_diff *diff = NULL;
    size_t count = 9;
    (void)state;
    REFUSED(chatfmt_line_diff_new(TEXT("a"), TEXT("b"), 0, NULL, NULL, e));
    REFUSED(chatfmt_line_diff_new(NOWHERE, TEXT("b"), 0, NULL, &diff, e));
    REFUSED(chatfmt_line_diff_new(TEXT("a"), NOWHERE, 0, NULL, &diff, e));
    FINE(chatfmt_line_diff_new(TEXT("a\nb"), TEXT("a\nc"), 1, NULL, &diff, NULL));
    assert_non_null(chatfmt_line_diff_lines(diff, NULL));
    assert_null(chatfmt_line_diff_lines(NULL, &count));
    assert_int_equal(count, 0);
    chatfmt_line_diff_free(diff);
    chatfmt_line_diff_free(NULL);
}

/* Marks and lines, a hunk with the lines that it has of both. */
static void assert_diff(const char *a, const char *b, size_t context, const char *want)
{
    chatfmt_line_diff *diff;
    char shown[400];
    size_t count, at = 0;
    FINE(chatfmt_line_diff_new((chatfmt_slice){a, strlen(a)}, (chatfmt_slice){b, strlen(b)},
                               context, NULL, &diff, NULL));
    const chatfmt_diff_line *lines = chatfmt_line_diff_lines(diff, &count);
    for (size_t i = 0; i < count; i++) {
        shown[at++] = lines[i].mark;
        if (lines[i].mark == '@')
            at += (size_t)snprintf(shown + at, sizeof shown - at, "%zu-%zu,%zu-%zu",
                                   lines[i].begin[0], lines[i].end[0], lines[i].begin[1],
                                   lines[i].end[1]);
        for (size_t k = 0; k < lines[i].text.length; k++)
            if (lines[i].text.data[k] != '\n') shown[at++] = lines[i].text.data[k];
    }
    shown[at] = '\0';
    assert_string_equal(shown, want);
    chatfmt_line_diff_free(diff);
}

static void test_diffs(void **state)
{
    (void)state;
    assert_diff("", "", 1, "");
    assert_diff("a\n", "a\n", 1, "");
    assert_diff("", "a\n", 1, "@0-0,0-1+a");
    assert_diff("a\nb\n", "", 1, "@0-2,0-0-a-b");
    assert_diff("a\nb\n", "a\nb\nc", 1, "@1-2,1-3 b+c");
    assert_diff("x\na\nb\n", "a\nb\n", 1, "@0-2,0-1-x a");
    assert_diff("a\nb\nc\n", "a\nc\n", 0, "@1-2,1-1-b");
    assert_diff("1\n2\n3\n4\n5\n6\n7\n", "1\nx\n3\n4\n5\ny\n7\n", 1,
                "@0-3,0-3 1-2+x 3@4-7,4-7 5-6+y 7");
    assert_diff("1\n2\n3\n4\n5\n6\n7\n", "1\nx\n3\n4\n5\ny\n7\n", 2,
                "@0-7,0-7 1-2+x 3 4 5-6+y 7");
    assert_diff("a\na\na\n", "a\na\n", 3, "@0-3,0-2 a a-a");
}

/* More changes than are looked for: all between the ends counts as changed. */
static void test_large_diff(void **state)
{
    enum { LINES = 1600 };
    static char a[LINES * 6 + 20], b[LINES * 6 + 20];
    chatfmt_line_diff *diff;
    size_t at = 0, to = 0, count, changed[2] = {0, 0};
    (void)state;
    at += (size_t)snprintf(a, sizeof a, "same\n");
    to += (size_t)snprintf(b, sizeof b, "same\n");
    for (int i = 0; i < LINES; i++) {
        at += (size_t)snprintf(a + at, sizeof a - at, "a%d\n", i);
        to += (size_t)snprintf(b + to, sizeof b - to, "b%d\n", i);
    }
    FINE(chatfmt_line_diff_new((chatfmt_slice){a, at}, (chatfmt_slice){b, to}, 1, NULL, &diff,
                               NULL));
    const chatfmt_diff_line *lines = chatfmt_line_diff_lines(diff, &count);
    for (size_t i = 0; i < count; i++) {
        changed[0] += lines[i].mark == '-';
        changed[1] += lines[i].mark == '+';
    }
    assert_int_equal(changed[0], LINES);
    assert_int_equal(changed[1], LINES);
    chatfmt_line_diff_free(diff);
}

static void test_suggestions(void **state)
{
    const chatfmt_slice names[] = {TEXT("policy"), TEXT("fuel"),
                                   TEXT("a-name-of-more-than-sixty-three-bytes-which-nobody-is-ever-"
                                        "going-to-type")};
    (void)state;
    assert_int_equal(chatfmt_suggest(TEXT("polici"), names, 3).length, 6);
    assert_int_equal(chatfmt_suggest(TEXT("polici"), NULL, 3).length, 0);
    assert_int_equal(chatfmt_suggest(NOWHERE, names, 3).length, 0);
    assert_int_equal(chatfmt_suggest((chatfmt_slice){NULL, 0}, names, 3).length, 0);
    assert_int_equal(chatfmt_suggest(names[2], names, 3).length, 0);
    assert_int_equal(chatfmt_suggest(TEXT("elephant"), names, 3).length, 0);
}

/* ---- Training and classes ---- */

static const char tokens[] =
    "{\"added_tokens\": [], \"model\": {\"type\": \"BPE\", \"vocab\": {\"a\": 0}, \"merges\": []}}";

static void test_training(void **state)
{
    chatfmt_training_options options = CHATFMT_TRAINING_OPTIONS_INIT;
    const chatfmt_training_ids *ids = NULL;
    chatfmt_tokenizer *tokenizer;
    chatfmt_renderer *renderer;
    chatfmt_encoder *encoder;
    chatfmt_format *format;
    chatfmt_values *values;
    (void)state;
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    FINE(chatfmt_renderer_new(NULL, &renderer, NULL));
    FINE(chatfmt_format_open(NULL, "chatml", 6, NULL, &format, NULL));
    FINE(chatfmt_tokenizer_read(tokens, sizeof tokens - 1, NULL, &tokenizer, NULL));
    FINE(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL));
    chatfmt_value turns = read_value(values, "[]"), object = read_value(values, "{}");
    chatfmt_slice *const texts[] = {&options.system, &options.bos_token, &options.eos_token,
                                    &options.pad_token};
#define TRAIN(r, f, t, turns, o, en, out) chatfmt_format_train_ids(r, f, t, turns, o, en, out, e)
    REFUSED(TRAIN(NULL, format, "train", turns, NULL, encoder, &ids));
    REFUSED(TRAIN(renderer, NULL, "train", turns, NULL, encoder, &ids));
    REFUSED(TRAIN(renderer, format, NULL, turns, NULL, encoder, &ids));
    REFUSED(TRAIN(renderer, format, "train", turns, NULL, NULL, &ids));
    REFUSED(TRAIN(renderer, format, "train", turns, NULL, encoder, NULL));
    GIVES(CHATFMT_INPUT, TRAIN(renderer, format, "train", object, NULL, encoder, &ids));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        *texts[i] = NOWHERE;
        REFUSED(TRAIN(renderer, format, "train", turns, &options, encoder, &ids));
        *texts[i] = (chatfmt_slice){NULL, 0};
    }
    options.flags = 1u << 30;
    REFUSED(TRAIN(renderer, format, "train", turns, &options, encoder, &ids));
    options.struct_size = 1;
    REFUSED(TRAIN(renderer, format, "train", turns, &options, encoder, &ids));
    assert_null(ids);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
    chatfmt_format_free(format);
    chatfmt_renderer_free(renderer);
    chatfmt_values_free(values);
}

static void test_classes(void **state)
{
    chatfmt_slice name;
    (void)state;
    REFUSED(chatfmt_formats_of_class("x", 1, NULL, 0, NULL, e));
    REFUSED(chatfmt_formats_of_class(NULL, 1, NULL, 0, &name, e));
    REFUSED(chatfmt_formats_of_class(NULL, 0, NULL, 1, &name, e));
    assert_int_equal(chatfmt_format_stops_at_eos(NULL), 0);
}

/* ---- Times ---- */

static void test_times(void **state)
{
    static const char *const wrong[] = {
        "",           "2026",         "2026-",        "2026-1",       "2026-01",
        "2026-01-",   "2026-01-0",    "2026-01-02T",  "2026-01-02x",  "2026-01-02T0",
        "2026-01-02T03", "2026-01-02T03:", "2026-01-02T03:04", "2026-01-02T03:04:",
        "2026-01-02T03:04:5", "2026-01-02T24:00:00", "2026-01-02T00:60:00",
        "2026-01-02T00:00:60", "0000-01-01", "2026-00-01", "2026-13-01", "2026-01-00",
        "2026-01-32", "2025-02-29", "2026-01-02T03:04:05x", "2026-01-02T03:04:05.5x", "202!-01-02",
        "2026x01-02", "2026-01x02", "2026-a1-01", "2026-01-0a", "2026-01-02T03x04:05"};
    static const struct {
        const char *text;
        int64_t time;
    } right[] = {{"2024-02-29 00:00:01", 1709164801}, {"1970-01-01T00:00:00.", 0},
                 {"1970-12-31T23:59:59.125Z", 31535999}, {"0001-01-01", -62135596800}};
    int64_t time;
    (void)state;
    REFUSED(chatfmt_naive_time("1970-01-02", 10, NULL, e));
    REFUSED(chatfmt_naive_time(NULL, 1, &time, e));
    GIVES(CHATFMT_VALUE, chatfmt_naive_time(NULL, 0, &time, e));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        GIVES(CHATFMT_VALUE, chatfmt_naive_time(wrong[i], strlen(wrong[i]), &time, e));
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        FINE(chatfmt_naive_time(right[i].text, strlen(right[i].text), &time, NULL));
        assert_int_equal(time, right[i].time);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),     cmocka_unit_test(test_columns),
        cmocka_unit_test(test_packs),    cmocka_unit_test(test_limits),
        cmocka_unit_test(test_requests), cmocka_unit_test(test_answers),
        cmocka_unit_test(test_lists),    cmocka_unit_test(test_unwritten_of_several), cmocka_unit_test(test_analyses),
        cmocka_unit_test(test_comparers), cmocka_unit_test(test_line_diffs),
        cmocka_unit_test(test_diffs),     cmocka_unit_test(test_large_diff),
        cmocka_unit_test(test_suggestions), cmocka_unit_test(test_training),
        cmocka_unit_test(test_classes),  cmocka_unit_test(test_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
