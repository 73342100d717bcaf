"""Exceptions of chatfmt.

All of them are instances of ``chatfmt.Error``. An error of a template is also an instance of Jinja2's exception of the same
name. If Jinja2 cannot be imported, only the name is the same. An error of one of Python's own kinds, such as TypeError, is
also an instance of Python's exception.
"""

__all__ = ["ChatfmtWarning", "Error", "LimitError", "InputError", "UnsupportedError", "NotFoundError"]


class Error(Exception):
    """The base class of the exceptions that chatfmt raises.

    kind     a text, the class of the error: "syntax", "undefined", "raised", "security", "runtime", "limit" or "input".
             Errors of chatfmt.engines have the kind "engine". A chatfmt.fastchat.ConversationError has other kinds
    line     the line of the template's source, from 1. For an error in a row that map() reads from a file, it is the line
             of the file. None: the line is not known
    column   the column in bytes, from 1, or None
    offset   the same place as a byte of the source, or None
    excerpt  the source line around the place, or ""
    path     the value at fault, such as messages[2].content. For a row that map() gets from an iterable, it begins with the
             row: rows[2].messages[0].content. For a list of conversations: conversations[2].messages[0].content. For a
             syntax error it is the tag that is still open, such as 'for' on line 3. Otherwise ""
    """

    kind = "runtime"
    line = None
    column = None
    offset = None
    excerpt = ""
    path = ""


class LimitError(Error, RuntimeError):
    """A limit on work, memory, output or depth was reached."""

    kind = "limit"


class InputError(Error, ValueError):
    """A file, a text or an argument is not what it must be."""

    kind = "input"


class UnsupportedError(Error, NotImplementedError):
    """chatfmt cannot do exactly what was asked for, and therefore refuses to do it."""


class NotFoundError(Error, LookupError):
    """A model, the file of a tokenizer, a family of replies or a side of chatfmt.diff() does not exist.

    Two cases of a missing name have another error. A format that does not exist is a KeyError in chatfmt.formats[name]. In
    chatfmt.map(), a format or a file of rows that does not exist is an InputError.
    """

    kind = "input"


class ChatfmtWarning(UserWarning):
    """A result is probably not what the caller wants. Where transformers gives the same result, it does not warn.

    warnings.simplefilter("error", chatfmt.ChatfmtWarning) makes these warnings errors.
    """


for _cls in (Error, LimitError, InputError, UnsupportedError, NotFoundError, ChatfmtWarning):
    _cls.__module__ = "chatfmt"  # where users find it: tracebacks say chatfmt.InputError

# status -> name in jinja2.exceptions
_JINJA = {10: "TemplateSyntaxError", 11: "TemplateAssertionError", 12: "TemplateAssertionError",
          20: "UndefinedError", 21: "TemplateError", 22: "SecurityError",
          23: "TemplateRuntimeError"}
_PYTHON = {2: ValueError, 5: OSError, 8: ValueError, 24: TypeError, 25: ValueError,
           26: KeyError, 27: IndexError, 28: ZeroDivisionError, 29: OverflowError,
           30: AttributeError, -1: RecursionError}  # the last one of the binding alone
_OWN = {3: LimitError, 4: InputError, 6: UnsupportedError, 7: NotFoundError}
_made = {}


def _base(status):
    name = _JINJA.get(status)
    if name is None:
        return _PYTHON.get(status, RuntimeError)
    try:
        import jinja2.exceptions
    except ImportError:
        return type(name, (Exception,), {})
    return getattr(jinja2.exceptions, name)


def _class(status):
    if status in _OWN:
        return _OWN[status]
    base = _base(status)
    if base.__name__ not in _made:
        _made[base.__name__] = type(base.__name__, (Error, base), {
            "__module__": "chatfmt", "__str__": base.__str__, "__reduce__": lambda self: (*base.__reduce__(self)[:2], vars(self)),
            "__doc__": f"{base.__module__}.{base.__qualname__}, with its place."})
    return _made[base.__name__]


# The classes that are also Jinja2's or Python's, by name: chatfmt.UndefinedError is made at its first use.
_NAMED = {name: status for status, name in _JINJA.items()} | {
    base.__name__: status for status, base in _PYTHON.items()} | {"RuntimeError": 1}  # any other status


