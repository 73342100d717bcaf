/* formats/train_mask.c - FastChat's trainers, over tokens that are code points or a tokenizer's.
 * Source: FastChat, train.py, train_baichuan.py, train_with_template.py.
 */
#include "formats/train_mask.h"

#include "base/report.h"
#include "base/suggest.h"
#include "base/utf8.h"
#include "value/text.h"

/* The prompt being masked, token by token. */
typedef struct train_work {
    cft_heap *heap;
    const cft_train_options *options;
    cft_slice prompt;
    size_t *starts;  /* byte of each token; the BOS token is at byte 0 and has none */
    bool *ignored;
    size_t tokens;   /* BOS included */
    size_t current;  /* the trainer's cur_len */
    chatfmt_status status; /* of counting */
} train_work;

chatfmt_status cft_train_find(cft_slice name, cft_trainer *out, chatfmt_error *error)
{
    static const cft_slice names[] = {
        {"train", 5}, {"train_baichuan", 14}, {"train_with_template", 19}};
    for (int i = 0; i < 3; i++) {
        if (!cft_slice_equal(names[i], name)) continue;
        *out = (cft_trainer)i;
        return CHATFMT_OK;
    }
    size_t near = cft_suggest(name, names, 3);
    if (near < 3)
        return cft_fail(error, CHATFMT_NOT_FOUND, "no trainer named '%.*s'; did you mean '%s'?",
                        cft_shown(name), name.data, names[near].data);
    return cft_fail(error, CHATFMT_NOT_FOUND,
                    "no trainer named '%.*s'; trainers are train, train_baichuan, "
                    "train_with_template and, with a tokenizer, xtuner",
                    cft_shown(name), name.data);
}

/* ---- Tokens ---- */

/* Bytes of the token at the beginning of `text`, which is not empty. */
static size_t train_token(const cft_train_options *options, cft_slice text)
{
    for (size_t i = 0; i < options->special_count; i++) {
        cft_slice special = options->specials[i];
        if (special.length && special.length <= text.length &&
            !memcmp(text.data, special.data, special.length))
            return special.length;
    }
    size_t length = 1;
    while (length < text.length && ((unsigned char)text.data[length] & 0xC0) == 0x80) length++;
    return length;
}

/* len(tokenizer(text).input_ids); `whole` with what the tokenizer adds. A failure is noted. */
static size_t train_count_as(train_work *work, cft_slice text, bool whole)
{
    const cft_train_tokens *tokenizer = work->options->tokenizer;
    size_t count = 0;
    if (tokenizer) {
        if (work->status == CHATFMT_OK)
            work->status = tokenizer->count(tokenizer->context, text, whole, &count);
        return count;
    }
    for (size_t at = 0; at < text.length; count++)
        at += train_token(work->options, cft_slice_of(text.data + at, text.length - at));
    return count + (whole && work->options->bos);
}

static size_t train_count(train_work *work, cft_slice text)
{
    return train_count_as(work, text, false);
}

static size_t train_count_whole(train_work *work, cft_slice text)
{
    return train_count_as(work, text, true);
}

static chatfmt_status train_begin(train_work *work)
{
    const cft_train_options *options = work->options;
    CFT_TRY(cft_charge_bytes(work->heap, work->prompt.length));
    work->tokens = options->tokenizer ? options->tokenizer->tokens
                                      : train_count_whole(work, work->prompt);
    void *room;
    CFT_TRY(cft_heap_array(work->heap, work->tokens + 1, sizeof *work->ignored, &room));
    work->ignored = room;
    memset(work->ignored, 0, (work->tokens + 1) * sizeof *work->ignored);
    if (options->tokenizer) return CHATFMT_OK;
    CFT_TRY(cft_heap_array(work->heap, work->tokens + 1, sizeof *work->starts, &room));
    work->starts = room;
    size_t index = 0;
    if (options->bos) work->starts[index++] = 0;
    for (size_t at = 0; at < work->prompt.length; index++) {
        work->starts[index] = at;
        at += train_token(options, cft_slice_of(work->prompt.data + at,
                                                work->prompt.length - at));
    }
    work->starts[index] = work->prompt.length;
    return CHATFMT_OK;
}

/* len(target): a tokenizer has padded it. */
static size_t train_length(const train_work *work)
{
    const cft_train_tokens *tokenizer = work->options->tokenizer;
    return tokenizer && tokenizer->longest ? tokenizer->longest : work->tokens;
}

/* target[begin:begin + count] = IGNORE_TOKEN_ID; a negative end counts from the end, as Python's
 * slices do, which train.py can reach. */
static void train_ignore(train_work *work, size_t begin, int64_t count)
{
    int64_t end = (int64_t)begin + count;
    if (end < 0) end += (int64_t)train_length(work);
    for (size_t i = begin; i < work->tokens && (int64_t)i < end; i++) work->ignored[i] = true;
}

static void train_ignore_from(train_work *work, size_t begin)
{
    for (size_t i = begin; i < work->tokens; i++) work->ignored[i] = true;
}

