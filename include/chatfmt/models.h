/* chatfmt/models.h - from a model's own files to prompts and masks: what apply_chat_template of
 * transformers does, up to the text; chatfmt/tokens.h goes on to token ids.
 *
 *     chatfmt_model *model;
 *     chatfmt_applier *applier;
 *     const chatfmt_applied *applied;
 *     chatfmt_apply_options options = CHATFMT_APPLY_OPTIONS_INIT;
 *     options.flags = CHATFMT_APPLY_GENERATION_PROMPT;
 *     chatfmt_model_open("./Qwen3-8B", NULL, &model, &error);
 *     chatfmt_applier_new(NULL, NULL, &applier, &error);
 *     chatfmt_applier_apply(applier, model, messages, &options, &applied, &error);
 *     fwrite(applied->text.data, 1, applied->text.length, stdout);
 */
#ifndef CHATFMT_MODELS_H
#define CHATFMT_MODELS_H

#include "chatfmt/formats.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Models ----------------------------------------------------------------------------- */

/* A model as far as its prompts go: templates and special tokens. Immutable; may be used from
 * any number of threads at once. */
typedef struct chatfmt_model chatfmt_model;

/* Flags of chatfmt_model_options. */
enum {
    CHATFMT_MODEL_PROCESSOR = 1, /* load and apply as AutoProcessor does, not as AutoTokenizer */
    CHATFMT_MODEL_CLASS_TEMPLATE = 2, /* a model without a template has what its tokenizer's class
                                         had in transformers before 4.44; the template's place is
                                         "class/NAME", which is also the name of a format. INPUT
                                         when no file says the class                            */
    CHATFMT_MODEL_TRANSFORMERS_4_37 = 4 /* load and apply as transformers 4.37.2: templates of
                                         tokenizer_config.json alone, else the class's, else
                                         ChatML; Jinja's own tojson, which sorts and escapes for
                                         HTML; no tags beside Jinja's, no strftime_now, no tools,
                                         documents or variables of the caller's (UNSUPPORTED);
                                         messages as they are                                   */
};

typedef struct chatfmt_model_options {
    size_t struct_size;                 /* set by CHATFMT_MODEL_OPTIONS_INIT                  */
    uint32_t flags;                     /* CHATFMT_MODEL_…; unknown bits are refused          */
    chatfmt_slice revision;             /* of a repository in the Hub cache; empty = main     */
    chatfmt_slice default_template;     /* source of the template to use when the model has
                                           none; copied; NULL data = that is an error         */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                     */
} chatfmt_model_options;

#define CHATFMT_MODEL_OPTIONS_INIT                                                              \
    {sizeof(chatfmt_model_options), 0, {NULL, 0}, {NULL, 0}, NULL}

/*
 * Load a model: a folder with tokenizer_config.json and its companions, a GGUF file (its metadata
 * alone), a JSON file, any other file of UTF-8 (the source of a template), or the id of a
 * repository in the local Hub cache. The network is never used. A model without a template loads;
 * applying it is what fails.
 *
 *   where    path or id, NUL-terminated.
 *   options  NULL for the defaults.
 *   out      receives an owned model; free with chatfmt_model_free(). NULL on any error.
 *
 * Files are read in pieces and what is needed of them is copied: whoever changes, cuts or
 * deletes them afterwards changes nothing, and one that is cut meanwhile is IO.
 *
 * Errors: NOT_FOUND; INPUT for malformed files, with file, place and cause; IO; LIMIT; NO_MEMORY.
 * Threads: any; each call makes a model of its own.
 * Source: transformers 5.23, PreTrainedTokenizerBase._from_pretrained and
 *         ProcessorMixin.get_processor_dict; GGUF v2 and v3.
 */
CHATFMT_API chatfmt_status chatfmt_model_open(const char *where,
                                              const chatfmt_model_options *options,
                                              chatfmt_model **out, chatfmt_error *error);

