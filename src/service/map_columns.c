/* service/map_columns.c - names of columns; ids, labels, attention and positions of rows and packs
 * as JSON; rows as records. */
#include "service/map.h"

#include "base/report.h"

/* ---- Names ---- */

static const struct {
    const char *name;
    uint32_t bit;
} map_columns[] = {
    {"text", CHATFMT_MAP_TEXT},     {"mask", CHATFMT_MAP_MASK}, {"split", CHATFMT_MAP_SPLIT},
    {"turns", CHATFMT_MAP_TURNS},   {"length", CHATFMT_MAP_LENGTH},
    {"line", CHATFMT_MAP_LINE},     {"id", CHATFMT_MAP_ID},
};

/* The column of a name; 0 for none. */
static uint32_t map_column(cft_slice name)
{
    for (size_t i = 0; i < sizeof map_columns / sizeof *map_columns; i++)
        if (cft_slice_is(name, map_columns[i].name))
            return map_columns[i].bit;
    for (int i = 0; i < CHATFMT_COLUMN_COUNT; i++) {
        const char *known = chatfmt_column_name((chatfmt_column)i);
        if (cft_slice_is(name, known))
            return (uint32_t)CHATFMT_MAP_INPUT_IDS << i;
    }
    return 0;
}

chatfmt_status chatfmt_map_columns(const char *names, uint32_t *columns, chatfmt_error *error)
{
    uint32_t found = 0;
    cft_error_clear(error);
    if (columns) *columns = 0;
    if (!names || !columns)
        return cft_fail_null(error, !names ? "names" : "columns");
    cft_slice list = cft_slice_of(names, strlen(names));
    for (cft_slice name; cft_slice_next_name(&list, &name);) {
        uint32_t bit = map_column(name);
        if (!bit)
            return cft_fail(error, CHATFMT_NOT_FOUND, "there is no column '%.*s'", cft_shown(name),
                            name.data);
        found |= bit;
    }
    if (!found) return cft_fail(error, CHATFMT_NOT_FOUND, "no column is named");
    *columns = found;
    return CHATFMT_OK;
}

/* ---- Values ---- */

bool cft_map_begins(const cft_json_out *out)
{
    return out->text.length && out->text.data[out->text.length - 1] == '{';
}

void cft_map_name(cft_json_out *out, const char *name)
{
    if (!cft_map_begins(out)) cft_out_bytes(out, ", ", 2);
    cft_out_name(out, name);
}

/* ---- Text, and places in it ---- */

void cft_map_write_text(cft_json_out *out, const char *name, cft_slice text)
{
    cft_map_name(out, name);
    cft_out_utf8(out, text.data, text.length);
}

void cft_map_write_number(cft_json_out *out, const char *name, uint64_t number)
{
    cft_map_name(out, name);
    cft_out_number(out, number);
}

static void columns_places(cft_json_out *out, const char *name, const chatfmt_mask_range *ranges,
                           size_t count, bool chars)
{
    cft_out_text(out, name);
    for (size_t i = 0; i < count; i++) {
        cft_out_text(out, i ? ", [" : "[");
        cft_out_number(out, chars ? ranges[i].begin_char : ranges[i].begin);
        cft_out_text(out, ", ");
        cft_out_number(out, chars ? ranges[i].end_char : ranges[i].end);
        cft_out_text(out, "]");
    }
    cft_out_text(out, "]");
}

void cft_map_write_ranges(cft_json_out *out, const chatfmt_mask_range *ranges, size_t count)
{
    columns_places(out, ", \"mask\": [", ranges, count, false);
    columns_places(out, ", \"mask_chars\": [", ranges, count, true);
}

void cft_map_write_turns(cft_json_out *out, const chatfmt_mask_range *ranges, size_t count)
{
    cft_out_text(out, ", \"turns\": [");
    for (size_t i = 0; i < count; i++) {
        cft_out_text(out, i ? ", {" : "{");
        if (ranges[i].message != CHATFMT_NO_MESSAGE)
            cft_map_write_number(out, "message", ranges[i].message);
        cft_map_write_number(out, "begin", ranges[i].begin);
        cft_map_write_number(out, "end", ranges[i].end);
        cft_out_text(out, "}");
    }
    cft_out_text(out, "]");
}

enum { MAP_DIGITS = 24, MAP_AT_ONCE = 512 };

/* Two digits at a time. */
static const char map_pairs[] =
    "00010203040506070809101112131415161718192021222324252627282930313233"
    "34353637383940414243444546474849505152535455565758596061626364656667"
    "6869707172737475767778798081828384858687888990919293949596979899";

static inline size_t map_digits(uint64_t number)
{
    size_t count = 1;
    for (; number >= 10000; number /= 10000) count += 4;
    return count + (number >= 10) + (number >= 100) + (number >= 1000);
}

