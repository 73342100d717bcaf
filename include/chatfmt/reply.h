/* chatfmt/reply.h - what a model wrote, back into a message, while it streams.
 *
 *     chatfmt_reply_parser *parser;
 *     chatfmt_reply_parser_new("qwen3", NULL, &parser, &error);
 *     while ((n = next_chunk(buffer)) > 0) {
 *         chatfmt_reply_parser_feed(parser, buffer, n, &error);
 *         while ((event = chatfmt_reply_parser_next(parser))) show(event);
 *     }
 *     chatfmt_reply_parser_finish(parser, &error);
 *     while ((event = chatfmt_reply_parser_next(parser))) show(event);
 *     chatfmt_reply_parser_message(parser, &json, &error);
 *
 * An event is never taken back. However the text is cut into chunks, the events joined are the
 * same. Every byte of the reply lies in the range of one event; text that does not follow the
 * family's format arrives as content, and the event at which that was noticed, such as the end of a
 * call, has a flag and a reason. So a reply never fails.
 */
#ifndef CHATFMT_REPLY_H
#define CHATFMT_REPLY_H

#include "chatfmt/tokenizer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Which family ------------------------------------------------------------------------ */

/* How many families of replies there are. Static, any thread, O(1). */
CHATFMT_API size_t chatfmt_reader_count(void);

/* What a family is called and how it writes; all static. */
typedef struct chatfmt_reader_info {
    chatfmt_slice name;
    chatfmt_slice aliases; /* other names, separated by '\f' */
    chatfmt_slice shape;   /* "object", "array", "named", "tags", "python", "custom", "channel" or
                              "none" */
} chatfmt_reader_info;

/* Family number `index`; empty slices beyond the last. Any thread, O(1). */
CHATFMT_API chatfmt_reader_info chatfmt_reader_at(size_t index);

/*
 * The family whose markers the source of a chat template shows, such as "hermes".
 *
 *   source  `length` bytes of a template; borrowed during the call.
 *
 * Returns its name (static), or an empty slice when no family fits. Any thread. O(length times
 * families).
 */
CHATFMT_API chatfmt_slice chatfmt_reader_detect(const char *source, size_t length);

/* ---- Reading ----------------------------------------------------------------------------- */

/* One reply that is being read. Serves one thread at a time. */
typedef struct chatfmt_reply_parser chatfmt_reply_parser;

/* Flags of chatfmt_reply_options. */
enum {
    CHATFMT_REPLY_REASONING_OPEN = 1, /* the prompt has opened the reasoning, also where `prompt`
                                         does not show it                                      */
    CHATFMT_REPLY_CONTROL_TOKENS = 2, /* with ids: a marker that is an added token of the
                                         tokenizer counts only as that token; ordinary tokens
                                         whose text looks like it are content                  */
    CHATFMT_REPLY_UNKNOWN_CALLS = 4,  /* calls of tools that are not in `tools` are calls, too */
    CHATFMT_REPLY_ONE_CALL = 8,       /* parallel_tool_calls: false. Further calls are frames
                                         with a reason                                         */
    CHATFMT_REPLY_REASONING_IN_CONTENT = 16, /* reasoning stays in the content, with its
                                         markers, also those at the end of `prompt`            */
    CHATFMT_REPLY_CLOSED_ARGUMENTS = 32 /* arguments that the end of the reply cuts off are
                                         closed, so that they are JSON; the call stays flagged.
                                         Those written as the text of a string stay as they are */
};

