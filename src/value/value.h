/* value/value.h - the 16 bytes that everything in a template is.
 *
 * Values are immutable once made: the sandbox refuses every mutator, so a list or an object may
 * be shared by any number of values and never changes under one. Strings are slices: bytes that
 * live in the template, in the input or in the heap, and whose address says where they came from
 * (value/origin.h). Namespaces are the one mutable object.
 */
#ifndef CFT_VALUE_H
#define CFT_VALUE_H

#include "base/slice.h"
#include "base/try.h"

typedef enum cft_kind {
    CFT_ABSENT = 0, /* no value at all: an argument not given; never seen by a template      */
    CFT_UNDEFINED,
    CFT_NONE,
    CFT_BOOL,
    CFT_INT,
    CFT_FLOAT,
    CFT_BIGINT,     /* beyond 64 bits: decimal text, prints and compares, no arithmetic       */
    CFT_STRING,
    CFT_BYTES,      /* str.encode(); slice like a string                                      */
    CFT_LIST,
    CFT_TUPLE,
    CFT_DICT,
    CFT_NAMESPACE,
    CFT_RANGE,
    CFT_VIEW,       /* dict.keys(), .values(), .items()                                       */
    CFT_ITERATOR,   /* what a lazy filter gives: can be walked once                           */
    CFT_FUNCTION,   /* a builtin: global, or a class such as dict                             */
    CFT_METHOD,     /* a builtin bound to its receiver                                        */
    CFT_OBJECT,     /* the vm's own: macro, loop, cycler, joiner, block reference             */
    CFT_KIND_COUNT
} cft_kind;

/* Flags of strings. */
enum {
    CFT_STR_ASCII = 1,  /* known to hold only bytes below 0x80; absent = not known            */
    CFT_STR_MARKUP = 2, /* markupsafe.Markup                                                  */
};

/* Flags of CFT_UNDEFINED: how its error reads. `text`/`length` hold the name, `detail` the kind
 * of the value that lacked it. */
enum {
    CFT_UNDEF_NAME = 0,      /* 'x' is undefined                                              */
    CFT_UNDEF_ATTRIBUTE = 1, /* 'dict object' has no attribute 'x'                            */
    CFT_UNDEF_UNSAFE = 2,    /* access to attribute 'x' of 'str' object is unsafe: SECURITY   */
    CFT_UNDEF_MESSAGE = 3,   /* the text is the whole message                                 */
};

typedef struct cft_list cft_list;
typedef struct cft_dict cft_dict;
typedef struct cft_namespace cft_namespace;
typedef struct cft_range cft_range;
typedef struct cft_view cft_view;
typedef struct cft_iterator cft_iterator;
typedef struct cft_method cft_method;
typedef struct cft_object cft_object;
typedef struct cft_callable cft_callable; /* lang/callable.h */

typedef struct cft_value {
    uint8_t kind;  /* cft_kind */
    uint8_t flags; /* by kind, see above */
    uint16_t detail;
    uint32_t length; /* strings: bytes. Scalars: origin, 0 = the template (value/origin.h) */
    union {
        bool boolean;
        int64_t integer;
        double real;
        const char *text; /* STRING, BYTES, BIGINT ("-123"), UNDEFINED */
        const cft_list *list; /* LIST and TUPLE */
        const cft_dict *dict;
        cft_namespace *names;
        const cft_range *range;
        const cft_view *view;
        cft_iterator *iterator;
        const cft_callable *function;
        const cft_method *method;
        cft_object *object;
    } as;
} cft_value;

struct cft_list {
    uint32_t count;
    uint32_t origin; /* of the container itself, as of a scalar */
    const cft_value *items;
};

struct cft_range {
    int64_t start, stop, step;
    int64_t count;
    uint32_t origin; /* of its bounds, as of a scalar */
};

typedef enum cft_view_kind { CFT_VIEW_KEYS, CFT_VIEW_VALUES, CFT_VIEW_ITEMS } cft_view_kind;

struct cft_view {
    cft_view_kind kind;
    const cft_dict *dict;
};

struct cft_method {
    const cft_callable *row;
    cft_value receiver;
};

/* The vm's own kinds of object; each begins with its class. */
struct cft_builder;
typedef struct cft_object_class {
    const char *name; /* Python's type name, as in "'Macro' object" */
    /* Append repr(self), such as <Macro 'f'>. */
    chatfmt_status (*repr)(struct cft_builder *b, const cft_object *self);
} cft_object_class;

