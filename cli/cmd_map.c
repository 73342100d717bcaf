/* cli/cmd_map.c - chatfmt map: a data set of conversations to prompts and masks. */
#define _POSIX_C_SOURCE 200809L
#define _DARWIN_C_SOURCE /* there _SC_NPROCESSORS_ONLN is no part of POSIX */
#include "command.h"
#include "files.h"
#include "formats_file.h"
#include "map_run.h"
#include "map_target.h"
#include "opened_model.h"
#include "limits.h"
#include "option_values.h"
#include "options.h"
#include "remedies.h"
#include "show.h"
#include "writer.h"

#include "chatfmt/chatfmt.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAP_INPUTS = 1024 };

typedef struct map_command {
    map_settings run;
    chatfmt_map_output *sink;
    const char *output; /* NULL: standard output */
    bool resume, force;
    bool keeps_record;  /* an output that --resume could go on with */
    const char *inputs[MAP_INPUTS];
    opened_model from;
    const char *format_name, *formats_path;
    const char *variables, *tokenizer, *column;
    chatfmt_request *request;
    bool quiet, packs, pad, legacy;
    chatfmt_formats *formats;
    chatfmt_format *format;
    option_time now;
    option_number max_length, threads;
    chatfmt_limits limits; /* of each row */
    chatfmt_tokenizer *loaded;
    chatfmt_values *values;
    chatfmt_value given; /* --variables */
} map_command;

static bool map_told(const char *option, const char *why)
{
    fprintf(stderr, "chatfmt: %s: %s\n", option, why);
    return false;
}

static bool option_columns(void *columns, const char *value)
{
    return !chatfmt_map_columns(value, columns, NULL);
}

static bool option_layout(void *row, const char *value)
{
    bool known = !strcmp(value, "auto");
    for (size_t i = 0; i < chatfmt_row_layout_count(); i++)
        known = known || !strcmp(value, chatfmt_row_layout_at(i)->name);
    ((chatfmt_row_options *)row)->layout = chatfmt_slice_of(value);
    return known;
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
    MAP_TO_FILE = 1 << 11,
    MAP_UNFITTED = 1 << 12,
    MAP_FITTED = 1 << 13,
    MAP_BY_FORMAT = 1 << 14,
    MAP_UNTRAINED = 1 << 15,
    MAP_TRAINED = 1 << 16,
    MAP_UNPACKED = 1 << 17,
    MAP_PACKABLE = 1 << 18,
    MAP_UNASKED = 1 << 19,        /* neither --mask nor --columns */
    MAP_LEARNED_COLUMN = 1 << 20, /* by a column alone, so derived */
    MAP_UNGUARDED = 1 << 21,
    MAP_GUARDED = 1 << 22
};

/* In the order of the bits above. */
static const option_mode map_modes[] = {
    {0, "with --model", "--model PATH"},
    {0, "with --template", "--template FILE"},
    {1, "without a column of the loss mask", "other --columns"},
    {1, "with this --mask", "--mask KIND"},
    {1, "with --mask derived", "--mask derived"},
    {2, "without --max-length or a column of tokens", "no --max-length"},
    {2, "without a column of tokens", "--max-length TOKENS"},
    {2, "with a column of tokens", "a column of tokens, as --columns input_ids"},
    {3, "without --max-length", "no --max-length"},
    {3, "with --max-length", "--max-length TOKENS"},
    {4, "without --output FILE", "no --output"},
    {4, "with --output FILE", "--output FILE"},
    {5, "with --fit none", "--fit none"},
    {5, "with a --fit other than none, or with --pad", "a --fit other than none or --pad"},
    {0, "with --format", "--format NAME"},
    {6, "without --trainer", NULL},
    {6, "with --trainer", "--trainer NAME"},
    {7, "with --columns that packs do not have (text, mask, split, turns, length, line, id)",
     "other --columns"},
    {7, "with --columns of tokens alone", "--columns input_ids,labels"},
    {1, "without --mask or a column of the loss mask", "no --columns"},
    {1, "with a column of the loss mask", "one of the columns mask, split, turns and labels"},
    {8, "without a --policy that refuses tokens", "no --policy"},
    {8, "with --policy", "--policy WHAT"},
};

