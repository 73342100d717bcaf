/* chat/prompt.c - chatfmt/tokens.h: one conversation to ids, masks and places.
 *
 * A row is made in two steps, since padding is known only when all rows of a batch are there:
 * first what the text and its ids are, then padding and what is counted in tokens after it.
 */
#include "chat/prompt.h"

#include "base/utf8.h"
#include "chat/encoder_keep.h"
#include "tokenizers/offsets.h"

static chatfmt_status prompt_no_memory(const cft_prompt_job *job)
{
    return cft_fail(job->error, CHATFMT_NO_MEMORY, "out of memory");
}

/* ---- Settings ---- */

/* A template that came with the data is data that would write control tokens at will. A name of the
 * model's own is but a choice. */
static chatfmt_status prompt_check_template(const cft_prompt_job *job)
{
    const chatfmt_apply_options *apply = &job->apply;
    const cft_model_template *row;
    if (!(apply->flags & CHATFMT_APPLY_DATA_TEMPLATE) || !apply->chat_template.data ||
        job->options.policy == CHATFMT_TOKENS_ANY)
        return CHATFMT_OK;
    CFT_TRY(cft_model_choose(&job->model->model, apply->chat_template, false,
                             job->model->processor, &row, job->error));
    if (row) return CHATFMT_OK;
    return cft_fail_at(job->error, CHATFMT_SECURITY, "chat_template",
                       "the data brings a chat_template of its own, which the policy does not "
                       "allow");
}

chatfmt_status cft_prompt_begin(cft_prompt_job *job)
{
    chatfmt_prompt_options *o = &job->options;
    if (o->policy != CHATFMT_TOKENS_ANY || o->mask || (o->flags & CHATFMT_PROMPT_MESSAGES) ||
        o->fit == CHATFMT_FIT_CUT)
        job->apply.flags |= CHATFMT_APPLY_SPANS;
    if (o->flags & CHATFMT_PROMPT_STOPS) job->apply.flags |= CHATFMT_APPLY_TURN;
    job->needs_places = o->mask || (o->flags & (CHATFMT_PROMPT_PLACES | CHATFMT_PROMPT_MESSAGES |
                                                CHATFMT_PROMPT_CODE_POINTS));
    job->needs_points = (o->mask && job->mask.kind == CHATFMT_MASK_HF) ||
                        (o->flags & CHATFMT_PROMPT_CODE_POINTS);
    cft_arena_renew(&job->chat->prompts);
    cft_heap_reset(&job->chat->fitted, &job->chat->limits, job->error);
    CFT_TRY(prompt_check_template(job));
    return cft_prompt_resolve(job);
}

/* ---- Applying and encoding ---- */

chatfmt_status cft_prompt_apply(cft_prompt_job *job, chatfmt_value conversation, uint32_t flags,
                                chatfmt_applied *applied)
{
    chatfmt_apply_options options = job->apply;
    options.flags |= flags;
    cft_error_clear(job->error);
    return cft_applier_apply(job->chat, job->model, cft_unwrap(conversation), &options,
                             &job->limits, applied, job->error);
}

/* The texts in which every added token is control: the template's source, and what the
 * configuration names as `chat_control_tokens` (transformers: _get_control_tokens). */
static chatfmt_status prompt_literals(const cft_prompt_job *job, cft_slice *out)
{
    const cft_applier_template *row = job->chat->job.row;
    cft_value config = job->model->model.config, named = cft_absent();
    *out = cft_slice_of(row->source, row->length);
    if (config.kind == CFT_DICT) named = cft_apply_member(config, CFT_LIT("chat_control_tokens"));
    if (named.kind != CFT_LIST || !named.as.list->count) return CHATFMT_OK;
    size_t length = row->length, at = row->length;
    for (uint32_t i = 0; i < named.as.list->count; i++)
        if (named.as.list->items[i].kind == CFT_STRING)
            length += 1 + named.as.list->items[i].length;
    char *text = cft_arena_take(&job->chat->prompts, length);
    if (!text) return cft_fail(job->error, CHATFMT_NO_MEMORY, "out of memory");
    memcpy(text, row->source, row->length);
    for (uint32_t i = 0; i < named.as.list->count; i++) {
        cft_value token = named.as.list->items[i];
        if (token.kind != CFT_STRING) continue;
        text[at++] = '\0';
        memcpy(text + at, token.as.text, token.length);
        at += token.length;
    }
    *out = cft_slice_of(text, length);
    return CHATFMT_OK;
}

