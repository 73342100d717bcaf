/* tokenizers/load_words.c - Unigram, WordPiece and WordLevel of a tokenizer.json. */
#include "tokenizers/tokenizer.h"

#include "base/number.h"
#include "value/dict.h"

#include <math.h>

static chatfmt_status words_told(cft_heap *heap, chatfmt_status status)
{
    return status ? cft_raise(heap, status, "%s", chatfmt_status_text(status)) : CHATFMT_OK;
}

/* ---- options ---- */

static chatfmt_status words_piece_options(cft_tokenizer *t, cft_heap *heap, cft_value model)
{
    uint64_t most;
    cft_slice prefix;
    if (!cft_load_count(cft_load_field(model, "max_input_chars_per_word"), &most))
        return cft_raise(heap, CHATFMT_INPUT,
                         "model.max_input_chars_per_word: expected an integer from 0 on");
    t->bpe.most_characters = most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
    CFT_TRY(cft_load_text(heap, model, "continuing_subword_prefix", "model", &prefix));
    return cft_load_affix(t, heap, "continuing_subword_prefix", prefix, &t->bpe.prefix);
}

chatfmt_status cft_load_other_options(cft_tokenizer *t, cft_heap *heap, cft_value model)
{
    t->bpe.unk = CFT_NO_TOKEN;
    t->bpe.finds_unknown = true;
    if (t->bpe.kind == CFT_MODEL_UNIGRAM)
        return cft_load_flag(heap, model, "byte_fallback", "model", false,
                             &t->bpe.byte_fallback);
    if (cft_load_field(model, "unk_token").kind != CFT_STRING)
        return cft_raise(heap, CHATFMT_INPUT, "model.unk_token: expected a string");
    return t->bpe.kind == CFT_MODEL_WORD_PIECE ? words_piece_options(t, heap, model)
                                               : CHATFMT_OK;
}

/* ---- Unigram: [text, score] by id ---- */

/* A number as the reference's reader of JSON has it, which rounds twice: its digits, and what
 * it divides them by. Source: serde_json, f64_from_parts. */
static double words_rounded_twice(double value)
{
    char digits[20], text[CFT_NUMBER_ROOM + 2];
    int exponent;
    if (!(fabs(value) > 0) || !isfinite(value)) return value;
    size_t count = cft_float_shortest(fabs(value), digits, &exponent);
    uint64_t number = 0;
    for (size_t i = 0; i < count; i++)
        number = number * 10 + (uint64_t)(digits[i] - '0');
    int power = exponent - (int)count;
    double out = (double)number;
    for (; power < -308; power += 308)
        out /= 1e308;
    size_t length = cft_int_to_text(power < 0 ? -power : power, text + 2) + 2;
    text[0] = '1';
    text[1] = 'e';
    double scale = cft_float_from_text(text, length);
    out = power < 0 ? out / scale : out * scale;
    return value < 0 ? -out : out;
}

static bool words_row_score(cft_value row, bool exact, double *score)
{
    if (row.kind != CFT_LIST || row.as.list->count != 2 ||
        row.as.list->items[0].kind != CFT_STRING)
        return false;
    cft_value value = row.as.list->items[1];
    if (value.kind != CFT_INT && value.kind != CFT_FLOAT) return false;
    *score = value.kind == CFT_INT ? (double)value.as.integer
             : exact               ? value.as.real
                                   : words_rounded_twice(value.as.real);
    return true;
}

static chatfmt_status words_rows(cft_tokenizer *t, cft_heap *heap, const cft_list *rows,
                                 bool exact, cft_vocab *texts)
{
    double lowest = 0;
    for (uint32_t i = 0; i < rows->count; i++) {
        double *score = &t->bpe.own_scores[i];
        if (!words_row_score(rows->items[i], exact, score))
            return cft_raise(heap, CHATFMT_INPUT, "model.vocab[%u]: expected [text, score]", i);
        if (!i || *score < lowest) lowest = *score;
        CFT_TRY(words_told(
            heap, cft_vocab_put(texts, cft_text_of(rows->items[i].as.list->items[0]), i)));
    }
    t->bpe.unk_score = lowest - 10;
    return CHATFMT_OK;
}

chatfmt_status cft_load_scored(cft_tokenizer *t, cft_heap *heap, cft_value model,
                               cft_vocab *texts, uint32_t *highest)
{
    cft_value list = cft_load_field(model, "vocab");
    bool exact = cft_load_field(model, "exact_scores").kind == CFT_BOOL;
    if (list.kind != CFT_LIST)
        return cft_raise(heap, CHATFMT_INPUT, "model.vocab: expected an array");
    const cft_list *rows = list.as.list;
    size_t bytes = 0;
    double unused;
    if (!rows->count) return cft_raise(heap, CHATFMT_INPUT, "model.vocab: no tokens");
    for (uint32_t i = 0; i < rows->count; i++)
        if (words_row_score(rows->items[i], true, &unused))
            bytes += rows->items[i].as.list->items[0].length;
    CFT_TRY(words_told(heap, cft_vocab_init(texts, &t->allocator, rows->count, bytes)));
    t->bpe.own_scores = cft_allocate(&t->allocator, rows->count * sizeof *t->bpe.own_scores);
    if (!t->bpe.own_scores) return words_told(heap, CHATFMT_NO_MEMORY);
    t->bpe.scores = t->bpe.own_scores;
    t->bpe.score_count = rows->count;
    *highest = rows->count - 1;
    return words_rows(t, heap, rows, exact, texts);
}

/* A text may be there twice: it gives its last id, and each id has its text. */
static void words_name_all(cft_tokenizer *t, const cft_list *rows)
{
    size_t place;
    if (t->bpe.words.count == rows->count) return;
    for (uint32_t i = 0; i < rows->count; i++)
        if (cft_vocab_place(&t->bpe.words, cft_text_of(rows->items[i].as.list->items[0]),
                            &place))
            t->own_names[i] = (uint32_t)place;
}

chatfmt_status cft_load_unigram(cft_tokenizer *t, cft_heap *heap, cft_value model)
{
    const cft_list *rows = cft_load_field(model, "vocab").as.list;
    cft_value unk = cft_load_field(model, "unk_id");
    bool none = unk.kind == CFT_ABSENT || unk.kind == CFT_NONE;
    if (!none &&
        (unk.kind != CFT_INT || unk.as.integer < 0 || unk.as.integer >= (int64_t)rows->count))
        return cft_raise(heap, CHATFMT_INPUT, "model.unk_id: expected the number of a token");
    if (!none) t->bpe.unk = (uint32_t)unk.as.integer;
    words_name_all(t, rows);
    t->model_count = rows->count;
    return cft_load_words(t, heap);
}

chatfmt_status cft_load_words(cft_tokenizer *t, cft_heap *heap)
{
    if (t->bpe.kind != CFT_MODEL_WORD_LEVEL)
        CFT_TRY(words_told(heap, cft_bpe_make_pieces(&t->bpe, &t->allocator, NULL)));
    return cft_load_finish(t, heap);
}
