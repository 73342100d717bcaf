/* vm/instructions.h - what the instructions do that take more than a few lines. */
#ifndef CFT_INSTRUCTIONS_H
#define CFT_INSTRUCTIONS_H

#include "vm/state.h"

static inline bool cft_is_plain_text(cft_value v)
{
    return v.kind == CFT_STRING && !(v.flags & CFT_STR_MARKUP);
}

/* The variables of the function `levels` out. */
static inline cft_variables *cft_outer(cft_variables *variables, uint32_t levels)
{
    for (; levels; levels--) variables = variables->outer;
    return variables;
}

/* `count` keys and values in turn to a dict. */
chatfmt_status cft_do_dict(cft_machine *m, const cft_value *items, uint32_t count, cft_value *out);

/* The list with the items after *. */
chatfmt_status cft_do_extend(cft_machine *m, cft_value *list, cft_value items);

/* The keywords with those after **; a repeated one is a TYPE error. */
chatfmt_status cft_do_merge(cft_machine *m, cft_value *named, cft_value more);

/* Jinja: str_join, and markup_join where autoescape is on. */
chatfmt_status cft_do_concat(cft_machine *m, const cft_value *values, uint32_t count, bool markup,
                             cft_value *out);

/* `count` operands of a sum: texts that wait, or their sum in the first and absents after it,
 * and the operand to be added last. */
chatfmt_status cft_do_add_defer(cft_machine *m, cft_value *operands, uint32_t count);

/* Put out what cft_do_add_defer left. */
chatfmt_status cft_do_emit_sum(cft_machine *m, const cft_value *operands, uint32_t count);

/* The items of a value, in the order that puts the first on top. */
chatfmt_status cft_do_unpack(cft_machine *m, cft_value value, uint32_t count, cft_value *out);

/* target.name = value. */
chatfmt_status cft_do_namespace_store(cft_machine *m, cft_value target, uint32_t name,
                                      cft_value value);

/* The value of a macro. */
chatfmt_status cft_do_macro(cft_machine *m, const cft_function *function, cft_variables *outer,
                            cft_value *out);

/* The value of `self`. */
chatfmt_status cft_do_self(cft_machine *m, const cft_context *context, cft_value *out);

/* The context of a scoped block: copies of the variables around it. */
chatfmt_status cft_do_scoped(cft_machine *m, cft_variables *variables, const uint32_t *pairs,
                             uint32_t count, const cft_context **context);

/* Fail with the text of a constant. */
chatfmt_status cft_do_raise(cft_machine *m, chatfmt_status status, uint32_t constant);

/* A frame has ended: what happens with its text. *value is set when the caller gets one. */
chatfmt_status cft_do_end(cft_machine *m, const cft_call_frame *frame, cft_value *value,
                          bool *given);

#endif
