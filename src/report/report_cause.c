/* report/report_cause.c - which message an error of a render comes from. */
#include "report/reports.h"

#include "base/report.h"

#include <string.h>

static size_t cause_number(const char *digits)
{
    size_t number = 0;
    for (; *digits >= '0' && *digits <= '9'; digits++)
        number = number * 10 + (size_t)(*digits - '0');
    return number;
}

/* The messages; of several conversations those of the one that the error's path names. */
static chatfmt_value cause_messages(chatfmt_value conversation, const char *path)
{
    static const char which[] = "conversations[";
    chatfmt_value messages = chatfmt_value_kind_of(conversation) == CHATFMT_VALUE_OBJECT
                                 ? chatfmt_value_get(conversation, "messages")
                                 : conversation;
    if (strncmp(path, which, sizeof which - 1) != 0) return messages;
    return chatfmt_value_at(messages, cause_number(path + sizeof which - 1));
}

/* "'dict object' has no attribute 'content'": the name. */
static chatfmt_slice cause_attribute(const char *text)
{
    static const char words[] = "' has no attribute '";
    const char *begin = strstr(text, words), *end;
    if (!begin) return CFT_LIT("");
    begin += sizeof words - 1;
    end = strchr(begin, '\'');
    return !end ? CFT_LIT("") : cft_slice_of(begin, (size_t)(end - begin));
}

static void cause_message(cft_json_out *out, size_t number, const char *then)
{
    cft_out_text(out, "    messages[");
    cft_out_number(out, number);
    cft_out_text(out, "]");
    cft_out_text(out, then);
}

#define CAUSE_ROWS "this looks like an array of rows: jq -c '.[]' FILE | chatfmt map …"

/* What a message without a role probably is, by its members. */
static const struct {
    const char *member, *also, *remark;
} cause_shapes[] = {
    {"from", "value", "from and value are ShareGPT's: chatfmt map reads such rows"},
    {"messages", "messages", CAUSE_ROWS},
    {"conversations", "conversations", CAUSE_ROWS},
    {"instruction", "instruction", CAUSE_ROWS},
};

static void cause_shape(cft_json_out *out, chatfmt_value message)
{
    for (size_t i = 0; i < sizeof cause_shapes / sizeof *cause_shapes; i++) {
        if (!chatfmt_value_kind_of(chatfmt_value_get(message, cause_shapes[i].member)) ||
            !chatfmt_value_kind_of(chatfmt_value_get(message, cause_shapes[i].also)))
            continue;
        cft_out_text(out, "    ");
        cft_out_text(out, cause_shapes[i].remark);
        cft_out_text(out, "\n");
        return;
    }
}

/* Whether the message lacks the member, which is written then. Members that are null are left out
 * of what goes to a model. Only an object ("'dict object' has no …") is one that lacks it. */
static bool cause_lacks(cft_json_out *out, size_t number, chatfmt_value message, cft_slice name,
                        bool nulls_lack, bool of_object)
{
    chatfmt_value_kind kind =
        chatfmt_value_kind_of(chatfmt_value_find(message, name.data, name.length));
    bool object = chatfmt_value_kind_of(message) == CHATFMT_VALUE_OBJECT;
    bool null = object && kind == CHATFMT_VALUE_NONE;
    if (object != of_object) return false;
    if (object && kind != CHATFMT_VALUE_ABSENT && !(null && nulls_lack)) return false;
    cause_message(out, number, null ? "." : object ? " has no \"" : " is not an object");
    if (object) cft_out_visible(out, name.data, name.length, true);
    cft_out_text(out, null     ? " is null, which transformers leaves out\n"
                      : object ? "\"\n"
                               : "\n");
    if (!chatfmt_value_kind_of(chatfmt_value_get(message, "role"))) cause_shape(out, message);
    return true;
}

