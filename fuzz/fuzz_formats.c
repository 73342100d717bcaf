/* fuzz/fuzz_formats.c - any bytes as a file of formats, and as a conversation: what is accepted
 * must render, or fail with an error, and a saved conversation must be read again. */
#include "fuzz.h"

static void try_conversation(chatfmt_values *values, chatfmt_value request,
                             const chatfmt_formats *formats, chatfmt_renderer *renderer)
{
    static const char *const conversions[] = {"openai", "openai_seed", "gradio", "dict", "gemini"};
    chatfmt_conversation *conversation, *copy;
    chatfmt_slice text, json;
    chatfmt_value again;
    chatfmt_error error;
    if (chatfmt_conversation_read(formats, request, NULL, &conversation, &error)) return;
    (void)chatfmt_conversation_prompt(conversation, renderer, NULL, &text, &error);
    for (size_t i = 0; i < sizeof conversions / sizeof *conversions; i++)
        (void)chatfmt_conversation_convert(conversation, conversions[i], renderer, &text, &error);
    if (!chatfmt_conversation_copy(conversation, NULL, &copy, &error))
        chatfmt_conversation_free(copy);
    if (!chatfmt_conversation_save(conversation, values, &json, &error)) {
        if (chatfmt_value_read_json(values, json.data, json.length, &again, &error)) abort();
        if (chatfmt_conversation_read(formats, again, NULL, &copy, &error)) abort();
        chatfmt_conversation_free(copy);
    }
    chatfmt_conversation_free(conversation);
}

static void try_formats(chatfmt_values *values, const chatfmt_formats *formats,
                        chatfmt_renderer *renderer)
{
    size_t own = chatfmt_formats_count(formats) - chatfmt_formats_count(NULL);
    for (size_t i = 0; i < own && i < 8; i++) {
        chatfmt_format_info info = chatfmt_formats_info(formats, i);
        chatfmt_format *format;
        chatfmt_value variables;
        chatfmt_slice text;
        chatfmt_error error;
        if (chatfmt_format_open(formats, info.name.data, info.name.length, NULL, &format, &error))
            continue;
        (void)chatfmt_format_export(format, values, &text, &error);
        for (size_t k = 0; k < chatfmt_format_stop_count(format); k++)
            (void)chatfmt_format_stop(format, k);
        if (!chatfmt_value_read_json(values, "{\"messages\": []}", 16, &variables, &error))
            (void)chatfmt_format_render(renderer, format, NULL, variables, NULL, &text, &error);
        chatfmt_format_free(format);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    chatfmt_limits limits = fuzz_limits();
    chatfmt_renderer_options options = CHATFMT_RENDERER_OPTIONS_INIT;
    chatfmt_formats *formats;
    chatfmt_renderer *renderer;
    chatfmt_values *values;
    chatfmt_value value;
    chatfmt_error error;
    options.limits = &limits;
    if (chatfmt_formats_new(NULL, &formats, &error) ||
        chatfmt_renderer_new(&options, &renderer, &error) ||
        chatfmt_values_new(NULL, NULL, &values, &error))
        abort();
    if (!chatfmt_formats_add(formats, (const char *)data, size, 0, &error))
        try_formats(values, formats, renderer);
    if (!chatfmt_value_read_json(values, (const char *)data, size, &value, &error))
        try_conversation(values, value, formats, renderer);
    chatfmt_values_free(values);
    chatfmt_renderer_free(renderer);
    chatfmt_formats_free(formats);
    return 0;
}
