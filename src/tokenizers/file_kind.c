/* tokenizers/file_kind.c - kinds of files, distinguished. */
#include "tokenizers/file_kind.h"

enum { KIND_LOOK = 4096, KIND_PIECES = 4 };

static bool kind_begins(cft_slice bytes, const char *text)
{
    size_t length = strlen(text);
    return bytes.length >= length && memcmp(bytes.data, text, length) == 0;
}

static bool kind_is_base64(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '/' || c == '=';
}

/* The first line: base64, one space, digits. */
static bool kind_is_ranks(cft_slice bytes)
{
    size_t at = 0, digits;
    while (at < bytes.length && kind_is_base64(bytes.data[at])) at++;
    if (!at || at % 4 || at >= bytes.length || bytes.data[at] != ' ') return false;
    for (digits = ++at; at < bytes.length && bytes.data[at] >= '0' && bytes.data[at] <= '9';) at++;
    return at > digits && (at == bytes.length || bytes.data[at] == '\n' || bytes.data[at] == '\r');
}

/* A varint of at most 35 bits; false when there is none. */
static bool kind_number(cft_slice bytes, size_t *at, uint64_t *out)
{
    *out = 0;
    for (unsigned shift = 0; shift < 35 && *at < bytes.length; shift += 7) {
        unsigned char byte = (unsigned char)bytes.data[(*at)++];
        *out |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) return true;
    }
    return false;
}

/* Messages of field 1, each of which begins with a text of field 1 that fits it. */
static bool kind_is_pieces(cft_slice bytes)
{
    size_t at = 0;
    int pieces = 0;
    for (; pieces < KIND_PIECES && at < bytes.length && bytes.data[at] == 0x0A; pieces++) {
        uint64_t length, text;
        at++;
        if (!kind_number(bytes, &at, &length)) return false;
        size_t inner = at;
        if (length < 2 || inner >= bytes.length || bytes.data[inner++] != 0x0A) return false;
        if (!kind_number(bytes, &inner, &text) || text > length) return false;
        if (length > bytes.length - at) break;
        at += (size_t)length;
    }
    return pieces > 0;
}

cft_file_kind cft_file_kind_of(cft_slice bytes)
{
    if (bytes.length > KIND_LOOK) bytes.length = KIND_LOOK;
    if (kind_begins(bytes, "GGUF")) return CFT_FILE_GGUF;
    if (kind_begins(bytes, "version https://git-lfs.github.com/")) return CFT_FILE_LFS;
    if (kind_begins(bytes, "<!") || kind_begins(bytes, "<html")) return CFT_FILE_HTML;
    if (kind_is_pieces(bytes)) return CFT_FILE_SENTENCE_PIECE;
    return kind_is_ranks(bytes) ? CFT_FILE_RANKS : CFT_FILE_JSON;
}

chatfmt_status cft_file_kind_refuse(cft_file_kind kind, chatfmt_error *error)
{
    static const char *const words[] = {
        [CFT_FILE_LFS] =
            "this is a Git LFS pointer, not the file itself: fetch it with git lfs pull",
        [CFT_FILE_HTML] = "this is an HTML page, not the file itself: the download went wrong",
    };
    return cft_fail(error, CHATFMT_INPUT, "%s", words[kind]);
}
