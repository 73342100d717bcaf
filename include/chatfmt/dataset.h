/* chatfmt/dataset.h - rows of data sets: find the conversation in a row, make the columns of ids
 * for training, and pack several conversations into one sequence.
 *
 * Rules for the parameters of all functions are at the beginning of chatfmt/base.h.
 *
 *     chatfmt_row row = CHATFMT_ROW_INIT;
 *     chatfmt_value_read_json(values, line, length, &object, &error);
 *     chatfmt_row_read(values, object, NULL, &row, &error);
 *     prompt_options.mask = &mask;
 *     chatfmt_applier_encode(applier, model, encoder, row.conversation, NULL, &prompt_options,
 *                            &prompt, &error);
 *     chatfmt_prompt_column(prompt, CHATFMT_COLUMN_LABELS, 0, prompt->count, labels);
 *
 * Experimental: may change within 0.1.x (docs/stability.md).
 */
#ifndef CHATFMT_DATASET_H
#define CHATFMT_DATASET_H

#ifdef CHATFMT_STABLE_ONLY
#error "chatfmt/dataset.h is experimental (CHATFMT_STABLE_ONLY)"
#endif

#include "chatfmt/tokens.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Rows -------------------------------------------------------------------------------- */

/* A layout of rows: the column by which it is recognised, and what the column holds. Static, and
 * it may grow at its end. */
typedef struct chatfmt_row_layout {
    const char *name;   /* "messages", "sharegpt", "xtuner", "prompt", "alpaca"              */
    const char *column; /* such as "messages", "conversations" or "instruction"; of several
                           columns the first                                                 */
    const char *holds;  /* what the column holds, in words: "[{role, content, …}]"           */
} chatfmt_row_layout;

/* The number of layouts. Any thread. */
CHATFMT_API size_t chatfmt_row_layout_count(void);
/* Layout number `index`, from 0, in the order in which they are recognised. Static; NULL when
 * there is no such layout. Any thread. */
CHATFMT_API const chatfmt_row_layout *chatfmt_row_layout_at(size_t index);

typedef struct chatfmt_row_options {
    size_t struct_size;   /* set by CHATFMT_ROW_OPTIONS_INIT                                  */
    uint32_t flags;       /* 0                                                                */
    uint32_t reserved;    /* 0                                                                */
    chatfmt_slice layout; /* name of a layout. Empty or "auto": recognised by the columns of
                             the row                                                          */
    chatfmt_slice column; /* name of the column with the conversation. Empty: the column of
                             the layout. With the layout "auto", the first item of the column
                             decides the layout. The column `chosen` or `rejected` continues
                             the column `prompt` when both are messages, or both are text     */
} chatfmt_row_options;

#define CHATFMT_ROW_OPTIONS_INIT {sizeof(chatfmt_row_options), 0, 0, {NULL, 0}, {NULL, 0}}

/* What is in a row. Its values belong to the row, or were made in the chatfmt_values of
 * chatfmt_row_read(). */
typedef struct chatfmt_row {
    size_t struct_size;        /* set by CHATFMT_ROW_INIT                                     */
    chatfmt_value conversation; /* array of messages                                          */
    chatfmt_value tools, documents; /* arrays; absent when the row has none. A column that
                                       holds an array as JSON text is read                    */
    chatfmt_value arguments;   /* chat_template_kwargs, an object; or absent                  */
    chatfmt_value id;          /* the column id; or absent                                    */
    chatfmt_slice strange_role; /* the first role that is probably a mistake: a `from` that
                                   ShareGPT does not have, which is used as the role, or a
                                   misspelt "user", "assistant" …. NULL data: none            */
    int preference;            /* 1: the row has a column `chosen` or `rejected`              */
    int system_unused;         /* 1: the column `system` was left out, because the
                                  conversation begins with another system message             */
} chatfmt_row;

#define CHATFMT_ROW_INIT                                                                        \
    {sizeof(chatfmt_row), {{0, 0}}, {{0, 0}}, {{0, 0}}, {{0, 0}}, {{0, 0}}, {NULL, 0}, 0, 0}

/*
 * Find the conversation in a row.
 *
 *   values   messages that the row has in another form are made in it.
 *   row      an object; borrowed for as long as `out` is used.
 *   options  borrowed during the call; NULL for the defaults.
 *   out      set it to CHATFMT_ROW_INIT before. Receives what is in the row; its values are
 *            absent on any error.
 *   error    may be NULL.
 *
 * These columns are read:
 *
 *   messages             list of messages
 *   conversations        [{from, value}], as in ShareGPT
 *   conversation         [{system, input, output}], as in XTuner
 *   prompt, completion   texts, or lists of messages
 *   instruction, input,  as in Alpaca and LLaMA-Factory; history is [[question, answer]]. An input
 *   output, history      that is not empty follows the instruction on a new line
 *   response             the answer, when there is no completion or output
 *   system               put first, unless the conversation begins with a system message
 *   tools, documents, chat_template_kwargs, id
 *
 * Errors: INPUT when the row is not an object, when no column has a conversation, and when a
 *         column holds something else; NOT_FOUND for an unknown layout; those of building values
 *         (chatfmt/value.h); BAD_ARGUMENT.
 * Threads: one at a time for `values`.
 * Cost: O(columns + messages).
 */
CHATFMT_API chatfmt_status chatfmt_row_read(chatfmt_values *values, chatfmt_value row,
                                            const chatfmt_row_options *options, chatfmt_row *out,
                                            chatfmt_error *error);

/* ---- Columns of ids ---------------------------------------------------------------------- */

