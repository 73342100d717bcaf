/* cli/cmd_tokenize.c - chatfmt tokenize: text to the ids of a tokenizer.json, and back. */
#define _POSIX_C_SOURCE 200809L
#include "batch.h"
#include "command.h"
#include "files.h"
#include "limits.h"
#include "option_values.h"
#include "options.h"
#include "show.h"
#include "writer.h"

#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct tokenize_settings {
    const char *encoding, *tokenizer, *model, *path;
    bool decode, batch, offsets, add_special, skip_special, json, no_cache;
    chatfmt_token_policy policy;
    chatfmt_limits limits;
} tokenize_settings;

/* What one run of the command owns. */
typedef struct tokenize_work {
    const tokenize_settings *settings;
    chatfmt_model *model;
    opened_tokenizer ids;
    writer out;
} tokenize_work;

/* ---- options ---- */

enum { TOKENIZE_ENCODE = 1, TOKENIZE_DECODE = 2, TOKENIZE_ONE = 4, TOKENIZE_BATCH = 8,
       TOKENIZE_FILE = 16, TOKENIZE_MODEL = 32 };

/* In the order of the bits above. */
static const option_mode tokenize_modes[] = {
    {0, "without --decode", "no --decode"}, {0, "with --decode", "--decode"},
    {1, "without --batch", "no --batch"},   {1, "with --batch", "--batch"},
    {2, "without --model", "no --model"},   {2, "with --model", "--model"},
};

static bool tokenize_mode(const void *settings, uint32_t *modes)
{
    const tokenize_settings *s = settings;
    *modes = (s->decode ? TOKENIZE_DECODE : TOKENIZE_ENCODE) |
             (s->batch ? TOKENIZE_BATCH : TOKENIZE_ONE) |
             (s->model ? TOKENIZE_MODEL : TOKENIZE_FILE);
    return s->tokenizer || s->model ||
           options_missing(&tokenize_table, "needs --tokenizer FILE or --model FOLDER");
}

#define OPTION_SETTINGS tokenize_settings
static const option_row tokenize_rows[] = {
#define TOKENIZE OPTION_ROW
#include "options.def"
};

const option_table tokenize_table = {
    .command = "tokenize",
    .usage = "--tokenizer FILE | --model FOLDER [OPTION]… [FILE]",
    .summary = "Text (a file, or standard input) to token ids, exactly as Hugging Face\n"
               "tokenizers gives them, or ids back to text. On a terminal the tokens are shown\n"
               "in colours.",
    .rows = tokenize_rows,
    .count = sizeof tokenize_rows / sizeof *tokenize_rows,
    .epilogue =
        "examples:\n"
        "  printf 'Hello world' | chatfmt tokenize --tokenizer tokenizer.json\n"
        "  echo 9906 1917 | chatfmt tokenize --tokenizer tokenizer.json --decode\n"
        "  chatfmt tokenize --model ./model --batch < texts.jsonl > ids.jsonl\n",
    .words = "@file",
    .modes = tokenize_modes,
    .mode_count = sizeof tokenize_modes / sizeof *tokenize_modes,
    .mode = tokenize_mode,
    .asks = UINT32_MAX,
    .takes = WORDS(path, 1,
                   "one argument too many: there is one FILE; text or ids themselves go to "
                   "standard input, a tokenizer is given by --tokenizer FILE"),
};

#define TOKENIZE_PATH(settings) ((settings)->path ? (settings)->path : "-")

/* ---- one text, one list of ids ---- */

static bool tokenize_decode(tokenize_work *work, chatfmt_slice input, chatfmt_error *error)
{
    chatfmt_slice text;
    uint32_t flags = work->settings->skip_special ? CHATFMT_DECODE_SKIP_SPECIAL : 0;
    if (chatfmt_decode_text(work->ids.encoder, work->ids.tokenizer, input, flags, &text, error))
        return false;
    if (writer_is_terminal(STDOUT_FILENO)) {
        write_terminal(&work->out, text.data, text.length, false);
        write_text(&work->out, "\n");
    } else {
        write_large(&work->out, text.data, text.length);
    }
    return true;
}

