/* analysis/formatter_tag.c - one tag, with the spacing that all tags get. */
#include "analysis/formatter.h"

/* What may stand before a token. */
typedef struct tidy_mark {
    uint32_t depth; /* open brackets */
    bool space;     /* a space, else nothing */
    bool breaks;    /* a line may end here */
} tidy_mark;

typedef struct tidy_tag {
    cft_formatter_work *w;
    const cft_segment *segment;
    const cft_segment_token *tokens;
    tidy_mark *marks; /* of each token */
    char *brackets;   /* those that are open, as '(' '[' '{' */
    uint32_t depth;
    bool operand; /* the token before can be the left side of an operator */
    bool sign;    /* the token before is a sign or a star, not an operator */
} tidy_tag;

static bool tidy_is_open(uint8_t kind)
{
    return kind == CFT_TOKEN_LPAREN || kind == CFT_TOKEN_LBRACKET || kind == CFT_TOKEN_LBRACE;
}

static bool tidy_is_closing(uint8_t kind)
{
    return kind == CFT_TOKEN_RPAREN || kind == CFT_TOKEN_RBRACKET || kind == CFT_TOKEN_RBRACE;
}

static bool tidy_may_be_sign(uint8_t kind)
{
    return kind == CFT_TOKEN_ADD || kind == CFT_TOKEN_SUB || kind == CFT_TOKEN_MUL ||
           kind == CFT_TOKEN_POW;
}

/* Words after which an operand has to come. */
static bool tidy_is_operator_word(uint8_t word)
{
    return word == CFT_WORD_AND || word == CFT_WORD_OR || word == CFT_WORD_NOT ||
           word == CFT_WORD_IN || word == CFT_WORD_IS || word == CFT_WORD_IF ||
           word == CFT_WORD_ELSE;
}

/* Token `i` ends an operand: a call or an index may follow it without a space. */
static bool tidy_is_operand(const tidy_tag *t, uint32_t i)
{
    const cft_segment_token *token = &t->tokens[i];
    switch (token->kind) {
    case CFT_TOKEN_STRING:
    case CFT_TOKEN_INTEGER:
    case CFT_TOKEN_FLOAT: return true;
    case CFT_TOKEN_NAME:
        if (i && t->tokens[i - 1].kind == CFT_TOKEN_DOT) return true;
        if (!i && t->segment->kind == CFT_SEGMENT_BLOCK) return false;
        return !tidy_is_operator_word(token->word);
    default: return tidy_is_closing(token->kind);
    }
}

/* A number that a dot after it would be taken into: `1 .real`, but not `x.1.real`. */
static bool tidy_takes_dot(const tidy_tag *t, uint32_t i)
{
    uint8_t kind = t->tokens[i].kind;
    if (kind == CFT_TOKEN_FLOAT) return true;
    return kind == CFT_TOKEN_INTEGER && !(i && t->tokens[i - 1].kind == CFT_TOKEN_DOT);
}

/* Whether a space is before token `i`, which is not the first. */
static bool tidy_has_space(const tidy_tag *t, uint32_t i)
{
    uint8_t before = t->tokens[i - 1].kind, next = t->tokens[i].kind;
    char bracket = t->depth ? t->brackets[t->depth - 1] : '\0';
    bool prints = t->segment->kind == CFT_SEGMENT_PRINT;
    if (before == CFT_TOKEN_DOT) return false;
    if (next == CFT_TOKEN_DOT) return tidy_takes_dot(t, i - 1);
    /* Some engines take two braces for the end of the tag, or the beginning of one. */
    if (next == CFT_TOKEN_RBRACE && before == CFT_TOKEN_RBRACE) return prints;
    if (next == CFT_TOKEN_LBRACE && before == CFT_TOKEN_LBRACE) return prints;
    if (next == CFT_TOKEN_COMMA || tidy_is_closing(next)) return false;
    if (tidy_is_open(before) || t->sign) return false;
    if (next == CFT_TOKEN_LPAREN)
        return !t->operand && !(i == 1 && t->tokens[0].word == CFT_WORD_CALL && !prints);
    if (next == CFT_TOKEN_LBRACKET) return !t->operand;
    if (next == CFT_TOKEN_COLON) return false;
    if (before == CFT_TOKEN_COLON) return bracket != '[';
    if (next == CFT_TOKEN_ASSIGN || before == CFT_TOKEN_ASSIGN) return !t->depth;
    return true;
}

/* Take note of token `i`, which has been written. */
static void tidy_pass(tidy_tag *t, uint32_t i)
{
    uint8_t kind = t->tokens[i].kind;
    t->sign = tidy_may_be_sign(kind) && !t->operand;
    t->operand = tidy_is_operand(t, i);
    if (tidy_is_open(kind))
        t->brackets[t->depth++] = kind == CFT_TOKEN_LPAREN     ? '('
                                  : kind == CFT_TOKEN_LBRACKET ? '['
                                                               : '{';
    else if (tidy_is_closing(kind))
        t->depth--;
}

/* ---- Quotes ---- */

