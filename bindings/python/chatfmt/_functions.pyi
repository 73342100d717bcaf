from typing import Any, Callable, Iterable, Mapping

from typing_extensions import Self

from ._chatfmt import Prepared

__all__ = ["Tools", "dictionaries", "listed", "run_call", "schema_of", "tool_list"]

# A tool as users give it: OpenAI's dict, or a function.
_Tool = Mapping[str, Any] | Callable[..., Any]

class Tools(tuple[dict[str, Any], ...]):
    prepared: Prepared
    def __new__(cls, tools: Iterable[_Tool]) -> Self: ...

def schema_of(function: Callable[..., Any], *, complete: bool = False) -> dict[str, Any]: ...
def dictionaries(tools: Any) -> Any: ...
def listed(given: Any) -> Any: ...
def tool_list(tools: Iterable[_Tool]) -> list[dict[str, Any]]: ...
def run_call(functions: Mapping[str, Callable[..., Any]], name: str, arguments: str) -> tuple[str, bool]: ...
