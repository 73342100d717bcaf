/* tests/tokenizers/chat_storm.c - conversations in which users try to write control tokens.
 *
 * usage: chat_storm FOLDER TEMPLATE.jinja COUNT SEED
 *
 * FOLDER has a tokenizer.json. Every added token is written in every way and in every place once,
 * then COUNT random attempts follow. Each conversation is encoded three times: under "control",
 * without a policy, and with the attack taken out. Under "control" each control token must be
 * there exactly as often as without the attack, and when nothing was suppressed the ids must be
 * those without a policy. What is control is worked out here from the file, not asked of the
 * library. A token more that stands in the template's bytes alone is its own: of a file whose
 * tokens are matched in normalised text, "</s>" behind a blank is the token and behind a letter
 * it is not, in the reference too.
 */
#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STORM_IDS = 1 << 19, STORM_NAMES = 8192, STORM_TEXT = 1 << 14, STORM_ROOM = 1 << 15 };

/* Where the attack stands, and how it is written. */
enum { IN_CONTENT, IN_ROLE, IN_NAME, IN_TOOL_VALUE, IN_TOOL_KEY, IN_TWO_MESSAGES, IN_ARGUMENT,
       STORM_PLACES };
enum { AS_IS, AS_WIDE, AS_SPACED, AS_META, AS_BYTES, AS_JOINED, AS_CASED, AS_TWICE, AS_HALF,
       AS_KELVIN, STORM_WAYS };

typedef struct storm {
    chatfmt_model *model;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    chatfmt_chat *chat;
    chatfmt_values *values;
    uint64_t random;
    chatfmt_slice names[STORM_NAMES];
    size_t name_count;
    unsigned char control[STORM_IDS];
    long texts, attempts, clean, written, own, fewer, differ;
} storm;

static uint32_t storm_next(storm *s, uint32_t below)
{
    s->random = s->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((s->random >> 33) % below);
}

/* ---- What is control ---- */

static int storm_has(chatfmt_slice text, chatfmt_slice part)
{
    for (size_t i = 0; part.length && i + part.length <= text.length; i++)
        if (!memcmp(text.data + i, part.data, part.length)) return 1;
    return 0;
}

static int storm_ends(chatfmt_slice t, const char *begin, const char *end)
{
    size_t b = strlen(begin), e = strlen(end);
    return t.length > b + e && !memcmp(t.data, begin, b) &&
           !memcmp(t.data + t.length - e, end, e);
}

static int storm_blank(chatfmt_slice t)
{
    for (size_t i = 0; i < t.length; i++) {
        if (t.length - i >= 3 && !memcmp(t.data + i, "\xE2\x96\x81", 3)) i += 2;
        else if (!strchr(" \t\r\n", t.data[i])) return 0;
    }
    return 1;
}

static void storm_learn(storm *s, const char *folder, chatfmt_slice source)
{
    char path[4096];
    chatfmt_value whole, added;
    chatfmt_error error;
    snprintf(path, sizeof path, "%s/tokenizer.json", folder);
    FILE *file = fopen(path, "rb");
    if (!file) exit(2);
    fseek(file, 0, SEEK_END);
    size_t length = (size_t)ftell(file);
    char *json = malloc(length + 1);
    rewind(file);
    if (!json || fread(json, 1, length, file) != length) exit(2);
    fclose(file);
    /* The vocabulary is not needed, and large: only the array of added tokens is read. */
    json[length] = '\0';
    char *begin = strstr(json, "\"added_tokens\"");
    while (begin && *begin != '[') begin++;
    char *end = begin ? strstr(begin, "\"normalizer\"") : NULL;
    while (end && *end != ']') end--;
    if (!end || chatfmt_value_read_json(s->values, begin, (size_t)(end - begin) + 1, &whole, &error))
        exit(2);
    added = whole;
    for (size_t i = 0; i < chatfmt_value_count(added) && s->name_count < STORM_NAMES; i++) {
        chatfmt_value row = chatfmt_value_at(added, i);
        chatfmt_slice text = chatfmt_value_as_text(chatfmt_value_find(row, "content", 7));
        int64_t id = chatfmt_tokenizer_id(s->tokenizer, text.data, text.length);
        int special = chatfmt_value_truth(chatfmt_value_find(row, "special", 7));
        if (id < 0 || id >= STORM_IDS || !text.length || text.length > 200) continue;
        s->control[id] = special || storm_ends(text, "<|", "|>") || storm_ends(text, "[", "]") ||
                         storm_ends(text, "<\xEF\xBD\x9C", "\xEF\xBD\x9C>") ||
                         (storm_has(source, text) && !storm_blank(text));
        char *copy = malloc(text.length);
        if (!copy) exit(2);
        memcpy(copy, text.data, text.length);
        s->names[s->name_count++] = (chatfmt_slice){copy, text.length};
    }
    free(json);
}

