/* builtins/pad.c - every operation that widens a text to a given width, through one check. */
#include "builtins/pad.h"

chatfmt_status cft_pad_allowed(cft_heap *heap, uint64_t bytes)
{
    if (bytes > heap->limits.string_bytes)
        return cft_heap_limit(heap, "string_bytes", heap->limits.string_bytes, bytes);
    return cft_charge_bytes(heap, (size_t)bytes);
}

static chatfmt_status pad_bytes(cft_heap *heap, int64_t count, cft_slice fill, size_t *out)
{
    uint64_t bytes = count > INT64_MAX / 4 ? INT64_MAX : (uint64_t)count * fill.length;
    CFT_TRY(cft_pad_allowed(heap, bytes));
    *out = (size_t)bytes;
    return CHATFMT_OK;
}

chatfmt_status cft_pad_append(cft_builder *b, int64_t count, cft_slice fill)
{
    size_t bytes;
    if (count <= 0) return CHATFMT_OK;
    CFT_TRY(pad_bytes(b->heap, count, fill, &bytes));
    return cft_build_pad(b, (size_t)count, fill.data, fill.length);
}

chatfmt_status cft_pad_append_given(cft_builder *b, int64_t count, cft_slice fill)
{
    size_t bytes;
    char *at;
    if (count <= 0) return CHATFMT_OK;
    CFT_TRY(pad_bytes(b->heap, count, fill, &bytes));
    CFT_TRY(cft_build_room(b, bytes, fill.data, fill.length, &at));
    for (size_t i = 0; i < bytes; i++)
        at[i] = fill.data[i % fill.length];
    return CHATFMT_OK;
}

chatfmt_status cft_pad_string(cft_vm *vm, cft_value text, int64_t left, int64_t right,
                              const cft_slice *given, cft_value *out)
{
    if (left <= 0 && right <= 0) {
        *out = text;
        return CHATFMT_OK;
    }
    cft_builder b;
    CFT_TRY(cft_build(&b, &vm->heap, text.length));
    CFT_TRY(given ? cft_pad_append_given(&b, left, *given)
                  : cft_pad_append(&b, left, CFT_LIT(" ")));
    CFT_TRY(cft_build_copy(&b, text.as.text, text.length));
    CFT_TRY(given ? cft_pad_append_given(&b, right, *given)
                  : cft_pad_append(&b, right, CFT_LIT(" ")));
    return cft_build_end(&b, text.flags & CFT_STR_MARKUP, out);
}
