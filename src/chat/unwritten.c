/* chat/unwritten.c - which texts of a conversation a prompt does not have. */
#include "chat/unwritten.h"

#include "models/apply.h"
#include "render/origin_index.h"
#include "value/dict.h"
#include "value/text.h"

typedef struct unwritten_work {
    cft_heap *heap;
    cft_origin_index index;
    cft_dict *written; /* the paths of spans, true where they are copied, and of all that they are
                          in */
    bool renamed; /* the messages are given as `conversation`, which a model calls `messages` */
} unwritten_work;

/* ---- What the spans name ---- */

static chatfmt_status unwritten_mark(unwritten_work *work, cft_slice path, bool copied)
{
    cft_value key = cft_string(path.data, (uint32_t)path.length, 0);
    return cft_dict_put(work->heap, work->written, key, cft_bool(copied));
}

/* A span's path, and those of its containers: each ends where a step begins. */
static chatfmt_status unwritten_mark_all(unwritten_work *work, cft_slice path, bool copied)
{
    if (copied || !cft_dict_find_text(work->written, path))
        CFT_TRY(unwritten_mark(work, path, copied));
    for (size_t i = path.length; i-- > 1;) {
        if (path.data[i] != '.' && path.data[i] != '[' && path.data[i] != '#') continue;
        cft_slice container = cft_slice_of(path.data, i);
        if (cft_dict_find_text(work->written, container)) return CHATFMT_OK;
        CFT_TRY(unwritten_mark(work, container, false));
    }
    return CHATFMT_OK;
}

static chatfmt_status unwritten_read_spans(unwritten_work *work, const chatfmt_span *spans,
                                           size_t count)
{
    const char *last = NULL;
    CFT_TRY(cft_dict_new(work->heap, 64, &work->written));
    for (size_t i = 0; i < count; i++) {
        bool copied = (spans[i].flags & CHATFMT_SPAN_COPIED) != 0;
        if (!spans[i].path.length || (spans[i].path.data == last && !copied)) continue;
        last = spans[i].path.data;
        CFT_TRY(unwritten_mark_all(work, spans[i].path, copied));
    }
    return CHATFMT_OK;
}

/* ---- What is text ---- */

static cft_origin_node *unwritten_parent(unwritten_work *work, const cft_origin_node *node)
{
    return &work->index.nodes[node->parent];
}

/* The key that a node is the value of, or "". */
static cft_slice unwritten_key(unwritten_work *work, const cft_origin_node *node)
{
    const cft_origin_node *parent = unwritten_parent(work, node);
    return parent->value.kind == CFT_DICT && node != work->index.nodes
               ? cft_text_of(parent->value.as.dict->entries[node->index].key)
               : CFT_LIT("");
}

static cft_slice unwritten_member(const cft_origin_node *node, cft_slice name)
{
    const cft_entry *entry =
        node->value.kind == CFT_DICT ? cft_dict_find_text(node->value.as.dict, name) : NULL;
    return entry && entry->value.kind == CFT_STRING ? cft_text_of(entry->value) : CFT_LIT("");
}

static bool unwritten_is_one_of(cft_slice word, const cft_slice *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cft_slice_equal(word, words[i])) return true;
    return false;
}

/* Whether some object around the node is a part of another type than text and file. */
static bool unwritten_in_media(unwritten_work *work, const cft_origin_node *node)
{
    for (; node != work->index.nodes; node = unwritten_parent(work, node)) {
        const cft_origin_node *list = unwritten_parent(work, node);
        cft_slice type = unwritten_member(node, CFT_LIT("type"));
        if (list->value.kind == CFT_LIST && type.length &&
            cft_slice_equal(unwritten_key(work, list), CFT_LIT("content")))
            return !cft_slice_equal(type, CFT_LIT("text")) &&
                   !cft_slice_equal(type, CFT_LIT("file"));
    }
    return false;
}

/* Whether a node is in an argument of apply_chat_template that says how ids are made. */
static bool unwritten_is_setting(unwritten_work *work, const cft_origin_node *node)
{
    static const cft_slice settings[] = {{"tokenizer_kwargs", 16}, {"processor_kwargs", 16}};
    while (node->parent) node = unwritten_parent(work, node);
    return unwritten_is_one_of(unwritten_key(work, node), settings, 2);
}

static bool unwritten_is_text(unwritten_work *work, const cft_origin_node *node, bool media)
{
    static const cft_slice structure[] = {
        {"role", 4}, {"type", 4}, {"id", 2}, {"tool_call_id", 12}};
    static const cft_slice results[] = {{"tool", 4}, {"function", 8}};
    cft_slice key = unwritten_key(work, node);
    if (node->is_key || node->value.kind != CFT_STRING || node->parent == 0) return false;
    if (!cft_text_strip(node->value, NULL, CFT_STRIP_BOTH).length) return false;
    if (unwritten_is_one_of(key, structure, 4)) return false;
    if (cft_slice_equal(key, CFT_LIT("name")) &&
        unwritten_is_one_of(unwritten_member(unwritten_parent(work, node), CFT_LIT("role")),
                            results, 2))
        return false;
    return !unwritten_is_setting(work, node) && (media || !unwritten_in_media(work, node));
}

/* ---- The answer ---- */

