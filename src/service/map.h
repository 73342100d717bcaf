/* service/map.h - what mappers and packs have in common (chatfmt/map.h). */
#ifndef CFT_SERVICE_MAP_H
#define CFT_SERVICE_MAP_H

#include "base/json_out.h"
#include "chatfmt/map.h"

/* The beginning of a record: of a row, whose ids and mask follow; or of `text_length` bytes
 * that go out as they are (an error). */
typedef struct cft_map_record {
    uint64_t line, count, text_length;
} cft_map_record;

/* "text" that is UTF-8, as every prompt is: it is not looked at again. (quote.c) */
void cft_out_utf8(cft_json_out *out, const char *data, size_t length);

/* Sixteen digits of a hash and a NUL. (map_record.c) */
void cft_map_hash_digits(uint64_t hash, char *text);

/* Whether the last error is that the model has no template for any row: no fault of the row.
 * (map_row.c) */
bool cft_mapper_lacks(const chatfmt_mapper *mapper);
/* Whether the last row is one of CHATFMT_MAP_FIRST_…, and the words about it. */
bool cft_mapper_notes(const chatfmt_mapper *mapper, int which, char *words, size_t size);

/* ---- map_reads.c ---- */

/* What is read by the template of rows without tools, and of rows with tools; true of all where
 * there is no template. `none`: neither has one, unless the rows bring theirs. */
typedef struct cft_map_reads {
    bool tools[2], documents[2], none;
} cft_map_reads;

/* `chosen`: as for chatfmt_model_choose(). O(length of the templates). */
cft_map_reads cft_map_reads_of(const chatfmt_model *model, cft_slice chosen);
/* Whether a message has a tool call whose arguments are text. */
bool cft_map_has_text_calls(chatfmt_value conversation);

/* ---- map_columns.c ---- */

/* Whether an object has just begun. */
bool cft_map_begins(const cft_json_out *out);
/* A member's name, with a comma unless the object has just begun. */
void cft_map_name(cft_json_out *out, const char *name);
/* ", "input_ids": […]" and the others; the first of an object without its comma. */
void cft_map_write_prompt(cft_json_out *out, uint32_t columns, const chatfmt_prompt *prompt);
/* A line of its own: the numbers of its rows and the columns. */
void cft_map_write_pack(cft_json_out *out, uint32_t columns, const chatfmt_pack *pack);
/* ", "lost": {…}" when something was, and "attempts": how many control tokens data wrote. */
void cft_map_write_lost(cft_json_out *out, const chatfmt_prompt *prompt);
/* The row as a record. */
void cft_map_write_record(cft_json_out *out, uint64_t line, const chatfmt_prompt *prompt);
void cft_map_count(chatfmt_map_losses *losses, uint32_t columns, const chatfmt_prompt *prompt);

#endif
