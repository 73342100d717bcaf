/* formats/class_names.c - which class default a tokenizer had, by its class or by the model's type.
 * Source: transformers 4.37.2, default_chat_template and TOKENIZER_MAPPING_NAMES.
 */
#include "formats/class_names.h"

#include "formats/formats_data.h"
#include "value/json_read.h"

/* "LlamaTokenizerFast" is "LlamaTokenizer" as far as its default goes. */
static cft_slice class_plain(cft_slice name)
{
    static const cft_slice fast = {"Fast", 4};
    if (name.length > fast.length &&
        !memcmp(name.data + name.length - fast.length, fast.data, fast.length))
        name.length -= fast.length;
    return name;
}

static bool class_has_type(const cft_dict *row, cft_slice type)
{
    cft_value types = cft_format_field(row, CFT_LIT("model_types"));
    for (uint32_t i = 0; types.kind == CFT_LIST && i < types.as.list->count; i++)
        if (types.as.list->items[i].kind == CFT_STRING &&
            cft_slice_equal(cft_text_of(types.as.list->items[i]), type))
            return true;
    return false;
}

chatfmt_status cft_format_of_class(cft_heap *heap, cft_slice tokenizer_class, cft_slice model_type,
                                   cft_slice *out)
{
    cft_json_options options = {.base = 0};
    *out = CFT_LIT("chatml");
    for (size_t i = 0; i < cft_format_builtin_count(); i++) {
        const cft_format_row *row = cft_format_builtin_row(i);
        cft_value fields;
        if (!cft_slice_equal(cft_format_builtin_set(row->set)->system, CFT_LIT("class"))) continue;
        CFT_TRY(cft_json_read(heap, row->json, &options, &fields, NULL));
        cft_value name = cft_format_field(fields.as.dict, CFT_LIT("class"));
        bool fits = tokenizer_class.length
                        ? name.kind == CFT_STRING &&
                              cft_slice_equal(class_plain(cft_text_of(name)),
                                              class_plain(tokenizer_class))
                        : class_has_type(fields.as.dict, model_type);
        if (!fits) continue;
        *out = row->name;
        return CHATFMT_OK;
    }
    return CHATFMT_OK;
}
