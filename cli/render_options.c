/* cli/render_options.c - the options of `chatfmt render`, one function and one row each. */
#include "render_options.h"

#include "clock.h"
#include "limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

const option_table render_table = {
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
