/* tests/tokenizers/chat_storm.c - conversations in which data tries to write control tokens, by every door.
 *
 * usage: chat_storm [--trusting] FOLDER ROUNDS SEED TEMPLATE.jinja…
 *
 * FOLDER has a tokenizer.json, or another vocabulary beside an added.json that lists its tokens as a tokenizer.json would
 * (storm_vocabularies.py). With every template each door gets ROUNDS texts: added tokens, as they are and in
 * disguises. Prints a line for each door: its name, texts, those in which the template showed the data, attempts, control
 * tokens written by data, attempts that were not reported, tokens of the template's that were lost, other faults.
 *
 * What data wrote is not asked of the library. Each conversation has a twin, whose data has other characters in the same
 * places, so that a template that takes the same course writes a text of the same length: the bytes that differ are
 * those that data chose. Under "control" no control token may touch such a byte; each that does without a policy must be
 * among the attempts; the others must be the twin's, one for one; and without attempts the ids are those without a policy.
 * Where the course differs (a template may split content at "</think>") the number of control tokens in bytes that are
 * no template's is compared, as far as spans tell, and the column `apart` counts the text: most of them had to lose turns or
 * to be cut to fit, and in others the template looks into a name or an argument. Nothing is excused there.
 * The column `replaced` counts tokens by which the template itself replaces what data says
 * ("{{ content.replace('<end>', '</think>') }}"), which are the template's.
 * The column `after` counts tokens of the template's text that are tokens only because an added token that data wrote ends
 * where they begin: with a normalizer that puts "▁" before each segment, a token of normalized text is the text "▁</s>",
 * found where a segment begins. Refused tokens begin no segments, and no byte of data is in such a token.
 * What is control is worked out here, too.
 * With --trusting the caller trusts all data, which is what a library does that takes data for the template's: every check
 * has something to find then, and the exit status must be 1.
 */
#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STORM_IDS = 1 << 19, STORM_NAMES = 8192, STORM_TEXT = 1 << 12, STORM_ROOM = 1 << 15, STORM_BYTES = 1 << 18 };

typedef struct storm storm;

/* One conversation in the making: what goes to chatfmt_applier_encode. */
typedef struct storm_case {
    chatfmt_value messages;
    chatfmt_apply_options apply;
    chatfmt_prompt_options prompt;
    chatfmt_value first, second, call, function, tool; /* what doors change */
} storm_case;

typedef struct storm_door {
    const char *name;
    void (*open)(storm *s, storm_case *c, chatfmt_value given, const char *text, size_t length);
    long texts, shown, attempts, written, missed, lost, other, apart, replaced, after;
} storm_door;

struct storm {
    chatfmt_model *model;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    chatfmt_applier *chat;
    chatfmt_values *values;
    uint64_t random;
    chatfmt_slice names[STORM_NAMES];
    uint32_t ids[STORM_NAMES]; /* of the names */
    size_t name_count;
    uint32_t controls[STORM_NAMES]; /* numbers of the names that are control */
    uint32_t control_count;
    unsigned char control[STORM_IDS], by_file[STORM_IDS];
    unsigned char added[STORM_IDS], normalized[STORM_IDS];
    unsigned char unknown[STORM_IDS]; /* the model gives it for what it does not know */
    unsigned char rewritten[STORM_IDS]; /* the template itself puts it in the place of other text */
    int trusting; /* all data is trusted, so that the checks must fail */
    size_t cut; /* where a text is split over two messages */
    char source[1 << 20];
    size_t source_length;
};

static uint32_t storm_next(storm *s, uint32_t below)
{
    s->random = s->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((s->random >> 33) % below);
}

/* ---- What is control ---- */

static int storm_has(chatfmt_slice text, chatfmt_slice part)
{
    for (size_t i = 0; part.length && i + part.length <= text.length; i++) {
        const char *hit = memchr(text.data + i, part.data[0], text.length - part.length - i + 1);
        if (!hit) return 0;
        i = (size_t)(hit - text.data);
        if (!memcmp(hit, part.data, part.length)) return 1;
    }
    return 0;
}

static int storm_ends(chatfmt_slice t, const char *begin, const char *end)
{
    size_t b = strlen(begin), e = strlen(end);
    return t.length > b + e && !memcmp(t.data, begin, b) && !memcmp(t.data + t.length - e, end, e);
}

static int storm_is_space(chatfmt_slice t)
{
    for (size_t i = 0; i < t.length; i++) {
        if (t.length - i >= 3 && !memcmp(t.data + i, "\xE2\x96\x81", 3)) i += 2;
        else if (!strchr(" \t\r\n", t.data[i])) return 0;
    }
    return 1;
}

