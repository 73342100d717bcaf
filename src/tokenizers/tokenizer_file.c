/* tokenizers/tokenizer_file.c - tokenizers from files, read once and kept compiled. */
#include "tokenizers/file_kind.h"
#include "tokenizers/gguf_words.h"
#include "tokenizers/handles.h"
#include "tokenizers/source.h"
#include "tokenizers/token_cache.h"

chatfmt_status cft_tokenizer_new(const chatfmt_tokenizer_options *options,
                                 const chatfmt_limits *limits, chatfmt_tokenizer **out,
                                 chatfmt_error *error)
{
    chatfmt_allocator memory = cft_allocator_or_default(options->allocator);
    *out = cft_allocate(&memory, sizeof **out);
    if (!*out) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(*out, 0, sizeof **out);
    cft_tokenizer_begin(&(*out)->tokenizer, &memory, limits);
    return CHATFMT_OK;
}

/* path/NAME in `buffer`. */
static chatfmt_status tokenizer_join(const char *path, const char *name, cft_buffer *buffer)
{
    size_t length = strlen(path);
    buffer->length = 0;
    CFT_TRY(cft_buffer_append(buffer, path, length));
    if (path[length - 1] != '/') CFT_TRY(cft_buffer_append(buffer, "/", 1));
    return cft_buffer_append(buffer, name, strlen(name) + 1);
}

/* The file of a folder that is there, tokenizer.json before others, or the path itself when it
 * is no folder. Of a folder without any it is tokenizer.json, which is then missed. */
static chatfmt_status tokenizer_path(const char *path, cft_buffer *buffer)
{
    static const char *const names[] = {"tokenizer.json", "tekken.json", "tokenizer.model",
                                        "tiktoken.model", "qwen.tiktoken"};
    if (!cft_file_is_folder(path)) return cft_buffer_append(buffer, path, strlen(path) + 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        CFT_TRY(tokenizer_join(path, names[i], buffer));
        if (cft_file_is_regular(buffer->data)) return CHATFMT_OK;
    }
    return tokenizer_join(path, names[0], buffer);
}

/* What kind of file it is; JSON when it cannot be read. */
static cft_file_kind tokenizer_kind(const char *path)
{
    char head[4096];
    cft_file_pieces file;
    cft_file_kind kind = CFT_FILE_JSON;
    chatfmt_error unheard;
    if (cft_file_open_pieces(path, &file, &unheard)) return kind;
    size_t length = file.length < sizeof head ? (size_t)file.length : sizeof head;
    if (!cft_file_read_piece(&file, 0, head, length, &unheard))
        kind = cft_file_kind_of(cft_slice_of(head, length));
    cft_file_close_pieces(&file);
    return kind;
}

/* The same of a GGUF, of which the vocabulary alone is read. */
static chatfmt_status tokenizer_open_gguf(chatfmt_tokenizer *tokenizer, const char *file,
                                          cft_token_cache *cache, const chatfmt_limits *limits,
                                          chatfmt_error *error)
{
    chatfmt_allocator memory = tokenizer->tokenizer.budget.caller;
    cft_gguf_words words;
    chatfmt_status status = cft_gguf_words_read(&words, &memory, file, error);
    cft_slice bytes = cft_slice_of(words.bytes.data, words.bytes.length);
    if (!status &&
        !cft_token_cache_find_bytes(cache, bytes, &tokenizer->tokenizer, &tokenizer->compiled)) {
        status = cft_gguf_tokenizer(&tokenizer->tokenizer, &memory, limits, &words, error);
        if (!status) cft_token_cache_keep(cache, &tokenizer->tokenizer);
    }
    cft_gguf_words_free(&words);
    return status;
}

/* A file by way of the cache; when nothing is there yet it is read and kept. */
static chatfmt_status tokenizer_open(chatfmt_tokenizer *tokenizer, const char *file,
                                     cft_slice parts, cft_token_cache *cache,
                                     const chatfmt_limits *limits, chatfmt_error *error)
{
    chatfmt_allocator memory = tokenizer->tokenizer.budget.caller;
    cft_file_copy copy;
    if (cft_token_cache_find(cache, &tokenizer->tokenizer, &tokenizer->compiled))
        return CHATFMT_OK;
    if (tokenizer_kind(file) == CFT_FILE_GGUF)
        return tokenizer_open_gguf(tokenizer, file, cache, limits, error);
    chatfmt_status status = cft_file_load(file, &memory, &copy, error);
    cft_slice text = cft_slice_of(copy.data, copy.length);
    if (!status &&
        !cft_token_cache_find_bytes(cache, text, &tokenizer->tokenizer, &tokenizer->compiled)) {
        status =
            cft_tokenizer_load_within(&tokenizer->tokenizer, &memory, limits, text, parts, error);
        if (!status) cft_token_cache_keep(cache, &tokenizer->tokenizer);
    }
    cft_file_unload(&copy);
    return status;
}

