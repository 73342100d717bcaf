/* dataset/request.c - arguments of apply_chat_template by name, and who is trusted with what. */
#include "dataset/request.h"
#include "base/suggest.h"

chatfmt_status cft_request_new(const chatfmt_allocator *memory, cft_request **out,
                               chatfmt_error *error)
{
    cft_request *r = cft_allocate(memory, sizeof *r);
    *out = NULL;
    if (!r) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(r, 0, sizeof *r);
    r->allocator = *memory;
    cft_out_begin(&r->json, memory);
    cft_request_copy(r, NULL);
    *out = r;
    return CHATFMT_OK;
}

void cft_request_free(cft_request *r)
{
    if (!r) return;
    chatfmt_allocator memory = r->allocator;
    cft_out_free(&r->json);
    cft_release(&memory, r, sizeof *r);
}

void cft_request_copy(cft_request *r, const cft_request *as)
{
    chatfmt_allocator memory = r->allocator;
    cft_json_out json = r->json;
    if (as) {
        *r = *as;
    } else {
        memset(r, 0, sizeof *r);
        r->apply = (chatfmt_apply_options)CHATFMT_APPLY_OPTIONS_INIT;
        r->mask = (chatfmt_mask_options)CHATFMT_MASK_OPTIONS_INIT;
        r->prompt = (chatfmt_prompt_options)CHATFMT_PROMPT_OPTIONS_INIT;
        r->limits = (chatfmt_limits)CHATFMT_LIMITS_INIT;
    }
    r->allocator = memory;
    r->json = json;
    r->shown.apply = &r->apply;
    r->shown.mask = &r->mask;
    r->shown.prompt = &r->prompt;
    if (as && as->mask.roles == as->roles) r->mask.roles = r->roles;
    if (as && as->apply.limits == &as->limits) r->apply.limits = &r->limits;
    if (as && as->prompt.mask == &as->mask) r->prompt.mask = &r->mask;
    if (!as || as->apply.trusted == as->trusted) cft_request_publish_trust(r);
}

/* ---- Trust ---- */

void cft_request_publish_trust(cft_request *r)
{
    r->apply.trusted = r->trusted;
    r->apply.trusted_count = r->trusted_count;
}

/* Room is for every name and for every special token once. */
static void request_trust_one(cft_request *r, cft_slice name, bool named)
{
    size_t count = named ? r->named_count : r->trusted_count;
    for (size_t i = named ? 0 : r->named_count; i < count; i++)
        if (cft_slice_equal(r->trusted[i], name)) return;
    size_t at = named ? r->named_count++ : r->trusted_count;
    r->trusted[r->trusted_count++] = r->trusted[at];
    r->trusted[at] = name;
}

bool cft_request_trust(cft_request *r, cft_slice names)
{
    for (cft_slice name; cft_slice_next_name(&names, &name);) {
        if (name.length && r->named_count == CFT_REQUEST_NAMED) return false;
        if (name.length) request_trust_one(r, name, true);
    }
    cft_request_publish_trust(r);
    return true;
}

void cft_request_supply(cft_request *r, cft_slice name)
{
    _Static_assert((int)CFT_REQUEST_SPECIALS == (int)CFT_SPECIAL_NAMES,
                   "room for each special token");
    for (size_t i = 0; i < CFT_SPECIAL_NAMES; i++)
        if (cft_slice_equal(name, cft_special_names[i])) request_trust_one(r, name, false);
    cft_request_publish_trust(r);
}

