/* chat/format_train_ids.c - a sample as the trainers of FastChat and XTuner see it: ids and labels.
 * Source: FastChat, preprocess() of train.py and train_with_template.py; XTuner, encode_fn.
 */
#include "chat/formats.h"
#include "chat/encoder_keep.h"
#include "value/json_read.h"

typedef struct ids_work {
    chatfmt_renderer *renderer;
    cft_heap *heap;
    chatfmt_encoder *encoder;
    const chatfmt_training_options *options;
    int64_t bos, eos, pad; /* ids, -1 for none */
    uint32_t *ids;
    unsigned char *learned;
    size_t count, capacity;
    chatfmt_training_ids *out;
} ids_work;

/* ---- Ids ---- */

static chatfmt_status ids_encode(ids_work *work, cft_slice text, bool whole, chatfmt_tokens *tokens)
{
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    if (whole) options.flags |= CHATFMT_ENCODE_ADD_SPECIAL;
    cft_encoder_give_back(work->encoder, text.length);
    return cft_encode_safely(work->encoder, text, &options, tokens, work->heap->error);
}

static chatfmt_status ids_count(void *context, cft_slice text, bool whole, size_t *out)
{
    chatfmt_tokens tokens;
    CFT_TRY(ids_encode(context, text, whole, &tokens));
    *out = tokens.count;
    return CHATFMT_OK;
}

static chatfmt_status ids_grow(ids_work *work, size_t more)
{
    if (work->capacity - work->count >= more) return CHATFMT_OK;
    size_t capacity = work->count + more > 2 * work->capacity ? work->count + more
                                                              : 2 * work->capacity;
    void *ids, *learned;
    CFT_TRY(cft_heap_array(work->heap, capacity, sizeof *work->ids, &ids));
    CFT_TRY(cft_heap_array(work->heap, capacity, 1, &learned));
    if (work->count) memcpy(ids, work->ids, work->count * sizeof *work->ids);
    if (work->count) memcpy(learned, work->learned, work->count);
    work->ids = ids;
    work->learned = learned;
    work->capacity = capacity;
    return CHATFMT_OK;
}

static chatfmt_status ids_append(ids_work *work, const uint32_t *ids, size_t count, bool learned)
{
    CFT_TRY(ids_grow(work, count));
    if (!count) return CHATFMT_OK;
    memcpy(work->ids + work->count, ids, count * sizeof *ids);
    memset(work->learned + work->count, learned, count);
    work->count += count;
    return CHATFMT_OK;
}

static chatfmt_status ids_append_token(ids_work *work, int64_t id, bool learned)
{
    uint32_t one = (uint32_t)id;
    return id < 0 ? CHATFMT_OK : ids_append(work, &one, 1, learned);
}

static chatfmt_status ids_append_text(ids_work *work, cft_value text, bool learned)
{
    chatfmt_tokens tokens;
    if (text.kind != CFT_STRING || !text.length) return CHATFMT_OK;
    CFT_TRY(ids_encode(work, cft_text_of(text), false, &tokens));
    return ids_append(work, tokens.ids, tokens.count, learned);
}

/* ids[:max_length] */
static void ids_cut(ids_work *work)
{
    size_t most = work->options->max_length;
    if (!most || work->count <= most) return;
    work->out->truncated = work->count - most;
    work->count = most;
}

/* ---- FastChat ---- */

static size_t ids_not_padding(const ids_work *work)
{
    size_t count = 0;
    for (size_t i = 0; i < work->count; i++) count += (int64_t)work->ids[i] != work->pad;
    return count;
}

static chatfmt_status ids_fastchat(ids_work *work, const chatfmt_format *format,
                                   cft_trainer trainer, const cft_list *source)
{
    chatfmt_tokens tokens;
    cft_train_result result;
    chatfmt_training_ids *out = work->out;
    CFT_TRY(cft_format_train_prompt(work->renderer, format, source, work->options->system,
                                    &out->prompt));
    CFT_TRY(ids_encode(work, out->prompt, true, &tokens));
    CFT_TRY(ids_append(work, tokens.ids, tokens.count, true));
    ids_cut(work);
    cft_train_tokens tokenizer = {.count = ids_count, .context = work, .tokens = work->count,
                                  .no_padding = ids_not_padding(work),
                                  .longest = work->options->max_length};
    cft_train_options options = {.trainer = trainer,
                                 .legacy = (work->options->flags & CHATFMT_TRAINING_LEGACY) != 0,
                                 .tokenizer = &tokenizer};
    /* train_with_template.py looks for a BOS only where there is an EOS. */
    options.bos = work->count && work->bos >= 0 && work->eos >= 0 &&
                  (int64_t)work->ids[0] == work->bos;
    CFT_TRY(cft_train_mask(work->heap, out->prompt, format->format.fields, &options, &result));
    for (size_t i = 0; i < work->count; i++) work->learned[i] = !result.ignored[i];
    out->mismatch = result.mismatch;
    out->counted = result.counted;
    out->tokens = result.tokens;
    return CHATFMT_OK;
}

/* ---- XTuner ---- */

static bool ids_flag(const cft_dict *round, cft_slice name)
{
    cft_value flag = cft_format_field(round, name);
    return flag.kind == CFT_ABSENT || cft_truth(flag);
}

static chatfmt_status ids_round(ids_work *work, const cft_dict *round, bool *needs_bos)
{
    bool loss = ids_flag(round, CFT_LIT("output_with_loss"));
    if (*needs_bos) CFT_TRY(ids_append_token(work, work->bos, false));
    CFT_TRY(ids_append_text(work, cft_format_field(round, CFT_LIT("input")), false));
    if (work->options->flags & CHATFMT_TRAINING_INPUT) return CHATFMT_OK;
    CFT_TRY(ids_append_text(work, cft_format_field(round, CFT_LIT("output")), loss));
    *needs_bos = ids_flag(round, CFT_LIT("need_eos_token"));
    if (*needs_bos) CFT_TRY(ids_append_token(work, work->eos, loss));
    return ids_append_text(work, cft_format_field(round, CFT_LIT("sep")), false);
}

