/* cli/cmd_render.c - chatfmt render: a template and a conversation to a prompt. */
#define _POSIX_C_SOURCE 200809L
#include "clock.h"
#include "command.h"
#include "files.h"
#include "formats_file.h"
#include "limits.h"
#include "model_render.h"
#include "options.h"
#include "show.h"
#include "show_ids.h"

#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RENDER_MAX_SETS = 64, RENDER_MAX_TRUSTED = 64 };

typedef enum render_output { OUTPUT_TEXT, OUTPUT_JSON, OUTPUT_SPANS, OUTPUT_IDS,
               OUTPUT_TOKENS } render_output;

typedef struct render_settings {
    const char *template_path, *conversation_path, *tools_path, *documents_path;
    const char *format_name, *formats_path, *program;
    const char *sets[RENDER_MAX_SETS]; /* NAME=JSON */
    int set_count;
    bool batch, add_generation_prompt, plain, raw, has_now, has_seed, has_trusted;
    int colour; /* -1 as the terminal says */
    uint32_t compile_flags;
    int64_t now;
    uint64_t seed;
    render_output output;
    chatfmt_limits limits;
    chatfmt_slice trusted[RENDER_MAX_TRUSTED];
    size_t trusted_count;
    ids_settings ids;     /* of --output ids */
    bool token_option;    /* some option about tokens was given */
    model_settings model; /* of --model */
} render_settings;

/* What one run of the command owns. */
typedef struct render_work {
    file_text source, conversation, tools, documents;
    chatfmt_values *values;
    chatfmt_template *compiled;
    chatfmt_formats *formats; /* the user's, or NULL */
    chatfmt_format *format;   /* instead of a template */
    chatfmt_renderer *renderer;
} render_work;

/* ---- Options ---- */

static bool render_bad(const char *option, const char *why)
{
    fprintf(stderr, "chatfmt: %s: %s\n", option, why);
    return false;
}

static bool set_template(void *settings, const char *value)
{
    ((render_settings *)settings)->template_path = value;
    return true;
}

static bool set_format(void *settings, const char *value)
{
    ((render_settings *)settings)->format_name = value;
    return true;
}

static bool set_formats_file(void *settings, const char *value)
{
    ((render_settings *)settings)->formats_path = value;
    return true;
}

static bool set_program(void *settings, const char *value)
{
    ((render_settings *)settings)->program = value;
    return true;
}

static bool set_tools(void *settings, const char *value)
{
    ((render_settings *)settings)->tools_path = value;
    return true;
}

static bool set_documents(void *settings, const char *value)
{
    ((render_settings *)settings)->documents_path = value;
    return true;
}

static bool set_variable(void *settings, const char *value)
{
    render_settings *s = settings;
    if (value[0] == '=' || !strchr(value, '='))
        return render_bad("--set", "expected NAME=JSON, such as --set enable_thinking=false");
    if (s->set_count == RENDER_MAX_SETS) return render_bad("--set", "too many of them");
    s->sets[s->set_count++] = value;
    return true;
}

static bool set_generation_prompt(void *settings, const char *value)
{
    (void)value;
    ((render_settings *)settings)->add_generation_prompt = true;
    return true;
}

static bool set_now(void *settings, const char *value)
{
    render_settings *s = settings;
    s->has_now = clock_parse(value, strlen(value), &s->now);
    return s->has_now || render_bad("--now", "expected a time, such as 2026-01-02T03:04:05");
}

static bool render_number(const char *text, uint64_t *out)
{
    *out = 0;
    for (const char *p = text; *p; p++) {
        if (*p < '0' || *p > '9' || *out > (UINT64_MAX - 9) / 10) return false;
        *out = *out * 10 + (uint64_t)(*p - '0');
    }
    return *text != 0;
}

static bool set_seed(void *settings, const char *value)
{
    render_settings *s = settings;
    s->has_seed = render_number(value, &s->seed);
    return s->has_seed || render_bad("--seed", "expected a number");
}

