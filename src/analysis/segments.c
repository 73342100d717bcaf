/* analysis/segments.c - cutting a template's source (analysis/segments.h). */
#include "analysis/segments.h"

static chatfmt_status segments_grow(cft_segments *p, void **items, uint32_t *capacity,
                                    uint32_t count, size_t size, chatfmt_error *error)
{
    if (count < *capacity) return CHATFMT_OK;
    uint32_t larger = *capacity ? *capacity * 2 : 64;
    void *grown = cft_arena_grow(p->arena, *items, *capacity * size, larger * size);
    if (!grown) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    *items = grown;
    *capacity = larger;
    return CHATFMT_OK;
}

static chatfmt_status segments_add(cft_segments *p, cft_segment segment, chatfmt_error *error)
{
    void *items = p->segments;
    CFT_TRY(segments_grow(p, &items, &p->segment_capacity, p->segment_count, sizeof segment,
                          error));
    p->segments = items;
    p->segments[p->segment_count++] = segment;
    return CHATFMT_OK;
}

static chatfmt_status segments_add_token(cft_segments *p, const cft_lexeme *token,
                                         chatfmt_error *error)
{
    void *items = p->tokens;
    CFT_TRY(
        segments_grow(p, &items, &p->token_capacity, p->token_count, sizeof *p->tokens, error));
    p->tokens = items;
    p->tokens[p->token_count++] =
        (cft_segment_token){token->kind, token->word, token->place.offset,
                            token->place.offset + token->place.length};
    return CHATFMT_OK;
}

static chatfmt_status segments_add_text(cft_segments *p, const cft_lexeme *token,
                                        chatfmt_error *error)
{
    void *items = p->texts;
    CFT_TRY(
        segments_grow(p, &items, &p->text_capacity, p->text_count, sizeof *p->texts, error));
    p->texts = items;
    p->texts[p->text_count++] =
        (cft_segment_text){token->place.offset, token->place.offset + token->place.length};
    return CHATFMT_OK;
}

static char segments_sign(cft_slice source, uint32_t at)
{
    char c = at < source.length ? source.data[at] : '\0';
    return c == '-' || c == '+' ? c : '\0';
}

/* ---- Comments and raw blocks, which are not tokens ---- */

/* A comment that begins at `at`; *after is its end. Jinja does not miss the end of one that
 * nothing follows. */
static cft_segment segments_comment(cft_slice source, uint32_t at, uint32_t *after)
{
    cft_segment segment = {
        .kind = CFT_SEGMENT_COMMENT, .begin = at, .left = segments_sign(source, at + 2)};
    uint32_t from = at + (segment.left ? 3 : 2);
    for (uint32_t i = from; i + 2 <= source.length; i++) {
        if (source.data[i] != '#' || source.data[i + 1] != '}') continue;
        if (i > from) segment.right = segments_sign(source, i - 1);
        segment.end = *after = i + 2;
        return segment;
    }
    segment.kind = CFT_SEGMENT_VERBATIM;
    segment.end = *after = (uint32_t)source.length;
    return segment;
}

/* Comments in [begin, end), which holds no tags; a raw block takes all that is left of it. */
static chatfmt_status segments_between(cft_segments *p, uint32_t begin, uint32_t end,
                                       chatfmt_error *error)
{
    const char *text = p->source.data;
    for (uint32_t at = begin; at + 1 < end;) {
        if (text[at] != '{' || (text[at + 1] != '#' && text[at + 1] != '%')) {
            at++;
        } else if (text[at + 1] == '%') {
            cft_segment raw = {.kind = CFT_SEGMENT_VERBATIM, .begin = at, .end = end};
            return segments_add(p, raw, error);
        } else {
            CFT_TRY(segments_add(p, segments_comment(p->source, at, &at), error));
        }
    }
    return CHATFMT_OK;
}

/* ---- Tags ---- */

static bool segments_assigns(const cft_segments *p, const cft_segment *segment)
{
    uint32_t depth = 0;
    for (uint32_t i = segment->first; i < segment->first + segment->count; i++) {
        uint8_t kind = p->tokens[i].kind;
        if (kind == CFT_TOKEN_LPAREN || kind == CFT_TOKEN_LBRACKET || kind == CFT_TOKEN_LBRACE)
            depth++;
        else if (kind == CFT_TOKEN_RPAREN || kind == CFT_TOKEN_RBRACKET ||
                 kind == CFT_TOKEN_RBRACE)
            depth--;
        else if (kind == CFT_TOKEN_ASSIGN && !depth)
            return true;
    }
    return false;
}

