/* src/fail.c - errors of the library as Python exceptions. */
#include "binding.h"

PyObject *raise_error(binding_state *state, const chatfmt_error *error, chatfmt_slice whole)
{
    const char *remedy = error->status == CHATFMT_INPUT ? chatfmt_error_remedy(error) : NULL;
    return raise_caused(state, error, whole, remedy ? remedy : "", (chatfmt_slice){"", 0});
}

PyObject *raise_caused(binding_state *state, const chatfmt_error *error, chatfmt_slice whole,
                       const char *cause, chatfmt_slice place)
{
    if (error->status == CHATFMT_NO_MEMORY) return PyErr_NoMemory();
    chatfmt_slice text = {error->text, strlen(error->text)};
    if (error->status == CHATFMT_RAISED && whole.length) text = whole;
    PyObject *words = PyUnicode_DecodeUTF8(text.data, (Py_ssize_t)text.length, "replace");
    PyObject *excerpt = PyUnicode_DecodeUTF8(error->excerpt, (Py_ssize_t)strlen(error->excerpt),
                                             "replace");
    PyObject *path = PyUnicode_DecodeUTF8(error->path, (Py_ssize_t)strlen(error->path), "replace");
    PyObject *file = PyUnicode_DecodeUTF8(place.data, (Py_ssize_t)place.length, "replace");
    PyObject *made = NULL;
    if (words && excerpt && path && file)
        made = PyObject_CallFunction(state->make_error, "isOIIIOOsO", (int)error->status,
                                     chatfmt_status_kind(error->status), words, error->line,
                                     error->column, error->offset, excerpt, path, cause, file);
    if (made) PyErr_SetObject((PyObject *)Py_TYPE(made), made);
    Py_XDECREF(made);
    Py_XDECREF(words);
    Py_XDECREF(excerpt);
    Py_XDECREF(path);
    Py_XDECREF(file);
    return NULL;
}

PyObject *type_name_of(PyObject *given)
{
    return PyObject_GetAttrString((PyObject *)Py_TYPE(given), "__name__");
}

PyObject *raise_type(const char *wanted, const char *name, PyObject *given)
{
    PyErr_Clear();
    PyObject *words = PyUnicode_FromFormat(wanted, name), *type = type_name_of(given);
    if (words && type) PyErr_Format(PyExc_TypeError, "%U, not %U", words, type);
    Py_XDECREF(words);
    Py_XDECREF(type);
    return NULL;
}
