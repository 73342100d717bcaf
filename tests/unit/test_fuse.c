/* tests/unit/test_fuse.c - fused instructions do what the plain ones do.
 *
 * Each template is compiled twice, and in the second program every fused instruction is put
 * back to the one that it stands for. Both have to give the same text with the same spans, or
 * fail alike at the same place.
 */
#include "api/api_render.h"
#include "chatfmt/chatfmt.h"
#include "lang/opcode.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The plain instruction of a fused one; *count grows by one for each. */
static uint32_t fuse_plain(const cft_program *program, uint32_t word, unsigned *count)
{
    uint32_t rest = word & ~(uint32_t)0xFF;
    ++*count;
    switch (word & 0xFF) {
    case CFT_OP_WRITE: return program->writes[word >> 8].word;
    case CFT_OP_LOAD_JUMP:
    case CFT_OP_LOAD_IS: return rest | CFT_OP_LOAD;
    case CFT_OP_ATTR_COMPARE: return rest | CFT_OP_LOAD_ATTR;
    case CFT_OP_ITEM_COMPARE: return rest | CFT_OP_LOAD_ITEM_TEXT;
    case CFT_OP_FOR_NEXT_UNPACK: return rest | CFT_OP_FOR_NEXT;
    default: --*count; return word;
    }
}

static unsigned fuse_undo(cft_program *program)
{
    unsigned count = 0;
    for (uint32_t pc = 0; pc < program->code_length; pc += cft_op_words(&program->code[pc]))
        program->code[pc] = fuse_plain(program, program->code[pc], &count);
    return count;
}

static const char *const templates[] = {
    "{% for m in messages %}{{ '<|' + m.role + '|>\n' + m['content'] + '<|end|>' + '\n' }}{% "
    "endfor %}",
    "{% for m in messages %}{{ m.role }}: {{ m.content }}|{{ m.name }}{% endfor %}",
    "{% for m in messages %}<{{ m.role ~ ':' ~ m.content ~ '!' }}>{% endfor %}",
    "{% for m in messages %}{% if m.role == 'user' %}U{% elif m['role'] != 'system' %}A{% "
    "endif %}{% endfor %}",
    "{% for a, b in pairs %}{{ a }}{{ ',' }}{{ b }};{% endfor %}",
    "{% for a, b in pairs %}{% set c = b %}{{ a }}{{ c if odd else a }}{% endfor %}",
    "{% for a, b in ragged %}{{ a }}{{ b }}{% endfor %}",
    "{% for m in messages %}{{ 'a' + m.content + (sep if odd else sep2) }}{% endfor %}",
    "{% for m in messages %}{{ 'a' + m.content + (sep if odd else 'text') + 'b' }}{% endfor %}",
    "{% for m in messages %}{{ loop.index }}{{ m.role }}{{ loop.last }}{% endfor %}",
    "{% for x in mixed %}{{ x }}{{ '-' }}{{ x }}|{% endfor %}",
    "{% for x in mixed %}{% if x %}t{% endif %}{% if x is string %}s{% endif %}{% if not x "
    "%}f{% endif %}{% endfor %}",
    "{% for x in mixed %}{{ 'pre' + x + 'post' }}{% endfor %}",
    "a{{ sep }}b{{ nobody }}c{{ 1 }}d{{ sep + nobody }}e",
    "{% set t %}{{ sep }}x{{ sep2 }}{% endset %}a{{ t }}b{{ t + t }}c{{ t[1:] }}",
    "{% macro f(x) %}[{{ x }}]{% endmacro %}{{ sep }}{{ f(sep) }}{{ 'q' + f(sep) + sep2 }}",
    "{% set s = 'abcdef' %}{{ s[:2] }}{{ s[2:] }}{{ s }}",
    "{% set m = sep|safe %}{{ 'a' + m + 'b' }}{{ m }}{{ '<' + m }}",
    "{% for m in messages %}{% generation %}{{ m.role }}{{ ' ' }}{{ m.content }}{% "
    "endgeneration %}{% endfor %}",
    "{% for m in messages %}{% if m.content is string %}{{ m.content }}{% else %}{{ "
    "m.content|tojson }}{% endif %}"
    "{% if m.content == '' %}empty{% endif %}{% endfor %}",
    "{{ mixed|tojson }}{{ mixed }}{{ messages|tojson(indent=2) }}{{ "
    "pairs|tojson(separators=(';', '=')) }}",
    "{% for m in messages if m.role == 'user' %}{{ m.role }}{{ m.content }}{% else %}none{% "
    "endfor %}",
    "{{ 'x' if sep else 'y' }}{{ sep if odd }}{{ (sep if odd else 'z') ~ sep2 }}",
    "{% for m in messages %}{{ sep }}[{{ loop.index0 // 2 + 1 }}|{{ loop.index % 3 * 2 }}|{{ "
    "loop.index0 - 1 }}]{% if loop.first %}F{% else %}-{% endif %}{{ m.role }}{% if not loop.last "
    "%}{{ sep2 }},{% endif %}{% endfor %}",
    "{% set n = 2 %}{% for x in mixed %}{{ sep }}{{ loop.index0 + n }}{{ loop.index // loop.index0 "
    "}}{% endfor %}",
    "{% for x in mixed %}{{ sep }}{{ loop.index + x }}{% endfor %}",
    "{% for x in mixed if x %}{{ sep }}{{ loop.index + 3 }}{% if loop.last %}L{% endif %}{% if not "
    "loop.first %}N{% endif %}{% endfor %}",
    "{% for a, b in pairs %}{% for c, d in ragged %}{{ a }}{{ c }}{% set e = d %}{{ e }}{% endfor "
    "%}{% if a is string %}{% set f = b %}{{ f }}{{ a }}{% endif %}{{ f }}{{ sep }}{% endfor %}",
    "{% for m in messages %}{{ sep }}{% if m.role != 'user' %}{{ 'n' + m.role }}{% endif %}{% if "
    "sep2 is not none %}{{ sep2 }}{% endif %}{% if odd is boolean %}{{ 'b' + m.content + 'c' }}{% "
    "endif %}{% endfor %}",
    "{% for m in messages %}{{ m.content.strip() + sep }}{{ m.role|upper }}{{ m.role }}{% "
    "endfor %}",
};

