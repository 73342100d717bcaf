/* tests/unit/test_dataset.c - chatfmt/dataset.h: rows, columns of ids and packs from C. */
#include "chatfmt/chatfmt.h"
#include "support/counting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* ---- Rows ---- */

typedef struct rows {
    chatfmt_values *values;
    chatfmt_error error;
} rows;

static chatfmt_status read_row(rows *r, const char *json, const char *layout, const char *column,
                               chatfmt_row *out)
{
    chatfmt_row_options options = CHATFMT_ROW_OPTIONS_INIT;
    chatfmt_value object;
    if (layout) options.layout = (chatfmt_slice){layout, strlen(layout)};
    if (column) options.column = (chatfmt_slice){column, strlen(column)};
    if (chatfmt_value_read_json(r->values, json, strlen(json), &object, &r->error))
        fail_msg("%s", r->error.text);
    *out = (chatfmt_row)CHATFMT_ROW_INIT;
    return chatfmt_row_read(r->values, object, &options, out, &r->error);
}

static void assert_json(rows *r, chatfmt_value value, const char *want)
{
    chatfmt_slice json;
    if (chatfmt_value_write_json(r->values, value, &json, &r->error)) fail_msg("%s", r->error.text);
    assert_int_equal(json.length, strlen(want));
    assert_memory_equal(json.data, want, json.length);
}

static void assert_row(rows *r, const char *json, const char *layout, const char *column,
                       const char *want)
{
    chatfmt_row row;
    if (read_row(r, json, layout, column, &row)) fail_msg("%s", r->error.text);
    assert_json(r, row.conversation, want);
}

#define ONE "[{\"role\": \"user\", \"content\": \"a\"}]"
#define TWO "[{\"role\": \"user\", \"content\": \"a\"}, {\"role\": \"assistant\", \"content\": \"b\"}]"
#define SYSTEM "[{\"role\": \"system\", \"content\": \"s\"}, {\"role\": \"user\", \"content\": \"a\"}]"

static void test_layouts(void **state)
{
    rows r;
    chatfmt_row row;
    (void)state;
    chatfmt_values_new(NULL, NULL, &r.values, NULL);
    assert_row(&r, "{\"messages\": " ONE "}", NULL, NULL, ONE);
    assert_row(&r, "{\"conversations\": [{\"from\": \"human\", \"value\": \"a\"}, "
                   "{\"from\": \"gpt\", \"value\": \"b\"}]}", NULL, NULL, TWO);
    assert_row(&r, "{\"conversation\": [{\"input\": \"a\", \"output\": \"b\"}]}", NULL, NULL, TWO);
    assert_row(&r, "{\"conversation\": [{\"from\": \"human\", \"value\": \"a\"}, "
                   "{\"from\": \"gpt\", \"value\": \"b\"}]}", NULL, NULL, TWO);
    assert_row(&r, "{\"conversation\": " ONE "}", "auto", NULL, ONE);
    assert_row(&r, "{\"conversation\": [{\"system\": \"s\"}, {\"input\": \"a\"}]}", NULL, NULL, SYSTEM);
    assert_row(&r, "{\"prompt\": \"a\", \"completion\": \"b\"}", "auto", NULL, TWO);
    assert_row(&r, "{\"prompt\": " ONE "}", "prompt", NULL, ONE);
    assert_row(&r, "{\"messages\": " ONE ", \"system\": \"s\"}", NULL, NULL, SYSTEM);
    assert_row(&r, "{\"chosen\": " ONE ", \"prompt\": \"x\"}", NULL, "chosen", ONE);
    assert_int_equal(read_row(&r, "{\"text\": 1}", NULL, NULL, &row), CHATFMT_INPUT);
    assert_int_equal(read_row(&r, "{\"messages\": 1}", NULL, NULL, &row), CHATFMT_INPUT);
    assert_int_equal(chatfmt_value_kind_of(row.conversation), CHATFMT_VALUE_ABSENT);
    assert_int_equal(read_row(&r, "[]", NULL, NULL, &row), CHATFMT_INPUT);
    assert_int_equal(read_row(&r, "{\"prompt\": \"a\", \"completion\": 3}", NULL, NULL, &row), CHATFMT_INPUT);
    assert_int_equal(read_row(&r, "{\"prompt\": {}, \"completion\": \"a\"}", NULL, NULL, &row), CHATFMT_INPUT);
    assert_int_equal(read_row(&r, "{\"instruction\": \"a\", \"output\": true}", NULL, NULL, &row), CHATFMT_INPUT);
    assert_int_equal(read_row(&r, "{\"messages\": []}", "other", NULL, &row), CHATFMT_NOT_FOUND);
    assert_non_null(strstr(r.error.text, "'other'"));
    for (size_t i = 0; i < chatfmt_row_layout_count(); i++)
        assert_true(chatfmt_row_layout_at(i)->name[0] && chatfmt_row_layout_at(i)->column[0]);
    assert_null(chatfmt_row_layout_at(chatfmt_row_layout_count()));
    chatfmt_values_free(r.values);
}

