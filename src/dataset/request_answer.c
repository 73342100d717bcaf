/* dataset/request_answer.c - the answer to a request as JSON. */
#include "chat/unwritten.h"
#include "dataset/request.h"
#include "dataset/results.h"
#include "value/dict.h"
#include "value/list.h"

/* ---- Columns of ids ---- */

typedef struct answer_columns {
    cft_json_out *out;
    const chatfmt_tokenizer *tokenizer;
} answer_columns;

typedef void answer_column(const answer_columns *c, const chatfmt_prompt *p);

static void answer_numbers(cft_json_out *out, const uint32_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i) cft_out_text(out, ", ");
        cft_out_number(out, numbers[i]);
    }
}

static void answer_bits(cft_json_out *out, const unsigned char *bits, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *text = bits[i] ? ", 1" : ", 0";
        cft_out_text(out, i ? text : text + 2);
    }
}

static void answer_pair(cft_json_out *out, size_t begin, size_t end, bool is_first)
{
    cft_out_text(out, is_first ? "[" : ", [");
    cft_out_number(out, begin);
    cft_out_text(out, ", ");
    cft_out_number(out, end);
    cft_out_text(out, "]");
}

static void answer_ids(const answer_columns *c, const chatfmt_prompt *p)
{
    answer_numbers(c->out, p->ids, p->count);
}

static void answer_attention(const answer_columns *c, const chatfmt_prompt *p)
{
    answer_bits(c->out, p->attention, p->count);
}

static void answer_mask(const answer_columns *c, const chatfmt_prompt *p)
{
    answer_bits(c->out, p->mask, p->mask ? p->count : 0);
}

static void answer_texts(const answer_columns *c, const chatfmt_prompt *p)
{
    for (size_t i = 0; i < p->count; i++) {
        cft_slice text = cft_tokenizer_name(&c->tokenizer->tokenizer, p->ids[i]);
        if (i) cft_out_text(c->out, ", ");
        cft_out_string(c->out, text.data ? text.data : "", text.length);
    }
}

static void answer_offsets(const answer_columns *c, const chatfmt_prompt *p)
{
    for (size_t i = 0; p->places && i < p->count; i++)
        answer_pair(c->out, p->places[i].begin, p->places[i].end, i == 0);
}

static void answer_messages(const answer_columns *c, const chatfmt_prompt *p)
{
    for (size_t i = 0; i < p->message_count; i++)
        answer_pair(c->out, p->messages[i].begin, p->messages[i].end, i == 0);
}

static void answer_stops(const answer_columns *c, const chatfmt_prompt *p)
{
    answer_numbers(c->out, p->stops, p->stop_count);
}

static void answer_attempts(const answer_columns *c, const chatfmt_prompt *p)
{
    for (size_t i = 0; i < p->attempt_count; i++)
        cft_result_attempt(c->out, i, p->attempts[i], p->attempt_paths[i]);
}

static void answer_attempt_total(const answer_columns *c, const chatfmt_prompt *p)
{
    cft_out_number(c->out, p->attempt_total);
}

static void answer_findings(const answer_columns *c, const chatfmt_prompt *p)
{
    static const char *const names[] = {"adds_bos", "two_bos", "no_bos", "class_ids",
                                        "no_length"};
    bool any = false;
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!(p->findings & 1u << i)) continue;
        if (any) cft_out_text(c->out, ", ");
        cft_out_string(c->out, names[i], strlen(names[i]));
        any = true;
    }
}

static void answer_loss(cft_json_out *out, const char *name, size_t first, const char *other,
                        size_t second)
{
    cft_out_text(out, "{");
    cft_out_name(out, name);
    cft_out_number(out, first);
    if (other) {
        cft_out_text(out, ", ");
        cft_out_name(out, other);
        cft_out_number(out, second);
    }
    cft_out_text(out, "}");
}

static void answer_lost(const answer_columns *c, const chatfmt_prompt *p)
{
    if (p->truncated) answer_loss(c->out, "tokens", p->truncated, NULL, 0);
    if (p->dropped) answer_loss(c->out, "first_message", p->kept_head, "messages", p->dropped);
    if (p->cut_bytes) answer_loss(c->out, "message", p->cut_message, "bytes", p->cut_bytes);
}