/* --mask brings its column where --columns does not say which there are. */
static const uint32_t map_within[sizeof map_modes / sizeof *map_modes] = {
    [3] = MAP_UNASKED, [4] = MAP_UNASKED | MAP_LEARNED, [19] = MAP_UNASKED,
    [20] = MAP_UNASKED | MAP_UNLEARNED};

/* The columns that come out. */
static uint32_t map_columns(const map_command *m)
{
    if (m->run.plan.columns) return m->run.plan.columns;
    if (m->packs) return CHATFMT_MAP_INPUT_IDS | CHATFMT_MAP_LABELS | CHATFMT_MAP_POSITION_IDS |
               CHATFMT_MAP_SEQUENCE_IDS;
    return CHATFMT_MAP_TEXT | (m->request->has_mask ? (uint32_t)CHATFMT_MAP_MASK : 0);
}

static bool map_is_to_file(const map_command *m)
{
    return m->output && strcmp(m->output, "-") != 0;
}

static bool map_mode(const void *settings, uint32_t *modes)
{
    const map_command *m = settings;
    const chatfmt_request *r = m->request;
    uint32_t columns = map_columns(m);
    bool derived = r->has_mask && r->mask->kind == CHATFMT_MASK_DERIVED;
    int sources = !!m->from.path + !!m->from.template_path + !!m->format_name;
    const option_conflict wrong[] = {
        {sources > 1, "only one of --model, --template and --format can be given"},
        {!sources, "needs --model PATH, --template FILE or --format NAME"},
        {m->packs && r->prompt->fit == CHATFMT_FIT_NONE,
         "--fit none keeps rows that are too long for --pack: leave one of them out"},
        {r->prompt->fit == CHATFMT_FIT_TRUNCATE && m->max_length.given && !m->packs &&
             !(columns & CHATFMT_MAP_TOKENS),
         "--fit truncate cuts off ids: it needs a column of tokens, as --columns input_ids"},
        {m->run.plan.trainer && columns & CHATFMT_MAP_MASKED & ~(uint32_t)CHATFMT_MAP_LABELS,
         "--trainer makes labels: it is not used with the columns mask, split and turns"},
        {chatfmt_fixes_exclude(r->apply->flags) != 0, OPTION_FIXES_EXCLUDE},
    };
    *modes = (m->from.path ? MAP_BY_MODEL : m->format_name ? MAP_BY_FORMAT : MAP_BY_TEMPLATE) |
             (!(columns & CHATFMT_MAP_MASKED) ? m->run.plan.columns ? MAP_UNLEARNED : MAP_UNASKED
              : !r->has_mask                  ? MAP_LEARNED_COLUMN
              : derived                       ? MAP_LEARNED_DERIVED
                                              : MAP_LEARNED) |
             (r->prompt->policy != CHATFMT_TOKENS_ANY ? MAP_GUARDED : MAP_UNGUARDED) |
             ((columns & CHATFMT_MAP_TOKENS) || m->packs ? MAP_WITH_IDS
              : m->max_length.given              ? MAP_COUNTED
                                                 : MAP_UNCOUNTED) |
             (m->max_length.given ? MAP_BOUNDED : MAP_UNBOUNDED) |
             (map_is_to_file(m) ? MAP_TO_FILE : MAP_TO_STANDARD) |
             (m->run.plan.trainer ? MAP_TRAINED : MAP_UNTRAINED) |
             (columns & ~(uint32_t)CHATFMT_MAP_TOKENS ? MAP_UNPACKED : MAP_PACKABLE) |
             (r->prompt->fit != CHATFMT_FIT_NONE || m->pad ? MAP_FITTED : MAP_UNFITTED);
    return options_agree(&map_table, wrong, sizeof wrong / sizeof *wrong);
}

#define OPTION_SETTINGS map_command
static const option_row map_rows[] = {
#define MAP OPTION_ROW
#include "options.def"
};

