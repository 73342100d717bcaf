/* models/model_added.c - the added tokens that transformers makes of tokenizer_config.json when it
 * loads a tokenizer.json.
 *
 * First the rows of added_tokens_decoder by their ids, then named special tokens that are no added
 * tokens yet, those that only the class names among them, then those of the list
 * extra_special_tokens or, without one, of the class's.
 * Source: PreTrainedTokenizerBase._from_pretrained and TokenizersBackend.__init__, 5.23.
 */
#include "models/model_added.h"

#include "base/number.h"
#include "value/builder.h"
#include "value/dict.h"

enum { ADDED_MOST = 65536 };

/* A special token of a name that only one class has. */
typedef struct added_own {
    const char *name, *text;
} added_own;

/* A text, or texts with a number from `first` to `last` in them; the member `count` of the
 * configuration says where they end instead. */
typedef struct added_run {
    const char *before;
    unsigned first, last;
    const char *after, *count;
} added_run;

/* What a class adds. `strips` and `normalized` have a bit for each of the seven attributes. */
typedef struct added_class {
    const char *name;
    unsigned char strips, normalized, again;
    unsigned short own, own_count, run, run_count;
} added_class;

#include "models/class_added.inc"

typedef struct added_list {
    cft_heap *heap;
    const added_class *of_class; /* NULL: of none that adds tokens of its own */
    const cft_model *model;
    const cft_tokenizer *tokenizer;
    cft_added_token *rows;
    size_t count, capacity;
    cft_vocab seen; /* texts of the file, and of added_tokens_decoder */
} added_list;

static cft_value added_member(cft_value object, cft_slice name)
{
    const cft_entry *entry =
        object.kind == CFT_DICT ? cft_dict_find_text(object.as.dict, name) : NULL;
    return entry ? entry->value : cft_absent();
}

static bool added_flag_of(cft_value row, cft_slice name, bool standard)
{
    cft_value value = added_member(row, name);
    return value.kind == CFT_BOOL ? value.as.boolean : standard;
}

/* An AddedToken as the file writes it, or a text, which makes a special one. */
static bool added_of(cft_value value, cft_added_token *out)
{
    cft_value content = value.kind == CFT_DICT ? added_member(value, CFT_LIT("content")) : value;
    if (content.kind != CFT_STRING || !content.length) return false;
    *out = (cft_added_token){.content = cft_text_of(content)};
    if (value.kind == CFT_STRING) {
        out->special = true;
        return true;
    }
    out->single_word = added_flag_of(value, CFT_LIT("single_word"), false);
    out->lstrip = added_flag_of(value, CFT_LIT("lstrip"), false);
    out->rstrip = added_flag_of(value, CFT_LIT("rstrip"), false);
    out->special = added_flag_of(value, CFT_LIT("special"), false);
    out->normalized = added_flag_of(value, CFT_LIT("normalized"), !out->special);
    return true;
}

static bool added_is_named(const added_list *list, cft_slice content)
{
    for (size_t i = 0; i < list->model->token_count; i++)
        if (cft_slice_equal(list->model->tokens[i].text, content)) return true;
    return false;
}

static chatfmt_status added_append(added_list *list, cft_added_token token)
{
    if (list->count == list->capacity) {
        void *room;
        size_t capacity = list->capacity * 2 + 64;
        CFT_TRY(cft_heap_array(list->heap, capacity, sizeof *list->rows, &room));
        if (list->count) memcpy(room, list->rows, list->count * sizeof *list->rows);
        list->rows = room;
        list->capacity = capacity;
    }
    token.special = token.special || added_is_named(list, token.content);
    list->rows[list->count++] = token;
    return CHATFMT_OK;
}

/* ---- added_tokens_decoder ---- */

static bool added_number(cft_slice key, uint32_t *out)
{
    uint32_t number = 0;
    if (!key.length || key.length > 9) return false;
    for (size_t i = 0; i < key.length; i++) {
        if (key.data[i] < '0' || key.data[i] > '9') return false;
        number = number * 10 + (uint32_t)(key.data[i] - '0');
    }
    *out = number;
    return true;
}

/* `id` holds the number in the file until the rows are in order. */
static void added_sort(cft_added_token *rows, size_t count)
{
    for (size_t gap = count / 2; gap; gap /= 2)
        for (size_t i = gap; i < count; i++)
            for (size_t k = i; k >= gap && rows[k - gap].id > rows[k].id; k -= gap) {
                cft_added_token kept = rows[k];
                rows[k] = rows[k - gap];
                rows[k - gap] = kept;
            }
}

static chatfmt_status added_decoder(added_list *list, cft_value decoder)
{
    cft_added_token token;
    for (uint32_t i = 0; i < decoder.as.dict->count && list->count < ADDED_MOST; i++) {
        uint32_t id;
        const cft_entry *entry = &decoder.as.dict->entries[i];
        if (!added_number(cft_text_of(entry->key), &id) || !added_of(entry->value, &token))
            continue;
        token.id = id;
        CFT_TRY(added_append(list, token));
    }
    added_sort(list->rows, list->count);
    return CHATFMT_OK;
}

