/* analysis/survey_paths.c - which value of the context an expression may be
 * (analysis/survey.h). */
#include "analysis/survey.h"
#include "value/hash.h"

/* What filters and methods leave of the value that they are given. */
#define SURVEY_SAME_FILTERS                                                                    \
    "list reverse sort unique select reject selectattr rejectattr trim lower upper title "     \
    "capitalize replace string safe escape e forceescape indent default d striptags wordwrap " \
    "truncate center"
#define SURVEY_ONE_FILTERS "first last random min max"
#define SURVEY_SAME_METHODS                                                                    \
    "strip lstrip rstrip lower upper title capitalize casefold swapcase replace removeprefix " \
    "removesuffix copy values format"
/* What leaves texts of the template as they are. */
#define SURVEY_TEXT_FILTERS                                                                    \
    "list reverse sort unique select reject default d string safe first last"
#define SURVEY_SPLIT_METHODS "split rsplit splitlines partition rpartition"

bool cft_survey_word(cft_slice name, const char *list)
{
    while (*list) {
        size_t length = strcspn(list, " ");
        if (length == name.length && !memcmp(list, name.data, length)) return true;
        list += length + (list[length] == ' ');
    }
    return false;
}

/* ---- Names and paths ---- */

/* The bucket of `text` below something at an address. The seed is the address of this survey,
 * so a template cannot choose names that meet in one bucket. */
static size_t survey_bucket(const survey_work *s, const void *below, uint64_t seed,
                            cft_slice text)
{
    seed += (uint64_t)(uintptr_t)s->arena + (uint64_t)(uintptr_t)below * 0x9E3779B97F4A7C15u;
    return (size_t)cft_hash_bytes(text.data, text.length, seed) & s->bucket_mask;
}

survey_name *cft_survey_owned(survey_work *s, const cft_node *owner, cft_slice name,
                              cft_slice field)
{
    uint64_t seed = field.length ? cft_hash_bytes(field.data, field.length, 1) : 0;
    survey_name **at = &s->names[survey_bucket(s, owner, seed, name)];
    for (; *at; at = &(*at)->chain)
        if ((*at)->owner == owner && cft_slice_equal((*at)->name, name) &&
            cft_slice_equal((*at)->field, field))
            return *at;
    survey_name *made = cft_arena_take_zero(s->arena, sizeof *made);
    if (!made) {
        s->no_memory = true;
        return NULL;
    }
    made->owner = owner;
    made->name = name;
    made->field = field;
    return *at = made;
}

survey_name *cft_survey_name(survey_work *s, cft_slice name, cft_slice field)
{
    for (const survey_scope *scope = s->scope; scope && !field.length; scope = scope->outer)
        if (cft_slice_equal(scope->name->name, name)) return scope->name;
    return cft_survey_owned(s, NULL, name, field);
}

/* A field of the same name as its owner is the owner, and deeper ones are the path itself, so
 * that a name that is assigned from itself (`set call = call.function`) stands for a few paths.
 */
survey_path *cft_survey_field(survey_work *s, survey_path *parent, cft_slice name)
{
    if (parent && (parent->depth >= SURVEY_DEPTH ||
                   (parent->parent && cft_slice_equal(parent->name, name) &&
                    !cft_slice_equal(name, CFT_LIT("[]")))))
        return parent;
    survey_path **at = &s->paths[survey_bucket(s, parent, 0, name)];
    for (; *at; at = &(*at)->chain)
        if ((*at)->parent == parent && cft_slice_equal((*at)->name, name)) return *at;
    survey_path *made = cft_arena_take_zero(s->arena, sizeof *made);
    if (!made) {
        s->no_memory = true;
        return parent;
    }
    made->parent = parent;
    made->name = name;
    made->depth = parent ? parent->depth + 1 : 0;
    return *at = made;
}

static bool survey_is_element(const survey_path *path)
{
    return path->parent && cft_slice_equal(path->name, CFT_LIT("[]"));
}

