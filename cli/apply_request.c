/* cli/apply_request.c - arguments of apply_chat_template out of JSON, and the answer as JSON. */
#include "apply_request.h"

#include "show.h"

#include <stdio.h>
#include <string.h>

/* Parameters of transformers that have no meaning here: never variables. */
static const char *const apply_ignored[] = {"return_tensors", "processor_kwargs",
                                            "load_audio_from_video"};

static const struct {
    const char *name;
    uint32_t flag;
} apply_flags[] = {
    {"exact", CHATFMT_APPLY_CONTINUE_EXACT},
    {"fit-arguments", CHATFMT_APPLY_FIT_ARGUMENTS},
    {"arguments-object", CHATFMT_APPLY_ARGUMENTS_OBJECT},
    {"arguments-text", CHATFMT_APPLY_ARGUMENTS_TEXT},
    {"null-to-empty", CHATFMT_APPLY_NULL_TO_EMPTY},
    {"merge-system", CHATFMT_APPLY_MERGE_SYSTEM},
    {"raw-messages", CHATFMT_APPLY_RAW_MESSAGES},
    {"strict-names", CHATFMT_APPLY_STRICT_NAMES},
};

enum { APPLY_FLAGS = sizeof apply_flags / sizeof *apply_flags };

static bool apply_bad(chatfmt_error *error, chatfmt_status status, const char *message)
{
    memset(error, 0, sizeof *error);
    error->status = status;
    snprintf(error->text, sizeof error->text, "%s", message);
    return false;
}

static bool apply_same(chatfmt_slice text, const char *word)
{
    return text.length == strlen(word) && !memcmp(text.data, word, text.length);
}

void apply_request_begin(apply_request *r)
{
    memset(r, 0, sizeof *r);
    r->options = (chatfmt_apply_options)CHATFMT_APPLY_OPTIONS_INIT;
    r->mask = (chatfmt_mask_options)CHATFMT_MASK_OPTIONS_INIT;
    token_request_begin(&r->tokens);
}

uint32_t apply_request_flag(const char *name, size_t length)
{
    for (int i = 0; i < APPLY_FLAGS; i++) {
        const char *known = apply_flags[i].name;
        size_t k = 0;
        while (k < length && known[k] && (name[k] == known[k] || (name[k] == '_' && known[k] == '-')))
            k++;
        if (k == length && !known[k]) return apply_flags[i].flag;
    }
    return 0;
}

bool apply_request_mask(apply_request *r, chatfmt_slice name)
{
    static const char *const names[] = {"hf", "generation", "derived"};
    for (uint32_t i = 0; i < 3; i++)
        if (apply_same(name, names[i])) {
            r->mask.kind = i;
            r->has_mask = true;
            r->options.flags |= CHATFMT_APPLY_SPANS;
            return true;
        }
    return false;
}

bool apply_request_roles(apply_request *r, chatfmt_slice names)
{
    r->mask.roles = r->roles;
    r->mask.role_count = 0;
    while (names.length) {
        const char *comma = memchr(names.data, ',', names.length);
        size_t length = comma ? (size_t)(comma - names.data) : names.length;
        if (r->mask.role_count == APPLY_MAX_ROLES) return false;
        if (length) r->roles[r->mask.role_count++] = (chatfmt_slice){names.data, length};
        names.data += length + (comma != NULL);
        names.length -= length + (comma != NULL);
    }
    return r->mask.role_count > 0;
}

/* ---- Trust ---- */

static const char *const apply_specials[APPLY_SPECIALS] = {"bos_token", "eos_token", "unk_token", "sep_token",
                                                           "pad_token", "cls_token", "mask_token"};

static bool apply_same_name(chatfmt_slice a, chatfmt_slice b)
{
    return a.length == b.length && (!a.length || !memcmp(a.data, b.data, a.length));
}

