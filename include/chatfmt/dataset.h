/* chatfmt/dataset.h - rows of data sets: the conversation in a row, the columns of ids that
 * training wants, and several conversations packed into one sequence.
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

/* A layout of rows: the column that it is recognised by, and what the column holds. Static; may
 * grow at its end. */
typedef struct chatfmt_row_layout {
    const char *name;   /* "messages", "sharegpt", "xtuner", "prompt", "alpaca"              */
    const char *column; /* the first of several: "messages", "conversations", "instruction"  */
    const char *holds;  /* in words: "[{role, content, …}]"                                  */
} chatfmt_row_layout;

/* How many layouts there are. Any thread. */
CHATFMT_API size_t chatfmt_row_layout_count(void);
/* One of them, in the order in which they are recognised, static; NULL for an index that is too
 * large. Any thread. */
CHATFMT_API const chatfmt_row_layout *chatfmt_row_layout_at(size_t index);

typedef struct chatfmt_row_options {
    size_t struct_size;   /* set by CHATFMT_ROW_OPTIONS_INIT                                  */
    uint32_t flags;       /* 0                                                                */
    uint32_t reserved;
    chatfmt_slice layout; /* a layout's name; empty or "auto": by the columns that are there  */
    chatfmt_slice column; /* the column with the conversation; empty: the layout's. With the
                             layout "auto" its first item tells the layout; chosen and
                             rejected go on after the column prompt where both are messages,
                             or both are text                                                 */
} chatfmt_row_options;

#define CHATFMT_ROW_OPTIONS_INIT {sizeof(chatfmt_row_options), 0, 0, {NULL, 0}, {NULL, 0}}

/* What is in a row. Values are the row's, or made in the same chatfmt_values. */
typedef struct chatfmt_row {
    size_t struct_size;        /* set by CHATFMT_ROW_INIT                                     */
    chatfmt_value conversation; /* array of messages                                          */
    chatfmt_value tools, documents; /* arrays; absent when the row has none. Columns that hold
                                  the JSON text of an array are read                          */
    chatfmt_value arguments;   /* chat_template_kwargs, an object, or absent                  */
    chatfmt_value id;          /* the column id, or absent                                    */
    chatfmt_slice strange_role; /* the first role that is probably a mistake: a `from` that
                                  ShareGPT does not have, which became the role as it is, or a
                                  misspelt "user", "assistant" …; data NULL: there is none    */
    int preference;            /* 1: there are columns chosen or rejected                     */
    int system_unused;         /* 1: the conversation begins with a system message that says
                                  something else than the column system, which is left out    */
} chatfmt_row;

#define CHATFMT_ROW_INIT                                                                        \
    {sizeof(chatfmt_row), {{0, 0}}, {{0, 0}}, {{0, 0}}, {{0, 0}}, {{0, 0}}, {NULL, 0}, 0, 0}

/*
 * Find the conversation in a row. Columns: messages, conversations ([{from, value}] as ShareGPT has
 * them), conversation ([{system, input, output}] as XTuner has them), prompt and completion
 * (texts or lists of messages), instruction, input, output and history ([[question, answer]], as
 * Alpaca and LLaMA-Factory have them; an input that is not empty follows the instruction on a new
 * line), response (the answer, where there is no completion or output), system (put first unless
 * the conversation begins with a system message), tools, documents, chat_template_kwargs, id.
 *
 *   values   where messages are made that the row has in another form.
 *   row      an object; borrowed as long as `out` is used.
 *   options  NULL for the defaults.
 *   out      receives what is in the row; its values are absent on any error.
 *
 * Errors: INPUT when the row is not an object, no column has a conversation, or one holds anything
 *         else; NOT_FOUND for an unknown layout; those of building values. Threads: as for
 *         `values`. Cost: O(columns + messages).
 */
CHATFMT_API chatfmt_status chatfmt_row_read(chatfmt_values *values, chatfmt_value row,
                                            const chatfmt_row_options *options, chatfmt_row *out,
                                            chatfmt_error *error);

/* ---- Columns of ids ---------------------------------------------------------------------- */

typedef enum chatfmt_column {
    CHATFMT_COLUMN_INPUT_IDS = 0,
    CHATFMT_COLUMN_LABELS = 1,         /* the id where it is in the loss, else -100            */
    CHATFMT_COLUMN_ATTENTION_MASK = 2, /* 0 for padding, else 1                                */
    CHATFMT_COLUMN_POSITION_IDS = 3,   /* from 0 for each conversation                         */
    CHATFMT_COLUMN_SEQUENCE_IDS = 4    /* number of the conversation in a pack, from 1; 0 for
                                          padding                                              */
} chatfmt_column;

