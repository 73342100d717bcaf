/* tokenizers/compiled.h - a loaded tokenizer as bytes that can be used where they are read to.
 *
 * The bytes are a cache and nothing else: they depend on the version of this library and on the
 * machine's byte order, and they are made again from tokenizer.json whenever something about them
 * is not as it should be. Whoever can write the file may have written anything: a wrong checksum
 * or shape refuses it, and what is after a right checksum is still used with bounds.
 */
#ifndef CFT_COMPILED_H
#define CFT_COMPILED_H

#include "tokenizers/tokenizer.h"

/* Raised whenever the layout, a hash function or what a table means changes: a digit. */
#define CFT_COMPILED_VERSION '7'

/*
 * Append the bytes of a tokenizer that cft_tokenizer_load made. `source` is what the file is
 * kept under: the hexadecimal SHA-256 of the tokenizer.json. UNSUPPORTED when a token has a text
 * that is no UTF-8.
 */
chatfmt_status cft_compiled_write(const cft_tokenizer *tokenizer, const char source[64],
                                  cft_buffer *out);

/*
 * A tokenizer that lives in `data`, which must begin at an address that is a multiple of 64 and
 * outlive it. `tokenizer` is cleared first and must be freed, also after a failure. `source` may
 * be NULL: any will do. INPUT when the bytes are not what cft_compiled_write makes here and now.
 * Cost: one pass for the checksum; the added tokens.
 */
chatfmt_status cft_compiled_open(cft_tokenizer *tokenizer, const chatfmt_allocator *allocator,
                                 cft_slice data, const char source[64]);

/* For tests: make length and checksum right again after a change. */
void cft_compiled_seal(char *data, size_t length);

#endif
