/* service/service_formats.c - requests that name a format instead of a template.
 *
 *   {"format": "xtuner/qwen_chat", "context": {…}}                 "program": another of its
 * programs
 *   {"conversation": {"template": …, "append": […]}}               "program": a conversion
 *   {"training": {"format", "trainer", "source", …}}               what a trainer learns;
 * "tokenizer": its ids and labels
 *   {"stopping": {"stops": […], "pieces": […]}}                    a stream cut at a stop
 * string
 *   {"stop_word": {"text", "word"}}                                XTuner's rule
 */
#include "service/service.h"

#include "base/report.h"

enum { FORMAT_NAME = 128, FORMAT_SPECIALS = 64, FORMAT_STOPS = 64 };

/* A member that is a text, as a NUL-terminated name in `buffer`; NULL when it is absent. */
static const char *format_name(chatfmt_value object, const char *key, char *buffer)
{
    chatfmt_value value = cft_service_member(object, key);
    cft_slice text = chatfmt_value_as_text(value);
    if (!cft_service_is(value, CHATFMT_VALUE_STRING)) return NULL;
    size_t length = text.length < FORMAT_NAME - 1 ? text.length : FORMAT_NAME - 1;
    if (length) memcpy(buffer, text.data, length);
    buffer[length] = 0;
    return buffer;
}

static const chatfmt_format *format_named(const cft_format_answer *a, chatfmt_value object,
                                          bool styled)
{
    cft_slice name = cft_service_text(object, "format");
    if (!name.length) {
        cft_fail(a->error, CHATFMT_INPUT, "the key format is missing, or not a string");
        return NULL;
    }
    return cft_cache_format(&a->service->formats, a->service->options.formats, name, styled,
                            a->error);
}

static void format_begin(const cft_format_answer *a) { cft_out_id(a->service, a->id); }

static chatfmt_status format_lacks(const cft_format_answer *a, chatfmt_value variables,
                                   cft_slice text, chatfmt_value *paths)
{
    CFT_TRY(chatfmt_rendered_unwritten(a->service->renderer, a->service->values, variables, text,
                                       1, paths, a->error));
    return chatfmt_unwritten_accept(*paths, text, a->strict, a->error);
}

/* The options with spans, which are looked at whether they are shown or not. */
static chatfmt_render_options format_options(const cft_format_answer *a)
{
    chatfmt_render_options options = *a->options;
    options.flags |= CHATFMT_RENDER_SPANS;
    return options;
}

static chatfmt_status format_answer_text(const cft_format_answer *a, cft_slice text, bool spans)
{
    format_begin(a);
    cft_out_member(&a->service->out, ", \"text\": ", text);
    return spans ? cft_out_spans(&a->service->out, a->service->renderer, a->error) : CHATFMT_OK;
}

/* ---- {"format", "program", "context"} ---- */

static chatfmt_status format_render(const cft_format_answer *a, chatfmt_value request)
{
    char buffer[FORMAT_NAME];
    cft_slice text;
    chatfmt_value lacks = {{0, 0}};
    const chatfmt_format *format = NULL;
    const char *program = format_name(request, "program", buffer);
    if (cft_service_is(cft_service_member(request, "format"), CHATFMT_VALUE_STRING)) {
        format = format_named(a, request, false);
        if (!format) return a->error->status;
    } else if (!program) {
        return cft_fail(a->error, CHATFMT_INPUT, "the key format is not a string");
    }
    chatfmt_value context = cft_service_member(request, "context");
    if (!cft_service_is(context, CHATFMT_VALUE_OBJECT))
        return cft_fail(a->error, CHATFMT_INPUT, "the key context is missing, or not an object");
    chatfmt_render_options options = format_options(a);
    CFT_TRY(chatfmt_format_render(a->service->renderer, format, program, context, &options, &text,
                                  a->error));
    CFT_TRY(format_lacks(a, context, text, &lacks));
    CFT_TRY(format_answer_text(a, text, a->spans));
    if (format) cft_out_stops(&a->service->out, ", ", format, context);
    cft_out_unwritten(&a->service->out, lacks);
    return CHATFMT_OK;
}

/* ---- {"conversation", "program"} ---- */

/* What the prompt lacks of a conversation's OpenAI messages; what is appended is written or
 * refused. */
static chatfmt_status format_lacks_messages(const cft_format_answer *a, chatfmt_value described,
                                            cft_slice text, chatfmt_value *paths)
{
    chatfmt_values *values = a->service->values;
    chatfmt_value variables, messages = cft_service_member(described, "messages");
    if (!cft_service_is(messages, CHATFMT_VALUE_ARRAY) ||
        !cft_service_is(cft_service_member(described, "template_name"), CHATFMT_VALUE_ABSENT))
        return CHATFMT_OK;
    CFT_TRY(chatfmt_value_object(values, &variables, a->error));
    CFT_TRY(chatfmt_value_set(values, variables, "messages", 8, messages, a->error));
    return format_lacks(a, variables, text, paths);
}

