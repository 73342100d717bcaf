/* chatfmt/map.h - turn rows of a data set into prompts, masks, ids and labels, or into packs of
 * several rows. Each row is a line of JSON, and so is each row that comes out. Whole inputs can be
 * processed by any number of threads.
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
 * The column "labels" needs a request with a mask:
 * chatfmt_request_word(request, "mask", "derived", &error).
 *
 * Mappers of several threads may share everything that the options name. The result for a row does
 * not depend on the mapper.
 *
 * Rules for the parameters of all functions are at the beginning of chatfmt/base.h.
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

/* Columns of a row that comes out, as bits. */
enum {
    CHATFMT_MAP_TEXT = 1 << 0,       /* "text": the prompt                                     */
    CHATFMT_MAP_MASK = 1 << 1,       /* "mask": ranges in bytes, and "mask_chars": ranges in
                                        code points                                            */
    CHATFMT_MAP_SPLIT = 1 << 2,      /* "prompt" and "completion": the text before the last
                                        range of the mask, and from it on. Without a range
                                        "completion" is ""                                     */
    CHATFMT_MAP_TURNS = 1 << 3,      /* "turns": each range of the mask with the number of its
                                        message                                                */
    CHATFMT_MAP_LENGTH = 1 << 4,     /* "length" in bytes, and "length_chars" in code points   */
    CHATFMT_MAP_LINE = 1 << 5,       /* "line": the number of the line in the input            */
    CHATFMT_MAP_ID = 1 << 6,         /* "id", unchanged; null when the row has none            */
    CHATFMT_MAP_INPUT_IDS = 1 << 8,  /* INPUT_IDS to SEQUENCE_IDS: columns of chatfmt_column;
                                        they need a tokenizer                                  */
    CHATFMT_MAP_LABELS = 1 << 9,
    CHATFMT_MAP_ATTENTION_MASK = 1 << 10,
    CHATFMT_MAP_POSITION_IDS = 1 << 11,
    CHATFMT_MAP_SEQUENCE_IDS = 1 << 12,
    CHATFMT_MAP_TOKENS = 0x1F00,     /* INPUT_IDS to SEQUENCE_IDS                              */
    CHATFMT_MAP_MASKED =             /* the columns that need the request's mask               */
        CHATFMT_MAP_MASK | CHATFMT_MAP_SPLIT | CHATFMT_MAP_TURNS | CHATFMT_MAP_LABELS
};

/*
 * Read columns by their names.
 *
 *   names    "text", "mask", "split", "turns", "length", "line", "id", "input_ids", "labels",
 *            "attention_mask", "position_ids" and "sequence_ids", separated by commas; ends with
 *            a NUL. Spaces around a name, and a comma at the end, are allowed. A name in
 *            capitals is unknown.
 *   columns  receives the bits; 0 on any error.
 *   error    may be NULL.
 *
 * Errors: NOT_FOUND for an unknown name, and when there is no name; BAD_ARGUMENT.
 * Threads: any.
 */
CHATFMT_API chatfmt_status chatfmt_map_columns(const char *names, uint32_t *columns,
                                               chatfmt_error *error);

/* ---- Rows -------------------------------------------------------------------------------- */

/* Turns rows into lines. It serves one thread at a time. */
typedef struct chatfmt_mapper chatfmt_mapper;

/* A function that says what helps against the error of a row, for chatfmt_mapper_error():
 * chatfmt_report_hint(), or another one that returns its text in the same way. `nulls_lack` is not
 * 0 when members that are null count as missing. Mappers of several threads may call it at once. */
typedef chatfmt_status (*chatfmt_map_hint)(const chatfmt_error *shown, chatfmt_value conversation,
                                           int nulls_lack, char **text, size_t *length,
                                           chatfmt_error *error);

