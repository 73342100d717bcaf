/* chatfmt/reply.h - read a model's reply into a message, also while it streams.
 *
 * Rules for the parameters of all functions are at the beginning of chatfmt/base.h.
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
 * An event is final: later text does not change it. If neighbouring events of one kind are joined,
 * the events are the same however the text is cut into chunks. Every byte of the reply lies in the
 * range of exactly one event.
 *
 * Each model family writes reasoning and tool calls in its own format. Text that does not follow
 * the family's format is content, and is never an error. The event at which this was noticed, such
 * as the end of a call, has a flag and a reason.
 */
#ifndef CHATFMT_REPLY_H
#define CHATFMT_REPLY_H

#include "chatfmt/tokenizer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Which family ------------------------------------------------------------------------ */

/* A family is a way to write reasoning and calls that several models share. The functions
 * chatfmt_reader_count(), chatfmt_reader_at() and chatfmt_reader_detect() are about families; an
 * object chatfmt_reader is in chatfmt/reader.h. */

/* The number of known families of replies. Any thread, O(1). */
CHATFMT_API size_t chatfmt_reader_count(void);

/*
 * The names of a family, and the form in which it writes tool calls (`shape`). All static. The
 * forms are:
 *
 *   object   {"name": …, "arguments": {…}} between markers
 *   array    an array of such objects
 *   named    a marker, the name, a marker, the arguments as JSON
 *   tags     nested tags with raw values, whose types come from the tool's schema
 *   python   f(a=1, b="x")
 *   custom   name{key:value}, with a string delimiter of its own
 *   channel  messages whose header says what they are
 *   none     the family has no tool calls; it may have reasoning and stop markers
 */
typedef struct chatfmt_reader_info {
    chatfmt_slice name;    /* such as "hermes"                                        */
    chatfmt_slice aliases; /* other names of the family, separated by '\f' */
    chatfmt_slice shape;   /* "object", "array", "named", "tags", "python", "custom", "channel" or
                              "none" */
} chatfmt_reader_info;

/* Family number `index`, from 0; empty slices when there is no such family. Any thread, O(1). */
CHATFMT_API chatfmt_reader_info chatfmt_reader_at(size_t index);

/*
 * Find the family whose markers are in the source of a chat template, such as "hermes".
 *
 *   source  the template's source; borrowed during the call. NULL: no family.
 *   length  bytes of `source`.
 *
 * Returns the family's name, static; an empty slice when no family fits.
 *
 * Threads: any.
 * Cost: O(length × number of families).
 */
CHATFMT_API chatfmt_slice chatfmt_reader_detect(const char *source, size_t length);

/* ---- Reading ----------------------------------------------------------------------------- */

/* A parser: one reply that is being read. It serves one thread at a time, and may move to another
 * thread between two calls. */
typedef struct chatfmt_reply_parser chatfmt_reply_parser;

/* Flags of chatfmt_reply_options. */
enum {
    CHATFMT_REPLY_REASONING_OPEN = 1, /* the reply begins inside of the reasoning, because the
                                         prompt has opened it, even where `prompt` does not
                                         show that                                             */
    CHATFMT_REPLY_CONTROL_TOKENS = 2, /* for ids: a marker that is an added token of the
                                         tokenizer counts only when it is that token. Ordinary
                                         tokens with the same text are content                 */
    CHATFMT_REPLY_UNKNOWN_CALLS = 4,  /* calls of tools that are not in `tools` are calls, too.
                                         Without this flag they are content                    */
    CHATFMT_REPLY_ONE_CALL = 8,       /* parallel_tool_calls=False: only the first call is a
                                         call. Further calls are frames with a reason          */
    CHATFMT_REPLY_REASONING_IN_CONTENT = 16, /* reasoning stays in the content, with its
                                                markers. So does the end of `prompt`, from the
                                                marker on that opens the reasoning: it comes
                                                as events first, and ranges of events count
                                                its bytes. In the family "gpt-oss", headers
                                                stand in place of markers; they stay frames    */
    CHATFMT_REPLY_CLOSED_ARGUMENTS = 32 /* arguments that are cut off by the end of the reply
                                           are completed to JSON. A comma, a name or an escape
                                           that is cut off is left out, and is reported only
                                           when it is complete. The call stays TRUNCATED.
                                           Arguments that the family writes as the text of a
                                           string stay as they are                              */
};

