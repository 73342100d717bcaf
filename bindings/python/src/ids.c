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

/* An int, or what is as good as one: numbers of numpy and of torch. */
static unsigned long ids_number(PyObject *item, Py_ssize_t at)
{
    if (!item) return 0;
    if (PyLong_Check(item)) return PyLong_AsUnsignedLong(item);
    PyObject *number = PyIndex_Check(item) ? PyNumber_Index(item) : NULL;
    unsigned long id = number ? PyLong_AsUnsignedLong(number) : 0;
    Py_XDECREF(number);
    if (!number && PyErr_Occurred()) PyErr_Clear();
    if (!number && (PyList_Check(item) || PyTuple_Check(item)))
        PyErr_SetString(PyExc_TypeError, "ids have more than one dimension; give those of one "
                                         "text, such as ids[0]");
    else if (!number)
        PyErr_Format(PyExc_TypeError, "ids are integers, and number %zd is %R", at, Py_TYPE(item));
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

static uint32_t *ids_read(PyObject *sequence, PyObject *given, size_t *count)
{
    Py_ssize_t length = PySequence_Size(sequence);
    if (length < 0) {
        PyErr_Format(PyExc_TypeError, "a list of ids is wanted, not %R", Py_TYPE(given));
        return NULL;
    }
    uint32_t *ids = malloc(((size_t)length + 1) * sizeof *ids);
    if (!ids) {
        PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t i = 0; i < length; i++) {
        PyObject *item = PySequence_GetItem(sequence, i);
        unsigned long id = ids_number(item, i);
        Py_XDECREF(item);
        if (!PyErr_Occurred() && id > UINT32_MAX)
            PyErr_SetString(PyExc_OverflowError, "an id has more than 32 bits");
        if (PyErr_Occurred()) {
            free(ids);
            return NULL;
        }
        ids[i] = (uint32_t)id;
    }
    *count = (size_t)length;
    return ids;
}

uint32_t *ids_of(PyObject *given, size_t *count)
{
    PyObject *sequence = ids_sequence(given);
    uint32_t *ids = sequence ? ids_read(sequence, given, count) : NULL;
    Py_XDECREF(sequence);
    return ids;
}
