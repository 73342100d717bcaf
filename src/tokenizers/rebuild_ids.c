/* tokenizers/rebuild_ids.c - ids that a class's parts name by their texts. */
#include "tokenizers/rebuild_ids.h"

#include "tokenizers/load_parts.h"
#include "value/dict.h"
#include "value/list.h"

static bool ids_is(cft_value value, cft_slice text)
{
    return value.kind == CFT_STRING && cft_slice_equal(cft_text_of(value), text);
}

static cft_value ids_vocab(cft_value file)
{
    return cft_load_field(cft_load_field(file, "model"), "vocab");
}

static bool ids_is_zero(cft_value score)
{
    return score.kind == CFT_INT ? !score.as.integer
                                 : score.kind == CFT_FLOAT && !(score.as.real < 0) &&
                                       !(score.as.real > 0);
}

/* The text and the score of a row of a Unigram vocabulary, or NULL. */
static const cft_value *ids_row(const cft_list *rows, uint32_t i)
{
    bool good = rows->items[i].kind == CFT_LIST && rows->items[i].as.list->count == 2;
    return good ? rows->items[i].as.list->items : NULL;
}

/* A text that appears twice has its last id. */
static cft_value ids_of_vocab(cft_value vocab, cft_slice text)
{
    for (uint32_t i = vocab.kind == CFT_LIST ? vocab.as.list->count : 0; i > 0; i--) {
        const cft_value *row = ids_row(vocab.as.list, i - 1);
        if (row && ids_is(row[0], text)) return cft_int(i - 1);
    }
    const cft_entry *entry =
        vocab.kind == CFT_DICT ? cft_dict_find_text(vocab.as.dict, text) : NULL;
    return entry ? entry->value : cft_absent();
}

/* Added tokens that the vocabulary has not are numbered on from its size. */
static cft_value ids_of_added(cft_value file, cft_slice text)
{
    cft_value vocab = ids_vocab(file), added = cft_load_field(file, "added_tokens");
    int64_t next = vocab.kind == CFT_LIST ? vocab.as.list->count
                   : vocab.kind == CFT_DICT ? vocab.as.dict->count : 0;
    for (uint32_t i = 0; added.kind == CFT_LIST && i < added.as.list->count; i++) {
        cft_value content = cft_load_field(added.as.list->items[i], "content");
        if (content.kind != CFT_STRING || !content.length) continue;
        if (ids_is(content, text)) return cft_int(next);
        if (ids_of_vocab(vocab, cft_text_of(content)).kind == CFT_ABSENT) next++;
    }
    return cft_absent();
}

static cft_value ids_of(cft_value file, cft_value text)
{
    if (text.kind != CFT_STRING) return text;
    cft_value id = ids_of_vocab(ids_vocab(file), cft_text_of(text));
    return id.kind == CFT_INT ? id : ids_of_added(file, cft_text_of(text));
}

cft_value cft_rebuild_unknown(cft_value file, cft_value rule)
{
    if (rule.kind != CFT_DICT) return rule;
    cft_value vocab = ids_vocab(file), text = cft_load_field(rule, "text");
    bool any = cft_load_field(rule, "score").kind == CFT_ABSENT;
    for (uint32_t i = 0; vocab.kind == CFT_LIST && i < vocab.as.list->count; i++) {
        const cft_value *row = ids_row(vocab.as.list, i);
        if (row && text.kind == CFT_STRING && ids_is(row[0], cft_text_of(text)) &&
            (any || ids_is_zero(row[1])))
            return cft_int(i);
    }
    return cft_load_field(rule, "otherwise");
}

/* A list whose texts are ids instead; *known is false where one is of no token. */
static chatfmt_status ids_list(cft_heap *heap, cft_value file, cft_value list, uint32_t from,
                               cft_value *out, bool *known)
{
    cft_list_builder b;
    CFT_TRY(cft_list_build(&b, heap, list.as.list->count));
    for (uint32_t i = 0; i < list.as.list->count; i++) {
        cft_value item = i < from ? list.as.list->items[i] : ids_of(file, list.as.list->items[i]);
        *known = *known && item.kind != CFT_ABSENT;
        CFT_TRY(cft_list_push(&b, item));
    }
    return cft_list_end(&b, CFT_LIST, out);
}

/* The special tokens of a template: {text: {id, ids, tokens}}. */
static chatfmt_status ids_tokens(cft_heap *heap, cft_value file, cft_value tokens, cft_value *out,
                                 bool *known)
{
    cft_dict *made;
    CFT_TRY(cft_dict_copy(heap, tokens.as.dict, 0, &made));
    for (uint32_t i = 0; i < made->count; i++) {
        cft_dict *row;
        cft_value ids = cft_load_field(made->entries[i].value, "ids");
        if (ids.kind != CFT_LIST) continue;
        CFT_TRY(ids_list(heap, file, ids, 0, &ids, known));
        CFT_TRY(cft_dict_copy(heap, made->entries[i].value.as.dict, 0, &row));
        CFT_TRY(cft_dict_put(heap, row, cft_string("ids", 3, 0), ids));
        made->entries[i].value = cft_dict_value(row);
    }
    *out = cft_dict_value(made);
    return CHATFMT_OK;
}

chatfmt_status cft_rebuild_post(cft_heap *heap, cft_value file, cft_value post, cft_value *out)
{
    static const cft_slice pairs[] = {{"sep", 3}, {"cls", 3}};
    cft_dict *made;
    bool known = true;
    *out = post;
    if (post.kind != CFT_DICT) return CHATFMT_OK;
    CFT_TRY(cft_dict_copy(heap, post.as.dict, 0, &made));
    for (int i = 0; i < 2; i++) {
        const cft_entry *pair = cft_dict_find_text(made, pairs[i]);
        cft_value list;
        if (!pair || pair->value.kind != CFT_LIST) continue;
        CFT_TRY(ids_list(heap, file, pair->value, 1, &list, &known));
        CFT_TRY(cft_dict_put(heap, made, pair->key, list));
    }
    const cft_entry *tokens = cft_dict_find_text(made, CFT_LIT("special_tokens"));
    if (tokens && tokens->value.kind == CFT_DICT) {
        cft_value inner;
        CFT_TRY(ids_tokens(heap, file, tokens->value, &inner, &known));
        CFT_TRY(cft_dict_put(heap, made, tokens->key, inner));
    }
    *out = known ? cft_dict_value(made) : cft_absent();
    return CHATFMT_OK;
}
