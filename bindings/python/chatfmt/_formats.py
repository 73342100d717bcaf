"""Formats by name: FastChat's, XTuner's, InternLM2's, and class defaults of transformers."""
from typing import NamedTuple

from . import _chatfmt

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

    def __init__(self):
        self._rows = [Format(*row) for row in _chatfmt.formats()]

    def __iter__(self):
        return iter(self._rows)

    def __len__(self):
        return len(self._rows)

    def __getitem__(self, name):
        found = [row for row in self._rows if name in (row.name, f"{row.system}/{row.name}")]
        if not found:
            raise KeyError(name)
        return found[0]


formats = _Formats()
