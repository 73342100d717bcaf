/* analysis/segments.h - a template's source cut into tags, comments and what lies between them.
 *
 * The lexer of lang says where tags and the text that reaches the output are; comments and raw
 * blocks, which it passes over, are found in what it leaves out. Nothing is lost: the segments
 * and the gaps between them are the source.
 */
#ifndef CFT_SEGMENTS_H
#define CFT_SEGMENTS_H

#include "lang/lexer.h"
#include "lang/parser.h"

typedef enum cft_segment_kind {
    CFT_SEGMENT_PRINT,   /* {{ … }}                                              */
    CFT_SEGMENT_BLOCK,   /* {% … %}                                              */
    CFT_SEGMENT_COMMENT, /* {# … #}                                              */
    CFT_SEGMENT_VERBATIM /* from a {% raw %} to the next tag: not to be touched  */
} cft_segment_kind;

/* What a block tag does to the nesting. */
typedef enum cft_segment_role {
    CFT_SEGMENT_PLAIN,
    CFT_SEGMENT_OPENS,
    CFT_SEGMENT_GOES_ON, /* elif, else */
    CFT_SEGMENT_CLOSES
} cft_segment_role;

typedef struct cft_segment {
    uint8_t kind, role;
    char left, right;      /* the signs at its ends: '-', '+' or '\0'              */
    uint32_t begin, end;   /* bytes of the source, delimiters included             */
    uint32_t first, count; /* of PRINT and BLOCK: the tokens between the delimiters */
} cft_segment;

typedef struct cft_segment_token {
    uint8_t kind, word; /* cft_token_kind, cft_word */
    uint32_t begin, end;
} cft_segment_token;

/* Bytes that reach the output. */
typedef struct cft_segment_text {
    uint32_t begin, end;
} cft_segment_text;

typedef struct cft_segments {
    cft_arena *arena;
    cft_slice source; /* normalised */
    cft_segment *segments;
    cft_segment_token *tokens;
    cft_segment_text *texts;
    uint32_t segment_count, token_count, text_count;
    uint32_t segment_capacity, token_capacity, text_capacity;
} cft_segments;

/* Cut `source`, which must be one that compiles. Everything is made in `arena`. */
chatfmt_status cft_segments_cut(cft_arena *arena, cft_slice source,
                                const cft_syntax_options *options, const chatfmt_limits *limits,
                                cft_segments *out, chatfmt_error *error);

/* The bytes of a token. */
static inline cft_slice cft_segment_token_text(const cft_segments *p,
                                               const cft_segment_token *token)
{
    return cft_slice_of(p->source.data + token->begin, token->end - token->begin);
}

#endif
