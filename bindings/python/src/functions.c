/* src/functions.c - functions of the module. */
#include "binding.h"

enum { FORMAT_MOST_INDENT = 64 }; /* what chatfmt_source_format() takes */

int chatfmt_program(int argc, char **argv); /* main() of cli/main.c */

/* The program's main() with these arguments; the lock is released. */
static PyObject *function_program(PyObject *module, PyObject *arguments)
{
    Py_ssize_t count = PySequence_Size(arguments);
    (void)module;
    if (count < 0) return NULL;
    char **argv = calloc((size_t)count + 2, sizeof *argv);
    PyObject **held = calloc((size_t)count + 1, sizeof *held);
    bool good = argv && held;
    if (!good) PyErr_NoMemory();
    for (Py_ssize_t i = 0; good && i < count; i++) {
        PyObject *item = PySequence_GetItem(arguments, i);
        good = item && PyUnicode_FSConverter(item, &held[i]);
        Py_XDECREF(item);
        if (good) argv[i + 1] = PyBytes_AsString(held[i]);
    }
    int code = 1;
    if (good) {
        static char name[] = "chatfmt";
        argv[0] = name;
        Py_BEGIN_ALLOW_THREADS
        code = chatfmt_program((int)count + 1, argv);
        Py_END_ALLOW_THREADS
    }
    for (Py_ssize_t i = 0; held && i < count; i++) Py_XDECREF(held[i]);
    free(held);
    free(argv);
    return good ? PyLong_FromLong(code) : NULL;
}

static PyObject *function_format(PyObject *module, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"source", "indent", "width", NULL};
    binding_state *state = PyModule_GetState(module);
    PyObject *source, *spaces = Py_None, *columns = Py_None;
    chatfmt_slice text;
    chatfmt_error error;
    chatfmt_source_options options = CHATFMT_SOURCE_OPTIONS_INIT;
    uint64_t indent = 4, width = 0;
    char *laid;
    size_t length;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "U|$OO:fmt", names, &source, &spaces,
                                     &columns) ||
        number_given(state, spaces, "indent", 0, FORMAT_MOST_INDENT, &indent) ||
        number_given(state, columns, "width", 0, UINT32_MAX, &width) ||
        slice_of_source(source, &text))
        return NULL;
    options.indent = indent ? (uint32_t)indent : CHATFMT_NO_INDENT;
    options.width = (uint32_t)width;
    if (chatfmt_source_format(text.data, text.length, &options, &laid, &length, &error))
        return raise_error(state, &error, (chatfmt_slice){"", 0});
    PyObject *result = text_of((chatfmt_slice){laid, length});
    chatfmt_text_free(laid);
    return result;
}

static PyObject *function_readers(PyObject *module, PyObject *unused)
{
    PyObject *list = PyList_New(0);
    (void)module;
    (void)unused;
    for (size_t i = 0; list && i < chatfmt_reader_count(); i++) {
        PyObject *name = text_of(chatfmt_reader_at(i).name);
        if (!name || PyList_Append(list, name)) Py_CLEAR(list);
        Py_XDECREF(name);
    }
    return list;
}

/* json(object, root="", /): the object as a template sees it, as JSON text; errors name `root`. */
static PyObject *function_json(PyObject *module, PyObject *args)
{
    binding_state *state = PyModule_GetState(module);
    PyObject *object, *result = NULL;
    const char *root = "";
    chatfmt_value value;
    chatfmt_slice text;
    if (!PyArg_ParseTuple(args, "O|s:json", &object, &root)) return NULL;
    workspace *w = workspace_take(state);
    if (!w) return NULL;
    if (convert(state, w, object, &value))
        convert_place(w, root);
    else if (chatfmt_value_write_json(w->values, value, &text, &w->error))
        raise_error(state, &w->error, (chatfmt_slice){"", 0});
    else
        result = text_of(text);
    workspace_give(state, w, 0);
    return result;
}

/* One pass over places and ranges as they are given, so a range that begins before an earlier one
 * can be missed, as there.
 * Source: transformers 5.24, PreTrainedTokenizerBase.apply_chat_template. */
static void mask_overlap(const chatfmt_token_place *places, size_t count,
                         const chatfmt_generation *ranges, size_t range_count, unsigned char *mask)
{
    memset(mask, 0, count);
    for (size_t i = 0, at = 0; i < count; i++) {
        while (at < range_count && places[i].begin >= ranges[at].end) at++;
        if (at == range_count) break;
        mask[i] = places[i].end > ranges[at].begin;
    }
}

