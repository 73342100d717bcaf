/* formats/match.c - evaluates FastChat's rules. Source: FastChat, get_model_adapter. */
#include "formats/match.h"

#include "value/json_read.h"
#include "value/text.h"

/* What a condition is tested on. */
typedef struct match_subject {
    cft_heap *heap;
    cft_value path, lower; /* strings */
    bool has_adapter;
} match_subject;

typedef chatfmt_status match_test(const match_subject *subject, cft_value argument,
                                  unsigned depth, bool *out);

static chatfmt_status match_condition(const match_subject *subject, cft_value condition,
                                      unsigned depth, bool *out);

/* ---- One kind of condition each ---- */

static bool match_has(cft_value text, cft_value needle)
{
    return needle.kind == CFT_STRING &&
           cft_text_find(cft_text_of(text), cft_text_of(needle), 0) != SIZE_MAX;
}

static chatfmt_status match_contains(const match_subject *subject, cft_value argument,
                                     unsigned depth, bool *out)
{
    (void)depth;
    *out = match_has(subject->lower, argument);
    return CHATFMT_OK;
}

static chatfmt_status match_contains_exact(const match_subject *subject, cft_value argument,
                                           unsigned depth, bool *out)
{
    (void)depth;
    *out = match_has(subject->path, argument);
    return CHATFMT_OK;
}

static bool match_is_among(cft_value text, cft_value list)
{
    for (uint32_t i = 0; list.kind == CFT_LIST && i < list.as.list->count; i++) {
        cft_value item = list.as.list->items[i];
        if (item.kind == CFT_STRING && cft_slice_equal(cft_text_of(item), cft_text_of(text)))
            return true;
    }
    return false;
}

static chatfmt_status match_equals_any(const match_subject *subject, cft_value argument,
                                       unsigned depth, bool *out)
{
    (void)depth;
    *out = match_is_among(subject->path, argument);
    return CHATFMT_OK;
}

static chatfmt_status match_equals_any_lower(const match_subject *subject, cft_value argument,
                                             unsigned depth, bool *out)
{
    (void)depth;
    *out = match_is_among(subject->lower, argument);
    return CHATFMT_OK;
}

/* FastChat: remove_parent_directory_name. */
static chatfmt_status match_last_component(const match_subject *subject, cft_value argument,
                                           unsigned depth, bool *out)
{
    (void)depth;
    cft_value last = subject->path;
    if (last.length && last.as.text[last.length - 1] == '/') last.length--;
    for (uint32_t i = last.length; i > 0; i--) {
        if (last.as.text[i - 1] != '/') continue;
        last.as.text += i;
        last.length -= i;
        break;
    }
    *out = match_has(last, argument);
    return CHATFMT_OK;
}

static chatfmt_status match_adapter_file(const match_subject *subject, cft_value argument,
                                         unsigned depth, bool *out)
{
    (void)depth;
    (void)argument;
    *out = subject->has_adapter;
    return CHATFMT_OK;
}

static chatfmt_status match_always(const match_subject *subject, cft_value argument,
                                   unsigned depth, bool *out)
{
    (void)subject;
    (void)depth;
    *out = cft_truth(argument);
    return CHATFMT_OK;
}

static chatfmt_status match_list(const match_subject *subject, cft_value list, unsigned depth,
                                 bool wanted, bool *out)
{
    for (uint32_t i = 0; list.kind == CFT_LIST && i < list.as.list->count; i++) {
        CFT_TRY(match_condition(subject, list.as.list->items[i], depth + 1, out));
        if (*out == wanted) return CHATFMT_OK;
    }
    *out = !wanted;
    return CHATFMT_OK;
}

static chatfmt_status match_any(const match_subject *subject, cft_value argument,
                                unsigned depth, bool *out)
{
    return match_list(subject, argument, depth, true, out);
}

static chatfmt_status match_all(const match_subject *subject, cft_value argument,
                                unsigned depth, bool *out)
{
    return match_list(subject, argument, depth, false, out);
}

