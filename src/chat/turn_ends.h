/* chat/turn_ends.h - what a template ends the turns of an assistant with: the one place that knows.
 *
 * A conversation of marked words is rendered with the tools and variables of the real one, so that
 * nothing that a model has said changes the answer. Stop strings, masks and round trips take it
 * from here.
 */
#ifndef CFT_TURN_ENDS_H
#define CFT_TURN_ENDS_H

#include "chat/applier.h"

/* Three that the files name, one of the variables, one of answers and one of calls. */
enum { CFT_TURN_STOPS = 6 };

typedef struct cft_turn_ends {
    cft_slice stops[CFT_TURN_STOPS]; /* those that the files name, then those that were seen */
    size_t count;
} cft_turn_ends;

/* The tokens that the model's files name, eos_token of the variables among them. */
void cft_turn_ends_named(const chatfmt_applier *chat, cft_turn_ends *ends);
/* Those, and what ends answers and, where there are tools, calls; bytes in chat->results.
 * NO_MEMORY. */
chatfmt_status cft_turn_ends_learn(chatfmt_applier *chat, cft_turn_ends *ends);
/* The end of the first of them in `text`, 0 without any. */
size_t cft_turn_ends_in(const cft_turn_ends *ends, cft_slice text);

#endif
