/* tests/unit/test_apply_rare.c - conversations that templates are seldom given: changes that are asked
 * for, system messages that are merged, messages that are continued. The words of refusals are those of
 * transformers 5.23, chat_template_utils. */
#define _POSIX_C_SOURCE 200809L

#include "chatfmt/chatfmt.h"
#include "support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

typedef struct apply_case {
    const char *source, *messages;
    uint32_t flags;
    const char *field; /* to continue; NULL: content */
    const char *want;  /* begins with '!': part of the refusal */
} apply_case;

#define CALLS(text) "[{\"role\":\"assistant\",\"tool_calls\":[" text "]}]"
#define SHOW_CALLS "{{ messages[0].tool_calls|tojson }}"
#define SYSTEM(text) "{\"role\":\"system\",\"content\":" text "}"
#define USER(text) "{\"role\":\"user\",\"content\":" text "}"
#define SAID(text) "{\"role\":\"assistant\",\"content\":" text "}"
#define NO_SYSTEM                                                                              \
    "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system') }}{% endif %}" \
    "{{ m.role[0] }}:{% if m.content is string %}{{ m.content }}{% else %}"                     \
    "{% for p in m.content %}[{{ p.text }}]{% endfor %}{% endif %};{% endfor %}"
#define ALL "{% for m in messages %}{{ m.content }}{% endfor %}"
#define PARTS                                                                                  \
    "{% for m in messages %}{% if m.content is string %}{{ m.content }}{% else %}"                  \
    "{% for p in m.content %}{{ p.text }}{% endfor %}{% endif %}{% endfor %}<e>"
#define CONTINUE CHATFMT_APPLY_CONTINUE

