/* chatfmt/report.h - results as text for people: errors with their place, what is known about a
 * template, findings, differences, prompts in colours. The program prints these texts.
 *
 *     chatfmt_report_error("chat.jinja", &error, &text, NULL, NULL);
 *     fputs(text, stderr);
 *     chatfmt_text_free(text);
 *
 * Text from templates, models and messages cannot control a terminal: control characters,
 * bidirectional overrides and invisible characters are written as escapes.
 *
 * These rules hold for all functions here that have the parameters `text` and `length`:
 *
 *   text    receives a text that ends with a NUL, which the caller owns; free it with
 *           chatfmt_text_free(). NULL on any error.
 *   length  receives its bytes without the NUL; may be NULL.
 *   error   may be NULL.
 *
 * Errors: BAD_ARGUMENT, NO_MEMORY.
 * Threads: any.
 * Cost: linear in the text, unless the comment of a function says otherwise.
 *
 * Rules for the parameters of all functions are at the beginning of chatfmt/base.h.
 *
 * Experimental: may change within 0.1.x (docs/stability.md).
 */
#ifndef CHATFMT_REPORT_H
#define CHATFMT_REPORT_H

#ifdef CHATFMT_STABLE_ONLY
#error "chatfmt/report.h is experimental (CHATFMT_STABLE_ONLY)"
#endif

#include "chatfmt/analysis.h"
#include "chatfmt/error.h"
#include "chatfmt/formats.h"
#include "chatfmt/map.h"
#include "chatfmt/tokenizer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Flags of reports; unknown bits are refused. */
enum {
    CHATFMT_REPORT_COLOURS = 1 << 0,  /* write colours for a terminal (ECMA-48)               */
    CHATFMT_REPORT_ONE_LINE = 1 << 1, /* also write newlines and tabs as escapes              */
    CHATFMT_REPORT_EXACT = 1 << 2,    /* write lines of texts as they are, without escapes    */
    CHATFMT_REPORT_PLACES = 1 << 3    /* write "@@ -1,4 +1,5 @@" above each hunk, for
                                         patch(1)                                             */
};

/* ---- Texts and errors -------------------------------------------------------------------- */

/* Any bytes, as a terminal may safely show them. `flags`: 0 or CHATFMT_REPORT_ONE_LINE. `data`
 * may be NULL with size 0. */
CHATFMT_API chatfmt_status chatfmt_visible_text(const char *data, size_t size, uint32_t flags,
                                                char **text, size_t *length,
                                                chatfmt_error *error);

/*
 * Which message an error of a render comes from, as one indented line with its newline; "" when
 * nothing is known.
 *
 *   shown         the error.
 *   conversation  an array of messages or of conversations, or an object with "messages".
 *   nulls_lack    not 0: members that are null count as missing, as for chatfmt_applier_apply().
 *
 * The line names one of these:
 * * the message, call, tool or document that lacks what the template read;
 * * the message whose content is a list of parts, an object, a number or null where the template
 *   takes text;
 * * the first message without a role in a conversation that is refused or not written, and
 *   whether it is in ShareGPT's form or is a row of a data set;
 * * the first two messages of one role that a template refuses;
 * * the role of a message that an empty prompt does not show, or that a format does not know,
 *   and the role that was probably meant.
 */
CHATFMT_API chatfmt_status chatfmt_report_cause(const chatfmt_error *shown,
                                                chatfmt_value conversation, int nulls_lack,
                                                char **text, size_t *length,
                                                chatfmt_error *error);

/* What chatfmt_report_cause() and chatfmt_error_remedy() say, and which option of a data set
 * changes it. It is one line without a newline, with "; " between the parts; "" when nothing is
 * known. The parameters are those of chatfmt_report_cause(). This function is a chatfmt_map_hint
 * for chatfmt_map_options. */
CHATFMT_API chatfmt_status chatfmt_report_hint(const chatfmt_error *shown,
                                               chatfmt_value conversation, int nulls_lack,
                                               char **text, size_t *length,
                                               chatfmt_error *error);

/*
 * An error, with one line each for: the error, its path, the source line with a caret, and
 * chatfmt_error_remedy().
 *
 *   name   the file in which the error's place is; it comes first, with line and column. Ends
 *          with a NUL. NULL: line and column come first. They are left out where the error's
 *          text has them after a file.
 *   shown  the error.
 */
