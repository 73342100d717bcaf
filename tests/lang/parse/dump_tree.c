/* tests/lang/parse/dump_tree.c - syntax trees as text, to be compared with Jinja's.
 *
 * Reads cases from stdin, each "FLAGS LENGTH\n" and LENGTH bytes of template source; FLAGS are
 * three letters for trim_blocks, lstrip_blocks and keep_trailing_newline, 1 or 0 each. Writes
 * for each "LENGTH\n" and LENGTH bytes: the tree as compare_trees.py makes it from Jinja's, or
 * "error STATUS LINE MESSAGE".
 */
#include "base/utf8.h"
#include "lang/parser.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct dump_text {
    char *data;
    size_t length, capacity;
} dump_text;

static void dump_bytes(dump_text *out, const char *data, size_t length)
{
    if (out->length + length > out->capacity) {
        out->capacity = (out->length + length) * 2;
        out->data = realloc(out->data, out->capacity);
        if (!out->data) exit(3);
    }
    memcpy(out->data + out->length, data, length);
    out->length += length;
}

/* printf, so that the compiler can check what is handed over. */
static void dump_format(dump_text *out, const char *format, ...) CFT_PRINTF(2, 3);

static void dump_format(dump_text *out, const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof text) exit(3);
    dump_bytes(out, text, (size_t)length);
}

/* As Python's json.dumps. */
static void dump_string(dump_text *out, cft_slice text)
{
    static const char plain[] = "\"\\\n\r\t\b\f", letters[] = "\"\\nrtbf";
    const char *at = text.data, *end = at + text.length;
    dump_bytes(out, "\"", 1);
    while (at < end) {
        uint32_t code = cft_utf8_next(&at);
        const char *simple = code && code < 0x80 ? strchr(plain, (int)code) : NULL;
        if (simple)
            dump_format(out, "\\%c", letters[simple - plain]);
        else if (code >= 0x10000)
            dump_format(out, "\\u%04x\\u%04x", (unsigned)(0xD800 + ((code - 0x10000) >> 10)),
                        (unsigned)(0xDC00 + ((code - 0x10000) & 0x3FF)));
        else if (code < 0x20 || code >= 0x7F)
            dump_format(out, "\\u%04x", (unsigned)code);
        else
            dump_format(out, "%c", (int)code);
    }
    dump_bytes(out, "\"", 1);
}

static void dump_value(dump_text *out, cft_value value)
{
    uint64_t bits;
    switch (value.kind) {
    case CFT_NONE: dump_format(out, " none"); break;
    case CFT_BOOL: dump_format(out, value.as.boolean ? " true" : " false"); break;
    case CFT_INT: dump_format(out, " %" PRId64, value.as.integer); break;
    case CFT_FLOAT:
        memcpy(&bits, &value.as.real, sizeof bits);
        dump_format(out, " float:%016" PRIx64, bits);
        break;
    case CFT_BIGINT:
        dump_bytes(out, " ", 1);
        dump_bytes(out, value.as.text, value.length);
        break;
    default: dump_bytes(out, " ", 1); dump_string(out, cft_text_of(value));
    }
}

static const char *const dump_kinds[CFT_NODE_KIND_COUNT] = {
    "const",  "name",      "nsref",      "tuple",       "list",    "dict",    "cond",
    "and",    "or",        "not",        "compare",     "operand", "binary",  "unary",
    "concat", "attr",      "item",       "slice",       "call",    "keyword", "filter",
    "test",   "output",    "text",       "for",         "if",      "set",     "setblock",
    "macro",  "callblock", "generation", "filterblock", "with",    "block",   "autoescape",
    "break",  "continue",  "loader"};

static void dump_list(dump_text *out, const cft_node *node);

