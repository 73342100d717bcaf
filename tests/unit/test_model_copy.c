/* tests/unit/test_model_copy.c - what a model has beside its templates, put into a folder, and what saving would lose
 * (chatfmt/models.h).
 */
#define _POSIX_C_SOURCE 200809L

#include "support/gives.h"

#include "chatfmt/chatfmt.h"
#include "support/folder.h"

#include <stdio.h>
#include <stdlib.h>

#define SOURCE "{{ messages }}"

static void assert_file(folder *f, const char *name, const char *want)
{
    char text[256] = "";
    FILE *file = fopen(folder_join(f, name), "rb");
    if (!file) fail_msg("there is no %s", name);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, want);
}

/* Of a model that is no folder its special tokens are written, unless there is a file. */
static void test_tokens(void **state)
{
    folder from, to;
    chatfmt_model *model;
    (void)state;
    assert_true(folder_make(&from) && folder_make(&to));
    FINE(chatfmt_model_from_template(SOURCE, strlen(SOURCE), NULL, &model, NULL));
    REFUSED(chatfmt_model_copy(NULL, to.path, 0, e));
    REFUSED(chatfmt_model_copy(model, NULL, 0, e));
    FINE(chatfmt_model_copy(model, to.path, 0, NULL));
    assert_file(&to, "tokenizer_config.json", "{\n}\n");
    chatfmt_model_free(model);
    assert_true(folder_write(&from, "c.json", "{\"chat_template\": \"x\", \"bos_token\": \"<\\\"s>\", \"eos_token\": \"</s>\"}"));
    FINE(chatfmt_model_open(folder_join(&from, "c.json"), NULL, &model, NULL));
    FINE(chatfmt_model_copy(model, to.path, 0, NULL));
    assert_file(&to, "tokenizer_config.json", "{\n}\n"); /* what is there stays */
    assert_int_equal(unlink(folder_join(&to, "tokenizer_config.json")), 0);
    FINE(chatfmt_model_copy(model, to.path, 0, NULL));
    assert_file(&to, "tokenizer_config.json", "{\n  \"bos_token\": \"<\\\"s>\",\n  \"eos_token\": \"</s>\"\n}\n");
    assert_int_equal(unlink(folder_join(&to, "tokenizer_config.json")), 0);
    GIVES(CHATFMT_NOT_FOUND, chatfmt_model_copy(model, "/dev/null", 0, e));
    GIVES(CHATFMT_NOT_FOUND, chatfmt_model_copy(model, "/dev/none/folder/", 0, e));
    assert_int_equal(chatfmt_model_copy(model, "/dev/none/folder/", 0, &error), CHATFMT_NOT_FOUND);
    assert_string_equal(error.text, "cannot make the folder '/dev/none/folder/': there is no folder '/dev/none'");
    chatfmt_model_free(model);
    folder_remove(&from);
    folder_remove(&to);
}

/* Of a folder the tokenizer's files are copied as they are, but for those that are there. */
static void test_folder(void **state)
{
    folder from, to;
    chatfmt_model *model;
    (void)state;
    assert_true(folder_make(&from) && folder_make(&to));
    assert_true(folder_write(&from, "chat_template.jinja", SOURCE));
    assert_true(folder_write(&from, "tokenizer_config.json", "{}"));
    assert_true(folder_write(&from, "merges.txt", "a b"));
    assert_true(folder_write(&from, "vocab.json", ""));
    assert_true(folder_write(&to, "tokenizer_config.json", "{ \"chat_template\": \"x\"}"));
    for (size_t i = 0; i < from.count; i++) strcpy(to.files[to.count++], from.files[i]);
    FINE(chatfmt_model_open(from.path, NULL, &model, NULL));
    FINE(chatfmt_model_copy(model, to.path, 0, NULL));
    assert_file(&to, "tokenizer_config.json", "{ \"chat_template\": \"x\"}"); /* the same but for that */
    assert_file(&to, "merges.txt", "a b");
    assert_file(&to, "vocab.json", "");
    assert_int_not_equal(access(folder_join(&to, "chat_template.jinja"), F_OK), 0); /* that is saved */
    assert_int_equal(unlink(folder_join(&to, "merges.txt")), 0);
    assert_int_equal(mkdir(folder_join(&to, "merges.txt"), 0700), 0); /* in the way */
    GIVES(CHATFMT_IO, chatfmt_model_copy(model, to.path, 0, e));
    assert_int_equal(rmdir(folder_join(&to, "merges.txt")), 0);
    chatfmt_model_free(model);
    folder_remove(&from);
    folder_remove(&to);
}

