/* chatfmt/formats.h - chat formats by name: FastChat's, XTuner's, InternLM2's, the defaults of
 * model classes, and the user's own.
 *
 * A format is a row of data and a template that reads it. Its name is "system/name", such as
 * "fastchat/vicuna_v1.1" or "xtuner/qwen_chat"; the name alone will do where it is not taken twice.
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

/* A set of formats beside the built-in ones. While formats are added it serves one thread; then
 * it may be read by any number. */
typedef struct chatfmt_formats chatfmt_formats;

/* Make an empty set. `allocator` is copied; NULL for the C library's. Errors: NO_MEMORY. */
CHATFMT_API chatfmt_status chatfmt_formats_new(const chatfmt_allocator *allocator,
                                               chatfmt_formats **out, chatfmt_error *error);
/* Free a set that no format uses any more; NULL is allowed. */
CHATFMT_API void chatfmt_formats_free(chatfmt_formats *formats);

enum { CHATFMT_FORMATS_OVERRIDE = 1 }; /* a name that is taken is replaced, not refused */

/*
 * Add formats from JSON.
 *
 *   json   {"system": "mine", "defaults": {…}, "formats": [{"name": …, …}, …]}, copied. A row has
 *          FastChat's fields (sep_style, roles, sep, …; what is left out has FastChat's default),
 *          or names a `program` and has the fields that it reads, or brings a whole `template`.
 *          Or {"conv": {…}}, what chatfmt_conversation_save() writes: FastChat's
 *          register_conv_template().
 *   flags  CHATFMT_FORMATS_OVERRIDE.
 *
 * Errors: EXISTS when the system has the name; INPUT, also for a field that nothing reads, one of
 *         the wrong kind or a sep_style that there is not; NOT_FOUND for an unknown program;
 *         NO_MEMORY. On failure nothing was added.
 * Threads: one at a time, and nobody else may use the set.
 */
CHATFMT_API chatfmt_status chatfmt_formats_add(chatfmt_formats *formats, const char *json,
                                               size_t length, uint32_t flags,
                                               chatfmt_error *error);

/* A format as a list shows it. */
typedef struct chatfmt_format_info {
    chatfmt_slice system;  /* "fastchat", "xtuner", "xtuner_v1", "internlm2", "class", or yours */
    chatfmt_slice name;    /* within the system                                               */
    chatfmt_slice program; /* what renders it, such as "style/chatml"; "" for none of ours     */
    chatfmt_slice warning; /* what a user should know, or ""                                  */
} chatfmt_format_info;

/* How many formats there are: the user's (NULL: none) and the built-in ones. O(1). */
CHATFMT_API size_t chatfmt_formats_count(const chatfmt_formats *formats);
/* Number `index` of them in the order in which a name is looked up: the user's, the one added last
 * first, then the built-in ones; all empty past the end. Borrowed from the set or static. O(1). */
CHATFMT_API chatfmt_format_info chatfmt_formats_info(const chatfmt_formats *formats,
                                                     size_t index);

/* ---- One format ------------------------------------------------------------------------- */

/* A format ready to render: immutable, may be used by any number of threads at once. */
typedef struct chatfmt_format chatfmt_format;

/*
 * Open a format: a copy of its row, and its template compiled.
 *
 *   formats    the user's, looked at first; NULL for the built-in ones alone. Must outlive it.
 *   name       "system/name" or "name", `length` bytes. A name with a '/' that is no format is
 *              matched as a model's name, as chatfmt_formats_match() does: "foo/vicuna_v1.1" opens
 *              "fastchat/vicuna_v1.1". chatfmt_format_about() tells which format it is.
 *   allocator  copied; NULL for the C library's.
 *   out        receives it, owned; free with chatfmt_format_free(). NULL on any error.
 *
 * Errors: NOT_FOUND; SYNTAX … of a user's own template; NO_MEMORY; BAD_ARGUMENT.
 * Threads: safe.
 */
CHATFMT_API chatfmt_status chatfmt_format_open(const chatfmt_formats *formats, const char *name,
                                               size_t length,
                                               const chatfmt_allocator *allocator,
                                               chatfmt_format **out, chatfmt_error *error);
/* Free a format that nothing uses any more; NULL is allowed. */
CHATFMT_API void chatfmt_format_free(chatfmt_format *format);

/* Its row in a list. O(1). */
CHATFMT_API chatfmt_format_info chatfmt_format_about(const chatfmt_format *format);
/* All its fields, defaults filled in, as an object; borrowed until the format is freed. O(1). */
CHATFMT_API chatfmt_value chatfmt_format_fields(const chatfmt_format *format);
/* How many stop strings it has. O(1). */
CHATFMT_API size_t chatfmt_format_stop_count(const chatfmt_format *format);
/* Stop string number `index`, "" past the end; borrowed until the format is freed. O(1). */
CHATFMT_API chatfmt_slice chatfmt_format_stop(const chatfmt_format *format, size_t index);
/* 1 when the tokenizer's eos token stops as well, as XTuner adds it to every format's stop
 * words. O(1). */
CHATFMT_API int chatfmt_format_stops_at_eos(const chatfmt_format *format);
/* How many stop token ids it has. O(1). */
CHATFMT_API size_t chatfmt_format_stop_id_count(const chatfmt_format *format);
/* Stop token id number `index`, -1 past the end. O(1). */
CHATFMT_API int64_t chatfmt_format_stop_id(const chatfmt_format *format, size_t index);

