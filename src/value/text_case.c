/* value/text_case.c - str.lower, upper, title, capitalize, swapcase and casefold.
 *
 * Stretches that stay as they are keep their origin; changed ones count as computed from the
 * stretch they stand for. A string that does not change at all is returned as it is.
 */
#include "base/unicode.h"
#include "base/utf8.h"
#include "value/text.h"

#define CASE_CAPITAL_SIGMA 0x3A3u
#define CASE_SMALL_SIGMA   0x3C3u
#define CASE_FINAL_SIGMA   0x3C2u

typedef struct case_scan {
    const char *begin, *at, *end; /* the string, and the code point being mapped */
    cft_case how;
    bool after_cased; /* the code point before is cased (title), or there is one (capitalize) */
} case_scan;

/* CPython: handle_capital_sigma. Final when a cased letter is before and none after, case
 * ignorable ones set aside. */
static bool case_sigma_is_final(const case_scan *scan, const char *next)
{
    const char *at = scan->at;
    uint32_t code = 0;
    bool found = false;
    while (at > scan->begin && !found) {
        code = cft_utf8_previous(&at);
        found = !cft_is_case_ignorable(code);
    }
    if (!found || !cft_is_cased(code)) return false;
    while (next < scan->end) {
        code = cft_utf8_next(&next);
        if (!cft_is_case_ignorable(code)) return !cft_is_cased(code);
    }
    return true;
}

static size_t case_lower(const case_scan *scan, const char *next, uint32_t code,
                         uint32_t out[3])
{
    if (code == CASE_CAPITAL_SIGMA) {
        out[0] = case_sigma_is_final(scan, next) ? CASE_FINAL_SIGMA : CASE_SMALL_SIGMA;
        return 1;
    }
    return cft_to_lower(code, out);
}

/* Map the code point at scan->at, which ends at `next`. */
static size_t case_map(case_scan *scan, const char *next, uint32_t code, uint32_t out[3])
{
    bool after = scan->after_cased;
    switch (scan->how) {
    case CFT_LOWER: return case_lower(scan, next, code, out);
    case CFT_UPPER: return cft_to_upper(code, out);
    case CFT_FOLD: return cft_to_folded(code, out);
    case CFT_TITLE:
        scan->after_cased = cft_is_cased(code);
        return after ? case_lower(scan, next, code, out) : cft_to_title(code, out);
    case CFT_CAPITALIZE:
        scan->after_cased = true;
        return after ? case_lower(scan, next, code, out) : cft_to_title(code, out);
    case CFT_SWAP:
        if (cft_is_upper(code)) return case_lower(scan, next, code, out);
        if (cft_is_lower(code)) return cft_to_upper(code, out);
        out[0] = code;
        return 1;
    }
    out[0] = code;
    return 1;
}

static inline bool case_is_ascii_letter(unsigned char c)
{
    return (unsigned)((c | 0x20) - 'a') < 26;
}

/* The same for a byte below 0x80. */
static inline char case_map_ascii(case_scan *scan, unsigned char c)
{
    bool letter = case_is_ascii_letter(c), after = scan->after_cased;
    if (scan->how == CFT_TITLE) scan->after_cased = letter;
    if (scan->how == CFT_CAPITALIZE) scan->after_cased = true;
    if (!letter) return (char)c;
    switch (scan->how) {
    case CFT_LOWER:
    case CFT_FOLD: return (char)(c | 0x20);
    case CFT_UPPER: return (char)(c & ~0x20);
    case CFT_SWAP: return (char)(c ^ 0x20);
    default: return (char)(after ? c | 0x20 : c & ~0x20);
    }
}

/* The longest that one code point becomes. */
#define CASE_STEP_ROOM 12u

/* Write the mapping of the code point at scan->at, which ends at *next, to `out`; returns its
 * bytes. *same tells whether it is the code point itself. */
static size_t case_step(case_scan *scan, const char **next, char *out, bool *same)
{
    uint32_t codes[3] = {0};
    size_t count, length = 0;
    uint32_t code;
    *next = scan->at;
    code = cft_utf8_next(next);
    if (code < 0x80) {
        char mapped = case_map_ascii(scan, (unsigned char)code);
        *same = mapped == (char)code;
        *out = mapped;
        return 1;
    }
    count = case_map(scan, *next, code, codes);
    *same = count == 1 && codes[0] == code;
    for (size_t i = 0; i < count; i++)
        length += cft_utf8_put(out + length, codes[i]);
    return length;
}

/* Flip the case of ASCII letters: of small ones, of capital ones, or of both. */
static void case_flip_ascii(char *out, const char *text, size_t length, bool small,
                            bool capital)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        bool flips =
            ((unsigned)(c - 'a') < 26 && small) || ((unsigned)(c - 'A') < 26 && capital);
        out[i] = (char)(flips ? c ^ 0x20 : c);
    }
}

