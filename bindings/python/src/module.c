/* src/module.c - the extension module chatfmt._chatfmt. */
#include "binding.h"

binding_state *binding_state_of(PyObject *self)
{
    return PyType_GetModuleState(Py_TYPE(self));
}

static PyObject *module_attribute(const char *module, const char *name)
{
    PyObject *from = PyImport_ImportModule(module);
    PyObject *found = from ? PyObject_GetAttrString(from, name) : NULL;
    Py_XDECREF(from);
    return found;
}

static int module_add_type(PyObject *module, const char *name, PyObject *type)
{
    if (!type) return -1;
    int failed = PyModule_AddObjectRef(module, name, type);
    Py_DECREF(type);
    return failed;
}

static int module_exec(PyObject *module)
{
    binding_state *state = PyModule_GetState(module);
    state->make_error = module_attribute("chatfmt._errors", "make");
    state->unsupported = module_attribute("chatfmt._errors", "UnsupportedError");
    state->reduce = module_attribute("chatfmt._plain", "reduce");
    if (!state->make_error || !state->unsupported || !state->reduce) return -1;
    if (PyModule_AddStringConstant(module, "version", chatfmt_version())) return -1;
    if (PyModule_AddFunctions(module, binding_format_functions)) return -1;
    state->tokenizer_type = tokenizer_type_new(module);
    state->decode_type = decode_type_new(module);
    state->description_type = description_type_new(module);
    state->prepared_type = prepared_type_new(module);
    if (!state->tokenizer_type || !state->decode_type || !state->description_type ||
        !state->prepared_type)
        return -1;
    Py_INCREF(state->tokenizer_type);
    Py_INCREF(state->description_type);
    Py_INCREF(state->prepared_type);
    return module_add_type(module, "Template", template_type_new(module)) ||
           module_add_type(module, "Model", model_type_new(module)) ||
           module_add_type(module, "Tokenizer", state->tokenizer_type) ||
           module_add_type(module, "Prepared", state->prepared_type) ||
           module_add_type(module, "Reply", reply_type_new(module)) ||
           module_add_type(module, "Actions", actions_type_new(module)) ||
           module_add_type(module, "ResponseTemplate", state->description_type) ||
           module_add_type(module, "Response", response_type_new(module));
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    binding_state *state = PyModule_GetState(module);
    if (!state) return 0;
    Py_VISIT(state->make_error);
    Py_VISIT(state->unsupported);
    Py_VISIT(state->reduce);
    Py_VISIT(state->tokenizer_type);
    Py_VISIT(state->decode_type);
    Py_VISIT(state->description_type);
    Py_VISIT(state->prepared_type);
    return 0;
}

static int module_clear(PyObject *module)
{
    binding_state *state = PyModule_GetState(module);
    if (!state) return 0;
    Py_CLEAR(state->make_error);
    Py_CLEAR(state->unsupported);
    Py_CLEAR(state->reduce);
    Py_CLEAR(state->tokenizer_type);
    Py_CLEAR(state->decode_type);
    Py_CLEAR(state->description_type);
    Py_CLEAR(state->prepared_type);
    ids_forget(state);
    return 0;
}

static void module_free(void *module)
{
    binding_state *state = PyModule_GetState(module);
    module_clear(module);
    for (size_t i = 0; state && i < BINDING_POOL; i++)
        workspace_free(atomic_exchange(&state->pool[i], NULL));
    if (state) chatfmt_formats_free(state->formats);
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, (void *)module_exec},
#ifdef Py_GIL_DISABLED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL}};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "_chatfmt", "The C library of chatfmt.", sizeof(binding_state),
    binding_functions,     module_slots, module_traverse, module_clear, module_free};

PyMODINIT_FUNC PyInit__chatfmt(void)
{
    return PyModuleDef_Init(&module_def);
}