/* The array of added tokens alone: the vocabulary is not needed, and large. It borrows *json. */
static chatfmt_value storm_added(storm *s, const char *folder, char **json)
{
    char path[4096];
    chatfmt_value added;
    snprintf(path, sizeof path, "%s/tokenizer.json", folder);
    FILE *file = fopen(path, "rb");
    if (!file) {
        snprintf(path, sizeof path, "%s/added.json", folder);
        file = fopen(path, "rb");
    }
    if (!file) exit(2);
    fseek(file, 0, SEEK_END);
    size_t length = (size_t)ftell(file);
    *json = malloc(length + 1);
    rewind(file);
    if (!*json || fread(*json, 1, length, file) != length) exit(2);
    fclose(file);
    (*json)[length] = '\0';
    char *begin = strstr(*json, "\"added_tokens\"");
    while (begin && *begin != '[') begin++;
    char *end = begin ? strstr(begin, "\"normalizer\"") : NULL;
    while (end && *end != ']') end--;
    if (!end || chatfmt_value_read_json(s->values, begin, (size_t)(end - begin) + 1, &added, NULL)) exit(2);
    return added;
}

/* A GGUF is no file of a folder of its own to the library. */
static chatfmt_status storm_load(storm *s, const char *folder, chatfmt_error *error)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/model.gguf", folder);
    FILE *file = fopen(path, "rb");
    if (file) fclose(file);
    return chatfmt_tokenizer_load(file ? path : folder, NULL, &s->tokenizer, error);
}

/* What the model gives for characters that it does not know is no control token, though files say that it is special: any
 * such character writes it. The private one is in no vocabulary, and the ideograph is not taken for a control character. */
static void storm_learn_unknown(storm *s)
{
    static const char *const characters[] = {"\xF4\x8F\xBF\xBD", "\xE4\xB8\xA3"};
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    const chatfmt_tokens *tokens;
    for (int k = 0; k < 2; k++) {
        if (chatfmt_encoder_encode(s->encoder, characters[k], strlen(characters[k]), &options, &tokens, NULL)) continue;
        for (size_t i = 0; i < tokens->count; i++) s->unknown[tokens->ids[i] % STORM_IDS] = 1;
    }
}

static void storm_learn(storm *s, const char *folder)
{
    char *json;
    chatfmt_value added = storm_added(s, folder, &json);
    for (size_t i = 0; i < chatfmt_value_count(added) && s->name_count < STORM_NAMES; i++) {
        chatfmt_value row = chatfmt_value_at(added, i);
        chatfmt_slice text = chatfmt_value_as_text(chatfmt_value_find(row, "content", 7));
        int64_t id = chatfmt_tokenizer_id(s->tokenizer, text.data, text.length);
        int special = chatfmt_value_truth(chatfmt_value_find(row, "special", 7));
        if (id < 0 || id >= STORM_IDS || !text.length || text.length > 200) continue;
        s->by_file[id] = special || storm_ends(text, "<|", "|>") || storm_ends(text, "[", "]") ||
                         storm_ends(text, "<\xEF\xBD\x9C", "\xEF\xBD\x9C>");
        s->added[id] = 1;
        s->normalized[id] = (unsigned char)chatfmt_value_truth(chatfmt_value_find(row, "normalized", 10));
        char *copy = malloc(text.length);
        if (!copy) exit(2);
        memcpy(copy, text.data, text.length);
        s->ids[s->name_count] = (uint32_t)id;
        s->names[s->name_count++] = (chatfmt_slice){copy, text.length};
    }
    free(json);
}

/* replace('…', 'TOKEN') in the source: what data says decides where, and the token is the template's. */
static int storm_rewrites(chatfmt_slice source, chatfmt_slice name)
{
    char literal[256];
    static const char *const quotes[] = {"'", "\""};
    for (int i = 0; i < 2; i++) {
        int length = snprintf(literal, sizeof literal, ", %s%.*s%s)", quotes[i], (int)name.length, name.data, quotes[i]);
        if (storm_has(source, (chatfmt_slice){literal, (size_t)length})) return 1;
    }
    return 0;
}

/* Tokens that the template's source contains are control as well. */
static void storm_learn_template(storm *s)
{
    chatfmt_slice source = {s->source, s->source_length};
    memcpy(s->control, s->by_file, sizeof s->control);
    s->control_count = 0;
    for (size_t i = 0; i < s->name_count; i++) {
        uint32_t id = s->ids[i];
        int is_there = storm_has(source, s->names[i]);
        if (!s->control[id] && !storm_is_space(s->names[i]) && is_there) s->control[id] = 1;
        if (s->unknown[id]) s->control[id] = 0;
        if (s->control[id]) s->controls[s->control_count++] = (uint32_t)i;
        s->rewritten[id] = (unsigned char)(is_there && storm_rewrites(source, s->names[i]));
    }
}