/* A model that is one template in memory; `source` is copied. It is not compiled before it is
 * applied: what is wrong with it is an error of the first chatfmt_applier_apply().
 * Errors: NO_MEMORY, BAD_ARGUMENT. Threads: any. Cost: O(length). */
CHATFMT_API chatfmt_status chatfmt_model_from_template(const char *source, size_t length,
                                                       const chatfmt_model_options *options,
                                                       chatfmt_model **out,
                                                       chatfmt_error *error);

/*
 * A model that is a format, for masks, fitting, ids and open messages of its prompts.
 *
 *   format   copied: it may be freed before the model.
 *   program  NULL for the format's own; else a program's name, as in chatfmt_format_render().
 *   options  as in chatfmt_model_open(); NULL for the defaults.
 *   out      receives it, owned; NULL on any error.
 *
 * Its template is what chatfmt_format_export() writes, its special tokens are the format's.
 * Errors: UNSUPPORTED for a format without a prompt, and for conversions; NOT_FOUND for the
 *         program; NO_MEMORY, BAD_ARGUMENT. Errors of its renders begin with their kind:
 *         chatfmt_format_error_kind().
 * Threads: any. Cost: O(the template's length).
 */
CHATFMT_API chatfmt_status chatfmt_model_from_format(const chatfmt_format *format,
                                                     const char *program,
                                                     const chatfmt_model_options *options,
                                                     chatfmt_model **out, chatfmt_error *error);

/* Free a model; NULL is allowed. Appliers that have used it may go on with other models, but what
 * their last call with this one gave, masks included, must not be used any more. */
CHATFMT_API void chatfmt_model_free(chatfmt_model *model);

/* What is known about a model. The library's; may grow at its end. */
typedef struct chatfmt_model_info {
    const char *kind;           /* "folder", "gguf", "template" or "json"                      */
    chatfmt_slice path;         /* what was loaded, after the Hub cache was asked              */
    chatfmt_slice name, architecture, revision; /* empty when unknown                          */
    chatfmt_slice looked;       /* places without a template, one a line                       */
    int named;                  /* transformers holds named templates, not one string          */
} chatfmt_model_info;

/* What is known about `model`, borrowed from it; empty for NULL. Any thread, O(1). */
CHATFMT_API const chatfmt_model_info *chatfmt_model_about(const chatfmt_model *model);

/* One template of a model, borrowed from it. */
typedef struct chatfmt_model_template {
    chatfmt_slice name, source;
    chatfmt_slice place; /* the file it was read from; class/NAME of a class's default */
} chatfmt_model_template;

/* How many templates it has. Any thread, O(1). */
CHATFMT_API size_t chatfmt_model_template_count(const chatfmt_model *model);
/* Template number `index`; empty slices past the end. Any thread, O(1). */
CHATFMT_API chatfmt_model_template chatfmt_model_template_at(const chatfmt_model *model,
                                                             size_t index);
/*
 * What messages call the template `name` of the model: its `place` and, where it is part of a file,
 * which part: `m/tokenizer_config.json (chat_template "tool_use")`, `m.gguf
 * (tokenizer.chat_template)`. Lines and columns of errors count from the beginning of the template;
 * they are those of the file where this is no longer than `place`. Borrowed from the model,
 * NUL-terminated; empty for a name that it does not have. Any thread, O(number of templates).
 */
CHATFMT_API chatfmt_slice chatfmt_model_template_shown(const chatfmt_model *model,
                                                       chatfmt_slice name);

/*
 * The template that transformers would choose: get_chat_template(). `wanted` is a name or a
 * template's source; NULL data chooses by `has_tools`, then the default one. As there, a name that
 * the model does not have is a source, which writes itself: where a name is meant, look whether
 * `out` has one. Where a model has one template no name selects it, not even the "default" of
 * chatfmt_model_template_at().
 * `out` is borrowed from the model, its source from `wanted` where that is one.
 * Errors: VALUE with transformers' words and the places that were looked at. Threads: any.
 */
