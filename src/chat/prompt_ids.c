/* chat/prompt_ids.c - the tokenizer of a model, and what is known about its
 * ids: padding, stops, BOS; and where in a text messages stand.
 */
#include "chat/prompt.h"
#include "models/model_added.h"
#include "value/text.h"

/* ---- Loading ---- */

/* What the configuration adds to the file. */
static chatfmt_status prompt_add_tokens(const chatfmt_model *model, chatfmt_tokenizer *tokenizer,
                                        chatfmt_error *error)
{
    const cft_added_token *rows;
    size_t count;
    cft_heap heap;
    cft_tokenizer *inner = &tokenizer->tokenizer;
    cft_heap_init(&heap, &model->allocator);
    heap.error = error;
    chatfmt_status status = cft_model_added(&model->model, inner, &heap, &rows, &count);
    if (!status) status = cft_tokenizer_add(inner, rows, count);
    cft_heap_free(&heap);
    if (status == CHATFMT_LIMIT && inner->budget.broken)
        return cft_budget_told(&inner->budget, status, error);
    return status ? cft_fail(error, status, "%s", chatfmt_status_text(status)) : CHATFMT_OK;
}

/* What the model says of the file that its tokenizer is made of: the pipeline of its class for a
 * tokenizer.json, the encoding for ranks. */
static chatfmt_status prompt_parts(const cft_model *model, const char *folder, cft_heap *heap,
                                   cft_slice *parts)
{
    cft_buffer path;
    cft_buffer_init(&path, &heap->arena.allocator);
    chatfmt_status status = cft_buffer_append(&path, folder, strlen(folder));
    if (!status) status = cft_buffer_append(&path, "/tokenizer.json", 16);
    bool has_file = !status && cft_file_is_regular(path.data);
    cft_buffer_free(&path);
    if (status) return cft_raise(heap, status, "out of memory");
    return has_file || !cft_file_is_folder(folder) ? cft_model_class_pipeline(model, heap, parts)
                                                   : cft_model_ranks(model, heap, parts);
}

/* tokenizer.json with the pipeline of the model's class, as AutoTokenizer builds it. */
static chatfmt_status prompt_open(const chatfmt_model *model, const char *folder,
                                  const chatfmt_tokenizer_options *options,
                                  const chatfmt_limits *limits, chatfmt_tokenizer **out,
                                  chatfmt_error *error)
{
    cft_slice parts = {NULL, 0};
    cft_heap heap;
    cft_heap_init(&heap, &model->allocator);
    heap.error = error;
    chatfmt_status status = options->flags & CHATFMT_TOKENIZER_AS_FILE
                                ? CHATFMT_OK
                                : prompt_parts(&model->model, folder, &heap, &parts);
    if (!status) status = cft_tokenizer_open(folder, parts, options, limits, out, error);
    cft_heap_free(&heap);
    return status;
}

/* The tokenizer of a folder or a GGUF file, with what the model's configuration adds. */
static chatfmt_status prompt_load(const chatfmt_model *model, const char *folder,
                                  const chatfmt_tokenizer_options *options,
                                  const chatfmt_limits *limits, chatfmt_tokenizer **out,
                                  chatfmt_error *error)
{
    chatfmt_status status = prompt_open(model, folder, options, limits, out, error);
    bool own = model->model.kind == CFT_MODEL_FOLDER || model->model.kind == CFT_MODEL_GGUF;
    if (status == CHATFMT_NOT_FOUND && !own)
        return cft_fail(error, status, "no tokenizer: '%.*s' is a file without one, and in its "
                                       "folder there is none", (int)model->model.path.length,
                        model->model.path.data);
    if (status) return status;
    status = model->model.kind == CFT_MODEL_GGUF
                                ? CHATFMT_OK /* all of its tokens are in the file */
                                : prompt_add_tokens(model, *out, error);
    if (!status) return CHATFMT_OK;
    cft_tokenizer_close(*out);
    *out = NULL;
    return status;
}

chatfmt_status cft_model_open_tokenizer(const chatfmt_model *model,
                                        const chatfmt_tokenizer_options *options,
                                        const chatfmt_limits *limits, chatfmt_tokenizer **out,
                                        chatfmt_error *error)
{
    cft_slice path = model->model.path;
    if (!path.length)
        return cft_fail(error, CHATFMT_NOT_FOUND, "no tokenizer: a model that was not read from a "
                                                  "file has no tokenizer.json");
    size_t length = path.length;
    if (model->model.kind != CFT_MODEL_FOLDER && model->model.kind != CFT_MODEL_GGUF)
        while (length && path.data[length - 1] != '/') length--;
    if (!length) return prompt_load(model, ".", options, limits, out, error);
    chatfmt_allocator memory = model->allocator;
    char *folder = cft_allocate(&memory, length + 1);
    if (!folder) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memcpy(folder, path.data, length);
    folder[length] = '\0';
    chatfmt_status status = prompt_load(model, folder, options, limits, out, error);
    cft_release(&memory, folder, length + 1);
    return status;
}

