/* chatfmt/analysis.h - what is known about a model's chat template: what it reads and can write,
 * what it can do, with the prompts that show it, and what is wrong with it.
 *
 *     chatfmt_analysis *analysis;
 *     chatfmt_model_open("./Qwen3-8B", NULL, &model, &error);
 *     chatfmt_analysis_new(model, NULL, &analysis, &error);
 *     for (size_t i = 0; i < chatfmt_analysis_finding_count(analysis); i++) {
 *         const chatfmt_finding *finding = chatfmt_analysis_finding(analysis, i);
 *         printf("%u: %s: %s\n", finding->line, finding->rule->id, finding->rule->reason);
 *     }
 *     chatfmt_analysis_free(analysis);
 *
 * Structs but options are the library's and only ever read, so they may grow at their end.
 *
 * Experimental: may change within 0.1.x (docs/stability.md).
 */
#ifndef CHATFMT_ANALYSIS_H
#define CHATFMT_ANALYSIS_H

#ifdef CHATFMT_STABLE_ONLY
#error "chatfmt/analysis.h is experimental (CHATFMT_STABLE_ONLY)"
#endif

#include "chatfmt/formats.h"
#include "chatfmt/models.h"
#include "chatfmt/reader.h"
#include "chatfmt/source.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Rules ------------------------------------------------------------------------------- */

typedef enum chatfmt_lint_level {
    CHATFMT_LINT_NOTE = 0,
    CHATFMT_LINT_WARNING = 1,
    CHATFMT_LINT_ERROR = 2
} chatfmt_lint_level;

/* One of the rules that templates are checked with. Static; may grow at its end. */
typedef struct chatfmt_lint_rule {
    const char *id;              /* "turn-not-closed"; never changes its meaning */
    chatfmt_lint_level level;
    const char *reason, *remedy; /* sentences in English                         */
    uint32_t flags;              /* CHATFMT_ANALYSIS_REPLIES: found only with it */
} chatfmt_lint_rule;

/* How many rules there are. Any thread. */
CHATFMT_API size_t chatfmt_lint_rule_count(void);
/* One of them, static; NULL for an index that is too large. Any thread. */
CHATFMT_API const chatfmt_lint_rule *chatfmt_lint_rule_at(size_t index);
/* "note", "warning" or "error"; "" for other numbers. */
CHATFMT_API const char *chatfmt_lint_level_name(chatfmt_lint_level level);

/* ---- Analyses ---------------------------------------------------------------------------- */

/* All that was found out about one template. Immutable; may be read by any number of threads. */
typedef struct chatfmt_analysis chatfmt_analysis;

/* Flags of chatfmt_analysis_options. */
enum {
    CHATFMT_ANALYSIS_READER = 1, /* choose the reader of its replies as well                    */
    CHATFMT_ANALYSIS_REPLIES = 2 /* and send messages there and back through it, for the rules
                                    no-reader, reply-differs and reply-lossy                    */
};

typedef struct chatfmt_analysis_options {
    size_t struct_size;                 /* set by CHATFMT_ANALYSIS_OPTIONS_INIT                 */
    uint32_t flags;                     /* CHATFMT_ANALYSIS_…; unknown bits are refused         */
    uint32_t reserved;
    chatfmt_slice chat_template;        /* which of the model's templates, or a source; empty:
                                           the one that transformers would choose               */
    chatfmt_slice ignored;              /* ids of rules that are left out: "clock,random"       */
    const chatfmt_limits *limits;       /* of its renders, the fuel of those of each part of it
                                           together; NULL = the defaults                        */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                       */
} chatfmt_analysis_options;

#define CHATFMT_ANALYSIS_OPTIONS_INIT                                                           \
    {sizeof(chatfmt_analysis_options), 0, 0, {NULL, 0}, {NULL, 0}, NULL, NULL}

/*
 * Analyse a template: survey its source, render about twenty small conversations with it, and
 * check the rules.
 *
 *   model    borrowed until the analysis is freed.
 *   options  NULL for the defaults.
 *   out      receives an owned analysis; free with chatfmt_analysis_free(). NULL on any error.
 *
 * A template that does not compile is not an error: chatfmt_analysis_refused() says why, and the
 * rule does-not-compile finds it.
 *
 * Errors: those of chatfmt_model_choose(); NOT_FOUND when `ignored` names no rule; BAD_ARGUMENT;
 *         NO_MEMORY.
 * Threads: safe. Cost: about eighty renders, a hundred with REPLIES.
 */
CHATFMT_API chatfmt_status chatfmt_analysis_new(const chatfmt_model *model,
                                                const chatfmt_analysis_options *options,
                                                chatfmt_analysis **out, chatfmt_error *error);

