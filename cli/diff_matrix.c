/* cli/diff_matrix.c - conversations of all kinds, small ones. */
#include "diff_matrix.h"

#define DIFF_OPEN                ",\"add_generation_prompt\":true"
#define DIFF_CHAT(messages)      "{\"messages\":[" messages "]}"
#define DIFF_CHAT_OPEN(messages) "{\"messages\":[" messages "]" DIFF_OPEN "}"
#define DIFF_WITH(messages)      "{\"messages\":[" messages "]" DIFF_TOOLS "}"
#define DIFF_WITH_OPEN(messages) "{\"messages\":[" messages "]" DIFF_TOOLS DIFF_OPEN "}"

#define DIFF_SYSTEM "{\"role\":\"system\",\"content\":\"Be brief.\"}"
#define DIFF_USER   "{\"role\":\"user\",\"content\":\"Hello\"}"
#define DIFF_ANSWER "{\"role\":\"assistant\",\"content\":\"Hi, how can I help?\"}"
#define DIFF_AGAIN  "{\"role\":\"user\",\"content\":\"What is 2 + 2?\"}"
#define DIFF_FOUR   "{\"role\":\"assistant\",\"content\":\"4\"}"
#define DIFF_TOOLS                                                                             \
    ",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"weather\",\"description\":"   \
    "\"The weather of a city\",\"parameters\":{\"type\":\"object\",\"properties\":{\"city\":"  \
    "{\"type\":\"string\"}},\"required\":[\"city\"]}}}]"
#define DIFF_CALL(id, arguments)                                                               \
    "{\"id\":\"" id "\",\"type\":\"function\",\"function\":{\"name\":\"weather\","             \
    "\"arguments\":" arguments "}}"
#define DIFF_CALLS(content, calls)                                                             \
    "{\"role\":\"assistant\",\"content\":" content ",\"tool_calls\":[" calls "]}"
#define DIFF_RESULT(id, content)                                                               \
    "{\"role\":\"tool\",\"name\":\"weather\",\"tool_call_id\":\"" id                           \
    "\",\"content\":\"" content "\"}"
#define DIFF_OSLO "{\"city\":\"Oslo\"}"
#define DIFF_ONE  DIFF_CALLS("\"\"", DIFF_CALL("call00001", DIFF_OSLO))

const diff_conversation diff_matrix[] = {
    {"user", DIFF_CHAT(DIFF_USER)},
    {"user, open", DIFF_CHAT_OPEN(DIFF_USER)},
    {"answered", DIFF_CHAT(DIFF_USER "," DIFF_ANSWER)},
    {"two turns, open", DIFF_CHAT_OPEN(DIFF_USER "," DIFF_ANSWER "," DIFF_AGAIN)},
    {"two turns", DIFF_CHAT(DIFF_USER "," DIFF_ANSWER "," DIFF_AGAIN "," DIFF_FOUR)},
    {"system, open", DIFF_CHAT_OPEN(DIFF_SYSTEM "," DIFF_USER)},
    {"system, two turns",
     DIFF_CHAT(DIFF_SYSTEM "," DIFF_USER "," DIFF_ANSWER "," DIFF_AGAIN "," DIFF_FOUR)},
    {"system later", DIFF_CHAT_OPEN(DIFF_USER "," DIFF_ANSWER "," DIFF_SYSTEM "," DIFF_AGAIN)},
    {"developer",
     DIFF_CHAT_OPEN("{\"role\":\"developer\",\"content\":\"Be brief.\"}," DIFF_USER)},
    {"same role twice", DIFF_CHAT_OPEN(DIFF_USER "," DIFF_AGAIN)},
    {"assistant first", DIFF_CHAT(DIFF_ANSWER "," DIFF_AGAIN)},
    {"white space", DIFF_CHAT("{\"role\":\"user\",\"content\":\"  a\\n\\n \"},"
                              "{\"role\":\"assistant\",\"content\":\"\\n b \\n\"}")},
    {"empty", DIFF_CHAT("{\"role\":\"user\",\"content\":\"\"},"
                        "{\"role\":\"assistant\",\"content\":\"\"}")},
    {"null content", DIFF_CHAT(DIFF_USER ",{\"role\":\"assistant\",\"content\":null}")},
    {"markup",
     DIFF_CHAT("{\"role\":\"user\",\"content\":\"<b> & \\\"q\\\" 'é' \\u4f60\"}," DIFF_ANSWER)},
    {"tools", DIFF_WITH_OPEN(DIFF_USER)},
    {"tools, system", DIFF_WITH_OPEN(DIFF_SYSTEM "," DIFF_USER)},
    {"tool call", DIFF_WITH(DIFF_USER "," DIFF_ONE)},
    {"arguments as text",
     DIFF_WITH(DIFF_USER "," DIFF_CALLS(
         "\"\"", DIFF_CALL("call00001", "\"{\\\"city\\\": \\\"Oslo\\\"}\"")))},
    {"call with words",
     DIFF_WITH(DIFF_USER "," DIFF_CALLS("\"I look.\"", DIFF_CALL("call00001", DIFF_OSLO)))},
    {"two calls, open",
     DIFF_WITH_OPEN(DIFF_USER "," DIFF_CALLS(
         "null",
         DIFF_CALL("call00001", DIFF_OSLO) "," DIFF_CALL(
             "call00002",
             "{\"city\":\"Rome\"}")) "," DIFF_RESULT("call00001",
                                                     "3 degrees") "," DIFF_RESULT("call00002",
                                                                                  "19 "
                                                                                  "degrees"))},
    {"tool result, open",
     DIFF_WITH_OPEN(DIFF_USER "," DIFF_ONE "," DIFF_RESULT("call00001", "3"))},
    {"tool result, answered",
     DIFF_WITH(DIFF_USER "," DIFF_ONE "," DIFF_RESULT("call00001", "3") "," DIFF_FOUR)},
    {"reasoning", DIFF_CHAT(DIFF_USER ",{\"role\":\"assistant\",\"reasoning_content\":"
                                      "\"They greet.\",\"content\":\"Hi\"}")},
    {"reasoning before, open",
     DIFF_CHAT_OPEN(DIFF_USER ",{\"role\":\"assistant\",\"reasoning_content\":\"They greet.\","
                              "\"content\":\"Hi\"}," DIFF_AGAIN)},
    {"reasoning in content",
     DIFF_CHAT_OPEN(DIFF_USER ",{\"role\":\"assistant\",\"content\":\"<think>\\nHm.\\n</"
                              "think>\\n\\nHi\"}," DIFF_AGAIN)},
    {"thinking off", "{\"messages\":[" DIFF_USER "],\"enable_thinking\":false" DIFF_OPEN "}"},
    {"documents", "{\"messages\":[" DIFF_USER
                  "],\"documents\":[{\"title\":\"T\",\"text\":\"D\"}]" DIFF_OPEN "}"},
    {"parts", DIFF_CHAT_OPEN("{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":"
                             "\"Hello\"}]}")},
    {"image", DIFF_CHAT_OPEN("{\"role\":\"user\",\"content\":[{\"type\":\"image\"},{\"type\":"
                             "\"text\",\"text\":\"What is it?\"}]}")},
};

const size_t diff_matrix_count = sizeof diff_matrix / sizeof *diff_matrix;
