/* dataset/row.c - columns of a row to a conversation. */
#include "dataset/row.h"

#include "base/suggest.h"

/* The columns that mean something, besides those of layouts.def. */
typedef enum row_cell {
    CELL_MESSAGES, CELL_CONVERSATIONS, CELL_CONVERSATION, CELL_PROMPT, CELL_INSTRUCTION,
    CELL_COMPLETION, CELL_RESPONSE, CELL_INPUT, CELL_OUTPUT, CELL_HISTORY, CELL_SYSTEM, CELL_TOOLS,
    CELL_DOCUMENTS, CELL_KWARGS, CELL_ID, CELL_CHOSEN, CELL_REJECTED, ROW_CELLS
} row_cell;

static const cft_slice row_cell_names[ROW_CELLS] = {
    {"messages", 8},   {"conversations", 13}, {"conversation", 12},
    {"prompt", 6},     {"instruction", 11},   {"completion", 10},
    {"response", 8},   {"input", 5},          {"output", 6},
    {"history", 7},    {"system", 6},         {"tools", 5},
    {"documents", 9},  {"chat_template_kwargs", 20},
    {"id", 2},         {"chosen", 6},         {"rejected", 8},
};

/* A row taken apart: absent where there is no such column. */
typedef struct row_work {
    chatfmt_values *values;
    const cft_dict *row;
    cft_value at[ROW_CELLS];
    uint32_t given; /* a bit for each that is neither absent nor null */
    cft_value made; /* the messages, when they are made here */
    bool system_unused;
    cft_slice strange; /* NULL: none */
    cft_slice column;  /* whose items are read ... */
    uint32_t item;     /* ... and the number of this one */
} row_work;

static chatfmt_status row_fail(const row_work *w, const char *message)
{
    return cft_fail(w->values->heap.error, CHATFMT_INPUT, "%s", message);
}

static chatfmt_status row_fail_column(const row_work *w, row_cell cell, const char *why)
{
    return cft_fail(w->values->heap.error, CHATFMT_INPUT, "the column %s: %s",
                    row_cell_names[cell].data, why);
}

/* "conversations[1].value is null": of the item, or of a member of it. */
static chatfmt_status row_fail_item(const row_work *w, const char *member, const char *why)
{
    chatfmt_error *error = w->values->heap.error, path;
    cft_fail(&path, CHATFMT_OK, "%.*s[%u]%s%s", cft_shown(w->column), w->column.data,
             (unsigned)w->item, *member ? "." : "", member);
    cft_fail(error, CHATFMT_INPUT, "%s %s", path.text, why);
    cft_error_path(error, cft_slice_of(path.text, strlen(path.text)));
    return CHATFMT_INPUT;
}

static cft_value row_member(cft_value object, cft_slice name)
{
    const cft_entry *entry =
        object.kind == CFT_DICT ? cft_dict_find_text(object.as.dict, name) : NULL;
    return entry ? entry->value : cft_absent();
}

static bool row_given(cft_value value)
{
    return value.kind != CFT_ABSENT && value.kind != CFT_NONE;
}

static bool row_has(const row_work *w, row_cell cell) { return w->given >> cell & 1; }

/* ---- Messages ---- */

static chatfmt_status row_push(row_work *w, cft_slice role, cft_value content)
{
    cft_value message, name;
    CFT_TRY(cft_store_object(w->values, &message));
    CFT_TRY(cft_store_string(w->values, role, &name));
    CFT_TRY(cft_store_set(w->values, message, CFT_LIT("role"), name));
    CFT_TRY(cft_store_set(w->values, message, CFT_LIT("content"), content));
    return cft_store_push(w->values, w->made, message);
}

/* ---- Layouts ---- */

static chatfmt_status row_message(row_work *w, cft_value item)
{
    return cft_store_push(w->values, w->made, item);
}

enum { USUAL_ROLES = 7 };