/* ---- Attacks ---- */

enum { AS_IS, AS_WIDE, AS_SPACED, AS_META, AS_BYTES, AS_JOINED, AS_CASED, AS_TWICE, AS_HALF, AS_KELVIN, AS_MARKED, STORM_WAYS };

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
    char wide[3], bytes[8];
    unsigned char u = (unsigned char)*c;
    switch (way) {
    case AS_WIDE:
        if (n > 1 || u < 0x21 || u > 0x7E) break;
        wide[0] = (char)0xEF;
        wide[1] = (char)(u < 0x60 ? 0xBC : 0xBD);
        wide[2] = (char)(0x80 + ((u - 0x20) & 0x3F));
        return storm_put(to, at, wide, 3);
    case AS_SPACED: return storm_put(to, storm_put(to, at, c, n), " ", storm_next(s, 2));
    case AS_META: return storm_put(to, storm_put(to, at, c, n), "\xE2\x96\x81", 3);
    case AS_BYTES:
        if (n > 1 || storm_next(s, 2)) break;
        return storm_put(to, at, bytes, (size_t)snprintf(bytes, sizeof bytes, "<0x%02X>", u));
    case AS_JOINED:
        at = storm_put(to, at, c, n);
        if (storm_next(s, 4)) return at;
        c = joiners[storm_next(s, 4)];
        return storm_put(to, at, c, strlen(c));
    case AS_CASED:
        wide[0] = (char)(u >= 'a' && u <= 'z' ? u - 32 : u);
        if (n == 1) return storm_put(to, at, wide, 1);
        break;
    case AS_KELVIN:
        if (u == 'k' || u == 'K') return storm_put(to, at, "\xE2\x84\xAA", 3);
        if (u == 's') return storm_put(to, at, "\xC5\xBF", 2);
        break;
    default: break;
    }
    return storm_put(to, at, c, n);
}

static size_t storm_write(storm *s, char *to, size_t at, chatfmt_slice name, int way)
{
    /* A mark that could join the template's last character by normalisation. */
    if (way == AS_MARKED) at = storm_put(to, at, "\xCC\xB8", 2);
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

/* Any token, but mostly control. */
static chatfmt_slice storm_name(storm *s)
{
    if (s->control_count && storm_next(s, 4)) return s->names[s->controls[storm_next(s, s->control_count)]];
    return s->names[storm_next(s, (uint32_t)s->name_count)];
}

static size_t storm_attack_text(storm *s, char *text)
{
    static const char *const filler[] = {" ", "a", "the ", "\n", "<", "|", ">", "\xE2\x96\x81", "\xEF\xBD\x9C", "e\xCC\x81",
                                         "_", "<|", "|>", "[", "</"};
    size_t length = 0;
    if (storm_next(s, 2)) return storm_write(s, text, 0, storm_name(s),
                                             storm_next(s, 2) ? AS_IS : (int)storm_next(s, STORM_WAYS));
    for (uint32_t parts = 1 + storm_next(s, 4); parts; parts--) {
        if (storm_next(s, 3) == 0) {
            const char *f = filler[storm_next(s, 15)];
            length = storm_put(text, length, f, strlen(f));
            continue;
        }
        length = storm_write(s, text, length, storm_name(s),
                             (int)storm_next(s, STORM_WAYS));
    }
    return length;
}

/* The same with another character of the same kind and length in each place but white space. */
static void storm_twin(char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        unsigned char u = (unsigned char)text[i];
        size_t n = storm_width(u);
        if (i + n > length) return;
        if (u >= 'a' && u <= 'z') text[i] = (char)(u == 'q' ? 'v' : 'q');
        else if (u >= 'A' && u <= 'Z') text[i] = (char)(u == 'Q' ? 'V' : 'Q');
        else if (u >= '0' && u <= '9') text[i] = (char)(u == '7' ? '4' : '7');
        else if (u > ' ' && u < 0x7F && u != '"' && u != '\\' && u != '\'' && u != '&') text[i] = u == ';' ? ',' : ';';
        else if (n == 3 && memcmp(text + i, "\xE2\x96\x81", 3) != 0) memcpy(text + i, "\xE4\xB8\x80", 3);
        i += n;
    }
}

/* ---- Conversations ---- */

static chatfmt_value storm_string(storm *s, const char *text, size_t length)
{
    chatfmt_value value;
    if (chatfmt_value_string(s->values, text, length, &value, NULL)) exit(2);
    return value;
}

static chatfmt_value storm_word(storm *s, const char *word) { return storm_string(s, word, strlen(word)); }

