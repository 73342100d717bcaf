from os import PathLike
from typing import Any, Iterable, Iterator, Literal, Mapping, Sequence

from ._chatfmt import Template
from ._model import Model, _Fix, _Mask, _Policy

__all__ = ["continuity", "diff", "inspect", "lint", "map"]

_Path = str | bytes | PathLike[str]
_Subject = Model | Template | _Path

def lint(subject: _Subject, *, chat_template: str | None = None, replies: bool = True) -> list[dict[str, Any]]: ...
def inspect(subject: _Subject, *, chat_template: str | None = None) -> dict[str, Any]: ...
def continuity(subject: _Subject, *, chat_template: str | None = None) -> list[dict[str, Any]]: ...
def diff(a: Model | _Path, b: Model | _Path, *, conversations: _Path | None = None) -> str: ...
def map_arguments(arguments: Iterable[object]) -> list[str]: ...

# The options are those of `chatfmt map`.
def map(model: Model | _Path | None, rows: Iterable[Mapping[str, Any]] | _Path, *,
        columns: str | Iterable[str] | None = None, progress: bool | None = None,
        add_generation_prompt: bool | None = ..., allow: Literal["row-templates"] | None = ...,
        chat_template: str | PathLike[str] | None = ..., column: str | None = ...,
        default_template: str | PathLike[str] | None = ...,
        fit: Literal["none", "truncate", "drop", "cut", "refuse"] | None = ..., fix: _Fix | str | Sequence[str] | None = ...,
        format: str | None = ..., formats_file: str | PathLike[str] | None = ..., last_turn: bool | None = ...,
        layout: Literal["auto", "messages", "sharegpt", "prompt", "xtuner", "alpaca"] | None = ..., legacy: bool | None = ...,
        limit: str | Sequence[str] | Mapping[str, int] | None = ..., mask: _Mask | None = ..., max_length: int | None = ..., now: str | None = ...,
        on_error: Literal["fail", "skip", "record"] | None = ..., pack: bool | None = ..., pad: bool | None = ...,
        policy: _Policy | None = ..., processor: bool | None = ..., program: str | None = ...,
        reference: Literal["transformers-5", "transformers-4.37"] | None = ..., roles: str | Sequence[str] | None = ...,
        strict: bool | None = ..., threads: int | None = ..., tokenizer: str | PathLike[str] | None = ...,
        trainer: Literal["train", "train_baichuan", "train_with_template", "xtuner"] | None = ...,
        trusted: str | Sequence[str] | None = ..., variables: Mapping[str, Any] | str | None = ...) -> Iterator[dict[str, Any]]: ...
