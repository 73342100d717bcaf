/* replies/reply_json.c - tool calls written as JSON: one object (A), an array of them (B), or
 * the arguments alone (C).
 *
 * A validating reader that stops at the end of the JSON by its structure, so that markers
 * inside strings are text. The bytes of the arguments go out as they stand, as they arrive.
 */
#include "replies/reply_parser.h"

enum {
    JSON_VALUE,
    JSON_KEY_OR_END,
    JSON_KEY,
    JSON_COLON,
    JSON_COMMA_OR_END,
    JSON_STRING,
    JSON_PLAIN
};

/* A number or a word of so many bytes is malformed. */
#define JSON_PLAIN_MOST 512

/* Bytes of a \u escape: cft_reply_json.escape counts up to there. */
#define JSON_ESCAPE 6u

enum { FIELD_NONE, FIELD_NAME, FIELD_ARGUMENTS, FIELD_ID };

void cft_reply_json_begin(cft_reply_json *json, uint32_t call_depth)
{
    json->mode = JSON_VALUE;
    json->escape = 0;
    json->field = FIELD_NONE;
    json->in_value = json->text_value = json->seen_name = json->seen_arguments = false;
    json->done = json->after_comma = json->wrapped = json->text_arguments = false;
    json->depth = 0;
    json->call_depth = call_depth;
    json->key_length = json->name_length = json->id_length = 0;
    json->pending = 0;
    json->code = json->high = 0;
}

void cft_reply_enter_json(cft_reply *p, uint32_t call_depth)
{
    cft_reply_json_begin(&p->json, call_depth);
    p->state = CFT_STATE_JSON;
    p->scanned = 0;
    if (call_depth) return;
    p->json.in_value = true; /* as if their key had been read */
    p->json.field = FIELD_ARGUMENTS;
}

static bool json_is_object(const cft_reply_json *json)
{
    uint32_t level = json->depth - 1;
    return json->depth && (json->stack[level / 8] >> level % 8 & 1);
}

static bool json_push(cft_reply_json *json, bool object)
{
    uint8_t bit = (uint8_t)(1u << json->depth % 8);
    if (json->depth == CFT_REPLY_DEPTH) return false;
    if (object)
        json->stack[json->depth / 8] = (uint8_t)(json->stack[json->depth / 8] | bit);
    else
        json->stack[json->depth / 8] = (uint8_t)(json->stack[json->depth / 8] & ~bit);
    json->depth++;
    return true;
}

/* Which field of a call a key names: `keys` is "name,arguments,id", each with '|' between
 * spellings. */
static uint8_t json_field_of(const char *keys, const char *key, size_t length)
{
    uint8_t field = FIELD_NAME;
    const char *at = keys;
    for (;;) {
        size_t word = strcspn(at, "|,");
        if (word == length && memcmp(at, key, length) == 0) return field;
        at += word;
        if (*at == '\0') return FIELD_NONE;
        if (*at == ',') field++;
        at++;
    }
}

static cft_reply_step json_kept_arguments(cft_reply *p, size_t end)
{
    cft_reply_step step = CFT_STEP_ON;
    if (p->json.pending)
        step = cft_reply_text(p, CFT_REPLY_ARGUMENTS, p->kept.data, p->json.pending, end);
    p->json.pending = 0;
    p->kept.length = 0;
    return step;
}

/* Bytes of the arguments, or of the decoded text of arguments written as a string. */
static cft_reply_step json_arguments(cft_reply *p, const char *text, size_t begin, size_t end)
{
    size_t length = text ? end : end - begin;
    if (length == 0) return CFT_STEP_ON;
    if (!p->call_open) { /* they come before the name */
        const char *data = text ? text : p->hold.data + begin;
        if (cft_buffer_append(&p->kept, data, length) != CHATFMT_OK)
            return cft_reply_fail(p, CHATFMT_NO_MEMORY);
        p->json.pending += length;
        return CFT_STEP_ON;
    }
    if (text) return cft_reply_text(p, CFT_REPLY_ARGUMENTS, text, length, p->at);
    return cft_reply_bytes(p, CFT_REPLY_ARGUMENTS, begin, end, 0, NULL);
}

