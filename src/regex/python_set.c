/* regex/python_set.c - sets of characters as ranges, as Python's regular expressions mean them.
 *
 * The classes come from the package `regex` and from `re` themselves (regex_classes.inc), so that
 * PCRE2's version of Unicode does not matter.
 */
#include "regex/python.h"

#include "base/unicode.h"

typedef struct regex_range {
    uint32_t first, last;
} regex_range;

#include "regex/python_classes.inc"

#define REGEX_LAST_CODE 0x10FFFFu

chatfmt_status cft_regex_set_add(cft_regex_set *set, uint32_t first, uint32_t last)
{
    uint32_t pair[2] = {first, last};
    return cft_buffer_append(&set->ranges, (const char *)pair, sizeof pair);
}

static chatfmt_status set_add_table(cft_regex_set *set, const regex_range *table, size_t count,
                                    bool negated)
{
    uint32_t next = 0;
    for (size_t i = 0; i < count; i++) {
        if (!negated) CFT_TRY(cft_regex_set_add(set, table[i].first, table[i].last));
        else CFT_TRY(cft_regex_set_add(set, next, table[i].first - 1)); /* none is empty */
        next = table[i].last + 1;
    }
    return negated ? cft_regex_set_add(set, next, REGEX_LAST_CODE) : CHATFMT_OK;
}

static bool set_category_member(cft_slice name, uint32_t code)
{
    static const char *const names[] = {"Cn", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd",
                                        "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm",
                                        "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co"};
    const char *have = names[cft_category_of(code)];
    return have[0] == name.data[0] && (name.length == 1 || have[1] == name.data[1]);
}

chatfmt_status cft_regex_set_class(cft_regex_set *set, char kind)
{
    static const regex_range words[] = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
    static const regex_range digits[] = {{'0', '9'}};
    static const regex_range spaces[] = {{9, 13}, {' ', ' '}};
    bool negated = kind == 'W' || kind == 'D' || kind == 'S';
    char plain = negated ? (char)(kind + ('a' - 'A')) : kind;
#define SET_TABLE(table) set_add_table(set, table, sizeof table / sizeof *table, negated)
    if (set->ascii)
        return plain == 'w' ? SET_TABLE(words) : plain == 'd' ? SET_TABLE(digits)
                                                              : SET_TABLE(spaces);
    if (set->dialect == CFT_REGEX_MODULE)
        return plain == 'w'   ? SET_TABLE(regex_module_words)
               : plain == 'd' ? SET_TABLE(regex_module_digits)
                              : SET_TABLE(regex_module_spaces);
    return plain == 'w'   ? SET_TABLE(regex_re_words)
           : plain == 'd' ? SET_TABLE(regex_re_digits)
                          : SET_TABLE(regex_re_spaces);
#undef SET_TABLE
}

static chatfmt_status set_add_category(cft_regex_set *set, cft_slice name, bool negated)
{
    for (uint32_t code = 0; code <= REGEX_LAST_CODE;) {
        uint32_t begin = code;
        bool is = set_category_member(name, code);
        while (++code <= REGEX_LAST_CODE && is == set_category_member(name, code)) {
        }
        if (is != negated) CFT_TRY(cft_regex_set_add(set, begin, code - 1));
    }
    return CHATFMT_OK;
}

chatfmt_status cft_regex_set_category(cft_regex_set *set, cft_slice name, bool negated,
                                      bool *known)
{
    static const char kinds[] = "Cn Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk "
                                "So Zs Zl Zp Cc Cf Cs Co ";
    *known = false;
    for (size_t i = 0; i + 2 < sizeof kinds && !*known; i += 3)
        *known = (name.length == 1 || name.length == 2) &&
                 memcmp(kinds + i, name.data, name.length) == 0;
    return *known ? set_add_category(set, name, negated) : CHATFMT_OK;
}

/* The characters that differ from an ASCII letter in case only; both dialects agree on them. */
static chatfmt_status set_add_letter(cft_regex_set *set, uint32_t code)
{
    uint32_t lower = code | 0x20;
    CFT_TRY(cft_regex_set_add(set, lower, lower));
    CFT_TRY(cft_regex_set_add(set, lower - 0x20, lower - 0x20));
    if (lower == 'i') return cft_regex_set_add(set, 0x130, 0x131);
    if (lower == 'k') return cft_regex_set_add(set, 0x212A, 0x212A);
    return lower == 's' ? cft_regex_set_add(set, 0x17F, 0x17F) : CHATFMT_OK;
}

chatfmt_status cft_regex_set_cases(cft_regex_set *set, bool *exact)
{
    size_t count = set->ranges.length / sizeof(uint32_t[2]);
    *exact = true;
    for (size_t i = 0; i < count; i++) {
        uint32_t pair[2];
        memcpy(pair, set->ranges.data + i * sizeof pair, sizeof pair);
        for (uint32_t code = pair[0]; code <= pair[1] && code < 0x80; code++)
            if ((code | 0x20) >= 'a' && (code | 0x20) <= 'z')
                CFT_TRY(set_add_letter(set, code));
        for (uint32_t code = pair[0] < 0x80 ? 0x80 : pair[0]; code <= pair[1] && *exact; code++) {
            uint32_t out[3];
            bool same = cft_to_lower(code, out) == 1 && out[0] == code &&
                        cft_to_upper(code, out) == 1 && out[0] == code;
            *exact = same && !cft_is_cased(code);
        }
    }
    return CHATFMT_OK;
}

chatfmt_status cft_regex_put_code(cft_buffer *out, uint32_t code)
{
    char text[2];
    bool letter = (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') ||
                  (code >= '0' && code <= '9');
    if (letter || (code >= ' ' && code < 0x7F)) {
        text[0] = letter ? (char)code : '\\';
        text[1] = (char)code;
        return cft_buffer_append(out, text, letter ? 1 : 2);
    }
    return cft_buffer_append_code(out, code);
}

chatfmt_status cft_regex_set_write(const cft_regex_set *set, bool negated, cft_buffer *out)
{
    size_t before = out->length, count = set->ranges.length / sizeof(uint32_t[2]);
    bool some = false;
    CFT_TRY(cft_buffer_append(out, "[^", negated ? 2 : 1));
    for (size_t i = 0; i < count; i++) {
        uint32_t pair[2];
        memcpy(pair, set->ranges.data + i * sizeof pair, sizeof pair);
        /* Surrogates are no characters: a range may pass over them but not end there. */
        if (pair[0] >= 0xD800 && pair[0] < 0xE000) pair[0] = 0xE000;
        if (pair[1] >= 0xD800 && pair[1] < 0xE000) pair[1] = 0xD7FF;
        if (pair[0] > pair[1]) continue;
        some = true;
        CFT_TRY(cft_regex_put_code(out, pair[0]));
        if (pair[1] == pair[0]) continue;
        CFT_TRY(cft_buffer_append(out, "-", 1));
        CFT_TRY(cft_regex_put_code(out, pair[1]));
    }
    if (some) return cft_buffer_append(out, "]", 1);
    out->length = before; /* no character at all, or any */
    return cft_buffer_append(out, negated ? "(?s:.)" : "(?!)", negated ? 6 : 4);
}

bool cft_regex_is_word(uint32_t code)
{
    size_t low = 0, high = sizeof regex_module_words / sizeof *regex_module_words;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (code > regex_module_words[middle].last) low = middle + 1;
        else high = middle;
    }
    return low < sizeof regex_module_words / sizeof *regex_module_words &&
           code >= regex_module_words[low].first;
}
