/* render/origin_index.c - one walk over the variables, so that spans can name the values. */
#include "render/origin_index.h"

void cft_origin_index_init(cft_origin_index *index, const chatfmt_allocator *allocator)
{
    memset(index, 0, sizeof *index);
    cft_arena_init(&index->arena, allocator);
}

void cft_origin_index_free(cft_origin_index *index)
{
    cft_arena_free(&index->arena);
}

/* ---- Numbers of scalars and containers ---- */

static uint32_t index_slot(const cft_origin_index *index, uint32_t number)
{
    uint32_t slot = number * 2654435761u & index->number_mask; /* Knuth's multiplier */
    while (index->numbers[slot] &&
           cft_origin_of(index->nodes[index->numbers[slot] - 1].value) != number)
        slot = (slot + 1) & index->number_mask;
    return slot;
}

static chatfmt_status index_numbers_grow(cft_origin_index *index)
{
    uint32_t capacity = index->numbers ? (index->number_mask + 1) * 2 : 256;
    uint32_t *old = index->numbers, old_count = index->numbers ? index->number_mask + 1 : 0;
    if (!capacity) return CHATFMT_NO_MEMORY;
    index->numbers = cft_arena_take_zero(&index->arena, (size_t)capacity * sizeof *old);
    if (!index->numbers) return CHATFMT_NO_MEMORY;
    index->number_mask = capacity - 1;
    for (uint32_t i = 0; i < old_count; i++)
        if (old[i])
            index->numbers[index_slot(index, cft_origin_of(index->nodes[old[i] - 1].value))] =
                old[i];
    return CHATFMT_OK;
}

/* Note the number of a node. *fresh is false when another node had it: the same container met
 * again by another way, or a number that is not one (0). */
static chatfmt_status index_add_number(cft_origin_index *index, uint32_t node, bool *fresh)
{
    uint32_t number = cft_origin_of(index->nodes[node].value);
    *fresh = true;
    if (!number) return CHATFMT_OK;
    if (!index->numbers || index->number_count >= index->number_mask / 2)
        CFT_TRY(index_numbers_grow(index));
    uint32_t slot = index_slot(index, number);
    *fresh = !index->numbers[slot];
    if (!*fresh) return CHATFMT_OK;
    index->numbers[slot] = node + 1;
    index->number_count++;
    return CHATFMT_OK;
}

cft_origin_node *cft_origin_index_number(const cft_origin_index *index, uint32_t number)
{
    if (!number || !index->numbers) return NULL;
    uint32_t entry = index->numbers[index_slot(index, number)];
    return entry ? &index->nodes[entry - 1] : NULL;
}

/* ---- The walk: breadth first, the nodes found so far being the list of work ---- */

static chatfmt_status index_add_node(cft_origin_index *index, cft_origin_node node)
{
    if (index->node_count == index->node_capacity) {
        if (index->node_capacity > UINT32_MAX / 4) return CHATFMT_NO_MEMORY;
        uint32_t capacity = index->node_capacity ? index->node_capacity * 2 : 256;
        index->nodes = cft_arena_grow(&index->arena, index->nodes,
                                      index->node_capacity * sizeof node,
                                      (size_t)capacity * sizeof node);
        if (!index->nodes) return CHATFMT_NO_MEMORY;
        index->node_capacity = capacity;
    }
    index->nodes[index->node_count++] = node;
    return CHATFMT_OK;
}

static bool index_is_one_of(cft_value key, const cft_slice *names, size_t count)
{
    if (key.kind != CFT_STRING) return false;
    for (size_t i = 0; i < count; i++)
        if (cft_slice_equal(cft_text_of(key), names[i])) return true;
    return false;
}

/* What a variable's name says about it. */
static void index_look_up(cft_origin_node *node, cft_value key, const cft_origin_names *names)
{
    node->trusted = index_is_one_of(key, names->trusted, names->trusted_count);
    node->is_special = index_is_one_of(key, names->special, names->special_count);
}

static chatfmt_status index_walk_list(cft_origin_index *index, uint32_t at)
{
    const cft_list *list = index->nodes[at].value.as.list;
    bool trusted = index->nodes[at].trusted, is_special = index->nodes[at].is_special;
    for (uint32_t i = 0; i < list->count; i++)
        CFT_TRY(index_add_node(index, (cft_origin_node){.value = list->items[i],
                                                        .parent = at,
                                                        .index = i,
                                                        .trusted = trusted,
                                                        .is_special = is_special}));
    return CHATFMT_OK;
}

