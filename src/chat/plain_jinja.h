/* chat/plain_jinja.h - templates as transformers compiled them before 4.44: Jinja's own tojson,
 * which sorts, escapes for HTML and gives Markup; no strftime_now; no tags beside Jinja's.
 *
 * Source: transformers 4.37.2, PreTrainedTokenizerBase._compile_jinja_template; Jinja2 3.1.6,
 * filters.do_tojson and utils.htmlsafe_json_dumps.
 */
#ifndef CFT_PLAIN_JINJA_H
#define CFT_PLAIN_JINJA_H

#include "render/renderer.h"

/* The rows of the filters that such templates have; zero to begin with. */
typedef struct cft_plain_jinja {
    cft_callable *filters;
    size_t count;
} cft_plain_jinja;

/* As cft_template_new. Programs refer to the rows, which must outlive them. */
chatfmt_status cft_plain_jinja_compile(cft_plain_jinja *plain, const chatfmt_allocator *memory,
                                       cft_slice source, const chatfmt_limits *limits,
                                       chatfmt_template **out, chatfmt_error *error);
void cft_plain_jinja_free(cft_plain_jinja *plain, const chatfmt_allocator *memory);

#endif
