/* src/convert.c - Python objects to values, without any text on the way.
 *
 * str, int, float, bool, None, dict, list and tuple are taken as they are; everything else is
 * reduced one level by chatfmt._plain as transformers does (_plain_template_data), or refused.
 */
#include "binding.h"


#define CONVERT_DEPTH 900

/* ---- Workspaces ---- */

workspace *workspace_take(binding_state *state)
{
    for (size_t i = 0; i < BINDING_POOL; i++) {
        workspace *w = atomic_exchange(&state->pool[i], NULL);
        if (w) return w;
    }
    workspace *w = calloc(1, sizeof *w);
    if (w && !chatfmt_values_new(NULL, NULL, &w->values, NULL) &&
        !chatfmt_renderer_new(NULL, &w->renderer, NULL))
        return w;
    workspace_free(w);
    PyErr_NoMemory();
    return NULL;
}

void workspace_forget(workspace *w)
{
    for (size_t i = 0; i < w->kept_count; i++) Py_DECREF(w->kept[i]);
    w->kept_count = w->stack_count = w->strings = w->bytes = 0;
    w->depth = 0;
    w->roles = w->contents = 0;
    w->unusual = false;
    w->rarities = 0;
    w->watches = w->text_calls = false;
    w->copies = w->one_store = false;
    w->plain = true;
    w->rule = NULL;
    w->path[0] = '\0';
    chatfmt_values_reset(w->values);
}

void workspace_free(workspace *w)
{
    if (!w) return;
    chatfmt_values_free(w->values);
    chatfmt_renderer_free(w->renderer);
    free(w->kept);
    free(w->stack);
    free(w);
}

void workspace_give(binding_state *state, workspace *w, size_t used)
{
    size_t bytes = w->bytes + used;
    workspace_forget(w);
    for (size_t i = 0; i < BINDING_POOL && bytes <= BINDING_KEEP_BYTES; i++) {
        workspace *empty = NULL;
        if (atomic_compare_exchange_strong(&state->pool[i], &empty, w)) return;
    }
    workspace_free(w);
}

/* ---- Errors ---- */

static int convert_failed(binding_state *state, workspace *w)
{
    raise_error(state, &w->error, (chatfmt_slice){"", 0});
    return -1;
}

/* The path grows from its end while the walk returns. */
static void convert_path(workspace *w, const char *step)
{
    char whole[sizeof w->path];
    int length = PyOS_snprintf(whole, sizeof whole, "%s%s", step, w->path);
    if (length > 0) memcpy(w->path, whole, sizeof whole);
}

static int convert_at_index(workspace *w, size_t index)
{
    char step[32];
    PyOS_snprintf(step, sizeof step, "[%zu]", index);
    convert_path(w, step);
    return -1;
}

static int convert_at_key(workspace *w, PyObject *key)
{
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    chatfmt_slice name;
    if (PyUnicode_Check(key) && slice_of(key, &name) == 0 && name.length < 64) {
        char step[80];
        PyOS_snprintf(step, sizeof step, "%s%s", w->depth > 1 ? "." : "", name.data);
        convert_path(w, step);
    } else {
        PyErr_Clear();
        convert_path(w, "[…]");
    }
    PyErr_Restore(type, value, trace);
    return -1;
}

static int convert_refuse(binding_state *state, const char *words, PyObject *object)
{
    PyErr_Format(state->unsupported, words, Py_TYPE(object));
    return -1;
}

int convert_place(workspace *w, const char *root)
{
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    PyObject *module = PyImport_ImportModule("chatfmt._errors");
    PyObject *done = module && value
                         ? PyObject_CallMethod(module, "placed", "Oss", value, root, w->path)
                         : NULL;
    if (!done) PyErr_Clear();
    Py_XDECREF(done);
    Py_XDECREF(module);
    PyErr_Restore(type, value, trace);
    return -1;
}

/* ---- Growing ---- */

