/* tests/unit/test_reading.c - replies read in one way, whatever reads them (chatfmt/reading.h). */
#include "chatfmt/chatfmt.h"
#include "support/counting.h"
#include "support/letters.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char hermes[] = "ok<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": 1}}\n</tool_call>";

/* All events one after the other, and then the message. */
static void read_all(chatfmt_reading *reading, const char *text, char *out, size_t room)
{
    const chatfmt_reading_event *event;
    chatfmt_slice json;
    out[0] = 0;
    for (size_t i = 0; text[i]; i++) {
        FINE(chatfmt_reading_feed(reading, text + i, 1, NULL));
        while ((event = chatfmt_reading_next(reading)))
            snprintf(out + strlen(out), room - strlen(out), "%.*s\n", (int)event->json.length, event->json.data);
    }
    FINE(chatfmt_reading_finish(reading, NULL));
    while ((event = chatfmt_reading_next(reading)))
        snprintf(out + strlen(out), room - strlen(out), "%.*s\n", (int)event->json.length, event->json.data);
    FINE(chatfmt_reading_message(reading, &json, NULL));
    snprintf(out + strlen(out), room - strlen(out), "%.*s", (int)json.length, json.data);
}

static void test_reader(void **state)
{
    chatfmt_reading_options options = CHATFMT_READING_OPTIONS_INIT;
    chatfmt_reader_options wanted = CHATFMT_READER_OPTIONS_INIT;
    chatfmt_reader *reader;
    chatfmt_reading *reading;
    char out[4096];
    (void)state;
    wanted.wanted = (chatfmt_slice){"hermes", 6};
    FINE(chatfmt_reader_choose(NULL, &wanted, &reader, NULL));
    options.reader = reader;
    FINE(chatfmt_reading_new(&options, &reading, NULL));
    read_all(reading, hermes, out, sizeof out);
    assert_non_null(strstr(out, "{\"event\": \"call\", \"call\": 0, \"name\": \"f\""));
    assert_non_null(strstr(out, "\"arguments\": \"{\\\"a\\\": 1}\""));
    chatfmt_reading_free(reading);
    chatfmt_reader_free(reader);
}

/* The message before the first feed and the arguments that follow are one JSON text, however the rest is cut. */
static void test_begun_calls(const char *family)
{
    static const char text[] = "<tool_call>\n<function=f>\n<parameter=city>\nOslo\n</parameter>\n<parameter=n>\n3\n</parameter>\n"
                               "</function>\n</tool_call>";
    chatfmt_reader_options wanted = CHATFMT_READER_OPTIONS_INIT;
    chatfmt_reading_options options = CHATFMT_READING_OPTIONS_INIT;
    chatfmt_reply_options reply = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_reader *reader;
    wanted.wanted = (chatfmt_slice){family, strlen(family)};
    FINE(chatfmt_reader_choose(NULL, &wanted, &reader, NULL));
    options.reader = reader;
    options.reply = &reply;
    for (size_t begun = sizeof "<tool_call>\n<function=f>\n" - 1; begun < sizeof text; begun++) {
        for (size_t step = 1; step < sizeof text; step += sizeof text - 2) {
            chatfmt_reading *reading;
            const chatfmt_reading_event *event;
            chatfmt_slice json;
            char got[256] = "", seen[1024], *from, *end;
            reply.begun = (chatfmt_slice){text, begun};
            FINE(chatfmt_reading_new(&options, &reading, NULL));
            FINE(chatfmt_reading_message(reading, &json, NULL));
            snprintf(seen, sizeof seen, "%.*s", (int)json.length, json.data); /* a slice has no byte 0 */
            if ((from = strstr(seen, "\"arguments\": \""))) {
                snprintf(got, sizeof got, "%s", from + sizeof "\"arguments\": \"" - 1);
                if ((end = strstr(got, "\"}}]}"))) *end = 0;
            }
            for (size_t at = begun, part; at <= sizeof text - 1; at += part) {
                part = step < sizeof text - 1 - at ? step : sizeof text - 1 - at;
                while ((event = chatfmt_reading_next(reading))) {
                    if (event->event->kind != CHATFMT_EVENT_ARGUMENTS) continue;
                    snprintf(seen, sizeof seen, "%.*s", (int)event->json.length, event->json.data);
                    assert_non_null(from = strstr(seen, "\"text\": \""));
                    snprintf(got + strlen(got), sizeof got - strlen(got), "%s", from + sizeof "\"text\": \"" - 1);
                    if ((end = strstr(got, "\", \"begin\""))) *end = 0;
                }
                if (!part) break;
                FINE(chatfmt_reading_feed(reading, text + at, part, NULL));
            }
            assert_string_equal(got, "{\\\"city\\\": \\\"Oslo\\\", \\\"n\\\": \\\"3\\\"}");
            chatfmt_reading_free(reading);
        }
    }
    chatfmt_reader_free(reader);
}