/* A string gets the other quotes when nothing in it would have to change. */
static chatfmt_status tidy_string(const tidy_tag *t, cft_slice text)
{
    static const char marks[] = {'\'', '"'};
    cft_formatter_quotes wanted = t->w->options->quotes;
    bool plain = wanted != CFT_FORMATTER_KEEP;
    for (size_t i = 1; plain && i + 1 < text.length; i++)
        if (text.data[i] == '\'' || text.data[i] == '"' || text.data[i] == '\\') plain = false;
    if (!plain) return cft_buffer_append(t->w->out, text.data, text.length);
    CFT_TRY(cft_buffer_append(t->w->out, &marks[wanted], 1));
    CFT_TRY(cft_buffer_append(t->w->out, text.data + 1, text.length - 2));
    return cft_buffer_append(t->w->out, &marks[wanted], 1);
}

/* ---- Lines ---- */

/* A line may end before token `i`. */
static bool tidy_may_break(const tidy_tag *t, uint32_t i)
{
    const cft_segment_token *token = &t->tokens[i];
    if (t->tokens[i - 1].kind == CFT_TOKEN_COMMA) return true;
    if (!t->operand) return false;
    if (token->kind == CFT_TOKEN_TILDE || token->kind == CFT_TOKEN_PIPE ||
        token->kind == CFT_TOKEN_ADD)
        return true;
    return token->kind == CFT_TOKEN_NAME &&
           (token->word == CFT_WORD_AND || token->word == CFT_WORD_OR ||
            token->word == CFT_WORD_IF || token->word == CFT_WORD_ELSE);
}

static void tidy_mark_tokens(tidy_tag *t)
{
    for (uint32_t i = 0; i < t->segment->count; i++) {
        t->marks[i] =
            (tidy_mark){t->depth, i && tidy_has_space(t, i), i && tidy_may_break(t, i)};
        tidy_pass(t, i);
    }
}

static bool tidy_had_newline(const tidy_tag *t, uint32_t i)
{
    uint32_t from = t->tokens[i - 1].end, to = t->tokens[i].begin;
    return to > from && memchr(t->w->p->source.data + from, '\n', to - from) != NULL;
}

/* Bytes from token `i` up to the next place to break, or to the tag's end. */
static size_t tidy_run(const tidy_tag *t, uint32_t i)
{
    size_t length = t->tokens[i].end - t->tokens[i].begin;
    for (i++; i < t->segment->count && !t->marks[i].breaks; i++)
        length += t->tokens[i].end - t->tokens[i].begin + t->marks[i].space;
    return i == t->segment->count ? length + sizeof " -%}" - 1 : length;
}

static size_t tidy_line_length(const cft_buffer *out)
{
    size_t length = 0;
    while (length < out->length && out->data[out->length - 1 - length] != '\n')
        length++;
    return length;
}

/* A line ends before token `i`: because it did, or because it would be too long. */
static bool tidy_ends_line(const tidy_tag *t, uint32_t i)
{
    uint32_t width = t->w->options->width;
    if (!width) return tidy_had_newline(t, i);
    return t->marks[i].breaks &&
           tidy_line_length(t->w->out) + t->marks[i].space + tidy_run(t, i) > width;
}

static chatfmt_status tidy_end_line(const tidy_tag *t, uint32_t i, uint32_t level)
{
    uint32_t depth = t->marks[i].depth;
    level += tidy_is_closing(t->tokens[i].kind) ? depth - 1 : depth ? depth : 1;
    CFT_TRY(cft_buffer_append(t->w->out, "\n", 1));
    return cft_formatter_spaces(t->w, level * t->w->options->indent);
}

/* ---- The tag ---- */

static chatfmt_status tidy_tokens(const tidy_tag *t, uint32_t level)
{
    for (uint32_t i = 0; i < t->segment->count; i++) {
        cft_slice text = cft_segment_token_text(t->w->p, &t->tokens[i]);
        if (i && tidy_ends_line(t, i))
            CFT_TRY(tidy_end_line(t, i, level));
        else if (t->marks[i].space)
            CFT_TRY(cft_buffer_append(t->w->out, " ", 1));
        if (t->tokens[i].kind == CFT_TOKEN_STRING)
            CFT_TRY(tidy_string(t, text));
        else
            CFT_TRY(cft_buffer_append(t->w->out, text.data, text.length));
    }
    return CHATFMT_OK;
}

chatfmt_status cft_formatter_tag(cft_formatter_work *w, const cft_segment *segment, uint32_t level)
{
    bool prints = segment->kind == CFT_SEGMENT_PRINT;
    tidy_tag t = {.w = w, .segment = segment, .tokens = w->p->tokens + segment->first};
    t.brackets = cft_arena_take(w->p->arena, segment->count + 1u);
    t.marks = cft_arena_array(w->p->arena, segment->count + 1u, sizeof *t.marks);
    if (!t.brackets || !t.marks) return CHATFMT_NO_MEMORY;
    tidy_mark_tokens(&t);
    CFT_TRY(cft_buffer_append(w->out, prints ? "{{" : "{%", 2));
    if (segment->left) CFT_TRY(cft_buffer_append(w->out, &segment->left, 1));
    CFT_TRY(cft_buffer_append(w->out, " ", 1));
    CFT_TRY(tidy_tokens(&t, level));
    CFT_TRY(cft_buffer_append(w->out, " ", 1));
    if (segment->right) CFT_TRY(cft_buffer_append(w->out, &segment->right, 1));
    return cft_buffer_append(w->out, prints ? "}}" : "%}", 2);
}
