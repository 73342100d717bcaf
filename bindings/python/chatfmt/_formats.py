"""Formats by name: FastChat's, XTuner's, InternLM2's, and class defaults of transformers."""
import functools
import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from . import _chatfmt, _notice
from ._errors import Error, wrong_key, wrong_type

__all__ = ["Format", "formats"]

_STYLED = frozenset(("messages", "add_generation_prompt"))  # what formats with a separator style read
# What may be given to any format: lists of which `unwritten` says that they are not in the prompt, and special tokens.
_COMMON = _STYLED | {"tools", "documents", "bos_token", "eos_token", "pad_token", "unk_token"}
_NO_MESSAGE = (type(None), str, bytes, int, float, list, tuple)


def _checked(messages):
    """A conversation; the error of what is none."""
    if messages is None or isinstance(messages, (str, bytes, int, float, Mapping)):
        raise wrong_type(f"messages must be a list of messages, each a dict of role and content, not {type(messages).__name__}")
    if isinstance(messages, Iterator):
        raise wrong_type(f"messages is {type(messages).__name__}, which can be read only once; give a list of messages: list(…)")
    for number, one in enumerate(messages if isinstance(messages, (list, tuple)) else ()):
        if isinstance(one, _NO_MESSAGE):
            several = "; a format renders one conversation at a time" if isinstance(one, (list, tuple)) else ""
            raise wrong_type(f"messages[{number}] must be a message, a dict of role and content, not {type(one).__name__}{several}")
    return messages


@functools.lru_cache
def _read(name):
    """Of the template of a format its words and, of these, its variables; None where there is none for messages."""
    if "sep_style" in json.loads(_chatfmt.format_fields(name)):
        return _STYLED, _STYLED
    try:
        source = _chatfmt.format_export(name)
        return _notice.words_of(source), _chatfmt.Model(source=source)._variables(source)
    except Error:
        return None


class Format(NamedTuple):
    """One format: `system/name`."""

    system: str
    name: str
    warning: str

    def render(self, messages, **variables):
        """The prompt of a conversation; `variables` are those of the format's template.

        Warns (chatfmt.ChatfmtWarning) of texts of the conversation and of tools that are not in the prompt, of variables that
        the format does not read, and of an empty prompt of a conversation without a text. Raises chatfmt.ValueError,
        "empty_prompt: …", when nothing of the conversation's texts is written.

        >>> formats["vicuna_v1.1"].render([{"role": "user", "content": "Hi"}])[-19:]
        'USER: Hi ASSISTANT:'
        """
        return self.apply(messages, **variables)[0]

    def apply(self, messages, **variables):
        """The prompt and the stop strings. Warnings and errors are those of render()."""
        name = f"{self.system}/{self.name}"
        variables.setdefault("add_generation_prompt", True)
        text, stops, unwritten = _chatfmt.format_render(name, {"messages": _checked(messages), **variables})
        if not text:
            _notice.warn(f"the prompt of {name} is empty: the conversation has no text")
        if unwritten:
            _notice.warn(f"the format {name} has no place for all that was given; not in the prompt: {unwritten}")
        given = variables.keys() - _COMMON
        read = _read(name) if given else None
        for one in sorted(given) if read is not None else ():
            if one not in read[0]:
                _notice.warn(f"the format {name} reads no variable {one!r}{_notice.near(one, read[1])}")
        return text, stops


class _Formats:
    """All formats: iterable, and a mapping by "name" or "system/name".

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
        """Add formats of your own; they are found before the built-in ones.

        rows      dicts as `--formats-file` has them: FastChat's fields, or a `program` and the fields that it
                  reads, or a whole `template`
        override  replace a format of the same name

        system    their part of the name "system/name"

        Raises chatfmt.InputError, and chatfmt.ValueError (of the kind "input") when a name is taken.

        >>> formats.add([{"name": "added-example", "template": "{{ messages[0].content }}!"}])
        >>> formats["added-example"].render([{"role": "user", "content": "Hi"}])
        'Hi!'
        """
        text = _chatfmt.json({"system": system, "formats": list(rows)})
        _chatfmt.formats_add(text, override)
        self._kept = None
        _read.cache_clear()
        for row in json.loads(text)["formats"]:
            # A system of its own, for one of the program's may have the name.
            added = "added/" + row["name"], json.dumps({"system": "added", "formats": [row]})
            self._added[row["name"]] = self._added[f"{system}/{row['name']}"] = added

    def _added_file(self, name):
        """What `--formats-file` reads of an added format of a name, after the name that it has there; None without."""
        return self._added.get(name)

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
        """The format of a name, or `default`."""
        return next((row for row in self._rows if name in (row.name, f"{row.system}/{row.name}")), default)

    def keys(self):
        """A name of each format, in their order: "system/name" where an earlier format has the same name. Those that were
        replaced have none."""
        found = {}
        for row in self._rows:
            path = f"{row.system}/{row.name}"
            if found.setdefault(row.name, row) is not row and self.get(path) is row:
                found[path] = row
        return list(found)


formats = _Formats()
