/* formats/stop.c - cuts a stream at the first stop string that ends in it. */
#include "formats/stop.h"

chatfmt_status cft_stopper_init(cft_stopper *stopper, const chatfmt_allocator *allocator,
                                const cft_slice *stops, size_t count)
{
    *stopper = (cft_stopper){.allocator = cft_allocator_or_default(allocator), .stopped = -1};
    cft_buffer_init(&stopper->pending, &stopper->allocator);
    size_t size, total = 0;
    for (size_t i = 0; i < count; i++) total += stops[i].length;
    if (!cft_size_multiply(count, sizeof *stops, &size)) return CHATFMT_NO_MEMORY;
    stopper->byte_count = total;
    stopper->count = count;
    stopper->stops = count ? cft_allocate(&stopper->allocator, size) : NULL;
    stopper->bytes = total ? cft_allocate(&stopper->allocator, total) : NULL;
    if ((count && !stopper->stops) || (total && !stopper->bytes)) return CHATFMT_NO_MEMORY;
    char *at = stopper->bytes;
    for (size_t i = 0; i < count; i++) {
        stopper->stops[i] = cft_slice_of(at ? at : "", stops[i].length);
        if (stops[i].length) memcpy(at, stops[i].data, stops[i].length);
        if (at) at += stops[i].length;
        if (stops[i].length > stopper->longest) stopper->longest = stops[i].length;
    }
    return CHATFMT_OK;
}

void cft_stopper_free(cft_stopper *stopper)
{
    cft_release(&stopper->allocator, stopper->stops, stopper->count * sizeof *stopper->stops);
    cft_release(&stopper->allocator, stopper->bytes, stopper->byte_count);
    cft_buffer_free(&stopper->pending);
}

void cft_stopper_reset(cft_stopper *stopper)
{
    stopper->pending.length = 0;
    stopper->shown = 0;
    stopper->stopped = -1;
}

/* The stop string that ends at `end` and began first, or -1. */
static int stop_ending_at(const cft_stopper *stopper, const char *begin, const char *end)
{
    int best = -1;
    for (size_t i = 0; i < stopper->count; i++) {
        cft_slice stop = stopper->stops[i];
        if (!stop.length || stop.length > (size_t)(end - begin)) continue;
        if (end[-1] != stop.data[stop.length - 1]) continue;
        if (memcmp(end - stop.length, stop.data, stop.length)) continue;
        if (best < 0 || stop.length > stopper->stops[best].length) best = (int)i;
    }
    return best;
}

/* How many bytes at the end could still become a stop string. */
static size_t stop_tail(const cft_stopper *stopper, const char *begin, const char *end)
{
    size_t most = stopper->longest ? stopper->longest - 1 : 0;
    if (most > (size_t)(end - begin)) most = (size_t)(end - begin);
    for (size_t length = most; length > 0; length--)
        for (size_t i = 0; i < stopper->count; i++)
            if (length < stopper->stops[i].length &&
                !memcmp(end - length, stopper->stops[i].data, length))
                return length;
    return 0;
}

chatfmt_status cft_stopper_push(cft_stopper *stopper, cft_slice text, cft_slice *out)
{
    cft_buffer *pending = &stopper->pending;
    *out = CFT_LIT("");
    if (stopper->stopped >= 0) return CHATFMT_OK;
    if (stopper->shown) {
        memmove(pending->data, pending->data + stopper->shown,
                pending->length - stopper->shown);
        pending->length -= stopper->shown;
        stopper->shown = 0;
    }
    size_t from = pending->length;
    CFT_TRY(cft_buffer_append(pending, text.data, text.length));
    if (!pending->length) return CHATFMT_OK;
    const char *begin = pending->data, *end = begin + pending->length;
    for (const char *at = begin + from + 1; at <= end; at++) {
        stopper->stopped = stop_ending_at(stopper, begin, at);
        if (stopper->stopped < 0) continue;
        end = at - stopper->stops[stopper->stopped].length;
        break;
    }
    size_t tail = stopper->stopped < 0 ? stop_tail(stopper, begin, end) : 0;
    stopper->shown = (size_t)(end - begin) - tail;
    *out = cft_slice_of(begin, stopper->shown);
    return CHATFMT_OK;
}

void cft_stopper_finish(cft_stopper *stopper, cft_slice *out)
{
    *out = CFT_LIT("");
    if (stopper->stopped < 0 && stopper->pending.length > stopper->shown)
        *out = cft_slice_of(stopper->pending.data + stopper->shown,
                            stopper->pending.length - stopper->shown);
    stopper->shown = stopper->pending.length;
}
