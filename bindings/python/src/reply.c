/* src/reply.c - the type Reply: what a model wrote, back into a message, while it streams. */
#include "binding.h"

typedef struct reply_object {
    PyObject_HEAD
    binding_state *state;
    chatfmt_values *values; /* of the tools */
    PyObject *reader; /* a capsule; NULL for a family */
    PyObject *stops;  /* a tuple of texts that the reply borrows, or NULL */
    chatfmt_slice *stop_slices;
    PyObject *begun;  /* a text that the reply borrows, or NULL */
    uint64_t begun_length; /* its bytes: events that repeat them are not given out */
    PyObject *tokenizer; /* of ids, and the one encoder that reads them; NULL until the first */
    chatfmt_encoder *encoder;
    chatfmt_reply_parser *reply;
    int fed; /* the events of what had begun were taken */
} reply_object;

static PyObject *reply_failed(reply_object *self, const chatfmt_error *error)
{
    return raise_error(self->state, error, (chatfmt_slice){"", 0});
}

/* ---- Readers: chosen once for a template, in a capsule that replies share ---- */

#define READER_NAME "chatfmt.reader"

static void reader_capsule_free(PyObject *capsule)
{
    chatfmt_reader_free(PyCapsule_GetPointer(capsule, READER_NAME));
}

PyObject *reader_of(binding_state *state, const chatfmt_model *model,
                    const chatfmt_reader_options *choice)
{
    chatfmt_reader *reader;
    chatfmt_error error;
    chatfmt_status status;
    BINDING_BEGIN_UNLOCKED
    status = chatfmt_reader_choose(model, choice, &reader, &error);
    BINDING_END_UNLOCKED
    if (status) {
        const char *remedy = chatfmt_error_remedy(&error);
        return raise_caused(state, &error, (chatfmt_slice){"", 0}, remedy ? remedy : "",
                            template_place(model, choice->chat_template, 1, &error));
    }
    PyObject *capsule = PyCapsule_New(reader, READER_NAME, reader_capsule_free);
    if (!capsule) chatfmt_reader_free(reader);
    return capsule;
}

/* _reader(template, family="auto", /): a capsule for Reply's `template`; None: of the family. */
PyObject *reader_make(PyObject *module, PyObject *args)
{
    PyObject *source;
    const char *family = "auto";
    chatfmt_slice text = {NULL, 0};
    chatfmt_error error;
    chatfmt_model *model = NULL;
    chatfmt_reader_options choice = CHATFMT_READER_OPTIONS_INIT;
    if (!PyArg_ParseTuple(args, "O|O&:_reader", &source, name_of, &family) ||
        slice_given(source, "template", &text))
        return NULL;
    choice.wanted = (chatfmt_slice){family, strlen(family)};
    if (text.data && chatfmt_model_from_template(text.data, text.length, NULL, &model, &error))
        return raise_error(PyModule_GetState(module), &error, (chatfmt_slice){"", 0});
    PyObject *capsule = reader_of(PyModule_GetState(module), model, &choice);
    chatfmt_model_free(model);
    return capsule;
}

/* _reader_about(capsule, /): what is known about a reader, as JSON. */
PyObject *reader_about(PyObject *module, PyObject *capsule)
{
    const chatfmt_reader *reader = PyCapsule_GetPointer(capsule, READER_NAME);
    (void)module;
    return reader ? text_of(chatfmt_reader_about(reader)->json) : NULL;
}

/* The family as it is named, or the reader that was chosen for a template. */
static chatfmt_status reply_open(reply_object *self, const char *family, PyObject *reader,
                                 const chatfmt_reply_options *options, chatfmt_error *error)
{
    if (reader == Py_None) return chatfmt_reply_parser_new(family, options, &self->reply, error);
    const chatfmt_reader *chosen = PyCapsule_GetPointer(reader, READER_NAME);
    if (!chosen) return CHATFMT_BAD_ARGUMENT;
    Py_INCREF(reader);
    self->reader = reader;
    return chatfmt_reply_parser_open(chosen, options, &self->reply, error);
}

/* Reply(family, *, tools_json=None, prompt=None, flags=0, reader=None, calls_before=0, stops=(),
 *       begun=None) */
