/* formats/format_names.c - a format by what people call it. */
#include "formats/format_names.h"

#include "base/suggest.h"
#include "formats/match.h"

/* The formats in the order in which names are looked for: the user's, the newest first, then the
 * built-in ones. */
static size_t called_count(const cft_format_registry *registry)
{
    return cft_format_registry_count(registry) + cft_format_builtin_count();
}

static cft_format_info called_at(const cft_format_registry *registry, size_t index)
{
    size_t own = cft_format_registry_count(registry);
    return index < own ? cft_format_registry_info(registry, own - 1 - index)
                       : cft_format_builtin_info(index - own);
}

static char called_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool called_alike(cft_slice a, cft_slice b)
{
    if (a.length != b.length) return false;
    for (size_t i = 0; i < a.length; i++)
        if (called_lower(a.data[i]) != called_lower(b.data[i])) return false;
    return true;
}

/* "system/name" of a format, opened. */
static chatfmt_status called_open(const cft_format_registry *registry, cft_heap *heap,
                                 cft_slice system, cft_slice name, cft_format *out)
{
    void *room;
    char *text;
    CFT_TRY(cft_heap_take(heap, system.length + 1 + name.length, &room));
    text = room;
    memcpy(text, system.data, system.length);
    text[system.length] = '/';
    memcpy(text + system.length + 1, name.data, name.length);
    return cft_format_open(registry, heap, cft_slice_of(text, system.length + 1 + name.length),
                           out);
}

typedef bool (*called_fits)(cft_format_info info, cft_slice system, cft_slice name);

static bool called_same(cft_format_info info, cft_slice system, cft_slice name)
{
    return cft_slice_equal(info.name, name) &&
           (!system.data || cft_slice_equal(info.system, system));
}

static bool called_same_letters(cft_format_info info, cft_slice system, cft_slice name)
{
    return called_alike(info.name, name) && (!system.data || called_alike(info.system, system));
}

static bool called_of_system(cft_format_info info, cft_slice system, cft_slice name)
{
    return !system.data && called_alike(info.system, name);
}

/* The first format that fits and can be opened, with a style if `styled`. */
static chatfmt_status called_search(const cft_format_registry *registry, cft_heap *heap,
                                   called_fits fits, cft_slice system, cft_slice name, bool styled,
                                   bool *found, cft_format *out)
{
    *found = false;
    for (size_t i = 0; i < called_count(registry) && !*found; i++) {
        cft_format_info info = called_at(registry, i);
        if (!fits(info, system, name)) continue;
        CFT_TRY(called_open(registry, heap, info.system, info.name, out));
        *found = !styled || out->kind == CFT_PROGRAM_STYLE;
    }
    return CHATFMT_OK;
}

/* Whether `system` is one, so that what follows it is no model. */
static bool called_is_system(const cft_format_registry *registry, cft_slice system)
{
    for (size_t i = 0; i < called_count(registry); i++)
        if (called_alike(called_at(registry, i).system, system)) return true;
    return false;
}

/* The format of a model's path; none when only the rule for everything else holds. */
static chatfmt_status called_of_model(const cft_format_registry *registry, cft_heap *heap,
                                     cft_slice name, bool *found, cft_format *out)
{
    cft_model_match match;
    CFT_TRY(cft_format_match(heap, name, false, &match));
    *found = !cft_slice_equal(match.matched_on, CFT_LIT("default")) &&
             match.format.length && match.format.data[0] != '@';
    return *found ? called_open(registry, heap, CFT_LIT("fastchat"), match.format, out)
                  : CHATFMT_OK;
}

chatfmt_status cft_format_resolve(const cft_format_registry *registry, cft_heap *heap,
                                  cft_slice name, bool styled, cft_format *out)
{
    static const called_fits ways[] = {called_same, called_same_letters, called_of_system};
    const char *slash = name.length ? memchr(name.data, '/', name.length) : NULL;
    cft_slice system = {NULL, 0}, rest = name;
    bool found;
    if (slash) {
        system = cft_slice_of(name.data, (size_t)(slash - name.data));
        rest = cft_slice_of(slash + 1, name.length - system.length - 1);
    }
    /* Without a style the very name comes first again, so that the error says what is missing. */
    for (int styles = styled; styles >= 0; styles--)
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
            CFT_TRY(called_search(registry, heap, ways[i], system, rest, styles, &found, out));
            if (found) return CHATFMT_OK;
        }
    if (slash && !called_is_system(registry, system)) {
        CFT_TRY(called_of_model(registry, heap, name, &found, out));
        if (found) return CHATFMT_OK;
    }
    return cft_format_open(registry, heap, name, out);
}

cft_slice cft_format_nearest(const cft_format_registry *registry, cft_slice name)
{
    const char *slash = name.length ? memchr(name.data, '/', name.length) : NULL;
    size_t before = slash ? (size_t)(slash - name.data) : 0, from = slash ? before + 1 : 0;
    cft_slice near = {"", 0}, word = cft_slice_of(name.data + from, name.length - from);
    bool system = !slash;
    for (size_t i = 0; i < called_count(registry) && !system; i++)
        system = cft_slice_equal(called_at(registry, i).system, cft_slice_of(name.data, before));
    for (size_t i = 0; i < called_count(registry); i++) {
        cft_slice called = called_at(registry, i).name;
        if (system || cft_slice_equal(called, word)) near = cft_nearer(word, near, called);
    }
    return near;
}