CHATFMT_API chatfmt_status chatfmt_report_error(const char *name, const chatfmt_error *shown,
                                                char **text, size_t *length, chatfmt_error *error);

/*
 * The version of the library that is running, a line "with PCRE2, rare builtins" for the parts
 * that it was built with, and a line "without character names" when parts are missing.
 *
 *   own    `count` optional parts of the caller's program: '+' and the name of a part that is
 *          there, '-' and the name of a part that is not. NULL only with count 0.
 *   count  number of parts.
 *
 * Errors: BAD_ARGUMENT also for a name without '+' or '-'.
 */
CHATFMT_API chatfmt_status chatfmt_report_build(const char *const *own, size_t count, char **text,
                                                size_t *length, chatfmt_error *error);

/* ---- Prompts ----------------------------------------------------------------------------- */

/* A prompt in colours that show where its bytes come from. `spans` are the `count` spans of the
 * prompt. */
CHATFMT_API chatfmt_status chatfmt_report_spans(chatfmt_slice prompt, const chatfmt_span *spans,
                                                size_t count, char **text, size_t *length,
                                                chatfmt_error *error);
/* A line that explains the colours of chatfmt_report_spans(). */
CHATFMT_API chatfmt_status chatfmt_report_legend(char **text, size_t *length,
                                                 chatfmt_error *error);
/* A text with a background of its own for each token, and a line with the number of tokens.
 * `places` are the `count` places of the tokens in `encoded`, in bytes. */
CHATFMT_API chatfmt_status chatfmt_report_tokens(chatfmt_slice encoded,
                                                 const chatfmt_token_place *places, size_t count,
                                                 char **text, size_t *length,
                                                 chatfmt_error *error);

/* ---- Templates --------------------------------------------------------------------------- */

/* Where a model's templates and tokens come from; what the template reads, compares, calls and
 * can write; what it can do, with evidence; and how its replies are read, when the analysis was
 * asked for that. `analysis` is that of a template of `model` that compiles. */
CHATFMT_API chatfmt_status chatfmt_report_analysis(const chatfmt_model *model,
                                                   const chatfmt_analysis *analysis, char **text,
                                                   size_t *length, chatfmt_error *error);
/* The histories of an analysis, and what happens to their prompts. */
CHATFMT_API chatfmt_status chatfmt_report_continuity(const chatfmt_analysis *analysis, char **text,
                                                     size_t *length, chatfmt_error *error);
/*
 * The findings of an analysis, each in at most three lines: place, rule and reason; evidence;
 * remedy.
 *
 *   path   the beginning of each place: chatfmt_model_template_shown(), or the file. Ends with a
 *          NUL.
 *   flags  0 or CHATFMT_REPORT_COLOURS.
 */
CHATFMT_API chatfmt_status chatfmt_report_findings(const chatfmt_analysis *analysis,
                                                   const char *path, uint32_t flags, char **text,
                                                   size_t *length, chatfmt_error *error);
/* The templates of a model, a line each: name, size and place, separated by tabs. */
CHATFMT_API chatfmt_status chatfmt_report_templates(const chatfmt_model *model, char **text,
                                                    size_t *length, chatfmt_error *error);
/* The rules for templates, a line each. */
CHATFMT_API chatfmt_status chatfmt_report_rules(char **text, size_t *length, chatfmt_error *error);

/* The format that a model uses, on one line. With `why` not 0, further lines have the rule that
 * decided. */
CHATFMT_API chatfmt_status chatfmt_report_match(chatfmt_slice model,
                                                const chatfmt_format_match *match, int why,
                                                char **text, size_t *length,
                                                chatfmt_error *error);

/*
 * What a user should know about a format, on one line that begins with `name`: which format it
 * is, when that is not its name, and its warning. "" when there is nothing to say.
 *
 *   name    the name with which the format was opened, which ends with a NUL.
 *   format  chatfmt_format_about() of the format.
 */
CHATFMT_API chatfmt_status chatfmt_report_format(const char *name,
                                                 const chatfmt_format_info *format, char **text,
                                                 size_t *length, chatfmt_error *error);