/* `status`; an error says that a limit is the encoder's: an applier has some of the same names. */
static chatfmt_status prompt_of_encoder(const cft_prompt_job *job, chatfmt_status status)
{
    if (status != CHATFMT_LIMIT || !job->error || !job->encoder->encoder.budget->broken)
        return status;
    const chatfmt_error without = *job->error;
    return cft_fail(job->error, status, "%s (of the encoder)", without.text);
}

chatfmt_status cft_prompt_encode(cft_prompt_job *job, chatfmt_value conversation, bool places,
                                 chatfmt_applied *applied, chatfmt_tokens *tokens)
{
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    CFT_TRY(cft_prompt_apply(job, conversation, 0, applied));
    cft_encoder_give_back(job->encoder, applied->text.length);
    options.policy = job->options.policy;
    if (places) options.flags |= CHATFMT_ENCODE_OFFSETS;
    if (options.policy != CHATFMT_TOKENS_ANY && applied->text.length) {
        CFT_TRY(cft_prompt_trust_roles(job, applied, &options.spans));
        options.span_count = applied->span_count;
        CFT_TRY(prompt_literals(job, &options.literals));
    }
    return prompt_of_encoder(job, cft_encode_safely(job->encoder, applied->text, &options, tokens,
                                                    job->error));
}

/* ---- Rows ---- */

static void *prompt_copy(const cft_prompt_job *job, const void *data, size_t count, size_t size)
{
    void *copy = cft_arena_array(&job->chat->prompts, count + 1, size);
    if (copy && count) memcpy(copy, data, count * size);
    return copy;
}

/* TRUNCATE: which of the ids stay. */
static void prompt_truncate(const cft_prompt_job *job, const chatfmt_tokens *tokens,
                            size_t *first, size_t *count)
{
    size_t most = job->options.max_length;
    *first = 0;
    *count = tokens->count;
    if (job->options.fit != CHATFMT_FIT_TRUNCATE || tokens->count <= most) return;
    *count = most;
    if (job->truncates_left) *first = tokens->count - most;
}

/* The attempts and the values that they are in, which outlive the spans. */
static bool prompt_keep_attempts(const cft_prompt_job *job, const chatfmt_tokens *tokens,
                                 chatfmt_prompt *out)
{
    const chatfmt_applied *a = out->applied;
    size_t count = tokens->attempt_count;
    cft_slice *paths = cft_arena_array(&job->chat->prompts, count + 1, sizeof *paths);
    out->attempts = prompt_copy(job, tokens->attempts, count, sizeof *tokens->attempts);
    out->attempt_paths = paths;
    out->attempt_count = count;
    out->attempt_total = tokens->attempt_total;
    if (!paths || !out->attempts) return false;
    for (size_t i = 0; i < count; i++) {
        chatfmt_token_attempt attempt = tokens->attempts[i];
        cft_slice path = cft_span_data_path(a->spans, a->span_count, attempt.begin, attempt.end);
        paths[i].length = path.length;
        paths[i].data = cft_arena_copy(&job->chat->prompts, path.data, path.length);
        if (!paths[i].data) return false;
    }
    return true;
}

/* What is borrowed from the chat and the encoder becomes the row's own. */
static bool prompt_keep(const cft_prompt_job *job, const chatfmt_tokens *tokens,
                        cft_prompt_row *row)
{
    size_t first, count;
    chatfmt_prompt *out = row->out;
    prompt_truncate(job, tokens, &first, &count);
    out->count = count;
    out->truncated = tokens->count - count;
    row->ids = prompt_copy(job, tokens->ids + first, count, sizeof *row->ids);
    if (!row->ids || !prompt_keep_attempts(job, tokens, out)) return false;
    if (!job->needs_places) return true;
    row->places = prompt_copy(job, tokens->places + first, count, sizeof *row->places);
    if (!row->places || !job->needs_points) return row->places != NULL;
    row->points = prompt_copy(job, row->places, count, sizeof *row->points);
    if (row->points)
        cft_offsets_in_code_points(out->applied->text, row->places, count, row->points);
    return row->points != NULL;
}

