/* replies/response.h - replies read by a description that the model's tokenizer_config.json holds:
 * Hugging Face's `response_template`, and the older `response_schema`.
 *
 * A template names fields with what opens and closes them and how their text becomes a value. What
 * it keeps true: events and message are those of transformers, chunk for chunk; every byte lies in
 * the range of one event; work is paid for with the fuel of the limits. Source: transformers,
 * utils/chat_parsing.
 */
#ifndef CFT_RESPONSE_H
#define CFT_RESPONSE_H

#include "regex/python.h"
#include "value/dict.h"

/* How the text of a field becomes its value. */
typedef enum cft_response_content {
    CFT_RESPONSE_TEXT, CFT_RESPONSE_INT, CFT_RESPONSE_FLOAT, CFT_RESPONSE_BOOL,
    CFT_RESPONSE_JSON, CFT_RESPONSE_XML, CFT_RESPONSE_LINES, CFT_RESPONSE_CONTENTS
} cft_response_content;

/* What opens or closes: literals, longest first, or an expression, or nothing. */
typedef struct cft_response_anchor {
    cft_slice *literals;
    uint32_t **borders;  /* of long literals, for each of their beginnings; NULL for others */
    size_t count;
    bool can_extend;     /* one literal begins another                               */
    bool first[256];     /* a match may begin with this byte                         */
    cft_regex *regex;
} cft_response_anchor;

typedef struct cft_response_field {
    cft_value name;
    cft_response_anchor open, close;
    cft_response_content content;
    cft_value args, join, transform;  /* ABSENT where not given */
    bool repeats, optional, each;
} cft_response_field;

/* An expression of a content parser, compiled when the template was read. */
typedef struct cft_response_pattern {
    cft_slice text;
    cft_regex *regex;
} cft_response_pattern;

/* Immutable once read; any number of threads may read replies with it. */
typedef struct cft_response_template {
    chatfmt_allocator memory;
    cft_heap heap;              /* the description's own values                      */
    cft_value defaults;         /* a dict                                            */
    cft_response_field *fields;
    size_t count;
    size_t implicit;            /* the field that nothing opens, or SIZE_MAX         */
    cft_response_anchor start;
    cft_buffer patterns;        /* cft_response_pattern                              */
    size_t behind;              /* bytes before a match that a search may look at    */
    cft_value schema;           /* of a response_schema, or ABSENT: then the above counts */
} cft_response_template;

/* What the JSON is. */
typedef enum cft_response_source {
    CFT_SOURCE_TEMPLATE, CFT_SOURCE_SCHEMA, CFT_SOURCE_CONFIG /* a tokenizer_config.json */
} cft_response_source;

/* Read a description from JSON. SYNTAX and UNSUPPORTED for its expressions, with their place;
 * INPUT, VALUE and TYPE where transformers refuses it; NOT_FOUND for a configuration without
 * one. */
chatfmt_status cft_response_load(const chatfmt_allocator *allocator, const chatfmt_limits *limits,
                                 cft_slice json, cft_response_source source,
                                 cft_response_template **out, chatfmt_error *error);
void cft_response_template_free(cft_response_template *template);
bool cft_anchor_given(const cft_response_anchor *anchor);
/* Compile an expression of a description, and pay for it. The template owns it, among its
 * patterns or where the caller keeps it. */
chatfmt_status cft_response_compile(cft_response_template *template, cft_slice text,
                                    cft_regex_dialect dialect, const char *where, cft_regex **out);
/* The same for a content parser, once; found again with cft_response_pattern_of. */
chatfmt_status cft_response_add_pattern(cft_response_template *template, cft_slice text,
                                        cft_regex_dialect dialect, const char *where);
/* The compiled expression with this text, or NULL. */
const cft_regex *cft_response_pattern_of(const cft_response_template *template, cft_slice text);
/* cft_regex_search() that pays from the heap's fuel and raises what fails. */
chatfmt_status cft_response_search(cft_heap *heap, const cft_regex *regex, cft_regex_work *work,
                                   cft_slice text, size_t from, unsigned how,
                                   cft_regex_match *match);

typedef enum cft_response_kind {
    CFT_RESPONSE_OPEN, CFT_RESPONSE_CHUNK, CFT_RESPONSE_CLOSE,
    CFT_RESPONSE_SKIPPED    /* text and markers outside of every field; transformers drops them */
} cft_response_kind;

typedef struct cft_response_event {
    cft_response_kind kind;
    bool dirty;             /* of CHUNK: its field's value is known only when it closes */
    cft_slice field, text;
    cft_value value;        /* of CLOSE */
    uint64_t begin, end;    /* bytes of the reply, after invalid UTF-8 became U+FFFD */
} cft_response_event;

typedef struct cft_response cft_response;

