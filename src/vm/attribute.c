/* vm/attribute.c - x.name, x[key] and x[a:b:c].
 *
 * Source of the behaviour: Jinja 3.1.6, SandboxedEnvironment.getattr and .getitem: a dot asks for
 * the attribute first and the item second, a bracket the other way round; what the sandbox hides
 * reads as an undefined whose use is a SECURITY error.
 */
#include "value/dict.h"
#include "value/list.h"
#include "value/repr.h"
#include "value/text.h"
#include "vm/state.h"

chatfmt_status cft_vm_check_name(cft_vm *vm, cft_slice name)
{
    if (!name.length || name.data[0] != '_') return CHATFMT_OK;
    return cft_vm_raise(vm, CHATFMT_SECURITY,
                        "Chat templates cannot store underscore-prefixed attributes on a "
                        "namespace, but got '%.*s'. Please rename the attribute.",
                        (int)(name.length < 256 ? name.length : 256), name.data);
}

static cft_value attribute_unsafe(cft_slice name, cft_value owner)
{
    return (cft_value){.kind = CFT_UNDEFINED,
                       .flags = CFT_UNDEF_UNSAFE,
                       .detail = owner.kind,
                       .length = (uint32_t)name.length,
                       .as = {.text = name.data}};
}

static chatfmt_status attribute_method(cft_vm *vm, const cft_callable *row, cft_value receiver,
                                       cft_value *out)
{
    cft_method *method;
    void *place;
    CFT_TRY(cft_heap_take(&vm->heap, sizeof *method, &place));
    method = place;
    *method = (cft_method){.row = row, .receiver = receiver};
    *out = (cft_value){.kind = CFT_METHOD, .as = {.method = method}};
    return CHATFMT_OK;
}

/* Attributes of Jinja's Macro. */
static chatfmt_status attribute_of_macro(cft_vm *vm, const cft_macro *macro, cft_slice name,
                                         cft_value *out, bool *found)
{
    const cft_function *function = macro->function;
    const cft_program *program = cft_machine_of(vm)->program;
    *found = true;
    if (cft_slice_is(name, "name")) {
        *out = cft_none();
        if (function->name != CFT_NO_SLOT) {
            cft_slice text = program->names[function->name].text;
            *out = cft_string(text.data, (uint32_t)text.length, 0);
        }
        return CHATFMT_OK;
    }
    if (cft_slice_is(name, "arguments"))
        return cft_list_copy(&vm->heap, CFT_TUPLE, function->param_names, function->param_count,
                             out);
    if (cft_slice_is(name, "catch_kwargs")) {
        *out = cft_bool(function->kwargs != CFT_NO_SLOT);
        return CHATFMT_OK;
    }
    if (cft_slice_is(name, "catch_varargs")) {
        *out = cft_bool(function->varargs != CFT_NO_SLOT);
        return CHATFMT_OK;
    }
    if (cft_slice_is(name, "caller")) {
        *out = cft_bool(function->uses_caller);
        return CHATFMT_OK;
    }
    if (cft_slice_is(name, "explicit_caller")) {
        *out = cft_bool(function->explicit_caller);
        return CHATFMT_OK;
    }
    *found = false;
    return CHATFMT_OK;
}

/* self.name: a reference to a block. */
static chatfmt_status attribute_of_template(cft_vm *vm, const cft_template_ref *self,
                                            cft_slice name, cft_value *out, bool *found)
{
    const cft_program *program = cft_machine_of(vm)->program;
    cft_template_ref *ref;
    void *place;
    *found = false;
    for (uint32_t i = 0; i < program->block_count; i++) {
        if (!cft_slice_equal(program->names[program->blocks[i].name].text, name)) continue;
        CFT_TRY(cft_heap_take(&vm->heap, sizeof *ref, &place));
        ref = place;
        *ref = (cft_template_ref){
            .object = {.class = &cft_block_class}, .context = self->context, .block = i};
        *out = (cft_value){.kind = CFT_OBJECT, .as = {.object = &ref->object}};
        *found = true;
    }
    return CHATFMT_OK;
}