/* Free an analysis; everything borrowed from it becomes invalid. NULL is allowed. */
CHATFMT_API void chatfmt_analysis_free(chatfmt_analysis *analysis);

/* All of the following are borrowed until the analysis is freed, and O(1). */

/* The template that was looked at, as the model has it. */
CHATFMT_API chatfmt_model_template chatfmt_analysis_template(const chatfmt_analysis *analysis);
/* Its normalised source, which offsets of facts count in; as given when it does not compile. */
CHATFMT_API chatfmt_slice chatfmt_analysis_source(const chatfmt_analysis *analysis);
/* SHA-256 of the source as it was given, in hexadecimal digits. */
CHATFMT_API const char *chatfmt_analysis_hash(const chatfmt_analysis *analysis);
/* Why it does not compile; NULL when it does. */
CHATFMT_API const chatfmt_error *chatfmt_analysis_refused(const chatfmt_analysis *analysis);
/* What the survey found (chatfmt_survey_facts): `*count` facts, borrowed until the analysis is
 * freed. */
CHATFMT_API const chatfmt_fact *chatfmt_analysis_facts(const chatfmt_analysis *analysis,
                                                       size_t *count);
/* 1 when no fact before `index` says the same, else 0. */
CHATFMT_API int chatfmt_analysis_is_first(const chatfmt_analysis *analysis, size_t index);
/* Texts that the template can write and that look like control tokens, or are tokens of the
 * model: each once, in the order of the source. */
CHATFMT_API const chatfmt_slice *chatfmt_analysis_control_texts(const chatfmt_analysis *analysis,
                                                                size_t *count);
/* The reader of its replies: NULL unless READER or REPLIES was asked for and one can be chosen.
 * Then *refused, which may be NULL, is why not. */
CHATFMT_API const chatfmt_reader *chatfmt_analysis_reader(const chatfmt_analysis *analysis,
                                                          const chatfmt_error **refused);

/* ---- What it can do ---------------------------------------------------------------------- */

/* One thing that a template can do or not, and how that was found out. May grow at its end. */
typedef struct chatfmt_capability {
    const char *name;  /* "system", "tools", "generation_prompt" …; static               */
    int value;         /* 1: it can                                                      */
    const char *probe; /* the conversation that shows it, in words; static               */
    int works;         /* 0: the probe failed, and `evidence` is the error               */
    const char *evidence; /* the beginning of the prompt, or of what matters in it       */
} chatfmt_capability;

/* How many capabilities were probed: none when the template does not compile. */
CHATFMT_API size_t chatfmt_analysis_capability_count(const chatfmt_analysis *analysis);
/* One of them, borrowed until the analysis is freed; NULL for an index that is too large. */
CHATFMT_API const chatfmt_capability *chatfmt_analysis_capability(
    const chatfmt_analysis *analysis, size_t index);
/* 1 or 0 by name; -1 when there is none of that name, or the template does not compile. */
CHATFMT_API int chatfmt_analysis_can(const chatfmt_analysis *analysis, const char *name);

/* ---- What is wrong with it --------------------------------------------------------------- */

/* A rule that a template does not keep, and where. May grow at its end. */
typedef struct chatfmt_finding {
    const chatfmt_lint_rule *rule;
    size_t rule_index;     /* of chatfmt_lint_rule_at()                                   */
    uint32_t line, column; /* from 1, the column in bytes; 0: it has no place             */
    const char *evidence;  /* "" when there is none                                       */
    size_t quoted;         /* bytes at its beginning that are as they were found; what follows
                              explains them                                               */
} chatfmt_finding;

/* How many findings there are. */
CHATFMT_API size_t chatfmt_analysis_finding_count(const chatfmt_analysis *analysis);
/* One of them, in the order of the rules, borrowed until the analysis is freed; NULL for an
 * index that is too large. */
CHATFMT_API const chatfmt_finding *chatfmt_analysis_finding(const chatfmt_analysis *analysis,
                                                            size_t index);

/* ---- When conversations continue ---------------------------------------------------------- */

/* What becomes of a prompt when its conversation continues. */
typedef enum chatfmt_continuity_verdict {
    CHATFMT_CONTINUITY_STABLE = 0,    /* it is how the longer prompt begins */
    CHATFMT_CONTINUITY_AFTER_STOP = 1, /* it differs after the token that ends the last answer */
    CHATFMT_CONTINUITY_CLOSING = 2,   /* it differs after what the last answer says */
    CHATFMT_CONTINUITY_REWRITTEN = 3, /* it differs before, or in, what the last answer says */
    CHATFMT_CONTINUITY_REFUSED = 4,   /* the template refuses the conversation */
    CHATFMT_CONTINUITY_NOT_WRITTEN = 5 /* the template does not write such an answer */
} chatfmt_continuity_verdict;

