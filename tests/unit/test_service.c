/* tests/unit/test_service.c - services (chatfmt/service.h): lines in any pieces, what is kept between requests, memory that
 * ends anywhere, ids, and the parts of answers that users write on their own.
 */
#define _POSIX_C_SOURCE 200809L

#include "chatfmt/chatfmt.h"
#include "chatfmt/service.h"
#include "support/counting.h"
#include "support/folder.h"
#include "support/letters.h"

#include <stdio.h>
#include <stdlib.h>

#define TEXT(literal) ((chatfmt_slice){literal, sizeof(literal) - 1})

static chatfmt_service *open_service(chatfmt_service_kind kind, uint32_t flags, const letters *l)
{
    chatfmt_service_options options = CHATFMT_SERVICE_OPTIONS_INIT;
    chatfmt_service *service;
    options.kind = (uint32_t)kind;
    options.flags = flags;
    if (l) options.tokenizer = l->tokenizer, options.encoder = l->encoder;
    FINE(chatfmt_service_new(&options, &service, NULL));
    return service;
}

/* A slice with a NUL after it. */
static const char *copy_of(chatfmt_slice text)
{
    static char copy[1 << 12];
    assert_true(text.length < sizeof copy);
    memcpy(copy, text.data, text.length);
    copy[text.length] = '\0';
    return copy;
}

static const char *answer_to(chatfmt_service *service, const char *line)
{
    chatfmt_slice answer;
    FINE(chatfmt_service_answer(service, line, strlen(line), &answer, NULL));
    return copy_of(answer);
}

/* `line` with the text in place of its '@'. */
static void fill(char *out, size_t room, const char *line, const char *with)
{
    int before = (int)strcspn(line, "@");
    snprintf(out, room, "%.*s%s%s", before, line, line[before] ? with : "", line[before] ? line + before + 1 : "");
}

/* ---- Lines ---- */

static const char three[] = "{\"id\":1,\"chat_template\":\"\",\"context\":{}}\n \t\r\n"
                            "{\"id\":\"b\",\"chat_template\":\"{{ x }}\",\"context\":{\"x\":2}}\r\n"
                            "{\"id\":[3],\"chat_template\":\"{{\",\"context\":{}}";
static const char three_answers[] =
    "{\"id\": 1, \"text\": \"\"}\n{\"id\": \"b\", \"text\": \"2\"}\n"
    "{\"id\": [3], \"error\": {\"kind\": \"syntax\", \"message\": \"unexpected end of the template\"";

/* Answers do not depend on where what is fed was cut. */
static void test_pieces(void **state)
{
    chatfmt_service *service = open_service(CHATFMT_SERVICE_RENDER, 0, NULL);
    char whole[1024], cut[1024];
    (void)state;
    for (size_t piece = sizeof three - 1; piece; piece--) {
        size_t length = 0;
        for (size_t at = 0; at < sizeof three - 1; at += piece) {
            chatfmt_slice answers;
            size_t rest = sizeof three - 1 - at, size = rest < piece ? rest : piece;
            FINE(chatfmt_service_feed(service, three + at, size, rest == size, &answers, NULL));
            memcpy(cut + length, answers.data, answers.length);
            length += answers.length;
        }
        cut[length] = '\0';
        if (piece == sizeof three - 1) strcpy(whole, cut);
        assert_string_equal(cut, whole);
    }
    assert_memory_equal(whole, three_answers, strlen("{\"id\": 1, \"text\": \"\"}\n{\"id\": \"b\", \"text\": \"2\"}\n"));
    assert_non_null(strstr(whole, "{\"id\": [3], \"error\": {\"kind\": \"syntax\""));
    chatfmt_service_free(service);
}

/* A NUL is no blank: such a line is a request that cannot be read. */
static void test_odd_lines(void **state)
{
    chatfmt_service *service = open_service(CHATFMT_SERVICE_RENDER, 0, NULL);
    chatfmt_slice answer;
    (void)state;
    FINE(chatfmt_service_answer(service, " \t\r\n", 4, &answer, NULL));
    assert_int_equal(answer.length, 0);
    FINE(chatfmt_service_answer(service, " \0", 2, &answer, NULL));
    assert_non_null(strstr(copy_of(answer), "{\"id\": null, \"error\": {\"kind\": \"input\""));
    chatfmt_service_free(service);
}

/* ---- What is kept ---- */

