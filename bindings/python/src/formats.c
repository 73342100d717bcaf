/* src/formats.c - formats by name, conversations as FastChat has them, InternLM2's actions. */
#include "binding.h"


static PyObject *format_failed(binding_state *state, const chatfmt_error *error)
{
    return raise_error(state, error, (chatfmt_slice){"", 0});
}

/* ---- The list of formats ---- */

/* [(system, name, warning)] of all formats, the user's first. */
static PyObject *format_list(PyObject *module, PyObject *unused)
{
    binding_state *state = PyModule_GetState(module);
    PyObject *list = PyList_New(0);
    (void)unused;
    Py_BEGIN_CRITICAL_SECTION(module);
    for (size_t i = 0; list && i < chatfmt_formats_count(state->formats); i++) {
        chatfmt_format_info info = chatfmt_formats_info(state->formats, i);
        PyObject *row = Py_BuildValue("(NNN)", text_of(info.system), text_of(info.name),
                                      text_of(info.warning));
        if (!row || PyList_Append(list, row)) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    Py_END_CRITICAL_SECTION();
    return list;
}

/* formats_add(json, override): rows of the user's, see chatfmt_formats_add(). */
static PyObject *format_add(PyObject *module, PyObject *args)
{
    binding_state *state = PyModule_GetState(module);
    PyObject *json;
    chatfmt_slice text;
    chatfmt_error error;
    chatfmt_status status = CHATFMT_OK;
    int override;
    if (!PyArg_ParseTuple(args, "Up:formats_add", &json, &override) || slice_of(json, &text))
        return NULL;
    Py_BEGIN_CRITICAL_SECTION(module);
    if (!state->formats) status = chatfmt_formats_new(NULL, &state->formats, &error);
    if (!status)
        status = chatfmt_formats_add(state->formats, text.data, text.length,
                                     override ? CHATFMT_FORMATS_OVERRIDE : 0, &error);
    Py_END_CRITICAL_SECTION();
    if (status) return format_failed(state, &error);
    Py_RETURN_NONE;
}

/* ---- One format ---- */

/* The format of a name; NULL with an exception. */
static chatfmt_format *format_open(PyObject *module, PyObject *name)
{
    binding_state *state = PyModule_GetState(module);
    chatfmt_format *format = NULL;
    chatfmt_slice words;
    chatfmt_error error;
    chatfmt_status status;
    if (slice_of(name, &words)) return NULL;
    Py_BEGIN_CRITICAL_SECTION(module);
    status =
        chatfmt_format_open(state->formats, words.data, words.length, NULL, &format, &error);
    Py_END_CRITICAL_SECTION();
    if (status) format_failed(state, &error);
    return format;
}

/* format_fields(name) -> all its fields as JSON. */
static PyObject *format_fields(PyObject *module, PyObject *name)
{
    binding_state *state = PyModule_GetState(module);
    PyObject *result = NULL;
    chatfmt_slice text;
    chatfmt_format *format = format_open(module, name);
    workspace *w = format ? workspace_take(state) : NULL;
    if (w) {
        if (chatfmt_value_write_json(w->values, chatfmt_format_fields(format), &text,
                                     &w->error))
            format_failed(state, &w->error);
        else
            result = text_of(text);
        workspace_give(state, w, 0);
    }
    chatfmt_format_free(format);
    return result;
}

static PyObject *format_stops(const chatfmt_format *format)
{
    size_t count = chatfmt_format_stop_count(format);
    PyObject *stops = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; stops && i < count; i++) {
        PyObject *stop = text_of(chatfmt_format_stop(format, i));
        if (!stop || PyList_SetItem(stops, (Py_ssize_t)i, stop)) Py_CLEAR(stops);
    }
    return stops;
}

enum { FORMAT_WORDS = 1024 };

