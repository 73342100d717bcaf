/* tests/unit/test_model_files.c - what model folders, the Hub cache and configurations may hold that
 * few do; JSON that is edited in place. */
#define _POSIX_C_SOURCE 200809L

#include "chatfmt/chatfmt.h"
#include "models/save.h"
#include "support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* ---- One member of a JSON text ---- */

static void test_edit(void **state)
{
    static const struct {
        const char *json, *value, *want; /* value NULL: taken out */
    } cases[] = {
        {"{}", "1", "{\"k\": 1}"},
        {" { } ", "\"x\"", " {\"k\": \"x\" } "},
        {"{\"a\": 1}", "2", "{\"a\": 1,\"k\": 2}"},
        {"{\n  \"a\": [1, {\"k\": [2]}, \"]\"],\n  \"b\": {}\n}\n", "2",
         "{\n  \"a\": [1, {\"k\": [2]}, \"]\"],\n  \"b\": {},\n  \"k\": 2\n}\n"},
        {"{\"k\": 1}", "[]", "{\"k\": []}"},
        {"{\"k\" :\t1 , \"a\": 2}", "3", "{\"k\" :\t3 , \"a\": 2}"},
        {"{\"k\": 1, \"k\": 2}", "3", "{\"k\": 1, \"k\": 3}"},
        {"{\"a\": \"k\", \"b\\\"\": true}", NULL, "{\"a\": \"k\", \"b\\\"\": true}"},
        {"{\"k\": null}", NULL, "{}"},
        {"{ \"k\": {\"a\": \"}\\\"\"} }", NULL, "{ }"},
        {"{\"k\": 1, \"a\": 2}", NULL, "{\"a\": 2}"},
        {"{\"k\": 1 ,\n \"a\": 2}", NULL, "{\"a\": 2}"},
        {"{\"a\": 2,\n \"k\": [1, 2]\n}", NULL, "{\"a\": 2\n}"},
        {"{\"a\": 2 , \"k\": 1}", NULL, "{\"a\": 2 }"},
        {"{\"k\": 1, \"a\": 2, \"k\": [], \"k\": {}}", NULL, "{\"a\": 2}"},
        {"\r\n{\"a\":-1.5e3,\"k\":NaN}", NULL, "\r\n{\"a\":-1.5e3}"},
    };
    cft_heap heap;
    (void)state;
    cft_heap_init(&heap, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cft_slice value = {cases[i].value, cases[i].value ? strlen(cases[i].value) : 0}, out;
        assert_int_equal(cft_save_edit(&heap, cft_slice_of(cases[i].json, strlen(cases[i].json)),
                                       CFT_LIT("k"), value, &out),
                         CHATFMT_OK);
        if (out.length != strlen(cases[i].want) || memcmp(out.data, cases[i].want, out.length))
            fail_msg("%s: got %.*s", cases[i].json, (int)out.length, out.data);
    }
    cft_heap_free(&heap);
}

/* ---- What configurations say of tokens ---- */

#define VOCABULARY                                                                             \
    "\"model\":{\"type\":\"BPE\",\"vocab\":{\"a\":0,\"b\":1,\"<\":2,\"x\":3,\">\":4,\" \":5},"        \
    "\"merges\":[]}"
static const char tokenizer_json[] =
    "{\"version\":\"1.0\",\"added_tokens\":[{\"id\":6,\"content\":\"<x>\",\"single_word\":false,"
    "\"lstrip\":false,\"rstrip\":false,\"normalized\":false,\"special\":true}]," VOCABULARY "}";

#define SAME "\"content\":\"<x>\",\"normalized\":false,\"special\":true"

/* A configuration, a text, and the ids that are made of it. */
static const struct {
    const char *config, *text, *want;
} token_cases[] = {
    {"{}", "a <x> b<b>", "0 5 6 5 1 2 1 4"},
    {"{\"added_tokens_decoder\":{\"6\":{" SAME "}}}", "a <x> b", "0 5 6 5 1"},
    {"{\"added_tokens_decoder\":{\"6\":{" SAME ",\"lstrip\":true}}}", "a <x> b", "0 6 5 1"},
    {"{\"added_tokens_decoder\":{\"6\":{" SAME ",\"rstrip\":true}}}", "a <x> b", "0 5 6 1"},
    {"{\"added_tokens_decoder\":{\"6\":{" SAME ",\"single_word\":true}}}", "a<x>b <x>", "0 2 3 4 1 5 6"},
    {"{\"added_tokens_decoder\":{\"6\":{\"content\":\"<x>\",\"normalized\":false,\"special\":false}}}",
     "<x>", "6"},
    /* Rows that say nothing are passed over. */
    {"{\"added_tokens_decoder\":{\"\":{\"content\":\"ab\"},\"1234567890\":{\"content\":\"ab\"},"
     "\"/\":{\"content\":\"ab\"},\"1a\":{\"content\":\"ab\"},\"7\":5,\"8\":{\"content\":5},"
     "\"9\":{\"content\":\"\"},\"10\":{},\"11\":[]}}",
     "ab", "0 1"},
    {"{\"added_tokens_decoder\":{\"9\":{\"content\":\"<b>\"},\"7\":{\"content\":\"<a>\"}}}", "<a><b>",
     "7 8"},
    {"{\"added_tokens_decoder\":[]}", "<x>", "6"},
    {"{\"extra_special_tokens\":[\"\",5,\"<b>\",{\"content\":\"<b>\"},\"<x>\"]}", "<x><b>", "6 7"},
    {"{\"extra_special_tokens\":{\"image_token\":\"<b>\"}}", "<b>",
     "7"},
    {"{\"additional_special_tokens\":[\"<b>\"]}", "<b>", "7"},
    {"{\"bos_token\":{\"__type\":\"AddedToken\",\"content\":\"<b>\",\"lstrip\":true}}", "a <b>", "0 7"},
    {"{\"pad_token\":null,\"unk_token\":\"\"}", "a", "0"},
    {"{\"x_token\":{\"content\":\"<b>\"},\"my_token\":\"<a>\",\"_token\":\"ab\"}", "<a><b>ab",
     "7 2 1 4 0 1"},
};

