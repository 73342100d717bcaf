/* cli/render_options.c - the command line of `chatfmt render`: its modes, and the values that it
 * alone has. The options themselves are rows of options.def. */
#include "render_options.h"

#include "show.h"

#include "limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RENDER_TEMPLATE = 1 << 0,
    RENDER_FORMAT = 1 << 1,
    RENDER_MODEL = 1 << 2,
    RENDER_BATCH = 1 << 3,
    RENDER_TEXT = 1 << 4,
    RENDER_JSON = 1 << 5,
    RENDER_SPANS = 1 << 6,
    RENDER_IDS = 1 << 7,
    RENDER_TOKENS = 1 << 8,
    RENDER_REPORT = 1 << 9, /* JSON of a model or format, which may have ids */
    RENDER_UNMASKED = 1 << 10,
    RENDER_MASKED = 1 << 11,
    RENDER_DERIVED = 1 << 12,
    RENDER_UNFITTED = 1 << 13,
    RENDER_FITTED = 1 << 14,
    RENDER_UNGUARDED = 1 << 15,
    RENDER_GUARDED = 1 << 16,
    RENDER_SHOWN = 1 << 17 /* what is trusted */
};

#define RENDER_CONTINUES ((uint32_t)(CHATFMT_APPLY_CONTINUE | CHATFMT_APPLY_CONTINUE_EXACT))

/* In the order of the bits above. */
static const option_mode render_modes[] = {
    {0, "with --template", "--template FILE"},
    {0, "with --format", "--format NAME"},
    {0, "with --model", "--model PATH"},
    {0, "with --batch, where each line says what it wants", "--batch"},
    {1, "with --output text", "--output text"},
    {1, "with --output json (with --template)", "--output json"},
    {1, "with --output spans", "--output spans"},
    {1, "with --output ids", "--output ids"},
    {1, "with --output tokens", "--output tokens"},
    {1, "with --output json (with --model or --format)", "--output json"},
    {2, "without --mask", "no --mask"},
    {2, "with this --mask", "--mask KIND"},
    {2, "with --mask derived", "--mask derived"},
    {3, "without --fit or --padding max_length", NULL},
    {3, "with --fit or --padding max_length", "--fit HOW or --padding max_length"},
    {4, "without a --policy that refuses tokens", "no --policy"},
    {4, "with --policy", "--policy WHAT"},
    {4, "with --output text or spans", "--output spans"},
};

static const uint32_t render_within[sizeof render_modes / sizeof *render_modes] = {
    [5] = RENDER_TEMPLATE, [9] = RENDER_FORMAT | RENDER_MODEL};

static uint32_t render_output_mode(const render_settings *s)
{
    static const uint32_t modes[] = {RENDER_TEXT, RENDER_JSON, RENDER_SPANS, RENDER_IDS,
                                     RENDER_TOKENS};
    bool report = s->model.from.path || s->format_name;
    return s->output == OUTPUT_JSON && report ? RENDER_REPORT : modes[s->output];
}

static uint32_t render_mask_mode(const render_settings *s)
{
    const chatfmt_request *r = s->model.request;
    if (!r->has_mask) return RENDER_UNMASKED;
    /* Tokens are shown before the mask, as without one. */
    uint32_t shown = s->output == OUTPUT_TOKENS ? RENDER_UNMASKED : 0;
    return shown | (r->mask->kind == CHATFMT_MASK_DERIVED ? RENDER_DERIVED : RENDER_MASKED);
}

static uint32_t render_fit_mode(const render_settings *s)
{
    const chatfmt_prompt_options *o = s->model.request->prompt;
    return o->fit != CHATFMT_FIT_NONE || o->padding == CHATFMT_PAD_MAX_LENGTH ? RENDER_FITTED
                                                                              : RENDER_UNFITTED;
}

static uint32_t render_policy_mode(const render_settings *s)
{
    const chatfmt_request *r = s->model.request;
    bool text = s->output == OUTPUT_TEXT && !r->has_mask; /* with a mask it is JSON */
    return r->prompt->policy != CHATFMT_TOKENS_ANY     ? RENDER_GUARDED
           : text || s->output == OUTPUT_SPANS ? RENDER_SHOWN : RENDER_UNGUARDED;
}

bool render_options_of_models(const render_settings *s)
{
    const chatfmt_request *r = s->model.request;
    bool report = s->output == OUTPUT_JSON && s->token_option;
    return s->format_name &&
           (report || r->has_mask || (r->apply->flags & RENDER_CONTINUES) || s->max_length.given ||
            r->prompt->fit != CHATFMT_FIT_NONE || r->prompt->padding != CHATFMT_PAD_NONE);
}

