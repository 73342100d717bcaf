/* dataset/request_options.c - options of requests by name. */
#include "dataset/request.h"
#include "base/suggest.h"

#include <stddef.h>

typedef chatfmt_status option_function(cft_request *r, cft_value value, chatfmt_error *error);

typedef enum option_kind {
    OPTION_SWITCH,
    OPTION_WISH,
    OPTION_NUMBER,
    OPTION_WORD,
    OPTION_CALL
} option_kind;

typedef struct option_row {
    option_kind kind;
    size_t offset; /* in cft_request */
    uint32_t bits;
    const char *expected;
    option_function *call;
} option_row;

int cft_request_word_of(const char *words, cft_slice word)
{
    for (int number = 0; *words; number++) {
        const char *bar = strchr(words, '|');
        size_t length = bar ? (size_t)(bar - words) : strlen(words);
        if (length == word.length && !memcmp(words, word.data, length)) return number;
        words += length + (bar != NULL);
    }
    return -1;
}

/* The nearest of the words "a|b"; "" when none is near. */
static cft_slice option_near_word(const char *words, cft_slice word)
{
    cft_slice near = {"", 0};
    while (*words) {
        size_t length = strcspn(words, "|");
        if (word.length) near = cft_nearer(word, near, cft_slice_of(words, length));
        words += length + (words[length] == '|');
    }
    return near;
}

/* `why`, and which of the words the value nearly is. */
static chatfmt_status option_no_word(const char *why, const char *words, cft_value value,
                                     chatfmt_error *error)
{
    cft_slice text = value.kind == CFT_STRING ? cft_text_of(value) : CFT_LIT("");
    cft_slice near = option_near_word(words, text);
    return cft_fail(error, CHATFMT_INPUT, "%s%s%.*s%s", why, near.length ? "; did you mean '" : "",
                    (int)near.length, near.data, near.length ? "'?" : "");
}

static cft_slice option_text(cft_value value)
{
    return value.kind == CFT_STRING ? cft_text_of(value) : CFT_LIT("");
}

/* ---- Options with functions ---- */

static const char option_masks[] = "hf|generation|derived";
static const char option_paddings[] = "do_not_pad|longest|max_length";

bool cft_request_set_mask(cft_request *r, cft_slice name)
{
    int found = cft_request_word_of(option_masks, name);
    if (found < 0) return false;
    r->mask.kind = (uint32_t)found;
    r->shown.has_mask = 1;
    r->apply.flags |= CHATFMT_APPLY_SPANS;
    return true;
}

static chatfmt_status option_mask(cft_request *r, cft_value value, chatfmt_error *error)
{
    if (cft_request_set_mask(r, option_text(value))) return CHATFMT_OK;
    return option_no_word("options.mask is not hf, generation or derived", option_masks, value,
                          error);
}

static bool option_set_roles(cft_request *r, cft_slice names)
{
    r->mask.roles = r->roles;
    r->mask.role_count = 0;
    for (cft_slice name; cft_slice_next_name(&names, &name);) {
        if (r->mask.role_count == CFT_REQUEST_ROLES) return false;
        if (name.length) r->roles[r->mask.role_count++] = name;
    }
    return r->mask.role_count > 0;
}

/* null, false: the option is not given. */
static bool option_is_nothing(cft_value value)
{
    return value.kind == CFT_NONE || (value.kind == CFT_BOOL && !value.as.boolean);
}

static chatfmt_status option_roles(cft_request *r, cft_value value, chatfmt_error *error)
{
    if (option_set_roles(r, option_text(value))) return CHATFMT_OK;
    return cft_fail(error, CHATFMT_INPUT, "options.roles is not a text such as \"assistant\"");
}

static chatfmt_status option_padding(cft_request *r, cft_value value, chatfmt_error *error)
{
    int found = cft_request_word_of(option_paddings, option_text(value));
    if (found < 0)
        return option_no_word("options.padding: expected longest, max_length or do_not_pad",
                              option_paddings, value, error);
    r->prompt.padding = (chatfmt_pad)found;
    r->prompt.flags |= CHATFMT_PROMPT_NEEDS_LENGTH;
    r->shown.wants_attention = 1;
    return CHATFMT_OK;
}

static chatfmt_status option_trusted(cft_request *r, cft_value value, chatfmt_error *error)
{
    if (value.kind == CFT_STRING && cft_request_trust(r, cft_text_of(value))) return CHATFMT_OK;
    return cft_fail(error, CHATFMT_INPUT,
                    "options.trusted is not a text of at most 64 names, such as \"bos_token\"");
}

