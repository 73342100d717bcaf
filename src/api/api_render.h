/* api/api_render.h - a renderer from inside: the machine, and what spans need of the last render. */
#ifndef CFT_API_RENDER_H
#define CFT_API_RENDER_H

#include "api/origin_index.h"
#include "chatfmt/template.h"
#include "vm/machine.h"

struct chatfmt_template {
    chatfmt_allocator allocator;
    cft_program *program;
};

struct chatfmt_renderer {
    chatfmt_allocator allocator;
    chatfmt_limits limits;       /* all fields set */
    cft_machine *machine;
    /* of the last render: */
    const cft_program *program;  /* NULL unless it ended well */
    const cft_dict *variables;
    const cft_slice *trusted;
    size_t trusted_count;
    size_t heap_bytes;           /* limits.heap_bytes of it bounds the index, too */
    bool has_spans;
    bool has_marks;              /* spans or generations were asked for */
    cft_program *kept;           /* a program that only this render uses, freed at the next */
    /* of the spans, once asked for: */
    cft_origin_index index;
    chatfmt_span *spans;         /* in the index's arena; NULL until asked for */
    size_t span_count, span_capacity;
};

/* Variables trusted by default: a tokenizer's special tokens. */
extern const cft_slice cft_default_trusted[7];

/* Check the arguments, forget the last result, and open the machine's heap for the input. */
chatfmt_status cft_api_render_begin(chatfmt_renderer *renderer,
                                    const chatfmt_render_options *options, chatfmt_slice *text,
                                    chatfmt_error *error);

/* After it, once: run `program` with variables that live in that heap or longer. */
chatfmt_status cft_api_render_run(chatfmt_renderer *renderer, const cft_program *program,
                                  const cft_dict *variables, chatfmt_slice *text);
/* After a failed run: the path of the variable that the failing instruction worked on, where it can be told,
 * into the error. Walks the variables. */
void cft_api_blame(chatfmt_renderer *renderer, const cft_dict *variables, chatfmt_status status);

#endif
