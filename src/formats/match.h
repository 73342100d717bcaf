/* formats/match.h - which format a model uses, by its path or name.
 *
 * FastChat's rules are an ordered list; they are tried on the last component of the path, then on
 * the path as given. XTuner has a table of exact names.
 */
#ifndef CFT_MATCH_H
#define CFT_MATCH_H

#include "formats/format.h"

typedef struct cft_model_match {
    cft_slice format, adapter, matched_on; /* of FastChat */
    cft_value condition, choice;           /* JSON values; `choice` may be absent */
    cft_slice xtuner;                      /* "" when XTuner's table does not have the model */
    bool xtuner_starred;
} cft_model_match;

/* `has_adapter`: adapter_config.json is in the folder. Everything is made in `heap`. */
chatfmt_status cft_format_match(cft_heap *heap, cft_slice model, bool has_adapter,
                                cft_model_match *out);

#endif
