/* chatfmt/reading.h - replies read in one way, whatever reads them: a family of replies or what was
 * learned from a template (chatfmt_reader), a response_template or response_schema
 * (chatfmt_response_template), or InternLM2's actions.
 *
 *     chatfmt_reading_options options = CHATFMT_READING_OPTIONS_INIT;
 *     options.reader = reader;
 *     chatfmt_reading_new(&options, &reading, &error);
 *     while ((n = next_chunk(buffer)) > 0) {
 *         chatfmt_reading_feed(reading, buffer, n, &error);
 *         while ((event = chatfmt_reading_next(reading))) show(event->json);
 *     }
 *     chatfmt_reading_finish(reading, &error);
 *     while ((event = chatfmt_reading_next(reading))) show(event->json);
 *     chatfmt_reading_message(reading, &json, &error);
 *
 * What the events and the message are is said in chatfmt/reply.h.
 *
 * Experimental: may change within 0.1.x (docs/stability.md).
 */
#ifndef CHATFMT_READING_H
#define CHATFMT_READING_H

#ifdef CHATFMT_STABLE_ONLY
#error "chatfmt/reading.h is experimental (CHATFMT_STABLE_ONLY)"
#endif

#include "chatfmt/reader.h"
#include "chatfmt/reply.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One reply that is being read. Serves one thread at a time. */
typedef struct chatfmt_reading chatfmt_reading;

typedef struct chatfmt_reading_options {
    size_t struct_size;                     /* set by CHATFMT_READING_OPTIONS_INIT            */
    const chatfmt_reader *reader;           /* one of the two, borrowed until the reading is
                                               freed; neither: InternLM2's actions            */
    const chatfmt_response_template *description;
    const chatfmt_reply_options *reply;     /* NULL: the defaults. A description takes prompt,
                                               tools, limits and allocator of it, actions limits
                                               and allocator; flags, stops, stop_ids, begun and
                                               calls_before are for readers alone             */
} chatfmt_reading_options;

#define CHATFMT_READING_OPTIONS_INIT {sizeof(chatfmt_reading_options), NULL, NULL, NULL}

/*
 * Begin to read a reply.
 *
 *   options  NULL: InternLM2's actions with the defaults.
 *   out      receives an owned reading; free with chatfmt_reading_free(). NULL on any error.
 *   error    may be NULL.
 *
 * Errors: BAD_ARGUMENT, also for a reader and a description, and for options that only a reader
 * has a use for; those of chatfmt_reply_parser_open(),
 * chatfmt_response_new() or chatfmt_actions_open(). Threads: safe.
 */
CHATFMT_API chatfmt_status chatfmt_reading_new(const chatfmt_reading_options *options,
                                               chatfmt_reading **out, chatfmt_error *error);
/* NULL is allowed. */
CHATFMT_API void chatfmt_reading_free(chatfmt_reading *reading);

/* Take the next bytes; code points may be cut, and what is no UTF-8 becomes U+FFFD. Then take the
 * events. Errors: those of chatfmt_reply_parser_feed(), chatfmt_response_feed() or
 * chatfmt_actions_feed(). */
CHATFMT_API chatfmt_status chatfmt_reading_feed(chatfmt_reading *reading, const char *data,
                                                size_t length, chatfmt_error *error);
/* The same with token ids of the encoder's tokenizer, which is one and the same while the reading
 * lives. A description and actions get all of their text when the reply ends, as in transformers'
 * parse_response. Errors: those of chatfmt_reply_parser_feed_ids(), too. */
CHATFMT_API chatfmt_status chatfmt_reading_feed_ids(chatfmt_reading *reading,
                                                    chatfmt_encoder *encoder, const uint32_t *ids,
                                                    size_t count, chatfmt_error *error);
/* The same with their text in decimal, "1 2 3" or "[1, 2, 3]", which may be cut anywhere; no bytes
 * end the last number. INPUT, with its place, for what is no id. */
CHATFMT_API chatfmt_status chatfmt_reading_feed_id_text(chatfmt_reading *reading,
                                                        chatfmt_encoder *encoder, const char *data,
                                                        size_t length, chatfmt_error *error);
/* End the reply. Errors: those of chatfmt_reading_feed(); VALUE when a required field is
 * missing. */
CHATFMT_API chatfmt_status chatfmt_reading_finish(chatfmt_reading *reading, chatfmt_error *error);

/* A piece of a reply. The library's, borrowed until the next call with the reading; may grow at
 * its end. */
typedef struct chatfmt_reading_event {
    chatfmt_slice json;                  /* as chatfmt_event_json(), chatfmt_region_event_json(),
                                            or chatfmt_actions_state() give it                */
    const char *reason;                  /* why it is not as its family writes; NULL: it is   */
    const chatfmt_event *event;          /* of a reader; else NULL                            */
    const chatfmt_region_event *region;  /* of a description that reads text; else NULL       */
} chatfmt_reading_event;

/* The next event since the last new, feed or finish; NULL when there is none left, or no memory,
 * which feed, finish and message say from then on (NO_MEMORY). With a description those of the
 * prompt come first. With actions there is one for each feed: what is known then. */
CHATFMT_API const chatfmt_reading_event *chatfmt_reading_next(chatfmt_reading *reading);

/* The message so far, or what actions there are, as JSON; borrowed until the next call with the
 * reading. Errors: those of chatfmt_reply_parser_message(), chatfmt_response_message() or
 * chatfmt_actions_result(). */
CHATFMT_API chatfmt_status chatfmt_reading_message(chatfmt_reading *reading, chatfmt_slice *json,
                                                   chatfmt_error *error);

/* Whether all bytes that were fed are UTF-8. Else 0, with the first byte that is not; a character
 * that is cut off counts once the reply has ended. O(1). */
CHATFMT_API int chatfmt_reading_is_utf8(const chatfmt_reading *reading, uint64_t *bad);

#ifdef __cplusplus
}
#endif

#endif
