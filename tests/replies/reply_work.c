/* tests/replies/reply_work.c - reading a reply is linear: twice the text takes twice the steps.
 *
 * The sources of src/replies are compiled into this program with every edge of their control flow
 * counted (-fsanitize-coverage=trace-pc), and what memchr, memmove and memcmp look at is counted
 * too: steps, not times, so that the answer is the same on any machine. Texts are what a hostile
 * model may write: a megabyte of '<', of brackets, of beginnings of markers, behind the text that
 * brings a machine into each of its states.
 *
 *     test_reply_work            short texts of every kind, for every family
 *     test_reply_work --large    half a megabyte, one and two, with a table of how the steps grow
 */
#include "replies/reply.h"
#include "replies/response_state.h"

#include <stdio.h>
#include <stdlib.h>

/* gcc's and clang's name for what is called at every edge */
void __sanitizer_cov_trace_pc(void);
void *reply_work_memchr(const void *data, int c, size_t length);
void *reply_work_memmove(void *to, const void *from, size_t length);
int reply_work_memcmp(const void *a, const void *b, size_t length);

static uint64_t steps;

void __sanitizer_cov_trace_pc(void) { steps++; }

void *reply_work_memchr(const void *data, int c, size_t length)
{
    const char *found = memchr(data, c, length);
    steps += (found ? (size_t)(found - (const char *)data) : length) / 16;
    return (void *)(uintptr_t)found;
}

void *reply_work_memmove(void *to, const void *from, size_t length)
{
    steps += length / 16;
    return memmove(to, from, length);
}

int reply_work_memcmp(const void *a, const void *b, size_t length)
{
    steps += length / 16;
    return memcmp(a, b, length);
}

/* A delimiter that may still end is looked at with every chunk up to 4096 bytes, so descriptions
 * need texts that are long beside that. */
enum { SMALL = 2048, SMALL_DESCRIBED = 32768, ROUNDS = 2 };

static int failed;
static unsigned checked;
static double worst;

/* Growth from n to 2n, and from there to 4n: linear is 2 each, and quadratic would be 4. */
static void expect_linear(const char *what, const char *text, size_t chunk, const uint64_t *counts)
{
    checked++;
    for (int i = 0; i < ROUNDS; i++) {
        double growth = (double)counts[i + 1] / (double)counts[i];
        if (growth > worst && counts[i + 1] >= 30000) worst = growth;
        if (growth <= 2.6 || counts[i + 1] < 30000) continue;
        failed++;
        fflush(stdout);
        printf("%s, '%.24s' in chunks of %zu: %llu steps, then %llu\n", what, text, chunk,
               (unsigned long long)counts[i], (unsigned long long)counts[i + 1]);
        return;
    }
}

/* `head`, and then `unit` until `size` bytes. */
static char *repeated(const char *head, const char *unit, size_t size, size_t *length)
{
    size_t begin = strlen(head), one = strlen(unit), at = begin;
    char *text = malloc(begin + size + one);
    if (!text) exit(1);
    memcpy(text, head, begin);
    while (at < begin + size) {
        memcpy(text + at, unit, one);
        at += one;
    }
    *length = at;
    return text;
}

static uint64_t read_row(const cft_reply_row *row, cft_reply_start start, const char *text,
                         size_t length, size_t chunk)
{
    cft_reply *reply;
    cft_reply_event event;
    if (cft_reply_new(NULL, NULL, row, cft_absent(), start, &reply)) exit(1);
    steps = 0;
    for (size_t at = 0; at < length; at += chunk) {
        size_t part = length - at < chunk ? length - at : chunk;
        if (cft_reply_feed(reply, text + at, part)) exit(1);
        while (cft_reply_next(reply, &event)) steps++;
    }
    if (cft_reply_finish(reply)) exit(1);
    while (cft_reply_next(reply, &event)) steps++;
    cft_reply_free(reply);
    return steps;
}

/* The steps of a text of `size` bytes, twice as many, and so on. */
static void count_row(const cft_reply_row *row, const char *head, const char *unit, size_t size,
                      size_t chunk, uint64_t counts[ROUNDS + 1])
{
    for (int i = 0; i <= ROUNDS; i++) {
        size_t length;
        char *text = repeated(head, unit, size << i, &length);
        counts[i] = read_row(row, CFT_START_CONTENT, text, length, chunk);
        free(text);
    }
    expect_linear(row->name, unit, chunk, counts);
}

static void check_row(const cft_reply_row *row, const char *head, const char *unit, size_t chunk)
{
    uint64_t counts[ROUNDS + 1];
    count_row(row, head, unit, SMALL, chunk, counts);
}

/* The first alternative of a marker, without its last `less` bytes, behind what is in `out`. */
static void add_marker(char *out, size_t room, const char *marker, size_t less)
{
    size_t length = strcspn(marker, "\f"), at = strlen(out);
    length = length > less ? length - less : 0;
    if (at + length + 1 > room) return;
    memcpy(out + at, marker, length);
    out[at + length] = '\0';
}

/* What brings a family's machine into its states: nothing, the reasoning, a call, its name, the
 * middle of an argument. */
