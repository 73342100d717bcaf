/* regex/pcre.c - PCRE2's contexts and errors in one place. */
#include "regex/pcre.h"

#ifdef CFT_WITH_PCRE2
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/sized.h"
#include "base/try.h"

enum { PCRE_SOURCE_MOST = 1 << 22, PCRE_STACK_BEGIN = 32 << 10, PCRE_STACK_MOST = 8 << 20 };

static chatfmt_status pcre_fault(cft_pcre_fault *fault)
{
    if (fault->number == PCRE2_ERROR_HEAP_FAILED) return CHATFMT_NO_MEMORY;
    if (pcre2_get_error_message(fault->number, (PCRE2_UCHAR *)fault->words,
                                sizeof fault->words) < 0)
        fault->words[0] = 0;
    return fault->number == PCRE2_ERROR_PATTERN_TOO_LARGE ? CHATFMT_LIMIT : CHATFMT_INPUT;
}

/* The contexts are needed no longer than that; the code has its own way to memory. */
chatfmt_status cft_pcre_compile(chatfmt_allocator *memory, cft_slice text, uint32_t options,
                                void **out, cft_pcre_fault *fault)
{
    pcre2_general_context *general =
        pcre2_general_context_create(cft_sized_take, cft_sized_give, memory);
    pcre2_compile_context *context = general ? pcre2_compile_context_create(general) : NULL;
    pcre2_general_context_free(general);
    *out = NULL;
    *fault = (cft_pcre_fault){.number = PCRE2_ERROR_HEAP_FAILED};
    if (!context) return CHATFMT_NO_MEMORY;
    pcre2_set_newline(context, PCRE2_NEWLINE_LF);
    pcre2_set_max_pattern_length(context, PCRE_SOURCE_MOST);
    *out = pcre2_compile((PCRE2_SPTR)(text.length ? text.data : ""), text.length, options,
                         &fault->number, &fault->place, context);
    pcre2_compile_context_free(context);
    return *out ? CHATFMT_OK : pcre_fault(fault);
}

static chatfmt_status pcre_make_context(cft_pcre_work *work, const cft_pcre_rules *rules,
                                        void *data)
{
    if (!work->general)
        work->general = pcre2_general_context_create(cft_sized_take, cft_sized_give,
                                                     &work->allocator);
    work->context = work->general ? pcre2_match_context_create(work->general) : NULL;
    if (!work->context) return CHATFMT_NO_MEMORY;
    pcre2_set_match_limit(work->context, UINT32_MAX);
    pcre2_set_depth_limit(work->context, UINT32_MAX);
    pcre2_set_heap_limit(work->context, rules->heap_kib);
    (void)pcre2_set_callout(work->context, rules->step, data);
    if (!rules->compiled) return CHATFMT_OK;
    work->stack = pcre2_jit_stack_create(PCRE_STACK_BEGIN, PCRE_STACK_MOST, work->general);
    if (work->stack) pcre2_jit_stack_assign(work->context, NULL, work->stack);
    return CHATFMT_OK;
}

chatfmt_status cft_pcre_prepare(cft_pcre_work *work, const chatfmt_allocator *allocator,
                                const cft_pcre_rules *rules, uint32_t groups, void *data)
{
    if (!work->context) {
        if (!work->general) work->allocator = *allocator;
        CFT_TRY(pcre_make_context(work, rules, data));
    }
    if (!work->data || work->groups < groups) {
        pcre2_match_data_free(work->data);
        work->groups = groups;
        work->data = pcre2_match_data_create(groups + 1, work->general);
    }
    return work->data ? CHATFMT_OK : CHATFMT_NO_MEMORY;
}

void cft_pcre_work_free(cft_pcre_work *work)
{
    pcre2_match_data_free(work->data);
    pcre2_match_context_free(work->context);
    pcre2_jit_stack_free(work->stack);
    pcre2_general_context_free(work->general);
    *work = (cft_pcre_work){.allocator = work->allocator};
}
#endif
