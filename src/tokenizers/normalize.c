/* tokenizers/normalize.c - the steps of a normalizer.
 *
 * A step that would not change its text says so and copies nothing. Places move as the
 * reference moves them; each function names the one it follows.
 */
#include "base/mask16.h"
#include "base/unicode.h"
#include "regex/char_class.h"
#include "tokenizers/normalize_words.h"
#include "value/text.h"

/* Capitals that Rust's char::to_lowercase (Unicode 17) knows and base's tables (14) do not:
 * first and last, the distance, and the step from one to the next. */
static const struct {
    uint32_t first, last;
    int32_t distance;
    uint32_t step;
} normalize_new_capitals[] = {
    {0x1C89, 0x1C89, 1, 1},       {0xA7CB, 0xA7CB, -42343, 1}, {0xA7CC, 0xA7CE, 1, 2},
    {0xA7D2, 0xA7D4, 1, 2},       {0xA7DA, 0xA7DA, 1, 1},      {0xA7DC, 0xA7DC, -42561, 1},
    {0x10D50, 0x10D65, 32, 1},    {0x16EA0, 0x16EB8, 27, 1},
};

static size_t normalize_to_lower(uint32_t code, uint32_t out[3])
{
    size_t rows = sizeof normalize_new_capitals / sizeof *normalize_new_capitals;
    for (size_t i = 0; code >= 0x1C89 && i < rows; i++) {
        if (code < normalize_new_capitals[i].first || code > normalize_new_capitals[i].last ||
            (code - normalize_new_capitals[i].first) % normalize_new_capitals[i].step)
            continue;
        out[0] = (uint32_t)((int32_t)code + normalize_new_capitals[i].distance);
        return 1;
    }
    return cft_to_lower(code, out);
}

/* A run of plain ASCII, letter by letter. */
static chatfmt_status normalize_lower_ascii(cft_rewrite *rewrite, size_t end)
{
    cft_token_text *out = rewrite->out;
    size_t from = out->length;
    CFT_TRY(cft_token_copy(out, rewrite->view, rewrite->offset, end));
    rewrite->offset = end;
    for (size_t i = from; i < out->length; i++) {
        char c = out->data[i];
        out->data[i] = (char)(c | (c >= 'A' && c <= 'Z') << 5);
    }
    return CHATFMT_OK;
}

/* Source: normalizers::Lowercase, char::to_lowercase. */
static chatfmt_status normalize_lower(const cft_token_view *view, cft_token_text *out)
{
    cft_rewrite rewrite = {view, out, 0};
    const char *at = view->data, *end = view->data + view->length;
    while (at < end) {
        uint32_t lower[3];
        size_t plain = cft_token_ascii(view->data, (size_t)(at - view->data), view->length);
        if (plain > rewrite.offset) {
            CFT_TRY(normalize_lower_ascii(&rewrite, plain));
            at = view->data + plain;
            continue;
        }
        size_t count = normalize_to_lower(cft_utf8_next(&at), lower);
        for (size_t i = 0; i < count; i++)
            CFT_TRY(cft_rewrite_put(&rewrite, lower[i], i ? 1 : 0));
    }
    return CHATFMT_OK;
}

/* Source: NormalizedString::lrstrip. */
static chatfmt_status normalize_strip(const cft_normalizer *step, const cft_token_view *view,
                                      cft_token_text *out, bool *same)
{
    size_t begin = 0, end = view->length;
    while (step->left && begin < end) {
        const char *at = view->data + begin;
        if (!cft_char_in(cft_utf8_next(&at), CFT_CHAR_SET_SPACE)) break;
        begin = (size_t)(at - view->data);
    }
    while (step->right && end > begin) {
        const char *at = view->data + end;
        if (!cft_char_in(cft_utf8_previous(&at), CFT_CHAR_SET_SPACE)) break;
        end = (size_t)(at - view->data);
    }
    *same = begin == 0 && end == view->length;
    return *same ? CHATFMT_OK : cft_token_copy(out, view, begin, end);
}

/* Source: normalizers::StripAccents, NormalizedString::filter. */
static chatfmt_status normalize_accents(const cft_token_view *view, cft_token_text *out)
{
    const char *at = view->data, *end = view->data + view->length;
    while (at < end) {
        size_t begin = (size_t)(at - view->data);
        if (!cft_form_is_mark(cft_utf8_next(&at)))
            CFT_TRY(cft_token_copy(out, view, begin, (size_t)(at - view->data)));
    }
    return CHATFMT_OK;
}

static cft_place normalize_place_before(const cft_token_view *view, size_t end)
{
    if (end > 0) return cft_token_place(view, end - 1);
    uint32_t begin = cft_token_place(view, 0).begin;
    return (cft_place){begin, begin};
}

