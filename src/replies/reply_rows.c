/* replies/reply_rows.c - the families of models, one row each (replies.def). */
#include "replies/reply_parser.h"

#define PAIR(open, close) open, close
#define PARAMETERS(key_open, key_close, value_open, value_close)                               \
    key_open, key_close, value_open, value_close
#define THINK PAIR("<think>", "</think>")
#define NO_THINK PAIR("", "")
#define NO_ANSWER PAIR("", "")
#define NO_SECTION PAIR("", "")
#define NO_CALL PAIR("", "")
#define NO_NAME PAIR("", "")
#define NO_PARAMETERS PARAMETERS("", "", "", "")
#define KEYS "name,arguments|parameters,id|tool_call_id"
#define IM_END "<|im_end|>\f<|endoftext|>"
#define ROW(name_, aliases_, shape_, flags_, think, answer, section, call_, name_marks,        \
            parameters, keys_, stops_)                                                         \
    {name_,   aliases_, CFT_SHAPE_##shape_, flags_, think, answer,                             \
     section, call_,    name_marks,         parameters, keys_, stops_},

const cft_reply_row cft_reply_rows[] = {
#include "replies/replies.def"
};

const size_t cft_reply_row_count = sizeof cft_reply_rows / sizeof *cft_reply_rows;

static bool rows_same_name(cft_slice a, cft_slice b)
{
    size_t i;
    if (a.length != b.length) return false;
    for (i = 0; i < a.length; i++) {
        char x = a.data[i], y = b.data[i];
        if (x >= 'A' && x <= 'Z') x = (char)(x - 'A' + 'a');
        if (y >= 'A' && y <= 'Z') y = (char)(y - 'A' + 'a');
        if (x == '_') x = '-';
        if (y == '_') y = '-';
        if (x != y) return false;
    }
    return true;
}

const cft_reply_row *cft_reply_find(cft_slice name)
{
    size_t i;
    for (i = 0; i < cft_reply_row_count; i++) {
        const cft_reply_row *row = &cft_reply_rows[i];
        const char *at = row->aliases;
        if (rows_same_name(name, cft_slice_of(row->name, strlen(row->name)))) return row;
        while (*at) {
            cft_slice one = cft_marker_first(at);
            if (rows_same_name(name, one)) return row;
            at = one.data + one.length;
            if (*at == '\f') at++;
        }
    }
    return NULL;
}

/* The bytes of the markers of `marker` that the source holds; 0 as soon as one group of
 * alternatives has none in it. */
static size_t rows_seen(const char *marker, cft_slice source, bool *missing)
{
    size_t best = 0;
    if (cft_marker_none(marker)) return 0;
    while (*marker) {
        cft_slice one = cft_marker_first(marker);
        size_t i;
        for (i = 0; one.length && i + one.length <= source.length; i++) {
            const char *found = memchr(source.data + i, one.data[0], source.length - i);
            if (!found) break;
            i = (size_t)(found - source.data);
            if (i + one.length <= source.length && memcmp(found, one.data, one.length) == 0) {
                if (one.length > best) best = one.length;
                break;
            }
        }
        marker = one.data + one.length;
        if (*marker == '\f') marker++;
    }
    if (best == 0) *missing = true;
    return best;
}

const cft_reply_row *cft_reply_detect(cft_slice source)
{
    const cft_reply_row *best = NULL;
    size_t best_score = 0, i;
    for (i = 0; i < cft_reply_row_count; i++) {
        const cft_reply_row *row = &cft_reply_rows[i];
        bool missing = false, ignored = false;
        size_t score = rows_seen(row->section_open, source, &missing) +
                       rows_seen(row->call_open, source, &missing) +
                       rows_seen(row->name_open, source, &missing) +
                       rows_seen(row->name_close, source, &missing) +
                       rows_seen(row->key_open, source, &missing);
        if (missing || score < 6 || (row->flags & CFT_ROW_BARE)) continue;
        score = score * 2 + rows_seen(row->think_open, source, &ignored);
        score += rows_seen(row->stops, source, &ignored);
        if (score > best_score) {
            best = row;
            best_score = score;
        }
    }
    return best;
}
