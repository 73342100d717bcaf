/* src/tokenizer.c - the type Tokenizer: text to ids and back, with encoders from a pool. */
#include "binding.h"

#define TOKENIZER_POOL 8

typedef struct tokenizer_object {
    PyObject_HEAD
    binding_state *state;
    chatfmt_tokenizer *tokenizer;
    PyObject *path; /* of its file, or NULL */
    _Atomic(chatfmt_encoder *) pool[TOKENIZER_POOL];
} tokenizer_object;

static PyObject *tokenizer_failed(tokenizer_object *self, const chatfmt_error *error)
{
    return raise_error(self->state, error, (chatfmt_slice){"", 0});
}

chatfmt_encoder *tokenizer_encoder_take(PyObject *object)
{
    tokenizer_object *self = (tokenizer_object *)object;
    for (size_t i = 0; i < TOKENIZER_POOL; i++) {
        chatfmt_encoder *encoder = atomic_exchange(&self->pool[i], NULL);
        if (encoder) return encoder;
    }
    chatfmt_encoder *encoder;
    chatfmt_error error;
    if (chatfmt_encoder_new(self->tokenizer, NULL, &encoder, &error))
        tokenizer_failed(self, &error);
    return encoder;
}

void tokenizer_encoder_give(PyObject *object, chatfmt_encoder *encoder)
{
    tokenizer_object *self = (tokenizer_object *)object;
    for (size_t i = 0; encoder && i < TOKENIZER_POOL; i++) {
        chatfmt_encoder *empty = NULL;
        if (atomic_compare_exchange_strong(&self->pool[i], &empty, encoder)) return;
    }
    chatfmt_encoder_free(encoder);
}

int tokenizer_check(binding_state *state, PyObject *object)
{
    if (Py_TYPE(object) == (PyTypeObject *)state->tokenizer_type) return 0;
    raise_type("a chatfmt.Tokenizer is wanted", NULL, object);
    return -1;
}

const chatfmt_tokenizer *tokenizer_inner(PyObject *object)
{
    return ((tokenizer_object *)object)->tokenizer;
}

PyObject *tokenizer_of(binding_state *state, chatfmt_tokenizer *made)
{
    PyTypeObject *type = (PyTypeObject *)state->tokenizer_type;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    tokenizer_object *self = (tokenizer_object *)allocate(type, 0);
    if (!self) {
        chatfmt_tokenizer_free(made);
        return NULL;
    }
    self->state = state;
    self->tokenizer = made;
    return (PyObject *)self;
}

/* The text of json=; -1 with an exception, which says where a path belongs. */
static int tokenizer_json(binding_state *state, PyObject *json, chatfmt_slice *out)
{
    chatfmt_error error = {.status = CHATFMT_INPUT};
    if (slice_given(json, "json=", out)) return -1;
    if (out->length && memchr(out->data, '{', out->length)) return 0;
    PyOS_snprintf(error.text, sizeof error.text,
                  "json= must be the text of a tokenizer.json, and this has no {; the path of a "
                  "file is the first argument, Tokenizer(path)");
    raise_error(state, &error, (chatfmt_slice){"", 0});
    return -1;
}

/* The error of a tokenizer that is not made; a place in json= is called so. */
static PyObject *tokenizer_refuse(binding_state *state, const chatfmt_error *error, bool of_json)
{
    const char *remedy = error->status == CHATFMT_INPUT ? chatfmt_error_remedy(error) : NULL;
    return raise_caused(state, error, (chatfmt_slice){"", 0}, remedy ? remedy : "",
                        of_json ? (chatfmt_slice){"json=", 5} : (chatfmt_slice){"", 0});
}