/* A program converts the conversation, and a conversion has no spans. What is saved is whole; other
 * shapes may lack what the messages say. */
static chatfmt_status format_answer_convert(const cft_format_answer *a,
                                            chatfmt_conversation *conversation,
                                            const char *program, chatfmt_value described)
{
    cft_slice text;
    chatfmt_value lacks = {{0, 0}};
    if (!strcmp(program, "save")) {
        CFT_TRY(chatfmt_conversation_save(conversation, a->service->values, &text, a->error));
    } else {
        CFT_TRY(chatfmt_conversation_convert(conversation, program, a->service->renderer, &text,
                                             a->error));
        CFT_TRY(format_lacks_messages(a, described, text, &lacks));
    }
    CFT_TRY(format_answer_text(a, text, false));
    cft_out_unwritten(&a->service->out, lacks);
    return CHATFMT_OK;
}

static chatfmt_status format_prompt(const cft_format_answer *a, chatfmt_conversation *conversation,
                                    chatfmt_value described)
{
    cft_slice text;
    chatfmt_value lacks = {{0, 0}};
    chatfmt_render_options options = format_options(a);
    CFT_TRY(chatfmt_conversation_prompt(conversation, a->service->renderer, &options, &text,
                                        a->error));
    CFT_TRY(format_lacks_messages(a, described, text, &lacks));
    CFT_TRY(format_answer_text(a, text, a->spans));
    cft_out_unwritten(&a->service->out, lacks);
    return CHATFMT_OK;
}

/* The last four are of what FastChat saves; what they hold is refused by those that read it. */
static const cft_member conversation_members[] = {
    {"template", CFT_TAKES_ANY, 0},       {"conv", CFT_TAKES_ANY, 0},
    {"messages", CFT_TAKES_ANY, 0},       {"append", CFT_TAKES_ANY, 0},
    {"set_system", CFT_TAKES_ANY, 0},     {"update_last", CFT_TAKES_ANY, 0},
    {"template_name", CFT_TAKES_ANY, 0},  {"system_message", CFT_TAKES_ANY, 0},
    {"roles", CFT_TAKES_ANY, 0},          {"offset", CFT_TAKES_ANY, 0},
};

static chatfmt_status format_conversation(const cft_format_answer *a, chatfmt_value request)
{
    char buffer[FORMAT_NAME];
    chatfmt_conversation *conversation;
    chatfmt_value described = cft_service_member(request, "conversation");
    CFT_TRY(cft_members_check_all(described, "conversation.", conversation_members,
                                  sizeof conversation_members / sizeof *conversation_members,
                                  request, a->error));
    const char *program = format_name(request, "program", buffer);
    CFT_TRY(chatfmt_conversation_read(a->service->options.formats, described, NULL, &conversation,
                                      a->error));
    chatfmt_status status = program ? format_answer_convert(a, conversation, program, described)
                                    : format_prompt(a, conversation, described);
    chatfmt_conversation_free(conversation);
    return status;
}

/* ---- {"training"} ---- */

static size_t format_texts(chatfmt_value list, cft_slice *out, size_t most)
{
    size_t count = chatfmt_value_count(list);
    if (count > most) count = most;
    for (size_t i = 0; i < count; i++) out[i] = chatfmt_value_as_text(chatfmt_value_at(list, i));
    return count;
}

static void format_pair(cft_json_out *out, const char *before, size_t first, size_t second)
{
    cft_out_text(out, before);
    cft_out_number(out, first);
    cft_out_text(out, ", ");
    cft_out_number(out, second);
    cft_out_text(out, "]");
}

/* The trainer's own count of tokens is not that of the ids: it learns nothing then. */
static void format_mismatch(cft_json_out *out, int mismatch, size_t counted, size_t tokens)
{
    if (mismatch) format_pair(out, ", \"mismatch\": [", counted, tokens);
}

static void format_write_trained(const cft_format_answer *a, const chatfmt_training *result)
{
    cft_json_out *out = &a->service->out;
    format_begin(a);
    cft_out_member(out, ", \"text\": ", result->prompt);
    cft_out_text(out, ", \"learned\": [");
    for (size_t i = 0; i < result->count; i++)
        format_pair(out, i ? ", [" : "[", result->learned[i].begin, result->learned[i].end);
    cft_out_text(out, "]");
    format_mismatch(out, result->mismatch, result->counted, result->tokens);
}

