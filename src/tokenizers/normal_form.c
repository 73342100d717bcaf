/* tokenizers/normal_form.c - normal forms over runs that may change.
 *
 * Text is cut into runs that can change and stretches that cannot; the latter are copied. Within
 * a run the steps, and how they count replaced and inserted code points for the places, are those
 * of the crate that the reference uses (unicode-normalization-alignments).
 */
#include "tokenizers/normal_form.h"

#include "tokenizers/normal_form_tables.inc"

#include <assert.h>

enum {
    FORM_UNSTABLE_NFC = 0x8000,
    FORM_UNSTABLE_NFKC = 0x4000,
    FORM_RECORD = 0x3FFF,
    FORM_FIRST_MAPPING = 256,
    HANGUL_S = 0xAC00, HANGUL_L = 0x1100, HANGUL_V = 0x1161, HANGUL_T = 0x11A7,
    HANGUL_S_COUNT = 11172, HANGUL_L_COUNT = 19, HANGUL_V_COUNT = 21, HANGUL_T_COUNT = 28
};

static unsigned form_record(uint32_t code)
{
    uint32_t block = code >> 6;
    if (block >= sizeof normal_form_blocks / sizeof *normal_form_blocks) return 0;
    return normal_form_records[(uint32_t)normal_form_blocks[block] << 6 | (code & 63)];
}

static bool form_composes(cft_normal_form form) { return form == CFT_NFC || form == CFT_NFKC; }
static bool form_is_compat(cft_normal_form form) { return form == CFT_NFKC || form == CFT_NFKD; }

/* True when `code` may change under the form, or may change or move what is before it. */
static bool form_unstable(cft_normal_form form, uint32_t code)
{
    unsigned record = form_record(code);
    if (form == CFT_NFC) return (record & FORM_UNSTABLE_NFC) != 0;
    if (form == CFT_NFKC) return (record & FORM_UNSTABLE_NFKC) != 0;
    if (code - HANGUL_S < HANGUL_S_COUNT) return true;
    unsigned value = record & FORM_RECORD;
    if (value < FORM_FIRST_MAPPING) return value != 0;
    return form == CFT_NFKD || normal_form_canonical[value - FORM_FIRST_MAPPING] != 0;
}

static unsigned form_rank(uint32_t code)
{
    unsigned value = form_record(code) & FORM_RECORD;
    return value < FORM_FIRST_MAPPING ? value : 0;
}

void cft_form_scratch_free(cft_form_scratch *scratch)
{
    cft_release(&scratch->allocator, scratch->units, scratch->capacity * sizeof *scratch->units);
    scratch->units = NULL;
    scratch->count = scratch->capacity = 0;
}

static chatfmt_status form_room(cft_form_scratch *s, size_t count)
{
    cft_form_unit *units =
        cft_array_room(&s->allocator, s->units, &s->capacity, count, sizeof *units);
    if (!units) return CHATFMT_NO_MEMORY;
    s->units = units;
    return CHATFMT_OK;
}

static chatfmt_status form_push(cft_form_scratch *s, uint32_t code, bool first)
{
    if (s->count == s->capacity) CFT_TRY(form_room(s, s->count + 1));
    s->units[s->count++] = (cft_form_unit){code, first ? 0 : 1, form_rank(code)};
    return CHATFMT_OK;
}

static chatfmt_status form_decompose_hangul(cft_form_scratch *s, uint32_t index)
{
    CFT_TRY(form_push(s, HANGUL_L + index / (HANGUL_V_COUNT * HANGUL_T_COUNT), true));
    CFT_TRY(form_push(s, HANGUL_V + index / HANGUL_T_COUNT % HANGUL_V_COUNT, false));
    uint32_t tail = index % HANGUL_T_COUNT;
    return tail ? form_push(s, HANGUL_T + tail, false) : CHATFMT_OK;
}

static chatfmt_status form_decompose(cft_form_scratch *s, uint32_t code, bool compat)
{
    if (code - HANGUL_S < HANGUL_S_COUNT) return form_decompose_hangul(s, code - HANGUL_S);
    unsigned value = form_record(code) & FORM_RECORD;
    unsigned place = 0;
    if (value >= FORM_FIRST_MAPPING) {
        unsigned row = value - FORM_FIRST_MAPPING;
        if (compat) place = normal_form_compat[row];
        if (!place) place = normal_form_canonical[row];
    }
    if (!place) return form_push(s, code, true);
    unsigned count = normal_form_pool[place++];
    for (unsigned i = 0; i < count; i++) {
        bool first = i == 0;
        uint32_t unit = normal_form_pool[place + i];
        if (unit >= 0xD800) { /* no character of the pool's is above but by two halves */
            assert(unit < 0xDC00);
            i++;
            unit = 0x10000 + ((unit - 0xD800) << 10) + (normal_form_pool[place + i] - 0xDC00u);
        }
        CFT_TRY(form_push(s, unit, first));
    }
    return CHATFMT_OK;
}

