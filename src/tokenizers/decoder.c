/* tokenizers/decoder.c - from ids back to text.
 *
 * As in the reference a decoder turns a list of texts into a list of texts, and the results are
 * put side by side at the end. Here the list is one buffer and the ends of its items.
 */
#include "tokenizers/tokenizer.h"

#include "base/utf8.h"
#include "value/text.h"

#define DECODER_LOST "\xEF\xBF\xBD"

/* A list of texts: item i ends at ends[i]. */
typedef struct decoder_list {
    cft_budget *budget;
    cft_buffer text;
    uint32_t *ends;
    size_t count, capacity;
} decoder_list;

static size_t decoder_end(const decoder_list *list, size_t index) { return list->ends[index]; }

static cft_slice decoder_item(const decoder_list *list, size_t index)
{
    size_t begin = index ? decoder_end(list, index - 1) : 0, end = decoder_end(list, index);
    return begin == end ? cft_slice_of("", 0)
                        : cft_slice_of(list->text.data + begin, end - begin);
}

/* What a text that is full grows to: large ones by half, since there are two of them. */
static size_t decoder_grown(size_t capacity)
{
    return capacity >> 20 ? capacity + capacity / 2 : cft_grown(capacity, 64);
}

/* Room for `extra` more bytes, and for no more than is allowed. */
static chatfmt_status decoder_more(decoder_list *list, size_t extra)
{
    cft_buffer *text = &list->text;
    if (extra >= UINT32_MAX - text->length) return CHATFMT_LIMIT;
    size_t needed = text->length + extra, wanted = decoder_grown(text->capacity);
    CFT_TRY(cft_budget_string(list->budget, needed));
    if (wanted > list->budget->string.allowed) wanted = list->budget->string.allowed;
    if (wanted < needed) wanted = needed;
    char *data = cft_resize(&text->allocator, text->data, text->capacity, wanted);
    if (!data) return CHATFMT_NO_MEMORY;
    text->data = data;
    text->capacity = wanted;
    return CHATFMT_OK;
}

static inline chatfmt_status decoder_room(decoder_list *list, size_t extra)
{
    if (CFT_LIKELY(extra <= list->text.capacity - list->text.length)) return CHATFMT_OK;
    return decoder_more(list, extra);
}

static chatfmt_status decoder_close(decoder_list *list)
{
    if (list->count == list->capacity) {
        uint32_t *ends = cft_array_room(&list->text.allocator, list->ends, &list->capacity,
                                        list->count + 1, sizeof *ends);
        if (!ends) return CHATFMT_NO_MEMORY;
        list->ends = ends;
    }
    list->ends[list->count++] = (uint32_t)list->text.length;
    return CHATFMT_OK;
}

static chatfmt_status decoder_add(decoder_list *list, const char *data, size_t length)
{
    cft_buffer *text = &list->text;
    if (!length) return CHATFMT_OK;
    CFT_TRY(decoder_room(list, length));
    memcpy(text->data + text->length, data, length);
    text->length += length;
    return CHATFMT_OK;
}

static void decoder_clear(decoder_list *list)
{
    list->text.length = 0;
    list->count = 0;
}

static void decoder_free(decoder_list *list)
{
    cft_release(&list->text.allocator, list->ends, list->capacity * sizeof *list->ends);
    cft_buffer_free(&list->text);
}

/* ---- steps ---- */

/* Append bytes as text; what is not UTF-8 becomes U+FFFD, one for each longest part that could
 * have begun a character. Source: String::from_utf8_lossy. */
static chatfmt_status decoder_lossy(decoder_list *out, const char *data, size_t length)
{
    while (length) {
        size_t good = cft_utf8_check(data, length);
        CFT_TRY(decoder_add(out, data, good));
        data += good;
        length -= good;
        if (!length) break;
        unsigned char lead = (unsigned char)data[0];
        unsigned char low = 0x80, high = 0xBF;
        size_t wanted = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2, width = 1;
        if (lead == 0xE0) low = 0xA0;
        if (lead == 0xED) high = 0x9F;
        if (lead == 0xF0) low = 0x90;
        if (lead == 0xF4) high = 0x8F;
        if (lead < 0xC2 || lead > 0xF4) wanted = 1;
        for (; width < wanted && width < length; width++, low = 0x80, high = 0xBF) {
            unsigned char byte = (unsigned char)data[width];
            if (byte < low || byte > high) break;
        }
        CFT_TRY(decoder_add(out, DECODER_LOST, 3));
        data += width;
        length -= width;
    }
    return CHATFMT_OK;
}

