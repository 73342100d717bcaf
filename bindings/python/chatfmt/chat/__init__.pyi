from os import PathLike
from typing import Any, Callable, Iterator, Literal, Mapping, NamedTuple, Sequence

from .._functions import schema_of as schema_of
from .._model import Model, _Policy
from .._prompt import Prompt
from .._replies import Event
from ..engines import Engine

__all__ = ["Chat", "Prompter", "Rendered", "ToolResult", "Turn", "schema_of"]

class Rendered(NamedTuple):
    text: str
    ids: list[int] | None
    stops: tuple[str, ...]
    stop_ids: tuple[int, ...]

class Prompter:
    model: Model
    policy: _Policy
    tokenizer: Any
    preserved: tuple[str, ...]
    def __init__(self, model: Model, *, policy: _Policy = ...) -> None: ...
    def prepared(self, messages: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]: ...
    def render(self, messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]] | None = ..., *,
               add_generation_prompt: bool = ..., continue_final_message: bool = ..., **variables: Any) -> Rendered: ...
    @property
    def guarded(self) -> bool: ...
    def for_engine(self, engine: Engine, rendered: Rendered, messages: Sequence[Mapping[str, Any]],
                   tools: Sequence[Mapping[str, Any]] | None = ..., **variables: Any) -> list[int] | str: ...
    def attempts(self, messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]] | None = ...,
                 **variables: Any) -> list[dict[str, Any]]: ...

class ToolResult(NamedTuple):
    id: str
    name: str
    arguments: str
    content: str
    error: bool
    kind: Literal["result"] = ...

class Turn(NamedTuple):
    message: dict[str, Any]
    finish: str
    prompt: str
    prompt_ids: list[int] | None
    text: str
    ids: list[int] | None
    usage: dict[str, int | None]
    kind: Literal["turn"] = ...

class Chat:
    model: Model
    engine: Engine
    messages: list[dict[str, Any]]
    tools: list[dict[str, Any]]
    functions: dict[str, Callable[..., Any]]
    confirm: Callable[[str, str], bool] | None
    parallel: bool
    rounds: int
    variables: dict[str, Any]
    options: dict[str, Any]
    partial: dict[str, Any] | None
    usage: dict[str, int | None]
    system: str | Sequence[str | Mapping[str, Any]] | None
    def __init__(self, model: Model | str | bytes | PathLike[str], engine: Any, *,
                 tools: Sequence[Callable[..., Any] | Mapping[str, Any]] = ...,
                 system: str | Sequence[str | Mapping[str, Any]] | None = ...,
                 messages: Sequence[Mapping[str, Any]] = ..., policy: _Policy = ...,
                 confirm: Callable[[str, str], bool] | None = ..., parallel: bool = ..., rounds: int = ...,
                 variables: Mapping[str, Any] | None = ..., **options: Any) -> None: ...
    @property
    def guarded(self) -> bool: ...
    def undo(self) -> Any: ...
    def add_result(self, call_id: str, content: Any) -> None: ...
    def keep_partial(self) -> None: ...
    def save(self, path: str | PathLike[str]) -> None: ...
    def load(self, path: str | PathLike[str]) -> None: ...
    def prompt(self) -> Prompt: ...
    def attempts(self) -> list[dict[str, Any]]: ...
    def prompt_ids(self) -> list[int] | None: ...
    def send(self, content: Any) -> Iterator[Event | Turn | ToolResult]: ...
    def ask(self, content: Any) -> Turn: ...
    def run(self) -> Iterator[Event | Turn | ToolResult]: ...
