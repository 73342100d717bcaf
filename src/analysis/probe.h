/* analysis/probe.h - a template asked with one conversation after the other.
 *
 * A template without special tokens of its own gets <s> and </s>, because most cannot do without.
 */
#ifndef CFT_PROBE_H
#define CFT_PROBE_H

#include "chat/applier.h"

typedef struct cft_probe {
    const chatfmt_model *model;
    cft_slice chat_template; /* which of the model's templates, or a source */
    const chatfmt_limits *limits;
    chatfmt_values *values;
    chatfmt_applier *chat;
    chatfmt_applied applied; /* what the last question came to; its text is empty after a failure */
    chatfmt_error error;     /* why the last one failed */
    bool no_memory;          /* one ended for want of it */
    bool is_limited;         /* one reached a limit: the others are not asked and fail alike */
    cft_applier_fuel fuel;   /* of all questions together */
} cft_probe;

/* `limits` are complete and borrowed, as `model` is; their fuel is that of all questions together.
 * The probe stays where it is. Close it in any case. */
chatfmt_status cft_probe_open(cft_probe *probe, const chatfmt_model *model, cft_slice chat_template,
                              const chatfmt_limits *limits, const chatfmt_allocator *memory,
                              chatfmt_error *error);
void cft_probe_close(cft_probe *probe);

/* Render messages and tools, which are JSON, with spans. `flags` are CHATFMT_APPLY_…, but that NOW
 * takes the clock away. False when the template refuses them. */
bool cft_probe_ask(cft_probe *probe, const char *messages, const char *tools, uint32_t flags);

/* The message that byte `at` of the last prompt belongs to: of the last data that begins before it;
 * CHATFMT_NO_MESSAGE before any. */
size_t cft_probe_message_at(const cft_probe *probe, size_t at);

#endif
