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
    if (length && !out->status) out->status = cft_buffer_append(&out->text, data, length);
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

static void out_escape(cft_json_out *out, unsigned char c)
{
    static const char short_forms[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    static const char digits[] = "0123456789abcdef";
    const char code[] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
    for (size_t i = 0; i + 1 < sizeof short_forms; i += 2)
        if (short_forms[i] == (char)c) {
            const char text[] = {'\\', short_forms[i + 1]};
            cft_out_bytes(out, text, sizeof text);
            return;
        }
    cft_out_bytes(out, code, sizeof code);
}

void cft_out_string(cft_json_out *out, const char *data, size_t length)
{
    size_t begin = 0;
    cft_out_bytes(out, "\"", 1);
    for (size_t i = 0; i < length;) {
        unsigned char c = (unsigned char)data[i];
        size_t width = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
        bool plain = c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
        if (width > length - i) width = length - i;
        if (plain || (c >= 0x80 && cft_utf8_check(data + i, width) == width)) {
            i += width;
            continue;
        }
        cft_out_bytes(out, data + begin, i - begin);
        if (c < 0x80) out_escape(out, c);
        else cft_out_text(out, "\\ufffd");
        begin = ++i;
    }
    cft_out_bytes(out, data + begin, length - begin);
    cft_out_bytes(out, "\"", 1);
}

void cft_out_name(cft_json_out *out, const char *name)
{
    cft_out_bytes(out, "\"", 1);
    cft_out_text(out, name);
    cft_out_bytes(out, "\": ", 3);
}
