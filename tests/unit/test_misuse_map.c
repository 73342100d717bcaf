/* tests/unit/test_misuse_map.c - wrong arguments of the functions of data sets, outputs, readings and
 * services: refused, and nothing is handed out. */
#include "support/letters.h"

#include "chatfmt/chatfmt.h"
#include "chatfmt/files.h"
#include "chatfmt/reading.h"
#include "chatfmt/service.h"

#include <stdio.h>

#define SOURCE "{% for m in messages %}{{ m.content }}{% endfor %}"
#define TEXT(literal) ((chatfmt_slice){literal, sizeof(literal) - 1})

static chatfmt_model *open_model(void)
{
    chatfmt_model *model;
    FINE(chatfmt_model_from_template(SOURCE, strlen(SOURCE), NULL, &model, NULL));
    return model;
}

/* ---- Mappers and packs ---- */

static void test_columns(void **state)
{
    static const char *const unknown[] = {
        "", "nope", "text,a-name-of-a-column-that-there-is-not-and-that-is-longer-than-sixty-bytes"};
    uint32_t columns;
    (void)state;
    REFUSED(chatfmt_map_columns(NULL, &columns, e));
    REFUSED(chatfmt_map_columns("text", NULL, e));
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        columns = 7;
        GIVES(CHATFMT_NOT_FOUND, chatfmt_map_columns(unknown[i], &columns, e));
        assert_int_equal(columns, 0);
    }
    FINE(chatfmt_map_columns("text,turns", &columns, NULL));
    assert_int_equal(columns, CHATFMT_MAP_TEXT | CHATFMT_MAP_TURNS);
}

static void test_mappers(void **state)
{
    chatfmt_map_options options = CHATFMT_MAP_OPTIONS_INIT;
    chatfmt_map_losses losses = {.cut = 1};
    chatfmt_mapper *mapper = NULL;
    chatfmt_slice out, name;
    (void)state;
    chatfmt_model *model = open_model();
    options.model = model;
    options.columns = CHATFMT_MAP_TEXT;
    REFUSED(chatfmt_mapper_new(NULL, &mapper, e));
    REFUSED(chatfmt_mapper_new(&options, NULL, e));
    options.flags = 64;
    REFUSED(chatfmt_mapper_new(&options, &mapper, e));
    options.flags = 0;
    static const uint32_t columns[] = {0, 1 << 7, 1 << 20, CHATFMT_MAP_MASK, CHATFMT_MAP_SPLIT,
                                       CHATFMT_MAP_TURNS, CHATFMT_MAP_TEXT | CHATFMT_MAP_LABELS};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        options.columns = columns[i];
        REFUSED(chatfmt_mapper_new(&options, &mapper, e));
    }
    assert_string_equal(error.text,
                        "the columns mask, split, turns and labels need a request with a mask");
    options.columns = CHATFMT_MAP_TEXT;
    options.variables.length = 1;
    REFUSED(chatfmt_mapper_new(&options, &mapper, e));
    options.variables.length = 0;
    options.columns = CHATFMT_MAP_INPUT_IDS;
    REFUSED(chatfmt_mapper_new(&options, &mapper, e));
    options.trainer = "train";
    REFUSED(chatfmt_mapper_new(&options, &mapper, e));
    options.trainer = NULL;
    options.columns = CHATFMT_MAP_TEXT;
    options.struct_size = 1;
    REFUSED(chatfmt_mapper_new(&options, &mapper, e));
    options.struct_size = sizeof options;
    FINE(chatfmt_mapper_new(&options, &mapper, NULL));
    REFUSED(chatfmt_mapper_row(NULL, "{}", 2, 1, &out, e));
    REFUSED(chatfmt_mapper_row(mapper, NULL, 2, 1, &out, e));
    REFUSED(chatfmt_mapper_row(mapper, "{}", 2, 1, NULL, e));
    REFUSED(chatfmt_mapper_error(NULL, 1, &error, &out, e));
    REFUSED(chatfmt_mapper_error(mapper, 1, NULL, &out, e));
    REFUSED(chatfmt_mapper_error(mapper, 1, &error, NULL, e));
    assert_int_equal(chatfmt_mapper_place(NULL, &name), 1);
    assert_int_equal(name.length, 0);
    assert_int_equal(chatfmt_mapper_place(mapper, NULL), 1);
    assert_int_equal(chatfmt_value_kind_of(chatfmt_mapper_unwritten(NULL)), CHATFMT_VALUE_ABSENT);
    chatfmt_mapper_take_losses(NULL, &losses);
    assert_int_equal(losses.cut, 0);
    chatfmt_mapper_take_losses(mapper, NULL);
    chatfmt_mapper_free(mapper);
    chatfmt_mapper_free(NULL);
    chatfmt_model_free(model);
}