static void test_other_columns(void **state)
{
    rows r;
    chatfmt_row row;
    (void)state;
    chatfmt_values_new(NULL, NULL, &r.values, NULL);
    assert_int_equal(read_row(&r, "{\"messages\": " ONE ", \"tools\": \"[{\\\"name\\\": \\\"f\\\"}]\", "
                                  "\"documents\": [2], \"chat_template_kwargs\": {\"x\": 1}, "
                                  "\"id\": 7, \"rejected\": " ONE "}", NULL, NULL, &row), CHATFMT_OK);
    assert_json(&r, row.tools, "[{\"name\": \"f\"}]");
    assert_json(&r, row.documents, "[2]");
    assert_json(&r, row.arguments, "{\"x\": 1}");
    assert_json(&r, row.id, "7");
    assert_true(row.preference && !row.strange_role.data);
    assert_int_equal(read_row(&r, "{\"conversations\": [{\"from\": \"bot\", \"value\": \"a\"}]}", NULL,
                              NULL, &row), CHATFMT_OK);
    assert_true(row.strange_role.length == 3 && !row.preference);
    /* Items tell the layout of the column messages, too; arguments may be JSON text. */
    assert_int_equal(read_row(&r, "{\"messages\": [{\"from\": \"human\", \"value\": \"a\"}], "
                                  "\"chat_template_kwargs\": \"{\\\"x\\\": 1}\"}", NULL, NULL, &row), CHATFMT_OK);
    assert_json(&r, row.conversation, "[{\"role\": \"user\", \"content\": \"a\"}]");
    assert_json(&r, row.arguments, "{\"x\": 1}");
    assert_int_equal(read_row(&r, "{\"conversations\": [{\"from\": \"bot\", \"value\": \"a\"}]}", NULL,
                              NULL, &row), CHATFMT_OK);
    assert_memory_equal(row.strange_role.data, "bot", 3);
    assert_int_equal(read_row(&r, "{\"messages\": [], \"tools\": \"{\"}", NULL, NULL, &row),
                     CHATFMT_INPUT);
    assert_non_null(strstr(r.error.text, "the column tools: "));
    chatfmt_values_free(r.values);
}

/* A caller that knows less gets what it knows, and nothing after it is touched. */
static void test_older_caller(void **state)
{
    rows r;
    chatfmt_value object;
    struct {
        chatfmt_row row;
        unsigned char guard[16];
    } own;
    (void)state;
    chatfmt_values_new(NULL, NULL, &r.values, NULL);
    const char json[] = "{\"messages\": [], \"id\": 7}";
    assert_int_equal(chatfmt_value_read_json(r.values, json, sizeof json - 1, &object, NULL), 0);
    memset(&own, 0xA5, sizeof own);
    own.row.struct_size = offsetof(chatfmt_row, id);
    assert_int_equal(chatfmt_row_read(r.values, object, NULL, &own.row, NULL), CHATFMT_OK);
    assert_json(&r, own.row.conversation, "[]");
    for (size_t i = offsetof(chatfmt_row, id); i < sizeof own; i++)
        assert_int_equal(((unsigned char *)&own)[i], 0xA5);
    own.row.struct_size = 0;
    assert_int_equal(chatfmt_row_read(r.values, object, NULL, &own.row, NULL), CHATFMT_BAD_ARGUMENT);
    chatfmt_values_free(r.values);
}

/* ---- Columns ---- */

static void assert_numbers(const int64_t *got, const int64_t *want, size_t count)
{
    for (size_t i = 0; i < count; i++) assert_int_equal(got[i], want[i]);
}

static void test_columns(void **state)
{
    static const uint32_t ids[] = {9, 9, 5, 6, 7};
    static const unsigned char attention[] = {0, 0, 1, 1, 1}, mask[] = {0, 0, 0, 1, 1};
    static const int64_t want[CHATFMT_COLUMN_COUNT][5] = {
        {9, 9, 5, 6, 7}, {-100, -100, -100, 6, 7}, {0, 0, 1, 1, 1}, {0, 0, 0, 1, 2}, {0, 0, 1, 1, 1}};
    chatfmt_prompt prompt = {.ids = ids, .count = 5, .attention = attention, .mask = mask};
    int64_t got[5];
    (void)state;
    for (int c = 0; c < CHATFMT_COLUMN_COUNT; c++) {
        assert_int_equal(chatfmt_prompt_column(&prompt, (chatfmt_column)c, 0, 5, got), CHATFMT_OK);
        assert_numbers(got, want[c], 5);
        assert_int_equal(chatfmt_prompt_column(&prompt, (chatfmt_column)c, 3, 2, got), CHATFMT_OK);
        assert_numbers(got, want[c] + 3, 2);
        assert_true(chatfmt_column_name((chatfmt_column)c)[0]);
    }
    prompt.mask = NULL;
    chatfmt_prompt_column(&prompt, CHATFMT_COLUMN_LABELS, 4, 1, got);
    assert_int_equal(got[0], -100);
    assert_int_equal(chatfmt_prompt_column(&prompt, CHATFMT_COLUMN_LABELS, 4, 2, got),
                     CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_prompt_column(&prompt, (chatfmt_column)9, 0, 1, got),
                     CHATFMT_BAD_ARGUMENT);
    assert_string_equal(chatfmt_column_name((chatfmt_column)9), "");
}

