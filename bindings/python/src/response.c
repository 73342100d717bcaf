/* src/response.c - the type Response: one reply that is being read by a response_template. */
#include "binding.h"

typedef struct response_object {
    PyObject_HEAD
    binding_state *state;
    chatfmt_values *values; /* of the tools */
    PyObject *description;  /* that the reply reads with: a ResponseTemplate */
    chatfmt_response *response;
} response_object;

typedef struct description_object {
    PyObject_HEAD
    chatfmt_response_template *inner;
} description_object;

/* ResponseTemplate(json) */
static PyObject *description_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"json", NULL};
    PyObject *json;
    chatfmt_slice text;
    chatfmt_error error;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "U:ResponseTemplate", names, &json) ||
        slice_of(json, &text))
        return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    description_object *self = (description_object *)allocate(type, 0);
    if (!self) return NULL;
    if (!chatfmt_response_template_new(text.data, text.length, CHATFMT_RESPONSE_TEMPLATE, NULL,
                                       NULL, &self->inner, &error))
        return (PyObject *)self;
    Py_DECREF(self);
    return raise_error(PyType_GetModuleState(type), &error, (chatfmt_slice){"", 0});
}

static void description_dealloc(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    chatfmt_response_template_free(((description_object *)object)->inner);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyObject *response_failed(response_object *self, const chatfmt_error *error)
{
    return raise_error(self->state, error, (chatfmt_slice){"", 0});
}

/* The tools of a JSON text, as values that live as long as the reply. */
static chatfmt_status response_tools(response_object *self, chatfmt_slice json,
                                     chatfmt_value *tools, chatfmt_error *error)
{
    chatfmt_value text;
    chatfmt_status status = chatfmt_values_new(NULL, NULL, &self->values, error);
    if (!status)
        status = chatfmt_value_string(self->values, json.data, json.length, &text, error);
    if (status) return status;
    json = chatfmt_value_as_text(text);
    return chatfmt_value_read_json(self->values, json.data, json.length, tools, error);
}

/* Response(template, prompt, tools_json=None) */
static PyObject *response_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"template", "prompt", "tools_json", NULL};
    binding_state *state = PyType_GetModuleState(type);
    PyObject *description, *prompt, *tools = Py_None;
    chatfmt_response_options options = CHATFMT_RESPONSE_OPTIONS_INIT;
    chatfmt_status status = CHATFMT_OK;
    chatfmt_slice json;
    chatfmt_error error;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!U|O:Response", names,
                                     (PyTypeObject *)state->description_type, &description,
                                     &prompt, &tools) ||
        slice_of(prompt, &options.prompt) || (tools != Py_None && slice_of(tools, &json)))
        return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    response_object *self = (response_object *)allocate(type, 0);
    if (!self) return NULL;
    self->state = state;
    Py_INCREF(description);
    self->description = description;
    if (tools != Py_None) status = response_tools(self, json, &options.tools, &error);
    if (!status)
        status = chatfmt_response_new(((description_object *)description)->inner, &options,
                                      &self->response, &error);
    if (!status) return (PyObject *)self;
    response_failed(self, &error);
    Py_DECREF(self);
    return NULL;
}

static void response_dealloc(PyObject *object)
{
    response_object *self = (response_object *)object;
    PyTypeObject *type = Py_TYPE(object);
    chatfmt_response_free(self->response);
    chatfmt_values_free(self->values);
    Py_XDECREF(self->description);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* [(kind, field, text or JSON of the value, dirty)]; text outside of every field is left out. */
static PyObject *response_events(response_object *self)
{
    PyObject *list = PyList_New(0);
    const chatfmt_region_event *e;
    while (list && (e = chatfmt_response_next(self->response))) {
        if (e->kind == CHATFMT_REGION_SKIPPED) continue;
        PyObject *row =
            Py_BuildValue("(iNNi)", (int)e->kind, text_of(e->field),
                          text_of_bytes(e->kind == CHATFMT_REGION_CLOSE ? e->value : e->text),
                          e->dirty);
        if (!row || PyList_Append(list, row)) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static PyObject *response_initial(PyObject *object, PyObject *unused)
{
    (void)unused;
    return response_events((response_object *)object);
}

static PyObject *response_feed(PyObject *object, PyObject *chunk)
{
    response_object *self = (response_object *)object;
    chatfmt_slice data;
    chatfmt_error error;
    if (slice_of(chunk, &data)) return NULL;
    if (chatfmt_response_feed(self->response, data.data, data.length, &error))
        return response_failed(self, &error);
    return response_events(self);
}

static PyObject *response_finish(PyObject *object, PyObject *unused)
{
    response_object *self = (response_object *)object;
    chatfmt_error error;
    (void)unused;
    if (chatfmt_response_finish(self->response, &error)) return response_failed(self, &error);
    return response_events(self);
}

static PyObject *response_message(PyObject *object, PyObject *unused)
{
    response_object *self = (response_object *)object;
    chatfmt_slice json;
    chatfmt_error error;
    (void)unused;
    if (chatfmt_response_message(self->response, &json, &error))
        return response_failed(self, &error);
    return text_of(json);
}

BINDING_ALONE(response_initial)
BINDING_ALONE(response_feed)
BINDING_ALONE(response_finish)
BINDING_ALONE(response_message)

static PyMethodDef response_methods[] =
    {{"initial", response_initial_alone, METH_NOARGS,
      "initial($self)\n--\n\nEvents of the prompt, once."},
     {"feed", response_feed_alone, METH_O, "feed($self, text, /)\n--\n\nEvents of the next text."},
     {"finish", response_finish_alone, METH_NOARGS, "finish($self)\n--\n\nThe last events."},
     {"message", response_message_alone, METH_NOARGS, "message($self)\n--\n\nThe message as JSON."},
     {NULL, NULL, 0, NULL}};

static PyType_Slot response_slots[] = {
    {Py_tp_doc,
     "Response(template, prompt, tools_json=None)\n--\n\n"
     "One reply that is being read by a ResponseTemplate. Serves one thread at a time."},
    {Py_tp_new, response_new},
    {Py_tp_dealloc, response_dealloc},
    {Py_tp_methods, response_methods},
    {0, NULL}};

static PyType_Slot description_slots[] = {
    {Py_tp_doc,
     "ResponseTemplate(json)\n--\n\n"
     "How a model's replies are written: the JSON of a response_template. Immutable."},
    {Py_tp_new, description_new},
    {Py_tp_dealloc, description_dealloc},
    {0, NULL}};

PyObject *response_type_new(PyObject *module)
{
    static PyType_Spec spec = {"chatfmt._chatfmt.Response", sizeof(response_object), 0,
                               Py_TPFLAGS_DEFAULT, response_slots};
    return PyType_FromModuleAndSpec(module, &spec, NULL);
}

PyObject *description_type_new(PyObject *module)
{
    static PyType_Spec spec = {"chatfmt._chatfmt.ResponseTemplate", sizeof(description_object),
                               0, Py_TPFLAGS_DEFAULT, description_slots};
    return PyType_FromModuleAndSpec(module, &spec, NULL);
}
