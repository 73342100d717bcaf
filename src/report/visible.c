/* report/visible.c - text of others as a terminal may show it. */
#include "report/reports.h"

/* Decodes one code point of text that may be anything; surrogates count as valid. Returns the
 * bytes it takes, or 0 when the first byte begins nothing valid. */
static size_t visible_decode(const unsigned char *p, size_t length, uint32_t *code)
{
    size_t width = p[0] < 0x80 ? 1 : p[0] < 0xC2 ? 0 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;
    if (width == 0 || width > length || p[0] > 0xF4) return 0;
    *code = width == 1 ? p[0] : p[0] & (0x7Fu >> width);
    for (size_t i = 1; i < width; i++) {
        if ((p[i] & 0xC0) != 0x80) return 0;
        *code = *code << 6 | (p[i] & 0x3Fu);
    }
    if ((width == 3 && *code < 0x800) || (width == 4 && (*code < 0x10000 || *code > 0x10FFFF)))
        return 0;
    return width;
}

/* Code points that change what a terminal shows without being seen. */
static bool visible_is_unsafe(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x200B && code <= 0x200F) ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x2069) ||
           code == 0xFEFF || (code >= 0xD800 && code <= 0xDFFF) ||
           (code >= 0xE0000 && code <= 0xE007F);
}

static void visible_hex(cft_json_out *out, const char *before, uint32_t code, int digits,
                        const char *after)
{
    char text[8];
    for (int i = 0; i < digits; i++)
        text[i] = "0123456789abcdef"[code >> 4 * (digits - 1 - i) & 15];
    cft_out_text(out, before);
    cft_out_bytes(out, text, (size_t)digits);
    cft_out_text(out, after);
}

static void visible_escape(cft_json_out *out, uint32_t code)
{
    if (code == '\n') cft_out_text(out, "\\n");
    else if (code == '\t') cft_out_text(out, "\\t");
    else if (code < 0x100) visible_hex(out, "\\x", code, 2, "");
    else visible_hex(out, "\\u{", code, code > 0xFFFF ? 5 : 4, "}");
}

void cft_out_visible(cft_json_out *out, const char *data, size_t length, bool one_line)
{
    const unsigned char *p = (const unsigned char *)data;
    size_t begin = 0;
    for (size_t i = 0; i < length;) {
        uint32_t code = 0;
        size_t width = visible_decode(p + i, length - i, &code);
        bool plain = !one_line && (code == '\n' || code == '\t');
        if (width && (plain || !visible_is_unsafe(code))) {
            i += width;
            continue;
        }
        cft_out_bytes(out, data + begin, i - begin);
        visible_escape(out, width ? code : p[i]);
        begin = i += width ? width : 1;
    }
    cft_out_bytes(out, data + begin, length - begin);
}

size_t cft_text_shortened(const char *data, size_t length, size_t most)
{
    if (length <= most) return length;
    while (most && ((unsigned char)data[most] & 0xC0) == 0x80) most--;
    return most;
}

void cft_out_beginning(cft_json_out *out, const char *data, size_t length, size_t most)
{
    size_t shown = cft_text_shortened(data, length, most);
    cft_out_visible(out, data, shown, true);
    if (shown < length) cft_out_text(out, "…");
}

void cft_out_near(cft_json_out *out, cft_slice near, const char *quote)
{
    if (near.length) {
        cft_out_text(out, "; did you mean ");
        cft_out_text(out, quote);
        cft_out_visible(out, near.data, near.length, true);
        cft_out_text(out, quote);
    }
    cft_out_text(out, near.length ? "?\n" : "\n");
}

void cft_out_column(cft_json_out *out, const char *text, size_t width)
{
    cft_out_text(out, text);
    for (size_t i = strlen(text); i < width; i++) cft_out_bytes(out, " ", 1);
}

chatfmt_status chatfmt_visible_text(const char *data, size_t length, uint32_t flags, char **text,
                                    size_t *text_length, chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, data || !length ? NULL : "data", text, error));
    CFT_TRY(cft_api_flags(flags, CFT_REPORT_FLAGS, "flags", error));
    cft_out_visible(&out, data, length, (flags & CHATFMT_REPORT_ONE_LINE) != 0);
    return cft_result_give(&out, text, text_length, error);
}