/* Options of mappers. Everything in them is borrowed while mappers use it. */
typedef struct chatfmt_map_options {
    size_t struct_size;               /* set by CHATFMT_MAP_OPTIONS_INIT                      */
    uint32_t columns;                 /* CHATFMT_MAP_…, at least one. With
                                         CHATFMT_MAP_RECORDS 0 is allowed                     */
    uint32_t flags;                   /* CHATFMT_MAP_RECORDS, WATCH and STRICT, below;
                                         default 0                                            */
    chatfmt_row_options row;          /* layout and column of rows                            */
    const chatfmt_model *model;       /* the model; must not be NULL                          */
    const chatfmt_request *request;   /* what is asked for each row; NULL: nothing            */
    chatfmt_slice variables;          /* JSON object with arguments for every row; may be
                                         empty. They take precedence over the columns tools
                                         and documents. A row's chat_template_kwargs take
                                         precedence over them and over `request`, but cannot
                                         make a row longer than `fit` of these allows. With
                                         `trainer` the members bos_token, eos_token,
                                         pad_token and system replace those of `training`  */
    const chatfmt_tokenizer *tokenizer; /* needed for columns of tokens, for records, for a
                                           trainer and for counting tokens; else NULL         */
    const chatfmt_format *format;     /* with `trainer`: the format of its prompts; else NULL */
    const char *trainer;              /* name of a trainer whose ids and labels are made, see
                                         chatfmt_format_train_ids(). It excludes the columns
                                         mask, split and turns. NULL: none                    */
    chatfmt_training_options training; /* options of the trainer                              */
    chatfmt_slice template_name;      /* what errors call the model's template; empty: the
                                         place of the template                                */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                     */
    chatfmt_map_hint hint;            /* for errors that replace rows; NULL: none             */
} chatfmt_map_options;

/* Flags of mappers. */
enum {
    CHATFMT_MAP_RECORDS = 1, /* rows come out as records for chatfmt_map_packs, not as lines  */
    CHATFMT_MAP_WATCH = 2,   /* find texts of a row that its prompt lacks. The line gets a
                                member "unwritten", see chatfmt_mapper_unwritten(). Not
                                together with a trainer                                         */
    CHATFMT_MAP_STRICT = 4   /* as WATCH, and such a row fails as VALUE                        */
};

#define CHATFMT_MAP_OPTIONS_INIT                                                                \
    {sizeof(chatfmt_map_options), 0, 0, CHATFMT_ROW_OPTIONS_INIT, NULL, NULL, {NULL, 0}, NULL,  \
     NULL, NULL, CHATFMT_TRAINING_OPTIONS_INIT, {NULL, 0}, NULL, NULL}

/* Counts of rows that lost something to a length, and of rows that are worth reporting for
 * another reason. */
typedef struct chatfmt_map_losses {
    uint64_t dropped, cut, truncated; /* rows that lost their oldest turns (dropped), content
                                         (cut) or ids (truncated)                             */
    uint64_t unlearned;               /* rows that have nothing in the loss                   */
    uint64_t attempts;                /* control tokens that data tried to write              */
    uint64_t strange_roles;           /* rows with a chatfmt_row.strange_role, and rows with
                                         content of a role that the template does not name
                                         and of which it writes nothing                       */
    uint64_t preferences;             /* rows whose `chosen` and `rejected` are not rendered  */
    uint64_t unwritten;               /* rows with texts that their prompt lacks; counted
                                         only with WATCH or STRICT                            */
    uint64_t unread;                  /* rows with tools, documents or variables that the
                                         model's template does not read                       */
    uint64_t quoted_calls;            /* rows with a tool call whose arguments are text
                                         although the template takes an object. The template
                                         writes these arguments as a JSON string               */
    uint64_t contentless;             /* rows with a message that has neither a member `content`
                                         nor tool calls                                        */
} chatfmt_map_losses;

/*
 * Make a mapper.
 *
 *   options  what they name is borrowed while the mapper is used. Must not be NULL.
 *   out      receives a mapper, which the caller owns; free it with chatfmt_mapper_free(). NULL
 *            on any error.
 *   error    may be NULL.
 *
 * Errors: UNSUPPORTED when the trainer does not accept the format; NOT_FOUND for an unknown
 *         trainer or layout; VALUE when rows are padded and the model has no padding token; those
 *         of chatfmt_request_check_variables(); NO_MEMORY; BAD_ARGUMENT, also in these cases:
 *         - columns that need a mask (CHATFMT_MAP_MASKED), and a request without one;
 *         - columns of tokens or records, and no tokenizer;
 *         - a trainer, and no format;
 *         - a trainer, and the column mask, split or turns.
 * Threads: safe. The mapper then serves one thread at a time.
 */