static PyObject *reply_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"family", "tools_json", "prompt", "flags", "reader",
                            "calls_before", "stops", "begun", NULL};
    const char *family;
    PyObject *tools = Py_None, *prompt = Py_None, *reader = Py_None, *stops = NULL;
    PyObject *calls = Py_None, *begun = Py_None;
    uint64_t calls_before = 0;
    chatfmt_slice json;
    chatfmt_error error;
    chatfmt_status status;
    chatfmt_reply_options options = CHATFMT_REPLY_OPTIONS_INIT;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O&|$OOIOOO!O:Reply", names, name_of, &family,
                                     &tools, &prompt, &options.flags, &reader,
                                     &calls, &PyTuple_Type, &stops, &begun) ||
        slice_given(prompt, "prompt", &options.prompt) ||
        slice_given(begun, "begun", &options.begun) ||
        number_given(PyType_GetModuleState(type), calls, "calls_before", 0, UINT32_MAX,
                     &calls_before))
        return NULL;
    options.calls_before = (uint32_t)calls_before;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    reply_object *self = (reply_object *)allocate(type, 0);
    if (!self) return NULL;
    self->state = PyType_GetModuleState(type);
    Py_INCREF(begun);
    self->begun = begun;
    self->begun_length = options.begun.length;
    if (stops) {
        self->stop_slices = slices_of(stops, &options.stop_count);
        if (!self->stop_slices) goto failed;
        Py_INCREF(stops);
        self->stops = stops;
        options.stops = self->stop_slices;
    }
    status = chatfmt_values_new(NULL, NULL, &self->values, &error);
    if (!status && tools != Py_None) {
        chatfmt_value text;
        if (slice_of(tools, &json)) goto failed;
        /* A copy, so that the text need not live as long as the reply. */
        status = chatfmt_value_string(self->values, json.data, json.length, &text, &error);
        json = chatfmt_value_as_text(text);
        if (!status)
            status = chatfmt_value_read_json(self->values, json.data, json.length, &options.tools,
                                             &error);
    }
    if (!status) status = reply_open(self, family, reader, &options, &error);
    if (!status) return (PyObject *)self;
    if (!PyErr_Occurred()) reply_failed(self, &error);
failed:
    Py_DECREF(self);
    return NULL;
}

