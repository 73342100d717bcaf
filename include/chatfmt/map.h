/* chatfmt/map.h - rows of a data set, a line of JSON each, to lines with their prompts,
 * masks, ids and labels, and to packs of several rows; whole inputs, by any number of threads.
 *
 *     chatfmt_map_options options = CHATFMT_MAP_OPTIONS_INIT;
 *     chatfmt_map_columns("input_ids,labels", &options.columns);
 *     options.model = model;
 *     options.request = request;
 *     options.tokenizer = tokenizer;
 *     chatfmt_mapper_new(&options, &mapper, &error);
 *     while (read_line(&line, &length))
 *         if (chatfmt_mapper_row(mapper, line, length, ++number, &out, &error) == CHATFMT_OK)
 *             fwrite(out.data, 1, out.length, stdout);
 *
 * Mappers of several threads may share all that the options name; what a row becomes does not
 * depend on the mapper that it is given to.
 *
 * Experimental: may change within 0.1.x (docs/stability.md).
 */
#ifndef CHATFMT_MAP_H
#define CHATFMT_MAP_H

#ifdef CHATFMT_STABLE_ONLY
#error "chatfmt/map.h is experimental (CHATFMT_STABLE_ONLY)"
#endif

#include "chatfmt/conversation.h"
#include "chatfmt/dataset.h"
#include "chatfmt/request.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Columns ----------------------------------------------------------------------------- */

/* Columns of a row that comes out. */
enum {
    CHATFMT_MAP_TEXT = 1 << 0,       /* "text"                                                 */
    CHATFMT_MAP_MASK = 1 << 1,       /* "mask" in bytes and "mask_chars" in code points        */
    CHATFMT_MAP_SPLIT = 1 << 2,      /* "prompt" and "completion": before and from the last
                                        range of the mask                                      */
    CHATFMT_MAP_TURNS = 1 << 3,      /* "turns": each range with the number of its message     */
    CHATFMT_MAP_LENGTH = 1 << 4,     /* "length" in bytes, "length_chars" in code points       */
    CHATFMT_MAP_LINE = 1 << 5,       /* "line" of the input                                    */
    CHATFMT_MAP_ID = 1 << 6,         /* "id" as it came in                                     */
    CHATFMT_MAP_INPUT_IDS = 1 << 8,  /* the columns of chatfmt_column, which need a tokenizer  */
    CHATFMT_MAP_LABELS = 1 << 9,
    CHATFMT_MAP_ATTENTION_MASK = 1 << 10,
    CHATFMT_MAP_POSITION_IDS = 1 << 11,
    CHATFMT_MAP_SEQUENCE_IDS = 1 << 12,
    CHATFMT_MAP_TOKENS = 0x1F00,     /* all of those                                           */
    CHATFMT_MAP_MASKED =             /* those that need the request's mask                     */
        CHATFMT_MAP_MASK | CHATFMT_MAP_SPLIT | CHATFMT_MAP_TURNS | CHATFMT_MAP_LABELS
};

/* Columns by their names: "text", "mask", "split", "turns", "length", "line", "id",
 * "input_ids" …, separated by commas. NOT_FOUND for unknown names, and for none. Any thread. */
CHATFMT_API chatfmt_status chatfmt_map_columns(const char *names, uint32_t *columns,
                                               chatfmt_error *error);

/* ---- Rows -------------------------------------------------------------------------------- */

/* What turns rows into lines. One thread at a time. */
typedef struct chatfmt_mapper chatfmt_mapper;

/* What helps against the error of a row, for chatfmt_mapper_error(): chatfmt_report_hint(), or a
 * function that gives its text as that one does. Mappers of several threads call it at once. */
typedef chatfmt_status (*chatfmt_map_hint)(const chatfmt_error *shown, chatfmt_value conversation,
                                           int nulls_lack, char **text, size_t *length,
                                           chatfmt_error *error);

