/* tests/unit/test_value.c - values against Python's word: comparison, repr, JSON in and out,
 * text.
 *
 * The cases stand in data/value_cases.jsonl, which make_value_cases.py writes. Every case runs
 * twice, without and with origins; with them, every byte of a result that counts as copied has
 * to equal the byte it was copied from.
 */
#include "base/utf8.h"
#include "value/compare.h"
#include "value/dict.h"
#include "value/iterate.h"
#include "value/json_read.h"
#include "value/json_write.h"
#include "value/list.h"
#include "value/repr.h"
#include "value/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct case_file {
    char *text;
    size_t length;
    size_t line; /* number of the current one */
    size_t failures;
    cft_heap rows; /* the current line */
    cft_heap kept; /* lines that others refer to */
    cft_heap work; /* what is tested */
    chatfmt_limits limits;
    chatfmt_error error;
    const cft_list *zoo, *errors;
} case_file;

static void case_failed(case_file *f, const char *what, cft_slice got, cft_slice want)
{
    if (f->failures++ > 20) return;
    print_message("value_cases.jsonl:%zu: %s\n  got  %.*s\n  want %.*s\n", f->line, what,
                  (int)got.length, got.data, (int)want.length, want.data);
}

static const cft_value *case_items(cft_value row)
{
    return row.as.list->items;
}

static cft_value case_zoo_value(cft_heap *heap, cft_value v);

static cft_value case_zoo_dict(cft_heap *heap, cft_value pairs)
{
    cft_dict *dict;
    assert_int_equal(cft_dict_new(heap, 0, &dict), CHATFMT_OK);
    for (uint32_t i = 0; i < pairs.as.list->count; i++) {
        const cft_value *pair = case_items(case_items(pairs)[i]);
        cft_value key = case_zoo_value(heap, pair[0]);
        assert_int_equal(cft_dict_put(heap, dict, key, case_zoo_value(heap, pair[1])),
                         CHATFMT_OK);
    }
    return cft_dict_value(dict);
}

static cft_value case_zoo_list(cft_heap *heap, cft_kind kind, cft_value items)
{
    cft_list_builder b;
    cft_value out;
    assert_int_equal(cft_list_build(&b, heap, 0), CHATFMT_OK);
    for (uint32_t i = 0; i < items.as.list->count; i++) {
        assert_int_equal(cft_list_push(&b, case_zoo_value(heap, case_items(items)[i])),
                         CHATFMT_OK);
    }
    assert_int_equal(cft_list_end(&b, kind, &out), CHATFMT_OK);
    return out;
}

static cft_value case_zoo_range(cft_heap *heap, cft_value arg)
{
    const cft_value *items = case_items(arg);
    void *place;
    cft_range *range;
    assert_int_equal(cft_heap_take(heap, sizeof *range, &place), CHATFMT_OK);
    range = place;
    *range = (cft_range){.step = 1, .stop = items[0].as.integer};
    if (arg.as.list->count > 1) {
        range->start = items[0].as.integer;
        range->stop = items[1].as.integer;
    }
    if (arg.as.list->count > 2) range->step = items[2].as.integer;
    for (int64_t x = range->start; range->step > 0 ? x < range->stop : x > range->stop;
         x += range->step) {
        range->count++;
    }
    return (cft_value){.kind = CFT_RANGE, .as = {.range = range}};
}

static cft_value case_zoo_view(cft_heap *heap, cft_view_kind kind, cft_value dict)
{
    void *place;
    cft_view *view;
    assert_int_equal(cft_heap_take(heap, sizeof *view, &place), CHATFMT_OK);
    view = place;
    *view = (cft_view){.kind = kind, .dict = case_zoo_value(heap, dict).as.dict};
    return (cft_value){.kind = CFT_VIEW, .as = {.view = view}};
}

