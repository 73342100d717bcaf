/* replies/jmespath_parse.c - JMESPath expressions to trees: operators by binding power.
 *
 * Source: the PyPI package jmespath 1.0.1, parser.py, whose binding powers these are.
 */
#include "replies/jmespath_parse.h"

#include "replies/response.h"
#include "value/text.h"

enum { QUERY_NODES_MOST = 120, QUERY_DEPTH_MOST = 40, QUERY_STOP = 10 };

typedef enum query_token {
    QUERY_END, QUERY_NAME, QUERY_QUOTED, QUERY_JSON, QUERY_RAW, QUERY_NUMBER, QUERY_DOT, QUERY_STAR,
    QUERY_OPEN_FILTER, QUERY_OPEN_FLAT, QUERY_BRACKET, QUERY_UNBRACKET, QUERY_BRACE, QUERY_UNBRACE,
    QUERY_PAREN, QUERY_UNPAREN, QUERY_COMMA, QUERY_COLON, QUERY_PIPE, QUERY_EITHER, QUERY_BOTH,
    QUERY_BANG, QUERY_RELATION, QUERY_AT
} query_token;

typedef struct query_reader {
    cft_heap *heap;
    cft_slice text;
    size_t at;             /* after the token */
    query_token token;
    size_t begin, end;     /* the token's text, without quotes */
    unsigned nodes, depth;
} query_reader;

static chatfmt_status query_fail(query_reader *q, chatfmt_status status, const char *what)
{
    return cft_raise(q->heap, status, "transform: %s at byte %zu of '%.*s'", what, q->begin,
                     (int)(q->text.length < 120 ? q->text.length : 120), q->text.data);
}

static bool query_is_name(char c, bool first)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (!first && c >= '0' && c <= '9');
}

/* A quoted token that begins at q->at; its text may hold the quote after a backslash. */
static chatfmt_status query_quoted(query_reader *q, char quote, query_token token)
{
    size_t at = q->at + 1;
    while (at < q->text.length && q->text.data[at] != quote)
        at += q->text.data[at] == '\\' ? 2 : 1;
    if (at >= q->text.length) return query_fail(q, CHATFMT_SYNTAX, "a quote without end");
    q->token = token;
    q->begin = q->at + 1;
    q->end = at;
    q->at = at + 1;
    return CHATFMT_OK;
}

static chatfmt_status query_next(query_reader *q)
{
    static const struct { char text[3]; query_token token; } marks[] = {
        {"[?", QUERY_OPEN_FILTER}, {"[]", QUERY_OPEN_FLAT}, {"||", QUERY_EITHER},
        {"&&", QUERY_BOTH}, {"==", QUERY_RELATION}, {"!=", QUERY_RELATION}, {"<=", QUERY_RELATION},
        {">=", QUERY_RELATION}, {"<", QUERY_RELATION}, {">", QUERY_RELATION}, {"[", QUERY_BRACKET},
        {"]", QUERY_UNBRACKET}, {"{", QUERY_BRACE}, {"}", QUERY_UNBRACE}, {"(", QUERY_PAREN},
        {")", QUERY_UNPAREN}, {",", QUERY_COMMA}, {":", QUERY_COLON}, {"|", QUERY_PIPE},
        {"!", QUERY_BANG}, {".", QUERY_DOT}, {"*", QUERY_STAR}, {"@", QUERY_AT}};
    while (q->at < q->text.length && strchr(" \t\r\n", q->text.data[q->at]) &&
           q->text.data[q->at])
        q->at++;
    q->begin = q->end = q->at;
    q->token = QUERY_END;
    if (q->at == q->text.length) return CHATFMT_OK;
    char c = q->text.data[q->at];
    if (c == '"') return query_quoted(q, c, QUERY_QUOTED);
    if (c == '`') return query_quoted(q, c, QUERY_JSON);
    if (c == '\'') return query_quoted(q, c, QUERY_RAW);
    if (query_is_name(c, true)) {
        while (q->end < q->text.length && query_is_name(q->text.data[q->end], false)) q->end++;
        q->token = QUERY_NAME;
    } else if (c == '-' || (c >= '0' && c <= '9')) {
        q->end++;
        while (q->end < q->text.length && q->text.data[q->end] >= '0' &&
               q->text.data[q->end] <= '9')
            q->end++;
        q->token = QUERY_NUMBER;
    }
    for (size_t i = 0; i < sizeof marks / sizeof *marks && q->token == QUERY_END; i++) {
        size_t length = strlen(marks[i].text);
        if (q->text.length - q->at < length ||
            memcmp(q->text.data + q->at, marks[i].text, length) != 0)
            continue;
        q->token = marks[i].token;
        q->end += length;
    }
    q->at = q->end;
    if (q->token != QUERY_END) return CHATFMT_OK;
    return query_fail(q, c == '&' ? CHATFMT_UNSUPPORTED : CHATFMT_SYNTAX,
                      c == '&' ? "functions are not known" : "a character that means nothing");
}