static void storm_set(storm *s, chatfmt_value object, const char *name, chatfmt_value value)
{
    if (chatfmt_value_set(s->values, object, name, strlen(name), value, NULL)) exit(2);
}

static chatfmt_value storm_object(storm *s)
{
    chatfmt_value object;
    if (chatfmt_value_object(s->values, &object, NULL)) exit(2);
    return object;
}

static chatfmt_value storm_array(storm *s)
{
    chatfmt_value array;
    if (chatfmt_value_array(s->values, &array, NULL)) exit(2);
    return array;
}

static void storm_push(storm *s, chatfmt_value array, chatfmt_value item)
{
    if (chatfmt_value_push(s->values, array, item, NULL)) exit(2);
}

static chatfmt_value storm_message(storm *s, storm_case *c, const char *role, chatfmt_value content)
{
    chatfmt_value message = storm_object(s);
    storm_set(s, message, "role", storm_word(s, role));
    storm_set(s, message, "content", content);
    storm_push(s, c->messages, message);
    return message;
}

static chatfmt_value storm_list_of(storm *s, chatfmt_value item)
{
    chatfmt_value list = storm_array(s);
    storm_push(s, list, item);
    return list;
}

static void storm_call(storm *s, storm_case *c)
{
    chatfmt_value arguments = storm_object(s);
    c->call = storm_object(s);
    c->function = storm_object(s);
    storm_set(s, arguments, "q", storm_word(s, "x"));
    storm_set(s, c->function, "name", storm_word(s, "look"));
    storm_set(s, c->function, "arguments", arguments);
    storm_set(s, c->call, "type", storm_word(s, "function"));
    storm_set(s, c->call, "id", storm_word(s, "abcdefgh1"));
    storm_set(s, c->call, "function", c->function);
    storm_set(s, c->second, "tool_calls", storm_list_of(s, c->call));
}

static chatfmt_value storm_tool(storm *s, storm_case *c)
{
    chatfmt_value parameters = storm_object(s), tool = storm_object(s), of = storm_object(s), one = storm_object(s);
    c->tool = tool;
    storm_set(s, one, "type", storm_word(s, "string"));
    storm_set(s, of, "q", one);
    storm_set(s, parameters, "type", storm_word(s, "object"));
    storm_set(s, parameters, "properties", of);
    storm_set(s, tool, "name", storm_word(s, "look"));
    storm_set(s, tool, "description", storm_word(s, "Looks."));
    storm_set(s, tool, "parameters", parameters);
    chatfmt_value outer = storm_object(s);
    storm_set(s, outer, "type", storm_word(s, "function"));
    storm_set(s, outer, "function", tool);
    c->apply.tools = storm_list_of(s, outer);
    return of;
}

#define DOOR(name) static void door_##name(storm *s, storm_case *c, chatfmt_value given, const char *text, size_t length)
#define UNUSED (void)s, (void)c, (void)given, (void)text, (void)length

