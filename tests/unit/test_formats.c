/* tests/unit/test_formats.c - formats and conversations through the public API. */
#include "chatfmt/chatfmt.h"
#include "support/counting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define TEXT(literal) literal, sizeof(literal) - 1

static void assert_slice(chatfmt_slice text, const char *want)
{
    if (text.length != strlen(want) || memcmp(text.data, want, text.length))
        fail_msg("got \"%.*s\", want \"%s\"", (int)text.length, text.data, want);
}

static chatfmt_format *open_format(const chatfmt_formats *formats, const char *name)
{
    chatfmt_format *format;
    chatfmt_error error;
    if (chatfmt_format_open(formats, name, strlen(name), NULL, &format, &error))
        fail_msg("%s: %s", name, error.text);
    return format;
}

static chatfmt_conversation *begin(const chatfmt_format *format)
{
    chatfmt_conversation *conversation;
    assert_int_equal(chatfmt_conversation_new(format, NULL, &conversation, NULL), CHATFMT_OK);
    return conversation;
}

static void assert_prompt(const chatfmt_conversation *conversation, chatfmt_renderer *renderer,
                          const char *want)
{
    chatfmt_slice text;
    chatfmt_error error;
    if (chatfmt_conversation_prompt(conversation, renderer, NULL, &text, &error))
        fail_msg("%s", error.text);
    assert_slice(text, want);
}

static void test_conversation(void **state)
{
    chatfmt_renderer *renderer;
    chatfmt_conversation *copy;
    (void)state;
    chatfmt_format *format = open_format(NULL, "vicuna_v1.1");
    chatfmt_conversation *conversation = begin(format);
    assert_int_equal(chatfmt_renderer_new(NULL, &renderer, NULL), CHATFMT_OK);
    chatfmt_conversation_set_system(conversation, TEXT("S"), NULL);
    chatfmt_conversation_append(conversation, 0, TEXT("Hi"), NULL);
    chatfmt_conversation_append(conversation, 1, NULL, 0, NULL);
    assert_prompt(conversation, renderer, "S USER: Hi ASSISTANT:");
    assert_int_equal(chatfmt_conversation_copy(conversation, NULL, &copy, NULL), CHATFMT_OK);
    chatfmt_conversation_update_last(conversation, TEXT("Yo"), NULL);
    assert_prompt(conversation, renderer, "S USER: Hi ASSISTANT: Yo</s>");
    assert_prompt(copy, renderer, "S USER: Hi ASSISTANT:");
    chatfmt_conversation_free(conversation);
    chatfmt_conversation_free(copy);
    chatfmt_format_free(format);
    chatfmt_renderer_free(renderer);
}

