/* cli/cmd_map.c - chatfmt map: a data set of conversations to prompts and masks. */
#define _POSIX_C_SOURCE 200809L
#include "clock.h"
#include "command.h"
#include "files.h"
#include "map_run.h"
#include "options.h"
#include "show.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAP_INPUTS = 1024 };

typedef struct map_command {
    map_settings run;
    map_output sink;
    const char *inputs[MAP_INPUTS];
    const char *model, *template_path, *chat_template, *default_path;
    const char *output, *variables, *tokenizer;
    uint32_t model_flags;
    bool resume, has_now, quiet, packs, has_fit;
    chatfmt_tokenizer *loaded;
    file_text source, fallback, chosen;
} map_command;

static bool map_told(const char *option, const char *why)
{
    fprintf(stderr, "chatfmt: %s: %s\n", option, why);
    return false;
}

static bool map_set_model(void *c, const char *v) { return ((map_command *)c)->model = v, true; }
static bool map_set_template(void *c, const char *v)
{
    return ((map_command *)c)->template_path = v, true;
}
static bool map_set_chat_template(void *c, const char *v)
{
    return ((map_command *)c)->chat_template = v, true;
}
static bool map_set_default(void *c, const char *v)
{
    return ((map_command *)c)->default_path = v, true;
}
static bool map_set_output(void *c, const char *v) { return ((map_command *)c)->output = v, true; }
static bool map_set_column(void *c, const char *v)
{
    return ((map_command *)c)->run.plan.column = v, true;
}
static bool map_set_variables(void *c, const char *v)
{
    return ((map_command *)c)->variables = v, true;
}
static bool map_set_resume(void *c, const char *v)
{
    (void)v;
    return ((map_command *)c)->resume = true;
}
static bool map_set_quiet(void *c, const char *v)
{
    (void)v;
    return ((map_command *)c)->quiet = true;
}
static bool map_set_processor(void *c, const char *v)
{
    (void)v;
    ((map_command *)c)->model_flags |= CHATFMT_MODEL_PROCESSOR;
    return true;
}
static bool map_set_prompt(void *c, const char *v)
{
    (void)v;
    ((map_command *)c)->run.plan.request.options.flags |= CHATFMT_APPLY_GENERATION_PROMPT;
    return true;
}
static bool map_set_last(void *c, const char *v)
{
    (void)v;
    ((map_command *)c)->run.plan.request.mask.flags |= CHATFMT_MASK_LAST_TURN;
    return true;
}

static bool map_set_layout(void *c, const char *v)
{
    return map_layout_of(v, &((map_command *)c)->run.plan.layout) ||
           map_told("--layout", "expected auto, messages, sharegpt, prompt or xtuner");
}

static bool map_set_columns(void *c, const char *v)
{
    return map_columns_of(v, &((map_command *)c)->run.plan.columns) ||
           map_told("--columns", "expected some of text,mask,split,turns,length,line,id,input_ids,labels,"
                                  "attention_mask,position_ids,sequence_ids");
}

static bool map_set_mask(void *c, const char *v)
{
    return apply_request_mask(&((map_command *)c)->run.plan.request,
                              (chatfmt_slice){v, strlen(v)}) ||
           map_told("--mask", "expected hf, generation or derived");
}

static bool map_set_roles(void *c, const char *v)
{
    return apply_request_roles(&((map_command *)c)->run.plan.request,
                               (chatfmt_slice){v, strlen(v)}) ||
           map_told("--roles", "expected up to 8 roles, such as assistant,tool");
}

static bool map_set_fix(void *c, const char *v)
{
    uint32_t flag = apply_request_flag(v, strlen(v));
    ((map_command *)c)->run.plan.request.options.flags |= flag;
    return flag || map_told("--fix", "expected fit-arguments, arguments-object, arguments-text, "
                                     "null-to-empty, merge-system, raw-messages or strict-names");
}

static bool map_set_tokenizer(void *c, const char *v)
{
    return ((map_command *)c)->tokenizer = v, true;
}

static bool map_set_policy(void *c, const char *v)
{
    return token_request_policy(&((map_command *)c)->run.plan.request.tokens,
                                (chatfmt_slice){v, strlen(v)}) ||
           map_told("--policy", "expected any, special, control, all, reject or report");
}

static bool map_set_max_length(void *c, const char *v)
{
    char *end;
    unsigned long long number = strtoull(v, &end, 10);
    if (*v < '0' || *v > '9' || *end || !number || number > UINT32_MAX / 2)
        return map_told("--max-length", "expected a number of tokens");
    ((map_command *)c)->run.plan.request.tokens.options.max_length = (size_t)number;
    return true;
}

