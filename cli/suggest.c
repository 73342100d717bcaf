/* cli/suggest.c - the nearest of many names, one after the other (chatfmt_suggest). */
#include "suggest.h"

#include "chatfmt/chatfmt.h"

#include <string.h>

void suggestion_start(suggestion *s, const char *word, size_t length)
{
    *s = (suggestion){.word = word, .length = length};
}

void suggestion_offer(suggestion *s, const char *name, size_t length)
{
    const chatfmt_slice names[] = {{s->name, strlen(s->name)}, {name, length}};
    if (length >= sizeof s->name) return;
    if (chatfmt_suggest((chatfmt_slice){s->word, s->length}, names, 2).data != name) return;
    memcpy(s->name, name, length);
    s->name[length] = 0;
}