static bool render_mode(const void *settings, uint32_t *modes)
{
    const render_settings *s = settings;
    int sources = !!s->template_path + !!s->format_name + !!s->model.from.path + s->batch;
    const option_conflict wrong[] = {
        {sources > 1, "only one of --template, --format, --model and --batch can be given"},
        {!sources, "needs one of --template FILE, --format NAME, --model PATH (or --batch)"},
        {s->batch && s->conversation_path,
         "--batch reads standard input, so no file can be named"},
        {s->add_generation_prompt && (s->model.request->apply->flags & RENDER_CONTINUES),
         "--add-generation-prompt is not used with --continue-final-message or --exact, which "
         "leave a turn open: leave one of them out"},
        {s->model.request->has_mask && (s->model.request->apply->flags & RENDER_CONTINUES),
         "--mask is not used with --continue-final-message or --exact: leave one of them out"},
        {chatfmt_fixes_exclude(s->model.request->apply->flags) != 0, OPTION_FIXES_EXCLUDE},
    };
    /* Each line of a batch may be in any mode of the other axes. */
    *modes = s->batch ? ~(uint32_t)(RENDER_TEMPLATE | RENDER_FORMAT | RENDER_MODEL)
             : (s->template_path ? RENDER_TEMPLATE
                : s->format_name ? RENDER_FORMAT
                                 : RENDER_MODEL) |
             render_output_mode(s) | render_mask_mode(s) | render_fit_mode(s) |
                   render_policy_mode(s);
    for (int i = 0; i < s->sets.count; i++)
        if (!option_gives_once("--set", s->sets.names[i])) return false;
    return options_agree(&render_table, wrong, sizeof wrong / sizeof *wrong);
}

#define OPTION_SETTINGS render_settings
static const option_row render_rows[] = {
#define RENDER OPTION_ROW
#include "options.def"
};

const option_table render_table = {
    .command = "render",
    .usage = "--template FILE | --format NAME | --model PATH\n"
             "                      [OPTION]… [CONVERSATION]",
    .summary =
        "Renders a conversation with a chat template. CONVERSATION is a JSON file, or\n"
        "JSON that begins with [ or {: an array of messages, or an object with messages,\n"
        "tools, documents and any other variables. Without it, or with -, it is read from\n"
        "standard input.",
    .rows = render_rows,
    .count = sizeof render_rows / sizeof *render_rows,
    .epilogue =
        "With --model the object holds the arguments of apply_chat_template. --fix takes\n"
        "fit-arguments, arguments-object, arguments-text, null-to-empty, merge-system,\n"
        "raw-messages, and strict-names, which refuses what transformers 5.23 refuses;\n"
        "each change is reported.\n\n"
        "With --batch each line of standard input is one of\n"
        "  {\"id\": …, \"chat_template\": \"…\", \"context\": {…}, \"now\": \"…\",\n"
        "   \"options\": {…}}\n"
        "  {\"id\": …, \"model\": PATH, \"context\": {…}}\n"
        "  {\"id\": …, \"format\": \"xtuner/qwen_chat\", \"context\": {…}}\n"
        "  {\"id\": …, \"conversation\": {\"template\": \"vicuna_v1.1\", \"append\": […]}}\n"
        "and each line of output {\"id\": …, \"text\": \"…\"} or\n"
        "{\"id\": …, \"error\": {…}}.\n\n"
        "examples:\n"
        "  chatfmt render --model ./Qwen3-8B --add-generation-prompt chat.json\n"
        "  chatfmt render --model ./Qwen3-8B --mask derived chat.json\n"
        "  chatfmt render --format vicuna_v1.1 --add-generation-prompt chat.json\n"
        "  chatfmt render --template chatml.jinja --set 'bos_token=\"<s>\"' chat.json\n"
        "  chatfmt render --batch < requests.jsonl > prompts.jsonl\n",
    .words = "@file",
    .modes = render_modes,
    .mode_count = sizeof render_modes / sizeof *render_modes,
    .usual_modes = RENDER_UNMASKED | RENDER_UNGUARDED | RENDER_SHOWN,
    .within = render_within,
    .mode = render_mode,
    .asks = UINT32_MAX,
    .takes = WORDS(conversation_path, 1,
                   "one argument too many: there is one CONVERSATION; a model is given by "
                   "--model PATH, a template by --template FILE"),
};

options_result render_options_read(int argc, char **argv, render_settings *s)
{
    uint64_t given;
    chatfmt_error error;
    memset(s, 0, sizeof *s);
    s->colour = COLOUR_AUTO;
    s->limits = (chatfmt_limits)CHATFMT_LIMITS_INIT;
    if (chatfmt_request_new(NULL, &s->model.request, &error)) {
        show_error(NULL, &error);
        return OPTIONS_BAD;
    }
    options_result result = options_read_given(&render_table, argc, argv, s, &given);
    chatfmt_prompt_options *prompt = s->model.request->prompt;
    s->token_option = options_group_given(&render_table, given, GROUP_TOKENS);
    s->ids.policy = prompt->policy;
    prompt->max_length = (size_t)s->max_length.value;
    if (s->plain) s->compile_flags |= CHATFMT_COMPILE_PLAIN_JINJA;
    return result;
}
