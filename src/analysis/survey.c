/* analysis/survey.c - facts of statements, and the order of all (analysis/survey.h).
 *
 * The tree is walked with a stack of its own, so no template is too deep. It is walked several
 * times: until no name stands for anything new, then once more to tell.
 */
#include "analysis/survey.h"

enum { SURVEY_ROUNDS = 8 };

void cft_survey_fact(survey_work *s, chatfmt_fact fact, const cft_node *node)
{
    if (!s->reporting) return;
    if (s->fact_count == s->fact_capacity) {
        uint32_t larger = s->fact_capacity ? s->fact_capacity * 2 : 64;
        void *grown = cft_arena_grow(s->arena, s->facts, s->fact_capacity * sizeof *s->facts,
                                     larger * sizeof *s->facts);
        if (!grown) {
            s->no_memory = true;
            return;
        }
        s->facts = grown;
        s->fact_capacity = larger;
    }
    fact.offset = node->offset;
    fact.length = node->length;
    s->facts[s->fact_count++] = fact;
}

void cft_survey_push(survey_work *s, survey_item item)
{
    if (s->item_count == s->item_capacity) {
        uint32_t larger = s->item_capacity ? s->item_capacity * 2 : 256;
        void *grown = cft_arena_grow(s->arena, s->items, s->item_capacity * sizeof *s->items,
                                     larger * sizeof *s->items);
        if (!grown) {
            s->no_memory = true;
            return;
        }
        s->items = grown;
        s->item_capacity = larger;
    }
    s->items[s->item_count++] = item;
}

/* ---- Children, last first ---- */

static void survey_body(survey_work *s, const survey_item *item, const cft_node *list,
                        uint32_t flags, const survey_condition *under)
{
    survey_item body = {.node = list, .list = true, .emits = true, .scope = s->scope};
    if (!list) return;
    body.object = item->object;
    body.flags = item->flags | flags;
    body.within = true;
    body.under = under;
    cft_survey_push(s, body);
}

static void survey_value_of(survey_work *s, const survey_item *item, const cft_node *node,
                            bool emits, survey_condition *decides)
{
    survey_item value = {
        .node = node, .emits = emits, .flags = item->flags, .scope = item->scope};
    if (!node) return;
    value.under = item->under;
    value.decides = decides;
    value.object = item->object;
    cft_survey_push(s, value);
}

static void survey_values_of(survey_work *s, const survey_item *item, const cft_node *list)
{
    survey_item values = {
        .node = list, .list = true, .emits = true, .flags = item->flags, .scope = item->scope};
    values.under = item->under;
    values.object = item->object;
    if (list) cft_survey_push(s, values);
}

/* ---- Names that get values ---- */

static void survey_give(survey_work *s, survey_name *name)
{
    if (name->stored) return;
    name->stored = s->changed = true;
    name->maybe = name->maybe || s->within;
}

static void survey_store(survey_work *s, cft_slice name, cft_slice field,
                         const survey_values *values)
{
    survey_name *record = cft_survey_name(s, name, field);
    if (!record) return;
    survey_give(s, record);
    cft_survey_bind(s, record, values);
}

/* Several targets: of pairs the second is the value, of a list of values each is one. */
static void survey_store_target(survey_work *s, const cft_node *target,
                                const survey_values *values, const survey_values *element)
{
    static const survey_values none = {.count = 0};
    if (target->kind == CFT_EXPR_NAME) {
        survey_store(s, target->name, CFT_LIT(""), element);
    } else if (target->kind == CFT_EXPR_NSREF) {
        survey_store(s, target->name, target->text, element);
    } else {
        uint32_t number = 0;
        survey_values second = {.count = 0};
        for (uint32_t i = 0; i < values->count; i++)
            if (values->at[i].items)
                second.at[second.count++] = (survey_value){
                    cft_survey_field(s, values->at[i].path, CFT_LIT("[]")), false, false};
        for (const cft_node *item = target->a; item; item = item->next, number++)
            if (item->kind == CFT_EXPR_NAME)
                survey_store(s, item->name, CFT_LIT(""), number == 1 ? &second : &none);
            else if (item->kind == CFT_EXPR_TUPLE)
                for (const cft_node *inner = item->a; inner; inner = inner->next)
                    if (inner->kind == CFT_EXPR_NAME)
                        survey_store(s, inner->name, CFT_LIT(""), &none);
    }
}