/* The bytes of one token, or its text when a character of it stands for no byte. */
static chatfmt_status decoder_raw(decoder_list *list, cft_slice token)
{
    cft_buffer *out = &list->text;
    size_t begin = out->length;
    CFT_TRY(decoder_room(list, token.length));
    const char *at = token.data, *end = token.data + token.length;
    while (at < end) {
        int byte = cft_character_byte(cft_utf8_next(&at));
        if (byte < 0) {
            out->length = begin;
            return decoder_add(list, token.data, token.length);
        }
        out->data[out->length++] = (char)(unsigned char)byte;
    }
    return CHATFMT_OK;
}

static chatfmt_status decoder_byte_level(cft_encoder *encoder, const decoder_list *in,
                                         decoder_list *out)
{
    for (size_t i = 0; i < in->count; i++) {
        cft_slice item = decoder_item(in, i);
        if (item.length) CFT_TRY(decoder_raw(out, item));
    }
    cft_buffer raw = out->text;
    if (!raw.length || cft_utf8_check(raw.data, raw.length) == raw.length) return decoder_close(out);
    out->text = encoder->scratch;
    encoder->scratch = raw;
    out->text.length = 0;
    CFT_TRY(decoder_lossy(out, raw.data, raw.length));
    return decoder_close(out);
}

static chatfmt_status decoder_replace_text(decoder_list *out, cft_slice item, cft_slice text,
                                           cft_slice content)
{
    size_t done = 0;
    for (size_t at; text.length; done = at + text.length) {
        at = cft_text_find(item, text, done);
        if (at == SIZE_MAX) break;
        CFT_TRY(decoder_add(out, item.data + done, at - done));
        CFT_TRY(decoder_add(out, content.data, content.length));
    }
    return decoder_add(out, item.data + done, item.length - done);
}

static chatfmt_status decoder_replace_pattern(cft_encoder *encoder, const cft_decoder *step,
                                              decoder_list *out, cft_slice item)
{
    size_t done = 0, from = 0, last = SIZE_MAX;
    while (item.length && from <= item.length) {
        bool found;
        size_t begin, end;
        CFT_TRY(cft_pattern_find(step->pattern, &encoder->patterns, encoder->budget, item.data, item.length, from,
                                 &found, &begin, &end));
        if (!found) break;
        from = end;
        if (begin == end && end == last) {
            from += end < item.length ? cft_utf8_width((unsigned char)item.data[end]) : 1;
            continue;
        }
        last = end;
        CFT_TRY(decoder_add(out, item.data + done, begin - done));
        CFT_TRY(decoder_add(out, step->content.data, step->content.length));
        done = end;
    }
    return decoder_add(out, item.data + done, item.length - done);
}

