/* value/json_string.c - strings of JSON: slices of the text, or decoded into the arena when they
 * have escapes.
 *
 * The careful way sees a string first and decodes it then, and knows every error. The wide one does
 * both at once, sixty-four bytes at a time, and gives up whenever anything is odd.
 */
#include "base/utf8.h"
#include "value/json_reader.h"
#include "value/json_window.h"

/* ---- The careful way ---- */

/* Four hexadecimal digits at `at`, or -1. CPython: no sign, no spaces. */
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
static chatfmt_status json_unicode_escape(cft_json_reader *r, const char **at, const char *end,
                                          uint32_t *out)
{
    const char *escape = *at;
    int32_t code = json_hex4(escape + 2, end), low;
    *at += 6;
    *out = (uint32_t)code;
    if (code < 0xD800 || code > 0xDFFF) return CHATFMT_OK;
    low = end - *at >= 6 && (*at)[0] == '\\' && (*at)[1] == 'u' ? json_hex4(*at + 2, end) : -1;
    if (code > 0xDBFF || low < 0xDC00 || low > 0xDFFF) {
        return cft_json_fail(r, escape, "lone surrogate escape in a string");
    }
    *at += 6;
    *out = 0x10000u + (((uint32_t)code & 0x3FF) << 10) + ((uint32_t)low & 0x3FF);
    return CHATFMT_OK;
}

/* What the escape with this letter stands for; 0 for none. */
static const char json_escapes[256] = {
    ['"'] = '"',  ['\\'] = '\\', ['/'] = '/',  ['b'] = '\b',
    ['f'] = '\f', ['n'] = '\n',  ['r'] = '\r', ['t'] = '\t',
};

static inline char json_simple_escape(char letter)
{
    return json_escapes[(unsigned char)letter];
}

