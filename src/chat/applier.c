/* chat/applier.c - one conversation through a model's template. */
#include "chat/applier.h"
#include "base/sha256.h"
#include "chat/formats.h"
#include "value/json_read.h"

/* ---- Chats ---- */

chatfmt_status cft_applier_new(const chatfmt_allocator *memory, const chatfmt_limits *limits,
                            chatfmt_applier **out, chatfmt_error *error)
{
    *out = NULL;
    chatfmt_applier *chat = cft_allocate(memory, sizeof *chat);
    if (!chat) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(chat, 0, sizeof *chat);
    chat->allocator = *memory;
    chat->limits = *limits;
    cft_arena_init(&chat->results, memory);
    cft_arena_init(&chat->prompts, memory);
    cft_heap_init(&chat->fitted, memory);
    cft_arena_init(&chat->trips, memory);
    chatfmt_status status = cft_renderer_new(memory, limits, &chat->main, error);
    if (!status) status = cft_renderer_new(memory, limits, &chat->probe, error);
    if (!status) *out = chat;
    else cft_applier_free(chat);
    return status;
}

static void chat_forget_template(chatfmt_applier *chat, cft_applier_template *row)
{
    cft_template_free(row->compiled);
    cft_release(&chat->allocator, row->source, row->length + 1);
    memset(row, 0, sizeof *row);
}

void cft_applier_free(chatfmt_applier *chat)
{
    if (!chat) return;
    chatfmt_allocator memory = chat->allocator;
    for (size_t i = 0; i < CFT_APPLIER_TEMPLATES; i++) chat_forget_template(chat, &chat->rows[i]);
    cft_plain_jinja_free(&chat->plain, &memory);
    cft_renderer_free(chat->main);
    cft_renderer_free(chat->probe);
    cft_arena_free(&chat->results);
    cft_arena_free(&chat->prompts);
    cft_heap_free(&chat->fitted);
    cft_arena_free(&chat->trips);
    cft_release(&memory, chat, sizeof *chat);
}

/* A model's template is known by its hash, which is there already; others by their source. */
static bool chat_is_template(const cft_applier_template *row, cft_slice source, const char *hash,
                             bool plain)
{
    if (!row->compiled || row->length != source.length || row->plain != plain) return false;
    return hash ? memcmp(row->hash, hash, sizeof row->hash) == 0
                : cft_slice_equal(cft_slice_of(row->source, row->length), source);
}

static chatfmt_status chat_compile_new(chatfmt_applier *chat, cft_slice source, bool plain,
                                       const chatfmt_limits *limits, chatfmt_template **out,
                                       chatfmt_error *error)
{
    const cft_syntax_options syntax = {.trim_blocks = true, .lstrip_blocks = true};
    return plain ? cft_plain_jinja_compile(&chat->plain, &chat->allocator, source, limits, out,
                                           error)
                 : cft_template_new(&chat->allocator, source, &syntax, limits, out, error);
}

/* The compiled template of this source, as job->row; errors are not kept. */
static chatfmt_status chat_compile(chatfmt_applier *chat, cft_applier_job *job, cft_slice source,
                                   const char *hash, chatfmt_error *error)
{
    const cft_model *model = &job->model->model;
    bool plain = model->before_444 && source.data != model->of_class; /* which is one of ours */
    cft_applier_template **out = &job->row;
    for (size_t i = 0; i < CFT_APPLIER_TEMPLATES; i++) {
        *out = &chat->rows[i];
        if (chat_is_template(*out, source, hash, plain)) return CHATFMT_OK;
    }
    cft_applier_template row = {.length = source.length, .plain = plain};
    CFT_TRY(chat_compile_new(chat, source, plain, &job->limits, &row.compiled, error));
    row.source = cft_allocate(&chat->allocator, source.length + 1);
    if (!row.source) {
        cft_template_free(row.compiled);
        return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    }
    if (source.length) memcpy(row.source, source.data, source.length);
    if (hash) memcpy(row.hash, hash, sizeof row.hash);
    else cft_sha256_hex(source, row.hash);
    *out = &chat->rows[chat->next_row++ % CFT_APPLIER_TEMPLATES];
    chat_forget_template(chat, *out);
    **out = row;
    return CHATFMT_OK;
}

/* ---- One render ---- */

