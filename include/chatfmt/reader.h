/* chatfmt/reader.h - choose how to read a model's replies, and test whether a reader reads what the
 * model's own template writes.
 *
 * Rules for the parameters of all functions are at the beginning of chatfmt/base.h.
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

/* A way to read replies: the rules of a known family, or rules inferred from a template. A
 * reader is immutable: any number of threads may use it at once. */
typedef struct chatfmt_reader chatfmt_reader;

/* Why a reader was chosen. */
typedef enum chatfmt_reader_how {
    CHATFMT_READER_NAMED = 0,    /* the caller named it                                        */
    CHATFMT_READER_MARKERS = 1,  /* the template has the markers of the family, and messages
                                    that it writes were read back                              */
    CHATFMT_READER_LEARNED = 2,  /* inferred from what the template writes                     */
    CHATFMT_READER_HINT = 3      /* what the template asks the model for, the architecture or
                                    the name suggests it. No call of the template confirms it  */
} chatfmt_reader_how;

typedef struct chatfmt_reader_options {
    size_t struct_size;                 /* set by CHATFMT_READER_OPTIONS_INIT                  */
    uint32_t flags;                     /* 0                                                   */
    uint32_t reserved;                  /* 0                                                   */
    chatfmt_slice wanted;               /* name or alias of a family, in upper or lower case,
                                           "learned", "none" or "auto"; empty = "auto". "none"
                                           reads no calls, but reads reasoning in <think>, and
                                           ends the reply at <|im_end|> and <|endoftext|>      */
    chatfmt_slice chat_template;        /* name or source of a template. NULL data: the
                                           template that prompts with tools have, that is, of
                                           several the one named "tool_use" if there is one    */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                      */
    const chatfmt_limits *limits;       /* for rendering the template; borrowed during the
                                           call. NULL, and fields that are 0 = the defaults.
                                           Limits for reading replies are in
                                           chatfmt_reply_options                               */
} chatfmt_reader_options;

#define CHATFMT_READER_OPTIONS_INIT                                                             \
    {sizeof(chatfmt_reader_options), 0, 0, {NULL, 0}, {NULL, 0}, NULL, NULL}

/*
 * Choose how to read the replies of a model.
 *
 *   model    borrowed during the call. NULL is allowed when `wanted` is a family or "none".
 *   options  borrowed during the call; NULL for the defaults.
 *   out      receives a reader, which the caller owns; free it with chatfmt_reader_free(). It
 *            does not need the model. NULL on any error.
 *   error    may be NULL.
 *
 * With "auto" these are tried in order:
 * * a family whose markers are in the template, confirmed by rendering messages and reading them
 *   back;
 * * for a template without calls, or with other calls than it asks for, a family that its
 *   instructions suggest;
 * * a reader that is inferred from the template ("learned");
 * * a family that a hint suggests: the architecture or name that a GGUF file has, or the name of
 *   the file or folder.
 *
 * A response_template in the model's files is not used: see chatfmt_model_response_template().
 *
 * Errors:
 * * NOT_FOUND when no reader can be chosen with certainty. The text says why.
 * * NOT_FOUND when `wanted` is not a known name.
 * * NOT_FOUND when the template fails for every conversation. The text has the template's error
 *   (also an OVERFLOW of `range_items`), and the error has its line, column and excerpt.
 * * LIMIT when a render reaches a limit, or when all renders together have used up the fuel. The
 *   text says which. The error has a place when an instruction of the template was running.
 * * VALUE when the model has no template and no hint suggests a family.
 * * Those of chatfmt_template_compile(); BAD_ARGUMENT; NO_MEMORY.
 *
 * Threads: any; any number of threads may use the reader.
 * Cost: about a hundred renders of the template. The fuel of the limits is for all of them
 *         together. Each render may take half of heap_bytes.
 */
CHATFMT_API chatfmt_status chatfmt_reader_choose(const chatfmt_model *model,
                                                 const chatfmt_reader_options *options,
                                                 chatfmt_reader **out, chatfmt_error *error);

/*
 * Read the description of replies in the model's tokenizer_config.json: the response_template,
 * or the older response_schema.
 *
 *   model   borrowed during the call.
 *   limits  as of chatfmt_response_template_new().
 *   out     receives a description, which the caller owns; free it with
 *           chatfmt_response_template_free(). It does not need the model. NULL with CHATFMT_OK
 *           when the files have no description; NULL on any error.
 *   error   may be NULL.
 *
 * A message that is read by a description has the members that the description names, as
 * transformers' parse_response returns them. A message that is read by a chatfmt_reader is in
 * OpenAI's form.
 *
 * Errors: those of chatfmt_response_template_new(), without NOT_FOUND.
 * Threads: any.
 */
CHATFMT_API chatfmt_status chatfmt_model_response_template(const chatfmt_model *model,
                                                           const chatfmt_limits *limits,
                                                           chatfmt_response_template **out,
                                                           chatfmt_error *error);

