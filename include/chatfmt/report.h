/* chatfmt/report.h - results as text for people: errors with their place, what is known about a
 * template, findings, differences, prompts in colours. It is what the program prints.
 *
 *     chatfmt_report_error("chat.jinja", &error, &text, NULL, NULL);
 *     fputs(text, stderr);
 *     chatfmt_text_free(text);
 *
 * Text of others (templates, models, messages) cannot steer a terminal: control characters,
 * bidirectional overrides and invisible characters are written as escapes.
 *
 * All of these make a text that is owned by the caller and ends with a NUL, which `length` does
 * not count and may be NULL; free it with chatfmt_text_free(). Errors: BAD_ARGUMENT, NO_MEMORY;
 * `*text` is NULL then. Any thread. Cost: linear in the text.
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
    CHATFMT_REPORT_COLOURS = 1 << 0,  /* in the colours of a terminal (ECMA-48)               */
    CHATFMT_REPORT_ONE_LINE = 1 << 1, /* newlines and tabs are escapes, too                   */
    CHATFMT_REPORT_EXACT = 1 << 2,    /* lines of texts as they are, without escapes          */
    CHATFMT_REPORT_PLACES = 1 << 3    /* "@@ -1,4 +1,5 @@" above each hunk, for patch(1)      */
};

/* ---- Texts and errors -------------------------------------------------------------------- */

/* Any bytes, as a terminal may safely show them. `flags`: ONE_LINE. */
CHATFMT_API chatfmt_status chatfmt_visible_text(const char *data, size_t size, uint32_t flags,
                                                char **text, size_t *length,
                                                chatfmt_error *error);

/* Which message an error of a render comes from, an indented line, or nothing: the message, call,
 * tool or document that lacks what the template read, the message whose content is a list of
 * parts, an object, a number or null where the template takes text, the first without a role in a
 * conversation that is refused or not written, and whether it is ShareGPT's or a row of a data
 * set, the first two of one role that a template refuses, the role of the one of which an empty
 * prompt shows nothing or that a format does not know, and what that was probably meant to be.
 * `conversation`: an array of messages, or of conversations, or an object with "messages".
 * `nulls_lack`: members that are null are as good as missing, as for chatfmt_applier_apply(). */
CHATFMT_API chatfmt_status chatfmt_report_cause(const chatfmt_error *shown,
                                                chatfmt_value conversation, int nulls_lack,
                                                char **text, size_t *length,
                                                chatfmt_error *error);

/* What chatfmt_report_cause() and chatfmt_error_remedy() say, and which option of a data set
 * changes it, on one line, with "; " between them and no newline; "" when nothing is known. A
 * chatfmt_map_hint for chatfmt_map_options. */
CHATFMT_API chatfmt_status chatfmt_report_hint(const chatfmt_error *shown,
                                               chatfmt_value conversation, int nulls_lack,
                                               char **text, size_t *length,
                                               chatfmt_error *error);

/* An error: what it is, its path, the source line with a caret, and chatfmt_error_remedy(), a line
 * each. `name`: the file that its place is in, which comes first; NULL: none. */
CHATFMT_API chatfmt_status chatfmt_report_error(const char *name, const chatfmt_error *shown,
                                                char **text, size_t *length, chatfmt_error *error);

/* The version of the library that is running, a line "with PCRE2, rare builtins" for what it was
 * built with, and where it lacks something a line "without character names". `own`: optional parts
 * of the caller's program, '+' before the name of one that is there, '-' of one that is not; may
 * be NULL where there are none. BAD_ARGUMENT for names without a sign. */
CHATFMT_API chatfmt_status chatfmt_report_build(const char *const *own, size_t count, char **text,
                                                size_t *length, chatfmt_error *error);

/* ---- Prompts ----------------------------------------------------------------------------- */

/* The prompt in colours, by where its bytes come from; the spans are those of the prompt. */
CHATFMT_API chatfmt_status chatfmt_report_spans(chatfmt_slice prompt, const chatfmt_span *spans,
                                                size_t count, char **text, size_t *length,
                                                chatfmt_error *error);
/* A line that says what each colour is. */
CHATFMT_API chatfmt_status chatfmt_report_legend(char **text, size_t *length,
                                                 chatfmt_error *error);
