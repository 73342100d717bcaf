/* formats/match.c - evaluates FastChat's rules. Source: FastChat, get_model_adapter. */
#include "formats/match.h"

#include "value/json_read.h"
#include "value/text.h"

#include <assert.h>

/* What a condition is tested on. The rules are the library's own: that they are of the right kinds
 * is asserted, not reported. */
typedef struct match_subject {
    cft_heap *heap;
    cft_value path, lower; /* strings */
    bool has_adapter;
} match_subject;

typedef bool match_test(const match_subject *subject, cft_value argument);

static bool match_condition(const match_subject *subject, cft_value condition);

/* ---- One kind of condition each ---- */

static bool match_has(cft_value text, cft_value needle)
{
    assert(needle.kind == CFT_STRING);
    return cft_text_find(cft_text_of(text), cft_text_of(needle), 0) != SIZE_MAX;
}

static bool match_contains(const match_subject *subject, cft_value argument)
{
    return match_has(subject->lower, argument);
}

static bool match_contains_exact(const match_subject *subject, cft_value argument)
{
    return match_has(subject->path, argument);
}

static bool match_is_among(cft_value text, cft_value list)
{
    assert(list.kind == CFT_LIST);
    for (uint32_t i = 0; i < list.as.list->count; i++)
        if (cft_slice_equal(cft_text_of(list.as.list->items[i]), cft_text_of(text))) return true;
    return false;
}

static bool match_equals_any(const match_subject *subject, cft_value argument)
{
    return match_is_among(subject->path, argument);
}

static bool match_equals_any_lower(const match_subject *subject, cft_value argument)
{
    return match_is_among(subject->lower, argument);
}

/* FastChat: remove_parent_directory_name. */
static bool match_last_component(const match_subject *subject, cft_value argument)
{
    cft_value last = subject->path;
    if (last.length && last.as.text[last.length - 1] == '/') last.length--;
    for (uint32_t i = last.length; i > 0; i--) {
        if (last.as.text[i - 1] != '/') continue;
        last.as.text += i;
        last.length -= i;
        break;
    }
    return match_has(last, argument);
}

static bool match_adapter_file(const match_subject *subject, cft_value argument)
{
    (void)argument;
    return subject->has_adapter;
}

static bool match_always(const match_subject *subject, cft_value argument)
{
    (void)subject;
    return cft_truth(argument);
}

static bool match_list(const match_subject *subject, cft_value list, bool wanted)
{
    assert(list.kind == CFT_LIST);
    for (uint32_t i = 0; i < list.as.list->count; i++)
        if (match_condition(subject, list.as.list->items[i]) == wanted) return wanted;
    return !wanted;
}

static bool match_any(const match_subject *subject, cft_value argument)
{
    return match_list(subject, argument, true);
}

static bool match_all(const match_subject *subject, cft_value argument)
{
    return match_list(subject, argument, false);
}

static bool match_not(const match_subject *subject, cft_value argument)
{
    return !match_condition(subject, argument);
}

static const struct {
    cft_slice name;
    match_test *test;
} match_tests[] = {
    {{"contains", 8}, match_contains},
    {{"contains_exact", 14}, match_contains_exact},
    {{"equals_any", 10}, match_equals_any},
    {{"equals_any_lower", 16}, match_equals_any_lower},
    {{"last_component_contains_exact", 29}, match_last_component},
    {{"file_exists_under_path", 22}, match_adapter_file},
    {{"any", 3}, match_any},
    {{"all", 3}, match_all},
    {{"not", 3}, match_not},
    {{"always", 6}, match_always},
};

/* An object with one member: the kind of condition and its argument. */
static bool match_condition(const match_subject *subject, cft_value condition)
{
    size_t kind = 0;
    assert(condition.kind == CFT_DICT && condition.as.dict->count == 1);
    const cft_entry *member = condition.as.dict->entries;
    while (!cft_slice_equal(match_tests[kind].name, cft_text_of(member->key))) {
        kind++;
        assert(kind < sizeof match_tests / sizeof match_tests[0]);
    }
    return match_tests[kind].test(subject, member->value);
}

/* ---- Paths ---- */

/* The last component of os.path.normpath(path). CPython: posixpath.normpath. */
static chatfmt_status match_basename(cft_heap *heap, cft_slice path, cft_slice *out)
{
    void *room;
    CFT_TRY(cft_heap_array(heap, path.length / 2 + 1, sizeof(cft_slice), &room));
    cft_slice *parts = room;
    size_t count = 0, at = 0;
    bool absolute = path.length && path.data[0] == '/';
    while (at < path.length) {
        size_t begin = at;
        while (at < path.length && path.data[at] != '/') at++;
        cft_slice part = cft_slice_of(path.data + begin, at - begin);
        at++;
        if (!part.length || cft_slice_equal(part, CFT_LIT("."))) continue;
        bool up = cft_slice_equal(part, CFT_LIT(".."));
        bool can_drop = count && !cft_slice_equal(parts[count - 1], CFT_LIT(".."));
        if (!up || (!absolute && !can_drop))
            parts[count++] = part;
        else if (can_drop)
            count--;
    }
    *out = count ? parts[count - 1] : absolute ? CFT_LIT("") : CFT_LIT(".");
    return CHATFMT_OK;
}

