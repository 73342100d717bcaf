/* cli/subject.h - the template that is looked at: of a model, with all that is known about it. */
#ifndef CLI_SUBJECT_H
#define CLI_SUBJECT_H

#include "opened_model.h"

#include "chatfmt/chatfmt.h"

#include <stdbool.h>

typedef struct subject {
    opened_model from;
    chatfmt_analysis *analysis;
} subject;

/*
 * Open `from`, or the template on standard input for the path "-", for `command`, and analyse the
 * template `name` (NULL: the one that transformers would choose). On failure says why on stderr and
 * returns false; close it all the same.
 */
bool subject_open(subject *s, const char *command, const char *name,
                  const chatfmt_analysis_options *options);
void subject_close(subject *s);

#endif
