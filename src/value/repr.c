/* value/repr.c - Python's str() and repr(). Containers are walked with a stack of frames. */
#include "value/repr.h"

#include "base/number.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "value/dict.h"
#include "value/frames.h"
#include "value/iterate.h"
#include "value/text.h"

/* Functions, methods and iterators print an address in CPython. It says nothing, and a true one
 * would tell a stranger how memory lies, so it is always the same. */
#define REPR_ADDRESS "0x7f0000000000"

static const char repr_hex[] = "0123456789abcdef";

/* CPython: unicode_repr and bytes_repr prefer the single quote. */
static char repr_quote(cft_slice text)
{
    bool single = text.length && memchr(text.data, '\'', text.length);
    return single && !memchr(text.data, '"', text.length) ? '"' : '\'';
}

/* "\x", "\u" or "\U" and the digits of `code`; returns the length. */
static size_t repr_numeric_escape(char *out, uint32_t code)
{
    size_t digits = code < 0x100 ? 2 : code < 0x10000 ? 4 : 8;
    out[0] = '\\';
    out[1] = digits == 2 ? 'x' : digits == 4 ? 'u' : 'U';
    for (size_t i = 0; i < digits; i++) {
        out[2 + i] = repr_hex[code >> (4 * (digits - 1 - i)) & 15];
    }
    return 2 + digits;
}

/* The escape of a code point, or 0 when it stands for itself. */
static size_t repr_escape(char *out, uint32_t code, char quote, bool bytes)
{
    static const char letters[] = "\tt\nn\rr\\\\";
    for (size_t i = 0; i < sizeof letters - 1; i += 2) {
        if (code == (unsigned char)letters[i]) {
            out[0] = '\\';
            out[1] = letters[i + 1];
            return 2;
        }
    }
    if (code == (unsigned char)quote) {
        out[0] = '\\';
        out[1] = quote;
        return 2;
    }
    if (code >= 0x20 && code < 0x7F) return 0;
    if (!bytes && code >= 0x80 && cft_is_printable(code)) return 0;
    return repr_numeric_escape(out, code);
}

static chatfmt_status repr_text(cft_builder *b, cft_value value)
{
    cft_slice text = cft_text_of(value);
    bool bytes = value.kind == CFT_BYTES;
    char quote = repr_quote(text);
    const char *at = text.data, *end = at + text.length, *kept = at;
    CFT_TRY(cft_build_mark(b, &quote, 1, value));
    for (;;) {
        const char *next;
        char escape[12];
        uint32_t code;
        size_t length;
        while (at < end && *at >= 0x20 && *at < 0x7F && *at != quote && *at != '\\')
            at++;
        if (at == end) break;
        next = at;
        code = bytes ? (unsigned char)*next++ : cft_utf8_next(&next);
        length = repr_escape(escape, code, quote, bytes);
        if (length) {
            CFT_TRY(cft_build_copy(b, kept, (size_t)(at - kept)));
            CFT_TRY(cft_build_derived(b, escape, length, at, (size_t)(next - at)));
            kept = next;
        }
        at = next;
    }
    if (kept < end) CFT_TRY(cft_build_copy(b, kept, (size_t)(end - kept)));
    return cft_build_mark(b, &quote, 1, value);
}

static chatfmt_status repr_string(cft_builder *b, cft_value value)
{
    if (value.kind == CFT_BYTES) CFT_TRY(cft_build_from(b, "b", 1, value));
    if (!(value.flags & CFT_STR_MARKUP)) return repr_text(b, value);
    CFT_TRY(cft_build_from(b, "Markup(", 7, value));
    CFT_TRY(repr_text(b, value));
    return cft_build_from(b, ")", 1, value);
}

static chatfmt_status repr_put(cft_builder *b, const char *text, cft_value value)
{
    return cft_build_mark(b, text, strlen(text), value);
}

static chatfmt_status repr_integer(cft_builder *b, int64_t integer, cft_value value)
{
    char digits[CFT_NUMBER_ROOM];
    return cft_build_mark(b, digits, cft_int_to_text(integer, digits), value);
}

static chatfmt_status repr_range(cft_builder *b, cft_value value)
{
    const cft_range *range = value.as.range;
    CFT_TRY(repr_put(b, "range(", value));
    CFT_TRY(repr_integer(b, range->start, value));
    CFT_TRY(repr_put(b, ", ", value));
    CFT_TRY(repr_integer(b, range->stop, value));
    if (range->step != 1) {
        CFT_TRY(repr_put(b, ", ", value));
        CFT_TRY(repr_integer(b, range->step, value));
    }
    return repr_put(b, ")", value);
}

static chatfmt_status repr_function(cft_builder *b, cft_value value)
{
    const char *class_path = cft_class_path(value);
    if (class_path) {
        CFT_TRY(repr_put(b, "<class '", value));
        CFT_TRY(repr_put(b, class_path, value));
        return repr_put(b, "'>", value);
    }
    CFT_TRY(repr_put(b, "<function ", value));
    CFT_TRY(repr_put(b, cft_callable_name(value.as.function), value));
    return repr_put(b, " at " REPR_ADDRESS ">", value);
}

