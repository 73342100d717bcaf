from typing import Any, Mapping

from .._model import Model, _Policy
from ..engines import Engine

__all__ = ["Service", "make_app"]

class Service:
    model: Model
    engine: Engine | None
    name: str
    max_model_len: int | None
    def __init__(self, model: Model, engine: Engine | None = ..., *, name: str | None = ..., policy: _Policy = ...,
                 max_model_len: int | None = ..., max_bytes: int = ..., max_running: int = ..., max_waiting: int = ...,
                 body_timeout: float = ..., trusted: bool = ..., variables: Mapping[str, Any] | None = ...,
                 key: str | None = ...) -> None: ...

def make_app(service: Service) -> Any: ...