/* ---- Settings of the model ---- */

static uint32_t prompt_token(const cft_prompt_job *job, cft_slice name)
{
    cft_slice text = cft_model_token_text(&job->model->model, name);
    return text.length ? cft_tokenizer_find(job->encoder->encoder.tokenizer, text)
                       : CFT_NO_TOKEN;
}

static bool prompt_is_left(chatfmt_side side, bool model_says)
{
    return side == CHATFMT_SIDE_MODEL ? model_says : side == CHATFMT_SIDE_LEFT;
}

bool cft_prompt_lacks_length(const cft_model *model, const chatfmt_prompt_options *o)
{
    bool asks = o->fit != CHATFMT_FIT_NONE || o->padding == CHATFMT_PAD_MAX_LENGTH;
    return asks && !o->max_length && !model->max_length;
}

chatfmt_status cft_prompt_no_length(chatfmt_error *error)
{
    return cft_fail(error, CHATFMT_BAD_ARGUMENT,
                    "there is no length to fit or pad to: the model has no model_max_length");
}

/* Source: PreTrainedTokenizerBase._get_padding_truncation_strategies. */
chatfmt_status cft_prompt_resolve(cft_prompt_job *job)
{
    chatfmt_prompt_options *o = &job->options;
    const cft_model *model = &job->model->model;
    job->pads_left = prompt_is_left(o->padding_side, model->pads_left);
    job->truncates_left = prompt_is_left(o->truncation_side, model->truncates_left);
    job->lacks_length = cft_prompt_lacks_length(model, o);
    if (job->lacks_length && o->flags & CHATFMT_PROMPT_NEEDS_LENGTH)
        return cft_prompt_no_length(job->error);
    if (!o->max_length && (o->fit != CHATFMT_FIT_NONE || o->padding == CHATFMT_PAD_MAX_LENGTH))
        o->max_length = model->max_length;
    if (!o->max_length) {
        o->fit = CHATFMT_FIT_NONE;
        if (o->padding == CHATFMT_PAD_MAX_LENGTH) o->padding = CHATFMT_PAD_NONE;
    }
    if (o->padding == CHATFMT_PAD_NONE) return CHATFMT_OK;
    job->pad = prompt_token(job, CFT_LIT("pad_token"));
    if (job->pad == CFT_NO_TOKEN)
        return cft_fail(job->error, CHATFMT_VALUE,
                        "Asking to pad but the tokenizer does not have a padding token. Please "
                        "select a token to use as `pad_token` `(tokenizer.pad_token = "
                        "tokenizer.eos_token e.g.)` or add a new pad token via "
                        "`tokenizer.add_special_tokens({'pad_token': '[PAD]'})`.");
    if (o->fit != CHATFMT_FIT_NONE && o->pad_multiple && o->max_length % o->pad_multiple)
        return cft_fail(job->error, CHATFMT_VALUE,
                        "Truncation and padding are both activated but truncation length (%zu) is "
                        "not a multiple of pad_to_multiple_of (%zu).",
                        o->max_length, o->pad_multiple);
    return CHATFMT_OK;
}

/* ---- Findings ---- */

/* The ids that the post-processor's template would put before the text. */
static const cft_post *prompt_adds(const cft_tokenizer *tokenizer)
{
    for (size_t i = 0; i < tokenizer->post_count; i++)
        if (tokenizer->posts[i].kind == CFT_POST_TEMPLATE && tokenizer->posts[i].before_count)
            return &tokenizer->posts[i];
    return NULL;
}

uint32_t cft_prompt_findings(const cft_prompt_job *job, const chatfmt_tokens *tokens)
{
    const cft_post *adds = prompt_adds(job->encoder->encoder.tokenizer);
    uint32_t bos = prompt_token(job, CFT_LIT("bos_token")), findings = 0;
    if (job->encoder->encoder.tokenizer->is_rebuilt) findings |= CHATFMT_PROMPT_CLASS_IDS;
    if (job->lacks_length) findings |= CHATFMT_PROMPT_NO_LENGTH;
    if (adds) {
        size_t n = adds->before_count;
        bool there = tokens->count >= n &&
                     !memcmp(tokens->ids, adds->before, n * sizeof *tokens->ids);
        findings |= there ? CHATFMT_PROMPT_ADDS_BOS : CHATFMT_PROMPT_NO_BOS;
        bos = adds->before[0];
    }
    if (bos != CFT_NO_TOKEN && tokens->count > 1 && tokens->ids[0] == bos && tokens->ids[1] == bos)
        findings |= CHATFMT_PROMPT_TWO_BOS;
    return findings;
}

/* ---- Stops ---- */

