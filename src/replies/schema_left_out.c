/* replies/schema_left_out.c - in a build without response_schema: a description of that kind is
 * refused, with what is missing.
 */
#include "replies/response.h"

#ifdef CHATFMT_NO_RESPONSE_SCHEMA

static chatfmt_status schema_left_out(cft_heap *heap)
{
    return cft_raise(heap, CHATFMT_UNSUPPORTED,
                     "response_schema was left out of this build (CHATFMT_RESPONSE_SCHEMA=OFF, or "
                     "-DCHATFMT_NO_RESPONSE_SCHEMA for the amalgamation)");
}

chatfmt_status cft_schema_load(cft_response_template *template, cft_value schema)
{
    (void)schema;
    return schema_left_out(&template->heap);
}

chatfmt_status cft_schema_parse(const cft_response_reading *r, cft_value content,
                                cft_value schema, unsigned depth, cft_value *out)
{
    (void)content, (void)schema, (void)depth, (void)out;
    return schema_left_out(r->heap);
}

#endif