/* From here on `name` is that of `owner`. */
static void survey_own(survey_work *s, const cft_node *owner, cft_slice name)
{
    survey_scope *scope = cft_arena_take(s->arena, sizeof *scope);
    survey_name *record = cft_survey_owned(s, owner, name, CFT_LIT(""));
    if (!scope || !record) {
        s->no_memory = true;
        return;
    }
    record->stored = true;
    *scope = (survey_scope){s->scope, record};
    s->scope = scope;
}

/* The names of a target, or of parameters. */
static void survey_own_names(survey_work *s, const cft_node *owner, const cft_node *list,
                             bool all)
{
    for (; list; list = all ? list->next : NULL)
        if (list->kind == CFT_EXPR_NAME)
            survey_own(s, owner, list->name);
        else if (list->kind == CFT_EXPR_TUPLE)
            for (const cft_node *item = list->a; item; item = item->next)
                if (item->kind == CFT_EXPR_NAME) survey_own(s, owner, item->name);
}

static void survey_store_names(survey_work *s, const cft_node *list)
{
    static const survey_values none = {.count = 0};
    for (; list; list = list->next)
        survey_store_target(s, list, &none, &none);
}

/* {% set ns = namespace(a=…) %} */
static void survey_store_namespace(survey_work *s, const cft_node *target,
                                   const cft_node *value)
{
    survey_values values;
    if (target->kind != CFT_EXPR_NAME || value->kind != CFT_EXPR_CALL ||
        value->a->kind != CFT_EXPR_NAME ||
        !cft_slice_equal(value->a->name, CFT_LIT("namespace")))
        return;
    for (const cft_node *given = value->c; given; given = given->next) {
        cft_survey_look(s, given->a, 0, &values);
        survey_store(s, target->name, given->name, &values);
    }
}

static void survey_set(survey_work *s, const survey_item *item)
{
    const cft_node *target = item->node->a, *value = item->node->b;
    survey_values values;
    cft_survey_look(s, value, 0, &values);
    if (target->kind == CFT_EXPR_TUPLE && value->kind == CFT_EXPR_TUPLE) {
        const cft_node *from = value->a;
        for (const cft_node *to = target->a; to && from; to = to->next, from = from->next) {
            cft_survey_look(s, from, 0, &values);
            survey_store_target(s, to, &values, &values);
        }
    } else {
        survey_store_namespace(s, target, value);
        survey_store_target(s, target, &values, &values);
    }
}

static void survey_for(survey_work *s, const survey_item *item)
{
    const cft_node *node = item->node;
    uint32_t flags = node->recursive ? CHATFMT_FACT_CAPTURED : 0;
    survey_item inner = *item;
    survey_values values, element;
    cft_survey_look(s, node->b, 0, &values);
    cft_survey_element(s, &values, &element);
    survey_body(s, item, node->other, 0, item->under);
    survey_own(s, node, CFT_LIT("loop"));
    survey_own_names(s, node, node->a, false);
    survey_store_target(s, node->a, &values, &element);
    inner.scope = s->scope;
    survey_body(s, item, node->body, flags, item->under);
    survey_value_of(s, &inner, node->c, false, NULL);
    survey_value_of(s, item, node->b, true, NULL);
}

/* The defaults of a macro belong to its last parameters. */
static void survey_defaults(survey_work *s, const cft_node *node, const cft_node *value)
{
    survey_values values;
    size_t parameters = 0, defaults = 0;
    for (const cft_node *one = node->a; one; one = one->next)
        parameters++;
    for (const cft_node *one = value; one; one = one->next)
        defaults++;
    for (const cft_node *one = node->a; one && value; one = one->next) {
        if (parameters-- > defaults) continue;
        cft_survey_look(s, value, 0, &values);
        cft_survey_bind(s, cft_survey_owned(s, node, one->name, CFT_LIT("")), &values);
        value = value->next;
    }
}