static int convert_grow(void **array, size_t *capacity, size_t size)
{
    size_t wanted = *capacity ? *capacity * 2 : 256;
    void *grown = realloc(*array, wanted * size);
    if (!grown) {
        PyErr_NoMemory();
        return -1;
    }
    *array = grown;
    *capacity = wanted;
    return 0;
}

static inline int convert_keep(workspace *w, PyObject *object)
{
    if (w->kept_count == w->kept_capacity &&
        convert_grow((void **)&w->kept, &w->kept_capacity, sizeof *w->kept))
        return -1;
    Py_INCREF(object);
    w->kept[w->kept_count++] = object;
    return 0;
}

static inline int convert_push(workspace *w, chatfmt_value value)
{
    if (w->stack_count == w->stack_capacity &&
        convert_grow((void **)&w->stack, &w->stack_capacity, sizeof *w->stack))
        return -1;
    w->stack[w->stack_count++] = value;
    return 0;
}

/* ---- Scalars ---- */

/* Raise chatfmt.NAME. */
static void convert_raise(const char *name, const char *words)
{
    PyErr_Clear();
    PyObject *module = PyImport_ImportModule("chatfmt");
    PyObject *type = module ? PyObject_GetAttrString(module, name) : NULL;
    if (type) PyErr_SetString(type, words);
    Py_XDECREF(type);
    Py_XDECREF(module);
}

/* The error of a text that UTF-8 cannot write. */
static void slice_refuse(void)
{
    convert_raise("UnsupportedError",
                  "a string holds a lone surrogate, which UTF-8 cannot write; remove or replace "
                  "it");
}

int slice_of(PyObject *text, chatfmt_slice *out)
{
    Py_ssize_t length;
    const char *data = PyUnicode_AsUTF8AndSize(text, &length);
    if (!data && !PyUnicode_Check(text))
        raise_type("a text is wanted", NULL, text);
    else if (!data && PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) slice_refuse();
    if (!data) return -1;
    *out = (chatfmt_slice){data, (size_t)length};
    return 0;
}

int slice_of_source(PyObject *source, chatfmt_slice *out)
{
    if (slice_of(source, out)) return -1;
    if (!out->length || out->length > 4096 || memchr(out->data, '{', out->length)) return 0;
    PyObject *module = PyImport_ImportModule("chatfmt._notice");
    PyObject *done = module ? PyObject_CallMethod(module, "path_as_source", "O", source) : NULL;
    Py_XDECREF(module);
    Py_XDECREF(done);
    return done ? 0 : -1;
}

int slice_given(PyObject *text, const char *name, chatfmt_slice *out)
{
    if (text == Py_None) return 0;
    if (PyUnicode_Check(text)) return slice_of(text, out);
    raise_type("%s must be text", name, text);
    return -1;
}

int path_given(binding_state *state, PyObject *path, const char *name, PyObject **bytes)
{
    if (PyUnicode_FSConverter(path, bytes)) return 0;
    if (!PyErr_ExceptionMatches(PyExc_ValueError)) return -1;
    bool encodes = !PyErr_ExceptionMatches(PyExc_UnicodeEncodeError);
    chatfmt_error error = {.status = CHATFMT_INPUT};
    PyErr_Clear();
    PyOS_snprintf(error.path, sizeof error.path, "%s", name);
    PyOS_snprintf(error.text, sizeof error.text, "%s holds a %s; remove or replace it", name,
                  encodes ? "NUL character" : "lone surrogate");
    raise_error(state, &error, (chatfmt_slice){"", 0});
    return -1;
}

int name_of(PyObject *text, void *out)
{
    chatfmt_slice name;
    if (slice_of(text, &name)) return 0;
    if (strlen(name.data) != name.length) {
        convert_raise("InputError", "a name holds a NUL character");
        return 0;
    }
    *(const char **)out = name.data;
    return 1;
}

int name_or_none(PyObject *text, void *out)
{
    return text == Py_None || name_of(text, out);
}