/* Free a reader. No reply that is being read may be using it. NULL is allowed. */
CHATFMT_API void chatfmt_reader_free(chatfmt_reader *reader);

/* What is known about a reader; borrowed from it. The library makes this struct, and it may grow
 * at its end. */
typedef struct chatfmt_reader_facts {
    chatfmt_slice name;  /* name of the family, or "learned"                                   */
    chatfmt_slice shape; /* as in chatfmt_reader_info                                          */
    chatfmt_reader_how how; /* why it was chosen                                               */
    uint32_t confirmed;  /* number of messages that the template wrote and that were read back */
    uint32_t skipped;    /* number of messages that the template does not write, or writes in
                            a form that cannot be read back                                    */
    chatfmt_slice evidence; /* reasons for the choice, one on each line                        */
    chatfmt_slice json;     /* all fields and the markers as a JSON object. "triggers" are
                               texts that begin a tool call. "preserved" are markers of
                               reasoning and calls that must stay in the reply when it is
                               decoded, where they are special tokens; so must the markers
                               that end a turn, which are in "stops" of "markers"              */
} chatfmt_reader_facts;

/* What is known about `reader`, borrowed from it; empty for NULL. Any thread, O(1). */
CHATFMT_API const chatfmt_reader_facts *chatfmt_reader_about(const chatfmt_reader *reader);

/*
 * Begin to read a reply with a reader. This is chatfmt_reply_parser_new() with a chatfmt_reader
 * in place of the name of a family.
 *
 *   reader   borrowed until the parser is freed.
 *   options  as of chatfmt_reply_parser_new(); NULL for the defaults.
 *   out      receives a parser, which the caller owns; free it with chatfmt_reply_parser_free().
 *            NULL on any error.
 *   error    may be NULL.
 *
 * Errors: BAD_ARGUMENT, NO_MEMORY.
 * Threads: safe. The parser then serves one thread at a time.
 */
CHATFMT_API chatfmt_status chatfmt_reply_parser_open(const chatfmt_reader *reader,
                                                     const chatfmt_reply_options *options,
                                                     chatfmt_reply_parser **out,
                                                     chatfmt_error *error);

/* ---- Round trips ------------------------------------------------------------------------ */

/* What became of a message that was written by a template and read back. */
typedef enum chatfmt_round_trip_outcome {
    CHATFMT_ROUND_TRIP_EQUAL = 0,     /* the message that was read equals the original         */
    CHATFMT_ROUND_TRIP_NOT_SHOWN = 1, /* the template fails, or writes none of the message, or
                                         escapes its calls as HTML. `message` is empty         */
    CHATFMT_ROUND_TRIP_LOSSY = 2,     /* the template writes arguments in a form that cannot
                                         be read back                                          */
    CHATFMT_ROUND_TRIP_DIFFERENT = 3  /* the message that was read differs                     */
} chatfmt_round_trip_outcome;

/* The result of a round trip; borrowed until the applier is used again. The library makes this
 * struct, and it may grow at its end. */
typedef struct chatfmt_round_trip {
    chatfmt_round_trip_outcome outcome;
    chatfmt_slice prompt;     /* the text before the reply                                    */
    chatfmt_slice reply;      /* the text that the model would have written                    */
    chatfmt_slice message;    /* the message that was read, as JSON                            */
    chatfmt_slice difference; /* what differs, or why the template does not write the message  */
    chatfmt_slice lost;       /* names of fields that the template does not write, separated
                                 by commas                                                     */
} chatfmt_round_trip;

/*
 * Test a reader on one conversation. The conversation is rendered, the part is cut out that the
 * model would have written as its last message, this part is read with `reader`, and the message
 * is compared with the original. Fields that the template does not write are reported, but are
 * not a difference.
 *
 *   applier       forgets its last result.
 *   model         the model.
 *   reader        the reader to test.
 *   conversation  array of messages; borrowed for as long as the result is used.
 *   options       how the template is applied; NULL for the defaults.
 *   out           receives the result, borrowed until the applier is used again; NULL on any
 *                 error.
 *   error         may be NULL.
 *
 * When the template does not compile, refuses the conversation or reaches a limit, this is not an
 * error: the outcome is CHATFMT_ROUND_TRIP_NOT_SHOWN, and `difference` says why.
 *
 * Errors: BAD_ARGUMENT; NO_MEMORY.
 * Threads: one thread per applier at a time.
 */
CHATFMT_API chatfmt_status chatfmt_applier_round_trip(chatfmt_applier *applier,
                                                      const chatfmt_model *model,
                                                      const chatfmt_reader *reader,
                                                      chatfmt_value conversation,
                                                      const chatfmt_apply_options *options,
                                                      const chatfmt_round_trip **out,
                                                      chatfmt_error *error);

/* ---- Whole conversations ----------------------------------------------------------------- */

/* The number of families whose rendered conversations chatfmt_transcript_read() reads. Any
 * thread, O(1). */
CHATFMT_API size_t chatfmt_transcript_count(void);
/* The name of family number `index`, from 0, such as "chatml"; empty when there is no such
 * family. Static. Any thread, O(1). */