static void test_packs(void **state)
{
    chatfmt_packer_options packer = CHATFMT_PACKER_OPTIONS_INIT;
    chatfmt_map_packs *packs = NULL;
    chatfmt_slice lines;
    (void)state;
    packer.size = 8;
    REFUSED(chatfmt_map_packs_new(NULL, CHATFMT_MAP_INPUT_IDS, NULL, NULL, &packs, e));
    REFUSED(chatfmt_map_packs_new(&packer, CHATFMT_MAP_INPUT_IDS, NULL, NULL, NULL, e));
    REFUSED(chatfmt_map_packs_new(&packer, CHATFMT_MAP_TEXT, NULL, NULL, &packs, e));
    REFUSED(chatfmt_map_packs_new(&packer, 0, NULL, NULL, &packs, e));
    packer.pads = 1;
    REFUSED(chatfmt_map_packs_new(&packer, CHATFMT_MAP_INPUT_IDS, NULL, NULL, &packs, e));
    packer.pads = 0;
    FINE(chatfmt_map_packs_new(&packer, CHATFMT_MAP_INPUT_IDS, NULL, NULL, &packs, NULL));
    REFUSED(chatfmt_map_packs_take(NULL, "", 0, &lines, e));
    REFUSED(chatfmt_map_packs_take(packs, "", 0, NULL, e));
    FINE(chatfmt_map_packs_take(packs, "", 0, &lines, NULL));
    const uint64_t records[][4] = {{1, 0, 9, 0}, {1, 2, 0, 0}, {1, UINT64_MAX / 2, 0, 0},
                                   {1, UINT64_MAX, 0, 0}, {1, 0, UINT64_MAX, 0}, {1, 0, 0, 1}};
    for (size_t length = 1; length < 24; length++)
        REFUSED(chatfmt_map_packs_take(packs, (const char *)records, length, &lines, e));
    for (size_t i = 0; i < sizeof records / sizeof *records; i++)
        REFUSED(chatfmt_map_packs_take(packs, (const char *)records[i], sizeof *records, &lines, e));
    const uint64_t text[] = {1, 0, 8, 0x0a20202020202020};
    FINE(chatfmt_map_packs_take(packs, (const char *)text, sizeof text, &lines, NULL));
    assert_int_equal(lines.length, 8);
    REFUSED(chatfmt_map_packs_finish(NULL, &lines, e));
    REFUSED(chatfmt_map_packs_finish(packs, NULL, e));
    assert_null(chatfmt_map_packs_about(NULL));
    chatfmt_map_packs_skip(NULL, 1);
    chatfmt_map_packs_free(packs);
    chatfmt_map_packs_free(NULL);
}

/* ---- Jobs and records ---- */

static int64_t read_nothing(void *context, size_t input, char *out, size_t size)
{
    (void)context, (void)input, (void)out, (void)size;
    return 0;
}

