/* service/service_members.c - members of requests, and the kinds of requests that use them. */
#include "service/service.h"

#include "base/report.h"
#include "dataset/request.h"

typedef struct request_member {
    const char *name;
    unsigned kinds; /* that use it */
} request_member;

enum {
    REQUEST_RENDERS = CFT_REQUEST_TEMPLATE | CFT_REQUEST_MODEL | CFT_REQUEST_FORMAT |
                      CFT_REQUEST_CONVERSATION | CFT_REQUEST_MASKED,
    REQUEST_ALL = REQUEST_RENDERS | CFT_REQUEST_TRAINING
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
    {"stopping", CFT_REQUEST_TRAINING},
    {"stop_word", CFT_REQUEST_TRAINING},
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

cft_request_kind cft_request_kind_of(chatfmt_value request)
{
    static const struct {
        const char *name;
        cft_request_kind kind;
    } rows[] = {{"conversation", CFT_REQUEST_CONVERSATION}, {"training", CFT_REQUEST_TRAINING},
                {"stopping", CFT_REQUEST_TRAINING},         {"stop_word", CFT_REQUEST_TRAINING},
                {"format", CFT_REQUEST_FORMAT},             {"program", CFT_REQUEST_FORMAT},
                {"model", CFT_REQUEST_MODEL}};
    for (size_t i = 0; i < REQUEST_COUNT(rows); i++)
        if (request_has(request, rows[i].name))
            return rows[i].kind == CFT_REQUEST_FORMAT && request_is_masked(request)
                       ? CFT_REQUEST_MASKED
                       : rows[i].kind;
    return CFT_REQUEST_TEMPLATE;
}

/* "options." and "mask": what the other kinds of requests are for. */
static const char *request_why(unsigned kinds, cft_request_kind kind)
{
    if (kind == CFT_REQUEST_FORMAT && kinds & CFT_REQUEST_MASKED)
        return "is not used without \"mask\": leave it out, or ask for the mask";
    if ((kinds & ~(unsigned)CFT_REQUEST_MASKED) == CFT_REQUEST_MODEL)
        return "is not used without \"model\": leave it out, or name a model";
    if (kinds == CFT_REQUEST_TEMPLATE)
        return kind == CFT_REQUEST_MODEL ? "is not used with \"model\": leave it out"
                                     : "is not used without \"chat_template\": leave it out";
    return "is not used in such a request: leave it out";
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

/* Whether an option asks for something: its first word, and false, ask for nothing. A word that it
 * does not have is refused by whoever sets it. */
static bool request_asks(const chatfmt_request_option *option, chatfmt_value value)
{
    return *option->words ? cft_request_word_of(option->words, chatfmt_value_as_text(value)) > 0
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

/* Members that are true, or given, but of no use to this kind. */
static chatfmt_status request_check(chatfmt_value object, const request_member *rows, size_t count,
                                    cft_request_kind kind, const char *before, chatfmt_error *error)
{
    if (!cft_service_is(object, CHATFMT_VALUE_OBJECT)) return CHATFMT_OK;
    for (size_t i = 0; i < chatfmt_value_count(object); i++) {
        cft_slice name = chatfmt_value_key_at(object, i);
        const request_member *found = rows ? request_find(rows, count, name) : NULL;
        request_member row = found  ? *found
                             : rows ? (request_member){NULL, 0}
                                    : request_option(name);
        if (!row.name && !rows)
            return request_refuse(error, before, name, "is not an option");
        if (!row.name || (row.kinds & kind) || !chatfmt_value_truth(chatfmt_value_at(object, i)))
            continue;
        return request_refuse(error, before, cft_slice_of(row.name, strlen(row.name)),
                              request_why(row.kinds, kind));
    }
    return CHATFMT_OK;
}

chatfmt_status cft_request_members_check(chatfmt_value request, bool ids, chatfmt_error *error)
{
    cft_request_kind kind = cft_request_kind_of(request);
    CFT_TRY(request_check(request, request_tops, REQUEST_COUNT(request_tops), kind, "", error));
    CFT_TRY(request_check(cft_service_member(request, "options"), NULL, 0, kind, "options.",
                          error));
    CFT_TRY(request_check(cft_service_member(request, "context"), request_arguments,
                          REQUEST_COUNT(request_arguments), kind, "context.", error));
    return kind == CFT_REQUEST_MODEL && !request_wants_ids(request, ids)
               ? request_check_ids(cft_service_member(request, "options"), error)
               : CHATFMT_OK;
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

chatfmt_status chatfmt_request_check_variables(const char *json, size_t length,
                                               chatfmt_error *error)
{
    chatfmt_values *values;
    chatfmt_value object;
    CFT_TRY(chatfmt_values_new(NULL, NULL, &values, error));
    chatfmt_status status = chatfmt_value_read_json(values, json, length, &object, error);
    if (!status) status = request_check_variables(object, error);
    chatfmt_values_free(values);
    return status;
}
