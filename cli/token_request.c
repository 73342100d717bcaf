/* cli/token_request.c - token options by their names, and ids with their columns as JSON. */
#include "token_request.h"

#include <stdio.h>
#include <string.h>

static const char *const token_policies[] = {"any", "special", "control", "all", "reject",
                                             "report", "none", NULL};
static const char *const token_fits[] = {"none", "truncate", "drop", "cut", "refuse", NULL};
static const char *const token_pads[] = {"do_not_pad", "longest", "max_length", NULL};
static const char *const token_sides[] = {"model", "right", "left", NULL};

static bool token_same(chatfmt_slice text, const char *word)
{
    return text.length == strlen(word) && !memcmp(text.data, word, text.length);
}

/* The number of a word in a list, -1 when it is not there. */
static int token_word(const char *const *words, chatfmt_slice name)
{
    for (int i = 0; words[i]; i++)
        if (token_same(name, words[i])) return i;
    return -1;
}

void token_request_begin(token_request *r)
{
    memset(r, 0, sizeof *r);
    r->options = (chatfmt_prompt_options)CHATFMT_PROMPT_OPTIONS_INIT;
}

bool token_request_policy(token_request *r, chatfmt_slice name)
{
    int found = token_word(token_policies, name);
    if (found < 0) return false;
    r->options.policy = found == 6 ? CHATFMT_TOKENS_ANY : (chatfmt_token_policy)found;
    return true;
}

bool token_request_fit(token_request *r, chatfmt_slice name)
{
    int found = token_word(token_fits, name);
    if (found >= 0) r->options.fit = (chatfmt_fit)found;
    return found >= 0;
}

bool token_request_padding(token_request *r, chatfmt_slice name)
{
    int found = token_word(token_pads, name);
    if (found < 0) return false;
    r->options.padding = (chatfmt_pad)found;
    r->attention = true;
    return true;
}

bool token_request_side(chatfmt_slice name, chatfmt_side *out)
{
    int found = token_word(token_sides, name);
    if (found >= 0) *out = (chatfmt_side)found;
    return found >= 0;
}

static bool token_bad(chatfmt_error *error, const char *name, const char *expected)
{
    memset(error, 0, sizeof *error);
    error->status = CHATFMT_VALUE;
    snprintf(error->text, sizeof error->text, "%s: expected %s", name, expected);
    return false;
}

static bool token_number(chatfmt_value value, const char *name, size_t *out,
                         chatfmt_error *error)
{
    *out = 0;
    if (chatfmt_value_kind_of(value) == CHATFMT_VALUE_NONE) return true;
    if (chatfmt_value_kind_of(value) != CHATFMT_VALUE_INT || chatfmt_value_as_int(value) < 1)
        return token_bad(error, name, "a number above 0");
    *out = (size_t)chatfmt_value_as_int(value);
    return true;
}

/* ---- Parameters of apply_chat_template ---- */

static bool token_take_padding(token_request *r, chatfmt_value value, chatfmt_error *error)
{
    r->attention = true;
    if (chatfmt_value_kind_of(value) != CHATFMT_VALUE_STRING) {
        r->options.padding =
            chatfmt_value_truth(value) ? CHATFMT_PAD_LONGEST : CHATFMT_PAD_NONE;
        return true;
    }
    return token_request_padding(r, chatfmt_value_as_text(value)) ||
           token_bad(error, "padding", "longest, max_length or do_not_pad");
}

/* With one text all strategies of the reference are one. */
static bool token_take_truncation(token_request *r, chatfmt_value value, chatfmt_error *error)
{
    static const char *const names[] = {"do_not_truncate", "longest_first", "only_first",
                                        "only_second", NULL};
    int found = chatfmt_value_truth(value) != 0;
    if (chatfmt_value_kind_of(value) == CHATFMT_VALUE_STRING)
        found = token_word(names, chatfmt_value_as_text(value));
    if (found < 0 || found == 3)
        return token_bad(error, "truncation", "longest_first, only_first or do_not_truncate");
    r->options.fit = found ? CHATFMT_FIT_TRUNCATE : CHATFMT_FIT_NONE;
    return true;
}

static bool token_take_kwargs(token_request *r, chatfmt_value kwargs, chatfmt_error *error)
{
    for (size_t i = 0; i < chatfmt_value_count(kwargs); i++) {
        chatfmt_slice name = chatfmt_value_key_at(kwargs, i);
        chatfmt_value value = chatfmt_value_at(kwargs, i);
        if (token_same(name, "pad_to_multiple_of")) {
            if (!token_number(value, "pad_to_multiple_of", &r->options.pad_multiple, error))
                return false;
        } else if (token_same(name, "padding_side")) {
            if (chatfmt_value_kind_of(value) == CHATFMT_VALUE_STRING &&
                !token_request_side(chatfmt_value_as_text(value), &r->options.padding_side))
                return token_bad(error, "padding_side", "left or right");
        } else if (token_same(name, "return_offsets_mapping")) {
            if (chatfmt_value_truth(value)) r->options.flags |= CHATFMT_PROMPT_CODE_POINTS;
        } else {
            return token_bad(error, "tokenizer_kwargs",
                             "pad_to_multiple_of, padding_side or return_offsets_mapping");
        }
    }
    return true;
}

