/* tokenizers/added.c - the search for added tokens. Source: AddedVocabulary::find_matches. */
#include "tokenizers/added.h"

#include "tokenizers/added_window.h"
#include "regex/char_class.h"

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

/* ---- the trie of a set ---- */

/* A text as the trie has it; a reversed one is written to `room`. */
static cft_slice added_reverse(cft_slice text, char *room)
{
    if (!room) return text;
    for (size_t i = 0; i < text.length; i++) room[i] = text.data[text.length - 1 - i];
    return cft_slice_of(room, text.length);
}

/* Two contents may become one text: the reference takes either; here the lower id. */
chatfmt_status cft_added_trie(cft_trie *trie, const cft_added *added, bool normalized,
                              bool reversed)
{
    const chatfmt_allocator *a = &added->allocator;
    size_t bytes = 1, text_bytes = (added->count + 1) * sizeof(cft_trie_text), count = 0;
    for (size_t i = 0; i < added->count; i++)
        if (added->tokens[i].normalized == normalized) bytes += added->tokens[i].pattern.length;
    cft_trie_text *texts = cft_allocate(a, text_bytes);
    char *turned = reversed ? cft_allocate(a, bytes) : NULL, *room = turned;
    bool good = texts && (turned || !reversed);
    for (size_t i = 0; good && i < added->count; i++) {
        const cft_added_token *token = &added->tokens[i];
        if (token->normalized != normalized || token->of_model || !token->pattern.length)
            continue;
        texts[count++] = (cft_trie_text){added_reverse(token->pattern, room), (uint32_t)i + 1,
                                         token->id};
        if (room) room += token->pattern.length;
    }
    chatfmt_status status = good ? cft_trie_build(trie, a, texts, count, added->count)
                                 : CHATFMT_NO_MEMORY;
    cft_release(a, texts, text_bytes);
    cft_release(a, turned, bytes);
    return status;
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
    CFT_TRY(cft_added_trie(&added->raw, added, false, false));
    return cft_added_trie(&added->normalized, added, true, false);
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

/* Where a match begins that goes before the one at [begin, end), because it is longer and
 * overlaps it, or one that does; `begin` when there is none. */
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
        if (token->rstrip) end = added_space_after(search, end);
        /* The reference's search does not know of this white space: it may be matched once more.
         * llama.cpp's goes on after it. */
        if (search->added->ascii_strip) search->at = end;
        *match = (cft_added_match){begin, end, token};
        return true;
    }
    return false;
}
