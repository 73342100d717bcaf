/* src/decode.c - the type DecodeStream: ids to text while they arrive. */
#include "binding.h"

typedef struct decode_object {
    PyObject_HEAD
    binding_state *state;
    PyObject *tokenizer;
    chatfmt_encoder *encoder; /* of the tokenizer, for as long as the stream lives */
    chatfmt_decode_stream *stream;
} decode_object;

PyObject *decode_stream_of(binding_state *state, PyObject *tokenizer, uint32_t flags)
{
    PyTypeObject *type = (PyTypeObject *)state->decode_type;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    decode_object *self = (decode_object *)allocate(type, 0);
    chatfmt_error error;
    if (!self) return NULL;
    self->state = state;
    self->encoder = tokenizer_encoder_take(tokenizer);
    Py_INCREF(tokenizer);
    self->tokenizer = tokenizer;
    if (self->encoder && chatfmt_decode_stream_new(self->encoder, flags, &self->stream, &error))
        raise_error(state, &error, (chatfmt_slice){"", 0});
    if (self->stream) return (PyObject *)self;
    Py_DECREF(self);
    return NULL;
}

static void decode_dealloc(PyObject *object)
{
    decode_object *self = (decode_object *)object;
    PyTypeObject *type = Py_TYPE(object);
    chatfmt_decode_stream_free(self->stream);
    if (self->encoder) tokenizer_encoder_give(self->tokenizer, self->encoder);
    Py_XDECREF(self->tokenizer);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyObject *decode_feed(PyObject *object, PyObject *ids)
{
    decode_object *self = (decode_object *)object;
    PyObject *pieces, *empty = NULL, *text = NULL;
    size_t count;
    chatfmt_error error;
    chatfmt_slice piece;
    uint32_t *list = ids_of(self->state, ids, &count);
    if (!list) return NULL;
    pieces = PyList_New(0);
    for (size_t i = 0; pieces && i < count; i++) {
        if (chatfmt_decode_stream_push(self->stream, list[i], &piece, &error))
            raise_error(self->state, &error, (chatfmt_slice){"", 0});
        if (PyErr_Occurred()) break;
        PyObject *part = piece.length ? text_of(piece) : NULL;
        if (part) PyList_Append(pieces, part);
        Py_XDECREF(part);
        if (PyErr_Occurred()) break;
    }
    free(list);
    if (pieces && !PyErr_Occurred()) empty = PyUnicode_FromStringAndSize("", 0);
    if (empty) text = PyUnicode_Join(empty, pieces);
    Py_XDECREF(empty);
    Py_XDECREF(pieces);
    return text;
}

BINDING_ALONE(decode_feed)

static PyMethodDef decode_methods[] = {
    {"feed", decode_feed_alone, METH_O,
     "feed($self, ids, /)\n--\n\n"
     "The text that these further ids complete. \"\": they complete none, because a character "
     "is\n"
     "unfinished.\n"
     "\n"
     "ids  a list, an array or a tensor of one dimension"},
    {NULL, NULL, 0, NULL}};

static PyType_Slot decode_slots[] = {
    {Py_tp_doc, "Made by Tokenizer.decode_stream(): text of ids while they arrive. One thread at a "
                "time.\n\nEqual to tokenizers.decoders.DecodeStream."},
    {Py_tp_dealloc, decode_dealloc},
    {Py_tp_methods, decode_methods},
    {0, NULL}};

PyObject *decode_type_new(PyObject *module)
{
    static PyType_Spec spec = {"chatfmt._chatfmt.DecodeStream", sizeof(decode_object), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                               decode_slots};
    return PyType_FromModuleAndSpec(module, &spec, NULL);
}
