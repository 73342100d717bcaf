/* regex/pcre.h - PCRE2 as both dialects use it: memory from an allocator, one kind of line end,
 * and no limits of its own, because every step of a match pays. Without PCRE2 (build option
 * CHATFMT_PCRE2) there is nothing of it but the structs.
 */
#ifndef CFT_PCRE_H
#define CFT_PCRE_H

#include "base/alloc.h"
#include "base/slice.h"

#define CFT_NEEDS_PCRE2                                                                            \
    "a regular expression needs PCRE2, and this chatfmt was built without it (CMake: "             \
    "-DCHATFMT_PCRE2=ON; amalgamation: -DCFT_WITH_PCRE2 and -lpcre2-8)"

/* What one thread needs to match with; all zero to begin, and it stays where it is. */
typedef struct cft_pcre_work {
    chatfmt_allocator allocator;           /* of what follows, taken when that is first needed */
    void *general, *context, *data, *stack; /* pcre2_general_context, _match_context … */
    uint32_t groups;                       /* for how many `data` has room */
} cft_pcre_work;

struct pcre2_callout_block_8;
typedef int cft_pcre_step(struct pcre2_callout_block_8 *block, void *data);

/* How a dialect matches. */
typedef struct cft_pcre_rules {
    cft_pcre_step *step; /* called at each callout of the expression: pays, or stops the match */
    uint32_t heap_kib;   /* that a match may take */
    bool compiled;       /* by the JIT compiler, which needs a stack of its own */
} cft_pcre_rules;

/* Why an expression was refused. */
typedef struct cft_pcre_fault {
    int number;
    size_t place;    /* byte of what PCRE2 was given */
    char words[160]; /* PCRE2's */
} cft_pcre_fault;

/* Compile what a dialect has rewritten, with PCRE2's options; `memory` lives as long as the code.
 * NO_MEMORY; LIMIT for an expression too large for PCRE2; INPUT for any other fault. Free with
 * pcre2_code_free(). */
chatfmt_status cft_pcre_compile(chatfmt_allocator *memory, cft_slice text, uint32_t options,
                                void **out, cft_pcre_fault *fault);

/* Make ready for expressions with so many groups; `data` goes to rules->step. NO_MEMORY. */
chatfmt_status cft_pcre_prepare(cft_pcre_work *work, const chatfmt_allocator *allocator,
                                const cft_pcre_rules *rules, uint32_t groups, void *data);
void cft_pcre_work_free(cft_pcre_work *work);

#endif