static chatfmt_status index_walk_dict(cft_origin_index *index, uint32_t at,
                                      const cft_origin_names *names)
{
    const cft_dict *dict = index->nodes[at].value.as.dict;
    bool trusted = index->nodes[at].trusted, is_special = index->nodes[at].is_special;
    for (uint32_t i = 0; i < dict->count; i++) {
        cft_origin_node node = {.parent = at, .index = i, .is_key = true, .trusted = trusted,
                                .is_special = is_special};
        node.value = dict->entries[i].key;
        CFT_TRY(index_add_node(index, node));
        node.value = dict->entries[i].value;
        node.is_key = false;
        if (at == 0 && names) index_look_up(&node, dict->entries[i].key, names);
        CFT_TRY(index_add_node(index, node));
    }
    return CHATFMT_OK;
}

/* Empty strings of the input have a place, too: the quotes that JSON puts around them come from
 * there. Those without one of their own are the engine's. */
static bool index_has_text(cft_value value)
{
    if (value.kind == CFT_STRING && !value.length)
        return value.as.text != cft_empty_text;
    return value.kind == CFT_STRING || value.kind == CFT_BIGINT;
}

/* ---- Strings by address ---- */

/* Merge the sorted runs [a, b) and [b, c) of `from` into `to`; the earlier run wins ties, so the
 * first place of a string that was put into several is found. */
static void index_merge(const cft_origin_text *from, cft_origin_text *to, size_t a, size_t b,
                        size_t c)
{
    size_t i = a, j = b;
    for (size_t k = a; k < c; k++) {
        bool left = i < b && (j >= c || (uintptr_t)from[i].begin <= (uintptr_t)from[j].begin);
        to[k] = left ? from[i++] : from[j++];
    }
}

static chatfmt_status index_sort_texts(cft_origin_index *index)
{
    size_t count = index->text_count;
    cft_origin_text *from = index->texts;
    cft_origin_text *to = cft_arena_array(&index->arena, count, sizeof *to);
    if (!to) return CHATFMT_NO_MEMORY;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t a = 0; a < count; a += 2 * width) {
            size_t b = a + width < count ? a + width : count;
            size_t c = b + width < count ? b + width : count;
            /* What was read from one text is in order usually. */
            if (b == c || (uintptr_t)from[b - 1].begin <= (uintptr_t)from[b].begin)
                memcpy(to + a, from + a, (c - a) * sizeof *to);
            else
                index_merge(from, to, a, b, c);
        }
        cft_origin_text *swap = from;
        from = to;
        to = swap;
    }
    index->texts = from;
    return CHATFMT_OK;
}

static chatfmt_status index_collect_texts(cft_origin_index *index)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < index->node_count; i++)
        if (index_has_text(index->nodes[i].value)) count++;
    index->texts = cft_arena_array(&index->arena, count, sizeof *index->texts);
    if (!index->texts) return CHATFMT_NO_MEMORY;
    for (uint32_t i = 0; i < index->node_count; i++) {
        cft_value value = index->nodes[i].value;
        if (index_has_text(value))
            index->texts[index->text_count++] =
                (cft_origin_text){value.as.text, value.length, i};
    }
    return index_sort_texts(index);
}

chatfmt_status cft_origin_index_build(cft_origin_index *index, const cft_dict *variables,
                                      const cft_origin_names *names, size_t maximum)
{
    cft_arena arena = index->arena;
    cft_arena_reset(&arena);
    memset(index, 0, sizeof *index);
    index->arena = arena;
    index->arena.maximum = maximum;
    CFT_TRY(index_add_node(index, (cft_origin_node){.value = cft_dict_value(variables)}));
    for (uint32_t at = 0; at < index->node_count; at++) {
        bool fresh;
        cft_value value = index->nodes[at].value;
        CFT_TRY(index_add_number(index, at, &fresh));
        if (!fresh) continue;
        if (value.kind == CFT_LIST || value.kind == CFT_TUPLE)
            CFT_TRY(index_walk_list(index, at));
        else if (value.kind == CFT_DICT)
            CFT_TRY(index_walk_dict(index, at, names));
    }
    return index_collect_texts(index);
}

static bool index_text_holds(const cft_origin_text *text, const char *address)
{
    uintptr_t offset = (uintptr_t)address - (uintptr_t)text->begin;
    return (uintptr_t)address >= (uintptr_t)text->begin &&
           (offset < text->length || (!text->length && !offset));
}

