/* tokenizers/pairs.c - two texts that belong together. Source: TokenizerImpl::encode and
 * post_process, truncate_encodings, TemplateProcessing, BertProcessing, RobertaProcessing.
 */
#include "tokenizers/lengths.h"

typedef struct pairs_run {
    cft_length_work *work;
    cft_encoder *encoder;
    const cft_slice *texts;
    const cft_guard *guard;
    const cft_pair_template *pair;
    bool add_special, truncate_left;
    size_t counts[2], kept[2]; /* tokens of each text, and those that stay */
    chatfmt_error *error;
} pairs_run;

/* Where no template says anything one text comes after the other. */
static const cft_pair_template pairs_plain = {.order = {0, 1}, .text_types = {0, 1}};

/* The one template of two texts. */
static chatfmt_status pairs_template(const cft_tokenizer *t, const cft_pair_template **out,
                                     chatfmt_error *error)
{
    size_t templates = 0;
    *out = &pairs_plain;
    for (size_t i = 0; i < t->post_count; i++) {
        if (t->posts[i].kind != CFT_POST_TEMPLATE) continue;
        *out = t->posts[i].pair;
        if (templates++)
            return cft_fail(error, CHATFMT_UNSUPPORTED,
                            "post_processor: more than one template for two texts");
    }
    if (*out) return CHATFMT_OK;
    return cft_fail(error, CHATFMT_UNSUPPORTED,
                    "post_processor.pair: there is no template that has each of the two texts "
                    "once");
}

/* ---- truncation ---- */

/* Of the longer text so much goes that both have one length, then of both. */
static void pairs_longest_first(size_t kept[2], size_t most)
{
    unsigned less = kept[0] > kept[1]; /* the shorter text */
    size_t shorter = kept[less], longer = most - shorter;
    if (shorter > most) longer = shorter;
    else if (longer < shorter) longer = shorter;
    if (shorter + longer > most) {
        shorter = most / 2;
        longer = shorter + most % 2;
    }
    kept[less] = shorter;
    kept[!less] = longer;
}

static chatfmt_status pairs_cut(pairs_run *run, const cft_lengths *lengths)
{
    size_t added = run->add_special ? run->pair->ends[2] : 0;
    size_t total = run->counts[0] + run->counts[1], most = lengths->max_length - added;
    memcpy(run->kept, run->counts, sizeof run->kept);
    /* Where the added tokens alone are too many the reference's length wraps around. */
    if (!lengths->truncates || lengths->max_length < added || total <= most) return CHATFMT_OK;
    run->truncate_left = lengths->truncate_left;
    if (!most) {
        run->kept[0] = run->kept[1] = 0;
    } else if (lengths->strategy == CFT_TRUNCATE_LONGEST_FIRST) {
        pairs_longest_first(run->kept, most);
    } else {
        unsigned cut = lengths->strategy == CFT_TRUNCATE_ONLY_SECOND;
        if (run->counts[cut] <= total - most)
            return cft_fail(run->error, CHATFMT_VALUE,
                            "the %s text is too short to be truncated to the length",
                            cut ? "second" : "first");
        run->kept[cut] -= total - most;
    }
    for (int i = 0; i < 2; i++)
        if (run->kept[i] && run->kept[i] < run->counts[i] && lengths->stride >= run->kept[i])
            return cft_fail(run->error, CHATFMT_VALUE,
                            "the stride is not below the length that is left for the text");
    return CHATFMT_OK;
}

/* ---- writing ---- */

static void pairs_special(pairs_run *run, size_t begin, size_t end)
{
    cft_length_work *work = run->work;
    for (size_t i = begin; run->add_special && i < end; i++) {
        size_t at = work->count++;
        work->ids[at] = run->pair->ids[i];
        work->types[at] = run->pair->types[i];
        work->words[at] = CFT_NO_WORD;
        work->places[at] = (cft_place){0, 0};
        work->attention[at] = work->special[at] = 1;
        work->texts[at] = CFT_NO_TEXT;
    }
}