static chatfmt_status prompt_mask_ranges(const cft_prompt_job *job, cft_prompt_row *row)
{
    const chatfmt_mask_range *ranges;
    if (!job->options.mask) return CHATFMT_OK;
    CFT_TRY(cft_applier_mask(job->chat, &job->mask, &ranges, &row->range_count, job->error));
    row->ranges = prompt_copy(job, ranges, row->range_count, sizeof *row->ranges);
    return row->ranges ? CHATFMT_OK : prompt_no_memory(job);
}

/* Of a batch only what does not depend on the renderer stays: text and changes. */
static chatfmt_status prompt_keep_applied(const cft_prompt_job *job, chatfmt_applied *applied)
{
    if (!job->in_batch) return CHATFMT_OK;
    applied->text.data =
        cft_arena_copy(&job->chat->prompts, applied->text.data, applied->text.length);
    applied->changes = prompt_copy(job, applied->changes, applied->change_count,
                                   sizeof *applied->changes);
    applied->spans = NULL;
    applied->span_count = applied->stop_count = 0;
    memset(&applied->turn, 0, sizeof applied->turn);
    return applied->text.data && applied->changes ? CHATFMT_OK : prompt_no_memory(job);
}

/* One conversation up to its row, not padded yet. */
static chatfmt_status prompt_row_make(cft_prompt_job *job, chatfmt_value conversation,
                                      cft_prompt_row *row)
{
    chatfmt_tokens tokens;
    chatfmt_prompt *out = cft_arena_array(&job->chat->prompts, 1, sizeof *out);
    row->applied = cft_arena_array(&job->chat->prompts, 1, sizeof *row->applied);
    if (!out || !row->applied) return prompt_no_memory(job);
    memset(out, 0, sizeof *out);
    row->out = out;
    out->applied = row->applied;
    CFT_TRY(cft_prompt_fit(job, conversation, row, &tokens));
    if (!prompt_keep(job, &tokens, row)) return prompt_no_memory(job);
    out->findings = cft_prompt_findings(job, &tokens);
    CFT_TRY(prompt_mask_ranges(job, row));
    if (job->options.flags & CHATFMT_PROMPT_MESSAGES) {
        row->said = cft_prompt_said(job, out->applied, &out->message_count);
        if (!row->said) return prompt_no_memory(job);
    }
    if (job->options.flags & CHATFMT_PROMPT_STOPS) CFT_TRY(cft_prompt_stops(job, out));
    return prompt_keep_applied(job, row->applied);
}

/* ---- Padding ---- */

/* Source: tokenizers, pad_encodings. */
static size_t prompt_padded(const cft_prompt_job *job, size_t count, size_t longest)
{
    const chatfmt_prompt_options *o = &job->options;
    if (o->padding == CHATFMT_PAD_NONE) return count;
    size_t target = cft_lengths_round(
        o->padding == CHATFMT_PAD_LONGEST ? longest : o->max_length, o->pad_multiple);
    return target > count ? target : count;
}

/* What padding puts beside the longest row is bounded as the ids of a text are. */
static chatfmt_status prompt_allow(const cft_prompt_job *job, size_t total, size_t longest)
{
    cft_encoder *encoder = &job->encoder->encoder;
    const size_t reached = encoder->budget->output.reached; /* by the text, which this is not */
    if (total <= longest) return CHATFMT_OK;
    CFT_TRY(cft_budget_told(encoder->budget, cft_lengths_allow(encoder, total - longest),
                            job->error));
    encoder->budget->output.reached = reached;
    return CHATFMT_OK;
}