CHATFMT_API chatfmt_status chatfmt_mapper_new(const chatfmt_map_options *options,
                                              chatfmt_mapper **out, chatfmt_error *error);
/* Free a mapper. Everything that was borrowed from it becomes invalid. NULL is allowed. */
CHATFMT_API void chatfmt_mapper_free(chatfmt_mapper *mapper);

/*
 * Turn one row into one line.
 *
 *   mapper  forgets its last row.
 *   line    the row's JSON object; borrowed until the mapper is used again. An empty line is
 *           INPUT.
 *   length  bytes of `line`.
 *   number  number of the line in the input, for the column "line".
 *   out     receives the line with its newline, or the record; borrowed until the mapper is used
 *           again. Empty on any error.
 *   error   may be NULL.
 *
 * Errors: those of reading JSON, chatfmt_row_read(), chatfmt_request_read(),
 *         chatfmt_applier_apply(), chatfmt_applier_encode() and chatfmt_applier_mask(); VALUE
 *         when the prompt of a row with texts is empty (not with a trainer).
 *         chatfmt_mapper_place() says what the line and column of the error refer to.
 * Threads: one thread per mapper at a time.
 */
CHATFMT_API chatfmt_status chatfmt_mapper_row(chatfmt_mapper *mapper, const char *line,
                                              size_t length, uint64_t number, chatfmt_slice *out,
                                              chatfmt_error *error);
/*
 * Make the line, or the record, that is written in place of a row that failed: {"line", "error":
 * {"kind", "message", "path"?, "hint"?}}.
 *
 *   mapper  the mapper that failed.
 *   number  number of the line in the input.
 *   of      the error of the last row.
 *   out     receives the line or record; borrowed until the mapper is used again.
 *   error   may be NULL.
 *
 * "path" is there when the error has a path. "hint" is there when the function `hint` of the
 * options knows what helps. With a model that is a format, "kind" may be a
 * chatfmt_format_error_kind().
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT.
 */
CHATFMT_API chatfmt_status chatfmt_mapper_error(chatfmt_mapper *mapper, uint64_t number,
                                                const chatfmt_error *of, chatfmt_slice *out,
                                                chatfmt_error *error);
/* Where the line and column of the last error are: 1 in the row, 0 in the template. `*name`
 * receives the name of the template, borrowed from the model or the options. */
CHATFMT_API int chatfmt_mapper_place(const chatfmt_mapper *mapper, chatfmt_slice *name);
/* The paths of texts of the last row that its prompt lacks, as chatfmt_unwritten() finds them,
 * when the mapper has WATCH or STRICT. Absent when the prompt lacks nothing, and for a row that
 * was cut to a length. Borrowed until the mapper is used again. */
CHATFMT_API chatfmt_value chatfmt_mapper_unwritten(const chatfmt_mapper *mapper);
/* Get the losses of the rows since the last call of this function. With NULL for the mapper all
 * are zero. */
CHATFMT_API void chatfmt_mapper_take_losses(chatfmt_mapper *mapper, chatfmt_map_losses *losses);

/* ---- Packs ------------------------------------------------------------------------------- */

/* Turns records of rows, in order, into lines of packs. It serves one thread at a time. */
typedef struct chatfmt_map_packs chatfmt_map_packs;

/*
 * Make a chatfmt_map_packs.
 *
 *   packer     the size of packs, and whether they are padded. `pad_id` has no effect: with `pads`
 *              the id is that of the model's padding token.
 *   columns    columns of packs: CHATFMT_MAP_TOKENS or some of its bits, at least one.
 *   model      the model, for its padding token. Without `pads` NULL is allowed.
 *   tokenizer  the tokenizer, for the id of that token. Without `pads` NULL is allowed.
 *   out        receives it, and the caller owns it; free it with chatfmt_map_packs_free(). NULL
 *              on any error.
 *   error      may be NULL.
 *
 * Errors: BAD_ARGUMENT, NO_MEMORY; VALUE when the model has no padding token.
 */
