/* src/binding.h - what the files of the extension share.
 *
 * Python objects become values of a workspace, which is taken from a pool for one call and goes
 * back to it. Strings are borrowed from Python: the workspace holds a reference to each as long
 * as it is in use, so rendering goes on without the interpreter's lock while others change lists
 * and dicts.
 */
#ifndef CHATFMT_BINDING_H
#define CHATFMT_BINDING_H

#define PY_SSIZE_T_CLEAN
#include <pyconfig.h> /* says whether there is a lock; without it there is no Limited API */
#ifndef Py_GIL_DISABLED
#define Py_LIMITED_API 0x030a0000
#endif
#include <Python.h>

#include "chatfmt/chatfmt.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Without the interpreter's lock (Py_GIL_DISABLED), what two threads may change or walk over at
 * once is used in a critical section: lists, dicts, and the objects that read replies. */
#ifndef Py_BEGIN_CRITICAL_SECTION
#define Py_BEGIN_CRITICAL_SECTION(object) {
#define Py_END_CRITICAL_SECTION()         }
#endif

/* Whoever waits for the lock may keep it for milliseconds, so it is released for work of 10 µs and
 * more only: a render of so many strings or bytes, an encoding of so many bytes. */
#define BINDING_RELEASE_STRINGS 500
#define BINDING_RELEASE_BYTES   ((size_t)512 << 10)
#define BINDING_RELEASE_ENCODED 4096
/* A workspace that wrote more than this gives its memory back. */
#define BINDING_KEEP_BYTES ((size_t)8 << 20)
#define BINDING_POOL 16
/* Ids below this, those of nearly all vocabularies, have one object each, which is kept: at most
 * 8 + 32 bytes an id. */
#define BINDING_SHARED_IDS 262144

typedef struct workspace {
    chatfmt_values *values;
    chatfmt_renderer *renderer;
    PyObject **kept; /* references that borrowed strings need */
    size_t kept_count, kept_capacity;
    chatfmt_value *stack; /* items of the containers that are open */
    size_t stack_count, stack_capacity;
    size_t strings, bytes; /* of these */
    unsigned depth;
    chatfmt_slice last; /* of the strings that were converted */
    bool watches;     /* the five below are counted */
    size_t roles;     /* members "role" that are texts */
    bool unusual;     /* one of them is no usual role, or an object became a placeholder */
    unsigned rarities; /* what not every template writes; 1: a role is "tool", 2: "developer",
                          4: a content is a list, 8: there are calls */
    size_t contents;  /* members "content" and "tool_calls" */
    bool text_calls;  /* a member "arguments" is a text */
    bool one_store;   /* what was prepared is converted again, for values of two stores have the
                         same origin numbers */
    bool copies;      /* strings get an address of their own: needed when spans are wanted */
    bool plain;       /* other objects are reduced as transformers does it, else refused */
    PyObject *rule;   /* of chatfmt._plain.reduce: borrowed, or NULL */
    char path[160];   /* of the value at fault, "" while all is well */
    chatfmt_error error;
} workspace;

/* What the module keeps. */
typedef struct binding_state {
    PyObject *make_error;  /* chatfmt._errors.make */
    PyObject *reduce;      /* chatfmt._plain.reduce */
    PyObject *unsupported; /* chatfmt._errors.UnsupportedError */
    PyObject *tokenizer_type;
    PyObject *decode_type;
    PyObject *prepared_type;
    PyObject **ids; /* of the ids below BINDING_SHARED_IDS that were met; NULL at first */
    chatfmt_formats *formats; /* the user's; NULL until one is added */
    PyObject *description_type; /* ResponseTemplate */
    _Atomic(workspace *) pool[BINDING_POOL];
} binding_state;

binding_state *binding_state_of(PyObject *self);