typedef struct chatfmt_reply_options {
    size_t struct_size;                 /* set by CHATFMT_REPLY_OPTIONS_INIT                   */
    uint32_t flags;                     /* unknown bits are refused                            */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                      */
    chatfmt_slice prompt;               /* the rendered prompt, or its end: tells whether the
                                           reasoning is open. Only the turn of the reply counts,
                                           not what earlier messages write: a reader of a
                                           template knows how that turn begins, others look for
                                           the tokens of turns. It may end with `begun`, which is
                                           not read twice; borrowed during the call            */
    chatfmt_value tools;                /* list of tools in OpenAI's form: only they are called,
                                           and their schemas give raw arguments their types. An
                                           empty list: nothing is a call. Absent or null: calls
                                           as the family writes them, so give an empty list for a
                                           request without tools. BAD_ARGUMENT when it is
                                           anything else, or an item has no name in
                                           function.name or, as a function without the object
                                           around it, in name; then `path` of the error is that
                                           of the item (tools[1]). Items of a `type` other than
                                           function need none: no reply calls them. Schemas are
                                           read of `parameters` beside that name, not of
                                           `input_schema`. Borrowed, with the text that its
                                           strings are in, until the reply is freed            */
    const chatfmt_limits *limits;       /* of each reply, see below; copied. NULL, and fields
                                           that are 0: by the size of the reply                */
    uint32_t calls_before;              /* calls of earlier messages: "call_N" continues from
                                           there, so that ids differ within a conversation     */
    uint32_t reserved;                  /* 0                                                   */
    chatfmt_slice begun;                /* the part of the message that the prompt already has,
                                           such as text that the model continues (turn.prefill
                                           of chatfmt_applied): it is read
                                           first. Take its events before the first feed; ranges
                                           count it. Borrowed until the reply is freed         */
    const chatfmt_slice *stops;         /* texts that end the reply wherever they are, such as a
                                           user's `stop`. BAD_ARGUMENT when one is empty or
                                           NULL, with its path (stops[0]). Borrowed until the
                                           reply is freed                                      */
    size_t stop_count;
    const uint32_t *stop_ids;           /* ids that end the reply when they are fed, such as those
                                           of chatfmt_prompt; text that is fed does not meet
                                           them. STOP has the token's
                                           text, whatever it is. Borrowed until the reply is
                                           freed                                               */
    size_t stop_id_count;
} chatfmt_reply_options;

#define CHATFMT_REPLY_OPTIONS_INIT                                                             \
    {sizeof(chatfmt_reply_options), 0, NULL, {NULL, 0}, {{0, 0}}, NULL, 0, 0, {NULL, 0}, NULL, 0,  \
     NULL, 0}

/*
 * What reading one reply of n bytes may cost. Reaching a limit is the error LIMIT with its name,
 * its value and the value reached; afterwards the reply can only be restarted or freed.
 *
 *   fuel          steps: one for each feed, each marker and each 16 bytes; 50000000 + 64 n
 *   string_bytes  text that is held back until more of the reply decides what it is; 16 MiB
 *   heap_bytes    memory for held text, events, the message and its JSON; the larger of 240 MiB
 *                 and 48 n
 *   output_bytes  the message as JSON; the larger of 128 MiB and 8 n
 *
 * In these defaults n is the bytes fed so far, rounded up to 64 KiB; a value that is given is
 * fixed. The other fields of chatfmt_limits have no effect here.
 */

/*
 * Begin to read a reply.
 *
 *   family   a name or alias, in any case, NUL-terminated.
 *   options  NULL for the defaults.
 *   out      receives an owned reply; free with chatfmt_reply_parser_free(). NULL on any error.
 *   error    may be NULL.
 *
 * Errors: NOT_FOUND for an unknown family (chatfmt_reader_at() lists them); BAD_ARGUMENT;
 * NO_MEMORY.
 * Threads: safe; a reply then serves one thread at a time.
 */
CHATFMT_API chatfmt_status chatfmt_reply_parser_new(const char *family,
                                                    const chatfmt_reply_options *options,
                                                    chatfmt_reply_parser **out,
                                                    chatfmt_error *error);

/* Free a reply; NULL is allowed. */
CHATFMT_API void chatfmt_reply_parser_free(chatfmt_reply_parser *parser);

