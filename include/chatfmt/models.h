/* chatfmt/models.h - from a model's own files to prompts and masks.
 *
 * It does what apply_chat_template(tokenize=False) of transformers does, up to the text. For token
 * ids see chatfmt/tokens.h. Rules for the parameters of all functions are at the beginning of
 * chatfmt/base.h.
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

/* A model, as far as prompts need it: its templates and its special tokens. A model is
 * immutable: any number of threads may use it at once. */
typedef struct chatfmt_model chatfmt_model;

/* Flags of chatfmt_model_options. */
enum {
    CHATFMT_MODEL_PROCESSOR = 1, /* load and apply as AutoProcessor does, instead of as
                                    AutoTokenizer does                                         */
    CHATFMT_MODEL_CLASS_TEMPLATE = 2, /* a model without a template gets the default template
                                         that its tokenizer's class had in transformers before
                                         4.44. The place of this template is "class/NAME",
                                         which is also the name of a format. INPUT when no file
                                         names the class                                        */
    CHATFMT_MODEL_TRANSFORMERS_4_37 = 4 /* load and apply as transformers 4.37.2:
                                           - The template is the one of tokenizer_config.json,
                                           else the default of the tokenizer's class, else
                                           ChatML.
                                           - tojson is Jinja's own, which sorts keys and
                                           escapes for HTML.
                                           - Only Jinja's own tags are known, and strftime_now
                                           is not.
                                           - Tools, documents, variables of the caller, and
                                           CONTINUE and CONTINUE_EXACT fail as UNSUPPORTED.
                                           - Messages are not changed before rendering.
                                           Not together with PROCESSOR (UNSUPPORTED)            */
};

typedef struct chatfmt_model_options {
    size_t struct_size;                 /* set by CHATFMT_MODEL_OPTIONS_INIT                  */
    uint32_t flags;                     /* CHATFMT_MODEL_…; default 0. Unknown bits are
                                           refused                                            */
    chatfmt_slice revision;             /* the revision of a repository in the Hub cache, in
                                           UTF-8; borrowed during the call. Empty = "main".
                                           Has no effect on files and folders                 */
    chatfmt_slice default_template;     /* source of the template for a model that has no
                                           template, in UTF-8; copied. NULL data = none:
                                           applying such a model is an error                  */
    const chatfmt_allocator *allocator; /* copied; NULL = the C library's                     */
} chatfmt_model_options;

#define CHATFMT_MODEL_OPTIONS_INIT                                                              \
    {sizeof(chatfmt_model_options), 0, {NULL, 0}, {NULL, 0}, NULL}

/*
 * Load a model. The network is never used.
 *
 *   where    path or id, which ends with a NUL; one of those below.
 *   options  borrowed during the call; NULL for the defaults.
 *   out      receives a model, which the caller owns; free it with chatfmt_model_free(). NULL on
 *            any error.
 *   error    may be NULL.
 *
 * `where` may be:
 * * a folder with tokenizer_config.json and its companions;
 * * a GGUF file, whatever its name is. Only the metadata is read;
 * * a file whose name ends in .json and that is an object, such as a tokenizer_config.json of the
 *   older layout. Only this file is read. Its "chat_template" is the template; without this
 *   member the model has no template;
 * * any other file of UTF-8, which is the source of a template;
 * * the id of a repository in the local Hub cache, such as "Qwen/Qwen3-8B".
 *
 * A model without a template can be loaded; applying its template fails. The library copies what
 * it needs of the files. So a file may be changed or deleted after the call. A file that is cut
 * during the call is an error (IO).
 *
 * Errors: NOT_FOUND; INPUT for malformed files, with file, place and cause; TYPE for special
 *         tokens in them of the wrong kind; VALUE for a padding_side or truncation_side in them
 *         that is neither "left" nor "right"; IO; LIMIT; NO_MEMORY; UNSUPPORTED for
 *         flags that exclude each other.
 * Threads: any; each call makes a model of its own.
 * Source: transformers 5.23, PreTrainedTokenizerBase._from_pretrained and
 *         ProcessorMixin.get_processor_dict; GGUF v2 and v3.
 */