/* The value of `name` is now what `from` supplied. */
static void request_note_source(cft_request *r, cft_slice name, chatfmt_from from)
{
    for (size_t i = 0; i < r->given_count; i++)
        if (cft_slice_equal(r->given[i], name)) from = CHATFMT_FROM_CALLER;
    if (cft_slice_equal(name, CFT_LIT("chat_template"))) {
        r->apply.flags &= ~(uint32_t)CHATFMT_APPLY_DATA_TEMPLATE;
        if (from == CHATFMT_FROM_DATA && !r->allows_templates)
            r->apply.flags |= CHATFMT_APPLY_DATA_TEMPLATE;
    } else if (from == CHATFMT_FROM_CALLER) {
        cft_request_supply(r, name);
    } else {
        for (size_t i = r->named_count; i < r->trusted_count; i++)
            if (cft_slice_equal(r->trusted[i], name))
                r->trusted[i] = r->trusted[--r->trusted_count];
    }
}

/* ---- Arguments ---- */

static chatfmt_status request_expected(chatfmt_error *error, const char *name, const char *expected)
{
    cft_error_path(error, cft_slice_of(name, strlen(name)));
    return cft_fail(error, CHATFMT_VALUE, "%s: expected %s", name, expected);
}

static bool request_truth(cft_value value) { return value.kind != CFT_ABSENT && cft_truth(value); }

static chatfmt_status take_messages(cft_request *r, cft_value value, chatfmt_error *error)
{
    (void)error;
    r->shown.conversation = cft_wrap(value);
    return CHATFMT_OK;
}

static chatfmt_status take_tools(cft_request *r, cft_value value, chatfmt_error *error)
{
    (void)error;
    r->apply.tools = cft_wrap(value);
    return CHATFMT_OK;
}

static chatfmt_status take_documents(cft_request *r, cft_value value, chatfmt_error *error)
{
    (void)error;
    r->apply.documents = cft_wrap(value);
    return CHATFMT_OK;
}

static chatfmt_status take_template(cft_request *r, cft_value value, chatfmt_error *error)
{
    if (value.kind == CFT_NONE) return CHATFMT_OK;
    if (value.kind != CFT_STRING) {
        cft_error_path(error, CFT_LIT("chat_template"));
        return cft_fail(error, CHATFMT_TYPE, "chat_template: expected a text or null");
    }
    r->apply.chat_template = cft_text_of(value);
    return CHATFMT_OK;
}

static chatfmt_status take_prompt(cft_request *r, cft_value value, chatfmt_error *error)
{
    (void)error;
    r->apply.flags &= ~(uint32_t)CHATFMT_APPLY_GENERATION_PROMPT;
    if (request_truth(value)) r->apply.flags |= CHATFMT_APPLY_GENERATION_PROMPT;
    if (value.kind == CFT_BOOL) return CHATFMT_OK;
    /* The template gets it as it is. */
    return cft_store_set(r->values, cft_unwrap(r->apply.variables),
                         CFT_LIT("add_generation_prompt"), value);
}

static chatfmt_status take_continue(cft_request *r, cft_value value, chatfmt_error *error)
{
    (void)error;
    r->apply.flags &= ~(uint32_t)CHATFMT_APPLY_CONTINUE;
    r->apply.continue_field = CFT_LIT("");
    if (!request_truth(value)) return CHATFMT_OK;
    r->apply.flags |= CHATFMT_APPLY_CONTINUE;
    if (value.kind == CFT_STRING) r->apply.continue_field = cft_text_of(value);
    return CHATFMT_OK;
}

/* Parameters of transformers that have no meaning here: never variables. */
static chatfmt_status take_nothing(cft_request *r, cft_value value, chatfmt_error *error)
{
    (void)r, (void)value, (void)error;
    return CHATFMT_OK;
}

static chatfmt_status take_tokenize(cft_request *r, cft_value value, chatfmt_error *error)
{
    (void)error;
    r->shown.wants_ids = request_truth(value);
    r->no_ids = !r->shown.wants_ids;
    return CHATFMT_OK;
}

static chatfmt_status request_number(cft_value value, const char *name, size_t *out,
                                     chatfmt_error *error)
{
    *out = 0;
    if (value.kind == CFT_NONE) return CHATFMT_OK;
    if (value.kind != CFT_INT || cft_integer_of(value) < 1)
        return request_expected(error, name, "an integer above 0");
    *out = (size_t)cft_integer_of(value);
    return CHATFMT_OK;
}

