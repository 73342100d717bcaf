/* tests/unit/test_odd_inputs.c - kinds of files by their first bytes, values made at once, analyses that
 * are not there. */
#include "chatfmt/chatfmt.h"
#include "chatfmt/analysis.h"
#include "tokenizers/file_kind.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define BYTES(text) {text, sizeof text - 1}

static void test_file_kinds(void **state)
{
    static const struct {
        cft_slice bytes;
        cft_file_kind kind;
    } cases[] = {
        {BYTES(""), CFT_FILE_JSON},
        {BYTES("{}"), CFT_FILE_JSON},
        {BYTES("<!doctype html>"), CFT_FILE_HTML},
        {BYTES("<html>"), CFT_FILE_HTML},
        {BYTES("GGUF"), CFT_FILE_GGUF},
        {BYTES("version https://git-lfs.github.com/spec/v1"), CFT_FILE_LFS},
        /* Ranks: base64, a space, digits. */
        {BYTES("IQ== 0\n"), CFT_FILE_RANKS},
        {BYTES("a+/9 12"), CFT_FILE_RANKS},
        {BYTES("zZ09 12\r\n"), CFT_FILE_RANKS},
        {BYTES("IQ= 0\n"), CFT_FILE_JSON},
        {BYTES("IQ==\t0\n"), CFT_FILE_JSON},
        {BYTES("IQ=="), CFT_FILE_JSON},
        {BYTES("IQ== "), CFT_FILE_JSON},
        {BYTES("IQ== x"), CFT_FILE_JSON},
        {BYTES("IQ== 0x"), CFT_FILE_JSON},
        /* SentencePiece: messages of field 1 that begin with a text of field 1. */
        {BYTES("\n\5\n\3abc"), CFT_FILE_SENTENCE_PIECE},
        {BYTES("\n\5\n\3abc\n\5\n\3abc\n\5\n\3abc\n\5\n\3abc\n\5\n\3abc"), CFT_FILE_SENTENCE_PIECE},
        {BYTES("\n\x85\x01\n\3abc"), CFT_FILE_JSON},
        {BYTES("\n"), CFT_FILE_JSON},
        {BYTES("\n\x85"), CFT_FILE_JSON},
        {BYTES("\n\xFF\xFF\xFF\xFF\xFF\x01\n\3abc"), CFT_FILE_JSON},
        {BYTES("\n\1\n\3abc"), CFT_FILE_JSON},
        {BYTES("\n\5"), CFT_FILE_JSON},
        {BYTES("\n\5x\3abc"), CFT_FILE_JSON},
        {BYTES("\n\5\n"), CFT_FILE_JSON},
        {BYTES("\n\5\n\6abc"), CFT_FILE_JSON},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (cft_file_kind_of(cases[i].bytes) != cases[i].kind)
            fail_msg("case %zu: kind %d", i, (int)cft_file_kind_of(cases[i].bytes));
}

static void test_whole_values(void **state)
{
    static const struct {
        const char *digits;
        int64_t small; /* 0 with big or bad */
        chatfmt_status status;
    } numbers[] = {
        {"5", 5, CHATFMT_OK}, {"-5", -5, CHATFMT_OK}, {"0", 0, CHATFMT_OK},
        {"", 0, CHATFMT_INPUT}, {"-", 0, CHATFMT_INPUT},
        {"-123456789012345678", -123456789012345678, CHATFMT_OK}, {"1234567890123456789", 0, CHATFMT_LIMIT},
        {"05", 0, CHATFMT_INPUT}, {"-05", 0, CHATFMT_INPUT}, {"5/", 0, CHATFMT_INPUT}, {"5a", 0, CHATFMT_INPUT},
    };
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    chatfmt_values *values;
    chatfmt_value value, members[160], items[1];
    char keys[80][4];
    (void)state;
    limits.string_bytes = 100;
    limits.integer_digits = 2;
    assert_int_equal(chatfmt_values_new(NULL, &limits, &values, NULL), CHATFMT_OK);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        size_t length = strlen(numbers[i].digits);
        assert_int_equal(chatfmt_value_big_int(values, numbers[i].digits, length, &value, NULL), numbers[i].status);
        if (numbers[i].small) assert_int_equal(chatfmt_value_as_int(value), numbers[i].small);
        if (numbers[i].status == CHATFMT_INPUT) continue;
        assert_int_equal(chatfmt_value_read_json(values, numbers[i].digits, length, &value, NULL), numbers[i].status);
    }
    assert_int_equal(chatfmt_value_big_int(values, NULL, 1, &value, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_value_big_int(NULL, "5", 1, &value, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_value_string_checked(values, NULL, 0, 0, &value, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_as_text(value).length, 0);
    assert_int_equal(chatfmt_value_string_checked(values, "\xC3\xA9", 2, 0, &value, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_as_text(value).length, 2);
    assert_int_equal(chatfmt_value_string_checked(values, NULL, 1, 0, &value, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_value_string_checked(values, keys[0], 101, 1, &value, NULL), CHATFMT_LIMIT);
    assert_int_equal(chatfmt_value_string_checked(NULL, "a", 1, 1, &value, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_value_array_of(NULL, items, 0, &value, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_value_object_of(NULL, items, 0, &value, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_value_object_of(values, NULL, 0, &value, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_count(value), 0);
    for (size_t i = 0; i < 80; i++) {
        keys[i][0] = (char)('a' + i % 26);
        keys[i][1] = (char)('a' + i / 26);
        assert_int_equal(chatfmt_value_string_checked(values, keys[i], 2, 1, &members[2 * i], NULL),
                         CHATFMT_OK);
        assert_int_equal(chatfmt_value_big_int(values, "7", 1, &members[2 * i + 1], NULL), CHATFMT_OK);
    }
    /* The same keys twice, others of the same number, more than are remembered, one twice. */
    const size_t counts[] = {2, 2, 80, 80};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(chatfmt_value_object_of(values, members, counts[i], &value, NULL), CHATFMT_OK);
        assert_int_equal(chatfmt_value_count(value), counts[i]);
    }
    assert_int_equal(chatfmt_value_object_of(values, members + 4, 2, &value, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_as_int(chatfmt_value_find(value, "ca", 2)), 7);
    members[2] = members[0];
    assert_int_equal(chatfmt_value_object_of(values, members, 2, &value, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_count(value), 1);
    assert_int_equal(chatfmt_value_object_of(values, members, 80, &value, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_count(value), 79);
    chatfmt_value key = chatfmt_value_member_key(members[1], 0);
    assert_int_equal(chatfmt_value_kind_of(key), CHATFMT_VALUE_ABSENT);
    chatfmt_values_free(values);
}

static void test_no_analysis(void **state)
{
    static const char source[] = "{% for m in messages %}<|im_start|>{{ m.role }}{{ m.content }}{% endfor %}";
    chatfmt_analysis_options options = CHATFMT_ANALYSIS_OPTIONS_INIT;
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    chatfmt_analysis *analysis;
    chatfmt_model *model;
    size_t count = 9;
    (void)state;
    assert_int_equal(chatfmt_analysis_template(NULL).source.length, 0);
    assert_int_equal(chatfmt_analysis_source(NULL).length, 0);
    assert_int_equal(chatfmt_analysis_is_first(NULL, 0), 0);
    assert_null(chatfmt_analysis_control_texts(NULL, &count));
    assert_int_equal(count, 0);
    assert_null(chatfmt_analysis_reader(NULL, NULL));
    assert_int_equal(chatfmt_analysis_can(NULL, "tools"), -1);
    assert_int_equal(chatfmt_analysis_finding_count(NULL), 0);
    assert_null(chatfmt_analysis_finding(NULL, 0));
    assert_int_equal(chatfmt_model_from_template(source, sizeof source - 1, NULL, &model, NULL), CHATFMT_OK);
    options.struct_size = 1;
    assert_int_equal(chatfmt_analysis_new(model, &options, &analysis, NULL), CHATFMT_BAD_ARGUMENT);
    options = (chatfmt_analysis_options)CHATFMT_ANALYSIS_OPTIONS_INIT;
    limits.struct_size = 1;
    options.limits = &limits;
    assert_int_equal(chatfmt_analysis_new(model, &options, &analysis, NULL), CHATFMT_BAD_ARGUMENT);
    options.limits = NULL;
    assert_int_equal(chatfmt_analysis_new(model, &options, &analysis, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_analysis_can(analysis, NULL), -1);
    assert_null(chatfmt_analysis_finding(analysis, 100000));
    assert_non_null(chatfmt_analysis_facts(analysis, NULL));
    assert_non_null(chatfmt_analysis_control_texts(analysis, NULL));
    assert_non_null(chatfmt_analysis_control_texts(analysis, &count));
    assert_int_equal(count, 1);
    chatfmt_analysis_free(analysis);
    chatfmt_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_file_kinds),
        cmocka_unit_test(test_whole_values),
        cmocka_unit_test(test_no_analysis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
