/* src/model.c - the type Model: templates and special tokens of a model, applied to
 * conversations. */
#include "model.h"

/* What one call works with. */
typedef struct model_job {
    model_object *self;
    PyObject *const *args; /* the first eight, of model_begin() */
    workspace *w;
    chatfmt_applier *chat;
    chatfmt_encoder *encoder;
    chatfmt_value conversation;
    chatfmt_apply_options apply;
    bool explains; /* errors may say more than those of transformers */
} model_job;

/* What _tokens gives beside the ids. */
enum { MODEL_TEXT = 1, MODEL_OFFSETS = 2, MODEL_MASK = 4, MODEL_BY_OVERLAP = 8 };

/* What is no message, or no list of them, has transformers' error, which is about its own code:
 * what is wanted follows, unless the words are to be those of transformers alone. */
static void model_explain(const model_job *job, chatfmt_error *error)
{
    size_t length = strlen(error->text);
    char *more = error->text + length;
    const char *path = strncmp(error->path, "conversations[", 14) ? NULL : strchr(error->path, '.');
    path = path ? path + 1 : error->path;
    if (!job->explains || (error->status != CHATFMT_ATTRIBUTE && error->status != CHATFMT_TYPE) ||
        strncmp(path, "messages", 8) || strchr(path, '.'))
        return;
    const char *words = path[8]
                            ? "; %s is no message, which is a dict of role and content"
                            : "; a conversation is a list of %s, each a dict of role and content";
    PyOS_snprintf(more, sizeof error->text - length, words, path);
}

/* Whether it is a list of conversations, as chatfmt._model._is_batch() decides it. */
static bool model_is_batch(PyObject *given)
{
    PyObject *first = NULL;
    if (PyList_Check(given) && PyList_Size(given)) first = PyList_GetItem(given, 0);
    if (PyTuple_Check(given) && PyTuple_Size(given)) first = PyTuple_GetItem(given, 0);
    return first && (PyList_Check(first) || PyTuple_Check(first));
}

static int model_optional(binding_state *state, workspace *w, PyObject *object, const char *name,
                          chatfmt_value *out)
{
    if (object == Py_None) return 0;
    return convert(state, w, object, out) ? convert_place(w, name) : 0;
}

/* The values of the first four arguments; -1 with an exception. */
static int model_convert(model_job *job, bool copies)
{
    binding_state *state = job->self->state;
    PyObject *const *args = job->args;
    workspace *w = job->w;
    w->copies = copies;
    w->plain = PyObject_IsTrue(args[7]) == 1;
    w->rule = PyUnicode_Check(args[7]) ? args[7] : NULL;
    w->one_store = copies;
    int failed = convert(state, w, args[0], &job->conversation);
    w->one_store = false; /* cft_apply_numbers() distinguishes whole arguments */
    w->rule = NULL;
    if (failed) return convert_place(w, model_is_batch(args[0]) ? "conversations" : "messages");
    bool watches = w->watches;
    w->watches = false; /* messages alone */
    if (model_optional(state, w, args[1], "tools", &job->apply.tools) ||
        model_optional(state, w, args[2], "documents", &job->apply.documents))
        return -1;
    w->one_store = copies;
    failed = model_optional(state, w, args[3], "", &job->apply.variables);
    w->watches = watches;
    return failed;
}

/* One string of Python in two places has one address, which does not say where the error is: it
 * is found with copies. Without a path where the conversation is another one meanwhile. */
static void model_place(model_job *job)
{
    workspace *w = job->w;
    const chatfmt_applied *applied;
    if (w->copies || !w->error.path[0]) return;
    chatfmt_error first = w->error;
    workspace_forget(w);
    job->conversation = (chatfmt_value){0};
    int failed = model_convert(job, true);
    PyErr_Clear();
    if (!failed) {
        BINDING_BEGIN_UNLOCKED
        failed = chatfmt_applier_apply(job->chat, job->self->model, job->conversation, &job->apply,
                                       &applied, &w->error) != first.status;
        BINDING_END_UNLOCKED
    }
    if (!failed) return;
    w->error = first;
    w->error.path[0] = '\0';
}