static bool map_set_fit(void *c, const char *v)
{
    map_command *m = c;
    m->has_fit = true;
    return token_request_fit(&m->run.plan.request.tokens, (chatfmt_slice){v, strlen(v)}) ||
           map_told("--fit", "expected none, truncate, drop, cut or refuse");
}

static bool map_set_pad(void *c, const char *v)
{
    (void)v;
    ((map_command *)c)->run.plan.request.tokens.options.padding = CHATFMT_PAD_MAX_LENGTH;
    return true;
}

static bool map_set_pack(void *c, const char *v)
{
    (void)v;
    return ((map_command *)c)->packs = true;
}

static bool map_set_errors(void *c, const char *v)
{
    static const char *const names[] = {"fail", "skip", "record"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(v, names[i])) {
            ((map_command *)c)->run.on_error = (map_errors)i;
            return true;
        }
    return map_told("--on-error", "expected fail, skip or record");
}

static bool map_set_threads(void *c, const char *v)
{
    char *end;
    long count = strtol(v, &end, 10);
    if (*end || count < 1 || count > 256) return map_told("-j", "expected 1 to 256");
    ((map_command *)c)->run.threads = (int)count;
    return true;
}

static bool map_set_now(void *c, const char *v)
{
    map_command *m = c;
    m->has_now = clock_parse(v, strlen(v), &m->run.plan.request.options.now);
    return m->has_now || map_told("--now", "expected a time, such as 2026-01-02T03:04:05");
}

static bool map_set_word(void *c, const char *v)
{
    map_command *m = c;
    if (m->run.input_count == MAP_INPUTS) return false;
    m->inputs[m->run.input_count++] = v;
    return true;
}

static const option_row map_rows[] = {
    {"--model", "PATH", "folder, GGUF, template, or id in the Hub cache", map_set_model},
    {"--template", "FILE", "a template alone", map_set_template},
    {"--processor", NULL, "load the model as a processor", map_set_processor},
    {"--chat-template", "NAME", "a template of the model's by name, or a file",
     map_set_chat_template},
    {"--default-template", "FILE", "the template when the model has none", map_set_default},
    {"--output", "FILE", "JSON Lines; .gz and .zst are packed; - is standard output",
     map_set_output},
    {"--layout", "NAME", "auto, messages, sharegpt, prompt, xtuner", map_set_layout},
    {"--column", "NAME", "the column with the conversation", map_set_column},
    {"--columns", "NAMES", "what comes out: text,mask,split,turns,length,line,id, and by the "
                           "model's tokenizer.json input_ids,labels,attention_mask,position_ids,"
                           "sequence_ids", map_set_columns},
    {"--tokenizer", "FILE", "tokenizer.json (default: the model's)", map_set_tokenizer},
    {"--policy", "WHAT", "control tokens that data may not write: any (may write all), special, "
                         "control, all, reject, report", map_set_policy},
    {"--max-length", "TOKENS", "the most that a row, or a pack, may have", map_set_max_length},
    {"--fit", "HOW", "a row that is longer: refuse (an error; the default), drop (its oldest "
                     "turns), cut (its longest content), truncate (ids) or none", map_set_fit},
    {"--pad", NULL, "rows or packs to --max-length", map_set_pad},
    {"--pack", NULL, "several conversations in a row of at most --max-length", map_set_pack},
    {"--mask", "KIND", "hf, generation or derived (default when a mask is wanted)", map_set_mask},
    {"--roles", "NAMES", "of the derived mask (default: assistant)", map_set_roles},
    {"--last-turn", NULL, "the last range of the mask alone", map_set_last},
    {"--variables", "JSON", "an object of further arguments and variables", map_set_variables},
    {"--add-generation-prompt", NULL, "end with the opening of an assistant turn",
     map_set_prompt},
    {"--fix", "WHAT", "change messages that templates refuse; may be repeated", map_set_fix},
    {"--now", "TIME", "the clock of strftime_now (default: when it began)", map_set_now},
    {"-j", "THREADS", "threads (default: processors)", map_set_threads},
    {"--on-error", "WHAT", "fail, skip or record", map_set_errors},
    {"--resume", NULL, "go on with an output that was interrupted", map_set_resume},
    {"--quiet", NULL, "no progress and no summary", map_set_quiet},
};