static chatfmt_status chat_begin(cft_applier_job *job, chatfmt_renderer *renderer,
                                 chatfmt_error *error)
{
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    if (job->fuel && job->fuel->left < job->limits.fuel)
        job->limits.fuel = job->fuel->left ? job->fuel->left : 1;
    if (job->spans) options.flags |= CHATFMT_RENDER_SPANS | CHATFMT_RENDER_GENERATIONS;
    if (job->flags & CHATFMT_APPLY_NOW) options.flags |= CHATFMT_RENDER_NOW;
    if (job->flags & CHATFMT_APPLY_STRICT_NAMES) options.flags |= CHATFMT_RENDER_STRICT_NAMES;
    if (job->flags & CHATFMT_APPLY_SEED) options.flags |= CHATFMT_RENDER_SEED;
    options.now = job->options.now;
    options.seed = job->options.seed;
    options.trusted = job->trusted;
    options.trusted_count = job->trusted_count;
    CFT_TRY(cft_render_begin(renderer, &options, &job->limits, error));
    renderer->special = job->model->special;
    renderer->special_count = job->model->special_count;
    return CHATFMT_OK;
}

/* Messages [first, first + count) of a list. */
static chatfmt_status chat_part(cft_heap *heap, cft_value *conversation, size_t first,
                                size_t count)
{
    void *room;
    if (conversation->kind != CFT_LIST) return CHATFMT_OK;
    size_t all = conversation->as.list->count, from = first < all ? first : all;
    if (from == 0 && all <= count) return CHATFMT_OK;
    CFT_TRY(cft_heap_take(heap, sizeof(cft_list), &room));
    cft_list *part = room;
    *part = *conversation->as.list;
    part->items += from;
    part->count = (uint32_t)(all - from < count ? all - from : count);
    conversation->as.list = part;
    return CHATFMT_OK;
}

/* One message's content becomes a word that is there to be found. */
static chatfmt_status chat_twin(cft_applier_job *job)
{
    size_t number = job->twin - 1;
    if (!job->twin || number < job->first || number - job->first >= job->messages.as.list->count)
        return CHATFMT_OK;
    return cft_apply_say(&job->apply, job->messages, number - job->first,
                         CFT_LIT(CFT_APPLIER_TWIN), job->twin_alone, &job->messages);
}

static chatfmt_status chat_messages(cft_applier_job *job, cft_heap *heap)
{
    cft_value conversation = job->conversation;
    cft_json_options options = {.base = 0};
    job->apply = (cft_apply){.heap = heap,
                             .flags = job->flags,
                             .processor = job->model->processor,
                             .field = job->options.continue_field};
    if (!job->apply.field.length) job->apply.field = CFT_LIT("content");
    if (job->json.length) CFT_TRY(cft_json_read(heap, job->json, &options, &conversation, NULL));
    CFT_TRY(chat_part(heap, &conversation, job->first, job->count));
    CFT_TRY(cft_apply_messages(&job->apply, conversation, &job->messages));
    job->merged = false;
    if (job->merge)
        CFT_TRY(cft_apply_merge_system(&job->apply, job->messages, &job->messages, &job->merged));
    return chat_twin(job);
}

#define CHAT_CONTINUES (CHATFMT_APPLY_CONTINUE | CHATFMT_APPLY_CONTINUE_EXACT)

/* Is the text cut where transformers' marker is? Exactly counts if both are asked for. */
static bool chat_cuts_at_marker(const cft_applier_job *job)
{
    return (job->flags & CHAT_CONTINUES) == CHATFMT_APPLY_CONTINUE;
}

static chatfmt_status chat_check_flags(const cft_applier_job *job, cft_heap *heap)
{
    if ((job->flags & CHAT_CONTINUES) && (job->flags & CHATFMT_APPLY_GENERATION_PROMPT))
        return cft_raise(heap, CHATFMT_VALUE,
                         "continue_final_message and add_generation_prompt are not compatible. Use "
                         "continue_final_message when you want the model to continue the final "
                         "message, and add_generation_prompt when you want to add a header that "
                         "will prompt it to start a new assistant message instead.");
    return CHATFMT_OK;
}

/* Messages with the marker, when this render needs it; checked in any case. */
static chatfmt_status chat_mark(cft_applier_job *job, bool marker, cft_value *messages)
{
    cft_value marked;
    if (!(job->flags & CHAT_CONTINUES)) return CHATFMT_OK;
    CFT_TRY(cft_apply_mark(&job->apply, *messages,
                           cft_slice_of(job->row->source, job->row->length),
                           CFT_LIT(CFT_APPLY_MARKER), &marked));
    if (marker) *messages = marked;
    return CHATFMT_OK;
}

