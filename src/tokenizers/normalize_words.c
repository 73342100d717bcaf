/* tokenizers/normalize_words.c - the normalizers of BERT, of NMT, and by a map of characters.
 */
#include "tokenizers/normalize_words.h"

#include "regex/char_class.h"
#include "tokenizers/charsmap.h"
#include "tokenizers/grapheme.h"

/* What becomes of a character that is not printable ASCII, which stays. */
typedef enum words_fate { WORDS_KEEP, WORDS_DROP, WORDS_SPACE } words_fate;
typedef words_fate words_rule(uint32_t code);

/* Source: BertNormalizer::do_clean_text. */
static words_fate words_clean(uint32_t code)
{
    if (code == '\t' || code == '\n' || code == '\r') return WORDS_SPACE;
    if (!code || code == 0xFFFD || (cft_text_class(code) & CFT_TEXT_BERT_CONTROL))
        return WORDS_DROP;
    return cft_char_in(code, CFT_CHAR_SET_SPACE) ? WORDS_SPACE : WORDS_KEEP;
}

/* Marks of Unicode 8.0. Source: BertNormalizer::do_strip_accents. */
static words_fate words_marks(uint32_t code)
{
    return code >= 0x80 && (cft_text_class(code) & CFT_TEXT_BERT_MARK) ? WORDS_DROP
                                                                       : WORDS_KEEP;
}

/* Source: normalizers::unicode::do_nmt. */
static words_fate words_nmt(uint32_t code)
{
    static const uint32_t spaces[] = {'\t',   '\n',   '\f',   '\r',   0x1680,
                                      0x2028, 0x2029, 0x2581, 0xFEFF, 0xFFFD};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (code == spaces[i]) return WORDS_SPACE;
    if (code >= 0x200B && code <= 0x200F) return WORDS_SPACE;
    bool drops = (code && code < ' ') || code == 0x7F || code == 0x8F || code == 0x9F;
    return drops ? WORDS_DROP : WORDS_KEEP;
}

/* Apply a rule to each character; nothing is written up to the first that it changes. */
static chatfmt_status words_apply(words_rule *rule, const cft_token_view *view,
                                  cft_token_text *out, bool *same)
{
    const char *at = view->data, *end = view->data + view->length;
    size_t done = 0;
    *same = true;
    for (;;) {
        /* No rule changes plain ASCII. */
        size_t begin = cft_token_ascii(view->data, (size_t)(at - view->data), view->length);
        at = view->data + begin;
        if (at == end) break;
        words_fate fate = rule(cft_utf8_next(&at));
        if (fate == WORDS_KEEP) continue;
        *same = false;
        CFT_TRY(cft_token_copy(out, view, done, begin));
        done = (size_t)(at - view->data);
        if (fate == WORDS_DROP) continue;
        cft_place place = {0, 0};
        if (out->tracks) place = cft_token_place(view, begin);
        CFT_TRY(cft_token_put(out, " ", 1, place));
    }
    return *same ? CHATFMT_OK : cft_token_copy(out, view, done, view->length);
}

/* Source: is_chinese_char of BertNormalizer, with its 0x2B920. */
bool cft_is_bert_ideograph(uint32_t code)
{
    static const uint32_t ranges[][2] = {
        {0x4E00, 0x9FFF},   {0x3400, 0x4DBF},   {0x20000, 0x2A6DF}, {0x2A700, 0x2B73F},
        {0x2B740, 0x2B81F}, {0x2B920, 0x2CEAF}, {0xF900, 0xFAFF},   {0x2F800, 0x2FA1F},
    };
    for (size_t i = 0; code >= 0x3400 && i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i][0] && code <= ranges[i][1]) return true;
    return false;
}

/* Spaces around ideographs. */
static chatfmt_status words_space_out(const cft_token_view *view, cft_token_text *out,
                                      bool *same)
{
    const char *at = view->data, *end = view->data + view->length;
    size_t done = 0;
    *same = true;
    for (;;) {
        size_t begin = cft_token_ascii(view->data, (size_t)(at - view->data), view->length);
        at = view->data + begin;
        if (at == end) break;
        if (!cft_is_bert_ideograph(cft_utf8_next(&at))) continue;
        cft_place place = {0, 0};
        if (out->tracks) place = cft_token_place(view, begin);
        *same = false;
        CFT_TRY(cft_token_copy(out, view, done, begin));
        CFT_TRY(cft_token_put(out, " ", 1, place));
        done = (size_t)(at - view->data);
        CFT_TRY(cft_token_copy(out, view, begin, done));
        CFT_TRY(cft_token_put(out, " ", 1, place));
    }
    return *same ? CHATFMT_OK : cft_token_copy(out, view, done, view->length);
}