void cft_request_write_columns(cft_request *r, const chatfmt_tokenizer *tokenizer,
                               const chatfmt_prompt *const *prompts, size_t count, bool in_batch)
{
    bool attempts = false, more = false, findings = false, lost = false, is_first = true;
    cft_json_out *out = &r->json;
    uint32_t flags = r->prompt.flags;
    const answer_columns columns = {out, tokenizer};
    for (size_t i = 0; i < count; i++) {
        attempts = attempts || prompts[i]->attempt_total;
        more = more || prompts[i]->attempt_total > prompts[i]->attempt_count;
        findings = findings || prompts[i]->findings;
        lost = lost || prompts[i]->truncated || prompts[i]->dropped || prompts[i]->cut_bytes;
    }
    const struct {
        const char *name;
        bool wanted;
        answer_column *write;
        bool is_number; /* else an array */
    } members[] = {
        {"ids", true, answer_ids, false},
        {"attention_mask", r->shown.wants_attention != 0, answer_attention, false},
        {"assistant_masks", r->prompt.mask != NULL, answer_mask, false},
        {"tokens", r->shown.wants_texts && tokenizer, answer_texts, false},
        {"offsets", (flags & CHATFMT_PROMPT_CODE_POINTS) != 0, answer_offsets, false},
        {"message_tokens", (flags & CHATFMT_PROMPT_MESSAGES) != 0, answer_messages, false},
        {"stop_ids", (flags & CHATFMT_PROMPT_STOPS) != 0, answer_stops, false},
        {"attempts", attempts, answer_attempts, false},
        {"attempt_total", more, answer_attempt_total, true},
        {"findings", findings, answer_findings, false},
        {"lost", lost, answer_lost, false},
    };
    for (size_t m = 0; m < sizeof members / sizeof *members; m++) {
        if (!members[m].wanted) continue;
        if (!is_first) cft_out_text(out, ", ");
        is_first = false;
        cft_out_name(out, members[m].name);
        if (in_batch) cft_out_text(out, "[");
        for (size_t i = 0; i < count; i++) {
            if (i) cft_out_text(out, ", ");
            if (!members[m].is_number) cft_out_text(out, "[");
            members[m].write(&columns, prompts[i]);
            if (!members[m].is_number) cft_out_text(out, "]");
        }
        if (in_batch) cft_out_text(out, "]");
    }
}

/* ---- What applying gave ---- */

static void answer_string(cft_json_out *out, const char *before, cft_slice text)
{
    cft_out_text(out, before);
    cft_out_string(out, text.data, text.length);
}

static void answer_turn(cft_json_out *out, const chatfmt_applied *a)
{
    const chatfmt_open_turn *turn = &a->turn;
    cft_out_text(out, turn->open ? ", \"turn\": {\"open\": true, \"begin\": "
                                 : ", \"turn\": {\"open\": false, \"begin\": ");
    cft_out_number(out, turn->begin);
    answer_string(out, ", \"role\": ", turn->role);
    answer_string(out, ", \"opening\": ", turn->opening);
    answer_string(out, ", \"prefill\": ", turn->prefill);
    cft_out_text(out, turn->reasoning ? ", \"reasoning\": true}" : ", \"reasoning\": false}");
    cft_out_text(out, ", \"stops\": [");
    for (size_t i = 0; i < a->stop_count; i++) answer_string(out, i ? ", " : "", a->stops[i]);
    cft_out_text(out, "]");
}

static void answer_changes(cft_json_out *out, const chatfmt_applied *a)
{
    cft_out_text(out, "[");
    for (size_t i = 0; i < a->change_count; i++) {
        cft_out_text(out, i ? ", {\"what\": \"" : "{\"what\": \"");
        cft_out_text(out, a->changes[i].what);
        cft_out_text(out, "\", \"message\": ");
        cft_out_number(out, a->changes[i].message);
        cft_out_text(out, ", \"call\": ");
        cft_out_number(out, a->changes[i].call);
        cft_out_text(out, "}");
    }
    cft_out_text(out, "]");
}

