/* fuzz/fuzz_value_json.c - JSON text to values and back: what was read is written and read
 * again, and has to be equal; origins that say "copied" have to name equal bytes.
 */
#include "value/compare.h"
#include "value/json_read.h"
#include "value/json_write.h"
#include "value/repr.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_copies(cft_origins *origins, cft_value text)
{
    const char *at = text.as.text, *end = at + text.length;
    while (at < end) {
        cft_run run = cft_origins_at(origins, at, (size_t)(end - at));
        if (run.length == 0) abort();
        if ((run.note & CFT_RUN_HOW) == CFT_RUN_COPIED &&
            memcmp(run.source, at, run.length) != 0) {
            abort();
        }
        at += run.length;
    }
}

static void write_and_read(cft_heap *heap, cft_value value, const cft_json_style *style)
{
    cft_builder b;
    cft_value text, again;
    bool equal;
    if (cft_build(&b, heap, 0)) return;
    if (cft_json_append(&b, value, style) || cft_build_end(&b, 0, &text)) return;
    check_copies(heap->origins, text);
    if (cft_json_read(heap, cft_text_of(text), NULL, &again, NULL)) abort();
    if (cft_equal(heap, value, again, &equal)) return;
    /* A lone NaN differs from itself; inside of containers all NaN are one. */
    if (!equal && value.kind != CFT_FLOAT) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const cft_json_style pretty = {.ensure_ascii = true,
                                          .sort_keys = true,
                                          .pretty = true,
                                          .indent = {" ", 1},
                                          .item_separator = {",", 1},
                                          .key_separator = {":", 1}};
    chatfmt_limits limits;
    chatfmt_error error;
    cft_heap heap;
    cft_value value, text;
    cft_limits_fill(NULL, &limits, NULL);
    cft_heap_init(&heap, NULL);
    if (cft_origins_new(NULL, &heap.origins)) return 0;
    cft_heap_reset(&heap, &limits, &error);
    if (!cft_json_read(&heap, cft_slice_of((const char *)data, size), NULL, &value, NULL)) {
        write_and_read(&heap, value, &cft_json_plain);
        write_and_read(&heap, value, &pretty);
        if (!cft_to_repr(&heap, value, &text)) check_copies(heap.origins, text);
    }
    cft_origins_free(heap.origins);
    cft_heap_free(&heap);
    return 0;
}
