/* cli/subject.h - the template that is looked at: of a model, with its survey and its probes. */
#ifndef CLI_SUBJECT_H
#define CLI_SUBJECT_H

#include "probes.h"

#include "chatfmt/source.h"

typedef struct subject {
    chatfmt_model *model;
    chatfmt_model_template chosen;
    chatfmt_survey *survey;
    const chatfmt_fact *facts;
    size_t fact_count;
    bool *first; /* of each fact: nothing before it says the same; NULL: not known */
    chatfmt_template *compiled; /* NULL when it does not compile */
    chatfmt_slice source;       /* normalised; empty when it does not compile */
    probe_facts probes;         /* when it does */
    chatfmt_error refused;      /* when it does not */
} subject;

/*
 * Open the model at `path`, or the template on standard input for "-", and look at the template
 * `name` (NULL: the one that transformers would choose). A template that does not compile is no
 * failure. On failure says why on stderr and returns false; close it all the same.
 */
bool subject_open(subject *s, const char *path, const char *name, uint32_t model_flags);
void subject_close(subject *s);

#endif
