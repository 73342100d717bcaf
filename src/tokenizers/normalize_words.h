/* tokenizers/normalize_words.h - the steps of BERT's normalizer, NMT's, and maps of characters.
 */
#ifndef CFT_NORMALIZE_WORDS_H
#define CFT_NORMALIZE_WORDS_H

#include "tokenizers/charsmap.h"
#include "tokenizers/tokenizer.h"

/* The normalizer of a SentencePiece model. Spaces are written as U+2581. */
typedef struct cft_piece_rules {
    bool prefix;    /* a space in front of the text              */
    bool collapses; /* of spaces side by side one stays          */
    bool llama;     /* as llama.cpp does it                      */
    cft_trie user;  /* pieces that are left as they are          */
    cft_charsmap map;
    bool plain[256]; /* ASCII characters that begin nothing of the above, and no spaces */
} cft_piece_rules;

/* As cft_normalize_step; the view is not empty. */
chatfmt_status cft_normalize_words(const cft_normalizer *step, const cft_token_view *view,
                                   cft_token_text *out, bool *same);

/* Whether BERT's normalizer puts spaces around a character. */
bool cft_is_bert_ideograph(uint32_t code);

/* normalize_pieces.c: set what follows from pieces and map. */
void cft_piece_rules_prepare(cft_piece_rules *rules);
/* The same, of a SentencePiece model. */
chatfmt_status cft_normalize_pieces(const cft_piece_rules *rules, const cft_token_view *view,
                                    cft_token_text *out);

/* normalize_llama.c: the words of a text as llama.cpp's session for WPM makes them, with U+2581
 * in front of each and NUL, which none has, between them. */
chatfmt_status cft_normalize_llama_words(const cft_normalizer *step, const cft_token_view *view,
                                         cft_token_text *out);

#endif