static bool set_limit(void *settings, const char *value)
{
    render_settings *s = settings;
    size_t length = strcspn(value, "=");
    chatfmt_slice name = {value, length};
    uint64_t number;
    if (value[length] && render_number(value + length + 1, &number) &&
        limits_set(&s->limits, name, number))
        return true;
    return render_bad("--limit", "expected NAME=NUMBER; names: fuel, source_bytes, output_bytes, "
                                 "string_bytes, heap_bytes, depth, value_depth, range_items, "
                                 "integer_digits");
}

static bool set_trusted(void *settings, const char *value)
{
    render_settings *s = settings;
    s->has_trusted = true;
    while (*value) {
        size_t length = strcspn(value, ",");
        if (s->trusted_count == RENDER_MAX_TRUSTED) return render_bad("--trusted", "too many names");
        if (length) s->trusted[s->trusted_count++] = (chatfmt_slice){value, length};
        value += length + (value[length] == ',');
    }
    return true;
}

static bool set_output(void *settings, const char *value)
{
    static const char *const names[] = {"text", "json", "spans", "ids", "tokens"};
    for (int i = 0; i < 5; i++)
        if (!strcmp(value, names[i])) {
            ((render_settings *)settings)->output = (render_output)i;
            return true;
        }
    return render_bad("--output", "expected text, json, spans, ids or tokens");
}

static bool set_ids_tokenizer(void *settings, const char *value)
{
    ((render_settings *)settings)->ids.tokenizer = value;
    ((render_settings *)settings)->token_option = true;
    return true;
}

static bool set_ids_policy(void *settings, const char *value)
{
    render_settings *s = settings;
    if (!ids_policy(value, &s->ids.policy))
        return render_bad("--policy", "expected any, special, control, all, reject or report");
    s->model.request.tokens.options.policy = s->ids.policy;
    s->token_option = true;
    return true;
}

static bool set_max_length(void *settings, const char *value)
{
    render_settings *s = settings;
    uint64_t number;
    s->token_option = true;
    if (!render_number(value, &number) || !number || number > UINT32_MAX)
        return render_bad("--max-length", "expected a number of tokens");
    s->model.request.tokens.options.max_length = (size_t)number;
    return true;
}

static bool set_fit(void *settings, const char *value)
{
    render_settings *s = settings;
    s->token_option = true;
    return token_request_fit(&s->model.request.tokens, (chatfmt_slice){value, strlen(value)}) ||
           render_bad("--fit", "expected none, truncate, drop, cut or refuse");
}

static bool set_padding(void *settings, const char *value)
{
    render_settings *s = settings;
    s->token_option = true;
    return token_request_padding(&s->model.request.tokens,
                                 (chatfmt_slice){value, strlen(value)}) ||
           render_bad("--padding", "expected longest, max_length or do_not_pad");
}

static bool set_colour(void *settings, const char *value)
{
    static const char *const names[] = {"never", "always", "auto"};
    static const int choices[] = {0, 1, -1};
    for (int i = 0; i < 3; i++)
        if (!strcmp(value, names[i])) {
            ((render_settings *)settings)->colour = choices[i];
            return true;
        }
    return render_bad("--color", "expected auto, always or never");
}

static bool set_raw(void *settings, const char *value)
{
    (void)value;
    ((render_settings *)settings)->raw = true;
    return true;
}

static bool set_plain(void *settings, const char *value)
{
    (void)value;
    ((render_settings *)settings)->plain = true;
    ((render_settings *)settings)->compile_flags |= CHATFMT_COMPILE_PLAIN_JINJA;
    return true;
}

static bool set_keep_newline(void *settings, const char *value)
{
    (void)value;
    ((render_settings *)settings)->compile_flags |= CHATFMT_COMPILE_KEEP_TRAILING_NEWLINE;
    return true;
}

static bool set_model(void *settings, const char *value)
{
    ((render_settings *)settings)->model.path = value;
    return true;
}

static bool set_revision(void *settings, const char *value)
{
    ((render_settings *)settings)->model.revision = value;
    return true;
}

static bool set_processor(void *settings, const char *value)
{
    (void)value;
    ((render_settings *)settings)->model.model_flags |= CHATFMT_MODEL_PROCESSOR;
    return true;
}

static bool set_chat_template(void *settings, const char *value)
{
    ((render_settings *)settings)->model.chat_template = value;
    return true;
}

static bool set_default_template(void *settings, const char *value)
{
    ((render_settings *)settings)->model.default_template = value;
    return true;
}

