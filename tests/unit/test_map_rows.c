/* tests/unit/test_map_rows.c - rows with a tokenizer (chatfmt/map.h): variables of every row, columns and records of ids,
 * packs, what rows lose, long texts, memory that ends.
 */
#include "chatfmt/chatfmt.h"
#include "support/counting.h"
#include "support/letters.h"

#include <stdio.h>
#include <stdlib.h>

#define TEXT(literal) ((chatfmt_slice){literal, sizeof(literal) - 1})
#define SOURCE                                                                                  \
    "{{ before }}{{ tools|length if tools }}{% for m in messages %}{{ m.content }}{% endfor %}"

typedef struct desk {
    letters l;
    chatfmt_model *model;
    chatfmt_request *request;
    chatfmt_map_options options;
    chatfmt_mapper *mapper;
} desk;

static desk desk_open(uint32_t columns, bool with_tokens)
{
    desk d = {.options = CHATFMT_MAP_OPTIONS_INIT};
    d.l = letters_open();
    FINE(chatfmt_model_from_template(SOURCE, strlen(SOURCE), NULL, &d.model, NULL));
    FINE(chatfmt_request_new(NULL, &d.request, NULL));
    d.options.model = d.model;
    d.options.request = d.request;
    d.options.columns = columns;
    if (with_tokens) d.options.tokenizer = d.l.tokenizer;
    return d;
}

static void desk_close(desk *d)
{
    chatfmt_mapper_free(d->mapper);
    chatfmt_request_free(d->request);
    chatfmt_model_free(d->model);
    letters_close(&d->l);
}

static void desk_begin(desk *d)
{
    chatfmt_mapper_free(d->mapper);
    FINE(chatfmt_mapper_new(&d->options, &d->mapper, NULL));
}

static const char *row_of(desk *d, const char *line)
{
    static char copy[1 << 12];
    chatfmt_slice out;
    error.text[0] = '\0';
    if (chatfmt_mapper_row(d->mapper, line, strlen(line), 1, &out, &error)) return error.text;
    assert_true(out.length < sizeof copy);
    memcpy(copy, out.data, out.length);
    copy[out.length] = '\0';
    return copy;
}

#define A "{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}"

/* ---- Variables of every row ---- */

