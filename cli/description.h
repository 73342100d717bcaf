/* cli/description.h - what files say of how a model's replies are read: a response_template, or its
 * older form. */
#ifndef CLI_DESCRIPTION_H
#define CLI_DESCRIPTION_H

#include "chatfmt/reply.h"

#include <stdbool.h>

/* Read a description from a file. NULL when it is wrong, which was said; else free it with
 * chatfmt_response_template_free(). Always true. */
bool description_load(const char *path, chatfmt_response_source source,
                      const chatfmt_limits *limits, chatfmt_response_template **out);

/* That of a model: in the tokenizer_config.json of the folder `model`, of a repository in the Hub
 * cache, or in `model` itself when it is such a file. False when there is none. */
bool description_of_model(const char *model, const chatfmt_limits *limits,
                          chatfmt_response_template **out);

#endif