static bool tokenize_encode(tokenize_work *work, chatfmt_slice input, chatfmt_error *error)
{
    const tokenize_settings *s = work->settings;
    const chatfmt_tokens *tokens;
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    bool colours = !s->json && !s->offsets && writer_has_colours(STDOUT_FILENO);
    if (colours || s->offsets) options.flags |= CHATFMT_ENCODE_OFFSETS;
    if (s->add_special) options.flags |= CHATFMT_ENCODE_ADD_SPECIAL;
    options.policy = s->policy;
    if (chatfmt_encoder_encode(work->ids.encoder, input.data, input.length, &options, &tokens,
                               error))
        return false;
    if (colours) show_tokens_coloured(&work->out, input, tokens->places, tokens->count);
    return (colours && s->policy == CHATFMT_TOKENS_ANY) ||
           show_tokens_json(&work->out, work->ids.tokenizer, input, tokens, &options, error);
}

static int tokenize_single(tokenize_work *work)
{
    file_text input;
    chatfmt_error error = {.line = 0};
    const char *path = TOKENIZE_PATH(work->settings);
    if (!file_read(path, &input)) {
        if (!strpbrk(path, " <[{") && access(path, F_OK) != 0) fputs(FILE_IS_TEXT, stderr);
        return EXIT_FAILED;
    }
    bool ok = (work->settings->decode ? tokenize_decode : tokenize_encode)(
        work, (chatfmt_slice){input.data, input.length}, &error);
    if (!ok) show_error(file_name(path), &error);
    file_free(&input);
    return ok ? EXIT_DONE : EXIT_FAILED;
}

/* ---- The command ---- */

static int tokenize_batch(const tokenize_work *work)
{
    const tokenize_settings *s = work->settings;
    chatfmt_service_options options = CHATFMT_SERVICE_OPTIONS_INIT;
    options.kind = s->decode ? CHATFMT_SERVICE_DECODE : CHATFMT_SERVICE_ENCODE;
    if (s->offsets) options.flags |= CHATFMT_SERVICE_OFFSETS;
    if (s->add_special) options.flags |= CHATFMT_SERVICE_ADD_SPECIAL;
    if (s->skip_special) options.flags |= CHATFMT_SERVICE_SKIP_SPECIAL;
    options.tokenizer = work->ids.tokenizer;
    options.encoder = work->ids.encoder;
    options.policy = s->policy;
    return batch_run(&options, TOKENIZE_PATH(work->settings));
}

static bool tokenize_open(tokenize_work *work, chatfmt_error *error)
{
    const tokenize_settings *s = work->settings;
    uint32_t flags = s->no_cache ? CHATFMT_TOKENIZER_NO_CACHE : 0;
    if (!s->tokenizer && chatfmt_model_open(s->model, NULL, &work->model, error)) return false;
    return tokenizer_open(&work->ids, s->tokenizer, work->model, s->encoding, &s->limits, flags,
                          error);
}

int command_tokenize(int argc, char **argv)
{
    tokenize_settings settings = {.limits = CHATFMT_LIMITS_INIT};
    int code;
    if (!options_ready(&tokenize_table, argc, argv, &settings, &code)) return code;
    tokenize_work work = {.settings = &settings};
    chatfmt_error error = {.line = 0};
    code = EXIT_FAILED;
    writer_open(&work.out, STDOUT_FILENO);
    if (!tokenize_open(&work, &error))
        show_error(settings.tokenizer ? settings.tokenizer : settings.model, &error);
    else code = settings.batch ? tokenize_batch(&work) : tokenize_single(&work);
    if (!writer_close(&work.out)) code = EXIT_FAILED;
    tokenizer_close(&work.ids);
    chatfmt_model_free(work.model);
    return code;
}