static bool set_continue(void *settings, const char *value)
{
    apply_request *r = &((render_settings *)settings)->model.request;
    r->options.flags |= CHATFMT_APPLY_CONTINUE;
    if (value) r->options.continue_field = (chatfmt_slice){value, strlen(value)};
    return true;
}

static bool set_mask(void *settings, const char *value)
{
    return apply_request_mask(&((render_settings *)settings)->model.request,
                              (chatfmt_slice){value, strlen(value)}) ||
           render_bad("--mask", "expected hf, generation or derived");
}

static bool set_roles(void *settings, const char *value)
{
    return apply_request_roles(&((render_settings *)settings)->model.request,
                               (chatfmt_slice){value, strlen(value)}) ||
           render_bad("--roles", "expected up to 8 roles, such as assistant,tool");
}

static bool set_last_turn(void *settings, const char *value)
{
    (void)value;
    ((render_settings *)settings)->model.request.mask.flags |= CHATFMT_MASK_LAST_TURN;
    return true;
}

static bool set_change(void *settings, const char *value)
{
    uint32_t flag = apply_request_flag(value, strlen(value));
    ((render_settings *)settings)->model.request.options.flags |= flag;
    return flag || render_bad("--fix", "expected fit-arguments, arguments-object, arguments-text, "
                                       "null-to-empty, merge-system, raw-messages or strict-names");
}

static bool set_exact(void *settings, const char *value)
{
    (void)value;
    ((render_settings *)settings)->model.request.options.flags |= CHATFMT_APPLY_CONTINUE_EXACT;
    return true;
}

static bool set_batch(void *settings, const char *value)
{
    (void)value;
    ((render_settings *)settings)->batch = true;
    return true;
}

static bool set_word(void *settings, const char *value)
{
    render_settings *s = settings;
    if (s->conversation_path) return false;
    s->conversation_path = value;
    return true;
}

static const option_row render_rows[] = {
    {"--template", "FILE", "the chat template (Jinja)", set_template},
    {"--format", "NAME", "a format by name instead (chatfmt formats list)", set_format},
    {"--formats-file", "FILE", "JSON with formats of your own", set_formats_file},
    {"--program", "NAME", "another program of the format, such as xtuner_train", set_program},
    {"--model", "PATH", "a model instead: folder, GGUF, template, or id in the Hub cache",
     set_model},
    {"--revision", "NAME", "of a repository in the Hub cache (default: main)", set_revision},
    {"--processor", NULL, "load the model as a processor, not as a tokenizer", set_processor},
    {"--chat-template", "NAME", "a template of the model's by name, or a file", set_chat_template},
    {"--default-template", "FILE", "the template when the model has none", set_default_template},
    {"--continue-final-message", "[=FIELD]", "leave the last message open (field content)",
     set_continue},
    {"--exact", NULL, "the same, cut where the message's own bytes end", set_exact},
    {"--mask", "KIND", "what is learned: hf, generation or derived", set_mask},
    {"--roles", "NAMES", "of the derived mask (default: assistant)", set_roles},
    {"--last-turn", NULL, "the last range of the mask alone", set_last_turn},
    {"--fix", "WHAT", "change messages that templates refuse; may be repeated", set_change},
    {"--tools", "FILE", "JSON for the variable tools", set_tools},
    {"--documents", "FILE", "JSON for the variable documents", set_documents},
    {"--set", "NAME=JSON", "one more variable; may be repeated", set_variable},
    {"--add-generation-prompt", NULL, "end with the opening of an assistant turn",
     set_generation_prompt},
    {"--now", "TIME", "the clock of strftime_now (default: the local time)", set_now},
    {"--seed", "NUMBER", "allow random and lipsum, with this seed", set_seed},
    {"--output", "WHAT", "text, json, ids, tokens, or spans (where each byte comes from)",
     set_output},
    {"--tokenizer", "FILE", "tokenizer.json for ids; else that of --model", set_ids_tokenizer},
    {"--policy", "WHAT", "control tokens that data may not write: any (may write all), special, "
                         "control, all, reject, report", set_ids_policy},
    {"--tokens", "WHAT", "the same", set_ids_policy},
    {"--max-length", "TOKENS", "with --model: the length that --fit and --padding mean",
     set_max_length},
    {"--fit", "HOW", "a longer conversation: none, truncate (ids), drop (oldest turns), cut (the "
                     "longest content) or refuse", set_fit},
    {"--padding", "HOW", "longest, max_length or do_not_pad", set_padding},
    {"--color", "WHEN", "auto, always or never; colours show the origin", set_colour},
    {"--raw", NULL, "on a terminal, too: the exact bytes, nothing escaped", set_raw},
    {"--trusted", "NAMES", "variables as trusted as the template (bos_token,…)", set_trusted},
    {"--limit", "NAME=NUMBER", "change a limit, such as fuel=1000000", set_limit},
    {"--plain-jinja", NULL, "Jinja's own defaults instead of transformers'", set_plain},
    {"--keep-trailing-newline", NULL, "keep a newline at the end of the template",
     set_keep_newline},
    {"--batch", NULL, "JSON Lines in, JSON Lines out", set_batch},
};

