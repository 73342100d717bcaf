/* tests/support/lines.h - programs that take one request a line. */
#ifndef TEST_LINES_H
#define TEST_LINES_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#define lines_as_bytes(file) _setmode(_fileno(file), _O_BINARY)
#else
#define lines_as_bytes(file) ((void)(file))
#endif

typedef void lines_take(void *context, const char *line, size_t length);

/* Hand every line of standard input to `take`, without its newline. False when memory ran out. */
static bool lines_each(lines_take *take, void *context)
{
    size_t capacity = 1 << 16, length = 0;
    char *line = malloc(capacity);
    lines_as_bytes(stdin);
    lines_as_bytes(stdout);
    for (int byte; line && (byte = getchar()) != EOF;) {
        if (byte == '\n') {
            take(context, line, length);
            length = 0;
            continue;
        }
        if (length == capacity) {
            char *more = realloc(line, capacity *= 2);
            if (!more) free(line);
            line = more;
        }
        if (line) line[length++] = (char)byte;
    }
    if (line && length) take(context, line, length);
    bool done = line != NULL;
    free(line);
    return done;
}

#endif
