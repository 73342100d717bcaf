/* base/budget.h - what one piece of work may cost: steps, memory, and the size of what it makes.
 *
 * For work whose input is a file or a text of strangers: loading a tokenizer, encoding, decoding.
 * A limit that the caller has not set grows with the input, so that no honest input meets it and
 * a hostile one costs no more than its size is worth. Memory comes through an allocator that
 * counts, so that nothing grows before it was paid for, whoever asks.
 */
#ifndef CFT_BUDGET_H
#define CFT_BUDGET_H

#include "base/alloc.h"
#include "base/report.h"
#include "base/try.h"

/* A default limit for an input of n bytes or ids: what the larger of `least` and n * `rate` is;
 * for fuel their sum. */
typedef struct cft_budget_rate {
    uint64_t least, rate;
} cft_budget_rate;

typedef struct cft_budget_rates {
    cft_budget_rate fuel, string, heap, output;
} cft_budget_rates;

/* A limit of the work at hand, and the most that was asked of it. */
typedef struct cft_budget_limit {
    size_t allowed, reached;
} cft_budget_limit;

typedef struct cft_budget {
    chatfmt_allocator caller; /* where memory really comes from                          */
    chatfmt_limits given;     /* what the caller has set; 0: by the size of the work     */
    uint64_t fuel, fuel_allowed; /* left; at the beginning                               */
    size_t held, settled;     /* bytes held now; those held before any work, not counted */
    cft_budget_limit string, heap, output;
    const char *broken;       /* the limit that stopped the work, or NULL                */
    uint64_t broken_allowed, broken_reached;
} cft_budget;

/* `given` is a whole chatfmt_limits, or NULL. Until the work begins nothing is bounded. */
void cft_budget_init(cft_budget *budget, const chatfmt_allocator *allocator,
                     const chatfmt_limits *given);
/* The allocator that counts; it needs the budget for as long as anything comes from it. */
chatfmt_allocator cft_budget_allocator(cft_budget *budget);

/* Begin work on `size` bytes or ids. */
void cft_budget_begin(cft_budget *budget, const cft_budget_rates *rates, size_t size);
/* More input has come to work that goes on: limits that the caller has not set, fuel included,
 * become those of `before` + `more` bytes. */
void cft_budget_extend(cft_budget *budget, const cft_budget_rates *rates, size_t before,
                       size_t more);
/* From here on the memory that is held now is not counted. */
void cft_budget_settle(cft_budget *budget);

chatfmt_status cft_budget_break(cft_budget *budget, const char *name, uint64_t allowed,
                                uint64_t reached) CFT_COLD;
chatfmt_status cft_budget_out_of_fuel(cft_budget *budget, uint64_t amount) CFT_COLD;

/* Pay for `amount` steps; one is about 20 ns of work. */
static inline chatfmt_status cft_budget_spend(cft_budget *budget, uint64_t amount)
{
    if (CFT_UNLIKELY(budget->fuel < amount)) return cft_budget_out_of_fuel(budget, amount);
    budget->fuel -= amount;
    return CHATFMT_OK;
}

/* Pay for copying, comparing or scanning `bytes`. */
static inline chatfmt_status cft_budget_spend_bytes(cft_budget *budget, size_t bytes)
{
    return cft_budget_spend(budget, 1 + bytes / 16);
}

/* A text on its way is about to have `bytes` bytes; the result is. LIMIT. */
chatfmt_status cft_budget_string(cft_budget *budget, size_t bytes);
chatfmt_status cft_budget_output(cft_budget *budget, size_t bytes);

/* Memory that the counting allocator has refused is a limit: `status`, or LIMIT. */
chatfmt_status cft_budget_status(const cft_budget *budget, chatfmt_status status);
/* The same with the error: "limit exceeded: NAME is ALLOWED, reached REACHED", or the words of the
 * status; where it is OK, or neither LIMIT nor NO_MEMORY, nothing is written. */
chatfmt_status cft_budget_told(const cft_budget *budget, chatfmt_status status,
                               chatfmt_error *error);

#endif
