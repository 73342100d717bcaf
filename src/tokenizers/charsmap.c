/* tokenizers/charsmap.c - SentencePiece's map of characters. Source: Normalizer of
 * SentencePiece, Precompiled of the crate spm_precompiled. */
#include "tokenizers/charsmap.h"

#include "base/utf8.h"

static uint32_t charsmap_number(const char *data)
{
    const unsigned char *b = (const unsigned char *)data;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

chatfmt_status cft_charsmap_read(cft_charsmap *map, cft_arena *arena, cft_slice bytes)
{
    *map = (cft_charsmap){.count = 0};
    if (bytes.length < 8) return CHATFMT_INPUT;
    size_t size = charsmap_number(bytes.data);
    if (size < 4 || size > bytes.length - 4) return CHATFMT_INPUT;
    size &= ~(size_t)3;
    cft_slice texts = {bytes.data + 4 + size, bytes.length - 4 - size};
    if (texts.length && cft_utf8_check(texts.data, texts.length) != texts.length)
        return CHATFMT_INPUT;
    uint32_t *units = cft_arena_array(arena, size / 4, sizeof *units);
    char *copy = cft_arena_copy(arena, texts.data, texts.length);
    if (!units || !copy) return CHATFMT_NO_MEMORY;
    map->count = size / 4;
    for (size_t i = 0; i < map->count; i++)
        units[i] = charsmap_number(bytes.data + 4 + i * 4);
    map->units = units;
    map->texts = cft_slice_of(copy, texts.length);
    for (unsigned c = 0; c < 128; c++) {
        char character = (char)c;
        cft_slice unused;
        map->ascii[c] = !cft_charsmap_find(map, &character, 1, false, &unused, NULL);
    }
    return CHATFMT_OK;
}

static int charsmap_digit(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

chatfmt_status cft_charsmap_read_base64(cft_charsmap *map, cft_arena *arena, cft_slice text)
{
    size_t length = text.length, count = 0;
    if (length % 4) return CHATFMT_INPUT;
    for (int i = 0; i < 2 && length && text.data[length - 1] == '='; i++)
        length--;
    unsigned char *bytes = cft_arena_array(arena, length + 1, 1);
    if (!bytes) return CHATFMT_NO_MEMORY;
    uint32_t held = 0, bits = 0;
    for (size_t i = 0; i < length; i++) {
        int digit = charsmap_digit(text.data[i]);
        if (digit < 0) return CHATFMT_INPUT;
        held = held << 6 | (uint32_t)digit;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes[count++] = (unsigned char)(held >> bits & 255);
    }
    return cft_charsmap_read(map, arena, cft_slice_of((const char *)bytes, count));
}

static size_t charsmap_offset(uint32_t unit)
{
    return (size_t)(unit >> 10) << ((unit & 512) >> 6);
}

/* Whether a value is the place of a text. All texts together are UTF-8, and so is what begins
 * with a character and ends with a zero or with them. */
static bool charsmap_is_text(const cft_charsmap *map, size_t begin)
{
    return begin < map->texts.length && ((unsigned char)map->texts.data[begin] & 0xC0) != 0x80;
}

/* From there up to its zero. */
static cft_slice charsmap_text(const cft_charsmap *map, size_t begin)
{
    const char *data = map->texts.data + begin;
    const char *zero = memchr(data, 0, map->texts.length - begin);
    return cft_slice_of(data, zero ? (size_t)(zero - data) : map->texts.length - begin);
}

size_t cft_charsmap_find(const cft_charsmap *map, const char *data, size_t length, bool longest,
                         cft_slice *text, size_t *looked)
{
    if (!map->count) return 0;
    size_t node = charsmap_offset(map->units[0]), found = 0, place = 0, i = 0;
    for (; i < length && data[i]; i++) {
        node ^= (unsigned char)data[i];
        if (node >= map->count) break;
        uint32_t unit = map->units[node];
        if ((unit & 0x800000FF) != (unsigned char)data[i]) break;
        node ^= charsmap_offset(unit);
        if (node >= map->count) break;
        if (!(unit >> 8 & 1)) continue;
        size_t begin = map->units[node] & 0x7FFFFFFF;
        if (charsmap_is_text(map, begin)) {
            place = begin;
            found = i + 1;
        }
        if (found && !longest) break;
    }
    if (looked) *looked += i;
    if (found) *text = charsmap_text(map, place);
    return found;
}