static const option_table map_table = {
    "chatfmt map --model PATH | --template FILE [OPTION]… [INPUT]…",
    "Renders each line of a data set (JSON Lines, also gzip or zstd). The conversation is in the\n"
    "column messages, conversations (ShareGPT), prompt and completion, or conversation (XTuner);\n"
    "columns system, tools, documents and chat_template_kwargs are heeded. Output is in the order\n"
    "of the input and the same for any number of threads.",
    map_rows,
    sizeof map_rows / sizeof *map_rows,
    "examples:\n"
    "  chatfmt map --model ./Qwen3-8B --columns text,mask --output out.jsonl data.jsonl.gz\n"
    "  chatfmt map --model ./Qwen3-8B --columns input_ids,labels --max-length 4096 --fit drop \\\n"
    "    data.jsonl > train.jsonl\n"
    "  zcat data.gz | chatfmt map --template chatml.jinja --on-error record - > out.jsonl\n",
    map_set_word,
};

/* ---- Output ---- */

/* Count whole lines and cut off half a one, so that what follows begins on a new line. */
static bool map_resume_at(int file, uint64_t *lines)
{
    char buffer[1 << 14];
    off_t at = 0, whole = 0;
    for (;;) {
        ssize_t count = pread(file, buffer, sizeof buffer, at);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return map_told("--resume", strerror(errno));
        if (count == 0) break;
        for (ssize_t i = 0; i < count; i++)
            if (buffer[i] == '\n') {
                ++*lines;
                whole = at + i + 1;
            }
        at += count;
    }
    if (ftruncate(file, whole) != 0 || lseek(file, whole, SEEK_SET) < 0)
        return map_told("--resume", strerror(errno));
    return true;
}

static bool map_open_output(map_command *m)
{
    int file = STDOUT_FILENO;
    m->run.output = &m->sink;
    if (!m->output || !strcmp(m->output, "-"))
        return m->resume ? map_told("--resume", "needs --output FILE")
                         : map_output_begin(&m->sink, file);
    if (!map_packing_of(m->output, &m->run.packing)) return false;
    if (m->resume && m->run.packing != MAP_PLAIN)
        return map_told("--resume", "cannot go on with a packed output");
    if (!map_output_file(m->output, !m->resume, &file)) return false;
    if (m->resume && !map_resume_at(file, &m->run.resume)) {
        close(file);
        return false;
    }
    return map_output_begin(&m->sink, file);
}

/* ---- The command ---- */

static bool map_open_model(map_command *m, chatfmt_model **model)
{
    chatfmt_error error;
    chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
    options.flags = m->model_flags;
    if (m->template_path && !file_read(m->template_path, &m->source)) return false;
    if (m->default_path) {
        if (!file_read(m->default_path, &m->fallback)) return false;
        options.default_template = (chatfmt_slice){m->fallback.data ? m->fallback.data : "",
                                                   m->fallback.length};
    }
    if (m->model ? chatfmt_model_open(m->model, &options, model, &error)
                 : chatfmt_model_from_template(m->source.data, m->source.length, &options, model,
                                               &error)) {
        show_error(NULL, &error);
        return false;
    }
    m->run.plan.model = *model;
    if (!m->chat_template) return true;
    chatfmt_slice *chosen = &m->run.plan.request.options.chat_template;
    *chosen = (chatfmt_slice){m->chat_template, strlen(m->chat_template)};
    for (size_t i = 0; i < chatfmt_model_template_count(*model); i++) {
        chatfmt_slice name = chatfmt_model_template_at(*model, i).name;
        if (name.length == chosen->length && !memcmp(name.data, chosen->data, name.length))
            return true;
    }
    if (!file_read(m->chat_template, &m->chosen)) return false;
    *chosen = (chatfmt_slice){m->chosen.data ? m->chosen.data : "", m->chosen.length};
    return true;
}

static void map_defaults(map_command *m)
{
    static const char *const standard_input[] = {"-"};
    apply_request *r = &m->run.plan.request;
    const uint32_t masked = MAP_MASK | MAP_SPLIT | MAP_TURNS | MAP_LABELS;
    if (!m->run.plan.columns && m->packs)
        m->run.plan.columns = MAP_IDS | MAP_LABELS | MAP_POSITIONS | MAP_SEQUENCES;
    if (!m->run.plan.columns)
        m->run.plan.columns = MAP_TEXT | (r->has_mask ? (uint32_t)MAP_MASK : 0);
    if ((m->run.plan.columns & masked) && !r->has_mask)
        apply_request_mask(r, (chatfmt_slice){"derived", 7});
    if (!m->has_now) r->options.now = clock_local();
    r->options.flags |= CHATFMT_APPLY_NOW;
    if (m->variables)
        m->run.plan.variables = (chatfmt_slice){m->variables, strlen(m->variables)};
    if (!m->run.threads) {
        long processors = sysconf(_SC_NPROCESSORS_ONLN);
        m->run.threads = processors < 1 ? 1 : processors > 256 ? 256 : (int)processors;
    }
    m->run.inputs = m->inputs;
    if (!m->run.input_count) {
        m->inputs[0] = standard_input[0];
        m->run.input_count = 1;
    }
    m->run.progress = !m->quiet && writer_is_terminal(STDERR_FILENO);
}

