/* chat/boundary_text.c - words and tokens in the text between two messages. */
#include "chat/boundary_text.h"
#include "value/text.h"

static bool boundary_is_word(char c)
{
    unsigned char u = (unsigned char)c;
    return u >= 0x80 || (u >= '0' && u <= '9') || (u >= 'A' && u <= 'Z') ||
           (u >= 'a' && u <= 'z') || u == '_' || u == '|';
}

size_t cft_boundary_spaces(cft_slice text, size_t from)
{
    while (from < text.length && cft_boundary_is_space(text.data[from])) from++;
    return from;
}

size_t cft_boundary_trimmed(cft_slice text)
{
    return cft_text_strip(cft_string(text.data, (uint32_t)text.length, 0), NULL, CFT_STRIP_RIGHT)
        .length;
}

size_t cft_boundary_chunk(cft_slice text, size_t from)
{
    enum { LONGEST = 64 };
    if (from >= text.length || (text.data[from] != '<' && text.data[from] != '[')) return 0;
    char close = text.data[from] == '<' ? '>' : ']';
    for (size_t i = from + 1; i < text.length && i - from < LONGEST; i++) {
        if (text.data[i] == '\n' || text.data[i] == text.data[from]) return 0;
        if (text.data[i] == close) return i + 1;
    }
    return 0;
}

bool cft_boundary_is_chunks(cft_slice text)
{
    size_t at = cft_boundary_spaces(text, 0), end;
    while (at < text.length && (end = cft_boundary_chunk(text, at)) != 0)
        at = cft_boundary_spaces(text, end);
    return at == text.length;
}

size_t cft_boundary_back_off(cft_slice text, size_t at)
{
    while (at > 0 && at < text.length && boundary_is_word(text.data[at]) &&
           boundary_is_word(text.data[at - 1]))
        at--;
    for (size_t i = at; i-- > 0;) {
        char c = text.data[i];
        if (c == '>' || c == ']' || c == '\n') break;
        if ((c == '<' || c == '[') && (i + 1 == at || !cft_boundary_is_space(text.data[i + 1])))
            return i;
    }
    return at;
}

/* More than one thing in <> or []. */
static bool boundary_has_more(cft_slice text)
{
    size_t found = 0, end;
    for (size_t at = 0; at < text.length && found < 2; at++) {
        if ((end = cft_boundary_chunk(text, at)) == 0) continue;
        found++;
        at = end - 1;
    }
    return found > 1;
}

size_t cft_boundary_stop(cft_boundaries *boundaries, cft_slice text)
{
    chatfmt_applier *chat = boundaries->chat;
    cft_turn_ends *ends = &boundaries->ends;
    if (boundaries->ends_known == CFT_ENDS_UNKNOWN) {
        cft_turn_ends_named(chat, ends);
        boundaries->ends_known = CFT_ENDS_NAMED;
    }
    if (boundaries->ends_known == CFT_ENDS_NAMED && boundary_has_more(text)) {
        chatfmt_status status = cft_turn_ends_learn(chat, ends);
        if (status) chat->ran_out = status;
        boundaries->ends_known = CFT_ENDS_LEARNED;
    }
    return cft_turn_ends_in(ends, text);
}
