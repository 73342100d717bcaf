/* vm/state.h - the machine from inside: frames, variables, loops, the output.
 *
 * Frames stand on the machine's own stack of chunks, which never move. The variables of a
 * function that has functions inside live in the heap instead, because a macro may outlive the
 * call that made it.
 */
#ifndef CFT_STATE_H
#define CFT_STATE_H

#include "lang/program.h"
#include "value/iterate.h"
#include "vm/machine.h"

/* The context of a scoped block: the variables around it, before everything else. */
typedef struct cft_context {
    const struct cft_context *outer;
    const uint32_t *names; /* pairs of words: name, place (see op BLOCK) */
    const cft_value *values;
    uint32_t count;
} cft_context;

/* The local variables of one call of a function. CFT_ABSENT is Python's unbound. */
typedef struct cft_variables {
    struct cft_variables *outer; /* of the function around this one */
    const cft_function *function;
    const cft_context *context;
    cft_value slots[];
} cft_variables;

typedef struct cft_macro {
    cft_object object;
    const cft_function *function;
    cft_variables *outer;
    cft_value name;  /* a string, or absent for the body of a call block */
} cft_macro;

/* `self`, or a block of it. */
typedef struct cft_template_ref {
    cft_object object;
    const cft_context *context;
    uint32_t block; /* BlockReference: its number */
} cft_template_ref;

/* Jinja: LoopContext. */
typedef struct cft_loop {
    cft_object object;
    cft_machine *machine;   /* that runs it: printing a loop may have to ask for items */
    const cft_value *items; /* a list or tuple without a condition: all of it; else NULL */
    int64_t count;          /* of items; otherwise the length once it is known, or -1 */
    int64_t index0;
    cft_walk walk;
    cft_value source;
    cft_value before, current, after; /* absent = none */
    cft_value changed;                /* the last arguments of loop.changed, as a tuple */
    const cft_function *filter;
    const cft_function *function;     /* of a recursive loop, else NULL */
    cft_variables *outer;             /* variables around filter and function */
    int64_t depth0;
    bool exhausted;
} cft_loop;

/* A running {% for %}. */
typedef struct cft_loop_state {
    const cft_value *items; /* list or tuple; NULL: use the walk */
    uint32_t count, position;
    uint32_t simple;        /* rounds that need no more than the next of `items`: all or none */
    cft_walk walk;
    cft_loop *object;       /* NULL unless the body reads `loop` */
    bool round;             /* a round was finished: no else */
} cft_loop_state;

typedef enum cft_frame_end {
    CFT_END_RUN,   /* leave the interpreter's function */
    CFT_END_PLAIN, /* the text stays where it is: a block in place */
    CFT_END_EMIT,  /* the same, but for Jinja it was a buffer */
    CFT_END_VALUE  /* the text becomes a string on the caller's stack */
} cft_frame_end;

typedef struct cft_chunk cft_chunk;

/* Where a key was found last, see vm/inline_cache.h. */
typedef struct cft_inline_cache {
    const cft_dict *shape;/* of the dict */
    size_t offset;        /* bytes from its first entry */
} cft_inline_cache;

typedef struct cft_call_frame {
    struct cft_call_frame *caller;
    const cft_function *function;
    cft_variables *variables;
    cft_value *stack;     /* room for function->stack_size */
    cft_loop_state *loops;
    const uint32_t *pc;   /* where the caller goes on, while another frame runs */
    cft_value *top;
    cft_chunk *chunk;     /* to be restored when the frame ends */
    size_t chunk_used;
    int64_t loop_depth;   /* depth0 of the loop in a recursive loop's function */
    cft_frame_end end;
    bool autoescape;      /* at the call */
} cft_call_frame;

struct cft_chunk {
    cft_chunk *next;
    size_t size, used; /* bytes after this header */
};

/* Text that is not yet part of the output around it. */
typedef struct cft_capture {
    size_t begin;       /* in the output buffer */
    size_t run_begin;
    const char *not_text; /* type of a value that went in unconverted and cannot be joined */
} cft_capture;

/* A {% generation %} that has not ended. */
typedef struct cft_open_generation {
    size_t begin;   /* of its body in the output buffer */
    uint32_t outer; /* number of the one around it */
} cft_open_generation;