typedef enum chatfmt_column {
    CHATFMT_COLUMN_INPUT_IDS = 0,      /* the ids                                              */
    CHATFMT_COLUMN_LABELS = 1,         /* the id when it is in the loss, else -100             */
    CHATFMT_COLUMN_ATTENTION_MASK = 2, /* 0 for padding, else 1                                */
    CHATFMT_COLUMN_POSITION_IDS = 3,   /* the place of the id in its conversation, from 0      */
    CHATFMT_COLUMN_SEQUENCE_IDS = 4    /* the number of the conversation in its pack, from 1;
                                          0 for padding                                        */
} chatfmt_column;

/* The number of columns. */
enum { CHATFMT_COLUMN_COUNT = 5 };

/* The name of a column: "input_ids", "labels" …; "" for an unknown number. Any thread. */
CHATFMT_API const char *chatfmt_column_name(chatfmt_column column);

/*
 * Write numbers [first, first + count) of a column of a prompt.
 *
 *   prompt  a prompt. For labels it needs a mask: without one nothing is in the loss.
 *   column  the column.
 *   first   the first number; first + count must not be more than prompt->count.
 *   count   number of numbers.
 *   out     room for `count` numbers.
 *
 * Errors: BAD_ARGUMENT for an unknown column, and for numbers that do not exist. Then `out`
 *         stays as it was.
 * Threads: any.
 * Cost: O(count); for positions O(first padding + count).
 */
CHATFMT_API chatfmt_status chatfmt_prompt_column(const chatfmt_prompt *prompt,
                                                 chatfmt_column column, size_t first,
                                                 size_t count, int64_t *out);

/* ---- Packs ------------------------------------------------------------------------------- */

/* Packs several conversations into sequences of a given length. Several packs are open at once.
 * A conversation goes into the open pack that it fills best. So the content of packs depends
 * only on the order of the conversations. A packer serves one thread at a time. */
typedef struct chatfmt_packer chatfmt_packer;

typedef struct chatfmt_packer_options {
    size_t struct_size;                 /* set by CHATFMT_PACKER_OPTIONS_INIT                 */
    size_t size;                        /* tokens of a pack; 1 to 4294967295. There is no
                                           default                                            */
    uint32_t open;                      /* number of packs that are open at once; at most
                                           1024; 0 = 32                                       */
    int pads;                           /* not 0: fill packs up to `size` with `pad_id`;
                                           default 0                                          */
    uint32_t pad_id;                    /* the id of padding                                  */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                     */
} chatfmt_packer_options;

#define CHATFMT_PACKER_OPTIONS_INIT {sizeof(chatfmt_packer_options), 0, 0, 0, 0, NULL}

/* A complete pack. It belongs to the packer. It may grow at its end. */
typedef struct chatfmt_pack {
    size_t length;             /* number of tokens, including padding                         */
    size_t count;              /* number of tokens without padding                            */
    size_t row_count;          /* number of conversations                                     */
    const uint64_t *rows;      /* for each conversation the number with which it was added    */
    const size_t *ends;        /* for each conversation the number of tokens up to its end    */
    const uint32_t *ids;       /* `count` ids                                                 */
    const unsigned char *mask; /* one for each id: 1 when it is in the loss, else 0           */
    uint32_t pad_id;
} chatfmt_pack;

/*
 * Make a packer.
 *
 *   options  borrowed during the call; must not be NULL, because `size` has no default.
 *   out      receives a packer, which the caller owns; free it with chatfmt_packer_free(). NULL
 *            on any error.
 *   error    may be NULL.
 *
 * Errors: BAD_ARGUMENT, NO_MEMORY.
 */
CHATFMT_API chatfmt_status chatfmt_packer_new(const chatfmt_packer_options *options,
                                              chatfmt_packer **out, chatfmt_error *error);
/* Free a packer. Packs that were borrowed from it become invalid. NULL is allowed. */
CHATFMT_API void chatfmt_packer_free(chatfmt_packer *packer);

/*
 * Add a conversation. A conversation without tokens, or one that is longer than a pack, is left
 * out.
 *
 *   packer  complete packs that chatfmt_packer_next() has not returned yet are lost.
 *   row     a number of the caller's choice, which the pack returns.
 *   ids     `count` ids; copied.
 *   mask    one for each id: 1 when it is in the loss; copied. NULL: all are in the loss.
 *   count   number of ids.
 *   error   may be NULL.
 *
 * Errors: NO_MEMORY: then nothing was added; BAD_ARGUMENT.
 * Cost: O(count + open packs).
 */
CHATFMT_API chatfmt_status chatfmt_packer_add(chatfmt_packer *packer, uint64_t row,
                                              const uint32_t *ids, const unsigned char *mask,
                                              size_t count, chatfmt_error *error);
/* The next complete pack, or NULL when there is none at present. Borrowed until another function
 * of the packer is called. O(1). */
CHATFMT_API const chatfmt_pack *chatfmt_packer_next(chatfmt_packer *packer);
/* End the conversations: open packs become complete, in the order in which they were opened.
 * Take them with chatfmt_packer_next() before any other call. Afterwards conversations may be added
 * again. */
CHATFMT_API void chatfmt_packer_finish(chatfmt_packer *packer);

/* Write numbers [first, first + count) of a column of a pack; first + count must not be more
 * than pack->length. For padding, labels are -100 and positions are 0. Otherwise as
 * chatfmt_prompt_column(). O(conversations + count). */
CHATFMT_API chatfmt_status chatfmt_pack_column(const chatfmt_pack *pack, chatfmt_column column,
                                               size_t first, size_t count, int64_t *out);

#ifdef __cplusplus
}
#endif

#endif
