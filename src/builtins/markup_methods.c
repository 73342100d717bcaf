/* builtins/markup_methods.c - what Markup has beyond str: escape, unescape, striptags.
 * markupsafe 3.0: Markup.
 */
#include "base/unicode.h"
#include "base/utf8.h"
#include "builtins/arguments.h"
#include "builtins/markup.h"
#include "builtins/tables.h"
#include "value/repr.h"
#include "value/text.h"

chatfmt_status cft_markup_escape(cft_vm *vm, cft_value value, cft_value *out)
{
    *out = value;
    if (cft_markup_is(value)) return CHATFMT_OK;
    CFT_TRY(cft_to_str(&vm->heap, value, &value));
    CFT_TRY(cft_text_escape(&vm->heap, value, out));
    out->flags |= CFT_STR_MARKUP;
    return CHATFMT_OK;
}

/* Take comments out of `text` in place; returns the new length. What is before and after a
 * comment moves together and may make a new one, so the beginning is looked for in what is
 * kept. */
static size_t markup_cut_comments(char *text, size_t length)
{
    size_t kept = 0, at = 0;
    while (at < length) {
        text[kept++] = text[at++];
        if (kept < 4 || memcmp(text + kept - 4, "<!--", 4) != 0) continue;
        /* The end may share its dashes with the beginning: "<!-->". */
        size_t end = at, dashes = 2;
        while (end < length && !(dashes >= 2 && text[end] == '>')) {
            dashes = text[end] == '-' ? dashes + 1 : 0;
            end++;
        }
        if (end == length) break;
        kept -= 4;
        at = end + 1;
    }
    memmove(text + kept, text + at, length - at);
    return kept + (length - at);
}

/* Take out what is from each "<" to the next ">". */
static size_t markup_cut_tags(char *text, size_t length)
{
    size_t kept = 0, at = 0;
    while (at < length) {
        const char *close = text[at] == '<' ? memchr(text + at, '>', length - at) : NULL;
        if (close) {
            at = (size_t)(close - text) + 1;
        } else if (text[at] == '<') {
            break;
        } else {
            text[kept++] = text[at++];
        }
    }
    memmove(text + kept, text + at, length - at);
    return kept + (length - at);
}

/* " ".join(text.split()) in place. */
static size_t markup_collapse(char *text, size_t length)
{
    size_t kept = 0;
    bool blank = false;
    for (const char *at = text, *end = text + length; at < end;) {
        const char *from = at;
        if (cft_is_space(cft_utf8_next(&at))) {
            blank = true;
            continue;
        }
        if (blank && kept > 0) text[kept++] = ' ';
        blank = false;
        size_t width = (size_t)(at - from);
        memmove(text + kept, from, width);
        kept += width;
    }
    return kept;
}

chatfmt_status cft_markup_striptags(cft_vm *vm, cft_value text, cft_value *out)
{
    void *room;
    CFT_TRY(cft_charge(&vm->heap, 1 + (uint64_t)text.length)); /* it is walked through four times */
    CFT_TRY(cft_heap_take(&vm->heap, text.length, &room));
    char *scratch = room;
    if (text.length) memcpy(scratch, text.as.text, text.length);
    size_t length = markup_cut_comments(scratch, text.length);
    length = markup_cut_tags(scratch, length);
    length = markup_collapse(scratch, length);
    cft_value stripped = text;
    if (length != text.length || (length && memcmp(scratch, text.as.text, length) != 0)) {
        cft_builder b;
        CFT_TRY(cft_build(&b, &vm->heap, length));
        CFT_TRY(cft_build_derived(&b, scratch, length, text.as.text, text.length));
        CFT_TRY(cft_build_end(&b, 0, &stripped));
    }
    return cft_markup_unescape(vm, stripped, out);
}

chatfmt_status cft_method_markup_escape(cft_vm *vm, cft_args args, cft_value *out)
{
    return cft_markup_escape(vm, args.at[1], out);
}

chatfmt_status cft_method_markup_striptags(cft_vm *vm, cft_args args, cft_value *out)
{
    return cft_markup_striptags(vm, args.at[0], out);
}

chatfmt_status cft_method_markup_unescape(cft_vm *vm, cft_args args, cft_value *out)
{
    return cft_markup_unescape(vm, args.at[0], out);
}