/* The formats as "system/name", a line each. `formats` may be NULL: only those of the library. */
CHATFMT_API chatfmt_status chatfmt_report_formats(const chatfmt_formats *formats, char **text,
                                                  size_t *length, chatfmt_error *error);
/*
 * The name that a mistyped `name` of a format was probably meant to be, borrowed from `formats`;
 * empty when no name is similar. `formats` may be NULL: only those of the library. `name` ends
 * with a NUL.
 *
 * A name may have its system before it, as in "fastchat/vicuna". The part after another word and
 * a '/' may be part of the name of a model, and then has to be exactly the name of a format.
 * O(number of formats).
 */
CHATFMT_API chatfmt_slice chatfmt_guess_format(const chatfmt_formats *formats, const char *name);

/* The families of replies, a line each: name, shape and other names, separated by tabs. */
CHATFMT_API chatfmt_status chatfmt_report_readers(char **text, size_t *length,
                                                  chatfmt_error *error);

/* ---- Conversations ----------------------------------------------------------------------- */

/* What an object without "messages" probably is: one message, a row of a data set, or an object
 * with a misspelt key. "" when it looks like none of these, or has messages. Without a newline. */
CHATFMT_API chatfmt_status chatfmt_report_conversation(chatfmt_value conversation, char **text,
                                                       size_t *length, chatfmt_error *error);
/*
 * A line for each role that no message has, with the most similar role of a message.
 *
 *   roles         `count` roles.
 *   count         number of roles.
 *   conversation  as for chatfmt_report_cause().
 *
 * Cost: roles × messages.
 */
CHATFMT_API chatfmt_status chatfmt_report_roles(const chatfmt_slice *roles, size_t count,
                                                chatfmt_value conversation, char **text,
                                                size_t *length, chatfmt_error *error);

/*
 * A line for each name that the template does not read, with the most similar name that it
 * reads. Each name comes once.
 *
 *   names   `count` names of variables.
 *   count   number of names.
 *   model   the model.
 *   chosen  `wanted` of chatfmt_model_choose(). The templates are those that a call with tools
 *           or without tools would use.
 *
 * These count as read: arguments of apply_chat_template(), special tokens, the empty name, names
 * that the template may read (CHATFMT_FACT_MAYBE), and every name when the template does not
 * compile.
 *
 * Cost: names × the template, and names squared.
 */
CHATFMT_API chatfmt_status chatfmt_report_variables(const chatfmt_slice *names, size_t count,
                                                    const chatfmt_model *model,
                                                    chatfmt_slice chosen, char **text,
                                                    size_t *length, chatfmt_error *error);

/*
 * What is probably a mistake in a conversation although the template renders it: messages with
 * neither a member `content` nor tool calls, and arguments of a tool call that are text although
 * the template takes an object, so that it writes them as a JSON string. For each of the two, one
 * line that names the first place and says how many more there are; "" when there is nothing. A
 * format may take a message without content as the one that is to be written.
 *
 *   applier       forgets its last result when the conversation has such arguments: it is then
 *                 applied once more. Must not be NULL.
 *   model, conversation, options
 *                 as for chatfmt_applier_apply(). For a batch the text is "".
 *   fit           the caller's words for CHATFMT_APPLY_FIT_ARGUMENTS, such as the option of a
 *                 program; NULL: the name of the flag.
 *   text, length  as at the top of this header.
 */
CHATFMT_API chatfmt_status chatfmt_report_applied(chatfmt_applier *applier,
                                                  const chatfmt_model *model,
                                                  chatfmt_value conversation,
                                                  const chatfmt_apply_options *options,
                                                  const char *fit, char **text, size_t *length,
                                                  chatfmt_error *error);

/* ---- Differences ------------------------------------------------------------------------- */

/* The lines that have to be removed from `a` and added to make it `b`, as a unified diff with
 * three lines of context and without headings; "" for equal texts. `flags`:
 * CHATFMT_REPORT_COLOURS, EXACT and PLACES. */
CHATFMT_API chatfmt_status chatfmt_report_lines(chatfmt_slice a, chatfmt_slice b, uint32_t flags,
                                                char **text, size_t *length,
                                                chatfmt_error *error);
/*
 * Where the prompts of a conversation differ, or which side refuses it and why.
 *
 *   name      name of the conversation, which ends with a NUL.
 *   compared  the result of chatfmt_comparer_run().
 *   flags     0 or CHATFMT_REPORT_COLOURS.
 */
