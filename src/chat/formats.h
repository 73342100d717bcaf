/* chat/formats.h - formats and conversations from inside: rows of floor 4 and programs of the
 * engine, joined.
 */
#ifndef CFT_CHAT_FORMATS_H
#define CFT_CHAT_FORMATS_H

#include "chatfmt/conversation.h"
#include "chatfmt/formats.h"
#include "chatfmt/models.h"
#include "formats/chat.h"
#include "formats/train_mask.h"
#include "render/renderer.h"

struct chatfmt_formats {
    chatfmt_allocator allocator;
    cft_format_registry *registry;
};

struct chatfmt_format {
    chatfmt_allocator allocator;
    cft_heap heap;
    cft_format format;
    cft_program *compiled; /* NULL when the format has no template: an invalid style */
};

struct chatfmt_conversation {
    chatfmt_allocator allocator;
    cft_heap heap; /* of the chat */
    cft_chat chat;
    cft_program *own;             /* compiled for this conversation alone, or NULL */
    const cft_program *compiled;  /* `own`, or the format's; NULL for an invalid style */
};

/* ---- chat/format_open.c ---- */

/* Compile the library's or a user's template text as transformers would; a style without text,
 * which there is not, gives NULL. */
chatfmt_status cft_format_compile(const chatfmt_allocator *allocator, cft_program_kind kind,
                                  cft_slice text, cft_program **out, chatfmt_error *error);
/* A copy of the row called `name`, and its template compiled. `registry` may be NULL. `styled`: as
 * cft_format_resolve() has it. `allocator`: NULL is the C library's. */
chatfmt_status cft_format_load(const cft_format_registry *registry, cft_slice name,
                               bool styled, const chatfmt_allocator *allocator,
                               chatfmt_format **out, chatfmt_error *error);
/* UNSUPPORTED for a format without a separator style; the error says that `what` needs one. */
chatfmt_status cft_format_check_style(const cft_format *format, const char *what,
                                      const char *name, chatfmt_error *error);
void cft_format_close(chatfmt_format *format);
/* A copy of its row, or the same with another program; `program` may be empty. */
chatfmt_status cft_format_with_program(const chatfmt_format *format, cft_slice program,
                                       cft_format *out, chatfmt_error *error);
/* A field that is one item or a list of them, under either of two names; NULL has none. */
cft_value cft_format_items(const chatfmt_format *format, cft_slice name, cft_slice other);
/* The field that holds the stop strings, one or a list. */
cft_value cft_format_stops(const chatfmt_format *format);

/* ---- chat/format_render.c: with a renderer that is open ---- */

/* chatfmt_format_render; `program` is empty for the format's own. */
chatfmt_status cft_format_render(chatfmt_renderer *renderer, const chatfmt_format *format,
                                 cft_slice program, const cft_dict *given, chatfmt_slice *text,
                                 chatfmt_error *error);
/* Run a style with the variables of a chat, made in the renderer's open heap. */
chatfmt_status cft_format_run_style(chatfmt_renderer *renderer, const cft_chat *chat,
                                    const cft_program *compiled, chatfmt_slice *text);
/* Put the kind of a failed render in front of its message. Returns `status`. */
chatfmt_status cft_format_name_kind(chatfmt_status status, chatfmt_error *error);

/* ---- chat/model_open.c ---- */

/* What the format exports, as the template of a new model; *out is freed and NULL on failure. */
chatfmt_status cft_chat_model_of_format(const cft_format *format, chatfmt_model **out,
                                        chatfmt_error *error);

/* ---- chat/format_match.c ---- */

/* Which format FastChat and XTuner use for a model; *out is in `values`. */
chatfmt_status cft_format_match_in(chatfmt_values *values, cft_slice model, bool has_adapter,
                                   const chatfmt_format_match **out, chatfmt_error *error);

/* ---- chat/format_train.c ---- */

/* What a trainer learns from one sample; *out is in the renderer's heap. */
chatfmt_status cft_format_train(chatfmt_renderer *renderer, const chatfmt_format *format,
                                cft_train_options *options, const cft_list *source,
                                cft_slice system, const chatfmt_training **out);

/* The text of a sample. */
chatfmt_status cft_format_train_prompt(chatfmt_renderer *renderer, const chatfmt_format *format,
                                       const cft_list *source, cft_slice system, cft_slice *prompt);

/* ---- chat/format_train_ids.c ---- */

/* Whether the trainer, which is *known unless it is XTuner's, takes the format. Errors: UNSUPPORTED
 * when it does not, NOT_FOUND for an unknown trainer. */
chatfmt_status cft_format_trains(const chatfmt_format *format, const char *trainer,
                                 cft_trainer *known, chatfmt_error *error);

/* chatfmt_format_train_ids with a list, and options that are whole and checked. */
chatfmt_status cft_format_train_ids(chatfmt_renderer *renderer, const chatfmt_format *format,
                                    const char *trainer, cft_value source,
                                    const chatfmt_training_options *options,
                                    chatfmt_encoder *encoder, const chatfmt_training_ids **out,
                                    chatfmt_error *error);

/* ---- chat/conversation.c: *out is NULL on failure ---- */

chatfmt_status cft_conversation_new(const chatfmt_format *format,
                                    const chatfmt_allocator *allocator,
                                    chatfmt_conversation **out, chatfmt_error *error);
chatfmt_status cft_conversation_read(const cft_format_registry *registry, const cft_dict *request,
                                     const chatfmt_allocator *allocator,
                                     chatfmt_conversation **out, chatfmt_error *error);
chatfmt_status cft_conversation_copy(const chatfmt_conversation *from,
                                     const chatfmt_allocator *allocator,
                                     chatfmt_conversation **out, chatfmt_error *error);
void cft_conversation_free(chatfmt_conversation *conversation);

/* The following report to conversation->heap.error. */

/* Text that a message holds; None without data. */
chatfmt_status cft_conversation_content(chatfmt_conversation *conversation, const char *text,
                                        size_t length, cft_value *out);
chatfmt_status cft_conversation_append_json(chatfmt_conversation *conversation, cft_slice role,
                                            cft_slice json);
/* Replace the date markers of the system message by the date of `days` from 1970-01-01. */
chatfmt_status cft_conversation_date(chatfmt_conversation *conversation, int64_t days);
/* The state as a format of the registry. */
chatfmt_status cft_conversation_register(const chatfmt_conversation *conversation,
                                         cft_format_registry *registry, bool override,
                                         chatfmt_error *error);
/* The whole state as JSON in `values`, which also has the error. */
chatfmt_status cft_conversation_save(const chatfmt_conversation *conversation,
                                     chatfmt_values *values, chatfmt_slice *json);

#endif