/* What a format's prompt lacks of its variables, in words; an error where it has nothing. */
static chatfmt_status format_lacks(workspace *w, chatfmt_value variables, chatfmt_slice text,
                                   char words[FORMAT_WORDS])
{
    chatfmt_value paths;
    chatfmt_status status = chatfmt_rendered_unwritten(w->renderer, w->values, variables, text, 1,
                                                       &paths, &w->error);
    if (!status) status = chatfmt_unwritten_accept(paths, text, 0, &w->error);
    if (!status) chatfmt_unwritten_words(paths, words, FORMAT_WORDS);
    return status;
}

/* format_render(name, variables, program=None) -> (text, stops, what is not in the text, in words);
 * with a program nothing is said of that. */
static PyObject *format_render(PyObject *module, PyObject *args)
{
    binding_state *state = PyModule_GetState(module);
    PyObject *name, *variables, *result = NULL;
    const char *program = NULL;
    chatfmt_slice text;
    chatfmt_value value;
    char words[FORMAT_WORDS] = "";
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    if (!PyArg_ParseTuple(args, "UO!|O&:format_render", &name, &PyDict_Type, &variables,
                          name_or_none, &program))
        return NULL;
    chatfmt_format *format = format_open(module, name);
    workspace *w = format ? workspace_take(state) : NULL;
    if (w) w->copies = true; /* errors have a path */
    if (!program) options.flags |= CHATFMT_RENDER_SPANS;
    if (w && convert(state, w, variables, &value)) {
        convert_place(w, "");
    } else if (w) {
        if (chatfmt_format_render(w->renderer, format, program, value, &options, &text,
                                  &w->error) ||
            (!program && format_lacks(w, value, text, words))) {
            raise_error(state, &w->error, chatfmt_renderer_raised(w->renderer));
        } else {
            PyObject *stops = format_stops(format);
            if (stops)
                result = Py_BuildValue("(NNN)", text_of(text), stops,
                                       PyUnicode_DecodeUTF8(words, (Py_ssize_t)strlen(words),
                                                            "replace"));
        }
    }
    if (w) workspace_give(state, w, 0);
    chatfmt_format_free(format);
    return result;
}

/* format_match(model, has_adapter) -> (format, adapter, matched_on, xtuner, starred) */
static PyObject *format_match(PyObject *module, PyObject *args)
{
    binding_state *state = PyModule_GetState(module);
    PyObject *model, *result = NULL;
    int adapter;
    chatfmt_slice words;
    const chatfmt_format_match *found;
    if (!PyArg_ParseTuple(args, "Up:format_match", &model, &adapter) || slice_of(model, &words))
        return NULL;
    workspace *w = workspace_take(state);
    if (!w) return NULL;
    if (chatfmt_formats_match(words.data, words.length, adapter ? CHATFMT_MATCH_HAS_ADAPTER : 0,
                              w->values, &found, &w->error))
        format_failed(state, &w->error);
    else
        result = Py_BuildValue("(NNNNN)", text_of(found->format), text_of(found->adapter),
                               text_of(found->matched_on), text_of(found->xtuner),
                               PyBool_FromLong(found->xtuner_starred));
    workspace_give(state, w, 0);
    return result;
}

/* class_format(tokenizer_class, model_type) -> name of the format that transformers before 4.44
 * used for a tokenizer without a template. */
static PyObject *format_of_class(PyObject *module, PyObject *args)
{
    PyObject *name, *type;
    chatfmt_slice words, kind, found;
    chatfmt_error error;
    if (!PyArg_ParseTuple(args, "UU:class_format", &name, &type) || slice_of(name, &words) ||
        slice_of(type, &kind))
        return NULL;
    if (chatfmt_formats_of_class(words.data, words.length, kind.data, kind.length, &found, &error))
        return format_failed(PyModule_GetState(module), &error);
    return text_of(found);
}

/* A format, which is freed, as one chat template. */
static PyObject *format_exported(binding_state *state, chatfmt_format *format)
{
    PyObject *result = NULL;
    chatfmt_slice text;
    workspace *w = format ? workspace_take(state) : NULL;
    if (w) {
        if (chatfmt_format_export(format, w->values, &text, &w->error))
            format_failed(state, &w->error);
        else
            result = text_of(text);
        workspace_give(state, w, 0);
    }
    chatfmt_format_free(format);
    return result;
}

