/* value/text_find.c - searching, in linear time whatever the needle.
 *
 * Common searches end quickly with memchr and memcmp. When candidates that come to nothing have
 * cost more than their share, the search goes on with the two-way algorithm (Crochemore and
 * Perrin, "Two-way string-matching", 1991), which needs no memory. Searching from the end
 * is the same algorithm over the mirrored texts.
 */
#include "value/text.h"

/* A text read from its begin (step 1) or from its end (step -1). */
typedef struct find_view {
    const char *first;
    ptrdiff_t step;
    size_t length;
} find_view;

static inline unsigned char find_at(find_view view, size_t i)
{
    return (unsigned char)view.first[(ptrdiff_t)i * view.step];
}

/* The begin of the largest suffix of the needle, in the order of bytes or in its reverse, and
 * its period. */
static size_t find_largest_suffix(find_view needle, bool reverse, size_t *period)
{
    size_t suffix = 0, candidate = 1, offset = 0;
    *period = 1;
    while (candidate + offset < needle.length) {
        unsigned char a = find_at(needle, suffix + offset);
        unsigned char b = find_at(needle, candidate + offset);
        if (a == b) {
            if (offset + 1 == *period) {
                candidate += *period;
                offset = 0;
            } else {
                offset++;
            }
        } else if (reverse ? b > a : b < a) {
            candidate += offset + 1;
            offset = 0;
            *period = candidate - suffix;
        } else {
            suffix = candidate++;
            offset = 0;
            *period = 1;
        }
    }
    return suffix;
}

/* Where to cut the needle in two, and the period that belongs to the cut. */
static size_t find_cut(find_view needle, size_t *period)
{
    size_t period_up, period_down;
    size_t up = find_largest_suffix(needle, false, &period_up);
    size_t down = find_largest_suffix(needle, true, &period_down);
    *period = up > down ? period_up : period_down;
    return up > down ? up : down;
}

static bool find_same_front(find_view needle, size_t length, size_t period)
{
    for (size_t i = 0; i < length; i++) {
        if (period + i >= needle.length || find_at(needle, i) != find_at(needle, period + i)) {
            return false;
        }
    }
    return true;
}

/* First place at or after `at` where the needle (not empty) stands in the hay; SIZE_MAX when
 * absent. */
static size_t find_two_way(find_view hay, find_view needle, size_t at)
{
    size_t period, cut = find_cut(needle, &period), known = 0;
    bool periodic = find_same_front(needle, cut, period);
    if (!periodic) period = 1 + (cut > needle.length - cut ? cut : needle.length - cut);
    while (hay.length - at >= needle.length) {
        size_t i = cut > known ? cut : known;
        while (i < needle.length && find_at(needle, i) == find_at(hay, at + i))
            i++;
        if (i < needle.length) {
            at += i - cut + 1;
            known = 0;
        } else {
            i = cut;
            while (i > known && find_at(needle, i - 1) == find_at(hay, at + i - 1))
                i--;
            if (i <= known) return at;
            at += period;
            known = periodic ? needle.length - period : 0;
        }
        if (at > hay.length) break;
    }
    return SIZE_MAX;
}

size_t cft_text_find(cft_slice hay, cft_slice needle, size_t from)
{
    size_t at = from, cost = 0, last;
    if (from > hay.length || needle.length > hay.length - from) return SIZE_MAX;
    if (needle.length == 0) return from;
    last = hay.length - needle.length;
    while (at <= last) {
        const char *hit = memchr(hay.data + at, needle.data[0], last - at + 1);
        if (!hit) return SIZE_MAX;
        at = (size_t)(hit - hay.data);
        if (needle.length == 1 ||
            (hit[1] == needle.data[1] && memcmp(hit, needle.data, needle.length) == 0)) {
            return at;
        }
        cost += hit[1] == needle.data[1] ? 16 + needle.length / 4 : 4;
        at++;
        if (cost > 256 + 8 * (at - from)) {
            find_view all = {hay.data, 1, hay.length};
            return find_two_way(all, (find_view){needle.data, 1, needle.length}, at);
        }
    }
    return SIZE_MAX;
}

size_t cft_text_rfind(cft_slice hay, cft_slice needle)
{
    size_t found;
    if (needle.length > hay.length) return SIZE_MAX;
    if (needle.length == 0) return hay.length;
    found = find_two_way((find_view){hay.data + hay.length - 1, -1, hay.length},
                         (find_view){needle.data + needle.length - 1, -1, needle.length}, 0);
    return found == SIZE_MAX ? SIZE_MAX : hay.length - found - needle.length;
}