/* Tokenizer(path=None, *, json=None) */
static PyObject *tokenizer_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"path", "json", NULL};
    PyObject *path = Py_None, *json = Py_None, *bytes = NULL;
    chatfmt_error error;
    chatfmt_status status;
    chatfmt_tokenizer *made = NULL;
    binding_state *state = PyType_GetModuleState(type);
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O$O:Tokenizer", names, &path, &json))
        return NULL;
    if ((path == Py_None) == (json == Py_None)) {
        PyErr_SetString(PyExc_TypeError,
                        "Tokenizer() takes the path of a file, or json= with its text");
        return NULL;
    }
    if (path != Py_None) {
        if (path_given(state, path, "path", &bytes)) return NULL;
        const char *where = PyBytes_AsString(bytes);
        BINDING_BEGIN_UNLOCKED
        status = chatfmt_tokenizer_load(where, NULL, &made, &error);
        BINDING_END_UNLOCKED
        Py_DECREF(bytes);
    } else {
        chatfmt_slice text;
        if (tokenizer_json(state, json, &text)) return NULL;
        BINDING_BEGIN_UNLOCKED
        status = chatfmt_tokenizer_read(text.data, text.length, NULL, &made, &error);
        BINDING_END_UNLOCKED
    }
    if (status) return tokenizer_refuse(state, &error, json != Py_None);
    PyObject *self = tokenizer_of(state, made);
    if (self && path != Py_None) ((tokenizer_object *)self)->path = PyOS_FSPath(path);
    return self;
}

static void tokenizer_dealloc(PyObject *object)
{
    tokenizer_object *self = (tokenizer_object *)object;
    PyTypeObject *type = Py_TYPE(object);
    for (size_t i = 0; i < TOKENIZER_POOL; i++)
        chatfmt_encoder_free(atomic_exchange(&self->pool[i], NULL));
    chatfmt_tokenizer_free(self->tokenizer);
    Py_XDECREF(self->path);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static chatfmt_status tokenizer_run(chatfmt_encoder *encoder, chatfmt_slice text, uint32_t flags,
                                    const chatfmt_tokens **tokens, chatfmt_error *error)
{
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    chatfmt_status status;
    options.flags = flags;
    if (text.length < BINDING_RELEASE_ENCODED)
        return chatfmt_encoder_encode(encoder, text.data, text.length, &options, tokens, error);
    BINDING_BEGIN_UNLOCKED
    status = chatfmt_encoder_encode(encoder, text.data, text.length, &options, tokens, error);
    BINDING_END_UNLOCKED
    return status;
}

static PyObject *tokenizer_encode(PyObject *object, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"text", "add_special_tokens", "offsets", NULL};
    tokenizer_object *self = (tokenizer_object *)object;
    PyObject *text, *result = NULL;
    int special = 0, offsets = 0;
    chatfmt_slice slice;
    const chatfmt_tokens *tokens;
    chatfmt_error error;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "U|$pp:encode", names, &text, &special,
                                     &offsets) ||
        slice_of(text, &slice))
        return NULL;
    chatfmt_encoder *encoder = tokenizer_encoder_take(object);
    if (!encoder) return NULL;
    uint32_t flags = (special ? CHATFMT_ENCODE_ADD_SPECIAL : 0u) |
                     (offsets ? CHATFMT_ENCODE_OFFSETS : 0u);
    if (tokenizer_run(encoder, slice, flags, &tokens, &error)) {
        tokenizer_failed(self, &error);
    } else if (!offsets) {
        result = ids_list(self->state, tokens->ids, tokens->count);
    } else {
        chatfmt_token_place *places = malloc((tokens->count + 1) * sizeof *places);
        PyObject *list = places ? PyList_New((Py_ssize_t)tokens->count) : PyErr_NoMemory();
        if (list) {
            chatfmt_places_in_code_points(slice.data, slice.length, tokens->places, tokens->count,
                                          places);
            for (size_t i = 0; list && i < tokens->count; i++) {
                PyObject *pair = Py_BuildValue("(II)", places[i].begin, places[i].end);
                if (!pair || PyList_SetItem(list, (Py_ssize_t)i, pair)) Py_CLEAR(list);
            }
        }
        free(places);
        if (list)
            result = Py_BuildValue("(NN)", ids_list(self->state, tokens->ids, tokens->count),
                                   list);
    }
    tokenizer_encoder_give(object, encoder);
    return result;
}

