/* builtins/attributes.c - which methods and plain attributes a value has. */
#include "builtins/attributes.h"

#include "builtins/filters.h"
#include "builtins/globals.h"
#include "builtins/markup.h"
#include "builtins/tables.h"

const cft_callable *cft_method_find(const cft_builtins *builtins, cft_value receiver,
                                    cft_slice name)
{
    if (receiver.kind >= CFT_KIND_COUNT) return NULL;
    const cft_callable *row = NULL;
    if (cft_markup_is(receiver)) {
        row = cft_callable_find(&cft_markup_methods, name);
        if (row) return row;
    }
    row = cft_callable_find(&builtins->methods[receiver.kind], name);
    if (!row) return NULL;
    /* Kinds that stand for several Python types. */
    if (receiver.kind == CFT_FUNCTION && receiver.as.function->function != cft_global_dict)
        return NULL;
    if (receiver.kind == CFT_OBJECT) {
        bool call = row->function == cft_method_joiner_call;
        if (receiver.as.object->class != (call ? &cft_joiner_class : &cft_cycler_class))
            return NULL;
    }
    if (receiver.kind == CFT_VIEW && receiver.as.view->kind == CFT_VIEW_VALUES) return NULL;
    return row;
}

/* real, imag, numerator, denominator: booleans answer as integers. */
static bool attributes_of_number(cft_value value, cft_slice name, cft_value *out)
{
    bool whole = value.kind != CFT_FLOAT;
    bool itself = cft_slice_is(name, "real") || (whole && cft_slice_is(name, "numerator"));
    if (itself)
        *out = value.kind == CFT_BOOL ? cft_int(value.as.boolean) : value;
    else if (cft_slice_is(name, "imag"))
        *out = whole ? cft_int(0) : cft_float(0);
    else if (whole && cft_slice_is(name, "denominator"))
        *out = cft_int(1);
    else
        return false;
    return true;
}

static bool attributes_of_range(const cft_range *range, cft_slice name, cft_value *out)
{
    if (cft_slice_is(name, "start"))
        *out = cft_int(range->start);
    else if (cft_slice_is(name, "stop"))
        *out = cft_int(range->stop);
    else if (cft_slice_is(name, "step"))
        *out = cft_int(range->step);
    else
        return false;
    return true;
}

static bool attributes_of_object(const cft_object *object, cft_slice name, cft_value *out)
{
    if (object->class == &cft_cycler_class) {
        const cft_cycler *cycler = (const cft_cycler *)(const void *)object;
        if (cft_slice_is(name, "current"))
            *out = cycler->items.as.list->items[cycler->position];
        else if (cft_slice_is(name, "items"))
            *out = cycler->items;
        else if (cft_slice_is(name, "pos"))
            *out = cft_int((int64_t)cycler->position);
        else
            return false;
        return true;
    }
    if (object->class == &cft_joiner_class) {
        const cft_joiner *joiner = (const cft_joiner *)(const void *)object;
        if (cft_slice_is(name, "sep"))
            *out = joiner->separator;
        else if (cft_slice_is(name, "used"))
            *out = cft_bool(joiner->used);
        else
            return false;
        return true;
    }
    return false;
}

bool cft_kind_attribute(cft_value value, cft_slice name, cft_value *out)
{
    switch (value.kind) {
    case CFT_BOOL:
    case CFT_INT:
    case CFT_BIGINT:
    case CFT_FLOAT: return attributes_of_number(value, name, out);
    case CFT_RANGE: return attributes_of_range(value.as.range, name, out);
    case CFT_TUPLE: return cft_group_attribute(value, name, out);
    case CFT_OBJECT: return attributes_of_object(value.as.object, name, out);
    default: return false;
    }
}
