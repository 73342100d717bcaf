/* tokenizers/load_decoder.c - the decoder of a file, as steps. */
#include "tokenizers/load_parts.h"

static chatfmt_status decoder_put(cft_tokenizer *t, cft_heap *heap, cft_decoder step)
{
    if (t->decoder_count == CFT_STEPS)
        return cft_raise(heap, CHATFMT_LIMIT, "decoder: more than %d steps", CFT_STEPS);
    t->decoders[t->decoder_count++] = step;
    return CHATFMT_OK;
}

#define DECODER_PLAIN(name, value)                                                        \
    static chatfmt_status name(cft_tokenizer *t, cft_heap *heap, cft_value part)          \
    {                                                                                     \
        (void)part;                                                                       \
        return decoder_put(t, heap, (cft_decoder){.kind = value});                        \
    }
DECODER_PLAIN(decoder_load_bytes, CFT_DECODER_BYTE_LEVEL)
DECODER_PLAIN(decoder_load_fallback, CFT_DECODER_BYTE_FALLBACK)
DECODER_PLAIN(decoder_load_fuse, CFT_DECODER_FUSE)

static chatfmt_status decoder_load_replace(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_decoder step = {.kind = CFT_DECODER_REPLACE};
    cft_slice regex;
    CFT_TRY(cft_part_text_or_regex(t, heap, part, "decoder", &step.text, &regex));
    if (regex.data)
        CFT_TRY(cft_part_pattern(t, heap, regex, "decoder.pattern.Regex", &step.pattern));
    CFT_TRY(cft_load_text(heap, part, "content", "decoder", &step.content));
    CFT_TRY(cft_load_keep(t, heap, step.content, &step.content));
    return decoder_put(t, heap, step);
}

static chatfmt_status decoder_count(cft_heap *heap, cft_value part, const char *name, size_t *out)
{
    cft_value value = cft_load_field(part, name);
    if (value.kind != CFT_INT || value.as.integer < 0 || value.as.integer > 1 << 20)
        return cft_raise(heap, CHATFMT_INPUT, "decoder.%s: expected a small integer", name);
    *out = (size_t)value.as.integer;
    return CHATFMT_OK;
}

static chatfmt_status decoder_load_strip(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_decoder step = {.kind = CFT_DECODER_STRIP};
    CFT_TRY(cft_part_character(t, heap, part, "content", "decoder", &step.content));
    CFT_TRY(decoder_count(heap, part, "start", &step.start));
    CFT_TRY(decoder_count(heap, part, "stop", &step.stop));
    return decoder_put(t, heap, step);
}

static chatfmt_status decoder_load_metaspace(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_decoder step = {.kind = CFT_DECODER_METASPACE, .prepended = true};
    CFT_TRY(cft_part_character(t, heap, part, "replacement", "decoder", &step.text));
    int word = cft_part_scheme(cft_load_field(part, "prepend_scheme"));
    cft_value old = cft_load_field(part, "add_prefix_space");
    if (word < 0) return cft_raise(heap, CHATFMT_INPUT, "decoder.prepend_scheme: unknown word");
    step.prepended = word != CFT_PREPEND_NEVER && !(old.kind == CFT_BOOL && !old.as.boolean);
    return decoder_put(t, heap, step);
}

static chatfmt_status decoder_load_words(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_decoder step = {.kind = CFT_DECODER_WORD_PIECE};
    CFT_TRY(cft_load_text(heap, part, "prefix", "decoder", &step.text));
    CFT_TRY(cft_load_keep(t, heap, step.text, &step.text));
    CFT_TRY(cft_load_flag(heap, part, "cleanup", "decoder", true, &step.cleanup));
    return decoder_put(t, heap, step);
}

static chatfmt_status decoder_load_bpe(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_decoder step = {.kind = CFT_DECODER_BPE};
    CFT_TRY(cft_load_text(heap, part, "suffix", "decoder", &step.text));
    CFT_TRY(cft_load_keep(t, heap, step.text, &step.text));
    return decoder_put(t, heap, step);
}

static chatfmt_status decoder_load_ctc(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_decoder step = {.kind = CFT_DECODER_CTC};
    CFT_TRY(cft_load_text(heap, part, "pad_token", "decoder", &step.text));
    CFT_TRY(cft_load_keep(t, heap, step.text, &step.text));
    CFT_TRY(cft_load_text(heap, part, "word_delimiter_token", "decoder", &step.content));
    CFT_TRY(cft_load_keep(t, heap, step.content, &step.content));
    CFT_TRY(cft_load_flag(heap, part, "cleanup", "decoder", true, &step.cleanup));
    return decoder_put(t, heap, step);
}

/* Of sources that are no tokenizer.json. */
static chatfmt_status decoder_load_pieces(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_decoder step = {.kind = CFT_DECODER_PIECES};
    if (!t->is_source)
        return cft_raise(heap, CHATFMT_UNSUPPORTED, "decoder.type: Pieces is not supported");
    step.prepended = cft_part_is_set(part, "prepended");
    step.cleanup = cft_part_is_set(part, "cleanup");
    step.alphabet = cft_part_is_set(part, "alphabet");
    return decoder_put(t, heap, step);
}

static chatfmt_status decoder_load_start(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    cft_decoder step = {.kind = CFT_DECODER_START};
    if (!t->is_source)
        return cft_raise(heap, CHATFMT_UNSUPPORTED, "decoder.type: Start is not supported");
    step.cleanup = cft_part_is_set(part, "cleanup");
    return decoder_put(t, heap, step);
}

static const cft_part_row decoder_rows[] = {
    {"ByteLevel", decoder_load_bytes},
    {"Replace", decoder_load_replace},
    {"ByteFallback", decoder_load_fallback},
    {"Fuse", decoder_load_fuse},
    {"Strip", decoder_load_strip},
    {"Metaspace", decoder_load_metaspace},
    {"WordPiece", decoder_load_words},
    {"BPEDecoder", decoder_load_bpe},
    {"CTC", decoder_load_ctc},
    {"Pieces", decoder_load_pieces},
    {"Start", decoder_load_start},
    {NULL, NULL},
};

chatfmt_status cft_load_decoder(cft_tokenizer *t, cft_heap *heap, cft_value part)
{
    t->has_decoder = part.kind == CFT_DICT;
    return cft_part_read(t, heap, part, "decoder", "decoders", decoder_rows, 0);
}