/* Where nobody asked for origins ASCII is mapped in one go. */
static chatfmt_status case_ascii(cft_builder *b, case_scan *scan)
{
    size_t length = (size_t)(scan->end - scan->begin);
    char *out;
    CFT_TRY(cft_build_room(b, length, scan->begin, length, &out));
    switch (scan->how) {
    case CFT_LOWER:
    case CFT_FOLD: case_flip_ascii(out, scan->begin, length, false, true); break;
    case CFT_UPPER: case_flip_ascii(out, scan->begin, length, true, false); break;
    case CFT_SWAP: case_flip_ascii(out, scan->begin, length, true, true); break;
    default:
        for (size_t i = 0; i < length; i++) {
            out[i] = case_map_ascii(scan, (unsigned char)scan->begin[i]);
        }
    }
    return CHATFMT_OK;
}

/* Changed bytes on their way into the builder, with the stretch they come from. */
typedef struct case_pending {
    const char *from;
    size_t length;
    char bytes[256];
} case_pending;

static chatfmt_status case_flush(cft_builder *b, case_pending *pending, const char *until)
{
    CFT_TRY(cft_build_derived(b, pending->bytes, pending->length, pending->from,
                              (size_t)(until - pending->from)));
    pending->length = 0;
    return CHATFMT_OK;
}

static chatfmt_status case_pieces(cft_builder *b, case_scan *scan)
{
    const char *kept = scan->at, *next; /* unchanged from here, unless bytes are pending */
    case_pending pending = {.length = 0};
    for (; scan->at < scan->end; scan->at = next) {
        bool same;
        size_t length, width;
        if (pending.length > sizeof pending.bytes - CASE_STEP_ROOM) {
            CFT_TRY(case_flush(b, &pending, scan->at));
            kept = scan->at;
        }
        length = case_step(scan, &next, pending.bytes + pending.length, &same);
        width = (size_t)(next - scan->at);
        if (same) {
            if (pending.length) {
                CFT_TRY(case_flush(b, &pending, scan->at));
                kept = scan->at;
            }
            continue;
        }
        if (pending.length == 0) {
            if (kept < scan->at) CFT_TRY(cft_build_copy(b, kept, (size_t)(scan->at - kept)));
            pending.from = scan->at;
        }
        if (length == width) {
            pending.length += length;
            continue;
        }
        /* Where the length changes the code point goes by itself, so that in a stretch each
         * byte belongs to the byte it stands for. */
        if (pending.length) {
            size_t before = pending.length;
            CFT_TRY(case_flush(b, &pending, scan->at));
            memmove(pending.bytes, pending.bytes + before, length);
            pending.from = scan->at;
        }
        pending.length = length;
        CFT_TRY(case_flush(b, &pending, next));
        kept = next;
    }
    if (pending.length) return case_flush(b, &pending, scan->end);
    return cft_build_copy(b, kept, (size_t)(scan->end - kept));
}

/* The first of small or of capital letters of ASCII, or the end. */
static const char *case_first_letter(const char *at, const char *end, bool small, bool capital)
{
    unsigned char low = small ? 'a' : 'A', fold = small && capital ? 0x20 : 0;
    while (at < end && (unsigned char)((*at | fold) - low) >= 26) at++;
    return at;
}

/* Move on to the first code point that changes; false when there is none. */
static bool case_skip_unchanged(case_scan *scan, bool ascii)
{
    if (scan->how == CFT_CAPITALIZE && ascii && scan->at < scan->end) {
        if (case_first_letter(scan->at, scan->at + 1, true, false) == scan->at) return true;
        scan->at++;
        scan->after_cased = true;
    }
    if (ascii && scan->how != CFT_TITLE) {
        scan->at = case_first_letter(scan->at, scan->end,
                                     scan->how == CFT_UPPER || scan->how == CFT_SWAP,
                                     scan->how != CFT_UPPER);
        return scan->at < scan->end;
    }
    while (scan->at < scan->end) {
        char bytes[CASE_STEP_ROOM];
        const char *next;
        bool after = scan->after_cased, same;
        case_step(scan, &next, bytes, &same);
        if (!same) {
            scan->after_cased = after;
            return true;
        }
        scan->at = next;
    }
    return false;
}

chatfmt_status cft_text_case(cft_heap *heap, cft_value string, cft_case how, cft_value *out)
{
    const char *begin = string.as.text, *end = begin + string.length;
    case_scan scan = {.begin = begin, .at = begin, .end = end, .how = how};
    bool ascii = cft_text_ascii(&string);
    cft_builder b;
    *out = string;
    /* Each byte is looked at by itself, and tables are asked for each code point beyond ASCII. */
    CFT_TRY(cft_charge(heap, 1 + string.length / (!ascii ? 1 : how == CFT_TITLE ? 2 : 8)));
    if (!case_skip_unchanged(&scan, ascii)) return CHATFMT_OK;
    CFT_TRY(cft_build(&b, heap, string.length + 8));
    if (ascii && !heap->origins) {
        scan.after_cased = false;
        CFT_TRY(case_ascii(&b, &scan));
    } else {
        CFT_TRY(cft_build_copy(&b, begin, (size_t)(scan.at - begin)));
        CFT_TRY(case_pieces(&b, &scan));
    }
    return cft_build_end(&b, string.flags & CFT_STR_MARKUP, out);
}