static void prompt_add_stop(uint32_t *stops, size_t *count, uint32_t id)
{
    if (id == CFT_NO_TOKEN) return;
    for (size_t i = 0; i < *count; i++)
        if (stops[i] == id) return;
    stops[(*count)++] = id;
}

/* The texts that end a turn count when each is one added token: ordinary text has no one id. */
chatfmt_status cft_prompt_stops(cft_prompt_job *job, chatfmt_prompt *out)
{
    const cft_tokenizer *tokenizer = job->encoder->encoder.tokenizer;
    const cft_model *model = &job->model->model;
    const chatfmt_applied *applied = out->applied;
    size_t most = model->stop_count + applied->stop_count + 1;
    uint32_t *stops = cft_arena_array(&job->chat->prompts, most, sizeof *stops);
    if (!stops) return cft_fail(job->error, CHATFMT_NO_MEMORY, "out of memory");
    prompt_add_stop(stops, &out->stop_count, prompt_token(job, CFT_LIT("eos_token")));
    for (size_t i = 0; i < model->stop_count; i++)
        prompt_add_stop(stops, &out->stop_count, model->stops[i]);
    for (size_t i = 0; i < applied->stop_count; i++) {
        uint32_t id = cft_tokenizer_find(tokenizer, applied->stops[i]);
        if (id != CFT_NO_TOKEN && cft_added_by_id(&tokenizer->added, id))
            prompt_add_stop(stops, &out->stop_count, id);
    }
    out->stops = stops;
    return CHATFMT_OK;
}

/* ---- Roles ---- */

static const cft_slice prompt_roles[] = {
    {"system", 6},     {"developer", 9}, {"user", 4},       {"assistant", 9},
    {"tool", 4},       {"function", 8},  {"ipython", 7},    {"model", 5},
    {"tool_call", 9},  {"tool_response", 13}, {"observation", 11}, {"environment", 11},
};

static bool prompt_is_role(const chatfmt_span *span, cft_slice text)
{
    cft_slice word = cft_slice_of(text.data + span->begin, span->end - span->begin);
    if (span->kind != CHATFMT_SPAN_DATA || !(span->flags & CHATFMT_SPAN_COPIED) || span->offset ||
        !cft_span_is_role(span))
        return false;
    for (size_t i = 0; i < sizeof prompt_roles / sizeof *prompt_roles; i++)
        if (cft_slice_equal(word, prompt_roles[i])) return true;
    return false;
}

static bool prompt_role_at(cft_slice text, const chatfmt_span *spans, size_t count, size_t i)
{
    bool goes_on = i + 1 < count && cft_slice_equal(spans[i + 1].path, spans[i].path);
    return !goes_on && prompt_is_role(&spans[i], text);
}

void cft_prompt_trust(cft_slice text, chatfmt_span *spans, size_t count)
{
    for (size_t i = 0; spans && i < count; i++)
        if (spans[i].begin <= spans[i].end && spans[i].end <= text.length &&
            prompt_role_at(text, spans, count, i))
            spans[i].kind = CHATFMT_SPAN_TRUSTED;
}

chatfmt_status cft_prompt_trust_roles(const cft_prompt_job *job, const chatfmt_applied *applied,
                                      const chatfmt_span **spans)
{
    size_t n = applied->span_count, i = 0;
    *spans = applied->spans;
    while (i < n && !prompt_role_at(applied->text, applied->spans, n, i)) i++;
    if (i == n) return CHATFMT_OK;
    chatfmt_span *made = cft_arena_array(&job->chat->prompts, n, sizeof *made);
    if (!made) return cft_fail(job->error, CHATFMT_NO_MEMORY, "out of memory");
    memcpy(made, applied->spans, n * sizeof *made);
    cft_prompt_trust(applied->text, made, n);
    *spans = made;
    return CHATFMT_OK;
}

/* ---- Places in the text ---- */

/* A template may print a message twice, or a word of it elsewhere: its longest run counts. */
chatfmt_token_place *cft_prompt_said(const cft_prompt_job *job, const chatfmt_applied *applied,
                                     size_t *count)
{
    const cft_value messages = job->chat->job.messages;
    size_t n = messages.kind == CFT_LIST ? messages.as.list->count : 0, number, last = SIZE_MAX;
    chatfmt_token_place run = {0, 0};
    chatfmt_token_place *said = cft_arena_array(&job->chat->prompts, n + 1, sizeof *said);
    if (!said) return NULL;
    memset(said, 0, (n + 1) * sizeof *said);
    for (size_t i = 0; i < applied->span_count; i++) {
        const chatfmt_span *span = &applied->spans[i];
        number = span->origin.message;
        if (!cft_span_is_data(span) || number >= n) continue;
        if (number != last) run.begin = (uint32_t)span->begin;
        run.end = (uint32_t)span->end;
        last = number;
        if (run.end - run.begin > said[number].end - said[number].begin) said[number] = run;
    }
    *count = n;
    return said;
}