/* Everything is borrowed while mappers are used. */
typedef struct chatfmt_map_options {
    size_t struct_size;               /* set by CHATFMT_MAP_OPTIONS_INIT                      */
    uint32_t columns;                 /* CHATFMT_MAP_…, at least one, but for records         */
    uint32_t flags;                   /* flags of mappers, below                              */
    chatfmt_row_options row;          /* layout and column                                    */
    const chatfmt_model *model;
    const chatfmt_request *request;   /* what is asked of each row; NULL: nothing             */
    chatfmt_slice variables;          /* JSON object of arguments of every row; may be empty.
                                         With `trainer`: bos_token, eos_token, pad_token and
                                         system of `training`, which the JSON replaces     */
    const chatfmt_tokenizer *tokenizer; /* for columns of tokens, or to count them; else NULL */
    const chatfmt_format *format;     /* with `trainer`: whose rows the trainer makes …       */
    const char *trainer;              /* … ids and labels of, see chatfmt_format_train_ids()  */
    chatfmt_training_options training;
    chatfmt_slice template_name;      /* what errors call the model's template; empty: its own
                                         place                                                */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                     */
    chatfmt_map_hint hint;            /* of errors that take the place of rows; NULL: none    */
} chatfmt_map_options;

/* Flags of mappers. */
enum {
    CHATFMT_MAP_RECORDS = 1, /* rows come out as records for chatfmt_map_packs                */
    CHATFMT_MAP_WATCH = 2,   /* look for texts of a row that its prompt lacks: a member "unwritten"
                                of its line, see chatfmt_mapper_unwritten(). Not with a trainer */
    CHATFMT_MAP_STRICT = 4   /* the same, and such rows are errors (VALUE)                     */
};

#define CHATFMT_MAP_OPTIONS_INIT                                                                \
    {sizeof(chatfmt_map_options), 0, 0, CHATFMT_ROW_OPTIONS_INIT, NULL, NULL, {NULL, 0}, NULL,  \
     NULL, NULL, CHATFMT_TRAINING_OPTIONS_INIT, {NULL, 0}, NULL, NULL}

/* Rows that lost something to a length, and others that are worth reporting. */
typedef struct chatfmt_map_losses {
    uint64_t dropped, cut, truncated; /* rows: oldest turns, content, ids                     */
    uint64_t unlearned;               /* rows with nothing in the loss                        */
    uint64_t attempts;                /* control tokens that data tried to write              */
    uint64_t strange_roles;           /* rows with a chatfmt_row.strange_role, or with content of
                                         a role of which the template, which does not name it,
                                         writes nothing                                       */
    uint64_t preferences;             /* rows whose `chosen` and `rejected` are not rendered  */
    uint64_t unwritten;               /* watched rows with texts that their prompt lacks      */
    uint64_t unread;                  /* rows with tools or documents whose name is no word of
                                         the model's template                                 */
    uint64_t quoted_calls;            /* rows with a tool call whose arguments are text, where the
                                         template takes an object: they become a JSON string   */
} chatfmt_map_losses;

/* Make a mapper. Free it with chatfmt_mapper_free(). Errors: UNSUPPORTED when the trainer does not
 * take the format, NOT_FOUND when there is no such trainer; those of
 * chatfmt_request_check_variables(); BAD_ARGUMENT, also for columns of a mask (CHATFMT_MAP_MASKED)
 * that the request does not have; NO_MEMORY. */
CHATFMT_API chatfmt_status chatfmt_mapper_new(const chatfmt_map_options *options,
                                              chatfmt_mapper **out, chatfmt_error *error);
/* NULL is allowed. */
CHATFMT_API void chatfmt_mapper_free(chatfmt_mapper *mapper);