typedef struct chatfmt_reply_options {
    size_t struct_size;                 /* set by CHATFMT_REPLY_OPTIONS_INIT                   */
    uint32_t flags;                     /* CHATFMT_REPLY_…; default 0. Unknown bits are
                                           refused                                             */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                      */
    chatfmt_slice prompt;               /* the rendered prompt, or its end. It decides whether
                                           the reply begins inside of the reasoning or of a
                                           call. Empty: no prompt.
                                           Only the turn of the reply counts, not what earlier
                                           messages write. A reader of a template
                                           (chatfmt_reader) knows how that turn begins; others
                                           search for tokens that begin turns.
                                           The prompt may end with `begun`, which is not read
                                           twice. Borrowed during the call                     */
    chatfmt_value tools;                /* array of tools in OpenAI's form. Only these are
                                           called, and their schemas give raw arguments their
                                           types. A call of another tool, with its markers, is
                                           content (CHATFMT_REPLY_UNKNOWN_CALLS changes that).
                                           Its event has a `reason`, unless the call has no
                                           marker.
                                           An empty array: nothing is a call. Absent or null:
                                           every call that the family writes is a call; so
                                           pass an empty array for a request without tools.
                                           A tool has its name in function.name or, without an
                                           object "function", in name. Tools of a `type` other
                                           than "function" need no name: no reply calls them.
                                           Schemas are read from `parameters` beside the name,
                                           not from `input_schema`.
                                           Any other value, even an empty object, fails as
                                           BAD_ARGUMENT with the path "tools". So does a tool
                                           without a name, with its own path such as tools[1].
                                           Borrowed until the parser is freed, with the texts
                                           of its strings                                      */
    const chatfmt_limits *limits;       /* for each reply, see below; copied. NULL, and fields
                                           that are 0: limits that depend on the size of the
                                           reply                                               */
    uint32_t calls_before;              /* number of calls in earlier messages of the
                                           conversation: the ids "call_N" continue from it, so
                                           that they are unique in the conversation. An id that
                                           the model wrote for an earlier call of the reply is
                                           skipped. Default 0                                  */
    uint32_t reserved;                  /* 0                                                   */
    chatfmt_slice begun;                /* the part of the message that the prompt already has,
                                           such as text that the model continues (turn.prefill
                                           of chatfmt_applied). It is read first. Ranges of
                                           events count its bytes. All events before the first
                                           feed repeat a part of `begun`, except for the STOP
                                           of a reply that ends there. When `begun` ends in
                                           what may begin a marker, the events of its last
                                           bytes come after the first feed. Of events after the
                                           first feed, those of content, reasoning and frames
                                           whose `end` is at most begun.length repeat a part
                                           of `begun`. All others, such as those of calls, are
                                           new.
                                           An event of content, reasoning or code never holds
                                           text of `begun` and new text together. It is text:
                                           markers in it count, also with
                                           CHATFMT_REPLY_CONTROL_TOKENS. An error of reading
                                           it (LIMIT, NO_MEMORY) comes from the first feed or
                                           finish, also after a restart. Borrowed until the
                                           parser is freed                                     */
    const chatfmt_slice *stops;         /* texts, not ids, that end the reply wherever they
                                           occur, such as a user's `stop`. The markers with
                                           which the reader ends a turn need not be listed.
                                           `stops` of chatfmt_applied may be added where the
                                           reader was not found by the template: "none", a
                                           family by name, CHATFMT_READER_HINT.
                                           Texts in `begun` count, too. An empty text, or one
                                           with NULL data, fails as BAD_ARGUMENT with
                                           error->path such as stops[0]. NULL only with
                                           stop_count 0. Borrowed until the parser is freed    */
    size_t stop_count;                  /* number of texts in `stops`; default 0               */
    const uint32_t *stop_ids;           /* ids that end the reply when they are fed, such as
                                           `stops` of chatfmt_prompt, which are ids. They have
                                           no effect on text that is fed as bytes. The text of
                                           the STOP event is the token's text. NULL only with
                                           stop_id_count 0. Borrowed until the parser is freed */
    size_t stop_id_count;               /* number of ids in `stop_ids`; default 0              */
} chatfmt_reply_options;

