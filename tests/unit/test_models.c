/* tests/unit/test_models.c - models and chats through the public API. */
#include "base/sha256.h"
#include "chatfmt/chatfmt.h"
#include "support/counting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define TEXT(literal) literal, sizeof(literal) - 1
#define CHATML                                                                                  \
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"     \
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"

static chatfmt_model *model_of(const char *source)
{
    chatfmt_model *model;
    chatfmt_error error;
    if (chatfmt_model_from_template(source, strlen(source), NULL, &model, &error))
        fail_msg("%s", error.text);
    return model;
}

static chatfmt_value read_json(chatfmt_values *values, const char *json)
{
    chatfmt_value value;
    chatfmt_error error;
    if (chatfmt_value_read_json(values, json, strlen(json), &value, &error))
        fail_msg("%s", error.text);
    return value;
}

static void assert_text(chatfmt_slice text, const char *want)
{
    if (text.length != strlen(want) || memcmp(text.data, want, text.length))
        fail_msg("got \"%.*s\", want \"%s\"", (int)text.length, text.data, want);
}

/* What every test of a chat needs. */
typedef struct desk {
    chatfmt_values *values;
    chatfmt_applier *chat;
    const chatfmt_applied *applied;
    chatfmt_error error;
    chatfmt_apply_options options;
} desk;

