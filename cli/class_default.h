/* cli/class_default.h - `--default-template class`: what a model without a template used before
 * transformers 4.44, by its tokenizer's class. */
#ifndef CLI_CLASS_DEFAULT_H
#define CLI_CLASS_DEFAULT_H

#include "chatfmt/chatfmt.h"

#include <stdbool.h>

/* The template, owned; free it. Says on stderr which class's it is. */
bool class_default_read(const char *path, const chatfmt_model *model, char **text, size_t *length);

#endif
