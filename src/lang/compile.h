/* lang/compile.h - template source to an immutable program that any number of threads may run. */
#ifndef CFT_COMPILE_H
#define CFT_COMPILE_H

#include "lang/callable.h"
#include "lang/parser.h"

typedef struct cft_program cft_program; /* lang/program.h */

/*
 * Parse, resolve names as Jinja does, fold constants, emit bytecode. `source` is copied.
 * SYNTAX, UNKNOWN_FILTER, UNKNOWN_TEST with a place; LIMIT; INPUT (not UTF-8); NO_MEMORY.
 */
chatfmt_status cft_compile(const chatfmt_allocator *allocator, cft_slice source,
                           const cft_syntax_options *options, const chatfmt_limits *limits,
                           const cft_builtins *builtins, cft_program **out,
                           chatfmt_error *error);
void cft_program_free(cft_program *program);

/* The normalised source: what offsets in spans and errors mean. */
cft_slice cft_program_source(const cft_program *program);

/* Where in the source a text of the program is: false when `text` is not the program's.
 * `*exact` is false for literals that had escapes (then it is the literal's place). */
bool cft_program_place(const cft_program *program, const char *text, size_t *offset,
                       bool *exact);

#endif