/* Forget what was read and begin another reply to the same prompt: all options stay, and what they
 * borrow must still be there. A reply to another prompt, or with other tools, needs a new object.
 * Keeps the memory, so a similar reply allocates nothing, except for the decoding of ids; more than
 * half of heap_bytes is given back. */
CHATFMT_API void chatfmt_reply_parser_restart(chatfmt_reply_parser *parser);

/*
 * Take the next bytes of the reply; code points may be cut. Then take the events. After STOP all
 * that follows is FRAME.
 *
 * Errors: LIMIT; NO_MEMORY; BAD_ARGUMENT.
 * Cost: linear in the reply, whatever it holds.
 */
CHATFMT_API chatfmt_status chatfmt_reply_parser_feed(chatfmt_reply_parser *parser, const char *data,
                                                     size_t length, chatfmt_error *error);

/*
 * The same with token ids, as a model makes them, instead of bytes; ranges of events are then
 * those of the decoded text, special tokens counted in. Under CONTROL_TOKENS the text of a token
 * is held back while it may begin something that looks like a control token.
 *
 *   encoder  of the model's tokenizer; one and the same while the parser lives, restarts included,
 *            and not freed before the last chatfmt_reply_parser_finish(). Several parsers may be
 *            fed in turn with it, on one thread, and between feeds it may encode and decode
 *            anything else there.
 *
 * An id that the tokenizer does not have is no text.
 *
 * Errors: those of chatfmt_reply_parser_feed(), and VALUE where chatfmt_decode_stream_push() fails
 *         with it.
 */
CHATFMT_API chatfmt_status chatfmt_reply_parser_feed_ids(chatfmt_reply_parser *parser,
                                                         chatfmt_encoder *encoder,
                                                         const uint32_t *ids, size_t count,
                                                         chatfmt_error *error);

/* The reply has ended: what was held back becomes events. Before the next feed call
 * chatfmt_reply_parser_restart(): a feed without it fails with BAD_ARGUMENT. Errors: those of
 * chatfmt_reply_parser_feed(). */
CHATFMT_API chatfmt_status chatfmt_reply_parser_finish(chatfmt_reply_parser *parser,
                                                       chatfmt_error *error);

typedef enum chatfmt_event_kind {
    CHATFMT_EVENT_FRAME = 0,      /* markers, and the white space that belongs to them         */
    CHATFMT_EVENT_CONTENT = 1,    /* text: what the user sees                                  */
    CHATFMT_EVENT_REASONING = 2,  /* text: what the model thought                              */
    CHATFMT_EVENT_CALL = 3,       /* a tool call begins; text = its name                       */
    CHATFMT_EVENT_ARGUMENTS = 4,  /* text = a fragment of its arguments' JSON                  */
    CHATFMT_EVENT_CALL_END = 5,
    CHATFMT_EVENT_CODE = 6,       /* text = code for an interpreter                            */
    CHATFMT_EVENT_ROLE = 7,       /* text = the role that begins to speak                      */
    CHATFMT_EVENT_STOP = 8        /* text = the stop string                                    */
} chatfmt_event_kind;

/* Flags of an event. */
enum {
    CHATFMT_EVENT_MALFORMED = 1, /* not as its family writes it; `reason` says why             */
    CHATFMT_EVENT_TRUNCATED = 2  /* the reply ended inside it                                  */
};

/* A piece of a reply. The library's; may grow at its end. */
typedef struct chatfmt_event {
    chatfmt_event_kind kind;
    uint32_t flags;        /* CHATFMT_EVENT_…                                                  */
    uint32_t call;         /* number of the call, from 0                                       */
    uint32_t reserved;
    chatfmt_slice text;    /* borrowed until the next feed, finish, restart or free. Code points
                              are whole; bytes that are not UTF-8 are as they were fed, and those
                              of ids are U+FFFD                                                */
    chatfmt_slice id;      /* of CALL: the id that the model wrote, or "call_N"; of CALL_END: the
                              id that it wrote after the arguments, which the message has then */
    const char *reason;    /* of MALFORMED and TRUNCATED; static; otherwise NULL               */
    uint64_t begin, end;   /* bytes of the reply that the event accounts for                   */
    uint64_t ids_begin, ids_end; /* of a reply that is fed ids alone: the ids that these bytes are
                              of, counted from 0. An id with bytes of two events is in both, so that
                              ids_begin is the last id of the event before, or the one after it;
                              ids that make one character belong together. An event of no bytes has
                              none: both are the next id. 0 without ids                        */
} chatfmt_event;

