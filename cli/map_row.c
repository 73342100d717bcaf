/* cli/map_row.c - layouts of data sets, and the columns that come out. */
#include "map_row.h"
#include "limits.h"

#include <stdio.h>
#include <string.h>

static const char *const map_layouts[] = {"auto", "messages", "sharegpt", "prompt", "xtuner"};

static const struct {
    const char *name;
    uint32_t bit;
} map_columns[] = {
    {"text", MAP_TEXT},   {"mask", MAP_MASK},     {"split", MAP_SPLIT}, {"turns", MAP_TURNS},
    {"length", MAP_LENGTH}, {"line", MAP_LINE},   {"id", MAP_ID},
    {"input_ids", MAP_IDS}, {"labels", MAP_LABELS}, {"attention_mask", MAP_ATTENTION},
    {"position_ids", MAP_POSITIONS}, {"sequence_ids", MAP_SEQUENCES},
};

/* Names that ShareGPT has for roles; any other stays as it is. */
static const struct {
    const char *from, *role;
} map_roles[] = {
    {"human", "user"},      {"gpt", "assistant"},        {"chatgpt", "assistant"},
    {"bing", "assistant"},  {"bard", "assistant"},       {"model", "assistant"},
    {"observation", "tool"}, {"function_response", "tool"}, {"function_call", "assistant"},
};

bool map_layout_of(const char *name, map_layout *out)
{
    for (int i = 0; i < 5; i++)
        if (!strcmp(name, map_layouts[i])) {
            *out = (map_layout)i;
            return true;
        }
    return false;
}

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

static chatfmt_value map_member(chatfmt_value object, const char *name)
{
    return chatfmt_value_find(object, name, strlen(name));
}

static bool map_is(chatfmt_value value, chatfmt_value_kind kind)
{
    return chatfmt_value_kind_of(value) == kind;
}

static bool map_given(chatfmt_value value)
{
    return !map_is(value, CHATFMT_VALUE_ABSENT) && !map_is(value, CHATFMT_VALUE_NONE);
}

/* ---- Conversations ---- */

static bool map_push(chatfmt_values *values, chatfmt_value messages, const char *role,
                     chatfmt_value content, chatfmt_error *error)
{
    chatfmt_value message, name;
    return !chatfmt_value_object(values, &message, error) &&
           !chatfmt_value_string(values, role, strlen(role), &name, error) &&
           !chatfmt_value_set(values, message, "role", 4, name, error) &&
           !chatfmt_value_set(values, message, "content", 7, content, error) &&
           !chatfmt_value_push(values, messages, message, error);
}

/* A role that is its own name; any other is kept, but hardly any template knows it. */
static bool map_is_role(const char *role)
{
    static const char *const names[] = {"system", "user",     "assistant", "tool",
                                        "developer", "function", "ipython"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(role, names[i])) return true;
    return false;
}

static bool map_push_sharegpt(chatfmt_values *values, chatfmt_value messages, chatfmt_value item,
                              bool *strange, chatfmt_error *error)
{
    chatfmt_value from = map_member(item, "from"), text = map_member(item, "value");
    chatfmt_slice name = chatfmt_value_as_text(from);
    char role[64];
    if (map_given(map_member(item, "role")))
        return !chatfmt_value_push(values, messages, item, error);
    if (!map_is(from, CHATFMT_VALUE_STRING) || !map_given(text))
        return map_bad(error, "an item of conversations has no from and value");
    if (name.length >= sizeof role) return map_bad(error, "a role is too long");
    memcpy(role, name.data, name.length);
    role[name.length] = '\0';
    for (size_t i = 0; i < sizeof map_roles / sizeof *map_roles; i++)
        if (!strcmp(role, map_roles[i].from)) snprintf(role, sizeof role, "%s", map_roles[i].role);
    *strange |= !map_is_role(role);
    return map_push(values, messages, role, text, error);
}