static desk desk_open(void)
{
    desk d = {.options = CHATFMT_APPLY_OPTIONS_INIT};
    assert_int_equal(chatfmt_values_new(NULL, NULL, &d.values, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_applier_new(NULL, NULL, &d.chat, NULL), CHATFMT_OK);
    return d;
}

static void desk_close(desk *d)
{
    chatfmt_applier_free(d->chat);
    chatfmt_values_free(d->values);
}

static void test_sha256(void **state)
{
    char hex[65];
    (void)state;
    cft_sha256_hex((cft_slice){TEXT("abc")}, hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    cft_sha256_hex((cft_slice){TEXT("")}, hex);
    assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    cft_sha256_hex((cft_slice){TEXT("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")}, hex);
    assert_string_equal(hex, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

/* What a render of the library's own runs out of is named as for the caller's. */
static void test_turn_limit(void **state)
{
    static const char source[] = "{{ (messages * 100000)|tojson }}";
    desk d = desk_open();
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    (void)state;
    chatfmt_model *model = model_of(source);
    chatfmt_value messages = read_json(d.values, "[{\"role\": \"user\", \"content\": \"x\"}]");
    d.options.flags = CHATFMT_APPLY_TURN;
    d.options.limits = &limits;
    limits.heap_bytes = 64 << 20;
    assert_int_equal(chatfmt_applier_apply(d.chat, model, messages, &d.options, &d.applied, &d.error), CHATFMT_LIMIT);
    assert_string_equal(d.error.text, "limit exceeded: heap_bytes is 67108864, reached 67108864 (for where each byte of the text comes from)");
    d.options.flags = 0;
    assert_int_equal(chatfmt_applier_apply(d.chat, model, messages, &d.options, &d.applied, &d.error), CHATFMT_OK);
    chatfmt_model_free(model);
    desk_close(&d);
}

static void test_apply(void **state)
{
    desk d = desk_open();
    (void)state;
    chatfmt_model *model = model_of(CHATML);
    chatfmt_value messages = read_json(d.values, "[{\"role\": \"user\", \"content\": \"Hi\"}]");
    d.options.flags = CHATFMT_APPLY_GENERATION_PROMPT | CHATFMT_APPLY_TURN | CHATFMT_APPLY_SPANS;
    assert_int_equal(chatfmt_applier_apply(d.chat, model, messages, &d.options, &d.applied, &d.error), 0);
    assert_text(d.applied->text, "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n");
    assert_text(d.applied->turn.opening, "<|im_start|>assistant\n");
    assert_int_equal(d.applied->stop_count, 1);
    assert_text(d.applied->stops[0], "<|im_end|>");
    assert_int_equal(strlen(d.applied->template_hash), 64);
    const uint32_t forms[] = {CHATFMT_APPLY_FIT_ARGUMENTS, CHATFMT_APPLY_ARGUMENTS_OBJECT, CHATFMT_APPLY_ARGUMENTS_TEXT};
    for (size_t i = 0; i < 3; i++) {
        chatfmt_apply_options options = d.options;
        options.flags |= forms[i] | forms[(i + 1) % 3];
        assert_int_equal(chatfmt_applier_apply(d.chat, model, messages, &options, &d.applied, &d.error), CHATFMT_VALUE);
        assert_non_null(strstr(d.error.text, "exclude each other"));
    }
    d.options.flags |= CHATFMT_APPLY_CONTINUE;
    assert_int_equal(chatfmt_applier_apply(d.chat, model, messages, &d.options, &d.applied, &d.error),
                     CHATFMT_VALUE);
    desk_close(&d);
    chatfmt_model_free(model);
}

/* What releases of transformers did with null members and names of reasoning. */
static void test_nulls(void **state)
{
    static const struct {
        uint32_t flags;
        const char *want;
    } cases[] = {{0, "-r"}, {CHATFMT_APPLY_KEEP_NULLS, "Noner"}, {CHATFMT_APPLY_RAW_MESSAGES, "None-"}};
    desk d = desk_open();
    (void)state;
    chatfmt_model *model = model_of("{{ messages[0].content|default('-') }}"
                                    "{{ messages[0].reasoning_content|default('-') }}");
    chatfmt_value messages = read_json(d.values, "[{\"content\": null, \"reasoning\": \"r\"}]");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        d.options.flags = cases[i].flags;
        assert_int_equal(
            chatfmt_applier_apply(d.chat, model, messages, &d.options, &d.applied, &d.error), 0);
        assert_text(d.applied->text, cases[i].want);
    }
    desk_close(&d);
    chatfmt_model_free(model);
}

#define CALLS(calls, path)                                                                         \
    {"[{\"role\": \"json\", \"content\": \"\", \"tool_calls\": " calls "}]", CHATFMT_TYPE, path}

/* Which member an error is about, where transformers' words do not say it. */
static void test_blamed(void **state)
{
    static const struct {
        const char *json;
        chatfmt_status status;
        const char *path;
    } cases[] = {
        {"[{\"role\": \"user\", \"content\": \"a\"}, {\"role\": \"assistant\", \"content\": null}]",
         CHATFMT_UNDEFINED, "messages[1].content"},
        {"[{\"role\": \"user\", \"content\": \"a\"}, {\"role\": \"a\", \"tool_calls\": []}]", CHATFMT_UNDEFINED,
         "messages[1].content"},
        {"[{\"role\": \"user\"}]", CHATFMT_UNDEFINED, "messages[0]"},
        {"[{\"role\": \"user\", \"content\": \"a\"}, 5]", CHATFMT_ATTRIBUTE, "messages[1]"},
        {"[{\"role\": \"a\", \"content\": \"\", \"tool_calls\": [{\"function\": {\"arguments\": {}}}, "
         "{\"function\": {\"arguments\": \"{}\"}}]}]",
         CHATFMT_UNDEFINED, "messages[0].tool_calls[1].function.arguments"},
        {"[{\"role\": \"a\", \"content\": \"\", \"tool_calls\": [{\"name\": \"f\"}]}]", CHATFMT_UNDEFINED,
         "messages[0].tool_calls[0].function"},
        {"[{\"role\": \"\", \"content\": \"a\"}, {\"role\": \"strip\", \"content\": []}]", CHATFMT_UNDEFINED,
         "messages[1].content"},
        {"[{\"role\": \"strip\", \"content\": []}, {\"role\": \"strip\", \"content\": []}]", CHATFMT_UNDEFINED, "messages[0].content"},
        {"[{\"role\": \"\", \"content\": \"a\"}, {\"role\": \"strip\", \"content\": {\"t\": 1}}]",
         CHATFMT_UNDEFINED, "messages[1].content"},
        {"[{\"role\": \"strip\", \"content\": 5}, {\"role\": \"\", \"content\": true}]", CHATFMT_UNDEFINED,
         "messages[0].content"},
        {"[{\"role\": \"\", \"content\": \"5\"}, {\"role\": \"\", \"content\": 5}]", CHATFMT_TYPE, "messages[1].content"},
        {"[{\"role\": \"\", \"content\": true}]", CHATFMT_TYPE, "messages[0].content"},
        {"[{\"role\": 1, \"content\": \"\"}, {\"role\": \"\", \"content\": {}}]", CHATFMT_TYPE, "messages[0].role"},
        CALLS("[{\"function\": {\"name\": \"f\", \"arguments\": {}}}, {\"function\": {\"name\": \"f\"}}]",
              "messages[0].tool_calls[1].function.arguments"),
        CALLS("[{\"name\": \"f\"}]", "messages[0].tool_calls[0].arguments"),
        CALLS("[{\"function\": {\"arguments\": {}}}]", "messages[0].tool_calls[0].function.name"),
        CALLS("[{\"function\": \"f\"}]", "messages[0].tool_calls[0].function"),
        CALLS("[3]", "messages[0].tool_calls[0]"),
        CALLS("\"x\"", "messages[0].tool_calls"),
        CALLS("{\"function\": \"f\"}", "messages[0].tool_calls"),
        {"{\"messages\": []}", CHATFMT_ATTRIBUTE, "messages"},
        {"\"Hi\"", CHATFMT_ATTRIBUTE, "messages"},
        {"5", CHATFMT_TYPE, "messages"},
    };
    desk d = desk_open();
    (void)state;
    chatfmt_model *model = model_of("{% for m in messages %}{{ m.content.strip() if m.role == 'strip' }}"
                                    "{{ m.role + m.content }}{% for c in m.tool_calls or [] %}"
                                    "{% if m.role == 'json' %}{% set f = c.function or c %}"
                                    "{{ f.name|tojson + f.arguments|tojson }}{% else %}"
                                    "{{ c.function.arguments.items() }}{% endif %}{% endfor %}{% endfor %}");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        chatfmt_value messages = read_json(d.values, cases[i].json);
        assert_int_equal(
            chatfmt_applier_apply(d.chat, model, messages, &d.options, &d.applied, &d.error),
            cases[i].status);
        assert_string_equal(d.error.path, cases[i].path);
    }
    d.options.tools = read_json(d.values, "[5]");
    assert_int_equal(chatfmt_applier_apply(d.chat, model, read_json(d.values, "[{\"role\": \"a\", \"content\": \"\"}]"), &d.options, &d.applied, &d.error),
                     CHATFMT_VALUE);
    assert_string_equal(d.error.path, "tools");
    desk_close(&d);
    chatfmt_model_free(model);
}

static void test_continue(void **state)
{
    static const struct {
        const char *source, *json, *hf, *exact;
    } cases[] = {
        {CHATML, "[{\"role\":\"assistant\",\"content\":\"ab \"}]", "<|im_start|>assistant\nab ",
         "<|im_start|>assistant\nab "},
        /* Trimming: the reference also eats the newline of an empty message's header. */
        {"{% for m in messages %}<a>\n{{ m.content|trim }}<e>{% endfor %}",
         "[{\"role\":\"assistant\",\"content\":\"\"}]", "<a>", "<a>\n"},
        {"{% for m in messages %}<a>\n{{ m.content|trim }}<e>{% endfor %}",
         "[{\"role\":\"assistant\",\"content\":\" x \"}]", "<a>\nx", "<a>\nx"},
        /* Twice: the reference leaves its marker in the first place. */
        {"{% for m in messages %}({{ m.content }})({{ m.content }}){% endfor %}",
         "[{\"role\":\"assistant\",\"content\":\"x\"}]", "(xCONTINUE_FINAL_MESSAGE_TAG )(x",
         "(x)(x"},
        {"{% for m in messages %}{{ m.content|lower }};{% endfor %}",
         "[{\"role\":\"assistant\",\"content\":\"XY\"}]", NULL, "xy"},
    };
    desk d = desk_open();
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        chatfmt_model *model = model_of(cases[i].source);
        chatfmt_value messages = read_json(d.values, cases[i].json);
        d.options.flags = CHATFMT_APPLY_CONTINUE;
        chatfmt_status status =
            chatfmt_applier_apply(d.chat, model, messages, &d.options, &d.applied, &d.error);
        if (cases[i].hf) assert_text(d.applied->text, cases[i].hf);
        else assert_int_equal(status, CHATFMT_VALUE);
        d.options.flags = CHATFMT_APPLY_CONTINUE_EXACT | CHATFMT_APPLY_TURN;
        assert_int_equal(chatfmt_applier_apply(d.chat, model, messages, &d.options, &d.applied, &d.error), 0);
        assert_text(d.applied->text, cases[i].exact);
        assert_true(d.applied->turn.open);
        d.options.flags |= CHATFMT_APPLY_CONTINUE;
        assert_int_equal(chatfmt_applier_apply(d.chat, model, messages, &d.options, &d.applied, &d.error), 0);
        assert_text(d.applied->text, cases[i].exact);
        chatfmt_model_free(model);
    }
    desk_close(&d);
}

static void test_changes(void **state)
{
    desk d = desk_open();
    (void)state;
    chatfmt_model *model =
        model_of("{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no') }}"
                 "{% endif %}{{ m.role }}:{{ m.content }}{% for c in m.tool_calls or [] %}"
                 "{% for k, v in c.function.arguments|items %}{{ k }}={{ v }}{% endfor %}"
                 "{% endfor %};{% endfor %}");
    chatfmt_value messages = read_json(
        d.values, "[{\"role\":\"system\",\"content\":\"S\"},{\"role\":\"user\",\"content\":\"U\"},"
                "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"function\":{\"name\":"
                "\"f\",\"arguments\":\"{\\\"a\\\": 1}\"}}]}]");
    d.options.flags = CHATFMT_APPLY_FIT_ARGUMENTS | CHATFMT_APPLY_NULL_TO_EMPTY;
    assert_int_equal(chatfmt_applier_apply(d.chat, model, messages, &d.options, &d.applied, &d.error),
                     CHATFMT_RAISED);
    d.options.flags |= CHATFMT_APPLY_MERGE_SYSTEM | CHATFMT_APPLY_SPANS;
    assert_int_equal(chatfmt_applier_apply(d.chat, model, messages, &d.options, &d.applied, &d.error), 0);
    assert_text(d.applied->text, "user:S\n\nU;assistant:a=1;");
    assert_int_equal(d.applied->change_count, 3);
    assert_string_equal(d.applied->changes[0].what, "arguments_to_object");
    assert_string_equal(d.applied->changes[1].what, "null_to_empty");
    assert_string_equal(d.applied->changes[2].what, "system_merged");
    chatfmt_model_free(model);
    desk_close(&d);
}

/* A template that writes calls only beside content that is null says only then what it takes. */
static void test_arguments_beside_null(void **state)
{
    desk d = desk_open();
    (void)state;
    chatfmt_model *model = model_of("{% for m in messages %}{% if m.role == 'assistant' and m.content is none %}"
                                    "{% for c in m.tool_calls %}{{ 'args ' + c.function.arguments }}{% endfor %}"
                                    "{% else %}{{ m.content }}{% endif %};{% endfor %}");
    chatfmt_value messages = read_json(
        d.values, "[{\"role\":\"user\",\"content\":\"U\"},{\"role\":\"assistant\",\"content\":null,"
                  "\"tool_calls\":[{\"function\":{\"name\":\"f\",\"arguments\":{\"a\": 1}}}]}]");
    const uint32_t flags[] = {CHATFMT_APPLY_NULL_TO_EMPTY, CHATFMT_APPLY_KEEP_NULLS, CHATFMT_APPLY_RAW_MESSAGES};
    for (size_t i = 0; i < 3; i++) {
        d.options.flags = CHATFMT_APPLY_FIT_ARGUMENTS | flags[i];
        assert_int_equal(chatfmt_applier_apply(d.chat, model, messages, &d.options, &d.applied, &d.error), 0);
        assert_text(d.applied->text, i ? "U;args {\"a\": 1};" : "U;;");
    }
    chatfmt_model_free(model);
    desk_close(&d);
}

static void check_mask(chatfmt_applier *chat, chatfmt_slice text, uint32_t kind, const char *want)
{
    chatfmt_mask_options options = CHATFMT_MASK_OPTIONS_INIT;
    const chatfmt_mask_range *ranges;
    chatfmt_error error;
    size_t count, length = 0;
    char got[512] = "";
    options.kind = kind;
    if (chatfmt_applier_mask(chat, &options, &ranges, &count, &error)) fail_msg("%s", error.text);
    for (size_t i = 0; i < count; i++) {
        length += (size_t)snprintf(got + length, sizeof got - length, "[%.*s]",
                                   (int)(ranges[i].end - ranges[i].begin),
                                   text.data + ranges[i].begin);
        assert_true(ranges[i].end_char - ranges[i].begin_char <=
                    ranges[i].end - ranges[i].begin);
    }
    assert_string_equal(got, want);
}

static void test_masks(void **state)
{
    chatfmt_mask_options mask = CHATFMT_MASK_OPTIONS_INIT;
    const chatfmt_mask_range *ranges;
    size_t count;
    desk d = desk_open();
    (void)state;
    chatfmt_value messages = read_json(
        d.values, "[{\"role\":\"user\",\"content\":\"Hi\"},{\"role\":\"assistant\",\"content\":\"\xc3\xa9\"},"
                "{\"role\":\"user\",\"content\":\"b\"},{\"role\":\"assistant\",\"content\":\"c\"}]");
    d.options.flags = CHATFMT_APPLY_SPANS;
    chatfmt_model *model = model_of(CHATML);
    assert_int_equal(chatfmt_applier_apply(d.chat, model, messages, &d.options, &d.applied, &d.error), 0);
    check_mask(d.chat, d.applied->text, CHATFMT_MASK_DERIVED, "[\xc3\xa9<|im_end|>][c<|im_end|>]");
    assert_int_equal(chatfmt_applier_mask(d.chat, &mask, &ranges, &count, &d.error), CHATFMT_VALUE);
    assert_non_null(strstr(d.error.text, "'derived'"));
    chatfmt_model_free(model);
    /* Inside a macro transformers counts from the wrong place. */
    model = model_of("{% macro say(m) %}{{ m.role }}:{% generation %}{{ m.content }}{% endgeneration %};"
                     "{% endmacro %}{% for m in messages if m.role != 'user' %}{{ say(m) }}{% endfor %}");
    assert_int_equal(chatfmt_applier_apply(d.chat, model, messages, &d.options, &d.applied, &d.error), 0);
    check_mask(d.chat, d.applied->text, CHATFMT_MASK_HF, "[a][a]");
    check_mask(d.chat, d.applied->text, CHATFMT_MASK_GENERATION, "[\xc3\xa9][c]");
    chatfmt_model_free(model);
    desk_close(&d);
}

static chatfmt_status use_all(const chatfmt_allocator *memory)
{
    chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
    chatfmt_apply_options apply = CHATFMT_APPLY_OPTIONS_INIT;
    chatfmt_mask_options mask = CHATFMT_MASK_OPTIONS_INIT;
    chatfmt_model *model = NULL;
    chatfmt_applier *chat = NULL;
    chatfmt_values *values = NULL;
    const chatfmt_applied *applied;
    chatfmt_value messages;
    const chatfmt_mask_range *ranges;
    size_t count;
    const char *json = "[{\"role\":\"user\",\"content\":\"Hi\"},{\"role\":\"assistant\","
                       "\"content\":null,\"reasoning\":\"r\",\"tool_calls\":[{\"function\":"
                       "{\"name\":\"f\",\"arguments\":\"{}\"}}]},{\"role\":\"assistant\","
                       "\"content\":\"x\"}]";
    options.allocator = memory;
    apply.flags = CHATFMT_APPLY_SPANS | CHATFMT_APPLY_TURN | CHATFMT_APPLY_FIT_ARGUMENTS;
    mask.kind = CHATFMT_MASK_DERIVED;
    chatfmt_status status = chatfmt_model_from_template(TEXT(CHATML), &options, &model, NULL);
    if (!status) status = chatfmt_applier_new(memory, NULL, &chat, NULL);
    if (!status) status = chatfmt_values_new(memory, NULL, &values, NULL);
    if (!status) status = chatfmt_value_read_json(values, json, strlen(json), &messages, NULL);
    if (!status) status = chatfmt_applier_apply(chat, model, messages, &apply, &applied, NULL);
    if (!status) status = chatfmt_applier_mask(chat, &mask, &ranges, &count, NULL);
    chatfmt_values_free(values);
    chatfmt_applier_free(chat);
    chatfmt_model_free(model);
    return status;
}

/* Without memory every call fails as NO_MEMORY, and nothing leaks. What only looks something up
 * for a nicer answer may go without. */
static void test_out_of_memory(void **state)
{
    (void)state;
    for (size_t fail_at = 1; fail_at < 100000; fail_at++) {
        counting c = {.fail_at = fail_at};
        chatfmt_allocator memory = counting_allocator(&c);
        chatfmt_status status = use_all(&memory);
        assert_int_equal(c.live, 0);
        assert_true(status == CHATFMT_OK || status == CHATFMT_NO_MEMORY);
        if (c.calls < fail_at) break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sha256),   cmocka_unit_test(test_apply), cmocka_unit_test(test_turn_limit),
        cmocka_unit_test(test_blamed), cmocka_unit_test(test_nulls),
        cmocka_unit_test(test_continue), cmocka_unit_test(test_changes), cmocka_unit_test(test_arguments_beside_null),
        cmocka_unit_test(test_masks),    cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
