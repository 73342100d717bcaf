/* chat/round_trip.h - a message, as a template writes it and as a reader reads it back. */
#ifndef CFT_ROUND_TRIP_H
#define CFT_ROUND_TRIP_H

#include "chat/applier.h"
#include "replies/learn.h"

typedef enum cft_round_trip_outcome {
    CFT_ROUND_TRIP_EQUAL,
    CFT_ROUND_TRIP_NOT_SHOWN, /* the template writes nothing of the message, or refuses it     */
    CFT_ROUND_TRIP_LOSSY,     /* it writes arguments so that nobody could read them back        */
    CFT_ROUND_TRIP_DIFFERENT
} cft_round_trip_outcome;

/* One message on its way; everything is in the arena. */
typedef struct cft_round_trip {
    cft_learn_sample sample;
    cft_slice prompt;       /* all before the reply                                       */
    cft_slice read;         /* the message that the reader gave, as JSON                  */
    cft_round_trip_outcome outcome;
    const char *difference; /* what differs or why it was not shown; static or in the arena */
    cft_slice lost;         /* names of fields that the template does not write           */
    bool texts;             /* arguments that are objects were made texts for the template */
    const chatfmt_error *limit; /* of the render, when it reached one; else NULL             */
} cft_round_trip;

/* The last message of `conversation` as bytes of a reply, with the places of its fields; options
 * are whole, limits complete. OK also
 * when the template shows nothing; then outcome and difference say so. NO_MEMORY. */
chatfmt_status cft_round_trip_write(chatfmt_applier *chat, const chatfmt_model *model,
                                    cft_value conversation, const chatfmt_apply_options *options,
                                    const chatfmt_limits *limits, cft_arena *arena,
                                    cft_round_trip *trip);

/* Read trip->sample.reply with `row` and compare with `message`. `heap` is for values that die
 * at its next reset. */
chatfmt_status cft_round_trip_read(const cft_reply_row *row, cft_value message, cft_value tools,
                                   cft_heap *heap, cft_arena *arena, cft_round_trip *trip);

#endif