/* format_export(name) -> the format as one chat template. */
static PyObject *format_export(PyObject *module, PyObject *name)
{
    return format_exported(PyModule_GetState(module), format_open(module, name));
}

/* format_export_row(json, name) -> the same of a row of `json`, which is not kept. */
static PyObject *format_export_row(PyObject *module, PyObject *args)
{
    binding_state *state = PyModule_GetState(module);
    PyObject *json, *name, *result = NULL;
    chatfmt_slice text, words;
    chatfmt_formats *formats = NULL;
    chatfmt_format *format = NULL;
    chatfmt_error error;
    if (!PyArg_ParseTuple(args, "UU:format_export_row", &json, &name) || slice_of(json, &text) ||
        slice_of(name, &words))
        return NULL;
    if (chatfmt_formats_new(NULL, &formats, &error) ||
        chatfmt_formats_add(formats, text.data, text.length, 0, &error) ||
        chatfmt_format_open(formats, words.data, words.length, NULL, &format, &error))
        format_failed(state, &error);
    else
        result = format_exported(state, format);
    chatfmt_formats_free(formats);
    return result;
}

/* ---- Conversations ---- */

/* conversation(request, to=None): the prompt, or the JSON of a conversion; see
 * chatfmt_conversation_read() and chatfmt_conversation_convert(). */
static PyObject *format_conversation(PyObject *module, PyObject *args)
{
    binding_state *state = PyModule_GetState(module);
    PyObject *request, *result = NULL;
    const char *to = NULL;
    chatfmt_conversation *made = NULL;
    chatfmt_value value;
    chatfmt_slice text;
    chatfmt_status status;
    if (!PyArg_ParseTuple(args, "O!|O&:conversation", &PyDict_Type, &request, name_or_none, &to))
        return NULL;
    workspace *w = workspace_take(state);
    if (!w) return NULL;
    if (convert(state, w, request, &value)) {
        convert_place(w, "");
        workspace_give(state, w, 0);
        return NULL;
    }
    Py_BEGIN_CRITICAL_SECTION(module);
    /* The conversation may borrow from the user's formats, so nothing is added to them
     * meanwhile. */
    status = chatfmt_conversation_read(state->formats, value, NULL, &made, &w->error);
    if (!status)
        status = to ? chatfmt_conversation_convert(made, to, w->renderer, &text, &w->error)
                    : chatfmt_conversation_prompt(made, w->renderer, NULL, &text, &w->error);
    if (!status) result = text_of(text);
    chatfmt_conversation_free(made);
    Py_END_CRITICAL_SECTION();
    if (status) raise_error(state, &w->error, (chatfmt_slice){"", 0});
    workspace_give(state, w, 0);
    return result;
}

/* transcript_read(family, text, openai) -> JSON */
static PyObject *format_transcript_read(PyObject *module, PyObject *args)
{
    const char *family;
    PyObject *whole;
    int openai;
    chatfmt_slice text;
    chatfmt_error error;
    chatfmt_status status;
    char *json;
    size_t length;
    if (!PyArg_ParseTuple(args, "O&Up:transcript_read", name_of, &family, &whole, &openai) ||
        slice_of(whole, &text))
        return NULL;
    status = openai ? chatfmt_transcript_read_openai(family, text.data, text.length, NULL,
                                                     &json, &length, &error)
                    : chatfmt_transcript_read(family, text.data, text.length, &json, &length,
                                              &error);
    if (status) return format_failed(PyModule_GetState(module), &error);
    PyObject *result = text_of((chatfmt_slice){json, length});
    chatfmt_text_free(json);
    return result;
}

