/* fuzz/fuzz.h - what the fuzz targets share: small limits, so that a run is short. */
#ifndef FUZZ_H
#define FUZZ_H

#include "chatfmt/chatfmt.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline chatfmt_limits fuzz_limits(void)
{
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    limits.fuel = 200000;
    limits.output_bytes = limits.string_bytes = 1 << 20;
    limits.heap_bytes = 16 << 20;
    return limits;
}

/* Spans must be sorted, adjacent and cover the text. */
static inline void fuzz_check_spans(chatfmt_renderer *renderer, chatfmt_slice text)
{
    const chatfmt_span *spans;
    size_t count, at = 0;
    if (chatfmt_renderer_spans(renderer, &spans, &count, NULL)) return;
    for (size_t i = 0; i < count; i++) {
        if (spans[i].begin != at || spans[i].end <= at) abort();
        at = spans[i].end;
    }
    if (at != text.length) abort();
}

#endif