static PyObject *model_failed(model_job *job)
{
    chatfmt_error *error = &job->w->error;
    int nulls_lack = !(job->apply.flags & CHATFMT_APPLY_RAW_MESSAGES);
    int has_tools = chatfmt_value_kind_of(job->apply.tools) > CHATFMT_VALUE_NONE;
    char *cause;
    model_place(job);
    bool known = !chatfmt_report_cause(error, job->conversation, nulls_lack, &cause, NULL, NULL);
    bool says = known && cause[strspn(cause, " \n")];
    bool of_calls = !says && strstr(error->path, ".tool_calls");
    const char *remedy = error->status == CHATFMT_LIMIT || of_calls ? chatfmt_error_remedy(error)
                                                                    : NULL;
    model_explain(job, error);
    raise_caused(job->self->state, error, chatfmt_applier_raised(job->chat),
                 remedy ? remedy : known ? cause : "",
                 template_place(job->self->model, job->apply.chat_template, has_tools, error));
    if (known) chatfmt_text_free(cause);
    return NULL;
}

static chatfmt_applier *model_chat_take(model_object *self)
{
    for (size_t i = 0; i < MODEL_POOL; i++) {
        chatfmt_applier *chat = atomic_exchange(&self->pool[i], NULL);
        if (chat) return chat;
    }
    chatfmt_applier *chat;
    if (chatfmt_applier_new(NULL, NULL, &chat, NULL)) PyErr_NoMemory();
    return chat;
}

static void model_chat_give(model_object *self, chatfmt_applier *chat)
{
    for (size_t i = 0; chat && i < MODEL_POOL; i++) {
        chatfmt_applier *empty = NULL;
        if (atomic_compare_exchange_strong(&self->pool[i], &empty, chat)) return;
    }
    chatfmt_applier_free(chat);
}

static PyObject *model_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"where", "source", "processor", "revision", "default_template", NULL};
    PyObject *where = Py_None, *source = Py_None, *revision = Py_None, *fallback = Py_None;
    PyObject *bytes = NULL;
    int processor = 0;
    chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
    chatfmt_error error;
    chatfmt_slice text;
    chatfmt_status status;
    chatfmt_model *model = NULL;
    binding_state *state = PyType_GetModuleState(type);
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O$OpOO:Model", names, &where, &source,
                                     &processor, &revision, &fallback))
        return NULL;
    if ((where == Py_None) == (source == Py_None)) {
        PyErr_SetString(PyExc_TypeError, "give either a path or the source of a template");
        return NULL;
    }
    if (slice_given(revision, "revision", &options.revision) ||
        slice_given(fallback, "default_template", &options.default_template))
        return NULL;
    if (processor) options.flags |= CHATFMT_MODEL_PROCESSOR;
    if (source != Py_None) {
        if (slice_given(source, "the source of a template", &text)) return NULL;
        status = chatfmt_model_from_template(text.data, text.length, &options, &model, &error);
    } else {
        if (path_given(state, where, "where", &bytes)) return NULL;
        const char *path = PyBytes_AsString(bytes);
        BINDING_BEGIN_UNLOCKED
        status = chatfmt_model_open(path, &options, &model, &error);
        BINDING_END_UNLOCKED
        Py_DECREF(bytes);
    }
    if (status) return raise_error(state, &error, (chatfmt_slice){"", 0});
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    model_object *self = (model_object *)allocate(type, 0);
    if (!self) {
        chatfmt_model_free(model);
        return NULL;
    }
    self->state = state;
    self->model = model;
    return (PyObject *)self;
}

