/* tests/checks/check_cases.c - what must hold for every render, whatever it renders.
 *
 * Reads requests as `chatfmt render --batch` does and checks for each: a second render calls the
 * allocator zero times; rendering from JSON text and from values, with spans and without, gives
 * the same text; spans are sorted, adjacent and cover the text; copied bytes are the bytes at
 * their path and offset; and bytes labelled as the template's do not change when data changes.
 * Prints `N passed, N failed` last.
 */
#include "support/counting.h"
#include "support/lines.h"

#include "chatfmt/chatfmt.h"

#include <string.h>

typedef struct checker {
    counting memory;
    chatfmt_values *values, *other;
    chatfmt_renderer *renderer;
    size_t cases, failed, errors, changed; /* changed: control flow followed the data */
    const char *id;
    bool told;
} checker;

static void tell(checker *c, const char *what, chatfmt_slice detail)
{
    if (!c->told) c->failed++;
    c->told = true;
    if (c->failed <= 40)
        printf("%s: %s %.*s\n", c->id, what, (int)(detail.length > 200 ? 200 : detail.length),
               detail.data);
}

static const chatfmt_slice nothing = {"", 0};

static bool same(chatfmt_slice a, chatfmt_slice b)
{
    return a.length == b.length && (!a.length || !memcmp(a.data, b.data, a.length));
}

static chatfmt_value member(chatfmt_value object, const char *name)
{
    return chatfmt_value_find(object, name, strlen(name));
}

/* ---- Paths ---- */

/* The bytes of ["…"] without its escapes, into `out`; returns their count and moves *at behind. */
static size_t path_quoted(const char **at, const char *end, char *out)
{
    size_t length = 0;
    *at += 2;
    while (*at < end && **at != '"') {
        if (**at == '\\' && (*at)[1] == 'u') {
            char digits[5] = {(*at)[2], (*at)[3], (*at)[4], (*at)[5], 0};
            out[length++] = (char)strtol(digits, NULL, 16);
            *at += 6;
            continue;
        }
        if (**at == '\\') ++*at;
        out[length++] = *(*at)++;
    }
    *at += 2;
    return length;
}

/* The string that a path names. False when there is none. */
static bool path_resolve(chatfmt_value variables, chatfmt_slice path, chatfmt_slice *out)
{
    const char *at = path.data, *end = path.data + path.length;
    chatfmt_value value = variables;
    char *name = malloc(path.length + 1);
    bool is_key = false;
    chatfmt_slice key = nothing;
    while (at < end) {
        size_t length = 0;
        if (*at == '#') {
            is_key = true;
            break;
        }
        if (*at == '[' && at[1] != '"') {
            char *stop;
            value = chatfmt_value_at(value, strtoul(at + 1, &stop, 10));
            at = stop + 1;
            continue;
        }
        if (*at == '[') {
            length = path_quoted(&at, end, name);
        } else {
            if (*at == '.') at++;
            while (at < end && *at != '.' && *at != '[' && *at != '#') name[length++] = *at++;
        }
        key = nothing;
        for (size_t i = 0; i < chatfmt_value_count(value); i++)
            if (same(chatfmt_value_key_at(value, i), (chatfmt_slice){name, length}))
                key = chatfmt_value_key_at(value, i);
        value = chatfmt_value_find(value, name, length);
    }
    free(name);
    *out = is_key ? key : chatfmt_value_as_text(value);
    return chatfmt_value_kind_of(value) != CHATFMT_VALUE_ABSENT;
}

/* ---- Spans ---- */

static void check_span(checker *c, const chatfmt_template *compiled, chatfmt_value variables,
                       chatfmt_slice text, const chatfmt_span *span)
{
    chatfmt_slice from, bytes = {text.data + span->begin, span->end - span->begin};
    bool copied = (span->flags & CHATFMT_SPAN_COPIED) != 0;
    if (span->kind == CHATFMT_SPAN_TEMPLATE) {
        if (span->path.length) tell(c, "a template span has the path", span->path);
        from = chatfmt_template_source(compiled);
    } else {
        if (!span->path.length) {
            tell(c, "a data span without a path:", bytes);
            return;
        }
        if (!path_resolve(variables, span->path, &from)) {
            tell(c, "no value at the path", span->path);
            return;
        }
    }
    if (!copied) return;
    if (span->offset > from.length || bytes.length > from.length - span->offset)
        tell(c, "copied bytes reach beyond", span->path);
    else if (memcmp(from.data + span->offset, bytes.data, bytes.length))
        tell(c, "copied bytes are not those at", span->path.length ? span->path : bytes);
}

