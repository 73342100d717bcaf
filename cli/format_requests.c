/* cli/format_requests.c - formats in `render --batch`. */
#include "format_requests.h"
#include "show.h"
#include "unwritten.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPENED_MOST = 1024, SPECIALS_MOST = 64, STOPS_MOST = 64 };

struct opened_format {
    opened_format *next;
    chatfmt_format *format;
    size_t length;
    char name[];
};

static chatfmt_value request_member(chatfmt_value object, const char *name)
{
    return chatfmt_value_find(object, name, strlen(name));
}

static bool request_bad(chatfmt_error *error, const char *message)
{
    memset(error, 0, sizeof *error);
    error->status = CHATFMT_INPUT;
    snprintf(error->text, sizeof error->text, "%s", message);
    return false;
}

void format_requests_close(format_requests *work)
{
    kept_tokenizer_drop(&work->tokenizer);
    while (work->opened) {
        opened_format *first = work->opened;
        work->opened = first->next;
        chatfmt_format_free(first->format);
        free(first);
    }
    work->count = 0;
}

bool format_requests_has(chatfmt_value request)
{
    static const char *const keys[] = {"conversation", "format", "program", "training",
                                       "stopping",     "stop_word"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (chatfmt_value_kind_of(request_member(request, keys[i])) != CHATFMT_VALUE_ABSENT)
            return true;
    return false;
}

/* The format of this name, opened once. */
static const chatfmt_format *request_format(format_requests *work, chatfmt_slice name,
                                            chatfmt_error *error)
{
    for (opened_format *f = work->opened; f; f = f->next)
        if (f->length == name.length && !memcmp(f->name, name.data, name.length))
            return f->format;
    if (work->count >= OPENED_MOST) format_requests_close(work);
    opened_format *added = malloc(sizeof *added + name.length);
    if (!added) {
        request_bad(error, "out of memory");
        error->status = CHATFMT_NO_MEMORY;
        return NULL;
    }
    if (chatfmt_format_open(work->formats, name.data, name.length, NULL, &added->format,
                            error)) {
        free(added);
        return NULL;
    }
    added->length = name.length;
    if (name.length) memcpy(added->name, name.data, name.length);
    added->next = work->opened;
    work->opened = added;
    work->count++;
    return added->format;
}

/* A member that is a text, as a NUL-terminated name in `buffer`; NULL when it is absent. */
static const char *request_name(chatfmt_value object, const char *key, char *buffer,
                                size_t size)
{
    chatfmt_value value = request_member(object, key);
    chatfmt_slice text = chatfmt_value_as_text(value);
    if (chatfmt_value_kind_of(value) != CHATFMT_VALUE_STRING) return NULL;
    size_t length = text.length < size - 1 ? text.length : size - 1;
    if (length) memcpy(buffer, text.data, length);
    buffer[length] = 0;
    return buffer;
}

/* What the prompt lacks of the `variables`, in `found`. Nothing made of something is an error. */
static bool answer_check(const format_answer *a, chatfmt_value variables, chatfmt_slice text,
                         unwritten *found)
{
    const chatfmt_span *spans;
    size_t count;
    *found = (unwritten){a->values, variables, !show_has_placeholder(text), {{0, 0}}};
    if (chatfmt_renderer_spans(a->renderer, &spans, &count, a->error) ||
        !unwritten_find(found, spans, count, a->error))
        return false;
    return unwritten_accept(found, text, a->strict, a->error);
}

/* The same of a conversation's OpenAI messages; what is appended is written or refused. */
static bool answer_check_messages(const format_answer *a, chatfmt_value described,
                                  chatfmt_slice text, unwritten *found)
{
    static const char name[] = "messages";
    chatfmt_value variables, messages = request_member(described, name);
    if (chatfmt_value_kind_of(messages) != CHATFMT_VALUE_ARRAY ||
        chatfmt_value_kind_of(request_member(described, "template_name")) != CHATFMT_VALUE_ABSENT)
        return true;
    return !chatfmt_value_object(a->values, &variables, a->error) &&
           !chatfmt_value_set(a->values, variables, name, sizeof name - 1, messages, a->error) &&
           answer_check(a, variables, text, found);
}

/* The options with spans, which are looked at whether they are shown or not. */
static chatfmt_render_options answer_options(const format_answer *a)
{
    chatfmt_render_options options = *a->options;
    options.flags |= CHATFMT_RENDER_SPANS;
    return options;
}

static bool answer_text(const format_answer *a, chatfmt_slice text)
{
    const chatfmt_span *spans;
    size_t count;
    bool has_spans = a->options && (a->options->flags & CHATFMT_RENDER_SPANS);
    if (has_spans && chatfmt_renderer_spans(a->renderer, &spans, &count, a->error))
        return false;
    a->begin(a->context);
    write_text(a->out, ", \"text\": ");
    write_json_string(a->out, text.data, text.length);
    if (!has_spans) return true;
    write_text(a->out, ", ");
    return show_spans_json(a->out, a->renderer, a->error);
}

/* ---- {"format", "program", "context"} ---- */

static bool answer_format(const format_answer *a, chatfmt_value request)
{
    char buffer[128];
    chatfmt_slice text;
    const chatfmt_format *format = NULL;
    chatfmt_value name = request_member(request, "format");
    const char *program = request_name(request, "program", buffer, sizeof buffer);
    if (chatfmt_value_kind_of(name) == CHATFMT_VALUE_STRING) {
        format = request_format(a->work, chatfmt_value_as_text(name), a->error);
        if (!format) return false;
    } else if (!program) {
        return request_bad(a->error, "the key format is not a string");
    }
    chatfmt_value context = request_member(request, "context");
    if (chatfmt_value_kind_of(context) != CHATFMT_VALUE_OBJECT)
        return request_bad(a->error, "the key context is missing, or not an object");
    chatfmt_render_options options = answer_options(a);
    unwritten found;
    if (chatfmt_format_render(a->renderer, format, program, context, &options, &text, a->error) ||
        !answer_check(a, context, text, &found) || !answer_text(a, text))
        return false;
    if (format) show_stops_json(a->out, format, context);
    unwritten_write(&found, a->out);
    return true;
}

/* ---- {"conversation", "program"} ---- */

static bool answer_conversation(const format_answer *a, chatfmt_value request,
                                chatfmt_value described)
{
    char buffer[128];
    chatfmt_slice text;
    chatfmt_conversation *conversation;
    const char *program = request_name(request, "program", buffer, sizeof buffer);
    if (chatfmt_conversation_read(a->work->formats, described, NULL, &conversation, a->error))
        return false;
    chatfmt_render_options options = answer_options(a);
    unwritten found = {.values = a->values};
    bool ok = program && !strcmp(program, "save")
                  ? !chatfmt_conversation_save(conversation, a->values, &text, a->error)
              : program ? !chatfmt_conversation_convert(conversation, program, a->renderer, &text,
                                                        a->error)
                      : !chatfmt_conversation_prompt(conversation, a->renderer, &options, &text,
                                                     a->error) &&
                            answer_check_messages(a, described, text, &found);
    format_answer plain = *a;
    if (program) plain.options = NULL; /* a conversion has no spans */
    ok = ok && answer_text(&plain, text);
    if (ok) unwritten_write(&found, a->out);
    chatfmt_conversation_free(conversation);
    return ok;
}

/* ---- {"training"} ---- */

static size_t request_texts(chatfmt_value list, chatfmt_slice *out, size_t most)
{
    size_t count = chatfmt_value_count(list);
    if (count > most) count = most;
    for (size_t i = 0; i < count; i++) out[i] = chatfmt_value_as_text(chatfmt_value_at(list, i));
    return count;
}

/* The trainer's own count of tokens is not that of the ids: it learns nothing then. */
static void answer_mismatch(const format_answer *a, size_t counted, size_t tokens)
{
    write_text(a->out, ", \"mismatch\": [");
    write_number(a->out, counted);
    write_text(a->out, ", ");
    write_number(a->out, tokens);
    write_text(a->out, "]");
}

static void answer_training_result(const format_answer *a, const chatfmt_training *result)
{
    a->begin(a->context);
    write_text(a->out, ", \"text\": ");
    write_json_string(a->out, result->prompt.data, result->prompt.length);
    write_text(a->out, ", \"learned\": [");
    for (size_t i = 0; i < result->count; i++) {
        write_text(a->out, i ? ", [" : "[");
        write_number(a->out, result->learned[i].begin);
        write_text(a->out, ", ");
        write_number(a->out, result->learned[i].end);
        write_text(a->out, "]");
    }
    write_text(a->out, "]");
    if (result->mismatch) answer_mismatch(a, result->counted, result->tokens);
}

static void answer_ids(const format_answer *a, const chatfmt_training_ids *result)
{
    a->begin(a->context);
    write_text(a->out, ", \"input_ids\": [");
    for (size_t i = 0; i < result->count; i++) {
        if (i) write_text(a->out, ", ");
        write_number(a->out, result->ids[i]);
    }
    write_text(a->out, "], \"labels\": [");
    for (size_t i = 0; i < result->count; i++) {
        if (i) write_text(a->out, ", ");
        if (result->learned[i] && result->attention[i]) write_number(a->out, result->ids[i]);
        else write_text(a->out, "-100");
    }
    write_text(a->out, "]");
    if (result->mismatch) answer_mismatch(a, result->counted, result->tokens);
}

/* {"training"} with a "tokenizer" */
static bool answer_training_ids(const format_answer *a, chatfmt_value request,
                                const chatfmt_format *format, const char *trainer)
{
    const chatfmt_training_ids *result;
    chatfmt_training_options options = CHATFMT_TRAINING_OPTIONS_INIT;
    chatfmt_value most = request_member(request, "max_length");
    chatfmt_encoder *encoder = kept_tokenizer_encoder(
        &a->work->tokenizer, chatfmt_value_as_text(request_member(request, "tokenizer")), NULL,
        a->error);
    if (!encoder) return false;
    options.system = chatfmt_value_as_text(request_member(request, "system"));
    options.bos_token = chatfmt_value_as_text(request_member(request, "bos_token"));
    options.eos_token = chatfmt_value_as_text(request_member(request, "eos_token"));
    options.pad_token = chatfmt_value_as_text(request_member(request, "pad_token"));
    if (chatfmt_value_kind_of(most) == CHATFMT_VALUE_INT && chatfmt_value_as_int(most) > 0)
        options.max_length = (size_t)chatfmt_value_as_int(most);
    if (chatfmt_value_truth(request_member(request, "legacy")))
        options.flags |= CHATFMT_TRAINING_LEGACY;
    if (chatfmt_value_truth(request_member(request, "input_alone")))
        options.flags |= CHATFMT_TRAINING_INPUT;
    if (chatfmt_format_train_ids(a->renderer, format, trainer, request_member(request, "source"),
                                 &options, encoder, &result, a->error))
        return false;
    answer_ids(a, result);
    return true;
}

static bool answer_training(const format_answer *a, chatfmt_value request)
{
    char buffer[128];
    const chatfmt_training *result;
    chatfmt_slice specials[SPECIALS_MOST];
    size_t count =
        request_texts(request_member(request, "specials"), specials, SPECIALS_MOST);
    const char *trainer = request_name(request, "trainer", buffer, sizeof buffer);
    chatfmt_slice name = chatfmt_value_as_text(request_member(request, "format"));
    const chatfmt_format *format = request_format(a->work, name, a->error);
    if (!format) return false;
    if (chatfmt_value_kind_of(request_member(request, "tokenizer")) == CHATFMT_VALUE_STRING)
        return answer_training_ids(a, request, format, trainer ? trainer : "train");
    uint32_t flags = 0;
    if (chatfmt_value_truth(request_member(request, "bos"))) flags |= CHATFMT_TRAINING_BOS;
    if (chatfmt_value_truth(request_member(request, "legacy")))
        flags |= CHATFMT_TRAINING_LEGACY;
    if (chatfmt_format_train(a->renderer, format, trainer ? trainer : "train",
                             request_member(request, "source"),
                             chatfmt_value_as_text(request_member(request, "system")), flags,
                             specials, count, &result, a->error))
        return false;
    answer_training_result(a, result);
    return true;
}

/* ---- {"stop_word"} and {"stopping"} ---- */

static bool answer_stop_word(const format_answer *a, chatfmt_value request)
{
    chatfmt_slice text = chatfmt_value_as_text(request_member(request, "text"));
    chatfmt_slice word = chatfmt_value_as_text(request_member(request, "word"));
    a->begin(a->context);
    write_text(a->out, chatfmt_stop_word_met(text, word) ? ", \"met\": true" : ", \"met\": false");
    return true;
}

/* The pieces shown one by one, as a list, and the stop that ended them. */
static bool answer_stopping(const format_answer *a, chatfmt_value request)
{
    chatfmt_stopper *stopper;
    chatfmt_slice stops[STOPS_MOST], shown;
    chatfmt_value pieces = request_member(request, "pieces");
    size_t count = request_texts(request_member(request, "stops"), stops, STOPS_MOST);
    chatfmt_slice name = chatfmt_value_as_text(request_member(request, "format"));
    int stop = -1;
    if (name.length) {
        const chatfmt_format *format = request_format(a->work, name, a->error);
        if (!format) return false;
        for (size_t i = 0; i < chatfmt_format_stop_count(format) && count < STOPS_MOST; i++)
            stops[count++] = chatfmt_format_stop(format, i);
    }
    if (chatfmt_stopper_new(stops, count, NULL, &stopper, a->error)) return false;
    a->begin(a->context);
    write_text(a->out, ", \"shown\": [");
    for (size_t i = 0; i < chatfmt_value_count(pieces); i++) {
        chatfmt_slice piece = chatfmt_value_as_text(chatfmt_value_at(pieces, i));
        if (chatfmt_stopper_push(stopper, piece.data, piece.length, &shown, &stop)) break;
        write_json_string(a->out, shown.data, shown.length);
        write_text(a->out, ", ");
    }
    chatfmt_stopper_finish(stopper, &shown);
    write_json_string(a->out, shown.data, shown.length);
    write_text(a->out, "], \"stop\": ");
    if (stop < 0)
        write_text(a->out, "null");
    else
        write_number(a->out, (uint64_t)stop);
    chatfmt_stopper_free(stopper);
    return true;
}

bool format_requests_answer(const format_answer *a, chatfmt_value request)
{
    chatfmt_value conversation = request_member(request, "conversation");
    chatfmt_value training = request_member(request, "training");
    chatfmt_value stopping = request_member(request, "stopping");
    if (chatfmt_value_kind_of(conversation) != CHATFMT_VALUE_ABSENT)
        return answer_conversation(a, request, conversation);
    if (chatfmt_value_kind_of(training) != CHATFMT_VALUE_ABSENT)
        return answer_training(a, training);
    if (chatfmt_value_kind_of(stopping) != CHATFMT_VALUE_ABSENT)
        return answer_stopping(a, stopping);
    chatfmt_value stop_word = request_member(request, "stop_word");
    if (chatfmt_value_kind_of(stop_word) != CHATFMT_VALUE_ABSENT)
        return answer_stop_word(a, stop_word);
    return answer_format(a, request);
}