CHATFMT_API chatfmt_status chatfmt_model_open(const char *where,
                                              const chatfmt_model_options *options,
                                              chatfmt_model **out, chatfmt_error *error);

/*
 * Make a model of one template in memory, without special tokens.
 *
 *   source   the template's source in UTF-8; copied. NULL only with length 0.
 *   length   bytes of `source`.
 *   options  borrowed during the call; NULL for the defaults.
 *   out      receives a model, which the caller owns; free it with chatfmt_model_free(). NULL on
 *            any error.
 *   error    may be NULL.
 *
 * The template is compiled when it is applied first. So a mistake in it is an error of the first
 * chatfmt_applier_apply(), not of this call.
 *
 * For special tokens, such as bos_token and eos_token, pass their texts as members of `variables`
 * of chatfmt_apply_options, and name these members in `trusted`. Such a model has no tokenizer:
 * chatfmt_tokenizer_read() reads one from memory.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT.
 * Threads: any.
 * Cost: O(length).
 */
CHATFMT_API chatfmt_status chatfmt_model_from_template(const char *source, size_t length,
                                                       const chatfmt_model_options *options,
                                                       chatfmt_model **out,
                                                       chatfmt_error *error);

/*
 * Make a model of a format, in order to get masks, fitting, token ids and open turns for prompts
 * of the format.
 *
 *   format   copied: it may be freed before the model.
 *   program  name of the program that renders, as in chatfmt_format_render(); NULL for the
 *            format's own.
 *   options  as in chatfmt_model_open(); NULL for the defaults.
 *   out      receives a model, which the caller owns; free it with chatfmt_model_free(). NULL on
 *            any error.
 *   error    may be NULL.
 *
 * The model's template is the one that chatfmt_format_export() writes. Its special tokens are
 * those of the format. The text of an error of a render begins with the kind of the error:
 * chatfmt_format_error_kind().
 *
 * Errors: UNSUPPORTED for a format without a prompt, and for a program that converts messages;
 *         NOT_FOUND for an unknown program; NO_MEMORY, BAD_ARGUMENT.
 * Threads: any.
 * Cost: O(length of the template).
 */
CHATFMT_API chatfmt_status chatfmt_model_from_format(const chatfmt_format *format,
                                                     const char *program,
                                                     const chatfmt_model_options *options,
                                                     chatfmt_model **out, chatfmt_error *error);

/* Free a model. NULL is allowed. An applier that used the model may go on with other models. The
 * result of its last call with this model, including the masks, must not be used any more. */
CHATFMT_API void chatfmt_model_free(chatfmt_model *model);

/* What is known about a model. The library makes this struct, and it may grow at its end. */
typedef struct chatfmt_model_info {
    const char *kind;           /* "folder", "gguf", "template" or "json"                      */
    chatfmt_slice path;         /* the file or folder that was loaded; for a repository, the
                                   one in the Hub cache                                        */
    chatfmt_slice name, architecture, revision; /* empty when unknown                          */
    chatfmt_slice looked;       /* the places that were searched and have no template, one on
                                   each line                                                   */
    int named;                  /* 1: transformers holds named templates for this model, not
                                   one string                                                  */
} chatfmt_model_info;

/* What is known about `model`, borrowed from it. NULL is allowed: the result is then an empty
 * struct. Any thread, O(1). */
CHATFMT_API const chatfmt_model_info *chatfmt_model_about(const chatfmt_model *model);

/* One template of a model, borrowed from it. */
typedef struct chatfmt_model_template {
    chatfmt_slice name, source; /* such as "default" or "tool_use"                     */
    chatfmt_slice place; /* the file that the template was read from; "class/NAME" for
                            a class's default template                                 */
} chatfmt_model_template;

