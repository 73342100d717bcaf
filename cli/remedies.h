/* cli/remedies.h - what a person can do about an error, in a line after it. */
#ifndef CLI_REMEDIES_H
#define CLI_REMEDIES_H

#include "writer.h"

#include "chatfmt/chatfmt.h"
#include "chatfmt/request.h"

#include <stdbool.h>

/* After an error of a render: which message lacks what the template reads, and which option gives
 * what is missing. `context` is what was rendered; `has_model` when its arguments went to a model,
 * which --fix is for. */
void remedy_of_render(const chatfmt_error *error, chatfmt_value context, bool has_model);

/* After an error of --set NAME=JSON: texts without quotes. */
void remedy_of_set(const char *setting);

/* A warning for each name that `option` gives, or --trusted has, and the template does not read. */
void remedy_of_variables(const char *option, const chatfmt_slice *names, size_t count,
                         const chatfmt_model *model, const chatfmt_request *request);

/* The error without the sentence that names arguments of Python, in whose place
 * remedy_write_error() names options. */
void remedy_own_words(const chatfmt_error *error, chatfmt_error *shown);

/* chatfmt_report_hint() for records of map, naming options as the program does. */
chatfmt_status remedy_hint(const chatfmt_error *of, chatfmt_value conversation, int nulls_lack,
                           char **text, size_t *length, chatfmt_error *error);

/* What was made of an error, as write_made() writes it. Options that chatfmt_error_remedy() names
 * are written as those of the program; what else helps comes after it. */
void remedy_write_error(writer *w, chatfmt_status status, const made_text *made,
                        const chatfmt_error *error);

#endif