static chatfmt_status attribute_of_block(cft_vm *vm, const cft_template_ref *ref, cft_slice name,
                                         cft_value *out, bool *found)
{
    const cft_program *program = cft_machine_of(vm)->program;
    cft_slice text = program->names[program->blocks[ref->block].name].text;
    *found = true;
    if (cft_slice_is(name, "name"))
        *out = cft_string(text.data, (uint32_t)text.length, 0);
    else if (cft_slice_is(name, "super"))
        *out = cft_undefined_name(CFT_LIT("super"));
    else
        *found = false;
    return CHATFMT_OK;
}

static chatfmt_status attribute_of_object(cft_vm *vm, cft_value object, cft_slice name,
                                          cft_value *out, bool *found)
{
    const cft_object_class *class = object.as.object->class;
    const void *self = object.as.object;
    *found = false;
    if (class == &cft_loop_class) {
        union {
            cft_object *object;
            void *loop;
        } place = {object.as.object};
        CFT_TRY(cft_loop_attribute_by_name(cft_machine_of(vm), place.loop, name, out, found));
        for (int i = 0; i < 2 && !*found; i++) {
            if (!cft_slice_is(name, cft_loop_methods[i].name)) continue;
            *found = true;
            return attribute_method(vm, &cft_loop_methods[i], object, out);
        }
        return CHATFMT_OK;
    }
    if (class == &cft_macro_class) return attribute_of_macro(vm, self, name, out, found);
    if (class == &cft_template_class) return attribute_of_template(vm, self, name, out, found);
    if (class == &cft_block_class) return attribute_of_block(vm, self, name, out, found);
    return CHATFMT_OK;
}

/* Python's getattr with the sandbox's rules; *found is false when there is no such attribute. */
static chatfmt_status attribute_get(cft_vm *vm, cft_value object, cft_slice name, cft_value *out,
                                    bool *found)
{
    const cft_callable *row;
    *found = true;
    if (object.kind == CFT_NAMESPACE) {
        const cft_entry *entry = cft_dict_find_text(&object.as.names->dict, name);
        *found = entry || cft_slice_is(name, "__class__");
        if (*found) *out = name.data[0] == '_' ? attribute_unsafe(name, object) : entry->value;
        return CHATFMT_OK;
    }
    if (cft_attribute_is_unsafe((cft_kind)object.kind, name)) {
        *out = attribute_unsafe(name, object);
        return CHATFMT_OK;
    }
    if (object.kind == CFT_UNDEFINED) {
        *found = false;
        return CHATFMT_OK; /* the item look-up that follows raises */
    }
    if (object.kind == CFT_OBJECT) {
        CFT_TRY(attribute_of_object(vm, object, name, out, found));
        if (*found) return CHATFMT_OK;
        *found = true;
    }
    row = vm->builtins->find_method(vm->builtins, object, name);
    if (row && name.length && name.data[0] != '_') return attribute_method(vm, row, object, out);
    *found = vm->builtins->attribute(object, name, out);
    return CHATFMT_OK;
}

chatfmt_status cft_get_attribute(cft_vm *vm, cft_value object, cft_slice name, cft_value *out)
{
    bool found;
    CFT_TRY(cft_charge(&vm->heap, 1));
    CFT_TRY(attribute_get(vm, object, name, out, &found));
    if (found) return CHATFMT_OK;
    if (object.kind == CFT_UNDEFINED) return cft_raise_undefined(&vm->heap, object);
    if (object.kind == CFT_DICT) {
        const cft_entry *entry = cft_dict_find_text(object.as.dict, name);
        if (entry) {
            *out = entry->value;
            return CHATFMT_OK;
        }
    }
    *out = cft_missing(vm, object, name);
    return CHATFMT_OK;
}

chatfmt_status cft_get_attribute_only(cft_vm *vm, cft_value object, cft_slice name, cft_value *out)
{
    bool found;
    CFT_TRY(attribute_get(vm, object, name, out, &found));
    if (found) return CHATFMT_OK;
    if (object.kind == CFT_UNDEFINED) return cft_raise_undefined(&vm->heap, object);
    *out = cft_missing(vm, object, name);
    return CHATFMT_OK;
}

/* ---- items ---- */

