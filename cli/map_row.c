/* cli/map_row.c - one row of a data set: what it asks for, and the columns that come out. */
#include "map_row.h"
#include "limits.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    uint32_t bit;
} map_columns[] = {
    {"text", MAP_TEXT},   {"mask", MAP_MASK},     {"split", MAP_SPLIT}, {"turns", MAP_TURNS},
    {"length", MAP_LENGTH}, {"line", MAP_LINE},   {"id", MAP_ID},
    {"input_ids", MAP_IDS}, {"labels", MAP_LABELS}, {"attention_mask", MAP_ATTENTION},
    {"position_ids", MAP_POSITIONS}, {"sequence_ids", MAP_SEQUENCES},
};

bool map_columns_of(const char *names, uint32_t *out)
{
    *out = 0;
    while (*names) {
        size_t length = strcspn(names, ","), i = 0, n = sizeof map_columns / sizeof *map_columns;
        while (i < n && (strlen(map_columns[i].name) != length ||
                         strncmp(names, map_columns[i].name, length) != 0))
            i++;
        if (i == n) return false;
        *out |= map_columns[i].bit;
        names += length + (names[length] == ',');
    }
    return *out != 0;
}

static bool map_bad(chatfmt_error *error, const char *message)
{
    memset(error, 0, sizeof *error);
    error->status = CHATFMT_INPUT;
    snprintf(error->text, sizeof error->text, "%s", message);
    return false;
}

static bool map_is(chatfmt_value value, chatfmt_value_kind kind)
{
    return chatfmt_value_kind_of(value) == kind;
}

static bool map_given(chatfmt_value value)
{
    return !map_is(value, CHATFMT_VALUE_ABSENT) && !map_is(value, CHATFMT_VALUE_NONE);
}

/* ---- Arguments ---- */

/* What --variables gave, once for all rows. Only while nobody asks where bytes came from: numbers
 * of origin are those of one chatfmt_values. An error is reported by each row. */
static void map_read_variables(const map_plan *plan, map_hand *hand)
{
    chatfmt_value own;
    chatfmt_error ignored;
    chatfmt_request *r = hand->request;
    if (!plan->variables.length || (r->apply->flags & CHATFMT_APPLY_SPANS) || r->has_mask ||
        plan->tokenizer ||
        chatfmt_values_new(NULL, plan->request->apply->limits, &hand->fixed, NULL))
        return;
    hand->has_variables =
        !chatfmt_value_read_json(hand->fixed, plan->variables.data, plan->variables.length, &own,
                                 &ignored) &&
        map_is(own, CHATFMT_VALUE_OBJECT) &&
        !chatfmt_request_read(r, hand->fixed, own, CHATFMT_FROM_CALLER, &ignored) &&
        !r->has_mask;
    if (!hand->has_variables) chatfmt_request_copy(r, plan->request);
}

static void map_unless_given(chatfmt_value *given, chatfmt_value column)
{
    if (map_is(*given, CHATFMT_VALUE_ABSENT)) *given = column;
}

/* What the row asks for; NULL with an error. Columns stand back after --variables, and those after
 * chat_template_kwargs. Usually it is what every row asks for but for three values; else `own`. */
static const chatfmt_request *map_arguments(const map_plan *plan, map_hand *hand,
                                            const chatfmt_row *row, chatfmt_error *error)
{
    chatfmt_values *values = hand->values;
    chatfmt_value read;
    bool has_more = map_is(row->arguments, CHATFMT_VALUE_OBJECT);
    bool usual = !has_more && (hand->has_variables || !plan->variables.length);
    chatfmt_request *r = usual ? hand->current : hand->own;
    if (usual) {
        r->conversation = hand->request->conversation;
        r->apply->tools = hand->request->apply->tools;
        r->apply->documents = hand->request->apply->documents;
    } else {
        chatfmt_request_copy(r, plan->request);
    }
    map_unless_given(&r->conversation, row->conversation);
    map_unless_given(&r->apply->tools, row->tools);
    map_unless_given(&r->apply->documents, row->documents);
    if (usual) return r;
    if (plan->variables.length &&
        (chatfmt_value_read_json(values, plan->variables.data, plan->variables.length, &read,
                                 error) ||
         chatfmt_request_read(r, values, read, CHATFMT_FROM_CALLER, error)))
        return NULL;
    return !has_more || !chatfmt_request_read(r, values, row->arguments, CHATFMT_FROM_DATA, error)
               ? r
               : NULL;
}

/* ---- Answers ---- */

static size_t map_points(chatfmt_slice text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.length; i++) count += ((unsigned char)text.data[i] & 0xC0) != 0x80;
    return count;
}

