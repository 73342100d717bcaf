/* models/save.h - templates written back into a model folder. */
#ifndef CFT_SAVE_H
#define CFT_SAVE_H

#include "models/model.h"

/* Where the folder's templates stand. */
typedef enum cft_save_layout {
    CFT_SAVE_FILES,  /* chat_template.jinja and additional_chat_templates/ */
    CFT_SAVE_CONFIG  /* "chat_template" of tokenizer_config.json */
} cft_save_layout;

/*
 * Make `folder` hold exactly these templates. Every file is replaced at once or not at all, and
 * files are written in an order in which a reader finds a template at any moment. Other keys of
 * tokenizer_config.json and processor_config.json, their order and their white space stay.
 * A processor in the folder reads the same templates afterwards: what it would read instead, in
 * processor_config.json and chat_template.json, is taken out, or holds the same in the old layout.
 * VALUE for names that are no file names: "Invalid chat template name: '../x'".
 * Source: PreTrainedTokenizerBase.save_chat_templates.
 */
chatfmt_status cft_save_templates(cft_heap *heap, const char *folder,
                                  const cft_model_template *templates, size_t count,
                                  cft_save_layout layout);

/* `json`, the text of an object, with the member `key` set to the JSON text `value`, or taken out
 * when `value` has no data. All else stays byte for byte. */
chatfmt_status cft_save_edit(cft_heap *heap, cft_slice json, cft_slice key, cft_slice value,
                             cft_slice *out);

#endif