static PyObject *tokenizer_encode_pair(PyObject *object, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"first", "second", "add_special_tokens", NULL};
    tokenizer_object *self = (tokenizer_object *)object;
    PyObject *first, *second, *result = NULL;
    int special = 0;
    chatfmt_slice texts[2];
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    chatfmt_length_options whole = CHATFMT_LENGTH_OPTIONS_INIT;
    const chatfmt_token_piece *pair;
    chatfmt_error error;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "UU|$p:encode_pair", names, &first, &second,
                                     &special) ||
        slice_of(first, &texts[0]) || slice_of(second, &texts[1]))
        return NULL;
    chatfmt_encoder *encoder = tokenizer_encoder_take(object);
    if (!encoder) return NULL;
    options.flags = special ? CHATFMT_ENCODE_ADD_SPECIAL : 0u;
    if (chatfmt_encoder_encode_pair(encoder, texts, &options, &whole, &pair, &error))
        tokenizer_failed(self, &error);
    else
        result = Py_BuildValue("(NN)", ids_list(self->state, pair->ids, pair->count),
                               ids_list(self->state, pair->type_ids, pair->count));
    tokenizer_encoder_give(object, encoder);
    return result;
}

static PyObject *tokenizer_decode(PyObject *object, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"ids", "skip_special_tokens", NULL};
    tokenizer_object *self = (tokenizer_object *)object;
    PyObject *sequence, *result = NULL;
    int skip = 0;
    size_t count = 0;
    chatfmt_slice text;
    chatfmt_error error;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|$p:decode", names, &sequence, &skip))
        return NULL;
    uint32_t *ids = ids_of(self->state, sequence, &count);
    chatfmt_encoder *encoder = ids ? tokenizer_encoder_take(object) : NULL;
    if (encoder) {
        if (chatfmt_encoder_decode(encoder, ids, count, skip ? CHATFMT_DECODE_SKIP_SPECIAL : 0,
                                   &text, &error))
            tokenizer_failed(self, &error);
        else
            result = text_of(text);
        tokenizer_encoder_give(object, encoder);
    }
    free(ids);
    return result;
}

static PyObject *tokenizer_stream(PyObject *object, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"skip_special_tokens", NULL};
    int skip = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|$p:decode_stream", names, &skip)) return NULL;
    return decode_stream_of(((tokenizer_object *)object)->state, object,
                            skip ? CHATFMT_DECODE_SKIP_SPECIAL : 0);
}

static PyObject *tokenizer_id(PyObject *object, PyObject *text)
{
    chatfmt_slice slice;
    if (slice_of(text, &slice)) return NULL;
    int64_t id = chatfmt_tokenizer_id(tokenizer_inner(object), slice.data, slice.length);
    if (id < 0) Py_RETURN_NONE;
    return PyLong_FromLongLong(id);
}

static PyObject *tokenizer_text(PyObject *object, PyObject *number)
{
    int overflow;
    long long id = PyLong_AsLongLongAndOverflow(number, &overflow);
    if (PyErr_Occurred()) return NULL;
    chatfmt_slice text = {NULL, 0};
    if (!overflow && id >= 0 && id <= UINT32_MAX)
        text = chatfmt_tokenizer_text(tokenizer_inner(object), (uint32_t)id);
    if (!text.data) Py_RETURN_NONE;
    return text_of(text);
}

PyObject *bytes_of(const void *data, size_t count, size_t size)
{
    return PyBytes_FromStringAndSize(count ? data : "", (Py_ssize_t)(count * size));
}

/* _pieces(text, add_special, truncation, padding) -> [(ids, type_ids, places, attention,
 * special, words)] with arrays as bytes, places in code points. truncation: (max_length, stride,
 * strategy, left) or None; padding: (length, multiple, id, type_id, left) or None. */
