/* chat/reply_ids.h - a reply from inside, and token ids on their way to its parser.
 *
 * Text that looks like a control token without being one is broken by a shield, a code point that
 * is no character, after its first byte: no marker matches it any more. What leaves the parser has
 * its shields taken out again, and ranges are counted without them.
 */
#ifndef CFT_REPLY_IDS_H
#define CFT_REPLY_IDS_H

#include "tokenizers/handles.h"
#include "chatfmt/reply.h"
#include "replies/reply.h"

typedef struct cft_reply_ids cft_reply_ids;

struct chatfmt_reply_parser {
    cft_reply_asked asked;
    char opening[128]; /* what the prompt opened the reasoning with, when that is content */
    cft_reply *parser;
    chatfmt_allocator memory, within; /* the caller's; the same, as the parser's budget counts it */
    cft_reply_row row;
    cft_reply_start start;
    bool strict;        /* control tokens count by id */
    bool finished;
    const uint32_t *stop_ids;
    size_t stop_id_count;
    cft_reply_ids *ids; /* NULL until ids are fed */
    cft_buffer json;
    chatfmt_event event; /* the last one that was handed out; its ids are 0 without any */
};

/* chat/reply_open.c: begin a reply with a row that outlives it; the options are checked, and
 * limits of 0 are the defaults. */
chatfmt_status cft_reply_open(const cft_reply_row *row, const chatfmt_reply_options *options,
                              const chatfmt_allocator *memory, const chatfmt_limits *limits,
                              chatfmt_reply_parser **out, chatfmt_error *error);

/* All of these but the first two do nothing for NULL. */
chatfmt_status cft_reply_ids_feed(chatfmt_reply_parser *reply, chatfmt_encoder *encoder,
                                  const uint32_t *ids, size_t count);
bool cft_reply_ids_uses(const cft_reply_ids *ids, const chatfmt_encoder *encoder);
/* The budget that decodes. */
const cft_budget *cft_reply_ids_budget(const cft_reply_ids *ids);
/* Feed what is still held back. */
chatfmt_status cft_reply_ids_end(chatfmt_reply_parser *reply);
void cft_reply_ids_restart(cft_reply_ids *ids);
void cft_reply_ids_free(cft_reply_ids *ids);
/* Take the shields out of an event, and say which ids it is of; out of a text that belongs to
 * the reply, in place. */
void cft_reply_ids_event(cft_reply_ids *ids, chatfmt_event *event);
void cft_reply_ids_unshield(cft_reply_ids *ids, chatfmt_slice *text);

#endif