/* The number of templates that a model has; 0 for NULL. Any thread, O(1). */
CHATFMT_API size_t chatfmt_model_template_count(const chatfmt_model *model);
/* Template number `index`, from 0; empty slices when there is no such template. Any thread,
 * O(1). */
CHATFMT_API chatfmt_model_template chatfmt_model_template_at(const chatfmt_model *model,
                                                             size_t index);
/*
 * What error messages call the template `name` of the model: its `place`, followed by the part
 * of the file where it is not the whole file. Examples: `m/tokenizer_config.json (chat_template
 * "tool_use")`, `m.gguf (tokenizer.chat_template)`.
 *
 * Lines and columns of errors count from the beginning of the template. When this text is no
 * longer than `place`, they are also the lines and columns of the file.
 *
 * Returns a text with a NUL at its end, borrowed from the model; empty for NULL and for an
 * unknown name.
 *
 * Threads: any.
 * Cost: O(number of templates).
 */
CHATFMT_API chatfmt_slice chatfmt_model_template_shown(const chatfmt_model *model,
                                                       chatfmt_slice name);

/*
 * Choose the template that transformers would choose: get_chat_template().
 *
 *   wanted     a template's name or source, in UTF-8. NULL data: chosen by `has_tools`,
 *              otherwise the template "default".
 *   has_tools  not 0 when the call has tools.
 *   out        receives the template, borrowed from the model. When `wanted` is a source, its
 *              `source` is borrowed from `wanted` and its name is empty. Empty on any error.
 *   error      may be NULL.
 *
 * As in transformers, `wanted` is taken as a source when the model has no template of that name,
 * and such a source renders itself. To require a name, check that out->name is not empty. In a
 * model with one template no name selects it, not even the "default" of
 * chatfmt_model_template_at().
 *
 * Errors: VALUE with transformers' words and the places that were searched; BAD_ARGUMENT.
 * Threads: any.
 */
CHATFMT_API chatfmt_status chatfmt_model_choose(const chatfmt_model *model,
                                                chatfmt_slice wanted, int has_tools,
                                                chatfmt_model_template *out,
                                                chatfmt_error *error);

/* A special token: its name, such as bos_token, and its text. Borrowed from the model. */
typedef struct chatfmt_model_token {
    chatfmt_slice name, text;
} chatfmt_model_token;

/* The number of special tokens of a model; 0 for NULL. Any thread, O(1). */
CHATFMT_API size_t chatfmt_model_token_count(const chatfmt_model *model);
/* Special token number `index`, from 0; empty slices when there is no such token. Any thread,
 * O(1). */
CHATFMT_API chatfmt_model_token chatfmt_model_token_at(const chatfmt_model *model,
                                                       size_t index);

/* Flags of chatfmt_model_save(). */
enum {
    CHATFMT_SAVE_CONFIG = 1 /* write "chat_template" of tokenizer_config.json: the old layout     */
};

/*
 * Make a model folder hold exactly these templates.
 *
 *   folder     path of an existing folder, which ends with a NUL.
 *   templates  an array of at least one template; borrowed during the call. `place` of a
 *              template is not read.
 *   count      number of templates, at least 1.
 *   flags      0: write chat_template.jinja, and additional_chat_templates/NAME.jinja for
 *              templates with other names than "default". CHATFMT_SAVE_CONFIG: write the old
 *              layout.
 *   error      may be NULL.
 *
 * Each file is replaced at once or not at all. In tokenizer_config.json and
 * processor_config.json the other keys stay, with their order and white space.
 *
 * Afterwards the tokenizer and the processor of the folder read the same templates. For this,
 * "chat_template" of processor_config.json and the file chat_template.json are removed. In the
 * old layout they hold the same template instead, and then there can be only one template.
 *
 * Errors: VALUE for names that are not file names, and for two templates with one name; INPUT
 *         for text that is not UTF-8, and for a configuration that is not a JSON object;
 *         NOT_FOUND; IO; NO_MEMORY; BAD_ARGUMENT when `count` is 0.
 * Threads: any.
 * Source: PreTrainedTokenizerBase.save_chat_templates.
 */