static void test_variables(void **state)
{
    static const struct {
        const char *variables, *row, *out; /* out: in what comes out */
    } rows[] = {
        {"{\"before\":\"x\"}", A, "{\"text\": \"xa\"}\n"},
        {"{\"tools\":[{},{}]}", A, "{\"text\": \"2a\"}\n"},
        {"{\"tools\":[{},{}]}", "{\"messages\":[{\"role\":\"user\",\"content\":\"\"}],\"tools\":[{}]}", "{\"text\": \"2\"}\n"},
        {"{\"before\":\"x\"}", "{\"messages\":[{\"role\":\"user\",\"content\":\"\"}],\"chat_template_kwargs\":{\"before\":\"y\"}}", "{\"text\": \"y\"}\n"},
    };
    static const struct {
        const char *variables, *why;
    } bad[] = {
        {"{\"before\":", "malformed JSON: expecting value"},
        {"5", "variables is not an object"},
        {"[1]", "variables is not an object"},
        {"{\"chat_template\":5}", "chat_template: expected a text or null"},
        {"{\"messages\":[]}", "messages is not used here"},
        {"{\"conversation\":[]}", "conversation is not used here"},
        {"{\"tokenize\":true}", "tokenize is not used here"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        desk d = desk_open(CHATFMT_MAP_TEXT, false);
        d.options.variables = (chatfmt_slice){bad[i].variables, strlen(bad[i].variables)};
        assert_true(chatfmt_mapper_new(&d.options, &d.mapper, &error) != CHATFMT_OK);
        if (!strstr(error.text, bad[i].why)) fail_msg("%s: %s", bad[i].variables, error.text);
        desk_close(&d);
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int spans = 0; spans < 2; spans++) {
            desk d = desk_open(CHATFMT_MAP_TEXT, false);
            d.options.variables = (chatfmt_slice){rows[i].variables, strlen(rows[i].variables)};
            if (spans) FINE(chatfmt_request_word(d.request, "spans", NULL, NULL));
            desk_begin(&d);
            for (int again = 0; again < 2; again++)
                if (!strstr(row_of(&d, rows[i].row), rows[i].out))
                    fail_msg("%s: %s", rows[i].variables, row_of(&d, rows[i].row));
            desk_close(&d);
        }
}

/* ---- What a row asks for itself ---- */

static void test_row_length(void **state)
{
#define OF_ROW(kwargs) "{\"messages\":[{\"role\":\"user\",\"content\":\"abcabc\"}],\"chat_template_kwargs\":{" kwargs "}}"
    static const struct {
        const char *fit, *row, *out;
    } rows[] = {
        {"truncate", OF_ROW("\"max_length\":2"), "[10, 2]"},
        {"truncate", OF_ROW("\"max_length\":9"), "[10, 2, 10]"},
        {"truncate", OF_ROW("\"truncation\":false"), "[10, 2, 10]"},
        {"refuse", OF_ROW("\"max_length\":9"), "max_length is 3"},
        {"refuse", OF_ROW("\"truncation\":false,\"max_length\":9"), "max_length is 3"},
        {"refuse", OF_ROW("\"truncation\":null"), "max_length is 3"},
        {"none", OF_ROW("\"max_length\":2,\"truncation\":true"), "[10, 2]"},
        {"none", OF_ROW("\"max_length\":2,\"truncation\":null"), "[10, 2]"},
        {"none", OF_ROW("\"max_length\":2"), "[10, 2, 10, 2]"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        desk d = desk_open(CHATFMT_MAP_INPUT_IDS, true);
        d.request->prompt->max_length = 3;
        FINE(chatfmt_request_word(d.request, "fit", rows[i].fit, NULL));
        d.request->wants_ids = 1;
        desk_begin(&d);
        if (!strstr(row_of(&d, rows[i].row), rows[i].out))
            fail_msg("%s %s: %s", rows[i].fit, rows[i].row, row_of(&d, rows[i].row));
        desk_close(&d);
    }
}

/* ---- Texts ---- */

/* Longer than what is quoted at once, with what JSON has long and short forms for at every place. */
static void test_long_text(void **state)
{
    enum { LENGTH = 50000 };
    desk d = desk_open(CHATFMT_MAP_TEXT, false);
    char *line = malloc(7 * LENGTH), *want = malloc(7 * LENGTH);
    chatfmt_slice out;
    (void)state;
    assert_true(line && want);
    desk_begin(&d);
    for (size_t every = 1; every < 40000; every = every * 3 + 2) {
        char *to = line + sprintf(line, "{\"messages\":[{\"role\":\"user\",\"content\":\"");
        char *copy = want + sprintf(want, "{\"text\": \"");
        for (size_t i = 0; i < LENGTH; i++) {
            static const char *const forms[] = {"\\u0001", "\\n", "\\\"", "\\\\", "\\u001f"};
            const char *form = i % every ? "x" : forms[i / every % 5];
            to = (char *)memcpy(to, form, strlen(form)) + strlen(form);
            copy = (char *)memcpy(copy, form, strlen(form)) + strlen(form);
        }
        strcpy(to, "\"}]}");
        strcpy(copy, "\"}\n");
        FINE(chatfmt_mapper_row(d.mapper, line, strlen(line), 1, &out, NULL));
        assert_int_equal(out.length, strlen(want));
        assert_memory_equal(out.data, want, out.length);
    }
    free(line);
    free(want);
    desk_close(&d);
}

/* ---- Every set of columns ---- */

/* With and without what comes by itself, each of which follows any column, or none. */
static void test_sets_of_columns(void **state)
{
    static const char plain[] = A;
    static const char row[] = "{\"id\":[7],\"messages\":[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"assistant\",\"content\":null},"
                              "{\"role\":\"user\",\"content\":\"c<s>\",\"name\":\"no\"}]}";
    static const char *const words[][2] = {{"null_to_empty", NULL}, {"policy", "special"}, {"fit", "truncate"}};
    static const char *const by_themselves[] = {"changes", "lost", "attempts", "unwritten"};
    chatfmt_values *values;
    (void)state;
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    for (uint32_t set = 1; set < 1 << 12; set++) {
        uint32_t ids = set >> 7, columns = (set & 0x7F) | ids << 8;
        desk d = desk_open(columns, true);
        chatfmt_value out;
        FINE(chatfmt_request_word(d.request, "mask", "derived", NULL));
        for (int all = 0; all < 2; all++) {
            for (size_t i = 0; all && i < sizeof words / sizeof *words; i++) FINE(chatfmt_request_word(d.request, words[i][0], words[i][1], NULL));
            if (all) d.options.variables = TEXT("{\"max_length\":1}"), d.request->wants_ids = 1;
            if (all) d.options.flags = CHATFMT_MAP_WATCH;
            desk_begin(&d);
            const char *line = row_of(&d, all ? row : plain);
            if (chatfmt_value_read_json(values, line, strlen(line), &out, NULL)) fail_msg("%x: %s", (unsigned)columns, line);
            assert_int_not_equal(chatfmt_value_count(out), 0);
            for (size_t i = 0; i < sizeof by_themselves / sizeof *by_themselves; i++)
                if ((chatfmt_value_kind_of(chatfmt_value_get(out, by_themselves[i])) != CHATFMT_VALUE_ABSENT) != all)
                    fail_msg("%s: %s", by_themselves[i], line);
            chatfmt_values_reset(values);
        }
        desk_close(&d);
    }
    chatfmt_values_free(values);
}

/* ---- What rows lose, and what is watched ---- */

static void test_watched(void **state)
{
    static const char row[] = "{\"messages\":[{\"role\":\"user\",\"content\":\"a\",\"name\":\"no\"},{\"role\":\"assistant\",\"content\":\"b\"},"
                              "{\"role\":\"user\",\"content\":\"c\"}],\"tools\":null}";
    desk d = desk_open(CHATFMT_MAP_TEXT | CHATFMT_MAP_INPUT_IDS, true);
    chatfmt_map_losses losses;
    (void)state;
    d.options.flags = CHATFMT_MAP_WATCH;
    desk_begin(&d);
    assert_string_equal(row_of(&d, row), "{\"text\": \"abc\", \"input_ids\": [10, 2], \"unwritten\": [\"messages[0].name\"]}\n");
    d.options.variables = TEXT("{\"max_length\":1}");
    d.request->wants_ids = 1;
    FINE(chatfmt_request_word(d.request, "fit", "drop", NULL));
    desk_begin(&d); /* what was left out to fit is lost, and not unwritten */
    assert_string_equal(row_of(&d, row), "{\"text\": \"c\", \"input_ids\": [2], \"lost\": {\"messages\": 2, \"first_message\": 0}}\n");
    assert_int_equal(chatfmt_value_kind_of(chatfmt_mapper_unwritten(d.mapper)), CHATFMT_VALUE_ABSENT);
    chatfmt_mapper_take_losses(d.mapper, &losses);
    assert_int_equal(losses.dropped, 1);
    assert_int_equal(losses.unwritten, 0);
    desk_close(&d);
}

static void test_losses(void **state)
{
    static const char preference[] = "{\"prompt\":[{\"role\":\"user\",\"content\":\"a\"}],\"chosen\":[{\"role\":\"assistant\",\"content\":\"b\"}],"
                                     "\"rejected\":[{\"role\":\"assistant\",\"content\":\"c\"}]}";
    static const struct {
        const char *column, *out;
        uint64_t preferences;
    } rows[] = {{"", "\"input_ids\": [0], \"labels\": [-100]", 1},
                {"chosen", "\"input_ids\": [10]", 0},
                {"rejected", "\"input_ids\": [0, 2]", 0}};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        desk d = desk_open(CHATFMT_MAP_INPUT_IDS | CHATFMT_MAP_LABELS, true);
        chatfmt_map_losses losses;
        FINE(chatfmt_request_word(d.request, "mask", "derived", NULL));
        d.options.row.column = (chatfmt_slice){rows[i].column, strlen(rows[i].column)};
        desk_begin(&d);
        if (!strstr(row_of(&d, preference), rows[i].out)) fail_msg("%s", row_of(&d, preference));
        if (!i) assert_string_equal(row_of(&d, "{\"messages\":[{\"role\":\"user\",\"content\":\"\"}]}"), "{\"input_ids\": [], \"labels\": []}\n"); /* nothing to learn */
        chatfmt_mapper_take_losses(d.mapper, &losses);
        assert_int_equal(losses.preferences, rows[i].preferences);
        assert_int_equal(losses.unlearned, i ? 0 : 2);
        desk_close(&d);
    }
}

static void test_no_layout(void **state)
{
    chatfmt_error e;
    (void)state;
    desk d = desk_open(CHATFMT_MAP_TEXT, false);
    d.options.row.layout = TEXT("alpacca");
    assert_int_equal(chatfmt_mapper_new(&d.options, &d.mapper, &e), CHATFMT_NOT_FOUND);
    assert_string_equal(e.text, "there is no layout 'alpacca'");
    desk_close(&d);
}

static void test_layouts(void **state)
{
    static const char *const rows[][2] = {
        {"{\"conversation\":[{\"system\":\"s\",\"input\":\"a\",\"output\":\"b\",\"output_with_loss\":true}]}", "{\"text\": \"sab\"}\n"},
        {"{\"conversation\":[{\"system\":\"\",\"input\":\"a\",\"output\":\"b\",\"output_with_loss\":false}]}", "{\"text\": \"ab\"}\n"},
        {"{\"conversation\":[{\"input\":\"a\"},{\"output\":\"b\"}]}", "{\"text\": \"ab\"}\n"},
        {"{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}],\"system\":\"\"}", "{\"text\": \"a\"}\n"},
        {"{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}],\"system\":\"s\"}", "{\"text\": \"sa\"}\n"},
        {"{\"messages\":[{\"role\":\"system\",\"content\":\"t\"}],\"system\":\"s\"}", "{\"text\": \"t\"}\n"},
    };
    desk d = desk_open(CHATFMT_MAP_TEXT, false);
    (void)state;
    desk_begin(&d);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) assert_string_equal(row_of(&d, rows[i][0]), rows[i][1]);
    desk_close(&d);
}