/* A missing item whose key is not a name. Jinja: "… has no element …". */
static chatfmt_status attribute_no_element(cft_vm *vm, cft_value object, cft_value key,
                                           cft_value *out)
{
    cft_builder b;
    const char *type = cft_type_name(object);
    if (key.kind == CFT_STRING) {
        *out = cft_missing(vm, object, cft_text_of(key));
        return CHATFMT_OK;
    }
    CFT_TRY(cft_build(&b, &vm->heap, 48));
    if (object.kind == CFT_NONE) {
        CFT_TRY(cft_build_fresh(&b, "None", 4));
    } else if (object.kind == CFT_OBJECT) {
        const char *shown = cft_object_owners[cft_owner_of(object) >> 8].shown;
        CFT_TRY(cft_build_fresh(&b, shown, strlen(shown)));
    } else {
        CFT_TRY(cft_build_fresh(&b, type, strlen(type)));
        CFT_TRY(cft_build_fresh(&b, " object", 7));
    }
    CFT_TRY(cft_build_fresh(&b, " has no element ", 16));
    CFT_TRY(cft_repr_append(&b, key));
    CFT_TRY(cft_build_end(&b, 0, out));
    *out = (cft_value){.kind = CFT_UNDEFINED,
                       .flags = CFT_UNDEF_MESSAGE,
                       .length = out->length,
                       .as = {.text = out->as.text}};
    return CHATFMT_OK;
}

static bool attribute_text_item(cft_value text, int64_t index, cft_value *out)
{
    bool ascii = cft_text_ascii(&text);
    int64_t count = ascii ? text.length : (int64_t)cft_text_count(text);
    if (index < 0) index += count;
    if (index < 0 || index >= count) return false;
    *out = ascii ? cft_text_bytes(text, (size_t)index, (size_t)index + 1)
                 : cft_text_slice(text, (size_t)index, (size_t)index + 1);
    return true;
}

static bool attribute_range_item(const cft_range *range, int64_t index, cft_value *out)
{
    if (index < 0) index += range->count;
    if (index < 0 || index >= range->count) return false;
    *out = cft_range_item(range, index);
    return true;
}

static bool attribute_list_item(const cft_list *list, int64_t index, cft_value *out)
{
    if (index < 0) index += list->count;
    if (index < 0 || index >= list->count) return false;
    *out = list->items[index];
    return true;
}

/* Python's object[index]; false where that would be a TypeError or LookupError. */
static chatfmt_status attribute_item(cft_vm *vm, cft_value object, cft_value key, cft_value *out,
                                     bool *found)
{
    const cft_entry *entry = NULL;
    int64_t index;
    *found = false;
    if (object.kind == CFT_DICT) {
        chatfmt_status status = cft_dict_find(&vm->heap, object.as.dict, key, &entry);
        if (status == CHATFMT_TYPE) {
            if (vm->heap.error) cft_error_clear(vm->heap.error);
            return CHATFMT_OK; /* an unhashable key */
        }
        if (status != CHATFMT_OK) return status;
        *found = entry != NULL;
        if (entry) *out = entry->value;
        return CHATFMT_OK;
    }
    if (object.kind == CFT_OBJECT && object.as.object->class == &cft_template_class &&
        key.kind == CFT_STRING)
        return attribute_of_template(vm,
                                     (const cft_template_ref *)(const void *)object.as.object,
                                     cft_text_of(key), out, found);
    if (!cft_is_integral(key)) return CHATFMT_OK;
    index = cft_integer_of(key);
    switch (object.kind) {
    case CFT_LIST:
    case CFT_TUPLE: *found = attribute_list_item(object.as.list, index, out); break;
    case CFT_STRING:
        CFT_TRY(cft_charge_bytes(&vm->heap, object.length));
        *found = attribute_text_item(object, index, out);
        break;
    case CFT_RANGE: *found = attribute_range_item(object.as.range, index, out); break;
    case CFT_BYTES:
        if (index < 0) index += object.length;
        *found = index >= 0 && index < object.length;
        if (*found) *out = cft_byte_of(&vm->heap, object, (size_t)index);
        break;
    default: break;
    }
    return CHATFMT_OK;
}

chatfmt_status cft_get_item(cft_vm *vm, cft_value object, cft_value key, cft_value *out)
{
    bool found;
    CFT_TRY(cft_charge(&vm->heap, 1));
    if (object.kind == CFT_UNDEFINED) return cft_raise_undefined(&vm->heap, object);
    CFT_TRY(attribute_item(vm, object, key, out, &found));
    if (!found && key.kind == CFT_STRING)
        CFT_TRY(attribute_get(vm, object, cft_text_of(key), out, &found));
    return found ? CHATFMT_OK : attribute_no_element(vm, object, key, out);
}
