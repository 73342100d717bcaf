/* tests/unit/test_gguf.c - GGUF files that are changed by others, and reading in pieces. */
#define _POSIX_C_SOURCE 200809L

#include "base/file.h"
#include "chatfmt/chatfmt.h"
#include "tokenizers/gguf.h"
#include "support/counting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define TEMPLATE_REPEATS 9000u /* the template is longer than a piece that is read at once */
#define TOKENS 20000u

typedef struct bytes {
    char data[1024 * 1024];
    size_t length;
} bytes;

static void put(bytes *b, const void *data, size_t length)
{
    assert_true(length <= sizeof b->data - b->length);
    memcpy(b->data + b->length, data, length);
    b->length += length;
}

static void put_number(bytes *b, uint64_t number, size_t width)
{
    for (size_t i = 0; i < width; i++, number >>= 8) put(b, &(char){(char)(number & 0xFF)}, 1);
}

static void put_string(bytes *b, const char *text)
{
    put_number(b, strlen(text), 8);
    put(b, text, strlen(text));
}

static void put_template(bytes *b)
{
    static const char piece[] = "{{ 'x' }}";
    put_string(b, "tokenizer.chat_template");
    put_number(b, 8, 4);
    put_number(b, TEMPLATE_REPEATS * (sizeof piece - 1), 8);
    for (unsigned i = 0; i < TEMPLATE_REPEATS; i++) put(b, piece, sizeof piece - 1);
}

/* Tokens "t0", "t1" …, of which bos is the last, and flags. */
static void put_vocabulary(bytes *b)
{
    char text[16];
    put_string(b, "tokenizer.ggml.tokens");
    put_number(b, 9, 4);
    put_number(b, 8, 4);
    put_number(b, TOKENS, 8);
    for (unsigned i = 0; i < TOKENS; i++) {
        snprintf(text, sizeof text, "t%u", i);
        put_string(b, text);
    }
    put_string(b, "tokenizer.ggml.bos_token_id");
    put_number(b, 4, 4);
    put_number(b, TOKENS - 1, 4);
    put_string(b, "flags");
    put_number(b, 9, 4);
    put_number(b, 7, 4);
    put_number(b, 70000, 8);
    for (unsigned i = 0; i < 70000; i++) put_number(b, i & 1, 1);
}

static bytes *sample(void)
{
    bytes *b = calloc(1, sizeof *b);
    assert_non_null(b);
    put(b, "GGUF", 4);
    put_number(b, 3, 4);
    put_number(b, 0, 8);
    put_number(b, 4, 8);
    put_template(b);
    put_vocabulary(b);
    return b;
}

static void save(const bytes *b, char *path)
{
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, b->data, b->length), (ssize_t)b->length);
    close(descriptor);
}

/* The file is emptied while the model is open: nothing of it changes. */
static void test_emptied(void **state)
{
    char path[] = "/tmp/chatfmt-gguf-XXXXXX";
    bytes *b = sample();
    chatfmt_model *model;
    chatfmt_template *compiled;
    chatfmt_error error;
    (void)state;
    save(b, path);
    assert_int_equal(chatfmt_model_open(path, NULL, &model, &error), CHATFMT_OK);
    assert_int_equal(truncate(path, 0), 0);
    chatfmt_model_template template = chatfmt_model_template_at(model, 0);
    assert_int_equal(template.source.length, TEMPLATE_REPEATS * 9);
    chatfmt_slice shown = chatfmt_model_template_shown(model, template.name);
    assert_int_equal(strlen(shown.data), shown.length);
    assert_string_equal(shown.data + sizeof path - 1, " (tokenizer.chat_template)");
    assert_int_equal(chatfmt_model_template_shown(model, (chatfmt_slice){"none", 4}).length, 0);
    assert_int_equal(chatfmt_model_template_shown(NULL, template.name).length, 0);
    assert_int_equal(
        chatfmt_template_compile(template.source.data, template.source.length, NULL, &compiled, &error),
        CHATFMT_OK);
    chatfmt_template_free(compiled);
    chatfmt_model_free(model);
    unlink(path);
    free(b);
}

