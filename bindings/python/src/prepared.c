/* src/prepared.c - the type Prepared: an object that was converted once, for any number of
 * calls. */
#include "binding.h"

typedef struct prepared_object {
    PyObject_HEAD
    binding_state *state;
    workspace *w; /* holds the value */
    PyObject *object; /* it was made of */
    chatfmt_value value;
} prepared_object;

static PyObject *prepared_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *object;
    if (kwargs && PyDict_Size(kwargs)) {
        PyErr_SetString(PyExc_TypeError, "Prepared() takes no keyword arguments");
        return NULL;
    }
    if (!PyArg_ParseTuple(args, "O:Prepared", &object)) return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    prepared_object *self = (prepared_object *)allocate(type, 0);
    if (!self) return NULL;
    self->state = PyType_GetModuleState(type);
    self->w = workspace_take(self->state);
    if (self->w) {
        self->w->copies = true; /* strings with an address of their own serve spans as well */
        if (convert(self->state, self->w, object, &self->value) == 0) {
            Py_INCREF(object);
            self->object = object;
            return (PyObject *)self;
        }
    }
    Py_DECREF(self);
    return NULL;
}

static void prepared_dealloc(PyObject *object)
{
    prepared_object *self = (prepared_object *)object;
    PyTypeObject *type = Py_TYPE(object);
    if (self->w) workspace_give(self->state, self->w, 0);
    Py_XDECREF(self->object);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

chatfmt_value prepared_value(PyObject *object, size_t *bytes)
{
    prepared_object *self = (prepared_object *)object;
    *bytes = self->w->bytes;
    return self->value;
}

PyObject *prepared_object_of(PyObject *object)
{
    return ((prepared_object *)object)->object;
}

static PyType_Slot prepared_slots[] =
    {{Py_tp_doc,
      "Prepared(object, /)\n--\n\nPlain data as the library has it: chatfmt.Tools holds one."},
     {Py_tp_new, prepared_new},
     {Py_tp_dealloc, prepared_dealloc},
     {0, NULL}};

PyObject *prepared_type_new(PyObject *module)
{
    static PyType_Spec spec = {"chatfmt._chatfmt.Prepared", sizeof(prepared_object), 0,
                               Py_TPFLAGS_DEFAULT, prepared_slots};
    return PyType_FromModuleAndSpec(module, &spec, NULL);
}
