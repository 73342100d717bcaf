/* analysis/reply_checks.c - messages through a template and back: `lint --replies`. */
#include "analysis/reply_checks.h"

#include "value/store.h"

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
    {"an answer with signs",
     CHECK_HEAD "\"x < 3 && y[0]: {a} <b>c</b> f(x=1) \xE6\x9D\xB1\"}]"},
    {"an answer that is JSON", CHECK_HEAD "\"{\\\"a\\\": [1, 2]}\"}]"},
    {"reasoning", CHECK_HEAD "\"Yes.\",\"reasoning_content\":\"First,\\nI think.\"}]"},
    {"a call",
     CHECK_HEAD "\"\"" CHECK_CALLS(CHECK_CALL("0", "get_weather", "{\"city\":\"Paris\"}"))},
    {"a call without arguments",
     CHECK_HEAD "\"\"" CHECK_CALLS(CHECK_CALL("0", "get_weather", "{}"))},
    {"content and a call", CHECK_HEAD
     "\"Let me look.\"" CHECK_CALLS(CHECK_CALL("0", "get_weather", "{\"city\":\"Oslo\"}"))},
    {"reasoning and a call", CHECK_HEAD "\"\",\"reasoning_content\":\"Weather.\"" CHECK_CALLS(
                                 CHECK_CALL("0", "get_weather", "{\"city\":\"Rom\"}"))},
    {"two calls",
     CHECK_HEAD "\"\"" CHECK_CALLS(
         CHECK_CALL("0", "get_weather", "{\"city\":\"A\"}") "," CHECK_CALL("1", "search",
                                                                           "{\"city\":"
                                                                           "\"B\"}"))},
    {"numbers and truth",
     CHECK_HEAD "\"\"" CHECK_CALLS(
         CHECK_CALL("0", "search",
                    "{\"city\":\"12\",\"count\":-7,\"ratio\":2.5,\"flag\":true}"))},
    {"nested values",
     CHECK_HEAD "\"\"" CHECK_CALLS(
         CHECK_CALL("0", "search",
                    "{\"map\":{\"a\":{\"b\":[1,\"c\"]}},\"list\":[\"x\",\"y\"]}"))},
    {"quotes", CHECK_HEAD
     "\"\"" CHECK_CALLS(CHECK_CALL("0", "search", "{\"city\":\"say \\\"hi\\\" \\\\ it's\"}"))},
    {"newlines", CHECK_HEAD
     "\"\"" CHECK_CALLS(CHECK_CALL("0", "search", "{\"city\":\"l1\\nl2\\n\\n\\tl4\"}"))},
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

chatfmt_status cft_reply_checks_open(cft_reply_checks *r, const chatfmt_model *model,
                                     cft_slice name, const chatfmt_limits *limits,
                                     const chatfmt_allocator *memory)
{
    chatfmt_reader_options options = CHATFMT_READER_OPTIONS_INIT;
    options.chat_template = name;
    options.allocator = memory;
    chatfmt_status status = cft_reader_choose(model, &options, limits, &r->reader, &r->refused);
    return status == CHATFMT_NO_MEMORY ? status : CHATFMT_OK;
}

/* As much of `text` as there is room for. */
static size_t check_add(cft_reply_check *check, size_t at, cft_slice text)
{
    size_t room = sizeof check->text - 1 - at;
    size_t length = text.length < room ? text.length : room;
    if (length) memcpy(check->text + at, text.data, length);
    check->text[at + length] = '\0';
    return at + length;
}

static void check_keep(cft_reply_check *check, const char *name, const chatfmt_round_trip *trip)
{
    cft_slice reply = trip->reply;
    if (reply.length > 400) reply.length = 400;
    check->name = name;
    check->outcome = trip->outcome;
    size_t at = check_add(check, 0, cft_slice_of(name, strlen(name)));
    at = check_add(check, at, CFT_LIT(": "));
    at = check_add(check, at, trip->difference);
    at = check_add(check, at, CFT_LIT(": "));
    check_add(check, at, reply);
}

static chatfmt_status check_read(chatfmt_values *values, const char *json, cft_value *out)
{
    return cft_store_json(values, cft_slice_of(json, strlen(json)), out);
}

static chatfmt_status check_one(cft_reply_checks *r, const chatfmt_model *model, cft_slice name,
                                chatfmt_applier *chat, chatfmt_values *values, size_t row)
{
    static const char tokens[] = "{\"bos_token\": \"<s>\", \"eos_token\": \"</s>\"}";
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    const char *text = check_rows[row].conversation;
    cft_value conversation, tools = cft_absent(), variables = cft_absent();
    chatfmt_round_trip trip;
    cft_store_reset(values);
    options.flags = CHATFMT_APPLY_FIT_ARGUMENTS | CHATFMT_APPLY_NOW;
    options.chat_template = name;
    CFT_TRY(check_read(values, text, &conversation));
    if (strstr(text, "tool_calls")) CFT_TRY(check_read(values, check_tools, &tools));
    if (!model->model.token_count) CFT_TRY(check_read(values, tokens, &variables));
    options.tools = cft_wrap(tools);
    options.variables = cft_wrap(variables);
    CFT_TRY(cft_reader_round_trip(chat, model, r->reader, conversation, &options, &chat->limits,
                                  &trip));
    check_keep(&r->checks[r->count++], check_rows[row].name, &trip);
    return CHATFMT_OK;
}

chatfmt_status cft_reply_checks_run(cft_reply_checks *r, const chatfmt_model *model,
                                    cft_slice name, const chatfmt_limits *limits,
                                    const chatfmt_allocator *memory, chatfmt_error *error)
{
    chatfmt_applier *chat = NULL;
    chatfmt_values *values = NULL;
    if (!r->reader) return CHATFMT_OK;
    CFT_TRY(cft_store_new(memory, limits, &values, error));
    chatfmt_status status = cft_applier_new(memory, limits, &chat, error);
    for (size_t i = 0; !status && i < sizeof check_rows / sizeof *check_rows; i++)
        status = cft_error_explain(check_one(r, model, name, chat, values, i), error);
    cft_applier_free(chat);
    cft_store_free(values);
    return status;
}

void cft_reply_checks_close(cft_reply_checks *r)
{
    cft_reader_free(r->reader);
    r->reader = NULL;
}