#define CHATFMT_REPLY_OPTIONS_INIT                                                             \
    {sizeof(chatfmt_reply_options), 0, NULL, {NULL, 0}, {{0, 0}}, NULL, 0, 0, {NULL, 0}, NULL, 0,  \
     NULL, 0}

/*
 * What reading one reply may cost. The limits and their defaults are:
 *
 *   fuel          steps: one for each feed, each marker and each 16 bytes; 50000000 + 64 n
 *   string_bytes  text that is held back until more of the reply decides what it is; 16 MiB
 *   heap_bytes    memory for held text, events, the message and its JSON; the larger of 240 MiB
 *                 and 48 n
 *   output_bytes  the message as JSON; the larger of 128 MiB and 8 n
 *
 * In these defaults, n is the number of bytes fed so far, rounded up to 64 KiB. A limit that the
 * caller sets is fixed. The other fields of chatfmt_limits have no effect here.
 *
 * Reaching a limit is the error LIMIT with the limit's name, its value and the value reached.
 *
 * After an error of a feed or a finish, other than BAD_ARGUMENT, do not feed or finish the parser.
 * It can be restarted or freed. Before that, chatfmt_reply_parser_next() gives the events that were
 * made before the error, and chatfmt_reply_parser_message() the message as far as it was read
 * (unless that call meets NO_MEMORY or LIMIT itself).
 */

/*
 * Begin to read a reply.
 *
 *   family   name or alias of a family, in upper or lower case, which ends with a NUL.
 *   options  NULL for the defaults. The struct is borrowed during the call; what it names, for
 *            as long as its fields say.
 *   out      receives a parser, which the caller owns; free it with chatfmt_reply_parser_free().
 *            NULL on any error.
 *   error    may be NULL.
 *
 * Errors: NOT_FOUND for an unknown family (chatfmt_reader_at() lists them); BAD_ARGUMENT;
 *         NO_MEMORY.
 * Threads: safe. The parser then serves one thread at a time.
 */
CHATFMT_API chatfmt_status chatfmt_reply_parser_new(const char *family,
                                                    const chatfmt_reply_options *options,
                                                    chatfmt_reply_parser **out,
                                                    chatfmt_error *error);

/* Free a parser, also before its reply has ended. Everything that was borrowed from the parser
 * becomes invalid. An encoder that fed it may have been freed before. NULL is allowed. */
CHATFMT_API void chatfmt_reply_parser_free(chatfmt_reply_parser *parser);

/*
 * Forget what was read and begin another reply to the same prompt.
 *
 * All options stay. Everything that they borrow must still exist. For a reply to another prompt,
 * or with other tools, make a new parser.
 *
 * The memory is kept. So a similar reply allocates nothing, except for decoding ids. Memory
 * beyond half of heap_bytes is given back.
 */
CHATFMT_API void chatfmt_reply_parser_restart(chatfmt_reply_parser *parser);

/*
 * Feed the next bytes of the reply. Then take the events with chatfmt_reply_parser_next().
 *
 *   parser  the parser.
 *   data    bytes of UTF-8, which may be cut inside of a code point; borrowed during the call.
 *           NULL only with length 0.
 *   length  bytes of `data`.
 *   error   may be NULL.
 *
 * After a STOP event, all further bytes are FRAME. For bytes, these texts give a STOP event:
 * * the texts in `stops` of the options, wherever they occur;
 * * the markers with which the family or the reader ends a turn. A reader that
 *   chatfmt_reader_choose() found by the template (CHATFMT_READER_MARKERS, CHATFMT_READER_LEARNED)
 *   also has the texts with which that template ends a turn.
 *
 * Many of these markers, and those of reasoning and calls, are special tokens. The engine must not
 * leave them out of the text (skip_special_tokens=False). "preserved" in `json` of
 * chatfmt_reader_facts lists the markers of reasoning and calls.
 *
 * Errors: LIMIT; NO_MEMORY; BAD_ARGUMENT.
 * Threads: one thread per reply at a time.
 * Cost: linear in the reply, whatever it contains.
 */
