/* cli/request_members.c - members of requests, and the kinds of requests that use them. */
#include "request_members.h"

#include <stdio.h>
#include <string.h>

typedef struct request_member {
    const char *name;
    unsigned kinds; /* that use it */
} request_member;

enum {
    REQUEST_RENDERS = REQUEST_TEMPLATE | REQUEST_MODEL | REQUEST_FORMAT | REQUEST_CONVERSATION,
    REQUEST_ALL = REQUEST_RENDERS | REQUEST_TRAINING
};

static const request_member request_tops[] = {
    {"chat_template", REQUEST_TEMPLATE},
    {"context", REQUEST_TEMPLATE | REQUEST_MODEL | REQUEST_FORMAT},
    {"model", REQUEST_MODEL},
    {"processor", REQUEST_MODEL},
    {"format", REQUEST_FORMAT},
    {"program", REQUEST_FORMAT | REQUEST_CONVERSATION},
    {"conversation", REQUEST_CONVERSATION},
    {"training", REQUEST_TRAINING},
    {"stopping", REQUEST_TRAINING},
    {"stop_word", REQUEST_TRAINING},
};

static const request_member request_options[] = {
    {"trim_blocks", REQUEST_TEMPLATE},
    {"lstrip_blocks", REQUEST_TEMPLATE},
    {"keep_trailing_newline", REQUEST_TEMPLATE},
    {"spans", REQUEST_RENDERS},
    {"unwritten", REQUEST_TEMPLATE | REQUEST_MODEL},
    {"limits", REQUEST_ALL},
    {"trusted", REQUEST_RENDERS},
    {"allow", REQUEST_MODEL},
    {"exact", REQUEST_MODEL},
    {"fit_arguments", REQUEST_MODEL},
    {"arguments_object", REQUEST_MODEL},
    {"arguments_text", REQUEST_MODEL},
    {"null_to_empty", REQUEST_MODEL},
    {"merge_system", REQUEST_MODEL},
    {"raw_messages", REQUEST_MODEL},
    {"strict_names", REQUEST_MODEL},
    {"mask", REQUEST_MODEL},
    {"roles", REQUEST_MODEL},
    {"last_turn", REQUEST_MODEL},
    {"turn", REQUEST_MODEL},
    {"ids", REQUEST_MODEL},
    {"tokens", REQUEST_MODEL},
    {"attention_mask", REQUEST_MODEL},
    {"offsets", REQUEST_MODEL},
    {"message_tokens", REQUEST_MODEL},
    {"stop_ids", REQUEST_MODEL},
    {"policy", REQUEST_MODEL},
    {"fit", REQUEST_MODEL},
    {"max_length", REQUEST_MODEL},
    {"padding", REQUEST_MODEL},
    {"padding_side", REQUEST_MODEL},
    {"truncation_side", REQUEST_MODEL},
    {"pad_multiple", REQUEST_MODEL},
};

/* Arguments of apply_chat_template that ask for what a template alone cannot give. */
static const request_member request_arguments[] = {
    {"tokenize", REQUEST_MODEL},
    {"return_assistant_tokens_mask", REQUEST_MODEL},
};

#define REQUEST_COUNT(table) (sizeof(table) / sizeof *(table))

static bool request_refuse(chatfmt_error *error, const char *before, const char *name,
                           const char *why)
{
    memset(error, 0, sizeof *error);
    error->status = CHATFMT_INPUT;
    snprintf(error->text, sizeof error->text, "%s%.60s %s", before, name, why);
    return false;
}

/* Options may be written with '-' as on the command line. */
static bool request_same(const char *known, chatfmt_slice name)
{
    size_t i = 0;
    while (i < name.length && known[i] &&
           (known[i] == name.data[i] || (known[i] == '_' && name.data[i] == '-')))
        i++;
    return i == name.length && !known[i];
}

static const request_member *request_find(const request_member *rows, size_t count,
                                          chatfmt_slice name)
{
    for (size_t i = 0; i < count; i++)
        if (request_same(rows[i].name, name)) return &rows[i];
    return NULL;
}