/* Templates of one length whose hashes meet, one with other options, and one that does not compile. */
static void test_templates(void **state)
{
    chatfmt_service *service = open_service(CHATFMT_SERVICE_RENDER, 0, NULL);
    char line[200], want[100];
    (void)state;
    for (int round = 0; round < 2; round++)
        for (int i = 1000; i < 1400; i++) {
            snprintf(line, sizeof line, "{\"id\":%d,\"chat_template\":\"%d\\n\",\"context\":{}}", i, i);
            snprintf(want, sizeof want, "{\"id\": %d, \"text\": \"%d\"}\n", i, i);
            assert_string_equal(answer_to(service, line), want);
        }
    static const struct {
        const char *options, *answer;
    } rows[] = {
        {"{\"keep_trailing_newline\":true}", "{\"id\": 1, \"text\": \"1000\\n\"}\n"},
        {"{\"keep_trailing_newline\":false}", "{\"id\": 1, \"text\": \"1000\"}\n"},
        {"{\"limits\":{\"source_bytes\":3}}", "{\"id\": 1, \"error\": {\"kind\": \"limit\""},
        {"{\"limits\":{\"source_bytes\":5}}", "{\"id\": 1, \"text\": \"1000\"}\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(line, sizeof line, "{\"id\":1,\"chat_template\":\"1000\\n\",\"context\":{},\"options\":%s}",
                 rows[i].options);
        assert_memory_equal(answer_to(service, line), rows[i].answer, strlen(rows[i].answer));
    }
    chatfmt_service_free(service);
}

/* More names than are kept: those of models, of which there is no end. */
static void test_formats(void **state)
{
    static const char *const rows[][2] = {
        {"{\"id\":1,\"format\":\"lmsys/vicuna-7b-v1.5-@\",\"context\":{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}}",
         "USER: a \""},
        {"{\"id\":1,\"format\":\"lmsys/vicuna-7b-v1.5-@\",\"context\":{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]},"
         "\"options\":{\"mask\":\"derived\"}}", "\"mask\": ["},
    };
    chatfmt_service *service = open_service(CHATFMT_SERVICE_RENDER, 0, NULL);
    char line[300], number[16];
    (void)state;
    for (size_t row = 0; row < 2; row++)
        for (int i = 0; i < 1030; i++) {
            snprintf(number, sizeof number, "%d", i);
            fill(line, sizeof line, rows[row][0], number);
            if (!strstr(answer_to(service, line), rows[row][1])) fail_msg("%s: %s", line, answer_to(service, line));
        }
    chatfmt_service_free(service);
}

/* What is named and not there, or has no tokenizer, is the answer's error. */
static void test_refused(void **state)
{
    static const struct {
        chatfmt_service_kind kind;
        const char *line, *answer;
    } rows[] = {
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"model\":\"@\",\"context\":{\"messages\":[],\"tokenize\":true}}", "tokenizer"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"model\":\"@/no\",\"context\":{\"messages\":[]}}", "no such file"},
        {CHATFMT_SERVICE_RENDER,
         "{\"id\":1,\"format\":\"chatml\",\"program\":\"qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq"
         "qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\",\"context\":{}}", "program"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"conversation\":{\"template\":\"vicuna_v12\"}}",
         "no format named 'vicuna_v12'; did you mean 'vicuna_v1.1'?"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"conversation\":{\"template\":\"vicuna_v1.1\"},\"program\":\"opnai\"}",
         "no conversion to 'opnai'; did you mean 'openai'?"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"conversation\":{\"template\":\"vicuna_v1.1\"},\"program\":\"xtuner\"}",
         "no conversion to 'xtuner'; conversions are to anthropic_vision, "},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"training\":{\"format\":\"vicuna_v1.1\",\"trainer\":\"trian\",\"source\":[]}}",
         "no trainer named 'trian'; did you mean 'train'?"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"training\":{\"format\":\"vicuna_v1.1\",\"trainer\":\"xtuner\",\"source\":[]}}",
         "with a tokenizer, xtuner"},
#define IMAGE(program, image)                                                                                                           \
    {CHATFMT_SERVICE_RENDER,                                                                                                            \
     "{\"id\":1,\"conversation\":{\"template\":\"vicuna_v1.1\",\"append\":[{\"role_index\":0,\"content\":{\"text\":\"a\",\"images\":[" image "]}}]}," \
     "\"program\":\"" program "\"}",                                                                                                    \
     "object here: {\\\"__image__\\\": \\\"URL\\\", \\\"url\\\": "}
        IMAGE("openai_vision", "{\"url\":\"x\"}"), IMAGE("openai_vision_mistral", "5"), IMAGE("vertex", "{\"__image__\":\"URL\"}"),
        IMAGE("metagen", "[]"), IMAGE("gradio", "null"), IMAGE("images", "\"x\""), IMAGE("gemini", "{\"__image__\":\"BYTES\"}"),
        IMAGE("anthropic_vision", "{\"__image__\":5}"), IMAGE("reka", "{}"),
#undef IMAGE
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"model\":\"@/no\",\"reader\":\"auto\",\"text\":\"a\"}", "no such file"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"hermes\",\"ids\":[1]}", "tokenizer"},
    };
    folder f;
    char line[512];
    (void)state;
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "chat_template.jinja", "{{ messages }}"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_service *service = open_service(rows[i].kind, 0, NULL);
        fill(line, sizeof line, rows[i].line, f.path);
        const char *answer = answer_to(service, line);
        if (!strstr(answer, "\"error\": {\"kind\": ") || !strstr(answer, rows[i].answer)) fail_msg("%s: %s", line, answer);
        chatfmt_service_free(service);
    }
    folder_remove(&f);
}

