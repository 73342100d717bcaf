/* value/json_read.c - JSON text straight into values, in one pass and without recursion.
 *
 * Finished values wait on one stack. A container begins with a mark on it; at its end the values
 * behind the mark move to an array of their exact number, and the container takes their place.
 * Keys and values of an object alternate there, which is how entries of a dict lie in memory.
 *
 * What is accepted is what CPython's json.loads accepts (json.scanner, json.decoder), except that
 * lone surrogates are refused at once and not when they are encoded.
 */
#include "value/json_read.h"

#include "base/number.h"
#include "base/utf8.h"
#include "value/dict.h"
#include "value/json_scan.h"
#include "value/list.h"

#include <math.h>

typedef struct json_reader {
    cft_heap *heap;
    const char *begin, *at, *end;
    uint32_t base;
    bool strict;
    cft_value *stack; /* heap->scratch */
    size_t count, capacity;
    size_t mark;  /* of the innermost open container: its place on the stack, plus one */
    size_t depth; /* open containers */
} json_reader;

static chatfmt_status json_place(json_reader *r, const char *at, chatfmt_status status)
{
    size_t offset = (size_t)(at - r->begin), length = (size_t)(r->end - r->begin);
    if (r->heap->error) {
        cft_error_place(r->heap->error, cft_slice_of(r->begin, length), offset,
                        offset < length ? 1 : 0);
    }
    return status;
}

static chatfmt_status json_fail(json_reader *r, const char *at, const char *message)
{
    cft_raise(r->heap, CHATFMT_INPUT, "malformed JSON: %s", message);
    return json_place(r, at, CHATFMT_INPUT);
}

static chatfmt_status json_limit(json_reader *r, const char *at, const char *name,
                                 uint64_t allowed, uint64_t reached)
{
    return json_place(r, at, cft_heap_limit(r->heap, name, allowed, reached));
}

static inline uint32_t json_origin(const json_reader *r, const char *at)
{
    return r->base + (uint32_t)(at - r->begin) + 1;
}

static inline const char *json_skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) at++;
    return at;
}

/* The stack belongs to the heap's owner rather than to the arena, so that growing it leaves
 * nothing behind and the next text finds it ready. */
static chatfmt_status json_grow_stack(json_reader *r)
{
    cft_heap *heap = r->heap;
    size_t capacity = r->capacity ? 2 * r->capacity : 256, most = heap->limits.heap_bytes;
    void *grown;
    if (capacity > most / sizeof(cft_value)) {
        return json_limit(r, r->at, "heap_bytes", most, capacity * sizeof(cft_value));
    }
    grown = cft_resize(&heap->arena.allocator, heap->scratch, heap->scratch_size,
                       capacity * sizeof(cft_value));
    if (!grown) return cft_raise(heap, CHATFMT_NO_MEMORY, "out of memory");
    heap->scratch = r->stack = grown;
    heap->scratch_size = capacity * sizeof(cft_value);
    r->capacity = capacity;
    return CHATFMT_OK;
}

static inline chatfmt_status json_stack_push(json_reader *r, cft_value value)
{
    if (CFT_UNLIKELY(r->count == r->capacity)) CFT_TRY(json_grow_stack(r));
    r->stack[r->count++] = value;
    return CHATFMT_OK;
}

/* Four hexadecimal digits at `at`, or -1. CPython: no sign, no blanks. */
static int32_t json_hex4(const char *at, const char *end)
{
    int32_t code = 0;
    if (end - at < 4) return -1;
    for (int i = 0; i < 4; i++) {
        char c = at[i];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0) return -1;
        code = code << 4 | digit;
    }
    return code;
}

/* The code of \uXXXX at `*at`, with its other half where it is half of a pair. */
static chatfmt_status json_unicode_escape(json_reader *r, const char **at, const char *end,
                                          uint32_t *out)
{
    const char *escape = *at;
    int32_t code = json_hex4(escape + 2, end), low;
    *at += 6;
    *out = (uint32_t)code;
    if (code < 0xD800 || code > 0xDFFF) return CHATFMT_OK;
    low = end - *at >= 6 && (*at)[0] == '\\' && (*at)[1] == 'u' ? json_hex4(*at + 2, end) : -1;
    if (code > 0xDBFF || low < 0xDC00 || low > 0xDFFF) {
        return json_fail(r, escape, "lone surrogate escape in a string");
    }
    *at += 6;
    *out = 0x10000u + (((uint32_t)code & 0x3FF) << 10) + ((uint32_t)low & 0x3FF);
    return CHATFMT_OK;
}

