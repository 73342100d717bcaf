/* src/template.c - the type Template. */
#include "binding.h"

#include <time.h>

typedef struct template_object {
    PyObject_HEAD
    binding_state *state;
    chatfmt_template *compiled;
    int has_clock;     /* the source calls strftime_now */
    int fixed_now, has_seed;
    int64_t now;
    uint64_t seed;
    uint32_t flags;    /* it was compiled with */
} template_object;

/* The difference is what mktime of the broken-down time as UTC would give: days are counted. */
int64_t local_now(void)
{
    time_t now = time(NULL);
    struct tm t;
#ifdef _WIN32
    localtime_s(&t, &now);
#else
    localtime_r(&now, &t);
#endif
    int64_t year = t.tm_year + 1900 - (t.tm_mon < 2), era = year / 400, of_era = year - era * 400;
    int64_t month = t.tm_mon + (t.tm_mon > 1 ? -2 : 10);
    int64_t day = (153 * month + 2) / 5 + t.tm_mday - 1;
    int64_t days = era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + day - 719468;
    return days * 86400 + t.tm_hour * 3600 + t.tm_min * 60 + t.tm_sec;
}

static bool template_mentions(chatfmt_slice source, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= source.length; i++)
        if (memcmp(source.data + i, word, length) == 0) return true;
    return false;
}

static PyObject *template_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"source", "trim_blocks", "lstrip_blocks", "keep_trailing_newline",
                            "now", "seed", NULL};
    PyObject *source, *now = Py_None, *seed = Py_None;
    int trim = 1, lstrip = 1, keep = 0;
    uint64_t clock = 0, chosen = 0;
    binding_state *state = PyType_GetModuleState(type);
    chatfmt_slice text;
    chatfmt_error error;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "U|$pppOO:Template", names, &source, &trim,
                                     &lstrip, &keep, &now, &seed) ||
        number_given(state, now, "now", INT64_MIN, INT64_MAX, &clock) ||
        number_given(state, seed, "seed", 0, UINT64_MAX, &chosen) ||
        slice_of_source(source, &text))
        return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    template_object *self = (template_object *)allocate(type, 0);
    if (!self) return NULL;
    chatfmt_compile_options options = CHATFMT_COMPILE_OPTIONS_INIT;
    options.flags = (trim ? 0u : CHATFMT_COMPILE_NO_TRIM_BLOCKS) |
                    (lstrip ? 0u : CHATFMT_COMPILE_NO_LSTRIP_BLOCKS) |
                    (keep ? CHATFMT_COMPILE_KEEP_TRAILING_NEWLINE : 0u);
    self->state = state;
    self->flags = options.flags;
    self->now = (int64_t)clock;
    self->fixed_now = now != Py_None;
    self->seed = chosen;
    self->has_seed = seed != Py_None;
    if (chatfmt_template_compile(text.data, text.length, &options, &self->compiled, &error)) {
        raise_error(state, &error, (chatfmt_slice){"", 0});
        Py_DECREF(self);
        return NULL;
    }
    self->has_clock = template_mentions(text, "strftime_now");
    return (PyObject *)self;
}

