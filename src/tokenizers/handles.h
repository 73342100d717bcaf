/* tokenizers/handles.h - the inside of the public tokenizers and encoders. */
#ifndef CFT_TOKENIZER_HANDLES_H
#define CFT_TOKENIZER_HANDLES_H

#include "base/file.h"
#include "chatfmt/tokenizer.h"
#include "tokenizers/guard.h"
#include "tokenizers/lengths.h"
#include "tokenizers/session.h"

/* Arrays of one are handed out as arrays of the other. */
_Static_assert(sizeof(chatfmt_token_place) == sizeof(cft_place) &&
                   offsetof(chatfmt_token_place, end) == offsetof(cft_place, end),
               "one layout");

struct chatfmt_tokenizer {
    cft_tokenizer tokenizer;
    cft_file_copy compiled; /* the file that the tables are in, or empty */
};

struct chatfmt_encoder {
    cft_encoder encoder;
    cft_guard_work guard;
    cft_length_work lengths;
    chatfmt_token_piece *pieces; /* of `lengths`, as the API has them */
    size_t piece_capacity;
    chatfmt_tokens result;       /* what the last call handed out */
};

/*
 * tokenizers/tokenizer_file.c. The options are whole and checked; `limits` are those that the
 * caller has set, 0 for those that go by the size of the work.
 */
chatfmt_status cft_tokenizer_new(const chatfmt_tokenizer_options *options,
                                 const chatfmt_limits *limits, chatfmt_tokenizer **out,
                                 chatfmt_error *error);
/* The file at `path`, or tokenizer.json in the folder there, by way of the cache. `parts` as of
 * cft_tokenizer_load_within. */
chatfmt_status cft_tokenizer_open(const char *path, cft_slice parts,
                                  const chatfmt_tokenizer_options *options,
                                  const chatfmt_limits *limits, chatfmt_tokenizer **out,
                                  chatfmt_error *error);
/* The same of the bytes of such a file, without a cache. */
chatfmt_status cft_tokenizer_of_bytes(cft_slice bytes, const chatfmt_tokenizer_options *options,
                                      const chatfmt_limits *limits, chatfmt_tokenizer **out,
                                      chatfmt_error *error);
void cft_tokenizer_close(chatfmt_tokenizer *tokenizer);

/* tokenizers/safe_encode.c: BAD_ARGUMENT for a span of a kind that there is not. */
chatfmt_status cft_spans_check_kinds(const chatfmt_span *spans, size_t count,
                                     chatfmt_error *error);
/* BAD_ARGUMENT for spans of options that are no spans of a text of this
 * length, all of it: what no span says anything of would be trusted. */
chatfmt_status cft_encode_check_spans(const chatfmt_encode_options *options, size_t length,
                                      chatfmt_error *error);
/* The guard of a policy; *guard is NULL when there is nothing to guard. */
chatfmt_status cft_encode_guard(chatfmt_encoder *encoder, cft_slice text,
                                const chatfmt_encode_options *options, const cft_guard **guard,
                                chatfmt_error *error);
/* chatfmt_encoder_encode with UTF-8 text, and options that are whole and checked. */
chatfmt_status cft_encode_safely(chatfmt_encoder *encoder, cft_slice text,
                                 const chatfmt_encode_options *options, chatfmt_tokens *tokens,
                                 chatfmt_error *error);
/* Of spans that cover a text: the one that holds byte `at`, NULL beyond the text; and the path of
 * the first data in bytes [begin, end), "" where there is none. O(log count + spans looked at). */
const chatfmt_span *cft_span_at(const chatfmt_span *spans, size_t count, size_t at);
cft_slice cft_span_data_path(const chatfmt_span *spans, size_t count, size_t begin, size_t end);
/* encoder->pieces: what encoder->lengths has. */
chatfmt_status cft_encode_show_pieces(chatfmt_encoder *encoder, chatfmt_error *error);

/* tokenizers/session_text.c: a text that grows. */
struct chatfmt_token_session {
    chatfmt_encoder *encoder;
    uint32_t flags;
    cft_session session;
    chatfmt_tokens result; /* what the last call handed out */
};

/* Make the text `text`, or the text and then `text`; session->result has its tokens. *same as in
 * cft_session_update. */
chatfmt_status cft_session_set(chatfmt_token_session *session, cft_slice text, size_t *same,
                               chatfmt_error *error);
chatfmt_status cft_session_append(chatfmt_token_session *session, cft_slice text, size_t *same,
                                  chatfmt_error *error);

/* tokenizers/rates.c: what a budget was used for. */
chatfmt_usage cft_budget_usage(const cft_budget *budget);

#endif
