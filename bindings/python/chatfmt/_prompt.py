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
    """A range of characters of a prompt that have the same origin. A named tuple.

    begin, end  the range in characters; `end` is the first character after the range
    kind        "template": the template wrote the characters. "trusted": they come from a trusted variable, such as a
                special token of the model. "data": they come from anything else, such as a message
    path        the value that the characters came from, such as messages[2].content; "" for the template
    offset      the byte at which the span begins: in the UTF-8 of the value at `path`, or in the template's source. Where
                `copied` is False, it is the first byte of what the characters were computed from. In a template this is the
                opening quote of a literal with an escape, or the filter or operator. It is 0 if there is no such byte
    copied      True: the characters are those of the origin, unchanged. False: they were computed from it
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
    """A str that knows where each of its characters came from.

    >>> from chatfmt import Template, prompt
    >>> p = prompt(Template("<{{ x }}>"), x="Hi")
    >>> p
    '<Hi>'
    >>> [(p[s.begin:s.end], s.kind, s.path) for s in p.spans]
    [('<', 'template', ''), ('Hi', 'data', 'x'), ('>', 'template', '')]

    ansi() gives the text with colours for a terminal. Notebooks show a Prompt in colours by themselves. chatfmt.prompt()
    and Model.prompt() make a Prompt.
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
        """A list of `Span`. The spans are in order, do not overlap, and cover the whole text."""
        if self._spans is None:
            at = _characters(self)
            self._spans = [Span(at(begin), at(end), _KINDS[kind], path, offset, bool(flags & 1))
                           for begin, end, kind, flags, _, offset, path in self._rows]
        return self._spans

    def ansi(self):
        """The text with the colours of a terminal.

        cyan     text that the template wrote, including its tokens such as <|im_start|>
        magenta  values of trusted variables, such as eos_token

        Data has no colour.
        """
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
    """Render a template into a `Prompt`.

    template   a chatfmt.Template
    variables  a dict of the template's variables, or None
    more       further variables, by name

    The text is that of Template.render() with the same variables.
    """
    if not isinstance(template, Template):
        raise wrong_type(f"template must be a chatfmt.Template, not {type(template).__name__}; Model.prompt() renders conversations")
    if variables is not None and not isinstance(variables, Mapping):
        raise wrong_type(f"variables must be a dict, not {type(variables).__name__}; a conversation is prompt(template, messages=[…])")
    return Prompt._make(*template._record({**(variables or {}), **more}))