const cft_origin_text *cft_origin_index_text(cft_origin_index *index, const char *address)
{
    if (!index->text_count) return NULL;
    const cft_origin_text *last = &index->texts[index->last_text];
    if (index_text_holds(last, address)) return last;
    uint32_t low = 0, high = index->text_count; /* texts[low - 1] begins at or before it */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((uintptr_t)index->texts[middle].begin <= (uintptr_t)address)
            low = middle + 1;
        else
            high = middle;
    }
    /* Strings of the input do not overlap, except borrowed ones; then one before may hold it. */
    const cft_origin_text *found = NULL;
    for (uint32_t back = 0; back < 16 && low > back; back++) {
        if (!index_text_holds(&index->texts[low - 1 - back], address)) continue;
        index->last_text = low - 1 - back;
        found = &index->texts[index->last_text];
        if (index->last_text == 0 || index->texts[index->last_text - 1].begin != found->begin)
            break;
    }
    return found;
}

/* ---- Steps of paths ---- */

static bool index_plain_name(cft_slice name)
{
    for (size_t i = 0; i < name.length; i++) {
        char c = name.data[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && !(i && c >= '0' && c <= '9')) return false;
    }
    return name.length > 0;
}

/* A name as JSON writes it, into `out` unless NULL; returns its length. */
static size_t index_quote(char *out, cft_slice name)
{
    static const char hex[] = "0123456789abcdef";
    size_t length = 0;
    for (size_t i = 0; i < name.length; i++) {
        unsigned char c = (unsigned char)name.data[i];
        char piece[6] = {(char)c};
        size_t size = 1;
        if (c == '"' || c == '\\') {
            piece[0] = '\\';
            piece[1] = (char)c;
            size = 2;
        } else if (c < 0x20) {
            memcpy(piece, "\\u00", 4);
            piece[4] = hex[c >> 4];
            piece[5] = hex[c & 15];
            size = 6;
        }
        if (out) memcpy(out + length, piece, size);
        length += size;
    }
    return length;
}