/* What one of the two prompts has at the first byte that differs. May grow at its end. */
typedef struct chatfmt_continuity_side {
    chatfmt_slice text;    /* the bytes from there on, at most 60; empty at the end of the prompt */
    chatfmt_slice piece;   /* the text of the template, or the {{ … }}, that wrote it; empty when
                              that is not known                                                   */
    uint32_t line, column; /* where that is, from 1, the column in bytes; 0: not known            */
    chatfmt_slice path;    /* the value that the byte is from: "messages[1].content"; or empty    */
} chatfmt_continuity_side;

/* One history, rendered alone and, with a generation prompt, with what comes next. May grow at
 * its end. */
typedef struct chatfmt_continuity {
    const char *name;      /* "U", "UU", "T", "CT", "T2", "TT", "TU", "RU", "RT", "RTT", "RTU"    */
    const char *history;   /* in words, what comes next after a semicolon; static                 */
    chatfmt_continuity_verdict verdict;
    size_t at;             /* of AFTER_STOP, CLOSING, REWRITTEN: the first byte that differs      */
    size_t message;        /* the message that it belongs to, or CHATFMT_NO_MESSAGE               */
    chatfmt_continuity_side before, after; /* the history alone, and with what comes next         */
    chatfmt_slice cause;   /* the if, elif or for that decided, or the {{ … }} that differs;
                              empty when none can be named                                        */
    uint32_t line, column; /* where that is                                                       */
    const char *error;     /* of REFUSED: why; else ""                                            */
} chatfmt_continuity;

/* How many histories were rendered: none when the template does not compile. O(1). */
CHATFMT_API size_t chatfmt_analysis_continuity_count(const chatfmt_analysis *analysis);
/* One of them, borrowed until the analysis is freed; NULL for an index that is too large. O(1). */
CHATFMT_API const chatfmt_continuity *chatfmt_analysis_continuity(const chatfmt_analysis *analysis,
                                                                  size_t index);
/* "stable", "after-stop", "closing", "rewritten", "refused", "not-written"; "" for other
 * numbers. */
CHATFMT_API const char *chatfmt_continuity_verdict_name(chatfmt_continuity_verdict verdict);

/* ---- As JSON ----------------------------------------------------------------------------- */

/*
 * The findings: {"findings": [{"rule", "level", "line", "column", "reason", "remedy", "evidence"},
 * …]}, `line` and `column` null without a place. Made when the analysis is.
 */
CHATFMT_API chatfmt_slice chatfmt_analysis_findings_json(const chatfmt_analysis *analysis);
/*
 * The model, its templates and tokens, the facts, and each capability as {"value", "probe",
 * "evidence"}; "reader" when it was asked for. "" when the template does not compile.
 */
CHATFMT_API chatfmt_slice chatfmt_analysis_json(const chatfmt_analysis *analysis);

/*
 * The histories: [{"name", "history", "verdict", "at"?, "message"?, "before"?, "after"?, "cause"?,
 * "error"?}, …]; `before` and `after` are {"text", "piece", "line", "column", "path"}, `cause`
 * is {"piece", "line", "column"}, and what is not known is null. "" when the template does not
 * compile.
 */
CHATFMT_API chatfmt_slice chatfmt_analysis_continuity_json(const chatfmt_analysis *analysis);

/* ---- Two of them compared
 * --------------------------------------------------------------------- */

/* What is compared: a model, or a format. */
typedef struct chatfmt_compare_side {
    size_t struct_size;           /* set by CHATFMT_COMPARE_SIDE_INIT                           */
    const chatfmt_model *model;   /* or else                                                    */
    const chatfmt_format *format;
    chatfmt_slice chat_template;  /* of the model's templates, or a source; empty: its own choice */
} chatfmt_compare_side;

#define CHATFMT_COMPARE_SIDE_INIT {sizeof(chatfmt_compare_side), NULL, NULL, {NULL, 0}}

/* What renders conversations with both. One thread at a time. */
typedef struct chatfmt_comparer chatfmt_comparer;

/* One conversation with both. The library's, borrowed until the comparer is used again; may grow
 * at its end. */
typedef struct chatfmt_compared {
    int same;                       /* the prompts are equal, or both sides refuse              */
    int refused;                    /* both sides refuse                                        */
    size_t at;                      /* bytes that both texts begin with                         */
    int rendered[2];                /* 0: the side refuses                                      */
    chatfmt_slice text[2];          /* the prompts; of a side that refuses, why                 */
    const chatfmt_error *errors[2]; /* NULL for a side that renders                             */
    chatfmt_slice json;             /* {"name", "same", "at"?, "a": {"text"} or {"error"}, "b",
                                       "conversation": the arguments as they were given}         */
} chatfmt_compared;