static void test_tokens(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof token_cases / sizeof *token_cases; i++) {
        folder f;
        chatfmt_model *model;
        chatfmt_tokenizer *tokenizer;
        chatfmt_encoder *encoder;
        const chatfmt_tokens *tokens;
        chatfmt_error error;
        char got[128] = "";
        assert_true(folder_make(&f));
        assert_true(folder_write(&f, "tokenizer.json", tokenizer_json));
        assert_true(folder_write(&f, "tokenizer_config.json", token_cases[i].config));
        if (chatfmt_model_open(f.path, NULL, &model, &error)) fail_msg("%s", error.text);
        if (chatfmt_model_tokenizer(model, NULL, &tokenizer, &error)) fail_msg("%s", error.text);
        assert_int_equal(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL), CHATFMT_OK);
        assert_int_equal(chatfmt_encoder_encode(encoder, token_cases[i].text,
                                                strlen(token_cases[i].text), NULL, &tokens, NULL),
                         CHATFMT_OK);
        for (size_t k = 0; k < tokens->count; k++)
            snprintf(got + strlen(got), sizeof got - strlen(got), k ? " %u" : "%u", tokens->ids[k]);
        if (strcmp(got, token_cases[i].want))
            fail_msg("%s: got %s, want %s", token_cases[i].config, got, token_cases[i].want);
        chatfmt_encoder_free(encoder);
        chatfmt_tokenizer_free(tokenizer);
        chatfmt_model_free(model);
        folder_remove(&f);
    }
}

/* What is known from the special tokens of the legacy file where it differs from the configuration. */
static void test_token_of_other_text(void **state)
{
    folder f;
    chatfmt_model *model;
    chatfmt_tokenizer *tokenizer;
    (void)state;
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "tokenizer.json", tokenizer_json));
    assert_true(folder_write(&f, "tokenizer_config.json",
                             "{\"bos_token\":{\"content\":\"<a>\",\"lstrip\":true},\"eos_token\":{\"content\":5}}"));
    assert_true(folder_write(&f, "special_tokens_map.json",
                             "{\"bos_token\":\"<b>\",\"eos_token\":\"<e>\"}"));
    assert_int_equal(chatfmt_model_open(f.path, NULL, &model, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_model_tokenizer(model, NULL, &tokenizer, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_model_token_count(model), 2);
    chatfmt_model_token token = chatfmt_model_token_at(model, 0);
    assert_memory_equal(token.text.data, "<b>", 3);
    chatfmt_tokenizer_free(tokenizer);
    chatfmt_model_free(model);
    folder_remove(&f);
}

/* ---- Named templates ---- */

/* One that is no text fails when it is chosen, by its name or because it is the one for tools. */
static void test_textless(void **state)
{
    folder f;
    chatfmt_model *model;
    chatfmt_model_template row;
    chatfmt_slice usual = {NULL, 0}, rag = {"rag", 3}, other = {"other", 5};
    (void)state;
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "tokenizer_config.json",
                             "{\"chat_template\":[{\"name\":\"rag\",\"template\":null},"
                             "{\"name\":\"tool_use\",\"template\":5},"
                             "{\"name\":\"default\",\"template\":\"D\"}]}"));
    assert_int_equal(chatfmt_model_open(f.path, NULL, &model, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_model_choose(model, rag, 0, &row, NULL), CHATFMT_TYPE);
    assert_int_equal(chatfmt_model_choose(model, usual, 1, &row, NULL), CHATFMT_TYPE);
    assert_int_equal(chatfmt_model_choose(model, usual, 0, &row, NULL), CHATFMT_OK);
    assert_memory_equal(row.source.data, "D", 1);
    assert_int_equal(chatfmt_model_choose(model, other, 0, &row, NULL), CHATFMT_OK);
    chatfmt_model_free(model);
    folder_remove(&f);
}