/* It becomes shorter while it is read, at whatever byte: an error that says so, or what was read before. */
static void test_shortened(void **state)
{
    char path[] = "/tmp/chatfmt-gguf-XXXXXX";
    bytes *b = sample();
    (void)state;
    save(b, path);
    for (size_t left = b->length; left > 997; left -= 997) {
        cft_file_pieces file;
        cft_arena arena;
        cft_gguf out;
        chatfmt_error error;
        cft_arena_init(&arena, NULL);
        assert_int_equal(cft_file_open_pieces(path, &file, &error), CHATFMT_OK);
        file.length = b->length; /* as it was before */
        assert_int_equal(truncate(path, (off_t)left), 0);
        chatfmt_status status = cft_gguf_read_file(&arena, &file, &out, &error);
        assert_int_equal(status, left == b->length ? CHATFMT_OK : CHATFMT_IO);
        if (status) assert_non_null(strstr(error.text, "became shorter"));
        cft_file_close_pieces(&file);
        cft_arena_free(&arena);
    }
    unlink(path);
    free(b);
}

static void same(cft_slice a, cft_slice b) { assert_true(cft_slice_equal(a, b)); }

/* A file that is read in pieces gives what the same bytes in memory do, cut short at any place, too. */
static void test_pieces(void **state)
{
    char path[] = "/tmp/chatfmt-gguf-XXXXXX";
    bytes *b = sample();
    (void)state;
    save(b, path);
    for (size_t length = b->length;; length -= length < 4999 ? length : 4999) {
        cft_file_pieces file;
        cft_arena arena;
        cft_gguf whole, pieces;
        chatfmt_error first, second;
        cft_arena_init(&arena, NULL);
        assert_int_equal(truncate(path, (off_t)length), 0);
        assert_int_equal(cft_file_open_pieces(path, &file, &first), CHATFMT_OK);
        chatfmt_status status = cft_gguf_read(&arena, cft_slice_of(b->data, length), &whole, &first);
        assert_int_equal(cft_gguf_read_file(&arena, &file, &pieces, &second), status);
        if (status) {
            assert_string_equal(first.text, second.text);
        } else {
            same(whole.templates[0].text, pieces.templates[0].text);
            same(whole.tokens[0].text, pieces.tokens[0].text);
            same(pieces.tokens[0].text, CFT_LIT("t19999"));
            assert_int_equal(pieces.vocabulary, TOKENS);
        }
        cft_file_close_pieces(&file);
        cft_arena_free(&arena);
        if (length == 0) break;
    }
    unlink(path);
    free(b);
}

/* Memory that ends anywhere is reported, and nothing leaks. */
static void test_no_memory(void **state)
{
    char path[] = "/tmp/chatfmt-gguf-XXXXXX";
    bytes *b = sample();
    (void)state;
    save(b, path);
    for (size_t fail_at = 1; fail_at < 1000; fail_at++) {
        counting c = {.fail_at = fail_at};
        chatfmt_allocator memory = counting_allocator(&c);
        chatfmt_model_options options = CHATFMT_MODEL_OPTIONS_INIT;
        chatfmt_model *model;
        chatfmt_error error;
        options.allocator = &memory;
        chatfmt_status status = chatfmt_model_open(path, &options, &model, &error);
        assert_true(status == CHATFMT_OK || status == CHATFMT_NO_MEMORY);
        chatfmt_model_free(model);
        assert_int_equal(c.live, 0);
        if (c.calls < fail_at) break;
    }
    unlink(path);
    free(b);
}

/* ---- small files of all kinds of values ---- */

static void begin(bytes *b, size_t pairs)
{
    b->length = 0;
    put(b, "GGUF", 4);
    put_number(b, 3, 4);
    put_number(b, 0, 8);
    put_number(b, pairs, 8);
}

static void put_named(bytes *b, const char *name, const char *text)
{
    put_string(b, name);
    put_number(b, 8, 4);
    put_string(b, text);
}

static void put_id(bytes *b, const char *name, unsigned type, uint64_t id, size_t width)
{
    put_string(b, name);
    put_number(b, type, 4);
    put_number(b, id, width);
}

static chatfmt_status read_bytes(const bytes *b, cft_arena *arena, cft_gguf *out, chatfmt_error *error)
{
    cft_arena_init(arena, NULL);
    return cft_gguf_read(arena, cft_slice_of(b->data, b->length), out, error);
}

