/* tests/unit/test_reports.c - results as text for people (chatfmt/report.h): what the program prints is there for C. */
#include "support/gives.h"

#include "chatfmt/chatfmt.h"

#include <stdio.h>

#define SLICE(text) ((chatfmt_slice){text, sizeof(text) - 1})
#define PIECE(text) {text, sizeof(text) - 1}
#define OF(text)    ((chatfmt_slice){text, strlen(text)})

/* The text is this, and is freed. */
static void given(char *text, const char *want)
{
    assert_string_equal(text, want);
    chatfmt_text_free(text);
}

static void contains(const char *text, const char *part)
{
    if (!strstr(text, part)) fail_msg("%s\nis not in\n%s", part, text);
}

static void test_visible(void **state)
{
    static const char bytes[] = "a\x1b[2J\n\t\xe2\x80\xae\xff\xf3\xa0\x80\x81";
    char *text;
    size_t length;
    (void)state;
    FINE(chatfmt_visible_text(bytes, sizeof bytes - 1, CHATFMT_REPORT_ONE_LINE, &text, &length, NULL));
    assert_int_equal(length, strlen(text));
    given(text, "a\\x1b[2J\\n\\t\\u{202e}\\xff\\u{e0001}");
    FINE(chatfmt_visible_text("a\n\tb", 4, 0, &text, NULL, NULL));
    given(text, "a\n\tb");
    assert_int_equal(chatfmt_visible_text(NULL, 1, 0, &text, NULL, NULL), CHATFMT_BAD_ARGUMENT);
    assert_null(text);
}

/* What is no character of UTF-8 is shown byte by byte, what a terminal would not show by its code. */
static void test_visible_bytes(void **state)
{
    static const char *const rows[][2] = {
        {"\x80\xc1 a", "\\x80\\xc1 a"},
        {"\xc3(", "\\xc3("},
        {"\xe0\x80\xaf", "\\xe0\\x80\\xaf"},         /* longer than need be */
        {"\xf0\x80\x80\xaf", "\\xf0\\x80\\x80\\xaf"}, /* the same */
        {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"}, /* past U+10FFFF */
        {"\xed\xa0\x80", "\\u{d800}"},
        {"a\xe2\x80\x8b" "b", "a\\u{200b}b"},
        {"\xe2\x80\x90", "\xe2\x80\x90"},
        {"\xf3\xb0\x80\x80", "\xf3\xb0\x80\x80"}, /* U+F0000 is shown */
    };
    char *text;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        FINE(chatfmt_visible_text(rows[i][0], strlen(rows[i][0]), 0, &text, NULL, NULL));
        given(text, rows[i][1]);
    }
}

static void test_error(void **state)
{
    chatfmt_error wrong;
    chatfmt_template *compiled;
    char *text;
    (void)state;
    assert_int_not_equal(chatfmt_template_compile("a\n{% if x", 9, NULL, &compiled, &wrong), CHATFMT_OK);
    FINE(chatfmt_report_error("t.jinja", &wrong, &text, NULL, NULL));
    assert_memory_equal(text, "t.jinja:2:", 10);
    contains(text, "\n    {% if x\n");
    contains(text, "^\n");
    chatfmt_text_free(text);
    /* Without a name the place comes first, unless the text has it. */
    FINE(chatfmt_report_error(NULL, &wrong, &text, NULL, NULL));
    assert_memory_equal(text, "2:", 2);
    chatfmt_text_free(text);
    wrong = (chatfmt_error){.status = CHATFMT_INPUT, .line = 2, .column = 3, .text = "f.json:2:3: malformed JSON: expecting value"};
    FINE(chatfmt_report_error(NULL, &wrong, &text, NULL, NULL));
    assert_memory_equal(text, "f.json:2:3: ", 12);
    chatfmt_text_free(text);
}

/* Which limit stops the compiler. */
static void test_compile_limits(void **state)
{
    static char digits[5000];
    static const struct {
        const char *source, *limit;
    } rows[] = {
        {"{{ ((((((((1)))))))) }}", "depth"}, {digits, "integer_digits"}, {"{{ 'longer than it may be' }}", "source_bytes"},
    };
    (void)state;
    memset(digits, 'f', sizeof digits - 1);
    memcpy(digits, "{{ 0x", 5);
    memcpy(digits + sizeof digits - 4, " }}", 3);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_error wrong;
        chatfmt_template *compiled;
        chatfmt_limits limits = CHATFMT_LIMITS_INIT;
        chatfmt_compile_options options = CHATFMT_COMPILE_OPTIONS_INIT;
        options.limits = &limits;
        limits.depth = 6;
        if (i == 2) limits.source_bytes = 20;
        assert_int_equal(chatfmt_template_compile(rows[i].source, strlen(rows[i].source), &options, &compiled, &wrong), CHATFMT_LIMIT);
        chatfmt_slice limit = chatfmt_error_limit(&wrong);
        if (limit.length != strlen(rows[i].limit) || memcmp(limit.data, rows[i].limit, limit.length))
            fail_msg("%s: %s", rows[i].limit, wrong.text);
    }
}

/* Words of the status are not said twice, nor the place of a text that begins with its own. */
static void test_error_words(void **state)
{
    static const struct {
        const char *name;
        chatfmt_status status;
        const char *text, *want;
    } rows[] = {
        {NULL, CHATFMT_BAD_ARGUMENT, "", "bad argument\n"},
        {NULL, CHATFMT_BAD_ARGUMENT, "bad", "bad\n"},
        {NULL, CHATFMT_BAD_ARGUMENT, "bad luck", "bad luck\n"},
        {NULL, CHATFMT_BAD_ARGUMENT, "badly", "bad argument: badly\n"},
        {"", CHATFMT_IO, "bad luck", ": WORDS: bad luck\n"},
        {"folder", CHATFMT_IO, "folder/x: gone", "WORDS: folder/x: gone\n"},
        {"folder/", CHATFMT_IO, "folder/x: gone", "WORDS: folder/x: gone\n"},
        {"folder", CHATFMT_IO, "folders: gone", "folder: WORDS: folders: gone\n"},
        {"folder", CHATFMT_IO, "gone", "folder: WORDS: gone\n"},
        {NULL, CHATFMT_BAD_ARGUMENT, "bad: one of\n  a\n  b", "bad argument: bad: one of\n    a\n    b\n"},
        {NULL, CHATFMT_SECURITY, "data", "refused by the token policy: data\n    at byte 3\n"},
        {NULL, CHATFMT_IO, "gone", "WORDS: gone\n"},
    };
    char *text, want[200];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_error shown = {.status = rows[i].status, .offset = 3, .length = 1};
        const char *words = strstr(rows[i].want, "WORDS");
        snprintf(shown.text, sizeof shown.text, "%s", rows[i].text);
        FINE(chatfmt_report_error(rows[i].name, &shown, &text, NULL, NULL));
        if (!words) snprintf(want, sizeof want, "%s", rows[i].want);
        else snprintf(want, sizeof want, "%.*s%s%s", (int)(words - rows[i].want), rows[i].want,
                      chatfmt_status_text(rows[i].status), words + 5);
        given(text, want);
    }
}

/* What is wrong with JSON says what to do, where that is known. */
static void test_remedies(void **state)
{
    static const char *const rows[][2] = {
        {"{}\n{}", "this looks like JSON Lines"},
        {"{% if a %}", "this looks like a chat template"},
        {"GGUF\x03", "this is a GGUF file"},
        {"\x28\xb5\x2f\xfd", "zstd -dc"},
        {"[1,\n]", "JSON has no comma after the last item"},
        {"[\nNone]", "in JSON it is written null"},
        {"[1 2]", "a comma or a closing bracket is expected here"},
        {"[+1]", NULL},
        {"{{ x }}", "this looks like a chat template"},
        {"{% if x %}", "this looks like a chat template"},
        {"{# x #}", "this looks like a chat template"},
    };
    chatfmt_values *values;
    (void)state;
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_value value;
        chatfmt_error wrong;
        char *text;
        assert_int_equal(chatfmt_value_read_json(values, rows[i][0], strlen(rows[i][0]), &value, &wrong), CHATFMT_INPUT);
        FINE(chatfmt_report_error("x.json", &wrong, &text, NULL, NULL));
        if (rows[i][1]) contains(text, rows[i][1]);
        else assert_memory_equal(text + strlen(text) - 2, "^\n", 2);
        chatfmt_text_free(text);
    }
    chatfmt_values_free(values);
}