/* A row that changes nothing is no row: most files say the same twice. Both list the same tokens in
 * one order as a rule, and of one text only the last row counts, so only a list that is all known
 * is dropped. */
static bool added_is_known(const added_list *list, const cft_added_token *row)
{
    uint32_t at = cft_vocab_find(&list->seen, row->content.data, row->content.length);
    if (at == CFT_NO_TOKEN) return false;
    const cft_added_token *have = &list->tokenizer->added.tokens[at];
    return have->single_word == row->single_word && have->lstrip == row->lstrip &&
           have->rstrip == row->rstrip && have->normalized == row->normalized &&
           (have->special || !row->special);
}

static void added_drop_known(added_list *list)
{
    size_t known = 0;
    while (known < list->count && added_is_known(list, &list->rows[known])) known++;
    if (known == list->count) list->count = 0;
}

/* Room in `seen` for the texts of the configuration's rows. */
static chatfmt_status added_see(added_list *list, cft_value decoder)
{
    size_t bytes = 0, count = decoder.kind == CFT_DICT ? decoder.as.dict->count : 0;
    cft_added_token token;
    for (uint32_t i = 0; i < count; i++)
        if (added_of(decoder.as.dict->entries[i].value, &token)) bytes += token.content.length;
    return cft_tokenizer_seen(list->tokenizer, count, bytes, &list->seen);
}

/* Is it in the file, special and without other flags? */
static bool added_is_plain(const added_list *list, cft_slice content)
{
    cft_added_token token = {.content = content, .special = true};
    return !list->count && added_is_known(list, &token);
}

/* ---- Named and further special tokens ---- */

/* In the file or in added_tokens_decoder. Of several rows for one text the last one counts. */
static bool added_has(const added_list *list, cft_slice content)
{
    return cft_vocab_find(&list->seen, content.data, content.length) != CFT_NO_TOKEN;
}

static chatfmt_status added_named(added_list *list, cft_slice name, cft_slice text,
                                  cft_added_token token)
{
    cft_added_token written;
    if (!text.length || added_has(list, text)) return CHATFMT_OK;
    token.content = text;
    token.special = true;
    cft_value value = added_member(list->model->config, name);
    if (value.kind == CFT_DICT && added_of(value, &written) &&
        cft_slice_equal(written.content, text))
        token = written;
    return added_append(list, token);
}

static const cft_slice added_attributes[7] = {
    {"bos_token", 9}, {"eos_token", 9}, {"unk_token", 9},  {"sep_token", 9},
    {"pad_token", 9}, {"cls_token", 9}, {"mask_token", 10}};

static bool added_is_attribute(cft_slice name)
{
    for (int i = 0; i < 7; i++)
        if (cft_slice_equal(name, added_attributes[i])) return true;
    return false;
}

/* One of the seven, with the flags that the class gives it. */
static chatfmt_status added_attribute(added_list *list, int number)
{
    cft_slice name = added_attributes[number];
    cft_added_token token = {.id = 0};
    if (list->of_class) {
        token.lstrip = list->of_class->strips >> number & 1;
        token.normalized = list->of_class->normalized >> number & 1;
    }
    return added_named(list, name, cft_model_token_text(list->model, name), token);
}

/* The class's own names, where the configuration has none of these. */
static chatfmt_status added_owned(added_list *list)
{
    const added_class *of = list->of_class;
    for (int i = 0; of && i < of->own_count; i++) {
        const added_own *own = &added_owns[of->own + i];
        cft_slice name = cft_slice_of(own->name, strlen(own->name));
        cft_slice text = cft_model_token_text(list->model, name);
        if (!text.length && added_member(list->model->config, name).kind == CFT_ABSENT)
            text = cft_slice_of(own->text, strlen(own->text));
        CFT_TRY(added_named(list, name, text, (cft_added_token){.id = 0}));
    }
    return CHATFMT_OK;
}

/* The seven attributes, then those of the class, then those of the object extra_special_tokens,
 * then the others; of configurations without added_tokens_decoder in the order of the file. */
static chatfmt_status added_all_named(added_list *list, cft_value extra, int decoded)
{
    const cft_model *model = list->model;
    for (int i = 0; i < 7; i++)
        CFT_TRY(added_attribute(list, i));
    CFT_TRY(added_owned(list));
    for (int inner = decoded; inner >= 0; inner--)
        for (size_t i = 0; i < model->token_count; i++) {
            cft_slice name = model->tokens[i].name;
            if (decoded && (added_member(extra, name).kind != CFT_ABSENT) != (inner != 0)) continue;
            if (!added_is_attribute(name))
                CFT_TRY(added_named(list, name, model->tokens[i].text,
                                    (cft_added_token){.id = 0}));
        }
    return CHATFMT_OK;
}

