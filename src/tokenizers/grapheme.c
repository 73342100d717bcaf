/* tokenizers/grapheme.c - grapheme clusters and scripts. */
#include "tokenizers/grapheme.h"

#include "base/utf8.h"
#include "tokenizers/text_class_tables.inc"

#include <assert.h>

_Static_assert(sizeof text_class_blocks / sizeof *text_class_blocks == 0x110000 >> 7,
               "all of Unicode");

unsigned cft_text_class(uint32_t code)
{
    assert(code < 0x110000);
    return text_class_values[(uint32_t)text_class_blocks[code >> 7] << 7 | (code & 127)];
}

unsigned cft_text_script(uint32_t code)
{
    uint32_t block = code >> 7;
    if (block >= sizeof text_script_blocks / sizeof *text_script_blocks) return 0;
    return text_script_values[(uint32_t)text_script_blocks[block] << 7 | (code & 127)];
}

/* What is in front of a place in a cluster. */
typedef struct grapheme_state {
    unsigned kind;
    bool odd_flags;         /* the flags in front are odd in number           */
    bool picture;           /* a picture, and nothing but extenders after it */
    bool joined;            /* … and then a joiner                            */
    bool consonant, linker; /* a consonant, extenders and linkers      */
} grapheme_state;

static void grapheme_take(grapheme_state *s, unsigned class)
{
    unsigned kind = class & CFT_BREAK_KIND;
    bool extends = kind == CFT_BREAK_EXTEND || kind == CFT_BREAK_ZWJ;
    s->odd_flags = kind == CFT_BREAK_FLAG && !s->odd_flags;
    s->joined = s->picture && kind == CFT_BREAK_ZWJ;
    s->picture = kind == CFT_BREAK_PICTURE || (s->picture && kind == CFT_BREAK_EXTEND);
    s->linker = s->consonant && ((class & CFT_TEXT_LINKER) || (s->linker && extends));
    s->consonant = (class & CFT_TEXT_CONSONANT) || (s->consonant && extends);
    if (class & CFT_TEXT_CONSONANT) s->linker = false;
    s->kind = kind;
}

static bool grapheme_is_control(unsigned kind)
{
    return kind == CFT_BREAK_CR || kind == CFT_BREAK_LF || kind == CFT_BREAK_CONTROL;
}

/* Hangul syllables: GB6 to GB8. */
static bool grapheme_is_syllable(unsigned left, unsigned right)
{
    switch (left) {
    case CFT_BREAK_L:
        return right == CFT_BREAK_L || right == CFT_BREAK_V || right == CFT_BREAK_LV ||
               right == CFT_BREAK_LVT;
    case CFT_BREAK_LV:
    case CFT_BREAK_V: return right == CFT_BREAK_V || right == CFT_BREAK_T;
    case CFT_BREAK_LVT:
    case CFT_BREAK_T: return right == CFT_BREAK_T;
    default: return false;
    }
}

/* Whether a character goes on with the cluster. */
static bool grapheme_joins(const grapheme_state *s, unsigned class)
{
    unsigned kind = class & CFT_BREAK_KIND;
    if (s->kind == CFT_BREAK_CR && kind == CFT_BREAK_LF) return true;
    if (grapheme_is_control(s->kind) || grapheme_is_control(kind)) return false;
    if (kind == CFT_BREAK_EXTEND || kind == CFT_BREAK_ZWJ || kind == CFT_BREAK_SPACING ||
        s->kind == CFT_BREAK_PREPEND)
        return true;
    if (s->linker && (class & CFT_TEXT_CONSONANT)) return true;
    if (s->joined && kind == CFT_BREAK_PICTURE) return true;
    if (s->odd_flags && kind == CFT_BREAK_FLAG) return true;
    return grapheme_is_syllable(s->kind, kind);
}

size_t cft_grapheme_end(const char *data, size_t at, size_t end)
{
    grapheme_state state = {.kind = CFT_BREAK_OTHER};
    const char *p = data + at;
    grapheme_take(&state, cft_text_class(cft_utf8_next(&p)));
    while (p < data + end) {
        const char *next = p;
        unsigned class = cft_text_class(cft_utf8_next(&next));
        if (!grapheme_joins(&state, class)) break;
        grapheme_take(&state, class);
        p = next;
    }
    return (size_t)(p - data);
}
