/* tokenizers/token_text.c - texts with places. */
#include "tokenizers/token_text.h"

#include "base/mask16.h"

void cft_token_text_init(cft_token_text *text, const chatfmt_allocator *allocator,
                         cft_budget *budget)
{
    *text = (cft_token_text){.allocator = cft_allocator_or_default(allocator), .budget = budget};
}

void cft_token_text_free(cft_token_text *text)
{
    cft_release(&text->allocator, text->data, text->capacity);
    cft_release(&text->allocator, text->places, text->place_capacity * sizeof *text->places);
    text->data = NULL;
    text->places = NULL;
    text->length = text->capacity = text->place_capacity = 0;
}

void cft_token_text_clear(cft_token_text *text, bool tracks)
{
    if (text->budget && text->capacity > text->budget->string.allowed) cft_token_text_free(text);
    text->length = 0;
    text->tracks = tracks;
}

/* Texts stay below 4 GiB because places are of 32 bits. */
static chatfmt_status text_allow(const cft_token_text *text, size_t extra)
{
    if (extra > UINT32_MAX - text->length) return CHATFMT_LIMIT;
    return text->budget ? cft_budget_string(text->budget, text->length + extra) : CHATFMT_OK;
}

/* Twice what is there and no more than is allowed, but at least what is needed. */
static size_t text_new_capacity(const cft_token_text *text, size_t capacity, size_t extra)
{
    size_t wanted = capacity < 2048 ? 4096 : capacity * 2, needed = text->length + extra;
    if (text->budget && wanted > text->budget->string.allowed)
        wanted = text->budget->string.allowed;
    return wanted < needed ? needed : wanted;
}

chatfmt_status cft_token_text_more(cft_token_text *text, size_t extra)
{
    CFT_TRY(text_allow(text, extra));
    if (extra > text->capacity - text->length) {
        size_t capacity = text_new_capacity(text, text->capacity, extra);
        char *data = cft_resize(&text->allocator, text->data, text->capacity, capacity);
        if (!data) return CHATFMT_NO_MEMORY;
        text->data = data;
        text->capacity = capacity;
    }
    if (text->tracks && extra > text->place_capacity - text->length) {
        size_t capacity = text_new_capacity(text, text->place_capacity, extra), bytes;
        if (!cft_size_multiply(capacity, sizeof(cft_place), &bytes)) return CHATFMT_LIMIT;
        cft_place *places =
            cft_resize(&text->allocator, text->places,
                       text->place_capacity * sizeof(cft_place), bytes);
        if (!places) return CHATFMT_NO_MEMORY;
        text->places = places;
        text->place_capacity = capacity;
    }
    return CHATFMT_OK;
}

cft_token_view cft_token_text_view(const cft_token_text *text)
{
    if (!text->length) return (cft_token_view){"", 0, NULL, 0};
    return (cft_token_view){text->data, text->length, text->tracks ? text->places : NULL, 0};
}

cft_place cft_token_place(const cft_token_view *view, size_t index)
{
    if (view->places) return view->places[index];
    /* A piece never begins or ends inside a code point, so looking around stays inside. */
    size_t begin = index;
    while (begin > 0 && ((unsigned char)view->data[begin] & 0xC0) == 0x80) begin--;
    size_t end = begin + cft_utf8_width((unsigned char)view->data[begin]);
    return (cft_place){(uint32_t)(view->base + begin), (uint32_t)(view->base + end)};
}

static void text_copy_places(cft_token_text *out, const cft_token_view *view, size_t begin,
                             size_t end)
{
    cft_place *to = out->places + out->length;
    if (view->places) {
        memcpy(to, view->places + begin, (end - begin) * sizeof *to);
        return;
    }
    for (size_t at = begin; at < end;) {
        size_t width = cft_utf8_width((unsigned char)view->data[at]);
        cft_place place = {(uint32_t)(view->base + at), (uint32_t)(view->base + at + width)};
        for (size_t i = 0; i < width && at < end; i++, at++) *to++ = place;
    }
}

chatfmt_status cft_token_copy(cft_token_text *out, const cft_token_view *view, size_t begin,
                              size_t end)
{
    if (begin == end) return CHATFMT_OK;
    CFT_TRY(cft_token_text_reserve(out, end - begin));
    memcpy(out->data + out->length, view->data + begin, end - begin);
    if (out->tracks) text_copy_places(out, view, begin, end);
    out->length += end - begin;
    return CHATFMT_OK;
}

chatfmt_status cft_token_put(cft_token_text *out, const char *data, size_t length,
                             cft_place place)
{
    CFT_TRY(cft_token_text_reserve(out, length));
    for (size_t i = 0; i < length; i++) out->data[out->length + i] = data[i];
    if (out->tracks)
        for (size_t i = 0; i < length; i++) out->places[out->length + i] = place;
    out->length += length;
    return CHATFMT_OK;
}

/* Source: tokenizers, NormalizedString::transform_range. */
size_t cft_token_ascii(const char *data, size_t at, size_t end)
{
    const uint32_t all = (1u << CFT_MASK_BYTES) - 1;
    while (end - at >= CFT_MASK_BYTES) {
        uint32_t others = ~cft_mask_range(data + at, ' ', '~') & all;
        if (others) return at + cft_mask_first(others);
        at += CFT_MASK_BYTES;
    }
    while (at < end && data[at] >= ' ' && data[at] <= '~') at++;
    return at;
}

chatfmt_status cft_rewrite_put(cft_rewrite *rewrite, uint32_t code, int32_t change)
{
    const cft_token_view *view = rewrite->view;
    cft_place place = {0, 0};
    if (rewrite->out->tracks) {
        size_t index = rewrite->offset;
        if (change > 0) {
            if (index > 0) place = cft_token_place(view, index - 1);
            else if (view->length) place.begin = place.end = cft_token_place(view, 0).begin;
        } else if (view->length) {
            place = cft_token_place(view, index < view->length ? index : view->length - 1);
        }
    }
    for (; change <= 0 && rewrite->offset < view->length; change++)
        rewrite->offset += cft_utf8_width((unsigned char)view->data[rewrite->offset]);
    char bytes[4];
    size_t width = cft_utf8_put(bytes, code);
    return cft_token_put(rewrite->out, bytes, width, place);
}