cft_slice cft_survey_path_text(survey_work *s, const survey_path *path)
{
    size_t length = 0;
    for (const survey_path *p = path; p; p = p->parent)
        length += p->name.length + (p->parent && !survey_is_element(p));
    char *text = cft_arena_take(s->arena, length + 1);
    if (!text) {
        s->no_memory = true;
        return CFT_LIT("");
    }
    size_t at = length;
    for (const survey_path *p = path; p; p = p->parent) {
        at -= p->name.length;
        memcpy(text + at, p->name.data, p->name.length);
        if (p->parent && !survey_is_element(p)) text[--at] = '.';
    }
    return cft_slice_of(text, length);
}

bool cft_survey_is_content(const survey_path *path)
{
    const survey_path *root = path;
    for (; root->parent; root = root->parent)
        if (cft_survey_word(root->name, "tool_calls arguments parameters")) return false;
    return path->parent && cft_survey_word(root->name, "messages conversation documents") &&
           cft_survey_word(path->name,
                           "content text reasoning_content reasoning thinking value");
}

void cft_survey_read(survey_work *s, survey_path *path, const cft_node *node)
{
    if (!s->reporting || path->seen) return;
    path->seen = true;
    if (survey_is_element(path)) return;
    cft_survey_fact(
        s, (chatfmt_fact){.kind = CHATFMT_FACT_READ, .text = cft_survey_path_text(s, path)},
        node);
}

/* ---- Values ---- */

static void survey_add(survey_values *out, survey_value value)
{
    for (uint32_t i = 0; i < out->count; i++)
        if (out->at[i].path == value.path && out->at[i].pieces == value.pieces &&
            out->at[i].items == value.items)
            return;
    if (out->count < SURVEY_VALUES) out->at[out->count++] = value;
}

static void survey_add_text(survey_values *out, survey_key text)
{
    for (uint32_t i = 0; i < out->text_count; i++)
        if (out->texts[i].pieces == text.pieces &&
            cft_slice_equal(out->texts[i].text, text.text))
            return;
    if (out->text_count < SURVEY_TEXTS) out->texts[out->text_count++] = text;
}

static void survey_add_all(survey_values *out, const survey_values *more)
{
    for (uint32_t i = 0; i < more->count; i++)
        survey_add(out, more->at[i]);
    for (uint32_t i = 0; i < more->text_count; i++)
        survey_add_text(out, more->texts[i]);
}

static void survey_none(survey_values *values)
{
    values->count = values->text_count = 0;
}

void cft_survey_bind(survey_work *s, survey_name *name, const survey_values *values)
{
    if (!name) return;
    uint32_t before = name->values.count + name->values.text_count;
    survey_add_all(&name->values, values);
    if (name->values.count + name->values.text_count != before) s->changed = true;
}

void cft_survey_element(survey_work *s, const survey_values *of, survey_values *out)
{
    survey_values made = {.count = 0};
    for (uint32_t i = 0; i < of->count; i++) {
        survey_value value = of->at[i];
        if (value.items) continue;
        if (!value.pieces) value.path = cft_survey_field(s, value.path, CFT_LIT("[]"));
        value.pieces = false;
        survey_add(&made, value);
    }
    for (uint32_t i = 0; i < of->text_count; i++)
        if (of->texts[i].pieces) survey_add_text(&made, (survey_key){of->texts[i].text, false});
    *out = made;
}

static void survey_fields(survey_work *s, const survey_values *of, cft_slice name,
                          const cft_node *node, survey_values *out)
{
    survey_values made = {.count = 0};
    for (uint32_t i = 0; i < of->count; i++) {
        survey_value value = of->at[i];
        if (value.items || value.pieces) continue;
        value.path = cft_survey_field(s, value.path, name);
        cft_survey_read(s, value.path, node);
        survey_add(&made, value);
    }
    *out = made;
}

