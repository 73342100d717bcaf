/* analysis/survey_expr.c - facts of expressions (analysis/survey.h). */
#include "analysis/survey.h"

static bool survey_string(const cft_node *node, cft_slice *out)
{
    if (!node || node->kind != CFT_EXPR_CONST || node->value.kind != CFT_STRING) return false;
    *out = cft_text_of(node->value);
    return true;
}

/* ---- Children, last first, so that they are looked at in their order ---- */

static void survey_child(survey_work *s, const survey_item *item, const cft_node *node,
                         bool emits)
{
    survey_item child = *item;
    if (!node) return;
    child.node = node;
    child.list = false;
    child.emits = emits;
    cft_survey_push(s, child);
}

static void survey_children(survey_work *s, const survey_item *item, const cft_node *list,
                            bool emits)
{
    survey_item child = *item;
    if (!list) return;
    child.node = list;
    child.list = true;
    child.emits = emits;
    cft_survey_push(s, child);
}

static void survey_quiet(survey_work *s, const survey_item *item, const cft_node *node)
{
    survey_item child = *item;
    if (!node) return;
    child.node = node;
    child.list = child.emits = false;
    child.decides = NULL;
    cft_survey_push(s, child);
}

/* ---- Comparisons ---- */

static void survey_compare_text(survey_work *s, const survey_item *item,
                                const survey_value *value, cft_slice literal, cft_slice name,
                                bool positive)
{
    bool content = cft_survey_is_content(value->path);
    cft_survey_fact(s,
                    (chatfmt_fact){.kind = CHATFMT_FACT_COMPARE,
                                   .flags = item->flags | (content ? CHATFMT_FACT_CONTENT : 0u),
                                   .text = cft_survey_path_text(s, value->path),
                                   .with = literal,
                                   .name = name},
                    item->node);
    if (!content || !item->decides || positive == item->negated || !literal.length) return;
    item->decides->on_content = true;
    item->decides->literal = literal;
}

/* A value, and a text or several that it is compared with. */
static void survey_compare(survey_work *s, const survey_item *item, const cft_node *value,
                           const cft_node *literal, cft_slice name, bool positive)
{
    survey_values values;
    cft_slice text;
    if (!s->reporting) return;
    cft_survey_look(s, value, 0, &values);
    bool several = literal->kind == CFT_EXPR_LIST || literal->kind == CFT_EXPR_TUPLE;
    for (const cft_node *one = several ? literal->a : literal; one;
         one = several ? one->next : NULL)
        for (uint32_t i = 0; i < values.count && survey_string(one, &text); i++)
            survey_compare_text(s, item, &values.at[i], text, name, positive);
}

const cft_node *cft_survey_mapping(const cft_node *condition)
{
    for (; condition && condition->kind == CFT_EXPR_AND; condition = condition->a) {
        const cft_node *right = condition->b;
        if (right->kind == CFT_EXPR_TEST && cft_slice_equal(right->name, CFT_LIT("mapping")))
            return right->a;
    }
    bool is = condition && condition->kind == CFT_EXPR_TEST &&
              cft_slice_equal(condition->name, CFT_LIT("mapping"));
    return is ? condition->a : NULL;
}

/* A test around `item` has found that `path` is an object. */
static bool survey_tested(survey_work *s, const survey_item *item, const survey_path *path)
{
    survey_values values;
    if (!item->object) return false;
    cft_survey_look(s, item->object, 0, &values);
    for (uint32_t i = 0; i < values.count; i++)
        if (values.at[i].path == path && !values.at[i].pieces) return true;
    return false;
}

/* 'x' in value: of an object it asks for a key, which is a read; of a text it compares. */
static void survey_contains(survey_work *s, const survey_item *item, cft_slice literal,
                            const cft_node *value, bool positive)
{
    survey_values values;
    cft_survey_look(s, value, 0, &values);
    for (uint32_t i = 0; i < values.count; i++) {
        survey_path *path = values.at[i].path;
        bool is_object = !path->parent || cft_slice_equal(path->name, CFT_LIT("[]")) ||
                         survey_tested(s, item, path);
        if (values.at[i].pieces || !is_object)
            survey_compare_text(s, item, &values.at[i], literal,
                                positive ? CFT_LIT("contains") : CFT_LIT("lacks"), positive);
        else
            cft_survey_read(s, cft_survey_field(s, path, literal), item->node);
    }
}