CHATFMT_API chatfmt_status chatfmt_model_save(const char *folder,
                                              const chatfmt_model_template *templates,
                                              size_t count, uint32_t flags,
                                              chatfmt_error *error);

/* chatfmt_model_lost() returns this when no template would be lost. */
#define CHATFMT_NO_TEMPLATE ((size_t)-1)

/*
 * Find a template that chatfmt_model_save() would remove.
 *
 *   model      a model that was opened from the folder.
 *   templates  what would be saved: `count` templates; borrowed during the call.
 *   replaced   the name of a template that may be removed; NULL data: none may.
 *
 * Returns the number of the first template of `model` that would no longer exist, from 0, or
 * CHATFMT_NO_TEMPLATE when all would still exist.
 *
 * Threads: any.
 * Cost: O(bytes of all templates).
 */
CHATFMT_API size_t chatfmt_model_lost(const chatfmt_model *model,
                                      const chatfmt_model_template *templates, size_t count,
                                      chatfmt_slice replaced);

/* Flags of chatfmt_model_copy(). */
enum {
    CHATFMT_COPY_REPLACE = 1 /* replace files of the folder that differ from the model's          */
};

/*
 * Copy into a folder what a model's tokenizer needs, except the templates.
 *
 *   model   where the files come from.
 *   folder  path, which ends with a NUL. The folder is made when it does not exist; the folder
 *           that it is in must exist.
 *   flags   0 or CHATFMT_COPY_REPLACE.
 *   error   may be NULL.
 *
 * When the model is a folder, tokenizer_config.json, tokenizer.json and the other files that
 * push_to_hub sends are copied. For any other model, a tokenizer_config.json with its special
 * tokens is written when the folder has none.
 *
 * A file of the folder may differ from the model's. It is then replaced with
 * CHATFMT_COPY_REPLACE; without this flag the call fails before anything is written. A
 * difference in "chat_template" of tokenizer_config.json does not count. Files that the model
 * does not have stay.
 *
 * Errors: VALUE, naming the file that differs; NOT_FOUND, IO; NO_MEMORY; BAD_ARGUMENT.
 * Threads: any.
 */
CHATFMT_API chatfmt_status chatfmt_model_copy(const chatfmt_model *model, const char *folder,
                                              uint32_t flags, chatfmt_error *error);

/* ---- Applying --------------------------------------------------------------------------- */

/* Applies templates. It owns the memory for this: a renderer, and the templates that it has
 * compiled. An applier serves one thread at a time. */
typedef struct chatfmt_applier chatfmt_applier;

/*
 * Make an applier.
 *
 *   allocator  copied; NULL = the C library's.
 *   limits     copied; NULL, and fields that are 0 = the defaults of chatfmt_limits.
 *   out        receives an applier, which the caller owns; free it with chatfmt_applier_free().
 *              NULL on any error.
 *   error      may be NULL.
 *
 * Errors: NO_MEMORY, BAD_ARGUMENT.
 * Threads: safe. The applier then serves one thread at a time.
 */
CHATFMT_API chatfmt_status chatfmt_applier_new(const chatfmt_allocator *allocator,
                                               const chatfmt_limits *limits, chatfmt_applier **out,
                                               chatfmt_error *error);
/* Free an applier. Everything that was borrowed from it becomes invalid. No thread may be using
 * it. NULL is allowed. */
CHATFMT_API void chatfmt_applier_free(chatfmt_applier *applier);