static const option_table render_table = {
    "chatfmt render --template FILE | --format NAME | --model PATH [OPTION]… [CONVERSATION]",
    "Renders a conversation with a chat template. CONVERSATION is a JSON file: an array of\n"
    "messages, or an object with messages, tools, documents and any other variables. Without it,\n"
    "or with -, standard input is read.",
    render_rows,
    sizeof render_rows / sizeof *render_rows,
    "With --batch each line of standard input is\n"
    "  {\"id\": …, \"chat_template\": \"…\", \"context\": {…}, \"now\": \"…\", \"options\": {…}}\n"
    "and each line of output {\"id\": …, \"text\": \"…\"} or {\"id\": …, \"error\": {…}}.\n\n"
    "With --model the object holds the arguments of apply_chat_template. --fix takes fit-arguments,\n"
    "arguments-object, arguments-text, null-to-empty, merge-system, raw-messages, and strict-names,\n"
    "which refuses what transformers 5.23 refuses; each change is told. A line of --batch may name a model, too: {\"id\": …, \"model\": PATH, \"context\": {…}}.\n\n"
    "A line may name a format instead: {\"id\": …, \"format\": \"xtuner/qwen_chat\", \"context\": {…}} or\n"
    "{\"id\": …, \"conversation\": {\"template\": \"vicuna_v1.1\", \"append\": […]}}.\n\n"
    "examples:\n"
    "  chatfmt render --model ./Qwen3-8B --add-generation-prompt chat.json\n"
    "  chatfmt render --model ./Qwen3-8B --mask derived chat.json\n"
    "  chatfmt render --format vicuna_v1.1 --add-generation-prompt chat.json\n"
    "  chatfmt render --template chatml.jinja --add-generation-prompt chat.json\n"
    "  chatfmt render --template chatml.jinja --set 'bos_token=\"<s>\"' --output spans chat.json\n"
    "  chatfmt render --batch < requests.jsonl > prompts.jsonl\n",
    set_word,
};

/* ---- Variables ---- */

static bool render_told(const char *name, const chatfmt_error *error)
{
    show_error(name, error);
    return false;
}

/* Set a variable to the JSON of a file. */
static bool render_set_file(render_work *work, chatfmt_value variables, const char *name,
                            const char *path, file_text *text)
{
    chatfmt_error error;
    chatfmt_value value;
    if (!path) return true;
    if (!file_read(path, text)) return false;
    if (chatfmt_value_read_json(work->values, text->data, text->length, &value, &error) ||
        chatfmt_value_set(work->values, variables, name, strlen(name), value, &error))
        return render_told(path, &error);
    return true;
}

static bool render_set_words(render_work *work, chatfmt_value variables, const char *setting)
{
    chatfmt_error error;
    chatfmt_value value;
    size_t length = strcspn(setting, "=");
    const char *json = setting + length + 1;
    if (chatfmt_value_read_json(work->values, json, strlen(json), &value, &error)) {
        show_error("--set", &error);
        fprintf(stderr, "    the value is JSON; a string needs its quotes: --set 'NAME=\"text\"'\n");
        return false;
    }
    if (chatfmt_value_set(work->values, variables, setting, length, value, &error))
        return render_told("--set", &error);
    return true;
}