/* Characters below U+0100 as bytes. */
static cft_value case_zoo_bytes(cft_heap *heap, cft_value text)
{
    void *place;
    char *bytes;
    uint32_t length = 0;
    assert_int_equal(cft_heap_take(heap, text.length, &place), CHATFMT_OK);
    bytes = place;
    for (uint32_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.as.text[i];
        if (c >= 0x80) c = (unsigned char)(c << 6 | (text.as.text[++i] & 0x3F));
        bytes[length++] = (char)c;
    }
    return (cft_value){.kind = CFT_BYTES, .length = length, .as = {.text = bytes}};
}

static bool case_is_tag(cft_value key, const char *name)
{
    return key.length == strlen(name) && memcmp(key.as.text, name, key.length) == 0;
}

static cft_value case_zoo_tagged(cft_heap *heap, cft_value key, cft_value arg)
{
    if (case_is_tag(key, "$tuple")) return case_zoo_list(heap, CFT_TUPLE, arg);
    if (case_is_tag(key, "$range")) return case_zoo_range(heap, arg);
    if (case_is_tag(key, "$keys")) return case_zoo_view(heap, CFT_VIEW_KEYS, arg);
    if (case_is_tag(key, "$values")) return case_zoo_view(heap, CFT_VIEW_VALUES, arg);
    if (case_is_tag(key, "$items")) return case_zoo_view(heap, CFT_VIEW_ITEMS, arg);
    if (case_is_tag(key, "$bytes")) return case_zoo_bytes(heap, arg);
    if (case_is_tag(key, "$undefined")) return cft_undefined_name(cft_text_of(arg));
    if (case_is_tag(key, "$dict")) return case_zoo_dict(heap, arg);
    if (case_is_tag(key, "$markup")) {
        arg.flags |= CFT_STR_MARKUP;
        return arg;
    }
    if (case_is_tag(key, "$namespace")) {
        void *place;
        cft_namespace *names;
        assert_int_equal(cft_heap_take(heap, sizeof *names, &place), CHATFMT_OK);
        names = place;
        names->dict = *case_zoo_value(heap, arg).as.dict;
        return (cft_value){.kind = CFT_NAMESPACE, .as = {.names = names}};
    }
    return cft_absent();
}

/* make_value_cases.py: decode. */
static cft_value case_zoo_value(cft_heap *heap, cft_value v)
{
    cft_dict *dict;
    if (v.kind == CFT_LIST) return case_zoo_list(heap, CFT_LIST, v);
    if (v.kind != CFT_DICT) return v;
    if (v.as.dict->count == 1) {
        const cft_entry *entry = &v.as.dict->entries[0];
        cft_value special = case_zoo_tagged(heap, entry->key, entry->value);
        if (special.kind != CFT_ABSENT) return special;
    }
    assert_int_equal(cft_dict_new(heap, 0, &dict), CHATFMT_OK);
    for (uint32_t i = 0; i < v.as.dict->count; i++) {
        const cft_entry *entry = &v.as.dict->entries[i];
        cft_value value = case_zoo_value(heap, entry->value);
        assert_int_equal(cft_dict_put(heap, dict, entry->key, value), CHATFMT_OK);
    }
    return cft_dict_value(dict);
}

/* Bytes that count as copied are those at the source. */
static void case_check_origins(case_file *f, cft_value text)
{
    const char *at = text.as.text;
    size_t left = text.length;
    if (!f->work.origins) return;
    while (left) {
        cft_run run = cft_origins_at(f->work.origins, at, left);
        assert_true(run.length > 0 && run.length <= left);
        if ((run.note & CFT_RUN_HOW) == CFT_RUN_COPIED &&
            memcmp(run.source, at, run.length) != 0) {
            case_failed(f, "origin", cft_slice_of(at, run.length),
                        cft_slice_of(run.source, run.length));
        }
        at += run.length;
        left -= run.length;
    }
}

