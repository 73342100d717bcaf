/* replies/reply_opening.c - where a message begins: its header, and what the prompt has opened.
 *
 * Some families route messages by a header, as " to=get_weather<|message|>": the marker after
 * it says what the message is, so the header is framing. A prompt may end with the marker of a
 * call, and then the reply begins inside of it.
 */
#include "replies/reply_parser.h"

#define OPENING_HEADER_MOST 256

static bool opening_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("_-.:/= ", c) != NULL) || (unsigned char)c >= 0x80;
}

static cft_reply_step opening_text(cft_reply *p)
{
    p->state = CFT_STATE_CONTENT;
    p->scanned = 0;
    return CFT_STEP_ON;
}

/* What of the answer's marker follows the call's marker, which the prompt has written:
 * "all\n" of ">>>all\n" and ">>>". */
static const char *opening_answer(const cft_reply_row *row)
{
    size_t length = strlen(row->call_open);
    if (length == 0 || strncmp(row->answer_open, row->call_open, length) != 0) return "";
    return row->answer_open + length;
}

static cft_reply_step opening_call(cft_reply *p)
{
    size_t length;
    cft_match match = cft_marker_at(opening_answer(p->row), cft_reply_here(p),
                                    cft_reply_left(p), p->final, &length);
    if (match == CFT_MATCH_PART) return CFT_STEP_MORE;
    p->opened = false;
    if (match == CFT_MATCH_YES) {
        p->at += length;
        p->state = CFT_STATE_CONTENT;
        return cft_reply_frame(p, p->at, 0, NULL);
    }
    if (cft_marker_none(p->row->section_open)) {
        cft_reply_enter_call(p);
    } else {
        p->in_section = true;
        p->state = CFT_STATE_SECTION;
        p->scanned = 0;
    }
    return CFT_STEP_ON;
}

/* Does a marker of the row stand here? */
static cft_match opening_marker(const cft_reply *p, size_t at)
{
    const char *const marks[] = {p->row->think_open, p->row->answer_open, p->row->section_open,
                                 p->row->call_open, p->row->stops};
    cft_match best = CFT_MATCH_NO;
    size_t i, length;
    for (i = 0; i < sizeof marks / sizeof *marks; i++) {
        cft_match match =
            cft_marker_at(marks[i], p->hold.data + at, p->limit - at, p->final, &length);
        if (match == CFT_MATCH_YES) return match;
        if (match == CFT_MATCH_PART) best = match;
    }
    return best;
}

/* The end of the header that begins here. */
static cft_match opening_end(const cft_reply *p, size_t *end)
{
    size_t i = p->at, length = 0;
    cft_match match;
    while (i < p->limit && i - p->at < OPENING_HEADER_MOST && opening_byte(p->hold.data[i]))
        i++;
    *end = i;
    if (i == p->limit) return p->final ? CFT_MATCH_NO : CFT_MATCH_PART;
    if (i - p->at == OPENING_HEADER_MOST) return CFT_MATCH_NO;
    if (cft_marker_none(p->row->header_close)) return opening_marker(p, i);
    match =
        cft_marker_at(p->row->header_close, p->hold.data + i, p->limit - i, p->final, &length);
    *end += length;
    return match;
}

/* Does the header up to hold offset `end` address the user? */
static bool opening_to_user(const cft_reply *p, size_t end)
{
    static const char to[] = "to=user";
    const char *at = cft_reply_here(p);
    for (const char *stop = p->hold.data + end - sizeof to; at < stop; at++)
        if (memcmp(at, to, sizeof to - 1) == 0 && !opening_byte(at[sizeof to - 1])) return true;
    return false;
}

cft_reply_step cft_reply_step_opening(cft_reply *p)
{
    size_t end, length;
    cft_match match;
    if (cft_reply_left(p) == 0) return CFT_STEP_MORE;
    if (p->opened) return opening_call(p);
    /* What the reasoning is opened with may be a header itself. */
    match = cft_marker_at(p->row->think_open, cft_reply_here(p), cft_reply_left(p), p->final,
                          &length);
    if (match == CFT_MATCH_PART) return CFT_STEP_MORE;
    if (match == CFT_MATCH_YES) return opening_text(p);
    match = opening_end(p, &end);
    if (match == CFT_MATCH_PART) return CFT_STEP_MORE;
    if (match == CFT_MATCH_YES) {
        p->to_user = opening_to_user(p, end);
        p->to_user_at = p->content.length;
        p->at = end;
        if (cft_reply_frame(p, end, 0, NULL) == CFT_STEP_FAIL) return CFT_STEP_FAIL;
    }
    return opening_text(p);
}