/*
 * Turn one row into one line.
 *
 *   line    the row's JSON object.
 *   number  of the line in the input, for the column "line".
 *   out     the line with its newline, or the record; borrowed until the mapper is used again; ""
 *           on any error.
 *
 * Errors: those of reading JSON, chatfmt_row_read(), chatfmt_request_read(),
 *         chatfmt_applier_apply(), chatfmt_applier_encode() and chatfmt_applier_mask(); VALUE for
 *         an empty prompt of a row with texts, but of a trainer;
 *         chatfmt_mapper_place() says what line and column of the error refer to.
 */
CHATFMT_API chatfmt_status chatfmt_mapper_row(chatfmt_mapper *mapper, const char *line,
                                              size_t length, uint64_t number, chatfmt_slice *out,
                                              chatfmt_error *error);
/* What is written instead of a row that failed: {"line", "error": {"kind", "message"}}, as a
 * line or a record. Of a model that is a format the kind may be one of chatfmt_format_error_kind().
 * "error" has "path", too, where the error has one, and "hint" where the options'
 * function knows what helps against the error of the last row. Borrowed as that. NO_MEMORY. */
CHATFMT_API chatfmt_status chatfmt_mapper_error(chatfmt_mapper *mapper, uint64_t number,
                                                const chatfmt_error *of, chatfmt_slice *out,
                                                chatfmt_error *error);
/* Where the last error is: 1 in the row, 0 in the template, whose name *name receives, borrowed
 * from the model or the options. */
CHATFMT_API int chatfmt_mapper_place(const chatfmt_mapper *mapper, chatfmt_slice *name);
/* Of the last row, when it is watched: array of the paths of its texts that the prompt lacks, as
 * chatfmt_unwritten() finds them; absent when it lacks none. A row that was cut to a length lacks
 * none. Borrowed until the mapper is used again. */
CHATFMT_API chatfmt_value chatfmt_mapper_unwritten(const chatfmt_mapper *mapper);
/* What rows lost since the last call of this. Zeros without a mapper. */
CHATFMT_API void chatfmt_mapper_take_losses(chatfmt_mapper *mapper, chatfmt_map_losses *losses);

/* ---- Packs ------------------------------------------------------------------------------- */

/* Turns records of rows, in order, into lines of packs. One thread at a time. */
typedef struct chatfmt_map_packs chatfmt_map_packs;

/* Make it.
 *
 *   packer   the size of packs, and whether they are padded. With `pads` the id is that of the
 *            model's padding token.
 *   columns  of packs: CHATFMT_MAP_TOKENS and those among it, at least one.
 *
 * Errors: BAD_ARGUMENT, NO_MEMORY; NOT_FOUND when the model has no padding token. */
CHATFMT_API chatfmt_status chatfmt_map_packs_new(const chatfmt_packer_options *packer,
                                                 uint32_t columns, const chatfmt_model *model,
                                                 const chatfmt_tokenizer *tokenizer,
                                                 chatfmt_map_packs **out, chatfmt_error *error);
/* NULL is allowed. */
CHATFMT_API void chatfmt_map_packs_free(chatfmt_map_packs *packs);
/* Leave out the first `lines` lines, which the output has already; they are counted. */
CHATFMT_API void chatfmt_map_packs_skip(chatfmt_map_packs *packs, uint64_t lines);
/* Take whole records of mappers; *lines receives the lines that they complete, borrowed until the
 * next call. NO_MEMORY, BAD_ARGUMENT. */
CHATFMT_API chatfmt_status chatfmt_map_packs_take(chatfmt_map_packs *packs, const char *records,
                                                  size_t length, chatfmt_slice *lines,
                                                  chatfmt_error *error);
/* No more records: the packs that are open are complete. As the function before. */
CHATFMT_API chatfmt_status chatfmt_map_packs_finish(chatfmt_map_packs *packs, chatfmt_slice *lines,
                                                    chatfmt_error *error);

/* What was packed so far. May grow at its end. */
typedef struct chatfmt_map_packed {
    uint64_t packs;  /* complete ones                                                         */
    uint64_t lines;  /* packs, and rows that failed                                           */
    uint64_t tokens; /* in the packs, without padding                                         */
    uint64_t open;   /* rows in packs that are not complete yet; they come out when these are */
} chatfmt_map_packed;