/* `count` items after `before` others, in new room for `total`; the rest is cleared. */
static void *prompt_shift(const cft_prompt_job *job, const void *data, size_t before,
                          size_t count, size_t total, size_t size)
{
    char *room = cft_arena_array(&job->chat->prompts, total + 1, size);
    if (!room) return NULL;
    memset(room, 0, total * size);
    if (count) memcpy(room + before * size, data, count * size);
    return room;
}

static bool prompt_pad(const cft_prompt_job *job, cft_prompt_row *row, size_t total)
{
    chatfmt_prompt *out = row->out;
    size_t count = out->count, before = job->pads_left ? total - count : 0;
    unsigned char *attention = cft_arena_array(&job->chat->prompts, total + 1, 1);
    if (!attention) return false;
    memset(attention, 0, total);
    memset(attention + before, 1, count);
    out->attention = attention;
    out->padding = total - count;
    if (total == count) return true;
    row->ids = prompt_shift(job, row->ids, before, count, total, sizeof *row->ids);
    for (size_t i = 0; row->ids && i < total; i++)
        if (!attention[i]) row->ids[i] = job->pad;
    if (row->places)
        row->places = prompt_shift(job, row->places, before, count, total, sizeof *row->places);
    if (row->points)
        row->points = prompt_shift(job, row->points, before, count, total, sizeof *row->points);
    out->count = total;
    return row->ids && (row->places || !job->needs_places) && (row->points || !job->needs_points);
}

/* ---- What is counted in tokens ---- */

static chatfmt_status prompt_mask_hf(const cft_prompt_job *job, const cft_prompt_row *row,
                                     unsigned char *mask)
{
    chatfmt_generation *found =
        cft_arena_array(&job->chat->prompts, row->range_count + 1, sizeof *found);
    if (!found) return prompt_no_memory(job);
    for (size_t i = 0; i < row->range_count; i++)
        found[i] = (chatfmt_generation){row->ranges[i].begin_char, row->ranges[i].end_char};
    return cft_offsets_reference(row->points, row->out->count, found, row->range_count, mask,
                                 job->error);
}

static chatfmt_status prompt_mask(const cft_prompt_job *job, cft_prompt_row *row)
{
    chatfmt_prompt *out = row->out;
    if (!job->options.mask) return CHATFMT_OK;
    unsigned char *mask = cft_arena_array(&job->chat->prompts, out->count + 1, 1);
    chatfmt_token_place *bytes =
        cft_arena_array(&job->chat->prompts, row->range_count + 1, sizeof *bytes);
    if (!mask || !bytes) return prompt_no_memory(job);
    out->mask = mask;
    if (job->mask.kind == CHATFMT_MASK_HF) return prompt_mask_hf(job, row, mask);
    for (size_t i = 0; i < row->range_count; i++)
        bytes[i] = (chatfmt_token_place){(uint32_t)row->ranges[i].begin,
                                         (uint32_t)row->ranges[i].end};
    cft_offsets_overlap(row->places, out->count, bytes, row->range_count, mask);
    return CHATFMT_OK;
}

/* The tokens that share a byte with a stretch of the text. Places rise, but for some of one
 * character's, so the first that ends after the beginning is searched for. */
static chatfmt_message_tokens prompt_tokens_of(const cft_prompt_row *row, size_t from,
                                               chatfmt_token_place said)
{
    chatfmt_message_tokens tokens = {0, 0};
    if (said.begin == said.end) return tokens;
    for (size_t i = from; i < row->out->count; i++) {
        chatfmt_token_place place = row->places[i];
        if (place.begin >= said.end && place.begin < place.end) break;
        if (place.end <= said.begin || place.begin >= said.end) continue;
        if (tokens.begin == tokens.end) tokens.begin = (uint32_t)i;
        tokens.end = (uint32_t)i + 1;
    }
    return tokens;
}

static chatfmt_status prompt_messages(const cft_prompt_job *job, cft_prompt_row *row)
{
    chatfmt_prompt *out = row->out;
    size_t from = 0, behind = 0;
    if (!row->said) return CHATFMT_OK;
    chatfmt_message_tokens *messages =
        cft_arena_array(&job->chat->prompts, out->message_count + 1, sizeof *messages);
    if (!messages) return prompt_no_memory(job);
    for (size_t i = 0; i < out->message_count; i++) {
        if (row->said[i].begin < behind) from = 0;
        messages[i] = prompt_tokens_of(row, from, row->said[i]);
        if (messages[i].begin < messages[i].end) {
            from = messages[i].begin;
            behind = row->said[i].begin;
        }
    }
    out->messages = messages;
    return CHATFMT_OK;
}

