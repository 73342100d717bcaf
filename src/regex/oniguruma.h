/* regex/oniguruma.h - regular expressions that no scanner knows, by way of PCRE2.
 *
 * The reference uses Oniguruma with Ruby's syntax. The expression is rewritten so that PCRE2
 * cannot mean anything else: every character class is spelled out from our own tables, so that
 * PCRE2's version of Unicode does not matter, and what the two engines read differently is
 * refused with UNSUPPORTED. Without PCRE2 (build option CHATFMT_PCRE2) only literal strings work.
 */
#ifndef CFT_PATTERN_H
#define CFT_PATTERN_H

#include "base/budget.h"
#include "base/report.h"
#include "regex/pcre.h"

#include <stdbool.h>

typedef struct cft_pattern cft_pattern;

/* What one thread needs to match with; it stays where it is. */
typedef struct cft_pattern_work {
    cft_pcre_work pcre;
    cft_budget *budget;        /* pays while a match is looked for */
    size_t start, at;          /* of its last step                 */
    uint64_t owed;             /* steps that are not paid for yet  */
    unsigned step_cost;        /* of the expression that is looked for */
} cft_pattern_work;

/* Compile `expression`. `where` names its place in the file for messages. */
chatfmt_status cft_pattern_compile(const chatfmt_allocator *allocator, cft_slice expression,
                                   const char *where, cft_pattern **out, chatfmt_error *error);
void cft_pattern_free(cft_pattern *pattern);
void cft_pattern_work_init(cft_pattern_work *work, const chatfmt_allocator *allocator);
void cft_pattern_work_free(cft_pattern_work *work);

/*
 * The leftmost match in data[from, length), which may look back to data[0]. *found false: none.
 * Every step of the search is paid for, so that no expression makes a text cost more than its
 * budget: LIMIT.
 */
chatfmt_status cft_pattern_find(const cft_pattern *pattern, cft_pattern_work *work,
                                cft_budget *budget, const char *data, size_t length, size_t from,
                                bool *found, size_t *begin, size_t *end);

/* The rewritten expression, appended to `out`. Wherever matching can repeat, and after some items
 * that it cannot do without, is a callout, which is where a search pays: its number is the
 * logarithm of what the next item costs. */
struct cft_buffer;
chatfmt_status cft_pattern_rewrite(cft_slice expression, const char *where,
                                   struct cft_buffer *out, chatfmt_error *error);
/* The same, smaller when compiled and slower: classes and counted groups are defined once and
 * called. */
chatfmt_status cft_pattern_rewrite_shared(cft_slice expression, const char *where,
                                          struct cft_buffer *out, chatfmt_error *error);

#endif