/*
 * Make a comparer.
 *
 *   a, b       the sides; what they name is borrowed until the comparer is freed.
 *   allocator  copied; NULL = the C library's.
 *   limits     of each render; NULL = the defaults.
 *   out        receives it, owned; free with chatfmt_comparer_free(). NULL on any error.
 *
 * Errors: BAD_ARGUMENT, NO_MEMORY; VALUE: a model has no template. Cost: the surveys of both
 * templates. These see the time 2026-01-02 03:00; a model without tokens has the bos_token <s> and
 * the eos_token </s>.
 */
CHATFMT_API chatfmt_status chatfmt_comparer_new(const chatfmt_compare_side *a,
                                                const chatfmt_compare_side *b,
                                                const chatfmt_allocator *allocator,
                                                const chatfmt_limits *limits,
                                                chatfmt_comparer **out, chatfmt_error *error);
/* NULL is allowed. */
CHATFMT_API void chatfmt_comparer_free(chatfmt_comparer *comparer);

/*
 * Render one conversation with both sides.
 *
 *   name       what `json` of the result calls it.
 *   arguments  those of apply_chat_template as a JSON object: {"messages": […], "tools"?, …}.
 *   out        receives the result; NULL on any error. A side that refuses is not an error.
 *
 * Errors: INPUT when `arguments` is no JSON object or has no messages; BAD_ARGUMENT, NO_MEMORY.
 * Cost: that of two renders.
 */
CHATFMT_API chatfmt_status chatfmt_comparer_run(chatfmt_comparer *comparer, chatfmt_slice name,
                                                chatfmt_slice arguments,
                                                const chatfmt_compared **out,
                                                chatfmt_error *error);

/* How many conversations there are for comparing: those of the library (systems, turns, calls,
 * reasoning, documents, parts), then those that follow from what the two templates read and
 * compare: each role, kind of part, field of messages and variable, with the values that the
 * templates know. O(1). */
CHATFMT_API size_t chatfmt_comparer_count(const chatfmt_comparer *comparer);
/* The name of the one at `index`, from 0; borrowed until the comparer is freed, empty beyond the
 * last. O(1). */
CHATFMT_API chatfmt_slice chatfmt_comparer_name(const chatfmt_comparer *comparer, size_t index);
/* Its arguments of apply_chat_template as a JSON object; borrowed and empty likewise. O(1). */
CHATFMT_API chatfmt_slice chatfmt_comparer_arguments(const chatfmt_comparer *comparer,
                                                     size_t index);

/* A line of a diff, or where a hunk begins. */
typedef struct chatfmt_diff_line {
    char mark;               /* '@' a hunk begins; ' ' in both; '-' in a; '+' in b */
    chatfmt_slice text;      /* with its newline; borrowed from a or b. Empty for '@'           */
    size_t begin[2], end[2]; /* of '@': lines [begin, end) of a and of b, from 0                */
} chatfmt_diff_line;

/* The lines in which two texts differ. Immutable: any number of threads may read it. */
typedef struct chatfmt_line_diff chatfmt_line_diff;

/*
 * Compare two texts line by line.
 *
 *   a, b     borrowed until the diff is freed.
 *   context  how many lines that are equal each hunk has around it.
 *   out      receives it, owned; free with chatfmt_line_diff_free(). NULL on any error.
 *
 * Errors: BAD_ARGUMENT, NO_MEMORY. Cost: O(lines x changes), at most 1500 changes; with more,
 * all lines between the equal beginning and the equal end count as changed. Source: Myers
 * (1986).
 */
CHATFMT_API chatfmt_status chatfmt_line_diff_new(chatfmt_slice a, chatfmt_slice b, size_t context,
                                                 const chatfmt_allocator *allocator,
                                                 chatfmt_line_diff **out, chatfmt_error *error);
/* NULL is allowed. */
CHATFMT_API void chatfmt_line_diff_free(chatfmt_line_diff *diff);
/* Its lines, hunk after hunk, borrowed until it is freed; none for equal texts. O(1). */
CHATFMT_API const chatfmt_diff_line *chatfmt_line_diff_lines(const chatfmt_line_diff *diff,
                                                             size_t *count);

/* ---- Names
 * ------------------------------------------------------------------------------------ */

/*
 * The name that a mistyped word was probably meant to be: the one with the fewest wrong
 * characters, the shortest of several; letters of both cases, '-' and '_' are the same. The word
 * may be the beginning of a name, at least half of it where a character is wrong. Empty when none
 * is near: at most a third of the word may be wrong, and names have at most 63 bytes. One of
 * `names`. Any thread. O(count times both lengths).
 */
CHATFMT_API chatfmt_slice chatfmt_suggest(chatfmt_slice word, const chatfmt_slice *names,
                                          size_t count);

#ifdef __cplusplus
}
#endif

#endif
