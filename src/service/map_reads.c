/* service/map_reads.c - whether the templates of a model read the tools and documents of rows. */
#include "service/map.h"

static bool reads_is_name(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Whether a name is a word of the source, wherever that is: a template that mentions it in a
 * comment alone counts as one that reads it. */
static bool reads_word(cft_slice source, cft_slice name)
{
    for (size_t i = 0; i + name.length <= source.length; i++) {
        const char *at = source.data + i, *after = at + name.length;
        if (*at == *name.data && !memcmp(at, name.data, name.length) &&
            (i == 0 || !reads_is_name(at[-1])) &&
            (i + name.length == source.length || !reads_is_name(*after)))
            return true;
    }
    return false;
}

cft_map_reads cft_map_reads_of(const chatfmt_model *model, cft_slice chosen)
{
    cft_map_reads reads = {{true, true}, {true, true}};
    chatfmt_model_template row;
    for (int tools = 0; tools < 2; tools++)
        if (!chatfmt_model_choose(model, chosen, tools, &row, NULL)) {
            reads.tools[tools] = reads_word(row.source, CFT_LIT("tools"));
            reads.documents[tools] = reads_word(row.source, CFT_LIT("documents"));
        }
    return reads;
}