static const apply_case cases[] = {
    /* Arguments of tool calls. */
    {SHOW_CALLS,
     CALLS("{\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\"}},{\"name\":\"g\",\"arguments\":\"{}\"},"
           "{\"function\":{\"name\":\"h\"}},{\"function\":5,\"arguments\":\"[1]\"},{\"arguments\":\"{bad\"},\"x\","
           "{\"arguments\":5}"),
     CHATFMT_APPLY_ARGUMENTS_OBJECT, NULL,
     "[{\"function\": {\"name\": \"f\", \"arguments\": {\"a\": 1}}}, {\"name\": \"g\", \"arguments\": {}}, "
     "{\"function\": {\"name\": \"h\"}}, {\"function\": 5, \"arguments\": \"[1]\"}, {\"arguments\": \"{bad\"}, "
     "\"x\", {\"arguments\": 5}]"},
    {SHOW_CALLS,
     CALLS("{\"function\":{\"arguments\":{\"a\":1}}},{\"arguments\":[1]},{\"arguments\":\"x\"},{\"arguments\":5}"),
     CHATFMT_APPLY_ARGUMENTS_TEXT, NULL,
     "[{\"function\": {\"arguments\": \"{\\\"a\\\": 1}\"}}, {\"arguments\": \"[1]\"}, {\"arguments\": \"x\"}, "
     "{\"arguments\": 5}]"},
    {"{{ messages[0].tool_calls|length }}",
     CALLS("{\"arguments\":{}},{\"arguments\":{}},{\"arguments\":{}},{\"arguments\":{}},{\"arguments\":{}},"
           "{\"arguments\":{}},{\"arguments\":{}},{\"arguments\":{}},{\"arguments\":{}},{\"arguments\":{}}"),
     CHATFMT_APPLY_ARGUMENTS_TEXT, NULL, "10"},
    {"{{ messages[0].tool_calls }}", "[{\"role\":\"a\",\"tool_calls\":5}]", CHATFMT_APPLY_ARGUMENTS_TEXT, NULL,
     "5"},
    {"[{{ messages[0].content }}]", "[" SAID("null") "]", CHATFMT_APPLY_NULL_TO_EMPTY, NULL, "[]"},
    /* System messages that the template refuses. */
    {NO_SYSTEM, "[" SYSTEM("\"s\"") "," SAID("\"a\"") "," USER("\"u\"") "," USER("\"v\"") "]",
     CHATFMT_APPLY_MERGE_SYSTEM, NULL, "a:a;u:s\n\nu;u:v;"},
    {NO_SYSTEM, "[" SYSTEM("\"s\"") "," USER("[{\"type\":\"text\",\"text\":\"u\"},{\"text\":\"v\"}]") "]",
     CHATFMT_APPLY_MERGE_SYSTEM, NULL, "u:[s\n\n][u][v];"},
    {NO_SYSTEM, "[" USER("\"u\"") "," SYSTEM("\"s\"") "]", CHATFMT_APPLY_MERGE_SYSTEM, NULL, "!no system"},
    {NO_SYSTEM, "[" SYSTEM("[\"s\"]") "," USER("\"u\"") "]", CHATFMT_APPLY_MERGE_SYSTEM, NULL, "!no system"},
    {NO_SYSTEM, "[" SYSTEM("\"s\"") "," SAID("\"a\"") "]", CHATFMT_APPLY_MERGE_SYSTEM, NULL, "!no system"},
    {NO_SYSTEM, "[" SYSTEM("\"s\"") "," USER("5") "]", CHATFMT_APPLY_MERGE_SYSTEM, NULL, "!no system"},
    {"{{ raise_exception('never') }}", "[]", CHATFMT_APPLY_MERGE_SYSTEM | CHATFMT_APPLY_IN_BATCH, NULL,
     "!never"},
    {"{{ raise_exception('never ' ~ messages|length) }}", "[" SYSTEM("\"s\"") "," USER("\"u\"") "]",
     CHATFMT_APPLY_MERGE_SYSTEM, NULL, "!never 2"},
    /* Messages that go on. */
    {PARTS, "[" USER("\"u\"") "," SAID("\"abc \"") "]", CONTINUE, NULL, "uabc "},
    {"{% for m in messages %}{{ m.content|trim }}{% endfor %}", "[" SAID("\"abc \"") "]", CONTINUE, NULL,
     "abc"},
    {PARTS, "[" SAID("[{\"text\":\"a\"},{\"text\":\"b\"},{\"type\":\"image\"}]") "]", CONTINUE, NULL, "ab"},
    {PARTS, "[" SAID("[\"my text\"]") "]", CONTINUE, NULL, "!string indices must be integers, not 'str'"},
    {PARTS, "[" SAID("[[\"text\"]]") "]", CONTINUE, NULL, "!list indices must be integers or slices, not str"},
    {PARTS, "[" SAID("[{\"text\":5}]") "]", CONTINUE, NULL,
     "!unsupported operand type(s) for +: 'int' and 'str'"},
    {PARTS, "[" SAID("[{\"text\":[]}]") "]", CONTINUE, NULL,
     "!can only concatenate list (not \"str\") to list"},
    {PARTS, "[" SAID("[\"a\",{}]") "]", CONTINUE, NULL, "!could not find any text to continue"},
    {ALL, "[" SAID("5") "]", CONTINUE, NULL, "!unsupported operand type(s) for +: 'int' and 'str'"},
    {ALL, "[]", CONTINUE | CHATFMT_APPLY_IN_BATCH, NULL, "!the conversation is empty"},
    {ALL, "[{\"role\":\"assistant\"}]", CONTINUE, NULL, "!has no \"content\" to continue"},
    {ALL, "[{\"role\":\"assistant\",\"words\":\"a\"}]", CONTINUE, "words", "!not an accepted field"},
    {"{{ messages[0].words }}<e>", "[{\"role\":\"assistant\",\"words\":\"a\"}]", CONTINUE, "words", "a"},
    {"{{ messages[0].thinking }}<e>", "[{\"role\":\"assistant\",\"reasoning_content\":\"a\"}]", CONTINUE,
     "reasoning_content", "a"},
    {"{{ messages[0].reasoning_content }}<e>",
     "[{\"role\":\"assistant\",\"reasoning_content\":\"a\",\"thinking\":\"b\"}]", CONTINUE, "reasoning_content",
     "a"},
    {"{{ messages[0].reasoning_content }}<e>", "[{\"role\":\"assistant\",\"reasoning_content\":\"a\"}]",
     CONTINUE | CHATFMT_APPLY_RAW_MESSAGES, "reasoning_content", "a"},
    {"{{ messages[0].content[1:] }}", "[" SAID("\"abc\"") "]", CONTINUE, NULL, "!does not appear in the chat"},
    {"{{ messages[0] }}", "[5]", CHATFMT_APPLY_RAW_MESSAGES, NULL, "5"},
    {"{{ messages[0] }}", "[5]", 0, NULL, "!'int' object has no attribute 'items'"},
};

