/* service/service_members.c - members of requests, and the kinds of requests that use them. */
#include "service/service.h"

#include "api/api_check.h"
#include "base/report.h"
#include "base/suggest.h"
#include "dataset/request.h"

typedef struct request_member {
    const char *name;
    unsigned kinds; /* that use it */
} request_member;

enum {
    REQUEST_RENDERS = CFT_REQUEST_TEMPLATE | CFT_REQUEST_MODEL | CFT_REQUEST_FORMAT |
                      CFT_REQUEST_CONVERSATION | CFT_REQUEST_MASKED,
    REQUEST_ALL = REQUEST_RENDERS | CFT_REQUEST_TRAINING | CFT_REQUEST_STOPPING |
                  CFT_REQUEST_STOP_WORD
};

static const request_member request_tops[] = {
    {"chat_template", CFT_REQUEST_TEMPLATE},
    {"context", CFT_REQUEST_TEMPLATE | CFT_REQUEST_MODEL | CFT_REQUEST_FORMAT | CFT_REQUEST_MASKED},
    {"model", CFT_REQUEST_MODEL},
    {"processor", CFT_REQUEST_MODEL},
    {"reference", CFT_REQUEST_MODEL},
    {"format", CFT_REQUEST_FORMAT | CFT_REQUEST_MASKED},
    {"program", CFT_REQUEST_FORMAT | CFT_REQUEST_CONVERSATION | CFT_REQUEST_MASKED},
    {"conversation", CFT_REQUEST_CONVERSATION},
    {"training", CFT_REQUEST_TRAINING},
    {"stopping", CFT_REQUEST_STOPPING},
    {"stop_word", CFT_REQUEST_STOP_WORD},
    {"id", REQUEST_ALL},
    {"now", CFT_REQUEST_TEMPLATE | CFT_REQUEST_MODEL},
    {"options", REQUEST_ALL},
};

/* All other options of requests are those of models. */
static const request_member request_options[] = {
    {"trim_blocks", CFT_REQUEST_TEMPLATE},
    {"lstrip_blocks", CFT_REQUEST_TEMPLATE},
    {"keep_trailing_newline", CFT_REQUEST_TEMPLATE},
    {"spans", REQUEST_RENDERS},
    {"unwritten", CFT_REQUEST_TEMPLATE | CFT_REQUEST_MODEL | CFT_REQUEST_MASKED},
    {"mask", CFT_REQUEST_MODEL | CFT_REQUEST_MASKED},
    {"roles", CFT_REQUEST_MODEL | CFT_REQUEST_MASKED},
    {"last_turn", CFT_REQUEST_MODEL | CFT_REQUEST_MASKED},
    {"limits", REQUEST_ALL},
    {"trusted", REQUEST_RENDERS},
};

/* Arguments of apply_chat_template that ask for what a template alone cannot give. */
static const request_member request_arguments[] = {
    {"tokenize", CFT_REQUEST_MODEL},
    {"return_assistant_tokens_mask", CFT_REQUEST_MODEL},
};

/* What its arguments hold; the others are of any kind, or are refused by those that take them. */
static const cft_member request_holds[] = {
    {"tokenize", CFT_TAKES_SWITCH, 0},
    {"return_assistant_tokens_mask", CFT_TAKES_SWITCH, 0},
    {"return_dict", CFT_TAKES_SWITCH, 0},
    {"sanitize_control_tokens", CFT_TAKES_SWITCH, 0},
    {"padding", CFT_TAKES_SWITCH_OR_TEXT, 0},
    {"truncation", CFT_TAKES_SWITCH_OR_TEXT, 0},
    {"tokenizer_kwargs", CFT_TAKES_OBJECT, 0},
};

#define REQUEST_COUNT(table) (sizeof(table) / sizeof *(table))

static chatfmt_status request_refuse(chatfmt_error *error, const char *before, cft_slice name,
                                     const char *why)
{
    return cft_fail(error, CHATFMT_INPUT, "%s%.*s %s", before, cft_shown(name), name.data, why);
}