static chatfmt_status match_not(const match_subject *subject, cft_value argument,
                                unsigned depth, bool *out)
{
    CFT_TRY(match_condition(subject, argument, depth + 1, out));
    *out = !*out;
    return CHATFMT_OK;
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
static chatfmt_status match_condition(const match_subject *subject, cft_value condition,
                                      unsigned depth, bool *out)
{
    enum { MATCH_DEPTH = 16 };
    if (condition.kind == CFT_DICT && condition.as.dict->count == 1 && depth < MATCH_DEPTH) {
        const cft_entry *member = condition.as.dict->entries;
        for (size_t i = 0; i < sizeof match_tests / sizeof match_tests[0]; i++)
            if (cft_slice_equal(match_tests[i].name, cft_text_of(member->key)))
                return match_tests[i].test(subject, member->value, depth, out);
    }
    return cft_raise(subject->heap, CHATFMT_INPUT, "a rule has an unknown condition");
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

static cft_slice match_text(cft_value object, cft_slice name)
{
    cft_value value =
        object.kind == CFT_DICT ? cft_format_field(object.as.dict, name) : cft_none();
    return value.kind == CFT_STRING ? cft_text_of(value) : CFT_LIT("");
}

/* The first of `count` rules whose condition holds, or absent. */
static chatfmt_status match_walk(const match_subject *subject, const cft_list *rules,
                                 uint32_t count, cft_value *out)
{
    for (uint32_t i = 0; i < count; i++) {
        bool holds;
        cft_value rule = rules->items[i];
        if (rule.kind != CFT_DICT)
            return cft_raise(subject->heap, CHATFMT_INPUT, "a rule is not an object");
        CFT_TRY(match_condition(subject, cft_format_field(rule.as.dict, CFT_LIT("match")), 0,
                                &holds));
        *out = rule;
        if (holds) return CHATFMT_OK;
    }
    *out = cft_absent();
    return CHATFMT_OK;
}

/* Which of the rule's formats: decided on the whole path, whatever the rule matched on. */
static chatfmt_status match_choose(const match_subject *subject, const cft_dict *rule,
                                   cft_model_match *out)
{
    cft_value formats = cft_format_field(rule, CFT_LIT("templates"));
    for (uint32_t i = 0; formats.kind == CFT_LIST && i < formats.as.list->count; i++) {
        cft_value entry = formats.as.list->items[i];
        bool holds = true;
        if (entry.kind != CFT_DICT) break;
        out->choice = cft_format_field(entry.as.dict, CFT_LIT("if"));
        if (out->choice.kind != CFT_ABSENT)
            CFT_TRY(match_condition(subject, out->choice, 0, &holds));
        out->format = match_text(entry, CFT_LIT("template"));
        if (holds) return CHATFMT_OK;
    }
    return cft_raise(subject->heap, CHATFMT_INPUT, "a rule chooses no format");
}

static chatfmt_status match_fastchat(cft_heap *heap, cft_slice model, bool has_adapter,
                                     const cft_list *rules, cft_model_match *out)
{
    match_subject whole, last;
    cft_slice name;
    cft_value rule;
    CFT_TRY(match_basename(heap, model, &name));
    CFT_TRY(match_subject_of(heap, model, has_adapter, &whole));
    CFT_TRY(match_subject_of(heap, name, has_adapter && cft_slice_equal(name, model), &last));
    out->matched_on = CFT_LIT("basename");
    CFT_TRY(match_walk(&last, rules, rules->count ? rules->count - 1 : 0, &rule));
    if (rule.kind == CFT_ABSENT) {
        CFT_TRY(match_walk(&whole, rules, rules->count, &rule));
        bool is_last = rule.kind == CFT_DICT &&
                       rule.as.dict == rules->items[rules->count - 1].as.dict;
        out->matched_on = is_last ? CFT_LIT("default") : CFT_LIT("full_path");
    }
    if (rule.kind != CFT_DICT) return cft_raise(heap, CHATFMT_INPUT, "no rule holds");
    out->adapter = match_text(rule, CFT_LIT("adapter"));
    out->condition = cft_format_field(rule.as.dict, CFT_LIT("match"));
    return match_choose(&whole, rule.as.dict, out);
}

static chatfmt_status match_read(cft_heap *heap, cft_slice json, cft_slice name,
                                 const cft_list **out)
{
    cft_json_options options = {.base = 0};
    cft_value file;
    CFT_TRY(cft_json_read(heap, json, &options, &file, NULL));
    cft_value list = file.kind == CFT_DICT ? cft_format_field(file.as.dict, name) : cft_none();
    if (list.kind != CFT_LIST) return cft_raise(heap, CHATFMT_INPUT, "a table is missing");
    *out = list.as.list;
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
        cft_value row = models->items[i];
        if (!cft_slice_equal(match_text(row, CFT_LIT("model")), model)) continue;
        out->xtuner = match_text(row, CFT_LIT("template"));
        out->xtuner_starred = cft_truth(cft_format_field(row.as.dict, CFT_LIT("starred")));
        break;
    }
    return match_fastchat(heap, model, has_adapter, rules, out);
}
