/* tests/unit/test_threads.c - eight threads share one template and one set of values; each has a
 * renderer. Under ThreadSanitizer this proves that templates and values are only read. */
#define _POSIX_C_SOURCE 200809L
#include "chatfmt/chatfmt.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 8, ROUNDS = 300 };

static const char source[] =
    "{% macro turn(m) %}<|{{ m.role }}|>{{ m.content|trim|replace('a', 'b') }}{% endmacro %}"
    "{{ bos_token }}{% for m in messages %}{{ turn(m) }}{{ m|tojson }}{{ loop.index }}{% endfor %}"
    "{{ messages|map(attribute='role')|unique|sort|join(',') }}{{ '%05.2f' % 3.14159 }}"
    "{{ undefined_thing is defined }}{{ {'k': [1, 2.5, none]} }}";
static const char json[] =
    "{\"bos_token\": \"<s>\", \"messages\": [{\"role\": \"user\", \"content\": \" banana \\u00e9\"},"
    "{\"role\": \"assistant\", \"content\": \"yes\", \"a\": {\"b\": 1, \"c\": 2, \"d\": 3, \"e\": 4,"
    "\"f\": 5, \"g\": 6, \"h\": 7, \"i\": 8, \"j\": 9}}]}";

typedef struct shared {
    chatfmt_template *compiled;
    chatfmt_value variables;
    char want[4096];
    size_t length;
} shared;

/* NULL, or what went wrong. */
static const char *rounds(const shared *s)
{
    chatfmt_renderer *renderer;
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    if (chatfmt_renderer_new(NULL, &renderer, NULL)) return "no renderer";
    for (int i = 0; i < ROUNDS; i++) {
        chatfmt_slice text;
        const chatfmt_span *spans;
        size_t count;
        options.flags = i % 2 ? CHATFMT_RENDER_SPANS : 0;
        if (i % 3 ? chatfmt_render_value(renderer, s->compiled, s->variables, &options, &text, NULL)
                  : chatfmt_render_json(renderer, s->compiled, json, sizeof json - 1, &options,
                                        &text, NULL))
            return "a render failed";
        if (text.length != s->length || memcmp(text.data, s->want, text.length))
            return "a text differs";
        if (i % 2 && chatfmt_renderer_spans(renderer, &spans, &count, NULL)) return "no spans";
    }
    chatfmt_renderer_free(renderer);
    return NULL;
}

typedef struct job {
    pthread_t thread;
    const shared *s;
    const char *result;
} job;

static void *work(void *argument)
{
    job *own = argument;
    own->result = rounds(own->s);
    return NULL;
}

int main(void)
{
    static shared s;
    chatfmt_values *values;
    chatfmt_renderer *renderer;
    chatfmt_slice text;
    chatfmt_error error;
    job jobs[THREADS];
    int failed = 0;
    if (chatfmt_template_compile(source, sizeof source - 1, NULL, &s.compiled, &error) ||
        chatfmt_values_new(NULL, NULL, &values, &error) ||
        chatfmt_value_read_json(values, json, sizeof json - 1, &s.variables, &error) ||
        chatfmt_renderer_new(NULL, &renderer, &error) ||
        chatfmt_render_value(renderer, s.compiled, s.variables, NULL, &text, &error)) {
        printf("%s\n", error.text);
        return 1;
    }
    s.length = text.length;
    memcpy(s.want, text.data, text.length);
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = (job){.s = &s};
        if (pthread_create(&jobs[i].thread, NULL, work, &jobs[i])) return 1;
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(jobs[i].thread, NULL);
        if (jobs[i].result) {
            printf("thread %d: %s\n", i, jobs[i].result);
            failed++;
        }
    }
    chatfmt_renderer_free(renderer);
    chatfmt_values_free(values);
    chatfmt_template_free(s.compiled);
    printf("%d threads, %d renders each, %d failed\n", THREADS, ROUNDS, failed);
    return failed != 0;
}