/* What apply_chat_template passes in any case, unless the conversation has it. */
static bool render_set_defaults(render_work *work, chatfmt_value variables)
{
    static const char *const names[] = {"tools", "documents", "add_generation_prompt"};
    for (int i = 0; i < 3; i++) {
        chatfmt_error error;
        size_t length = strlen(names[i]);
        if (chatfmt_value_kind_of(chatfmt_value_find(variables, names[i], length)) !=
            CHATFMT_VALUE_ABSENT)
            continue;
        chatfmt_value value = i < 2 ? chatfmt_value_none(work->values)
                                    : chatfmt_value_bool(work->values, 0);
        if (chatfmt_value_set(work->values, variables, names[i], length, value, &error))
            return render_told(NULL, &error);
    }
    return true;
}

/* The conversation as an object of variables: an array stands for its messages. */
static bool render_conversation(const render_settings *s, render_work *work,
                                chatfmt_value *variables)
{
    const char *path = s->conversation_path ? s->conversation_path : "-";
    const char *name = strcmp(path, "-") ? path : "standard input";
    chatfmt_error error;
    chatfmt_value value;
    if (!file_read(path, &work->conversation)) return false;
    if (chatfmt_value_read_json(work->values, work->conversation.data,
                                work->conversation.length, &value, &error))
        return render_told(name, &error);
    if (chatfmt_value_kind_of(value) == CHATFMT_VALUE_OBJECT) {
        *variables = value;
        return true;
    }
    if (chatfmt_value_kind_of(value) != CHATFMT_VALUE_ARRAY) {
        fprintf(stderr, "chatfmt: %s: expected an array of messages, or an object\n", name);
        return false;
    }
    if (chatfmt_value_object(work->values, variables, &error) ||
        chatfmt_value_set(work->values, *variables, "messages", 8, value, &error))
        return render_told(NULL, &error);
    return true;
}

static bool render_variables(const render_settings *s, render_work *work,
                             chatfmt_value *variables)
{
    chatfmt_error error;
    if (!render_conversation(s, work, variables) ||
        !render_set_file(work, *variables, "tools", s->tools_path, &work->tools) ||
        !render_set_file(work, *variables, "documents", s->documents_path, &work->documents))
        return false;
    if (s->add_generation_prompt &&
        chatfmt_value_set(work->values, *variables, "add_generation_prompt", 21,
                          chatfmt_value_bool(work->values, 1), &error))
        return render_told(NULL, &error);
    for (int i = 0; i < s->set_count; i++)
        if (!render_set_words(work, *variables, s->sets[i])) return false;
    return s->plain || render_set_defaults(work, *variables);
}

/* ---- Output ---- */

static bool render_show_json(writer *w, const render_settings *s, render_work *work,
                             chatfmt_slice text, chatfmt_error *error)
{
    write_text(w, "{\"text\": ");
    write_json_string(w, text.data, text.length);
    if (s->output == OUTPUT_SPANS) {
        write_text(w, ", ");
        if (!show_spans_json(w, work->renderer, error)) return false;
    }
    write_text(w, "}\n");
    return true;
}

static bool render_show_ids(writer *w, const render_settings *s, render_work *work,
                            chatfmt_slice text, chatfmt_error *error)
{
    const chatfmt_span *spans;
    size_t count;
    chatfmt_slice literals = {NULL, 0};
    if (work->compiled) literals = chatfmt_template_source(work->compiled);
    if (chatfmt_renderer_spans(work->renderer, &spans, &count, error)) return false;
    chatfmt_span *own = malloc((count + 1) * sizeof *own);
    if (!own) return false;
    if (count) memcpy(own, spans, count * sizeof *own);
    chatfmt_spans_trust_roles(text, own, count);
    bool ok = show_ids_json(w, &s->ids, s->output == OUTPUT_TOKENS, text, own, count, literals,
                            error);
    free(own);
    return ok;
}

/* The exact bytes; on a terminal safe to look at, coloured if wanted, and with a newline. */
static bool render_show_text(writer *w, const render_settings *s, bool coloured,
                             render_work *work, chatfmt_slice text, chatfmt_error *error)
{
    bool terminal = writer_is_terminal(STDOUT_FILENO);
    if (coloured) {
        if (!show_coloured(w, work->renderer, text, error)) return false;
    } else if (terminal && !s->raw) {
        write_terminal(w, text.data, text.length, false);
    } else {
        write_bytes(w, text.data, text.length);
    }
    if (terminal && (!text.length || text.data[text.length - 1] != '\n')) write_text(w, "\n");
    return true;
}

