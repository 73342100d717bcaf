/* replies/jmespath.c - what a JMESPath expression finds in JSON.
 *
 * Source: the PyPI package jmespath 1.0.1, visitor.py.
 */
#include "replies/jmespath.h"

#include "replies/jmespath_parse.h"
#include "value/compare.h"
#include "value/dict.h"
#include "value/list.h"

/* visitor.py: _is_false; a number is never false. */
static bool query_is_false(cft_value v)
{
    return v.kind == CFT_NONE || (v.kind == CFT_BOOL && !v.as.boolean) ||
           (v.kind == CFT_STRING && !v.length) || (v.kind == CFT_LIST && !v.as.list->count) ||
           (v.kind == CFT_DICT && !v.as.dict->count);
}

static chatfmt_status query_walk(cft_heap *heap, const cft_jmespath_node *node, cft_value data,
                                 cft_value *out);

/* Python's list[begin:end:step]. */
static chatfmt_status query_slice(cft_heap *heap, const cft_jmespath_node *node, cft_value list,
                                  cft_value *out)
{
    int64_t count = list.as.list->count, step = node->given[2] ? node->bounds[2] : 1, ends[2];
    cft_list_builder items;
    if (step == 0) return cft_raise(heap, CHATFMT_VALUE, "transform: a slice with the step 0");
    for (int i = 0; i < 2; i++) {
        int64_t low = step < 0 ? -1 : 0, high = step < 0 ? count - 1 : count;
        ends[i] = node->given[i] ? node->bounds[i] : (step < 0) == (i == 0) ? high : low;
        if (node->given[i] && ends[i] < 0) ends[i] += count;
        if (ends[i] < low) ends[i] = low;
        if (ends[i] > high) ends[i] = high;
    }
    CFT_TRY(cft_list_build(&items, heap, 0));
    for (int64_t at = ends[0]; step > 0 ? at < ends[1] : at > ends[1]; at += step) {
        CFT_TRY(cft_charge(heap, 1));
        CFT_TRY(cft_list_push(&items, list.as.list->items[at]));
    }
    return cft_list_end(&items, CFT_LIST, out);
}

/* `right` of each item, nulls left out. */
static chatfmt_status query_each(cft_heap *heap, const cft_jmespath_node *node, cft_value base,
                                 cft_value *out)
{
    bool dict = node->kind == CFT_JMESPATH_VALUES;
    cft_list_builder items;
    *out = cft_none();
    if (base.kind != (dict ? CFT_DICT : CFT_LIST)) return CHATFMT_OK;
    uint32_t count = dict ? base.as.dict->count : base.as.list->count;
    CFT_TRY(cft_list_build(&items, heap, count));
    for (uint32_t i = 0; i < count; i++) {
        cft_value item = dict ? base.as.dict->entries[i].value : base.as.list->items[i], holds;
        if (node->kind == CFT_JMESPATH_FILTER) {
            CFT_TRY(query_walk(heap, node->extra, item, &holds));
            if (query_is_false(holds)) continue;
        }
        CFT_TRY(query_walk(heap, node->right, item, &item));
        if (item.kind != CFT_NONE) CFT_TRY(cft_list_push(&items, item));
    }
    return cft_list_end(&items, CFT_LIST, out);
}

static chatfmt_status query_flat(cft_heap *heap, cft_value base, cft_value *out)
{
    cft_list_builder items;
    *out = cft_none();
    if (base.kind != CFT_LIST) return CHATFMT_OK;
    CFT_TRY(cft_list_build(&items, heap, base.as.list->count));
    for (uint32_t i = 0; i < base.as.list->count; i++) {
        cft_value item = base.as.list->items[i];
        CFT_TRY(cft_charge(heap, 1));
        if (item.kind != CFT_LIST) CFT_TRY(cft_list_push(&items, item));
        for (uint32_t j = 0; item.kind == CFT_LIST && j < item.as.list->count; j++)
            CFT_TRY(cft_list_push(&items, item.as.list->items[j]));
    }
    return cft_list_end(&items, CFT_LIST, out);
}

static chatfmt_status query_made(cft_heap *heap, const cft_jmespath_node *node, cft_value data,
                                 cft_value *out)
{
    cft_list_builder items;
    cft_dict *dict;
    *out = cft_none();
    if (data.kind == CFT_NONE) return CHATFMT_OK;
    CFT_TRY(cft_list_build(&items, heap, 4));
    CFT_TRY(cft_dict_new(heap, 4, &dict));
    for (const cft_jmespath_node *member = node->left; member; member = member->next) {
        cft_value value;
        CFT_TRY(query_walk(heap, member->right, data, &value));
        if (node->kind == CFT_JMESPATH_LIST) CFT_TRY(cft_list_push(&items, value));
        else CFT_TRY(cft_dict_put(heap, dict, member->value, value));
    }
    if (node->kind == CFT_JMESPATH_LIST) return cft_list_end(&items, CFT_LIST, out);
    *out = cft_dict_value(dict);
    return CHATFMT_OK;
}