CHATFMT_API chatfmt_status chatfmt_model_choose(const chatfmt_model *model,
                                                chatfmt_slice wanted, int has_tools,
                                                chatfmt_model_template *out,
                                                chatfmt_error *error);

/* Special tokens by name, such as bos_token; borrowed. */
typedef struct chatfmt_model_token {
    chatfmt_slice name, text;
} chatfmt_model_token;

/* How many there are; 0 for NULL. A loaded model does not change: any thread, O(1). */
CHATFMT_API size_t chatfmt_model_token_count(const chatfmt_model *model);
/* The one at `index`, from 0; empty beyond the last. Borrowed from the model.
 * Any thread, O(1). */
CHATFMT_API chatfmt_model_token chatfmt_model_token_at(const chatfmt_model *model,
                                                       size_t index);

/* Flags of chatfmt_model_save(). */
enum {
    CHATFMT_SAVE_CONFIG = 1 /* the old layout: "chat_template" in tokenizer_config.json           */
};

/*
 * Make a model folder hold exactly these templates: chat_template.jinja and
 * additional_chat_templates/NAME.jinja, or the old layout. `place` of the rows is not looked at.
 * Each file is replaced at once or not at all; other keys of tokenizer_config.json and
 * processor_config.json, their order and white space stay. The tokenizer and the processor of the
 * folder read the same templates afterwards: "chat_template" of processor_config.json and the file
 * chat_template.json are removed, or hold the same in the old layout, which then has room for one.
 *
 * Errors: VALUE for names that are not file names, and for two of one name; INPUT for text that is
 *         not UTF-8, and for a configuration that is no JSON object; NOT_FOUND; IO; NO_MEMORY.
 * Source: PreTrainedTokenizerBase.save_chat_templates.
 */
CHATFMT_API chatfmt_status chatfmt_model_save(const char *folder,
                                              const chatfmt_model_template *templates,
                                              size_t count, uint32_t flags,
                                              chatfmt_error *error);

/* What chatfmt_model_lost() returns when nothing would be lost. */
#define CHATFMT_NO_TEMPLATE ((size_t)-1)

/*
 * The number of the first template of `model`, opened from a folder, that no longer exists
 * once chatfmt_model_save() has made the folder hold these; CHATFMT_NO_TEMPLATE when all do.
 * `replaced`: the name of one that may be removed; NULL data: none. O(bytes of all templates).
 */
CHATFMT_API size_t chatfmt_model_lost(const chatfmt_model *model,
                                      const chatfmt_model_template *templates, size_t count,
                                      chatfmt_slice replaced);

/* Flags of chatfmt_model_copy(). */
enum {
    CHATFMT_COPY_REPLACE = 1 /* files of the folder that are others than the model's              */
};

/*
 * Put into a folder, which is made when it is not there, what a tokenizer has beside its templates:
 * of a model folder copies of tokenizer_config.json, tokenizer.json and the other files that
 * push_to_hub sends; of any other model, where the folder has none, a tokenizer_config.json with
 * its special tokens. A file of the folder that is another one than the model's is replaced with
 * REPLACE and refused without it, before anything is written; "chat_template" of
 * tokenizer_config.json makes no difference. Files that the model does not have stay.
 *
 * Errors: VALUE, naming the file that differs; NOT_FOUND, IO; NO_MEMORY; BAD_ARGUMENT.
 */
CHATFMT_API chatfmt_status chatfmt_model_copy(const chatfmt_model *model, const char *folder,
                                              uint32_t flags, chatfmt_error *error);

/* ---- Applying --------------------------------------------------------------------------- */

/* What applies templates, and owns the memory that it takes: a renderer and the templates it
 * has compiled. Serves one thread at a time. */
typedef struct chatfmt_applier chatfmt_applier;