/* Markup has methods of its own for what gives text; the others are str's. MarkupSafe 3.0.3 */
static bool repr_is_of_markup(const char *name)
{
    static const char *const builtin[] = {"count", "encode",  "endswith",  "find",      "index",
                                          "rfind", "rindex", "maketrans", "startswith"};
    if (strncmp(name, "is", 2) == 0) return false;
    for (size_t i = 0; i < sizeof builtin / sizeof *builtin; i++)
        if (strcmp(name, builtin[i]) == 0) return false;
    return true;
}

/* What is written in Python shows its receiver; what is built in, its address. */
static chatfmt_status repr_method(cft_builder *b, cft_value value)
{
    const cft_method *method = value.as.method;
    cft_value self = method->receiver;
    const char *name = cft_callable_name(method->row);
    bool markup = self.kind == CFT_STRING && (self.flags & CFT_STR_MARKUP) &&
                  repr_is_of_markup(name);
    if (markup || self.kind == CFT_OBJECT) {
        CFT_TRY(repr_put(b, "<bound method ", value));
        CFT_TRY(repr_put(b, cft_type_name(self), value));
        CFT_TRY(repr_put(b, ".", value));
        CFT_TRY(repr_put(b, name, value));
        CFT_TRY(repr_put(b, " of ", value));
        CFT_TRY(markup ? repr_string(b, self) : self.as.object->class->repr(b, self.as.object));
        return repr_put(b, ">", value);
    }
    CFT_TRY(repr_put(b, "<built-in method ", value));
    CFT_TRY(repr_put(b, cft_callable_name(method->row), value));
    CFT_TRY(repr_put(b, " of ", value));
    CFT_TRY(repr_put(b, cft_type_name(method->receiver), value));
    return repr_put(b, " object at " REPR_ADDRESS ">", value);
}

static chatfmt_status repr_iterator(cft_builder *b, cft_value value)
{
    CFT_TRY(repr_put(b, "<", value));
    CFT_TRY(repr_put(b, cft_type_name(value), value));
    return repr_put(b, " object at " REPR_ADDRESS ">", value);
}

static bool repr_is_container(cft_value value)
{
    return value.kind == CFT_LIST || value.kind == CFT_TUPLE || value.kind == CFT_DICT ||
           value.kind == CFT_NAMESPACE || value.kind == CFT_VIEW;
}

static chatfmt_status repr_flat(cft_builder *b, cft_value value)
{
    char number[CFT_NUMBER_ROOM];
    switch (value.kind) {
    case CFT_UNDEFINED: return repr_put(b, "Undefined", value);
    case CFT_BOOL: return repr_put(b, value.as.boolean ? "True" : "False", value);
    case CFT_INT: return repr_integer(b, value.as.integer, value);
    case CFT_FLOAT:
        return cft_build_from(b, number, cft_float_to_text(value.as.real, number), value);
    case CFT_BIGINT: return cft_build_copy(b, value.as.text, value.length);
    case CFT_STRING:
    case CFT_BYTES: return repr_string(b, value);
    case CFT_RANGE: return repr_range(b, value);
    case CFT_FUNCTION: return repr_function(b, value);
    case CFT_METHOD: return repr_method(b, value);
    case CFT_ITERATOR: return repr_iterator(b, value);
    case CFT_OBJECT: return value.as.object->class->repr(b, value.as.object);
    default: return repr_put(b, "None", value);
    }
}

/* How a container is written. The steps of a walk are its items, or of a dict keys and values
 * in turn. */
typedef struct repr_form {
    const char *open, *close;
    const char *even, *odd; /* before the even steps but the first, and before the odd ones */
    const char *first;      /* before the first step */
    const char *last;       /* after the last step, if there was one */
    const char *again;      /* inside of itself */
} repr_form;

static const repr_form *repr_form_of(cft_value value)
{
    static const repr_form list = {"[", "]", ", ", ", ", "", "", "[...]"};
    static const repr_form tuple = {"(", ")", ", ", ", ", "", "", "(...)"};
    static const repr_form single = {"(", ",)", ", ", ", ", "", "", "(...)"};
    static const repr_form dict = {"{", "}", ", ", ": ", "", "", "{...}"};
    static const repr_form names = {"<Namespace {",     "}>", ", ", ": ", "", "",
                                    "<Namespace {...}>"};
    static const repr_form views[] = {
        {"dict_keys([", "])", ", ", ", ", "", "", "..."},
        {"dict_values([", "])", ", ", ", ", "", "", "..."},
        {"dict_items([", "])", "), (", ", ", "(", ")", "..."},
    };
    switch (value.kind) {
    case CFT_LIST: return &list;
    case CFT_TUPLE: return value.as.list->count == 1 ? &single : &tuple;
    case CFT_DICT: return &dict;
    case CFT_NAMESPACE: return &names;
    default: return &views[value.as.view->kind];
    }
}

