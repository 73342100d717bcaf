/* chat/apply_blame.c - which member of a conversation an error is about, where Python's words do
 * not say it. */
#include "chat/applier.h"

#include "formats/format.h"
#include "value/number_order.h"

/* What the error calls NAME: "'dict object' has no attribute 'NAME'". Empty for other errors. */
static cft_slice blame_name(const chatfmt_error *error)
{
    static const char words[] = " has no attribute '";
    const char *found = strstr(error->text, words), *end;
    if (!found) return CFT_LIT("");
    found += sizeof words - 1;
    end = strchr(found, '\'');
    return end && !end[1] ? cft_slice_of(found, (size_t)(end - found)) : CFT_LIT("");
}

static bool blame_is_list(cft_value value)
{
    return value.kind == CFT_LIST || value.kind == CFT_TUPLE;
}

/* The first message that is no object; their number without one. */
static size_t blame_odd(const cft_list *list)
{
    size_t i = 0;
    while (i < list->count && list->items[i].kind == CFT_DICT) i++;
    return i;
}

/* Whether the member of this name is null, and so left out, or content that is missing beside
 * calls. */
static bool blame_is_null(cft_value message, cft_slice name)
{
    return cft_slice_equal(name, CFT_LIT("content"))
               ? cft_apply_lacks_content(message)
               : cft_apply_member(message, name).kind == CFT_NONE;
}

static void blame_path(chatfmt_error *error, const char *path)
{
    cft_error_path(error, cft_slice_of(path, strlen(path)));
}

static void blame_message(chatfmt_error *error, size_t number, cft_slice name)
{
    chatfmt_error path;
    cft_fail(&path, CHATFMT_OK, "messages[%zu]%s%.*s", number, name.length ? "." : "",
             (int)name.length, name.data);
    blame_path(error, path.text);
}

/* The first message whose content is no text, list or null, but of the type that the error
 * names. */
static size_t blame_content(const chatfmt_error *error, const cft_list *list)
{
    size_t i = 0;
    for (; i < list->count; i++) {
        cft_value content = cft_apply_member(list->items[i], CFT_LIT("content"));
        bool odd = content.kind == CFT_DICT || content.kind == CFT_BOOL || cft_is_number(content);
        if (odd && strstr(error->text, cft_type_name(content))) break;
    }
    return i;
}

/* What a call, or its "function", has to have and has not; NULL when it is whole. */
static const char *blame_lack(cft_value call)
{
    cft_value function = cft_apply_member(call, CFT_LIT("function"));
    bool inner = function.kind != CFT_ABSENT;
    if (call.kind != CFT_DICT) return "";
    if (inner && function.kind != CFT_DICT) return ".function";
    if (!inner) function = call;
    if (cft_apply_member(function, CFT_LIT("name")).kind != CFT_STRING)
        return inner ? ".function.name" : ".name";
    if (cft_apply_member(function, CFT_LIT("arguments")).kind == CFT_ABSENT)
        return inner ? ".function.arguments" : ".arguments";
    return NULL;
}

/* The first calls that are no list, or the first call that is not whole. */
static void blame_shape(chatfmt_error *error, const cft_list *list)
{
    chatfmt_error path;
    for (size_t i = 0; i < list->count; i++) {
        cft_value calls = cft_apply_member(list->items[i], CFT_LIT("tool_calls"));
        if (calls.kind == CFT_ABSENT || calls.kind == CFT_NONE) continue;
        if (!blame_is_list(calls)) {
            blame_message(error, i, CFT_LIT("tool_calls"));
            return;
        }
        for (size_t k = 0; k < calls.as.list->count; k++) {
            const char *lack = blame_lack(calls.as.list->items[k]);
            if (!lack) continue;
            cft_fail(&path, CHATFMT_OK, "messages[%zu].tool_calls[%zu]%s", i, k, lack);
            blame_path(error, path.text);
            return;
        }
    }
}

/* The path of a message that lacks a member becomes that of the member, where it was left out. */
static void blame_left_out(const cft_applier_job *job, chatfmt_error *error)
{
    cft_slice name = blame_name(error);
    size_t number;
    const char *member = cft_path_message(error->path, &number);
    if (error->status != CHATFMT_UNDEFINED || !name.length || !member || *member ||
        !blame_is_list(job->conversation) || number >= job->conversation.as.list->count)
        return;
    if (blame_is_null(job->conversation.as.list->items[number], name))
        blame_message(error, number, name);
}

/* Whether a template took an item of a list that has none, where the conversation has none. */
static bool blame_is_empty(const cft_applier_job *job, const chatfmt_error *error)
{
    cft_value messages = job->messages;
    return error->status == CHATFMT_UNDEFINED && messages.kind == CFT_LIST &&
           !messages.as.list->count &&
           (strstr(error->text, "list object has no element") ||
            strstr(error->text, "sequence was empty"));
}

void cft_applier_blame(const cft_applier_job *job, chatfmt_error *error)
{
    if (!error) return;
    blame_left_out(job, error);
    if (error->path[0]) return;
    if (job->model->model.of_format) cft_format_blame_role(error, job->conversation);
    if (!error->path[0] && blame_is_empty(job, error)) blame_path(error, "messages");
    if (error->path[0]) return;
    bool shape = error->status == CHATFMT_ATTRIBUTE &&
                 cft_slice_equal(blame_name(error), CFT_LIT("items"));
    bool type = error->status == CHATFMT_TYPE;
    if (!blame_is_list(job->conversation)) {
        if (shape || (type && !error->line)) blame_path(error, "messages");
        return;
    }
    const cft_list *list = job->conversation.as.list;
    size_t number = shape ? blame_odd(list) : type ? blame_content(error, list) : list->count;
    if (number < list->count)
        blame_message(error, number, shape ? CFT_LIT("") : CFT_LIT("content"));
    else if (type && strstr(error->text, "Undefined"))
        blame_shape(error, list);
}