static int query_power(query_token token)
{
    switch (token) {
    case QUERY_PIPE: return 1;
    case QUERY_EITHER: return 2;
    case QUERY_BOTH: return 3;
    case QUERY_RELATION: return 5;
    case QUERY_OPEN_FLAT: return 9;
    case QUERY_STAR: return 20;
    case QUERY_OPEN_FILTER: return 21;
    case QUERY_DOT: return 40;
    case QUERY_BANG: return 45;
    case QUERY_BRACE: return 50;
    case QUERY_BRACKET: return 55;
    case QUERY_PAREN: return 60;
    default: return 0;
    }
}

static chatfmt_status query_node(query_reader *q, cft_jmespath_kind kind,
                                 const cft_jmespath_node *left, const cft_jmespath_node *right,
                                 cft_jmespath_node **out)
{
    void *room;
    if (++q->nodes > QUERY_NODES_MOST)
        return cft_heap_limit(q->heap, "transform nodes", QUERY_NODES_MOST, q->nodes);
    CFT_TRY(cft_heap_take(q->heap, sizeof **out, &room));
    memset(room, 0, sizeof **out);
    *out = room;
    (*out)->kind = kind;
    (*out)->left = left;
    (*out)->right = right;
    return CHATFMT_OK;
}

static chatfmt_status query_expect(query_reader *q, query_token token, const char *what)
{
    return q->token == token ? query_next(q) : query_fail(q, CHATFMT_SYNTAX, what);
}

static chatfmt_status query_expression(query_reader *q, int power, cft_jmespath_node **out);

/* ---- Tokens that are values ---- */

/* The token's text without the backslashes in front of `quote`. */
static chatfmt_status query_unquote(query_reader *q, char quote, cft_slice *out)
{
    char *copy = cft_arena_copy(&q->heap->arena, q->text.data + q->begin, q->end - q->begin);
    size_t length = 0;
    if (!copy) return cft_heap_exhausted(q->heap, q->end - q->begin);
    for (size_t at = q->begin; at < q->end; at++) {
        bool skip = q->text.data[at] == '\\' && at + 1 < q->end && q->text.data[at + 1] == quote;
        if (!skip) copy[length++] = q->text.data[at];
    }
    *out = cft_slice_of(copy, length);
    return CHATFMT_OK;
}

static chatfmt_status query_read_json(query_reader *q, cft_slice text, cft_value *out)
{
    chatfmt_error aside;
    chatfmt_status status = cft_response_read_json(q->heap, text, out, &aside);
    return status == CHATFMT_INPUT ? query_fail(q, CHATFMT_SYNTAX, "a literal that is not JSON")
                                   : status;
}

/* jmespath: Lexer._consume_literal. What is no JSON is so in quotes, without spaces in front. */
static chatfmt_status query_literal(query_reader *q, cft_slice text, cft_value *out)
{
    chatfmt_error aside;
    cft_value bare = cft_string(text.data, (uint32_t)text.length, 0);
    chatfmt_status status = cft_response_read_json(q->heap, text, out, &aside);
    if (status != CHATFMT_INPUT) return status;
    bare = cft_text_strip(bare, NULL, CFT_STRIP_LEFT);
    char *copy = cft_arena_take(&q->heap->arena, bare.length + 2);
    if (!copy) return cft_heap_exhausted(q->heap, bare.length);
    copy[0] = copy[bare.length + 1] = '"';
    memcpy(copy + 1, bare.as.text, bare.length);
    return query_read_json(q, cft_slice_of(copy, bare.length + 2), out);
}