/* ---- by a map of characters ---- */

/* What is written is held back by one character, since what is removed counts for the one in
 * front. */
typedef struct words_mapping {
    cft_rewrite rewrite;
    bool has;
    uint32_t code;
    int32_t change;
} words_mapping;

static chatfmt_status words_put(words_mapping *m, uint32_t code, int32_t change)
{
    if (m->has) CFT_TRY(cft_rewrite_put(&m->rewrite, m->code, m->change));
    m->has = true;
    m->code = code;
    m->change = change;
    return CHATFMT_OK;
}

/* Source: normalizers::precompiled::replace. */
static chatfmt_status words_replace(words_mapping *m, cft_slice old, cft_slice text)
{
    int32_t count = (int32_t)cft_utf8_count(old.data, old.length), made = 0;
    const char *at = text.data, *end = text.data + text.length;
    for (; at < end; made++)
        CFT_TRY(words_put(m, cft_utf8_next(&at), made < count ? 0 : 1));
    if (made < count && m->has) m->change += made - count;
    return CHATFMT_OK;
}

/* A cluster: as a whole when it is short, else by its characters. */
static chatfmt_status words_cluster(words_mapping *m, const cft_charsmap *map,
                                    cft_slice cluster, bool *same)
{
    cft_slice text;
    if (cluster.length < 6 &&
        cft_charsmap_find(map, cluster.data, cluster.length, false, &text, NULL)) {
        *same = false;
        return words_replace(m, cluster, text);
    }
    const char *at = cluster.data, *end = cluster.data + cluster.length;
    while (at < end) {
        cft_slice character = {at, cft_utf8_width((unsigned char)*at)};
        uint32_t code = cft_utf8_next(&at);
        if (!cft_charsmap_find(map, character.data, character.length, false, &text, NULL)) {
            CFT_TRY(words_put(m, code, 0));
            continue;
        }
        *same = false;
        CFT_TRY(words_replace(m, character, text));
    }
    return CHATFMT_OK;
}

/* Source: normalizers::precompiled. */
static chatfmt_status words_map(const cft_charsmap *map, const cft_token_view *view,
                                cft_token_text *out, bool *same)
{
    words_mapping m = {.rewrite = {view, out, 0}};
    size_t at = 0;
    *same = true;
    while (at < view->length && (unsigned char)view->data[at] < 0x80 &&
           view->data[at] != '\r' && map->ascii[(unsigned char)view->data[at]])
        at++;
    if (at == view->length) return CHATFMT_OK;
    for (size_t end = at = 0; at < view->length; at = end) {
        unsigned char byte = (unsigned char)view->data[at];
        bool alone = at + 1 == view->length || (unsigned char)view->data[at + 1] < 0x80;
        if (byte < 0x80 && byte != '\r' && alone && map->ascii[byte]) {
            end = at + 1;
            CFT_TRY(words_put(&m, byte, 0));
            continue;
        }
        end = cft_grapheme_end(view->data, at, view->length);
        CFT_TRY(words_cluster(&m, map, cft_slice_of(view->data + at, end - at), same));
    }
    return m.has ? cft_rewrite_put(&m.rewrite, m.code, m.change) : CHATFMT_OK;
}

chatfmt_status cft_normalize_words(const cft_normalizer *step, const cft_token_view *view,
                                   cft_token_text *out, bool *same)
{
    switch (step->kind) {
    case CFT_NORMALIZER_CLEAN: return words_apply(words_clean, view, out, same);
    case CFT_NORMALIZER_MARKS: return words_apply(words_marks, view, out, same);
    case CFT_NORMALIZER_NMT: return words_apply(words_nmt, view, out, same);
    case CFT_NORMALIZER_IDEOGRAPHS: return words_space_out(view, out, same);
    case CFT_NORMALIZER_PIECES: return cft_normalize_pieces(step->rules, view, out);
    case CFT_NORMALIZER_LLAMA_WORDS: return cft_normalize_llama_words(step, view, out);
    default: return words_map(step->map, view, out, same);
    }
}
