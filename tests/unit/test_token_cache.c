/* tests/unit/test_token_cache.c - compiled tokenizers: the same tokens, damaged files, hostile
 * files, files that changed. */
#define _POSIX_C_SOURCE 200809L
#include "chatfmt/chatfmt.h"
#include "base/file.h"
#include "support/counting.h"
#include "tokenizers/compiled.h"
#include "tokenizers/token_cache.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { CACHE_COLLISIONS = 200, CACHE_RUN = 150 };

/* A text of sixteen printable characters whose hash is that of all others that are made here: what
 * the first half does to it the second undoes. False when there is none with this number. */
static bool cache_collide(uint32_t number, char text[17])
{
    uint64_t half, wanted;
    for (int i = 0; i < 8; i++, number /= 26) text[i] = (char)('a' + number % 26);
    memcpy(&half, text, sizeof half);
    memcpy(&wanted, "chatfmt!", sizeof wanted);
    half = (16 * 0x9E3779B97F4A7C15u ^ half) * 0x9FB21C651E98DF25u;
    half ^= half >> 29;
    half ^= wanted;
    memcpy(text + 8, &half, sizeof half);
    text[16] = '\0';
    for (int i = 8; i < 16; i++)
        if (text[i] < '#' || text[i] > '~' || text[i] == '\\') return false;
    return true;
}

/* Texts with one hash, runs of one letter, and merges of them that are looked up in few places. */
static unsigned cache_hostile(char *json, size_t room, size_t *at, unsigned id)
{
    char text[17];
    for (uint32_t number = 0, made = 0; made < CACHE_COLLISIONS; number++) {
        if (!cache_collide(number, text)) continue;
        *at += (size_t)snprintf(json + *at, room - *at, ",\"%s\":%u", text, id++);
        made++;
    }
    unsigned first = id;
    for (int i = 3; i <= CACHE_RUN; i++) {
        *at += (size_t)snprintf(json + *at, room - *at, ",\"");
        memset(json + *at, 'a', (size_t)i);
        *at += (size_t)i;
        *at += (size_t)snprintf(json + *at, room - *at, "\":%u", id++);
    }
    return first;
}

static void cache_merges(char *json, size_t room, size_t *at, unsigned first)
{
    static char run[CACHE_RUN + 1];
    memset(run, 'a', CACHE_RUN);
    for (int i = 3; i <= CACHE_RUN; i++)
        for (int j = 3; i + j <= CACHE_RUN; j++)
            if (cft_merge_place(first + (unsigned)i - 3, first + (unsigned)j - 3, 1000) < 30)
                *at += (size_t)snprintf(json + *at, room - *at, ",[\"%.*s\",\"%.*s\"]", i, run,
                                        j, run);
}

/* A tokenizer.json that is large enough to be kept: pairs of characters, "tNNNNN" tokens. */
static char *cache_json(size_t *length, const char *extra)
{
    size_t room = 1 << 20, at = 0;
    char *json = malloc(room);
    if (!json) abort();
    at += (size_t)snprintf(json + at, room - at,
                           "{\"version\":\"1.0\",\"added_tokens\":[{\"id\":0,\"content\":\"<|e|>\","
                           "\"single_word\":false,\"lstrip\":true,\"rstrip\":false,"
                           "\"normalized\":false,\"special\":true},{\"id\":0,\"content\":\"<n>\","
                           "\"single_word\":false,\"lstrip\":false,\"rstrip\":false,"
                           "\"normalized\":true,\"special\":false}],\"normalizer\":"
                           "{\"type\":\"NFKC\"},\"pre_tokenizer\":{\"type\":\"WhitespaceSplit\"},"
                           "\"decoder\":{\"type\":\"Fuse\"},\"model\":{\"type\":\"BPE\","
                           "\"unk_token\":\"?\",\"vocab\":{\"?\":0");
    unsigned id = 1;
    for (char a = 'a'; a <= 'z'; a++)
        at += (size_t)snprintf(json + at, room - at, ",\"%c\":%u", a, id++);
    for (char a = 'a'; a <= 'z'; a++)
        for (char b = 'a'; b <= 'z'; b++)
            at += (size_t)snprintf(json + at, room - at, ",\"%c%c\":%u", a, b, id++);
    for (int i = 0; i < 20000; i++)
        at += (size_t)snprintf(json + at, room - at, ",\"token%05d\":%u", i, id++);
    unsigned first = cache_hostile(json, room, &at, id);
    at += (size_t)snprintf(json + at, room - at, "%s},\"merges\":[", extra);
    for (char a = 'a'; a <= 'z'; a++)
        for (char b = 'a'; b <= 'z'; b++)
            at += (size_t)snprintf(json + at, room - at, "%s[\"%c\",\"%c\"]",
                                   a == 'a' && b == 'a' ? "" : ",", a, b);
    cache_merges(json, room, &at, first);
    at += (size_t)snprintf(json + at, room - at, "]}}");
    *length = at;
    return json;
}