/* What the escape with this letter stands for; 0 for none. */
static char json_simple_escape(char letter)
{
    switch (letter) {
    case '"': return '"';
    case '\\': return '\\';
    case '/': return '/';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return 0;
    }
}

/* Write the string between `begin` and `end`, whose escapes have been seen, to the arena. */
static chatfmt_status json_decode(json_reader *r, const char *begin, const char *end,
                                  bool ascii, cft_value *out)
{
    size_t room = (size_t)(end - begin);
    const char *at = begin;
    char *data, *write;
    void *place;
    if (room > r->heap->limits.string_bytes) {
        return json_limit(r, begin, "string_bytes", r->heap->limits.string_bytes, room);
    }
    CFT_TRY(cft_heap_take(r->heap, room, &place));
    data = write = place;
    for (;;) {
        const char *escape = memchr(at, '\\', (size_t)(end - at));
        size_t plain = (size_t)((escape ? escape : end) - at);
        uint32_t code;
        memcpy(write, at, plain);
        write += plain;
        if (!escape) break;
        at = escape;
        if (at[1] == 'u') {
            CFT_TRY(json_unicode_escape(r, &at, end, &code));
            if (code >= 0x80) ascii = false;
            write += cft_utf8_put(write, code);
        } else {
            *write++ = json_simple_escape(at[1]);
            at += 2;
        }
    }
    cft_heap_trim(r->heap, place, room, (size_t)(write - data));
    *out = cft_string(data, (uint32_t)(write - data), ascii ? CFT_STR_ASCII : 0);
    return CHATFMT_OK;
}

/* Bytes of the valid sequence at `at`, which is not ASCII; 0 when there is none. RFC 3629. */
static inline size_t json_sequence(const char *at, const char *end)
{
    const unsigned char *p = (const unsigned char *)at;
    size_t left = (size_t)(end - at);
    if (p[0] < 0xE0) return p[0] >= 0xC2 && left >= 2 && (p[1] & 0xC0) == 0x80 ? 2 : 0;
    if (left < 3 || (p[1] & 0xC0) != 0x80 || (p[2] & 0xC0) != 0x80) return 0;
    if (p[0] < 0xF0) {
        if ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F)) return 0;
        return 3;
    }
    if (left < 4 || (p[3] & 0xC0) != 0x80 || p[0] > 0xF4) return 0;
    if ((p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] > 0x8F)) return 0;
    return 4;
}

static chatfmt_status json_fail_utf8(json_reader *r, const char *at)
{
    size_t left = (size_t)(r->end - at);
    /* A surrogate in its three-byte form has a message of its own. */
    if (left >= 2 && (unsigned char)at[0] == 0xED && (unsigned char)at[1] > 0x9F) {
        return json_fail(r, at, "lone surrogate in a string");
    }
    return json_fail(r, at, "invalid UTF-8");
}

/* Move past the escape at *at, which has to be one; pairs of surrogates are looked at when the
 * string is decoded. */
static chatfmt_status json_pass_escape(json_reader *r, const char **at)
{
    const char *escape = *at;
    if (r->end - escape < 2) return json_fail(r, r->at, "unterminated string");
    if (escape[1] == 'u') {
        if (json_hex4(escape + 2, r->end) < 0) {
            return json_fail(r, escape + 1, "invalid \\uXXXX escape");
        }
        *at += 6;
        return CHATFMT_OK;
    }
    if (!json_simple_escape(escape[1])) return json_fail(r, escape, "invalid \\escape");
    *at += 2;
    return CHATFMT_OK;
}

