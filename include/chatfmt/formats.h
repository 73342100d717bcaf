/* chatfmt/formats.h - chat formats by name: FastChat's, XTuner's, InternLM2's, the defaults of
 * model classes, and the user's own.
 *
 * A format is a row of data and a template that reads it. Its full name is "system/name", such as
 * "fastchat/vicuna_v1.1" or "xtuner/qwen_chat". A name without a system is looked up in all
 * systems, in the order of chatfmt_formats_info().
 *
 * Rules for the parameters of all functions are at the beginning of chatfmt/base.h.
 *
 *     chatfmt_format *format;
 *     chatfmt_format_open(NULL, "vicuna_v1.1", 11, NULL, &format, &error);
 *     chatfmt_format_render(renderer, format, NULL, variables, NULL, &prompt, &error);
 */
#ifndef CHATFMT_FORMATS_H
#define CHATFMT_FORMATS_H

#include "chatfmt/template.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The user's formats ------------------------------------------------------------------ */

/* The user's formats, which are used beside the built-in ones. While formats are added, only one
 * thread may use the set. Afterwards any number of threads may read it. */
typedef struct chatfmt_formats chatfmt_formats;

/*
 * Make an empty set.
 *
 *   allocator  copied; NULL = the C library's.
 *   out        receives a set, which the caller owns; free it with chatfmt_formats_free(). NULL
 *              on any error.
 *   error      may be NULL.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT.
 */
CHATFMT_API chatfmt_status chatfmt_formats_new(const chatfmt_allocator *allocator,
                                               chatfmt_formats **out, chatfmt_error *error);
/* Free a set. No format that was opened from it may be in use. NULL is allowed. */
CHATFMT_API void chatfmt_formats_free(chatfmt_formats *formats);

/* Flags of chatfmt_formats_add() and chatfmt_formats_add_conversation(). */
enum { CHATFMT_FORMATS_OVERRIDE = 1 }; /* replace a format of the same name */

/*
 * Add formats from JSON.
 *
 *   formats  the set; changed in place.
 *   json     UTF-8 in one of the two forms below; copied.
 *   length   bytes of `json`.
 *   flags    0, or CHATFMT_FORMATS_OVERRIDE: replace a format of the same name. Without it such
 *            a name is an error.
 *   error    may be NULL.
 *
 * First form: {"system": "mine", "defaults": {…}, "formats": [{"name": …, …}, …]}. Each row of
 * "formats" is one of these:
 * * It has FastChat's fields (sep_style, roles, sep, …). Fields that are left out have
 *   FastChat's defaults.
 * * It names a `program` and has the fields that the program reads.
 * * It has a whole `template`.
 *
 * Second form: {"conv": {…}}, which chatfmt_conversation_save() writes. It is added as
 * FastChat's register_conv_template() does.
 *
 * Errors: EXISTS when the system has the name already; INPUT, also for a field that nothing
 *         reads, a field of the wrong kind, or an unknown sep_style; NOT_FOUND for an unknown
 *         program; NO_MEMORY; BAD_ARGUMENT. On an error nothing was added.
 * Threads: one at a time; no other thread may use the set.
 */
CHATFMT_API chatfmt_status chatfmt_formats_add(chatfmt_formats *formats, const char *json,
                                               size_t length, uint32_t flags,
                                               chatfmt_error *error);

/* A format as a list shows it. */
typedef struct chatfmt_format_info {
    chatfmt_slice system;  /* "fastchat", "xtuner", "xtuner_v1", "internlm2", "class", "guide",
                              or the system of a user's format                                  */
    chatfmt_slice name;    /* the name within the system                                      */
    chatfmt_slice program; /* what renders the format, such as "style/chatml"; "" when it is
                              not a program of the library                                     */
    chatfmt_slice warning; /* what a user should know about the format, or ""                 */
} chatfmt_format_info;

/* The number of formats: the user's and the built-in ones. With NULL only the built-in ones.
 * O(1). */
CHATFMT_API size_t chatfmt_formats_count(const chatfmt_formats *formats);
/* Format number `index`, from 0, in the order in which a name is looked up: first the user's
 * formats (the one that was added last comes first), then the built-in ones. `formats` may be
 * NULL: only built-in ones. All fields are empty when there is no such format. Borrowed from the
 * set, or static. O(1). */
CHATFMT_API chatfmt_format_info chatfmt_formats_info(const chatfmt_formats *formats,
                                                     size_t index);

/* ---- One format ------------------------------------------------------------------------- */

/* A format that is ready to render. It is immutable: any number of threads may use it at once. */
typedef struct chatfmt_format chatfmt_format;