/* Roles that are their own names; any other is kept, but hardly any template knows it. */
static const cft_slice row_roles[USUAL_ROLES] = {
    {"user", 4},     {"assistant", 9}, {"system", 6},  {"tool", 4},
    {"function", 8}, {"developer", 9}, {"ipython", 7},
};

static bool row_is_role(cft_slice role)
{
    for (size_t i = 0; i < USUAL_ROLES; i++)
        if (cft_slice_equal(role, row_roles[i])) return true;
    return false;
}

/* Most messages begin with it. */
cft_value cft_row_role(cft_value message)
{
    if (message.kind == CFT_DICT && message.as.dict->count) {
        const cft_entry *first = &message.as.dict->entries[0];
        if (first->key.kind == CFT_STRING && first->key.length == 4 &&
            !memcmp(first->key.as.text, "role", 4))
            return first->value;
    }
    return row_member(message, CFT_LIT("role"));
}

bool cft_row_lacks_content(cft_value message)
{
    if (message.kind != CFT_DICT || row_member(message, CFT_LIT("content")).kind != CFT_ABSENT)
        return false;
    cft_value calls = row_member(message, CFT_LIT("tool_calls"));
    return calls.kind == CFT_ABSENT || !cft_truth(calls);
}

bool cft_row_is_text_call(cft_value call)
{
    cft_value function = row_member(call, CFT_LIT("function"));
    cft_value holder = function.kind == CFT_ABSENT ? call : function;
    return row_member(holder, CFT_LIT("arguments")).kind == CFT_STRING;
}

/* Notes the first role that is probably a usual one, misspelt. */
static void row_look_at_roles(row_work *w, cft_value messages)
{
    for (uint32_t i = 0; !w->strange.data && i < messages.as.list->count; i++) {
        cft_value role = cft_row_role(messages.as.list->items[i]);
        if (role.kind != CFT_STRING || row_is_role(cft_text_of(role))) continue;
        if (cft_suggest(cft_text_of(role), row_roles, USUAL_ROLES) < USUAL_ROLES)
            w->strange = cft_text_of(role);
    }
}

enum { SHAREGPT_ROLES = 9 };

/* Names that ShareGPT has for roles, and the roles. */
static const cft_slice row_sharegpt_names[SHAREGPT_ROLES] = {
    {"human", 5}, {"gpt", 3},          {"chatgpt", 7},            {"bing", 4},          {"bard", 4},
    {"model", 5}, {"observation", 11}, {"function_response", 17}, {"function_call", 13},
};
static const cft_slice row_sharegpt_roles[SHAREGPT_ROLES] = {
    {"user", 4},      {"assistant", 9}, {"assistant", 9}, {"assistant", 9}, {"assistant", 9},
    {"assistant", 9}, {"tool", 4},      {"tool", 4},      {"assistant", 9},
};

/* Any other name stays as it is. */
static cft_slice row_sharegpt_role(cft_slice from)
{
    for (size_t i = 0; i < SHAREGPT_ROLES; i++)
        if (cft_slice_equal(from, row_sharegpt_names[i])) return row_sharegpt_roles[i];
    return from;
}

cft_slice cft_row_meant_role(cft_slice role)
{
    cft_slice meant = row_sharegpt_role(role);
    if (row_is_role(role) || !cft_slice_equal(meant, role))
        return row_is_role(role) ? CFT_LIT("") : meant;
    size_t near = cft_suggest(role, row_roles, USUAL_ROLES);
    if (near < USUAL_ROLES) return row_roles[near];
    near = cft_suggest(role, row_sharegpt_names, SHAREGPT_ROLES);
    return near < SHAREGPT_ROLES ? row_sharegpt_roles[near] : CFT_LIT("");
}

