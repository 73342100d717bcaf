/* tokenizers/offsets.c - where tokens are in the text, and masks of them. */
#include "tokenizers/offsets.h"

#include "base/report.h"

static size_t places_count(const char *text, size_t begin, size_t end)
{
    size_t count = 0;
    for (size_t i = begin; i < end; i++) count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

/* Places nearly rise, so counting goes on from the last offset asked for; one that lies a little
 * before it is counted back to. */
typedef struct places_cursor {
    const char *text;
    size_t length, offset, index;
} places_cursor;

static uint32_t places_at(places_cursor *cursor, uint32_t offset)
{
    size_t wanted = offset < cursor->length ? offset : cursor->length;
    if (wanted >= cursor->offset)
        cursor->index += places_count(cursor->text, cursor->offset, wanted);
    else
        cursor->index -= places_count(cursor->text, wanted, cursor->offset);
    cursor->offset = wanted;
    return (uint32_t)cursor->index;
}

void cft_offsets_in_code_points(cft_slice text, const chatfmt_token_place *places, size_t count,
                                chatfmt_token_place *out)
{
    places_cursor cursor = {text.data, text.length, 0, 0};
    for (size_t i = 0; i < count; i++) {
        uint32_t begin = places_at(&cursor, places[i].begin);
        out[i] = (chatfmt_token_place){begin, places_at(&cursor, places[i].end)};
    }
}

/* True when the places rise, as those of tokens do but for some pieces of one character and for
 * padding, which is [0, 0). */
static bool places_rise(const chatfmt_token_place *places, size_t first, size_t end)
{
    for (size_t i = first + 1; i < end; i++)
        if (places[i].begin < places[i - 1].begin || places[i].end < places[i - 1].end)
            return false;
    return true;
}

/* Ranges. When they rise, `at` is the first that ends after the beginning of the last place. */
typedef struct places_ranges {
    const chatfmt_token_place *ranges;
    size_t count, at;
    bool rise;
} places_ranges;

static bool places_share(chatfmt_token_place a, chatfmt_token_place b)
{
    return a.begin < b.end && a.end > b.begin;
}

/* Rising places pass over rising ranges once; a place that falls back, such as padding, moves back
 * over as many. */
static bool places_in_range(places_ranges *r, chatfmt_token_place place)
{
    if (!r->rise) {
        for (size_t i = 0; i < r->count; i++)
            if (places_share(place, r->ranges[i])) return true;
        return false;
    }
    while (r->at && r->ranges[r->at - 1].end > place.begin) r->at--;
    while (r->at < r->count && r->ranges[r->at].end <= place.begin) r->at++;
    return r->at < r->count && places_share(place, r->ranges[r->at]);
}

void cft_offsets_overlap(const chatfmt_token_place *places, size_t count,
                         const chatfmt_token_place *ranges, size_t range_count,
                         unsigned char *mask)
{
    places_ranges all = {ranges, range_count, 0, places_rise(ranges, 0, range_count)};
    for (size_t i = 0; i < count; i++) mask[i] = places_in_range(&all, places[i]);
}

int64_t cft_offsets_find(const chatfmt_token_place *places, size_t count, size_t index)
{
    for (size_t i = 0; i < count; i++)
        if (places[i].begin <= index && index < places[i].end) return (int64_t)i;
    return -1;
}

/* Places that rise can be searched by halves. */
typedef struct places_search {
    const chatfmt_token_place *places;
    size_t count, first, end; /* [first, end): without padding */
    bool rises;
} places_search;

static places_search places_open(const chatfmt_token_place *places, size_t count)
{
    places_search s = {places, count, 0, count, false};
    while (s.first < count && !places[s.first].end) s.first++;
    while (s.end > s.first && !places[s.end - 1].end) s.end--;
    s.rises = places_rise(places, s.first, s.end);
    return s;
}

/* cft_offsets_find, quickly where that is possible. */
static int64_t places_find(const places_search *s, size_t index)
{
    if (!s->rises) return cft_offsets_find(s->places, s->count, index);
    size_t low = s->first, high = s->end;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->places[middle].end <= index) low = middle + 1;
        else high = middle;
    }
    return low < s->end && s->places[low].begin <= index ? (int64_t)low : -1;
}

chatfmt_status cft_offsets_reference(const chatfmt_token_place *places, size_t count,
                                     const chatfmt_generation *ranges, size_t range_count,
                                     unsigned char *mask, chatfmt_error *error)
{
    for (size_t i = 0; i < count; i++) mask[i] = 0;
    places_search search = places_open(places, count);
    size_t filled = count; /* from here on all are learned */
    for (size_t r = 0; r < range_count; r++) {
        if (ranges[r].end == 0)
            return cft_fail(error, CHATFMT_OVERFLOW,
                            "can't convert negative int to unsigned: an empty range at the start");
        int64_t first = places_find(&search, ranges[r].begin);
        int64_t last = places_find(&search, ranges[r].end - 1);
        if (first < 0) break;
        size_t stop = last > 0 ? (size_t)last + 1 : count;
        if (stop > filled) stop = filled;
        for (size_t i = (size_t)first; i < stop; i++) mask[i] = 1;
        if (last <= 0 && (size_t)first < filled) filled = (size_t)first;
    }
    return CHATFMT_OK;
}
