/* formats/format_names.h - a format by what people call it, where no format has that very name. */
#ifndef CFT_FORMAT_NAMES_H
#define CFT_FORMAT_NAMES_H

#include "formats/format.h"

/*
 * As cft_format_open(), and when there is no such format: the name in other case ("yi-34b-chat"), a
 * system's name alone for its first format ("internlm2"), a model's path or id with a slash for the
 * format that FastChat uses ("lmsys/vicuna-7b-v1.5"). `styled`: of formats with one name, one
 * with a separator style is preferred. out->system and out->name tell which it is. NOT_FOUND.
 */
chatfmt_status cft_format_resolve(const cft_format_registry *registry, cft_heap *heap,
                                  cft_slice name, bool styled, cft_format *out);

/*
 * The name of a format that a mistyped `name` was probably meant to be, borrowed from the registry;
 * "" when none is similar. What follows a word and a slash may be part of a model's name where the
 * word is no system, and then is exactly the name of a format.
 */
cft_slice cft_format_nearest(const cft_format_registry *registry, cft_slice name);

#endif