const option_table map_table = {
    .command = "map",
    .usage = "--model PATH | --template FILE | --format NAME\n"
             "                   [OPTION]… [INPUT]…",
    .summary = "Renders each row of a data set: INPUT is a file of JSON Lines (compressed with\n"
               "gzip or zstd where chatfmt --version names zlib and zstd). Without it, or with\n"
               "-, standard input is read. The conversation is in the column messages,\n"
               "conversations (ShareGPT), prompt and completion, conversation (XTuner), or\n"
               "instruction, input and output (Alpaca); the columns system, tools, documents\n"
               "and chat_template_kwargs are used too. The output has the order of the input\n"
               "and is the same for any number of threads.",
    .rows = map_rows,
    .count = sizeof map_rows / sizeof *map_rows,
    .epilogue =
        "examples:\n"
        "  chatfmt map --model ./Qwen3-8B --columns text,mask --output out.jsonl \\\n"
        "    data.jsonl.gz\n"
        "  chatfmt map --model ./Qwen3-8B --columns input_ids,labels \\\n"
        "    --max-length 4096 --fit drop data.jsonl > train.jsonl\n"
        "  zcat data.gz | chatfmt map --template chatml.jinja > out.jsonl\n",
    .words = "@file",
    .modes = map_modes,
    .mode_count = sizeof map_modes / sizeof *map_modes,
    .usual_modes = MAP_FITTED | MAP_PACKABLE | MAP_UNASKED | MAP_UNCOUNTED | MAP_UNGUARDED,
    .within = map_within,
    .mode = map_mode,
    .asks = UINT32_MAX,
    .takes = WORDS(inputs, MAP_INPUTS, "one INPUT too many"),
};

/* ---- What is asked for ---- */

static bool map_check_variables(map_command *m)
{
    chatfmt_error error;
    size_t length = m->variables ? strlen(m->variables) : 0;
    if (!m->variables) return true;
    if (chatfmt_request_check_variables(m->variables, length, &error) ||
        chatfmt_values_new(NULL, NULL, &m->values, &error) ||
        chatfmt_value_read_json(m->values, m->variables, length, &m->given, &error)) {
        show_failed("--variables", &error);
        if (*m->variables != '{') fputs("    JSON is taken, no file: \"$(cat FILE)\"\n", stderr);
        return false;
    }
    for (size_t i = 0; i < chatfmt_value_count(m->given); i++)
        if (!option_gives_once("--variables", chatfmt_value_key_at(m->given, i))) return false;
    return true;
}

/* Of what is given and not read, unless rows have templates of their own, which may read it. */
static void map_warn(const map_command *m, const chatfmt_map_totals *t)
{
    chatfmt_slice names[OPTION_MOST_SETS];
    if (t->own_templates || m->run.plan.trainer) return;
    size_t count = chatfmt_value_count(m->given);
    if (count > OPTION_MOST_SETS) count = OPTION_MOST_SETS;
    for (size_t i = 0; i < count; i++) names[i] = chatfmt_value_key_at(m->given, i);
    remedy_of_variables("--variables", names, count, m->run.plan.model, m->request);
}

/* False, with a message, for options that do not go together. */
static bool map_check_usage(map_command *m)
{
    if (!map_check_variables(m)) return false;
    bool counts = m->max_length.given || (map_columns(m) & CHATFMT_MAP_TOKENS);
    if (counts && !m->tokenizer && !m->from.path)
        return options_missing(&map_table, "columns of tokens and --max-length need "
                                           "--tokenizer FILE, or --model PATH");
    if (!map_is_to_file(m)) m->output = NULL;
    if (m->output && !map_packing_of(m->output, &m->run.packing)) return false;
    if (m->resume && m->run.packing != MAP_PLAIN)
        return map_told("--resume", "cannot continue a compressed output: --force instead of it "
                                    "replaces the output; a name without .gz or .zst is not "
                                    "compressed");
    if (m->resume && m->force)
        return map_told("--resume", "continues the output that --force would replace: leave one of "
                                    "them out");
    return true;
}

static map_target_result map_check_files(const map_command *m)
{
    const struct {
        const char *path, *what;
    } sources[] = {{m->format_name ? NULL : m->from.path, "the model"},
                   {m->from.template_path, "the template"},
                   {m->formats_path, "the formats"},
                   {m->from.default_template, "the default template"},
                   {m->from.own.data ? m->from.chat_template : NULL, "the template"},
                   {m->tokenizer, "the tokenizer"}};
    map_target_result result = MAP_TARGET_READY;
    for (size_t i = 0; i < sizeof sources / sizeof *sources && result == MAP_TARGET_READY; i++)
        result = map_target_check_source(m->sink, m->output, sources[i].path, sources[i].what);
    return result;
}