def named(name):
    """The class of errors chatfmt.NAME, or None."""
    return _class(_NAMED[name]) if name in _NAMED else _told(name) if name in _TOLD_BY else None


def make(status, kind, text, line, column, offset, excerpt, path, cause="", place=""):
    """The exception for an error of the library.

    cause  the message that the error comes from, as chatfmt_report_cause() says it
    place  the name that a model has for its template
    """
    cls = _class(status)
    if path and status == 22 and text.startswith("data contains"):
        text = f"{path}: {text}"
    syntax = status in (10, 11, 12) and hasattr(cls, "lineno") or cls.__name__ in (
        "TemplateSyntaxError", "TemplateAssertionError")
    try:
        error = cls(text, line) if syntax else cls(text)
    except TypeError:
        error = cls(text)
    error.kind = kind
    if line:
        error.line, error.column, error.offset = line, column, offset
        error.excerpt = excerpt
        name, named, _ = text.partition(f":{line}:{column}: ")  # a file of a model
        _note(error, f"{name if named else place or 'template'}:{line}:{column}: {excerpt.strip()}")
    error.path = path
    if status == 10 and path:
        _note(error, f"opened by {path}")
    cause = cause.strip()
    left_out = status == 20 and path.endswith("].content") and text.endswith("no attribute 'content'")
    # In the words of JSON, for the service.
    error._cause = f'{path} is null, which counts as missing: send "" for an empty text' if left_out else cause
    if left_out:
        _note(error, f'{path} is missing or None, which transformers leaves out: '
                     'fix="null-to-empty" makes it "", fix="raw-messages" keeps None')
    elif status == 20 and not cause and text.endswith("' is undefined"):
        _note(error, f"{text[1:-14]}= gives it a value")
    elif cause:
        _note(error, cause.replace(".content is null", ".content is None"))
    if status == 22 and "data contains" in text:
        _note(error, 'policy="control" keeps it as ordinary text, policy="report" only says where it is')
    elif path.startswith("conversations[") or status != 10 and not any(place in text + cause for place in (path, path.rpartition(".")[0] or path)):
        _note(error, f"in {path}")
    return error


def _note(error, text):
    import re
    if hasattr(error, "add_note"):
        # Names of options as arguments: fit="drop" for `fit` drop.
        error.add_note(re.sub(r"`(\w+)`(?: (drop|cut|truncate|chosen|null-to-empty|row-templates)\b)?",
                              lambda found: f"{found[1]}=" + (f'"{found[2]}"' if found[2] else ""), text))


_ENDLESS = "the data is nested too deeply, or contains itself"
_DEEPEST = 900  # as of the binding


def _beginning(path):
    """The beginning of a path without end."""
    import re
    return re.match(r"(?:\[\d+\]|\.?[^.[]+){0,4}", path)[0]


def _endless(value):
    """The path of the first container that is within itself, or nested too deeply; None without one."""
    import collections.abc
    left = [(value, "", ())]
    while left:
        value, path, around = left.pop()
        if isinstance(value, collections.abc.Mapping):
            items = [(item, f"{path}.{key}") for key, item in value.items()]
        elif isinstance(value, (list, tuple)):
            items = [(item, f"{path}[{at}]") for at, item in enumerate(value)]
        else:
            continue
        if id(value) in around or len(around) >= _DEEPEST:
            return path
        left += [(*item, (*around, id(value))) for item in reversed(items)]
    return None


def placed_error(kind, path, text):
    """An error of the class `kind` about the value at `path`."""
    error = kind(text)
    error.path = path
    return error


def placed(error, root, path):
    """Add to an error of chatfmt which value of the argument `root` it is about."""
    import re
    if not isinstance(error, Error) or error.path:
        return
    if isinstance(error, RecursionError):
        path = _beginning(path)
    if root == "conversations":
        path = re.sub(r"^(\[\d+\])", r"\1.messages", path)
    error.path = root + path
    if error.path:
        error.args = (f"{error.path}: {error.args[0]}", *error.args[1:])
    if root == "conversations":
        _note(error, f"in {error.path}")


