/* cli/remedies.c - what a person can do about an error, in a line after it. */
#include "remedies.h"

#include "suggest.h"

#include <stdio.h>
#include <string.h>

/* The text between the quotes that end `before` and the next one. */
static bool remedy_between(const char *text, const char *before, chatfmt_slice *out)
{
    const char *begin = strstr(text, before), *end;
    if (!begin) return false;
    begin += strlen(before);
    end = strchr(begin, '\'');
    if (!end || end == begin) return false;
    *out = (chatfmt_slice){begin, (size_t)(end - begin)};
    return true;
}

static bool remedy_ends(chatfmt_slice text, const char *end)
{
    size_t length = strlen(end);
    return text.length >= length && !memcmp(text.data + text.length - length, end, length);
}

static chatfmt_value remedy_messages(chatfmt_value context)
{
    return chatfmt_value_kind_of(context) == CHATFMT_VALUE_OBJECT
               ? chatfmt_value_get(context, "messages")
               : context;
}

/* "'bos_token' is undefined" */
static void remedy_variable(const chatfmt_error *error, bool has_model)
{
    chatfmt_slice name;
    if (error->text[0] != '\'' || !remedy_between(error->text, "'", &name) ||
        strcmp(name.data + name.length, "' is undefined"))
        return;
    bool token = remedy_ends(name, "_token");
    fprintf(stderr, "    %s'%.*s=%s' gives it a value%s\n", "--set ", (int)name.length, name.data,
            token ? "\"<s>\"" : "…",
            token && !has_model ? "; --model PATH takes it from the model's files" : "");
}

/* "'dict object' has no attribute 'content'": the first message that lacks it. */
static void remedy_attribute(const chatfmt_error *error, chatfmt_value context, bool has_model)
{
    chatfmt_slice name;
    chatfmt_value messages = remedy_messages(context);
    if (!remedy_between(error->text, "' has no attribute '", &name)) return;
    if (chatfmt_value_kind_of(messages) == CHATFMT_VALUE_STRING) {
        fputs("    \"messages\" is a text; expected an array of messages\n", stderr);
        return;
    }
    for (size_t i = 0; i < chatfmt_value_count(messages); i++) {
        chatfmt_value message = chatfmt_value_at(messages, i);
        bool object = chatfmt_value_kind_of(message) == CHATFMT_VALUE_OBJECT;
        chatfmt_value_kind kind =
            chatfmt_value_kind_of(chatfmt_value_find(message, name.data, name.length));
        if (object && kind != CHATFMT_VALUE_ABSENT && !(has_model && kind == CHATFMT_VALUE_NONE))
            continue;
        if (object && kind == CHATFMT_VALUE_NONE)
            fprintf(stderr, "    messages[%lu].%.*s is null, which transformers leaves out%s\n",
                    (unsigned long)i, (int)name.length, name.data,
                    remedy_ends(name, "content") ? "; --fix null-to-empty makes it an empty text"
                                                 : "");
        else if (object)
            fprintf(stderr, "    messages[%lu] has no \"%.*s\"\n", (unsigned long)i,
                    (int)name.length, name.data);
        else
            fprintf(stderr, "    messages[%lu] is not an object\n", (unsigned long)i);
        return;
    }
}

/* Content null: the number of the message from the path of the error. */
static void remedy_null(const chatfmt_error *error, chatfmt_value context)
{
    unsigned long number;
    chatfmt_slice path = {error->path, strlen(error->path)};
    if (!remedy_ends(path, "].content") || sscanf(error->path, "messages[%lu]", &number) != 1)
        return;
    chatfmt_value message = chatfmt_value_at(remedy_messages(context), number);
    if (chatfmt_value_kind_of(chatfmt_value_get(message, "content")) == CHATFMT_VALUE_NONE)
        fputs("    --fix null-to-empty makes null an empty text\n", stderr);
}

/* A refused conversation: the first two messages of one role in a row, results of tools aside. */
static void remedy_roles(chatfmt_value messages)
{
    chatfmt_slice before = {"", 0}, role;
    for (size_t i = 0; i < chatfmt_value_count(messages); i++, before = role) {
        role = chatfmt_value_as_text(chatfmt_value_get(chatfmt_value_at(messages, i), "role"));
        if (role.length != before.length || memcmp(role.data, before.data, role.length) ||
            remedy_ends(role, "tool"))
            continue;
        fprintf(stderr, "    messages[%lu] and messages[%lu] have the same role\n",
                (unsigned long)i - 1, (unsigned long)i);
        return;
    }
}

void remedy_of_render(const chatfmt_error *error, chatfmt_value context, bool has_model)
{
    if (error->status == CHATFMT_RAISED) remedy_roles(remedy_messages(context));
    if (error->status == CHATFMT_UNDEFINED) {
        remedy_variable(error, has_model);
        remedy_attribute(error, context, has_model);
    } else if (has_model && error->status != CHATFMT_RAISED) {
        remedy_null(error, context);
    }
}

/* Whether a message has the role; those that there are go to `near`. */
static bool remedy_has_role(chatfmt_value messages, chatfmt_slice role, suggestion *near)
{
    bool found = false;
    for (size_t i = 0; i < chatfmt_value_count(messages); i++) {
        chatfmt_value one = chatfmt_value_at(messages, i);
        chatfmt_slice is = chatfmt_value_as_text(chatfmt_value_get(one, "role"));
        if (chatfmt_value_kind_of(one) == CHATFMT_VALUE_ARRAY)
            found = remedy_has_role(one, role, near) || found;
        else if (is.length == role.length && !memcmp(is.data, role.data, role.length))
            found = true;
        else
            suggestion_offer(near, is.data, is.length);
    }
    return found;
}

void remedy_of_roles(const chatfmt_mask_options *mask, chatfmt_value conversation)
{
    for (size_t i = 0; i < mask->role_count; i++) {
        chatfmt_slice role = mask->roles[i];
        suggestion near;
        suggestion_start(&near, role.data, role.length);
        if (remedy_has_role(remedy_messages(conversation), role, &near)) continue;
        fprintf(stderr, "chatfmt: warning: --roles %.*s: no message has this role%s%s%s\n",
                (int)role.length, role.data, near.name[0] ? "; did you mean " : "", near.name,
                near.name[0] ? "?" : "");
    }
}

/* The library serves other programs too, and names no option of this one. */
static const struct {
    const char *words, *option;
} remedy_options[] = {
    {"Give one as `chat_template`", "--chat-template NAME, --default-template FILE"},
    {"but only processors read it", "--processor"},
    {"the columns say what comes out", "--columns NAMES"},
};

const char *remedy_option(const char *text)
{
    for (size_t i = 0; i < sizeof remedy_options / sizeof *remedy_options; i++)
        if (strstr(text, remedy_options[i].words)) return remedy_options[i].option;
    return NULL;
}

void remedy_of_set(const char *setting)
{
    const char *value = setting + strcspn(setting, "=") + 1;
    if (strcmp(value, "True") && strcmp(value, "False") && strcmp(value, "None"))
        fputs("    the value is JSON; a string needs its quotes: --set 'NAME=\"text\"'\n", stderr);
}