/* Their names are among those that can be chosen: sorted for a tokenizer, and for a processor as in the file. */
static void test_textless_names(void **state)
{
    static const char *const configs[] = {
        "{\"chat_template\":{\"z\":5,\"b\":\"B\",\"a\":null,\"c\":[],\"d\":\"D\"}}",
        "{\"chat_template\":[{\"name\":\"z\",\"template\":5},{\"name\":\"b\",\"template\":\"B\"},{\"name\":\"a\",\"template\":null},"
        "{\"name\":\"c\",\"template\":[]},{\"name\":\"d\",\"template\":\"D\"}]}",
    };
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        folder f;
        chatfmt_model *model;
        chatfmt_model_template row;
        chatfmt_error error;
        chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
        chatfmt_slice usual = {NULL, 0};
        bool processor = i & 1;
        options.flags = processor ? CHATFMT_MODEL_PROCESSOR : 0;
        assert_true(folder_make(&f));
        assert_true(folder_write(&f, processor ? "chat_template.json" : "tokenizer_config.json", configs[i / 2]));
        assert_int_equal(chatfmt_model_open(f.path, &options, &model, NULL), CHATFMT_OK);
        assert_int_equal(chatfmt_model_choose(model, usual, 0, &row, &error), CHATFMT_VALUE);
        const char *names = processor ? "Available templates are: z, b, a, c, d"
                                      : "Available template names are ['a', 'b', 'c', 'd', 'z'].";
        if (!strstr(error.text, names)) fail_msg("%s: %s", names, error.text);
        chatfmt_model_free(model);
        folder_remove(&f);
    }
}

/* What the former transformers does not have is named. */
static void test_former(void **state)
{
    folder f;
    chatfmt_model *model;
    chatfmt_applier *chat;
    chatfmt_values *values;
    chatfmt_value messages;
    chatfmt_error error;
    const chatfmt_applied *applied;
    chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
    chatfmt_apply_options apply = CHATFMT_APPLY_OPTIONS_INIT;
    static const char json[] = "[{\"role\":\"assistant\",\"content\":\"x\"}]";
    (void)state;
    options.flags = CHATFMT_MODEL_TRANSFORMERS_4_37;
    apply.flags = CHATFMT_APPLY_CONTINUE;
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "tokenizer_config.json", "{\"chat_template\":\"{{ messages[0].content }}\"}"));
    assert_int_equal(chatfmt_model_open(f.path, &options, &model, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_applier_new(NULL, NULL, &chat, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_read_json(values, json, sizeof json - 1, &messages, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_applier_apply(chat, model, messages, &apply, &applied, &error), CHATFMT_UNSUPPORTED);
    assert_string_equal(error.text, "continue_final_message: transformers 4.37 does not pass this to templates; leave it out, "
                                    "or use another reference");
    chatfmt_values_free(values);
    chatfmt_applier_free(chat);
    chatfmt_model_free(model);
    folder_remove(&f);
}

/* ---- Lengths, sides and stops ---- */

#define CHAT_TEMPLATE "\"chat_template\":\"{{ messages[0].content }}\""

static void assert_prompt(folder *f, const char *want, size_t stops)
{
    chatfmt_model *model;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    chatfmt_applier *chat;
    chatfmt_values *values;
    chatfmt_value messages;
    const chatfmt_prompt *prompt;
    chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
    static const char json[] = "[{\"role\":\"user\",\"content\":\"abx\"}]";
    char got[64] = "";
    assert_int_equal(chatfmt_model_open(f->path, NULL, &model, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_model_tokenizer(model, NULL, &tokenizer, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_applier_new(NULL, NULL, &chat, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_read_json(values, json, sizeof json - 1, &messages, NULL),
                     CHATFMT_OK);
    options.fit = CHATFMT_FIT_TRUNCATE;
    options.flags = CHATFMT_PROMPT_STOPS;
    assert_int_equal(chatfmt_applier_encode(chat, model, encoder, messages, NULL, &options, &prompt, NULL),
                     CHATFMT_OK);
    for (size_t k = 0; k < prompt->count; k++)
        snprintf(got + strlen(got), sizeof got - strlen(got), k ? " %u" : "%u", prompt->ids[k]);
    assert_string_equal(got, want);
    assert_int_equal(prompt->stop_count, stops);
    chatfmt_values_free(values);
    chatfmt_applier_free(chat);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
    chatfmt_model_free(model);
}

static void test_lengths(void **state)
{
    static const struct {
        const char *config, *want;
    } cases[] = {
        {"\"model_max_length\":2", "0 1"},      {"\"model_max_length\":0", "0 1 3"},
        {"\"model_max_length\":-2", "0 1 3"},   {"\"model_max_length\":2.0", "0 1"},
        {"\"model_max_length\":0.5", "0 1 3"},  {"\"model_max_length\":1e30", "0 1 3"},
        {"\"model_max_length\":\"2\"", "0 1 3"},
        {"\"model_max_length\":2,\"truncation_side\":\"left\"", "1 3"},
        {"\"model_max_length\":2,\"truncation_side\":\"right\"", "0 1"},
    };
    folder f;
    char config[256];
    (void)state;
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "tokenizer.json", tokenizer_json));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(config, sizeof config, "{%s," CHAT_TEMPLATE "}", cases[i].config);
        assert_true(folder_write(&f, "tokenizer_config.json", config));
        assert_prompt(&f, cases[i].want, 0);
    }
    folder_remove(&f);
}

/* transformers opens no model with a side that is none. */
static void test_sides(void **state)
{
    static const char *const cases[][2] = {
        {"\"padding_side\":\"up\"", "Padding side should be selected between 'right' and 'left', current value: up"},
        {"\"padding_side\":null", "Padding side should be selected between 'right' and 'left', current value: None"},
        {"\"padding_side\":[\"left\"]", "Padding side should be selected between 'right' and 'left', current value: ['left']"},
        {"\"truncation_side\":5", "Truncation side should be selected between 'right' and 'left', current value: 5"},
    };
    folder f;
    char config[256];
    (void)state;
    assert_true(folder_make(&f));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        chatfmt_model *model;
        chatfmt_error error;
        snprintf(config, sizeof config, "{%s," CHAT_TEMPLATE "}", cases[i][0]);
        assert_true(folder_write(&f, "tokenizer_config.json", config));
        assert_int_equal(chatfmt_model_open(f.path, NULL, &model, &error), CHATFMT_VALUE);
        assert_null(model);
        if (!strstr(error.text, "/tokenizer_config.json: ") || !strstr(error.text, cases[i][1]))
            fail_msg("%s: %s", cases[i][0], error.text);
    }
    folder_remove(&f);
}

static void test_stops(void **state)
{
    static const struct {
        const char *eos;
        size_t count;
    } cases[] = {
        {"5", 1},        {"-5", 0},  {"[1,2,1]", 2}, {"[1,\"2\",null,-1,4294967295,4294967294]", 2},
        {"4294967295", 0}, {"\"5\"", 0}, {"null", 0},    {"true", 0}, {"[]", 0},
    };
    folder f;
    char text[1024];
    chatfmt_model *model;
    chatfmt_error error;
    (void)state;
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "tokenizer.json", tokenizer_json));
    assert_true(folder_write(&f, "tokenizer_config.json", "{" CHAT_TEMPLATE "}"));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, "{\"eos_token_id\":%s}", cases[i].eos);
        assert_true(folder_write(&f, "generation_config.json", text));
        assert_prompt(&f, "0 1 3", cases[i].count);
    }
    assert_true(folder_write(&f, "generation_config.json", "{\"eos_token_id\":[1,]}"));
    assert_int_equal(chatfmt_model_open(f.path, NULL, &model, &error), CHATFMT_INPUT);
    assert_non_null(strstr(error.text, "generation_config.json:1:"));
    strcpy(text, "{\"eos_token_id\":[0");
    for (int i = 1; i < 70; i++) snprintf(text + strlen(text), sizeof text - strlen(text), ",%d", i);
    strcat(text, "]}");
    assert_true(folder_write(&f, "generation_config.json", text));
    assert_prompt(&f, "0 1 3", 64); /* no model has so many; more are left out */
    folder_remove(&f);
}

