/* base/suggest.c - the nearest of many names, by the number of characters that are wrong.
 *
 * A word counts as typed so far: "vicunna" is one mistake away from the beginning of
 * "vicuna_v1.1". Half of the name must be there, unless the word has no mistake; of a word of few
 * letters with one, so that "foo" is no "tool", all of it or its first letter. Of two names with as
 * few mistakes the shorter one is suggested. A word that is a part of a name, as "ids" of
 * "input_ids", has no mistake.
 */
#include "base/suggest.h"

enum { SUGGEST_LONGEST = 63, SUGGEST_FEW = 4, SUGGEST_PART = 3 };

static char suggest_fold(char c)
{
    if (c >= 'A' && c <= 'Z') return (char)(c - 'A' + 'a');
    return c == '_' ? '-' : c;
}

static size_t suggest_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool suggest_swapped(cft_slice word, cft_slice name, size_t i, size_t j)
{
    return i > 1 && j > 1 && suggest_fold(word.data[i - 1]) == suggest_fold(name.data[j - 2]) &&
           suggest_fold(word.data[i - 2]) == suggest_fold(name.data[j - 1]);
}

/* The distance of the word to the nearest beginning of `name`, and what follows it: characters
 * that are wrong, missing, too many, or in the place of the next one (optimal string alignment). */
static size_t suggest_distance(cft_slice word, cft_slice name, size_t *rest)
{
    size_t rows[3][SUGGEST_LONGEST + 1], best;
    for (size_t i = 0; i <= word.length; i++) rows[0][i] = i;
    best = rows[0][word.length];
    *rest = name.length;
    for (size_t j = 1; j <= name.length; j++) {
        size_t *row = rows[j % 3], *before = rows[(j - 1) % 3], *earlier = rows[(j + 1) % 3];
        row[0] = j;
        for (size_t i = 1; i <= word.length; i++) {
            bool differs = suggest_fold(word.data[i - 1]) != suggest_fold(name.data[j - 1]);
            row[i] = suggest_least(before[i - 1] + differs,
                                   suggest_least(before[i], row[i - 1]) + 1);
            if (suggest_swapped(word, name, i, j))
                row[i] = suggest_least(row[i], earlier[i - 2] + 1);
        }
        if (row[word.length] <= best) {
            best = row[word.length];
            *rest = name.length - j;
        }
    }
    return best;
}

/* Whether a name is meant by a word with a mistake. */
static bool suggest_is_near(cft_slice word, cft_slice name, size_t rest)
{
    if (rest > word.length) return false;
    return !rest || word.length > SUGGEST_FEW ||
           suggest_fold(word.data[0]) == suggest_fold(name.data[0]);
}

static bool suggest_is_bound(cft_slice whole, size_t i)
{
    return i == whole.length || suggest_fold(whole.data[i]) == '-';
}

/* "ids" of "input_ids" */
static bool suggest_is_part(cft_slice part, cft_slice whole)
{
    for (size_t i = 0, k; part.length >= SUGGEST_PART && i + part.length <= whole.length; i++) {
        if (i && !suggest_is_bound(whole, i - 1)) continue;
        for (k = 0; k < part.length; k++)
            if (suggest_fold(part.data[k]) != suggest_fold(whole.data[i + k])) break;
        if (k == part.length && suggest_is_bound(whole, i + k)) return true;
    }
    return false;
}

/* Of names that are as near, one with the same last letter is meant. */
static bool suggest_ends_alike(cft_slice word, cft_slice name)
{
    return suggest_fold(word.data[word.length - 1]) == suggest_fold(name.data[name.length - 1]);
}

size_t cft_suggest(cft_slice word, const cft_slice *names, size_t count)
{
    size_t best = count, fewest = 0, shortest = 0;
    if (!word.length || word.length > SUGGEST_LONGEST) return count;
    for (size_t i = 0; i < count; i++) {
        size_t rest, mistakes;
        if (!names[i].data || !names[i].length || names[i].length > SUGGEST_LONGEST) continue;
        mistakes = suggest_distance(word, names[i], &rest);
        if (mistakes && suggest_is_part(word, names[i]))
            mistakes = 0, rest = SUGGEST_LONGEST; /* after what begins so */
        if (mistakes > (word.length + 1) / 3) continue;
        if (mistakes && !suggest_is_near(word, names[i], rest)) continue;
        bool as_near = best < count && mistakes == fewest && rest == shortest;
        if (best < count && !as_near &&
            (mistakes > fewest || (mistakes == fewest && rest > shortest)))
            continue;
        if (as_near &&
            (suggest_ends_alike(word, names[best]) || !suggest_ends_alike(word, names[i])))
            continue;
        best = i;
        fewest = mistakes;
        shortest = rest;
    }
    return best;
}
