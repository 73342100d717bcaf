/* chat/prompt_mask.c - which bytes of a prompt are learned: by the tags of the template, as
 * transformers counts them or as they truly are, or derived from where the bytes came from.
 */
#include "chat/applier.h"
#include "value/text.h"

chatfmt_status cft_mask_add(chatfmt_applier *chat, chatfmt_mask_range **ranges, size_t *count,
                            chatfmt_mask_range range)
{
    if (*count == 0 || (*count >= 8 && (*count & (*count - 1)) == 0)) {
        size_t had = *count, wanted = had ? had * 2 : 8;
        chatfmt_mask_range *grown = cft_arena_array(&chat->results, wanted, sizeof *grown);
        if (!grown) return CHATFMT_NO_MEMORY;
        if (had) memcpy(grown, *ranges, had * sizeof *grown);
        *ranges = grown;
    }
    (*ranges)[(*count)++] = range;
    return CHATFMT_OK;
}

/* A walk over the text that turns code points into bytes and back; it goes on from where it was,
 * so ranges in order cost one pass. */
typedef struct mask_walk {
    cft_slice text;
    size_t byte, point;
} mask_walk;

static bool mask_is_lead(const mask_walk *walk)
{
    return ((unsigned char)walk->text.data[walk->byte] & 0xC0) != 0x80;
}

static size_t mask_byte_of(mask_walk *walk, size_t point)
{
    if (point < walk->point) walk->byte = walk->point = 0;
    for (; walk->byte < walk->text.length; walk->byte++) {
        if (!mask_is_lead(walk)) continue;
        if (walk->point == point) break;
        walk->point++;
    }
    return walk->byte;
}

static size_t mask_point_of(mask_walk *walk, size_t byte)
{
    if (byte < walk->byte) walk->byte = walk->point = 0;
    for (; walk->byte < byte && walk->byte < walk->text.length; walk->byte++)
        walk->point += mask_is_lead(walk);
    return walk->point;
}

static chatfmt_status mask_hf(chatfmt_applier *chat, chatfmt_mask_range **ranges, size_t *count)
{
    const cft_generation *found;
    mask_walk walk = {.text = chat->text};
    size_t n;
    found = cft_machine_generations(chat->main->machine, &n);
    for (size_t i = 0; i < n; i++) {
        chatfmt_mask_range range = {.begin_char = found[i].begin, .end_char = found[i].end,
                                    .message = CHATFMT_NO_MESSAGE};
        range.begin = mask_byte_of(&walk, range.begin_char);
        range.end = mask_byte_of(&walk, range.end_char);
        CFT_TRY(cft_mask_add(chat, ranges, count, range));
    }
    return CHATFMT_OK;
}

/* Neighbouring spans of one tag are one range. */
static chatfmt_status mask_generation(chatfmt_applier *chat, chatfmt_mask_range **ranges,
                                      size_t *count)
{
    const chatfmt_span *spans = chat->main->spans;
    uint32_t last = 0;
    for (size_t i = 0; i < chat->main->span_count; i++) {
        uint32_t number = spans[i].generation;
        if (number && number == last && (*ranges)[*count - 1].end == spans[i].begin) {
            (*ranges)[*count - 1].end = spans[i].end;
        } else if (number) {
            chatfmt_mask_range range = {.begin = spans[i].begin, .end = spans[i].end,
                                        .message = CHATFMT_NO_MESSAGE};
            CFT_TRY(cft_mask_add(chat, ranges, count, range));
        }
        last = number;
    }
    return CHATFMT_OK;
}

/* The word generation between tag marks, as transformers looks for it but for {%+ as well. */
static bool mask_has_tags(cft_slice source)
{
    size_t at = 0;
    while ((at = cft_text_find(source, CFT_LIT("{%"), at)) != SIZE_MAX) {
        at += 2;
        size_t from = at;
        if (from < source.length && (source.data[from] == '-' || source.data[from] == '+')) from++;
        while (from < source.length && memchr(" \t\r\n", source.data[from], 4)) from++;
        cft_slice word = CFT_LIT("generation");
        if (source.length - from > word.length &&
            memcmp(source.data + from, word.data, word.length) == 0 &&
            memchr(" \t\r\n-+%", source.data[from + word.length], 7))
            return true;
    }
    return false;
}

static chatfmt_status mask_check(chatfmt_applier *chat, uint32_t kind, chatfmt_error *error)
{
    const cft_applier_job *job = &chat->job;
    if (job->flags & (CHATFMT_APPLY_CONTINUE | CHATFMT_APPLY_CONTINUE_EXACT))
        return cft_fail(error, CHATFMT_VALUE,
                        kind == CHATFMT_MASK_HF
                            ? "continue_final_message is not compatible with "
                              "return_assistant_tokens_mask."
                            : "continue_final_message is not used with a mask: leave one of them "
                              "out");
    if (kind != CHATFMT_MASK_DERIVED &&
        !mask_has_tags(cft_slice_of(job->row->source, job->row->length)))
        return cft_fail(error, CHATFMT_VALUE,
                        "the template has no {%% generation %%} tags, so this mask would be empty; "
                        "the mask 'derived' needs no tags");
    return CHATFMT_OK;
}

static void mask_count_points(chatfmt_applier *chat, chatfmt_mask_range *ranges, size_t count)
{
    mask_walk walk = {.text = chat->text};
    for (size_t i = 0; i < count; i++) {
        ranges[i].begin_char = mask_point_of(&walk, ranges[i].begin);
        ranges[i].end_char = mask_point_of(&walk, ranges[i].end);
    }
}

chatfmt_status cft_applier_mask(chatfmt_applier *chat, const chatfmt_mask_options *options,
                             const chatfmt_mask_range **ranges, size_t *count,
                             chatfmt_error *error)
{
    chatfmt_mask_range *made = NULL;
    size_t n = 0;
    if (!chat->applied || !chat->job.spans || !chat->main->spans)
        if (!chat->applied || !chat->job.spans || chat->text.length)
            return cft_fail(error, CHATFMT_BAD_ARGUMENT,
                            "there is no text with spans to make a mask for");
    CFT_TRY(mask_check(chat, options->kind, error));
    cft_applier_begin_probes(chat);
    chatfmt_status status = options->kind == CHATFMT_MASK_HF ? mask_hf(chat, &made, &n)
                            : options->kind == CHATFMT_MASK_GENERATION
                                ? mask_generation(chat, &made, &n)
                                : cft_mask_derived(chat, options, &made, &n);
    CFT_TRY(cft_applier_explain(chat, status, error));
    if (options->kind != CHATFMT_MASK_HF) mask_count_points(chat, made, n);
    if ((options->flags & CHATFMT_MASK_LAST_TURN) && n > 1) {
        made += n - 1;
        n = 1;
    }
    *ranges = made;
    *count = n;
    return CHATFMT_OK;
}