chatfmt_slice *slices_of(PyObject *tuple, size_t *count)
{
    if (!PyTuple_Check(tuple)) {
        raise_type("a tuple of texts is wanted", NULL, tuple);
        return NULL;
    }
    *count = (size_t)PyTuple_Size(tuple);
    chatfmt_slice *slices = malloc((*count + 1) * sizeof *slices);
    if (!slices) PyErr_NoMemory();
    for (size_t i = 0; slices && i < *count; i++) {
        PyObject *item = PyTuple_GetItem(tuple, (Py_ssize_t)i);
        if (item != Py_None && !slice_given(item, "each of a list of texts", &slices[i])) continue;
        if (item == Py_None) PyErr_SetString(PyExc_TypeError, "a list of texts holds None");
        free(slices);
        return NULL;
    }
    return slices;
}

/* ---- Integers of arguments ---- */

/* The error of one that is not in the range. */
static void number_refuse(binding_state *state, PyObject *number, const char *name, int64_t least,
                          uint64_t most)
{
    PyErr_Clear();
    PyObject *text = PyObject_Str(number);
    const char *shown = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    chatfmt_error error = {.status = CHATFMT_INPUT};
    PyOS_snprintf(error.text, sizeof error.text, "%s=%.40s: expected a number from %lld to %llu",
                  name, shown ? shown : "…", (long long)least, (unsigned long long)most);
    PyErr_Clear();
    Py_XDECREF(text);
    raise_error(state, &error, (chatfmt_slice){"", 0});
}

/* Whether an int is in the range; then it is `out`, of negative ones their 64 bits. */
static bool number_read(PyObject *number, int64_t least, uint64_t most, uint64_t *out)
{
    int overflow;
    long long small = PyLong_AsLongLongAndOverflow(number, &overflow);
    *out = (uint64_t)small;
    if (!overflow) return small >= least && (small < 0 || *out <= most);
    if (overflow < 0) return false;
    *out = PyLong_AsUnsignedLongLong(number);
    return !PyErr_Occurred() && *out <= most;
}

int number_given(binding_state *state, PyObject *given, const char *name, int64_t least,
                 uint64_t most, uint64_t *out)
{
    uint64_t found;
    if (given == Py_None) return 0;
    if (!PyIndex_Check(given)) {
        raise_type("%s= must be an integer", name, given);
        return -1;
    }
    PyObject *number = PyNumber_Index(given);
    if (!number) return -1;
    bool is_in_range = number_read(number, least, most, &found);
    if (is_in_range) *out = found;
    else number_refuse(state, number, name, least, most);
    Py_DECREF(number);
    return is_in_range ? 0 : -1;
}

static int convert_string(binding_state *state, workspace *w, PyObject *object,
                          chatfmt_value *out)
{
    chatfmt_slice text;
    chatfmt_status status;
    if (slice_of(object, &text)) return -1;
    w->last = text;
    w->bytes += text.length;
    w->strings++;
    if (w->copies) {
        status = chatfmt_value_string(w->values, text.data, text.length, out, &w->error);
    } else {
        if (convert_keep(w, object)) return -1;
        int is_ascii = (size_t)PyUnicode_GetLength(object) == text.length;
        status = chatfmt_value_string_checked(w->values, text.data, text.length, is_ascii, out,
                                              &w->error);
    }
    return status ? convert_failed(state, w) : 0;
}

/* An integer of more digits than Python writes, where writing it is an error of Jinja2, too. */
static int convert_too_long(binding_state *state, workspace *w)
{
    if (!PyErr_ExceptionMatches(PyExc_ValueError)) return -1;
    PyErr_Clear();
    w->error = (chatfmt_error){.status = CHATFMT_VALUE};
    PyOS_snprintf(w->error.text, sizeof w->error.text,
                  "the integer has more decimal digits than Python writes "
                  "(sys.get_int_max_str_digits())");
    return convert_failed(state, w);
}

static int convert_big(binding_state *state, workspace *w, PyObject *object, chatfmt_value *out)
{
    chatfmt_slice digits;
    PyObject *text = PyNumber_ToBase(object, 10);
    if (!text) return convert_too_long(state, w);
    int failed = slice_of(text, &digits);
    if (!failed && chatfmt_value_big_int(w->values, digits.data, digits.length, out, &w->error))
        failed = convert_failed(state, w);
    Py_DECREF(text);
    return failed;
}