static chatfmt_status query_value(query_reader *q, cft_jmespath_node **out)
{
    cft_jmespath_kind kind = q->token == QUERY_JSON || q->token == QUERY_RAW ? CFT_JMESPATH_LITERAL
                                                                          : CFT_JMESPATH_FIELD;
    cft_slice text = cft_slice_of(q->text.data + q->begin, q->end - q->begin);
    CFT_TRY(query_node(q, kind, NULL, NULL, out));
    if (q->token == QUERY_NAME || q->token == QUERY_RAW) {
        CFT_TRY(query_unquote(q, q->token == QUERY_RAW ? '\'' : '\0', &text));
        (*out)->value = cft_string(text.data, (uint32_t)text.length, 0);
    } else if (q->token == QUERY_JSON) {
        CFT_TRY(query_unquote(q, '`', &text));
        CFT_TRY(query_literal(q, text, &(*out)->value));
    } else {
        char *copy = cft_arena_copy(&q->heap->arena, text.data - 1, text.length + 2);
        if (!copy) return cft_heap_exhausted(q->heap, text.length);
        CFT_TRY(query_read_json(q, cft_slice_of(copy, text.length + 2), &(*out)->value));
    }
    CFT_TRY(query_next(q));
    return q->token == QUERY_PAREN ? query_fail(q, CHATFMT_UNSUPPORTED, "functions are not known")
                                   : CHATFMT_OK;
}

static chatfmt_status query_number(query_reader *q, int64_t *out)
{
    bool negative = q->text.data[q->begin] == '-';
    size_t at = q->begin + negative;
    *out = 0;
    if (at == q->end) return query_fail(q, CHATFMT_SYNTAX, "a lone minus");
    for (; at < q->end && *out < INT64_MAX / 20; at++) *out = *out * 10 + (q->text.data[at] - '0');
    if (negative) *out = -*out;
    return query_next(q);
}

/* ---- Brackets ---- */

/* {a: x, b: y} after the brace, and [x, y] after the bracket. */
static chatfmt_status query_members(query_reader *q, bool dict, cft_jmespath_node **out)
{
    const cft_jmespath_node **last;
    CFT_TRY(query_node(q, dict ? CFT_JMESPATH_DICT : CFT_JMESPATH_LIST, NULL, NULL, out));
    last = &(*out)->left;
    for (;;) {
        cft_jmespath_node *member, *key = NULL;
        if (dict) {
            if (q->token != QUERY_NAME && q->token != QUERY_QUOTED)
                return query_fail(q, CHATFMT_SYNTAX, "a key is missing");
            CFT_TRY(query_value(q, &key));
            CFT_TRY(query_expect(q, QUERY_COLON, "a colon is missing"));
        }
        CFT_TRY(query_node(q, CFT_JMESPATH_CURRENT, NULL, NULL, &member));
        if (key) member->value = key->value;
        cft_jmespath_node *value;
        CFT_TRY(query_expression(q, 0, &value));
        member->right = value;
        *last = member;
        last = &member->next;
        if (q->token != QUERY_COMMA) break;
        CFT_TRY(query_next(q));
    }
    return query_expect(q, dict ? QUERY_UNBRACE : QUERY_UNBRACKET, "a bracket is missing");
}

static chatfmt_status query_after_dot(query_reader *q, int power, cft_jmespath_node **out)
{
    switch (q->token) {
    case QUERY_NAME: case QUERY_QUOTED: case QUERY_STAR: return query_expression(q, power, out);
    case QUERY_BRACKET:
        CFT_TRY(query_next(q));
        return query_members(q, false, out);
    case QUERY_BRACE:
        CFT_TRY(query_next(q));
        return query_members(q, true, out);
    default: return query_fail(q, CHATFMT_SYNTAX, "a name is missing");
    }
}

/* What is done with each item of a projection. */
static chatfmt_status query_projected(query_reader *q, int power, cft_jmespath_node **out)
{
    if (query_power(q->token) < QUERY_STOP)
        return query_node(q, CFT_JMESPATH_CURRENT, NULL, NULL, out);
    if (q->token == QUERY_BRACKET || q->token == QUERY_OPEN_FILTER)
        return query_expression(q, power, out);
    CFT_TRY(query_expect(q, QUERY_DOT, "a token that does not fit"));
    return query_after_dot(q, power, out);
}