CHATFMT_API chatfmt_status chatfmt_reply_parser_feed(chatfmt_reply_parser *parser, const char *data,
                                                     size_t length, chatfmt_error *error);

/*
 * Feed token ids, as a model generates them, instead of bytes.
 *
 *   parser   the parser.
 *   encoder  an encoder of the model's tokenizer. It must be the same for all feeds of this
 *            parser, also after a restart. It must exist until the last feed,
 *            chatfmt_reply_parser_finish() or chatfmt_reply_parser_message() of the parser;
 *            chatfmt_reply_parser_free() does not use it. Several parsers may use one encoder in
 *            turn. Between feeds it may encode and decode other texts.
 *   ids      `count` ids; borrowed during the call. NULL only with count 0. An id that the
 *            tokenizer does not have adds no text.
 *   count    number of ids.
 *   error    may be NULL.
 *
 * Ranges of events are then bytes of the decoded text, including special tokens. With
 * CHATFMT_REPLY_CONTROL_TOKENS, the text of a token is held back while it may begin a text that
 * looks like a control token.
 *
 * The ids in `stop_ids` of the options give a STOP event, too, and so do the texts and markers that
 * chatfmt_reply_parser_feed() lists.
 *
 * Errors: those of chatfmt_reply_parser_feed(); VALUE when the ids cannot be decoded one after the
 *         other, as in chatfmt_decode_stream_push().
 * Threads: one at a time for the parser, the encoder and all other parsers that use the encoder.
 *         Between calls they may move to another thread together.
 */
CHATFMT_API chatfmt_status chatfmt_reply_parser_feed_ids(chatfmt_reply_parser *parser,
                                                         chatfmt_encoder *encoder,
                                                         const uint32_t *ids, size_t count,
                                                         chatfmt_error *error);

/*
 * End the reply: text that was held back becomes events. Afterwards a feed fails as BAD_ARGUMENT
 * until chatfmt_reply_parser_restart() is called. A second finish has no effect. A reply that is
 * abandoned need not be ended: free or restart its parser.
 *
 * Errors: those of chatfmt_reply_parser_feed().
 * Threads: one thread per reply at a time.
 */
CHATFMT_API chatfmt_status chatfmt_reply_parser_finish(chatfmt_reply_parser *parser,
                                                       chatfmt_error *error);

typedef enum chatfmt_event_kind {
    CHATFMT_EVENT_FRAME = 0,      /* markers, and the white space that belongs to them         */
    CHATFMT_EVENT_CONTENT = 1,    /* `text` is for the user                                    */
    CHATFMT_EVENT_REASONING = 2,  /* `text` is the model's reasoning                           */
    CHATFMT_EVENT_CALL = 3,       /* a tool call begins; `text` is the name of the tool. For
                                     code it is the language, empty for code without a fence   */
    CHATFMT_EVENT_ARGUMENTS = 4,  /* `text` is a piece of the call's arguments as JSON         */
    CHATFMT_EVENT_CALL_END = 5,   /* the call ends; without a flag it is complete              */
    CHATFMT_EVENT_CODE = 6,       /* `text` is code for an interpreter                         */
    CHATFMT_EVENT_ROLE = 7,       /* `text` is the role that speaks from here on. No known
                                     family has this event                                     */
    CHATFMT_EVENT_STOP = 8        /* `text` is the stop string that was met                    */
} chatfmt_event_kind;

/* Flags of an event. */
enum {
    CHATFMT_EVENT_MALFORMED = 1, /* not in the format of the family, or not a call that the
                                    options allow; `reason` says why                           */
    CHATFMT_EVENT_TRUNCATED = 2  /* the reply ended inside of it; `reason` says inside of what */
};