/* Flags of chatfmt_apply_options. */
enum {
    CHATFMT_APPLY_GENERATION_PROMPT = 1, /* add_generation_prompt=True                         */
    CHATFMT_APPLY_CONTINUE = 2,          /* continue_final_message=True, as transformers does
                                            it                                                 */
    CHATFMT_APPLY_CONTINUE_EXACT = 4,    /* as CONTINUE, but the text is cut after the last
                                            byte that came from the message. CONTINUE renders
                                            the message with a marker at its end and cuts at
                                            the marker. So the two differ where a template
                                            writes a message otherwise because of the marker.
                                            When both flags are set, this one counts. With
                                            GENERATION_PROMPT, either fails as VALUE           */
    CHATFMT_APPLY_SPANS = 8,             /* record spans; masks need them, too                 */
    CHATFMT_APPLY_TURN = 16,             /* find the open turn and the stop strings            */
    CHATFMT_APPLY_IN_BATCH = 32,         /* the conversation is part of a batch: it may be
                                            empty                                              */
    CHATFMT_APPLY_RAW_MESSAGES = 64,     /* keep null members of messages and add no names for
                                            reasoning, as transformers did before it
                                            normalised messages. Without this flag a message
                                            that has reasoning_content, thinking or reasoning
                                            gets the same text as `thinking` and as
                                            `reasoning_content`. The flag includes KEEP_NULLS
                                            and can be combined with NULL_TO_EMPTY, which then
                                            comes first                                        */
    CHATFMT_APPLY_NOW = 128,             /* `now` is given. Without this flag `now` is not
                                            read, and templates that call strftime_now fail
                                            as UNSUPPORTED                                     */
    CHATFMT_APPLY_SEED = 256,            /* `seed` is given. Without this flag `seed` is not
                                            read, and the filter random and the function
                                            lipsum fail as UNSUPPORTED                         */
    /* FIT_ARGUMENTS to MERGE_SYSTEM change the messages; each change is in the result. */
    CHATFMT_APPLY_FIT_ARGUMENTS = 512,   /* make tool arguments what the template takes: an
                                            object or a JSON text. For each template, two
                                            probes are rendered once                           */
    CHATFMT_APPLY_ARGUMENTS_OBJECT = 1024, /* make tool arguments that are JSON texts objects  */
    CHATFMT_APPLY_ARGUMENTS_TEXT = 2048, /* make tool arguments that are objects JSON texts    */
    CHATFMT_APPLY_NULL_TO_EMPTY = 4096,  /* make content "" where it is null, or missing
                                            beside tool calls                                  */
    CHATFMT_APPLY_MERGE_SYSTEM = 8192,   /* when the template refuses the conversation, put
                                            the system message at the beginning of the first
                                            user message                                       */
    CHATFMT_APPLY_CHECK = 16384,         /* only check the messages and make no text. For a
                                            batch this is done for all conversations before
                                            the first is rendered. Encoding fails with this
                                            flag as BAD_ARGUMENT                               */
    CHATFMT_APPLY_STRICT_NAMES = 32768,  /* as CHATFMT_RENDER_STRICT_NAMES of
                                            chatfmt/template.h                                 */
    CHATFMT_APPLY_DATA_TEMPLATE = 65536, /* `chat_template` came with the data. When it is a
                                            source, and not a name of one of the model's
                                            templates, encoding fails as SECURITY under every
                                            policy but CHATFMT_TOKENS_ANY. In a model with one
                                            template every text is a source                    */
    CHATFMT_APPLY_KEEP_NULLS = 131072    /* keep null members of messages, which transformers
                                            drops since 5.23, but add names for reasoning (see
                                            RAW_MESSAGES). With NULL_TO_EMPTY, content is ""
                                            and the other null members stay                    */
};

/* 1 when `flags` has more than one of CHATFMT_APPLY_FIT_ARGUMENTS,
 * CHATFMT_APPLY_ARGUMENTS_OBJECT and CHATFMT_APPLY_ARGUMENTS_TEXT, else 0. These flags exclude
 * each other: functions that apply a template then fail as VALUE. Any thread, O(1). */
CHATFMT_API int chatfmt_fixes_exclude(uint32_t flags);

/*
 * Who supplied a value decides whether its bytes are trusted:
 *
 * * The template and the special tokens are trusted: they come from the model's own files.
 * * The conversation, tools, documents and variables are data, whatever their names are. For
 *   example, a bos_token in `variables` replaces the model's in the text, but its bytes are data.
 * * Values that the caller names in `trusted` are trusted.
 *
 * Trust never changes the text. It changes the spans, and therefore which control tokens a policy
 * (chatfmt_token_policy) allows.
 */

