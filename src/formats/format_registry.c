/* formats/format_registry.c - formats by name: the built-in rows and the user's.
 *
 * A user's row is kept as the values its JSON was read into; nothing of it changes afterwards, so
 * a registry may be read from many threads.
 */
#include "formats/format_check.h"
#include "formats/format_names.h"
#include "formats/formats_data.h"

#include "base/report.h"
#include "value/json_read.h"

typedef struct user_format {
    cft_format_info info;
    const cft_dict *defaults; /* may be NULL */
    const cft_dict *row;
} user_format;

struct cft_format_registry {
    chatfmt_allocator allocator;
    cft_heap heap; /* rows and texts */
    user_format *formats;
    size_t count, capacity;
};

cft_value cft_format_field(const cft_dict *fields, cft_slice name)
{
    const cft_entry *entry = fields ? cft_dict_find_text(fields, name) : NULL;
    return entry ? entry->value : cft_absent();
}

bool cft_format_prepares(const cft_dict *fields, cft_slice what)
{
    cft_value list = cft_format_field(fields, CFT_LIT("prepare"));
    for (uint32_t i = 0; list.kind == CFT_LIST && i < list.as.list->count; i++)
        if (list.as.list->items[i].kind == CFT_STRING &&
            cft_slice_equal(cft_text_of(list.as.list->items[i]), what))
            return true;
    return false;
}

/* ---- Building a format from rows ---- */

static chatfmt_status format_merge(cft_heap *heap, cft_dict *into, const cft_dict *from)
{
    for (uint32_t i = 0; from && i < from->count; i++)
        CFT_TRY(cft_dict_put(heap, into, from->entries[i].key, from->entries[i].value));
    return CHATFMT_OK;
}

/* Origin numbers of a format's own scalars stay clear of those of the input. */
enum { FORMAT_ORIGIN_DEFAULTS = 0x40000000, FORMAT_ORIGIN_ROW = 0x50000000 };

static chatfmt_status format_read(cft_heap *heap, cft_slice json, uint32_t base,
                                  const cft_dict **out)
{
    cft_json_options options = {.base = base};
    cft_value value;
    CFT_TRY(cft_json_read(heap, json, &options, &value, NULL));
    if (value.kind != CFT_DICT)
        return cft_raise(heap, CHATFMT_INPUT,
                         "not an object; formats are written {\"formats\": [{\"name\": …}]}");
    *out = value.as.dict;
    return CHATFMT_OK;
}

/* Which template the fields ask for: their own `template`, a named `program`, or a style. */
static chatfmt_status format_choose_program(cft_heap *heap, cft_format *format,
                                            cft_slice usual)
{
    cft_value own = cft_format_field(format->fields, CFT_LIT("template"));
    cft_value named = cft_format_field(format->fields, CFT_LIT("program"));
    format->program = NULL;
    format->text = CFT_LIT("");
    format->kind = CFT_PROGRAM_STYLE;
    if (own.kind == CFT_STRING) {
        format->text = cft_text_of(own);
        format->kind = CFT_PROGRAM_MESSAGES;
        return CHATFMT_OK;
    }
    if (named.kind == CFT_STRING)
        usual = cft_text_of(named);
    if (usual.length && !cft_format_field(format->fields, CFT_LIT("sep_style")).kind) {
        format->program = cft_format_program_find(usual);
        if (!format->program)
            return cft_format_no_program(usual, heap->error);
    } else {
        format->program =
            cft_format_style(cft_format_field(format->fields, CFT_LIT("sep_style")));
    }
    if (format->program) {
        format->text = format->program->text;
        format->kind = format->program->kind;
    }
    return CHATFMT_OK;
}

/* The defaults of the built-in rows that use the same program; FastChat's for a style, none
 * for a program that no row uses. */
static chatfmt_status format_usual_defaults(cft_heap *heap, cft_slice program,
                                            const cft_dict **out)
{
    const cft_format_set *set = program.length ? NULL : cft_format_builtin_set(0);
    for (size_t i = 0; !set && i < cft_format_builtin_count(); i++)
        if (cft_slice_equal(cft_format_builtin_row(i)->program, program))
            set = cft_format_builtin_set(cft_format_builtin_row(i)->set);
    *out = NULL;
    return set ? format_read(heap, set->defaults, FORMAT_ORIGIN_DEFAULTS, out) : CHATFMT_OK;
}

/* A field of a row or, when it has none, of the defaults. */
static cft_value format_row_field(const cft_dict *defaults, const cft_dict *row, cft_slice name)
{
    cft_value own = cft_format_field(row, name);
    return own.kind ? own : cft_format_field(defaults, name);
}

static chatfmt_status format_assemble(cft_heap *heap, const cft_dict *defaults,
                                      const cft_dict *row, cft_dict **out)
{
    CFT_TRY(cft_dict_new(heap, 16, out));
    CFT_TRY(format_merge(heap, *out, defaults));
    return format_merge(heap, *out, row);
}

