/* src/model_known.c - what a Model tells of itself: its templates and tokens, and what chooses
 * by them. */
#include "model.h"

chatfmt_slice template_place(const chatfmt_model *model, chatfmt_slice wanted, int has_tools,
                             const chatfmt_error *error)
{
    chatfmt_model_template row;
    if (!model || !error->line || chatfmt_model_choose(model, wanted, has_tools, &row, NULL))
        return (chatfmt_slice){"", 0};
    return chatfmt_model_template_shown(model, row.name);
}

/* The source of a template; the error of bytes that are not UTF-8 names its file. */
static PyObject *model_source(model_object *self, chatfmt_model_template row)
{
    PyObject *text = text_of(row.source), *type, *value, *trace;
    if (text || !PyErr_ExceptionMatches(PyExc_UnicodeDecodeError)) return text;
    chatfmt_slice file = chatfmt_model_template_shown(self->model, row.name);
    chatfmt_error error = {.status = CHATFMT_INPUT};
    Py_ssize_t at = 0;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    PyUnicodeDecodeError_GetStart(value, &at);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    PyOS_snprintf(error.text, sizeof error.text, "%.*s: byte %zd of the chat template is not UTF-8",
                  (int)file.length, file.data ? file.data : "", at);
    return raise_error(self->state, &error, (chatfmt_slice){"", 0});
}

/* _chosen(chat_template, has_tools) -> the source of the template that a call renders */
PyObject *model_chosen(PyObject *object, PyObject *const *args, Py_ssize_t count)
{
    model_object *self = (model_object *)object;
    chatfmt_slice wanted = {NULL, 0};
    chatfmt_model_template row;
    chatfmt_error error;
    if (model_check(count, 2) || slice_given(args[0], "chat_template", &wanted)) return NULL;
    if (chatfmt_model_choose(self->model, wanted, PyObject_IsTrue(args[1]) == 1, &row, &error))
        return raise_error(self->state, &error, (chatfmt_slice){"", 0});
    return model_source(self, row);
}

/* _reader(chat_template) -> a capsule for Reply's `template` */
PyObject *model_reader(PyObject *object, PyObject *const *args, Py_ssize_t count)
{
    model_object *self = (model_object *)object;
    chatfmt_reader_options choice = CHATFMT_READER_OPTIONS_INIT;
    if (model_check(count, 1) || slice_given(args[0], "chat_template", &choice.chat_template))
        return NULL;
    return reader_of(self->state, self->model, &choice);
}

/* _analysis(chat_template, replies) -> (findings, facts, continuity), all JSON */
PyObject *model_analysis(PyObject *object, PyObject *const *args, Py_ssize_t count)
{
    model_object *self = (model_object *)object;
    chatfmt_analysis_options options = CHATFMT_ANALYSIS_OPTIONS_INIT;
    chatfmt_analysis *analysis;
    chatfmt_error error;
    chatfmt_status status;
    if (model_check(count, 2) || slice_given(args[0], "chat_template", &options.chat_template))
        return NULL;
    if (PyObject_IsTrue(args[1]))
        options.flags = CHATFMT_ANALYSIS_READER | CHATFMT_ANALYSIS_REPLIES;
    BINDING_BEGIN_UNLOCKED
    status = chatfmt_analysis_new(self->model, &options, &analysis, &error);
    BINDING_END_UNLOCKED
    if (status) return raise_error(self->state, &error, (chatfmt_slice){"", 0});
    PyObject *result = Py_BuildValue("(NNN)", text_of(chatfmt_analysis_findings_json(analysis)),
                                     text_of(chatfmt_analysis_json(analysis)),
                                     text_of(chatfmt_analysis_continuity_json(analysis)));
    chatfmt_analysis_free(analysis);
    return result;
}

