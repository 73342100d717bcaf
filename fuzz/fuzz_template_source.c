/* fuzz/fuzz_template_source.c - any bytes to the parser alone, and a look at the tree it makes.
 *
 * The first byte chooses the options. Every node must stand in the source, be met once, and
 * have names and text that are inside of it or valid by themselves.
 */
#include "base/utf8.h"
#include "lang/parser.h"

#include "fuzz.h"

typedef struct tree_look {
    cft_slice source;
    size_t nodes, most;
} tree_look;

static void tree_require(bool holds)
{
    if (!holds) abort();
}

static void tree_check_value(cft_value value)
{
    if (value.kind == CFT_BIGINT)
        for (uint32_t i = 0; i < value.length; i++)
            tree_require(value.as.text[i] >= '0' && value.as.text[i] <= '9');
    if (value.kind != CFT_STRING) return;
    const char *at = value.as.text, *end = at + value.length;
    while (at < end) {
        char again[4];
        const char *begin = at;
        size_t length = cft_utf8_put(again, cft_utf8_next(&at));
        tree_require(at <= end && length == (size_t)(at - begin) &&
                     memcmp(again, begin, length) == 0);
    }
    tree_require(!(value.flags & CFT_STR_ASCII) || cft_ascii_only(value.as.text, value.length));
}

static void tree_check(tree_look *look, const cft_node *node)
{
    for (; node; node = node->next) {
        tree_require(++look->nodes <= look->most);
        tree_require(node->kind < CFT_NODE_KIND_COUNT && node->line >= 1);
        tree_require(node->offset <= look->source.length &&
                     node->length <= look->source.length - node->offset);
        if (node->kind == CFT_STMT_TEXT)
            tree_require(node->text.length > 0 && node->text.data >= look->source.data &&
                         node->text.data + node->text.length <=
                             look->source.data + look->source.length);
        tree_require(cft_utf8_check(node->name.data, node->name.length) == node->name.length);
        if (node->kind == CFT_EXPR_CONST) tree_check_value(node->value);
        tree_check(look, node->a);
        tree_check(look, node->b);
        tree_check(look, node->c);
        tree_check(look, node->d);
        tree_check(look, node->e);
        tree_check(look, node->body);
        tree_check(look, node->elifs);
        tree_check(look, node->other);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > 8192) return 0;
    cft_syntax_options options = {data[0] & 1, data[0] & 2, data[0] & 4, false};
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    limits.source_bytes = 8000;
    limits.depth = data[0] & 8 ? 3 : 256;
    limits.integer_digits = data[0] & 16 ? 30 : 4300;
    char *exact = malloc(size); /* so that reading one byte further shows */
    tree_require(exact != NULL);
    memcpy(exact, data + 1, size - 1);
    cft_arena arena;
    cft_arena_init(&arena, NULL);
    cft_parse_result result;
    chatfmt_error error;
    cft_error_clear(&error);
    chatfmt_status status =
        cft_parse(&arena, cft_slice_of(exact, size - 1), &options, &limits, &result, &error);
    free(exact);
    tree_require(error.status == status);
    if (status == CHATFMT_OK) {
        tree_look look = {result.source, 0, 2 * size + 8};
        tree_check(&look, result.body);
    } else {
        tree_require(status == CHATFMT_SYNTAX || status == CHATFMT_LIMIT ||
                     status == CHATFMT_VALUE || status == CHATFMT_INPUT);
        tree_require(error.text[0] != '\0');
        tree_require((size_t)error.offset + error.length <= size);
    }
    cft_arena_free(&arena);
    return 0;
}