#define CFT_FAILED_MOST 4

struct cft_machine {
    cft_vm vm; /* first */
    chatfmt_allocator allocator;
    const cft_program *program;
    const cft_dict *context;
    cft_run_options options;
    cft_origins *origins; /* made when spans are first asked for */
    cft_arena_pool pool;  /* values, origins, output, and the spans that it becomes */

    char *text; /* output, and open captures after it */
    size_t length, capacity;
    size_t limit; /* the capacity without the slack, but no more than limits.output_bytes */
    cft_capture *captures; /* [0] is the output itself */
    uint32_t capture_count, capture_capacity;
    cft_run *runs; /* where the text came from, when spans are wanted */
    size_t run_count, run_capacity;
    cft_generation *generations;
    size_t generation_count, generation_capacity;
    size_t counted_bytes, counted_points; /* of the output, for generations */
    cft_open_generation *open_generations;
    uint32_t open_count, open_capacity;
    uint32_t generation;       /* number of the innermost open one; 0 = none */
    uint32_t generation_next;

    cft_value vm_nothing; /* stands for the items of an empty list */
    cft_chunk *chunks, *chunk;
    cft_call_frame *frame;
    uint32_t depth;  /* frames */
    uint32_t nested; /* calls of cft_run_frame inside one another */

    cft_value *exports;
    uint32_t export_capacity;
    cft_inline_cache *caches; /* forgotten when a render begins */
    uint32_t cache_capacity;
    uint32_t *hints; /* by name: the entry of the context that it was last found in, usually */
    uint32_t hint_capacity;
    uint32_t failed_pc;
    bool has_pc;
    cft_value failed[CFT_FAILED_MOST]; /* operands of the instruction that failed */
    size_t failed_count;
    bool undefined_failed; /* one of them is what the attribute missed last became */
    uint64_t fuel_begin;
};

static inline cft_machine *cft_machine_of(cft_vm *vm) { return (cft_machine *)(void *)vm; }

extern const cft_callable cft_loop_methods[2];
extern const cft_object_class cft_macro_class, cft_loop_class, cft_template_class, cft_block_class;

/* failed_operands.c: note the operands of the instruction at `at`, which failed with the stack
 * at `top`. */
void cft_failed_operands_keep(cft_machine *m, const uint32_t *at, const cft_value *top);

/* sink.c */
/* Room for another run of the output. */
chatfmt_status cft_sink_more_runs(cft_machine *m);
chatfmt_status cft_sink_grow(cft_machine *m, size_t extra);
/* The last run.length bytes of the buffer came from `run`, or stand at `text`. */
chatfmt_status cft_sink_run(cft_machine *m, cft_run run);
chatfmt_status cft_sink_copied(cft_machine *m, const char *text, size_t length);
chatfmt_status cft_sink_value(cft_machine *m, cft_value value);
chatfmt_status cft_sink_escaped(cft_machine *m, cft_value value);
chatfmt_status cft_sink_raw(cft_machine *m, cft_value value);
chatfmt_status cft_sink_begin(cft_machine *m);
/* The text of the innermost capture as a string. */
chatfmt_status cft_sink_end(cft_machine *m, cft_value *out);
/* The innermost capture becomes part of what is around it. */
chatfmt_status cft_sink_join(cft_machine *m);
void cft_sink_drop(cft_machine *m, uint32_t count);
chatfmt_status cft_sink_generation(cft_machine *m);
chatfmt_status cft_sink_generated(cft_machine *m);

/* After what may be written there is room for this many bytes of nothing, so that short texts
 * can be copied as blocks of fixed size. */
#define CFT_SINK_SLACK ((size_t)64)

static inline void cft_sink_set_limit(cft_machine *m)
{
    size_t room = m->capacity ? m->capacity - CFT_SINK_SLACK : 0,
           most = m->options.limits.output_bytes;
    m->limit = room < most ? room : most;
}