/* A file that is another one is refused before any is written, and replaced when that is asked for. */
static void test_differs(void **state)
{
    static const char *const rows[][3] = {
        {"tokenizer.json", "{\"a\":1}", "{\"a\":2}"},
        {"tokenizer.json", "{\"a\":1}", "{\"a\": 1}"},
        {"merges.txt", "a b", ""},
        {"tokenizer_config.json", "{\"a\":1}", "[]"},
        {"tokenizer_config.json", "{\"a\":1}", "{\"a\":1,\"b\":2}"},
        {"tokenizer_config.json", "{\"a\":1}", "{\"chat_template\":2,\"b\":1}"},
        {"tokenizer_config.json", "{\"a\":1}", "{\"a\":1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        folder from, to;
        chatfmt_model *model;
        assert_true(folder_make(&from) && folder_make(&to));
        assert_true(folder_write(&from, "chat_template.jinja", SOURCE) && folder_write(&from, "added_tokens.json", "{}"));
        assert_true(folder_write(&from, rows[i][0], rows[i][1]) && folder_write(&to, rows[i][0], rows[i][2]));
        strcpy(to.files[to.count++], "added_tokens.json");
        FINE(chatfmt_model_open(from.path, NULL, &model, NULL));
        assert_int_equal(chatfmt_model_copy(model, to.path, 0, &error), CHATFMT_VALUE);
        assert_non_null(strstr(error.text, rows[i][0]));
        assert_file(&to, rows[i][0], rows[i][2]);
        assert_int_not_equal(access(folder_join(&to, "added_tokens.json"), F_OK), 0);
        FINE(chatfmt_model_copy(model, to.path, CHATFMT_COPY_REPLACE, NULL));
        assert_file(&to, rows[i][0], rows[i][1]);
        FINE(chatfmt_model_copy(model, to.path, 0, NULL));
        FINE(chatfmt_model_copy(model, from.path, 0, NULL));
        REFUSED(chatfmt_model_copy(model, to.path, 2, e));
        chatfmt_model_free(model);
        folder_remove(&from);
        folder_remove(&to);
    }
}

static void test_lost(void **state)
{
    static const chatfmt_slice no_name = {NULL, 0}, name = {"default", 7}, source = {SOURCE, sizeof SOURCE - 1}, nothing = {"", 0};
    chatfmt_model *model;
    folder f;
    (void)state;
    for (int empty = 0; empty < 2; empty++) {
        assert_true(folder_make(&f));
        assert_true(folder_write(&f, "chat_template.jinja", empty ? "" : SOURCE));
        FINE(chatfmt_model_open(f.path, NULL, &model, NULL));
        if (chatfmt_model_template_count(model)) {
            chatfmt_model_template row = chatfmt_model_template_at(model, 0), other = row;
            assert_memory_equal(row.name.data, name.data, name.length);
            assert_int_equal(chatfmt_model_lost(model, &row, 1, no_name), CHATFMT_NO_TEMPLATE);
            assert_int_equal(chatfmt_model_lost(model, NULL, 0, no_name), 0);
            assert_int_equal(chatfmt_model_lost(model, NULL, 0, name), CHATFMT_NO_TEMPLATE);
            other.source = empty ? source : nothing;
            assert_int_equal(chatfmt_model_lost(model, &other, 1, no_name), 0);
            other = row;
            other.name = nothing;
            assert_int_equal(chatfmt_model_lost(model, &other, 1, no_name), 0);
        }
        chatfmt_model_free(model);
        folder_remove(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tokens), cmocka_unit_test(test_folder), cmocka_unit_test(test_differs), cmocka_unit_test(test_lost)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