/* The set of what the facts of a template's source name. */
static PyObject *model_facts(PyObject *object, PyObject *const *args, Py_ssize_t count,
                             chatfmt_slice (*name_of)(const chatfmt_fact *fact))
{
    model_object *self = (model_object *)object;
    chatfmt_slice source = {NULL, 0};
    chatfmt_survey *survey;
    chatfmt_error error;
    size_t facts = 0;
    if (model_check(count, 1) || slice_given(args[0], "source", &source)) return NULL;
    if (chatfmt_survey_new(source.data, source.length, NULL, &survey, &error))
        return raise_error(self->state, &error, (chatfmt_slice){"", 0});
    const chatfmt_fact *fact = chatfmt_survey_facts(survey, &facts);
    PyObject *names = PyFrozenSet_New(NULL);
    for (; names && facts; facts--, fact++) {
        chatfmt_slice name = name_of(fact);
        PyObject *text = name.length ? text_of(name) : NULL;
        if (name.length && (!text || PySet_Add(names, text))) Py_CLEAR(names);
        Py_XDECREF(text);
    }
    chatfmt_survey_free(survey);
    return names;
}

/* _variables(source) -> the set of variables that a template reads, calls or may read */
PyObject *model_variables(PyObject *object, PyObject *const *args, Py_ssize_t count)
{
    return model_facts(object, args, count, chatfmt_fact_variable);
}

/* _roles(source) -> the set of texts that the roles of messages are compared with */
PyObject *model_roles(PyObject *object, PyObject *const *args, Py_ssize_t count)
{
    return model_facts(object, args, count, chatfmt_fact_role);
}

/* _tokenizer() -> Tokenizer of the model's files */
PyObject *model_tokenizer(PyObject *object, PyObject *const *args, Py_ssize_t count)
{
    model_object *self = (model_object *)object;
    chatfmt_tokenizer *made;
    chatfmt_error error;
    chatfmt_status status;
    (void)args;
    if (model_check(count, 0)) return NULL;
    BINDING_BEGIN_UNLOCKED
    status = chatfmt_model_tokenizer(self->model, NULL, &made, &error);
    BINDING_END_UNLOCKED
    if (status) return raise_error(self->state, &error, (chatfmt_slice){"", 0});
    return tokenizer_of(self->state, made);
}

/* Puts a text into a dict; both are given away, and the dict is cleared on any error. */
static void known_put(PyObject **all, PyObject *name, PyObject *text)
{
    if (!name || !text || PyDict_SetItem(*all, name, text)) Py_CLEAR(*all);
    Py_XDECREF(name);
    Py_XDECREF(text);
}

PyObject *model_templates(PyObject *object, void *unused)
{
    const chatfmt_model *model = ((model_object *)object)->model;
    PyObject *all = PyDict_New();
    (void)unused;
    for (size_t i = 0; all && i < chatfmt_model_template_count(model); i++) {
        chatfmt_model_template row = chatfmt_model_template_at(model, i);
        PyObject *name = text_of(row.name);
        known_put(&all, name, name ? model_source((model_object *)object, row) : NULL);
    }
    return all;
}

PyObject *model_special(PyObject *object, void *unused)
{
    const chatfmt_model *model = ((model_object *)object)->model;
    PyObject *all = PyDict_New();
    (void)unused;
    for (size_t i = 0; all && i < chatfmt_model_token_count(model); i++) {
        chatfmt_model_token row = chatfmt_model_token_at(model, i);
        PyObject *name = text_of(row.name);
        known_put(&all, name, name ? text_of(row.text) : NULL);
    }
    return all;
}

PyObject *model_about(PyObject *object, void *unused)
{
    const chatfmt_model_info *info = chatfmt_model_about(((model_object *)object)->model);
    (void)unused;
    return Py_BuildValue("{s:s,s:N,s:N,s:N,s:N}", "kind", info->kind, "path", text_of(info->path),
                         "name", text_of(info->name), "architecture", text_of(info->architecture),
                         "revision", text_of(info->revision));
}