static void map_name(writer *out, const char *name, bool *first)
{
    if (!*first) write_bytes(out, ", ", 2);
    *first = false;
    write_json_name(out, name);
}

static void map_text(writer *out, const char *name, chatfmt_slice text, bool *first)
{
    map_name(out, name, first);
    write_json_utf8(out, text.data, text.length);
}

static void map_number(writer *out, const char *name, uint64_t number, bool *first)
{
    map_name(out, name, first);
    write_number(out, number);
}

static void map_write_places(writer *out, const char *name, const chatfmt_mask_range *ranges,
                             size_t count, bool chars)
{
    write_text(out, name);
    for (size_t i = 0; i < count; i++) {
        write_text(out, i ? ", [" : "[");
        write_number(out, chars ? ranges[i].begin_char : ranges[i].begin);
        write_text(out, ", ");
        write_number(out, chars ? ranges[i].end_char : ranges[i].end);
        write_text(out, "]");
    }
    write_text(out, "]");
}

/* In bytes and in code points. */
static void map_write_ranges(writer *out, const chatfmt_mask_range *ranges, size_t count)
{
    map_write_places(out, ", \"mask\": [", ranges, count, false);
    map_write_places(out, ", \"mask_chars\": [", ranges, count, true);
}

static void map_turns(writer *out, const chatfmt_mask_range *ranges, size_t count)
{
    write_text(out, ", \"turns\": [");
    for (size_t i = 0; i < count; i++) {
        bool first = true;
        write_text(out, i ? ", {" : "{");
        if (ranges[i].message != CHATFMT_NO_MESSAGE)
            map_number(out, "message", ranges[i].message, &first);
        map_number(out, "begin", ranges[i].begin, &first);
        map_number(out, "end", ranges[i].end, &first);
        write_text(out, "}");
    }
    write_text(out, "]");
}

static bool map_write_id(writer *out, chatfmt_values *values, chatfmt_value id, bool *first,
                         chatfmt_error *error)
{
    chatfmt_slice json;
    if (map_is(id, CHATFMT_VALUE_ABSENT)) id = chatfmt_value_none(values);
    if (chatfmt_value_write_json(values, id, &json, error)) return false;
    write_text(out, "\"id\": ");
    write_bytes(out, json.data, json.length);
    *first = false;
    return true;
}

static void map_answer(const map_plan *plan, const map_hand *hand,
                       const chatfmt_mask_range *ranges, size_t count, uint64_t number,
                       bool first, writer *out)
{
    const chatfmt_applied *applied = hand->applied;
    chatfmt_slice text = applied->text;
    uint32_t columns = plan->columns;
    if (columns & MAP_LINE) map_number(out, "line", number, &first);
    if (columns & MAP_TEXT) map_text(out, "text", text, &first);
    if (columns & MAP_SPLIT) {
        size_t at = count ? ranges[count - 1].begin : text.length;
        map_text(out, "prompt", (chatfmt_slice){text.data, at}, &first);
        map_text(out, "completion", (chatfmt_slice){text.data + at, text.length - at}, &first);
    }
    if (columns & MAP_LENGTH) {
        map_number(out, "length", text.length, &first);
        map_number(out, "length_chars", map_points(text), &first);
    }
    if (first && !(columns & MAP_TOKENS)) map_number(out, "line", number, &first);
    if (plan->tokenizer) {
        map_write_prompt(out, columns, hand->prompt);
        map_write_lost(out, hand->prompt);
    }
    if (columns & MAP_MASK) map_write_ranges(out, ranges, count);
    if (columns & MAP_TURNS) map_turns(out, ranges, count);
    if (applied->change_count) map_number(out, "changes", applied->change_count, &first);
}

/* ---- Rows ---- */

bool map_hand_open(const map_plan *plan, map_hand *hand)
{
    memset(hand, 0, sizeof *hand);
    if (chatfmt_request_new(NULL, &hand->request, NULL) ||
        chatfmt_request_new(NULL, &hand->current, NULL) ||
        chatfmt_request_new(NULL, &hand->own, NULL))
        return false;
    chatfmt_request_copy(hand->request, plan->request);
    map_read_variables(plan, hand);
    chatfmt_request_copy(hand->current, hand->request);
    chatfmt_encoder_options encoding = CHATFMT_ENCODER_OPTIONS_INIT;
    encoding.limits = plan->request->apply->limits;
    return !chatfmt_values_new(NULL, plan->request->apply->limits, &hand->values, NULL) &&
           !chatfmt_chat_new(NULL, plan->request->apply->limits, &hand->chat, NULL) &&
           (!plan->trainer || !chatfmt_renderer_new(NULL, &hand->renderer, NULL)) &&
           (!plan->tokenizer ||
            !chatfmt_encoder_new(plan->tokenizer, &encoding, &hand->encoder, NULL));
}

