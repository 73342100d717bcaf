/* replies/reply_literal.c - other notations of arguments to JSON: Python's literals, and the
 * JSON-like one with unquoted keys and a string delimiter of its own.
 *
 * Both are small recursive descents whose depth is bounded.
 */
#include "replies/reply_parser.h"

#define LITERAL_DEPTH 64

typedef struct literal_reader {
    const char *at, *end;
    const char *quote; /* CUSTOM: the delimiter of strings; NULL for Python */
    cft_buffer *out;
    chatfmt_status status;
    unsigned depth;
} literal_reader;

static bool literal_value(literal_reader *r);

static bool literal_put(literal_reader *r, const char *text, size_t length)
{
    if (r->status == CHATFMT_OK) r->status = cft_buffer_append(r->out, text, length);
    return r->status == CHATFMT_OK;
}

static void literal_space(literal_reader *r)
{
    while (r->at < r->end && cft_reply_is_space(*r->at))
        r->at++;
}

static bool literal_take(literal_reader *r, char c)
{
    literal_space(r);
    if (r->at == r->end || *r->at != c) return false;
    r->at++;
    return true;
}

static size_t literal_word(const literal_reader *r)
{
    size_t length = 0;
    while (r->at + length < r->end) {
        char c = r->at[length];
        bool inside = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
                      c == '-' || c == '.' || c == '+' || c == '$' || (c >= '0' && c <= '9') ||
                      (unsigned char)c >= 0x80;
        if (!inside) break;
        length++;
    }
    return length;
}

/* true, false and null in either spelling, or a number. */
static bool reply_literal_plain(literal_reader *r)
{
    static const char *const words[][2] = {{"True", "true"},   {"False", "false"},
                                           {"None", "null"},   {"true", "true"},
                                           {"false", "false"}, {"null", "null"}};
    size_t length = literal_word(r), i;
    cft_slice word = cft_slice_of(r->at, length);
    if (length == 0) return false;
    r->at += length;
    for (i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i][0]) == length && memcmp(words[i][0], word.data, length) == 0)
            return literal_put(r, words[i][1], strlen(words[i][1]));
    return cft_reply_is_json(word) && literal_put(r, word.data, length);
}

static int reply_literal_hex(const literal_reader *r, size_t digits, uint32_t *code)
{
    size_t i;
    *code = 0;
    if ((size_t)(r->end - r->at) < digits) return 0;
    for (i = 0; i < digits; i++) {
        char c = r->at[i];
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                         : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                                : 16;
        if (digit == 16) return 0;
        *code = *code * 16 + digit;
    }
    return 1;
}

static bool literal_put_code(literal_reader *r, uint32_t code)
{
    static const char digits[] = "0123456789abcdef";
    char text[12];
    size_t i, count = 0;
    uint32_t units[2] = {code, 0};
    if (code > 0xFFFF) {
        units[0] = 0xD800 + ((code - 0x10000) >> 10);
        units[1] = 0xDC00 + ((code - 0x10000) & 0x3FF);
    }
    for (i = 0; i < 2 && (i == 0 || units[1]); i++) {
        text[count++] = '\\';
        text[count++] = 'u';
        text[count++] = digits[units[i] >> 12 & 15];
        text[count++] = digits[units[i] >> 8 & 15];
        text[count++] = digits[units[i] >> 4 & 15];
        text[count++] = digits[units[i] & 15];
    }
    return literal_put(r, text, count);
}

static bool reply_literal_escape(literal_reader *r)
{
    static const char from[] = "nrtbfva0", to[] = "\n\r\t\b\f\v\a\0";
    uint32_t code;
    size_t digits = 0;
    char c = *r->at++;
    const char *found = c ? strchr(from, c) : NULL;
    if (c == '\n') return true;
    if (c == 'x') digits = 2;
    if (c == 'u') digits = 4;
    if (c == 'U') digits = 8;
    if (digits) {
        if (!reply_literal_hex(r, digits, &code) || code > 0x10FFFF) return false;
        r->at += digits;
        return literal_put_code(r, code);
    }
    if (found) {
        r->status = cft_reply_put_escaped(r->out, to + (found - from), 1);
        return r->status == CHATFMT_OK;
    }
    if (c == '\\' || c == '\'' || c == '"' || c == '/') {
        r->status = cft_reply_put_escaped(r->out, &c, 1);
        return r->status == CHATFMT_OK;
    }
    if (!literal_put(r, "\\\\", 2)) return false; /* Python keeps an unknown escape */
    r->status = cft_reply_put_escaped(r->out, &c, 1);
    return r->status == CHATFMT_OK;
}

static bool literal_python_string(literal_reader *r)
{
    char quote = *r->at++;
    if (!literal_put(r, "\"", 1)) return false;
    while (r->at < r->end && *r->at != quote) {
        const char *begin = r->at;
        if (*r->at == '\\') {
            if (++r->at == r->end || !reply_literal_escape(r)) return false;
            continue;
        }
        while (r->at < r->end && *r->at != quote && *r->at != '\\')
            r->at++;
        r->status = cft_reply_put_escaped(r->out, begin, (size_t)(r->at - begin));
        if (r->status != CHATFMT_OK) return false;
    }
    if (r->at == r->end) return false;
    r->at++;
    return literal_put(r, "\"", 1);
}