/* memcpy for text that is usually short: no call below 65 bytes. */
static inline void cft_copy_text(char *to, const char *from, size_t length)
{
    if (length >= 16) {
        if (length > 64) {
            memcpy(to, from, length);
        } else if (length > 32) {
            memcpy(to, from, 32);
            memcpy(to + length - 32, from + length - 32, 32);
        } else {
            memcpy(to, from, 16);
            memcpy(to + length - 16, from + length - 16, 16);
        }
    } else if (length >= 8) {
        uint64_t a, b;
        memcpy(&a, from, 8);
        memcpy(&b, from + length - 8, 8);
        memcpy(to, &a, 8);
        memcpy(to + length - 8, &b, 8);
    } else if (length >= 4) {
        uint32_t a, b;
        memcpy(&a, from, 4);
        memcpy(&b, from + length - 4, 4);
        memcpy(to, &a, 4);
        memcpy(to + length - 4, &b, 4);
    } else if (length) {
        to[0] = from[0];
        to[length / 2] = from[length / 2];
        to[length - 1] = from[length - 1];
    }
}

/* Append bytes of template, input or heap memory. */
static inline chatfmt_status cft_sink_write(cft_machine *m, const char *text, size_t length)
{
    if (!length) return CHATFMT_OK; /* there may be no buffer yet to point into */
    if (CFT_UNLIKELY(length > m->limit - m->length)) CFT_TRY(cft_sink_grow(m, length));
    cft_copy_text(m->text + m->length, text, length);
    m->length += length;
    return CFT_UNLIKELY(m->options.spans) ? cft_sink_copied(m, text, length) : CHATFMT_OK;
}

/* frame.c */
chatfmt_status cft_frame_push(cft_machine *m, const cft_function *function, cft_variables *outer,
                              const cft_context *context, cft_frame_end end, cft_call_frame **out);
void cft_frame_pop(cft_machine *m);
chatfmt_status cft_resolve(cft_machine *m, const cft_context *context, uint32_t name,
                           cft_value *out);
/* The value of a variable that is missing: looked up, or undefined. */
chatfmt_status cft_frame_missing(cft_machine *m, cft_variables *variables, uint32_t slot,
                                 cft_value *out);

/* macro.c: arguments into the variables of a new frame. */
chatfmt_status cft_macro_bind(cft_machine *m, const cft_function *function, cft_value *slots,
                              const cft_value *positional, size_t count, const cft_value *names,
                              const cft_value *named, size_t named_count);

/* loop.c */
chatfmt_status cft_loop_begin(cft_machine *m, cft_loop_state *state, cft_value source);
chatfmt_status cft_loop_object(cft_machine *m, cft_loop_state *state, cft_value source,
                               const cft_function *filter, cft_value *out);
chatfmt_status cft_loop_step(cft_machine *m, cft_loop_state *state, cft_value *item, bool *more);
chatfmt_status cft_loop_read(cft_machine *m, cft_loop *loop, cft_loop_attribute which,
                             cft_value *out);
chatfmt_status cft_loop_attribute_by_name(cft_machine *m, cft_loop *loop, cft_slice name,
                                          cft_value *out, bool *found);

/* invoke.c: calling whatever a template may call. *frame is set when code has to run first. */
chatfmt_status cft_invoke(cft_machine *m, cft_value callee, cft_value self,
                          const cft_value *positional, size_t count, const cft_value *names,
                          const cft_value *named, size_t named_count, cft_frame_end end,
                          cft_value *out, cft_call_frame **frame);
chatfmt_status cft_invoke_spread(cft_machine *m, cft_value callee, cft_value self,
                                 cft_value positional, cft_value named, cft_value *out,
                                 cft_call_frame **frame);

/* run_output.c: go on with a WRITE and what its output program does after it. The address of the
 * first instruction that is left to do: of the WRITE itself, or of plain instructions in the
 * middle of it, when it meets something unusual. */
const uint32_t *cft_run_output(cft_machine *m, cft_call_frame *frame,
                               const cft_output_write *write);

/* run_output_number.c: what the plain instructions at `pc` compute and put out; false when it is
 * no small number. */
bool cft_run_output_number(const cft_machine *m, const cft_value *slots, uint32_t pc, int64_t *out);

/* run.c: run `frame` to its end. */
chatfmt_status cft_run_frame(cft_machine *m, cft_call_frame *frame, cft_value *result);

#endif