/* ---- What tells this run from others ---- */

/* Options that do not change what is written, or whose files are looked into. */
static const char *const map_not_told_apart[] = {
    "--model", "--template", "--chat-template", "--default-template", "--tokenizer", "--output",
    "--resume", "--force", "--quiet", "-j", "--now", "--on-error", NULL};

static void map_record_option(void *context, const char *name, const char *value)
{
    map_command *m = context;
    for (const char *const *other = map_not_told_apart; *other; other++)
        if (!strcmp(name, *other)) return;
    chatfmt_map_record_add(chatfmt_map_output_record(m->sink), name, value);
}

static bool map_record_tokenizer(map_command *m)
{
    char path[4096];
    struct stat about;
    file_text text;
    uint64_t hash = CHATFMT_MAP_HASH_INIT;
    if (!m->run.plan.tokenizer) return true;
    chatfmt_slice folder = m->tokenizer ? chatfmt_slice_of(m->tokenizer)
                                        : chatfmt_model_about(m->run.plan.model)->path;
    snprintf(path, sizeof path, "%.*s/tokenizer.json", (int)folder.length, folder.data);
    if (m->tokenizer && access(path, F_OK)) snprintf(path, sizeof path, "%s", m->tokenizer);
    if (stat(path, &about) == 0 && !S_ISDIR(about.st_mode)) {
        if (!file_read(path, &text)) return false;
        hash = chatfmt_map_hash(hash, (chatfmt_slice){text.data ? text.data : "", text.length});
        file_free(&text);
    }
    chatfmt_map_record_add_hash(chatfmt_map_output_record(m->sink), "the tokenizer", hash);
    return true;
}

/* What the same output is made of, for --resume. */
static bool map_record_run(map_command *m, int argc, char **argv)
{
    static const char *const errors[] = {"fail", "skip", "record"};
    chatfmt_map_record *record = chatfmt_map_output_record(m->sink);
    chatfmt_slice chosen = m->request->apply->chat_template;
    char now[32];
    m->keeps_record = m->output && m->run.packing == MAP_PLAIN;
    if (!m->keeps_record) return true;
    snprintf(now, sizeof now, "%lld", (long long)m->request->apply->now);
    chatfmt_map_record_add(record, "chatfmt map, version", chatfmt_version());
    chatfmt_map_record_add_hash(record, "the model", chatfmt_map_hash_model(m->run.plan.model));
    if (chosen.data)
        chatfmt_map_record_add_hash(record, "the template",
                                    chatfmt_map_hash(CHATFMT_MAP_HASH_INIT, chosen));
    chatfmt_map_record_add(record, "--on-error", errors[m->run.on_error]);
    chatfmt_map_record_add(record, "--now", now);
    options_each(&map_table, argc, argv, map_record_option, m);
    chatfmt_map_output_may_change(m->sink, "--on-error", errors[CHATFMT_MAP_FAIL]);
    for (int i = 0; i < m->run.input_count; i++) {
        int code = chatfmt_map_record_add_input(record, (size_t)i + 1, m->inputs[i]);
        if (code) return map_told(file_name(m->inputs[i]), strerror(code < 0 ? ENOMEM : code));
    }
    return map_record_tokenizer(m);
}

/* ---- The command ---- */

static bool map_open_format(map_command *m)
{
    const char *trainer = m->run.plan.trainer;
    bool styled = trainer && strcmp(trainer, "xtuner") != 0; /* FastChat's: they need a style */
    if (!formats_file_load(m->formats_path, &m->formats) ||
        !formats_file_open(m->formats, m->format_name, styled, &m->from.misused, &m->format))
        return false;
    m->from.path = m->format_name;
    m->from.format = m->run.plan.format = m->format;
    if (!trainer) m->run.plan.flags |= CHATFMT_MAP_WATCH;
    return true;
}

