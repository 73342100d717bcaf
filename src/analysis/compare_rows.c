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

#define COMPARE_THOUGHT "{\"role\":\"assistant\",\"reasoning_content\":\"They ask.\\nSo I look.\","
#define COMPARE_TURN    COMPARE_USER "," COMPARE_ANSWER
#define COMPARE_VALUES                                                                            \
    "{\"city\":\"Oslo\",\"n\":-7,\"x\":2.5,\"yes\":true,\"no\":false,\"none\":null,\"list\":[1,\"a\",{\"b\":[]}],"  \
    "\"map\":{\"k\":\"v\",\"deep\":{\"z\":null}},\"empty\":{},\"text\":\"l1\\nl2 \\\"q\\\" <t>\"}"
/* Schemas as people write them. */
#define COMPARE_ANY                                                                               \
    ",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"weather\",\"description\":\"The weather\\nof a "  \
    "city\",\"strict\":true,\"parameters\":{\"type\":\"object\",\"title\":\"W\",\"properties\":{"                   \
    "\"city\":{\"type\":\"string\",\"title\":\"C\",\"description\":\"A city\",\"enum\":[\"Oslo\",\"Rome\"],\"default\":\"Oslo\"},"  \
    "\"n\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":9,\"default\":3},\"x\":{\"type\":\"number\",\"description\":\"X\","  \
    "\"exclusiveMinimum\":0,\"multipleOf\":2,\"format\":\"float\"},\"yes\":{\"type\":\"boolean\",\"default\":false},\"list\":{\"type\":\"array\","         \
    "\"description\":\"L\",\"minItems\":1,\"maxItems\":3,\"uniqueItems\":true,\"items\":{\"type\":\"string\",\"enum\":[\"a\",\"b\"],\"description\":\"I\",\"nullable\":true}},"   \
    "\"lists\":{\"type\":\"array\",\"items\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"number\"}},\"required\":[\"a\"]}}},"   \
    "\"objects\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"description\":\"O\",\"properties\":{\"a\":{\"type\":\"string\",\"enum\":[\"e\"]}},\"required\":[\"a\"]}},"  \
    "\"numbers\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}},\"types\":{\"type\":\"array\",\"items\":{\"type\":[\"string\",\"null\"]}},"   \
    "\"bare\":{\"type\":\"array\"},\"map\":{\"type\":\"object\",\"description\":\"M\",\"properties\":{\"k\":{\"type\":\"string\",\"description\":\"K\","                       \
    "\"nullable\":true},\"deep\":{\"type\":\"object\",\"properties\":{\"z\":{\"type\":\"integer\",\"description\":\"Z\"}},\"required\":[\"z\"]}},\"required\":"   \
    "[\"k\"],\"additionalProperties\":false},\"any\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"},{\"$ref\":\"#/$defs/D\"}],\"description\":\"Y\"},"  \
    "\"one\":{\"oneOf\":[{\"type\":\"integer\",\"description\":\"I\",\"default\":1},{\"type\":\"string\",\"enum\":[\"p\"]}],\"default\":\"p\"},"  \
    "\"all\":{\"allOf\":[{\"type\":\"object\"},{\"$ref\":\"#/$defs/D\"}]},\"two\":{\"type\":[\"string\",\"null\"],\"nullable\":true,\"examples\":[\"e\"]},"  \
    "\"ref\":{\"$ref\":\"#/$defs/D\"},\"open\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}},"          \
    "\"text\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":5,\"pattern\":\"a*\",\"format\":\"date\",\"nullable\":true,\"const\":\"c\"},\"free\":{}},"    \
    "\"required\":[\"city\",\"n\",\"map\"],\"$defs\":{\"D\":{\"type\":\"object\",\"properties\":{\"q\":{\"type\":\"string\"}}}},"  \
    "\"additionalProperties\":false},\"return\":{\"type\":\"object\",\"description\":\"R\",\"properties\":{\"degrees\":{\"type\":\"number\"}}},"     \
    "\"response\":{\"type\":\"object\",\"description\":\"R\",\"properties\":{\"degrees\":{\"type\":\"number\"}}}}},"      \
    "{\"type\":\"function\",\"function\":{\"name\":\"now\",\"description\":\"The time\",\"parameters\":{\"type\":\"object\","   \
    "\"properties\":{}}}}]"
/* Tools that lack what others have. */
#define COMPARE_ODD                                                                               \
    ",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"bare\"}},{\"type\":\"function\",\"function\":{\"name\":"  \
    "\"empty\",\"description\":\"\",\"parameters\":{}}},{\"type\":\"code_interpreter\"}]"
#define COMPARE_RICH(messages)      "{\"messages\":[" messages "]" COMPARE_ANY "}"
#define COMPARE_RICH_OPEN(messages) "{\"messages\":[" messages "]" COMPARE_ANY COMPARE_OPEN "}"

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
    {"tools of all kinds", COMPARE_RICH(COMPARE_USER "," COMPARE_ONE "," COMPARE_RESULT("call00001", "3") "," COMPARE_FOUR)},
    {"tools of all kinds, system, open", COMPARE_RICH_OPEN(COMPARE_SYSTEM "," COMPARE_USER)},
    {"tools without a wrapper", "{\"messages\":[" COMPARE_USER "],\"tools\":[{\"name\":\"weather\",\"description\":\"W\","
                                "\"parameters\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}},{\"name\":"
                                "\"now\"}]" COMPARE_OPEN "}"},
    {"tools that lack something", "{\"messages\":[" COMPARE_USER "]" COMPARE_ODD COMPARE_OPEN "}"},
    {"tools, system in parts",
     COMPARE_WITH_OPEN("{\"role\":\"system\",\"content\":[{\"type\":\"text\",\"text\":\"Be brief.\"},{\"type\":\"text\",\"text\":\"B\"}]}," COMPARE_USER)},
    {"calls without content, answered",
     COMPARE_WITH_OPEN(COMPARE_USER "," COMPARE_CALLS("null", COMPARE_CALL("call00001", COMPARE_OSLO)) "," COMPARE_RESULT("call00001", "3") ","
                       COMPARE_FOUR "," COMPARE_AGAIN)},
    {"values and answers", COMPARE_WITH_OPEN(COMPARE_USER "," COMPARE_CALLS("\"\"", COMPARE_CALL("call00001", COMPARE_VALUES)) ","
                       COMPARE_RESULT("call00001", "3") "," COMPARE_FOUR "," COMPARE_AGAIN)},
    {"no tools", "{\"messages\":[" COMPARE_SYSTEM "," COMPARE_USER "],\"tools\":[]" COMPARE_OPEN "}"},
    {"values of all kinds", COMPARE_RICH(COMPARE_USER "," COMPARE_CALLS("\"\"", COMPARE_CALL("call00001", COMPARE_VALUES) "," COMPARE_CALL(
                                "call00002", "{}")) "," COMPARE_RESULT("call00001", "3") "," COMPARE_RESULT("call00002", "4"))},
    {"values as text", COMPARE_RICH_OPEN(COMPARE_USER "," COMPARE_CALLS("\"So.\"", COMPARE_CALL("call00001", "\"{\\\"city\\\": \\\"A\\\", \\\"n\\\": [1]}\"")
                                "," COMPARE_CALL("call00002", "\"{}\"")) "," COMPARE_RESULT("call00001", "3"))},
    {"a call alone", COMPARE_CHAT(COMPARE_USER "," COMPARE_ONE)},
    {"calls, results, answers, open",
     COMPARE_WITH_OPEN(COMPARE_SYSTEM "," COMPARE_USER "," COMPARE_THOUGHT "\"content\":\"\",\"tool_calls\":[" COMPARE_CALL("call00001", COMPARE_OSLO) "]}"
                       "," COMPARE_RESULT("call00001", "3") "," COMPARE_THOUGHT "\"content\":\"4\"}," COMPARE_AGAIN "," COMPARE_THOUGHT
                       "\"content\":\"Wait.\",\"tool_calls\":[" COMPARE_CALL("call00002", COMPARE_OSLO) "," COMPARE_CALL("call00003", COMPARE_OSLO) "]},"
                       COMPARE_RESULT("call00002", "5") "," COMPARE_RESULT("call00003", "6"))},
    {"result that is an object", COMPARE_WITH_OPEN(COMPARE_USER "," COMPARE_ONE ",{\"role\":\"tool\",\"name\":\"weather\",\"tool_call_id\":\"call00001\","
                                "\"content\":{\"degrees\":3,\"sky\":[\"grey\",{\"low\":true}],\"wind\":{\"from\":\"N\",\"calm\":null}}}")},
    {"results that are objects", COMPARE_WITH(COMPARE_USER "," COMPARE_ONE ",{\"role\":\"tool\",\"name\":\"weather\",\"tool_call_id\":\"call00001\","
                                "\"content\":[{\"degrees\":3},{\"text\":\"x\"}]}")},
    {"result in parts", COMPARE_WITH_OPEN(COMPARE_USER "," COMPARE_ONE ",{\"role\":\"tool\",\"name\":\"weather\",\"tool_call_id\":\"call00001\","
                                "\"content\":[{\"type\":\"text\",\"text\":\"3\"},{\"type\":\"text\",\"text\":\"grey\"},{\"type\":\"image\"}]}")},
    {"result without a call", COMPARE_WITH_OPEN(COMPARE_USER ",{\"role\":\"tool\",\"content\":\"3\"}," COMPARE_AGAIN)},
    {"result first", COMPARE_WITH_OPEN("{\"role\":\"tool\",\"content\":\"3\"}")},
    {"result that is an error", COMPARE_WITH_OPEN(COMPARE_USER "," COMPARE_ONE "," COMPARE_RESULT("call00001", "Error: no such city"))},
    {"ids of another form", COMPARE_WITH(COMPARE_USER "," COMPARE_CALLS("null", COMPARE_CALL("call-1", "\"{}\"")) "," COMPARE_RESULT("call-1", "3"))},
    {"arguments as text, called again, answered",
     COMPARE_WITH_OPEN(COMPARE_USER "," COMPARE_CALLS("\"\"", COMPARE_CALL("call00001", "\"{}\"")) "," COMPARE_RESULT("call00001", "3") ","
                       COMPARE_CALLS("\"\"", COMPARE_CALL("call00002", "\"{}\"")) "," COMPARE_RESULT("call00002", "4") "," COMPARE_FOUR "," COMPARE_AGAIN)},
    {"results in the message of the call",
     COMPARE_WITH(COMPARE_USER ",{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[" COMPARE_CALL("call00001", COMPARE_OSLO) "],\"tool_responses\":[{\"name\":"
                  "\"weather\",\"response\":{\"degrees\":3,\"sky\":\"grey\"}}]}," COMPARE_AGAIN)},
    {"text, an image", COMPARE_CHAT_OPEN("{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"A\"},{\"type\":\"image\"}]}")},
    {"parts without a type", COMPARE_CHAT_OPEN("{\"role\":\"user\",\"content\":[{\"text\":\"A\"},{\"image\":\"u\"}]}")},
    {"result without a call, answered", COMPARE_CHAT(COMPARE_USER ",{\"role\":\"tool\",\"content\":\"3\"}," COMPARE_FOUR)},
    {"call of an old kind", COMPARE_WITH(COMPARE_USER ",{\"role\":\"assistant\",\"content\":null,\"function_call\":{\"name\":\"weather\",\"arguments\":"
                            "\"{\\\"city\\\": \\\"Oslo\\\"}\"}},{\"role\":\"function\",\"name\":\"weather\",\"content\":\"3\"}")},
    {"calls without a wrapper", COMPARE_WITH(COMPARE_USER ",{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"name\":\"weather\",\"arguments\":"
                            COMPARE_OSLO "},{\"name\":\"weather\",\"arguments\":{}}]}," COMPARE_RESULT("call00001", "3"))},
    {"calls without arguments", COMPARE_WITH(COMPARE_USER ",{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"id\":\"call00001\",\"type\":\"function\","
                            "\"function\":{\"name\":\"weather\"}}]}," COMPARE_RESULT("call00001", "3"))},
    {"documents, calls", "{\"messages\":[" COMPARE_SYSTEM "," COMPARE_USER "," COMPARE_ONE "," COMPARE_RESULT("call00001", "3") "]" COMPARE_TOOLS
                         ",\"documents\":[{\"title\":\"T\",\"text\":\"D\",\"contents\":\"C\",\"id\":1},{\"title\":\"U\",\"text\":\"E\"}]" COMPARE_OPEN "}"},
    {"system in parts", COMPARE_CHAT_OPEN("{\"role\":\"system\",\"content\":[{\"type\":\"text\",\"text\":\"Be brief.\"}]}," COMPARE_USER)},
    {"all in parts", COMPARE_CHAT("{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"A\"},{\"type\":\"text\",\"text\":\"B\"}]},{\"role\":\"assistant\","
                     "\"content\":[{\"type\":\"text\",\"text\":\"C\"},{\"type\":\"text\",\"text\":\"D\"}]}," COMPARE_AGAIN)},
    {"thoughts in parts", COMPARE_CHAT(COMPARE_USER ",{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"Hm.\",\"closed\":true},{\"type\":\"text\","
                     "\"text\":\"D\"}]}," COMPARE_AGAIN)},
    {"images, a video and sound", COMPARE_CHAT_OPEN("{\"role\":\"user\",\"content\":[{\"type\":\"image\"},{\"type\":\"image_url\",\"image_url\":{\"url\":\"u\"}},"
                     "{\"type\":\"video\"},{\"type\":\"audio\"},{\"type\":\"text\",\"text\":\"What?\"}]}," COMPARE_ANSWER ",{\"role\":\"user\",\"content\":[{\"type\":\"text\","
                     "\"text\":\"And?\"},{\"type\":\"image\"},{\"type\":\"video\"}]}")},
    {"an image for the assistant", COMPARE_CHAT("{\"role\":\"system\",\"content\":[{\"type\":\"text\",\"text\":\"S\"},{\"type\":\"image\"},{\"type\":\"video\"}]}," COMPARE_USER
                     ",{\"role\":\"assistant\",\"content\":[{\"type\":\"image\"},{\"type\":\"text\",\"text\":\"D\"}]}")},
    {"parts that are texts", COMPARE_CHAT_OPEN("{\"role\":\"user\",\"content\":[\"A\",\"B\"]}")},
    {"content of another type", COMPARE_CHAT("{\"role\":\"user\",\"content\":7}," COMPARE_ANSWER)},
    {"content that is an object", COMPARE_CHAT("{\"role\":\"user\",\"content\":{\"text\":\"A\"}}," COMPARE_ANSWER)},
    {"reasoning, calls", COMPARE_WITH(COMPARE_USER "," COMPARE_THOUGHT "\"content\":\"\",\"tool_calls\":[" COMPARE_CALL("call00001", COMPARE_OSLO) "]}")},
    {"reasoning in content, last", COMPARE_CHAT(COMPARE_USER ",{\"role\":\"assistant\",\"content\":\"<think>\\nHm.\\n</think>\\n\\nHi\"}")},
    {"reasoning not closed", COMPARE_CHAT(COMPARE_USER ",{\"role\":\"assistant\",\"content\":\"<think>\\nHm.\"}," COMPARE_AGAIN)},
    {"system, developer", COMPARE_WITH_OPEN(COMPARE_SYSTEM ",{\"role\":\"developer\",\"content\":\"In English.\"}," COMPARE_USER)},
    {"two systems", COMPARE_CHAT_OPEN(COMPARE_SYSTEM "," COMPARE_SYSTEM "," COMPARE_USER)},
    {"system alone", COMPARE_CHAT_OPEN(COMPARE_SYSTEM)},
    {"system last", COMPARE_CHAT_OPEN(COMPARE_USER "," COMPARE_ANSWER "," COMPARE_SYSTEM)},
    {"system empty", COMPARE_CHAT_OPEN("{\"role\":\"system\",\"content\":\"\"}," COMPARE_USER)},
    {"assistant twice", COMPARE_CHAT(COMPARE_USER "," COMPARE_ANSWER "," COMPARE_FOUR)},
    {"unknown role", COMPARE_CHAT_OPEN(COMPARE_USER ",{\"role\":\"stranger\",\"content\":\"Hm.\"}")},
    {"no role", COMPARE_CHAT("{\"content\":\"Hm.\"}")},
    {"no messages", COMPARE_CHAT_OPEN("")},
    {"names", COMPARE_CHAT_OPEN("{\"role\":\"user\",\"name\":\"Ann\",\"content\":\"Hello\"},{\"role\":\"assistant\",\"name\":\"Bot\",\"content\":\"Hi\"}," COMPARE_AGAIN)},
    {"many turns", COMPARE_CHAT_OPEN(COMPARE_SYSTEM "," COMPARE_TURN "," COMPARE_TURN "," COMPARE_TURN "," COMPARE_TURN "," COMPARE_TURN "," COMPARE_AGAIN)},
    {"no tokens", "{\"messages\":[" COMPARE_USER "," COMPARE_ANSWER "],\"bos_token\":\"\",\"eos_token\":\"\"}"},
};

const size_t cft_compare_row_count = sizeof cft_compare_rows / sizeof *cft_compare_rows;
