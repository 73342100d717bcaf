/* tokenizers/gguf.h - the metadata of a GGUF file: templates, special tokens, architecture and
 * name.
 *
 * Tensors are never touched, so a file of any size costs what its metadata costs. The file is
 * hostile: every length is checked against the bytes that are left before it is used. It is read
 * in pieces and what is kept is copied: whoever changes it afterwards or meanwhile changes
 * nothing here.
 */
#ifndef CFT_GGUF_H
#define CFT_GGUF_H

#include "base/arena.h"
#include "base/file.h"
#include "base/report.h"

/* A template of the file; the default one has the name "default". */
typedef struct cft_gguf_template {
    cft_slice name, text;
} cft_gguf_template;

/* A special token that the file names by id: "bos_token" and its text. */
typedef struct cft_gguf_token {
    cft_slice name, text;
    uint32_t id;
} cft_gguf_token;

#define CFT_GGUF_TOKENS 12

/* Where the value of a key that begins "tokenizer.ggml." is in the file. */
typedef struct cft_gguf_field {
    cft_slice key;
    uint32_t type, item; /* as the file has them; `item` is of an array's elements */
    uint64_t count;      /* elements, 1 of a value that is no array               */
    uint64_t begin, end; /* bytes of the value or of its elements                 */
} cft_gguf_field;

typedef struct cft_gguf {
    uint32_t version; /* 2 or 3 */
    bool big_endian;
    cft_slice architecture, name; /* empty when the file does not say */
    cft_gguf_template *templates;
    size_t template_count;
    cft_gguf_token tokens[CFT_GGUF_TOKENS];
    size_t token_count;
    uint64_t vocabulary; /* tokens in the file's vocabulary */
    cft_gguf_field *fields;
    size_t field_count;
} cft_gguf;

/*
 * Read the metadata of `data` or of a file; results are made in `arena`. INPUT with the byte
 * offset and the key for anything malformed; LIMIT for more than a million keys, and for keys,
 * templates and names of more than CFT_GGUF_KEPT_BYTES together. A piece of the file at a time
 * is in memory. Source: GGUF v2 and v3, gguf_header_t and gguf_metadata_kv_t.
 */
#define CFT_GGUF_KEPT_BYTES ((size_t)128 * 1024 * 1024)
chatfmt_status cft_gguf_read_file(cft_arena *arena, const cft_file_pieces *file, cft_gguf *out,
                                  chatfmt_error *error);
chatfmt_status cft_gguf_read(cft_arena *arena, cft_slice data, cft_gguf *out,
                             chatfmt_error *error);

#endif
