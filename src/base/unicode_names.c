/* base/unicode_names.c - code points by name.
 *
 * Names that end in their own code point are kept as runs, Hangul syllables are composed from
 * their jamo. The rest are sequences of words: the words stand sorted in a dictionary, a name is
 * the sorted numbers of its words, and both lists are cut into blocks in which an entry says how
 * much it shares with the one before. A name is found by its words, then by binary search over
 * the blocks and a walk through one of them.
 */
#include "base/unicode.h"
#include "base/slice.h"

#include "base/unicode_names.inc"

#define NAMES_ITEMS(array) (sizeof(array) / sizeof(array)[0])

static char names_capital(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* Move past `text` at the beginning of *name. */
static bool names_skip(cft_slice *name, const char *text, bool any_case)
{
    size_t length = strlen(text);
    if (name->length < length) return false;
    for (size_t i = 0; i < length; i++)
        if ((any_case ? names_capital(name->data[i]) : name->data[i]) != text[i]) return false;
    *name = cft_slice_of(name->data + length, name->length - length);
    return true;
}

/* Four or five hexadecimal digits; 0 when the text is something else. */
static uint32_t names_hex(cft_slice text, bool any_case)
{
    uint32_t value = 0;
    if (text.length != 4 && text.length != 5) return 0;
    for (size_t i = 0; i < text.length; i++) {
        char c = any_case ? names_capital(text.data[i]) : text.data[i];
        if (c >= '0' && c <= '9') value = value * 16 + (uint32_t)(c - '0');
        else if (c >= 'A' && c <= 'F') value = value * 16 + (uint32_t)(c - 'A' + 10);
        else return 0;
    }
    return value;
}

static bool names_in_run(const char *stem, uint32_t code)
{
    for (size_t i = 0; i < NAMES_ITEMS(unicode_names_runs); i++)
        if (code >= unicode_names_runs[i].first && code <= unicode_names_runs[i].last &&
            strcmp(unicode_names_runs[i].stem, stem) == 0)
            return true;
    return false;
}

/* CPython: _getcode. A unified ideograph is spelled in capitals, and may have a zero in front;
 * names that the Unicode data spells out are in any case, and as the data has them. */
static bool names_numbered(cft_slice name, uint32_t *code)
{
    static const char unified[] = "CJK UNIFIED IDEOGRAPH-";
    cft_slice rest = name;
    if (names_skip(&rest, unified, false)) {
        *code = names_hex(rest, false);
        return names_in_run(unified, *code);
    }
    for (size_t i = 0; i < NAMES_ITEMS(unicode_names_runs); i++) {
        const char *stem = unicode_names_runs[i].stem;
        rest = name;
        if (strcmp(stem, unified) == 0 || !names_skip(&rest, stem, true)) continue;
        *code = names_hex(rest, true);
        return rest.length == (*code > 0xFFFF ? 5 : 4) && names_in_run(stem, *code);
    }
    return false;
}

/* The Unicode Standard, 3.12: initial, vowel and final jamo by their short names. */
static const char names_initials[19][3] = {"G", "GG", "N", "D",  "DD", "R", "M",  "B", "BB", "S",
                                           "SS", "",  "J", "JJ", "C",  "K", "T", "P", "H"};
static const char names_vowels[21][4] = {"A",  "AE", "YA", "YAE", "EO", "E",  "YEO",
                                         "YE", "O",  "WA", "WAE", "OE", "YO", "U",
                                         "WEO", "WE", "WI", "YU", "EU", "YI", "I"};
static const char names_finals[28][3] = {"",   "G",  "GG", "GS", "N",  "NJ", "NH",
                                         "D",  "L",  "LG", "LM", "LB", "LS", "LT",
                                         "LP", "LH", "M",  "B",  "BS", "S",  "SS",
                                         "NG", "J",  "C",  "K",  "T",  "P",  "H"};

/* The number of the longest jamo that `rest` begins with, and move past it; -1 for none. */
static int names_jamo(cft_slice *rest, const char *jamo, size_t width, int count)
{
    int best = -1;
    size_t longest = 0;
    for (int i = 0; i < count; i++, jamo += width) {
        size_t length = strlen(jamo);
        if (length > rest->length || (best >= 0 && length <= longest)) continue;
        if (memcmp(rest->data, jamo, length) != 0) continue;
        best = i;
        longest = length;
    }
    *rest = cft_slice_of(rest->data + longest, rest->length - longest);
    return best;
}

static bool names_hangul(cft_slice rest, uint32_t *code)
{
    int initial, vowel, final;
    if (!names_skip(&rest, "HANGUL SYLLABLE ", false)) return false;
    initial = names_jamo(&rest, names_initials[0], sizeof names_initials[0], 19);
    vowel = names_jamo(&rest, names_vowels[0], sizeof names_vowels[0], 21);
    final = names_jamo(&rest, names_finals[0], sizeof names_finals[0], 28);
    if (initial < 0 || vowel < 0 || final < 0 || rest.length) return false;
    *code = 0xAC00u + (uint32_t)((initial * 21 + vowel) * 28 + final);
    return true;
}

/* Order of a word of the dictionary relative to the one looked for, in capitals. */
static int names_compare_word(const char *word, size_t word_length, cft_slice wanted)
{
    size_t shorter = word_length < wanted.length ? word_length : wanted.length;
    int order = shorter ? memcmp(word, wanted.data, shorter) : 0;
    return order ? order : (word_length > wanted.length) - (word_length < wanted.length);
}

/* Read the entry at `at` over the word before it; returns what follows. */
static const uint8_t *names_next_word(const uint8_t *at, char *word, size_t *length)
{
    size_t shared = *at >> 4, added = *at & 15;
    at++;
    if (added == 15) added = *at++;
    memcpy(word + shared, at, added);
    *length = shared + added;
    return at + added;
}

/* The number of a word, or -1. */
static int names_find_word(cft_slice wanted)
{
    char word[UNICODE_NAMES_LONGEST_WORD + 1];
    size_t length, low = 0, high = NAMES_ITEMS(unicode_names_word_blocks);
    const uint8_t *at;
    while (high - low > 1) { /* the block whose first word is the last one not above */
        size_t middle = low + (high - low) / 2;
        names_next_word(unicode_names_word_data + unicode_names_word_blocks[middle], word, &length);
        if (names_compare_word(word, length, wanted) <= 0) low = middle;
        else high = middle;
    }
    at = unicode_names_word_data + unicode_names_word_blocks[low];
    for (size_t i = low * UNICODE_NAMES_WORD_BLOCK; i < UNICODE_NAMES_WORDS; i++) {
        int order;
        at = names_next_word(at, word, &length);
        order = names_compare_word(word, length, wanted);
        if (order == 0) return (int)i;
        if (order > 0) break;
    }
    return -1;
}

typedef struct names_sequence {
    int count;
    int word[UNICODE_NAMES_MOST_WORDS];
} names_sequence;

static bool names_split(cft_slice name, names_sequence *sequence)
{
    char word[UNICODE_NAMES_LONGEST_WORD];
    size_t length = 0;
    sequence->count = 0;
    for (size_t i = 0; i <= name.length; i++) {
        if (i < name.length && name.data[i] != ' ') {
            if (length == sizeof word) return false;
            word[length++] = names_capital(name.data[i]);
            continue;
        }
        if (sequence->count == UNICODE_NAMES_MOST_WORDS) return false;
        sequence->word[sequence->count] = names_find_word(cft_slice_of(word, length));
        if (sequence->word[sequence->count++] < 0) return false;
        length = 0;
    }
    return true;
}

static int names_compare(const names_sequence *a, const names_sequence *b)
{
    for (int i = 0; i < a->count && i < b->count; i++)
        if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
    return (a->count > b->count) - (a->count < b->count);
}

/* Add the difference written at `at` to the code: seven bits a byte, the lowest first, the sign
 * in the lowest bit. */
static const uint8_t *names_next_code(const uint8_t *at, int64_t *code)
{
    int64_t change = 0;
    int shift = 0;
    do {
        change |= (int64_t)(*at & 127) << shift;
        shift += 7;
    } while (*at++ & 128);
    *code += change & 1 ? -(change >> 1) - 1 : change >> 1;
    return at;
}

/* Read the entry at `at` over the one before it; returns what follows. */
static const uint8_t *names_next(const uint8_t *at, names_sequence *sequence, int64_t *code)
{
    unsigned head = unicode_names_heads[*at++];
    int shared = (int)(head >> 9), added = (int)(head >> 1 & 255);
    sequence->count = shared;
    for (; added; added--) {
        int word = *at++;
        if (word < UNICODE_NAMES_SHORT_WORDS) word = unicode_names_frequent[word];
        else word = (word - UNICODE_NAMES_SHORT_WORDS) * 256 + *at++;
        sequence->word[sequence->count++] = word;
    }
    if (head & 1) { /* the next code point, and nothing written for it */
        *code += 1;
        return at;
    }
    return names_next_code(at, code);
}

static bool names_find(const names_sequence *wanted, uint32_t *code)
{
    names_sequence name;
    int64_t value = 0;
    size_t low = 0, high = NAMES_ITEMS(unicode_names_blocks);
    const uint8_t *at;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        names_next(unicode_names_data + unicode_names_blocks[middle], &name, &value);
        if (names_compare(&name, wanted) <= 0) low = middle;
        else high = middle;
    }
    at = unicode_names_data + unicode_names_blocks[low];
    value = 0;
    for (size_t i = 0; i < UNICODE_NAMES_BLOCK; i++) {
        int order;
        if (low * UNICODE_NAMES_BLOCK + i == UNICODE_NAMES_COUNT) break;
        at = names_next(at, &name, &value);
        order = names_compare(&name, wanted);
        if (order > 0) break;
        if (order < 0) continue;
        *code = (uint32_t)value;
        return true;
    }
    return false;
}

bool cft_unicode_by_name(const char *name, size_t length, uint32_t *code)
{
    cft_slice text = cft_slice_of(name, length);
    names_sequence sequence;
    if (length == 0) return false;
    if (names_hangul(text, code) || names_numbered(text, code)) return true;
    return names_split(text, &sequence) && names_find(&sequence, code);
}
