/* builtins/sort.c - Python's sorted().
 *
 * Short lists are sorted by counting the first run and inserting the rest by halves, which asks
 * for the same comparisons in the same order as CPython does: with NaN, or with values that
 * have no order, the outcome depends on it. Longer ones merge such runs. CPython:
 * list_sort_impl.
 */
#include "builtins/filters.h"

#include "value/compare.h"

typedef struct sort_state {
    cft_heap *heap;
    cft_less *less;
    void *context;
    uint32_t *spare; /* as many as there are items; NULL for short lists */
} sort_state;

static chatfmt_status sort_ask(sort_state *s, uint32_t a, uint32_t b, bool *out)
{
    CFT_TRY(cft_charge(s->heap, 1));
    return s->less(s->context, a, b, out);
}

static void sort_turn(uint32_t *items, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        uint32_t kept = items[i];
        items[i] = items[count - 1 - i];
        items[count - 1 - i] = kept;
    }
}

/* The length of the run at the beginning, which ascends afterwards. CPython: count_run. */
static chatfmt_status sort_run(sort_state *s, uint32_t *items, size_t count, size_t *length)
{
    *length = 1;
    if (count < 2) return CHATFMT_OK;
    bool descending;
    CFT_TRY(sort_ask(s, items[1], items[0], &descending));
    size_t n = 2;
    for (; n < count; n++) {
        bool less;
        CFT_TRY(sort_ask(s, items[n], items[n - 1], &less));
        if (less != descending) break;
    }
    if (descending) sort_turn(items, n);
    *length = n;
    return CHATFMT_OK;
}

/* Insert items[sorted …] into the sorted ones before them. CPython: binarysort. */
static chatfmt_status sort_insert(sort_state *s, uint32_t *items, size_t count, size_t sorted)
{
    for (; sorted < count; sorted++) {
        uint32_t pivot = items[sorted];
        size_t low = 0, high = sorted;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            bool less;
            CFT_TRY(sort_ask(s, pivot, items[middle], &less));
            if (less)
                high = middle;
            else
                low = middle + 1;
        }
        memmove(items + low + 1, items + low, (sorted - low) * sizeof *items);
        items[low] = pivot;
    }
    return CHATFMT_OK;
}

/* Merge the sorted neighbours items[0 … middle) and items[middle … count). */
static chatfmt_status sort_merge(sort_state *s, uint32_t *items, size_t middle, size_t count)
{
    memcpy(s->spare, items, middle * sizeof *items);
    size_t left = 0, right = middle, to = 0;
    while (left < middle && right < count) {
        bool less;
        CFT_TRY(sort_ask(s, items[right], s->spare[left], &less));
        items[to++] = less ? items[right++] : s->spare[left++];
    }
    memcpy(items + to, s->spare + left, (middle - left) * sizeof *items);
    return CHATFMT_OK;
}

/* A length of runs that divides the whole evenly. CPython: merge_compute_minrun. */
static size_t sort_minimum_run(size_t count)
{
    size_t rest = 0;
    while (count >= 64) {
        rest |= count & 1;
        count >>= 1;
    }
    return count + rest;
}

/* Cut into runs whose ends go to `ends`, then merge neighbours until one is left. */
static chatfmt_status sort_runs(sort_state *s, uint32_t *items, size_t count, size_t *ends)
{
    size_t minimum = sort_minimum_run(count), runs = 0;
    for (size_t at = 0; at < count;) {
        size_t length, wanted = count - at < minimum ? count - at : minimum;
        CFT_TRY(sort_run(s, items + at, count - at, &length));
        if (length < wanted) {
            CFT_TRY(sort_insert(s, items + at, wanted, length));
            length = wanted;
        }
        at += length;
        ends[runs++] = at;
    }
    while (runs > 1) {
        size_t begin = 0, kept = 0;
        for (size_t i = 0; i < runs; i += 2) {
            size_t end = i + 1 < runs ? ends[i + 1] : ends[i];
            if (i + 1 < runs) {
                CFT_TRY(sort_merge(s, items + begin, ends[i] - begin, end - begin));
            }
            ends[kept++] = end;
            begin = end;
        }
        runs = kept;
    }
    return CHATFMT_OK;
}

chatfmt_status cft_sort(cft_heap *heap, uint32_t *order, size_t count, bool reverse,
                        cft_less *less, void *context)
{
    CFT_TRY(cft_charge(heap, count));
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    if (reverse) sort_turn(order, count);
    sort_state state = {heap, less, context, NULL};
    void *ends, *spare;
    CFT_TRY(cft_heap_array(heap, count / 32 + 2, sizeof(size_t), &ends));
    CFT_TRY(cft_heap_array(heap, count, sizeof(uint32_t), &spare));
    state.spare = spare;
    if (count > 1) CFT_TRY(sort_runs(&state, order, count, ends));
    if (reverse) sort_turn(order, count);
    return CHATFMT_OK;
}

typedef struct sort_by_key {
    cft_heap *heap;
    const cft_value *keys;
} sort_by_key;

static chatfmt_status sort_key_less(void *context, uint32_t a, uint32_t b, bool *out)
{
    const sort_by_key *by = context;
    return cft_ordered(by->heap, CFT_LT, by->keys[a], by->keys[b], out);
}

chatfmt_status cft_sort_keys(cft_vm *vm, const cft_value *keys, uint32_t *order, size_t count,
                             bool reverse)
{
    sort_by_key by = {&vm->heap, keys};
    return cft_sort(&vm->heap, order, count, reverse, sort_key_less, &by);
}
