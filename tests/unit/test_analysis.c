/* tests/unit/test_analysis.c - chatfmt/analysis.h: findings, capabilities and JSON from C. */
#include "chatfmt/chatfmt.h"
#include "support/counting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char chatml[] =
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

static chatfmt_model *model_of(const char *source)
{
    chatfmt_model *model;
    chatfmt_error error;
    if (chatfmt_model_from_template(source, strlen(source), NULL, &model, &error))
        fail_msg("%s", error.text);
    return model;
}

static chatfmt_analysis *analysis_of(const chatfmt_model *model,
                                     const chatfmt_analysis_options *options)
{
    chatfmt_analysis *analysis;
    chatfmt_error error;
    if (chatfmt_analysis_new(model, options, &analysis, &error)) fail_msg("%s", error.text);
    return analysis;
}

static size_t count_of(const chatfmt_analysis *analysis, const char *rule)
{
    size_t count = 0;
    for (size_t i = 0; i < chatfmt_analysis_finding_count(analysis); i++)
        count += !strcmp(chatfmt_analysis_finding(analysis, i)->rule->id, rule);
    return count;
}

static bool json_has(chatfmt_slice json, const char *text)
{
    char whole[1 << 16];
    assert_in_range(json.length, 1, sizeof whole - 1);
    memcpy(whole, json.data, json.length);
    whole[json.length] = '\0';
    return strstr(whole, text) != NULL;
}

static void test_rules(void **state)
{
    (void)state;
    assert_true(chatfmt_lint_rule_count() > 30);
    assert_null(chatfmt_lint_rule_at(chatfmt_lint_rule_count()));
    for (size_t i = 0; i < chatfmt_lint_rule_count(); i++) {
        const chatfmt_lint_rule *rule = chatfmt_lint_rule_at(i);
        assert_true(rule->id[0] && rule->reason[0] && rule->remedy[0]);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(rule->id, chatfmt_lint_rule_at(k)->id);
    }
    assert_string_equal(chatfmt_lint_level_name(CHATFMT_LINT_WARNING), "warning");
    assert_string_equal(chatfmt_lint_level_name((chatfmt_lint_level)7), "");
}

static void test_good(void **state)
{
    size_t count;
    (void)state;
    chatfmt_model *model = model_of(chatml);
    chatfmt_analysis *a = analysis_of(model, NULL);
    assert_null(chatfmt_analysis_refused(a));
    assert_int_equal(chatfmt_analysis_can(a, "system"), 1);
    assert_int_equal(chatfmt_analysis_can(a, "tools"), 0);
    assert_int_equal(chatfmt_analysis_can(a, "closes_turns"), 1);
    assert_int_equal(chatfmt_analysis_can(a, "flying"), -1);
    assert_int_equal(strlen(chatfmt_analysis_hash(a)), 64);
    assert_int_equal(count_of(a, "tools-lost"), 1);
    assert_int_equal(count_of(a, "no-generation-tags"), 1);
    const chatfmt_slice *texts = chatfmt_analysis_control_texts(a, &count);
    assert_int_equal(count, 2);
    assert_memory_equal(texts[0].data, "<|im_start|>", texts[0].length);
    assert_memory_equal(texts[1].data, "<|im_end|>", texts[1].length);
    const chatfmt_fact *facts = chatfmt_analysis_facts(a, &count);
    assert_true(count > 4 && facts[0].line == 1);
    assert_true(chatfmt_analysis_is_first(a, 0) && !chatfmt_analysis_is_first(a, count));
    assert_true(json_has(chatfmt_analysis_json(a), "\"system\": {\"value\": true"));
    assert_false(json_has(chatfmt_analysis_json(a), "\"reader\":"));
    assert_true(json_has(chatfmt_analysis_findings_json(a), "\"rule\": \"tools-lost\""));
    assert_null(chatfmt_analysis_reader(a, NULL));
    chatfmt_analysis_free(a);
    chatfmt_model_free(model);
}