static chatfmt_status row_sharegpt(row_work *w, cft_value item)
{
    enum { LONGEST_ROLE = 63 };
    cft_value from = row_member(item, CFT_LIT("from"));
    cft_value text = row_member(item, CFT_LIT("value"));
    if (row_given(row_member(item, CFT_LIT("role")))) return row_message(w, item);
    if (item.kind != CFT_DICT)
        return row_fail_item(w, "", "is no object; an item is {\"from\": …, \"value\": …}");
    if (from.kind == CFT_ABSENT)
        return row_fail_item(w, "", "has no \"from\", which is human, gpt, system …");
    if (from.kind != CFT_STRING) return row_fail_item(w, "from", "is not text");
    if (text.kind == CFT_ABSENT)
        return row_fail_item(w, "", "has no \"value\", the text of the message");
    if (text.kind == CFT_NONE) return row_fail_item(w, "value", "is null, where text is expected");
    if (from.length > LONGEST_ROLE) return row_fail_item(w, "from", "is too long for a role");
    cft_slice role = row_sharegpt_role(cft_text_of(from));
    if (!w->strange.data && !row_is_role(role)) w->strange = role;
    return row_push(w, role, text);
}

/* An answer that is not learned says so as XTuner's own mapping of messages reads it. */
static chatfmt_status row_answer(row_work *w, cft_value output, bool learned)
{
    cft_value loss = cft_bool(false);
    CFT_TRY(row_push(w, CFT_LIT("assistant"), output));
    return learned ? CHATFMT_OK
                   : cft_store_set(w->values, w->made.as.list->items[w->made.as.list->count - 1],
                                   CFT_LIT("loss"), loss);
}

static chatfmt_status row_xtuner(row_work *w, cft_value item)
{
    cft_value loss = row_member(item, CFT_LIT("output_with_loss"));
    cft_value system = row_member(item, CFT_LIT("system"));
    cft_value input = row_member(item, CFT_LIT("input"));
    cft_value output = row_member(item, CFT_LIT("output"));
    if (item.kind != CFT_DICT) return row_fail_item(w, "", "is no object");
    if (row_given(system) && cft_truth(system)) CFT_TRY(row_push(w, CFT_LIT("system"), system));
    if (row_given(input)) CFT_TRY(row_push(w, CFT_LIT("user"), input));
    if (!row_given(output)) return CHATFMT_OK;
    return row_answer(w, output, loss.kind == CFT_ABSENT || cft_truth(loss));
}

/* ---- Layouts of several columns: for a column that was named, its messages one by one ---- */

/* The answer, which data sets also call the response. */
static row_cell row_answer_of(const row_work *w, row_cell usual)
{
    return row_given(w->at[usual]) ? usual : CELL_RESPONSE;
}

/* A column that is the content of one message, or messages. */
static chatfmt_status row_part(row_work *w, cft_slice role, row_cell cell)
{
    cft_value part = w->at[cell];
    if (!row_given(part)) return CHATFMT_OK;
    if (part.kind == CFT_STRING) return row_push(w, role, part);
    if (part.kind != CFT_LIST)
        return row_fail_column(w, cell, "it is neither a text nor an array of messages");
    for (uint32_t i = 0; i < part.as.list->count; i++) {
        if (part.as.list->items[i].kind != CFT_DICT)
            return row_fail_column(w, cell, "it is an array, but not of messages; one of several "
                                            "answers has to be chosen");
        CFT_TRY(row_message(w, part.as.list->items[i]));
    }
    return CHATFMT_OK;
}

/* The instruction, and the input on a line of its own where there is one (LLaMA-Factory). */
static chatfmt_status row_instruction(row_work *w, cft_value *out)
{
    cft_value input = w->at[CELL_INPUT];
    *out = w->at[CELL_INSTRUCTION];
    if (!row_has(w, CELL_INPUT) || !cft_truth(input)) return CHATFMT_OK;
    if (out->kind != CFT_STRING || input.kind != CFT_STRING)
        return row_fail(w, "instruction and input are not both texts");
    cft_slice first = cft_text_of(*out), second = cft_text_of(input);
    size_t length = first.length + 1 + second.length;
    void *room;
    CFT_TRY(cft_heap_take(&w->values->heap, length + 1, &room));
    char *text = room;
    if (first.length) memcpy(text, first.data, first.length);
    text[first.length] = '\n';
    memcpy(text + first.length + 1, second.data, second.length);
    text[length] = 0;
    CFT_TRY(cft_store_check(w->values, cft_slice_of(text, length)));
    *out = cft_string(text, (uint32_t)length, 0);
    return CHATFMT_OK;
}