static void model_dealloc(PyObject *object)
{
    model_object *self = (model_object *)object;
    PyTypeObject *type = Py_TYPE(object);
    for (size_t i = 0; i < MODEL_POOL; i++)
        chatfmt_applier_free(atomic_exchange(&self->pool[i], NULL));
    chatfmt_model_free(self->model);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* ---- One conversation ---- */

/* How many messages there are; of a batch in all its conversations. */
static size_t model_messages(chatfmt_value conversation, bool in_batch)
{
    size_t count = chatfmt_value_count(conversation), all = 0;
    if (!in_batch || !count || !chatfmt_applier_is_batch(conversation)) return count;
    for (size_t i = 0; i < count; i++)
        all += chatfmt_value_count(chatfmt_value_at(conversation, i));
    return all;
}

/* Tell `args[7]`, when it can be called, what is odd about the conversation: it is called with the
 * first seven arguments, whether a message may lack a role or a content or have an unusual role,
 * whether a call's arguments are text, and workspace.rarities. */
static int model_watch(model_job *job, PyObject *const *args)
{
    bool in_batch = (job->apply.flags & CHATFMT_APPLY_IN_BATCH) != 0;
    if (!job->w->watches) return 0;
    job->w->watches = false;
    size_t messages = model_messages(job->conversation, in_batch);
    bool odd = job->w->roles < messages || job->w->contents < messages || job->w->unusual;
    if (!odd && !job->w->text_calls && !job->w->rarities) return 0;
    PyObject *given = PyTuple_New(10);
    for (Py_ssize_t i = 0; given && i < 7; i++) {
        Py_INCREF(args[i]);
        PyTuple_SetItem(given, i, args[i]);
    }
    if (given) {
        PyTuple_SetItem(given, 7, PyBool_FromLong(odd));
        PyTuple_SetItem(given, 8, PyBool_FromLong(job->w->text_calls));
        PyTuple_SetItem(given, 9, PyLong_FromUnsignedLong(job->w->rarities));
    }
    PyObject *done = given ? PyObject_CallObject(args[7], given) : NULL;
    Py_XDECREF(given);
    Py_XDECREF(done);
    return done ? 0 : -1;
}

/* The first eight arguments of all calls: conversation, tools, documents, variables,
 * chat_template, flags, continue_field, plain. The last may be a function, see model_watch(), or
 * a text: the rule of chatfmt._plain.reduce for the conversation. */
static int model_begin(model_job *job, PyObject *const *args, bool copies)
{
    binding_state *state = job->self->state;
    job->w = workspace_take(state);
    if (!job->w) return -1;
    job->chat = model_chat_take(job->self);
    if (!job->chat) return -1;
    workspace *w = job->w;
    job->args = args;
    job->apply = (chatfmt_apply_options)CHATFMT_APPLY_OPTIONS_INIT;
    job->apply.flags = (uint32_t)PyLong_AsUnsignedLong(args[5]);
    if (PyErr_Occurred()) return -1;
    w->watches = job->explains = args[7] != Py_True && PyCallable_Check(args[7]);
    if (model_convert(job, copies) || model_watch(job, args) ||
        slice_given(args[4], "chat_template", &job->apply.chat_template) ||
        slice_given(args[6], "continue_final_message", &job->apply.continue_field))
        return -1;
    if (job->apply.flags & CHATFMT_APPLY_NOW) job->apply.now = local_now();
    return 0;
}

static void model_end(model_job *job, size_t used)
{
    if (job->w) workspace_give(job->self->state, job->w, used);
    if (used > BINDING_KEEP_BYTES) chatfmt_applier_free(job->chat);
    else model_chat_give(job->self, job->chat);
}

int model_check(Py_ssize_t count, Py_ssize_t wanted)
{
    if (count == wanted) return 0;
    PyErr_Format(PyExc_TypeError, "%zd arguments are wanted, not %zd", wanted, count);
    return -1;
}

/* _render(…eight…) -> str */
static PyObject *model_render(PyObject *object, PyObject *const *args, Py_ssize_t count)
{
    model_job job = {.self = (model_object *)object};
    const chatfmt_applied *applied = NULL;
    chatfmt_status status;
    PyObject *result = NULL;
    if (model_check(count, 8)) return NULL;
    if (model_begin(&job, args, false) == 0) {
        if (!workspace_is_long(job.w)) {
            status = chatfmt_applier_apply(job.chat, job.self->model, job.conversation, &job.apply,
                                           &applied, &job.w->error);
        } else {
            BINDING_BEGIN_UNLOCKED
            status = chatfmt_applier_apply(job.chat, job.self->model, job.conversation, &job.apply,
                                           &applied, &job.w->error);
            BINDING_END_UNLOCKED
        }
        result = status ? model_failed(&job) : text_of(applied->text);
    }
    model_end(&job, applied ? applied->text.length : 0);
    return result;
}

/* _changes(…eight…) -> what `flags` change in the messages: [{"what", "message", "call"}] */
static PyObject *model_changes(PyObject *object, PyObject *const *args, Py_ssize_t count)
{
    model_job job = {.self = (model_object *)object};
    const chatfmt_applied *applied = NULL;
    PyObject *result = NULL;
    if (model_check(count, 8)) return NULL;
    if (model_begin(&job, args, false) == 0)
        result = chatfmt_applier_apply(job.chat, job.self->model, job.conversation, &job.apply,
                                       &applied, &job.w->error)
                     ? model_failed(&job)
                     : prompt_changes(applied);
    model_end(&job, applied ? applied->text.length : 0);
    return result;
}

/* ---- Text, ranges, ids ---- */

/* Ranges of {% generation %} as transformers has them: [(begin, end)] in characters. */
static PyObject *model_ranges(const chatfmt_mask_range *ranges, size_t count)
{
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *pair = Py_BuildValue("(nn)", (Py_ssize_t)ranges[i].begin_char,
                                       (Py_ssize_t)ranges[i].end_char);
        if (!pair || PyList_SetItem(list, (Py_ssize_t)i, pair)) Py_CLEAR(list);
    }
    return list;
}

