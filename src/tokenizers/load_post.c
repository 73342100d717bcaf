/* tokenizers/load_post.c - the post-processor of a file: tokens before and after the text, and
 * how places are trimmed. */
#include "tokenizers/load_parts.h"

#include "value/dict.h"

static chatfmt_status post_add(cft_tokenizer *t, cft_heap *heap, cft_post post)
{
    if (t->post_count == CFT_STEPS)
        return cft_raise(heap, CHATFMT_LIMIT, "post_processor: more than %d steps", CFT_STEPS);
    t->posts[t->post_count++] = post;
    return CHATFMT_OK;
}

static chatfmt_status post_trim(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    bool trims;
    cft_post post = {.kind = CFT_POST_TRIM};
    CFT_TRY(cft_load_flag(heap, part, "trim_offsets", "post_processor", true, &trims));
    CFT_TRY(cft_load_flag(heap, part, "add_prefix_space", "post_processor", true,
                          &post.prefix_space));
    return trims ? post_add(t, heap, post) : CHATFMT_OK;
}

/* The type id of an item of a template; 0 when there is none. */
static uint32_t post_type(cft_value item)
{
    cft_value type = cft_load_field(item, "type_id");
    bool good = type.kind == CFT_INT && type.as.integer >= 0 && type.as.integer < UINT32_MAX;
    return good ? (uint32_t)type.as.integer : 0;
}

/* The ids of one special token of a template, appended to `ids`, and their type after all. */
static chatfmt_status post_ids(cft_heap *heap, cft_value tokens, cft_value item, uint32_t *ids,
                               size_t *count, size_t room)
{
    cft_value name = cft_load_field(item, "id");
    cft_value list = cft_absent();
    if (name.kind == CFT_STRING && tokens.kind == CFT_DICT) {
        const cft_entry *entry = cft_dict_find_text(tokens.as.dict, cft_text_of(name));
        if (entry) list = cft_load_field(entry->value, "ids");
    }
    if (list.kind != CFT_LIST)
        return cft_raise(heap, CHATFMT_INPUT,
                         "post_processor.special_tokens: a token of the template is missing");
    for (uint32_t i = 0; i < list.as.list->count; i++) {
        cft_value id = list.as.list->items[i];
        if (id.kind != CFT_INT || id.as.integer < 0 || id.as.integer >= UINT32_MAX ||
            *count == room)
            return cft_raise(heap, CHATFMT_INPUT, "post_processor.special_tokens: bad ids");
        ids[room + *count] = post_type(item);
        ids[(*count)++] = (uint32_t)id.as.integer;
    }
    return CHATFMT_OK;
}

enum { POST_ROOM = 256 }; /* ids of a template */

/* The template of two texts; *out stays NULL where it has not each of them exactly once. */
static chatfmt_status post_two(cft_tokenizer *t, cft_heap *heap, cft_value part,
                               const cft_pair_template **out)
{
    cft_value items = cft_load_field(part, "pair");
    cft_value tokens = cft_load_field(part, "special_tokens");
    cft_pair_template *made = cft_arena_array(&t->arena, 1, sizeof *made);
    uint32_t *ids = cft_arena_array(&t->arena, (size_t)POST_ROOM * 2, sizeof *ids);
    size_t count = 0, texts = 0;
    if (!made || !ids) return cft_raise(heap, CHATFMT_NO_MEMORY, "out of memory");
    *made = (cft_pair_template){.ids = ids, .types = ids + POST_ROOM};
    for (uint32_t i = 0; items.kind == CFT_LIST && i < items.as.list->count; i++) {
        cft_value item = items.as.list->items[i];
        cft_value special = cft_load_field(item, "SpecialToken");
        cft_value sequence = cft_load_field(item, "Sequence");
        if (special.kind == CFT_DICT) {
            CFT_TRY(post_ids(heap, tokens, special, ids, &count, POST_ROOM));
            continue;
        }
        bool second = cft_load_is(cft_load_field(sequence, "id"), "B");
        if (texts == 2 || (texts && made->order[0] == second)) return CHATFMT_OK;
        made->ends[texts] = count;
        made->order[texts++] = second;
        made->text_types[second] = post_type(sequence);
    }
    made->ends[2] = count;
    if (texts == 2) *out = made;
    return CHATFMT_OK;
}