/* Room for at least two blocks, and for what is left of the text where that is allowed. */
static chatfmt_status normalize_reserve(cft_token_text *out, size_t left)
{
    size_t least = 2 * CFT_MASK_BYTES;
    if (left > out->budget->string.allowed - out->length) left = least;
    return cft_token_text_reserve(out, left);
}

/* An ASCII character by a few bytes, where no places are kept: sixteen bytes are copied at a time,
 * and those from the character on written over. */
static chatfmt_status normalize_replace_byte(const cft_token_view *view, unsigned char byte,
                                             cft_slice content, cft_token_text *out)
{
    size_t at = 0, left;
    while ((left = view->length - at) >= CFT_MASK_BYTES) {
        if (out->capacity - out->length < 2 * CFT_MASK_BYTES)
            CFT_TRY(normalize_reserve(out, left + 2 * CFT_MASK_BYTES));
        char *to = out->data + out->length;
        uint32_t mask = cft_mask_range(view->data + at, byte, byte);
        memcpy(to, view->data + at, CFT_MASK_BYTES);
        size_t kept = mask ? cft_mask_first(mask) : CFT_MASK_BYTES;
        at += kept;
        out->length += kept;
        if (!mask) continue;
        if (content.length) memcpy(to + kept, content.data, content.length);
        out->length += content.length;
        at++;
    }
    CFT_TRY(cft_token_text_reserve(out, left * (content.length + 1)));
    for (; at < view->length; at++) {
        if ((unsigned char)view->data[at] != byte) {
            out->data[out->length++] = view->data[at];
            continue;
        }
        if (content.length) memcpy(out->data + out->length, content.data, content.length);
        out->length += content.length;
    }
    return CHATFMT_OK;
}

/* Source: NormalizedString::replace: what is put in gets the place of the last byte replaced. */
static chatfmt_status normalize_replace_text(const cft_token_view *view, cft_slice text,
                                             cft_slice content, cft_token_text *out, bool *same)
{
    cft_slice all = {view->data, view->length};
    size_t hit = cft_text_find(all, text, 0), done = 0;
    *same = hit == SIZE_MAX;
    if (*same) return CHATFMT_OK;
    if (!out->tracks && text.length == 1 && content.length <= CFT_MASK_BYTES)
        return normalize_replace_byte(view, (unsigned char)text.data[0], content, out);
    for (; hit != SIZE_MAX; hit = cft_text_find(all, text, done)) {
        CFT_TRY(cft_token_copy(out, view, done, hit));
        done = hit + text.length;
        cft_place place = {0, 0};
        if (out->tracks) place = cft_token_place(view, done - 1);
        CFT_TRY(cft_token_put(out, content.data, content.length, place));
    }
    return cft_token_copy(out, view, done, view->length);
}

static chatfmt_status normalize_replace_pattern(cft_encoder *encoder, const cft_normalizer *step,
                                                const cft_token_view *view, cft_token_text *out,
                                                bool *same)
{
    size_t done = 0, from = 0, last = SIZE_MAX;
    *same = true;
    while (from <= view->length) {
        bool found;
        size_t begin, end;
        CFT_TRY(cft_pattern_find(step->pattern, &encoder->patterns, encoder->budget, view->data,
                                 view->length, from, &found, &begin, &end));
        if (!found) break;
        from = end;
        if (begin == end && end == last) { /* no empty match right after a match */
            from += end < view->length ? cft_utf8_width((unsigned char)view->data[end]) : 1;
            continue;
        }
        last = end;
        *same = false;
        CFT_TRY(cft_token_copy(out, view, done, begin));
        cft_place place = {0, 0};
        if (out->tracks) place = normalize_place_before(view, end);
        CFT_TRY(cft_token_put(out, step->content.data, step->content.length, place));
        done = end;
    }
    return *same ? CHATFMT_OK : cft_token_copy(out, view, done, view->length);
}

/* Source: NormalizedString::prepend: all of it takes the place of the first character. */
static chatfmt_status normalize_prepend(const cft_token_view *view, cft_slice text,
                                        cft_token_text *out, bool *same)
{
    *same = text.length == 0;
    if (*same) return CHATFMT_OK;
    cft_place place = {0, 0};
    if (out->tracks) place = cft_token_place(view, 0);
    CFT_TRY(cft_token_put(out, text.data, text.length, place));
    size_t width = cft_utf8_width((unsigned char)view->data[0]);
    CFT_TRY(cft_token_put(out, view->data, width, place));
    return cft_token_copy(out, view, width, view->length);
}