static void survey_compare_pair(survey_work *s, const survey_item *item, const cft_node *left,
                                uint8_t operation, const cft_node *right)
{
    static const char *const names[] = {"==", "!=", "<", "<=", ">", ">=", "in", "not in"};
    cft_slice name = cft_slice_of(names[operation], strlen(names[operation])), text;
    bool positive = operation != CFT_CMP_NE && operation != CFT_CMP_NOT_IN;
    bool inside = operation == CFT_CMP_IN || operation == CFT_CMP_NOT_IN;
    if (!s->reporting) return;
    if (inside && survey_string(left, &text))
        survey_contains(s, item, text, right, positive);
    else if (!inside && survey_string(left, &text))
        survey_compare(s, item, right, left, name, positive);
    else if (inside && right->kind != CFT_EXPR_CONST) /* one of several */
        survey_compare(s, item, left, right, positive ? CFT_LIT("==") : CFT_LIT("!="),
                       positive);
    else
        survey_compare(s, item, left, right, name, positive);
}

static void survey_compare_chain(survey_work *s, const survey_item *item)
{
    const cft_node *left = item->node->a;
    survey_children(s, item, item->node->b, false);
    survey_quiet(s, item, left);
    for (const cft_node *next = item->node->b; next; next = next->next) {
        survey_compare_pair(s, item, left, next->operation, next->a);
        left = next->a;
    }
}

/* ---- Calls ---- */

/* Arguments; `emits` is a bit for each positional one whose value may come out of the call. */
static void survey_arguments(survey_work *s, const survey_item *item, uint32_t emits)
{
    const cft_node *node = item->node, *list[8];
    uint32_t count = 0;
    if (node->e) survey_child(s, item, node->e, emits != 0);
    if (node->d) survey_child(s, item, node->d, emits != 0);
    survey_children(s, item, node->c, emits != 0);
    for (const cft_node *one = node->b; one; one = one->next) {
        if (count == 8) {
            survey_children(s, item, one, emits != 0);
            break;
        }
        list[count++] = one;
    }
    while (count--)
        survey_child(s, item, list[count], (emits >> count & 1) != 0);
}

/* What a call or a filter reads: fields that its arguments name. */
static void survey_look_at(survey_work *s, const cft_node *node)
{
    survey_values values;
    if (s->reporting) cft_survey_look(s, node, 0, &values);
}

static void survey_use(survey_work *s, const survey_item *item, chatfmt_fact fact,
                       const cft_node *on)
{
    survey_values values = {.count = 0};
    if (!s->reporting) return;
    if (on) cft_survey_look(s, on, 0, &values);
    if (values.count) fact.text = cft_survey_path_text(s, values.at[0].path);
    fact.flags |= item->flags;
    cft_survey_fact(s, fact, item->node);
}

static bool survey_is_refused(cft_slice name)
{
    return cft_attribute_is_unsafe(CFT_LIST, name) || cft_attribute_is_unsafe(CFT_DICT, name);
}

static void survey_method(survey_work *s, const survey_item *item)
{
    const cft_node *attribute = item->node->a;
    cft_slice name = attribute->name;
    bool tells = cft_survey_word(name, "startswith endswith find index count rfind");
    bool cuts = cft_survey_word(name, "split rsplit partition rpartition replace");
    uint32_t emits = cft_survey_word(name, "replace")                      ? 2u
                     : cft_survey_word(name, "join format format_map get") ? ~0u
                                                                           : 0u;
    survey_use(s, item,
               (chatfmt_fact){.kind = CHATFMT_FACT_METHOD,
                              .name = name,
                              .flags = survey_is_refused(name) ? CHATFMT_FACT_REFUSED : 0u},
               attribute->a);
    survey_look_at(s, item->node);
    if ((tells || cuts) && item->node->b)
        survey_compare(s, item, attribute->a, item->node->b, name, true);
    survey_arguments(s, item, item->emits ? emits : 0);
    survey_child(s, item, attribute->a, item->emits && !tells);
}

/* The arguments of a macro are what its parameters stand for. */
static void survey_bind_call(survey_work *s, const cft_node *call, const cft_node *macro)
{
    const cft_node *parameter = macro->a;
    survey_values values;
    for (const cft_node *given = call->b; given && parameter; given = given->next) {
        cft_survey_look(s, given, 0, &values);
        cft_survey_bind(s, cft_survey_owned(s, macro, parameter->name, CFT_LIT("")), &values);
        parameter = parameter->next;
    }
    for (const cft_node *given = call->c; given; given = given->next) {
        cft_survey_look(s, given->a, 0, &values);
        cft_survey_bind(s, cft_survey_owned(s, macro, given->name, CFT_LIT("")), &values);
    }
}

static void survey_raised(survey_work *s, const survey_item *item)
{
    survey_item inner = *item;
    inner.flags |= CHATFMT_FACT_RAISED;
    survey_children(s, &inner, item->node->b, true);
}

