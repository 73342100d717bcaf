/* cli/map_bins.c - packs of conversations: best fit among a few open ones. */
#include "map_bins.h"

#include <stdlib.h>
#include <string.h>

void map_bins_begin(map_bins *bins, size_t size, uint32_t columns, writer *out)
{
    bins->size = size;
    bins->columns = columns;
    bins->out = out;
    bins->numbers = size ? malloc(size * sizeof *bins->numbers) : NULL;
    bins->failed = size && !bins->numbers;
}

static void bins_free_one(map_bin *bin)
{
    free(bin->ids);
    free(bin->mask);
    free(bin->ends);
    free(bin->lines);
    memset(bin, 0, sizeof *bin);
}

void map_bins_free(map_bins *bins)
{
    for (size_t i = 0; i < MAP_OPEN_BINS; i++) bins_free_one(&bins->bins[i]);
    free(bins->numbers);
}

/* ---- Writing ---- */

/* One column of a pack; padding has the label -100 and is 0 elsewhere. */
static void bins_fill(const map_bins *bins, const map_bin *bin, uint32_t bit, size_t total)
{
    size_t row = 0, begin = 0;
    for (size_t i = 0; i < total; i++) {
        int64_t *to = &bins->numbers[i];
        if (i >= bin->count) {
            *to = bit == MAP_IDS ? (int64_t)bins->pad : bit == MAP_LABELS ? -100 : 0;
            continue;
        }
        while (i >= bin->ends[row]) begin = bin->ends[row++];
        *to = bit == MAP_IDS         ? (int64_t)bin->ids[i]
              : bit == MAP_LABELS    ? (bin->mask[i] ? (int64_t)bin->ids[i] : -100)
              : bit == MAP_POSITIONS ? (int64_t)(i - begin)
              : bit == MAP_SEQUENCES ? (int64_t)row + 1
                                     : 1;
    }
}

static void bins_write(map_bins *bins, map_bin *bin)
{
    static const struct {
        uint32_t bit;
        const char *name;
    } columns[] = {{MAP_IDS, "input_ids"},
                   {MAP_LABELS, "labels"},
                   {MAP_ATTENTION, "attention_mask"},
                   {MAP_POSITIONS, "position_ids"},
                   {MAP_SEQUENCES, "sequence_ids"}};
    size_t total = bins->pads ? bins->size : bin->count;
    bins->tokens += bin->count;
    bins->closed++;
    if (bins->lines++ >= bins->skip) {
        write_text(bins->out, "{\"lines\": [");
        for (size_t i = 0; i < bin->row_count; i++) {
            if (i) write_text(bins->out, ", ");
            write_number(bins->out, bin->lines[i]);
        }
        write_text(bins->out, "]");
        for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
            if (!(bins->columns & columns[i].bit)) continue;
            bins_fill(bins, bin, columns[i].bit, total);
            map_write_list(bins->out, columns[i].name, bins->numbers, total);
        }
        write_text(bins->out, "}\n");
    }
    bin->count = bin->row_count = 0;
}

/* Write an open pack; the last one takes its place. */
static void bins_close(map_bins *bins, size_t which)
{
    map_bin spare = bins->bins[which];
    bins_write(bins, &spare);
    bins->bins[which] = bins->bins[--bins->open];
    bins->bins[bins->open] = spare;
}

/* ---- Filling ---- */

static bool bins_room(const map_bins *bins, map_bin *bin)
{
    if (!bin->ids) bin->ids = malloc(bins->size * sizeof *bin->ids);
    if (!bin->mask) bin->mask = malloc(bins->size);
    if (bin->row_count == bin->row_capacity) {
        size_t capacity = bin->row_capacity * 2 + 16;
        size_t *ends = realloc(bin->ends, capacity * sizeof *ends);
        if (ends) bin->ends = ends;
        uint64_t *lines = realloc(bin->lines, capacity * sizeof *lines);
        if (lines) bin->lines = lines;
        if (!ends || !lines) return false;
        bin->row_capacity = capacity;
    }
    return bin->ids && bin->mask;
}

/* The open pack with the least room that is enough, the older of two; MAP_OPEN_BINS for none. */
static size_t bins_best(const map_bins *bins, size_t count)
{
    size_t best = MAP_OPEN_BINS;
    for (size_t i = 0; i < bins->open; i++) {
        const map_bin *bin = &bins->bins[i];
        if (bins->size - bin->count < count) continue;
        if (best == MAP_OPEN_BINS || bin->count > bins->bins[best].count ||
            (bin->count == bins->bins[best].count && bin->number < bins->bins[best].number))
            best = i;
    }
    return best;
}

static size_t bins_fullest(const map_bins *bins)
{
    return bins_best(bins, 0);
}

static void bins_add(map_bins *bins, const map_record *record)
{
    size_t which = bins_best(bins, record->count);
    if (which == MAP_OPEN_BINS) {
        if (bins->open == MAP_OPEN_BINS) bins_close(bins, bins_fullest(bins));
        which = bins->open++;
        bins->bins[which].number = bins->next++;
    }
    map_bin *bin = &bins->bins[which];
    if (!bins_room(bins, bin)) {
        bins->failed = true;
        return;
    }
    memcpy(bin->ids + bin->count, record->ids, record->count * sizeof *bin->ids);
    memcpy(bin->mask + bin->count, record->mask, record->count);
    bin->count += record->count;
    bin->ends[bin->row_count] = bin->count;
    bin->lines[bin->row_count++] = record->line;
    if (bin->count == bins->size) bins_close(bins, which);
}

void map_bins_take(map_bins *bins, const char *records, size_t length)
{
    const char *at = records, *end = records + length;
    uint32_t *ids = NULL;
    size_t room = 0;
    while (at < end && !bins->failed) {
        map_record_head head;
        memcpy(&head, at, sizeof head);
        at += sizeof head;
        if (head.text_length) {
            if (bins->lines++ >= bins->skip) write_bytes(bins->out, at, (size_t)head.text_length);
            at += head.text_length;
            continue;
        }
        size_t count = (size_t)head.count;
        if (count > room) {
            free(ids);
            room = count * 2;
            ids = malloc(room * sizeof *ids);
            if (!ids) bins->failed = true;
        }
        if (ids && count && count <= bins->size) {
            memcpy(ids, at, count * sizeof *ids); /* records are not aligned */
            const char *mask = at + count * sizeof *ids;
            bins_add(bins, &(map_record){head.line, count, ids, (const unsigned char *)mask});
        }
        at += count * (sizeof *ids + 1);
    }
    free(ids);
}

/* In the order in which they were opened. */
void map_bins_finish(map_bins *bins)
{
    while (bins->open && !bins->failed) {
        size_t first = 0;
        for (size_t i = 1; i < bins->open; i++)
            if (bins->bins[i].number < bins->bins[first].number) first = i;
        bins_close(bins, first);
    }
}
