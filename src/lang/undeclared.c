/* lang/undeclared.c - which special names a body reads before it assigns them.
 *
 * Source of the behaviour: Jinja 3.1.6, compiler.find_undeclared. Unlike identifier tracking it
 * looks into every nested scope; a name once assigned is never undeclared later in the text.
 */
#include "lang/emit.h"

typedef struct undeclared_search {
    const char *const *names;
    unsigned count, alive, found; /* bits */
} undeclared_search;

static void undeclared_expr(undeclared_search *s, const cft_node *node);
static void undeclared_list(undeclared_search *s, const cft_node *list);

static void undeclared_name(undeclared_search *s, cft_slice name, bool stored)
{
    for (unsigned i = 0; i < s->count; i++) {
        unsigned bit = 1u << i;
        if (!(s->alive & bit) || strlen(s->names[i]) != name.length ||
            memcmp(s->names[i], name.data, name.length) != 0)
            continue;
        if (stored)
            s->alive &= ~bit;
        else
            s->found |= bit;
    }
}

static void undeclared_exprs(undeclared_search *s, const cft_node *list)
{
    for (; list; list = list->next) undeclared_expr(s, list);
}

static void undeclared_call(undeclared_search *s, const cft_node *node)
{
    undeclared_exprs(s, node->b);
    for (const cft_node *item = node->c; item; item = item->next) undeclared_expr(s, item->a);
    if (node->d) undeclared_expr(s, node->d);
    if (node->e) undeclared_expr(s, node->e);
}

/* Down the left end; the first else part that is met is returned, for the caller's loop. */
static const cft_node *undeclared_left(undeclared_search *s, const cft_node *node)
{
    const cft_node *otherwise = NULL;
    for (; node; node = node->a) {
        switch (node->kind) {
        case CFT_EXPR_NAME: undeclared_name(s, node->name, false); return otherwise;
        case CFT_EXPR_CONST: return otherwise;
        case CFT_EXPR_TUPLE:
        case CFT_EXPR_LIST:
        case CFT_EXPR_DICT:
        case CFT_EXPR_CONCAT: undeclared_exprs(s, node->a); return otherwise;
        case CFT_EXPR_COMPARE:
            for (const cft_node *item = node->b; item; item = item->next)
                undeclared_expr(s, item->a);
            break;
        case CFT_EXPR_CALL:
        case CFT_EXPR_FILTER:
        case CFT_EXPR_TEST: undeclared_call(s, node); break;
        default:
            if (node->b) undeclared_expr(s, node->b);
            if (node->kind == CFT_EXPR_COND && !otherwise) otherwise = node->c;
            else if (node->c) undeclared_expr(s, node->c);
            break;
        }
    }
    return otherwise;
}

/* Expressions assign nothing, so the order of their parts does not matter. */
static void undeclared_expr(undeclared_search *s, const cft_node *node)
{
    while (node) node = undeclared_left(s, node);
}

static void undeclared_target(undeclared_search *s, const cft_node *target)
{
    if (target->kind == CFT_EXPR_NAME)
        undeclared_name(s, target->name, true);
    else if (target->kind != CFT_EXPR_NSREF)
        for (const cft_node *item = target->a; item; item = item->next)
            undeclared_target(s, item);
}

static void undeclared_targets(undeclared_search *s, const cft_node *list)
{
    for (; list; list = list->next) undeclared_target(s, list);
}

/* The parts of each statement in the order of Jinja's node fields. */
static void undeclared_statement(undeclared_search *s, const cft_node *node)
{
    switch (node->kind) {
    case CFT_STMT_OUTPUT:
        for (const cft_node *item = node->a; item; item = item->next)
            if (item->kind != CFT_STMT_TEXT) undeclared_expr(s, item);
        break;
    case CFT_STMT_FOR:
        undeclared_target(s, node->a);
        undeclared_expr(s, node->b);
        undeclared_list(s, node->body);
        undeclared_list(s, node->other);
        if (node->c) undeclared_expr(s, node->c);
        break;
    case CFT_STMT_IF:
        undeclared_expr(s, node->a);
        undeclared_list(s, node->body);
        undeclared_list(s, node->elifs);
        undeclared_list(s, node->other);
        break;
    case CFT_STMT_SET:
        undeclared_target(s, node->a);
        undeclared_expr(s, node->b);
        break;
    case CFT_STMT_SETBLOCK:
        undeclared_target(s, node->a);
        if (node->b) undeclared_expr(s, node->b);
        undeclared_list(s, node->body);
        break;
    case CFT_STMT_MACRO:
        undeclared_targets(s, node->a);
        undeclared_exprs(s, node->b);
        undeclared_list(s, node->body);
        break;
    case CFT_STMT_CALL:
        undeclared_expr(s, node->b);
        undeclared_targets(s, node->a);
        undeclared_exprs(s, node->c);
        undeclared_list(s, node->body);
        break;
    case CFT_STMT_GENERATION: undeclared_list(s, node->body); break;
    case CFT_STMT_FILTER:
        undeclared_list(s, node->body);
        undeclared_expr(s, node->b);
        break;
    case CFT_STMT_WITH:
        undeclared_targets(s, node->a);
        undeclared_exprs(s, node->b);
        undeclared_list(s, node->body);
        break;
    case CFT_STMT_AUTOESCAPE:
        undeclared_expr(s, node->a);
        undeclared_list(s, node->body);
        break;
    case CFT_STMT_TEXT:
    case CFT_STMT_BLOCK: /* not entered, as in Jinja */
    case CFT_STMT_BREAK:
    case CFT_STMT_CONTINUE:
    case CFT_STMT_LOADER: break; /* its targets are strings, not names */
    default: undeclared_expr(s, node); break;
    }
}

static void undeclared_list(undeclared_search *s, const cft_node *list)
{
    for (; list && s->found != s->alive; list = list->next) undeclared_statement(s, list);
}

unsigned cft_scope_undeclared(const cft_node *list, const char *const *names, unsigned count)
{
    undeclared_search search = {.names = names, .count = count, .alive = (1u << count) - 1};
    undeclared_list(&search, list);
    return search.found;
}

bool cft_scope_has_scoped_block(const cft_node *list)
{
    for (; list; list = list->next) {
        if (list->kind == CFT_STMT_BLOCK && list->scoped) return true;
        if (list->kind < CFT_STMT_OUTPUT) continue;
        if (cft_scope_has_scoped_block(list->body) || cft_scope_has_scoped_block(list->elifs) ||
            cft_scope_has_scoped_block(list->other))
            return true;
    }
    return false;
}