/* ---- Templates ---- */

static void assert_templates(const char *path, const char *want)
{
    chatfmt_model *model;
    chatfmt_error error;
    char got[256] = "";
    if (chatfmt_model_open(path, NULL, &model, &error)) fail_msg("%s", error.text);
    for (size_t i = 0; i < chatfmt_model_template_count(model); i++) {
        chatfmt_model_template row = chatfmt_model_template_at(model, i);
        snprintf(got + strlen(got), sizeof got - strlen(got), "%.*s=%.*s;", (int)row.name.length,
                 row.name.data, (int)row.source.length, row.source.data);
    }
    assert_string_equal(got, want);
    chatfmt_model_free(model);
}

/* Three tokens of the files, one of the variables, and what ends answers and calls. */
static void test_turn_stops(void **state)
{
    static const char *const want[] = {"<eos>", "<eot>", "<eom>", "<v>", "<end>", "<call>"};
    static const char config[] =
        "{\"eos_token\":\"<eos>\",\"eot_token\":\"<eot>\",\"eom_token\":\"<eom>\",\"chat_template\":"
        "\"{% for m in messages %}<{{ m.role }}>{{ m.content }}{% for c in m.tool_calls or [] %}"
        "{{ c.function.arguments.kq }},{% endfor %}"
        "{{ '<call>' if m.tool_calls else '<end>' }}{% endfor %}\"}";
    folder f;
    chatfmt_model *model;
    chatfmt_values *values;
    chatfmt_applier *applier;
    chatfmt_value chat;
    const chatfmt_applied *applied;
    chatfmt_error error;
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    (void)state;
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "tokenizer_config.json", config));
    assert_int_equal(chatfmt_model_open(f.path, NULL, &model, &error), 0);
    assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), 0);
    assert_int_equal(chatfmt_applier_new(NULL, NULL, &applier, NULL), 0);
    assert_int_equal(chatfmt_value_read_json(values, "[{\"role\":\"user\",\"content\":\"a\"}]", 31,
                                             &chat, &error), 0);
    assert_int_equal(chatfmt_value_read_json(values, "{\"eos_token\":\"<v>\"}", 19,
                                             &options.variables, &error), 0);
    assert_int_equal(chatfmt_value_read_json(values, "[{}]", 4, &options.tools, &error), 0);
    options.flags = CHATFMT_APPLY_TURN;
    if (chatfmt_applier_apply(applier, model, chat, &options, &applied, &error))
        fail_msg("%s", error.text);
    assert_int_equal(applied->stop_count, sizeof want / sizeof *want);
    for (size_t i = 0; i < applied->stop_count; i++)
        assert_true(chatfmt_slice_is(applied->stops[i], want[i]));
    chatfmt_applier_free(applier);
    chatfmt_values_free(values);
    chatfmt_model_free(model);
    folder_remove(&f);
}

