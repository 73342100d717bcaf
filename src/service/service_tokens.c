/* service/service_tokens.c - requests to encode and decode: texts to ids, and back. */
#include "service/service.h"

#include "api/api_check.h"
#include "dataset/results.h"

enum { TOKENS_MOST = 1 << 24 }; /* ids are below */

/* ---- Encoding ---- */

static void tokens_names(cft_json_out *out, const chatfmt_tokenizer *tokenizer,
                         const chatfmt_tokens *tokens)
{
    cft_out_text(out, ", \"tokens\": [");
    for (size_t i = 0; i < tokens->count; i++) {
        cft_slice name = chatfmt_tokenizer_text(tokenizer, tokens->ids[i]);
        cft_out_member(out, i ? ", " : "", name.data ? name : CFT_LIT(""));
    }
    cft_out_text(out, "]");
}

static void tokens_places(cft_json_out *out, const chatfmt_token_place *places, size_t count)
{
    cft_out_text(out, ", \"offsets\": [");
    for (size_t i = 0; i < count; i++) {
        cft_out_text(out, i ? ", [" : "[");
        cft_out_number(out, places[i].begin);
        cft_out_text(out, ", ");
        cft_out_number(out, places[i].end);
        cft_out_text(out, "]");
    }
    cft_out_text(out, "]");
}

/* Places in code points: of one text, or of two of which `which` tells the text of each token. */
static void tokens_offsets(cft_json_out *out, const chatfmt_slice *texts,
                           const chatfmt_token_place *bytes, const unsigned char *which,
                           size_t count)
{
    size_t size = (count + 1) * sizeof(chatfmt_token_place), end;
    chatfmt_token_place *places = cft_allocate(&out->text.allocator, size);
    if (!places) {
        out->status = CHATFMT_NO_MEMORY;
        return;
    }
    for (size_t begin = 0; begin < count; begin = end) {
        for (end = begin + 1; end < count && (!which || which[end] == which[begin]); end++) {}
        const chatfmt_slice *text = which && which[begin] == 1 ? &texts[1] : &texts[0];
        chatfmt_places_in_code_points(text->data, text->length, bytes + begin, end - begin,
                                      places + begin);
    }
    tokens_places(out, places, count);
    cft_release(&out->text.allocator, places, size);
}

/* The members, without braces. */
static void tokens_members(cft_json_out *out, const chatfmt_tokenizer *tokenizer, cft_slice text,
                           const chatfmt_tokens *tokens, const chatfmt_span *spans,
                           size_t span_count, uint32_t flags)
{
    cft_out_text(out, "\"ids\": [");
    for (size_t i = 0; i < tokens->count; i++) {
        if (i) cft_out_text(out, ", ");
        cft_out_number(out, tokens->ids[i]);
    }
    cft_out_text(out, "]");
    if (flags & CHATFMT_TOKENS_JSON_TEXTS) tokens_names(out, tokenizer, tokens);
    if (tokens->attempt_total) {
        cft_out_text(out, ", \"attempts\": [");
        cft_result_attempts(out, tokens->attempts, tokens->attempt_count, spans, span_count);
        cft_out_text(out, "]");
    }
    if (tokens->attempt_total > tokens->attempt_count) {
        cft_out_text(out, ", \"attempt_total\": ");
        cft_out_number(out, tokens->attempt_total);
    }
    if (!(flags & CHATFMT_TOKENS_JSON_OFFSETS)) return;
    tokens_names(out, tokenizer, tokens);
    tokens_offsets(out, &text, tokens->places, NULL, tokens->count);
}

