/* cli/options_given.h - the options of a command line, for who wants to remember them. */
#ifndef CLI_OPTIONS_GIVEN_H
#define CLI_OPTIONS_GIVEN_H

#include "options.h"

/* Called for each option of a command line that options_read() took, with its value or "". */
typedef void options_visit(void *context, const char *name, const char *value);

void options_each(const option_table *table, int argc, char **argv, options_visit *visit,
                  void *context);

#endif