static int decoder_hex(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* <0xHH>, or -1. Rust reads "+F" as a number as well. */
static int decoder_byte_token(cft_slice item)
{
    if (item.length != 6 || memcmp(item.data, "<0x", 3) || item.data[5] != '>') return -1;
    int high = item.data[3] == '+' ? 0 : decoder_hex(item.data[3]);
    int low = decoder_hex(item.data[4]);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

static chatfmt_status decoder_flush_bytes(cft_buffer *bytes, decoder_list *out)
{
    if (!bytes->length) return CHATFMT_OK;
    if (cft_utf8_check(bytes->data, bytes->length) == bytes->length) {
        CFT_TRY(decoder_add(out, bytes->data, bytes->length));
        CFT_TRY(decoder_close(out));
    } else {
        for (size_t i = 0; i < bytes->length; i++) {
            CFT_TRY(decoder_add(out, DECODER_LOST, 3));
            CFT_TRY(decoder_close(out));
        }
    }
    bytes->length = 0;
    return CHATFMT_OK;
}

static chatfmt_status decoder_byte_fallback(cft_encoder *encoder, const decoder_list *in,
                                            decoder_list *out)
{
    cft_buffer *bytes = &encoder->scratch;
    bytes->length = 0;
    for (size_t i = 0; i < in->count; i++) {
        cft_slice item = decoder_item(in, i);
        int byte = decoder_byte_token(item);
        if (byte >= 0) {
            char c = (char)(unsigned char)byte;
            CFT_TRY(cft_buffer_append(bytes, &c, 1));
            continue;
        }
        CFT_TRY(decoder_flush_bytes(bytes, out));
        CFT_TRY(decoder_add(out, item.data, item.length));
        CFT_TRY(decoder_close(out));
    }
    return decoder_flush_bytes(bytes, out);
}

static chatfmt_status decoder_strip(const cft_decoder *step, decoder_list *out, cft_slice item)
{
    size_t begin = 0, end = item.length, width = step->content.length;
    for (size_t i = 0; i < step->start && end - begin >= width &&
                       memcmp(item.data + begin, step->content.data, width) == 0;
         i++)
        begin += width;
    for (size_t i = 0; i < step->stop && end - begin >= width &&
                       memcmp(item.data + end - width, step->content.data, width) == 0;
         i++)
        end -= width;
    return decoder_add(out, item.data + begin, end - begin);
}

static chatfmt_status decoder_metaspace(const cft_decoder *step, decoder_list *out,
                                        cft_slice item, size_t index)
{
    cft_slice space = CFT_LIT(" ");
    if (index == 0 && step->prepended) space.length = 0;
    return decoder_replace_text(out, item, step->text, space);
}

/* Source: decoders::wordpiece::cleanup. */
static const char *const decoder_cleanups[][2] = {
    {" .", "."},     {" ?", "?"},     {" !", "!"},       {" ,", ","},
    {" ' ", "'"},    {" n't", "n't"}, {" 'm", "'m"},     {" do not", " don't"},
    {" 's", "'s"},   {" 've", "'ve"}, {" 're", "'re"},
};

static chatfmt_status decoder_word_piece(cft_encoder *encoder, const cft_decoder *step,
                                         decoder_list *out, cft_slice item, size_t index)
{
    size_t begin = out->text.length;
    if (index && item.length >= step->text.length &&
        memcmp(item.data, step->text.data, step->text.length) == 0) {
        item = cft_slice_of(item.data + step->text.length, item.length - step->text.length);
    } else if (index) {
        CFT_TRY(decoder_add(out, " ", 1));
    }
    CFT_TRY(decoder_add(out, item.data, item.length));
    for (size_t i = 0; step->cleanup && i < sizeof decoder_cleanups / sizeof *decoder_cleanups;
         i++) {
        const char *const *pair = decoder_cleanups[i];
        cft_buffer *copy = &encoder->scratch;
        copy->length = 0;
        CFT_TRY(cft_buffer_append(copy, out->text.data + begin, out->text.length - begin));
        out->text.length = begin;
        CFT_TRY(decoder_replace_text(out, cft_slice_of(copy->data, copy->length),
                                     cft_slice_of(pair[0], strlen(pair[0])),
                                     cft_slice_of(pair[1], strlen(pair[1]))));
    }
    return CHATFMT_OK;
}

/* One item of the list by a step that works item by item. */
static chatfmt_status decoder_one(cft_encoder *encoder, const cft_decoder *step,
                                  const decoder_list *in, decoder_list *out, size_t index)
{
    cft_slice item = decoder_item(in, index);
    switch (step->kind) {
    case CFT_DECODER_REPLACE:
        if (step->pattern) return decoder_replace_pattern(encoder, step, out, item);
        return decoder_replace_text(out, item, step->text, step->content);
    case CFT_DECODER_STRIP: return decoder_strip(step, out, item);
    case CFT_DECODER_METASPACE: return decoder_metaspace(step, out, item, index);
    case CFT_DECODER_WORD_PIECE: return decoder_word_piece(encoder, step, out, item, index);
    case CFT_DECODER_BPE:
        return decoder_replace_text(out, item, step->text,
                                    index + 1 == in->count ? (cft_slice){NULL, 0} : CFT_LIT(" "));
    default: return CHATFMT_UNSUPPORTED;
    }
}

static chatfmt_status decoder_step(cft_encoder *encoder, const cft_decoder *step,
                                   const decoder_list *in, decoder_list *out)
{
    uint64_t passes = step->cleanup ? 1 + sizeof decoder_cleanups / sizeof *decoder_cleanups : 1;
    CFT_TRY(cft_budget_spend(encoder->budget, passes * (1 + in->count + in->text.length / 8)));
    switch (step->kind) {
    case CFT_DECODER_BYTE_LEVEL: return decoder_byte_level(encoder, in, out);
    case CFT_DECODER_BYTE_FALLBACK: return decoder_byte_fallback(encoder, in, out);
    case CFT_DECODER_FUSE:
        CFT_TRY(decoder_add(out, in->text.data, in->text.length));
        return decoder_close(out);
    default: break;
    }
    for (size_t i = 0; i < in->count; i++) {
        CFT_TRY(decoder_one(encoder, step, in, out, i));
        CFT_TRY(decoder_close(out));
    }
    return CHATFMT_OK;
}

/* ---- all of it ---- */

/* The text that the decoder sees of a token: for added tokens that are matched in normalised
 * text the normalised one. */
static cft_slice decoder_text(const cft_tokenizer *t, uint32_t id, bool skip_special)
{
    const cft_added_token *added = cft_added_by_id(&t->added, id);
    if (!added) return cft_tokenizer_model_name(t, id);
    cft_slice text = added->pattern;
    if (!skip_special) return text;
    if (added->special && cft_slice_equal(text, added->content)) return (cft_slice){NULL, 0};
    return text;
}

/* The texts of the ids. */
static chatfmt_status decoder_begin(const cft_tokenizer *t, decoder_list *list,
                                    const uint32_t *ids, size_t count, bool skip_special)
{
    CFT_TRY(cft_budget_spend(list->budget, 1 + (uint64_t)count));
    for (size_t i = 0; i < count; i++) {
        cft_slice text = decoder_text(t, ids[i], skip_special);
        if (!text.data) continue;
        if (!t->has_decoder && list->count) CFT_TRY(decoder_add(list, " ", 1));
        CFT_TRY(decoder_add(list, text.data, text.length));
        CFT_TRY(decoder_close(list));
    }
    return CHATFMT_OK;
}

/* The text that all steps make is the encoder's from then on. */
static chatfmt_status decoder_run(cft_encoder *encoder, decoder_list lists[2], const uint32_t *ids,
                                  size_t count, bool skip_special)
{
    const cft_tokenizer *t = encoder->tokenizer;
    decoder_list *in = &lists[0], *out = &lists[1];
    CFT_TRY(decoder_begin(t, in, ids, count, skip_special));
    for (size_t i = 0; i < t->decoder_count; i++) {
        decoder_clear(out);
        CFT_TRY(decoder_step(encoder, &t->decoders[i], in, out));
        decoder_list *other = in;
        in = out;
        out = other;
    }
    CFT_TRY(cft_budget_output(encoder->budget, in->text.length));
    cft_buffer text = encoder->joined;
    encoder->joined = in->text;
    in->text = text;
    return CHATFMT_OK;
}

/* Memory that is kept from encoding is not decoding's. */
static chatfmt_status decoder_decode(cft_encoder *encoder, const uint32_t *ids, size_t count,
                                     bool skip_special, uint64_t *fuel, cft_slice *out)
{
    cft_budget *budget = encoder->budget;
    size_t settled = budget->settled;
    decoder_list lists[2] = {{.budget = budget}, {.budget = budget}};
    for (int i = 0; i < 2; i++) cft_buffer_init(&lists[i].text, &encoder->allocator);
    cft_buffer_free(&encoder->joined);
    cft_buffer_free(&encoder->scratch);
    cft_budget_settle(budget);
    cft_budget_begin(budget, &cft_decode_rates, count);
    if (fuel) budget->fuel = budget->fuel_allowed = *fuel;
    chatfmt_status status = decoder_run(encoder, lists, ids, count, skip_special);
    for (int i = 0; i < 2; i++) decoder_free(&lists[i]);
    if (fuel) *fuel = budget->fuel;
    budget->settled = settled;
    *out = cft_slice_of(encoder->joined.data ? encoder->joined.data : "",
                        encoder->joined.length);
    return cft_budget_status(budget, status);
}

chatfmt_status cft_decode(cft_encoder *encoder, const uint32_t *ids, size_t count,
                          bool skip_special, cft_slice *out)
{
    return decoder_decode(encoder, ids, count, skip_special, NULL, out);
}

chatfmt_status cft_decode_paid(cft_encoder *encoder, const uint32_t *ids, size_t count,
                               bool skip_special, uint64_t *fuel, cft_slice *out)
{
    return decoder_decode(encoder, ids, count, skip_special, fuel, out);
}