/* Sort a stretch of marks by combining class, stable. Short ones by insertion; long ones, which
 * only an attacker writes, by counting, so that the cost stays linear. */
static chatfmt_status form_sort(cft_form_scratch *s, size_t begin, size_t end)
{
    size_t count = end - begin;
    if (count < 2) return CHATFMT_OK;
    if (count <= 32) {
        for (size_t i = begin + 1; i < end; i++) {
            cft_form_unit unit = s->units[i];
            size_t at = i;
            for (; at > begin && s->units[at - 1].rank > unit.rank; at--)
                s->units[at] = s->units[at - 1];
            s->units[at] = unit;
        }
        return CHATFMT_OK;
    }
    CFT_TRY(form_room(s, s->count + count));
    size_t starts[257] = {0};
    for (size_t i = begin; i < end; i++) starts[s->units[i].rank + 1]++;
    for (size_t i = 1; i < 257; i++) starts[i] += starts[i - 1];
    cft_form_unit *copy = s->units + s->count;
    memcpy(copy, s->units + begin, count * sizeof *copy);
    for (size_t i = 0; i < count; i++) s->units[begin + starts[copy[i].rank]++] = copy[i];
    return CHATFMT_OK;
}

static chatfmt_status form_sort_all(cft_form_scratch *s)
{
    for (size_t i = 0; i < s->count;) {
        if (s->units[i].rank == 0) {
            i++;
            continue;
        }
        size_t end = i + 1;
        while (end < s->count && s->units[end].rank != 0) end++;
        CFT_TRY(form_sort(s, i, end));
        i = end;
    }
    return CHATFMT_OK;
}

/* The primary composite of two code points, or 0. */
static uint32_t form_compose_pair(uint32_t a, uint32_t b)
{
    if (a - HANGUL_L < HANGUL_L_COUNT && b - HANGUL_V < HANGUL_V_COUNT)
        return HANGUL_S +
               ((a - HANGUL_L) * HANGUL_V_COUNT + (b - HANGUL_V)) * HANGUL_T_COUNT;
    if (a - HANGUL_S < HANGUL_S_COUNT && (a - HANGUL_S) % HANGUL_T_COUNT == 0 &&
        b - (HANGUL_T + 1) < HANGUL_T_COUNT - 1)
        return a + (b - HANGUL_T);
    size_t low = 0, high = sizeof normal_form_pairs / sizeof *normal_form_pairs / 3;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const uint32_t *row = normal_form_pairs + middle * 3;
        if (row[0] == a && row[1] == b) return row[2];
        if (row[0] < a || (row[0] == a && row[1] < b)) low = middle + 1;
        else high = middle;
    }
    return 0;
}

static chatfmt_status form_emit(cft_rewrite *rewrite, const cft_form_unit *unit)
{
    return cft_rewrite_put(rewrite, unit->code, unit->change);
}

/* Compose the sorted units and write them. Units that did not join the starter before them are
 * kept in front of the array until the starter is out. Source: Recompositions::next. */
static chatfmt_status form_compose(cft_form_scratch *s, cft_rewrite *rewrite)
{
    cft_form_unit starter = {0, 0, 0};
    bool has_starter = false, has_last = false;
    uint32_t last = 0;
    size_t waiting = 0;
    for (size_t i = 0; i < s->count; i++) {
        cft_form_unit unit = s->units[i];
        if (!has_starter) {
            if (unit.rank != 0) {
                CFT_TRY(form_emit(rewrite, &unit));
                continue;
            }
            starter = unit;
            has_starter = true;
            continue;
        }
        bool blocked = has_last && last >= unit.rank;
        uint32_t joined = blocked ? 0 : form_compose_pair(starter.code, unit.code);
        if (joined) {
            starter.code = joined;
            starter.change += unit.change - 1;
            continue;
        }
        if (unit.rank == 0) {
            CFT_TRY(form_emit(rewrite, &starter));
            for (size_t w = 0; w < waiting; w++) CFT_TRY(form_emit(rewrite, &s->units[w]));
            waiting = 0;
            starter = unit;
            has_last = false;
            continue;
        }
        s->units[waiting++] = unit; /* waiting <= i: never ahead of what is read */
        has_last = true;
        last = unit.rank;
    }
    if (has_starter) CFT_TRY(form_emit(rewrite, &starter));
    for (size_t w = 0; w < waiting; w++) CFT_TRY(form_emit(rewrite, &s->units[w]));
    return CHATFMT_OK;
}