static chatfmt_status row_alpaca(row_work *w, cft_value item)
{
    if (item.kind != CFT_ABSENT) return row_message(w, item);
    cft_value instruction, history = w->at[CELL_HISTORY];
    if (row_has(w, CELL_HISTORY) && history.kind != CFT_LIST)
        return row_fail(w, "the column history is not an array");
    for (uint32_t i = 0; history.kind == CFT_LIST && i < history.as.list->count; i++) {
        cft_value pair = history.as.list->items[i];
        w->column = row_cell_names[CELL_HISTORY], w->item = i;
        if (pair.kind != CFT_LIST || pair.as.list->count != 2)
            return row_fail_item(w, "", "is not [question, answer]");
        CFT_TRY(row_push(w, CFT_LIT("user"), pair.as.list->items[0]));
        CFT_TRY(row_push(w, CFT_LIT("assistant"), pair.as.list->items[1]));
    }
    CFT_TRY(row_instruction(w, &instruction));
    CFT_TRY(row_push(w, CFT_LIT("user"), instruction));
    return row_part(w, CFT_LIT("assistant"), row_answer_of(w, CELL_OUTPUT));
}

static chatfmt_status row_prompt(row_work *w, cft_value item)
{
    if (item.kind != CFT_ABSENT) return row_message(w, item);
    CFT_TRY(row_part(w, CFT_LIT("user"), CELL_PROMPT));
    return row_part(w, CFT_LIT("assistant"), row_answer_of(w, CELL_COMPLETION));
}

#define ROW_LAYOUT(name, column, holds, function) {name, column, holds},
const chatfmt_row_layout cft_row_layouts[] = {
#include "dataset/layouts.def"
};
#undef ROW_LAYOUT

const size_t cft_row_layout_count = sizeof cft_row_layouts / sizeof *cft_row_layouts;

typedef chatfmt_status row_function(row_work *w, cft_value item);

#define ROW_LAYOUT(name, column, holds, function) row_##function,
static row_function *const row_functions[] = {
#include "dataset/layouts.def"
};
#undef ROW_LAYOUT

/* ---- The conversation ---- */

static void row_take_apart(row_work *w)
{
    for (uint32_t i = 0; i < w->row->count; i++) {
        cft_slice key = cft_text_of(w->row->entries[i].key);
        for (int k = 0; k < ROW_CELLS; k++) {
            if (key.length != row_cell_names[k].length ||
                !cft_same_text(key.data, row_cell_names[k].data, key.length))
                continue;
            w->at[k] = w->row->entries[i].value;
            w->given |= (uint32_t)row_given(w->at[k]) << k;
            break;
        }
    }
}

static bool row_is_system(cft_value messages, uint32_t index)
{
    if (messages.kind != CFT_LIST || messages.as.list->count <= index) return false;
    cft_value role = cft_row_role(messages.as.list->items[index]);
    return role.kind == CFT_STRING && cft_slice_equal(cft_text_of(role), CFT_LIT("system"));
}

/* The column system is not put before a system message that says something else. */
static void row_compare_system(row_work *w, cft_value message)
{
    cft_value said = row_member(message, CFT_LIT("content")), system = w->at[CELL_SYSTEM];
    if (said.kind == CFT_LIST && said.as.list->count == 1)
        said = row_member(said.as.list->items[0], CFT_LIT("text"));
    w->system_unused = said.kind != CFT_STRING || system.kind != CFT_STRING ||
                       !cft_slice_equal(cft_text_of(said), cft_text_of(system));
}

/* The system message that was made is left out where the conversation has one of its own
 * (LLaMA-Factory, SharegptDatasetConverter). */
