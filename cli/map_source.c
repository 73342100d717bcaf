/* cli/map_source.c - reading and packing with zlib and libzstd, where the build has them. */
#define _POSIX_C_SOURCE 200809L
#include "map_source.h"

#include "files.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef CHATFMT_WITH_ZLIB
#include <zlib.h>
#endif
#ifdef CHATFMT_WITH_ZSTD
#include <zstd.h>
#endif

enum { SOURCE_BUFFER = 1 << 17 };

struct map_source {
    int file;
    const char *path, *why;
    const volatile sig_atomic_t *stopped;
    map_packing packing;
    uint64_t done, size;
    bool streams;     /* not a file, so that what is not there yet may come */
    bool at_end, mid; /* the file is read; a member or frame has begun and not ended */
    bool members;     /* one gzip member has ended */
    size_t from, to;  /* raw bytes not yet used */
#ifdef CHATFMT_WITH_ZLIB
    z_stream inflate;
#endif
#ifdef CHATFMT_WITH_ZSTD
    ZSTD_DStream *zstd;
#endif
    char raw[SOURCE_BUFFER];
};

static bool source_bad(map_source *source, const char *why)
{
    source->why = why;
    return false;
}

const char *map_source_why(const map_source *source) { return source->why; }

const char *map_source_name(const map_source *source)
{
    return file_name(source->path);
}

/* Bytes of the file itself; 0 at its end, and when somebody wants to stop. */
static long source_pull(map_source *source, char *out, size_t size)
{
    ssize_t count;
    if (source->at_end) return 0;
    do {
        if (source->stopped && *source->stopped) {
            count = 0;
            break;
        }
        count = read(source->file, out, size);
    } while (count < 0 && errno == EINTR);
    if (count < 0) return source_bad(source, strerror(errno)), -1;
    source->done += (uint64_t)count;
    source->at_end = count == 0;
    return (long)count;
}

static bool source_fill(map_source *source)
{
    if (source->from < source->to || source->at_end) return true;
    long count = source_pull(source, source->raw, SOURCE_BUFFER);
    source->from = 0;
    source->to = count > 0 ? (size_t)count : 0;
    return count >= 0;
}

static bool source_begin(map_source *source)
{
    const unsigned char *raw = (const unsigned char *)source->raw;
    if (!source_fill(source)) return false;
    if (source->to >= 2 && raw[0] == 0x1f && raw[1] == 0x8b) source->packing = MAP_GZIP;
    if (source->to >= 4 && raw[0] == 0x28 && raw[1] == 0xb5 && raw[2] == 0x2f && raw[3] == 0xfd)
        source->packing = MAP_ZSTD;
    if (source->packing == MAP_GZIP) {
#ifdef CHATFMT_WITH_ZLIB
        return inflateInit2(&source->inflate, 15 + 16) == Z_OK ||
               source_bad(source, "out of memory");
#else
        return source_bad(source, "is gzip, which this build cannot read: "
                                  "gzip -dc FILE | chatfmt map … -");
#endif
    }
    if (source->packing == MAP_ZSTD) {
#ifdef CHATFMT_WITH_ZSTD
        source->zstd = ZSTD_createDStream();
        return source->zstd || source_bad(source, "out of memory");
#else
        return source_bad(source, "is zstd, which this build cannot read: "
                                  "zstd -dc FILE | chatfmt map … -");
#endif
    }
    return true;
}

map_source *map_source_open(const char *path, const volatile sig_atomic_t *stopped)
{
    struct stat about;
    map_source *source = calloc(1, sizeof *source);
    if (!source) return NULL;
    source->path = path;
    source->stopped = stopped;
    source->file = file_open(path);
    bool ok = source->file >= 0 || source_bad(source, strerror(errno));
    if (ok && fstat(source->file, &about) == 0) {
        source->streams = !S_ISREG(about.st_mode);
        if (!source->streams) source->size = (uint64_t)about.st_size;
    }
    if (ok && source_begin(source)) return source;
    fprintf(stderr, "chatfmt: %s: %s\n", map_source_name(source), source->why);
    map_source_close(source);
    return NULL;
}

#ifdef CHATFMT_WITH_ZLIB
/* Members may follow one another, as `cat a.gz b.gz` makes them, and zeros fill up blocks of a
 * tape after the last. */
static void source_skip_zeros(map_source *source)
{
    if (source->mid || !source->members) return;
    while (source->from < source->to && !source->raw[source->from]) source->from++;
}

static long source_inflate(map_source *source, char *out, size_t size)
{
    z_stream *z = &source->inflate;
    z->next_out = (unsigned char *)out;
    z->avail_out = (uInt)size;
    while (z->avail_out == size) {
        if (!source_fill(source)) return -1;
        source_skip_zeros(source);
        if (source->from == source->to && !source->at_end) continue;
        if (source->at_end && source->from == source->to)
            return source->mid ? (source_bad(source, "the gzip file ends too early"), -1) : 0;
        z->next_in = (unsigned char *)source->raw + source->from;
        z->avail_in = (uInt)(source->to - source->from);
        int result = inflate(z, Z_NO_FLUSH);
        source->from = source->to - z->avail_in;
        source->mid = result != Z_STREAM_END;
        source->members |= result == Z_STREAM_END;
        if (result == Z_STREAM_END) inflateReset(z);
        else if (result != Z_OK && result != Z_BUF_ERROR)
            return source_bad(source, "the gzip data is malformed"), -1;
    }
    return (long)(size - z->avail_out);
}
#endif