/* A decoded piece of a string that is a key, name, id or text of arguments. */
static cft_reply_step json_text(cft_reply *p, const char *text, size_t length)
{
    cft_reply_json *json = &p->json;
    char *out;
    size_t *used, room;
    if (json->mode == JSON_KEY) {
        out = json->key, used = &json->key_length, room = sizeof json->key;
        if ((p->row->flags & CFT_ROW_KEY_IS_NAME) && json->depth == json->call_depth)
            out = json->name, used = &json->name_length, room = sizeof json->name;
    } else if (json->in_value && json->field == FIELD_NAME) {
        out = json->name, used = &json->name_length, room = sizeof json->name;
    } else if (json->in_value && json->field == FIELD_ID) {
        out = json->id, used = &json->id_length, room = sizeof json->id;
    } else if (json->in_value && json->text_value) { /* the arguments */
        return json_arguments(p, text, 0, length);
    } else {
        return CFT_STEP_ON;
    }
    if (length > room - *used) length = room - *used; /* a key or name of such length is none */
    memcpy(out + *used, text, length);
    *used += length;
    return CFT_STEP_ON;
}

static cft_reply_step json_announce(cft_reply *p)
{
    cft_reply_json *json = &p->json;
    if (cft_reply_begin_call(p, cft_slice_of(json->name, json->name_length),
                             cft_slice_of(json->id, json->id_length), p->at) == CFT_STEP_FAIL)
        return CFT_STEP_FAIL;
    return json_kept_arguments(p, p->at);
}

/* A call is announced when its name is known and, if it comes first, its id; families that
 * write ids write them before the arguments or not where streaming needs them. */
static cft_reply_step json_value_ended(cft_reply *p)
{
    cft_reply_json *json = &p->json;
    uint8_t field = json->field;
    json->in_value = json->text_value = false;
    json->field = FIELD_NONE;
    if (field == FIELD_ARGUMENTS) json->seen_arguments = true;
    if (field == FIELD_ID && p->call_open &&
        cft_reply_late_id(p, cft_slice_of(json->id, json->id_length)) != CHATFMT_OK)
        return cft_reply_fail(p, CHATFMT_NO_MEMORY);
    if (field != FIELD_NAME) return CFT_STEP_ON;
    json->seen_name = json->name_length > 0;
    cft_slice name = cft_slice_of(json->name, json->name_length);
    if (p->call_open || cft_reply_offered(p, &name, NULL)) return CFT_STEP_ON;
    return json_announce(p); /* as text, at once */
}

static bool json_key_is(const cft_reply_json *json, cft_slice key)
{
    return cft_slice_equal(cft_slice_of(json->key, json->key_length), key);
}

/* OpenAI's object around a call: {"type": "function", "function": {"name": …}}. Its own members
 * are those of the call as well, as the id is. */
static bool json_wraps(const cft_reply_json *json, char value)
{
    return !json->wrapped && value == '{' && json_key_is(json, CFT_LIT("function"));
}

/* What has no marker is a call only when all of its keys are those of a call, its name is one
 * that was offered, and its arguments are an object or the text of one; and when that is known
 * soon. */
static bool json_cannot_be_call(const cft_reply *p, char value)
{
    const cft_reply_json *json = &p->json;
    if (!p->bare || p->call_open) return false;
    if (json->field == FIELD_NAME) return value != '"';
    if (json->field == FIELD_ARGUMENTS) return value != '{' && value != '"';
    return json->field == FIELD_NONE && !json_key_is(json, CFT_LIT("type")) &&
           !json_key_is(json, CFT_LIT("function"));
}

static bool json_held_too_long(const cft_reply *p)
{
    size_t longest = cft_reply_longest_name(p);
    return p->bare && !p->call_open &&
           p->base + p->at - p->reported > CFT_REPLY_NAME + (longest ? longest : CFT_REPLY_NAME);
}