/* The first message without a role. */
static bool cause_roleless(cft_json_out *out, chatfmt_value messages, bool nulls_lack)
{
    for (size_t i = 0; i < chatfmt_value_count(messages); i++)
        if (cause_lacks(out, i, chatfmt_value_at(messages, i), CFT_LIT("role"), nulls_lack, true))
            return true;
    return false;
}

/* What a value that lacks `name` should have been: by the end of its path. */
static const struct {
    const char *list, *name, *remark;
} cause_wholes[] = {
    {"tool_calls[", "function",
     ": a call is {\"type\": \"function\", \"function\": {\"name\": …, \"arguments\": …}}"},
    {"tools[", "function",
     ": a tool is {\"type\": \"function\", \"function\": {\"name\": …, …}}"},
};

/* Whether a call has the member after all: of ".tool_calls[2].function" the function of call 2. */
static bool cause_call_has(chatfmt_value message, const char *rest, cft_slice name)
{
    size_t number;
    const char *member = rest ? cft_path_item(rest, ".tool_calls[", &number) : NULL;
    if (!member || strrchr(member, '.') != member) return false;
    chatfmt_value call = chatfmt_value_at(chatfmt_value_get(message, "tool_calls"), number);
    return chatfmt_value_kind_of(chatfmt_value_find(call, name.data, name.length)) !=
           CHATFMT_VALUE_ABSENT;
}

/* The member `name` of a value in a message, a tool or a document; `path` ends in it. */
static void cause_member(cft_json_out *out, const char *path, cft_slice name, bool is_there)
{
    size_t length = strlen(path) - name.length - 1;
    const char *last = path + length;
    cft_out_text(out, "    ");
    cft_out_visible(out, path, length, true);
    cft_out_text(out, is_there ? ": its \"" : " has no \"");
    cft_out_visible(out, name.data, name.length, true);
    cft_out_text(out, is_there ? "\" is not an object" : "\"");
    while (last > path && last[-1] != '.') last--;
    for (size_t i = 0; i < sizeof cause_wholes / sizeof *cause_wholes; i++)
        if (!strncmp(last, cause_wholes[i].list, strlen(cause_wholes[i].list)) &&
            cft_slice_equal(name, cft_slice_of(cause_wholes[i].name,
                                               strlen(cause_wholes[i].name))))
            cft_out_text(out, cause_wholes[i].remark);
    cft_out_text(out, "\n");
}

/* What lacks what the template reads. */
static void cause_undefined(cft_json_out *out, const chatfmt_error *shown, chatfmt_value messages,
                            bool nulls_lack)
{
    cft_slice name = cause_attribute(shown->text);
    const char *at = strstr(shown->path, "messages["), *last = strrchr(shown->path, '.');
    size_t number = 0;
    const char *end = at ? cft_path_message(at, &number) : NULL;
    if (last && strstr(shown->text, "of type Undefined"))
        name = cft_slice_of(last + 1, strlen(last + 1));
    bool member = last && cft_slice_equal(cft_slice_of(last + 1, strlen(last + 1)), name);
    if (!name.length) return;
    if (chatfmt_value_kind_of(messages) == CHATFMT_VALUE_STRING) {
        cft_out_text(out, "    \"messages\" is a text; expected an array of messages\n");
        return;
    }
    if (end && (!*end || (member && last == end)))
        cause_lacks(out, number, chatfmt_value_at(messages, number), name, nulls_lack,
                    !strncmp(shown->text, "'dict object'", 13));
    else if (member)
        cause_member(out, shown->path, name,
                     cause_call_has(chatfmt_value_at(messages, number), end, name));
}

/* Text where the template goes through an object, as arguments of a call, or through parts. */
static void cause_text(cft_json_out *out, const chatfmt_error *shown)
{
    const char *path = strchr(shown->path, '.');
    cft_slice name = cause_attribute(shown->text);
    bool object = cft_slice_equal(name, CFT_LIT("items"));
    bool parts = path && !strcmp(path, ".content") &&
                 (cft_slice_equal(name, CFT_LIT("type")) || cft_slice_equal(name, CFT_LIT("text")));
    if (!path || strncmp(shown->text, "'str object'", 12) || (!object && !parts)) return;
    cft_out_text(out, "    ");
    cft_out_visible(out, shown->path, strlen(shown->path), true);
    cft_out_text(out, object ? " is text; the template takes an object here\n"
                             : " is text; the template takes a list of parts here\n");
}