static chatfmt_status option_allow(cft_request *r, cft_value value, chatfmt_error *error)
{
    if (!cft_slice_equal(option_text(value), CFT_LIT("row-templates")))
        return option_no_word("options.allow is not \"row-templates\"", "row-templates", value,
                              error);
    r->apply.flags &= ~(uint32_t)CHATFMT_APPLY_DATA_TEMPLATE;
    r->allows_templates = true;
    return CHATFMT_OK;
}

/* ---- Limits ---- */

enum { LIMIT_COUNT = 9 };

static chatfmt_status limits_unknown(cft_slice name, const cft_slice *names, chatfmt_error *error)
{
    size_t near = cft_suggest(name, names, LIMIT_COUNT);
    if (near < LIMIT_COUNT)
        return cft_fail(error, CHATFMT_NOT_FOUND, "there is no limit '%.*s'; did you mean '%s'?",
                        cft_shown(name), name.data, names[near].data);
    return cft_fail(error, CHATFMT_NOT_FOUND,
                    "there is no limit '%.*s'; there are %s, %s, %s, %s, %s, %s, %s, %s and %s",
                    cft_shown(name), name.data, names[0].data, names[1].data, names[2].data,
                    names[3].data, names[4].data, names[5].data, names[6].data, names[7].data,
                    names[8].data);
}