DOOR(content) { UNUSED; storm_set(s, c->first, "content", given); }
DOOR(reply) { UNUSED; storm_set(s, c->second, "content", given); }
DOOR(system)
{
    UNUSED;
    c->messages = storm_array(s);
    storm_message(s, c, "system", given);
    storm_push(s, c->messages, c->first);
    storm_push(s, c->messages, c->second);
}
DOOR(part)
{
    UNUSED;
    chatfmt_value part = storm_object(s);
    storm_set(s, part, "type", storm_word(s, "text"));
    storm_set(s, part, "text", given);
    storm_set(s, c->first, "content", storm_list_of(s, part));
}
DOOR(two_messages)
{
    UNUSED;
    storm_set(s, c->first, "content", storm_string(s, text, s->cut));
    storm_set(s, c->second, "content", storm_string(s, text + s->cut, length - s->cut));
}
DOOR(role) { UNUSED; storm_set(s, c->first, "role", given); }
DOOR(name) { UNUSED; storm_set(s, c->first, "name", given); }
DOOR(reasoning) { UNUSED; storm_set(s, c->second, "reasoning_content", given); }
DOOR(call_name) { UNUSED; storm_call(s, c); storm_set(s, c->function, "name", given); }
DOOR(call_id) { UNUSED; storm_call(s, c); storm_set(s, c->call, "id", given); }
DOOR(argument)
{
    UNUSED;
    chatfmt_value arguments = storm_object(s);
    storm_call(s, c);
    storm_set(s, arguments, "q", given);
    storm_set(s, c->function, "arguments", arguments);
}
DOOR(argument_key)
{
    UNUSED;
    chatfmt_value arguments = storm_object(s);
    storm_call(s, c);
    if (length && chatfmt_value_set(s->values, arguments, text, length, storm_word(s, "x"), NULL)) exit(2);
    storm_set(s, c->function, "arguments", arguments);
}
DOOR(argument_text) { UNUSED; storm_call(s, c); storm_set(s, c->function, "arguments", given); }
DOOR(fix) { door_argument(s, c, given, text, length); c->apply.flags |= CHATFMT_APPLY_ARGUMENTS_TEXT | CHATFMT_APPLY_NULL_TO_EMPTY; }
DOOR(fix_fit) { door_argument(s, c, given, text, length); c->apply.flags |= CHATFMT_APPLY_FIT_ARGUMENTS; }
DOOR(fix_merge) { door_system(s, c, given, text, length); c->apply.flags |= CHATFMT_APPLY_MERGE_SYSTEM; }
DOOR(raw) { UNUSED; storm_set(s, c->second, "thinking", given); c->apply.flags |= CHATFMT_APPLY_RAW_MESSAGES; }
DOOR(result)
{
    UNUSED;
    storm_call(s, c);
    chatfmt_value message = storm_message(s, c, "tool", given);
    storm_set(s, message, "tool_call_id", storm_word(s, "abcdefgh1"));
    storm_set(s, message, "name", storm_word(s, "look"));
}
DOOR(tool_name) { UNUSED; storm_tool(s, c); storm_set(s, c->tool, "name", given); }
DOOR(tool_value) { UNUSED; storm_tool(s, c); storm_set(s, c->tool, "description", given); }
DOOR(tool_key)
{
    UNUSED;
    chatfmt_value of = storm_tool(s, c), one = storm_object(s);
    storm_set(s, one, "type", storm_word(s, "string"));
    if (length && chatfmt_value_set(s->values, of, text, length, one, NULL)) exit(2);
}
DOOR(document)
{
    UNUSED;
    chatfmt_value one = storm_object(s);
    storm_set(s, one, "title", given);
    storm_set(s, one, "text", given);
    c->apply.documents = storm_list_of(s, one);
}
DOOR(bos) { UNUSED; storm_set(s, c->apply.variables, "bos_token", given); c->apply.trusted_count = 1; }
DOOR(eos) { UNUSED; storm_set(s, c->apply.variables, "eos_token", given); c->apply.trusted++; c->apply.trusted_count = 1; }
DOOR(kwargs)
{
    UNUSED;
    static const char *const names[] = {"date_string", "system_message", "custom_tools", "instruction", "context", "image_token",
                                        "pad_token", "unk_token", "current_date", "date", "role", "prompt", "reasoning_effort",
                                        "model_identity", "system_prompt", "thinking", "mode", "today", "user_name", "knowledge_cutoff"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) storm_set(s, c->apply.variables, names[i], given);
}
DOOR(template)
{
    UNUSED;
    c->apply.chat_template = (chatfmt_slice){text, length};
    c->apply.flags |= CHATFMT_APPLY_DATA_TEMPLATE;
}
DOOR(continued)
{
    UNUSED;
    storm_set(s, c->second, "content", given);
    c->apply.flags = (c->apply.flags & ~(uint32_t)CHATFMT_APPLY_GENERATION_PROMPT) | CHATFMT_APPLY_CONTINUE;
}
DOOR(continued_exactly)
{
    UNUSED;
    storm_set(s, c->second, "content", given);
    c->apply.flags = (c->apply.flags & ~(uint32_t)CHATFMT_APPLY_GENERATION_PROMPT) | CHATFMT_APPLY_CONTINUE_EXACT;
}
DOOR(later_turn)
{
    UNUSED;
    storm_message(s, c, "user", given);
    storm_message(s, c, "assistant", storm_word(s, "Yes."));
    storm_message(s, c, "user", storm_word(s, "And then?"));
}
static void storm_fill(storm *s, storm_case *c)
{
    for (int i = 0; i < 3; i++) {
        storm_message(s, c, "user", storm_word(s, "some words that take their room in the row"));
        storm_message(s, c, "assistant", storm_word(s, "Yes."));
    }
    c->prompt.max_length = 60;
}
DOOR(fit_drop)
{
    UNUSED;
    storm_fill(s, c);
    storm_message(s, c, "user", given);
    storm_message(s, c, "assistant", given);
    c->prompt.fit = CHATFMT_FIT_DROP;
}
DOOR(fit_cut) { door_content(s, c, given, text, length); storm_fill(s, c); c->prompt.fit = CHATFMT_FIT_CUT; }
DOOR(fit_truncate) { door_content(s, c, given, text, length); storm_fill(s, c); c->prompt.fit = CHATFMT_FIT_TRUNCATE; }

