/* fuzz/fuzz_dataset.c - any bytes as a data set: JSON Lines, gzip or zstd, unpacked and turned row
 * by row, in any layout and with any columns. A row comes out as one line of JSON, or not at all.
 */
#define _GNU_SOURCE /* memfd_create */
#include "map_source.h"

#include "chatfmt/chatfmt.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { DATASET_MOST = 1 << 16 }; /* unpacked bytes that are looked at */

static const char dataset_template[] =
    "{% for m in messages %}{% if m.role == 'assistant' %}<a>{% generation %}{{ m.content }}"
    "{{ m.tool_calls|tojson if m.tool_calls }}</a>{% endgeneration %}{% else %}"
    "<{{ m.role }}>{{ m.content }}</>{% endif %}\n{% endfor %}{{ tools|tojson if tools }}"
    "{{ documents|length if documents }}{% if add_generation_prompt %}<a>{% endif %}";

/* Everything that the file unpacks to, up to the limit; NULL when it cannot be opened. */
static char *dataset_unpack(const uint8_t *data, size_t size, size_t *length)
{
    char path[32], *text = malloc(DATASET_MOST);
    int file = memfd_create("dataset", 0);
    if (!text || file < 0 || write(file, data, size) != (ssize_t)size) abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    map_source *source = map_source_open(path, NULL);
    *length = 0;
    while (source && *length < DATASET_MOST) {
        size_t wanted = 1 + data[*length % size] * 8u, room = DATASET_MOST - *length;
        long count = map_source_read(source, text + *length, wanted < room ? wanted : room);
        if (count < 0 && !map_source_why(source)) abort();
        if (count <= 0) break;
        *length += (size_t)count;
    }
    map_source_close(source);
    close(file);
    return text;
}

static void dataset_check(chatfmt_slice out, chatfmt_values *values, bool ok,
                          const chatfmt_error *error)
{
    chatfmt_value row;
    if (!ok) {
        if (out.length || (!error->text[0] && !error->status)) abort();
        return;
    }
    if (out.length <= 1 || out.data[out.length - 1] != '\n') abort();
    if (memchr(out.data, '\n', out.length - 1)) abort();
    chatfmt_values_reset(values);
    if (chatfmt_value_read_json(values, out.data, out.length - 1, &row, NULL)) abort();
    if (chatfmt_value_kind_of(row) != CHATFMT_VALUE_OBJECT) abort();
}

static void dataset_rows(const chatfmt_map_options *plan, const char *text, size_t length)
{
    const char *end = text + length;
    chatfmt_values *values;
    chatfmt_mapper *mapper;
    if (chatfmt_mapper_new(plan, &mapper, NULL) || chatfmt_values_new(NULL, NULL, &values, NULL))
        abort();
    for (uint64_t number = 1; text < end; number++) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t size_of_line = (size_t)((newline ? newline : end) - text);
        chatfmt_error error = {.status = CHATFMT_OK};
        chatfmt_slice out;
        bool ok = !chatfmt_mapper_row(mapper, text, size_of_line, number, &out, &error);
        dataset_check(out, values, ok, &error);
        text = newline ? newline + 1 : end;
    }
    chatfmt_values_free(values);
    chatfmt_mapper_free(mapper);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const masks[4] = {"derived", "derived", "hf", "generation"};
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    chatfmt_model *model;
    static const chatfmt_slice layouts[5] = {
        {"auto", 4}, {"messages", 8}, {"sharegpt", 8}, {"prompt", 6}, {"xtuner", 6}};
    chatfmt_map_options plan = CHATFMT_MAP_OPTIONS_INIT;
    chatfmt_request *request;
    size_t length;
    if (size < 4) return 0;
    limits.fuel = 200000;
    limits.output_bytes = limits.heap_bytes = 1 << 22;
    if (chatfmt_model_from_template(dataset_template, sizeof dataset_template - 1, NULL, &model,
                                    NULL))
        abort();
    if (chatfmt_request_new(NULL, &request, NULL)) abort();
    plan.row.layout = layouts[data[0] % 5];
    plan.columns = data[1] &
                   (CHATFMT_MAP_TEXT | CHATFMT_MAP_MASK | CHATFMT_MAP_SPLIT |
                    CHATFMT_MAP_TURNS | CHATFMT_MAP_LENGTH | CHATFMT_MAP_LINE | CHATFMT_MAP_ID);
    if (!plan.columns) plan.columns = CHATFMT_MAP_TEXT;
    plan.model = model;
    plan.request = request;
    if (data[0] & 128) plan.row.column = (chatfmt_slice){"messages", 8};
    request->apply->limits = &limits;
    request->apply->flags = data[2] & 1 ? CHATFMT_APPLY_GENERATION_PROMPT : 0;
    if (data[2] & 2) request->apply->flags |= CHATFMT_APPLY_FIT_ARGUMENTS;
    if (data[2] & 4) request->apply->flags |= CHATFMT_APPLY_MERGE_SYSTEM;
    if (data[2] & 8) request->apply->flags |= CHATFMT_APPLY_NULL_TO_EMPTY;
    if (data[2] & 16) chatfmt_request_word(request, "roles", "user,assistant", NULL);
    if (data[2] & 32) request->mask->flags |= CHATFMT_MASK_LAST_TURN;
    if (plan.columns & (CHATFMT_MAP_MASK | CHATFMT_MAP_SPLIT | CHATFMT_MAP_TURNS))
        chatfmt_request_word(request, "mask", masks[data[2] >> 6], NULL);
    char *text = dataset_unpack(data + 3, size - 3, &length);
    dataset_rows(&plan, text, length);
    free(text);
    chatfmt_request_free(request);
    chatfmt_model_free(model);
    return 0;
}