static void test_template_configs(void **state)
{
    static const struct {
        const char *config, *want; /* NULL: refused */
    } cases[] = {
        {"{\"chat_template\":null}", ""},
        {"{\"chat_template\":[]}", ""},
        {"{\"chat_template\":[{\"name\":\"a\",\"template\":\"b\"},{\"name\":\"c\",\"template\":\"\"}]}",
         "a=b;c=;"},
        {"{\"chat_template\":5}", ""},
        {"{\"chat_template\":{\"a\":\"b\",\"c\":5,\"d\":\"\"}}", "a=b;d=;"},
        {"{\"chat_template\":{}}", ""},
        {"{\"chat_template\":[5]}", NULL},
        {"{\"chat_template\":[{\"template\":\"b\"}]}", NULL},
        {"{\"chat_template\":[{\"name\":\"a\"}]}", NULL},
        {"{\"chat_template\":[{\"name\":5,\"template\":\"b\"}]}", ""},
        {"{\"chat_template\":[{\"name\":\"a\",\"template\":5}]}", ""},
        {"{\"chat_template\":[{\"name\":[],\"template\":\"b\"}]}", NULL},
        {"[]", NULL},
        {"{\"a\":\n}", NULL},
    };
    folder f;
    (void)state;
    assert_true(folder_make(&f));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        chatfmt_model *model;
        chatfmt_error error;
        assert_true(folder_write(&f, "tokenizer_config.json", cases[i].config));
        if (cases[i].want) {
            assert_templates(f.path, cases[i].want);
            continue;
        }
        assert_int_equal(chatfmt_model_open(f.path, NULL, &model, &error), CHATFMT_INPUT);
        assert_non_null(strstr(error.text, "tokenizer_config.json"));
        assert_int_equal(chatfmt_model_open(f.path, NULL, &model, NULL), CHATFMT_INPUT);
        assert_null(model);
    }
    folder_remove(&f);
}

static void test_template_files(void **state)
{
    folder f;
    (void)state;
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "chat_template.jinja", ""));
    assert_templates(f.path, "default=;");
    assert_int_equal(mkdir(folder_join(&f, "additional_chat_templates"), 0700), 0);
    assert_true(folder_write(&f, "additional_chat_templates/.jinja", "none"));
    assert_true(folder_write(&f, "additional_chat_templates/x.txt", "none"));
    assert_int_equal(mkdir(folder_join(&f, "additional_chat_templates/y.jinja"), 0700), 0);
    assert_templates(f.path, "default=;");
    assert_true(folder_write(&f, "additional_chat_templates/z.jinja", "named"));
    assert_templates(f.path, "default=;z=named;");
    unlink(folder_join(&f, "chat_template.jinja"));
    assert_templates(f.path, "z=named;");
    assert_true(folder_write(&f, "x", "{{ 1 }}")); /* a name shorter than the endings that are known */
    assert_templates(folder_join(&f, "x"), "default={{ 1 }};");
    rmdir(folder_join(&f, "additional_chat_templates/y.jinja"));
    while (f.count) unlink(folder_join(&f, f.files[--f.count]));
    rmdir(folder_join(&f, "additional_chat_templates"));
    folder_remove(&f);
}

/* Names in the message that asks for one; those that have no room are left out. */
static void test_names_in_errors(void **state)
{
    static char config[8192], name[600];
    folder f;
    chatfmt_model *model;
    chatfmt_model_template row;
    chatfmt_error error;
    (void)state;
    memset(name, 'm', sizeof name - 1);
    snprintf(config, sizeof config,
             "{\"chat_template\":[{\"name\":\"b\",\"template\":\"\"},{\"name\":\"%s\",\"template\":\"\"},"
             "{\"name\":\"a\",\"template\":\"\"}]}", name);
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "tokenizer_config.json", config));
    assert_int_equal(chatfmt_model_open(f.path, NULL, &model, &error), CHATFMT_OK);
    assert_int_equal(chatfmt_model_choose(model, (chatfmt_slice){NULL, 0}, 0, &row, &error),
                     CHATFMT_VALUE);
    assert_non_null(strstr(error.text, "are ['a', 'b']."));
    assert_int_equal(chatfmt_model_choose(model, (chatfmt_slice){"nope", 4}, 0, &row, &error),
                     CHATFMT_OK);
    assert_memory_equal(row.source.data, "nope", 4); /* no name: a source */
    chatfmt_model_free(model);
    folder_remove(&f);
}