/* The text up to `separator`, moving `rest` past it; false when it is the last piece. */
static bool train_split(cft_slice *rest, cft_slice separator, cft_slice *piece)
{
    size_t at = cft_text_find(*rest, separator, 0);
    *piece = *rest;
    if (at == SIZE_MAX) return false;
    piece->length = at;
    *rest = cft_slice_of(rest->data + at + separator.length,
                         rest->length - at - separator.length);
    return true;
}

/* How many times `separator` is in `text`, and where it is first. */
static size_t train_occurrences(cft_slice text, cft_slice separator, size_t *first)
{
    size_t count = 0, at = 0;
    while ((at = cft_text_find(text, separator, at)) != SIZE_MAX) {
        if (count++ == 0) *first = at;
        at += separator.length;
    }
    return count;
}

/* ---- train.py and train_baichuan.py ---- */

/* len(tokenizer(turn + end).input_ids) */
static size_t train_count_ended(train_work *work, cft_slice turn, cft_slice end)
{
    void *room;
    if (work->status == CHATFMT_OK)
        work->status = cft_heap_take(work->heap, turn.length + end.length, &room);
    if (work->status != CHATFMT_OK) return 0;
    memcpy(room, turn.data, turn.length);
    memcpy((char *)room + turn.length, end.data, end.length);
    return train_count_whole(work, cft_slice_of(room, turn.length + end.length));
}

/* One turn; false when the trainer gives up at it. */
static bool train_turn(train_work *work, cft_slice turn, cft_slice header, cft_slice end,
                       bool first)
{
    size_t at;
    bool corrects = work->options->trainer == CFT_TRAIN && !first && !work->options->legacy;
    if (!turn.length || train_occurrences(turn, header, &at) != 1) return false;
    int64_t whole = (int64_t)train_count_whole(work, turn);
    int64_t instruction = (int64_t)train_count_whole(
        work, cft_slice_of(turn.data, at + header.length));
    if (work->options->trainer == CFT_TRAIN_BAICHUAN) {
        train_ignore(work, work->current, instruction - 1);
        work->current += train_count_ended(work, turn, end);
        return true;
    }
    train_ignore(work, work->current, instruction - 2 - corrects);
    work->current += (size_t)(whole - corrects);
    return true;
}

static chatfmt_status train_plain(train_work *work, cft_slice header, cft_slice end)
{
    cft_slice rest = work->prompt, turn;
    bool first = true, more = true;
    work->current = work->options->trainer == CFT_TRAIN ? 1 : 0;
    train_ignore(work, 0, (int64_t)work->current);
    while (more) {
        more = train_split(&rest, end, &turn);
        if (!train_turn(work, turn, header, end, first)) break;
        first = false;
    }
    train_ignore_from(work, work->current);
    return CHATFMT_OK;
}

/* ---- train_with_template.py ---- */

static chatfmt_status train_template(train_work *work, cft_slice user_end, cft_slice header)
{
    cft_slice rest = work->prompt, piece;
    bool first = true, more = true;
    work->current = work->options->bos;
    train_ignore(work, 0, (int64_t)work->current);
    while (more) {
        more = train_split(&rest, user_end, &piece);
        if (more && !piece.length) break;
        /* every turn but the first begins with the separator before it */
        cft_slice turn = piece;
        if (!first) turn = cft_slice_of(piece.data - user_end.length,
                                        piece.length + user_end.length);
        size_t at, instruction = turn.length;
        if (train_occurrences(turn, header, &at)) instruction = at + header.length;
        train_ignore(work, work->current,
                     (int64_t)train_count(work, cft_slice_of(turn.data, instruction)));
        work->current += train_count(work, turn);
        first = false;
    }
    train_ignore_from(work, work->current);
    return CHATFMT_OK;
}

/* ---- Separators ---- */

static chatfmt_status train_join(cft_heap *heap, cft_value a, cft_value b, const char *tail,
                                 cft_slice *out)
{
    cft_builder builder;
    cft_value text;
    CFT_TRY(cft_build(&builder, heap, 32));
    if (a.kind == CFT_STRING) CFT_TRY(cft_build_copy(&builder, a.as.text, a.length));
    if (b.kind == CFT_STRING) CFT_TRY(cft_build_copy(&builder, b.as.text, b.length));
    CFT_TRY(cft_build_fresh(&builder, tail, strlen(tail)));
    CFT_TRY(cft_build_end(&builder, 0, &text));
    *out = cft_text_of(text);
    return CHATFMT_OK;
}

/* What train_with_template.py splits by, for the styles that it knows. */
typedef enum train_user_end { TRAIN_SEP2, TRAIN_SEP2_OR_ROLE, TRAIN_SEP2_OR_SEP } train_user_end;