/* A piece of a reply. The library makes this struct, and it may grow at its end. */
typedef struct chatfmt_event {
    chatfmt_event_kind kind;
    uint32_t flags;        /* CHATFMT_EVENT_…                                                  */
    uint32_t call;         /* number of the call, from 0, for CALL, ARGUMENTS, CODE and
                              CALL_END                                                         */
    uint32_t reserved;
    chatfmt_slice text;    /* empty for FRAME and CALL_END.
                              Borrowed until the next feed, finish, restart or free. Code
                              points are whole. Bytes that are not UTF-8 are as they were fed;
                              from ids they are U+FFFD                                         */
    chatfmt_slice id;      /* of CALL: the id that the model wrote, or "call_N". Of CALL_END:
                              the id that the model wrote after the arguments, which takes the
                              place of "call_N" in the message. Else empty                     */
    const char *reason;    /* of MALFORMED and TRUNCATED events, static; else NULL             */
    uint64_t begin, end;   /* bytes [begin, end) of the reply that belong to this event        */
    uint64_t ids_begin, ids_end; /* ids [ids_begin, ids_end), counted from 0, that the bytes
                                    of this event came from. They are 0 while only text was
                                    fed, and mean nothing in a reply of text and ids.
                                    ids_begin is the number of the first id, ids_end the
                                    number of the last id plus 1. An id with bytes of two
                                    events is in the ranges of both. So ids_begin is either
                                    ids_end of the event before, or one less. Ids that
                                    together make one character are in the same ranges. For
                                    an event without bytes both numbers are the number of the
                                    next id                                                    */
} chatfmt_event;

/*
 * Take the next event of the last new, open, restart, feed or finish.
 *
 * Returns an event that is borrowed until the next call with the parser, or NULL when there is
 * none left. Take all events before the next feed, finish or restart, which may drop the events
 * that are left. After a feed or finish the message still includes their text.
 *
 * Threads: one thread per reply at a time.
 */
CHATFMT_API const chatfmt_event *chatfmt_reply_parser_next(chatfmt_reply_parser *parser);

/*
 * Get the message so far as JSON in OpenAI's form: {"role", "content", "reasoning_content"?,
 * "tool_calls"?}. A member with a "?" is left out when there is none. "content" is null in a
 * message with calls and no content. Arguments of complete calls are JSON texts.
 *
 *   parser  the parser.
 *   json    receives UTF-8, borrowed until the next call of this function, restart or free.
 *           Empty on any error.
 *   error   may be NULL.
 *
 * Errors: LIMIT, NO_MEMORY, BAD_ARGUMENT.
 * Threads: one thread per reply at a time.
 * Cost: O(message).
 */
CHATFMT_API chatfmt_status chatfmt_reply_parser_message(chatfmt_reply_parser *parser,
                                                        chatfmt_slice *json,
                                                        chatfmt_error *error);

/* ---- Replies that tokenizer_config.json describes ---------------------------------------- */

/* How a model's replies are written, as Hugging Face describes it: a `response_template`, or the
 * older `response_schema`. It is immutable: any number of threads may read with it. */
typedef struct chatfmt_response_template chatfmt_response_template;

typedef enum chatfmt_response_source {
    CHATFMT_RESPONSE_TEMPLATE = 0, /* the value of "response_template"                         */
    CHATFMT_RESPONSE_SCHEMA = 1,   /* the value of "response_schema"                           */
    CHATFMT_RESPONSE_CONFIG = 2    /* a whole tokenizer_config.json that has one of these
                                      values                                                   */
} chatfmt_response_source;