/* `tools` (ABSENT for none) in OpenAI's form gives tool-call arguments their types; borrowed until
 * free. `prefix` is the prompt. `limits` has all fields set. Fails as feed does. */
chatfmt_status cft_response_new(const chatfmt_allocator *allocator, const chatfmt_limits *limits,
                                const cft_response_template *template, cft_value tools,
                                cft_response **out);
void cft_response_free(cft_response *response);
/* Begin another reply; then take the events of the prefix. */
chatfmt_status cft_response_begin(cft_response *response, cft_slice prefix, chatfmt_error *error);
/* Take bytes, then take the events. The failure of a content parser is VALUE, KEY or TYPE, where
 * transformers raises; LIMIT; NO_MEMORY. After a failure only begin helps. */
chatfmt_status cft_response_feed(cft_response *response, const char *data, size_t length,
                                 chatfmt_error *error);
chatfmt_status cft_response_finish(cft_response *response, chatfmt_error *error);
/* The next event, borrowed until the next feed; false when there is none. */
bool cft_response_next(cft_response *response, cft_response_event *event);
/* The fields that are closed so far, as JSON borrowed until begin or free. */
chatfmt_status cft_response_message(cft_response *response, cft_slice *json, chatfmt_error *error);
/* JSON of a value, borrowed as long. */
chatfmt_status cft_response_json(cft_response *response, cft_value value, cft_slice *json,
                                 chatfmt_error *error);

/* ---- response_content.c and response_value.c: from a field's text to its value ---- */

/* What parsing values needs. */
typedef struct cft_response_reading {
    cft_heap *heap;
    const cft_response_template *template;
    cft_regex_work *work;
    cft_value tools;     /* name -> properties, or ABSENT */
} cft_response_reading;

/* `text` is a string of the heap. */
chatfmt_status cft_response_parse(const cft_response_reading *r, cft_value text,
                                  cft_response_content content, cft_value args, unsigned depth,
                                  cft_value *out);
/* Text that a model wrote as JSON with strings between delimiters of its own (a list of pairs, or
 * what is false) and perhaps keys without quotes, as JSON. */
chatfmt_status cft_response_as_json(const cft_response_reading *r, cft_value text,
                                    cft_value delimiters, bool unquoted_keys, cft_value *out);
/* json.loads: INPUT, reported to `aside` alone, when it is none. */
chatfmt_status cft_response_read_json(cft_heap *heap, cft_slice text, cft_value *out,
                                      chatfmt_error *aside);
/* The content with this name, or CONTENTS. */
cft_response_content cft_response_content_named(cft_value name);
/* Parse, transform, and cast by the tools' schemas. */
chatfmt_status cft_response_process(const cft_response_reading *r, const cft_response_field *field,
                                    cft_value body, cft_value captures, cft_value *out);
/* {name: properties} of a list of tools. */
chatfmt_status cft_response_tools(cft_heap *heap, cft_value tools, cft_value *out);
/* VALUE unless every string with a placeholder is one. */
chatfmt_status cft_response_check_transform(cft_heap *heap, cft_value transform, cft_value field,
                                            unsigned depth);

/* ---- response_schema*.c: replies read by the older response_schema ---- */

/* Compile the expressions of a schema into the template, and check what can be checked. */
chatfmt_status cft_schema_load(cft_response_template *template, cft_value schema);
/* transformers: recursive_parse. */
chatfmt_status cft_schema_parse(const cft_response_reading *r, cft_value content,
                                cft_value schema, unsigned depth, cft_value *out);
/* What the expressions of a schema's node make of its text; none where they do not match. */
chatfmt_status cft_schema_match(const cft_response_reading *r, cft_value schema,
                                cft_value *content);
/* re.sub with Python's replacement templates. */
chatfmt_status cft_schema_substitute(const cft_response_reading *r, cft_value pattern,
                                     cft_value replacement, cft_value *text);
/* Compile an expression of a schema, once. */
chatfmt_status cft_schema_compile(cft_response_template *template, cft_value pattern,
                                  const char *where);

/* The member of a dict, or ABSENT. */
static inline cft_value cft_response_member(cft_value dict, const char *key)
{
    const cft_entry *entry = NULL;
    if (dict.kind == CFT_DICT)
        entry = cft_dict_find_text(dict.as.dict, cft_slice_of(key, strlen(key)));
    return entry ? entry->value : cft_absent();
}
/* Python's dict.get(key, fallback) as a truth. */
static inline bool cft_response_flag(cft_value dict, const char *key, bool fallback)
{
    cft_value value = cft_response_member(dict, key);
    return value.kind == CFT_ABSENT ? fallback : cft_truth(value);
}
static inline bool cft_response_is(cft_value value, const char *text)
{
    return value.kind == CFT_STRING &&
           cft_slice_equal(cft_text_of(value), cft_slice_of(text, strlen(text)));
}

#endif