typedef struct chatfmt_apply_options {
    size_t struct_size;           /* set by CHATFMT_APPLY_OPTIONS_INIT                         */
    uint32_t flags;               /* CHATFMT_APPLY_…; default 0. Unknown bits are refused      */
    uint32_t reserved;            /* 0                                                         */
    chatfmt_value tools;          /* array of tools; absent or null: None of Python. An empty
                                     array counts as tools: it may choose "tool_use"           */
    chatfmt_value documents;      /* array of documents; absent or null: None of Python        */
    chatfmt_value variables;      /* object of further arguments (**kwargs): each becomes a
                                     variable and replaces the special token of its name.
                                     Members add_generation_prompt, tools and documents
                                     replace the flag and the fields. A member messages fails
                                     as TYPE. If `variables` is absent or null, there are
                                     none; if it is no object, the call fails as TYPE          */
    chatfmt_slice chat_template;  /* name or source of a template, as `wanted` of
                                     chatfmt_model_choose(). NULL data: the model's own
                                     choice. A source is trusted as the model's template is,
                                     unless CHATFMT_APPLY_DATA_TEMPLATE is set                 */
    chatfmt_slice continue_field; /* name of the field of the last message to continue. Empty:
                                     content                                                   */
    const chatfmt_limits *limits; /* for this render alone; NULL, and fields that are 0: the
                                     applier's limits                                          */
    int64_t now;                  /* counts only with CHATFMT_APPLY_NOW in `flags`; seconds as
                                     in chatfmt_render_options                                 */
    uint64_t seed;                /* counts only with CHATFMT_APPLY_SEED in `flags`            */
    const chatfmt_slice *trusted; /* names of members of `variables`, or "messages", "tools",
                                     "documents", whose bytes are trusted. NULL: none, so a
                                     bos_token in `variables` is data. (In
                                     chatfmt_render_options of chatfmt/template.h NULL means
                                     something else: variables with the names of special
                                     tokens are trusted.) The model's own special tokens are
                                     always trusted, unless `variables` replaces them. Names
                                     of nothing have no effect. Borrowed until the applier is
                                     used again                                                */
    size_t trusted_count;         /* number of names in `trusted`                              */
} chatfmt_apply_options;

#define CHATFMT_APPLY_OPTIONS_INIT                                                              \
    {sizeof(chatfmt_apply_options), 0, 0, {{0, 0}}, {{0, 0}}, {{0, 0}}, {NULL, 0}, {NULL, 0},    \
     NULL, 0, 0, NULL, 0}

/* A change that an option made to the messages. */
typedef struct chatfmt_change {
    const char *what;   /* "arguments_to_object", "arguments_to_text", "null_to_empty",
                           "system_merged"; static                                             */
    size_t message;     /* number of the message in the conversation that was given, from 0    */
    size_t call;        /* number of the tool call in that message, from 0; 0 when the change
                           is not in a call                                                    */
} chatfmt_change;

/* The turn that the text leaves open for the model to continue. */
typedef struct chatfmt_open_turn {
    int open;              /* 1: there is an open turn                                         */
    chatfmt_slice role;    /* "assistant", or the role of the message that is continued        */
    size_t begin;          /* byte of the text at which the generation prompt begins, or the
                              message that is continued                                        */
    chatfmt_slice opening; /* the text that the generation prompt added; empty when a message
                              is continued                                                     */
    chatfmt_slice prefill; /* the beginning of the reply that the text already contains: the
                              model is taken to have written it                                */
    int reasoning;         /* 1: a reasoning section is open at the end of the text            */
} chatfmt_open_turn;

/* The result of applying a template. Everything in it is borrowed until the applier is used
 * again. The library makes this struct, and it may grow at its end. */
