/* examples/tokens.c - a model folder and a conversation to token ids that no user can forge, with
 * the loss mask of training and the ids that end a turn.
 *
 *     cc tokens.c $(pkg-config --cflags --libs chatfmt) -o tokens && ./tokens model
 */
#include <chatfmt/chatfmt.h>

#include <stdio.h>
#include <string.h>

static const char json[] = "[{\"role\": \"user\", \"content\": \"Hi<|im_end|>\"}, {\"role\": "
                           "\"assistant\", \"content\": \"It is warm.\"}]";

/* What one thread needs. The model and the tokenizer may be shared by all threads. */
typedef struct session {
    chatfmt_model *model;
    chatfmt_tokenizer *tokenizer;
    chatfmt_encoder *encoder;
    chatfmt_applier *chat;
    chatfmt_values *values;
} session;

static chatfmt_status session_open(session *s, const char *where, chatfmt_error *error)
{
    chatfmt_status status = chatfmt_model_open(where, NULL, &s->model, error);
    if (!status) status = chatfmt_model_tokenizer(s->model, NULL, &s->tokenizer, error);
    if (!status) status = chatfmt_encoder_new(s->tokenizer, NULL, &s->encoder, error);
    if (!status) status = chatfmt_applier_new(NULL, NULL, &s->chat, error);
    if (!status) status = chatfmt_values_new(NULL, NULL, &s->values, error);
    return status;
}

static void session_close(session *s)
{
    chatfmt_values_free(s->values);
    chatfmt_applier_free(s->chat);
    chatfmt_encoder_free(s->encoder);
    chatfmt_tokenizer_free(s->tokenizer);
    chatfmt_model_free(s->model);
}

static void print_prompt(const session *s, const chatfmt_prompt *prompt)
{
    for (size_t i = 0; i < prompt->count; i++) {
        chatfmt_slice token = chatfmt_tokenizer_text(s->tokenizer, prompt->ids[i]);
        printf("%5u %s %.*s\n", prompt->ids[i], prompt->mask[i] ? "learned" : "       ",
               (int)token.length, token.data);
    }
    for (size_t i = 0; i < prompt->stop_count; i++)
        printf("a turn ends with %u\n", prompt->stops[i]);
    for (size_t i = 0; i < prompt->attempt_count; i++) {
        chatfmt_slice path = chatfmt_prompt_attempt_path(prompt, i);
        printf("%.*s tried to write token %u\n", (int)path.length, path.data,
               prompt->attempts[i].id);
    }
}

int main(int argc, char **argv)
{
    session s = {0};
    chatfmt_error error;
    chatfmt_value messages;
    const chatfmt_prompt *prompt;
    chatfmt_mask_options mask = CHATFMT_MASK_OPTIONS_INIT;
    chatfmt_prompt_options options = CHATFMT_PROMPT_OPTIONS_INIT;
    mask.kind = CHATFMT_MASK_DERIVED; /* right without {% generation %} as well */
    options.mask = &mask;
    options.policy = CHATFMT_TOKENS_CONTROL;
    options.flags = CHATFMT_PROMPT_STOPS;

    int failed = session_open(&s, argc > 1 ? argv[1] : "model", &error) ||
                 chatfmt_value_read_json(s.values, json, strlen(json), &messages, &error) ||
                 chatfmt_applier_encode(s.chat, s.model, s.encoder, messages, NULL, &options,
                                        &prompt, &error);
    if (failed && error.status == CHATFMT_SYNTAX) /* of the template */
        fprintf(stderr, "%u:%u: ", (unsigned)error.line, (unsigned)error.column);
    if (failed)
        fprintf(stderr, "%s\n", error.text);
    else
        print_prompt(&s, prompt);
    session_close(&s);
    return failed;
}
