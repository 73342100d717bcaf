/* tokenizers/byte_alphabet.c - the printable characters that ByteLevel writes bytes with.
 *
 * Source: GPT-2's bytes_to_unicode: printable Latin-1 stands for itself, the other bytes are
 * numbered from U+0100 on.
 */
#include "tokenizers/tokenizer.h"

#include "base/utf8.h"

static bool alphabet_is_printable(unsigned byte)
{
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

uint32_t cft_byte_character(unsigned char byte)
{
    if (alphabet_is_printable(byte)) return byte;
    if (byte <= 0x20) return 0x100u + byte;
    if (byte <= 0xA0) return 0x121u + (byte - 0x7Fu);
    return 0x143;
}

int cft_character_byte(uint32_t code)
{
    if (code < 0x100) return alphabet_is_printable(code) ? (int)code : -1;
    if (code <= 0x120) return (int)(code - 0x100);
    if (code <= 0x142) return (int)(code - 0x121 + 0x7F);
    return code == 0x143 ? 0xAD : -1;
}

bool cft_byte_text(cft_slice text, char *out, size_t *length)
{
    const char *at = text.data, *end = text.data + text.length;
    *length = 0;
    while (at < end) {
        int byte = cft_character_byte(cft_utf8_next(&at));
        if (byte < 0) return false;
        out[(*length)++] = (char)(unsigned char)byte;
    }
    return true;
}