/* false and null are `no`; of the others true alone is a switch: -1. */
static int request_switch(cft_value value, int no, int yes)
{
    if (value.kind == CFT_BOOL) return value.as.boolean ? yes : no;
    return value.kind == CFT_NONE ? no : -1;
}

static chatfmt_status take_padding(cft_request *r, cft_value value, chatfmt_error *error)
{
    int found = request_switch(value, CHATFMT_PAD_NONE, CHATFMT_PAD_LONGEST);
    r->shown.wants_attention = 1;
    if (value.kind == CFT_STRING)
        found = cft_request_word_of("do_not_pad|longest|max_length", cft_text_of(value));
    if (found < 0)
        return request_expected(error, "padding", "longest, max_length or do_not_pad");
    r->names_padding = value.kind == CFT_STRING;
    r->prompt.padding = (chatfmt_pad)found;
    return CHATFMT_OK;
}

/* With one text all strategies of the reference are one. null leaves it to max_length. */
static chatfmt_status take_truncation(cft_request *r, cft_value value, chatfmt_error *error)
{
    int found = request_switch(value, 0, 1);
    if (value.kind == CFT_STRING)
        found = cft_request_word_of("do_not_truncate|longest_first|only_first", cft_text_of(value));
    if (found < 0)
        return request_expected(error, "truncation",
                                "longest_first, only_first or do_not_truncate");
    r->bounds_alone = value.kind == CFT_NONE;
    if (r->bounds_alone) return CHATFMT_OK;
    r->prompt.fit = found ? CHATFMT_FIT_TRUNCATE : CHATFMT_FIT_NONE;
    return CHATFMT_OK;
}

static chatfmt_status take_max_length(cft_request *r, cft_value value, chatfmt_error *error)
{
    return request_number(value, "max_length", &r->prompt.max_length, error);
}

static chatfmt_status take_kwarg(cft_request *r, cft_slice name, cft_value value,
                                 chatfmt_error *error)
{
    if (cft_slice_is(name, "pad_to_multiple_of"))
        return request_number(value, "tokenizer_kwargs.pad_to_multiple_of",
                              &r->prompt.pad_multiple, error);
    if (cft_slice_is(name, "padding_side")) {
        if (value.kind == CFT_NONE) return CHATFMT_OK;
        int found = value.kind == CFT_STRING
                        ? cft_request_word_of("model|right|left", cft_text_of(value))
                        : -1;
        if (found < 0)
            return request_expected(error, "tokenizer_kwargs.padding_side", "left or right");
        r->prompt.padding_side = (chatfmt_side)found;
        return CHATFMT_OK;
    }
    if (!cft_slice_is(name, "return_offsets_mapping"))
        return request_expected(error, "tokenizer_kwargs",
                                "pad_to_multiple_of, padding_side or return_offsets_mapping");
    if (request_truth(value)) r->prompt.flags |= CHATFMT_PROMPT_CODE_POINTS;
    return CHATFMT_OK;
}

static chatfmt_status take_kwargs(cft_request *r, cft_value value, chatfmt_error *error)
{
    /* Where objects and lists are one, an empty object comes as a list. */
    bool is_empty = value.kind == CFT_NONE || (value.kind == CFT_LIST && !value.as.list->count);
    if (is_empty) return CHATFMT_OK;
    if (value.kind != CFT_DICT) return request_expected(error, "tokenizer_kwargs", "an object");
    for (uint32_t i = 0; i < value.as.dict->count; i++)
        CFT_TRY(take_kwarg(r, cft_text_of(value.as.dict->entries[i].key),
                           value.as.dict->entries[i].value, error));
    return CHATFMT_OK;
}

