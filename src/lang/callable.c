/* lang/callable.c - finding builtins by name, and what the sandbox hides. */
#include "lang/callable.h"

/* Order of a NUL-terminated name and a slice. */
static int callable_compare(const char *name, cft_slice text)
{
    return cft_slice_compare(cft_slice_of(name, strlen(name)), text);
}

const cft_callable *cft_callable_find(const cft_callable_table *table, cft_slice name)
{
    size_t low = 0, high = table->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = callable_compare(table->rows[middle].name, name);
        if (order == 0) return &table->rows[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static bool callable_is_one_of(cft_slice name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (callable_compare(names[i], name) == 0) return true;
    return false;
}

/* Attributes that Python's types have, with the kinds that have them. */
typedef struct callable_hidden {
    const char *name;
    uint32_t kinds;
} callable_hidden;

#define ON(kind) (1u << (kind))
#define ON_ALL (~ON(CFT_NAMESPACE))
#define ON_TEXT (ON(CFT_STRING) | ON(CFT_BYTES))
#define ON_NUMBER (ON(CFT_INT) | ON(CFT_FLOAT) | ON(CFT_BIGINT) | ON(CFT_BOOL))
#define ON_WHOLE (ON(CFT_INT) | ON(CFT_BIGINT) | ON(CFT_BOOL))
#define ON_ITEMS (ON_TEXT | ON(CFT_LIST) | ON(CFT_TUPLE) | ON(CFT_RANGE))
#define ON_SIZED (ON_ITEMS | ON(CFT_DICT) | ON(CFT_VIEW) | ON(CFT_UNDEFINED))
#define ON_CODE (ON(CFT_FUNCTION) | ON(CFT_METHOD))

/* Source: dir() of each type in CPython 3.11. */
static const callable_hidden callable_dunders[] = {
    {"__abs__", ON_NUMBER},
    {"__add__", ON_NUMBER | ON_TEXT | ON(CFT_LIST) | ON(CFT_TUPLE) | ON(CFT_UNDEFINED)},
    {"__and__", ON_WHOLE | ON(CFT_VIEW)},
    {"__bool__", ON_NUMBER | ON(CFT_NONE) | ON(CFT_RANGE) | ON(CFT_UNDEFINED)},
    {"__call__", ON_CODE | ON(CFT_UNDEFINED)},
    {"__ceil__", ON_NUMBER},
    {"__class__", ~0u},
    {"__class_getitem__", ON(CFT_LIST) | ON(CFT_TUPLE) | ON(CFT_DICT)},
    {"__code__", ON_CODE},
    {"__contains__", ON_ITEMS | ON(CFT_DICT) | ON(CFT_VIEW)},
    {"__del__", ON(CFT_ITERATOR)},
    {"__delattr__", ON_ALL},
    {"__delitem__", ON(CFT_LIST) | ON(CFT_DICT)},
    {"__dict__", ON_CODE | ON(CFT_OBJECT)},
    {"__dir__", ON_ALL},
    {"__divmod__", ON_NUMBER},
    {"__doc__", ON_ALL},
    {"__eq__", ON_ALL},
    {"__float__", ON_NUMBER | ON(CFT_UNDEFINED)},
    {"__floor__", ON_NUMBER},
    {"__floordiv__", ON_NUMBER | ON(CFT_UNDEFINED)},
    {"__format__", ON_ALL},
    {"__func__", ON(CFT_METHOD)},
    {"__ge__", ON_ALL},
    {"__getattribute__", ON_ALL},
    {"__getitem__", ON_ITEMS | ON(CFT_DICT) | ON(CFT_UNDEFINED)},
    {"__getnewargs__", ON_NUMBER | ON_TEXT | ON(CFT_TUPLE)},
    {"__getstate__", ON_ALL},
    {"__globals__", ON_CODE},
    {"__gt__", ON_ALL},
    {"__hash__", ON_ALL},
    {"__iadd__", ON(CFT_LIST)},
    {"__imul__", ON(CFT_LIST)},
    {"__index__", ON_WHOLE},
    {"__init__", ON_ALL},
    {"__init_subclass__", ON_ALL},
    {"__int__", ON_NUMBER | ON(CFT_UNDEFINED)},
    {"__invert__", ON_WHOLE},
    {"__ior__", ON(CFT_DICT)},
    {"__iter__", ON_SIZED | ON(CFT_ITERATOR)},
    {"__le__", ON_ALL},
    {"__len__", ON_SIZED},
    {"__lshift__", ON_WHOLE},
    {"__lt__", ON_ALL},
    {"__mod__", ON_NUMBER | ON_TEXT | ON(CFT_UNDEFINED)},
    {"__module__", ON_CODE | ON(CFT_OBJECT) | ON(CFT_UNDEFINED)},
    {"__mul__", ON_NUMBER | ON_TEXT | ON(CFT_LIST) | ON(CFT_TUPLE) | ON(CFT_UNDEFINED)},
    {"__name__", ON_CODE | ON(CFT_ITERATOR)},
    {"__ne__", ON_ALL},
    {"__neg__", ON_NUMBER | ON(CFT_UNDEFINED)},
    {"__new__", ON_ALL},
    {"__next__", ON(CFT_ITERATOR)},
    {"__or__", ON_WHOLE | ON(CFT_DICT) | ON(CFT_VIEW)},
    {"__pos__", ON_NUMBER | ON(CFT_UNDEFINED)},
    {"__pow__", ON_NUMBER | ON(CFT_UNDEFINED)},
    {"__qualname__", ON_CODE | ON(CFT_ITERATOR)},
    {"__radd__", ON_NUMBER | ON(CFT_UNDEFINED)},
    {"__reduce__", ON_ALL},
    {"__reduce_ex__", ON_ALL},
    {"__repr__", ON_ALL},
    {"__reversed__", ON(CFT_LIST) | ON(CFT_DICT) | ON(CFT_RANGE) | ON(CFT_VIEW)},
    {"__rmod__", ON_NUMBER | ON_TEXT | ON(CFT_UNDEFINED)},
    {"__rmul__", ON_NUMBER | ON_TEXT | ON(CFT_LIST) | ON(CFT_TUPLE) | ON(CFT_UNDEFINED)},
    {"__round__", ON_NUMBER},
    {"__rsub__", ON_NUMBER | ON(CFT_VIEW) | ON(CFT_UNDEFINED)},
    {"__self__", ON_CODE},
    {"__setattr__", ON_ALL},
    {"__setitem__", ON(CFT_LIST) | ON(CFT_DICT)},
    {"__sizeof__", ON_ALL},
    {"__str__", ON_ALL},
    {"__sub__", ON_NUMBER | ON(CFT_VIEW) | ON(CFT_UNDEFINED)},
    {"__subclasshook__", ON_ALL},
    {"__truediv__", ON_NUMBER | ON(CFT_UNDEFINED)},
    {"__trunc__", ON_NUMBER},
    {"__weakref__", ON(CFT_OBJECT)},
    {"_fail_with_undefined_error", ON(CFT_UNDEFINED)},
    {"_undefined_message", ON(CFT_UNDEFINED)},
    {"_undefined_name", ON(CFT_UNDEFINED)},
};

/* Jinja: sandbox.is_safe_attribute of the immutable sandbox. A name with an underscore that the
 * type does not have is no attribute at all, so it may still be a key. */
bool cft_attribute_is_unsafe(cft_kind kind, cft_slice name)
{
    static const char *const list[] = {"append", "clear",  "extend", "insert",
                                       "pop",    "remove", "reverse", "sort"};
    static const char *const dict[] = {"clear", "pop", "popitem", "setdefault", "update"};
    static const char *const generator[] = {"gi_code", "gi_frame"};
    size_t low = 0, high = sizeof callable_dunders / sizeof *callable_dunders;
    if (kind == CFT_LIST) {
        if (callable_is_one_of(name, list, sizeof list / sizeof *list)) return true;
    } else if (kind == CFT_DICT) {
        if (callable_is_one_of(name, dict, sizeof dict / sizeof *dict)) return true;
    } else if (kind == CFT_ITERATOR) {
        if (callable_is_one_of(name, generator, 2)) return true;
    }
    if (name.length == 0 || name.data[0] != '_') return false;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = callable_compare(callable_dunders[middle].name, name);
        if (order == 0) return (callable_dunders[middle].kinds & ON(kind)) != 0;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}
