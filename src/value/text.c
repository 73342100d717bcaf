/* value/text.c - cutting strings by code points, and rewriting them. Whatever is part of the
 * input is a slice of it; one byte below 0x80 is one code point, which has its own fast path.
 */
#include "value/text.h"

#include "base/unicode.h"
#include "base/utf8.h"

bool cft_text_ascii(cft_value *string)
{
    if (string->flags & CFT_STR_ASCII) return true;
    if (!cft_ascii_only(string->as.text, string->length)) return false;
    string->flags |= CFT_STR_ASCII;
    return true;
}

size_t cft_text_count(cft_value string)
{
    if (string.flags & CFT_STR_ASCII) return string.length;
    return cft_utf8_count(string.as.text, string.length);
}

cft_value cft_text_bytes(cft_value string, size_t begin, size_t end)
{
    string.as.text += begin;
    string.length = (uint32_t)(end - begin);
    return string;
}

cft_value cft_text_slice(cft_value string, size_t begin, size_t end)
{
    size_t first, last;
    if (begin >= end) return cft_text_bytes(string, 0, 0);
    if (string.flags & CFT_STR_ASCII) return cft_text_bytes(string, begin, end);
    first = cft_utf8_offset(string.as.text, string.length, begin);
    last = first + cft_utf8_offset(string.as.text + first, string.length - first, end - begin);
    return cft_text_bytes(string, first, last);
}

/* What strip removes: white space, or code points of `chars`, of which `bitmap` may be a set.
 */
typedef struct text_stripped {
    const cft_slice *chars;
    const unsigned char *bitmap;
} text_stripped;

static bool text_is_stripped(uint32_t code, text_stripped set)
{
    const char *at, *end;
    if (!set.chars) return cft_is_space(code);
    if (set.bitmap) return set.bitmap[code >> 3] >> (code & 7) & 1;
    if (code < 0x80) {
        return set.chars->length && memchr(set.chars->data, (int)code, set.chars->length);
    }
    at = set.chars->data;
    end = at + set.chars->length;
    while (at < end) {
        if (cft_utf8_next(&at) == code) return true;
    }
    return false;
}

static cft_value text_strip(cft_value string, text_stripped set, cft_strip sides)
{
    const char *begin = string.as.text, *end = begin + string.length;
    while ((sides & CFT_STRIP_LEFT) && begin < end) {
        const char *next = begin;
        if (!text_is_stripped(cft_utf8_next(&next), set)) break;
        begin = next;
    }
    while ((sides & CFT_STRIP_RIGHT) && begin < end) {
        const char *previous = end;
        if (!text_is_stripped(cft_utf8_previous(&previous), set)) break;
        end = previous;
    }
    return cft_text_bytes(string, (size_t)(begin - string.as.text),
                          (size_t)(end - string.as.text));
}

cft_value cft_text_strip(cft_value string, const cft_slice *chars, cft_strip sides)
{
    return text_strip(string, (text_stripped){chars, NULL}, sides);
}

/* Up to so many bytes a search in `chars` is cheaper than a set. */
#define TEXT_FEW_CHARS 64u
#define TEXT_SET_BYTES (0x110000u / 8)

/* The code points of `chars` as a set of bits in the heap. */
static chatfmt_status text_make_set(cft_heap *heap, cft_slice chars, unsigned char **out)
{
    const char *at = chars.data, *end = at + chars.length;
    unsigned char *bitmap;
    void *place;
    CFT_TRY(cft_charge_bytes(heap, TEXT_SET_BYTES));
    CFT_TRY(cft_charge(heap, chars.length / 4));
    CFT_TRY(cft_heap_take(heap, TEXT_SET_BYTES, &place));
    bitmap = memset(place, 0, TEXT_SET_BYTES);
    while (at < end) {
        uint32_t code = cft_utf8_next(&at);
        bitmap[code >> 3] |= (unsigned char)(1u << (code & 7));
    }
    *out = bitmap;
    return CHATFMT_OK;
}