/* Members that such a request has no use for, and those of another kind, are errors; what asks for nothing is none. */
static void test_useless(void **state)
{
    static const struct {
        chatfmt_service_kind kind;
        const char *line, *why; /* NULL: it is answered */
    } rows[] = {
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"chat_template\":\"{{ x }}\",\"context\":{\"x\":1},\"optons\":{}}",
         "optons is not a member of such a request"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"stopping\":{\"stops\":[]},\"x\":null}", NULL},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"format\":\"chatml\",\"context\":{},\"model\":\"m\"}",
         "model is not used with \"format\": leave one of them out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"format\":\"chatml\",\"context\":{},\"chat_template\":\"x\"}",
         "chat_template is not used with \"format\": leave one of them out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"program\":\"xtuner\",\"context\":{},\"chat_template\":\"x\"}",
         "chat_template is not used with \"program\": leave one of them out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"stopping\":{},\"chat_template\":\"x\"}",
         "chat_template is not used with \"stopping\": leave one of them out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"model\":\"@\",\"context\":{},\"chat_template\":\"x\"}",
         "chat_template is not used with \"model\": leave it out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"conversation\":{},\"format\":\"chatml\"}",
         "format is not used with \"conversation\": leave one of them out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"conversation\":{},\"context\":{}}",
         "context is not used with \"conversation\": leave it out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"training\":{},\"stopping\":{}}",
         "stopping is not used with \"training\": leave one of them out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"stopping\":{},\"stop_word\":{}}",
         "stop_word is not used with \"stopping\": leave one of them out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"format\":\"chatml\",\"context\":{},\"processor\":true}",
         "processor is not used without \"model\": leave it out, or name a model"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"format\":\"chatml\",\"context\":{},\"options\":{\"trim_blocks\":true}}",
         "options.trim_blocks is not used with \"format\": leave it out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"stopping\":{},\"options\":{\"spans\":true}}",
         "options.spans is not used with \"stopping\": leave it out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"format\":\"chatml\",\"context\":{},\"options\":{\"roles\":\"user\"}}",
         "options.roles is not used without \"mask\": leave it out, or ask for the mask"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"training\":{\"format\":\"vicuna_v1.1\",\"source\":[],\"max_length\":9}}",
         "training.max_length is not used without \"tokenizer\": leave it out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"training\":{\"format\":\"vicuna_v1.1\",\"source\":[],\"input_alone\":true}}",
         "training.input_alone is not used without \"tokenizer\": leave it out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"training\":{\"format\":\"vicuna_v1.1\",\"source\":[],\"bos\":true,\"tokenizer\":\"@/tokenizer.json\"}}",
         "training.bos is not used with \"tokenizer\": leave one of them out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"training\":{\"format\":\"vicuna_v1.1\",\"source\":[],\"specials\":[\"a\"],\"tokenizer\":\"@/tokenizer.json\"}}",
         "training.specials is not used with \"tokenizer\": leave one of them out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"model\":\"@\",\"context\":{\"messages\":[{\"role\":\"user\"}],\"tokenize\":true},\"options\":{\"max_length\":5}}",
         "options.max_length is not used without \"fit\" or \"padding\": leave it out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"model\":\"@\",\"context\":{\"messages\":[{\"role\":\"user\"}],\"tokenize\":true},\"options\":{\"last_turn\":true}}",
         "options.last_turn is not used without \"mask\": leave it out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"model\":\"@\",\"context\":{\"messages\":[{\"role\":\"user\"}],\"tokenize\":true},\"options\":{\"roles\":\"user\",\"mask\":\"hf\"}}",
         "options.roles is not used without \"mask\": \"derived\": leave it out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"model\":\"@\",\"context\":{\"messages\":[{\"role\":\"user\"}],\"tokenize\":true},\"options\":{\"padding_side\":\"left\"}}",
         "options.padding_side is not used without \"padding\": leave it out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"model\":\"@\",\"context\":{\"messages\":[{\"role\":\"user\"}],\"tokenize\":true},\"options\":{\"pad_multiple\":8}}",
         "options.pad_multiple is not used without \"padding\": leave it out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"model\":\"@\",\"context\":{\"messages\":[{\"role\":\"user\"}],\"tokenize\":true},\"options\":{\"truncation_side\":\"left\"}}",
         "options.truncation_side is not used without \"fit\": leave it out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"model\":\"@\",\"context\":{\"messages\":[{\"role\":\"user\"}],\"tokenize\":true,\"truncation\":true},\"options\":{\"max_length\":50,\"truncation_side\":\"left\"}}",
         NULL},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"model\":\"@\",\"context\":{\"messages\":[{\"role\":\"user\"}],\"tokenize\":true},\"options\":{\"last_turn\":false,\"padding_side\":null,\"roles\":null}}",
         NULL},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"model\":\"@\",\"context\":{\"messages\":[],\"padding\":5}}",
         "context.padding is neither true nor false nor a string"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"model\":\"@\",\"context\":{\"messages\":[],\"truncation\":[]}}",
         "context.truncation is neither true nor false nor a string"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"model\":\"@\",\"context\":{\"messages\":[],\"tokenizer_kwargs\":5}}",
         "context.tokenizer_kwargs is not an object"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"model\":\"@\",\"context\":{\"messages\":[],\"tokenizer_kwargs\":[5]}}",
         "context.tokenizer_kwargs is not an object"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"model\":\"@\",\"context\":{\"messages\":[],\"return_assistant_tokens_mask\":5}}",
         "context.return_assistant_tokens_mask is neither true nor false"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"model\":\"@\",\"context\":{\"messages\":[],\"tokenize\":\"yes\"}}",
         "context.tokenize is neither true nor false"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"format\":\"chatml\",\"context\":{\"messages\":[],\"padding\":5},\"options\":{\"mask\":\"derived\"}}",
         "context.padding is neither true nor false nor a string"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"model\":\"@\",\"context\":{\"messages\":[{\"role\":\"user\"}],\"tokenizer_kwargs\":[],\"padding\":false,\"return_dict\":null}}",
         NULL},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"stopping\":{\"format\":\"chatml\",\"stops\":[\"x\"],\"pieces\":[\"x\"]}}",
         NULL},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"hermes\",\"text\":\"a\",\"ids\":[1],\"tokenizer\":\"@/tokenizer.json\"}",
         "text is not used with \"ids\": leave one of them out"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"hermes\",\"chunks\":[\"a\"],\"ids\":[1],\"tokenizer\":\"@/tokenizer.json\"}",
         "chunks is not used with \"ids\": leave one of them out"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"hermes\",\"text\":\"a\",\"tokenizer\":\"@/tokenizer.json\"}",
         "tokenizer is not used without \"ids\": leave it out"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"hermes\",\"text\":\"a\",\"states\":true}",
         "states is not used without \"actions\": leave it out"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"hermes\",\"text\":\"a\",\"variables\":{\"a\":1}}",
         "variables is not used without \"conversation\": leave it out"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"hermes\",\"text\":\"a\",\"variables\":5}",
         "variables is not an object"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"hermes\",\"text\":\"a\",\"conversation\":5}",
         "conversation is not a list"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"hermes\",\"conversation\":[]}",
         "conversation is empty"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"hermes\"}",
         "there is no reply"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"hermes\",\"conversation\":[{\"role\":\"user\"}]}",
         "conversation needs a \"model\""},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"auto\",\"text\":\"x\"}",
         "the reader auto needs a \"model\""},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"hermes\",\"text\":\"a\",\"chunks\":[\"b\"]}",
         "text is not used with \"chunks\": leave one of them out"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"hermes\",\"text\":\"a\",\"control_tokens\":true}",
         "control_tokens is not used without \"ids\": leave it out"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"hermes\",\"text\":\"a\",\"stops\":[\"b\"]}",
         "stops is not a member of such a request: write \"stop\""},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"hermes\",\"text\":\"a\",\"one_call\":true}",
         "one_call is not a member of such a request: write \"parallel_tool_calls\": false"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"hermes\",\"text\":\"a\",\"one_call\":false}",
         "one_call is not a member of such a request"},
        {CHATFMT_SERVICE_PARSE, "{\"readr\":\"hermes\",\"text\":\"a\"}",
         "readr is not a member of such a request; did you mean \"reader\"?"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"hermes\",\"text\":\"a\",\"stream\":true}",
         "stream is not a member of such a request"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"conversation\":{\"template\":\"vicuna_v1.1\",\"apend\":[]}}",
         "conversation.apend is not a member of such a request; did you mean \"append\"?"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"conversation\":{\"template\":\"vicuna_v1.1\",\"program\":\"save\"}}",
         "conversation.program is not a member of such a request: it belongs into the request itself"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"stopping\":{\"stop\":[\"a\"]}}",
         "stopping.stop is not a member of such a request; did you mean \"stops\"?"},
        {CHATFMT_SERVICE_RENDER,
         "{\"id\":1,\"conversation\":{\"template_name\":\"vicuna_v1.1\",\"system_message\":\"s\",\"roles\":[\"USER\",\"ASSISTANT\"],"
         "\"messages\":[[\"USER\",\"a\"]],\"offset\":0}}", NULL},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"chat_template\":\"a\",\"context\":{},\"options\":{\"trusted\":\"x\"}}",
         "options.trusted is not used without \"spans\": leave it out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"model\":\"@\",\"context\":{\"messages\":[]},\"options\":{\"trusted\":\"x\"}}",
         "options.trusted is not used without \"spans\": leave it out"},
        {CHATFMT_SERVICE_RENDER, "{\"id\":1,\"chat_template\":\"a\",\"context\":{},\"options\":{\"trusted\":\"x\",\"spans\":true}}", NULL},
        {CHATFMT_SERVICE_ENCODE, "{\"id\":1,\"text\":\"a\",\"ids\":[1],\"of\":null}", NULL},
        {CHATFMT_SERVICE_ENCODE, "{\"txt\":\"a\"}", "txt is not a member of such a request; did you mean \"text\"?"},
        {CHATFMT_SERVICE_ENCODE, "{\"text\":\"a\",\"policy\":\"control\"}", "policy is chosen for all lines, not for one"},
        {CHATFMT_SERVICE_DECODE, "{\"ids\":[1],\"text\":\"a\"}", NULL},
        {CHATFMT_SERVICE_ENCODE, "{\"text\":\"a\",\"offsets\":true}", "offsets is chosen for all lines, not for one: leave it out"},
        {CHATFMT_SERVICE_DECODE, "{\"ids\":[1],\"skip_special_tokens\":true}",
         "skip_special_tokens is chosen for all lines, not for one: leave it out"},
        {CHATFMT_SERVICE_DECODE, "{\"ids\":[1],\"tokens\":[\"a\"],\"offsets\":[[0,1]]}", NULL},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"hermes\",\"model\":\"@\",\"text\":\"a\"}",
         "model is not used with a \"reader\" that has a name: leave one of them out"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"actions\":true,\"reader\":\"hermes\",\"text\":\"a\"}",
         "reader is not used with \"actions\": leave one of them out"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"actions\":true,\"stop\":\"x\",\"text\":\"a\"}",
         "stop is not used with \"actions\": leave one of them out"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"actions\":true,\"events\":true,\"text\":\"a\"}",
         "events is not used with \"actions\": leave one of them out"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"actions\":true,\"parallel_tool_calls\":false,\"text\":\"a\"}",
         "parallel_tool_calls is not used with \"actions\": leave one of them out"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"response_template\":{\"start_anchor\":\"<a>\",\"fields\":{\"content\":{}}},\"text\":\"x\",\"reader\":\"hermes\"}",
         "reader is not used with \"response_template\": leave one of them out"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"response_template\":{\"start_anchor\":\"<a>\",\"fields\":{\"content\":{}}},\"text\":\"x\",\"close_arguments\":true}",
         "close_arguments is not used with \"response_template\": leave one of them out"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"response_template\":{\"start_anchor\":\"<a>\",\"fields\":{\"content\":{}}},\"text\":\"x\",\"response_schema\":{\"type\":\"object\"}}",
         "response_schema is not used with \"response_template\": leave one of them out"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"response_schema\":{\"type\":\"object\"},\"text\":\"{}\",\"prompt\":\"p\"}",
         "prompt is not used with \"response_schema\": leave one of them out"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"response_schema\":{\"type\":\"object\"},\"text\":\"{}\",\"tools\":[{}]}",
         "tools is not used with \"response_schema\": leave one of them out"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"model\":\"@\",\"conversation\":[{\"role\":\"user\",\"content\":\"a\"}],\"text\":\"a\"}",
         "text is not used with \"conversation\": leave one of them out"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"model\":\"@\",\"conversation\":[{\"role\":\"user\",\"content\":\"a\"}],\"prompt\":\"p\"}",
         "prompt is not used with \"conversation\": leave one of them out"},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"model\":\"@\",\"reader\":\"hermes\",\"conversation\":[{\"role\":\"user\",\"content\":\"a\"}]}",
         NULL},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"reader\":\"hermes\",\"text\":\"a\",\"parallel_tool_calls\":false,\"chunks\":[],\"ids\":null,\"states\":false,\"response_template\":null}",
         NULL},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"actions\":true,\"parallel_tool_calls\":true,\"text\":\"a\"}",
         NULL},
        {CHATFMT_SERVICE_PARSE, "{\"id\":1,\"response_template\":{\"start_anchor\":\"<a>\",\"fields\":{\"content\":{}}},\"text\":\"x\",\"prompt\":\"p<a>\"}",
         NULL},
    };
    folder f;
    letters l = letters_open();
    char line[512], json[256];
    (void)state;
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "chat_template.jinja", "{{ messages|length }}"));
    assert_true(folder_write(&f, "tokenizer.json", LETTERS));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_service *service = open_service(rows[i].kind, 0, &l);
        chatfmt_value answer, wrong;
        chatfmt_values *values;
        fill(line, sizeof line, rows[i].line, f.path);
        const char *said = answer_to(service, line);
        FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
        FINE(chatfmt_value_read_json(values, said, strlen(said), &answer, NULL));
        wrong = chatfmt_value_find(answer, "error", 5);
        chatfmt_slice text = chatfmt_value_as_text(chatfmt_value_find(wrong, "message", 7));
        snprintf(json, sizeof json, "%.*s", (int)text.length, text.data);
        if (rows[i].why ? strncmp(json, rows[i].why, strlen(rows[i].why)) != 0 : chatfmt_value_kind_of(wrong) != CHATFMT_VALUE_ABSENT)
            fail_msg("%s: %s", line, said);
        chatfmt_values_free(values);
        chatfmt_service_free(service);
    }
    letters_close(&l);
    folder_remove(&f);
}

