/* replies/response_state.h - the inside of a reply that is read by a response_template. */
#ifndef CFT_RESPONSE_STATE_H
#define CFT_RESPONSE_STATE_H

#include "replies/response.h"
#include "value/list.h"

/* Where an anchor was found the last time it was looked for in this text. */
typedef struct cft_response_seen {
    bool looked;
    size_t from;
    cft_regex_match match;
} cft_response_seen;

/* An event whose text is an offset, until it is asked for. */
typedef struct cft_response_note {
    cft_response_kind kind;
    bool dirty;
    cft_slice field;
    size_t text, length;
    cft_value value;
    uint64_t begin, end;
} cft_response_note;

struct cft_response {
    chatfmt_allocator memory;
    const cft_response_template *template;
    chatfmt_limits limits;
    cft_heap heap;              /* values of this reply */
    cft_value given_tools, tools;
    cft_regex_work work;
    chatfmt_status status;

    cft_buffer text;            /* valid UTF-8 that is not yet forgotten */
    size_t at;                  /* of it: what events account for */
    uint64_t base;              /* bytes forgotten, and of those ... */
    uint64_t prefix;            /* ... and those here: what the prompt gave */
    size_t wait;                /* look again when there is so much text */
    char tail[4];               /* a code point whose end has not come */
    size_t tail_length;

    size_t current;             /* the field that text belongs to, SIZE_MAX = none */
    bool opened, finished;
    cft_value captures;
    cft_buffer body;
    cft_response_seen *seen;    /* two a field: what opens it, what closes it */
    cft_list_builder *lists;    /* one a field, .heap NULL until it is begun */
    cft_dict *output;
    cft_value whole;            /* what a schema made of the reply */

    cft_buffer notes;           /* cft_response_note */
    size_t note_count, note_next;
    uint64_t told;              /* bytes of the reply that events account for */
};

/* The delimiter that counts next. */
typedef struct cft_response_delimiter {
    bool found, opens;
    size_t field;
    cft_regex_match match;
} cft_response_delimiter;

/* ---- response_text.c ---- */

/* Add bytes to p->text. */
chatfmt_status cft_response_take(cft_response *p, const char *data, size_t length, bool final);

/* ---- response_scan.c ---- */

/* Look for what opens or closes from p->at on. *hold: text from there on must wait. */
chatfmt_status cft_response_scan(cft_response *p, bool final, cft_response_delimiter *best,
                                 size_t *hold);
/* Drop what the prompt says before this message. */
chatfmt_status cft_response_after_anchor(cft_response *p, cft_slice *prefix);
/* The named groups of a delimiter as a dict. */
chatfmt_status cft_response_captures(cft_response *p, const cft_response_delimiter *delimiter,
                                     cft_value *out);

#endif