static chatfmt_status row_settle_system(row_work *w, cft_value *out)
{
    const cft_list *made = w->made.as.list;
    if (!row_is_system(w->made, 1)) return CHATFMT_OK;
    row_compare_system(w, made->items[1]);
    CFT_TRY(cft_store_array(w->values, out));
    for (uint32_t i = 1; i < made->count; i++)
        CFT_TRY(cft_store_push(w->values, *out, made->items[i]));
    return CHATFMT_OK;
}

static cft_value row_column(const row_work *w, cft_slice name)
{
    return row_member(cft_dict_value((cft_dict *)(uintptr_t)w->row), name);
}

static cft_slice row_layout_column(size_t layout)
{
    const char *column = cft_row_layouts[layout].column;
    return cft_slice_of(column, strlen(column));
}

/* The first few columns are looked at for names that were mistyped. */
enum { ROW_LOOKED_AT = 64 };

/* How many of the first columns are texts. */
static uint32_t row_texts(const row_work *w)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->row->count && i < ROW_LOOKED_AT; i++)
        count += w->row->entries[i].value.kind == CFT_STRING;
    return count;
}

/* A row without a conversation. */
static chatfmt_status row_none(const row_work *w)
{
    for (int k = 0; k < CELL_COMPLETION; k++)
        if (w->at[k].kind == CFT_NONE)
            return cft_fail(w->values->heap.error, CHATFMT_INPUT, "the column '%s' is null",
                            row_cell_names[k].data);
    static const char none[] =
        "no column messages, conversations, conversation, prompt or instruction";
    for (uint32_t i = 0; i < w->row->count && i < ROW_LOOKED_AT; i++) {
        cft_slice key = cft_text_of(w->row->entries[i].key);
        size_t near = cft_suggest(key, row_cell_names, CELL_COMPLETION);
        if (near < CELL_COMPLETION)
            return cft_fail(w->values->heap.error, CHATFMT_INPUT,
                            "%s; there is '%.*s': did you mean '%.*s'?", none, (int)key.length,
                            key.data, (int)row_cell_names[near].length, row_cell_names[near].data);
    }
    if (row_has(w, CELL_CHOSEN) && row_has(w, CELL_REJECTED))
        return row_fail(w, "the row's conversations are in 'chosen' and 'rejected'");
    if (row_texts(w) < 2) return row_fail(w, none);
    return cft_fail(w->values->heap.error, CHATFMT_INPUT,
                    "%s; texts of a question and its answer belong in columns named prompt and "
                    "completion", none);
}

/* Layouts of several columns, which are read at once. */
static bool row_is_whole(row_function *function)
{
    return function == row_prompt || function == row_alpaca;
}

static size_t row_layout_of(row_function *function)
{
    size_t layout = 0;
    while (row_functions[layout] != function) layout++;
    return layout;
}

/* The layout of a column by the first item; `otherwise` where that does not show it. */
static size_t row_layout_of_items(cft_value list, row_function *otherwise)
{
    cft_value first = list.kind == CFT_LIST && list.as.list->count ? list.as.list->items[0] : list;
    if (row_given(row_member(first, CFT_LIT("role")))) return row_layout_of(row_message);
    if (row_given(row_member(first, CFT_LIT("from")))) return row_layout_of(row_sharegpt);
    bool is_pair = row_given(row_member(first, CFT_LIT("input"))) ||
                   row_given(row_member(first, CFT_LIT("output")));
    return row_layout_of(is_pair ? row_xtuner : otherwise);
}

/* The first layout whose column is there, or the count of them. */
static size_t row_layout_of_columns(const row_work *w)
{
    size_t layout = 0;
    while (layout < cft_row_layout_count && !row_given(row_column(w, row_layout_column(layout))))
        layout++;
    return layout;
}

/* The number of the layout, or the count of them when none is recognised. */
static size_t row_layout(const row_work *w, const chatfmt_row_options *options)
{
    size_t layout = 0;
    if (options->layout.length && !cft_slice_equal(options->layout, CFT_LIT("auto"))) {
        while (!cft_slice_equal(options->layout,
                                cft_slice_of(cft_row_layouts[layout].name,
                                             strlen(cft_row_layouts[layout].name))))
            layout++;
        return layout;
    }
    if (options->column.length)
        return row_layout_of_items(row_column(w, options->column), row_message);
    layout = row_layout_of_columns(w);
    row_function *function = layout < cft_row_layout_count ? row_functions[layout] : NULL;
    return function == row_message || function == row_xtuner
               ? row_layout_of_items(row_column(w, row_layout_column(layout)), function)
               : layout;
}

