/* tokenizers/normalize_pieces.c - the normalizer of a SentencePiece model, and llama.cpp's of
 * one.
 *
 * Both go through the text by what the map of characters replaces, and leave user-defined
 * pieces as they are. Source: Normalizer::Normalize of SentencePiece, llm_tokenizer_ugm of
 * llama.cpp.
 */
#include "tokenizers/normalize_words.h"

#include "tokenizers/charsmap.h"

enum { PIECES_STEPS = 4 }; /* of a trie, for one of fuel */

/* A rewriting at work. */
typedef struct pieces_run {
    const cft_piece_rules *rules;
    const cft_token_view *view;
    cft_token_text *out;
    size_t at, width; /* what is being replaced */
    size_t looked;    /* bytes that were looked at and not paid for */
    cft_place place;  /* … and where it is      */
    bool after_space, opened;
} pieces_run;

static chatfmt_status pieces_write(pieces_run *run, const char *data, size_t length)
{
    return cft_token_put(run->out, data, length, run->place);
}

static chatfmt_status pieces_space(pieces_run *run)
{
    return pieces_write(run, "\xE2\x96\x81", 3);
}

/* Looking for a piece at each place goes over the same bytes again. */
static chatfmt_status pieces_pay(pieces_run *run)
{
    size_t steps = run->looked / PIECES_STEPS;
    run->looked %= PIECES_STEPS;
    return cft_budget_spend(run->out->budget, steps);
}

/* The longest user-defined piece that the rest begins with. */
static size_t pieces_user(pieces_run *run, const char *data, size_t length)
{
    const cft_trie *trie = &run->rules->user;
    size_t longest = 0, at = 0;
    for (uint32_t node = 0; trie->any && at < length;) {
        uint8_t byte = (uint8_t)data[at++];
        node = node ? cft_trie_step(trie, node, byte) : trie->first[byte];
        if (!node) break;
        if (trie->nodes[node].token) longest = at;
    }
    run->looked += at;
    return longest;
}

void cft_piece_rules_prepare(cft_piece_rules *rules)
{
    for (unsigned c = 0; c < 128; c++) {
        char character = (char)c;
        cft_slice unused;
        size_t looked = 0;
        (void)cft_charsmap_find(&rules->map, &character, 1, true, &unused, &looked);
        rules->plain[c] = !looked && !rules->user.first[c] && c != ' ';
    }
}

/* Copy what stays as it is, character by character. */
static chatfmt_status pieces_copy(pieces_run *run)
{
    const char *data = run->view->data;
    size_t end = run->at;
    while (end < run->view->length && run->rules->plain[(unsigned char)data[end]]) end++;
    run->width = end - run->at;
    if (!run->width) return CHATFMT_OK;
    run->after_space = false;
    return cft_token_copy(run->out, run->view, run->at, end);
}

/* What the text at run->at becomes; sets run->width. */
static cft_slice pieces_next(pieces_run *run)
{
    const char *data = run->view->data + run->at;
    size_t left = run->view->length - run->at;
    cft_slice text;
    run->width = pieces_user(run, data, left);
    if (run->width) return cft_slice_of(data, run->width);
    run->width = cft_charsmap_find(&run->rules->map, data, left, true, &text, &run->looked);
    if (run->width) return text;
    run->width = cft_utf8_width((unsigned char)data[0]);
    return cft_slice_of(data, run->width);
}

static void pieces_take_place(pieces_run *run)
{
    if (run->out->tracks)
        run->place = cft_token_range(run->view, run->at, run->at + run->width);
}

static chatfmt_status pieces_put(pieces_run *run, cft_slice text)
{
    while (run->after_space && text.length && text.data[0] == ' ')
        text = cft_slice_of(text.data + 1, text.length - 1);
    for (size_t done = 0, at = 0; at <= text.length; at++) {
        if (at < text.length && text.data[at] != ' ') continue;
        CFT_TRY(pieces_write(run, text.data + done, at - done));
        if (at < text.length) CFT_TRY(pieces_space(run));
        done = at + 1;
    }
    if (text.length) run->after_space = text.data[text.length - 1] == ' ';
    if (!run->rules->collapses) run->after_space = false;
    return CHATFMT_OK;
}

static void pieces_trim(pieces_run *run)
{
    cft_token_text *out = run->out;
    const cft_slice space = CFT_LIT("\xE2\x96\x81");
    while (out->length >= space.length &&
           memcmp(out->data + out->length - space.length, space.data, space.length) == 0)
        out->length -= space.length;
}

static chatfmt_status pieces_run_all(pieces_run *run)
{
    const cft_piece_rules *rules = run->rules;
    size_t end = run->view->length;
    while (rules->collapses && run->at < end) {
        CFT_TRY(pieces_pay(run));
        if (!cft_slice_equal(pieces_next(run), CFT_LIT(" "))) break;
        run->at += run->width;
    }
    if (run->at == end) return CHATFMT_OK;
    (void)pieces_next(run);
    pieces_take_place(run);
    if (rules->prefix) CFT_TRY(pieces_space(run));
    run->after_space = rules->collapses;
    for (; run->at < end; run->at += run->width) {
        CFT_TRY(pieces_copy(run));
        if (run->width) continue;
        cft_slice text = pieces_next(run);
        pieces_take_place(run);
        CFT_TRY(pieces_pay(run));
        CFT_TRY(pieces_put(run, text));
    }
    if (rules->collapses) pieces_trim(run);
    return CHATFMT_OK;
}

/* llama.cpp looks at each byte of what the map gives. */
static chatfmt_status pieces_bytes(pieces_run *run, cft_slice text)
{
    const cft_piece_rules *rules = run->rules;
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] == ' ') {
            run->after_space = true;
            if (!rules->collapses) CFT_TRY(pieces_space(run));
            continue;
        }
        if (run->after_space) {
            run->after_space = false;
            if ((rules->prefix && !run->opened) || rules->collapses) {
                CFT_TRY(pieces_space(run));
                run->opened = true;
            }
        }
        CFT_TRY(pieces_write(run, text.data + i, 1));
    }
    return CHATFMT_OK;
}

static chatfmt_status pieces_llama(pieces_run *run)
{
    run->after_space = true;
    for (; run->at < run->view->length; run->at += run->width) {
        run->width = 0;
        if (!run->after_space) CFT_TRY(pieces_copy(run));
        if (run->width) continue;
        cft_slice text = pieces_next(run);
        pieces_take_place(run);
        CFT_TRY(pieces_pay(run));
        CFT_TRY(pieces_bytes(run, text));
    }
    return CHATFMT_OK;
}

chatfmt_status cft_normalize_pieces(const cft_piece_rules *rules, const cft_token_view *view,
                                    cft_token_text *out)
{
    pieces_run run = {.rules = rules, .view = view, .out = out};
    return rules->llama ? pieces_llama(&run) : pieces_run_all(&run);
}
