/* api/api_prompt_fit.c - making a conversation fit a number of tokens without breaking the
 * template: what is taken away is messages or their words, and the rest is rendered anew, so that
 * every byte of the template is there as for a conversation that short.
 */
#include "api/api_prompt.h"
#include "value/list.h"

enum { FIT_ROUNDS = 64 };

static chatfmt_status fit_refuse(const cft_prompt_job *job, size_t count, const char *why)
{
    return cft_fail(job->error, CHATFMT_LIMIT, "the conversation has %zu tokens, max_length is %zu%s",
                    count, job->options.max_length, why);
}

static bool fit_role_is(cft_value message, cft_slice role)
{
    return cft_apply_is_text(cft_apply_member(message, CFT_LIT("role")), role);
}

/* ---- Dropping turns ---- */

/* Messages that stay in any case: instructions at the beginning. */
static size_t fit_head(const cft_list *messages)
{
    size_t head = 0;
    while (head < messages->count && (fit_role_is(messages->items[head], CFT_LIT("system")) ||
                                      fit_role_is(messages->items[head], CFT_LIT("developer"))))
        head++;
    return head;
}

/* The next user message behind `from`, or the end. */
static size_t fit_next_turn(const cft_list *messages, size_t from)
{
    while (++from < messages->count)
        if (fit_role_is(messages->items[from], CFT_LIT("user"))) return from;
    return messages->count;
}

static chatfmt_status fit_without(cft_prompt_job *job, const cft_list *messages, size_t head,
                                  size_t from, cft_value *out)
{
    void *room;
    cft_heap *heap = &job->chat->fitted;
    size_t tail = messages->count - from;
    CFT_TRY(cft_heap_array(heap, head + tail, sizeof(cft_value), &room));
    cft_value *items = room;
    if (head) memcpy(items, messages->items, head * sizeof *items);
    memcpy(items + head, messages->items + from, tail * sizeof *items);
    return cft_list_of(heap, CFT_LIST, items, (uint32_t)(head + tail), out);
}

/* One turn after the other, so that no more are dropped than must be. */
static chatfmt_status fit_drop(cft_prompt_job *job, cft_value conversation, chatfmt_prompt *out,
                               chatfmt_tokens *tokens)
{
    if (conversation.kind != CFT_LIST) return fit_refuse(job, tokens->count, "");
    const cft_list *messages = conversation.as.list;
    size_t head = fit_head(messages), from = head;
    while (tokens->count > job->options.max_length) {
        cft_value shorter;
        from = fit_next_turn(messages, from);
        if (from >= messages->count)
            return fit_refuse(job, tokens->count, " and only the last turn is left");
        CFT_TRY(fit_without(job, messages, head, from, &shorter));
        CFT_TRY(cft_prompt_encode(job, cft_api_wrap(shorter), job->needs_places, &out->applied,
                                  tokens));
        out->dropped = from - head;
        out->kept_head = head;
    }
    return CHATFMT_OK;
}

/* ---- Cutting words ---- */

/* A text of the conversation that may be cut: messages[M].content, or its part number `part`. */
typedef struct fit_text {
    cft_slice path;
    size_t message, part; /* part SIZE_MAX: content itself */
    size_t tokens;        /* that share a byte with it */
    size_t first;         /* number of the first of them */
} fit_text;

/* ".content" or ".content[K].text". */
static bool fit_is_content(cft_slice rest, size_t *part)
{
    const cft_slice content = CFT_LIT(".content"), text = CFT_LIT("].text");
    size_t at = content.length;
    if (rest.length < at || memcmp(rest.data, content.data, at) != 0) return false;
    *part = SIZE_MAX;
    if (rest.length == at) return true;
    if (rest.data[at++] != '[') return false;
    size_t digits = at;
    for (*part = 0; at < rest.length && at < digits + 9 && rest.data[at] >= '0' && rest.data[at] <= '9';
         at++)
        *part = *part * 10 + (size_t)(rest.data[at] - '0');
    return at > digits && cft_slice_equal(cft_slice_of(rest.data + at, rest.length - at), text);
}

static size_t fit_first_token(const chatfmt_tokens *tokens, size_t byte)
{
    size_t low = 0, high = tokens->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tokens->places[middle].end <= byte) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* The text with the most tokens, and how many the second has. Spans of one text follow one
 * another, but for those of templates that print it in pieces; the longest piece counts. */
static bool fit_longest(const chatfmt_applied *applied, const chatfmt_tokens *tokens,
                        fit_text *best, size_t *second)
{
    *best = (fit_text){.tokens = 0};
    *second = 0;
    for (size_t i = 0; i < applied->span_count;) {
        const chatfmt_span *span = &applied->spans[i];
        size_t k = i + 1, end = span->end;
        cft_slice rest;
        fit_text text = {.path = span->path};
        if (span->kind != CHATFMT_SPAN_DATA || !cft_chat_path(span->path, &text.message, &rest) ||
            !fit_is_content(rest, &text.part)) {
            i++;
            continue;
        }
        for (; k < applied->span_count; k++) {
            if (!cft_slice_equal(applied->spans[k].path, text.path)) break;
            end = applied->spans[k].end;
        }
        text.first = fit_first_token(tokens, span->begin);
        text.tokens = fit_first_token(tokens, end) - text.first;
        if (text.tokens > best->tokens) {
            *second = best->tokens;
            *best = text;
        } else if (text.tokens > *second) {
            *second = text.tokens;
        }
        i = k;
    }
    return best->tokens > 0;
}

/* The byte of the text itself that stands at byte `at` of the prompt, when it was copied. */
static size_t fit_offset(const chatfmt_applied *applied, cft_slice path, size_t at)
{
    const chatfmt_span *span = cft_prompt_span_at(applied->spans, applied->span_count, at);
    if (!span || !(span->flags & CHATFMT_SPAN_COPIED) || !cft_slice_equal(span->path, path))
        return SIZE_MAX;
    return span->offset + (at - span->begin);
}

