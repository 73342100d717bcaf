/* formats/train_mask.h - which parts of a prompt FastChat's trainers learn from.
 *
 * The trainers find the answers by splitting the prompt at separators and adding up token counts,
 * so what they learn depends on the tokenizer. Without one a token is one code point, or one
 * special token of a list, which gives the rules at the level of text, arithmetic and its faults
 * included.
 */
#ifndef CFT_TRAIN_MASK_H
#define CFT_TRAIN_MASK_H

#include "formats/format.h"

typedef enum cft_trainer {
    CFT_TRAIN,              /* train.py: the answer with its space and its end token           */
    CFT_TRAIN_BAICHUAN,     /* train_baichuan.py                                               */
    CFT_TRAIN_WITH_TEMPLATE /* train_with_template.py: the answer alone, several styles         */
} cft_trainer;

/* A tokenizer, and the ids that it gave the whole prompt. */
typedef struct cft_train_tokens {
    /* len(tokenizer(text).input_ids); without what the tokenizer adds to a text unless `whole`. */
    chatfmt_status (*count)(void *context, cft_slice text, bool whole, size_t *out);
    void *context;
    size_t tokens;     /* of the prompt, at most `longest`               */
    size_t no_padding; /* those of them that are not the padding token   */
    size_t longest;    /* model_max_length; 0: none                      */
} cft_train_tokens;

typedef struct cft_train_options {
    cft_trainer trainer;
    bool bos;    /* the tokenizer puts a token before the text                                 */
    bool legacy; /* its `legacy` switch, which train.py corrects for                           */
    const cft_slice *specials;
    size_t special_count;
    const cft_train_tokens *tokenizer; /* NULL: tokens are code points and `specials` */
} cft_train_options;

typedef struct cft_train_range {
    size_t begin, end; /* bytes of the prompt */
} cft_train_range;

typedef struct cft_train_result {
    cft_train_range *learned; /* without a tokenizer */
    size_t count;
    bool *ignored;              /* of each token                                                */
    bool mismatch;              /* the trainer's lengths do not add up: nothing is learned     */
    size_t counted, tokens;     /* what it counted, and what there was                         */
} cft_train_result;

/* Which trainer has this name ("train", "train_baichuan", "train_with_template"); NOT_FOUND when
 * none has it. */
chatfmt_status cft_train_find(cft_slice name, cft_trainer *out, chatfmt_error *error);

/* Errors have kinds: unsupported_style, null_separator, empty_separator. */
chatfmt_status cft_train_mask(cft_heap *heap, cft_slice prompt, const cft_dict *fields,
                              const cft_train_options *options, cft_train_result *out);

#endif