/* Events are about what follows the text that the prompt has already; an id after the arguments is in the end of its call. */
static void test_begun_and_late_ids(void **state)
{
    chatfmt_reading_options options = CHATFMT_READING_OPTIONS_INIT;
    chatfmt_reader_options wanted = CHATFMT_READER_OPTIONS_INIT;
    chatfmt_reply_options reply = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_reader *reader;
    chatfmt_reading *reading;
    char out[4096];
    (void)state;
    wanted.wanted = (chatfmt_slice){"mistral", 7};
    test_begun_calls("qwen3-coder");
    FINE(chatfmt_reader_choose(NULL, &wanted, &reader, NULL));
    options.reader = reader;
    options.reply = &reply;
    reply.begun = (chatfmt_slice){"ab[TOOL", 7}; /* what may begin a marker is reported late */
    FINE(chatfmt_reading_new(&options, &reading, NULL));
    read_all(reading, "c", out, sizeof out);
    assert_string_equal(out, "{\"event\": \"content\", \"text\": \"c\", \"begin\": 7, \"end\": 8}\n"
                             "{\"role\": \"assistant\", \"content\": \"ab[TOOLc\"}");
    assert_int_equal(chatfmt_reading_feed(reading, "d", 1, &error), CHATFMT_BAD_ARGUMENT);
    assert_string_equal(error.text, "the reply has ended; make another reading for the next one");
    chatfmt_reading_free(reading);
    reply.begun = (chatfmt_slice){"aSTOPb", 6}; /* that the reply ended in it is news */
    reply.stops = &(chatfmt_slice){"STOP", 4};
    reply.stop_count = 1;
    FINE(chatfmt_reading_new(&options, &reading, NULL));
    assert_int_equal(chatfmt_reading_next(reading)->event->kind, CHATFMT_EVENT_STOP);
    assert_null(chatfmt_reading_next(reading));
    chatfmt_reading_free(reading);
    reply.stop_count = 0;
    reply.begun.length = 0;
    FINE(chatfmt_reading_new(&options, &reading, NULL));
    read_all(reading, "[TOOL_CALLS][{\"name\":\"f\",\"arguments\":{},\"id\":\"abcdefghi\"}]", out, sizeof out);
    assert_non_null(strstr(out, "{\"event\": \"call_end\", \"call\": 0, \"id\": \"abcdefghi\""));
    chatfmt_reading_free(reading);
    chatfmt_reader_free(reader);
}

static void test_description(void **state)
{
    static const char words[] =
        "{\"start_anchor\": \"<a>\", \"fields\": {\"content\": {\"open\": \"<c>\", \"close\": \"</c>\"}}}";
    chatfmt_reading_options options = CHATFMT_READING_OPTIONS_INIT;
    chatfmt_response_template *description;
    chatfmt_reading *reading;
    char out[4096];
    (void)state;
    if (chatfmt_response_template_new(words, sizeof words - 1, CHATFMT_RESPONSE_TEMPLATE, NULL, NULL, &description,
                                      &error))
        fail_msg("%s", error.text);
    options.description = description;
    FINE(chatfmt_reading_new(&options, &reading, NULL));
    read_all(reading, "<c>hi</c>", out, sizeof out);
    assert_non_null(strstr(out, "{\"type\": \"region_open\", \"field\": \"content\"}"));
    assert_non_null(strstr(out, "{\"content\": \"hi\"}"));
    chatfmt_reading_free(reading);
    chatfmt_reply_options reply = CHATFMT_REPLY_OPTIONS_INIT;
    const uint32_t stop = 1;
    reply.stop_ids = &stop;
    reply.stop_id_count = 1;
    options.reply = &reply;
    assert_int_equal(chatfmt_reading_new(&options, &reading, &error), CHATFMT_BAD_ARGUMENT);
    assert_string_equal(error.text, "only a reader uses stop_ids");
    assert_string_equal(error.path, "stop_ids");
    options.description = NULL; /* actions */
    assert_int_equal(chatfmt_reading_new(&options, &reading, &error), CHATFMT_BAD_ARGUMENT);
    chatfmt_response_template_free(description);
}

