/* replies/reply_parser.h - the inside of a reply parser, shared by the shapes' machines.
 *
 * A machine looks at the bytes from parser->at up to parser->limit and moves `at`; it answers
 * REPLY_MORE when it cannot decide without further bytes (never when parser->final is set).
 * Whatever it needs to remember between calls is in the parser.
 */
#ifndef CFT_REPLY_PARSER_H
#define CFT_REPLY_PARSER_H

#include "replies/reply.h"

typedef enum cft_reply_step {
    CFT_STEP_ON,   /* moved, or changed state: go on   */
    CFT_STEP_MORE, /* wait for bytes                   */
    CFT_STEP_FAIL  /* parser->status says why          */
} cft_reply_step;

typedef enum cft_reply_state {
    CFT_STATE_CONTENT,
    CFT_STATE_REASONING,
    CFT_STATE_SECTION,  /* between the calls of a section        */
    CFT_STATE_JSON,     /* inside the JSON of a call, or of many */
    CFT_STATE_NAME,     /* NAMED, TAGS, CUSTOM: reading the name */
    CFT_STATE_CLOSE,    /* after the arguments, before the close */
    CFT_STATE_TAGS,     /* TAGS: between parameters */
    CFT_STATE_VALUE,    /* TAGS: inside a value */
    CFT_STATE_HELD,     /* PYTHON, CUSTOM: collecting a whole call */
    CFT_STATE_HEADER,   /* CHANNEL: inside a message's header */
    CFT_STATE_RAW,      /* CHANNEL: arguments or code up to a marker */
    CFT_STATE_OPENING,  /* where a header may stand, or what the prompt opened */
    CFT_STATE_NESTED,   /* TAGS: collecting a call of nested tags */
    CFT_STATE_CODE,     /* code for an interpreter               */
    CFT_STATE_AFTER,    /* after the stop                        */
    CFT_STATE_COUNT
} cft_reply_state;

#define CFT_REPLY_NAME  256
#define CFT_REPLY_DEPTH 1000

/* Reads JSON byte by byte. */
typedef struct cft_reply_json {
    uint8_t mode;
    uint8_t escape;  /* 0, or so many bytes of an escape             */
    uint8_t field;   /* which field of the call the value belongs to */
    bool in_value;   /* inside that field's value                    */
    bool text_value; /* which is a string: decoded                   */
    bool seen_name, seen_arguments;
    bool done;
    bool after_comma;           /* a closing bracket would be a trailing comma  */
    bool wrapped;               /* the call's keys are in its member "function" */
    bool text_arguments;        /* the arguments are the text of a string       */
    uint32_t depth, call_depth; /* open brackets; those around a call's keys */
    uint32_t code, high;        /* of a \u escape; of the one right before it   */
    char key[32], name[CFT_REPLY_NAME], id[CFT_REPLY_NAME];
    size_t key_length, name_length, id_length;
    size_t pending; /* arguments kept until the name is known: in parser->kept */
    uint8_t stack[CFT_REPLY_DEPTH / 8 + 1]; /* one bit a level: object or array */
} cft_reply_json;

typedef struct cft_reply_note { /* an event whose texts are offsets, until it is asked for */
    cft_reply_kind kind;
    uint32_t flags, call;
    bool scratch; /* text is in the scratch buffer, not in the input */
    size_t text, length, id, id_length;
    const char *reason;
    uint64_t begin, end;
} cft_reply_note;

/* How code for an interpreter is written. */
typedef enum cft_reply_fence {
    CFT_FENCE_NO_CODE, /* the call is no code                                   */
    CFT_FENCE_NONE,    /* bare                                                  */
    CFT_FENCE_PLAIN,   /* in a Markdown fence; the call's name is its language  */
    CFT_FENCE_OPEN     /* the same, and the fence is not closed                 */
} cft_reply_fence;

