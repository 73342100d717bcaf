/* vm/call.c - arguments of builtins: positional and keyword to the parameters of a row, without
 * allocating in the usual case.
 */
#include "vm/vm.h"

/* Parameter `index` of "a,b,c". */
static cft_slice call_parameter(const cft_callable *row, size_t index)
{
    const char *at = row->params, *end;
    for (; index; index--) at = strchr(at, ',') + 1;
    end = strchr(at, ',');
    return cft_slice_of(at, end ? (size_t)(end - at) : strlen(at));
}

static size_t call_find_parameter(const cft_callable *row, cft_slice name)
{
    for (size_t i = 0; i < row->param_count; i++)
        if (cft_slice_equal(call_parameter(row, i), name)) return i;
    return row->param_count;
}

/* Keywords to the parameters in `at`; what fits none is kept for functions that take it. */
static chatfmt_status call_bind_named(cft_vm *vm, const cft_callable *row, cft_value *at,
                                      const cft_value **names, const cft_value **named,
                                      size_t *count)
{
    size_t given = *count, kept = 0;
    cft_value *kept_names, *kept_named;
    void *place;
    if (row->flags & CFT_NO_KEYWORDS)
        return cft_vm_raise(vm, CHATFMT_TYPE, "%s() takes no keyword arguments", row->name);
    if (row->param_count == 0 && (row->flags & CFT_TAKES_NAMED)) return CHATFMT_OK;
    CFT_TRY(cft_heap_array(&vm->heap, given * 2, sizeof(cft_value), &place));
    kept_names = place;
    kept_named = kept_names + given;
    for (size_t i = 0; i < given; i++) {
        cft_slice name = cft_text_of((*names)[i]);
        size_t parameter = call_find_parameter(row, name);
        if (parameter < row->param_count) {
            if (at[parameter].kind != CFT_ABSENT)
                return cft_vm_raise(vm, CHATFMT_TYPE,
                                    "%s() got multiple values for argument '%.*s'", row->name,
                                    (int)name.length, name.data);
            at[parameter] = (*named)[i];
        } else if (row->flags & CFT_TAKES_NAMED) {
            kept_names[kept] = (*names)[i];
            kept_named[kept++] = (*named)[i];
        } else {
            return cft_vm_raise(vm, CHATFMT_TYPE,
                                "%s() got an unexpected keyword argument '%.*s'", row->name,
                                (int)name.length, name.data);
        }
    }
    *names = kept_names;
    *named = kept_named;
    *count = kept;
    return CHATFMT_OK;
}

chatfmt_status cft_call_builtin(cft_vm *vm, const cft_callable *row, cft_value self,
                                const cft_value *positional, size_t count,
                                const cft_value *names, const cft_value *named,
                                size_t named_count, cft_value *out)
{
    cft_value room[1 + CFT_MAX_PARAMS], *at = room + (self.kind != CFT_ABSENT);
    size_t taken = count < row->param_count ? count : row->param_count;
    cft_args args = {.at = room, .count = (size_t)(at - room) + row->param_count};
    room[0] = self;
    for (size_t i = 0; i < taken; i++) at[i] = positional[i];
    for (size_t i = taken; i < row->param_count; i++) at[i] = cft_absent();
    if (count > taken) {
        if (!(row->flags & CFT_TAKES_REST))
            return cft_vm_raise(vm, CHATFMT_TYPE,
                                "%s() takes at most %u positional argument(s) but %zu were given",
                                row->name, (unsigned)row->param_count, count);
        args.rest = positional + taken;
        args.rest_count = count - taken;
    }
    if (named_count) CFT_TRY(call_bind_named(vm, row, at, &names, &named, &named_count));
    for (size_t i = 0; i < row->required; i++) {
        cft_slice name;
        if (at[i].kind != CFT_ABSENT) continue;
        name = call_parameter(row, i);
        return cft_vm_raise(vm, CHATFMT_TYPE,
                            "%s() missing 1 required positional argument: '%.*s'", row->name,
                            (int)name.length, name.data);
    }
    args.names = names;
    args.named = named;
    args.named_count = named_count;
    CFT_TRY(cft_charge(&vm->heap, 1));
    return row->function(vm, args, out);
}
