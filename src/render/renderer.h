/* render/renderer.h - templates and renderers from inside: what the public functions check
 * arguments for, and what everything above renders with.
 *
 * A renderer is a machine, and what spans need of its last render.
 */
#ifndef CFT_RENDERER_H
#define CFT_RENDERER_H

#include "chatfmt/template.h"
#include "render/origin_index.h"
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
    const cft_slice *special;    /* names of special tokens, whoever supplied them */
    size_t special_count;
    size_t heap_bytes;           /* limits.heap_bytes of it bounds the index, which is in
                                    proportion to the variables, by itself */
    bool has_spans;
    bool has_marks;              /* spans or generations were asked for */
    cft_program *kept;           /* a program that only this render uses, freed at the next */
    /* of the spans, once asked for: */
    cft_origin_index index;
    chatfmt_span *spans;         /* in `span_room`; NULL until asked for, and without any */
    size_t span_count;
    chatfmt_span *span_room;     /* kept from render to render, and counted by the machine */
    size_t span_capacity;
};

/* Names of a tokenizer's special tokens; variables with these names are trusted by default. */
enum { CFT_SPECIAL_NAMES = 7 };
extern const cft_slice cft_special_names[CFT_SPECIAL_NAMES];

/* Compile `source`. `memory` is copied; `limits` are complete. *out is NULL on failure. */
chatfmt_status cft_template_new(const chatfmt_allocator *memory, cft_slice source,
                                const cft_syntax_options *syntax, const chatfmt_limits *limits,
                                chatfmt_template **out, chatfmt_error *error);
/* The same with other builtins, whose rows must outlive it. */
chatfmt_status cft_template_in(const chatfmt_allocator *memory, cft_slice source,
                               const cft_syntax_options *syntax, const chatfmt_limits *limits,
                               const cft_builtins *builtins, chatfmt_template **out,
                               chatfmt_error *error);
void cft_template_free(chatfmt_template *compiled);

/* The same for a renderer. */
chatfmt_status cft_renderer_new(const chatfmt_allocator *memory, const chatfmt_limits *limits,
                                chatfmt_renderer **out, chatfmt_error *error);
void cft_renderer_free(chatfmt_renderer *renderer);

/* What the template raised last, "" when it did not. `renderer` may be NULL. */
chatfmt_slice cft_renderer_raised(const chatfmt_renderer *renderer);

/* The last result is gone. */
void cft_renderer_forget(chatfmt_renderer *renderer);

/* Open the machine's heap for the input of a render. `options` is whole and has known flags only;
 * `limits` are complete, those in `options` do not count. */
chatfmt_status cft_render_begin(chatfmt_renderer *renderer, const chatfmt_render_options *options,
                                const chatfmt_limits *limits, chatfmt_error *error);

/* After it, once: run `program` with variables that live in that heap or longer. */
chatfmt_status cft_render_run(chatfmt_renderer *renderer, const cft_program *program,
                              const cft_dict *variables, chatfmt_slice *text);

/* After a failed run: the path of the variable that the failing instruction worked on, where one is
 * known, into the error. Walks the variables. */
void cft_render_name_failed(chatfmt_renderer *renderer, const cft_dict *variables,
                      chatfmt_status status);

/* After a run that recorded them: fills `spans` and `span_count`, once. */
chatfmt_status cft_render_spans(chatfmt_renderer *renderer, chatfmt_error *error);

#endif