static bool query_is_number(cft_value v) { return v.kind == CFT_INT || v.kind == CFT_FLOAT; }

static chatfmt_status query_compare(cft_heap *heap, const cft_jmespath_node *node, cft_value a,
                                    cft_value b, cft_value *out)
{
    bool equal = false, ordered = query_is_number(a) || a.kind == CFT_STRING;
    bool less = node->compare[0] == '<', also = node->compare[1] == '=';
    *out = cft_none();
    if (node->compare[1] == '=' && (node->compare[0] == '=' || node->compare[0] == '!')) {
        /* true is not 1 here */
        bool kinds = (a.kind == CFT_BOOL) == (b.kind == CFT_BOOL);
        if (kinds) CFT_TRY(cft_equal(heap, a, b, &equal));
        *out = cft_bool(equal == (node->compare[0] == '='));
        return CHATFMT_OK;
    }
    if (!ordered || !(query_is_number(b) || b.kind == CFT_STRING)) return CHATFMT_OK;
    CFT_TRY(cft_ordered(heap, less ? also ? CFT_LE : CFT_LT : also ? CFT_GE : CFT_GT, a, b,
                        &equal));
    *out = cft_bool(equal);
    return CHATFMT_OK;
}

static chatfmt_status query_find(cft_heap *heap, const cft_jmespath_node *node, cft_value data,
                                 cft_value *out)
{
    *out = cft_none();
    if (node->kind == CFT_JMESPATH_FIELD && data.kind == CFT_DICT) {
        const cft_entry *entry = cft_dict_find_text(data.as.dict, cft_text_of(node->value));
        if (entry) *out = entry->value;
    }
    if (node->kind == CFT_JMESPATH_FIELD || data.kind != CFT_LIST) return CHATFMT_OK;
    if (node->kind == CFT_JMESPATH_SLICE) return query_slice(heap, node, data, out);
    int64_t at = node->bounds[0] < 0 ? node->bounds[0] + data.as.list->count : node->bounds[0];
    if (at >= 0 && at < data.as.list->count) *out = data.as.list->items[at];
    return CHATFMT_OK;
}

static chatfmt_status query_walk(cft_heap *heap, const cft_jmespath_node *node, cft_value data,
                                 cft_value *out)
{
    cft_value left = data, right;
    CFT_TRY(cft_charge(heap, 1));
    if (node->left && node->kind != CFT_JMESPATH_LIST && node->kind != CFT_JMESPATH_DICT)
        CFT_TRY(query_walk(heap, node->left, data, &left));
    switch (node->kind) {
    case CFT_JMESPATH_CURRENT: *out = data; return CHATFMT_OK;
    case CFT_JMESPATH_LITERAL: *out = node->value; return CHATFMT_OK;
    case CFT_JMESPATH_FIELD:
    case CFT_JMESPATH_INDEX:
    case CFT_JMESPATH_SLICE: return query_find(heap, node, data, out);
    case CFT_JMESPATH_CHAIN: return query_walk(heap, node->right, left, out);
    case CFT_JMESPATH_EACH:
    case CFT_JMESPATH_VALUES:
    case CFT_JMESPATH_FILTER: return query_each(heap, node, left, out);
    case CFT_JMESPATH_FLATTEN: return query_flat(heap, left, out);
    case CFT_JMESPATH_LIST:
    case CFT_JMESPATH_DICT: return query_made(heap, node, data, out);
    case CFT_JMESPATH_OR:
    case CFT_JMESPATH_AND:
        *out = left;
        if (query_is_false(left) != (node->kind == CFT_JMESPATH_OR)) return CHATFMT_OK;
        return query_walk(heap, node->right, data, out);
    case CFT_JMESPATH_NOT: *out = cft_bool(query_is_false(left)); return CHATFMT_OK;
    case CFT_JMESPATH_COMPARE:
        CFT_TRY(query_walk(heap, node->right, data, &right));
        return query_compare(heap, node, left, right, out);
    }
    return CHATFMT_OK;
}

chatfmt_status cft_jmespath_check(cft_heap *heap, cft_slice expression)
{
    const cft_jmespath_node *tree;
    return cft_jmespath_parse(heap, expression, &tree);
}

chatfmt_status cft_jmespath_search(cft_heap *heap, cft_slice expression, cft_value data,
                                cft_value *out)
{
    const cft_jmespath_node *tree;
    CFT_TRY(cft_jmespath_parse(heap, expression, &tree));
    return query_walk(heap, tree, data, out);
}