static void case_want_text(case_file *f, const char *what, chatfmt_status status, cft_value got,
                           cft_value want)
{
    if (status != CHATFMT_OK) {
        case_failed(f, what, cft_slice_of(f->error.text, strlen(f->error.text)),
                    cft_text_of(want));
        return;
    }
    if (!cft_slice_equal(cft_text_of(got), cft_text_of(want))) {
        case_failed(f, what, cft_text_of(got), cft_text_of(want));
    }
    if ((got.flags & CFT_STR_ASCII) && !cft_ascii_only(got.as.text, got.length)) {
        case_failed(f, "not ASCII", cft_text_of(got), cft_text_of(want));
    }
    case_check_origins(f, got);
}

static void case_want_int(case_file *f, const char *what, int64_t got, int64_t want)
{
    char texts[2][32];
    if (got == want) return;
    snprintf(texts[0], sizeof texts[0], "%lld", (long long)got);
    snprintf(texts[1], sizeof texts[1], "%lld", (long long)want);
    case_failed(f, what, cft_slice_of(texts[0], strlen(texts[0])),
                cft_slice_of(texts[1], strlen(texts[1])));
}

static void case_want_error(case_file *f, const char *what, chatfmt_status status,
                            cft_value want)
{
    cft_slice got = cft_slice_of(f->error.text, status ? strlen(f->error.text) : 0);
    if (!cft_slice_equal(got, cft_text_of(want))) case_failed(f, what, got, cft_text_of(want));
}

static chatfmt_status case_compare(case_file *f, cft_slice name, cft_value a, cft_value b,
                                   bool *out)
{
    static const char *const orders[] = {"<", "<=", ">", ">="};
    cft_heap *heap = &f->work;
    if (cft_slice_equal(name, CFT_LIT("=="))) return cft_equal(heap, a, b, out);
    if (cft_slice_equal(name, CFT_LIT("in"))) return cft_contains(heap, b, a, out);
    if (cft_slice_equal(name, CFT_LIT("hash"))) {
        uint64_t x, y;
        CFT_TRY(cft_equal(heap, a, b, out));
        if (!*out) {
            *out = true;
            return CHATFMT_OK;
        }
        CFT_TRY(cft_hash(heap, a, &x));
        CFT_TRY(cft_hash(heap, b, &y));
        *out = x == y;
        return CHATFMT_OK;
    }
    for (unsigned i = 0; i < 4; i++) {
        if (cft_slice_equal(name, cft_slice_of(orders[i], strlen(orders[i])))) {
            return cft_ordered(heap, (cft_order)i, a, b, out);
        }
    }
    fail();
    return CHATFMT_OK;
}

static void case_matrix(case_file *f, const cft_value *row)
{
    int64_t i = row[2].as.integer;
    cft_value a = case_zoo_value(&f->work, f->zoo->items[i]);
    for (uint32_t j = 0; j < f->zoo->count; j++) {
        cft_value b = j == i ? a : case_zoo_value(&f->work, f->zoo->items[j]);
        int64_t want = case_items(row[3])[j].as.integer;
        bool got = false;
        char what[64];
        chatfmt_status status = case_compare(f, cft_text_of(row[1]), a, b, &got);
        snprintf(what, sizeof what, "%.*s of %lld and %u", (int)row[1].length, row[1].as.text,
                 (long long)i, j);
        if (want > 1)
            case_want_error(f, what, status, f->errors->items[want - 2]);
        else if (status)
            case_want_error(f, what, status, cft_string("", 0, 0));
        else
            case_want_int(f, what, got, want);
    }
}

static void case_repr(case_file *f, const cft_value *row)
{
    cft_value v = case_zoo_value(&f->work, row[1]), got = cft_none();
    chatfmt_status status = cft_to_repr(&f->work, v, &got);
    case_want_text(f, "repr", status, got, row[2]);
    status = cft_to_str(&f->work, v, &got);
    case_want_text(f, "str", status, got, row[3]);
}

static const cft_value *case_option(cft_value options, const char *name)
{
    const cft_entry *entry =
        cft_dict_find_text(options.as.dict, cft_slice_of(name, strlen(name)));
    return entry ? &entry->value : NULL;
}

