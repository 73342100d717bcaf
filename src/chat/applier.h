/* chat/applier.h - models and chats from inside. */
#ifndef CFT_APPLIER_H
#define CFT_APPLIER_H

#include "chatfmt/models.h"
#include "chatfmt/reader.h"
#include "chat/plain_jinja.h"
#include "models/apply.h"
#include "render/renderer.h"
#include "value/handle.h"

struct chatfmt_model {
    chatfmt_allocator allocator;
    cft_model model;
    chatfmt_model_info info;
    bool processor, class_template; /* CHATFMT_MODEL_… */
    uint32_t flags;     /* CHATFMT_APPLY_… that hold for every conversation */
    cft_slice *special; /* names of special tokens: the usual ones, then those that its own files
                           give, which are trusted */
    size_t special_count;
};

/* A template that a chat has compiled. */
typedef struct cft_applier_template {
    chatfmt_template *compiled; /* NULL: this place is free */
    char *source;
    size_t length;
    bool plain; /* compiled by chat/plain_jinja.c */
    char hash[65];
    bool knows_arguments[2]; /* what follows was found out: with nulls left out, and kept */
    uint32_t arguments[2];   /* CHATFMT_APPLY_ARGUMENTS_… that the template wants, or 0 */
} cft_applier_template;

enum { CFT_APPLIER_TEMPLATES = 8 };

/* A word that no template looks for. */
#define CFT_APPLIER_TWIN "Qx7vZ1k"

/* Fuel for all renders of an applier together. */
typedef struct cft_applier_fuel {
    uint64_t given, left;
} cft_applier_fuel;

/* One render of a conversation, whole or in part. */
typedef struct cft_applier_job {
    const chatfmt_model *model;
    cft_applier_template *row;
    cft_value conversation;
    cft_slice json;      /* instead of it: read in the heap of the render, unless empty */
    size_t first, count; /* messages: from this one on, at most so many */
    size_t twin;         /* 1 + the message that says CFT_APPLIER_TWIN instead; or 0 */
    bool twin_alone;     /* and nothing else, such as calls */
    chatfmt_apply_options options;
    chatfmt_limits limits; /* of its renders, complete */
    cft_applier_fuel *fuel; /* of all renders together, or NULL: each has that of the limits */
    uint32_t flags;      /* of them, as resolved */
    const cft_slice *trusted; /* names of the variables that are not data */
    size_t trusted_count;
    bool merge;          /* the system message goes to the user */
    bool spans;
    /* Results, in the renderer's heap: */
    cft_apply apply;
    cft_value messages;  /* as the template saw them, but for the marker */
    bool merged;
} cft_applier_job;

struct chatfmt_applier {
    chatfmt_allocator allocator;
    chatfmt_limits limits;
    chatfmt_renderer *main, *probe;
    cft_applier_template rows[CFT_APPLIER_TEMPLATES];
    cft_plain_jinja plain;
    size_t next_row;
    cft_applier_job job;    /* the last one that ended well, when `applied` */
    bool applied;
    cft_slice text;
    cft_arena results;   /* what masks and turns hand out */
    cft_arena prompts;   /* what chat/prompt.c hands out  */
    cft_heap fitted;     /* conversations that were shortened to fit */
    cft_arena trips;     /* what a round trip hands out */
    chatfmt_applied result; /* what the last call handed out */
    chatfmt_round_trip trip;
    cft_applier_fuel *fuel; /* for jobs; borrowed */
    chatfmt_status ran_out; /* NO_MEMORY or LIMIT: a probe ended for want of them, so what it was
                               to find out is not known */
    chatfmt_error why;      /* the first one, when it was a probe's: that of `ran_out` */
};

/* chat/model_open.c: a model that is empty; then, when its files were read, with what chats want
 * of it. When that was a failure, or is one, *out is freed and NULL. */
chatfmt_status cft_chat_model_new(const chatfmt_allocator *memory, uint32_t flags,
                                  chatfmt_model **out, chatfmt_error *error);
