/* tokenizers/decoder.c - from ids back to text.
 *
 * In the reference a decoder turns a list of texts into a list of texts, and the results are
 * put side by side at the end. Here each item goes through all steps before the next one does, so
 * that no list is ever in memory; a step that joins all items begins a new list of one.
 */
#include "tokenizers/tokenizer.h"

#include "base/utf8.h"
#include "value/text.h"

#define DECODER_LOST "\xEF\xBF\xBD"

/* One step at work: `made` is what it made of the last item, `held` what it keeps back until it
 * knows what follows. */
typedef struct decoder_stage {
    cft_buffer made, held;
    size_t count; /* items that came */
} decoder_stage;

/* The items of a list go through the steps one by one, up to a step that joins all of them. */
typedef struct decoder_run {
    cft_encoder *encoder;
    cft_budget *budget;
    decoder_stage stages[CFT_STEPS];
    cft_decode_part part;
    size_t stop;     /* the step that joins, or the number of steps */
    cft_buffer text; /* what is joined so far                       */
} decoder_run;

/* What a text that is full grows to: large ones by half, since there may be two of them. */
static size_t decoder_grown(size_t capacity)
{
    return capacity >> 20 ? capacity + capacity / 2 : cft_grown(capacity, 64);
}

/* Room for `extra` more bytes, and for no more than is allowed. */
static chatfmt_status decoder_more(cft_budget *budget, cft_buffer *text, size_t extra)
{
    if (extra >= UINT32_MAX - text->length) return CHATFMT_LIMIT;
    size_t needed = text->length + extra, wanted = decoder_grown(text->capacity);
    CFT_TRY(cft_budget_string(budget, needed));
    if (wanted > budget->string.allowed) wanted = budget->string.allowed;
    if (wanted < needed) wanted = needed;
    char *data = cft_resize(&text->allocator, text->data, text->capacity, wanted);
    if (!data) return CHATFMT_NO_MEMORY;
    text->data = data;
    text->capacity = wanted;
    return CHATFMT_OK;
}

static inline chatfmt_status decoder_room(decoder_run *run, cft_buffer *text, size_t extra)
{
    if (CFT_LIKELY(extra <= text->capacity - text->length)) return CHATFMT_OK;
    return decoder_more(run->budget, text, extra);
}

static chatfmt_status decoder_add(decoder_run *run, cft_buffer *text, const char *data,
                                  size_t length)
{
    if (!length) return CHATFMT_OK;
    CFT_TRY(decoder_room(run, text, length));
    memcpy(text->data + text->length, data, length);
    text->length += length;
    return CHATFMT_OK;
}

static cft_slice decoder_slice(const cft_buffer *text)
{
    return text->length ? cft_slice_of(text->data, text->length) : cft_slice_of("", 0);
}

/* ---- steps ---- */

/* Append bytes as text; what is not UTF-8 becomes U+FFFD, one for each longest part that could
 * have begun a character. Source: String::from_utf8_lossy. */
static chatfmt_status decoder_lossy(decoder_run *run, cft_buffer *out, const char *data,
                                    size_t length)
{
    while (length) {
        size_t good = cft_utf8_check(data, length);
        CFT_TRY(decoder_add(run, out, data, good));
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
        CFT_TRY(decoder_add(run, out, DECODER_LOST, 3));
        data += width;
        length -= width;
    }
    return CHATFMT_OK;
}

/* The bytes of one token, or its text when a character of it stands for no byte. */
static chatfmt_status decoder_raw(decoder_run *run, cft_slice token)
{
    cft_buffer *out = &run->text;
    size_t begin = out->length;
    CFT_TRY(decoder_room(run, out, token.length));
    const char *at = token.data, *end = token.data + token.length;
    while (at < end) {
        int byte = cft_character_byte(cft_utf8_next(&at));
        if (byte < 0) {
            out->length = begin;
            return decoder_add(run, out, token.data, token.length);
        }
        out->data[out->length++] = (char)(unsigned char)byte;
    }
    return CHATFMT_OK;
}