static cft_reply_step json_value_begins(cft_reply *p, char c, bool *bad)
{
    cft_reply_json *json = &p->json;
    if (json->depth != json->call_depth || !json_is_object(json)) return CFT_STEP_ON;
    if (p->row->flags & CFT_ROW_KEY_IS_NAME) {
        json->field = FIELD_ARGUMENTS;
        json->seen_name = true;
    } else {
        json->field = json_field_of(p->row->keys, json->key, json->key_length);
    }
    *bad = json_cannot_be_call(p, c);
    if (*bad) return CFT_STEP_ON;
    if (json->field == FIELD_NONE && json_wraps(json, c)) {
        json->wrapped = true;
        json->call_depth++;
    }
    if (json->field == FIELD_ARGUMENTS && json->seen_arguments) json->field = FIELD_NONE;
    json->in_value = json->field != FIELD_NONE;
    json->text_value = c == '"' && json->in_value;
    if (json->field == FIELD_ARGUMENTS) json->text_arguments = json->text_value;
    if (json->field == FIELD_NAME) json->name_length = 0;
    if (json->field != FIELD_ARGUMENTS) return CFT_STEP_ON;
    if (json->seen_name && !p->call_open) return json_announce(p);
    return CFT_STEP_ON;
}

static cft_reply_step json_call_ends(cft_reply *p)
{
    cft_reply_json *json = &p->json;
    cft_reply_step step;
    if (!p->call_open) {
        bool certain = !p->bare || json->seen_arguments || p->tools.kind == CFT_LIST;
        if (!json->seen_name || !certain) return CFT_STEP_MORE; /* the caller gives up */
        if (json_announce(p) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
    }
    step = cft_reply_end_call(p, p->at, 0, NULL);
    json->seen_name = json->seen_arguments = false;
    json->key_length = json->name_length = json->id_length = 0;
    return step;
}

/* The value that ends here was the whole JSON, an item or a member. */
static void json_after_value(cft_reply_json *json)
{
    json->mode = JSON_COMMA_OR_END;
    json->after_comma = false;
    if (json->depth == 0) json->done = true;
}

/* Of numbers and words. */
static bool json_plain_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c && strchr("-+.ENI", c));
}

/* The words of JSON, and what Python's json reads beyond the standard. */
static const char *const json_words[] = {"true", "false", "null", "NaN", "Infinity", "-Infinity"};

/* Is it one of the words, or the beginning of one? */
static bool json_word_begins(cft_slice word, bool whole)
{
    for (size_t i = 0; i < sizeof json_words / sizeof *json_words; i++)
        if (strncmp(json_words[i], word.data, word.length) == 0 &&
            (!whole || json_words[i][word.length] == '\0'))
            return true;
    return false;
}

/* A number or word, or the first bytes of one: of what a number may end in, a digit makes one. */
static bool json_plain_is(cft_slice word, bool whole)
{
    char number[JSON_PLAIN_MOST + 1];
    if (json_word_begins(word, whole) || cft_reply_is_json(word)) return true;
    if (whole) return false;
    memcpy(number, word.data, word.length);
    number[word.length] = '0';
    return cft_reply_is_json(cft_slice_of(number, word.length + 1));
}

static cft_reply_step json_put_code(cft_reply *p, uint32_t code)
{
    char out[4];
    size_t length;
    if (code < 0x80)
        out[0] = (char)code, length = 1;
    else if (code < 0x800)
        out[0] = (char)(0xC0 | code >> 6), out[1] = (char)(0x80 | (code & 63)), length = 2;
    else if (code < 0x10000)
        out[0] = (char)(0xE0 | code >> 12), out[1] = (char)(0x80 | (code >> 6 & 63)),
        out[2] = (char)(0x80 | (code & 63)), length = 3;
    else
        out[0] = (char)(0xF0 | code >> 18), out[1] = (char)(0x80 | (code >> 12 & 63)),
        out[2] = (char)(0x80 | (code >> 6 & 63)), out[3] = (char)(0x80 | (code & 63)),
        length = 4;
    return json_text(p, out, length);
}

