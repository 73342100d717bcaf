/* analysis/continuity.h - does a conversation that goes on leave the prompt before it as it was
 * (chatfmt/analysis.h)?
 */
#ifndef CFT_CONTINUITY_H
#define CFT_CONTINUITY_H

#include "analysis/decider.h"
#include "analysis/probe.h"
#include "base/json_out.h"
#include "chatfmt/analysis.h"

enum { CFT_HISTORIES = 11 };

/* A history, and what comes after it. Calls once with arguments as an object, once as JSON text. */
typedef struct cft_history {
    const char *name, *about;
    const char *tools;            /* NULL: none */
    const char *before[2], *after[2];
    const char *words[3];         /* what its last answer says: all must show */
} cft_history;

extern const cft_history cft_histories[CFT_HISTORIES];

/*
 * Render each history alone and with what comes after it, and compare.
 *
 *   source  of the template, normalised.
 *   rows    receives them, made in `arena`.
 *
 * NO_MEMORY with the error; that a template refuses a history is a verdict.
 */
chatfmt_status cft_continuity_find(const chatfmt_model *model, cft_slice chat_template,
                                   cft_slice source, const chatfmt_limits *limits,
                                   cft_arena *arena, chatfmt_continuity rows[CFT_HISTORIES],
                                   chatfmt_error *error);
const char *cft_continuity_verdict_name(chatfmt_continuity_verdict verdict);
void cft_continuity_write(cft_json_out *out, const chatfmt_continuity rows[CFT_HISTORIES]);

#endif