static void survey_mark(survey_values *values, bool pieces, bool items)
{
    for (uint32_t i = 0; i < values->count; i++) {
        values->at[i].pieces = pieces;
        values->at[i].items = items;
    }
    for (uint32_t i = 0; i < values->text_count; i++)
        values->texts[i].pieces = pieces;
}

static bool survey_text_of(const cft_node *node, cft_slice *out)
{
    if (node->kind != CFT_EXPR_CONST || node->value.kind != CFT_STRING) return false;
    *out = cft_text_of(node->value);
    return true;
}

/* Of a name that is the template's on some of its paths alone. */
static void survey_tell_maybe(survey_work *s, survey_name *name, const cft_node *node)
{
    if (!s->reporting || name->owner || name->context || !name->stored || !name->maybe ||
        name->reported)
        return;
    name->reported = true;
    cft_survey_fact(s, (chatfmt_fact){.kind = CHATFMT_FACT_MAYBE, .name = name->name}, node);
}

/* What the name stands for; one that the template does not give is the context's. */
static void survey_look_name(survey_work *s, const cft_node *node, survey_values *out)
{
    survey_name *name = cft_survey_name(s, node->name, CFT_LIT(""));
    if (!name) return;
    survey_add_all(out, &name->values);
    survey_tell_maybe(s, name, node);
    if (name->stored && !name->context) return;
    if (!name->stored && cft_callable_find(&s->builtins->globals, node->name)) return;
    survey_path *path = cft_survey_field(s, NULL, node->name);
    if (!path) return;
    cft_survey_read(s, path, node);
    survey_add(out, (survey_value){path, false, false});
}

/* ---- Chains: x.a['b'][0].c()|d ---- */

/* x[key], x.get(key), x|attr(key): the key is a text, or a name that stands for texts; any
 * other may be whatever is there. Of several values and several texts it is not known which
 * belong together. */
static void survey_link_key(survey_work *s, const cft_node *key, const cft_node *node,
                            uint32_t nesting, survey_values *values)
{
    survey_values keys, made = {.count = 0}, one;
    if (key->kind == CFT_EXPR_SLICE) return;
    cft_survey_look(s, key, nesting, &keys);
    if (keys.text_count > 1 && values->count > 1) keys.text_count = 0;
    for (uint32_t i = 0; i < keys.text_count; i++) {
        if (keys.texts[i].pieces) continue;
        survey_fields(s, values, keys.texts[i].text, node, &one);
        survey_add_all(&made, &one);
    }
    if (!keys.text_count || keys.count) {
        cft_survey_element(s, values, &one);
        survey_add_all(&made, &one);
    }
    *values = made;
}

static void survey_link_or(survey_work *s, const cft_node *otherwise, uint32_t nesting,
                           survey_values *values)
{
    survey_values other = {.count = 0};
    if (otherwise) cft_survey_look(s, otherwise, nesting, &other);
    survey_add_all(values, &other);
}

static void survey_link_method(survey_work *s, const cft_node *call, uint32_t nesting,
                               survey_values *values)
{
    cft_slice name = call->a->name;
    values->text_count = 0;
    if (cft_survey_word(name, "get") && call->b) {
        survey_link_key(s, call->b, call, nesting, values);
        survey_link_or(s, call->b->next, nesting, values);
    } else if (cft_survey_word(name, SURVEY_SPLIT_METHODS)) {
        survey_mark(values, true, false);
    } else if (cft_survey_word(name, "items")) {
        survey_mark(values, false, true);
    } else if (!cft_survey_word(name, SURVEY_SAME_METHODS)) {
        values->count = 0;
    }
}

void cft_survey_attribute(survey_work *s, survey_values *values, cft_slice attribute,
                          const cft_node *node)
{
    for (size_t begin = 0, end; begin <= attribute.length; begin = end + 1) {
        for (end = begin; end < attribute.length && attribute.data[end] != '.';)
            end++;
        cft_slice part = {attribute.data + begin, end - begin};
        bool number = part.length > 0;
        for (size_t i = 0; i < part.length; i++)
            number = number && part.data[i] >= '0' && part.data[i] <= '9';
        if (number)
            cft_survey_element(s, values, values);
        else
            survey_fields(s, values, part, node, values);
    }
}

