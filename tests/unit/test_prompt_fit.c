/* tests/unit/test_prompt_fit.c - conversations that are made to fit, whatever their template makes of
 * them; roles, stops and messages of prompts; attempts by every way to a control token. */
#define _POSIX_C_SOURCE 200809L

#include "support/counting.h"
#include "support/folder.h"

#include "chatfmt/chatfmt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define TOKEN(text)                                                                        \
    "{\"id\":0,\"content\":\"" text "\",\"single_word\":false,\"lstrip\":false,"           \
    "\"rstrip\":false,\"normalized\":false,\"special\":true}"
#define LETTERS                                                                            \
    "\"added_tokens\":[" TOKEN("<s>") "," TOKEN("<e>") "," TOKEN("<p>") "],"               \
    "\"decoder\":{\"type\":\"Fuse\"},\"model\":{\"type\":\"BPE\",\"vocab\":{\"a\":0,\"b\":1,"  \
    "\"c\":2,\"<\":3,\">\":4,\"e\":5,\"s\":6,\"u\":7,\"ab\":8,\"\xC3\xA9\":9,\"p\":10,\"\\n\":11}," \
    "\"merges\":[\"a b\"]}"
static const char letters[] = "{\"version\":\"1.0\"," LETTERS "}";
static const char letters_after[] =
    "{\"version\":\"1.0\",\"post_processor\":{\"type\":\"TemplateProcessing\",\"single\":["
    "{\"Sequence\":{\"id\":\"A\",\"type_id\":0}},{\"SpecialToken\":{\"id\":\"<e>\",\"type_id\":0}}],"
    "\"pair\":[],\"special_tokens\":{\"<e>\":{\"id\":\"<e>\",\"ids\":[13],\"tokens\":[\"<e>\"]}}},"
    LETTERS "}";

typedef struct work {
    chatfmt_model *model;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    chatfmt_applier *chat;
    chatfmt_values *values;
    chatfmt_apply_options apply;
    chatfmt_prompt_options options;
    const chatfmt_prompt *prompt;
    chatfmt_error error;
} work;