static void survey_function(survey_work *s, const survey_item *item)
{
    const cft_node *node = item->node;
    survey_name *name = cft_survey_name(s, node->a->name, CFT_LIT(""));
    if (!name) return;
    survey_use(s, item, (chatfmt_fact){.kind = CHATFMT_FACT_FUNCTION, .name = node->a->name},
               NULL);
    if (name->macro) survey_bind_call(s, node, name->macro);
    if (cft_survey_word(node->a->name, "raise_exception")) {
        survey_raised(s, item);
        return;
    }
    survey_arguments(s, item, cft_survey_word(node->a->name, "strftime_now range") ? 0 : ~0u);
    /* A macro may be called before it is defined: only at last is it known to be none. */
    if (s->reporting && !name->stored && !cft_callable_find(&s->builtins->globals, node->a->name))
        survey_child(s, item, node->a, false);
}

static void survey_call(survey_work *s, const survey_item *item)
{
    const cft_node *callee = item->node->a;
    if (callee->kind == CFT_EXPR_ATTR) {
        survey_method(s, item);
    } else if (callee->kind == CFT_EXPR_NAME) {
        survey_function(s, item);
    } else {
        survey_arguments(s, item, ~0u);
        survey_child(s, item, callee, item->emits);
    }
}

/* x|selectattr('role', 'equalto', 'tool') */
static void survey_select(survey_work *s, const survey_item *item)
{
    const cft_node *node = item->node, *test, *literal;
    survey_values fields;
    cft_slice key, name;
    if (!s->reporting || !survey_string(node->b, &key) || !node->a) return;
    cft_survey_look(s, node->a, 0, &fields);
    cft_survey_element(s, &fields, &fields);
    cft_survey_attribute(s, &fields, key, node);
    test = node->b->next;
    literal = test ? test->next : NULL;
    if (!literal || !survey_string(test, &name) || !survey_string(literal, &key)) return;
    for (uint32_t i = 0; i < fields.count; i++)
        survey_compare_text(s, item, &fields.at[i], key, name, true);
}

static void survey_filter(survey_work *s, const survey_item *item)
{
    const cft_node *node = item->node;
    bool known = cft_callable_find(&s->builtins->filters, node->name) != NULL;
    bool counts = cft_survey_word(node->name, "length count");
    uint32_t emits = cft_survey_word(node->name, "replace")                        ? 2u
                     : cft_survey_word(node->name, "default d join format indent") ? ~0u
                                                                                   : 0u;
    survey_use(s, item,
               (chatfmt_fact){.kind = CHATFMT_FACT_FILTER,
                              .name = node->name,
                              .flags = known ? 0u : CHATFMT_FACT_UNKNOWN},
               node->a);
    survey_look_at(s, node);
    if (cft_survey_word(node->name, "selectattr rejectattr")) survey_select(s, item);
    survey_arguments(s, item, item->emits ? emits : 0);
    survey_child(s, item, node->a, item->emits && !counts);
}

static void survey_test(survey_work *s, const survey_item *item)
{
    const cft_node *node = item->node;
    bool known = cft_callable_find(&s->builtins->tests, node->name) != NULL;
    survey_use(s, item,
               (chatfmt_fact){.kind = CHATFMT_FACT_TEST,
                              .name = node->name,
                              .flags = known ? 0u : CHATFMT_FACT_UNKNOWN},
               node->a);
    if (node->b && cft_survey_word(node->name, "eq equalto == in ne != sameas"))
        survey_compare(s, item, node->a, node->b, node->name,
                       !cft_survey_word(node->name, "ne !="));
    survey_arguments(s, item, 0);
    survey_quiet(s, item, node->a);
}

/* ---- All kinds ---- */

static void survey_literal(survey_work *s, const survey_item *item)
{
    const survey_condition *under = item->under;
    cft_slice text;
    if (!s->reporting || !item->emits || !survey_string(item->node, &text) || !text.length)
        return;
    while (under && !under->on_content)
        under = under->outer;
    cft_survey_fact(s,
                    (chatfmt_fact){.kind = CHATFMT_FACT_LITERAL,
                                   .flags = item->flags | (under ? CHATFMT_FACT_CONTENT : 0u),
                                   .text = text,
                                   .with = under ? under->literal : CFT_LIT("")},
                    item->node);
}