/* _ranges(…eight…) -> (str, [(begin, end)]) */
static PyObject *model_generations(PyObject *object, PyObject *const *args, Py_ssize_t count)
{
    model_job job = {.self = (model_object *)object};
    const chatfmt_applied *applied = NULL;
    chatfmt_mask_options mask = CHATFMT_MASK_OPTIONS_INIT;
    const chatfmt_mask_range *ranges = NULL;
    size_t range_count = 0;
    chatfmt_status status;
    PyObject *result = NULL;
    if (model_check(count, 8)) return NULL;
    if (model_begin(&job, args, true) == 0) {
        job.apply.flags |= CHATFMT_APPLY_SPANS;
        BINDING_BEGIN_UNLOCKED
        status = chatfmt_applier_apply(job.chat, job.self->model, job.conversation, &job.apply,
                                       &applied, &job.w->error);
        if (!status)
            status = chatfmt_applier_mask(job.chat, &mask, &ranges, &range_count, &job.w->error);
        BINDING_END_UNLOCKED
        if (status) model_failed(&job);
        else result = Py_BuildValue("(NN)", text_of(applied->text),
                                    model_ranges(ranges, range_count));
    }
    model_end(&job, applied ? applied->text.length : 0);
    return result;
}

/* _spans(…eight…) -> (str, spans) */
static PyObject *model_spans(PyObject *object, PyObject *const *args, Py_ssize_t count)
{
    model_job job = {.self = (model_object *)object};
    const chatfmt_applied *applied = NULL;
    PyObject *result = NULL;
    if (model_check(count, 8)) return NULL;
    if (model_begin(&job, args, true) == 0) {
        job.apply.flags |= CHATFMT_APPLY_SPANS;
        if (chatfmt_applier_apply(job.chat, job.self->model, job.conversation, &job.apply, &applied,
                                  &job.w->error))
            model_failed(&job);
        else
            result = Py_BuildValue("(NN)", text_of(applied->text),
                                   spans_list(applied->spans, applied->span_count));
    }
    model_end(&job, applied ? applied->text.length : 0);
    return result;
}

