"""Formats by name: FastChat's, XTuner's, InternLM2's, and the former default templates of tokenizer classes in
transformers."""
import contextlib
import functools
import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from . import _chatfmt, _notice
from ._errors import Error, InputError, _note, wrong_key, wrong_type
from ._functions import listed

__all__ = ["Format", "formats"]

_STYLED = frozenset(("messages", "add_generation_prompt"))  # what formats with a separator style read
# What may be given to any format: lists of which `unwritten` says that they are not in the prompt, and special tokens.
_COMMON = _STYLED | {"tools", "documents", "bos_token", "eos_token", "pad_token", "unk_token"}
_NO_MESSAGE = (type(None), str, bytes, int, float, list, tuple)


def checked(messages):
    """A conversation as a list; the error of what is none."""
    if messages is None or isinstance(messages, (str, bytes, int, float, Mapping)):
        raise wrong_type(f"messages must be a list of messages, each a dict of role and content, not {type(messages).__name__}")
    if isinstance(messages, Iterator):
        raise wrong_type(f"messages is {type(messages).__name__}, which can be read only once; give a list of messages: list(…)")
    messages = listed(messages)
    for number, one in enumerate(messages if isinstance(messages, (list, tuple)) else ()):
        several = isinstance(one, (list, tuple)) or getattr(one, "ndim", 0)
        if isinstance(one, _NO_MESSAGE) or several:
            several = "; a format renders one conversation at a time" if several else ""
            raise wrong_type(f"messages[{number}] must be a message, a dict of role and content, not {type(one).__name__}{several}")
    return messages


def words_and_variables(source):
    """The words of a template, and of these its variables."""
    return _notice.words_of(source), _chatfmt.Model(source=source)._variables(source)


def warn_of_unread(what, given, read):
    """Warn of what is given and not read; read() gives what words_and_variables() gives, or None."""
    given = sorted(given.keys() - _COMMON)
    words, variables = given and read() or (given, ())
    for one in given:
        if one not in words:
            _notice.warn(f"{what} reads no variable {one!r}{_notice.near(one, variables)}")


@functools.lru_cache
def _read(name):
    """Of the template of a format its words and, of these, its variables; None where there is none for messages."""
    if "sep_style" in json.loads(_chatfmt.format_fields(name)):
        return _STYLED, _STYLED
    try:
        return words_and_variables(_chatfmt.format_export(name))
    except Error:
        return None


def reads(name, variable):
    """Whether the template of a format has a word."""
    found = _read(name)
    return found is None or variable in found[0]


class Format(NamedTuple):
    """One format, a named tuple.

    system   a text, the part of the name before the slash: "class" in "class/chatml"
    name     a text, the part after the slash
    warning  a text that says what is special about the format, or "". An example: transformers before 4.44 had this format
             as the default of a tokenizer class. map(None, rows, format=…) gives this text as a warning; render() and
             apply() do not
    """

    system: str
    name: str
    warning: str

    def render(self, messages, **variables):
        """The prompt of a conversation.

        messages   a list of messages
        variables  variables of the format's template. add_generation_prompt is True by default

        Warns (chatfmt.ChatfmtWarning) of

        * texts of the conversation and tools that are not in the prompt,
        * variables that the format does not read,
        * an empty prompt, if the conversation has no text either.

        Raises chatfmt.ValueError ("empty_prompt: …") if the conversation has texts and none of them is in the prompt.

        >>> formats["vicuna_v1.1"].render([{"role": "user", "content": "Hi"}])[-19:]
        'USER: Hi ASSISTANT:'
        """
        return self.apply(messages, **variables)[0]

    def apply(self, messages, **variables):
        """A pair: the prompt, and a list of texts that end the model's turn.

        Arguments, warnings and errors are those of render().
        """
        name = f"{self.system}/{self.name}"
        variables.setdefault("add_generation_prompt", True)
        text, stops, unwritten = _rendered(name, {"messages": checked(messages), **variables})
        if not text:
            _notice.warn(f"the prompt of {name} is empty: the conversation has no text")
        if unwritten:
            _notice.warn(f"the format {name} has no place for all that was given; not in the prompt: {unwritten}")
        warn_of_unread(f"the format {name}", variables, lambda: _read(name))
        return text, stops


def _rendered(name, variables):
    """What format_render() gives. The error of a turn that is only written with the opening of the next one says so."""
    try:
        return _chatfmt.format_render(name, variables)
    except Error as error:
        if isinstance(error, TypeError) and not error.path:
            _of_content(error, variables["messages"])
        if str(error).startswith("empty_prompt: ") and not variables["add_generation_prompt"]:
            with contextlib.suppress(Error):
                _chatfmt.format_render(name, {**variables, "add_generation_prompt": True})
                error.args = (f"{error.args[0]}; add_generation_prompt=True writes it, with the opening of the answer",)
        raise