static chatfmt_status decoder_replace_text(decoder_run *run, cft_buffer *out, cft_slice item,
                                           cft_slice text, cft_slice content)
{
    size_t done = 0;
    for (size_t at; text.length; done = at + text.length) {
        at = cft_text_find(item, text, done);
        if (at == SIZE_MAX) break;
        CFT_TRY(decoder_add(run, out, item.data + done, at - done));
        CFT_TRY(decoder_add(run, out, content.data, content.length));
    }
    return decoder_add(run, out, item.data + done, item.length - done);
}

/* As str::replace of Rust does it: an empty text is found around each character. */
static chatfmt_status decoder_replace_all(decoder_run *run, cft_buffer *out, cft_slice item,
                                          cft_slice text, cft_slice content)
{
    if (text.length) return decoder_replace_text(run, out, item, text, content);
    for (size_t at = 0, width; at < item.length; at += width) {
        width = cft_utf8_width((unsigned char)item.data[at]);
        CFT_TRY(decoder_add(run, out, content.data, content.length));
        CFT_TRY(decoder_add(run, out, item.data + at, width));
    }
    return decoder_add(run, out, content.data, content.length);
}

static chatfmt_status decoder_replace_pattern(decoder_run *run, const cft_decoder *step,
                                              cft_buffer *out, cft_slice item)
{
    size_t done = 0, from = 0, last = SIZE_MAX;
    while (item.length && from <= item.length) {
        bool found;
        size_t begin, end;
        CFT_TRY(cft_pattern_find(step->pattern, &run->encoder->patterns, run->budget, item.data,
                                 item.length, from, &found, &begin, &end));
        if (!found) break;
        from = end;
        if (begin == end && end == last) {
            from += end < item.length ? cft_utf8_width((unsigned char)item.data[end]) : 1;
            continue;
        }
        last = end;
        CFT_TRY(decoder_add(run, out, item.data + done, begin - done));
        CFT_TRY(decoder_add(run, out, step->content.data, step->content.length));
        done = end;
    }
    return decoder_add(run, out, item.data + done, item.length - done);
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

static cft_slice decoder_stripped(const cft_decoder *step, cft_slice item)
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
    return cft_slice_of(item.data + begin, end - begin);
}

/* Source: decoders::wordpiece::cleanup. */
static const char *const decoder_cleanups[][2] = {
    {" .", "."},     {" ?", "?"},     {" !", "!"},       {" ,", ","},
    {" ' ", "'"},    {" n't", "n't"}, {" 'm", "'m"},     {" do not", " don't"},
    {" 's", "'s"},   {" 've", "'ve"}, {" 're", "'re"},
};

/* One more replacement of all that is in `text`. */
static chatfmt_status decoder_replace_again(decoder_run *run, cft_buffer *text, cft_slice from,
                                            cft_slice to)
{
    cft_buffer *copy = &run->encoder->scratch;
    copy->length = 0;
    CFT_TRY(decoder_add(run, copy, text->data, text->length));
    text->length = 0;
    return decoder_replace_all(run, text, decoder_slice(copy), from, to);
}

static chatfmt_status decoder_clean(decoder_run *run, cft_buffer *text)
{
    for (size_t i = 0; i < sizeof decoder_cleanups / sizeof *decoder_cleanups; i++) {
        const char *const *pair = decoder_cleanups[i];
        CFT_TRY(decoder_replace_again(run, text, cft_slice_of(pair[0], strlen(pair[0])),
                                      cft_slice_of(pair[1], strlen(pair[1]))));
    }
    return CHATFMT_OK;
}

static chatfmt_status decoder_word_piece(decoder_run *run, const cft_decoder *step,
                                         cft_buffer *out, cft_slice item, size_t index)
{
    if (index && item.length >= step->text.length &&
        memcmp(item.data, step->text.data, step->text.length) == 0) {
        item = cft_slice_of(item.data + step->text.length, item.length - step->text.length);
    } else if (index) {
        CFT_TRY(decoder_add(run, out, " ", 1));
    }
    CFT_TRY(decoder_add(run, out, item.data, item.length));
    return step->cleanup ? decoder_clean(run, out) : CHATFMT_OK;
}