static bool map_push_xtuner(chatfmt_values *values, chatfmt_value messages, chatfmt_value item,
                            chatfmt_error *error)
{
    chatfmt_value system = map_member(item, "system"), input = map_member(item, "input");
    chatfmt_value output = map_member(item, "output");
    if (!map_is(item, CHATFMT_VALUE_OBJECT))
        return map_bad(error, "an item of conversation is not an object");
    if (map_given(system) && chatfmt_value_truth(system) &&
        !map_push(values, messages, "system", system, error))
        return false;
    if (map_given(input) && !map_push(values, messages, "user", input, error)) return false;
    return !map_given(output) || map_push(values, messages, "assistant", output, error);
}

static bool map_push_part(chatfmt_values *values, chatfmt_value messages, const char *role,
                          chatfmt_value part, chatfmt_error *error)
{
    if (!map_given(part)) return true;
    if (!map_is(part, CHATFMT_VALUE_ARRAY)) return map_push(values, messages, role, part, error);
    for (size_t i = 0; i < chatfmt_value_count(part); i++)
        if (chatfmt_value_push(values, messages, chatfmt_value_at(part, i), error)) return false;
    return true;
}

/* The columns that mean something. */
typedef enum map_cell {
    CELL_MESSAGES, CELL_CONVERSATIONS, CELL_CONVERSATION, CELL_PROMPT, CELL_COMPLETION,
    CELL_SYSTEM, CELL_TOOLS, CELL_DOCUMENTS, CELL_KWARGS, CELL_ID,
    CELL_CHOSEN, CELL_REJECTED, MAP_CELLS
} map_cell;

#define MAP_NAME(text) {text, sizeof text - 1}
static const chatfmt_slice map_cell_names[MAP_CELLS] = {
    MAP_NAME("messages"), MAP_NAME("conversations"), MAP_NAME("conversation"), MAP_NAME("prompt"),
    MAP_NAME("completion"), MAP_NAME("system"), MAP_NAME("tools"), MAP_NAME("documents"),
    MAP_NAME("chat_template_kwargs"), MAP_NAME("id"), MAP_NAME("chosen"), MAP_NAME("rejected"),
};

/* A row taken apart: absent where there is no such column. */
typedef struct map_cells {
    chatfmt_value row;
    chatfmt_value at[MAP_CELLS];
    uint32_t given; /* a bit for each that is neither absent nor null */
    bool strange;   /* a turn has a speaker that ShareGPT does not know */
} map_cells;

static bool map_has(const map_cells *cells, map_cell cell)
{
    return cells->given >> cell & 1;
}

static void map_take_apart(chatfmt_value row, map_cells *cells)
{
    memset(cells, 0, sizeof *cells);
    cells->row = row;
    for (size_t i = 0, count = chatfmt_value_count(row); i < count; i++) {
        chatfmt_slice key = chatfmt_value_key_at(row, i);
        for (int k = 0; k < MAP_CELLS; k++) {
            if (key.length != map_cell_names[k].length ||
                memcmp(key.data, map_cell_names[k].data, key.length) != 0)
                continue;
            cells->at[k] = chatfmt_value_at(row, i);
            cells->given |= (uint32_t)map_given(cells->at[k]) << k;
            break;
        }
    }
}

static map_layout map_recognise(const map_cells *cells)
{
    if (map_has(cells, CELL_MESSAGES)) return MAP_MESSAGES;
    if (map_has(cells, CELL_CONVERSATIONS)) return MAP_SHAREGPT;
    if (map_has(cells, CELL_CONVERSATION)) return MAP_XTUNER;
    return map_has(cells, CELL_PROMPT) ? MAP_PROMPT : MAP_AUTO;
}

static bool map_system_first(chatfmt_value messages)
{
    chatfmt_slice role = chatfmt_value_as_text(map_member(chatfmt_value_at(messages, 0), "role"));
    return role.length == 6 && !memcmp(role.data, "system", 6);
}

