/* tokenizers/added.c - the search for added tokens. Source: AddedVocabulary::find_matches. */
#include "tokenizers/added.h"

#include "tokenizers/added_window.h"
#include "tokenizers/char_class.h"

void cft_trie_free(cft_trie *trie, const chatfmt_allocator *allocator)
{
    cft_release(allocator, trie->own_nodes, trie->node_capacity * sizeof *trie->nodes);
    cft_release(allocator, trie->own_edges, trie->edge_capacity * sizeof *trie->edges);
    *trie = (cft_trie){.lone = -1};
}

void cft_added_free(cft_added *added)
{
    const chatfmt_allocator *a = &added->allocator;
    cft_trie_free(&added->raw, a);
    cft_trie_free(&added->normalized, a);
    cft_release(a, added->tokens, added->capacity * sizeof *added->tokens);
    cft_release(a, added->by_id, added->id_count * sizeof *added->by_id);
    added->tokens = NULL;
    added->by_id = NULL;
    added->count = added->capacity = 0;
    added->id_count = 0;
}

/* ---- building a trie: tokens sorted by their text, then one level after the other ---- */

typedef struct trie_text {
    cft_slice text;
    uint32_t token; /* index + 1 */
} trie_text;

/* The texts [begin, end) share their first `depth` bytes, which are the node's. */
typedef struct trie_range {
    uint32_t begin, end, depth;
} trie_range;

static int trie_order(const trie_text *left, const trie_text *right)
{
    size_t shared = left->text.length < right->text.length ? left->text.length
                                                           : right->text.length;
    int order = memcmp(left->text.data, right->text.data, shared); /* none of them is empty */
    if (order) return order;
    if (left->text.length != right->text.length)
        return left->text.length < right->text.length ? -1 : 1;
    return left->token < right->token ? -1 : left->token > right->token;
}

/* Heap sort: no memory, and no order of the tokens makes it slow. */
static void trie_sort(trie_text *texts, size_t count)
{
    for (size_t start = count / 2, end = count; end > 1;) {
        if (start) {
            start--;
        } else {
            trie_text swap = texts[--end];
            texts[end] = texts[0];
            texts[0] = swap;
        }
        trie_text sinking = texts[start];
        size_t at = start;
        for (size_t child; (child = at * 2 + 1) < end; at = child) {
            if (child + 1 < end && trie_order(&texts[child], &texts[child + 1]) < 0) child++;
            if (trie_order(&sinking, &texts[child]) >= 0) break;
            texts[at] = texts[child];
        }
        texts[at] = sinking;
    }
}

/* Two contents may become one text: the reference takes either; here the lower id. */
static uint32_t trie_lowest(const cft_added *added, const trie_text *texts, trie_range *range)
{
    uint32_t best = 0;
    for (; range->begin < range->end && texts[range->begin].text.length == range->depth;
         range->begin++) {
        uint32_t token = texts[range->begin].token;
        if (!best || added->tokens[best - 1].id > added->tokens[token - 1].id) best = token;
    }
    return best;
}

/* `ranges` has a place for every node. */
static void trie_fill(cft_trie *trie, const cft_added *added, const trie_text *texts,
                      uint32_t count, trie_range *ranges)
{
    ranges[0] = (trie_range){0, count, 0};
    trie->node_count = 1;
    trie->edge_count = 0;
    for (size_t node = 0; node < trie->node_count; node++) {
        trie_range range = ranges[node];
        trie->own_nodes[node] = (cft_trie_node){trie_lowest(added, texts, &range),
                                                (uint32_t)trie->edge_count};
        for (uint32_t at = range.begin, end; at < range.end; at = end) {
            uint8_t byte = (uint8_t)texts[at].text.data[range.depth];
            for (end = at; end < range.end; end++)
                if ((uint8_t)texts[end].text.data[range.depth] != byte) break;
            trie->own_edges[trie->edge_count++] = (uint32_t)trie->node_count << 8 | byte;
            ranges[trie->node_count++] = (trie_range){at, end, range.depth + 1};
        }
    }
    trie->own_nodes[trie->node_count] = (cft_trie_node){0, (uint32_t)trie->edge_count};
}

/* What a trie is made of, with room for texts of `bytes` bytes in all. */
typedef struct trie_work {
    trie_text *texts;
    trie_range *ranges;
    char *reversed;
    size_t text_bytes, range_bytes, bytes;
} trie_work;

static bool trie_begin(trie_work *work, cft_trie *trie, const cft_added *added, bool reversed)
{
    const chatfmt_allocator *a = &added->allocator;
    work->text_bytes = (added->count + 1) * sizeof(trie_text);
    work->range_bytes = work->bytes * sizeof(trie_range);
    work->texts = cft_allocate(a, work->text_bytes);
    work->ranges = cft_allocate(a, work->range_bytes);
    work->reversed = reversed ? cft_allocate(a, work->bytes) : NULL;
    trie->own_nodes = cft_allocate(a, (work->bytes + 1) * sizeof *trie->nodes);
    trie->own_edges = cft_allocate(a, work->bytes * sizeof *trie->edges);
    trie->nodes = trie->own_nodes;
    trie->edges = trie->own_edges;
    trie->node_capacity = work->bytes + 1;
    trie->edge_capacity = work->bytes;
    return work->texts && work->ranges && trie->own_nodes && trie->own_edges &&
           (work->reversed || !reversed);
}

