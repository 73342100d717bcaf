/* fuzz/fuzz_source.c - any bytes as template source, rendered with a fixed conversation. */
#include "fuzz.h"

static const char variables[] =
    "{\"messages\": [{\"role\": \"user\", \"content\": \"Hi \\u00e9 <b>\"}, {\"role\": "
    "\"assistant\","
    "\"content\": [{\"type\": \"text\", \"text\": \"a\\nb\"}], \"n\": [1, 2.5, null, true]}],"
    "\"tools\": [{\"name\": \"f\"}], \"bos_token\": \"<s>\", \"n\": 3, \"x\": \"text\"}";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    chatfmt_limits limits = fuzz_limits();
    chatfmt_compile_options compile_options = CHATFMT_COMPILE_OPTIONS_INIT;
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    chatfmt_template *compiled;
    chatfmt_renderer *renderer;
    chatfmt_slice text;
    chatfmt_error error;
    if (chatfmt_template_compile((const char *)data, size, &compile_options, &compiled, &error))
        return 0;
    options.limits = &limits;
    options.flags = CHATFMT_RENDER_SPANS | CHATFMT_RENDER_NOW | CHATFMT_RENDER_SEED |
                    CHATFMT_RENDER_GENERATIONS;
    if (chatfmt_renderer_new(NULL, &renderer, &error)) abort();
    for (int i = 0; i < 2; i++)
        if (!chatfmt_render_json(renderer, compiled, variables, sizeof variables - 1, &options,
                                 &text, &error))
            fuzz_check_spans(renderer, text);
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
    return 0;
}