/* The items of a list, or what stands for them, behind what is in `messages` already. */
static bool map_push_items(chatfmt_values *values, chatfmt_value messages, map_layout layout,
                           chatfmt_value list, bool *strange, chatfmt_error *error)
{
    for (size_t i = 0; i < chatfmt_value_count(list); i++) {
        chatfmt_value item = chatfmt_value_at(list, i);
        bool ok = layout == MAP_SHAREGPT ? map_push_sharegpt(values, messages, item, strange, error)
                  : layout == MAP_XTUNER ? map_push_xtuner(values, messages, item, error)
                                         : !chatfmt_value_push(values, messages, item, error);
        if (!ok) return false;
    }
    return true;
}

static bool map_conversation(const map_plan *plan, chatfmt_values *values,
                             map_cells *cells, chatfmt_value *out, chatfmt_error *error)
{
    static const map_cell columns[] = {[MAP_MESSAGES] = CELL_MESSAGES,
                                       [MAP_SHAREGPT] = CELL_CONVERSATIONS,
                                       [MAP_XTUNER] = CELL_CONVERSATION};
    map_layout layout = plan->layout == MAP_AUTO ? map_recognise(cells) : plan->layout;
    chatfmt_value system = cells->at[CELL_SYSTEM], list = {{0, 0}}, made;
    if (plan->column && plan->layout == MAP_AUTO) layout = MAP_MESSAGES;
    if (layout == MAP_AUTO)
        return map_bad(error, "no column messages, conversations, conversation or prompt");
    if (plan->column) list = map_member(cells->row, plan->column);
    else if (layout != MAP_PROMPT) list = cells->at[columns[layout]];
    if (layout != MAP_PROMPT && !map_is(list, CHATFMT_VALUE_ARRAY))
        return map_bad(error, "the column with the conversation is not an array");
    bool add = map_has(cells, CELL_SYSTEM) && layout != MAP_XTUNER && chatfmt_value_truth(system) &&
               !map_system_first(list);
    if (layout == MAP_MESSAGES && !add) {
        *out = list;
        return true;
    }
    if (chatfmt_value_array(values, &made, error) ||
        (add && !map_push(values, made, "system", system, error)))
        return false;
    *out = made;
    if (layout == MAP_PROMPT &&
        (!map_push_part(values, made, "user", cells->at[CELL_PROMPT], error) ||
         !map_push_part(values, made, "assistant", cells->at[CELL_COMPLETION], error)))
        return false;
    return map_push_items(values, made, layout, list, &cells->strange, error);
}

/* An error of one column, with its name. */
static bool map_bad_column(const char *name, const char *why, chatfmt_error *error)
{
    char told[CHATFMT_ERROR_TEXT];
    snprintf(told, sizeof told, "the column %s: %.*s", name, (int)(sizeof told - 64), why);
    return map_bad(error, told);
}

/* A column that is there: an array, or the JSON text of one, as data sets without nesting keep it. */
static bool map_json_column(chatfmt_values *values, const map_cells *cells, map_cell cell,
                            chatfmt_value *out, chatfmt_error *error)
{
    chatfmt_value value = cells->at[cell];
    chatfmt_slice text = chatfmt_value_as_text(value);
    const char *name = map_cell_names[cell].data;
    bool is_text = map_is(value, CHATFMT_VALUE_STRING);
    if (is_text && !text.length) return true;
    if (is_text && chatfmt_value_read_json(values, text.data, text.length, &value, error))
        return map_bad_column(name, error->text, error);
    if (!map_given(value)) return true;
    if (!map_is(value, CHATFMT_VALUE_ARRAY))
        return map_bad_column(name, "not an array, nor the JSON text of one", error);
    *out = value;
    return true;
}

/* What --variables gave, once for all rows. Only while nobody asks where bytes came from: numbers
 * of origin are those of one chatfmt_values. An error is told by each row. */