/* The model, and the name of its template for errors. */
static bool map_open_model(map_command *m)
{
    opened_model *from = &m->from;
    m->request->processor = (from->flags & CHATFMT_MODEL_PROCESSOR) != 0;
    if ((m->format_name && !map_open_format(m)) || !opened_model_open(from, "map")) return false;
    const char *name = from->own.data ? from->chat_template
                       : from->template_path ? from->template_path : m->format_name;
    m->run.plan.model = from->model;
    m->run.plan.template_name = chatfmt_slice_of(name);
    m->request->apply->chat_template = from->chosen;
    return true;
}

static void map_defaults(map_command *m)
{
    chatfmt_request *r = m->request;
    m->run.plan.columns = map_columns(m);
    if ((m->run.plan.columns & CHATFMT_MAP_MASKED) && !r->has_mask)
        (void)chatfmt_request_word(r, "mask", "derived", NULL);
    r->apply->limits = &m->limits;
    const char *before = chatfmt_map_output_recorded(m->sink, "--now");
    r->apply->now = before && !m->now.given ? strtoll(before, NULL, 10)
                                            : option_time_or_now(&m->now);
    r->apply->flags |= CHATFMT_APPLY_NOW;
    m->run.plan.variables = chatfmt_slice_of(m->variables);
    m->run.plan.row.column = chatfmt_slice_of(m->column);
    r->prompt->max_length = m->run.plan.training.max_length = (size_t)m->max_length.value;
    if (m->legacy) m->run.plan.training.flags |= CHATFMT_TRAINING_LEGACY;
    if (m->pad) chatfmt_request_word(r, "padding", "max_length", NULL);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int usual = processors < 1 ? 1 : processors > 256 ? 256 : (int)processors;
    m->run.threads = m->threads.value ? (int)m->threads.value : usual;
    m->run.inputs = m->inputs;
    m->run.input_count = (int)options_count_words(&map_table, m);
    if (!m->run.input_count) m->inputs[m->run.input_count++] = "-";
    m->run.progress = !m->quiet && writer_is_terminal(STDERR_FILENO);
}

/* Rows come out as records then, without padding of their own. */
static bool map_open_packs(map_command *m)
{
    chatfmt_error error;
    chatfmt_map_options *plan = &m->run.plan;
    chatfmt_prompt_options *o = m->request->prompt;
    chatfmt_packer_options packer = CHATFMT_PACKER_OPTIONS_INIT;
    plan->flags |= CHATFMT_MAP_RECORDS;
    packer.size = o->max_length;
    packer.pads = o->padding != CHATFMT_PAD_NONE;
    o->padding = CHATFMT_PAD_NONE;
    if (!chatfmt_map_packs_new(&packer, plan->columns & CHATFMT_MAP_TOKENS, plan->model, m->loaded,
                               &m->run.packs, &error))
        return true;
    return map_told("--pad", error.text);
}

/* Columns about tokens need a tokenizer; lengths are counted in its tokens as well. */
static bool map_open_tokenizer(map_command *m)
{
    chatfmt_error error;
    chatfmt_map_options *plan = &m->run.plan;
    chatfmt_prompt_options *o = m->request->prompt;
    if (!(plan->columns & CHATFMT_MAP_TOKENS) && !m->packs && !o->max_length) return true;
    chatfmt_tokenizer_options loading = CHATFMT_TOKENIZER_OPTIONS_INIT;
    loading.limits = &m->limits;
    if (m->tokenizer ? chatfmt_tokenizer_load(m->tokenizer, &loading, &m->loaded, &error)
                     : chatfmt_model_tokenizer(plan->model, &loading, &m->loaded, &error))
        return show_failed(m->tokenizer, &error);
    plan->tokenizer = m->loaded;
    return !m->packs || map_open_packs(m);
}

/* What no row can do is said before the first. */
static bool map_check_plan(map_command *m)
{
    chatfmt_error error;
    chatfmt_mapper *first;
    bool ok = !chatfmt_mapper_new(&m->run.plan, &first, &error);
    chatfmt_mapper_free(first);
    bool variables = !ok && error.status == CHATFMT_INPUT;
    m->from.misused = !ok && error.status == CHATFMT_UNSUPPORTED;
    return ok || show_failed(variables ? "--variables" : NULL, &error);
}

