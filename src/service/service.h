/* service/service.h - a service from inside (chatfmt/service.h): requests of one JSON object each.
 *
 * This room is above the API: what it does with templates, models, replies and tokenizers, it does
 * by public functions, as any other user of the library.
 */
#ifndef CFT_SERVICE_H
#define CFT_SERVICE_H

#include "base/json_out.h"
#include "chatfmt/chatfmt.h"
#include "dataset/results.h"
#include "service/caches.h"

struct chatfmt_service {
    chatfmt_allocator memory;
    chatfmt_service_options options;
    cft_json_out out;       /* the answer */
    cft_buffer line;        /* of what was fed, not whole yet */
    uint64_t number;        /* of the line that is answered, from 1; empty lines count */
    chatfmt_values *values; /* of the request */
    chatfmt_request *base;  /* empty: what requests begin with unless the options say otherwise */
    /* Made when they are first needed: */
    chatfmt_renderer *renderer;
    chatfmt_applier *chat;
    chatfmt_request *apply;
    cft_template_cache templates;
    cft_cache models, formats, readers, tokenizers;
};

/* ---- Requests ---- */

static inline chatfmt_value cft_service_member(chatfmt_value object, const char *name)
{
    return chatfmt_value_find(object, name, strlen(name));
}

static inline bool cft_service_is(chatfmt_value value, chatfmt_value_kind kind)
{
    return chatfmt_value_kind_of(value) == kind;
}

/* The JSON of a line. The place of an error is that line of all that the service was given. */
chatfmt_status cft_service_read(chatfmt_service *s, cft_slice line, chatfmt_value *out,
                                chatfmt_error *error);

/* Neither absent nor null. */
static inline bool cft_service_given(chatfmt_value value)
{
    return !cft_service_is(value, CHATFMT_VALUE_ABSENT) &&
           !cft_service_is(value, CHATFMT_VALUE_NONE);
}

/* The text of a member; "" when it is none. */
static inline cft_slice cft_service_text(chatfmt_value object, const char *name)
{
    cft_slice text = chatfmt_value_as_text(cft_service_member(object, name));
    return text.data ? text : CFT_LIT("");
}

/* Whether a member is there and true. */
static inline bool cft_service_true(chatfmt_value object, const char *name)
{
    return chatfmt_value_truth(cft_service_member(object, name)) != 0;
}

/* The renderer, and the chat, of the service. */
chatfmt_status cft_service_renderer(chatfmt_service *s, chatfmt_error *error);
chatfmt_status cft_service_chat(chatfmt_service *s, chatfmt_error *error);

/* ---- Members of answers ---- */

/* BEFORE"text" */
void cft_out_member(cft_json_out *out, const char *before, cft_slice text);
/* What was written is taken back to `begin` unless `status` is OK; `status`. */
chatfmt_status cft_out_or_back(cft_json_out *out, size_t begin, chatfmt_status status);
/* True, and the id as JSON, when there is one that the limits let be written. */
bool cft_id_json(chatfmt_service *s, chatfmt_value id, cft_slice *json);
/* `"error": {"kind", "message"}`, with "line" and "column" where there is a line. */
void cft_out_error(cft_json_out *out, const chatfmt_error *error);
/* `{"id": ID`, null for none. */
void cft_out_id(chatfmt_service *s, chatfmt_value id);
/* `, "spans": […]` */
chatfmt_status cft_out_spans(cft_json_out *out, chatfmt_renderer *renderer, chatfmt_error *error);
/* BEFORE"stops": […], "stop_ids": […] of a format, the eos_token among the variables included
 * where it stops as well; "stops_at_eos": true where no eos token is given. */
void cft_out_stops(cft_json_out *out, const char *before, const chatfmt_format *format,
                   chatfmt_value variables);
/* `, "unwritten": [path, …]` when there is something. */
void cft_out_unwritten(cft_json_out *out, chatfmt_value paths);
/* Flags of chatfmt_unwritten() for a prompt: without a placeholder a format's has no images. */
uint32_t cft_unwritten_media(bool of_format, cft_slice text);
void cft_out_event(cft_json_out *out, const chatfmt_event *event);
void cft_out_region(cft_json_out *out, const chatfmt_region_event *event);

/* ---- Members of requests (service_shapes.c) ---- */