void map_hand_close(map_hand *hand)
{
    chatfmt_request_free(hand->own);
    chatfmt_request_free(hand->current);
    chatfmt_request_free(hand->request);
    chatfmt_encoder_free(hand->encoder);
    chatfmt_renderer_free(hand->renderer);
    chatfmt_chat_free(hand->chat);
    chatfmt_values_free(hand->values);
    chatfmt_values_free(hand->fixed);
}

/* The row as its trainer has it. */
static bool map_train(const map_plan *plan, map_hand *hand, const chatfmt_request *r,
                      chatfmt_error *error)
{
    const chatfmt_training_ids *made;
    if (chatfmt_format_train_ids(hand->renderer, plan->format, plan->trainer, r->conversation,
                                 &plan->training, hand->encoder, &made, error))
        return false;
    hand->trained_text.text = made->prompt;
    hand->trained = (chatfmt_prompt){.ids = made->ids, .count = made->count, .mask = made->learned,
                                     .attention = made->attention,
                                     .truncated = made->truncated, .applied = &hand->trained_text};
    hand->prompt = &hand->trained;
    hand->applied = &hand->trained_text;
    return true;
}

/* The row's text, and its ids when columns ask for them. */
static bool map_apply(const map_plan *plan, map_hand *hand, const chatfmt_request *r,
                      chatfmt_error *error)
{
    chatfmt_prompt_options options = *r->prompt;
    options.struct_size = sizeof options;
    if (plan->trainer) return map_train(plan, hand, r, error);
    if (!plan->tokenizer)
        return !chatfmt_chat_apply(hand->chat, plan->model, r->conversation, r->apply,
                                   &hand->applied, error);
    if (plan->columns & MAP_LABELS) options.mask = r->mask;
    if (chatfmt_chat_encode(hand->chat, plan->model, hand->encoder, r->conversation, r->apply,
                            &options, &hand->prompt, error))
        return false;
    hand->applied = hand->prompt->applied;
    return true;
}

static bool map_same(chatfmt_slice text, const char *word)
{
    return text.length == strlen(word) && !memcmp(text.data, word, text.length);
}

/* What is in the row and hardly in its text. */
static void map_count_row(const map_plan *plan, const chatfmt_row *row, map_losses *losses)
{
    bool asked = map_same(plan->row.column, "chosen") || map_same(plan->row.column, "rejected");
    losses->strange_roles += row->strange_role != 0;
    losses->preferences += row->preference && !asked;
}

/* Whose fault an error of the template is. */
static map_which map_which_of(const map_plan *plan, const chatfmt_request *r)
{
    if (r->apply->chat_template.data != plan->request->apply->chat_template.data)
        return MAP_TEMPLATE_OF_ROW;
    return map_given(r->apply->tools) ? MAP_TEMPLATE_TOOLS : MAP_TEMPLATE_USUAL;
}

bool map_row(const map_plan *plan, map_hand *hand, chatfmt_slice line, uint64_t number,
             writer *out, chatfmt_error *error)
{
    chatfmt_value object;
    chatfmt_row row = CHATFMT_ROW_INIT;
    const chatfmt_mask_range *ranges = NULL;
    const uint32_t ranged = MAP_MASK | MAP_SPLIT | MAP_TURNS;
    size_t count = 0, begin = out->length;
    bool first = true;
    chatfmt_values_reset(hand->values);
    hand->in_data = true;
    if (chatfmt_value_read_json(hand->values, line.data, line.length, &object, error)) return false;
    if (!map_is(object, CHATFMT_VALUE_OBJECT)) return map_bad(error, "the line is not a JSON object");
    if (chatfmt_row_read(hand->values, object, &plan->row, &row, error)) return false;
    const chatfmt_request *r = map_arguments(plan, hand, &row, error);
    hand->in_data = !r;
    if (r) hand->which = map_which_of(plan, r);
    if (!r || !map_apply(plan, hand, r, error) ||
        ((plan->columns & ranged) &&
         chatfmt_chat_mask(hand->chat, r->mask, &ranges, &count, error)))
        return false;
    map_count_row(plan, &row, &hand->losses);
    if (plan->tokenizer) map_count_losses(&hand->losses, plan->columns, hand->prompt);
    if (plan->pack) {
        map_write_record(out, number, hand->prompt);
        return true;
    }
    write_bytes(out, "{", 1);
    if ((plan->columns & MAP_ID) &&
        !map_write_id(out, hand->values, row.id, &first, error)) {
        out->length = begin;
        return false;
    }
    map_answer(plan, hand, ranges, count, number, first, out);
    write_bytes(out, "}\n", 2);
    return true;
}