static int json_hex(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/* One byte of an escape; false when it is none. */
static bool json_escape(cft_reply *p, char c, cft_reply_step *step)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    cft_reply_json *json = &p->json;
    const char *found;
    *step = CFT_STEP_ON;
    if (json->escape == 1) {
        if (c == 'u') {
            json->escape = 2;
            json->code = 0;
            return true;
        }
        found = c ? strchr(from, c) : NULL;
        if (!found) return false;
        json->escape = 0;
        json->high = 0;
        *step = json_text(p, to + (found - from), 1);
        return true;
    }
    if (json_hex(c) < 0) return false;
    json->code = json->code * 16 + (uint32_t)json_hex(c);
    if (++json->escape < JSON_ESCAPE) return true;
    json->escape = 0;
    if (json->high && json->code >= 0xDC00 && json->code < 0xE000)
        json->code = 0x10000 + ((json->high - 0xD800) << 10) + (json->code - 0xDC00);
    json->high = json->code >= 0xD800 && json->code < 0xDC00 ? json->code : 0;
    if (json->high) return true;
    *step = json_put_code(p, json->code >= 0xDC00 && json->code < 0xE000 ? 0xFFFD : json->code);
    return true;
}

/* The inside of a string up to its end, an escape, or the limit. */
static cft_reply_step json_string(cft_reply *p, bool *bad)
{
    cft_reply_json *json = &p->json;
    size_t begin = p->at;
    cft_reply_step step;
    while (p->at < p->limit) {
        unsigned char c = (unsigned char)p->hold.data[p->at];
        if (json->escape) {
            p->at++;
            if (!json_escape(p, (char)c, &step)) *bad = true;
            if (*bad || step == CFT_STEP_FAIL) return step;
            begin = p->at;
            continue;
        }
        if (c != '"' && c != '\\' && c >= 0x20) {
            const char *data = p->hold.data;
            size_t at = p->at + 1;
            while (at < p->limit && data[at] != '"' && data[at] != '\\' &&
                   (unsigned char)data[at] >= 0x20)
                at++;
            p->at = at;
            json->high = 0;
            continue;
        }
        if (p->at > begin && json_text(p, p->hold.data + begin, p->at - begin) == CFT_STEP_FAIL)
            return CFT_STEP_FAIL;
        p->at++;
        if (c == '\\') {
            json->escape = 1;
            begin = p->at; /* the escape is no text, wherever the bytes end */
            continue;
        }
        if (c != '"') {
            /* Models write raw newlines into strings; they are refused like any control. */
            *bad = true;
            return CFT_STEP_ON;
        }
        json->high = 0;
        if (json->mode == JSON_KEY)
            json->mode = JSON_COLON;
        else
            json_after_value(json);
        return CFT_STEP_ON;
    }
    if (p->at > begin && json_text(p, p->hold.data + begin, p->at - begin) == CFT_STEP_FAIL)
        return CFT_STEP_FAIL;
    return CFT_STEP_MORE;
}

/* Begin the value whose first byte is `c`. */
static bool json_begin_value(cft_reply_json *json, char c)
{
    if (c == '{' || c == '[') {
        if (!json_push(json, c == '{')) return false;
        json->mode = c == '{' ? JSON_KEY_OR_END : JSON_VALUE;
        json->after_comma = false;
        return true;
    }
    if (json->depth == 0 && json->call_depth)
        return false; /* no call is a string or a number */
    if (c == '"')
        json->mode = JSON_STRING;
    else if (json_plain_byte(c))
        json->mode = JSON_PLAIN;
    else
        return false;
    return true;
}

/* One byte outside of strings. */
static bool json_structure(cft_reply_json *json, char c)
{
    switch (json->mode) {
    case JSON_VALUE:
        if (c == ']' && json->depth && !json_is_object(json) && !json->after_comma) {
            json->depth--;
            json_after_value(json);
            return true;
        }
        return json_begin_value(json, c);
    case JSON_KEY_OR_END:
        if (c == '"') {
            json->mode = JSON_KEY;
            if (json->depth == json->call_depth) json->key_length = 0;
            return true;
        }
        if (c != '}' || json->after_comma) return false;
        json->depth--;
        json_after_value(json);
        return true;
    case JSON_COLON: json->mode = JSON_VALUE; return c == ':';
    case JSON_COMMA_OR_END:
        if (c == ',') {
            json->mode = json_is_object(json) ? JSON_KEY_OR_END : JSON_VALUE;
            json->after_comma = true;
            return true;
        }
        if (c == '{' && json->depth == 1 &&
            json->call_depth == 2) /* a comma that was forgotten */
            return json_begin_value(json, c);
        if (c != (json_is_object(json) ? '}' : ']')) return false;
        json->depth--;
        json_after_value(json);
        return true;
    default: return false;
    }
}

