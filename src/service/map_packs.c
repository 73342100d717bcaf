/* service/map_packs.c - rows as records to packs as lines. */
#include "service/map.h"

#include "api/api_check.h"

struct chatfmt_map_packs {
    chatfmt_allocator memory;
    chatfmt_packer *packer;
    uint32_t columns;
    uint64_t skip;
    size_t most; /* tokens of a pack */
    chatfmt_map_packed about;
    uint32_t *ids; /* of a record, which is not aligned */
    size_t id_room;
    cft_json_out out;
};

chatfmt_status chatfmt_map_packs_new(const chatfmt_packer_options *packer, uint32_t columns,
                                     const chatfmt_model *model, const chatfmt_tokenizer *tokenizer,
                                     chatfmt_map_packs **out, chatfmt_error *error)
{
    chatfmt_packer_options own = CHATFMT_PACKER_OPTIONS_INIT;
    cft_error_clear(error);
    if (out) *out = NULL;
    if (!out || !packer)
        return cft_fail_null(error, !out ? "out" : "packer");
    if (!columns || columns & ~(uint32_t)CHATFMT_MAP_TOKENS)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "a pack has columns of tokens alone");
    CFT_TRY(cft_api_options(&own, sizeof own, packer, "chatfmt_packer_options", error));
    if (own.pads) CFT_TRY(cft_map_find_padding(model, tokenizer, &own.pad_id, error));
    chatfmt_allocator memory = cft_allocator_or_default(own.allocator);
    chatfmt_map_packs *packs = cft_allocate(&memory, sizeof *packs);
    if (!packs) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(packs, 0, sizeof *packs);
    packs->memory = memory;
    packs->columns = columns;
    packs->most = own.size;
    cft_out_begin(&packs->out, &memory);
    chatfmt_status status = chatfmt_packer_new(&own, &packs->packer, error);
    if (status) chatfmt_map_packs_free(packs);
    else *out = packs;
    return status;
}

void chatfmt_map_packs_skip(chatfmt_map_packs *packs, uint64_t lines)
{
    if (packs) packs->skip = lines;
}

void chatfmt_map_packs_free(chatfmt_map_packs *packs)
{
    if (!packs) return;
    chatfmt_allocator memory = packs->memory;
    chatfmt_packer_free(packs->packer);
    cft_release(&memory, packs->ids, packs->id_room * sizeof *packs->ids);
    cft_out_free(&packs->out);
    cft_release(&memory, packs, sizeof *packs);
}

const chatfmt_map_packed *chatfmt_map_packs_about(const chatfmt_map_packs *packs)
{
    return packs ? &packs->about : NULL;
}

static void packs_write(chatfmt_map_packs *packs)
{
    const chatfmt_pack *pack;
    while ((pack = chatfmt_packer_next(packs->packer)) != NULL) {
        packs->about.tokens += pack->count;
        packs->about.packs++;
        packs->about.open -= pack->row_count;
        if (packs->about.lines++ >= packs->skip)
            cft_map_write_pack(&packs->out, packs->columns, pack);
    }
}

/* A row: its ids and its mask follow the head. */
static chatfmt_status packs_add(chatfmt_map_packs *packs, const cft_map_record *head,
                                const char *at, chatfmt_error *error)
{
    size_t count = (size_t)head->count;
    uint32_t *ids = cft_array_room(&packs->memory, packs->ids, &packs->id_room, count, sizeof *ids);
    if (!count) return CHATFMT_OK;
    if (!ids) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    packs->ids = ids;
    memcpy(ids, at, count * sizeof *ids);
    CFT_TRY(chatfmt_packer_add(packs->packer, head->line, ids,
                               (const unsigned char *)at + count * sizeof *ids, count, error));
    packs->about.open += count <= packs->most; /* longer ones are left out */
    packs_write(packs);
    return CHATFMT_OK;
}

static chatfmt_status packs_take(chatfmt_map_packs *packs, const char *at, size_t length,
                                 chatfmt_error *error)
{
    cft_map_record head;
    for (const char *end = at + length; at < end;) {
        memcpy(&head, at, sizeof head);
        at += sizeof head;
        if (head.text_length) {
            if (packs->about.lines++ >= packs->skip)
                cft_out_bytes(&packs->out, at, (size_t)head.text_length);
            at += head.text_length;
            continue;
        }
        CFT_TRY(packs_add(packs, &head, at, error));
        at += head.count * (sizeof(uint32_t) + 1);
    }
    return CHATFMT_OK;
}

/* Whether the bytes are records, each of the length that it says. */
static bool packs_are_whole(const char *at, size_t length)
{
    enum { TOKEN = sizeof(uint32_t) + 1 };
    cft_map_record head;
    for (size_t size; length; at += size, length -= size) {
        if (length < sizeof head) return false;
        memcpy(&head, at, sizeof head);
        uint64_t more = head.text_length ? head.text_length : head.count;
        uint64_t room = length - sizeof head;
        if (more > (head.text_length ? room : room / TOKEN)) return false;
        size = sizeof head + (size_t)more * (head.text_length ? 1 : TOKEN);
    }
    return true;
}

/* Begins a call: what it gives is "" until packs_end(). */
static chatfmt_status packs_begin(chatfmt_map_packs *packs, chatfmt_slice *lines,
                                  chatfmt_error *error)
{
    cft_error_clear(error);
    if (lines) *lines = CFT_LIT("");
    if (!packs || !lines)
        return cft_fail_null(error, !packs ? "packs" : "lines");
    packs->out.text.length = 0;
    packs->out.status = CHATFMT_OK;
    return CHATFMT_OK;
}

static chatfmt_status packs_end(chatfmt_map_packs *packs, chatfmt_slice *lines,
                                chatfmt_error *error)
{
    if (packs->out.status) return cft_fail(error, packs->out.status, "out of memory");
    *lines = cft_out_slice(&packs->out);
    return CHATFMT_OK;
}

chatfmt_status chatfmt_map_packs_take(chatfmt_map_packs *packs, const char *records, size_t length,
                                      chatfmt_slice *lines, chatfmt_error *error)
{
    CFT_TRY(packs_begin(packs, lines, error));
    CFT_TRY(cft_api_text(records, length, "records", error));
    if (!packs_are_whole(records, length))
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "records: these are no whole records");
    CFT_TRY(packs_take(packs, records, length, error));
    return packs_end(packs, lines, error);
}

chatfmt_status chatfmt_map_packs_finish(chatfmt_map_packs *packs, chatfmt_slice *lines,
                                        chatfmt_error *error)
{
    CFT_TRY(packs_begin(packs, lines, error));
    chatfmt_packer_finish(packs->packer);
    packs_write(packs);
    return packs_end(packs, lines, error);
}