/* A text as the trie has it; a reversed one is written to `room`. */
static cft_slice trie_reverse(cft_slice text, char *room)
{
    if (!room) return text;
    for (size_t i = 0; i < text.length; i++) room[i] = text.data[text.length - 1 - i];
    return cft_slice_of(room, text.length);
}

chatfmt_status cft_trie_build(cft_trie *trie, const cft_added *added, bool normalized,
                              bool reversed)
{
    trie_work work = {.bytes = 1};
    for (size_t i = 0; i < added->count; i++)
        if (added->tokens[i].normalized == normalized)
            work.bytes += added->tokens[i].pattern.length;
    if (work.bytes >= (size_t)1 << 24) return CHATFMT_LIMIT; /* nodes are numbers of 24 bits */
    bool good = trie_begin(&work, trie, added, reversed);
    char *room = work.reversed;
    uint32_t count = 0;
    for (size_t i = 0; good && i < added->count; i++) {
        const cft_added_token *token = &added->tokens[i];
        if (token->normalized != normalized || !token->pattern.length) continue;
        work.texts[count++] = (trie_text){trie_reverse(token->pattern, room), (uint32_t)i + 1};
        if (room) room += token->pattern.length;
    }
    if (good) {
        trie_sort(work.texts, count);
        trie_fill(trie, added, work.texts, count, work.ranges);
        (void)cft_trie_link(trie, added->count);
    }
    cft_release(&added->allocator, work.texts, work.text_bytes);
    cft_release(&added->allocator, work.ranges, work.range_bytes);
    cft_release(&added->allocator, work.reversed, work.bytes);
    return good ? CHATFMT_OK : CHATFMT_NO_MEMORY;
}

bool cft_trie_link(cft_trie *trie, size_t token_count)
{
    memset(trie->first, 0, sizeof trie->first);
    trie->lone = -1;
    trie->any = trie->edge_count > 0;
    for (size_t i = 0; i < trie->node_count; i++)
        if (trie->nodes[i].token > token_count || trie->nodes[i].edges > trie->nodes[i + 1].edges)
            return false;
    if (trie->nodes[0].edges || trie->nodes[trie->node_count].edges != trie->edge_count)
        return false;
    for (size_t i = 0; i < trie->edge_count; i++)
        if (!(trie->edges[i] >> 8) || trie->edges[i] >> 8 >= trie->node_count) return false;
    uint32_t starts = trie->nodes[1].edges;
    for (uint32_t i = 0; i < starts; i++) {
        uint8_t byte = (uint8_t)(trie->edges[i] & 255);
        trie->first[byte] = trie->edges[i] >> 8;
        if (starts == 1) trie->lone = byte;
    }
    return true;
}

chatfmt_status cft_added_index(cft_added *added)
{
    uint32_t low = UINT32_MAX, high = 0;
    for (size_t i = 0; i < added->count; i++) {
        if (added->tokens[i].id < low) low = added->tokens[i].id;
        if (added->tokens[i].id > high) high = added->tokens[i].id;
    }
    if (!added->count) return CHATFMT_OK;
    added->by_id =
        cft_allocate(&added->allocator, ((size_t)high - low + 1) * sizeof *added->by_id);
    if (!added->by_id) return CHATFMT_NO_MEMORY;
    added->first_id = low;
    added->id_count = high - low + 1;
    memset(added->by_id, 0, added->id_count * sizeof *added->by_id);
    for (size_t i = 0; i < added->count; i++)
        added->by_id[added->tokens[i].id - low] = (uint32_t)i + 1;
    return CHATFMT_OK;
}

