/* cli/batch.h - commands with --batch: requests a line each from a file, their answers to
 * standard output. */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "chatfmt/service.h"

/* Answer every line of `path` ("-": standard input). What is there is answered before more is
 * waited for, so that a program on the other end of a pipe can ask and read in turn. Returns the
 * exit code. */
int batch_run(const chatfmt_service_options *options, const char *path);

#endif