static chatfmt_status match_subject_of(cft_heap *heap, cft_slice path, bool has_adapter,
                                       match_subject *out)
{
    *out = (match_subject){.heap = heap, .has_adapter = has_adapter};
    if (path.length > UINT32_MAX)
        return cft_heap_limit(heap, "string_bytes", UINT32_MAX, path.length);
    out->path = cft_string(path.length ? path.data : "", (uint32_t)path.length, 0);
    return cft_text_case(heap, out->path, CFT_LOWER, &out->lower);
}

/* ---- The rules ---- */

static cft_slice match_text(const cft_dict *object, cft_slice name)
{
    cft_value value = cft_format_field(object, name);
    return value.kind == CFT_STRING ? cft_text_of(value) : CFT_LIT("");
}

/* The first of `count` rules whose condition holds, or NULL. */
static const cft_dict *match_walk(const match_subject *subject, const cft_list *rules,
                                  uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const cft_dict *rule = rules->items[i].as.dict;
        if (match_condition(subject, cft_format_field(rule, CFT_LIT("match")))) return rule;
    }
    return NULL;
}

/* Which of the rule's formats: decided on the whole path, whatever the rule matched on. */
static void match_choose(const match_subject *subject, const cft_dict *rule, cft_model_match *out)
{
    const cft_list *formats = cft_format_field(rule, CFT_LIT("templates")).as.list;
    uint32_t i = 0;
    for (;; i++) {
        assert(i < formats->count);
        out->choice = cft_format_field(formats->items[i].as.dict, CFT_LIT("if"));
        if (out->choice.kind == CFT_ABSENT || match_condition(subject, out->choice)) break;
    }
    out->format = match_text(formats->items[i].as.dict, CFT_LIT("template"));
}

static chatfmt_status match_fastchat(cft_heap *heap, cft_slice model, bool has_adapter,
                                     const cft_list *rules, cft_model_match *out)
{
    match_subject whole, last;
    cft_slice name;
    CFT_TRY(match_basename(heap, model, &name));
    CFT_TRY(match_subject_of(heap, model, has_adapter, &whole));
    CFT_TRY(match_subject_of(heap, name, has_adapter && cft_slice_equal(name, model), &last));
    out->matched_on = CFT_LIT("basename");
    const cft_dict *rule = match_walk(&last, rules, rules->count - 1);
    if (!rule) {
        rule = match_walk(&whole, rules, rules->count);
        assert(rule); /* the last one always holds */
        bool is_last = rule == rules->items[rules->count - 1].as.dict;
        out->matched_on = is_last ? CFT_LIT("default") : CFT_LIT("full_path");
    }
    out->adapter = match_text(rule, CFT_LIT("adapter"));
    out->condition = cft_format_field(rule, CFT_LIT("match"));
    match_choose(&whole, rule, out);
    return CHATFMT_OK;
}

static chatfmt_status match_read(cft_heap *heap, cft_slice json, cft_slice name,
                                 const cft_list **out)
{
    cft_json_options options = {.base = 0};
    cft_value file;
    CFT_TRY(cft_json_read(heap, json, &options, &file, NULL));
    *out = cft_format_field(file.as.dict, name).as.list;
    return CHATFMT_OK;
}

chatfmt_status cft_format_match(cft_heap *heap, cft_slice model, bool has_adapter,
                                cft_model_match *out)
{
    const cft_list *rules, *models;
    *out = (cft_model_match){.xtuner = CFT_LIT("")};
    CFT_TRY(match_read(heap, cft_format_rules_json(), CFT_LIT("rules"), &rules));
    CFT_TRY(match_read(heap, cft_format_models_json(), CFT_LIT("models"), &models));
    for (uint32_t i = 0; i < models->count; i++) {
        const cft_dict *row = models->items[i].as.dict;
        if (!cft_slice_equal(match_text(row, CFT_LIT("model")), model)) continue;
        out->xtuner = match_text(row, CFT_LIT("template"));
        out->xtuner_starred = cft_truth(cft_format_field(row, CFT_LIT("starred")));
        break;
    }
    return match_fastchat(heap, model, has_adapter, rules, out);
}