/* Whether a container is copied, and so is all in it: arguments of a call that became text. */
static bool unwritten_is_in_text(unwritten_work *work, cft_slice path)
{
    for (size_t i = path.length; i-- > 1;) {
        if (path.data[i] != '.' && path.data[i] != '[') continue;
        const cft_entry *entry = cft_dict_find_text(work->written, cft_slice_of(path.data, i));
        if (entry) return cft_truth(entry->value);
    }
    return false;
}

/* Reasoning that is written under another name. */
static chatfmt_status unwritten_otherwise(unwritten_work *work, cft_slice path, cft_slice key,
                                          bool *written)
{
    static const cft_slice names[] = {{"reasoning", 9}, {"reasoning_content", 17}, {"thinking", 8}};
    *written = false;
    if (!unwritten_is_one_of(key, names, 3)) return CHATFMT_OK;
    size_t stem = path.length - key.length;
    for (size_t i = 0; i < 3 && !*written; i++) {
        void *room;
        CFT_TRY(cft_heap_take(work->heap, stem + names[i].length, &room));
        memcpy(room, path.data, stem);
        memcpy((char *)room + stem, names[i].data, names[i].length);
        *written = cft_dict_find_text(work->written,
                                      cft_slice_of(room, stem + names[i].length)) != NULL;
    }
    return CHATFMT_OK;
}

/* The path under which the template has a value. */
static chatfmt_status unwritten_known(unwritten_work *work, cft_slice path, cft_slice *out)
{
    static const cft_slice given = {"conversation", 12}, known = {"messages", 8};
    void *room;
    *out = path;
    if (!work->renamed || path.length <= given.length || path.data[given.length] != '[' ||
        memcmp(path.data, given.data, given.length))
        return CHATFMT_OK;
    size_t rest = path.length - given.length;
    CFT_TRY(cft_heap_take(work->heap, known.length + rest, &room));
    memcpy(room, known.data, known.length);
    memcpy((char *)room + known.length, path.data + given.length, rest);
    *out = cft_slice_of(room, known.length + rest);
    return CHATFMT_OK;
}

/* The index allocates its own memory and reports no error but its status. */
static chatfmt_status unwritten_indexed(unwritten_work *work, chatfmt_status status)
{
    return status ? cft_raise(work->heap, status, "out of memory") : CHATFMT_OK;
}

static chatfmt_status unwritten_tell(unwritten_work *work, cft_origin_node *node,
                                     cft_list_builder *out)
{
    const cft_origin_name *name;
    bool written;
    void *copy;
    CFT_TRY(unwritten_indexed(work, cft_origin_index_name(&work->index, node, &name)));
    cft_slice path = name->path, known;
    CFT_TRY(unwritten_known(work, path, &known));
    if (cft_dict_find_text(work->written, known)) return CHATFMT_OK;
    CFT_TRY(unwritten_otherwise(work, known, unwritten_key(work, node), &written));
    if (written || unwritten_is_in_text(work, known)) return CHATFMT_OK;
    CFT_TRY(cft_heap_take(work->heap, path.length, &copy));
    memcpy(copy, path.data, path.length);
    return cft_list_push(out, cft_string(copy, (uint32_t)path.length, 0));
}

/* Whether a container has the number of another value, and so was not looked into: they were made
 * in several stores, which number alike. */
static bool unwritten_collides(unwritten_work *work)
{
    for (uint32_t i = 0; i < work->index.node_count; i++) {
        const cft_value *value = &work->index.nodes[i].value;
        const cft_origin_node *known =
            cft_is_scalar(*value)
                ? NULL
                : cft_origin_index_number(&work->index, cft_origin_of(*value));
        if (known && known->value.as.list != value->as.list) return true;
    }
    return false;
}

static chatfmt_status unwritten_index(unwritten_work *work, const cft_dict *variables)
{
    cft_value copy = cft_dict_value(variables);
    CFT_TRY(unwritten_indexed(
        work, cft_origin_index_build(&work->index, variables, NULL, SIZE_MAX)));
    if (!unwritten_collides(work)) return CHATFMT_OK;
    CFT_TRY(cft_apply_renumber(work->heap, &copy));
    return unwritten_indexed(
        work, cft_origin_index_build(&work->index, copy.as.dict, NULL, SIZE_MAX));
}

static chatfmt_status unwritten_look(unwritten_work *work, const cft_dict *variables,
                                     const chatfmt_span *spans, size_t count, bool media,
                                     cft_list_builder *out)
{
    CFT_TRY(unwritten_read_spans(work, spans, count));
    work->renamed = cft_dict_find_text(work->written, CFT_LIT("messages")) &&
                    !cft_dict_find_text(variables, CFT_LIT("messages"));
    CFT_TRY(unwritten_index(work, variables));
    for (uint32_t i = 0; i < work->index.node_count; i++)
        if (unwritten_is_text(work, &work->index.nodes[i], media))
            CFT_TRY(unwritten_tell(work, &work->index.nodes[i], out));
    return CHATFMT_OK;
}

chatfmt_status cft_unwritten(cft_heap *heap, const cft_dict *variables, const chatfmt_span *spans,
                             size_t count, bool media, cft_list_builder *out)
{
    unwritten_work work = {.heap = heap};
    cft_origin_index_init(&work.index, &heap->arena.allocator);
    chatfmt_status status = unwritten_look(&work, variables, spans, count, media, out);
    cft_origin_index_free(&work.index);
    return status;
}
