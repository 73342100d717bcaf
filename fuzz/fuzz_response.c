/* fuzz/fuzz_response.c - hostile descriptions of replies, and any bytes as the reply.
 *
 * Byte 0 says what the rest is, parted by NUL bytes: a response_template or a response_schema and a
 * reply; or expressions; or literals, of which a template is made. Every byte of a reply that is
 * read lies in one event. What a schema or a template of single literals makes of a reply does not
 * depend on how it is cut; expressions may see it, as in transformers.
 */
#include "fuzz.h"

enum { FUZZ_PARTS = 7 };

typedef struct fuzz_text {
    char *data;
    size_t length, capacity;
} fuzz_text;

static void fuzz_add(fuzz_text *t, const char *data, size_t length)
{
    if (t->length + length > t->capacity) {
        t->capacity = (t->length + length) * 2 + 64;
        t->data = realloc(t->data, t->capacity);
        if (!t->data) abort();
    }
    if (length) memcpy(t->data + t->length, data, length);
    t->length += length;
}

static void fuzz_say(fuzz_text *t, const char *text) { fuzz_add(t, text, strlen(text)); }

/* "key": "part" where there is a part. */
static void fuzz_member(fuzz_text *t, const char *key, chatfmt_slice part)
{
    static const char hex[] = "0123456789abcdef";
    if (!part.length) return;
    fuzz_say(t, ", \"");
    fuzz_say(t, key);
    fuzz_say(t, "\": \"");
    for (size_t i = 0; i < part.length; i++) {
        unsigned char c = (unsigned char)part.data[i];
        char escape[6] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
        if (c < ' ' || c == '"' || c == '\\' || c >= 0x7F) fuzz_add(t, escape, sizeof escape);
        else fuzz_add(t, part.data + i, 1);
    }
    fuzz_say(t, "\"");
}

static void fuzz_template(fuzz_text *t, const chatfmt_slice *parts, int literal, unsigned content)
{
    static const char *const contents[] = {"text", "json", "xml-inline", "kv-lines"};
    const char *kind = contents[content & 3];
    fuzz_say(
        t,
        "{\"start_anchor\": \"<s>\", \"fields\": {\"a\": {\"repeats\": true, \"content\": \"");
    fuzz_say(t, kind);
    fuzz_say(t, "\", \"transform\": \"{content}\", \"content_args\": {\"allow_non_json\": "
                "true, \"unquoted_keys\": "
                "true, \"string_delims\": [[\"`\", \"`\"]], \"merge_duplicates\": true");
    fuzz_member(t, "tag_pattern", parts[4]);
    fuzz_say(t, "}");
    fuzz_member(t, literal ? "open" : "open_pattern", parts[0]);
    fuzz_member(t, literal ? "close" : "close_pattern", parts[1]);
    fuzz_say(t, "}, \"b\": {\"repeats\": true, \"transform\": [\"{content}\"]");
    fuzz_member(t, literal ? "open" : "open_pattern", parts[2]);
    fuzz_say(t, ", \"close\": \"</b>\"}, \"c\": {\"repeats\": true, \"join\": \"|\", "
                "\"content_args\": {\"strip\": false}");
    fuzz_member(t, literal ? "close" : "close_pattern", parts[3]);
    fuzz_say(t, "}}}");
}

typedef struct fuzz_reading {
    fuzz_text text;      /* kinds and texts of the events, chunks joined; the message */
    chatfmt_status status;
    uint64_t told;
} fuzz_reading;

static void fuzz_take(fuzz_reading *r, chatfmt_response *response)
{
    const chatfmt_region_event *e;
    while ((e = chatfmt_response_next(response))) {
        char kind = (char)('A' + e->kind);
        if (e->begin != r->told || e->end < e->begin) abort();
        r->told = e->end;
        if (e->kind == CHATFMT_REGION_SKIPPED) continue;
        if (e->kind != CHATFMT_REGION_CHUNK) {
            fuzz_add(&r->text, &kind, 1);
            fuzz_add(&r->text, e->field.data, e->field.length);
        }
        fuzz_add(&r->text, e->text.data, e->text.length);
        fuzz_add(&r->text, e->value.data, e->value.length);
    }
}