/*
 * Open a format: copy its row and compile its template.
 *
 *   formats    the user's formats, which are searched first; must outlive the format. NULL: only
 *              the built-in ones.
 *   name       "system/name" or "name"; borrowed during the call.
 *   length     bytes of `name`.
 *   allocator  copied; NULL = the C library's.
 *   out        receives a format, which the caller owns; free it with chatfmt_format_free().
 *              NULL on any error.
 *   error      may be NULL.
 *
 * When there is no format of exactly this name, these rules are tried in order:
 * * Case is ignored.
 * * The name of a system opens its first format.
 * * A name with a '/' is matched as the name of a model, as chatfmt_formats_match() does. So
 *   "foo/vicuna_v1.1" opens "fastchat/vicuna_v1.1". The match "one_shot" does not count.
 * chatfmt_format_about() says which format was opened.
 *
 * Errors: NOT_FOUND; SYNTAX … of a user's own template; NO_MEMORY; BAD_ARGUMENT.
 * Threads: safe.
 */
CHATFMT_API chatfmt_status chatfmt_format_open(const chatfmt_formats *formats, const char *name,
                                               size_t length,
                                               const chatfmt_allocator *allocator,
                                               chatfmt_format **out, chatfmt_error *error);
/*
 * As chatfmt_format_open(), but of several formats with one name it opens the first with a
 * separator style, as a conversation and FastChat's trainers need one. When no format of this name
 * has a style, it opens what chatfmt_format_open() does.
 */
CHATFMT_API chatfmt_status chatfmt_format_open_styled(const chatfmt_formats *formats,
                                                      const char *name, size_t length,
                                                      const chatfmt_allocator *allocator,
                                                      chatfmt_format **out, chatfmt_error *error);
/* Free a format. Nothing may be using it. NULL is allowed. */
CHATFMT_API void chatfmt_format_free(chatfmt_format *format);

/* What a list of formats says about it. O(1). */
CHATFMT_API chatfmt_format_info chatfmt_format_about(const chatfmt_format *format);
/* All fields of a format as an object, including defaults; borrowed until it is freed. O(1). */
CHATFMT_API chatfmt_value chatfmt_format_fields(const chatfmt_format *format);
/* The number of stop strings of a format. O(1). */
CHATFMT_API size_t chatfmt_format_stop_count(const chatfmt_format *format);
/* Stop string number `index`, from 0; empty when there is no such string. Borrowed until the format
 * is freed. O(1). */
CHATFMT_API chatfmt_slice chatfmt_format_stop(const chatfmt_format *format, size_t index);
/* 1 when the tokenizer's eos token also ends a reply, else 0. XTuner adds this token to the stop
 * words of all formats. O(1). */
CHATFMT_API int chatfmt_format_stops_at_eos(const chatfmt_format *format);
/* The number of stop token ids of a format. O(1). */
CHATFMT_API size_t chatfmt_format_stop_id_count(const chatfmt_format *format);
/* Stop token id number `index`, from 0; -1 when there is no such id. O(1). */
CHATFMT_API int64_t chatfmt_format_stop_id(const chatfmt_format *format, size_t index);

/*
 * Render with a format.
 *
 *   renderer   forgets its last result.
 *   format     the format. May be NULL when `program` needs no fields.
 *   program    NULL for the format's own program. Else the name of a program of the library,
 *              such as "xtuner_train", which ends with a NUL. It reads the format's fields, too.
 *   variables  an object; borrowed as in chatfmt_render_value(). A variable replaces the field
 *              of the same name.
 *   options    as in chatfmt_render_value(); the format's fields are trusted as well.
 *   text       as in chatfmt_render_value().
 *   error      may be NULL.
 *
 * Formats of FastChat read the variables `messages` (in OpenAI's form) and
 * `add_generation_prompt`. For other programs, the comment at the beginning of the program says
 * what it reads; most read the same variables. An empty prompt is no error here:
 * chatfmt_unwritten() says what a prompt lacks.
 *
 * Errors: those of chatfmt_render_value(), of which chatfmt_format_error_kind() returns the
 *         kind; NOT_FOUND for an unknown program.
 * Threads: one thread per renderer at a time; the format may be shared.
 */
CHATFMT_API chatfmt_status chatfmt_format_render(chatfmt_renderer *renderer,
                                                 const chatfmt_format *format,
                                                 const char *program, chatfmt_value variables,
                                                 const chatfmt_render_options *options,
                                                 chatfmt_slice *text, chatfmt_error *error);

/*
 * Write a format as one chat template for Hugging Face transformers. It needs no other files,
 * and has {% generation %} around the text that the model writes.
 *
 *   format  the format.
 *   values  the text is made in it.
 *   out     receives the template; borrowed until `values` is reset or freed.
 *   error   may be NULL.
 *
 * Errors: UNSUPPORTED, saying why, for a format that reads more than a list of messages;
 *         NO_MEMORY; BAD_ARGUMENT.
 */
CHATFMT_API chatfmt_status chatfmt_format_export(const chatfmt_format *format,
                                                 chatfmt_values *values, chatfmt_slice *out,
                                                 chatfmt_error *error);

/* The kind of an error that a format caused, such as "null_separator"; "" for an error without a
 * kind. Borrowed from `error` or static. */
CHATFMT_API const char *chatfmt_format_error_kind(const chatfmt_error *error);

/* ---- Which format a model uses ----------------------------------------------------------- */

/* Flags of chatfmt_formats_match(). */
enum { CHATFMT_MATCH_HAS_ADAPTER = 1 }; /* the model's folder has an adapter_config.json */