/* A line of blanks asks for nothing, whatever the service does. */
static void test_blank_lines(void **state)
{
    letters l = letters_open();
    (void)state;
    for (int kind = CHATFMT_SERVICE_RENDER; kind <= CHATFMT_SERVICE_DECODE; kind++) {
        chatfmt_service *service = open_service((chatfmt_service_kind)kind, 0, &l);
        chatfmt_slice answers;
        FINE(chatfmt_service_feed(service, "\n \t\r\n\r\n  ", 9, 1, &answers, NULL));
        assert_int_equal(answers.length, 0);
        chatfmt_service_free(service);
    }
    letters_close(&l);
}

/* The error of a request without a template names all that it may have instead. */
static void test_no_source(void **state)
{
    static const char *const rows[][2] = {
        {"{\"id\":1}", "needs a chat_template, model, format, conversation, training or stopping"},
        {"{\"id\":1,\"chat_template\":5}", "the key chat_template is not a string"},
        {"{\"id\":1,\"chat_template\":\"x\"}", "the key context is missing, or not an object"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_service *service = open_service(CHATFMT_SERVICE_RENDER, 0, NULL);
        assert_non_null(strstr(answer_to(service, rows[i][0]), rows[i][1]));
        chatfmt_service_free(service);
    }
}

/* Of an empty prompt the option tells the paths; a strict service refuses it, in the words of formats. */
static void test_nothing_is_written(void **state)
{
    static const char *const lines[] = {
        "{\"id\":1,\"chat_template\":\"{{ '' }}\",\"context\":{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]},\"options\":{\"unwritten\":true}}",
        "{\"id\":1,\"model\":\"@\",\"context\":{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}],\"tokenizer_kwargs\":{\"padding_side\":\"left\"}},"
        "\"options\":{\"unwritten\":true}}", /* an argument that makes no text */
    };
    folder f;
    char line[512];
    (void)state;
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "chat_template.jinja", "{{ '' }}"));
    for (size_t i = 0; i < 2; i++)
        for (int strict = 0; strict < 2; strict++) {
            chatfmt_service *service = open_service(CHATFMT_SERVICE_RENDER, strict ? CHATFMT_SERVICE_STRICT : 0, NULL);
            fill(line, sizeof line, lines[i], f.path);
            assert_string_equal(answer_to(service, line),
                                strict ? "{\"id\": 1, \"error\": {\"kind\": \"empty_prompt\", \"message\": \"empty_prompt: nothing is written of "
                                         "messages[0].content\", \"line\": null, \"column\": null, \"path\": \"messages[0].content\"}}\n"
                                       : "{\"id\": 1, \"text\": \"\", \"unwritten\": [\"messages[0].content\"]}\n");
            chatfmt_service_free(service);
        }
    folder_remove(&f);
}

