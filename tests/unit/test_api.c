/* tests/unit/test_api.c - the public API of templates, renderers and values. */
#include "chatfmt/chatfmt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define CHATML                                                                            \
    "{{ bos_token }}{% for m in messages %}{{ '<|' ~ m.role ~ '|>' }}{{ m.content|trim }}\n"   \
    "{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}"

static chatfmt_template *compile(const char *source)
{
    chatfmt_template *compiled;
    chatfmt_error error;
    if (chatfmt_template_compile(source, strlen(source), NULL, &compiled, &error))
        fail_msg("%u:%u: %s", error.line, error.column, error.text);
    return compiled;
}

static void assert_text(chatfmt_slice text, const char *want)
{
    assert_int_equal(text.length, strlen(want));
    assert_memory_equal(text.data, want, text.length);
}

static void test_once(void **state)
{
    const char *json = "{\"bos_token\": \"<s>\", \"messages\": [{\"role\": \"user\", \"content\": "
                       "\" Hi \"}], \"add_generation_prompt\": true}";
    char *text;
    size_t length;
    chatfmt_error error;
    (void)state;
    assert_int_equal(
        chatfmt_render_once(CHATML, strlen(CHATML), json, strlen(json), &text, &length, &error),
        CHATFMT_OK);
    assert_string_equal(text, "<s><|user|>Hi\n<|assistant|>");
    assert_int_equal(length, strlen(text));
    assert_int_equal(error.status, CHATFMT_OK);
    chatfmt_text_free(text);
    chatfmt_text_free(NULL);
}

static void test_errors_have_a_place(void **state)
{
    const char *source = "line one\n{{ 1 + }}";
    chatfmt_template *compiled;
    chatfmt_error error;
    (void)state;
    assert_int_equal(chatfmt_template_compile(source, strlen(source), NULL, &compiled, &error),
                     CHATFMT_SYNTAX);
    assert_null(compiled);
    assert_int_equal(error.line, 2);
    assert_true(error.column >= 1);
    assert_string_equal(error.excerpt, "{{ 1 + }}");
    assert_int_equal(error.excerpt_caret, error.column - 1);
    assert_true(error.text[0] != 0);
}

