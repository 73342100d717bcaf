/* cli/parse_input.h - what the file of a reply holds: bytes that should be UTF-8, or ids. */
#ifndef CLI_PARSE_INPUT_H
#define CLI_PARSE_INPUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Looks for the first byte that is not UTF-8 while a text comes in chunks. All zeros at first. */
typedef struct utf8_watch {
    unsigned long long at, begin; /* bytes seen; where the character at hand begins */
    unsigned char more, least, most; /* bytes that it still needs, the range of the next one */
    bool told;
} utf8_watch;

/* Look at the next bytes, of the file `path` (NULL or "-": standard input). Says on stderr, once,
 * where there is something else than UTF-8. */
void utf8_watch_next(utf8_watch *watch, const char *path, const char *data, size_t length);
/* The same at the end, where a character may be incomplete. */
void utf8_watch_end(utf8_watch *watch, const char *path);

typedef enum id_found { ID_NONE, ID_FOUND, ID_TOO_LARGE } id_found;

/* The next number of a list of ids in decimal, with anything between them. */
id_found id_next(FILE *file, uint32_t *id);

#endif