/* Source: decoders::ctc. */
static chatfmt_status decoder_ctc(decoder_run *run, const cft_decoder *step, cft_buffer *out,
                                  cft_slice item)
{
    CFT_TRY(decoder_replace_text(run, out, item, step->text, (cft_slice){NULL, 0}));
    if (!step->cleanup) return CHATFMT_OK;
    CFT_TRY(decoder_clean(run, out));
    return decoder_replace_again(run, out, step->content, CFT_LIT(" "));
}

/* ---- items, from step to step ---- */

static chatfmt_status decoder_feed(decoder_run *run, size_t index, cft_slice item);

/* The bytes that are held become one item, or as many of U+FFFD. */
static chatfmt_status decoder_flush_bytes(decoder_run *run, size_t index)
{
    cft_buffer *bytes = &run->stages[index].held;
    size_t lost = bytes->length;
    if (!lost) return CHATFMT_OK;
    bytes->length = 0;
    if (cft_utf8_check(bytes->data, lost) == lost)
        return decoder_feed(run, index + 1, cft_slice_of(bytes->data, lost));
    for (; lost; lost--)
        CFT_TRY(decoder_feed(run, index + 1, cft_slice_of(DECODER_LOST, 3)));
    return CHATFMT_OK;
}

static chatfmt_status decoder_byte_fallback(decoder_run *run, size_t index, cft_slice item)
{
    int byte = decoder_byte_token(item);
    if (byte >= 0) {
        char c = (char)(unsigned char)byte;
        return decoder_add(run, &run->stages[index].held, &c, 1);
    }
    CFT_TRY(decoder_flush_bytes(run, index));
    return decoder_feed(run, index + 1, item);
}

/* The item in front of this one is not the last. */
static chatfmt_status decoder_bpe(decoder_run *run, size_t index, const cft_decoder *step,
                                  cft_slice item)
{
    decoder_stage *stage = &run->stages[index];
    if (stage->count > 1) {
        stage->made.length = 0;
        CFT_TRY(decoder_replace_all(run, &stage->made, decoder_slice(&stage->held), step->text,
                                    CFT_LIT(" ")));
        CFT_TRY(decoder_feed(run, index + 1, decoder_slice(&stage->made)));
    }
    stage->held.length = 0;
    return decoder_add(run, &stage->held, item.data, item.length);
}

/* While there is no text one U+2581 goes, or with `cleanup` one of each item; a stream may have
 * text that its last ids do not show. Source:
 * SentencePieceProcessor::Decode. */
static chatfmt_status decoder_start(decoder_run *run, size_t index, const cft_decoder *step,
                                    cft_slice item)
{
    decoder_stage *stage = &run->stages[index];
    bool begun = run->part == CFT_DECODE_LATER || stage->held.length > 0;
    if (!begun && item.length >= 3 && memcmp(item.data, "\xE2\x96\x81", 3) == 0) {
        item = cft_slice_of(item.data + 3, item.length - 3);
        begun = !step->cleanup;
    }
    if ((begun || item.length) && !stage->held.length)
        CFT_TRY(decoder_add(run, &stage->held, "x", 1));
    return decoder_feed(run, index + 1, item);
}

/* Of equal items side by side there is one. */
static chatfmt_status decoder_ctc_item(decoder_run *run, size_t index, const cft_decoder *step,
                                       cft_slice item)
{
    decoder_stage *stage = &run->stages[index];
    if (stage->count > 1 && cft_slice_equal(decoder_slice(&stage->held), item)) return CHATFMT_OK;
    stage->held.length = 0;
    CFT_TRY(decoder_add(run, &stage->held, item.data, item.length));
    CFT_TRY(decoder_ctc(run, step, &stage->made, item));
    return stage->made.length ? decoder_feed(run, index + 1, decoder_slice(&stage->made))
                              : CHATFMT_OK;
}

static chatfmt_status decoder_pay(decoder_run *run, const cft_decoder *step, size_t length)
{
    uint64_t passes = step->cleanup && step->kind != CFT_DECODER_START
                          ? 1 + sizeof decoder_cleanups / sizeof *decoder_cleanups
                          : 1;
    return cft_budget_spend(run->budget, passes * (1 + length / 8));
}

