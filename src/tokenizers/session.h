/* tokenizers/session.h - encoding of a text that grows or changes towards its end.
 *
 * A session remembers the last text, its tokens, and marks: places at which encoding can be taken
 * up again with the same result, whatever comes after. A mark is either after an added token
 * that was matched in raw text, where everything begins again, or before a space that follows
 * something else, where no word of the supported pre-tokenizers and no token reaches across.
 */
#ifndef CFT_SESSION_H
#define CFT_SESSION_H

#include "tokenizers/tokenizer.h"

typedef struct cft_session {
    cft_budget budget;           /* of the text and what is kept about it; the encoder's pays
                                    for encoding                                          */
    chatfmt_allocator allocator; /* the budget's: a session stays where it was made */
    cft_buffer text;
    uint32_t *ids;
    cft_place *places; /* as encoded  */
    cft_place *shown;  /* and trimmed, where the post-processor says so */
    size_t count, capacity;
    cft_mark *marks;
    size_t mark_count, mark_capacity;
    size_t margin;     /* bytes after a mark that the tokens before it may depend on */
    bool marks_spaces; /* whether marks before spaces are right for this tokenizer */
    size_t encoded;    /* for tests: bytes that the last update encoded */
} cft_session;

void cft_session_init(cft_session *session, const cft_tokenizer *tokenizer,
                      const chatfmt_allocator *allocator);
void cft_session_free(cft_session *session);

/*
 * Make the text the first `kept` bytes of the last one and then `more`, which is valid UTF-8 after
 * them. `*same` receives how many tokens from the first on are those of the last text. After a
 * failure the session is empty.
 */
chatfmt_status cft_session_update(cft_session *session, cft_encoder *encoder, size_t kept,
                                  cft_slice more, size_t *same, chatfmt_error *error);

#endif