chatfmt_status chatfmt_tokens_json(const chatfmt_tokenizer *tokenizer, chatfmt_slice text,
                                   const chatfmt_tokens *tokens, const chatfmt_span *spans,
                                   size_t span_count, uint32_t flags, char **json, size_t *length,
                                   chatfmt_error *error)
{
    cft_json_out out;
    const char *missing = !tokenizer ? "tokenizer"
                          : !tokens  ? "tokens"
                                     : !spans && span_count ? "spans" : NULL;
    CFT_TRY(cft_result_begin(&out, missing, json, error));
    CFT_TRY(cft_api_text(text.data, text.length, "text", error));
    CFT_TRY(cft_api_flags(flags, CHATFMT_TOKENS_JSON_TEXTS | CHATFMT_TOKENS_JSON_OFFSETS, "flags",
                          error));
    if (flags & CHATFMT_TOKENS_JSON_OFFSETS && !tokens->places && tokens->count)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT, "the tokens have no offsets");
    cft_out_text(&out, "{");
    tokens_members(&out, tokenizer, text, tokens, spans, span_count, flags);
    cft_out_text(&out, "}");
    return cft_result_give(&out, json, length, error);
}

static void tokens_types(cft_json_out *out, const chatfmt_token_piece *pair)
{
    cft_out_text(out, ", \"type_ids\": [");
    for (size_t i = 0; i < pair->count; i++) {
        if (i) cft_out_text(out, ", ");
        cft_out_number(out, pair->type_ids[i]);
    }
    cft_out_text(out, "]");
}

/* Which text each token is of; null for those of the template. */
static void tokens_texts(cft_json_out *out, const chatfmt_token_piece *pair)
{
    cft_out_text(out, ", \"sequence_ids\": [");
    for (size_t i = 0; i < pair->count; i++) {
        if (i) cft_out_text(out, ", ");
        if (pair->texts[i] == CHATFMT_NO_TEXT) cft_out_text(out, "null");
        else cft_out_number(out, pair->texts[i]);
    }
    cft_out_text(out, "]");
}

static chatfmt_encode_options tokens_options(const chatfmt_service *s)
{
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    if (s->options.flags & CHATFMT_SERVICE_OFFSETS) options.flags |= CHATFMT_ENCODE_OFFSETS;
    if (s->options.flags & CHATFMT_SERVICE_ADD_SPECIAL) options.flags |= CHATFMT_ENCODE_ADD_SPECIAL;
    options.policy = s->options.policy;
    return options;
}

/* What each text tried to write: each is encoded once more, alone. What came of both is gone
 * then. */
static chatfmt_status tokens_pair_attempts(chatfmt_service *s, const chatfmt_slice texts[2],
                                           const chatfmt_encode_options *options,
                                           chatfmt_error *error)
{
    static const cft_slice paths[2] = {{"text", 4}, {"pair", 4}};
    size_t shown = 0, total = 0;
    for (size_t i = 0; i < 2 && options->policy != CHATFMT_TOKENS_ANY; i++) {
        const chatfmt_tokens *tokens;
        CFT_TRY(chatfmt_encoder_encode(s->options.encoder, texts[i].data, texts[i].length, options,
                                       &tokens, error));
        if (!total && tokens->attempt_total) cft_out_text(&s->out, ", \"attempts\": [");
        for (size_t k = 0; k < tokens->attempt_count; k++)
            cft_result_attempt(&s->out, shown++, tokens->attempts[k], paths[i]);
        total += tokens->attempt_total;
    }
    if (total) cft_out_text(&s->out, "]");
    if (total == shown) return CHATFMT_OK;
    cft_out_text(&s->out, ", \"attempt_total\": ");
    cft_out_number(&s->out, total);
    return CHATFMT_OK;
}