static chatfmt_status decoder_join(decoder_run *run, cft_slice item)
{
    const cft_tokenizer *t = run->encoder->tokenizer;
    if (run->stop == t->decoder_count)
        return decoder_add(run, &run->text, item.data, item.length);
    CFT_TRY(decoder_pay(run, &t->decoders[run->stop], item.length));
    if (t->decoders[run->stop].kind == CFT_DECODER_BYTE_LEVEL) return decoder_raw(run, item);
    return decoder_add(run, &run->text, item.data, item.length);
}

/* An item comes to a step. */
static chatfmt_status decoder_feed(decoder_run *run, size_t index, cft_slice item)
{
    if (index == run->stop) return decoder_join(run, item);
    const cft_decoder *step = &run->encoder->tokenizer->decoders[index];
    decoder_stage *stage = &run->stages[index];
    cft_buffer *made = &stage->made;
    size_t number = stage->count++;
    made->length = 0;
    CFT_TRY(decoder_pay(run, step, item.length));
    switch (step->kind) {
    case CFT_DECODER_BYTE_FALLBACK: return decoder_byte_fallback(run, index, item);
    case CFT_DECODER_START: return decoder_start(run, index, step, item);
    case CFT_DECODER_BPE: return decoder_bpe(run, index, step, item);
    case CFT_DECODER_CTC: return decoder_ctc_item(run, index, step, item);
    case CFT_DECODER_STRIP: return decoder_feed(run, index + 1, decoder_stripped(step, item));
    case CFT_DECODER_REPLACE:
        CFT_TRY(step->pattern
                    ? decoder_replace_pattern(run, step, made, item)
                    : decoder_replace_text(run, made, item, step->text, step->content));
        break;
    case CFT_DECODER_METASPACE:
        CFT_TRY(decoder_replace_text(run, made, item, step->text,
                                     cft_slice_of(" ", number || !step->prepended)));
        break;
    default: CFT_TRY(decoder_word_piece(run, step, made, item, number)); break;
    }
    return decoder_feed(run, index + 1, decoder_slice(made));
}

/* No more items come to the steps from `begin` on. */
static chatfmt_status decoder_finish(decoder_run *run, size_t begin)
{
    const cft_decoder *steps = run->encoder->tokenizer->decoders;
    for (size_t i = begin; i < run->stop; i++) {
        decoder_stage *stage = &run->stages[i];
        if (steps[i].kind == CFT_DECODER_BYTE_FALLBACK) CFT_TRY(decoder_flush_bytes(run, i));
        if (steps[i].kind != CFT_DECODER_BPE || !stage->count) continue;
        stage->made.length = 0;
        CFT_TRY(decoder_replace_text(run, &stage->made, decoder_slice(&stage->held), steps[i].text,
                                     (cft_slice){NULL, 0}));
        CFT_TRY(decoder_feed(run, i + 1, decoder_slice(&stage->made)));
    }
    return CHATFMT_OK;
}

/* The step that joins, or the number of steps. */
static size_t decoder_stop(const cft_tokenizer *t, size_t from)
{
    while (from < t->decoder_count && t->decoders[from].kind != CFT_DECODER_BYTE_LEVEL &&
           t->decoders[from].kind != CFT_DECODER_FUSE)
        from++;
    return from;
}

/* All items have come: the text is whole. */
static chatfmt_status decoder_close(decoder_run *run, size_t begin)
{
    const cft_tokenizer *t = run->encoder->tokenizer;
    CFT_TRY(decoder_finish(run, begin));
    cft_buffer raw = run->text;
    if (run->stop == t->decoder_count || t->decoders[run->stop].kind != CFT_DECODER_BYTE_LEVEL ||
        !raw.length || cft_utf8_check(raw.data, raw.length) == raw.length)
        return CHATFMT_OK;
    cft_buffer_init(&run->text, &raw.allocator);
    chatfmt_status status = decoder_lossy(run, &run->text, raw.data, raw.length);
    cft_buffer_free(&raw);
    return status;
}

/* The steps after one that joined, with what it made as their only item. */
static chatfmt_status decoder_again(decoder_run *run, size_t begin)
{
    cft_buffer whole = run->text;
    cft_buffer_init(&run->text, &whole.allocator);
    run->stop = decoder_stop(run->encoder->tokenizer, begin);
    chatfmt_status status = decoder_feed(run, begin, decoder_slice(&whole));
    if (!status) status = decoder_close(run, begin);
    cft_buffer_free(&whole);
    return status;
}