/* The file at fault is named where a folder was given, and a file that is no model is refused. */
static void test_files_in_errors(void **state)
{
    folder f;
    chatfmt_model *model;
    chatfmt_tokenizer *tokenizer;
    chatfmt_error error;
    char want[300];
    (void)state;
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "tokenizer_config.json", "{}"));
    assert_true(folder_write(&f, "tokenizer.json", "{\n  broken"));
    assert_int_equal(chatfmt_model_open(f.path, NULL, &model, &error), CHATFMT_OK);
    assert_int_equal(chatfmt_model_tokenizer(model, NULL, &tokenizer, &error), CHATFMT_INPUT);
    snprintf(want, sizeof want, "%s:2:3: ", folder_join(&f, "tokenizer.json"));
    assert_memory_equal(error.text, want, strlen(want));
    assert_int_equal(error.line, 2);
    chatfmt_model_free(model);
    assert_true(folder_write(&f, "model.safetensors", "\177ELF\377"));
    assert_int_equal(chatfmt_model_open(folder_join(&f, "model.safetensors"), NULL, &model, &error),
                     CHATFMT_INPUT);
    assert_non_null(strstr(error.text, "model.safetensors: neither a model nor a chat template: byte 4"));
    assert_null(model);
    folder_remove(&f);
}

/* Files whose name is shorter than an ending, and templates whose name is longer than is shown. */
static void test_short_and_long_names(void **state)
{
    static char config[1024], name[200];
    folder f;
    chatfmt_model *model;
    chatfmt_model_template row;
    chatfmt_error error;
    char here[256];
    (void)state;
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "t", "{{ x }}"));
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(f.path), 0);
    assert_int_equal(chatfmt_model_open("t", NULL, &model, &error), CHATFMT_OK);
    assert_int_equal(chdir(here), 0);
    assert_int_equal(chatfmt_model_template_count(model), 1);
    chatfmt_model_free(model);
    memset(name, 'm', sizeof name - 1);
    snprintf(config, sizeof config,
             "{\"chat_template\":[{\"name\":\"default\",\"template\":\"x\"},{\"name\":\"%s\",\"template\":5}]}", name);
    assert_true(folder_write(&f, "tokenizer_config.json", config));
    assert_int_equal(chatfmt_model_open(f.path, NULL, &model, &error), CHATFMT_OK);
    assert_int_equal(chatfmt_model_choose(model, (chatfmt_slice){name, sizeof name - 1}, 0, &row, &error), CHATFMT_TYPE);
    name[60] = '\0';
    snprintf(config, sizeof config, "chat_template: the template '%s' is not a string", name);
    assert_string_equal(error.text, config);
    chatfmt_model_free(model);
    folder_remove(&f);
}

/* What tokenizer_config.json says of replies, the newer kind first. */
static void test_response_template(void **state)
{
#define DESCRIBED "{\"start_anchor\": \"<a>\", \"fields\": {\"content\": {}}}"
    static const struct {
        const char *config;
        chatfmt_status status;
        int described;
    } cases[] = {
        {"{\"response_template\": " DESCRIBED "}", CHATFMT_OK, 1},
        {"{\"response_template\": " DESCRIBED ", \"response_schema\": 5}", CHATFMT_OK, 1},
        {"{\"response_schema\": {\"type\": \"object\", \"properties\": {\"content\": {\"type\": \"string\"}}}}",
         CHATFMT_OK, 1},
        {"{\"response_template\": null}", CHATFMT_OK, 0},
        {"{}", CHATFMT_OK, 0},
        {"{\"response_template\": {\"fields\": {}}}", CHATFMT_VALUE, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        chatfmt_response_template *description;
        chatfmt_model *model;
        chatfmt_error error;
        folder f;
        assert_true(folder_make(&f));
        assert_true(folder_write(&f, "tokenizer_config.json", cases[i].config));
        assert_int_equal(chatfmt_model_open(f.path, NULL, &model, &error), CHATFMT_OK);
        assert_int_equal(chatfmt_model_response_template(model, NULL, &description, &error),
                         cases[i].status);
        assert_int_equal(description != NULL, cases[i].described);
        chatfmt_model_free(model);
        chatfmt_response_template_free(description);
        folder_remove(&f);
    }
    assert_int_equal(chatfmt_model_response_template(NULL, NULL, NULL, NULL), CHATFMT_BAD_ARGUMENT);
}

/* ---- Processors ---- */

static chatfmt_status open_processor(const char *path, chatfmt_model **model, chatfmt_error *error)
{
    chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
    options.flags = CHATFMT_MODEL_PROCESSOR;
    return chatfmt_model_open(path, &options, model, error);
}

static void test_processor_conflict(void **state)
{
    folder f;
    chatfmt_model *model;
    chatfmt_error error;
    (void)state;
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "chat_template.json", "{\"chat_template\":\"x\"}"));
    assert_int_equal(open_processor(f.path, &model, &error), CHATFMT_OK);
    assert_int_equal(chatfmt_model_template_count(model), 1);
    chatfmt_model_free(model);
    assert_int_equal(mkdir(folder_join(&f, "additional_chat_templates"), 0700), 0);
    assert_int_equal(open_processor(f.path, &model, &error), CHATFMT_OK); /* nothing in it */
    chatfmt_model_free(model);
    assert_true(folder_write(&f, "additional_chat_templates/z.jinja", "named"));
    assert_int_equal(open_processor(f.path, &model, &error), CHATFMT_VALUE);
    assert_non_null(strstr(error.text, "conflicting files"));
    assert_true(folder_write(&f, "processor_config.json", "{\"chat_template\":\"y\"}"));
    assert_int_equal(open_processor(f.path, &model, &error), CHATFMT_VALUE);
    while (f.count) unlink(folder_join(&f, f.files[--f.count]));
    assert_true(folder_write(&f, "processor_config.json", "{\"chat_template\":\"y\"}"));
    assert_int_equal(open_processor(f.path, &model, &error), CHATFMT_OK);
    assert_int_equal(chatfmt_model_template_count(model), 1);
    chatfmt_model_free(model);
    assert_true(folder_write(&f, "processor_config.json", "{\"processor_class\":\"y\"}"));
    assert_int_equal(open_processor(f.path, &model, &error), CHATFMT_OK);
    assert_int_equal(chatfmt_model_template_count(model), 0);
    chatfmt_model_free(model);
    rmdir(folder_join(&f, "additional_chat_templates"));
    folder_remove(&f);
}

