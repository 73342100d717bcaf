"""Formats by name: FastChat's, XTuner's, InternLM2's, and class defaults of transformers."""
from typing import NamedTuple

from . import _chatfmt, _notice
from ._errors import wrong_key

__all__ = ["Format", "formats"]


class Format(NamedTuple):
    """One format: `system/name`."""

    system: str
    name: str
    warning: str

    def render(self, messages, **variables):
        """The prompt of a conversation.

        >>> formats["vicuna_v1.1"].render([{"role": "user", "content": "Hi"}], system="S.")[-19:]
        'USER: Hi ASSISTANT:'
        """
        return self.apply(messages, **variables)[0]

    def apply(self, messages, **variables):
        """The prompt and the stop strings."""
        variables.setdefault("add_generation_prompt", True)
        return _chatfmt.format_render(f"{self.system}/{self.name}", {"messages": messages, **variables})


class _Formats:
    """All formats: iterable, and a mapping by "name" or "system/name".

    >>> "vicuna_v1.1" in formats, formats.get("no such format"), "vicuna_v1.1" in formats.keys()
    (True, None, True)
    """

    _kept = None

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

        Raises chatfmt.InputError, and chatfmt.ValueError (of the kind "input") when a name is taken.

        >>> formats.add([{"name": "added-example", "template": "{{ messages[0].content }}!"}])
        >>> formats["added-example"].render([{"role": "user", "content": "Hi"}])
        'Hi!'
        """
        _chatfmt.formats_add(_chatfmt.json({"system": system, "formats": list(rows)}), override)
        self._kept = None

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
