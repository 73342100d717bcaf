/* lang/ast.h - the syntax tree, one struct for every node, as Jinja's parser builds it.
 *
 * Nodes live in the compiler's arena. Children are in `a`, `b`, `c` and in lists linked through
 * `next`. The comment of each kind says which field holds what; a field not named is unused.
 *
 * How deep a tree can be. Brackets and blocks nest up to limits.depth. Chains do not count, and
 * are as long as the source lets them be; all of them run through one field, so that they can be
 * walked by a loop (down the chain, then back up by an explicit stack or by pointers turned
 * round):
 *   - field `a`, the left or only operand, of OR, AND, NOT, COMPARE, BINARY, UNARY, CONCAT, ATTR,
 *     ITEM, CALL, FILTER, TEST: `x.a.b[0]()|f|g is t`, `x + y - z`, `not not x`, `- - x`;
 *   - field `a` of COND: `x if y if z` is ((x if y) if z);
 *   - field `c` of COND: `x if y else z if w else …`.
 * Lists (operands of COMPARE after the first, items of CONCAT, elifs, bodies, arguments) have no
 * bound on their length either. Between two brackets any other path is at most the ten levels of
 * precedence long: COND, OR, AND, NOT, COMPARE, + and -, ~, * / // %, **, sign.
 */
#ifndef CFT_AST_H
#define CFT_AST_H

#include "value/value.h"

typedef enum cft_node_kind {
    /* expressions */
    CFT_EXPR_CONST,    /* value: none, bool, int, float, bigint, string                       */
    CFT_EXPR_NAME,     /* name; store = it is a target                                        */
    CFT_EXPR_NSREF,    /* name.attribute as a target: name, text                              */
    CFT_EXPR_TUPLE,    /* a = first item                                                      */
    CFT_EXPR_LIST,     /* a = first item                                                      */
    CFT_EXPR_DICT,     /* a = first of key, value, key, value …                               */
    CFT_EXPR_COND,     /* a if b else c; c may be NULL                                        */
    CFT_EXPR_AND,      /* a, b                                                                */
    CFT_EXPR_OR,       /* a, b                                                                */
    CFT_EXPR_NOT,      /* a                                                                   */
    CFT_EXPR_COMPARE,  /* a = first operand, b = first of the chain of CFT_EXPR_OPERAND       */
    CFT_EXPR_OPERAND,  /* operation (cft_compare_op), a = the operand                         */
    CFT_EXPR_BINARY,   /* operation (cft_binary_op), a, b                                     */
    CFT_EXPR_UNARY,    /* operation ('-' or '+'), a                                           */
    CFT_EXPR_CONCAT,   /* a ~ b ~ c: a = first item                                           */
    CFT_EXPR_ATTR,     /* a . name                                                            */
    CFT_EXPR_ITEM,     /* a [ b ]                                                             */
    CFT_EXPR_SLICE,    /* a : b : c, each may be NULL                                         */
    CFT_EXPR_CALL,     /* a ( arguments: b = first positional, c = first CFT_EXPR_KEYWORD,
                          d = *args, e = **kwargs )                                           */
    CFT_EXPR_KEYWORD,  /* name = a                                                            */
    CFT_EXPR_FILTER,   /* a | name ( arguments as CALL in b, c, d, e ); a NULL = the body of a
                          filter block or block set                                           */
    CFT_EXPR_TEST,     /* a is name ( arguments ); "is not" is NOT around it                  */
    /* statements; bodies are lists */
    CFT_STMT_OUTPUT,   /* a = first of literal text and expressions                           */
    CFT_STMT_TEXT,     /* an item of OUTPUT: text                                             */
    CFT_STMT_FOR,      /* a = target, b = iterable, c = filter or NULL, body, other, recursive */
    CFT_STMT_IF,       /* a = condition, body, elifs = list of IF, other                      */
    CFT_STMT_SET,      /* a = target, b = value                                               */
    CFT_STMT_SETBLOCK, /* a = target, b = filter chain or NULL, body                          */
    CFT_STMT_MACRO,    /* name, a = first parameter (NAME), b = first default, which belong to
                          the last parameters, body                                           */
    CFT_STMT_CALL,     /* b = the CALL expression, a = parameters, c = defaults, body         */
    CFT_STMT_GENERATION, /* body                                                              */
    CFT_STMT_FILTER,   /* b = filter chain, body                                              */
    CFT_STMT_WITH,     /* a = first target, b = first value, body                             */
    CFT_STMT_BLOCK,    /* name, body, scoped, required; recursive = it is in a loop       */
    CFT_STMT_AUTOESCAPE, /* a = condition, body                                               */
    CFT_STMT_BREAK,
    CFT_STMT_CONTINUE,
    CFT_STMT_LOADER,   /* operation (cft_load_op): fails when executed; a = first NAME that it
                          would set (of from, `text` is the imported name), b = the template's
                          name; scoped = with context, required = ignore missing              */
    CFT_NODE_KIND_COUNT
} cft_node_kind;

typedef enum cft_binary_op {
    CFT_ADD, CFT_SUB, CFT_MUL, CFT_DIV, CFT_FLOORDIV, CFT_MOD, CFT_POW
} cft_binary_op;

typedef enum cft_compare_op {
    CFT_CMP_EQ, CFT_CMP_NE, CFT_CMP_LT, CFT_CMP_LE, CFT_CMP_GT, CFT_CMP_GE, CFT_CMP_IN,
    CFT_CMP_NOT_IN
} cft_compare_op;

typedef enum cft_load_op {
    CFT_LOAD_INCLUDE, CFT_LOAD_IMPORT, CFT_LOAD_FROM, CFT_LOAD_EXTENDS
} cft_load_op;

typedef struct cft_node cft_node;
struct cft_node {
    uint8_t kind;      /* cft_node_kind */
    uint8_t operation; /* cft_binary_op, cft_compare_op, '-' or '+' */
    bool store;        /* NAME, NSREF, TUPLE as a target; COND while its else part waits */
    bool recursive, scoped, required;
    bool known;        /* an expression whose value was computed but cannot be a CONST */
    uint32_t line;     /* 1-based, of the normalised source, as Jinja's lineno */
    uint32_t offset;   /* byte in the normalised source; 0-based */
    uint32_t length;   /* bytes of the token that best shows the place */
    cft_node *next;    /* in whatever list the node is */
    cft_node *a, *b, *c, *d, *e;
    cft_node *body, *elifs, *other;
    cft_slice name;    /* identifier (NFKC is applied by Python: names compare after it) */
    cft_slice text;    /* STMT_TEXT; NSREF's attribute */
    cft_value value;   /* CONST, or what is known */
};

#endif
