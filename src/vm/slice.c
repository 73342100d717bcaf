/* vm/slice.c - x[a:b:c] of strings, lists, tuples, ranges and bytes.
 *
 * Source of the behaviour: CPython 3.11, PySlice_Unpack and PySlice_AdjustIndices.
 */
#include "base/utf8.h"
#include "value/list.h"
#include "value/text.h"
#include "vm/vm.h"

typedef struct slice_bounds {
    int64_t start, stop, step, count;
} slice_bounds;

static chatfmt_status slice_index(cft_vm *vm, cft_value value, int64_t absent, int64_t *out)
{
    if (value.kind == CFT_NONE) {
        *out = absent;
        return CHATFMT_OK;
    }
    if (value.kind == CFT_BIGINT) {
        *out = value.as.text[0] == '-' ? INT64_MIN : INT64_MAX;
        return CHATFMT_OK;
    }
    if (!cft_is_integral(value))
        return cft_vm_raise(vm, CHATFMT_TYPE,
                            "slice indices must be integers or None or have an __index__ method");
    *out = cft_integer_of(value);
    return CHATFMT_OK;
}

static int64_t slice_clamp(int64_t index, int64_t length, bool backwards)
{
    int64_t low = backwards ? -1 : 0, high = backwards ? length - 1 : length;
    if (index < 0) return index < -length ? low : index + length;
    return index > high ? high : index;
}

static chatfmt_status slice_bound(cft_vm *vm, cft_value a, cft_value b, cft_value c,
                                  int64_t length, slice_bounds *out)
{
    CFT_TRY(slice_index(vm, c, 1, &out->step));
    if (out->step == 0) return cft_vm_raise(vm, CHATFMT_VALUE, "slice step cannot be zero");
    if (out->step < -INT64_MAX) out->step = -INT64_MAX;
    CFT_TRY(slice_index(vm, a, out->step < 0 ? INT64_MAX : 0, &out->start));
    CFT_TRY(slice_index(vm, b, out->step < 0 ? INT64_MIN : INT64_MAX, &out->stop));
    out->start = slice_clamp(out->start, length, out->step < 0);
    out->stop = slice_clamp(out->stop, length, out->step < 0);
    if (out->step < 0)
        out->count = out->stop < out->start ? (out->start - out->stop - 1) / -out->step + 1 : 0;
    else
        out->count = out->start < out->stop ? (out->stop - out->start - 1) / out->step + 1 : 0;
    return CHATFMT_OK;
}

/* Characters picked one by one. */
static chatfmt_status slice_pick(cft_vm *vm, cft_value text, const slice_bounds *bounds,
                                 bool ascii, cft_value *out)
{
    cft_builder b;
    const char *at = text.as.text;
    int64_t index = bounds->start;
    if (!ascii) at += cft_utf8_offset(text.as.text, text.length, (size_t)index);
    else at += index;
    CFT_TRY(cft_build(&b, &vm->heap, (size_t)bounds->count));
    for (int64_t i = 0; i < bounds->count; i++) {
        size_t width = ascii ? 1 : cft_utf8_width((unsigned char)*at);
        CFT_TRY(cft_build_copy(&b, at, width));
        if (i + 1 == bounds->count) break;
        if (ascii) {
            at += bounds->step;
            continue;
        }
        for (int64_t n = 0; n < bounds->step; n++) at += cft_utf8_width((unsigned char)*at);
        for (int64_t n = 0; n > bounds->step; n--) (void)cft_utf8_previous(&at);
    }
    return cft_build_end(&b, text.flags & CFT_STR_MARKUP, out);
}

static chatfmt_status slice_text(cft_vm *vm, cft_value text, cft_value a, cft_value b, cft_value c,
                                 cft_value *out)
{
    bool ascii = text.kind == CFT_BYTES || cft_text_ascii(&text);
    int64_t length = ascii ? text.length : (int64_t)cft_text_count(text);
    slice_bounds bounds;
    CFT_TRY(cft_charge_bytes(&vm->heap, text.length));
    CFT_TRY(slice_bound(vm, a, b, c, length, &bounds));
    if (bounds.count == 0) {
        *out = cft_text_bytes(text, 0, 0);
        return CHATFMT_OK;
    }
    if (bounds.step == 1) {
        size_t begin = (size_t)bounds.start, end = begin + (size_t)bounds.count;
        *out = ascii ? cft_text_bytes(text, begin, end) : cft_text_slice(text, begin, end);
        return CHATFMT_OK;
    }
    CFT_TRY(slice_pick(vm, text, &bounds, ascii, out));
    out->kind = text.kind;
    return CHATFMT_OK;
}

static chatfmt_status slice_list(cft_vm *vm, cft_value value, cft_value a, cft_value b,
                                 cft_value c, cft_value *out)
{
    const cft_list *list = value.as.list;
    slice_bounds bounds;
    cft_list_builder builder;
    CFT_TRY(slice_bound(vm, a, b, c, list->count, &bounds));
    CFT_TRY(cft_charge(&vm->heap, (uint64_t)bounds.count / 8));
    /* Values never change, so a run of a list is a view of it. */
    if (bounds.step == 1)
        return cft_list_of(&vm->heap, (cft_kind)value.kind, list->items + bounds.start,
                           (size_t)bounds.count, out);
    CFT_TRY(cft_list_build(&builder, &vm->heap, (size_t)bounds.count));
    for (int64_t i = 0; i < bounds.count; i++)
        CFT_TRY(cft_list_push(&builder, list->items[bounds.start + i * bounds.step]));
    return cft_list_end(&builder, (cft_kind)value.kind, out);
}

static chatfmt_status slice_range(cft_vm *vm, const cft_range *range, cft_value a, cft_value b,
                                  cft_value c, cft_value *out)
{
    slice_bounds bounds;
    cft_range *result;
    void *place;
    CFT_TRY(slice_bound(vm, a, b, c, range->count, &bounds));
    CFT_TRY(cft_heap_take(&vm->heap, sizeof *result, &place));
    result = place;
    *result = (cft_range){.start = range->start + bounds.start * range->step,
                          .stop = range->start + bounds.stop * range->step,
                          .step = range->step * bounds.step,
                          .count = bounds.count,
                          .origin = range->origin};
    *out = (cft_value){.kind = CFT_RANGE, .as = {.range = result}};
    return CHATFMT_OK;
}

chatfmt_status cft_get_slice(cft_vm *vm, cft_value object, cft_value a, cft_value b, cft_value c,
                             cft_value *out)
{
    CFT_TRY(cft_charge(&vm->heap, 1));
    switch (object.kind) {
    case CFT_STRING:
    case CFT_BYTES: return slice_text(vm, object, a, b, c, out);
    case CFT_LIST:
    case CFT_TUPLE: return slice_list(vm, object, a, b, c, out);
    case CFT_RANGE: return slice_range(vm, object.as.range, a, b, c, out);
    case CFT_UNDEFINED: return cft_raise_undefined(&vm->heap, object);
    case CFT_DICT: return cft_vm_raise(vm, CHATFMT_TYPE, "unhashable type: 'slice'");
    default:
        return cft_vm_raise(vm, CHATFMT_TYPE, "'%s' object is not subscriptable",
                            cft_type_name(object));
    }
}