/* It may come with the data, which cannot weaken the policy that the caller chose. */
static chatfmt_status take_sanitize(cft_request *r, cft_value value, chatfmt_error *error)
{
    (void)error;
    r->sanitizes = request_truth(value);
    if (r->sanitizes && r->prompt.policy == CHATFMT_TOKENS_ANY)
        r->prompt.policy = CHATFMT_TOKENS_CONTROL;
    return CHATFMT_OK;
}

static chatfmt_status take_wants_mask(cft_request *r, cft_value value, chatfmt_error *error)
{
    (void)error;
    r->wants_mask = request_truth(value);
    return CHATFMT_OK;
}

static chatfmt_status take_dict(cft_request *r, cft_value value, chatfmt_error *error)
{
    (void)error;
    r->no_dict = !request_truth(value);
    return CHATFMT_OK;
}

/* The parameters of apply_chat_template. What fails and is about tokens counts with tokens
 * alone. */
static const struct request_parameter {
    const char *name;
    chatfmt_status (*take)(cft_request *r, cft_value value, chatfmt_error *error);
    bool of_tokens;
} request_parameters[] = {
    {"messages", take_messages, false},
    {"conversation", take_messages, false},
    {"tools", take_tools, false},
    {"documents", take_documents, false},
    {"chat_template", take_template, false},
    {"add_generation_prompt", take_prompt, false},
    {"continue_final_message", take_continue, false},
    {"return_tensors", take_nothing, false},
    {"processor_kwargs", take_nothing, false},
    {"load_audio_from_video", take_nothing, false},
    {"tokenize", take_tokenize, false},
    {"padding", take_padding, true},
    {"truncation", take_truncation, true},
    {"max_length", take_max_length, true},
    {"tokenizer_kwargs", take_kwargs, true},
    {"sanitize_control_tokens", take_sanitize, false},
    {"return_assistant_tokens_mask", take_wants_mask, false},
    {"return_dict", take_dict, false},
};

static const struct request_parameter *request_parameter_of(cft_slice name)
{
    for (size_t i = 0; i < sizeof request_parameters / sizeof *request_parameters; i++)
        if (cft_slice_is(name, request_parameters[i].name)) return &request_parameters[i];
    return NULL;
}

bool cft_request_has_parameter(cft_slice name)
{
    bool found = request_parameter_of(name) != NULL;
    for (size_t i = 0; i < CFT_SPECIAL_NAMES && !found; i++)
        found = cft_slice_equal(name, cft_special_names[i]);
    return found;
}

cft_slice cft_request_nearest_parameter(cft_slice name)
{
    cft_slice near = CFT_LIT("");
    for (size_t i = 0; i < sizeof request_parameters / sizeof *request_parameters; i++) {
        const char *known = request_parameters[i].name;
        near = cft_nearer(name, near, cft_slice_of(known, strlen(known)));
    }
    return near;
}

/* A mask belongs to a dict of ids: without one a tokenizer refuses it, and a processor does not
 * look at it. */
static chatfmt_status request_mask(cft_request *r, chatfmt_error *error)
{
    bool has_place = r->shown.wants_ids && !r->no_dict;
    if (r->wants_mask && !has_place && !r->shown.processor)
        return cft_fail(error, CHATFMT_VALUE,
                        "`return_assistant_tokens_mask=True` requires `return_dict=True` and "
                        "`tokenize=True`");
    if (r->wants_mask && !has_place &&
        r->apply.flags & (CHATFMT_APPLY_CONTINUE | CHATFMT_APPLY_CONTINUE_EXACT) &&
        !(r->apply.flags & CHATFMT_APPLY_GENERATION_PROMPT))
        return cft_fail(error, CHATFMT_VALUE,
                        "continue_final_message is not compatible with "
                        "return_assistant_tokens_mask.");
    if (r->wants_mask && has_place) cft_request_set_mask(r, CFT_LIT("hf"));
    return CHATFMT_OK;
}

/* Of the parameters about tokens none counts without tokenize=True, but for the mask. `bad` is the
 * first error of those. */