typedef struct cft_reply_call {
    size_t name, name_length, id, id_length, arguments, arguments_length; /* in parser->said */
    cft_reply_fence fence; /* of code for an interpreter */
} cft_reply_call;

/* What may begin where text is. */
enum {
    CFT_WATCH_STOP,
    CFT_WATCH_THINK,
    CFT_WATCH_UNTHINK,
    CFT_WATCH_ANSWER,
    CFT_WATCH_UNANSWER,
    CFT_WATCH_SECTION,
    CFT_WATCH_CALL,
    CFT_WATCH_LIST,
    CFT_WATCH_HEADER,
    CFT_WATCH_CODE,
    CFT_WATCH_MOST
};

/* Where the reasoning is. */
typedef enum cft_reply_think {
    CFT_THINK_MAY, /* nothing has come that it could not stand after          */
    CFT_THINK_OPEN,
    CFT_THINK_CALL, /* a call came before it was closed; its close may yet come */
    CFT_THINK_DONE
} cft_reply_think;

typedef struct cft_reply_watch {
    const char *marker;
    uint8_t what;
    /* One bit for each byte that an alternative begins with, modulo 64, and goes on with. */
    uint64_t begins, goes_on;
} cft_reply_watch;

/* The markers that count in one state, and the bytes that they begin with. */
typedef struct cft_reply_watches {
    cft_reply_watch at[CFT_WATCH_MOST];
    size_t count;
    bool first[256];  /* a marker may begin with this byte                     */
    bool second[256]; /* and go on with this one                               */
    bool plain[256];  /* this byte is neither that nor white space             */
} cft_reply_watches;

struct cft_reply {
    cft_budget budget; /* pays for all that the buffers hold, and for the work              */
    uint64_t funded;   /* bytes of the reply that its limits reckon with                    */
    cft_reply_watches watches[2]; /* outside of the reasoning, and inside */
    const cft_reply_row *row;
    cft_value tools;
    chatfmt_status status;
    cft_reply_state state;
    cft_reply_asked asked;
    cft_value tool; /* the schema of the called tool's parameters; absent without one    */
    cft_reply_think think;
    bool fresh; /* the reasoning has been opened, or a call has ended: its marker may be repeated */
    cft_reply_state back; /* CONTENT or REASONING: where a call began */
    /* From the marker of a call or of a section up to its end: calls of tools that were not
     * offered are no calls but text, and so is what frames nothing else. */
    bool muted;        /* the call that is open is none                                     */
    bool region_muted; /* there has been such a call                                        */
    bool surplus;      /* it is one call too many                                           */
    uint32_t region_calls;       /* and so many that are calls       */
    bool late_id;      /* the open call has its id from after its arguments          */
    /* Ids "call_N": what the next one that is made has at least, and the least and greatest that
     * the model wrote itself. */
    uint64_t next_id, least_id, most_id;

    cft_buffer hold;   /* bytes not yet forgotten                                   */
    size_t at, limit;  /* of them: where reading is, and what may be looked at      */
    uint64_t base;     /* byte of the reply that hold.data[0] is                    */
    uint64_t reported;     /* bytes of the reply that events account for                */
    uint64_t blank_at; /* where white space was counted, in bytes of the reply       */
    size_t blank;      /* and how much                                               */
    size_t scanned;    /* offset from `at` that a search needs not look at again    */
    bool final;
    uint64_t stop_at; /* up to here no text of the caller's ends the reply           */
    bool skip_space;  /* white space here is framing                               */
    bool truncated;

    cft_buffer scratch; /* texts of events that are not the input's own bytes        */
    cft_buffer notes;   /* cft_reply_note                                            */
    size_t note_count, note_next;

