/* chat/reader_about.c - what a reader is made of and why it was chosen, as text and as JSON. */
#include "chat/reader.h"

#include <stdarg.h>

/* The formatting is that of error messages, which cuts at a code point. */
chatfmt_status cft_reader_say(chatfmt_reader *reader, const char *format, ...)
{
    chatfmt_error line;
    va_list arguments;
    va_start(arguments, format);
    cft_fail_list(&line, CHATFMT_VALUE, format, arguments);
    va_end(arguments);
    size_t used = strlen(line.text);
    /* One line each: what spans lines is shown on one. */
    for (size_t i = 0; i < used; i++)
        if (line.text[i] == '\n') line.text[i] = ' ';
    if (reader->evidence.length) CFT_TRY(cft_buffer_append(&reader->evidence, "\n", 1));
    return cft_buffer_append(&reader->evidence, line.text, used);
}

const char *cft_reader_shape(const chatfmt_reader *reader)
{
    static const char *const shapes[] = {"none", "object", "array",  "named",
                                         "tags", "python", "custom", "channel"};
    return shapes[reader->row.shape];
}

static chatfmt_status reader_put(chatfmt_reader *reader, const char *text)
{
    return cft_buffer_append(&reader->json, text, strlen(text));
}

static chatfmt_status reader_put_string(chatfmt_reader *reader, cft_slice text)
{
    return cft_reply_put_json_string(&reader->json, text);
}

/* ", "name": ["text", …]" for the alternatives of a marker; nothing for none. */
static chatfmt_status reader_put_marks(chatfmt_reader *reader, const char *name,
                                       const char *marks, bool *first)
{
    if (!*marks) return CHATFMT_OK;
    CFT_TRY(reader_put(reader, *first ? "\"" : ", \""));
    *first = false;
    CFT_TRY(reader_put(reader, name));
    CFT_TRY(reader_put(reader, "\": ["));
    for (bool begun = false; *marks; begun = true) {
        const char *end = strchr(marks, '\f');
        size_t length = end ? (size_t)(end - marks) : strlen(marks);
        if (begun) CFT_TRY(reader_put(reader, ", "));
        CFT_TRY(reader_put_string(reader, cft_slice_of(marks, length)));
        marks += length + (end ? 1 : 0);
    }
    return reader_put(reader, "]");
}

