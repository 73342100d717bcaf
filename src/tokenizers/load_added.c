/* tokenizers/load_added.c - the added tokens of a tokenizer.json.
 *
 * The ids in the file are not what counts: a token that the model knows has the model's id, the
 * others are numbered on from the size of the vocabulary, in the order of the file.
 * Source: AddedVocabulary::add_tokens.
 */
#include "tokenizers/tokenizer.h"

static chatfmt_status added_flag(cft_heap *heap, cft_value object, const char *name, size_t index,
                                 bool *out)
{
    cft_value value = cft_load_field(object, name);
    if (value.kind != CFT_BOOL)
        return cft_raise(heap, CHATFMT_INPUT, "added_tokens[%zu].%s: expected true or false",
                         index, name);
    *out = value.as.boolean;
    return CHATFMT_OK;
}

static chatfmt_status added_read(cft_tokenizer *t, cft_heap *heap, cft_value object, size_t index,
                                 cft_added_token *token)
{
    cft_value content = cft_load_field(object, "content");
    if (content.kind != CFT_STRING)
        return cft_raise(heap, CHATFMT_INPUT, "added_tokens[%zu].content: expected a string",
                         index);
    CFT_TRY(cft_load_keep(t, heap, cft_text_of(content), &token->content));
    CFT_TRY(added_flag(heap, object, "single_word", index, &token->single_word));
    CFT_TRY(added_flag(heap, object, "lstrip", index, &token->lstrip));
    CFT_TRY(added_flag(heap, object, "rstrip", index, &token->rstrip));
    CFT_TRY(added_flag(heap, object, "normalized", index, &token->normalized));
    return added_flag(heap, object, "special", index, &token->special);
}

static chatfmt_status added_normalize(cft_tokenizer *t, cft_heap *heap, cft_encoder *encoder,
                                      cft_added_token *token)
{
    token->pattern = token->content;
    if (!token->normalized) return CHATFMT_OK;
    cft_token_view view = {token->content.data, token->content.length, NULL, 0};
    chatfmt_status status =
        cft_normalize(encoder, t->normalizers, t->normalizer_count, encoder->texts, &view);
    status = cft_budget_status(encoder->budget, status);
    if (status) return cft_raise(heap, status, "%s", chatfmt_status_text(status));
    return cft_load_keep(t, heap, cft_slice_of(view.data, view.length), &token->pattern);
}

static void added_merge(cft_added_token *old, const cft_added_token *token)
{
    bool special = old->special || token->special;
    uint32_t id = old->id;
    *old = *token;
    old->special = special;
    old->id = id;
}

static chatfmt_status added_all(cft_tokenizer *t, cft_heap *heap, cft_encoder *encoder,
                                cft_vocab *seen, const cft_list *list)
{
    const cft_vocab *vocab = cft_tokenizer_texts(t);
    uint32_t next = t->model_count;
    for (size_t i = 0; i < list->count; i++) {
        cft_added_token token = {.id = 0};
        CFT_TRY(added_read(t, heap, list->items[i], i, &token));
        if (!token.content.length) continue;
        CFT_TRY(added_normalize(t, heap, encoder, &token));
        uint32_t index = cft_vocab_find(seen, token.content.data, token.content.length);
        if (index != CFT_NO_TOKEN) {
            added_merge(&t->added.tokens[index], &token);
            continue;
        }
        token.id = cft_vocab_find(vocab, token.content.data, token.content.length);
        if (token.id == CFT_NO_TOKEN) token.id = next++;
        chatfmt_status status = cft_vocab_put(seen, token.content, (uint32_t)t->added.count);
        if (status) return cft_raise(heap, status, "%s", chatfmt_status_text(status));
        t->added.tokens[t->added.count++] = token;
    }
    return CHATFMT_OK;
}

chatfmt_status cft_load_added(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    static const cft_list empty = {0, 0, NULL};
    bool none = part.kind == CFT_ABSENT || part.kind == CFT_NONE;
    if (!none && part.kind != CFT_LIST)
        return cft_raise(heap, CHATFMT_INPUT, "added_tokens: expected an array");
    const cft_list *list = none ? &empty : part.as.list;
    size_t bytes = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        cft_value content = cft_load_field(list->items[i], "content");
        if (content.kind == CFT_STRING) bytes += content.length;
    }
    t->added.allocator = t->allocator;
    t->added.tokens =
        cft_allocate(&t->allocator, (list->count + (size_t)1) * sizeof *t->added.tokens);
    if (!t->added.tokens) return cft_raise(heap, CHATFMT_NO_MEMORY, "out of memory");
    t->added.capacity = list->count + (size_t)1;
    cft_vocab seen;
    cft_encoder encoder;
    chatfmt_status status = cft_vocab_init(&seen, &t->allocator, list->count, bytes);
    if (!status) status = cft_encoder_init(&encoder, t, &t->allocator, 1);
    if (status) {
        cft_vocab_free(&seen);
        return cft_raise(heap, status, "%s", chatfmt_status_text(status));
    }
    cft_encoder_charge(&encoder, &t->budget);
    status = added_all(t, heap, &encoder, &seen, list);
    cft_encoder_free(&encoder);
    cft_vocab_free(&seen);
    CFT_TRY(status);
    status = cft_added_prepare(&t->added);
    if (status == CHATFMT_LIMIT && !t->budget.broken)
        return cft_raise(heap, status, "added_tokens: all of them together, normalized, have more "
                                       "than 16777216 bytes");
    return status ? cft_raise(heap, status, "%s", chatfmt_status_text(status)) : CHATFMT_OK;
}