/* Spans are looked at for what is not written, and shown where they were asked for. */
static void test_strict_spans(void **state)
{
    static const char *const ends[] = {"}", ",\"options\":{\"spans\":true}}"};
    static const char *const begins[] = {
        "{\"id\":1,\"format\":\"vicuna_v1.1\",\"context\":{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}",
        "{\"id\":1,\"conversation\":{\"template\":\"vicuna_v1.1\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}",
    };
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        char line[256];
        chatfmt_service *service = open_service(CHATFMT_SERVICE_RENDER, CHATFMT_SERVICE_STRICT, NULL);
        snprintf(line, sizeof line, "%s%s", begins[i / 2], ends[i % 2]);
        const char *answer = answer_to(service, line);
        bool shown = strstr(answer, "\"spans\"") != NULL;
        if (!strstr(answer, "\"text\": ") || shown != (i % 2 == 1)) fail_msg("%s: %s", line, answer);
        chatfmt_service_free(service);
    }
}

/* Arguments that go with every row are read once, as if they asked for ids. */
static void test_variables(void **state)
{
    static const char *const rows[][2] = {
        {"{\"padding\": \"foo\"}", "padding: expected longest"},
        {"{\"padding\": 5}", "padding is neither"},
        {"{\"tokenizer_kwargs\": {\"foo\": 1}}", "tokenizer_kwargs: expected"},
        {"{\"tokenizer_kwargs\": 5}", "tokenizer_kwargs is not an object"},
        {"{\"max_length\": \"x\"}", "max_length: expected"},
        {"{\"chat_template\": 5}", "chat_template: expected"},
        {"{\"tokenize\": true}", "tokenize is not used here"},
        {"{\"padding\": \"longest\", \"max_length\": 5, \"mood\": \"!\"}", ""},
    };
    chatfmt_error wrong;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_status status = chatfmt_request_check_variables(rows[i][0], strlen(rows[i][0]), &wrong);
        if (!status != !rows[i][1][0] || strncmp(wrong.text, rows[i][1], strlen(rows[i][1])))
            fail_msg("%s: %d %s", rows[i][0], (int)status, wrong.text);
    }
}

/* A member for each change of the messages. */
static void test_changes(void **state)
{
    static const char call[] = "{\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}";
    chatfmt_service *service = open_service(CHATFMT_SERVICE_RENDER, 0, NULL);
    char line[1024];
    folder f;
    (void)state;
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "chat_template.jinja", "{{ messages[0].tool_calls|length }}"));
    snprintf(line, sizeof line,
             "{\"id\":1,\"model\":\"%s\",\"context\":{\"messages\":[{\"role\":\"assistant\",\"tool_calls\":[%s,%s]}]},"
             "\"options\":{\"arguments_object\":true}}", f.path, call, call);
    assert_string_equal(answer_to(service, line),
                        "{\"id\": 1, \"text\": \"2\", \"changes\": [{\"what\": \"arguments_to_object\", \"message\": 0, \"call\": 0}, "
                        "{\"what\": \"arguments_to_object\", \"message\": 0, \"call\": 1}]}\n");
    folder_remove(&f);
    chatfmt_service_free(service);
}

static const char *const requests[] = {
    "{\"id\":{\"a\":[1]},\"chat_template\":\"{{ m }}\",\"context\":{\"m\":\"x\"},\"options\":{\"spans\":true,\"unwritten\":true}}",
    "{\"id\":1,\"chat_template\":\"{{ 1 + }}\",\"context\":{}}",
    "{\"id\":1,\"chat_template\":\"{{ raise_exception('no') }}\",\"context\":{}}",
    "{\"id\":1,\"model\":\"@\",\"context\":{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}}",
    "{\"id\":1,\"format\":\"chatml\",\"context\":{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}}",
    "{\"id\":1,\"format\":\"chatml\",\"context\":{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]},\"options\":{\"mask\":\"derived\"}}",
    ("{\"id\":1,\"training\":{\"format\":\"vicuna_v1.1\",\"source\":[{\"from\":\"human\",\"value\":\"a\"},{\"from\":\"gpt\",\"value\":\"b\"}],"
     "\"tokenizer\":\"@/tokenizer.json\"}}"),
    "{\"id\":1,\"stopping\":{\"stops\":[\"x\"],\"pieces\":[\"a\",\"xb\"]}}",
};
static const char *const replies[] = {
    "{\"id\":1,\"reader\":\"hermes\",\"text\":\"a\"}", "{\"id\":1,\"model\":\"@\",\"reader\":\"auto\",\"text\":\"a\"}",
    "{\"id\":1,\"reader\":\"hermes\",\"ids\":[0,1],\"tokenizer\":\"@/tokenizer.json\",\"events\":true}",
};
static const char *const texts[] = {"{\"id\":1,\"text\":\"ab\"}", "{\"text\":\"ab\",\"pair\":\"c\"}"};
static const char *const ids[] = {"{\"id\":[1],\"ids\":[10,2]}", "[0,99]"};

static const struct {
    chatfmt_service_kind kind;
    uint32_t flags;
    const char *const *lines;
    size_t count;
} kinds[] = {
    {CHATFMT_SERVICE_RENDER, CHATFMT_SERVICE_STRICT, requests, sizeof requests / sizeof *requests},
    {CHATFMT_SERVICE_PARSE, 0, replies, sizeof replies / sizeof *replies},
    {CHATFMT_SERVICE_ENCODE, CHATFMT_SERVICE_OFFSETS | CHATFMT_SERVICE_ADD_SPECIAL, texts, 2},
    {CHATFMT_SERVICE_DECODE, CHATFMT_SERVICE_SKIP_SPECIAL, ids, 2},
};

/* One request, fed in two pieces; false where no answer came out. */
static bool feed_in_two(const chatfmt_service_options *options, const char *line, char *out, size_t room)
{
    chatfmt_service *service;
    chatfmt_slice first, answer = {"", 0};
    chatfmt_status status = chatfmt_service_new(options, &service, NULL);
    out[0] = '\0';
    if (!status) status = chatfmt_service_feed(service, line, 5, 0, &first, NULL);
    if (!status) status = chatfmt_service_feed(service, line + 5, strlen(line) - 5, 1, &answer, NULL);
    assert_true(!status || status == CHATFMT_NO_MEMORY);
    assert_true(answer.length < room);
    memcpy(out, answer.data, answer.length);
    out[answer.length] = '\0';
    chatfmt_service_free(service);
    return !status;
}