chatfmt_status cft_text_strip_paid(cft_heap *heap, cft_value string, const cft_slice *chars,
                                   cft_strip sides, cft_value *out)
{
    text_stripped set = {chars, NULL};
    unsigned char *bitmap = NULL;
    if (chars && chars->length > TEXT_FEW_CHARS) {
        CFT_TRY(text_make_set(heap, *chars, &bitmap));
        set.bitmap = bitmap;
    }
    *out = text_strip(string, set, sides);
    if (bitmap) cft_heap_trim(heap, bitmap, TEXT_SET_BYTES, 0);
    /* Only what is stripped is looked at. */
    return cft_charge(heap, 1 + (string.length - out->length) / 2);
}

/* str.replace of the empty string: `to` before every code point and at the end. */
static chatfmt_status text_insert_between(cft_builder *b, cft_value string, cft_value to,
                                          int64_t limit)
{
    const char *at = string.as.text, *end = at + string.length;
    for (;;) {
        size_t width;
        if (limit == 0) return cft_build_copy(b, at, (size_t)(end - at));
        CFT_TRY(cft_build_copy(b, to.as.text, to.length));
        if (limit > 0) limit--;
        if (at == end) return CHATFMT_OK;
        width = cft_utf8_width((unsigned char)*at);
        CFT_TRY(cft_build_copy(b, at, width));
        at += width;
    }
}

static chatfmt_status text_replace_all(cft_builder *b, cft_slice hay, cft_slice from,
                                       cft_value to, int64_t limit)
{
    size_t at = 0;
    while (limit != 0) {
        size_t hit;
        CFT_TRY(cft_text_find_paid(b->heap, hay, from, at, &hit));
        if (hit == SIZE_MAX) break;
        CFT_TRY(cft_build_copy(b, hay.data + at, hit - at));
        CFT_TRY(cft_build_copy(b, to.as.text, to.length));
        at = hit + from.length;
        if (limit > 0) limit--;
    }
    return cft_build_copy(b, hay.data + at, hay.length - at);
}

chatfmt_status cft_text_replace(cft_heap *heap, cft_value string, cft_slice from, cft_value to,
                                int64_t limit, cft_value *out)
{
    cft_slice hay = cft_text_of(string);
    uint8_t flags = string.flags & CFT_STR_MARKUP;
    cft_builder b;
    *out = string;
    CFT_TRY(cft_charge_bytes(heap, hay.length));
    if (limit == 0) return CHATFMT_OK;
    if (from.length) {
        size_t hit;
        CFT_TRY(cft_text_find_paid(heap, hay, from, 0, &hit));
        if (hit == SIZE_MAX) return CHATFMT_OK;
    }
    CFT_TRY(cft_build(&b, heap, hay.length + to.length));
    if (from.length)
        CFT_TRY(text_replace_all(&b, hay, from, to, limit));
    else
        CFT_TRY(text_insert_between(&b, string, to, limit));
    return cft_build_end(&b, flags, out);
}

/* What markupsafe.escape writes for a character, or NULL. */
static const char *text_escape_of(char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '\'': return "&#39;";
    case '"': return "&#34;";
    default: return NULL;
    }
}

chatfmt_status cft_text_escape(cft_heap *heap, cft_value string, cft_value *out)
{
    cft_builder b;
    const char *text = string.as.text;
    size_t length = string.length, done = 0, at = 0;
    *out = string;
    out->flags |= CFT_STR_MARKUP;
    CFT_TRY(cft_charge(heap, 1 + length / 8)); /* bytes are looked at one by one */
    while (at < length && !text_escape_of(text[at]))
        at++;
    if (at == length) return CHATFMT_OK;
    CFT_TRY(cft_build(&b, heap, length + length / 8 + 8));
    for (; at < length; at++) {
        const char *escape = text_escape_of(text[at]);
        if (!escape) continue;
        CFT_TRY(cft_build_copy(&b, text + done, at - done));
        CFT_TRY(cft_build_derived(&b, escape, strlen(escape), text + at, 1));
        done = at + 1;
    }
    CFT_TRY(cft_build_copy(&b, text + done, length - done));
    return cft_build_end(&b, CFT_STR_MARKUP, out);
}