/* What the content of a field is not, is said with the field's name. */
static void test_description_fields(void **state)
{
    static const char words[] = "{\"start_anchor\": \"<a>\", \"fields\": {\"tool_calls\": {\"open\": \"<c>\", \"close\": \"</c>\", "
                                "\"content\": \"json\"}}}";
    chatfmt_reading_options options = CHATFMT_READING_OPTIONS_INIT;
    chatfmt_response_template *description;
    chatfmt_reading *reading;
    (void)state;
    FINE(chatfmt_response_template_new(words, sizeof words - 1, CHATFMT_RESPONSE_TEMPLATE, NULL, NULL, &description, NULL));
    options.description = description;
    FINE(chatfmt_reading_new(&options, &reading, NULL));
    assert_int_equal(chatfmt_reading_feed(reading, "<c>{bad</c>", 11, &error), CHATFMT_VALUE);
    assert_non_null(strstr(error.text, "json: not JSON: "));
    assert_string_equal(error.path, "tool_calls");
    chatfmt_reading_free(reading);
    chatfmt_response_template_free(description);
}

/* One state for each feed. */
static void test_actions(void **state)
{
    chatfmt_reading *reading;
    char out[4096];
    (void)state;
    FINE(chatfmt_reading_new(NULL, &reading, NULL));
    read_all(reading, "ab", out, sizeof out);
    assert_memory_equal(out, "{\"phase\": \"text\"", 16);
    assert_non_null(strstr(out, "\n{\"phase\": \"text\""));
    assert_non_null(strstr(out, "{\"actions\": []"));
    chatfmt_reading_free(reading);
}