def _of_rows(error, path):
    """The error of the rows of add(), with its place; `path` is that in the library's words."""
    error.path = path.replace("formats", "rows", 1)
    remedy = " override=True replaces it" if error.args[0].endswith(" has been registered.") else ""
    error.args = (f"{error.path}: {error.args[0].removeprefix(path + ': ')}{remedy}", *error.args[1:])
    if f"in {path}" in getattr(error, "__notes__", ()):
        error.__notes__.remove(f"in {path}")
    return error


def _of_content(error, messages):
    """Add to an error which content is no text, which formats that join texts cannot write."""
    for number, one in enumerate(messages if isinstance(messages, (list, tuple)) else ()):
        content = one.get("content") if isinstance(one, Mapping) else None
        if not isinstance(content, str) and isinstance(one, Mapping):
            given = "None" if content is None else f"of the type {type(content).__name__}"
            error.path = f"messages[{number}].content"
            _note(error, f"{error.path} is {given}; give a text")
            return


class _Formats:
    """All formats: iterable, and a mapping by "name" or "system/name". If no format has exactly the name, case is ignored.

    >>> "vicuna_v1.1" in formats, formats.get("no such format"), "vicuna_v1.1" in formats.keys()
    (True, None, True)
    """

    _kept = None

    def __init__(self):
        self._added = {}

    @property
    def _rows(self):
        if self._kept is None:
            self._kept = [Format(*row) for row in _chatfmt.formats()]
        return self._kept

    def add(self, rows, *, system="user", override=False):
        """Add formats of your own. They are found before built-in formats of the same name.

        rows      dicts as in the file of the program's option `--formats-file`. Each row has a "name" and one of these:
                  FastChat's fields; a "program" and the fields that the program reads; a whole "template"
        system    a text, the part before the slash in the names of these formats
        override  True: replace a format of the same system and name

        Raises chatfmt.InputError for rows that are not formats, and chatfmt.NotFoundError for a `program` that does not
        exist. Raises chatfmt.ValueError (of the kind "input") if the system already has a format of this name and
        `override` is False. A `template` that does not compile raises its error when it is first rendered.

        >>> formats.add([{"name": "added-example", "template": "{{ messages[0].content }}!"}])
        >>> formats["added-example"].render([{"role": "user", "content": "Hi"}])
        'Hi!'
        """
        if isinstance(rows, (str, bytes, Mapping)) or not hasattr(rows, "__iter__"):
            raise wrong_type("rows must be a list of dicts, each a format with a name, not "
                             f"{type(rows).__name__}{'; [row] is such a list' if isinstance(rows, Mapping) else ''}")
        rows = list(rows)
        for number, row in enumerate(rows):
            if isinstance(row, _NO_MESSAGE):
                raise _of_rows(InputError(f"a format must be a dict, not {type(row).__name__}"), f"formats[{number}]")
        try:
            self._add(rows, system, override)
        except Error as error:
            raise _of_rows(error, error.path) if error.path.startswith("formats[") else error

    def _add(self, rows, system="user", override=True):
        text = _chatfmt.json({"system": system, "formats": rows})
        _chatfmt.formats_add(text, override)
        self._kept = None
        _read.cache_clear()
        for row in json.loads(text)["formats"]:
            # A system of its own, for one of the program's may have the name.
            added = "added/" + row["name"], json.dumps({"system": "added", "formats": [row]})
            self._added[row["name"]] = self._added[f"{system}/{row['name']}"] = added

    def _added_file(self, name):
        """What `--formats-file` reads of an added format of a name, after the name that it has there; None without."""
        row = None if name in self._added else self.get(name)
        return self._added.get(name if row is None else f"{row.system}/{row.name}")

    def __iter__(self):
        return iter(self._rows)

    def __len__(self):
        return len(self._rows)

    def __contains__(self, name):
        return name in self._rows or self.get(name) is not None

    def __getitem__(self, name):
        found = self.get(name)
        if found is None:
            raise wrong_key(f"there is no format {name!r}{_notice.near(name, [row.name for row in self._rows])}")
        return found

    def get(self, name, default=None):
        """The format of a name, or `default` if there is no such format."""
        return self._named(name, str) or isinstance(name, str) and self._named(name.lower(), str.lower) or default

    def _named(self, name, form):
        """The first format whose name, or system and name, is `name` in a form; None without one."""
        return next((row for row in self._rows if name in (form(row.name), form(f"{row.system}/{row.name}"))), None)

    def keys(self):
        """A list with one name for each format, in their order.

        If an earlier format has the same name, the name is "system/name". A format that was replaced is not in the list.
        """
        found = {}
        for row in self._rows:
            path = f"{row.system}/{row.name}"
            if found.setdefault(row.name, row) is not row and self.get(path) is row:
                found[path] = row
        return list(found)


formats = _Formats()
