/* replies/reply_message.c - the message so far, in OpenAI's form. */
#include "replies/reply_parser.h"

#include "base/utf8.h"

chatfmt_status cft_reply_put_escaped(cft_buffer *out, const char *data, size_t length)
{
    static const char digits[] = "0123456789abcdef", from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
    size_t i = 0;
    while (i < length) {
        size_t begin = i;
        char escape[6] = {'\\', 'u', '0', '0', 0, 0};
        const char *found;
        unsigned char c;
        while (i < length && (unsigned char)data[i] >= 0x20 && data[i] != '"' && data[i] != '\\')
            i++;
        CFT_TRY(cft_buffer_append(out, data + begin, i - begin));
        if (i == length) break;
        c = (unsigned char)data[i++];
        found = c ? strchr(from, c) : NULL;
        if (found) {
            escape[1] = to[found - from];
            CFT_TRY(cft_buffer_append(out, escape, 2));
            continue;
        }
        escape[4] = digits[c >> 4];
        escape[5] = digits[c & 15];
        CFT_TRY(cft_buffer_append(out, escape, 6));
    }
    return CHATFMT_OK;
}

chatfmt_status cft_reply_put_json_string(cft_buffer *out, cft_slice text)
{
    CFT_TRY(cft_buffer_append(out, "\"", 1));
    while (text.length) {
        size_t good = cft_utf8_check(text.data, text.length);
        CFT_TRY(cft_reply_put_escaped(out, text.data, good));
        if (good == text.length) break;
        CFT_TRY(cft_buffer_append(out, "\xEF\xBF\xBD", 3));
        text.data += good + 1;
        text.length -= good + 1;
    }
    return cft_buffer_append(out, "\"", 1);
}

static chatfmt_status message_put(cft_buffer *out, const char *text)
{
    return cft_buffer_append(out, text, strlen(text));
}

/* Code for an interpreter, as OpenAI's Assistants have it; a fence that is not ```python, or
 * none, is noted beside it. */
static chatfmt_status message_code(const cft_reply *p, const cft_reply_call *call, cft_buffer *out)
{
    const char *said = p->said.data;
    cft_slice language = cft_slice_of(said + call->name, call->name_length);
    CFT_TRY(
        message_put(out,
                    ", \"type\": \"code_interpreter\", \"code_interpreter\": {\"input\": "));
    CFT_TRY(cft_reply_put_json_string(
        out, cft_slice_of(said + call->arguments, call->arguments_length)));
    if (call->fence == CFT_FENCE_NONE) CFT_TRY(message_put(out, ", \"language\": null"));
    else if (!cft_slice_equal(language, CFT_LIT("python"))) {
        CFT_TRY(message_put(out, ", \"language\": "));
        CFT_TRY(cft_reply_put_json_string(out, language));
    }
    if (call->fence == CFT_FENCE_OPEN) CFT_TRY(message_put(out, ", \"complete\": false"));
    return message_put(out, "}}");
}

static chatfmt_status message_calls(const cft_reply *p, cft_buffer *out)
{
    uint32_t i;
    CFT_TRY(message_put(out, ", \"tool_calls\": ["));
    for (i = 0; i < p->call_count; i++) {
        const cft_reply_call *call = (const cft_reply_call *)(const void *)p->calls.data + i;
        const char *said = p->said.data;
        if (i) CFT_TRY(message_put(out, ", "));
        CFT_TRY(message_put(out, "{\"id\": "));
        CFT_TRY(cft_reply_put_json_string(out, cft_slice_of(said + call->id, call->id_length)));
        if (call->fence != CFT_FENCE_NO_CODE) {
            CFT_TRY(message_code(p, call, out));
            continue;
        }
        CFT_TRY(message_put(out, ", \"type\": \"function\", \"function\": {\"name\": "));
        CFT_TRY(cft_reply_put_json_string(out, cft_slice_of(said + call->name, call->name_length)));
        CFT_TRY(message_put(out, ", \"arguments\": "));
        CFT_TRY(cft_reply_put_json_string(
            out, cft_slice_of(said + call->arguments, call->arguments_length)));
        CFT_TRY(message_put(out, "}}"));
    }
    return message_put(out, "]");
}

/* The texts as they are, without what JSON adds to them. */
static size_t message_least(const cft_reply *p)
{
    return p->content.length + p->reasoning.length + p->said.length;
}

