/* regex/char_class.h - what a regular expression of a tokenizer knows about a code point.
 *
 * The classes are those of Unicode 16.0, as the reference's engine (Oniguruma) has them; base's
 * tables are Python's, of Unicode 14.0, and would give other tokens.
 */
#ifndef CFT_CHAR_CLASS_H
#define CFT_CHAR_CLASS_H

#include <stdbool.h>
#include <stdint.h>

/* In the order of tools/make_token_tables.py. */
enum {
    CFT_CHAR_OTHER,
    CFT_CHAR_LU, CFT_CHAR_LL, CFT_CHAR_LT, CFT_CHAR_LM, CFT_CHAR_LO,
    CFT_CHAR_M,
    CFT_CHAR_ND, CFT_CHAR_NL, CFT_CHAR_NO,
    CFT_CHAR_PC, CFT_CHAR_P,
    CFT_CHAR_S,
    CFT_CHAR_SPACE,    /* White_Space: 25 code points */
    CFT_CHAR_KIND = 15,
    CFT_CHAR_WORD = 16, /* \w */
    CFT_CHAR_HAN = 32,  /* Script=Han */
    CFT_CHAR_PUNCTUATION = 64 /* P of Unicode 8.0, which the pre-tokenizers on punctuation use */
};

extern const uint16_t cft_char_class_blocks[7173];
extern const uint8_t cft_char_class_values[32768];

/* Kind and flags of a code point; 0 for what is none. */
static inline unsigned cft_char_class(uint32_t code)
{
    uint32_t block = code >> 7;
    if (block >= sizeof cft_char_class_blocks / sizeof *cft_char_class_blocks) return 0;
    return cft_char_class_values[(uint32_t)cft_char_class_blocks[block] << 7 | (code & 127)];
}

/* The end of the code points of one class that begin with `code`; at most 0x110000. */
uint32_t cft_char_run_end(uint32_t code);

/* A set of kinds: bit k stands for kind k. */
#define CFT_CHAR_SET_L 0x3Eu
#define CFT_CHAR_SET_M 0x40u
#define CFT_CHAR_SET_N 0x380u
#define CFT_CHAR_SET_P 0xC00u
#define CFT_CHAR_SET_S 0x1000u
#define CFT_CHAR_SET_SPACE 0x2000u

static inline bool cft_char_in(uint32_t code, unsigned set)
{
    return (set >> (cft_char_class(code) & CFT_CHAR_KIND) & 1u) != 0;
}

#endif