CHATFMT_API chatfmt_slice chatfmt_transcript_name(size_t index);

/*
 * Read a rendered conversation back into messages.
 *
 *   family       "internlm2", "chatml", "llama3" …: a chatfmt_transcript_name() or an alias such as
 *                "qwen3", in lower case, which ends with a NUL.
 *   text         `length` bytes; borrowed during the call.
 *   length       bytes of `text`.
 *   json         receives {"before"?, "messages": […], "add_generation_prompt"?}, which the
 *                caller owns, with a NUL at its end; free it with chatfmt_text_free(). NULL on
 *                any error.
 *   json_length  receives the bytes of `json`, without the NUL; may be NULL.
 *   error        may be NULL.
 *
 * A message has "role", "name"?, and either "content", or "text" and "action": {"kind",
 * "payload", "after_action_end"?}. Irregular endings are in "closed": false and "after_im_end".
 * These are the members that the format internlm2/lagent renders.
 *
 * Any text can be read. chatfmt_transcript_write() writes the same bytes again, except for bytes
 * that are not UTF-8.
 *
 * Errors: NOT_FOUND for an unknown family; LIMIT for the default limits of
 *         chatfmt_transcript_read_within(); BAD_ARGUMENT; NO_MEMORY.
 * Threads: any.
 * Cost: O(length).
 */
CHATFMT_API chatfmt_status chatfmt_transcript_read(const char *family, const char *text,
                                                   size_t length, char **json,
                                                   size_t *json_length, chatfmt_error *error);

/*
 * Read a rendered conversation as chatfmt_transcript_read() does, within limits.
 *
 *   limits  borrowed during the call. NULL, and fields that are 0: the defaults below.
 *
 * With n bytes of text the defaults are:
 * * fuel: 50000000 + 64 n units, of which each 16 bytes take one;
 * * heap_bytes, the memory: 240 MiB or 48 n, whichever is larger;
 * * output_bytes, the result: 128 MiB or 16 n, whichever is larger.
 *
 * The other parameters are those of chatfmt_transcript_read().
 *
 * Errors: those of chatfmt_transcript_read(); LIMIT with the limit's name, its value and the
 *         value reached.
 * Threads: any.
 */
CHATFMT_API chatfmt_status chatfmt_transcript_read_within(const char *family, const char *text,
                                                          size_t length,
                                                          const chatfmt_limits *limits,
                                                          char **json, size_t *json_length,
                                                          chatfmt_error *error);

/*
 * Read a rendered conversation into messages of OpenAI's form, for families that have actions
 * ("internlm2").
 *
 * The parameters are those of chatfmt_transcript_read_within(). The messages differ in this:
 * * Calls in an answer become `tool_calls`: of functions, or of the code interpreter ({"type":
 *   "code_interpreter", "code_interpreter": {"input": code}}).
 * * Results become messages of the role `tool`.
 * * Lists of files become parts.
 *
 * A message stays as chatfmt_transcript_read() reads it when the format internlm2/lagent would
 * not write the same bytes of its new form.
 *
 * Errors: UNSUPPORTED for a family without actions; otherwise those of
 *         chatfmt_transcript_read_within().
 * Threads: any.
 */
CHATFMT_API chatfmt_status chatfmt_transcript_read_openai(const char *family, const char *text,
                                                          size_t length,
                                                          const chatfmt_limits *limits,
                                                          char **json, size_t *json_length,
                                                          chatfmt_error *error);

/*
 * Write messages as a rendered conversation: the reverse of chatfmt_transcript_read().
 *
 *   family       as in chatfmt_transcript_read().
 *   json         what chatfmt_transcript_read() returns, or a list of messages; borrowed during
 *                the call.
 *   length       bytes of `json`.
 *   text         receives the text, which the caller owns, with a NUL at its end; free it with
 *                chatfmt_text_free(). NULL on any error.
 *   text_length  receives the bytes of `text`, without the NUL; may be NULL.
 *   error        may be NULL.
 *
 * Errors: INPUT and TYPE for other JSON, such as a message without a role; otherwise those of
 *         chatfmt_transcript_read().
 * Threads: any.
 */
CHATFMT_API chatfmt_status chatfmt_transcript_write(const char *family, const char *json,
                                                    size_t length, char **text,
                                                    size_t *text_length, chatfmt_error *error);

/*
 * Write messages as chatfmt_transcript_write() does, within limits. The limits are those of
 * chatfmt_transcript_read_within(). Reading the JSON also has the limits fuel, string_bytes,
 * value_depth and integer_digits, with the defaults of chatfmt_limits.
 *
 * Errors: those of chatfmt_transcript_write(); LIMIT.
 * Threads: any.
 */
CHATFMT_API chatfmt_status chatfmt_transcript_write_within(const char *family, const char *json,
                                                           size_t length,
                                                           const chatfmt_limits *limits,
                                                           char **text, size_t *text_length,
                                                           chatfmt_error *error);

#ifdef __cplusplus
}
#endif

#endif
