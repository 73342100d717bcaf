/* analysis/decider.h - which tag of a template wrote a byte of its prompt, and which condition
 * decided between two of them.
 *
 * A twin of the template is rendered that has a mark in front of each {{ … }}; what it writes
 * counts only when it is the prompt with marks in it and nothing else. A mark can be in the way
 * where text is captured and looked at, so there is a second twin without marks in macros, block
 * sets and the like.
 */
#ifndef CFT_DECIDER_H
#define CFT_DECIDER_H

#include "analysis/segments.h"

enum { CFT_DECIDER_TWINS = 2 };

typedef struct cft_decider {
    cft_segments parts;
    cft_slice twins[CFT_DECIDER_TWINS]; /* their sources */
} cft_decider;

/* What ran up to a byte of a prompt: offsets of {{ … }} in the order in which they wrote. */
typedef struct cft_decider_path {
    size_t *at;
    size_t count;
    size_t next; /* the one that ran after those, or NOWHERE */
} cft_decider_path;

#define CFT_DECIDER_NOWHERE ((size_t)-1)

/* `source` is normalised and compiles; everything is made in `arena`. NO_MEMORY or LIMIT. */
chatfmt_status cft_decider_make(cft_arena *arena, cft_slice source, const chatfmt_limits *limits,
                                cft_decider *out, chatfmt_error *error);

/* What ran up to byte `at` of `prompt`; `twin` is what a twin made of the same conversation.
 * VALUE, without words, when it is another text; NO_MEMORY. */
chatfmt_status cft_decider_walk(const cft_decider *decider, cft_slice twin, cft_slice prompt,
                                size_t at, cft_decider_path *out);

/* The tag, or the text between tags, that `offset` is in. */
cft_slice cft_decider_piece(const cft_decider *decider, size_t offset);

/* Where two paths part: what the one and what the other ran there; NOWHERE at their ends. Twice
 * the same when that has written more in one of them. False when they are the same. */
bool cft_decider_part(const cft_decider_path *one, const cft_decider_path *other, size_t *of_one,
                      size_t *of_other);

/* The tag that decided whether what is at `one` or what is at `other` is written: an if, elif or
 * for around one of them alone, or the {{ … }} that both are in. Empty when none can be named. */
cft_slice cft_decider_between(const cft_decider *decider, size_t one, size_t other);

#endif
