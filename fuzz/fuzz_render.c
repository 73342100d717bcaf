/* fuzz/fuzz_render.c - template and variables in one input, parted by the first NUL. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *nul = size ? memchr(data, 0, size) : NULL;
    size_t length = nul ? (size_t)(nul - data) : size;
    const char *json = nul ? (const char *)nul + 1 : "{}";
    size_t json_length = nul ? size - length - 1 : 2;
    chatfmt_limits limits = fuzz_limits();
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    chatfmt_template *compiled;
    chatfmt_renderer *renderer;
    chatfmt_slice text;
    chatfmt_error error;
    if (chatfmt_template_compile((const char *)data, length, NULL, &compiled, &error)) return 0;
    options.limits = &limits;
    options.flags = CHATFMT_RENDER_SPANS | CHATFMT_RENDER_NOW;
    if (chatfmt_renderer_new(NULL, &renderer, &error)) abort();
    if (!chatfmt_render_json(renderer, compiled, json, json_length, &options, &text, &error))
        fuzz_check_spans(renderer, text);
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
    return 0;
}