chatfmt_status cft_limits_set(chatfmt_limits *limits, cft_slice name, uint64_t value,
                              chatfmt_error *error)
{
#define LIMIT_ROW(field)                                                                         \
    {{#field, sizeof #field - 1}, offsetof(chatfmt_limits, field), sizeof limits->field}
    static const struct {
        cft_slice name;
        size_t offset, size;
    } rows[LIMIT_COUNT] = {
        LIMIT_ROW(fuel),         LIMIT_ROW(source_bytes), LIMIT_ROW(output_bytes),
        LIMIT_ROW(string_bytes), LIMIT_ROW(heap_bytes),   LIMIT_ROW(depth),
        LIMIT_ROW(value_depth),  LIMIT_ROW(range_items),  LIMIT_ROW(integer_digits),
    };
#undef LIMIT_ROW
    cft_slice names[LIMIT_COUNT];
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        uint64_t most = rows[i].size == 4 ? UINT32_MAX : UINT64_MAX;
        names[i] = rows[i].name;
        if (!cft_slice_equal(name, rows[i].name)) continue;
        if (value == 0 || value > most)
            return cft_fail(error, CHATFMT_VALUE, "the limit %s must be from 1 to %llu, not %llu",
                            rows[i].name.data, (unsigned long long)most,
                            (unsigned long long)value);
        uint32_t narrow = (uint32_t)value;
        memcpy((char *)limits + rows[i].offset,
               rows[i].size == 4 ? (const void *)&narrow : (const void *)&value, rows[i].size);
        return CHATFMT_OK;
    }
    return limits_unknown(name, names, error);
}

static chatfmt_status option_limits(cft_request *r, cft_value value, chatfmt_error *error)
{
    if (value.kind != CFT_DICT)
        return cft_fail(error, CHATFMT_INPUT, "options.limits is not an object");
    for (uint32_t i = 0; i < value.as.dict->count; i++) {
        const cft_entry *entry = &value.as.dict->entries[i];
        cft_slice name = cft_text_of(entry->key);
        int64_t number = entry->value.kind == CFT_INT ? cft_integer_of(entry->value) : 0;
        if (number < 1)
            return cft_fail(error, CHATFMT_INPUT, "options.limits.%.*s is not an integer above 0",
                            cft_shown(name), name.data);
        CFT_TRY(cft_limits_set(&r->limits, name, (uint64_t)number, error));
    }
    r->apply.limits = &r->limits;
    return CHATFMT_OK;
}

/* ---- The table ---- */

enum { OPTION_OF_TEXT, OPTION_OF_IDS };

#define REQUEST_SWITCH(name, of, field, bits, help) {name, "", "switch", help, OPTION_OF_##of},
#define REQUEST_WISH(name, of, field, help)         {name, "", "switch", help, OPTION_OF_##of},
#define REQUEST_NUMBER(name, of, field, help)       {name, "", "number", help, OPTION_OF_##of},
#define REQUEST_WORD(name, of, field, words, expected, help)                                    \
    {name, words, "word", help, OPTION_OF_##of},
#define REQUEST_CALL(name, of, kind, words, function, help)                                     \
    {name, words, kind, help, OPTION_OF_##of},
const chatfmt_request_option cft_request_options[] = {
#include "dataset/request_options.def"
};
#undef REQUEST_SWITCH
#undef REQUEST_WISH
#undef REQUEST_NUMBER
#undef REQUEST_WORD
#undef REQUEST_CALL

const size_t cft_request_option_count = sizeof cft_request_options / sizeof *cft_request_options;

#define REQUEST_SWITCH(name, of, field, bits, help)                                              \
    {OPTION_SWITCH, offsetof(cft_request, field), bits, NULL, NULL},
#define REQUEST_WISH(name, of, field, help)                                                       \
    {OPTION_WISH, offsetof(cft_request, shown.field), 0, NULL, NULL},
#define REQUEST_NUMBER(name, of, field, help)                                                     \
    {OPTION_NUMBER, offsetof(cft_request, prompt.field), 0, NULL, NULL},
#define REQUEST_WORD(name, of, field, words, expected, help)                                      \
    {OPTION_WORD, offsetof(cft_request, prompt.field), 0, expected, NULL},
#define REQUEST_CALL(name, of, kind, words, function, help)                                       \
    {OPTION_CALL, 0, 0, NULL, option_##function},
static const option_row option_rows[] = {
#include "dataset/request_options.def"
};
#undef REQUEST_SWITCH
#undef REQUEST_WISH
#undef REQUEST_NUMBER
#undef REQUEST_WORD
#undef REQUEST_CALL

/* The fields that words go into are enumerations of this size. */
_Static_assert(sizeof(chatfmt_fit) == sizeof(int) && sizeof(chatfmt_side) == sizeof(int) &&
                   sizeof(chatfmt_token_policy) == sizeof(int),
               "enumerations are ints");

static chatfmt_status option_word(const chatfmt_request_option *shown, const option_row *row,
                                  void *field, cft_value value, chatfmt_error *error)
{
    int found = cft_request_word_of(shown->words, option_text(value));
    /* An older word for the policy that is none. */
    if (found < 0 && cft_slice_equal(option_text(value), CFT_LIT("none")) &&
        row->offset == offsetof(cft_request, prompt.policy))
        found = CHATFMT_TOKENS_ANY;
    if (found < 0) {
        chatfmt_error why;
        (void)cft_fail(&why, CHATFMT_INPUT, "options.%s: expected %s", shown->name, row->expected);
        return option_no_word(why.text, shown->words, value, error);
    }
    memcpy(field, &found, sizeof found);
    return CHATFMT_OK;
}

static chatfmt_status option_number(const chatfmt_request_option *shown, size_t *field,
                                    cft_value value, chatfmt_error *error)
{
    *field = 0;
    if (value.kind == CFT_NONE) return CHATFMT_OK;
    if (value.kind != CFT_INT || cft_integer_of(value) < 1)
        return cft_fail(error, CHATFMT_INPUT, "options.%s: expected an integer above 0",
                        shown->name);
    *field = (size_t)cft_integer_of(value);
    return CHATFMT_OK;
}

static bool option_is_switch(size_t number)
{
    return option_rows[number].kind == OPTION_SWITCH || option_rows[number].kind == OPTION_WISH;
}

static chatfmt_status option_take(cft_request *r, size_t number, cft_value value,
                                  chatfmt_error *error)
{
    const option_row *row = &option_rows[number];
    void *field = (char *)r + row->offset;
    bool truth = cft_truth(value);
    if (option_is_switch(number) && value.kind != CFT_BOOL && !option_is_nothing(value))
        return cft_fail(error, CHATFMT_INPUT, "options.%s is neither true nor false",
                        cft_request_options[number].name);
    switch (row->kind) {
    case OPTION_SWITCH:
        *(uint32_t *)field &= ~row->bits;
        *(uint32_t *)field |= truth ? row->bits : 0;
        return CHATFMT_OK;
    case OPTION_WISH: *(int *)field = truth; return CHATFMT_OK;
    case OPTION_NUMBER: return option_number(&cft_request_options[number], field, value, error);
    case OPTION_WORD:
        if (option_is_nothing(value)) return CHATFMT_OK;
        if (row->offset == offsetof(cft_request, prompt.fit))
            r->prompt.flags |= CHATFMT_PROMPT_NEEDS_LENGTH;
        return option_word(&cft_request_options[number], row, field, value, error);
    case OPTION_CALL: break;
    }
    return option_is_nothing(value) ? CHATFMT_OK : row->call(r, value, error);
}

/* The path of an error is "options." and the name. */
static chatfmt_status option_blame(chatfmt_status status, cft_slice name, chatfmt_error *error)
{
    chatfmt_error path;
    if (!status) return CHATFMT_OK;
    cft_fail(&path, status, "options.%.*s", cft_shown(name), name.data);
    cft_error_path(error, cft_slice_of(path.text, strlen(path.text)));
    return status;
}

static chatfmt_status option_set(cft_request *r, size_t number, cft_value value,
                                 chatfmt_error *error)
{
    const char *name = cft_request_options[number].name;
    return option_blame(option_take(r, number, value, error), cft_slice_of(name, strlen(name)),
                        error);
}

/* '-' stands for '_'. */
static bool option_is(const char *known, cft_slice name)
{
    size_t i = 0;
    while (i < name.length && known[i] &&
           (known[i] == name.data[i] || (known[i] == '_' && name.data[i] == '-')))
        i++;
    return i == name.length && !known[i];
}

/* The nearest name of `count` options; "" when none is near. */
static cft_slice option_near(cft_slice name, const chatfmt_request_option *options, size_t count)
{
    cft_slice near = {"", 0};
    for (size_t i = 0; i < count; i++)
        near = cft_nearer(name, near, cft_slice_of(options[i].name, strlen(options[i].name)));
    return near;
}

/* "; did you mean 'NAME'?", or all fixes where no name is near. */
static chatfmt_status option_no_fix(const cft_request *r, cft_slice name,
                                    const chatfmt_request_option *fixes, size_t count,
                                    chatfmt_error *error)
{
    cft_json_out all;
    cft_slice near = option_near(name, fixes, count);
    if (near.length)
        return cft_fail(error, CHATFMT_NOT_FOUND, "there is no fix '%.*s'; did you mean '%s'?",
                        cft_shown(name), name.data, near.data);
    cft_out_begin(&all, &r->json.text.allocator);
    for (size_t i = 0; i < count; i++) {
        cft_out_text(&all, !i ? "" : i + 1 < count ? ", " : " and ");
        cft_out_text(&all, fixes[i].name);
    }
    chatfmt_status status =
        all.status ? cft_fail(error, all.status, "out of memory")
                   : cft_fail(error, CHATFMT_NOT_FOUND, "there is no fix '%.*s'; there are %.*s",
                              cft_shown(name), name.data, (int)all.text.length, all.text.data);
    cft_out_free(&all);
    return status;
}

/* Fixes are the switches that change messages: those before "turn", but for the first. */
static chatfmt_status option_fix(cft_request *r, cft_slice name, chatfmt_error *error)
{
    size_t end = 1;
    for (; strcmp(cft_request_options[end].name, "turn") != 0; end++)
        if (option_is(cft_request_options[end].name, name))
            return option_set(r, end, cft_bool(true), error);
    return option_no_fix(r, name, cft_request_options + 1, end - 1, error);
}

chatfmt_status cft_request_fix(cft_request *r, cft_slice names, chatfmt_error *error)
{
    cft_slice name = names;
    if (!names.length) return option_fix(r, name, error);
    while (cft_slice_next_name(&names, &name)) CFT_TRY(option_fix(r, name, error));
    return CHATFMT_OK;
}

/* What is set in chatfmt_apply_options alone, or the nearest option. */
static chatfmt_status option_unknown(cft_slice name, chatfmt_error *error)
{
    bool is_field = cft_request_word_of("now|seed", name) >= 0;
    cft_slice near = is_field ? name
                              : option_near(name, cft_request_options, cft_request_option_count);
    const char *before = is_field ? "; set `" : near.length ? "; did you mean '" : "";
    const char *after = is_field ? "` of `apply`" : near.length ? "'?" : "";
    cft_fail(error, CHATFMT_NOT_FOUND, "options.%.*s is not an option%s%.*s%s", cft_shown(name),
             name.data, before, (int)near.length, near.data, after);
    return option_blame(CHATFMT_NOT_FOUND, name, error);
}

/* The number of an option; that of all when there is none. */
static size_t option_find(cft_slice name)
{
    size_t i = 0;
    while (i < cft_request_option_count && !option_is(cft_request_options[i].name, name)) i++;
    return i;
}

chatfmt_status cft_request_set(cft_request *r, cft_slice name, cft_value value,
                               chatfmt_error *error)
{
    size_t i = option_find(name);
    return i < cft_request_option_count ? option_set(r, i, value, error)
                                        : option_unknown(name, error);
}

chatfmt_status cft_request_set_word(cft_request *r, cft_slice name, const char *word,
                                    chatfmt_error *error)
{
    size_t i = option_find(name), length = word ? strlen(word) : 0;
    if (length > UINT32_MAX) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "the word is too long");
    if (word && i < cft_request_option_count && option_is_switch(i)) {
        cft_fail(error, CHATFMT_VALUE, "options.%s is a switch: for a switch the word is NULL",
                 cft_request_options[i].name);
        return option_blame(CHATFMT_VALUE, name, error);
    }
    return cft_request_set(
        r, name, word ? cft_string(word, (uint32_t)length, 0) : cft_bool(true), error);
}
