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

/* A conversation becomes the template of its name, as it is then. FastChat: register_conv_template. */
static void test_registering(void **state)
{
    chatfmt_formats *formats;
    chatfmt_error error;
    (void)state;
    chatfmt_format *format = open_format(NULL, "fastchat/baize");
    chatfmt_conversation *conversation = begin(format);
    chatfmt_conversation_append(conversation, 0, TEXT("more"), NULL);
    assert_int_equal(chatfmt_formats_new(NULL, &formats, &error), CHATFMT_OK);
    assert_int_equal(chatfmt_formats_add_conversation(formats, conversation, 0, &error),
                     CHATFMT_EXISTS);
    assert_string_equal(error.text, "baize has been registered.");
    assert_int_equal(chatfmt_formats_add_conversation(formats, conversation,
                                                      CHATFMT_FORMATS_OVERRIDE, &error),
                     CHATFMT_OK);
    chatfmt_conversation_append(conversation, 1, TEXT("not seen"), NULL);
    chatfmt_conversation_free(conversation);
    chatfmt_format_free(format);
    format = open_format(formats, "fastchat/baize");
    conversation = begin(format);
    assert_int_equal(chatfmt_conversation_count(conversation), 3);
    chatfmt_conversation_free(conversation);
    chatfmt_format_free(format);
    chatfmt_formats_free(formats);
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

/* What needs a separator style takes the first format of the name that has one, or says which has
 * none. */
static void test_styled(void **state)
{
    chatfmt_conversation *conversation;
    chatfmt_format *format;
    chatfmt_error error;
    (void)state;
    assert_int_equal(chatfmt_format_open_styled(NULL, TEXT("chatml"), NULL, &format, &error), CHATFMT_OK);
    assert_slice(chatfmt_format_about(format).system, "guide");
    chatfmt_conversation_free(begin(format));
    chatfmt_format_free(format);
    assert_int_equal(chatfmt_format_open_styled(NULL, TEXT("lagent"), NULL, &format, &error), CHATFMT_OK);
    assert_int_equal(chatfmt_conversation_new(format, NULL, &conversation, &error), CHATFMT_UNSUPPORTED);
    assert_string_equal(error.text, "invalid_style: internlm2/lagent has no separator style, which a "
                                    "conversation needs: take one of FastChat's formats");
    assert_string_equal(chatfmt_format_error_kind(&error), "invalid_style");
    chatfmt_format_free(format);
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
    assert_int_equal(chatfmt_formats_add(formats, TEXT("[]"), 0, &error), CHATFMT_INPUT);
    assert_string_equal(error.text, "not an object; formats are written {\"formats\": [{\"name\": …}]}");
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

/* Requests as JSON, good, odd and wrong: the prompt, or the status in place of it. */
static const struct {
    const char *request;
    chatfmt_status status;
    const char *prompt;
} request_cases[] = {
    {"{'template': 'vicuna_v1.1', 'set_system': 'Z', 'messages': [{'role': 'user', 'content': 'a'}]}", 0,
     "Z USER: a "},
    {"{'template': 'vicuna_v1.1', 'messages': [{'role': 'system', 'content': 'S'}, {'role': 'user'}]}", 0,
     "S USER:"},
    {"{'template': 'vicuna_v1.1', 'messages': [{'role': 'tool', 'content': 'a'}]}", CHATFMT_VALUE, NULL},
    {"{'template': 'vicuna_v1.1', 'messages': [{'role': 5, 'content': 'a'}]}", CHATFMT_VALUE, NULL},
    {"{'template': 'vicuna_v1.1', 'messages': [5]}", CHATFMT_INPUT, NULL},
    {"{'template': 'vicuna_v1.1', 'set_system': 'Z', 'messages': [{'role': 'user', 'content': 5}]}", CHATFMT_INPUT, NULL},
    {"{'template': 'vicuna_v1.1', 'set_system': 'Z', 'append': [{'role_index': 0, 'content': 'a'}, {'role': 'x', 'content': 'b'}]}",
     0, "Z USER: a x: b</s>"},
    {"{'template': 'vicuna_v1.1', 'set_system': 'Z', 'append': [{'role_index': -1, 'content': 'a'}]}", CHATFMT_INPUT, NULL},
    {"{'template': 'vicuna_v1.1', 'set_system': 'Z', 'append': [{'role_index': 9, 'content': 'a'}]}", CHATFMT_INPUT, NULL},
    {"{'template': 'vicuna_v1.1', 'set_system': 'Z', 'append': [{'content': 'a'}]}", CHATFMT_INPUT, NULL},
    {"{'template': 'vicuna_v1.1', 'set_system': 'Z', 'append': [5]}", CHATFMT_INPUT, NULL},
    {"{'template': 'vicuna_v1.1', 'set_system': 'Z', 'append': [{'role': 'x'}]}", 0, "Z x:"},
    {"{'template': 'vicuna_v1.1', 'set_system': 'Z', 'append': [{'role': 'x', 'content': {'text': 5, 'images': []}}]}", CHATFMT_INPUT, NULL},
    {"{'template': 'vicuna_v1.1', 'set_system': 'Z', 'append': [{'role': 'x', 'content': {'text': 'a', 'images': 5}}]}", CHATFMT_INPUT, NULL},
    {"{'template': 'vicuna_v1.1', 'set_system': 'Z', 'append': [{'role': 'x', 'content': true}]}", CHATFMT_INPUT, NULL},
    {"{'template': 'vicuna_v1.1', 'set_system': 'Z', 'append': [{'role': 'x', 'content': {'text': 'a', 'images': ['u']}}]}",
     0, "Z x: $$<image>$$a "},
    {"{'template': 'vicuna_v1.1', 'set_system': 'Z', 'messages': [{'role': 'user', 'content': [{'type': 'image_url', 'image_url': {'url': 'u'}}, "
     "{'type': 'image_url', 'image_url': 'v'}, {'type': 'text', 'text': 'a'}, {'type': 'text', 'text': 'b'}, "
     "{'type': 'image_url', 'image_url': {'url': 5}}, {'type': 'video', 'text': 'c'}]}]}",
     0, "Z USER: $$<image>$$$$<image>$$<image>\n<image>\na\nb "},
    {"{'template': 'vicuna_v1.1', 'set_system': 'Z', 'messages': [{'role': 'user', 'content': [{'type': 'image_url', 'image_url': {'url': 'u'}, "
     "'text': 'a'}, {'type': 'text', 'text': 'b', 'image_url': {'url': 'v'}}]}]}", 0, "Z USER: $$<image>$$<image>\nb "},
    {"{'template': 'vicuna_v1.1', 'set_system': 'Z', 'messages': [{'role': 'user', 'content': [5]}]}", CHATFMT_INPUT, NULL},
    {"{'template': 'vicuna_v1.1', 'set_system': 'Z', 'messages': [{'role': 'user', 'content': [{'text': 'a'}]}]}", CHATFMT_INPUT, NULL},
    {"{'template': 'vicuna_v1.1', 'messages': [{'role': 'system', 'content': [{'type': 'text', 'text': 'Z'}]}, {'role': 'user', 'content': 'a'}]}",
     0, "[{'type': 'text', 'text': 'Z'}] USER: a "},
    {"{'conv': {'name': 'n', 'sep_style': 'ADD_COLON_SINGLE', 'roles': ['U', 'A'], 'sep': '|', 'messages': [['U', 'x'], "
     "['A', {'__tuple__': ['y', []]}]]}}", 0, "|U: x|A: y|"},
    {"{'conv': {'name': 'n', 'sep_style': 'ADD_COLON_SINGLE', 'roles': ['U', 'A'], 'sep': '|', 'messages': [{'__tuple__': "
     "['U', 'x']}]}}", 0, "|U: x|"},
    {"{'conv': {'name': 'n', 'sep_style': 'ADD_COLON_SINGLE', 'roles': ['U', 'A'], 'sep': '|', 'messages': [['U']]}}",
     CHATFMT_INPUT, NULL},
    {"{'conv': {'name': 'n', 'sep_style': 'ADD_COLON_SINGLE', 'roles': ['U', 'A'], 'sep': '|', 'messages': [5]}}",
     CHATFMT_INPUT, NULL},
    {"{'conv': {'name': 'n', 'sep_style': 'ADD_COLON_SINGLE', 'roles': ['U', 'A'], 'sep': '|', 'messages': [[5, 'x']]}}",
     CHATFMT_INPUT, NULL},
    {"{'conv': {'name': 'n', 'sep_style': 'ADD_COLON_SINGLE', 'roles': ['U', 'A'], 'sep': '|', 'messages': [['U', true]]}}",
     CHATFMT_INPUT, NULL},
    {"{'conv': {'name': 'n', 'sep_style': 'ADD_COLON_SINGLE', 'roles': 5, 'sep': '|', 'messages': []}, 'append': "
     "[{'role_index': 0, 'content': 'a'}]}", CHATFMT_INPUT, NULL},
    {"{'conv': {'name': 'n', 'sep_style': 'ADD_COLON_SINGLE', 'roles': [5, 6], 'sep': '|', 'messages': []}, 'append': "
     "[{'role_index': 0, 'content': 'a'}]}", CHATFMT_INPUT, NULL},
    {"{'conv': {'name': 'n', 'sep_style': 'NOPE', 'roles': ['U', 'A'], 'messages': []}}", CHATFMT_VALUE, NULL},
    {"{'template': 5}", CHATFMT_INPUT, NULL},
    {"{}", CHATFMT_INPUT, NULL},
    {"[]", CHATFMT_INPUT, NULL},
};

/* With quotation marks as JSON has them. */
static size_t quoted(const char *json, char room[1024])
{
    size_t length = strlen(json);
    for (size_t i = 0; i <= length; i++) room[i] = json[i] == '\'' ? '"' : json[i];
    return length;
}

/* What a request holds of a wrong kind is named by its path. */
static void test_request_paths(void **state)
{
    static const char *const rows[][2] = {
        {"{'template': 'alpaca', 'messages': 5}", "messages"},
        {"{'template': 'alpaca', 'conv': 5}", "conv"},
        {"{'template': 5}", "template"},
        {"{'template': 5, 'template_name': 'alpaca'}", "template"},
        {"{'template_name': 5}", "template_name"},
        {"{'conv': 5}", "conv"},
        {"{'template': 'alpaca', 'append': 5}", "append"},
        {"{'template': 'alpaca', 'set_system': 5}", "set_system"},
        {"{'template': 'alpaca', 'append': [{'role_index': 0, 'content': 7}]}", "append[0].content"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_values *values;
        chatfmt_value request;
        chatfmt_conversation *conversation;
        chatfmt_error error;
        char json[1024];
        size_t length = quoted(rows[i][0], json);
        assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), CHATFMT_OK);
        assert_int_equal(chatfmt_value_read_json(values, json, length, &request, NULL), CHATFMT_OK);
        assert_int_equal(chatfmt_conversation_read(NULL, request, NULL, &conversation, &error), CHATFMT_INPUT);
        assert_string_equal(error.path, rows[i][1]);
        assert_null(strstr(error.text, "needs"));
        chatfmt_values_free(values);
    }
}

static void test_requests(void **state)
{
    chatfmt_values *values;
    chatfmt_renderer *renderer;
    chatfmt_error error;
    (void)state;
    chatfmt_values_new(NULL, NULL, &values, NULL);
    chatfmt_renderer_new(NULL, &renderer, NULL);
    for (size_t i = 0; i < sizeof request_cases / sizeof *request_cases; i++) {
        chatfmt_conversation *made = NULL;
        char json[1024];
        size_t length = quoted(request_cases[i].request, json);
        chatfmt_value request;
        chatfmt_slice text = {"", 0};
        assert_int_equal(chatfmt_value_read_json(values, json, length, &request, NULL), CHATFMT_OK);
        chatfmt_status status = chatfmt_conversation_read(NULL, request, NULL, &made, &error);
        if (!status) status = chatfmt_conversation_prompt(made, renderer, NULL, &text, &error);
        if (status != request_cases[i].status)
            fail_msg("%s: status %d, %s", request_cases[i].request, (int)status, error.text);
        const char *want = request_cases[i].prompt;
        if (!status && (text.length != strlen(want) || memcmp(text.data, want, text.length)))
            fail_msg("%s: %.*s", request_cases[i].request, (int)text.length, text.data);
        chatfmt_conversation_free(made);
    }
    chatfmt_renderer_free(renderer);
    chatfmt_values_free(values);
}

/* Files of formats that are wrong in one place are not taken, and leave nothing behind. */
static void test_wrong_formats(void **state)
{
    static const char *const files[] = {
        "", "5", "{}", "{'formats': 5}", "{'formats': [5]}", "{'formats': [{}]}", "{'formats': [{'name': ''}]}",
        "{'system': 'a/b', 'formats': [{'name': 'c', 'program': 'style/chatml'}]}", "{'formats': [{'name': 'a/b'}]}", "{'formats': [{'name': 5}]}",
        "{'defaults': 5, 'formats': [{'name': 'good'}, {'name': 'x/y'}]}", "{'formats': [{'name': 'a'}",
    };
    chatfmt_formats *formats;
    chatfmt_error error;
    chatfmt_format *format;
    (void)state;
    chatfmt_formats_new(NULL, &formats, NULL);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char text[1024];
        size_t length = quoted(files[i], text);
        chatfmt_status status = chatfmt_formats_add(formats, text, length, 0, &error);
        if (status != CHATFMT_INPUT) fail_msg("%s: status %d", files[i], (int)status);
    }
    assert_int_equal(chatfmt_format_open(formats, TEXT("user/good"), NULL, &format, NULL),
                     CHATFMT_NOT_FOUND);
    chatfmt_formats_free(formats);
}