bool cft_ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), most = strlen(end);
    return length >= most && !strcmp(text + length - most, end);
}

/* What content is where the template takes text; NULL for text, and for what is not there. */
static const char *cause_kind(chatfmt_value_kind kind)
{
    switch (kind) {
    case CHATFMT_VALUE_NONE: return "null";
    case CHATFMT_VALUE_BOOL: return "true or false";
    case CHATFMT_VALUE_INT:
    case CHATFMT_VALUE_FLOAT: return "a number";
    case CHATFMT_VALUE_ARRAY: return "a list of parts";
    case CHATFMT_VALUE_OBJECT: return "an object";
    default: return NULL;
    }
}

/* The content that the error is about, where it is no text: that of the message in the path;
 * without a path the first list. */
static void cause_content(cft_json_out *out, const chatfmt_error *shown, chatfmt_value messages)
{
    const char *at = strstr(shown->path, "messages[");
    size_t i = 0;
    const char *member = at ? cft_path_message(at, &i) : NULL;
    bool named = member && !strcmp(member, ".content");
    if (shown->path[0] ? !named : strncmp(shown->text, "'list object'", 13) != 0) return;
    for (; i < chatfmt_value_count(messages); i++) {
        chatfmt_value content = chatfmt_value_get(chatfmt_value_at(messages, i), "content");
        chatfmt_value_kind kind = chatfmt_value_kind_of(content);
        const char *words = cause_kind(kind);
        if (kind == CHATFMT_VALUE_NONE && shown->status != CHATFMT_TYPE) words = NULL;
        if (words && (named || kind == CHATFMT_VALUE_ARRAY)) {
            cause_message(out, i, ".content is ");
            cft_out_text(out, words);
            cft_out_text(out, "; the template takes text here\n");
        }
        if (kind == CHATFMT_VALUE_ARRAY || named) return;
    }
}

/* A refused conversation: the first two messages of one role in a row, results of tools aside. */
static void cause_roles(cft_json_out *out, chatfmt_value messages)
{
    chatfmt_slice before = {"", 0}, role;
    for (size_t i = 0; i < chatfmt_value_count(messages); i++, before = role) {
        role = chatfmt_value_as_text(chatfmt_value_get(chatfmt_value_at(messages, i), "role"));
        if (!role.length || !cft_slice_equal(role, before) ||
            cft_slice_equal(role, CFT_LIT("tool")))
            continue;
        cause_message(out, i - 1, " and messages[");
        cft_out_number(out, i);
        cft_out_text(out, "] have the same role\n");
        return;
    }
}

/* The roles that templates know, words of ShareGPT for them, and what they are called here. */
enum { CAUSE_ROLES = 5, CAUSE_WORDS = 7 };
static const chatfmt_slice cause_words[CAUSE_WORDS] = {
    {"user", 4}, {"assistant", 9}, {"system", 6}, {"tool", 4}, {"developer", 9},
    {"human", 5}, {"gpt", 3},
};
static const char *const cause_meant[CAUSE_WORDS] = {
    "\"user\"", "\"assistant\"", "\"system\"", "\"tool\"", "\"developer\"",
    "\"user\", which is \"human\" in ShareGPT", "\"assistant\", which is \"gpt\" in ShareGPT",
};

/* What a role was probably meant to be; NULL for one that is known, or near none. */
static const char *cause_near_role(cft_slice role)
{
    cft_slice near = chatfmt_suggest(role, cause_words, CAUSE_WORDS);
    size_t i = 0;
    while (i < CAUSE_WORDS && near.data != cause_words[i].data) i++;
    bool is_known = i < CAUSE_ROLES && cft_slice_equal(role, near);
    return i == CAUSE_WORDS || is_known ? NULL : cause_meant[i];
}