CHATFMT_API chatfmt_status chatfmt_map_packs_new(const chatfmt_packer_options *packer,
                                                 uint32_t columns, const chatfmt_model *model,
                                                 const chatfmt_tokenizer *tokenizer,
                                                 chatfmt_map_packs **out, chatfmt_error *error);
/* Free packs. NULL is allowed. */
CHATFMT_API void chatfmt_map_packs_free(chatfmt_map_packs *packs);
/* Leave out the first `lines` lines, which the output has already. They are still counted. */
CHATFMT_API void chatfmt_map_packs_skip(chatfmt_map_packs *packs, uint64_t lines);
/*
 * Take records of mappers.
 *
 *   packs    the packs.
 *   records  whole records, one after the other; borrowed during the call. A row without tokens,
 *            or with more tokens than a pack, is left out.
 *   length   bytes of `records`.
 *   lines    receives the lines of packs that are complete now; borrowed until the next call.
 *   error    may be NULL.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT.
 */
CHATFMT_API chatfmt_status chatfmt_map_packs_take(chatfmt_map_packs *packs, const char *records,
                                                  size_t length, chatfmt_slice *lines,
                                                  chatfmt_error *error);
/* End the records: packs that are open become complete. Parameters and errors are those of
 * chatfmt_map_packs_take(). */
CHATFMT_API chatfmt_status chatfmt_map_packs_finish(chatfmt_map_packs *packs, chatfmt_slice *lines,
                                                    chatfmt_error *error);

/* What was packed so far. It may grow at its end. */
typedef struct chatfmt_map_packed {
    uint64_t packs;  /* complete packs                                                        */
    uint64_t lines;  /* lines: complete packs, and rows that failed                           */
    uint64_t tokens; /* tokens in the packs, without padding                                  */
    uint64_t open;   /* rows in packs that are not complete yet                               */
} chatfmt_map_packed;

/* What was packed so far; borrowed until `packs` is freed. */
CHATFMT_API const chatfmt_map_packed *chatfmt_map_packs_about(const chatfmt_map_packs *packs);

/* ---- Whole inputs ------------------------------------------------------------------------ */

/*
 * A job reads a data set in blocks of whole lines, so that any number of threads can work on it.
 * The output is in the order of the input, and does not depend on the number of threads:
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
 * The caller makes the threads, opens the files, and compresses. Each line that is not empty is a
 * row. A line of white space counts as empty.
 */
typedef struct chatfmt_map_job chatfmt_map_job;
typedef struct chatfmt_map_block chatfmt_map_block;

/* What happens to a row that fails. */
typedef enum chatfmt_map_errors {
    CHATFMT_MAP_FAIL,   /* it ends the work. A model without a template always ends the work  */
    CHATFMT_MAP_SKIP,   /* the row is left out                                                */
    CHATFMT_MAP_RECORD  /* the line of chatfmt_mapper_error() takes the place of the row      */
} chatfmt_map_errors;

/* Options of a job. Everything in them is borrowed until the job is freed. */
typedef struct chatfmt_map_job_options {
    size_t struct_size; /* set by CHATFMT_MAP_JOB_OPTIONS_INIT                                */
    size_t inputs;      /* number of inputs; they are read one after the other                */
    int64_t (*read)(void *context, size_t input, char *out, size_t size);
                        /* read up to `size` bytes of input number `input` (from 0) into `out`.
                           Returns how many; 0 at the end of the input. -1: the input cannot be
                           read, or the work is to stop; half a line at its end is then not a
                           row                                                                */
    int (*waits)(void *context, size_t input);
                        /* returns not 0 when reading this input now would wait. A block that
                           has a line ends before it waits. NULL: reading never waits         */
    void *context;      /* passed to `read` and `waits`                                       */
    chatfmt_map_errors on_error; /* default CHATFMT_MAP_FAIL                                  */
    uint64_t resume;    /* number of lines that the output has already; they do not come out
                           again. Default 0                                                   */
    chatfmt_map_packs *packs; /* takes the records; mappers must then have the flag
                                 CHATFMT_MAP_RECORDS. NULL: rows come out as lines, and
                                 mappers must not have this flag                              */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's. Blocks use it too,
                                           so several threads do                              */
} chatfmt_map_job_options;

