/* tokenizers/safe_encode.c - encoding under a policy: which added tokens data may not write. */
#include "tokenizers/handles.h"

chatfmt_status cft_spans_check_kinds(const chatfmt_span *spans, size_t count,
                                     chatfmt_error *error)
{
    for (size_t i = 0; i < count; i++)
        if ((unsigned)spans[i].kind > CHATFMT_SPAN_DATA)
            return cft_fail(error, CHATFMT_BAD_ARGUMENT, "spans[%zu].kind is %u, at most %u", i,
                            (unsigned)spans[i].kind, (unsigned)CHATFMT_SPAN_DATA);
    return CHATFMT_OK;
}

chatfmt_status cft_encode_check_spans(const chatfmt_encode_options *options, size_t length,
                                      chatfmt_error *error)
{
    size_t at = 0;
    if (!options->spans) return options->span_count ? cft_fail_null(error, "spans") : CHATFMT_OK;
    CFT_TRY(cft_spans_check_kinds(options->spans, options->span_count, error));
    for (size_t i = 0; i < options->span_count; i++) {
        const chatfmt_span *span = &options->spans[i];
        if (span->begin != at || span->end < span->begin || span->end > length)
            return cft_fail(error, CHATFMT_BAD_ARGUMENT, "span %zu does not fit the text", i);
        at = span->end;
    }
    return at == length
               ? CHATFMT_OK
               : cft_fail(error, CHATFMT_BAD_ARGUMENT, "the spans end before the text");
}

static chatfmt_status guard_of(chatfmt_encoder *encoder, cft_slice text,
                               const chatfmt_encode_options *options, const cft_guard **guard)
{
    static const cft_guard_set sets[] = {
        [CHATFMT_TOKENS_SPECIAL] = CFT_GUARD_SPECIAL, [CHATFMT_TOKENS_CONTROL] = CFT_GUARD_CONTROL,
        [CHATFMT_TOKENS_ALL] = CFT_GUARD_ALL,         [CHATFMT_TOKENS_REJECT] = CFT_GUARD_CONTROL,
        [CHATFMT_TOKENS_REPORT] = CFT_GUARD_CONTROL};
    cft_guard_work *work = &encoder->guard;
    cft_budget_begin(encoder->encoder.budget, &cft_encode_rates, text.length);
    chatfmt_status status = cft_guard_begin(work, sets[options->policy], options->literals);
    size_t count = options->spans ? options->span_count : 0;
    for (size_t i = 0; i < count && !status; i++) {
        const chatfmt_span *span = &options->spans[i];
        status = cft_guard_range(work, text, span->begin, span->end,
                                 span->kind == CHATFMT_SPAN_DATA);
    }
    if (!options->spans && !status) status = cft_guard_range(work, text, 0, text.length, true);
    work->guard.refuse = options->policy == CHATFMT_TOKENS_REJECT;
    work->guard.match = options->policy == CHATFMT_TOKENS_REPORT;
    return status ? status : cft_guard_end(work, guard);
}

/* What is kept from the text before is given back where the guard has no room beside it. */
chatfmt_status cft_encode_guard(chatfmt_encoder *encoder, cft_slice text,
                                const chatfmt_encode_options *options, const cft_guard **guard,
                                chatfmt_error *error)
{
    cft_budget *budget = encoder->encoder.budget;
    *guard = NULL;
    if (options->policy == CHATFMT_TOKENS_ANY) return CHATFMT_OK;
    chatfmt_status status = guard_of(encoder, text, options, guard);
    if (cft_budget_status(budget, status) == CHATFMT_LIMIT) {
        cft_encoder_release(&encoder->encoder);
        status = guard_of(encoder, text, options, guard);
    }
    return cft_error_explain(cft_budget_told(budget, status, error), error);
}

_Static_assert(CHATFMT_NO_WORD == CFT_NO_WORD, "the same mark");

static void encoder_result(const chatfmt_encoder *encoder, bool guarded, bool places,
                           chatfmt_tokens *tokens)
{
    const cft_encoder *e = &encoder->encoder;
    tokens->ids = e->ids;
    tokens->count = e->count;
    /* Both structs are two numbers of 32 bits under the same names. */
    tokens->places = places ? (const chatfmt_token_place *)(const void *)e->offsets : NULL;
    tokens->words = e->counts ? e->words : NULL;
    if (!guarded) return;
    tokens->attempts = (const chatfmt_token_attempt *)(const void *)encoder->guard.attempts;
    tokens->attempt_total = encoder->guard.attempt_count;
    tokens->attempt_count =
        tokens->attempt_total < CFT_GUARD_ATTEMPTS ? tokens->attempt_total : CFT_GUARD_ATTEMPTS;
}

