/* api/api_formats.c - chatfmt/formats.h: formats by name, and rendering with one. */
#include "api/api_check.h"
#include "api/api_render.h"
#include "chat/formats.h"
#include "formats/format_names.h"
#include "value/list.h"

/* ---- The user's formats ---- */

chatfmt_status chatfmt_formats_new(const chatfmt_allocator *allocator, chatfmt_formats **out,
                                   chatfmt_error *error)
{
    cft_error_clear(error);
    if (!out) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "out is NULL");
    *out = NULL;
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    chatfmt_formats *formats = cft_allocate(&memory, sizeof *formats);
    if (!formats) return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    formats->allocator = memory;
    if (cft_format_registry_new(&memory, &formats->registry)) {
        cft_release(&memory, formats, sizeof *formats);
        return cft_fail(error, CHATFMT_NO_MEMORY, "out of memory");
    }
    *out = formats;
    return CHATFMT_OK;
}

void chatfmt_formats_free(chatfmt_formats *formats)
{
    if (!formats) return;
    chatfmt_allocator memory = formats->allocator;
    cft_format_registry_free(formats->registry);
    cft_release(&memory, formats, sizeof *formats);
}

chatfmt_status chatfmt_formats_add(chatfmt_formats *formats, const char *json, size_t length,
                                   uint32_t flags, chatfmt_error *error)
{
    cft_error_clear(error);
    if (!formats) return cft_fail(error, CHATFMT_BAD_ARGUMENT, "formats is NULL");
    CFT_TRY(cft_api_flags(flags, CHATFMT_FORMATS_OVERRIDE, "flags", error));
    CFT_TRY(cft_api_text(json, length, "json", error));
    return cft_format_registry_add(formats->registry, cft_slice_of(json, length),
                                   (flags & CHATFMT_FORMATS_OVERRIDE) != 0, error);
}

static const cft_format_registry *formats_registry(const chatfmt_formats *formats)
{
    return formats ? formats->registry : NULL;
}

size_t chatfmt_formats_count(const chatfmt_formats *formats)
{
    return cft_format_registry_count(formats_registry(formats)) + cft_format_builtin_count();
}

chatfmt_format_info chatfmt_formats_info(const chatfmt_formats *formats, size_t index)
{
    const cft_slice none = {"", 0};
    size_t own = cft_format_registry_count(formats_registry(formats));
    if (index >= own + cft_format_builtin_count())
        return (chatfmt_format_info){none, none, none, none};
    cft_format_info info = index < own
                               ? cft_format_registry_info(formats->registry, own - 1 - index)
                               : cft_format_builtin_info(index - own);
    return (chatfmt_format_info){info.system, info.name,
                                 info.program.data ? info.program : none,
                                 info.warning.data ? info.warning : none};
}

/* ---- One format ---- */

chatfmt_status chatfmt_format_open(const chatfmt_formats *formats, const char *name,
                                   size_t length, const chatfmt_allocator *allocator,
                                   chatfmt_format **out, chatfmt_error *error)
{
    if (out) *out = NULL;
    cft_error_clear(error);
    CFT_TRY(cft_api_text(name, length, "name", error));
    return cft_format_load(formats_registry(formats), cft_slice_of(name, length), false,
                           allocator, out, error);
}

chatfmt_status chatfmt_format_open_styled(const chatfmt_formats *formats, const char *name,
                                          size_t length, const chatfmt_allocator *allocator,
                                          chatfmt_format **out, chatfmt_error *error)
{
    if (out) *out = NULL;
    cft_error_clear(error);
    CFT_TRY(cft_api_text(name, length, "name", error));
    return cft_format_load(formats_registry(formats), cft_slice_of(name, length), true,
                           allocator, out, error);
}

void chatfmt_format_free(chatfmt_format *format)
{
    if (format) cft_format_close(format);
}

chatfmt_format_info chatfmt_format_about(const chatfmt_format *format)
{
    const cft_slice none = {"", 0};
    if (!format) return (chatfmt_format_info){none, none, none, none};
    const cft_format *f = &format->format;
    return (chatfmt_format_info){f->system, f->name, f->program ? f->program->name : none,
                                 f->warning.data ? f->warning : none};
}

chatfmt_value chatfmt_format_fields(const chatfmt_format *format)
{
    return cft_wrap(format ? cft_dict_value(format->format.fields) : cft_absent());
}

size_t chatfmt_format_stop_count(const chatfmt_format *format)
{
    cft_value stops = cft_format_stops(format);
    if (stops.kind == CFT_STRING) return stops.length ? 1 : 0;
    return stops.kind == CFT_LIST ? stops.as.list->count : 0;
}

chatfmt_slice chatfmt_format_stop(const chatfmt_format *format, size_t index)
{
    cft_value stops = cft_format_stops(format);
    if (index >= chatfmt_format_stop_count(format)) return (chatfmt_slice){"", 0};
    if (stops.kind == CFT_LIST) stops = stops.as.list->items[index];
    return stops.kind == CFT_STRING ? cft_text_of(stops) : (chatfmt_slice){"", 0};
}

int chatfmt_format_stops_at_eos(const chatfmt_format *format)
{
    return format &&
           cft_format_field(format->format.fields, CFT_LIT("STOP_WORDS")).kind != CFT_ABSENT;
}

size_t chatfmt_format_stop_id_count(const chatfmt_format *format)
{
    cft_value ids = cft_format_items(format, CFT_LIT("stop_token_ids"), CFT_LIT("stop_token_ids"));
    return ids.kind == CFT_LIST ? ids.as.list->count : 0;
}

int64_t chatfmt_format_stop_id(const chatfmt_format *format, size_t index)
{
    if (index >= chatfmt_format_stop_id_count(format)) return -1;
    cft_value ids = cft_format_items(format, CFT_LIT("stop_token_ids"), CFT_LIT("stop_token_ids"));
    cft_value id = ids.as.list->items[index];
    return id.kind == CFT_INT ? id.as.integer : -1;
}

const char *chatfmt_format_error_kind(const chatfmt_error *error)
{
    return error ? cft_format_error_kind(error) : "";
}
