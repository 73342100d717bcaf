/* tests/api/older.c - a program that uses what may grow: structs that begin with their size and structs that
 * the library lends. Compiled with headers of one version and run with a library of another, it must see
 * the same (tests/api/check_older.py): neither side writes or reads what only the other one knows.
 *
 * With OLDER_IS_NEWER the program is the newer one: what the library does not know is zero.
 */
#include "chatfmt/chatfmt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(what) ((what) ? (void)0 : older_fail(#what, __LINE__))
#define FINE(call)    REQUIRE((call) == CHATFMT_OK)

static void older_fail(const char *what, int line)
{
    fprintf(stderr, "older.c:%d: %s\n", line, what);
    exit(1);
}

enum { GUARD = 64, GUARD_BYTE = 0xA5 };

/* A struct that the library fills, and guard bytes behind it. */
#define GUARDED(type, init)                                                                       \
    union {                                                                                       \
        type at;                                                                                  \
        unsigned char bytes[sizeof(type) + GUARD];                                                \
    } guarded;                                                                                    \
    memset(&guarded, GUARD_BYTE, sizeof guarded);                                                 \
    guarded.at = (type)init

#define UNTOUCHED(type)                                                                           \
    do {                                                                                          \
        for (size_t i = sizeof(type); i < sizeof(type) + GUARD; i++)                              \
            REQUIRE(guarded.bytes[i] == GUARD_BYTE);                                              \
        REQUIRE(guarded.at.struct_size == sizeof(type));                                          \
        OLDER_ZERO(guarded.at);                                                                   \
    } while (0)

#ifdef OLDER_IS_NEWER
#define OLDER_ZERO(value) REQUIRE((value).grown == 0)
#else
#define OLDER_ZERO(value) (void)0
#endif

#define TEMPLATE                                                                                  \
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"     \
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
#define TOKENIZER                                                                                 \
    "{\"version\": \"1.0\", \"truncation\": {\"direction\": \"Right\", \"max_length\": 7,"         \
    " \"strategy\": \"LongestFirst\", \"stride\": 2}, \"padding\": null, \"added_tokens\": [],"    \
    " \"normalizer\": null, \"pre_tokenizer\": null, \"post_processor\": null, \"decoder\": null," \
    " \"model\": {\"type\": \"BPE\", \"dropout\": null, \"unk_token\": \"?\","                     \
    " \"continuing_subword_prefix\": null, \"end_of_word_suffix\": null, \"fuse_unk\": false,"     \
    " \"byte_fallback\": false, \"vocab\": {\"?\": 0, \"a\": 1, \"b\": 2}, \"merges\": []}}"

static const char chats[] = "[[{\"role\": \"user\", \"content\": \"ab\"}], [{\"role\": \"user\", \"content\": \"b\"},"
                            " {\"role\": \"assistant\", \"content\": \"a\"}]]";

static chatfmt_model *model;
static chatfmt_values *values;
static chatfmt_value both;

static int is(chatfmt_slice text, const char *wanted)
{
    return text.length == strlen(wanted) && !memcmp(text.data, wanted, text.length);
}

static void rows(void)
{
    GUARDED(chatfmt_row, CHATFMT_ROW_INIT);
    chatfmt_value row;
    const char text[] = "{\"messages\": [{\"role\": \"user\", \"content\": \"a\"}], \"id\": 7, \"chosen\": 1}";
    FINE(chatfmt_value_read_json(values, text, sizeof text - 1, &row, NULL));
    FINE(chatfmt_row_read(values, row, NULL, &guarded.at, NULL));
    REQUIRE(chatfmt_value_count(guarded.at.conversation) == 1 && guarded.at.preference == 1);
    UNTOUCHED(chatfmt_row);
    for (size_t i = 0; i < chatfmt_row_layout_count(); i++)
        REQUIRE(strlen(chatfmt_row_layout_at(i)->name) > 4 && strlen(chatfmt_row_layout_at(i)->holds));
}

static void usage_of(chatfmt_encoder *encoder, chatfmt_tokenizer *tokenizer)
{
    GUARDED(chatfmt_usage, CHATFMT_USAGE_INIT);
    chatfmt_encoder_usage(encoder, &guarded.at);
    REQUIRE(guarded.at.fuel > 0 && guarded.at.output_bytes == 8);
    UNTOUCHED(chatfmt_usage);
    chatfmt_tokenizer_usage(tokenizer, &guarded.at);
    REQUIRE(guarded.at.heap_bytes > 0 && guarded.at.heap_bytes < guarded.at.heap_limit);
    UNTOUCHED(chatfmt_usage);
}

static void lengths_of(const chatfmt_tokenizer *tokenizer)
{
    GUARDED(chatfmt_length_options, CHATFMT_LENGTH_OPTIONS_INIT);
    FINE(chatfmt_tokenizer_lengths(tokenizer, &guarded.at, NULL));
    REQUIRE(guarded.at.max_length == 7 && guarded.at.stride == 2);
    UNTOUCHED(chatfmt_length_options);
}

