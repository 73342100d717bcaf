/* chatfmt/analysis.h - find out about a model's chat template: what it reads and can write, what it
 * can do, with prompts that show this, and what is wrong with it. Also compare two templates.
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
 * Rules for the parameters of all functions are at the beginning of chatfmt/base.h.
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

/* A rule for templates. Static. It may grow at its end. */
typedef struct chatfmt_lint_rule {
    const char *id;              /* such as "turn-not-closed"; its meaning never
                                    changes                                           */
    chatfmt_lint_level level;
    const char *reason, *remedy; /* sentences in English                              */
    uint32_t flags;              /* CHATFMT_ANALYSIS_REPLIES: the rule is checked
                                    only with this flag                               */
} chatfmt_lint_rule;

/* The number of rules. Any thread. */
CHATFMT_API size_t chatfmt_lint_rule_count(void);
/* Rule number `index`, from 0, static; NULL when there is no such rule. Any thread. */
CHATFMT_API const chatfmt_lint_rule *chatfmt_lint_rule_at(size_t index);
/* The name of a level: "note", "warning" or "error"; "" for other numbers. */
CHATFMT_API const char *chatfmt_lint_level_name(chatfmt_lint_level level);

/* ---- Analyses ---------------------------------------------------------------------------- */

/* What was found out about one template. It is immutable: any number of threads may read it. */
typedef struct chatfmt_analysis chatfmt_analysis;

/* Flags of chatfmt_analysis_options. */
enum {
    CHATFMT_ANALYSIS_READER = 1, /* also choose a reader of its replies                         */
    CHATFMT_ANALYSIS_REPLIES = 2 /* also write messages with the template and read them back,
                                    for the rules no-reader, reply-differs and reply-lossy      */
};

typedef struct chatfmt_analysis_options {
    size_t struct_size;                 /* set by CHATFMT_ANALYSIS_OPTIONS_INIT                 */
    uint32_t flags;                     /* CHATFMT_ANALYSIS_…; default 0. Unknown bits are
                                           refused                                              */
    uint32_t reserved;                  /* 0                                                    */
    chatfmt_slice chat_template;        /* name of a template of the model; any other text is
                                           the source of a template. Empty: the template that
                                           transformers would choose                            */
    chatfmt_slice ignored;              /* ids of rules that are not checked, separated by
                                           commas: "clock,random"                               */
    const chatfmt_limits *limits;       /* for rendering; borrowed during the call. The fuel is
                                           for all renders of one part of the analysis
                                           together. NULL = the defaults                        */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                       */
} chatfmt_analysis_options;

#define CHATFMT_ANALYSIS_OPTIONS_INIT                                                           \
    {sizeof(chatfmt_analysis_options), 0, 0, {NULL, 0}, {NULL, 0}, NULL, NULL}

/*
 * Analyse a template: survey its source, render small conversations, and check the rules.
 *
 *   model    borrowed until the analysis is freed.
 *   options  borrowed during the call; NULL for the defaults.
 *   out      receives an analysis, which the caller owns; free it with chatfmt_analysis_free().
 *            NULL on any error.
 *   error    may be NULL.
 *
 * A template that does not compile is not an error. Then chatfmt_analysis_refused() says why,
 * and there is a finding of the rule does-not-compile.
 *
 * Errors: those of chatfmt_model_choose(); NOT_FOUND when `ignored` has an unknown rule;
 *         BAD_ARGUMENT; NO_MEMORY.
 * Threads: safe.
 * Cost: about eighty renders; with CHATFMT_ANALYSIS_REPLIES about a hundred.
 */
CHATFMT_API chatfmt_status chatfmt_analysis_new(const chatfmt_model *model,
                                                const chatfmt_analysis_options *options,
                                                chatfmt_analysis **out, chatfmt_error *error);

/* Free an analysis. Everything that was borrowed from it becomes invalid. NULL is allowed. */
CHATFMT_API void chatfmt_analysis_free(chatfmt_analysis *analysis);