/* Filters whose `attribute` names a field of each item, and where it is among the arguments.
 * Source: Jinja, filters.py. */
static const cft_node *survey_attribute_of(const cft_node *node)
{
    static const struct {
        const char *names;
        int position;
    } filters[] = {{"sum groupby", 0}, {"unique min max join", 1}, {"sort", 2}, {"map", -1}};
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
        if (!cft_survey_word(node->name, filters[i].names)) continue;
        for (const cft_node *given = node->c; given; given = given->next)
            if (cft_slice_equal(given->name, CFT_LIT("attribute"))) return given->a;
        const cft_node *given = filters[i].position < 0 ? NULL : node->b;
        for (int at = 0; given && at < filters[i].position; at++)
            given = given->next;
        return given;
    }
    return NULL;
}

/* What the items of `of` have there: of `sort` several fields, divided by commas. */
static void survey_link_attribute(survey_work *s, const cft_node *node, const survey_values *of,
                                  survey_values *out)
{
    const cft_node *given = survey_attribute_of(node);
    cft_slice text;
    cft_survey_element(s, of, out);
    if (!given || !survey_text_of(given, &text)) return;
    survey_values items = *out;
    bool several = cft_survey_word(node->name, "sort");
    for (size_t begin = 0, end; begin <= text.length; begin = end + 1) {
        for (end = begin; end < text.length && !(several && text.data[end] == ',');)
            end++;
        *out = items;
        cft_survey_attribute(s, out, cft_slice_of(text.data + begin, end - begin), node);
    }
}

static void survey_link_filter(survey_work *s, const cft_node *node, uint32_t nesting,
                               survey_values *values)
{
    survey_values fields;
    if (!cft_survey_word(node->name, SURVEY_TEXT_FILTERS)) values->text_count = 0;
    survey_link_attribute(s, node, values, &fields);
    if (cft_survey_word(node->name, "default d")) {
        survey_link_or(s, node->b, nesting, values);
    } else if (cft_survey_word(node->name, "attr") && node->b) {
        survey_link_key(s, node->b, node, nesting, values);
    } else if (cft_survey_word(node->name, "join sum")) {
        *values = fields;
    } else if (cft_survey_word(node->name, SURVEY_ONE_FILTERS)) {
        cft_survey_element(s, values, values);
    } else if (cft_survey_word(node->name, "items dictsort")) {
        survey_mark(values, false, true);
    } else if (cft_survey_word(node->name, "map")) {
        *values = fields;
        survey_mark(values, true, false);
    } else if (!cft_survey_word(node->name, SURVEY_SAME_FILTERS)) {
        survey_none(values);
    }
}

static void survey_list(survey_work *s, const cft_node *list, uint32_t nesting,
                        survey_values *out);

/* What a macro writes may be what it was given. */
static void survey_link_macro(survey_work *s, const cft_node *call, uint32_t nesting,
                              survey_values *values)
{
    const survey_name *name = cft_survey_name(s, call->a->name, CFT_LIT(""));
    survey_none(values);
    if (name && name->macro) survey_list(s, call->b, nesting, values);
}