chatfmt_status cft_added_prepare(cft_added *added)
{
    CFT_TRY(cft_added_index(added));
    CFT_TRY(cft_trie_build(&added->raw, added, false, false));
    return cft_trie_build(&added->normalized, added, true, false);
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

void cft_guard_note(const cft_guard *guard, cft_place place, uint32_t id)
{
    size_t count = (*guard->attempt_count)++;
    if (count < guard->attempt_room)
        guard->attempts[count] = (cft_guard_attempt){place.begin, place.end, id};
}

void cft_added_begin(cft_added_search *search, const cft_added *added, bool normalized,
                     const cft_token_view *view, const cft_guard *guard,
                     struct cft_window_work *work)
{
    *search = (cft_added_search){.added = added,
                                 .trie = normalized ? &added->normalized : &added->raw,
                                 .normalized = normalized,
                                 .view = *view,
                                 .guard = guard,
                                 .work = work,
                                 .limit = view->length};
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
    cft_guard_note(guard, place, token->id);
    if (guard->refuse) *status = CHATFMT_SECURITY;
    return guard->match;
}

/* The longest token that begins at search->at and may be taken; of those that may not, the
 * guard hears. Without a guard the longest of all. */
static const cft_added_token *added_walk(cft_added_search *search, size_t *end,
                                         chatfmt_status *status)
{
    const cft_trie *trie = search->trie;
    const char *data = search->view.data;
    const cft_added_token *found = NULL;
    uint32_t node = trie->first[(unsigned char)data[search->at]];
    size_t at = search->at + 1;
    for (; node; at++) {
        uint32_t token = trie->nodes[node].token;
        if (token && added_allowed(search, &search->added->tokens[token - 1], search->at, at,
                                   status)) {
            found = &search->added->tokens[token - 1];
            *end = at;
        }
        if (*status || at >= search->limit) break;
        node = cft_trie_step(trie, node, (uint8_t)data[at]);
    }
    search->steps += at - search->at;
    return found;
}

/* Where a match begins that goes before the one at [begin, end), because it is longer and overlaps it, or
 * one that does; `begin` when there is none. */
static size_t added_longer(cft_added_search *search, size_t begin, size_t end)
{
    size_t ignored = 0, back = search->at, steps = search->steps;
    const cft_guard *guard = search->guard;
    cft_guard quiet;
    chatfmt_status status = CHATFMT_OK;
    if (guard) {
        quiet = *guard;
        quiet.attempt_count = &ignored;
        quiet.attempt_room = 0;
        quiet.refuse = false;
        search->guard = &quiet;
    }
    for (bool again = true; again;) {
        size_t best = begin, best_end = end, stop = 0;
        for (size_t at = begin + 1; at < end; at++) {
            search->at = at;
            if (!search->trie->first[(unsigned char)search->view.data[at]] ||
                !added_walk(search, &stop, &status) || stop - at <= best_end - best)
                continue;
            best = at;
            best_end = stop;
        }
        again = best > begin;
        begin = best;
        end = best_end;
    }
    search->guard = guard;
    search->at = back;
    search->steps = steps;
    return begin;
}

/* Steps that a search may take for each byte that it comes on, and some at once. */
enum { ADDED_STEPS_A_BYTE = 8, ADDED_STEPS = 512 };

/* The token at search->at, by one way or the other. */
static const cft_added_token *added_here(cft_added_search *search, size_t *end,
                                         chatfmt_status *status)
{
    if (search->added->longest_first) return added_walk(search, end, status);
    if (CFT_LIKELY(search->at >= search->window_end)) {
        size_t paid = (search->at - search->origin) * ADDED_STEPS_A_BYTE + ADDED_STEPS;
        if (CFT_LIKELY(search->steps <= paid)) return added_walk(search, end, status);
        *status = cft_window_open(search);
        if (*status) return NULL;
        search->origin = search->window_end;
        search->steps = 0;
    }
    return cft_window_token(search, end, status);
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

static bool added_is_space(const cft_added *added, uint32_t code)
{
    return added->ascii_strip ? code == ' ' || (code >= '\t' && code <= '\r')
                              : cft_char_in(code, CFT_CHAR_SET_SPACE);
}

/* Where the white space before `at` begins, but not before `least`. */
static size_t added_space_before(const cft_added *added, const char *data, size_t at, size_t least)
{
    while (at > least) {
        const char *p = data + at;
        if (!added_is_space(added, cft_utf8_previous(&p))) break;
        at = (size_t)(p - data);
    }
    return at > least ? at : least;
}

/* Where the white space after `at` ends. One run may be asked for once for each token in it, so
 * its end is remembered. */
static size_t added_space_after(cft_added_search *search, size_t at)
{
    const char *data = search->view.data;
    if (at < search->space_end) return search->space_end; /* a search does not go back */
    while (at < search->view.length) {
        const char *p = data + at;
        if (!added_is_space(search->added, cft_utf8_next(&p))) break;
        at = (size_t)(p - data);
    }
    search->space_end = at;
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
        if (begin >= search->limit) search->limit = search->view.length;
        const cft_added_token *token = added_here(search, &end, status);
        if (*status) return false;
        if (!token) {
            search->at++;
            continue;
        }
        if (search->added->longest_first) {
            size_t longer = added_longer(search, begin, end);
            if (longer > begin) {
                search->limit = longer;
                continue;
            }
        }
        search->at = end; /* taken or not, the match is used up */
        if (token->single_word && (added_word_before(data, begin) ||
                                   added_word_after(data, end, search->view.length)))
            continue;
        if (token->lstrip) begin = added_space_before(search->added, data, begin, search->previous);
        /* The search does not know of this white space: it may be matched once more. */
        if (token->rstrip) end = added_space_after(search, end);
        *match = (cft_added_match){begin, end, token};
        return true;
    }
    return false;
}