static chatfmt_status request_token_parameters(cft_request *r, const chatfmt_error *bad,
                                               chatfmt_error *error)
{
    CFT_TRY(request_mask(r, error));
    if (r->sanitizes && (r->no_ids || r->wants_mask))
        return cft_fail(
            error, CHATFMT_VALUE,
            "`sanitize_control_tokens=True` requires `tokenize=True` and is not compatible "
            "with `return_assistant_tokens_mask=True`.");
    if (!r->shown.wants_ids) return CHATFMT_OK;
    if (bad->status && error) *error = *bad;
    return bad->status;
}

/* With "truncation": null a max_length cuts off, but beside padding it does not. A way to fit that
 * was chosen before stays.
 * Source: PreTrainedTokenizerBase._get_padding_truncation_strategies. */
static void request_fit_bound(cft_request *r)
{
    bool pads = r->names_padding || r->prompt.padding != CHATFMT_PAD_NONE;
    if (r->bounds_alone && !pads && r->prompt.max_length && r->prompt.fit == CHATFMT_FIT_NONE)
        r->prompt.fit = CHATFMT_FIT_TRUNCATE;
}

static chatfmt_status request_variables(cft_request *r, chatfmt_values *values)
{
    cft_value made;
    if (cft_unwrap(r->apply.variables).kind != CFT_ABSENT) return CHATFMT_OK;
    CFT_TRY(cft_store_object(values, &made));
    r->apply.variables = cft_wrap(made);
    return CHATFMT_OK;
}

static bool request_names(const cft_dict *arguments, const char *name)
{
    for (uint32_t i = 0; i < arguments->count; i++)
        if (cft_slice_equal(cft_text_of(arguments->entries[i].key),
                            cft_slice_of(name, strlen(name))))
            return true;
    return false;
}

/* What the reference gets by its place cannot be given by name as well. */
static chatfmt_status request_once(const cft_dict *arguments, chatfmt_error *error)
{
    bool twice = request_names(arguments, "messages") && request_names(arguments, "conversation");
    if (!twice && !request_names(arguments, "self")) return CHATFMT_OK;
    return cft_fail(error, CHATFMT_TYPE,
                    "apply_chat_template() got multiple values for argument '%s'",
                    twice ? "conversation" : "self");
}

/* One parameter. `bad` keeps the first error that is about tokens. */
static chatfmt_status request_take(cft_request *r, const struct request_parameter *row,
                                   cft_value value, chatfmt_error *bad, chatfmt_error *error)
{
    chatfmt_error one;
    if (!row->of_tokens) return row->take(r, value, error);
    cft_error_clear(&one);
    if (row->take(r, value, &one) && !bad->status) *bad = one;
    return CHATFMT_OK;
}

chatfmt_status cft_request_read(cft_request *r, chatfmt_values *values, cft_value arguments,
                                chatfmt_from from, chatfmt_error *error)
{
    chatfmt_error bad;
    r->values = values;
    cft_request_publish_trust(r);
    if (arguments.kind != CFT_DICT) {
        r->shown.conversation = cft_wrap(arguments);
        return CHATFMT_OK;
    }
    cft_error_clear(&bad);
    CFT_TRY(request_once(arguments.as.dict, error));
    CFT_TRY(request_variables(r, values));
    for (uint32_t i = 0; i < arguments.as.dict->count; i++) {
        cft_slice name = cft_text_of(arguments.as.dict->entries[i].key);
        cft_value value = arguments.as.dict->entries[i].value;
        const struct request_parameter *row = request_parameter_of(name);
        request_note_source(r, name, from);
        CFT_TRY(row ? request_take(r, row, value, &bad, error)
                    : cft_store_set(values, cft_unwrap(r->apply.variables), name, value));
    }
    cft_request_publish_trust(r);
    request_fit_bound(r);
    return request_token_parameters(r, &bad, error);
}
