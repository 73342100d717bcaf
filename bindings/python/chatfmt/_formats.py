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
    """All formats: iterable, and a mapping by "name" or "system/name"."""

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

        Raises chatfmt.InputError; chatfmt.Error of the kind "exists" when a name is taken.

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

    def __getitem__(self, name):
        found = [row for row in self._rows if name in (row.name, f"{row.system}/{row.name}")]
        if not found:
            raise wrong_key(f"there is no format {name!r}{_notice.near(name, [row.name for row in self._rows])}")
        return found[0]


formats = _Formats()
