/* lang/parser.h - template source to syntax tree, as Jinja2 3.1.6 parses it.
 *
 * What Jinja refuses at parse time is refused here, with its words where they are short. Unknown
 * filters and what Python's own compiler refuses are the compiler's business (lang/compile.h).
 * Left-deep chains are built by loops; nesting is bounded by limits.depth.
 */
#ifndef CFT_PARSER_H
#define CFT_PARSER_H

#include "base/arena.h"
#include "base/report.h"
#include "lang/ast.h"

typedef struct cft_syntax_options {
    bool trim_blocks, lstrip_blocks, keep_trailing_newline;
    bool plain_tags; /* Jinja's own tags alone: neither loop controls nor generation */
} cft_syntax_options;

typedef struct cft_parse_result {
    cft_slice source; /* normalised: newlines are \n, one final newline dropped; the text that
                         offsets mean and that literal slices point into                       */
    cft_node *body;   /* list of statements */
} cft_parse_result;

/*
 * Parse. Everything is made in `arena`, which must outlive the result; the normalised source is
 * a copy. `limits` has all fields set. SYNTAX with a place; LIMIT; INPUT for invalid UTF-8;
 * NO_MEMORY.
 */
chatfmt_status cft_parse(cft_arena *arena, cft_slice source, const cft_syntax_options *options,
                         const chatfmt_limits *limits, cft_parse_result *out,
                         chatfmt_error *error);

#endif
