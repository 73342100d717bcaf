/* vm/machine.h - runs programs. A machine serves one thread at a time and keeps its memory, so
 * the second run of the same shape calls the allocator zero times.
 */
#ifndef CFT_MACHINE_H
#define CFT_MACHINE_H

#include "lang/compile.h"
#include "vm/vm.h"

typedef struct cft_machine cft_machine; /* begins with its cft_vm */

/* What transformers would track for one {% generation %}, in code points, quirks included. */
typedef struct cft_generation {
    size_t begin, end;
} cft_generation;

typedef struct cft_run_options {
    chatfmt_limits limits; /* all fields set */
    bool spans;            /* record where every byte comes from */
    bool generations;      /* record generation tags as transformers does */
    bool has_now;
    int64_t now;
    bool has_seed;
    uint64_t seed;
    bool strict_names;
} cft_run_options;

chatfmt_status cft_machine_new(const chatfmt_allocator *allocator,
                               const cft_builtins *builtins, cft_machine **out);
void cft_machine_free(cft_machine *machine);

/*
 * Begin a render: forget the last one and set limits, clock and error. After it the caller may
 * make values in the machine's heap (read JSON there), then calls cft_machine_run once.
 */
chatfmt_status cft_machine_begin(cft_machine *machine, const cft_run_options *options,
                                 chatfmt_error *error);
cft_heap *cft_machine_heap(cft_machine *machine);

/* Run `program` with the variables of `context` (a dict with string keys). On failure the error
 * has line, column and excerpt of the template. */
chatfmt_status cft_machine_run(cft_machine *machine, const cft_program *program,
                               const cft_dict *context);

/* After a failed run: up to four values that the failing instruction worked on, the likeliest
 * first. */
const cft_value *cft_machine_failed_operands(const cft_machine *machine, size_t *count);
/* Of a failed run that worked on something undefined: the value that lacks the attribute or item
 * `name`. False when it is not known. */
bool cft_machine_failed_lack(const cft_machine *machine, cft_value *lacking, cft_slice *name);

/* False when the text cannot have half a surrogate pair: the template never makes one, and no input
 * may. */
bool cft_machine_may_have_surrogates(const cft_machine *machine);

/* Results, borrowed until the next begin. */
cft_slice cft_machine_text(const cft_machine *machine);
/* Where the text came from, run after run. */
const cft_run *cft_machine_runs(const cft_machine *machine, size_t *count);
/* A run of the output may stand for several. The one among them that begins at its byte `done`, or
 * what is left of it there: note holds how (CFT_RUN_HOW) and the number of the generation. */
cft_run cft_machine_run_part(const cft_machine *machine, const cft_run *run, size_t done);
const cft_generation *cft_machine_generations(const cft_machine *machine, size_t *count);
uint64_t cft_machine_fuel_used(const cft_machine *machine);
/* Whether there may be `bytes` in the place of `old`, which are there until they are copied. */
bool cft_machine_hold(cft_machine *machine, size_t old, size_t bytes);
/* What an array of items of `size` bytes that is full grows to, which is held then: twice as many,
 * or fewer where there is no room for that. 0 where it may not grow. */
size_t cft_machine_grown(cft_machine *machine, size_t capacity, size_t first, size_t size);

#endif