static void test_jobs(void **state)
{
    chatfmt_map_job_options options = CHATFMT_MAP_JOB_OPTIONS_INIT;
    chatfmt_map_job *job = NULL, *other = NULL;
    chatfmt_map_block *block = NULL;
    chatfmt_slice lines;
    (void)state;
    options.inputs = 1;
    REFUSED(chatfmt_map_job_new(&options, &job, e));
    options.read = read_nothing;
    REFUSED(chatfmt_map_job_new(NULL, &job, e));
    REFUSED(chatfmt_map_job_new(&options, NULL, e));
    options.struct_size = 1;
    REFUSED(chatfmt_map_job_new(&options, &job, e));
    options.struct_size = sizeof options;
    FINE(chatfmt_map_job_new(&options, &job, NULL));
    FINE(chatfmt_map_job_new(&options, &other, NULL));
    REFUSED(chatfmt_map_block_new(NULL, &block, e));
    REFUSED(chatfmt_map_block_new(job, NULL, e));
    FINE(chatfmt_map_block_new(job, &block, NULL));
    REFUSED(chatfmt_map_job_fill(NULL, block, e));
    REFUSED(chatfmt_map_job_fill(job, NULL, e));
    FINE(chatfmt_map_job_fill(job, block, NULL));
    assert_int_equal(chatfmt_map_block_lines(block), 0);
    assert_int_equal(chatfmt_map_block_lines(NULL), 0);
    assert_int_equal(chatfmt_map_block_wants(NULL), 0);
    assert_int_equal(chatfmt_map_block_run(NULL, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_map_block_run(block, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_map_block_output(NULL).length, 0);
    chatfmt_map_block_lend(NULL, NULL, 0);
    REFUSED(chatfmt_map_job_take(NULL, block, &lines, e));
    REFUSED(chatfmt_map_job_take(job, NULL, &lines, e));
    REFUSED(chatfmt_map_job_take(job, block, NULL, e));
    assert_null(chatfmt_map_job_count(NULL, block));
    assert_null(chatfmt_map_job_count(job, NULL));
    assert_null(chatfmt_map_job_count(other, block));
    REFUSED(chatfmt_map_job_finish(NULL, &lines, e));
    REFUSED(chatfmt_map_job_finish(job, NULL, e));
    assert_null(chatfmt_map_job_about(NULL));
    chatfmt_map_block_free(block);
    chatfmt_map_block_free(NULL);
    chatfmt_map_job_free(other);
    chatfmt_map_job_free(job);
    chatfmt_map_job_free(NULL);
}

static void test_records(void **state)
{
    chatfmt_map_record *record = chatfmt_map_record_new(NULL);
    chatfmt_slice json;
    (void)state;
    assert_non_null(record);
    chatfmt_map_record_add(NULL, "a", "b");
    chatfmt_map_record_add_hash(NULL, "a", 1);
    assert_null(chatfmt_map_record_find(NULL, "a"));
    assert_null(chatfmt_map_record_find(record, "a"));
    assert_int_equal(chatfmt_map_record_json(NULL, &json), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_map_record_json(record, NULL), CHATFMT_BAD_ARGUMENT);
    REFUSED(chatfmt_map_record_read(NULL, "{}", 2, e));
    REFUSED(chatfmt_map_record_read(record, NULL, 2, e));
    GIVES(CHATFMT_INPUT, chatfmt_map_record_read(record, "[5]", 3, e));
    assert_string_equal(error.text, "the record is not an object");
    GIVES(CHATFMT_INPUT, chatfmt_map_record_read(record, TEXT("{\"a\": \"b\", \"k\": [1]}").data, 20, e));
    assert_string_equal(error.text, "the row 'k' of the record is not a text");
    assert_null(chatfmt_map_record_find(record, "a"));
    assert_null(chatfmt_map_record_differs(record, record, NULL));
    assert_int_equal(chatfmt_map_hash(7, (chatfmt_slice){NULL, 0}), chatfmt_map_hash(7, TEXT("")));
    chatfmt_map_record_free(record);
    chatfmt_map_record_free(NULL);
}

static void test_outputs(void **state)
{
    chatfmt_map_output *output = NULL;
    uint64_t lines;
    (void)state;
    REFUSED(chatfmt_map_output_new("x", 0, NULL, NULL, e));
    REFUSED(chatfmt_map_output_new("x", 1u << 31, NULL, &output, e));
    assert_int_equal(chatfmt_map_output_is(NULL, "x"), 0);
    assert_int_equal(chatfmt_map_output_count(NULL, &lines), 0);
    assert_null(chatfmt_map_output_record(NULL));
    assert_null(chatfmt_map_output_recorded(NULL, "a"));
    assert_null(chatfmt_map_output_about(NULL));
    chatfmt_map_output_may_change(NULL, "a", "b");
    chatfmt_map_output_free(NULL);
}

/* ---- Readings and services ---- */

static void test_readings(void **state)
{
    static const char described[] =
        "{\"start_anchor\": \"<a>\", \"fields\": {\"content\": {\"open\": \"<c>\", \"close\": \"</c>\"}}}";
    chatfmt_reading_options options = CHATFMT_READING_OPTIONS_INIT;
    chatfmt_reply_options reply = CHATFMT_REPLY_OPTIONS_INIT;
    const chatfmt_slice stop = TEXT("x");
    chatfmt_response_template *description;
    chatfmt_reading *reading = NULL;
    chatfmt_slice json;
    uint64_t bad;
    const uint32_t id = 1;
    (void)state;
    REFUSED(chatfmt_reading_new(NULL, NULL, e));
    options.reply = &reply;
    for (int i = 0; i < 4; i++) {
        reply = (chatfmt_reply_options)CHATFMT_REPLY_OPTIONS_INIT;
        if (i == 0) reply.flags = CHATFMT_REPLY_ONE_CALL;
        if (i == 1) reply.stops = &stop, reply.stop_count = 1;
        if (i == 2) reply.begun = stop;
        if (i == 3) reply.calls_before = 1;
        REFUSED(chatfmt_reading_new(&options, &reading, e));
        assert_null(reading);
    }
    FINE(chatfmt_response_template_new(described, strlen(described), CHATFMT_RESPONSE_TEMPLATE, NULL,
                                       NULL, &description, NULL));
    options.description = description;
    REFUSED(chatfmt_reading_new(&options, &reading, e));
    options = (chatfmt_reading_options)CHATFMT_READING_OPTIONS_INIT;
    FINE(chatfmt_reading_new(&options, &reading, NULL));
    REFUSED(chatfmt_reading_feed(NULL, "a", 1, e));
    REFUSED(chatfmt_reading_feed(reading, NULL, 1, e));
    FINE(chatfmt_reading_feed(reading, NULL, 0, NULL));
    REFUSED(chatfmt_reading_feed_ids(NULL, NULL, &id, 1, e));
    REFUSED(chatfmt_reading_feed_ids(reading, NULL, &id, 1, e));
    REFUSED(chatfmt_reading_feed_id_text(NULL, NULL, "1", 1, e));
    REFUSED(chatfmt_reading_feed_id_text(reading, NULL, "1", 1, e));
    REFUSED(chatfmt_reading_finish(NULL, e));
    assert_null(chatfmt_reading_next(NULL));
    REFUSED(chatfmt_reading_message(NULL, &json, e));
    REFUSED(chatfmt_reading_message(reading, NULL, e));
    assert_int_equal(chatfmt_reading_is_utf8(reading, NULL), 1);
    (void)chatfmt_reading_is_utf8(NULL, &bad);
    chatfmt_reading_free(reading);
    chatfmt_reading_free(NULL);
    chatfmt_response_template_free(description);
}

static void test_services(void **state)
{
    chatfmt_service_options options = CHATFMT_SERVICE_OPTIONS_INIT;
    chatfmt_service *service = NULL;
    chatfmt_slice answer;
    (void)state;
    REFUSED(chatfmt_service_new(NULL, NULL, e));
    options.kind = 9;
    REFUSED(chatfmt_service_new(&options, &service, e));
    options.kind = CHATFMT_SERVICE_ENCODE;
    REFUSED(chatfmt_service_new(&options, &service, e));
    letters l = letters_open();
    options.tokenizer = l.tokenizer;
    options.encoder = l.encoder;
    static const uint32_t flags[] = {CHATFMT_SERVICE_STRICT, 0,
                                     CHATFMT_SERVICE_OFFSETS | CHATFMT_SERVICE_ADD_SPECIAL,
                                     CHATFMT_SERVICE_SKIP_SPECIAL};
    for (options.kind = 0; options.kind < 4; options.kind++)
        for (int bit = 0; bit < 32; bit++) { /* each kind has its own */
            options.flags = 1u << bit;
            assert_int_equal(chatfmt_service_new(&options, &service, NULL),
                             options.flags & flags[options.kind] ? CHATFMT_OK : CHATFMT_BAD_ARGUMENT);
            chatfmt_service_free(service);
        }
    options.kind = CHATFMT_SERVICE_ENCODE;
    options.flags = 0;
    options.policy = (chatfmt_token_policy)6;
    REFUSED(chatfmt_service_new(&options, &service, e));
    options.policy = CHATFMT_TOKENS_ANY;
    options.reserved = 5;
    REFUSED(chatfmt_service_new(&options, &service, e));
    options.reserved = 0;
    options.kind = CHATFMT_SERVICE_RENDER;
    FINE(chatfmt_service_new(&options, &service, NULL));
    REFUSED(chatfmt_service_answer(NULL, "{}", 2, &answer, e));
    REFUSED(chatfmt_service_answer(service, NULL, 2, &answer, e));
    REFUSED(chatfmt_service_answer(service, "{}", 2, NULL, e));
    REFUSED(chatfmt_service_feed(NULL, "{}", 2, 1, &answer, e));
    REFUSED(chatfmt_service_feed(service, NULL, 2, 1, &answer, e));
    REFUSED(chatfmt_service_feed(service, "{}", 2, 1, NULL, e));
    REFUSED(chatfmt_request_check_variables(NULL, 2, e));
    GIVES(CHATFMT_INPUT, chatfmt_request_check_variables("[]", 2, e));
    chatfmt_service_free(service);
    chatfmt_service_free(NULL);
    letters_close(&l);
}

static void test_json_of_parts(void **state)
{
    char *json;
    (void)state;
    const chatfmt_slice none = {NULL, 1};
    const chatfmt_format_match match = {TEXT("a"), TEXT("b"), TEXT("c"), TEXT("d"), {NULL, 0}, {NULL, 0}, 0};
    REFUSED(chatfmt_report_lines(none, TEXT(""), 0, &json, NULL, e));
    REFUSED(chatfmt_report_lines(TEXT(""), none, 0, &json, NULL, e));
    REFUSED(chatfmt_report_match(none, &match, 0, &json, NULL, e));
    REFUSED(chatfmt_format_match_json(none, &match, &json, NULL, e));
    REFUSED(chatfmt_report_spans(none, NULL, 0, &json, NULL, e));
    REFUSED(chatfmt_report_tokens(none, NULL, 0, &json, NULL, e));
    REFUSED(chatfmt_event_json(NULL, &json, NULL, e));
    REFUSED(chatfmt_region_event_json(NULL, &json, NULL, e));
    REFUSED(chatfmt_format_stops_json(NULL, (chatfmt_value){0}, &json, NULL, e));
    REFUSED(chatfmt_rendered_json(NULL, TEXT(""), NULL, (chatfmt_value){0}, (chatfmt_value){0}, 0, &json, NULL, e));
    REFUSED(chatfmt_tokens_json(NULL, TEXT(""), NULL, NULL, 0, 0, &json, NULL, e));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_columns),  cmocka_unit_test(test_mappers),  cmocka_unit_test(test_packs),
        cmocka_unit_test(test_jobs),     cmocka_unit_test(test_records),  cmocka_unit_test(test_outputs),
        cmocka_unit_test(test_readings), cmocka_unit_test(test_services), cmocka_unit_test(test_json_of_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
