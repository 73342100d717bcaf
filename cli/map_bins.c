/* cli/map_bins.c - rows as records to packs as lines. */
#include "map_bins.h"

#include <stdlib.h>
#include <string.h>

void map_bins_begin(map_bins *bins, const chatfmt_packer_options *options, uint32_t columns,
                    writer *out)
{
    bins->columns = columns;
    bins->out = out;
    bins->failed = options->size && chatfmt_packer_new(options, &bins->packer, NULL);
}

void map_bins_free(map_bins *bins) { chatfmt_packer_free(bins->packer); }

static void bins_write(map_bins *bins)
{
    const chatfmt_pack *pack;
    while ((pack = chatfmt_packer_next(bins->packer)) != NULL) {
        bins->tokens += pack->count;
        bins->closed++;
        if (bins->lines++ >= bins->skip) map_write_pack(bins->out, bins->columns, pack);
    }
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
        if (ids && count) {
            memcpy(ids, at, count * sizeof *ids); /* records are not aligned */
            const unsigned char *mask = (const unsigned char *)at + count * sizeof *ids;
            if (chatfmt_packer_add(bins->packer, head.line, ids, mask, count, NULL))
                bins->failed = true;
            bins_write(bins);
        }
        at += count * (sizeof *ids + 1);
    }
    free(ids);
}

void map_bins_finish(map_bins *bins)
{
    if (bins->failed) return;
    chatfmt_packer_finish(bins->packer);
    bins_write(bins);
}