/* `allocator` and `limits` may be NULL; both are copied. Errors: NO_MEMORY, BAD_ARGUMENT. */
CHATFMT_API chatfmt_status chatfmt_applier_new(const chatfmt_allocator *allocator,
                                               const chatfmt_limits *limits, chatfmt_applier **out,
                                               chatfmt_error *error);
/* Free it; all that was borrowed from it becomes invalid. NULL does nothing; no thread may be
 * using it. */
CHATFMT_API void chatfmt_applier_free(chatfmt_applier *applier);

/* Flags of chatfmt_apply_options. */
enum {
    CHATFMT_APPLY_GENERATION_PROMPT = 1, /* add_generation_prompt=True                         */
    CHATFMT_APPLY_CONTINUE = 2,          /* continue_final_message, as transformers does       */
    CHATFMT_APPLY_CONTINUE_EXACT = 4,    /* the same, cut where the message's own bytes end;
                                            counts if both are given                           */
    CHATFMT_APPLY_SPANS = 8,             /* record spans, which masks need as well             */
    CHATFMT_APPLY_TURN = 16,             /* find out the open turn and the stop strings        */
    CHATFMT_APPLY_IN_BATCH = 32,         /* one of several: an empty conversation is allowed   */
    CHATFMT_APPLY_RAW_MESSAGES = 64,     /* keep null members and add no names for reasoning,
                                            as transformers did before it normalised messages  */
    CHATFMT_APPLY_NOW = 128,             /* `now` is given; without this flag `now` is not read,
                                            and templates that call strftime_now are refused   */
    CHATFMT_APPLY_SEED = 256,            /* `seed` is given; without this flag it is not read  */
    /* What follows changes the messages; each change is reported in the result. */
    CHATFMT_APPLY_FIT_ARGUMENTS = 512,   /* tool arguments as the template takes them: object
                                            or JSON text. Renders two probes for each template,
                                            once                                               */
    CHATFMT_APPLY_ARGUMENTS_OBJECT = 1024, /* tool arguments that are JSON texts to objects    */
    CHATFMT_APPLY_ARGUMENTS_TEXT = 2048, /* tool arguments that are objects to JSON texts      */
    CHATFMT_APPLY_NULL_TO_EMPTY = 4096,  /* content null, or missing beside calls, to ""       */
    CHATFMT_APPLY_MERGE_SYSTEM = 8192,   /* when the template refuses the conversation, put the
                                            system message before the first user message       */
    CHATFMT_APPLY_CHECK = 16384,         /* only look at the messages and make no text: what is
                                            done for all of a batch before its first render    */
    CHATFMT_APPLY_STRICT_NAMES = 32768,  /* as CHATFMT_RENDER_STRICT_NAMES                     */
    CHATFMT_APPLY_DATA_TEMPLATE = 65536, /* `chat_template` came with the data: when it is a source
                                            and no name of the model's, encoding fails under every
                                            policy but ANY                                     */
    CHATFMT_APPLY_KEEP_NULLS = 131072    /* keep null members of messages, which transformers has
                                            dropped since 5.23, but add names for reasoning    */
};

/* 1 when more than one of FIT_ARGUMENTS, ARGUMENTS_OBJECT and ARGUMENTS_TEXT is set, which exclude
 * each other: VALUE for what applies a template. */
CHATFMT_API int chatfmt_fixes_exclude(uint32_t flags);

/*
 * Who supplied a value decides whether its bytes are trusted. The template and the special tokens
 * come from the model's own files: they are trusted. The conversation, tools, documents and
 * variables are data, whatever their names: a bos_token in `variables` replaces the model's in the
 * text, and its bytes are data. The caller who vouches for values names them in `trusted`. The text
 * is the same in any case; spans, and with them what a policy lets pass, are not.
 */