/*
 * Read a description of replies.
 *
 *   json       JSON, borrowed during the call.
 *   length     bytes of `json`.
 *   source     what the JSON is.
 *   allocator  copied; NULL = the C library's.
 *   limits     for reading the description, and the defaults for its replies; copied. NULL, and
 *              fields that are 0 = the defaults of chatfmt_limits.
 *   out        receives a description, which the caller owns; free it with
 *              chatfmt_response_template_free(). NULL on any error.
 *   error      may be NULL.
 *
 * Errors: INPUT when `json` is not JSON; VALUE and TYPE when transformers refuses the
 *         description; SYNTAX for a wrong regular expression, with its byte; UNSUPPORTED, with
 *         its byte, for a regular expression that PCRE2 would match differently from Python;
 *         NOT_FOUND for a configuration without a description; LIMIT; NO_MEMORY; BAD_ARGUMENT.
 * Threads: safe.
 * Cost: O(length), and compiling the regular expressions.
 * Source: transformers, utils/chat_parsing.
 */
CHATFMT_API chatfmt_status chatfmt_response_template_new(const char *json, size_t length,
                                                         chatfmt_response_source source,
                                                         const chatfmt_allocator *allocator,
                                                         const chatfmt_limits *limits,
                                                         chatfmt_response_template **out,
                                                         chatfmt_error *error);

/* Free a description. No reply that is being read may be using it. NULL is allowed. */
CHATFMT_API void chatfmt_response_template_free(chatfmt_response_template *description);

/* One reply that is being read by a description. It serves one thread at a time. */
typedef struct chatfmt_response chatfmt_response;

typedef struct chatfmt_response_options {
    size_t struct_size;                 /* set by CHATFMT_RESPONSE_OPTIONS_INIT                */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                      */
    const chatfmt_limits *limits;       /* copied; NULL, and fields that are 0 = the limits of
                                           the description. The fuel is for the whole reply    */
    chatfmt_slice prompt;               /* the rendered prompt. The text after the last start
                                           anchor in it belongs to the message of the reply;
                                           without an anchor, all of it. Empty: no prompt.
                                           Borrowed during the call                            */
    chatfmt_value tools;                /* array of tools in OpenAI's form; their schemas give
                                           arguments their types. Absent = none. A value that
                                           is no array, and tools without a name, have no
                                           effect. Borrowed until the reply is freed           */
} chatfmt_response_options;

#define CHATFMT_RESPONSE_OPTIONS_INIT                                                          \
    {sizeof(chatfmt_response_options), NULL, NULL, {NULL, 0}, {{0, 0}}}

/*
 * Begin to read a reply. Then take the events of the prompt with chatfmt_response_next().
 *
 *   description  borrowed until the reply is freed.
 *   options      borrowed during the call; NULL for the defaults.
 *   out          receives a reply, which the caller owns; free it with chatfmt_response_free().
 *                NULL on any error.
 *   error        may be NULL.
 *
 * Errors: those of chatfmt_response_feed() for the text of the prompt; BAD_ARGUMENT.
 * Threads: safe. The reply then serves one thread at a time.
 */
CHATFMT_API chatfmt_status chatfmt_response_new(const chatfmt_response_template *description,
                                                const chatfmt_response_options *options,
                                                chatfmt_response **out, chatfmt_error *error);

/* Free a reply. Everything that was borrowed from it becomes invalid. NULL is allowed. */
CHATFMT_API void chatfmt_response_free(chatfmt_response *response);

/*
 * Forget what was read and begin another reply. The memory is kept.
 *
 *   response  the reply.
 *   prompt    the rendered prompt of the new reply; borrowed during the call. NULL only with
 *             length 0.
 *   length    bytes of `prompt`.
 *   error     may be NULL.
 *
 * Errors: those of chatfmt_response_feed() for the text of the prompt; BAD_ARGUMENT.
 */
CHATFMT_API chatfmt_status chatfmt_response_restart(chatfmt_response *response,
                                                    const char *prompt, size_t length,
                                                    chatfmt_error *error);