    cft_buffer content, reasoning, said; /* the message so far; `said`: names, ids, arguments */
    cft_buffer calls; /* cft_reply_call                                            */
    uint32_t call_count;
    bool call_open; /* a call has begun and not ended                            */
    bool in_section;
    bool implied;      /* its marker was missing                                    */
    bool to_user;      /* the message's header addresses the user: calls in it are quoted */
    size_t to_user_at; /* bytes of content before it                                  */
    size_t answer_at;  /* bytes of content before the last marker                     */
    bool answered;     /* an answer was opened by its marker, and not closed          */
    bool flowing;      /* the last text was white space too long to be held back         */
    bool parted;       /* a call has ended: content before and after it is parted       */
    char gap[16];      /* the end of the white space between the last text and a marker  */
    size_t gap_length;
    bool bare, bare_failed; /* the call has no marker at all; one such was none          */
    bool opened;            /* the prompt has opened a call                                */
    cft_buffer kept;        /* arguments that came before the name; a parameter's key    */
    cft_buffer work;        /* a text on its way out                                       */
    uint32_t parameters;    /* TAGS: parameters of this call so far */
    bool value_plain[256];  /* TAGS: bytes that pass through a value that is a string */
    uint8_t value_type;     /* TAGS: how the value is written */
    bool value_lines;       /* TAGS: it began after a newline, and ends before one */
    bool cdata;             /* TAGS: the value ends with "]]>" and its closing tag */
    int8_t string_flag;     /* TAGS: string="true|false": 1, 0, -1 not said */
    cft_reply_json json;
    char name[CFT_REPLY_NAME], id[CFT_REPLY_NAME];
    size_t name_length, id_length;
    uint32_t held_depth; /* PYTHON, CUSTOM: scanner's state */
    char held_quote;
    bool held_escape;
    cft_reply_kind raw_kind;
};

/* Append, without a call where there is room. */
static inline chatfmt_status cft_reply_put(cft_buffer *buffer, const char *data, size_t length)
{
    if (buffer->capacity - buffer->length < length || !buffer->data)
        return cft_buffer_append(buffer, data, length);
    memcpy(buffer->data + buffer->length, data, length);
    buffer->length += length;
    return CHATFMT_OK;
}

/* ---- reply_tell.c ---- */

/* Record an event that accounts for all bytes up to hold offset `end`. */
cft_reply_step cft_reply_tell(cft_reply *p, cft_reply_kind kind, uint32_t flags, cft_slice text,
                              bool scratch, size_t end, const char *reason);
/* Markers and white space: account for everything up to hold offset `end`. */
cft_reply_step cft_reply_frame(cft_reply *p, size_t end, uint32_t flags, const char *reason);
/* Bytes [begin, end) of the input as they are: what is before them is framing. */
cft_reply_step cft_reply_bytes(cft_reply *p, cft_reply_kind kind, size_t begin, size_t end,
                               uint32_t flags, const char *reason);
/* A text of our own, accounting for the input up to `end`. */
cft_reply_step cft_reply_text(cft_reply *p, cft_reply_kind kind, const char *text,
                              size_t length, size_t end);
/* A call of the tool `name`; text when that was not offered. */
cft_reply_step cft_reply_begin_call(cft_reply *p, cft_slice name, cft_slice id, size_t end);
/* Code for an interpreter, which is in no list of functions: a call unless there are no tools. */
cft_reply_step cft_reply_begin_code(cft_reply *p, cft_slice name, size_t end);
cft_reply_step cft_reply_end_call(cft_reply *p, size_t end, uint32_t flags, const char *reason);
/* The open call's own id, which came after its arguments. */
chatfmt_status cft_reply_late_id(cft_reply *p, cft_slice id);
/* Was there a call since the text before its markers, be it one too many? */
bool cft_reply_was_call(const cft_reply *p);
/* The text that follows does not belong to a call or its markers. */
void cft_reply_leave_region(cft_reply *p);
cft_reply_step cft_reply_fail(cft_reply *p, chatfmt_status status);
/* What was begun is malformed: end the call, and read on as content from here. */
cft_reply_step cft_reply_give_up(cft_reply *p, const char *reason);
/* The same for arguments that were collected before they were read: from here to hold offset
 * `end` they are content. */
