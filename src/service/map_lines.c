/* service/map_lines.c - blocks of whole lines. See the header. */
#include "service/map_lines.h"

#include "base/report.h"

enum { LINES_BLOCK = 1 << 18, LINES_LONGEST = 1 << 30 };

cft_slice cft_map_line(const cft_map_lines *lines, size_t number)
{
    size_t begin = number ? (size_t)lines->ends[number - 1] + 1 : 0;
    return cft_slice_of(lines->text + begin, lines->ends[number] - begin);
}

void cft_map_lines_free(const chatfmt_allocator *memory, cft_map_lines *lines)
{
    cft_release(memory, lines->text, lines->capacity);
    cft_release(memory, lines->ends, lines->room * sizeof *lines->ends);
}

bool cft_map_line_is_blank(cft_slice line)
{
    for (size_t i = 0; i < line.length; i++) {
        char c = line.data[i];
        if (c != ' ' && c != '\t' && c != '\r') return false;
    }
    return true;
}

/* ---- Bytes ---- */

/* The next bytes of the inputs, one after the other; 0 after the last. */
static int64_t lines_read(cft_map_reader *r, char *out, size_t size)
{
    for (;;) {
        if (!r->open) {
            if (r->next_input == r->from->inputs) return 0;
            r->begins[r->next_input++].byte = r->bytes;
            r->open = true;
        }
        int64_t count = r->from->read(r->from->context, r->next_input - 1, out, size);
        if (count < 0) return count;
        r->bytes += (uint64_t)count;
        if (count > 0) r->last = out[count - 1];
        if (count > 0) return count;
        r->open = false;
        if (r->next_input < r->from->inputs && r->last && r->last != '\n') {
            out[0] = r->last = '\n'; /* inputs must not run into one another */
            r->bytes++;
            return 1;
        }
    }
}

static bool lines_waits(const cft_map_reader *r)
{
    return r->open && r->from->waits && r->from->waits(r->from->context, r->next_input - 1);
}

size_t cft_map_reader_place(const cft_map_reader *r, uint64_t line, uint64_t *own)
{
    size_t at = r->begun;
    while (at > 1 && r->begins[at - 1].line > line) at--;
    *own = line - r->begins[at - 1].line + 1;
    return at - 1;
}

uint64_t cft_map_reader_open_lines(const cft_map_reader *r)
{
    return r->begun && r->begun == r->next_input ? r->line - r->begins[r->begun - 1].line + 1 : 0;
}

chatfmt_status cft_map_reader_begin(cft_map_reader *r, chatfmt_error *error)
{
    size_t size;
    if (!cft_size_multiply(r->from->inputs + 1, sizeof *r->begins, &size) ||
        (r->begins = cft_allocate(&r->memory, size)) == NULL)
        return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(r->begins, 0, size);
    return CHATFMT_OK;
}

void cft_map_reader_free(cft_map_reader *r)
{
    cft_release(&r->memory, r->rest, r->rest_capacity);
    cft_release(&r->memory, r->begins, (r->from->inputs + 1) * sizeof *r->begins);
}

/* ---- Lines ---- */

static chatfmt_status lines_room(cft_map_reader *r, char **data, size_t *capacity, size_t wanted,
                                 chatfmt_error *error)
{
    if (wanted <= *capacity) return CHATFMT_OK;
    size_t larger = wanted * 2; /* `wanted` is not much more than LINES_LONGEST */
    char *grown = cft_resize(&r->memory, *data, *capacity, larger);
    if (!grown)
        return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory for a line of the input");
    *data = grown;
    *capacity = larger;
    return CHATFMT_OK;
}

static chatfmt_status lines_room_for_end(cft_map_reader *r, cft_map_lines *lines,
                                         chatfmt_error *error)
{
    if (lines->count < lines->room) return CHATFMT_OK;
    size_t larger = lines->room ? lines->room * 2 : 256;
    uint32_t *grown = cft_resize(&r->memory, lines->ends, lines->room * sizeof *grown,
                                 larger * sizeof *grown);
    if (!grown) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    lines->ends = grown;
    lines->room = larger;
    return CHATFMT_OK;
}

/* Reads what can be read at once. *whole: how much of the block is whole lines then. */
static chatfmt_status lines_take_some(cft_map_reader *r, cft_map_lines *lines, size_t *whole,
                                      chatfmt_error *error)
{
    size_t searched = lines->length;
    CFT_TRY(lines_room(r, &lines->text, &lines->capacity, searched + LINES_BLOCK, error));
    int64_t count = lines_read(r, lines->text + searched, LINES_BLOCK);
    r->broken |= count < 0;
    r->at_end |= count <= 0;
    lines->length += count > 0 ? (size_t)count : 0;
    for (size_t i = lines->length; i > searched; i--)
        if (lines->text[i - 1] == '\n') {
            *whole = i;
            break;
        }
    if (!*whole && lines->length > LINES_LONGEST)
        return cft_fail(error, CHATFMT_LIMIT, "line %llu is longer than 1 GiB",
                        (unsigned long long)r->line + 1);
    return CHATFMT_OK;
}

/* Until there is a block, or no more for now. */
static chatfmt_status lines_take(cft_map_reader *r, cft_map_lines *lines, size_t *whole,
                                 chatfmt_error *error)
{
    *whole = 0;
    while (!r->at_end && (lines->length < LINES_BLOCK || !*whole) && !(*whole && lines_waits(r)))
        CFT_TRY(lines_take_some(r, lines, whole, error));
    return CHATFMT_OK;
}

/* The inputs that begin up to this byte, and with the line of that number. */
static void lines_begin_inputs(cft_map_reader *r, uint64_t byte, uint64_t line)
{
    for (; r->begun < r->next_input && r->begins[r->begun].byte <= byte; r->begun++)
        r->begins[r->begun].line = line;
}

/* Where the lines are, and their numbers and those of rows, which do not depend on what is in
 * them. */
static chatfmt_status lines_number(cft_map_reader *r, cft_map_lines *lines, chatfmt_error *error)
{
    size_t at = 0;
    lines->first_line = r->line + 1;
    lines->first_row = r->row;
    lines->count = 0;
    while (at < lines->length) {
        const char *newline = memchr(lines->text + at, '\n', lines->length - at);
        size_t end = newline ? (size_t)(newline - lines->text) : lines->length;
        CFT_TRY(lines_room_for_end(r, lines, error));
        lines_begin_inputs(r, r->numbered + at, r->line + lines->count + 1);
        lines->ends[lines->count++] = (uint32_t)end;
        r->row += !cft_map_line_is_blank(cft_slice_of(lines->text + at, end - at));
        at = end + 1;
    }
    r->line += lines->count;
    r->numbered += lines->length;
    return CHATFMT_OK;
}

chatfmt_status cft_map_reader_fill(cft_map_reader *r, cft_map_lines *lines, chatfmt_error *error)
{
    size_t whole;
    CFT_TRY(lines_room(r, &lines->text, &lines->capacity, r->rest_length + LINES_BLOCK, error));
    if (r->rest_length) memcpy(lines->text, r->rest, r->rest_length);
    lines->length = r->rest_length;
    r->rest_length = 0;
    CFT_TRY(lines_take(r, lines, &whole, error));
    /* Half a line that the end of a broken input left is no row. */
    if (r->at_end && !r->broken) whole = lines->length;
    size_t rest = lines->length - whole;
    CFT_TRY(lines_room(r, &r->rest, &r->rest_capacity, rest, error));
    if (rest) memcpy(r->rest, lines->text + whole, rest);
    r->rest_length = rest;
    lines->length = whole;
    return lines_number(r, lines, error);
}
