/* service/service.c - services: what each holds, and which room of it answers. */
#include "service/service.h"

#include "api/api_check.h"

enum { SERVICE_KINDS = CHATFMT_SERVICE_DECODE + 1 };

/* Flags of each kind. */
static const uint32_t service_flags[SERVICE_KINDS] = {
    [CHATFMT_SERVICE_RENDER] = CHATFMT_SERVICE_STRICT,
    [CHATFMT_SERVICE_ENCODE] = CHATFMT_SERVICE_OFFSETS | CHATFMT_SERVICE_ADD_SPECIAL,
    [CHATFMT_SERVICE_DECODE] = CHATFMT_SERVICE_SKIP_SPECIAL,
};

static chatfmt_status service_check(const chatfmt_service_options *given,
                                    chatfmt_service_options *o, chatfmt_error *error)
{
    *o = (chatfmt_service_options)CHATFMT_SERVICE_OPTIONS_INIT;
    CFT_TRY(cft_api_options(o, sizeof *o, given, "chatfmt_service_options", error));
    CFT_TRY(cft_api_at_most(o->kind, SERVICE_KINDS - 1, "chatfmt_service_options.kind", error));
    CFT_TRY(cft_api_flags(o->flags, service_flags[o->kind], "chatfmt_service_options.flags",
                          error));
    CFT_TRY(cft_api_at_most((uint32_t)o->policy, CHATFMT_TOKENS_REPORT,
                            "chatfmt_service_options.policy", error));
    CFT_TRY(cft_api_at_most(o->reserved, 0, "chatfmt_service_options.reserved", error));
    if (o->kind >= CHATFMT_SERVICE_ENCODE && (!o->tokenizer || !o->encoder))
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "ids need a tokenizer and an encoder");
    return CHATFMT_OK;
}

chatfmt_status chatfmt_service_new(const chatfmt_service_options *options, chatfmt_service **out,
                                   chatfmt_error *error)
{
    chatfmt_service_options own;
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    CFT_TRY(service_check(options, &own, error));
    chatfmt_allocator memory = cft_allocator_or_default(own.allocator);
    chatfmt_service *s = cft_allocate(&memory, sizeof *s);
    if (!s) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(s, 0, sizeof *s);
    s->memory = memory;
    s->options = own;
    cft_out_begin(&s->out, &memory);
    cft_buffer_init(&s->line, &memory);
    cft_template_cache_open(&s->templates, &memory);
    cft_cache *const caches[] = {&s->models, &s->formats, &s->readers, &s->tokenizers};
    for (size_t i = 0; i < sizeof caches / sizeof *caches; i++) cft_cache_open(caches[i], &memory);
    chatfmt_status status = chatfmt_values_new(&memory, NULL, &s->values, error);
    if (!status) status = chatfmt_request_new(&memory, &s->base, error);
    if (!status) status = chatfmt_request_new(&memory, &s->apply, error);
    if (status) chatfmt_service_free(s);
    else *out = s;
    return status;
}

void chatfmt_service_free(chatfmt_service *s)
{
    if (!s) return;
    chatfmt_request_free(s->apply);
    chatfmt_request_free(s->base);
    chatfmt_renderer_free(s->renderer);
    chatfmt_applier_free(s->chat);
    chatfmt_values_free(s->values);
    cft_template_cache_close(&s->templates);
    cft_cache_close(&s->readers);
    cft_cache_close(&s->models);
    cft_cache_close(&s->formats);
    cft_cache_close(&s->tokenizers);
    cft_out_free(&s->out);
    cft_buffer_free(&s->line);
    chatfmt_allocator memory = s->memory;
    cft_release(&memory, s, sizeof *s);
}

chatfmt_status cft_service_renderer(chatfmt_service *s, chatfmt_error *error)
{
    chatfmt_renderer_options options = CHATFMT_RENDERER_OPTIONS_INIT;
    options.allocator = &s->memory;
    return s->renderer ? CHATFMT_OK : chatfmt_renderer_new(&options, &s->renderer, error);
}