chatfmt_status mask_fill(const chatfmt_token_place *places, size_t count,
                         const chatfmt_generation *ranges, size_t range_count, bool by_overlap,
                         unsigned char *mask, chatfmt_error *error)
{
    if (!by_overlap)
        return chatfmt_mask_reference(places, count, ranges, range_count, mask, error);
    mask_overlap(places, count, ranges, range_count, mask);
    return CHATFMT_OK;
}

/* mask(places, ranges, by_overlap) -> [0 or 1]: transformers' mask of tokens whose places, pairs of
 * uint32 in characters, are given as bytes; see mask_fill(). */
static PyObject *function_mask(PyObject *module, PyObject *args)
{
    const char *places;
    Py_ssize_t length;
    PyObject *ranges, *list = NULL;
    int by_overlap;
    chatfmt_error error;
    if (!PyArg_ParseTuple(args, "y#O!p:mask", &places, &length, &PyList_Type, &ranges, &by_overlap))
        return NULL;
    size_t count = (size_t)length / sizeof(chatfmt_token_place),
           range_count = (size_t)PyList_Size(ranges);
    chatfmt_token_place *copy = malloc((size_t)length + 1);
    chatfmt_generation *generations = malloc((range_count + 1) * sizeof *generations);
    unsigned char *mask = calloc(count + 1, 1);
    if (!copy || !generations || !mask) {
        PyErr_NoMemory();
        goto done;
    }
    memcpy(copy, places, (size_t)length);
    for (size_t i = 0; i < range_count; i++) {
        Py_ssize_t begin, end;
        if (!PyArg_ParseTuple(PyList_GetItem(ranges, (Py_ssize_t)i), "nn", &begin, &end)) goto done;
        generations[i] = (chatfmt_generation){(size_t)begin, (size_t)end};
    }
    if (mask_fill(copy, count, generations, range_count, by_overlap, mask, &error)) {
        raise_error(PyModule_GetState(module), &error, (chatfmt_slice){"", 0});
        goto done;
    }
    list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++)
        PyList_SetItem(list, (Py_ssize_t)i, PyLong_FromLong(mask[i]));
done:
    free(copy);
    free(generations);
    free(mask);
    return list;
}

/* all_dicts(sequence) -> whether each item of a list or tuple is exactly a dict. */
static PyObject *function_all_dicts(PyObject *module, PyObject *sequence)
{
    bool is_list = PyList_Check(sequence);
    (void)module;
    if (!is_list && !PyTuple_Check(sequence)) Py_RETURN_FALSE;
    for (Py_ssize_t i = 0; i < (is_list ? PyList_Size(sequence) : PyTuple_Size(sequence)); i++) {
        PyObject *item = is_list ? PyList_GetItem(sequence, i) : PyTuple_GetItem(sequence, i);
        if (item && Py_TYPE(item) == &PyDict_Type) continue;
        PyErr_Clear(); /* it was shorter by then */
        Py_RETURN_FALSE;
    }
    Py_RETURN_TRUE;
}

PyMethodDef binding_functions[] =
    {{"mask", function_mask, METH_VARARGS, NULL},
     {"program", function_program, METH_O,
      "program(arguments, /)\n--\n\nThe command line of the C program; gives its exit status."},
     {"fmt", BINDING_METHOD(function_format), METH_VARARGS | METH_KEYWORDS,
      "fmt(source, *, indent=4, width=0)\n--\n\n"
      "The template, formatted. It compiles to the same program.\n"
      "\n"
      "source  the text of the template, not the path of its file\n"
      "indent  the number of spaces for each level, 0 to 64. 0: no indentation\n"
      "width   lines of more than this number of bytes are wrapped. 0: no line is wrapped\n"
      "\n"
      "Raises what Template raises."},
     {"readers", function_readers, METH_NOARGS,
      "readers()\n--\n\n"
      "A list of the names of all families of replies. Each may be the family of a ReplyParser."},
     {"_reader", reader_make, METH_VARARGS, NULL},
     {"_reader_about", reader_about, METH_O, NULL},
     {"json", function_json, METH_VARARGS, NULL},
     {"all_dicts", function_all_dicts, METH_O, NULL},
     {NULL, NULL, 0, NULL}};