static const char cache_text[] = "hello world <|e|> abc\xEF\xAC\x81<n> \xE6\x97\xA5 token00007 zzz "
                                 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

typedef struct cache_state {
    char folder[64], file[96];
    char *json;
    size_t length;
    uint32_t ids[64];
    size_t count;
} cache_state;

static void cache_put(const cache_state *s, const char *json, size_t length)
{
    FILE *file = fopen(s->file, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(json, 1, length, file), length);
    fclose(file);
}

static int cache_open_state(void **state)
{
    static cache_state s;
    strcpy(s.folder, "/tmp/chatfmt-cache-XXXXXX");
    if (!mkdtemp(s.folder)) return 1;
    snprintf(s.file, sizeof s.file, "%s/tokenizer.json", s.folder);
    s.json = cache_json(&s.length, "");
    cache_put(&s, s.json, s.length);
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    const chatfmt_tokens *tokens;
    if (chatfmt_tokenizer_read(s.json, s.length, NULL, &tokenizer, NULL)) return 1;
    if (chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL)) return 1;
    if (chatfmt_encoder_encode(encoder, cache_text, strlen(cache_text), NULL, &tokens, NULL))
        return 1;
    s.count = tokens->count;
    memcpy(s.ids, tokens->ids, tokens->count * sizeof *tokens->ids);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
    *state = &s;
    return 0;
}

static chatfmt_status cache_unlink(void *context, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", (const char *)context, name);
    unlink(path);
    return CHATFMT_OK;
}

static int cache_close_state(void **state)
{
    cache_state *s = *state;
    char inner[96];
    snprintf(inner, sizeof inner, "%s/a", s->folder);
    cft_file_each(NULL, inner, cache_unlink, inner, NULL);
    rmdir(inner);
    cft_file_each(NULL, s->folder, cache_unlink, s->folder, NULL);
    rmdir(s->folder);
    free(s->json);
    return 0;
}

static chatfmt_tokenizer *cache_load(const cache_state *s, uint32_t flags)
{
    char folder[96];
    chatfmt_tokenizer_options options = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_tokenizer *tokenizer;
    snprintf(folder, sizeof folder, "%s/a", s->folder);
    options.cache_folder = folder;
    options.flags = flags;
    assert_int_equal(chatfmt_tokenizer_load(s->file, &options, &tokenizer, NULL), CHATFMT_OK);
    return tokenizer;
}

static void cache_check(const cache_state *s, chatfmt_tokenizer *tokenizer)
{
    chatfmt_encoder *encoder;
    const chatfmt_tokens *tokens;
    chatfmt_slice text;
    assert_int_equal(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL), CHATFMT_OK);
    assert_int_equal(
        chatfmt_encoder_encode(encoder, cache_text, strlen(cache_text), NULL, &tokens, NULL),
        CHATFMT_OK);
    assert_int_equal(tokens->count, s->count);
    assert_memory_equal(tokens->ids, s->ids, s->count * sizeof *s->ids);
    assert_int_equal(chatfmt_tokenizer_id(tokenizer, "token00007", 10), 1 + 26 + 676 + 7);
    text = chatfmt_tokenizer_text(tokenizer, 1 + 26 + 676 + 7);
    assert_int_equal(text.length, 10);
    assert_memory_equal(text.data, "token00007", 10);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
}

