/* tests/unit/test_base_text.c - UTF-8 against a slow, plain reading of the standard; messages;
 * masks of sixteen bytes. */
#include "base/mask16.h"
#include "base/report.h"
#include "base/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

/* Encode every code point and read it back in both directions. */
static void test_round_trip(void **state)
{
    (void)state;
    for (uint32_t code = 0; code <= 0x10FFFF; code++) {
        char bytes[4];
        size_t length = cft_utf8_put(bytes, code);
        const char *at = bytes;
        bool surrogate = code >= 0xD800 && code < 0xE000;
        assert_int_equal(cft_utf8_width((unsigned char)bytes[0]), length);
        assert_int_equal(cft_utf8_next(&at), code);
        assert_ptr_equal(at, bytes + length);
        assert_int_equal(cft_utf8_previous(&at), code);
        assert_ptr_equal(at, bytes);
        assert_int_equal(cft_utf8_check(bytes, length), surrogate ? 0 : length);
        assert_int_equal(cft_utf8_has_surrogate(bytes, length), surrogate);
        assert_int_equal(cft_utf8_count(bytes, length), 1);
    }
}

/* Every sequence of up to four bytes is valid exactly when decoding and encoding gives it back. */
static size_t plain_sequence(const unsigned char *p, size_t left)
{
    uint32_t code;
    size_t width = p[0] < 0x80 ? 1 : p[0] < 0xC0 ? 0 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3
                 : p[0] < 0xF8 ? 4 : 0;
    char again[4];
    if (!width || width > left) return 0;
    if (width == 1) return 1;
    code = p[0] & (0x7Fu >> width);
    for (size_t i = 1; i < width; i++) {
        if ((p[i] & 0xC0) != 0x80) return 0;
        code = code << 6 | (p[i] & 0x3F);
    }
    if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return 0;
    return cft_utf8_put(again, code) == width && memcmp(again, p, width) == 0 ? width : 0;
}

static size_t plain_check(const char *data, size_t length)
{
    size_t i = 0;
    while (i < length) {
        size_t width = plain_sequence((const unsigned char *)data + i, length - i);
        if (!width) break;
        i += width;
    }
    return i;
}

