/* src/ids.c - lists of ids.
 *
 * With the interpreter's lock, objects of the ids below BINDING_SHARED_IDS are made once and kept:
 * making them and taking them apart again is most of what a call does under the lock. Without it
 * every thread has objects of its own, as their counts would be written by all.
 */
#include "binding.h"

/* A reference to the object of an id. */
static PyObject *ids_object(binding_state *state, uint32_t id)
{
#ifndef Py_GIL_DISABLED
    if (id < BINDING_SHARED_IDS && state->ids) {
        PyObject *object = state->ids[id];
        if (!object) object = state->ids[id] = PyLong_FromUnsignedLong(id);
        Py_XINCREF(object);
        return object;
    }
#endif
    (void)state;
    return PyLong_FromUnsignedLong(id);
}

PyObject *ids_list(binding_state *state, const uint32_t *ids, size_t count)
{
    PyObject *list = PyList_New((Py_ssize_t)count);
#ifndef Py_GIL_DISABLED
    if (!state->ids) state->ids = calloc(BINDING_SHARED_IDS, sizeof *state->ids);
#endif
    for (size_t i = 0; list && i < count; i++) {
        PyObject *id = ids_object(state, ids[i]);
        if (!id) Py_CLEAR(list);
        else PyList_SetItem(list, (Py_ssize_t)i, id);
    }
    return list;
}

void ids_forget(binding_state *state)
{
    for (size_t i = 0; state->ids && i < BINDING_SHARED_IDS; i++) Py_XDECREF(state->ids[i]);
    free(state->ids);
    state->ids = NULL;
}

/* The number of an id, which has 32 bits and no sign. */
static uint32_t ids_value(binding_state *state, PyObject *number, Py_ssize_t at)
{
    int overflow;
    long long id = PyLong_AsLongLongAndOverflow(number, &overflow);
    if (!overflow && id >= 0 && id <= UINT32_MAX) return (uint32_t)id;
    PyObject *text = PyObject_Str(number);
    const char *shown = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    chatfmt_error error = {.status = CHATFMT_INPUT};
    const char *label = !overflow && id == -100 ? "; labels have -100 where nothing is learned: "
                                                  "leave those out"
                                                : "";
    PyOS_snprintf(error.text, sizeof error.text,
                  "ids are numbers from 0 to 4294967295, and number %zd is %.40s%s", at,
                  shown ? shown : "none", label);
    PyErr_Clear();
    Py_XDECREF(text);
    raise_error(state, &error, (chatfmt_slice){"", 0});
    return 0;
}

/* An int, or what is as good as one: numbers of numpy and of torch. */
static uint32_t ids_number(binding_state *state, PyObject *item, Py_ssize_t at)
{
    if (!item) return 0;
    if (PyLong_Check(item)) return ids_value(state, item, at);
    PyObject *number = PyIndex_Check(item) ? PyNumber_Index(item) : NULL;
    uint32_t id = number ? ids_value(state, number, at) : 0;
    Py_XDECREF(number);
    if (!number && PyErr_Occurred()) PyErr_Clear();
    if (!number && (PyList_Check(item) || PyTuple_Check(item)))
        PyErr_SetString(PyExc_TypeError, "ids have more than one dimension; give those of one "
                                         "text, such as ids[0]");
    PyObject *name = number || PyErr_Occurred() ? NULL : type_name_of(item);
    if (name) PyErr_Format(PyExc_TypeError, "ids must be integers, and number %zd is %U", at, name);
    Py_XDECREF(name);
    return id;
}

/* A new reference to what is a sequence: arrays and tensors as the lists that they say they are, as
 * tensors of torch have items but are no sequences. */
static PyObject *ids_sequence(PyObject *given)
{
    if (PyList_Check(given) || PyTuple_Check(given) || !PyObject_HasAttrString(given, "tolist"))
        return Py_INCREF(given), given;
    return PyObject_CallMethod(given, "tolist", NULL);
}

static uint32_t *ids_read(binding_state *state, PyObject *sequence, PyObject *given, size_t *count)
{
    const bool listed = PySequence_Check(sequence) && !PyBytes_Check(sequence) &&
                        !PyByteArray_Check(sequence);
    Py_ssize_t length = listed ? PySequence_Size(sequence) : -1;
    if (length < 0) {
        raise_type("a list of ids is wanted", NULL, given);
        return NULL;
    }
    uint32_t *ids = malloc(((size_t)length + 1) * sizeof *ids);
    if (!ids) {
        PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t i = 0; i < length; i++) {
        PyObject *item = PySequence_GetItem(sequence, i);
        ids[i] = ids_number(state, item, i);
        Py_XDECREF(item);
        if (PyErr_Occurred()) {
            free(ids);
            return NULL;
        }
    }
    *count = (size_t)length;
    return ids;
}

uint32_t *ids_of(binding_state *state, PyObject *given, size_t *count)
{
    PyObject *sequence = ids_sequence(given);
    uint32_t *ids = sequence ? ids_read(state, sequence, given, count) : NULL;
    Py_XDECREF(sequence);
    return ids;
}