/* Apply and encode as transformers does, under one release of the lock. */
static chatfmt_status model_tokens_run(model_job *job, bool masks, const chatfmt_applied **out,
                                       const chatfmt_mask_range **ranges, size_t *range_count,
                                       const chatfmt_tokens **ids, chatfmt_token_place **places)
{
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    chatfmt_mask_options mask = CHATFMT_MASK_OPTIONS_INIT;
    chatfmt_error *error = &job->w->error;
    chatfmt_status status = chatfmt_applier_apply(job->chat, job->self->model, job->conversation,
                                                  &job->apply, out, error);
    const chatfmt_applied *applied = *out;
    if (!status && masks)
        status = chatfmt_applier_mask(job->chat, &mask, ranges, range_count, error);
    options.flags = places ? CHATFMT_ENCODE_OFFSETS | CHATFMT_ENCODE_WORDS : 0u;
    if (!status)
        status = chatfmt_encoder_encode(job->encoder, applied->text.data, applied->text.length,
                                        &options, ids, error);
    if (status || !places) return status;
    const chatfmt_tokens *tokens = *ids;
    *places = malloc((tokens->count + 1) * sizeof **places);
    if (!*places) return error->status = CHATFMT_NO_MEMORY;
    chatfmt_places_in_code_points(applied->text.data, applied->text.length, tokens->places,
                                  tokens->count, *places);
    return CHATFMT_OK;
}

/* The mask of transformers: 0 and 1 for each token. */
static PyObject *model_mask(model_job *job, const chatfmt_mask_range *ranges, size_t range_count,
                            const chatfmt_token_place *places, size_t count, bool by_overlap)
{
    chatfmt_generation *generations = malloc((range_count + 1) * sizeof *generations);
    unsigned char *mask = calloc(count + 1, 1);
    PyObject *list = generations && mask ? PyList_New((Py_ssize_t)count) : PyErr_NoMemory();
    if (list) {
        for (size_t i = 0; i < range_count; i++)
            generations[i] = (chatfmt_generation){ranges[i].begin_char, ranges[i].end_char};
        if (mask_fill(places, count, generations, range_count, by_overlap, mask, &job->w->error)) {
            Py_CLEAR(list);
            model_failed(job);
        }
    }
    for (size_t i = 0; list && i < count; i++)
        PyList_SetItem(list, (Py_ssize_t)i, PyLong_FromLong(mask[i]));
    free(generations);
    free(mask);
    return list;
}

static PyObject *model_none(void)
{
    Py_INCREF(Py_None);
    return Py_None;
}

/* _tokens(…eight…, tokenizer, wanted) -> (ids, text?, places?, words?, mask?): ids as
 * transformers gives them with add_special_tokens=False; places are bytes of pairs of uint32, in
 * characters, and words bytes of uint32. */