/* ---- Packs ---- */

static void test_packs(void **state)
{
    static const uint32_t ids[] = {1, 2, 3, 4, 5, 6};
    static const unsigned char mask[] = {0, 1, 1, 1, 1, 1};
    chatfmt_packer_options options = CHATFMT_PACKER_OPTIONS_INIT;
    chatfmt_packer *packer;
    int64_t got[6];
    (void)state;
    options.size = 6;
    options.pads = 1;
    options.pad_id = 99;
    assert_int_equal(chatfmt_packer_new(&options, &packer, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_packer_add(packer, 10, ids, mask, 4, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_packer_add(packer, 11, ids, mask, 3, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_packer_add(packer, 12, ids, mask, 7, NULL), CHATFMT_OK); /* too long */
    assert_null(chatfmt_packer_next(packer));
    assert_int_equal(chatfmt_packer_add(packer, 13, ids, NULL, 2, NULL), CHATFMT_OK);
    const chatfmt_pack *pack = chatfmt_packer_next(packer);
    assert_non_null(pack);
    assert_int_equal(pack->row_count, 2);
    assert_int_equal(pack->rows[0], 10);
    assert_int_equal(pack->rows[1], 13);
    chatfmt_pack_column(pack, CHATFMT_COLUMN_LABELS, 0, 6, got);
    assert_numbers(got, (const int64_t[]){-100, 2, 3, 4, 1, 2}, 6);
    chatfmt_pack_column(pack, CHATFMT_COLUMN_POSITION_IDS, 0, 6, got);
    assert_numbers(got, (const int64_t[]){0, 1, 2, 3, 0, 1}, 6);
    chatfmt_pack_column(pack, CHATFMT_COLUMN_SEQUENCE_IDS, 3, 3, got);
    assert_numbers(got, (const int64_t[]){1, 2, 2}, 3);
    assert_null(chatfmt_packer_next(packer));
    chatfmt_packer_finish(packer);
    pack = chatfmt_packer_next(packer);
    assert_int_equal(pack->count, 3);
    assert_int_equal(pack->length, 6);
    chatfmt_pack_column(pack, CHATFMT_COLUMN_INPUT_IDS, 0, 6, got);
    assert_numbers(got, (const int64_t[]){1, 2, 3, 99, 99, 99}, 6);
    chatfmt_pack_column(pack, CHATFMT_COLUMN_ATTENTION_MASK, 2, 4, got);
    assert_numbers(got, (const int64_t[]){1, 0, 0, 0}, 4);
    assert_null(chatfmt_packer_next(packer));
    chatfmt_packer_free(packer);
    options.size = 0;
    assert_int_equal(chatfmt_packer_new(&options, &packer, NULL), CHATFMT_BAD_ARGUMENT);
    assert_null(packer);
    assert_null(chatfmt_packer_next(NULL));
}

/* Many conversations through few open packs: each comes out once, no pack is too long, and memory
 * that runs out adds nothing and leaks nothing. */
static void pack_all(counting *memory, size_t *rows_out, bool *ran_out)
{
    chatfmt_allocator allocator = counting_allocator(memory);
    chatfmt_packer_options options = CHATFMT_PACKER_OPTIONS_INIT;
    chatfmt_packer *packer;
    uint32_t ids[32] = {0}, random = 1;
    unsigned char seen[500] = {0};
    options.size = 32;
    options.open = 3;
    options.allocator = &allocator;
    *rows_out = 0;
    *ran_out = chatfmt_packer_new(&options, &packer, NULL) != CHATFMT_OK;
    for (size_t i = 0; !*ran_out && i <= sizeof seen; i++) {
        random = random * 1664525u + 1013904223u;
        if (i == sizeof seen) chatfmt_packer_finish(packer);
        else if (chatfmt_packer_add(packer, i, ids, NULL, 1 + random % 32, NULL)) *ran_out = true;
        for (const chatfmt_pack *pack; (pack = chatfmt_packer_next(packer)) != NULL;) {
            assert_true(pack->count <= 32 && pack->ends[pack->row_count - 1] == pack->count);
            for (size_t k = 0; k < pack->row_count; k++) {
                assert_int_equal(seen[pack->rows[k]]++, 0);
                ++*rows_out;
            }
        }
    }
    chatfmt_packer_free(packer);
    assert_int_equal(memory->live, 0);
}

static void test_many(void **state)
{
    counting clean = {.calls = 0};
    size_t count;
    bool ran_out;
    (void)state;
    pack_all(&clean, &count, &ran_out);
    assert_false(ran_out);
    assert_int_equal(count, 500);
    for (size_t n = 1; n <= clean.calls; n++) {
        counting memory = {.fail_at = n};
        pack_all(&memory, &count, &ran_out);
        assert_true(ran_out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layouts), cmocka_unit_test(test_other_columns),
        cmocka_unit_test(test_older_caller), cmocka_unit_test(test_columns),
        cmocka_unit_test(test_packs), cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
