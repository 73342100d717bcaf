/* tests/unit/test_format_threads.c - eight threads copy and change conversations of one format. */
#include "chatfmt/chatfmt.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 8, ROUNDS = 200 };

static const chatfmt_conversation *shared;

static void *work(void *number)
{
    chatfmt_renderer *renderer;
    chatfmt_conversation *copy;
    chatfmt_slice text;
    char want[64], own[16];
    int wrong = chatfmt_renderer_new(NULL, &renderer, NULL) != CHATFMT_OK;
    snprintf(own, sizeof own, "t%d", *(const int *)number);
    snprintf(want, sizeof want, "S USER: %s ASSISTANT:", own);
    for (int i = 0; i < ROUNDS && !wrong; i++) {
        wrong = chatfmt_conversation_copy(shared, NULL, &copy, NULL) != CHATFMT_OK;
        if (wrong) break;
        chatfmt_conversation_append(copy, 0, own, strlen(own), NULL);
        chatfmt_conversation_append(copy, 1, NULL, 0, NULL);
        wrong = chatfmt_conversation_prompt(copy, renderer, NULL, &text, NULL) ||
                text.length != strlen(want) || memcmp(text.data, want, text.length);
        chatfmt_conversation_free(copy);
    }
    chatfmt_renderer_free(renderer);
    return wrong ? (void *)&shared : NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int numbers[THREADS], failed = 0;
    chatfmt_format *format;
    chatfmt_conversation *conversation;
    if (chatfmt_format_open(NULL, "vicuna_v1.1", 11, NULL, &format, NULL) ||
        chatfmt_conversation_new(format, NULL, &conversation, NULL) ||
        chatfmt_conversation_set_system(conversation, "S", 1, NULL))
        return 1;
    shared = conversation;
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        if (pthread_create(&threads[i], NULL, work, &numbers[i])) return 1;
    }
    for (int i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        failed |= result != NULL;
    }
    chatfmt_conversation_free(conversation);
    chatfmt_format_free(format);
    if (failed) fprintf(stderr, "a thread saw another prompt than its own\n");
    return failed;
}
