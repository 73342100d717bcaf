/* chatfmt/reader.h - which reader for which model, and whether it reads what the model's own
 * template writes.
 *
 *     chatfmt_reader *reader;
 *     chatfmt_model_open("./Qwen3-8B", NULL, &model, &error);
 *     chatfmt_reader_choose(model, NULL, &reader, &error);
 *     chatfmt_reply_parser_open(reader, NULL, &parser, &error);
 */
#ifndef CHATFMT_READER_H
#define CHATFMT_READER_H

#include "chatfmt/models.h"
#include "chatfmt/reply.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How replies are read: a family's row, or what was inferred from a template. Immutable; may be
 * used from any number of threads at once. */
typedef struct chatfmt_reader chatfmt_reader;

/* Why a reader was chosen. */
typedef enum chatfmt_reader_how {
    CHATFMT_READER_NAMED = 0,    /* asked for by name                                          */
    CHATFMT_READER_MARKERS = 1,  /* the template shows the family's markers, and what it writes
                                    is read back                                               */
    CHATFMT_READER_LEARNED = 2,  /* made from what the template writes                         */
    CHATFMT_READER_HINT = 3      /* the model's architecture or name alone                     */
} chatfmt_reader_how;

typedef struct chatfmt_reader_options {
    size_t struct_size;                 /* set by CHATFMT_READER_OPTIONS_INIT                  */
    uint32_t flags;                     /* 0                                                   */
    uint32_t reserved;
    chatfmt_slice wanted;               /* a family's name, "learned", or "auto"; empty = auto */
    chatfmt_slice chat_template;        /* a name or a source; NULL data: the model's own      */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                      */
    const chatfmt_limits *limits;       /* of the renders; NULL = the defaults. Replies have
                                           those of chatfmt_reply_options                      */
} chatfmt_reader_options;

#define CHATFMT_READER_OPTIONS_INIT                                                             \
    {sizeof(chatfmt_reader_options), 0, 0, {NULL, 0}, {NULL, 0}, NULL, NULL}

/*
 * Choose how to read the replies of a model. A family is chosen by the markers that the template
 * shows and confirmed by rendering messages and reading them back; if no family matches, a reader
 * is inferred from the template itself; the model's architecture and name come last.
 *
 *   model    its template is rendered about a hundred times, and the fuel of the limits is that of
 *            all of these renders together, while each may take half of heap_bytes; not needed any
 *            more afterwards. NULL is allowed when `wanted` is a family. A response_template in its
 *            files is not looked at: chatfmt_model_response_template() reads it.
 *   out      receives an owned reader; free with chatfmt_reader_free(). NULL on any error.
 *
 * Errors: NOT_FOUND with the reason when no reader can be chosen with certainty; of a template that
 *         fails for any conversation the reason is that error (also OVERFLOW of `range_items`),
 *         with its line, column and excerpt; LIMIT, which ends the work, when a render reaches one,
 *         with its place where an instruction of the template did, or without a place when all
 *         renders together have used up the fuel; those of compiling the template; VALUE when the
 *         model has no template and its files name no family; BAD_ARGUMENT; NO_MEMORY. With "none"
 *         as `wanted` the whole reply is content.
 * Threads: any; the reader may serve any number of them.
 */
CHATFMT_API chatfmt_status chatfmt_reader_choose(const chatfmt_model *model,
                                                 const chatfmt_reader_options *options,
                                                 chatfmt_reader **out, chatfmt_error *error);

/*
 * What the model's tokenizer_config.json says of its replies: the response_template, or the older
 * response_schema. A message that is read with it has the members that it names, as transformers'
 * parse_response gives them; one that a reader reads is in OpenAI's form.
 *
 *   limits  of reading it and of the replies; copied. NULL = the defaults.
 *   out     receives an owned description, which does not need the model; free with
 *           chatfmt_response_template_free(). NULL with OK when the files say nothing, and on any
 *           error.
 *
 * Errors: those of chatfmt_response_template_new(). Any thread.
 */
CHATFMT_API chatfmt_status chatfmt_model_response_template(const chatfmt_model *model,
                                                           const chatfmt_limits *limits,
                                                           chatfmt_response_template **out,
                                                           chatfmt_error *error);

/* Free a reader that no reply uses any more; NULL is allowed. */
CHATFMT_API void chatfmt_reader_free(chatfmt_reader *reader);

/* What is known about a reader; borrowed from it. The library's; may grow at its end. */
typedef struct chatfmt_reader_facts {
    chatfmt_slice name;  /* of the family, or "learned"                                        */
    chatfmt_slice shape; /* as in chatfmt_reader_info                                          */
    chatfmt_reader_how how;
    uint32_t confirmed;  /* messages of the template that were read back                       */
    uint32_t skipped;    /* messages that the template does not show, or writes in a form
                            that cannot be read back                                           */
    chatfmt_slice evidence; /* one reason a line                                               */
    chatfmt_slice json;     /* all of this and the markers as a JSON object; its "triggers" begin
                               a call, its "preserved" must stay in the text where they are special
                               tokens                                                          */
} chatfmt_reader_facts;

/* What is known about `reader`; empty for NULL. Any thread, O(1). */
CHATFMT_API const chatfmt_reader_facts *chatfmt_reader_about(const chatfmt_reader *reader);

/* As chatfmt_reply_parser_new(), with a reader, which must outlive the reply. Errors: BAD_ARGUMENT,
 * NO_MEMORY. */
