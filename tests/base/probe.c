/* tests/base/probe.c - lets a script ask the functions of src/base in bulk.
 *
 * usage: base_probe numbers     one request a line on standard input, one answer a line:
 *            repr BITS          the text of the double with these bits (hexadecimal)
 *            read TEXT          the bits of the double nearest to the literal
 *            digits BITS N F    digits and exponent, `fixed` when F is 1
 *            int TEXT           the integer written back, or "no"
 *        base_probe names       a name a line; answers its code point or "no"
 *        base_probe unicode     prints the properties and mappings of every code point
 */
#include "base/number.h"
#include "base/unicode.h"

#include <stdio.h>
#include <stdlib.h>

static double probe_double(const char *hex, char **end)
{
    uint64_t bits = strtoull(hex, end, 16);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void probe_digits(const char *arguments)
{
    char *at, digits[1200];
    double value = probe_double(arguments, &at);
    int count = (int)strtol(at, &at, 10), exponent;
    size_t length =
        cft_float_digits(value, count, strtol(at, NULL, 10) != 0, digits, sizeof digits, &exponent);
    printf("%.*s %d\n", (int)length, digits, exponent);
}

static void probe_read(const char *text, size_t length)
{
    double value = cft_float_from_text(text, length);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    printf("%llx\n", (unsigned long long)bits);
}

static void probe_number(const char *line, size_t length)
{
    char out[CFT_NUMBER_ROOM];
    int64_t integer;
    if (strncmp(line, "repr ", 5) == 0) {
        size_t written = cft_float_to_text(probe_double(line + 5, NULL), out);
        printf("%.*s\n", (int)written, out);
    } else if (strncmp(line, "read ", 5) == 0) {
        probe_read(line + 5, length - 5);
    } else if (strncmp(line, "digits ", 7) == 0) {
        probe_digits(line + 7);
    } else if (strncmp(line, "int ", 4) == 0) {
        if (cft_int_from_text(line + 4, length - 4, &integer))
            printf("%.*s\n", (int)cft_int_to_text(integer, out), out);
        else printf("no\n");
    }
}

/* One line for every code point, so that the script may compare them one by one. */
static void probe_unicode(void)
{
    size_t (*const maps[])(uint32_t, uint32_t[3]) = {cft_to_lower, cft_to_upper, cft_to_title,
                                                     cft_to_folded};
    for (uint32_t code = 0; code <= 0x10FFFF; code++) {
        printf("%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d %d %d", cft_is_space(code), cft_is_alpha(code),
               cft_is_alnum(code), cft_is_word(code), cft_is_decimal(code), cft_is_digit(code),
               cft_is_numeric(code), cft_is_lower(code), cft_is_upper(code), cft_is_title(code),
               cft_is_cased(code), cft_is_case_ignorable(code), cft_is_printable(code),
               cft_is_identifier_start(code), cft_is_identifier_continue(code),
               cft_decimal_value(code), (int)cft_category_of(code));
        for (size_t map = 0; map < sizeof maps / sizeof maps[0]; map++) {
            uint32_t out[3];
            size_t count = maps[map](code, out);
            for (size_t i = 0; i < count; i++) printf("%c%x", i ? '+' : ' ', (unsigned)out[i]);
        }
        putchar('\n');
    }
}

static void probe_name(const char *line, size_t length)
{
    uint32_t code;
    if (cft_unicode_by_name(line, length, &code)) printf("%x\n", (unsigned)code);
    else printf("no\n");
}

static char probe_line[1 << 20];

static void probe_lines(void (*answer)(const char *line, size_t length))
{
    while (fgets(probe_line, sizeof probe_line, stdin)) {
        size_t length = strcspn(probe_line, "\n");
        probe_line[length] = '\0';
        answer(probe_line, length);
    }
}

int main(int argc, char **argv)
{
    const char *what = argc == 2 ? argv[1] : "";
    if (strcmp(what, "numbers") == 0) probe_lines(probe_number);
    else if (strcmp(what, "names") == 0) probe_lines(probe_name);
    else if (strcmp(what, "unicode") == 0) probe_unicode();
    else return fprintf(stderr, "usage: base_probe numbers|names|unicode\n"), 2;
    return 0;
}
