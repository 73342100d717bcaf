/* cli/description.c - what files say of how a model's replies are read (description.h). */
#define _POSIX_C_SOURCE 200809L
#include "description.h"

#include "files.h"
#include "show.h"

#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool description_load(const char *path, chatfmt_response_source source,
                      const chatfmt_limits *limits, chatfmt_response_template **out)
{
    chatfmt_error error;
    file_text text;
    *out = NULL;
    if (!file_read(path, &text)) return true;
    bool ok = !chatfmt_response_template_new(text.data, text.length, source, NULL, limits, out,
                                             &error);
    file_free(&text);
    if (ok) return true;
    if (source == CHATFMT_RESPONSE_CONFIG && error.status == CHATFMT_NOT_FOUND) return false;
    show_error(path, &error);
    return true;
}

/* The path of a model's tokenizer_config.json. False for a template, a GGUF file, and what does
 * not fit. */
static bool description_config(const char *model, char *path, size_t room)
{
    static const char json[] = ".json";
    struct stat about;
    size_t name = strlen(model);
    int length;
    if (stat(model, &about) == 0 && !S_ISDIR(about.st_mode)) { /* a template or a GGUF file */
        if (name < sizeof json - 1 || strcmp(model + name - (sizeof json - 1), json) != 0)
            return false;
        length = snprintf(path, room, "%s", model);
    } else if (stat(model, &about) == 0) {
        length = snprintf(path, room, "%s/tokenizer_config.json", model);
    } else { /* the id of a repository, perhaps */
        chatfmt_model *found;
        if (chatfmt_model_open(model, NULL, &found, NULL)) return false;
        chatfmt_slice folder = chatfmt_model_about(found)->path;
        length = snprintf(path, room, "%.*s/tokenizer_config.json", (int)folder.length,
                          folder.data);
        chatfmt_model_free(found);
    }
    return length > 0 && (size_t)length < room;
}

bool description_of_model(const char *model, const chatfmt_limits *limits,
                          chatfmt_response_template **out)
{
    char path[4096];
    return description_config(model, path, sizeof path) && access(path, R_OK) == 0 &&
           description_load(path, CHATFMT_RESPONSE_CONFIG, limits, out);
}
