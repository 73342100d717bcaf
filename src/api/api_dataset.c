/* api/api_dataset.c - chatfmt/dataset.h: rows, columns of ids, packs. */
#include "api/api_chat.h"
#include "api/api_check.h"
#include "dataset/columns.h"
#include "dataset/packer.h"
#include "dataset/row.h"

/* ---- Rows ---- */

size_t chatfmt_row_layout_count(void) { return cft_row_layout_count; }

const chatfmt_row_layout *chatfmt_row_layout_at(size_t index)
{
    return index < cft_row_layout_count ? &cft_row_layouts[index] : NULL;
}

chatfmt_status cft_api_row_options(const chatfmt_row_options *given, chatfmt_row_options *own,
                                   chatfmt_error *error)
{
    CFT_TRY(cft_api_options(own, sizeof *own, given, "chatfmt_row_options", error));
    CFT_TRY(cft_api_flags(own->flags, 0, "chatfmt_row_options.flags", error));
    CFT_TRY(cft_api_at_most(own->reserved, 0, "chatfmt_row_options.reserved", error));
    CFT_TRY(cft_api_text(own->layout.data, own->layout.length, "layout", error));
    CFT_TRY(cft_api_text(own->column.data, own->column.length, "column", error));
    if (!own->layout.length || cft_slice_equal(own->layout, CFT_LIT("auto"))) return CHATFMT_OK;
    for (size_t i = 0; i < cft_row_layout_count; i++) {
        const char *name = cft_row_layouts[i].name;
        if (cft_slice_equal(own->layout, cft_slice_of(name, strlen(name)))) return CHATFMT_OK;
    }
    return cft_fail(error, CHATFMT_NOT_FOUND, "there is no layout '%.*s'",
                    cft_shown(own->layout), own->layout.data);
}

chatfmt_status chatfmt_row_read(chatfmt_values *values, chatfmt_value row,
                                const chatfmt_row_options *options, chatfmt_row *out,
                                chatfmt_error *error)
{
    chatfmt_row_options own;
    chatfmt_row result = CHATFMT_ROW_INIT;
    cft_error_clear(error);
    CFT_TRY(cft_api_result(out, &result, sizeof result, "chatfmt_row", error));
    if (!values) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "values is NULL");
    CFT_TRY(cft_api_row_options(options, &own, error));
    values->heap.error = error;
    CFT_TRY(cft_row_read(values, cft_unwrap(row), &own, &result));
    return cft_api_result(out, &result, sizeof result, "chatfmt_row", error);
}

/* ---- Columns ---- */

const char *chatfmt_column_name(chatfmt_column column)
{
    static const char *const names[CHATFMT_COLUMN_COUNT] = {
        "input_ids", "labels", "attention_mask", "position_ids", "sequence_ids"};
    return (unsigned)column < CHATFMT_COLUMN_COUNT ? names[column] : "";
}

static bool column_is_there(chatfmt_column column, size_t length, size_t first, size_t count,
                            const int64_t *out)
{
    return (unsigned)column < CHATFMT_COLUMN_COUNT && first <= length && count <= length - first &&
           (out || !count);
}

chatfmt_status chatfmt_prompt_column(const chatfmt_prompt *prompt, chatfmt_column column,
                                     size_t first, size_t count, int64_t *out)
{
    if (!prompt || !column_is_there(column, prompt->count, first, count, out))
        return CHATFMT_BAD_ARGUMENT;
    cft_prompt_column(prompt, column, first, count, out);
    return CHATFMT_OK;
}

chatfmt_status chatfmt_pack_column(const chatfmt_pack *pack, chatfmt_column column, size_t first,
                                   size_t count, int64_t *out)
{
    if (!pack || !column_is_there(column, pack->length, first, count, out))
        return CHATFMT_BAD_ARGUMENT;
    cft_pack_column(pack, column, first, count, out);
    return CHATFMT_OK;
}

/* ---- Packs ---- */

chatfmt_status chatfmt_packer_new(const chatfmt_packer_options *options, chatfmt_packer **out,
                                  chatfmt_error *error)
{
    chatfmt_packer_options own;
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    CFT_TRY(cft_api_options(&own, sizeof own, options, "chatfmt_packer_options", error));
    if (!own.size || own.size > UINT32_MAX)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "a pack has 1 to %u tokens", UINT32_MAX);
    if (own.open > CFT_PACKS_MOST)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "at most %u packs are open at once",
                        (unsigned)CFT_PACKS_MOST);
    return cft_packer_new(&own, out, error);
}

void chatfmt_packer_free(chatfmt_packer *packer) { cft_packer_free(packer); }

chatfmt_status chatfmt_packer_add(chatfmt_packer *packer, uint64_t row, const uint32_t *ids,
                                  const unsigned char *mask, size_t count, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!packer || (!ids && count))
        return cft_fail_null(error, !packer ? "packer" : "ids");
    return cft_error_explain(cft_packer_add(packer, row, ids, mask, count), error);
}

const chatfmt_pack *chatfmt_packer_next(chatfmt_packer *packer)
{
    return packer ? cft_packer_next(packer) : NULL;
}

void chatfmt_packer_finish(chatfmt_packer *packer)
{
    if (packer) cft_packer_finish(packer);
}