/* {"encoding": …} of the caller, in the place of what a model says. */
static chatfmt_status tokenizer_named(const char *encoding, bool has_ranks, cft_buffer *buffer,
                                      cft_slice *parts)
{
    if (!encoding) return CHATFMT_OK;
    if (!has_ranks) return CHATFMT_VALUE;
    CFT_TRY(cft_source_text(buffer, "{\"encoding\":"));
    CFT_TRY(cft_source_quote(buffer, cft_slice_of(encoding, strlen(encoding))));
    CFT_TRY(cft_source_text(buffer, "}"));
    *parts = cft_slice_of(buffer->data, buffer->length);
    return CHATFMT_OK;
}

static chatfmt_status tokenizer_not_named(chatfmt_status status, chatfmt_error *error)
{
    return cft_fail(error, status,
                    status == CHATFMT_VALUE ? "encoding: this option is for tiktoken ranks; other "
                                              "files of tokenizers say how text is split"
                                            : "out of memory");
}

/* A file that is not there, an error that comes later, may have them. */
static bool tokenizer_has_ranks(const char *file)
{
    return !cft_file_is_regular(file) || tokenizer_kind(file) == CFT_FILE_RANKS;
}

chatfmt_status cft_tokenizer_of_bytes(cft_slice bytes, const chatfmt_tokenizer_options *options,
                                      const chatfmt_limits *limits, chatfmt_tokenizer **out,
                                      chatfmt_error *error)
{
    chatfmt_tokenizer *tokenizer;
    cft_slice parts = {NULL, 0};
    cft_buffer named;
    *out = NULL;
    CFT_TRY(cft_tokenizer_new(options, limits, &tokenizer, error));
    const chatfmt_allocator memory = tokenizer->tokenizer.budget.caller;
    cft_buffer_init(&named, &memory);
    chatfmt_status status = tokenizer_named(
        options->encoding, cft_file_kind_of(bytes) == CFT_FILE_RANKS, &named, &parts);
    status = status ? tokenizer_not_named(status, error)
                    : cft_error_explain(cft_tokenizer_load_within(&tokenizer->tokenizer, &memory,
                                                                  limits, bytes, parts, error),
                                        error);
    cft_buffer_free(&named);
    if (status) cft_tokenizer_close(tokenizer);
    else *out = tokenizer;
    return status;
}

/* Name the file at fault, unless the text does so already: at its beginning, or in quotes. */
static void tokenizer_name_file(chatfmt_error *error, chatfmt_status status, const char *file)
{
    size_t length = strlen(file);
    if (!error) return;
    for (const char *at = error->text; (at = strstr(at, file)) != NULL; at++)
        if (at == error->text ? at[length] == ':' : at[-1] == '\'' && at[length] == '\'') return;
    cft_fail_in_file(error, status, file);
}

chatfmt_status cft_tokenizer_open(const char *path, cft_slice parts,
                                  const chatfmt_tokenizer_options *options,
                                  const chatfmt_limits *limits, chatfmt_tokenizer **out,
                                  chatfmt_error *error)
{
    chatfmt_tokenizer *tokenizer;
    *out = NULL;
    CFT_TRY(cft_tokenizer_new(options, limits, &tokenizer, error));
    const chatfmt_allocator memory = tokenizer->tokenizer.budget.caller;
    cft_buffer file, named;
    cft_buffer_init(&file, &memory);
    cft_buffer_init(&named, &memory);
    chatfmt_status status = tokenizer_path(path, &file);
    if (!status && options->encoding)
        status = tokenizer_named(options->encoding, tokenizer_has_ranks(file.data), &named, &parts);
    if (status) {
        (void)tokenizer_not_named(status, error);
    } else {
        cft_token_cache cache = {.is_on = false};
        if (!(options->flags & CHATFMT_TOKENIZER_NO_CACHE))
            cft_token_cache_init(&cache, &memory, options->cache_folder, file.data, parts);
        status = cft_error_explain(tokenizer_open(tokenizer, file.data, parts, &cache, limits,
                                                  error),
                                   error);
        if (status == CHATFMT_NOT_FOUND && cft_file_is_folder(path))
            (void)cft_fail(error, status,
                           "no tokenizer in '%s': no tokenizer.json, tekken.json, tokenizer.model, "
                           "tiktoken.model or qwen.tiktoken",
                           path);
        else if (status)
            tokenizer_name_file(error, status, file.data);
        cft_token_cache_free(&cache);
    }
    cft_buffer_free(&file);
    cft_buffer_free(&named);
    tokenizer->tokenizer.budget.given = *limits; /* for tokens added to a compiled file's */
    if (status) cft_tokenizer_close(tokenizer);
    else *out = tokenizer;
    return status;
}

void cft_tokenizer_close(chatfmt_tokenizer *tokenizer)
{
    if (!tokenizer) return;
    chatfmt_allocator memory = tokenizer->tokenizer.budget.caller;
    cft_tokenizer_free(&tokenizer->tokenizer);
    cft_file_unload(&tokenizer->compiled);
    cft_release(&memory, tokenizer, sizeof *tokenizer);
}