const chatfmt_span *cft_span_at(const chatfmt_span *spans, size_t count, size_t at)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (spans[middle].end <= at) low = middle + 1;
        else high = middle;
    }
    return low < count ? &spans[low] : NULL;
}

cft_slice cft_span_data_path(const chatfmt_span *spans, size_t count, size_t begin, size_t end)
{
    const chatfmt_span *span = cft_span_at(spans, count, begin);
    for (; span && span < spans + count && span->begin < end; span++)
        if (span->kind == CHATFMT_SPAN_DATA) return span->path;
    return CFT_LIT("");
}

static chatfmt_status encode_erased(const chatfmt_encoder *encoder, chatfmt_error *error)
{
    uint32_t id = encoder->guard.attempts[0].id;
    cft_slice name = cft_tokenizer_name(encoder->encoder.tokenizer, id);
    return cft_fail(error, CHATFMT_SECURITY,
                    "data changes how the template's control token '%.*s' is encoded",
                    (int)name.length, name.data);
}

/* Where data has the text of a control token, or takes one away. */
static chatfmt_status encode_refused(const chatfmt_encoder *encoder,
                                     const chatfmt_encode_options *options, chatfmt_error *error)
{
    const cft_guard_attempt *first = encoder->guard.attempts;
    if (!error || !encoder->guard.attempt_count) return CHATFMT_SECURITY;
    cft_slice path =
        cft_span_data_path(options->spans, options->span_count, first->begin, first->end);
    error->offset = first->begin;
    error->length = first->end - first->begin;
    error->path[0] = '\0';
    cft_error_path(error, path); /* spans need none */
    return CHATFMT_SECURITY;
}

chatfmt_status cft_encode_safely(chatfmt_encoder *encoder, cft_slice text,
                                 const chatfmt_encode_options *options, chatfmt_tokens *tokens,
                                 chatfmt_error *error)
{
    memset(tokens, 0, sizeof *tokens);
    const cft_guard *guard;
    CFT_TRY(cft_encode_guard(encoder, text, options, &guard, error));
    bool places = (options->flags & CHATFMT_ENCODE_OFFSETS) != 0;
    encoder->encoder.counts = (options->flags & CHATFMT_ENCODE_WORDS) != 0;
    chatfmt_status status =
        cft_encoder_encode(&encoder->encoder, text, places,
                           (options->flags & CHATFMT_ENCODE_ADD_SPECIAL) != 0, guard, error);
    if (!status) {
        status = cft_guard_erased(&encoder->encoder, guard, text);
        if (status == CHATFMT_SECURITY) (void)encode_erased(encoder, error);
    }
    if (status == CHATFMT_SECURITY) return encode_refused(encoder, options, error);
    CFT_TRY(cft_error_explain(status, error));
    encoder_result(encoder, guard != NULL, places, tokens);
    return CHATFMT_OK;
}

/* The pieces in the form of the API. */
chatfmt_status cft_encode_show_pieces(chatfmt_encoder *encoder, chatfmt_error *error)
{
    const cft_length_work *work = &encoder->lengths;
    const chatfmt_allocator *memory = &encoder->encoder.allocator;
    if (work->piece_count > encoder->piece_capacity) {
        cft_release(memory, encoder->pieces, encoder->piece_capacity * sizeof *encoder->pieces);
        encoder->pieces = cft_allocate(memory, work->piece_count * sizeof *encoder->pieces);
        encoder->piece_capacity = encoder->pieces ? work->piece_count : 0;
        if (!encoder->pieces)
            return cft_budget_told(&encoder->encoder.own, CHATFMT_NO_MEMORY, error);
    }
    for (size_t i = 0; i < work->piece_count; i++) {
        size_t begin = work->pieces[i].begin;
        /* An empty piece may stand where there are no arrays yet. */
        encoder->pieces[i] = (chatfmt_token_piece){.count = work->pieces[i].count};
        if (!work->pieces[i].count) continue;
        encoder->pieces[i].ids = work->ids + begin;
        encoder->pieces[i].type_ids = work->types + begin;
        encoder->pieces[i].places =
            (const chatfmt_token_place *)(const void *)(work->places + begin);
        encoder->pieces[i].words = work->words + begin;
        encoder->pieces[i].attention = work->attention + begin;
        encoder->pieces[i].special = work->special + begin;
        encoder->pieces[i].texts = work->texts + begin;
    }
    return CHATFMT_OK;
}
