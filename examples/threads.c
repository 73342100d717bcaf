/* examples/threads.c - one compiled template, many threads: what is immutable is shared, and each
 * thread has a renderer of its own.
 *
 *     cc threads.c $(pkg-config --cflags --libs chatfmt) -pthread -o threads && ./threads
 */
#include <chatfmt/chatfmt.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 4, RENDERS = 1000 };

static const char source[] = "{% for m in messages %}[{{ m.role }}] {{ m.content }}\n{% endfor %}";

typedef struct work {
    pthread_t thread;
    const chatfmt_template *shared;
    size_t number, bytes;
    chatfmt_error error;
    int failed;
} work;

static void *render_many(void *data)
{
    work *mine = data;
    char json[96];
    chatfmt_renderer *renderer = NULL;
    chatfmt_slice text;
    mine->failed = chatfmt_renderer_new(NULL, &renderer, &mine->error) != CHATFMT_OK;
    for (size_t i = 0; !mine->failed && i < RENDERS; i++) {
        int length = snprintf(json, sizeof json,
                              "{\"messages\": [{\"role\": \"user\", \"content\": \"%zu\"}]}",
                              mine->number);
        mine->failed = chatfmt_render_json(renderer, mine->shared, json, (size_t)length, NULL,
                                           &text, &mine->error) != CHATFMT_OK;
        if (!mine->failed) mine->bytes += text.length;
    }
    chatfmt_renderer_free(renderer);
    return NULL;
}

int main(void)
{
    chatfmt_template *compiled = NULL;
    chatfmt_error error;
    work works[THREADS];
    int failed = 0;
    memset(works, 0, sizeof works);
    if (chatfmt_template_compile(source, strlen(source), NULL, &compiled, &error)) {
        fprintf(stderr, "%u:%u: %s\n", error.line, error.column, error.text);
        return 1;
    }
    size_t started = 0;
    for (; started < THREADS; started++) {
        works[started].shared = compiled;
        works[started].number = started;
        if (pthread_create(&works[started].thread, NULL, render_many, &works[started])) break;
    }
    for (size_t i = 0; i < started; i++) {
        pthread_join(works[i].thread, NULL);
        failed |= works[i].failed;
        if (works[i].failed)
            fprintf(stderr, "%s\n", works[i].error.text);
        else
            printf("thread %zu: %d prompts, %zu bytes\n", i, RENDERS, works[i].bytes);
    }
    chatfmt_template_free(compiled);
    return failed || started < THREADS;
}
