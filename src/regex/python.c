/* regex/python.c - Python's regular expressions compiled and matched by PCRE2.
 *
 * The interpreter and not the JIT compiler: a search must be stoppable anywhere, and the callouts
 * that the rewriting puts where an expression can repeat or branch are where it pays.
 */
#include "regex/python.h"

#include "regex/python_reader.h"

#ifdef CFT_WITH_PCRE2
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

enum { REGEX_HEAP_KIB = 65536, REGEX_BYTES_A_STEP = 5 };

/* Point the error at the byte of the expression that PCRE2's place stands for. */
static chatfmt_status regex_fail_at(const cft_regex *regex, const cft_pcre_fault *fault,
                                    const cft_buffer *places, const char *where,
                                    chatfmt_error *error)
{
    size_t at = 0, count = places->length / sizeof(uint32_t[2]);
    chatfmt_status status;
    for (size_t i = 0; i < count; i++) {
        uint32_t pair[2];
        memcpy(pair, places->data + i * sizeof pair, sizeof pair);
        if (pair[0] < fault->place) at = pair[1];
    }
    status = cft_fail(error, CHATFMT_UNSUPPORTED,
                      "%s: at byte %zu of the regular expression PCRE2 says: %s", where, at,
                      fault->words);
    cft_regex_place(error, cft_slice_of(regex->text.data, regex->text.length), at, 1);
    return status;
}

/* PCRE2 makes one caseless letter of a class such as [Bb], and does not say so. */
static bool regex_is_case_of(unsigned c, uint32_t unit)
{
    unsigned letter = c | 0x20u;
    return c == unit || (letter >= 'a' && letter <= 'z' && letter == (unit | 0x20u));
}

/* Which bytes a match begins with, where PCRE2 knows. */
static void regex_learn_first(cft_regex *regex)
{
    const uint8_t *bits = NULL;
    uint32_t kind = 0, unit = 0, empty = 1;
    (void)pcre2_pattern_info(regex->code, PCRE2_INFO_MAXLOOKBEHIND, &regex->behind);
    (void)pcre2_pattern_info(regex->code, PCRE2_INFO_MATCHEMPTY, &empty);
    (void)pcre2_pattern_info(regex->code, PCRE2_INFO_FIRSTCODETYPE, &kind);
    (void)pcre2_pattern_info(regex->code, PCRE2_INFO_FIRSTCODEUNIT, &unit);
    (void)pcre2_pattern_info(regex->code, PCRE2_INFO_FIRSTBITMAP, &bits);
    if (empty || (kind != 1 && !bits)) return;
    regex->has_first = true;
    for (unsigned c = 0; c < 256; c++)
        regex->first[c] = kind == 1 ? regex_is_case_of(c, unit) : (bits[c / 8] >> (c % 8) & 1) != 0;
}

static chatfmt_status regex_make(cft_regex *regex, cft_regex_dialect dialect, const char *where,
                                 cft_buffer *text, cft_buffer *places, chatfmt_error *error)
{
    CFT_TRY(cft_regex_rewrite(regex, dialect, where, text, places, error));
    cft_pcre_fault fault;
    chatfmt_status status =
        cft_pcre_compile(&regex->memory, cft_slice_of(text->data, text->length),
                         PCRE2_UTF | PCRE2_DOTALL, &regex->code, &fault);
    if (status == CHATFMT_NO_MEMORY) return cft_fail(error, status, "out of memory");
    if (status) return regex_fail_at(regex, &fault, places, where, error);
    regex_learn_first(regex);
    return CHATFMT_OK;
}

chatfmt_status cft_regex_compile(const chatfmt_allocator *allocator, cft_slice expression,
                                 cft_regex_dialect dialect, const char *where, cft_regex **out,
                                 chatfmt_error *error)
{
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    cft_regex *regex = cft_allocate(&memory, sizeof *regex);
    cft_buffer text, places;
    *out = NULL;
    if (!regex) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(regex, 0, sizeof *regex);
    regex->memory = memory;
    cft_buffer_init(&regex->names, &memory);
    cft_buffer_init(&regex->text, &memory);
    cft_buffer_init(&text, &memory);
    cft_buffer_init(&places, &memory);
    chatfmt_status status = cft_buffer_append(&regex->text, expression.data, expression.length);
    if (status) status = cft_fail(error, status, "out of memory");
    else status = regex_make(regex, dialect, where, &text, &places, error);
    cft_buffer_free(&text);
    cft_buffer_free(&places);
    if (status) cft_regex_free(regex);
    else *out = regex;
    return status;
}

void cft_regex_free(cft_regex *regex)
{
    if (!regex) return;
    chatfmt_allocator memory = regex->memory;
    pcre2_code_free(regex->code);
    cft_buffer_free(&regex->names);
    cft_buffer_free(&regex->text);
    cft_release(&memory, regex, sizeof *regex);
}