typedef char work_heads[5][1024];

static void make_heads(const cft_reply_row *row, work_heads heads)
{
    memset(heads, 0, sizeof(work_heads));
    add_marker(heads[1], sizeof heads[1], row->think_open, 0);
    add_marker(heads[2], sizeof heads[2], row->section_open, 0);
    add_marker(heads[2], sizeof heads[2], row->call_open, 0);
    memcpy(heads[3], heads[2], sizeof heads[3]);
    add_marker(heads[3], sizeof heads[3], row->name_open, 0);
    strcat(heads[3], "f");
    add_marker(heads[3], sizeof heads[3], row->name_close, 0);
    memcpy(heads[4], heads[3], sizeof heads[4]);
    if (row->shape == CFT_SHAPE_OBJECT) strcat(heads[4], "{\"name\": \"f\", \"arguments\": {\"a\": \"");
    if (row->shape == CFT_SHAPE_ARRAY) strcat(heads[4], "[{\"name\": \"f\", \"arguments\": {\"a\": \"");
    if (row->shape == CFT_SHAPE_NAMED) strcat(heads[4], "{\"a\": \"");
    if (row->shape == CFT_SHAPE_PYTHON) strcat(heads[4], "(a=\"");
    add_marker(heads[4], sizeof heads[4], row->key_open, 0);
    if (row->key_open[0]) strcat(heads[4], "k");
    add_marker(heads[4], sizeof heads[4], row->key_close, 0);
    add_marker(heads[4], sizeof heads[4], row->value_open, 0);
}

static void check_family(const cft_reply_row *row)
{
    static const char *const units[] = {"<", "[", "{", "{\"a\":", "[[", "(", "\"", "\\", "\n", " ",
                                        "a", "\xE2\x96\x81", "a=1,", "f(", "]", "</", "'", "{\"name\":"};
    work_heads heads;
    char parts[4][256] = {""};
    make_heads(row, heads);
    add_marker(parts[0], sizeof parts[0], row->call_open, 1);
    add_marker(parts[1], sizeof parts[1], row->call_close, 1);
    add_marker(parts[2], sizeof parts[2], row->value_close, 1);
    add_marker(parts[3], sizeof parts[3], row->call_open, 0);
    for (size_t h = 0; h < 5; h++) {
        for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
            check_row(row, heads[h], units[u], 4);
            check_row(row, heads[h], units[u], (size_t)1 << 20);
        }
        for (size_t p = 0; p < 4; p++)
            if (parts[p][0]) check_row(row, heads[h], parts[p], 4);
    }
}

/* ---- Descriptions ---- */

static uint64_t read_description(const cft_response_template *template,
                                 const chatfmt_limits *limits, const char *text, size_t length,
                                 size_t chunk)
{
    cft_response *response;
    cft_response_event event;
    chatfmt_error error;
    uint64_t used;
    if (cft_response_new(NULL, limits, template, cft_absent(), &response)) exit(1);
    if (cft_response_begin(response, cft_slice_of("", 0), &error)) exit(1);
    steps = 0;
    for (size_t at = 0; at < length; at += chunk) {
        size_t part = length - at < chunk ? length - at : chunk;
        if (cft_response_feed(response, text + at, part, &error)) exit(1);
        while (cft_response_next(response, &event)) steps++;
    }
    /* JSON that is nested too deeply is refused, after as much work. */
    if (cft_response_finish(response, &error) && error.status != CHATFMT_LIMIT) exit(1);
    used = steps + (limits->fuel - response->heap.fuel);
    cft_response_free(response);
    return used;
}

static void check_description(const char *json, const char *head, const char *unit, size_t chunk)
{
    chatfmt_limits limits;
    chatfmt_error error;
    cft_response_template *template;
    uint64_t counts[ROUNDS + 1];
    if (cft_limits_fill(NULL, &limits, &error)) exit(1);
    limits.fuel = (uint64_t)1 << 40;
    chatfmt_status status = cft_response_load(NULL, &limits, cft_slice_of(json, strlen(json)),
                                              CFT_SOURCE_TEMPLATE, &template, &error);
    if (status == CHATFMT_UNSUPPORTED) return; /* a build without PCRE2 */
    if (status) {
        printf("%s\n", error.text);
        exit(1);
    }
    for (int i = 0; i <= ROUNDS; i++) {
        size_t length;
        char *text = repeated(head, unit, (size_t)SMALL_DESCRIBED << i, &length);
        counts[i] = read_description(template, &limits, text, length, chunk);
        free(text);
    }
    expect_linear(json, unit, chunk, counts);
    cft_response_template_free(template);
}