/* The string whose opening quote is at r->at. */
static chatfmt_status json_read_string(json_reader *r, cft_value *out)
{
    const char *begin = r->at + 1, *at = begin, *end = r->end;
    bool ascii = true, escaped = false;
    for (;;) {
        size_t width;
        at = cft_json_scan_plain(at, end);
        if (at == end) return json_fail(r, r->at, "unterminated string");
        if (*at == '"') break;
        if (*at == '\\') {
            escaped = true;
            CFT_TRY(json_pass_escape(r, &at));
            continue;
        }
        if ((unsigned char)*at < 0x20) {
            return json_fail(r, at, "control character in a string");
        }
        ascii = false;
        do {
            width = json_sequence(at, end);
            if (!width) return json_fail_utf8(r, at);
            at += width;
        } while (at < end && (unsigned char)*at >= 0x80);
    }
    r->at = at + 1;
    if (escaped) return json_decode(r, begin, at, ascii, out);
    *out = cft_string(begin, (uint32_t)(at - begin), ascii ? CFT_STR_ASCII : 0);
    return CHATFMT_OK;
}

static inline bool json_is_digit(const char *at, const char *end)
{
    return at < end && *at >= '0' && *at <= '9';
}

/* Where the fraction and exponent that may follow at `at` end; `at` itself when there are
 * none. "1." and "1e" are the integer 1 with something behind it. */
static const char *json_end_of_float(const char *at, const char *end)
{
    const char *after = at;
    if (end - at >= 2 && *at == '.' && json_is_digit(at + 1, end)) {
        for (after = at + 2; json_is_digit(after, end);) after++;
    }
    if (after < end && (*after | 0x20) == 'e') {
        const char *exponent = after + 1;
        if (exponent < end && (*exponent == '+' || *exponent == '-')) exponent++;
        if (json_is_digit(exponent, end)) {
            while (json_is_digit(exponent, end)) exponent++;
            after = exponent;
        }
    }
    return after;
}

/* An integer of so many digits always fits in 64 bits. */
#define JSON_SAFE_DIGITS 18

static chatfmt_status json_number(json_reader *r, cft_value *out)
{
    const char *begin = r->at, *at = begin, *end = r->end, *digits, *after;
    bool negative = *at == '-';
    uint64_t small = 0;
    size_t count;
    at += negative;
    digits = at;
    if (!json_is_digit(at, end)) return json_fail(r, begin, "expecting value");
    if (*at == '0') at++;
    else
        for (; json_is_digit(at, end); at++) small = small * 10 + (uint64_t)(*at - '0');
    count = (size_t)(at - digits);
    after = json_end_of_float(at, end);
    r->at = after;
    if (after != at) {
        double real = cft_float_from_text(digits, (size_t)(after - digits));
        *out = cft_float(negative ? -real : real);
    } else if (count <= JSON_SAFE_DIGITS) {
        *out = cft_int(negative ? -(int64_t)small : (int64_t)small);
    } else {
        int64_t integer;
        size_t length = (size_t)(at - begin);
        if (count > r->heap->limits.integer_digits) {
            return json_limit(r, begin, "integer_digits", r->heap->limits.integer_digits, count);
        }
        if (!cft_int_from_text(begin, length, &integer)) {
            *out = (cft_value){
                .kind = CFT_BIGINT, .length = (uint32_t)length, .as = {.text = begin}};
            return CHATFMT_OK; /* its address is its origin */
        }
        *out = cft_int(integer);
    }
    out->length = json_origin(r, begin);
    return CHATFMT_OK;
}

typedef struct json_word {
    const char *text;
    uint8_t length, kind;
    bool truth;
    double real;
} json_word;

/* The words of JSON and those that json.loads takes besides. */
static chatfmt_status json_literal(json_reader *r, cft_value *out)
{
    static const json_word words[] = {
        {"null", 4, CFT_NONE, false, 0},
        {"true", 4, CFT_BOOL, true, 0},
        {"false", 5, CFT_BOOL, false, 0},
        {"NaN", 3, CFT_FLOAT, false, (double)NAN},
        {"Infinity", 8, CFT_FLOAT, false, (double)INFINITY},
        {"-Infinity", 9, CFT_FLOAT, false, -(double)INFINITY},
    };
    size_t left = (size_t)(r->end - r->at);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const json_word *word = &words[i];
        if (*r->at != word->text[0] || left < word->length ||
            memcmp(r->at, word->text, word->length) != 0) {
            continue;
        }
        *out = word->kind == CFT_FLOAT  ? cft_float(word->real)
               : word->kind == CFT_BOOL ? cft_bool(word->truth)
                                        : cft_none();
        out->length = json_origin(r, r->at);
        r->at += word->length;
        return CHATFMT_OK;
    }
    return json_fail(r, r->at, "expecting value");
}