static const request_member *request_find(const request_member *rows, size_t count,
                                          cft_slice name)
{
    for (size_t i = 0; i < count; i++)
        if (cft_slice_is(name, rows[i].name))
            return &rows[i];
    return NULL;
}

static bool request_has(chatfmt_value object, const char *name)
{
    return !cft_service_is(cft_service_member(object, name), CHATFMT_VALUE_ABSENT);
}

static bool request_is_masked(chatfmt_value request)
{
    return cft_service_is(cft_service_member(request, "format"), CHATFMT_VALUE_STRING) &&
           cft_service_true(cft_service_member(request, "options"), "mask");
}

/* What requests are of: the first that is there says which kind it is. */
static const struct request_subject {
    const char *name;
    cft_request_kind kind;
} request_subjects[] = {{"conversation", CFT_REQUEST_CONVERSATION},
                        {"training", CFT_REQUEST_TRAINING},
                        {"stopping", CFT_REQUEST_STOPPING},
                        {"stop_word", CFT_REQUEST_STOP_WORD},
                        {"format", CFT_REQUEST_FORMAT},
                        {"program", CFT_REQUEST_FORMAT},
                        {"model", CFT_REQUEST_MODEL},
                        {"chat_template", CFT_REQUEST_TEMPLATE}};

static const struct request_subject *request_subject_of(chatfmt_value request)
{
    size_t i = 0;
    while (i < REQUEST_COUNT(request_subjects) - 1 &&
           !request_has(request, request_subjects[i].name))
        i++;
    return &request_subjects[i];
}

cft_request_kind cft_request_kind_of(chatfmt_value request)
{
    cft_request_kind kind = request_subject_of(request)->kind;
    return kind == CFT_REQUEST_FORMAT && request_is_masked(request) ? CFT_REQUEST_MASKED : kind;
}

static bool request_is_subject(const char *name)
{
    for (size_t i = 0; i < REQUEST_COUNT(request_subjects); i++)
        if (!strcmp(request_subjects[i].name, name)) return true;
    return false;
}

/* A member that a request of this name and kind has no use for. */
static chatfmt_status request_useless(const char *before, const request_member *row,
                                      const char *name, cft_request_kind kind,
                                      chatfmt_error *error)
{
    const char *what = row->name;
    /* A model has a template of its own; otherwise it is not known which of the two is meant. */
    if (request_is_subject(what) && kind != CFT_REQUEST_MODEL)
        return cft_member_useless("", what, name, true, error);
    if (kind == CFT_REQUEST_FORMAT && row->kinds & CFT_REQUEST_MASKED)
        return cft_fail(error, CHATFMT_INPUT,
                        "%s%s is not used without \"mask\": leave it out, or ask for the mask",
                        before, what);
    if ((row->kinds & ~(unsigned)CFT_REQUEST_MASKED) == CFT_REQUEST_MODEL)
        return cft_fail(error, CHATFMT_INPUT,
                        "%s%s is not used without \"model\": leave it out, or name a model",
                        before, what);
    return cft_fail(error, CHATFMT_INPUT, "%s%s is not used with \"%s\": leave it out", before,
                    what, name);
}

/* Options may be written with '-' as on the command line. */
static bool request_same(const char *known, cft_slice name)
{
    size_t i = 0;
    while (i < name.length && known[i] &&
           (known[i] == name.data[i] || (known[i] == '_' && name.data[i] == '-')))
        i++;
    return i == name.length && !known[i];
}

/* The option of models of this name; NULL when there is none. */
static const chatfmt_request_option *request_known(cft_slice name)
{
    for (size_t i = 0; i < chatfmt_request_option_count(); i++)
        if (request_same(chatfmt_request_option_at(i)->name, name))
            return chatfmt_request_option_at(i);
    return NULL;
}

