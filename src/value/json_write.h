/* value/json_write.h - json.dumps(value, ensure_ascii, indent, separators, sort_keys). */
#ifndef CFT_JSON_WRITE_H
#define CFT_JSON_WRITE_H

#include "value/builder.h"

typedef struct cft_json_style {
    bool ensure_ascii, sort_keys;
    bool pretty;               /* indent is not None */
    cft_slice indent;          /* bytes of one level, "" allowed, when pretty */
    cft_slice item_separator;  /* ", " */
    cft_slice key_separator;   /* ": " */
    /* These are data, which keep their origin; else they count as computed from the container. */
    bool indent_is_data, separators_are_data;
} cft_json_style;

/* json.dumps with transformers' defaults: ensure_ascii off, no indent. */
extern const cft_json_style cft_json_plain;

/* Append the JSON of `value`; TYPE errors in CPython's words. Without recursion. Unchanged string
 * bytes keep their origin; everything else counts as computed from the value it stands for. */
chatfmt_status cft_json_append(cft_builder *b, cft_value value, const cft_json_style *style);

/* The JSON of `value` as a string. Where spans are wanted, that of a container is put on record
 * without runs, which are made when somebody looks it up. */
chatfmt_status cft_json_text(cft_heap *heap, cft_value value, const cft_json_style *style,
                             cft_value *out);

#endif
