/* cli/map_row.h - one row of a data set: its columns to a conversation, its answer to columns. */
#ifndef CLI_MAP_ROW_H
#define CLI_MAP_ROW_H

#include "map_report.h"
#include "map_tokens.h"

/* Columns of the output. */
enum {
    MAP_TEXT = 1,
    MAP_MASK = 2,       /* "mask" in bytes and "mask_chars" in code points               */
    MAP_SPLIT = 4,      /* "prompt" and "completion": before and from the last range     */
    MAP_TURNS = 8,      /* "turns": each range with the number of its message            */
    MAP_LENGTH = 16,    /* "length" in bytes, "length_chars" in code points              */
    MAP_LINE = 32,      /* "line" of the input                                           */
    MAP_ID = 64         /* "id" as it came in                                            */
};                      /* … and those of map_tokens.h                                   */

/* "text,mask": false for unknown names. */
bool map_columns_of(const char *names, uint32_t *out);

typedef struct map_plan {
    chatfmt_row_options row; /* layout and column */
    uint32_t columns;
    chatfmt_request *request;
    const chatfmt_model *model;
    chatfmt_slice variables; /* JSON object, may be empty */
    const chatfmt_tokenizer *tokenizer; /* for columns about tokens; else NULL */
    const char *trainer;                /* whose ids and labels; NULL: the model's prompt's */
    const chatfmt_format *format;       /* … of this format, with: */
    chatfmt_training_options training;
    size_t pack;                        /* tokens of a pack: rows come out as records; 0: none */
    const char *template_name;          /* the file that was given for it; NULL: the model's */
} map_plan;

/* What one worker works with. */
typedef struct map_hand {
    chatfmt_values *values;
    chatfmt_chat *chat;
    chatfmt_values *fixed;    /* of --variables when they were read once: */
    chatfmt_request *request; /* … what they and the plan ask for */
    bool has_variables;
    chatfmt_request *current; /* the same, with the values of a row */
    chatfmt_request *own;     /* of a row that asks for more */
    const chatfmt_applied *applied; /* of that row … */
    const chatfmt_prompt *prompt;   /* … and with an encoder */
    chatfmt_renderer *renderer;     /* of a trainer, and what it made: */
    chatfmt_prompt trained;
    chatfmt_applied trained_text;
    chatfmt_encoder *encoder; /* NULL without columns about tokens */
    map_losses losses;        /* of the rows done */
    bool in_data;             /* the place of an error is in the row, not in a template: */
    map_which which;          /* … this one */
} map_hand;

bool map_hand_open(const map_plan *plan, map_hand *hand);
void map_hand_close(map_hand *hand);

/* Write the answer to one line, with its newline, or its record. False with the error, and then
 * nothing is written. */
bool map_row(const map_plan *plan, map_hand *hand, chatfmt_slice line, uint64_t number,
             writer *out, chatfmt_error *error);

#endif
