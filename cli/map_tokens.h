/* cli/map_tokens.h - columns of token ids, and rows kept as numbers until they are packed. */
#ifndef CLI_MAP_TOKENS_H
#define CLI_MAP_TOKENS_H

#include "writer.h"

#include "chatfmt/chatfmt.h"

/* Columns about tokens, in the order of chatfmt_column; the other columns' bits are below them. */
enum {
    MAP_IDS = 1 << 8,       /* "input_ids"                                               */
    MAP_LABELS = 1 << 9,    /* "labels": the id where it is learned, else -100           */
    MAP_ATTENTION = 1 << 10, /* "attention_mask"                                         */
    MAP_POSITIONS = 1 << 11, /* "position_ids": from 0 for each conversation             */
    MAP_SEQUENCES = 1 << 12, /* "sequence_ids": the conversation's number in a pack, from 1 */
    MAP_TOKENS = MAP_IDS | MAP_LABELS | MAP_ATTENTION | MAP_POSITIONS | MAP_SEQUENCES
};

/* Rows that lost something to a length, rows in which nothing is learned, and control tokens that
 * data tried to write. */
typedef struct map_losses {
    uint64_t dropped, cut, truncated, unlearned, attempts;
    uint64_t strange_roles; /* rows with a `from` that ShareGPT does not know            */
    uint64_t preferences;   /* rows whose `chosen` and `rejected` are not rendered       */
} map_losses;

/* ", "input_ids": […]" and the others; the first of an object without its comma. */
void map_write_prompt(writer *out, uint32_t columns, const chatfmt_prompt *prompt);
/* A line of its own: the numbers of its rows and the columns. */
void map_write_pack(writer *out, uint32_t columns, const chatfmt_pack *pack);
/* ", "lost": {…}" when something was, and "attempts": how many control tokens data wrote. */
void map_write_lost(writer *out, const chatfmt_prompt *prompt);
void map_count_losses(map_losses *losses, uint32_t columns, const chatfmt_prompt *prompt);

/* A row as numbers: what a pack is made of. */
typedef struct map_record {
    uint64_t line;
    size_t count;
    const uint32_t *ids;
    const unsigned char *mask;
} map_record;

/* The beginning of a record, or of `text_length` bytes that go out as they are (an error). */
typedef struct map_record_head {
    uint64_t line, count, text_length;
} map_record_head;

void map_write_record(writer *out, uint64_t line, const chatfmt_prompt *prompt);

#endif