static void map_read_variables(const map_plan *plan, map_hand *hand)
{
    chatfmt_value own;
    chatfmt_error ignored;
    apply_request *r = &hand->request;
    if (!plan->variables.length || (r->options.flags & CHATFMT_APPLY_SPANS) || r->has_mask ||
        plan->tokenizer ||
        chatfmt_values_new(NULL, plan->request.options.limits, &hand->fixed, NULL))
        return;
    hand->has_variables =
        !chatfmt_value_read_json(hand->fixed, plan->variables.data, plan->variables.length, &own,
                                 &ignored) &&
        map_is(own, CHATFMT_VALUE_OBJECT) &&
        apply_request_read(r, hand->fixed, own, APPLY_CALLER, &ignored) &&
        !r->has_mask;
    if (!hand->has_variables) *r = plan->request;
}

static void map_unless_given(chatfmt_value *given, chatfmt_value column)
{
    if (map_is(*given, CHATFMT_VALUE_ABSENT)) *given = column;
}

/* What the row asks for; NULL with an error. Columns stand back behind --variables, and those behind
 * chat_template_kwargs. Mostly it is what every row asks for but for three values; else `own`. */
static const apply_request *map_arguments(const map_plan *plan, map_hand *hand,
                                          map_cells *cells, apply_request *own,
                                          chatfmt_error *error)
{
    chatfmt_values *values = hand->values;
    chatfmt_value conversation, tools = {{0, 0}}, documents = {{0, 0}}, read;
    chatfmt_value more = cells->at[CELL_KWARGS];
    bool has_more = map_has(cells, CELL_KWARGS) && map_is(more, CHATFMT_VALUE_OBJECT);
    bool usual = !has_more && (hand->has_variables || !plan->variables.length);
    apply_request *r = usual ? &hand->current : own;
    if (!map_conversation(plan, values, cells, &conversation, error) ||
        (map_has(cells, CELL_TOOLS) &&
         !map_json_column(values, cells, CELL_TOOLS, &tools, error)) ||
        (map_has(cells, CELL_DOCUMENTS) &&
         !map_json_column(values, cells, CELL_DOCUMENTS, &documents, error)))
        return NULL;
    if (usual) {
        r->conversation = hand->request.conversation;
        r->options.tools = hand->request.options.tools;
        r->options.documents = hand->request.options.documents;
    } else {
        *r = plan->request;
    }
    map_unless_given(&r->conversation, conversation);
    map_unless_given(&r->options.tools, tools);
    map_unless_given(&r->options.documents, documents);
    if (usual) return r;
    if (plan->variables.length &&
        (chatfmt_value_read_json(values, plan->variables.data, plan->variables.length, &read,
                                 error) ||
         !apply_request_read(r, values, read, APPLY_CALLER, error)))
        return NULL;
    return !has_more || apply_request_read(r, values, more, APPLY_DATA, error) ? r : NULL;
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

static void map_answer(const map_plan *plan, const chatfmt_prompt *prompt,
                       const chatfmt_mask_range *ranges, size_t count, uint64_t number,
                       bool first, writer *out)
{
    const chatfmt_applied *applied = &prompt->applied;
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
        map_write_tokens(out, columns, prompt);
        map_write_lost(out, prompt);
    }
    if (columns & MAP_MASK) apply_write_ranges(out, "mask", ranges, count);
    if (columns & MAP_TURNS) map_turns(out, ranges, count);
    if (applied->change_count) map_number(out, "changes", applied->change_count, &first);
}

/* ---- Rows ---- */