/* Room is for every name and for every special token once. */
static void apply_trust_one(apply_request *r, chatfmt_slice name, bool named)
{
    size_t count = named ? r->named_count : r->trusted_count;
    for (size_t i = named ? 0 : r->named_count; i < count; i++)
        if (apply_same_name(r->trusted[i], name)) return;
    size_t at = named ? r->named_count++ : r->trusted_count;
    r->trusted[r->trusted_count++] = r->trusted[at];
    r->trusted[at] = name;
}

bool apply_request_trust(apply_request *r, chatfmt_slice names)
{
    while (names.length) {
        const char *comma = memchr(names.data, ',', names.length);
        size_t length = comma ? (size_t)(comma - names.data) : names.length;
        if (length && r->named_count == APPLY_MAX_NAMED) return false;
        if (length) apply_trust_one(r, (chatfmt_slice){names.data, length}, true);
        names.data += length + (comma != NULL);
        names.length -= length + (comma != NULL);
    }
    return true;
}

void apply_request_supply(apply_request *r, chatfmt_slice name)
{
    for (int i = 0; i < APPLY_SPECIALS; i++)
        if (apply_same(name, apply_specials[i])) apply_trust_one(r, name, false);
}

bool apply_request_allow(apply_request *r, chatfmt_slice what)
{
    if (!apply_same(what, "row-templates")) return false;
    r->options.flags &= ~(uint32_t)CHATFMT_APPLY_DATA_TEMPLATE;
    return r->allows_templates = true;
}

void apply_request_same_trust(apply_request *r, const apply_request *as)
{
    memcpy(r->trusted, as->trusted, as->named_count * sizeof *r->trusted);
    r->trusted_count = r->named_count = as->named_count;
    r->allows_templates = as->allows_templates;
}

/* options.trusted and options.allow of a request. */
bool apply_request_trust_option(apply_request *r, chatfmt_slice name, chatfmt_value value,
                                chatfmt_error *error)
{
    chatfmt_slice text = chatfmt_value_as_text(value);
    bool is_text = chatfmt_value_kind_of(value) == CHATFMT_VALUE_STRING;
    if (apply_same(name, "trusted") && !(is_text && apply_request_trust(r, text)))
        return apply_bad(error, CHATFMT_INPUT,
                         "options.trusted is not a text of at most 64 names, such as \"bos_token\"");
    if (apply_same(name, "allow") && !(is_text && apply_request_allow(r, text)))
        return apply_bad(error, CHATFMT_INPUT, "options.allow is not \"row-templates\"");
    return true;
}

/* The value of `name` is now what `source` supplied. */
static void apply_note_source(apply_request *r, chatfmt_slice name, apply_source source)
{
    for (size_t i = 0; i < r->given_count; i++)
        if (apply_same_name(r->given[i], name)) source = APPLY_CALLER;
    if (apply_same(name, "chat_template")) {
        r->options.flags &= ~(uint32_t)CHATFMT_APPLY_DATA_TEMPLATE;
        if (source == APPLY_DATA && !r->allows_templates)
            r->options.flags |= CHATFMT_APPLY_DATA_TEMPLATE;
    } else if (source == APPLY_CALLER) {
        apply_request_supply(r, name);
    } else {
        for (size_t i = r->named_count; i < r->trusted_count; i++)
            if (apply_same_name(r->trusted[i], name)) r->trusted[i] = r->trusted[--r->trusted_count];
    }
}

/* ---- Arguments ---- */

static bool apply_is_ignored(chatfmt_slice name)
{
    for (size_t i = 0; i < sizeof apply_ignored / sizeof *apply_ignored; i++)
        if (apply_same(name, apply_ignored[i])) return true;
    return false;
}