static void limits_of(void)
{
    GUARDED(chatfmt_limits, CHATFMT_LIMITS_INIT);
    FINE(chatfmt_limits_set(&guarded.at, (chatfmt_slice){"fuel", 4}, 7, NULL));
    REQUIRE(guarded.at.fuel == 7 && guarded.at.source_bytes == 0);
    UNTOUCHED(chatfmt_limits);
}

static void tokens(void)
{
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    chatfmt_applier *chat;
    const chatfmt_tokens *made;
    const chatfmt_prompt *one, *const *many;
    chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
    size_t count;
    FINE(chatfmt_tokenizer_read(TOKENIZER, sizeof TOKENIZER - 1, NULL, &tokenizer, NULL));
    FINE(chatfmt_encoder_new(tokenizer, NULL, &encoder, NULL));
    FINE(chatfmt_applier_new(NULL, NULL, &chat, NULL));
    FINE(chatfmt_encoder_encode(encoder, "ab", 2, NULL, &made, NULL));
    REQUIRE(made->count == 2 && made->ids[1] == 2 && !made->attempt_total);
    usage_of(encoder, tokenizer);
    lengths_of(tokenizer);
    options.flags = CHATFMT_PROMPT_MESSAGES;
    FINE(chatfmt_applier_encode(chat, model, encoder, chatfmt_value_at(both, 1), NULL, &options, &one, NULL));
    REQUIRE(one->count && one->message_count == 2 && one->applied->text.length == one->count);
    FINE(chatfmt_applier_encode_batch(chat, model, encoder, both, NULL, NULL, &many, &count, NULL));
    REQUIRE(count == 2 && many[0]->count && many[0]->count < many[1]->count);
    REQUIRE(many[1]->applied->text.length == many[1]->count && !many[1]->truncated);
    chatfmt_applier_free(chat);
    chatfmt_encoder_free(encoder);
    chatfmt_tokenizer_free(tokenizer);
}

static void applied(void)
{
    chatfmt_applier *chat;
    const chatfmt_applied *made;
    chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
    options.flags = CHATFMT_APPLY_GENERATION_PROMPT | CHATFMT_APPLY_SPANS | CHATFMT_APPLY_TURN;
    FINE(chatfmt_applier_new(NULL, NULL, &chat, NULL));
    FINE(chatfmt_applier_apply(chat, model, chatfmt_value_at(both, 0), &options, &made, NULL));
    REQUIRE(is(made->text, "<|im_start|>user\nab<|im_end|>\n<|im_start|>assistant\n"));
    REQUIRE(made->span_count > 3 && strlen(made->template_hash) == 64 && made->turn.open);
    REQUIRE(made->stop_count == 1 && is(made->stops[0], "<|im_end|>"));
    chatfmt_applier_free(chat);
}

static void readers(void)
{
    chatfmt_reader *reader;
    chatfmt_applier *chat;
    chatfmt_reply_parser *reply;
    chatfmt_reader_options options = CHATFMT_READER_OPTIONS_INIT;
    const chatfmt_round_trip *trip;
    const chatfmt_event *event;
    options.wanted = (chatfmt_slice){"hermes", 6};
    FINE(chatfmt_reader_choose(model, &options, &reader, NULL));
    REQUIRE(is(chatfmt_reader_about(reader)->name, "hermes"));
    REQUIRE(chatfmt_reader_about(reader)->json.length > 20);
    FINE(chatfmt_applier_new(NULL, NULL, &chat, NULL));
    FINE(chatfmt_applier_round_trip(chat, model, reader, chatfmt_value_at(both, 1), NULL, &trip, NULL));
    REQUIRE(trip->outcome == CHATFMT_ROUND_TRIP_EQUAL && trip->reply.length && !trip->lost.length);
    FINE(chatfmt_reply_parser_open(reader, NULL, &reply, NULL));
    FINE(chatfmt_reply_parser_feed(reply, "Hello", 5, NULL));
    size_t length = 0;
    for (int ended = 0; ended < 2; ended++) {
        while ((event = chatfmt_reply_parser_next(reply)))
            if (event->kind == CHATFMT_EVENT_CONTENT) length += event->text.length;
        if (!ended) FINE(chatfmt_reply_parser_finish(reply, NULL));
    }
    REQUIRE(length == 5);
    chatfmt_reply_parser_free(reply);
    chatfmt_applier_free(chat);
    chatfmt_reader_free(reader);
}

static void analysed(void)
{
    chatfmt_analysis *analysis;
    FINE(chatfmt_analysis_new(model, NULL, &analysis, NULL));
    REQUIRE(chatfmt_analysis_capability_count(analysis) > 10);
    for (size_t i = 0; i < chatfmt_analysis_capability_count(analysis); i++)
        REQUIRE(strlen(chatfmt_analysis_capability(analysis, i)->name) > 3 &&
                chatfmt_analysis_capability(analysis, i)->probe && chatfmt_analysis_capability(analysis, i)->evidence);
    REQUIRE(chatfmt_analysis_finding_count(analysis) > 1);
    for (size_t i = 0; i < chatfmt_analysis_finding_count(analysis); i++) {
        const chatfmt_finding *finding = chatfmt_analysis_finding(analysis, i);
        REQUIRE(!strcmp(finding->rule->id, chatfmt_lint_rule_at(finding->rule_index)->id) &&
                strlen(finding->rule->remedy) && finding->evidence);
    }
    chatfmt_analysis_free(analysis);
}