/*
 * Render with a format.
 *
 *   format     may be NULL when `program` needs no fields.
 *   program    NULL for the format's own; else the name of one of the library's programs, such as
 *              "xtuner_train", which reads the format's fields, too.
 *   variables  an object, borrowed as in chatfmt_render_json(). Formats of FastChat read `messages`
 *              (OpenAI's) and `add_generation_prompt`; others read what their program's opening
 *              comment says, most of them the same. A variable replaces the field of its name.
 *   options, text, error  as in chatfmt_render_value(); the format's fields are trusted as well.
 *
 * Errors: those of chatfmt_render_value(); NOT_FOUND for the program;
 *         chatfmt_format_error_kind() tells the kind.
 * Threads: one thread per renderer at a time; the format may be shared.
 */
CHATFMT_API chatfmt_status chatfmt_format_render(chatfmt_renderer *renderer,
                                                 const chatfmt_format *format,
                                                 const char *program, chatfmt_value variables,
                                                 const chatfmt_render_options *options,
                                                 chatfmt_slice *text, chatfmt_error *error);

/*
 * Write the format as one self-contained chat template for Hugging Face transformers, with
 * {% generation %} around what the model writes.
 *
 *   values  where the text is made; it is borrowed until they are reset.
 *
 * Errors: UNSUPPORTED, saying why, for a format that reads more than a list of messages.
 */
CHATFMT_API chatfmt_status chatfmt_format_export(const chatfmt_format *format,
                                                 chatfmt_values *values, chatfmt_slice *out,
                                                 chatfmt_error *error);

/* The kind of an error that a format caused, such as "null_separator"; "" when it has none. */
CHATFMT_API const char *chatfmt_format_error_kind(const chatfmt_error *error);

/* ---- Which format a model uses ----------------------------------------------------------- */

enum { CHATFMT_MATCH_HAS_ADAPTER = 1 }; /* adapter_config.json is in the model's folder */

/* What was decided and by which rule. The library's; borrowed from the values it was made in.
 * May grow at its end. */
typedef struct chatfmt_format_match {
    chatfmt_slice format;     /* "vicuna_v1.1"; "@base_model" when the base model decides        */
    chatfmt_slice adapter;    /* name of the rule                                                */
    chatfmt_slice matched_on; /* "basename", "full_path" or "default"                            */
    chatfmt_slice condition;  /* the rule's condition, as JSON                                   */
    chatfmt_slice choice;     /* the condition that chose among the rule's formats, or ""        */
    chatfmt_slice xtuner;     /* format of XTuner's table for exactly this model, or ""          */
    int xtuner_starred;       /* XTuner: the official format has tokens the model never learned  */
} chatfmt_format_match;

/*
 * Which format FastChat and XTuner use for a model.
 *
 *   model   path or name, `length` bytes.
 *   flags   CHATFMT_MATCH_HAS_ADAPTER.
 *   values  where the result is made.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT, INPUT. Source: FastChat, get_model_adapter.
 */
CHATFMT_API chatfmt_status chatfmt_formats_match(const char *model, size_t length,
                                                 uint32_t flags, chatfmt_values *values,
                                                 const chatfmt_format_match **out,
                                                 chatfmt_error *error);

/*
 * Which format of the system `class` a tokenizer without a template used in transformers before
 * 4.44.
 *
 *   tokenizer_class  of tokenizer_config.json ("LlamaTokenizerFast"), or nothing.
 *   model_type       of config.json ("mistral"); counts where there is no class.
 *   out              receives a static name, such as "llama"; "chatml" for all other classes.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT. Any thread. Source: transformers 4.37.2,
 * default_chat_template and TOKENIZER_MAPPING_NAMES.
 */
CHATFMT_API chatfmt_status chatfmt_formats_of_class(const char *tokenizer_class,
                                                    size_t class_length, const char *model_type,
                                                    size_t type_length, chatfmt_slice *out,
                                                    chatfmt_error *error);

/* ---- Stopping ---------------------------------------------------------------------------- */

/* Cuts a stream of output at the first stop string, wherever the stream is cut into pieces. One
 * thread at a time. */
typedef struct chatfmt_stopper chatfmt_stopper;

/* `stops` is copied; empty stop strings are ignored. Errors: NO_MEMORY, BAD_ARGUMENT. */
CHATFMT_API chatfmt_status chatfmt_stopper_new(const chatfmt_slice *stops, size_t count,
                                               const chatfmt_allocator *allocator,
                                               chatfmt_stopper **out, chatfmt_error *error);
/* Free a stop matcher; NULL is allowed. */
CHATFMT_API void chatfmt_stopper_free(chatfmt_stopper *stopper);
/* Begin a new stream. */
CHATFMT_API void chatfmt_stopper_reset(chatfmt_stopper *stopper);

/*
 * Take the next piece of a stream.
 *
 *   out  receives what may be shown now: no byte of a stop string, nothing that could still become
 *        one. Borrowed until the next call. After a stop it is empty.
 *   stop receives the number of the stop string that has been met, or -1. Of two that end at the
 *        same byte the one that began first counts.
 *
 * Errors: NO_MEMORY. Cost: O(length × the longest stop string) at worst.
 */
CHATFMT_API chatfmt_status chatfmt_stopper_push(chatfmt_stopper *stopper, const char *text,
                                                size_t length, chatfmt_slice *out, int *stop);
/* XTuner's own rule: whether `text`, all CR and LF in it removed, ends with `word`; an empty word
 * only ends an empty text. Source: XTuner, StopWordStoppingCriteria. */
CHATFMT_API int chatfmt_stop_word_met(chatfmt_slice text, chatfmt_slice word);

/* The stream is over: what was held back. */
CHATFMT_API void chatfmt_stopper_finish(chatfmt_stopper *stopper, chatfmt_slice *out);

#ifdef __cplusplus
}
#endif

#endif
