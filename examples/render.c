/* examples/render.c - render a conversation in one call, then ask where each byte came from.
 *
 *     cc render.c $(pkg-config --cflags --libs chatfmt) -o render && ./render
 */
#include <chatfmt/chatfmt.h>

#include <stdio.h>
#include <string.h>

static const char source[] =
    "{{ bos_token }}{% for m in messages %}<|{{ m.role }}|>\n{{ m.content|trim }}\n{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>\n{% endif %}";

static const char json[] =
    "{\"bos_token\": \"<s>\", \"add_generation_prompt\": true,"
    " \"messages\": [{\"role\": \"user\", \"content\": \" Hi! \"}]}";

static int complain(const chatfmt_error *error)
{
    fprintf(stderr, "%u:%u: %s\n", error->line, error->column, error->text);
    return 1;
}

static int print_spans(chatfmt_renderer *renderer, chatfmt_slice text, chatfmt_error *error)
{
    static const char *const kinds[] = {"template", "trusted", "data"};
    const chatfmt_span *spans;
    size_t count;
    if (chatfmt_renderer_spans(renderer, &spans, &count, error)) return complain(error);
    for (size_t i = 0; i < count; i++) {
        const char *bytes = text.data + spans[i].begin;
        int length = (int)(spans[i].end - spans[i].begin);
        const char *newline = memchr(bytes, '\n', (size_t)length);
        if (newline) length = (int)(newline - bytes);
        printf("%4zu-%-4zu %-9s %-20.*s %.*s\n", spans[i].begin, spans[i].end,
               kinds[spans[i].kind], (int)spans[i].path.length, spans[i].path.data, length, bytes);
    }
    return 0;
}

int main(void)
{
    char *prompt;
    chatfmt_error error;
    if (chatfmt_render_once(source, strlen(source), json, strlen(json), &prompt, NULL, &error))
        return complain(&error);
    printf("%s\n", prompt);
    chatfmt_text_free(prompt);

    chatfmt_template *compiled = NULL;
    chatfmt_renderer *renderer = NULL;
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    chatfmt_slice text;
    options.flags = CHATFMT_RENDER_SPANS;
    int failed = chatfmt_template_compile(source, strlen(source), NULL, &compiled, &error) ||
                         chatfmt_renderer_new(NULL, &renderer, &error) ||
                         chatfmt_render_json(renderer, compiled, json, strlen(json), &options,
                                             &text, &error)
                     ? complain(&error)
                     : print_spans(renderer, text, &error);
    chatfmt_renderer_free(renderer);
    chatfmt_template_free(compiled);
    return failed;
}