static void template_dealloc(PyObject *object)
{
    template_object *self = (template_object *)object;
    PyTypeObject *type = Py_TYPE(object);
    chatfmt_template_free(self->compiled);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* The exception. One string of Python in two places has one address, which does not say where the
 * error is: it is found with copies. Without a path where the dict is another one meanwhile. */
static void template_failed(template_object *self, workspace *w, PyObject *variables,
                            const chatfmt_render_options *options)
{
    chatfmt_error first = w->error;
    chatfmt_value value;
    chatfmt_slice text;
    if (!w->copies && first.path[0]) {
        workspace_forget(w);
        w->copies = w->one_store = true;
        int failed = convert(self->state, w, variables, &value);
        PyErr_Clear();
        if (!failed) {
            BINDING_BEGIN_UNLOCKED
            failed = chatfmt_render_value(w->renderer, self->compiled, value, options, &text,
                                          &w->error) != first.status;
            BINDING_END_UNLOCKED
        }
        if (failed) {
            w->error = first;
            w->error.path[0] = '\0';
        }
    }
    raise_error(self->state, &w->error, chatfmt_renderer_raised(w->renderer));
}

/* Render with the members of a dict; the text is the renderer's. -1 with an exception. */
static int template_run(template_object *self, workspace *w, PyObject *variables, uint32_t flags,
                        chatfmt_slice *text)
{
    chatfmt_value value;
    chatfmt_status status;
    chatfmt_render_options options = CHATFMT_RENDER_OPTIONS_INIT;
    w->copies = w->one_store = (flags & CHATFMT_RENDER_SPANS) != 0;
    w->plain = true;
    if (convert(self->state, w, variables, &value)) return convert_place(w, "");
    options.flags = flags;
    if (self->fixed_now || self->has_clock) {
        options.flags |= CHATFMT_RENDER_NOW;
        options.now = self->fixed_now ? self->now : local_now();
    }
    if (self->has_seed) {
        options.flags |= CHATFMT_RENDER_SEED;
        options.seed = self->seed;
    }
    if (!workspace_is_long(w)) {
        status = chatfmt_render_value(w->renderer, self->compiled, value, &options, text,
                                      &w->error);
    } else {
        BINDING_BEGIN_UNLOCKED
        status = chatfmt_render_value(w->renderer, self->compiled, value, &options, text,
                                      &w->error);
        BINDING_END_UNLOCKED
    }
    if (!status) return 0;
    template_failed(self, w, variables, &options);
    return -1;
}

/* The variables: keyword arguments, over those of a dict given first. */
static PyObject *template_variables(PyObject *args, PyObject *kwargs)
{
    PyObject *first = NULL, *all;
    if (!PyArg_ParseTuple(args, "|O:render", &first)) return NULL;
    if (first && !PyDict_Check(first)) {
        PyObject *name = type_name_of(first);
        if (!name) return NULL;
        PyErr_Format(PyExc_TypeError,
                     "variables must be a dict, not %U; a conversation is render(messages=[%s])",
                     name, "…"); /* the format itself has to be ASCII */
        Py_DECREF(name);
        return NULL;
    }
    if (!first) {
        if (!kwargs) return PyDict_New();
        Py_INCREF(kwargs);
        return kwargs;
    }
    all = PyDict_Copy(first);
    if (all && kwargs && PyDict_Update(all, kwargs)) Py_CLEAR(all);
    return all;
}

PyObject *spans_list(const chatfmt_span *spans, size_t count)
{
    PyObject *list = PyList_New((Py_ssize_t)count), *path = NULL;
    chatfmt_slice before = {NULL, 0};
    for (size_t i = 0; list && i < count; i++) {
        const chatfmt_span *s = &spans[i];
        if (!path || s->path.data != before.data || s->path.length != before.length) {
            Py_XDECREF(path);
            path = text_of(s->path);
            before = s->path;
        }
        PyObject *row = path ? Py_BuildValue("(nniIInO)", (Py_ssize_t)s->begin,
                                             (Py_ssize_t)s->end, (int)s->kind, s->flags,
                                             s->generation, (Py_ssize_t)s->offset, path)
                             : NULL;
        if (!row || PyList_SetItem(list, (Py_ssize_t)i, row)) Py_CLEAR(list);
    }
    Py_XDECREF(path);
    return list;
}

static PyObject *template_render(PyObject *object, PyObject *args, PyObject *kwargs)
{
    template_object *self = (template_object *)object;
    PyObject *variables = template_variables(args, kwargs), *result = NULL;
    workspace *w = variables ? workspace_take(self->state) : NULL;
    chatfmt_slice text = {"", 0};
    if (w) {
        if (template_run(self, w, variables, 0, &text) == 0) result = text_of(text);
        workspace_give(self->state, w, text.length);
    }
    Py_XDECREF(variables);
    return result;
}

/* _record(variables) -> (text, spans): what chatfmt.Prompt is made of. */
static PyObject *template_record(PyObject *object, PyObject *variables)
{
    template_object *self = (template_object *)object;
    PyObject *result = NULL;
    chatfmt_slice text = {"", 0};
    const chatfmt_span *spans;
    size_t count;
    if (!PyDict_Check(variables)) {
        PyErr_SetString(PyExc_TypeError, "the variables are not a dict");
        return NULL;
    }
    workspace *w = workspace_take(self->state);
    if (!w) return NULL;
    if (template_run(self, w, variables, CHATFMT_RENDER_SPANS, &text) == 0) {
        if (chatfmt_renderer_spans(w->renderer, &spans, &count, &w->error))
            raise_error(self->state, &w->error, (chatfmt_slice){"", 0});
        else
            result = Py_BuildValue("(NN)", text_of(text), spans_list(spans, count));
    }
    workspace_give(self->state, w, text.length);
    return result;
}

static PyObject *template_source(PyObject *object, void *unused)
{
    (void)unused;
    return text_of(chatfmt_template_source(((template_object *)object)->compiled));
}

static PyObject *template_reduce(PyObject *object, PyObject *unused)
{
    template_object *self = (template_object *)object;
    (void)unused;
    /* The source as the engine has it, so no newline at its end may go a second time. */
    PyObject *options = Py_BuildValue(
        "{s:i,s:i,s:i}", "trim_blocks", !(self->flags & CHATFMT_COMPILE_NO_TRIM_BLOCKS),
        "lstrip_blocks", !(self->flags & CHATFMT_COMPILE_NO_LSTRIP_BLOCKS),
        "keep_trailing_newline", 1);
    PyObject *number = NULL;
    if (options && self->fixed_now) {
        number = PyLong_FromLongLong(self->now);
        if (!number || PyDict_SetItemString(options, "now", number)) Py_CLEAR(options);
        Py_XDECREF(number);
    }
    if (options && self->has_seed) {
        number = PyLong_FromUnsignedLongLong(self->seed);
        if (!number || PyDict_SetItemString(options, "seed", number)) Py_CLEAR(options);
        Py_XDECREF(number);
    }
    PyObject *module = options ? PyImport_ImportModule("chatfmt") : NULL;
    PyObject *again = module ? PyObject_GetAttrString(module, "_template_again") : NULL;
    Py_XDECREF(module);
    if (!again) {
        Py_XDECREF(options);
        return NULL;
    }
    return Py_BuildValue("(N(NN))", again, template_source(object, NULL), options);
}

static PyMethodDef template_methods[] =
    {{"render", BINDING_METHOD(template_render), METH_VARARGS | METH_KEYWORDS,
      "render($self, variables={}, /, **more)\n--\n\n"
      "The text of the prompt, as Jinja2 renders it in transformers.\n"
      "\n"
      "variables  a dict of the template's variables\n"
      "more       further variables, by name. They win over those of the dict\n"
      "\n"
      "Values are str, int (of up to 4300 digits), float, bool, None, dict, list and tuple. "
      "Other\n"
      "objects become such values, as in transformers: mappings, dataclasses, pydantic models "
      "and\n"
      "numpy scalars by their content, all others a placeholder such as '<bytes>'. A function "
      "becomes\n"
      "'<function>'; within a chatfmt.Tools it is a tool.\n"
      "\n"
      ">>> Template(\"{% for m in messages %}{{ m.role }}: {{ m.content }}\\n{% endfor "
      "%}\").render(\n"
      "...     messages=[{\"role\": \"user\", \"content\": \"Hi\"}])\n"
      "'user: Hi\\n'\n"
      "\n"
      "Raises what Jinja2 raises, such as jinja2.UndefinedError, TypeError and ValueError. Each "
      "error of\n"
      "the template is a chatfmt.Error as well, with line, column and excerpt. Raises\n"
      "chatfmt.LimitError if a limit on work or memory was reached."},
     {"_record", template_record, METH_O, "_record($self, variables, /)\n--\n\nText and spans."},
     {"__reduce__", template_reduce, METH_NOARGS, NULL},
     {NULL, NULL, 0, NULL}};

static PyGetSetDef template_members[] = {
    {"source", template_source, NULL,
     "The source. Newlines are \\n. One final newline is left out, unless keep_trailing_newline "
     "is True.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot template_slots[] =
    {{Py_tp_doc,
      "Template(source, *, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=False,\n"
      "         now=None, seed=None)\n--\n\n"
      "A chat template, compiled. It does not change; any number of threads may render with it "
      "at once.\n"
      "\n"
      "source                 the text of the template, not the path of its file\n"
      "trim_blocks            True: leave out the first newline after a block tag\n"
      "lstrip_blocks          True: leave out white space before a block tag at the beginning "
      "of a line\n"
      "keep_trailing_newline  True: keep a newline at the end of the template\n"
      "now                    the time that strftime_now() shows: whole seconds since "
      "1970-01-01\n"
      "                       00:00:00 of the local clock. None: the current time\n"
      "seed                   a number for the filter random and the function lipsum(), from 0 "
      "to\n"
      "                       2^64 - 1. None: these two raise chatfmt.UnsupportedError\n"
      "\n"
      "Raises chatfmt.TemplateSyntaxError, which is a jinja2.TemplateSyntaxError, with line, "
      "column and\n"
      "excerpt."},
     {Py_tp_new, template_new},
     {Py_tp_dealloc, template_dealloc},
     {Py_tp_methods, template_methods},
     {Py_tp_getset, template_members},
     {0, NULL}};

PyObject *template_type_new(PyObject *module)
{
    static PyType_Spec spec = {"chatfmt.Template", sizeof(template_object), 0, Py_TPFLAGS_DEFAULT,
                               template_slots};
    return PyType_FromModuleAndSpec(module, &spec, NULL);
}