/* The value that a failing operation worked on, by its path in the variables; "" where it cannot be told. */
static void test_errors_name_the_value(void **state)
{
    static const char json[] = "{\"messages\": [{\"role\": \"user\", \"content\": \"Hi\"},"
                               " {\"role\": \"assistant\", \"content\": null, \"n\": 3}]}";
    static const char *const rows[][2] = {
        {"{{ messages[0].content + 1 }}", "messages[0].content"},
        {"{% for m in messages %}{{ m.role + m.content }}{% endfor %}", "messages[1].content"},
        {"{% for x in messages[1].n %}{% endfor %}", "messages[1].n"},
        {"{{ messages[1].n|join(',') }}", "messages[1].n"},
        {"{{ 'a'.split(messages[1].n) }}", "messages[1].n"},
        {"{{ '%d' % messages[0].content }}", "messages[0].content"},
        {"{% set a, b, c = messages %}", "messages"},
        {"{{ -messages[0] }}", "messages[0]"},
        {"{{ messages[0].role + nope }}", ""},
        {"{{ 1 + 'a' }}", ""},
        {"{{ raise_exception(messages[0].content) }}", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_error error;
        char *text;
        assert_int_not_equal(chatfmt_render_once(rows[i][0], strlen(rows[i][0]), json, strlen(json),
                                                 &text, NULL, &error), CHATFMT_OK);
        assert_string_equal(error.path, rows[i][1]);
    }
}

static void test_render_errors(void **state)
{
    static const struct {
        const char *source, *json, *kind;
    } rows[] = {
        {"{{ x.y }}", "{}", "undefined"},
        {"{{ raise_exception('no') }}", "{}", "raised"},
        {"{{ [].append(1) }}", "{}", "security"},
        {"{{ 1 + 'a' }}", "{}", "runtime"},
        {"{{ 1 // 0 }}", "{}", "runtime"},
        {"{{ strftime_now('%Y') }}", "{}", "runtime"},
        {"a", "[1]", "input"},
        {"a", "{\"x\": }", "input"},
        {"a", "{} {}", "input"},
    };
    chatfmt_renderer *renderer;
    chatfmt_slice text;
    chatfmt_error error;
    (void)state;
    assert_int_equal(chatfmt_renderer_new(NULL, &renderer, &error), CHATFMT_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_template *compiled = compile(rows[i].source);
        chatfmt_status status = chatfmt_render_json(renderer, compiled, rows[i].json,
                                                    strlen(rows[i].json), NULL, &text, &error);
        assert_int_not_equal(status, CHATFMT_OK);
        assert_int_equal(error.status, status);
        if (i == 5) assert_non_null(strstr(error.text, "CHATFMT_RENDER_NOW"));
        if (i != 5) assert_string_equal(chatfmt_status_kind(status), rows[i].kind);
        assert_int_equal(text.length, 0);
        chatfmt_template_free(compiled);
    }
    chatfmt_template *compiled = compile("{{ x }}");
    assert_int_equal(chatfmt_render_json(renderer, compiled, "{\"x\":1}", 7, NULL, &text, NULL),
                     CHATFMT_OK);
    assert_text(text, "1");
    chatfmt_template_free(compiled);
    chatfmt_renderer_free(renderer);
}

static void test_bad_arguments(void **state)
{
    chatfmt_template *compiled;
    chatfmt_renderer *renderer;
    chatfmt_slice text;
    chatfmt_compile_options options = CHATFMT_COMPILE_OPTIONS_INIT;
    chatfmt_render_options render_options = CHATFMT_RENDER_OPTIONS_INIT;
    chatfmt_limits limits = {0};
    const chatfmt_span *spans;
    size_t count;
    (void)state;
    assert_int_equal(chatfmt_template_compile(NULL, 1, NULL, &compiled, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_template_compile("", 0, NULL, NULL, NULL), CHATFMT_BAD_ARGUMENT);
    options.flags = 1u << 31;
    assert_int_equal(chatfmt_template_compile("", 0, &options, &compiled, NULL),
                     CHATFMT_BAD_ARGUMENT);
    options.flags = 0;
    options.struct_size = 0;
    assert_int_equal(chatfmt_template_compile("", 0, &options, &compiled, NULL),
                     CHATFMT_BAD_ARGUMENT);
    options.struct_size = sizeof options;
    options.limits = &limits; /* its struct_size is not set */
    assert_int_equal(chatfmt_template_compile("", 0, &options, &compiled, NULL),
                     CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_template_compile(NULL, 0, NULL, &compiled, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_renderer_new(NULL, NULL, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_renderer_new(NULL, &renderer, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_render_json(renderer, NULL, "{}", 2, NULL, &text, NULL),
                     CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_render_json(NULL, compiled, "{}", 2, NULL, &text, NULL),
                     CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_render_json(renderer, compiled, NULL, 2, NULL, &text, NULL),
                     CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_render_json(renderer, compiled, "{}", 2, NULL, NULL, NULL),
                     CHATFMT_BAD_ARGUMENT);
    render_options.flags = 1u << 30;
    assert_int_equal(chatfmt_render_json(renderer, compiled, "{}", 2, &render_options, &text, NULL),
                     CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_renderer_spans(renderer, &spans, &count, NULL), CHATFMT_BAD_ARGUMENT);
    chatfmt_value none = {{0, 0}};
    assert_int_equal(chatfmt_render_value(renderer, compiled, none, NULL, &text, NULL),
                     CHATFMT_BAD_ARGUMENT);
    chatfmt_renderer_free(renderer);
    chatfmt_renderer_free(NULL);
    chatfmt_template_free(compiled);
    chatfmt_template_free(NULL);
    chatfmt_values_free(NULL);
}

static void test_older_and_newer_options(void **state)
{
    struct {
        chatfmt_compile_options known;
        uint64_t later;
    } options = {CHATFMT_COMPILE_OPTIONS_INIT, 0};
    chatfmt_template *compiled;
    (void)state;
    options.known.struct_size = sizeof options;
    assert_int_equal(chatfmt_template_compile("a", 1, &options.known, &compiled, NULL), CHATFMT_OK);
    chatfmt_template_free(compiled);
    options.later = 1;
    assert_int_equal(chatfmt_template_compile("a", 1, &options.known, &compiled, NULL),
                     CHATFMT_BAD_ARGUMENT);
    options.known.struct_size = offsetof(chatfmt_compile_options, limits);
    options.known.limits = (const chatfmt_limits *)1; /* beyond the struct: not looked at */
    assert_int_equal(chatfmt_template_compile("a", 1, &options.known, &compiled, NULL), CHATFMT_OK);
    chatfmt_template_free(compiled);
}

static void test_compile_flags(void **state)
{
    static const struct {
        uint32_t flags;
        const char *want;
    } rows[] = {
        {0, "a  b"},
        {CHATFMT_COMPILE_NO_TRIM_BLOCKS, "\na  \nb"},
        {CHATFMT_COMPILE_NO_LSTRIP_BLOCKS, "  a  b"},
        {CHATFMT_COMPILE_PLAIN_JINJA, "  \na  \nb"},
        {CHATFMT_COMPILE_KEEP_TRAILING_NEWLINE, "a  b\n"},
    };
    const char *source = "  {% if 1 %}\na  {% endif %}\nb\n";
    chatfmt_renderer *renderer;
    chatfmt_slice text;
    (void)state;
    assert_int_equal(chatfmt_renderer_new(NULL, &renderer, NULL), CHATFMT_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_compile_options options = CHATFMT_COMPILE_OPTIONS_INIT;
        chatfmt_template *compiled;
        options.flags = rows[i].flags;
        assert_int_equal(
            chatfmt_template_compile(source, strlen(source), &options, &compiled, NULL),
            CHATFMT_OK);
        assert_int_equal(chatfmt_render_json(renderer, compiled, "{}", 2, NULL, &text, NULL),
                         CHATFMT_OK);
        assert_text(text, rows[i].want);
        chatfmt_template_free(compiled);
    }
    chatfmt_renderer_free(renderer);
}

static void test_documents(void **state)
{
    chatfmt_template *compiled = compile("{{ messages[0].content }}{{ tools|length }}{{ a }}{{ b }}");
    chatfmt_document documents[] = {
        {{"messages", 8}, {"[{\"content\": \"Hi\"}]", 19}},
        {{"", 0}, {"{\"a\": 1, \"b\": 2}", 16}},
        {{"tools", 5}, {"[1,2,3]", 7}},
        {{NULL, 0}, {"{\"b\": 3}", 8}},
    };
    chatfmt_renderer *renderer;
    chatfmt_slice text;
    const chatfmt_span *spans;
    size_t count;
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    (void)state;
    options.flags = CHATFMT_RENDER_SPANS;
    assert_int_equal(chatfmt_renderer_new(NULL, &renderer, NULL), CHATFMT_OK);
    assert_int_equal(
        chatfmt_render_documents(renderer, compiled, documents, 4, &options, &text, NULL),
        CHATFMT_OK);
    assert_text(text, "Hi313");
    assert_int_equal(chatfmt_renderer_spans(renderer, &spans, &count, NULL), CHATFMT_OK);
    assert_int_equal(count, 4);
    assert_text(spans[0].path, "messages[0].content");
    assert_text(spans[2].path, "a");
    assert_text(spans[3].path, "b");
    documents[3].json = (chatfmt_slice){"[1]", 3};
    assert_int_equal(
        chatfmt_render_documents(renderer, compiled, documents, 4, &options, &text, NULL),
        CHATFMT_INPUT);
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
}

static void test_spans(void **state)
{
    const char *json = "{\"bos_token\": \"<s>\", \"messages\": [{\"role\": \"user\", \"content\": "
                       "\"  H\\u00e9 \"}], \"n\": 7, \"odd key\": {\"x-y\": \"v\"}}";
    chatfmt_template *compiled =
        compile("{{ bos_token }}[{{ messages[0].content|trim }}]{{ n }}{{ messages[0].role|upper }}"
                "{% for k in messages[0] %}{{ k }}{% endfor %}");
    static const struct {
        const char *text, *path;
        chatfmt_span_kind kind;
        uint32_t flags;
        size_t offset;
    } want[] = {
        {"<s>", "bos_token", CHATFMT_SPAN_TRUSTED, CHATFMT_SPAN_COPIED, 0},
        {"[", "", CHATFMT_SPAN_TEMPLATE, CHATFMT_SPAN_COPIED, 15},
        {"H\303\251", "messages[0].content", CHATFMT_SPAN_DATA, CHATFMT_SPAN_COPIED, 2},
        {"]", "", CHATFMT_SPAN_TEMPLATE, CHATFMT_SPAN_COPIED, 46},
        {"7", "n", CHATFMT_SPAN_DATA, CHATFMT_SPAN_DERIVED, 0},
        {"USER", "messages[0].role", CHATFMT_SPAN_DATA, CHATFMT_SPAN_DERIVED, 0},
        {"role", "messages[0].role#key", CHATFMT_SPAN_DATA,
         CHATFMT_SPAN_COPIED | CHATFMT_SPAN_KEY, 0},
        {"content", "messages[0].content#key", CHATFMT_SPAN_DATA,
         CHATFMT_SPAN_COPIED | CHATFMT_SPAN_KEY, 0},
    };
    chatfmt_renderer *renderer;
    chatfmt_slice text;
    chatfmt_error error;
    const chatfmt_span *spans;
    size_t count, at = 0;
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    (void)state;
    options.flags = CHATFMT_RENDER_SPANS;
    assert_int_equal(chatfmt_renderer_new(NULL, &renderer, NULL), CHATFMT_OK);
    assert_int_equal(
        chatfmt_render_json(renderer, compiled, json, strlen(json), &options, &text, &error),
        CHATFMT_OK);
    assert_int_equal(chatfmt_renderer_spans(renderer, &spans, &count, &error), CHATFMT_OK);
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        assert_true(at < count);
        assert_text((chatfmt_slice){text.data + spans[at].begin, spans[at].end - spans[at].begin},
                    want[i].text);
        assert_text(spans[at].path, want[i].path);
        assert_int_equal(spans[at].kind, want[i].kind);
        assert_int_equal(spans[at].flags, want[i].flags);
        assert_int_equal(spans[at].offset, want[i].offset);
        at++;
    }
    assert_int_equal(at, count);
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
}

static void test_odd_paths_and_trust(void **state)
{
    const char *json = "{\"odd key\": {\"x\\\"y\": [\"v\"]}, \"eos_token\": \"E\", \"date\": \"D\"}";
    chatfmt_template *compiled = compile("{% set o = all['odd key'] %}{{ o['x\"y'][0] }}{{ eos_token }}{{ date }}");
    chatfmt_renderer *renderer;
    chatfmt_slice text, trusted = {"date", 4};
    const chatfmt_span *spans;
    size_t count;
    char wrapped[256];
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    (void)state;
    snprintf(wrapped, sizeof wrapped, "{\"all\": %s, \"eos_token\": \"E\", \"date\": \"D\"}", json);
    options.flags = CHATFMT_RENDER_SPANS;
    options.trusted = &trusted;
    options.trusted_count = 1;
    assert_int_equal(chatfmt_renderer_new(NULL, &renderer, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_render_json(renderer, compiled, wrapped, strlen(wrapped), &options,
                                         &text, NULL),
                     CHATFMT_OK);
    assert_text(text, "vED");
    assert_int_equal(chatfmt_renderer_spans(renderer, &spans, &count, NULL), CHATFMT_OK);
    assert_int_equal(count, 3);
    assert_text(spans[0].path, "all[\"odd key\"][\"x\\\"y\"][0]");
    assert_int_equal(spans[1].kind, CHATFMT_SPAN_DATA);
    assert_int_equal(spans[2].kind, CHATFMT_SPAN_TRUSTED);
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
}

static void test_values(void **state)
{
    chatfmt_values *values;
    chatfmt_value object, array, text, read;
    chatfmt_slice json;
    chatfmt_error error;
    (void)state;
    assert_int_equal(chatfmt_values_new(NULL, NULL, &values, &error), CHATFMT_OK);
    assert_int_equal(chatfmt_value_object(values, &object, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_array(values, &array, NULL), CHATFMT_OK);
    for (int i = 0; i < 100; i++)
        assert_int_equal(
            chatfmt_value_push(values, array, chatfmt_value_int(values, i), NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_string(values, "h\303\251", 3, &text, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_set(values, object, "s", 1, text, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_set(values, object, "f", 1, chatfmt_value_float(values, 0.5),
                                       NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_set(values, object, "b", 1, chatfmt_value_bool(values, 2), NULL),
                     CHATFMT_OK);
    assert_int_equal(chatfmt_value_set(values, object, "n", 1, chatfmt_value_none(values), NULL),
                     CHATFMT_OK);
    assert_int_equal(chatfmt_value_set(values, object, "s", 1, text, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_write_json(values, object, &json, NULL), CHATFMT_OK);
    assert_text(json, "{\"s\": \"h\303\251\", \"f\": 0.5, \"b\": true, \"n\": null}");
    assert_int_equal(chatfmt_value_count(array), 100);
    assert_int_equal(chatfmt_value_as_int(chatfmt_value_at(array, 99)), 99);
    assert_int_equal(chatfmt_value_kind_of(chatfmt_value_at(array, 100)), CHATFMT_VALUE_ABSENT);
    assert_int_equal(chatfmt_value_string(values, "\xff", 1, &text, &error), CHATFMT_INPUT);
    assert_int_equal(chatfmt_value_push(values, object, array, &error), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_value_set(values, array, "x", 1, array, &error), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_value_read_json(values, "[1, 99999999999999999999, \"x\", true]", 36,
                                             &read, &error), CHATFMT_OK);
    assert_int_equal(chatfmt_value_kind_of(chatfmt_value_at(read, 1)), CHATFMT_VALUE_BIG_INT);
    assert_text(chatfmt_value_as_text(chatfmt_value_at(read, 1)), "99999999999999999999");
    assert_int_equal(chatfmt_value_push(values, read, array, &error), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_value_truth(chatfmt_value_at(read, 3)), 1);
    assert_int_equal(chatfmt_value_read_json(values, "[1,\n  x]", 8, &read, &error), CHATFMT_INPUT);
    assert_int_equal(error.line, 2);
    assert_int_equal(chatfmt_value_kind_of(read), CHATFMT_VALUE_ABSENT);
    chatfmt_values_reset(values);
    chatfmt_values_free(values);
}

/* Python: {'a': (1, 123456789012345678901), 1: 'x', None: [], (1, 2): 1.5}, and 1 once more. */
static void test_values_of_other_languages(void **state)
{
    static const char source[] = "{{ v }} {{ v[1] }} {{ v.a[1] + 1 }} {{ w.a }}{{ w2.a }}";
    chatfmt_values *values;
    chatfmt_value pair[2], members[10], object, big, text, variables[6], all;
    chatfmt_template *compiled = compile(source);
    chatfmt_renderer *renderer;
    chatfmt_slice result;
    const chatfmt_span *spans;
    size_t count;
    chatfmt_error error;
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    (void)state;
    options.flags = CHATFMT_RENDER_SPANS;
    assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), CHATFMT_OK);
    pair[0] = chatfmt_value_int(values, 1);
    assert_int_equal(chatfmt_value_big_int(values, "123456789012345678901", 21, &big, NULL), CHATFMT_OK);
    pair[1] = big;
    assert_int_equal(chatfmt_value_string_checked(values, "a", 1, 1, &members[0], NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_tuple_of(values, pair, 2, &members[1], NULL), CHATFMT_OK);
    members[2] = chatfmt_value_int(values, 1);
    members[3] = chatfmt_value_none(values);
    members[4] = chatfmt_value_none(values);
    assert_int_equal(chatfmt_value_array_of(values, NULL, 0, &members[5], NULL), CHATFMT_OK);
    pair[1] = chatfmt_value_int(values, 2);
    assert_int_equal(chatfmt_value_tuple_of(values, pair, 2, &members[6], NULL), CHATFMT_OK);
    members[7] = chatfmt_value_float(values, 1.5);
    members[8] = chatfmt_value_bool(values, 1);
    assert_int_equal(chatfmt_value_string_checked(values, "x", 1, 1, &members[9], NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_object_of(values, members, 5, &object, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_count(object), 4);
    assert_int_equal(chatfmt_value_kind_of(chatfmt_value_at(object, 0)), CHATFMT_VALUE_TUPLE);
    assert_int_equal(chatfmt_value_count(chatfmt_value_at(object, 0)), 2);
    assert_text(chatfmt_value_key_at(object, 0), "a");
    assert_text(chatfmt_value_key_at(object, 1), "");
    assert_int_equal(chatfmt_value_kind_of(chatfmt_value_member_key(object, 1)), CHATFMT_VALUE_INT);
    assert_int_equal(chatfmt_value_kind_of(chatfmt_value_member_key(object, 4)), CHATFMT_VALUE_ABSENT);
    chatfmt_value_string(values, "v", 1, &variables[0], NULL);
    variables[1] = object;
    for (int i = 1; i < 3; i++) { /* two objects with the same keys */
        chatfmt_value one[2] = {members[0], chatfmt_value_int(values, i)};
        chatfmt_value_string(values, i == 1 ? "w" : "w2", (size_t)i, &variables[2 * i], NULL);
        assert_int_equal(chatfmt_value_object_of(values, one, 1, &variables[2 * i + 1], NULL), CHATFMT_OK);
    }
    assert_int_equal(chatfmt_value_object_of(values, variables, 3, &all, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_renderer_new(NULL, &renderer, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_render_value(renderer, compiled, all, &options, &result, NULL), CHATFMT_OK);
    assert_text(result, "{'a': (1, 123456789012345678901), 1: 'x', None: [], (1, 2): 1.5} x "
                        "123456789012345678902 12");
    assert_int_equal(chatfmt_renderer_spans(renderer, &spans, &count, NULL), CHATFMT_OK);
    assert_text(spans[count - 1].path, "w2.a");
    /* Refusals. */
    assert_int_equal(chatfmt_value_push(values, members[5], big, &error), CHATFMT_BAD_ARGUMENT);
    pair[0] = chatfmt_value_at(object, 9);
    assert_int_equal(chatfmt_value_array_of(values, pair, 2, &text, &error), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_value_array_of(values, NULL, 2, &text, &error), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_value_array_of(values, pair, SIZE_MAX / 2, &text, &error), CHATFMT_LIMIT);
    assert_int_equal(chatfmt_value_object_of(values, pair, SIZE_MAX / 2, &text, &error), CHATFMT_LIMIT);
    members[0] = members[5]; /* a list has no hash */
    assert_int_equal(chatfmt_value_object_of(values, members, 1, &text, &error), CHATFMT_TYPE);
    assert_int_equal(chatfmt_value_big_int(values, "012", 3, &text, &error), CHATFMT_INPUT);
    assert_int_equal(chatfmt_value_big_int(values, "-", 1, &text, &error), CHATFMT_INPUT);
    assert_int_equal(chatfmt_value_big_int(values, "1a", 2, &text, &error), CHATFMT_INPUT);
    assert_int_equal(chatfmt_value_big_int(values, "-12", 3, &text, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_as_int(text), -12);
    char digits[4302];
    memset(digits, '7', sizeof digits);
    assert_int_equal(chatfmt_value_big_int(values, digits, 4301, &text, &error), CHATFMT_LIMIT);
    assert_int_equal(chatfmt_value_string_checked(values, NULL, 1, 1, &text, &error), CHATFMT_BAD_ARGUMENT);
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
    chatfmt_values_free(values);
}

static void test_built_values_render_with_paths(void **state)
{
    chatfmt_values *values;
    chatfmt_value variables, messages, message, text;
    chatfmt_template *compiled = compile(CHATML);
    chatfmt_renderer *renderer;
    chatfmt_slice result;
    const chatfmt_span *spans;
    size_t count;
    const char *borrowed = "borrowed text";
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    (void)state;
    options.flags = CHATFMT_RENDER_SPANS;
    assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_object(values, &variables, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_array(values, &messages, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_object(values, &message, NULL), CHATFMT_OK);
    chatfmt_value_string(values, "user", 4, &text, NULL);
    chatfmt_value_set(values, message, "role", 4, text, NULL);
    chatfmt_value_string_borrowed(values, borrowed, strlen(borrowed), &text, NULL);
    chatfmt_value_set(values, message, "content", 7, text, NULL);
    chatfmt_value_push(values, messages, message, NULL);
    chatfmt_value_set(values, variables, "messages", 8, messages, NULL);
    assert_int_equal(chatfmt_renderer_new(NULL, &renderer, NULL), CHATFMT_OK);
    assert_int_equal(
        chatfmt_render_value(renderer, compiled, variables, &options, &result, NULL), CHATFMT_OK);
    assert_text(result, "<|user|>borrowed text\n");
    assert_int_equal(chatfmt_renderer_spans(renderer, &spans, &count, NULL), CHATFMT_OK);
    assert_text(spans[1].path, "messages[0].role");
    assert_text(spans[3].path, "messages[0].content");
    assert_true(chatfmt_renderer_fuel_used(renderer) > 0);
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
    chatfmt_values_free(values);
}

/* A value of other chatfmt_values stays data; only its path may be unknown. */
static void test_values_of_others_are_data(void **state)
{
    static const char request[] = "[{\"role\": \"user\", \"content\": \"<|user|>\"}]";
    chatfmt_values *values, *read;
    chatfmt_value variables, messages, conversation, message;
    chatfmt_template *compiled = compile(CHATML);
    chatfmt_renderer *renderer;
    chatfmt_slice result;
    const chatfmt_span *spans;
    size_t count;
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    (void)state;
    options.flags = CHATFMT_RENDER_SPANS;
    assert_int_equal(chatfmt_values_new(NULL, NULL, &values, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_values_new(NULL, NULL, &read, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_value_read_json(read, request, sizeof request - 1, &conversation, NULL), CHATFMT_OK);
    message = chatfmt_value_at(conversation, 0);
    chatfmt_value_object(values, &variables, NULL);
    chatfmt_value_array(values, &messages, NULL);
    chatfmt_value_push(values, messages, message, NULL);
    chatfmt_value_put(values, variables, "messages", messages, NULL);
    assert_int_equal(chatfmt_renderer_new(NULL, &renderer, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_render_value(renderer, compiled, variables, &options, &result, NULL), CHATFMT_OK);
    assert_text(result, "<|user|><|user|>\n");
    assert_int_equal(chatfmt_renderer_spans(renderer, &spans, &count, NULL), CHATFMT_OK);
    assert_int_equal(spans[1].kind, CHATFMT_SPAN_DATA);
    assert_int_equal(spans[3].kind, CHATFMT_SPAN_DATA);
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
    chatfmt_values_free(values);
    chatfmt_values_free(read);
}

static void test_generations(void **state)
{
    /* transformers' own quirk: the inner of two nested spans is anchored at the outer's start. */
    static const char source[] = "x{% generation %}a{% generation %}b{% endgeneration %}c"
                                 "{% endgeneration %}y";
    chatfmt_template *compiled = compile(source);
    chatfmt_renderer *renderer;
    chatfmt_slice text;
    const chatfmt_generation *generations;
    const chatfmt_span *spans;
    size_t count;
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    (void)state;
    options.flags = CHATFMT_RENDER_SPANS | CHATFMT_RENDER_GENERATIONS;
    assert_int_equal(chatfmt_renderer_new(NULL, &renderer, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_render_json(renderer, compiled, "{}", 2, &options, &text, NULL),
                     CHATFMT_OK);
    assert_text(text, "xabcy");
    assert_int_equal(chatfmt_renderer_generations(renderer, &generations, &count, NULL),
                     CHATFMT_OK);
    assert_int_equal(count, 2);
    assert_int_equal(generations[0].begin, 1);
    assert_int_equal(generations[0].end, 2);
    assert_int_equal(generations[1].begin, 1);
    assert_int_equal(generations[1].end, 4);
    assert_int_equal(chatfmt_renderer_spans(renderer, &spans, &count, NULL), CHATFMT_OK);
    for (size_t i = 0; i < count; i++) {
        char first = text.data[spans[i].begin];
        assert_int_equal(spans[i].generation, first == 'b' ? 2 : first == 'a' || first == 'c');
    }
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
}

static void test_limits_of_renderer_and_render(void **state)
{
    chatfmt_template *compiled = compile("{{ 'ab' * 100 }}");
    chatfmt_limits small = CHATFMT_LIMITS_INIT, larger = CHATFMT_LIMITS_INIT;
    chatfmt_renderer_options options = CHATFMT_RENDERER_OPTIONS_INIT;
    chatfmt_render_options one = CHATFMT_RENDER_OPTIONS_INIT;
    chatfmt_renderer *renderer;
    chatfmt_slice text;
    chatfmt_error error;
    (void)state;
    small.output_bytes = 199;
    larger.output_bytes = 200;
    options.limits = &small;
    one.limits = &larger;
    assert_int_equal(chatfmt_renderer_new(&options, &renderer, NULL), CHATFMT_OK);
    assert_int_equal(chatfmt_render_json(renderer, compiled, "{}", 2, NULL, &text, &error),
                     CHATFMT_LIMIT);
    assert_non_null(strstr(error.text, "output_bytes"));
    assert_int_equal(chatfmt_render_json(renderer, compiled, "{}", 2, &one, &text, &error),
                     CHATFMT_OK);
    assert_int_equal(text.length, 200);
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
}

static void test_lone_surrogate_is_refused(void **state)
{
    char *text;
    chatfmt_error error;
    (void)state;
    assert_int_equal(chatfmt_render_once("{{ '\\ud800' }}", 14, "{}", 2, &text, NULL, &error),
                     CHATFMT_VALUE);
    assert_null(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_once),
        cmocka_unit_test(test_errors_have_a_place),
        cmocka_unit_test(test_errors_name_the_value),
        cmocka_unit_test(test_render_errors),
        cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_older_and_newer_options),
        cmocka_unit_test(test_compile_flags),
        cmocka_unit_test(test_documents),
        cmocka_unit_test(test_spans),
        cmocka_unit_test(test_odd_paths_and_trust),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_values_of_other_languages),
        cmocka_unit_test(test_built_values_render_with_paths),
        cmocka_unit_test(test_values_of_others_are_data),
        cmocka_unit_test(test_generations),
        cmocka_unit_test(test_limits_of_renderer_and_render),
        cmocka_unit_test(test_lone_surrogate_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