/* Each token on its own ground, and a line with their number. `places` are those of `encoded`. */
CHATFMT_API chatfmt_status chatfmt_report_tokens(chatfmt_slice encoded,
                                                 const chatfmt_token_place *places, size_t count,
                                                 char **text, size_t *length,
                                                 chatfmt_error *error);

/* ---- Templates --------------------------------------------------------------------------- */

/* Where the model's templates and tokens come from; what the template reads, compares, calls and
 * can write; what it can do, with the evidence; how its replies are read, when the analysis was
 * asked for that. `analysis`: of a template of `model` that compiles. */
CHATFMT_API chatfmt_status chatfmt_report_analysis(const chatfmt_model *model,
                                                   const chatfmt_analysis *analysis, char **text,
                                                   size_t *length, chatfmt_error *error);
/* The histories, and what becomes of their prompts. */
CHATFMT_API chatfmt_status chatfmt_report_continuity(const chatfmt_analysis *analysis, char **text,
                                                     size_t *length, chatfmt_error *error);
/* The findings, three lines each at most: place, rule and reason; evidence; remedy. `path` is what
 * their places begin with: chatfmt_model_template_shown(), or the file. `flags`: COLOURS. */
CHATFMT_API chatfmt_status chatfmt_report_findings(const chatfmt_analysis *analysis,
                                                   const char *path, uint32_t flags, char **text,
                                                   size_t *length, chatfmt_error *error);
/* The names of a model's templates, a line each with their size and place, between tabs. */
CHATFMT_API chatfmt_status chatfmt_report_templates(const chatfmt_model *model, char **text,
                                                    size_t *length, chatfmt_error *error);
/* The rules, a line each. */
CHATFMT_API chatfmt_status chatfmt_report_rules(char **text, size_t *length, chatfmt_error *error);

/* The format that a model uses, on a line; with `why` not 0, the rule that decided on another. */
CHATFMT_API chatfmt_status chatfmt_report_match(chatfmt_slice model,
                                                const chatfmt_format_match *match, int why,
                                                char **text, size_t *length,
                                                chatfmt_error *error);

/* What is to be known about a format that was opened by `name`, on a line that begins with the
 * name: which one it is, where that is not its name, and its warning. "" when there is nothing. */
CHATFMT_API chatfmt_status chatfmt_report_format(const char *name,
                                                 const chatfmt_format_info *format, char **text,
                                                 size_t *length, chatfmt_error *error);
/* The formats, "system/name", a line each. NULL: those of the library. */
CHATFMT_API chatfmt_status chatfmt_report_formats(const chatfmt_formats *formats, char **text,
                                                  size_t *length, chatfmt_error *error);
/* The name that a mistyped `name` of a format was probably meant to be, borrowed from `formats`;
 * with no bytes when none is near. A system may stand before it, as in "fastchat/vicuna"; what
 * follows another word may be a model's and has to be a name exactly. O(formats). */
CHATFMT_API chatfmt_slice chatfmt_guess_format(const chatfmt_formats *formats, const char *name);

/* The families of replies, a line each: name, shape and other names, between tabs. */
CHATFMT_API chatfmt_status chatfmt_report_readers(char **text, size_t *length,
                                                  chatfmt_error *error);

/* ---- Conversations ----------------------------------------------------------------------- */

/* What an object without "messages" was probably meant as: one message, a row of a data set, one
 * with a misspelled key. "" when it looks like none of them, or has messages; no newline. */
CHATFMT_API chatfmt_status chatfmt_report_conversation(chatfmt_value conversation, char **text,
                                                       size_t *length, chatfmt_error *error);
/* A line for each of the roles that no message has, with the nearest one that there is.
 * `conversation`: as for chatfmt_report_cause(). Cost: roles times messages. */
CHATFMT_API chatfmt_status chatfmt_report_roles(const chatfmt_slice *roles, size_t count,
                                                chatfmt_value conversation, char **text,
                                                size_t *length, chatfmt_error *error);

/* A line for each of the names of variables that the template does not read which a call with this
 * model and `chosen`, as for chatfmt_model_choose(), uses with tools or without, with the nearest
 * that it reads; each name once. Arguments of apply_chat_template(), special tokens and the empty
 * name count as read, and so does every name where the template does not compile, and one that it
 * may read (CHATFMT_FACT_MAYBE). Cost: names times the template, and names squared. */
CHATFMT_API chatfmt_status chatfmt_report_variables(const chatfmt_slice *names, size_t count,
                                                    const chatfmt_model *model,
                                                    chatfmt_slice chosen, char **text,
                                                    size_t *length, chatfmt_error *error);