/* A workspace without values; NULL with an exception. */
workspace *workspace_take(binding_state *state);
/* Give it back; `used` bytes were written. */
void workspace_give(binding_state *state, workspace *w, size_t used);
void workspace_free(workspace *w);
/* Whether a render of what was converted is worth releasing the lock for. */
static inline bool workspace_is_long(const workspace *w)
{
    return w->strings >= BINDING_RELEASE_STRINGS || w->bytes >= BINDING_RELEASE_BYTES;
}
/* Drop the references that the last call needed. The lock must be held. */
void workspace_forget(workspace *w);

/* The value of a Python object; -1 with an exception. */
int convert(binding_state *state, workspace *w, PyObject *object, chatfmt_value *out);
/* The error that there is gets its place: the argument `root`, and the path in it. Returns -1. */
int convert_place(workspace *w, const char *root);

/* Raise what a chatfmt_error says; `whole` is all of a raised message or empty. Gives NULL. */
PyObject *raise_error(binding_state *state, const chatfmt_error *error, chatfmt_slice whole);
/* The same of a conversation; `cause`: what chatfmt_report_cause() says of it, or ""; `place`: what
 * the template is called, or "". */
PyObject *raise_caused(binding_state *state, const chatfmt_error *error, chatfmt_slice whole,
                       const char *cause, chatfmt_slice place);

/* The name of its type, a new reference. */
PyObject *type_name_of(PyObject *given);

/* TypeError: `wanted`, a format for `name`, and the name of the type that was given. Gives NULL. */
PyObject *raise_type(const char *wanted, const char *name, PyObject *given);

/* A str. */
static inline PyObject *text_of(chatfmt_slice text)
{
    return PyUnicode_FromStringAndSize(text.data ? text.data : "", (Py_ssize_t)text.length);
}

/* The same of bytes that may be no UTF-8, in whose place there is U+FFFD then. */
static inline PyObject *text_of_bytes(chatfmt_slice text)
{
    return PyUnicode_DecodeUTF8(text.data ? text.data : "", (Py_ssize_t)text.length, "replace");
}

/* `count` numbers of `size` bytes each as bytes. */
PyObject *bytes_of(const void *data, size_t count, size_t size);

/* The UTF-8 of a str, borrowed from it; -1 with an exception. */
int slice_of(PyObject *text, chatfmt_slice *out);

/* The same of an argument that may be None, which leaves `out` as it is; the error names it. */
int slice_given(PyObject *text, const char *name, chatfmt_slice *out);
/* The integer of an argument as `out`, which holds those from `least` to `most`; the error names
 * the argument. None leaves `out` as it is. -1 with an exception. */
int number_given(binding_state *state, PyObject *number, const char *name, int64_t least,
                 uint64_t most, uint64_t *out);
/* The text of a template's source, with Python's warning where it is rather the name of a file; -1
 * with an exception. */
int slice_of_source(PyObject *source, chatfmt_slice *out);
/* For "O&": a name as a `const char *`, borrowed; of None too, which leaves it as it is. */
int name_of(PyObject *text, void *out);
/* A path that is called `name`, as the system has it; -1 with an exception. */
int path_given(binding_state *state, PyObject *path, const char *name, PyObject **bytes);
int name_or_none(PyObject *text, void *out);

/* The texts of a tuple, borrowed from it, in an array to be freed; NULL with an exception. */
chatfmt_slice *slices_of(PyObject *tuple, size_t *count);

/* Seconds of the local wall clock, as datetime.now() has it. */
int64_t local_now(void);

/* The mask of transformers, one byte for each token, from places and ranges in code points:
 * chatfmt_mask_reference(), or, since 5.24, each token that overlaps a range. */
chatfmt_status mask_fill(const chatfmt_token_place *places, size_t count,
                         const chatfmt_generation *ranges, size_t range_count, bool by_overlap,
                         unsigned char *mask, chatfmt_error *error);

/* A list of (begin, end, kind, flags, generation, offset, path). */
PyObject *spans_list(const chatfmt_span *spans, size_t count);