static PyObject *model_tokens(PyObject *object, PyObject *const *args, Py_ssize_t count)
{
    model_job job = {.self = (model_object *)object};
    const chatfmt_applied *applied = NULL;
    const chatfmt_mask_range *ranges = NULL;
    size_t range_count = 0;
    const chatfmt_tokens *tokens;
    chatfmt_token_place *places = NULL;
    chatfmt_status status;
    PyObject *result = NULL;
    if (model_check(count, 10) || tokenizer_check(job.self->state, args[8])) return NULL;
    long wanted = PyLong_AsLong(args[9]);
    if (wanted == -1 && PyErr_Occurred()) return NULL;
    bool masks = (wanted & MODEL_MASK) != 0;
    chatfmt_token_place **where = wanted & (MODEL_OFFSETS | MODEL_MASK) ? &places : NULL;
    job.encoder = tokenizer_encoder_take(args[8]);
    if (job.encoder && model_begin(&job, args, masks) == 0) {
        if (masks) job.apply.flags |= CHATFMT_APPLY_SPANS;
        if (job.w->bytes < BINDING_RELEASE_ENCODED) {
            status = model_tokens_run(&job, masks, &applied, &ranges, &range_count, &tokens, where);
        } else {
            BINDING_BEGIN_UNLOCKED
            status = model_tokens_run(&job, masks, &applied, &ranges, &range_count, &tokens, where);
            BINDING_END_UNLOCKED
        }
        if (status) {
            model_failed(&job);
        } else {
            PyObject *mask = masks ? model_mask(&job, ranges, range_count, places, tokens->count,
                                                (wanted & MODEL_BY_OVERLAP) != 0)
                                   : model_none();
            if (mask)
                result = Py_BuildValue(
                    "(NNNNN)", ids_list(job.self->state, tokens->ids, tokens->count),
                    wanted & MODEL_TEXT ? text_of(applied->text) : model_none(),
                    places ? bytes_of(places, tokens->count, sizeof *places) : model_none(),
                    places ? bytes_of(tokens->words, tokens->count, sizeof *tokens->words)
                           : model_none(),
                    mask);
        }
        free(places);
    }
    model_end(&job, applied ? applied->text.length : 0);
    if (job.encoder) tokenizer_encoder_give(args[8], job.encoder);
    return result;
}

/* ---- All that chatfmt/tokens.h gives ---- */

/* _encode(…eight…, tokenizer, policy, mask, mask_flags, fit, padding, max_length, pad_multiple,
 * side, is_batch, trusted, roles) -> dict, or a list of dicts. mask -1: none; trusted: a tuple of
 * names; roles: of those that are learned, none: the assistant. */
static PyObject *model_encode(PyObject *object, PyObject *const *args, Py_ssize_t count)
{
    model_job job = {.self = (model_object *)object};
    chatfmt_mask_options mask = CHATFMT_MASK_OPTIONS_INIT;
    chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
    PyObject *result = NULL;
    long numbers[9];
    if (model_check(count, 20) || tokenizer_check(job.self->state, args[8])) return NULL;
    for (int i = 0; i < 9; i++) {
        numbers[i] = PyLong_AsLong(args[9 + i]);
        if (numbers[i] == -1 && PyErr_Occurred()) return NULL;
    }
    options.flags = CHATFMT_PROMPT_STOPS;
    options.policy = (chatfmt_token_policy)numbers[0];
    mask.kind = (uint32_t)numbers[1];
    mask.flags = (uint32_t)numbers[2];
    if (numbers[1] >= 0) options.mask = &mask;
    options.fit = (chatfmt_fit)numbers[3];
    options.padding = (chatfmt_pad)numbers[4];
    options.max_length = numbers[5] > 0 ? (size_t)numbers[5] : 0;
    options.pad_multiple = numbers[6] > 0 ? (size_t)numbers[6] : 0;
    options.padding_side = (chatfmt_side)numbers[7];
    size_t trusted_count;
    chatfmt_slice *trusted = slices_of(args[18], &trusted_count);
    chatfmt_slice *roles = trusted ? slices_of(args[19], &mask.role_count) : NULL;
    if (!roles) {
        free(trusted);
        return NULL;
    }
    mask.roles = mask.role_count ? roles : NULL;
    job.encoder = tokenizer_encoder_take(args[8]);
    if (job.encoder && model_begin(&job, args, true) == 0) {
        chatfmt_status status;
        const chatfmt_prompt *one;
        job.apply.trusted = trusted_count ? trusted : NULL;
        job.apply.trusted_count = trusted_count;
        const chatfmt_prompt *const *rows = &one;
        size_t row_count = 1;
        BINDING_BEGIN_UNLOCKED
        status = numbers[8] ? chatfmt_applier_encode_batch(job.chat, job.self->model, job.encoder,
                                                           job.conversation, &job.apply, &options,
                                                           &rows, &row_count, &job.w->error)
                            : chatfmt_applier_encode(job.chat, job.self->model, job.encoder,
                                                     job.conversation, &job.apply, &options, &one,
                                                     &job.w->error);
        BINDING_END_UNLOCKED
        if (status) {
            model_failed(&job);
        } else if (!numbers[8]) {
            result = prompt_object(job.self->state, one);
        } else {
            result = PyList_New((Py_ssize_t)row_count);
            for (size_t i = 0; result && i < row_count; i++) {
                PyObject *row = prompt_object(job.self->state, rows[i]);
                if (!row || PyList_SetItem(result, (Py_ssize_t)i, row)) Py_CLEAR(result);
            }
        }
    }
    model_end(&job, 0);
    if (job.encoder) tokenizer_encoder_give(args[8], job.encoder);
    free(trusted);
    free(roles);
    return result;
}