/*
 * Feed the next bytes of the reply. Then take the events with chatfmt_response_next(). With a
 * response_schema all events come at the end.
 *
 *   response  the reply.
 *   data      bytes, which may be cut inside of a code point; borrowed during the call. Bytes
 *             that are not UTF-8 become U+FFFD. NULL only with length 0.
 *   length    bytes of `data`.
 *   error     may be NULL.
 *
 * After an error, other than BAD_ARGUMENT, do not feed or finish the reply. chatfmt_response_next()
 * and chatfmt_response_message() give what was read before it. Restart and free are possible.
 *
 * Errors: VALUE, KEY or TYPE when transformers raises an exception, for example for a field that
 *         must be JSON and is not; LIMIT for fuel, heap_bytes and string_bytes, and when more
 *         than 16 MiB would have to be held back; NO_MEMORY; BAD_ARGUMENT.
 * Threads: one thread per reply at a time.
 * Cost: linear in the reply, and the work of the description's regular expressions.
 */
CHATFMT_API chatfmt_status chatfmt_response_feed(chatfmt_response *response, const char *data,
                                                 size_t length, chatfmt_error *error);

/*
 * End the reply. Then take the last events with chatfmt_response_next(). Afterwards a feed or
 * finish fails as BAD_ARGUMENT until chatfmt_response_restart() is called.
 *
 * Errors: those of chatfmt_response_feed(); VALUE also when a required field is missing.
 */
CHATFMT_API chatfmt_status chatfmt_response_finish(chatfmt_response *response,
                                                   chatfmt_error *error);

typedef enum chatfmt_region_kind {
    CHATFMT_REGION_OPEN = 0,    /* a field begins                                              */
    CHATFMT_REGION_CHUNK = 1,   /* text of the field                                           */
    CHATFMT_REGION_CLOSE = 2,   /* the field ends; `value` is its value                        */
    CHATFMT_REGION_SKIPPED = 3  /* text outside of all fields; transformers has no such event  */
} chatfmt_region_kind;

/* A piece of a reply that is read by a description. The library makes this struct, and it may
 * grow at its end. */
typedef struct chatfmt_region_event {
    chatfmt_region_kind kind;
    int dirty;             /* of CHUNK: 1 when the value is known only when the field closes   */
    chatfmt_slice field;   /* name of the field; borrowed from the description                 */
    chatfmt_slice text;    /* of CHUNK and SKIPPED; borrowed until the next feed, finish,
                              restart or free                                                  */
    chatfmt_slice value;   /* of CLOSE: the value as JSON; borrowed until restart or free      */
    uint64_t begin, end;   /* bytes [begin, end) of the reply that belong to this event. An
                              ill-formed byte counts as the three bytes of U+FFFD              */
} chatfmt_region_event;

/*
 * Take the next event of the last new, restart, feed or finish.
 *
 * Returns an event that is borrowed until the next call with the response, or NULL when there is
 * none left. Take all events before the next feed or finish, which drops the events that are left.
 */
CHATFMT_API const chatfmt_region_event *chatfmt_response_next(chatfmt_response *response);

/*
 * Get the message as transformers returns it: an object with the fields that are closed so far.
 *
 *   response  the reply.
 *   json      receives UTF-8, borrowed until restart or free. Empty on any error.
 *   error     may be NULL.
 *
 * Errors: NO_MEMORY, LIMIT, BAD_ARGUMENT.
 * Threads: one thread per reply at a time.
 * Cost: O(message).
 */
CHATFMT_API chatfmt_status chatfmt_response_message(chatfmt_response *response,
                                                    chatfmt_slice *json, chatfmt_error *error);

/* ---- InternLM2's actions ----------------------------------------------------------------- */

/* A reply of InternLM2 to an agent: text, and actions for a plugin or the interpreter, with
 * their raw payloads. It serves one thread at a time. */
typedef struct chatfmt_actions chatfmt_actions;

typedef struct chatfmt_actions_options {
    size_t struct_size;                 /* set by CHATFMT_ACTIONS_OPTIONS_INIT                 */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                      */
    const chatfmt_limits *limits;       /* for the reply, see below; copied. NULL, and fields
                                           that are 0: the defaults                            */
} chatfmt_actions_options;

#define CHATFMT_ACTIONS_OPTIONS_INIT {sizeof(chatfmt_actions_options), NULL, NULL}