static bool render_show(const render_settings *s, bool coloured, render_work *work,
                        chatfmt_slice text)
{
    chatfmt_error error;
    writer out, legend;
    writer_open(&out, STDOUT_FILENO);
    bool ok = s->output == OUTPUT_TEXT ? render_show_text(&out, s, coloured, work, text, &error)
              : s->output >= OUTPUT_IDS  ? render_show_ids(&out, s, work, text, &error)
                                         : render_show_json(&out, s, work, text, &error);
    if (!ok) show_error(NULL, &error);
    if (!writer_close(&out)) return false;
    if (ok && coloured) {
        writer_open(&legend, STDERR_FILENO);
        show_legend(&legend);
        writer_close(&legend);
    }
    return ok;
}

/* ---- The command ---- */

static bool render_open_format(const render_settings *s, render_work *work)
{
    chatfmt_error error;
    if (!formats_file_load(s->formats_path, &work->formats)) return false;
    if (chatfmt_format_open(work->formats, s->format_name, strlen(s->format_name), NULL,
                            &work->format, &error))
        return render_told("--format", &error);
    chatfmt_slice warning = chatfmt_format_about(work->format).warning;
    if (warning.length)
        fprintf(stderr, "chatfmt: %s: %.*s\n", s->format_name, (int)warning.length,
                warning.data);
    return true;
}

static bool render_compile(const render_settings *s, render_work *work)
{
    if (s->format_name) return render_open_format(s, work);
    chatfmt_error error;
    chatfmt_compile_options options = CHATFMT_COMPILE_OPTIONS_INIT;
    options.flags = s->compile_flags;
    options.limits = &s->limits;
    if (!file_read(s->template_path, &work->source)) return false;
    if (chatfmt_template_compile(work->source.data, work->source.length, &options,
                                 &work->compiled, &error))
        return render_told(s->template_path, &error);
    return true;
}

static bool render_one(const render_settings *s, render_work *work)
{
    chatfmt_error error;
    chatfmt_value variables;
    chatfmt_slice text;
    bool coloured = s->output == OUTPUT_TEXT && !s->raw &&
                    (s->colour < 0 ? writer_has_colours(STDOUT_FILENO) : s->colour == 1);
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    options.flags = CHATFMT_RENDER_NOW;
    if (coloured || s->output >= OUTPUT_SPANS)
        options.flags |= CHATFMT_RENDER_SPANS;
    if (s->has_seed) options.flags |= CHATFMT_RENDER_SEED;
    options.limits = &s->limits;
    options.now = s->has_now ? s->now : clock_local();
    options.seed = s->seed;
    if (s->has_trusted) {
        options.trusted = s->trusted;
        options.trusted_count = s->trusted_count;
    }
    if (!render_compile(s, work)) return false;
    if (chatfmt_values_new(NULL, &s->limits, &work->values, &error) ||
        chatfmt_renderer_new(NULL, &work->renderer, &error))
        return render_told(NULL, &error);
    if (!render_variables(s, work, &variables)) return false;
    if (work->format
            ? chatfmt_format_render(work->renderer, work->format, s->program, variables, &options,
                                    &text, &error)
            : chatfmt_render_value(work->renderer, work->compiled, variables, &options, &text,
                                   &error))
        return render_told(work->format ? s->format_name : s->template_path, &error);
    return render_show(s, coloured, work, text);
}

