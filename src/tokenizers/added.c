/* tokenizers/added.c - the search for added tokens. Source: AddedVocabulary::find_matches. */
#include "tokenizers/added.h"

#include "tokenizers/char_class.h"

void cft_added_free(cft_added *added)
{
    const chatfmt_allocator *a = &added->allocator;
    cft_trie *tries[2] = {&added->raw, &added->normalized};
    for (int i = 0; i < 2; i++) {
        cft_release(a, tries[i]->nodes, tries[i]->node_capacity * sizeof *tries[i]->nodes);
        if (tries[i]->edges)
            cft_release(a, tries[i]->edges,
                        ((size_t)tries[i]->edge_mask + 1) * sizeof *tries[i]->edges);
        tries[i]->nodes = NULL;
        tries[i]->edges = NULL;
    }
    cft_release(a, added->tokens, added->capacity * sizeof *added->tokens);
    cft_release(a, added->by_id, added->id_count * sizeof *added->by_id);
    added->tokens = NULL;
    added->by_id = NULL;
    added->count = added->capacity = 0;
    added->id_count = 0;
}

static uint32_t trie_hash(uint32_t from, uint8_t byte)
{
    uint64_t x = ((uint64_t)from << 8 | byte) * 0x9E3779B97F4A7C15u;
    return (uint32_t)(x >> 32);
}

/* The node behind an edge, or 0. */
static uint32_t trie_step(const cft_trie *trie, uint32_t from, uint8_t byte)
{
    for (uint32_t at = trie_hash(from, byte) & trie->edge_mask;; at = (at + 1) & trie->edge_mask) {
        const cft_trie_edge *edge = &trie->edges[at];
        if (edge->from == UINT32_MAX) return 0;
        if (edge->from == from && edge->byte == byte) return edge->to;
    }
}

static uint32_t trie_extend(cft_trie *trie, uint32_t from, uint8_t byte)
{
    uint32_t to = trie_step(trie, from, byte);
    if (to) return to;
    to = (uint32_t)trie->node_count++;
    trie->nodes[to].token = 0;
    uint32_t at = trie_hash(from, byte) & trie->edge_mask;
    while (trie->edges[at].from != UINT32_MAX) at = (at + 1) & trie->edge_mask;
    trie->edges[at] = (cft_trie_edge){from, to, byte};
    return to;
}

static chatfmt_status trie_build(cft_trie *trie, const cft_added *added, bool normalized)
{
    size_t bytes = 1, edges = 16;
    for (size_t i = 0; i < added->count; i++)
        if (added->tokens[i].normalized == normalized) bytes += added->tokens[i].pattern.length;
    if (bytes > UINT32_MAX / 4) return CHATFMT_LIMIT;
    while (edges < bytes * 2) edges *= 2;
    trie->nodes = cft_allocate(&added->allocator, bytes * sizeof *trie->nodes);
    if (!trie->nodes) return CHATFMT_NO_MEMORY;
    trie->node_capacity = bytes;
    trie->edges = cft_allocate(&added->allocator, edges * sizeof *trie->edges);
    if (!trie->edges) return CHATFMT_NO_MEMORY;
    trie->edge_mask = (uint32_t)(edges - 1);
    for (size_t i = 0; i < edges; i++) trie->edges[i].from = UINT32_MAX;
    trie->nodes[0].token = 0;
    trie->node_count = 1;
    trie->lone = -1;
    unsigned starts = 0;
    for (size_t i = 0; i < added->count; i++) {
        const cft_added_token *token = &added->tokens[i];
        if (token->normalized != normalized || !token->pattern.length) continue;
        uint32_t node = 0;
        for (size_t b = 0; b < token->pattern.length; b++)
            node = trie_extend(trie, node, (uint8_t)token->pattern.data[b]);
        uint8_t first = (uint8_t)token->pattern.data[0];
        if (!trie->first[first]) {
            trie->first[first] = trie_step(trie, 0, first);
            trie->lone = first;
            starts++;
        }
        /* Two contents may become one text: the reference takes either; here the lower id. */
        uint32_t *slot = &trie->nodes[node].token;
        if (!*slot || added->tokens[*slot - 1].id > token->id) *slot = (uint32_t)i + 1;
        trie->any = true;
    }
    if (starts != 1) trie->lone = -1;
    return CHATFMT_OK;
}

chatfmt_status cft_added_prepare(cft_added *added)
{
    uint32_t low = UINT32_MAX, high = 0;
    for (size_t i = 0; i < added->count; i++) {
        if (added->tokens[i].id < low) low = added->tokens[i].id;
        if (added->tokens[i].id > high) high = added->tokens[i].id;
    }
    if (added->count) {
        added->by_id = cft_allocate(&added->allocator,
                                    ((size_t)high - low + 1) * sizeof *added->by_id);
        if (!added->by_id) return CHATFMT_NO_MEMORY;
        added->first_id = low;
        added->id_count = high - low + 1;
        memset(added->by_id, 0, added->id_count * sizeof *added->by_id);
        for (size_t i = 0; i < added->count; i++)
            added->by_id[added->tokens[i].id - low] = (uint32_t)i + 1;
    }
    CFT_TRY(trie_build(&added->raw, added, false));
    return trie_build(&added->normalized, added, true);
}