static PyObject *tokenizer_pieces(PyObject *object, PyObject *args)
{
    tokenizer_object *self = (tokenizer_object *)object;
    PyObject *text, *truncation, *padding, *list = NULL;
    int special, strategy = 0, left = 0;
    Py_ssize_t most = 0, stride = 0, length = 0, multiple = 0;
    chatfmt_slice slice;
    chatfmt_error error;
    chatfmt_length_options lengths = CHATFMT_LENGTH_OPTIONS_INIT;
    chatfmt_encode_options options = CHATFMT_ENCODE_OPTIONS_INIT;
    const chatfmt_token_piece *pieces;
    size_t count;
    if (!PyArg_ParseTuple(args, "UpOO:_pieces", &text, &special, &truncation, &padding) ||
        slice_of(text, &slice))
        return NULL;
    if (truncation != Py_None) {
        if (!PyArg_ParseTuple(truncation, "nnip", &most, &stride, &strategy, &left)) return NULL;
        lengths.flags |= CHATFMT_LENGTH_TRUNCATE | (left ? CHATFMT_LENGTH_TRUNCATE_LEFT : 0u);
        lengths.max_length = (size_t)most;
        lengths.stride = (size_t)stride;
        lengths.strategy = (chatfmt_truncation)strategy;
    }
    if (padding != Py_None) {
        if (!PyArg_ParseTuple(padding, "nnIIp", &length, &multiple, &lengths.pad_id,
                              &lengths.pad_type_id, &left))
            return NULL;
        lengths.flags |= CHATFMT_LENGTH_PAD | (left ? CHATFMT_LENGTH_PAD_LEFT : 0u);
        lengths.pad_length = (size_t)length;
        lengths.pad_multiple = (size_t)multiple;
    }
    options.flags = CHATFMT_ENCODE_OFFSETS | (special ? CHATFMT_ENCODE_ADD_SPECIAL : 0u);
    chatfmt_encoder *encoder = tokenizer_encoder_take(object);
    if (!encoder) return NULL;
    if (chatfmt_encoder_encode_pieces(encoder, slice.data, slice.length, &options, &lengths,
                                      &pieces, &count, &error)) {
        tokenizer_failed(self, &error);
    } else {
        list = PyList_New((Py_ssize_t)count);
        for (size_t i = 0; list && i < count; i++) {
            const chatfmt_token_piece *p = &pieces[i];
            chatfmt_token_place *places = malloc((p->count + 1) * sizeof *places);
            PyObject *row = NULL;
            if (places) {
                chatfmt_places_in_code_points(slice.data, slice.length, p->places, p->count,
                                              places);
                row = Py_BuildValue("(NNNNNN)", bytes_of(p->ids, p->count, 4),
                                    bytes_of(p->type_ids, p->count, 4),
                                    bytes_of(places, p->count, sizeof *places),
                                    bytes_of(p->attention, p->count, 1),
                                    bytes_of(p->special, p->count, 1),
                                    bytes_of(p->words, p->count, 4));
            } else {
                PyErr_NoMemory();
            }
            free(places);
            if (!row || PyList_SetItem(list, (Py_ssize_t)i, row)) Py_CLEAR(list);
        }
    }
    tokenizer_encoder_give(object, encoder);
    return list;
}

static PyObject *tokenizer_path(PyObject *object, void *unused)
{
    PyObject *path = ((tokenizer_object *)object)->path;
    (void)unused;
    path = path ? path : Py_None;
    Py_INCREF(path);
    return path;
}

/* It is read again from its file. */
static PyObject *tokenizer_reduce(PyObject *object, PyObject *unused)
{
    tokenizer_object *self = (tokenizer_object *)object;
    (void)unused;
    if (self->path) return Py_BuildValue("(O(O))", Py_TYPE(object), self->path);
    PyErr_SetString(PyExc_TypeError, "this Tokenizer cannot be pickled, for it was not made from a "
                                     "path: pickle its Model, or make it in each process");
    return NULL;
}

/* It does not change, so that it is its own copy. */
static PyObject *tokenizer_copy(PyObject *object, PyObject *unused)
{
    (void)unused;
    return Py_INCREF(object), object;
}

static PyObject *tokenizer_repr(PyObject *object)
{
    PyObject *path = ((tokenizer_object *)object)->path;
    return path ? PyUnicode_FromFormat("<chatfmt.Tokenizer %R>", path)
                : PyUnicode_FromString("<chatfmt.Tokenizer>");
}

static PyGetSetDef tokenizer_members[] =
    {{"path", tokenizer_path, NULL, "The path as it was given. None: there is no path.", NULL},
     {NULL, NULL, NULL, NULL, NULL}};

