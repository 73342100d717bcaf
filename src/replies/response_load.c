/* replies/response_load.c - a response_template from JSON, checked as transformers checks it.
 *
 * Expressions are compiled here once, those of content parsers too, so that a template that
 * cannot be matched exactly is refused before a reply arrives.
 * Source: transformers, utils/chat_parsing/response_templates.py.
 */
#include "replies/response.h"

#include "base/utf8.h"
#include "value/json_read.h"

enum { LOAD_DEPTH_MOST = 16, LOAD_PATTERNS_MOST = 4096 };

typedef struct load_reader {
    cft_response_template *template;
    cft_heap *heap;
} load_reader;

bool cft_anchor_given(const cft_response_anchor *anchor) { return anchor->count || anchor->regex; }

/* The key of `object` that is not in `known`, whose names are separated by spaces; or ABSENT. */
static cft_value load_unknown_key(cft_value object, const char *known)
{
    for (uint32_t i = 0; i < object.as.dict->count; i++) {
        cft_slice key = cft_text_of(object.as.dict->entries[i].key);
        bool found = false;
        for (const char *at = known; *at && !found;) {
            size_t length = strcspn(at, " ");
            found = cft_slice_equal(key, cft_slice_of(at, length));
            at += length + (at[length] == ' ');
        }
        if (!found) return object.as.dict->entries[i].key;
    }
    return cft_absent();
}

static chatfmt_status load_wrong(load_reader *l, const char *scope, const char *what)
{
    return cft_raise(l->heap, CHATFMT_VALUE, "%s: %s", scope, what);
}

/* ---- Anchors ---- */

/* Literals that are longer than this are looked for by an automaton. */
#define LOAD_LONG_LITERAL 64u

/* For each beginning of the literal the length of its longest border: what it begins and ends
 * with. Knuth, Morris and Pratt, "Fast pattern matching in strings", 1977. */
static chatfmt_status load_borders(load_reader *l, cft_slice literal, uint32_t **out)
{
    uint32_t *borders, border = 0;
    void *room;
    if (literal.length <= LOAD_LONG_LITERAL) return CHATFMT_OK;
    CFT_TRY(cft_charge(l->heap, literal.length / 4));
    CFT_TRY(cft_heap_array(l->heap, literal.length, sizeof *borders, &room));
    borders = room;
    borders[0] = 0;
    for (size_t i = 1; i < literal.length; i++) {
        while (border && literal.data[border] != literal.data[i]) border = borders[border - 1];
        border += literal.data[border] == literal.data[i];
        borders[i] = border;
    }
    *out = borders;
    return CHATFMT_OK;
}

static chatfmt_status load_literals(load_reader *l, const char *scope, cft_value raw,
                                    cft_response_anchor *anchor)
{
    const cft_value *items = &raw;
    size_t count = 1;
    void *room;
    if (raw.kind == CFT_LIST) {
        items = raw.as.list->items;
        count = raw.as.list->count;
    }
    if (raw.kind != CFT_LIST && raw.kind != CFT_STRING)
        return load_wrong(l, scope, "a literal must be a string or a list of strings");
    if (count == 0) return load_wrong(l, scope, "a list of literals must not be empty");
    if (count > 256) return cft_heap_limit(l->heap, "literals", 256, count);
    CFT_TRY(cft_heap_array(l->heap, count, sizeof(cft_slice), &room));
    anchor->literals = room;
    for (size_t i = 0; i < count; i++) {
        cft_slice text = cft_text_of(items[i]);
        size_t at, j;
        bool known = false;
        if (items[i].kind != CFT_STRING) return load_wrong(l, scope, "literals must be strings");
        if (!text.length) return load_wrong(l, scope, "literals must not be empty strings");
        anchor->first[(unsigned char)text.data[0]] = true;
        for (j = 0; j < anchor->count; j++) known |= cft_slice_equal(anchor->literals[j], text);
        if (known) continue;
        /* Longest first, in code points as Python counts them; otherwise in the given order. */
        at = anchor->count++;
        for (; at > 0 && cft_utf8_count(anchor->literals[at - 1].data,
                                        anchor->literals[at - 1].length) <
                             cft_utf8_count(text.data, text.length);
             at--)
            anchor->literals[at] = anchor->literals[at - 1];
        anchor->literals[at] = text;
    }
    CFT_TRY(cft_heap_array(l->heap, count, sizeof *anchor->borders, &room));
    anchor->borders = room;
    for (size_t i = 0; i < anchor->count; i++) {
        anchor->borders[i] = NULL;
        CFT_TRY(load_borders(l, anchor->literals[i], &anchor->borders[i]));
    }
    for (size_t i = 0; i < anchor->count; i++)
        for (size_t j = 0; j < anchor->count; j++)
            anchor->can_extend |= i != j &&
                                  anchor->literals[j].length > anchor->literals[i].length &&
                                  memcmp(anchor->literals[j].data, anchor->literals[i].data,
                                         anchor->literals[i].length) == 0;
    return CHATFMT_OK;
}

