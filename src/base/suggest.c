/* base/suggest.c - the nearest of many names, by the number of characters that are wrong.
 *
 * A word counts as typed so far: "vicunna" is one mistake away from the beginning of
 * "vicuna_v1.1". Half of the name must be there, unless the word has no mistake. Of two names with
 * as few mistakes the shorter one is suggested.
 */
#include "base/suggest.h"

enum { SUGGEST_LONGEST = 63 };

static char suggest_fold(char c)
{
    if (c >= 'A' && c <= 'Z') return (char)(c - 'A' + 'a');
    return c == '_' ? '-' : c;
}

static size_t suggest_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Levenshtein's distance of the word to the nearest beginning of `name`, and what follows it. */
static size_t suggest_distance(cft_slice word, cft_slice name, size_t *rest)
{
    size_t row[SUGGEST_LONGEST + 1], best;
    for (size_t i = 0; i <= word.length; i++) row[i] = i;
    best = row[word.length];
    *rest = name.length;
    for (size_t j = 1; j <= name.length; j++) {
        size_t diagonal = row[0];
        row[0] = j;
        for (size_t i = 1; i <= word.length; i++) {
            size_t changed = diagonal +
                             (suggest_fold(word.data[i - 1]) != suggest_fold(name.data[j - 1]));
            diagonal = row[i];
            row[i] = suggest_least(changed, suggest_least(row[i], row[i - 1]) + 1);
        }
        if (row[word.length] <= best) {
            best = row[word.length];
            *rest = name.length - j;
        }
    }
    return best;
}

size_t cft_suggest(cft_slice word, const cft_slice *names, size_t count)
{
    size_t best = count, fewest = 0, shortest = 0;
    if (!word.length || word.length > SUGGEST_LONGEST) return count;
    for (size_t i = 0; i < count; i++) {
        size_t rest, mistakes;
        if (!names[i].length || names[i].length > SUGGEST_LONGEST) continue;
        mistakes = suggest_distance(word, names[i], &rest);
        if (mistakes > (word.length + 1) / 3 || (mistakes && rest > word.length)) continue;
        if (best < count && (mistakes > fewest || (mistakes == fewest && rest >= shortest)))
            continue;
        best = i;
        fewest = mistakes;
        shortest = rest;
    }
    return best;
}
