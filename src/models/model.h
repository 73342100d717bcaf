/* models/model.h - a model as far as its prompts go: its templates and its special tokens, from
 * a model directory, a GGUF file, a template file, a JSON file or the local Hub cache.
 *
 * A loaded model is immutable. Everything in it lives in its heap or in the mapped file.
 */
#ifndef CFT_MODEL_H
#define CFT_MODEL_H

#include "base/file.h"
#include "value/heap.h"

typedef enum cft_model_kind {
    CFT_MODEL_FOLDER,   /* a directory with tokenizer_config.json and its companions */
    CFT_MODEL_GGUF,
    CFT_MODEL_TEMPLATE, /* a single template file */
    CFT_MODEL_JSON      /* a single tokenizer_config.json or chat_template.json */
} cft_model_kind;

/* "folder", "gguf", "template" or "json". */
const char *cft_model_kind_name(cft_model_kind kind);

typedef struct cft_model_template {
    cft_slice name, source;
    cft_slice place; /* the file it was read from */
    cft_slice shown; /* the file, and which part of it the template is; NUL-terminated */
    char hash[65];   /* SHA-256 of the source */
} cft_model_template;

typedef struct cft_model_token {
    cft_slice name, text; /* "bos_token", "<s>" */
} cft_model_token;

typedef struct cft_model_name {
    cft_slice text;
    size_t before; /* number of templates that were read before it */
    struct cft_model_name *next;
} cft_model_name;

typedef struct cft_model {
    cft_heap heap;
    cft_model_kind kind;
    cft_slice path;         /* what was loaded, after the Hub cache was asked */
    cft_slice name, architecture, revision; /* empty when unknown */
    cft_model_template *templates;
    size_t template_count, template_capacity;
    bool of_format;         /* its template is a format's export */
    bool single;            /* transformers holds one string, not a dict of named ones */
    bool named;             /* its configuration holds named ones, perhaps none */
    struct cft_model_name *textless; /* of those that are no text, and fail when they are chosen;
                                        the last one first */
    size_t textless_count;
    cft_model_token *tokens;
    size_t token_count, token_capacity;
    cft_value config;       /* tokenizer_config.json, or ABSENT */
    cft_buffer looked;      /* places looked at for a template, one a line */
    cft_slice tokenizer_class; /* without "Fast"; empty: the file alone decides */
    bool class_by_name;        /* it counts only where the file is not byte-level */
    bool class_pads_left;      /* what the class does where the configuration says nothing */
    bool pads_left, truncates_left;
    bool before_444;        /* as transformers had it before 4.44 */
    const char *of_class;   /* source of the template of its class, where that is used, or NULL */
    size_t max_length;      /* model_max_length in tokens, 0 = none */
    uint32_t *stops;        /* ids of generation_config.json that end a reply */
    size_t stop_count;
} cft_model;

typedef struct cft_model_options {
    bool processor;      /* load as AutoProcessor does, not as AutoTokenizer */
    cft_slice revision;  /* of a repository in the Hub cache; empty = main */
    bool before_444;     /* as transformers 4.37.2: no template files */
} cft_model_options;

/* The largest configuration or template file that is read. */
#define CFT_MODEL_FILE_BYTES (64u * 1024 * 1024)

/*
 * Load `where`: a folder, a file, or the id of a repository in the local Hub cache. The network
 * is never used. `model` is cleared first and must be freed, also after a failure.
 * NOT_FOUND names every place that was looked at; INPUT has file, place and cause.
 */
chatfmt_status cft_model_load(cft_model *model, const chatfmt_allocator *allocator,
                              const char *where, const cft_model_options *options,
                              chatfmt_error *error);
void cft_model_free(cft_model *model);
/* An empty model; what cft_model_load begins with. */
void cft_model_begin(cft_model *model, const chatfmt_allocator *allocator, chatfmt_error *error);

/*
 * The template that transformers would choose. `wanted` without data: by `has_tools`, else the
 * default; otherwise the template of this name, or NULL in *out when there is none of that name
 * (then a tokenizer takes the text itself as a template). Errors have transformers' words.
 * Source: PreTrainedTokenizerBase.get_chat_template, ProcessorMixin.apply_chat_template.
 */
