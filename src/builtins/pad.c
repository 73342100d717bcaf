/* builtins/pad.c - every operation that widens a text to a given width, behind one check. */
#include "builtins/pad.h"

chatfmt_status cft_pad_allowed(cft_heap *heap, uint64_t bytes)
{
    if (bytes > heap->limits.string_bytes)
        return cft_heap_limit(heap, "string_bytes", heap->limits.string_bytes, bytes);
    return cft_charge_bytes(heap, (size_t)bytes);
}

chatfmt_status cft_pad_append(cft_builder *b, int64_t count, cft_slice fill)
{
    if (count <= 0) return CHATFMT_OK;
    uint64_t bytes = count > INT64_MAX / 4 ? INT64_MAX
                                                  : (uint64_t)count * fill.length;
    CFT_TRY(cft_pad_allowed(b->heap, bytes));
    return cft_build_pad(b, (size_t)count, fill.data, fill.length);
}

chatfmt_status cft_pad_string(cft_vm *vm, cft_value text, int64_t left, int64_t right,
                              cft_slice fill, cft_value *out)
{
    if (left <= 0 && right <= 0) {
        *out = text;
        return CHATFMT_OK;
    }
    cft_builder b;
    CFT_TRY(cft_build(&b, &vm->heap, text.length));
    CFT_TRY(cft_pad_append(&b, left, fill));
    CFT_TRY(cft_build_copy(&b, text.as.text, text.length));
    CFT_TRY(cft_pad_append(&b, right, fill));
    return cft_build_end(&b, text.flags & CFT_STR_MARKUP, out);
}