/* True when `name` is a parameter and was taken. */
static bool apply_take(apply_request *r, chatfmt_slice name, chatfmt_value value)
{
    chatfmt_apply_options *o = &r->options;
    bool truth = chatfmt_value_truth(value) != 0;
    bool text = chatfmt_value_kind_of(value) == CHATFMT_VALUE_STRING;
    if (apply_same(name, "messages") || apply_same(name, "conversation")) {
        r->conversation = value;
    } else if (apply_same(name, "tools")) {
        o->tools = value;
    } else if (apply_same(name, "documents")) {
        o->documents = value;
    } else if (apply_same(name, "chat_template")) {
        if (text) o->chat_template = chatfmt_value_as_text(value);
    } else if (apply_same(name, "add_generation_prompt")) {
        if (truth) o->flags |= CHATFMT_APPLY_GENERATION_PROMPT;
        else o->flags &= ~(uint32_t)CHATFMT_APPLY_GENERATION_PROMPT;
    } else if (apply_same(name, "continue_final_message")) {
        if (truth) o->flags |= CHATFMT_APPLY_CONTINUE;
        if (truth && text) o->continue_field = chatfmt_value_as_text(value);
    } else {
        return apply_is_ignored(name);
    }
    return true;
}

/* Of the parameters about tokens none counts without tokenize=True, but for the mask, which is
 * refused then. */
static bool apply_token_parameters(apply_request *r, chatfmt_error *error)
{
    token_request *tokens = &r->tokens;
    if (tokens->wants_mask && (!tokens->wanted || tokens->no_dict))
        return apply_bad(error, CHATFMT_VALUE,
                         "`return_assistant_tokens_mask=True` requires `return_dict=True` "
                         "and `tokenize=True`");
    if (!tokens->wanted) {
        error->status = CHATFMT_OK;
        return true;
    }
    if (tokens->wants_mask) apply_request_mask(r, (chatfmt_slice){"hf", 2});
    return error->status == CHATFMT_OK;
}

bool apply_request_read(apply_request *r, chatfmt_values *values, chatfmt_value context,
                        apply_source source, chatfmt_error *error)
{
    chatfmt_error bad, one;
    bad.status = CHATFMT_OK;
    r->options.trusted = r->trusted;
    r->options.trusted_count = r->trusted_count;
    if (chatfmt_value_kind_of(context) != CHATFMT_VALUE_OBJECT) {
        r->conversation = context;
        return true;
    }
    if (chatfmt_value_kind_of(r->options.variables) == CHATFMT_VALUE_ABSENT &&
        chatfmt_value_object(values, &r->options.variables, error))
        return false;
    for (size_t i = 0; i < chatfmt_value_count(context); i++) {
        chatfmt_slice name = chatfmt_value_key_at(context, i);
        chatfmt_value value = chatfmt_value_at(context, i);
        apply_note_source(r, name, source);
        if (apply_take(r, name, value)) continue;
        if (token_request_take(&r->tokens, name, value, &one)) {
            if (one.status && !bad.status) bad = one;
            continue;
        }
        if (chatfmt_value_set(values, r->options.variables, name.data, name.length, value, error))
            return false;
    }
    r->options.trusted_count = r->trusted_count;
    if (apply_token_parameters(r, &bad)) return true;
    *error = bad;
    return false;
}

bool apply_request_options(apply_request *r, chatfmt_value options, chatfmt_error *error)
{
    for (size_t i = 0; i < chatfmt_value_count(options); i++) {
        chatfmt_slice name = chatfmt_value_key_at(options, i);
        chatfmt_value value = chatfmt_value_at(options, i);
        chatfmt_slice text = chatfmt_value_as_text(value);
        uint32_t flag = apply_request_flag(name.data, name.length);
        if (flag && chatfmt_value_truth(value)) r->options.flags |= flag;
        if (!token_request_option(&r->tokens, name, value, error)) return false;
        if (apply_same(name, "mask") && !apply_request_mask(r, text))
            return apply_bad(error, CHATFMT_INPUT, "options.mask is not hf, generation or derived");
        if (apply_same(name, "roles") && !apply_request_roles(r, text))
            return apply_bad(error, CHATFMT_INPUT, "options.roles is not a text such as \"assistant\"");
        if (apply_same(name, "last_turn") && chatfmt_value_truth(value))
            r->mask.flags |= CHATFMT_MASK_LAST_TURN;
        if (apply_same(name, "turn") && chatfmt_value_truth(value))
            r->options.flags |= CHATFMT_APPLY_TURN;
        if (apply_same(name, "spans") && chatfmt_value_truth(value))
            r->options.flags |= CHATFMT_APPLY_SPANS;
        if (!apply_request_trust_option(r, name, value, error)) return false;
    }
    r->options.trusted = r->trusted;
    r->options.trusted_count = r->trusted_count;
    return true;
}

