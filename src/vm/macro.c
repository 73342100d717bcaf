/* vm/macro.c - arguments of macros.
 *
 * Source of the behaviour and of the words: Jinja 3.1.6, runtime.Macro.__call__.
 */
#include "value/dict.h"
#include "value/list.h"
#include "vm/state.h"

#define MACRO_MOST_NAMED 64 /* beyond, a call costs memory for the list of names taken */

static chatfmt_status macro_raise(cft_machine *m, const cft_function *function, const char *text,
                                  cft_slice name)
{
    cft_slice own = {"None", 4};
    const char *quote = "";
    if (!name.length) name = CFT_LIT("");
    if (function->name != CFT_NO_SLOT) {
        own = m->program->names[function->name].text;
        quote = "'";
    }
    return cft_vm_raise(&m->vm, CHATFMT_TYPE, "macro %s%.*s%s %s%.*s%s", quote, (int)own.length,
                        own.data, quote, text, (int)name.length, name.data,
                        name.length ? "'" : "");
}

/* The keyword with this name that is not taken yet, or `count`. */
static size_t macro_find(const cft_value *names, size_t count, const bool *taken, cft_value name)
{
    for (size_t i = 0; i < count; i++)
        if (!taken[i] && cft_slice_equal(cft_text_of(names[i]), cft_text_of(name))) return i;
    return count;
}

static chatfmt_status macro_rest(cft_machine *m, const cft_function *function, cft_value *slots,
                                 const cft_value *names, const cft_value *named, size_t count,
                                 const bool *taken)
{
    cft_dict *rest;
    bool surplus = false, caller = false;
    size_t first = count;
    if (function->kwargs != CFT_NO_SLOT) {
        CFT_TRY(cft_dict_new(&m->vm.heap, count, &rest));
        for (size_t i = 0; i < count; i++)
            if (!taken[i]) CFT_TRY(cft_dict_put(&m->vm.heap, rest, names[i], named[i]));
        slots[function->kwargs] = cft_dict_value(rest);
        return CHATFMT_OK;
    }
    for (size_t i = 0; i < count; i++) {
        if (taken[i]) continue;
        if (!surplus) first = i;
        surplus = true;
        caller = caller || cft_slice_equal(cft_text_of(names[i]), CFT_LIT("caller"));
    }
    if (!surplus) return CHATFMT_OK;
    if (caller)
        return macro_raise(m, function,
                           "was invoked with two values for the special caller argument. This "
                           "is most likely a bug.",
                           (cft_slice){NULL, 0});
    return macro_raise(m, function, "takes no keyword argument '", cft_text_of(names[first]));
}

/* Jinja: `caller` is the keyword, or undefined; None counts as not given. */
static void macro_caller(const cft_function *function, cft_value *slots, const cft_value *names,
                         const cft_value *named, size_t count, bool *taken)
{
    static const char text[] = "No caller defined";
    size_t i = macro_find(names, count, taken, cft_string("caller", 6, 0));
    cft_value *slot = &slots[function->caller];
    *slot = (cft_value){.kind = CFT_UNDEFINED,
                        .flags = CFT_UNDEF_MESSAGE,
                        .length = sizeof text - 1,
                        .as = {.text = text}};
    if (i == count) return;
    taken[i] = true;
    if (named[i].kind != CFT_NONE) *slot = named[i];
}

static chatfmt_status macro_bind_named(cft_machine *m, const cft_function *function,
                                       cft_value *slots, size_t given, const cft_value *names,
                                       const cft_value *named, size_t count)
{
    bool room[MACRO_MOST_NAMED] = {false}, *taken = room, found_caller;
    if (count > MACRO_MOST_NAMED) {
        void *place;
        CFT_TRY(cft_heap_array(&m->vm.heap, count, sizeof *taken, &place));
        taken = place;
        memset(taken, 0, count * sizeof *taken);
    }
    CFT_TRY(cft_charge(&m->vm.heap, (uint64_t)count * function->param_count / 8 + count));
    for (size_t i = given; i < function->param_count; i++) {
        size_t at = macro_find(names, count, taken, function->param_names[i]);
        slots[function->params[i]] = at < count ? named[at] : function->param_missing[i];
        if (at < count) taken[at] = true;
    }
    found_caller = function->explicit_caller;
    if (function->caller != CFT_NO_SLOT && !found_caller)
        macro_caller(function, slots, names, named, count, taken);
    return macro_rest(m, function, slots, names, named, count, taken);
}

chatfmt_status cft_macro_bind(cft_machine *m, const cft_function *function, cft_value *slots,
                              const cft_value *positional, size_t count, const cft_value *names,
                              const cft_value *named, size_t named_count)
{
    size_t given = count < function->param_count ? count : function->param_count;
    /* A parameter named caller that is given by position, while others are not: Jinja then passes
     * the special caller as well, which its own function has no room for. */
    if (function->explicit_caller && function->uses_caller && given < function->param_count)
        for (size_t i = 0; i < given; i++)
            if (cft_slice_equal(cft_text_of(function->param_names[i]), CFT_LIT("caller")))
                return cft_vm_raise(&m->vm, CHATFMT_TYPE,
                                    "macro() takes %u positional arguments but %u were given",
                                    (unsigned)function->param_count,
                                    (unsigned)function->param_count + 1);
    for (size_t i = 0; i < given; i++) slots[function->params[i]] = positional[i];
    if (named_count || function->caller != CFT_NO_SLOT || function->kwargs != CFT_NO_SLOT)
        CFT_TRY(macro_bind_named(m, function, slots, given, names, named, named_count));
    else
        for (size_t i = given; i < function->param_count; i++)
            slots[function->params[i]] = function->param_missing[i];
    if (function->varargs != CFT_NO_SLOT)
        return cft_list_copy(&m->vm.heap, CFT_TUPLE, positional + given, count - given,
                             &slots[function->varargs]);
    if (count > function->param_count)
        return cft_vm_raise(&m->vm, CHATFMT_TYPE,
                            "macro '%.*s' takes not more than %u argument(s)",
                            function->name == CFT_NO_SLOT
                                ? 4
                                : (int)m->program->names[function->name].text.length,
                            function->name == CFT_NO_SLOT
                                ? "None"
                                : m->program->names[function->name].text.data,
                            (unsigned)function->param_count);
    return CHATFMT_OK;
}
