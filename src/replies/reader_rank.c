/* replies/reader_rank.c - which families a template, an architecture or a name speaks for. */
#include "replies/reader_rank.h"

#include "replies/reply_parser.h"

/* Markers of fewer bytes are in any template. */
#define RANK_LEAST 6
/* Of a guess that has to be confirmed, fewer will do. */
#define RANK_OUTER 3

static const struct {
    const char *word, *family;
} rank_hints[] = {
#define HINT(word, family) {word, family},
#define SIGN(word, family)
#include "replies/reader_hints.def"
#undef HINT
#undef SIGN
}, rank_signs[] = {
#define HINT(word, family)
#define SIGN(word, family) {word, family},
#include "replies/reader_hints.def"
#undef HINT
#undef SIGN
};

static bool rank_in(cft_slice source, cft_slice marker)
{
    const char *at = source.data, *end = source.data + source.length;
    if (!marker.length) return false;
    while ((size_t)(end - at) >= marker.length) {
        at = memchr(at, marker.data[0], (size_t)(end - at) - marker.length + 1);
        if (!at) return false;
        if (memcmp(at, marker.data, marker.length) == 0) return true;
        at++;
    }
    return false;
}

/* The longest alternative of `marker` that the source holds. *missing is set when it has some and
 * none is there. */
static cft_slice rank_seen(const char *marker, cft_slice source, bool *missing)
{
    cft_slice best = {NULL, 0};
    bool has = !cft_marker_none(marker);
    while (*marker) {
        cft_slice one = cft_marker_first(marker);
        if (one.length > best.length && rank_in(source, one)) best = one;
        marker = one.data + one.length;
        if (*marker == '\f') marker++;
    }
    if (has && !best.length) *missing = true;
    return best;
}

/* The texts of a row by number, those of tool calls first. */
static const char *rank_text(const cft_reply_row *row, size_t number)
{
    const char *const texts[] = {row->section_open, row->call_open,   row->name_open,
                                 row->name_close,   row->key_open,    row->value_open,
                                 row->think_open,   row->answer_open, row->stops};
    return number < sizeof texts / sizeof *texts ? texts[number] : NULL;
}

enum { RANK_CALL_TEXTS = 6 };

static cft_rank rank_row(const cft_reply_row *row, cft_slice source)
{
    cft_rank rank = {.row = row};
    bool missing = false, ignored = false, bare = row->flags & CFT_ROW_BARE;
    const char *text;
    size_t i, weak = 0, outer = 0;
    for (i = 0; (text = rank_text(row, i)) != NULL; i++) {
        size_t length = rank_seen(text, source, i < RANK_CALL_TEXTS ? &missing : &ignored).length;
        if (i < RANK_CALL_TEXTS) rank.score += length * 2;
        else weak += length;
        if (i < 2) outer += length;
    }
    rank.certain = !missing && !bare && rank.score >= 2 * RANK_LEAST;
    rank.score += weak;
    /* Without all of its markers a row is a guess that has to be confirmed; without the first of
     * them, its own stops must speak for it. */
    if (!rank.certain && outer < RANK_OUTER) rank.score = bare ? weak / 4 : 0;
    return rank;
}

size_t cft_reply_rank(cft_slice source, cft_rank out[CFT_RANKS])
{
    size_t count = 0, i, at;
    for (i = 0; i < cft_reply_row_count; i++) {
        cft_rank rank = rank_row(&cft_reply_rows[i], source);
        if (!rank.score) continue;
        at = count < CFT_RANKS ? count++ : CFT_RANKS - 1;
        while (at && (rank.certain > out[at - 1].certain ||
                      (rank.certain == out[at - 1].certain && rank.score > out[at - 1].score))) {
            if (at < CFT_RANKS) out[at] = out[at - 1];
            at--;
        }
        out[at] = rank;
    }
    return count;
}

const cft_reply_row *cft_reply_detect(cft_slice source)
{
    cft_rank ranks[CFT_RANKS];
    size_t count = cft_reply_rank(source, ranks);
    return count && ranks[0].certain ? ranks[0].row : NULL;
}

cft_slice cft_reply_seen(const cft_reply_row *row, cft_slice source, size_t *at)
{
    const char *text;
    while ((text = rank_text(row, *at)) != NULL) {
        bool ignored;
        cft_slice seen = rank_seen(text, source, &ignored);
        ++*at;
        if (seen.length) return seen;
    }
    return cft_slice_of(NULL, 0);
}

static char rank_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool rank_names(cft_slice name, const char *word)
{
    size_t length = strlen(word), i, k;
    for (i = 0; i + length <= name.length; i++) {
        for (k = 0; k < length && rank_lower(name.data[i + k]) == word[k]; k++) {}
        if (k == length) return true;
    }
    return false;
}

const cft_reply_row *cft_reply_hint(cft_slice name, cft_slice *word)
{
    size_t i;
    for (i = 0; i < sizeof rank_hints / sizeof *rank_hints; i++) {
        if (!rank_names(name, rank_hints[i].word)) continue;
        *word = cft_slice_of(rank_hints[i].word, strlen(rank_hints[i].word));
        return cft_reply_find(cft_slice_of(rank_hints[i].family, strlen(rank_hints[i].family)));
    }
    return NULL;
}

const cft_reply_row *cft_reply_sign(cft_slice source, cft_slice *word)
{
    for (size_t i = 0; i < sizeof rank_signs / sizeof *rank_signs; i++) {
        *word = cft_slice_of(rank_signs[i].word, strlen(rank_signs[i].word));
        if (rank_in(source, *word))
            return cft_reply_find(
                cft_slice_of(rank_signs[i].family, strlen(rank_signs[i].family)));
    }
    return NULL;
}
