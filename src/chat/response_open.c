/* chat/response_open.c - descriptions of replies. See the header. */
#include "chat/response_open.h"

#include "value/json_write.h"

chatfmt_status cft_response_open(cft_slice json, cft_response_source source,
                                 const chatfmt_allocator *memory, const chatfmt_limits *limits,
                                 chatfmt_response_template **out, chatfmt_error *error)
{
    *out = NULL;
    chatfmt_response_template *made = cft_allocate(memory, sizeof *made);
    if (!made) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    made->memory = *memory;
    made->limits = *limits;
    chatfmt_status status = cft_response_load(memory, limits, json, source, &made->inner, error);
    if (status) cft_release(memory, made, sizeof *made);
    else *out = made;
    return status;
}

static chatfmt_status response_of_value(const chatfmt_model *model, cft_value member,
                                        cft_response_source source,
                                        const chatfmt_limits *limits,
                                        chatfmt_response_template **out, chatfmt_error *error)
{
    cft_heap heap;
    cft_value json;
    cft_heap_init(&heap, &model->allocator);
    cft_heap_reset(&heap, limits, error);
    chatfmt_status status = cft_json_text(&heap, member, &cft_json_plain, &json);
    if (status == CHATFMT_OK)
        status = cft_response_open(cft_text_of(json), source, &model->allocator, limits, out,
                                   error);
    cft_heap_free(&heap);
    return cft_error_explain(status, error);
}

chatfmt_status cft_response_of_model(const chatfmt_model *model, const chatfmt_limits *limits,
                                     chatfmt_response_template **out, chatfmt_error *error)
{
    static const struct {
        cft_slice name;
        cft_response_source source;
    } members[] = {{{"response_template", 17}, CFT_SOURCE_TEMPLATE},
                   {{"response_schema", 15}, CFT_SOURCE_SCHEMA}};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        cft_value member = cft_apply_member(model->model.config, members[i].name);
        if (member.kind == CFT_DICT)
            return response_of_value(model, member, members[i].source, limits, out, error);
    }
    return CHATFMT_OK;
}
