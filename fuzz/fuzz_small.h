/* fuzz/fuzz_small.h - small tokenizers for fuzz targets: words of bytes with a scanner, and pieces
 * with byte fallback, as the two families of chat models have them. */
#ifndef FUZZ_SMALL_H
#define FUZZ_SMALL_H

#include "base/utf8.h"
#include "tokenizers/tokenizer.h"

#include <stdio.h>
#include <stdlib.h>

enum { FUZZ_SMALL_COUNT = 4 };

static const char fuzz_small_added[] =
    "\"version\":\"1.0\",\"added_tokens\":[{\"id\":0,\"content\":\"<|e|>\",\"single_word\":false,"
    "\"lstrip\":false,\"rstrip\":false,\"normalized\":false,\"special\":true},{\"id\":0,"
    "\"content\":\"<r>\",\"single_word\":false,\"lstrip\":true,\"rstrip\":true,\"normalized\":"
    "false,\"special\":false},{\"id\":0,\"content\":\"\\n\\n\",\"single_word\":false,\"lstrip\":"
    "false,\"rstrip\":false,\"normalized\":false,\"special\":false},{\"id\":0,\"content\":\"w\","
    "\"single_word\":true,\"lstrip\":false,\"rstrip\":false,\"normalized\":true,\"special\":"
    "false}],";
/* Merges that end in nearly equal words; of runs, too. */
static const char *const fuzz_small_merges[] = {"a a",  "aa aa", "a b",  "ab a", "b a",  "t h",
                                                "th e", "e r",   "i n",  "h e",  "o n",  "1 2",
                                                "- -",  "-- --", "a aa", "aaaa aaaa", NULL};

/* Texts with one hash, of which a table of texts keeps some in a tree. */
static const char *const fuzz_small_alike[] = {
    "V_baaaaa':/g5E%)", "xocaaaaa;cR~vL.b", "X=daaaaat$=,B(,T", "zodaaaaajpF(&V-G",
    "CCeaaaaaHCC]6Cfu", "Naeaaaaa3,`0&-y1", "?neaaaaa;,-+lDf&", "CDfaaaaawX[qqRvo",
    "@9gaaaaalbY8oU<t", "*WgaaaaaaLqIP)]g", "7kgaaaaa5IY}rb]w", "h;haaaaa,r5=nP6v", NULL};

static size_t fuzz_small_token(char *out, size_t room, const char *text, unsigned id)
{
    return (size_t)snprintf(out, room, ",\"%s\":%u", text, id);
}

static size_t fuzz_small_tail(char *out, size_t room, unsigned id, const char *space)
{
    size_t at = 0;
    char joined[64];
    for (int i = 0; fuzz_small_merges[i]; i++) {
        const char *gap = strchr(fuzz_small_merges[i], ' ');
        snprintf(joined, sizeof joined, "%.*s%s", (int)(gap - fuzz_small_merges[i]),
                 fuzz_small_merges[i], gap + 1);
        at += fuzz_small_token(out + at, room - at, joined, id + (unsigned)i);
    }
    for (int i = 0; fuzz_small_alike[i]; i++)
        at += fuzz_small_token(out + at, room - at, fuzz_small_alike[i], 910 + (unsigned)i);
    at += (size_t)snprintf(out + at, room - at, ",\"%sthe\":900,\"%s%s\":901},\"merges\":[", space,
                           space, space);
    for (int i = 0; fuzz_small_merges[i]; i++)
        at += (size_t)snprintf(out + at, room - at, "%s\"%s\"", i ? "," : "",
                               fuzz_small_merges[i]);
    at += (size_t)snprintf(out + at, room - at, ",\"%s the\",\"%s %s\"]}}", space, space, space);
    return at;
}

/* The tokenizer.json of number `which`, in static memory. */
static cft_slice fuzz_small_json(int which)
{
    static char json[FUZZ_SMALL_COUNT][32768];
    static size_t lengths[FUZZ_SMALL_COUNT];
    char *out = json[which];
    size_t room = sizeof json[which], at = 0;
    if (lengths[which]) return cft_slice_of(out, lengths[which]);
    at += (size_t)snprintf(out, room, "{%s", fuzz_small_added);
    if (which < 2) { /* bytes; with merges ignored or not */
        at += (size_t)snprintf(
            out + at, room - at,
            "\"normalizer\":%s,\"pre_tokenizer\":{\"type\":\"ByteLevel\",\"add_prefix_space\":"
            "false,\"trim_offsets\":true,\"use_regex\":true},\"post_processor\":{\"type\":"
            "\"ByteLevel\",\"add_prefix_space\":true,\"trim_offsets\":%s},\"decoder\":{\"type\":"
            "\"ByteLevel\"},\"model\":{\"type\":\"BPE\",\"ignore_merges\":%s,\"vocab\":{\"?\":999",
            which ? "{\"type\":\"NFC\"}" : "null", which ? "true" : "false",
            which ? "true" : "false");
        for (unsigned b = 0; b < 256; b++) {
            char character[8] = {0};
            size_t width = cft_utf8_put(character, cft_byte_character((unsigned char)b));
            if (b == '"' || b == '\\') memmove(character + 1, character, width), *character = '\\';
            at += fuzz_small_token(out + at, room - at, character, b);
        }
        at += fuzz_small_tail(out + at, room - at, 256, "\xC4\xA0");
    } else { /* pieces; the second knows no bytes */
        at += (size_t)snprintf(
            out + at, room - at,
            "\"normalizer\":{\"type\":\"Sequence\",\"normalizers\":[{\"type\":\"Prepend\","
            "\"prepend\":\"\xE2\x96\x81\"},{\"type\":\"Replace\",\"pattern\":{\"String\":\" \"},"
            "\"content\":\"\xE2\x96\x81\"}]},\"pre_tokenizer\":null,\"decoder\":{\"type\":"
            "\"Sequence\",\"decoders\":[{\"type\":\"Replace\",\"pattern\":{\"String\":"
            "\"\xE2\x96\x81\"},\"content\":\" \"},{\"type\":\"ByteFallback\"},{\"type\":\"Fuse\"},"
            "{\"type\":\"Strip\",\"content\":\" \",\"start\":1,\"stop\":0}]},\"model\":{\"type\":"
            "\"BPE\",\"unk_token\":\"?\",\"fuse_unk\":true,\"byte_fallback\":%s,\"vocab\":{"
            "\"?\":999,\"\xE2\x96\x81\":998",
            which == 2 ? "true" : "false");
        for (unsigned b = 0; which == 2 && b < 256; b++) {
            char name[8];
            snprintf(name, sizeof name, "<0x%02X>", b);
            at += fuzz_small_token(out + at, room - at, name, b);
        }
        for (char c = ','; c <= 'z'; c++) {
            char character[2] = {c, 0};
            if (c != '\\' && c != '?')
                at += fuzz_small_token(out + at, room - at, character, 300 + (unsigned)c);
        }
        at += fuzz_small_tail(out + at, room - at, 500, "\xE2\x96\x81");
    }
    lengths[which] = at;
    return cft_slice_of(out, at);
}

#endif