static fuzz_reading fuzz_read(const chatfmt_response_template *description, chatfmt_slice prompt,
                              chatfmt_slice reply, unsigned seed)
{
    chatfmt_response_options options = CHATFMT_RESPONSE_OPTIONS_INIT;
    fuzz_reading r = {{NULL, 0, 0}, CHATFMT_OK, 0};
    chatfmt_response *response = NULL;
    chatfmt_slice json;
    size_t at = 0;
    options.prompt = prompt;
    r.status = chatfmt_response_new(description, &options, &response, NULL);
    if (r.status) return r;
    fuzz_take(&r, response);
    while (!r.status && at < reply.length) {
        size_t step = seed ? 1 + (seed = seed * 1103515245u + 12345u) / 65536u % 9 : reply.length;
        if (step > reply.length - at) step = reply.length - at;
        r.status = chatfmt_response_feed(response, reply.data + at, step, NULL);
        fuzz_take(&r, response);
        at += step;
    }
    if (!r.status) r.status = chatfmt_response_finish(response, NULL);
    fuzz_take(&r, response);
    if (!r.status) r.status = chatfmt_response_message(response, &json, NULL);
    if (!r.status) fuzz_add(&r.text, json.data, json.length);
    chatfmt_response_free(response);
    return r;
}

/* How long the reply is once what is no UTF-8 became U+FFFD: what a template without a delimiter
 * makes of it. */
static uint64_t fuzz_length(chatfmt_slice reply)
{
    static const char all[] = "{\"start_anchor\": \"x\", \"fields\": {\"a\": {}}}";
    chatfmt_response_template *description;
    fuzz_reading r;
    if (chatfmt_response_template_new(all, sizeof all - 1, CHATFMT_RESPONSE_TEMPLATE, NULL, NULL,
                                      &description, NULL))
        abort();
    r = fuzz_read(description, (chatfmt_slice){"", 0}, reply, 0);
    if (r.status) abort();
    free(r.text.data);
    chatfmt_response_template_free(description);
    return r.told;
}

static void fuzz_both(const chatfmt_response_template *description, chatfmt_slice prompt,
                      chatfmt_slice reply, unsigned seed, int invariant)
{
    fuzz_reading whole = fuzz_read(description, prompt, reply, 0);
    fuzz_reading cut = fuzz_read(description, prompt, reply, seed + 1u);
    uint64_t length = fuzz_length(reply);
    if (!whole.status && whole.told != length) abort();
    if (!cut.status && cut.told != length) abort();
    if (invariant && whole.status != CHATFMT_LIMIT && cut.status != CHATFMT_LIMIT) {
        if (whole.status != cut.status) abort();
        if (!whole.status && (whole.text.length != cut.text.length ||
                              memcmp(whole.text.data, cut.text.data, whole.text.length) != 0))
            abort();
    }
    free(whole.text.data);
    free(cut.text.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    chatfmt_slice parts[FUZZ_PARTS] = {{"", 0}}, json;
    chatfmt_limits limits = fuzz_limits();
    chatfmt_response_template *description;
    fuzz_text made = {NULL, 0, 0};
    size_t count = 0, at = 3;
    if (size < 3) return 0;
    int mode = data[0] & 3, last;
    last = mode < 2 ? 2 : FUZZ_PARTS - 1;
    for (size_t i = 3; i <= size && count < FUZZ_PARTS; i++) {
        if (i < size && (data[i] != 0 || count == (size_t)last)) continue;
        parts[count++] = (chatfmt_slice){(const char *)data + at, i - at};
        at = i + 1;
    }
    limits.fuel = 2000000;
    json = parts[0];
    if (mode >= 2) {
        fuzz_template(&made, parts, mode == 3, data[2]);
        json = (chatfmt_slice){made.data, made.length};
    }
    if (!chatfmt_response_template_new(json.data, json.length,
                                       mode == 1 ? CHATFMT_RESPONSE_SCHEMA
                                                 : CHATFMT_RESPONSE_TEMPLATE,
                                       NULL, &limits, &description, NULL)) {
        fuzz_both(description, parts[mode < 2 ? 1 : 5], parts[last], data[1],
                  mode == 1 || (mode == 3 && (data[2] & 3) != 2));
        chatfmt_response_template_free(description);
    }
    free(made.data);
    return 0;
}