/* It lives as long as `packs`. */
CHATFMT_API const chatfmt_map_packed *chatfmt_map_packs_about(const chatfmt_map_packs *packs);

/* ---- Whole inputs ------------------------------------------------------------------------ */

/*
 * A data set is read in blocks of whole lines, so that any number of threads can work on it and
 * what comes out is in the order of the input and does not depend on them:
 *
 *     while (chatfmt_map_job_fill(job, block, &error) == CHATFMT_OK &&  // in order, one thread
 *            chatfmt_map_block_lines(block)) {
 *         chatfmt_map_block_run(block, mapper);     // any thread, with a mapper of its own
 *         chatfmt_map_job_take(job, block, &lines, &error);             // in order, one thread
 *         fwrite(lines.data, 1, lines.length, stdout);
 *         failure = chatfmt_map_job_count(job, block);
 *         if (failure && failure->ends) break;
 *     }
 *     chatfmt_map_job_finish(job, &lines, &error);
 *     fwrite(lines.data, 1, lines.length, stdout);
 *
 * Threads, files and what is compressed are the caller's. A line that is not empty is a row.
 */
typedef struct chatfmt_map_job chatfmt_map_job;
typedef struct chatfmt_map_block chatfmt_map_block;

/* What becomes of a row in error. */
typedef enum chatfmt_map_errors {
    CHATFMT_MAP_FAIL,   /* it ends the work, as a model without a template does in any case   */
    CHATFMT_MAP_SKIP,   /* it is left out                                                     */
    CHATFMT_MAP_RECORD  /* chatfmt_mapper_error() takes its place                             */
} chatfmt_map_errors;

/* All is borrowed while the job lives. */
typedef struct chatfmt_map_job_options {
    size_t struct_size; /* set by CHATFMT_MAP_JOB_OPTIONS_INIT                                */
    size_t inputs;      /* how many there are, which are read one after the other             */
    int64_t (*read)(void *context, size_t input, char *out, size_t size);
                        /* up to `size` bytes of one of them, how many is returned; 0 at its
                           end, -1 when there is no more because it cannot be read, or the work
                           is to stop: half a line at its end is not a row                    */
    int (*waits)(void *context, size_t input);
                        /* whether reading it now would wait: a block ends before that once it
                           has a line; NULL: never                                            */
    void *context;      /* of both                                                            */
    chatfmt_map_errors on_error;
    uint64_t resume;    /* lines of output that are there already and do not come out again   */
    chatfmt_map_packs *packs; /* takes the records; mappers make them then. NULL: lines       */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's; for blocks too, so
                                           that several threads use it                        */
} chatfmt_map_job_options;

#define CHATFMT_MAP_JOB_OPTIONS_INIT                                                            \
    {sizeof(chatfmt_map_job_options), 0, NULL, NULL, NULL, CHATFMT_MAP_FAIL, 0, NULL, NULL}

/* Make a job. Free it after its blocks. Errors: BAD_ARGUMENT, NO_MEMORY. */
CHATFMT_API chatfmt_status chatfmt_map_job_new(const chatfmt_map_job_options *options,
                                               chatfmt_map_job **out, chatfmt_error *error);
/* NULL is allowed. */
CHATFMT_API void chatfmt_map_job_free(chatfmt_map_job *job);

/* Make a block, which can be filled again and again. Errors: BAD_ARGUMENT, NO_MEMORY. */
CHATFMT_API chatfmt_status chatfmt_map_block_new(const chatfmt_map_job *job,
                                                 chatfmt_map_block **out, chatfmt_error *error);
/* NULL is allowed. */
CHATFMT_API void chatfmt_map_block_free(chatfmt_map_block *block);

/* Read the next lines, about 256 KiB; none at the end of the last input. What the block held is
 * gone. Errors: NO_MEMORY; LIMIT for a line of more than 1 GiB; BAD_ARGUMENT. */