static void survey_macro(survey_work *s, const survey_item *item)
{
    const cft_node *node = item->node,
                   *value = node->kind == CFT_STMT_MACRO ? node->b : node->c;
    if (node->kind == CFT_STMT_MACRO) {
        survey_name *name = cft_survey_owned(s, NULL, node->name, CFT_LIT(""));
        if (!name) return;
        survey_give(s, name);
        name->macro = node;
    }
    survey_defaults(s, node, value);
    survey_own_names(s, node, node->a, true);
    survey_body(s, item, node->body, CHATFMT_FACT_CAPTURED, item->under);
    survey_values_of(s, item, value);
    if (node->kind == CFT_STMT_CALL) survey_value_of(s, item, node->b, true, NULL);
}

static void survey_if(survey_work *s, const survey_item *item)
{
    const cft_node *node = item->node;
    survey_condition *condition = cft_arena_take_zero(s->arena, sizeof *condition);
    if (!condition) {
        s->no_memory = true;
        return;
    }
    condition->outer = item->under;
    survey_body(s, item, node->other, 0, item->under);
    survey_body(s, item, node->elifs, 0, item->under);
    survey_item inside = *item;
    const cft_node *mapping = cft_survey_mapping(node->a);
    if (mapping) inside.object = mapping;
    survey_body(s, &inside, node->body, 0, condition);
    survey_value_of(s, item, node->a, false, condition);
}

static void survey_with(survey_work *s, const survey_item *item)
{
    const cft_node *value = item->node->b;
    survey_values values;
    survey_body(s, item, item->node->body, 0, item->under);
    s->within = true;
    for (const cft_node *target = item->node->a; target; target = target->next) {
        cft_survey_look(s, value, 0, &values);
        survey_store_target(s, target, &values, &values);
        value = value->next;
    }
    survey_values_of(s, item, item->node->b);
}

static void survey_text(survey_work *s, const survey_item *item)
{
    const survey_condition *under = item->under;
    while (under && !under->on_content)
        under = under->outer;
    cft_survey_fact(s,
                    (chatfmt_fact){.kind = CHATFMT_FACT_LITERAL,
                                   .flags = item->flags | CHATFMT_FACT_TEXT |
                                            (under ? CHATFMT_FACT_CONTENT : 0u),
                                   .text = item->node->text,
                                   .with = under ? under->literal : CFT_LIT("")},
                    item->node);
}

static void survey_loader(survey_work *s, const survey_item *item)
{
    static const char *const names[] = {"include", "import", "from", "extends"};
    const char *name = names[item->node->operation];
    cft_survey_fact(s,
                    (chatfmt_fact){.kind = CHATFMT_FACT_LOADER,
                                   .flags = item->flags,
                                   .name = cft_slice_of(name, strlen(name))},
                    item->node);
    survey_value_of(s, item, item->node->b, false, NULL);
}

static void survey_statement(survey_work *s, const survey_item *item)
{
    const cft_node *node = item->node;
    switch (node->kind) {
    case CFT_STMT_OUTPUT: survey_values_of(s, item, node->a); break;
    case CFT_STMT_TEXT: survey_text(s, item); break;
    case CFT_STMT_FOR: survey_for(s, item); break;
    case CFT_STMT_IF: survey_if(s, item); break;
    case CFT_STMT_SET: survey_value_of(s, item, node->b, true, NULL); break;
    case CFT_STMT_SETBLOCK:
    case CFT_STMT_FILTER:
        if (node->kind == CFT_STMT_SETBLOCK) survey_store_names(s, node->a);
        survey_body(s, item, node->body, CHATFMT_FACT_CAPTURED, item->under);
        survey_value_of(s, item, node->b, true, NULL);
        break;
    case CFT_STMT_MACRO:
    case CFT_STMT_CALL: survey_macro(s, item); break;
    case CFT_STMT_GENERATION:
        cft_survey_fact(
            s, (chatfmt_fact){.kind = CHATFMT_FACT_GENERATION, .flags = item->flags}, node);
        survey_body(s, item, node->body, CHATFMT_FACT_GENERATED, item->under);
        break;
    case CFT_STMT_WITH: survey_with(s, item); break;
    case CFT_STMT_BLOCK: survey_body(s, item, node->body, 0, item->under); break;
    case CFT_STMT_AUTOESCAPE:
        survey_body(s, item, node->body, 0, item->under);
        survey_value_of(s, item, node->a, false, NULL);
        break;
    case CFT_STMT_LOADER: survey_loader(s, item); break;
    default: break;
    }
}

/* ---- The walk ---- */