/* The same for rows of the user's, with what built-in rows of that kind take for granted. A row
 * that names neither a template nor a program is a FastChat row. */
static chatfmt_status format_assemble_user(cft_heap *heap, const cft_dict *defaults,
                                           const cft_dict *row, cft_dict **out)
{
    const cft_dict *usual = NULL;
    cft_value program = format_row_field(defaults, row, CFT_LIT("program"));
    if (!format_row_field(defaults, row, CFT_LIT("template")).kind)
        CFT_TRY(format_usual_defaults(
            heap, program.kind == CFT_STRING ? cft_text_of(program) : CFT_LIT(""), &usual));
    CFT_TRY(cft_dict_new(heap, 16, out));
    CFT_TRY(format_merge(heap, *out, usual));
    CFT_TRY(format_merge(heap, *out, defaults));
    return format_merge(heap, *out, row);
}

static chatfmt_status format_open_builtin(cft_heap *heap, const cft_format_row *row,
                                          cft_format *out)
{
    const cft_format_set *set = cft_format_builtin_set(row->set);
    const cft_dict *defaults, *own;
    cft_dict *fields;
    CFT_TRY(format_read(heap, set->defaults, FORMAT_ORIGIN_DEFAULTS, &defaults));
    CFT_TRY(format_read(heap, row->json, FORMAT_ORIGIN_ROW, &own));
    CFT_TRY(format_assemble(heap, defaults, own, &fields));
    *out = (cft_format){.system = set->system, .name = row->name, .warning = row->warning,
                        .fields = fields};
    return format_choose_program(heap, out, row->program);
}

static chatfmt_status format_open_user(cft_heap *heap, const user_format *found,
                                       cft_format *out)
{
    cft_dict *fields;
    CFT_TRY(format_assemble_user(heap, found->defaults, found->row, &fields));
    *out = (cft_format){.system = found->info.system, .name = found->info.name,
                        .warning = found->info.warning, .fields = fields};
    return format_choose_program(heap, out, CFT_LIT(""));
}

chatfmt_status cft_format_of_record(cft_heap *heap, const cft_dict *record, cft_format *out)
{
    cft_dict *fields;
    CFT_TRY(format_assemble_user(heap, NULL, record, &fields));
    cft_value name = cft_format_field(fields, CFT_LIT("name"));
    *out = (cft_format){.system = CFT_LIT("fastchat"),
                        .name = name.kind == CFT_STRING ? cft_text_of(name) : CFT_LIT(""),
                        .fields = fields};
    return format_choose_program(heap, out, CFT_LIT(""));
}

/* ---- Finding ---- */

static const user_format *registry_find(const cft_format_registry *registry, cft_slice system,
                                        cft_slice name)
{
    for (size_t i = registry ? registry->count : 0; i-- > 0;) {
        const user_format *format = &registry->formats[i];
        if (!cft_slice_equal(format->info.name, name)) continue;
        if (!system.data || cft_slice_equal(format->info.system, system)) return format;
    }
    return NULL;
}

chatfmt_status cft_format_open(const cft_format_registry *registry, cft_heap *heap,
                               cft_slice name, cft_format *out)
{
    const char *slash = name.length ? memchr(name.data, '/', name.length) : NULL;
    cft_slice system = {NULL, 0}, rest = name;
    if (slash) {
        system = cft_slice_of(name.data, (size_t)(slash - name.data));
        rest = cft_slice_of(slash + 1, name.length - system.length - 1);
    }
    const user_format *user = registry_find(registry, system, rest);
    if (user) return format_open_user(heap, user, out);
    const cft_format_row *row = cft_format_builtin_find(system, rest);
    if (row) return format_open_builtin(heap, row, out);
    return cft_format_no_format(name, cft_format_nearest(registry, name), heap->error);
}

/* ---- The user's registry ---- */

chatfmt_status cft_format_registry_new(const chatfmt_allocator *allocator,
                                       cft_format_registry **out)
{
    chatfmt_allocator memory = cft_allocator_or_default(allocator);
    cft_format_registry *registry = cft_allocate(&memory, sizeof *registry);
    *out = registry;
    if (!registry) return CHATFMT_NO_MEMORY;
    *registry = (cft_format_registry){.allocator = memory};
    cft_heap_init(&registry->heap, &memory);
    chatfmt_limits limits = cft_default_limits;
    limits.fuel = UINT64_MAX;
    cft_heap_reset(&registry->heap, &limits, NULL);
    return CHATFMT_OK;
}

void cft_format_registry_free(cft_format_registry *registry)
{
    if (!registry) return;
    chatfmt_allocator memory = registry->allocator;
    cft_heap_free(&registry->heap);
    cft_release(&memory, registry->formats, registry->capacity * sizeof *registry->formats);
    cft_release(&memory, registry, sizeof *registry);
}