/* The kinds of requests that use an option; 0 when there is no such option. */
static request_member request_option(cft_slice name)
{
    const request_member *row = request_find(request_options, REQUEST_COUNT(request_options), name);
    if (row) return *row;
    const chatfmt_request_option *known = request_known(name);
    return known ? (request_member){known->name, CFT_REQUEST_MODEL} : (request_member){NULL, 0};
}

/* Whether ids are asked for; what the request says of "tokenize" counts more than the service. */
static bool request_wants_ids(chatfmt_value request, bool ids)
{
    chatfmt_value said = cft_service_member(cft_service_member(request, "context"), "tokenize");
    return (cft_service_given(said) ? chatfmt_value_truth(said) != 0 : ids) ||
           cft_service_true(cft_service_member(request, "options"), "ids");
}

/* Whether an option asks for something: false, and the first word of one about ids, ask for
 * nothing. A word that it does not have is refused by whoever sets it. */
static bool request_asks(const chatfmt_request_option *option, chatfmt_value value)
{
    return option->of_ids && *option->words
               ? cft_request_word_of(option->words, chatfmt_value_as_text(value)) > 0
               : chatfmt_value_truth(value) != 0;
}

/* Without ids these would do nothing. */
static chatfmt_status request_check_ids(chatfmt_value options, chatfmt_error *error)
{
    for (size_t i = 0; i < chatfmt_value_count(options); i++) {
        const chatfmt_request_option *known = request_known(chatfmt_value_key_at(options, i));
        if (known && known->of_ids && request_asks(known, chatfmt_value_at(options, i)))
            return request_refuse(error, "options.", cft_slice_of(known->name, strlen(known->name)),
                                  "is about token ids: add \"tokenize\": true to the context");
    }
    return CHATFMT_OK;
}

/* False and null ask for nothing, and so does a value that is empty, unless it is a member of the
 * request itself. */
static bool request_is_asked(chatfmt_value value, bool of_request)
{
    return chatfmt_value_truth(value) ||
           (of_request && cft_service_given(value) && !cft_service_is(value, CHATFMT_VALUE_BOOL));
}

/* Arguments of apply_chat_template that are mistaken for members or options. */
static bool request_is_argument(cft_slice name)
{
    static const char *const of_context[] = {"messages", "tools", "documents", "tokenize",
                                             "add_generation_prompt", "continue_final_message"};
    for (size_t i = 0; i < REQUEST_COUNT(of_context); i++)
        if (cft_slice_is(name, of_context[i])) return true;
    return false;
}

static cft_slice request_nearest(cft_slice name, const request_member *rows, size_t count)
{
    cft_slice near = CFT_LIT("");
    for (size_t i = 0; i < count; i++)
        near = cft_nearer(name, near, cft_slice_of(rows[i].name, strlen(rows[i].name)));
    return near;
}

/* Where a member that a request does not have belongs, or the nearest one that it has. */
static chatfmt_status request_unknown(cft_slice name, chatfmt_error *error)
{
    const char *place = request_is_argument(name)   ? "\"context\""
                        : request_option(name).name ? "\"options\""
                                                    : "";
    return cft_member_unknown("", name, place,
                              request_nearest(name, request_tops, REQUEST_COUNT(request_tops)),
                              error);
}

static chatfmt_status request_unknown_option(cft_slice name, chatfmt_error *error)
{
    cft_slice near = request_nearest(name, request_options, REQUEST_COUNT(request_options));
    for (size_t i = 0; i < chatfmt_request_option_count(); i++) {
        const char *known = chatfmt_request_option_at(i)->name;
        near = cft_nearer(name, near, cft_slice_of(known, strlen(known)));
    }
    bool is_argument = request_is_argument(name);
    if (is_argument) near = CFT_LIT("context");
    const char *before = is_argument   ? ": it belongs into \""
                         : near.length ? "; did you mean \""
                                       : "";
    const char *after = is_argument ? "\"" : near.length ? "\"?" : "";
    return cft_fail(error, CHATFMT_INPUT, "options.%.*s is not an option%s%.*s%s", cft_shown(name),
                    name.data, before, (int)near.length, near.data, after);
}

