/* replies/actions.h - what InternLM2 writes for agents: text, and actions addressed to a plugin or
 * to the interpreter, <|action_start|><|plugin|>⏎{…}<|action_end|>.
 *
 * Its own reader beside the families, because the format keeps the raw payload of every action,
 * junk around the JSON and unknown addressees included. Fed piece by piece; what it says at any
 * time depends on the bytes so far alone, not on how they were cut.
 */
#ifndef CFT_ACTIONS_H
#define CFT_ACTIONS_H

#include "base/budget.h"
#include "base/buffer.h"
#include "value/heap.h"

typedef enum cft_action_kind {
    CFT_ACTION_PLUGIN,
    CFT_ACTION_INTERPRETER,
    CFT_ACTION_UNKNOWN
} cft_action_kind;

typedef struct cft_action {
    cft_action_kind kind;
    bool complete;               /* its <|action_end|> has been read */
    size_t text, text_length;    /* bytes of the input: the words before it */
    size_t payload, payload_length;
} cft_action;

typedef enum cft_action_phase {
    CFT_PHASE_TEXT, CFT_PHASE_KIND, CFT_PHASE_UNKNOWN, CFT_PHASE_NEWLINE, CFT_PHASE_PAYLOAD,
    CFT_PHASE_COMPLETE, CFT_PHASE_DONE
} cft_action_phase;

typedef struct cft_actions {
    cft_budget budget;      /* pays for what the buffers hold, and for the work */
    cft_buffer input;
    cft_buffer list;        /* cft_action */
    size_t count;
    cft_action_phase phase;
    size_t text;            /* where the text begins that belongs to no action yet */
    size_t at;              /* bytes looked at */
    size_t end;             /* where <|im_end|> is, once closed */
    bool closed, final;
} cft_actions;

/* What a reply may cost by its bytes when the caller does not say; the string is the reply. */
extern const cft_budget_rates cft_actions_rates;

/* `limits` is a whole chatfmt_limits, or NULL. Whatever was made stays where it is: its budget
 * counts the memory of its buffers. */
void cft_actions_init(cft_actions *actions, const chatfmt_allocator *allocator,
                      const chatfmt_limits *limits);
void cft_actions_free(cft_actions *actions);
/* NO_MEMORY or LIMIT, which the budget explains. */
chatfmt_status cft_actions_feed(cft_actions *actions, const char *data, size_t length);
chatfmt_status cft_actions_finish(cft_actions *actions);

/* Append {"actions": […], "text", "closed", "after_im_end"} as JSON. `heap` is for reading
 * payloads. NO_MEMORY or LIMIT, which the budget explains, or the heap's error. */
chatfmt_status cft_actions_result(cft_actions *actions, cft_heap *heap, cft_buffer *out);

/* Append what is known while it streams: {"phase", "text", "action"?, "payload"?, "name"?}. */
chatfmt_status cft_actions_state(cft_actions *actions, cft_heap *heap, cft_buffer *out);

#endif