static void test_utf8(void **state)
{
    static const struct {
        const char *text;
        int64_t bad; /* -1: none */
    } rows[] = {{"a\xc3\xa9", -1}, {"ab\xff", 2}, {"a\xe2\x82", 1}, {"\xed\xa0\x80", 0}, {"\xf4\x90\x80\x80", 0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_reading *reading;
        uint64_t bad = 99;
        FINE(chatfmt_reading_new(NULL, &reading, NULL));
        for (const char *p = rows[i].text; *p; p++) FINE(chatfmt_reading_feed(reading, p, 1, NULL));
        FINE(chatfmt_reading_finish(reading, NULL));
        assert_int_equal(chatfmt_reading_is_utf8(reading, &bad), rows[i].bad < 0);
        if (rows[i].bad >= 0) assert_int_equal(bad, rows[i].bad);
        chatfmt_reading_free(reading);
    }
}

static void test_misuse(void **state)
{
    chatfmt_reading *reading;
    chatfmt_reading_options options = CHATFMT_READING_OPTIONS_INIT;
    (void)state;
    assert_int_equal(chatfmt_reading_new(NULL, NULL, NULL), CHATFMT_BAD_ARGUMENT);
    options.struct_size = 0;
    assert_int_equal(chatfmt_reading_new(&options, &reading, NULL), CHATFMT_BAD_ARGUMENT);
    assert_null(reading);
    assert_int_equal(chatfmt_reading_feed(NULL, "a", 1, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_reading_finish(NULL, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_reading_message(NULL, NULL, NULL), CHATFMT_BAD_ARGUMENT);
    assert_null(chatfmt_reading_next(NULL));
    chatfmt_reading_free(NULL);
}

/* Where a reading says that all went well, it has handed out all events. */
static void test_no_event_lost(void **state)
{
    static const char words[] =
        "{\"start_anchor\": \"<a>\", \"fields\": {\"content\": {\"open\": \"<c>\", \"close\": \"</c>\"}}}";
    chatfmt_response_template *description;
    chatfmt_reader_options wanted = CHATFMT_READER_OPTIONS_INIT;
    chatfmt_reader *reader;
    (void)state;
    wanted.wanted = (chatfmt_slice){"hermes", 6};
    FINE(chatfmt_reader_choose(NULL, &wanted, &reader, NULL));
    FINE(chatfmt_response_template_new(words, sizeof words - 1, CHATFMT_RESPONSE_TEMPLATE, NULL, NULL, &description,
                                       NULL));
    for (int way = 0; way < 3; way++) {
        size_t calls = 1, usual = 0;
        for (size_t at = 0; at <= calls; at++) {
            counting counts = {.fail_at = at, .fail_after = at & 1};
            chatfmt_allocator memory = counting_allocator(&counts);
            chatfmt_reply_options reply = CHATFMT_REPLY_OPTIONS_INIT;
            chatfmt_reading_options options = CHATFMT_READING_OPTIONS_INIT;
            chatfmt_reading *reading;
            chatfmt_slice json;
            size_t events = 0;
            reply.allocator = &memory;
            options.reply = &reply;
            if (way == 0) options.description = description;
            if (way == 1) options.reader = reader;
            chatfmt_status status = chatfmt_reading_new(&options, &reading, NULL);
            for (int i = 0; i < 3 && !status; i++) {
                static const char *const pieces[] = {"<c>a", "b</c>", "<tool_call>\n{\"name\": \"f\"}\n</tool_call>"};
                status = chatfmt_reading_feed(reading, pieces[i], strlen(pieces[i]), NULL);
                while (chatfmt_reading_next(reading)) events++;
            }
            if (!status) status = chatfmt_reading_finish(reading, NULL);
            while (chatfmt_reading_next(reading)) events++;
            if (!status) status = chatfmt_reading_message(reading, &json, NULL);
            assert_true(!status || status == CHATFMT_NO_MEMORY);
            if (!at) calls = counts.calls, usual = events;
            if (!status) assert_int_equal(events, usual);
            chatfmt_reading_free(reading);
            assert_int_equal(counts.live, 0);
        }
    }
    chatfmt_response_template_free(description);
    chatfmt_reader_free(reader);
}

static void test_memory(void **state)
{
    (void)state;
    for (size_t n = 1; n < 40; n++) {
        counting counts = {.fail_at = n, .fail_after = n & 1};
        chatfmt_allocator memory = counting_allocator(&counts);
        chatfmt_reply_options reply = CHATFMT_REPLY_OPTIONS_INIT;
        chatfmt_reading_options options = CHATFMT_READING_OPTIONS_INIT;
        chatfmt_reading *reading;
        chatfmt_slice json;
        reply.allocator = &memory;
        options.reply = &reply;
        if (!chatfmt_reading_new(&options, &reading, NULL)) {
            (void)chatfmt_reading_feed(reading, "abc", 3, NULL);
            while (chatfmt_reading_next(reading)) continue;
            (void)chatfmt_reading_finish(reading, NULL);
            (void)chatfmt_reading_message(reading, &json, NULL);
            chatfmt_reading_free(reading);
        }
        assert_int_equal(counts.live, 0);
    }
}

/* ---- Ids ---- */

static const char region[] =
    "{\"start_anchor\": \"a\", \"fields\": {\"f\": {\"open\": \"c\", \"close\": \"d\"}}}";

/* All of a reading by ids, with this memory; the message in `out`. */
static chatfmt_status read_ids(const letters *l, const chatfmt_response_template *description,
                               const chatfmt_allocator *allocator, char *out, size_t room)
{
    static const uint32_t ids[] = {0, 2, 1, 3}; /* "a c b d" */
    chatfmt_reading_options options = CHATFMT_READING_OPTIONS_INIT;
    chatfmt_reply_options reply = CHATFMT_REPLY_OPTIONS_INIT;
    const chatfmt_reading_event *event;
    chatfmt_reading *reading;
    chatfmt_slice json;
    out[0] = '\0';
    reply.allocator = allocator;
    options.reply = &reply;
    options.description = description;
    chatfmt_status status = chatfmt_reading_new(&options, &reading, NULL);
    if (!status) status = chatfmt_reading_feed_ids(reading, l->encoder, ids, 2, NULL);
    if (!status) status = chatfmt_reading_feed_ids(reading, l->encoder, NULL, 0, NULL);
    if (!status) status = chatfmt_reading_feed_ids(reading, l->encoder, ids + 2, 2, NULL);
    if (!status) status = chatfmt_reading_finish(reading, NULL);
    while (!status && (event = chatfmt_reading_next(reading)))
        snprintf(out + strlen(out), room - strlen(out), "%.*s\n", (int)event->json.length, event->json.data);
    if (!status) status = chatfmt_reading_message(reading, &json, NULL);
    if (!status) snprintf(out + strlen(out), room - strlen(out), "%.*s", (int)json.length, json.data);
    chatfmt_reading_free(reading);
    return status;
}

static chatfmt_status feed_id_text(const letters *l, const char *pieces, chatfmt_slice *json, chatfmt_error *wrong)
{
    chatfmt_reading *reading;
    FINE(chatfmt_reading_new(NULL, &reading, NULL));
    chatfmt_status status = CHATFMT_OK;
    for (size_t i = 0; !status && pieces[i]; i++)
        status = chatfmt_reading_feed_id_text(reading, l->encoder, pieces + i, 1, wrong);
    if (!status) status = chatfmt_reading_finish(reading, wrong);
    if (!status) status = chatfmt_reading_message(reading, json, wrong);
    chatfmt_reading_free(reading);
    return status;
}

/* Numbers that come a byte at a time; what is none has its place. */
static void test_id_texts(const letters *l)
{
    static const struct {
        const char *text;
        chatfmt_status status;
        uint32_t line, column;
    } rows[] = {
        {"0 2 1 3", CHATFMT_OK, 0, 0},    {"[0,\n2, 1,3 ]\n", CHATFMT_OK, 0, 0},
        {"0\n 2x", CHATFMT_INPUT, 2, 2},  {"4294967296", CHATFMT_INPUT, 1, 1},
        {"0 -1", CHATFMT_INPUT, 1, 3},    {"", CHATFMT_OK, 0, 0},
        {"\n [0, 2", CHATFMT_INPUT, 2, 2}, {"0, 2] 1", CHATFMT_INPUT, 1, 4},
        {"[0] 1", CHATFMT_INPUT, 1, 5},   {"0 [1]", CHATFMT_INPUT, 1, 3},
        {"[0],", CHATFMT_INPUT, 1, 4},    {" []\n", CHATFMT_OK, 0, 0},
    };
    chatfmt_slice json;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(feed_id_text(l, rows[i].text, &json, &error), rows[i].status);
        if (!rows[i].status) continue;
        assert_int_equal(error.line, rows[i].line);
        assert_int_equal(error.column, rows[i].column);
    }
}

/* Events of all ids of one text are there, also of those before a fault. */
static void test_id_texts_at_once(const letters *l)
{
    static const char *const texts[] = {"0 2 1 3 ", "[0, 2, 1, 3, x", "0 2 1 3"};
    chatfmt_reading_options options = CHATFMT_READING_OPTIONS_INIT;
    chatfmt_reader_options wanted = CHATFMT_READER_OPTIONS_INIT;
    chatfmt_reader *reader;
    wanted.wanted = (chatfmt_slice){"hermes", 6};
    FINE(chatfmt_reader_choose(NULL, &wanted, &reader, NULL));
    options.reader = reader;
    for (size_t i = 0; i < 3; i++) {
        chatfmt_reading *reading;
        const chatfmt_reading_event *event;
        uint64_t end = 0;
        FINE(chatfmt_reading_new(&options, &reading, NULL));
        assert_int_equal(chatfmt_reading_feed_id_text(reading, l->encoder, texts[i], strlen(texts[i]), NULL),
                         i == 1 ? CHATFMT_INPUT : CHATFMT_OK);
        for (int ended = 0; ended < 2; ended++) {
            while ((event = chatfmt_reading_next(reading))) {
                assert_int_equal(event->event->begin, end);
                end = event->event->end;
            }
            if (i == 2 && !ended) FINE(chatfmt_reading_finish(reading, NULL)); /* it ends the last number */
        }
        assert_int_equal(end, 7); /* bytes of their texts */
        chatfmt_reading_free(reading);
    }
    chatfmt_reader_free(reader);
}

/* Ids are decoded at the end, all at once; memory that ends leaves nothing. */
static void test_ids(void **state)
{
    letters l = letters_open();
    chatfmt_response_template *description = NULL;
    chatfmt_reading *reading;
    char usual[1024], out[1024];
    (void)state;
    FINE(chatfmt_response_template_new(region, sizeof region - 1, CHATFMT_RESPONSE_TEMPLATE, NULL, NULL, &description,
                                       NULL));
    for (int described = 0; described < 2; described++) {
        counting memory = {.fail_at = 0};
        chatfmt_allocator allocator = counting_allocator(&memory);
        FINE(read_ids(&l, described ? description : NULL, &allocator, usual, sizeof usual));
        if (described) assert_non_null(strstr(usual, "\"f\": \"b\"}"));
        for (size_t at = 1, calls = memory.calls; at <= calls; at++) {
            memory = (counting){.fail_at = at, .fail_after = 1};
            chatfmt_status status = read_ids(&l, described ? description : NULL, &allocator, out, sizeof out);
            assert_true(status == CHATFMT_NO_MEMORY || (!status && !strcmp(out, usual)));
            assert_int_equal(memory.live, 0);
        }
    }
    FINE(chatfmt_reading_new(NULL, &reading, NULL));
    REFUSED(chatfmt_reading_feed_ids(reading, l.encoder, NULL, 1, e));
    /* Actions read ids at the end: text that is fed after them would come before them. */
    uint32_t id = 0;
    FINE(chatfmt_reading_feed_ids(reading, l.encoder, &id, 1, NULL));
    REFUSED(chatfmt_reading_feed(reading, "x", 1, e));
    chatfmt_reading_free(reading);
    FINE(chatfmt_reading_new(NULL, &reading, NULL));
    FINE(chatfmt_reading_feed(reading, "x", 1, NULL));
    REFUSED(chatfmt_reading_feed_ids(reading, l.encoder, &id, 1, e));
    test_id_texts(&l);
    test_id_texts_at_once(&l);
    chatfmt_reading_free(reading);
    chatfmt_response_template_free(description);
    letters_close(&l);
}

static void test_both(void **state)
{
    chatfmt_reading_options options = CHATFMT_READING_OPTIONS_INIT;
    chatfmt_reply_options reply = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_reader_options wanted = CHATFMT_READER_OPTIONS_INIT;
    chatfmt_response_template *description;
    chatfmt_reader *reader;
    chatfmt_reading *reading = NULL;
    (void)state;
    wanted.wanted = (chatfmt_slice){"hermes", 6};
    FINE(chatfmt_reader_choose(NULL, &wanted, &reader, NULL));
    FINE(chatfmt_response_template_new(region, sizeof region - 1, CHATFMT_RESPONSE_TEMPLATE, NULL, NULL, &description,
                                       NULL));
    options.reader = reader;
    options.description = description;
    REFUSED(chatfmt_reading_new(&options, &reading, e));
    options.description = NULL;
    options.reply = &reply;
    reply.struct_size = 1;
    REFUSED(chatfmt_reading_new(&options, &reading, e));
    assert_null(reading);
    FINE(chatfmt_reading_new(NULL, &reading, NULL));
    FINE(chatfmt_reading_feed(reading, "a\xFF", 2, NULL));
    assert_false(chatfmt_reading_is_utf8(reading, NULL));
    chatfmt_reading_free(reading);
    chatfmt_response_template_free(description);
    chatfmt_reader_free(reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reader), cmocka_unit_test(test_begun_and_late_ids), cmocka_unit_test(test_description), cmocka_unit_test(test_description_fields), cmocka_unit_test(test_actions),
        cmocka_unit_test(test_utf8),   cmocka_unit_test(test_misuse),      cmocka_unit_test(test_memory), cmocka_unit_test(test_no_event_lost),
        cmocka_unit_test(test_ids), cmocka_unit_test(test_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
