/* value/concat.c - left + right, where appending again and again must stay linear.
 *
 * A long result is entered in heap->tails with the room after it. When the next concatenation
 * finds its left side there, and nobody has written after it yet, it writes the right side
 * there and copies nothing. The first result has no room of its own: it may grow as long as it
 * is the last thing in the arena. When it is not, it moves and takes room for as much again.
 */
#include "value/builder.h"

/* Shorter results are cheap to copy. */
#define CONCAT_LONG 128u

static size_t concat_slot(const cft_heap *heap, const char *end)
{
    uint64_t mixed = (uint64_t)(uintptr_t)end * 0x9E3779B97F4A7C15u;
    return (size_t)(mixed >> 32) & heap->tail_mask;
}

/* The tail that ends at `end`, or NULL. */
static cft_tail *concat_find(cft_heap *heap, const char *end)
{
    if (heap->tail_count == 0) return NULL;
    for (size_t i = concat_slot(heap, end);; i = (i + 1) & heap->tail_mask) {
        if (!heap->tails[i].end) return NULL;
        if (heap->tails[i].end == end) return &heap->tails[i];
    }
}

/* Take a tail out, closing the gap so that searches stop at the first empty place. */
static void concat_remove(cft_heap *heap, cft_tail *tail)
{
    size_t hole = (size_t)(tail - heap->tails), mask = heap->tail_mask;
    for (size_t i = (hole + 1) & mask; heap->tails[i].end; i = (i + 1) & mask) {
        size_t home = concat_slot(heap, heap->tails[i].end);
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            heap->tails[hole] = heap->tails[i];
            hole = i;
        }
    }
    heap->tails[hole] = (cft_tail){0};
    heap->tail_count--;
}

static void concat_place(cft_heap *heap, cft_tail tail)
{
    size_t i = concat_slot(heap, tail.end);
    while (heap->tails[i].end)
        i = (i + 1) & heap->tail_mask;
    heap->tails[i] = tail;
    heap->tail_count++;
}

static chatfmt_status concat_enter(cft_heap *heap, cft_tail tail)
{
    if (!heap->tails || 2 * (heap->tail_count + 1) > heap->tail_mask + 1) {
        cft_tail *old = heap->tails;
        size_t old_size = old ? (size_t)heap->tail_mask + 1 : 0;
        size_t size = old ? 2 * old_size : 16;
        void *table;
        CFT_TRY(cft_heap_array(heap, size, sizeof(cft_tail), &table));
        memset(table, 0, size * sizeof(cft_tail));
        heap->tails = table;
        heap->tail_mask = (uint32_t)(size - 1);
        heap->tail_count = 0;
        for (size_t i = 0; i < old_size; i++) {
            if (old[i].end) concat_place(heap, old[i]);
        }
    }
    concat_place(heap, tail);
    return CHATFMT_OK;
}

/* Put the origins of `length` bytes at `text`, now copied to `place`, on record: as a string of
 * their own, or as the end of one. */
static chatfmt_status concat_note(cft_heap *heap, const char *place, const char *text,
                                  size_t length, bool extends)
{
    cft_origins *origins = heap->origins;
    while (length) {
        cft_run run = cft_origins_at(origins, text, length);
        chatfmt_status status = extends
                                    ? cft_origins_extend(origins, place, run.length, &run, 1)
                                    : cft_origins_record_one(origins, place, run);
        CFT_TRY(cft_raise_origins(heap, status));
        place += run.length;
        text += run.length;
        length -= run.length;
        extends = true;
    }
    return CHATFMT_OK;
}

/* Room for `extra` bytes at the end of the tail, if that can be had without moving. */
static bool concat_has_room(cft_heap *heap, cft_tail *tail, size_t extra)
{
    cft_arena *arena = &heap->arena;
    size_t more;
    if (extra <= (size_t)(tail->limit - tail->end)) return true;
    if (tail->limit != arena->cursor) return false;
    more = extra - (size_t)(tail->limit - tail->end);
    if (more > (size_t)(arena->limit - arena->cursor)) return false;
    more = (more + 7u) & ~(size_t)7u;
    if (more > (size_t)(arena->limit - arena->cursor)) return false;
    arena->cursor += more;
    tail->limit += more;
    return true;
}

/* left + right in new memory. `known` says that left had been a tail, so it will be again. */
static chatfmt_status concat_anew(cft_heap *heap, cft_value left, cft_value right, bool known,
                                  cft_value *out)
{
    size_t length = (size_t)left.length + right.length, room = length;
    void *place;
    if (known && length < heap->limits.string_bytes / 2) room = 2 * length;
    room = (room + 7u) & ~(size_t)7u; /* what the arena would round it to */
    CFT_TRY(cft_charge_bytes(heap, length));
    CFT_TRY(cft_heap_take(heap, room, &place));
    memcpy(place, left.as.text, left.length);
    memcpy((char *)place + left.length, right.as.text, right.length);
    if (heap->origins) {
        CFT_TRY(concat_note(heap, place, left.as.text, left.length, false));
        CFT_TRY(concat_note(heap, (char *)place + left.length, right.as.text, right.length,
                            left.length != 0));
    }
    out->as.text = place;
    if (length < CONCAT_LONG) return CHATFMT_OK;
    return concat_enter(heap, (cft_tail){(char *)place + length, (char *)place + room});
}

static chatfmt_status concat_in_place(cft_heap *heap, cft_tail *tail, cft_value right)
{
    cft_tail moved = *tail;
    concat_remove(heap, tail);
    memcpy(moved.end, right.as.text, right.length);
    if (heap->origins) {
        CFT_TRY(concat_note(heap, moved.end, right.as.text, right.length, true));
    }
    moved.end += right.length;
    return concat_enter(heap, moved);
}

chatfmt_status cft_concat(cft_heap *heap, cft_value left, cft_value right, uint8_t flags,
                          cft_value *out)
{
    size_t most = heap->limits.string_bytes;
    uint8_t ascii = (uint8_t)(left.flags & right.flags & CFT_STR_ASCII);
    cft_value result;
    cft_tail *tail;
    if (left.length == 0 || right.length == 0) {
        result = left.length ? left : right;
        result.flags = (uint8_t)((flags & ~CFT_STR_ASCII) | (result.flags & CFT_STR_ASCII));
        *out = result;
        return cft_charge(heap, 1);
    }
    if (right.length > most || left.length > most - right.length) {
        return cft_heap_limit(heap, "string_bytes", most, (uint64_t)left.length + right.length);
    }
    result = cft_string(left.as.text, left.length + right.length,
                        (uint8_t)((flags & ~CFT_STR_ASCII) | ascii));
    tail = left.length >= CONCAT_LONG ? concat_find(heap, left.as.text + left.length) : NULL;
    if (tail && concat_has_room(heap, tail, right.length)) {
        CFT_TRY(cft_charge_bytes(heap, right.length));
        CFT_TRY(concat_in_place(heap, tail, right));
    } else {
        CFT_TRY(concat_anew(heap, left, right, tail != NULL, &result));
    }
    *out = result;
    return CHATFMT_OK;
}
