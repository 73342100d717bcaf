/* replies/reply_marker.c - recognising markers in text that is still arriving. */
#include "replies/reply_parser.h"

bool cft_reply_is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

size_t cft_reply_blank(cft_reply *p)
{
    uint64_t here = p->base + p->at;
    if (p->blank_at != here) p->blank = 0;
    p->blank_at = here;
    p->blank += cft_reply_spaces(cft_reply_here(p) + p->blank, cft_reply_left(p) - p->blank);
    return p->blank;
}

size_t cft_reply_spaces(const char *data, size_t left)
{
    size_t count = 0;
    while (count < left && cft_reply_is_space(data[count])) count++;
    return count;
}

cft_slice cft_marker_first(const char *marker)
{
    const char *end = strchr(marker, '\f');
    return cft_slice_of(marker, end ? (size_t)(end - marker) : strlen(marker));
}

cft_match cft_marker_at(const char *marker, const char *data, size_t left, bool final,
                        size_t *length)
{
    cft_match best = CFT_MATCH_NO;
    *length = 0;
    while (left && *marker) {
        size_t same = 0;
        while (same < left && marker[same] == data[same] && marker[same] && marker[same] != '\f')
            same++;
        if (!marker[same] || marker[same] == '\f') { /* all of it */
            if (best != CFT_MATCH_PART && same > *length) {
                best = CFT_MATCH_YES;
                *length = same;
            }
        } else if (same == left && !final) {
            best = CFT_MATCH_PART;
        }
        marker = strchr(marker + same, '\f');
        if (!marker) break;
        marker++;
    }
    return best;
}