/* Templates of many names, and one more than there may be. */
static void test_many_templates(void **state)
{
    enum { MOST = 4096 };
    bytes *b = calloc(1, sizeof *b);
    cft_arena arena;
    cft_gguf out;
    chatfmt_error error;
    char name[64];
    (void)state;
    assert_non_null(b);
    for (size_t more = 0; more < 2; more++) {
        begin(b, MOST + more);
        for (unsigned i = 0; i < MOST + more; i++) {
            snprintf(name, sizeof name, "tokenizer.chat_template.n%u", i);
            put_named(b, name, "x");
        }
        chatfmt_status status = read_bytes(b, &arena, &out, &error);
        if (more) {
            assert_int_equal(status, CHATFMT_INPUT);
            assert_non_null(strstr(error.text, "too many templates"));
            assert_int_equal(cft_gguf_read(&arena, cft_slice_of(b->data, b->length), &out, NULL), CHATFMT_INPUT);
        } else {
            assert_int_equal(status, CHATFMT_OK);
            assert_int_equal(out.template_count, MOST);
            same(out.templates[MOST - 1].name, CFT_LIT("n4095"));
        }
        cft_arena_free(&arena);
    }
    free(b);
}

/* A vocabulary whose texts are not UTF-8, and ids of all widths; a name that two keys have is the first's. */
static void put_odd(bytes *b)
{
    static const char *const texts[] = {"a\xff" "b\xff", "\xff" "ab", "ok", "sep"};
    begin(b, 7);
    put_string(b, "tokenizer.ggml.tokens");
    put_number(b, 9, 4);
    put_number(b, 8, 4);
    put_number(b, 4, 8);
    for (int i = 0; i < 4; i++) put_string(b, texts[i]);
    put_id(b, "tokenizer.ggml.bos_token_id", 11, 0, 8);
    put_id(b, "tokenizer.ggml.eos_token_id", 5, 1, 4);
    put_id(b, "tokenizer.ggml.padding_token_id", 10, 2, 8);
    put_id(b, "tokenizer.ggml.sep_token_id", 4, 3, 4);
    put_id(b, "tokenizer.ggml.seperator_token_id", 4, 2, 4);
    put_string(b, "rows"); /* arrays in an array */
    put_number(b, 9, 4);
    put_number(b, 9, 4);
    put_number(b, 2, 8);
    for (int i = 0; i < 2; i++) {
        put_number(b, 4, 4);
        put_number(b, 1, 8);
        put_number(b, 7, 4);
    }
}

static void test_odd_values(void **state)
{
    bytes *b = calloc(1, sizeof *b);
    cft_arena arena;
    cft_gguf out;
    chatfmt_error error;
    (void)state;
    assert_non_null(b);
    put_odd(b);
    assert_int_equal(read_bytes(b, &arena, &out, &error), CHATFMT_OK);
    assert_int_equal(out.token_count, 4);
    for (size_t i = 0; i < out.token_count; i++) {
        const cft_gguf_token *token = &out.tokens[i];
        if (cft_slice_equal(token->name, CFT_LIT("bos_token"))) same(token->text, CFT_LIT("a\xEF\xBF\xBD" "b\xEF\xBF\xBD"));
        if (cft_slice_equal(token->name, CFT_LIT("eos_token"))) same(token->text, CFT_LIT("\xEF\xBF\xBD" "ab"));
        if (cft_slice_equal(token->name, CFT_LIT("pad_token"))) same(token->text, CFT_LIT("ok"));
        if (cft_slice_equal(token->name, CFT_LIT("sep_token"))) same(token->text, CFT_LIT("ok"));
    }
    cft_arena_free(&arena);
    /* Cut off anywhere it is refused, with the place. */
    for (b->length--;; b->length--) {
        assert_int_equal(read_bytes(b, &arena, &out, &error), CHATFMT_INPUT);
        assert_memory_equal(error.text, "malformed GGUF at byte ", 23);
        assert_true(error.offset <= b->length);
        cft_arena_free(&arena);
        if (!b->length) break;
    }
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_emptied),
        cmocka_unit_test(test_shortened),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_many_templates),
        cmocka_unit_test(test_odd_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