/* What a member holds. */
typedef enum cft_takes {
    CFT_TAKES_ANY,
    CFT_TAKES_TEXT,
    CFT_TAKES_SWITCH,
    CFT_TAKES_NUMBER, /* 0 to UINT32_MAX */
    CFT_TAKES_TEXTS,
    CFT_TAKES_TEXT_OR_TEXTS,
    CFT_TAKES_IDS,
    CFT_TAKES_SWITCH_OR_TEXT,
    CFT_TAKES_LIST,
    CFT_TAKES_OBJECT /* also an empty list, where a program has one kind for both */
} cft_takes;

typedef struct cft_member {
    const char *name;
    cft_takes takes;
    uint32_t most; /* items of a list; 0: any number */
} cft_member;

/* INPUT, naming the member after `before`, when one of the rows is of another kind. Absent and null
 * are nothing; other members are not looked at. */
chatfmt_status cft_members_check(chatfmt_value object, const char *before, const cft_member *rows,
                                 size_t count, chatfmt_error *error);
/* And INPUT when another member is given. `request`: the one to render that the object is in, or
 * absent. */
chatfmt_status cft_members_check_all(chatfmt_value object, const char *before,
                                     const cft_member *rows, size_t count, chatfmt_value request,
                                     chatfmt_error *error);

/* INPUT for a member that a request does not have: the error says into which place it belongs, else
 * which member is the nearest. Both may be "". */
chatfmt_status cft_member_unknown(const char *before, cft_slice name, const char *place,
                                  cft_slice near, chatfmt_error *error);
/* INPUT for a member that has no use beside another one, or without it. */
chatfmt_status cft_member_useless(const char *before, const char *name, const char *other,
                                  bool beside, chatfmt_error *error);

/* ---- Kinds of requests (service_members.c) ---- */

/* What a request to render names. */
typedef enum cft_request_kind {
    CFT_REQUEST_TEMPLATE = 1,     /* chat_template */
    CFT_REQUEST_MODEL = 2,        /* model */
    CFT_REQUEST_FORMAT = 4,       /* format, or a program */
    CFT_REQUEST_CONVERSATION = 8, /* conversation */
    CFT_REQUEST_TRAINING = 16,    /* training; of this and the next two all is within */
    CFT_REQUEST_MASKED = 32,      /* a format and the option mask: the format as a model */
    CFT_REQUEST_STOPPING = 64,    /* stopping */
    CFT_REQUEST_STOP_WORD = 128   /* stop_word */
} cft_request_kind;

cft_request_kind cft_request_kind_of(chatfmt_value request);
/* Where what an object within a request to render does not have belongs: "the request itself" when
 * a request of this kind uses it there, else "". */
const char *cft_request_place_of(chatfmt_value request, cft_slice name);
/* INPUT when a member of the request, of its options or its context is known, but has no
 * meaning in a request of this kind, or when there is no such option. `ids`: they are asked for
 * beside what the request says. */
chatfmt_status cft_request_members_check(chatfmt_value request, bool ids, chatfmt_error *error);
/* INPUT when one of its options has no effect without another one; after all are set. */
chatfmt_status cft_request_needs_check(const chatfmt_request *r, chatfmt_value options,
                                       chatfmt_error *error);

/* ---- Answers: a line with its newline is appended, errors included; their status ---- */

chatfmt_status cft_answer_render(chatfmt_service *s, cft_slice line); /* service_render.c */
chatfmt_status cft_answer_parse(chatfmt_service *s, cft_slice line);  /* service_parse.c */
chatfmt_status cft_answer_tokens(chatfmt_service *s, cft_slice line); /* service_tokens.c */
/* The error of what is no list of token ids. */
chatfmt_status cft_no_ids(chatfmt_error *error);

/* What a request to render wants besides its format (service_formats.c). */
typedef struct cft_format_answer {
    chatfmt_service *service;
    const chatfmt_render_options *options;
    bool spans, strict; /* in the answer; what the prompt lacks is an error */
    chatfmt_value id;
    chatfmt_error *error;
} cft_format_answer;

/* The answer to a request of a format, without its last brace; nothing on any error. */
chatfmt_status cft_answer_format(const cft_format_answer *a, chatfmt_value request);

#endif
