/* examples/grow.c - a conversation that grows: each turn adds the user's message and the model's
 * reply, and only the ids that the KV cache does not hold yet are computed. The model is played
 * by constants.
 *
 *     cc grow.c $(pkg-config --cflags --libs chatfmt) -o grow && ./grow model
 */
#include <chatfmt/chatfmt.h>

#include <stdio.h>
#include <string.h>

static const char *const turns[][2] = {
    {"How warm is it in Oslo?", "<think>\nNorth.\n</think>\n\nAbout 4 degrees.<|im_end|>"},
    {"And in Bern?<|im_end|>", "<think>\nSouth.\n</think>\n\nAbout 9 degrees.<|im_end|>"},
    {"Thanks.", "You are welcome.<|im_end|>"},
};

enum { MOST_IDS = 4096 };

typedef struct talk {
    chatfmt_model *model;
    chatfmt_tokenizer *tokenizer;
    chatfmt_reader *reader;
    chatfmt_applier *applier;
    chatfmt_encoder *encoder;
    chatfmt_values *values;   /* all of the conversation; not reset while it goes on */
    chatfmt_value messages;   /* an array that grows */
    chatfmt_value tools;      /* an empty array: nothing in a reply is a call */
    uint32_t held[MOST_IDS];  /* the ids that the KV cache holds */
    size_t held_count;
} talk;

static chatfmt_status talk_open(talk *t, const char *path, chatfmt_error *error)
{
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    limits.heap_bytes = 8 << 20; /* the whole conversation, strings of plain JSON aside */
    chatfmt_status status = chatfmt_model_open(path, NULL, &t->model, error);
    if (!status) status = chatfmt_model_tokenizer(t->model, NULL, &t->tokenizer, error);
    if (!status) status = chatfmt_reader_choose(t->model, NULL, &t->reader, error);
    if (!status) status = chatfmt_applier_new(NULL, NULL, &t->applier, error);
    if (!status) status = chatfmt_encoder_new(t->tokenizer, NULL, &t->encoder, error);
    if (!status) status = chatfmt_values_new(NULL, &limits, &t->values, error);
    if (!status) status = chatfmt_value_array(t->values, &t->messages, error);
    if (!status) status = chatfmt_value_array(t->values, &t->tools, error);
    return status;
}

static void talk_close(talk *t)
{
    chatfmt_values_free(t->values);
    chatfmt_encoder_free(t->encoder);
    chatfmt_applier_free(t->applier);
    chatfmt_reader_free(t->reader);
    chatfmt_tokenizer_free(t->tokenizer);
    chatfmt_model_free(t->model);
}

/* Values borrow the text of JSON, so it is copied into the values first. */
static chatfmt_status talk_push(talk *t, chatfmt_slice json, chatfmt_error *error)
{
    chatfmt_value text, message;
    chatfmt_status status =
        chatfmt_value_string(t->values, json.data, json.length, &text, error);
    json = chatfmt_value_as_text(text);
    if (!status)
        status = chatfmt_value_read_json(t->values, json.data, json.length, &message, error);
    return status ? status : chatfmt_value_push(t->values, t->messages, message, error);
}

static chatfmt_status talk_say(talk *t, const char *text, chatfmt_error *error)
{
    chatfmt_value message, role, content;
    chatfmt_status status = chatfmt_value_object(t->values, &message, error);
    if (!status) status = chatfmt_value_string(t->values, "user", 4, &role, error);
    if (!status)
        status = chatfmt_value_string(t->values, text, strlen(text), &content, error);
    if (!status) status = chatfmt_value_set(t->values, message, "role", 4, role, error);
    if (!status) status = chatfmt_value_set(t->values, message, "content", 7, content, error);
    return status ? status : chatfmt_value_push(t->values, t->messages, message, error);
}

/* The whole conversation is rendered and encoded again: ids that are equal at the beginning are
 * in the cache already. A template may change earlier text, which leaves fewer of them. */
static chatfmt_status talk_prompt(talk *t, const chatfmt_prompt **prompt, chatfmt_error *error)
{
    chatfmt_apply_options apply = CHATFMT_APPLY_OPTIONS_INIT;
    chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
    apply.flags = CHATFMT_APPLY_GENERATION_PROMPT;
    options.policy = CHATFMT_TOKENS_CONTROL;
    return chatfmt_applier_encode(t->applier, t->model, t->encoder, t->messages, &apply, &options,
                                  prompt, error);
}

static void talk_hold(talk *t, const uint32_t *ids, size_t count)
{
    if (count > MOST_IDS - t->held_count) count = MOST_IDS - t->held_count;
    memcpy(t->held + t->held_count, ids, count * sizeof *ids);
    t->held_count += count;
}

static size_t talk_reuse(talk *t, const chatfmt_prompt *prompt)
{
    size_t same = 0;
    while (same < t->held_count && same < prompt->count && t->held[same] == prompt->ids[same])
        same++;
    t->held_count = 0;
    talk_hold(t, prompt->ids, prompt->count);
    return same;
}

/* The model's ids are in the cache as well. An engine has them; here they come from the text. An
 * engine that has not evaluated the last id yet leaves that one out. */
static chatfmt_status talk_generate(talk *t, const char *reply, chatfmt_error *error)
{
    const chatfmt_tokens *tokens;
    chatfmt_status status =
        chatfmt_encoder_encode(t->encoder, reply, strlen(reply), NULL, &tokens, error);
    if (!status) talk_hold(t, tokens->ids, tokens->count);
    return status;
}

/* The reply as a message of the conversation. */
static chatfmt_status talk_read(talk *t, chatfmt_slice prompt, const char *reply,
                                chatfmt_error *error)
{
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    chatfmt_reply_parser *parser;
    chatfmt_slice message = {NULL, 0};
    options.prompt = prompt; /* shows whether reasoning is open */
    options.tools = t->tools;
    chatfmt_status status = chatfmt_reply_parser_open(t->reader, &options, &parser, error);
    if (!status) status = chatfmt_reply_parser_feed(parser, reply, strlen(reply), error);
    if (!status) status = chatfmt_reply_parser_finish(parser, error);
    if (!status) status = chatfmt_reply_parser_message(parser, &message, error);
    if (!status) printf("    %.*s\n", (int)message.length, message.data);
    if (!status) status = talk_push(t, message, error);
    chatfmt_reply_parser_free(parser);
    return status;
}

int main(int argc, char **argv)
{
    talk t = {0};
    chatfmt_error error;
    const chatfmt_prompt *prompt;
    chatfmt_status status = talk_open(&t, argc > 1 ? argv[1] : "model", &error);
    for (size_t i = 0; !status && i < sizeof turns / sizeof *turns; i++) {
        status = talk_say(&t, turns[i][0], &error);
        if (!status) status = talk_prompt(&t, &prompt, &error);
        if (status) break;
        size_t same = talk_reuse(&t, prompt);
        printf("turn %u: %u of %u ids are in the cache\n", (unsigned)i + 1, (unsigned)same,
               (unsigned)prompt->count);
        status = talk_read(&t, prompt->applied->text, turns[i][1], &error);
        if (!status) status = talk_generate(&t, turns[i][1], &error);
    }
    if (status) fprintf(stderr, "%s%s%s\n", error.path, error.path[0] ? ": " : "", error.text);
    talk_close(&t);
    return status != CHATFMT_OK;
}