/*
 * Begin to read a reply with actions. For each further reply, open another reader.
 *
 *   options  borrowed during the call; NULL for the defaults.
 *   out      receives a reader of the reply, which the caller owns; free it with
 *            chatfmt_actions_free(). NULL on any error.
 *   error    may be NULL.
 *
 * A reply of n bytes has these limits; where two values are given, the larger one counts.
 * Reaching a limit is the error LIMIT with the limit's name, its value and the value reached.
 *
 *   fuel          steps of feeding: one for each feed, each marker and each 16 bytes;
 *                 50000000 + 64 n
 *   string_bytes  text; 64 MiB or n
 *   heap_bytes    memory for everything that is kept and written; 240 MiB or 48 n
 *   output_bytes  JSON; 128 MiB or 16 n
 *
 * value_depth and integer_digits count for the JSON of payloads, which has the fuel of a render.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT.
 * Threads: any. The reader then serves one thread at a time.
 */
CHATFMT_API chatfmt_status chatfmt_actions_open(const chatfmt_actions_options *options,
                                                chatfmt_actions **out, chatfmt_error *error);
/* As chatfmt_actions_open(), with the default limits. `allocator` is copied; NULL = the C
 * library's. */
CHATFMT_API chatfmt_status chatfmt_actions_new(const chatfmt_allocator *allocator,
                                               chatfmt_actions **out, chatfmt_error *error);
/* Free a reader of actions. NULL is allowed. */
CHATFMT_API void chatfmt_actions_free(chatfmt_actions *actions);
/*
 * Feed the next bytes of the reply.
 *
 *   actions  the reader.
 *   data     bytes; borrowed during the call. NULL with length 0 ends the reply: text that was
 *            held back is read. Another pointer with length 0 has no effect.
 *   length   bytes of `data`.
 *   error    may be NULL.
 *
 * After LIMIT or NO_MEMORY do not feed again: chatfmt_actions_result() gives what was read before.
 *
 * Errors: LIMIT, NO_MEMORY, BAD_ARGUMENT, also for data after the end.
 * Threads: one thread per reader at a time.
 * Cost: linear in the reply.
 */
CHATFMT_API chatfmt_status chatfmt_actions_feed(chatfmt_actions *actions, const char *data,
                                                size_t length, chatfmt_error *error);
/*
 * Get everything that was read, as JSON: {"actions": [{"text", "kind":
 * "plugin"|"interpreter"|"unknown", "payload", "complete", "call" or "code"}], "text", "closed",
 * "after_im_end"}.
 * * "text" of an action is the text before it; the other "text" comes after the last action.
 * * "complete" is true when <|action_end|> followed. A payload of the kind "unknown" begins after
 *   <|action_start|> and ends at <|im_end|> or with the reply. It is never complete, and has
 *   neither "call" nor "code".
 * * "status" in "call" is "ok", "empty_payload", "not_an_object", "invalid_json", "missing_name" or
 *   "name_not_string".
 * * "closed" is true when <|im_end|> came; "after_im_end" is the text after it.
 *
 *   actions  the reader.
 *   json     receives UTF-8, borrowed until the next call with `actions`. Empty on any error.
 *   error    may be NULL.
 *
 * Errors: LIMIT, NO_MEMORY, BAD_ARGUMENT.
 * Threads: one thread per reader at a time.
 * Source: InternLM2-Chat's agent format, as lagent reads it.
 */
CHATFMT_API chatfmt_status chatfmt_actions_result(chatfmt_actions *actions, chatfmt_slice *json,
                                                  chatfmt_error *error);
/* Get what is known so far, while the reply streams, as JSON: {"phase":
 * "text"|"kind_pending"|"unknown_kind"|"payload"|"action_complete"|"done", "text", "action"?,
 * "payload"?, "name"?}. A member with a "?" may be missing. Parameters, errors and threads are
 * those of chatfmt_actions_result(). */
CHATFMT_API chatfmt_status chatfmt_actions_state(chatfmt_actions *actions, chatfmt_slice *json,
                                                 chatfmt_error *error);

#ifdef __cplusplus
}
#endif

#endif