static bool request_has(chatfmt_value object, const char *name)
{
    return chatfmt_value_kind_of(chatfmt_value_find(object, name, strlen(name))) !=
           CHATFMT_VALUE_ABSENT;
}

request_kind request_kind_of(chatfmt_value request)
{
    static const struct {
        const char *name;
        request_kind kind;
    } rows[] = {{"conversation", REQUEST_CONVERSATION}, {"training", REQUEST_TRAINING},
                {"stopping", REQUEST_TRAINING},         {"stop_word", REQUEST_TRAINING},
                {"format", REQUEST_FORMAT},             {"program", REQUEST_FORMAT},
                {"model", REQUEST_MODEL}};
    for (size_t i = 0; i < REQUEST_COUNT(rows); i++)
        if (request_has(request, rows[i].name)) return rows[i].kind;
    return REQUEST_TEMPLATE;
}

/* "options." and "mask": what the other kinds of requests are for. */
static const char *request_why(unsigned kinds, request_kind kind)
{
    if (kinds == REQUEST_MODEL) return "is not used without \"model\": leave it out, or name a model";
    if (kinds == REQUEST_TEMPLATE)
        return kind == REQUEST_MODEL ? "is not used with \"model\": leave it out"
                                     : "is not used without \"chat_template\": leave it out";
    return "is not used in such a request: leave it out";
}

/* Members that are true, or given, but of no use to this kind. */
static bool request_check(chatfmt_value object, const request_member *rows, size_t count,
                          request_kind kind, const char *before, bool must_know,
                          chatfmt_error *error)
{
    if (chatfmt_value_kind_of(object) != CHATFMT_VALUE_OBJECT) return true;
    for (size_t i = 0; i < chatfmt_value_count(object); i++) {
        chatfmt_slice name = chatfmt_value_key_at(object, i);
        const request_member *row = request_find(rows, count, name);
        char text[64];
        if (row && ((row->kinds & kind) || !chatfmt_value_truth(chatfmt_value_at(object, i)))) continue;
        if (row) return request_refuse(error, before, row->name, request_why(row->kinds, kind));
        if (!must_know) continue;
        snprintf(text, sizeof text, "%.*s", (int)(name.length < 60 ? name.length : 60), name.data);
        return request_refuse(error, before, text, "is no option that there is");
    }
    return true;
}

bool request_members_check(chatfmt_value request, chatfmt_error *error)
{
    request_kind kind = request_kind_of(request);
    return request_check(request, request_tops, REQUEST_COUNT(request_tops), kind, "", false,
                         error) &&
           request_check(chatfmt_value_find(request, "options", 7), request_options,
                         REQUEST_COUNT(request_options), kind, "options.", true, error) &&
           request_check(chatfmt_value_find(request, "context", 7), request_arguments,
                         REQUEST_COUNT(request_arguments), kind, "context.", false, error);
}

bool request_variables_check(const char *json, chatfmt_error *error)
{
    static const request_member rows[] = {
        {"messages", 0},       {"conversation", 0}, {"tokenize", 0}, {"return_assistant_tokens_mask", 0},
        {"return_tensors", 0},
    };
    chatfmt_values *values;
    chatfmt_value object;
    if (chatfmt_values_new(NULL, NULL, &values, error)) return false;
    bool ok = !chatfmt_value_read_json(values, json, strlen(json), &object, error);
    if (ok && chatfmt_value_kind_of(object) != CHATFMT_VALUE_OBJECT)
        ok = request_refuse(error, "", "--variables", "is not an object");
    for (size_t i = 0; ok && i < REQUEST_COUNT(rows); i++)
        if (request_has(object, rows[i].name))
            ok = request_refuse(error, "", rows[i].name,
                                "is not used here: rows bring the messages, --columns says what "
                                "comes out");
    chatfmt_values_free(values);
    return ok;
}