/* Step number `index` of a container; false when there is none. */
static bool repr_step(cft_value container, size_t index, cft_value *out)
{
    const cft_dict *dict;
    bool pairs = true;
    if (container.kind == CFT_LIST || container.kind == CFT_TUPLE) {
        if (index >= container.as.list->count) return false;
        *out = container.as.list->items[index];
        return true;
    }
    if (container.kind == CFT_DICT) {
        dict = container.as.dict;
    } else if (container.kind == CFT_NAMESPACE) {
        dict = &container.as.names->dict;
    } else {
        dict = container.as.view->dict;
        pairs = container.as.view->kind == CFT_VIEW_ITEMS;
        if (!pairs && container.as.view->kind == CFT_VIEW_VALUES) {
            if (index >= dict->count) return false;
            *out = dict->entries[index].value;
            return true;
        }
    }
    if (index / (pairs ? 2 : 1) >= dict->count) return false;
    if (pairs && index % 2)
        *out = dict->entries[index / 2].value;
    else
        *out = dict->entries[pairs ? index / 2 : index].key;
    return true;
}

/* Values refer to themselves only by way of a namespace, so nothing need be compared as long as
 * none is being printed. CPython: Py_ReprEnter. */
static bool repr_is_open(const cft_frames *frames, cft_value value, size_t names_open)
{
    if (names_open == 0) return false;
    for (size_t i = 0; i < frames->count; i++) {
        cft_value open = frames->at[i].a;
        if (open.kind == value.kind && open.as.list == value.as.list) return true;
    }
    return false;
}

static chatfmt_status repr_open(cft_builder *b, cft_frames *frames, cft_value value,
                                size_t *names_open)
{
    const repr_form *form = repr_form_of(value);
    if (repr_is_open(frames, value, *names_open)) {
        CFT_TRY(cft_charge(b->heap, frames->count));
        return repr_put(b, form->again, value);
    }
    CFT_TRY(cft_frames_push(frames, value, value));
    *names_open += value.kind == CFT_NAMESPACE;
    return repr_put(b, form->open, value);
}

static chatfmt_status repr_container(cft_builder *b, cft_value value)
{
    cft_frames frames;
    size_t names_open = 0;
    CFT_TRY(cft_frames_begin(&frames, b->heap));
    CFT_TRY(repr_open(b, &frames, value, &names_open));
    while (frames.count) {
        cft_level *frame = cft_frames_top(&frames);
        cft_value container = frame->a, item;
        const repr_form *form = repr_form_of(container);
        size_t index = frame->index++;
        if (!repr_step(container, index, &item)) {
            if (index) CFT_TRY(repr_put(b, form->last, container));
            CFT_TRY(repr_put(b, form->close, container));
            names_open -= container.kind == CFT_NAMESPACE;
            cft_frames_pop(&frames);
            continue;
        }
        CFT_TRY(repr_put(b,
                         index == 0  ? form->first
                         : index % 2 ? form->odd
                                     : form->even,
                         container));
        if (repr_is_container(item))
            CFT_TRY(repr_open(b, &frames, item, &names_open));
        else
            CFT_TRY(repr_flat(b, item));
    }
    cft_frames_end(&frames);
    return CHATFMT_OK;
}

chatfmt_status cft_repr_append(cft_builder *b, cft_value value)
{
    return repr_is_container(value) ? repr_container(b, value) : repr_flat(b, value);
}

chatfmt_status cft_str_append(cft_builder *b, cft_value value)
{
    if (value.kind == CFT_STRING) return cft_build_copy(b, value.as.text, value.length);
    if (value.kind == CFT_UNDEFINED) return CHATFMT_OK;
    return cft_repr_append(b, value);
}

/* A guess at the length of the text. */
static size_t repr_expected(cft_value value)
{
    if (repr_is_container(value)) return 512;
    return value.kind == CFT_STRING ? (size_t)value.length + 2 : 0;
}

chatfmt_status cft_to_str(cft_heap *heap, cft_value value, cft_value *out)
{
    cft_builder b;
    if (value.kind == CFT_STRING) {
        *out = value;
        return CHATFMT_OK;
    }
    if (value.kind == CFT_UNDEFINED) {
        *out = cft_empty_string();
        return CHATFMT_OK;
    }
    CFT_TRY(cft_build(&b, heap, repr_expected(value)));
    CFT_TRY(cft_repr_append(&b, value));
    return cft_build_end(&b, 0, out);
}

chatfmt_status cft_to_repr(cft_heap *heap, cft_value value, cft_value *out)
{
    cft_builder b;
    CFT_TRY(cft_build(&b, heap, repr_expected(value)));
    CFT_TRY(cft_repr_append(&b, value));
    return cft_build_end(&b, 0, out);
}
