/* cli/unwritten.c - what a prompt does not have of the conversation. */
#include "unwritten.h"

#include <stdio.h>
#include <string.h>

enum { UNWRITTEN_SHOWN = 6 }; /* paths in one message */

bool unwritten_find(unwritten *u, const chatfmt_span *spans, size_t count, chatfmt_error *error)
{
    return !chatfmt_unwritten(u->values, u->variables, spans, count,
                              u->media ? CHATFMT_UNWRITTEN_MEDIA : 0, &u->paths, error);
}

/* "a, b and 3 more" */
static void unwritten_words(const unwritten *u, char *out, size_t size)
{
    size_t count = chatfmt_value_count(u->paths), used = 0;
    for (size_t i = 0; i < count && i < UNWRITTEN_SHOWN && used < size; i++) {
        chatfmt_slice path = chatfmt_value_as_text(chatfmt_value_at(u->paths, i));
        int length = path.length < 80 ? (int)path.length : 80;
        used += (size_t)snprintf(out + used, size - used, "%s%.*s", i ? ", " : "", length,
                                 path.data);
    }
    if (count > UNWRITTEN_SHOWN && used < size)
        snprintf(out + used, size - used, " and %zu more", count - UNWRITTEN_SHOWN);
}

bool unwritten_accept(const unwritten *u, chatfmt_slice text, bool strict, chatfmt_error *error)
{
    char words[512];
    if (!chatfmt_value_count(u->paths) || (text.length && !strict)) return true;
    unwritten_words(u, words, sizeof words);
    memset(error, 0, sizeof *error);
    error->status = CHATFMT_VALUE;
    snprintf(error->text, sizeof error->text,
             text.length ? "unwritten: the prompt would be without %s"
                         : "empty_prompt: nothing is written of %s",
             words);
    return false;
}

void unwritten_write(const unwritten *u, writer *out)
{
    size_t count = chatfmt_value_count(u->paths);
    if (!count) return;
    write_text(out, ", \"unwritten\": [");
    for (size_t i = 0; i < count; i++) {
        chatfmt_slice path = chatfmt_value_as_text(chatfmt_value_at(u->paths, i));
        if (i) write_text(out, ", ");
        write_json_string(out, path.data, path.length);
    }
    write_text(out, "]");
}

void unwritten_tell(const unwritten *u, const char *name)
{
    char words[1024];
    if (!chatfmt_value_count(u->paths)) return;
    unwritten_words(u, words, sizeof words);
    fprintf(stderr, "chatfmt: %s: warning: not in the prompt: %s\n", name, words);
}