static chatfmt_status query_project(query_reader *q, cft_jmespath_kind kind,
                                    const cft_jmespath_node *left, int power,
                                    cft_jmespath_node **out)
{
    cft_jmespath_node *right;
    CFT_TRY(query_projected(q, power, &right));
    return query_node(q, kind, left, right, out);
}

/* [1], [1:2], [::-1] with the number or colon as the token; a slice is a projection. */
static chatfmt_status query_index(query_reader *q, const cft_jmespath_node *left,
                                  cft_jmespath_node **out)
{
    cft_jmespath_node *node;
    int part = 0;
    CFT_TRY(query_node(q, CFT_JMESPATH_INDEX, NULL, NULL, &node));
    while (q->token != QUERY_UNBRACKET && part < 3) {
        if (q->token == QUERY_COLON) {
            node->kind = CFT_JMESPATH_SLICE;
            part++;
            CFT_TRY(query_next(q));
        } else if (q->token == QUERY_NUMBER && !node->given[part]) {
            node->given[part] = true;
            CFT_TRY(query_number(q, &node->bounds[part]));
        } else {
            return query_fail(q, CHATFMT_SYNTAX, "a bracket is missing");
        }
    }
    if (part == 3) return query_fail(q, CHATFMT_SYNTAX, "a third colon");
    CFT_TRY(query_next(q));
    CFT_TRY(query_node(q, CFT_JMESPATH_CHAIN, left, node, out));
    if (node->kind == CFT_JMESPATH_SLICE)
        return query_project(q, CFT_JMESPATH_EACH, *out, query_power(QUERY_STAR), out);
    return CHATFMT_OK;
}

/* [ with the token after it; `left` is NULL where an expression begins. */
static chatfmt_status query_bracket(query_reader *q, const cft_jmespath_node *left,
                                    const cft_jmespath_node *current, cft_jmespath_node **out)
{
    if (q->token == QUERY_NUMBER || q->token == QUERY_COLON)
        return query_index(q, left ? left : current, out);
    bool star = q->token == QUERY_STAR && q->at < q->text.length && q->text.data[q->at] == ']';
    if (!left && !star) return query_members(q, false, out);
    CFT_TRY(query_expect(q, QUERY_STAR, "a star is missing"));
    CFT_TRY(query_expect(q, QUERY_UNBRACKET, "a bracket is missing"));
    return query_project(q, CFT_JMESPATH_EACH, left ? left : current, query_power(QUERY_STAR), out);
}

static chatfmt_status query_filter(query_reader *q, const cft_jmespath_node *left,
                                   cft_jmespath_node **out)
{
    cft_jmespath_node *condition, *right;
    CFT_TRY(query_expression(q, 0, &condition));
    CFT_TRY(query_expect(q, QUERY_UNBRACKET, "a bracket is missing"));
    if (q->token == QUERY_OPEN_FLAT)
        CFT_TRY(query_node(q, CFT_JMESPATH_CURRENT, NULL, NULL, &right));
    else CFT_TRY(query_projected(q, query_power(QUERY_OPEN_FILTER), &right));
    CFT_TRY(query_node(q, CFT_JMESPATH_FILTER, left, right, out));
    (*out)->extra = condition;
    return CHATFMT_OK;
}

static chatfmt_status query_flatten(query_reader *q, const cft_jmespath_node *left,
                                    cft_jmespath_node **out)
{
    cft_jmespath_node *flat;
    CFT_TRY(query_node(q, CFT_JMESPATH_FLATTEN, left, NULL, &flat));
    return query_project(q, CFT_JMESPATH_EACH, flat, query_power(QUERY_OPEN_FLAT), out);
}

/* ---- Expressions ---- */