#define ROW(name) {#name, door_##name, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
static storm_door storm_doors[] = {
    ROW(content), ROW(reply), ROW(system), ROW(part), ROW(two_messages), ROW(role), ROW(name), ROW(reasoning), ROW(call_name),
    ROW(call_id), ROW(argument), ROW(argument_key), ROW(argument_text), ROW(fix), ROW(fix_fit), ROW(fix_merge), ROW(raw),
    ROW(result), ROW(tool_name), ROW(tool_value), ROW(tool_key), ROW(document), ROW(bos), ROW(eos), ROW(kwargs), ROW(template),
    ROW(continued), ROW(continued_exactly), ROW(later_turn), ROW(fit_drop), ROW(fit_cut), ROW(fit_truncate)};
enum { STORM_DOORS = sizeof storm_doors / sizeof *storm_doors };

static void storm_make(storm *s, storm_door *door, const char *text, size_t length, storm_case *c)
{
    static const chatfmt_slice tokens[] = {{"eos_token", 9}, {"bos_token", 9}, {"eos_token", 9}};
    *c = (storm_case){.apply = CHATFMT_APPLY_OPTIONS_INIT, .prompt = CHATFMT_PROMPT_OPTIONS_INIT};
    c->messages = storm_array(s);
    c->first = storm_message(s, c, "user", storm_word(s, "How are you?"));
    c->second = storm_message(s, c, "assistant", storm_word(s, "Fine."));
    c->apply.variables = storm_object(s);
    c->apply.flags = CHATFMT_APPLY_NOW;
    c->apply.now = 1700000000;
    storm_set(s, c->apply.variables, "bos_token", storm_word(s, "<s>"));
    storm_set(s, c->apply.variables, "eos_token", storm_word(s, "</s>"));
    c->apply.trusted = tokens;
    c->apply.trusted_count = 2;
    door->open(s, c, storm_string(s, text, length), text, length);
    static const chatfmt_slice all[] = {{"messages", 8}, {"tools", 5}, {"documents", 9}, {"bos_token", 9}, {"eos_token", 9}};
    if (!s->trusting) return;
    c->apply.trusted = all;
    c->apply.trusted_count = sizeof all / sizeof *all;
}

/* ---- One encoding, kept ---- */

typedef struct storm_row {
    uint32_t ids[STORM_ROOM];
    chatfmt_token_place places[STORM_ROOM];
    size_t count;
    char text[STORM_BYTES];
    unsigned char is_data[STORM_BYTES]; /* by the library's spans, for courses that differ */
    size_t length;
    chatfmt_token_attempt attempts[256];
    size_t attempt_count, attempt_total;
} storm_row;

static storm_row storm_kept, storm_other, storm_plain;

static void storm_keep_tokens(storm_row *row, const uint32_t *ids, const chatfmt_token_place *places, size_t count)
{
    row->count = count < STORM_ROOM ? count : STORM_ROOM;
    memcpy(row->ids, ids, row->count * sizeof *ids);
    memcpy(row->places, places, row->count * sizeof *places);
}

static chatfmt_status storm_encode(storm *s, storm_case *c, chatfmt_token_policy policy, storm_row *row)
{
    const chatfmt_prompt *p;
    c->prompt.policy = policy;
    c->prompt.flags = CHATFMT_PROMPT_PLACES;
    c->apply.flags |= CHATFMT_APPLY_SPANS;
    chatfmt_status status = chatfmt_applier_encode(s->chat, s->model, s->encoder, c->messages, &c->apply, &c->prompt, &p, NULL);
    if (status) return status;
    if (p->applied->text.length >= STORM_BYTES || p->count >= STORM_ROOM) return CHATFMT_LIMIT;
    storm_keep_tokens(row, p->ids, p->places, p->count);
    row->length = p->applied->text.length;
    memcpy(row->text, p->applied->text.data, row->length);
    for (size_t i = 0; i < p->applied->span_count; i++) {
        const chatfmt_span *span = &p->applied->spans[i];
        memset(row->is_data + span->begin, span->kind == CHATFMT_SPAN_DATA, span->end - span->begin);
    }
    row->attempt_count = p->attempt_count;
    row->attempt_total = p->attempt_total;
    if (p->attempt_count) memcpy(row->attempts, p->attempts, p->attempt_count * sizeof *p->attempts);
    return status;
}

/* The same text as without a policy. */
static int storm_encode_plain(storm *s, const storm_row *row, storm_row *out)
{
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    const chatfmt_tokens *tokens;
    options.flags = CHATFMT_ENCODE_OFFSETS;
    if (chatfmt_encoder_encode(s->encoder, row->text, row->length, &options, &tokens, NULL)) return 0;
    storm_keep_tokens(out, tokens->ids, tokens->places, tokens->count);
    return 1;
}