static chatfmt_status load_pattern(load_reader *l, const char *scope, cft_value pattern,
                                   cft_regex **out)
{
    if (pattern.kind != CFT_STRING) return load_wrong(l, scope, "a pattern must be a string");
    CFT_TRY(cft_response_compile(l->template, cft_text_of(pattern), CFT_REGEX_MODULE, scope, out));
    /* One character more tells the beginning of the text from the beginning of what is kept. */
    size_t behind = 4 * ((size_t)(*out)->behind + 1);
    if (behind > l->template->behind) l->template->behind = behind;
    return CHATFMT_OK;
}

static chatfmt_status load_anchor(load_reader *l, const char *scope, cft_value spec,
                                  const char *literal_key, const char *pattern_key,
                                  cft_response_anchor *anchor)
{
    cft_value literal = cft_response_member(spec, literal_key);
    cft_value pattern = cft_response_member(spec, pattern_key);
    if (literal.kind != CFT_ABSENT && pattern.kind != CFT_ABSENT)
        return cft_raise(l->heap, CHATFMT_VALUE, "%s: cannot specify both '%s' and '%s'", scope,
                         literal_key, pattern_key);
    if (literal.kind != CFT_ABSENT) return load_literals(l, scope, literal, anchor);
    if (pattern.kind == CFT_ABSENT) return CHATFMT_OK;
    CFT_TRY(load_pattern(l, scope, pattern, &anchor->regex));
    for (unsigned c = 0; c < 256; c++)
        anchor->first[c] = !anchor->regex->has_first || anchor->regex->first[c];
    return CHATFMT_OK;
}

/* ---- Content parsers ---- */

const cft_regex *cft_response_pattern_of(const cft_response_template *template, cft_slice text)
{
    const cft_response_pattern *list = (const cft_response_pattern *)(const void *)
                                           template->patterns.data;
    for (size_t i = 0; i < template->patterns.length / sizeof *list; i++)
        if (cft_slice_equal(list[i].text, text)) return list[i].regex;
    return NULL;
}

chatfmt_status cft_response_compile(cft_response_template *template, cft_slice text,
                                    cft_regex_dialect dialect, const char *where, cft_regex **out)
{
    CFT_TRY(cft_regex_compile(&template->memory, text, dialect, where, out,
                              template->heap.error));
    chatfmt_status status = cft_charge(&template->heap, 1 + (*out)->size / 2);
    if (!status) return status;
    cft_regex_free(*out);
    *out = NULL;
    return status;
}

chatfmt_status cft_response_add_pattern(cft_response_template *template, cft_slice text,
                                        cft_regex_dialect dialect, const char *where)
{
    cft_response_pattern one = {text, NULL};
    if (cft_response_pattern_of(template, text)) return CHATFMT_OK;
    if (template->patterns.length / sizeof one >= LOAD_PATTERNS_MOST)
        return cft_heap_limit(&template->heap, "expressions", LOAD_PATTERNS_MOST,
                              LOAD_PATTERNS_MOST + 1);
    CFT_TRY(cft_response_compile(template, text, dialect, where, &one.regex));
    if (cft_buffer_append(&template->patterns, (const char *)&one, sizeof one) == CHATFMT_OK)
        return CHATFMT_OK;
    cft_regex_free(one.regex);
    return cft_raise(&template->heap, CHATFMT_NO_MEMORY, "out of memory");
}

/* Compile the tag patterns of a content parser and of those that it calls for values. */
static chatfmt_status load_content(load_reader *l, const char *scope, cft_response_content content,
                                   cft_value args)
{
    for (unsigned depth = 0; content < CFT_RESPONSE_CONTENTS; depth++) {
        cft_value pattern = cft_response_member(args, "tag_pattern"), next;
        if (depth > LOAD_DEPTH_MOST)
            return cft_heap_limit(l->heap, "value parsers", LOAD_DEPTH_MOST, depth);
        if (content == CFT_RESPONSE_XML && pattern.kind == CFT_STRING)
            CFT_TRY(cft_response_add_pattern(l->template, cft_text_of(pattern), CFT_REGEX_MODULE,
                                             scope));
        next = cft_response_member(args, "value_parser");
        if (next.kind != CFT_DICT) break;
        pattern = cft_response_member(next, "name");
        content = pattern.kind == CFT_ABSENT ? CFT_RESPONSE_TEXT
                                             : cft_response_content_named(pattern);
        args = cft_response_member(next, "args");
    }
    return CHATFMT_OK;
}

