/* cli/parse_batch.h - chatfmt parse --batch. */
#ifndef CLI_PARSE_BATCH_H
#define CLI_PARSE_BATCH_H

/* Answer every line of standard input on standard output; the exit status. */
int parse_batch(void);

#endif