static PyMethodDef tokenizer_methods[] =
    {{"encode", BINDING_METHOD(tokenizer_encode), METH_VARARGS | METH_KEYWORDS,
      "encode($self, text, *, add_special_tokens=False, offsets=False)\n--\n\n"
      "A list of the ids of a text. Added tokens in the text, such as <|im_end|>, are found.\n"
      "\n"
      "add_special_tokens  True: add the special tokens that the file adds to a text, such as a "
      "BOS\n"
      "offsets             True: give a pair, the list of ids and a list of (begin, end) in "
      "characters\n"
      "                    of the text\n"
      "\n"
      "The result is that of Tokenizer.encode of the library tokenizers."},
     {"encode_pair", BINDING_METHOD(tokenizer_encode_pair), METH_VARARGS | METH_KEYWORDS,
      "encode_pair($self, first, second, *, add_special_tokens=False)\n--\n\n"
      "A pair of lists: the ids of two texts that belong together, and the types of the ids.\n"
      "\n"
      "A type is 0 for the first text and 1 for the second, unless the file says otherwise.\n"
      "\n"
      "add_special_tokens  True: add the special tokens that the file adds to a pair of texts\n"
      "\n"
      "The result is that of Tokenizer.encode(first, second) of the library tokenizers."},
     {"decode", BINDING_METHOD(tokenizer_decode), METH_VARARGS | METH_KEYWORDS,
      "decode($self, ids, *, skip_special_tokens=False)\n--\n\n"
      "The text of ids.\n"
      "\n"
      "ids                  a list, an array or a tensor of one dimension\n"
      "skip_special_tokens  True: leave out special tokens\n"
      "\n"
      "An id that the tokenizer does not have gives no text, as in the library tokenizers. A "
      "negative\n"
      "id is a chatfmt.InputError."},
     {"decode_stream", BINDING_METHOD(tokenizer_stream), METH_VARARGS | METH_KEYWORDS,
      "decode_stream($self, *, skip_special_tokens=False)\n--\n\n"
      "An object whose feed(ids) gives the text that further ids complete. \"\": they complete "
      "none.\n"
      "\n"
      "skip_special_tokens  True: leave out special tokens"},
     {"token_to_id", tokenizer_id, METH_O,
      "token_to_id($self, token, /)\n--\n\nThe id of a token. None: there is no such token."},
     {"id_to_token", tokenizer_text, METH_O,
      "id_to_token($self, id, /)\n--\n\nThe text of the token. None: there is no such id."},
     {"_pieces", tokenizer_pieces, METH_VARARGS, NULL},
     {"__reduce__", tokenizer_reduce, METH_NOARGS, NULL},
     {"__copy__", tokenizer_copy, METH_NOARGS, NULL},
     {"__deepcopy__", tokenizer_copy, METH_O, NULL},
     {NULL, NULL, 0, NULL}};

static PyType_Slot tokenizer_slots[] =
    {{Py_tp_doc, "Tokenizer(path=None, *, json=None)\n--\n\n"
                 "A tokenizer. It does not change; threads may share it.\n"
                 "\n"
                 "path  a tokenizer.json, a GGUF file, or a folder with a tokenizer\n"
                 "json  the text of a tokenizer.json\n"
                 "\n"
                 "Give one of the two: both or neither is a TypeError.\n"
                 "\n"
                 "Raises chatfmt.NotFoundError if there is no such file, or no tokenizer in the "
                 "folder. Raises\n"
                 "chatfmt.InputError with the place in a malformed file. Raises "
                 "chatfmt.UnsupportedError for a kind\n"
                 "that chatfmt cannot match exactly."},
     {Py_tp_new, tokenizer_new},
     {Py_tp_dealloc, tokenizer_dealloc},
     {Py_tp_repr, tokenizer_repr},
     {Py_tp_methods, tokenizer_methods},
     {Py_tp_getset, tokenizer_members},
     {0, NULL}};

PyObject *tokenizer_type_new(PyObject *module)
{
    static PyType_Spec spec = {"chatfmt.Tokenizer", sizeof(tokenizer_object), 0,
                               Py_TPFLAGS_DEFAULT, tokenizer_slots};
    return PyType_FromModuleAndSpec(module, &spec, NULL);
}
