/* chat/boundary.h - where a turn that a model wrote begins and ends between the bytes of
 * messages: read off from shorter renders of the same conversation.
 *
 * What is found out between certain bytes holds wherever those bytes stand, so a long
 * conversation costs as many renders as it has different boundaries, not as many as it has turns.
 */
#ifndef CFT_BOUNDARY_H
#define CFT_BOUNDARY_H

#include "chat/turn_ends.h"

/* The place of one message's own bytes, [begin, end), and the data around them. */
typedef struct cft_turn_place {
    size_t begin, end;
    size_t before;    /* end of the data of others before it, 0 without any */
    size_t after;     /* begin of the data of others after it, or the end of the text */
    size_t next;      /* the message that data is of, SIZE_MAX when it is of none */
    const chatfmt_span *last; /* the last of its own bytes, NULL without any */
    bool is_content;  /* they are of its content, not of a call or of reasoning */
} cft_turn_place;

enum { CFT_BOUNDARIES = 32 };

typedef enum cft_boundary_kind {
    CFT_BOUNDARY_OPENING, /* `text` is what is there with a generation prompt */
    CFT_BOUNDARY_CLOSING, /* the turn goes on for `place` bytes */
    CFT_BOUNDARY_EMPTY,   /* a turn without bytes of its own: [place, end), if it is shown */
    CFT_BOUNDARY_AGAIN    /* data that was there before: of the same turn when `place` */
} cft_boundary_kind;

/* What is known of the bytes between two messages. */
typedef struct cft_boundary {
    cft_boundary_kind kind;
    bool flag; /* OPENING: of an assistant; CLOSING and EMPTY: of the last message */
    bool closed;
    cft_slice between, text;
    cft_slice role; /* OPENING, EMPTY: of the message before */
    size_t place, end;
} cft_boundary;

typedef struct cft_boundaries {
    chatfmt_applier *chat;
    cft_applier_job job; /* what probes render: the conversation, or its twin */
    cft_slice text;
    const chatfmt_span *spans;
    size_t span_count;
    cft_boundary known[CFT_BOUNDARIES];
    size_t count;
    cft_slice middle; /* what is between an answer and the next question, once `has_middle` */
    bool has_middle;
    cft_turn_ends ends;
    enum { CFT_ENDS_UNKNOWN, CFT_ENDS_NAMED, CFT_ENDS_LEARNED } ends_known;
} cft_boundaries;

/* What is known of the same bytes in the same case as `like`; NULL when nothing is. */
const cft_boundary *cft_boundary_known(const cft_boundaries *boundaries, const cft_boundary *like);
void cft_boundary_remember(cft_boundaries *boundaries, cft_boundary boundary);
/* What a message's role is; "" when it has none. */
cft_slice cft_boundary_role(const cft_boundaries *boundaries, size_t message);
/* How much of `between`, the text before the message's own bytes, is before an answer in its
 * place as well; all of it when nothing does. */
size_t cft_boundary_answer(cft_boundaries *boundaries, size_t message, cft_slice between);
/* No message follows. */
bool cft_boundary_is_last(const cft_boundaries *boundaries, size_t message);

/* Data of a message that it says itself: not its role. */
bool cft_boundary_is_own(const chatfmt_span *span, size_t message);
bool cft_boundary_is_of(const chatfmt_span *span, size_t message);
bool cft_boundary_is_data(const chatfmt_span *span);

/* Where the model begins to write message `message`. */
size_t cft_boundary_begin(cft_boundaries *boundaries, size_t message, const cft_turn_place *place,
                        cft_slice *opening);
/* Where its turn ends; *closed when an end-of-turn token is there. `opening` as it was found. */
size_t cft_boundary_end(cft_boundaries *boundaries, size_t message, const cft_turn_place *place,
                      cft_slice opening, int *closed);
/* The turn of a message without bytes of its own, somewhere in place->before to place->after:
 * that of a twin of the conversation where it says something. It may be of no bytes. False when
 * it shows nowhere. In boundary_twin.c. */
bool cft_boundary_empty(cft_boundaries *boundaries, size_t message, const cft_turn_place *place,
                      size_t *begin, size_t *end, int *closed);
/* A message's data that is there again, as span `at`: is it of its turn, or does the next
 * message quote it? `from` is the end of its data before, `times` how often `at` was there. */
bool cft_boundary_again(cft_boundaries *boundaries, size_t message, const chatfmt_span *at,
                        size_t from, size_t times);

#endif