static void case_dumps(case_file *f, const cft_value *row)
{
    cft_json_style style = cft_json_plain;
    cft_value v = case_zoo_value(&f->work, row[1]), got = cft_none();
    const cft_value *indent = case_option(row[2], "indent");
    const cft_value *separators = case_option(row[2], "separators");
    chatfmt_status status;
    cft_builder b;
    style.ensure_ascii = case_option(row[2], "ensure_ascii") != NULL;
    style.sort_keys = case_option(row[2], "sort_keys") != NULL;
    if (indent) {
        style.pretty = true;
        style.item_separator = CFT_LIT(",");
        style.indent = indent->kind == CFT_INT
                           ? cft_slice_of("        ", (size_t)indent->as.integer)
                           : cft_text_of(*indent);
    }
    if (separators) {
        style.item_separator = cft_text_of(case_items(*separators)[0]);
        style.key_separator = cft_text_of(case_items(*separators)[1]);
    }
    assert_int_equal(cft_build(&b, &f->work, 0), CHATFMT_OK);
    status = cft_json_append(&b, v, &style);
    if (row[3].kind == CFT_DICT) {
        case_want_error(f, "dumps", status, row[3].as.dict->entries[0].value);
        return;
    }
    if (!status) status = cft_build_end(&b, 0, &got);
    case_want_text(f, "dumps", status, got, row[3]);
}

static void case_loads(case_file *f, const cft_value *row)
{
    cft_json_style style = cft_json_plain;
    cft_value v, got = cft_none();
    size_t used = 0;
    chatfmt_status status = cft_json_read(&f->work, cft_text_of(row[1]), NULL, &v, &used);
    cft_builder b;
    if (row[2].kind == CFT_DICT) {
        case_want_int(f, "loads: status", status, CHATFMT_INPUT);
        if (status) {
            case_want_int(f, f->error.text, f->error.offset,
                          row[2].as.dict->entries[0].value.as.integer);
        }
        return;
    }
    if (!status) {
        case_want_int(f, "loads: used", (int64_t)used, row[1].length);
        style.ensure_ascii = true;
        assert_int_equal(cft_build(&b, &f->work, 0), CHATFMT_OK);
        status = cft_json_append(&b, v, &style);
        if (!status) status = cft_build_end(&b, 0, &got);
    }
    case_want_text(f, "loads", status, got, row[2]);
}

static void case_case(case_file *f, const cft_value *row)
{
    static const char *const names[] = {"lower",      "upper",    "title",
                                        "capitalize", "swapcase", "casefold"};
    for (unsigned how = 0; how < 6; how++) {
        cft_value got = cft_none();
        chatfmt_status status = cft_text_case(&f->work, row[1], (cft_case)how, &got);
        case_want_text(f, names[how], status, got, case_items(row[2])[how]);
    }
}

static int64_t case_place(size_t place)
{
    return place == SIZE_MAX ? -1 : (int64_t)place;
}

static void case_find(case_file *f, const cft_value *row)
{
    cft_slice hay = cft_text_of(row[1]), needle = cft_text_of(row[2]);
    case_want_int(f, "find", case_place(cft_text_find(hay, needle, 0)), row[3].as.integer);
    case_want_int(f, "rfind", case_place(cft_text_rfind(hay, needle)), row[4].as.integer);
}

static void case_replace(case_file *f, const cft_value *row)
{
    cft_value got = cft_none();
    chatfmt_status status = cft_text_replace(&f->work, row[1], cft_text_of(row[2]), row[3],
                                             row[4].as.integer, &got);
    case_want_text(f, "replace", status, got, row[5]);
}

/* 70 of them. */
#define CASE_BLANKS "                                                                      "