static const struct {
    cft_slice style;
    train_user_end user_end;
    const char *user_tail, *header_tail;
} train_styles[] = {
    {{"style/add_colon_single", 22}, TRAIN_SEP2, "", ": "},
    {{"style/add_colon_two", 19}, TRAIN_SEP2, "", ": "},
    {{"style/add_colon_space_single", 28}, TRAIN_SEP2_OR_ROLE, "", ": "},
    {{"style/llama2", 12}, TRAIN_SEP2, "", " "},
    {{"style/chatml", 12}, TRAIN_SEP2_OR_SEP, "\n", "\n"},
};

static chatfmt_status train_template_separators(train_work *work, const cft_dict *fields,
                                                cft_value role, cft_value other)
{
    cft_value sep = cft_format_field(fields, CFT_LIT("sep"));
    cft_value sep2 = cft_format_field(fields, CFT_LIT("sep2"));
    const cft_format_program *style =
        cft_format_style(cft_format_field(fields, CFT_LIT("sep_style")));
    for (size_t i = 0; style && i < sizeof train_styles / sizeof train_styles[0]; i++) {
        cft_slice user_end, header;
        if (!cft_slice_equal(style->name, train_styles[i].style)) continue;
        cft_value end = sep2;
        const char *tail = train_styles[i].user_tail;
        if (end.kind == CFT_NONE && train_styles[i].user_end == TRAIN_SEP2_OR_SEP) end = sep;
        if (end.kind == CFT_NONE && train_styles[i].user_end == TRAIN_SEP2_OR_ROLE) {
            end = other;
            tail = ": ";
        }
        if (end.kind != CFT_STRING)
            return cft_format_fail(work->heap, CHATFMT_TYPE, "null_separator",
                                   "this trainer needs sep2");
        CFT_TRY(train_join(work->heap, end, cft_none(), tail, &user_end));
        CFT_TRY(train_join(work->heap, role, cft_none(), train_styles[i].header_tail, &header));
        if (!user_end.length)
            return cft_format_fail(work->heap, CHATFMT_VALUE, "empty_separator",
                                   "a prompt cannot be split at nothing");
        return train_template(work, user_end, header);
    }
    return cft_format_fail(work->heap, CHATFMT_UNSUPPORTED, "unsupported_style",
                           "this trainer does not know the format's style");
}

static chatfmt_status train_run(train_work *work, const cft_dict *fields)
{
    cft_value roles = cft_format_field(fields, CFT_LIT("roles"));
    cft_value sep = cft_format_field(fields, CFT_LIT("sep"));
    cft_value sep2 = cft_format_field(fields, CFT_LIT("sep2"));
    cft_slice header;
    if (roles.kind != CFT_LIST || roles.as.list->count < 2)
        return cft_raise(work->heap, CHATFMT_INPUT, "the format has no two roles");
    cft_value role = roles.as.list->items[1];
    if (work->options->trainer == CFT_TRAIN_WITH_TEMPLATE)
        return train_template_separators(work, fields, role, roles.as.list->items[0]);
    if (sep.kind != CFT_STRING || sep2.kind != CFT_STRING)
        return cft_format_fail(work->heap, CHATFMT_TYPE, "null_separator",
                               "this trainer needs sep and sep2");
    if (!sep2.length)
        return cft_format_fail(work->heap, CHATFMT_VALUE, "empty_separator",
                               "a prompt cannot be split at nothing");
    CFT_TRY(train_join(work->heap, sep, role, ": ", &header));
    return train_plain(work, header, cft_text_of(sep2));
}

/* ---- The result ---- */

static chatfmt_status train_ranges(train_work *work, cft_train_result *out)
{
    void *room;
    CFT_TRY(cft_heap_array(work->heap, work->tokens / 2 + 1, sizeof *out->learned, &room));
    out->learned = room;
    for (size_t i = 0; i < work->tokens; i++) {
        size_t begin = work->starts[i], end = work->starts[i + 1];
        if (work->ignored[i] || (work->options->bos && i == 0)) continue;
        if (out->count && out->learned[out->count - 1].end == begin)
            out->learned[out->count - 1].end = end;
        else
            out->learned[out->count++] = (cft_train_range){begin, end};
    }
    return CHATFMT_OK;
}

chatfmt_status cft_train_mask(cft_heap *heap, cft_slice prompt, const cft_dict *fields,
                              const cft_train_options *options, cft_train_result *out)
{
    train_work work = {.heap = heap, .options = options, .prompt = prompt};
    *out = (cft_train_result){.count = 0};
    CFT_TRY(train_begin(&work));
    CFT_TRY(train_run(&work, fields));
    CFT_TRY(work.status);
    const cft_train_tokens *tokenizer = options->tokenizer;
    out->counted = work.current;
    out->tokens = tokenizer ? tokenizer->no_padding : work.tokens;
    out->ignored = work.ignored;
    out->mismatch = work.current != out->tokens &&
                    (!tokenizer || !tokenizer->longest || work.current < tokenizer->longest);
    if (out->mismatch) train_ignore_from(&work, 0);
    return tokenizer ? CHATFMT_OK : train_ranges(&work, out);
}