static int convert_int(binding_state *state, workspace *w, PyObject *object, chatfmt_value *out)
{
    int overflow;
    long long number = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (overflow) return convert_big(state, w, object, out);
    if (number == -1 && PyErr_Occurred()) return -1;
    *out = chatfmt_value_int(w->values, number);
    return 0;
}

/* ---- Containers ---- */

/* What Model watches for: messages with a role, with a content that is not None or calls, and
 * arguments of calls that are texts. Only keys of these lengths are looked at. */
static inline bool convert_is_noticed(size_t length)
{
    return length == 4 || length == 7 || length == 9 || length == 10;
}

/* chatfmt._notice looks at all but the first three again, by the words of the template. */
static void convert_notice_role(workspace *w, chatfmt_slice role)
{
    static const char *const names[] = {"user", "assistant", "system", "tool", "developer"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strlen(names[i]) != role.length || memcmp(names[i], role.data, role.length)) continue;
        if (i >= 3) w->rarities |= 1u << (i - 3);
        return;
    }
    w->unusual = true;
}

/* True when the value is a role, whose text is to be looked at. */
static bool convert_notice(workspace *w, const char *name, size_t length, PyObject *value)
{
    bool is_text = Py_TYPE(value) == &PyUnicode_Type;
    bool is_role = length == 4 && is_text && memcmp(name, "role", 4) == 0;
    w->roles += is_role;
    if (length == 7 && memcmp(name, "content", 7) == 0) {
        w->contents += value != Py_None;
        if (Py_TYPE(value) == &PyList_Type) w->rarities |= 4;
    }
    else if (length == 9) w->text_calls |= is_text && memcmp(name, "arguments", 9) == 0;
    else if (length == 10 && memcmp(name, "tool_calls", 10) == 0) {
        w->contents++;
        if (Py_TYPE(value) == &PyList_Type && PyList_Size(value)) w->rarities |= 8;
    }
    return is_role;
}

static int convert_member(binding_state *state, workspace *w, PyObject *key, PyObject *value)
{
    chatfmt_value made;
    bool is_role = false;
    if (convert(state, w, key, &made) || convert_push(w, made)) return -1;
    if (w->watches && Py_TYPE(key) == &PyUnicode_Type && convert_is_noticed(w->last.length))
        is_role = convert_notice(w, w->last.data, w->last.length, value);
    if (convert(state, w, value, &made)) return convert_at_key(w, key);
    if (is_role) convert_notice_role(w, w->last);
    return convert_push(w, made);
}

/* Items run Python code when they are no plain data, and that may change what is walked over. */
static int convert_changed(const char *what)
{
    PyErr_Format(PyExc_RuntimeError, "%s changed size during iteration", what);
    return -1;
}

static int convert_pairs(binding_state *state, workspace *w, PyObject *dict)
{
    Py_ssize_t at = 0, size = PyDict_Size(dict);
    PyObject *key, *value;
    while (PyDict_Next(dict, &at, &key, &value)) {
        Py_INCREF(key);
        Py_INCREF(value);
        int failed = convert_member(state, w, key, value);
        Py_DECREF(key);
        Py_DECREF(value);
        if (failed) return -1;
        if (PyDict_Size(dict) != size) return convert_changed("a dict");
    }
    return 0;
}

static int convert_dict(binding_state *state, workspace *w, PyObject *object, chatfmt_value *out)
{
    size_t base = w->stack_count;
    int failed;
    Py_BEGIN_CRITICAL_SECTION(object);
    failed = convert_pairs(state, w, object);
    Py_END_CRITICAL_SECTION();
    if (failed) return -1;
    size_t count = (w->stack_count - base) / 2;
    if (chatfmt_value_object_of(w->values, w->stack ? w->stack + base : NULL, count, out,
                                &w->error))
        return convert_failed(state, w);
    w->stack_count = base;
    return 0;
}