static const char *const contexts[] = {
    "{\"messages\": [{\"role\": \"system\", \"content\": \"be kind\"}, {\"role\": \"user\", "
    "\"content\": \"hi\"},"
    " {\"role\": \"assistant\", \"content\": \"a longer answer, of more than thirty-two bytes, "
    "\\u00e9\"}],"
    " \"pairs\": [[\"a\", \"b\"], [\"c\", \"\"]], \"ragged\": [[\"a\", \"b\"], [\"c\"]], "
    "\"sep\": \"\\n\","
    " \"sep2\": \"</s>\", \"odd\": true, \"mixed\": [\"a\", 1, null, true, 2.5, [\"x\"], "
    "{\"k\": \"v\"}, \"\"]}",
    ("{\"messages\": [{\"content\": \"hi\", \"role\": \"user\"}, {\"role\": \"user\", "
    "\"content\": null},"
    " {\"role\": 3, \"content\": [{\"type\": \"text\"}]}, {}, \"text\"], \"pairs\": [[1, "
    "null], \"xy\", {\"a\": 1,"
    " \"b\": 2}], \"ragged\": [], \"sep\": \"\", \"sep2\": \"x\", \"odd\": 0, \"mixed\": "
    "[\"only\", \"text\"]}"),
    "{\"messages\": [], \"pairs\": [[\"a\", \"b\", \"c\"]], \"mixed\": [\"<a>\", "
    "\"\\\"q\\\"\"], \"odd\": \"\"}",
};

typedef struct fuse_result {
    chatfmt_renderer *renderer;
    chatfmt_status status;
    chatfmt_slice text;
    chatfmt_error error;
    const chatfmt_span *spans;
    size_t count;
} fuse_result;

static void fuse_render(chatfmt_template *compiled, const char *json, bool spans,
                        fuse_result *out)
{
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    if (spans) options.flags = CHATFMT_RENDER_SPANS;
    assert_int_equal(chatfmt_renderer_new(NULL, &out->renderer, NULL), CHATFMT_OK);
    /* Twice: the first time finds no room for anything. */
    for (int i = 0; i < 2; i++)
        out->status = chatfmt_render_json(out->renderer, compiled, json, strlen(json), &options,
                                          &out->text, &out->error);
    out->count = 0;
    if (spans && out->status == CHATFMT_OK)
        assert_int_equal(chatfmt_renderer_spans(out->renderer, &out->spans, &out->count, NULL),
                         CHATFMT_OK);
}

static void fuse_compare(const fuse_result *a, const fuse_result *b)
{
    assert_int_equal(a->status, b->status);
    if (a->status != CHATFMT_OK) {
        assert_string_equal(a->error.text, b->error.text);
        assert_int_equal(a->error.offset, b->error.offset);
        assert_int_equal(a->error.length, b->error.length);
        return;
    }
    assert_int_equal(a->text.length, b->text.length);
    assert_memory_equal(a->text.data, b->text.data, a->text.length);
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const chatfmt_span *x = &a->spans[i], *y = &b->spans[i];
        assert_int_equal(x->begin, y->begin);
        assert_int_equal(x->end, y->end);
        assert_int_equal(x->kind, y->kind);
        assert_int_equal(x->flags, y->flags);
        assert_int_equal(x->generation, y->generation);
        assert_int_equal(x->offset, y->offset);
        assert_int_equal(x->path.length, y->path.length);
        assert_memory_equal(x->path.data, y->path.data, x->path.length);
    }
}

static void test_same_as_plain(void **state)
{
    unsigned fused = 0;
    (void)state;
    for (size_t i = 0; i < sizeof templates / sizeof *templates; i++) {
        chatfmt_template *one, *two;
        size_t length = strlen(templates[i]);
        assert_int_equal(chatfmt_template_compile(templates[i], length, NULL, &one, NULL),
                         CHATFMT_OK);
        assert_int_equal(chatfmt_template_compile(templates[i], length, NULL, &two, NULL),
                         CHATFMT_OK);
        fused += fuse_undo(two->program);
        assert_int_equal(fuse_undo(two->program), 0);
        for (size_t k = 0; k < 2 * sizeof contexts / sizeof *contexts; k++) {
            fuse_result a, b;
            fuse_render(one, contexts[k / 2], k % 2, &a);
            fuse_render(two, contexts[k / 2], k % 2, &b);
            fuse_compare(&a, &b);
            chatfmt_renderer_free(a.renderer);
            chatfmt_renderer_free(b.renderer);
        }
        chatfmt_template_free(one);
        chatfmt_template_free(two);
    }
    assert_in_range(fused, 30, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_as_plain)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
