/* bench/bench_reply.c - reading replies as they stream: megabytes a second for several sizes of
 * chunk, by the public API alone.
 *
 *     bench_reply                              readers of families, on replies of 2 MB
 *     bench_reply TEMPLATE.json REPLY CHUNK    a response_template on a file
 *     bench_reply --reader NAME REPLY CHUNK    a family on a file
 */
#define _POSIX_C_SOURCE 200809L

#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct bench_case {
    const char *family, *head, *body, *tail; /* the body is repeated */
} bench_case;

static const bench_case cases[] = {
    {"hermes", "<think>\n",
     "Let me think about what the user wants, step by step; 1 < 2 and so on.\n",
     "\n</think>\n\nDone.<|im_end|>"},
    {"hermes", "<tool_call>\n{\"name\": \"write\", \"arguments\": {\"text\": \"",
     "Some words of an argument, with \\\"quotes\\\" and \\n escapes in it. ",
     "\"}}\n</tool_call><|im_end|>"},
    {"qwen3-coder", "<tool_call>\n<function=write>\n<parameter=text>\n",
     "if (a < b) { return c > d; } // code with angle brackets\n",
     "</parameter>\n</function>\n</tool_call><|im_end|>"},
    {"gpt-oss", "<|channel|>final<|message|>", "A long answer in plain words, as most are. ",
     "<|return|>"},
};

/* Seconds of rounds, the shortest of which counts: neighbours of a virtual machine slow it down for
 * a good part of a second at a time. */
#define BENCH_LEAST 0.7

static double bench_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static char *bench_make(const bench_case *c, size_t size, size_t *length)
{
    char *text = malloc(size + 4096);
    size_t at, body = strlen(c->body);
    if (!text) exit(1);
    at = strlen(c->head);
    memcpy(text, c->head, at);
    for (; at < size; at += body) memcpy(text + at, c->body, body);
    memcpy(text + at, c->tail, strlen(c->tail));
    *length = at + strlen(c->tail);
    return text;
}

/* Megabytes a second. */
static double bench_reading(const char *family, const char *text, size_t length, size_t chunk,
                            size_t *count)
{
    chatfmt_reply_parser *reply;
    chatfmt_error error;
    const chatfmt_event *event;
    double best = 1e9, start = bench_seconds();
    size_t events = 0;
    if (chatfmt_reply_parser_new(family, NULL, &reply, &error)) exit(1);
    for (int round = 0; round < 5 || bench_seconds() - start < BENCH_LEAST; round++) {
        double begin = bench_seconds(), took;
        chatfmt_reply_parser_restart(reply);
        events = 0;
        for (size_t at = 0; at < length; at += chunk) {
            size_t part = length - at < chunk ? length - at : chunk;
            if (chatfmt_reply_parser_feed(reply, text + at, part, &error)) exit(1);
            while ((event = chatfmt_reply_parser_next(reply))) events++;
        }
        if (chatfmt_reply_parser_finish(reply, &error)) exit(1);
        while ((event = chatfmt_reply_parser_next(reply))) events++;
        took = bench_seconds() - begin;
        if (took < best) best = took;
    }
    chatfmt_reply_parser_free(reply);
    *count = events;
    return (double)length / best / 1e6;
}

static char *bench_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = malloc(1 << 24);
    if (!file || !text) exit(1);
    *length = fread(text, 1, 1 << 24, file);
    (void)fclose(file);
    return text;
}

static int bench_described(const char *description, const char *path, size_t chunk)
{
    size_t json_length, length, events = 0;
    char *json = bench_file(description, &json_length), *text = bench_file(path, &length);
    chatfmt_response_template *template;
    chatfmt_response *response;
    const chatfmt_region_event *event;
    chatfmt_slice message;
    double best = 1e9, start = bench_seconds();
    if (chatfmt_response_template_new(json, json_length, CHATFMT_RESPONSE_TEMPLATE, NULL, NULL,
                                      &template, NULL) ||
        chatfmt_response_new(template, NULL, &response, NULL))
        return 1;
    for (int round = 0; round < 5 || bench_seconds() - start < BENCH_LEAST; round++) {
        double begin = bench_seconds(), took;
        if (chatfmt_response_restart(response, "", 0, NULL)) return 1;
        events = 0;
        for (size_t at = 0; at < length; at += chunk) {
            size_t part = length - at < chunk ? length - at : chunk;
            if (chatfmt_response_feed(response, text + at, part, NULL)) return 1;
            while ((event = chatfmt_response_next(response))) events++;
        }
        if (chatfmt_response_finish(response, NULL)) return 1;
        while ((event = chatfmt_response_next(response))) events++;
        if (chatfmt_response_message(response, &message, NULL)) return 1;
        took = bench_seconds() - begin;
        if (took < best) best = took;
    }
    printf("%.3f %zu %zu\n", (double)length / best / 1e6, events, message.length);
    chatfmt_response_free(response);
    chatfmt_response_template_free(template);
    free(json);
    free(text);
    return 0;
}

static int bench_family(const char *family, const char *path, size_t chunk)
{
    size_t length, events;
    char *text = bench_file(path, &length);
    double speed = bench_reading(family, text, length, chunk, &events);
    printf("%.3f %zu\n", speed, events);
    free(text);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 5) return bench_family(argv[2], argv[3], (size_t)strtoul(argv[4], NULL, 10));
    if (argc == 4) return bench_described(argv[1], argv[2], (size_t)strtoul(argv[3], NULL, 10));
    static const size_t chunks[] = {1, 4, 16, 256, 65536};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t length;
        char *text = bench_make(&cases[i], 2000000, &length);
        printf("%s: %.40s…\n", cases[i].family, cases[i].head);
        for (size_t j = 0; j < sizeof chunks / sizeof *chunks; j++) {
            size_t events;
            double speed = bench_reading(cases[i].family, text, length, chunks[j], &events);
            printf("  %6zu bytes a chunk %9.1f MB/s %9zu events\n", chunks[j], speed, events);
        }
        free(text);
    }
    return 0;
}