/* Results of all following functions are borrowed until the analysis is freed. Cost: O(1). */

/* The template that was analysed, as the model has it. */
CHATFMT_API chatfmt_model_template chatfmt_analysis_template(const chatfmt_analysis *analysis);
/* The source of the template as the engine reads it; offsets of facts count bytes of this text.
 * When the template does not compile, it is the source as given. */
CHATFMT_API chatfmt_slice chatfmt_analysis_source(const chatfmt_analysis *analysis);
/* The SHA-256 of the source as given, in 64 hexadecimal digits. */
CHATFMT_API const char *chatfmt_analysis_hash(const chatfmt_analysis *analysis);
/* Why the template does not compile; NULL when it does. */
CHATFMT_API const chatfmt_error *chatfmt_analysis_refused(const chatfmt_analysis *analysis);
/* The facts of the survey, as of chatfmt_survey_facts(). `count` receives their number. */
CHATFMT_API const chatfmt_fact *chatfmt_analysis_facts(const chatfmt_analysis *analysis,
                                                       size_t *count);
/* 1 when no fact before fact number `index` (from 0) says the same, else 0. */
CHATFMT_API int chatfmt_analysis_is_first(const chatfmt_analysis *analysis, size_t index);
/* Texts that the template can write and that look like control tokens, or are tokens of the
 * model. Each text is listed once, in the order of the source. `count` receives their number. */
CHATFMT_API const chatfmt_slice *chatfmt_analysis_control_texts(const chatfmt_analysis *analysis,
                                                                size_t *count);
/* The reader of the template's replies. NULL when neither CHATFMT_ANALYSIS_READER nor
 * CHATFMT_ANALYSIS_REPLIES was set, or when no reader can be chosen: then `*refused` receives
 * the reason. `refused` may be NULL. */
CHATFMT_API const chatfmt_reader *chatfmt_analysis_reader(const chatfmt_analysis *analysis,
                                                          const chatfmt_error **refused);

/* ---- What it can do ---------------------------------------------------------------------- */

/* One thing that a template can do or cannot do, and how this was found out. It may grow at its
 * end. */
typedef struct chatfmt_capability {
    const char *name;  /* "system", "tools", "generation_prompt" …; static               */
    int value;         /* 1: the template can do it                                      */
    const char *probe; /* the conversation that was rendered to find out, in words;
                          static                                                         */
    int works;         /* 0: rendering it failed, and `evidence` is the error            */
    const char *evidence; /* the beginning of the prompt, or of the part that shows it   */
} chatfmt_capability;

/* The number of capabilities; 0 when the template does not compile. */
CHATFMT_API size_t chatfmt_analysis_capability_count(const chatfmt_analysis *analysis);
/* Capability number `index`, from 0; NULL when there is no such capability. */
CHATFMT_API const chatfmt_capability *chatfmt_analysis_capability(
    const chatfmt_analysis *analysis, size_t index);
/* 1 or 0 for the capability `name`; -1 for an unknown name, and when the template does not
 * compile. */
CHATFMT_API int chatfmt_analysis_can(const chatfmt_analysis *analysis, const char *name);

/* ---- What is wrong with it --------------------------------------------------------------- */

/* A rule that a template breaks, and where. It may grow at its end. */
typedef struct chatfmt_finding {
    const chatfmt_lint_rule *rule;
    size_t rule_index;     /* number of the rule, for chatfmt_lint_rule_at()              */
    uint32_t line, column; /* counted from 1, the column in bytes; 0: there is no place   */
    const char *evidence;  /* "" when there is none                                       */
    size_t quoted;         /* number of bytes at the beginning of `evidence` that are
                              quoted; the rest explains them                              */
} chatfmt_finding;

/* The number of findings. */
CHATFMT_API size_t chatfmt_analysis_finding_count(const chatfmt_analysis *analysis);
/* Finding number `index`, from 0, in the order of the rules; NULL when there is no such finding. */
CHATFMT_API const chatfmt_finding *chatfmt_analysis_finding(const chatfmt_analysis *analysis,
                                                            size_t index);

