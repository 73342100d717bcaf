/* replies/learn_text.c - markers in text: where they begin and end. */
#include "replies/learn_text.h"

cft_slice cft_learn_trim(cft_slice text)
{
    while (text.length && cft_reply_is_space(text.data[text.length - 1])) text.length--;
    while (text.length && cft_reply_is_space(*text.data)) {
        text.data++;
        text.length--;
    }
    return text;
}

const char *cft_learn_mark(cft_learner *l, cft_slice text)
{
    char *copy;
    text = cft_learn_trim(text);
    if (!text.length) return "";
    if (cft_learn_has(text, CFT_LIT("&#34;")) || cft_learn_has(text, CFT_LIT("&quot;"))) {
        cft_learn_refuse(l, "the template escapes as HTML what the model writes plainly");
        return "";
    }
    if (memchr(text.data, '\0', text.length) || memchr(text.data, '\f', text.length)) {
        cft_learn_refuse(l, "a marker holds NUL or form feed");
        return "";
    }
    copy = cft_arena_copy(l->arena, text.data, text.length);
    if (!copy) l->no_memory = true;
    return copy ? copy : "";
}

static bool learn_among(const char *marks, const char *mark)
{
    while (*marks) {
        cft_slice one = cft_marker_first(marks);
        if (one.length == strlen(mark) && memcmp(one.data, mark, one.length) == 0) return true;
        marks = one.data + one.length;
        if (*marks == '\f') marks++;
    }
    return false;
}

const char *cft_learn_add(cft_learner *l, const char *marks, cft_slice other)
{
    size_t length = strlen(marks);
    const char *mark = cft_learn_mark(l, other);
    char *both;
    if (!*marks) return mark;
    if (!*mark || learn_among(marks, mark)) return marks;
    both = cft_arena_take(l->arena, length + strlen(mark) + 2);
    if (!both) {
        l->no_memory = true;
        return marks;
    }
    memcpy(both, marks, length);
    both[length] = '\f';
    memcpy(both + length + 1, mark, strlen(mark) + 1);
    return both;
}

/* ---- Markers ---- */

static const struct {
    cft_slice open, close;
} learn_brackets[] = {{{"<", 1}, {">", 1}}, {{"[", 1}, {"]", 1}}, {{"◁", 3}, {"▷", 3}}};

static bool learn_at(cft_slice text, size_t at, cft_slice what)
{
    return at + what.length <= text.length && memcmp(text.data + at, what.data, what.length) == 0;
}

bool cft_learn_has(cft_slice text, cft_slice part)
{
    size_t i;
    for (i = 0; part.length && i + part.length <= text.length; i++)
        if (learn_at(text, i, part)) return true;
    return false;
}

/* Which kind of bracket opens at `at`; -1 none. */
static int learn_opens(cft_slice text, size_t at)
{
    int i;
    for (i = 0; i < 3; i++)
        if (learn_at(text, at, learn_brackets[i].open)) return i;
    return -1;
}

/* Where the marker that opens at `at` ends; 0 when it does not. */
static size_t learn_chunk_end(cft_slice text, size_t at, int kind)
{
    cft_slice close = learn_brackets[kind].close;
    size_t i;
    for (i = at + 1; i < text.length; i++) {
        if (learn_at(text, i, close)) return i + close.length;
        if (text.data[i] == '\n') return 0;
    }
    return 0;
}

cft_slice cft_learn_first(cft_slice text)
{
    size_t end = 0, i;
    int kind;
    text = cft_learn_trim(text);
    if (!text.length) return text;
    kind = learn_opens(text, 0);
    if (kind >= 0) end = learn_chunk_end(text, 0, kind);
    if (end) return cft_slice_of(text.data, end);
    for (i = 1; i < text.length && learn_opens(text, i) < 0; i++) {}
    return cft_learn_trim(cft_slice_of(text.data, i));
}

cft_slice cft_learn_last(cft_slice text)
{
    size_t i;
    text = cft_learn_trim(text);
    for (i = text.length; i-- > 0;) {
        if (text.data[i] == '\n')
            return cft_learn_trim(cft_slice_of(text.data + i, text.length - i));
        if (learn_opens(text, i) >= 0) return cft_slice_of(text.data + i, text.length - i);
    }
    return text;
}

