/* cli/probes.h - what a template can do, found out by rendering small conversations; the evidence
 * is kept, so that `inspect` can show it and `lint` can point at it.
 */
#ifndef CLI_PROBES_H
#define CLI_PROBES_H

#include "chatfmt/models.h"

#include <stdbool.h>

enum { PROBE_TEXT = 400 };

typedef struct probe_result {
    bool works;               /* it rendered */
    chatfmt_status status;    /* why not */
    uint32_t line, column;
    char text[PROBE_TEXT];    /* the prompt, or the error's message; cut */
    size_t length;            /* of the whole prompt */
} probe_result;

typedef struct probe_facts {
    probe_result plain;          /* user, assistant, user */
    probe_result system;         /* with a system message first */
    bool system_shown;
    probe_result first_assistant, twice_user; /* roles that do not alternate */
    probe_result tools;
    bool tools_shown;
    probe_result call_object, call_text, tool_result;
    bool call_object_shown, call_object_repr, call_text_shown, call_text_escaped;
    bool tool_result_shown;
    probe_result null_content;
    bool null_shown;             /* the word None is in the prompt (messages as given) */
    probe_result reasoning;
    bool reasoning_shown;
    probe_result parts;
    bool parts_shown;
    bool generation_prompt;      /* it adds something, */
    char opening[PROBE_TEXT];    /* this */
    bool reasoning_opened;
    bool reads_clock;
    bool has_tags;
    bool stop_in_tags;           /* the end of the turn is inside the tags */
    bool closes;                 /* an assistant's turn has an end */
    char stop[PROBE_TEXT];
    bool tags_miss, tags_leak;   /* the tags leave out the answer; they take in what was asked */
    bool prefix_stable;          /* one turn more leaves the text before it as it was */
    size_t differs_at;           /* else the first byte that differs, */
    size_t differs_in;           /* and the message that it belongs to, or PROBE_NO_MESSAGE */
    bool double_bos;
    char hash[65];               /* SHA-256 of the template; "" when nothing rendered */
    unsigned char *written;      /* a 1 for each byte of the template's source that was seen in a
                                    prompt; owned, see probes_free */
    size_t source_length;
} probe_facts;

#define PROBE_NO_MESSAGE ((size_t)-1)

/* Run all probes. False with the error when the template does not compile or there is none. */
bool probes_run(const chatfmt_model *model, chatfmt_slice chat_template, probe_facts *out,
                chatfmt_error *error);
void probes_free(probe_facts *facts);

#endif
