/* tokenizers/added_window.c - the automaton over reversed tokens, and what the guard says of its
 * finds. */
#include "tokenizers/added_window.h"

enum { WINDOW_LEAST = 4096 }; /* bytes of a stretch; more when tokens are longer */

void cft_window_init(cft_window_work *work, const chatfmt_allocator *allocator)
{
    *work = (cft_window_work){.allocator = *allocator};
}

void cft_window_free(cft_window_work *work)
{
    const chatfmt_allocator *a = &work->allocator;
    for (int i = 0; i < 2; i++) {
        cft_window_side *side = &work->sides[i];
        cft_trie_free(&side->trie, a);
        cft_release(a, side->failures, side->node_room * sizeof *side->failures);
        cft_release(a, side->found, side->node_room * sizeof *side->found);
        cft_release(a, side->links, side->link_room * sizeof *side->links);
    }
    cft_release(a, work->tokens, work->capacity * sizeof *work->tokens);
    *work = (cft_window_work){.allocator = work->allocator};
}

void cft_window_new_guard(cft_window_work *work)
{
    work->sides[0].is_guarded = work->sides[1].is_guarded = false;
}

/* ---- making ---- */

static uint32_t window_step(const cft_window_side *side, uint32_t node, uint8_t byte)
{
    uint32_t next = cft_trie_step(&side->trie, node, byte);
    while (!next && node) {
        node = side->failures[node];
        next = cft_trie_step(&side->trie, node, byte);
    }
    return next;
}

/* Nodes are numbered by their depth, so that what a failure leads to is ready. */
static void window_fail(cft_window_side *side)
{
    const cft_trie *trie = &side->trie;
    side->failures[0] = side->found[0] = 0;
    for (uint32_t node = 0; node < trie->node_count; node++) {
        for (uint32_t i = trie->nodes[node].edges; i < trie->nodes[node + 1].edges; i++) {
            uint32_t child = trie->edges[i] >> 8, token = trie->nodes[child].token;
            uint32_t failure =
                node ? window_step(side, side->failures[node], (uint8_t)(trie->edges[i] & 255)) : 0;
            side->failures[child] = failure;
            side->found[child] = token ? token : side->found[failure];
        }
    }
}

static void window_link(cft_window_side *side)
{
    const cft_trie *trie = &side->trie;
    cft_window_link *links = side->links;
    links[0] = (cft_window_link){0};
    for (uint32_t node = 1; node < trie->node_count; node++) {
        uint32_t token = trie->nodes[node].token;
        if (!token) continue;
        uint32_t parent = side->found[side->failures[node]], jump = links[parent].jump;
        bool even = links[parent].depth - links[jump].depth ==
                    links[jump].depth - links[links[jump].jump].depth;
        links[token].parent = parent;
        links[token].jump = even ? links[jump].jump : parent;
        links[token].depth = links[parent].depth + 1;
        links[++side->link_count].order = token;
    }
}

static bool window_make(cft_window_work *work, const cft_added *added, bool normalized)
{
    const chatfmt_allocator *a = &work->allocator;
    cft_window_side *side = &work->sides[normalized];
    side->node_room = side->trie.node_count;
    side->link_room = added->count + 1;
    side->failures = cft_allocate(a, side->node_room * sizeof *side->failures);
    side->found = cft_allocate(a, side->node_room * sizeof *side->found);
    side->links = cft_allocate(a, side->link_room * sizeof *side->links);
    if (!side->failures || !side->found || !side->links) return false;
    for (size_t i = 0; i < added->count; i++)
        if (added->tokens[i].normalized == normalized &&
            added->tokens[i].pattern.length > side->longest)
            side->longest = added->tokens[i].pattern.length;
    window_fail(side);
    window_link(side);
    return true;
}

/* The automaton of one set, made when it is not there. */
static chatfmt_status window_side(cft_window_work *work, const cft_added *added, bool normalized)
{
    cft_window_side *side = &work->sides[normalized];
    if (side->is_made) return CHATFMT_OK;
    cft_added here = *added; /* the memory is the encoder's */
    here.allocator = work->allocator;
    chatfmt_status status = cft_added_trie(&side->trie, &here, normalized, true);
    if (!status && !window_make(work, added, normalized)) status = CHATFMT_NO_MEMORY;
    side->is_made = !status;
    if (status) cft_window_free(work);
    return status;
}

/* ---- reading ---- */