static chatfmt_status post_template(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    const cft_pair_template *pair = NULL;
    cft_value single = cft_load_field(part, "single");
    cft_value tokens = cft_load_field(part, "special_tokens");
    if (single.kind != CFT_LIST)
        return cft_raise(heap, CHATFMT_INPUT, "post_processor.single: expected an array");
    uint32_t *ids = cft_arena_array(&t->arena, (size_t)POST_ROOM * 2, sizeof *ids), text_type = 0;
    if (!ids) return cft_raise(heap, CHATFMT_NO_MEMORY, "out of memory");
    size_t count = 0, before = 0, sequences = 0;
    for (uint32_t i = 0; i < single.as.list->count; i++) {
        cft_value item = single.as.list->items[i];
        cft_value special = cft_load_field(item, "SpecialToken");
        if (special.kind == CFT_DICT) {
            CFT_TRY(post_ids(heap, tokens, special, ids, &count, POST_ROOM));
            continue;
        }
        cft_value sequence = cft_load_field(item, "Sequence");
        if (!cft_load_is(cft_load_field(sequence, "id"), "A") || sequences++)
            return cft_raise(heap, CHATFMT_UNSUPPORTED,
                             "post_processor.single: expected the text exactly once");
        before = count;
        text_type = post_type(sequence);
    }
    if (!sequences)
        return cft_raise(heap, CHATFMT_UNSUPPORTED, "post_processor.single: no text in it");
    CFT_TRY(post_two(t, heap, part, &pair));
    return post_add(t, heap,
                    (cft_post){.kind = CFT_POST_TEMPLATE,
                               .before = ids,
                               .before_count = before,
                               .after = ids + before,
                               .after_count = count - before,
                               .types = ids + POST_ROOM,
                               .text_type = text_type,
                               .pair = pair});
}

/* [text, id] of Bert and Roberta. */
static chatfmt_status post_pair(cft_heap *heap, cft_value part, const char *name, uint32_t *out)
{
    cft_value pair = cft_load_field(part, name);
    if (pair.kind != CFT_LIST || pair.as.list->count != 2 ||
        pair.as.list->items[1].kind != CFT_INT || pair.as.list->items[1].as.integer < 0 ||
        pair.as.list->items[1].as.integer >= UINT32_MAX)
        return cft_raise(heap, CHATFMT_INPUT, "post_processor.%s: expected [text, id]", name);
    *out = (uint32_t)pair.as.list->items[1].as.integer;
    return CHATFMT_OK;
}

/* CLS, SEP and, of two texts, a SEP that Roberta has twice between them; the second text has type
 * 1 with Bert. */
static chatfmt_status post_ends(cft_tokenizer *t, cft_heap *heap, cft_value part, bool roberta)
{
    cft_pair_template *pair = cft_arena_array(&t->arena, 1, sizeof *pair);
    uint32_t *ids = cft_arena_array(&t->arena, 8, sizeof *ids), second = !roberta;
    if (!ids || !pair) return cft_raise(heap, CHATFMT_NO_MEMORY, "out of memory");
    memset(ids, 0, 8 * sizeof *ids);
    CFT_TRY(post_pair(heap, part, "cls", &ids[0]));
    CFT_TRY(post_pair(heap, part, "sep", &ids[1]));
    ids[2] = ids[3] = ids[1];
    *pair = (cft_pair_template){.ids = ids,
                                .types = ids + 4,
                                .ends = {1, roberta ? 3 : 2, roberta ? 4 : 3},
                                .order = {0, 1},
                                .text_types = {0, second}};
    if (!roberta) ids[4 + 2] = second;
    return post_add(t, heap,
                    (cft_post){.kind = CFT_POST_TEMPLATE,
                               .before = ids,
                               .before_count = 1,
                               .after = ids + 1,
                               .after_count = 1,
                               .types = ids + 4,
                               .pair = pair});
}

static chatfmt_status post_bert(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    return post_ends(t, heap, part, false);
}

static chatfmt_status post_roberta(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    CFT_TRY(post_trim(t, heap, part));
    return post_ends(t, heap, part, true);
}

static const cft_part_row post_rows[] = {
    {"ByteLevel", post_trim},
    {"TemplateProcessing", post_template},
    {"BertProcessing", post_bert},
    {"RobertaProcessing", post_roberta},
    {NULL, NULL},
};

chatfmt_status cft_load_post(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    return cft_part_read(t, heap, part, "post_processor", "processors", post_rows, 0);
}