static void case_strip(case_file *f, const cft_value *row)
{
    cft_slice chars = cft_text_of(row[2]);
    const cft_slice *given = row[2].kind == CFT_NONE ? NULL : &chars;
    case_want_text(f, "strip", CHATFMT_OK, cft_text_strip(row[1], given, CFT_STRIP_BOTH),
                   row[3]);
    case_want_text(f, "lstrip", CHATFMT_OK, cft_text_strip(row[1], given, CFT_STRIP_LEFT),
                   row[4]);
    case_want_text(f, "rstrip", CHATFMT_OK, cft_text_strip(row[1], given, CFT_STRIP_RIGHT),
                   row[5]);
    if (given) {
        /* The same characters so often that there are many. */
        cft_value many, got = cft_none();
        chatfmt_status status;
        assert_int_equal(cft_text_strip_paid(&f->work, row[1], &chars, CFT_STRIP_LEFT, &got),
                         0);
        case_want_text(f, "lstrip", CHATFMT_OK, got, row[4]);
        status = cft_text_replace(&f->work, cft_string(CASE_BLANKS, sizeof CASE_BLANKS - 1, 0),
                                  CFT_LIT(" "), row[2], -1, &many);
        if (!status) {
            cft_slice set = cft_text_of(many);
            status = cft_text_strip_paid(&f->work, row[1], &set, CFT_STRIP_BOTH, &got);
        }
        case_want_text(f, "strip", status, got, row[3]);
    }
}

static void case_slice(case_file *f, const cft_value *row)
{
    cft_value list;
    case_want_int(f, "count", (int64_t)cft_text_count(row[1]), row[4].as.integer);
    case_want_text(f, "slice", CHATFMT_OK,
                   cft_text_slice(row[1], (size_t)row[2].as.integer, (size_t)row[3].as.integer),
                   row[5]);
    assert_int_equal(cft_to_list(&f->work, row[1], CFT_LIST, &list), CHATFMT_OK);
    case_want_int(f, "characters", list.as.list->count, row[4].as.integer);
    for (uint32_t i = 0; i < list.as.list->count; i++) {
        case_want_text(f, "character", CHATFMT_OK, case_items(list)[i], case_items(row[6])[i]);
    }
}

static void case_escape(case_file *f, const cft_value *row)
{
    cft_value got = cft_none();
    chatfmt_status status = cft_text_escape(&f->work, row[1], &got);
    case_want_text(f, "escape", status, got, row[2]);
    assert_true(got.flags & CFT_STR_MARKUP);
}

static void case_iterate(case_file *f, const cft_value *row)
{
    cft_value v = case_zoo_value(&f->work, row[1]), list, text;
    int64_t length;
    chatfmt_status status = cft_to_list(&f->work, v, CFT_LIST, &list);
    const char *type = cft_type_name(v);
    if (row[2].kind == CFT_STRING) {
        case_want_error(f, "iterate", status, row[2]);
    } else {
        assert_int_equal(status, CHATFMT_OK);
        case_want_int(f, "items", list.as.list->count, row[2].as.list->count);
        for (uint32_t i = 0; i < list.as.list->count; i++) {
            status = cft_to_repr(&f->work, case_items(list)[i], &text);
            case_want_text(f, "item", status, text, case_items(row[2])[i]);
        }
    }
    status = cft_length(&f->work, v, &length);
    if (row[3].kind == CFT_STRING)
        case_want_error(f, "length", status, row[3]);
    else
        case_want_int(f, "length", status ? -1 : length, row[3].as.integer);
    case_want_int(f, "truth", cft_truth(v), row[4].as.boolean);
    if (!cft_slice_equal(cft_slice_of(type, strlen(type)), cft_text_of(row[5]))) {
        case_failed(f, "type", cft_slice_of(type, strlen(type)), cft_text_of(row[5]));
    }
}