static void check_spans(checker *c, const chatfmt_template *compiled, chatfmt_value variables,
                        chatfmt_slice text, const chatfmt_span *spans, size_t count)
{
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        if (spans[i].begin != at || spans[i].end <= at || spans[i].end > text.length) {
            tell(c, "spans are not adjacent", nothing);
            return;
        }
        at = spans[i].end;
        check_span(c, compiled, variables, text, &spans[i]);
    }
    if (at != text.length) tell(c, "spans do not cover the text", nothing);
}

/* ---- Other data of the same shape ---- */

static bool is_free_text(chatfmt_slice key)
{
    static const char *const keys[] = {"content", "text", "reasoning_content", "description"};
    for (int i = 0; i < 4; i++)
        if (strlen(keys[i]) == key.length && !memcmp(keys[i], key.data, key.length)) return true;
    return false;
}

/* A copy of a value in which the small letters of free text are other small letters. */
static chatfmt_value vary(chatfmt_values *values, chatfmt_value value, bool free_text)
{
    chatfmt_value out = {{0, 0}};
    chatfmt_slice text = chatfmt_value_as_text(value);
    switch (chatfmt_value_kind_of(value)) {
    case CHATFMT_VALUE_STRING: {
        char *changed = malloc(text.length + 1);
        for (size_t i = 0; i < text.length; i++) {
            char letter = text.data[i];
            bool small = free_text && letter >= 'a' && letter <= 'z';
            changed[i] = small ? (char)('a' + (letter - 'a' + 7) % 26) : letter;
        }
        chatfmt_value_string(values, changed, text.length, &out, NULL);
        free(changed);
        return out;
    }
    case CHATFMT_VALUE_ARRAY:
        chatfmt_value_array(values, &out, NULL);
        for (size_t i = 0; i < chatfmt_value_count(value); i++)
            chatfmt_value_push(values, out, vary(values, chatfmt_value_at(value, i), free_text),
                               NULL);
        return out;
    case CHATFMT_VALUE_OBJECT:
        chatfmt_value_object(values, &out, NULL);
        for (size_t i = 0; i < chatfmt_value_count(value); i++) {
            chatfmt_slice key = chatfmt_value_key_at(value, i);
            chatfmt_value inner = vary(values, chatfmt_value_at(value, i),
                                       free_text || is_free_text(key));
            chatfmt_value_set(values, out, key.data, key.length, inner, NULL);
        }
        return out;
    default: return value;
    }
}

/* What the template wrote must not depend on data that did not change its course: when the same
 * pieces come in the same order, the template's bytes are the same. */
static void check_interference(checker *c, const chatfmt_template *compiled,
                               chatfmt_value variables, chatfmt_slice text,
                               const chatfmt_span *spans, size_t count,
                               const chatfmt_render_options *options)
{
    chatfmt_slice other;
    const chatfmt_span *others;
    size_t other_count;
    char *before = malloc(text.length + 1);
    chatfmt_span *kept = malloc((count + 1) * sizeof *kept);
    if (text.length) memcpy(before, text.data, text.length);
    if (count) memcpy(kept, spans, count * sizeof *kept);
    chatfmt_values_reset(c->other);
    chatfmt_value changed = vary(c->other, variables, false);
    bool same_course =
        !chatfmt_render_value(c->renderer, compiled, changed, options, &other, NULL) &&
        !chatfmt_renderer_spans(c->renderer, &others, &other_count, NULL) &&
        other_count == count;
    for (size_t i = 0; same_course && i < count; i++)
        same_course = others[i].begin == kept[i].begin && others[i].end == kept[i].end &&
                      others[i].kind == kept[i].kind && others[i].offset == kept[i].offset;
    if (!same_course) c->changed++;
    for (size_t i = 0; same_course && i < count; i++)
        if (kept[i].kind == CHATFMT_SPAN_TEMPLATE &&
            memcmp(before + kept[i].begin, other.data + kept[i].begin,
                   kept[i].end - kept[i].begin))
            tell(c, "data is labelled as the template's:",
                 (chatfmt_slice){other.data + kept[i].begin, kept[i].end - kept[i].begin});
    free(before);
    free(kept);
}

/* ---- One case ---- */

