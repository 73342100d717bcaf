/* analysis/program_equal.h - whether two templates are one program: whatever they are given, they
 * do the same.
 */
#ifndef CFT_PROGRAM_EQUAL_H
#define CFT_PROGRAM_EQUAL_H

#include "lang/program.h"
#include "value/heap.h"

/*
 * Compare code, constants, names, functions and blocks; places in the source do not count.
 * Strict: two programs that differ in the number of a constant are distinguished though they may
 * do the same. `heap` is for what has to be written out to be compared.
 */
chatfmt_status cft_program_equal(cft_heap *heap, const cft_program *a, const cft_program *b,
                                bool *same);

#endif