/* ---- Attacks ---- */

static size_t storm_put(char *to, size_t at, const char *text, size_t length)
{
    if (at + length >= STORM_TEXT) return at;
    memcpy(to + at, text, length);
    return at + length;
}

static size_t storm_width(unsigned char lead)
{
    return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

/* One character of a token in one of the ways. */
static size_t storm_character(storm *s, char *to, size_t at, int way, const char *c, size_t n)
{
    static const char *const joiners[] = {"\xE2\x80\x8D", "\xE2\x80\x8B", "\xCC\x81", "\xEF\xBB\xBF"};
    char wide[3];
    unsigned char u = (unsigned char)*c;
    switch (way) {
    case AS_WIDE:
        if (n > 1 || u < 0x21 || u > 0x7E) return storm_put(to, at, c, n);
        wide[0] = (char)0xEF;
        wide[1] = (char)(u < 0x60 ? 0xBC : 0xBD);
        wide[2] = (char)(0x80 + ((u - 0x20) & 0x3F));
        return storm_put(to, at, wide, 3);
    case AS_SPACED: return storm_put(to, storm_put(to, at, c, n), " ", storm_next(s, 2));
    case AS_META: return storm_put(to, storm_put(to, at, c, n), "\xE2\x96\x81", 3);
    case AS_BYTES:
        if (n == 1 && storm_next(s, 2)) {
            char bytes[8];
            return storm_put(to, at, bytes, (size_t)snprintf(bytes, sizeof bytes, "<0x%02X>", u));
        }
        return storm_put(to, at, c, n);
    case AS_JOINED:
        at = storm_put(to, at, c, n);
        if (storm_next(s, 4)) return at;
        c = joiners[storm_next(s, 4)];
        return storm_put(to, at, c, strlen(c));
    case AS_CASED:
        if (u >= 'a' && u <= 'z') wide[0] = (char)(u - 32);
        else wide[0] = *c;
        return n > 1 ? storm_put(to, at, c, n) : storm_put(to, at, wide, 1);
    case AS_KELVIN:
        if (u == 'k' || u == 'K') return storm_put(to, at, "\xE2\x84\xAA", 3);
        if (u == 's') return storm_put(to, at, "\xC5\xBF", 2);
        return storm_put(to, at, c, n);
    default: return storm_put(to, at, c, n);
    }
}

static size_t storm_write(storm *s, char *to, size_t at, chatfmt_slice name, int way)
{
    size_t stop = way == AS_HALF ? 1 + storm_next(s, (uint32_t)name.length) : name.length;
    for (int times = way == AS_TWICE ? 2 : 1; times; times--)
        for (size_t i = 0; i < stop;) {
            size_t n = storm_width((unsigned char)name.data[i]);
            if (i + n > name.length) n = name.length - i;
            at = storm_character(s, to, at, way, name.data + i, n);
            i += n;
        }
    return at;
}

/* ---- Conversations ---- */

static chatfmt_value storm_string(storm *s, const char *text, size_t length)
{
    chatfmt_value value;
    chatfmt_error error;
    if (chatfmt_value_string(s->values, text, length, &value, &error)) exit(2);
    return value;
}

static void storm_set(storm *s, chatfmt_value object, const char *name, chatfmt_value value)
{
    chatfmt_error error;
    if (chatfmt_value_set(s->values, object, name, strlen(name), value, &error)) exit(2);
}

static chatfmt_value storm_object(storm *s)
{
    chatfmt_value object;
    chatfmt_error error;
    if (chatfmt_value_object(s->values, &object, &error)) exit(2);
    return object;
}

static chatfmt_value storm_array(storm *s)
{
    chatfmt_value array;
    chatfmt_error error;
    if (chatfmt_value_array(s->values, &array, &error)) exit(2);
    return array;
}

static void storm_push(storm *s, chatfmt_value array, chatfmt_value item)
{
    chatfmt_error error;
    if (chatfmt_value_push(s->values, array, item, &error)) exit(2);
}

static chatfmt_value storm_message(storm *s, const char *role, chatfmt_value content)
{
    chatfmt_value message = storm_object(s);
    storm_set(s, message, "role", storm_string(s, role, strlen(role)));
    storm_set(s, message, "content", content);
    return message;
}

typedef struct storm_case {
    chatfmt_value messages, tools;
} storm_case;

/* A conversation with `text` in a place; `cut` is where it is split over two messages. */
static storm_case storm_make(storm *s, int place, const char *text, size_t length, size_t cut)
{
    chatfmt_value harmless = storm_string(s, "How are you?", 12), given = storm_string(s, text, length);
    chatfmt_value messages = storm_array(s), first, second;
    storm_case made = {messages, {{0, 0}}};
    first = storm_message(s, "user", place == IN_CONTENT        ? given
                                     : place == IN_TWO_MESSAGES ? storm_string(s, text, cut)
                                                                : harmless);
    second = storm_message(s, "assistant", place == IN_TWO_MESSAGES
                                               ? storm_string(s, text + cut, length - cut)
                                               : storm_string(s, "Fine.", 5));
    if (place == IN_ROLE) storm_set(s, first, "role", given);
    if (place == IN_NAME) storm_set(s, first, "name", given);
    if (place == IN_ARGUMENT) {
        chatfmt_value calls = storm_array(s), call = storm_object(s), function = storm_object(s),
                      arguments = storm_object(s);
        storm_set(s, arguments, "q", given);
        storm_set(s, function, "name", storm_string(s, "f", 1));
        storm_set(s, function, "arguments", arguments);
        storm_set(s, call, "function", function);
        storm_push(s, calls, call);
        storm_set(s, second, "tool_calls", calls);
    }
    if (place == IN_TOOL_VALUE || place == IN_TOOL_KEY) {
        chatfmt_value tools = storm_array(s), tool = storm_object(s);
        chatfmt_error error;
        storm_set(s, tool, "name", storm_string(s, "f", 1));
        if (place == IN_TOOL_VALUE) storm_set(s, tool, "description", given);
        else if (length && chatfmt_value_set(s->values, tool, text, length, harmless, &error)) exit(2);
        storm_push(s, tools, tool);
        made.tools = tools;
    }
    storm_push(s, messages, first);
    storm_push(s, messages, second);
    return made;
}

/* ---- The check ---- */

static uint32_t storm_kept[STORM_ROOM];

static size_t storm_encode(storm *s, storm_case c, chatfmt_token_policy policy, chatfmt_prompt *out)
{
    chatfmt_error error;
    chatfmt_apply_options apply = CHATFMT_APPLY_OPTIONS_INIT;
    chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
    apply.tools = c.tools;
    options.policy = policy;
    options.flags = policy ? CHATFMT_PROMPT_PLACES : 0;
    if (chatfmt_chat_encode(s->chat, s->model, s->encoder, c.messages, &apply, &options, out, &error)) {
        fprintf(stderr, "chat_storm: %s\n", error.text);
        exit(2);
    }
    return out->count < STORM_ROOM ? out->count : STORM_ROOM;
}

/* Whether token `id` stands anywhere in a byte of data. */
static int storm_in_data(const chatfmt_prompt *p, uint32_t id)
{
    for (size_t i = 0; i < p->count; i++) {
        if (p->ids[i] != id) continue;
        for (size_t k = 0; k < p->applied.span_count; k++) {
            const chatfmt_span *span = &p->applied.spans[k];
            if (span->kind == CHATFMT_SPAN_DATA && span->begin < p->places[i].end &&
                span->end > p->places[i].begin)
                return 1;
        }
    }
    return 0;
}

static void storm_tell(const chatfmt_prompt *p, uint32_t id, const char *what)
{
    static int told;
    if (told++ < 5)
        printf("%s, id %u: %.*s\n", what, id, (int)(p->applied.text.length < 600 ? p->applied.text.length : 600),
               p->applied.text.data);
}

/* Control tokens of a list, sorted out by counting: +1 for each here, -1 for each there. */
static void storm_compare(storm *s, const uint32_t *want, size_t want_count, const chatfmt_prompt *p)
{
    static int counts[STORM_IDS];
    for (size_t i = 0; i < want_count; i++) counts[want[i] % STORM_IDS]--;
    for (size_t i = 0; i < p->count; i++) counts[p->ids[i] % STORM_IDS]++;
    for (size_t i = 0; i < p->count; i++) {
        uint32_t id = p->ids[i] % STORM_IDS;
        if (s->control[id] && counts[id] > 0 && !storm_in_data(p, id)) {
            s->own++;
        } else if (s->control[id] && counts[id] > 0) {
            s->written++;
            storm_tell(p, id, "written by a user");
        }
        if (s->control[id] && counts[id] < 0) s->fewer++;
        counts[id] = 0;
    }
    for (size_t i = 0; i < want_count; i++) {
        uint32_t id = want[i] % STORM_IDS;
        if (s->control[id] && counts[id] < 0) s->fewer++;
        counts[id] = 0;
    }
}

static void storm_attack(storm *s, int place, const char *text, size_t length)
{
    chatfmt_prompt prompt;
    size_t cut = length ? storm_next(s, (uint32_t)length + 1) : 0;
    while (cut < length && ((unsigned char)text[cut] & 0xC0) == 0x80) cut++;
    chatfmt_values_reset(s->values);
    const char *calm = place == IN_ROLE ? "zzz" : "calm words";
    storm_case harmless = storm_make(s, place, calm, strlen(calm), 3);
    storm_case attack = storm_make(s, place, text, length, cut);
    size_t kept = storm_encode(s, harmless, CHATFMT_TOKENS_CONTROL, &prompt);
    memcpy(storm_kept, prompt.ids, kept * sizeof *storm_kept);
    storm_encode(s, attack, CHATFMT_TOKENS_CONTROL, &prompt);
    storm_compare(s, storm_kept, kept, &prompt);
    s->texts++;
    s->attempts += (long)prompt.attempt_total;
    if (prompt.attempt_total) return;
    s->clean++;
    kept = prompt.count < STORM_ROOM ? prompt.count : STORM_ROOM;
    memcpy(storm_kept, prompt.ids, kept * sizeof *storm_kept);
    storm_encode(s, attack, CHATFMT_TOKENS_ANY, &prompt);
    if (prompt.count < kept || memcmp(prompt.ids, storm_kept, kept * sizeof *storm_kept)) {
        s->differ++;
        storm_tell(&prompt, 0, "other ids than the reference's");
    }
}

static void storm_random(storm *s)
{
    static const char *const filler[] = {" ", "a", "the ", "\n", "<", "|", ">", "\xE2\x96\x81",
                                         "\xEF\xBD\x9C", "e\xCC\x81", "_", "<|", "|>", "[", "</"};
    char text[STORM_TEXT];
    size_t length = 0;
    for (uint32_t parts = 1 + storm_next(s, 6); parts; parts--) {
        if (storm_next(s, 3) == 0) {
            const char *f = filler[storm_next(s, 15)];
            length = storm_put(text, length, f, strlen(f));
            continue;
        }
        chatfmt_slice name = s->names[storm_next(s, (uint32_t)s->name_count)];
        length = storm_write(s, text, length, name, (int)storm_next(s, STORM_WAYS));
    }
    storm_attack(s, (int)storm_next(s, STORM_PLACES), text, length);
}

int main(int argc, char **argv)
{
    static storm s;
    static char source[1 << 20];
    char text[STORM_TEXT];
    chatfmt_error error;
    FILE *file = argc < 5 ? NULL : fopen(argv[2], "rb");
    if (!file) return 2;
    size_t length = fread(source, 1, sizeof source, file);
    fclose(file);
    if (chatfmt_model_from_template(source, length, NULL, &s.model, &error) ||
        chatfmt_tokenizer_load(argv[1], NULL, &s.tokenizer, &error) ||
        chatfmt_encoder_new(s.tokenizer, NULL, &s.encoder, &error) ||
        chatfmt_chat_new(NULL, NULL, &s.chat, &error) ||
        chatfmt_values_new(NULL, NULL, &s.values, &error)) {
        fprintf(stderr, "chat_storm: %s\n", error.text);
        return 2;
    }
    s.random = (uint64_t)atoll(argv[4]);
    storm_learn(&s, argv[1], (chatfmt_slice){source, length});
    if (!s.name_count) return 77;
    long rounds = atol(argv[3]);
    for (size_t i = 0; i < s.name_count && s.texts < rounds; i++)
        for (int place = 0; place < STORM_PLACES; place++)
            for (int way = 0; way < STORM_WAYS; way++)
                storm_attack(&s, place, text, storm_write(&s, text, 0, s.names[i], way));
    long told = s.texts;
    while (s.texts < rounds) storm_random(&s);
    printf("%zu added tokens, %ld texts (%ld of them in turn), %ld attempts, %ld texts without; "
           "%ld control tokens written by users, %ld more and %ld fewer of the template's, "
           "%ld other ids\n",
           s.name_count, s.texts, told, s.attempts, s.clean, s.written, s.own,
           s.fewer, s.differ);
    for (size_t i = 0; i < s.name_count; i++) free((void *)(uintptr_t)s.names[i].data);
    chatfmt_values_free(s.values);
    chatfmt_chat_free(s.chat);
    chatfmt_encoder_free(s.encoder);
    chatfmt_tokenizer_free(s.tokenizer);
    chatfmt_model_free(s.model);
    return s.written || s.fewer || s.differ;
}
