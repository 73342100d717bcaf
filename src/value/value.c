/* value/value.c - names and truth of values. */
#include "value/value.h"

#include "value/dict.h"
#include "value/iterate.h"

const char cft_empty_text[1] = "";

/* Python's names, by kind. */
static const char *const value_kind_names[CFT_KIND_COUNT] = {
    [CFT_ABSENT] = "NoneType",
    [CFT_UNDEFINED] = "Undefined",
    [CFT_NONE] = "NoneType",
    [CFT_BOOL] = "bool",
    [CFT_INT] = "int",
    [CFT_FLOAT] = "float",
    [CFT_BIGINT] = "int",
    [CFT_STRING] = "str",
    [CFT_BYTES] = "bytes",
    [CFT_LIST] = "list",
    [CFT_TUPLE] = "tuple",
    [CFT_DICT] = "dict",
    [CFT_NAMESPACE] = "Namespace",
    [CFT_RANGE] = "range",
    [CFT_VIEW] = "dict_keys",
    [CFT_ITERATOR] = "generator",
    [CFT_FUNCTION] = "function",
    [CFT_METHOD] = "builtin_function_or_method",
    [CFT_OBJECT] = "object",
};

const char *cft_kind_name(cft_kind kind)
{
    return kind < CFT_KIND_COUNT ? value_kind_names[kind] : "object";
}

const char *cft_view_type_name(cft_view_kind kind)
{
    static const char *const names[] = {"dict_keys", "dict_values", "dict_items"};
    return names[kind];
}

const cft_object_owner cft_object_owners[] = {
    {"Macro", "jinja2.runtime.Macro object"},
    {"LoopContext", "jinja2.runtime.LoopContext object"},
    {"TemplateReference", "jinja2.runtime.TemplateReference object"},
    {"BlockReference", "jinja2.runtime.BlockReference object"},
    {"Cycler", "jinja2.utils.Cycler object"},
    {"Joiner", "jinja2.utils.Joiner object"},
    {NULL, "object"},
};

uint16_t cft_owner_of(cft_value owner)
{
    unsigned which = 0;
    if (owner.kind == CFT_VIEW) which = (unsigned)owner.as.view->kind;
    if (owner.kind == CFT_OBJECT) {
        const char *name = owner.as.object->class->name;
        while (cft_object_owners[which].name && strcmp(cft_object_owners[which].name, name))
            which++;
    }
    return (uint16_t)(which << 8 | owner.kind);
}

const char *cft_class_path(cft_value function)
{
    static const char *const classes[][2] = {
        {"dict", "dict"},
        {"namespace", "jinja2.utils.Namespace"},
        {"cycler", "jinja2.utils.Cycler"},
        {"joiner", "jinja2.utils.Joiner"},
    };
    const char *name = cft_callable_name(function.as.function);
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        if (strcmp(classes[i][0], name) == 0) return classes[i][1];
    }
    return NULL;
}

const char *cft_type_name(cft_value value)
{
    switch (value.kind) {
    case CFT_STRING: return value.flags & CFT_STR_MARKUP ? "Markup" : "str";
    case CFT_VIEW: return cft_view_type_name(value.as.view->kind);
    case CFT_ITERATOR: return value.as.iterator->type_name;
    case CFT_OBJECT: return value.as.object->class->name;
    case CFT_FUNCTION: return cft_class_path(value) ? "type" : "function";
    default: return cft_kind_name((cft_kind)value.kind);
    }
}

bool cft_truth(cft_value value)
{
    switch (value.kind) {
    case CFT_ABSENT:
    case CFT_UNDEFINED:
    case CFT_NONE: return false;
    case CFT_BOOL: return value.as.boolean;
    case CFT_INT: return value.as.integer != 0;
    /* NaN is true, as in Python. */
    case CFT_FLOAT: return !(value.as.real >= 0 && value.as.real <= 0);
    case CFT_STRING:
    case CFT_BYTES: return value.length != 0;
    case CFT_LIST:
    case CFT_TUPLE: return value.as.list->count != 0;
    case CFT_DICT: return value.as.dict->count != 0;
    case CFT_RANGE: return value.as.range->count != 0;
    /* dict.values() has a length too, so all views have Python's truth of sized things. */
    case CFT_VIEW: return value.as.view->dict->count != 0;
    default: return true;
    }
}
