/* tokenizers/pattern.c - PCRE2 behind pattern.h. */
#include "tokenizers/pattern.h"

#ifdef CFT_WITH_PCRE2
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/buffer.h"

struct cft_pattern {
    chatfmt_allocator allocator;
    pcre2_code *code;
};

enum { PATTERN_MATCH_LIMIT = 10000000, PATTERN_HEAP_KIB = 65536 };

chatfmt_status cft_pattern_compile(const chatfmt_allocator *allocator, cft_slice expression,
                                   const char *where, cft_pattern **out, chatfmt_error *error)
{
    *out = NULL;
    cft_buffer text;
    cft_buffer_init(&text, allocator);
    chatfmt_status status = cft_pattern_rewrite(expression, where, &text, error);
    cft_pattern *pattern = NULL;
    pcre2_compile_context *context = NULL;
    if (status) goto done;
    status = cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    context = pcre2_compile_context_create(NULL);
    if (!context) goto done;
    pcre2_set_newline(context, PCRE2_NEWLINE_LF);
    pcre2_set_max_pattern_length(context, (size_t)1 << 22);
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    pattern = cft_allocate(&memory, sizeof *pattern);
    if (!pattern) goto done;
    int number;
    PCRE2_SIZE place;
    pattern->allocator = memory;
    pattern->code = pcre2_compile((PCRE2_SPTR)(text.length ? text.data : ""), text.length,
                                  PCRE2_UTF | PCRE2_MULTILINE | PCRE2_NO_AUTO_CAPTURE, &number,
                                  &place, context);
    if (!pattern->code) {
        char words[160];
        if (pcre2_get_error_message(number, (PCRE2_UCHAR *)words, sizeof words) < 0) words[0] = 0;
        status = cft_fail(error, CHATFMT_INPUT, "%s: not a regular expression: %s", where, words);
        cft_release(&memory, pattern, sizeof *pattern);
        goto done;
    }
    /* Where there is no JIT compiler the interpreter does the same, slower. */
    (void)pcre2_jit_compile(pattern->code, PCRE2_JIT_COMPLETE);
    cft_error_clear(error);
    *out = pattern;
    status = CHATFMT_OK;
done:
    pcre2_compile_context_free(context);
    cft_buffer_free(&text);
    return status;
}

void cft_pattern_free(cft_pattern *pattern)
{
    if (!pattern) return;
    chatfmt_allocator memory = pattern->allocator;
    pcre2_code_free(pattern->code);
    cft_release(&memory, pattern, sizeof *pattern);
}

void cft_pattern_work_free(cft_pattern_work *work)
{
    pcre2_match_data_free(work->data);
    pcre2_match_context_free(work->context);
    pcre2_jit_stack_free(work->stack);
    *work = (cft_pattern_work){NULL, NULL, NULL};
}

static chatfmt_status pattern_work(cft_pattern_work *work)
{
    if (work->data) return CHATFMT_OK;
    cft_pattern_work_free(work);
    pcre2_match_context *context = pcre2_match_context_create(NULL);
    if (!context) return CHATFMT_NO_MEMORY;
    work->context = context;
    pcre2_set_match_limit(context, PATTERN_MATCH_LIMIT);
    pcre2_set_heap_limit(context, PATTERN_HEAP_KIB);
    pcre2_jit_stack *stack = pcre2_jit_stack_create((size_t)32 << 10, (size_t)8 << 20, NULL);
    work->stack = stack;
    if (stack) pcre2_jit_stack_assign(context, NULL, stack);
    work->data = pcre2_match_data_create(1, NULL);
    return work->data ? CHATFMT_OK : CHATFMT_NO_MEMORY;
}

chatfmt_status cft_pattern_find(const cft_pattern *pattern, cft_pattern_work *work,
                                const char *data, size_t length, size_t from, bool *found,
                                size_t *begin, size_t *end)
{
    CFT_TRY(pattern_work(work));
    *found = false;
    int count = pcre2_match(pattern->code, (PCRE2_SPTR)data, length, from, PCRE2_NO_UTF_CHECK,
                            work->data, work->context);
    if (count == PCRE2_ERROR_NOMATCH) return CHATFMT_OK;
    if (count < 0) return count == PCRE2_ERROR_NOMEMORY ? CHATFMT_NO_MEMORY : CHATFMT_LIMIT;
    const PCRE2_SIZE *places = pcre2_get_ovector_pointer(work->data);
    *found = true;
    *begin = places[0];
    *end = places[1] < places[0] ? places[0] : places[1];
    return CHATFMT_OK;
}

#else

chatfmt_status cft_pattern_compile(const chatfmt_allocator *allocator, cft_slice expression,
                                   const char *where, cft_pattern **out, chatfmt_error *error)
{
    (void)allocator;
    *out = NULL;
    return cft_fail(error, CHATFMT_UNSUPPORTED,
                    "%s: this regular expression needs PCRE2, which this build is without: %.*s",
                    where, (int)(expression.length < 200 ? expression.length : 200),
                    expression.data);
}

void cft_pattern_free(cft_pattern *pattern) { (void)pattern; }
void cft_pattern_work_free(cft_pattern_work *work) { (void)work; }

chatfmt_status cft_pattern_find(const cft_pattern *pattern, cft_pattern_work *work,
                                const char *data, size_t length, size_t from, bool *found,
                                size_t *begin, size_t *end)
{
    (void)pattern, (void)work, (void)data, (void)length, (void)from, (void)begin, (void)end;
    *found = false;
    return CHATFMT_UNSUPPORTED;
}
#endif