static chatfmt_status chat_run(cft_applier_job *job, chatfmt_renderer *renderer, bool marker,
                               cft_slice *text)
{
    cft_value tools, documents, messages, variables = cft_unwrap(job->options.variables);
    cft_value *const arguments[] = {&tools, &documents, &variables};
    cft_dict *context;
    CFT_TRY(cft_apply_tools(&job->apply, cft_unwrap(job->options.tools), &tools));
    CFT_TRY(cft_apply_documents(&job->apply, cft_unwrap(job->options.documents), &documents));
    if (job->spans)
        CFT_TRY(cft_apply_numbers(&job->apply, job->messages, arguments, 3));
    CFT_TRY(cft_apply_reasoning(&job->apply, job->messages, &messages));
    CFT_TRY(chat_mark(job, marker, &messages));
    CFT_TRY(cft_apply_context(&job->apply, &job->model->model, messages, tools, documents,
                              variables, &context));
    chatfmt_status status =
        cft_render_run(renderer, job->row->compiled->program, context, text);
    if (job->fuel) {
        uint64_t used = cft_machine_fuel_used(renderer->machine);
        job->fuel->left -= used < job->fuel->left ? used : job->fuel->left;
    }
    return status;
}

/* Where the last render had what others had left, the error names the fuel of all. */
static void chat_explain_fuel(const cft_applier_job *job, chatfmt_error *error)
{
    static const char begin[] = "limit exceeded: fuel is ";
    if (!error || !job->fuel || job->limits.fuel >= job->fuel->given ||
        strncmp(error->text, begin, sizeof begin - 1))
        return;
    (void)cft_fail(error, CHATFMT_LIMIT, "%s%llu, reached %llu (by all renders together)", begin,
                   (unsigned long long)job->fuel->given, (unsigned long long)job->fuel->given);
}

chatfmt_status cft_applier_render(chatfmt_applier *chat, chatfmt_renderer *renderer,
                                  cft_applier_job *job, cft_slice *text, chatfmt_error *error)
{
    (void)chat;
    *text = CFT_LIT("");
    CFT_TRY(chat_begin(job, renderer, error));
    CFT_TRY(chat_messages(job, cft_machine_heap(renderer->machine)));
    return chat_run(job, renderer, chat_cuts_at_marker(job), text);
}

static chatfmt_status chat_spans(chatfmt_renderer *renderer, const chatfmt_span **spans,
                                 size_t *count, chatfmt_error *error)
{
    CFT_TRY(cft_render_spans(renderer, error));
    *spans = renderer->spans;
    *count = renderer->spans ? renderer->span_count : 0;
    return CHATFMT_OK;
}

chatfmt_status cft_applier_probe(chatfmt_applier *chat, const cft_applier_job *like, cft_slice json,
                              size_t first, size_t count, bool generation_prompt,
                              cft_slice *text,
                              const chatfmt_span **spans, size_t *span_count)
{
    cft_applier_job job = *like;
    job.json = json;
    job.first = first;
    job.count = count;
    job.spans = spans != NULL;
    job.flags &= ~(uint32_t)(CHAT_CONTINUES | CHATFMT_APPLY_GENERATION_PROMPT);
    job.flags |= CHATFMT_APPLY_IN_BATCH;
    if (generation_prompt) job.flags |= CHATFMT_APPLY_GENERATION_PROMPT;
    chatfmt_error why;
    cft_error_clear(&why);
    chatfmt_status status = cft_applier_render(chat, chat->probe, &job, text, &why);
    if (!status && spans) status = chat_spans(chat->probe, spans, span_count, &why);
    if (status == CHATFMT_NO_MEMORY || status == CHATFMT_LIMIT) {
        chat_explain_fuel(&job, &why);
        if (!chat->ran_out) chat->why = why;
        chat->ran_out = status;
    }
    return status;
}

chatfmt_status cft_applier_explain(const chatfmt_applier *chat, chatfmt_status status,
                                   chatfmt_error *error)
{
    if (!status) status = chat->ran_out;
    if (status != CHATFMT_LIMIT || chat->why.status != status || chat->ran_out != status)
        return cft_error_explain(status, error);
    return cft_fail(error, status, "%s", chat->why.text);
}

/* ---- Continuing a message ---- */

static void chat_cut_spans(chatfmt_renderer *renderer, size_t length)
{
    for (size_t i = 0; i < renderer->span_count; i++) {
        if (renderer->spans[i].begin >= length) {
            renderer->span_count = i;
            return;
        }
        if (renderer->spans[i].end > length) renderer->spans[i].end = length;
    }
}