static void format_write_ids(const cft_format_answer *a, const chatfmt_training_ids *result)
{
    cft_json_out *out = &a->service->out;
    format_begin(a);
    cft_out_text(out, ", \"input_ids\": [");
    for (size_t i = 0; i < result->count; i++) {
        if (i) cft_out_text(out, ", ");
        cft_out_number(out, result->ids[i]);
    }
    cft_out_text(out, "], \"labels\": [");
    for (size_t i = 0; i < result->count; i++) {
        bool learned = result->learned[i] && result->attention[i];
        if (i) cft_out_text(out, ", ");
        cft_out_integer(out, learned ? (int64_t)result->ids[i] : -100);
    }
    cft_out_text(out, "]");
    format_mismatch(out, result->mismatch, result->counted, result->tokens);
}

/* With a "tokenizer". */
static chatfmt_status format_train_ids(const cft_format_answer *a, chatfmt_value request,
                                       const chatfmt_format *format, const char *trainer)
{
    const chatfmt_training_ids *result;
    chatfmt_training_options options = CHATFMT_TRAINING_OPTIONS_INIT;
    chatfmt_value most = cft_service_member(request, "max_length");
    chatfmt_encoder *encoder = cft_cache_tokenizer(
        &a->service->tokenizers, cft_service_text(request, "tokenizer"), a->error);
    if (!encoder) return a->error->status;
    options.system = cft_service_text(request, "system");
    options.bos_token = cft_service_text(request, "bos_token");
    options.eos_token = cft_service_text(request, "eos_token");
    options.pad_token = cft_service_text(request, "pad_token");
    if (cft_service_is(most, CHATFMT_VALUE_INT) && chatfmt_value_as_int(most) > 0)
        options.max_length = (size_t)chatfmt_value_as_int(most);
    if (cft_service_true(request, "legacy")) options.flags |= CHATFMT_TRAINING_LEGACY;
    if (cft_service_true(request, "input_alone")) options.flags |= CHATFMT_TRAINING_INPUT;
    CFT_TRY(chatfmt_format_train_ids(a->service->renderer, format, trainer,
                                     cft_service_member(request, "source"), &options, encoder,
                                     &result, a->error));
    format_write_ids(a, result);
    return CHATFMT_OK;
}

/* What the objects of these requests hold. */
static const cft_member training_members[] = {
    {"format", CFT_TAKES_TEXT, 0},      {"trainer", CFT_TAKES_TEXT, 0},
    {"source", CFT_TAKES_ANY, 0},
    {"system", CFT_TAKES_TEXT, 0},      {"specials", CFT_TAKES_TEXTS, FORMAT_SPECIALS},
    {"tokenizer", CFT_TAKES_TEXT, 0},   {"max_length", CFT_TAKES_NUMBER, 0},
    {"bos_token", CFT_TAKES_TEXT, 0},   {"eos_token", CFT_TAKES_TEXT, 0},
    {"pad_token", CFT_TAKES_TEXT, 0},   {"bos", CFT_TAKES_SWITCH, 0},
    {"legacy", CFT_TAKES_SWITCH, 0},    {"input_alone", CFT_TAKES_SWITCH, 0},
};
static const cft_member stopping_members[] = {
    {"format", CFT_TAKES_TEXT, 0},
    {"stops", CFT_TAKES_TEXTS, FORMAT_STOPS},
    {"pieces", CFT_TAKES_TEXTS, 0},
};
static const cft_member stop_word_members[] = {
    {"text", CFT_TAKES_TEXT, 0},
    {"word", CFT_TAKES_TEXT, 0},
};

/* With a tokenizer only, and without one only. */
static chatfmt_status training_check(chatfmt_value training, chatfmt_error *error)
{
    static const char *const of_ids[] = {"max_length", "bos_token", "eos_token", "pad_token",
                                         "input_alone", NULL};
    static const char *const of_text[] = {"specials", "bos", NULL};
    bool ids = cft_service_given(cft_service_member(training, "tokenizer"));
    for (const char *const *name = ids ? of_text : of_ids; *name; name++)
        if (cft_service_true(training, *name))
            return cft_member_useless("training.", *name, "tokenizer", ids, error);
    return CHATFMT_OK;
}