/* A name is assigned when its value has been looked at: `set x = x` reads it first. */
static void survey_after(survey_work *s, const survey_item *item)
{
    survey_item after = *item;
    after.list = false;
    after.decides = NULL;
    after.negated = true; /* of a statement: its second half */
    cft_survey_push(s, after);
}

static void survey_walk(survey_work *s, const cft_node *body)
{
    survey_item root = {.node = body, .list = true, .emits = true};
    if (body) cft_survey_push(s, root);
    while (s->item_count && !s->no_memory) {
        survey_item item = s->items[--s->item_count];
        s->scope = item.scope;
        s->within = item.within;
        if (item.list && item.node->next) {
            survey_item rest = item;
            rest.node = item.node->next;
            cft_survey_push(s, rest);
        }
        item.list = false;
        if (item.node->kind < CFT_STMT_OUTPUT) {
            cft_survey_expression(s, &item);
        } else if (item.node->kind == CFT_STMT_SET && item.negated) {
            survey_set(s, &item);
        } else {
            if (item.node->kind == CFT_STMT_SET) survey_after(s, &item);
            survey_statement(s, &item);
        }
    }
}

/* What names stand for, until it is known of all. */
static void survey_follow(survey_work *s, const cft_node *body)
{
    for (uint32_t round = 0; round < SURVEY_ROUNDS && !s->no_memory; round++) {
        s->changed = false;
        survey_walk(s, body);
        if (!s->changed) break;
    }
}

/* ---- The order ---- */

static bool survey_before(const chatfmt_fact *a, const chatfmt_fact *b)
{
    return a->offset < b->offset;
}

/* Merging runs of growing length keeps the order of facts of one place. */
static chatfmt_status survey_sort(survey_work *s)
{
    chatfmt_fact *from = s->facts;
    chatfmt_fact *to = cft_arena_array(s->arena, s->fact_count + 1u, sizeof *to);
    if (!to) return CHATFMT_NO_MEMORY;
    for (size_t run = 1; run < s->fact_count; run *= 2) {
        for (size_t begin = 0; begin < s->fact_count; begin += 2 * run) {
            size_t middle = begin + run < s->fact_count ? begin + run : s->fact_count;
            size_t end = begin + 2 * run < s->fact_count ? begin + 2 * run : s->fact_count;
            size_t a = begin, b = middle, at = begin;
            while (a < middle || b < end)
                to[at++] = b == end || (a < middle && !survey_before(&from[b], &from[a]))
                               ? from[a++]
                               : from[b++];
        }
        chatfmt_fact *other = from;
        from = to;
        to = other;
    }
    s->facts = from;
    return CHATFMT_OK;
}

static void survey_number(survey_work *s)
{
    uint32_t line = 1, begin = 0, at = 0;
    for (uint32_t i = 0; i < s->fact_count; i++) {
        for (; at < s->facts[i].offset; at++)
            if (s->source.data[at] == '\n') line++, begin = at + 1;
        s->facts[i].line = line;
        s->facts[i].column = at - begin + 1;
    }
}

chatfmt_status cft_survey_make(cft_arena *arena, cft_slice source,
                               const cft_syntax_options *options, const chatfmt_limits *limits,
                               const cft_builtins *builtins, cft_survey *out,
                               chatfmt_error *error)
{
    cft_parse_result parsed;
    survey_work s = {.arena = arena, .error = error, .builtins = builtins};
    *out = (cft_survey){.count = 0};
    CFT_TRY(cft_parse(arena, source, options, limits, &parsed, error));
    s.source = parsed.source;
    size_t buckets = SURVEY_BUCKETS;
    while (buckets < s.source.length / SURVEY_BUCKET_BYTES) buckets *= 2;
    s.bucket_mask = buckets - 1;
    s.names = cft_arena_take_zero(arena, buckets * sizeof *s.names);
    s.paths = cft_arena_take_zero(arena, buckets * sizeof *s.paths);
    if (!s.names || !s.paths) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    survey_follow(&s, parsed.body);
    s.reporting = true;
    survey_walk(&s, parsed.body);
    if (s.no_memory || survey_sort(&s) != CHATFMT_OK)
        return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    survey_number(&s);
    out->source = parsed.source;
    out->facts = s.facts;
    out->count = s.fact_count;
    return CHATFMT_OK;
}
