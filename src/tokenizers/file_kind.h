/* tokenizers/file_kind.h - which kind of file a vocabulary is, by its first bytes.
 *
 * For choosing a reader, and for saying what a file is that no reader takes.
 */
#ifndef CFT_FILE_KIND_H
#define CFT_FILE_KIND_H

#include "base/report.h"

typedef enum cft_file_kind {
    CFT_FILE_JSON, /* or anything else that is not known */
    CFT_FILE_GGUF,
    CFT_FILE_SENTENCE_PIECE,
    CFT_FILE_RANKS, /* tiktoken: a token in base64, a space and its rank on each line */
    CFT_FILE_LFS,   /* Git LFS: what is in for a file that was not fetched          */
    CFT_FILE_HTML
} cft_file_kind;

/* Looks at the first 4 KiB at most. */
cft_file_kind cft_file_kind_of(cft_slice bytes);

/* The error for a file that is no vocabulary: what it is, and what to do. INPUT. */
chatfmt_status cft_file_kind_refuse(cft_file_kind kind, chatfmt_error *error);

#endif