def in_batch(error, path):
    """The error of one of several conversations, with the path of that conversation. An error of a template is about all of
    them."""
    if error.kind == "syntax":
        return error
    if error.path and str(error).startswith(error.path + ": "):  # see placed()
        error.args = (f"{path}.{error.args[0]}", *error.args[1:])
    error.path = f"{path}.{error.path}" if error.path else path
    _note(error, f"in {error.path}")
    return error


def wrong_type(text):
    """The TypeError of an argument that does not exist or has another type."""
    return make(24, "input", text, None, None, None, "", "")


def wrong_tools(text, path="tools", *, iterable=True):
    """The error of tools that are not a list of tools, with what helps.

    It is a ValueError with the words of transformers. With iterable=False it is a TypeError.
    """
    if not iterable:
        return make(24, "runtime", text, None, None, None, "", path)
    return make(25, "runtime", "Tools should either be a JSON schema, or a callable function with type hints and a docstring "
                f"suitable for auto-conversion to a schema. {text}", None, None, None, "", path)


def wrong_key(text):
    """The KeyError of a name that does not exist."""
    return make(26, "input", text, None, None, None, "", "")


def wrong_attribute(text):
    """The AttributeError that transformers raises."""
    return make(30, "input", text, None, None, None, "", "")


def _first_no_json(value, path):
    """(path, value) of the first that JSON does not have; None when there is none."""
    if isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value):
        return path, value
    if isinstance(value, dict):
        return next(filter(None, (_first_no_json(item, f"{path}.{key}") for key, item in value.items())), None)
    if isinstance(value, (list, tuple)):
        return next(filter(None, (_first_no_json(item, f"{path}[{at}]") for at, item in enumerate(value))), None)
    return None if value is None or isinstance(value, (str, int, float)) else (path, value)


def no_json(path, given, error, kind=InputError):
    """The error of a value that JSON cannot write. It says which part of the value that is, and what helps."""
    import contextlib
    endless = _endless(given)
    if endless is not None or isinstance(error, RecursionError):
        wrong = _class(-1)(_ENDLESS)
        placed(wrong, path, endless or "")
        return wrong
    value = None
    with contextlib.suppress(RecursionError):
        path, value = _first_no_json(given, path) or (path, None)
    said = "it holds a lone surrogate" if isinstance(error, UnicodeError) else str(error)
    remedy = ("; remove or replace it" if isinstance(error, UnicodeError) else
              "; .item() makes a number of it" if getattr(value, "ndim", None) == 0 else
              "; .tolist() makes a list of it" if hasattr(value, "tolist") else
              "; chatfmt.Tools([…]) makes tools of functions" if callable(value) else "")
    return placed_error(kind, path, f"{path} is not JSON: {said}{remedy}")


_TOLD_BY = {"DocstringParsingException": (InputError,), "TypeHintParsingException": (Error, TypeError)}


def _told(name, theirs=None):
    """The class chatfmt.NAME of the errors of functions that are no tools, or one of it that is also `theirs`."""
    key = name, theirs
    if key not in _made:
        bases = (_told(name), theirs) if theirs else _TOLD_BY[name]
        _made[key] = type(name, bases, {"__module__": "chatfmt", "__doc__": "A function that is no tool.", "kind": "input",
                                        "__reduce__": lambda self: (_again, (schema_error, name, str(self), vars(self)))})
    return _made[key]


def schema_error(name, text):
    """The error of a function that is not a tool.

    It is a chatfmt.Error. If transformers is loaded, it is also the exception of transformers' get_json_schema().
    """
    import sys
    return _told(name, getattr(sys.modules.get("transformers.utils.chat_template_utils"), name, None))(text)


def _again(make, kind, text, members):
    """A pickled error whose class is made where it is raised."""
    error = make(kind, text)
    vars(error).update(members)
    return error


def checked_tokenizer(given):
    """A chatfmt.Tokenizer or None, as given. Raises the error of anything else, before it is used."""
    if given is None or hasattr(given, "decode_stream"):
        return given
    raise wrong_type(f"tokenizer= takes a chatfmt.Tokenizer, not {type(given).__name__}: the `tokenizer` of a chatfmt.Model, "
                     "or chatfmt.Tokenizer(\"tokenizer.json\")")