#define CHATFMT_MAP_JOB_OPTIONS_INIT                                                            \
    {sizeof(chatfmt_map_job_options), 0, NULL, NULL, NULL, CHATFMT_MAP_FAIL, 0, NULL, NULL}

/*
 * Make a job.
 *
 *   options  borrowed until the job is freed. Must not be NULL.
 *   out      receives a job, which the caller owns; free it with chatfmt_map_job_free(), after
 *            its blocks. NULL on any error.
 *   error    may be NULL.
 *
 * Errors: BAD_ARGUMENT, NO_MEMORY.
 */
CHATFMT_API chatfmt_status chatfmt_map_job_new(const chatfmt_map_job_options *options,
                                               chatfmt_map_job **out, chatfmt_error *error);
/* Free a job. Its blocks must have been freed before. NULL is allowed. */
CHATFMT_API void chatfmt_map_job_free(chatfmt_map_job *job);

/*
 * Make a block. It can be filled again and again.
 *
 *   job    must outlive the block.
 *   out    receives a block, which the caller owns; free it with chatfmt_map_block_free(). NULL
 *          on any error.
 *   error  may be NULL.
 *
 * Errors: BAD_ARGUMENT, NO_MEMORY.
 */
CHATFMT_API chatfmt_status chatfmt_map_block_new(const chatfmt_map_job *job,
                                                 chatfmt_map_block **out, chatfmt_error *error);
/* Free a block. NULL is allowed. */
CHATFMT_API void chatfmt_map_block_free(chatfmt_map_block *block);

/*
 * Read the next lines, about 256 KiB, into a block. The old content of the block is lost. At the
 * end of the last input the block gets no lines.
 *
 * Errors: NO_MEMORY; LIMIT for a line of more than 1 GiB; BAD_ARGUMENT.
 * Threads: one thread, in order.
 */
CHATFMT_API chatfmt_status chatfmt_map_job_fill(chatfmt_map_job *job, chatfmt_map_block *block,
                                                chatfmt_error *error);
/* The number of lines that a block was filled with, including empty lines. */
CHATFMT_API size_t chatfmt_map_block_lines(const chatfmt_map_block *block);
/*
 * Turn the rows of a block into lines or records.
 *
 * A row that fails is not an error of this function.
 *
 * Errors: NO_MEMORY; chatfmt_map_job_take() then returns it again.
 * Threads: any; one block at a time with one mapper.
 */
CHATFMT_API chatfmt_status chatfmt_map_block_run(chatfmt_map_block *block, chatfmt_mapper *mapper);
/* The lines of a block that was run; borrowed until the block is filled again. With them a
 * thread can compress its own block. With `resume` and CHATFMT_MAP_SKIP, not all of these lines
 * go to the output. */
CHATFMT_API chatfmt_slice chatfmt_map_block_output(const chatfmt_map_block *block);
/* Lend a block a buffer for its lines, which saves the caller a copy. Lines that do not fit go
 * elsewhere. Call this before the block is run. The buffer is borrowed until the block is filled
 * again. */
CHATFMT_API void chatfmt_map_block_lend(chatfmt_map_block *block, char *room, size_t size);
/* A guess of how large that buffer should be, in bytes. It depends on the lines that were read
 * into the block and on its last output. 0 for NULL. O(1). */
CHATFMT_API size_t chatfmt_map_block_wants(const chatfmt_map_block *block);

