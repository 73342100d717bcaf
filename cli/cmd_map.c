/* cli/cmd_map.c - chatfmt map: a data set of conversations to prompts and masks. */
#define _POSIX_C_SOURCE 200809L
#include "clock.h"
#include "command.h"
#include "files.h"
#include "map_run.h"
#include "option_values.h"
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
    bool resume, quiet, packs, pad;
    option_time now;
    option_number max_length, threads;
    chatfmt_tokenizer *loaded;
    file_text source, fallback, chosen;
} map_command;

static bool map_told(const char *option, const char *why)
{
    fprintf(stderr, "chatfmt: %s: %s\n", option, why);
    return false;
}

static bool option_columns(void *columns, const char *value)
{
    return map_columns_of(value, columns);
}

enum {
    MAP_BY_MODEL = 1 << 0,
    MAP_BY_TEMPLATE = 1 << 1,
    MAP_UNLEARNED = 1 << 2,
    MAP_LEARNED = 1 << 3,
    MAP_LEARNED_DERIVED = 1 << 4,
    MAP_UNCOUNTED = 1 << 5,
    MAP_COUNTED = 1 << 6,
    MAP_WITH_IDS = 1 << 7,
    MAP_UNBOUNDED = 1 << 8,
    MAP_BOUNDED = 1 << 9,
    MAP_TO_STANDARD = 1 << 10,
    MAP_TO_FILE = 1 << 11
};

/* In the order of the bits above. */
static const option_mode map_modes[] = {
    {0, "with --model", "--model PATH"},
    {0, "with --template", "--template FILE"},
    {1, "without a column of what is learned", "other --columns"},
    {1, "with this --mask", "--columns mask, split, turns or labels"},
    {1, "with --mask derived", "--mask derived"},
    {2, "without --max-length or a column of tokens", "no --max-length"},
    {2, "without a column of tokens", "--max-length TOKENS"},
    {2, "with a column of tokens", "--columns input_ids"},
    {3, "without --max-length", "no --max-length"},
    {3, "with --max-length", "--max-length TOKENS"},
    {4, "without --output FILE", "no --output"},
    {4, "with --output FILE", "--output FILE"},
};

enum { MAP_MASKED = MAP_MASK | MAP_SPLIT | MAP_TURNS | MAP_LABELS };

/* The columns that come out. */
static uint32_t map_columns(const map_command *m)
{
    if (m->run.plan.columns) return m->run.plan.columns;
    if (m->packs) return MAP_IDS | MAP_LABELS | MAP_POSITIONS | MAP_SEQUENCES;
    return MAP_TEXT | (m->run.plan.request.has_mask ? (uint32_t)MAP_MASK : 0);
}

static bool map_is_to_file(const map_command *m)
{
    return m->output && strcmp(m->output, "-") != 0;
}

static bool map_mode(const void *settings, uint32_t *modes)
{
    const map_command *m = settings;
    const apply_request *r = &m->run.plan.request;
    uint32_t columns = map_columns(m);
    bool derived = !r->has_mask || r->mask.kind == CHATFMT_MASK_DERIVED;
    if (!m->model == !m->template_path)
        return options_missing(&map_table, m->model ? "only one of --model and --template can be "
                                                      "given"
                                                    : "needs --model PATH or --template FILE") ==
               OPTIONS_OK;
    *modes = (m->model ? MAP_BY_MODEL : MAP_BY_TEMPLATE) |
             (!(columns & MAP_MASKED) ? MAP_UNLEARNED
              : derived               ? MAP_LEARNED_DERIVED
                                      : MAP_LEARNED) |
             ((columns & MAP_TOKENS) || m->packs ? MAP_WITH_IDS
              : m->max_length.given              ? MAP_COUNTED
                                                 : MAP_UNCOUNTED) |
             (m->max_length.given ? MAP_BOUNDED : MAP_UNBOUNDED) |
             (map_is_to_file(m) ? MAP_TO_FILE : MAP_TO_STANDARD);
    return true;
}

static const char *map_word(void *settings, const char *value)
{
    map_command *m = settings;
    if (m->run.input_count == MAP_INPUTS) return "one INPUT too many";
    m->inputs[m->run.input_count++] = value;
    return NULL;
}

#define OPTION_SETTINGS map_command
static const option_row map_rows[] = {
#define MAP OPTION_ROW
#include "options.def"
};

const option_table map_table = {
    .command = "map",
    .usage = "--model PATH | --template FILE [OPTION]… [INPUT]…",
    .summary = "Renders each line of a data set (JSON Lines, also gzip or zstd). The conversation\n"
               "is in the column messages, conversations (ShareGPT), prompt and completion, or\n"
               "conversation (XTuner); columns system, tools, documents and chat_template_kwargs\n"
               "are used. Output is in the order of the input and the same for any number of\n"
               "threads.",
    .rows = map_rows,
    .count = sizeof map_rows / sizeof *map_rows,
    .epilogue =
        "examples:\n"
        "  chatfmt map --model ./Qwen3-8B --columns text,mask --output out.jsonl \\\n"
        "    data.jsonl.gz\n"
        "  chatfmt map --model ./Qwen3-8B --columns input_ids,labels \\\n"
        "    --max-length 4096 --fit drop data.jsonl > train.jsonl\n"
        "  zcat data.gz | chatfmt map --template chatml.jinja --on-error record - > out.jsonl\n",
    .words = "@file",
    .modes = map_modes,
    .mode_count = sizeof map_modes / sizeof *map_modes,
    .mode = map_mode,
    .word = map_word,
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
    if (!map_is_to_file(m)) return map_output_begin(&m->sink, file);
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
    m->run.plan.columns = map_columns(m);
    if ((m->run.plan.columns & MAP_MASKED) && !r->has_mask)
        apply_request_mask(r, (chatfmt_slice){"derived", 7});
    r->options.now = option_time_or_now(&m->now);
    r->options.flags |= CHATFMT_APPLY_NOW;
    if (m->variables)
        m->run.plan.variables = (chatfmt_slice){m->variables, strlen(m->variables)};
    r->tokens.options.max_length = (size_t)m->max_length.value;
    if (m->pad) r->tokens.options.padding = CHATFMT_PAD_MAX_LENGTH;
    m->run.threads = (int)m->threads.value;
    if (!m->run.threads) {
        long processors = sysconf(_SC_NPROCESSORS_ONLN);
        m->run.threads = processors < 1 ? 1 : processors > 256 ? 256 : (int)processors;
    }
    r->options.trusted = r->trusted;
    r->options.trusted_count = r->trusted_count;
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
    if (!m->packs) return true;
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
    m->run.plan.request.tokens.options.fit = CHATFMT_FIT_REFUSE;
    options_result result = options_read(&map_table, argc, argv, m);
    int code = result == OPTIONS_HELP ? EXIT_DONE : EXIT_USAGE;
    if (result == OPTIONS_OK)
        code = map_do(m) ? EXIT_DONE : EXIT_FAILED;
    file_free(&m->source);
    file_free(&m->fallback);
    file_free(&m->chosen);
    free(m);
    return code;
}
