/* replies/reply_prompt.c - what a prompt has opened of the reply: its reasoning, or a call.
 *
 * Earlier messages may write the markers of reasoning as well, so that only what is in the turn
 * of the reply counts: what follows the text by which the template begins that turn, where it is
 * known, else what no token of a turn follows.
 */
#include "replies/reply_parser.h"

enum { PROMPT_TOKEN_MOST = 64 };

/* The last occurrence of any alternative, from 1; 0 when there is none. */
static size_t prompt_last(const char *marker, cft_slice text)
{
    size_t at = text.length, length;
    while (at-- > 0)
        if (cft_marker_at(marker, text.data + at, text.length - at, true, &length) ==
            CFT_MATCH_YES)
            return at + 1;
    return 0;
}

/* Does the prompt end with one of these, and white space? */
static bool prompt_ends_with(const char *marker, cft_slice text)
{
    while (text.length && cft_reply_is_space(text.data[text.length - 1]))
        text.length--;
    while (*marker) {
        cft_slice one = cft_marker_first(marker);
        marker = one.data + one.length;
        if (*marker == '\f') marker++;
        while (one.length && cft_reply_is_space(one.data[one.length - 1]))
            one.length--;
        if (one.length && one.length <= text.length &&
            memcmp(text.data + text.length - one.length, one.data, one.length) == 0)
            return true;
    }
    return false;
}

/* How tokens look that begin and end turns: these, or a word between them. */
static const struct {
    const char *open, *close;
} prompt_tokens[] = {
    {"<|", "|>"},         {"<｜", "｜>"},      {"</s>", ""},       {"[/INST]", ""},
    {"[/TOOL_RESULTS]", ""}, {"<start_of_", ">"}, {"<end_of_", ">"}, {"<SPECIAL_", ">"},
    {"<extra_id_", ">"},  {"]~b]", ""},
};

static bool prompt_is_token(const char *data, size_t left)
{
    if (left > PROMPT_TOKEN_MOST) left = PROMPT_TOKEN_MOST;
    for (size_t i = 0; i < sizeof prompt_tokens / sizeof *prompt_tokens; i++) {
        size_t open = strlen(prompt_tokens[i].open), close = strlen(prompt_tokens[i].close);
        if (left < open || memcmp(data, prompt_tokens[i].open, open)) continue;
        for (size_t at = open; at + close <= left; at++) {
            if (!memcmp(data + at, prompt_tokens[i].close, close)) return true;
            if (cft_reply_is_space(data[at])) break;
        }
    }
    return false;
}

/* Whether a turn ends or begins in the text. */
static bool prompt_has_turn(const cft_reply_row *row, cft_slice text)
{
    size_t length;
    for (size_t at = 0; at < text.length; at++) {
        const char *data = text.data + at;
        size_t left = text.length - at;
        if (prompt_is_token(data, left) ||
            cft_marker_at(row->stops, data, left, true, &length) == CFT_MATCH_YES)
            return true;
    }
    return false;
}

/* Without what comes before the turn, where the template's text for that is known and there: up to
 * the markers of reasoning in it. */
static cft_slice prompt_turn(const cft_reply_row *row, const char *open, const char *close,
                             cft_slice prompt, bool *found)
{
    size_t length = row->turn_open ? strlen(row->turn_open) : 0, skip;
    *found = false;
    for (size_t at = 0; at < length; at++)
        if (cft_marker_at(open, row->turn_open + at, length - at, true, &skip) == CFT_MATCH_YES ||
            cft_marker_at(close, row->turn_open + at, length - at, true, &skip) == CFT_MATCH_YES)
            length = at;
    while (length && cft_reply_is_space(row->turn_open[length - 1])) length--;
    for (size_t at = prompt.length; length && at >= length; at--)
        if (!memcmp(prompt.data + at - length, row->turn_open, length)) {
            *found = true;
            return cft_slice_of(prompt.data + at, prompt.length - at);
        }
    return prompt;
}

cft_slice cft_reply_opening_of(const cft_reply_row *row, cft_slice prompt)
{
    const char *open = row->think_open, *close;
    if (row->shape == CFT_SHAPE_CHANNEL) cft_reply_channel_reasoning(&open, &close);
    size_t at = prompt_last(open, prompt);
    return at ? cft_slice_of(prompt.data + at - 1, prompt.length - at + 1)
              : cft_slice_of(NULL, 0);
}

cft_reply_start cft_reply_start_of(const cft_reply_row *row, cft_slice prompt)
{
    const char *call = cft_marker_none(row->section_open) ? row->call_open : row->section_open;
    const char *open = row->think_open, *close = row->think_close;
    bool is_turn;
    if (row->shape == CFT_SHAPE_CHANNEL)
        cft_reply_channel_reasoning(&open, &close);
    else if (prompt_ends_with(call, prompt))
        return CFT_START_CALL;
    prompt = prompt_turn(row, open, close, prompt, &is_turn);
    size_t at = prompt_last(open, prompt), length;
    if (at <= prompt_last(close, prompt)) return CFT_START_CONTENT;
    cft_marker_at(open, prompt.data + at - 1, prompt.length - at + 1, true, &length);
    cft_slice rest = cft_slice_of(prompt.data + at - 1 + length, prompt.length - at + 1 - length);
    return is_turn || !prompt_has_turn(row, rest) ? CFT_START_REASONING : CFT_START_CONTENT;
}