/* What a call does without the interpreter's lock, between the two; see lock.c. */
typedef struct binding_absence {
    PyThreadState *thread;
    unsigned turn;
} binding_absence;
binding_absence binding_leave(void);
void binding_return(binding_absence absence);
#define BINDING_BEGIN_UNLOCKED                                                                 \
    {                                                                                          \
        binding_absence absence_ = binding_leave();
#define BINDING_END_UNLOCKED                                                                   \
    binding_return(absence_);                                                                  \
    }

/* Types; each gives NULL with an exception. */
PyObject *template_type_new(PyObject *module);
PyObject *model_type_new(PyObject *module);
PyObject *tokenizer_type_new(PyObject *module);
PyObject *reply_type_new(PyObject *module);
PyObject *decode_type_new(PyObject *module);
PyObject *prepared_type_new(PyObject *module);
PyObject *actions_type_new(PyObject *module);
PyObject *response_type_new(PyObject *module);
PyObject *description_type_new(PyObject *module);

/* An object of the type Tokenizer that owns `made`; NULL with an exception, and `made` is freed. */
PyObject *tokenizer_of(binding_state *state, chatfmt_tokenizer *made);
/* Whether an object is of the type Tokenizer; else -1 with an exception. */
int tokenizer_check(binding_state *state, PyObject *object);
/* The tokenizer in an object of the type Tokenizer. */
const chatfmt_tokenizer *tokenizer_inner(PyObject *tokenizer);
/* An encoder of it for one call. */
chatfmt_encoder *tokenizer_encoder_take(PyObject *tokenizer);
void tokenizer_encoder_give(PyObject *tokenizer, chatfmt_encoder *encoder);
/* What an object of the type Prepared was made of, borrowed. */
PyObject *prepared_object_of(PyObject *object);
/* What it holds, and the bytes of its strings; borrowed from it. */
chatfmt_value prepared_value(PyObject *object, size_t *bytes);
/* A stream of text from ids of a tokenizer; NULL with an exception. */
PyObject *decode_stream_of(binding_state *state, PyObject *tokenizer, uint32_t flags);
/* The functions _reader and _reader_about of the module. */
PyObject *reader_make(PyObject *module, PyObject *args);
/* A capsule with the reader of a model's replies; NULL and an exception on any error. */
PyObject *reader_of(binding_state *state, const chatfmt_model *model,
                    const chatfmt_reader_options *choice);
PyObject *reader_about(PyObject *module, PyObject *capsule);
/* What a model's own template is called, where an error is in one; else empty. Borrowed. */
chatfmt_slice template_place(const chatfmt_model *model, chatfmt_slice wanted, int has_tools,
                             const chatfmt_error *error);
/* The ids of a sequence, to be freed; NULL with an exception. */
uint32_t *ids_of(binding_state *state, PyObject *sequence, size_t *count);
/* A list of ids. */
PyObject *ids_list(binding_state *state, const uint32_t *ids, size_t count);
/* Drop the objects of ids that are kept. */
void ids_forget(binding_state *state);

/* The dict of a prompt, with all that chatfmt/tokens.h says of it. */
PyObject *prompt_object(binding_state *state, const chatfmt_prompt *prompt);
/* What options changed in the messages, a list of dicts; the texts that end a turn. */
PyObject *prompt_changes(const chatfmt_applied *applied);
PyObject *prompt_turn_stops(const chatfmt_applied *applied);

/* Functions of the module. */
extern PyMethodDef binding_functions[];
extern PyMethodDef binding_format_functions[];

/* A method `function`_alone: the same for one thread at a time. */
#define BINDING_ALONE(function)                                                                \
    static PyObject *function##_alone(PyObject *object, PyObject *argument)                    \
    {                                                                                          \
        PyObject *result;                                                                      \
        Py_BEGIN_CRITICAL_SECTION(object);                                                     \
        result = function(object, argument);                                                   \
        Py_END_CRITICAL_SECTION();                                                             \
        return result;                                                                         \
    }

#define BINDING_METHOD(function) ((PyCFunction)(void (*)(void))(function))

#endif
