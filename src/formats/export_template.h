/* formats/export_template.h - a format as one self-contained chat template. */
#ifndef CFT_EXPORT_TEMPLATE_H
#define CFT_EXPORT_TEMPLATE_H

#include "base/buffer.h"
#include "formats/format.h"

/*
 * Append the template to `out`: the fields that its program reads as `set` lines, what makes
 * FastChat's conversation out of messages where it needs one, and the program itself. UNSUPPORTED,
 * saying why, for formats that read more than messages. `heap` carries the error.
 */
chatfmt_status cft_format_export(cft_heap *heap, const cft_format *format, cft_buffer *out);

#endif