/* ---- Records and packs ---- */

static void test_packs(void **state)
{
    static const char *const lines[] = {A, "{\"messages\":[{\"role\":\"user\",\"content\":\"\"}]}", "{", A, A};
    chatfmt_packer_options packer = CHATFMT_PACKER_OPTIONS_INIT;
    chatfmt_map_packs *packs;
    chatfmt_slice out, record;
    char all[1024] = "";
    desk d = desk_open(0, true);
    (void)state;
    d.options.flags = CHATFMT_MAP_RECORDS;
    desk_begin(&d);
    packer.size = 2;
    packer.open = 1;
    packer.pads = 1;
    REFUSED(chatfmt_map_packs_new(&packer, CHATFMT_MAP_INPUT_IDS, d.model, NULL, &packs, e));
    GIVES(CHATFMT_VALUE, chatfmt_map_packs_new(&packer, CHATFMT_MAP_INPUT_IDS, d.model, d.l.tokenizer, &packs, e));
    packer.pads = 0;
    packer.struct_size = 1;
    REFUSED(chatfmt_map_packs_new(&packer, CHATFMT_MAP_INPUT_IDS, NULL, NULL, &packs, e));
    packer.struct_size = sizeof packer;
    packer.size = 0;
    REFUSED(chatfmt_map_packs_new(&packer, CHATFMT_MAP_INPUT_IDS, NULL, NULL, &packs, e));
    packer.size = 2;
    FINE(chatfmt_map_packs_new(&packer, CHATFMT_MAP_INPUT_IDS, NULL, NULL, &packs, NULL));
    REFUSED(chatfmt_map_packs_take(packs, NULL, 1, &out, e));
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (chatfmt_mapper_row(d.mapper, lines[i], strlen(lines[i]), i + 1, &record, &error))
            FINE(chatfmt_mapper_error(d.mapper, i + 1, &error, &record, NULL));
        FINE(chatfmt_map_packs_take(packs, record.data, record.length, &out, NULL));
        strncat(all, out.data, out.length);
    }
    FINE(chatfmt_map_packs_finish(packs, &out, NULL));
    strncat(all, out.data, out.length);
    const char *first = strstr(all, "{\"lines\": [1, 4], \"input_ids\": [0, 0]}\n");
    assert_non_null(first);
    assert_non_null(strstr(all, "{\"lines\": [5], \"input_ids\": [0]}\n"));
    assert_non_null(strstr(all, "{\"line\": 3, \"error\": {\"kind\": "));
    assert_int_equal(chatfmt_map_packs_about(packs)->tokens, 3);
    assert_int_equal(chatfmt_map_packs_about(packs)->lines, 3);
    chatfmt_map_packs_free(packs);
    desk_close(&d);
}