/* The text of `json` with the format as a model; its fields are gone before it is used. */
static void assert_as_model(const char *name, const char *program, const char *json, const char *want)
{
    chatfmt_model *model;
    chatfmt_applier *chat;
    chatfmt_values *values;
    chatfmt_value messages;
    const chatfmt_applied *applied;
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    options.flags = CHATFMT_APPLY_CONTINUE;
    chatfmt_format *format = open_format(NULL, name);
    assert_int_equal(chatfmt_model_from_format(format, program, NULL, &model, NULL), CHATFMT_OK);
    chatfmt_format_free(format);
    assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_applier_new(NULL, NULL, &chat, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_read_json(values, json, strlen(json), &messages, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_applier_apply(chat, model, messages, &options, &applied, NULL), CHATFMT_OK);
    assert_slice(applied->text, want);
    chatfmt_applier_free(chat);
    chatfmt_values_free(values);
    chatfmt_model_free(model);
}

static void test_as_model(void **state)
{
    static const char talk[] = "[{\"role\": \"user\", \"content\": \"a\"}, "
                               "{\"role\": \"assistant\", \"content\": \"b\"}]";
    static const char call[] =
        "[{\"role\": \"user\", \"content\": \"a\"}, {\"role\": \"assistant\", \"content\": \"\", "
        "\"tool_calls\": [{\"function\": {\"name\": \"f\", \"arguments\": \"{\\\"x\\\": 1}\"}}]},"
        "{\"role\": \"assistant\", \"content\": \"c\"}]";
    chatfmt_model *model;
    (void)state;
    assert_as_model("xtuner/internlm_chat", NULL, talk, "<|User|>:a<eoh>\n<|Bot|>:b");
    assert_as_model("xtuner/internlm_chat", "xtuner_chat", talk, "<|User|>:a<eoh>\n<|Bot|>:b");
    assert_as_model("internlm2/lagent", NULL, talk,
                    "<|im_start|>user\na<|im_end|>\n<|im_start|>assistant\nb");
    assert_as_model("internlm2/lmdeploy", NULL, call,
                    "<|im_start|>system\nYou are an AI assistant whose name is InternLM (书生·浦语).\n"
                    "- InternLM (书生·浦语) is a conversational language model that is developed by "
                    "Shanghai AI Laboratory (上海人工智能实验室). It is designed to be helpful, honest, "
                    "and harmless.\n- InternLM (书生·浦语) can understand and communicate fluently in "
                    "the language chosen by the user such as English and 中文.\n<|im_end|>\n"
                    "<|im_start|>user\na<|im_end|>\n<|im_start|>assistant\n<|action_start|><|plugin|>\n"
                    "{\"name\": \"f\", \"parameters\": {\"x\": 1}}<|action_end|><|im_end|>\n"
                    "<|im_start|>assistant\nc");
    chatfmt_format *format = open_format(NULL, "vicuna_v1.1");
    assert_int_equal(chatfmt_model_from_format(format, "gemini", NULL, &model, NULL),
                     CHATFMT_UNSUPPORTED);
    assert_int_equal(chatfmt_model_from_format(format, "nobody", NULL, &model, NULL),
                     CHATFMT_NOT_FOUND);
    assert_null(model);
    chatfmt_format_free(format);
    format = open_format(NULL, "yandexgpt");
    assert_int_equal(chatfmt_model_from_format(format, NULL, NULL, &model, NULL),
                     CHATFMT_UNSUPPORTED);
    chatfmt_format_free(format);
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
    const chatfmt_format_match *match;
    chatfmt_model *model = NULL;
    chatfmt_model_options as_model = CHATFMT_MODEL_OPTIONS_INIT;
    chatfmt_renderer_options options = CHATFMT_RENDERER_OPTIONS_INIT;
    chatfmt_slice stop = {TEXT("</s>")}, shown;
    int met;
    as_model.allocator = memory;
    options.allocator = memory;
    chatfmt_status status = chatfmt_formats_new(memory, &formats, NULL);
    if (!status) status = chatfmt_formats_add(formats, TEXT(row), 0, NULL);
    if (!status) status = chatfmt_format_open(formats, TEXT("vicuna_v1.1"), memory, &format, NULL);
    if (!status) status = chatfmt_conversation_new(format, memory, &conversation, NULL);
    if (!status) status = chatfmt_conversation_append(conversation, 0, TEXT("Hello"), NULL);
    if (!status) status = chatfmt_conversation_copy(conversation, memory, &copy, NULL);
    if (!status) status = chatfmt_formats_add_conversation(formats, copy, CHATFMT_FORMATS_OVERRIDE, NULL);
    if (!status) status = chatfmt_renderer_new(&options, &renderer, NULL);
    if (!status) status = chatfmt_conversation_prompt(copy, renderer, NULL, &shown, NULL);
    if (!status) status = chatfmt_conversation_convert(copy, "openai", renderer, &shown, NULL);
    if (!status) status = chatfmt_values_new(memory, NULL, &values, NULL);
    if (!status) status = chatfmt_format_export(format, values, &shown, NULL);
    if (!status) status = chatfmt_model_from_format(format, NULL, &as_model, &model, NULL);
    if (!status) status = chatfmt_conversation_save(copy, values, &shown, NULL);
    if (!status) status = chatfmt_formats_match(TEXT("a/vicuna"), 0, values, &match, NULL);
    if (!status) status = chatfmt_stopper_new(&stop, 1, memory, &stopper, NULL);
    if (!status) status = chatfmt_stopper_push(stopper, TEXT("abc</"), &shown, &met);
    chatfmt_model_free(model);
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
        cmocka_unit_test(test_registering),
        cmocka_unit_test(test_dates),          cmocka_unit_test(test_error_kinds),
        cmocka_unit_test(test_as_model),       cmocka_unit_test(test_own_formats),    cmocka_unit_test(test_stops),
        cmocka_unit_test(test_styled),
        cmocka_unit_test(test_requests), cmocka_unit_test(test_request_paths),       cmocka_unit_test(test_wrong_formats),
        cmocka_unit_test(test_failing_memory),
        cmocka_unit_test(test_second_prompt_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