static void test_saved(void **state)
{
    chatfmt_values *values;
    chatfmt_renderer *renderer;
    chatfmt_conversation *again;
    chatfmt_value request;
    chatfmt_slice json;
    (void)state;
    chatfmt_format *format = open_format(NULL, "fastchat/baize");
    chatfmt_conversation *conversation = begin(format);
    assert_int_equal(chatfmt_conversation_count(conversation), 2); /* few-shot */
    chatfmt_renderer_new(NULL, &renderer, NULL);
    chatfmt_values_new(NULL, NULL, &values, NULL);
    chatfmt_conversation_append_json(
        conversation, (chatfmt_slice){TEXT("[|Human|]")},
        (chatfmt_slice){TEXT("{\"text\": \"look\", \"images\": [\"u\"]}")}, NULL);
    assert_int_equal(chatfmt_conversation_save(conversation, values, &json, NULL), CHATFMT_OK);
    assert_int_equal(
        chatfmt_value_read_json(values, json.data, json.length, &request, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_conversation_read(NULL, request, NULL, &again, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_conversation_count(again), 3);
    assert_int_equal(chatfmt_conversation_convert(again, "yandex", renderer, &json, NULL),
                     CHATFMT_OK);
    chatfmt_conversation_free(again);
    chatfmt_conversation_free(conversation);
    chatfmt_values_free(values);
    chatfmt_renderer_free(renderer);
    chatfmt_format_free(format);
}

static void test_dates(void **state)
{
    (void)state;
    chatfmt_format *format = open_format(NULL, "one_shot");
    chatfmt_conversation *conversation = begin(format);
    chatfmt_conversation_set_system(
        conversation, TEXT("{{currentDateTime}} {{currentDateTimev2}} {{currentDateTimev3}}"),
        NULL);
    assert_int_equal(chatfmt_conversation_set_date(conversation, 1709164800, NULL), CHATFMT_OK);
    assert_slice(chatfmt_conversation_system(conversation),
                 "2024-02-29 29 Feb 2024 February 2024");
    chatfmt_conversation_free(conversation);
    chatfmt_format_free(format);
}

static void test_error_kinds(void **state)
{
    chatfmt_renderer *renderer;
    chatfmt_slice text;
    chatfmt_error error;
    (void)state;
    chatfmt_renderer_new(NULL, &renderer, NULL);
    chatfmt_format *format = open_format(NULL, "yandexgpt");
    chatfmt_conversation *conversation = begin(format);
    assert_int_not_equal(
        chatfmt_conversation_prompt(conversation, renderer, NULL, &text, &error), CHATFMT_OK);
    assert_string_equal(chatfmt_format_error_kind(&error), "invalid_style");
    chatfmt_conversation_free(conversation);
    chatfmt_format_free(format);
    chatfmt_renderer_free(renderer);
}

static void test_own_formats(void **state)
{
    static const char row[] = "{\"system\": \"mine\", \"formats\": [{\"name\": \"tiny\", \"sep\": \"|\"}]}";
    chatfmt_formats *formats;
    chatfmt_error error;
    chatfmt_renderer *renderer;
    (void)state;
    chatfmt_formats_new(NULL, &formats, NULL);
    assert_int_equal(chatfmt_formats_add(formats, TEXT(row), 0, &error), CHATFMT_OK);
    assert_int_equal(chatfmt_formats_add(formats, TEXT(row), 0, &error), CHATFMT_EXISTS);
    assert_string_equal(error.text, "tiny has been registered.");
    assert_int_equal(chatfmt_formats_add(formats, TEXT(row), CHATFMT_FORMATS_OVERRIDE, &error),
                     CHATFMT_OK);
    chatfmt_format *format = open_format(formats, "mine/tiny");
    chatfmt_conversation *conversation = begin(format);
    chatfmt_conversation_append(conversation, 0, TEXT("a"), NULL);
    chatfmt_conversation_append(conversation, 1, TEXT("b"), NULL);
    chatfmt_renderer_new(NULL, &renderer, NULL);
    assert_prompt(conversation, renderer, "|USER: a|ASSISTANT: b|");
    chatfmt_conversation_free(conversation);
    chatfmt_format_free(format);
    chatfmt_formats_free(formats);
    chatfmt_renderer_free(renderer);
}

static void test_stops(void **state)
{
    chatfmt_stopper *stopper;
    chatfmt_slice shown, stops[] = {{TEXT("</s>")}, {TEXT("###")}};
    int stop;
    (void)state;
    assert_int_equal(chatfmt_stopper_new(stops, 2, NULL, &stopper, NULL), CHATFMT_OK);
    chatfmt_stopper_push(stopper, TEXT("a<"), &shown, &stop);
    assert_slice(shown, "a");
    chatfmt_stopper_push(stopper, TEXT("b</"), &shown, &stop);
    assert_slice(shown, "<b");
    chatfmt_stopper_push(stopper, TEXT("s>c"), &shown, &stop);
    assert_slice(shown, "");
    assert_int_equal(stop, 0);
    chatfmt_stopper_free(stopper);
    chatfmt_format *format = open_format(NULL, "internlm2/lagent");
    assert_int_equal(chatfmt_format_stop_count(format), 2);
    assert_slice(chatfmt_format_stop(format, 0), "<|im_end|>");
    assert_int_equal(chatfmt_format_stop_id(format, 0), 92542);
    chatfmt_format_free(format);
}

/* Everything that allocates, with the given allocator; the status of the first failure. */
static chatfmt_status work_of(const chatfmt_allocator *memory)
{
    static const char row[] = "{\"formats\": [{\"name\": \"x\", \"template\": \"{{ messages }}\"}]}";
    chatfmt_formats *formats = NULL;
    chatfmt_format *format = NULL;
    chatfmt_conversation *conversation = NULL, *copy = NULL;
    chatfmt_stopper *stopper = NULL;
    chatfmt_renderer *renderer = NULL;
    chatfmt_values *values = NULL;
    chatfmt_format_match match;
    chatfmt_renderer_options options = CHATFMT_RENDERER_OPTIONS_INIT;
    chatfmt_slice stop = {TEXT("</s>")}, shown;
    int met;
    options.allocator = memory;
    chatfmt_status status = chatfmt_formats_new(memory, &formats, NULL);
    if (!status) status = chatfmt_formats_add(formats, TEXT(row), 0, NULL);
    if (!status) status = chatfmt_format_open(formats, TEXT("vicuna_v1.1"), memory, &format, NULL);
    if (!status) status = chatfmt_conversation_new(format, memory, &conversation, NULL);
    if (!status) status = chatfmt_conversation_append(conversation, 0, TEXT("Hello"), NULL);
    if (!status) status = chatfmt_conversation_copy(conversation, memory, &copy, NULL);
    if (!status) status = chatfmt_renderer_new(&options, &renderer, NULL);
    if (!status) status = chatfmt_conversation_prompt(copy, renderer, NULL, &shown, NULL);
    if (!status) status = chatfmt_conversation_convert(copy, "openai", renderer, &shown, NULL);
    if (!status) status = chatfmt_values_new(memory, NULL, &values, NULL);
    if (!status) status = chatfmt_format_export(format, values, &shown, NULL);
    if (!status) status = chatfmt_conversation_save(copy, values, &shown, NULL);
    if (!status) status = chatfmt_formats_match(TEXT("a/vicuna"), 0, values, &match, NULL);
    if (!status) status = chatfmt_stopper_new(&stop, 1, memory, &stopper, NULL);
    if (!status) status = chatfmt_stopper_push(stopper, TEXT("abc</"), &shown, &met);
    chatfmt_stopper_free(stopper);
    chatfmt_values_free(values);
    chatfmt_renderer_free(renderer);
    chatfmt_conversation_free(copy);
    chatfmt_conversation_free(conversation);
    chatfmt_format_free(format);
    chatfmt_formats_free(formats);
    return status;
}

static void test_failing_memory(void **state)
{
    counting memory = {0};
    chatfmt_allocator allocator = counting_allocator(&memory);
    (void)state;
    for (size_t n = 1;; n++) {
        memory = (counting){.fail_at = n, .fail_after = 1};
        chatfmt_status status = work_of(&allocator);
        assert_int_equal(memory.live, 0);
        if (status == CHATFMT_OK) break;
        assert_int_equal(status, CHATFMT_NO_MEMORY);
        assert_true(n < 10000);
    }
}

/* The second prompt of the same shape calls the allocator zero times. */
static void test_second_prompt_allocates_nothing(void **state)
{
    counting memory = {0};
    chatfmt_allocator allocator = counting_allocator(&memory);
    chatfmt_renderer_options options = CHATFMT_RENDERER_OPTIONS_INIT;
    chatfmt_renderer *renderer;
    chatfmt_slice text;
    (void)state;
    options.allocator = &allocator;
    assert_int_equal(chatfmt_renderer_new(&options, &renderer, NULL), CHATFMT_OK);
    chatfmt_format *format = open_format(NULL, "qwen-7b-chat");
    chatfmt_conversation *conversation = begin(format);
    for (size_t i = 0; i < 50; i++)
        chatfmt_conversation_append(conversation, i % 2, TEXT("some text"), NULL);
    chatfmt_conversation_prompt(conversation, renderer, NULL, &text, NULL);
    size_t calls = memory.calls;
    chatfmt_conversation_prompt(conversation, renderer, NULL, &text, NULL);
    assert_int_equal(memory.calls, calls);
    chatfmt_conversation_free(conversation);
    chatfmt_format_free(format);
    chatfmt_renderer_free(renderer);
    assert_int_equal(memory.live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conversation),   cmocka_unit_test(test_saved),
        cmocka_unit_test(test_dates),          cmocka_unit_test(test_error_kinds),
        cmocka_unit_test(test_own_formats),    cmocka_unit_test(test_stops),
        cmocka_unit_test(test_failing_memory),
        cmocka_unit_test(test_second_prompt_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
