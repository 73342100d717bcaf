/* src/model.h - what the files of the type Model share. */
#ifndef CHATFMT_MODEL_H
#define CHATFMT_MODEL_H

#include "binding.h"

#define MODEL_POOL 8

typedef struct model_object {
    PyObject_HEAD
    binding_state *state;
    chatfmt_model *model;
    _Atomic(chatfmt_applier *) pool[MODEL_POOL];
} model_object;

/* -1 with an exception unless so many arguments were given. */
int model_check(Py_ssize_t count, Py_ssize_t wanted);

/* Methods and members, of src/model_known.c. */
PyObject *model_chosen(PyObject *object, PyObject *const *args, Py_ssize_t count);
PyObject *model_reader(PyObject *object, PyObject *const *args, Py_ssize_t count);
PyObject *model_variables(PyObject *object, PyObject *const *args, Py_ssize_t count);
PyObject *model_roles(PyObject *object, PyObject *const *args, Py_ssize_t count);
PyObject *model_analysis(PyObject *object, PyObject *const *args, Py_ssize_t count);
PyObject *model_tokenizer(PyObject *object, PyObject *const *args, Py_ssize_t count);
PyObject *model_templates(PyObject *object, void *unused);
PyObject *model_special(PyObject *object, void *unused);
PyObject *model_about(PyObject *object, void *unused);

#endif
