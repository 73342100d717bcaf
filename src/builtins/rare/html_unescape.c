/* builtins/rare/html_unescape.c - character references back to characters, by the rules of HTML
 * 5 as Python's html.unescape has them.
 */
#include "base/utf8.h"
#include "builtins/markup.h"

#include "builtins/rare/html_entities.inc"

#define UNESCAPE_BLOCKS (sizeof html_entities_blocks / sizeof *html_entities_blocks)

/* A named reference, without the "&". */
typedef struct unescape_entity {
    char name[HTML_ENTITIES_LONGEST];
    size_t length;
    cft_slice text;
} unescape_entity;

/* Read the entry at `at` over the one before it (tools/make_html_entities.py); returns what
 * follows. */
static const uint8_t *unescape_next(const uint8_t *at, unescape_entity *entity)
{
    size_t shared = at[0], added = at[1] >> 3, text = at[1] & 7;
    memcpy(entity->name + shared, at + 2, added);
    entity->length = shared + added;
    entity->text = cft_slice_of((const char *)at + 2 + added, text);
    return at + 2 + added + text;
}

static int unescape_compare(const unescape_entity *entity, cft_slice name)
{
    return cft_slice_compare(cft_slice_of(entity->name, entity->length), name);
}

/* The last entity that is not above `name` in the order of bytes; false when all are. */
static bool unescape_find(cft_slice name, unescape_entity *found)
{
    unescape_entity entity;
    size_t low = 0, high = UNESCAPE_BLOCKS;
    const uint8_t *at;
    while (high - low > 1) { /* the block whose first name is the last one not above */
        size_t middle = low + (high - low) / 2;
        unescape_next(html_entities_data + html_entities_blocks[middle], &entity);
        if (unescape_compare(&entity, name) <= 0) low = middle;
        else high = middle;
    }
    at = html_entities_data + html_entities_blocks[low];
    low *= HTML_ENTITIES_BLOCK;
    high = low + HTML_ENTITIES_BLOCK;
    bool any = false;
    for (; low < high && low < HTML_ENTITIES_COUNT; low++) {
        at = unescape_next(at, &entity);
        if (unescape_compare(&entity, name) > 0) break;
        *found = entity;
        any = true;
    }
    return any;
}

/* The longest entity that `name` begins with. Names that stand between a prefix of `name` and
 * `name` in their order begin with that prefix, so each one found bounds the prefixes to try. */
static bool unescape_longest(cft_slice name, unescape_entity *found)
{
    while (name.length && unescape_find(name, found)) {
        size_t same = 0;
        while (same < name.length && same < found->length && name.data[same] == found->name[same])
            same++;
        if (same == found->length) return true;
        name.length = same;
    }
    return false;
}

/* What numeric references to the C1 controls mean: Windows-1252. HTML: numeric character
 * reference end state; 0 = the control itself. */
static const uint16_t unescape_windows[32] = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178,
};

/* The character of a numeric reference; false when it stands for nothing. */
static bool unescape_code(uint64_t number, uint32_t *code)
{
    *code = number > 0x10FFFF ? 0xFFFD : (uint32_t)number;
    if (number == 0 || (number >= 0xD800 && number <= 0xDFFF) || number > 0x10FFFF) {
        *code = 0xFFFD;
    } else if (number >= 0x80 && number <= 0x9F) {
        if (unescape_windows[number - 0x80]) *code = unescape_windows[number - 0x80];
    } else {
        bool control = number <= 0x08 || number == 0x0B || (number >= 0x0E && number <= 0x1F);
        return !control && number != 0x7F && !(number >= 0xFDD0 && number <= 0xFDEF) &&
               (number & 0xFFFE) != 0xFFFE;
    }
    return true;
}

static int unescape_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}

/* A reference in the making: what it says and how many bytes of input it takes. */
typedef struct unescape_match {
    char text[8];
    size_t length;   /* of `text` */
    size_t consumed; /* bytes of input, "&" and ";" included; 0 = not a reference */
} unescape_match;

/* &#123; or &#x7b; with the semicolon optional; `at` begins at "&#". */
static chatfmt_status unescape_number(cft_vm *vm, cft_slice at, unescape_match *out)
{
    int base = at.length > 2 && (at.data[2] | 0x20) == 'x' ? 16 : 10;
    size_t begin = base == 16 ? 3 : 2, end = begin;
    uint64_t number = 0;
    for (; end < at.length && unescape_digit(at.data[end]) < base; end++)
        if (number <= 0x10FFFF)
            number = number * (uint64_t)base + (uint64_t)unescape_digit(at.data[end]);
    if (end == begin) return CHATFMT_OK;
    CFT_TRY(cft_charge_bytes(&vm->heap, end));
    /* Python reads the number with int(), which has its own bound. */
    if (base == 10 && end - begin > vm->heap.limits.integer_digits)
        return cft_vm_raise(vm, CHATFMT_VALUE,
                            "Exceeds the limit (%u digits) for integer string conversion",
                            (unsigned)vm->heap.limits.integer_digits);
    uint32_t code;
    if (unescape_code(number, &code)) out->length = cft_utf8_put(out->text, code);
    out->consumed = end + (end < at.length && at.data[end] == ';');
    return CHATFMT_OK;
}

/* &name; or the longest name that begins so, the semicolon optional for the old ones. */
static void unescape_name(cft_slice at, unescape_match *out)
{
    size_t end = 1, count = 0;
    while (end < at.length && count < 32 && !memchr("\t\n\f <&#;", at.data[end], 8)) {
        end += cft_utf8_width((unsigned char)at.data[end]);
        count++;
    }
    if (count == 0) return;
    if (end < at.length && at.data[end] == ';') end++;
    unescape_entity entity;
    if (!unescape_longest(cft_slice_of(at.data + 1, end - 1), &entity)) return;
    out->length = entity.text.length;
    memcpy(out->text, entity.text.data, out->length);
    out->consumed = 1 + entity.length;
}

chatfmt_status cft_markup_unescape(cft_vm *vm, cft_value text, cft_value *out)
{
    *out = text;
    out->flags &= (uint8_t)~CFT_STR_MARKUP;
    CFT_TRY(cft_charge_bytes(&vm->heap, text.length));
    const char *kept = text.as.text, *end = kept + text.length;
    const char *at = text.length ? memchr(kept, '&', text.length) : NULL;
    if (!at) return CHATFMT_OK;
    cft_builder b;
    CFT_TRY(cft_build(&b, &vm->heap, text.length));
    while (at) {
        unescape_match match = {.consumed = 0};
        cft_slice rest = cft_slice_of(at, (size_t)(end - at));
        CFT_TRY(cft_charge(&vm->heap, 10)); /* names are searched for, in vain too */
        if (rest.length > 1 && at[1] == '#')
            CFT_TRY(unescape_number(vm, rest, &match));
        else
            unescape_name(rest, &match);
        if (match.consumed) {
            CFT_TRY(cft_build_copy(&b, kept, (size_t)(at - kept)));
            CFT_TRY(cft_build_derived(&b, match.text, match.length, at, match.consumed));
            kept = at + match.consumed;
            at = kept;
        } else {
            at++;
        }
        at = at < end ? memchr(at, '&', (size_t)(end - at)) : NULL;
    }
    CFT_TRY(cft_build_copy(&b, kept, (size_t)(end - kept)));
    return cft_build_end(&b, 0, out);
}