static cft_segment_role segments_role(const cft_segments *p, const cft_segment *segment)
{
    if (segment->kind != CFT_SEGMENT_BLOCK || !segment->count) return CFT_SEGMENT_PLAIN;
    switch (p->tokens[segment->first].word) {
    case CFT_WORD_IF:
    case CFT_WORD_FOR:
    case CFT_WORD_MACRO:
    case CFT_WORD_CALL:
    case CFT_WORD_FILTER:
    case CFT_WORD_WITH:
    case CFT_WORD_BLOCK:
    case CFT_WORD_AUTOESCAPE:
    case CFT_WORD_GENERATION: return CFT_SEGMENT_OPENS;
    case CFT_WORD_SET:
        return segments_assigns(p, segment) ? CFT_SEGMENT_PLAIN : CFT_SEGMENT_OPENS;
    case CFT_WORD_ELIF:
    case CFT_WORD_ELSE: return CFT_SEGMENT_GOES_ON;
    case CFT_WORD_ENDIF:
    case CFT_WORD_ENDFOR:
    case CFT_WORD_ENDMACRO:
    case CFT_WORD_ENDCALL:
    case CFT_WORD_ENDFILTER:
    case CFT_WORD_ENDWITH:
    case CFT_WORD_ENDBLOCK:
    case CFT_WORD_ENDAUTOESCAPE:
    case CFT_WORD_ENDGENERATION:
    case CFT_WORD_ENDSET: return CFT_SEGMENT_CLOSES;
    default: return CFT_SEGMENT_PLAIN;
    }
}

/* The rest of a tag whose beginning is `open`. */
static chatfmt_status segments_tag(cft_segments *p, cft_lexer *lexer, const cft_lexeme *open,
                                   uint32_t *after, chatfmt_error *error)
{
    bool prints = open->kind == CFT_TOKEN_VARIABLE_BEGIN;
    uint8_t closing = prints ? CFT_TOKEN_VARIABLE_END : CFT_TOKEN_BLOCK_END;
    cft_segment segment = {.kind = prints ? CFT_SEGMENT_PRINT : CFT_SEGMENT_BLOCK,
                           .begin = open->place.offset,
                           .first = p->token_count};
    segment.left = segments_sign(p->source, segment.begin + 2);
    for (;;) {
        cft_lexeme token;
        CFT_TRY(cft_lexer_next(lexer, &token));
        if (token.kind == CFT_TOKEN_END) {
            cft_error_place(error, p->source, segment.begin, 2);
            return cft_fail(error, CHATFMT_SYNTAX, "a tag does not end");
        }
        if (token.kind == closing) {
            segment.right = segments_sign(p->source, token.place.offset);
            segment.end = *after = token.place.offset + (segment.right ? 3 : 2);
            break;
        }
        CFT_TRY(segments_add_token(p, &token, error));
    }
    segment.count = p->token_count - segment.first;
    segment.role = (uint8_t)segments_role(p, &segment);
    return segments_add(p, segment, error);
}

chatfmt_status cft_segments_cut(cft_arena *arena, cft_slice source,
                                const cft_syntax_options *options, const chatfmt_limits *limits,
                                cft_segments *out, chatfmt_error *error)
{
    cft_lexer lexer;
    uint32_t after = 0;
    *out = (cft_segments){.arena = arena};
    CFT_TRY(cft_lexer_normalize(arena, source, options->keep_trailing_newline, &out->source,
                                error));
    cft_lexer_init(&lexer, arena, out->source, options->trim_blocks, options->lstrip_blocks,
                   limits->integer_digits, error);
    for (;;) {
        cft_lexeme token;
        CFT_TRY(cft_lexer_next(&lexer, &token));
        if (token.kind == CFT_TOKEN_END)
            return segments_between(out, after, (uint32_t)out->source.length, error);
        if (token.kind == CFT_TOKEN_DATA) {
            CFT_TRY(segments_add_text(out, &token, error));
            continue;
        }
        CFT_TRY(segments_between(out, after, token.place.offset, error));
        CFT_TRY(segments_tag(out, &lexer, &token, &after, error));
    }
}