const cft_added_token *cft_added_by_id(const cft_added *added, uint32_t id)
{
    uint32_t index = id - added->first_id;
    if (id < added->first_id || index >= added->id_count || !added->by_id[index]) return NULL;
    return &added->tokens[added->by_id[index] - 1];
}

bool cft_guard_touches(const cft_guard *guard, uint32_t begin, uint32_t end)
{
    size_t low = 0, high = guard->data_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (guard->data[middle].end <= begin) low = middle + 1;
        else high = middle;
    }
    return low < guard->data_count && guard->data[low].begin < end;
}

void cft_added_begin(cft_added_search *search, const cft_added *added, bool normalized,
                     const cft_token_view *view, const cft_guard *guard)
{
    *search = (cft_added_search){added, normalized ? &added->normalized : &added->raw, *view,
                                 guard, 0, 0};
}

static void added_note(const cft_guard *guard, cft_place place, uint32_t id)
{
    size_t count = (*guard->attempt_count)++;
    if (count < guard->attempt_room)
        guard->attempts[count] = (cft_guard_attempt){place.begin, place.end, id};
}

/* Whether a token found at [begin, end) may be taken. */
static bool added_allowed(cft_added_search *search, const cft_added_token *token, size_t begin,
                          size_t end, chatfmt_status *status)
{
    const cft_guard *guard = search->guard;
    if (!guard || !(guard->controlled[token - search->added->tokens] & CFT_GUARD_MATCH))
        return true;
    cft_place place = cft_token_range(&search->view, begin, end);
    if (!cft_guard_touches(guard, place.begin, place.end)) return true;
    added_note(guard, place, token->id);
    if (guard->refuse) *status = CHATFMT_SECURITY;
    return guard->match;
}

/* The longest token that begins at search->at and may be taken; of those that may not, the
 * guard hears. Without a guard the longest of all. */
static const cft_added_token *added_here(cft_added_search *search, size_t *end,
                                         chatfmt_status *status)
{
    const cft_trie *trie = search->trie;
    const char *data = search->view.data;
    const cft_added_token *found = NULL;
    uint32_t node = trie->first[(unsigned char)data[search->at]];
    for (size_t at = search->at + 1; node; at++) {
        uint32_t token = trie->nodes[node].token;
        if (token && added_allowed(search, &search->added->tokens[token - 1], search->at, at,
                                   status)) {
            found = &search->added->tokens[token - 1];
            *end = at;
        }
        if (*status || at >= search->view.length) break;
        node = trie_step(trie, node, (uint8_t)data[at]);
    }
    return found;
}

static bool added_word_before(const char *data, size_t at)
{
    if (at == 0) return false;
    const char *p = data + at;
    return (cft_char_class(cft_utf8_previous(&p)) & CFT_CHAR_WORD) != 0;
}

static bool added_word_after(const char *data, size_t at, size_t length)
{
    if (at >= length) return false;
    const char *p = data + at;
    return (cft_char_class(cft_utf8_next(&p)) & CFT_CHAR_WORD) != 0;
}

static size_t added_space_before(const char *data, size_t at)
{
    while (at > 0) {
        const char *p = data + at;
        if (!cft_char_in(cft_utf8_previous(&p), CFT_CHAR_SET_SPACE)) break;
        at = (size_t)(p - data);
    }
    return at;
}

static size_t added_space_after(const char *data, size_t at, size_t length)
{
    while (at < length) {
        const char *p = data + at;
        if (!cft_char_in(cft_utf8_next(&p), CFT_CHAR_SET_SPACE)) break;
        at = (size_t)(p - data);
    }
    return at;
}

/* Move search->at to a byte that some token begins with; false at the end. */
static bool added_seek(cft_added_search *search)
{
    const cft_trie *trie = search->trie;
    const char *data = search->view.data;
    size_t length = search->view.length, at = search->at;
    if (trie->lone >= 0) {
        const char *hit = at < length ? memchr(data + at, trie->lone, length - at) : NULL;
        search->at = hit ? (size_t)(hit - data) : length;
        return hit != NULL;
    }
    while (at < length && !trie->first[(unsigned char)data[at]]) at++;
    search->at = at;
    return at < length;
}

bool cft_added_next(cft_added_search *search, cft_added_match *match, chatfmt_status *status)
{
    *status = CHATFMT_OK;
    if (!search->trie->any) return false;
    const char *data = search->view.data;
    while (added_seek(search)) {
        size_t begin = search->at, end = begin;
        const cft_added_token *token = added_here(search, &end, status);
        if (*status) return false;
        if (!token) {
            search->at++;
            continue;
        }
        search->at = end; /* taken or not, the match is used up */
        if (token->single_word && (added_word_before(data, begin) ||
                                   added_word_after(data, end, search->view.length)))
            continue;
        if (token->lstrip) {
            size_t left = added_space_before(data, begin);
            begin = left > search->previous ? left : search->previous;
        }
        /* The search does not know of the white space behind: it may be matched once more. */
        if (token->rstrip) end = added_space_after(data, end, search->view.length);
        *match = (cft_added_match){begin, end, token};
        return true;
    }
    return false;
}
