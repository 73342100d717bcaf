/* base/json_out.c - JSON text that is written piece by piece. */
#include "base/json_out.h"

#include "base/utf8.h"

void cft_out_begin(cft_json_out *out, const chatfmt_allocator *allocator)
{
    cft_buffer_init(&out->text, allocator);
    out->status = CHATFMT_OK;
}

void cft_out_free(cft_json_out *out) { cft_buffer_free(&out->text); }

void cft_out_bytes(cft_json_out *out, const char *data, size_t length)
{
    cft_buffer *text = &out->text;
    if (!length || out->status) return;
    if (text->capacity - text->length < length) {
        out->status = cft_buffer_append(text, data, length);
        return;
    }
    memcpy(text->data + text->length, data, length);
    text->length += length;
}

void cft_out_text(cft_json_out *out, const char *text) { cft_out_bytes(out, text, strlen(text)); }

void cft_out_number(cft_json_out *out, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    do digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    cft_out_bytes(out, digits + at, sizeof digits - at);
}

void cft_out_integer(cft_json_out *out, int64_t number)
{
    if (number < 0) cft_out_bytes(out, "-", 1);
    cft_out_number(out, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

static void out_code(cft_json_out *out, uint32_t code)
{
    static const char digits[] = "0123456789abcdef";
    const char text[] = {'\\', 'u', digits[code >> 12], digits[code >> 8 & 15],
                         digits[code >> 4 & 15], digits[code & 15]};
    cft_out_bytes(out, text, sizeof text);
}

static void out_escape(cft_json_out *out, unsigned char c)
{
    static const char short_forms[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    for (size_t i = 0; i + 1 < sizeof short_forms; i += 2)
        if (short_forms[i] == (char)c) {
            const char text[] = {'\\', short_forms[i + 1]};
            cft_out_bytes(out, text, sizeof text);
            return;
        }
    out_code(out, c);
}

/* A surrogate as three bytes, which is no UTF-8. */
static bool out_is_surrogate(const unsigned char *p, size_t width)
{
    return width == 3 && p[0] == 0xED && p[1] >= 0xA0 && p[1] < 0xC0 && (p[2] & 0xC0) == 0x80;
}

static void out_quoted(cft_json_out *out, const char *data, size_t length, bool keeps_surrogates)
{
    const unsigned char *p = (const unsigned char *)data;
    size_t begin = 0;
    cft_out_bytes(out, "\"", 1);
    for (size_t i = 0; i < length;) {
        unsigned char c = p[i];
        size_t width = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
        bool plain = c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
        if (width > length - i) width = length - i;
        if (plain || (c >= 0x80 && cft_utf8_check(data + i, width) == width)) {
            i += width;
            continue;
        }
        bool surrogate = keeps_surrogates && out_is_surrogate(p + i, width);
        uint32_t code = surrogate ? 0xD000u | (p[i + 1] & 0x3Fu) << 6 | (p[i + 2] & 0x3Fu) : 0xFFFD;
        cft_out_bytes(out, data + begin, i - begin);
        if (c < 0x80) out_escape(out, c);
        else out_code(out, code);
        begin = i += surrogate ? 3 : 1;
    }
    cft_out_bytes(out, data + begin, length - begin);
    cft_out_bytes(out, "\"", 1);
}

void cft_out_string(cft_json_out *out, const char *data, size_t length)
{
    out_quoted(out, data, length, false);
}

void cft_out_exact(cft_json_out *out, const char *data, size_t length)
{
    out_quoted(out, data, length, true);
}

void cft_out_name(cft_json_out *out, const char *name)
{
    cft_out_bytes(out, "\"", 1);
    cft_out_text(out, name);
    cft_out_bytes(out, "\": ", 3);
}