bool map_hand_open(const map_plan *plan, map_hand *hand)
{
    memset(hand, 0, sizeof *hand);
    hand->request = plan->request;
    map_read_variables(plan, hand);
    hand->current = hand->request;
    chatfmt_encoder_options encoding = limits_of_encoder(plan->request.options.limits);
    return !chatfmt_values_new(NULL, plan->request.options.limits, &hand->values, NULL) &&
           !chatfmt_chat_new(NULL, plan->request.options.limits, &hand->chat, NULL) &&
           (!plan->tokenizer ||
            !chatfmt_encoder_new(plan->tokenizer, &encoding, &hand->encoder, NULL));
}

void map_hand_close(map_hand *hand)
{
    chatfmt_encoder_free(hand->encoder);
    chatfmt_chat_free(hand->chat);
    chatfmt_values_free(hand->values);
    chatfmt_values_free(hand->fixed);
}

/* The row's text, and its ids when columns ask for them. */
static bool map_apply(const map_plan *plan, map_hand *hand, const apply_request *r,
                      chatfmt_prompt *prompt, chatfmt_error *error)
{
    chatfmt_prompt_options options = r->tokens.options;
    if (!plan->tokenizer)
        return !chatfmt_chat_apply(hand->chat, plan->model, r->conversation, &r->options,
                                   &prompt->applied, error);
    if (plan->columns & MAP_LABELS) options.mask = &r->mask;
    return !chatfmt_chat_encode(hand->chat, plan->model, hand->encoder, r->conversation,
                                &r->options, &options, prompt, error);
}

/* What is in the row and hardly in its text. */
static void map_count_row(const map_plan *plan, const map_cells *cells, map_losses *losses)
{
    bool pair = map_has(cells, CELL_CHOSEN) || map_has(cells, CELL_REJECTED);
    bool asked = plan->column && (!strcmp(plan->column, "chosen") || !strcmp(plan->column, "rejected"));
    losses->strange_roles += cells->strange;
    losses->preferences += pair && !asked;
}

/* Whose fault an error of the template is. */
static map_which map_which_of(const map_plan *plan, const apply_request *r)
{
    if (r->options.chat_template.data != plan->request.options.chat_template.data)
        return MAP_TEMPLATE_OF_ROW;
    return map_given(r->options.tools) ? MAP_TEMPLATE_TOOLS : MAP_TEMPLATE_USUAL;
}

bool map_row(const map_plan *plan, map_hand *hand, chatfmt_slice line, uint64_t number,
             writer *out, chatfmt_error *error)
{
    apply_request own;
    chatfmt_value row;
    map_cells cells;
    const chatfmt_mask_range *ranges = NULL;
    const uint32_t ranged = MAP_MASK | MAP_SPLIT | MAP_TURNS;
    size_t count = 0, begin = out->length;
    bool first = true;
    chatfmt_values_reset(hand->values);
    hand->in_data = true;
    if (chatfmt_value_read_json(hand->values, line.data, line.length, &row, error)) return false;
    if (!map_is(row, CHATFMT_VALUE_OBJECT)) return map_bad(error, "the line is not a JSON object");
    map_take_apart(row, &cells);
    const apply_request *r = map_arguments(plan, hand, &cells, &own, error);
    hand->in_data = !r;
    if (r) hand->which = map_which_of(plan, r);
    if (!r || !map_apply(plan, hand, r, &hand->prompt, error) ||
        ((plan->columns & ranged) &&
         chatfmt_chat_mask(hand->chat, &r->mask, &ranges, &count, error)))
        return false;
    map_count_row(plan, &cells, &hand->losses);
    if (plan->tokenizer) map_count_losses(&hand->losses, plan->columns, &hand->prompt);
    if (plan->pack) {
        map_write_record(out, number, &hand->prompt);
        return true;
    }
    write_bytes(out, "{", 1);
    if ((plan->columns & MAP_ID) &&
        !map_write_id(out, hand->values, cells.at[CELL_ID], &first, error)) {
        out->length = begin;
        return false;
    }
    map_answer(plan, &hand->prompt, ranges, count, number, first, out);
    write_bytes(out, "}\n", 2);
    return true;
}
