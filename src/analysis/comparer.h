/* analysis/comparer.h - two templates, models or formats over the same conversations. */
#ifndef CFT_COMPARER_H
#define CFT_COMPARER_H

#include "chat/formats.h"
#include "chatfmt/analysis.h"
#include "dataset/request.h"

typedef struct cft_compare_side {
    const chatfmt_model *model; /* or else */
    const chatfmt_format *format;
    cft_slice chat_template;    /* of the model's templates; empty: its own choice */
    chatfmt_applier *chat;
    cft_request *request;
    chatfmt_renderer *renderer;
    chatfmt_error error;        /* of the last conversation */
} cft_compare_side;

struct chatfmt_comparer {
    chatfmt_allocator allocator;
    chatfmt_limits limits;
    chatfmt_values *values;
    cft_compare_side sides[2];
    chatfmt_compared result;
    cft_json_out json;
    cft_arena arena;                 /* of the rows: */
    struct cft_compare_row *rows;    /* conversations that follow from the templates */
    size_t row_count, row_capacity;
};

/* A conversation of the library's own, by name; `json` is an object of arguments. */
typedef struct cft_compare_row {
    const char *name, *json;
} cft_compare_row;

extern const cft_compare_row cft_compare_rows[];
extern const size_t cft_compare_row_count;

/* `sides` are two; options are whole, limits complete. *out is NULL on failure. */
chatfmt_status cft_comparer_new(const chatfmt_compare_side *sides, const chatfmt_allocator *memory,
                                const chatfmt_limits *limits, chatfmt_comparer **out,
                                chatfmt_error *error);
void cft_comparer_free(chatfmt_comparer *comparer);
/* Conversation `index`: the library's, then those that follow from the templates; NULL beyond
 * the last. */
const cft_compare_row *cft_comparer_row(const chatfmt_comparer *comparer, size_t index);
/* compare_derived.c: add conversations that follow from a template's source. NO_MEMORY. */
chatfmt_status cft_compare_derive(chatfmt_comparer *comparer, cft_slice source,
                                  chatfmt_error *error);
/* comparer->result says how the two differ. NO_MEMORY; INPUT for what is no JSON object. */
chatfmt_status cft_comparer_run(chatfmt_comparer *comparer, cft_slice name, cft_slice json,
                                chatfmt_error *error);

#endif
