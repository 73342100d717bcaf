/* cli/cmd_tokenize.c - chatfmt tokenize: text to the ids of a tokenizer.json, and back. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "files.h"
#include "limits.h"
#include "option_values.h"
#include "options.h"
#include "show.h"
#include "show_ids.h"
#include "writer.h"

#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct tokenize_settings {
    const char *tokenizer, *path;
    bool decode, batch, offsets, add_special, skip_special, json, no_cache;
    chatfmt_token_policy policy;
    chatfmt_limits limits;
} tokenize_settings;

/* What one run of the command owns. */
typedef struct tokenize_work {
    const tokenize_settings *settings;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    chatfmt_values *values;
    chatfmt_token_place *places; /* in code points */
    size_t place_capacity;
    uint32_t *ids;
    size_t id_capacity;
    writer out;
} tokenize_work;

/* ---- options ---- */

enum {
    TOKENIZE_ENCODE = 1 << 0,
    TOKENIZE_DECODE = 1 << 1,
    TOKENIZE_ONE = 1 << 2,
    TOKENIZE_BATCH = 1 << 3
};

/* In the order of the bits above. */
static const option_mode tokenize_modes[] = {
    {0, "without --decode", "no --decode"},
    {0, "with --decode", "--decode"},
    {1, "without --batch", "no --batch"},
    {1, "with --batch", "--batch"},
};

static bool tokenize_mode(const void *settings, uint32_t *modes)
{
    const tokenize_settings *s = settings;
    *modes = (s->decode ? TOKENIZE_DECODE : TOKENIZE_ENCODE) |
             (s->batch ? TOKENIZE_BATCH : TOKENIZE_ONE);
    return s->tokenizer ||
           options_missing(&tokenize_table, "needs --tokenizer FILE or --model FOLDER") ==
               OPTIONS_OK;
}

static const char *tokenize_word(void *settings, const char *value)
{
    tokenize_settings *s = settings;
    if (s->path)
        return "one word too many: TEXT is one file; a tokenizer is given by --tokenizer FILE";
    s->path = value;
    return NULL;
}

#define OPTION_SETTINGS tokenize_settings
static const option_row tokenize_rows[] = {
#define TOKENIZE OPTION_ROW
#include "options.def"
};

const option_table tokenize_table = {
    .command = "tokenize",
    .usage = "--tokenizer FILE | --model FOLDER [OPTION]… [TEXT]",
    .summary = "Text (a file, or standard input) to token ids, exactly as Hugging Face\n"
               "tokenizers gives them, or ids back to text. On a terminal the tokens are shown\n"
               "in colours.",
    .rows = tokenize_rows,
    .count = sizeof tokenize_rows / sizeof *tokenize_rows,
    .epilogue =
        "examples:\n"
        "  printf 'Hello world' | chatfmt tokenize --tokenizer tokenizer.json\n"
        "  echo '[9906, 1917]' | chatfmt tokenize --tokenizer tokenizer.json --decode\n"
        "  chatfmt tokenize --model ./model --batch < texts.jsonl > ids.jsonl\n",
    .words = "@file",
    .modes = tokenize_modes,
    .mode_count = sizeof tokenize_modes / sizeof *tokenize_modes,
    .mode = tokenize_mode,
    .word = tokenize_word,
};

/* ---- output ---- */

static void write_ids(writer *w, const chatfmt_tokens *tokens)
{
    write_text(w, "\"ids\": [");
    for (size_t i = 0; i < tokens->count; i++) {
        if (i) write_text(w, ", ");
        write_number(w, tokens->ids[i]);
    }
    write_text(w, "]");
    if (tokens->attempt_total) show_attempts(w, tokens);
}

static bool write_places(tokenize_work *work, chatfmt_slice text, const chatfmt_tokens *tokens)
{
    writer *w = &work->out;
    if (tokens->count > work->place_capacity) {
        chatfmt_token_place *places =
            realloc(work->places, tokens->count * sizeof *work->places);
        if (!places) return false;
        work->places = places;
        work->place_capacity = tokens->count;
    }
    chatfmt_places_in_code_points(text.data, text.length, tokens->places, tokens->count,
                                  work->places);
    write_text(w, ", \"tokens\": [");
    for (size_t i = 0; i < tokens->count; i++) {
        chatfmt_slice name = chatfmt_tokenizer_text(work->tokenizer, tokens->ids[i]);
        if (i) write_text(w, ", ");
        write_json_string(w, name.data ? name.data : "", name.length);
    }
    write_text(w, "], \"offsets\": [");
    for (size_t i = 0; i < tokens->count; i++) {
        write_text(w, i ? ", [" : "[");
        write_number(w, work->places[i].begin);
        write_text(w, ", ");
        write_number(w, work->places[i].end);
        write_text(w, "]");
    }
    write_text(w, "]");
    return true;
}

/* ---- one text, one list of ids ---- */