/* The cause and the remedy, or one of them, on a line. */
static void test_hints(void **state)
{
    static const struct {
        chatfmt_status status;
        const char *text, *path, *hint;
    } rows[] = {
        {CHATFMT_UNDEFINED, "'dict object' has no attribute 'content'", "", ""},
        {CHATFMT_UNDEFINED, "'dict object' has no attribute 'content'", "messages[0]", "messages[0] has no \"content\""},
        {CHATFMT_UNDEFINED, "'dict object' has no attribute 'name'", "messages[0].tool_calls[1].function.name",
         "messages[0].tool_calls[1].function has no \"name\""},
        {CHATFMT_UNDEFINED, "'dict object' has no attribute 'function'", "messages[0].tool_calls[0].function",
         "messages[0].tool_calls[0] has no \"function\": a call is {\"type\": \"function\", \"function\": {\"name\": …, \"arguments\": …}}"},
        {CHATFMT_UNDEFINED, "'dict object' has no attribute 'function'", "tools[0].function",
         "tools[0] has no \"function\": a tool is {\"type\": \"function\", \"function\": {\"name\": …, …}}"},
        {CHATFMT_UNDEFINED, "'dict object' has no attribute 'title'", "documents[0].title", "documents[0] has no \"title\""},
        {CHATFMT_TYPE, "Object of type Undefined is not JSON serializable", "messages[0].tool_calls[0].function.arguments",
         "messages[0].tool_calls[0].function has no \"arguments\""},
        {CHATFMT_TYPE, "Object of type Undefined is not JSON serializable", "", ""},
        {CHATFMT_UNDEFINED, "'str object' has no attribute 'text'", "messages[0].content",
         "messages[0].content is text; the template takes a list of parts here"},
        {CHATFMT_UNDEFINED, "'str object' has no attribute 'stripp'", "messages[0].content", ""},
        {CHATFMT_UNDEFINED, "'str object' has no attribute 'items'", "messages[1].tool_calls[0].function.arguments",
         "messages[1].tool_calls[0].function.arguments is text; the template takes an object here; "
         "with a model, the fix fit-arguments reads the JSON"},
        {CHATFMT_TYPE, "no", "messages[1]", "a message is an object: {\"role\": …, \"content\": …}"},
        {CHATFMT_VALUE, "empty_prompt: nothing is written of messages[0].content", "tools",
         "messages[0] has no \"role\"; an array of objects is expected, each the JSON schema of a function"},
        {CHATFMT_UNDEFINED, "'dict object' has no attribute 'content'", "messages[0].content",
         "messages[0] has no \"content\"; `fix` null-to-empty gives the message an empty text"},
        {CHATFMT_UNDEFINED, "'date' is undefined", "", "`variables` gives it a value in all rows"},
        {CHATFMT_LIMIT, "limit exceeded: fuel is 9, reached 10", "", "`limit` changes it"},
        {CHATFMT_LIMIT, "t.jinja: limit exceeded: fuel is 9, reached 10", "", "`limit` changes it"},
        {CHATFMT_LIMIT, "limit exceeded: a text must be below 4 GiB", "", ""},
        {CHATFMT_OVERFLOW, "Range too big. The sandbox blocks", "", "`limit` changes it"},
        {CHATFMT_VALUE, "Range too big. The sandbox blocks", "", ""},
        {CHATFMT_VALUE, "Exceeds the limit (25 digits) for integer string conversion; use sys", "", "`limit` changes it"},
        {CHATFMT_RAISED, "Exceeds the limit (25 digits) for integer string conversion; use sys", "", "messages[0] has no \"role\""},
        {CHATFMT_LIMIT, "limit exceeded: nothing is 9, reached 10", "", ""},
        {CHATFMT_UNSUPPORTED, "the filter random needs a seed", "", "`seed` gives one to a single prompt; rows and requests have none"},
        {CHATFMT_ATTRIBUTE, "'str' object has no attribute 'items'", "conversations[0].messages",
         "each of several conversations is an array of messages; a single one is [{\"role\": …, \"content\": …}, …]"},
        {CHATFMT_TYPE, "apply_chat_template() got multiple values for argument 'conversation'", "",
         "messages and conversation are one argument: give one of them"},
        {CHATFMT_EXISTS, "tiny has been registered.", "",
         "a format has this name already: change the name; CHATFMT_FORMATS_OVERRIDE, in Python "
         "override=True, replaces the format"},
        {CHATFMT_IO, "no", "", ""},
    };
    chatfmt_values *values;
    chatfmt_value conversation;
    (void)state;
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    FINE(chatfmt_value_read_json(values, "[{}, 1]", 7, &conversation, NULL));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_error shown = {.status = rows[i].status};
        char *text;
        size_t length;
        memcpy(shown.text, rows[i].text, strlen(rows[i].text) + 1);
        memcpy(shown.path, rows[i].path, strlen(rows[i].path) + 1);
        FINE(chatfmt_report_hint(&shown, conversation, 1, &text, &length, NULL));
        assert_int_equal(length, strlen(rows[i].hint));
        given(text, rows[i].hint);
    }
    chatfmt_values_free(values);
}

/* A string without an end: Jinja names the quote alone. */
static void test_quote_remedies(void **state)
{
    static const char *const rows[][2] = {
        {"{{ \"a }}", "no closing quote"},
        {"{{ 'a }}", "no closing quote"},
        {"{{ a ? }}", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_template *compiled;
        chatfmt_error wrong;
        assert_int_equal(chatfmt_template_compile(rows[i][0], strlen(rows[i][0]), NULL, &compiled, &wrong), CHATFMT_SYNTAX);
        if (rows[i][1]) contains(chatfmt_error_remedy(&wrong), rows[i][1]);
        else assert_null(chatfmt_error_remedy(&wrong));
    }
}

/* What the reference's words do not say, by the path of the error. */
static void test_argument_remedies(void **state)
{
    static const struct {
        const char *tools, *conversation, *path, *remedy;
    } rows[] = {
        {"[\"x\"]", "[]", "tools", "an array of objects is expected, each the JSON schema"},
        {"{\"name\": 1}", "[]", "tools", "an array of objects"},
        {"5", "[]", "tools", "an array of objects"},
        {"null", "\"Hi\"", "messages", "an array of messages is expected"},
        {"null", "5", "messages", "an array of messages is expected"},
        {"null", "[]", "messages", "an array of messages is expected"},
        {"null", "{}", "messages", "the conversation has no messages"},
        {"null", "{\"messages\": [{}]}", "messages", "of an object with messages, pass its member messages"},
        {"null", "[[{}], [{}]]", "messages[0]", "and one is expected: give each by itself"},
        {"null", "[{}, [{}]]", "messages[1]", "a message is an object"},
        {"null", "[{}, \"Hi\"]", "messages[1]", "a message is an object"},
        {"null", "[{\"tool_calls\": \"x\"}]", "messages[0].tool_calls", "an array of calls is expected: [{\"type\": \"function\""},
        {"null", "[{\"tool_calls\": 5}]", "messages[0].tool_calls", "an array of calls is expected"},
        {"null", "[{\"tool_calls\": [null]}]", "messages[0].tool_calls[0]", "a call is an object: {\"type\": \"function\""},
    };
    static const char source[] = "{{ messages[0].content }}{% for c in messages[0].tool_calls %}{{ c.function.name }}{% endfor %}";
    chatfmt_model *model;
    chatfmt_applier *applier;
    chatfmt_values *values;
    const chatfmt_applied *applied;
    chatfmt_error shown = {.status = CHATFMT_OK};
    (void)state;
    assert_null(chatfmt_error_remedy(NULL));
    assert_null(chatfmt_error_remedy(&shown));
    FINE(chatfmt_model_from_template(source, sizeof source - 1, NULL, &model, NULL));
    FINE(chatfmt_applier_new(NULL, NULL, &applier, NULL));
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
        chatfmt_value conversation;
        FINE(chatfmt_value_read_json(values, rows[i].tools, strlen(rows[i].tools), &options.tools, NULL));
        FINE(chatfmt_value_read_json(values, rows[i].conversation, strlen(rows[i].conversation),
                                     &conversation, NULL));
        options.flags = rows[i].tools[0] == 'n' ? 0 : CHATFMT_APPLY_IN_BATCH;
        assert_int_not_equal(chatfmt_applier_apply(applier, model, conversation, &options, &applied, &shown),
                             CHATFMT_OK);
        assert_string_equal(shown.path, rows[i].path);
        contains(chatfmt_error_remedy(&shown), rows[i].remedy);
    }
    chatfmt_values_free(values);
    chatfmt_applier_free(applier);
    chatfmt_model_free(model);
}