/*
 * Get the next lines of the output. Blocks must be taken in the order in which they were filled.
 *
 *   job    the job.
 *   block  a block that was run.
 *   lines  receives the lines, borrowed until the block is filled again; lines of packs are
 *          borrowed until the next call.
 *   error  may be NULL.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT.
 * Threads: one thread, in order.
 */
CHATFMT_API chatfmt_status chatfmt_map_job_take(chatfmt_map_job *job, chatfmt_map_block *block,
                                                chatfmt_slice *lines, chatfmt_error *error);

/* The first row of a block that failed. It may grow at its end. */
typedef struct chatfmt_map_failure {
    const chatfmt_error *error;  /* the error of the row                                      */
    chatfmt_slice row;           /* the line                                                  */
    int in_row;                  /* 1: the place of the error is in the row                   */
    chatfmt_slice template_name; /* otherwise the place is in this template, as of
                                    chatfmt_mapper_place()                                    */
    size_t input;                /* number of the input, from 0                               */
    uint64_t line;               /* number of the line in that input, from 1                  */
    uint64_t before;             /* number of rows that failed in the blocks before           */
    int ends;                    /* 1: the work ends; no block after this one is wanted      */
    int of_model;                /* 1: the model has no template, which ends the work
                                    whatever `on_error` is                                   */
} chatfmt_map_failure;

/*
 * Say that the lines of a block are written. From now on the totals include this block.
 *
 * Returns its first row that failed, borrowed until the block is filled again; NULL when no row
 * failed.
 */
CHATFMT_API const chatfmt_map_failure *chatfmt_map_job_count(chatfmt_map_job *job,
                                                             const chatfmt_map_block *block);

/*
 * End a job when all blocks are taken.
 *
 *   job    the job.
 *   lines  receives the lines of packs that were still open; borrowed until the job is freed.
 *   error  may be NULL.
 *
 * Errors: INPUT when an input could not be read. The text counts inputs from 1, and `last_lines`
 *         of the totals is the number of lines that could be read. NO_MEMORY, BAD_ARGUMENT.
 */
CHATFMT_API chatfmt_status chatfmt_map_job_finish(chatfmt_map_job *job, chatfmt_slice *lines,
                                                  chatfmt_error *error);

/* Kinds of rows. Of each kind, the totals have the first row. */
enum {
    CHATFMT_MAP_FIRST_UNWRITTEN,    /* its prompt lacks texts; `words` are their paths        */
    CHATFMT_MAP_FIRST_STRANGE_ROLE, /* a strange role; `words` are the message and the role    */
    CHATFMT_MAP_FIRST_UNLEARNED,    /* nothing in the loss; `words` are the roles when none
                                       of them is one of the mask's, or the token counts of a
                                       trainer that do not add up; else empty                 */
    CHATFMT_MAP_FIRST_UNREAD,       /* tools, documents or variables that the template does
                                       not read; `words` says which                           */
    CHATFMT_MAP_FIRST_QUOTED_CALLS, /* calls whose arguments are text; `words` is empty       */
    CHATFMT_MAP_FIRST_CONTENTLESS,  /* a message without content and calls; `words` has its
                                       path                                                   */
    CHATFMT_MAP_FIRSTS              /* the number of kinds                                    */
};

/* The first row of a kind. */
typedef struct chatfmt_map_first {
    size_t input;      /* number of the input, from 0                                         */
    uint64_t line;     /* number of the line in the input, from 1; 0: there is no such row    */
    char words[400];   /* ends with a NUL; "" without a row                                   */
} chatfmt_map_first;

/* The totals of all blocks that count. It may grow at its end. */
typedef struct chatfmt_map_totals {
    uint64_t rows;    /* rows that were read                                                  */
    uint64_t written; /* lines that came out. With packs: records, those of rows that are
                         left out too                                                         */
    uint64_t errors;  /* rows that failed                                                     */
    uint64_t lines;   /* lines of the whole output, including those of `resume`. With
                         CHATFMT_MAP_FAIL a row that ended the work is counted, although it
                         has no line                                                          */
    uint64_t last_lines; /* lines that were read of the last input                            */
    const chatfmt_map_losses *losses; /* see chatfmt_map_losses                               */
    const chatfmt_map_first *firsts; /* the first row of each kind, CHATFMT_MAP_FIRSTS of
                                        them; NULL: none                                      */
    uint64_t roles_seen; /* one bit for each of the first 64 roles of the request's mask,
                            from the lowest: 1 when a message of a rendered row has the role  */
    int own_templates;   /* 1: the variables, or a row, chose another template than the request */
} chatfmt_map_totals;

