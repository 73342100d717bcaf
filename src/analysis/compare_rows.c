/* analysis/compare_rows.c - conversations of all kinds, small ones. */
#include "analysis/comparer.h"

#define COMPARE_OPEN                ",\"add_generation_prompt\":true"
#define COMPARE_CHAT(messages)      "{\"messages\":[" messages "]}"
#define COMPARE_CHAT_OPEN(messages) "{\"messages\":[" messages "]" COMPARE_OPEN "}"
#define COMPARE_WITH(messages)      "{\"messages\":[" messages "]" COMPARE_TOOLS "}"
#define COMPARE_WITH_OPEN(messages) "{\"messages\":[" messages "]" COMPARE_TOOLS COMPARE_OPEN "}"

#define COMPARE_SYSTEM "{\"role\":\"system\",\"content\":\"Be brief.\"}"
#define COMPARE_USER   "{\"role\":\"user\",\"content\":\"Hello\"}"
#define COMPARE_ANSWER "{\"role\":\"assistant\",\"content\":\"Hi, how can I help?\"}"
#define COMPARE_AGAIN  "{\"role\":\"user\",\"content\":\"What is 2 + 2?\"}"
#define COMPARE_FOUR   "{\"role\":\"assistant\",\"content\":\"4\"}"
#define COMPARE_TOOLS                                                                             \
    ",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"weather\",\"description\":"   \
    "\"The weather of a city\",\"parameters\":{\"type\":\"object\",\"properties\":{\"city\":"  \
    "{\"type\":\"string\"}},\"required\":[\"city\"]}}}]"
#define COMPARE_CALL(id, arguments)                                                               \
    "{\"id\":\"" id "\",\"type\":\"function\",\"function\":{\"name\":\"weather\","             \
    "\"arguments\":" arguments "}}"
#define COMPARE_CALLS(content, calls)                                                             \
    "{\"role\":\"assistant\",\"content\":" content ",\"tool_calls\":[" calls "]}"
#define COMPARE_RESULT(id, content)                                                               \
    "{\"role\":\"tool\",\"name\":\"weather\",\"tool_call_id\":\"" id                           \
    "\",\"content\":\"" content "\"}"
#define COMPARE_OSLO "{\"city\":\"Oslo\"}"
#define COMPARE_ONE  COMPARE_CALLS("\"\"", COMPARE_CALL("call00001", COMPARE_OSLO))

const cft_compare_row cft_compare_rows[] = {
    {"user", COMPARE_CHAT(COMPARE_USER)},
    {"user, open", COMPARE_CHAT_OPEN(COMPARE_USER)},
    {"answered", COMPARE_CHAT(COMPARE_USER "," COMPARE_ANSWER)},
    {"two turns, open", COMPARE_CHAT_OPEN(COMPARE_USER "," COMPARE_ANSWER "," COMPARE_AGAIN)},
    {"two turns", COMPARE_CHAT(COMPARE_USER "," COMPARE_ANSWER "," COMPARE_AGAIN "," COMPARE_FOUR)},
    {"system, open", COMPARE_CHAT_OPEN(COMPARE_SYSTEM "," COMPARE_USER)},
    {"system, two turns",
     COMPARE_CHAT(COMPARE_SYSTEM "," COMPARE_USER "," COMPARE_ANSWER "," COMPARE_AGAIN "," COMPARE_FOUR)},
    {"system later", COMPARE_CHAT_OPEN(COMPARE_USER "," COMPARE_ANSWER "," COMPARE_SYSTEM "," COMPARE_AGAIN)},
    {"developer",
     COMPARE_CHAT_OPEN("{\"role\":\"developer\",\"content\":\"Be brief.\"}," COMPARE_USER)},
    {"same role twice", COMPARE_CHAT_OPEN(COMPARE_USER "," COMPARE_AGAIN)},
    {"assistant first", COMPARE_CHAT(COMPARE_ANSWER "," COMPARE_AGAIN)},
    {"white space", COMPARE_CHAT("{\"role\":\"user\",\"content\":\"  a\\n\\n \"},"
                              "{\"role\":\"assistant\",\"content\":\"\\n b \\n\"}")},
    {"empty", COMPARE_CHAT("{\"role\":\"user\",\"content\":\"\"},"
                        "{\"role\":\"assistant\",\"content\":\"\"}")},
    {"null content", COMPARE_CHAT(COMPARE_USER ",{\"role\":\"assistant\",\"content\":null}")},
    {"markup",
     COMPARE_CHAT("{\"role\":\"user\",\"content\":\"<b> & \\\"q\\\" 'é' \\u4f60\"}," COMPARE_ANSWER)},
    {"tools", COMPARE_WITH_OPEN(COMPARE_USER)},
    {"tools, system", COMPARE_WITH_OPEN(COMPARE_SYSTEM "," COMPARE_USER)},
    {"tool call", COMPARE_WITH(COMPARE_USER "," COMPARE_ONE)},
    {"arguments as text",
     COMPARE_WITH(COMPARE_USER "," COMPARE_CALLS(
         "\"\"", COMPARE_CALL("call00001", "\"{\\\"city\\\": \\\"Oslo\\\"}\"")))},
    {"call with words",
     COMPARE_WITH(COMPARE_USER "," COMPARE_CALLS("\"I look.\"", COMPARE_CALL("call00001", COMPARE_OSLO)))},
    {"two calls, open",
     COMPARE_WITH_OPEN(COMPARE_USER "," COMPARE_CALLS(
         "null",
         COMPARE_CALL("call00001", COMPARE_OSLO) "," COMPARE_CALL(
             "call00002",
             "{\"city\":\"Rome\"}")) "," COMPARE_RESULT("call00001",
                                                     "3 degrees") "," COMPARE_RESULT("call00002",
                                                                                  "19 "
                                                                                  "degrees"))},
    {"tool result, open",
     COMPARE_WITH_OPEN(COMPARE_USER "," COMPARE_ONE "," COMPARE_RESULT("call00001", "3"))},
    {"tool result, answered",
     COMPARE_WITH(COMPARE_USER "," COMPARE_ONE "," COMPARE_RESULT("call00001", "3") "," COMPARE_FOUR)},
    {"reasoning", COMPARE_CHAT(COMPARE_USER ",{\"role\":\"assistant\",\"reasoning_content\":"
                                      "\"They greet.\",\"content\":\"Hi\"}")},
    {"reasoning before, open",
     COMPARE_CHAT_OPEN(COMPARE_USER ",{\"role\":\"assistant\",\"reasoning_content\":\"They greet.\","
                              "\"content\":\"Hi\"}," COMPARE_AGAIN)},
    {"reasoning in content",
     COMPARE_CHAT_OPEN(COMPARE_USER ",{\"role\":\"assistant\",\"content\":\"<think>\\nHm.\\n</"
                              "think>\\n\\nHi\"}," COMPARE_AGAIN)},
    {"thinking off", "{\"messages\":[" COMPARE_USER "],\"enable_thinking\":false" COMPARE_OPEN "}"},
    {"documents", "{\"messages\":[" COMPARE_USER
                  "],\"documents\":[{\"title\":\"T\",\"text\":\"D\"}]" COMPARE_OPEN "}"},
    {"parts", COMPARE_CHAT_OPEN("{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":"
                             "\"Hello\"}]}")},
    {"image", COMPARE_CHAT_OPEN("{\"role\":\"user\",\"content\":[{\"type\":\"image\"},{\"type\":"
                             "\"text\",\"text\":\"What is it?\"}]}")},
};

const size_t cft_compare_row_count = sizeof cft_compare_rows / sizeof *cft_compare_rows;