chatfmt_status cft_service_chat(chatfmt_service *s, chatfmt_error *error)
{
    return s->chat ? CHATFMT_OK : chatfmt_applier_new(&s->memory, NULL, &s->chat, error);
}

chatfmt_status cft_service_read(chatfmt_service *s, cft_slice line, chatfmt_value *out,
                                chatfmt_error *error)
{
    chatfmt_status status = chatfmt_value_read_json(s->values, line.data, line.length, out, error);
    if (status) error->line = s->number < UINT32_MAX ? (uint32_t)s->number : UINT32_MAX;
    return status;
}

/* A line of spaces asks for nothing. */
static bool service_is_blank(const char *data, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\r\n", data[i]) || !data[i]) return false;
    return true;
}

/* The answer to one line, after what is written already. Without memory there is none: it is no
 * fault of the request. */
static chatfmt_status service_answer(chatfmt_service *s, const char *line, size_t length,
                                     chatfmt_error *error)
{
    static chatfmt_status (*const answers[])(chatfmt_service *s, cft_slice line) = {
        cft_answer_render, cft_answer_parse, cft_answer_tokens, cft_answer_tokens};
    s->number++;
    if (service_is_blank(line, length)) return CHATFMT_OK;
    chatfmt_values_reset(s->values);
    chatfmt_status status = answers[s->options.kind](s, cft_slice_of(line, length));
    if (status == CHATFMT_NO_MEMORY) s->out.status = status;
    return s->out.status ? cft_fail(error, s->out.status, "out of memory") : CHATFMT_OK;
}

/* Both ways to ask begin so. Names of arguments are those of the text and of the answer. */
static chatfmt_status service_begin(chatfmt_service *s, const char *const names[2],
                                    const char *text, size_t length, chatfmt_slice *answers,
                                    chatfmt_error *error)
{
    cft_error_clear(error);
    if (answers) *answers = CFT_LIT("");
    if (!s || !answers)
        return cft_fail_null(error, !s ? "service" : names[1]);
    s->out.text.length = 0;
    s->out.status = CHATFMT_OK;
    return cft_api_text(text, length, names[0], error);
}

chatfmt_status chatfmt_service_answer(chatfmt_service *s, const char *line, size_t length,
                                      chatfmt_slice *answer, chatfmt_error *error)
{
    static const char *const names[2] = {"line", "answer"};
    CFT_TRY(service_begin(s, names, line, length, answer, error));
    CFT_TRY(service_answer(s, line, length, error));
    *answer = cft_out_slice(&s->out);
    return CHATFMT_OK;
}

/* The line that was begun, with this end. */
static chatfmt_status service_answer_begun(chatfmt_service *s, const char *end, size_t length,
                                           chatfmt_error *error)
{
    if (!s->line.length) return service_answer(s, end, length, error);
    if (cft_buffer_append(&s->line, end, length))
        return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory for a line of the input");
    length = s->line.length;
    s->line.length = 0;
    return service_answer(s, s->line.data, length, error);
}

chatfmt_status chatfmt_service_feed(chatfmt_service *s, const char *data, size_t length, int at_end,
                                    chatfmt_slice *answers, chatfmt_error *error)
{
    static const char *const names[2] = {"data", "answers"};
    const char *newline;
    CFT_TRY(service_begin(s, names, data, length, answers, error));
    for (; length && (newline = memchr(data, '\n', length)); data = newline + 1) {
        CFT_TRY(service_answer_begun(s, data, (size_t)(newline - data), error));
        length -= (size_t)(newline - data) + 1;
    }
    if (at_end && length + s->line.length) CFT_TRY(service_answer_begun(s, data, length, error));
    else if (length && cft_buffer_append(&s->line, data, length))
        return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory for a line of the input");
    *answers = cft_out_slice(&s->out);
    return CHATFMT_OK;
}