static work open_with(const char *tokenizer, const char *source)
{
    work w = {.apply = CHATFMT_APPLY_OPTIONS_INIT, .options = CHATFMT_PROMPT_OPTIONS_INIT};
    assert_int_equal(chatfmt_model_from_template(source, strlen(source), NULL, &w.model, NULL),
                     CHATFMT_OK);
    assert_int_equal(chatfmt_tokenizer_read(tokenizer, strlen(tokenizer), NULL, &w.tokenizer, NULL),
                     CHATFMT_OK);
    assert_int_equal(chatfmt_encoder_new(w.tokenizer, NULL, &w.encoder, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_applier_new(NULL, NULL, &w.chat, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_values_new(NULL, NULL, &w.values, NULL), CHATFMT_OK);
    return w;
}

static work open_work(const char *source) { return open_with(letters, source); }

static void close_work(work *w)
{
    chatfmt_values_free(w->values);
    chatfmt_applier_free(w->chat);
    chatfmt_encoder_free(w->encoder);
    chatfmt_tokenizer_free(w->tokenizer);
    chatfmt_model_free(w->model);
}

static chatfmt_value json_of(work *w, const char *json)
{
    chatfmt_value value;
    if (chatfmt_value_read_json(w->values, json, strlen(json), &value, &w->error))
        fail_msg("%s: %s", json, w->error.text);
    return value;
}

static chatfmt_status encode(work *w, const char *messages)
{
    return chatfmt_applier_encode(w->chat, w->model, w->encoder, json_of(w, messages), &w->apply,
                                  &w->options, &w->prompt, &w->error);
}

static void assert_slice(chatfmt_slice text, const char *want)
{
    if (text.length != strlen(want) || memcmp(text.data, want, text.length))
        fail_msg("got \"%.*s\", want \"%s\"", (int)text.length, text.data, want);
}

/* ---- Fitting ---- */

/* A conversation that is too long: the text that is left, or the end of the refusal. */
typedef struct fit_case {
    const char *source, *messages;
    uint32_t flags;
    chatfmt_fit fit;
    size_t most;
    const char *want;
    size_t cut_bytes, cut_message;
} fit_case;

#define USER(text) "{\"role\":\"user\",\"content\":" text "}"
#define ALL "{% for m in messages %}{{ m.content }}{% endfor %}"
static const fit_case fits[] = {
    {ALL, "[{\"role\":\"system\",\"content\":\"aaa\"},{\"role\":\"developer\",\"content\":\"ccc\"}]", 0,
     CHATFMT_FIT_DROP, 4, "!the conversation has 6 tokens, max_length is 4, and its only turn cannot be left out", 0, 0},
    {ALL, "[{\"role\":\"system\",\"content\":\"s\"},{\"role\":\"developer\",\"content\":\"u\"},"
     USER("\"aaa\"") "," USER("\"bbb\"") "]", 0, CHATFMT_FIT_DROP, 5, "subbb", 0, 0},
    /* What is printed need not be content, nor of a message. */
    {"{{ date }}{{ messages[0].contents }}{{ messages[0].thoughts_of }}" ALL,
     "[{\"role\":\"user\",\"content\":\"aaaaa\",\"contents\":\"bb\",\"thoughts_of\":\"c\"}]", 0,
     CHATFMT_FIT_CUT, 8, "ppbbcaaa", 2, 0},
    {"{% for m in messages %}{{ m.content.a }}{{ m.content['a b'] }}{% endfor %}",
     "[" USER("{\"a\":\"aaa\",\"a b\":\"ccc\"}") "]", 0, CHATFMT_FIT_CUT, 3,
     "!the conversation has 6 tokens, max_length is 3 and there is no content to cut", 0, 0},
    {"{% for m in messages %}{{ m.content[0].name }}{{ m.content[1].text }}{% endfor %}",
     "[" USER("[{\"name\":\"cc\"},{\"type\":\"text\",\"text\":\"bbbb\"}]") "]", 0, CHATFMT_FIT_CUT, 3,
     "ccb", 3, 0},
    /* What is left without any content is too much: both numbers are told. */
    {"aaaa" ALL, "[" USER("\"bb\"") "]", 0, CHATFMT_FIT_CUT, 3,
     "!the conversation has 5 tokens, 4 with all content cut away; max_length is 3", 0, 0},
    /* Text without tokens is left alone. */
    {ALL, "[" USER("\"aaaa\"") "," USER("\"zz\"") "]", 0, CHATFMT_FIT_CUT, 3, "aaazz", 1, 0},
    /* Changed text has no places of its own: what stays is a share, and ends with a character. */
    {"{{ messages[0].content|lower }}", "[" USER("\"\xC3\x89\xC3\x89\xC3\x89\"") "]", 0,
     CHATFMT_FIT_CUT, 2, "\xC3\xA9\xC3\xA9", 2, 0},
    {"{{ messages[0].content|lower }}", "[" USER("\"A\xC3\x89\xC3\x89\"") "]", 0, CHATFMT_FIT_CUT, 2,
     "a", 4, 0},
    {"{{ messages[0].content|string }}b", "[" USER("111") "]", 0, CHATFMT_FIT_CUT, 0, "111b", 0, 0},
    /* What is printed several times is cut once. */
    {"{{ messages[0].content }}p{{ messages[0].content }}p{{ messages[0].content }}",
     "[" USER("\"abcabc\"") "]", 0, CHATFMT_FIT_CUT, 9, "abcpabcpabc", 3, 0},
    /* A text that grows as its content is cut is given up. */
    {"{{ messages[0].content }}{{ 'a' * (200 - messages[0].content|length) }}",
     "[" USER("\"" "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
              "bbbbbbbbbbbbbbbbbbbb" "\"") "]", 0, CHATFMT_FIT_CUT, 199,
     "!the conversation has 200 tokens, max_length is 199 after many cuts", 0, 0},
    /* The system message is cut where it stands, which is in the first of the user. */
    {"{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('none') }}{% endif %}"
     "{{ m.content }}{% endfor %}",
     "[{\"role\":\"system\",\"content\":\"s\"}," USER("\"aa\"") "," USER("\"bbbbb\"") "]",
     CHATFMT_APPLY_MERGE_SYSTEM, CHATFMT_FIT_CUT, 7, "s\n\nabbbb", 2, 1},
    {ALL, "[" USER("\"aaa\"") "]", 0, CHATFMT_FIT_REFUSE, 2,
     "!the conversation has 3 tokens, max_length is 2", 0, 0},
    {ALL, "[" USER("\"aaa\"") "," USER("\"b\"") "]", 0, CHATFMT_FIT_REFUSE, 2,
     "!the conversation has 3 tokens, max_length is 2", 0, 0},
};

static void test_fits(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof fits / sizeof *fits; i++) {
        const fit_case *c = &fits[i];
        work w = open_work(c->source);
        w.apply.variables = json_of(&w, "{\"date\":\"pp\"}");
        w.apply.flags = c->flags;
        w.options.fit = c->fit;
        w.options.max_length = c->most;
        chatfmt_status status = encode(&w, c->messages);
        if (*c->want == '!') {
            assert_int_equal(status, CHATFMT_LIMIT);
            assert_string_equal(w.error.text, c->want + 1);
        } else {
            if (status) fail_msg("case %zu: %s", i, w.error.text);
            assert_slice(w.prompt->applied->text, c->want);
            if (c->most && w.prompt->count > c->most) fail_msg("case %zu: %zu", i, w.prompt->count);
            assert_int_equal(w.prompt->cut_bytes, c->cut_bytes);
            assert_int_equal(w.prompt->cut_message, c->cut_message);
        }
        close_work(&w);
    }
}

/* ---- Attempts ---- */

/* A control token of which the template wrote a part is the data's attempt all the same. */
static void test_attempt_in_part(void **state)
{
    work w = open_work("<{{ messages[0].content }}");
    (void)state;
    w.options.policy = CHATFMT_TOKENS_REJECT;
    assert_int_equal(encode(&w, "[" USER("\"e>\"") "]"), CHATFMT_SECURITY);
    assert_string_equal(w.error.path, "messages[0].content");
    assert_int_equal(chatfmt_applier_encode(w.chat, w.model, w.encoder,
                                            json_of(&w, "[" USER("\"e>\"") "]"), NULL, &w.options,
                                            &w.prompt, NULL),
                     CHATFMT_SECURITY);
    close_work(&w);
}

/* A path that has no room in the error is left out. */
static void test_attempt_by_a_long_name(void **state)
{
    char source[2 * CHATFMT_ERROR_PATH], messages[2 * CHATFMT_ERROR_PATH], name[CHATFMT_ERROR_PATH];
    (void)state;
    memset(name, 'k', sizeof name);
    snprintf(source, sizeof source, "{{ messages[0].%.*s }}", (int)sizeof name, name);
    snprintf(messages, sizeof messages, "[{\"role\":\"user\",\"content\":\"\",\"%.*s\":\"<e>\"}]",
             (int)sizeof name, name);
    work w = open_work(source);
    w.options.policy = CHATFMT_TOKENS_REJECT;
    assert_int_equal(encode(&w, messages), CHATFMT_SECURITY);
    assert_string_equal(w.error.path, "");
    assert_int_equal(w.error.length, 3);
    close_work(&w);
}

static void test_nothing_under_a_policy(void **state)
{
    work w = open_work("{{ '' }}");
    (void)state;
    w.options.policy = CHATFMT_TOKENS_REJECT;
    w.apply.flags = CHATFMT_APPLY_DATA_TEMPLATE; /* and the data brings none */
    assert_int_equal(encode(&w, "[" USER("\"<e>\"") "]"), CHATFMT_OK);
    assert_int_equal(w.prompt->count, 0);
    close_work(&w);
}

/* Spans that are not of this text are left as they are. */
static void test_trust_roles(void **state)
{
    static const char text[] = "user:a";
    chatfmt_span good = {.begin = 0, .end = 4, .kind = CHATFMT_SPAN_DATA, .flags = CHATFMT_SPAN_COPIED,
                         .path = {"messages[0].role", 16},
                         .origin = {0, CHATFMT_NO_INDEX, CHATFMT_FIELD_ROLE, 0}};
    chatfmt_span spans[4] = {good, good, good, good};
    (void)state;
    spans[1].begin = 5;
    spans[2].end = 99;
    spans[0].path = spans[1].path = spans[2].path = (chatfmt_slice){"messages[1].role", 16};
    for (int i = 0; i < 3; i++) spans[i].origin.message = 1;
    spans[2].origin.field = CHATFMT_FIELD_OTHER;
    chatfmt_spans_trust_roles((chatfmt_slice){text, 6}, spans, 4);
    assert_int_equal(spans[0].kind, CHATFMT_SPAN_DATA); /* it goes on in the next */
    assert_int_equal(spans[1].kind, CHATFMT_SPAN_DATA);
    assert_int_equal(spans[2].kind, CHATFMT_SPAN_DATA);
    assert_int_equal(spans[3].kind, CHATFMT_SPAN_TRUSTED);
    chatfmt_spans_trust_roles((chatfmt_slice){text, 6}, NULL, 4);
}

/* Origins that are no role of a message. */
static void test_trust_no_roles(void **state)
{
    static const chatfmt_span_origin origins[] = {
        {0, CHATFMT_NO_INDEX, CHATFMT_FIELD_NONE, 0},    {0, CHATFMT_NO_INDEX, CHATFMT_FIELD_OTHER, 0},
        {0, CHATFMT_NO_INDEX, CHATFMT_FIELD_CONTENT, 0}, {0, 0, CHATFMT_FIELD_ROLE, 0},
        {0, CHATFMT_NO_INDEX, CHATFMT_FIELD_ROLE, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof origins / sizeof *origins; i++) {
        chatfmt_span span = {.begin = 0, .end = 4, .kind = CHATFMT_SPAN_DATA,
                             .flags = CHATFMT_SPAN_COPIED, .origin = origins[i]};
        chatfmt_spans_trust_roles((chatfmt_slice){"user", 4}, &span, 1);
        assert_int_equal(span.kind, CHATFMT_SPAN_DATA);
    }
}

/* ---- Findings ---- */

static void test_messages(void **state)
{
    work w = open_work("{{ date }}{% for m in messages|reverse %}{{ m.content }}{{ m.content[:1] }}"
                       "{% endfor %}");
    (void)state;
    w.apply.variables = json_of(&w, "{\"date\":\"pp\"}");
    w.options.flags = CHATFMT_PROMPT_MESSAGES;
    assert_int_equal(encode(&w, "[" USER("\"bb\"") "," USER("\"\"") "," USER("\"ccc\"") "]"),
                     CHATFMT_OK);
    assert_slice(w.prompt->applied->text, "ppccccbbb");
    const chatfmt_message_tokens want[] = {{6, 9}, {0, 0}, {2, 6}};
    assert_int_equal(w.prompt->message_count, 3);
    assert_memory_equal(w.prompt->messages, want, sizeof want);
    close_work(&w);
}

/* A turn that ends with ordinary text has no stop; a post-processor that only appends asks for no BOS. */
static void test_no_stops_and_no_bos(void **state)
{
    work w = open_with(letters_after, "{% for m in messages %}{{ m.role[0] }}>{{ m.content }}cc"
                                      "{% endfor %}{% if add_generation_prompt %}a>{% endif %}");
    (void)state;
    w.options.flags = CHATFMT_PROMPT_STOPS;
    assert_int_equal(encode(&w, "[" USER("\"a\"") "]"), CHATFMT_OK);
    assert_int_equal(w.prompt->applied->stop_count, 1);
    assert_slice(w.prompt->applied->stops[0], "cc");
    assert_int_equal(w.prompt->stop_count, 0);
    assert_int_equal(w.prompt->findings, 0);
    close_work(&w);
}

/* A fit or padding without a length does nothing, or is an error where that is asked for. */
static void test_no_length(void **state)
{
    static const struct {
        chatfmt_fit fit;
        chatfmt_pad padding;
        bool asks;
    } rows[] = {{CHATFMT_FIT_DROP, CHATFMT_PAD_NONE, true}, {CHATFMT_FIT_TRUNCATE, CHATFMT_PAD_NONE, true},
                {CHATFMT_FIT_NONE, CHATFMT_PAD_MAX_LENGTH, true}, {CHATFMT_FIT_NONE, CHATFMT_PAD_NONE, false}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        work w = open_work("{% for m in messages %}{{ m.content }}{% endfor %}");
        w.options.fit = rows[i].fit;
        w.options.padding = rows[i].padding;
        assert_int_equal(encode(&w, "[" USER("\"ab\"") "]"), CHATFMT_OK);
        assert_int_equal(w.prompt->findings & CHATFMT_PROMPT_NO_LENGTH, rows[i].asks ? CHATFMT_PROMPT_NO_LENGTH : 0);
        w.options.flags = CHATFMT_PROMPT_NEEDS_LENGTH;
        assert_int_equal(encode(&w, "[" USER("\"ab\"") "]"), rows[i].asks ? CHATFMT_BAD_ARGUMENT : CHATFMT_OK);
        if (rows[i].asks) assert_non_null(strstr(w.error.text, "no model_max_length"));
        close_work(&w);
    }
}

/* ---- Models in files ---- */

/* A folder with a padding token; control tokens are named, and none. */
static void write_model(folder *f, const char *more)
{
    char config[512];
    snprintf(config, sizeof config,
             "{\"pad_token\":\"<p>\",\"chat_template\":\"{%% for m in messages %%}{%% generation %%}"
             "{{ m.content }}{%% endgeneration %%}{%% endfor %%}\"%s}", more);
    assert_true(folder_make(f));
    assert_true(folder_write(f, "tokenizer.json", letters));
    assert_true(folder_write(f, "tokenizer_config.json", config));
}

/* The same work with the model of a folder. */
static work open_folder(folder *f, const chatfmt_allocator *memory)
{
    work w = open_work("");
    chatfmt_encoder_options encoder = CHATFMT_ENCODER_OPTIONS_INIT;
    encoder.allocator = memory;
    chatfmt_model_free(w.model);
    chatfmt_tokenizer_free(w.tokenizer);
    chatfmt_encoder_free(w.encoder);
    chatfmt_applier_free(w.chat);
    w.encoder = NULL;
    w.chat = NULL;
    assert_int_equal(chatfmt_model_open(f->path, NULL, &w.model, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_model_tokenizer(w.model, NULL, &w.tokenizer, NULL), CHATFMT_OK);
    if (!chatfmt_encoder_new(w.tokenizer, &encoder, &w.encoder, NULL))
        (void)chatfmt_applier_new(memory, NULL, &w.chat, NULL);
    return w;
}

static void test_tokenizer_beside_a_file(void **state)
{
    static const char gguf[] = "GGUF\3\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0"
                               "\27\0\0\0\0\0\0\0tokenizer.chat_template\10\0\0\0\1\0\0\0\0\0\0\0x";
    folder f;
    chatfmt_model *model;
    chatfmt_tokenizer *tokenizer;
    chatfmt_error error;
    char here[512];
    (void)state;
    write_model(&f, "");
    assert_true(folder_write(&f, "x.jinja", "{{ 'a' }}"));
    assert_true(folder_write_bytes(&f, "x.gguf", gguf, sizeof gguf - 1));
    assert_int_equal(chatfmt_model_open(folder_join(&f, "x.jinja"), NULL, &model, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_model_tokenizer(model, NULL, &tokenizer, NULL), CHATFMT_OK);
    chatfmt_tokenizer_free(tokenizer);
    chatfmt_model_free(model);
    if (chatfmt_model_open(folder_join(&f, "x.gguf"), NULL, &model, &error)) fail_msg("%s", error.text);
    assert_int_equal(chatfmt_model_tokenizer(model, NULL, &tokenizer, NULL), CHATFMT_UNSUPPORTED);
    assert_null(tokenizer);
    chatfmt_model_free(model);
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(f.path), 0);
    assert_int_equal(chatfmt_model_open("x.jinja", NULL, &model, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_model_tokenizer(model, NULL, &tokenizer, NULL), CHATFMT_OK);
    chatfmt_tokenizer_free(tokenizer);
    chatfmt_model_free(model);
    assert_int_equal(chdir(here), 0);
    folder_remove(&f);
}

/* `chat_control_tokens` of the configuration, with and without anything in it. */
static void test_named_control_tokens(void **state)
{
    static const char *const lists[] = {"", ",\"chat_control_tokens\":[]",
                                        ",\"chat_control_tokens\":[5,\"<p>\"]"};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        folder f;
        write_model(&f, lists[i]);
        work w = open_folder(&f, NULL);
        w.options.policy = CHATFMT_TOKENS_CONTROL;
        assert_int_equal(encode(&w, "[" USER("\"a<p>\"") "]"), CHATFMT_OK);
        assert_int_equal(w.prompt->count, 4); /* < p > as ordinary text */
        assert_int_equal(w.prompt->attempt_total, 1);
        close_work(&w);
        folder_remove(&f);
    }
}

/* Two rows to one length: "id:learned:begin-end" of each token. */
static chatfmt_status pad(folder *f, counting *memory, uint32_t kind, chatfmt_side side, char *text,
                          size_t room)
{
    chatfmt_allocator allocator = counting_allocator(memory);
    chatfmt_mask_options mask = CHATFMT_MASK_OPTIONS_INIT;
    const chatfmt_prompt *const *rows;
    size_t count;
    work w = open_folder(f, &allocator);
    *text = '\0';
    mask.kind = kind;
    w.options.padding = CHATFMT_PAD_MAX_LENGTH;
    w.options.padding_side = side;
    w.options.max_length = 3;
    w.options.mask = &mask;
    w.options.flags = CHATFMT_PROMPT_CODE_POINTS;
    chatfmt_value chats = json_of(&w, "[[" USER("\"\xC3\xA9" "ab\"") "],[" USER("\"a\"") "]]");
    chatfmt_status status = CHATFMT_NO_MEMORY;
    if (w.chat)
        status = chatfmt_applier_encode_batch(w.chat, w.model, w.encoder, chats, NULL, &w.options, &rows,
                                              &count, NULL);
    for (size_t i = 0; !status && i < count; i++)
        for (size_t k = 0; k < rows[i]->count; k++) {
            size_t used = strlen(text);
            snprintf(text + used, room - used, "%u:%u:%u-%u ", rows[i]->ids[k], rows[i]->mask[k],
                     rows[i]->places[k].begin, rows[i]->places[k].end);
        }
    close_work(&w);
    return status;
}

static void test_padding(void **state)
{
    static const struct {
        uint32_t kind;
        chatfmt_side side;
        const char *want;
    } cases[] = {
        {CHATFMT_MASK_HF, CHATFMT_SIDE_RIGHT,
         /* transformers takes a last token that is number 0 for none, and learns the padding. */
         "9:1:0-1 8:1:1-3 14:0:0-0 0:1:0-1 14:1:0-0 14:1:0-0 "},
        {CHATFMT_MASK_GENERATION, CHATFMT_SIDE_LEFT,
         "14:0:0-0 9:1:0-1 8:1:1-3 14:0:0-0 14:0:0-0 0:1:0-1 "},
    };
    char got[256];
    folder f;
    (void)state;
    write_model(&f, "");
    for (size_t i = 0; i < 2; i++) {
        counting clean = {0};
        assert_int_equal(pad(&f, &clean, cases[i].kind, cases[i].side, got, sizeof got), CHATFMT_OK);
        assert_string_equal(got, cases[i].want);
        assert_int_equal(clean.live, 0);
        for (size_t n = 1; n <= clean.calls; n++) {
            counting memory = {.fail_at = n};
            chatfmt_status status = pad(&f, &memory, cases[i].kind, cases[i].side, got, sizeof got);
            if (memory.live || (status != CHATFMT_NO_MEMORY && strcmp(got, cases[i].want)))
                fail_msg("allocation %zu: status %d, %zu bytes left", n, (int)status, memory.live);
        }
    }
    folder_remove(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fits),
        cmocka_unit_test(test_attempt_in_part),
        cmocka_unit_test(test_attempt_by_a_long_name),
        cmocka_unit_test(test_nothing_under_a_policy),
        cmocka_unit_test(test_trust_roles),
        cmocka_unit_test(test_trust_no_roles),
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_no_stops_and_no_bos), cmocka_unit_test(test_no_length),
        cmocka_unit_test(test_tokenizer_beside_a_file),
        cmocka_unit_test(test_named_control_tokens),
        cmocka_unit_test(test_padding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
