/* formats/formats_data.c - the built-in formats: bytes of the .json and .jinja files, and
 * look-ups. */
#include "formats/formats_data.h"

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
    return (cft_format_info){set->system, row->name, row->program, set->warning};
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