static chatfmt_status registry_grow(cft_format_registry *registry, size_t extra)
{
    user_format *grown =
        cft_array_room(&registry->allocator, registry->formats, &registry->capacity,
                       registry->count + extra, sizeof *grown);
    if (!grown) return cft_raise(&registry->heap, CHATFMT_NO_MEMORY, "out of memory");
    registry->formats = grown;
    return CHATFMT_OK;
}

static cft_slice registry_text(const cft_dict *object, cft_slice name)
{
    cft_value value = cft_format_field(object, name);
    return value.kind == CFT_STRING ? cft_text_of(value) : CFT_LIT("");
}

/* The system that the file says. A conversation's name is one of FastChat's templates. */
static cft_slice registry_system(const cft_dict *file)
{
    cft_slice said = registry_text(file, CFT_LIT("system"));
    if (said.length) return said;
    return cft_format_field(file, CFT_LIT("conv")).kind ? CFT_LIT("fastchat") : CFT_LIT("user");
}

/* One row of the file: checked as far as its name and template go, then kept. */
static chatfmt_status registry_add_row(cft_format_registry *registry, const cft_dict *file,
                                       cft_value row, bool override)
{
    cft_heap *heap = &registry->heap;
    if (row.kind != CFT_DICT)
        return cft_raise(heap, CHATFMT_INPUT, "a format is not a JSON object");
    user_format added = {.row = row.as.dict};
    added.info.system = registry_system(file);
    added.info.warning = registry_text(added.row, CFT_LIT("warning"));
    if (!added.info.warning.length)
        added.info.warning = registry_text(file, CFT_LIT("warning"));
    added.info.name = registry_text(added.row, CFT_LIT("name"));
    cft_value defaults = cft_format_field(file, CFT_LIT("defaults"));
    if (defaults.kind == CFT_DICT) added.defaults = defaults.as.dict;
    cft_slice name = added.info.name;
    if (!name.length || memchr(name.data, '/', name.length))
        return cft_raise(heap, CHATFMT_INPUT, "a format needs a name without '/'");
    if (!override && (registry_find(registry, added.info.system, name) ||
                      cft_format_builtin_find(added.info.system, name)))
        return cft_raise(heap, CHATFMT_EXISTS, "%.*s has been registered.", (int)name.length,
                         name.data);
    cft_format opened;
    CFT_TRY(cft_format_check_kinds(heap, added.defaults, added.row));
    CFT_TRY(format_open_user(heap, &added, &opened));
    if (opened.program || !opened.text.length)
        CFT_TRY(cft_format_check_defaults(heap, added.defaults));
    CFT_TRY(cft_format_check_row(heap, added.row, &opened));
    if (opened.program) added.info.program = opened.program->name;
    CFT_TRY(registry_grow(registry, 1));
    registry->formats[registry->count++] = added;
    return CHATFMT_OK;
}

static chatfmt_status registry_add_file(cft_format_registry *registry, cft_slice json,
                                        bool override)
{
    cft_heap *heap = &registry->heap;
    void *copy;
    const cft_dict *file;
    CFT_TRY(cft_heap_take(heap, json.length, &copy));
    if (json.length) memcpy(copy, json.data, json.length);
    CFT_TRY(format_read(heap, cft_slice_of(copy, json.length), FORMAT_ORIGIN_ROW, &file));
    CFT_TRY(cft_format_check_file(heap, file));
    cft_value conversation = cft_format_field(file, CFT_LIT("conv"));
    if (conversation.kind == CFT_DICT)
        return registry_add_row(registry, file, conversation, override);
    cft_value rows = cft_format_field(file, CFT_LIT("formats"));
    if (rows.kind != CFT_LIST)
        return cft_raise(
            heap, CHATFMT_INPUT,
            "a file of formats needs a list \"formats\", or the conversation \"conv\"");
    for (uint32_t i = 0; i < rows.as.list->count; i++) {
        chatfmt_status status = registry_add_row(registry, file, rows.as.list->items[i], override);
        if (status) return cft_format_blame_item(heap->error, status, "formats", i, "");
    }
    return CHATFMT_OK;
}

chatfmt_status cft_format_registry_add(cft_format_registry *registry, cft_slice json,
                                       bool override, chatfmt_error *error)
{
    size_t before = registry->count;
    registry->heap.error = error;
    chatfmt_status status = registry_add_file(registry, json, override);
    registry->heap.error = NULL;
    if (status != CHATFMT_OK) registry->count = before;
    return status;
}

size_t cft_format_registry_count(const cft_format_registry *registry)
{
    return registry ? registry->count : 0;
}

cft_format_info cft_format_registry_info(const cft_format_registry *registry, size_t index)
{
    return registry->formats[index].info;
}