chatfmt_status cft_window_open(cft_added_search *search)
{
    cft_window_work *work = search->work;
    const cft_window_side *side = &work->sides[search->normalized];
    CFT_TRY(window_side(work, search->added, search->normalized));
    size_t left = search->view.length - search->at;
    size_t count = side->longest > WINDOW_LEAST ? side->longest : WINDOW_LEAST;
    if (count > left) count = left;
    uint32_t *tokens = cft_array_room(&work->allocator, work->tokens, &work->capacity, count,
                                      sizeof *tokens);
    if (!tokens) return CHATFMT_NO_MEMORY;
    work->tokens = tokens;
    /* What begins in the stretch may end after it. */
    size_t at = side->longest < left - count ? count + side->longest : left;
    const char *data = search->view.data + search->at;
    uint32_t node = 0;
    while (at > count) node = window_step(side, node, (uint8_t)data[--at]);
    while (at) {
        node = window_step(side, node, (uint8_t)data[--at]);
        tokens[at] = side->found[node];
    }
    search->window_begin = search->at;
    search->window_end = search->at + count;
    return CHATFMT_OK;
}

static size_t window_length(const cft_added_search *search, uint32_t token)
{
    return token ? search->added->tokens[token - 1].pattern.length : 0;
}

static cft_place window_place(const cft_added_search *search, uint32_t token)
{
    return cft_token_range(&search->view, search->at, search->at + window_length(search, token));
}

static bool window_touches(const cft_added_search *search, uint32_t token)
{
    cft_place place = window_place(search, token);
    return cft_guard_touches(search->guard, place.begin, place.end);
}

static bool window_controls(const cft_added_search *search, uint32_t token)
{
    return (search->guard->controlled[token - 1] & CFT_GUARD_MATCH) != 0;
}

static void window_guard(const cft_added_search *search, cft_window_side *side)
{
    cft_window_link *links = side->links;
    if (side->is_guarded) return;
    side->is_guarded = true;
    for (size_t i = 1; i <= side->link_count; i++) {
        uint32_t token = links[i].order;
        const cft_window_link *parent = &links[links[token].parent];
        bool controlled = window_controls(search, token);
        links[token].controlled = parent->controlled + controlled;
        links[token].open = controlled ? parent->open : token;
    }
}

/* The longest token of a chain that is clear of data: the shorter ones are so, too. */
static uint32_t window_clear(const cft_added_search *search, const cft_window_link *links,
                             uint32_t token)
{
    while (token && window_touches(search, token)) {
        uint32_t jump = links[token].jump;
        token = jump && window_touches(search, jump) ? jump : links[token].parent;
    }
    return token;
}

/* Note the controlled tokens of a chain down to `clear`, the shortest first; of a guard that
 * refuses that alone. The chain is walked only while there is room for attempts. */
static void window_note(const cft_added_search *search, const cft_window_link *links,
                        uint32_t token, uint32_t clear)
{
    const cft_guard *guard = search->guard;
    uint32_t below = links[clear].controlled;
    size_t before = *guard->attempt_count;
    *guard->attempt_count += guard->refuse ? 1 : links[token].controlled - below;
    if (before >= guard->attempt_room) return;
    for (; token != clear; token = links[token].parent) {
        size_t order = links[token].controlled - below;
        if (!window_controls(search, token) || order > guard->attempt_room - before ||
            (guard->refuse && order > 1))
            continue;
        cft_place place = window_place(search, token);
        guard->attempts[before + order - 1] = (cft_guard_attempt){
            place.begin, place.end, search->added->tokens[token - 1].id};
    }
}

/* Of the tokens of a chain, the longest that the guard lets pass. */
static uint32_t window_guarded(const cft_added_search *search, uint32_t token,
                               chatfmt_status *status)
{
    cft_window_side *side = &search->work->sides[search->normalized];
    window_guard(search, side);
    const cft_window_link *links = side->links;
    uint32_t clear = window_clear(search, links, token);
    if (links[token].controlled > links[clear].controlled) {
        window_note(search, links, token, clear);
        if (search->guard->refuse) *status = CHATFMT_SECURITY;
    }
    if (search->guard->match) return token;
    uint32_t open = links[token].open;
    return window_length(search, open) > window_length(search, clear) ? open : clear;
}

const cft_added_token *cft_window_token(cft_added_search *search, size_t *end,
                                        chatfmt_status *status)
{
    uint32_t token = search->work->tokens[search->at - search->window_begin];
    if (token && search->guard) token = window_guarded(search, token, status);
    if (!token) return NULL;
    *end = search->at + window_length(search, token);
    return &search->added->tokens[token - 1];
}