static void check_repeat(checker *c, const chatfmt_template *compiled, chatfmt_value variables,
                         const chatfmt_render_options *options, chatfmt_slice want)
{
    chatfmt_slice text;
    const chatfmt_span *spans;
    size_t count, calls = c->memory.calls;
    if (chatfmt_render_value(c->renderer, compiled, variables, options, &text, NULL))
        tell(c, "the second render fails", nothing);
    else if (!same(text, want))
        tell(c, "the second render differs", nothing);
    if (options->flags & CHATFMT_RENDER_SPANS)
        chatfmt_renderer_spans(c->renderer, &spans, &count, NULL);
    if (c->memory.calls != calls) tell(c, "the second render allocates", nothing);
}

static void check_render(checker *c, const chatfmt_template *compiled, chatfmt_value variables,
                         chatfmt_render_options options)
{
    chatfmt_slice text, json;
    const chatfmt_span *spans;
    size_t count;
    chatfmt_error error;
    if (chatfmt_render_value(c->renderer, compiled, variables, &options, &text, &error)) {
        c->errors++;
        return;
    }
    char *copy = malloc(text.length + 1);
    if (text.length) memcpy(copy, text.data, text.length);
    chatfmt_slice want = {copy, text.length};
    check_repeat(c, compiled, variables, &options, want);
    if (chatfmt_value_write_json(c->values, variables, &json, &error) ||
        chatfmt_render_json(c->renderer, compiled, json.data, json.length, &options, &text,
                            &error))
        tell(c, "fails from JSON", nothing);
    else if (!same(text, want))
        tell(c, "differs from JSON", nothing);
    options.flags |= CHATFMT_RENDER_SPANS;
    if (chatfmt_render_value(c->renderer, compiled, variables, &options, &text, &error) ||
        chatfmt_renderer_spans(c->renderer, &spans, &count, &error)) {
        tell(c, "fails with spans", nothing);
    } else {
        if (!same(text, want)) tell(c, "differs with spans", nothing);
        check_spans(c, compiled, variables, text, spans, count);
        check_repeat(c, compiled, variables, &options, want);
        chatfmt_renderer_spans(c->renderer, &spans, &count, &error);
        check_interference(c, compiled, variables, want, spans, count, &options);
    }
    free(copy);
}

static void check_line(void *context, const char *line, size_t length)
{
    checker *c = context;
    chatfmt_value request;
    chatfmt_error error;
    chatfmt_template *compiled;
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    options.flags = CHATFMT_RENDER_NOW;
    options.now = 1767323045; /* 2026-01-02T03:04:05 */
    c->cases++;
    c->told = false;
    c->id = "?";
    chatfmt_values_reset(c->values);
    if (chatfmt_value_read_json(c->values, line, length, &request, &error)) {
        tell(c, "the request is not JSON", nothing);
        return;
    }
    chatfmt_slice id = chatfmt_value_as_text(member(request, "id"));
    char name[128];
    snprintf(name, sizeof name, "%.*s", (int)(id.length < 120 ? id.length : 120), id.data);
    c->id = name;
    chatfmt_slice source = chatfmt_value_as_text(member(request, "chat_template"));
    if (chatfmt_template_compile(source.data, source.length, NULL, &compiled, &error)) {
        c->errors++;
        return;
    }
    check_render(c, compiled, member(request, "context"), options);
    chatfmt_template_free(compiled);
}

int main(void)
{
    checker c = {{0}, NULL, NULL, NULL, 0, 0, 0, 0, "", false};
    chatfmt_allocator allocator = counting_allocator(&c.memory);
    chatfmt_renderer_options options = CHATFMT_RENDERER_OPTIONS_INIT;
    options.allocator = &allocator;
    if (chatfmt_values_new(NULL, NULL, &c.values, NULL) ||
        chatfmt_values_new(NULL, NULL, &c.other, NULL) ||
        chatfmt_renderer_new(&options, &c.renderer, NULL) || !lines_each(check_line, &c))
        return 2;
    chatfmt_renderer_free(c.renderer);
    chatfmt_values_free(c.values);
    chatfmt_values_free(c.other);
    if (c.memory.live) {
        printf("leak of %zu bytes\n", c.memory.live);
        c.failed++;
    }
    printf("spans: %zu errors, in %zu cases the course followed the data\n", c.errors, c.changed);
    printf("spans: %zu passed, %zu failed\n", c.cases - c.failed, c.failed);
    return c.failed != 0;
}
