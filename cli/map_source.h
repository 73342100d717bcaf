/* cli/map_source.h - the bytes of a data set: a file or standard input, plain, gzip or zstd. */
#ifndef CLI_MAP_SOURCE_H
#define CLI_MAP_SOURCE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct map_source map_source;

/* Open `path`, "-" for standard input. The kind is seen from the first bytes. Once `*stopped` is
 * set (NULL: never), a read that is interrupted is the end. NULL: the reason is on stderr. */
map_source *map_source_open(const char *path, const volatile sig_atomic_t *stopped);
/* Up to `size` bytes; 0 at the end; -1 with the reason in map_source_why(). */
long map_source_read(map_source *source, char *out, size_t size);
/* Nothing can be read now, but may be later: a pipe, or a terminal. */
bool map_source_waits(const map_source *source);
/* The next read may have to wait: there is nothing, or nobody knows what will come of it. */
bool map_source_may_wait(const map_source *source);
const char *map_source_why(const map_source *source);
/* The name for messages. */
const char *map_source_name(const map_source *source);
/* Bytes of the file read so far, and its size; 0 when unknown. */
uint64_t map_source_done(const map_source *source);
uint64_t map_source_size(const map_source *source);
void map_source_close(map_source *source);

typedef enum map_packing { MAP_PLAIN, MAP_GZIP, MAP_ZSTD } map_packing;

/* By the ending of a name: .gz, .zst. False (reported) when the program was built without it. */
bool map_packing_of(const char *path, map_packing *out);
/* Pack `data` as one whole gzip member or zstd frame, owned by the caller; NULL on failure. */
char *map_pack(map_packing packing, const char *data, size_t length, size_t *packed);

#endif