/* The column that was asked for, or that the layout reads, is not there. */
static chatfmt_status row_no_column(const row_work *w, const chatfmt_row_options *options,
                                    cft_slice name)
{
    chatfmt_row_options any = *options;
    chatfmt_error *error = w->values->heap.error;
    any.layout = CFT_LIT("");
    const size_t fits = row_layout(w, &any);
    for (uint32_t i = 0; i < w->row->count && i < ROW_LOOKED_AT; i++) {
        cft_slice key = cft_text_of(w->row->entries[i].key);
        if (key.length < ROW_LOOKED_AT && cft_suggest(name, &key, 1) == 0)
            return cft_fail(error, CHATFMT_INPUT, "there is no column '%.*s'; did you mean '%.*s'?",
                            (int)name.length, name.data, (int)key.length, key.data);
    }
    if (options->column.length || row_layout(w, options) == fits)
        return cft_fail(error, CHATFMT_INPUT, "there is no column '%.*s'", (int)name.length,
                        name.data);
    return cft_fail(error, CHATFMT_INPUT,
                    "there is no column '%.*s', which the layout %.*s reads%s%s", (int)name.length,
                    name.data, (int)options->layout.length, options->layout.data,
                    fits < cft_row_layout_count ? "; the row has the layout " : "",
                    fits < cft_row_layout_count ? cft_row_layouts[fits].name : "");
}

/* Whether `list`, chosen or rejected, goes on after the prompt: both are messages, or both are
 * text. Messages beside a prompt that is text have it among them (TRL, maybe_extract_prompt). */
static bool row_goes_on(const row_work *w, cft_slice column, cft_value list)
{
    uint8_t kind = w->at[CELL_PROMPT].kind;
    return (cft_slice_equal(column, row_cell_names[CELL_CHOSEN]) ||
            cft_slice_equal(column, row_cell_names[CELL_REJECTED])) &&
           (kind == CFT_LIST || kind == CFT_STRING) && list.kind == kind;
}

/* The column with the conversation: the one of the options, or else of the layout. The layout
 * "auto" looks at the columns of the row. */
static cft_slice row_column_of(const row_work *w, const chatfmt_row_options *options,
                               size_t layout)
{
    bool any = !options->layout.length || cft_slice_equal(options->layout, CFT_LIT("auto"));
    if (options->column.length) return options->column;
    return row_layout_column(any ? row_layout_of_columns(w) : layout);
}

/* Whether a text begins as the JSON of an array of messages does. */
static bool row_is_json(cft_value value)
{
    static const char begin[] = "[{";
    size_t found = 0;
    cft_slice text = value.kind == CFT_STRING ? cft_text_of(value) : CFT_LIT("");
    for (size_t i = 0; i < text.length && begin[found]; i++) {
        if (text.data[i] == begin[found]) found++;
        else if (!strchr(" \t\r\n", text.data[i])) return false;
    }
    return !begin[found];
}

/* The column of the conversation is no array. */
static chatfmt_status row_no_list(const row_work *w, cft_slice column, cft_value given)
{
    const char *why = given.kind == CFT_NONE ? "is null"
                      : row_is_json(given)
                          ? "is JSON text, not an array of messages: json.loads() makes one of it"
                          : "is not an array of messages; texts of a question and its answer "
                            "belong in columns named prompt and completion";
    return cft_fail(w->values->heap.error, CHATFMT_INPUT, "the column '%.*s' %s",
                    (int)column.length, column.data, why);
}