CHATFMT_API chatfmt_status chatfmt_reply_parser_open(const chatfmt_reader *reader,
                                                     const chatfmt_reply_options *options,
                                                     chatfmt_reply_parser **out,
                                                     chatfmt_error *error);

/* ---- Round trips ------------------------------------------------------------------------ */

typedef enum chatfmt_round_trip_outcome {
    CHATFMT_ROUND_TRIP_EQUAL = 0,     /* read back as it was                                   */
    CHATFMT_ROUND_TRIP_NOT_SHOWN = 1, /* the template refuses the message or writes none of it */
    CHATFMT_ROUND_TRIP_LOSSY = 2,     /* its arguments cannot be read back                     */
    CHATFMT_ROUND_TRIP_DIFFERENT = 3
} chatfmt_round_trip_outcome;

/* A message through a template and back; borrowed until the applier is used again. The
 * library's; may grow at its end. */
typedef struct chatfmt_round_trip {
    chatfmt_round_trip_outcome outcome;
    chatfmt_slice prompt;     /* what comes before the reply                                  */
    chatfmt_slice reply;      /* what the model would have written                             */
    chatfmt_slice message;    /* as it was read, JSON                                          */
    chatfmt_slice difference; /* what differs, or why it is not shown                          */
    chatfmt_slice lost;       /* names of fields that the template does not write, with commas */
} chatfmt_round_trip;

/*
 * Render a conversation, cut what the model would have written as its last message, read that
 * with `reader` and compare. Fields that the template does not write are reported, and do not count
 * as different.
 *
 *   out  receives the outcome; NULL on any error.
 *
 * Errors: BAD_ARGUMENT; NO_MEMORY. A conversation that the template refuses is NOT_SHOWN.
 */
CHATFMT_API chatfmt_status chatfmt_applier_round_trip(chatfmt_applier *applier,
                                                      const chatfmt_model *model,
                                                      const chatfmt_reader *reader,
                                                      chatfmt_value conversation,
                                                      const chatfmt_apply_options *options,
                                                      const chatfmt_round_trip **out,
                                                      chatfmt_error *error);

/* ---- Whole conversations ----------------------------------------------------------------- */

/* How many ways to frame messages are known. Any thread, O(1). */
CHATFMT_API size_t chatfmt_transcript_count(void);
/* The name of the one at `index`, from 0; empty beyond the last. Static. Any thread, O(1). */
CHATFMT_API chatfmt_slice chatfmt_transcript_name(size_t index);

/*
 * Read a rendered conversation back into messages.
 *
 *   family       "internlm2", "chatml", "llama3" …, NUL-terminated.
 *   text         `length` bytes; borrowed during the call.
 *   json         receives {"before"?, "messages": […], "add_generation_prompt"?}, owned; free with
 *                chatfmt_text_free(). A message has "role", "name"?, and "content", or "text" and
 *                "action": {"kind", "payload", "after_action_end"?}; what is irregular is in
 *                "closed": false and "after_im_end". These are the members that the format
 *                internlm2/lagent renders. NULL on any error.
 *   json_length  may be NULL.
 *
 * Any text can be read; chatfmt_transcript_write() gives it back byte by byte, but for invalid
 * UTF-8. Errors: NOT_FOUND; BAD_ARGUMENT; NO_MEMORY. Any thread. O(length).
 */
CHATFMT_API chatfmt_status chatfmt_transcript_read(const char *family, const char *text,
                                                   size_t length, char **json,
                                                   size_t *json_length, chatfmt_error *error);

/*
 * The same within limits.
 *
 *   limits  NULL, and fields that are 0: the defaults. For n bytes: fuel, one for each 16 bytes,
 *           50000000 + 64 n; heap_bytes of memory, the larger of 240 MiB and 48 n; output_bytes of
 *           what is given, the larger of 128 MiB and 16 n.
 *
 * Errors: LIMIT as well, with the limit's name, its value and the value reached.
 */
CHATFMT_API chatfmt_status chatfmt_transcript_read_within(const char *family, const char *text,
                                                          size_t length,
                                                          const chatfmt_limits *limits,
                                                          char **json, size_t *json_length,
                                                          chatfmt_error *error);

/*
 * The same in OpenAI's form, for families that have actions (internlm2): calls of an answer become
 * `tool_calls` of functions and of the code interpreter ({"type": "code_interpreter",
 * "code_interpreter": {"input": code}}), results messages of role `tool`, lists of files parts.
 * What would not be written to the same bytes by the format internlm2/lagent stays as above.
 *
 * Errors: UNSUPPORTED for a family without actions; else as above.
 */
CHATFMT_API chatfmt_status chatfmt_transcript_read_openai(const char *family, const char *text,
                                                          size_t length,
                                                          const chatfmt_limits *limits,
                                                          char **json, size_t *json_length,
                                                          chatfmt_error *error);

/* The way back: `json` is what chatfmt_transcript_read() gives, or a list of messages. Errors:
 * INPUT and TYPE for anything else; other errors as above. */
CHATFMT_API chatfmt_status chatfmt_transcript_write(const char *family, const char *json,
                                                    size_t length, char **text,
                                                    size_t *text_length, chatfmt_error *error);

/* The same within limits, which are those of chatfmt_transcript_read_within(); reading the JSON has
 * the fuel, string_bytes, value_depth and integer_digits of values too. */
CHATFMT_API chatfmt_status chatfmt_transcript_write_within(const char *family, const char *json,
                                                           size_t length,
                                                           const chatfmt_limits *limits,
                                                           char **text, size_t *text_length,
                                                           chatfmt_error *error);

#ifdef __cplusplus
}
#endif

#endif