static chatfmt_status format_training(const cft_format_answer *a, chatfmt_value request)
{
    char buffer[FORMAT_NAME];
    const chatfmt_training *result;
    cft_slice specials[FORMAT_SPECIALS];
    size_t count = format_texts(cft_service_member(request, "specials"), specials, FORMAT_SPECIALS);
    const char *given = format_name(request, "trainer", buffer), *trainer = given ? given : "train";
    CFT_TRY(training_check(request, a->error));
    const chatfmt_format *format = format_named(a, request, strcmp(trainer, "xtuner") != 0);
    if (!format) return a->error->status;
    if (cft_service_is(cft_service_member(request, "tokenizer"), CHATFMT_VALUE_STRING))
        return format_train_ids(a, request, format, trainer);
    uint32_t flags = 0;
    if (cft_service_true(request, "bos")) flags |= CHATFMT_TRAINING_BOS;
    if (cft_service_true(request, "legacy")) flags |= CHATFMT_TRAINING_LEGACY;
    CFT_TRY(chatfmt_format_train(
        a->service->renderer, format, trainer, cft_service_member(request, "source"),
        cft_service_text(request, "system"), flags, specials, count, &result, a->error));
    format_write_trained(a, result);
    return CHATFMT_OK;
}

/* ---- {"stop_word"} and {"stopping"} ---- */

static chatfmt_status format_stop_word(const cft_format_answer *a, chatfmt_value request)
{
    bool met = chatfmt_stop_word_met(cft_service_text(request, "text"),
                                     cft_service_text(request, "word"));
    format_begin(a);
    cft_out_text(&a->service->out, met ? ", \"met\": true" : ", \"met\": false");
    return CHATFMT_OK;
}

/* The pieces shown one by one, as a list, and the stop that ended them. */
static void format_write_stopping(const cft_format_answer *a, chatfmt_stopper *stopper,
                                  chatfmt_value pieces)
{
    cft_slice shown;
    int stop = -1;
    cft_json_out *out = &a->service->out;
    format_begin(a);
    cft_out_text(out, ", \"shown\": [");
    for (size_t i = 0; i < chatfmt_value_count(pieces); i++) {
        cft_slice piece = chatfmt_value_as_text(chatfmt_value_at(pieces, i));
        if (chatfmt_stopper_push(stopper, piece.data, piece.length, &shown, &stop)) break;
        cft_out_member(out, "", shown);
        cft_out_text(out, ", ");
    }
    chatfmt_stopper_finish(stopper, &shown);
    cft_out_member(out, "", shown);
    cft_out_text(out, "], \"stop\": ");
    if (stop < 0) cft_out_text(out, "null");
    else cft_out_number(out, (uint64_t)stop);
}

static chatfmt_status format_stopping(const cft_format_answer *a, chatfmt_value request)
{
    chatfmt_stopper *stopper;
    cft_slice stops[FORMAT_STOPS];
    size_t count = format_texts(cft_service_member(request, "stops"), stops, FORMAT_STOPS);
    if (!cft_service_text(request, "format").length) {
        if (!cft_service_given(cft_service_member(request, "stops")))
            return cft_fail(a->error, CHATFMT_INPUT,
                            "stopping needs a list \"stops\", or a \"format\"");
    } else {
        const chatfmt_format *format = format_named(a, request, false);
        if (!format) return a->error->status;
        for (size_t i = 0; i < chatfmt_format_stop_count(format) && count < FORMAT_STOPS; i++)
            stops[count++] = chatfmt_format_stop(format, i);
    }
    CFT_TRY(chatfmt_stopper_new(stops, count, NULL, &stopper, a->error));
    format_write_stopping(a, stopper, cft_service_member(request, "pieces"));
    chatfmt_stopper_free(stopper);
    return CHATFMT_OK;
}

#define FORMAT_REQUEST(name)                                                                   \
    {#name, #name ".", format_##name, name##_members,                                            \
     sizeof name##_members / sizeof *name##_members}

chatfmt_status cft_answer_format(const cft_format_answer *a, chatfmt_value request)
{
    static const struct {
        const char *name, *before;
        chatfmt_status (*answer)(const cft_format_answer *a, chatfmt_value member);
        const cft_member *members;
        size_t count;
    } rows[] = {FORMAT_REQUEST(training), FORMAT_REQUEST(stopping), FORMAT_REQUEST(stop_word)};
    if (!cft_service_is(cft_service_member(request, "conversation"), CHATFMT_VALUE_ABSENT))
        return format_conversation(a, request);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_value member = cft_service_member(request, rows[i].name);
        if (cft_service_is(member, CHATFMT_VALUE_ABSENT)) continue;
        if (!cft_service_is(member, CHATFMT_VALUE_OBJECT))
            return cft_fail(a->error, CHATFMT_INPUT, "%s is not an object", rows[i].name);
        CFT_TRY(cft_members_check_all(member, rows[i].before, rows[i].members, rows[i].count,
                                      request, a->error));
        return rows[i].answer(a, member);
    }
    return format_render(a, request);
}
