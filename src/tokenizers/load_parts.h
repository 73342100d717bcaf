/* tokenizers/load_parts.h - what the readers of normalizers, pre-tokenizers, decoders and
 * post-processors share.
 *
 * Each kind of part is a row of a table: the name in "type" and the function that reads it. A
 * name without a row is UNSUPPORTED. Sequences are laid out flat; nesting is bounded.
 */
#ifndef CFT_LOAD_PARTS_H
#define CFT_LOAD_PARTS_H

#include "tokenizers/tokenizer.h"

typedef chatfmt_status cft_part_reader(cft_tokenizer *t, cft_heap *heap, cft_value part);

typedef struct cft_part_row {
    const char *type; /* NULL ends a table */
    cft_part_reader *read;
} cft_part_row;

/* Read a part, or each part of a sequence, which is in one of `members`. */
chatfmt_status cft_part_read(cft_tokenizer *t, cft_heap *heap, cft_value part,
                             const char *where, const char *members, const cft_part_row *rows,
                             unsigned depth);

/* Compile a regular expression; the tokenizer owns it. */
chatfmt_status cft_part_pattern(cft_tokenizer *t, cft_heap *heap, cft_slice expression,
                                const char *where, cft_pattern **out);

/* {"String": …} or {"Regex": …}: a text, or else a regular expression. */
chatfmt_status cft_part_text_or_regex(cft_tokenizer *t, cft_heap *heap, cft_value part,
                                      const char *where, cft_slice *text, cft_slice *regex);

/* One of a list of words, the first of which is the default; -1 when it is none. */
int cft_part_word(cft_value value, const char *const *words);

/* A text of one character, kept. */
chatfmt_status cft_part_character(cft_tokenizer *t, cft_heap *heap, cft_value part,
                                  const char *name, const char *where, cft_slice *out);

/* A flag of a source that is no tokenizer.json, whose flags are true, false or not there. */
bool cft_part_is_set(cft_value part, const char *name);

/* always, first, never as 0, 1, 2; -1 for another word. */
int cft_part_scheme(cft_value value);

#endif