cft_reply_step cft_reply_give_back(cft_reply *p, size_t end, const char *reason);

/* ---- reply_text.c ---- */

/* Which markers may count outside of the reasoning, and inside. */
void cft_reply_set_watches(cft_reply_watches *w, const cft_reply_row *row, bool thinking);
/* Content or reasoning up to the next marker. */
cft_reply_step cft_reply_step_text(cft_reply *p);
/* Between the calls of a section. */
cft_reply_step cft_reply_step_section(cft_reply *p);
/* After the end of the turn. */
cft_reply_step cft_reply_step_after(cft_reply *p);
/* After the call's closing marker: the next call, or content. */
void cft_reply_next_call(cft_reply *p);
/* A call's opening marker has been read. */
void cft_reply_enter_call(cft_reply *p);

/* Bytes of white space where reading is. What was counted before is not looked at again, so
 * that waiting for its end is linear. */
size_t cft_reply_blank(cft_reply *p);

static inline size_t cft_reply_left(const cft_reply *p)
{
    return p->limit - p->at;
}
static inline const char *cft_reply_here(const cft_reply *p)
{
    return p->hold.data + p->at;
}

/* ---- reply_marker.c ---- */

typedef enum cft_match { CFT_MATCH_NO, CFT_MATCH_PART, CFT_MATCH_YES } cft_match;

/* Does the text at `data` begin with one of the alternatives of `marker`? *length = the longest
 * that does. PART: it may, once more bytes are here. Empty markers never match. */
cft_match cft_marker_at(const char *marker, const char *data, size_t left, bool final,
                        size_t *length);
/* True when no alternative is given. */
static inline bool cft_marker_none(const char *marker)
{
    return marker[0] == '\0';
}
/* The first alternative. */
cft_slice cft_marker_first(const char *marker);
/* Bytes of white space at the beginning of `left` bytes. */
size_t cft_reply_spaces(const char *data, size_t left);
/* The same, but no more than CFT_REPLY_BLANKS + 1 are looked at: for what must be near. */
#define CFT_REPLY_BLANKS 64
static inline size_t cft_reply_few_spaces(const char *data, size_t left)
{
    return cft_reply_spaces(data, left <= CFT_REPLY_BLANKS ? left : CFT_REPLY_BLANKS + 1);
}
bool cft_reply_is_space(char c);

/* ---- reply_offered.c ---- */

/* Were tools given, and is this one of them, by itself or after a namespace ("functions.f")?
 * Then *name is its name and *tool what was given of it (both may be NULL). True when none were
 * given. */
bool cft_reply_offered(const cft_reply *p, cft_slice *name, cft_value *tool);
/* No tools were offered at all: there is no call. */
bool cft_reply_no_tools(const cft_reply *p);
/* Whether the bytes at `data` begin an offered name that ends before `end`. */
cft_match cft_reply_offered_at(const cft_reply *p, const char *data, size_t left, char end);
/* The longest of the names that were offered; 0 without any. */
size_t cft_reply_longest_name(const cft_reply *p);

/* ---- the shapes ---- */

/* How reading goes on where a call begins, and after its name. */
typedef struct cft_reply_shape_row {
    void (*enter)(cft_reply *p);
    void (*named)(cft_reply *p);
} cft_reply_shape_row;

extern const cft_reply_shape_row cft_reply_shapes[CFT_SHAPE_COUNT];