/* A list may shrink meanwhile, as under Python's own iteration. */
static int convert_each(binding_state *state, workspace *w, PyObject *object, bool is_list)
{
    Py_ssize_t size = is_list ? PyList_Size(object) : PyTuple_Size(object), now = size;
    for (Py_ssize_t i = 0; i < now; i++) {
        PyObject *item = is_list ? PyList_GetItem(object, i) : PyTuple_GetItem(object, i);
        chatfmt_value made;
        if (!item) return -1;
        Py_INCREF(item);
        int failed = convert(state, w, item, &made);
        Py_DECREF(item);
        if (failed) return convert_at_index(w, (size_t)i);
        if (convert_push(w, made)) return -1;
        now = is_list ? PyList_Size(object) : size;
        if (now > size) return convert_changed("a list");
    }
    return 0;
}

static int convert_items(binding_state *state, workspace *w, PyObject *object, bool is_list,
                         chatfmt_value *out)
{
    size_t base = w->stack_count;
    int failed;
    Py_BEGIN_CRITICAL_SECTION(object);
    failed = convert_each(state, w, object, is_list);
    Py_END_CRITICAL_SECTION();
    if (failed) return -1;
    chatfmt_value *items = w->stack ? w->stack + base : NULL;
    size_t count = w->stack_count - base;
    chatfmt_status status =
        is_list ? chatfmt_value_array_of(w->values, items, count, out, &w->error)
                : chatfmt_value_tuple_of(w->values, items, count, out, &w->error);
    if (status) return convert_failed(state, w);
    w->stack_count = base;
    return 0;
}

/* What was converted before; its object stays as long as the call. */
static int convert_prepared(binding_state *state, workspace *w, PyObject *object,
                            chatfmt_value *out)
{
    size_t bytes;
    if (w->one_store) return convert(state, w, prepared_object_of(object), out);
    if (convert_keep(w, object)) return -1;
    *out = prepared_value(object, &bytes);
    w->bytes += bytes;
    return 0;
}

/* Whatever is not one of the plain types. */
static int convert_odd(binding_state *state, workspace *w, PyObject *object, chatfmt_value *out)
{
    if (!w->plain) return convert_refuse(state, "an object of %R is not plain data", object);
    PyObject *reduced = PyObject_CallFunctionObjArgs(state->reduce, object, w->rule, NULL);
    if (!reduced) return -1;
    if (PyUnicode_CheckExact(reduced) && !PyUnicode_Check(object)) w->unusual = true;
    int failed = convert_keep(w, reduced) || convert(state, w, reduced, out);
    Py_DECREF(reduced);
    return failed ? -1 : 0;
}

static int convert_container(binding_state *state, workspace *w, PyObject *object,
                             chatfmt_value *out)
{
    PyTypeObject *type = Py_TYPE(object);
    if (type == (PyTypeObject *)state->prepared_type)
        return convert_prepared(state, w, object, out);
    if (w->depth >= CONVERT_DEPTH) {
        convert_raise("RecursionError", "the data is nested too deeply, or contains itself");
        return -1;
    }
    w->depth++;
    int failed = type == &PyDict_Type    ? convert_dict(state, w, object, out)
                 : type == &PyList_Type  ? convert_items(state, w, object, true, out)
                 : type == &PyTuple_Type ? convert_items(state, w, object, false, out)
                                         : convert_odd(state, w, object, out);
    w->depth--;
    return failed;
}

int convert(binding_state *state, workspace *w, PyObject *object, chatfmt_value *out)
{
    PyTypeObject *type = Py_TYPE(object);
    if (type == &PyUnicode_Type) return convert_string(state, w, object, out);
    if (type == &PyBool_Type || object == Py_None) {
        *out = object == Py_None ? chatfmt_value_none(w->values)
                                 : chatfmt_value_bool(w->values, object == Py_True);
        return 0;
    }
    if (type == &PyLong_Type) return convert_int(state, w, object, out);
    if (type == &PyFloat_Type) {
        *out = chatfmt_value_float(w->values, PyFloat_AsDouble(object));
        return 0;
    }
    return convert_container(state, w, object, out);
}
