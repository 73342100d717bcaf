/* formats/formats_data.c - the built-in formats: bytes of the .json and .jinja files, and
 * look-ups. */
#include "formats/formats_data.h"

#include "base/report.h"
#include "base/suggest.h"

#include <assert.h>

#include "formats/formats_data.inc"

enum {
    DATA_SETS = sizeof data_sets / sizeof data_sets[0],
    DATA_ROWS = sizeof data_rows / sizeof data_rows[0],
    DATA_PROGRAMS = sizeof data_programs / sizeof data_programs[0]
};

size_t cft_format_builtin_count(void) { return DATA_ROWS; }

const cft_format_row *cft_format_builtin_row(size_t index)
{
    assert(index < DATA_ROWS);
    return &data_rows[index];
}

const cft_format_set *cft_format_builtin_set(size_t index)
{
    assert(index < DATA_SETS);
    return &data_sets[index];
}

cft_format_info cft_format_builtin_info(size_t index)
{
    const cft_format_row *row = cft_format_builtin_row(index);
    const cft_format_set *set = cft_format_builtin_set(row->set);
    return (cft_format_info){set->system, row->name, row->program, row->warning};
}

const cft_format_row *cft_format_builtin_find(cft_slice system, cft_slice name)
{
    for (size_t i = 0; i < DATA_ROWS; i++) {
        if (!cft_slice_equal(data_rows[i].name, name)) continue;
        if (!system.data || cft_slice_equal(data_sets[data_rows[i].set].system, system))
            return &data_rows[i];
    }
    return NULL;
}

const cft_format_program *cft_format_program_find(cft_slice name)
{
    for (size_t i = 0; i < DATA_PROGRAMS; i++)
        if (cft_slice_equal(data_programs[i].name, name)) return &data_programs[i];
    return NULL;
}

const cft_format_program *cft_format_program_at(size_t index)
{
    return index < DATA_PROGRAMS ? &data_programs[index] : NULL;
}

/* ---- Names that are none ---- */

/* A name may have its system in front. */
static bool data_is_format(cft_slice name)
{
    const char *slash = name.length ? memchr(name.data, '/', name.length) : NULL;
    cft_slice system = {NULL, 0};
    if (!slash) return cft_format_builtin_find(system, name) != NULL;
    system = cft_slice_of(name.data, (size_t)(slash - name.data));
    return cft_format_builtin_find(
               system, cft_slice_of(slash + 1, name.length - system.length - 1)) != NULL;
}

/* The nearest program of all, or of conversions alone. */
static cft_slice data_near_program(cft_slice name, bool conversions)
{
    cft_slice near = {"", 0};
    for (size_t i = 0; i < DATA_PROGRAMS; i++)
        if (!conversions || data_programs[i].kind == CFT_PROGRAM_CONVERSION)
            near = cft_nearer(name, near, data_programs[i].name);
    return near;
}

/* The programs that are no styles, or the conversions alone, as "a, b, c". */
static void data_list_programs(bool conversions, char *out, size_t size)
{
    size_t used = 0;
    for (size_t i = DATA_STYLES; i < DATA_PROGRAMS; i++) {
        cft_slice name = data_programs[i].name;
        if (conversions && data_programs[i].kind != CFT_PROGRAM_CONVERSION) continue;
        if (used + name.length + 3 > size) break;
        if (used) memcpy(out + used, ", ", 2), used += 2;
        memcpy(out + used, name.data, name.length);
        used += name.length;
    }
    out[used] = '\0';
}

chatfmt_status cft_format_no_program(cft_slice name, chatfmt_error *error)
{
    char list[800];
    cft_slice near = data_near_program(name, false);
    if (near.length && !data_is_format(name))
        return cft_fail(error, CHATFMT_NOT_FOUND, "no program named '%.*s'; did you mean '%.*s'?",
                        cft_shown(name), name.data, (int)near.length, near.data);
    data_list_programs(false, list, sizeof list);
    return cft_fail(error, CHATFMT_NOT_FOUND,
                    data_is_format(name)
                        ? "no program named '%.*s', which is a format; programs are %s"
                        : "no program named '%.*s'; programs are %s, and style/NAME for the "
                          "separator styles",
                    cft_shown(name), name.data, list);
}

chatfmt_status cft_format_no_conversion(cft_slice name, chatfmt_error *error)
{
    char list[400];
    cft_slice near = data_near_program(name, true);
    if (near.length)
        return cft_fail(error, CHATFMT_NOT_FOUND, "no conversion to '%.*s'; did you mean '%.*s'?",
                        cft_shown(name), name.data, (int)near.length, near.data);
    data_list_programs(true, list, sizeof list);
    return cft_fail(error, CHATFMT_NOT_FOUND, "no conversion to '%.*s'; conversions are to %s",
                    cft_shown(name), name.data, list);
}

chatfmt_status cft_format_no_format(cft_slice name, cft_slice near, chatfmt_error *error)
{
    const bool has_nul = name.length && memchr(name.data, '\0', name.length);
    const char *what = has_nul                         ? " and a NUL"
                       : cft_format_program_find(name) ? ", which is a program for the fields of "
                                                         "a format"
                                                       : "";
    return cft_fail(error, CHATFMT_NOT_FOUND, "no format named '%.*s'%s%s%.*s%s", (int)name.length,
                    name.data, what, near.length ? "; did you mean '" : "", (int)near.length,
                    near.data, near.length ? "'?" : "");
}

/* ---- Styles ---- */

/* `name` in upper case against the program's "style/name". */
static bool data_style_is(const cft_format_program *program, cft_slice name)
{
    const size_t prefix = sizeof "style/" - 1;
    if (program->name.length != prefix + name.length) return false;
    for (size_t i = 0; i < name.length; i++) {
        char c = program->name.data[prefix + i];
        if (c >= 'a' && c <= 'z') c = (char)(c - 'a' + 'A');
        if (c != name.data[i]) return false;
    }
    return true;
}

const cft_format_program *cft_format_style(cft_value style)
{
    if (style.kind == CFT_INT && style.as.integer >= 1 && style.as.integer <= DATA_STYLES)
        return &data_programs[style.as.integer - 1];
    if (style.kind != CFT_STRING) return NULL;
    for (size_t i = 0; i < DATA_STYLES; i++)
        if (data_style_is(&data_programs[i], cft_text_of(style))) return &data_programs[i];
    return NULL;
}

cft_slice cft_format_rules_json(void)
{
    return cft_slice_of(data_fastchat_rules, sizeof data_fastchat_rules);
}

cft_slice cft_format_models_json(void)
{
    return cft_slice_of(data_xtuner_models, sizeof data_xtuner_models);
}