static void dump_child(dump_text *out, const cft_node *node)
{
    if (!node) {
        dump_format(out, " -");
        return;
    }
    static const char *const binary[] = {"+", "-", "*", "/", "//", "%", "**"};
    static const char *const compare[] = {"==", "!=", "<", "<=", ">", ">=", "in", "not in"};
    static const char *const load[] = {"include", "import", "from", "extends"};
    dump_format(out, " (%s", dump_kinds[node->kind]);
    if (node->kind != CFT_EXPR_OPERAND) dump_format(out, ":%u", (unsigned)node->line);
    if (node->store) dump_format(out, " store");
    if (node->recursive) dump_format(out, " recursive");
    if (node->scoped) dump_format(out, " scoped");
    if (node->required) dump_format(out, " required");
    if (node->kind == CFT_EXPR_BINARY) dump_format(out, " %s", binary[node->operation]);
    if (node->kind == CFT_EXPR_OPERAND) dump_format(out, " %s", compare[node->operation]);
    if (node->kind == CFT_STMT_LOADER) dump_format(out, " %s", load[node->operation]);
    if (node->kind == CFT_EXPR_UNARY) dump_format(out, " %c", node->operation);
    if (node->name.length) {
        dump_bytes(out, " ", 1);
        dump_string(out, node->name);
    }
    if (node->text.length) {
        dump_bytes(out, " ", 1);
        dump_string(out, node->text);
    }
    switch ((cft_node_kind)node->kind) {
    case CFT_EXPR_CONST: dump_value(out, node->value); break;
    case CFT_EXPR_TUPLE:
    case CFT_EXPR_LIST:
    case CFT_EXPR_DICT:
    case CFT_EXPR_CONCAT:
    case CFT_STMT_OUTPUT: dump_list(out, node->a); break;
    case CFT_EXPR_COMPARE:
        dump_child(out, node->a);
        dump_list(out, node->b);
        break;
    case CFT_EXPR_CALL:
    case CFT_EXPR_FILTER:
    case CFT_EXPR_TEST:
        dump_child(out, node->a);
        dump_list(out, node->b);
        dump_list(out, node->c);
        dump_child(out, node->d);
        dump_child(out, node->e);
        break;
    case CFT_STMT_MACRO:
    case CFT_STMT_WITH:
        dump_list(out, node->a);
        dump_list(out, node->b);
        break;
    case CFT_STMT_CALL:
        dump_list(out, node->a);
        dump_list(out, node->c);
        dump_child(out, node->b);
        break;
    case CFT_STMT_LOADER:
        dump_list(out, node->a);
        dump_child(out, node->b);
        break;
    default:
        dump_child(out, node->a);
        dump_child(out, node->b);
        dump_child(out, node->c);
    }
    if (node->kind >= CFT_STMT_FOR) {
        dump_list(out, node->body);
        dump_list(out, node->elifs);
        dump_list(out, node->other);
    }
    dump_format(out, ")");
}

static void dump_list(dump_text *out, const cft_node *node)
{
    dump_format(out, " [");
    for (; node; node = node->next)
        dump_child(out, node);
    dump_format(out, "]");
}

int main(void)
{
    char flags[4];
    size_t length;
    chatfmt_limits limits = CHATFMT_LIMITS_INIT;
    limits.source_bytes = 1 << 24;
    limits.depth = 256;
    limits.integer_digits = 4300;
    dump_text out = {NULL, 0, 0};
    cft_arena arena;
    cft_arena_init(&arena, NULL);
    while (scanf("%3s %zu", flags, &length) == 2 && getchar() == '\n') {
        char *source = malloc(length + 1);
        if (!source || fread(source, 1, length, stdin) != length) return 3;
        cft_syntax_options options = {flags[0] == '1', flags[1] == '1', flags[2] == '1', false};
        cft_parse_result result;
        chatfmt_error error;
        cft_arena_reset(&arena);
        out.length = 0;
        cft_error_clear(&error);
        if (cft_parse(&arena, cft_slice_of(source, length), &options, &limits, &result,
                      &error) == CHATFMT_OK)
            dump_list(&out, result.body);
        else
            dump_format(&out, "error %d %u %s", (int)error.status, (unsigned)error.line,
                        error.text);
        free(source);
        printf("%zu\n", out.length);
        fwrite(out.data, 1, out.length, stdout);
    }
    free(out.data);
    cft_arena_free(&arena);
    return 0;
}
