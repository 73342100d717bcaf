/* cli/diff_side.h - one side of a comparison: a model, a template or a format. */
#ifndef CLI_DIFF_SIDE_H
#define CLI_DIFF_SIDE_H

#include "model_cache.h"

#include "chatfmt/chatfmt.h"

#include <stdbool.h>

/* What both sides share. */
typedef struct diff_work {
    model_cache models;
    chatfmt_values *values;
} diff_work;

typedef struct diff_side {
    const chatfmt_model *model; /* or else */
    chatfmt_format *format;
    chatfmt_slice name;         /* of the model's template; empty: its own choice */
    chatfmt_chat *chat;
    chatfmt_request *request;
    chatfmt_renderer *renderer;
} diff_side;

typedef struct diff_result {
    bool ok;
    chatfmt_slice text;  /* the prompt, borrowed until the side renders again; or the error's */
    chatfmt_error error;
} diff_result;

/* Those that return false have said why on stderr. */
bool diff_work_open(diff_work *work);
void diff_work_close(diff_work *work);
bool diff_side_open(diff_work *work, diff_side *side, const char *path, const char *name);
void diff_side_close(diff_side *side);

/* `json`: the arguments of apply_chat_template as an object. The clock stands still. */
void diff_side_render(diff_work *work, diff_side *side, const char *json, size_t length,
                      diff_result *out);

#endif