/* ---- The Hub cache ---- */

static void hub_clear(void)
{
    static const char *const names[] = {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HOME",
                                        "XDG_CACHE_HOME", "HOME"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) unsetenv(names[i]);
}

static chatfmt_status open_revision(const char *id, const char *revision, size_t length,
                                    chatfmt_error *error)
{
    chatfmt_model *model;
    chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
    options.revision = (chatfmt_slice){revision, length};
    chatfmt_status status = chatfmt_model_open(id, &options, &model, error);
    chatfmt_model_free(model);
    return status;
}

static void test_hub(void **state)
{
    static const char *const no_ids[] = {"{x}", "a/", "/a/b/c", "a/b/c", "a/.b", "a:b"};
    folder f;
    chatfmt_error error;
    char below[160], *home = getenv("HOME") ? strdup(getenv("HOME")) : NULL;
    (void)state;
    assert_true(folder_make(&f));
    hub_clear();
    assert_int_equal(open_revision("org/name", NULL, 0, &error), CHATFMT_NOT_FOUND);
    assert_non_null(strstr(error.text, "HOME is unset"));
    setenv("HF_HUB_CACHE", "~/hub", 1); /* without a home it is a name like any other */
    assert_int_equal(open_revision("org/name", NULL, 0, &error), CHATFMT_NOT_FOUND);
    assert_non_null(strstr(error.text, "'~/hub/models--org--name'"));
    setenv("HOME", f.path, 1);
    setenv("HF_HUB_CACHE", "~", 1);
    snprintf(below, sizeof below, "'%s/models--org--name'", f.path);
    assert_int_equal(open_revision("org/name", NULL, 0, &error), CHATFMT_NOT_FOUND);
    assert_non_null(strstr(error.text, below));
    setenv("HF_HUB_CACHE", "~x", 1); /* another user's */
    assert_int_equal(open_revision("org/name", NULL, 0, &error), CHATFMT_NOT_FOUND);
    assert_non_null(strstr(error.text, "'~x/models--org--name'"));
    setenv("HF_HUB_CACHE", f.path, 1);
    for (size_t i = 0; i < sizeof no_ids / sizeof *no_ids; i++)
        assert_int_equal(open_revision(no_ids[i], NULL, 0, &error), CHATFMT_NOT_FOUND);
    assert_int_equal(mkdir(folder_join(&f, "models--n"), 0700), 0);
    assert_int_equal(mkdir(folder_join(&f, "models--n/refs"), 0700), 0);
    assert_int_equal(mkdir(folder_join(&f, "models--n/snapshots"), 0700), 0);
    assert_int_equal(mkdir(folder_join(&f, "models--n/snapshots/abc"), 0700), 0);
    assert_int_equal(open_revision("n", "a\0b", 3, &error), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(open_revision("n", "a/../b", 6, &error), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(open_revision("n", "/b", 2, &error), CHATFMT_BAD_ARGUMENT);
    assert_true(folder_write(&f, "models--n/refs/main", "abc \n"));
    assert_int_equal(open_revision("n", NULL, 0, &error), CHATFMT_OK);
    assert_true(folder_write(&f, "models--n/refs/main", "../abc"));
    assert_int_equal(open_revision("n", NULL, 0, &error), CHATFMT_INPUT);
    assert_non_null(strstr(error.text, "malformed"));
    assert_true(folder_write(&f, "models--n/refs/main", " \n"));
    assert_int_equal(open_revision("n", NULL, 0, &error), CHATFMT_INPUT);
    assert_non_null(strstr(error.text, "malformed"));
    assert_int_equal(open_revision("n", "none", 4, &error), CHATFMT_NOT_FOUND);
    while (f.count) unlink(folder_join(&f, f.files[--f.count]));
    rmdir(folder_join(&f, "models--n/snapshots/abc"));
    rmdir(folder_join(&f, "models--n/snapshots"));
    rmdir(folder_join(&f, "models--n/refs"));
    rmdir(folder_join(&f, "models--n"));
    folder_remove(&f);
    hub_clear();
    if (home) setenv("HOME", home, 1);
    free(home);
}

/* ---- Saving ---- */

static void test_save_names(void **state)
{
    static char name[300];
    const char *const names[] = {"", ".x", "a/b", "a\\b", "a\nb", name};
    folder f;
    chatfmt_error error;
    (void)state;
    memset(name, 'x', sizeof name - 1);
    name[250] = '/';
    assert_true(folder_make(&f));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        chatfmt_model_template row = {.name = {names[i], strlen(names[i])}, .source = {"x", 1}};
        assert_int_equal(chatfmt_model_save(f.path, &row, 1, 0, &error), CHATFMT_VALUE);
        assert_non_null(strstr(error.text, "Invalid chat template name"));
    }
    chatfmt_model_template row = {.name = {"default", 7}, .source = {"x", 1}};
    assert_int_equal(chatfmt_model_save(folder_join(&f, "none"), &row, 1, 0, &error),
                     CHATFMT_NOT_FOUND);
    folder_remove(&f);
}

/* Rows that are refused before anything is written, in either layout. */
static void test_save_rows(void **state)
{
    static const struct {
        chatfmt_model_template rows[2];
        chatfmt_status wanted;
        const char *text;
    } cases[] = {
        {{{.name = {NULL, 3}, .source = {"x", 1}}, {.name = {"a", 1}}}, CHATFMT_BAD_ARGUMENT,
         "templates[0].name is NULL"},
        {{{.name = {"a", 1}}, {.name = {"default", 7}, .source = {NULL, 3}}}, CHATFMT_BAD_ARGUMENT,
         "templates[1].source is NULL"},
        {{{.name = {"a", 1}}, {.name = {"default", 7}, .source = {"x\xff", 2}}}, CHATFMT_INPUT,
         "the template 'default' is not UTF-8 at byte 1"},
        {{{.name = {"a", 1}}, {.name = {"\xff", 1}}}, CHATFMT_INPUT,
         "the name of template 1 is not UTF-8"},
        {{{.name = {"a", 1}}, {.name = {"a", 1}, .source = {"x", 1}}}, CHATFMT_VALUE,
         "two chat templates are named 'a'"},
        {{{.name = {"a", 1}}, {.name = {"b\0c", 3}}}, CHATFMT_VALUE,
         "Invalid chat template name: 'b' and a NUL"},
    };
    folder f;
    chatfmt_error error;
    (void)state;
    assert_true(folder_make(&f));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint32_t flags = 0; flags <= CHATFMT_SAVE_CONFIG; flags++) {
            assert_int_equal(chatfmt_model_save(f.path, cases[i].rows, 2, flags, &error),
                             cases[i].wanted);
            assert_string_equal(error.text, cases[i].text);
        }
    assert_int_equal(rmdir(f.path), 0); /* it is empty */
    folder_remove(&f);
}