/* The end of the value of a call's member, or of a call. */
static cft_reply_step json_settle(cft_reply *p, uint32_t depth_before, bool *bad)
{
    cft_reply_json *json = &p->json;
    bool ended = json->mode == JSON_COMMA_OR_END;
    if (ended && json->in_value && json->depth == json->call_depth)
        if (json_value_ended(p) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
    if (ended && depth_before == json->call_depth && json->depth == json->call_depth - 1) {
        if (json->wrapped) { /* the call goes on with what is around it */
            json->wrapped = false;
            json->call_depth--;
            return CFT_STEP_ON;
        }
        cft_reply_step step = json_call_ends(p);
        if (step == CFT_STEP_MORE) *bad = true;
        if (step == CFT_STEP_FAIL) return step;
    }
    return CFT_STEP_ON;
}

/* A number or a word, which is taken as a whole so that a malformed one is never half reported. One
 * that the end of the reply cuts off is reported as it is, or closed as null. */
static cft_reply_step json_plain(cft_reply *p, bool *bad)
{
    cft_reply_json *json = &p->json;
    const char *data = cft_reply_here(p);
    size_t left = cft_reply_left(p), length = 0;
    while (length < left && length < JSON_PLAIN_MOST && json_plain_byte(data[length]))
        length++;
    if (length == left && length < JSON_PLAIN_MOST && !p->final) return CFT_STEP_MORE;
    cft_slice word = cft_slice_of(data, length);
    bool whole = length < JSON_PLAIN_MOST && json_plain_is(word, true);
    bool cut = length == left && length < JSON_PLAIN_MOST && !whole && json_plain_is(word, false);
    *bad = !whole && !cut;
    if (*bad) return CFT_STEP_ON;
    if (!cut || !(p->asked.flags & CFT_ASK_CLOSED_ARGUMENTS)) p->at += length;
    if (cut) return CFT_STEP_MORE;
    json_after_value(json);
    return CFT_STEP_ON;
}

/* So many bytes of arguments that would be left out if they were closed here are not reported yet:
 * of a comma and the key after it, of an escape that is not whole. */
static size_t json_withheld(const cft_reply *p)
{
    const cft_reply_json *json = &p->json;
    uint8_t item = json_is_object(json) ? JSON_KEY_OR_END : JSON_VALUE;
    bool begun = json->mode == JSON_KEY || (json->after_comma && json->mode == item);
    if (!p->call_open || !(p->asked.flags & CFT_ASK_CLOSED_ARGUMENTS)) return 0;
    if (begun) return p->at - (size_t)(p->reported - p->base);
    if (json->mode != JSON_STRING) return 0;
    return json->escape + (json->high ? JSON_ESCAPE : 0u); /* of the first half of a pair, too */
}

/* Read on: one token or one run. Raw argument bytes go out as they are passed. */
static cft_reply_step json_token(cft_reply *p, bool *bad)
{
    cft_reply_json *json = &p->json;
    size_t begin = p->at - json_withheld(p);
    uint32_t depth = json->depth;
    bool before = json->depth == 0 && json->mode == JSON_VALUE; /* of arguments alone */
    bool raw = json->in_value && json->field == FIELD_ARGUMENTS && !json->text_value && !before;
    cft_reply_step step = CFT_STEP_ON;
    char c = p->hold.data[p->at];
    if (json->mode == JSON_STRING || json->mode == JSON_KEY) {
        step = json_string(p, bad);
    } else if (json->mode == JSON_PLAIN) {
        step = json_plain(p, bad);
    } else if (cft_reply_is_space(c)) {
        p->at += cft_reply_spaces(cft_reply_here(p), cft_reply_left(p));
    } else {
        bool value = json->mode == JSON_VALUE && c != ']';
        if (json->depth == 0 && json->call_depth && c == '[')
            json->call_depth = 2; /* of calls */
        if (value && json->depth == 1 && json->call_depth == 2 && c != '{') *bad = true;
        if (value && !*bad) step = json_value_begins(p, c, bad);
        if (step == CFT_STEP_FAIL || *bad) return step;
        raw = json->in_value && json->field == FIELD_ARGUMENTS && !json->text_value;
        if (!json_structure(json, c))
            *bad = true;
        else if (json->mode != JSON_PLAIN)
            p->at++;
    }
    if (step == CFT_STEP_FAIL) return step;
    if (raw && json_arguments(p, NULL, begin, p->at - json_withheld(p)) == CFT_STEP_FAIL)
        return CFT_STEP_FAIL;
    if (*bad) return step;
    if (json_settle(p, depth, bad) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
    return step;
}

/* A fence or other words before the JSON, which some families write. */
static cft_reply_step json_skip_fence(cft_reply *p, bool *skipped)
{
    size_t length;
    cft_match match;
    *skipped = false;
    if (!(p->row->flags & CFT_ROW_FENCED) || p->json.mode != JSON_VALUE || p->json.depth)
        return CFT_STEP_ON;
    match =
        cft_marker_at("```json\f```", cft_reply_here(p), cft_reply_left(p), p->final, &length);
    if (match == CFT_MATCH_PART) return CFT_STEP_MORE;
    if (match == CFT_MATCH_YES) {
        p->at += length;
        *skipped = true;
    }
    return CFT_STEP_ON;
}

/* What is missing of the value that the reply ends in. An array may end before its first one. */
static const char *json_missing(const cft_reply_json *json)
{
    static const char *const missing[] = {
        [JSON_VALUE] = "null",    [JSON_KEY_OR_END] = "", [JSON_KEY] = "", [JSON_COLON] = ": null",
        [JSON_COMMA_OR_END] = "", [JSON_STRING] = "\"",   [JSON_PLAIN] = "null",
    };
    return json->mode == JSON_VALUE && !json_is_object(json) ? "" : missing[json->mode];
}

cft_reply_step cft_reply_close_json(cft_reply *p)
{
    cft_reply_json *json = &p->json;
    cft_buffer *out = &p->work;
    chatfmt_status status;
    size_t reported = (size_t)(p->reported - p->base);
    out->length = 0;
    if (!json->in_value || json->field != FIELD_ARGUMENTS || json->text_value ||
        json->depth <= json->call_depth)
        return CFT_STEP_ON;
    status = cft_buffer_append(out, json_missing(json), strlen(json_missing(json)));
    for (; status == CHATFMT_OK && json->depth > json->call_depth; json->depth--)
        status = cft_buffer_append(out, json_is_object(json) ? "}" : "]", 1);
    if (status != CHATFMT_OK) return cft_reply_fail(p, status);
    return cft_reply_text(p, CFT_REPLY_ARGUMENTS, out->data, out->length, reported);
}

bool cft_reply_json_is_name(const cft_reply *p)
{
    const cft_reply_json *json = &p->json;
    bool value = json->mode == JSON_STRING || json->mode == JSON_PLAIN;
    if (json->depth > json->call_depth || json->seen_arguments || json->pending) return false;
    return !value || (json->in_value && json->field == FIELD_NAME);
}

cft_reply_step cft_reply_step_json(cft_reply *p)
{
    bool bad = false, skipped;
    while (!p->json.done && !bad) {
        cft_reply_step step;
        if (p->at == p->limit) return CFT_STEP_MORE;
        if (CFT_UNLIKELY(p->bare) && json_held_too_long(p)) break;
        step = json_skip_fence(p, &skipped);
        if (step == CFT_STEP_MORE) return step;
        if (skipped) continue;
        step = json_token(p, &bad);
        if (step != CFT_STEP_ON) return step;
    }
    if (bad || !p->json.done) return cft_reply_give_up(p, "malformed JSON in a tool call");
    if (p->call_open && p->json.call_depth == 0 &&
        cft_reply_end_call(p, p->at, 0, NULL) == CFT_STEP_FAIL)
        return CFT_STEP_FAIL;
    p->state = p->row->shape == CFT_SHAPE_CHANNEL ? CFT_STATE_RAW : CFT_STATE_CLOSE;
    p->raw_kind = CFT_REPLY_FRAME;
    p->scanned = 0;
    return CFT_STEP_ON;
}
