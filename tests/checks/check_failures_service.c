/* tests/checks/check_failures_service.c - memory and fuel that run out while a service answers
 * requests. Requests as in tests/checks/service.py (see support/labour.h): "lines" is what one
 * service is asked, in order; "@FUEL@" in a line is the fuel that is left.
 */
#include "support/labour.h"
#include "support/library.h"

#include <stdlib.h>

typedef struct serving {
    chatfmt_service *service;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
} serving;

static int64_t number_of(const labour *l, const char *name)
{
    return given(member(l, name)) ? chatfmt_value_as_int(member(l, name)) : 0;
}

static bool serving_begin(labour *l, serving *s)
{
    chatfmt_service_options options = CHATFMT_SERVICE_OPTIONS_INIT;
    chatfmt_tokenizer_options tokenizer = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_encoder_options encoder = CHATFMT_ENCODER_OPTIONS_INIT;
    chatfmt_slice json = text_of(l, "tokenizer");
    options.allocator = tokenizer.allocator = encoder.allocator = &l->allocator;
    options.kind = (uint32_t)number_of(l, "kind");
    options.flags = (uint32_t)number_of(l, "flags");
    if (json.length &&
        (!ok(l, chatfmt_tokenizer_read(json.data, json.length, &tokenizer, &s->tokenizer, &l->error)) ||
         !ok(l, chatfmt_encoder_new(s->tokenizer, &encoder, &s->encoder, &l->error))))
        return false;
    options.tokenizer = s->tokenizer;
    options.encoder = s->encoder;
    return ok(l, chatfmt_service_new(&options, &s->service, &l->error));
}

/* The line with its fuel; the caller frees it. */
static char *serving_line(chatfmt_slice line, uint64_t fuel, size_t *length)
{
    static const char place[] = "@FUEL@";
    char *made = malloc(line.length + 32), *at;
    if (!made) abort();
    memcpy(made, line.data, line.length);
    made[line.length] = 0;
    *length = line.length;
    if ((at = strstr(made, place)) != NULL) {
        size_t begin = (size_t)(at - made), end = begin + sizeof place - 1;
        int digits = snprintf(made + begin, 24, "%llu", (unsigned long long)fuel);
        memcpy(made + begin + digits, line.data + end, line.length - end);
        *length = line.length - (sizeof place - 1) + (size_t)digits;
    }
    return made;
}

/* What an error says has run out. Both are of one kind; only memory is said to be "out of". */
static chatfmt_status serving_ran_out(chatfmt_value error, chatfmt_slice kind)
{
    static const char memory[] = "out of memory";
    chatfmt_slice why = chatfmt_value_as_text(chatfmt_value_find(error, "message", 7));
    if (!chatfmt_slice_is(kind, "limit")) return CHATFMT_OK;
    return why.length >= sizeof memory - 1 && !memcmp(why.data, memory, sizeof memory - 1)
               ? CHATFMT_NO_MEMORY
               : CHATFMT_LIMIT;
}

/* Of an error its kind counts: its words may be fewer when there is little to find them with. */
static void serving_answered(labour *l, chatfmt_slice answer)
{
    chatfmt_values *values;
    chatfmt_value object, error;
    if (chatfmt_values_new(NULL, NULL, &values, NULL)) abort();
    if (chatfmt_value_read_json(values, answer.data, answer.length, &object, NULL)) {
        printf("an answer that is no JSON: %.*s\n", (int)answer.length, answer.data);
        l->untold = true;
        l->out.status = CHATFMT_BAD_ARGUMENT;
    } else {
        error = chatfmt_value_find(object, "error", 5);
        chatfmt_slice kind = chatfmt_value_as_text(chatfmt_value_find(error, "kind", 4));
        chatfmt_status status = serving_ran_out(error, kind);
        if (weight(status) > weight(l->out.status)) l->out.status = status;
        outcome_add(&l->out, given(error) ? kind : answer);
    }
    chatfmt_values_free(values);
}

static void serving_ask(labour *l, serving *s, chatfmt_slice asked, uint64_t fuel)
{
    chatfmt_slice answer;
    size_t length;
    char *line = serving_line(asked, fuel, &length);
    if (ok(l, chatfmt_service_answer(s->service, line, length, &answer, &l->error)) && answer.length)
        serving_answered(l, answer);
    free(line);
}

static outcome work_service(void *what, counting *memory, const chatfmt_limits *limits)
{
    labour l = labour_begin(what, memory);
    serving s = {NULL, NULL, NULL};
    chatfmt_value lines = member(&l, "lines");
    if (serving_begin(&l, &s))
        for (size_t i = 0; i < chatfmt_value_count(lines); i++)
            serving_ask(&l, &s, chatfmt_value_as_text(chatfmt_value_at(lines, i)), limits->fuel);
    chatfmt_service_free(s.service);
    chatfmt_encoder_free(s.encoder);
    chatfmt_tokenizer_free(s.tokenizer);
    return l.out;
}

static const labour_kind works[] = {
    {"service", work_service, false},
    {"metered", work_service, true},
    {NULL, NULL, false},
};

int main(int count, char **arguments) { return labour_run(works, count, arguments); }