bool token_request_take(token_request *r, chatfmt_slice name, chatfmt_value value,
                        chatfmt_error *error)
{
    error->status = CHATFMT_OK;
    if (token_same(name, "tokenize")) {
        r->wanted = chatfmt_value_truth(value) != 0;
    } else if (token_same(name, "padding")) {
        token_take_padding(r, value, error);
    } else if (token_same(name, "truncation")) {
        token_take_truncation(r, value, error);
    } else if (token_same(name, "max_length")) {
        token_number(value, "max_length", &r->options.max_length, error);
    } else if (token_same(name, "tokenizer_kwargs")) {
        token_take_kwargs(r, value, error);
    } else if (token_same(name, "sanitize_control_tokens")) {
        /* It may come with the data, which cannot weaken the policy that the caller chose. */
        if (chatfmt_value_truth(value) && r->options.policy == CHATFMT_TOKENS_ANY)
            r->options.policy = CHATFMT_TOKENS_CONTROL;
    } else if (token_same(name, "return_assistant_tokens_mask")) {
        r->wants_mask = chatfmt_value_truth(value) != 0;
    } else if (token_same(name, "return_dict")) {
        r->no_dict = !chatfmt_value_truth(value);
    } else {
        return false;
    }
    return true;
}

/* ---- Options of a line ---- */

static bool token_option_word(token_request *r, chatfmt_slice name, chatfmt_slice word,
                              chatfmt_error *error)
{
    if (token_same(name, "policy") && !token_request_policy(r, word))
        return token_bad(error, "options.policy",
                         "any, special, control, all, reject or report");
    if (token_same(name, "fit") && !token_request_fit(r, word))
        return token_bad(error, "options.fit", "none, truncate, drop, cut or refuse");
    if (token_same(name, "padding") && !token_request_padding(r, word))
        return token_bad(error, "options.padding", "longest, max_length or do_not_pad");
    if (token_same(name, "padding_side") && !token_request_side(word, &r->options.padding_side))
        return token_bad(error, "options.padding_side", "left or right");
    if (token_same(name, "truncation_side") &&
        !token_request_side(word, &r->options.truncation_side))
        return token_bad(error, "options.truncation_side", "left or right");
    return true;
}

bool token_request_option(token_request *r, chatfmt_slice name, chatfmt_value value,
                          chatfmt_error *error)
{
    static const char *const numbers[] = {"max_length", "pad_multiple", NULL};
    static const struct {
        const char *name;
        uint32_t flag;
    } switches[] = {{"offsets", CHATFMT_PROMPT_CODE_POINTS},
                    {"message_tokens", CHATFMT_PROMPT_MESSAGES},
                    {"stop_ids", CHATFMT_PROMPT_STOPS}};
    bool truth = chatfmt_value_truth(value) != 0;
    int number = token_word(numbers, name);
    if (token_same(name, "ids")) r->wanted = truth;
    if (token_same(name, "tokens")) r->texts = truth;
    if (token_same(name, "attention_mask")) r->attention = truth;
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        if (token_same(name, switches[i].name) && truth) r->options.flags |= switches[i].flag;
    if (number >= 0 &&
        !token_number(value, numbers[number],
                      number ? &r->options.pad_multiple : &r->options.max_length, error))
        return false;
    return chatfmt_value_kind_of(value) != CHATFMT_VALUE_STRING ||
           token_option_word(r, name, chatfmt_value_as_text(value), error);
}

/* ---- Answers ---- */

static void token_write_ids(const token_request *r, const chatfmt_prompt *p, writer *out)
{
    (void)r;
    for (size_t i = 0; i < p->count; i++) {
        if (i) write_text(out, ", ");
        write_number(out, p->ids[i]);
    }
}

static void token_write_bits(const unsigned char *bits, size_t count, writer *out)
{
    for (size_t i = 0; i < count; i++) {
        const char *text = bits[i] ? ", 1" : ", 0";
        write_text(out, i ? text : text + 2);
    }
}

static void token_write_attention(const token_request *r, const chatfmt_prompt *p, writer *out)
{
    (void)r;
    token_write_bits(p->attention, p->count, out);
}

static void token_write_mask(const token_request *r, const chatfmt_prompt *p, writer *out)
{
    (void)r;
    token_write_bits(p->mask, p->count, out);
}

static void token_write_texts(const token_request *r, const chatfmt_prompt *p, writer *out)
{
    for (size_t i = 0; i < p->count; i++) {
        chatfmt_slice text = chatfmt_tokenizer_text(r->tokenizer, p->ids[i]);
        if (i) write_text(out, ", ");
        write_json_string(out, text.data ? text.data : "", text.length);
    }
}

