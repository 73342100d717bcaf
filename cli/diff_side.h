/* cli/diff_side.h - one side of a comparison: a model, a template or a format. */
#ifndef CLI_DIFF_SIDE_H
#define CLI_DIFF_SIDE_H

#include "model_cache.h"

#include "chatfmt/chatfmt.h"

#include <stdbool.h>

typedef struct diff_side {
    chatfmt_compare_side what;
    chatfmt_format *format; /* when it is one, as in `what` */
} diff_side;

/* `path` names a model or else a format; `name` one of the model's templates, or NULL. What a side names
 * is borrowed from `models` or owned by the side, until diff_side_close. False: said why on stderr. */
bool diff_side_open(model_cache *models, diff_side *side, const char *path, const char *name);
void diff_side_close(diff_side *side);

#endif
