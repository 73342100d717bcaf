/* chatfmt/reading.h - one set of functions for all ways to read replies. These ways are:
 *
 * - a reader (chatfmt_reader): a family of replies, or what was learned from a template;
 * - a description (chatfmt_response_template): a response_template or response_schema;
 * - InternLM2's actions (chatfmt_actions).
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
 * chatfmt/reply.h explains the events and the message.
 *
 * Rules for the parameters of all functions are at the beginning of chatfmt/base.h.
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

/* One reply that is being read. It serves one thread at a time. */
typedef struct chatfmt_reading chatfmt_reading;

typedef struct chatfmt_reading_options {
    size_t struct_size;                     /* set by CHATFMT_READING_OPTIONS_INIT            */
    const chatfmt_reader *reader;           /* borrowed until the reading is freed. Set
                                               `reader` or `description`, not both. Both
                                               NULL: InternLM2's actions                      */
    const chatfmt_response_template *description; /* borrowed as `reader` is                  */
    const chatfmt_reply_options *reply;     /* borrowed as in chatfmt_reply_parser_new();
                                               NULL: the defaults. The fields flags, stops,
                                               stop_ids, begun and calls_before are only for
                                               a reader: with a description or actions, one
                                               that is set fails as BAD_ARGUMENT. With
                                               actions, prompt and tools have no effect       */
} chatfmt_reading_options;

#define CHATFMT_READING_OPTIONS_INIT {sizeof(chatfmt_reading_options), NULL, NULL, NULL}

/*
 * Begin to read a reply.
 *
 *   options  NULL: InternLM2's actions with the defaults.
 *   out      receives a reading, which the caller owns; free it with chatfmt_reading_free().
 *            NULL on any error.
 *   error    may be NULL.
 *
 * Errors: BAD_ARGUMENT, also when both a reader and a description are set, and when a field that
 *         is only for a reader is set without a reader; those of chatfmt_reply_parser_open(),
 *         chatfmt_response_new() or chatfmt_actions_open().
 * Threads: safe.
 */
CHATFMT_API chatfmt_status chatfmt_reading_new(const chatfmt_reading_options *options,
                                               chatfmt_reading **out, chatfmt_error *error);
/* Free a reading. Everything that was borrowed from it becomes invalid. NULL is allowed. */
CHATFMT_API void chatfmt_reading_free(chatfmt_reading *reading);

/*
 * Feed the next bytes. Then take the events with chatfmt_reading_next().
 *
 *   reading  the reading.
 *   data     bytes, which may be cut inside of a code point; borrowed during the call. Bytes
 *            that are not UTF-8 become U+FFFD. NULL only with length 0.
 *   length   bytes of `data`.
 *   error    may be NULL.
 *
 * Errors: those of chatfmt_reply_parser_feed(), chatfmt_response_feed() or
 *         chatfmt_actions_feed(). A reading reads one reply: BAD_ARGUMENT after
 *         chatfmt_reading_finish(). After any other error do not feed or finish the reading:
 *         chatfmt_reading_next() and chatfmt_reading_message() give what was read before it.
 */
CHATFMT_API chatfmt_status chatfmt_reading_feed(chatfmt_reading *reading, const char *data,
                                                size_t length, chatfmt_error *error);
/*
 * Feed token ids instead of bytes. With a description, or without a reader, both in one reading
 * are BAD_ARGUMENT, as are two encoders.
 *
 *   reading  the reading.
 *   encoder  an encoder of the model's tokenizer, the same one for all feeds of a reading. It
 *            must exist until chatfmt_reading_finish(), with a reader also until the last
 *            chatfmt_reading_message().
 *   ids      `count` ids; borrowed during the call. NULL only with count 0.
 *   count    number of ids.
 *   error    may be NULL.
 *
 * A description and actions get all of their text when the reply ends, as in transformers'
 * parse_response.
 *
 * Errors: those of chatfmt_reading_feed() and chatfmt_reply_parser_feed_ids().
 */
CHATFMT_API chatfmt_status chatfmt_reading_feed_ids(chatfmt_reading *reading,
                                                    chatfmt_encoder *encoder, const uint32_t *ids,
                                                    size_t count, chatfmt_error *error);
/*
 * Feed token ids that are written in decimal, "1 2 3" or "[1, 2, 3]". The text may be cut
 * anywhere; a call with length 0, or chatfmt_reading_finish(), ends the last number. Other
 * parameters are those of chatfmt_reading_feed_ids().
 *
 * Errors: INPUT, with its place, for text that is not an id, or after the array; those of
 *         chatfmt_reading_feed_ids().
 */
CHATFMT_API chatfmt_status chatfmt_reading_feed_id_text(chatfmt_reading *reading,
                                                        chatfmt_encoder *encoder, const char *data,
                                                        size_t length, chatfmt_error *error);
/* End the reply, once. Then take the last events. Errors: those of chatfmt_reading_feed(); VALUE
 * when a required field is missing; INPUT, with its place, when an array of ids has no end. */
CHATFMT_API chatfmt_status chatfmt_reading_finish(chatfmt_reading *reading, chatfmt_error *error);

/* A piece of a reply. Borrowed until the next call with the reading. The library makes this
 * struct, and it may grow at its end. */
typedef struct chatfmt_reading_event {
    chatfmt_slice json;                  /* the event as JSON, as chatfmt_event_json(),
                                            chatfmt_region_event_json() or
                                            chatfmt_actions_state() returns it                */
    const char *reason;                  /* of a reader's MALFORMED and TRUNCATED events, as in
                                            chatfmt_event; else NULL                          */
    const chatfmt_event *event;          /* the event of a reader; else NULL                  */
    const chatfmt_region_event *region;  /* the event of a description that reads text; else
                                            NULL                                              */
} chatfmt_reading_event;

/*
 * Take the next event of the last new, feed or finish.
 *
 * Returns an event, or NULL when there is none left. Take all events before the next feed or
 * finish, which drops the events that are left. NULL is also returned when there is no memory;
 * feed, finish and message then fail as NO_MEMORY from then on.
 *
 * * With `begun`, events that repeat a part of it are left out, except a STOP.
 * * With a description, events of the prompt come first.
 * * With actions there is one event for each feed, which says what is known then.
 */
CHATFMT_API const chatfmt_reading_event *chatfmt_reading_next(chatfmt_reading *reading);

/*
 * Get the message so far, or the actions so far, as JSON.
 *
 *   reading  the reading.
 *   json     receives UTF-8; borrowed until the next call with the reading. Empty on any error.
 *   error    may be NULL.
 *
 * Errors: those of chatfmt_reply_parser_message(), chatfmt_response_message() or
 *         chatfmt_actions_result().
 */
CHATFMT_API chatfmt_status chatfmt_reading_message(chatfmt_reading *reading, chatfmt_slice *json,
                                                   chatfmt_error *error);

/* 1 when all bytes that were fed are UTF-8. Else 0, and `bad` receives the number of the first
 * byte that is not UTF-8, from 0. A character that is cut off at the end counts only once the
 * reply has ended. O(1). */
CHATFMT_API int chatfmt_reading_is_utf8(const chatfmt_reading *reading, uint64_t *bad);

#ifdef __cplusplus
}
#endif

#endif
