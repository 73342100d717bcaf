/* fuzz/fuzz_reply.c - any bytes as a reply of any family, cut anywhere: what is read depends on the
 * bytes alone, every byte lies in one event, and nothing fails.
 *
 * The first byte chooses the family, the second the state that the prompt left, the third seeds
 * the cuts. With CHATFMT_FUZZ_SHAPE=tags (or another shape of `chatfmt parse --list-readers`) in
 * the environment only families of that shape are read, so that each machine can have its time.
 */
#include "fuzz.h"

#include <stdio.h>

typedef struct fuzz_reading {
    char *text; /* kinds and texts of all events, fragments joined */
    size_t length, capacity;
    int last_kind;
    uint32_t last_call;
    uint64_t told;
} fuzz_reading;

static void fuzz_put(fuzz_reading *r, const char *data, size_t length)
{
    if (r->length + length > r->capacity) {
        r->capacity = (r->length + length) * 2 + 64;
        r->text = realloc(r->text, r->capacity);
        if (!r->text) abort();
    }
    if (length) memcpy(r->text + r->length, data, length);
    r->length += length;
}

static void fuzz_take(fuzz_reading *r, chatfmt_reply_parser *reply)
{
    const chatfmt_event *e;
    while ((e = chatfmt_reply_parser_next(reply))) {
        char head[3] = {(char)('A' + e->kind), (char)('0' + e->flags), (char)e->call};
        int fragment = e->kind == CHATFMT_EVENT_CONTENT || e->kind == CHATFMT_EVENT_REASONING ||
                       e->kind == CHATFMT_EVENT_ARGUMENTS || e->kind == CHATFMT_EVENT_CODE;
        if (e->begin != r->told || e->end < e->begin) abort();
        r->told = e->end;
        if (e->kind == CHATFMT_EVENT_FRAME && !e->flags) continue;
        if (!fragment || e->flags || r->last_kind != (int)e->kind || r->last_call != e->call)
            fuzz_put(r, head, 3);
        r->last_kind = e->flags ? -1 : (int)e->kind;
        r->last_call = e->call;
        fuzz_put(r, e->text.data, e->text.length);
        fuzz_put(r, e->id.data, e->id.length);
    }
}

static fuzz_reading fuzz_read(const char *family, const chatfmt_reply_options *options,
                              const char *data, size_t size, unsigned seed)
{
    fuzz_reading r = {NULL, 0, 0, -1, 0, 0};
    chatfmt_reply_parser *reply;
    chatfmt_error error;
    chatfmt_slice json;
    size_t at = 0;
    if (chatfmt_reply_parser_new(family, options, &reply, &error)) abort();
    while (at < size) {
        size_t step = seed ? 1 + (seed = seed * 1103515245u + 12345u) / 65536u % 9 : size;
        if (step > size - at) step = size - at;
        if (chatfmt_reply_parser_feed(reply, data + at, step, &error)) abort();
        fuzz_take(&r, reply);
        at += step;
    }
    if (chatfmt_reply_parser_finish(reply, &error)) abort();
    fuzz_take(&r, reply);
    if (r.told != size) abort();
    if (chatfmt_reply_parser_message(reply, &json, &error)) abort();
    fuzz_put(&r, json.data, json.length);
    chatfmt_reply_parser_free(reply);
    return r;
}

/* Family number `choice` of those that this run reads. */
static chatfmt_slice fuzz_family(unsigned choice)
{
    const char *shape = getenv("CHATFMT_FUZZ_SHAPE");
    size_t count = 0, all = chatfmt_reader_count();
    for (int pass = 0; pass < 2; pass++) {
        size_t seen = 0;
        for (size_t i = 0; i < all; i++) {
            chatfmt_reader_info info = chatfmt_reader_at(i);
            if (shape && (strlen(shape) != info.shape.length ||
                          memcmp(shape, info.shape.data, info.shape.length) != 0))
                continue;
            if (pass && seen == choice % count) return info.name;
            seen++;
        }
        count = seen;
        if (count) continue;
        fprintf(stderr, "no family has the shape %s\n", shape ? shape : "");
        exit(2);
    }
    return (chatfmt_slice){"", 0};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    char family[64];
    fuzz_reading whole, cut;
    chatfmt_slice name;
    if (size < 3) return 0;
    name = fuzz_family(data[0]);
    memcpy(family, name.data, name.length);
    family[name.length] = '\0';
    if (data[1] & 1) options.flags = CHATFMT_REPLY_REASONING_OPEN;
    whole = fuzz_read(family, &options, (const char *)data + 3, size - 3, 0);
    cut = fuzz_read(family, &options, (const char *)data + 3, size - 3, data[2] + 1u);
    if (whole.length != cut.length || memcmp(whole.text, cut.text, whole.length)) abort();
    free(whole.text);
    free(cut.text);
    return 0;
}
