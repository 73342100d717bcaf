/* replies/reply.h - reading what a model wrote back into reasoning, content and tool calls.
 *
 * One engine, fed bytes as they arrive, drives seven small machines, one for each shape that
 * tool calls take; a family of models is a row of markers (replies.def). What it keeps true:
 *   - append-only: an event is never taken back;
 *   - total: every byte of the input lies in the range of exactly one event, in order;
 *   - chunk-invariant: however the bytes are cut, the events joined are the same;
 *   - linear time, and memory bounded by the longest thing that must be held back.
 */
#ifndef CFT_REPLY_H
#define CFT_REPLY_H

#include "base/budget.h"
#include "base/buffer.h"
#include "value/value.h"

/* How one tool call is written. */
typedef enum cft_reply_shape {
    CFT_SHAPE_NONE,    /* the family calls no tools */
    CFT_SHAPE_OBJECT,  /* {"name": …, "arguments": {…}} between markers */
    CFT_SHAPE_ARRAY,   /* an array of such objects */
    CFT_SHAPE_NAMED,   /* marker, name, marker, arguments as JSON */
    CFT_SHAPE_TAGS,    /* nested tags with raw values, typed by the tool's schema */
    CFT_SHAPE_PYTHON,  /* f(a=1, b="x") */
    CFT_SHAPE_CUSTOM,  /* name{key:value} with a string delimiter of its own */
    CFT_SHAPE_CHANNEL, /* messages routed by their header */
    CFT_SHAPE_COUNT
} cft_reply_shape;

enum {
    CFT_ROW_LIST = 1,         /* PYTHON: calls stand in a list: [f(), g()] */
    CFT_ROW_BARE = 2,         /* the call has no marker: the whole reply is JSON or a list    */
    CFT_ROW_NEEDS_BRACKET = 4,/* the opening marker counts only before '[' or '{'             */
    CFT_ROW_KEY_IS_NAME = 8,  /* OBJECT, ARRAY: {"NAME": {…}} */
    CFT_ROW_ID_HAS_NAME = 16, /* NAMED: functions.NAME:INDEX, which is also the id */
    CFT_ROW_INTERLEAVED = 32, /* reasoning may come again after content or calls             */
    CFT_ROW_STRING_FLAG = 64, /* TAGS: the key is followed by string="true" or "false" */
    CFT_ROW_FENCED = 128,     /* the JSON may stand in a ```json fence                        */
    CFT_ROW_NESTED = 256,     /* TAGS: tags are named after their keys, and may hold tags */
    CFT_ROW_ATTRIBUTES = 512, /* TAGS: name and key end with '"', then name="value" follow up to
                                 name_close and key_close; type="string" tells the type       */
    CFT_ROW_SKIP_TO_NAME = 1024, /* NAMED: something else may stand before name_open */
    CFT_ROW_CDATA = 2048,     /* TAGS: a value may stand in <![CDATA[…]]> */
    CFT_ROW_EXACT_ANSWER = 4096, /* white space before answer_close is content                */
    CFT_ROW_EXACT_TEXT = 8192, /* white space before a call is content                        */
    CFT_ROW_VALUE_LINES = 16384, /* TAGS: a value may stand between newlines of its own */
    CFT_ROW_LOOSE_ANSWER = 32768, /* white space beside answer_open, answer_close is content  */
    CFT_ROW_LEADING_CLOSE = 65536, /* think_close at the beginning: there is no reasoning     */
    CFT_ROW_BARE_LATER = 131072, /* OBJECT: a call without a marker may follow content        */
    CFT_ROW_PLAIN_VALUES = 262144, /* PYTHON: strings stand as they are, quoted or not        */
    CFT_ROW_ID_FIRST = 524288 /* NAMED: an id may stand before name_open                      */
};

/* One family. Texts are "" when the family has none; '\f' separates alternatives. */
typedef struct cft_reply_row {
    const char *name;
    const char *aliases;                   /* names of parsers elsewhere, models; '\f'         */
    uint8_t shape;
    uint32_t flags;
    const char *think_open, *think_close;
    const char *answer_open, *answer_close; /* around the content                              */
    const char *section_open, *section_close; /* around all calls                              */
    const char *call_open, *call_close;    /* around one call                                  */
    const char *name_open, *name_close;    /* NAMED, TAGS, CUSTOM */
    const char *key_open, *key_close;      /* TAGS */
    const char *value_open, *value_close;  /* TAGS; CUSTOM: the string delimiter is value_open */
    const char *keys;                      /* OBJECT, ARRAY: "name,arguments,id" as spelled */
    const char *stops;                     /* end of turn                                      */
    const char *header_open, *header_close; /* NULL, or around the header of a message: what
                                              is there is framing. header_close "": it ends
                                              where another marker begins                      */
    const char *code_open, *code_close; /* NULL, or around code for an interpreter, which may
                                           stand in a Markdown fence                           */
    const char *turn_open; /* what the template writes from the last message to the reply, or the
                              end of that; NULL: not known                                     */
} cft_reply_row;

extern const cft_reply_row cft_reply_rows[];
extern const size_t cft_reply_row_count;

/* The row with this name or alias, or NULL. */
const cft_reply_row *cft_reply_find(cft_slice name);
/* NOT_FOUND: no family has this name; the nearest one is named. */
chatfmt_status cft_reply_unknown(cft_slice name, chatfmt_error *error);
/* The row whose markers a template's source shows best, or NULL when none does. */
const cft_reply_row *cft_reply_detect(cft_slice source);

