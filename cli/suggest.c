/* cli/suggest.c - the nearest of many names, by the number of characters to mend.
 *
 * A word counts as typed so far: "vicunna" is one mistake away from the beginning of
 * "vicuna_v1.1". Of two names with as few mistakes the shorter one is offered.
 */
#include "suggest.h"

#include <stdio.h>
#include <string.h>

enum { SUGGEST_LONGEST = sizeof ((suggestion *)0)->name - 1 };

void suggestion_start(suggestion *s, const char *word, size_t length)
{
    *s = (suggestion){.word = word, .length = length};
}

static char suggestion_fold(char c)
{
    if (c >= 'A' && c <= 'Z') return (char)(c - 'A' + 'a');
    return c == '_' ? '-' : c;
}

static size_t suggestion_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Levenshtein's distance of the word to the nearest beginning of `name`, and what follows it. */
static size_t suggestion_distance(const suggestion *s, const char *name, size_t length,
                                  size_t *rest)
{
    size_t row[SUGGEST_LONGEST + 1], best;
    for (size_t i = 0; i <= s->length; i++) row[i] = i;
    best = row[s->length];
    *rest = length;
    for (size_t j = 1; j <= length; j++) {
        size_t diagonal = row[0];
        row[0] = j;
        for (size_t i = 1; i <= s->length; i++) {
            size_t changed = diagonal +
                             (suggestion_fold(s->word[i - 1]) != suggestion_fold(name[j - 1]));
            diagonal = row[i];
            row[i] = suggestion_least(changed, suggestion_least(row[i], row[i - 1]) + 1);
        }
        if (row[s->length] <= best) {
            best = row[s->length];
            *rest = length - j;
        }
    }
    return best;
}

void suggestion_offer(suggestion *s, const char *name, size_t length)
{
    size_t rest, mistakes;
    if (!length || length > SUGGEST_LONGEST || !s->length || s->length > SUGGEST_LONGEST) return;
    mistakes = suggestion_distance(s, name, length, &rest);
    if (mistakes > (s->length + 1) / 3) return;
    if (s->name[0] && (mistakes > s->mistakes || (mistakes == s->mistakes && rest >= s->rest)))
        return;
    memcpy(s->name, name, length);
    s->name[length] = 0;
    s->mistakes = mistakes;
    s->rest = rest;
}

void suggestion_tell(const suggestion *s)
{
    if (s->name[0]) fprintf(stderr, "chatfmt: did you mean %s?\n", s->name);
}
