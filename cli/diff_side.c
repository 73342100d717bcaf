/* cli/diff_side.c - opening and rendering one side of a comparison. */
#include "diff_side.h"

#include "show.h"

#include <string.h>

enum { DIFF_NOW = 1767322800 }; /* one moment for both: 2026-01-02 03:00 */

bool diff_work_open(diff_work *work)
{
    chatfmt_error error;
    if (!chatfmt_values_new(NULL, NULL, &work->values, &error)) return true;
    show_error(NULL, &error);
    return false;
}

void diff_work_close(diff_work *work)
{
    chatfmt_values_free(work->values);
    model_cache_close(&work->models);
}

static bool diff_open_format(diff_side *side, const char *name, chatfmt_error *error)
{
    return !chatfmt_format_open(NULL, name, strlen(name), NULL, &side->format, error) &&
           !chatfmt_renderer_new(NULL, &side->renderer, error);
}

bool diff_side_open(diff_work *work, diff_side *side, const char *path, const char *name)
{
    static const char prefix[] = "format:";
    chatfmt_error error, other;
    bool ok;
    if (name) side->name = (chatfmt_slice){name, strlen(name)};
    if (!strncmp(path, prefix, sizeof prefix - 1)) {
        ok = diff_open_format(side, path + sizeof prefix - 1, &error);
    } else {
        side->model =
            model_cache_get(&work->models, (chatfmt_slice){path, strlen(path)}, 0, &error);
        ok = side->model && !chatfmt_chat_new(NULL, NULL, &side->chat, &error) &&
             !chatfmt_request_new(NULL, &side->request, &error);
        if (!side->model && error.status == CHATFMT_NOT_FOUND)
            ok = diff_open_format(side, path, &other);
    }
    if (!ok) show_error(NULL, &error);
    return ok;
}

void diff_side_close(diff_side *side)
{
    chatfmt_request_free(side->request);
    chatfmt_chat_free(side->chat);
    chatfmt_renderer_free(side->renderer);
    chatfmt_format_free(side->format);
}

static bool diff_render_format(diff_work *work, diff_side *side, const char *json,
                               size_t length, diff_result *out)
{
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    chatfmt_value context;
    options.flags = CHATFMT_RENDER_NOW;
    options.now = DIFF_NOW;
    return !chatfmt_value_read_json(work->values, json, length, &context, &out->error) &&
           !chatfmt_format_render(side->renderer, side->format, NULL, context, &options,
                                  &out->text, &out->error);
}

/* A template alone has no tokens, and most templates cannot do without. */
static bool diff_render_model(diff_work *work, diff_side *side, const char *json, size_t length,
                              diff_result *out)
{
    static const char tokens[] = "{\"bos_token\":\"<s>\",\"eos_token\":\"</s>\"}";
    bool bare = chatfmt_model_token_count(side->model) == 0;
    chatfmt_request *r = side->request;
    const chatfmt_applied *applied;
    chatfmt_value context;
    chatfmt_request_copy(r, NULL);
    if ((bare && chatfmt_value_read_json(work->values, tokens, sizeof tokens - 1,
                                         &r->apply->variables, &out->error)) ||
        chatfmt_value_read_json(work->values, json, length, &context, &out->error) ||
        chatfmt_request_read(r, work->values, context, CHATFMT_FROM_DATA, &out->error))
        return false;
    r->apply->flags |= CHATFMT_APPLY_NOW;
    r->apply->now = DIFF_NOW;
    if (side->name.length) r->apply->chat_template = side->name;
    if (chatfmt_chat_apply(side->chat, side->model, r->conversation, r->apply, &applied,
                           &out->error))
        return false;
    out->text = applied->text;
    return true;
}

void diff_side_render(diff_work *work, diff_side *side, const char *json, size_t length,
                      diff_result *out)
{
    memset(out, 0, sizeof *out);
    out->text = (chatfmt_slice){"", 0};
    out->ok = side->format ? diff_render_format(work, side, json, length, out)
                           : diff_render_model(work, side, json, length, out);
    if (!out->ok) out->text = (chatfmt_slice){out->error.text, strlen(out->error.text)};
}