/* A processor's one template is its default, in the layout that has one. */
static void test_save_for_processor(void **state)
{
    chatfmt_model_template row = {.name = {"rag", 3}, .source = {"x", 1}};
    chatfmt_model_template two[] = {{.name = {"default", 7}, .source = {"x", 1}}, row};
    chatfmt_model *model;
    chatfmt_error error;
    folder f;
    (void)state;
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "processor_config.json", "{\"chat_template\": \"old\"}"));
    assert_true(folder_write(&f, "tokenizer_config.json", "{}"));
    assert_int_equal(chatfmt_model_save(f.path, &row, 1, CHATFMT_SAVE_CONFIG, &error), CHATFMT_VALUE);
    assert_non_null(strstr(error.text, "no more than one template, named 'default'"));
    assert_int_equal(chatfmt_model_save(f.path, two, 2, CHATFMT_SAVE_CONFIG, &error), CHATFMT_VALUE);
    assert_int_equal(open_processor(f.path, &model, &error), CHATFMT_OK);
    assert_memory_equal(chatfmt_model_template_at(model, 0).source.data, "old", 3); /* nothing was written */
    chatfmt_model_free(model);
    assert_int_equal(chatfmt_model_save(f.path, two, 1, CHATFMT_SAVE_CONFIG, &error), CHATFMT_OK);
    assert_int_equal(open_processor(f.path, &model, &error), CHATFMT_OK);
    assert_memory_equal(chatfmt_model_template_at(model, 0).source.data, "x", 1);
    chatfmt_model_free(model);
    folder_remove(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edit),
        cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_token_of_other_text),
        cmocka_unit_test(test_textless), cmocka_unit_test(test_textless_names), cmocka_unit_test(test_former), cmocka_unit_test(test_sides), cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_stops), cmocka_unit_test(test_turn_stops),
        cmocka_unit_test(test_template_configs),
        cmocka_unit_test(test_template_files),
        cmocka_unit_test(test_files_in_errors), cmocka_unit_test(test_response_template),
        cmocka_unit_test(test_names_in_errors),
        cmocka_unit_test(test_short_and_long_names),
        cmocka_unit_test(test_processor_conflict),
        cmocka_unit_test(test_hub),
        cmocka_unit_test(test_save_names), cmocka_unit_test(test_save_rows),
        cmocka_unit_test(test_save_for_processor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
