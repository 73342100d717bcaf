/* cli/map_row.h - one row of a data set: its columns to a conversation, its answer to columns. */
#ifndef CLI_MAP_ROW_H
#define CLI_MAP_ROW_H

#include "apply_request.h"

typedef enum map_layout {
    MAP_AUTO,
    MAP_MESSAGES,  /* messages: [{role, content, …}]                                     */
    MAP_SHAREGPT,  /* conversations: [{from, value}]                                     */
    MAP_PROMPT,    /* prompt, completion: texts or lists of messages                     */
    MAP_XTUNER     /* conversation: [{system, input, output}]                            */
} map_layout;

/* Columns of the output. */
enum {
    MAP_TEXT = 1,
    MAP_MASK = 2,       /* "mask" in bytes and "mask_chars" in code points               */
    MAP_SPLIT = 4,      /* "prompt" and "completion": before and from the last range     */
    MAP_TURNS = 8,      /* "turns": each range with the number of its message            */
    MAP_LENGTH = 16,    /* "length" in bytes, "length_chars" in code points              */
    MAP_LINE = 32,      /* "line" of the input                                           */
    MAP_ID = 64         /* "id" as it came in                                            */
};

bool map_layout_of(const char *name, map_layout *out);
/* "text,mask": false for unknown names. */
bool map_columns_of(const char *names, uint32_t *out);

typedef struct map_plan {
    map_layout layout;
    uint32_t columns;
    const char *column; /* name of the column with the messages; NULL: as the layout has it */
    apply_request request;
    const chatfmt_model *model;
    chatfmt_slice variables; /* JSON object, may be empty */
} map_plan;

/* Write the answer to one line, with its newline. False with the error, and then nothing is
 * written. */
bool map_row(const map_plan *plan, chatfmt_values *values, chatfmt_chat *chat,
             chatfmt_slice line, uint64_t number, writer *out, chatfmt_error *error);

#endif