typedef struct chatfmt_apply_options {
    size_t struct_size;           /* set by CHATFMT_APPLY_OPTIONS_INIT                         */
    uint32_t flags;               /* CHATFMT_APPLY_…; unknown bits are refused                 */
    uint32_t reserved;
    chatfmt_value tools;          /* absent or null: None                                      */
    chatfmt_value documents;      /* absent or null: None                                      */
    chatfmt_value variables;      /* an object, **kwargs: they override special tokens         */
    chatfmt_slice chat_template;  /* as `wanted` of chatfmt_model_choose(): a name or a source;
                                     NULL data: the model's own choice. As
                                     trusted as the model's, but for DATA_TEMPLATE             */
    chatfmt_slice continue_field; /* which field to continue; empty: content                   */
    const chatfmt_limits *limits; /* of this render alone; NULL, and fields that are 0: the
                                     applier's                                                 */
    int64_t now;                  /* with APPLY_NOW in `flags`, as in chatfmt_render_options   */
    uint64_t seed;                /* with APPLY_SEED in `flags`                                */
    const chatfmt_slice *trusted; /* names of members of `variables`, or "messages", "tools",
                                     "documents", whose bytes are trusted; NULL: none. Borrowed
                                     until the applier is used again.                          */
    size_t trusted_count;
} chatfmt_apply_options;

#define CHATFMT_APPLY_OPTIONS_INIT                                                              \
    {sizeof(chatfmt_apply_options), 0, 0, {{0, 0}}, {{0, 0}}, {{0, 0}}, {NULL, 0}, {NULL, 0},    \
     NULL, 0, 0, NULL, 0}

/* A change that an option made to the messages. */
typedef struct chatfmt_change {
    const char *what;   /* "arguments_to_object", "arguments_to_text", "null_to_empty",
                           "system_merged"; static                                             */
    size_t message;     /* number of the message as given                                      */
    size_t call;        /* number of its tool call, or 0                                       */
} chatfmt_change;

/* The turn that the text leaves open for the model. */
typedef struct chatfmt_open_turn {
    int open;              /* there is one                                                     */
    chatfmt_slice role;    /* "assistant", or the role of the message that is continued        */
    size_t begin;          /* byte of the text where the opening, or the message, begins       */
    chatfmt_slice opening; /* what the generation prompt added; empty when continuing          */
    chatfmt_slice prefill; /* what the model is taken to have written already                  */
    int reasoning;         /* a reasoning section is open                                      */
} chatfmt_open_turn;

/* The result; the library's, all of it borrowed until the applier is used again. May grow at
 * its end. */
typedef struct chatfmt_applied {
    chatfmt_slice text;
    const chatfmt_span *spans;     /* with CHATFMT_APPLY_SPANS; else NULL, or what encoding under
                                      a policy needed of them                                 */
    size_t span_count;
    chatfmt_slice template_name;   /* of the chosen template; "" for source given as argument  */
    char template_hash[65];        /* SHA-256 of its bytes, hexadecimal                        */
    const chatfmt_change *changes; /* what options changed                                     */
    size_t change_count;
    chatfmt_open_turn turn;        /* with CHATFMT_APPLY_TURN                                  */
    const chatfmt_slice *stops;    /* with CHATFMT_APPLY_TURN: texts that end a turn; when there
                                      are tools, also the text that ends a turn with calls, where
                                      that is another                                          */
    size_t stop_count;
} chatfmt_applied;

/*
 * Apply a model's template to one conversation.
 *
 *   conversation  array of messages; borrowed for as long as the result is used, and not looked
 *                 at by the next call or by chatfmt_applier_free(). An array of arrays is a batch:
 *                 apply each with CHATFMT_APPLY_IN_BATCH, after CHATFMT_APPLY_CHECK of all.
 *   options       NULL for the defaults; its values are borrowed as the conversation is.
 *   out           receives the result, borrowed until the applier is used again; NULL on any error.
 *
 * Errors: those of compiling and rendering; VALUE, TYPE and ATTRIBUTE where transformers raises
 *         ValueError, TypeError and AttributeError, in its order and with its words. Where these
 *         are about the shape of the conversation ("'str' object has no attribute 'items'"), or
 *         about a null member, which is left out, or content missing beside calls, error.path
 *         names it: "messages" (which must be an array of objects), "messages[2]",
 *         "messages[1].content", "messages[1].tool_calls[0].function.arguments", "tools",
 *         "documents". chatfmt_error_remedy() of chatfmt/error.h says what is expected of
 *         messages and tools, chatfmt_report_cause() of chatfmt/report.h what a message lacks.
 * Source: transformers 5.23, PreTrainedTokenizerBase.apply_chat_template(tokenize=False),
 *         render_jinja_template, ProcessorMixin.apply_chat_template.
 */
