/* models/apply.h - what apply_chat_template does to its arguments before and after the template.
 *
 * Values are never changed in place: what must differ is made again in the heap, from the same
 * strings, so that the origin of every byte stays what it was.
 */
#ifndef CFT_APPLY_H
#define CFT_APPLY_H

#include "chatfmt/models.h"
#include "models/model.h"
#include "value/dict.h"

typedef struct cft_apply {
    cft_heap *heap;
    uint32_t flags; /* CHATFMT_APPLY_… */
    bool processor;
    chatfmt_change *changes; /* in the heap */
    size_t change_count, change_capacity;
    uint32_t read_bytes; /* of texts that were read as JSON, whose values have own numbers */
    /* Of continue_final_message: */
    cft_slice field;      /* the field that is continued */
    cft_value final;      /* its text as given */
    cft_slice final_path; /* where that text is among the variables, as spans name it */
} cft_apply;

/* What follows the text that is to be continued, to find its end in the prompt. */
#define CFT_APPLY_MARKER "CONTINUE_FINAL_MESSAGE_TAG "

/* The conversation as a list of dicts without null members, with what options and processors
 * change. Source: apply_chat_template, "Normalize". */
chatfmt_status cft_apply_messages(cft_apply *apply, cft_value conversation, cft_value *out);

/* TYPE and VALUE errors for tools and documents that cannot be; null stands for None.
 * Source: render_jinja_template. */
chatfmt_status cft_apply_tools(cft_apply *apply, cft_value tools, cft_value *out);
chatfmt_status cft_apply_documents(cft_apply *apply, cft_value documents, cft_value *out);

/* Copies of `more` where their origin numbers are those of earlier ones or of the messages: they
 * were made in another chatfmt_values. Only needed where origins are looked for. */
chatfmt_status cft_apply_numbers(cft_apply *apply, cft_value messages, cft_value *const *more,
                                 size_t count);

/* A copy whose containers all have numbers of their own. */
chatfmt_status cft_apply_renumber(cft_heap *heap, cft_value *value);

/* Reasoning under all of its names. Source: _alias_reasoning_fields. */
chatfmt_status cft_apply_reasoning(cft_apply *apply, cft_value messages, cft_value *out);

/* The messages with `marker` after the text that is continued; notes `final` and `final_path`.
 * `source` is the template's. Source: render_jinja_template. */
chatfmt_status cft_apply_mark(cft_apply *apply, cft_value messages, cft_slice source,
                              cft_slice marker, cft_value *out);
/* The messages, of which one says `content`; `alone`: and nothing else, such as calls. */
chatfmt_status cft_apply_say(cft_apply *apply, cft_value messages, size_t number,
                             cft_slice content, bool alone, cft_value *out);
/* How much of the text stays, or VALUE when the message is not in it. */
chatfmt_status cft_apply_cut(cft_apply *apply, cft_slice text, size_t *length);
/* VALUE: the message is not in the text. */
chatfmt_status cft_apply_not_there(cft_apply *apply, cft_slice text);

/* All variables: messages, tools, documents, add_generation_prompt, the model's special tokens,
 * and `variables` (a dict or absent), which override the tokens. */
chatfmt_status cft_apply_context(cft_apply *apply, const cft_model *model, cft_value messages,
                                 cft_value tools, cft_value documents, cft_value variables,
                                 cft_dict **out);

/* models/apply_change.c */

/* Whether content is null, or missing beside calls. */
bool cft_apply_lacks_content(cft_value message);
/* Arguments of tool calls to objects or texts, such content to "", as the flags say. */
chatfmt_status cft_apply_change_message(cft_apply *apply, size_t number, cft_value *message);
/* The first message, of role system, put before the text of the first message of role user;
 * *merged is false when there are no such messages. */
chatfmt_status cft_apply_merge_system(cft_apply *apply, cft_value messages, cft_value *out,
                                      bool *merged);

/* Helpers for both. */
cft_value cft_apply_member(cft_value dict, cft_slice key); /* absent when there is none */
bool cft_apply_is_text(cft_value value, cft_slice text);
/* A copy of a dict with one member set; its place in the input is the same. */
chatfmt_status cft_apply_with(cft_heap *heap, cft_value dict, cft_slice key, cft_value value,
                              cft_value *out);
/* left followed by right, which stays after as one value at one address. */
chatfmt_status cft_apply_join(cft_heap *heap, cft_value left, cft_slice right, cft_value *out);
chatfmt_status cft_apply_note(cft_apply *apply, const char *what, size_t message, size_t call);

#endif
