/* value/origin.c - which bytes of the heap came from where, by address.
 *
 * Records are kept sorted by address in pages of bounded size, and the pages in a directory
 * that is sorted too. Strings are usually written one after the other, so a new record usually
 * goes to the end of the page used last. Pages and runs live in an arena of their own: a reset
 * forgets them and keeps the memory.
 */
#include "value/origin.h"

#include "base/arena.h"

#define ORIGIN_PAGE_ROWS 64

/* A string on record. In `runs`, cft_run.length is not the run's own length but the offset of
 * its end in the string, so that a run is found by halving. Most strings have one run, which needs
 * no array. */
typedef struct origin_row {
    const char *text;
    union {
        cft_run *runs;
        const char *source;        /* of the only run, when count is 1    */
        const cft_late_runs *late; /* what will make them, when count is 0 */
    };
    uint32_t length;
    uint32_t count;    /* of runs */
    uint32_t note;     /* of the only run */
    uint32_t capacity; /* of the array */
} origin_row;

static cft_run origin_only_run(const origin_row *row)
{
    return (cft_run){row->source, row->length, row->note};
}

typedef struct origin_page {
    size_t count;
    origin_row rows[ORIGIN_PAGE_ROWS];
} origin_page;

struct cft_origins {
    cft_origin_bounds bounds; /* first, for cft_origins_may_know */
    cft_arena arena;
    origin_page **pages; /* sorted by the address of their first row */
    size_t page_count, page_capacity;
    /* The page used last by a record, and page, row and run found last by a look-up. */
    size_t last_page;
    size_t seen_page, seen_row, seen_run;
    const char **texts; /* what the numbers from CFT_ORIGIN_OF_TEXT on stand for */
    size_t text_count, text_capacity;
    chatfmt_status status; /* of what makes runs late */
    cft_is_template is_template; /* of bytes that are not on record; NULL: none is */
    const void *template_context;
};

chatfmt_status cft_origins_new(const chatfmt_allocator *allocator, cft_origins **out)
{
    chatfmt_allocator chosen = cft_allocator_or_default(allocator);
    cft_origins *origins = cft_allocate(&chosen, sizeof *origins);
    *out = origins;
    if (!origins) return CHATFMT_NO_MEMORY;
    memset(origins, 0, sizeof *origins);
    cft_arena_init(&origins->arena, &chosen);
    cft_origins_reset(origins);
    return CHATFMT_OK;
}

void cft_origins_free(cft_origins *origins)
{
    chatfmt_allocator allocator;
    if (!origins) return;
    allocator = origins->arena.allocator;
    cft_release(&allocator, origins->pages, origins->page_capacity * sizeof(origin_page *));
    cft_arena_free(&origins->arena);
    cft_release(&allocator, origins, sizeof *origins);
}

void cft_origins_reset(cft_origins *origins)
{
    cft_arena_renew(&origins->arena);
    origins->texts = NULL;
    origins->text_count = origins->text_capacity = 0;
    origins->page_count = 0;
    origins->status = CHATFMT_OK;
    origins->is_template = NULL;
    if (origins->bounds.highest) memset(&origins->bounds, 0, sizeof origins->bounds);
    origins->bounds.lowest = UINTPTR_MAX;
    origins->bounds.highest = 0;
    origins->last_page = 0;
    origins->seen_page = origins->seen_row = origins->seen_run = 0;
}

struct cft_arena *cft_origins_arena(cft_origins *origins) { return &origins->arena; }

void cft_origins_bound(cft_origins *origins, size_t bytes)
{
    origins->arena.maximum = bytes;
}

bool cft_origins_full(const cft_origins *origins)
{
    return origins->arena.over_maximum;
}

cft_run *cft_origins_runs(cft_origins *origins, cft_run *old, size_t old_count, size_t count)
{
    return cft_arena_grow(&origins->arena, old, old_count * sizeof(cft_run),
                          count * sizeof(cft_run));
}