static void answer_ranges(cft_json_out *out, const chatfmt_mask_range *ranges, size_t count)
{
    cft_out_text(out, ", \"mask\": [");
    for (size_t i = 0; i < count; i++) answer_pair(out, ranges[i].begin, ranges[i].end, i == 0);
    cft_out_text(out, "], \"mask_chars\": [");
    for (size_t i = 0; i < count; i++)
        answer_pair(out, ranges[i].begin_char, ranges[i].end_char, i == 0);
    cft_out_text(out, "]");
}

static void answer_spans(cft_json_out *out, const chatfmt_applied *a)
{
    cft_out_text(out, ", \"spans\": ");
    cft_result_spans(out, a->spans, a->span_count);
}

/* ---- What the prompt lacks ---- */

static chatfmt_status answer_put(cft_heap *heap, cft_dict *variables, cft_slice name,
                                 chatfmt_value value)
{
    cft_value inner = cft_unwrap(value);
    if (inner.kind == CFT_ABSENT) return CHATFMT_OK;
    return cft_dict_put(heap, variables, cft_string(name.data, (uint32_t)name.length, 0), inner);
}

/* What the template has, under the names that it knows: the arguments may have been an array, and
 * the caller may have changed what was read of them. */
static chatfmt_status answer_variables(const cft_request *r, chatfmt_value conversation,
                                       cft_heap *heap, cft_dict **out)
{
    cft_value variables = cft_unwrap(r->apply.variables);
    CFT_TRY(cft_dict_new(heap, 4, out));
    CFT_TRY(answer_put(heap, *out, CFT_LIT("messages"), conversation));
    CFT_TRY(answer_put(heap, *out, CFT_LIT("tools"), r->apply.tools));
    CFT_TRY(answer_put(heap, *out, CFT_LIT("documents"), r->apply.documents));
    for (uint32_t i = 0; variables.kind == CFT_DICT && i < variables.as.dict->count; i++)
        CFT_TRY(cft_dict_put(heap, *out, variables.as.dict->entries[i].key,
                             variables.as.dict->entries[i].value));
    return CHATFMT_OK;
}

static chatfmt_status answer_look(cft_request *r, chatfmt_value conversation,
                                  const chatfmt_applied *a, cft_list_builder *list)
{
    cft_heap *heap = &r->values->heap;
    cft_dict *variables;
    CFT_TRY(answer_variables(r, conversation, heap, &variables));
    return cft_unwritten(heap, variables, a->spans, a->span_count, false, list);
}

static chatfmt_status answer_look_begin(cft_request *r, chatfmt_error *error,
                                        cft_list_builder *list)
{
    if (!r->values)
        return cft_fail(error, CHATFMT_BAD_ARGUMENT,
                        "`unwritten` needs chatfmt_request_read() before");
    r->values->heap.error = error;
    return cft_list_build(list, &r->values->heap, 4);
}

static chatfmt_status answer_look_end(cft_request *r, cft_list_builder *list)
{
    cft_value found;
    CFT_TRY(cft_list_end(list, CFT_LIST, &found));
    r->shown.unwritten = cft_wrap(found);
    return CHATFMT_OK;
}

static chatfmt_status answer_find_unwritten(cft_request *r, const cft_prompt_job *job,
                                            const chatfmt_applied *a)
{
    cft_list_builder list;
    CFT_TRY(answer_look_begin(r, job->error, &list));
    CFT_TRY(answer_look(r, r->shown.conversation, a, &list));
    return answer_look_end(r, &list);
}

static void answer_unwritten(cft_request *r)
{
    cft_value paths = cft_unwrap(r->shown.unwritten);
    if (paths.kind != CFT_LIST || !paths.as.list->count) return;
    cft_out_text(&r->json, ", \"unwritten\": [");
    for (uint32_t i = 0; i < paths.as.list->count; i++)
        answer_string(&r->json, i ? ", " : "", cft_text_of(paths.as.list->items[i]));
    cft_out_text(&r->json, "]");
}

/* ---- One conversation ---- */