/* ---- When conversations continue ---------------------------------------------------------- */

/* What happens to a prompt when its conversation continues. The longer prompt is compared with
 * it. */
typedef enum chatfmt_continuity_verdict {
    CHATFMT_CONTINUITY_STABLE = 0,    /* the longer prompt begins with it             */
    CHATFMT_CONTINUITY_AFTER_STOP = 1, /* they differ after the token that ends the last
                                          answer                                               */
    CHATFMT_CONTINUITY_CLOSING = 2,   /* they differ after the text of the last
                                         answer                                       */
    CHATFMT_CONTINUITY_REWRITTEN = 3, /* they differ before or in the text of the last
                                         answer                                              */
    CHATFMT_CONTINUITY_REFUSED = 4,   /* the template refuses the conversation        */
    CHATFMT_CONTINUITY_NOT_WRITTEN = 5 /* the template does not write such an answer  */
} chatfmt_continuity_verdict;

/* One of the two prompts, at the first byte that differs. It may grow at its end. */
typedef struct chatfmt_continuity_side {
    chatfmt_slice text;    /* the bytes from there on, at most 60; empty at the end of the
                              prompt                                                            */
    chatfmt_slice piece;   /* the text of the template, or the {{ … }}, that wrote the byte;
                              empty when unknown                                                */
    uint32_t line, column; /* place of `piece`, from 1, the column in bytes; 0: unknown         */
    chatfmt_slice path;    /* the value that the byte comes from: "messages[1].content"; or
                              empty                                                             */
} chatfmt_continuity_side;

/* A history that was rendered twice: alone, and with what comes next and a generation prompt. It
 * may grow at its end. */
typedef struct chatfmt_continuity {
    const char *name;      /* "U", "UU", "T", "CT", "T2", "TT", "TU", "RU", "RT", "RTT" or
                              "RTU"                                                             */
    const char *history;   /* the history in words, and after a semicolon what comes next;
                              static                                                            */
    chatfmt_continuity_verdict verdict;
    size_t at;             /* for AFTER_STOP, CLOSING and REWRITTEN: the first byte that
                              differs                                                           */
    size_t message;        /* the message that this byte belongs to, or CHATFMT_NO_MESSAGE      */
    chatfmt_continuity_side before, after; /* the history alone, and the longer prompt          */
    chatfmt_slice cause;   /* the if, elif or for that decided, or the {{ … }} that differs;
                              empty when unknown                                                */
    uint32_t line, column; /* place of `cause`                                                  */
    const char *error;     /* for REFUSED: why; else ""                                         */
} chatfmt_continuity;

/* The number of histories; 0 when the template does not compile. */
CHATFMT_API size_t chatfmt_analysis_continuity_count(const chatfmt_analysis *analysis);
/* History number `index`, from 0; NULL when there is no such history. */
CHATFMT_API const chatfmt_continuity *chatfmt_analysis_continuity(const chatfmt_analysis *analysis,
                                                                  size_t index);
/* The name of a verdict: "stable", "after-stop", "closing", "rewritten", "refused" or
 * "not-written"; "" for other numbers. */
CHATFMT_API const char *chatfmt_continuity_verdict_name(chatfmt_continuity_verdict verdict);

/* ---- As JSON ----------------------------------------------------------------------------- */

/* The findings as JSON: {"findings": [{"rule", "level", "line", "column", "reason", "remedy",
 * "evidence"}, …]}. `line` and `column` are null when a finding has no place. */
CHATFMT_API chatfmt_slice chatfmt_analysis_findings_json(const chatfmt_analysis *analysis);
/* The model, its templates and tokens, the facts, and the capabilities as JSON. Each capability
 * is {"value", "probe", "evidence"}. "reader" is there when it was asked for. Empty when the
 * template does not compile. */