/* Two texts: the tokens of both, without truncation or padding. */
static chatfmt_status tokens_encode_pair(chatfmt_service *s, cft_slice text, chatfmt_value second,
                                         chatfmt_error *error)
{
    const chatfmt_token_piece *pair;
    chatfmt_encode_options options = tokens_options(s);
    chatfmt_length_options whole = CHATFMT_LENGTH_OPTIONS_INIT;
    chatfmt_slice texts[2] = {text, chatfmt_value_as_text(second)};
    if (!cft_service_is(second, CHATFMT_VALUE_STRING))
        return cft_fail(error, CHATFMT_INPUT, "expected a string as \"pair\"");
    CFT_TRY(chatfmt_encoder_encode_pair(s->options.encoder, texts, &options, &whole, &pair, error));
    const chatfmt_tokens tokens = {.ids = pair->ids, .count = pair->count};
    tokens_members(&s->out, s->options.tokenizer, text, &tokens, NULL, 0, 0);
    tokens_types(&s->out, pair);
    tokens_texts(&s->out, pair);
    if (options.flags & CHATFMT_ENCODE_OFFSETS) {
        tokens_names(&s->out, s->options.tokenizer, &tokens);
        tokens_offsets(&s->out, texts, pair->places, pair->texts, pair->count);
    }
    return tokens_pair_attempts(s, texts, &options, error);
}

static chatfmt_status tokens_encode(chatfmt_service *s, chatfmt_value request, chatfmt_error *error)
{
    const chatfmt_tokens *tokens;
    chatfmt_encode_options options = tokens_options(s);
    bool object = cft_service_is(request, CHATFMT_VALUE_OBJECT);
    bool places = (s->options.flags & CHATFMT_SERVICE_OFFSETS) != 0;
    chatfmt_value value = object ? cft_service_member(request, "text") : request;
    chatfmt_value second = object ? cft_service_member(request, "pair") : (chatfmt_value){0};
    cft_slice text = chatfmt_value_as_text(value);
    if (!cft_service_is(value, CHATFMT_VALUE_STRING))
        return cft_fail(error, CHATFMT_INPUT, "expected a string, or an object with \"text\"");
    if (object && !cft_service_is(second, CHATFMT_VALUE_ABSENT))
        return tokens_encode_pair(s, text, second, error);
    CFT_TRY(chatfmt_encoder_encode(s->options.encoder, text.data, text.length, &options,
                                   &tokens, error));
    tokens_members(&s->out, s->options.tokenizer, text, tokens, NULL, 0,
                   places ? CHATFMT_TOKENS_JSON_OFFSETS : 0);
    return CHATFMT_OK;
}

/* ---- Decoding ---- */

/* The largest id is looked for here alone, where nothing goes on. */
static chatfmt_status tokens_unknown(const chatfmt_tokenizer *tokenizer, uint32_t id,
                                     chatfmt_error *error)
{
    uint32_t most = TOKENS_MOST;
    while (most && !chatfmt_tokenizer_text(tokenizer, most).data) most--;
    return cft_fail(error, CHATFMT_INPUT,
                    "there is no token %u: the ids of this tokenizer end at %u", id, most);
}

chatfmt_status cft_no_ids(chatfmt_error *error)
{
    return cft_fail(error, CHATFMT_INPUT,
                    "token ids are numbers up to 4294967295, such as 1 2 3 or [1, 2, 3]");
}

static chatfmt_status tokens_of_value(chatfmt_value list, uint32_t *ids, size_t count,
                                      chatfmt_error *error)
{
    for (size_t i = 0; i < count; i++) {
        chatfmt_value id = chatfmt_value_at(list, i);
        int64_t number = chatfmt_value_as_int(id);
        if (!cft_service_is(id, CHATFMT_VALUE_INT) || number < 0 || number > UINT32_MAX)
            return cft_no_ids(error);
        ids[i] = (uint32_t)number;
    }
    return CHATFMT_OK;
}

static size_t tokens_blanks(cft_slice text, size_t at)
{
    while (at < text.length && text.data[at] && strchr(" \t\r\n,", text.data[at])) at++;
    return at;
}

static chatfmt_status tokens_bad(cft_slice text, const char *place, chatfmt_error *error)
{
    (void)cft_no_ids(error);
    cft_error_place(error, text, (size_t)(place - text.data), 1);
    return CHATFMT_INPUT;
}