/* Addresses are compared as integers: the rows come from unrelated blocks. */
static uintptr_t origin_address(const char *text)
{
    return (uintptr_t)text;
}

/* The last page whose first row is at or before `text`; the first page when there is none. */
static size_t origin_page_of(const cft_origins *origins, const char *text)
{
    size_t low = 0, high = origins->page_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        const origin_row *first = &origins->pages[middle]->rows[0];
        if (origin_address(first->text) <= origin_address(text))
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* How many rows of the page begin at or before `text`. */
static size_t origin_rows_before(const origin_page *page, const char *text)
{
    size_t low = 0, high = page->count;
    if (high && origin_address(page->rows[high - 1].text) <= origin_address(text)) return high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (origin_address(page->rows[middle].text) <= origin_address(text))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* True when `text` belongs in page number `at` by the first rows of it and of the next. */
static bool origin_fits_page(const cft_origins *origins, size_t at, const char *text)
{
    uintptr_t address = origin_address(text);
    if (at >= origins->page_count) return false;
    if (address < origin_address(origins->pages[at]->rows[0].text) && at > 0) return false;
    return at + 1 == origins->page_count ||
           address < origin_address(origins->pages[at + 1]->rows[0].text);
}

/* A new page in the directory, as number `at`. */
static origin_page *origin_insert_page(cft_origins *origins, size_t at)
{
    origin_page *page;
    if (origins->page_count == origins->page_capacity) {
        size_t capacity = cft_grown(origins->page_capacity, 16);
        origin_page **pages =
            cft_resize(&origins->arena.allocator, origins->pages,
                       origins->page_capacity * sizeof *pages, capacity * sizeof *pages);
        if (!pages) return NULL;
        origins->pages = pages;
        origins->page_capacity = capacity;
    }
    page = cft_arena_take(&origins->arena, sizeof *page);
    if (!page) return NULL;
    page->count = 0;
    memmove(origins->pages + at + 1, origins->pages + at,
            (origins->page_count - at) * sizeof *origins->pages);
    origins->pages[at] = page;
    origins->page_count++;
    return page;
}

/* True when `text` comes after the rows of a page that has room. */
static bool origin_goes_behind(const origin_page *page, const char *text)
{
    return page->count - 1 < ORIGIN_PAGE_ROWS - 1 &&
           origin_address(text) > origin_address(page->rows[page->count - 1].text);
}

/* Room for a row of `text`: its page and place, by way of *page_at and *row_at. A full page is
 * cut where the row goes, and before one with some rows comes a new one: strings come one after the
 * other, so the next ones go there, too. */
static chatfmt_status origin_make_room(cft_origins *origins, const char *text, size_t *page_at,
                                       size_t *row_at)
{
    size_t at = origins->last_page, row = 0;
    origin_page *page, *next;
    bool fits = origin_fits_page(origins, at, text);
    if (fits && origin_goes_behind(origins->pages[at], text)) {
        *page_at = at;
        *row_at = origins->pages[at]->count++;
        return CHATFMT_OK;
    }
    if (!fits) at = origin_page_of(origins, text);
    if (origins->page_count) row = origin_rows_before(origins->pages[at], text);
    if (!origins->page_count || (row == 0 && origins->pages[at]->count >= ORIGIN_PAGE_ROWS / 8)) {
        if (!origin_insert_page(origins, at)) return CHATFMT_NO_MEMORY;
    } else if (origins->pages[at]->count == ORIGIN_PAGE_ROWS) {
        next = origin_insert_page(origins, at + 1);
        if (!next) return CHATFMT_NO_MEMORY;
        page = origins->pages[at];
        next->count = ORIGIN_PAGE_ROWS - row;
        memcpy(next->rows, page->rows + row, next->count * sizeof *next->rows);
        page->count = row;
        if (row == ORIGIN_PAGE_ROWS) {
            at++;
            row = 0;
        }
    }
    page = origins->pages[at];
    memmove(page->rows + row + 1, page->rows + row, (page->count - row) * sizeof *page->rows);
    page->count++;
    origins->last_page = *page_at = at;
    *row_at = row;
    return CHATFMT_OK;
}

static void origin_widen(cft_origins *origins, const char *text, size_t length)
{
    uintptr_t begin = origin_address(text), end = begin + length;
    if (begin < origins->bounds.lowest) origins->bounds.lowest = begin;
    if (end > origins->bounds.highest) origins->bounds.highest = end;
    for (uintptr_t piece = begin >> 14; piece <= (end - 1) >> 14; piece++)
        origins->bounds.pieces[piece >> 6 & 63] |= (uint64_t)1 << (piece & 63);
}

/* A new row for `text`, whose runs are not in it yet. */
static chatfmt_status origin_put(cft_origins *origins, const char *text, size_t length,
                                 origin_row **out)
{
    size_t page_at, row_at;
    CFT_TRY(origin_make_room(origins, text, &page_at, &row_at));
    origin_widen(origins, text, length);
    *out = &origins->pages[page_at]->rows[row_at];
    (*out)->text = text;
    (*out)->length = (uint32_t)length;
    (*out)->count = (*out)->capacity = 0;
    return CHATFMT_OK;
}

static void origin_take_run(origin_row *row, const cft_run *only)
{
    row->source = only->source;
    row->note = only->note;
    row->count = 1;
}

/* Give the row its runs, whose lengths become the offsets of their ends. */
static void origin_take_runs(origin_row *row, cft_run *runs, size_t count)
{
    uint32_t end = 0;
    for (size_t i = 0; i < count; i++)
        runs[i].length = end += runs[i].length;
    row->runs = runs;
    row->count = row->capacity = (uint32_t)count;
    if (count == 1) origin_take_run(row, runs);
}

chatfmt_status cft_origins_adopt(cft_origins *origins, const char *text, size_t length,
                                 cft_run *runs, size_t count)
{
    origin_row *row;
    if (length == 0) return CHATFMT_OK;
    CFT_TRY(origin_put(origins, text, length, &row));
    origin_take_runs(row, runs, count);
    return CHATFMT_OK;
}

chatfmt_status cft_origins_postpone(cft_origins *origins, const char *text, size_t length,
                                    const cft_late_runs *late, size_t size)
{
    origin_row *row;
    void *copy = cft_arena_take(&origins->arena, size);
    if (!copy) return CHATFMT_NO_MEMORY;
    memcpy(copy, late, size);
    CFT_TRY(origin_put(origins, text, length, &row));
    row->late = copy;
    return CHATFMT_OK;
}

chatfmt_status cft_origins_status(cft_origins *origins)
{
    chatfmt_status status = origins->status;
    origins->status = CHATFMT_OK;
    return status;
}

/* Whether the row has its runs, which may have to be made now. */
static bool origin_has_runs(cft_origins *origins, origin_row *row)
{
    cft_run *runs;
    size_t count;
    if (CFT_LIKELY(row->count)) return true;
    if (origins->status) return false; /* once is enough */
    origins->status = row->late->make(row->late, row->length, &runs, &count);
    if (origins->status) return false;
    origin_take_runs(row, runs, count);
    return true;
}

chatfmt_status cft_origins_record_one(cft_origins *origins, const char *text, cft_run run)
{
    origin_row *row;
    CFT_TRY(origin_put(origins, text, run.length, &row));
    origin_take_run(row, &run);
    return CHATFMT_OK;
}

chatfmt_status cft_origins_record(cft_origins *origins, const char *text, size_t length,
                                  const cft_run *runs, size_t count)
{
    cft_run *copy;
    if (length == 0) return CHATFMT_OK;
    copy = cft_origins_runs(origins, NULL, 0, count);
    if (!copy) return CHATFMT_NO_MEMORY;
    memcpy(copy, runs, count * sizeof *runs);
    return cft_origins_adopt(origins, text, length, copy, count);
}

/* The row that has the byte at `text`, or NULL. */
static origin_row *origin_find(cft_origins *origins, const char *text)
{
    size_t page_at, row_at;
    origin_page *page;
    /* Usually true of the input and the template, which need no search then. */
    if (!cft_origins_may_know(origins, text)) return NULL;
    page_at = origins->seen_page;
    if (!origin_fits_page(origins, page_at, text)) page_at = origin_page_of(origins, text);
    page = origins->pages[page_at];
    row_at = origins->seen_row;
    /* Usually the row found last time, or the next one. */
    for (int tries = 0; tries < 2; tries++, row_at++) {
        if (page_at == origins->seen_page && row_at < page->count &&
            origin_address(text) - origin_address(page->rows[row_at].text) <
                page->rows[row_at].length) {
            break;
        }
        if (tries == 1) {
            row_at = origin_rows_before(page, text);
            if (row_at == 0) return NULL;
            row_at--;
            if (origin_address(text) - origin_address(page->rows[row_at].text) >=
                page->rows[row_at].length) {
                return NULL;
            }
            break;
        }
    }
    if (page_at != origins->seen_page || row_at != origins->seen_row) {
        origins->seen_page = page_at;
        origins->seen_row = row_at;
        origins->seen_run = 0;
    }
    return &page->rows[row_at];
}

chatfmt_status cft_origins_extend(cft_origins *origins, const char *text, size_t length,
                                  const cft_run *runs, size_t count)
{
    origin_row *row = origin_find(origins, text - 1);
    if (length == 0) return CHATFMT_OK;
    if (!row) return cft_origins_record(origins, text, length, runs, count);
    if (!origin_has_runs(origins, row)) return origins->status;
    if (row->count == 1 || row->count + count > row->capacity) {
        size_t capacity = 2 * (row->count + count);
        cft_run only = origin_only_run(row), *grown;
        grown = row->count == 1 ? cft_origins_runs(origins, NULL, 0, capacity)
                                : cft_origins_runs(origins, row->runs, row->capacity, capacity);
        if (!grown) return CHATFMT_NO_MEMORY;
        if (row->count == 1) *grown = only;
        row->runs = grown;
        row->capacity = (uint32_t)capacity;
    }
    origin_widen(origins, text, length);
    for (size_t i = 0; i < count; i++) {
        cft_run run = runs[i];
        run.length += row->length;
        row->length = run.length;
        row->runs[row->count++] = run;
    }
    return CHATFMT_OK;
}

/* The number of the run that has byte `offset` of the string. */
static size_t origin_run_at(const origin_row *row, size_t offset, size_t guess)
{
    size_t low = 0, high = row->count - 1;
    for (size_t i = guess; i < row->count && i < guess + 2; i++) {
        if (offset < row->runs[i].length && (i == 0 || offset >= row->runs[i - 1].length)) {
            return i;
        }
    }
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (offset < row->runs[middle].length)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

cft_run cft_origins_at(cft_origins *origins, const char *text, size_t length)
{
    origin_row *row = origin_find(origins, text);
    uint32_t clipped = length > UINT32_MAX ? UINT32_MAX : (uint32_t)length;
    cft_run run = {text, clipped, CFT_RUN_COPIED};
    size_t offset, begin;
    if (!row) return run;
    offset = (size_t)(text - row->text);
    if (!origin_has_runs(origins, row)) {
        run = (cft_run){(const char *)(uintptr_t)UINT32_MAX, row->length, CFT_RUN_SCALAR};
        run.length -= (uint32_t)offset;
        if (run.length > clipped) run.length = clipped;
        return run;
    }
    begin = 0;
    run = origin_only_run(row);
    if (row->count > 1) {
        origins->seen_run = origin_run_at(row, offset, origins->seen_run);
        run = row->runs[origins->seen_run];
        begin = origins->seen_run ? row->runs[origins->seen_run - 1].length : 0;
    }
    if ((run.note & CFT_RUN_HOW) == CFT_RUN_COPIED) run.source += offset - begin;
    run.length -= (uint32_t)offset;
    if (run.length > clipped) run.length = clipped;
    return run;
}

void cft_origins_ask(cft_origins *origins, cft_is_template is_template, const void *context)
{
    origins->is_template = is_template;
    origins->template_context = context;
}

static bool origin_is_template(const cft_origins *origins, const char *text)
{
    return origins->is_template && origins->is_template(origins->template_context, text);
}

/* Numbers of the input are data; those of texts are what the text is. */
static bool origin_number_is_data(const cft_origins *origins, uint32_t number)
{
    uint32_t at = number - CFT_ORIGIN_OF_TEXT;
    if (number < CFT_ORIGIN_OF_TEXT || at >= origins->text_count) return number != 0;
    return !origin_is_template(origins, origins->texts[at]);
}

static bool origin_run_is_data(const cft_origins *origins, cft_run run)
{
    switch (run.note & CFT_RUN_HOW) {
    case CFT_RUN_FRESH: return false;
    case CFT_RUN_SCALAR: return origin_number_is_data(origins, (uint32_t)(uintptr_t)run.source);
    default: return !origin_is_template(origins, run.source);
    }
}

/* The first run that is data, or else the first of all. */
static cft_run origin_telling(cft_origins *origins, const char *text, size_t length, bool *is_data)
{
    cft_run first = cft_origins_at(origins, text, length), run = first;
    *is_data = origin_run_is_data(origins, run);
    for (size_t at = run.length; at < length && !*is_data; at += run.length) {
        run = cft_origins_at(origins, text + at, length - at);
        *is_data = origin_run_is_data(origins, run);
    }
    return *is_data ? run : first;
}

bool cft_origins_is_data(cft_origins *origins, const char *text, size_t length)
{
    bool is_data = false;
    if (origins && length) (void)origin_telling(origins, text, length, &is_data);
    return is_data;
}

uint32_t cft_origins_prefer(const cft_origins *origins, uint32_t a, uint32_t b)
{
    return !origins || origin_number_is_data(origins, a) ? a : b;
}

uint32_t cft_origins_number(cft_origins *origins, const char *text, size_t length)
{
    bool is_data;
    if (!origins || !length) return 0;
    cft_run run = origin_telling(origins, text, length, &is_data);
    uint32_t how = run.note & CFT_RUN_HOW;
    if (how == CFT_RUN_FRESH) return 0;
    if (how == CFT_RUN_SCALAR) return (uint32_t)(uintptr_t)run.source;
    if (origins->text_count && origins->texts[origins->text_count - 1] == run.source)
        return CFT_ORIGIN_OF_TEXT + (uint32_t)(origins->text_count - 1);
    if (origins->text_count == origins->text_capacity) {
        size_t capacity = origins->text_capacity * 2 + 16, size = sizeof *origins->texts;
        const char **grown = NULL;
        if (capacity < CFT_ORIGIN_OF_TEXT - 1)
            grown = cft_arena_grow(&origins->arena, (void *)(uintptr_t)origins->texts,
                                   origins->text_capacity * size, capacity * size);
        /* Without memory the number is the last one: data, nobody knows which. */
        if (!grown) return UINT32_MAX;
        origins->texts = grown;
        origins->text_capacity = capacity;
    }
    origins->texts[origins->text_count++] = run.source;
    return CFT_ORIGIN_OF_TEXT + (uint32_t)(origins->text_count - 1);
}

cft_run cft_origins_scalar(const cft_origins *origins, uint32_t number, size_t length)
{
    cft_run run = {NULL, (uint32_t)length, CFT_RUN_FRESH};
    if (number == 0) return run;
    if (number >= CFT_ORIGIN_OF_TEXT && number - CFT_ORIGIN_OF_TEXT < origins->text_count) {
        run.source = origins->texts[number - CFT_ORIGIN_OF_TEXT];
        run.note = CFT_RUN_DERIVED;
    } else {
        run.source = (const char *)(uintptr_t)number;
        run.note = CFT_RUN_SCALAR;
    }
    return run;
}
