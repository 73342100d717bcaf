/* cli/json_file.c - a file of JSON, and the conversation in one. */
#include "json_file.h"

#include "show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool json_file_is_text(const char *path)
{
    const char *begin = path + strspn(path, " \t\r\n");
    return *begin == '[' || *begin == '{';
}

static bool json_file_copy(const char *json, file_text *text)
{
    size_t length = strlen(json);
    *text = (file_text){malloc(length), length};
    if (text->data) memcpy(text->data, json, length);
    else fputs("chatfmt: out of memory\n", stderr);
    return text->data != NULL;
}

bool json_file_read(const char *path, const char *what, chatfmt_values *values, file_text *text,
                    chatfmt_value *out)
{
    chatfmt_error error;
    bool is_text = json_file_is_text(path);
    const char *name = is_text ? what : file_name(path);
    if (!(is_text ? json_file_copy : file_read)(path, text)) return false;
    if (file_is_blank(text->data, text->length)) {
        fprintf(stderr, "chatfmt: %s: is empty; JSON was expected\n", name);
        return false;
    }
    if (chatfmt_value_read_json(values, text->data, text->length, out, &error)) {
        show_error(name, &error);
        if (!error.offset && strstr(error.text, "expecting value"))
            fputs("    JSON is expected: an array […] or an object {…}\n", stderr);
        return false;
    }
    return true;
}

/* Keys that tell what an object without messages was meant as. */
static const struct {
    const char *key, *remark;
} json_file_remarks[] = {
    {"role", "this object looks like one message; a conversation is an array: [{…}]"},
    {"conversations", "this looks like a row of a data set; chatfmt map reads those"},
    {"conversation", "this looks like a row of a data set; chatfmt map reads those"},
};

static bool json_file_has(chatfmt_value object, const char *key)
{
    return chatfmt_value_kind_of(chatfmt_value_get(object, key)) != CHATFMT_VALUE_ABSENT;
}

/* A key that is nearly "messages", with an array. */
static const char *json_file_misspelled(chatfmt_value conversation)
{
    static const chatfmt_slice messages = {"messages", 8};
    static char remark[64];
    for (size_t i = 0; i < chatfmt_value_count(conversation); i++) {
        chatfmt_slice key = chatfmt_value_key_at(conversation, i);
        chatfmt_value value = chatfmt_value_find(conversation, key.data, key.length);
        if (key.length > 16 || chatfmt_value_kind_of(value) != CHATFMT_VALUE_ARRAY ||
            !chatfmt_suggest(key, &messages, 1).length)
            continue;
        snprintf(remark, sizeof remark, "the key \"%.*s\" looks like a misspelling",
                 (int)key.length, key.data);
        return remark;
    }
    return NULL;
}

const char *json_file_remark(chatfmt_value conversation)
{
    if (chatfmt_value_kind_of(conversation) != CHATFMT_VALUE_OBJECT ||
        json_file_has(conversation, "messages"))
        return NULL;
    for (size_t i = 0; i < sizeof json_file_remarks / sizeof *json_file_remarks; i++)
        if (json_file_has(conversation, json_file_remarks[i].key))
            return json_file_remarks[i].remark;
    return json_file_misspelled(conversation);
}