/* Decimal numbers with white space or commas between them, in the brackets of an array or not. */
static chatfmt_status tokens_of_text(cft_slice text, uint32_t *ids, size_t *count,
                                     chatfmt_error *error)
{
    size_t at = tokens_blanks(text, 0), end = text.length, begin;
    bool array = at < end && text.data[at] == '[';
    *count = 0;
    if (array) {
        while (memchr(" \t\r\n", text.data[end - 1], 4)) end--;
        if (text.data[end - 1] != ']') return tokens_bad(text, text.data + at, error);
        at++, end--;
    }
    const cft_slice list = cft_slice_of(text.data, end);
    while ((begin = at = tokens_blanks(list, at)) < end) {
        uint64_t number = 0;
        for (; at < end && text.data[at] >= '0' && text.data[at] <= '9'; at++)
            if (number <= UINT32_MAX) number = number * 10 + (uint64_t)(text.data[at] - '0');
        if (at == begin || number > UINT32_MAX || (at < end && tokens_blanks(list, at) == at))
            return tokens_bad(text, text.data + begin, error);
        ids[(*count)++] = (uint32_t)number;
    }
    return *count || array ? CHATFMT_OK : cft_no_ids(error);
}

/* To text; every id has to be one of the vocabulary. */
static chatfmt_status tokens_text_of(chatfmt_encoder *encoder, const chatfmt_tokenizer *tokenizer,
                                     const uint32_t *ids, size_t count, uint32_t flags,
                                     chatfmt_slice *text, chatfmt_error *error)
{
    for (size_t i = 0; i < count; i++)
        if (!chatfmt_tokenizer_text(tokenizer, ids[i]).data)
            return tokens_unknown(tokenizer, ids[i], error);
    return chatfmt_encoder_decode(encoder, ids, count, flags, text, error);
}

chatfmt_status chatfmt_decode_text(chatfmt_encoder *encoder, const chatfmt_tokenizer *tokenizer,
                                   chatfmt_slice ids, uint32_t flags, chatfmt_slice *text,
                                   chatfmt_error *error)
{
    chatfmt_allocator memory = cft_allocator_or_default(NULL);
    size_t count, size = (ids.length / 2 + 1) * sizeof(uint32_t);
    cft_error_clear(error);
    if (text) *text = CFT_LIT("");
    if (!encoder || !tokenizer || !text)
        return cft_fail_null(error, !encoder ? "encoder" : !tokenizer ? "tokenizer" : "text");
    CFT_TRY(cft_api_text(ids.data, ids.length, "ids", error));
    uint32_t *numbers = cft_allocate(&memory, size);
    if (!numbers) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    chatfmt_status status = tokens_of_text(ids, numbers, &count, error);
    if (!status)
        status = tokens_text_of(encoder, tokenizer, numbers, count, flags, text, error);
    cft_release(&memory, numbers, size);
    return status;
}

static chatfmt_status tokens_decode_ids(const chatfmt_service *s, chatfmt_value list,
                                        uint32_t flags, cft_slice *text, chatfmt_error *error)
{
    const chatfmt_service_options *o = &s->options;
    size_t count = chatfmt_value_count(list), size = (count + 1) * sizeof(uint32_t);
    if (cft_service_is(list, CHATFMT_VALUE_ABSENT))
        return cft_fail(error, CHATFMT_INPUT,
                        "expected an array of ids, or an object with \"ids\"");
    if (!cft_service_is(list, CHATFMT_VALUE_ARRAY)) return cft_no_ids(error);
    uint32_t *ids = cft_allocate(&s->memory, size);
    if (!ids) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    chatfmt_status status = tokens_of_value(list, ids, count, error);
    if (!status) status = tokens_text_of(o->encoder, o->tokenizer, ids, count, flags, text, error);
    cft_release(&s->memory, ids, size);
    return status;
}