static void check_descriptions(void)
{
    static const char *const templates[] = {
        "{\"start_anchor\": \"x\", \"fields\": {\"c\": {}, \"t\": {\"open\": \"<t>\", \"close\": \"</t>\", \"repeats\": true}, "
        "\"u\": {\"open\": [\"<<<!\", \"[[[[!\"], \"close\": \"</\", \"repeats\": true}}}",
        "{\"start_anchor\": \"x\", \"fields\": {\"c\": {}, \"t\": {\"open_pattern\": \"<[^>]*>\", \"close_pattern\": \"</t>|$\", "
        "\"repeats\": true}, \"u\": {\"open_pattern\": \"\\\\[(?=!)\", \"close\": \"]\"}}}",
        "{\"start_anchor\": \"x\", \"fields\": {\"c\": {\"close_pattern\": \"(?=<)\"}, \"j\": {\"open\": \"{\", \"content\": \"json\", "
        "\"content_args\": {\"allow_non_json\": true, \"unquoted_keys\": true, \"string_delims\": [[\"'\", \"'\"]]}}}}",
        "{\"start_anchor\": \"x\", \"fields\": {\"x\": {\"open\": \"<a>\", \"content\": \"xml-inline\", \"content_args\": "
        "{\"tag_pattern\": \"<p=(?P<key>\\\\w+)>(?P<value>.*?)</p>\", \"merge_duplicates\": true}}, \"k\": {\"open\": \"<k>\", "
        "\"content\": \"kv-lines\"}}}",
    };
    static const char *const heads[] = {"", "<t>", "{", "<a>", "<k>"};
    static const char *const units[] = {"<", "[", "{", "<t></t>", "<t>", "a", "{a:", "'", "'a'", "\n", "a:1\n", "<p=a>1</p>", "</"};
    for (size_t t = 0; t < 4; t++)
        for (size_t h = 0; h < 5; h++)
            for (size_t u = 0; u < 13; u++)
                check_description(templates[t], heads[h], units[u], (t + h + u) % 2 ? 64 : 4096);
}

/* ---- Half a megabyte, one, two ---- */

static const char *const large_units[] = {"<", "[", "{", "\"", "\\", "{\"a\":", "\n"};

enum { LARGE = 1 << 19, LARGE_CHUNK = 61, LARGE_UNITS = sizeof large_units / sizeof *large_units };

/* How the steps grow from one megabyte to two; *first from a half to one. */
static double grow(const cft_reply_row *row, const char *head, const char *unit, double *first)
{
    uint64_t counts[ROUNDS + 1];
    count_row(row, head, unit, LARGE, LARGE_CHUNK, counts);
    *first = (double)counts[1] / (double)counts[0];
    return (double)counts[2] / (double)counts[1];
}

/* One family of a shape, in each of its states. */
static void check_large_shape(const cft_reply_row *row)
{
    static const char *const names[] = {"outside", "reasoning", "in a call", "named", "in a value"};
    work_heads heads;
    make_heads(row, heads);
    for (size_t h = 0; h < 5; h++) {
        if (h && !heads[h][0]) continue;
        printf("%-14s %-10s", row->name, names[h]);
        for (size_t u = 0; u < LARGE_UNITS; u++) {
            double first, second = grow(row, heads[h], large_units[u], &first);
            printf("  %.2f %.2f", first, second);
        }
        printf("\n");
    }
}

/* Every family: its own marker again and again, and '<'. */
static void check_large_marker(const cft_reply_row *row)
{
    char marker[256] = "";
    double first, second;
    add_marker(marker, sizeof marker,
               row->section_open[0] ? row->section_open : row->call_open, 0);
    if (!marker[0]) return;
    second = grow(row, "", marker, &first);
    printf("%-18s %-42.42s %.2f %.2f", row->name, marker, first, second);
    second = grow(row, "", "<", &first);
    printf("   < %.2f %.2f\n", first, second);
}

static void check_large(void)
{
    uint32_t seen = 0;
    printf("steps(1 MB)/steps(0.5 MB) steps(2 MB)/steps(1 MB), one family a shape\n%-25s", "");
    for (size_t u = 0; u < LARGE_UNITS; u++)
        printf("  %-9s", large_units[u][0] == '\n' ? "newline" : large_units[u]);
    printf("\n");
    for (size_t i = 0; i < cft_reply_row_count; i++) {
        if (seen >> cft_reply_rows[i].shape & 1) continue;
        seen |= 1u << cft_reply_rows[i].shape;
        check_large_shape(&cft_reply_rows[i]);
    }
    printf("the same for every family, of its own marker and of '<'\n");
    for (size_t i = 0; i < cft_reply_row_count; i++) check_large_marker(&cft_reply_rows[i]);
}

int main(int argc, char **argv)
{
    size_t length;
    if (argc > 1 && !strcmp(argv[1], "--large")) {
        check_large();
        printf("reply work: %u texts, the worst growth %.2f, %d not linear\n", checked, worst, failed);
        return failed != 0;
    }
    char *text = repeated("<", "<", (size_t)1 << 20, &length);
    for (size_t i = 0; i < cft_reply_row_count; i++) {
        check_family(&cft_reply_rows[i]);
        (void)read_row(&cft_reply_rows[i], CFT_START_CONTENT, text, length, 65536);
    }
    free(text);
    check_descriptions();
    printf("reply work: %u texts, the worst growth %.2f (of more than a few steps), %d not linear\n", checked, worst, failed);
    return failed != 0;
}
