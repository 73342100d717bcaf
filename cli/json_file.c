/* cli/json_file.c - a file of JSON. */
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
    if (is_text && !json_file_copy(path, text)) return false;
    if (!is_text && !file_read(path, text))
        return fputs("    expected a JSON file, or the JSON itself: […] or {…}\n", stderr) < 0;
    if (file_is_blank(text->data, text->length))
        return fprintf(stderr, "chatfmt: %s: is empty; JSON was expected\n", name) < 0;
    if (chatfmt_value_read_json(values, text->data, text->length, out, &error)) {
        show_error(name, &error);
        bool tag = error.offset == 1 && text->length > 1 && strchr("{%#", text->data[1]);
        if (tag || (!error.offset && strstr(error.text, "expecting value")))
            fputs("    JSON is expected: an array […] or an object {…}\n", stderr);
        return false;
    }
    return true;
}
