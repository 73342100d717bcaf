/* cli/subject.h - the template that is looked at: of a model, with all that is known about it. */
#ifndef CLI_SUBJECT_H
#define CLI_SUBJECT_H

#include "chatfmt/chatfmt.h"

#include <stdbool.h>

typedef struct subject {
    chatfmt_model *model;
    chatfmt_analysis *analysis;
    bool misused; /* an option has no meaning for the model */
} subject;

/*
 * Open the model at `path`, or the template on standard input for "-", and analyse the template
 * `name` (NULL: the one that transformers would choose), for `command`. On failure says why on
 * stderr and returns false; close it all the same.
 */
bool subject_open(subject *s, const char *command, const char *path, const char *name,
                  uint32_t model_flags, const chatfmt_analysis_options *options);
void subject_close(subject *s);

#endif
