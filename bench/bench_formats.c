/* bench/bench_formats.c - how long one prompt of a FastChat format takes: bench_formats MESSAGES
 * NAME
 *
 * Prints the seconds, and on the next lines the prompt. What is timed is
 * chatfmt_conversation_prompt() alone, as it is get_prompt() alone on the other side: the format
 * is open, the messages are in the conversation, the renderer has run before.
 */
#define _POSIX_C_SOURCE 200809L
#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now; /* of the processor, so that other work on the machine counts less */
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The best of five runs of about a hundredth of a second, in seconds a prompt. */
static double measure(const chatfmt_conversation *conversation, chatfmt_renderer *renderer,
                      chatfmt_slice *text)
{
    double best = 1e9;
    for (int run = 0; run < 5; run++) {
        int count = 0;
        double begin = seconds(), now = begin;
        for (; now - begin < 0.01; now = seconds())
            for (int i = 0; i < 16; i++, count++)
                if (chatfmt_conversation_prompt(conversation, renderer, NULL, text, NULL))
                    return -1;
        if ((now - begin) / count < best) best = (now - begin) / count;
    }
    return best;
}

int main(int argc, char **argv)
{
    chatfmt_error error;
    chatfmt_format *format;
    chatfmt_conversation *conversation;
    chatfmt_renderer *renderer;
    chatfmt_slice prompt;
    if (argc != 3) return 2;
    if (chatfmt_format_open(NULL, argv[2], strlen(argv[2]), NULL, &format, &error) ||
        chatfmt_conversation_new(format, NULL, &conversation, &error) ||
        chatfmt_renderer_new(NULL, &renderer, &error)) {
        fprintf(stderr, "%s: %s\n", argv[2], error.text);
        return 1;
    }
    for (int i = 0; i < atoi(argv[1]); i++) {
        char text[96];
        int length = snprintf(text, sizeof text,
                              "This is message number %d of the conversation.", i);
        chatfmt_conversation_append(conversation, (size_t)i % 2, text, (size_t)length, NULL);
    }
    printf("%.10f\n", measure(conversation, renderer, &prompt));
    fwrite(prompt.data, 1, prompt.length, stdout);
    chatfmt_conversation_free(conversation);
    chatfmt_format_free(format);
    chatfmt_renderer_free(renderer);
    return 0;
}