/* ---- The check ---- */

static void storm_tell(const storm_door *door, const storm_row *row, uint32_t id, const char *what)
{
    static int told;
    if (told++ < 5)
        printf("%s: %s, id %u: %.*s\n", door->name, what, id, (int)(row->length < 900 ? row->length : 900), row->text);
}

/* Whether data wrote a byte of [begin, end): `chosen` has a mark for each. */
static int storm_touches(const unsigned char *chosen, chatfmt_token_place place)
{
    for (uint32_t i = place.begin; i < place.end; i++)
        if (chosen[i]) return 1;
    return 0;
}

static int storm_is_reported(const storm_row *row, uint32_t id, chatfmt_token_place place)
{
    if (row->attempt_total > row->attempt_count) return 1;
    for (size_t i = 0; i < row->attempt_count; i++)
        if (row->attempts[i].id == id && row->attempts[i].begin < place.end && row->attempts[i].end > place.begin) return 1;
    return 0;
}

/* Token `i` of normalized text that begins where an added token ends that data wrote. */
static int storm_follows(const storm *s, const storm_row *row, size_t i, const unsigned char *chosen)
{
    return i && s->normalized[row->ids[i] % STORM_IDS] && s->added[row->ids[i - 1] % STORM_IDS] &&
           row->places[i - 1].end == row->places[i].begin && storm_touches(chosen, row->places[i - 1]);
}

/* Control tokens that are all the template's, and those of the twin, one for one. */
static void storm_compare(const storm *s, storm_door *door, const unsigned char *chosen)
{
    const storm_row *one = &storm_kept, *two = &storm_other;
    size_t k = 0;
    int whole = door->open != door_fit_truncate; /* else both end where they end */
    for (size_t i = 0; i < one->count; i++) {
        uint32_t id = one->ids[i] % STORM_IDS;
        if (!s->control[id]) continue;
        if (storm_touches(chosen, one->places[i])) {
            if (s->rewritten[id]) {
                door->replaced++;
                continue;
            }
            door->written++;
            storm_tell(door, one, id, "written by data");
            continue;
        }
        while (whole && k < two->count && (!s->control[two->ids[k] % STORM_IDS] || storm_touches(chosen, two->places[k]))) k++;
        if (k < two->count && two->ids[k] == one->ids[i] && two->places[k].end == one->places[i].end) k++;
        else if (whole && storm_follows(s, one, i, chosen)) {
            door->after++;
        } else if (whole) {
            door->lost++;
            storm_tell(door, one, id, "the twin has no such token of the template's");
            return;
        }
    }
    for (; whole && k < two->count; k++)
        if (s->control[two->ids[k] % STORM_IDS] && !storm_touches(chosen, two->places[k])) {
            door->lost++;
            storm_tell(door, one, two->ids[k], "a token of the template's is lost");
            return;
        }
}

static void storm_check(storm *s, storm_door *door)
{
    static unsigned char chosen[STORM_BYTES];
    storm_row *one = &storm_kept;
    int alike = one->length == storm_other.length, shown = 0;
    /* Texts that are cut may end up as long although their courses differ: at other tokens, or after "<think>", which a
     * template writes of content with "</think>" in it, and which is as long. */
    if (alike && (door->open == door_fit_cut || door->open == door_continued_exactly))
        alike = !memcmp(one->is_data, storm_other.is_data, one->length);
    for (size_t i = 0; i < one->length; i++) {
        chosen[i] = alike ? one->text[i] != storm_other.text[i] : one->is_data[i];
        shown |= chosen[i];
    }
    door->shown += shown;
    door->apart += !alike;
    if (alike) {
        storm_compare(s, door, chosen);
    } else {
        for (size_t i = 0; i < one->count; i++)
            if (s->control[one->ids[i] % STORM_IDS] && storm_touches(chosen, one->places[i])) {
                door->written++;
                storm_tell(door, one, one->ids[i], "written by data");
            }
    }
    if (door->open == door_fit_truncate || !storm_encode_plain(s, one, &storm_plain)) return;
    for (size_t i = 0; i < storm_plain.count; i++)
        if (s->control[storm_plain.ids[i] % STORM_IDS] && !s->rewritten[storm_plain.ids[i] % STORM_IDS] && storm_touches(chosen, storm_plain.places[i]) &&
            !storm_is_reported(one, storm_plain.ids[i], storm_plain.places[i])) {
            if (storm_follows(s, &storm_plain, i, chosen) &&
                storm_is_reported(one, storm_plain.ids[i - 1], storm_plain.places[i - 1])) {
                door->after++;
                continue;
            }
            door->missed++;
            storm_tell(door, one, storm_plain.ids[i], "not reported");
        }
    if (!one->attempt_total &&
        (storm_plain.count != one->count || memcmp(storm_plain.ids, one->ids, one->count * sizeof *one->ids))) {
        door->other++;
        storm_tell(door, one, 0, "other ids than the reference's");
    }
}