/* Jinja's words for the use of an undefined value. */
static void case_undefined(case_file *f, const cft_value *row)
{
    cft_value owner = case_zoo_value(&f->work, row[3]);
    bool unsafe = case_is_tag(row[1], "unsafe");
    cft_value v = case_is_tag(row[1], "name")
                      ? cft_undefined_name(cft_text_of(row[2]))
                      : cft_undefined_attribute(cft_text_of(row[2]), owner.kind);
    chatfmt_status status;
    if (unsafe) v.flags = CFT_UNDEF_UNSAFE;
    status = cft_raise_undefined(&f->work, v);
    case_want_int(f, "undefined", status, unsafe ? CHATFMT_SECURITY : CHATFMT_UNDEFINED);
    case_want_error(f, "undefined", status, row[4]);
    v.flags = CFT_UNDEF_MESSAGE;
    status = cft_raise_undefined(&f->work, v);
    case_want_error(f, "undefined", status, row[2]);
}

typedef struct case_operation {
    const char *name;
    void (*run)(case_file *f, const cft_value *row);
} case_operation;

static const case_operation case_operations[] = {
    {"matrix", case_matrix},   {"repr", case_repr},       {"dumps", case_dumps},
    {"loads", case_loads},     {"case", case_case},       {"find", case_find},
    {"replace", case_replace}, {"strip", case_strip},     {"slice", case_slice},
    {"escape", case_escape},   {"iterate", case_iterate}, {"undefined", case_undefined},
};

static void case_line(case_file *f, cft_slice line)
{
    cft_value row, name;
    const cft_value *items;
    bool known = false;
    bool kept =
        line.length > 3 && (line.data[2] == 'z' || memcmp(line.data + 2, "errors", 6) == 0);
    cft_heap *heap = kept ? &f->kept : &f->rows;
    if (!kept) cft_heap_reset(heap, &f->limits, NULL);
    assert_int_equal(cft_json_read(heap, line, NULL, &row, NULL), CHATFMT_OK);
    items = case_items(row);
    name = items[0];
    if (kept) {
        if (case_is_tag(name, "zoo"))
            f->zoo = items[1].as.list;
        else
            f->errors = items[1].as.list;
        return;
    }
    cft_heap_reset(&f->work, &f->limits, &f->error);
    for (size_t i = 0; i < sizeof case_operations / sizeof case_operations[0]; i++) {
        if (!case_is_tag(name, case_operations[i].name)) continue;
        case_operations[i].run(f, items);
        known = true;
    }
    assert_true(known);
}

static char *case_read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text;
    long size;
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    size = ftell(file);
    assert_true(size > 0);
    rewind(file);
    text = malloc((size_t)size);
    assert_non_null(text);
    *length = fread(text, 1, (size_t)size, file);
    fclose(file);
    return text;
}

static void case_run_file(const char *path, bool origins)
{
    case_file f = {0};
    const char *at, *end;
    f.text = case_read_file(path, &f.length);
    assert_int_equal(cft_limits_fill(NULL, &f.limits, NULL), CHATFMT_OK);
    cft_heap_init(&f.rows, NULL);
    cft_heap_init(&f.kept, NULL);
    cft_heap_init(&f.work, NULL);
    if (origins) assert_int_equal(cft_origins_new(NULL, &f.work.origins), CHATFMT_OK);
    end = f.text + f.length;
    for (at = f.text; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline) newline = end;
        f.line++;
        case_line(&f, cft_slice_of(at, (size_t)(newline - at)));
        at = newline + 1;
    }
    cft_origins_free(f.work.origins);
    cft_heap_free(&f.work);
    cft_heap_free(&f.kept);
    cft_heap_free(&f.rows);
    free(f.text);
    assert_true(f.line > 1000);
    assert_int_equal(f.failures, 0);
}

static void test_cases_without_origins(void **state)
{
    case_run_file(*state, false);
}

static void test_cases_with_origins(void **state)
{
    case_run_file(*state, true);
}

int main(int argc, char **argv)
{
    char checked_in[] = VALUE_CASES;
    char *path = argc > 1 ? argv[1] : checked_in;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_cases_without_origins, path),
        cmocka_unit_test_prestate(test_cases_with_origins, path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
