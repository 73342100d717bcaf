/* cli/json_file.c - a file of JSON, and the conversation in one. */
#include "json_file.h"
#include "show.h"

#include <stdio.h>
#include <string.h>

bool json_file_read(const char *path, chatfmt_values *values, file_text *text,
                    chatfmt_value *out)
{
    chatfmt_error error;
    if (!file_read(path, text)) return false;
    if (file_is_blank(text->data, text->length)) {
        fprintf(stderr, "chatfmt: %s: there is nothing in it; JSON was expected\n",
                file_name(path));
        return false;
    }
    if (chatfmt_value_read_json(values, text->data, text->length, out, &error)) {
        show_error(file_name(path), &error);
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
    return chatfmt_value_kind_of(chatfmt_value_find(object, key, strlen(key))) !=
           CHATFMT_VALUE_ABSENT;
}

bool json_file_read_conversation(const char *path, chatfmt_values *values, file_text *text,
                                 chatfmt_value *out)
{
    size_t count = sizeof json_file_remarks / sizeof *json_file_remarks;
    if (!json_file_read(path, values, text, out)) return false;
    if (chatfmt_value_kind_of(*out) != CHATFMT_VALUE_OBJECT || json_file_has(*out, "messages"))
        return true;
    for (size_t i = 0; i < count; i++)
        if (json_file_has(*out, json_file_remarks[i].key)) {
            fprintf(stderr, "chatfmt: %s: note: there are no \"messages\": %s\n",
                    file_name(path), json_file_remarks[i].remark);
            break;
        }
    return true;
}