static void assert_cause(chatfmt_status status, const char *said, const char *path, const char *json,
                         const char *cause)
{
    chatfmt_error shown = {.status = status};
    chatfmt_values *values;
    chatfmt_value conversation;
    char *text;
    memcpy(shown.text, said, strlen(said) + 1);
    memcpy(shown.path, path, strlen(path) + 1);
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    FINE(chatfmt_value_read_json(values, json, strlen(json), &conversation, NULL));
    FINE(chatfmt_report_cause(&shown, conversation, 1, &text, NULL, NULL));
    given(text, cause);
    chatfmt_values_free(values);
}

/* Which message lacks what was read, or has the role of the one before. */
static void test_causes(void **state)
{
    static const struct {
        chatfmt_status status;
        const char *text, *conversation, *cause;
    } rows[] = {
        {CHATFMT_UNDEFINED, "'dict object' has no attribute 'content'", "[{}]", ""},
        {CHATFMT_UNDEFINED, "'str object' has no attribute 'content'", "{\"messages\": \"a\"}",
         "    \"messages\" is a text; expected an array of messages\n"},
        {CHATFMT_UNDEFINED, "'x' is undefined", "[{}]", ""},
        {CHATFMT_UNDEFINED, "'list object' has no attribute 'strip'", "[{\"content\": \"a\"}, {\"content\": []}]",
         "    messages[1].content is a list of parts; the template takes text here\n"},
        {CHATFMT_UNDEFINED, "'list object' has no attribute 'strip'", "[{\"content\": \"a\"}]", ""},
        {CHATFMT_TYPE, "no", "[{\"content\": []}]", ""},
        {CHATFMT_RAISED, "no", "[{\"role\": \"user\"}, {\"role\": \"user\"}]",
         "    messages[0] and messages[1] have the same role\n"},
        {CHATFMT_RAISED, "no", "[{\"role\": \"tool\"}, {\"role\": \"tool\"}]", ""},
        {CHATFMT_RAISED, "no", "[{\"role\": \"user\"}, {}, {}]", "    messages[1] has no \"role\"\n"},
        {CHATFMT_RAISED, "no", "[5, {\"role\": \"user\", \"instruction\": 1}]", ""},
        {CHATFMT_RAISED, "no", "[{\"from\": \"gpt\", \"value\": \"a\"}]",
         "    messages[0] has no \"role\"\n    from and value are ShareGPT's: chatfmt map reads such rows\n"},
        {CHATFMT_RAISED, "no", "[{\"from\": \"gpt\"}]", "    messages[0] has no \"role\"\n"},
        {CHATFMT_VALUE, "unwritten: the prompt would be without messages[0].name", "[{\"role\": \"usr\"}]", ""},
        {CHATFMT_VALUE, "unwritten: the prompt would be without messages[0].content and 2 more", "[{\"role\": \"usr\"}]",
         "    messages[0] has the role \"usr\"; did you mean \"user\"?\n"},
        {CHATFMT_VALUE, "unwritten: the prompt would be without messages[0].content", "[{\"role\": \"tool\"}]",
         "    messages[0] has the role \"tool\"\n"},
        {CHATFMT_VALUE, "unwritten: the prompt would be without messages[0].content", "[{\"role\": \"user\"}]", ""},
        {CHATFMT_VALUE, "unwritten: the prompt would be without messages[7].content", "[{\"role\": \"user\"}]", ""},
        {CHATFMT_VALUE, "unknown_role: x", "[{\"role\": \"usr\"}]", ""},
        {CHATFMT_VALUE, "empty_prompt: nothing is written of messages[1].content", "[{}, {\"content\": \"a\"}]",
         "    messages[0] has no \"role\"\n"},
        {CHATFMT_VALUE, "empty_prompt: nothing is written of messages[0].content", "[{\"role\": \"usr\"}]",
         "    messages[0] has the role \"usr\"; did you mean \"user\"?\n"},
        {CHATFMT_VALUE, "empty_prompt: nothing is written of messages[0].content", "[{\"role\": \"human\"}]",
         "    messages[0] has the role \"human\"; did you mean \"user\", which is \"human\" in ShareGPT?\n"},
        {CHATFMT_VALUE, "empty_prompt: nothing is written of messages[0].content", "[{\"role\": \"system\"}]",
         "    messages[0] has the role \"system\"\n"},
        {CHATFMT_VALUE, "empty_prompt: nothing is written of messages[0].content", "[{\"role\": \"narrator\"}]",
         "    messages[0] has the role \"narrator\"\n"},
        {CHATFMT_VALUE, "empty_prompt: nothing is written of tools[0]", "[{}]", ""},
        {CHATFMT_TYPE, "no", "5", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_cause(rows[i].status, rows[i].text, "", rows[i].conversation, rows[i].cause);
}

/* What the member is that an error's path names; a name that is not the path's is no member of a message. */
static void test_causes_of_paths(void **state)
{
    static const struct {
        chatfmt_status status;
        const char *text, *path, *conversation, *cause;
    } rows[] = {
        {CHATFMT_UNDEFINED, "'dict object' has no attribute 'strip'", "messages[0].content", "[{\"content\": {}}]",
         "    messages[0].content is an object; the template takes text here\n"},
        {CHATFMT_TYPE, "no", "messages[1].content", "[{}, {\"content\": 1.5}]",
         "    messages[1].content is a number; the template takes text here\n"},
        {CHATFMT_TYPE, "no", "messages[0].content", "[{\"content\": true}]",
         "    messages[0].content is true or false; the template takes text here\n"},
        {CHATFMT_TYPE, "no", "messages[0].content", "[{\"content\": null}]",
         "    messages[0].content is null; the template takes text here\n"},
        {CHATFMT_TYPE, "no", "messages[0].content", "[{\"content\": \"a\"}]", ""},
        {CHATFMT_UNDEFINED, "'dict object' has no attribute 'function'", "messages[0].tool_calls[0]", "[{}]", ""},
        {CHATFMT_RAISED, "unknown_role: usr", "messages[1].role", "[{\"role\": \"user\"}, {\"role\": \"usr\"}]",
         "    messages[1] has the role \"usr\"; did you mean \"user\"?\n"},
        {CHATFMT_VALUE, "unknown_role: tool", "messages[0].role", "[{\"role\": \"tool\"}]", ""},
        {CHATFMT_UNDEFINED, "'dict object' has no attribute 'content'", "messages[1]", "[{\"content\": 1}, {\"role\": 1}]",
         "    messages[1] has no \"content\"\n"},
        {CHATFMT_UNDEFINED, "'dict object' has no attribute 'content'", "messages[0].content", "{\"messages\": [{\"content\": null}]}",
         "    messages[0].content is null, which transformers leaves out\n"},
        {CHATFMT_UNDEFINED, "'str object' has no attribute 'content'", "messages[0]", "[\"a\"]", "    messages[0] is not an object\n"},
        {CHATFMT_UNDEFINED, "'dict object' has no attribute 'content'", "messages[0]", "[{\"conversations\": []}]",
         "    messages[0] has no \"content\"\n    this looks like an array of rows: jq -c '.[]' FILE | chatfmt map …\n"},
        {CHATFMT_UNDEFINED, "'dict object' has no attribute 'content'", "conversations[1].messages[1]", "[[], [{}, {}]]",
         "    messages[1] has no \"content\"\n"},
        {CHATFMT_UNDEFINED, "'dict object' has no attribute 'content'", "messages[9]", "[{}]", ""},
        {CHATFMT_UNDEFINED, "'dict object' has no attribute 'content'", "messages[0].content", "[{}]",
         "    messages[0] has no \"content\"\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_cause(rows[i].status, rows[i].text, rows[i].path, rows[i].conversation, rows[i].cause);
}

static void test_prompt(void **state)
{
    const chatfmt_token_place places[] = {{0, 1}, {1, 2}};
    chatfmt_span spans[2] = {{.begin = 0, .end = 1, .kind = CHATFMT_SPAN_TEMPLATE},
                             {.begin = 1, .end = 2, .kind = CHATFMT_SPAN_DATA, .flags = CHATFMT_SPAN_COPIED}};
    char *text;
    (void)state;
    FINE(chatfmt_report_spans(SLICE("ab"), spans, 2, &text, NULL, NULL));
    given(text, "\033[36ma\033[0m\033[32mb\033[0m");
    FINE(chatfmt_report_tokens(SLICE("ab"), places, 2, &text, NULL, NULL));
    given(text, "\033[97;48;5;24ma\033[0m\033[97;48;5;53mb\033[0m\n2 tokens\n");
    FINE(chatfmt_report_legend(&text, NULL, NULL));
    contains(text, "trusted variable");
    chatfmt_text_free(text);
    spans[1].flags = 0;
    FINE(chatfmt_report_spans(SLICE("ab"), spans, 2, &text, NULL, NULL));
    given(text, "\033[36ma\033[0m\033[4;32mb\033[0m");
    FINE(chatfmt_report_spans(SLICE("ab"), NULL, 0, &text, NULL, NULL));
    given(text, "");
}

/* Tokens within one character are shown once, and counted. */
static void test_tokens_of_a_character(void **state)
{
    const chatfmt_token_place places[] = {{0, 2}, {0, 2}, {2, 3}};
    char *text;
    (void)state;
    FINE(chatfmt_report_tokens(SLICE("\xc3\xa9" "a"), places, 3, &text, NULL, NULL));
    given(text, "\033[97;48;5;24m\xc3\xa9\033[0m\033[97;48;5;22ma\033[0m\n3 tokens\n");
}

static void test_template(void **state)
{
    static const char source[] = "{% for m in messages %}<{{ m.role }}>{{ m.content|trim }}</s>{% endfor %}";
    chatfmt_model *model;
    chatfmt_analysis *analysis;
    char *text;
    (void)state;
    FINE(chatfmt_model_from_template(source, sizeof source - 1, NULL, &model, NULL));
    FINE(chatfmt_analysis_new(model, NULL, &analysis, NULL));
    FINE(chatfmt_report_analysis(model, analysis, &text, NULL, NULL));
    contains(text, "kind: template\n");
    contains(text, "filters: trim\n");
    contains(text, "\n  tools                  no   ");
    chatfmt_text_free(text);
    FINE(chatfmt_report_findings(analysis, "m", CHATFMT_REPORT_COLOURS, &text, NULL, NULL));
    contains(text, "\n    remedy: ");
    chatfmt_text_free(text);
    FINE(chatfmt_report_continuity(analysis, &text, NULL, NULL));
    contains(text, "UU ");
    chatfmt_text_free(text);
    FINE(chatfmt_report_rules(&text, NULL, NULL));
    contains(text, chatfmt_lint_rule_at(0)->id);
    chatfmt_text_free(text);
    chatfmt_analysis_free(analysis);
    chatfmt_model_free(model);
}

/* What the reports say of one template. */
static char *reported(const char *source, char **continuity, char **findings)
{
    chatfmt_model *model;
    chatfmt_analysis *analysis;
    char *text;
    FINE(chatfmt_model_from_template(source, strlen(source), NULL, &model, NULL));
    FINE(chatfmt_analysis_new(model, NULL, &analysis, NULL));
    FINE(chatfmt_report_analysis(model, analysis, &text, NULL, NULL));
    FINE(chatfmt_report_continuity(analysis, continuity, NULL, NULL));
    FINE(chatfmt_report_findings(analysis, "m", CHATFMT_REPORT_COLOURS, findings, NULL, NULL));
    chatfmt_analysis_free(analysis);
    chatfmt_model_free(model);
    return text;
}

/* What a template refuses, compares twice, and has nothing against it. */
static void test_template_kinds(void **state)
{
    static const struct {
        const char *source, *facts, *continuity, *findings;
    } rows[] = {
        {"{% if messages|length > 1 %}{{ raise_exception('one\tonly') }}{% endif %}"
         "{% if messages[0].role == 'user' %}x{% endif %}{% if messages[0].role == 'user' %}y{% endif %}",
         "compares:\n  messages[].role == \"user\"\nfunctions: raise_exception\n",
         "U    refused      user, assistant; user: one\\tonly\nUU ", "m:1:47: \x1b[35mwarning plain-refused\x1b[0m: "},
        {"{{ messages|length }}{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}",
         "filters: length\n",
         "U    rewritten    user, assistant; user\n        first differing byte: 0, in messages[0]\n"
         "        alone:   \"2<user>uq7x<assistant>aq7x\", by 1:1 {{ messages|length }}\n",
         "m: \x1b[36mnote no-generation-prompt\x1b[0m: "},
        {"{% if tools %}<|im_start|>system\n{{ tools|tojson }}<|im_end|>\n{% endif %}{% for m in messages %}"
         "<|im_start|>{{ m.role }}\n{% if m.role == 'assistant' %}{% generation %}{{ m.content }}"
         "{% if m.tool_calls %}{% for c in m.tool_calls %}<tool_call>{\"name\": \"{{ c.function.name }}\", "
         "\"arguments\": {% if c.function.arguments is string %}{{ c.function.arguments }}{% else %}"
         "{{ c.function.arguments|tojson }}{% endif %}}</tool_call>{% endfor %}{% endif %}"
         "<|im_end|>{% endgeneration %}{% else %}{{ m.content }}<|im_end|>{% endif %}\n{% endfor %}"
         "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}",
         "", "U    stable       user, assistant; user\n", "nothing found\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *continuity, *findings, *facts = reported(rows[i].source, &continuity, &findings);
        contains(facts, rows[i].facts);
        contains(continuity, rows[i].continuity);
        contains(findings, rows[i].findings);
        chatfmt_text_free(facts);
        chatfmt_text_free(continuity);
        chatfmt_text_free(findings);
    }
}

static void test_differences(void **state)
{
    chatfmt_compared compared = {.at = 1, .rendered = {1, 0}, .text = {SLICE("ab"), SLICE("no")}};
    chatfmt_format_match match = {.format = SLICE("vicuna_v1.1"), .adapter = SLICE("VicunaAdapter")};
    char *text;
    (void)state;
    FINE(chatfmt_report_lines(SLICE("a\nb\n"), SLICE("a\nc"), CHATFMT_REPORT_PLACES, &text, NULL, NULL));
    given(text, "@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ no newline at the end\n");
    FINE(chatfmt_report_compared("one", &compared, 0, &text, NULL, NULL));
    given(text, "one: refused by B alone\n    -ab\n    +refused: no\n");
    compared.rendered[1] = 1;
    compared.text[1] = SLICE("a ");
    FINE(chatfmt_report_compared("one", &compared, 0, &text, NULL, NULL));
    given(text, "one: differ at byte 1\n    -ab\n    +a\\x20\n");
    FINE(chatfmt_report_match(SLICE("m"), &match, 0, &text, NULL, NULL));
    given(text, "m\tfastchat/vicuna_v1.1\n");
    match.matched_on = SLICE("basename");
    match.condition = SLICE("[1]");
    match.choice = SLICE("[2]");
    FINE(chatfmt_report_match(SLICE("m"), &match, 1, &text, NULL, NULL));
    given(text, "m\tfastchat/vicuna_v1.1\n  rule VicunaAdapter on the basename: [1]\n"
                "  its format chosen by [2]\n");
    match.format = SLICE("@base_model");
    FINE(chatfmt_report_match(SLICE("m"), &match, 0, &text, NULL, NULL));
    given(text, "m\t@base_model\n");
    match.format = SLICE("");
    match.xtuner = SLICE("qwen");
    match.xtuner_starred = 1;
    FINE(chatfmt_report_match(SLICE("m"), &match, 0, &text, NULL, NULL));
    given(text, "m\t\txtuner/qwen *\n");
}

static void test_diff_lines(void **state)
{
    static const struct {
        const char *a, *b;
        uint32_t flags;
        const char *want;
    } rows[] = {
        {"", "", 0, ""},
        {"", "a", 0, "+a\n"},
        {"a\n", "", 0, "-a\n"},
        {"a\n", "a", 0, "-a\n+a\n\\ no newline at the end\n"},
        {"\t\n", "\x1b\n", 0, "-\\t\n+\\x1b\n"},
        {"\t\n", "\x1b\n", CHATFMT_REPORT_EXACT, "-\t\n+\x1b\n"},
        {"a\nb\n", "a\nc\n", CHATFMT_REPORT_COLOURS | CHATFMT_REPORT_PLACES,
         "\x1b[36m@@ -1,2 +1,2 @@\x1b[0m\n a\n\x1b[31m-b\x1b[0m\n\x1b[32m+c\x1b[0m\n"},
    };
    char *text;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        FINE(chatfmt_report_lines(OF(rows[i].a), OF(rows[i].b), rows[i].flags, &text, NULL, NULL));
        given(text, rows[i].want);
    }
}

/* Of a long refusal the beginning is shown, cut between characters. */
static void test_long_refusals(void **state)
{
    char name[400], *text;
    chatfmt_compared compared = {.rendered = {0, 1}, .text = {{name, 0}, SLICE("b")}};
    (void)state;
    memset(name, 'a', 159);
    memcpy(name + 159, "\xc3\xa9", 2);
    compared.text[0].length = 161;
    FINE(chatfmt_report_compared("one", &compared, CHATFMT_REPORT_COLOURS, &text, NULL, NULL));
    contains(text, "one: refused by A alone\n    \x1b[31m-refused: aaaa");
    contains(text, "a…\x1b[0m\n    \x1b[32m+b\x1b[0m\n");
    chatfmt_text_free(text);
    memset(name, '\x80', sizeof name);
    compared.text[0].length = sizeof name;
    FINE(chatfmt_report_compared("one", &compared, 0, &text, NULL, NULL));
    given(text, "one: refused by A alone\n    -refused: …\n    +b\n");
}

static void test_build(void **state)
{
    const char *const own[] = {"+gzip", "-zstd"}, *const wrong[] = {"gzip"},
               *const nothing[] = {NULL};
    char *text;
    (void)state;
    FINE(chatfmt_report_build(own, 2, &text, NULL, NULL));
    contains(text, "chatfmt " CHATFMT_VERSION "\nwith ");
    contains(text, "rare builtins, character names, response_schema, gzip\nwithout ");
    contains(text, "zstd\n");
    chatfmt_text_free(text);
    FINE(chatfmt_report_build(NULL, 0, &text, NULL, NULL));
    chatfmt_text_free(text);
    assert_int_equal(chatfmt_report_build(wrong, 1, &text, NULL, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_report_build(nothing, 1, &text, NULL, NULL), CHATFMT_BAD_ARGUMENT);
    assert_int_equal(chatfmt_report_build(NULL, 1, &text, NULL, NULL), CHATFMT_BAD_ARGUMENT);
}

static void test_map(void **state)
{
    chatfmt_map_losses losses = {.dropped = 1, .attempts = 2, .strange_roles = 3};
    chatfmt_map_totals totals = {.rows = 9, .written = 6, .errors = 3, .losses = &losses};
    chatfmt_map_first firsts[CHATFMT_MAP_FIRSTS] = {{0}};
    chatfmt_map_summary told = CHATFMT_MAP_SUMMARY_INIT;
    const char *inputs[] = {"a.jsonl", "b\x1b.jsonl"};
    char *text;
    size_t length;
    (void)state;
    FINE(chatfmt_report_map(&totals, &told, &text, &length, NULL));
    assert_int_equal(length, strlen(text));
    assert_int_equal(strncmp(text, "9 rows, 6 written, 3 with errors\n1 row without the oldest turns (lost.messages)\n"
                             "2 control tokens in data (attempts)\n3 rows with a role that is missing, misspelt, or left out by the template", 189), 0);
    chatfmt_text_free(text);
    const chatfmt_slice roles[] = {PIECE("usr"), PIECE("user"), PIECE("critic")};
    chatfmt_mask_options mask = CHATFMT_MASK_OPTIONS_INIT;
    mask.roles = roles, mask.role_count = 3;
    losses = (chatfmt_map_losses){0};
    totals.roles_seen = 2;
    told.mask = &mask;
    FINE(chatfmt_report_map(&totals, &told, &text, &length, NULL));
    given(text, "9 rows, 6 written, 3 with errors\nroles has usr, which no message has; did you mean user?\n"
                "roles has critic, which no message has\n");
    told.mask = NULL;
    losses = (chatfmt_map_losses){.unwritten = 1};
    totals.firsts = firsts;
    told.inputs = inputs;
    told.on_error = CHATFMT_MAP_SKIP;
    firsts[CHATFMT_MAP_FIRST_UNWRITTEN] = (chatfmt_map_first){1, 4, "messages[0].content"};
    FINE(chatfmt_report_map(&totals, &told, &text, NULL, NULL));
    given(text, "9 rows, 6 written, 3 with errors (left out; on_error=record notes each)\n"
                "1 row with texts that the prompt lacks; the first: b\\x1b.jsonl:4: messages[0].content\n");
    losses = (chatfmt_map_losses){.unlearned = 2};
    told.on_error = CHATFMT_MAP_FAIL;
    firsts[CHATFMT_MAP_FIRST_UNLEARNED] = (chatfmt_map_first){0, 7, ""};
    FINE(chatfmt_report_map(&totals, &told, &text, NULL, NULL));
    given(text, "9 rows, 6 written, 3 with errors\n2 rows with nothing in the loss; the first: a.jsonl:7\n");
    totals.errors = 1, losses.unlearned = 0;
    told.on_error = CHATFMT_MAP_SKIP, told.before = 2, totals.lines = 8;
    FINE(chatfmt_report_map(&totals, &told, &text, NULL, NULL));
    given(text, "9 rows, 8 written, 1 with errors (left out); of the output the earlier run had written 2 lines\n");
    told.on_error = CHATFMT_MAP_RECORD, told.before = 3, totals.lines = 9;
    FINE(chatfmt_report_map(&totals, &told, &text, NULL, NULL));
    given(text, "6 rows, 5 written, 1 with errors (noted in the output); the earlier run had written 3 lines\n");
    told.struct_size = 1;
    REFUSED(chatfmt_report_map(&totals, &told, &text, NULL, e));
}

/* What else there is to do is said in the words of the caller. */
static void test_map_words(void **state)
{
    chatfmt_map_losses losses = {.preferences = 1};
    chatfmt_map_totals totals = {.rows = 3, .written = 1, .errors = 2, .losses = &losses};
    chatfmt_map_summary told = CHATFMT_MAP_SUMMARY_INIT;
    char *text;
    (void)state;
    told.on_error = CHATFMT_MAP_SKIP;
    FINE(chatfmt_report_map(&totals, &told, &text, NULL, NULL));
    given(text, "3 rows, 1 written, 2 with errors (left out; on_error=record notes each)\n1 row with \"chosen\" or "
                "\"rejected\", which are not rendered; column=chosen renders one of them\n");
    told.record = "errors: \"record\"", told.chosen = "column: \"chosen\"";
    FINE(chatfmt_report_map(&totals, &told, &text, NULL, NULL));
    given(text, "3 rows, 1 written, 2 with errors (left out; errors: \"record\" notes each)\n1 row with \"chosen\" or "
                "\"rejected\", which are not rendered; column: \"chosen\" renders one of them\n");
}

/* Packs are those of the whole output; without a complete one there is nothing to say. */
static void test_map_packs(void **state)
{
    struct {
        uint64_t line, count, text_length;
        uint32_t ids[2];
        char mask[2];
    } row = {4, 2, 0, {5, 6}, {0, 1}};
    const size_t size = 3 * sizeof(uint64_t) + 2 * (sizeof(uint32_t) + 1);
    chatfmt_map_losses losses = {.cut = 0};
    chatfmt_map_totals totals = {.rows = 2, .written = 1, .losses = &losses};
    chatfmt_map_summary told = CHATFMT_MAP_SUMMARY_INIT;
    chatfmt_packer_options packer = CHATFMT_PACKER_OPTIONS_INIT;
    chatfmt_map_packs *packs;
    chatfmt_slice lines;
    char *text;
    (void)state;
    packer.size = 3;
    FINE(chatfmt_map_packs_new(&packer, CHATFMT_MAP_INPUT_IDS, NULL, NULL, &packs, NULL));
    told.packs = packs, told.pack_size = 3;
    FINE(chatfmt_report_map(&totals, &told, &text, NULL, NULL));
    given(text, "2 rows, 1 written, 0 with errors\n");
    FINE(chatfmt_map_packs_take(packs, (const char *)&row, size, &lines, NULL));
    FINE(chatfmt_map_packs_finish(packs, &lines, NULL));
    FINE(chatfmt_report_map(&totals, &told, &text, NULL, NULL));
    given(text, "2 rows, 1 written, 0 with errors\n1 pack, 66.7% full\n");
    told.before = 4;
    FINE(chatfmt_report_map(&totals, &told, &text, NULL, NULL));
    given(text, "2 rows, 1 written, 0 with errors\n"
                "1 pack, 66.7% full; of the output the earlier run had written 4 lines\n");
    chatfmt_map_packs_free(packs);
}

/* What an object without messages was meant as. */
static void test_conversation(void **state)
{
    static const char *const rows[][2] = {
        {"{\"role\": \"user\"}", "this object looks like one message; a conversation is an array: [{…}]"},
        {"{\"conversations\": []}", "this looks like a row of a data set; chatfmt map reads those"},
        {"{\"conversation\": []}", "this looks like a row of a data set; chatfmt map reads those"},
        {"{\"a\": 1, \"mesages\": []}", "the key \"mesages\" looks like a misspelling"},
        {"{\"mesages\": 1}", ""},
        {"{\"mesages\": [], \"messages\": []}", ""},
        {"{}", ""},
        {"[]", ""},
    };
    chatfmt_values *values;
    chatfmt_value value;
    char *text;
    (void)state;
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        FINE(chatfmt_value_read_json(values, rows[i][0], strlen(rows[i][0]), &value, NULL));
        FINE(chatfmt_report_conversation(value, &text, NULL, NULL));
        given(text, rows[i][1]);
    }
    chatfmt_values_free(values);
}

/* Mistakes in what a template renders all the same. */
static void test_applied(void **state)
{
    static const char source[] = "{% for m in messages %}{{ m.content or '' }}{% for c in m.tool_calls or [] %}"
                                 "{{ c.function.arguments | tojson }}{% endfor %}{% endfor %}";
#define CALL(arguments) "{\"role\": \"assistant\", \"tool_calls\": [{\"function\": {\"name\": \"f\", \"arguments\": " arguments "}}]}"
    static const char *const rows[][2] = {
        {"[{\"role\": \"user\", \"content\": null}, " CALL("{\"a\": 1}") "]", ""},
        {"[{\"role\": \"user\", \"contents\": \"x\"}, {\"role\": \"user\", \"tool_calls\": []}]",
         "messages[0] has neither content nor tool calls (and 1 more)\n"},
        {"[" CALL("\"{}\"") ", " CALL("\"{\\\"a\\\": 1}\"") "]",
         "messages[0].tool_calls[0].function.arguments is text, and is written as a string, where the template takes an object"
         " (and 1 more); CHATFMT_APPLY_FIT_ARGUMENTS makes them objects\n"},
        {"[" CALL("\"no JSON\"") "]", ""},
        {"[[{\"role\": \"user\"}]]", ""},
        {"[5]", ""},
    };
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    chatfmt_applier *applier;
    chatfmt_values *values;
    chatfmt_value value;
    chatfmt_model *model;
    char *text;
    (void)state;
    FINE(chatfmt_model_from_template(source, strlen(source), NULL, &model, NULL));
    FINE(chatfmt_applier_new(NULL, NULL, &applier, NULL));
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        FINE(chatfmt_value_read_json(values, rows[i][0], strlen(rows[i][0]), &value, NULL));
        FINE(chatfmt_report_applied(applier, model, value, NULL, NULL, &text, NULL, NULL));
        given(text, rows[i][1]);
    }
    FINE(chatfmt_value_read_json(values, rows[2][0], strlen(rows[2][0]), &value, NULL));
    options.flags = CHATFMT_APPLY_ARGUMENTS_OBJECT;
    FINE(chatfmt_report_applied(applier, model, value, &options, NULL, &text, NULL, NULL));
    given(text, "");
    REFUSED(chatfmt_report_applied(NULL, model, value, NULL, NULL, &text, NULL, e));
    REFUSED(chatfmt_report_applied(applier, NULL, value, NULL, NULL, &text, NULL, e));
    REFUSED(chatfmt_report_applied(applier, model, value, NULL, NULL, NULL, NULL, e));
    chatfmt_values_free(values);
    chatfmt_applier_free(applier);
    chatfmt_model_free(model);
}

/* Roles that no message of a conversation, or of a batch, has. */
static void test_roles(void **state)
{
    static const char *const rows[][2] = {
        {"[{\"role\": \"user\"}, {\"role\": \"assistant\"}]", "asistant: no message has this role; did you mean assistant?\n"},
        {"{\"messages\": [{\"role\": \"user\"}]}", "asistant: no message has this role\n"},
        {"[[{\"role\": \"user\"}], [{\"role\": \"asistant\"}]]", ""},
        {"[[{\"role\": \"assistant\"}], [{\"role\": \"user\"}]]", "asistant: no message has this role; did you mean assistant?\n"},
        {"5", "user: no message has this role\nasistant: no message has this role\n"},
    };
    const chatfmt_slice roles[] = {PIECE("user"), PIECE("asistant")}, strange = SLICE("a\n\x1b");
    chatfmt_values *values;
    chatfmt_value value;
    char *text;
    (void)state;
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        FINE(chatfmt_value_read_json(values, rows[i][0], strlen(rows[i][0]), &value, NULL));
        FINE(chatfmt_report_roles(roles, 2, value, &text, NULL, NULL));
        given(text, rows[i][1]);
    }
    FINE(chatfmt_report_roles(&strange, 1, value, &text, NULL, NULL));
    given(text, "a\\n\\x1b: no message has this role\n");
    chatfmt_values_free(values);
}

/* Names that are read, that are arguments, that a block may set, and others. */
static void test_variables(void **state)
{
    static const char source[] = "{%- if date %}{%- set today = date %}{%- endif %}{{ messages[0].content ~ today ~ style.name }}";
    const chatfmt_slice names[] = {PIECE("date"),      PIECE("tools"), PIECE("today"), PIECE("style"),
                                   PIECE("bos_token"), PIECE("name"),  PIECE("styl"),  PIECE("max_lenght")};
    chatfmt_model *model;
    char *text;
    (void)state;
    FINE(chatfmt_model_from_template(source, sizeof source - 1, NULL, &model, NULL));
    FINE(chatfmt_report_variables(names, 8, model, (chatfmt_slice){NULL, 0}, &text, NULL, NULL));
    given(text, "name: the template reads no such variable\n"
                "styl: the template reads no such variable; did you mean style?\n"
                "max_lenght: the template reads no such variable; did you mean max_length?\n");
    FINE(chatfmt_report_variables(names, 8, model, chatfmt_slice_of("{{ open"), &text, NULL, NULL));
    given(text, "");
    FINE(chatfmt_report_variables(NULL, 0, model, (chatfmt_slice){NULL, 0}, &text, NULL, NULL));
    given(text, "");
    const chatfmt_slice twice[] = {{"", 0}, PIECE("x"), PIECE("style"), PIECE("x")};
    FINE(chatfmt_report_variables(twice, 4, model, (chatfmt_slice){NULL, 0}, &text, NULL, NULL));
    given(text, "x: the template reads no such variable\n");
    REFUSED(chatfmt_report_variables(NULL, 1, model, (chatfmt_slice){NULL, 0}, &text, NULL, e));
    REFUSED(chatfmt_report_variables(names, 1, NULL, (chatfmt_slice){NULL, 0}, &text, NULL, e));
    chatfmt_model_free(model);
}

/* What a template gives itself, it may read where that is in a block or comes later. */
static void test_variables_that_may_be_read(void **state)
{
    static const char *const may[] = {
        "{% if c %}{%- set\n   foo = 3 %}{% endif %}{{ foo }}",
        "{% if c %}{% set\tfoo = 3 %}{% endif %}{{ foo }}",
        "{% if c %}{% set (foo, x) = (3, 4) %}{% endif %}{{ foo }}",
        "{% if c %}{% set x,\n  foo = 3, 4 %}{% endif %}{{ foo }}",
        "{% if c %}{% else %}{% set foo %}z{% endset %}{% endif %}{{ foo }}",
        "{% if c %}{% macro foo() %}z{% endmacro %}{% endif %}{{ foo }}",
        "{% for m in messages %}{% set\nfoo = 3 %}{% endfor %}{{ foo }}",
        "{% macro m() %}{% set foo = 3 %}{% endmacro %}{{ m() ~ foo }}",
        "{% with foo = foo %}{{ foo }}{% endwith %}",
        "{% macro m() %}{{ foo }}{% endmacro %}{{ m() }}{% set foo = 3 %}",
        "{{ foo }}{% set foo = 3 %}{{ foo }}",
    };
    static const char *const not[] = {
        "{% set foo = 3 %}{% if c %}{% set foo = 4 %}{% endif %}{{ foo }}",
        "{% for foo in c %}{% set foo = 3 %}{{ foo }}{% endfor %}",
        "{% macro m(foo) %}{{ foo }}{% endmacro %}{{ m(1) }}",
        "{% if c %}{% set food = 3 %}{% set offset, barfoo = 1, 2 %}{% endif %}{{ food ~ c.foo }}",
        "{% if c %}{% set ns = namespace(foo=1) %}{% set ns.foo = 2 %}{% endif %}{{ ns.foo }}",
    };
    const chatfmt_slice name = PIECE("foo");
    (void)state;
    for (size_t i = 0; i < sizeof may / sizeof *may + sizeof not / sizeof *not; i++) {
        int reads = i < sizeof may / sizeof *may;
        const char *source = reads ? may[i] : not[i - sizeof may / sizeof *may];
        chatfmt_model *model;
        char *text;
        FINE(chatfmt_model_from_template(source, strlen(source), NULL, &model, NULL));
        FINE(chatfmt_report_variables(&name, 1, model, (chatfmt_slice){NULL, 0}, &text, NULL, NULL));
        if (!!*text == reads) fail_msg("%s: %s", source, text);
        chatfmt_text_free(text);
        chatfmt_model_free(model);
    }
}

/* The nearest name, and what is said of the one that was opened. */
static void test_formats(void **state)
{
    static const char *const near[][2] = {
        {"vicuna_v1.2", "vicuna_v1.1"}, {"fastchat/vicuna_v1.2", "vicuna_v1.1"}, {"lmsys/vicuna_v1.1", "vicuna_v1.1"},
        {"lmsys/vicuna_v1.2", ""},      {"qqqqqqqqqqqqq", ""},
    };
    const chatfmt_format_info plain = {.system = PIECE("fastchat"), .name = PIECE("vicuna_v1.1")};
    const chatfmt_format_info warned = {.system = PIECE("s"), .name = PIECE("n"), .warning = PIECE("it is old")};
    char *text;
    (void)state;
    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        if (!chatfmt_slice_is(chatfmt_guess_format(NULL, near[i][0]), near[i][1])) fail_msg("%s", near[i][0]);
    assert_int_equal(chatfmt_guess_format(NULL, NULL).length, 0);
    FINE(chatfmt_report_format("vicuna_v1.1", &plain, &text, NULL, NULL));
    given(text, "");
    FINE(chatfmt_report_format("fastchat/vicuna_v1.1", &plain, &text, NULL, NULL));
    given(text, "");
    FINE(chatfmt_report_format("x/vicuna_v1.1", &plain, &text, NULL, NULL));
    given(text, "x/vicuna_v1.1: the format fastchat/vicuna_v1.1 is used\n");
    FINE(chatfmt_report_format("n", &warned, &text, NULL, NULL));
    given(text, "n: the format s/n is used; it is old\n");
}

/* Lists, a line each. */
static void test_lists(void **state)
{
    static const char source[] = "{{ messages }}";
    chatfmt_model *model;
    char *text;
    (void)state;
    FINE(chatfmt_model_from_template(source, sizeof source - 1, NULL, &model, NULL));
    FINE(chatfmt_report_templates(model, &text, NULL, NULL));
    assert_memory_equal(text, "default\t14 bytes\t", 17);
    chatfmt_text_free(text);
    FINE(chatfmt_report_formats(NULL, &text, NULL, NULL));
    contains(text, "\nfastchat/vicuna_v1.1\n");
    chatfmt_text_free(text);
    FINE(chatfmt_report_readers(&text, NULL, NULL));
    contains(text, "hermes\tobject\t");
    chatfmt_text_free(text);
    chatfmt_model_free(model);
}

static void test_rows(void **state)
{
    chatfmt_row_place place = CHATFMT_ROW_PLACE_INIT;
    chatfmt_error wrong = {.status = CHATFMT_INPUT, .text = "no messages"};
    char *text;
    (void)state;
    place.input = "data.jsonl";
    place.line = 7;
    place.row = SLICE("{\"a\": 1}");
    FINE(chatfmt_report_row(&place, &wrong, &text, NULL, NULL));
    given(text, "data.jsonl:7:1: no messages\n    {\"a\": 1}\n    ^\n");
    assert_non_null(strstr(chatfmt_guess_file(SLICE("PAR1..."), 1), "Parquet"));
    assert_null(chatfmt_guess_file(SLICE("a,b"), 1));
    assert_non_null(strstr(chatfmt_guess_file(SLICE("a,b"), 0), "CSV"));
    assert_null(chatfmt_guess_file(SLICE("{\"a\": 1}"), 0));
}

/* An error in the template names the message of the row, as map reads it. */
static void test_row_cause(void **state)
{
    chatfmt_row_place place = CHATFMT_ROW_PLACE_INIT;
    chatfmt_error wrong = {.status = CHATFMT_UNDEFINED, .text = "'dict object' has no attribute 'foo'", .line = 1, .column = 4,
                           .path = "messages[1]"};
    char *text;
    (void)state;
    place.input = "x";
    place.line = 2;
    place.template_name = "t";
    place.row = SLICE("{\"messages\": [{\"role\": \"user\", \"foo\": 1}, {\"role\": \"user\"}]}");
    FINE(chatfmt_report_row(&place, &wrong, &text, NULL, NULL));
    given(text, "x:2: 'dict object' has no attribute 'foo'\n    at messages[1]\n    in t:1:4\n    messages[1] has no \"foo\"\n");
    wrong.path[9] = '0';
    place.row = SLICE("{\"messages\": [{\"from\": \"human\", \"value\": \"a\"}]}");
    FINE(chatfmt_report_row(&place, &wrong, &text, NULL, NULL));
    given(text, "x:2: 'dict object' has no attribute 'foo'\n    at messages[0]\n    in t:1:4\n    messages[0] has no \"foo\"\n");
    place.row = SLICE("{");
    FINE(chatfmt_report_row(&place, &wrong, &text, NULL, NULL));
    given(text, "x:2: 'dict object' has no attribute 'foo'\n    at messages[0]\n    in t:1:4\n");
}

/* A word for a role that ShareGPT does not have, and that templates leave out or refuse. */
static void test_row_from(void **state)
{
    static const char said[] = "empty_prompt: nothing is written of messages[0].content";
    static const struct {
        const char *row, *column, *cause;
    } rows[] = {
        {"{\"conversations\": [{\"from\": \"humman\", \"value\": \"x\"}]}", "",
         "\"from\" is \"humman\", which ShareGPT does not have (it has human, gpt, system …); did you mean \"human\"?\n"},
        {"{\"messages\": [{\"from\": \"narrator\", \"value\": \"x\"}]}", "",
         "\"from\" is \"narrator\", which ShareGPT does not have (it has human, gpt, system …)\n"},
        {"{\"conversations\": [{\"from\": \"system\", \"value\": \"x\"}]}", "", "messages[0] has the role \"system\"\n"},
        {"{\"messages\": [{\"role\": \"usr\", \"content\": \"x\"}]}", "",
         "messages[0] has the role \"usr\"; did you mean \"user\"?\n"},
        {"{\"messages\": [], \"dialog\": [{\"from\": \"tol\", \"value\": \"x\"}]}", "dialog",
         "\"from\" is \"tol\", which ShareGPT does not have (it has human, gpt, system …)\n"},
        {"{\"prompt\": \"x\"}", "", "messages[0] has the role \"user\"\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_row_place place = CHATFMT_ROW_PLACE_INIT;
        chatfmt_row_options options = CHATFMT_ROW_OPTIONS_INIT;
        chatfmt_error wrong = {.status = CHATFMT_VALUE};
        char *text, want[512];
        memcpy(wrong.text, said, sizeof said);
        options.column = chatfmt_slice_of(rows[i].column);
        place.input = "x";
        place.line = 2;
        place.row = chatfmt_slice_of(rows[i].row);
        place.options = &options;
        FINE(chatfmt_report_row(&place, &wrong, &text, NULL, NULL));
        snprintf(want, sizeof want, "^\n    %s", rows[i].cause);
        contains(text, want);
        chatfmt_text_free(text);
    }
}

/* Without words of its own the error is what its status says. */
static void test_row_without_words(void **state)
{
    chatfmt_row_place place = CHATFMT_ROW_PLACE_INIT;
    chatfmt_error wrong = {.status = CHATFMT_NO_MEMORY};
    char *text, want[80];
    (void)state;
    place.input = "x";
    place.line = 2;
    place.row = SLICE("{}");
    FINE(chatfmt_report_row(&place, &wrong, &text, NULL, NULL));
    snprintf(want, sizeof want, "x:2:1: %s\n    {}\n    ^\n", chatfmt_status_text(CHATFMT_NO_MEMORY));
    given(text, want);
    place.struct_size = 1;
    REFUSED(chatfmt_report_row(&place, &wrong, &text, NULL, e));
}

static void test_guesses(void **state)
{
    static const struct {
        chatfmt_slice begins;
        const char *word;
    } rows[] = {
        {PIECE(""), NULL},          {PIECE(" \t\r\n"), NULL},
        {PIECE("\0a"), NULL},       {PIECE("\n PAR1"), "Parquet"},
        {PIECE("a\tb"), "CSV"},     {PIECE("a b"), NULL},
        {PIECE("a,{"), NULL},       {PIECE("\xef\xbb\xbf{}"), "byte order mark"},
        {PIECE("["), "JSON array"}, {PIECE("\n{"), "JSON over several lines"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *guess = chatfmt_guess_file(rows[i].begins, 0);
        if (rows[i].word) contains(guess ? guess : "", rows[i].word);
        else assert_null(guess);
    }
}

/* What is missing is refused, and no text is handed out. */
static void test_refusals(void **state)
{
    chatfmt_error shown = {.status = CHATFMT_IO};
    chatfmt_format_match match = {.format = SLICE("a")};
    chatfmt_compared compared = {.at = 0};
    chatfmt_row_place place = CHATFMT_ROW_PLACE_INIT;
    chatfmt_model *model;
    chatfmt_analysis *analysis;
    char *text = NULL;
    (void)state;
    FINE(chatfmt_model_from_template("a", 1, NULL, &model, NULL));
    FINE(chatfmt_analysis_new(model, NULL, &analysis, NULL));
    REFUSED(chatfmt_visible_text("a", 1, 0, NULL, NULL, e));
    REFUSED(chatfmt_report_error("a", NULL, &text, NULL, e));
    REFUSED(chatfmt_report_error("a", &shown, NULL, NULL, e));
    REFUSED(chatfmt_report_hint(NULL, (chatfmt_value){{0, 0}}, 1, &text, NULL, e));
    REFUSED(chatfmt_report_hint(&shown, (chatfmt_value){{0, 0}}, 1, NULL, NULL, e));
    REFUSED(chatfmt_report_build(NULL, 0, NULL, NULL, e));
    REFUSED(chatfmt_report_spans(SLICE("a"), NULL, 1, &text, NULL, e));
    REFUSED(chatfmt_report_legend(NULL, NULL, e));
    REFUSED(chatfmt_report_tokens(SLICE("a"), NULL, 1, &text, NULL, e));
    REFUSED(chatfmt_report_analysis(NULL, analysis, &text, NULL, e));
    REFUSED(chatfmt_report_analysis(model, NULL, &text, NULL, e));
    REFUSED(chatfmt_report_continuity(NULL, &text, NULL, e));
    REFUSED(chatfmt_report_findings(NULL, "a", 0, &text, NULL, e));
    REFUSED(chatfmt_report_findings(analysis, NULL, 0, &text, NULL, e));
    REFUSED(chatfmt_report_rules(NULL, NULL, e));
    REFUSED(chatfmt_report_match(SLICE("a"), NULL, 0, &text, NULL, e));
    REFUSED(chatfmt_report_match(SLICE("a"), &match, 0, NULL, NULL, e));
    REFUSED(chatfmt_report_lines(SLICE("a"), SLICE("b"), 0, NULL, NULL, e));
    REFUSED(chatfmt_report_compared(NULL, &compared, 0, &text, NULL, e));
    REFUSED(chatfmt_report_compared("a", NULL, 0, &text, NULL, e));
    REFUSED(chatfmt_report_row(NULL, &shown, &text, NULL, e));
    REFUSED(chatfmt_report_row(&place, NULL, &text, NULL, e));
    REFUSED(chatfmt_report_map(NULL, NULL, &text, NULL, e));
    REFUSED(chatfmt_report_templates(NULL, &text, NULL, e));
    REFUSED(chatfmt_report_formats(NULL, NULL, NULL, e));
    REFUSED(chatfmt_report_readers(NULL, NULL, e));
    REFUSED(chatfmt_report_format("a", NULL, &text, NULL, e));
    REFUSED(chatfmt_report_roles(NULL, 1, (chatfmt_value){{0, 0}}, &text, NULL, e));
    REFUSED(chatfmt_report_conversation((chatfmt_value){{0, 0}}, NULL, NULL, e));
    assert_null(text);
    chatfmt_analysis_free(analysis);
    chatfmt_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_visible),  cmocka_unit_test(test_error), cmocka_unit_test(test_compile_limits),       cmocka_unit_test(test_prompt),
        cmocka_unit_test(test_template), cmocka_unit_test(test_differences), cmocka_unit_test(test_rows), cmocka_unit_test(test_map),
        cmocka_unit_test(test_argument_remedies), cmocka_unit_test(test_variables),
        cmocka_unit_test(test_variables_that_may_be_read), cmocka_unit_test(test_hints),
        cmocka_unit_test(test_quote_remedies), cmocka_unit_test(test_causes),
        cmocka_unit_test(test_causes_of_paths),
        cmocka_unit_test(test_build),    cmocka_unit_test(test_visible_bytes), cmocka_unit_test(test_error_words),
        cmocka_unit_test(test_remedies), cmocka_unit_test(test_tokens_of_a_character),
        cmocka_unit_test(test_diff_lines), cmocka_unit_test(test_long_refusals), cmocka_unit_test(test_guesses),
        cmocka_unit_test(test_row_cause), cmocka_unit_test(test_row_from), cmocka_unit_test(test_map_words), cmocka_unit_test(test_map_packs),
        cmocka_unit_test(test_conversation), cmocka_unit_test(test_applied), cmocka_unit_test(test_roles), cmocka_unit_test(test_formats),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_row_without_words), cmocka_unit_test(test_template_kinds), cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