/* ---- Answers ---- */

/* ", "name": [[begin, end], …]" in bytes or in characters. */
static void apply_write_places(writer *out, const char *name, const char *unit,
                               const chatfmt_mask_range *ranges, size_t count, bool chars)
{
    write_text(out, ", \"");
    write_text(out, name);
    write_text(out, unit);
    write_text(out, "\": [");
    for (size_t i = 0; i < count; i++) {
        write_text(out, i ? ", [" : "[");
        write_number(out, chars ? ranges[i].begin_char : ranges[i].begin);
        write_text(out, ", ");
        write_number(out, chars ? ranges[i].end_char : ranges[i].end);
        write_text(out, "]");
    }
    write_text(out, "]");
}

void apply_write_ranges(writer *out, const char *name, const chatfmt_mask_range *ranges,
                        size_t count)
{
    apply_write_places(out, name, "", ranges, count, false);
    apply_write_places(out, name, "_chars", ranges, count, true);
}

static void apply_write_string(writer *out, const char *before, chatfmt_slice text)
{
    write_text(out, before);
    write_json_string(out, text.data, text.length);
}

static void apply_write_turn(writer *out, const chatfmt_applied *a)
{
    const chatfmt_open_turn *turn = &a->turn;
    write_text(out, turn->open ? ", \"turn\": {\"open\": true, \"begin\": "
                               : ", \"turn\": {\"open\": false, \"begin\": ");
    write_number(out, turn->begin);
    apply_write_string(out, ", \"role\": ", turn->role);
    apply_write_string(out, ", \"opening\": ", turn->opening);
    apply_write_string(out, ", \"prefill\": ", turn->prefill);
    write_text(out, turn->reasoning ? ", \"reasoning\": true}" : ", \"reasoning\": false}");
    write_text(out, ", \"stops\": [");
    for (size_t i = 0; i < a->stop_count; i++)
        apply_write_string(out, i ? ", " : "", a->stops[i]);
    write_text(out, "]");
}

static void apply_write_changes(writer *out, const chatfmt_applied *a)
{
    write_text(out, ", \"changes\": [");
    for (size_t i = 0; i < a->change_count; i++) {
        write_text(out, i ? ", {\"what\": \"" : "{\"what\": \"");
        write_text(out, a->changes[i].what);
        write_text(out, "\", \"message\": ");
        write_number(out, a->changes[i].message);
        write_text(out, ", \"call\": ");
        write_number(out, a->changes[i].call);
        write_text(out, "}");
    }
    write_text(out, "]");
}

void apply_tell_changes(const chatfmt_applied *applied)
{
    for (size_t i = 0; i < applied->change_count; i++)
        fprintf(stderr, "chatfmt: changed messages[%zu]: %s\n", applied->changes[i].message,
                applied->changes[i].what);
}

static bool apply_one(const apply_request *r, chatfmt_chat *chat, const chatfmt_model *model,
                      chatfmt_value conversation, bool in_batch, chatfmt_applied *applied,
                      const chatfmt_mask_range **ranges, size_t *count, chatfmt_error *error)
{
    chatfmt_apply_options options = r->options;
    if (in_batch) options.flags |= CHATFMT_APPLY_IN_BATCH;
    if (chatfmt_chat_apply(chat, model, conversation, &options, applied, error)) return false;
    return !r->has_mask || !chatfmt_chat_mask(chat, &r->mask, ranges, count, error);
}

/* All texts are made once before the first is written, for of a batch all or nothing is
 * answered. */