/* The end of the last span that came from the text to be continued, before its byte `limit`. */
static size_t chat_end_of(const chatfmt_span *spans, size_t count, cft_slice path, size_t limit)
{
    for (size_t i = count; i-- > 0;) {
        if (!cft_slice_equal(spans[i].path, path) || spans[i].offset >= limit) continue;
        size_t length = spans[i].end - spans[i].begin, room = limit - spans[i].offset;
        if ((spans[i].flags & CHATFMT_SPAN_COPIED) && length > room) length = room;
        return spans[i].begin + length;
    }
    return SIZE_MAX;
}

/* The last place where the marker begins, which follows byte `length` of its text. */
static size_t chat_marker_at(const chatfmt_span *spans, size_t count, cft_slice path,
                             size_t length)
{
    for (size_t i = count; i-- > 0;)
        if (cft_slice_equal(spans[i].path, path) &&
            spans[i].offset + (spans[i].end - spans[i].begin) > length)
            return spans[i].begin +
                   (spans[i].offset < length ? length - spans[i].offset : (size_t)0);
    return SIZE_MAX;
}

/* Cut where the message's own bytes end. When none of them is in the text, because it is empty
 * or the template strips it to nothing, the marker shows the place. */
static chatfmt_status chat_continue_exactly(chatfmt_applier *chat, cft_applier_job *job,
                                            cft_slice *text, chatfmt_error *error)
{
    const chatfmt_span *spans;
    size_t count, end;
    CFT_TRY(chat_spans(chat->main, &spans, &count, error));
    end = chat_end_of(spans, count, job->apply.final_path, SIZE_MAX);
    if (end == SIZE_MAX) {
        CFT_TRY(chat_begin(job, chat->main, error));
        CFT_TRY(chat_messages(job, cft_machine_heap(chat->main->machine)));
        CFT_TRY(chat_run(job, chat->main, true, text));
        CFT_TRY(chat_spans(chat->main, &spans, &count, error));
        end = chat_marker_at(spans, count, job->apply.final_path, job->apply.final.length);
    }
    if (end == SIZE_MAX) return cft_apply_not_there(&job->apply, *text);
    text->length = end;
    chat_cut_spans(chat->main, end);
    return CHATFMT_OK;
}

static chatfmt_status chat_continue(chatfmt_applier *chat, cft_applier_job *job, cft_slice *text,
                                    chatfmt_error *error)
{
    const chatfmt_span *spans;
    size_t count, length;
    if (job->flags & CHATFMT_APPLY_CONTINUE_EXACT)
        return chat_continue_exactly(chat, job, text, error);
    if (!(job->flags & CHATFMT_APPLY_CONTINUE)) return CHATFMT_OK;
    CFT_TRY(cft_apply_cut(&job->apply, *text, &length));
    text->length = length;
    if (!job->spans) return CHATFMT_OK;
    CFT_TRY(chat_spans(chat->main, &spans, &count, error));
    chat_cut_spans(chat->main, length);
    return CHATFMT_OK;
}

/* ---- Spans of aliases ---- */

/* A reasoning that transformers copies to "thinking" is reported under the name that the caller
 * used. */
static chatfmt_status chat_name_reasoning(chatfmt_applier *chat, const cft_applier_job *job)
{
    static const cft_slice names[2] = {{".reasoning_content", 18}, {".reasoning", 10}};
    chatfmt_renderer *renderer = chat->main;
    for (size_t i = 0; i < renderer->span_count; i++) {
        const chatfmt_span *span = &renderer->spans[i];
        cft_slice path = span->path, end = CFT_LIT(".thinking");
        if (!cft_span_is(span, CHATFMT_FIELD_REASONING) || path.length < end.length ||
            memcmp(path.data + path.length - end.length, end.data, end.length) != 0 ||
            span->origin.message >= job->messages.as.list->count)
            continue;
        cft_value message = job->messages.as.list->items[span->origin.message];
        if (cft_apply_member(message, CFT_LIT("thinking")).kind != CFT_ABSENT) continue;
        cft_slice name = cft_apply_member(message, CFT_LIT("reasoning_content")).kind == CFT_ABSENT
                             ? names[1]
                             : names[0];
        size_t head = path.length - end.length;
        char *made = cft_arena_take(&renderer->index.arena, head + name.length);
        if (!made) return CHATFMT_NO_MEMORY;
        memcpy(made, path.data, head);
        memcpy(made + head, name.data, name.length);
        renderer->spans[i].path = cft_slice_of(made, head + name.length);
    }
    return CHATFMT_OK;
}