/* Straight to where they belong: bytes that have just been written are slow to be read again. */
static inline size_t map_put_number(char *to, int64_t number)
{
    uint64_t rest = number < 0 ? (uint64_t)-number : (uint64_t)number;
    if (number < 0) *to = '-';
    size_t length = map_digits(rest) + (number < 0);
    char *at = to + length;
    for (; rest >= 100; rest /= 100) memcpy(at -= 2, map_pairs + 2 * (rest % 100), 2);
    if (rest >= 10) memcpy(at - 2, map_pairs + 2 * rest, 2);
    else at[-1] = (char)('0' + rest);
    return length;
}

/* Up to MAP_AT_ONCE numbers of a list. */
static void map_put_numbers(cft_json_out *out, const int64_t *numbers, size_t count, bool is_first)
{
    char text[MAP_AT_ONCE * MAP_DIGITS];
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        if (i || !is_first) {
            text[length++] = ',';
            text[length++] = ' ';
        }
        length += map_put_number(text + length, numbers[i]);
    }
    cft_out_bytes(out, text, length);
}

void cft_map_write_prompt(cft_json_out *out, uint32_t columns, const chatfmt_prompt *prompt)
{
    int64_t numbers[MAP_AT_ONCE];
    for (int c = 0; c < CHATFMT_COLUMN_COUNT; c++) {
        chatfmt_column column = (chatfmt_column)c;
        if (!(columns & (uint32_t)CHATFMT_MAP_INPUT_IDS << c)) continue;
        cft_map_name(out, chatfmt_column_name(column));
        cft_out_text(out, "[");
        for (size_t first = 0, count; first < prompt->count; first += count) {
            count = prompt->count - first < MAP_AT_ONCE ? prompt->count - first : MAP_AT_ONCE;
            (void)chatfmt_prompt_column(prompt, column, first, count, numbers);
            map_put_numbers(out, numbers, count, first == 0);
        }
        cft_out_text(out, "]");
    }
}

void cft_map_write_pack(cft_json_out *out, uint32_t columns, const chatfmt_pack *pack)
{
    int64_t numbers[MAP_AT_ONCE];
    cft_out_text(out, "{\"lines\": [");
    for (size_t i = 0; i < pack->row_count; i++) {
        if (i) cft_out_text(out, ", ");
        cft_out_number(out, pack->rows[i]);
    }
    cft_out_text(out, "]");
    for (int c = 0; c < CHATFMT_COLUMN_COUNT; c++) {
        chatfmt_column column = (chatfmt_column)c;
        if (!(columns & (uint32_t)CHATFMT_MAP_INPUT_IDS << c)) continue;
        cft_map_name(out, chatfmt_column_name(column));
        cft_out_text(out, "[");
        for (size_t first = 0, count; first < pack->length; first += count) {
            count = pack->length - first < MAP_AT_ONCE ? pack->length - first : MAP_AT_ONCE;
            (void)chatfmt_pack_column(pack, column, first, count, numbers);
            map_put_numbers(out, numbers, count, first == 0);
        }
        cft_out_text(out, "]");
    }
    cft_out_text(out, "}\n");
}

static void map_write_loss(cft_json_out *out, const char *name, size_t first,
                           const char *second_name, size_t second)
{
    cft_map_name(out, "lost");
    cft_out_text(out, "{\"");
    cft_out_text(out, name);
    cft_out_text(out, "\": ");
    cft_out_number(out, first);
    if (second_name) {
        cft_out_text(out, ", \"");
        cft_out_text(out, second_name);
        cft_out_text(out, "\": ");
        cft_out_number(out, second);
    }
    cft_out_text(out, "}");
}

void cft_map_write_lost(cft_json_out *out, const chatfmt_prompt *p)
{
    if (p->truncated) map_write_loss(out, "tokens", p->truncated, NULL, 0);
    else if (p->dropped)
        map_write_loss(out, "messages", p->dropped, "first_message", p->kept_head);
    else if (p->cut_bytes)
        map_write_loss(out, "bytes", p->cut_bytes, "message", p->cut_message);
    if (!p->attempt_total) return;
    cft_map_name(out, "attempts");
    cft_out_number(out, p->attempt_total);
}

void cft_map_count(chatfmt_map_losses *losses, uint32_t columns, const chatfmt_prompt *p)
{
    losses->truncated += p->truncated > 0;
    losses->dropped += p->dropped > 0;
    losses->cut += p->cut_bytes > 0;
    losses->attempts += p->attempt_total;
    if (columns & CHATFMT_MAP_LABELS)
        losses->unlearned += !p->count || !memchr(p->mask, 1, p->count);
}

void cft_map_write_record(cft_json_out *out, uint64_t line, const chatfmt_prompt *p)
{
    cft_map_record head = {line, p->count, 0};
    cft_out_bytes(out, (const char *)&head, sizeof head);
    cft_out_bytes(out, (const char *)p->ids, p->count * sizeof *p->ids);
    if (p->mask) {
        cft_out_bytes(out, (const char *)p->mask, p->count);
        return;
    }
    for (size_t i = 0; i < p->count; i++) cft_out_bytes(out, "", 1);
}