/* What an expression begins with; the token is not yet passed. */
static chatfmt_status query_begin(query_reader *q, cft_jmespath_node **out)
{
    cft_jmespath_node *current, *inner;
    query_token token = q->token;
    CFT_TRY(query_node(q, CFT_JMESPATH_CURRENT, NULL, NULL, &current));
    *out = current;
    if (token == QUERY_NAME || token == QUERY_QUOTED || token == QUERY_JSON || token == QUERY_RAW)
        return query_value(q, out);
    CFT_TRY(query_next(q));
    switch (token) {
    case QUERY_AT: return CHATFMT_OK;
    case QUERY_STAR:
        if (q->token == QUERY_UNBRACKET)
            return query_node(q, CFT_JMESPATH_VALUES, current, current, out);
        return query_project(q, CFT_JMESPATH_VALUES, current, query_power(QUERY_STAR), out);
    case QUERY_OPEN_FILTER: return query_filter(q, current, out);
    case QUERY_OPEN_FLAT: return query_flatten(q, current, out);
    case QUERY_BRACE: return query_members(q, true, out);
    case QUERY_BRACKET: return query_bracket(q, NULL, current, out);
    case QUERY_PAREN:
        CFT_TRY(query_expression(q, 0, out));
        return query_expect(q, QUERY_UNPAREN, "a parenthesis is missing");
    case QUERY_BANG:
        CFT_TRY(query_expression(q, query_power(QUERY_BANG), &inner));
        return query_node(q, CFT_JMESPATH_NOT, inner, NULL, out);
    default: return query_fail(q, CHATFMT_SYNTAX, "a token that does not fit");
    }
}

static chatfmt_status query_binary(query_reader *q, cft_jmespath_kind kind, int power,
                                   const cft_jmespath_node *left, cft_jmespath_node **out)
{
    cft_jmespath_node *right;
    CFT_TRY(query_expression(q, power, &right));
    return query_node(q, kind, left, right, out);
}

/* What follows `left`; the token is not yet passed. */
static chatfmt_status query_go_on(query_reader *q, const cft_jmespath_node *left,
                                  cft_jmespath_node **out)
{
    query_token token = q->token;
    int power = query_power(token);
    char compare[3] = {q->text.data[q->begin], '\0', '\0'};
    cft_jmespath_node *right;
    if (q->end - q->begin == 2) compare[1] = q->text.data[q->begin + 1];
    CFT_TRY(query_next(q));
    switch (token) {
    case QUERY_DOT:
        if (q->token == QUERY_STAR) {
            CFT_TRY(query_next(q));
            return query_project(q, CFT_JMESPATH_VALUES, left, power, out);
        }
        CFT_TRY(query_after_dot(q, power, &right));
        return query_node(q, CFT_JMESPATH_CHAIN, left, right, out);
    case QUERY_PIPE: return query_binary(q, CFT_JMESPATH_CHAIN, power, left, out);
    case QUERY_EITHER: return query_binary(q, CFT_JMESPATH_OR, power, left, out);
    case QUERY_BOTH: return query_binary(q, CFT_JMESPATH_AND, power, left, out);
    case QUERY_RELATION:
        CFT_TRY(query_binary(q, CFT_JMESPATH_COMPARE, power, left, out));
        memcpy((*out)->compare, compare, sizeof compare);
        return CHATFMT_OK;
    case QUERY_OPEN_FILTER: return query_filter(q, left, out);
    case QUERY_OPEN_FLAT: return query_flatten(q, left, out);
    case QUERY_BRACKET: return query_bracket(q, left, NULL, out);
    default: return query_fail(q, CHATFMT_SYNTAX, "a token that does not fit");
    }
}

static chatfmt_status query_expression(query_reader *q, int power, cft_jmespath_node **out)
{
    if (++q->depth > QUERY_DEPTH_MOST)
        return cft_heap_limit(q->heap, "transform depth", QUERY_DEPTH_MOST, q->depth);
    CFT_TRY(query_begin(q, out));
    while (query_power(q->token) > power) CFT_TRY(query_go_on(q, *out, out));
    q->depth--;
    return CHATFMT_OK;
}

chatfmt_status cft_jmespath_parse(cft_heap *heap, cft_slice expression,
                                  const cft_jmespath_node **out)
{
    query_reader q = {heap, expression, 0, QUERY_END, 0, 0, 0, 0};
    cft_jmespath_node *tree;
    CFT_TRY(query_next(&q));
    CFT_TRY(query_expression(&q, 0, &tree));
    *out = tree;
    return q.token == QUERY_END ? CHATFMT_OK
                                : query_fail(&q, CHATFMT_SYNTAX, "a token that does not fit");
}
