/* lang/parse_block.h - the stack of the statement parser, shared by its two files. */
#ifndef CFT_PARSE_BLOCK_H
#define CFT_PARSE_BLOCK_H

#include "lang/parse_stream.h"

/* The tags that end a body; unused places are CFT_WORD_OTHER. */
typedef struct block_ends {
    uint8_t words[3];
} block_ends;

typedef struct block_frame {
    cft_node *node;   /* the statement; of an if the first one                    */
    cft_node **tail;  /* where the next statement goes                            */
    cft_node **elif;  /* of an if: where the next branch goes                     */
    cft_node *output; /* what text and prints are added to, until the next tag    */
    cft_node **output_tail;
    uint8_t tag; /* cft_word of the tag, for messages                        */
    block_ends ends;
} block_frame;

typedef struct block_parser {
    cft_parser expressions; /* first: tokens and expressions */
    block_frame *blocks;
    size_t count, capacity;
    bool plain_tags;
} block_parser;

#define BLOCK_ENDS(word) ((block_ends){{CFT_WORD_##word, 0, 0}})

/* Past the end of the tag: add the statement and open its body, which `ends` will end. */
chatfmt_status cft_block_open(block_parser *parser, cft_node *node, cft_word tag,
                              block_ends ends);

/* Past the end of the tag: add the statement, which has no body. */
chatfmt_status cft_block_simple(block_parser *parser, cft_node *node);

/* A tag's node, and the function that reads what follows its name and adds the node. */
typedef struct block_tag {
    uint8_t kind, operation;
    bool extends; /* none of Jinja's own */
    chatfmt_status (*parse)(block_parser *parser, cft_node *node);
} block_tag;

/* The tag with this name, NULL when there is none (lang/parse_tags.c). */
const block_tag *cft_block_find_tag(cft_word word);

#endif