static size_t index_digits(char *out, uint64_t number)
{
    char text[20];
    size_t count = 0;
    do {
        text[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    for (size_t i = 0; out && i < count; i++) out[i] = text[count - 1 - i];
    return count;
}

/* The step of a key that is no string: an integer as it is, any other as #N, N being its number
 * among the members. */
static size_t index_odd_key(cft_value key, uint32_t number, char *out)
{
    bool is_integer = key.kind == CFT_INT;
    bool is_signed = is_integer && key.as.integer < 0;
    uint64_t digits = !is_integer ? number
                      : is_signed ? 0 - (uint64_t)key.as.integer
                                  : (uint64_t)key.as.integer;
    size_t length = 0;
    if (out) out[0] = '[';
    length++;
    if (out && !is_integer) out[length] = '#';
    if (out && is_signed) out[length] = '-';
    length += !is_integer || is_signed;
    length += index_digits(out ? out + length : NULL, digits);
    if (out) out[length] = ']';
    return length + 1;
}

/* One step of a path, into `out` unless NULL; returns its length. */
static size_t index_step(const cft_origin_index *index, const cft_origin_node *node, char *out)
{
    const cft_origin_node *parent = &index->nodes[node->parent];
    size_t length = 0;
    if (parent->value.kind == CFT_DICT) {
        cft_value key = parent->value.as.dict->entries[node->index].key;
        cft_slice name = key.kind == CFT_STRING ? cft_text_of(key) : CFT_LIT("");
        if (key.kind != CFT_STRING) {
            length = index_odd_key(key, node->index, out);
        } else if (index_plain_name(name)) {
            if (node->parent != 0) {
                if (out) out[0] = '.';
                length = 1;
            }
            if (out) memcpy(out + length, name.data, name.length);
            length += name.length;
        } else {
            if (out) memcpy(out, "[\"", 2);
            length = 2 + index_quote(out ? out + 2 : NULL, name);
            if (out) memcpy(out + length, "\"]", 2);
            length += 2;
        }
        if (node->is_key) {
            if (out) memcpy(out + length, "#key", 4);
            length += 4;
        }
        return length;
    }
    if (out) out[0] = '[';
    length = 1 + index_digits(out ? out + 1 : NULL, node->index);
    if (out) out[length] = ']';
    return length + 1;
}

/* ---- Names ---- */

/* What a member of a message is, by its key. */
static uint16_t index_field(cft_value key)
{
    static const struct {
        char name[18];
        uint8_t length, field;
    } fields[] = {{"content", 7, CHATFMT_FIELD_CONTENT},
                  {"role", 4, CHATFMT_FIELD_ROLE},
                  {"tool_calls", 10, CHATFMT_FIELD_CALLS},
                  {"reasoning_content", 17, CHATFMT_FIELD_REASONING},
                  {"reasoning", 9, CHATFMT_FIELD_REASONING},
                  {"thinking", 8, CHATFMT_FIELD_REASONING}};
    if (key.kind != CFT_STRING) return CHATFMT_FIELD_OTHER;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (fields[i].length == key.length && !memcmp(fields[i].name, key.as.text, key.length))
            return fields[i].field;
    return CHATFMT_FIELD_OTHER;
}

static cft_value index_key(const cft_origin_index *index, const cft_origin_node *node)
{
    const cft_dict *dict = index->nodes[node->parent].value.as.dict;
    return dict->entries[node->index].key;
}

static bool index_is_in(const cft_origin_index *index, const cft_origin_node *node, cft_kind kind)
{
    cft_kind of = (cft_kind)index->nodes[node->parent].value.kind;
    return of == kind || (kind == CFT_LIST && of == CFT_TUPLE);
}

/* A node and what it is in, from the inside out, with the lengths of their steps. */
enum { INDEX_CHAIN = 8 };
typedef struct index_chain {
    const cft_origin_node *at[INDEX_CHAIN]; /* the innermost */
    size_t sizes[INDEX_CHAIN];
    size_t depth, length;
} index_chain;

static void index_chain_of(const cft_origin_index *index, const cft_origin_node *node,
                           index_chain *chain)
{
    chain->depth = chain->length = 0;
    for (; node != index->nodes; node = &index->nodes[node->parent]) {
        size_t size = index_step(index, node, NULL);
        if (chain->depth < INDEX_CHAIN) {
            chain->at[chain->depth] = node;
            chain->sizes[chain->depth] = size;
        }
        chain->depth++;
        chain->length += size;
    }
}

/* Number `level` from the outside, or NULL. */
static const cft_origin_node *index_outer(const cft_origin_index *index, const index_chain *chain,
                                          size_t level)
{
    if (level >= chain->depth) return NULL;
    size_t inner = chain->depth - 1 - level;
    if (inner < INDEX_CHAIN) return chain->at[inner];
    const cft_origin_node *node = chain->at[INDEX_CHAIN - 1];
    for (; inner >= INDEX_CHAIN; inner--) node = &index->nodes[node->parent];
    return node;
}

/* The variable, the message, its member and the item of that which a node is or is below. */
static chatfmt_span_origin index_origin(const cft_origin_index *index, const index_chain *chain)
{
    enum { VARIABLE, MESSAGE, MEMBER, ITEM, LEVELS };
    chatfmt_span_origin origin = CFT_NO_ORIGIN;
    const cft_origin_node *message = index_outer(index, chain, MESSAGE);
    if (!message || !index_is_in(index, message, CFT_LIST)) return origin;
    cft_value name = index_key(index, index_outer(index, chain, VARIABLE));
    if (name.kind != CFT_STRING || !cft_slice_equal(cft_text_of(name), CFT_LIT("messages")))
        return origin;
    origin.message = message->index;
    origin.field = CHATFMT_FIELD_OTHER;
    const cft_origin_node *member = index_outer(index, chain, MEMBER);
    if (!member || !index_is_in(index, member, CFT_DICT) || member->is_key) return origin;
    origin.field = index_field(index_key(index, member));
    const cft_origin_node *item = index_outer(index, chain, ITEM);
    bool listed = item && index_is_in(index, item, CFT_LIST);
    size_t below = chain->depth - (listed ? LEVELS : ITEM);
    if (listed) origin.index = item->index;
    origin.below = (uint16_t)(below < UINT16_MAX ? below : UINT16_MAX);
    return origin;
}

static void index_write_path(const cft_origin_index *index, const index_chain *chain, char *text)
{
    const cft_origin_node *node = chain->at[0];
    size_t end = chain->length;
    for (size_t i = 0; i < chain->depth; i++, node = &index->nodes[node->parent]) {
        end -= i < INDEX_CHAIN ? chain->sizes[i] : index_step(index, node, NULL);
        index_step(index, node, text + end);
    }
}

chatfmt_status cft_origin_index_name(cft_origin_index *index, cft_origin_node *node,
                                     const cft_origin_name **out)
{
    *out = node->name;
    if (node->name) return CHATFMT_OK;
    index_chain chain;
    index_chain_of(index, node, &chain);
    cft_origin_name *name = cft_arena_take(&index->arena, sizeof *name + chain.length);
    if (!name) return CHATFMT_NO_MEMORY;
    char *text = (char *)(name + 1);
    if (chain.depth) index_write_path(index, &chain, text);
    *name = (cft_origin_name){cft_slice_of(text, chain.length), index_origin(index, &chain)};
    *out = node->name = name;
    return CHATFMT_OK;
}
