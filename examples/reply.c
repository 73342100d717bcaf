/* examples/reply.c - a model's reply, read while it streams: reasoning, content and tool calls as
 * events, then the message in OpenAI's form.
 *
 *     cc reply.c $(pkg-config --cflags --libs chatfmt) -o reply && ./reply model
 */
#include <chatfmt/chatfmt.h>

#include <stdio.h>
#include <string.h>

/* As an engine hands it over: pieces that end anywhere, even inside a marker. */
static const char *const pieces[] = {"<thi",
                                     "nk>\nThe user wants to know",
                                     " the weather.\n</thi",
                                     "nk>\n\nLet me look.\n<tool_",
                                     "call>\n{\"name\": \"get_wea",
                                     "ther\", \"arguments\": {\"ci",
                                     "ty\": \"Zürich\"}}\n</tool_call>",
                                     "<|im_end|>"};

static const char tools_json[] =
    "[{\"type\": \"function\", \"function\": {\"name\": \"get_weather\", \"parameters\": "
    "{\"type\": "
    "\"object\", \"properties\": {\"city\": {\"type\": \"string\"}}}}}]";

static void print_events(chatfmt_reply_parser *reply)
{
    static const char *const names[] = {"",     "content", "reasoning", "call", "arguments",
                                        "end",  "code",    "role",      "stop"};
    const chatfmt_event *event;
    while ((event = chatfmt_reply_parser_next(reply)))
        if (event->kind != CHATFMT_EVENT_FRAME)
            printf("%-9s |%.*s|\n", names[event->kind], (int)event->text.length,
                   event->text.data ? event->text.data : "");
}

static chatfmt_status read_pieces(chatfmt_reply_parser *reply, chatfmt_error *error)
{
    chatfmt_status status = CHATFMT_OK;
    for (size_t i = 0; !status && i < sizeof pieces / sizeof *pieces; i++) {
        status = chatfmt_reply_parser_feed(reply, pieces[i], strlen(pieces[i]), error);
        print_events(reply); /* at once: nothing is taken back later */
    }
    if (!status) status = chatfmt_reply_parser_finish(reply, error);
    print_events(reply);
    return status;
}

int main(int argc, char **argv)
{
    chatfmt_model *model = NULL;
    chatfmt_reader *reader = NULL;
    chatfmt_values *values = NULL;
    chatfmt_reply_parser *reply = NULL;
    chatfmt_slice message;
    chatfmt_error error;
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;

    /* The reader is chosen by what the model's own template writes, once for all replies. */
    int failed = chatfmt_model_open(argc > 1 ? argv[1] : "model", NULL, &model, &error) ||
                 chatfmt_reader_choose(model, NULL, &reader, &error) ||
                 chatfmt_values_new(NULL, NULL, &values, &error) ||
                 chatfmt_value_read_json(values, tools_json, strlen(tools_json), &options.tools,
                                         &error) ||
                 chatfmt_reply_parser_open(reader, &options, &reply, &error) ||
                 read_pieces(reply, &error) ||
                 chatfmt_reply_parser_message(reply, &message, &error);
    if (failed)
        fprintf(stderr, "%s\n", error.text);
    else
        printf("%.*s\n", (int)message.length, message.data);
    chatfmt_reply_parser_free(reply);
    chatfmt_values_free(values);
    chatfmt_reader_free(reader);
    chatfmt_model_free(model);
    return failed;
}