CHATFMT_API chatfmt_slice chatfmt_analysis_json(const chatfmt_analysis *analysis);

/* The histories as JSON: [{"name", "history", "verdict", "at"?, "message"?, "before"?, "after"?,
 * "cause"?, "error"?}, …]. `before` and `after` are {"text", "piece", "line", "column", "path"};
 * `cause` is {"piece", "line", "column"}. Unknown values are null. Empty when the template does
 * not compile. */
CHATFMT_API chatfmt_slice chatfmt_analysis_continuity_json(const chatfmt_analysis *analysis);

/* ---- Comparing two templates -------------------------------------------------------------- */

/* One side of a comparison: a model or a format. */
typedef struct chatfmt_compare_side {
    size_t struct_size;           /* set by CHATFMT_COMPARE_SIDE_INIT                           */
    const chatfmt_model *model;   /* the model, or NULL when `format` is set                    */
    const chatfmt_format *format; /* the format, or NULL when `model` is set                    */
    chatfmt_slice chat_template;  /* with `model`: name or source of a template. Empty: the
                                     model's own choice                                         */
} chatfmt_compare_side;

#define CHATFMT_COMPARE_SIDE_INIT {sizeof(chatfmt_compare_side), NULL, NULL, {NULL, 0}}

/* Renders conversations with both sides. It serves one thread at a time. */
typedef struct chatfmt_comparer chatfmt_comparer;

/* One conversation with both sides. Borrowed until the comparer is used again. It may grow at
 * its end. */
typedef struct chatfmt_compared {
    int same;                       /* 1: the prompts are equal, or both sides refuse           */
    int refused;                    /* 1: both sides refuse                                     */
    size_t at;                      /* number of bytes at the beginning that are equal in both
                                       texts                                                    */
    int rendered[2];                /* 0: the side refuses the conversation                     */
    chatfmt_slice text[2];          /* the prompts; for a side that refuses, the reason         */
    const chatfmt_error *errors[2]; /* the error of a side that refuses; else NULL              */
    chatfmt_slice json;             /* {"name", "same", "at"?, "a": {"text"} or {"error"}, "b",
                                       "conversation": the arguments as they were given}         */
} chatfmt_compared;

/*
 * Make a comparer.
 *
 *   a, b       the sides; what they name is borrowed until the comparer is freed.
 *   allocator  copied; NULL = the C library's.
 *   limits     for each render; copied. NULL = the defaults.
 *   out        receives a comparer, which the caller owns; free it with chatfmt_comparer_free().
 *              NULL on any error.
 *   error      may be NULL.
 *
 * Both templates see the time 2026-01-02 03:00. A model without tokens has the bos_token <s> and
 * the eos_token </s>.
 *
 * Errors: BAD_ARGUMENT, NO_MEMORY; VALUE when a model has no template.
 * Cost: surveying both templates.
 */
CHATFMT_API chatfmt_status chatfmt_comparer_new(const chatfmt_compare_side *a,
                                                const chatfmt_compare_side *b,
                                                const chatfmt_allocator *allocator,
                                                const chatfmt_limits *limits,
                                                chatfmt_comparer **out, chatfmt_error *error);
/* Free a comparer. Everything that was borrowed from it becomes invalid. NULL is allowed. */
CHATFMT_API void chatfmt_comparer_free(chatfmt_comparer *comparer);

/*
 * Render one conversation with both sides.
 *
 *   comparer   forgets its last result.
 *   name       the name of the conversation in `json` of the result.
 *   arguments  the arguments of apply_chat_template as a JSON object: {"messages": […],
 *              "tools"?, …}.
 *   out        receives the result, borrowed until the comparer is used again; NULL on any
 *              error.
 *   error      may be NULL.
 *
 * A side that refuses the conversation is not an error.
 *
 * Errors: INPUT when `arguments` is not a JSON object, or has no messages; BAD_ARGUMENT,
 *         NO_MEMORY.
 * Cost: that of two renders.
 */