chatfmt_status cft_chat_model_made(chatfmt_status status, cft_slice default_template,
                                   chatfmt_model **out);
void cft_chat_model_free(chatfmt_model *model);

/* Make one; `limits` are complete. *out is NULL on failure. */
chatfmt_status cft_applier_new(const chatfmt_allocator *memory, const chatfmt_limits *limits,
                            chatfmt_applier **out, chatfmt_error *error);
void cft_applier_free(chatfmt_applier *chat);

/* chatfmt_applier_apply with options that are whole and checked, and limits that are complete. */
chatfmt_status cft_applier_apply(chatfmt_applier *chat, const chatfmt_model *model,
                              cft_value conversation, const chatfmt_apply_options *options,
                              const chatfmt_limits *limits, chatfmt_applied *out,
                              chatfmt_error *error);

/* chat/apply_blame.c: fill the path of an error of applying where a message of the wrong shape, or
 * a null member of one, which transformers leaves out, is what Python's words are about. */
void cft_applier_blame(const cft_applier_job *job, chatfmt_error *error);

/* chat/prompt_mask.c: chatfmt_applier_mask, the same way. */
chatfmt_status cft_applier_mask(chatfmt_applier *chat, const chatfmt_mask_options *options,
                             const chatfmt_mask_range **ranges, size_t *count,
                             chatfmt_error *error);

/* Render with `renderer`, up to the text that the template wrote. */
chatfmt_status cft_applier_render(chatfmt_applier *chat, chatfmt_renderer *renderer,
                                  cft_applier_job *job, cft_slice *text, chatfmt_error *error);

/* Messages [first, first + count) of the last conversation, or `json` when it is not empty, with
 * the chat's second renderer. Fails with the status alone, and notes in `ran_out` when that says
 * nothing about the template. */
chatfmt_status cft_applier_probe(chatfmt_applier *chat, const cft_applier_job *like, cft_slice json,
                              size_t first, size_t count, bool generation_prompt, cft_slice *text,
                              const chatfmt_span **spans, size_t *span_count);

/* A call begins: nothing that its probes ran out of is known. */
static inline void cft_applier_begin_probes(chatfmt_applier *chat)
{
    chat->ran_out = chat->why.status = CHATFMT_OK;
}

/* The status of a call whose probes ended so; when one ran out, with what it ran out of. */
chatfmt_status cft_applier_explain(const chatfmt_applier *chat, chatfmt_status status,
                                   chatfmt_error *error);

/* chat/open_turn.c */
chatfmt_status cft_applier_turn(chatfmt_applier *chat, chatfmt_applied *out);
/* What the template wants tool arguments to be, found out once. */
uint32_t cft_applier_arguments(chatfmt_applier *chat, const cft_applier_job *job);

/* Whether a span is of the conversation, its tools, documents or another value that is no token of
 * the model's own. Whom a caller trusts decides about control tokens, and about nothing else. */
bool cft_span_is_data(const chatfmt_span *span);

/* Whether a span is of a message, the one that its origin names. */
static inline bool cft_span_has_message(const chatfmt_span *span)
{
    return span->origin.field != CHATFMT_FIELD_NONE;
}

/* Whether it is a member of a message itself, nothing below it, and no key of that name. */
static inline bool cft_span_is(const chatfmt_span *span, chatfmt_span_field field)
{
    return span->origin.field == field && !span->origin.below &&
           span->origin.index == CHATFMT_NO_INDEX;
}

static inline bool cft_span_is_role(const chatfmt_span *span)
{
    return cft_span_is(span, CHATFMT_FIELD_ROLE);
}

/* chat/provenance_mask.c: ranges in chat->results. */
chatfmt_status cft_mask_derived(chatfmt_applier *chat, const chatfmt_mask_options *options,
                                chatfmt_mask_range **ranges, size_t *count);
chatfmt_status cft_mask_add(chatfmt_applier *chat, chatfmt_mask_range **ranges, size_t *count,
                            chatfmt_mask_range range);

#endif
