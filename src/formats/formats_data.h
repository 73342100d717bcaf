/* formats/formats_data.h - how the built-in formats are laid out. */
#ifndef CFT_FORMATS_DATA_H
#define CFT_FORMATS_DATA_H

#include "formats/format.h"

/* One .json file. */
typedef struct cft_format_set {
    cft_slice system;
    cft_slice json;     /* all of it                       */
    cft_slice defaults; /* the object of the default fields */
} cft_format_set;

/* One format of one. */
typedef struct cft_format_row {
    size_t set;
    cft_slice name, program; /* the program is "" when the row has none   */
    cft_slice warning;       /* the row's, or that of its file; "": none */
    cft_slice json;          /* the row's own fields                      */
} cft_format_row;

/* The template with this number, styles first; NULL after the last one. */
const cft_format_program *cft_format_program_at(size_t index);
const cft_format_row *cft_format_builtin_row(size_t index);
const cft_format_set *cft_format_builtin_set(size_t index);
/* By name, within `system` unless its data is NULL; NULL when there is none. */
const cft_format_row *cft_format_builtin_find(cft_slice system, cft_slice name);

#endif
