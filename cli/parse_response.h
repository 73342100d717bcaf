/* cli/parse_response.h - the part of `chatfmt parse` that reads replies by what
 * tokenizer_config.json says of them.
 */
#ifndef CLI_PARSE_RESPONSE_H
#define CLI_PARSE_RESPONSE_H

#include "writer.h"

#include "chatfmt/chatfmt.h"

#include <stdbool.h>

/* What one run reads, and how. */
typedef struct parse_response_job {
    const char *path;                 /* of the description */
    chatfmt_response_source source;
    bool optional;                    /* a configuration may describe nothing */
    bool stream;
    int chunk;                        /* bytes, 0 = as they come */
    const char *input;                /* NULL or "-": standard input */
    chatfmt_encoder *encoder;         /* the input is ids of its tokenizer; NULL: text */
    const chatfmt_limits *limits;
    chatfmt_slice prompt;
    chatfmt_value tools;
} parse_response_job;

/* The path of a model's tokenizer_config.json: in the folder `model`, in that of a repository in
 * the Hub cache, or `model` itself when it is such a file. False for a template, a GGUF file,
 * and what does not fit. */
bool parse_response_config(const char *model, char *path, size_t room);

/* Read the description. False when job->optional and there is none. NULL when it is wrong, which
 * was said; else free it with chatfmt_response_template_free(). */
bool parse_response_load(const parse_response_job *job, chatfmt_response_template **description);
/* Read the reply and print it. Returns the exit code. */
int parse_response_run(const parse_response_job *job,
                       const chatfmt_response_template *description);

#endif