typedef struct chatfmt_applied {
    chatfmt_slice text;            /* the prompt in UTF-8                                      */
    const chatfmt_span *spans;     /* with CHATFMT_APPLY_SPANS; else NULL, or the spans that
                                      encoding under a policy needed                          */
    size_t span_count;             /* number of spans                                          */
    chatfmt_slice template_name;   /* name of the chosen template; "" for a source that was
                                      passed as `chat_template`                                */
    char template_hash[65];        /* SHA-256 of the template's source as 64 hexadecimal
                                      digits                                                   */
    const chatfmt_change *changes; /* what the flags changed in the messages, in the order of
                                      the changes                                              */
    size_t change_count;           /* number of changes                                        */
    chatfmt_open_turn turn;        /* with CHATFMT_APPLY_TURN; else empty                      */
    const chatfmt_slice *stops;    /* with CHATFMT_APPLY_TURN: texts, not ids, that end a turn.
                                      They are the model's eos_token, eot_token and eom_token,
                                      the eos_token of `variables` if there is one, and
                                      the text with which the template ends an answer. With
                                      tools, also the text that ends a turn with tool calls,
                                      when that is a different text. The ids of those that are
                                      one added token are in `stops` of chatfmt_prompt
                                      (chatfmt/tokens.h)                                       */
    size_t stop_count;             /* number of texts in `stops`                               */
} chatfmt_applied;

/*
 * Apply a model's template to one conversation.
 *
 *   applier       forgets its last result.
 *   model         any model; an applier may be used with several.
 *   conversation  array of messages in OpenAI's form. Borrowed for as long as the result is
 *                 used. The next call and chatfmt_applier_free() do not read it, so it may be
 *                 freed before them. For an array of arrays, see below.
 *   options       NULL for the defaults. The values in it are borrowed as the conversation is.
 *   out           receives the result, borrowed until the applier is used again; NULL on any
 *                 error.
 *   error         may be NULL.
 *
 * An array of arrays is a batch. First apply each conversation with CHATFMT_APPLY_IN_BATCH and
 * CHATFMT_APPLY_CHECK, then each with CHATFMT_APPLY_IN_BATCH alone.
 *
 * VALUE, TYPE and ATTRIBUTE are the errors for which transformers raises ValueError, TypeError
 * and AttributeError. They have transformers' order and words, such as "'str' object has no
 * attribute 'items'".
 *
 * error->path names the value when an error is about the shape of the conversation, about a
 * member that is null and therefore left out, or about content that is missing beside tool calls:
 * * "messages", which must be an array of objects;
 * * "messages[2]", "messages[1].content", "messages[1].tool_calls[0].function.arguments";
 * * "tools", "documents".
 *
 * For a member that a message never had, the path is that of the message: "messages[2]". The path
 * of a member of `variables` begins with its own name.
 *
 * chatfmt_error_remedy() of chatfmt/error.h says what is expected of messages and tools.
 * chatfmt_report_cause() of chatfmt/report.h says what a message lacks.
 *
 * Errors: those of chatfmt_template_compile() and chatfmt_render_value(); VALUE, TYPE and
 *         ATTRIBUTE as above; BAD_ARGUMENT.
 * Threads: one thread per applier at a time; the model may be shared.
 * Source: transformers 5.23, PreTrainedTokenizerBase.apply_chat_template(tokenize=False),
 *         render_jinja_template, ProcessorMixin.apply_chat_template.
 */
CHATFMT_API chatfmt_status chatfmt_applier_apply(chatfmt_applier *applier,
                                                 const chatfmt_model *model,
                                                 chatfmt_value conversation,
                                                 const chatfmt_apply_options *options,
                                                 const chatfmt_applied **out, chatfmt_error *error);

/*
 * The whole message that the template passed to raise_exception. It is there when the last apply
 * failed as RAISED, and is otherwise empty. (The text of a chatfmt_error holds only the
 * beginning of a long message.)
 *
 * Borrowed until the applier is used again; empty for NULL.
 */
CHATFMT_API chatfmt_slice chatfmt_applier_raised(const chatfmt_applier *applier);