static chatfmt_status row_conversation(row_work *w, const chatfmt_row_options *options,
                                       cft_value *out)
{
    size_t layout = row_layout(w, options);
    if (layout == cft_row_layout_count) return row_none(w);
    row_function *function = row_functions[layout];
    cft_value system = w->at[CELL_SYSTEM], list = cft_absent();
    cft_slice column = row_column_of(w, options, layout);
    bool whole = row_is_whole(function) && !options->column.length;
    if (!whole) list = row_column(w, column);
    if (whole ? !row_given(row_column(w, column)) &&
                    !(function == row_prompt && row_has(w, CELL_COMPLETION))
              : list.kind == CFT_ABSENT)
        return row_no_column(w, options, column);
    if (row_goes_on(w, options->column, list)) {
        w->at[CELL_COMPLETION] = list;
        list = cft_absent();
        whole = true;
        function = row_prompt;
    }
    if (!whole && list.kind != CFT_LIST) return row_no_list(w, column, list);
    bool add = row_has(w, CELL_SYSTEM) && cft_truth(system);
    bool has = function == row_message && row_is_system(list, 0);
    *out = list;
    if (add && has) row_compare_system(w, list.as.list->items[0]);
    if (function == row_message && (has || !add)) return CHATFMT_OK;
    CFT_TRY(cft_store_array(w->values, &w->made));
    *out = w->made;
    if (add) CFT_TRY(row_push(w, CFT_LIT("system"), system));
    if (whole) CFT_TRY(function(w, cft_absent()));
    w->column = column;
    for (w->item = 0; !whole && w->item < list.as.list->count; w->item++)
        CFT_TRY(function(w, list.as.list->items[w->item]));
    return add ? row_settle_system(w, out) : CHATFMT_OK;
}

/* ---- Other columns ---- */

/* A column that is there: an array or object, or the JSON text of one, as data sets without
 * nesting keep it. */
static chatfmt_status row_json_column(row_work *w, row_cell cell, cft_kind kind,
                                      chatfmt_value *out)
{
    cft_value value = w->at[cell];
    if (!row_has(w, cell) || (value.kind == CFT_STRING && !value.length)) return CHATFMT_OK;
    if (value.kind == CFT_STRING) {
        chatfmt_error *error = w->values->heap.error, why;
        w->values->heap.error = &why;
        cft_error_clear(&why);
        chatfmt_status status = cft_store_json(w->values, cft_text_of(value), &value);
        w->values->heap.error = error;
        if (status == CHATFMT_NO_MEMORY || status == CHATFMT_LIMIT)
            return cft_fail(error, status, "%s", why.text);
        if (status) return row_fail_column(w, cell, why.text);
    }
    if (!row_given(value)) return CHATFMT_OK;
    if (value.kind != kind)
        return row_fail_column(w, cell,
                               kind == CFT_LIST ? "not an array, nor the JSON text of one"
                                                : "not an object, nor the JSON text of one");
    *out = cft_wrap(value);
    return CHATFMT_OK;
}

chatfmt_status cft_row_read(chatfmt_values *values, cft_value row,
                            const chatfmt_row_options *options, chatfmt_row *out)
{
    row_work w = {.values = values};
    cft_value conversation = cft_absent();
    if (row.kind != CFT_DICT) return row_fail(&w, "the row is not an object");
    w.row = row.as.dict;
    row_take_apart(&w);
    CFT_TRY(row_conversation(&w, options, &conversation));
    CFT_TRY(row_json_column(&w, CELL_TOOLS, CFT_LIST, &out->tools));
    CFT_TRY(row_json_column(&w, CELL_DOCUMENTS, CFT_LIST, &out->documents));
    CFT_TRY(row_json_column(&w, CELL_KWARGS, CFT_DICT, &out->arguments));
    out->conversation = cft_wrap(conversation);
    out->id = cft_wrap(w.at[CELL_ID]);
    row_look_at_roles(&w, cft_unwrap(out->conversation));
    out->strange_role = w.strange;
    out->system_unused = w.system_unused;
    out->preference = row_has(&w, CELL_CHOSEN) || row_has(&w, CELL_REJECTED);
    return CHATFMT_OK;
}