/* The conversation as it is in the file, with what the command line adds to an object of it. */
static bool render_model_context(const render_settings *s, render_work *work,
                                 chatfmt_value *context)
{
    chatfmt_error error;
    chatfmt_value value;
    const char *path = s->conversation_path ? s->conversation_path : "-";
    if (!file_read(path, &work->conversation)) return false;
    if (chatfmt_value_read_json(work->values, work->conversation.data,
                                work->conversation.length, &value, &error))
        return render_told(strcmp(path, "-") ? path : "standard input", &error);
    *context = value;
    if (chatfmt_value_kind_of(value) != CHATFMT_VALUE_OBJECT &&
        (chatfmt_value_object(work->values, context, &error) ||
         chatfmt_value_set(work->values, *context, "messages", 8, value, &error)))
        return render_told(NULL, &error);
    if (!render_set_file(work, *context, "tools", s->tools_path, &work->tools) ||
        !render_set_file(work, *context, "documents", s->documents_path, &work->documents))
        return false;
    for (int i = 0; i < s->set_count; i++)
        if (!render_set_words(work, *context, s->sets[i])) return false;
    return !s->add_generation_prompt ||
           !chatfmt_value_set(work->values, *context, "add_generation_prompt", 21,
                              chatfmt_value_bool(work->values, 1), &error) ||
           render_told(NULL, &error);
}

static bool render_model(render_settings *s, render_work *work)
{
    chatfmt_error error;
    chatfmt_value context;
    model_settings *m = &s->model;
    chatfmt_apply_options *o = &m->request.options;
    o->flags |= CHATFMT_APPLY_NOW;
    o->now = s->has_now ? s->now : clock_local();
    if (s->has_seed) o->flags |= CHATFMT_APPLY_SEED;
    o->seed = s->seed;
    m->raw = s->raw;
    m->json = s->output == OUTPUT_JSON;
    m->spans = s->output == OUTPUT_SPANS;
    m->wants_tokens = s->output == OUTPUT_TOKENS;
    m->wants_ids = s->output == OUTPUT_IDS || m->wants_tokens;
    m->request.tokens.wanted = m->wants_ids || (m->json && s->token_option);
    m->request.tokens.texts = m->wants_tokens;
    if (m->json || m->wants_tokens)
        m->request.tokens.options.flags |= CHATFMT_PROMPT_CODE_POINTS | CHATFMT_PROMPT_PLACES;
    if (m->json) m->request.tokens.options.flags |= CHATFMT_PROMPT_STOPS | CHATFMT_PROMPT_MESSAGES;
    m->tokenizer = s->ids.tokenizer;
    m->coloured = s->output == OUTPUT_TEXT && !s->raw &&
                  (s->colour < 0 ? writer_has_colours(STDOUT_FILENO) : s->colour == 1);
    if (chatfmt_values_new(NULL, &s->limits, &work->values, &error))
        return render_told(NULL, &error);
    return render_model_context(s, work, &context) &&
           model_render(m, &s->limits, work->values, context);
}

int command_render(int argc, char **argv)
{
    render_settings settings = {.colour = -1, .limits = CHATFMT_LIMITS_INIT};
    render_work work = {.values = NULL};
    apply_request_begin(&settings.model.request);
    switch (options_read(&render_table, argc, argv, &settings)) {
    case OPTIONS_HELP: return EXIT_DONE;
    case OPTIONS_BAD: return EXIT_USAGE;
    case OPTIONS_OK: break;
    }
    if (settings.batch) {
        if (!formats_file_load(settings.formats_path, &work.formats)) return EXIT_FAILED;
        int code = batch_run(work.formats);
        chatfmt_formats_free(work.formats);
        return code;
    }
    if (!!settings.template_path + !!settings.format_name + !!settings.model.path != 1) {
        fprintf(stderr,
                "chatfmt: render needs one of --template FILE, --format NAME, --model PATH (or "
                "--batch)\nusage: %s\n",
                render_table.usage);
        return EXIT_USAGE;
    }
    if (settings.output >= OUTPUT_IDS && !settings.ids.tokenizer && !settings.model.path) {
        fprintf(stderr, "chatfmt: --output ids needs --tokenizer FILE\nusage: %s\n",
                render_table.usage);
        return EXIT_USAGE;
    }
    bool ok = settings.model.path ? render_model(&settings, &work) : render_one(&settings, &work);
    chatfmt_format_free(work.format);
    chatfmt_formats_free(work.formats);
    chatfmt_renderer_free(work.renderer);
    chatfmt_template_free(work.compiled);
    chatfmt_values_free(work.values);
    file_free(&work.source);
    file_free(&work.conversation);
    file_free(&work.tools);
    file_free(&work.documents);
    return ok ? EXIT_DONE : EXIT_FAILED;
}
