/* chat/prompt_fit.c - making a conversation fit a number of tokens without breaking the
 * template: what is taken away is messages or their words, and the rest is rendered again, so that
 * every byte of the template is there as for a conversation that short.
 */
#include "chat/prompt.h"
#include "value/list.h"

#include <assert.h>

enum { FIT_ROUNDS = 64 };

/* `had` tokens before anything was taken away, `count` after: `left` says what that is, `why` that
 * nothing could be. */
static chatfmt_status fit_refuse(const cft_prompt_job *job, size_t had, size_t count,
                                 const char *why, const char *left)
{
    size_t most = job->options.max_length;
    if (had == count)
        return cft_fail(job->error, CHATFMT_LIMIT,
                        "the conversation has %zu tokens, max_length is %zu%s", had, most, why);
    return cft_fail(job->error, CHATFMT_LIMIT,
                    "the conversation has %zu tokens, %zu%s; max_length is %zu", had, count, left,
                    most);
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

/* The next user message after `from`, or the end. */
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

/* Where turns begin after the head; the first of them is the head's end itself. NULL when there is
 * no memory. */
static size_t *fit_turns(const cft_prompt_job *job, const cft_list *messages, size_t head,
                         size_t *count)
{
    size_t *turns = cft_arena_array(&job->chat->prompts, messages->count + 1, sizeof *turns);
    *count = 0;
    for (size_t from = head; turns && from < messages->count; from = fit_next_turn(messages, from))
        turns[(*count)++] = from;
    return turns;
}

/* Render without the messages from the head to `from`. */
static chatfmt_status fit_try(cft_prompt_job *job, const cft_list *messages, size_t head,
                              size_t from, cft_prompt_row *row, chatfmt_tokens *tokens)
{
    cft_value shorter;
    CFT_TRY(fit_without(job, messages, head, from, &shorter));
    CFT_TRY(cft_prompt_encode(job, cft_wrap(shorter), job->needs_places, row->applied,
                              tokens));
    row->out->dropped = from - head;
    row->out->kept_head = head;
    return CHATFMT_OK;
}

/* As few turns as must be, found in steps that double and then by halves, so that a conversation
 * of many turns is not rendered once for each. */
static chatfmt_status fit_drop(cft_prompt_job *job, cft_value conversation, cft_prompt_row *row,
                               chatfmt_tokens *tokens)
{
    if (conversation.kind != CFT_LIST) return fit_refuse(job, tokens->count, tokens->count, "", "");
    const cft_list *messages = conversation.as.list;
    size_t head = fit_head(messages), count, most = job->options.max_length;
    size_t had = tokens->count;
    size_t *turns = fit_turns(job, messages, head, &count), bad = 0, good, step = 1;
    if (!turns) return cft_fail(job->error, CHATFMT_NO_MEMORY, "out of memory");
    for (;; step *= 2) {
        if (bad + 1 >= count)
            return fit_refuse(job, had, tokens->count, ", and its only turn cannot be left out",
                              " with the last turn alone");
        good = step < count - bad ? bad + step : count - 1;
        CFT_TRY(fit_try(job, messages, head, turns[good], row, tokens));
        if (tokens->count <= most) break;
        bad = good;
    }
    size_t at = good;
    while (good - bad > 1) {
        at = bad + (good - bad) / 2;
        CFT_TRY(fit_try(job, messages, head, turns[at], row, tokens));
        if (tokens->count <= most) good = at;
        else bad = at;
    }
    return at == good ? CHATFMT_OK : fit_try(job, messages, head, turns[good], row, tokens);
}

/* ---- Cutting words ---- */

/* A text of the conversation that may be cut: messages[M].content, or its part number `part`. */
typedef struct fit_text {
    cft_slice path;
    size_t message, part; /* part CHATFMT_NO_INDEX: content itself */
    size_t tokens;        /* that share a byte with it */
    size_t first;         /* number of the first of them */
} fit_text;

/* The content itself, or the text of one of its parts: content or content[K].text. */
static bool fit_is_content(const chatfmt_span *span)
{
    const cft_slice text = CFT_LIT("].text");
    const chatfmt_span_origin *from = &span->origin;
    size_t at = span->path.length - text.length;
    if (!cft_span_is_data(span) || from->field != CHATFMT_FIELD_CONTENT) return false;
    if (from->index == CHATFMT_NO_INDEX) return !from->below && !(span->flags & CHATFMT_SPAN_KEY);
    return from->below == 1 && span->path.length > text.length &&
           !memcmp(span->path.data + at, text.data, text.length);
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

/* All texts of the prompt that may be cut, in its order; one that the template prints twice is
 * there twice. NULL when there is no memory. */
static fit_text *fit_texts(const cft_prompt_job *job, const chatfmt_applied *applied,
                           const chatfmt_tokens *tokens, size_t *count)
{
    fit_text *texts =
        cft_arena_array(&job->chat->prompts, applied->span_count + 1, sizeof *texts);
    *count = 0;
    for (size_t i = 0; texts && i < applied->span_count;) {
        const chatfmt_span *span = &applied->spans[i];
        size_t end = span->end;
        fit_text text = {
            .path = span->path, .message = span->origin.message, .part = span->origin.index};
        i++;
        if (!fit_is_content(span)) continue;
        while (i < applied->span_count && cft_slice_equal(applied->spans[i].path, text.path))
            end = applied->spans[i++].end;
        text.first = fit_first_token(tokens, span->begin);
        text.tokens = fit_first_token(tokens, end) - text.first;
        if (text.tokens) texts[(*count)++] = text;
    }
    return texts;
}

/* How many tokens the texts lose when none keeps more than `level`. */
static size_t fit_above(const fit_text *texts, size_t count, size_t level)
{
    size_t sum = 0;
    for (size_t i = 0; i < count; i++)
        if (texts[i].tokens > level) sum += texts[i].tokens - level;
    return sum;
}

/* The highest level that takes away at least `excess`. */
static size_t fit_level(const fit_text *texts, size_t count, size_t excess)
{
    size_t low = 0, high = 0;
    for (size_t i = 0; i < count; i++)
        if (texts[i].tokens > high) high = texts[i].tokens;
    while (low < high) {
        size_t middle = low + (high - low + 1) / 2;
        if (fit_above(texts, count, middle) >= excess) low = middle;
        else high = middle - 1;
    }
    return low;
}

/* The byte of the text itself that is at byte `at` of the prompt, when it was copied. */
static size_t fit_offset(const chatfmt_applied *applied, cft_slice path, size_t at)
{
    const chatfmt_span *span = cft_span_at(applied->spans, applied->span_count, at);
    if (!span || !(span->flags & CHATFMT_SPAN_COPIED) || !cft_slice_equal(span->path, path))
        return SIZE_MAX;
    return span->offset + (at - span->begin);
}

/* How many bytes of `text` stay when `keep` of its tokens are to stay; always fewer than all. */
static size_t fit_kept_bytes(const chatfmt_applied *applied, const chatfmt_tokens *tokens,
                             const fit_text *longest, cft_value text, size_t keep)
{
    size_t length = text.length, kept = SIZE_MAX;
    if (keep)
        kept = fit_offset(applied, longest->path, tokens->places[longest->first + keep].begin);
    else kept = 0;
    if (kept == SIZE_MAX) kept = length / longest->tokens * keep;
    if (kept >= length) kept = length - 1;
    while (kept && ((unsigned char)text.as.text[kept] & 0xC0) == 0x80) kept--;
    return kept;
}

static chatfmt_status fit_copy(cft_heap *heap, cft_value list, cft_value **items)
{
    void *room;
    size_t count = list.as.list->count;
    CFT_TRY(cft_heap_array(heap, count, sizeof(cft_value), &room));
    memcpy(room, list.as.list->items, count * sizeof(cft_value));
    *items = room;
    return CHATFMT_OK;
}

/* The value that a fit_text names, in its message. */
static cft_value fit_text_of(cft_value message, const fit_text *which)
{
    cft_value content = cft_apply_member(message, CFT_LIT("content"));
    if (which->part == CHATFMT_NO_INDEX) return content;
    assert(content.kind == CFT_LIST && which->part < content.as.list->count);
    return cft_apply_member(content.as.list->items[which->part], CFT_LIT("text"));
}

/* Put a text into its message; `messages` is ours to change. */
static chatfmt_status fit_replace(cft_heap *heap, cft_value *messages, const fit_text *which,
                                  cft_value text)
{
    cft_value *message = &messages[which->message];
    if (which->part != CHATFMT_NO_INDEX) {
        cft_value parts = cft_apply_member(*message, CFT_LIT("content")), *items;
        CFT_TRY(fit_copy(heap, parts, &items));
        CFT_TRY(cft_apply_with(heap, items[which->part], CFT_LIT("text"), text,
                               &items[which->part]));
        CFT_TRY(cft_list_of(heap, CFT_LIST, items, parts.as.list->count, &text));
    }
    return cft_apply_with(heap, *message, CFT_LIT("content"), text, message);
}

/* What one round of cutting works with. */
typedef struct fit_round {
    cft_prompt_job *job;
    cft_prompt_row *row;
    const chatfmt_tokens *tokens;
    cft_value conversation;
    cft_value *messages; /* of the next round */
    size_t had;          /* tokens before the first round */
    size_t most;         /* bytes that one text lost */
    bool any;
} fit_round;

/* Leave so many tokens of a text. */
static chatfmt_status fit_shorten(fit_round *round, fit_text which, size_t keep)
{
    if (round->job->chat->job.merged) which.message++;
    cft_value text = fit_text_of(round->conversation.as.list->items[which.message], &which);
    if (text.kind != CFT_STRING || !text.length) return CHATFMT_OK;
    size_t kept = fit_kept_bytes(round->row->applied, round->tokens, &which, text, keep);
    size_t left = fit_text_of(round->messages[which.message], &which).length;
    if (kept >= left) return CHATFMT_OK; /* it is printed elsewhere, too, and was cut there */
    size_t gone = left - kept;
    if (gone > round->most) {
        round->most = gone;
        round->row->out->cut_message = which.message;
    }
    round->row->out->cut_bytes += gone;
    round->any = true;
    text.length = (uint32_t)kept;
    return fit_replace(&round->job->chat->fitted, round->messages, &which, text);
}

/* The longest texts down to one level, the oldest first, until what is too much is gone. */
static chatfmt_status fit_cut_once(fit_round *round)
{
    cft_prompt_job *job = round->job;
    size_t count, excess = round->tokens->count - job->options.max_length;
    fit_text *texts = fit_texts(job, round->row->applied, round->tokens, &count);
    if (!texts) return cft_fail(job->error, CHATFMT_NO_MEMORY, "out of memory");
    size_t level = fit_level(texts, count, excess);
    if (!count || round->conversation.kind != CFT_LIST)
        return fit_refuse(job, round->had, round->tokens->count, " and there is no content to cut",
                          " with all content cut away");
    CFT_TRY(fit_copy(&job->chat->fitted, round->conversation, &round->messages));
    round->any = false;
    for (size_t i = 0; i < count && excess; i++) {
        if (texts[i].tokens <= level) continue;
        size_t cut = texts[i].tokens - level;
        if (cut > excess) cut = excess;
        excess -= cut;
        CFT_TRY(fit_shorten(round, texts[i], texts[i].tokens - cut));
    }
    if (!round->any)
        return fit_refuse(job, round->had, round->tokens->count, " and its content cannot be cut",
                          " after cuts, and what is left cannot be cut");
    return cft_list_of(&job->chat->fitted, CFT_LIST, round->messages,
                       round->conversation.as.list->count, &round->conversation);
}

static chatfmt_status fit_cut(cft_prompt_job *job, cft_value conversation, cft_prompt_row *row,
                              chatfmt_tokens *tokens)
{
    fit_round round = {.job = job, .row = row, .tokens = tokens, .had = tokens->count,
                       .conversation = conversation};
    for (int i = 0; tokens->count > job->options.max_length; i++) {
        if (i == FIT_ROUNDS)
            return fit_refuse(job, round.had, tokens->count, " after many cuts",
                              " after many cuts");
        CFT_TRY(fit_cut_once(&round));
        CFT_TRY(cft_prompt_encode(job, cft_wrap(round.conversation), true, row->applied,
                                  tokens));
    }
    return CHATFMT_OK;
}

/* ---- Any way ---- */

chatfmt_status cft_prompt_fit(cft_prompt_job *job, chatfmt_value conversation,
                              cft_prompt_row *row, chatfmt_tokens *tokens)
{
    chatfmt_fit fit = job->options.fit;
    CFT_TRY(cft_prompt_encode(job, conversation, job->needs_places || fit == CHATFMT_FIT_CUT,
                              row->applied, tokens));
    if (!job->options.max_length || tokens->count <= job->options.max_length) return CHATFMT_OK;
    if (fit == CHATFMT_FIT_DROP) return fit_drop(job, cft_unwrap(conversation), row, tokens);
    if (fit == CHATFMT_FIT_CUT) return fit_cut(job, cft_unwrap(conversation), row, tokens);
    return fit == CHATFMT_FIT_REFUSE ? fit_refuse(job, tokens->count, tokens->count, "", "")
                                     : CHATFMT_OK;
}
