/* analysis/survey.h - what a template's source reads, compares, calls and can write.
 *
 * Found in the syntax tree, without running anything. Which value a name stands for is followed
 * through loops, assignments, macros and namespaces; a name that is assigned twice has the
 * paths of both. What comes out of containers that the template itself has built is not
 * followed.
 */
#ifndef CFT_SURVEY_H
#define CFT_SURVEY_H

#include "chatfmt/source.h"
#include "lang/callable.h"
#include "lang/parser.h"

/* Facts in the order of the source. Everything is made in `arena`; `source` is normalised. */
typedef struct cft_survey {
    cft_slice source;
    chatfmt_fact *facts;
    uint32_t count;
} cft_survey;

chatfmt_status cft_survey_make(cft_arena *arena, cft_slice source,
                               const cft_syntax_options *options, const chatfmt_limits *limits,
                               const cft_builtins *builtins, cft_survey *out,
                               chatfmt_error *error);

/* ---- Shared by survey*.c ---- */

/* A variable, a field of it, or "[]", whatever is in it. */
typedef struct survey_path survey_path;
struct survey_path {
    survey_path *parent, *chain; /* chain: of the hash table */
    cft_slice name;
    uint32_t depth;
    bool seen; /* reported as read */
};

/* What an expression may be: some of the values at paths, some of the template's own texts. */
typedef struct survey_value {
    survey_path *path;
    bool pieces; /* a list of parts of it: text that was split, a list of values */
    bool items;  /* its keys and values in pairs */
} survey_value;

/* A text of the template's, by which fields are asked for: `m[key]`, `m.get(key)`. */
typedef struct survey_key {
    cft_slice text;
    bool pieces; /* one of a list of texts */
} survey_key;

enum {
    SURVEY_VALUES = 6,
    SURVEY_TEXTS = 6,
    SURVEY_LINKS = 64,
    SURVEY_NESTING = 16,
    SURVEY_DEPTH = 8
};

typedef struct survey_values {
    survey_value at[SURVEY_VALUES];
    survey_key texts[SURVEY_TEXTS];
    uint32_t count, text_count;
} survey_values;

/* A name of the template, or a field of a namespace. */
typedef struct survey_name survey_name;
struct survey_name {
    survey_name *chain;
    const cft_node *owner; /* the loop or macro that it belongs to, or NULL */
    cft_slice name, field;
    bool stored, context; /* given by the template; read before that, so the context's */
    bool maybe;           /* given in a block, or after a macro that reads it */
    bool reported;        /* … and that was said */
    const cft_node *macro;
    survey_values values;
};

/* Buckets of the tables: at least so many, and one for every few bytes of the source. */
enum { SURVEY_BUCKETS = 1024, SURVEY_BUCKET_BYTES = 16 };

/* The names of loops and macros around a node, the innermost first. */
typedef struct survey_scope {
    const struct survey_scope *outer;
    survey_name *name;
} survey_scope;

/* The condition that a branch is under. */
typedef struct survey_condition {
    const struct survey_condition *outer;
    bool on_content;
    cft_slice literal;
} survey_condition;

/* A node that is still to be looked at. */
typedef struct survey_item {
    const cft_node *node;
    bool list;  /* those that follow it, too */
    bool emits; /* its value may reach the output */
    bool negated;
    bool within; /* a block, which may be left out or keep its names for itself */
    uint32_t flags; /* CHATFMT_FACT_… that hold here */
    const survey_scope *scope;
    const survey_condition *under;
    survey_condition *decides;
    const cft_node *object; /* what a test around it has found to be a mapping, or NULL */
} survey_item;

typedef struct survey_work {
    cft_arena *arena;
    chatfmt_error *error;
    const cft_builtins *builtins;
    cft_slice source;
    survey_name **names;
    survey_path **paths;
    size_t bucket_mask;
    const survey_scope *scope; /* of the item that is looked at */
    bool within;               /* the same */
    survey_item *items;
    uint32_t item_count, item_capacity;
    chatfmt_fact *facts;
    uint32_t fact_count, fact_capacity;
    bool changed; /* a name has got another path */
    bool reporting; /* the last time through, when facts are made */
    bool no_memory;
} survey_work;

/* survey_paths.c. All but survey_fact() set `no_memory` when there is none. */
/* The name as it is known here: of a loop or macro around it, or of the template. */
survey_name *cft_survey_name(survey_work *s, cft_slice name, cft_slice field);
/* That of one owner. */
survey_name *cft_survey_owned(survey_work *s, const cft_node *owner, cft_slice name,
                              cft_slice field);
survey_path *cft_survey_field(survey_work *s, survey_path *parent, cft_slice name);
cft_slice cft_survey_path_text(survey_work *s, const survey_path *path);
/* Text of messages: what users and models have written. */
bool cft_survey_is_content(const survey_path *path);
void cft_survey_look(survey_work *s, const cft_node *node, uint32_t nesting,
                     survey_values *out);
void cft_survey_element(survey_work *s, const survey_values *of, survey_values *out);
void cft_survey_bind(survey_work *s, survey_name *name, const survey_values *values);
void cft_survey_read(survey_work *s, survey_path *path, const cft_node *node);
/* The fields that an attribute of a filter names: "function.name" is a field of a field, and of
 * an array a number is an item. Source: Jinja, make_attrgetter. */
void cft_survey_attribute(survey_work *s, survey_values *values, cft_slice attribute,
                          const cft_node *node);
/* `name` is one of the words in `list`, which are separated by spaces. */
bool cft_survey_word(cft_slice name, const char *list);

/* survey.c */
void cft_survey_fact(survey_work *s, chatfmt_fact fact, const cft_node *node);
void cft_survey_push(survey_work *s, survey_item item);

/* survey_expr.c */
/* What is a mapping when `condition` holds: the x of `x is mapping`, also of a part of `and`;
 * else NULL. */
const cft_node *cft_survey_mapping(const cft_node *condition);
void cft_survey_expression(survey_work *s, const survey_item *item);

#endif
