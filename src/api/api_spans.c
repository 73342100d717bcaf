/* api/api_spans.c - chatfmt/template.h: where the bytes of the last render come from. */
#include "api/api_check.h"
#include "render/renderer.h"

chatfmt_status chatfmt_renderer_spans(chatfmt_renderer *renderer, const chatfmt_span **spans,
                                      size_t *count, chatfmt_error *error)
{
    cft_error_clear(error);
    if (spans) *spans = NULL;
    if (count) *count = 0;
    if (!renderer || !spans || !count)
        return cft_fail_null(error, !renderer ? "renderer" : !spans ? "spans" : "count");
    if (!renderer->program || !renderer->has_spans)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT,
                        "there are no spans: the last render failed or did not record them");
    CFT_TRY(cft_render_spans(renderer, error));
    *spans = renderer->spans;
    *count = renderer->spans ? renderer->span_count : 0;
    return CHATFMT_OK;
}

chatfmt_status chatfmt_renderer_generations(const chatfmt_renderer *renderer,
                                            const chatfmt_generation **out, size_t *count,
                                            chatfmt_error *error)
{
    _Static_assert(sizeof(chatfmt_generation) == sizeof(cft_generation), "one layout");
    cft_error_clear(error);
    if (out) *out = NULL;
    if (count) *count = 0;
    if (!renderer || !out || !count)
        return cft_fail_null(error, !renderer ? "renderer" : !out ? "out" : "count");
    if (!renderer->program)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "the last render failed");
    *out = (const chatfmt_generation *)cft_machine_generations(renderer->machine, count);
    return CHATFMT_OK;
}
