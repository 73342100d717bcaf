/* cli/reply_checks.c - messages through a template and back: `lint --replies`. */
#include "reply_checks.h"

#include <stdio.h>
#include <string.h>

#define CHECK_HEAD "[{\"role\":\"user\",\"content\":\"Well?\"},{\"role\":\"assistant\",\"content\":"
#define CHECK_CALL(number, name, arguments)                                                     \
    "{\"id\":\"callid00" number "\",\"type\":\"function\",\"function\":{\"name\":\"" name         \
    "\",\"arguments\":" arguments "}}"
#define CHECK_CALLS(calls) ",\"tool_calls\":[" calls "]}]"

static const struct {
    const char *name, *conversation;
} check_rows[] = {
    {"an answer", CHECK_HEAD "\"The answer is 42.\"}]"},
    {"an answer in lines", CHECK_HEAD "\"One:\\n- a\\n- b\\n\\nTwo.\"}]"},
    {"an answer with signs", CHECK_HEAD "\"x < 3 && y[0]: {a} <b>c</b> f(x=1) \xE6\x9D\xB1\"}]"},
    {"an answer that is JSON", CHECK_HEAD "\"{\\\"a\\\": [1, 2]}\"}]"},
    {"reasoning", CHECK_HEAD "\"Yes.\",\"reasoning_content\":\"First,\\nI think.\"}]"},
    {"a call", CHECK_HEAD "\"\"" CHECK_CALLS(CHECK_CALL("0", "get_weather", "{\"city\":\"Paris\"}"))},
    {"a call without arguments", CHECK_HEAD "\"\"" CHECK_CALLS(CHECK_CALL("0", "get_weather", "{}"))},
    {"content and a call",
     CHECK_HEAD "\"Let me look.\"" CHECK_CALLS(CHECK_CALL("0", "get_weather", "{\"city\":\"Oslo\"}"))},
    {"reasoning and a call",
     CHECK_HEAD "\"\",\"reasoning_content\":\"Weather.\"" CHECK_CALLS(
         CHECK_CALL("0", "get_weather", "{\"city\":\"Rom\"}"))},
    {"two calls", CHECK_HEAD "\"\"" CHECK_CALLS(CHECK_CALL(
                      "0", "get_weather", "{\"city\":\"A\"}") "," CHECK_CALL("1", "search", "{\"city\":"
                                                                                 "\"B\"}"))},
    {"numbers and truth", CHECK_HEAD "\"\"" CHECK_CALLS(CHECK_CALL(
                              "0", "search", "{\"city\":\"12\",\"count\":-7,\"ratio\":2.5,\"flag\":true}"))},
    {"nested values", CHECK_HEAD "\"\"" CHECK_CALLS(CHECK_CALL(
                          "0", "search", "{\"map\":{\"a\":{\"b\":[1,\"c\"]}},\"list\":[\"x\",\"y\"]}"))},
    {"quotes", CHECK_HEAD "\"\"" CHECK_CALLS(CHECK_CALL(
                   "0", "search", "{\"city\":\"say \\\"hi\\\" \\\\ it's\"}"))},
    {"newlines", CHECK_HEAD "\"\"" CHECK_CALLS(
                     CHECK_CALL("0", "search", "{\"city\":\"l1\\nl2\\n\\n\\tl4\"}"))},
    {"tags", CHECK_HEAD "\"\"" CHECK_CALLS(
                 CHECK_CALL("0", "search", "{\"city\":\"<a href='x'>y</a> </b>[/c]\"}"))},
};

#define CHECK_PROPERTY(name, type) "\"" name "\":{\"type\":\"" type "\",\"description\":\"d\"}"
#define CHECK_TOOL(name)                                                                        \
    "{\"type\":\"function\",\"function\":{\"name\":\"" name                                       \
    "\",\"description\":\"d\",\"parameters\":{\"type\":\"object\",\"properties\":{"               \
    CHECK_PROPERTY("city", "string") "," CHECK_PROPERTY("count", "integer") ","                  \
    CHECK_PROPERTY("ratio", "number") "," CHECK_PROPERTY("flag", "boolean") ","                  \
    CHECK_PROPERTY("map", "object") "," CHECK_PROPERTY("list", "array") "},\"required\":[]}}}"

static const char check_tools[] = "[" CHECK_TOOL("get_weather") "," CHECK_TOOL("search") "]";

bool reply_checks_open(reply_checks *r, const chatfmt_model *model, chatfmt_slice name)
{
    chatfmt_reader_options options = CHATFMT_READER_OPTIONS_INIT;
    memset(r, 0, sizeof *r);
    options.chat_template = name;
    return chatfmt_reader_choose(model, &options, &r->reader, &r->refused) != CHATFMT_NO_MEMORY;
}

static void check_keep(reply_check *check, const char *name, const chatfmt_round_trip *trip)
{
    check->name = name;
    check->outcome = trip->outcome;
    snprintf(check->text, sizeof check->text, "%s: %.*s: %.*s", name, (int)trip->difference.length,
             trip->difference.data, trip->reply.length < 400 ? (int)trip->reply.length : 400,
             trip->reply.length ? trip->reply.data : "");
}

static bool check_one(reply_checks *r, const chatfmt_model *model, chatfmt_slice name,
                      chatfmt_chat *chat, chatfmt_values *values, size_t row)
{
    static const char tokens[] = "{\"bos_token\": \"<s>\", \"eos_token\": \"</s>\"}";
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    const char *text = check_rows[row].conversation;
    chatfmt_value conversation;
    chatfmt_round_trip trip;
    bool bare = chatfmt_model_token_count(model) == 0;
    bool calls = strstr(text, "tool_calls") != NULL;
    chatfmt_values_reset(values);
    options.flags = CHATFMT_APPLY_FIT_ARGUMENTS | CHATFMT_APPLY_NOW;
    options.chat_template = name;
    if (chatfmt_value_read_json(values, text, strlen(text), &conversation, NULL) ||
        (calls && chatfmt_value_read_json(values, check_tools, sizeof check_tools - 1,
                                          &options.tools, NULL)) ||
        (bare && chatfmt_value_read_json(values, tokens, sizeof tokens - 1, &options.variables,
                                         NULL)) ||
        chatfmt_chat_round_trip(chat, model, r->reader, conversation, &options, &trip, NULL))
        return false;
    check_keep(&r->checks[r->count++], check_rows[row].name, &trip);
    return true;
}

bool reply_checks_run(reply_checks *r, const chatfmt_model *model, chatfmt_slice name)
{
    chatfmt_chat *chat = NULL;
    chatfmt_values *values = NULL;
    bool ok = true;
    if (!r->reader) return true;
    ok = !chatfmt_chat_new(NULL, NULL, &chat, NULL) && !chatfmt_values_new(NULL, NULL, &values, NULL);
    for (size_t i = 0; ok && i < sizeof check_rows / sizeof *check_rows; i++)
        ok = check_one(r, model, name, chat, values, i);
    chatfmt_chat_free(chat);
    chatfmt_values_free(values);
    return ok;
}

void reply_checks_close(reply_checks *r)
{
    chatfmt_reader_free(r->reader);
    r->reader = NULL;
}