/* ---- The call ---- */

static void chat_set_options(const chatfmt_applier *chat, cft_applier_job *job,
                             const chatfmt_apply_options *options, const chatfmt_limits *limits)
{
    uint32_t flags = options->flags | job->model->flags;
    if (flags & CHATFMT_APPLY_CONTINUE_EXACT) flags &= ~(uint32_t)CHATFMT_APPLY_CONTINUE;
    job->options = *options;
    job->limits = *limits;
    job->fuel = chat->fuel;
    job->flags = flags;
    job->count = SIZE_MAX;
    job->spans = (flags & (CHATFMT_APPLY_SPANS | CHATFMT_APPLY_CONTINUE_EXACT)) ||
                 ((flags & CHATFMT_APPLY_TURN) && (flags & CHAT_CONTINUES));
}

/* What is trusted: the model's own tokens, but for those that a variable replaces, and what the
 * caller names. Not needed without spans. */
static chatfmt_status chat_trust(chatfmt_applier *chat, cft_applier_job *job, chatfmt_error *error)
{
    const chatfmt_apply_options *o = &job->options;
    cft_value variables = cft_unwrap(o->variables);
    size_t count = 0, named = o->trusted ? o->trusted_count : 0;
    const cft_slice *tokens = job->model->special + CFT_SPECIAL_NAMES;
    size_t token_count = job->model->special_count - CFT_SPECIAL_NAMES;
    job->trusted = tokens;
    job->trusted_count = token_count;
    bool replaces = variables.kind == CFT_DICT && variables.as.dict->count > 0;
    if (!job->spans || (!replaces && !named)) return CHATFMT_OK;
    cft_slice *names =
        cft_arena_array(&chat->results, token_count + named + 1, sizeof *names);
    if (!names) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < token_count; i++)
        if (cft_apply_member(variables, tokens[i]).kind == CFT_ABSENT) names[count++] = tokens[i];
    for (size_t i = 0; i < named; i++) names[count++] = o->trusted[i];
    job->trusted = names;
    job->trusted_count = count;
    return CHATFMT_OK;
}

/* Python refuses an argument that is given twice. */
static chatfmt_status chat_check_names(const cft_applier_job *job, cft_heap *heap)
{
    cft_value twice = cft_apply_member(cft_unwrap(job->options.variables),
                                       CFT_LIT("conversations"));
    if (twice.kind == CFT_ABSENT) return CHATFMT_OK;
    return cft_raise(heap, CHATFMT_TYPE,
                     "transformers.utils.chat_template_utils.render_jinja_template() got multiple "
                     "values for keyword argument 'conversations'");
}

/* What transformers handed to templates before 4.44: the conversation, and special tokens. */
static chatfmt_status chat_check_old(const cft_applier_job *job, cft_heap *heap)
{
    const struct {
        const char *name;
        bool given;
    } asked[] = {{"tools", cft_unwrap(job->options.tools).kind > CFT_NONE},
                 {"documents", cft_unwrap(job->options.documents).kind > CFT_NONE},
                 {"variables", cft_unwrap(job->options.variables).kind == CFT_DICT &&
                                   cft_unwrap(job->options.variables).as.dict->count},
                 {"continue_final_message", (job->flags & CHAT_CONTINUES) != 0}};
    for (size_t i = 0; job->model->model.before_444 && i < sizeof asked / sizeof *asked; i++)
        if (asked[i].given)
            return cft_raise(heap, CHATFMT_UNSUPPORTED,
                             "%s: transformers 4.37 does not pass this to templates; leave it out, "
                             "or use another reference", asked[i].name);
    return CHATFMT_OK;
}

/* Of several errors the one of the reference is given: a tokenizer looks at the messages, then at
 * its flags, and compiles at last; a processor goes the other way. */
static chatfmt_status chat_checks(chatfmt_applier *chat, cft_applier_job *job, cft_slice source,
                                  const char *hash, chatfmt_error *error)
{
    CFT_TRY(chat_begin(job, chat->main, error));
    cft_heap *heap = cft_machine_heap(chat->main->machine);
    bool processor = job->model->processor;
    CFT_TRY(chat_check_old(job, heap));
    if (processor) {
        CFT_TRY(chat_compile(chat, job, source, hash, error));
        CFT_TRY(chat_check_flags(job, heap));
    }
    CFT_TRY(chat_messages(job, heap));
    if (job->flags & CHATFMT_APPLY_CHECK) return CHATFMT_OK;
    if (!processor) CFT_TRY(chat_check_flags(job, heap));
    CFT_TRY(chat_check_names(job, heap));
    return processor ? CHATFMT_OK
                     : chat_compile(chat, job, source, hash, error);
}

