/* tokenizers/grapheme.h - what normalizers and splits know about a code point besides its
 * class: grapheme clusters (Unicode 17.0), scripts (9.0), and what BERT's normalizer removes
 * (8.0). Each is of the version that the reference has.
 */
#ifndef CFT_GRAPHEME_H
#define CFT_GRAPHEME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In the order of tools/make_token_tables.py. */
enum {
    CFT_BREAK_OTHER,
    CFT_BREAK_CR,
    CFT_BREAK_LF,
    CFT_BREAK_CONTROL,
    CFT_BREAK_EXTEND,
    CFT_BREAK_ZWJ,
    CFT_BREAK_FLAG,
    CFT_BREAK_PREPEND,
    CFT_BREAK_SPACING,
    CFT_BREAK_L,
    CFT_BREAK_V,
    CFT_BREAK_T,
    CFT_BREAK_LV,
    CFT_BREAK_LVT,
    CFT_BREAK_PICTURE,
    CFT_BREAK_KIND = 15,
    CFT_TEXT_CONSONANT = 16,
    CFT_TEXT_LINKER = 32, /* Indic_Conjunct_Break                */
    CFT_TEXT_BERT_CONTROL = 64,
    CFT_TEXT_BERT_MARK = 128
};

/* A value of CFT_BREAK_KIND and flags. */
unsigned cft_text_class(uint32_t code);

/* A number for the script of a code point, that of Han for Hiragana and Katakana; 0 for a space
 * and for what has none. */
unsigned cft_text_script(uint32_t code);

/* The end of the extended grapheme cluster that begins at `at`, below `end`. Source: UAX #29.
 */
size_t cft_grapheme_end(const char *data, size_t at, size_t end);

#endif
