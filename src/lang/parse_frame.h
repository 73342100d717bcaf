/* lang/parse_frame.h - the stack of the expression parser, shared by its three files.
 *
 * Whatever the functions of Jinja's parser would be in the middle of is a frame: an open
 * bracket, `not`, a sign, or an operator that waits for its right side.
 */
#ifndef CFT_PARSE_FRAME_H
#define CFT_PARSE_FRAME_H

#include "lang/parse_stream.h"

/* Frames, loosest first. Up to PARSE_FRAME_TEST_ARGUMENT no operator reaches through them. */
enum parse_frame_kind {
    PARSE_FRAME_BASE,          /* the whole expression                             */
    PARSE_FRAME_PAREN,         /* ( … ): tuple or grouping                         */
    PARSE_FRAME_LIST,          /* [ … ]                                            */
    PARSE_FRAME_KEY,           /* { key :                                          */
    PARSE_FRAME_VALUE,         /* { key : value                                    */
    PARSE_FRAME_SUBSCRIPT,     /* x[ … ]                                           */
    PARSE_FRAME_ARGUMENTS,     /* of a call, filter or test                        */
    PARSE_FRAME_TEST_ARGUMENT, /* x is name …                                      */
    PARSE_FRAME_IF,            /* a if …: left = a                                 */
    PARSE_FRAME_ELSE,          /* a if b else …: left = a, node = b                */
    PARSE_FRAME_OR,
    PARSE_FRAME_AND,
    PARSE_FRAME_NOT,
    PARSE_FRAME_COMPARE, /* node = the comparison, tail = of its operands    */
    PARSE_FRAME_SUM,
    PARSE_FRAME_CONCAT, /* node = the chain, tail = of its items            */
    PARSE_FRAME_PRODUCT,
    PARSE_FRAME_POWER,
    PARSE_FRAME_SIGN,
};

/* What comes next. */
enum parse_step {
    PARSE_STEP_OPERAND,
    PARSE_STEP_POSTFIX,
    PARSE_STEP_FILTERS,
    PARSE_STEP_OPERATOR,
    PARSE_STEP_ENCLOSED,
    PARSE_STEP_DONE
};

struct parse_frame {
    uint8_t kind;      /* enum parse_frame_kind                                          */
    uint8_t operation; /* of the node to be made; PARSE_FRAME_BASE: cft_parse_mode */
    uint8_t part; /* PARSE_FRAME_SUBSCRIPT: which part of a slice; PARSE_FRAME_ARGUMENTS: which
                     kind of argument                                               */
    bool negated; /* a test after "is not"                                          */
    bool after_filter; /* a call that follows a filter                                   */
    uint32_t line;     /* of the node to be made                                         */
    uint32_t start;    /* the line where the operand begins that the frame belongs to    */
    cft_lex_place place;   /* of the node to be made; of brackets the opening one            */
    cft_node *node, *left;
    cft_node **tail; /* where the next item goes; always inside of a node              */
};

/* The expression machine: the value just completed and the line where it begins. */
typedef struct parse_run {
    cft_parser *parser;
    cft_node *value;
    uint32_t start;
    enum parse_step step;
} parse_run;

static inline parse_frame *parse_top(const cft_parser *parser)
{
    return &parser->frames[parser->frame_count - 1];
}

static inline void parse_append(parse_frame *frame, cft_node *item)
{
    *frame->tail = item;
    frame->tail = &item->next;
}

/* A value is complete: what may follow it is said by `step`. */
static inline void parse_have(parse_run *run, cft_node *value, uint32_t start,
                              enum parse_step step)
{
    run->value = value;
    run->start = start;
    run->step = step;
}

/* A new frame on top, whose node will stand for `place`. */
chatfmt_status cft_parse_push(cft_parser *parser, enum parse_frame_kind kind,
                              const cft_lex_place *place, parse_frame **out);

/* Close the frame on top with the value as its last operand; what it makes is the new value. */
chatfmt_status cft_parse_reduce(parse_run *run);

/* lang/parse_postfix.c. After an operand: one more of what may follow it. */
chatfmt_status cft_parse_postfix(parse_run *run);
chatfmt_status cft_parse_filters(parse_run *run);
/* At the name of a filter. */
chatfmt_status cft_parse_filter(parse_run *run);

/* lang/parse_bracket.c. At the opening bracket, the current token: */
chatfmt_status cft_parse_open_paren(parse_run *run);
chatfmt_status cft_parse_open_list(parse_run *run);
chatfmt_status cft_parse_open_dict(parse_run *run);
chatfmt_status cft_parse_open_subscript(parse_run *run);
chatfmt_status cft_parse_open_call(parse_run *run);

/* The arguments of `node`, a CALL, FILTER or TEST; `negated` and `line` are those of the NOT
 * around a test after "is not". */
chatfmt_status cft_parse_open_arguments(parse_run *run, cft_node *node, bool negated,
                                        uint32_t line);

/* A whole expression is complete inside of the bracket on top: what comes next in it. */
chatfmt_status cft_parse_enclosed(parse_run *run);

#endif