enum { CHATFMT_COLUMN_COUNT = 5 };

/* "input_ids", "labels" …; "" for other numbers. Any thread. */
CHATFMT_API const char *chatfmt_column_name(chatfmt_column column);

/*
 * Numbers [first, first + count) of a column of a prompt, which are within [0, prompt->count).
 * Labels need the prompt's mask: without one, nothing is in the loss.
 *
 *   out  room for `count` numbers.
 *
 * BAD_ARGUMENT for an unknown column or numbers that are not there, and then `out` is as it was.
 * Any thread. O(count), for positions O(first padding + count).
 */
CHATFMT_API chatfmt_status chatfmt_prompt_column(const chatfmt_prompt *prompt,
                                                 chatfmt_column column, size_t first,
                                                 size_t count, int64_t *out);

/* ---- Packs ------------------------------------------------------------------------------- */

/* Puts several conversations into one sequence of a given length. Of the packs that are open a
 * conversation goes into the one that it fills best, so what a pack holds depends on the order
 * of the conversations alone. One thread at a time. */
typedef struct chatfmt_packer chatfmt_packer;

typedef struct chatfmt_packer_options {
    size_t struct_size;                 /* set by CHATFMT_PACKER_OPTIONS_INIT                 */
    size_t size;                        /* tokens of a pack; 1 to 4294967295                  */
    uint32_t open;                      /* packs that are open at once; 0 = 32, at most 1024  */
    int pads;                           /* 1: fill packs up with `pad_id`                     */
    uint32_t pad_id;
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                     */
} chatfmt_packer_options;

#define CHATFMT_PACKER_OPTIONS_INIT {sizeof(chatfmt_packer_options), 0, 0, 0, 0, NULL}

/* A complete pack. Owned by the packer; may grow at its end. */
typedef struct chatfmt_pack {
    size_t length;             /* tokens, padding included                                    */
    size_t count;              /* tokens of conversations                                     */
    size_t row_count;          /* conversations                                               */
    const uint64_t *rows;      /* the number that each was added with                         */
    const size_t *ends;        /* tokens up to the end of each                                */
    const uint32_t *ids;       /* `count` of them                                             */
    const unsigned char *mask; /* 1 for tokens in the loss                                    */
    uint32_t pad_id;
} chatfmt_pack;

/* Make a packer. Errors: BAD_ARGUMENT, NO_MEMORY. Free it with chatfmt_packer_free(). */
CHATFMT_API chatfmt_status chatfmt_packer_new(const chatfmt_packer_options *options,
                                              chatfmt_packer **out, chatfmt_error *error);
/* NULL is allowed. */
CHATFMT_API void chatfmt_packer_free(chatfmt_packer *packer);

/*
 * Add a conversation. One without tokens, or longer than a pack, is left out.
 *
 *   row   a number of the caller's, which comes back in the pack.
 *   ids   copied; `mask` as well, NULL when all tokens are in the loss.
 *
 * Packs that chatfmt_packer_next() has not handed out yet are gone. Errors: NO_MEMORY, and then
 * nothing was added; BAD_ARGUMENT. Cost: O(count + open packs).
 */
CHATFMT_API chatfmt_status chatfmt_packer_add(chatfmt_packer *packer, uint64_t row,
                                              const uint32_t *ids, const unsigned char *mask,
                                              size_t count, chatfmt_error *error);
/* The next pack that is complete; NULL when there is none for now. Borrowed until the packer is
 * used in any other way than this. O(1). */
CHATFMT_API const chatfmt_pack *chatfmt_packer_next(chatfmt_packer *packer);
/* No more conversations: the packs that are open become complete, in the order in which they were
 * opened. Hand them out before anything else. */
CHATFMT_API void chatfmt_packer_finish(chatfmt_packer *packer);

/* Numbers [first, first + count) of a column of a pack, within [0, pack->length); as
 * chatfmt_prompt_column(). O(conversations + count). */
CHATFMT_API chatfmt_status chatfmt_pack_column(const chatfmt_pack *pack, chatfmt_column column,
                                               size_t first, size_t count, int64_t *out);

#ifdef __cplusplus
}
#endif

#endif