static void test_options(void **state)
{
    chatfmt_analysis_options options = CHATFMT_ANALYSIS_OPTIONS_INIT;
    chatfmt_analysis *a;
    chatfmt_error error;
    (void)state;
    chatfmt_model *model = model_of(chatml);
    options.ignored = (chatfmt_slice){"tools-lost,clock", 16};
    options.flags = CHATFMT_ANALYSIS_REPLIES;
    a = analysis_of(model, &options);
    assert_int_equal(count_of(a, "tools-lost"), 0);
    assert_int_equal(count_of(a, "no-generation-tags"), 1);
    assert_true(json_has(chatfmt_analysis_json(a), "\"reader\": {"));
    chatfmt_analysis_free(a);
    options.ignored = (chatfmt_slice){"tools-lost,flying", 17};
    assert_int_equal(chatfmt_analysis_new(model, &options, &a, &error), CHATFMT_NOT_FOUND);
    assert_null(a);
    assert_non_null(strstr(error.text, "'flying'"));
    options.ignored.length = 0;
    options.flags = 1u << 30;
    assert_int_equal(chatfmt_analysis_new(model, &options, &a, &error), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_analysis_new(NULL, NULL, &a, &error), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_analysis_new(model, NULL, NULL, NULL), CHATFMT_BAD_ARGUMENT);
    chatfmt_model_free(model);
}

static void test_refused(void **state)
{
    (void)state;
    chatfmt_model *model = model_of("a\n{% if x %}");
    chatfmt_analysis *a = analysis_of(model, NULL);
    assert_non_null(chatfmt_analysis_refused(a));
    assert_int_equal(chatfmt_analysis_capability_count(a), 0);
    assert_int_equal(chatfmt_analysis_can(a, "system"), -1);
    assert_int_equal(chatfmt_analysis_finding_count(a), 1);
    assert_string_equal(chatfmt_analysis_finding(a, 0)->rule->id, "does-not-compile");
    assert_int_equal(chatfmt_analysis_finding(a, 0)->line,
                     chatfmt_analysis_refused(a)->line);
    assert_int_equal(chatfmt_analysis_json(a).length, 0);
    chatfmt_analysis_free(a);
    chatfmt_model_free(model);
}

static void test_nothing(void **state)
{
    size_t count = 1;
    (void)state;
    chatfmt_analysis_free(NULL);
    assert_null(chatfmt_analysis_facts(NULL, &count));
    assert_int_equal(count, 0);
    assert_null(chatfmt_analysis_finding(NULL, 0));
    assert_null(chatfmt_analysis_capability(NULL, 0));
    assert_int_equal(chatfmt_analysis_findings_json(NULL).length, 0);
    assert_string_equal(chatfmt_analysis_hash(NULL), "");
}

/* Requests for memory fail one after the other, alone and with all later ones: NO_MEMORY, or the
 * analysis as it is; nothing leaks. */
static void test_memory(void **state)
{
    chatfmt_analysis_options options = CHATFMT_ANALYSIS_OPTIONS_INIT;
    counting clean = {.calls = 0};
    chatfmt_allocator allocator = counting_allocator(&clean);
    (void)state;
    chatfmt_model *model = model_of(chatml);
    options.allocator = &allocator;
    options.flags = CHATFMT_ANALYSIS_READER;
    chatfmt_analysis *want = analysis_of(model, &options), *a;
    size_t calls = clean.calls, step = calls / 100 + 1, failed = 0;
    for (size_t n = 1; n <= calls; n += n < 30 ? 1 : step) {
        counting memory = {.fail_at = n, .fail_after = n & 1};
        allocator = counting_allocator(&memory);
        chatfmt_status status = chatfmt_analysis_new(model, &options, &a, NULL);
        if (status) assert_int_equal(status, CHATFMT_NO_MEMORY);
        else assert_int_equal(chatfmt_analysis_json(a).length, chatfmt_analysis_json(want).length);
        failed += status != CHATFMT_OK;
        chatfmt_analysis_free(a);
        assert_int_equal(memory.live, 0);
    }
    assert_true(failed > 20);
    chatfmt_analysis_free(want);
    assert_int_equal(clean.live, 0);
    chatfmt_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),   cmocka_unit_test(test_good),
        cmocka_unit_test(test_options), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_nothing), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
