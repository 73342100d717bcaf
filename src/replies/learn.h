/* replies/learn.h - a reader from examples: what a template writes around the fields of messages
 * that are known.
 *
 * A sample is a reply as a template renders it, with the places of the message's own bytes in it.
 * From a few samples the shape of the tool calls and all markers are inferred as a row such as
 * those of replies.def. Whoever asks then reads the samples back with the row: an inference that
 * does not read them is thrown away.
 */
#ifndef CFT_LEARN_H
#define CFT_LEARN_H

#include "base/arena.h"
#include "replies/reply.h"

typedef enum cft_learn_field {
    CFT_LEARN_CONTENT,
    CFT_LEARN_REASONING,
    CFT_LEARN_NAME,
    CFT_LEARN_ID,
    CFT_LEARN_KEY,       /* of an argument                              */
    CFT_LEARN_VALUE,     /* of an argument                              */
    CFT_LEARN_ARGUMENTS, /* brackets and commas of the arguments' JSON  */
    CFT_LEARN_OTHER      /* another member, such as the call's type     */
} cft_learn_field;

/* Bytes [begin, end) of a reply that come from a field of the message. */
typedef struct cft_learn_part {
    cft_learn_field field;
    uint32_t call, parameter; /* numbers from 0 */
    size_t begin, end;
} cft_learn_part;

typedef struct cft_learn_sample {
    cft_slice before; /* what the prompt wrote since the last data of others */
    cft_slice reply;
    cft_learn_part *parts; /* in order */
    size_t part_count;
    uint32_t calls;   /* whose names are in the reply */
} cft_learn_sample;

/* What the samples must be. A sample without a reply says that the template did not show one. */
enum {
    CFT_SAMPLE_PLAIN,     /* content alone                                   */
    CFT_SAMPLE_REASONING, /* reasoning and content                           */
    CFT_SAMPLE_ONE,       /* one call with two arguments that are strings    */
    CFT_SAMPLE_MANY,      /* three calls with one argument each, a string    */
    CFT_SAMPLE_EMPTY,     /* one call without arguments                      */
    CFT_SAMPLE_NUMBER,    /* one call with one argument, a number            */
    CFT_SAMPLE_THOUGHT,   /* reasoning and one call                          */
    CFT_SAMPLE_BOTH,      /* content and one call                            */
    CFT_SAMPLE_COUNT
};

typedef struct cft_learned {
    cft_reply_row row;    /* texts in the arena */
    const char *refusal;  /* why nothing could be inferred, static; NULL when `row` is there */
} cft_learned;

/* How many ways there are to split what is around calls; each is a guess to be checked. */
enum { CFT_LEARN_GUESSES = 4 };

/* Infer guess number `guess` from CFT_SAMPLE_COUNT samples. `opening` is what the generation prompt
 * adds; `stops` are texts that end a turn; `source` is the template's. NO_MEMORY. */
typedef struct cft_learn_about {
    cft_slice source, opening;
    const cft_slice *stops;
    size_t stop_count;
} cft_learn_about;

chatfmt_status cft_learn(cft_arena *arena, const cft_learn_sample *samples,
                         const cft_learn_about *about, unsigned guess, cft_learned *out);

/* What the template writes before each answer, as one more marker that opens answers. */
chatfmt_status cft_learn_lead(cft_arena *arena, const cft_learn_sample *plain, cft_reply_row *row);

/* What ends a turn of this model, added to the stops of a family's row. */
chatfmt_status cft_learn_stops(cft_arena *arena, const cft_learn_sample *plain,
                               const cft_learn_about *about, cft_reply_row *row);

#endif