static chatfmt_status pairs_encode(pairs_run *run, unsigned which)
{
    return cft_encoder_resume(run->encoder, run->texts[which], (cft_mark){0, 0, false},
                              run->guard, run->error);
}

/* One text again, for places are trimmed by what is known of the last text alone. */
static chatfmt_status pairs_text(pairs_run *run, unsigned which)
{
    cft_encoder *encoder = run->encoder;
    cft_length_work *work = run->work;
    CFT_TRY(pairs_encode(run, which));
    size_t kept = run->kept[which], from = run->truncate_left ? encoder->count - kept : 0;
    encoder->count = kept;
    if (kept && from) {
        memmove(encoder->ids, encoder->ids + from, kept * sizeof *encoder->ids);
        memmove(encoder->words, encoder->words + from, kept * sizeof *encoder->words);
        memmove(encoder->offsets, encoder->offsets + from, kept * sizeof *encoder->offsets);
    }
    chatfmt_status status = cft_encoder_trim(encoder, run->texts[which], 0);
    if (status) return cft_lengths_fail(work, encoder, status, run->error);
    for (size_t i = 0; i < kept; i++) {
        size_t at = work->count++;
        work->ids[at] = encoder->ids[i];
        work->types[at] = run->pair->text_types[which];
        work->words[at] = encoder->words[i];
        work->places[at] = encoder->offsets[i];
        work->attention[at] = 1;
        work->special[at] = 0;
        work->texts[at] = (unsigned char)which;
    }
    return CHATFMT_OK;
}

static chatfmt_status pairs_write(pairs_run *run)
{
    const cft_pair_template *pair = run->pair;
    pairs_special(run, 0, pair->ends[0]);
    CFT_TRY(pairs_text(run, pair->order[0]));
    pairs_special(run, pair->ends[0], pair->ends[1]);
    CFT_TRY(pairs_text(run, pair->order[1]));
    pairs_special(run, pair->ends[1], pair->ends[2]);
    return CHATFMT_OK;
}

/* Columns for all tokens of both texts, which are one piece, and what fills them up. */
static chatfmt_status pairs_room(pairs_run *run, const cft_lengths *lengths, size_t *target)
{
    size_t count = run->kept[0] + run->kept[1] + (run->add_special ? run->pair->ends[2] : 0);
    *target = lengths->pads ? cft_lengths_target(lengths, count) : 0;
    size_t total = count < *target ? *target : count;
    CFT_TRY(cft_lengths_allow(run->encoder, total));
    CFT_TRY(
        cft_budget_spend_bytes(run->encoder->budget, total * sizeof *run->work->places));
    CFT_TRY(cft_lengths_room(run->work, total));
    return cft_lengths_add(run->work, 0, count);
}

chatfmt_status cft_pairs_encode(cft_length_work *work, cft_encoder *encoder,
                                const cft_slice texts[2], bool add_special,
                                const cft_guard *guard, const cft_lengths *lengths,
                                chatfmt_error *error)
{
    pairs_run run = {.work = work,
                     .encoder = encoder,
                     .texts = texts,
                     .guard = guard,
                     .add_special = add_special,
                     .error = error};
    size_t target;
    work->piece_count = 0;
    encoder->counts = true;
    CFT_TRY(cft_lengths_check(encoder->tokenizer, lengths, error));
    CFT_TRY(pairs_template(encoder->tokenizer, &run.pair, error));
    for (unsigned i = 0; i < 2; i++) {
        CFT_TRY(pairs_encode(&run, i));
        run.counts[i] = encoder->count;
    }
    CFT_TRY(pairs_cut(&run, lengths));
    chatfmt_status status = pairs_room(&run, lengths, &target);
    if (status) return cft_lengths_fail(work, encoder, status, error);
    CFT_TRY(pairs_write(&run));
    cft_lengths_pad(work, lengths, target, &work->pieces[0]);
    return CHATFMT_OK;
}