CHATFMT_API chatfmt_status chatfmt_map_job_fill(chatfmt_map_job *job, chatfmt_map_block *block,
                                                chatfmt_error *error);
/* How many lines it was filled with. */
CHATFMT_API size_t chatfmt_map_block_lines(const chatfmt_map_block *block);
/* Turn its rows into lines, or records. Any thread: one block at a time with one mapper.
 * NO_MEMORY, which chatfmt_map_job_take() returns again. */
CHATFMT_API chatfmt_status chatfmt_map_block_run(chatfmt_map_block *block, chatfmt_mapper *mapper);
/* The resulting lines, borrowed until the block is filled again: for compressing it in the same
 * thread. With `resume` and CHATFMT_MAP_SKIP not all of it goes out. */
CHATFMT_API chatfmt_slice chatfmt_map_block_output(const chatfmt_map_block *block);
/* Give the block a buffer for its lines, as far as they fit, which saves the caller a copy. Call it
 * before the block is run; it holds until the block is filled again. */
CHATFMT_API void chatfmt_map_block_lend(chatfmt_map_block *block, char *room, size_t size);
/* A guess, in bytes, of how large that buffer should be: from the lines that were read into the
 * block, and what it made last. 0 for NULL. O(1). */
CHATFMT_API size_t chatfmt_map_block_wants(const chatfmt_map_block *block);

/* The lines of the output up to this block, the next in the order of filling; borrowed until the
 * block is filled again, of packs until the next call. NO_MEMORY, BAD_ARGUMENT. */
CHATFMT_API chatfmt_status chatfmt_map_job_take(chatfmt_map_job *job, chatfmt_map_block *block,
                                                chatfmt_slice *lines, chatfmt_error *error);

/* The first row in error of a block. May grow at its end. */
typedef struct chatfmt_map_failure {
    const chatfmt_error *error;
    chatfmt_slice row;           /* the line                                                  */
    int in_row;                  /* the place of the error is there …                         */
    chatfmt_slice template_name; /* … or in this template, as chatfmt_mapper_place() says     */
    size_t input;                /* number of the input, from 0                               */
    uint64_t line;               /* in that input, from 1                                     */
    uint64_t before;             /* rows in error of the blocks before                        */
    int ends;                    /* no block after this one is wanted                        */
    int of_model;                /* the model has no template: it ends, whatever on_error is */
} chatfmt_map_failure;

/* The lines of a block are written: it counts from now on. Returns its first row in error,
 * borrowed until the block is filled again, NULL without any. */
CHATFMT_API const chatfmt_map_failure *chatfmt_map_job_count(chatfmt_map_job *job,
                                                             const chatfmt_map_block *block);

/* All blocks are taken: *lines receives what packs still hold, borrowed until the job is freed.
 * Errors: INPUT when an input could not be read (`last_lines` of the totals says how far it was);
 * NO_MEMORY, BAD_ARGUMENT. */
CHATFMT_API chatfmt_status chatfmt_map_job_finish(chatfmt_map_job *job, chatfmt_slice *lines,
                                                  chatfmt_error *error);

/* Kinds of rows of which the first is named. */
enum {
    CHATFMT_MAP_FIRST_UNWRITTEN,    /* words: the paths that its prompt lacks                 */
    CHATFMT_MAP_FIRST_STRANGE_ROLE, /* the role                                               */
    CHATFMT_MAP_FIRST_UNLEARNED,    /* nothing in the loss; no words                          */
    CHATFMT_MAP_FIRST_UNREAD,       /* tools or documents that the template does not read     */
    CHATFMT_MAP_FIRST_QUOTED_CALLS, /* arguments of calls as text                             */
    CHATFMT_MAP_FIRSTS
};

typedef struct chatfmt_map_first {
    size_t input;      /* index of the input …                                                */
    uint64_t line;     /* … and the line there; 0: there is no such row                       */
    char words[400];   /* "" without a row                                                    */
} chatfmt_map_first;

