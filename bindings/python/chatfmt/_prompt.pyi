from typing import Any, Literal, Mapping, NamedTuple

from ._chatfmt import Template

__all__ = ["Prompt", "Span", "prompt"]

class Span(NamedTuple):
    begin: int
    end: int
    kind: Literal["template", "trusted", "data"]
    path: str
    offset: int
    copied: bool

class Prompt(str):
    @property
    def spans(self) -> list[Span]: ...
    def ansi(self) -> str: ...

def prompt(template: Template, variables: Mapping[str, Any] | None = None, /, **more: Any) -> Prompt: ...