/* The format that was chosen, and the rule that chose it. Borrowed from the values in which it
 * was made. The library makes this struct, and it may grow at its end. */
typedef struct chatfmt_format_match {
    chatfmt_slice format;     /* such as "vicuna_v1.1"; "@base_model" when the base model
                                 decides                                                        */
    chatfmt_slice adapter;    /* name of the rule                                               */
    chatfmt_slice matched_on; /* "basename", "full_path" or "default"                            */
    chatfmt_slice condition;  /* the rule's condition, as JSON                                   */
    chatfmt_slice choice;     /* the condition that chose between the rule's formats, or ""     */
    chatfmt_slice xtuner;     /* the format that XTuner's table has for exactly this model, or
                                 ""                                                             */
    int xtuner_starred;       /* 1: XTuner marks that the official format has tokens that the
                                 model never learned                                            */
} chatfmt_format_match;

/*
 * Find the format that FastChat and XTuner use for a model.
 *
 *   model   path or name in UTF-8; borrowed during the call.
 *   length  bytes of `model`.
 *   flags   0 or CHATFMT_MATCH_HAS_ADAPTER.
 *   values  the result is made in it.
 *   out     receives the result, borrowed until `values` is reset or freed; NULL on any error.
 *   error   may be NULL.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT, INPUT.
 * Source: FastChat, get_model_adapter.
 */
CHATFMT_API chatfmt_status chatfmt_formats_match(const char *model, size_t length,
                                                 uint32_t flags, chatfmt_values *values,
                                                 const chatfmt_format_match **out,
                                                 chatfmt_error *error);

/*
 * Find the format of the system `class` for a tokenizer without a template: the default template
 * of its class in transformers before 4.44.
 *
 *   tokenizer_class  the value in tokenizer_config.json ("LlamaTokenizerFast"). NULL with length
 *                    0 when there is none.
 *   class_length     bytes of `tokenizer_class`.
 *   model_type       the value in config.json ("mistral"); counts when there is no class. NULL
 *                    with length 0 when there is none.
 *   type_length      bytes of `model_type`.
 *   out              receives a static name, such as "llama"; "chatml" for all other classes.
 *   error            may be NULL.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT.
 * Threads: any.
 * Source: transformers 4.37.2, default_chat_template and TOKENIZER_MAPPING_NAMES.
 */
CHATFMT_API chatfmt_status chatfmt_formats_of_class(const char *tokenizer_class,
                                                    size_t class_length, const char *model_type,
                                                    size_t type_length, chatfmt_slice *out,
                                                    chatfmt_error *error);

/* ---- Stopping ---------------------------------------------------------------------------- */

/* Ends a stream of text at the first stop string. How the stream is cut into pieces makes no
 * difference. One thread at a time. */
typedef struct chatfmt_stopper chatfmt_stopper;

/*
 * Make a stop matcher.
 *
 *   stops      `count` stop strings; copied. Empty strings are ignored. NULL only with count 0.
 *   count      number of strings.
 *   allocator  copied; NULL = the C library's.
 *   out        receives a matcher, which the caller owns; free it with chatfmt_stopper_free().
 *              NULL on any error.
 *   error      may be NULL.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT.
 */
CHATFMT_API chatfmt_status chatfmt_stopper_new(const chatfmt_slice *stops, size_t count,
                                               const chatfmt_allocator *allocator,
                                               chatfmt_stopper **out, chatfmt_error *error);
/* Free a stop matcher; NULL is allowed. */
CHATFMT_API void chatfmt_stopper_free(chatfmt_stopper *stopper);
/* Forget the stream and begin a new one with the same stop strings. */
CHATFMT_API void chatfmt_stopper_reset(chatfmt_stopper *stopper);

/*
 * Take the next piece of a stream.
 *
 *   stopper  the matcher.
 *   text     the piece; borrowed during the call. NULL only with length 0.
 *   length   bytes of `text`.
 *   out      receives the text that may be shown now: no byte of a stop string, and no text that
 *            could become one. Borrowed until the next call. Empty after a stop.
 *   stop     receives the number of the stop string that was met, from 0, in the array of
 *            chatfmt_stopper_new(), or -1. After a stop it is the same number again. When two
 *            strings end at the same byte, the one that began first counts.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT.
 * Cost: O(length × the longest stop string) at worst.
 */
CHATFMT_API chatfmt_status chatfmt_stopper_push(chatfmt_stopper *stopper, const char *text,
                                                size_t length, chatfmt_slice *out, int *stop);
/* XTuner's own rule for stop words: 1 when `text`, without all CR and LF in it, ends with
 * `word`, else 0. An empty word only ends an empty text. Source: XTuner,
 * StopWordStoppingCriteria. */
CHATFMT_API int chatfmt_stop_word_met(chatfmt_slice text, chatfmt_slice word);

/* End the stream. `out` receives the text that was held back, empty after a stop; borrowed until
 * the next call. Call chatfmt_stopper_reset() before the next stream. */
CHATFMT_API void chatfmt_stopper_finish(chatfmt_stopper *stopper, chatfmt_slice *out);

#ifdef __cplusplus
}
#endif

#endif
