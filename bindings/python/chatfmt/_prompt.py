"""Prompts that know where their text came from."""
from collections.abc import Mapping
from typing import NamedTuple

from ._chatfmt import Template
from ._errors import wrong_type

__all__ = ["Prompt", "Span", "prompt"]

_KINDS = ("template", "trusted", "data")
_COLOURS = {"template": "36", "trusted": "35", "data": "0"}
_CSS = {"template": "#0b7285", "trusted": "#862e9c", "data": "inherit"}


class Span(NamedTuple):
    """Characters [begin, end) of a prompt and their origin.

    kind    "template", "trusted" (special tokens of the model) or "data"
    path    the value, such as messages[2].content; "" for the template
    offset  byte of that string's UTF-8, or of the template's source, that the span begins at; where it is not copied, the
            first one of what it was computed from: of the string, in a template the opening quote of a literal with an
            escape, or the filter or operator that made it; 0 where there is none
    copied  the characters are those of the origin, unchanged; else they are computed from it
    """

    begin: int
    end: int
    kind: str
    path: str
    offset: int
    copied: bool


def _characters(text):
    """A function from bytes of the UTF-8 of `text` to characters, for rising numbers."""
    if text.isascii():
        return lambda at: at
    data = text.encode()
    seen = [0, 0]

    def place(at):
        if at < seen[0]:
            seen[:] = [0, 0]
        seen[1] += sum(byte & 0xC0 != 0x80 for byte in data[seen[0]:at])
        seen[0] = at
        return seen[1]
    return place


class Prompt(str):
    """A str that knows its spans: sorted, adjacent, covering all of it.

    >>> from chatfmt import Template, prompt
    >>> p = prompt(Template("<{{ x }}>"), x="Hi")
    >>> p
    '<Hi>'
    >>> [(p[s.begin:s.end], s.kind, s.path) for s in p.spans]
    [('<', 'template', ''), ('Hi', 'data', 'x'), ('>', 'template', '')]

    `ansi()` shows it with colours for a terminal; notebooks show it with colours by themselves.
    """

    __slots__ = ("_rows", "_spans")

    def __new__(cls, *given):
        raise wrong_type("a Prompt is made by chatfmt.prompt(template) or Model.prompt(conversation)")

    @classmethod
    def _make(cls, text, rows):
        self = str.__new__(cls, text)
        self._rows, self._spans = rows, None
        return self

    @property
    def spans(self):
        """A list of `Span`."""
        if self._spans is None:
            at = _characters(self)
            self._spans = [Span(at(begin), at(end), _KINDS[kind], path, offset, bool(flags & 1))
                           for begin, end, kind, flags, _, offset, path in self._rows]
        return self._spans

    def ansi(self):
        """The prompt with terminal colours: cyan what the template wrote (tokens such as <|im_start|> among it), magenta variables
        that are trusted, such as eos_token; data has none."""
        return "".join(f"\x1b[{_COLOURS[s.kind]}m{self[s.begin:s.end]}\x1b[0m" for s in self.spans)

    def _repr_html_(self):
        from html import escape
        parts = [f'<span title="{escape(s.path or s.kind)}" style="color:{_CSS[s.kind]}">'
                 f"{escape(self[s.begin:s.end])}</span>" for s in self.spans]
        return '<pre style="white-space:pre-wrap">' + "".join(parts) + "</pre>"

    def __reduce__(self):
        return _again, (str(self), self._rows)


def _again(text, rows):
    return Prompt._make(text, rows)


def prompt(template, variables=None, /, **more):
    """Render `template` (a Template) as `Template.render` does, but into a `Prompt`."""
    if not isinstance(template, Template):
        raise wrong_type(f"template must be a chatfmt.Template, not {type(template).__name__}; Model.prompt() renders conversations")
    if variables is not None and not isinstance(variables, Mapping):
        raise wrong_type(f"variables must be a dict, not {type(variables).__name__}; a conversation is prompt(template, messages=[…])")
    return Prompt._make(*template._record({**(variables or {}), **more}))