static void survey_name_read(survey_work *s, const survey_item *item)
{
    survey_name *name = cft_survey_name(s, item->node->name, CFT_LIT(""));
    survey_values values;
    if (!name || item->node->store) return;
    /* What a macro reads may be assigned further down, before it is called. */
    if (!name->stored && !name->context &&
        !cft_callable_find(&s->builtins->globals, item->node->name)) {
        if (item->flags & CHATFMT_FACT_CAPTURED) name->maybe = true;
        else name->context = s->changed = true;
    }
    if (s->reporting) cft_survey_look(s, item->node, 0, &values);
}

/* ns._x: the sandbox hides attributes with an underscore in front, also those that the template
 * has set; of objects they are items. Jinja: SandboxedEnvironment.is_safe_attribute. */
static void survey_hidden(survey_work *s, const survey_item *item)
{
    const cft_node *node = item->node;
    cft_slice field = node->name;
    if (node->a->kind != CFT_EXPR_NAME ||
        (node->kind == CFT_EXPR_ITEM && !survey_string(node->b, &field)) || !field.length ||
        field.data[0] != '_')
        return;
    const survey_name *name = cft_survey_name(s, node->a->name, field);
    if (!name || !name->stored) return;
    cft_survey_fact(s,
                    (chatfmt_fact){.kind = CHATFMT_FACT_ATTRIBUTE,
                                   .name = field,
                                   .with = node->a->name,
                                   .flags = item->flags | CHATFMT_FACT_REFUSED},
                    node);
}

static void survey_field_read(survey_work *s, const survey_item *item)
{
    const cft_node *node = item->node;
    survey_values values;
    if (s->reporting) survey_hidden(s, item);
    if (s->reporting) cft_survey_look(s, node, 0, &values);
    if (node->kind == CFT_EXPR_ITEM) survey_quiet(s, item, node->b);
    bool holds = node->a->kind == CFT_EXPR_DICT || node->a->kind == CFT_EXPR_LIST ||
                 node->a->kind == CFT_EXPR_CONST || node->a->kind == CFT_EXPR_CALL;
    survey_child(s, item, node->a, item->emits && holds);
}

static void survey_choice(survey_work *s, const survey_item *item)
{
    const cft_node *node = item->node;
    survey_condition *condition = cft_arena_take_zero(s->arena, sizeof *condition);
    survey_item yes = *item, test = *item;
    if (!condition) {
        s->no_memory = true;
        return;
    }
    condition->outer = item->under;
    yes.under = condition;
    test.decides = condition;
    test.negated = false;
    survey_child(s, item, node->c, item->emits);
    survey_child(s, &yes, node->a, item->emits);
    survey_child(s, &test, node->b, false);
}

void cft_survey_expression(survey_work *s, const survey_item *item)
{
    const cft_node *node = item->node;
    survey_item negated = *item;
    negated.negated = !item->negated;
    switch (node->kind) {
    case CFT_EXPR_CONST: survey_literal(s, item); break;
    case CFT_EXPR_NAME: survey_name_read(s, item); break;
    case CFT_EXPR_DICT:
    case CFT_EXPR_TUPLE:
    case CFT_EXPR_LIST:
    case CFT_EXPR_CONCAT: survey_children(s, item, node->a, item->emits); break;
    case CFT_EXPR_COND: survey_choice(s, item); break;
    case CFT_EXPR_AND: {
        survey_item right = *item;
        const cft_node *mapping = cft_survey_mapping(node->a);
        if (mapping) right.object = mapping;
        survey_child(s, &right, node->b, item->emits);
        survey_child(s, item, node->a, item->emits);
        break;
    }
    case CFT_EXPR_OR:
        survey_child(s, item, node->b, item->emits);
        survey_child(s, item, node->a, item->emits);
        break;
    case CFT_EXPR_NOT: survey_child(s, &negated, node->a, false); break;
    case CFT_EXPR_COMPARE: survey_compare_chain(s, item); break;
    case CFT_EXPR_OPERAND: survey_quiet(s, item, node->a); break;
    case CFT_EXPR_KEYWORD: survey_child(s, item, node->a, item->emits); break;
    case CFT_EXPR_BINARY:
        survey_child(s, item, node->b, item->emits);
        survey_child(s, item, node->a, item->emits);
        break;
    case CFT_EXPR_UNARY: survey_quiet(s, item, node->a); break;
    case CFT_EXPR_ATTR:
    case CFT_EXPR_ITEM: survey_field_read(s, item); break;
    case CFT_EXPR_SLICE:
        survey_quiet(s, item, node->c);
        survey_quiet(s, item, node->b);
        survey_quiet(s, item, node->a);
        break;
    case CFT_EXPR_CALL: survey_call(s, item); break;
    case CFT_EXPR_FILTER: survey_filter(s, item); break;
    case CFT_EXPR_TEST: survey_test(s, item); break;
    default: break;
    }
}