/* The next event since the last open, restart, feed or finish; NULL when there is none left.
 * Take all before the next such call: what is left then is dropped, though the message still has
 * it. Borrowed until the next call with the reply. */
CHATFMT_API const chatfmt_event *chatfmt_reply_parser_next(chatfmt_reply_parser *parser);

/*
 * The message so far in OpenAI's form: {"role", "content", "reasoning_content"?, "tool_calls"?},
 * arguments as JSON text.
 *
 *   json  receives UTF-8, borrowed until the next call of this function, restart or free.
 *
 * Errors: LIMIT, NO_MEMORY, BAD_ARGUMENT. Cost: O(message).
 */
CHATFMT_API chatfmt_status chatfmt_reply_parser_message(chatfmt_reply_parser *parser,
                                                        chatfmt_slice *json,
                                                        chatfmt_error *error);

/* ---- Replies that tokenizer_config.json describes ---------------------------------------- */

/* How a model's replies are written, as Hugging Face describes it: a `response_template`, or the
 * older `response_schema`. Immutable: any number of threads may read with one. */
typedef struct chatfmt_response_template chatfmt_response_template;

typedef enum chatfmt_response_source {
    CHATFMT_RESPONSE_TEMPLATE = 0, /* the value of "response_template"                         */
    CHATFMT_RESPONSE_SCHEMA = 1,   /* the value of "response_schema"                           */
    CHATFMT_RESPONSE_CONFIG = 2    /* a tokenizer_config.json that holds one of them           */
} chatfmt_response_source;

/*
 * Read a description.
 *
 *   json       `length` bytes of JSON; borrowed during the call.
 *   source     what the JSON is.
 *   allocator  copied; NULL = the C library's.
 *   limits     copied; NULL = the defaults.
 *   out        receives an owned description; free with chatfmt_response_template_free(). NULL on
 *              any error.
 *   error      may be NULL.
 *
 * Errors: INPUT for what is no JSON; VALUE and TYPE where transformers refuses it; SYNTAX and
 * UNSUPPORTED with the byte of a regular expression that is wrong, or that PCRE2 would match
 * otherwise than Python; NOT_FOUND for a configuration that describes nothing; LIMIT; NO_MEMORY;
 * BAD_ARGUMENT. Threads: safe. Cost: O(length), and the compiling of its expressions.
 * Source: transformers, utils/chat_parsing.
 */
CHATFMT_API chatfmt_status chatfmt_response_template_new(const char *json, size_t length,
                                                         chatfmt_response_source source,
                                                         const chatfmt_allocator *allocator,
                                                         const chatfmt_limits *limits,
                                                         chatfmt_response_template **out,
                                                         chatfmt_error *error);

/* Free a description that no reply uses any more; NULL is allowed. */
CHATFMT_API void chatfmt_response_template_free(chatfmt_response_template *description);

/* One reply that is being read by a description. Serves one thread at a time. */
typedef struct chatfmt_response chatfmt_response;

typedef struct chatfmt_response_options {
    size_t struct_size;                 /* set by CHATFMT_RESPONSE_OPTIONS_INIT                */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                      */
    const chatfmt_limits *limits;       /* copied; NULL = the defaults. The fuel is for the
                                           whole reply                                         */
    chatfmt_slice prompt;               /* the rendered prompt; what follows the last start
                                           anchor in it belongs to the reply's message.
                                           Borrowed during the call                            */
    chatfmt_value tools;                /* list of tools in OpenAI's form, whose schemas give
                                           arguments their types; absent = none. What is no
                                           list, and items without a name, have no effect.
                                           Borrowed until the reply is freed                   */
} chatfmt_response_options;

