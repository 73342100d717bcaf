/* base/unicode_names.c - code points by name.
 *
 * Names that end in their own code point are kept as runs, Hangul syllables are composed from
 * their jamo. The rest are sequences of words: the words stand sorted in a dictionary, a name is
 * the sequence of their numbers, and both lists are cut into blocks in which an entry says how
 * much it shares with the one before, all of it in Huffman codes. A name is found by its words,
 * then by binary search over the blocks and a walk through one of them.
 */
#include "base/unicode.h"
#include "base/slice.h"

/* A canonical Huffman code: how many codes have each length, and where the symbols begin that
 * they stand for, in the order of the codes. */
#define UNICODE_NAMES_LONGEST_CODE 15
typedef struct unicode_names_tree {
    uint16_t symbols;
    uint8_t counts[UNICODE_NAMES_LONGEST_CODE + 1];
} unicode_names_tree;

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

/* Where a block is being read, in bits. */
typedef struct names_bits {
    const uint8_t *data;
    size_t at;
} names_bits;

/* The next `length` bits, at most 24; the data ends in bytes that no code needs. */
static unsigned names_peek(const names_bits *in, int length)
{
    const uint8_t *at = in->data + (in->at >> 3);
    uint32_t window = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    return window << (in->at & 7) >> 1 >> (31 - length);
}

static int names_take(names_bits *in, int length)
{
    int number = (int)names_peek(in, length);
    in->at += (size_t)length;
    return number;
}

/* A number of `length` bits without its highest one, which is always set. */
static int names_number(names_bits *in, int length)
{
    return length ? 1 << (length - 1) | names_take(in, length - 1) : 0;
}

/* The place of the next symbol among those of a canonical Huffman code: codes of one length are
 * consecutive numbers, and each length goes on where the one before ended. */
static unsigned names_place(names_bits *in, const unicode_names_tree *tree)
{
    unsigned code = 0, first = 0, place = tree->symbols;
    unsigned window = names_peek(in, UNICODE_NAMES_LONGEST_CODE);
    int length = 0;
    for (; code - first >= tree->counts[length]; length++) {
        place += tree->counts[length];
        first = (first + tree->counts[length]) << 1;
        code = window >> (UNICODE_NAMES_LONGEST_CODE - 1 - length);
    }
    in->at += (size_t)length;
    return place + code - first;
}

static int names_symbol(names_bits *in, int tree)
{
    return unicode_names_trees_symbols[names_place(in, &unicode_names_trees[tree])];
}

/* A word as the places of its letters among those that names have; these are in order. */
typedef struct names_word {
    size_t length;
    uint8_t letter[UNICODE_NAMES_LONGEST_WORD];
} names_word;

static int names_compare_word(const names_word *a, const names_word *b)
{
    size_t shorter = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->letter, b->letter, shorter);
    return order ? order : (a->length > b->length) - (a->length < b->length);
}

/* Read the next word over the one before it. A letter is coded by the letter before. */
static void names_next_word(names_bits *in, names_word *word)
{
    const uint8_t *head = unicode_names_word_heads[names_symbol(in, UNICODE_NAMES_WORD)];
    word->length = (size_t)head[0] + head[1];
    for (size_t i = head[0]; i < word->length; i++) {
        int before = i ? 1 + word->letter[i - 1] : 0;
        word->letter[i] = (uint8_t)names_symbol(in, UNICODE_NAMES_LETTER + before);
    }
}

/* The number of a word, or -1. */
static int names_find_word(const names_word *wanted)
{
    names_word word;
    size_t low = 0, high = NAMES_ITEMS(unicode_names_word_blocks);
    names_bits in = {unicode_names_word_data, 0};
    while (high - low > 1) { /* the block whose first word is the last one not above */
        size_t middle = low + (high - low) / 2;
        in.at = unicode_names_word_blocks[middle] * (size_t)8;
        names_next_word(&in, &word);
        if (names_compare_word(&word, wanted) <= 0) low = middle;
        else high = middle;
    }
    in.at = unicode_names_word_blocks[low] * (size_t)8;
    low *= UNICODE_NAMES_WORD_BLOCK;
    high = low + UNICODE_NAMES_WORD_BLOCK;
    for (; low < high && low < UNICODE_NAMES_WORDS; low++) {
        names_next_word(&in, &word);
        int order = names_compare_word(&word, wanted);
        if (order == 0) return (int)low;
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
    names_word word = {0, {0}};
    sequence->count = 0;
    for (size_t i = 0; i <= name.length; i++) {
        if (i < name.length && name.data[i] != ' ') {
            const char *letter = memchr(unicode_names_letters, names_capital(name.data[i]),
                                        sizeof unicode_names_letters);
            if (!letter || word.length == sizeof word.letter) return false;
            word.letter[word.length++] = (uint8_t)(letter - unicode_names_letters);
            continue;
        }
        if (sequence->count == UNICODE_NAMES_MOST_WORDS) return false;
        sequence->word[sequence->count] = names_find_word(&word);
        if (sequence->word[sequence->count++] < 0) return false;
        word.length = 0;
    }
    return true;
}

static int names_compare(const names_sequence *a, const names_sequence *b)
{
    for (int i = 0; i < a->count && i < b->count; i++)
        if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
    return (a->count > b->count) - (a->count < b->count);
}

/* A block of names being read: the last name, its code, and what the codes of the next depend
 * on. */
typedef struct names_reader {
    names_bits in;
    names_sequence name;
    int code, head, step;
} names_reader;

static names_reader names_open(size_t block)
{
    names_reader reader = {{unicode_names_name_data, unicode_names_name_blocks[block] * (size_t)8},
                           {0, {0}}, 0, 0, 0};
    return reader;
}

/* A word that is not known to be above another: one with a code of its own, or any number. */
static int names_any_word(names_bits *in)
{
    int word = unicode_names_any_words[names_place(in, &unicode_names_any)];
    return word >= 0 ? word : names_take(in, UNICODE_NAMES_RARE_BITS);
}

/* Read the next name over the one before it (tools/make_unicode.py: name_blocks). */
static void names_next(names_reader *reader)
{
    names_bits *in = &reader->in;
    names_sequence *name = &reader->name;
    int symbol = names_symbol(in, UNICODE_NAMES_NAME + reader->head);
    int shared = unicode_names_name_heads[symbol][0];
    int count = shared + unicode_names_name_heads[symbol][1];
    reader->head = symbol + 1;
    if (shared < name->count || !name->count) {
        int before = name->count ? name->word[shared] : 0;
        name->word[shared++] = before + names_number(in, names_symbol(in, UNICODE_NAMES_GAP));
    }
    for (; shared < count; shared++) name->word[shared] = names_any_word(in);
    name->count = count;
    reader->step = names_symbol(in, UNICODE_NAMES_STEP + reader->step);
    int change = names_number(in, reader->step >> 1);
    reader->code += reader->step & 1 ? -change : change;
}

static bool names_find(const names_sequence *wanted, uint32_t *code)
{
    names_reader reader;
    size_t low = 0, high = NAMES_ITEMS(unicode_names_name_blocks);
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        reader = names_open(middle);
        names_next(&reader);
        if (names_compare(&reader.name, wanted) <= 0) low = middle;
        else high = middle;
    }
    reader = names_open(low);
    low *= UNICODE_NAMES_BLOCK;
    high = low + UNICODE_NAMES_BLOCK;
    for (; low < high && low < UNICODE_NAMES_COUNT; low++) {
        names_next(&reader);
        int order = names_compare(&reader.name, wanted);
        if (order > 0) break;
        if (order < 0) continue;
        *code = (uint32_t)reader.code;
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