static void packs(void)
{
    chatfmt_packer *packer;
    chatfmt_packer_options options = CHATFMT_PACKER_OPTIONS_INIT;
    const uint32_t ids[] = {4, 5, 6};
    options.size = 4;
    FINE(chatfmt_packer_new(&options, &packer, NULL));
    FINE(chatfmt_packer_add(packer, 9, ids, NULL, 3, NULL));
    chatfmt_packer_finish(packer);
    const chatfmt_pack *pack = chatfmt_packer_next(packer);
    REQUIRE(pack && pack->count == 3 && pack->row_count == 1 && pack->rows[0] == 9 && pack->ids[2] == 6);
    REQUIRE(!chatfmt_packer_next(packer));
    chatfmt_packer_free(packer);
}

static void requests(void)
{
    chatfmt_request *request;
    chatfmt_applier *chat;
    chatfmt_slice json;
    FINE(chatfmt_applier_new(NULL, NULL, &chat, NULL));
    FINE(chatfmt_request_new(NULL, &request, NULL));
    request->conversation = chatfmt_value_at(both, 0);
    request->apply->flags |= CHATFMT_APPLY_GENERATION_PROMPT;
    FINE(chatfmt_request_word(request, "turn", NULL, NULL));
    FINE(chatfmt_request_answer(request, chat, model, NULL, NULL, 0, &json, NULL));
    REQUIRE(json.length > request->text.length && is((chatfmt_slice){json.data, 10}, "{\"text\": \""));
    for (size_t i = 0; i < chatfmt_request_option_count(); i++)
        REQUIRE(strlen(chatfmt_request_option_at(i)->name) && strlen(chatfmt_request_option_at(i)->help));
    chatfmt_request_free(request);
    chatfmt_applier_free(chat);
}

static void formats(void)
{
    chatfmt_format *format;
    chatfmt_renderer *renderer;
    chatfmt_value sample;
    const chatfmt_training *training;
    const chatfmt_format_match *match;
    const char text[] = "[{\"from\": \"human\", \"value\": \"a\"}, {\"from\": \"gpt\", \"value\": \"b\"}]";
    FINE(chatfmt_formats_match("lmsys/vicuna-7b-v1.5", 20, 0, values, &match, NULL));
    REQUIRE(is(match->format, "vicuna_v1.1") && match->adapter.length && !match->xtuner_starred);
    FINE(chatfmt_format_open(NULL, "vicuna_v1.1", 11, NULL, &format, NULL));
    FINE(chatfmt_renderer_new(NULL, &renderer, NULL));
    FINE(chatfmt_value_read_json(values, text, sizeof text - 1, &sample, NULL));
    FINE(chatfmt_format_train(renderer, format, "train", sample, (chatfmt_slice){NULL, 0}, 0, NULL, 0,
                              &training, NULL));
    REQUIRE(training->prompt.length > 20 && training->counted);
    chatfmt_renderer_free(renderer);
    chatfmt_format_free(format);
}

/* Options of a size that the library does not know: zeros are taken, anything else is refused. */
static void options(void)
{
    struct {
        chatfmt_render_options known;
        uint64_t unknown[2];
    } newer;
    chatfmt_renderer *renderer;
    chatfmt_template *compiled;
    chatfmt_slice text;
    memset(&newer, 0, sizeof newer);
    newer.known.struct_size = sizeof newer;
    FINE(chatfmt_renderer_new(NULL, &renderer, NULL));
    FINE(chatfmt_template_compile("x", 1, NULL, &compiled, NULL));
    FINE(chatfmt_render_json(renderer, compiled, "{}", 2, &newer.known, &text, NULL));
    newer.unknown[1] = 1;
    REQUIRE(chatfmt_render_json(renderer, compiled, "{}", 2, &newer.known, &text, NULL) == CHATFMT_BAD_ARGUMENT);
    chatfmt_template_free(compiled);
    chatfmt_renderer_free(renderer);
}

int main(void)
{
    FINE(chatfmt_model_from_template(TEMPLATE, sizeof TEMPLATE - 1, NULL, &model, NULL));
    REQUIRE(!strcmp(chatfmt_model_about(model)->kind, "template") && !chatfmt_model_about(model)->named);
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    FINE(chatfmt_value_read_json(values, chats, sizeof chats - 1, &both, NULL));
    REQUIRE(chatfmt_version_number() == CHATFMT_VERSION_NUMBER);
    rows();
    limits_of();
    tokens();
    applied();
    readers();
    analysed();
    packs();
    requests();
    formats();
    options();
    chatfmt_values_free(values);
    chatfmt_model_free(model);
    puts("ok");
    return 0;
}
