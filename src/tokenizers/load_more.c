/* tokenizers/load_more.c - added tokens that another file than tokenizer.json names.
 *
 * The tokenizer is whole already, perhaps from a compiled file; its table of added tokens is made
 * again with more rows, and nothing else changes.
 * Source: AddedVocabulary::add_tokens of tokenizers 0.23.
 */
#include "tokenizers/tokenizer.h"

static chatfmt_status more_normalize(cft_tokenizer *t, cft_encoder *encoder,
                                     cft_added_token *token)
{
    token->pattern = token->content;
    if (!token->normalized) return CHATFMT_OK;
    cft_token_view view = {token->content.data, token->content.length, NULL, 0};
    CFT_TRY(cft_normalize(encoder, t->normalizers, t->normalizer_count, encoder->texts, &view));
    char *copy = cft_arena_copy(&t->arena, view.data, view.length);
    if (!copy) return CHATFMT_NO_MEMORY;
    token->pattern = cft_slice_of(copy, view.length);
    return CHATFMT_OK;
}

chatfmt_status cft_tokenizer_seen(const cft_tokenizer *t, size_t count, size_t bytes,
                                  cft_vocab *seen)
{
    for (size_t i = 0; i < t->added.count; i++) bytes += t->added.tokens[i].content.length;
    CFT_TRY(cft_vocab_init(seen, &t->allocator, t->added.count + count, bytes));
    for (size_t i = 0; i < t->added.count; i++)
        CFT_TRY(cft_vocab_put(seen, t->added.tokens[i].content, (uint32_t)i));
    return CHATFMT_OK;
}

/* What is added to, and the first free id. */
typedef struct more_work {
    cft_tokenizer *tokenizer;
    cft_encoder encoder;
    cft_vocab seen;
    cft_added made;
    uint32_t next;
} more_work;

/* A new text is numbered on after the vocabulary and the tokens that are there. */
static chatfmt_status more_put(more_work *work, const cft_added_token *given)
{
    cft_tokenizer *t = work->tokenizer;
    cft_added *made = &work->made;
    cft_added_token token = *given;
    if (!token.content.length) return CHATFMT_OK;
    uint32_t at = cft_vocab_find(&work->seen, token.content.data, token.content.length);
    if (at != CFT_NO_TOKEN) {
        token.content = made->tokens[at].content;
        token.id = made->tokens[at].id;
        token.special = token.special || made->tokens[at].special;
    } else {
        char *copy = cft_arena_copy(&t->arena, token.content.data, token.content.length);
        if (!copy) return CHATFMT_NO_MEMORY;
        token.content = cft_slice_of(copy, token.content.length);
        token.id = cft_tokenizer_model_find(t, token.content);
        if (token.id == CFT_NO_TOKEN) token.id = work->next++;
        at = (uint32_t)made->count++;
        CFT_TRY(cft_vocab_put(&work->seen, token.content, at));
    }
    CFT_TRY(more_normalize(t, &work->encoder, &token));
    made->tokens[at] = token;
    return CHATFMT_OK;
}

/* The first free id. A class that is given no more than vocabulary and merges adds all tokens at
 * once, so that ids which the vocabulary gives to some of them do not count. */
static uint32_t more_first(const cft_tokenizer *t)
{
    uint32_t next = t->model_count;
    for (size_t i = 0; i < t->added.count; i++) {
        const cft_added_token *token = &t->added.tokens[i];
        if (!t->of_class && token->id >= next) next = token->id + 1;
        else if (t->of_class) next += cft_tokenizer_model_find(t, token->content) == CFT_NO_TOKEN;
    }
    return next;
}

static chatfmt_status more_all(more_work *work, const cft_added_token *more, size_t count)
{
    cft_tokenizer *t = work->tokenizer;
    cft_added *made = &work->made;
    size_t bytes;
    if (!cft_size_multiply(t->added.count + count, sizeof *made->tokens, &bytes))
        return CHATFMT_NO_MEMORY;
    made->tokens = cft_allocate(&t->allocator, bytes);
    if (!made->tokens) return CHATFMT_NO_MEMORY;
    made->capacity = t->added.count + count;
    made->count = t->added.count;
    if (made->count) memcpy(made->tokens, t->added.tokens, made->count * sizeof *made->tokens);
    work->next = more_first(t);
    for (size_t i = 0; i < count; i++) CFT_TRY(more_put(work, &more[i]));
    return cft_added_prepare(made);
}

chatfmt_status cft_tokenizer_add(cft_tokenizer *t, const cft_added_token *more, size_t count)
{
    more_work work = {.tokenizer = t,
                      .made = {.allocator = t->allocator,
                               .raw = {.lone = -1},
                               .normalized = {.lone = -1}}};
    size_t bytes = 0;
    if (!count) return CHATFMT_OK;
    for (size_t i = 0; i < count; i++) bytes += more[i].content.length;
    cft_budget_settle(&t->budget);
    cft_budget_begin(&t->budget, &cft_load_rates, bytes);
    chatfmt_status status = cft_encoder_init(&work.encoder, t, &t->allocator, 1);
    cft_encoder_charge(&work.encoder, &t->budget);
    if (!status) status = cft_tokenizer_seen(t, count, bytes, &work.seen);
    if (!status) status = more_all(&work, more, count);
    cft_vocab_free(&work.seen);
    cft_encoder_free(&work.encoder);
    cft_added_free(status ? &work.made : &t->added);
    if (!status) t->added = work.made;
    return cft_budget_status(&t->budget, status);
}