static chatfmt_status added_extra(added_list *list, cft_value extra)
{
    cft_added_token token;
    for (uint32_t i = 0; extra.kind == CFT_LIST && i < extra.as.list->count; i++)
        if (list->count < ADDED_MOST && added_of(extra.as.list->items[i], &token) &&
            !added_has(list, token.content))
            CFT_TRY(added_append(list, token));
    return CHATFMT_OK;
}

/* Where the numbers of a list end: `offset` is the first that it has not, extra_ids is a count,
 * and both begin below. */
static unsigned added_run_end(const added_list *list, const added_run *run)
{
    if (!run->count) return run->last + 1;
    cft_value count =
        added_member(list->model->config, cft_slice_of(run->count, strlen(run->count)));
    if (count.kind != CFT_INT) return run->last + 1;
    return count.as.integer < 0 ? 0 : count.as.integer < ADDED_MOST ? (unsigned)count.as.integer
                                                                    : ADDED_MOST;
}

static chatfmt_status added_run_text(added_list *list, const added_run *run, unsigned number)
{
    char digits[CFT_NUMBER_ROOM];
    cft_builder text;
    if (list->count >= ADDED_MOST) return CHATFMT_OK;
    CFT_TRY(cft_build(&text, list->heap, 64));
    CFT_TRY(cft_build_fresh(&text, run->before, strlen(run->before)));
    if (run->first != run->last) {
        CFT_TRY(cft_build_fresh(&text, digits, cft_int_to_text(number, digits)));
        CFT_TRY(cft_build_fresh(&text, run->after, strlen(run->after)));
    }
    cft_added_token token = {.content = cft_slice_of(text.data, text.length), .special = true};
    return added_has(list, token.content) ? CHATFMT_OK : added_append(list, token);
}

/* The lists of the class. */
static chatfmt_status added_runs_all(added_list *list)
{
    const added_class *of = list->of_class;
    for (int i = 0; of && i < of->run_count; i++) {
        const added_run *run = &added_runs[of->run + i];
        unsigned end = added_run_end(list, run);
        for (unsigned number = run->first; number < end; number++)
            CFT_TRY(added_run_text(list, run, number));
    }
    return CHATFMT_OK;
}

/* The class adds its special tokens once more, with no flags but that. */
static chatfmt_status added_again(added_list *list, cft_value extra)
{
    const cft_model *model = list->model;
    cft_added_token token = {.special = true};
    for (size_t i = 0; i < model->token_count; i++) {
        token.content = model->tokens[i].text;
        if (token.content.length && !added_is_plain(list, token.content))
            CFT_TRY(added_append(list, token));
    }
    for (uint32_t i = 0; extra.kind == CFT_LIST && i < extra.as.list->count; i++) {
        if (!added_of(extra.as.list->items[i], &token)) continue;
        token = (cft_added_token){.content = token.content, .special = true};
        if (!added_is_plain(list, token.content)) CFT_TRY(added_append(list, token));
    }
    return CHATFMT_OK;
}

static const added_class *added_class_of(const cft_model *model, const cft_tokenizer *tokenizer)
{
    if (!tokenizer->of_class) return NULL;
    for (size_t i = 0; i < sizeof added_classes / sizeof *added_classes; i++) {
        cft_slice name = cft_slice_of(added_classes[i].name, strlen(added_classes[i].name));
        if (cft_slice_equal(name, model->tokenizer_class)) return &added_classes[i];
    }
    return NULL;
}

static chatfmt_status added_collect(added_list *list)
{
    const cft_value config = list->model->config;
    cft_value decoder = added_member(config, CFT_LIT("added_tokens_decoder"));
    cft_value extra = added_member(config, CFT_LIT("extra_special_tokens"));
    cft_value older = added_member(config, CFT_LIT("additional_special_tokens"));
    if (older.kind != CFT_ABSENT && (extra.kind == CFT_ABSENT || !cft_truth(extra))) extra = older;
    CFT_TRY(added_see(list, decoder));
    if (decoder.kind == CFT_DICT) {
        CFT_TRY(added_decoder(list, decoder));
        added_drop_known(list);
        for (size_t i = 0; i < list->count; i++)
            if (!added_has(list, list->rows[i].content))
                CFT_TRY(cft_vocab_put(&list->seen, list->rows[i].content, 0));
    }
    CFT_TRY(added_all_named(list, extra, decoder.kind == CFT_DICT));
    bool without = extra.kind == CFT_ABSENT || extra.kind == CFT_DICT;
    CFT_TRY(without ? added_runs_all(list) : added_extra(list, extra));
    return list->of_class && list->of_class->again ? added_again(list, extra) : CHATFMT_OK;
}

chatfmt_status cft_model_added(const cft_model *model, const cft_tokenizer *tokenizer,
                               cft_heap *heap, const cft_added_token **rows, size_t *count)
{
    added_list list = {.heap = heap, .model = model, .tokenizer = tokenizer};
    list.of_class = added_class_of(model, tokenizer);
    chatfmt_status status = added_collect(&list);
    cft_vocab_free(&list.seen);
    *rows = list.rows;
    *count = status ? 0 : list.count;
    return status;
}