static bool tokenize_text(tokenize_work *work, chatfmt_slice text, const chatfmt_tokens **tokens,
                          bool places, chatfmt_error *error)
{
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    if (places) options.flags |= CHATFMT_ENCODE_OFFSETS;
    if (work->settings->add_special) options.flags |= CHATFMT_ENCODE_ADD_SPECIAL;
    options.policy = work->settings->policy;
    return chatfmt_encoder_encode(work->encoder, text.data, text.length, &options, tokens,
                                  error) == CHATFMT_OK;
}

static bool tokenize_id_room(tokenize_work *work, size_t count)
{
    if (count <= work->id_capacity) return true;
    uint32_t *ids = realloc(work->ids, (count + 1) * 2 * sizeof *ids);
    if (!ids) return false;
    work->ids = ids;
    work->id_capacity = (count + 1) * 2;
    return true;
}

/* An array of ids; false when something in it is none. */
static bool tokenize_read_ids(tokenize_work *work, chatfmt_value list, size_t *count)
{
    *count = chatfmt_value_count(list);
    if (chatfmt_value_kind_of(list) != CHATFMT_VALUE_ARRAY || !tokenize_id_room(work, *count))
        return false;
    for (size_t i = 0; i < *count; i++) {
        chatfmt_value id = chatfmt_value_at(list, i);
        int64_t number = chatfmt_value_as_int(id);
        if (chatfmt_value_kind_of(id) != CHATFMT_VALUE_INT || number < 0 || number > UINT32_MAX)
            return false;
        work->ids[i] = (uint32_t)number;
    }
    return true;
}

static bool tokenize_bad(chatfmt_error *error, const char *why)
{
    error->status = CHATFMT_INPUT;
    snprintf(error->text, sizeof error->text, "%s", why);
    return false;
}

/* The largest id is looked for here alone, where nothing goes on. */
static bool tokenize_unknown(const tokenize_work *work, chatfmt_error *error, uint32_t id)
{
    uint32_t most = 1u << 24;
    while (most && !chatfmt_tokenizer_text(work->tokenizer, most).data) most--;
    error->status = CHATFMT_INPUT;
    snprintf(error->text, sizeof error->text,
             "there is no token %lu: the ids of this tokenizer end at %lu", (unsigned long)id,
             (unsigned long)most);
    return false;
}

static bool tokenize_decode(tokenize_work *work, chatfmt_value ids, chatfmt_slice *text,
                            chatfmt_error *error)
{
    size_t count;
    if (!tokenize_read_ids(work, ids, &count))
        return tokenize_bad(error, "expected an array of ids");
    for (size_t i = 0; i < count; i++)
        if (!chatfmt_tokenizer_text(work->tokenizer, work->ids[i]).data)
            return tokenize_unknown(work, error, work->ids[i]);
    return chatfmt_encoder_decode(work->encoder, work->ids, count,
                                  work->settings->skip_special ? CHATFMT_DECODE_SKIP_SPECIAL : 0,
                                  text, error) == CHATFMT_OK;
}

static const char *tokenize_path(const tokenize_work *work)
{
    return work->settings->path ? work->settings->path : "-";
}

static int tokenize_single(tokenize_work *work, chatfmt_slice input)
{
    chatfmt_error error = {.line = 0};
    if (work->settings->decode) {
        chatfmt_value ids;
        chatfmt_slice text = {NULL, 0};
        if (chatfmt_value_read_json(work->values, input.data, input.length, &ids, &error) ||
            !tokenize_decode(work, ids, &text, &error)) {
            show_error(file_name(tokenize_path(work)), &error);
            return EXIT_FAILED;
        }
        if (writer_is_terminal(STDOUT_FILENO)) {
            write_terminal(&work->out, text.data, text.length, false);
            write_text(&work->out, "\n");
        } else {
            write_large(&work->out, text.data, text.length);
        }
        return EXIT_DONE;
    }
    bool colours = !work->settings->json && !work->settings->offsets &&
                   writer_has_colours(STDOUT_FILENO);
    const chatfmt_tokens *tokens;
    if (!tokenize_text(work, input, &tokens, colours || work->settings->offsets, &error)) {
        show_error(file_name(tokenize_path(work)), &error);
        return EXIT_FAILED;
    }
    if (colours) {
        show_tokens_coloured(&work->out, input, tokens->places, tokens->count);
        return EXIT_DONE;
    }
    write_text(&work->out, "{");
    write_ids(&work->out, tokens);
    if (work->settings->offsets && !write_places(work, input, tokens)) return EXIT_FAILED;
    write_text(&work->out, "}\n");
    return EXIT_DONE;
}

/* ---- batch ---- */

static void write_line_error(writer *w, const chatfmt_error *error)
{
    write_text(w, "\"error\": {\"kind\": ");
    const char *kind = chatfmt_status_kind(error->status ? error->status : CHATFMT_INPUT);
    write_json_string(w, kind, strlen(kind));
    write_text(w, ", \"message\": ");
    write_json_string(w, error->text, strlen(error->text));
    write_text(w, "}");
}