/* Each request of memory of a service fails once: there is no answer, or it is the usual one. Nothing stays. */
static void test_no_memory(void **state)
{
    letters l = letters_open();
    folder f;
    (void)state;
    assert_true(folder_make(&f));
    assert_true(folder_write(&f, "tokenizer.json", LETTERS));
    assert_true(folder_write(&f, "chat_template.jinja", "{% for m in messages %}{{ m.content }}{% endfor %}"));
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t i = 0; i < kinds[k].count; i++) {
            counting memory = {.fail_at = 0};
            chatfmt_allocator allocator = counting_allocator(&memory);
            chatfmt_service_options options = CHATFMT_SERVICE_OPTIONS_INIT;
            char line[512], usual[4096], out[4096];
            fill(line, sizeof line, kinds[k].lines[i], f.path);
            options.kind = (uint32_t)kinds[k].kind;
            options.flags = kinds[k].flags;
            options.allocator = &allocator;
            if (options.kind >= CHATFMT_SERVICE_ENCODE) options.tokenizer = l.tokenizer, options.encoder = l.encoder;
            assert_true(feed_in_two(&options, line, usual, sizeof usual));
            assert_string_not_equal(usual, "");
            for (size_t at = 1, calls = memory.calls; at <= calls; at++) {
                memory = (counting){.fail_at = at, .fail_after = 1};
                if (feed_in_two(&options, line, out, sizeof out) && strcmp(out, usual))
                    fail_msg("%s without request %zu: %s", line, at, out);
                assert_int_equal(memory.live, 0);
            }
        }
    folder_remove(&f);
    letters_close(&l);
}

/* ---- Ids ---- */

#define NO_IDS                                                                                   \
    "{\"error\": {\"kind\": \"input\", \"message\": \"token ids are numbers up to 4294967295, such as "  \
    "1 2 3 or [1, 2, 3]\"}}\n"

static void test_tokens(void **state)
{
    static const struct {
        chatfmt_service_kind kind;
        uint32_t flags;
        const char *line, *answer;
    } rows[] = {
        {CHATFMT_SERVICE_ENCODE, 0, "", ""},
        {CHATFMT_SERVICE_ENCODE, 0, "\r\n", ""},
        {CHATFMT_SERVICE_ENCODE, 0, "\"ab\"\n", "{\"ids\": [10]}\n"},
        {CHATFMT_SERVICE_ENCODE, CHATFMT_SERVICE_OFFSETS, "{\"text\":\"aab\"}",
         "{\"ids\": [0, 10], \"tokens\": [\"a\", \"ab\"], \"offsets\": [[0, 1], [1, 3]]}\n"},
        {CHATFMT_SERVICE_ENCODE, CHATFMT_SERVICE_OFFSETS, "{\"id\":7,\"text\":\"ab\",\"pair\":\"cd\"}",
         "{\"id\": 7, \"ids\": [10, 2, 3], \"type_ids\": [0, 1, 1], \"sequence_ids\": [0, 1, 1], "
         "\"tokens\": [\"ab\", \"c\", \"d\"], \"offsets\": [[0, 2], [0, 1], [1, 2]]}\n"},
        {CHATFMT_SERVICE_ENCODE, 0, "{\"text\":\"ab\",\"pair\":5}",
         "{\"error\": {\"kind\": \"input\", \"message\": \"expected a string as \\\"pair\\\"\"}}\n"},
        {CHATFMT_SERVICE_ENCODE, 0, "{\"text\":5}",
         "{\"error\": {\"kind\": \"input\", \"message\": \"expected a string, or an object with \\\"text\\\"\"}}\n"},
        {CHATFMT_SERVICE_DECODE, 0, "[0, 11, 1]", "{\"text\": \"a <s> b\"}\n"},
        {CHATFMT_SERVICE_DECODE, CHATFMT_SERVICE_SKIP_SPECIAL, "{\"id\":\"x\",\"ids\":[0, 11, 1]}",
         "{\"id\": \"x\", \"text\": \"a b\"}\n"},
        {CHATFMT_SERVICE_DECODE, 0, "[12]",
         "{\"error\": {\"kind\": \"input\", \"message\": \"there is no token 12: the ids of this tokenizer end at 11\"}}\n"},
        {CHATFMT_SERVICE_DECODE, 0, "0 11, 1\r\n", "{\"text\": \"a <s> b\"}\n"},
        {CHATFMT_SERVICE_DECODE, 0, "1", "{\"text\": \"b\"}\n"},
        {CHATFMT_SERVICE_DECODE, 0, "[]", "{\"text\": \"\"}\n"},
        {CHATFMT_SERVICE_DECODE, 0, "[-1]", NO_IDS},
        {CHATFMT_SERVICE_DECODE, 0, "[4294967296]", NO_IDS},
        {CHATFMT_SERVICE_DECODE, 0, "[\"a\"]", NO_IDS},
        {CHATFMT_SERVICE_DECODE, 0, "1.5", NO_IDS},
        {CHATFMT_SERVICE_DECODE, 0, ",", NO_IDS},
        {CHATFMT_SERVICE_DECODE, 0, "{\"ids\":[-1]}", NO_IDS},
        {CHATFMT_SERVICE_DECODE, 0, "{\"ids\":[4294967296]}", NO_IDS},
        {CHATFMT_SERVICE_DECODE, 0, "{\"ids\":[1.5]}", NO_IDS},
        {CHATFMT_SERVICE_DECODE, 0, "{\"ids\":5}", NO_IDS},
    };
    letters l = letters_open();
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_service *service = open_service(rows[i].kind, rows[i].flags, &l);
        assert_string_equal(answer_to(service, rows[i].line), rows[i].answer);
        chatfmt_service_free(service);
    }
    letters_close(&l);
}

/* They do not wrap around. */
static void test_ids_of_calls(void **state)
{
    chatfmt_service *service = open_service(CHATFMT_SERVICE_PARSE, 0, NULL);
    static const char line[] = "{\"reader\":\"hermes\",\"calls_before\":4294967295,\"text\":"
        "\"<tool_call>{\\\"name\\\":\\\"a\\\",\\\"arguments\\\":{}}</tool_call><tool_call>{\\\"name\\\":\\\"a\\\",\\\"arguments\\\":{}}</tool_call>\"}";
    (void)state;
    assert_non_null(strstr(answer_to(service, line), "\"call_4294967295\""));
    assert_non_null(strstr(answer_to(service, line), "\"call_4294967296\""));
    chatfmt_service_free(service);
}