static void map_summary(const map_command *m, const chatfmt_map_totals *t)
{
    const char *names[MAP_INPUTS];
    char *text;
    chatfmt_map_summary about = CHATFMT_MAP_SUMMARY_INIT;
    if (m->quiet) return;
    for (int i = 0; i < m->run.input_count; i++) names[i] = file_name(m->inputs[i]);
    about.inputs = names;
    about.on_error = (chatfmt_map_errors)m->run.on_error;
    about.before = m->run.resume;
    about.packs = m->run.packs;
    about.pack_size = m->request->prompt->max_length;
    about.record = "--on-error record";
    about.chosen = "--column chosen";
    about.mask = m->request->mask;
    about.roles = "--roles";
    about.fit = "--fix fit-arguments";
    if (!chatfmt_report_map(t, &about, &text, NULL, NULL)) show_lines("", text);
}

/* The lines of a compressed output, which is read to know them. */
static bool map_count_packed(const char *path, uint64_t *lines)
{
    char buffer[1 << 14];
    long count;
    map_source *source = map_source_open(path, NULL);
    *lines = 0;
    if (!source) return false;
    while ((count = map_source_read(source, buffer, sizeof buffer)) > 0)
        for (long i = 0; i < count; i++) *lines += buffer[i] == '\n';
    map_source_close(source);
    return count == 0;
}

static bool map_can_resume(const map_command *m)
{
    return m->keeps_record && !chatfmt_map_output_about(m->sink)->record_code;
}

/* The system gave up before all that was made was written, so the file itself is asked. */
static void map_summary_given_up(const map_command *m, const chatfmt_map_totals *t)
{
    uint64_t lines;
    const char *name = m->output ? m->output : "standard output";
    const chatfmt_output_info *about = chatfmt_map_output_about(m->sink);
    fputs("chatfmt: ", stderr);
    if (t->rows) show_count(stderr, t->rows, "row"), fputs(" read; ", stderr); /* of whole blocks */
    if (about->absent)
        fprintf(stderr, "nothing was written, %s does not exist\n", name);
    else if (about->kept)
        fprintf(stderr, "nothing of them was written, %s is still the old file\n", name);
    else if (m->run.packing != MAP_PLAIN ? map_count_packed(m->output, &lines)
                                         : chatfmt_map_output_count(m->sink, &lines)) {
        fprintf(stderr, "%s holds ", name);
        show_count(stderr, lines, "whole line");
        fprintf(stderr, "%s\n", map_can_resume(m) ? "; continue with --resume" : "");
    } else {
        fprintf(stderr, "not everything was written to %s\n", name);
    }
}

static void map_told_interrupted(const map_command *m, const chatfmt_map_totals *t)
{
    bool old = t->lines < m->run.resume; /* rows that are there already are passed over first */
    fprintf(stderr, "chatfmt: interrupted %s",
            old ? "in rows of the earlier run; the output is as it was" : "after ");
    if (!old) show_count(stderr, t->rows, "row");
    fprintf(stderr, "%s\n", map_can_resume(m) ? "; continue with --resume" : "");
}

/* An output cannot hold more than what it is made of. */
static bool map_check_lines(const map_command *m, const chatfmt_map_totals *t)
{
    if (t->lines >= m->run.resume) return true;
    fprintf(stderr, "chatfmt: %s holds ", m->output);
    show_count(stderr, m->run.resume, "line");
    fprintf(stderr, ", but there are only %llu; replace it with --force instead of --resume\n",
            (unsigned long long)t->lines);
    return false;
}

/* Read, render, write. */
static bool map_all(map_command *m)
{
    bool ok = map_run(&m->run);
    const chatfmt_map_totals *totals = chatfmt_map_job_about(m->run.job);
    bool none = totals && totals->rows && totals->errors == totals->rows;
    ok = ok && map_check_lines(m, totals) && !none;
    ok = chatfmt_map_output_close(m->sink, ok, totals ? totals->lines : 0) && ok;
    map_target_tell_end(m->sink, m->output, m->keeps_record);
    if (!totals) return false;
    map_warn(m, totals);
    const chatfmt_output_info *about = chatfmt_map_output_about(m->sink);
    if (about->gave_up || about->write_code) {
        map_summary_given_up(m, totals);
        return false;
    }
    if (m->run.signal) map_told_interrupted(m, totals);
    if (m->run.on_error == CHATFMT_MAP_FAIL && totals->errors && map_can_resume(m) &&
        !about->absent && !about->kept)
        fprintf(stderr, "chatfmt: %s ends before this row. Beside one of these options, --resume "
                        "goes on after it; a corrected input begins again\n", m->output);
    if (!m->run.signal || totals->lines >= m->run.resume) map_summary(m, totals);
    return ok;
}