chatfmt_status cft_model_choose(const cft_model *model, cft_slice wanted, bool has_tools,
                                bool processor, const cft_model_template **out,
                                chatfmt_error *error);

/* The text of a special token, such as "eos_token"; a slice without data when it is not set. */
cft_slice cft_model_token_text(const cft_model *model, cft_slice name);

/* ---- for the loaders ---- */

/* "bos_token" and the other named special tokens of every tokenizer. */
enum { CFT_MODEL_NAMED = 7 };
extern const char *const cft_model_named_tokens[CFT_MODEL_NAMED];

chatfmt_status cft_model_add_template(cft_model *model, cft_slice name, cft_slice source,
                                      cft_slice place);
/* The same for one that is part of a file, the value of `key`. */
chatfmt_status cft_model_add_part(cft_model *model, cft_slice name, cft_slice source,
                                  cft_slice place, const char *key);
chatfmt_status cft_model_set_token(cft_model *model, cft_slice name, cft_slice text);
/* Remember that there was no template at `place`. */
chatfmt_status cft_model_looked(cft_model *model, const char *place, const char *finding);
/* VALUE, with the places looked at, when the model has no template. */
chatfmt_status cft_model_need_template(const cft_model *model, chatfmt_error *error);
/* "folder/name" in the model's heap, NUL-terminated. */
chatfmt_status cft_model_join(cft_model *model, const char *folder, const char *name,
                              char **out);
/* A whole file in the model's heap; *found is false when there is none. */
chatfmt_status cft_model_file(cft_model *model, const char *path, cft_slice *text, bool *found);
/* Whether a text has no tag of a template that prints or decides anything. */
bool cft_model_lacks_tags(cft_slice text);
/* How a file is compressed, by its first bytes; NULL: not, or otherwise. */
typedef struct cft_packed {
    cft_slice begins;
    const char *what, *remedy; /* "compressed with gzip"; this, and what unpacks it */
} cft_packed;
const cft_packed *cft_model_packed(cft_slice text);
/* The JSON object of a file; *out is ABSENT when there is no such file. */
chatfmt_status cft_model_json(cft_model *model, const char *path, cft_value *out);

/* models/model_dir.c: a folder in all its layouts. */
chatfmt_status cft_model_load_folder(cft_model *model, const char *folder, bool processor);
/* models/model_ids.c: sides, length and stop ids of a folder whose configuration is read. VALUE
 * with transformers' words for a side that is none. */
chatfmt_status cft_model_load_ids(cft_model *model, const char *folder);
/* models/model_class.c: the class that AutoTokenizer takes, and the tokens and the side of
 * padding that it has by default. */
chatfmt_status cft_model_class_tokens(cft_model *model, const char *folder, cft_value legacy);
/* models/class_pipeline.c: the parts that the class builds in the place of those of
 * tokenizer.json, as JSON text in the heap (tokenizers/rebuild.h); without data where the file
 * decides. */
chatfmt_status cft_model_class_pipeline(const cft_model *model, cft_heap *heap, cft_slice *parts);
/* models/model_ranks.c: the encoding of a folder's tiktoken ranks, as JSON text in the heap
 * (tokenizers/load_ranks.h); without data where there is no configuration. */
chatfmt_status cft_model_ranks(const cft_model *model, cft_heap *heap, cft_slice *parts);
/* models/model_tokens.c: the special tokens of model->config and of special_tokens_map.json,
 * which is read after it (`legacy`, ABSENT for none). `place` is what errors name: TYPE for what
 * transformers refuses. */
chatfmt_status cft_model_config_tokens(cft_model *model, cft_value legacy, cft_slice place);
/* The "chat_template" of a configuration: a string, or several as a list or an object. */
chatfmt_status cft_model_config_templates(cft_model *model, cft_value config, cft_slice place);

/* models/hub_cache.c: the snapshot folder of a repository id in the local cache. */
chatfmt_status cft_hub_find(cft_model *model, const char *id, cft_slice revision, char **out);

#endif
