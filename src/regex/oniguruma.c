/* regex/oniguruma.c - tokenizers' regular expressions compiled and matched by PCRE2. */
#include "regex/oniguruma.h"

#ifdef CFT_WITH_PCRE2
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/buffer.h"

struct cft_pattern {
    chatfmt_allocator allocator;
    void *code; /* pcre2_code */
    unsigned step_cost; /* times that of a step that calls nothing */
};

/* A step is a small part of a unit of fuel, and so is looking at a character. */
enum { PATTERN_STEPS_A_UNIT = 2, PATTERN_BYTES_A_STEP = 8, PATTERN_CALL_COST = 4 };

static chatfmt_status pattern_make(cft_pattern *pattern, const cft_buffer *text, const char *where,
                                   chatfmt_error *error)
{
    cft_pcre_fault fault;
    chatfmt_status status = cft_pcre_compile(
        &pattern->allocator, cft_slice_of(text->data, text->length),
        PCRE2_UTF | PCRE2_MULTILINE | PCRE2_NO_AUTO_CAPTURE, &pattern->code, &fault);
    if (status == CHATFMT_NO_MEMORY) return cft_fail(error, status, "out of memory");
    if (status == CHATFMT_LIMIT)
        return cft_fail(error, status, "%s: the regular expression is too large for PCRE2", where);
    if (status)
        return cft_fail(error, status, "%s: not a regular expression: %s", where, fault.words);
    /* Where there is no JIT compiler the interpreter does the same, slower. */
    (void)pcre2_jit_compile(pattern->code, PCRE2_JIT_COMPLETE);
    return CHATFMT_OK;
}

typedef chatfmt_status pattern_rewrite(cft_slice expression, const char *where,
                                       struct cft_buffer *out, chatfmt_error *error);

static chatfmt_status pattern_translate(cft_pattern *pattern, pattern_rewrite *rewrite,
                                        cft_slice expression, const char *where,
                                        chatfmt_error *error)
{
    cft_buffer text;
    cft_buffer_init(&text, &pattern->allocator);
    chatfmt_status status = rewrite(expression, where, &text, error);
    if (!status) status = pattern_make(pattern, &text, where, error);
    else if (status == CHATFMT_NO_MEMORY) cft_fail(error, status, "out of memory");
    cft_buffer_free(&text);
    return status;
}

chatfmt_status cft_pattern_compile(const chatfmt_allocator *allocator, cft_slice expression,
                                   const char *where, cft_pattern **out, chatfmt_error *error)
{
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    cft_pattern *pattern = cft_allocate(&memory, sizeof *pattern);
    *out = NULL;
    if (!pattern) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    *pattern = (cft_pattern){.allocator = memory, .step_cost = 1};
    chatfmt_status status =
        pattern_translate(pattern, cft_pattern_rewrite, expression, where, error);
    if (status == CHATFMT_LIMIT) {
        pattern->step_cost = PATTERN_CALL_COST;
        status = pattern_translate(pattern, cft_pattern_rewrite_shared, expression, where, error);
    }
    if (status) cft_pattern_free(pattern);
    else *out = pattern;
    return status;
}

void cft_pattern_free(cft_pattern *pattern)
{
    chatfmt_allocator memory = pattern->allocator;
    pcre2_code_free(pattern->code);
    cft_release(&memory, pattern, sizeof *pattern);
}

void cft_pattern_work_init(cft_pattern_work *work, const chatfmt_allocator *allocator)
{
    *work = (cft_pattern_work){.pcre = {.allocator = *allocator}};
}

void cft_pattern_work_free(cft_pattern_work *work)
{
    cft_pcre_work_free(&work->pcre);
}

/* A step: pays for itself, for the item that it announces, and for the text since the last one. A
 * search that goes back takes up what it has kept, which is not looked at again. */
static int pattern_step(pcre2_callout_block *block, void *data)
{
    cft_pattern_work *work = data;
    size_t at = block->current_position, from;
    uint64_t cost = (uint64_t)work->step_cost << block->callout_number;
    if (block->start_match != work->start) work->at = work->start = block->start_match;
    from = work->at;
    work->at = at;
    cost += work->owed;
    if (!block->callout_number && at > from) cost += (at - from) / PATTERN_BYTES_A_STEP;
    work->owed = cost % PATTERN_STEPS_A_UNIT;
    return cft_budget_spend(work->budget, cost / PATTERN_STEPS_A_UNIT) ? PCRE2_ERROR_CALLOUT : 0;
}

static const cft_pcre_rules pattern_rules = {pattern_step, UINT32_MAX, true};

/* Where compiled code has not enough stack, the interpreter takes memory that is counted. */
static int pattern_match(const cft_pattern *pattern, cft_pattern_work *work, const char *data,
                         size_t length, size_t from)
{
    uint32_t options = PCRE2_NO_UTF_CHECK;
    for (;;) {
        work->start = work->at = from;
        work->owed = 0;
        int count = pcre2_match(pattern->code, (PCRE2_SPTR)data, length, from, options,
                                work->pcre.data, work->pcre.context);
        if (count != PCRE2_ERROR_JIT_STACKLIMIT) return count;
        options |= PCRE2_NO_JIT;
    }
}

chatfmt_status cft_pattern_find(const cft_pattern *pattern, cft_pattern_work *work,
                                cft_budget *budget, const char *data, size_t length, size_t from,
                                bool *found, size_t *begin, size_t *end)
{
    CFT_TRY(cft_pcre_prepare(&work->pcre, &work->pcre.allocator, &pattern_rules, 0, work));
    *found = false;
    work->budget = budget;
    work->step_cost = pattern->step_cost;
    int count = pattern_match(pattern, work, data, length, from);
    if (count == PCRE2_ERROR_NOMEMORY) return CHATFMT_NO_MEMORY;
    if (count < 0 && count != PCRE2_ERROR_NOMATCH) return CHATFMT_LIMIT;
    const PCRE2_SIZE *places = pcre2_get_ovector_pointer(work->pcre.data);
    size_t reached = length;
    if (count >= 0) {
        *found = true;
        *begin = places[0];
        *end = reached = places[1]; /* nothing that is let through ends before it begins */
    }
    /* The steps are paid for; this is for what was passed over. */
    return cft_budget_spend(budget, 2 + (reached - from) / (PATTERN_BYTES_A_STEP *
                                                            PATTERN_STEPS_A_UNIT));
}

#else

chatfmt_status cft_pattern_compile(const chatfmt_allocator *allocator, cft_slice expression,
                                   const char *where, cft_pattern **out, chatfmt_error *error)
{
    (void)allocator;
    *out = NULL;
    return cft_fail(error, CHATFMT_UNSUPPORTED, "%s: " CFT_NEEDS_PCRE2 ": `%.*s`", where,
                    (int)(expression.length < 200 ? expression.length : 200),
                    expression.data);
}

void cft_pattern_free(cft_pattern *pattern) { (void)pattern; }
void cft_pattern_work_free(cft_pattern_work *work) { (void)work; }

void cft_pattern_work_init(cft_pattern_work *work, const chatfmt_allocator *allocator)
{
    *work = (cft_pattern_work){.pcre = {.allocator = *allocator}};
}

chatfmt_status cft_pattern_find(const cft_pattern *pattern, cft_pattern_work *work,
                                cft_budget *budget, const char *data, size_t length, size_t from,
                                bool *found, size_t *begin, size_t *end)
{
    (void)pattern, (void)work, (void)budget, (void)data, (void)length, (void)from, (void)begin,
        (void)end;
    *found = false;
    return CHATFMT_UNSUPPORTED;
}
#endif