static void reply_dealloc(PyObject *object)
{
    reply_object *self = (reply_object *)object;
    PyTypeObject *type = Py_TYPE(object);
    chatfmt_reply_parser_free(self->reply);
    if (self->encoder) tokenizer_encoder_give(self->tokenizer, self->encoder);
    Py_XDECREF(self->tokenizer);
    Py_XDECREF(self->stops);
    Py_XDECREF(self->begun);
    free(self->stop_slices);
    Py_XDECREF(self->reader);
    chatfmt_values_free(self->values);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static const char *const reply_kinds[] = {"frame",    "content", "reasoning", "call", "arguments",
                                          "call_end", "code",    "role",      "stop"};

/* Does the event repeat what the prompt has already? As chatfmt_reading_next() decides it. */
static int reply_repeats(const reply_object *self, const chatfmt_event *e)
{
    int is_text = e->kind == CHATFMT_EVENT_CONTENT || e->kind == CHATFMT_EVENT_REASONING ||
                  e->kind == CHATFMT_EVENT_FRAME;
    if (!self->fed) return self->begun_length && e->kind != CHATFMT_EVENT_STOP;
    return is_text && e->begin < self->begun_length && e->end <= self->begun_length;
}

/* `list` with the events at hand, rows (kind, text, call, id, flags, reason, begin, end, ids_begin,
 * ids_end); NULL for NULL and on an error, and the list is then freed. */
static PyObject *reply_events(reply_object *self, PyObject *list)
{
    const chatfmt_event *e;
    while (list && (e = chatfmt_reply_parser_next(self->reply))) {
        if (reply_repeats(self, e)) continue;
        PyObject *row = Py_BuildValue("(sNINIzKKKK)", reply_kinds[e->kind], text_of_bytes(e->text),
                                      e->call, text_of_bytes(e->id), e->flags, e->reason,
                                      (unsigned long long)e->begin, (unsigned long long)e->end,
                                      (unsigned long long)e->ids_begin,
                                      (unsigned long long)e->ids_end);
        if (!row || PyList_Append(list, row)) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

/* A list for the events of the next feed, which drops those that are left: so those of what had
 * begun are taken before. */
static PyObject *reply_next_events(reply_object *self)
{
    PyObject *events = reply_events(self, PyList_New(0));
    self->fed = 1;
    return events;
}

static PyObject *reply_feed(PyObject *object, PyObject *chunk)
{
    reply_object *self = (reply_object *)object;
    chatfmt_slice data;
    chatfmt_error error;
    if (PyBytes_Check(chunk)) {
        char *bytes;
        Py_ssize_t length;
        if (PyBytes_AsStringAndSize(chunk, &bytes, &length)) return NULL;
        data = (chatfmt_slice){bytes, (size_t)length};
    } else if (slice_of(chunk, &data)) {
        return NULL;
    }
    PyObject *events = reply_next_events(self);
    if (!events || !chatfmt_reply_parser_feed(self->reply, data.data, data.length, &error))
        return reply_events(self, events);
    Py_DECREF(events);
    return reply_failed(self, &error);
}

/* The encoder that reads this reply's ids: one of the tokenizer's, kept until the reply is
 * freed. */
static int reply_encoder(reply_object *self, PyObject *tokenizer)
{
    if (self->tokenizer == tokenizer) return 0;
    if (self->tokenizer) {
        PyErr_SetString(PyExc_ValueError, "a reply is read with one tokenizer");
        return -1;
    }
    if (tokenizer_check(self->state, tokenizer)) return -1;
    self->encoder = tokenizer_encoder_take(tokenizer);
    if (!self->encoder) return -1;
    Py_INCREF(tokenizer);
    self->tokenizer = tokenizer;
    return 0;
}

/* The first id that the tokenizer does not have, or None. */
static PyObject *reply_unknown(PyObject *tokenizer, const uint32_t *ids, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!chatfmt_tokenizer_text(tokenizer_inner(tokenizer), ids[i]).data)
            return PyLong_FromUnsignedLong(ids[i]);
    Py_RETURN_NONE;
}

/* feed_ids((tokenizer, ids), /) -> (events, the first id that there is not or None) */
static PyObject *reply_feed_ids(PyObject *object, PyObject *pair)
{
    reply_object *self = (reply_object *)object;
    PyObject *tokenizer, *sequence;
    chatfmt_error error;
    size_t count;
    if (!PyArg_ParseTuple(pair, "OO:feed_ids", &tokenizer, &sequence) ||
        reply_encoder(self, tokenizer))
        return NULL;
    uint32_t *ids = ids_of(self->state, sequence, &count);
    if (!ids) return NULL;
    PyObject *events = reply_next_events(self), *unknown = NULL;
    if (events && chatfmt_reply_parser_feed_ids(self->reply, self->encoder, ids, count, &error))
        reply_failed(self, &error);
    else if (events)
        unknown = reply_unknown(tokenizer, ids, count);
    free(ids);
    if (unknown) return Py_BuildValue("(NN)", reply_events(self, events), unknown);
    Py_XDECREF(events);
    return NULL;
}

static PyObject *reply_finish(PyObject *object, PyObject *unused)
{
    reply_object *self = (reply_object *)object;
    chatfmt_error error;
    (void)unused;
    PyObject *events = reply_next_events(self);
    if (!events || !chatfmt_reply_parser_finish(self->reply, &error))
        return reply_events(self, events);
    Py_DECREF(events);
    return reply_failed(self, &error);
}

static PyObject *reply_message(PyObject *object, PyObject *unused)
{
    reply_object *self = (reply_object *)object;
    chatfmt_slice json;
    chatfmt_error error;
    (void)unused;
    if (chatfmt_reply_parser_message(self->reply, &json, &error)) return reply_failed(self, &error);
    return text_of(json);
}

static PyObject *reply_restart(PyObject *object, PyObject *unused)
{
    reply_object *self = (reply_object *)object;
    (void)unused;
    chatfmt_reply_parser_restart(self->reply);
    self->fed = 0;
    Py_RETURN_NONE;
}

BINDING_ALONE(reply_feed)
BINDING_ALONE(reply_feed_ids)
BINDING_ALONE(reply_finish)
BINDING_ALONE(reply_message)
BINDING_ALONE(reply_restart)

static PyMethodDef reply_methods[] = {
    {"feed", reply_feed_alone, METH_O, NULL},
    {"feed_ids", reply_feed_ids_alone, METH_O, NULL},
    {"finish", reply_finish_alone, METH_NOARGS, NULL},
    {"message", reply_message_alone, METH_NOARGS, NULL},
    {"restart", reply_restart_alone, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};

static PyType_Slot reply_slots[] = {
    {Py_tp_doc, "One reply that is being read: chatfmt.ReplyParser is made of it."},
    {Py_tp_new, reply_new},
    {Py_tp_dealloc, reply_dealloc},
    {Py_tp_methods, reply_methods},
    {0, NULL}};

PyObject *reply_type_new(PyObject *module)
{
    static PyType_Spec spec = {"chatfmt._chatfmt.Reply", sizeof(reply_object), 0,
                               Py_TPFLAGS_DEFAULT, reply_slots};
    return PyType_FromModuleAndSpec(module, &spec, NULL);
}