/* Open a container at r->at: its mark remembers the mark before and where it began. */
static chatfmt_status json_open(json_reader *r, cft_kind kind)
{
    cft_value mark = {.kind = (uint8_t)kind, .length = json_origin(r, r->at)};
    mark.as.integer = (int64_t)r->mark;
    if (r->depth >= r->heap->limits.value_depth) {
        return json_limit(r, r->at, "value_depth", r->heap->limits.value_depth, r->depth + 1);
    }
    CFT_TRY(json_stack_push(r, mark));
    r->mark = r->count;
    r->depth++;
    r->at++;
    return CHATFMT_OK;
}

/* Replace the mark and what is behind it by the container itself. */
static void json_leave(json_reader *r, cft_value container)
{
    cft_value *mark = &r->stack[r->mark - 1];
    r->count = r->mark;
    r->mark = (size_t)mark->as.integer;
    r->depth--;
    *mark = container;
}

static chatfmt_status json_close_list(json_reader *r)
{
    size_t count = r->count - r->mark;
    cft_list *list;
    void *place;
    CFT_TRY(cft_heap_take(r->heap, sizeof *list + count * sizeof(cft_value), &place));
    list = place;
    *list = (cft_list){.count = (uint32_t)count,
                       .origin = r->stack[r->mark - 1].length,
                       .items = (cft_value *)(void *)(list + 1)};
    if (count) memcpy(list + 1, r->stack + r->mark, count * sizeof(cft_value));
    json_leave(r, (cft_value){.kind = CFT_LIST, .as = {.list = list}});
    return CHATFMT_OK;
}

/* The same key twice: the entries once more, one by one, so that the last value stands at the
 * first key's place. */
static chatfmt_status json_merge_keys(json_reader *r, cft_dict **dict)
{
    const cft_dict *with_twins = *dict;
    uint32_t origin = with_twins->origin;
    if (r->strict) return json_fail(r, r->at, "an object has the same key twice");
    CFT_TRY(cft_dict_new(r->heap, with_twins->count, dict));
    (*dict)->origin = origin;
    for (uint32_t i = 0; i < with_twins->count; i++) {
        const cft_entry *entry = &with_twins->entries[i];
        CFT_TRY(cft_dict_put(r->heap, *dict, entry->key, entry->value));
    }
    return CHATFMT_OK;
}

static chatfmt_status json_close_dict(json_reader *r)
{
    size_t count = (r->count - r->mark) / 2;
    cft_dict *dict;
    bool unique;
    void *place;
    CFT_TRY(cft_heap_take(r->heap, sizeof *dict + count * sizeof(cft_entry), &place));
    dict = place;
    *dict = (cft_dict){.count = (uint32_t)count,
                       .capacity = (uint32_t)count,
                       .origin = r->stack[r->mark - 1].length,
                       .entries = (cft_entry *)(void *)(dict + 1)};
    if (count) memcpy(dict + 1, r->stack + r->mark, count * sizeof(cft_entry));
    CFT_TRY(cft_dict_reindex(r->heap, dict, &unique));
    if (!unique) CFT_TRY(json_merge_keys(r, &dict));
    json_leave(r, cft_dict_value(dict));
    r->at++;
    return CHATFMT_OK;
}

/* A key and its colon, from the blanks before it. */
static chatfmt_status json_key(json_reader *r)
{
    cft_value key;
    r->at = json_skip_blanks(r->at, r->end);
    if (r->at == r->end || *r->at != '"') {
        return json_fail(r, r->at, "expecting property name enclosed in double quotes");
    }
    CFT_TRY(json_read_string(r, &key));
    if (r->at == r->end || *r->at != ':') {
        r->at = json_skip_blanks(r->at, r->end);
        if (r->at == r->end || *r->at != ':') {
            return json_fail(r, r->at, "expecting ':' delimiter");
        }
    }
    r->at++;
    return json_stack_push(r, key);
}

