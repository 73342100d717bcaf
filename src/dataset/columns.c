/* dataset/columns.c - ids, labels, attention, positions and sequences. */
#include "dataset/columns.h"

static bool prompt_in_loss(const chatfmt_prompt *p, size_t i)
{
    return p->mask && p->mask[i] && p->attention[i];
}

/* Padding is at one end, so positions count from the first id that is none. */
static size_t prompt_start(const chatfmt_prompt *p)
{
    size_t start = 0;
    while (start < p->count && !p->attention[start]) start++;
    return start;
}

void cft_prompt_column(const chatfmt_prompt *p, chatfmt_column column, size_t first, size_t count,
                       int64_t *out)
{
    size_t end = first + count, start = column == CHATFMT_COLUMN_POSITION_IDS ? prompt_start(p) : 0;
    if (column == CHATFMT_COLUMN_INPUT_IDS)
        for (size_t i = first; i < end; i++) *out++ = p->ids[i];
    else if (column == CHATFMT_COLUMN_LABELS)
        for (size_t i = first; i < end; i++)
            *out++ = prompt_in_loss(p, i) ? (int64_t)p->ids[i] : CFT_NO_LABEL;
    else if (column == CHATFMT_COLUMN_POSITION_IDS)
        for (size_t i = first; i < end; i++) *out++ = p->attention[i] ? (int64_t)(i - start) : 0;
    else /* the attention; or sequences, of which there is one, with the number 1 */
        for (size_t i = first; i < end; i++) *out++ = p->attention[i];
}

/* Of a token at `i`, in conversation `row`, which starts at `start`. */
static int64_t pack_number(const chatfmt_pack *pack, chatfmt_column column, size_t i, size_t row,
                           size_t start)
{
    if (column == CHATFMT_COLUMN_INPUT_IDS) return pack->ids[i];
    if (column == CHATFMT_COLUMN_LABELS)
        return pack->mask[i] ? (int64_t)pack->ids[i] : CFT_NO_LABEL;
    if (column == CHATFMT_COLUMN_POSITION_IDS) return (int64_t)(i - start);
    return column == CHATFMT_COLUMN_SEQUENCE_IDS ? (int64_t)row + 1 : 1; /* else the attention */
}

void cft_pack_column(const chatfmt_pack *pack, chatfmt_column column, size_t first, size_t count,
                     int64_t *out)
{
    const int64_t padding = column == CHATFMT_COLUMN_INPUT_IDS ? (int64_t)pack->pad_id
                            : column == CHATFMT_COLUMN_LABELS  ? CFT_NO_LABEL
                                                               : 0;
    size_t row = 0, start = 0;
    for (size_t i = first; i < first + count; i++) {
        while (row < pack->row_count && i >= pack->ends[row]) start = pack->ends[row++];
        *out++ = i < pack->count ? pack_number(pack, column, i, row, start) : padding;
    }
}
