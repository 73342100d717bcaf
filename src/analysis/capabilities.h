/* analysis/capabilities.h - what a template can do, found out by rendering small conversations;
 * the evidence is kept, so that `inspect` can show it and `lint` can point at it.
 */
#ifndef CFT_CAPABILITIES_H
#define CFT_CAPABILITIES_H

#include "analysis/probe.h"
#include "chatfmt/analysis.h"

enum { CFT_PROBE_TEXT = 400 };

typedef struct cft_probe_result {
    bool works;               /* it rendered */
    chatfmt_status status;    /* why not */
    uint32_t line, column;
    char text[CFT_PROBE_TEXT];    /* the prompt, or the error's message; cut */
    size_t length;            /* of the whole prompt */
} cft_probe_result;

typedef struct cft_capability_facts {
    cft_probe_result plain;          /* user, assistant, user */
    cft_slice alone;                 /* all that is written for these, and for a user alone, open
                                        and closed: prompts one after the other */
    cft_slice opened, answered;      /* of these, that of a user with a generation prompt, and that
                                        of user, assistant and user; empty when refused */
    bool plain_tools;                /* which works, with a tool at least */
    cft_probe_result system;         /* with a system message first */
    bool system_shown;
    cft_probe_result first_assistant, twice_user; /* roles that do not alternate */
    cft_probe_result tools;
    bool tools_shown;
    cft_probe_result call_object, call_text, tool_result;
    bool call_object_shown, call_object_repr, call_text_shown, call_text_escaped;
    bool tool_result_shown;
    cft_probe_result null_content;
    bool null_shown;             /* the word None is in the prompt (prepared as by transformers) */
    cft_probe_result reasoning;
    bool reasoning_shown;
    cft_probe_result parts;
    bool parts_shown;
    bool generation_prompt;      /* it adds something, */
    char opening[CFT_PROBE_TEXT];    /* this */
    bool reasoning_opened;
    bool reads_clock;
    bool has_tags;
    bool stop_in_tags;           /* the end of the turn is inside the tags */
    bool closes;                 /* an assistant's turn has an end */
    char stop[CFT_PROBE_TEXT];
    bool tags_miss, tags_leak;   /* the tags leave out the answer; they take in what was asked */
    bool double_bos;
    unsigned char *written;      /* a 1 for each byte of the template's source that was seen in a
                                    prompt */
    size_t source_length;
} cft_capability_facts;

/*
 * Run all probes of a template that compiles; `limits` are complete, and `source_length` is that of
 * its normalised source. The facts are in `arena`. NO_MEMORY with the error; what the template
 * makes of a probe is a fact.
 */
chatfmt_status cft_capabilities_probe(const chatfmt_model *model, cft_slice chat_template,
                                      size_t source_length, const chatfmt_limits *limits,
                                      cft_arena *arena, cft_capability_facts *out,
                                      chatfmt_error *error);

/* The same facts by name, and what the histories say: a row each, borrowed from them. */
enum { CFT_CAPABILITIES = 16 };
void cft_capabilities_list(const cft_capability_facts *facts, const chatfmt_continuity *continuity,
                           chatfmt_capability out[CFT_CAPABILITIES]);

#endif
