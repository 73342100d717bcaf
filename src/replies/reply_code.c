/* replies/reply_code.c - code for an interpreter between markers, as InternLM2 writes it:
 * <|action_start|><|interpreter|>⏎```python⏎…⏎```<|action_end|>, with or without the fence.
 *
 * The code goes out as it arrives; held back is what may yet be the end of it: a marker's
 * beginning, the fence, and the white space around.
 */
#include "replies/reply_parser.h"

enum { CODE_LANGUAGE_MOST = 64 }; /* bytes */

static cft_reply_call *code_call(cft_reply *p)
{
    return (cft_reply_call *)(void *)p->calls.data + (p->call_count - 1);
}

static cft_reply_step code_announce(cft_reply *p, cft_reply_fence fence, cft_slice language,
                                    size_t end)
{
    char name[CODE_LANGUAGE_MOST];
    size_t length = language.length;
    if (length) memcpy(name, language.data, length); /* the call is distinguished from a copy */
    p->at = end;
    p->scanned = 0;
    if (cft_reply_begin_code(p, cft_slice_of(name, length), end) == CFT_STEP_FAIL)
        return CFT_STEP_FAIL;
    if (!p->muted) code_call(p)->fence = fence;
    return CFT_STEP_ON;
}

/* What is before the code: white space, and a fence with its language. */
static cft_reply_step code_begin(cft_reply *p)
{
    size_t spaces = cft_reply_blank(p), length;
    const char *data = cft_reply_here(p) + spaces;
    size_t left = cft_reply_left(p) - spaces;
    cft_match fence = cft_marker_at("```", data, left, p->final, &length);
    if (fence == CFT_MATCH_PART || (!left && !p->final)) return CFT_STEP_MORE;
    if (fence == CFT_MATCH_YES) {
        size_t end = length;
        while (end < left && end - length < CODE_LANGUAGE_MOST && data[end] != '\n' &&
               data[end] != '<')
            end++;
        if (end == left && !p->final) return CFT_STEP_MORE;
        if (end < left && data[end] == '\n') {
            cft_slice language = cft_slice_of(data + length, end - length);
            while (language.length && cft_reply_is_space(language.data[language.length - 1]))
                language.length--;
            return code_announce(p, CFT_FENCE_OPEN, language, p->at + spaces + end + 1);
        }
    }
    return code_announce(p, CFT_FENCE_NONE, cft_slice_of(NULL, 0), p->at + spaces);
}

/* Where the white space before hold offset `end` begins. A run that was found before is not looked
 * at again. */
static size_t code_trim(cft_reply *p, size_t end)
{
    size_t at = end;
    while (at > p->at) {
        bool known = p->blank && p->base + at == p->blank_at + p->blank;
        if (known && p->blank <= at - p->at) {
            at -= p->blank;
            break;
        }
        if (!cft_reply_is_space(p->hold.data[at - 1])) break;
        at--;
    }
    p->blank_at = p->base + at;
    p->blank = end - at;
    return at;
}

/* The end of the code in [at, end): what follows it is a closed fence and white space. */
static size_t code_end(cft_reply *p, size_t end, bool fenced, bool *closed)
{
    const char *data = p->hold.data;
    size_t at = code_trim(p, end);
    *closed = false;
    if (!fenced || at - p->at < 3 || memcmp(data + at - 3, "```", 3) != 0) return at;
    *closed = true;
    at -= 3;
    return at > p->at && data[at - 1] == '\n' ? at - 1 : at;
}

/* The same while more may come: also a part of a fence, and the newline before it, wait. */
static size_t code_sure(cft_reply *p, size_t end, bool fenced)
{
    const char *data = p->hold.data;
    bool closed;
    size_t at = code_end(p, end, fenced, &closed);
    if (!fenced || closed) return at;
    for (int ticks = 0; ticks < 2 && at > p->at && data[at - 1] == '`'; ticks++) at--;
    return at > p->at && data[at - 1] == '\n' ? at - 1 : at;
}

/* The code ends at hold offset `where`; a marker of `length` bytes closes it, or none. */
static cft_reply_step code_close(cft_reply *p, size_t where, size_t length, const char *reason)
{
    cft_reply_call *call = code_call(p);
    bool closed;
    size_t end = code_end(p, where, call->fence != CFT_FENCE_NONE, &closed);
    if (closed) call->fence = CFT_FENCE_PLAIN;
    if (cft_reply_bytes(p, CFT_REPLY_CODE, p->at, end, 0, NULL) == CFT_STEP_FAIL)
        return CFT_STEP_FAIL;
    p->call_open = false;
    p->at = where + length;
    cft_reply_next_call(p);
    return cft_reply_tell(p, CFT_REPLY_CALL_END, reason ? CFT_REPLY_TRUNCATED : 0,
                          cft_slice_of(NULL, 0), false, p->at, reason);
}

cft_reply_step cft_reply_step_code(cft_reply *p)
{
    size_t from, length = 0;
    cft_match close = CFT_MATCH_NO, stop = CFT_MATCH_NO;
    if (!p->call_open) return code_begin(p);
    for (from = p->at + p->scanned; from < p->limit; from++) {
        const char *data = p->hold.data + from;
        size_t left = p->limit - from;
        close = cft_marker_at(p->row->code_close, data, left, p->final, &length);
        if (close != CFT_MATCH_NO) break;
        stop = cft_marker_at(p->row->stops, data, left, p->final, &length);
        if (stop != CFT_MATCH_NO) break;
    }
    if (close == CFT_MATCH_YES) return code_close(p, from, length, NULL);
    if (stop == CFT_MATCH_YES) return code_close(p, from, 0, "the turn ends in code");
    if (p->final) return code_close(p, p->limit, 0, "the reply ends in code");
    size_t sure = code_sure(p, from, code_call(p)->fence != CFT_FENCE_NONE);
    if (cft_reply_bytes(p, CFT_REPLY_CODE, p->at, sure, 0, NULL) == CFT_STEP_FAIL)
        return CFT_STEP_FAIL;
    p->at = sure;
    p->scanned = from - sure;
    return CFT_STEP_MORE;
}
