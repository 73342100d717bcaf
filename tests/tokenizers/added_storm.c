/* tests/tokenizers/added_storm.c - the search for added tokens against its rule, spelled out.
 *
 * usage: added_storm COUNT SEED
 *
 * Random sets of tokens over few letters, so that they overlap and begin and end with each other,
 * are searched for in random texts, with and without a guard. What is found, what the guard is
 * told and what it refuses must be the rule's, whether the search walks or opens windows.
 */
#include "tokenizers/added_window.h"

#include <stdio.h>
#include <stdlib.h>

enum { STORM_TOKENS = 12, STORM_TEXT = 160, STORM_LENGTH = 24, STORM_ATTEMPTS = 16 };

static uint64_t storm_state;

static uint32_t storm_next(uint32_t below)
{
    storm_state = storm_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((storm_state >> 33) % below);
}

/* What one search gives. */
typedef struct storm_run {
    cft_added_match matches[STORM_TEXT * 2];
    size_t count;
    chatfmt_status status;
    cft_guard_attempt attempts[STORM_ATTEMPTS];
    size_t attempt_count;
} storm_run;

static const char *const storm_letters[] = {"a", "a", "a", "a", "b", "b", " ", " ", "\n",
                                            "\xC2\xA0", "\xC3\xA9", "<"};

static size_t storm_write(char *text, size_t most)
{
    size_t length = 0, wanted = 1 + storm_next((uint32_t)most - 2);
    uint32_t letters = 1 + storm_next(12);
    while (length < wanted) {
        const char *letter = storm_letters[storm_next(letters)];
        for (; *letter; letter++) text[length++] = *letter;
    }
    return length;
}

static void storm_tokens(cft_added *added, char texts[STORM_TOKENS][STORM_LENGTH])
{
    for (size_t i = 0; i < added->count; i++) {
        cft_slice text = {texts[i], storm_write(texts[i], STORM_LENGTH / 2)};
        uint32_t like = storm_next(4), other = i ? storm_next((uint32_t)i) : 0;
        if (i && like < 3) { /* a relative of another token: longer before or after, or a part */
            cft_slice old = added->tokens[other].content;
            size_t room = STORM_LENGTH - text.length;
            size_t taken = old.length < room ? old.length : room;
            if (like == 0) memmove(texts[i] + taken, texts[i], text.length);
            memcpy(texts[i] + (like == 0 ? 0 : text.length), old.data, taken);
            text.length += taken;
            while (cft_utf8_check(text.data, text.length) != text.length) text.length--;
        }
        uint32_t flags = storm_next(8) ? 0 : storm_next(8);
        added->tokens[i] = (cft_added_token){.content = text,
                                             .pattern = text,
                                             .id = 100 + (uint32_t)i,
                                             .single_word = (flags & 1) != 0,
                                             .lstrip = (flags & 2) != 0,
                                             .rstrip = (flags & 4) != 0};
    }
}

/* ---- the rule ---- */

static int rule_touches(const cft_guard *guard, size_t begin, size_t end)
{
    for (size_t i = 0; i < guard->data_count; i++)
        if (guard->data[i].begin < end && guard->data[i].end > begin) return 1;
    return 0;
}

/* Offer every token that begins at `at`, the shorter first; the last that may be taken. */
static const cft_added_token *rule_here(const cft_added *added, const cft_guard *guard,
                                        cft_slice text, size_t at, storm_run *run)
{
    const cft_added_token *best = NULL;
    for (size_t length = 1; length <= text.length - at; length++) {
        const cft_added_token *token = NULL;
        for (size_t i = added->count; i--;)
            if (added->tokens[i].pattern.length == length &&
                !memcmp(added->tokens[i].pattern.data, text.data + at, length))
                token = &added->tokens[i];
        if (!token) continue;
        int controlled = guard && guard->controlled[token - added->tokens] & CFT_GUARD_MATCH;
        if (controlled && rule_touches(guard, at, at + length)) {
            if (run->attempt_count < STORM_ATTEMPTS)
                run->attempts[run->attempt_count] =
                    (cft_guard_attempt){(uint32_t)at, (uint32_t)(at + length), token->id};
            run->attempt_count++;
            if (guard->refuse) run->status = CHATFMT_SECURITY;
            if (guard->refuse) return NULL;
            if (!guard->match) continue;
        }
        best = token;
    }
    return best;
}

static int rule_is(const char *data, size_t at, size_t length, uint32_t set, const char **end)
{
    if (at >= length) return 0;
    const char *p = data + at;
    uint32_t code = cft_utf8_next(&p);
    *end = p;
    if (set) return code == ' ' || code == '\n' || code == 0xA0;
    return code == 'a' || code == 'b' || code == 0xE9;
}

static int rule_is_before(const char *data, size_t at, uint32_t set, size_t *begin)
{
    const char *end;
    if (!at) return 0;
    for (*begin = at - 1; (data[*begin] & 0xC0) == 0x80;) --*begin;
    return rule_is(data, *begin, at, set, &end);
}