/* stop_word_met(text, word): XTuner's rule, see chatfmt_stop_word_met(). */
static PyObject *format_stop_word(PyObject *module, PyObject *args)
{
    PyObject *text, *word;
    chatfmt_slice words, end;
    (void)module;
    if (!PyArg_ParseTuple(args, "UU:stop_word_met", &text, &word) || slice_of(text, &words) ||
        slice_of(word, &end))
        return NULL;
    return PyBool_FromLong(chatfmt_stop_word_met(words, end));
}

PyMethodDef binding_format_functions[] = {
    {"stop_word_met", format_stop_word, METH_VARARGS, NULL},
    {"formats", format_list, METH_NOARGS, NULL},
    {"formats_add", format_add, METH_VARARGS, NULL},
    {"format_fields", format_fields, METH_O, NULL},
    {"format_render", format_render, METH_VARARGS, NULL},
    {"format_match", format_match, METH_VARARGS, NULL},
    {"format_export", format_export, METH_O, NULL},
    {"format_export_row", format_export_row, METH_VARARGS, NULL},
    {"class_format", format_of_class, METH_VARARGS, NULL},
    {"conversation", format_conversation, METH_VARARGS, NULL},
    {"transcript_read", format_transcript_read, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}};

/* ---- Actions ---- */

typedef struct actions_object {
    PyObject_HEAD binding_state *state;
    chatfmt_actions *actions;
} actions_object;

static PyObject *actions_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {NULL};
    chatfmt_error error;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, ":Actions", names)) return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    actions_object *self = (actions_object *)allocate(type, 0);
    if (!self) return NULL;
    self->state = PyType_GetModuleState(type);
    if (chatfmt_actions_open(NULL, &self->actions, &error)) {
        format_failed(self->state, &error);
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void actions_dealloc(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    chatfmt_actions_free(((actions_object *)object)->actions);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* feed(text), or feed(None) at the end. */
static PyObject *actions_feed(PyObject *object, PyObject *chunk)
{
    actions_object *self = (actions_object *)object;
    chatfmt_slice data = {NULL, 0};
    chatfmt_error error;
    if (chunk != Py_None && slice_of(chunk, &data)) return NULL;
    if (chunk != Py_None && !data.length) Py_RETURN_NONE;
    if (chatfmt_actions_feed(self->actions, data.data, data.length, &error))
        return format_failed(self->state, &error);
    Py_RETURN_NONE;
}

typedef chatfmt_status actions_reading(chatfmt_actions *actions, chatfmt_slice *json,
                                       chatfmt_error *error);

static PyObject *actions_json(PyObject *object, actions_reading *read)
{
    actions_object *self = (actions_object *)object;
    chatfmt_slice json;
    chatfmt_error error;
    if (read(self->actions, &json, &error)) return format_failed(self->state, &error);
    return text_of(json);
}

static PyObject *actions_result(PyObject *object, PyObject *unused)
{
    (void)unused;
    return actions_json(object, chatfmt_actions_result);
}

static PyObject *actions_state(PyObject *object, PyObject *unused)
{
    (void)unused;
    return actions_json(object, chatfmt_actions_state);
}

BINDING_ALONE(actions_feed)
BINDING_ALONE(actions_result)
BINDING_ALONE(actions_state)

static PyMethodDef actions_methods[] = {{"feed", actions_feed_alone, METH_O, NULL},
                                        {"result", actions_result_alone, METH_NOARGS, NULL},
                                        {"state", actions_state_alone, METH_NOARGS, NULL},
                                        {NULL, NULL, 0, NULL}};

static PyType_Slot actions_slots[] = {
    {Py_tp_doc,
     "A reply of InternLM2 that is being read: chatfmt.internlm2.ActionReader is made of it."},
    {Py_tp_new, actions_new},
    {Py_tp_dealloc, actions_dealloc},
    {Py_tp_methods, actions_methods},
    {0, NULL}};

PyObject *actions_type_new(PyObject *module)
{
    static PyType_Spec spec = {"chatfmt._chatfmt.Actions", sizeof(actions_object), 0,
                               Py_TPFLAGS_DEFAULT, actions_slots};
    return PyType_FromModuleAndSpec(module, &spec, NULL);
}
