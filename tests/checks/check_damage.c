/* tests/checks/check_damage.c - templates that end, or hold what no template may, at any place.
 *
 * Reads requests as `chatfmt render --batch` does. Each template is compiled cut off at every
 * place, and with each of a few characters put in there, so that every step of the lexer and the
 * parser meets its end and a token that it cannot take. A refusal must be one that compiling has,
 * with a place within the source and words; nothing may leak. That the same sources are refused as
 * Jinja2 does is what tests/lang/parse compares.
 * Prints `N passed, N failed` last. An argument says how many places of a template are left out
 * for each that is tried (0).
 */
#include "support/counting.h"
#include "support/lines.h"

#include "chatfmt/chatfmt.h"

#include <stdlib.h>
#include <string.h>

typedef struct damage {
    chatfmt_values *values;
    size_t cases, passed, failed, step;
} damage;

static bool is_refusal(chatfmt_status status)
{
    static const chatfmt_status known[] = {
        CHATFMT_OK, CHATFMT_SYNTAX, CHATFMT_UNKNOWN_FILTER, CHATFMT_UNKNOWN_TEST,
        CHATFMT_UNSUPPORTED, CHATFMT_TYPE, CHATFMT_VALUE, CHATFMT_LIMIT, CHATFMT_INPUT,
        CHATFMT_RUNTIME};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (status == known[i]) return true;
    return false;
}

static void compile(damage *d, const char *source, size_t length)
{
    counting memory = {0};
    chatfmt_allocator allocator = counting_allocator(&memory);
    chatfmt_compile_options options = CHATFMT_COMPILE_OPTIONS_INIT;
    chatfmt_template *compiled = NULL;
    chatfmt_error error;
    options.allocator = &allocator;
    chatfmt_status status = chatfmt_template_compile(source, length, &options, &compiled, &error);
    chatfmt_template_free(compiled);
    bool fine = is_refusal(status) && status == error.status && !memory.live &&
                (status ? !compiled && error.text[0] : compiled != NULL) &&
                (!status || (error.offset <= length && error.length <= length - error.offset));
    if (fine) d->passed++;
    else if (d->failed++ < 20)
        printf("status %d, \"%s\" at %u, %u bytes, leak of %zu: %.*s\n", (int)status, error.text,
               (unsigned)error.offset, (unsigned)error.length, memory.live, (int)length, source);
}

static void check_line(void *context, const char *line, size_t length)
{
    static const char put[] = "\x01`\"}({%";
    damage *d = context;
    chatfmt_value request;
    chatfmt_values_reset(d->values);
    d->cases++;
    if (chatfmt_value_read_json(d->values, line, length, &request, NULL)) {
        d->failed++;
        return;
    }
    chatfmt_slice source = chatfmt_value_as_text(chatfmt_value_find(request, "chat_template", 13));
    char *text = malloc(source.length + 1);
    if (!text || !source.length || source.length > 600) {
        free(text);
        return;
    }
    for (size_t at = d->cases % d->step; at < source.length; at += d->step) {
        compile(d, source.data, at);
        memcpy(text, source.data, at);
        text[at] = put[(at / d->step + d->cases) % (sizeof put - 1)];
        memcpy(text + at + 1, source.data + at, source.length - at);
        compile(d, text, source.length + 1);
    }
    free(text);
}

int main(int argc, char **argv)
{
    damage d = {.step = argc > 1 ? strtoul(argv[1], NULL, 10) + 1 : 1};
    if (chatfmt_values_new(NULL, NULL, &d.values, NULL) || !lines_each(check_line, &d)) return 2;
    chatfmt_values_free(d.values);
    printf("damage: %zu passed, %zu failed\n", d.passed, d.failed);
    return d.failed != 0;
}