static void rule_search(const cft_added *added, const cft_guard *guard, cft_slice text,
                        storm_run *run)
{
    size_t at = 0, previous = 0, before;
    const char *next;
    while (at < text.length && !run->status) {
        const cft_added_token *token = rule_here(added, guard, text, at, run);
        size_t begin = at++;
        if (!token) continue;
        size_t end = at = begin + token->pattern.length;
        if (token->single_word && (rule_is_before(text.data, begin, 0, &before) ||
                                   rule_is(text.data, end, text.length, 0, &next)))
            continue;
        while (token->lstrip && rule_is_before(text.data, begin, 1, &before)) begin = before;
        if (token->lstrip && begin < previous) begin = previous;
        while (token->rstrip && rule_is(text.data, end, text.length, 1, &next))
            end = (size_t)(next - text.data);
        run->matches[run->count++] = (cft_added_match){begin, end, token};
        previous = end;
    }
}

/* ---- both ---- */

static void storm_search(const cft_added *added, const cft_guard *guard, cft_slice text,
                         cft_window_work *windows, int opens, storm_run *run)
{
    cft_token_view view = {text.data, text.length, NULL, 0};
    cft_added_search search;
    cft_window_new_guard(windows);
    cft_added_begin(&search, added, false, &view, guard, windows);
    if (opens) search.steps = SIZE_MAX; /* all credit is used up */
    while (cft_added_next(&search, &run->matches[run->count], &run->status))
        search.previous = run->matches[run->count++].end;
}

static int storm_equal(const storm_run *a, const storm_run *b)
{
    size_t kept = a->attempt_count < STORM_ATTEMPTS ? a->attempt_count : STORM_ATTEMPTS;
    if (a->count != b->count || a->status != b->status || a->attempt_count != b->attempt_count)
        return 0;
    for (size_t i = 0; i < a->count; i++)
        if (a->matches[i].begin != b->matches[i].begin || a->matches[i].end != b->matches[i].end ||
            a->matches[i].token != b->matches[i].token)
            return 0;
    return !kept || !memcmp(a->attempts, b->attempts, kept * sizeof *a->attempts);
}

/* Ranges of data at random; half of the guards have many. */
static size_t storm_data(cft_place *data, size_t length)
{
    size_t count = 0;
    uint32_t step = 1 + storm_next(2) * 20 + storm_next(8);
    for (size_t at = storm_next(step + 1); at < length; at += 1 + storm_next(step)) {
        size_t end = at + 1 + storm_next(step);
        if (end > length) end = length;
        data[count++] = (cft_place){(uint32_t)at, (uint32_t)end};
        at = end;
    }
    return count;
}

static int storm_text(const cft_added *added, cft_window_work *windows, cft_slice text)
{
    static storm_run rule, runs[2];
    static cft_place data[STORM_TEXT];
    uint8_t controlled[STORM_TOKENS];
    cft_guard guard = {.data = data, .controlled = controlled, .attempt_room = STORM_ATTEMPTS};
    uint32_t kind = storm_next(6);
    memset(&rule, 0, sizeof rule);
    memset(runs, 0, sizeof runs);
    guard.refuse = kind == 0;
    guard.match = kind == 1;
    guard.data_count = storm_data(data, text.length);
    for (int i = 0; i < STORM_TOKENS; i++) controlled[i] = storm_next(3) ? CFT_GUARD_MATCH : 0;
    rule_search(added, kind < 5 ? &guard : NULL, text, &rule);
    for (int opens = 0; opens < 2; opens++) {
        guard.attempts = runs[opens].attempts;
        guard.attempt_count = &runs[opens].attempt_count;
        storm_search(added, kind < 5 ? &guard : NULL, text, windows, opens, &runs[opens]);
        if (storm_equal(&rule, &runs[opens])) continue;
        printf("%s: %zu matches for %zu, %zu attempts for %zu, status %d for %d, in '%.*s'\n",
               opens ? "window" : "walk", runs[opens].count, rule.count,
               runs[opens].attempt_count, rule.attempt_count, (int)runs[opens].status,
               (int)rule.status, (int)text.length, text.data);
        for (size_t i = 0; i < added->count; i++)
            printf("  '%.*s'\n", (int)added->tokens[i].content.length,
                   added->tokens[i].content.data);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static char texts[STORM_TOKENS][STORM_LENGTH], text[STORM_TEXT];
    long count = argc > 1 ? atol(argv[1]) : 0, wrong = 0;
    chatfmt_allocator memory = cft_allocator_or_default(NULL);
    storm_state = argc > 2 ? (uint64_t)atoll(argv[2]) : 1;
    for (long done = 0; done < count && !wrong;) {
        cft_added_token tokens[STORM_TOKENS];
        cft_added added = {.allocator = memory, .tokens = tokens, .count = 1 + storm_next(STORM_TOKENS)};
        cft_window_work windows;
        storm_tokens(&added, texts);
        cft_window_init(&windows, &memory);
        if (cft_added_prepare(&added)) return 2;
        for (int i = 0; i < 50; i++, done++)
            wrong += storm_text(&added, &windows,
                                cft_slice_of(text, storm_write(text, STORM_TEXT - 4)));
        cft_window_free(&windows);
        added.tokens = NULL;
        cft_added_free(&added);
    }
    if (!wrong && count > 0) printf("ok: %ld texts\n", count);
    return wrong || count <= 0;
}
