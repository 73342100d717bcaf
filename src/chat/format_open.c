/* chat/format_open.c - a format ready to render: a copy of its row, and its template compiled. */
#include "builtins/builtins.h"
#include "chat/formats.h"
#include "formats/format_names.h"
#include "value/list.h"

chatfmt_status cft_format_compile(const chatfmt_allocator *allocator, cft_program_kind kind,
                                  cft_slice text, cft_program **out, chatfmt_error *error)
{
    *out = NULL;
    if (kind == CFT_PROGRAM_STYLE && !text.length) return CHATFMT_OK;
    cft_syntax_options syntax = {.trim_blocks = true, .lstrip_blocks = true};
    chatfmt_limits limits = cft_default_limits;
    return cft_compile(allocator, text, &syntax, &limits, &cft_builtins_default, out, error);
}

static chatfmt_status format_load(chatfmt_format *format, const cft_format_registry *registry,
                                  cft_slice name, bool styled, chatfmt_error *error)
{
    chatfmt_limits limits = cft_default_limits;
    limits.fuel = UINT64_MAX;
    cft_heap_init(&format->heap, &format->allocator);
    cft_heap_reset(&format->heap, &limits, error);
    CFT_TRY(cft_format_resolve(registry, &format->heap, name, styled, &format->format));
    return cft_format_compile(&format->allocator, format->format.kind, format->format.text,
                              &format->compiled, error);
}

chatfmt_status cft_format_load(const cft_format_registry *registry, cft_slice name,
                               bool styled, const chatfmt_allocator *allocator,
                               chatfmt_format **out, chatfmt_error *error)
{
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    chatfmt_format *format = cft_allocate(&memory, sizeof *format);
    if (!format) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    memset(format, 0, sizeof *format);
    format->allocator = memory;
    chatfmt_status status = format_load(format, registry, name, styled, error);
    format->heap.error = NULL;
    if (status == CHATFMT_OK) *out = format;
    else cft_format_close(format);
    return status;
}

void cft_format_close(chatfmt_format *format)
{
    chatfmt_allocator memory = format->allocator;
    cft_program_free(format->compiled);
    cft_heap_free(&format->heap);
    cft_release(&memory, format, sizeof *format);
}

chatfmt_status cft_format_check_style(const cft_format *format, const char *what,
                                      const char *name, chatfmt_error *error)
{
    if (format->kind == CFT_PROGRAM_STYLE) return CHATFMT_OK;
    return cft_fail(error, CHATFMT_UNSUPPORTED,
                    "invalid_style: %.*s/%.*s has no separator style, which %s%s needs: take one "
                    "of FastChat's formats",
                    (int)format->system.length, format->system.data, (int)format->name.length,
                    format->name.data, what, name);
}

/* A field that is one item or a list of them, under either of two names. */
cft_value cft_format_items(const chatfmt_format *format, cft_slice name, cft_slice other)
{
    if (!format) return cft_none();
    cft_value value = cft_format_field(format->format.fields, name);
    if (value.kind == CFT_ABSENT) value = cft_format_field(format->format.fields, other);
    return value;
}

cft_value cft_format_stops(const chatfmt_format *format)
{
    cft_value stops = cft_format_items(format, CFT_LIT("stop_str"), CFT_LIT("STOP_WORDS"));
    if (stops.kind == CFT_ABSENT && format)
        stops = cft_format_field(format->format.fields, CFT_LIT("stop_words"));
    return stops;
}

/* The format, or another program with its fields. */
chatfmt_status cft_format_with_program(const chatfmt_format *format, cft_slice program,
                                       cft_format *out, chatfmt_error *error)
{
    *out = format->format;
    if (!program.length) return CHATFMT_OK;
    out->program = cft_format_program_find(program);
    if (!out->program) return cft_format_no_program(program, error);
    out->text = out->program->text;
    out->kind = out->program->kind;
    return CHATFMT_OK;
}