/* _turn(…eight…) -> {"role", "opening", "prefill", "reasoning", "stops"} */
static PyObject *model_turn(PyObject *object, PyObject *const *args, Py_ssize_t count)
{
    model_job job = {.self = (model_object *)object};
    const chatfmt_applied *applied = NULL;
    PyObject *result = NULL;
    if (model_check(count, 8)) return NULL;
    if (model_begin(&job, args, true) == 0) {
        job.apply.flags |= CHATFMT_APPLY_TURN | CHATFMT_APPLY_SPANS;
        if (chatfmt_applier_apply(job.chat, job.self->model, job.conversation, &job.apply, &applied,
                                  &job.w->error)) {
            model_failed(&job);
        } else {
            PyObject *stops = prompt_turn_stops(applied);
            if (stops)
                result = Py_BuildValue("{s:N,s:N,s:N,s:N,s:N}", "role", text_of(applied->turn.role),
                                       "opening", text_of(applied->turn.opening), "prefill",
                                       text_of(applied->turn.prefill), "reasoning",
                                       PyBool_FromLong(applied->turn.reasoning), "stops", stops);
        }
    }
    model_end(&job, applied ? applied->text.length : 0);
    return result;
}

#define FAST(name, function) {name, BINDING_METHOD(function), METH_FASTCALL, NULL}
static PyMethodDef model_methods[] = {
    FAST("_render", model_render), FAST("_changes", model_changes), FAST("_chosen", model_chosen),
    FAST("_ranges", model_generations),
    FAST("_spans", model_spans),   FAST("_tokens", model_tokens),
    FAST("_encode", model_encode), FAST("_turn", model_turn),
    FAST("_analysis", model_analysis), FAST("_tokenizer", model_tokenizer),
    FAST("_reader", model_reader), FAST("_variables", model_variables),
    FAST("_roles", model_roles),
    {NULL, NULL, 0, NULL}};

static PyGetSetDef model_members[] = {
    {"templates", model_templates, NULL, "Sources of the templates by name.", NULL},
    {"special_tokens", model_special, NULL, "Texts of the special tokens by name.", NULL},
    {"about", model_about, NULL, "kind, path, name, architecture and revision.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot model_slots[] =
    {{Py_tp_doc, "Model(where=None, *, source=None, processor=False, revision=None, "
                 "default_template=None)\n--\n\n"
                 "Templates and special tokens of a model: chatfmt.Model is made of it."},
     {Py_tp_new, model_new},
     {Py_tp_dealloc, model_dealloc},
     {Py_tp_methods, model_methods},
     {Py_tp_getset, model_members},
     {0, NULL}};

PyObject *model_type_new(PyObject *module)
{
    static PyType_Spec spec = {"chatfmt._chatfmt.Model", sizeof(model_object), 0,
                               Py_TPFLAGS_DEFAULT, model_slots};
    return PyType_FromModuleAndSpec(module, &spec, NULL);
}