/* ---- Fields ---- */

static chatfmt_status load_transform(load_reader *l, const char *scope, cft_value spec,
                                     cft_response_field *field)
{
    cft_value each = cft_response_member(spec, "transform_each");
    size_t names = 0;
    field->transform = cft_response_member(spec, "transform");
    if (field->transform.kind == CFT_NONE) field->transform = cft_absent();
    if (each.kind != CFT_ABSENT && each.kind != CFT_BOOL)
        return load_wrong(l, scope, "transform_each must be a bool");
    field->each = each.kind == CFT_BOOL && each.as.boolean;
    if (field->transform.kind != CFT_ABSENT)
        return cft_response_check_transform(l->heap, field->transform, field->name, 0);
    if (field->each) return load_wrong(l, scope, "transform_each is set but no transform is given");
    if (field->open.regex) names += cft_regex_name_count(field->open.regex);
    if (field->close.regex) names += cft_regex_name_count(field->close.regex);
    return names ? load_wrong(l, scope, "a pattern has named groups, which only reach the output "
                                        "through a transform, but there is none")
                 : CHATFMT_OK;
}

static chatfmt_status load_field(load_reader *l, cft_value name, cft_value spec,
                                 cft_response_field *field)
{
    char scope[96];
    size_t length = name.length < 64 ? name.length : 64, at = 7;
    cft_value content = cft_response_member(spec, "content");
    memcpy(scope, "Field '", at);
    while (length < name.length && length && ((unsigned char)name.as.text[length] & 0xC0) == 0x80)
        length--;
    memcpy(scope + at, name.as.text, length);
    memcpy(scope + at + length, "'", 2);
    field->name = name;
    if (spec.kind != CFT_DICT) return load_wrong(l, scope, "must be a dict");
    cft_value unknown = load_unknown_key(spec, "open open_pattern close close_pattern content "
                                               "content_args repeats join optional transform "
                                               "transform_each");
    if (unknown.kind != CFT_ABSENT)
        return cft_raise(l->heap, CHATFMT_VALUE, "%s: unknown key '%.*s'", scope,
                         (int)unknown.length, unknown.as.text);
    field->content = content.kind == CFT_ABSENT ? CFT_RESPONSE_TEXT
                                                : cft_response_content_named(content);
    if (field->content == CFT_RESPONSE_CONTENTS)
        return load_wrong(l, scope, "unknown content parser");
    CFT_TRY(load_anchor(l, scope, spec, "open", "open_pattern", &field->open));
    CFT_TRY(load_anchor(l, scope, spec, "close", "close_pattern", &field->close));
    field->join = cft_response_member(spec, "join");
    if (field->join.kind == CFT_NONE) field->join = cft_absent();
    field->repeats = cft_response_flag(spec, "repeats", false);
    field->optional = cft_response_flag(spec, "optional", true);
    field->args = cft_response_member(spec, "content_args");
    if (field->join.kind != CFT_ABSENT && field->join.kind != CFT_STRING)
        return load_wrong(l, scope, "'join' must be a string");
    if (field->join.kind != CFT_ABSENT && !field->repeats)
        return load_wrong(l, scope, "'join' requires 'repeats': true");
    CFT_TRY(load_content(l, scope, field->content, field->args));
    return load_transform(l, scope, spec, field);
}

static chatfmt_status load_shape(load_reader *l, cft_value spec)
{
    static const char scope[] = "response_template";
    cft_value version = cft_response_member(spec, "version"), fields, defaults, unknown;
    if (spec.kind != CFT_DICT) return load_wrong(l, scope, "must be a dict");
    bool first = version.kind == CFT_ABSENT ||
                 (cft_is_integral(version) && cft_integer_of(version) == 1) ||
                 (version.kind == CFT_FLOAT && version.as.real >= 1 && version.as.real <= 1);
    if (!first) return load_wrong(l, scope, "unsupported version; 1 is the one that is known");
    unknown = load_unknown_key(spec, "version defaults fields start_anchor start_anchor_pattern");
    if (unknown.kind != CFT_ABSENT)
        return cft_raise(l->heap, CHATFMT_VALUE, "response_template: unknown key '%.*s'",
                         (int)unknown.length, unknown.as.text);
    defaults = cft_response_member(spec, "defaults");
    if (defaults.kind != CFT_ABSENT && defaults.kind != CFT_DICT)
        return load_wrong(l, scope, "'defaults' must be a dict");
    fields = cft_response_member(spec, "fields");
    if (fields.kind != CFT_DICT || !fields.as.dict->count)
        return load_wrong(l, scope, "'fields' must be a dict with at least one field");
    l->template->defaults = defaults;
    return CHATFMT_OK;
}