/* ---- Differences ------------------------------------------------------------------------- */

/* What has to go from `a` and come to make it `b`, with three lines of context, as a unified diff
 * without its headings; "" for equal texts. `flags`: COLOURS, EXACT, PLACES. */
CHATFMT_API chatfmt_status chatfmt_report_lines(chatfmt_slice a, chatfmt_slice b, uint32_t flags,
                                                char **text, size_t *length,
                                                chatfmt_error *error);
/* Where the prompts of the conversation `name` differ, or which side refuses it and why.
 * `flags`: COLOURS. */
CHATFMT_API chatfmt_status chatfmt_report_compared(const char *name,
                                                   const chatfmt_compared *compared,
                                                   uint32_t flags, char **text, size_t *length,
                                                   chatfmt_error *error);

/* ---- Rows of data sets ------------------------------------------------------------------- */

/* Where a row is that went wrong. */
typedef struct chatfmt_row_place {
    size_t struct_size;        /* set by CHATFMT_ROW_PLACE_INIT                          */
    const char *input;         /* the file                                               */
    uint64_t line;             /* of that file, from 1                                   */
    chatfmt_slice row;         /* that line                                              */
    const char *template_name; /* where the error's place is, unless it is in the row    */
    int in_data;               /* it is in the row                                       */
    const chatfmt_row_options *options; /* the row is read by them; NULL: the defaults   */
} chatfmt_row_place;

#define CHATFMT_ROW_PLACE_INIT {sizeof(chatfmt_row_place), "", 0, {NULL, 0}, "", 0, NULL}

/* The error of a row, and what is known of its cause: what chatfmt_report_cause() says, or a `from`
 * that ShareGPT does not have. Of the first line of a file, what the file appears to be instead. */
CHATFMT_API chatfmt_status chatfmt_report_row(const chatfmt_row_place *place,
                                              const chatfmt_error *wrong, char **text,
                                              size_t *length, chatfmt_error *error);

/* What is known about a run over data sets beside its totals. */
typedef struct chatfmt_map_summary {
    size_t struct_size;            /* set by CHATFMT_MAP_SUMMARY_INIT                          */
    const char *const *inputs;     /* the names of the job's inputs; NULL: no places           */
    chatfmt_map_errors on_error;   /* of the job                                               */
    uint64_t before;               /* lines of the output that the run continued; 0: it began  */
    const chatfmt_map_packs *packs; /* of the job; NULL: rows come out                         */
    size_t pack_size;              /* tokens that one has room for                             */
    const char *record;            /* the caller's words for on_error=record; NULL: these      */
    const char *chosen;            /* the caller's words for column=chosen; NULL: these        */
    const char *fit;               /* the caller's words for fix=fit-arguments; NULL: these    */
    const chatfmt_mask_options *mask; /* of the request: its roles are looked at; NULL: none   */
    const char *roles;             /* the caller's words for roles; NULL: this                 */
} chatfmt_map_summary;

#define CHATFMT_MAP_SUMMARY_INIT                                                                \
    {sizeof(chatfmt_map_summary), NULL, CHATFMT_MAP_FAIL, 0, NULL, 0, NULL, NULL, NULL, NULL,     \
     NULL}

/* What a run over data sets came to: a line for the rows, one for each count of losses that is not
 * 0, with the place of the first such row, one for each role of the mask that no message has, and
 * one for packs. */
CHATFMT_API chatfmt_status chatfmt_report_map(const chatfmt_map_totals *totals,
                                              const chatfmt_map_summary *about, char **text,
                                              size_t *length, chatfmt_error *error);

/* What a text is that was given for a template's and is none, "a GGUF file", "JSON with a
 * chat_template" or, where it has no tags, "JSON without a template"; static. NULL for any other.
 * Cost: that of reading JSON, where it begins so. */
CHATFMT_API const char *chatfmt_guess_template(chatfmt_slice text);

/* What a file appears to be that is no JSON Lines (Parquet, CSV, a JSON array, …), and what to do
 * with it, by its first bytes; static. NULL when nothing is known. With `binary` not 0 only files
 * in which no line can be a row. */
CHATFMT_API const char *chatfmt_guess_file(chatfmt_slice begins, int binary);

#ifdef __cplusplus
}
#endif

#endif