static chatfmt_status message_write(const cft_reply *p, cft_buffer *out)
{
    CFT_TRY(message_put(out, "{\"role\": \"assistant\", \"content\": "));
    if (p->content.length == 0 && p->call_count) CFT_TRY(message_put(out, "null"));
    else
        CFT_TRY(cft_reply_put_json_string(
            out, cft_slice_of(p->content.data ? p->content.data : "", p->content.length)));
    if (p->reasoning.length) {
        CFT_TRY(message_put(out, ", \"reasoning_content\": "));
        CFT_TRY(
            cft_reply_put_json_string(out, cft_slice_of(p->reasoning.data, p->reasoning.length)));
    }
    if (p->call_count) CFT_TRY(message_calls(p, out));
    return message_put(out, "}");
}

chatfmt_status cft_reply_message(cft_reply *p, cft_buffer *out)
{
    size_t before = out->length;
    CFT_TRY(cft_budget_output(&p->budget, message_least(p)));
    CFT_TRY(message_write(p, out));
    return cft_budget_output(&p->budget, out->length - before);
}

/* ---- One JSON value, checked without building it -------------------------------------------- */

typedef struct message_json {
    const char *at, *end;
} message_json;

static bool message_string(message_json *j)
{
    for (j->at++; j->at < j->end; j->at++) {
        if (*j->at == '"') {
            j->at++;
            return true;
        }
        if ((unsigned char)*j->at < 0x20) return false;
        if (*j->at == '\\' && ++j->at == j->end) return false;
    }
    return false;
}

static bool message_digits(message_json *j)
{
    const char *begin = j->at;
    while (j->at < j->end && *j->at >= '0' && *j->at <= '9') j->at++;
    return j->at > begin;
}

static bool message_number(message_json *j)
{
    if (*j->at == '-') j->at++;
    if (j->at < j->end && *j->at == '0') j->at++;
    else if (!message_digits(j)) return false;
    if (j->at < j->end && *j->at == '.') {
        j->at++;
        if (!message_digits(j)) return false;
    }
    if (j->at < j->end && (*j->at == 'e' || *j->at == 'E')) {
        j->at++;
        if (j->at < j->end && (*j->at == '+' || *j->at == '-')) j->at++;
        return message_digits(j);
    }
    return true;
}

static bool message_word(message_json *j, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(j->end - j->at) < length || memcmp(j->at, word, length) != 0) return false;
    j->at += length;
    return true;
}

static bool message_scalar(message_json *j)
{
    switch (*j->at) {
    case '"': return message_string(j);
    case 't': return message_word(j, "true");
    case 'f': return message_word(j, "false");
    case 'n': return message_word(j, "null");
    default: return message_number(j);
    }
}

/* Nesting on an explicit stack of bits; `expect` is what may come next. */
bool cft_reply_is_json(cft_slice text)
{
    enum { VALUE, KEY, AFTER } expect = VALUE;
    char stack[CFT_REPLY_DEPTH];
    size_t depth = 0;
    bool fresh = false; /* just after an opening bracket */
    message_json j = {text.data, text.data + text.length};
    for (;;) {
        while (j.at < j.end && cft_reply_is_space(*j.at)) j.at++;
        if (j.at == j.end) return expect == AFTER && depth == 0;
        if (expect == AFTER) {
            if (depth == 0) return false;
            if (*j.at == stack[depth - 1]) {
                j.at++;
                depth--;
            } else if (*j.at++ != ',') {
                return false;
            } else {
                expect = stack[depth - 1] == '}' ? KEY : VALUE;
                fresh = false;
            }
        } else if (fresh && *j.at == stack[depth - 1]) {
            j.at++;
            depth--;
            expect = AFTER;
        } else if (expect == KEY) {
            if (*j.at != '"' || !message_string(&j)) return false;
            while (j.at < j.end && cft_reply_is_space(*j.at)) j.at++;
            if (j.at == j.end || *j.at++ != ':') return false;
            expect = VALUE;
            fresh = false;
        } else if (*j.at == '{' || *j.at == '[') {
            if (depth == CFT_REPLY_DEPTH) return false;
            stack[depth++] = *j.at == '{' ? '}' : ']';
            expect = *j.at++ == '{' ? KEY : VALUE;
            fresh = true;
        } else {
            if (!message_scalar(&j)) return false;
            expect = AFTER;
        }
    }
}
