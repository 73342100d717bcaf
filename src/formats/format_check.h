/* formats/format_check.h - names and kinds of fields, and styles, in rows of the user's. */
#ifndef CFT_FORMAT_CHECK_H
#define CFT_FORMAT_CHECK_H

#include "formats/format.h"

/* INPUT when a file of formats has an unknown key beside its rows, or one of the wrong kind. */
chatfmt_status cft_format_check_file(cft_heap *heap, const cft_dict *file);
/* INPUT when a field of a row or of the defaults (may be NULL) is not of the kind that reads it. */
chatfmt_status cft_format_check_kinds(cft_heap *heap, const cft_dict *defaults,
                                      const cft_dict *row);
/* INPUT when no program and no style reads one of the defaults (may be NULL). */
chatfmt_status cft_format_check_defaults(cft_heap *heap, const cft_dict *defaults);

/* INPUT when the row has a field that nothing reads, or a style that there is not, with the nearest
 * one. A template of the row's own may read fields of any name. */
chatfmt_status cft_format_check_row(cft_heap *heap, const cft_dict *row,
                                    const cft_format *opened);

#endif