/* What has come of the blocks that count. May grow at its end. */
typedef struct chatfmt_map_totals {
    uint64_t rows;    /* that were read                                                       */
    uint64_t written; /* lines that came out                                                  */
    uint64_t errors;  /* rows in error                                                        */
    uint64_t lines;   /* of the whole output, with those of `resume`                          */
    uint64_t last_lines; /* of the input that was read last, as far as it was read            */
    const chatfmt_map_losses *losses;
    const chatfmt_map_first *firsts; /* CHATFMT_MAP_FIRSTS of them; NULL: none                */
    uint64_t roles_seen; /* bits, from the lowest: roles of the request's mask, the first 64, that
                            a message has of the rows that were rendered                      */
    int own_templates;   /* 1: the variables, or a row, chose another template than the request */
} chatfmt_map_totals;

/* Borrowed until the job is used again. */
CHATFMT_API const chatfmt_map_totals *chatfmt_map_job_about(chatfmt_map_job *job);

/* ---- What an output was made of ---------------------------------------------------------- */

/* Rows of texts: options, hashes of the model and the tokenizer, inputs. Two runs with the same
 * rows write the same output, so only the same run can continue one. One thread at a time. */
typedef struct chatfmt_map_record chatfmt_map_record;

/* Make an empty one; NULL for the allocator: the C library's. NULL without memory. Free it with
 * chatfmt_map_record_free(). */
CHATFMT_API chatfmt_map_record *chatfmt_map_record_new(const chatfmt_allocator *allocator);
/* NULL is allowed. */
CHATFMT_API void chatfmt_map_record_free(chatfmt_map_record *record);
/* Add a row; both texts are copied. A name that is there already gets a further value. Without
 * memory chatfmt_map_record_json() says so. O(rows). */
CHATFMT_API void chatfmt_map_record_add(chatfmt_map_record *record, const char *name,
                                        const char *value);
/* The same with a hash as sixteen digits. */
CHATFMT_API void chatfmt_map_record_add_hash(chatfmt_map_record *record, const char *name,
                                             uint64_t hash);
/* The value of a row, borrowed until it is added to; NULL when there is none. O(rows). */
CHATFMT_API const char *chatfmt_map_record_find(const chatfmt_map_record *record,
                                                const char *name);
/* All rows as a JSON object, a line each; borrowed until the next call of this function.
 * NO_MEMORY, also of what was added. */
CHATFMT_API chatfmt_status chatfmt_map_record_json(chatfmt_map_record *record,
                                                   chatfmt_slice *json);
/* Add the rows of such an object. Errors: INPUT for another text, and for a row that is none;
 * NO_MEMORY; BAD_ARGUMENT. */
CHATFMT_API chatfmt_status chatfmt_map_record_read(chatfmt_map_record *record, const char *json,
                                                   size_t length, chatfmt_error *error);
/* The name of the first row by which two records differ, borrowed from them; NULL when there is
 * none. `ignored`: names that do not count, and NULL at the end; may be NULL. O(rows squared). */
CHATFMT_API const char *chatfmt_map_record_differs(const chatfmt_map_record *was,
                                                   const chatfmt_map_record *is,
                                                   const char *const *ignored);

/* The first value of `hash` for chatfmt_map_hash(). */
#define CHATFMT_MAP_HASH_INIT UINT64_C(0x243f6a8885a308d3)
/* Add a piece to a hash and return the new hash. Each piece counts with its length, so that "ab",
 * "c" differs from "a", "bc". Finds accidental changes; not secure against forgery. Any thread,
 * O(bytes). */
CHATFMT_API uint64_t chatfmt_map_hash(uint64_t hash, chatfmt_slice piece);
/* That of a model's templates and special tokens, by their names. */
CHATFMT_API uint64_t chatfmt_map_hash_model(const chatfmt_model *model);

#ifdef __cplusplus
}
#endif

#endif