CHATFMT_API chatfmt_status chatfmt_report_compared(const char *name,
                                                   const chatfmt_compared *compared,
                                                   uint32_t flags, char **text, size_t *length,
                                                   chatfmt_error *error);

/* ---- Rows of data sets ------------------------------------------------------------------- */

/* The place of a row that failed. */
typedef struct chatfmt_row_place {
    size_t struct_size;        /* set by CHATFMT_ROW_PLACE_INIT                          */
    const char *input;         /* name of the file                                       */
    uint64_t line;             /* number of the line in that file, from 1                */
    chatfmt_slice row;         /* the text of the line                                   */
    const char *template_name; /* name of the template that has the place of the error,
                                  when `in_data` is 0                                    */
    int in_data;               /* not 0: the place of the error is in the row            */
    const chatfmt_row_options *options; /* how the row was read; NULL: the defaults      */
} chatfmt_row_place;

#define CHATFMT_ROW_PLACE_INIT {sizeof(chatfmt_row_place), "", 0, {NULL, 0}, "", 0, NULL}

/* The error of a row, and what is known of its cause: what chatfmt_report_cause() says, or a
 * `from` that ShareGPT does not have. For the first line of a file, it also says what the file
 * appears to be instead of JSON Lines. */
CHATFMT_API chatfmt_status chatfmt_report_row(const chatfmt_row_place *place,
                                              const chatfmt_error *wrong, char **text,
                                              size_t *length, chatfmt_error *error);

/* What is known about a run over data sets, in addition to its totals. */
typedef struct chatfmt_map_summary {
    size_t struct_size;            /* set by CHATFMT_MAP_SUMMARY_INIT                          */
    const char *const *inputs;     /* the names of the job's inputs; NULL: no places are
                                      written                                                  */
    chatfmt_map_errors on_error;   /* the same as for the job                                  */
    uint64_t before;               /* lines of the output that this run continued; 0: a new
                                      output                                                   */
    const chatfmt_map_packs *packs; /* the packs of the job; NULL: rows come out               */
    size_t pack_size;              /* tokens of a pack                                         */
    const char *record;            /* how the caller names on_error=record; NULL:
                                      "on_error=record"                                        */
    const char *chosen;            /* how the caller names column=chosen; NULL:
                                      "column=chosen"                                          */
    const char *fit;               /* how the caller names fix=fit-arguments; NULL:
                                      "fix=fit-arguments"                                      */
    const chatfmt_mask_options *mask; /* the request's mask, whose roles are checked; NULL:
                                         none                                                  */
    const char *roles;             /* how the caller names roles; NULL: "roles"                */
} chatfmt_map_summary;

#define CHATFMT_MAP_SUMMARY_INIT                                                                \
    {sizeof(chatfmt_map_summary), NULL, CHATFMT_MAP_FAIL, 0, NULL, 0, NULL, NULL, NULL, NULL,     \
     NULL}

/* The result of a run over data sets. It has a line for the rows, a line for each loss that is
 * not 0 (with the place of the first such row), a line for each role of the mask that no message
 * has, and a line for packs. */
CHATFMT_API chatfmt_status chatfmt_report_map(const chatfmt_map_totals *totals,
                                              const chatfmt_map_summary *about, char **text,
                                              size_t *length, chatfmt_error *error);

/* What a text is that was given as a template and is not one: "a GGUF file", "compressed with
 * gzip" (or bzip2, xz, zstd), "JSON with a chat_template", and when it has no tags "JSON without a
 * template" or "JSON Lines, without a template". Static; NULL for any other text. Cost: reading the
 * text as JSON, when it begins as JSON. */
CHATFMT_API const char *chatfmt_guess_template(chatfmt_slice text);

/*
 * What a file appears to be that is not JSON Lines (Parquet, CSV, a JSON array, a template, …),
 * and what to do with it. Static; NULL when nothing is known.
 *
 *   begins  the first bytes of the file.
 *   binary  not 0: recognise only files in which no line can be a row.
 */
CHATFMT_API const char *chatfmt_guess_file(chatfmt_slice begins, int binary);

#ifdef __cplusplus
}
#endif

#endif