void cft_regex_work_free(cft_regex_work *work)
{
    cft_pcre_work_free(&work->pcre);
    memset(work, 0, sizeof *work);
}

/* A step: pays four units, and more where it comes after a long run of text. */
static int regex_step(pcre2_callout_block *block, void *data)
{
    cft_regex_work *work = data;
    size_t from, at = block->current_position;
    uint64_t cost;
    if (block->start_match != work->start) {
        work->start = block->start_match;
        work->at = work->start;
    }
    from = work->at;
    work->at = at;
    cost = 4 + (at > from ? at - from : from - at) / REGEX_BYTES_A_STEP;
    if (*work->fuel < cost) return PCRE2_ERROR_CALLOUT;
    *work->fuel -= cost;
    return 0;
}

static const cft_pcre_rules regex_rules = {regex_step, REGEX_HEAP_KIB, false};

static chatfmt_status regex_try(const cft_regex *regex, cft_regex_work *work, const char *data,
                                size_t length, size_t from, uint32_t options,
                                cft_regex_match *match)
{
    uint64_t cost;
    work->start = SIZE_MAX;
    int count = pcre2_match(regex->code, (PCRE2_SPTR)data, length, from,
                            PCRE2_NO_UTF_CHECK | options, work->pcre.data, work->pcre.context);
    work->places = pcre2_get_ovector_pointer(work->pcre.data);
    match->found = count >= 0 || count == PCRE2_ERROR_PARTIAL;
    match->partial = count == PCRE2_ERROR_PARTIAL;
    match->begin = match->found ? work->places[0] : 0;
    match->end = match->partial ? length : match->found ? work->places[1] : 0;
    /* The callouts have paid for steps; this is for the bytes that were passed over. */
    cost = 1 + ((match->found ? match->end : length) - from) / REGEX_BYTES_A_STEP;
    if (*work->fuel < cost) return CHATFMT_LIMIT;
    *work->fuel -= cost;
    if (match->found || count == PCRE2_ERROR_NOMATCH) return CHATFMT_OK;
    return count == PCRE2_ERROR_NOMEMORY ? CHATFMT_NO_MEMORY : CHATFMT_LIMIT;
}

chatfmt_status cft_regex_search(const cft_regex *regex, cft_regex_work *work, const char *data,
                                size_t length, size_t from, unsigned how, uint64_t *fuel,
                                cft_regex_match *match)
{
    uint32_t options = how & CFT_REGEX_ADVANCE ? PCRE2_NOTEMPTY_ATSTART : 0;
    CFT_TRY(cft_pcre_prepare(&work->pcre, &regex->memory, &regex_rules, regex->groups, work));
    work->fuel = fuel;
    if (!data) data = "";
    CFT_TRY(regex_try(regex, work, data, length, from, options, match));
    /* The package looks for a whole match everywhere before it looks for a partial one. */
    if (match->found || !(how & CFT_REGEX_PARTIAL)) return CHATFMT_OK;
    return regex_try(regex, work, data, length, from, options | PCRE2_PARTIAL_HARD, match);
}

bool cft_regex_capture(const cft_regex_work *work, const char *data, uint32_t number,
                       cft_slice *text)
{
    size_t begin = work->places[2 * number], end = work->places[2 * number + 1];
    if (begin == PCRE2_UNSET) return false;
    *text = cft_slice_of(data + begin, end - begin);
    return true;
}

#else

chatfmt_status cft_regex_compile(const chatfmt_allocator *allocator, cft_slice expression,
                                 cft_regex_dialect dialect, const char *where, cft_regex **out,
                                 chatfmt_error *error)
{
    (void)allocator, (void)dialect;
    *out = NULL;
    return cft_fail(error, CHATFMT_UNSUPPORTED, "%s: " CFT_NEEDS_PCRE2 ": `%.*s`", where,
                    (int)(expression.length < 200 ? expression.length : 200),
                    expression.data);
}

void cft_regex_free(cft_regex *regex) { (void)regex; }
void cft_regex_work_free(cft_regex_work *work) { (void)work; }

chatfmt_status cft_regex_search(const cft_regex *regex, cft_regex_work *work, const char *data,
                                size_t length, size_t from, unsigned how, uint64_t *fuel,
                                cft_regex_match *match)
{
    (void)regex, (void)work, (void)data, (void)length, (void)from, (void)how, (void)fuel;
    memset(match, 0, sizeof *match);
    return CHATFMT_UNSUPPORTED;
}

bool cft_regex_capture(const cft_regex_work *work, const char *data, uint32_t number,
                       cft_slice *text)
{
    (void)work, (void)data, (void)number;
    *text = cft_slice_of("", 0);
    return false;
}
#endif

uint32_t cft_regex_group(const cft_regex *regex, cft_slice name)
{
    for (size_t i = 0; i < cft_regex_name_count(regex); i++)
        if (cft_slice_equal(cft_regex_names(regex)[i].name, name))
            return cft_regex_names(regex)[i].number;
    return 0;
}