/* ---- all of it ---- */

/* The text that the decoder sees of a token: for added tokens that are matched in normalised
 * text the normalised one. */
static cft_slice decoder_text(const cft_tokenizer *t, uint32_t id, bool skip_special)
{
    const cft_added_token *added = cft_added_by_id(&t->added, id);
    if (!added) return cft_tokenizer_model_name(t, id);
    cft_slice text = added->of_model ? added->content : added->pattern;
    if (!skip_special) return text;
    if (added->special && cft_slice_equal(text, added->content)) return (cft_slice){NULL, 0};
    return text;
}

/* ---- pieces: llama_detokenize ---- */

/* One token's bytes; text of a token that is matched as it is stays so. */
static chatfmt_status decoder_piece(decoder_run *run, const cft_decoder *step, uint32_t id,
                                    cft_slice text, bool first)
{
    cft_buffer *out = &run->text;
    size_t begin = out->length;
    int byte = decoder_byte_token(text);
    char c = (char)(unsigned char)byte;
    CFT_TRY(decoder_pay(run, step, text.length));
    if (cft_added_by_id(&run->encoder->tokenizer->added, id))
        CFT_TRY(decoder_add(run, out, text.data, text.length));
    else if (byte >= 0) CFT_TRY(decoder_add(run, out, &c, 1));
    else if (step->alphabet) CFT_TRY(decoder_raw(run, text));
    else CFT_TRY(decoder_replace_text(run, out, text, CFT_LIT("\xE2\x96\x81"), CFT_LIT(" ")));
    if (first && step->prepended && out->length > begin && out->data[begin] == ' ')
        memmove(out->data + begin, out->data + begin + 1, --out->length - begin);
    return CHATFMT_OK;
}

/* Take spaces away in front of ?!., */
static void decoder_clean_marks(cft_buffer *text)
{
    size_t kept = text->length ? 1 : 0;
    for (size_t i = 1; i < text->length; i++) {
        char c = text->data[i];
        bool mark = c == '?' || c == '!' || c == '.' || c == ',';
        if (mark && text->data[i - 1] == ' ') kept--;
        text->data[kept++] = c;
    }
    text->length = kept;
}

/* Around an apostrophe that is alone; the second space is left as a NUL, as there. */
static void decoder_clean_apostrophes(cft_buffer *text)
{
    size_t kept = text->length ? 1 : 0;
    char *data = text->data;
    for (size_t i = 1; i < text->length; i++) {
        char c = data[i];
        if (c == '\'' && i + 1 < text->length && data[i - 1] == ' ' && data[i + 1] == ' ') {
            kept--;
            data[++i] = '\0';
        }
        data[kept++] = c;
    }
    text->length = kept;
}

/* In front of 's 'm 're 've. */
static void decoder_clean_contractions(cft_buffer *text)
{
    size_t kept = text->length ? 1 : 0;
    const char *data = text->data;
    for (size_t i = 1; i < text->length; i++) {
        char c = data[i];
        if (c == '\'' && data[i - 1] == ' ' && i + 1 < text->length) {
            char next = data[i + 1], last = i + 2 < text->length ? data[i + 2] : '\0';
            if (next == 's' || next == 'm' || ((next == 'r' || next == 'v') && last == 'e')) kept--;
        }
        text->data[kept++] = c;
    }
    text->length = kept;
}

static chatfmt_status decoder_pieces(decoder_run *run, const uint32_t *ids, size_t count,
                                     bool skip_special)
{
    const cft_tokenizer *t = run->encoder->tokenizer;
    const cft_decoder *step = &t->decoders[0];
    CFT_TRY(cft_budget_spend(run->budget, 1 + (uint64_t)count));
    for (size_t i = 0; i < count; i++) {
        cft_slice text = decoder_text(t, ids[i], skip_special);
        bool first = i == 0 && run->part != CFT_DECODE_LATER;
        if (text.data) CFT_TRY(decoder_piece(run, step, ids[i], text, first));
    }
    if (step->cleanup && run->part == CFT_DECODE_WHOLE) {
        decoder_clean_marks(&run->text);
        decoder_clean_apostrophes(&run->text);
        decoder_clean_contractions(&run->text);
    }
    cft_buffer raw = run->text;
    if (!raw.length || cft_utf8_check(raw.data, raw.length) == raw.length) return CHATFMT_OK;
    cft_buffer_init(&run->text, &raw.allocator);
    chatfmt_status status = decoder_lossy(run, &run->text, raw.data, raw.length);
    cft_buffer_free(&raw);
    return status;
}