void cft_reply_json_begin(cft_reply_json *json, uint32_t call_depth);
/* JSON comes: a call with its keys (call_depth 1), or the arguments alone (0). */
void cft_reply_enter_json(cft_reply *p, uint32_t call_depth);
/* Nothing but a call's name, or a part of it, has been read. */
bool cft_reply_json_is_name(const cft_reply *p);
/* A, B and the arguments of C. */
cft_reply_step cft_reply_step_json(cft_reply *p);
cft_reply_step cft_reply_step_name(cft_reply *p);
cft_reply_step cft_reply_step_close(cft_reply *p);
cft_reply_step cft_reply_step_tags(cft_reply *p);
cft_reply_step cft_reply_step_value(cft_reply *p);
cft_reply_step cft_reply_step_held(cft_reply *p);
cft_reply_step cft_reply_step_header(cft_reply *p);
cft_reply_step cft_reply_step_raw(cft_reply *p);
/* CHANNEL: the state of a reply that begins, and the markers of a prompt that has opened the
 * reasoning. */
void cft_reply_channel_reset(cft_reply *p, cft_reply_start start);
void cft_reply_channel_reasoning(const char **open, const char **close);
cft_reply_step cft_reply_step_opening(cft_reply *p);
/* The reply ends in a call of tags: between two of its parameters its arguments are whole. */
cft_reply_step cft_reply_close_tags(cft_reply *p);
/* It ends in the JSON of arguments: what would close them. */
cft_reply_step cft_reply_close_json(cft_reply *p);
cft_reply_step cft_reply_step_nested(cft_reply *p);
cft_reply_step cft_reply_step_code(cft_reply *p);
/* The name of a call of nested tags is known; it is reported with its arguments. */
cft_reply_step cft_reply_enter_nested(cft_reply *p, cft_slice name);

/* ' a="b"' after the '"' at hold offset `from`, up to `close`: YES with the length of it all.
 * *string (may be NULL) = 1 for type="string", 0 for another type, -1 without one. */
cft_match cft_reply_attributes(const cft_reply *p, size_t from, const char *close,
                               int8_t *string, size_t *length);

/* Append the JSON of a raw value by the types that the schema of parameter `key` allows;
 * without a schema it is a string. `forced`: 1 string, 0 JSON, -1 as the schema says. */
chatfmt_status cft_reply_typed(const cft_reply *p, cft_slice key, cft_slice raw, int forced,
                               cft_buffer *out);
/* The schema of parameter `key` of the tool that is called, of a member of an object's schema,
 * of an array's items; absent without one. */
cft_value cft_reply_schema(const cft_reply *p, cft_slice key);
cft_value cft_reply_schema_member(const cft_reply *p, cft_value schema, cft_slice key);
cft_value cft_reply_schema_items(const cft_reply *p, cft_value schema);
/* As cft_reply_typed, with a schema at hand. */
chatfmt_status cft_reply_typed_by(const cft_reply *p, cft_value schema, cft_slice raw,
                                  cft_buffer *out);
/* True when the schema allows nothing but a string, so that it can be streamed. */
bool cft_reply_only_string(const cft_reply *p, cft_slice key, int forced);

/* Python's literal syntax and the families' own to JSON; false when malformed. */
bool cft_reply_python_to_json(cft_slice text, cft_buffer *out, chatfmt_status *status);
bool cft_reply_literal_to_json(cft_slice text, cft_buffer *out, chatfmt_status *status);
bool cft_reply_custom_to_json(cft_slice text, const char *quote, cft_buffer *out,
                              chatfmt_status *status);

/* ---- reply_plain.c ---- */

/* Look for the bracket that ends the call whose strings stand as they are. True when it has been
 * passed. */
bool cft_reply_scan_plain(cft_reply *p);
/* Is there nothing, or a parameter, at the begin of what is between a call's brackets? */
bool cft_reply_is_plain(cft_slice text);
/* Append the arguments that are between the brackets of a call of p->tool, as JSON. */
chatfmt_status cft_reply_plain_to_json(const cft_reply *p, cft_slice text, cft_buffer *out);

/* True when the text is one JSON value with nothing around it but white space. */
bool cft_reply_is_json(cft_slice text);
/* The inside of a JSON string: escapes as needed. */
chatfmt_status cft_reply_put_escaped(cft_buffer *out, const char *data, size_t length);

#endif