/* The path of the one file in the cache folder with this ending; false when there is none. */
typedef struct cache_search {
    const char *ending;
    char path[256], folder[96];
    int count;
} cache_search;

static chatfmt_status cache_visit(void *context, const char *name)
{
    cache_search *search = context;
    size_t length = strlen(name), ending = strlen(search->ending);
    if (length < ending || strcmp(name + length - ending, search->ending)) return CHATFMT_OK;
    snprintf(search->path, sizeof search->path, "%s/%s", search->folder, name);
    search->count++;
    return CHATFMT_OK;
}

static int cache_find(const cache_state *s, const char *ending, cache_search *search)
{
    *search = (cache_search){.ending = ending};
    snprintf(search->folder, sizeof search->folder, "%s/a", s->folder);
    (void)cft_file_each(NULL, search->folder, cache_visit, search, NULL);
    return search->count;
}

static void test_kept_and_found(void **state)
{
    cache_state *s = *state;
    cache_search search;
    cache_check(s, cache_load(s, CHATFMT_TOKENIZER_NO_CACHE));
    assert_int_equal(cache_find(s, ".tokens", &search), 0);
    cache_check(s, cache_load(s, 0));
    assert_int_equal(cache_find(s, ".seen", &search), 1);
    assert_int_equal(cache_find(s, ".tokens", &search), 1);
    struct stat about;
    assert_int_equal(stat(search.path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    cache_check(s, cache_load(s, 0));
    assert_int_equal(cache_find(s, ".tokens", &search), 1);
}

/* A file whose content changed under the same name and size has its own tables. */
static void test_changed_file(void **state)
{
    cache_state *s = *state;
    cache_search search;
    size_t length;
    char *other = cache_json(&length, "");
    char *hit = strstr(other, "\"zz\":702");
    assert_non_null(hit);
    memcpy(hit, "\"zz\":000", 8);
    hit[5] = '7', hit[6] = '0', hit[7] = '1'; /* zz and zy share an id */
    cache_check(s, cache_load(s, 0));
    cache_put(s, other, length);
    chatfmt_tokenizer *tokenizer = cache_load(s, 0);
    assert_int_equal(chatfmt_tokenizer_id(tokenizer, "zz", 2), 701);
    chatfmt_tokenizer_free(tokenizer);
    assert_int_equal(cache_find(s, ".tokens", &search), 2);
    cache_put(s, s->json, s->length);
    cache_check(s, cache_load(s, 0));
    free(other);
}

static void cache_write(const char *path, const char *data, size_t length)
{
    assert_true(cft_file_save_own(path, data, length));
}

/* Whatever is done to the file, the tokens are right. */
static void test_damaged(void **state)
{
    cache_state *s = *state;
    cache_search search;
    cache_check(s, cache_load(s, 0));
    assert_true(cache_find(s, ".tokens", &search) >= 1);
    chatfmt_error error;
    cft_buffer good;
    cft_buffer_init(&good, NULL);
    for (int file = 0; file < 2; file++) {
        if (file) assert_true(cache_find(s, ".seen", &search) >= 1);
        good.length = 0;
        assert_int_equal(cft_file_read(search.path, 1 << 26, &good, &error), CHATFMT_OK);
        char *bad = malloc(good.length);
        assert_non_null(bad);
        for (size_t i = 0; i < 24; i++) {
            size_t place = i < 12 ? i * 9 % good.length : i * 7919 * 31 % good.length;
            memcpy(bad, good.data, good.length);
            bad[place] = (char)(bad[place] ^ (1 << i % 8));
            cache_write(search.path, bad, good.length);
            cache_check(s, cache_load(s, 0));
        }
        size_t lengths[] = {1, 64, good.length / 2, good.length - 1};
        for (size_t i = 0; i < 4 && lengths[i]; i++) {
            cache_write(search.path, good.data, lengths[i]);
            cache_check(s, cache_load(s, 0));
        }
        free(bad);
    }
    cft_buffer_free(&good);
}

static int cache_is_own(const char *path)
{
    cft_file_copy copy;
    bool is_own = cft_file_load_own(path, NULL, &copy, NULL);
    cft_file_unload(&copy);
    return is_own;
}

/* Others may have written it: a file that anybody may write, or a link, is not opened. */
static void test_foreign(void **state)
{
    cache_state *s = *state;
    cache_search search;
    cache_check(s, cache_load(s, 0));
    assert_true(cache_find(s, ".tokens", &search) >= 1);
    assert_true(cache_is_own(search.path));
    assert_int_equal(chmod(search.path, 0666), 0);
    assert_false(cache_is_own(search.path));
    cache_check(s, cache_load(s, 0));
    assert_true(cache_is_own(search.path)); /* written again */
    char link[300];
    snprintf(link, sizeof link, "%s.link", search.path);
    assert_int_equal(symlink(search.path, link), 0);
    assert_false(cache_is_own(link));
    unlink(link);
}

/* A file that another program cuts off leaves the tokenizers that were opened from it as they
 * are. */
static void test_cut_off(void **state)
{
    cache_state *s = *state;
    cache_search search;
    cache_check(s, cache_load(s, 0));
    chatfmt_tokenizer *tokenizer = cache_load(s, 0);
    assert_true(cache_find(s, ".tokens", &search) >= 1);
    assert_int_equal(truncate(search.path, 0), 0);
    cache_check(s, tokenizer);
    cache_check(s, cache_load(s, 0));
}

static void hostile_use(char *data, size_t length)
{
    cft_tokenizer tokenizer;
    cft_encoder encoder;
    if (cft_compiled_open(&tokenizer, NULL, cft_slice_of(data, length), NULL) == CHATFMT_OK &&
        cft_encoder_init(&encoder, &tokenizer, NULL, 4096) == CHATFMT_OK) {
        cft_slice text;
        if (!cft_encoder_encode(&encoder, cft_slice_of(cache_text, strlen(cache_text)), true,
                                true, NULL, NULL))
            (void)cft_decode(&encoder, encoder.ids, encoder.count, false, &text);
        for (uint32_t id = 0; id < 800; id++) (void)cft_tokenizer_name(&tokenizer, id);
        (void)cft_tokenizer_find(&tokenizer, CFT_LIT("token00007"));
        char collides[17];
        for (uint32_t number = 0; number < 20000; number++)
            if (cache_collide(number, collides))
                (void)cft_tokenizer_find(&tokenizer, cft_slice_of(collides, 16));
        cft_encoder_free(&encoder);
    }
    cft_tokenizer_free(&tokenizer);
}

/* With a right checksum the rest may be anything: wrong tokens, but nothing worse. */
static void test_hostile(void **state)
{
    cache_state *s = *state;
    static const char source[64] = {0};
    cft_tokenizer tokenizer;
    cft_buffer bytes;
    cft_buffer_init(&bytes, NULL);
    assert_int_equal(cft_tokenizer_load(&tokenizer, NULL, cft_slice_of(s->json, s->length), NULL),
                     CHATFMT_OK);
    assert_int_equal(cft_compiled_write(&tokenizer, source, &bytes), CHATFMT_OK);
    cft_tokenizer_free(&tokenizer);
    char *room = aligned_alloc(64, (bytes.length + 63) / 64 * 64);
    assert_non_null(room);
    /* Counts whose sizes wrap around in 32 bits: fields of the model, the second section. */
    for (size_t field = 3; field <= 10; field++) {
        uint64_t model;
        uint32_t number;
        memcpy(room, bytes.data, bytes.length);
        memcpy(&model, room + 104 + 16, sizeof model);
        memcpy(&number, room + model + field * 4, sizeof number);
        number += 1u << 29;
        memcpy(room + model + field * 4, &number, sizeof number);
        cft_compiled_seal(room, bytes.length);
        hostile_use(room, bytes.length);
    }
    uint64_t seed = 7;
    for (int round = 0; round < 300; round++) {
        memcpy(room, bytes.data, bytes.length);
        for (int i = 0; i < 1 + round % 40; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            size_t range = round % 3 ? bytes.length : 24000;
            size_t place = (size_t)(seed >> 20) % range;
            room[place] = (char)(seed >> 56);
        }
        cft_compiled_seal(room, bytes.length);
        hostile_use(room, bytes.length);
    }
    free(room);
    cft_buffer_free(&bytes);
}

/* Each allocation of writing and of opening fails once: the status says so, and nothing leaks. */
static void test_failing_memory(void **state)
{
    const cache_state *s = *state;
    static const char source[64] = {0};
    cft_tokenizer tokenizer, again;
    chatfmt_error error;
    cft_buffer bytes;
    chatfmt_status status = CHATFMT_NO_MEMORY;
    assert_int_equal(cft_tokenizer_load(&tokenizer, NULL, cft_slice_of(s->json, s->length), &error),
                     CHATFMT_OK);
    for (size_t n = 1; status; n++) {
        counting memory = {.fail_at = n, .fail_after = 0};
        chatfmt_allocator allocator = counting_allocator(&memory);
        cft_buffer_init(&bytes, &allocator);
        status = cft_compiled_write(&tokenizer, source, &bytes);
        assert_true(!status || status == CHATFMT_NO_MEMORY);
        cft_buffer_free(&bytes);
        assert_int_equal(memory.live, 0);
    }
    cft_buffer_init(&bytes, NULL);
    assert_int_equal(cft_compiled_write(&tokenizer, source, &bytes), CHATFMT_OK);
    size_t length = bytes.length;
    char *room = aligned_alloc(64, (length + 63) / 64 * 64);
    assert_non_null(room);
    memcpy(room, bytes.data, length);
    status = CHATFMT_NO_MEMORY;
    for (size_t n = 1; status; n++) {
        counting memory = {.fail_at = n, .fail_after = 0};
        chatfmt_allocator allocator = counting_allocator(&memory);
        status = cft_compiled_open(&again, &allocator, cft_slice_of(room, length), source);
        assert_true(!status || status == CHATFMT_NO_MEMORY);
        cft_tokenizer_free(&again);
        assert_int_equal(memory.live, 0);
    }
    free(room);
    cft_buffer_free(&bytes);
    cft_tokenizer_free(&tokenizer);
}

/* Tokens and merges that the hash tables have no place for are found all the same, by what is
 * loaded and by what is compiled. */
static void test_collisions(void **state)
{
    cache_state *s = *state;
    cft_tokenizer tokenizer;
    assert_int_equal(cft_tokenizer_load(&tokenizer, NULL, cft_slice_of(s->json, s->length), NULL),
                     CHATFMT_OK);
    assert_true(tokenizer.bpe.words.tree.count >= CACHE_COLLISIONS - CFT_PROBE_TEXTS);
    assert_true(tokenizer.bpe.merges.tree.count > 0);
    cft_tokenizer_free(&tokenizer);
    for (int round = 0; round < 2; round++) {
        chatfmt_tokenizer *opened = cache_load(s, 0);
        char text[17];
        int64_t first = -1;
        for (uint32_t number = 0, found = 0; found < CACHE_COLLISIONS; number++) {
            if (!cache_collide(number, text)) continue;
            int64_t id = chatfmt_tokenizer_id(opened, text, 16);
            if (!found) first = id;
            assert_int_equal(id, first + found++);
            text[3] = '.';
            assert_int_equal(chatfmt_tokenizer_id(opened, text, 16), -1);
        }
        cache_check(s, opened);
    }
}

static void test_options(void **state)
{
    cache_state *s = *state;
    chatfmt_tokenizer_options options = CHATFMT_TOKENIZER_OPTIONS_INIT;
    chatfmt_tokenizer *tokenizer;
    options.flags = 4;
    assert_int_equal(chatfmt_tokenizer_load(s->file, &options, &tokenizer, NULL),
                     CHATFMT_BAD_ARGUMENT);
    assert_null(tokenizer);
    /* A folder that cannot be made is no reason to fail. */
    options.flags = 0;
    options.cache_folder = "/dev/null/nowhere";
    assert_int_equal(chatfmt_tokenizer_load(s->file, &options, &tokenizer, NULL), CHATFMT_OK);
    cache_check(s, tokenizer);
}

/* ---- Where it is ---- */

static void cache_environment(const char *own, const char *xdg, const char *home)
{
    static const char *const names[] = {"CHATFMT_CACHE", "XDG_CACHE_HOME", "HOME"};
    const char *const values[] = {own, xdg, home};
    for (size_t i = 0; i < 3; i++)
        if (values[i]) setenv(names[i], values[i], 1);
        else unsetenv(names[i]);
}

static void assert_folder(const cache_state *s, const char *given, const char *want)
{
    cft_token_cache cache;
    chatfmt_allocator memory = cft_allocator_or_default(NULL);
    cft_token_cache_init(&cache, &memory, given, s->file, cft_slice_of(NULL, 0));
    assert_int_equal(cache.is_on, want != NULL);
    if (want) {
        assert_int_equal(cache.folder_length, strlen(want));
        assert_memory_equal(cache.path.data, want, strlen(want));
    }
    cft_token_cache_free(&cache);
}

static void test_folders(void **state)
{
    const cache_state *s = *state;
    char *home = getenv("HOME") ? strdup(getenv("HOME")) : NULL;
    char long_home[400];
    cache_environment("/own", "/xdg", "/home/me");
    assert_folder(s, "/given", "/given/");
    assert_folder(s, NULL, "/own/");
    cache_environment(NULL, "/xdg", "/home/me");
    assert_folder(s, NULL, "/xdg/chatfmt/");
    cache_environment(NULL, "xdg", "/home/me"); /* relative paths are ignored */
    assert_folder(s, NULL, "/home/me/.cache/chatfmt/");
    cache_environment(NULL, NULL, "/home/me");
    assert_folder(s, NULL, "/home/me/.cache/chatfmt/");
    cache_environment(NULL, NULL, "home");
    assert_folder(s, NULL, NULL);
    cache_environment(NULL, NULL, NULL);
    assert_folder(s, NULL, NULL);
    setenv("CHATFMT_NO_CACHE", "1", 1);
    assert_folder(s, "/given", NULL);
    unsetenv("CHATFMT_NO_CACHE");
    /* Memory that ends at any growth of the path. */
    memset(long_home, 'h', sizeof long_home);
    long_home[0] = '/';
    for (size_t length = 1; length < sizeof long_home; length++)
        for (size_t n = 1; n < 8; n++)
            for (int xdg = 0; xdg < 2; xdg++) {
                counting memory = {.fail_at = n, .fail_after = 1};
                chatfmt_allocator allocator = counting_allocator(&memory);
                cft_token_cache cache;
                cft_tokenizer tokenizer;
                cft_file_copy copy;
                char kept = long_home[length];
                long_home[length] = '\0';
                cache_environment(NULL, xdg ? long_home : NULL, xdg ? NULL : long_home);
                long_home[length] = kept;
                cft_token_cache_init(&cache, &allocator, NULL, s->file, cft_slice_of(NULL, 0));
                assert_false(cft_token_cache_find(&cache, &tokenizer, &copy));
                assert_false(cft_token_cache_find_bytes(&cache, CFT_LIT("bytes"), &tokenizer, &copy));
                cft_token_cache_free(&cache);
                assert_int_equal(memory.live, 0);
            }
    cache_environment(NULL, NULL, home);
    free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_kept_and_found, cache_open_state, cache_close_state),
        cmocka_unit_test_setup_teardown(test_changed_file, cache_open_state, cache_close_state),
        cmocka_unit_test_setup_teardown(test_damaged, cache_open_state, cache_close_state),
        cmocka_unit_test_setup_teardown(test_foreign, cache_open_state, cache_close_state),
        cmocka_unit_test_setup_teardown(test_cut_off, cache_open_state, cache_close_state),
        cmocka_unit_test_setup_teardown(test_collisions, cache_open_state, cache_close_state),
        cmocka_unit_test_setup_teardown(test_hostile, cache_open_state, cache_close_state),
        cmocka_unit_test_setup_teardown(test_failing_memory, cache_open_state, cache_close_state),
        cmocka_unit_test_setup_teardown(test_options, cache_open_state, cache_close_state),
        cmocka_unit_test_setup_teardown(test_folders, cache_open_state, cache_close_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