/* Each attempt of two texts names the text. */
static void test_pair_attempts(void **state)
{
    letters l = letters_open();
    chatfmt_service_options options = CHATFMT_SERVICE_OPTIONS_INIT;
    chatfmt_service *service;
    (void)state;
    options.kind = CHATFMT_SERVICE_ENCODE;
    options.tokenizer = l.tokenizer, options.encoder = l.encoder;
    options.policy = CHATFMT_TOKENS_REPORT;
    FINE(chatfmt_service_new(&options, &service, NULL));
    assert_string_equal(answer_to(service, "{\"text\":\"a<s>\",\"pair\":\"<s>\"}"),
                        "{\"ids\": [0, 11, 11], \"type_ids\": [0, 0, 1], \"sequence_ids\": [0, 0, 1], "
                        "\"attempts\": [{\"begin\": 1, \"end\": 4, \"id\": 11, \"path\": \"text\"}, "
                        "{\"begin\": 0, \"end\": 3, \"id\": 11, \"path\": \"pair\"}]}\n");
    assert_string_equal(answer_to(service, "{\"text\":\"a\",\"pair\":\"b\"}"),
                        "{\"ids\": [0, 1], \"type_ids\": [0, 1], \"sequence_ids\": [0, 1]}\n");
    char line[2100], answer[1 << 15];
    chatfmt_slice said;
    memcpy(line, "{\"text\":\"", 9);
    for (int i = 0; i < 300; i++) memcpy(line + 9 + 3 * i, "<s>", 3);
    strcpy(line + 909, "\",\"pair\":\"<s>\"}");
    FINE(chatfmt_service_answer(service, line, strlen(line), &said, NULL));
    snprintf(answer, sizeof answer, "%.*s", (int)said.length, said.data);
    assert_non_null(strstr(answer, "\"path\": \"pair\"}], \"attempt_total\": 301}\n"));
    chatfmt_service_free(service);
    letters_close(&l);
}

/* Tokens that the tokenizer adds are of neither text. */
static void test_special(void **state)
{
    static const char *const tail = ", \"post_processor\": {\"type\": \"TemplateProcessing\", \"single\": [{\"SpecialToken\": {\"id\": \"<s>\", "
        "\"type_id\": 0}}, {\"Sequence\": {\"id\": \"A\", \"type_id\": 0}}], \"pair\": [{\"SpecialToken\": {\"id\": \"<s>\", \"type_id\": 0}}, "
        "{\"Sequence\": {\"id\": \"A\", \"type_id\": 0}}, {\"Sequence\": {\"id\": \"B\", \"type_id\": 1}}], "
        "\"special_tokens\": {\"<s>\": {\"id\": \"<s>\", \"ids\": [11], \"tokens\": [\"<s>\"]}}}}";
    char json[2048];
    letters l;
    (void)state;
    snprintf(json, sizeof json, "%.*s%s", (int)sizeof LETTERS - 2, LETTERS, tail);
    FINE(chatfmt_tokenizer_read(json, strlen(json), NULL, &l.tokenizer, NULL));
    FINE(chatfmt_encoder_new(l.tokenizer, NULL, &l.encoder, NULL));
    chatfmt_service *service = open_service(CHATFMT_SERVICE_ENCODE, CHATFMT_SERVICE_ADD_SPECIAL | CHATFMT_SERVICE_OFFSETS, &l);
    assert_string_equal(answer_to(service, "{\"text\":\"ab\",\"pair\":\"c\"}"),
                        "{\"ids\": [11, 10, 2], \"type_ids\": [0, 0, 1], \"sequence_ids\": [null, 0, 1], "
                        "\"tokens\": [\"<s>\", \"ab\", \"c\"], \"offsets\": [[0, 0], [0, 2], [0, 1]]}\n");
    chatfmt_service_free(service);
    letters_close(&l);
}

/* A limit of the encoder is the answer. */
static void test_token_limits(void **state)
{
    static const char *const lines[] = {"\"abcdefghij\"", "{\"text\":\"abcdefghij\",\"pair\":\"abcdefghij\"}"};
    letters l = letters_open();
    chatfmt_encoder_options options = CHATFMT_ENCODER_OPTIONS_INIT;
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    (void)state;
    limits.fuel = 1;
    options.limits = &limits;
    chatfmt_encoder_free(l.encoder);
    FINE(chatfmt_encoder_new(l.tokenizer, &options, &l.encoder, NULL));
    for (size_t i = 0; i < 2; i++) {
        chatfmt_service *service = open_service(CHATFMT_SERVICE_ENCODE, 0, &l);
        const char *want = "{\"error\": {\"kind\": \"limit\", \"message\": \"limit exceeded: fuel is 1,";
        assert_memory_equal(answer_to(service, lines[i]), want, strlen(want));
        chatfmt_service_free(service);
    }
    letters_close(&l);
}

/* ---- Parts ---- */

static void test_tokens_json(void **state)
{
    letters l = letters_open();
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    const chatfmt_tokens *tokens;
    chatfmt_tokens other = {.count = 1};
    const uint32_t unknown = 99;
    char *json = NULL;
    size_t length;
    (void)state;
    FINE(chatfmt_encoder_encode(l.encoder, "ab", 2, &options, &tokens, NULL));
    REFUSED(chatfmt_tokens_json(l.tokenizer, TEXT("ab"), tokens, NULL, 0, 4, &json, &length, e));
    REFUSED(chatfmt_tokens_json(l.tokenizer, TEXT("ab"), tokens, NULL, 0, CHATFMT_TOKENS_JSON_OFFSETS, &json, &length, e));
    REFUSED(chatfmt_tokens_json(l.tokenizer, TEXT("ab"), tokens, NULL, 0, 0, NULL, &length, e));
    REFUSED(chatfmt_tokens_json(NULL, TEXT("ab"), tokens, NULL, 0, 0, &json, &length, e));
    assert_null(json);
    FINE(chatfmt_tokens_json(l.tokenizer, TEXT("ab"), tokens, NULL, 0, CHATFMT_TOKENS_JSON_TEXTS, &json, &length, NULL));
    assert_string_equal(json, "{\"ids\": [10], \"tokens\": [\"ab\"]}");
    chatfmt_text_free(json);
    other.ids = &unknown; /* of another tokenizer */
    FINE(chatfmt_tokens_json(l.tokenizer, TEXT("ab"), &other, NULL, 0, CHATFMT_TOKENS_JSON_TEXTS, &json, &length, NULL));
    assert_string_equal(json, "{\"ids\": [99], \"tokens\": [\"\"]}");
    chatfmt_text_free(json);
    FINE(chatfmt_encoder_encode(l.encoder, "", 0, &options, &tokens, NULL));
    FINE(chatfmt_tokens_json(l.tokenizer, TEXT(""), tokens, NULL, 0, CHATFMT_TOKENS_JSON_OFFSETS, &json, &length, NULL));
    assert_string_equal(json, "{\"ids\": [], \"tokens\": [], \"offsets\": []}");
    chatfmt_text_free(json);
    letters_close(&l);
}