/* The texts of the ids, from the first step to one that joins. */
static chatfmt_status decoder_ids(decoder_run *run, const uint32_t *ids, size_t count,
                                  bool skip_special)
{
    const cft_tokenizer *t = run->encoder->tokenizer;
    bool first = true;
    CFT_TRY(cft_budget_spend(run->budget, 1 + (uint64_t)count));
    for (size_t i = 0; i < count; i++) {
        cft_slice text = decoder_text(t, ids[i], skip_special);
        if (!text.data) continue;
        if (!t->has_decoder && !first) CFT_TRY(decoder_add(run, &run->text, " ", 1));
        first = false;
        CFT_TRY(decoder_feed(run, 0, text));
    }
    return decoder_close(run, 0);
}

static chatfmt_status decoder_all(decoder_run *run, const uint32_t *ids, size_t count,
                                  bool skip_special)
{
    const cft_tokenizer *t = run->encoder->tokenizer;
    if (t->decoder_count && t->decoders[0].kind == CFT_DECODER_PIECES) {
        CFT_TRY(decoder_pieces(run, ids, count, skip_special));
        return cft_budget_output(run->budget, run->text.length);
    }
    run->stop = decoder_stop(t, 0);
    CFT_TRY(decoder_ids(run, ids, count, skip_special));
    while (run->stop + 1 < t->decoder_count) CFT_TRY(decoder_again(run, run->stop + 1));
    return cft_budget_output(run->budget, run->text.length);
}

/* The text that all steps make is the encoder's from then on; memory that is kept from encoding is
 * not decoding's. */
static chatfmt_status decoder_decode(cft_encoder *encoder, const uint32_t *ids, size_t count,
                                     bool skip_special, cft_decode_part part, uint64_t *fuel,
                                     cft_slice *out)
{
    cft_budget *budget = encoder->budget;
    size_t settled = budget->settled;
    decoder_run run = {.encoder = encoder, .budget = budget, .part = part};
    cft_buffer_init(&run.text, &encoder->allocator);
    for (int i = 0; i < CFT_STEPS; i++) {
        cft_buffer_init(&run.stages[i].made, &encoder->allocator);
        cft_buffer_init(&run.stages[i].held, &encoder->allocator);
    }
    cft_buffer_free(&encoder->joined);
    cft_buffer_free(&encoder->scratch);
    cft_budget_settle(budget);
    cft_budget_begin(budget, &cft_decode_rates, count);
    if (fuel) budget->fuel = budget->fuel_allowed = *fuel;
    chatfmt_status status = decoder_all(&run, ids, count, skip_special);
    for (int i = 0; i < CFT_STEPS; i++) {
        cft_buffer_free(&run.stages[i].made);
        cft_buffer_free(&run.stages[i].held);
    }
    if (fuel) *fuel = budget->fuel;
    budget->settled = settled;
    encoder->joined = run.text;
    *out = cft_slice_of(encoder->joined.data ? encoder->joined.data : "",
                        encoder->joined.length);
    return cft_budget_status(budget, status);
}

chatfmt_status cft_decode(cft_encoder *encoder, const uint32_t *ids, size_t count,
                          bool skip_special, cft_slice *out)
{
    return decoder_decode(encoder, ids, count, skip_special, CFT_DECODE_WHOLE, NULL, out);
}

chatfmt_status cft_decode_more(cft_encoder *encoder, const uint32_t *ids, size_t count,
                               bool skip_special, cft_decode_part part, uint64_t *fuel,
                               cft_slice *out)
{
    return decoder_decode(encoder, ids, count, skip_special, part, fuel, out);
}