cft_slice cft_learn_after(cft_slice text, cft_slice part)
{
    const char *from;
    text = cft_learn_trim(text);
    if (part.length > text.length) return cft_slice_of(text.data, 0);
    from = text.data + part.length;
    return cft_learn_trim(cft_slice_of(from, text.length - part.length));
}

static bool learn_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (unsigned char)c >= 0x80;
}

/* Does byte `at` lie inside of a marker? *begin and *end = where that is. */
static bool learn_inside(cft_slice text, size_t at, size_t *begin, size_t *end)
{
    size_t i;
    for (i = at; i-- > 0;) {
        int kind = learn_opens(text, i);
        if (kind < 0) continue;
        *end = learn_chunk_end(text, i, kind);
        *begin = i;
        return *end > at || (*end == 0 && !memchr(text.data + i, '\n', at - i));
    }
    return false;
}

size_t cft_learn_shared_end(cft_slice a, cft_slice b)
{
    size_t most = a.length < b.length ? a.length : b.length, shared = 0, begin, end;
    while (shared < most && a.data[a.length - 1 - shared] == b.data[b.length - 1 - shared])
        shared++;
    if (shared == a.length || shared == b.length) {
        /* One is the other's end; it may still begin inside of a marker of the longer one. */
        cft_slice whole = a.length > b.length ? a : b;
        size_t at = whole.length - shared;
        if (at && learn_inside(whole, at, &begin, &end))
            shared = end && end <= whole.length ? whole.length - end : 0;
        return shared;
    }
    if (learn_inside(b, b.length - shared, &begin, &end))
        return end ? b.length - end : 0;
    while (shared && shared < b.length && learn_word(b.data[b.length - shared]) &&
           learn_word(b.data[b.length - shared - 1]))
        shared--;
    return shared;
}

size_t cft_learn_shared_begin(cft_slice a, cft_slice b)
{
    size_t most = a.length < b.length ? a.length : b.length, shared = 0, begin, end;
    while (shared < most && a.data[shared] == b.data[shared]) shared++;
    if (shared < a.length && learn_inside(a, shared, &begin, &end)) return begin;
    if (shared < b.length && learn_inside(b, shared, &begin, &end)) return begin;
    while (shared && shared < a.length && shared < b.length && learn_word(a.data[shared]) &&
           learn_word(a.data[shared - 1]))
        shared--;
    return shared;
}

/* ---- JSON ---- */

size_t cft_learn_json_end(cft_slice text, size_t at)
{
    size_t i, depth = 0;
    bool quoted = false;
    for (i = at; i < text.length; i++) {
        char c = text.data[i];
        if (quoted) {
            if (c == '\\') i++;
            else if (c == '"') quoted = false;
            continue;
        }
        if (c == '"') quoted = true;
        if (c == '{' || c == '[') depth++;
        if ((c == '}' || c == ']') && depth && --depth == 0)
            return cft_reply_is_json(cft_slice_of(text.data + at, i + 1 - at)) ? i + 1 : 0;
    }
    return 0;
}

/* ---- Parts ---- */

const cft_learn_part *cft_learn_part_of(const cft_learn_sample *sample, cft_learn_field field,
                                        uint32_t call)
{
    size_t i;
    for (i = 0; i < sample->part_count; i++)
        if (sample->parts[i].field == field && sample->parts[i].call == call)
            return &sample->parts[i];
    return NULL;
}

bool cft_learn_arguments(const cft_learn_sample *sample, uint32_t call, size_t *begin, size_t *end)
{
    size_t i;
    *begin = SIZE_MAX;
    *end = 0;
    for (i = 0; i < sample->part_count; i++) {
        const cft_learn_part *part = &sample->parts[i];
        if (part->call != call || part->field < CFT_LEARN_KEY || part->field > CFT_LEARN_ARGUMENTS)
            continue;
        if (part->begin < *begin) *begin = part->begin;
        if (part->end > *end) *end = part->end;
    }
    return *begin < *end;
}