const char *cft_request_place_of(chatfmt_value request, cft_slice name)
{
    const request_member *row = request_find(request_tops, REQUEST_COUNT(request_tops), name);
    bool is_there = cft_service_given(request) && row && row->kinds & cft_request_kind_of(request);
    return is_there ? "the request itself" : "";
}

/* Members of an object of the request that are of no use to its kind; options where there are no
 * rows. */
static chatfmt_status request_check(chatfmt_value request, chatfmt_value object,
                                    const request_member *rows, size_t count, const char *before,
                                    chatfmt_error *error)
{
    cft_request_kind kind = cft_request_kind_of(request);
    if (!cft_service_is(object, CHATFMT_VALUE_OBJECT)) return CHATFMT_OK;
    for (size_t i = 0; i < chatfmt_value_count(object); i++) {
        cft_slice name = chatfmt_value_key_at(object, i);
        const request_member *found = rows ? request_find(rows, count, name) : NULL;
        request_member row = found  ? *found
                             : rows ? (request_member){NULL, 0}
                                    : request_option(name);
        if (!row.name && !cft_service_given(chatfmt_value_at(object, i))) continue;
        if (!row.name && !rows) return request_unknown_option(name, error);
        if (!row.name && !*before) return request_unknown(name, error);
        if (row.name && !(row.kinds & kind) &&
            request_is_asked(chatfmt_value_at(object, i), !*before))
            return request_useless(before, &row, request_subject_of(request)->name, kind, error);
    }
    return CHATFMT_OK;
}

/* Who is trusted shows in spans, in a derived mask, and in the ids of a model. */
static chatfmt_status request_check_trusted(chatfmt_value request, bool ids, chatfmt_error *error)
{
    chatfmt_value options = cft_service_member(request, "options");
    bool of_ids = cft_request_kind_of(request) & (CFT_REQUEST_MODEL | CFT_REQUEST_MASKED) &&
                  request_wants_ids(request, ids);
    if (of_ids || cft_service_true(options, "spans") || cft_service_true(options, "mask") ||
        !cft_service_true(options, "trusted"))
        return CHATFMT_OK;
    return cft_member_useless("options.", "trusted", "spans", false, error);
}

static chatfmt_status request_check_model(chatfmt_value request, bool ids, chatfmt_error *error)
{
    CFT_TRY(cft_members_check(cft_service_member(request, "context"), "context.", request_holds,
                              REQUEST_COUNT(request_holds), error));
    return request_wants_ids(request, ids)
               ? CHATFMT_OK
               : request_check_ids(cft_service_member(request, "options"), error);
}

chatfmt_status cft_request_members_check(chatfmt_value request, bool ids, chatfmt_error *error)
{
    chatfmt_value options = cft_service_member(request, "options");
    chatfmt_value context = cft_service_member(request, "context");
    CFT_TRY(request_check(request, request, request_tops, REQUEST_COUNT(request_tops), "", error));
    CFT_TRY(request_check(request, options, NULL, 0, "options.", error));
    CFT_TRY(request_check(request, context, request_arguments, REQUEST_COUNT(request_arguments),
                          "context.", error));
    CFT_TRY(request_check_trusted(request, ids, error));
    return cft_request_kind_of(request) & (CFT_REQUEST_MODEL | CFT_REQUEST_MASKED)
               ? request_check_model(request, ids, error)
               : CHATFMT_OK;
}

/* ---- Options that need others ---- */

/* What a request asks for, by its options or by its context. */
enum {
    ASKS_MASK = 1,
    ASKS_DERIVED = 2,
    ASKS_FIT = 4,
    ASKS_PADDING = 8,
    ASKS_IDS = 16,
    ASKS_ONE = 32 /* of one conversation, not of an array of them */
};

#define NEEDS_ONE "with several conversations: ask for each by itself, or "

