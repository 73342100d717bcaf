/* formats/class_names.h - which class default a tokenizer had. */
#ifndef CFT_CLASS_NAMES_H
#define CFT_CLASS_NAMES_H

#include "formats/format.h"

/* The format of system `class` that a tokenizer without a template used: of `tokenizer_class`
 * ("LlamaTokenizerFast"), or where that is "" of the class that `model_type` ("mistral") has;
 * ChatML for all others. A static name. */
chatfmt_status cft_format_of_class(cft_heap *heap, cft_slice tokenizer_class, cft_slice model_type,
                                   cft_slice *out);

#endif