/* 1 when apply_chat_template would treat `conversation` as a batch, else 0: its first item is an
 * array. Any thread, O(1). */
CHATFMT_API int chatfmt_applier_is_batch(chatfmt_value conversation);

/* ---- Masks for training ----------------------------------------------------------------- */

typedef enum chatfmt_mask_kind {
    CHATFMT_MASK_HF = 0,         /* the ranges that transformers tracks for {% generation %},
                                    including its mistakes                                      */
    CHATFMT_MASK_GENERATION = 1, /* the bytes that were truly written inside {% generation %} */
    CHATFMT_MASK_DERIVED = 2     /* for each message the bytes that the model would
                                    have written: from the end of the generation
                                    prompt to the end of the end-of-turn token. The
                                    template needs no {% generation %}                */
} chatfmt_mask_kind;

/* Flags of chatfmt_mask_options. */
enum {
    CHATFMT_MASK_LAST_TURN = 1 /* only the last of the ranges */
};

typedef struct chatfmt_mask_options {
    size_t struct_size;         /* set by CHATFMT_MASK_OPTIONS_INIT                            */
    uint32_t kind;              /* a chatfmt_mask_kind; default CHATFMT_MASK_HF                */
    uint32_t flags;             /* 0 or CHATFMT_MASK_LAST_TURN; unknown bits are refused       */
    const chatfmt_slice *roles; /* DERIVED: roles of the messages that are in the loss. NULL:
                                   only "assistant". The range of a message of another role
                                   begins where its own text begins. A role that no message has
                                   is not an error: chatfmt_report_roles() finds such roles     */
    size_t role_count;          /* number of roles in `roles`. 0 when `roles` is not NULL: no
                                   message is in the loss                                       */
    size_t first, count;        /* DERIVED: only messages [first, first + count) are in the
                                   loss. Default: first 0 and count 0. A count of 0 means all
                                   messages from `first` on                                     */
} chatfmt_mask_options;

#define CHATFMT_MASK_OPTIONS_INIT {sizeof(chatfmt_mask_options), 0, 0, NULL, 0, 0, 0}

/* Number of a message in place of none, in masks and analyses. */
#define CHATFMT_NO_MESSAGE ((size_t)-1)

/* A range of the text that is in the loss. It is empty for an empty message that no token ends. */
typedef struct chatfmt_mask_range {
    size_t begin, end;           /* bytes [begin, end) of the text                             */
    size_t begin_char, end_char; /* the same range in code points                              */
    size_t message;              /* number of the message, from 0, or CHATFMT_NO_MESSAGE       */
    int closed;                  /* DERIVED: 1 when the range ends with an end-of-turn token   */
} chatfmt_mask_range;

/*
 * Get the ranges of the text that are in the loss. The text is that of the last
 * chatfmt_applier_apply() of this applier, which must have had CHATFMT_APPLY_SPANS.
 *
 *   applier  the model, the conversation, and what the options of that call named must still exist
 *            and be unchanged: tools, documents, variables, and the texts of chat_template,
 *            continue_field and `trusted`. The struct of options itself and its limits were copied.
 *   options  borrowed during the call; NULL for the defaults.
 *   ranges   receives an array, borrowed until the applier is used again; NULL on any error.
 *   count    receives the number of ranges; 0 on any error.
 *   error    may be NULL.
 *
 * Errors: VALUE when the template has no {% generation %} (DERIVED does not need it), or when
 *         the last message was continued; BAD_ARGUMENT when there is no such text.
 * Threads: one thread per applier at a time.
 * Cost: DERIVED renders beginnings of the conversation. Their number is the number of different
 *         kinds of borders between its messages.
 */
CHATFMT_API chatfmt_status chatfmt_applier_mask(chatfmt_applier *applier,
                                                const chatfmt_mask_options *options,
                                                const chatfmt_mask_range **ranges, size_t *count,
                                                chatfmt_error *error);

#ifdef __cplusplus
}
#endif

#endif