typedef enum cft_reply_kind {
    CFT_REPLY_FRAME,     /* markers and the white space around them */
    CFT_REPLY_CONTENT,
    CFT_REPLY_REASONING,
    CFT_REPLY_CALL,      /* a tool call begins: text = name, id = its id */
    CFT_REPLY_ARGUMENTS, /* a fragment of its arguments' JSON text */
    CFT_REPLY_CALL_END,
    CFT_REPLY_CODE,      /* for an interpreter */
    CFT_REPLY_ROLE,      /* another role begins to speak: text = its name */
    CFT_REPLY_STOP       /* text = the stop string */
} cft_reply_kind;

enum {
    CFT_REPLY_MALFORMED = 1, /* did not read as its family writes it; see the reason        */
    CFT_REPLY_TRUNCATED = 2  /* the reply ended inside it                                    */
};

typedef struct cft_reply_event {
    cft_reply_kind kind;
    uint32_t flags;
    uint32_t call;        /* number of the call, from 0 */
    cft_slice text, id;
    const char *reason;   /* of MALFORMED; static */
    uint64_t begin, end;  /* bytes of the reply */
} cft_reply_event;

typedef enum cft_reply_start {
    CFT_START_CONTENT,   /* nothing is open */
    CFT_START_REASONING, /* the prompt opened the reasoning */
    CFT_START_CALL       /* the prompt ends with what opens a call, or a section of calls */
} cft_reply_start;

/* BAD_ARGUMENT unless `tools` is absent, null, or a list of tools with names; the error's path is
 * that of the item. */
chatfmt_status cft_reply_check_tools(cft_value tools, chatfmt_error *error);

/* BAD_ARGUMENT when one is empty, with its path. */
chatfmt_status cft_reply_check_stops(const cft_slice *stops, size_t count, chatfmt_error *error);

/* What a caller asks for beyond the reading itself, as bits. */
enum {
    CFT_ASK_UNKNOWN_CALLS = 1,        /* calls of tools that were not offered are calls        */
    CFT_ASK_ONE_CALL = 2,             /* calls after the first one are framing                */
    CFT_ASK_REASONING_IN_CONTENT = 4, /* reasoning is content, with its markers                */
    CFT_ASK_CLOSED_ARGUMENTS = 8      /* arguments that are cut off are closed                 */
};

/* `begun` is what the prompt holds of the message already; `stops` are texts that end the reply
 * wherever they stand. All is borrowed until free. */
typedef struct cft_reply_asked {
    uint32_t flags;
    uint32_t calls_before; /* calls of earlier messages, which ids that are made go on from */
    cft_slice begun;
    const cft_slice *stops;
    size_t stop_count;
} cft_reply_asked;

typedef struct cft_reply cft_reply;

/* What a reply may cost by its bytes when the caller does not say; the string is what is held
 * back. */
extern const cft_budget_rates cft_reply_rates;

/* `limits` is a whole chatfmt_limits, or NULL. `tools` (ABSENT for none) is the list of tools in
 * OpenAI's form, borrowed until free. */
chatfmt_status cft_reply_new(const chatfmt_allocator *allocator, const chatfmt_limits *limits,
                             const cft_reply_row *row, cft_value tools, cft_reply_start start,
                             cft_reply **out);
/* What the caller asks for; begins the reply again, with what has begun of it. A failure is that of
 * the next feed. */
void cft_reply_ask(cft_reply *reply, const cft_reply_asked *asked, cft_reply_start start);
void cft_reply_free(cft_reply *reply);
/* What ends a reply among the bytes that are fed: a token at `from`, up to `to`. */
typedef struct cft_reply_end {
    size_t from, to;
    bool is_read; /* the row knows it: it is read first, and ends the reply then */
} cft_reply_end;

/* The budget that pays for a reply; what belongs to it takes its memory from there, too. */
cft_budget *cft_reply_budget(cft_reply *reply);
/* Begin another reply with the same row. Keeps the memory, unless it is half of what the next reply
 * may have. */
void cft_reply_reset(cft_reply *reply, cft_reply_start start);

/* What the prompt left open: a call when it ends with its marker, else the last reasoning marker
 * in it decides. */
cft_reply_start cft_reply_start_of(const cft_reply_row *row, cft_slice prompt);

/* The end of a prompt that has opened the reasoning, from its marker on. */
cft_slice cft_reply_opening_of(const cft_reply_row *row, cft_slice prompt);

/* Take bytes; then take its events with cft_reply_next. NO_MEMORY or LIMIT, which the budget
 * explains. */
chatfmt_status cft_reply_feed(cft_reply *reply, const char *data, size_t length);
/* The same; a token of these bytes ends the reply, unless it has ended before. */
chatfmt_status cft_reply_feed_stop(cft_reply *reply, const char *data, size_t length,
                                   const cft_reply_end *end);
/* The reply has ended. */
chatfmt_status cft_reply_finish(cft_reply *reply);
/* The next event, borrowed until the next feed; false when there is none. */
bool cft_reply_next(cft_reply *reply, cft_reply_event *event);

/* Append the message so far in OpenAI's form as JSON. NO_MEMORY or LIMIT. */
chatfmt_status cft_reply_message(cft_reply *reply, cft_buffer *out);

/* JSON string of any bytes: invalid UTF-8 becomes U+FFFD. */
chatfmt_status cft_reply_put_json_string(cft_buffer *out, cft_slice text);

#endif