static chatfmt_status answer_apply(cft_request *r, cft_prompt_job *job, cft_value conversation,
                                   uint32_t flags, chatfmt_applied *applied,
                                   const chatfmt_mask_range **ranges, size_t *count)
{
    CFT_TRY(cft_prompt_apply(job, cft_wrap(conversation), flags, applied));
    if (!r->shown.has_mask || flags & CHATFMT_APPLY_CHECK) return CHATFMT_OK;
    return cft_applier_mask(job->chat, &job->mask, ranges, count, job->error);
}

static chatfmt_status answer_one(cft_request *r, cft_prompt_job *job,
                                 const chatfmt_tokenizer *tokenizer, uint32_t flags)
{
    cft_json_out *out = &r->json;
    chatfmt_applied made;
    const chatfmt_applied *applied = &made;
    const chatfmt_prompt *prompt = NULL;
    const chatfmt_mask_range *ranges = NULL;
    size_t count = 0;
    cft_value conversation = cft_unwrap(r->shown.conversation);
    if (r->shown.wants_unwritten) job->apply.flags |= CHATFMT_APPLY_SPANS;
    if (r->shown.wants_ids) {
        CFT_TRY(cft_prompt_one(job, cft_wrap(conversation), &prompt));
        if (r->shown.has_mask)
            CFT_TRY(cft_applier_mask(job->chat, &job->mask, &ranges, &count, job->error));
        applied = prompt->applied;
    } else {
        CFT_TRY(answer_apply(r, job, conversation, 0, &made, &ranges, &count));
    }
    if (r->shown.wants_unwritten) CFT_TRY(answer_find_unwritten(r, job, applied));
    r->shown.text = applied->text;
    answer_string(out, "{\"text\": ", applied->text);
    if (applied->change_count) cft_out_text(out, ", \"changes\": ");
    if (applied->change_count) answer_changes(out, applied);
    if (r->apply.flags & CHATFMT_APPLY_TURN) answer_turn(out, applied);
    if (flags & CHATFMT_ANSWER_TEMPLATE) {
        answer_string(out, ", \"template\": ", applied->template_name);
        cft_out_text(out, ", \"template_sha256\": \"");
        cft_out_text(out, applied->template_hash);
        cft_out_text(out, "\"");
    }
    if (r->shown.has_mask) answer_ranges(out, ranges, count);
    if (r->apply.flags & CHATFMT_APPLY_SPANS &&
        (!r->shown.has_mask || flags & CHATFMT_ANSWER_SPANS))
        answer_spans(out, applied);
    if (r->shown.wants_ids) {
        cft_out_text(out, ", ");
        cft_request_write_columns(r, tokenizer, &prompt, 1, false);
    }
    answer_unwritten(r);
    cft_out_text(out, "}");
    return CHATFMT_OK;
}

/* ---- Many ---- */

/* The paths from `first` on get the name of their conversation, as errors of batches have it. */
static chatfmt_status answer_name_paths(cft_list_builder *list, size_t first, uint32_t number)
{
    chatfmt_error name;
    (void)cft_fail(&name, CHATFMT_OK, "conversations[%u].", (unsigned)number);
    size_t length = strlen(name.text);
    for (size_t i = first; i < list->count; i++) {
        cft_slice path = cft_text_of(list->items[i]);
        void *room;
        CFT_TRY(cft_heap_take(list->heap, length + path.length, &room));
        memcpy(room, name.text, length);
        memcpy((char *)room + length, path.data, path.length);
        list->items[i] = cft_string(room, (uint32_t)(length + path.length), 0);
    }
    return CHATFMT_OK;
}

static chatfmt_status answer_look_in_batch(cft_request *r, uint32_t number, cft_value conversation,
                                           const chatfmt_applied *a, cft_list_builder *list)
{
    size_t first = list->count;
    cft_value text;
    CFT_TRY(answer_look(r, cft_wrap(conversation), a, list));
    CFT_TRY(answer_name_paths(list, first, number));
    if (first || !list->count) return CHATFMT_OK;
    CFT_TRY(cft_store_string(r->values, a->text, &text)); /* the next one takes its place */
    r->shown.text = cft_text_of(text);
    return CHATFMT_OK;
}