/* The totals of a job; borrowed until the job is used again. */
CHATFMT_API const chatfmt_map_totals *chatfmt_map_job_about(chatfmt_map_job *job);

/* ---- What an output was made of ---------------------------------------------------------- */

/* What an output was made from, as rows of a name and a value: options, hashes of the model and
 * the tokenizer, inputs. Two runs with equal rows write the same output. So only the same run
 * can continue an output. A record serves one thread at a time. */
typedef struct chatfmt_map_record chatfmt_map_record;

/* Make an empty record. `allocator` is copied; NULL = the C library's. The caller owns the
 * record: free it with chatfmt_map_record_free(). Returns NULL when there is no memory. */
CHATFMT_API chatfmt_map_record *chatfmt_map_record_new(const chatfmt_allocator *allocator);
/* Free a record. NULL is allowed. */
CHATFMT_API void chatfmt_map_record_free(chatfmt_map_record *record);
/* Add a row. Both texts end with a NUL and are copied. When the record has the name already, the
 * name gets one more value. When there is no memory, chatfmt_map_record_json() returns NO_MEMORY
 * later. O(rows). */
CHATFMT_API void chatfmt_map_record_add(chatfmt_map_record *record, const char *name,
                                        const char *value);
/* Add a row whose value is a hash, written as sixteen digits. */
CHATFMT_API void chatfmt_map_record_add_hash(chatfmt_map_record *record, const char *name,
                                             uint64_t hash);
/* The value of the row `name`; NULL when there is no such row. Borrowed until a value is added
 * to the row. O(rows). */
CHATFMT_API const char *chatfmt_map_record_find(const chatfmt_map_record *record,
                                                const char *name);
/*
 * Write all rows as a JSON object, one line for each row.
 *
 *   record  the record.
 *   json    receives the JSON; borrowed until the next call of this function.
 *
 * Errors: NO_MEMORY, also when a row could not be added before.
 */
CHATFMT_API chatfmt_status chatfmt_map_record_json(chatfmt_map_record *record,
                                                   chatfmt_slice *json);
/*
 * Add the rows of a JSON object that chatfmt_map_record_json() wrote. `json` (`length` bytes) is
 * borrowed during the call.
 *
 * Errors: INPUT for other JSON, and for a member that is not a row; NO_MEMORY; BAD_ARGUMENT.
 */
CHATFMT_API chatfmt_status chatfmt_map_record_read(chatfmt_map_record *record, const char *json,
                                                   size_t length, chatfmt_error *error);
/* The name of the first row in which two records differ, borrowed from them; NULL when they are
 * equal. `ignored` is an array of names that do not count, with NULL at its end; may be NULL.
 * O(rows squared). */
CHATFMT_API const char *chatfmt_map_record_differs(const chatfmt_map_record *was,
                                                   const chatfmt_map_record *is,
                                                   const char *const *ignored);

/* The value of `hash` for the first call of chatfmt_map_hash(). */
#define CHATFMT_MAP_HASH_INIT UINT64_C(0x243f6a8885a308d3)
/* Add a piece to a hash and return the new hash. The length of each piece counts, so "ab", "c"
 * and "a", "bc" have different hashes. The hash finds accidental changes; it is not secure
 * against forgery. Any thread. O(length of the piece). */
CHATFMT_API uint64_t chatfmt_map_hash(uint64_t hash, chatfmt_slice piece);
/* The hash of a model's templates and special tokens, with their names. */
CHATFMT_API uint64_t chatfmt_map_hash_model(const chatfmt_model *model);

#ifdef __cplusplus
}
#endif

#endif