#ifdef CHATFMT_WITH_ZSTD
static long source_unzstd(map_source *source, char *out, size_t size)
{
    ZSTD_outBuffer to = {out, size, 0};
    while (to.pos == 0) {
        if (!source_fill(source)) return -1;
        if (source->at_end && source->from == source->to && !source->mid) return 0;
        ZSTD_inBuffer in = {source->raw, source->to, source->from};
        size_t result = ZSTD_decompressStream(source->zstd, &to, &in);
        if (ZSTD_isError(result)) return source_bad(source, ZSTD_getErrorName(result)), -1;
        bool stuck = in.pos == source->from && to.pos == 0;
        source->from = in.pos;
        source->mid = result != 0;
        if (stuck && source->at_end)
            return source_bad(source, "the zstd file ends too early"), -1;
    }
    return (long)to.pos;
}
#endif

long map_source_read(map_source *source, char *out, size_t size)
{
#ifdef CHATFMT_WITH_ZLIB
    if (source->packing == MAP_GZIP) return source_inflate(source, out, size);
#endif
#ifdef CHATFMT_WITH_ZSTD
    if (source->packing == MAP_ZSTD) return source_unzstd(source, out, size);
#endif
    size_t count = source->to - source->from < size ? source->to - source->from : size;
    if (!count) return source_pull(source, out, size);
    memcpy(out, source->raw + source->from, count);
    source->from += count;
    return (long)count;
}

bool map_source_waits(const map_source *source)
{
    return source->packing == MAP_PLAIN && map_source_may_wait(source);
}

bool map_source_may_wait(const map_source *source)
{
    struct pollfd one = {.fd = source->file, .events = POLLIN};
    if (!source->streams || source->at_end) return false;
    return source->packing != MAP_PLAIN ||
           (source->from == source->to && poll(&one, 1, 0) == 0);
}

uint64_t map_source_done(const map_source *source) { return source->done; }
uint64_t map_source_size(const map_source *source) { return source->size; }

void map_source_close(map_source *source)
{
    if (!source) return;
#ifdef CHATFMT_WITH_ZLIB
    if (source->packing == MAP_GZIP) inflateEnd(&source->inflate);
#endif
#ifdef CHATFMT_WITH_ZSTD
    ZSTD_freeDStream(source->zstd);
#endif
    if (source->file > 0) close(source->file);
    free(source);
}

/* ---- Packing ---- */

#define MAP_CANNOT "chatfmt: %s: this build cannot write %s: pipe it through %s\n"

static bool source_ends(const char *path, const char *ending, bool any_case)
{
    size_t length = strlen(path), tail = strlen(ending);
    const char *end = path + length - tail;
    return length > tail && !(any_case ? strcasecmp(end, ending) : strcmp(end, ending));
}

bool map_packing_of(const char *path, map_packing *out)
{
    static const char *const others[] = {".gz", ".zst", ".zstd", ".bz2", ".xz"};
    *out = source_ends(path, ".gz", false)    ? MAP_GZIP
           : source_ends(path, ".zst", false) ? MAP_ZSTD : MAP_PLAIN;
    for (size_t i = 0; i < sizeof others / sizeof *others && *out == MAP_PLAIN; i++)
        if (source_ends(path, others[i], true))
            return fprintf(stderr, "chatfmt: --output %s: names that end in .gz or .zst are "
                                   "compressed, and no others\n", path), false;
#ifndef CHATFMT_WITH_ZLIB
    if (*out == MAP_GZIP) return fprintf(stderr, MAP_CANNOT, path, "gzip", "gzip"), false;
#endif
#ifndef CHATFMT_WITH_ZSTD
    if (*out == MAP_ZSTD) return fprintf(stderr, MAP_CANNOT, path, "zstd", "zstd"), false;
#endif
    return true;
}

char *map_pack(map_packing packing, const char *data, size_t length, size_t *packed)
{
    (void)packing;
    (void)data;
    (void)length;
    *packed = 0;
#ifdef CHATFMT_WITH_ZLIB
    if (packing == MAP_GZIP) {
        z_stream z = {0};
        if (deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return NULL;
        size_t room = deflateBound(&z, (uLong)length);
        char *out = malloc(room);
        union {
            const char *given;
            unsigned char *taken;
        } from = {data};
        z.next_in = from.taken;
        z.avail_in = (uInt)length;
        z.next_out = (unsigned char *)out;
        z.avail_out = (uInt)room;
        bool ok = out && deflate(&z, Z_FINISH) == Z_STREAM_END;
        *packed = z.total_out;
        deflateEnd(&z);
        if (ok) return out;
        free(out);
        return NULL;
    }
#endif
#ifdef CHATFMT_WITH_ZSTD
    if (packing == MAP_ZSTD) {
        size_t room = ZSTD_compressBound(length);
        char *out = malloc(room);
        *packed = out ? ZSTD_compress(out, room, data, length, 3) : 0;
        if (out && !ZSTD_isError(*packed)) return out;
        free(out);
    }
#endif
    return NULL;
}