CHATFMT_API chatfmt_status chatfmt_comparer_run(chatfmt_comparer *comparer, chatfmt_slice name,
                                                chatfmt_slice arguments,
                                                const chatfmt_compared **out,
                                                chatfmt_error *error);

/* The number of conversations for comparing. First come those of the library (systems, turns,
 * calls, reasoning, documents, parts). Then come those for what the two templates read and
 * compare: each role, kind of part, field of messages and variable, with the values that the
 * templates know. O(1). */
CHATFMT_API size_t chatfmt_comparer_count(const chatfmt_comparer *comparer);
/* The name of conversation number `index`, from 0; empty when there is no such conversation.
 * Borrowed until the comparer is freed. O(1). */
CHATFMT_API chatfmt_slice chatfmt_comparer_name(const chatfmt_comparer *comparer, size_t index);
/* The arguments of apply_chat_template for conversation number `index`, as a JSON object; empty
 * when there is no such conversation. Borrowed until the comparer is freed. O(1). */
CHATFMT_API chatfmt_slice chatfmt_comparer_arguments(const chatfmt_comparer *comparer,
                                                     size_t index);

/* A line of a diff, or the beginning of a hunk. */
typedef struct chatfmt_diff_line {
    char mark;               /* '@': a hunk begins; ' ': in both texts; '-': only in
                                a; '+': only in b                                     */
    chatfmt_slice text;      /* the line with its newline; borrowed from a or b. Empty for '@'  */
    size_t begin[2], end[2]; /* for '@': lines [begin, end) of a and of b, from 0               */
} chatfmt_diff_line;

/* The lines in which two texts differ. It is immutable: any number of threads may read it. */
typedef struct chatfmt_line_diff chatfmt_line_diff;

/*
 * Compare two texts line by line.
 *
 *   a, b       the texts; borrowed until the diff is freed.
 *   context    number of equal lines before and after each hunk.
 *   allocator  copied; NULL = the C library's.
 *   out        receives a diff, which the caller owns; free it with chatfmt_line_diff_free().
 *              NULL on any error.
 *   error      may be NULL.
 *
 * Errors: BAD_ARGUMENT, NO_MEMORY.
 * Cost: O(lines × changes), with at most 1500 changes. When there are more changes, all lines
 *         between the equal beginning and the equal end count as changed.
 * Source: Myers (1986).
 */
CHATFMT_API chatfmt_status chatfmt_line_diff_new(chatfmt_slice a, chatfmt_slice b, size_t context,
                                                 const chatfmt_allocator *allocator,
                                                 chatfmt_line_diff **out, chatfmt_error *error);
/* Free a diff. NULL is allowed. */
CHATFMT_API void chatfmt_line_diff_free(chatfmt_line_diff *diff);
/* The lines of a diff, hunk after hunk; no lines for equal texts. `count` receives their number.
 * Borrowed until the diff is freed. O(1). */
CHATFMT_API const chatfmt_diff_line *chatfmt_line_diff_lines(const chatfmt_line_diff *diff,
                                                             size_t *count);

/* ---- Names ------------------------------------------------------------------------------- */

/*
 * Find the name that a mistyped word was probably meant to be.
 *
 *   word   the word.
 *   names  `count` names; each has at most 63 bytes, longer ones are not found.
 *   count  number of names.
 *
 * Returns one of `names`; empty when no name is similar. It is the name with the fewest wrong
 * characters, and of several such names the shortest. Upper and lower case are the same, and so
 * are '-' and '_'. At most a third of the word may be wrong. The word may be only the beginning
 * of a name; with a wrong character it must then be at least half of the name.
 *
 * Threads: any.
 * Cost: O(count × both lengths).
 */
CHATFMT_API chatfmt_slice chatfmt_suggest(chatfmt_slice word, const chatfmt_slice *names,
                                          size_t count);

#ifdef __cplusplus
}
#endif

#endif