/* Source: pre_tokenizers::ByteLevel. */
static chatfmt_status normalize_bytes(const cft_token_view *view, cft_token_text *out)
{
    for (size_t i = 0; i < view->length; i++) {
        char bytes[4];
        size_t width = cft_utf8_put(bytes, cft_byte_character((unsigned char)view->data[i]));
        cft_place place = {0, 0};
        if (out->tracks) place = cft_token_place(view, i);
        CFT_TRY(cft_token_put(out, bytes, width, place));
    }
    return CHATFMT_OK;
}

/* Source: pre_tokenizers::Metaspace, without the split. */
static chatfmt_status normalize_metaspace(const cft_normalizer *step, const cft_token_view *view,
                                          cft_token_text *out, bool *same)
{
    cft_slice meta = step->content;
    bool has = view->data[0] == ' ' || (view->length >= meta.length &&
                                        memcmp(view->data, meta.data, meta.length) == 0);
    bool prepends = !has && (step->prepend == CFT_PREPEND_ALWAYS ||
                             (step->prepend == CFT_PREPEND_FIRST &&
                              cft_token_place(view, 0).begin == 0));
    if (!prepends) return normalize_replace_text(view, CFT_LIT(" "), meta, out, same);
    CFT_TRY(normalize_prepend(view, meta, out, same));
    /* In front of it is no space, so the spaces of the rest are replaced in the copy's tail. */
    size_t width = cft_utf8_width((unsigned char)view->data[0]);
    cft_token_view rest = cft_token_part(view, width, view->length);
    bool plain;
    out->length = meta.length + width;
    CFT_TRY(normalize_replace_text(&rest, CFT_LIT(" "), meta, out, &plain));
    return plain ? cft_token_copy(out, &rest, 0, rest.length) : CHATFMT_OK;
}

/* The view is not empty, and `out` has a budget. */
static chatfmt_status normalize_apply(cft_encoder *encoder, const cft_normalizer *step,
                                      const cft_token_view *view, cft_token_text *out, bool *same)
{
    switch (step->kind) {
    case CFT_NORMALIZER_FORM:
        *same = cft_form_is_stable(step->form, view->data, view->length);
        return *same ? CHATFMT_OK : cft_form_apply(step->form, view, out, &encoder->forms);
    case CFT_NORMALIZER_LOWERCASE: return normalize_lower(view, out);
    case CFT_NORMALIZER_STRIP: return normalize_strip(step, view, out, same);
    case CFT_NORMALIZER_STRIP_ACCENTS: return normalize_accents(view, out);
    case CFT_NORMALIZER_REPLACE:
        if (step->pattern) return normalize_replace_pattern(encoder, step, view, out, same);
        return normalize_replace_text(view, step->text, step->content, out, same);
    case CFT_NORMALIZER_PREPEND: return normalize_prepend(view, step->content, out, same);
    case CFT_NORMALIZER_BYTES: return normalize_bytes(view, out);
    case CFT_NORMALIZER_PREFIX_SPACE:
        *same = view->data[0] == ' ';
        return *same ? CHATFMT_OK : normalize_prepend(view, CFT_LIT(" "), out, same);
    case CFT_NORMALIZER_METASPACE: return normalize_metaspace(step, view, out, same);
    default: return cft_normalize_words(step, view, out, same);
    }
}

chatfmt_status cft_normalize_step(cft_encoder *encoder, const cft_normalizer *step,
                                  const cft_token_view *view, cft_token_text *out, bool *same)
{
    cft_budget *budget = encoder->budget;
    *same = view->length == 0; /* nothing comes of nothing */
    if (*same) return CHATFMT_OK;
    cft_token_text_clear(out, encoder->tracks);
    CFT_TRY(cft_budget_spend_bytes(budget, view->length));
    CFT_TRY(normalize_apply(encoder, step, view, out, same));
    if (*same) return CHATFMT_OK;
    CFT_TRY(cft_budget_string(budget, out->length));
    return cft_budget_spend_bytes(budget, out->length);
}

chatfmt_status cft_normalize(cft_encoder *encoder, const cft_normalizer *steps, size_t count,
                             cft_token_text texts[2], cft_token_view *view)
{
    int next = 0;
    for (size_t i = 0; i < count; i++) {
        bool same;
        if (encoder->continues && steps[i].kind == CFT_NORMALIZER_PREPEND) continue;
        CFT_TRY(cft_normalize_step(encoder, &steps[i], view, &texts[next], &same));
        if (same) continue;
        *view = cft_token_text_view(&texts[next]);
        next = !next;
    }
    return CHATFMT_OK;
}