static const struct request_need {
    const char *name;
    unsigned needs; /* one of these */
    const char *why;
} request_needs[] = {
    {"roles", ASKS_DERIVED, "without \"mask\": \"derived\": "},
    {"last_turn", ASKS_MASK, "without \"mask\": "},
    {"max_length", ASKS_FIT | ASKS_PADDING, "without \"fit\" or \"padding\": "},
    {"truncation_side", ASKS_FIT, "without \"fit\": "},
    {"pad_multiple", ASKS_PADDING, "without \"padding\": "},
    {"padding_side", ASKS_PADDING, "without \"padding\": "},
    {"spans", ASKS_ONE, NEEDS_ONE},
    {"turn", ASKS_ONE, NEEDS_ONE},
    {"mask", ASKS_ONE | ASKS_IDS, NEEDS_ONE},
};

static unsigned request_asks_for(const chatfmt_request *r)
{
    bool derived = r->has_mask && r->mask->kind == CHATFMT_MASK_DERIVED;
    return (r->has_mask ? ASKS_MASK : 0) | (derived ? ASKS_DERIVED : 0) |
           (r->prompt->fit != CHATFMT_FIT_NONE ? ASKS_FIT : 0) |
           (r->prompt->padding != CHATFMT_PAD_NONE ? ASKS_PADDING : 0) |
           (r->wants_ids ? ASKS_IDS : 0) |
           (chatfmt_applier_is_batch(r->conversation) ? 0 : ASKS_ONE);
}

chatfmt_status cft_request_needs_check(const chatfmt_request *r, chatfmt_value options,
                                       chatfmt_error *error)
{
    unsigned asks = request_asks_for(r);
    for (size_t i = 0; i < REQUEST_COUNT(request_needs); i++) {
        const struct request_need *need = &request_needs[i];
        chatfmt_value value = cft_service_member(options, need->name);
        cft_slice name = cft_slice_of(need->name, strlen(need->name));
        if (!(asks & need->needs) && request_asks(request_known(name), value))
            return cft_fail(error, CHATFMT_INPUT, "options.%s is not used %sleave it out",
                            need->name, need->why);
    }
    return CHATFMT_OK;
}

static chatfmt_status request_check_variables(chatfmt_value object, chatfmt_error *error)
{
    static const char *const rows[] = {"messages", "conversation", "tokenize",
                                       "return_assistant_tokens_mask", "return_tensors"};
    if (!cft_service_is(object, CHATFMT_VALUE_OBJECT))
        return request_refuse(error, "", CFT_LIT("variables"), "is not an object");
    for (size_t i = 0; i < REQUEST_COUNT(rows); i++)
        if (request_has(object, rows[i]))
            return request_refuse(error, "", cft_slice_of(rows[i], strlen(rows[i])),
                                  "is not used here: rows bring the messages, and the columns say "
                                  "what comes out");
    return CHATFMT_OK;
}

/* As each row reads them, and as if it asked for ids, so that arguments about tokens count. */
static chatfmt_status request_try_variables(chatfmt_values *values, chatfmt_value object,
                                            chatfmt_error *error)
{
    chatfmt_request *request;
    CFT_TRY(request_check_variables(object, error));
    CFT_TRY(cft_members_check(object, "", request_holds, REQUEST_COUNT(request_holds), error));
    CFT_TRY(chatfmt_request_new(NULL, &request, error));
    request->wants_ids = 1;
    chatfmt_status status =
        chatfmt_request_read(request, values, object, CHATFMT_FROM_CALLER, error);
    chatfmt_request_free(request);
    return status;
}

chatfmt_status chatfmt_request_check_variables(const char *json, size_t length,
                                               chatfmt_error *error)
{
    chatfmt_values *values;
    chatfmt_value object;
    cft_error_clear(error);
    CFT_TRY(cft_api_text(json, length, "json", error));
    CFT_TRY(chatfmt_values_new(NULL, NULL, &values, error));
    chatfmt_status status = chatfmt_value_read_json(values, json, length, &object, error);
    if (status) cft_error_path(error, CFT_LIT("variables"));
    else status = request_try_variables(values, object, error);
    chatfmt_values_free(values);
    return status;
}
