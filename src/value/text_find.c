/* value/text_find.c - searching, in linear time whatever the needle.
 *
 * Common searches end quickly with memchr and memcmp. When candidates that come to nothing have
 * cost more than their share, the search goes on with the two-way algorithm (Crochemore and
 * Perrin, "Two-way string-matching", 1991), which needs no memory. Searching from the end
 * is the same over the mirrored texts. Fuel is paid for what a search really took.
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

/* First place at or after `at` where the needle (not empty) is in the hay; SIZE_MAX when
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

/* What work costs, in 64ths of a unit of fuel: a byte that memchr passes, a candidate that comes
 * to nothing, a byte that is looked at by the two-way algorithm. `tests/hostile/prices.py`
 * measures them. */
#define FIND_PASSED  1u
#define FIND_MISSED  48u
#define FIND_TWO_WAY 12u

#define FIND_ONES UINT64_C(0x0101010101010101)
#define FIND_HIGH UINT64_C(0x8080808080808080)

/* The last of `length` bytes that is `byte`, or NULL: memrchr, which not every system has. */
static const char *find_byte_back(const char *data, size_t length, char byte)
{
    uint64_t wanted = FIND_ONES * (unsigned char)byte;
    for (; length >= 16; length -= 16) {
        uint64_t low, high;
        memcpy(&low, data + length - 16, 8);
        memcpy(&high, data + length - 8, 8);
        low ^= wanted;
        high ^= wanted;
        if ((((low - FIND_ONES) & ~low) | ((high - FIND_ONES) & ~high)) & FIND_HIGH) break;
    }
    while (length > 0) {
        if (data[--length] == byte) return data + length;
    }
    return NULL;
}

/* The candidate at `hit` is the needle. Otherwise what it took is added. */
static inline bool find_is_here(const char *hit, cft_slice needle, size_t *cost, size_t *work)
{
    bool seems = needle.length == 1 || hit[1] == needle.data[1];
    if (seems) *work += needle.length;
    if (seems && memcmp(hit, needle.data, needle.length) == 0) return true;
    *cost += seems ? 16 + needle.length / 4 : 4;
    *work += FIND_MISSED;
    return false;
}

static size_t find_forward(cft_slice hay, cft_slice needle, size_t from, size_t *work)
{
    size_t at = from, cost = 0, last;
    if (from > hay.length || needle.length > hay.length - from) return SIZE_MAX;
    if (needle.length == 0) return from;
    last = hay.length - needle.length;
    while (at <= last) {
        const char *hit = memchr(hay.data + at, needle.data[0], last - at + 1);
        size_t begin = at;
        at = hit ? (size_t)(hit - hay.data) : last + 1;
        *work += (at - begin) * FIND_PASSED;
        if (!hit) return SIZE_MAX;
        if (find_is_here(hit, needle, &cost, work)) return at;
        at++;
        if (cost > 256 + 8 * (at - from)) {
            find_view all = {hay.data, 1, hay.length};
            size_t found = find_two_way(all, (find_view){needle.data, 1, needle.length}, at);
            *work += ((found == SIZE_MAX ? hay.length : found) - at + needle.length) * FIND_TWO_WAY;
            return found;
        }
    }
    return SIZE_MAX;
}

static size_t find_backward(cft_slice hay, cft_slice needle, size_t *work)
{
    size_t room, cost = 0, passed = 0; /* candidates begin before `room` */
    if (needle.length > hay.length) return SIZE_MAX;
    if (needle.length == 0) return hay.length;
    room = hay.length - needle.length + 1;
    while (room > 0) {
        const char *hit = find_byte_back(hay.data, room, needle.data[0]);
        size_t left = hit ? (size_t)(hit - hay.data) : 0;
        *work += (room - left) * FIND_PASSED;
        passed += room - left;
        if (!hit) return SIZE_MAX;
        if (find_is_here(hit, needle, &cost, work)) return left;
        room = left;
        if (cost > 256 + 8 * passed) {
            size_t end = room + needle.length - 1, found;
            found = find_two_way((find_view){hay.data + end - 1, -1, end},
                                 (find_view){needle.data + needle.length - 1, -1,
                                             needle.length},
                                 0);
            *work += ((found == SIZE_MAX ? end : found) + needle.length) * FIND_TWO_WAY;
            return found == SIZE_MAX ? SIZE_MAX : end - found - needle.length;
        }
    }
    return SIZE_MAX;
}

size_t cft_text_find(cft_slice hay, cft_slice needle, size_t from)
{
    size_t work = 0;
    return find_forward(hay, needle, from, &work);
}

size_t cft_text_rfind(cft_slice hay, cft_slice needle)
{
    size_t work = 0;
    return find_backward(hay, needle, &work);
}

chatfmt_status cft_text_find_paid(cft_heap *heap, cft_slice hay, cft_slice needle, size_t from,
                                  size_t *out)
{
    size_t work = 0;
    *out = find_forward(hay, needle, from, &work);
    return cft_charge_bytes(heap, work);
}

chatfmt_status cft_text_rfind_paid(cft_heap *heap, cft_slice hay, cft_slice needle, size_t *out)
{
    size_t work = 0;
    *out = find_backward(hay, needle, &work);
    return cft_charge_bytes(heap, work);
}