/* The link `node` of a chain; `outer` is the one that follows it, or NULL. */
static void survey_link(survey_work *s, const cft_node *node, const cft_node *outer,
                        uint32_t nesting, survey_values *values)
{
    bool is_method = outer && outer->kind == CFT_EXPR_CALL && outer->a == node;
    if (node->kind == CFT_EXPR_ATTR && !is_method)
        survey_fields(s, values, node->name, node, values);
    else if (node->kind == CFT_EXPR_ITEM)
        survey_link_key(s, node->b, node, nesting, values);
    else if (node->kind == CFT_EXPR_CALL && node->a->kind == CFT_EXPR_ATTR)
        survey_link_method(s, node, nesting, values);
    else if (node->kind == CFT_EXPR_CALL && node->a->kind == CFT_EXPR_NAME)
        survey_link_macro(s, node, nesting, values);
    else if (node->kind == CFT_EXPR_FILTER)
        survey_link_filter(s, node, nesting, values);
    else if (node->kind != CFT_EXPR_ATTR)
        survey_none(values);
}

static void survey_union(survey_work *s, const cft_node *a, const cft_node *b, uint32_t nesting,
                         survey_values *out)
{
    survey_values other = {.count = 0};
    cft_survey_look(s, a, nesting, out);
    if (b) cft_survey_look(s, b, nesting, &other);
    survey_add_all(out, &other);
}

static void survey_list(survey_work *s, const cft_node *list, uint32_t nesting,
                        survey_values *out)
{
    for (uint32_t i = 0; list && i < SURVEY_LINKS; list = list->next, i++) {
        survey_values one = {.count = 0};
        cft_survey_look(s, list, nesting, &one);
        survey_add_all(out, &one);
    }
}

/* What a chain begins with. */
static void survey_look_base(survey_work *s, const cft_node *node, uint32_t nesting,
                             survey_values *out)
{
    cft_slice text;
    switch (node->kind) {
    case CFT_EXPR_CONST:
        if (survey_text_of(node, &text)) survey_add_text(out, (survey_key){text, false});
        break;
    case CFT_EXPR_NAME: survey_look_name(s, node, out); break;
    case CFT_EXPR_COND: survey_union(s, node->a, node->c, nesting, out); break;
    case CFT_EXPR_AND:
    case CFT_EXPR_OR: survey_union(s, node->a, node->b, nesting, out); break;
    case CFT_EXPR_BINARY:
        if (node->operation == CFT_ADD) survey_union(s, node->a, node->b, nesting, out);
        out->text_count = 0;
        break;
    case CFT_EXPR_CONCAT:
        survey_list(s, node->a, nesting, out);
        out->text_count = 0;
        break;
    case CFT_EXPR_TUPLE:
    case CFT_EXPR_LIST:
        survey_list(s, node->a, nesting, out);
        survey_mark(out, true, false);
        break;
    default: break;
    }
}

static bool survey_is_link(const cft_node *node)
{
    return node->kind == CFT_EXPR_ATTR || node->kind == CFT_EXPR_ITEM ||
           node->kind == CFT_EXPR_CALL || node->kind == CFT_EXPR_FILTER;
}

/* What the template assigns to x.field, or NULL. Of a namespace that is all that there is; a name
 * may stand for a message as well, which has the field already. */
static const survey_name *survey_given(survey_work *s, const cft_node *x, const cft_node *field)
{
    if (x->kind != CFT_EXPR_NAME || field->kind != CFT_EXPR_ATTR) return NULL;
    const survey_name *name = cft_survey_name(s, x->name, field->name);
    return name && name->stored ? name : NULL;
}

void cft_survey_look(survey_work *s, const cft_node *node, uint32_t nesting, survey_values *out)
{
    const cft_node *links[SURVEY_LINKS];
    uint32_t count = 0;
    survey_none(out);
    if (nesting >= SURVEY_NESTING) return;
    for (; node && survey_is_link(node); node = node->a) {
        if (count == SURVEY_LINKS) return;
        links[count++] = node;
    }
    if (!node) return;
    const cft_node *first = count ? links[count - 1] : NULL;
    const survey_name *given = first ? survey_given(s, node, first) : NULL;
    survey_look_base(s, node, nesting + 1, out);
    while (count--) {
        survey_link(s, links[count], count ? links[count - 1] : NULL, nesting + 1, out);
        if (given && links[count] == first) survey_add_all(out, &given->values);
    }
}