static chatfmt_status reader_put_markers(chatfmt_reader *reader)
{
    const cft_reply_row *row = &reader->row;
    const struct {
        const char *name, *marks;
    } rows[] = {
        {"reasoning_open", row->think_open},   {"reasoning_close", row->think_close},
        {"answer_open", row->answer_open},     {"answer_close", row->answer_close},
        {"section_open", row->section_open},   {"section_close", row->section_close},
        {"call_open", row->call_open},         {"call_close", row->call_close},
        {"code_open", row->code_open ? row->code_open : ""},
        {"code_close", row->code_close ? row->code_close : ""},
        {"name_open", row->name_open},         {"name_close", row->name_close},
        {"key_open", row->key_open},           {"key_close", row->key_close},
        {"value_open", row->value_open},       {"value_close", row->value_close},
        {"keys", row->keys},                   {"stops", row->stops},
    };
    bool first = true;
    CFT_TRY(reader_put(reader, "{"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CFT_TRY(reader_put_marks(reader, rows[i].name, rows[i].marks, &first));
    return reader_put(reader, "}");
}

static cft_slice reader_trimmed(cft_slice text)
{
    while (text.length && strchr(" \n", text.data[text.length - 1]))
        text.length--;
    while (text.length && strchr(" \n", *text.data))
        text = cft_slice_of(text.data + 1, text.length - 1);
    return text;
}

/* The alternatives of some markers as one list, without the white space around them. */
static chatfmt_status reader_put_list(chatfmt_reader *reader, const char *name,
                                      const char *const *marks, size_t count)
{
    bool begun = false;
    CFT_TRY(reader_put(reader, ", \""));
    CFT_TRY(reader_put(reader, name));
    CFT_TRY(reader_put(reader, "\": ["));
    for (size_t i = 0; i < count; i++) {
        for (const char *at = marks[i] ? marks[i] : ""; *at;) {
            size_t length = strcspn(at, "\f");
            cft_slice text = reader_trimmed(cft_slice_of(at, length));
            at += length + (at[length] == '\f');
            if (!text.length) continue;
            if (begun) CFT_TRY(reader_put(reader, ", "));
            begun = true;
            CFT_TRY(reader_put_string(reader, text));
        }
    }
    return reader_put(reader, "]");
}

/* What begins a call, for grammars that are to begin there; and what a server must leave in the
 * text where its tokenizer has it as a special token. */
static chatfmt_status reader_put_for_servers(chatfmt_reader *reader)
{
    const cft_reply_row *row = &reader->row;
    const char *const triggers[] = {row->section_open, row->call_open, row->code_open};
    const char *const kept[] = {row->think_open,    row->think_close, row->answer_open,
                                row->answer_close,  row->section_open, row->section_close,
                                row->call_open,     row->call_close,  row->name_open,
                                row->name_close,    row->key_open,    row->key_close,
                                row->value_open,    row->value_close, row->header_open,
                                row->header_close,  row->code_open,   row->code_close};
    CFT_TRY(reader_put_list(reader, "triggers", triggers, sizeof triggers / sizeof *triggers));
    return reader_put_list(reader, "preserved", kept, sizeof kept / sizeof *kept);
}

static chatfmt_status reader_put_evidence(chatfmt_reader *reader)
{
    const char *at = reader->evidence.data, *end = at + reader->evidence.length;
    CFT_TRY(reader_put(reader, "["));
    while (at && at < end) {
        const char *line = memchr(at, '\n', (size_t)(end - at));
        size_t length = line ? (size_t)(line - at) : (size_t)(end - at);
        CFT_TRY(reader_put_string(reader, cft_slice_of(at, length)));
        at += length + 1;
        if (at < end) CFT_TRY(reader_put(reader, ", "));
    }
    return reader_put(reader, "]");
}

static chatfmt_status reader_put_number(chatfmt_reader *reader, uint32_t number)
{
    char digits[12];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    return cft_buffer_append(&reader->json, digits + at, sizeof digits - at);
}

static chatfmt_status reader_put_all(chatfmt_reader *reader)
{
    static const char *const hows[] = {"named", "markers", "learned", "hint"};
    reader->json.length = 0;
    CFT_TRY(reader_put(reader, "{\"reader\": "));
    CFT_TRY(
        reader_put_string(reader, cft_slice_of(reader->row.name, strlen(reader->row.name))));
    CFT_TRY(reader_put(reader, ", \"shape\": \""));
    CFT_TRY(reader_put(reader, cft_reader_shape(reader)));
    CFT_TRY(reader_put(reader, "\", \"how\": \""));
    CFT_TRY(reader_put(reader, hows[reader->how]));
    CFT_TRY(reader_put(reader, "\", \"confirmed\": "));
    CFT_TRY(reader_put_number(reader, reader->confirmed));
    CFT_TRY(reader_put(reader, ", \"skipped\": "));
    CFT_TRY(reader_put_number(reader, reader->skipped));
    CFT_TRY(reader_put(reader, ", \"evidence\": "));
    CFT_TRY(reader_put_evidence(reader));
    CFT_TRY(reader_put(reader, ", \"markers\": "));
    CFT_TRY(reader_put_markers(reader));
    CFT_TRY(reader_put_for_servers(reader));
    return reader_put(reader, "}");
}

static cft_slice reader_words(const char *text)
{
    return text ? cft_slice_of(text, strlen(text)) : CFT_LIT("");
}

chatfmt_status cft_reader_describe(chatfmt_reader *reader)
{
    CFT_TRY(reader_put_all(reader));
    reader->facts = (chatfmt_reader_facts){
        .name = reader_words(reader->row.name),
        .shape = reader_words(cft_reader_shape(reader)),
        .how = reader->how,
        .confirmed = reader->confirmed,
        .skipped = reader->skipped,
        .evidence = cft_slice_of(reader->evidence.data, reader->evidence.length),
        .json = cft_slice_of(reader->json.data, reader->json.length),
    };
    return CHATFMT_OK;
}