struct cft_object {
    const cft_object_class *class;
};

/* Making values. The origin of new scalars is 0: made by the template. */
static inline cft_value cft_absent(void) { return (cft_value){.kind = CFT_ABSENT}; }
static inline cft_value cft_none(void) { return (cft_value){.kind = CFT_NONE}; }
static inline cft_value cft_bool(bool x)
{
    return (cft_value){.kind = CFT_BOOL, .as = {.boolean = x}};
}
static inline cft_value cft_int(int64_t x)
{
    return (cft_value){.kind = CFT_INT, .as = {.integer = x}};
}
static inline cft_value cft_range_item(const cft_range *range, int64_t index)
{
    return (cft_value){.kind = CFT_INT,
                       .length = range->origin,
                       .as = {.integer = range->start + index * range->step}};
}
static inline cft_value cft_float(double x)
{
    return (cft_value){.kind = CFT_FLOAT, .as = {.real = x}};
}
/* `text` must be in the template, the input, or heap memory with its origin on record. */
static inline cft_value cft_string(const char *text, uint32_t length, uint8_t flags)
{
    return (cft_value){
        .kind = CFT_STRING, .flags = flags, .length = length, .as = {.text = text}};
}
/* One address for the empty strings that the engine makes, so that they are not the input's. */
extern const char cft_empty_text[1];
static inline cft_value cft_empty_string(void)
{
    return (cft_value){.kind = CFT_STRING, .flags = CFT_STR_ASCII, .as = {.text = cft_empty_text}};
}
static inline cft_value cft_undefined_name(cft_slice name)
{
    return (cft_value){.kind = CFT_UNDEFINED,
                       .flags = CFT_UNDEF_NAME,
                       .length = (uint32_t)name.length,
                       .as = {.text = name.data}};
}
static inline cft_value cft_undefined_attribute(cft_slice name, uint16_t owner)
{
    return (cft_value){.kind = CFT_UNDEFINED,
                       .flags = CFT_UNDEF_ATTRIBUTE,
                       .detail = owner,
                       .length = (uint32_t)name.length,
                       .as = {.text = name.data}};
}

static inline cft_slice cft_text_of(cft_value value)
{
    return (cft_slice){value.as.text, value.length};
}
static inline bool cft_is_scalar(cft_value v)
{
    return v.kind == CFT_NONE || v.kind == CFT_BOOL || v.kind == CFT_INT || v.kind == CFT_FLOAT;
}
/* bool counts as a number, as in Python. */
static inline bool cft_is_integral(cft_value v)
{
    return v.kind == CFT_INT || v.kind == CFT_BOOL;
}
static inline int64_t cft_integer_of(cft_value v)
{
    return v.kind == CFT_BOOL ? (int64_t)v.as.boolean : v.as.integer;
}

/* Python's name of the type: "str", "NoneType", "dict_keys", "Undefined" … */
const char *cft_type_name(cft_value value);
/* What an undefined attribute keeps of its owner: the kind, and above its byte which view or which
 * class of objects. */
uint16_t cft_owner_of(cft_value owner);
/* The classes of objects by name, and how Jinja writes them in messages; the last has no name. */
typedef struct cft_object_owner {
    const char *name, *shown;
} cft_object_owner;
extern const cft_object_owner cft_object_owners[];
/* The same for a kind alone, as in Jinja's "'dict object' has no attribute": "dict". */
const char *cft_kind_name(cft_kind kind);

/* "dict_keys", "dict_values" or "dict_items". */
const char *cft_view_type_name(cft_view_kind kind);
/* A row's name, which is the first field of cft_callable (lang/callable.h). */
static inline const char *cft_callable_name(const cft_callable *row)
{
    return *(const char *const *)(const void *)row;
}
/* Module and name of a function that is a class, such as "jinja2.utils.Namespace"; NULL for
 * other functions. */
const char *cft_class_path(cft_value function);

/* Python's truth. Namespaces, functions, methods, iterators are true; undefined is false. */
bool cft_truth(cft_value value);
/* The same, at once for the kinds that conditions usually have. */
static inline bool cft_truth_of(const cft_value *value)
{
    if (value->kind == CFT_BOOL) return value->as.boolean;
    if (value->kind == CFT_STRING) return value->length != 0;
    return value->kind > CFT_NONE && cft_truth(*value);
}

#endif
