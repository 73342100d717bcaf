/* builtins/markup.h - Markup strings, as markupsafe 3.0: text that is safe already, and whose
 * methods escape what is brought in. */
#ifndef CFT_MARKUP_H
#define CFT_MARKUP_H

#include "vm/vm.h"

static inline bool cft_markup_is(cft_value value)
{
    return value.kind == CFT_STRING && (value.flags & CFT_STR_MARKUP) != 0;
}

/* The same text with the type of `like`: Markup or str. */
static inline cft_value cft_markup_like(cft_value text, cft_value like)
{
    text.flags = (uint8_t)((text.flags & ~CFT_STR_MARKUP) | (like.flags & CFT_STR_MARKUP));
    return text;
}

/* markupsafe.escape: Markup as it is, anything else as the escaped text of its str(). */
chatfmt_status cft_markup_escape(cft_vm *vm, cft_value value, cft_value *out);

/* html.unescape: character references, named and numeric, to what they stand for. */
chatfmt_status cft_markup_unescape(cft_vm *vm, cft_value text, cft_value *out);

/* Markup.striptags: comments and tags removed, white space collapsed, then unescaped; a str. */
chatfmt_status cft_markup_striptags(cft_vm *vm, cft_value text, cft_value *out);

#endif