/* Columns about tokens need a tokenizer; lengths are counted in its tokens as well. */
static bool map_open_tokenizer(map_command *m)
{
    chatfmt_error error;
    map_plan *plan = &m->run.plan;
    chatfmt_prompt_options *o = &plan->request.tokens.options;
    if (!(plan->columns & MAP_TOKENS) && !m->packs && !o->max_length) return true;
    if (m->tokenizer ? chatfmt_tokenizer_load(m->tokenizer, NULL, &m->loaded, &error)
                     : chatfmt_model_tokenizer(plan->model, NULL, &m->loaded, &error)) {
        show_error(m->tokenizer, &error);
        return false;
    }
    plan->tokenizer = m->loaded;
    if (!m->has_fit) o->fit = CHATFMT_FIT_REFUSE;
    if (!m->packs) return true;
    if (!o->max_length) return map_told("--pack", "needs --max-length");
    if (o->fit == CHATFMT_FIT_NONE)
        return map_told("--pack", "cannot hold rows that do not fit (--fit none)");
    plan->pack = o->max_length;
    m->run.pads = o->padding != CHATFMT_PAD_NONE;
    o->padding = CHATFMT_PAD_NONE;
    if (!m->run.pads) return true;
    int64_t pad = -1;
    for (size_t i = 0; i < chatfmt_model_token_count(plan->model); i++) {
        chatfmt_model_token token = chatfmt_model_token_at(plan->model, i);
        if (token.name.length == 9 && !memcmp(token.name.data, "pad_token", 9))
            pad = chatfmt_tokenizer_id(m->loaded, token.text.data, token.text.length);
    }
    m->run.pad = (uint32_t)pad;
    return pad >= 0 || map_told("--pad", "the model has no padding token");
}

static void map_summary_line(uint64_t count, const char *what)
{
    if (count) fprintf(stderr, "chatfmt: %llu %s\n", (unsigned long long)count, what);
}

static void map_summary_tokens(const map_command *m, const map_totals *t)
{
    map_summary_line(t->losses.dropped, "rows lost their oldest turns (lost.messages)");
    map_summary_line(t->losses.cut, "rows had content cut (lost.bytes)");
    map_summary_line(t->losses.truncated, "rows were cut off by tokens, the ends of their turns "
                                          "too (lost.tokens)");
    map_summary_line(t->losses.unlearned, "rows learn nothing: all their labels are -100");
    map_summary_line(t->losses.attempts, "control tokens in data (attempts)");
    if (t->packs)
        fprintf(stderr, "chatfmt: %llu packs, %.1f%% full\n", (unsigned long long)t->packs,
                100.0 * (double)t->packed / ((double)t->packs * (double)m->run.plan.pack));
}

static void map_summary(const map_command *m, const map_totals *t)
{
    if (m->quiet) return;
    fprintf(stderr, "chatfmt: %llu rows, %llu written, %llu with errors%s\n",
            (unsigned long long)t->rows, (unsigned long long)t->written,
            (unsigned long long)t->errors,
            t->errors && m->run.on_error == MAP_SKIP ? " (left out)" : "");
    map_summary_tokens(m, t);
}

static bool map_do(map_command *m)
{
    chatfmt_model *model = NULL;
    map_totals totals = {.rows = 0};
    map_defaults(m);
    bool ok = map_open_model(m, &model) && map_open_tokenizer(m) && map_open_output(m);
    if (ok) {
        ok = map_run(&m->run, &totals);
        ok = map_output_end(&m->sink) && ok;
        map_summary(m, &totals);
    }
    chatfmt_tokenizer_free(m->loaded);
    chatfmt_model_free(model);
    return ok;
}

int command_map(int argc, char **argv)
{
    map_command *m = calloc(1, sizeof *m);
    if (!m) return EXIT_FAILED;
    apply_request_begin(&m->run.plan.request);
    options_result result = options_read(&map_table, argc, argv, m);
    int code = result == OPTIONS_HELP ? EXIT_DONE : EXIT_USAGE;
    if (result == OPTIONS_OK && !m->model == !m->template_path)
        fprintf(stderr, "chatfmt: map needs --model PATH or --template FILE\nusage: %s\n",
                map_table.usage);
    else if (result == OPTIONS_OK)
        code = map_do(m) ? EXIT_DONE : EXIT_FAILED;
    file_free(&m->source);
    file_free(&m->fallback);
    file_free(&m->chosen);
    free(m);
    return code;
}