static chatfmt_status load_template(load_reader *l, cft_value spec)
{
    cft_response_template *t = l->template;
    CFT_TRY(load_shape(l, spec));
    cft_value fields = cft_response_member(spec, "fields");
    size_t count = fields.as.dict->count;
    void *room;
    if (count > 256) return cft_heap_limit(l->heap, "fields", 256, count);
    CFT_TRY(cft_heap_array(l->heap, count, sizeof *t->fields, &room));
    memset(room, 0, count * sizeof *t->fields);
    t->fields = room;
    t->count = count;
    for (size_t i = 0; i < count; i++) {
        const cft_entry *entry = &fields.as.dict->entries[i];
        CFT_TRY(load_field(l, entry->key, entry->value, &t->fields[i]));
        if (cft_anchor_given(&t->fields[i].open)) continue;
        if (t->implicit != SIZE_MAX)
            return load_wrong(l, "response_template",
                              "at most one field may be without 'open' and 'open_pattern'");
        t->implicit = i;
    }
    CFT_TRY(load_anchor(l, "response_template", spec, "start_anchor", "start_anchor_pattern",
                        &t->start));
    return cft_anchor_given(&t->start)
               ? CHATFMT_OK
               : load_wrong(l, "response_template",
                            "'start_anchor' or 'start_anchor_pattern' must be given");
}

/* The description in a tokenizer_config.json, the newer kind first. */
static chatfmt_status load_config(load_reader *l, cft_value *spec, cft_response_source *source)
{
    cft_value template = cft_response_member(*spec, "response_template");
    cft_value schema = cft_response_member(*spec, "response_schema");
    *source = template.kind == CFT_DICT ? CFT_SOURCE_TEMPLATE : CFT_SOURCE_SCHEMA;
    *spec = template.kind == CFT_DICT ? template : schema;
    return spec->kind == CFT_DICT ? CHATFMT_OK
                                  : cft_raise(l->heap, CHATFMT_NOT_FOUND,
                                              "the configuration has no response_template and no "
                                              "response_schema");
}

static chatfmt_status load_any(load_reader *l, cft_value spec, cft_response_source source)
{
    if (source == CFT_SOURCE_CONFIG) CFT_TRY(load_config(l, &spec, &source));
    if (source == CFT_SOURCE_SCHEMA) return cft_schema_load(l->template, spec);
    return load_template(l, spec);
}

chatfmt_status cft_response_load(const chatfmt_allocator *allocator, const chatfmt_limits *limits,
                                 cft_slice json, cft_response_source source,
                                 cft_response_template **out, chatfmt_error *error)
{
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    cft_response_template *t = cft_allocate(&memory, sizeof *t);
    static const cft_json_options options = {0, false, false};
    cft_value spec;
    *out = NULL;
    if (!t) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(t, 0, sizeof *t);
    t->memory = memory;
    t->implicit = SIZE_MAX;
    cft_buffer_init(&t->patterns, &memory);
    cft_heap_init(&t->heap, &memory);
    cft_heap_reset(&t->heap, limits, error);
    load_reader l = {t, &t->heap};
    char *copy = NULL;
    chatfmt_status status = CHATFMT_OK;
    if (json.length > limits->source_bytes && source != CFT_SOURCE_CONFIG)
        status = cft_heap_limit(&t->heap, "source_bytes", limits->source_bytes, json.length);
    else if ((copy = cft_arena_copy(&t->heap.arena, json.data, json.length)) == NULL)
        status = cft_heap_exhausted(&t->heap, json.length);
    if (!status)
        status = cft_json_read(&t->heap, cft_slice_of(copy, json.length), &options, &spec, NULL);
    if (!status) status = load_any(&l, spec, source);
    t->heap.error = NULL;
    if (status) cft_response_template_free(t);
    else *out = t;
    return status;
}

void cft_response_template_free(cft_response_template *t)
{
    if (!t) return;
    chatfmt_allocator memory = t->memory;
    const cft_response_pattern *list = (const cft_response_pattern *)(const void *)
                                           t->patterns.data;
    for (size_t i = 0; i < t->count; i++) {
        cft_regex_free(t->fields[i].open.regex);
        cft_regex_free(t->fields[i].close.regex);
    }
    for (size_t i = 0; i < t->patterns.length / sizeof *list; i++) cft_regex_free(list[i].regex);
    cft_regex_free(t->start.regex);
    cft_buffer_free(&t->patterns);
    cft_heap_free(&t->heap);
    cft_release(&memory, t, sizeof *t);
}