/* What is not kept of many prompts at once: each is made again, where something of it is wanted. */
static chatfmt_status answer_rest_of_batch(cft_request *r, cft_prompt_job *job,
                                           const cft_list *list, bool changed)
{
    cft_json_out *out = &r->json;
    cft_list_builder lacks;
    chatfmt_applied applied;
    bool looks = r->shown.wants_unwritten != 0;
    if (looks) CFT_TRY(answer_look_begin(r, job->error, &lacks));
    if (looks) job->apply.flags |= CHATFMT_APPLY_SPANS;
    if (changed) cft_out_text(out, ", \"changes\": [");
    for (uint32_t i = 0; (looks || changed) && i < list->count; i++) {
        cft_value one = list->items[i];
        CFT_TRY(cft_prompt_of_batch(job, i, cft_prompt_apply(job, cft_wrap(one), 0, &applied)));
        if (changed && i) cft_out_text(out, ", ");
        if (changed) answer_changes(out, &applied);
        if (looks) CFT_TRY(answer_look_in_batch(r, i, one, &applied, &lacks));
    }
    if (changed) cft_out_text(out, "]");
    if (looks) CFT_TRY(answer_look_end(r, &lacks));
    answer_unwritten(r);
    cft_out_text(out, "}");
    return CHATFMT_OK;
}

/* All are looked at before the first is rendered: the answer has all of them, or is an error. */
static chatfmt_status answer_texts_of_batch(cft_request *r, cft_prompt_job *job,
                                            const cft_list *list)
{
    cft_json_out *out = &r->json;
    chatfmt_applied applied;
    const chatfmt_mask_range *ranges;
    size_t count;
    bool changed = false;
    job->apply.flags |= CHATFMT_APPLY_IN_BATCH;
    for (uint32_t i = 0; i < list->count; i++)
        CFT_TRY(cft_prompt_of_batch(job, i,
                                    answer_apply(r, job, list->items[i], CHATFMT_APPLY_CHECK,
                                                 &applied, &ranges, &count)));
    cft_out_text(out, "{\"text\": [");
    for (uint32_t i = 0; i < list->count; i++) {
        CFT_TRY(cft_prompt_of_batch(
            job, i, answer_apply(r, job, list->items[i], 0, &applied, &ranges, &count)));
        answer_string(out, i ? ", " : "", applied.text);
        changed = changed || applied.change_count;
    }
    cft_out_text(out, "]");
    return answer_rest_of_batch(r, job, list, changed);
}

static chatfmt_status answer_ids_of_batch(cft_request *r, cft_prompt_job *job,
                                          const chatfmt_tokenizer *tokenizer,
                                          const cft_list *list)
{
    cft_json_out *out = &r->json;
    const chatfmt_prompt *const *rows;
    bool changed = false;
    job->in_batch = true;
    CFT_TRY(cft_prompt_batch(job, list, &rows));
    cft_out_text(out, "{\"text\": [");
    for (uint32_t i = 0; i < list->count; i++) {
        answer_string(out, i ? ", " : "", rows[i]->applied->text);
        changed = changed || rows[i]->applied->change_count;
    }
    cft_out_text(out, "], ");
    cft_request_write_columns(r, tokenizer, rows, list->count, true);
    job->apply.flags |= CHATFMT_APPLY_IN_BATCH;
    return answer_rest_of_batch(r, job, list, changed);
}

static bool answer_is_batch(cft_value conversation)
{
    return conversation.kind == CFT_LIST && conversation.as.list->count &&
           conversation.as.list->items[0].kind == CFT_LIST;
}

chatfmt_status cft_request_answer(cft_request *r, cft_prompt_job *job,
                                  const chatfmt_tokenizer *tokenizer, uint32_t flags)
{
    cft_value conversation = cft_unwrap(r->shown.conversation);
    if (!answer_is_batch(conversation)) CFT_TRY(answer_one(r, job, tokenizer, flags));
    else if (r->shown.wants_ids)
        CFT_TRY(answer_ids_of_batch(r, job, tokenizer, conversation.as.list));
    else CFT_TRY(answer_texts_of_batch(r, job, conversation.as.list));
    return r->json.status;
}
