/* value/json_read.c - JSON text straight into values, in one pass and without recursion.
 *
 * Finished values wait on one stack. A container begins with a mark on it; at its end the
 * values after the mark move to an array of their exact number, and the container takes their
 * place. Keys and values of an object alternate there, which is how entries of a dict lie in
 * memory.
 *
 * What is accepted is what CPython's json.loads accepts (json.scanner, json.decoder), except
 * that lone surrogates are refused at once and not when they are encoded.
 */
#include "value/json_read.h"

#include "value/dict.h"
#include "value/json_reader.h"
#include "value/list.h"

/* Usually there is none, or one: the one comparison tells that. */
static inline const char *json_skip_blanks(const char *at, const char *end)
{
    while (at < end && (unsigned char)*at <= ' ' &&
           (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
        at++;
    return at;
}

/* The stack belongs to the heap's owner rather than to the arena, so that growing it leaves
 * nothing after and the next text finds it ready. What a text needs of it is charged, whether it is
 * there or not: a limit is reached by the text alone. */
static chatfmt_status json_grow_stack(cft_json_reader *r)
{
    cft_heap *heap = r->heap;
    size_t more = r->capacity ? r->capacity : 64, size = (r->capacity + more) * sizeof(cft_value);
    cft_arena *arena = &heap->arena;
    arena->over_maximum = cft_arena_used(arena) + more * sizeof(cft_value) > arena->maximum;
    if (arena->over_maximum) return cft_heap_exhausted(heap, more * sizeof(cft_value));
    if (size > heap->scratch_size) {
        void *grown = cft_resize(&arena->allocator, heap->scratch, heap->scratch_size, size);
        if (!grown) return cft_heap_exhausted(heap, size);
        heap->scratch = grown;
        heap->scratch_size = size;
    }
    cft_arena_charge(arena, more * sizeof(cft_value));
    r->stack = heap->scratch;
    r->capacity += more;
    return CHATFMT_OK;
}

static inline chatfmt_status json_stack_push(cft_json_reader *r, cft_value value)
{
    if (CFT_UNLIKELY(r->count == r->capacity)) CFT_TRY(json_grow_stack(r));
    r->stack[r->count++] = value;
    return CHATFMT_OK;
}

/* Open a container at r->at: its mark remembers the mark before and where it began. */
static chatfmt_status json_open(cft_json_reader *r, cft_kind kind)
{
    cft_value mark = {.kind = (uint8_t)kind, .length = cft_json_origin(r, r->at)};
    mark.as.integer = (int64_t)r->mark;
    if (r->depth >= r->heap->limits.value_depth) {
        return cft_heap_limit(r->heap, "value_depth", r->heap->limits.value_depth, r->depth + 1);
    }
    CFT_TRY(json_stack_push(r, mark));
    r->mark = r->count;
    r->depth++;
    r->at++;
    if (kind == CFT_DICT) {
        r->guess = r->last;
        r->guessed = 0;
    }
    return CHATFMT_OK;
}

/* Replace the mark and what is after it by the container itself. */
static void json_leave(cft_json_reader *r, cft_value container)
{
    cft_value *mark = &r->stack[r->mark - 1];
    r->count = r->mark;
    r->mark = (size_t)mark->as.integer;
    r->depth--;
    *mark = container;
}

static chatfmt_status json_close_list(cft_json_reader *r)
{
    size_t count = r->count - r->mark;
    cft_list *list;
    void *place;
    CFT_TRY(cft_heap_take(r->heap, sizeof *list + count * sizeof(cft_value), &place));
    list = place;
    *list = (cft_list){.count = (uint32_t)count,
                       .origin = r->stack[r->mark - 1].length,
                       .items = (cft_value *)(void *)(list + 1)};
    if (count) memcpy(list + 1, r->stack + r->mark, count * sizeof(cft_value));
    json_leave(r, (cft_value){.kind = CFT_LIST, .as = {.list = list}});
    return CHATFMT_OK;
}

/* The same key twice: the entries once more, one by one, so that the last value is at the
 * first key's place. */
static chatfmt_status json_merge_keys(cft_json_reader *r, cft_dict **dict)
{
    const cft_dict *with_twins = *dict;
    uint32_t origin = with_twins->origin;
    if (r->strict) return cft_json_fail(r, r->at, "an object has the same key twice");
    CFT_TRY(cft_dict_new(r->heap, with_twins->count, dict));
    (*dict)->origin = origin;
    for (uint32_t i = 0; i < with_twins->count; i++) {
        const cft_entry *entry = &with_twins->entries[i];
        CFT_TRY(cft_dict_put(r->heap, *dict, entry->key, entry->value));
    }
    return CHATFMT_OK;
}

static bool json_same_keys(const cft_dict *a, const cft_dict *b)
{
    if (a->count != b->count) return false;
    for (uint32_t i = 0; i < a->count; i++) {
        const cft_value *x = &a->entries[i].key, *y = &b->entries[i].key;
        if (x->length != y->length || !cft_same_text(x->as.text, y->as.text, x->length))
            return false;
    }
    return true;
}

/* Entries are written. Keys like those of an object before are known to differ from one another. */
static chatfmt_status json_check_keys(cft_json_reader *r, cft_dict *dict, bool *unique)
{
    const cft_dict **seen = &r->seen[dict->count % CFT_JSON_SEEN];
    *unique = true;
    if (r->guess && r->guessed == dict->count && r->guess->count == dict->count) {
        dict->shape = r->guess->shape;
        return CHATFMT_OK;
    }
    if (dict->count > CFT_JSON_SEEN) return cft_dict_reindex(r->heap, dict, unique);
    if (*seen && json_same_keys(*seen, dict)) {
        dict->shape = (*seen)->shape;
        return CHATFMT_OK;
    }
    CFT_TRY(cft_dict_reindex(r->heap, dict, unique));
    if (*unique) *seen = dict->shape = dict;
    return CHATFMT_OK;
}

static chatfmt_status json_close_dict(cft_json_reader *r)
{
    size_t count = (r->count - r->mark) / 2;
    cft_dict *dict;
    bool unique;
    void *place;
    CFT_TRY(cft_heap_take(r->heap, sizeof *dict + count * sizeof(cft_entry), &place));
    dict = place;
    *dict = (cft_dict){.count = (uint32_t)count,
                       .capacity = (uint32_t)count,
                       .origin = r->stack[r->mark - 1].length,
                       .entries = (cft_entry *)(void *)(dict + 1)};
    if (count) memcpy(dict + 1, r->stack + r->mark, count * sizeof(cft_entry));
    CFT_TRY(json_check_keys(r, dict, &unique));
    if (!unique) CFT_TRY(json_merge_keys(r, &dict));
    r->last = dict->shape ? dict : NULL;
    r->guess = NULL;
    json_leave(r, cft_dict_value(dict));
    r->at++;
    return CHATFMT_OK;
}

/* The key at r->at when it is the same as in the object that stood before, and has no escapes
 * there: then neither has it here. */
static inline bool json_guess_key(cft_json_reader *r, cft_value *key)
{
    if (!r->guess) return false;
    if (r->guessed < r->guess->count) {
        const cft_value *before = &r->guess->entries[r->guessed].key;
        size_t length = before->length;
        const char *text = r->at + 1;
        uintptr_t place = (uintptr_t)before->as.text - (uintptr_t)r->begin;
        if (place < (uintptr_t)(r->at - r->begin) && (size_t)(r->end - r->at) > length + 1 &&
            text[length] == '"' && cft_same_text(text, before->as.text, length)) {
            *key = cft_string(text, (uint32_t)length, before->flags);
            r->at = text + length + 1;
            r->guessed++;
            return true;
        }
    }
    r->guess = NULL;
    return false;
}

/* A key and its colon, from the white space before it. */
static chatfmt_status json_key(cft_json_reader *r)
{
    cft_value key;
    r->at = json_skip_blanks(r->at, r->end);
    if (r->at == r->end || *r->at != '"') {
        return cft_json_fail(r, r->at, "expecting property name enclosed in double quotes");
    }
    if (!json_guess_key(r, &key)) CFT_TRY(cft_json_string(r, &key));
    if (r->at == r->end || *r->at != ':') {
        r->at = json_skip_blanks(r->at, r->end);
        if (r->at == r->end || *r->at != ':') {
            return cft_json_fail(r, r->at, "expecting ':' delimiter");
        }
    }
    r->at++;
    return json_stack_push(r, key);
}

/* Begin the value at r->at: a scalar goes on the stack; a container is opened, and closed again
 * when it is empty. *open tells that a value has to follow. */
static chatfmt_status json_start_value(cft_json_reader *r, bool *open)
{
    cft_value value;
    *open = false;
    r->at = json_skip_blanks(r->at, r->end);
    if (r->at == r->end) return cft_json_fail(r, r->at, "expecting value");
    switch (*r->at) {
    case '"': CFT_TRY(cft_json_string(r, &value)); return json_stack_push(r, value);
    case '{':
        CFT_TRY(json_open(r, CFT_DICT));
        r->at = json_skip_blanks(r->at, r->end);
        if (r->at < r->end && *r->at == '}') return json_close_dict(r);
        *open = true;
        return json_key(r);
    case '[':
        CFT_TRY(json_open(r, CFT_LIST));
        r->at = json_skip_blanks(r->at, r->end);
        *open = r->at == r->end || *r->at != ']';
        if (*open) return CHATFMT_OK;
        r->at++;
        return json_close_list(r);
    case '-':
        if (r->end - r->at >= 2 && r->at[1] == 'I') {
            CFT_TRY(cft_json_word(r, &value));
            return json_stack_push(r, value);
        }
        CFT_TRY(cft_json_number(r, &value));
        return json_stack_push(r, value);
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': CFT_TRY(cft_json_number(r, &value)); return json_stack_push(r, value);
    default: CFT_TRY(cft_json_word(r, &value)); return json_stack_push(r, value);
    }
}

/* After a value: close what ends here. *open tells that another value has to follow. */
static chatfmt_status json_end_value(cft_json_reader *r, bool *open)
{
    *open = false;
    while (r->mark) {
        bool is_dict = r->stack[r->mark - 1].kind == CFT_DICT;
        r->at = json_skip_blanks(r->at, r->end);
        if (r->at == r->end) return cft_json_fail(r, r->at, "expecting ',' delimiter");
        if (*r->at == ',') {
            r->at++;
            *open = true;
            return is_dict ? json_key(r) : CHATFMT_OK;
        }
        if (*r->at != (is_dict ? '}' : ']')) {
            return cft_json_fail(r, r->at, "expecting ',' delimiter");
        }
        if (is_dict) {
            CFT_TRY(json_close_dict(r));
        } else {
            r->at++;
            CFT_TRY(json_close_list(r));
        }
    }
    return CHATFMT_OK;
}

static chatfmt_status json_document(cft_json_reader *r, bool allow_trailing)
{
    bool open = true;
    if (r->end - r->at >= 3 && memcmp(r->at, "\xEF\xBB\xBF", 3) == 0) {
        return cft_json_fail(r, r->at, "the text begins with a byte order mark (U+FEFF)");
    }
    if (cft_utf8_is_utf16(r->at, (size_t)(r->end - r->at)))
        return cft_json_fail(r, r->at, "the text is UTF-16, and JSON is UTF-8");
    while (open) {
        CFT_TRY(json_start_value(r, &open));
        if (!open) CFT_TRY(json_end_value(r, &open));
    }
    if (allow_trailing) return CHATFMT_OK;
    r->at = json_skip_blanks(r->at, r->end);
    if (r->at < r->end) return cft_json_fail(r, r->at, "extra data");
    return CHATFMT_OK;
}

chatfmt_status cft_json_read(cft_heap *heap, cft_slice text, const cft_json_options *options,
                             cft_value *out, size_t *used)
{
    const char *begin = text.length ? text.data : "";
    cft_json_reader r = {
        .heap = heap,
        .begin = begin,
        .at = begin,
        .end = begin + text.length,
        .base = options ? options->base : 0,
        .strict = options && options->strict,
    };
    if (text.length >= UINT32_MAX - r.base) {
        return cft_heap_limit(heap, "input_bytes", UINT32_MAX - 1 - r.base, text.length);
    }
    CFT_TRY(cft_charge_bytes(heap, text.length));
    chatfmt_status status = json_document(&r, options && options->allow_trailing);
    cft_arena_charge(&heap->arena, (size_t)0 - r.capacity * sizeof(cft_value));
    if (status == CHATFMT_LIMIT) cft_json_place(&r, r.at);
    CFT_TRY(status);
    *out = r.stack[0];
    if (used) *used = (size_t)(r.at - r.begin);
    return CHATFMT_OK;
}