/* An error without words is told by its kind. */
static void test_errors(void **state)
{
    chatfmt_error bare = {.status = CHATFMT_LIMIT};
    chatfmt_slice out;
    desk d = desk_open(CHATFMT_MAP_TEXT, false);
    (void)state;
    desk_begin(&d);
    FINE(chatfmt_mapper_error(d.mapper, 4, &bare, &out, NULL));
    const char want[] = "{\"line\": 4, \"error\": {\"kind\": \"limit\", \"message\": \"";
    assert_memory_equal(out.data, want, sizeof want - 1);
    assert_true(out.length > sizeof want + 5);
    chatfmt_error why;
    const char empty[] = "{\"messages\":[{\"role\":\"user\",\"content\":\"\",\"name\":\"n\"}]}";
    const char kind[] = "{\"line\": 5, \"error\": {\"kind\": \"empty_prompt\", ";
    assert_int_equal(chatfmt_mapper_row(d.mapper, empty, sizeof empty - 1, 5, &out, &why), CHATFMT_VALUE);
    FINE(chatfmt_mapper_error(d.mapper, 5, &why, &out, NULL));
    assert_memory_equal(out.data, kind, sizeof kind - 1);
    desk_close(&d);
}

static void test_options(void **state)
{
    desk d = desk_open(CHATFMT_MAP_INPUT_IDS, false);
    (void)state;
    d.options.trainer = "train";
    REFUSED(chatfmt_mapper_new(&d.options, &d.mapper, e)); /* no tokenizer */
    d.options.columns = CHATFMT_MAP_TEXT;
    REFUSED(chatfmt_mapper_new(&d.options, &d.mapper, e));
    d.options.tokenizer = d.l.tokenizer;
    REFUSED(chatfmt_mapper_new(&d.options, &d.mapper, e)); /* no format */
    d.options.flags = CHATFMT_MAP_WATCH;
    REFUSED(chatfmt_mapper_new(&d.options, &d.mapper, e)); /* both */
    assert_null(d.mapper);
    desk_close(&d);
}