/* Write the string between `begin` and `end`, whose escapes have been seen, to the arena. */
static chatfmt_status json_decode(cft_json_reader *r, const char *begin, const char *end,
                                  bool ascii, cft_value *out)
{
    size_t room = (size_t)(end - begin);
    const char *at = begin;
    char *data, *write;
    void *place;
    if (room > r->heap->limits.string_bytes) {
        return cft_heap_limit(r->heap, "string_bytes", r->heap->limits.string_bytes, room);
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

static chatfmt_status json_fail_utf8(cft_json_reader *r, const char *at)
{
    size_t left = (size_t)(r->end - at);
    /* A surrogate in its three-byte form has a message of its own. */
    if (left >= 2 && (unsigned char)at[0] == 0xED && (unsigned char)at[1] > 0x9F) {
        return cft_json_fail(r, at, "lone surrogate in a string");
    }
    return cft_json_fail(r, at, "invalid UTF-8");
}

/* Move past the escape at *at, which has to be one; pairs of surrogates are looked at when the
 * string is decoded. */
static chatfmt_status json_pass_escape(cft_json_reader *r, const char **at)
{
    const char *escape = *at;
    if (r->end - escape < 2) return cft_json_fail(r, r->at, "unterminated string");
    if (escape[1] == 'u') {
        if (json_hex4(escape + 2, r->end) < 0) {
            return cft_json_fail(r, escape + 1, "invalid \\uXXXX escape");
        }
        *at += 6;
        return CHATFMT_OK;
    }
    if (!json_simple_escape(escape[1])) return cft_json_fail(r, escape, "invalid \\escape");
    *at += 2;
    return CHATFMT_OK;
}

/* Any string, and the error of any that is none: seen first, decoded then. */
static chatfmt_status json_string_carefully(cft_json_reader *r, cft_value *out)
{
    const char *begin = r->at + 1, *at = begin, *end = r->end;
    bool ascii = true, escaped = false;
    for (;;) {
        size_t width;
        at = cft_json_scan_plain(at, end);
        if (at == end) return cft_json_fail(r, r->at, "unterminated string");
        if (*at == '"') break;
        if (*at == '\\') {
            escaped = true;
            CFT_TRY(json_pass_escape(r, &at));
            continue;
        }
        if ((unsigned char)*at < 0x20) {
            return cft_json_fail(r, at, "control character in a string");
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

/* ---- The wide way ---- */

#if CFT_JSON_SSE2
/* So much is taken from the arena even where that begins another block. */
#define JSON_WIDE_ROOM ((size_t)1 << 14)

typedef struct json_wide {
    const char *begin, *at, *end; /* the string's first byte, the window's, the text's end */
    uint64_t owed;                /* see cft_json_counted */
    bool ascii;
    char *place, *write;          /* in the arena; NULL while no escape was seen */
    size_t room;
} json_wide;

/* What is not ASCII before the byte `stop` of the window, which is: false unless it is UTF-8. */
static inline bool json_wide_valid(json_wide *s, const cft_json_window *w, unsigned stop)
{
    uint64_t within = ((uint64_t)2 << stop) - 1, high, rare;
    if (!w->high && !s->owed) return true;
    if (!cft_json_counted(w, within, &s->owed, &high, &rare)) return false;
    if (high) s->ascii = false;
    for (; rare; rare &= rare - 1)
        if (!json_sequence(s->at + __builtin_ctzll(rare), s->end)) return false;
    return true;
}

/* Room for all that the string could be, with what is before its first escape. */
static bool json_wide_decode(json_wide *s, cft_heap *heap, size_t plain)
{
    void *place;
    s->room = (size_t)(s->end - s->begin) + CFT_JSON_WINDOW;
    if (s->room > heap->limits.string_bytes ||
        (s->room > JSON_WIDE_ROOM &&
         s->room + 8 > (size_t)(heap->arena.limit - heap->arena.cursor)) ||
        cft_heap_take(heap, s->room, &place) != CHATFMT_OK)
        return false;
    memcpy(place, s->begin, plain);
    s->place = place;
    s->write = s->place + plain;
    return true;
}

/* Writes what the escape stands for. How many bytes it has, of twelve that can be looked at; 0 when
 * it is none. */
static inline unsigned json_wide_escape(json_wide *s, const char *escape)
{
    char letter = json_simple_escape(escape[1]);
    int32_t code, low;
    unsigned width = 6;
    if (CFT_LIKELY(letter != 0)) {
        *s->write++ = letter;
        return 2;
    }
    code = escape[1] == 'u' ? json_hex4(escape + 2, escape + 6) : -1;
    if (code < 0 || (code >= 0xDC00 && code <= 0xDFFF)) return 0;
    if (code >= 0xD800 && code <= 0xDBFF) {
        low = escape[6] == '\\' && escape[7] == 'u' ? json_hex4(escape + 8, escape + 12) : -1;
        if (low < 0xDC00 || low > 0xDFFF) return 0;
        code = 0x10000 + ((code & 0x3FF) << 10) + (low & 0x3FF);
        width = 12;
    }
    if (code >= 0x80) s->ascii = false;
    s->write += cft_utf8_put(s->write, (uint32_t)code);
    return width;
}

/* The escapes of two bytes that come first among `stops`, one after the other: what is before
 * each is written already, and once more what follows it. Moves *done on; what is left of
 * `stops` begins with something else. */
static inline uint64_t json_wide_simple(json_wide *s, const char *from, uint64_t stops,
                                        unsigned *done)
{
    char *write = s->write;
    unsigned behind = *done;
    while (stops) {
        unsigned i = (unsigned)__builtin_ctzll(stops);
        char letter = i < 63 && from[i] == '\\' ? json_simple_escape(from[i + 1]) : 0;
        if (!letter) break;
        write += i - behind;
        *write++ = letter;
        behind = i + 2;
        cft_json_copy(write, from + behind);
        stops &= ~((uint64_t)3 << i);
    }
    s->write = write;
    *done = behind;
    return stops;
}

typedef enum json_wide_step { JSON_WIDE_ODD, JSON_WIDE_ON, JSON_WIDE_END } json_wide_step;

/* One window, whose bytes are at `from` with as many again after them. Moves `at` on: after it,
 * to an escape that does not end in it, or to the closing quote. */
static inline json_wide_step json_wide_window(json_wide *s, cft_heap *heap, const char *from)
{
    cft_json_window w;
    unsigned done = 0; /* bytes of the window that are decoded */
    cft_json_look(from, &w);
    if (s->place) cft_json_copy(s->write, from);
    for (uint64_t stops = w.stops; stops; stops &= ~(((uint64_t)2 << (done - 1)) - 1)) {
        if (s->place) {
            stops = json_wide_simple(s, from, stops, &done);
            if (!stops) break;
        }
        unsigned i = (unsigned)__builtin_ctzll(stops), width;
        bool ends = from[i] == '"';
        if (!ends && from[i] != '\\') return JSON_WIDE_ODD;
        if (s->place) s->write += i - done;
        else if (!ends && !json_wide_decode(s, heap, (size_t)(s->at - s->begin) + i))
            return JSON_WIDE_ODD;
        if (ends || i == 63 || (i > 52 && from[i + 1] == 'u')) {
            if (!json_wide_valid(s, &w, i)) return JSON_WIDE_ODD;
            s->owed = 0;
            s->at += i;
            return ends ? JSON_WIDE_END : JSON_WIDE_ON;
        }
        width = json_wide_escape(s, from + i);
        if (!width) return JSON_WIDE_ODD;
        done = i + width;
        cft_json_copy(s->write, from + done);
    }
    if (s->place) s->write += CFT_JSON_WINDOW - done;
    if (!json_wide_valid(s, &w, CFT_JSON_WINDOW - 1)) return JSON_WIDE_ODD;
    s->at += CFT_JSON_WINDOW;
    return JSON_WIDE_ON;
}

/* The string that begins at `begin`. False, and nothing has happened, when anything is wrong with
 * it, or there is no room for all that it could be. */
static bool json_wide_string(cft_json_reader *r, const char *begin, cft_value *out)
{
    json_wide s = {.begin = begin, .at = begin, .end = r->end, .ascii = true};
    json_wide_step step;
    char last[2 * CFT_JSON_WINDOW]; /* at the end of the text, with zeros after it */
    do {
        size_t left = (size_t)(s.end - s.at);
        const char *from = s.at;
        if (left < sizeof last) {
            memset(last, 0, sizeof last);
            memcpy(last, s.at, left);
            from = last;
        }
        step = json_wide_window(&s, r->heap, from);
    } while (step == JSON_WIDE_ON);
    size_t length = s.place ? (size_t)(s.write - s.place) : (size_t)(s.at - begin);
    if (s.place) cft_heap_trim(r->heap, s.place, s.room, step == JSON_WIDE_END ? length : 0);
    if (step != JSON_WIDE_END) return false;
    r->at = s.at + 1;
    *out = cft_string(s.place ? s.place : begin, (uint32_t)length, s.ascii ? CFT_STR_ASCII : 0);
    return true;
}

/* Keys and roles: a string that ends within sixteen bytes. */
static inline bool json_short_string(cft_json_reader *r, const char *begin, cft_value *out)
{
    if (r->end - begin < 16) return false;
    __m128i bytes = cft_json_load(begin);
    /* Bytes that are not ASCII are negative, and stop it as well. */
    unsigned stops = (unsigned)_mm_movemask_epi8(_mm_or_si128(cft_json_stops(bytes), bytes));
    unsigned length = stops ? (unsigned)__builtin_ctz(stops) : 0;
    if (!stops || begin[length] != '"') return false;
    r->at = begin + length + 1;
    *out = cft_string(begin, length, CFT_STR_ASCII);
    return true;
}
#endif

/* The string whose opening quote is at r->at. */
chatfmt_status cft_json_string(cft_json_reader *r, cft_value *out)
{
#if CFT_JSON_SSE2
    const char *begin = r->at + 1;
    if (json_short_string(r, begin, out) || json_wide_string(r, begin, out)) return CHATFMT_OK;
#endif
    return json_string_carefully(r, out);
}
