/* formats/format_check.h - names of fields and of styles in rows of the user's. */
#ifndef CFT_FORMAT_CHECK_H
#define CFT_FORMAT_CHECK_H

#include "formats/format.h"

/* INPUT when a file of formats has an unknown key beside its rows. */
chatfmt_status cft_format_check_file(cft_heap *heap, const cft_dict *file);
/* INPUT when no program and no style reads one of the defaults (may be NULL). */
chatfmt_status cft_format_check_defaults(cft_heap *heap, const cft_dict *defaults);

/* INPUT when the row has a field that nothing reads, or a style that there is not, with the nearest
 * one. A template of the row's own may read fields of any name. */
chatfmt_status cft_format_check_row(cft_heap *heap, const cft_dict *row,
                                    const cft_format *opened);

#endif