static bool apply_batch(const apply_request *r, chatfmt_chat *chat, const chatfmt_model *model,
                        writer *out, chatfmt_error *error)
{
    chatfmt_applied applied;
    const chatfmt_mask_range *ranges = NULL;
    size_t count = 0, n = chatfmt_value_count(r->conversation);
    apply_request check = *r;
    check.options.flags |= CHATFMT_APPLY_CHECK;
    check.has_mask = false;
    for (size_t i = 0; i < n; i++)
        if (!apply_one(&check, chat, model, chatfmt_value_at(r->conversation, i), true, &applied,
                       &ranges, &count, error))
            return false;
    for (int pass = 0; pass < 2; pass++) {
        if (pass) write_text(out, "\"text\": [");
        for (size_t i = 0; i < n; i++) {
            if (!apply_one(r, chat, model, chatfmt_value_at(r->conversation, i), true, &applied,
                           &ranges, &count, error))
                return false;
            if (pass) apply_write_string(out, i ? ", " : "", applied.text);
        }
    }
    write_text(out, "]");
    return true;
}

/* ---- Answers with ids ---- */

static token_request apply_tokens_of(const apply_request *r)
{
    token_request tokens = r->tokens;
    if (r->has_mask) tokens.options.mask = &r->mask;
    return tokens;
}

static bool apply_batch_ids(const apply_request *r, chatfmt_chat *chat,
                            const chatfmt_model *model, writer *out, chatfmt_error *error)
{
    const chatfmt_prompt *rows;
    size_t count;
    token_request tokens = apply_tokens_of(r);
    if (chatfmt_chat_encode_batch(chat, model, tokens.encoder, r->conversation, &r->options,
                                  &tokens.options, &rows, &count, error))
        return false;
    write_text(out, "\"text\": [");
    for (size_t i = 0; i < count; i++)
        apply_write_string(out, i ? ", " : "", rows[i].applied.text);
    write_text(out, "]");
    token_request_write(&tokens, rows, count, true, out);
    return true;
}

bool apply_check_written(const apply_request *r, const chatfmt_applied *applied,
                         chatfmt_error *error)
{
    return !r->watch ||
           (unwritten_find(r->watch, applied->spans, applied->span_count, error) &&
            unwritten_accept(r->watch, applied->text, r->strict, error));
}

bool apply_request_answer(const apply_request *r, chatfmt_chat *chat, const chatfmt_model *model,
                          bool whole, writer *out, chatfmt_error *error)
{
    chatfmt_applied applied;
    chatfmt_prompt prompt;
    const chatfmt_mask_range *ranges = NULL;
    size_t count = 0;
    token_request tokens = apply_tokens_of(r);
    if (chatfmt_chat_is_batch(r->conversation))
        return (tokens.wanted ? apply_batch_ids : apply_batch)(r, chat, model, out, error);
    if (!tokens.wanted) {
        if (!apply_one(r, chat, model, r->conversation, false, &applied, &ranges, &count, error))
            return false;
    } else {
        if (chatfmt_chat_encode(chat, model, tokens.encoder, r->conversation, &r->options,
                                &tokens.options, &prompt, error) ||
            (r->has_mask && chatfmt_chat_mask(chat, &r->mask, &ranges, &count, error)))
            return false;
        applied = prompt.applied;
    }
    if (!apply_check_written(r, &applied, error)) return false;
    apply_write_string(out, "\"text\": ", applied.text);
    if (applied.change_count) apply_write_changes(out, &applied);
    if (r->options.flags & CHATFMT_APPLY_TURN) apply_write_turn(out, &applied);
    if (whole) {
        apply_write_string(out, ", \"template\": ", applied.template_name);
        write_text(out, ", \"template_sha256\": \"");
        write_text(out, applied.template_hash);
        write_text(out, "\"");
    }
    if (r->has_mask) apply_write_ranges(out, "mask", ranges, count);
    if ((r->options.flags & CHATFMT_APPLY_SPANS) && !r->hides_spans && !r->has_mask) {
        write_text(out, ", ");
        show_span_list_json(out, applied.spans, applied.span_count);
    }
    if (tokens.wanted) token_request_write(&tokens, &prompt, 1, false, out);
    if (r->watch) unwritten_write(r->watch, out);
    return true;
}