/* The padding and masks of a row. */
static chatfmt_status prompt_row_finish(const cft_prompt_job *job, cft_prompt_row *row,
                                        size_t longest)
{
    chatfmt_prompt *out = row->out;
    size_t total = prompt_padded(job, out->count, longest);
    CFT_TRY(prompt_allow(job, total, longest));
    if (!prompt_pad(job, row, total)) return prompt_no_memory(job);
    out->ids = row->ids;
    CFT_TRY(prompt_mask(job, row));
    CFT_TRY(prompt_messages(job, row));
    if (job->options.flags & CHATFMT_PROMPT_CODE_POINTS) out->places = row->points;
    else if (job->options.flags & CHATFMT_PROMPT_PLACES) out->places = row->places;
    return CHATFMT_OK;
}

chatfmt_status cft_prompt_one(cft_prompt_job *job, chatfmt_value conversation,
                              const chatfmt_prompt **out)
{
    cft_prompt_row row = {.out = NULL};
    CFT_TRY(cft_prompt_begin(job));
    CFT_TRY(prompt_row_make(job, conversation, &row));
    CFT_TRY(prompt_row_finish(job, &row, row.out->count));
    *out = row.out;
    return CHATFMT_OK;
}

/* ---- Many conversations ---- */

chatfmt_status cft_prompt_of_batch(const cft_prompt_job *job, size_t number, chatfmt_status status)
{
    chatfmt_error whole, *error = job->error;
    bool of_all = status == CHATFMT_SYNTAX || status == CHATFMT_UNKNOWN_FILTER ||
                  status == CHATFMT_UNKNOWN_TEST || status == CHATFMT_NO_MEMORY;
    if (!status || !error || of_all) return status;
    (void)cft_fail(&whole, status, "conversations[%zu]%s%s", number, error->path[0] ? "." : "",
                   error->path);
    cft_error_path(error, cft_slice_of(whole.text, strlen(whole.text)));
    return status;
}

/* All conversations are looked at before the first is rendered, as in the reference. */
static chatfmt_status prompt_check_all(cft_prompt_job *job, const cft_list *conversations)
{
    chatfmt_applied applied;
    for (uint32_t i = 0; i < conversations->count; i++)
        CFT_TRY(cft_prompt_of_batch(job, i,
                                    cft_prompt_apply(job, cft_wrap(conversations->items[i]),
                                                     CHATFMT_APPLY_CHECK, &applied)));
    return CHATFMT_OK;
}

chatfmt_status cft_prompt_batch(cft_prompt_job *job, const cft_list *conversations,
                                const chatfmt_prompt *const **rows)
{
    size_t n = conversations->count, longest = 0;
    CFT_TRY(cft_prompt_begin(job));
    job->apply.flags |= CHATFMT_APPLY_IN_BATCH;
    CFT_TRY(prompt_check_all(job, conversations));
    const chatfmt_prompt **made = cft_arena_array(&job->chat->prompts, n + 1, sizeof *made);
    cft_prompt_row *work = cft_arena_array(&job->chat->prompts, n + 1, sizeof *work);
    if (!made || !work) return prompt_no_memory(job);
    for (size_t i = 0; i < n; i++) {
        work[i] = (cft_prompt_row){.out = NULL};
        CFT_TRY(cft_prompt_of_batch(
            job, i, prompt_row_make(job, cft_wrap(conversations->items[i]), &work[i])));
        made[i] = work[i].out;
        if (made[i]->count > longest) longest = made[i]->count;
    }
    for (size_t i = 0; i < n; i++)
        CFT_TRY(cft_prompt_of_batch(job, i, prompt_row_finish(job, &work[i], longest)));
    *rows = made;
    return CHATFMT_OK;
}