static chatfmt_status form_run(cft_normal_form form, const cft_token_view *view, size_t begin,
                               size_t end, cft_token_text *out, cft_form_scratch *s)
{
    s->count = 0;
    const char *at = view->data + begin, *stop = view->data + end;
    while (at < stop) CFT_TRY(form_decompose(s, cft_utf8_next(&at), form_is_compat(form)));
    CFT_TRY(form_sort_all(s));
    cft_rewrite rewrite = {view, out, begin};
    if (form_composes(form)) return form_compose(s, &rewrite);
    for (size_t i = 0; i < s->count; i++) CFT_TRY(form_emit(&rewrite, &s->units[i]));
    return CHATFMT_OK;
}

/* After the ASCII from `at` on, eight bytes at a time. */
static size_t form_skip_ascii(const char *data, size_t at, size_t length)
{
    uint64_t bytes;
    for (; length - at >= sizeof bytes; at += sizeof bytes) {
        memcpy(&bytes, data + at, sizeof bytes);
        if (bytes & 0x8080808080808080u) break;
    }
    return at;
}

/* Every code point below U+0300 is stable under NFC; below U+00A0 under all forms. Returns the
 * offset of the first code point that may change, or the length; *starter is where the code
 * point before it begins. */
static size_t form_next_unstable(cft_normal_form form, const char *data, size_t begin,
                                 size_t length, size_t *starter)
{
    unsigned char quick = form == CFT_NFC ? 0xCC : form == CFT_NFD ? 0xC3 : 0xC2;
    size_t previous = begin, at = begin;
    while (at < length) {
        unsigned char lead = (unsigned char)data[at];
        if (lead < 0x80) {
            at = form_skip_ascii(data, at + 1, length);
            previous = at - 1;
            continue;
        }
        if (lead < quick) {
            previous = at;
            at += cft_utf8_width(lead);
            continue;
        }
        const char *next = data + at;
        uint32_t code = cft_utf8_next(&next);
        if (form_unstable(form, code)) {
            *starter = previous;
            return at;
        }
        previous = at;
        at = (size_t)(next - data);
    }
    *starter = length;
    return length;
}

bool cft_form_is_stable(cft_normal_form form, const char *data, size_t length)
{
    size_t starter;
    return form_next_unstable(form, data, 0, length, &starter) == length;
}

chatfmt_status cft_form_apply(cft_normal_form form, const cft_token_view *view,
                              cft_token_text *out, cft_form_scratch *s)
{
    size_t done = 0;
    while (done < view->length) {
        size_t begin;
        size_t end = form_next_unstable(form, view->data, done, view->length, &begin);
        CFT_TRY(cft_token_copy(out, view, done, begin));
        if (end == view->length) break;
        while (end < view->length) {
            const char *next = view->data + end;
            if (!form_unstable(form, cft_utf8_next(&next))) break;
            end = (size_t)(next - view->data);
        }
        CFT_TRY(form_run(form, view, begin, end, out, s));
        done = end;
    }
    return CHATFMT_OK;
}

uint32_t cft_form_first(uint32_t code)
{
    if (code - HANGUL_S < HANGUL_S_COUNT)
        return HANGUL_L + (code - HANGUL_S) / (HANGUL_V_COUNT * HANGUL_T_COUNT);
    unsigned value = form_record(code) & FORM_RECORD;
    unsigned place =
        value < FORM_FIRST_MAPPING ? 0 : normal_form_canonical[value - FORM_FIRST_MAPPING];
    if (!place) return code;
    uint32_t unit = normal_form_pool[place + 1];
    if (unit < 0xD800) return unit;
    return 0x10000 + ((unit - 0xD800) << 10) + (normal_form_pool[place + 2] - 0xDC00u);
}

bool cft_form_is_mark(uint32_t code)
{
    size_t low = 0, high = sizeof normal_form_marks / sizeof *normal_form_marks / 2;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (code >= normal_form_marks[middle * 2 + 1]) low = middle + 1;
        else if (code < normal_form_marks[middle * 2]) high = middle;
        else return true;
    }
    return false;
}