/* Of a line that is no object, `request` is absent. */
static chatfmt_status tokens_decode(chatfmt_service *s, cft_slice line, chatfmt_value request,
                                    chatfmt_error *error)
{
    cft_slice text;
    const chatfmt_service_options *o = &s->options;
    uint32_t flags = o->flags & CHATFMT_SERVICE_SKIP_SPECIAL ? CHATFMT_DECODE_SKIP_SPECIAL : 0;
    CFT_TRY(cft_service_is(request, CHATFMT_VALUE_ABSENT)
                ? chatfmt_decode_text(o->encoder, o->tokenizer, line, flags, &text, error)
                : tokens_decode_ids(s, cft_service_member(request, "ids"), flags, &text, error));
    cft_out_member(&s->out, "\"text\": ", text);
    return CHATFMT_OK;
}

/* ---- Lines ---- */

/* What a request may hold. Members of answers stay: they are requests of the other direction. */
static const cft_member tokens_request[] = {
    {"id", CFT_TAKES_ANY, 0},          {"text", CFT_TAKES_ANY, 0},
    {"pair", CFT_TAKES_ANY, 0},        {"ids", CFT_TAKES_ANY, 0},
    {"tokens", CFT_TAKES_ANY, 0},      {"offsets", CFT_TAKES_ANY, 0},
    {"type_ids", CFT_TAKES_ANY, 0},    {"sequence_ids", CFT_TAKES_ANY, 0},
    {"attempts", CFT_TAKES_ANY, 0},    {"attempt_total", CFT_TAKES_ANY, 0},
};

/* Flags that are said once for all lines, and members that there are not. */
static chatfmt_status tokens_check(chatfmt_value request, chatfmt_error *error)
{
    if (!cft_service_is(request, CHATFMT_VALUE_OBJECT)) return CHATFMT_OK; /* a text, or wrong */
    static const char *const of_all[] = {"offsets", "add_special_tokens", "skip_special_tokens",
                                         "policy"};
    for (size_t i = 0; i < sizeof of_all / sizeof *of_all; i++) {
        chatfmt_value value = cft_service_member(request, of_all[i]);
        if (cft_service_is(value, CHATFMT_VALUE_STRING) ||
            (cft_service_is(value, CHATFMT_VALUE_BOOL) && cft_service_true(request, of_all[i])))
            return cft_fail(error, CHATFMT_INPUT,
                            "%s is chosen for all lines, not for one: leave it out", of_all[i]);
    }
    return cft_members_check_all(request, "", tokens_request,
                                 sizeof tokens_request / sizeof *tokens_request,
                                 (chatfmt_value){{0, 0}}, error);
}

/* `{"id": ID, ` with the id as it came in; `{` when there is none. */
static void tokens_id(chatfmt_service *s, chatfmt_value request)
{
    chatfmt_value id = cft_service_member(request, "id");
    cft_slice text;
    bool has_id = cft_id_json(s, id, &text);
    cft_out_text(&s->out, has_id ? "{\"id\": " : "{");
    if (!has_id) return;
    cft_out_bytes(&s->out, text.data, text.length);
    cft_out_text(&s->out, ", ");
}

chatfmt_status cft_answer_tokens(chatfmt_service *s, cft_slice line)
{
    chatfmt_error error = {.status = CHATFMT_OK};
    chatfmt_value request = {{0, 0}};
    while (line.length && strchr("\r\n", line.data[line.length - 1]) && line.data[line.length - 1])
        line.length--;
    bool decodes = s->options.kind == CHATFMT_SERVICE_DECODE, plain = line.data[0] != '{';
    chatfmt_status status = CHATFMT_OK;
    if (!decodes || !plain)
        status = cft_service_read(s, line, &request, &error);
    bool is_read = !status;
    if (is_read) tokens_id(s, request);
    else cft_out_text(&s->out, "{");
    size_t begin = s->out.text.length;
    if (!status) status = tokens_check(request, &error);
    if (!status)
        status = cft_out_or_back(&s->out, begin, decodes ? tokens_decode(s, line, request, &error)
                                                         : tokens_encode(s, request, &error));
    if (is_read) error.line = 0;
    if (status) cft_out_error(&s->out, &error);
    cft_out_text(&s->out, "}\n");
    return status;
}