static void storm_attack(storm *s, storm_door *door)
{
    char text[STORM_TEXT], twin[STORM_TEXT];
    size_t length = storm_attack_text(s, text);
    storm_case attack, harmless;
    if (!length) return;
    memcpy(twin, text, length);
    storm_twin(twin, length);
    s->cut = storm_next(s, (uint32_t)length + 1);
    while (s->cut < length && ((unsigned char)text[s->cut] & 0xC0) == 0x80) s->cut++;
    chatfmt_values_reset(s->values);
    storm_make(s, door, text, length, &attack);
    storm_make(s, door, twin, length, &harmless);
    chatfmt_status status = storm_encode(s, &attack, CHATFMT_TOKENS_CONTROL, &storm_kept);
    if (door->open == door_template) {
        door->texts++;
        door->shown++;
        door->attempts += status == CHATFMT_SECURITY;
        door->written += status == CHATFMT_OK;
        return;
    }
    if (status) return; /* the template refuses such a conversation */
    door->texts++;
    door->attempts += (long)storm_kept.attempt_total;
    if (storm_encode(s, &harmless, CHATFMT_TOKENS_CONTROL, &storm_other)) storm_other.length = SIZE_MAX;
    storm_check(s, door);
    if (door->texts % 8) return;
    status = storm_encode(s, &attack, CHATFMT_TOKENS_REJECT, &storm_plain);
    if ((status == CHATFMT_SECURITY) != (storm_kept.attempt_total > 0) && door->open != door_fit_cut &&
        door->open != door_fit_drop)
        door->other++;
}

/* ---- All doors of all templates ---- */

static int storm_open_template(storm *s, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) return 0;
    s->source_length = fread(s->source, 1, sizeof s->source, file);
    fclose(file);
    chatfmt_model_free(s->model);
    if (chatfmt_model_from_template(s->source, s->source_length, NULL, &s->model, NULL)) return s->model = NULL, 0;
    storm_learn_template(s);
    return 1;
}

static void storm_run(storm *s, const char *path, long rounds)
{
    if (!storm_open_template(s, path)) return;
    long before = 0, after = 0;
    for (int d = 0; d < STORM_DOORS; d++) before += storm_doors[d].texts;
    for (int d = 0; d < STORM_DOORS; d++)
        for (long i = 0; i < rounds; i++) storm_attack(s, &storm_doors[d]);
    for (int d = 0; d < STORM_DOORS; d++) after += storm_doors[d].texts;
    /* With the door `template` alone nothing was rendered. */
    printf("template %s %s\n", after - before > rounds ? "taken" : "refuses", path);
}

int main(int argc, char **argv)
{
    static storm s;
    chatfmt_error error;
    s.trusting = argc > 1 && !strcmp(argv[1], "--trusting");
    argc -= s.trusting;
    argv += s.trusting;
    if (argc < 5) return 2;
    if (storm_load(&s, argv[1], &error) || chatfmt_encoder_new(s.tokenizer, NULL, &s.encoder, &error) ||
        chatfmt_applier_new(NULL, NULL, &s.chat, &error) || chatfmt_values_new(NULL, NULL, &s.values, &error)) {
        fprintf(stderr, "chat_storm: %s\n", error.text);
        return 2;
    }
    s.random = (uint64_t)atoll(argv[3]);
    storm_learn_unknown(&s);
    storm_learn(&s, argv[1]);
    if (!s.name_count) return 77;
    for (int i = 4; i < argc; i++) storm_run(&s, argv[i], atol(argv[2]));
    long bad = 0;
    for (int d = 0; d < STORM_DOORS; d++) {
        const storm_door *door = &storm_doors[d];
        printf("door %-18s %8ld %8ld %8ld %6ld %6ld %6ld %6ld %6ld %6ld %6ld\n", door->name, door->texts, door->shown, door->attempts,
               door->written, door->missed, door->lost, door->other, door->apart, door->replaced, door->after);
        bad += door->written + door->missed + door->lost + door->other;
    }
    for (size_t i = 0; i < s.name_count; i++) free((void *)(uintptr_t)s.names[i].data);
    chatfmt_values_free(s.values);
    chatfmt_applier_free(s.chat);
    chatfmt_encoder_free(s.encoder);
    chatfmt_tokenizer_free(s.tokenizer);
    chatfmt_model_free(s.model);
    return bad > 0;
}