/* The output as it was asked for; nothing is opened yet. */
static bool map_make_sink(map_command *m)
{
    chatfmt_error error;
    uint32_t flags = (m->force ? CHATFMT_OUTPUT_REPLACE : 0) |
                     (m->resume ? CHATFMT_OUTPUT_CONTINUE : 0) |
                     (m->run.packing != MAP_PLAIN ? CHATFMT_OUTPUT_BLOCKS : 0);
    if (!chatfmt_map_output_new(m->output, flags, NULL, &m->sink, &error)) return true;
    return show_failed(NULL, &error);
}

/* Everything that can be known to be wrong is, before the output is touched. */
static map_target_result map_prepare(map_command *m, int argc, char **argv)
{
    map_target_result result = map_check_files(m);
    if (result != MAP_TARGET_READY) return result;
    chatfmt_map_output_check(m->sink, m->inputs, (size_t)m->run.input_count);
    result = map_target_tell(m->sink, m->output);
    if (result != MAP_TARGET_READY) return result;
    /* A model may have no template: rows may bring theirs, and the first that does not ends the
     * work. */
    bool ok = map_open_model(m) &&
              opened_model_compiles(&m->from, m->from.chosen) && map_open_tokenizer(m) &&
              map_check_plan(m) && map_record_run(m, argc, argv);
    if (!ok) return m->from.misused ? MAP_TARGET_REFUSED : MAP_TARGET_FAILED;
    return map_check_files(m);
}

static int map_do(map_command *m, int argc, char **argv)
{
    if (!map_check_usage(m)) return EXIT_USAGE;
    if (!map_make_sink(m)) return EXIT_FAILED;
    map_defaults(m);
    map_target_result result = map_prepare(m, argc, argv);
    m->run.output = m->sink;
    if (result == MAP_TARGET_READY) {
        chatfmt_map_output_open(m->sink);
        result = map_target_tell(m->sink, m->output);
        m->run.resume = chatfmt_map_output_about(m->sink)->lines;
        m->keeps_record = map_can_resume(m);
    }
    if (result == MAP_TARGET_READY && !map_all(m)) result = MAP_TARGET_FAILED;
    chatfmt_map_output_free(m->sink);
    chatfmt_map_job_free(m->run.job);
    chatfmt_map_packs_free(m->run.packs);
    chatfmt_tokenizer_free(m->loaded);
    opened_model_close(&m->from);
    chatfmt_format_free(m->format);
    chatfmt_formats_free(m->formats);
    return result == MAP_TARGET_REFUSED ? EXIT_USAGE
           : result == MAP_TARGET_FAILED ? EXIT_FAILED : EXIT_DONE;
}

int command_map(int argc, char **argv)
{
    map_command *m = calloc(1, sizeof *m);
    if (!m || chatfmt_request_new(NULL, &m->request, NULL)) return free(m), EXIT_FAILED;
    m->limits = (chatfmt_limits)CHATFMT_LIMITS_INIT;
    m->run.plan = (chatfmt_map_options)CHATFMT_MAP_OPTIONS_INIT;
    m->run.plan.request = m->request;
    m->run.plan.hint = remedy_hint;
    m->request->prompt->fit = CHATFMT_FIT_REFUSE;
    options_result result = options_read(&map_table, argc, argv, m);
    int code = result == OPTIONS_HELP ? EXIT_DONE : EXIT_USAGE;
    if (result == OPTIONS_OK) code = map_do(m, argc, argv);
    int number = m->run.signal;
    chatfmt_request_free(m->request);
    chatfmt_values_free(m->values);
    free(m);
    /* By the signal that ended the work: a shell sees 130 or 143, and a loop in it ends, too. */
    if (number) signal(number, SIG_DFL), raise(number);
    return code;
}