#define CHATFMT_RESPONSE_OPTIONS_INIT                                                          \
    {sizeof(chatfmt_response_options), NULL, NULL, {NULL, 0}, {{0, 0}}}

/*
 * Begin to read a reply. Then take the events of the prompt with chatfmt_response_next().
 *
 *   description  borrowed until the reply is freed.
 *   options      NULL for the defaults.
 *   out          receives an owned reply; free with chatfmt_response_free(). NULL on any error.
 *   error        may be NULL.
 *
 * Errors: as of feed, for what the prompt holds; BAD_ARGUMENT.
 * Threads: safe; a reply then serves one thread at a time.
 */
CHATFMT_API chatfmt_status chatfmt_response_new(const chatfmt_response_template *description,
                                                const chatfmt_response_options *options,
                                                chatfmt_response **out, chatfmt_error *error);

/* Free a reply; NULL is allowed. */
CHATFMT_API void chatfmt_response_free(chatfmt_response *response);

/* Forget what was read and begin another reply after `prompt` (`length` bytes, borrowed during
 * the call). Keeps the memory. Errors: as of feed; BAD_ARGUMENT. */
CHATFMT_API chatfmt_status chatfmt_response_restart(chatfmt_response *response,
                                                    const char *prompt, size_t length,
                                                    chatfmt_error *error);

/*
 * Take the next bytes; code points may be cut, and what is no UTF-8 becomes U+FFFD. Then take the
 * events. With a response_schema all events come at the end.
 *
 * Errors: VALUE, KEY or TYPE where transformers raises an exception, such as for a field that must
 * be JSON and is not; LIMIT for fuel, heap_bytes, string_bytes, and for more than 16 MiB that would
 * have to be held back; NO_MEMORY; BAD_ARGUMENT. After an error only restart and free are of use.
 * Cost: linear in the reply, and what the description's regular expressions take.
 */
CHATFMT_API chatfmt_status chatfmt_response_feed(chatfmt_response *response, const char *data,
                                                 size_t length, chatfmt_error *error);

/* The reply has ended. Errors as of feed; VALUE too when a required field is missing. */
CHATFMT_API chatfmt_status chatfmt_response_finish(chatfmt_response *response,
                                                   chatfmt_error *error);

typedef enum chatfmt_region_kind {
    CHATFMT_REGION_OPEN = 0,    /* a field begins                                              */
    CHATFMT_REGION_CHUNK = 1,   /* text of it                                                  */
    CHATFMT_REGION_CLOSE = 2,   /* it ends, and has this value                                 */
    CHATFMT_REGION_SKIPPED = 3  /* text outside of every field; transformers has no such event */
} chatfmt_region_kind;

/* A piece of a reply that a description reads. The library's; may grow at its end. */
typedef struct chatfmt_region_event {
    chatfmt_region_kind kind;
    int dirty;             /* of CHUNK: the value is known when the field closes, not before   */
    chatfmt_slice field;   /* its name; borrowed from the description                          */
    chatfmt_slice text;    /* of CHUNK and SKIPPED; borrowed until the next feed, finish,
                              restart or free                                                  */
    chatfmt_slice value;   /* of CLOSE: JSON; borrowed until restart or free                   */
    uint64_t begin, end;   /* bytes of the reply that the event accounts for, ill-formed ones
                              counted as the three bytes of U+FFFD                             */
} chatfmt_region_event;

/* The next event of the last new, restart, feed or finish; NULL when there is none left.
 * Borrowed until the next call with the response. */
CHATFMT_API const chatfmt_region_event *chatfmt_response_next(chatfmt_response *response);

