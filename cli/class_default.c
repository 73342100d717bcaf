/* cli/class_default.c - the template that a model's class had. */
#include "class_default.h"
#include "files.h"
#include "show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool class_has_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file) fclose(file);
    return file != NULL;
}

/* A string of a JSON file in the folder; "" without it. */
static chatfmt_slice class_member(chatfmt_values *values, chatfmt_slice folder, const char *file,
                                  const char *key, file_text *text)
{
    char path[4096];
    chatfmt_value object;
    snprintf(path, sizeof path, "%.*s/%s", (int)folder.length, folder.data, file);
    if (!class_has_file(path) || !file_read(path, text) ||
        chatfmt_value_read_json(values, text->data, text->length, &object, NULL))
        return (chatfmt_slice){"", 0};
    return chatfmt_value_as_text(chatfmt_value_find(object, key, strlen(key)));
}

static bool class_export(const char *path, chatfmt_values *values, chatfmt_slice class_name,
                         chatfmt_slice type, char **text, size_t *length)
{
    chatfmt_error error;
    chatfmt_slice name, source;
    chatfmt_format *format = NULL;
    char full[64];
    bool ok = !chatfmt_formats_of_class(class_name.data, class_name.length, type.data, type.length,
                                        &name, &error);
    snprintf(full, sizeof full, "class/%.*s", ok ? (int)name.length : 0, ok ? name.data : "");
    ok = ok && !chatfmt_format_open(NULL, full, strlen(full), NULL, &format, &error) &&
         !chatfmt_format_export(format, values, &source, &error);
    if (ok) {
        *text = malloc(source.length + 1);
        *length = source.length;
        if (*text) memcpy(*text, source.data, source.length);
        fprintf(stderr, "chatfmt: %s: no template: %s, the default of %.*s in transformers before "
                        "4.44, is used; chatfmt formats export %s prints it\n", path, full,
                class_name.length ? (int)class_name.length : (int)type.length,
                class_name.length ? class_name.data : type.data, full);
    } else {
        show_error(path, &error);
    }
    chatfmt_format_free(format);
    return ok && *text;
}

bool class_default_read(const char *path, const chatfmt_model *model, char **text, size_t *length)
{
    chatfmt_values *values;
    chatfmt_error error;
    file_text config = {0}, more = {0};
    chatfmt_slice folder = chatfmt_model_about(model)->path;
    *text = NULL;
    if (chatfmt_values_new(NULL, NULL, &values, &error)) return show_error(path, &error), false;
    chatfmt_slice class_name =
        class_member(values, folder, "tokenizer_config.json", "tokenizer_class", &config);
    chatfmt_slice type = class_member(values, folder, "config.json", "model_type", &more);
    bool ok = class_name.length || type.length;
    if (!ok)
        fprintf(stderr, "chatfmt: %s: neither tokenizer_class of tokenizer_config.json nor model_type "
                        "of config.json says whose default it is: give --default-template FILE\n",
                path);
    ok = ok && class_export(path, values, class_name, type, text, length);
    chatfmt_values_free(values);
    file_free(&config);
    file_free(&more);
    return ok;
}
