/* cli/diff_matrix.h - the conversations that chatfmt diff renders when none are given. */
#ifndef CLI_DIFF_MATRIX_H
#define CLI_DIFF_MATRIX_H

#include <stddef.h>

/* Arguments of apply_chat_template. */
typedef struct diff_conversation {
    const char *name, *json;
} diff_conversation;

extern const diff_conversation diff_matrix[];
extern const size_t diff_matrix_count;

#endif