/* What the program xtuner_mapped makes of the sample, read again. */
static chatfmt_status ids_map_rounds(ids_work *work, const chatfmt_format *format, cft_value source,
                                     cft_value *rounds)
{
    static const char *const names[] = {"messages", "rounds"};
    cft_dict *given;
    const cft_list *list = source.as.list;
    bool of_rounds = list->count && list->items[0].kind == CFT_DICT &&
                     cft_dict_find_text(list->items[0].as.dict, CFT_LIT("input"));
    const char *name = names[of_rounds];
    CFT_TRY(cft_dict_new(work->heap, 1, &given));
    CFT_TRY(cft_dict_put(work->heap, given, cft_string(name, (uint32_t)strlen(name), CFT_STR_ASCII),
                         source));
    CFT_TRY(cft_format_render(work->renderer, format, CFT_LIT("xtuner_mapped"), given,
                              &work->out->prompt, work->heap->error));
    cft_json_options options = {.base = 0};
    CFT_TRY(cft_json_read(work->heap, work->out->prompt, &options, rounds, NULL));
    return rounds->kind == CFT_LIST ? CHATFMT_OK
                                    : cft_raise(work->heap, CHATFMT_INPUT, "it has no rounds to "
                                                                           "train on");
}

static chatfmt_status ids_xtuner(ids_work *work, const chatfmt_format *format, cft_value source)
{
    cft_value rounds;
    bool needs_bos = true;
    CFT_TRY(ids_map_rounds(work, format, source, &rounds));
    if (rounds.as.list->count > 1 && (work->options->flags & CHATFMT_TRAINING_INPUT))
        return cft_format_fail(work->heap, CHATFMT_VALUE, "several_rounds_without_output",
                               "answers can only be left out of a single round");
    for (uint32_t i = 0; i < rounds.as.list->count; i++)
        if (rounds.as.list->items[i].kind == CFT_DICT)
            CFT_TRY(ids_round(work, rounds.as.list->items[i].as.dict, &needs_bos));
    ids_cut(work);
    work->out->counted = work->out->tokens = work->count;
    return CHATFMT_OK;
}

/* ---- Either ---- */

/* The id of a special token that is given by its text. */
static chatfmt_status ids_special(const ids_work *work, const char *name, cft_slice text,
                                  int64_t *id, chatfmt_error *error)
{
    *id = -1;
    if (!text.length) return CHATFMT_OK;
    uint32_t found = cft_tokenizer_find(work->encoder->encoder.tokenizer, text);
    if (found == CFT_NO_TOKEN)
        return cft_fail(error, CHATFMT_NOT_FOUND, "%s '%.*s' is not a token of this tokenizer",
                        name, (int)text.length, text.data);
    *id = found;
    return CHATFMT_OK;
}

chatfmt_status cft_format_trains(const chatfmt_format *format, const char *trainer,
                                 cft_trainer *known, chatfmt_error *error)
{
    if (!strcmp(trainer, "xtuner")) {
        if (cft_format_field(format->format.fields, CFT_LIT("INSTRUCTION")).kind == CFT_STRING)
            return CHATFMT_OK;
        return cft_fail(error, CHATFMT_UNSUPPORTED,
                        "the format is not one of XTuner's, which the trainer xtuner takes");
    }
    CFT_TRY(cft_train_find(cft_slice_of(trainer, strlen(trainer)), known, error));
    return cft_format_check_style(&format->format, "the trainer ", trainer, error);
}

static chatfmt_status ids_sample(ids_work *work, const chatfmt_format *format, const char *trainer,
                                 cft_value source, chatfmt_error *error)
{
    void *room;
    cft_trainer known = (cft_trainer)0;
    CFT_TRY(cft_heap_array(work->heap, 1, sizeof *work->out, &room));
    work->out = room;
    memset(room, 0, sizeof *work->out);
    CFT_TRY(cft_format_trains(format, trainer, &known, error));
    if (!strcmp(trainer, "xtuner")) {
        work->pad = -1; /* it pads later */
        return ids_xtuner(work, format, source);
    }
    return ids_fastchat(work, format, known, source.as.list);
}

chatfmt_status cft_format_train_ids(chatfmt_renderer *renderer, const chatfmt_format *format,
                                    const char *trainer, cft_value source,
                                    const chatfmt_training_options *options,
                                    chatfmt_encoder *encoder, const chatfmt_training_ids **out,
                                    chatfmt_error *error)
{
    void *room;
    ids_work work = {.renderer = renderer, .heap = cft_machine_heap(renderer->machine),
                     .encoder = encoder, .options = options};
    CFT_TRY(ids_special(&work, "bos_token", options->bos_token, &work.bos, error));
    CFT_TRY(ids_special(&work, "eos_token", options->eos_token, &work.eos, error));
    CFT_TRY(ids_special(&work, "pad_token", options->pad_token, &work.pad, error));
    CFT_TRY(cft_format_name_kind(ids_sample(&work, format, trainer, source, error), error));
    CFT_TRY(cft_heap_array(work.heap, work.count + 1, 1, &room));
    for (size_t i = 0; i < work.count; i++)
        ((unsigned char *)room)[i] = work.pad < 0 || (int64_t)work.ids[i] != work.pad;
    work.out->attention = room;
    work.out->ids = work.ids;
    work.out->learned = work.learned;
    work.out->count = work.count;
    *out = work.out;
    return CHATFMT_OK;
}