static void token_write_pair(uint32_t begin, uint32_t end, bool first, writer *out)
{
    write_text(out, first ? "[" : ", [");
    write_number(out, begin);
    write_text(out, ", ");
    write_number(out, end);
    write_text(out, "]");
}

static void token_write_offsets(const token_request *r, const chatfmt_prompt *p, writer *out)
{
    (void)r;
    for (size_t i = 0; i < p->count; i++)
        token_write_pair(p->places[i].begin, p->places[i].end, i == 0, out);
}

static void token_write_messages(const token_request *r, const chatfmt_prompt *p, writer *out)
{
    (void)r;
    for (size_t i = 0; i < p->message_count; i++)
        token_write_pair(p->messages[i].begin, p->messages[i].end, i == 0, out);
}

static void token_write_stops(const token_request *r, const chatfmt_prompt *p, writer *out)
{
    (void)r;
    for (size_t i = 0; i < p->stop_count; i++) {
        if (i) write_text(out, ", ");
        write_number(out, p->stops[i]);
    }
}

static void token_write_attempts(const token_request *r, const chatfmt_prompt *p, writer *out)
{
    (void)r;
    for (size_t i = 0; i < p->attempt_count; i++) {
        chatfmt_slice path = chatfmt_prompt_attempt_path(p, i);
        write_text(out, i ? ", {\"begin\": " : "{\"begin\": ");
        write_number(out, p->attempts[i].begin);
        write_text(out, ", \"end\": ");
        write_number(out, p->attempts[i].end);
        write_text(out, ", \"id\": ");
        write_number(out, p->attempts[i].id);
        if (path.length) {
            write_text(out, ", \"path\": ");
            write_json_string(out, path.data, path.length);
        }
        write_text(out, "}");
    }
}

static void token_write_findings(const token_request *r, const chatfmt_prompt *p, writer *out)
{
    static const char *const names[] = {"adds_bos", "two_bos", "no_bos"};
    bool any = false;
    (void)r;
    for (uint32_t i = 0; i < 3; i++) {
        if (!(p->findings & 1u << i)) continue;
        write_text(out, any ? ", \"" : "\"");
        write_text(out, names[i]);
        write_text(out, "\"");
        any = true;
    }
}

static void token_write_lost(const token_request *r, const chatfmt_prompt *p, writer *out)
{
    (void)r;
    if (p->truncated) {
        write_text(out, "{\"tokens\": ");
        write_number(out, p->truncated);
        write_text(out, "}");
    }
    if (p->dropped) {
        write_text(out, "{\"first_message\": ");
        write_number(out, p->kept_head);
        write_text(out, ", \"messages\": ");
        write_number(out, p->dropped);
        write_text(out, "}");
    }
    if (p->cut_bytes) {
        write_text(out, "{\"message\": ");
        write_number(out, p->cut_message);
        write_text(out, ", \"bytes\": ");
        write_number(out, p->cut_bytes);
        write_text(out, "}");
    }
}

/* One member for all prompts: [ … ], or [[ … ], [ … ]] in a batch. The first of an object has no
 * comma before it. */
static void token_member(const token_request *r, const char *name, const chatfmt_prompt *prompts,
                         size_t count, bool in_batch, writer *out,
                         void (*write)(const token_request *, const chatfmt_prompt *, writer *))
{
    bool first = out->length && out->data[out->length - 1] == '{';
    write_text(out, first ? "\"" : ", \"");
    write_text(out, name);
    write_text(out, in_batch ? "\": [" : "\": ");
    for (size_t i = 0; i < count; i++) {
        write_text(out, i ? ", [" : "[");
        write(r, &prompts[i], out);
        write_text(out, "]");
    }
    if (in_batch) write_text(out, "]");
}

void token_request_write(const token_request *r, const chatfmt_prompt *prompts, size_t count,
                         bool in_batch, writer *out)
{
    bool attempts = false, findings = false, lost = false;
    for (size_t i = 0; i < count; i++) {
        attempts = attempts || prompts[i].attempt_total;
        findings = findings || prompts[i].findings;
        lost = lost || prompts[i].truncated || prompts[i].dropped || prompts[i].cut_bytes;
    }
    const struct {
        const char *name;
        bool wanted;
        void (*write)(const token_request *, const chatfmt_prompt *, writer *);
    } members[] = {
        {"ids", true, token_write_ids},
        {"attention_mask", r->attention, token_write_attention},
        {"assistant_masks", r->options.mask != NULL, token_write_mask},
        {"tokens", r->texts, token_write_texts},
        {"offsets", (r->options.flags & CHATFMT_PROMPT_CODE_POINTS) != 0, token_write_offsets},
        {"message_tokens", (r->options.flags & CHATFMT_PROMPT_MESSAGES) != 0, token_write_messages},
        {"stop_ids", (r->options.flags & CHATFMT_PROMPT_STOPS) != 0, token_write_stops},
        {"attempts", attempts, token_write_attempts},
        {"findings", findings, token_write_findings},
        {"lost", lost, token_write_lost},
    };
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (members[i].wanted)
            token_member(r, members[i].name, prompts, count, in_batch, out, members[i].write);
}