CHATFMT_API chatfmt_status chatfmt_applier_apply(chatfmt_applier *applier,
                                                 const chatfmt_model *model,
                                                 chatfmt_value conversation,
                                                 const chatfmt_apply_options *options,
                                                 const chatfmt_applied **out, chatfmt_error *error);

/* All of the message that the template gave to raise_exception, when the last apply failed as
 * RAISED; a chatfmt_error keeps its beginning. Borrowed until the applier is used again. */
CHATFMT_API chatfmt_slice chatfmt_applier_raised(const chatfmt_applier *applier);

/* True when apply_chat_template would take `conversation` for a batch. O(1). */
CHATFMT_API int chatfmt_applier_is_batch(chatfmt_value conversation);

/* ---- Masks for training ----------------------------------------------------------------- */

typedef enum chatfmt_mask_kind {
    CHATFMT_MASK_HF = 0,         /* what transformers tracks for {% generation %}, quirks as well */
    CHATFMT_MASK_GENERATION = 1, /* the bytes that were truly written inside {% generation %} */
    CHATFMT_MASK_DERIVED = 2     /* no tags needed: for each message the bytes that the model would
                                    have written, from the end of the generation prompt to the end
                                    of the end-of-turn token */
} chatfmt_mask_kind;

/* Flags of chatfmt_mask_options. */
enum {
    CHATFMT_MASK_LAST_TURN = 1 /* the last of the ranges alone */
};

typedef struct chatfmt_mask_options {
    size_t struct_size;         /* set by CHATFMT_MASK_OPTIONS_INIT                            */
    uint32_t kind;              /* chatfmt_mask_kind                                           */
    uint32_t flags;             /* CHATFMT_MASK_…                                              */
    const chatfmt_slice *roles; /* DERIVED: roles in the loss; NULL: assistant                 */
    size_t role_count;
    size_t first, count;        /* DERIVED: messages [first, first + count); count 0: to the end */
} chatfmt_mask_options;

#define CHATFMT_MASK_OPTIONS_INIT {sizeof(chatfmt_mask_options), 0, 0, NULL, 0, 0, 0}

#define CHATFMT_NO_MESSAGE ((size_t)-1)

/* A range of the text that is in the loss; of no bytes for an empty message that no token ends. */
typedef struct chatfmt_mask_range {
    size_t begin, end;           /* bytes                                                      */
    size_t begin_char, end_char; /* code points                                                */
    size_t message;              /* number of the message, or CHATFMT_NO_MESSAGE               */
    int closed;                  /* DERIVED: it ends with an end-of-turn token                 */
} chatfmt_mask_range;

/*
 * The ranges of the last text that chatfmt_applier_apply() made with CHATFMT_APPLY_SPANS; the
 * model, conversation and options given there must still be there. Borrowed until the applier is
 * used again.
 *
 * Errors: VALUE when the template has no generation tags (DERIVED needs none), or the last
 *         message was continued; BAD_ARGUMENT when there is no such text.
 * Cost: DERIVED renders beginnings of the conversation, as many as there are kinds of borders
 *       between its messages.
 */
CHATFMT_API chatfmt_status chatfmt_applier_mask(chatfmt_applier *applier,
                                                const chatfmt_mask_options *options,
                                                const chatfmt_mask_range **ranges, size_t *count,
                                                chatfmt_error *error);

#ifdef __cplusplus
}
#endif

#endif