/* Begin the value at r->at: a scalar goes on the stack; a container is opened, and closed again
 * when it is empty. *open tells that a value has to follow. */
static chatfmt_status json_start_value(json_reader *r, bool *open)
{
    cft_value value;
    *open = false;
    r->at = json_skip_blanks(r->at, r->end);
    if (r->at == r->end) return json_fail(r, r->at, "expecting value");
    switch (*r->at) {
    case '"': CFT_TRY(json_read_string(r, &value)); return json_stack_push(r, value);
    case '{':
        CFT_TRY(json_open(r, CFT_DICT));
        r->at = json_skip_blanks(r->at, r->end);
        if (r->at < r->end && *r->at == '}') return json_close_dict(r);
        *open = true;
        return json_key(r);
    case '[':
        CFT_TRY(json_open(r, CFT_LIST));
        r->at = json_skip_blanks(r->at, r->end);
        *open = r->at == r->end || *r->at != ']';
        if (*open) return CHATFMT_OK;
        r->at++;
        return json_close_list(r);
    case '-':
        if (r->end - r->at >= 2 && r->at[1] == 'I') {
            CFT_TRY(json_literal(r, &value));
            return json_stack_push(r, value);
        }
        CFT_TRY(json_number(r, &value));
        return json_stack_push(r, value);
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': CFT_TRY(json_number(r, &value)); return json_stack_push(r, value);
    default: CFT_TRY(json_literal(r, &value)); return json_stack_push(r, value);
    }
}

/* After a value: close what ends here. *open tells that another value has to follow. */
static chatfmt_status json_end_value(json_reader *r, bool *open)
{
    *open = false;
    while (r->mark) {
        bool is_dict = r->stack[r->mark - 1].kind == CFT_DICT;
        r->at = json_skip_blanks(r->at, r->end);
        if (r->at == r->end) return json_fail(r, r->at, "expecting ',' delimiter");
        if (*r->at == ',') {
            r->at++;
            *open = true;
            return is_dict ? json_key(r) : CHATFMT_OK;
        }
        if (*r->at != (is_dict ? '}' : ']')) {
            return json_fail(r, r->at, "expecting ',' delimiter");
        }
        if (is_dict) {
            CFT_TRY(json_close_dict(r));
        } else {
            r->at++;
            CFT_TRY(json_close_list(r));
        }
    }
    return CHATFMT_OK;
}

static chatfmt_status json_document(json_reader *r, bool allow_trailing)
{
    bool open = true;
    if (r->end - r->at >= 3 && memcmp(r->at, "\xEF\xBB\xBF", 3) == 0) {
        return json_fail(r, r->at, "the text begins with a byte order mark (U+FEFF)");
    }
    while (open) {
        CFT_TRY(json_start_value(r, &open));
        if (!open) CFT_TRY(json_end_value(r, &open));
    }
    if (allow_trailing) return CHATFMT_OK;
    r->at = json_skip_blanks(r->at, r->end);
    if (r->at < r->end) return json_fail(r, r->at, "extra data");
    return CHATFMT_OK;
}

chatfmt_status cft_json_read(cft_heap *heap, cft_slice text, const cft_json_options *options,
                             cft_value *out, size_t *used)
{
    const char *begin = text.length ? text.data : "";
    json_reader r = {
        .heap = heap,
        .begin = begin,
        .at = begin,
        .end = begin + text.length,
        .base = options ? options->base : 0,
        .strict = options && options->strict,
        .stack = heap->scratch,
        .capacity = heap->scratch_size / sizeof(cft_value),
    };
    if (text.length >= UINT32_MAX - r.base) {
        return cft_heap_limit(heap, "input_bytes", UINT32_MAX - 1 - r.base, text.length);
    }
    CFT_TRY(cft_charge_bytes(heap, text.length));
    CFT_TRY(json_document(&r, options && options->allow_trailing));
    *out = r.stack[0];
    if (used) *used = (size_t)(r.at - r.begin);
    return CHATFMT_OK;
}
