/* replies/reply_rows.c - the families of models, one row each (replies.def). */
#include "replies/reply_parser.h"
#include "base/suggest.h"

#define PAIR(open, close) open, close
#define PARAMETERS(key_open, key_close, value_open, value_close)                               \
    key_open, key_close, value_open, value_close
#define THINK         PAIR("<think>", "</think>")
#define NO_THINK      PAIR("", "")
#define NO_ANSWER     PAIR("", "")
#define TOOL_OUTPUT   PAIR("<｜tool▁output▁begin｜>", "<｜tool▁output▁end｜>")
#define NO_SECTION    PAIR("", "")
#define NO_CALL       PAIR("", "")
#define NO_NAME       PAIR("", "")
#define NO_PARAMETERS PARAMETERS("", "", "", "")
#define KEYS          "name,arguments|parameters,id|tool_call_id"
#define IM_END        "<|im_end|>\f<|endoftext|>"
#define ROW(name_, aliases_, shape_, flags_, think, answer, section, call_, name_marks,        \
            parameters, keys_, stops_)                                                         \
    {name_, aliases_, CFT_SHAPE_##shape_, flags_, think, answer, section, call_, name_marks,   \
     parameters, keys_, stops_, NULL, NULL, NULL, NULL, NULL},
#define ROW_HEADED(name_, aliases_, shape_, flags_, think, answer, section, call_, name_marks, \
                   parameters, keys_, stops_, header)                                          \
    {name_,   aliases_, CFT_SHAPE_##shape_, flags_,     think, answer,                         \
     section, call_,    name_marks,         parameters, keys_, stops_, header, NULL, NULL, NULL},
#define ROW_CODED(name_, aliases_, shape_, flags_, think, answer, section, call_, name_marks,  \
                  parameters, keys_, stops_, code)                                             \
    {name_,   aliases_, CFT_SHAPE_##shape_, flags_,     think, answer,                         \
     section, call_,    name_marks,         parameters, keys_, stops_, NULL, NULL, code, NULL},

const cft_reply_row cft_reply_rows[] = {
#include "replies/replies.def"
};

const size_t cft_reply_row_count = sizeof cft_reply_rows / sizeof *cft_reply_rows;

static bool rows_same_name(cft_slice a, cft_slice b)
{
    size_t i;
    if (a.length != b.length) return false;
    for (i = 0; i < a.length; i++) {
        char x = a.data[i], y = b.data[i];
        if (x >= 'A' && x <= 'Z') x = (char)(x - 'A' + 'a');
        if (y >= 'A' && y <= 'Z') y = (char)(y - 'A' + 'a');
        if (x == '_') x = '-';
        if (y == '_') y = '-';
        if (x != y) return false;
    }
    return true;
}

/* The next of a row's names, its own before the aliases; *at begins at NULL. Empty after the
 * last. */
static cft_slice rows_next_name(const cft_reply_row *row, const char **at)
{
    if (!*at) {
        *at = row->aliases;
        return cft_slice_of(row->name, strlen(row->name));
    }
    cft_slice one = cft_marker_first(*at);
    *at = one.data + one.length;
    if (**at == '\f') (*at)++;
    return one;
}

const cft_reply_row *cft_reply_find(cft_slice name)
{
    for (size_t i = 0; i < cft_reply_row_count; i++) {
        const char *at = NULL;
        cft_slice one;
        while ((one = rows_next_name(&cft_reply_rows[i], &at)).length)
            if (rows_same_name(name, one)) return &cft_reply_rows[i];
    }
    return NULL;
}

chatfmt_status cft_reply_unknown(cft_slice name, chatfmt_error *error)
{
    cft_slice near = CFT_LIT("");
    for (size_t i = 0; i < cft_reply_row_count; i++) {
        const char *at = NULL;
        cft_slice one;
        while ((one = rows_next_name(&cft_reply_rows[i], &at)).length) {
            const cft_slice names[] = {near, one};
            if (cft_suggest(name, names, 2) == 1) near = one;
        }
    }
    return cft_fail(error, CHATFMT_NOT_FOUND,
                    near.length ? "there is no family of replies named '%.*s'; did you mean "
                                  "'%.*s'?"
                                : "there is no family of replies named '%.*s'; where there is a "
                                  "model, its template chooses one",
                    (int)(name.length < 100 ? name.length : 100), name.data, (int)near.length,
                    near.data);
}