/* {"id": …, with the id as it came in; nothing when there is none. */
static void write_line_id(tokenize_work *work, chatfmt_value request)
{
    chatfmt_value id = chatfmt_value_find(request, "id", 2);
    chatfmt_slice text;
    write_text(&work->out, "{");
    if (chatfmt_value_kind_of(id) == CHATFMT_VALUE_ABSENT ||
        chatfmt_value_write_json(work->values, id, &text, NULL))
        return;
    write_text(&work->out, "\"id\": ");
    write_bytes(&work->out, text.data, text.length);
    write_text(&work->out, ", ");
}

static void tokenize_request(tokenize_work *work, chatfmt_value request, chatfmt_error *error)
{
    bool object = chatfmt_value_kind_of(request) == CHATFMT_VALUE_OBJECT;
    writer *w = &work->out;
    if (work->settings->decode) {
        chatfmt_slice text;
        chatfmt_value ids = object ? chatfmt_value_find(request, "ids", 3) : request;
        if (!tokenize_decode(work, ids, &text, error)) {
            write_line_error(w, error);
            return;
        }
        write_text(w, "\"text\": ");
        write_json_string(w, text.data, text.length);
        return;
    }
    chatfmt_value value = object ? chatfmt_value_find(request, "text", 4) : request;
    const chatfmt_tokens *tokens;
    if (chatfmt_value_kind_of(value) != CHATFMT_VALUE_STRING) {
        snprintf(error->text, sizeof error->text, "expected a string, or an object with \"text\"");
        write_line_error(w, error);
        return;
    }
    chatfmt_slice text = chatfmt_value_as_text(value);
    if (!tokenize_text(work, text, &tokens, work->settings->offsets, error)) {
        write_line_error(w, error);
        return;
    }
    write_ids(w, tokens);
    if (work->settings->offsets && !write_places(work, text, tokens)) w->failed = true;
}

static void tokenize_line(tokenize_work *work, const char *line, size_t length)
{
    chatfmt_error error = {.line = 0};
    chatfmt_value request;
    chatfmt_values_reset(work->values);
    if (chatfmt_value_read_json(work->values, line, length, &request, &error)) {
        write_text(&work->out, "{");
        write_line_error(&work->out, &error);
    } else {
        write_line_id(work, request);
        tokenize_request(work, request, &error);
    }
    write_text(&work->out, "}\n");
}

static int tokenize_batch(tokenize_work *work, FILE *input)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    while ((length = getline(&line, &capacity, input)) >= 0 && !work->out.failed) {
        while (length && (line[length - 1] == '\n' || line[length - 1] == '\r')) length--;
        if (length) tokenize_line(work, line, (size_t)length);
    }
    free(line);
    return EXIT_DONE;
}

static int tokenize_run(tokenize_work *work)
{
    const tokenize_settings *settings = work->settings;
    const char *path = tokenize_path(work);
    if (settings->batch) {
        bool standard = !strcmp(path, "-");
        FILE *input = standard ? stdin : fopen(path, "rb");
        if (!input) {
            fprintf(stderr, "chatfmt: %s: cannot be read\n", path);
            return EXIT_FAILED;
        }
        int code = tokenize_batch(work, input);
        if (!standard) fclose(input);
        return code;
    }
    file_text input;
    if (!file_read(path, &input)) {
        if (!settings->decode && access(path, F_OK) != 0)
            fputs("    TEXT is the name of a file; a text itself comes by standard input:\n"
                  "    printf 'Hello' | chatfmt tokenize …\n", stderr);
        return EXIT_FAILED;
    }
    int code = tokenize_single(work, (chatfmt_slice){input.data, input.length});
    file_free(&input);
    return code;
}

int command_tokenize(int argc, char **argv)
{
    tokenize_settings settings = {.limits = CHATFMT_LIMITS_INIT};
    options_result read = options_read(&tokenize_table, argc, argv, &settings);
    if (read != OPTIONS_OK) return read == OPTIONS_HELP ? EXIT_DONE : EXIT_USAGE;
    tokenize_work work = {.settings = &settings};
    chatfmt_error error = {.line = 0};
    int code = EXIT_FAILED;
    writer_open(&work.out, STDOUT_FILENO);
    chatfmt_tokenizer_options options = limits_of_tokenizer(&settings.limits);
    chatfmt_encoder_options encoding = limits_of_encoder(&settings.limits);
    if (settings.no_cache) options.flags = CHATFMT_TOKENIZER_NO_CACHE;
    if (chatfmt_tokenizer_load(settings.tokenizer, &options, &work.tokenizer, &error) ||
        chatfmt_encoder_new(work.tokenizer, &encoding, &work.encoder, &error) ||
        chatfmt_values_new(NULL, NULL, &work.values, &error))
        show_error(settings.tokenizer, &error);
    else
        code = tokenize_run(&work);
    if (!writer_close(&work.out)) code = EXIT_FAILED;
    free(work.places);
    free(work.ids);
    chatfmt_values_free(work.values);
    chatfmt_encoder_free(work.encoder);
    chatfmt_tokenizer_free(work.tokenizer);
    return code;
}