/* ---- Memory ---- */

static const char *const lines_of[] = {A, "{\"messages\":[{\"role\":\"user\",\"content\":\"ab\",\"name\":\"x\"}],\"id\":[1]}"};

static chatfmt_status work(desk *d, const chatfmt_allocator *allocator, bool packed, char *out, size_t room)
{
    chatfmt_packer_options packer = CHATFMT_PACKER_OPTIONS_INIT;
    chatfmt_map_packs *packs = NULL;
    chatfmt_slice line;
    out[0] = '\0';
    d->options.allocator = packer.allocator = allocator;
    packer.size = 3;
    d->mapper = NULL;
    chatfmt_status status = chatfmt_mapper_new(&d->options, &d->mapper, NULL);
    if (!status && packed)
        status = chatfmt_map_packs_new(&packer, CHATFMT_MAP_INPUT_IDS, NULL, NULL, &packs, NULL);
    for (size_t i = 0; i < 2 && !status; i++) {
        chatfmt_error why = {.status = CHATFMT_VALUE, .text = "no"};
        status = chatfmt_mapper_row(d->mapper, lines_of[i], strlen(lines_of[i]), i + 1, &line, NULL);
        if (!status && packed) status = chatfmt_map_packs_take(packs, line.data, line.length, &line, NULL);
        if (!status && strlen(out) + line.length < room) strncat(out, line.data, line.length);
        if (!status && packed) status = chatfmt_mapper_error(d->mapper, i + 1, &why, &line, NULL);
        if (!packed) continue;
        if (!status && packed) status = chatfmt_map_packs_take(packs, line.data, line.length, &line, NULL);
        if (!status && strlen(out) + line.length < room) strncat(out, line.data, line.length);
    }
    if (!status && packed) status = chatfmt_map_packs_finish(packs, &line, NULL);
    if (!status && packed && strlen(out) + line.length < room) strncat(out, line.data, line.length);
    chatfmt_map_packs_free(packs);
    chatfmt_mapper_free(d->mapper);
    d->mapper = NULL;
    return status;
}

