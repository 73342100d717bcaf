/* replies/learn_text.h - markers in text: where they begin and end. */
#ifndef CFT_LEARN_TEXT_H
#define CFT_LEARN_TEXT_H

#include "replies/learn.h"
#include "replies/reply_parser.h"

/* One inference at work. */
typedef struct cft_learner {
    cft_arena *arena;
    const cft_learn_sample *samples;
    const cft_learn_about *about;
    unsigned guess;
    cft_reply_row row;
    const char *refusal;
    bool no_memory;
    /* What is around the calls of CFT_SAMPLE_MANY, or of CFT_SAMPLE_ONE when that is all: */
    cft_slice lead, between, tail; /* before the first, between two, after the last */
    bool has_between;
    cft_slice last_stop; /* the end of the turn, as CFT_SAMPLE_PLAIN shows it */
} cft_learner;

cft_slice cft_learn_trim(cft_slice text);
/* A trimmed copy as the text of a row; "" and a refusal when it cannot be one. */
const char *cft_learn_mark(cft_learner *l, cft_slice text);
/* A copy of a mark's alternatives and one more, unless it is one of them. */
const char *cft_learn_add(cft_learner *l, const char *marks, cft_slice other);

/* The first marker of a text: something in <>, [] or ◁▷, or else up to where one of these
 * begins. */
cft_slice cft_learn_first(cft_slice text);
/* The last one, with the word that may follow it. */
cft_slice cft_learn_last(cft_slice text);
/* What is left of `text` when `part`, which is its beginning, is taken off; trimmed. */
cft_slice cft_learn_after(cft_slice text, cft_slice part);

/* How long the common end of two texts is, without the rest of a marker that is cut. */
size_t cft_learn_shared_end(cft_slice a, cft_slice b);
/* The same of their beginning. */
size_t cft_learn_shared_begin(cft_slice a, cft_slice b);

/* The end of the JSON value at byte `at`, 0 when there is none. */
size_t cft_learn_json_end(cft_slice text, size_t at);

/* The first part with this field (and call); NULL without one. */
const cft_learn_part *cft_learn_part_of(const cft_learn_sample *sample, cft_learn_field field,
                                        uint32_t call);
/* The bytes from the first to the last part of a call that has to do with its arguments. */
bool cft_learn_arguments(const cft_learn_sample *sample, uint32_t call, size_t *begin, size_t *end);

/* True when `text` holds `part`. */
bool cft_learn_has(cft_slice text, cft_slice part);

static inline cft_slice cft_learn_range(const cft_learn_sample *sample, size_t begin, size_t end)
{
    return cft_slice_of(sample->reply.data + begin, end - begin);
}

static inline void cft_learn_refuse(cft_learner *l, const char *why)
{
    if (!l->refusal) l->refusal = why;
}

/* learn_json.c: calls whose arguments are JSON. learn_raw.c: the others. */
void cft_learn_json_calls(cft_learner *l, const cft_learn_sample *one);
void cft_learn_raw_calls(cft_learner *l, const cft_learn_sample *one);
/* learn.c: section and call markers from lead, between and tail. */
void cft_learn_frame(cft_learner *l);

#endif
