/* analysis/histories.c - eleven ways in which conversations go on (analysis/continuity.h). */
#include "analysis/continuity.h"

/* Words that no template has of its own. */
#define HISTORY_USER         "{\"role\":\"user\",\"content\":\"uq7x\"}"
#define HISTORY_NEXT         "{\"role\":\"user\",\"content\":\"vq7x\"}"
#define HISTORY_LAST         "{\"role\":\"user\",\"content\":\"nq7x\"}"
#define HISTORY_SAYS(text)   "{\"role\":\"assistant\",\"content\":\"" text "\"}"
#define HISTORY_THINKS(text) "\"reasoning_content\":\"" text "\","
#define HISTORY_REASONS                                                                        \
    "{\"role\":\"assistant\"," HISTORY_THINKS("tq7x") "\"content\":\"aq7x\"}"
#define HISTORY_OBJECT(text) "{\"kq7x\":\"" text "\"}"
#define HISTORY_TEXT(text)   "\"{\\\"kq7x\\\": \\\"" text "\\\"}\""
#define HISTORY_CALL(id, arguments)                                                            \
    "{\"id\":\"" id "\",\"type\":\"function\",\"function\":{\"name\":\"fq7x\","                \
    "\"arguments\":" arguments "}}"
#define HISTORY_CALLS(members, calls)                                                          \
    "{\"role\":\"assistant\"," members ",\"tool_calls\":[" calls "]}"
#define HISTORY_RESULT(id, text)                                                               \
    "{\"role\":\"tool\",\"name\":\"fq7x\",\"tool_call_id\":\"" id "\",\"content\":\"" text "\"}"
#define HISTORY_EMPTY "\"content\":\"\""

static const char history_tool[] =
    "[{\"type\":\"function\",\"function\":{\"name\":\"fq7x\",\"description\":\"dq7x\","
    "\"parameters\":{\"type\":\"object\",\"properties\":{\"kq7x\":{\"type\":\"string\","
    "\"description\":\"p\"}},\"required\":[\"kq7x\"]}}}]";

/* `a` writes arguments. */
#define HISTORY_U(a)   HISTORY_USER "," HISTORY_SAYS("aq7x")
#define HISTORY_UU(a)  HISTORY_U(a) "," HISTORY_NEXT "," HISTORY_SAYS("bq7x")
#define HISTORY_T(a)                                                                           \
    HISTORY_USER "," HISTORY_CALLS(HISTORY_EMPTY, HISTORY_CALL("call00001", a("wq7x")))
#define HISTORY_CT(a)                                                                          \
    HISTORY_USER "," HISTORY_CALLS("\"content\":\"aq7x\"", HISTORY_CALL("call00001", a("wq7x")))
#define HISTORY_T2(a)                                                                          \
    HISTORY_USER                                                                               \
        "," HISTORY_CALLS(HISTORY_EMPTY,                                                       \
                          HISTORY_CALL("call00001", a("wq7x")) "," HISTORY_CALL("call00002",   \
                                                                                a("xq7x")))
#define HISTORY_TT(a)                                                                          \
    HISTORY_T(a) "," HISTORY_RESULT("call00001", "rq7x") "," HISTORY_CALLS(                    \
        HISTORY_EMPTY, HISTORY_CALL("call00002", a("xq7x")))
#define HISTORY_TU(a) HISTORY_T(a) "," HISTORY_RESULT("call00001", "rq7x") "," HISTORY_SAYS("aq7x")
#define HISTORY_RU(a) HISTORY_USER "," HISTORY_REASONS
#define HISTORY_RT(a)                                                                          \
    HISTORY_USER "," HISTORY_CALLS(HISTORY_THINKS("tq7x") HISTORY_EMPTY,                       \
                                   HISTORY_CALL("call00001", a("wq7x")))
#define HISTORY_RTT(a)                                                                         \
    HISTORY_RT(a) "," HISTORY_RESULT("call00001", "rq7x") "," HISTORY_CALLS(                   \
        HISTORY_THINKS("sq7x") HISTORY_EMPTY, HISTORY_CALL("call00002", a("xq7x")))
#define HISTORY_RTU(a) HISTORY_RT(a) "," HISTORY_RESULT("call00001", "rq7x") "," HISTORY_REASONS
#define HISTORY_ONE(a) HISTORY_RESULT("call00001", "rq7x")
#define HISTORY_TWO(a) HISTORY_RESULT("call00001", "rq7x") "," HISTORY_RESULT("call00002", "qq7x")
#define HISTORY_SECOND(a) HISTORY_RESULT("call00002", "qq7x")
#define HISTORY_ASKS(a)   HISTORY_LAST

#define HISTORY_BOTH(before, after)                                                            \
    {"[" before(HISTORY_OBJECT) "]", "[" before(HISTORY_TEXT) "]"},                            \
    {"[" before(HISTORY_OBJECT) "," after(0) "]", "[" before(HISTORY_TEXT) "," after(0) "]"}

const cft_history cft_histories[CFT_HISTORIES] = {
    {"U", "user, assistant; user", NULL, HISTORY_BOTH(HISTORY_U, HISTORY_ASKS), {"aq7x"}},
    {"UU", "two turns; user", NULL, HISTORY_BOTH(HISTORY_UU, HISTORY_ASKS), {"bq7x"}},
    {"T", "user, call; result", history_tool, HISTORY_BOTH(HISTORY_T, HISTORY_ONE), {"wq7x"}},
    {"CT", "user, content with call; result", history_tool, HISTORY_BOTH(HISTORY_CT, HISTORY_ONE),
     {"aq7x", "wq7x"}},
    {"T2", "user, two calls; two results", history_tool, HISTORY_BOTH(HISTORY_T2, HISTORY_TWO),
     {"wq7x", "xq7x"}},
    {"TT", "user, call, result, call; result", history_tool,
     HISTORY_BOTH(HISTORY_TT, HISTORY_SECOND), {"xq7x"}},
    {"TU", "user, call, result, assistant; user", history_tool,
     HISTORY_BOTH(HISTORY_TU, HISTORY_ASKS), {"aq7x"}},
    {"RU", "user, assistant with reasoning; user", NULL, HISTORY_BOTH(HISTORY_RU, HISTORY_ASKS),
     {"aq7x", "tq7x"}},
    {"RT", "user, reasoning with call; result", history_tool,
     HISTORY_BOTH(HISTORY_RT, HISTORY_ONE), {"wq7x", "tq7x"}},
    {"RTT", "user, reasoning with call, result, reasoning with call; result", history_tool,
     HISTORY_BOTH(HISTORY_RTT, HISTORY_SECOND), {"xq7x", "sq7x"}},
    {"RTU", "user, reasoning with call, result, assistant with reasoning; user", history_tool,
     HISTORY_BOTH(HISTORY_RTU, HISTORY_ASKS), {"aq7x", "tq7x"}},
};