static chatfmt_status chat_render_whole(chatfmt_applier *chat, cft_applier_job *job,
                                        cft_slice source, const char *hash, cft_slice *text,
                                        chatfmt_error *error)
{
    CFT_TRY(chat_checks(chat, job, source, hash, error));
    if (job->flags & CHATFMT_APPLY_CHECK) return CHATFMT_OK;
    if (job->flags & CHATFMT_APPLY_FIT_ARGUMENTS) {
        uint32_t wanted = cft_applier_arguments(chat, job);
        if (wanted != 0) {
            job->flags |= wanted;
            CFT_TRY(chat_checks(chat, job, source, hash, error));
        }
    }
    chatfmt_status status = chat_run(job, chat->main, chat_cuts_at_marker(job), text);
    if (status == CHATFMT_RAISED && (job->flags & CHATFMT_APPLY_MERGE_SYSTEM)) {
        chatfmt_error refused, first;
        cft_slice again;
        job->merge = true;
        if (error) first = *error;
        cft_error_clear(&refused);
        chatfmt_status merged = cft_applier_render(chat, chat->main, job, &again, &refused);
        if (merged == CHATFMT_OK && job->merged) {
            cft_error_clear(error);
            cft_machine_heap(chat->main->machine)->error = error;
            *text = again;
            return CHATFMT_OK;
        }
        if (merged == CHATFMT_NO_MEMORY || merged == CHATFMT_LIMIT) {
            if (error) *error = refused;
            return merged;
        }
        if (error) *error = first;
    }
    return status;
}

static chatfmt_status chat_finish(chatfmt_applier *chat, cft_applier_job *job, chatfmt_applied *out,
                                  chatfmt_error *error)
{
    if (job->spans) {
        CFT_TRY(chat_spans(chat->main, &out->spans, &out->span_count, error));
        if (chat_name_reasoning(chat, job) != CHATFMT_OK)
            return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
        out->span_count = chat->main->span_count;
    }
    out->changes = job->apply.changes;
    out->change_count = job->apply.change_count;
    memcpy(out->template_hash, job->row->hash, sizeof out->template_hash);
    chat->text = out->text;
    chat->applied = true;
    if (!(job->flags & CHATFMT_APPLY_TURN)) return CHATFMT_OK;
    return cft_applier_explain(chat, cft_applier_turn(chat, out), error);
}

chatfmt_status cft_applier_apply(chatfmt_applier *chat, const chatfmt_model *model,
                              cft_value conversation, const chatfmt_apply_options *options,
                              const chatfmt_limits *limits, chatfmt_applied *out,
                              chatfmt_error *error)
{
    memset(out, 0, sizeof *out);
    out->text = out->template_name = CFT_LIT("");
    chat->applied = false;
    cft_applier_begin_probes(chat);
    cft_arena_renew(&chat->results);
    cft_applier_job *job = &chat->job;
    *job = (cft_applier_job){.model = model, .conversation = conversation};
    const cft_model_template *row;
    if (job->conversation.kind == CFT_ABSENT) job->conversation = cft_none();
    chat_set_options(chat, job, options, limits);
    CFT_TRY(chat_trust(chat, job, error));
    cft_value tools = cft_unwrap(job->options.tools);
    CFT_TRY(cft_model_choose(&model->model, job->options.chat_template,
                             tools.kind != CFT_ABSENT && tools.kind != CFT_NONE, model->processor,
                             &row, error));
    if (row) out->template_name = row->name;
    chatfmt_status status = chat_render_whole(
        chat, job, row ? row->source : job->options.chat_template, row ? row->hash : NULL,
        &out->text, error);
    if (status) {
        chat_explain_fuel(job, error);
        cft_applier_blame(job, error);
        return row && model->model.of_format ? cft_format_name_kind(status, error) : status;
    }
    if (job->flags & CHATFMT_APPLY_CHECK) return CHATFMT_OK;
    CFT_TRY(chat_continue(chat, job, &out->text, error));
    CFT_TRY(chat_finish(chat, job, out, error));
    return cft_applier_explain(chat, CHATFMT_OK, error);
}