static void test_decode_text(void **state)
{
    letters l = letters_open();
    chatfmt_slice text;
    chatfmt_error wrong;
    (void)state;
    REFUSED(chatfmt_decode_text(NULL, l.tokenizer, TEXT("2 3"), 0, &text, e));
    REFUSED(chatfmt_decode_text(l.encoder, NULL, TEXT("2 3"), 0, &text, e));
    REFUSED(chatfmt_decode_text(l.encoder, l.tokenizer, TEXT("2 3"), 0, NULL, e));
    assert_int_equal(text.length, 0);
    FINE(chatfmt_decode_text(l.encoder, l.tokenizer, TEXT("2 3"), 0, &text, NULL));
    assert_string_equal(copy_of(text), "c d");
    assert_int_equal(chatfmt_decode_text(l.encoder, l.tokenizer, TEXT("2 3\n4 x"), 0, &text, &wrong), CHATFMT_INPUT);
    assert_int_equal(wrong.line, 2);
    assert_int_equal(wrong.column, 3);
    static const char *const same[] = {"[2, 3]", " [2,3] \n", "2,3", "[ 2 3 ]"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        FINE(chatfmt_decode_text(l.encoder, l.tokenizer, ((chatfmt_slice){same[i], strlen(same[i])}), 0, &text, NULL));
        assert_string_equal(copy_of(text), "c d");
    }
    FINE(chatfmt_decode_text(l.encoder, l.tokenizer, TEXT("[]"), 0, &text, NULL));
    static const char *const bad[] = {"",  " ", "[2, 3", "2 3]", "]2[",        "2[3]",                    "[[2]]", "[",
                                      "]", "-2", "2.5",   "4294967296", "[2]x", "99999999999999999999999", "\"2\""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        GIVES(CHATFMT_INPUT, chatfmt_decode_text(l.encoder, l.tokenizer, ((chatfmt_slice){bad[i], strlen(bad[i])}), 0, &text, e));
    letters_close(&l);
}

/* Six paths are shown, of each eighty bytes, and no more than there is room for. */
static void test_words(void **state)
{
    static const char list[] =
        "[\"a\",\"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\"]";
    chatfmt_values *values;
    chatfmt_value paths;
    char words[512] = "kept", small[8];
    (void)state;
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    FINE(chatfmt_value_read_json(values, list, sizeof list - 1, &paths, NULL));
    chatfmt_unwritten_words(paths, NULL, 10);
    chatfmt_unwritten_words(paths, words, 0);
    assert_string_equal(words, "kept");
    chatfmt_unwritten_words(paths, words, sizeof words);
    assert_int_equal(strspn(words + 3, "b"), 80);
    assert_string_equal(words + 83, ", c, d, e, f and 2 more");
    chatfmt_unwritten_words(paths, small, sizeof small);
    assert_string_equal(small, "a, bbbb");
    chatfmt_values_free(values);
}

/* The format of an adapter is that of the model that its configuration names. */
static void test_base_model(void **state)
{
    static const struct {
        const char *config, *format;
        chatfmt_status status;
    } rows[] = {
        {"{\"base_model_name_or_path\": \"lmsys/vicuna-7b-v1.5\"}", "vicuna_v1.1", CHATFMT_OK},
        {"{\"base_model_name_or_path\": \"x/peft-y\"}", "@base_model", CHATFMT_NOT_FOUND},
        {"{\"base_model_name_or_path\": 1}", "@base_model", CHATFMT_NOT_FOUND},
        {"[]", "@base_model", CHATFMT_NOT_FOUND},
        {"{", "@base_model", CHATFMT_INPUT},
    };
    chatfmt_values *values;
    (void)state;
    FINE(chatfmt_values_new(NULL, NULL, &values, NULL));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        chatfmt_format_match match = {.format = TEXT("@base_model"), .adapter = TEXT("PeftModelAdapter")};
        assert_int_equal(chatfmt_format_match_base(rows[i].config, strlen(rows[i].config), values, &match, NULL),
                         rows[i].status);
        assert_true(chatfmt_slice_is(match.format, rows[i].format));
        assert_true(chatfmt_slice_is(match.adapter, "PeftModelAdapter"));
    }
    chatfmt_values_free(values);
}

static void test_arguments(void **state)
{
    chatfmt_service_options options = CHATFMT_SERVICE_OPTIONS_INIT;
    chatfmt_region_event skipped = {.kind = CHATFMT_REGION_SKIPPED};
    chatfmt_service *service = NULL;
    letters l = letters_open();
    chatfmt_format_match match = {.format = TEXT("f")};
    char *json = NULL;
    size_t length;
    (void)state;
    options.kind = CHATFMT_SERVICE_ENCODE;
    options.tokenizer = l.tokenizer;
    REFUSED(chatfmt_service_new(&options, &service, e));
    options.struct_size = 1;
    REFUSED(chatfmt_service_new(&options, &service, e));
    assert_null(service);
    REFUSED(chatfmt_formats_json(NULL, NULL, &length, e));
    REFUSED(chatfmt_format_match_json(TEXT("m"), NULL, &json, &length, e));
    REFUSED(chatfmt_format_match_json(TEXT("m"), &match, NULL, &length, e));
    REFUSED(chatfmt_format_match_base("{}", 2, NULL, NULL, e));
    REFUSED(chatfmt_format_match_base("{}", 2, NULL, &match, e));
    REFUSED(chatfmt_region_event_json(&skipped, NULL, &length, e));
    FINE(chatfmt_region_event_json(&skipped, &json, &length, NULL));
    assert_int_equal(length, 0); /* nothing is told of what was skipped */
    chatfmt_text_free(json);
    letters_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_base_model),
        cmocka_unit_test(test_pieces),      cmocka_unit_test(test_odd_lines),   cmocka_unit_test(test_templates),
        cmocka_unit_test(test_formats),     cmocka_unit_test(test_changes),     cmocka_unit_test(test_refused),
        cmocka_unit_test(test_pair_attempts), cmocka_unit_test(test_ids_of_calls),
        cmocka_unit_test(test_special),     cmocka_unit_test(test_pair_attempts),
            cmocka_unit_test(test_strict_spans), cmocka_unit_test(test_no_memory),   cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_token_limits), cmocka_unit_test(test_tokens_json), cmocka_unit_test(test_decode_text),
        cmocka_unit_test(test_words),       cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_useless),     cmocka_unit_test(test_blank_lines), cmocka_unit_test(test_no_source), cmocka_unit_test(test_nothing_is_written),
        cmocka_unit_test(test_variables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