/* Roles whose messages hardly any template leaves out. */
static bool cause_is_written(cft_slice role)
{
    return cft_slice_equal(role, CFT_LIT("user")) || cft_slice_equal(role, CFT_LIT("assistant"));
}

/* The role of a message, where it is not in the error already or was meant to be another; with
 * `is_odd` only one that a template may leave out. */
static void cause_role(cft_json_out *out, size_t number, chatfmt_value messages, bool is_told,
                       bool is_odd)
{
    chatfmt_value message = chatfmt_value_at(messages, number);
    cft_slice role = chatfmt_value_as_text(chatfmt_value_get(message, "role"));
    const char *meant = cause_near_role(role);
    if (!role.length || (is_told && !meant) || (is_odd && cause_is_written(role))) return;
    cause_message(out, number, " has the role \"");
    cft_out_visible(out, role.data, role.length, true);
    cft_out_text(out, meant ? "\"; did you mean " : "\"");
    cft_out_text(out, meant ? meant : "");
    cft_out_text(out, meant ? "?\n" : "\n");
}

/* The number in a text after these words; SIZE_MAX where it does not begin with them. */
static size_t cause_number_after(const char *text, const char *begin)
{
    size_t length = strlen(begin);
    return strncmp(text, begin, length) ? SIZE_MAX : cause_number(text + length);
}

/* Whether the first text that a prompt lacks is a message's content; whose. */
static bool cause_lacks_content(const char *text, size_t *number)
{
    static const char begin[] = "unwritten: the prompt would be without ";
    const char *path = strncmp(text, begin, sizeof begin - 1) ? text : text + sizeof begin - 1;
    const char *member = cft_path_message(path, number);
    return member && !strncmp(member, ".content", 8);
}

/* A conversation that is refused, or not written: by their roles most templates choose what they
 * write. "empty_prompt: nothing is written of messages[0].content" */
static void cause_refused(cft_json_out *out, const chatfmt_error *shown, chatfmt_value messages,
                          bool nulls_lack)
{
    bool is_role = !strncmp(shown->text, "unknown_role: ", 14);
    size_t number =
        is_role ? cause_number_after(shown->path, "messages[")
                : cause_number_after(shown->text, "empty_prompt: nothing is written of messages[");
    bool is_empty = !is_role && number != SIZE_MAX;
    bool is_strict = !strncmp(shown->text, "unwritten: ", 11);
    if (is_strict && !cause_lacks_content(shown->text, &number)) number = SIZE_MAX;
    if (shown->status != CHATFMT_RAISED && !is_role && !is_empty && !is_strict) return;
    if (cause_roleless(out, messages, nulls_lack || is_empty)) return;
    if (number != SIZE_MAX) cause_role(out, number, messages, is_role, is_strict);
    else if (!is_role && !is_strict) cause_roles(out, messages);
}

chatfmt_status chatfmt_report_cause(const chatfmt_error *shown, chatfmt_value conversation,
                                    int nulls_lack, char **text, size_t *length,
                                    chatfmt_error *error)
{
    cft_json_out out;
    CFT_TRY(cft_result_begin(&out, shown ? NULL : "shown", text, error));
    chatfmt_value messages = cause_messages(conversation, shown->path);
    if (shown->status == CHATFMT_VALUE || shown->status == CHATFMT_RAISED)
        cause_refused(&out, shown, messages, nulls_lack != 0);
    if (shown->status == CHATFMT_UNDEFINED || shown->status == CHATFMT_TYPE)
        cause_content(&out, shown, messages);
    if (shown->status == CHATFMT_UNDEFINED || strstr(shown->text, "of type Undefined"))
        cause_undefined(&out, shown, messages, nulls_lack != 0);
    cause_text(&out, shown);
    return cft_result_give(&out, text, length, error);
}
