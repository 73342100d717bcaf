/* src/prompt.c - what a prompt came to, as Python objects: ids, masks, attempts, losses, stops. */
#include "binding.h"

/* What options changed in the messages. */
PyObject *prompt_changes(const chatfmt_applied *applied)
{
    PyObject *list = PyList_New((Py_ssize_t)applied->change_count);
    for (size_t i = 0; list && i < applied->change_count; i++) {
        const chatfmt_change *c = &applied->changes[i];
        PyObject *row = Py_BuildValue("{s:s,s:n,s:n}", "what", c->what, "message",
                                      (Py_ssize_t)c->message, "call", (Py_ssize_t)c->call);
        if (!row || PyList_SetItem(list, (Py_ssize_t)i, row)) Py_CLEAR(list);
    }
    return list;
}

static PyObject *prompt_bytes(const unsigned char *data, size_t count)
{
    if (!data) Py_RETURN_NONE;
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++)
        PyList_SetItem(list, (Py_ssize_t)i, PyLong_FromLong(data[i]));
    return list;
}

static PyObject *prompt_attempts(const chatfmt_prompt *prompt)
{
    size_t count = prompt->attempt_count;
    chatfmt_slice text = prompt->applied->text;
    chatfmt_token_place *places = malloc((count + 1) * sizeof *places);
    PyObject *list = places ? PyList_New((Py_ssize_t)count) : PyErr_NoMemory();
    for (size_t i = 0; list && i < count; i++)
        places[i] = (chatfmt_token_place){prompt->attempts[i].begin, prompt->attempts[i].end};
    if (list) chatfmt_places_in_code_points(text.data, text.length, places, count, places);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *row = Py_BuildValue("{s:I,s:I,s:I,s:N}", "begin", places[i].begin, "end",
                                      places[i].end, "id", prompt->attempts[i].id, "path",
                                      text_of(chatfmt_prompt_attempt_path(prompt, i)));
        if (!row || PyList_SetItem(list, (Py_ssize_t)i, row)) Py_CLEAR(list);
    }
    free(places);
    return list;
}

/* Texts that end a turn. */
PyObject *prompt_turn_stops(const chatfmt_applied *applied)
{
    PyObject *stops = PyList_New((Py_ssize_t)applied->stop_count);
    for (size_t i = 0; stops && i < applied->stop_count; i++) {
        PyObject *stop = text_of(applied->stops[i]);
        if (!stop || PyList_SetItem(stops, (Py_ssize_t)i, stop)) Py_CLEAR(stops);
    }
    return stops;
}

/* What fitting took away, as the program writes it; an empty dict when that is nothing. */
static PyObject *prompt_lost(const chatfmt_prompt *p)
{
    if (p->truncated) return Py_BuildValue("{s:n}", "tokens", (Py_ssize_t)p->truncated);
    if (p->dropped)
        return Py_BuildValue("{s:n,s:n}", "first_message", (Py_ssize_t)p->kept_head, "messages",
                             (Py_ssize_t)p->dropped);
    if (!p->cut_bytes) return PyDict_New();
    return Py_BuildValue("{s:n,s:n}", "message", (Py_ssize_t)p->cut_message, "bytes",
                         (Py_ssize_t)p->cut_bytes);
}

PyObject *prompt_object(binding_state *state, const chatfmt_prompt *p)
{
    return Py_BuildValue(
        "{s:N,s:N,s:N,s:N,s:N,s:N,s:N,s:N,s:K,s:N,s:I}", "text", text_of(p->applied->text),
        "changes", prompt_changes(p->applied), "turn_stops", prompt_turn_stops(p->applied),
        "input_ids", ids_list(state, p->ids, p->count), "attention_mask",
        prompt_bytes(p->attention, p->count), "mask", prompt_bytes(p->mask, p->count), "stops",
        ids_list(state, p->stops, p->stop_count), "attempts", prompt_attempts(p), "attempt_total",
        (unsigned long long)p->attempt_total, "lost", prompt_lost(p), "findings", p->findings);
}