static void test_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int told = 0; told < 2; told++) { /* with and without a struct for the error */
            const apply_case *c = &cases[i];
            chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
            const chatfmt_applied *applied;
            chatfmt_model *model;
            chatfmt_applier *chat;
            chatfmt_values *values;
            chatfmt_value messages;
            chatfmt_error error;
            options.flags = c->flags;
            if (c->field) options.continue_field = (chatfmt_slice){c->field, strlen(c->field)};
            if (chatfmt_model_from_template(c->source, strlen(c->source), NULL, &model, &error))
                fail_msg("%s", error.text);
            assert_int_equal(chatfmt_applier_new(NULL, NULL, &chat, NULL), CHATFMT_OK);
            assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), CHATFMT_OK);
            if (chatfmt_value_read_json(values, c->messages, strlen(c->messages), &messages, &error))
                fail_msg("%s: %s", c->messages, error.text);
            chatfmt_status status = chatfmt_applier_apply(chat, model, messages, &options, &applied,
                                                          told ? &error : NULL);
            if (*c->want == '!') {
                if (!status || (told && !strstr(error.text, c->want + 1)))
                    fail_msg("%s: %d, %s", c->messages, (int)status, told ? error.text : "");
            } else {
                if (status) fail_msg("%s: %s", c->messages, told ? error.text : "");
                if (applied->text.length != strlen(c->want) ||
                    memcmp(applied->text.data, c->want, applied->text.length))
                    fail_msg("%s: got %.*s", c->messages, (int)applied->text.length, applied->text.data);
            }
            chatfmt_values_free(values);
            chatfmt_applier_free(chat);
            chatfmt_model_free(model);
        }
}

/* ---- Processors ---- */

/* What a processor makes of parts and of conversations that are empty. */
static void test_processor(void **state)
{
    static const struct {
        const char *messages, *want; /* '!': part of the refusal */
    } rows[] = {
        {"[]", "!list index out of range"},
        {"[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"image_url\":\"u\"},"
         "{\"type\":\"image_url\",\"image_url\":{\"url\":\"x\"}},{\"type\":\"image_url\",\"image_url\":{}},"
         "{\"type\":\"image_url\",\"image_url\":\"y\"}]}]",
         "[{\"type\": \"text\", \"image_url\": \"u\"}, {\"type\": \"image\", \"url\": \"x\"}, "
         "{\"type\": \"image\", \"url\": \"\"}, {\"type\": \"image\", \"url\": \"y\"}]"},
    };
    chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
    chatfmt_model *model;
    chatfmt_applier *chat;
    chatfmt_values *values;
    chatfmt_error error;
    folder f;
    (void)state;
    options.flags = CHATFMT_MODEL_PROCESSOR;
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "processor_config.json", "{}"));
    assert_true(folder_write(&f, "chat_template.jinja", "{{ messages[0].content|tojson }}"));
    if (chatfmt_model_open(f.path, &options, &model, &error)) fail_msg("%s", error.text);
    assert_int_equal(chatfmt_applier_new(NULL, NULL, &chat, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), CHATFMT_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_apply_options apply = CHATFMT_APPLY_OPTIONS_INIT;
        const chatfmt_applied *applied;
        chatfmt_value messages;
        assert_int_equal(chatfmt_value_read_json(values, rows[i].messages, strlen(rows[i].messages), &messages, NULL), 0);
        chatfmt_status status = chatfmt_applier_apply(chat, model, messages, &apply, &applied, &error);
        if (*rows[i].want == '!') {
            assert_int_equal(status, CHATFMT_INDEX);
            assert_string_equal(error.text, rows[i].want + 1);
        } else {
            if (status) fail_msg("%s", error.text);
            if (applied->text.length != strlen(rows[i].want) || memcmp(applied->text.data, rows[i].want, applied->text.length))
                fail_msg("%.*s", (int)applied->text.length, applied->text.data);
        }
    }
    chatfmt_values_free(values);
    chatfmt_applier_free(chat);
    chatfmt_model_free(model);
    folder_remove(&f);
}