static void test_all_sequences(void **state)
{
    static const unsigned char ends[] = {0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xFF};
    (void)state;
    for (unsigned a = 0; a < 256; a++)
        for (unsigned b = 0; b < 256; b++)
            for (size_t c = 0; c < sizeof ends; c++)
                for (size_t d = 0; d < sizeof ends; d++)
                    for (size_t length = 1; length <= 4; length++) {
                        const char bytes[4] = {(char)a, (char)b, (char)ends[c], (char)ends[d]};
                        if (cft_utf8_check(bytes, length) != plain_check(bytes, length))
                            fail_msg("%02x %02x %02x %02x, %zu bytes", a, b, ends[c], ends[d],
                                     length);
                    }
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Random mixtures, each in a block of its own so that a sanitizer sees a read past the end. */
static void test_random(void **state)
{
    uint32_t seed = 1;
    (void)state;
    for (int round = 0; round < 20000; round++) {
        size_t room = next_random(&seed) % 120, length = 0, codes = 0;
        char *text = malloc(room + 4);
        size_t *starts = calloc(room + 5, sizeof *starts);
        bool ascii = true, surrogates = false;
        while (length < room) {
            uint32_t kind = next_random(&seed) % (round % 2 ? 9 : 40);
            uint32_t code = kind == 0   ? next_random(&seed) % 0x110000
                            : kind == 1 ? next_random(&seed) % 0x800
                            : kind == 2 ? next_random(&seed) % 0x10000
                                        : next_random(&seed) % 0x80;
            starts[codes++] = length;
            length += cft_utf8_put(text + length, code);
            ascii = ascii && code < 0x80;
            surrogates = surrogates || (code >= 0xD800 && code < 0xE000);
        }
        starts[codes] = length;
        text = realloc(text, length ? length : 1);
        assert_int_equal(cft_ascii_only(text, length), ascii);
        assert_int_equal(cft_utf8_has_surrogate(text, length), surrogates);
        assert_int_equal(cft_utf8_count(text, length), codes);
        for (size_t i = 0; i <= codes; i++)
            assert_int_equal(cft_utf8_offset(text, length, i), starts[i]);
        for (int changes = 0; changes < 3; changes++) {
            assert_int_equal(cft_utf8_check(text, length), plain_check(text, length));
            if (length) text[next_random(&seed) % length] = (char)next_random(&seed);
        }
        free(text);
        free(starts);
    }
}

static void test_count_long(void **state)
{
    size_t length = 100003;
    char *text = malloc(length);
    (void)state;
    memset(text, 'x', length);
    assert_int_equal(cft_utf8_count(text, length), length);
    assert_int_equal(cft_utf8_check(text, length), length);
    assert_int_equal(cft_utf8_offset(text, length, 77777), 77777);
    for (size_t i = 0; i + 3 <= length; i += 3) memcpy(text + i, "\xE4\xB8\xAD", 3);
    assert_int_equal(cft_utf8_count(text, length), length / 3 + length % 3);
    free(text);
}

static void test_messages(void **state)
{
    chatfmt_error error;
    char expected[CHATFMT_ERROR_TEXT];
    (void)state;
    assert_int_equal(cft_fail(NULL, CHATFMT_TYPE, "%d", 1), CHATFMT_TYPE);
    cft_error_clear(&error);
    assert_int_equal(error.status, CHATFMT_OK);
    cft_fail(&error, CHATFMT_VALUE, "%s|%.*s|%c|%d|%u|%zu|%lld|%llu|%04x|%5d|%05d|%X|%%", "abc", 2,
             "xyz", 'q', -12, 34u, (size_t)56, -9223372036854775807LL - 1,
             18446744073709551615ULL, 0xabu, -42, -42, 0xBEEFu);
    assert_string_equal(error.text, "abc|xy|q|-12|34|56|-9223372036854775808|"
                                    "18446744073709551615|00ab|  -42|-0042|BEEF|%");
    assert_int_equal(error.status, CHATFMT_VALUE);
    /* Cut at a code point whatever the phase. */
    for (size_t shift = 0; shift < 4; shift++) {
        char text[2000];
        size_t length = shift;
        memset(text, 'a', sizeof text);
        while (length + 4 <= sizeof text) length += cft_utf8_put(text + length, 0x1F600);
        cft_fail_text(&error, CHATFMT_RAISED, cft_slice_of(text, length));
        length = strlen(error.text);
        assert_int_equal(length, (CHATFMT_ERROR_TEXT - 1 - shift) / 4 * 4 + shift);
        assert_memory_equal(error.text, text, length);
    }
    memset(expected, 'b', sizeof expected);
    cft_fail_text(&error, CHATFMT_RAISED, cft_slice_of(expected, CHATFMT_ERROR_TEXT - 1));
    assert_int_equal(strlen(error.text), CHATFMT_ERROR_TEXT - 1);
}

static void check_place(const char *source, size_t offset, uint32_t line, uint32_t column,
                        const char *excerpt, uint32_t caret)
{
    chatfmt_error error;
    cft_error_clear(&error);
    cft_error_place(&error, cft_slice_of(source, strlen(source)), offset, 1);
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
    assert_string_equal(error.excerpt, excerpt);
    assert_int_equal(error.excerpt_caret, caret);
}

static void test_places(void **state)
{
    char line[600];
    chatfmt_error error;
    (void)state;
    check_place("", 0, 1, 1, "", 0);
    check_place("abc", 1, 1, 2, "abc", 1);
    check_place("abc", 99, 1, 4, "abc", 3);
    check_place("a\nbcd\r\nef\rgh", 3, 2, 2, "bcd", 1);
    check_place("a\nbcd\r\nef\rgh", 7, 3, 1, "ef", 0);
    check_place("a\nbcd\r\nef\rgh", 11, 4, 2, "gh", 1);
    check_place("a\n", 1, 1, 2, "a", 1);
    check_place("a\n", 2, 2, 1, "", 0);
    for (size_t i = 0; i + 3 <= sizeof line; i += 3) memcpy(line + i, "\xE4\xB8\xAD", 3);
    for (size_t offset = 0; offset < sizeof line; offset += 3) {
        cft_error_clear(&error);
        cft_error_place(&error, cft_slice_of(line, sizeof line), offset, 3);
        assert_int_equal(error.column, offset + 1);
        assert_int_equal(plain_check(error.excerpt, strlen(error.excerpt)),
                         strlen(error.excerpt));
        assert_true(error.excerpt_caret % 3 == 0 &&
                    error.excerpt_caret < strlen(error.excerpt));
    }
}

static void test_status(void **state)
{
    (void)state;
    assert_string_equal(chatfmt_status_text(CHATFMT_OK), "ok");
    assert_string_equal(chatfmt_status_text(CHATFMT_SYNTAX), "syntax error");
    assert_string_equal(chatfmt_status_text((chatfmt_status)999), "unknown status");
    assert_string_equal(chatfmt_status_kind(CHATFMT_UNKNOWN_TEST), "syntax");
    assert_string_equal(chatfmt_status_kind(CHATFMT_UNDEFINED), "undefined");
    assert_string_equal(chatfmt_status_kind(CHATFMT_RAISED), "raised");
    assert_string_equal(chatfmt_status_kind(CHATFMT_SECURITY), "security");
    assert_string_equal(chatfmt_status_kind(CHATFMT_ATTRIBUTE), "runtime");
    assert_string_equal(chatfmt_status_kind(CHATFMT_NO_MEMORY), "limit");
    assert_string_equal(chatfmt_status_kind(CHATFMT_IO), "input");
    assert_string_equal(chatfmt_version(), CHATFMT_VERSION);
}

/* Both ways of making a mask, byte by byte. */
static void test_masks(void **state)
{
    (void)state;
    static const unsigned ranges[][2] = {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}, {' ', ' '},
                                         {0, 0},     {0, 127},   {127, 127}, {'!', '/'}};
    uint32_t random = 1;
    for (int round = 0; round < 20000; round++) {
        char bytes[CFT_MASK_BYTES];
        uint32_t letters = 0, high = 0;
        for (unsigned i = 0; i < CFT_MASK_BYTES; i++) {
            random = random * 1664525u + 1013904223u;
            unsigned c = round < 256 ? (unsigned)(round + (int)i) & 255 : random >> 24;
            bytes[i] = (char)c;
            letters |= (uint32_t)((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) << i;
            high |= (uint32_t)(c >= 0x80) << i;
        }
        assert_int_equal(cft_mask_letters(bytes), letters);
        assert_int_equal(cft_mask_letters_plain(bytes), letters);
        assert_int_equal(cft_mask_high(bytes), high);
        assert_int_equal(cft_mask_high_plain(bytes), high);
        for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
            uint32_t mask = 0;
            for (unsigned i = 0; i < CFT_MASK_BYTES; i++) {
                unsigned c = (unsigned char)bytes[i];
                mask |= (uint32_t)(c >= ranges[r][0] && c <= ranges[r][1]) << i;
            }
            assert_int_equal(cft_mask_range(bytes, ranges[r][0], ranges[r][1]), mask);
            assert_int_equal(cft_mask_range_plain(bytes, ranges[r][0], ranges[r][1]), mask);
        }
        if (letters) assert_true(letters >> cft_mask_first(letters) & 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_all_sequences),
        cmocka_unit_test(test_random),     cmocka_unit_test(test_count_long),
        cmocka_unit_test(test_messages),   cmocka_unit_test(test_places),
        cmocka_unit_test(test_status),     cmocka_unit_test(test_masks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