/*
 * The message as transformers gives it: an object of the fields that are closed so far.
 *
 *   json  receives UTF-8, borrowed until restart or free.
 *
 * Errors: NO_MEMORY, LIMIT, BAD_ARGUMENT. Cost: O(message).
 */
CHATFMT_API chatfmt_status chatfmt_response_message(chatfmt_response *response,
                                                    chatfmt_slice *json, chatfmt_error *error);

/* ---- InternLM2's actions ----------------------------------------------------------------- */

/* A reply of InternLM2 to an agent: text, and actions addressed to a plugin or the interpreter,
 * with their raw payloads. Serves one thread at a time. */
typedef struct chatfmt_actions chatfmt_actions;

typedef struct chatfmt_actions_options {
    size_t struct_size;                 /* set by CHATFMT_ACTIONS_OPTIONS_INIT                 */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                      */
    const chatfmt_limits *limits;       /* of the reply, see below; copied. NULL, and fields
                                           that are 0: the defaults                            */
} chatfmt_actions_options;

#define CHATFMT_ACTIONS_OPTIONS_INIT {sizeof(chatfmt_actions_options), NULL, NULL}

/*
 * Begin to read.
 *
 *   options  NULL for the defaults.
 *   out      receives an owned reader; free with chatfmt_actions_free(). NULL on any error.
 *
 * A reply of n bytes may cost, before it is LIMIT with the name of the limit, its value and the
 * value reached: fuel for feeding, 50000000 + 64 n, one for each feed, each marker and each 16
 * bytes; string_bytes of text, 64 MiB or n; heap_bytes of memory for all that is kept and
 * written, 240 MiB or 48 n; output_bytes of JSON, 128 MiB or 16 n; the larger of two counts.
 * value_depth and integer_digits are those of the payloads' JSON, which has the fuel of a
 * render.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT. Any thread; a reader then serves one thread at a time.
 */
CHATFMT_API chatfmt_status chatfmt_actions_open(const chatfmt_actions_options *options,
                                                chatfmt_actions **out, chatfmt_error *error);
/* The same with default limits; `allocator` may be NULL. */
CHATFMT_API chatfmt_status chatfmt_actions_new(const chatfmt_allocator *allocator,
                                               chatfmt_actions **out, chatfmt_error *error);
/* Free; NULL is allowed. */
CHATFMT_API void chatfmt_actions_free(chatfmt_actions *actions);
/* Take the next bytes; `length` 0 with `data` NULL says that the reply has ended. Errors: LIMIT,
 * NO_MEMORY, BAD_ARGUMENT. Cost: linear in the reply. */
CHATFMT_API chatfmt_status chatfmt_actions_feed(chatfmt_actions *actions, const char *data,
                                                size_t length, chatfmt_error *error);
/*
 * All that was read, as JSON: {"actions": [{"text", "kind": "plugin"|"interpreter"|"unknown",
 * "payload", "complete", "call" or "code"}], "text", "closed", "after_im_end"}. `call.status` is
 * "ok" or what is wrong with the payload.
 *
 *   json  receives UTF-8, borrowed until the next call on `actions`.
 *
 * Errors: LIMIT, NO_MEMORY, BAD_ARGUMENT. Source: InternLM2-Chat's agent format, as lagent reads
 * it.
 */
CHATFMT_API chatfmt_status chatfmt_actions_result(chatfmt_actions *actions, chatfmt_slice *json,
                                                  chatfmt_error *error);
/* What is known while it streams, as JSON: {"phase": "text"|"kind_pending"|"unknown_kind"|
 * "payload"|"action_complete"|"done", "text", "action"?, "payload"?, "name"?}. Otherwise as
 * chatfmt_actions_result(). */
CHATFMT_API chatfmt_status chatfmt_actions_state(chatfmt_actions *actions, chatfmt_slice *json,
                                                 chatfmt_error *error);

#ifdef __cplusplus
}
#endif

#endif