/* The same lines, or an error; nothing stays. */
static void test_no_memory(void **state)
{
    (void)state;
    for (int packed = 0; packed < 2; packed++) {
        desk d = desk_open(packed ? 0 : CHATFMT_MAP_ID | CHATFMT_MAP_INPUT_IDS | CHATFMT_MAP_LABELS, true);
        counting memory = {.fail_at = 0};
        chatfmt_allocator allocator = counting_allocator(&memory);
        char usual[512], out[512];
        FINE(chatfmt_request_word(d.request, "mask", "derived", NULL));
        d.options.flags = packed ? CHATFMT_MAP_RECORDS : CHATFMT_MAP_WATCH;
        d.options.variables = TEXT("{\"before\":\"j\"}");
        FINE(work(&d, &allocator, packed, usual, sizeof usual));
        assert_string_not_equal(usual, "");
        for (size_t at = 1, calls = memory.calls; at <= calls; at++) {
            memory = (counting){.fail_at = at, .fail_after = 1};
            chatfmt_status status = work(&d, &allocator, packed, out, sizeof out);
            if (status && status != CHATFMT_NO_MEMORY) fail_msg("packed %d, at %zu of %zu: status %d", packed, at, calls, (int)status);
            if (!status) assert_string_equal(out, usual);
            if (memory.live) print_message("packed %d, at %zu of %zu: %zu, status %d\n", packed, at, calls, memory.live, (int)status);
        }
        desk_close(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variables), cmocka_unit_test(test_long_text), cmocka_unit_test(test_watched), cmocka_unit_test(test_sets_of_columns),
        cmocka_unit_test(test_losses),    cmocka_unit_test(test_layouts), cmocka_unit_test(test_no_layout),  cmocka_unit_test(test_packs),     cmocka_unit_test(test_errors),
        cmocka_unit_test(test_options),   cmocka_unit_test(test_no_memory),  cmocka_unit_test(test_row_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