/* How many bytes of `text` stay when `keep` of its tokens are to stay; always fewer than all. */
static size_t fit_kept_bytes(const chatfmt_applied *applied, const chatfmt_tokens *tokens,
                             const fit_text *longest, cft_value text, size_t keep)
{
    size_t length = text.length, kept = SIZE_MAX;
    if (keep) kept = fit_offset(applied, longest->path, tokens->places[longest->first + keep].begin);
    else kept = 0;
    if (kept == SIZE_MAX) kept = length / longest->tokens * keep;
    if (kept >= length) kept = length - 1;
    while (kept && ((unsigned char)text.as.text[kept] & 0xC0) == 0x80) kept--;
    return kept;
}

static chatfmt_status fit_list_with(cft_heap *heap, cft_value list, size_t index, cft_value item,
                                    cft_value *out)
{
    void *room;
    size_t count = list.as.list->count;
    CFT_TRY(cft_heap_array(heap, count, sizeof(cft_value), &room));
    cft_value *items = room;
    memcpy(items, list.as.list->items, count * sizeof *items);
    items[index] = item;
    return cft_list_of(heap, CFT_LIST, items, (uint32_t)count, out);
}

/* The text that a fit_text names; absent when the conversation does not have it as such. */
static cft_value fit_text_of(cft_value conversation, const fit_text *which)
{
    if (conversation.kind != CFT_LIST || which->message >= conversation.as.list->count)
        return cft_absent();
    cft_value message = conversation.as.list->items[which->message];
    cft_value content = cft_apply_member(message, CFT_LIT("content"));
    if (which->part == SIZE_MAX) return content;
    if (content.kind != CFT_LIST || which->part >= content.as.list->count) return cft_absent();
    return cft_apply_member(content.as.list->items[which->part], CFT_LIT("text"));
}

static chatfmt_status fit_replace(cft_heap *heap, cft_value *conversation, const fit_text *which,
                                  cft_value text)
{
    cft_value message = conversation->as.list->items[which->message];
    if (which->part != SIZE_MAX) {
        cft_value parts = cft_apply_member(message, CFT_LIT("content")), part;
        CFT_TRY(cft_apply_with(heap, parts.as.list->items[which->part], CFT_LIT("text"), text,
                               &part));
        CFT_TRY(fit_list_with(heap, parts, which->part, part, &text));
    }
    CFT_TRY(cft_apply_with(heap, message, CFT_LIT("content"), text, &message));
    return fit_list_with(heap, *conversation, which->message, message, conversation);
}

/* One cut: of the longest text down to the second one, but at least half of what is too much. */
static chatfmt_status fit_cut_once(cft_prompt_job *job, cft_value *conversation,
                                   chatfmt_prompt *out, const chatfmt_tokens *tokens,
                                   size_t *most)
{
    fit_text longest;
    size_t second, excess = tokens->count - job->options.max_length;
    if (!fit_longest(&out->applied, tokens, &longest, &second))
        return fit_refuse(job, tokens->count, " and there is no content to cut");
    size_t merged = job->chat->job.merged ? 1 : 0;
    longest.message += merged;
    cft_value text = fit_text_of(*conversation, &longest);
    if (text.kind != CFT_STRING || !text.length)
        return fit_refuse(job, tokens->count, " and its content cannot be cut");
    size_t cut = longest.tokens - second > (excess + 1) / 2 ? longest.tokens - second
                                                           : (excess + 1) / 2;
    if (cut > excess) cut = excess;
    if (cut > longest.tokens) cut = longest.tokens;
    size_t kept = fit_kept_bytes(&out->applied, tokens, &longest, text, longest.tokens - cut);
    size_t gone = text.length - kept;
    if (gone > *most) {
        *most = gone;
        out->cut_message = longest.message;
    }
    out->cut_bytes += gone;
    text.length = (uint32_t)kept;
    return fit_replace(&job->chat->fitted, conversation, &longest, text);
}

static chatfmt_status fit_cut(cft_prompt_job *job, cft_value conversation, chatfmt_prompt *out,
                              chatfmt_tokens *tokens)
{
    size_t most = 0;
    for (int round = 0; tokens->count > job->options.max_length; round++) {
        if (round == FIT_ROUNDS) return fit_refuse(job, tokens->count, " after many cuts");
        CFT_TRY(fit_cut_once(job, &conversation, out, tokens, &most));
        CFT_TRY(cft_prompt_encode(job, cft_api_wrap(conversation), true, &out->applied, tokens));
    }
    return CHATFMT_OK;
}

/* ---- Any way ---- */

chatfmt_status cft_prompt_fit(cft_prompt_job *job, chatfmt_value conversation,
                              chatfmt_prompt *out, chatfmt_tokens *tokens)
{
    chatfmt_fit fit = job->options.fit;
    CFT_TRY(cft_prompt_encode(job, conversation, job->needs_places || fit == CHATFMT_FIT_CUT,
                              &out->applied, tokens));
    if (!job->options.max_length || tokens->count <= job->options.max_length) return CHATFMT_OK;
    switch (fit) {
    case CHATFMT_FIT_DROP: return fit_drop(job, cft_api_unwrap(conversation), out, tokens);
    case CHATFMT_FIT_CUT: return fit_cut(job, cft_api_unwrap(conversation), out, tokens);
    case CHATFMT_FIT_REFUSE: return fit_refuse(job, tokens->count, "");
    case CHATFMT_FIT_NONE:
    case CHATFMT_FIT_TRUNCATE: break;
    }
    return CHATFMT_OK;
}
