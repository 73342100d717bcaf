/* cli/parse_input.c - the bytes or the ids of a reply (parse_input.h). */
#include "parse_input.h"

#include "files.h"

#include <ctype.h>

static void utf8_tell(utf8_watch *watch, const char *path)
{
    watch->told = true;
    fprintf(stderr, "chatfmt: %s: the reply is not UTF-8 at byte %llu; it is read as U+FFFD\n",
            file_name(path ? path : "-"), watch->begin);
}

/* A byte that begins a character. False when none begins with it. Source: Unicode, table 3-7. */
static bool utf8_lead(utf8_watch *watch, unsigned char byte)
{
    watch->begin = watch->at;
    watch->least = byte == 0xE0 ? 0xA0 : byte == 0xF0 ? 0x90 : 0x80;
    watch->most = byte == 0xED ? 0x9F : byte == 0xF4 ? 0x8F : 0xBF;
    watch->more = byte < 0x80 ? 0 : byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
    return byte < 0x80 || (byte >= 0xC2 && byte <= 0xF4);
}

void utf8_watch_next(utf8_watch *watch, const char *path, const char *data, size_t length)
{
    for (size_t i = 0; i < length && !watch->told; i++, watch->at++) {
        unsigned char byte = (unsigned char)data[i];
        bool good = watch->more ? byte >= watch->least && byte <= watch->most
                                : utf8_lead(watch, byte);
        if (!good) {
            utf8_tell(watch, path);
        } else if (watch->begin != watch->at) {
            watch->more--;
            watch->least = 0x80;
            watch->most = 0xBF;
        }
    }
}

void utf8_watch_end(utf8_watch *watch, const char *path)
{
    if (watch->more && !watch->told) utf8_tell(watch, path);
}

id_found id_next(FILE *file, uint32_t *id)
{
    uint64_t number = 0;
    int c = getc(file);
    while (c != EOF && !isdigit(c)) c = getc(file);
    if (c == EOF) return ID_NONE;
    for (; c != EOF && isdigit(c); c = getc(file))
        if ((number = number * 10 + (uint64_t)(c - '0')) > UINT32_MAX) return ID_TOO_LARGE;
    *id = (uint32_t)number;
    return ID_FOUND;
}