static bool literal_quoted(literal_reader *r, size_t open)
{
    const char *begin;
    size_t length;
    r->at += open;
    begin = r->at;
    for (; r->at < r->end; r->at++) {
        if (cft_marker_at(r->quote, r->at, (size_t)(r->end - r->at), true, &length) !=
            CFT_MATCH_YES)
            continue;
        if (!literal_put(r, "\"", 1)) return false;
        r->status = cft_reply_put_escaped(r->out, begin, (size_t)(r->at - begin));
        r->at += length;
        return r->status == CHATFMT_OK && literal_put(r, "\"", 1);
    }
    return false;
}

static bool literal_list(literal_reader *r, char close)
{
    bool first = true;
    r->at++;
    if (!literal_put(r, "[", 1)) return false;
    while (!literal_take(r, close)) {
        if (!first && !literal_put(r, ", ", 2)) return false;
        if (!literal_value(r)) return false;
        first = false;
        literal_space(r);
        if (r->at < r->end && *r->at == ',')
            r->at++;
        else if (r->at == r->end || *r->at != close)
            return false;
    }
    return literal_put(r, "]", 1);
}

static bool literal_key(literal_reader *r)
{
    size_t length;
    literal_space(r);
    if (r->at < r->end && (*r->at == '"' || *r->at == '\'')) return literal_python_string(r);
    if (!r->quote) return false;
    if (cft_marker_at(r->quote, r->at, (size_t)(r->end - r->at), true, &length) ==
        CFT_MATCH_YES)
        return literal_quoted(r, length);
    length = literal_word(r);
    if (length == 0) return false;
    r->status = cft_reply_put_json_string(r->out, cft_slice_of(r->at, length));
    r->at += length;
    return r->status == CHATFMT_OK;
}

static bool literal_dict(literal_reader *r)
{
    bool first = true;
    r->at++;
    if (!literal_put(r, "{", 1)) return false;
    while (!literal_take(r, '}')) {
        if (!first && !literal_put(r, ", ", 2)) return false;
        if (!literal_key(r) || !literal_take(r, ':') || !literal_put(r, ": ", 2)) return false;
        if (!literal_value(r)) return false;
        first = false;
        literal_space(r);
        if (r->at < r->end && *r->at == ',')
            r->at++;
        else if (r->at == r->end || *r->at != '}')
            return false;
    }
    return literal_put(r, "}", 1);
}

static bool literal_value(literal_reader *r)
{
    bool ok;
    size_t length;
    literal_space(r);
    if (r->at == r->end || r->depth == LITERAL_DEPTH) return false;
    r->depth++;
    if (r->quote && cft_marker_at(r->quote, r->at, (size_t)(r->end - r->at), true, &length) ==
                        CFT_MATCH_YES)
        ok = literal_quoted(r, length);
    else if (*r->at == '"' || *r->at == '\'')
        ok = literal_python_string(r);
    else if (*r->at == '[')
        ok = literal_list(r, ']');
    else if (*r->at == '(')
        ok = literal_list(r, ')');
    else if (*r->at == '{')
        ok = literal_dict(r);
    else
        ok = reply_literal_plain(r);
    r->depth--;
    return ok;
}

/* (a=1, b="x") to {"a": 1, "b": "x"}. */
bool cft_reply_python_to_json(cft_slice text, cft_buffer *out, chatfmt_status *status)
{
    literal_reader r = {text.data + 1, text.data + text.length, NULL, out, CHATFMT_OK, 0};
    bool first = true, ok = literal_put(&r, "{", 1);
    while (ok && !literal_take(&r, ')')) {
        size_t length;
        literal_space(&r);
        length = literal_word(&r);
        ok = length && (first || literal_put(&r, ", ", 2));
        if (!ok) break;
        r.status = cft_reply_put_json_string(out, cft_slice_of(r.at, length));
        r.at += length;
        ok = literal_take(&r, '=') && literal_put(&r, ": ", 2) && literal_value(&r);
        first = false;
        literal_space(&r);
        if (ok && r.at < r.end && *r.at == ',')
            r.at++;
        else if (ok)
            ok = r.at < r.end && *r.at == ')';
    }
    ok = ok && literal_put(&r, "}", 1);
    *status = r.status;
    return ok;
}

bool cft_reply_custom_to_json(cft_slice text, const char *quote, cft_buffer *out,
                              chatfmt_status *status)
{
    literal_reader r = {text.data, text.data + text.length, quote, out, CHATFMT_OK, 0};
    bool ok = text.length && *text.data == '{' && literal_dict(&r) && r.at == r.end;
    *status = r.status;
    return ok;
}

/* {'a': [1, True]} to {"a": [1, true]}. */
bool cft_reply_literal_to_json(cft_slice text, cft_buffer *out, chatfmt_status *status)
{
    literal_reader r = {text.data, text.data + text.length, NULL, out, CHATFMT_OK, 0};
    bool ok = literal_value(&r) && r.at == r.end;
    *status = r.status;
    return ok;
}
