/* dataset/packer.c - best fit among a few open packs. */
#include "dataset/packer.h"

#include <assert.h>

/* Adding one conversation completes at most two packs: one that makes room for another to be
 * opened, and that one when it is full at once. */
enum { PACKER_SPARE = 2 };

chatfmt_status cft_packer_new(const chatfmt_packer_options *options, chatfmt_packer **out,
                              chatfmt_error *error)
{
    chatfmt_allocator memory = cft_allocator_or_default(options->allocator);
    chatfmt_packer *packer = cft_allocate(&memory, sizeof *packer);
    *out = NULL;
    if (!packer) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(packer, 0, sizeof *packer);
    packer->allocator = memory;
    packer->options = *options;
    if (!packer->options.open) packer->options.open = CFT_PACKS_OPEN;
    packer->capacity = packer->options.open + PACKER_SPARE;
    packer->bins = cft_allocate(&memory, packer->capacity * sizeof *packer->bins);
    if (!packer->bins) {
        cft_packer_free(packer);
        return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    }
    memset(packer->bins, 0, packer->capacity * sizeof *packer->bins);
    *out = packer;
    return CHATFMT_OK;
}

static void packer_free_bin(chatfmt_packer *packer, cft_bin *bin)
{
    const chatfmt_allocator *memory = &packer->allocator;
    cft_release(memory, bin->ids, packer->options.size * sizeof *bin->ids);
    cft_release(memory, bin->mask, packer->options.size);
    cft_release(memory, bin->ends, bin->row_capacity * sizeof *bin->ends);
    cft_release(memory, bin->rows, bin->row_capacity * sizeof *bin->rows);
}

void cft_packer_free(chatfmt_packer *packer)
{
    if (!packer) return;
    chatfmt_allocator memory = packer->allocator;
    for (size_t i = 0; packer->bins && i < packer->capacity; i++)
        packer_free_bin(packer, &packer->bins[i]);
    cft_release(&memory, packer->bins, packer->capacity * sizeof *packer->bins);
    cft_release(&memory, packer, sizeof *packer);
}

/* ---- Filling ---- */

/* Room for one more conversation, and for all tokens. */
static bool packer_room(chatfmt_packer *packer, cft_bin *bin)
{
    const chatfmt_allocator *memory = &packer->allocator;
    size_t size = packer->options.size, capacity = bin->row_capacity * 2 + 16;
    if (!bin->ids) bin->ids = cft_allocate(memory, size * sizeof *bin->ids);
    if (!bin->mask) bin->mask = cft_allocate(memory, size);
    if (!bin->ids || !bin->mask) return false;
    if (bin->row_count < bin->row_capacity) return true;
    size_t *ends = cft_allocate(memory, capacity * sizeof *ends);
    uint64_t *rows = cft_allocate(memory, capacity * sizeof *rows);
    if (!ends || !rows) {
        cft_release(memory, ends, capacity * sizeof *ends);
        cft_release(memory, rows, capacity * sizeof *rows);
        return false;
    }
    if (bin->row_count) {
        memcpy(ends, bin->ends, bin->row_count * sizeof *ends);
        memcpy(rows, bin->rows, bin->row_count * sizeof *rows);
    }
    cft_release(memory, bin->ends, bin->row_capacity * sizeof *ends);
    cft_release(memory, bin->rows, bin->row_capacity * sizeof *rows);
    bin->ends = ends;
    bin->rows = rows;
    bin->row_capacity = capacity;
    return true;
}

/* The open pack with the least room that is enough, the older of two; `open` for none. */
static size_t packer_best(const chatfmt_packer *packer, size_t count)
{
    const cft_bin *bins = packer->bins;
    size_t best = packer->open;
    for (size_t i = 0; i < packer->open; i++) {
        if (packer->options.size - bins[i].count < count) continue;
        if (best == packer->open || bins[i].count > bins[best].count ||
            (bins[i].count == bins[best].count && bins[i].number < bins[best].number))
            best = i;
    }
    return best;
}

/* An open pack becomes the last of the complete ones; the last open one takes its place. */
static void packer_complete(chatfmt_packer *packer, size_t which)
{
    cft_bin *bins = packer->bins, done = bins[which];
    bins[which] = bins[--packer->open];
    memmove(&bins[packer->open], &bins[packer->open + 1], packer->ready * sizeof *bins);
    bins[packer->open + packer->ready++] = done;
}

/* The complete ones become spare. */
static void packer_forget(chatfmt_packer *packer)
{
    for (size_t i = 0; i < packer->ready; i++) {
        cft_bin *bin = &packer->bins[packer->open + i];
        bin->count = bin->row_count = 0;
    }
    packer->ready = packer->given = 0;
}

/* An empty pack after the open ones. */
static void packer_open(chatfmt_packer *packer)
{
    cft_bin *bins = packer->bins, *spare = &bins[packer->open + packer->ready], opened = *spare;
    assert(packer->open + packer->ready < packer->capacity && !opened.count);
    memmove(&bins[packer->open + 1], &bins[packer->open], packer->ready * sizeof *bins);
    bins[packer->open] = opened;
    bins[packer->open++].number = packer->next++;
}

chatfmt_status cft_packer_add(chatfmt_packer *packer, uint64_t row, const uint32_t *ids,
                              const unsigned char *mask, size_t count)
{
    packer_forget(packer);
    if (!count || count > packer->options.size) return CHATFMT_OK;
    size_t which = packer_best(packer, count);
    bool opens = which == packer->open;
    /* What can fail comes first: the spare pack is the one that would be opened. */
    if (!packer_room(packer, &packer->bins[which])) return CHATFMT_NO_MEMORY;
    if (opens) {
        if (packer->open == packer->options.open) packer_complete(packer, packer_best(packer, 0));
        which = packer->open;
        packer_open(packer);
    }
    cft_bin *bin = &packer->bins[which];
    memcpy(bin->ids + bin->count, ids, count * sizeof *ids);
    if (mask) memcpy(bin->mask + bin->count, mask, count);
    else memset(bin->mask + bin->count, 1, count);
    bin->count += count;
    bin->ends[bin->row_count] = bin->count;
    bin->rows[bin->row_count++] = row;
    if (bin->count == packer->options.size) packer_complete(packer, which);
    return CHATFMT_OK;
}

/* ---- Handing out ---- */

const chatfmt_pack *cft_packer_next(chatfmt_packer *packer)
{
    if (packer->given == packer->ready) return NULL;
    const cft_bin *bin = &packer->bins[packer->open + packer->given++];
    packer->pack = (chatfmt_pack){
        .length = packer->options.pads ? packer->options.size : bin->count,
        .count = bin->count,
        .row_count = bin->row_count,
        .rows = bin->rows,
        .ends = bin->ends,
        .ids = bin->ids,
        .mask = bin->mask,
        .pad_id = packer->options.pad_id,
    };
    return &packer->pack;
}

void cft_packer_finish(chatfmt_packer *packer)
{
    packer_forget(packer);
    while (packer->open) {
        size_t first = 0;
        for (size_t i = 1; i < packer->open; i++)
            if (packer->bins[i].number < packer->bins[first].number) first = i;
        packer_complete(packer, first);
    }
}
