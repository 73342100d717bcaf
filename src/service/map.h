/* service/map.h - what mappers and packs have in common (chatfmt/map.h). */
#ifndef CFT_SERVICE_MAP_H
#define CFT_SERVICE_MAP_H

#include "base/json_out.h"
#include "chatfmt/map.h"
#include "chatfmt/source.h"

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
/* What cft_map_roles_seen() says of all its rows. */
uint64_t cft_mapper_roles_seen(const chatfmt_mapper *mapper);
/* Whether one of all its rows was given another template than the request names. */
bool cft_mapper_own_templates(const chatfmt_mapper *mapper);

/* ---- map_reads.c ---- */

/* What is read by the template of rows without tools, and of rows with tools; true of all where
 * there is no template, or none that can be surveyed. `none`: neither has one, unless the rows
 * bring theirs. */
typedef struct cft_map_reads {
    bool tools[2], documents[2], none;
    chatfmt_survey *surveys[2]; /* of the templates */
    uint32_t roles[2];          /* bits: roles that they name */
} cft_map_reads;

/* `chosen`: as for chatfmt_model_choose(). O(length of the templates). NO_MEMORY. */
chatfmt_status cft_map_reads_open(const chatfmt_model *model, cft_slice chosen,
                                  const chatfmt_allocator *memory, cft_map_reads *out);
void cft_map_reads_close(cft_map_reads *reads);
/* The first of a row's variables that the template for rows with or without tools does not read;
 * NULL without one. */
cft_slice cft_map_unread_variable(const cft_map_reads *reads, bool tools, chatfmt_value variables);
/* Whether a message has neither a member content nor tool calls: the first of them. */
bool cft_map_lacks_content(chatfmt_value conversation, uint32_t *message);
/* Whether a message has a tool call whose arguments are text. */
bool cft_map_has_text_calls(chatfmt_value conversation);

/* ---- map_check.c ---- */

/* Flags with which rows are rendered with spans. */
enum { CFT_MAP_WATCHED = CHATFMT_MAP_WATCH | CHATFMT_MAP_STRICT };

/* BAD_ARGUMENT, and what else is wrong with options. Those of rows get their defaults. */
chatfmt_status cft_map_check(chatfmt_map_options *options, chatfmt_error *error);
/* Rows are strangers' data: what a row asks for in `prompt` may be shorter than what was asked for
 * in all rows, not longer; and rows of packs are padded as packs are. */
void cft_map_keep_length(const chatfmt_map_options *all, const chatfmt_prompt_options *asked,
                         chatfmt_prompt_options *prompt);
/* The id of the model's padding token. NOT_FOUND when it has none. */
chatfmt_status cft_map_find_padding(const chatfmt_model *model, const chatfmt_tokenizer *tokenizer,
                                    uint32_t *id, chatfmt_error *error);
/* NOT_FOUND when rows are padded, by the request with the options' variables, with no token. */
chatfmt_status cft_map_check_padding(const chatfmt_map_options *options,
                                     const chatfmt_request *request, chatfmt_error *error);

/* ---- map_roles.c ---- */

/* Which roles the template for rows with or without tools names: it compares roles of messages with
 * them. */
void cft_map_read_roles(cft_map_reads *reads, bool tools);
/* Whether a message with content has no role: the first of them. */
bool cft_map_lacks_role(chatfmt_value conversation, uint32_t *message);
/* The first message of this role; 0 when there is none. */
uint32_t cft_map_message_of(chatfmt_value conversation, cft_slice role);
/* Whether a message has content, and a role that the template does not name: another one than
 * system, user and assistant, which it may leave out. */
bool cft_map_has_unnamed_role(const cft_map_reads *reads, bool tools, chatfmt_value conversation);
/* The role of the first such message whose content is among the paths of chatfmt_unwritten(). */
cft_slice cft_map_silent_role(const cft_map_reads *reads, bool tools, chatfmt_value conversation,
                              chatfmt_value unwritten);
/* The roles of the messages, with commas between, when none of them is one of the mask; else "". */
void cft_map_other_roles(const chatfmt_mask_options *mask, chatfmt_value conversation, char *out,
                         size_t size);
/* `seen`, and the bits of those roles of a mask, the first 64, that a message has. */
uint64_t cft_map_roles_seen(const chatfmt_mask_options *mask, chatfmt_value conversation,
                            uint64_t seen);

/* ---- map_training.c ---- */

/* Fills texts of `out` from a JSON object of variables, which `values` keep. INPUT for others. */
chatfmt_status cft_map_read_training(chatfmt_values *values, cft_slice json,
                                     chatfmt_training_options *out, chatfmt_error *error);

/* ---- map_columns.c ---- */

/* Whether an object has just begun. */
bool cft_map_begins(const cft_json_out *out);
/* A member's name, with a comma unless the object has just begun. */
void cft_map_name(cft_json_out *out, const char *name);
void cft_map_write_text(cft_json_out *out, const char *name, cft_slice text);
void cft_map_write_number(cft_json_out *out, const char *name, uint64_t number);
/* "mask" in bytes and "mask_chars" in code points, and "turns", each after a comma. */
void cft_map_write_ranges(cft_json_out *out, const chatfmt_mask_range *ranges, size_t count);
void cft_map_write_turns(cft_json_out *out, const chatfmt_mask_range *ranges, size_t count);
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