/* A variable may not have the name of an argument. */
static void test_messages_twice(void **state)
{
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    const chatfmt_applied *applied;
    chatfmt_model *model;
    chatfmt_applier *chat;
    chatfmt_values *values;
    chatfmt_value messages;
    chatfmt_error error;
    (void)state;
    assert_int_equal(chatfmt_model_from_template("a", 1, NULL, &model, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_applier_new(NULL, NULL, &chat, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_read_json(values, "[" USER("\"x\"") "]", strlen("[" USER("\"x\"") "]"), &messages, NULL), 0);
    assert_int_equal(chatfmt_value_read_json(values, "{\"messages\": []}", 16, &options.variables, NULL), 0);
    assert_int_equal(chatfmt_applier_apply(chat, model, messages, &options, &applied, &error), CHATFMT_TYPE);
    assert_non_null(strstr(error.text, "multiple values for keyword argument 'messages'"));
    assert_string_equal(error.path, "variables.messages");
    chatfmt_values_free(values);
    chatfmt_applier_free(chat);
    chatfmt_model_free(model);
}

/* A long text in the refusal is shown in part. */
static void test_long_refusal(void **state)
{
    static char json[12000], content[5000];
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    const chatfmt_applied *applied;
    chatfmt_model *model;
    chatfmt_applier *chat;
    chatfmt_values *values;
    chatfmt_value messages;
    chatfmt_error error;
    (void)state;
    memset(content, 'w', sizeof content - 1);
    snprintf(json, sizeof json, "[" SAID("\"%s\"") "]", content);
    options.flags = CONTINUE;
    static const char source[] = "{{ messages[0].content|replace('w', 'v') }}";
    assert_int_equal(chatfmt_model_from_template(source, sizeof source - 1, NULL, &model, NULL),
                     CHATFMT_OK);
    assert_int_equal(chatfmt_applier_new(NULL, NULL, &chat, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_read_json(values, json, strlen(json), &messages, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_applier_apply(chat, model, messages, &options, &applied, &error),
                     CHATFMT_VALUE);
    assert_non_null(strstr(error.text, "does not appear in the chat"));
    chatfmt_values_free(values);
    chatfmt_applier_free(chat);
    chatfmt_model_free(model);
}

/* ---- Masks ---- */

/* The ranges of a mask as "begin-end:message " in bytes, or the beginning of the refusal. */
static void assert_mask(const char *source, const char *json, const chatfmt_mask_options *mask,
                        uint32_t flags, const char *want)
{
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    const chatfmt_mask_range *ranges;
    const chatfmt_applied *applied;
    chatfmt_model *model;
    chatfmt_applier *chat;
    chatfmt_values *values;
    chatfmt_value messages;
    chatfmt_error error;
    size_t count;
    char got[1024] = "";
    options.flags = flags | CHATFMT_APPLY_SPANS;
    assert_int_equal(chatfmt_model_from_template(source, strlen(source), NULL, &model, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_applier_new(NULL, NULL, &chat, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), CHATFMT_OK);
    if (chatfmt_value_read_json(values, json, strlen(json), &messages, &error)) fail_msg("%s", error.text);
    if (chatfmt_applier_apply(chat, model, messages, &options, &applied, &error)) fail_msg("%s", error.text);
    if (chatfmt_applier_mask(chat, mask, &ranges, &count, &error)) {
        if (*want != '!' || !strstr(error.text, want + 1)) fail_msg("%s: %s", source, error.text);
    } else {
        for (size_t i = 0; i < count; i++)
            snprintf(got + strlen(got), sizeof got - strlen(got),
                     ranges[i].message == CHATFMT_NO_MESSAGE ? "%zu-%zu " : "%zu-%zu:%zu ", ranges[i].begin,
                     ranges[i].end, ranges[i].message);
        assert_string_equal(got, want);
    }
    chatfmt_values_free(values);
    chatfmt_applier_free(chat);
    chatfmt_model_free(model);
}

#define ONE(tag) "{%" tag "generation %}{{ messages[0].content }}{%" tag "endgeneration %}"
#define TWENTY                                                                                  \
    "{% for m in messages %}{% for i in range(20) %};{% generation %}{{ m.content }}{% endgeneration %}" \
    "{% endfor %}{% endfor %}"

static void test_masks(void **state)
{
    static const char *const one = "[" SAID("\"ab\"") "]";
    static const char *const twenty = "1-3 4-6 7-9 10-12 13-15 16-18 19-21 22-24 25-27 28-30 31-33 34-36 "
                                      "37-39 40-42 43-45 46-48 49-51 52-54 55-57 58-60 ";
    static const chatfmt_slice user = {"user", 4};
    chatfmt_mask_options mask = CHATFMT_MASK_OPTIONS_INIT;
    (void)state;
    for (uint32_t kind = CHATFMT_MASK_HF; kind <= CHATFMT_MASK_GENERATION; kind++) {
        mask.kind = kind;
        assert_mask(TWENTY, one, &mask, 0, twenty);
        assert_mask(ONE(" "), one, &mask, 0, "0-2 ");
        assert_mask(ONE("- \n"), one, &mask, 0, "0-2 ");
        assert_mask(ONE("+"), one, &mask, 0, "0-2 ");
        assert_mask(ONE(""), one, &mask, CHATFMT_APPLY_CONTINUE, "!continue_final_message");
        assert_mask("{# {% generationx #}{# {% gen #}{# {%\n#}{{ messages[0].content }}{# {%#}", one, &mask,
                    0, "!no {% generation %} tags");
        mask.flags = CHATFMT_MASK_LAST_TURN;
        assert_mask(TWENTY, one, &mask, 0, "58-60 ");
        assert_mask(ONE(" "), one, &mask, 0, "0-2 ");
        mask.flags = 0;
    }
    mask.kind = CHATFMT_MASK_GENERATION;
    assert_mask("{% for m in messages %}{% generation %}{{ m.content }}{{ m.content|upper }}{% endgeneration %}"
                "{% generation %}{{ m.content }}{% endgeneration %};{% endfor %}",
                one, &mask, 0, "0-4 4-6 ");
    mask.kind = CHATFMT_MASK_DERIVED;
    static const char turns[] = "[" USER("\"q\"") "," SAID("\"ab\"") "," USER("\"r\"") "," SAID("\"c\"") "]";
    static const char chatml[] = "{% for m in messages %}<{{ m.role }}>{{ m.content }}</>{% endfor %}"
                                 "{% if add_generation_prompt %}<assistant>{% endif %}";
    assert_mask(chatml, turns, &mask, 0, "21-26:1 47-51:3 ");
    assert_mask(chatml, turns, &mask, CHATFMT_APPLY_CONTINUE, "!continue_final_message is not used with a mask");
    mask.count = 2;
    assert_mask(chatml, turns, &mask, 0, "21-26:1 ");
    mask.first = 2;
    assert_mask(chatml, turns, &mask, 0, "47-51:3 ");
    mask.first = mask.count = 0;
    mask.roles = &user;
    mask.role_count = 1;
    assert_mask(chatml, "[" USER("\"q\"") ",{\"role\":5,\"content\":\"x\"}]", &mask, 0, "6-10:0 ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_long_refusal),
        cmocka_unit_test(test_processor), cmocka_unit_test(test_messages_twice),
        cmocka_unit_test(test_masks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
